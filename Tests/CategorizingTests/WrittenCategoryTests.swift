import Scanning
import TestKit
import Testing

@testable import Categorizing

@Suite struct `A category that a person writes` {
    private let names = CategoryNames(shownIn: .uk)

    /// The key, or what is near.
    private func meant(_ typed: String) -> String {
        do throws(CategoryUnknown) {
            return try names.key(of: typed)
        } catch {
            return "?" + error.near.joined(separator: " ")
        }
    }

    @Test func `is known by its key and by its name in every language`() {
        let shown = CategoryTable.Language.allCases.map { ($0, CategoryNames(shownIn: $0)) }
        for category in CategoryTable.builtIn.all {
            #expect(meant(category.key) == category.key)
            #expect(meant(category.key.uppercased()) == category.key)
            for (language, own) in shown {
                let name = category.name(in: language)
                // A name of several categories in one language is asked about.
                let same = CategoryTable.builtIn.all.filter { $0.name(in: language) == name }
                if same.count == 1 {
                    #expect((try? own.key(of: name)) == category.key, "\(name)")
                    #expect((try? own.key(of: name.lowercased())) == category.key, "\(name)")
                }
            }
        }
    }

    @Test(arguments: [
        ("кава", "eating_out.coffee"), ("Кав", "eating_out.coffee"), ("coff", "eating_out.coffee"),
        ("алког", "groceries.alcohol"), ("таксі", "transport.taxi"), ("Зарпл", "income.salary"),
        ("пальне", "transport.fuel"), ("заряд паль", "transport.fuel"),
        ("eating_out.coffee", "eating_out.coffee"), ("coffee", "eating_out.coffee"),
    ])
    func `is known by the only words that begin so`(typed: String, key: String) {
        #expect(meant(typed) == key)
    }

    @Test(arguments: [
        ("аптека", "health.pharmacy"), ("краса", "personal_care.beauty"), ("sports", "sport"),
        ("комісія", "finance.fees"),
    ])
    func `is known in another number or case`(typed: String, key: String) {
        #expect(meant(typed) == key)
    }

    @Test(arguments: [
        ("паливо", "transport.fuel"), ("бензин", "transport.fuel"), ("ліки", "health.pharmacy"),
        ("їжа", "groceries"), ("cafe", "eating_out"), ("другое", "other"), ("машина", "transport"),
    ])
    func `is known by an everyday word for it`(typed: String, key: String) {
        #expect(meant(typed) == key)
    }

    /// The defaults of an earlier application, in three languages.
    @Test(arguments: [
        "groceries taxi subscriptions utilities pharmacy cafe clothing entertainment transport",
        "gifts education sports beauty electronics other продукти таксі підписки комунальні аптека",
        "кафе одяг розваги транспорт подарунки освіта спорт краса електроніка інше продукты",
        "подписки коммунальные одежда развлечения подарки образование красота электроника другое",
    ])
    func `is known by the names of earlier applications`(typed: String) {
        for name in typed.split(separator: " ") {
            #expect(meant(String(name)).first != "?", "\(name)")
        }
    }

    @Test func `is refused where several words begin so`() {
        #expect(meant("продук") == "?groceries groceries.specialty")
    }

    @Test(arguments: ["хліб", "grcr", "щщщщщ", "", " ", "п", "roceries", "оплив"])
    func `is refused where letters alone would say one`(typed: String) {
        #expect(meant(typed).first == "?")
    }

    @Test(arguments: [
        ("ліки", "health.pharmacy"), ("лекарства", "health.pharmacy"),
        ("lekarna", "health.pharmacy"),
        ("apteka", "health.pharmacy"), ("Apotheke", "health.pharmacy"),
        ("хліб", "groceries.specialty"), ("хліба", "groceries.specialty"),
        ("хлеб", "groceries.specialty"), ("Bäckerei", "groceries.specialty"),
        ("piekarnia", "groceries.specialty"), ("їжа", "groceries"), ("Zahnarzt", "health.doctor"),
        ("паливо", "transport.fuel"), ("бензин", "transport.fuel"), ("petrol", "transport.fuel"),
        ("paliwo", "transport.fuel"), ("Tankstelle", "transport.fuel"),
        ("квіти", "gifts"), ("стоматолог", "health.dental"), ("метро", "transport.public"),
    ])
    func `is offered by an everyday word for it, before what is near by letters`(
        typed: String, key: String
    ) {
        let offered = meant(typed)
        #expect(
            offered == key
                || offered.dropFirst().split(separator: " ").first.map(String.init) == key,
            "\(offered)")
    }

    /// «ліки» is one slip and one letter from «діти», «хліб» two from «хобі».
    @Test func `is never offered by letters where it is no slip`() {
        for typed in [
            "щока", "ліхтар", "гніздо", "zebra", "wolke", "крокодил", "пагорб", "roceries",
        ] {
            #expect(meant(typed) == "?", "\(typed)")
        }
        for category in CategoryTable.builtIn.all {
            let name = category.name(in: .uk).lowercased()
            guard name.count > 7, !name.contains(" ") else { continue }
            let slip = String(name.prefix(3)) + "ґ" + String(name.dropFirst(4))
            let offered = meant(slip).dropFirst().split(separator: " ").map(String.init)
            #expect(offered.contains(category.key), "\(slip): \(offered)")
            #expect(!offered.isEmpty && offered.count <= 3)
        }
    }

    @Test func `is refused with at most three that are near`() {
        #expect(meant("продукки").contains("groceries"))
        #expect(meant("cofee").contains("eating_out.coffee"))
        #expect(meant("petrolina").contains("transport.fuel"))
        for typed in ["па", "ко", "бан", "спо"] {
            let answer = meant(typed)
            #expect(answer.first != "?" || answer.split(separator: " ").count <= 3)
        }
    }

    /// The law: what is written is a key, a name, or the beginning of words of the one it is filed
    /// under.
    @Test func `is never filed under what does not begin so`() {
        let texts = CategoryTable.builtIn.all.flatMap { category in
            CategoryTable.Language.allCases.map { category.name(in: $0) }
        }
        let folder = TextFolder()
        for text in drawn(every: 7, of: texts) {
            let letters = Array(text)
            for typed in [
                String(letters.dropFirst()), String(letters.prefix(3)), String(letters.prefix(5)),
                String(letters.filter { !"аоіеaeiou".contains($0) }), String(letters.reversed()),
            ] {
                guard let category = CategoryTable.lookup(meant(typed)) else { continue }
                let own = CategoryTable.Language.allCases.map { category.name(in: $0) }
                let words = (own + category.words + [category.key.replacing(".", with: " ")])
                    .flatMap {
                        folder.fold($0).split(separator: " ")
                    }
                let parts = folder.fold(typed).split(separator: " ")
                let isBeginning = parts.allSatisfy { part in
                    words.contains { word in
                        word.hasPrefix(part)
                            || part.count > 4 && word.hasPrefix(part.dropLast())
                                && word.count <= part.count
                    }
                }
                #expect(isBeginning, "\(typed): \(category.key)")
            }
        }
    }
}
