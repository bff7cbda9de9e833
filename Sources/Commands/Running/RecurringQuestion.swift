import Categorizing
import Facts
import Importing
import Ledger
import Planning
import Reading
import Reports
import Scanning
import Workspaces

/// The streams of a ledger as of a day, with what `recurring.yaml` says.
struct RecurringQuestion {
    let ledger: LedgerQuestion
    let today: CalendarDate
    let words: RecurringWords
    /// `recurring.yaml` as it was read.
    let wordBytes: [UInt8]
    let streams: [RecurringStream]
    /// Lines of entries of `recurring.yaml` that match no payment.
    let unusedLines: [Int]

    init(
        _ invocation: Invocation, _ console: Console, for use: Workspace.Access = .reading
    ) throws {
        try self.init(
            try LedgerQuestion(invocation, console, for: use),
            asOf: invocation.asOf ?? Clock.localDay)
    }

    init(_ ledger: LedgerQuestion, asOf today: CalendarDate) throws {
        self.ledger = ledger
        self.today = today
        wordBytes = try ledger.workspace.contents(of: .recurring)
        let words = try RecurringWords(wordBytes)
        self.words = words
        let found = try Self.found(ledger, words, asOf: today)
        // Payments of one account may go on from another one.
        let accounts = Set(ledger.filter.accounts)
        streams = found.streams.filter { accounts.isEmpty || accounts.contains($0.account) }
        unusedLines = accounts.isEmpty ? found.unused.map { words.line(of: $0) } : []
    }

    /// All streams, as they were found last, if nothing has changed since.
    private static func found(
        _ ledger: LedgerQuestion, _ words: RecurringWords, asOf today: CalendarDate
    ) throws -> FoundStreams {
        let workspace = ledger.workspace
        guard let question = try ledger.questionOfStreams(asOf: today) else {
            return try payments(ledger, words, asOf: today).found(asOf: today)
        }
        if let bytes = workspace.keptAnswer(to: question), let found = FoundStreams(bytes) {
            return found
        }
        let found = try payments(ledger, words, asOf: today).found(asOf: today)
        workspace.keep(found.bytes, to: question)
        return found
    }

    /// For lines that wait.
    static func expected(
        _ ledger: LedgerQuestion, asOf today: CalendarDate
    ) throws -> ExpectedPayments {
        let words = try RecurringWords(ledger.workspace.contents(of: .recurring))
        let payments = try payments(ledger, words, asOf: today)
        return ExpectedPayments(payments.found(asOf: today).streams, of: payments)
    }

    /// Payments of a ledger with its rows, but later ones, of all its visible accounts.
    private static func payments(
        _ ledger: LedgerQuestion, _ words: RecurringWords, asOf today: CalendarDate
    ) throws -> RecurringPayments {
        var payments = payments(ledger, words)
        let everywhere = ledger.upTo(today).changed { $0.accounts = [] }
        try everywhere.rows.forEachPayment(payments.texts) { payments.add($0) }
        return payments
    }

    /// Payments of a ledger without its rows.
    static func payments(
        _ ledger: LedgerQuestion, _ words: RecurringWords = RecurringWords()
    ) -> RecurringPayments {
        let steady = SteadyText()
        return RecurringPayments(tree: ledger.categories.tree, words: words) {
            steady.of($0) {
                MonthNames.isMonth(inFolded: $0, $1) || RomanNumber.isMonth(inFolded: $0, $1)
            }
        }
    }

    /// The stream of this id, or of this name, or whose name begins so.
    ///
    /// - Throws: a usage error if there is none, or more than one.
    func stream(meantBy typed: String) throws -> RecurringStream {
        if let found = streams.first(where: { $0.id == typed }) { return found }
        let folder = TextFolder()
        let wanted = folder.fold(typed)
        func those(_ isMeant: (String) -> Bool) -> [RecurringStream] {
            streams.filter { isMeant(folder.fold($0.name)) || isMeant(folder.fold($0.party)) }
        }
        var found = those { $0 == wanted }
        if found.isEmpty { found = those { $0.hasPrefix(wanted) } }
        if found.isEmpty {
            let near = nearest(to: wanted, among: streams.map { folder.fold($0.name) })
            throw HouseMessage.usage(
                "error.usage.no-stream", ["typed": .text(typed)],
                fix: near.isEmpty
                    ? nil : Phrase("planFault.meant", ["near": .list(near.map { .text($0) })]))
        }
        guard found.count == 1 else {
            throw HouseMessage.usage(
                "error.usage.several-streams",
                [
                    "typed": .text(typed),
                    "ids": .list(found.map { .text("\($0.id) (\($0.amount.text))") }),
                ])
        }
        return found[0]
    }
}

extension LedgerQuestion {
    /// All that decides which streams there are besides the ledger: the program, settings,
    /// categories, words about streams, the day and the accounts. Nil for a part of the lines.
    fileprivate func questionOfStreams(asOf today: CalendarDate) throws -> String? {
        let everywhere = upTo(today).changed {
            ($0.accounts, $0.excludedAccounts) = ([], [])
            if $0.to == today { $0.to = nil }
        }
        guard everywhere.filter.isEmpty else { return nil }
        var parts = [Program.stamp, String(today.daysSince1970)]
        parts += filter.excludedAccounts.sorted()
        for path in [
            workspace.paths.settings, workspace.paths.path(of: .categories),
            workspace.paths.path(of: .recurring),
        ] {
            parts.append(FileDigest(ofFile: path)?.text ?? "")
        }
        return parts.joined(separator: "\n")
    }
}

extension RecurringStream {
    /// Income that rose is no dearer.
    var stateWord: Phrase {
        state == .raised && !amount.isNegative
            ? Phrase("recurringState.higher") : Phrase("recurringState.\(state.rawValue)")
    }
    var everyWord: Phrase { cadence.word }
}

extension Cadence {
    var word: Phrase {
        switch self {
        case .week: Phrase("every.week")
        case .twoWeeks: Phrase("every.twoWeeks")
        case .threeWeeks: Phrase("every.threeWeeks")
        case .fourWeeks: Phrase("every.fourWeeks")
        case .thirtyDays: Phrase("every.thirtyDays")
        case .month: Phrase("every.month")
        case .twoMonths: Phrase("every.twoMonths")
        case .quarter: Phrase("every.quarter")
        case .fourMonths: Phrase("every.fourMonths")
        case .halfYear: Phrase("every.halfYear")
        case .year: Phrase("every.year")
        }
    }
}
