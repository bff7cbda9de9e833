import Facts
import Ledger
import Pending
import Importing
import Reports
import Scanning
import Workspaces

/// Findings of a check that need a person: sums that differ from the bank's, lines that seem to be
/// in the wrong account, and open questions.
struct CheckedSums {
    private let lines: Lines
    private let differing: [BalanceTally.Standing]
    private let vanished: [VanishedHold]
    private let advice: AccountAdvice
    /// Accounts that may be one, without a proof.
    private let perhapsOne: [SharedPayments.Pair]
    /// Accounts with broken balances and no other finding.
    private let broken: [CoverageTally.Coverage]
    /// Accounts without missing statements.
    private let complete: Set<String>

    var entries: Int { lines.entries }
    var queued: Int { lines.queued }
    /// Queue lines that may exist already.
    var undecided: Int { lines.undecided }

    init(_ access: WorkspaceAccess) throws {
        let (book, workspace) = (access.book, access.workspace)
        let dismissed = try workspace.dismissedLines()
        lines = try Lines(workspace, book, dismissed)
        // While lines wait on its days, a difference is not a finding.
        differing = try lines.tally.standings().filter {
            !$0.isOpen && !($0.difference?.isZero ?? true)
        }
        vanished = try workspace.vanishedHolds()
        var coverage = CoverageTally()
        try coverage.addLines(
            of: workspace, dismissed: dismissed, vanished: vanished,
            proof: try StatementProof(of: workspace)
        ) { book.currency(of: $0) }
        let coverages = coverage.coverages()
        let advice = AccountAdvice(coverage, coverages)
        self.advice = advice
        let settings = access.settings
        perhapsOne = lines.shared.pairs().filter { pair in
            let names = [pair.account, pair.other]
            // Settings with both accounts answer the question.
            return !names.contains(where: advice.accounts.contains)
                && names.contains { settings.account(meantBy: $0) == nil }
        }
        complete = Set(coverages.filter(\.isComplete).map(\.account))
        let told = Set(differing.map(\.account)).union(advice.accounts)
        // Lines in question may be the missing or surplus ones.
        broken = coverages.filter {
            !$0.breaks.isEmpty && $0.doubtful == 0 && !told.contains($0.account)
        }
    }

    /// Counts made line by line.
    private struct Lines {
        var entries = 0
        var queued = 0
        var undecided = 0
        var ownTransfers: [LineKey] = []
        var contradicted: [ContradictedCurrency] = []
        /// For accounts without a currency in the settings, the currencies of their lines.
        private var currencies: [String: Set<Currency>] = [:]
        var tally: BalanceTally
        var shared = SharedPayments()

        init(_ workspace: Workspace, _ book: AccountBook, _ dismissed: [DismissedLine]) throws {
            tally = BalanceTally(
                given: try workspace.settings().openings,
                closings: try workspace.ledger.seenFiles().closings(upTo: .latest))
            tally.add(dismissed) { book.currency(of: $0) }
            try LedgerRows(workspace.ledger) { book.currency(of: $0) }.forEach { entry, row in
                entries += 1
                // Entries by hand always have a currency.
                if entry.batch != 0 {
                    compareCurrency(entry.fact, book)
                    shared.add(entry.fact.inCurrency(book.currency(of: entry.fact.account)))
                }
                tally.add(entry, row)
                let isWithin = entry.annotation.transferTo == entry.fact.account
                if isWithin { ownTransfers.append(entry.key) }
            }
            try workspace.forEachQueueLine { line in
                queued += 1
                if line.state != .new { undecided += 1 }
                compareCurrency(line.fact, book)
                let fact = line.fact.inCurrency(book.currency(of: line.fact.account))
                if line.state == .new { shared.add(fact) }
                tally.add(
                    waiting: line.key, fact)
                return true
            }
        }

        /// Accounts with lines of one currency and lines without any.
        var shown: [(account: String, currency: Currency)] {
            currencies.compactMap { account, currencies in
                let told = currencies.subtracting([.unknown])
                guard told.count == 1, told != currencies else { return nil }
                return told.first.map { (account, $0) }
            }.sorted { $0.account < $1.account }
        }

        private mutating func compareCurrency(_ fact: StatementFact, _ book: AccountBook) {
            if !book.currency(of: fact.account).isKnown {
                currencies[fact.account, default: []].insert(fact.amount.currency)
            }
            contradicted.record(
                fact.amount.currency, against: book.currency(of: fact.account), of: fact.account)
        }
    }

