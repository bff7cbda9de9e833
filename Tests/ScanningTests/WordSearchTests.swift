import Scanning
import Testing

@Suite struct `A search for words` {
    @Test(arguments: [
        ("Silpo", "СІЛЬПО 123 КИЇВ", true), ("silpo", "Сильпо", true), ("silp", "Сільпо", true),
        ("Сільпо", "SILPO 9 LVIV", true), ("нова пошта", "NOVA POSHTA", true),
        ("nova пошта", "Нова Poshta", true), ("Apteka", "Аптека Подорожник", true),
        ("Privatbank", "ПриватБанк", true), ("нетфлікс", "NETFLIX.COM", true),
        ("Khlib", "Хліб", true), ("atb", "АТБ-Маркет №5", true), ("бар", "BAR 7", true),
        ("kava", "Aroma Кава", true), ("ГЛОВО", "Glovo", true),
    ])
    func `finds them in the other alphabet`(sought: String, text: String, isIn: Bool) {
        #expect(WordSearch(sought).isIn([text]) == isIn)
    }

    @Test(arguments: [
        // Beginnings of three letters are those of too many words.
        ("car", "Царський двір"), ("no", "Нова пошта"), ("bar", "Баранина"), ("ат", "ATLAS"),
        ("silpo", "Сіль по-домашньому"), ("ilpo", "Сільпо"), ("novus", "Нова пошта"),
        // Within one alphabet the letters must agree.
        ("gas", "HAS"), ("газ", "хаз"), ("vine", "WINE"), ("sylpo", "SILPO"),
    ])
    func `does not find others`(sought: String, text: String) {
        #expect(!WordSearch(sought).isIn([text]))
    }

    @Test func `finds another name only as a phrase of whole words`() {
        let search = WordSearch("макдональдз", otherNames: ["mc donalds"])
        #expect(search.isIn(["", "MC DONALDS 12 KYIV"]) && search.isIn(["Макдональдз"]))
        for text in ["MC KINSEY", "DONALDS MC", "MC DONALDSON", "ABMC DONALDS"] {
            #expect(!search.isIn([text]), "\(text)")
        }
        #expect(search.text == "макдональдз")
    }
}
