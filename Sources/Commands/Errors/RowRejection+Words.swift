package import Facts

extension RowRejection: HouseError {
    package var exitCode: ExitCode { .needsPerson }

    package func message(in language: Language) -> HouseMessage {
        let isWithoutBalance = kind == .directionUnknown && expected == Self.balanceBefore
        let words = isWithoutBalance ? Self.withoutBalance : kind.words
        var values: [String: Template.Value] = ["expected": .text(expected)]
        values["field"] = .text(maskedNumbers(field))
        var what = words.what.filled(language, values)
        if !field.isEmpty {
            let inside = language == .uk ? "у полі" : "in"
            what += ", \(inside) \"\(maskedNumbers(field))\""
        }
        var why = words.why.filled(language, values)
        if !expected.isEmpty, !words.why.en.contains("{expected}") {
            why += (why.isEmpty ? "" : "; ") + (language == .uk ? "очікується: " : "expected: ")
            why += expected
        } else if expected.isEmpty, words.why.en.contains("{expected}") {
            why = ""
        }
        return HouseMessage(
            at: place, kind: kind.rawValue, what: what, excerpt: found.revealed, why: why,
            fix: words.fix.filled(language, values),
            facts: [.init("field", field), .init("expected", expected, isMasked: false)],
            form: .rejected)
    }
}

extension RowRejection {
    fileprivate static var withoutBalance: ErrorWords {
        ErrorWords(
            what: (
                "незрозуміло, надходження це чи витрата", "cannot tell money in from money out"
            ),
            why: (
                "знак кажуть залишки, а перед цим рядком залишку немає",
                "the balances say the sign, and none stands before this row"
            ),
            fix: (
                "завантажте виписку з дня раніше, щоб цей рядок не був найстаршим, або введіть "
                    + "платіж самі: kopiyka add",
                "download the statement from a day earlier on, so that this row is not the oldest, "
                    + "or enter the payment yourself: kopiyka add"
            ))
    }
}

