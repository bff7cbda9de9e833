import Reading

/// The keywords of the exchange format that are read, by meaning.
///
/// - Source: the standard of 1C for exchange with client-bank systems, versions 1.01 to 1.03; the
///   words of version 2.00 for Kazakhstan (`ДатаОперации`, `СуммаПриход`, `ПлательщикИИК`,
///   `ПлательщикБИН_ИИН` …) as its banks write them.
enum OneCKey: Int, RecordKey {
    case sectionAccount, endAccount, sectionDocument, endDocument, endFile
    case account, firstDay, lastDay, opening, received, spent, closing
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
        var folded: [UInt8] = []
        for (words, key) in table {
            for word in words where fold(word.utf8.span, into: &folded) { result[folded] = key }
        }
        return result
    }()

    private static let table: [(words: [String], key: OneCKey)] = [
        (["СекцияРасчСчет"], .sectionAccount), (["КонецРасчСчет"], .endAccount),
        (["СекцияДокумент"], .sectionDocument), (["КонецДокумента"], .endDocument),
        (["КонецФайла"], .endFile), (["РасчСчет"], .account),
        (["ДатаНачала"], .firstDay), (["ДатаКонца"], .lastDay),
        (["НачальныйОстаток"], .opening), (["ВсегоПоступило"], .received),
        (["ВсегоСписано"], .spent), (["КонечныйОстаток"], .closing), (["Сумма"], .amount),
        (["СуммаПриход"], .amountIn), (["СуммаРасход"], .amountOut),
        (["Дата", "ДатаДокумента"], .date), (["ДатаОперации"], .operationDate),
        (["ДатаПоступило"], .receivedOn), (["ДатаСписано"], .spentOn),
        (["Валюта", "КодВалюты", "ВалютаДокумента"], .currency),
        (["Номер", "НомерДокумента"], .number),
        (["ПлательщикСчет", "ПлательщикИИК"], .payerAccount),
        (["ПлательщикРасчСчет"], .payerOwnAccount),
        (["Плательщик1", "ПлательщикНаименование"], .payerName), (["Плательщик"], .payerFullName),
        (
            [
                "ПлательщикИНН", "ПлательщикБИН_ИИН", "ПлательщикУНП", "ПлательщикУНН",
                "ПлательщикОКПО", "ПлательщикЕДРПОУ",
            ], .payerTaxID
        ),
        (["ПолучательСчет", "ПолучательИИК"], .payeeAccount),
        (["ПолучательРасчСчет"], .payeeOwnAccount),
        (["Получатель1", "ПолучательНаименование"], .payeeName), (["Получатель"], .payeeFullName),
        (
            [
                "ПолучательИНН", "ПолучательБИН_ИИН", "ПолучательУНП", "ПолучательУНН",
                "ПолучательОКПО", "ПолучательЕДРПОУ",
            ], .payeeTaxID
        ),
        (["НазначениеПлатежа"], .purpose), (["НазначениеПлатежа1"], .purpose1),
        (["НазначениеПлатежа2"], .purpose2), (["НазначениеПлатежа3"], .purpose3),
        (["НазначениеПлатежа4"], .purpose4), (["НазначениеПлатежа5"], .purpose5),
        (["НазначениеПлатежа6"], .purpose6),
    ]

    /// The word as the standard writes it, for errors: the usual one of those for a party.
    var word: String {
        let shown: OneCKey =
            switch self {
            case .payerOwnAccount: .payerAccount
            case .payerName: .payerFullName
            case .payeeOwnAccount: .payeeAccount
            case .payeeName: .payeeFullName
            case .purpose1, .purpose2, .purpose3, .purpose4, .purpose5, .purpose6: .purpose
            default: self
            }
        return Self.table.first { $0.key == shown }?.words[0] ?? ""
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
