import Facts
import Scanning
import TestKit
import Testing

@testable import Categorizing

@Suite struct `People` {
    private static let path =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
        .joined(separator: "/") + "/Names/people.txt"

    /// First names of each language, and surnames.
    private static func names() throws -> [String: [[String]]] {
        var lists: [String: [[String]]] = [:]
        let text = try #require(readText(ofFile: path), "\(path)")
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: " ").map(String.init)
            lists[String(parts[0].dropLast()), default: []].append(Array(parts.dropFirst()))
        }
        return lists
    }

    /// Each first name of a language beside each of its surnames, in turns: over two thousand
    /// people.
    private static func people() throws -> [String: [String]] {
        try names().mapValues { lists in
            lists[1].enumerated().flatMap { number, surname in
                (0..<8).map { lists[0][(number * 8 + $0) % lists[0].count] + " " + surname }
            }
        }
    }

    private static let categorizer = Categorizer()

    private static func suggestion(
        _ text: String, mcc: UInt16 = 0, country: String = ""
    ) -> Suggestion {
        categorizer.suggest(
            CategorizerQuery(
                text: text, mcc: mcc, amount: Money(minorUnits: -2_000, currency: .eur),
                country: country))
    }

    @Test(arguments: [("uk", "UA"), ("pl", "PL"), ("de", "DE"), ("en", "GB")])
    func `are no shops, though shops bear their surnames`(
        language: String, country: String
    ) throws {
        let people = try #require(try Self.people()[language])
        #expect(people.count >= 480)
        let wrong = people.filter { person in
            [
                person, person.uppercased(),
                person.split(separator: " ").reversed()
                    .joined(separator: " "),
            ].contains {
                let said = Self.suggestion($0, country: country)
                return said.category != "transfers.person" && said.level >= .high
            }
        }
        #expect(wrong.count * 100 <= people.count, "\(wrong)")
    }

    /// Words that a merchant's name is made of alone, and that a person's first name is too, or a
    /// surname of the list.
    private static func sharedNames() throws -> (given: [String], surnames: [String]) {
        let tables = MerchantTables.shared
        let surnames = Set(
            try names().values.flatMap { $0[1] }.map {
                var folded: [UInt8] = []
                TextFolder().fold(Array($0.utf8).span, into: &folded)
                return String(decoding: folded, as: UTF8.self)
            })
        var brands: Set<String> = []
        var given: Set<String> = []
        var ours = surnames
        for index in 0..<tables.patternCount {
            let pattern = tables.pattern(index, .folded)
            let text = String(decoding: tables.bytes(of: pattern), as: UTF8.self)
            guard !text.contains(" ") else { continue }
            switch pattern.kind {
            case .brand where tables.row(pattern.row).role == .merchant: brands.insert(text)
            case .givenName: given.insert(text)
            case .surname: ours.insert(text)
            default: break
            }
        }
        return (brands.intersection(given).sorted(), brands.intersection(ours).sorted())
    }

    @Test(arguments: [("uk", "UA"), ("pl", "PL"), ("de", "DE"), ("en", "GB")])
    func `are no shops that bear their first name or surname`(
        language: String, country: String
    ) throws {
        let lists = try #require(try Self.names()[language])
        let shops = try Self.sharedNames()
        #expect(shops.given.count > 100)
        #expect(shops.surnames.count > 50)
        var asked = 0
        var wrong: [String] = []
        func ask(_ first: String, _ last: String) {
            for text in [
                "\(first) \(last)", "\(last) \(first)", "Dr. \(first) \(last)",
                "Frau \(first)",
            ] {
                // A chain of pharmacies.
                if text.lowercased().hasPrefix("dr. max") { continue }
                asked += 1
                let said = Self.suggestion(text, country: country)
                if said.category != "transfers.person", said.level >= .high {
                    wrong.append("\(text) \(said.category)")
                }
            }
        }
        for (number, name) in shops.given.enumerated() {
            for turn in 0..<4 { ask(name, lists[1][(number * 4 + turn) % lists[1].count]) }
        }
        for (number, name) in shops.surnames.enumerated() {
            for turn in 0..<4 { ask(lists[0][(number * 4 + turn) % lists[0].count], name) }
        }
        #expect(wrong.isEmpty, "\(wrong.count) of \(asked): \(wrong.prefix(100))")
    }

    @Test(arguments: [
        ("Марина Кафе", "eating_out"), ("Anna Apteka", "health.pharmacy"),
        ("Hugo Boss", "shopping.clothing"), ("Max Mara", "shopping.clothing"),
        ("Аптека Марія", "health.pharmacy"), ("OTTO GmbH", "shopping.clothing"),
        ("Otto.de", "shopping.clothing"), ("otto versand", "shopping.clothing"),
        ("Koch Feinkost", "groceries.specialty"), ("Dr. Max Praha", "health.pharmacy"),
    ])
    func `are not seen where a word of a trade stands, or a name known everywhere`(
        text: String, category: String
    ) {
        #expect(Self.suggestion(text, country: "DE").category.hasPrefix(category))
    }

    /// Euros are of Finland too, where Otto is a cash machine.
    @Test(arguments: [
        "Otto Bauer", "Karl Otto", "Ernst Otto", "Herr Otto", "Dr. Paul Koch",
        "Prof. Dr. Paul Koch", "Frau Petra Koch", "Mr. Otto Becker", "von Otto Bauer",
        "пан Андрій Коваль", "Mgr Anna Piekarz", "Frau Koch", "Herr Bauer", "Mrs Fisher",
    ])
    func `are told by a first name beside a surname, and by a title`(text: String) {
        #expect(Self.suggestion(text, country: "DE").category == "transfers.person")
    }

    @Test func `who trade are found by the till`() {
        #expect(Self.suggestion("Peter Hahn", country: "DE").category == "transfers.person")
        #expect(
            Self.suggestion("Peter Hahn", mcc: 5_651, country: "DE").category
                == "shopping.clothing")
        #expect(Self.suggestion("ФОП Марія Мельник", country: "UA").category != "transfers.person")
    }
}
