import Facts
package import Reports

extension ReportFailure: HouseError {
    package var message: HouseMessage {
        switch self {
        case .sumTooLarge(let account, let currency):
            HouseMessage(
                "error.sum-too-large",
                ["currency": .text(currency.code), "account": .text(account)],
                fix: account.isEmpty ? .empty : nil, exitCode: .damaged)
        case .splitsDoNotSum(let key):
            HouseMessage("error.splits-do-not-sum", ["key": .text(key.text)], exitCode: .damaged)
        }
    }
}
