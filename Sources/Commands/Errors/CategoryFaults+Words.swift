import Categorizing
import Facts
import Scanning

extension CategoryFaults: HouseError {
    package var message: HouseMessage {
        messages.first
            ?? HouseMessage(
                kind: "categories-damaged", words: ErrorWords("categoryFault.not-yaml"),
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

extension CategoryFault {
    fileprivate var message: HouseMessage {
        var syntax: YAMLError.Problem?
        if case .syntax(let problem) = kind { syntax = problem }
        return .fileFault(
            at: SourcePlace(file: "categories.yaml", line: line, column: column),
            kind: "categories-\(name)",
            ErrorWords("categoryFault.\(name)", ["found": .text(found)]),
            meant: Phrase("categoryFault.meant"), near: near, syntax: syntax)
    }

    private var name: String {
        switch kind {
        case .syntax: "not-yaml"
        case .notAList: "not-a-list"
        case .notAMapping: "not-a-mapping"
        case .notAText: "not-a-text"
        case .emptyValue: "empty-value"
        case .notAnAnswer: "not-an-answer"
        case .unknownKey: "unknown-member"
        case .keyMissing: "key-missing"
        case .keyTwice: "key-twice"
        case .keyInvalid: "key-invalid"
        case .kindUnknown: "kind-unknown"
        case .colorInvalid: "color-invalid"
        case .nameMissing: "name-missing"
        case .nameTwice: "name-twice"
        case .noSuchCategory: "no-such-category"
        case .tooDeep: "too-deep"
        case .kindOfGroup: "kind-of-group"
        case .mergedIntoItself: "merged-into-itself"
        }
    }
}
