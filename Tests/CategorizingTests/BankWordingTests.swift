import Facts
import Testing

@testable import Categorizing

/// A text of the bank's own words says nothing about the payee.
@Suite struct `Bank wording` {
    private let categorizer = Categorizer()

    /// One or more decisions about a line, under all its subjects.
    private func memory(
        of query: CategorizerQuery, as category: String, times: Int = 1
    ) -> Memory {
        var batch = LineBatch()
        let line = query.line(in: &batch)
        let subjects = categorizer.subjects(
            of: line, arena: batch.arena.span, evidence: categorizer.suggest(query).evidence)
        var history = MerchantHistory()
        for _ in 0..<times {
            history.add(
                PastDecision(category: category, units: 12_550, account: 1, manner: .approved))
        }
        let histories = Dictionary(subjects.map { ($0, history) }, uniquingKeysWith: { $1 })
        return Memory(recall: { histories[$0] })
    }

    private func query(
        _ text: String, country: String = "UA", payee: String = "", memo: String = "",
        iban: String = "", taxID: String = "", amount: Int64 = -12_550
    ) -> CategorizerQuery {
        let currency: Currency =
            switch country {
            case "UA": .uah
            case "PL": Currency(code: "PLN") ?? .eur
            case "GB": Currency(code: "GBP") ?? .eur
            default: .eur
            }
        return CategorizerQuery(
            text: text, amount: Money(minorUnits: amount, currency: currency), country: country,
            counterpartyName: payee, counterpartyIBAN: iban, counterpartyTaxID: taxID, memo: memo)
    }

    private static let wordings = [
        ("UA", "Переказ на картку "), ("UA", "На картку *"), ("UA", "З картки *"),
        ("UA", "Переказ за номером телефону +"), ("UA", "Переказ на рахунок UA"),
        ("UA", "Оплата рахунку № "), ("UA", "Оплата за договором "), ("UA", "Платіж "),
        ("UA", "LIQPAY "), ("UA", "WFP "), ("UA", "ТОВ "), ("UA", "Перевод на карту "),
        ("PL", "Przelew na telefon "), ("PL", "BLIK "), ("PL", "Faktura "),
        ("DE", "SEPA-Überweisung DE"), ("DE", "Rechnung "), ("DE", "Dauerauftrag "),
        ("GB", "Transfer to account "), ("GB", "FASTER PAYMENT "), ("GB", "CHEQUE "),
        ("GB", "CARD PAYMENT "),
    ]

    @Test(arguments: wordings)
    func `with a number is about that number only`(_ country: String, _ wording: String) {
        let learned = memory(of: query(wording + "41491234567890", country: country), as: "gifts")
        let same = categorizer.suggest(
            query(wording + "41491234567890", country: country), memory: learned)
        #expect(same.category == "gifts")
        let other = categorizer.suggest(
            query(wording + "51689876543210", country: country), memory: learned)
        #expect(other.category != "gifts", "\(other)")
    }

