import Facts
import Scanning
import Testing

@testable import Categorizing

/// Runs with KOPIYKA_BENCH=1: `swift test -c release -Xswiftc -enable-testing --disable-xctest
/// --filter Speed`.
@Suite struct `Speed` {
    @Test(.enabled(if: environment("KOPIYKA_BENCH") != nil && `Labelled descriptors`.truth != nil))
    func `distinct descriptors a second on one core`() throws {
        let rows = table(try #require(`Labelled descriptors`.truth))
        var batch = LineBatch()
        var lines: [StatementLine] = []
        let folder = TextFolder()
        for copy in 0..<200 {
            for row in rows {
                let text = (row["descriptor"] ?? "") + " \(1000 + copy)"
                var line = CategorizerQuery(
                    text: text, mcc: UInt16(row["mcc"] ?? "") ?? 0,
                    sign: (row["amount"] ?? "").hasPrefix("-") ? -1 : 1
                ).line(in: &batch)
                line.folded = batch.add(folder.fold(text))
                lines.append(line)
            }
        }
        let clock = ContinuousClock()
        let opening = clock.measure { _ = Categorizer().suggest(CategorizerQuery(text: "x")) }
        let categorizer = Categorizer()
        var answered = 0
        let best =
            (0..<3).map { _ in
                clock.measure {
                    answered = 0
                    for line in lines {
                        let suggestion = categorizer.suggest(
                            line: line, arena: batch.arena.span, account: "")
                        if !suggestion.category.isEmpty { answered += 1 }
                    }
                }
            }.min() ?? .zero
        let seconds = Double(best.components.attoseconds) / 1e18 + Double(best.components.seconds)
        print(
            "opening \(opening), \(lines.count) lines, \(Int(Double(lines.count) / seconds)) a second"
        )
        #expect(answered > lines.count / 2)
    }
}
