import Facts
import Testing

@testable import Categorizing

@Suite struct `Reasons of a suggestion` {
    /// One text for each form a description takes; sign and MCC as banks give them with it.
    static let shapes: [(text: String, mcc: UInt16, sign: Int)] = [
        ("СІЛЬПО 123 КИЇВ", 5411, -1), ("Сільпо", 0, -1), ("SILPO", 5814, -1),
        ("Сльпо маркет", 0, -1), ("PLAYSTATIO", 0, -1), ("Нетфликс", 0, -1),
        ("WAYFORPAY*UKLON", 0, -1), ("АТБ-Маркет", 5812, -1), ("Żabka Z4471 Kraków", 5411, -1),
        ("BIEDRONKA", 0, -1), ("Rozetka", 0, 1), ("Скасування. ROZETKA", 5732, 1),
        ("Повернення. Аптека Подорожник", 5912, 1), ("аптека на розі", 0, -1),
        ("кав'ярня", 0, -1), ("перукарня Олени", 0, -1), ("Кафе 33", 5814, -1),
        ("qwxz", 5411, -1), ("qwxz", 5999, -1), ("qwxz", 4829, -1), ("qwxz", 6012, -1),
        ("qwxz", 6011, -1), ("qwxz", 0, -1), ("qwxz", 7399, 1), ("", 5541, -1), ("", 0, -1),
        ("ФОП Іваненко О.П.", 0, -1), ("FOP Ivanenko", 0, -1), ("ИП Петров", 0, -1),
        ("ФОП Іваненко О.П.", 5812, -1), ("Іваненко Олена Петрівна", 0, -1),
        ("Олександр Д.", 0, 1), ("Ткачук В.О.", 4829, -1), ("Оксана Медова", 0, -1),
        ("Оксана Медова", 4829, 1), ("To Marek Nowak", 0, -1), ("From Julia S.", 0, 1),
        ("522119******5309", 0, -1), ("+380 67 123 45 67", 0, -1), ("Від: DEEL INC", 4829, 1),
        ("Від: Юрій Приклад", 4829, 1), ("На чорну картку", 4829, 1),
        ("Переказ на картку ПриватБанку", 4829, -1), ("ПриватБанк", 6012, -1), ("monobank", 0, -1),
        ("Зарплата від ТОВ «ПРИКЛАД»", 4829, 1), ("Відсотки за лютий", 4829, 1),
        ("Виведення кешбеку 164.40₴", 4829, 1), ("Комісія за обслуговування картки", 0, -1),
        ("Банкомат A0123", 6011, -1), ("Upwork", 0, 1), ("Округлення балансу", 4829, -1),
        ("Податок ЄП", 0, -1), ("facebook ads", 7311, 1),
    ]

    @Test(arguments: shapes)
    func `stand beside every category`(_ shape: (text: String, mcc: UInt16, sign: Int)) {
        let suggestion = Categorizer().suggest(
            CategorizerQuery(text: shape.text, mcc: shape.mcc, sign: shape.sign))
        #expect(suggestion.category.isEmpty == suggestion.evidence.isEmpty)
        for evidence in suggestion.evidence { #expect(!evidence.subject.isEmpty) }
    }

    @Test func `stand beside the treasury's account and a counterparty's name`() {
        let treasury = Categorizer().suggest(
            CategorizerQuery(
                text: "платіж", sign: -1, counterpartyIBAN: "UA308999980000031113000026007"))
        #expect(treasury.category == "government.taxes")
        #expect(treasury.evidence.map(\.source) == [.counterparty])
        let person = Categorizer().suggest(
            CategorizerQuery(text: "платіж 7", sign: -1, counterpartyName: "Ткачук В. О."))
        #expect(person.category == "transfers.person")
        #expect(person.evidence.map(\.subject) == ["Ткачук В. О."])
    }

    @Test func `name the form that decided when no table did`() {
        func evidence(_ text: String) -> [Evidence] {
            Categorizer().suggest(CategorizerQuery(text: text, sign: -1)).evidence
        }
        #expect(
            evidence("ФОП Іваненко О.П.") == [
                Evidence(source: .shape, subject: "фоп", category: "other", how: "trader")
            ])
        #expect(
            evidence("Іваненко  Олена Петрівна") == [
                Evidence(
                    source: .shape, subject: "Іваненко Олена Петрівна",
                    category: "transfers.person", how: "name")
            ])
        #expect(evidence("522119******5309").map(\.source) == [.shape])
    }

    @Test(.enabled(if: `Labelled descriptors`.truth != nil))
    func `stand beside every category of the labelled descriptors`() throws {
        let categorizer = Categorizer()
        let rows = table(try #require(`Labelled descriptors`.truth))
        #expect(rows.count > 500)
        for row in rows {
            let amount = row["amount"] ?? ""
            for sign in Set([0, 1, -1, amount.hasPrefix("-") ? -1 : 1]) {
                let suggestion = categorizer.suggest(
                    CategorizerQuery(
                        text: row["descriptor"] ?? "", mcc: UInt16(row["mcc"] ?? "") ?? 0,
                        sign: sign, country: row["country"] ?? "UA",
                        currency: Currency(code: row["currency"] ?? "") ?? .unknown))
                #expect(
                    suggestion.category.isEmpty == suggestion.evidence.isEmpty,
                    "\(row["descriptor"] ?? "")")
            }
        }
    }
}
