import Categorizing
import Facts
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
    private let payments: RecurringPayments
    /// Lines of entries of `recurring.yaml` that match no payment.
    let unusedLines: [Int]

    init(
        _ invocation: Invocation, _ console: Console, for use: Workspace.Access = .reading
    ) throws {
        try self.init(
            try LedgerQuestion(invocation, console, for: use),
            asOf: invocation.asOf ?? Clock.localDay)
    }

    /// - Parameter each: is given the payments too, so that they are read once.
    init(
        _ ledger: LedgerQuestion, asOf today: CalendarDate,
        alongside each: (PaymentRow) throws -> Void = { _ in }
    ) throws {
        self.ledger = ledger
        self.today = today
        wordBytes = try ledger.workspace.contents(of: .recurring)
        let words = try RecurringWords(wordBytes)
        self.words = words
        var payments = Self.payments(ledger, words)
        // Later lines do not exist. Payments of one account may go on from another one.
        let accounts = Set(ledger.filter.accounts)
        let everywhere = ledger.upTo(today).changed { $0.accounts = [] }
        try everywhere.rows.forEachPayment(payments.texts) { row in
            payments.add(row)
            let isAsked =
                accounts.isEmpty || accounts.contains(payments.texts[row.accountNumber])
            if isAsked { try each(row) }
        }
        self.payments = payments
        let found = payments.found(asOf: today)
        streams = found.streams.filter { accounts.isEmpty || accounts.contains($0.account) }
        unusedLines = accounts.isEmpty ? found.unused.map { words.line(of: $0) } : []
    }

    /// For lines that wait.
    var expected: ExpectedPayments { ExpectedPayments(streams, of: payments) }

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
