import Facts
import Pending
import Testing

@testable import Reviewing

@Suite struct `A suggested pair` {
    private func side(
        _ number: Int, of other: Int, _ account: String, _ otherAccount: String, _ units: Int64
    ) -> QueueLine {
        var line = waiting(
            number, "Переказ", units, category: "transfers.own", permille: 950, account: account,
            evidence: [
                Evidence(
                    source: .transfer, subject: waiting(other, "").key.text,
                    category: "transfers.own", how: "amount minutes 2")
            ])
        line.suggestion.transferTo = otherAccount
        return line
    }

    @Test func `takes another account for one side only`() {
        var state = ReviewState(lines: [
            side(1, of: 2, "Card", "Savings", -5_000), side(2, of: 1, "Savings", "Card", 5_000),
        ])
        #expect(state.groups.count == 1)
        #expect(state.perform(.transfer(.account("Box"))) == nil)
        #expect(state.notice == .oneRowOnly)
    }
}
