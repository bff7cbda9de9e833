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
}

extension PlanFault: HouseError {
    package var message: HouseMessage {
        let values: [String: Template.Value] = [
            "found": .text(found), "file": .text(place.file), "limit": .count(limit),
        ]
        var syntax: YAMLError.Problem?
        if case .syntax(let problem) = kind { syntax = problem }
        return .fileFault(
            at: place, kind: "plan-\(name)",
            ErrorWords("planFault.\(name)"), meant: Phrase("planFault.meant"), values,
            near: near, syntax: syntax)
    }

    private var limit: Int { if case .notACount(let most) = kind { most } else { 0 } }

    private var name: String {
        switch kind {
        case .syntax: "not-yaml"
        case .notAList: "not-a-list"
        case .notAMapping: "not-a-mapping"
        case .notAText: "not-a-text"
        case .emptyValue: "empty-value"
        case .notAnAnswer: "not-an-answer"
        case .unknownKey: "unknown-key"
        case .keyMissing: "key-missing"
        case .nameTwice: "name-twice"
        case .notAChoice: "not-a-choice"
        case .currencyUnknown: "currency-unknown"
        case .notADay: "not-a-day"
        case .notAnAmount: "not-an-amount"
        case .notARate: "not-a-rate"
        case .notACount: "not-a-count"
        case .notDated: "not-dated"
        case .notInOrder: "not-in-order"
        case .accountUnknown: "account-unknown"
        case .amountTooLarge: "amount-too-large"
        case .moreThanThere: "more-than-there"
        case .calendarEnds: "calendar-ends"
        }
    }
}
