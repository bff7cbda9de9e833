import Categorizing
import Facts
import Importing
import Opening
import Pending
import Reading
import Reviewing
import Scanning
import Tables
import Workspaces

/// `kopiyka categories map [FILE]`: what the values of category columns mean, in files that another
/// program or a person kept. `import` does the same for what it has just read.
///
/// Values that are names of categories map by themselves; others are looked up in FILE (`value`,
/// `category`), asked about on a terminal, or become categories of one's own with `--new`.
struct CategoriesMap: ~Copyable {
    private let access: WorkspaceAccess
    private let console: Console
    private var input = LineInput()

    init(_ access: WorkspaceAccess, _ console: Console) {
        self.access = access
        self.console = console
    }

    /// `kopiyka categories map [FILE] [--new]`.
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let words = invocation.operands.dropFirst()
        let isPlain = [OptionName.parent, .kind, .emoji, .rgb, .word, .remove].allSatisfy {
            !invocation.has($0)
        }
        guard words.count < 2, isPlain else {
            throw HouseMessage.usage("error.usage.categories-arguments", ["verb": "map"])
        }
        let access = try WorkspaceAccess.open(.writing, console)
        var map = CategoriesMap(access, console)
        let mapping = try words.first.map { try RecordedMapping(readFrom: $0, console) }
        let open = try map.apply(
            mapping, makesNew: invocation.has(.new), invocation,
            asks: AccountQuestion.mayAsk(invocation, console))
        return open == 0 ? .done : .needsPerson
    }

    /// Gives values their meaning, as one undoable command or as part of the import that has just
    /// made this batch; returns how many remain without one.
    mutating func apply(
        _ mapping: RecordedMapping?, makesNew: Bool, _ invocation: Invocation, asks: Bool,
        partOf batch: Int? = nil
    ) throws -> Int {
        let file = try categoryFile(of: access.workspace.paths)
        var values = RecordedValues(file.table, shownIn: console.language.ofCategories)
        try access.workspace.forEachQueueLine { line in
            if line.sources.contains(where: {
                KeptLayouts.contains($0.layout) && !line.fact.isOfBank($0)
            }) {
                values.add(line)
            }
            return true
        }
        let answers = try answers(
            about: values.open, in: file, mapping, makesNew: makesNew, asks: asks)
        if answers.isEmpty { return 0 }
        try show(answers, invocation)
        if !answers.meanings.isEmpty {
            try commit(answers.meanings, partOf: batch, isDryRun: invocation.isDryRun)
        }
        return answers.left.count
    }

    /// The meanings given to recorded values.
    struct Answers {
        fileprivate(set) var meanings: RecordedMeanings
        /// With the names of their categories.
        fileprivate(set) var mapped: [(RecordedValue, String)] = []
        fileprivate(set) var left: [RecordedValue] = []
        /// Sentences about new categories that could not be called by the last part of their path.
        fileprivate var longer: [[String: Template.Value]] = []
        fileprivate var skipped = 0

        fileprivate var isEmpty: Bool { mapped.isEmpty && left.isEmpty && skipped == 0 }
    }

    /// Finds what values mean: by a mapping, by their names, or by asking.
    mutating func answers(
        about values: [RecordedValue], in file: CategoryFile, _ mapping: RecordedMapping?,
        makesNew: Bool, asks: Bool
    ) throws -> Answers {
        var answers = Answers(
            meanings: RecordedMeanings(file, shownIn: console.language.ofCategories))
        for value in values {
            switch mapping?.meaning(of: value) ?? value.named.map({ .category($0) })
                ?? (makesNew ? .new : nil)
            {
            case .category(let key):
                answers.meanings.set(value, to: key)
                answers.mapped.append((value, console.categoryName(key)))
            case .new:
                let made = answers.meanings.makeCategory(for: value)
                answers.mapped.append((value, made.name))
                answers.longer += longer(made, value)
            case .skipped: answers.skipped += 1
            case nil: answers.left.append(value)
            }
        }
        if asks, !answers.left.isEmpty {
            answers.left = try ask(answers.left, &answers)
        }
        return answers
    }

    private func longer(
        _ made: RecordedMeanings.Made, _ value: RecordedValue
    ) -> [[String: Template.Value]] {
        guard let taken = made.taken else { return [] }
        return [
            [
                "value": .text(value.text), "name": .text(value.parts.last ?? value.text),
                "category": .text(console.categoryName(taken)), "path": .text(made.name),
            ]
        ]
    }

    private func commit(
        _ meanings: RecordedMeanings, partOf batch: Int?, isDryRun: Bool
    ) throws {
        let after: CategoryFile
        do throws(CategoryFaults) {
            after = try meanings.changed()
        } catch {
            throw error.refusal
        }
        let table = after.table
        let categorizer = Categorizer(
            userRules: try ruleFiles(of: access.workspace.paths, table, access.settings),
            categories: table)
        let learning = Learning(by: categorizer, country: access.country)
        let memory = try Memory(of: access.workspace)
        let pairs = try RecordedPairs(
            access.workspace, access.book,
            recorded: { line in
                let hasRecord =
                    !line.fact.bankCategory.isEmpty || !line.fact[.recordedParts].isEmpty
                guard hasRecord, line.awaitsMeaning else { return nil }
                let next = learning.suggest(line.fact, memory)
                return next.isRecorded ? next : nil
            }, ordinary: { learning.suggest($0, memory) })
        _ = try access.workspace.change(
            categories: CategoriesEdit(
                contents: after.bytes, suggestion: { pairs.suggestion(for: $0) }),
            command: "categories map", continuing: batch, isDryRun: isDryRun)
        console.categories = table
        for (message, count) in [
            (Message.recordedPairs, pairs.pairs), (.recordedAlone, pairs.alone),
        ] where count > 0 {
            console.narrate(message, ["count": .count(count)])
        }
    }

    // MARK: Showing and asking

    private func show(_ answers: Answers, _ invocation: Invocation) throws {
        if invocation.wantsJSON {
            guard invocation.command == .categories else { return }
            for (value, name) in answers.mapped {
                try console.json(object(of: value, ["category": .string(name)]))
            }
            for value in answers.left {
                try console.json(object(of: value, ["near": .ifAny(value.near)]))
            }
            return
        }
        narrate(answers, hint: .recordedHint)
    }

    /// Lists what values mean, and those without a meaning with `hint`.
    func narrate(_ answers: Answers, hint: Message) {
        for (value, name) in answers.mapped {
            console.narrate(
                .recordedMapped,
                [
                    "value": .text(value.text), "category": .text(name),
                    "count": .count(value.rows),
                ])
        }
        for places in answers.longer { console.narrate(.recordedLonger, places) }
        for value in answers.left {
            console.narrate(.recordedOpen, places(of: value), .doubtful)
        }
        if !answers.left.isEmpty {
            console.narrate(hint, ["count": .count(answers.left.count)], .doubtful)
        }
    }

    func object(of value: RecordedValue, _ more: [String: JSONValue?]) -> JSONValue {
        .object(
            [
                ("value", .string(value.text)), ("rows", .count(value.rows)),
                ("examples", .array(value.examples.map { .string($0) })),
            ]
                + more.sorted { $0.key < $1.key }.compactMap { name, value in
                    value.map { (name, $0) }
                })
    }

    private func places(of value: RecordedValue) -> [String: Template.Value] {
        [
            "value": .text(value.text), "count": .count(value.rows),
            "examples": .text(value.examples.joined(separator: "; ")),
        ]
    }

    /// Asks about each value once; returns those left open.
    private mutating func ask(
        _ values: [RecordedValue], _ answers: inout Answers
    ) throws -> [RecordedValue] {
        try console.line(.recordedIntro, ["count": .count(values.count)], .strong)
        var left: [RecordedValue] = []
        var isEnded = false
        for value in values {
            if isEnded {
                left.append(value)
                continue
            }
            switch try answer(about: value) {
            case .some(.category(let key)): answers.meanings.set(value, to: key)
            case .some(.new):
                answers.longer += longer(answers.meanings.makeCategory(for: value), value)
            case .some(.skipped): left.append(value)
            case nil:
                isEnded = true
                left.append(value)
            }
        }
        return left
    }

    /// Nil when the person wants no further question.
    private mutating func answer(
        about value: RecordedValue
    ) throws -> RecordedMapping.Meaning? {
        try console.line(.recordedAsked, places(of: value), .strong)
        for (place, key) in value.near.prefix(9).enumerated() {
            try console.line("  \(place + 1)  " + console.categoryName(key))
        }
        while true {
            try console.raw(escapedForTerminal(console.words(.recordedWhich)) + " ")
            try console.flush()
            guard let typed = try input.nextAnswer() else { return nil }
            let word = typed.split(separator: " ").joined(separator: " ")
            switch word.lowercased() {
            case "", "n", "н": return .new
            case "s", "п": return .skipped
            case "q", "в": return nil
            default:
                if let place = Int(word), value.near.indices.contains(place - 1), place < 10 {
                    return .category(value.near[place - 1])
                }
                do throws(CategoryUnknown) {
                    return .category(try console.categoryNames.key(of: word))
                } catch {
                    try console.line(unknownCategoryWords(error)[console.language], .doubtful)
                }
            }
        }
    }
}

