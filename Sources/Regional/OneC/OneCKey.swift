import Reading

/// The keywords of the exchange format that are read, by meaning.
///
/// - Source: the standard of 1C for exchange with client-bank systems, versions 1.01 to 1.03; the
///   words of version 2.00 for Kazakhstan (`ДатаОперации`, `СуммаПриход`, `ПлательщикИИК`,
///   `ПлательщикБИН_ИИН` …) as its banks write them.
enum OneCKey: Int, RecordKey {
    case sectionAccount, endAccount, sectionDocument, endDocument, endFile
    case account, opening, received, spent, closing
    case amount, amountIn, amountOut, date, operationDate, receivedOn, spentOn, currency, number
    case payerAccount, payerOwnAccount, payerName, payerFullName, payerTaxID
    case payeeAccount, payeeOwnAccount, payeeName, payeeFullName, payeeTaxID
    case purpose, purpose1, purpose2, purpose3, purpose4, purpose5, purpose6

    /// The keys of a purpose split into lines, in order.
    static let purposeLines: [OneCKey] = [
        .purpose1, .purpose2, .purpose3, .purpose4, .purpose5, .purpose6,
    ]

    /// By the folded word: lower case, ё as е.
    static let byWord: [[UInt8]: OneCKey] = {
        var result: [[UInt8]: OneCKey] = [:]
        for (words, key) in table {
            for word in words { result[Array(word.utf8)] = key }
        }
        return result
    }()

    private static let table: [(words: [String], key: OneCKey)] = [
        (["секциярасчсчет"], .sectionAccount), (["конецрасчсчет"], .endAccount),
        (["секциядокумент"], .sectionDocument), (["конецдокумента"], .endDocument),
        (["конецфайла"], .endFile), (["расчсчет"], .account),
        (["начальныйостаток"], .opening), (["всегопоступило"], .received),
        (["всегосписано"], .spent), (["конечныйостаток"], .closing), (["сумма"], .amount),
        (["суммаприход"], .amountIn), (["суммарасход"], .amountOut),
        (["дата", "датадокумента"], .date), (["датаоперации"], .operationDate),
        (["датапоступило"], .receivedOn), (["датасписано"], .spentOn),
        (["валюта", "кодвалюты", "валютадокумента"], .currency),
        (["номер", "номердокумента"], .number),
        (["плательщиксчет", "плательщикиик"], .payerAccount),
        (["плательщикрасчсчет"], .payerOwnAccount),
        (["плательщик1", "плательщикнаименование"], .payerName), (["плательщик"], .payerFullName),
        (
            [
                "плательщикинн", "плательщикбин_иин", "плательщикунп", "плательщикунн",
                "плательщикокпо", "плательщикедрпоу",
            ], .payerTaxID
        ),
        (["получательсчет", "получательиик"], .payeeAccount),
        (["получательрасчсчет"], .payeeOwnAccount),
        (["получатель1", "получательнаименование"], .payeeName), (["получатель"], .payeeFullName),
        (
            [
                "получательинн", "получательбин_иин", "получательунп", "получательунн",
                "получательокпо", "получательедрпоу",
            ], .payeeTaxID
        ),
        (["назначениеплатежа"], .purpose), (["назначениеплатежа1"], .purpose1),
        (["назначениеплатежа2"], .purpose2), (["назначениеплатежа3"], .purpose3),
        (["назначениеплатежа4"], .purpose4), (["назначениеплатежа5"], .purpose5),
        (["назначениеплатежа6"], .purpose6),
    ]

    /// The word as the standard writes it, for errors.
    var word: String {
        switch self {
        case .sectionAccount: "СекцияРасчСчет"
        case .endAccount: "КонецРасчСчет"
        case .sectionDocument: "СекцияДокумент"
        case .endDocument: "КонецДокумента"
        case .endFile: "КонецФайла"
        case .account: "РасчСчет"
        case .opening: "НачальныйОстаток"
        case .received: "ВсегоПоступило"
        case .spent: "ВсегоСписано"
        case .closing: "КонечныйОстаток"
        case .amount: "Сумма"
        case .amountIn: "СуммаПриход"
        case .amountOut: "СуммаРасход"
        case .date: "Дата"
        case .operationDate: "ДатаОперации"
        case .receivedOn: "ДатаПоступило"
        case .spentOn: "ДатаСписано"
        case .currency: "Валюта"
        case .number: "Номер"
        case .payerAccount, .payerOwnAccount: "ПлательщикСчет"
        case .payerName, .payerFullName: "Плательщик"
        case .payerTaxID: "ПлательщикИНН"
        case .payeeAccount, .payeeOwnAccount: "ПолучательСчет"
        case .payeeName, .payeeFullName: "Получатель"
        case .payeeTaxID: "ПолучательИНН"
        default: "НазначениеПлатежа"
        }
    }

    /// Replaces `folded` by the word in lower case, ё as е; false if it contains blanks or signs
    /// that no key has.
    static func fold(_ word: Span<UInt8>, into folded: inout [UInt8]) -> Bool {
        folded.removeAll(keepingCapacity: true)
        var index = 0
        while index < word.count {
            let byte = word[index]
            index &+= 1
            switch byte {
            case 0x30...0x39, 0x5F, 0x61...0x7A: folded.append(byte)
            case 0x41...0x5A: folded.append(byte | 0x20)
            case 0xD0...0xD1 where index < word.count:
                let second = word[index]
                index &+= 1
                switch (byte, second) {
                case (0xD0, 0x81), (0xD1, 0x91): folded.append(contentsOf: [0xD0, 0xB5])
                case (0xD0, 0x90...0x9F): folded.append(contentsOf: [0xD0, second + 0x20])
                case (0xD0, 0xA0...0xAF): folded.append(contentsOf: [0xD1, second - 0x20])
                default: folded.append(contentsOf: [byte, second])
                }
            default: return false
            }
        }
        return !folded.isEmpty
    }
}