    @Test(arguments: ["Київ, вул. Антоновича, ", "POS KYIV ", "Магазин, Київ, буд. "])
    func `of a place is about that place only`(_ place: String) {
        let learned = memory(of: query(place + "50"), as: "gifts")
        #expect(
            categorizer.suggest(query(place + "2"), memory: learned).category != "gifts")
    }

    @Test(arguments: ["Переказ на картку", "Оплата карткою", "Платіж", "LIQPAY"])
    func `without a number needs more than one decision`(_ text: String) {
        let once = memory(of: query(text), as: "gifts")
        #expect(categorizer.suggest(query(text), memory: once).level < .high)
        let often = memory(of: query(text), as: "gifts", times: 4)
        #expect(categorizer.suggest(query(text), memory: often).level == .certain)
    }

    @Test(arguments: [
        ("Оплата карткою", "Крамниця Зельміра", "Lanka Design"),
        ("Переказ коштів", "Ганна Коваленко", "Петро Бондар"),
    ])
    func `leaves it to the payee's column`(_ text: String, _ payee: String, _ other: String) {
        let learned = memory(of: query(text, payee: payee), as: "gifts")
        let again = categorizer.suggest(query(text, payee: payee), memory: learned)
        #expect(again.category == "gifts" && again.level == .certain)
        #expect(again.payee == payee)
        let found = categorizer.suggest(query(text, payee: other), memory: learned)
        #expect(found.category != "gifts", "\(found)")
    }

    @Test func `of a processor leaves it to the purpose`() {
        let processor = "PayPal Europe S.a.r.l. et Cie S.C.A"
        func bought(_ shop: String) -> CategorizerQuery {
            query(processor, country: "DE", memo: "1032 . \(shop), Ihr Einkauf bei \(shop)")
        }
        let learned = memory(of: bought("Spotify"), as: "gifts")
        #expect(categorizer.suggest(bought("Spotify"), memory: learned).category == "gifts")
        for shop in ["Lieferando", "LANKA GmbH", "DB Vertrieb"] {
            let found = categorizer.suggest(bought(shop), memory: learned)
            #expect(found.category != "gifts", "\(found)")
        }
    }

    @Test(arguments: [
        ("DE", "PayPal Europe S.a.r.l. et Cie S.C.A", "LU89751000135104200E", ""),
        ("UA", "АТ КБ \"ПРИВАТБАНК\"", "", "14360570"),
    ])
    func `through a bank or processor says nothing of the next payment`(
        _ country: String, _ name: String, _ iban: String, _ taxID: String
    ) {
        func paid(_ text: String) -> CategorizerQuery {
            query(text, country: country, payee: name, iban: iban, taxID: taxID)
        }
        let learned = memory(of: paid("Зельміра абонплата"), as: "gifts", times: 2)
        for text in ["LANKA DESIGN", "Сільпо", "Kramnytsia Hvozdyk"] {
            let found = categorizer.suggest(paid(text), memory: learned)
            #expect(found.category != "gifts", "\(found)")
        }
    }

    @Test func `of another merchant outweighs whoever was paid through the account`() {
        let iban = "UA213223130000026007233566001"
        let learned = memory(
            of: query("Netflix", payee: "Ланка Сервіс", iban: iban), as: "subscriptions.media",
            times: 3)
        let shop = categorizer.suggest(
            query("Сільпо", payee: "Ланка Сервіс", iban: iban), memory: learned)
        #expect(shop.category == "groceries")
        // A landlord is one, whatever the purpose is called.
        let rent = memory(
            of: query("оренда за січень", payee: "Коваль Петро", iban: iban), as: "housing.rent",
            times: 2)
        let again = categorizer.suggest(
            query("за лютий згідно договору", payee: "Коваль Петро", iban: iban), memory: rent)
        #expect(again.category == "housing.rent" && again.level == .certain)
    }
}

/// Words that name a trade only in another place.
@Suite struct `Words out of place` {
    private let categorizer = Categorizer()

    private func suggestion(
        _ text: String, _ country: String, _ amount: Int64 = -10_000
    ) -> Suggestion {
        categorizer.suggest(
            CategorizerQuery(
                text: text, amount: Money(minorUnits: amount, currency: .eur), country: country))
    }

    @Test(arguments: [
        "Театральна", "Аптечна", "Університетська", "Музейна", "Лікарняна", "Поштова", "Церковна",
        "Садова", "Шкільна", "Готельна",
    ])
    func `of a street are no trade`(_ street: String) {
        for text in [
            "Ланка, Львів, вул. \(street), 5", "Ланка пров. \(street) 12",
            "Ланка, Київ, пр-т \(street), 5",
        ] {
            let found = suggestion(text, "UA")
            #expect(found.level < .medium, "\(text): \(found)")
        }
    }

    @Test(arguments: ["CHURCH", "SCHOOL", "PHARMACY", "HOSPITAL"])
    func `of an English street are no trade`(_ name: String) {
        for head in ["ROAD", "LANE", "STREET", "AVENUE"] {
            let found = suggestion("\(name) \(head) STORES LONDON", "GB")
            #expect(found.level < .high, "\(found)")
        }
    }

