package import Facts
package import Scanning

/// Tests a rule that is not in a file yet against lines, with the same matcher as rules of files.
package struct RuleTrial: Sendable {
    private let matcher: RuleMatcher
    private let readsCounterparty: Bool

    /// - Parameters:
    ///   - words: folded; whole words, in this order and next to each other.
    ///   - exact: folded; whole descriptions.
    ///   - amount: whose size lines have, and its currency; nil for any.
    ///   - sign: +1 in, -1 out, 0 both.
    package init(
        words: [String] = [], exact: [String] = [], iban: String = "", taxID: String = "",
        amount: Money? = nil, sign: Int
    ) {
        var rule = UserRule()
        rule.when.words = words
        rule.when.exact = exact
        rule.when.counterparty.iban = iban
        rule.when.counterparty.taxID = taxID
        rule.when.sign = sign
        if let amount {
            let size = UserRule.Decimal(
                units: Int64(clamping: amount.units.magnitude), scale: Int(amount.scale))
            rule.when.amount = UserRule.AmountRange(min: size, max: size)
            rule.when.currency = amount.currency
        }
        readsCounterparty = !rule.when.counterparty.isEmpty
        matcher = RuleMatcher(rule, origin: "")
    }

    package func takes(_ fact: StatementFact, folder: TextFolder = TextFolder()) -> Bool {
        let folded = folder.fold(fact.description)
        let others = [fact.memo, fact.counterpartyName].filter { !$0.isEmpty }.map {
            Array(folder.fold($0).utf8)
        }
        var batch = LineBatch()
        var line = StatementLine()
        line.amount = fact.amount
        if readsCounterparty { line = StatementLine(of: fact, in: &batch) }
        return matcher.isMatch(
            line, batch.arena.span, folded: folded.utf8Span.span, others: others, account: "")
    }
}
