package import Facts
package import Scanning

/// Tests a rule that is not in a file yet against lines, with the same matcher as rules of files.
package struct RuleTrial: Sendable {
    private let matcher: RuleMatcher

    /// - Parameters:
    ///   - words: folded; whole words, in this order and next to each other.
    ///   - sign: +1 in, -1 out, 0 both.
    package init(words: String, sign: Int) {
        var rule = UserRule()
        rule.when.words = [words]
        rule.when.sign = sign
        matcher = RuleMatcher(rule, origin: "")
    }

    package func takes(_ fact: StatementFact, folder: TextFolder = TextFolder()) -> Bool {
        let folded = folder.fold(fact.description)
        var line = StatementLine()
        line.amount = fact.amount
        let others = [fact.memo, fact.counterpartyName].filter { !$0.isEmpty }.map {
            Array(folder.fold($0).utf8)
        }
        return matcher.isMatch(
            line, [UInt8]().span, folded: folded.utf8Span.span, others: others, account: "")
    }
}