    @Test(arguments: [("DE", "Lanka Apothekenstraße 2"), ("PL", "LANKA ul. Szpitalna 3")])
    func `of streets elsewhere are no trade`(_ country: String, _ text: String) {
        #expect(suggestion(text, country).level < .medium)
    }

    @Test(arguments: [
        ("DE", "LANKA Mandatsref. 991"), ("DE", "McFit Mandat 123"),
        ("FR", "PRLV SEPA LANKA MANDAT 123"), ("PL", "TRANSAKCJA KARTA 10.00 EUR KURS 4,32 LANKA"),
        ("PL", "PLATNOSC BLIK SKLEP LANKA"), ("PL", "BLIK ZAKUP E-COMMERCE LANKA"),
        ("UA", "Мобільний платіж LANKA"), ("UA", "Мобільна оплата LANKA"),
        ("UA", "Податковий номер 1234567890 Ланка"), ("UA", "Готівковий розрахунок LANKA"),
        ("UA", "Комісія 0 грн. Ланка"), ("GB", "LANKA VISA RATE 1.08 INCL FEE"),
    ])
    func `of statements are no trade`(_ country: String, _ text: String) {
        let found = suggestion(text, country)
        #expect(
            found.level < .high || text.hasPrefix("McFit") && found.category == "sport.fitness",
            "\(text): \(found)")
    }

    @Test(arguments: ["Tagesgeld", "Sparbuch", "Festgeld 3 Monate", "Sparkonto"])
    func `of savings do not hide that interest is income`(_ product: String) {
        #expect(suggestion("Zinsen \(product)", "DE", 1_200).category == "income.interest")
    }

    @Test(arguments: ["Виграш Favbet", "Виграш лотерея", "Страхове відшкодування ТАС"])
    func `of a winning or compensation are no refund`(_ text: String) {
        let found = suggestion(text, "UA", 50_000)
        #expect(found.category != "income.refund", "\(found)")
    }

    @Test(arguments: [
        ("PL", "S.A."), ("ES", "S.L."), ("NL", "B.V."), ("DE", "e.V."), ("DE", "e.K."),
        ("TR", "A.S."), ("BE", "N.V."), ("AT", "K.G."),
    ])
    func `of companies with points are no initials`(_ country: String, _ form: String) {
        let found = suggestion("LANKOR \(form)", country)
        #expect(found.category != "transfers.person", "\(found)")
    }

    @Test(arguments: [
        "Риба", "Школа", "Лікар", "Пиво", "Хліб", "Коло", "Фора", "Торба", "Аврора",
    ])
    func `that are a trader's surname are no trade`(_ surname: String) {
        for text in ["ФОП \(surname) А.В.", "ФОП \(surname) О В", "ФОП \(surname) А.В., Київ"] {
            let found = suggestion(text, "UA")
            let isOpen = ["other", "transfers.person", ""].contains(found.category)
            #expect(isOpen, "\(text): \(found)")
        }
    }

    @Test(arguments: [
        ("UA", "Переказ Школа Роман Іванович *1234"), ("UA", "Надія Лікар *1234"),
        ("UA", "Риба Катерина Іванівна UA213223130000026007233566001"),
        ("GB", "JOHN BAKER 12345678"), ("GB", "JOHN BAKER REF 123"),
        ("GB", "SARAH FLOWERS 04JAN"), ("DE", "Anna Schneider DE89370400440532013000"),
    ])
    func `that are a surname stay so before a number`(_ country: String, _ text: String) {
        #expect(suggestion(text, country).category == "transfers.person")
    }

    @Test(arguments: [("UA", "Ланка планета"), ("DE", "LANKA Deutschland")])
    func `that are whole are no cut names`(_ country: String, _ text: String) {
        #expect(
            !suggestion(text, country).evidence.contains {
                $0.source == .brand && $0.how.contains("cut")
            })
    }
}