    /// The final message for an intact workspace with findings; nil when there are none.
    var lastLine: Message? {
        if !differing.isEmpty || !broken.isEmpty || !advice.several.isEmpty {
            return .checkPassedButBalances
        }
        if !advice.meetings.isEmpty { return .checkPassedButDivided }
        if !lines.contradicted.isEmpty { return .checkPassedButCurrency }
        if !lines.shown.isEmpty { return .checkPassedButUnnamedCurrency }
        if !lines.ownTransfers.isEmpty { return .checkPassedButTransfers }
        if !vanished.isEmpty { return .checkPassedButHolds }
        if !perhapsOne.isEmpty { return .checkPassedButPerhapsOne }
        return undecided > 0 ? .checkPassedButUndecided : nil
    }

    /// A command can resolve it. Balances that break without explaining lines need a missing
    /// statement, so nothing can be decided here; lines of the queue are asked about in the review.
    var needsPerson: Bool {
        hasDecidable || !advice.accounts.isEmpty || vanished.contains(where: \.isApproved)
            || !lines.ownTransfers.isEmpty || !lines.contradicted.isEmpty
    }

    /// Lines explain a difference, other than dismissed ones, which are decided.
    private var hasDecidable: Bool { differing.contains { $0.explainedBy != $0.dismissed } }

    func report(_ settings: Settings, _ console: Console) {
        for standing in differing { report(standing, settings, console) }
        for coverage in broken { report(coverage, settings, console) }
        console.report(advice, settings)
        for pair in perhapsOne {
            console.report(.accountsPerhapsOne(pair.account, pair.other, settings))
        }
        for account in lines.contradicted {
            console.report(.currencyContradicted(account))
        }
        for line in lines.shown {
            console.report(.currencyUntold(line.account, shown: line.currency))
        }
        console.narrate(vanished)
        if !lines.ownTransfers.isEmpty {
            console.narrate(
                .transfersWithinAccount,
                [
                    "count": .count(lines.ownTransfers.count), "keys": .keys(lines.ownTransfers),
                ], .doubtful)
        }
    }

    /// Reports sums that differ from the bank's in an intact workspace.
    private func report(
        _ standing: BalanceTally.Standing, _ settings: Settings, _ console: Console
    ) {
        guard let amount = standing.difference, let day = standing.printedOn else { return }
        let isOfStatements = !complete.contains(standing.account)
        let message: Message =
            if standing.isOpeningWrong {
                .balanceDiffersByOpening
            } else if !standing.explainedBy.isEmpty {
                .balanceDiffers
            } else {
                isOfStatements ? .balanceDiffersUnexplained : .balanceDiffersByEntries
            }
        console.narrate(
            message,
            [
                "account": .text(settings.shownName(of: standing.account)),
                "amount": .amount(amount), "currency": .text(standing.currency.code),
                "day": .day(day),
            ], .doubtful)
    }

    /// Reports the first break of the account's balances.
    private func report(
        _ coverage: CoverageTally.Coverage, _ settings: Settings, _ console: Console
    ) {
        guard let first = coverage.breaks.first else { return }
        let words = first.words(of: settings.shownName(of: coverage.account))
        console.narrate(words.message, words.values, .doubtful)
    }

    var json: JSONValue {
        [
            "checked": .bool(true), "entries": .count(entries), "queued": .count(queued),
            "undecided": .count(undecided), "differences": .count(differing.count + broken.count),
            "merged_accounts": .count(advice.several.count),
            "divided_accounts": .count(advice.meetings.count),
            "perhaps_one_account": .count(perhapsOne.count),
            "contradicted_currencies": .count(lines.contradicted.count),
            "currencies_shown": .count(lines.shown.count),
            "holds_vanished": .keys(vanished.map(\.key)),
            "transfers_within_account": .count(lines.ownTransfers.count),
        ]
    }
}

extension CoverageTally.Break {
    /// The text of a finding.
    func words(of account: String) -> (message: Message, values: [String: Template.Value]) {
        (
            difference == nil ? .coverageBreak : .coverageBreakBy,
            [
                "account": .text(account), "after": .day(after), "on": .day(on),
                "difference": difference.map { .amount($0) } ?? "",
            ]
        )
    }
}