/// Layouts of files in which a person's own categories are, not a bank's.
enum KeptLayouts {
    private static let formats: Set<String> = ["qif", "journal", "beancount"]
    /// The built-in layouts without a bank; reading all their files takes as long as an import.
    static let names: Set<String> = [
        "1money/csv", "actual/csv", "bluecoins/csv", "clientbank-ua/csv", "coinkeeper/csv",
        "csb43/csv", "drebedengi/csv",
        "firefly-iii/csv", "generic/checks-headless", "generic/csv", "generic/us-headless",
        "gnucash/csv", "hledger/csv", "homebank/csv", "kopiyka/csv", "mint/csv", "monefy/csv",
        "money-lover/csv",
        "money-manager-ex/csv", "odoo/csv", "spendee/csv", "toshl/csv", "typed-table/csv",
        "wallet/csv", "ynab/csv", "ynab4/csv", "zenmoney/csv",
    ]

    static func contains(_ layout: String) -> Bool {
        names.contains(layout) || layout == UnknownBank.layoutName
            || formats.contains(String(layout.prefix { $0 != "/" }))
    }
}

extension StatementFact {
    /// In a table of unknown form, a code or a running balance is what banks print: the category
    /// beside it is the bank's guess, not a person's answer.
    fileprivate func isOfBank(_ source: LineSource) -> Bool {
        source.layout == UnknownBank.layoutName && (mcc != 0 || balance != nil)
    }
}

