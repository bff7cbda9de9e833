import Facts
import Scanning
import TestKit
import Testing

@testable import Categorizing

/// Laws of what outweighs what, over descriptors drawn from all that the tables know.
@Suite struct `Weighing` {
    private static let tables = MerchantTables.shared
    private static let categories = CategoryTable.builtIn
    private static let categorizer = Categorizer()
    private static let drawsMax = 40_000
    private static let casesMin = 300

    /// A text of the tables that the program reads as it is written.
    struct Known: Sendable {
        let text: String
        let category: String
        let isWeak: Bool
        let kind: MerchantTables.Kind
    }

    /// Names and words of purchases that alone are read as what they are, in Ukraine.
    static let known: [Known] = {
        let home = tables.countryBit(UInt8(ascii: "U"), UInt8(ascii: "A"))
        return (0..<tables.patternCount).compactMap { index in
            let pattern = tables.pattern(index, .folded)
            let row = tables.row(pattern.row)
            guard pattern.kind == .brand && row.role == .merchant || pattern.kind == .keyword,
                pattern.tail == 0, !row.saysNothing, row.sign == 0, index % 3 == 0,
                row.countrySet == MerchantTables.everywhere
                    || tables.homeliness(ofSet: row.countrySet, countryBit: home) > 0,
                categories.all[row.category].kind == .expense
            else { return nil }
            let text = String(decoding: tables.bytes(of: pattern), as: UTF8.self)
            let said = suggest(text)
            guard said.category == categories.all[row.category].key, isExact(said) else {
                return nil
            }
            return Known(
                text: text, category: said.category, isWeak: row.isWeak, kind: pattern.kind)
        }
    }()

    /// Strong one-word names.
    private static let names = known.filter {
        $0.kind == .brand && !$0.isWeak && !$0.text.contains(" ") && $0.text.utf8.count >= 5
    }
    private static func suggest(
        _ text: String, mcc: UInt16 = 0, memory: Memory? = nil
    ) -> Suggestion {
        categorizer.suggest(CategorizerQuery(text: text, mcc: mcc, sign: -1), memory: memory)
    }

    private static func group(_ key: String) -> Substring { key.prefix { $0 != "." } }

    private static let bent: Set<Substring> = ["loose", "cut", "near"]

    private static func isExact(_ said: Suggestion) -> Bool {
        said.evidence.first.map { bent.isDisjoint(with: $0.how.split(separator: " ")) } ?? false
    }

    /// The text with one letter of its middle missing, doubled or changed.
    private static func misspelt(_ text: String, _ dice: inout Dice) -> String {
        var letters = Array(text)
        let at = 2 + dice.roll(letters.count - 3)
        switch dice.roll(3) {
        case 0: letters.remove(at: at)
        case 1: letters.insert(letters[at], at: at)
        default: letters[at] = letters[at] == "о" ? "а" : "о"
        }
        return String(letters)
    }

    // MARK: What is written, and what is near

    enum Near: String, CaseIterable, Sendable { case misspelt, glued, loose }

    private static func near(_ kind: Near, _ dice: inout Dice) -> String? {
        let name = names[dice.roll(names.count)].text
        let text: String
        switch kind {
        case .misspelt:
            if name.count < 7 { return nil }
            text = misspelt(name, &dice)
        case .glued: text = name + "Zelmir" + String(dice.roll(90) + 10)
        case .loose:
            var loose: [UInt8] = []
            LooseSpelling.append(name.utf8.span, to: &loose)
            text = String(decoding: loose, as: UTF8.self)
        }
        let reader = DescriptorReader(
            tables: tables, spelling: .folded,
            countryBit: tables.countryBit(UInt8(ascii: "U"), UInt8(ascii: "A")),
            involved: InvolvedCountries(), sign: -1)
        let folded = TextFolder().fold(text)
        if reader.read(folded.utf8.span, raw: text.utf8.span).hasHit { return nil }
        return suggest(text).category.isEmpty ? nil : text
    }

    @Test(arguments: Near.allCases)
    func `what is written anywhere wins against all that is only near`(_ kind: Near) {
        var dice = Dice(state: 27)
        var cases = 0
        for _ in 0..<Self.drawsMax where cases < Self.casesMin {
            let exact = Self.known[dice.roll(Self.known.count)]
            guard let near = Self.near(kind, &dice),
                Self.group(Self.suggest(near).category) != Self.group(exact.category)
            else { continue }
            cases += 1
            let text = dice.roll(2) == 0 ? exact.text + " " + near : near + " " + exact.text
            let said = Self.suggest(text)
            // «Yeva Vurth» is somebody.
            if said.category == "transfers.person" { continue }
            #expect(said.category == exact.category, "\(text)")
            #expect(Self.isExact(said), "\(text)")
        }
        #expect(cases == Self.casesMin)
    }
}
