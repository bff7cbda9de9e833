import Facts
import Testing

@testable import Categorizing

@Suite struct `A payee` {
    private let categorizer = Categorizer()

    private func payee(_ text: String, _ mcc: UInt16 = 0) -> String {
        categorizer.suggest(CategorizerQuery(text: text, mcc: mcc, sign: -1)).payee
    }

    private static let names = ["Сільпо", "АТБ", "Rozetka", "Епіцентр", "Київстар", "OKKO"]
    private static let trades = ["аптека", "готель", "vet", "перукарня", "стоматологія"]

    @Test(arguments: names)
    func `is the merchant's name as our tables write it`(_ name: String) {
        #expect(!payee(name).isEmpty)
        #expect(payee(name + " 123 Київ") == payee(name))
        #expect(payee("SHOP " + name) == payee(name))
    }

    @Test(arguments: [
        ("166?00X?20Miete?32Anna Muster", "Anna Muster"),
        ("020~00PRZELEW~20Czynsz~21 marzec", "Czynsz marzec"), ("809?00ENTGELT?109310", "ENTGELT"),
        ("/TRTP/SEPA/NAME/J. de Vries/REMI/Factuur", "J. de Vries"), ("KORTEX 12", ""),
    ])
    func `is in the parts of a bank's marked text`(_ text: String, _ expected: String) {
        #expect(payee(text) == expected)
    }

    @Test(arguments: [
        "LVIV", "Львів", "LUTSK", "Луцьк", "DROHOBYCH", "MOSKVA", "WROCLAW", "LUBLIN",
    ])
    func `is no city`(_ city: String) {
        #expect(payee("ROMASHKA " + city).isEmpty)
    }

    @Test(arguments: names, trades)
    func `is no merchant's where a word of another trade stands beside its name`(
        _ name: String, _ trade: String
    ) {
        #expect(payee(trade + " " + name) == "")
        #expect(payee(name + " " + trade) == "")
    }

    @Test(arguments: [("VET POLISSIA", UInt16(742)), ("Сільпо Кафе", 5_814)])
    func `is no merchant's where a code says the same`(_ text: String, _ mcc: UInt16) {
        #expect(payee(text, mcc) == "")
    }

    @Test(arguments: ["Епіцнтр", "PLAYSTATIO", "Max Mustermann", "Київський метропоітен"])
    func `is no name that is only near`(_ text: String) {
        #expect(payee(text) == "")
    }

    @Test(arguments: ["AMIC ENERGY 40 POLTAVA", "Аптека Подорожник", "OKKO Drive"])
    func `stays with words of its own trade or of its own name`(_ text: String) {
        #expect(!payee(text).isEmpty)
    }
}
