import Scanning
import Testing

@testable import Categorizing

@Suite struct `A search for a merchant's name` {
    @Test(arguments: [
        ("макдональдз", "MCDONALDS 12 KYIV"), ("McDonald's", "МАКДОНАЛЬДЗ"),
        ("Нова пошта", "NOVA POST UA"), ("novaposhta", "Нова Пошта"), ("АТБ", "ATBMARKET"),
        ("Сільпо", "CILPO 7"), ("Київстар", "KYEVSTAR"),
    ])
    func `finds its other spellings`(sought: String, text: String) {
        #expect(WordSearch(named: sought).isIn([text]))
    }

    @Test(arguments: [
        ("пошта", "NOVAPOSHTA"), ("Сільпо", "ATB"), ("google", "YOUTUBE"), ("метро", "AUCHAN"),
        ("кава", "COFFEE"), ("Люба", "LUX"),
    ])
    func `finds nothing of others`(sought: String, text: String) {
        #expect(!WordSearch(named: sought).isIn([text]))
    }

    /// Any spelling of a merchant finds any other one, whole and with a town.
    @Test func `is the same by any of its spellings`() {
        let tables = MerchantTables.shared
        for name in ["сільпо", "нова пошта", "розетка", "епіцентр", "київстар", "болт"] {
            let search = WordSearch(named: name)
            #expect(search.isIn([name.uppercased() + " Київ"]))
            let rows = Set(
                (0..<tables.patternCount).filter {
                    tables.bytes(of: tables.pattern($0, .folded)) == Array(name.utf8)
                }.map { tables.pattern($0, .folded).row }.filter {
                    tables.row($0).isOwn && !tables.row($0).isWeak
                        && tables.row($0).role == .merchant
                })
            #expect(!rows.isEmpty)
            for index in 0..<tables.patternCount {
                let pattern = tables.pattern(index, .folded)
                guard rows.contains(pattern.row), pattern.kind == .brand, !pattern.isAnchored,
                    pattern.tail == 0
                else { continue }
                let spelling = String(decoding: tables.bytes(of: pattern), as: UTF8.self)
                #expect(search.isIn([spelling.uppercased() + " LVIV"]), "\(name): \(spelling)")
            }
        }
    }
}
