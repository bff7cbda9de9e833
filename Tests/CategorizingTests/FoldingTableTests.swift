import Facts
import Testing

@testable import Categorizing

/// `Tests/Tables/foldings.csv`, made by `Tests/Tables/foldings.py` from the tables by stated
/// transformations.
@Suite struct `Spellings of merchants` {
    /// What is left of one kind when the merchant is not found: cut names that several share, words
    /// that are a trade of their own.
    private static let missedPercentMax = 4

    @Test func `meet where they are one merchant, and only there`() throws {
        let rows = table(try #require(readText("Tests/Tables/foldings.csv")))
        let categorizer = Categorizer()
        var answers: [String: Suggestion] = [:]
        func suggestion(_ text: String) -> Suggestion {
            if let known = answers[text] { return known }
            let made = categorizer.suggest(CategorizerQuery(text: text, sign: -1))
            answers[text] = made
            return made
        }
        var counts: [String: (all: Int, wrong: [String])] = [:]
        for row in rows {
            let (a, b) = (suggestion(row["a"] ?? ""), suggestion(row["b"] ?? ""))
            let areOne = a.payee == b.payee && !a.payee.isEmpty
            let isKept =
                row["must"] == "meet"
                ? a.category == b.category && !a.category.isEmpty
                    && (areOne || a.payee.isEmpty || b.payee.isEmpty)
                : !areOne
            let kind = "\(row["must"] ?? ""): \(row["how"] ?? "")"
            counts[kind, default: (0, [])].all += 1
            if !isKept {
                counts[kind, default: (0, [])].wrong.append(
                    "\(row["a"] ?? "") / \(row["b"] ?? "")")
            }
        }
        let pairs = counts.reduce(into: (meet: 0, part: 0)) { sum, kind in
            if kind.key.hasPrefix("meet") { sum.meet += kind.value.all }
            if kind.key.hasPrefix("part") { sum.part += kind.value.all }
        }
        #expect(pairs.meet >= 2_000 && pairs.part >= 2_000)
        for (kind, count) in counts {
            #expect(
                count.wrong.count * 100 <= count.all * Self.missedPercentMax,
                "\(kind): \(count.wrong)")
        }
    }
}
