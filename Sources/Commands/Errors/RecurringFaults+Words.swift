import Facts
import Planning
import Scanning
import Workspaces

extension RecurringFaults: HouseError {
    package var message: HouseMessage {
        messages.first
            ?? HouseMessage(
                kind: "recurring-damaged", words: ErrorWords("recurringFault.not-yaml"),
                exitCode: .damaged)
    }

    package var messages: [HouseMessage] { faults.map(\.message) }

    /// Why a command cannot make its change, as a usage error.
    var refusal: HouseMessage {
        var message = message
        message.exitCode = .usage
        return message
    }
}

extension RecurringFault {
    fileprivate var message: HouseMessage {
        var syntax: YAMLError.Problem?
        if case .syntax(let problem) = kind { syntax = problem }
        return .fileFault(
            at: SourcePlace(file: HouseholdFile.recurring.name, line: line, column: column),
            kind: "recurring-\(name)",
            ErrorWords("recurringFault.\(name)"), meant: Phrase("recurringFault.meant"),
            ["found": .text(found)],
            near: near, syntax: syntax)
    }

    private var name: String {
        switch kind {
        case .syntax: "not-yaml"
        case .notAList: "not-a-list"
        case .notAMapping: "not-a-mapping"
        case .notAText: "not-a-text"
        case .emptyValue: "empty-value"
        case .unknownKey: "unknown-member"
        case .matchMissing: "match-missing"
        case .payeeMissing: "payee-missing"
        case .stateUnknown: "state-unknown"
        case .cadenceUnknown: "cadence-unknown"
        case .amountInvalid: "amount-invalid"
        case .daysInvalid: "days-invalid"
        }
    }
}
