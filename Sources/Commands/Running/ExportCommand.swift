import Facts
import Reports
import Saving
import Workspaces

/// `kopiyka export --format F`: the ledger for other programs, on standard output or in a file.
enum ExportCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let question = try LedgerQuestion(invocation, console)
        guard let path = invocation[.output], path != "-" else {
            _ = try write(question, invocation) { try console.export($0) }
            return .done
        }
        try verifyReplaceable(path, question.workspace.paths)
        let leftovers = try removeStaleTemporaries(of: path)
        if leftovers > 0 {
            console.narrate(.exportLeftover, ["count": .count(leftovers), "file": .text(path)])
        }
        let file = OpenFile(try ReplacingFile(replacing: path))
        let count = try write(question, invocation) { try file.write($0) }
        try file.commit()
        console.narrate(.exportWritten, ["count": .count(count), "file": .text(path)])
        return .done
    }

    /// Returns the number of entries written.
    private static func write(
        _ question: LedgerQuestion, _ invocation: Invocation,
        to sink: @escaping ([UInt8]) throws -> Void
    ) throws -> Int {
        let isUkrainian = invocation[.locale] == "uk"
        let names = exportNames(
            question.categories, in: isUkrainian ? .uk : .en,
            shownNames: question.access.settings.shownNames)
        let rows = question.rows.rows
        let format = invocation[.format] ?? ""
        if let dialect = LedgerTextExport.Dialect(rawValue: format) {
            try sink(Array((journalMark + format + "\n").utf8))
            var export = LedgerTextExport(dialect, names: names, openings: try openings(question))
            return try export.write(rows, to: sink)
        }
        var export = TableExport(
            format == "jsonl" ? .jsonLines : isUkrainian ? .csvUkrainian : .csv, names: names)
        return try export.write(rows, to: sink)
    }

    /// Balances before the first entries, so that balances in the other program match the bank's.
    private static func openings(
        _ question: LedgerQuestion
    ) throws -> [LedgerTextExport.Opening] {
        var tally = OpeningTally(from: question.filter.from, to: question.filter.to)
        // Selected lines alone have no balances of their own.
        guard question.filter.isOfSums, question.filter.currency == nil else { return [] }
        var whole = LineFilter()
        whole.accounts = question.filter.accounts
        try question.access.rows(whole).forEach { _, row in tally.add(row) }
        return try tally.openings()
    }

    // MARK: the file

    /// First line of our exports. Journals kept by hand begin with the same directives, so ours
    /// have a marker, which is a comment in hledger, ledger and beancount.
    private static let journalMark = "; kopiyka export --format "
    private static let beginnings: [[UInt8]] = [
        Array(journalMark.utf8), Array("date,account,amount,currency,category,payee,".utf8),
        [0xEF, 0xBB, 0xBF] + Array("Дата;Рахунок;Сума;Валюта;Категорія;".utf8),
        Array("{\"key\":\"1-".utf8),
    ]

    /// Only a new or empty file or an earlier export is written, and no file of the workspace.
    private static func verifyReplaceable(_ path: String, _ paths: WorkspacePaths) throws {
        guard let found = try fileStamp(path) else { return }
        for own in [paths.settings, paths.queue, paths.ledger, paths.lock, paths.index] {
            guard let stamp = try fileStamp(own) else { continue }
            if stamp.inode == found.inode, stamp.device == found.device {
                throw refusal(of: path, why: Phrase("export.belongsWorkspaceItself"))
            }
        }
        if found.size == 0 { return }
        var head = [UInt8](repeating: 0, count: 64)
        let count = try RegularFile(path).read(into: &head, at: 0)
        guard beginnings.contains(where: { head[..<count].starts(with: $0) }) else {
            throw refusal(of: path, why: Phrase("export.onlyWhatKopiyka"))
        }
    }

    private static func refusal(of path: String, why: Phrase) -> HouseMessage {
        HouseMessage(
            at: SourcePlace(file: path), "error.export-would-overwrite", why: why,
            exitCode: .usage)
    }

    /// The file being written, shared with the closure that fills it.
    private final class OpenFile {
        private var file: ReplacingFile?

        init(_ file: consuming ReplacingFile) { self.file = consume file }

        func write(_ bytes: [UInt8]) throws(SavingError) { try file?.write(bytes) }

        func commit() throws(SavingError) { try file.take()?.commit() }
    }
}
