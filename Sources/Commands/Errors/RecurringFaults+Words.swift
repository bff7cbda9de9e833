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
        var words = ErrorWords("recurringFault.\(name)")
        words.what = words.what.with(["found": .text(found)])
        if case .syntax(let problem) = kind { words.why = Phrase(same: problem.found) }
        if !near.isEmpty {
            words.fix = Phrase(
                "recurringFault.meant", ["near": .list(near.map { .text($0) })])
        }
        return HouseMessage(
            place: SourcePlace(file: HouseholdFile.recurring.name, line: line, column: column),
            kind: "recurring-\(name)", words: words, exitCode: .damaged)
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
