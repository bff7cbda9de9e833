import Facts
import Regional
import Scanning
import TestKit
import Testing

private func reading(_ text: String) -> TextReading { TextReading(text, by: OneCReader(file: "f")) }

private func document(_ fields: String, type: String = "Платежное поручение") -> String {
    "СекцияДокумент=\(type)\n\(fields)\nКонецДокумента\n"
}

/// An exchange of one rouble account around these documents.
private func exchange(
    _ documents: String, account: String = "40702810900000000001", totals: String = "",
    end: String = "КонецФайла\n"
) -> String {
    """
    1CClientBankExchange
    ВерсияФормата=1.03
    Кодировка=Windows
    РасчСчет=\(account)
    СекцияРасчСчет
    ДатаНачала=01.02.2026
    ДатаКонца=28.02.2026
    РасчСчет=\(account)
    \(totals)
    КонецРасчСчет
    \(documents)\(end)
    """
}

private let incoming = document(
    """
    Номер=7
    Дата=01.02.2026
    Сумма=1500.50
    ПлательщикСчет=40702810000000000777
    ПлательщикИНН=7700000004
    Плательщик=ИНН 7700000004 ООО Вектор
    Плательщик1=ООО Вектор
    ПолучательСчет=40702810900000000001
    ДатаПоступило=02.02.2026
    Получатель1=ООО Наша
    НазначениеПлатежа=Оплата по счёту 305 = 1500.50
    """)
private let outgoing = document(
    """
    Номер=8
    Дата=03.02.2026
    Сумма=99,9
    ПлательщикСчет=40702810900000000001
    ДатаСписано=03.02.2026
    ПолучательСчет=40702810000000000888
    Получатель=Банк
    НазначениеПлатежа=Комиссия
    """, type: "Банковский ордер")