extension RowRejection.Kind: WordedKind {
    var words: ErrorWords {
        switch self {
        case .amountMissing:
            ErrorWords(
                what: ("суми немає", "amount is missing"),
                why: ("рядок без суми не є операцією", "a row without an amount is no transaction"),
                fix: (
                    "звірте рядок із банком; решту рядків прочитано",
                    "compare the row with the bank; the other rows were read"
                ))
        case .amountNotANumber:
            ErrorWords(
                what: ("сума — не число", "amount is not a number"),
                why: ("сума читається як: {expected}", "amounts are read as: {expected}"),
                fix: (
                    "опишіть цей вигляд чисел у макеті банку й імпортуйте знову; решту прочитано",
                    "describe this number style in the bank's layout, then import again; the other "
                        + "rows were read"
                ))
        case .amountAmbiguous:
            ErrorWords(
                what: ("суму можна прочитати двояко", "amount can be read in two ways"),
                why: (
                    "роздільник може бути десятковим або тисячним; не вгадуємо",
                    "the separator may mark decimals or thousands; we do not guess"
                ),
                fix: (
                    "задайте десятковий знак у макеті банку",
                    "set the decimal mark in the bank's layout"
                ))
        case .amountOverflow:
            ErrorWords(
                what: ("сума завелика", "amount is too large"),
                why: (
                    "суми зберігаються точно, до 18 цифр; нічого не округлюється",
                    "amounts are kept exactly, up to 18 digits; nothing is rounded"
                ),
                fix: ("звірте рядок із банком", "compare the row with the bank"))
        case .amountTwoSides:
            ErrorWords(
                what: (
                    "заповнено і надходження, і витрату", "both money in and money out are filled"
                ),
                why: ("рядок має один бік", "a row has one side"),
                fix: (
                    "звірте рядок із банком; решту рядків прочитано",
                    "compare the row with the bank; the other rows were read"
                ))
        case .dateMissing:
            ErrorWords(
                what: ("дати немає", "date is missing"),
                why: (
                    "без дня операцію не впізнати в наступній виписці",
                    "without its day a line cannot be recognised in the next export"
                ),
                fix: (
                    "звірте рядок із банком; решту рядків прочитано",
                    "compare the row with the bank; the other rows were read"
                ))
        case .dateNotADay:
            ErrorWords(
                what: ("такого дня немає", "date is not a day"),
                why: ("дати читаються як: {expected}", "dates are read as: {expected}"),
                fix: (
                    "виправте вигляд дати в макеті банку й імпортуйте знову",
                    "correct the date form in the bank's layout, then import again"
                ))
        case .dateAmbiguous:
            ErrorWords(
                what: (
                    "дату можна прочитати двояко", "date can be read in two ways"
                ),
                why: (
                    "файл дозволяє і день-місяць, і місяць-день; не вгадуємо",
                    "the file allows day-month and month-day; we do not guess"
                ),
                fix: (
                    "задайте порядок дати в макеті банку", "set the date order in the bank's layout"
                ))
        case .timeNotATime:
            ErrorWords(
                what: ("такого часу немає", "time is not a time of day"),
                why: ("час читається як: {expected}", "times are read as: {expected}"),
                fix: ("звірте рядок із банком", "compare the row with the bank"))
        case .currencyContradicted:
            ErrorWords(
                what: ("біля суми інша валюта", "another currency stands beside the amount"),
                why: (
                    "колонка чи заголовок каже: {expected}",
                    "the column or heading says: {expected}"
                ),
                fix: (
                    "перевірте рядок у банку й виправте одну з двох валют у файлі",
                    "check the row with the bank and correct one of the two in the file"
                ))
        case .currencyUnknown:
            ErrorWords(
                what: ("невідома валюта", "currency is unknown"),
                why: (
                    "валюта — це три літери або номер ISO 4217",
                    "a currency is three letters or a number of ISO 4217"
                ),
                fix: (
                    "додайте відповідність у макет банку", "add the mapping to the bank's layout"
                ))
        case .directionUnknown:
            ErrorWords(
                what: (
                    "незрозуміло, надходження це чи витрата",
                    "cannot tell money in from money out"
                ),
                why: ("знак не вгадується", "a sign is never guessed"),
                fix: (
                    "додайте це слово до напрямків у макеті банку",
                    "add this word to the directions of the bank's layout"
                ))
        case .statusUnknown:
            ErrorWords(
                what: ("невідомий стан операції", "status is unknown"),
                why: (
                    "рядок міг не відбутися; без відомого стану його не беремо",
                    "the row may not have happened; it is not taken without a known status"
                ),
                fix: (
                    "додайте це слово до станів у макеті банку",
                    "add this word to the statuses of the bank's layout"
                ))
        case .columnMissing:
            ErrorWords(
                what: ("у рядку бракує стовпчиків", "the row has too few columns"),
                why: (
                    "кожен рядок має стовпчики заголовка", "each row has the columns of the header"
                ),
                fix: (
                    "завантажте виписку ще раз; решту рядків прочитано",
                    "download the export again; the other rows were read"
                ))
        case .columnsTooMany:
            ErrorWords(
                what: ("у рядку зайві стовпчики", "the row has too many columns"),
                why: (
                    "текст із роздільником має бути в лапках",
                    "a text with a delimiter in it must be quoted"
                ),
                fix: (
                    "завантажте виписку ще раз; решту рядків прочитано",
                    "download the export again; the other rows were read"
                ))
        case .fieldTooLong:
            ErrorWords(
                what: ("поле задовге", "field is too long"),
                why: (
                    "межа field-bytes (kopiyka limits)", "the limit is field-bytes (kopiyka limits)"
                ),
                fix: (
                    "найчастіше це незакриті лапки вище", "most often a quote is not closed above"
                ))
        case .textNotDecodable:
            ErrorWords(
                what: ("байти не є текстом", "bytes are not text"),
                why: ("файл читається як: {expected}", "the file is read as: {expected}"),
                fix: (
                    "завантажте виписку ще раз; решту рядків прочитано",
                    "download the export again; the other rows were read"
                ))
        case .textHasControls:
            ErrorWords(
                what: ("у тексті є керівні символи", "text has control characters"),
                why: (
                    "описи банків — це видимий текст", "descriptions of banks are visible text"
                ),
                fix: (
                    "завантажте виписку ще раз; решту рядків прочитано",
                    "download the export again; the other rows were read"
                ))
        case .mccNotACode:
            ErrorWords(
                what: ("MCC — не код", "MCC is not a code"),
                why: ("код торговця має до чотирьох цифр", "a merchant code has up to four digits"),
                fix: ("звірте рядок із банком", "compare the row with the bank"))
        case .valueOfWrongType:
            ErrorWords(
                what: ("значення не того типу", "value is of another type"),
                why: ("тут має бути: {expected}", "this must be: {expected}"),
                fix: (
                    "звірте файл із тим, що віддає банк",
                    "compare the file with what the bank gives"
                ))
        case .valueMissing:
            ErrorWords(
                what: ("обов'язкового значення немає", "a required value is missing"),
                why: (
                    "без нього рядок не є операцією", "without it the row is no transaction"
                ),
                fix: (
                    "звірте файл із тим, що віддає банк",
                    "compare the file with what the bank gives"
                ))
        case .recordIncomplete:
            ErrorWords(
                what: ("запис обривається", "the record is incomplete"),
                why: ("бракує: {expected}", "missing: {expected}"),
                fix: (
                    "завантажте файл ще раз; прочитане до цього місця збережено",
                    "download the file again; what was read before this place is kept"
                ))
        case .totalOrPayment:
            ErrorWords(
                what: (
                    "рядок може бути підсумком або операцією",
                    "the row may be a total or a payment"
                ),
                why: (
                    "у ньому лише слово для підсумку, а сума не дорівнює сумі рядків",
                    "it has nothing but a total's word, and its amount is no sum of the rows"
                ),
                fix: (
                    "kopiyka layout draft напише макет; підсумок назвіть у skip, операцію лишіть",
                    "kopiyka layout draft writes a layout; name a total under skip, leave a payment out"
                ))
        case .rowCutShort:
            ErrorWords(
                what: (
                    "файл обривається всередині цього рядка", "the file ends inside this row"
                ),
                why: (
                    "немає кінця рядка, і остання клітинка не вся; за рештою рядків чи залишком: {expected}",
                    "there is no line end, and the last cell is not whole; by the other rows or the balance: {expected}"
                ),
                fix: (
                    "завантажте виписку ще раз; решту рядків прочитано",
                    "download the export again; the other rows were read"
                ))
        case .quoteNotClosed:
            ErrorWords(
                what: ("лапки не закрито", "a quote is not closed"),
                why: (
                    "поле в лапках тягнеться до наступних лапок",
                    "a quoted field goes on to the next quote"
                ),
                fix: (
                    "завантажте виписку ще раз; решту рядків прочитано",
                    "download the export again; the other rows were read"
                ))
        case .equalRowsTooMany:
            ErrorWords(
                what: (
                    "забагато рядків з одним рахунком, днем і сумою",
                    "too many rows share one account, day and amount"
                ),
                why: (
                    "межа equal-amounts-a-day: {expected}", "limit equal-amounts-a-day: {expected}"
                ),
                fix: (
                    "перевірте, чи файл справжній; межі покаже kopiyka limits",
                    "check that the file is genuine; kopiyka limits shows all limits"
                ))
        }
    }
}
