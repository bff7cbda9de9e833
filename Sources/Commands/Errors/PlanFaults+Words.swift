import Facts
package import Planning
import Scanning

extension PlanFaults: HouseError {
    package var message: HouseMessage {
        messages.first
            ?? HouseMessage(
                kind: "plan-damaged", words: ErrorWords("planFault.not-yaml"), exitCode: .damaged)
    }

    package var messages: [HouseMessage] { faults.map(\.message) }

    /// Why a command cannot make its change, as a usage error.
    var refusal: HouseMessage {
        var message = message
        message.exitCode = .usage
        return message
    }
}

extension PlanFault: HouseError {
    package var message: HouseMessage {
        .fileFault(
            at: place, kind: "plan-\(kind.rawValue)",
            ErrorWords(
                "planFault.\(kind.rawValue)",
                [
                    "found": .text(found), "file": .text(place.file), "limit": .count(limit),
                    "word": .text(shellWord(found)),
                    "entry": .text(Self.entries[place.file] ?? "{…}"),
                ]), meant: Phrase("planFault.meant"), near: near, syntax: syntax)
    }

    /// How entries begin, by file.
    private static let entries = [
        "budget.yaml": "category: groceries", "recurring.yaml": "match: {payee: Netflix}",
        "holdings.yaml": "id: deposit", "insights.yaml": "dismissed: spending_spike",
    ]
}