/// `value,category` of a file for scripts: a category, `new`, or `skip`.
struct RecordedMapping {
    enum Meaning: Equatable {
        case category(String)
        /// A category of one's own with this name.
        case new
        /// Without a category.
        case skipped
    }

    private var meanings: [String: Meaning] = [:]

    /// - Throws: `ReadFailure` for a file without rows, a usage error for a row without a category
    ///   of ours. The workspace is open.
    init(readFrom path: String, _ console: Console) throws {
        var table = try TableReader(path: path)
        var first = try table.next()
        // Spreadsheets of many countries write semicolons.
        if let line = first, line.fields.count == 1, line.fields[0].contains(";"), path != "-" {
            table = try TableReader(path: path, delimiter: UInt8(ascii: ";"))
            first = try table.next()
        }
        guard let header = first else {
            throw ReadFailure(.empty, at: SourcePlace(file: path))
        }
        let headings = header.fields.map { TextFolder().fold($0) }
        let value = headings.firstIndex(of: "value") ?? 0
        let category = headings.firstIndex(of: "category") ?? 1
        let names = console.categoryNames
        var row = headings.contains("value") ? try table.next() : header
        while let found = row {
            guard found.fields.count > max(value, category) || found.fields == [""] else {
                var message = HouseMessage.usage("error.usage.map-row")
                message.place = SourcePlace(file: path, line: found.line)
                throw message
            }
            if found.fields != [""], !found.fields[category].isEmpty {
                meanings[TextFolder().fold(found.fields[value])] = try Self.meaning(
                    of: found.fields[category], names, SourcePlace(file: path, line: found.line))
            }
            row = try table.next()
        }
    }

    private static func meaning(
        of typed: String, _ names: CategoryNames, _ place: SourcePlace
    ) throws -> Meaning {
        switch typed.lowercased() {
        case "new": return .new
        case "skip": return .skipped
        default:
            do throws(CategoryUnknown) {
                return .category(try names.key(of: typed))
            } catch {
                var message = HouseMessage.categoryUnknown(error)
                message.place = place
                throw message
            }
        }
    }

    func meaning(of value: RecordedValue) -> Meaning? {
        meanings[TextFolder().fold(value.text)]
    }
}
