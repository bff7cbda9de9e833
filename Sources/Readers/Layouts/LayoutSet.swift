internal import Facts
internal import Scanning

/// What must be known of a layout to tell whether a file could be its own.
struct LayoutCard: Sendable, Equatable {
    enum Kind: String, Sendable {
        case table, json, xml
    }

    /// The layout's file below `rules/banks/`, for built-in ones.
    let file: String
    let kind: Kind
    let isPlain: Bool
    /// Nil: whichever of comma, semicolon and tab shows the header.
    let delimiter: UInt8?
    let hasQuoting: Bool
    /// Its files start with their first row.
    let isHeadless: Bool
    /// How many columns a header must have.
    let needed: Int
    /// Folded headings of the columns that are read or required, sorted, a tab before each. Names with a currency in them are not among them.
    let names: ArraySlice<UInt8>
}

extension LayoutCard {
    init(of layout: Layout, file: String = "") {
        self.file = file
        kind =
            switch layout.records?.grammar {
            case nil: .table
            case .json: .json
            case .xml: .xml
            }
        isPlain = layout.rank == .fallback
        delimiter = layout.delimiter
        hasQuoting = layout.hasQuoting
        isHeadless = !layout.shapes.isEmpty
        let required = layout.sources.filter(\.isRequired).map { $0.columns[0] } + layout.requires
        needed = Set(required).count
        let read = isHeadless ? [] : layout.sources.flatMap(\.columns) + layout.requires
        names =
            Set(read.joined().compactMap(\.plain)).sorted { $0.lexicographicallyPrecedes($1) }
            .flatMap { [Self.tab] + $0 }[...]
    }

    private static let tab: UInt8 = 0x09

    /// One line of `rules/compiled/layouts.tsv`, and back.
    var text: String {
        let mark = delimiter.map { $0 == 0x09 ? "tab" : String(UnicodeScalar($0)) } ?? "auto"
        let parts = [
            file, kind.rawValue, isPlain ? "plain" : "bank", mark, hasQuoting ? "quotes" : "plain",
            isHeadless ? "headless" : "header", "\(needed)",
        ]
        return parts.joined(separator: "\t") + String(decoding: names, as: UTF8.self)
    }

    /// Nil for a line that is none of ours.
    init?(text line: ArraySlice<UInt8>) {
        // Ninety lines at each start that meets a table: no text is made of what only tells one thing from another.
        var rest = line
        func part() -> ArraySlice<UInt8> {
            let end = rest.firstIndex(of: Self.tab) ?? rest.endIndex
            defer { rest = rest[end...].dropFirst() }
            return rest[..<end]
        }
        file = String(decoding: part(), as: UTF8.self)
        let kindWord = part()
        isPlain = part().elementsEqual("plain".utf8)
        let mark = part()
        hasQuoting = part().elementsEqual("quotes".utf8)
        isHeadless = part().elementsEqual("headless".utf8)
        let end = rest.firstIndex(of: Self.tab) ?? rest.endIndex
        guard let needed = Int(String(decoding: rest[..<end], as: UTF8.self)),
            let kind = [Kind.table, .json, .xml].first(where: {
                kindWord.elementsEqual($0.rawValue.utf8)
            })
        else { return nil }
        self.kind = kind
        self.needed = needed
        delimiter =
            mark.elementsEqual("auto".utf8)
            ? nil : mark.elementsEqual("tab".utf8) ? Self.tab : mark.first
        names = rest[end...]
    }

    /// Adds the hash of each heading, with a number that stands for the layout.
    func addHeadings(as number: Int, to headings: inout [(hash: UInt64, number: Int)]) {
        let text = names.span
        var start = 0
        while start < text.count {
            var end = start + 1
            while end < text.count, text[end] != Self.tab { end += 1 }
            let name = text.extracting((start + 1)..<end)
            headings.append((StableHash.hash(name, seed: 0), number))
            start = end
        }
    }
}

/// The layouts a file is tried with, those of the user first.
///
/// A built-in layout is read from its file when a statement may be its own: of eighty, two or three. Their headings come from an index that
/// `make rules` writes and a test compares with the layouts.
package final class LayoutSet: Sendable {
    package static let builtIn = LayoutSet(own: [])

    let cards: [LayoutCard]
    /// Numbers of the layouts of tables of banks.
    let tables: [Int]
    private let given: [Layout]
    /// Folded headings by their hash, each with a layout that has it; sorted.
    private let headings: [(hash: UInt64, number: Int)]

    /// Layouts of the user, preferred to the built-in ones behind them.
    package convenience init(own: [Layout]) {
        self.init(given: own, cards: own.map { LayoutCard(of: $0) } + Self.builtInCards)
    }

    /// These layouts and no other.
    package convenience init(only layouts: [Layout]) {
        self.init(given: layouts, cards: layouts.map { LayoutCard(of: $0) })
    }

    private init(given: [Layout], cards: [LayoutCard]) {
        self.given = given
        self.cards = cards
        tables = cards.indices.filter { cards[$0].kind == .table && !cards[$0].isPlain }
        var headings: [(hash: UInt64, number: Int)] = []
        for number in tables {
            cards[number].addHeadings(as: number, to: &headings)
        }
        headings.sort { $0.hash < $1.hash }
        self.headings = headings
    }

    subscript(number: Int) -> Layout {
        number < given.count ? given[number] : Layouts.builtIn(number - given.count)
    }

    /// Every layout, in order.
    package var all: [Layout] { cards.indices.map { self[$0] } }

    /// Tables of no bank in particular.
    var plain: [Layout] { cards.indices.filter { cards[$0].isPlain }.map { self[$0] } }

    /// Whether the user has layouts of the kind, which come before what the program knows.
    func hasOwn(_ kind: LayoutCard.Kind) -> Bool {
        cards.prefix(given.count).contains { $0.kind == kind }
    }

    func records(_ kind: LayoutCard.Kind) -> [Layout] {
        cards.indices.filter { cards[$0].kind == kind }.map { self[$0] }
    }

    /// Numbers of the tables a third of whose columns the row names, in their order.
    func naming(_ row: HeadRow) -> [Int] {
        var hits: [Int] = []
        var seen: Set<UInt64> = []
        for heading in row.folded where !heading.isEmpty {
            let hash = StableHash.hash(heading.span, seed: 0)
            var at = headings.partitionPoint { $0.hash >= hash }
            guard at < headings.count, headings[at].hash == hash, seen.insert(hash).inserted else {
                continue
            }
            if hits.isEmpty { hits = Array(repeating: 0, count: cards.count) }
            while at < headings.count, headings[at].hash == hash {
                hits[headings[at].number] += 1
                at += 1
            }
        }
        return hits.indices.filter { hits[$0] > 0 && hits[$0] * 3 >= cards[$0].needed }
    }

    /// What `rules/compiled/layouts.tsv` must hold: a card of each built-in layout in a line.
    package static var writtenIndex: String {
        Layouts.embedded.enumerated().map { number, file in
            LayoutCard(of: Layouts.builtIn(number), file: file.name).text + "\n"
        }.joined()
    }

    private static let builtInCards: [LayoutCard] = {
        var cards: [LayoutCard] = []
        var rest = Layouts.index[...]
        while let end = rest.firstIndex(of: 0x0A) {
            if let card = LayoutCard(text: rest[..<end]) { cards.append(card) }
            rest = rest[(end + 1)...]
        }
        precondition(
            cards.count == Layouts.count, "rules/compiled/layouts.tsv is not of rules/banks")
        return cards
    }()
}
