import Facts
import Pending
import Testing

@testable import Reviewing

@Suite struct `An edited table of the queue` {
    private static let parts = [
        Decision.Split(category: "groceries", amount: Money(minorUnits: -60, currency: .uah)),
        Decision.Split(category: "pets", amount: Money(minorUnits: -40, currency: .uah)),
    ]

    private func decided(_ decision: Decision) -> QueueLine {
        var line = waiting(1, "LANKA ONE")
        line.decision = decision
        return line
    }

    /// The table of one line after an edit.
    private func choice(
        _ line: QueueLine, _ edit: (String) -> String
    ) throws -> Decision? {
        let sheet = ReviewSheet(ReviewState(lines: [line]))
        return try sheet.decisions(in: edit(sheet.text(intro: ""))).first?.decision
    }

    private func withoutAdditions(_ text: String) -> String {
        text.split(separator: "|").prefix(2).joined(separator: "|")
    }

    @Test func `is empty where nothing was changed`() throws {
        for decision in [
            Decision(note: "party", tags: ["a"], splits: Self.parts),
            Decision(category: "gifts", payee: "Lanka", transferTo: "Savings"),
        ] {
            #expect(try choice(decided(decision)) { $0 } == nil)
        }
    }

    @Test func `empties what was deleted from it`() throws {
        let all = Decision(
            payee: "Lanka", note: "party", tags: ["a", "b"], splits: Self.parts,
            transferTo: "Savings")
        let said = try #require(
            try choice(decided(all)) {
                withoutAdditions($0).replacing("wait", with: "ok").replacing(
                    "groceries ", with: "gifts ")
            })
        #expect(said.category == "gifts")
        #expect(said.payee == "" && said.note == "" && said.transferTo == "")
        #expect(said.tags == [] && said.splits == [])
    }

    @Test func `shows the parts of a rule, and drops them where they were deleted`() throws {
        var line = waiting(1, "FITNESS FOUR", category: "groceries")
        line.suggestion.splits = Self.parts
        let text = ReviewSheet(ReviewState(lines: [line])).text(intro: "")
        #expect(text.contains("split: groceries 0.60; pets 0.40"))
        #expect(try choice(line) { $0.replacing("wait", with: "ok") }?.splits == nil)
        #expect(
            try choice(line) { withoutAdditions($0).replacing("wait", with: "ok") }?.splits == [])
    }

    @Test func `keeps the parts that stay beside another category`() throws {
        let said = try choice(decided(Decision(splits: Self.parts))) {
            $0.replacing("1  groceries", with: "1  gifts")
        }
        #expect(said?.category == "gifts" && said?.splits == Self.parts)
    }
}
