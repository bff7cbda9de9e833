import Facts
import Planning
import Scanning

extension BudgetFaults: HouseError {
    package var message: HouseMessage {
        messages.first
            ?? HouseMessage(
                kind: "budget-not-yaml", words: ErrorWords("budgetFault.not-yaml"),
                exitCode: .damaged)
    }

    package var messages: [HouseMessage] { faults.map(\.message) }
}

extension BudgetFault {
    fileprivate var message: HouseMessage {
        var syntax: YAMLError.Problem?
        if case .syntax(let problem) = kind { syntax = problem }
        return .fileFault(
            at: SourcePlace(file: "budget.yaml", line: line, column: column),
            kind: "budget-\(name)",
            ErrorWords("budgetFault.\(name)"), meant: Phrase("budgetFault.meant"),
            ["found": .text(found)],
            near: near, syntax: syntax)
    }

    private var name: String {
        switch kind {
        case .syntax: "not-yaml"
        case .notAList: "not-a-list"
        case .notAMapping: "not-a-mapping"
        case .notAText: "not-a-text"
        case .unknownKey: "unknown-member"
        case .keyMissing: "key-missing"
        case .categoryUnknown: "no-such-category"
        case .categoryNotSpent: "not-spent"
        case .accountUnknown: "no-such-account"
        case .amountInvalid: "amount"
        case .amountNotPositive: "amount-zero"
        case .currencyInvalid: "currency"
        case .everyInvalid: "every"
        case .dayInvalid: "day"
        case .fromMissing: "from-missing"
        case .toBeforeFrom: "to-before-from"
        case .resetDayInvalid: "reset-day"
        case .resetDayAlone: "reset-day-alone"
        case .unusedInvalid: "unused"
        case .overInvalid: "over"
        case .coversItself: "covers-itself"
        case .coverWithoutBudget: "cover-without-budget"
        case .twice: "twice"
        case .answerInvalid: "not-an-answer"
        case .settingsTwice: "settings-twice"
        case .giftWithoutBudget: "gift-without-budget"
        }
    }
}
