import Facts
import Opening
import Saving
import Reading
import Tables
import Workspaces

/// `kopiyka layout draft FILE`: a layout for an unknown table, with its proofs and open questions.
enum LayoutCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        guard invocation.operands.count == 2, invocation.operands[0] == "draft" else {
            throw HouseMessage.usage("error.usage.layout-draft")
        }
        let proposal = try StatementFile.proposal(
            path: invocation.operands[1], options: ReadOptions(invocation))
        let yaml = Array(proposal.yaml.utf8)
        if let path = invocation[.output], path != "-" {
            try verifyReplaceable(path)
            if let end = path.lastIndex(of: "/") {
                let folder = String(path[..<end])
                // A new workspace has none.
                if ("/" + folder).hasSuffix("/" + WorkspacePaths.layoutsFolder) {
                    try makePrivateDirectory(folder)
                }
            }
            var file = try ReplacingFile(replacing: path)
            try file.write(yaml)
            try file.commit()
            console.narrate(.layoutWritten, ["file": .text(path)])
        } else {
            try console.raw(yaml)
        }
        guard let open = proposal.open else { return .done }
        console.report(open)
        return .needsPerson
    }

    /// Only a new or empty file or an earlier draft is written.
    private static func verifyReplaceable(_ path: String) throws {
        guard let found = try fileStamp(path), found.size > 0 else { return }
        var head = [UInt8](repeating: 0, count: mark.count)
        let count = try RegularFile(path).read(into: &head, at: 0)
        guard head[..<count] == mark[...] else {
            throw HouseMessage(
                at: SourcePlace(file: path), "error.draft-would-overwrite", exitCode: .usage)
        }
    }

    private static let mark = Array("# Drafted by kopiyka layout draft".utf8)
}

extension ReadOptions {
    /// Choices for files from a command line.
    init(_ invocation: Invocation) {
        func given(_ option: OptionName) -> String? {
            CommandTable.accepts(option, invocation.command) ? invocation[option] : nil
        }
        self.init(
            format: given(.format), encoding: given(.encoding),
            layouts: CommandTable.accepts(.layout, invocation.command)
                ? invocation.values(of: .layout) : [],
            dateOrder: given(.dateOrder).flatMap { DateOrder(rawValue: $0) },
            decimalMark: given(.decimalMark).flatMap { NumberStyle.DecimalMark(rawValue: $0) },
            sign: given(.sign).flatMap { AmountSign(rawValue: $0) })
    }
}
