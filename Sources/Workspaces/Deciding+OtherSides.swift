package import Facts
package import Ledger
internal import Pending

/// Entries that the program writes as the other sides of approved lines: the cash of a withdrawal,
/// and transfers to an account of which a rule says that no statement shows them.
extension Deciding {
    /// An entry to be written beside an approved line.
    struct OtherSide {
        /// The line, approved by this command.
        let key: LineKey
        let written: WrittenEntry
    }

    /// Plans the other side of a line that gets this annotation, and names its account in it. A
    /// line with another side keeps that.
    ///
    /// - Parameter suggestion: the line's own; empty for an entry.
    func planOtherSide(
        of key: LineKey, _ fact: StatementFact, _ said: inout Annotation, _ suggestion: Suggestion
    ) throws(WorkspaceFailure) {
        let isByRule = suggestion.writesOtherSide && said.transferTo == suggestion.transferTo
        guard isByRule ? workspace.isTransfer(said.category) : said.category == Self.cash,
            said.splits.isEmpty, suggestion.otherSide == nil, linked[key] == nil
        else { return }
        for pair in try keeping(transaction.decidedPairs(of: key)) where pair.isPair { return }
        let accounts = try otherSideAccounts()
        let fact = fact.inCurrency(accounts.book.currency(of: fact.account))
        let side =
            isByRule
            ? accounts.side(of: fact, in: said.transferTo)
            : said.transferTo.isEmpty ? try cash(of: fact, accounts) : nil
        guard let side else { return }
        said.transferTo = side.account
        otherSides.append(
            OtherSide(
                key: key,
                written: WrittenEntry(
                    fact: side, suggestion: Suggestion(category: said.category),
                    decision: Decision(transferTo: fact.account))))
    }

    /// Writes the planned entries, each linked with its line.
    func writeOtherSides() throws(WorkspaceFailure) {
        for side in otherSides.sorted(by: { $0.key < $1.key }) {
            let key = try add(side.written, layout: LineSource.otherSide)
            planPair(side.key, key, isPair: true)
        }
    }

    /// Whether a decision about a line with a written other side says that the money went
    /// elsewhere.
    func leavesOtherSide(
        _ key: LineKey, _ decision: Decision
    ) throws(WorkspaceFailure) -> Bool {
        guard let category = decision.category, !Self.betweenOwn.contains(category) else {
            return false
        }
        for pair in try keeping(transaction.decidedPairs(of: key)) where pair.isPair {
            if try entry(pair.other)?.isOtherSide == true { return true }
        }
        return false
    }

    /// Removes written other sides that are no longer paired: of a rejected pair, a line that left
    /// the ledger, or one with another partner.
    func removeLeftSides(
        _ pairs: [(key: LineKey, other: LineKey)]
    ) throws(WorkspaceFailure) {
        for pair in pairs {
            for key in [pair.key, pair.other] {
                guard let entry = try entry(key), entry.isOtherSide else { continue }
                try keeping(transaction.remove(entry, leaving: nil))
                report.removed.append(key)
            }
        }
    }

    private func cash(
        of fact: StatementFact, _ accounts: OtherSideAccounts
    ) throws(WorkspaceFailure) -> StatementFact? {
        try accounts.cash(of: fact) { account throws(WorkspaceFailure) in
            try keeping(workspace.ledger.hasEntries(ofAccount: account))
        }
    }

    private func otherSideAccounts() throws(WorkspaceFailure) -> OtherSideAccounts {
        if let known = knownOtherSideAccounts { return known }
        let accounts = OtherSideAccounts(try workspace.settings())
        knownOtherSideAccounts = accounts
        return accounts
    }

    fileprivate static let cash = "transfers.cash"
    /// Transfers to people are not among them: that money left.
    private static let betweenOwn: Set = [
        cash, "transfers.own", "transfers.savings", "transfers.fx",
    ]
}

extension Settings {
    /// Whether approving the line so writes its cash into another account.
    package func keepsCash(of said: Annotation, _ fact: StatementFact) -> Bool {
        guard said.category == Deciding.cash, said.splits.isEmpty, kind(of: fact.account) != .cash
        else { return false }
        return switch withdrawals {
        case .no: false
        case .toCash: true
        case .to(let names): names[OtherSideAccounts.originalCurrency(of: fact)] != nil
        }
    }
}

/// Where the other sides of lines are written.
struct OtherSideAccounts {
    let book: AccountBook
    private let settings: Settings

    init(_ settings: Settings) {
        book = AccountBook(settings)
        self.settings = settings
    }

    /// The cash that a withdrawal brought, or a deposit of cash took, if the settings keep cash.
    ///
    /// - Parameter hasEntries: of an account.
    func cash(
        of fact: StatementFact, hasEntries: (String) throws(WorkspaceFailure) -> Bool
    ) throws(WorkspaceFailure) -> StatementFact? {
        guard fact.amount.currency.isKnown, settings.kind(of: fact.account) != .cash else {
            return nil
        }
        let currency = Self.originalCurrency(of: fact)
        switch settings.withdrawals {
        case .no: return nil
        case .toCash:
            let cash = try book.cash(in: currency, hasEntries: hasEntries)
            return side(of: fact, in: cash, currency)
        case .to(let names):
            guard let name = names[currency] else { return nil }
            return side(of: fact, in: account(name), currency)
        }
    }

    /// The other side in an account that a rule names; nil where its amount is unknown: the account
    /// has a currency that the line does not name.
    func side(of fact: StatementFact, in name: String) -> StatementFact? {
        let account = account(name)
        let own = book.currency(of: account)
        let isCash = settings.kind(of: account) == .cash
        return side(
            of: fact, in: account,
            own.isKnown ? own : isCash ? Self.originalCurrency(of: fact) : fact.amount.currency)
    }

    private func side(
        of fact: StatementFact, in account: String, _ currency: Currency
    ) -> StatementFact? {
        guard account != fact.account, let amount = Self.amount(of: fact, in: currency) else {
            return nil
        }
        var side = StatementFact(
            account: account, made: CivilMoment(day: fact.made.day), amount: amount)
        side.description = fact.description
        return side
    }

    /// The original amount came out of the machine; the rest of the line's amount is its fee.
    static func amount(of fact: StatementFact, in currency: Currency) -> Money? {
        let original = fact.originalAmount.flatMap { $0.isZero ? nil : $0.magnitude }
        var moved = fact.amount.magnitude
        if let original, original.currency == currency {
            if currency != moved.currency || original.isLess(than: moved) { moved = original }
        } else if currency != moved.currency {
            return nil
        }
        guard !moved.isZero, currency.isKnown else { return nil }
        return fact.amount.isNegative ? moved : moved.negated
    }

    fileprivate static func originalCurrency(of fact: StatementFact) -> Currency {
        guard let original = fact.originalAmount, !original.isZero, original.currency.isKnown else {
            return fact.amount.currency
        }
        return original.currency
    }

    private func account(_ name: String) -> String {
        book.account(for: AccountClaim(), option: name)
    }
}

extension LedgerEntry {
    /// Written by the program beside a line, with which it leaves.
    var isOtherSide: Bool {
        isByHand && sources.contains { $0.layout == LineSource.otherSide }
    }
}

extension Money {
    fileprivate var magnitude: Money { isNegative ? negated : self }

    fileprivate func isLess(than other: Money) -> Bool {
        (try? adding(other.negated))?.isNegative ?? false
    }
}
