import Facts
import TestKit
import Testing

@testable import Categorizing

@Suite struct `People` {
    private static let path =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
        .joined(separator: "/") + "/Names/people.txt"

    /// Each first name of a language beside each of its surnames, in turns: over two thousand
    /// people.
    private static func people() throws -> [String: [String]] {
        var lists: [String: [[String]]] = [:]
        let text = try #require(readText(ofFile: path), "\(path)")
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: " ").map(String.init)
            lists[String(parts[0].dropLast()), default: []].append(Array(parts.dropFirst()))
        }
        return lists.mapValues { lists in
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

    @Test(arguments: [
        ("Марина Кафе", "eating_out"), ("Anna Apteka", "health.pharmacy"),
        ("Hugo Boss", "shopping.clothing"), ("Max Mara", "shopping.clothing"),
        ("Аптека Марія", "health.pharmacy"),
    ])
    func `are not seen where a word of a trade stands, or a name known everywhere`(
        text: String, category: String
    ) {
        #expect(Self.suggestion(text).category.hasPrefix(category))
    }

    @Test func `who trade are found by the till`() {
        #expect(Self.suggestion("Peter Hahn", country: "DE").category == "transfers.person")
        #expect(
            Self.suggestion("Peter Hahn", mcc: 5_651, country: "DE").category
                == "shopping.clothing")
        #expect(Self.suggestion("ФОП Марія Мельник", country: "UA").category != "transfers.person")
    }
}