@Suite struct OneCReaderTests {
    @Test func `documents become money in and out of the own account`() {
        let result = reading(
            exchange(
                incoming + outgoing,
                totals: """
                    НачальныйОстаток=100
                    ВсегоПоступило=1500.50
                    ВсегоСписано=99.90
                    КонечныйОстаток=1500.60
                    """))
        #expect(result.failure == nil)
        #expect(result.rejections == [])
        #expect(
            result.lines == [
                "0 #0 l14 2026-02-02 booked=2026-02-02 1500.50RUB who=ООО Вектор "
                    + "iban=40702810000000000777 tax=7700000004 «Оплата по счёту 305 = 1500.50»",
                "0 #1 l27 2026-02-03 booked=2026-02-03 -99.90RUB who=Банк "
                    + "iban=40702810000000000888 «Комиссия»",
            ])
        #expect(result.accounts.map(\.number) == ["40702810900000000001"])
        #expect(result.accounts.map(\.currency.code) == ["RUB"])
    }

    @Test(arguments: [
        ("40702810900000000001", "RUB"), ("40702643900000000001", "RUB"),
        ("40702840900000000001", "USD"), ("40702978900000000001", "EUR"),
        ("40702111900000000001", ""), ("KZ79722S000001674774", ""),
        ("UA213223130000026007233566001", ""),
    ])
    func `the currency is what the account number proves`(_ account: String, _ currency: String) {
        let result = reading(
            exchange(
                document("Дата=01.02.2026\nСумма=5\nПлательщикСчет=\(account)"), account: account))
        #expect(result.lines == ["0 #0 l11 2026-02-01 booked=2026-02-01 -5.00\(currency) «»"])
    }

    @Test func `a transfer between own accounts is two lines`() {
        let text = """
            1CClientBankExchange
            РасчСчет=40702810900000000001
            РасчСчет=40702810900000000002
            СекцияРасчСчет
            РасчСчет=40702810900000000001
            ВсегоСписано=50
            КонецРасчСчет
            СекцияРасчСчет
            РасчСчет=40702810900000000002
            ВсегоПоступило=50
            КонецРасчСчет

            """
        let fields = """
            Номер=1
            Дата=01.02.2026
            Сумма=50
            ПлательщикСчет=40702810900000000001
            ПолучательСчет=40702810900000000002
            """
        let once = reading(text + document(fields) + "КонецФайла")
        #expect(once.lines.map { $0.prefix(2) } == ["0 ", "1 "])
        #expect(once.lines.map { $0.split(separator: " ")[5] } == ["-50.00RUB", "50.00RUB"])
        #expect(once.failure == nil)

        // Each account lists it.
        let twice = reading(
            text + document(fields + "\nДатаСписано=01.02.2026")
                + document(fields + "\nДатаПоступило=01.02.2026") + "КонецФайла")
        #expect(twice.lines == once.lines)
        #expect(twice.skips.map(\.reason) == [.informational])
        #expect(twice.failure == nil)

        let posted = document(fields + "\nДатаСписано=01.02.2026\nДатаПоступило=01.02.2026")
        let withBothDays = reading(text + posted + posted + "КонецФайла")
        #expect(withBothDays.lines.count == 2)
        #expect(withBothDays.skips.map(\.reason) == [.informational])

        // Two equal payments are two.
        let equal = reading(text + document(fields) + document(fields) + "КонецФайла")
        #expect(equal.lines.count == 4)
    }

    @Test func `one sum in two currencies is refused`() {
        let result = reading(
            """
            1CClientBankExchange
            РасчСчет=40702810900000000001
            РасчСчет=40702840900000000002
            СекцияРасчСчет
            КонецРасчСчет
            СекцияДокумент=Платежное поручение
            Дата=01.02.2026
            Сумма=50
            ПлательщикСчет=40702810900000000001
            ПолучательСчет=40702840900000000002
            КонецДокумента
            КонецФайла
            """)
        #expect(result.lines == [])
        #expect(result.rejections.map(\.kind) == [.currencyUnknown])
    }

    @Test func `without a known account the dates of posting say the side`() {
        let result = reading(
            exchange(
                document("Дата=01.02.2026\nСумма=5\nПлательщикСчет=1\nДатаСписано=02.02.2026")
                    + document(
                        "Дата=01.02.2026\nСумма=6\nПолучательСчет=2\nДатаПоступило=03.02.2026")
                    + document("Дата=01.02.2026\nСумма=7\nПолучательСчет=2")
                    + document(
                        "Дата=01.02.2026\nСумма=8\nДатаПоступило=03.02.2026\nДатаСписано=02.02.2026"
                    )
            ))
        #expect(
            result.lines.map { $0.split(separator: " ")[3...5].joined(separator: " ") } == [
                "2026-02-02 booked=2026-02-02 -5.00RUB", "2026-02-03 booked=2026-02-03 6.00RUB",
            ])
        #expect(result.rejections.map(\.kind) == [.directionUnknown, .directionUnknown])
    }

    @Test func `the words of Kazakhstan are read`() {
        let result = reading(
            """
            1CClientBankExchange
            ВерсияФормата=2.00
            РасчСчет=KZ72998LTB0001497589
            СЕКЦИЯРАСЧСЧЕТ
            РасчСчет=KZ72998LTB0001497589
            НачальныйОстаток=10
            ВсегоПоступило=7745.7
            ВсегоСписано=4000.00
            КонечныйОстаток=3755.7
            КОНЕЦРАСЧСЧЕТ
            СЕКЦИЯДОКУМЕНТ=Выписка
            НомерДокумента=95022
            ДатаДокумента=02.01.2024
            СуммаПриход=7745.7
            ПолучательНаименование="ОСИ"
            ПолучательИИК=KZ72998LTB0001497589
            ПлательщикНаименование=АО "Банк"
            ПлательщикБИН_ИИН=971240001315
            ПлательщикИИК=KZ81722S000001159377
            ДатаОперации=03.01.2024
            НазначениеПлатежа=Принятые платежи
            КонецДокумента
            СЕКЦИЯДОКУМЕНТ=Выписка
            ДатаДокумента=04.01.2024
            СуммаРасход=4000.00
            СуммаПриход=0.00
            ПлательщикИИК=KZ72998LTB0001497589
            ПолучательИИК=KZ22722C000024901213
            Валюта=KZT
            НазначениеПлатежа=Перевод
            КонецДокумента
            КонецФайла
            """)
        #expect(result.rejections == [])
        #expect(
            result.lines == [
                "0 #0 l11 2024-01-03 booked=2024-01-03 7745.70 who=АО \"Банк\" "
                    + "iban=KZ81722S000001159377 tax=971240001315 «Принятые платежи»",
                "0 #1 l23 2024-01-04 booked=2024-01-04 -4000.00KZT iban=KZ22722C000024901213 «Перевод»",
            ])
        #expect(result.accounts.map(\.iban) == ["KZ72998LTB0001497589"])
    }

    @Test func `a purpose goes on in numbered lines and over line breaks`() {
        let result = reading(
            exchange(
                document(
                    """
                    Дата=01.02.2026
                    Сумма=5
                    ПлательщикСчет=40702810900000000001
                    НазначениеПлатежа=Оплата
                    в т.ч. НДС = 20
                    НазначениеПлатежа1=Оплата
                    НазначениеПлатежа2=по договору
                    """)))
        #expect(result.lines.map { $0.hasSuffix("«Оплата в т.ч. НДС = 20 по договору»") } == [true])
    }

    @Test(arguments: [
        ("Сумма=", RowRejection.Kind.amountMissing), ("Сумма=abc", .amountNotANumber),
        ("Сумма=1.234", .amountAmbiguous), ("Сумма=99999999999999999999", .amountOverflow),
        ("Сумма=-5", .directionUnknown), ("Сумма=5\nСумма=5", .amountAmbiguous),
        ("Сумма=5\nВалюта=USD", .currencyUnknown), ("Сумма=5\nВалюта=XYZ", .currencyUnknown),
        ("Сумма=5\nДатаСписано=31.02.2026", .dateNotADay),
        ("Сумма=5\nДатаСписано=01.02.2026\nДатаСписано=01.02.2026", .dateAmbiguous),
        ("СуммаПриход=5", .directionUnknown), ("СуммаПриход=5\nСуммаРасход=6", .amountTwoSides),
    ])
    func `what is no payment is refused`(_ fields: String, _ kind: RowRejection.Kind) {
        let result = reading(
            exchange(
                document("Дата=01.02.2026\nПлательщикСчет=40702810900000000001\n" + fields)
                    + outgoing))
        #expect(result.rejections.map(\.kind) == [kind])
        #expect(result.lines.count == 1)
        #expect(result.rowCount == 2)
    }

    @Test func `the place of a refusal is the value's own`() {
        let result = reading(
            exchange(document("ПлательщикСчет=40702810900000000001\nСумма= 1x\nДата=01.02.2026")))
        #expect(result.rejections.map(\.place) == [SourcePlace(file: "f", line: 13, column: 8)])
        #expect(result.rejections.map(\.found.revealed) == ["1x"])
    }

    @Test func `a file that is cut keeps its whole documents and says so`() {
        let result = reading(
            exchange(incoming + "СекцияДокумент=Платежное поручение\nНомер=9", end: ""))
        #expect(result.lines.count == 1)
        #expect(result.rejections.map(\.kind) == [.recordIncomplete])
        #expect(result.failure?.kind == .truncated)
        #expect(result.failure?.details == ["КонецФайла"])
    }

    @Test func `damaged section marks never join two documents`() {
        let joined = incoming.replacing("КонецДокумента\n", with: "") + outgoing
        let first = reading(exchange(joined))
        #expect(first.rejections.map(\.kind) == [.recordIncomplete])
        #expect(first.lines.count == 1)
        let orphan = reading(
            exchange(incoming.replacing("СекцияДокумент=", with: "Секция=") + outgoing))
        #expect(orphan.rejections.map(\.kind) == [.recordIncomplete])
        #expect(orphan.lines.count == 1)
    }

    @Test(arguments: [
        ("ВсегоПоступило=1", "ВсегоПоступило"), ("ВсегоСписано=1", "ВсегоСписано"),
        ("НачальныйОстаток=1\nКонечныйОстаток=1", "КонечныйОстаток"),
    ])
    func `totals that disagree are told and reject nothing`(_ totals: String, _ field: String) {
        let result = reading(exchange(incoming + outgoing, totals: totals))
        #expect(result.lines.count == 2)
        #expect(result.failure?.kind == .totalsDisagree)
        #expect(result.failure?.details.first == field)
    }

    @Test func `several periods of an account add up`() {
        let section = """
            СекцияРасчСчет
            РасчСчет=40702810900000000001
            НачальныйОстаток=1400.60
            ВсегоПоступило=0
            ВсегоСписано=99.90
            КонечныйОстаток=1400.60
            КонецРасчСчет

            """
        let result = reading(
            exchange(
                section + incoming + outgoing,
                totals: "НачальныйОстаток=0\nВсегоПоступило=1500.50\nКонечныйОстаток=1500.50"))
        #expect(result.failure == nil)
        #expect(result.lines.count == 2)
    }

    @Test func `orders on their way to the bank are no statement lines`() {
        let result = reading(
            """
            1CClientBankExchange
            РасчСчет=40702810900000000001
            Документ=Платежное поручение
            \(outgoing.replacing("ДатаСписано=03.02.2026\n", with: ""))КонецФайла
            """)
        #expect(result.lines == [])
        #expect(result.rejections.map(\.kind) == [.dateMissing])
    }

    @Test func `an empty statement has its account and no rows`() {
        let result = reading(exchange("", totals: "НачальныйОстаток=5\nКонечныйОстаток=5"))
        #expect(result.rowCount == 0)
        #expect(result.failure == nil)
        #expect(result.accounts.count == 1)
    }

    @Test func `two exchanges in one file keep their accounts apart`() {
        let second = exchange(
            incoming.replacing("40702810900000000001", with: "40702840900000000005"),
            account: "40702840900000000005")
        let result = reading(exchange(outgoing) + "\u{1A}\n" + second + "\r\n\r\n")
        #expect(result.failure == nil)
        #expect(result.lines.map { $0.split(separator: " ")[5] } == ["-99.90RUB", "1500.50USD"])
        #expect(result.accounts.count == 2)
    }

    @Test(arguments: ["1CClientBank\n", "", "\n\nx\n1CClientBankExchange"])
    func `without the magic word nothing is read`(_ text: String) {
        #expect(reading(text).failure?.kind == .malformed)
    }

    @Test func `cuts change nothing`() {
        verifyCuts(of: exchange(incoming + outgoing)) { OneCReader(file: "f") }
        verifyCuts(of: exchange(incoming + outgoing).replacing("\n", with: "\r\n")) {
            OneCReader(file: "f")
        }
    }

    @Test(arguments: [
        TextEncoding.windows1251, .ibm866, .koi8R, .macCyrillic, .iso8859_5, .utf8,
    ])
    func `the encoding is proved by the file's own words`(_ encoding: TextEncoding) {
        // Nothing else in the file is Cyrillic, and what Кодировка says does not count.
        let text = exchange(
            document("Дата=01.02.2026\nСумма=5\nПлательщикСчет=40702810900000000001"))
        let file = TemporaryFile(encoded(text, encoding), name: "a.txt")
        let result = StatementReading(path: file.path)
        #expect(result.encoding == encoding.rawValue)
        #expect(result.failure == nil)
        #expect(result.lines.count == 1)
    }
}

/// The bytes of Russian text in an encoding, made by decoding each byte.
func encoded(_ text: String, _ encoding: TextEncoding) -> [UInt8] {
    if encoding == .utf8 { return Array(text.utf8) }
    var table: [[UInt8]: UInt8] = [:]
    for byte in UInt8.min...UInt8.max {
        var decoder = TextDecoder(encoding)
        var out: [UInt8] = []
        if decoder.decode([byte].span, final: true, into: &out) == nil { table[out] = byte }
    }
    return text.unicodeScalars.map { table[Array(String($0).utf8)] ?? UInt8(ascii: "?") }
}
