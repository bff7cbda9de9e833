import Facts
import Scanning
import Testing

@testable import Pending

@Suite struct `A suggestion written in pieces` {
    private let pieces: [Evidence] = [
        Evidence(source: .memory, subject: "ефір", category: "eating_out.coffee", how: "often 7/7"),
        Evidence(source: .words, subject: "0", category: "transport", how: "3/4"),
        Evidence(source: .brand, subject: "Каф\"е", category: "eating_out", origin: "brands.csv"),
        Evidence(source: .mcc, subject: "5814", category: "eating_out", isWeak: true),
        Evidence(source: .sign, subject: "out"),
    ]

    private func evidence(_ random: inout some RandomNumberGenerator) -> [Evidence] {
        (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
            pieces.randomElement(using: &random)
        }
    }

    @Test func `is the one that is written whole`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let categories = ["", "eating_out", "eating_out.coffee", "transport"]
            let own = Suggestion(
                category: categories.randomElement(using: &random) ?? "",
                permille: Int.random(in: 0...1_000, using: &random),
                evidence: evidence(&random), payee: Bool.random() ? "Пекарня" : "",
                tags: Bool.random() ? ["дім"] : [], isDismissal: Bool.random())
            let (before, behind) = (evidence(&random), evidence(&random))
            var whole = own
            whole.category = Bool.random() ? own.category : "transport"
            whole.permille = Int.random(in: 0...1_000, using: &random)
            whole.evidence = before + own.evidence + behind
            if whole == .none { continue }

            var made = ByteWriter()
            SuggestionJSON.append(
                own, as: whole.category, permille: whole.permille, before: before, behind: behind,
                to: &made)
            #expect(made.bytes == SuggestionJSON.bytes(of: whole))
        }
    }
}
