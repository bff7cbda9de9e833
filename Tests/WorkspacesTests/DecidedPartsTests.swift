import Facts
import Ledger
import Testing

@testable import Workspaces

@Suite struct `The parts of a divided line` {
    private let parts = [
        Decision.Split(category: "groceries", amount: Money(minorUnits: -60, currency: .uah)),
        Decision.Split(category: "pets", amount: Money(minorUnits: -40, currency: .uah)),
    ]

    @Test func `end with another category, unless stated with it`() {
        let divided = Decision(category: "groceries", splits: parts)
        #expect(divided.merged(with: Decision(category: "gifts")).splits == [])
        #expect(divided.merged(with: Decision(note: "party")).splits == parts)
        #expect(divided.merged(with: Decision(category: "gifts", splits: parts)).splits == parts)
        #expect(Decision().merged(with: Decision(category: "gifts")).splits == nil)

        let entry = Annotation(of: Suggestion(category: "groceries"), divided)
        #expect(entry.changed(by: Decision(category: "travel")).splits == [])
        #expect(entry.changed(by: Decision(payee: "Lanka")).splits == parts)
        #expect(entry.changed(by: Decision(category: "travel", splits: parts)).splits == parts)
    }
}
