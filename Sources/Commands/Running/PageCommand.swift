import Facts
import Pages
import Reports
import Saving
import Scanning
import Workspaces

/// `kopiyka report --html FILE` and `--pdf FILE`: the report as one self-contained file.
enum PageCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let question = try LedgerQuestion(invocation, console).upToToday(invocation, console)
        let answer = try PageAnswer(
            invocation, question,
            .init(isMasked: invocation.has(.mask), listsLines: invocation.has(.rows)), console)
        guard let page = try answer.page() else {
            try console.line(.reportEmpty)
            return .done
        }
        answer.narrate()
        if let path = invocation[.pdf] {
            let made = try pdf(of: page)
            try write(made, to: path, question, console) { try verifyOurs(path) }
        } else if let path = invocation[.html] {
            try write(page.bytes, to: path, question, console) {
                try ExportCommand.verifyReplaceable(
                    path, question.workspace.paths, beginnings: [Page.beginning])
            }
        }
        return question.workspace.problems.isEmpty ? .done : .damaged
    }

    private static func write(
        _ bytes: [UInt8], to path: String, _ question: LedgerQuestion, _ console: Console,
        _ verify: () throws -> Void
    ) throws {
        if path == "-" { return try console.raw(bytes) }
        try verify()
        let leftovers = try removeStaleTemporaries(of: path)
        if leftovers > 0 {
            console.narrate(.exportLeftover, ["count": .count(leftovers), "file": .text(path)])
        }
        if console.isDryRun {
            console.narrate(.dryRunNothingChanged)
            return
        }
        var file = try ReplacingFile(replacing: path)
        try file.write(bytes)
        try file.commit()
        console.narrate(.pageWritten, ["count": .count(bytes.count), "file": .text(path)])
    }

    // MARK: PDF

    /// The last bytes of our PDF: readers search the end of the file's own mark before it.
    private static let mark = Array("%kopiyka report --pdf\n".utf8)
    private static let memoryBytesMax = 4 * 1024 * 1024 * 1024

    /// Only a new or empty file or an earlier PDF of a page is written.
    private static func verifyOurs(_ path: String) throws {
        guard let found = try fileStamp(path), found.size > 0 else { return }
        var tail = [UInt8](repeating: 0, count: mark.count)
        let start = max(0, Int(found.size) - mark.count)
        let count = try RegularFile(path).read(into: &tail, at: start)
        guard count == mark.count, tail == mark else {
            throw ExportCommand.refusal(of: path, why: Phrase("export.onlyWhatKopiyka"))
        }
    }

    /// - Throws: `HouseMessage` when WeasyPrint is not installed or fails.
    private static func pdf(of page: Page) throws -> [UInt8] {
        let folders = System.environmentVariable("PATH") ?? "/usr/bin:/usr/local/bin"
        guard let program = ChildProgram.path(of: "weasyprint", in: folders) else {
            throw HouseMessage("error.no-weasyprint")
        }
        let (input, output, messages) = (AnonymousFile(), AnonymousFile(), AnonymousFile())
        guard input.isUsable, output.isUsable, messages.isUsable,
            input.append(page.printedBytes), input.rewind()
        else { throw HouseMessage("error.pdf-failed", ["said": ""]) }
        let child: ChildProgram
        do throws(ChildProgram.NotStarted) {
            child = try ChildProgram(
                program,
                [
                    "weasyprint", "--quiet", "--encoding", "utf-8", "--pdf-variant", "pdf/ua-1",
                    "-", "-",
                ],
                environment: [
                    // The file's day is no fact of the report; the same page makes the same bytes.
                    "SOURCE_DATE_EPOCH=0", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin",
                    "HOME=/nonexistent",
                    "XDG_CACHE_HOME=/tmp",
                ], files: [input, output, messages])
        } catch {
            throw HouseMessage("error.pdf-failed", ["said": .text("errno \(error.errno)")])
        }
        child.limit(
            to: ChildProgram.Bounds(
                seconds: Limits.pagePDFSecondsMax, memoryBytes: memoryBytesMax,
                fileBytes: Limits.pagePDFBytesMax))
        guard let ending = child.wait(seconds: Limits.pagePDFSecondsMax), ending.code == 0,
            ending.signal == 0
        else {
            let said = String(decoding: messages.contents(max: 4_096), as: UTF8.self)
            throw HouseMessage(
                "error.pdf-failed",
                ["said": .text(said.split(separator: "\n").last.map(String.init) ?? "")])
        }
        return output.contents(max: Limits.pagePDFBytesMax) + mark
    }
}
