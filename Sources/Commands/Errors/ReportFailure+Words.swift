import Facts
package import Reports

extension ReportFailure: HouseError {
    package var exitCode: ExitCode { .damaged }

    package func message(in language: Language) -> HouseMessage {
        switch self {
        case .sumTooLarge(let account, let currency):
            let what = Phrase("reportFailure.sumTooLarge")
            let why = Phrase("reportFailure.sumsKeptExactly")
            let fix = Phrase("reportFailure.kopiykaListAccount")
            return HouseMessage(
                kind: "sum-too-large",
                what: what.filled(language, ["currency": .text(currency.code)]),
                why: why[language],
                fix: account.isEmpty ? "" : fix.filled(language, ["account": .text(account)]))
        case .splitsDoNotSum(let key):
            let what = Phrase("reportFailure.partsLineDo")
            let why = Phrase("reportFailure.partsLineCurrency")
            let fix = Phrase("reportFailure.kopiykaCheck")
            return HouseMessage(
                kind: "splits-do-not-sum", what: what.filled(language, ["key": .text(key.text)]),
                why: why[language], fix: fix[language])
        }
    }
}
