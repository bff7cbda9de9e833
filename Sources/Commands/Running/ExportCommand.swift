import Categorizing
import Facts
import Pending
import Reports
import Saving
import Workspaces

/// `kopiyka export --format F`: the ledger for other programs, on standard output or in a file.
enum ExportCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let isNew = invocation.has(.new)
        if invocation.has(.restart), !isNew { throw HouseMessage.usage("error.restart-alone") }
        let question = try LedgerQuestion(
            invocation, console, for: isNew && !console.isDryRun ? .writing : .reading)
        if isNew, !question.filter.isOfWholeAccounts {
            throw HouseMessage.usage("error.not-whole-accounts")
        }
        let mark = isNew ? try ExportMark(question.workspace.paths, invocation) : nil
        guard let path = invocation[.output], path != "-" else {
            let written = try write(question, invocation, mark) { try console.export($0) }
            // A pipe may lose bytes that it took; bytes that it did not take are written again.
            try console.flush()
            if !console.isDryRun { try mark?.keep(written.mark) }
            report(written, mark, question, console)
            return .done
        }
        try verifyReplaceable(path, question.workspace.paths)
        let leftovers = try removeStaleTemporaries(of: path)
        if leftovers > 0 {
            console.narrate(.exportLeftover, ["count": .count(leftovers), "file": .text(path)])
        }
        let file = OpenFile(try ReplacingFile(replacing: path))
        if isNew, try fileStamp(path) != nil { try file.copy(path) }
        let written = try write(question, invocation, mark) { try file.write($0) }
        if !console.isDryRun, !isNew || written.count > 0 {
            let size = try file.sync()
            // The mark first, valid only with the new file: a crash between them loses neither.
            try mark?.keep(written.mark, ifSizeIs: size, of: absolutePath(path))
            try file.commit()
            try mark?.keep(written.mark)
        }
        console.narrate(
            .exportWritten, ["count": .count(written.count), "file": .text(path)])
        report(written, mark, question, console)
        return .done
    }

    private struct Written {
        /// The number of entries written.
        var count: Int
        var mark: JournalMark?
        var changed: [LineKey] = []
        var goneCount = 0
    }

    /// Entries of earlier exports that are not as they were written.
    private static func report(
        _ written: Written, _ mark: ExportMark?, _ question: LedgerQuestion, _ console: Console
    ) {
        if mark == nil { return }
        let gone = question.filter.accounts.isEmpty ? written.goneCount : 0
        if written.changed.isEmpty, gone == 0 { return }
        let shown = written.changed.prefix(shownKeysMax).map(\.text).joined(separator: " ")
        console.report(
            HouseMessage(
                as: .warning, "error.exported-changed",
                [
                    "changed": .count(written.changed.count), "gone": .count(gone),
                    "keys": .text(shown.isEmpty ? "–" : shown),
                ]))
    }

    private static let shownKeysMax = 5

    private static func write(
        _ question: LedgerQuestion, _ invocation: Invocation, _ mark: ExportMark?,
        to sink: @escaping ([UInt8]) throws -> Void
    ) throws -> Written {
        let isUkrainian = invocation[.locale] == "uk"
        let format = invocation[.format] ?? ""
        let rows = try question.rows.rows
        guard let dialect = LedgerTextExport.Dialect(rawValue: format) else {
            for option in [OptionName.assertions, .costs, .metadata, .new]
            where invocation.has(option) {
                throw HouseMessage.usage(
                    "error.not-in-format",
                    ["option": "--\(option.rawValue)", "format": .text(format)])
            }
            let names = exportNames(
                question.categories, in: isUkrainian ? .uk : .en,
                shownNames: question.access.settings.shownNames)
            var export = TableExport(
                format == "jsonl" ? .jsonLines : isUkrainian ? .csvUkrainian : .csv, names: names,
                question.filter)
            return Written(count: try export.write(rows, to: sink))
        }
        let names = exportNames(
            question.categories, in: isUkrainian ? .uk : .en,
            shownNames: question.access.settings.shownNames,
            journal: try journalNames(question, dialect))
        var choices = try choices(invocation)
        if mark != nil, choices.hasAssertions {
            try question.workspace.forEachQueueLine { line in
                let (account, day) = (line.fact.account, line.fact.made.day)
                choices.waitingFrom[account] = min(choices.waitingFrom[account] ?? day, day)
                return true
            }
        }
        var export = LedgerTextExport(
            dialect, names: names, openings: try openings(question), choices: choices,
            since: mark?.earlier)
        let whole = choices.metadata.isWhole ? " --metadata all" : ""
        let head = FirstLine(journalMark + format + whole + "\n")
        let count = try export.write(rows) { bytes in
            if bytes.isEmpty { return }
            if let line = head.take() { try sink(line) }
            try sink(bytes)
        }
        return Written(
            count: count, mark: export.mark, changed: export.changed, goneCount: export.goneCount)
    }

    /// Printed before the first bytes, if there are any.
    private final class FirstLine {
        private var text: String?

        init(_ text: String) { self.text = text }

        func take() -> [UInt8]? {
            defer { text = nil }
            return text.map { Array($0.utf8) }
        }
    }

    private static func choices(_ invocation: Invocation) throws -> LedgerTextExport.Choices {
        var choices = LedgerTextExport.Choices()
        choices.hasAssertions = invocation.has(.assertions)
        choices.hasCosts = invocation.has(.costs)
        do throws(JournalMetadata.Unknown) {
            choices.metadata = try JournalMetadata(list: invocation[.metadata] ?? "")
        } catch {
            throw HouseMessage.usage(
                "error.unknown-metadata",
                [
                    "name": .text(error.name),
                    "all": .text((JournalMetadata.all + ["all"]).joined(separator: ", ")),
                ])
        }
        return choices
    }

    /// The section `journal:` of the settings, with our ids and keys.
    ///
    /// - Throws: all its errors at once.
    private static func journalNames(
        _ question: LedgerQuestion, _ dialect: LedgerTextExport.Dialect
    ) throws -> JournalNames {
        let access = question.access
        let settings = access.settings
        var names = JournalNames()
        var problems: [SettingsProblem] = []
        func refuse(_ kind: SettingsProblem.Kind, _ name: Settings.JournalName) {
            problems.append(SettingsProblem(kind: kind, line: name.line, column: name.column))
        }
        func add(
            _ entry: Settings.JournalName, of id: String?,
            to found: WritableKeyPath<JournalNames, [String: String]>
        ) {
            guard let id else { return refuse(.journalThingUnknown(entry.thing), entry) }
            guard JournalNames.isAccount(entry.name, in: dialect) else {
                return refuse(.journalNameInvalid(entry.name), entry)
            }
            names[keyPath: found][id] = entry.name
        }
        for entry in settings.journalAccounts {
            let typed = entry.thing.lowercased()
            let named = settings.accounts.filter { account in
                ([account.shown] + account.aliases).contains { $0.lowercased() == typed }
            }
            let id =
                named.count == 1
                ? named[0].name : try? access.accounts(meantBy: entry.thing).first
            add(entry, of: id, to: \.accounts)
        }
        let categories = CategoryNames(question.categories)
        for entry in settings.journalCategories {
            add(entry, of: try? categories.key(of: entry.thing), to: \.categories)
        }
        guard problems.isEmpty else { throw SettingsRefusal(problems: problems) }
        return names
    }

    /// Balances before the first entries, so that balances in the other program match the bank's.
    private static func openings(
        _ question: LedgerQuestion
    ) throws -> [LedgerTextExport.Opening] {
        // Selected lines alone have no balances of their own.
        guard question.filter.isOfSums, question.filter.currency == nil else { return [] }
        let (from, to) = (question.filter.from, question.filter.to)
        func balances(upTo last: CalendarDate?) throws -> [BalanceTally.Standing] {
            try question.changed { ($0.from, $0.to) = (nil, last) }.balances
        }
        return try LedgerTextExport.Opening.all(
            try balances(upTo: nil),
            earlier: try from.map { try balances(upTo: $0.adding(days: -1)) } ?? [],
            from: from, to: to)
    }

    // MARK: the file

    /// First line of our exports. Journals kept by hand begin with the same directives, so ours
    /// have a marker, which is a comment in hledger, ledger and beancount.
    private static let journalMark = "; kopiyka export --format "
    static let beginnings: [[UInt8]] = [
        Array(journalMark.utf8), Array("date,account,amount,currency,category,payee,".utf8),
        [0xEF, 0xBB, 0xBF] + Array("Дата;Рахунок;Сума;Валюта;Категорія;".utf8),
        Array("{\"key\":\"1-".utf8),
    ]

    /// Only a new or empty file or an earlier export is written, and no file of the workspace.
    ///
    /// - Parameter beginnings: of files that may be replaced.
    static func verifyReplaceable(
        _ path: String, _ paths: WorkspacePaths, beginnings: [[UInt8]] = beginnings
    ) throws {
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

    static func refusal(of path: String, why: Phrase) -> HouseMessage {
        HouseMessage(
            at: SourcePlace(file: path), "error.export-would-overwrite", why: why,
            exitCode: .usage)
    }

    /// The file being written, shared with the closure that fills it.
    private final class OpenFile {
        private var file: ReplacingFile?

        init(_ file: consuming ReplacingFile) { self.file = consume file }

        func write(_ bytes: [UInt8]) throws(SavingError) { try file?.write(bytes) }

        /// Begins with the bytes of a file.
        func copy(_ path: String) throws(SavingError) {
            let old = try RegularFile(path)
            var part = [UInt8](repeating: 0, count: 1 << 18)
            var at = 0
            while true {
                let count = try old.read(into: &part, at: at)
                if count == 0 { return }
                try write(Array(part[..<count]))
                at += count
            }
        }

        /// Returns the size of the new file.
        func sync() throws(SavingError) -> Int {
            try file?.sync()
            return file?.bytesWritten ?? 0
        }

        func commit() throws(SavingError) { try file.take()?.commit() }
    }
}

extension LineFilter {
    /// All lines of some accounts: those of others have openings of their own, or none.
    fileprivate var isOfWholeAccounts: Bool {
        isOfSums && from == nil && to == nil && currency == nil
    }
}
