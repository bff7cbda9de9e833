import Facts
package import Reports

extension ReportFailure: HouseError {
    package var exitCode: ExitCode { .damaged }

    package func message(in language: Language) -> HouseMessage {
        switch self {
        case .sumTooLarge(let account, let currency):
            let what = Bilingual(
                uk: "сума в {currency} завелика", en: "a sum in {currency} is too large")
            let why = Bilingual(
                uk: "суми зберігаються точно, до 18 цифр; нічого не округлюється",
                en: "sums are kept exactly, up to 18 digits; nothing is rounded")
            let fix = Bilingual(
                uk: "kopiyka list --account {account}", en: "kopiyka list --account {account}")
            return HouseMessage(
                kind: "sum-too-large",
                what: what.filled(language, ["currency": .text(currency.code)]),
                why: why[language],
                fix: account.isEmpty ? "" : fix.filled(language, ["account": .text(account)]))
        case .splitsDoNotSum(let key):
            let what = Bilingual(
                uk: "частини рядка {key} не дають його суми",
                en: "the parts of line {key} do not sum to it")
            let why = Bilingual(
                uk: "частини мають валюту рядка й разом дають рівно його суму",
                en: "parts are in the line's currency and sum to exactly its amount")
            let fix = Bilingual(uk: "kopiyka check", en: "kopiyka check")
            return HouseMessage(
                kind: "splits-do-not-sum", what: what.filled(language, ["key": .text(key.text)]),
                why: why[language], fix: fix[language])
        }
    }
}
