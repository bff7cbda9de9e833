package import Facts
package import Reading
internal import Scanning

/// The part of a layout that decides whether a file may have it.
package struct LayoutCard: Sendable, Equatable {
    package enum Kind: Sendable {
        case table, json, xml
    }

    let kind: Kind
    let isPlain: Bool
    /// Nil: comma, semicolon or tab, by the header.
    let delimiter: UInt8?
    let hasQuoting: Bool
    /// Its files start with their first row.
    let isHeadless: Bool
    /// Minimum number of columns in a header.
    let needed: Int
    /// Folded headings of the columns that are read or required, sorted, without those that contain
    /// a currency. Before each a tab, a hexadecimal bit mask of the required columns that it names
    /// (none if it names none), and a colon.
    let names: ArraySlice<UInt8>
}

extension LayoutCard {
    init(of layout: Layout) {
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
        var bits: [[UInt8]: UInt64] = [:]
        for name in read.joined() {
            if let plain = name.plain { bits[plain] = 0 }
        }
        let columns =
            layout.sources.filter(\.isRequired).map { $0.columns.flatMap(\.self) }
            + layout.requires
        // Only columns whose names have no currency are checked by the card, in 64 bits.
        let plain = columns.filter { !$0.isEmpty && $0.allSatisfy { $0.plain != nil } }
        for (bit, column) in plain.prefix(UInt64.bitWidth).enumerated() {
            for name in column { bits[name.plain ?? []]? |= 1 << UInt64(bit) }
        }
        names =
            bits.sorted { $0.key.lexicographicallyPrecedes($1.key) }
            .flatMap { name, bits in
                [Self.tab] + (bits == 0 ? "" : String(bits, radix: 16)).utf8 + [Self.colon] + name
            }[...]
    }

    private static let tab: UInt8 = 0x09
    private static let colon = UInt8(ascii: ":")

    /// Parses a line that `rules/layouts.py` writes. A test compares each with its layout's file.
    init(text line: ArraySlice<UInt8>) {
        // Each start that reads a table parses ninety lines, so this makes no strings.
        let text = line.span
        var at = 0
        func part() -> Range<Int> {
            let start = at
            while at < text.count, text[at] != Self.tab { at += 1 }
            defer { at = min(at + 1, text.count) }
            return start..<at
        }
        func isPart(_ part: Range<Int>, _ word: StaticString) -> Bool {
            text.extracting(part).equals(word)
        }
        let kindWord = part()
        let plain = part()
        let mark = part()
        let quotes = part()
        let header = part()
        needed = part().reduce(0) { $0 * 10 + Int(text[$1] & 0x0F) }
        kind = isPart(kindWord, "json") ? .json : isPart(kindWord, "xml") ? .xml : .table
        isPlain = isPart(plain, "plain")
        hasQuoting = isPart(quotes, "quotes")
        isHeadless = isPart(header, "headless")
        delimiter =
            isPart(mark, "auto")
            ? nil : isPart(mark, "tab") ? Self.tab : mark.isEmpty ? nil : text[mark.lowerBound]
        // The tab before the first name belongs to the names.
        names = at < text.count ? line.dropFirst(at - 1) : []
    }

    /// Calls `body` with the hash of each heading and the mask of the required columns it names.
    func forEachHeading(_ body: (_ hash: UInt64, _ columns: UInt64) -> Void) {
        let text = names.span
        var at = 0
        while at < text.count {
            at += 1
            var columns: UInt64 = 0
            while at < text.count, text[at] != Self.colon {
                columns = columns << 4 | UInt64(text[at].hexDigit ?? 0)
                at += 1
            }
            let start = at + 1
            while at < text.count, text[at] != Self.tab { at += 1 }
            body(StableHash.hash(text.extracting(start..<at), seed: 0), columns)
        }
    }
}

/// The layouts to try on a file, those of the user first.
///
/// A built-in layout's file is parsed only if a statement may match: two or three of eighty. `make
/// rules` writes their headings to cards beside the files.
package final class LayoutSet: Sendable {
    package static let builtIn = LayoutSet(own: [])

    let cards: [LayoutCard]
    /// Indices of the layouts of banks' tables.
    let tables: [Int]
    private let given: [Layout]
    private let headings: HeadingIndex

    /// Layouts of the user, preferred to the built-in ones.
    package convenience init(own: [Layout]) {
        self.init(given: own, cards: own.map { LayoutCard(of: $0) } + Self.builtInCards)
    }

    /// Only these layouts.
    package convenience init(only layouts: [Layout]) {
        self.init(given: layouts, cards: layouts.map { LayoutCard(of: $0) })
    }

    private init(given: [Layout], cards: [LayoutCard]) {
        self.given = given
        self.cards = cards
        tables = cards.indices.filter { cards[$0].kind == .table && !cards[$0].isPlain }
        var headings = HeadingIndex(layouts: cards.count)
        for number in tables {
            cards[number].forEachHeading { hash, columns in
                headings.add(hash, of: number, columns)
            }
        }
        self.headings = headings
    }

    /// The built-in layouts, after those whose files a user names.
    package static func chosen(by options: ReadOptions) throws(ReadFailure) -> LayoutSet {
        if options.layouts.isEmpty { return .builtIn }
        do throws(LayoutProblem) {
            return LayoutSet(own: try Layouts.read(options.layouts))
        } catch {
            throw ReadFailure(
                .malformed,
                at: SourcePlace(file: error.file, line: error.line, column: error.column),
                found: error.found, details: ["layout", error.problem])
        }
    }

    subscript(number: Int) -> Layout {
        number < given.count ? given[number] : Layouts.builtIn(number - given.count)
    }

    /// The examples of a built-in layout; none for the user's own.
    func examples(of number: Int) -> [LayoutExample] {
        number < given.count ? [] : LayoutExample.builtIn(number - given.count)
    }

    /// Every layout, in order.
    package var all: [Layout] { cards.indices.map { self[$0] } }

    /// Tables of no particular bank.
    var plain: [Layout] { cards.indices.filter { cards[$0].isPlain }.map { self[$0] } }

    /// Whether the user has layouts of the kind, which precede the built-in readers.
    package func hasOwn(_ kind: LayoutCard.Kind) -> Bool {
        cards.prefix(given.count).contains { $0.kind == kind }
    }

    package func records(_ kind: LayoutCard.Kind) -> [Layout] {
        cards.indices.filter { cards[$0].kind == kind }.map { self[$0] }
    }

    /// The tables of which the row names a third of the columns, in order, and whether it names all
    /// required ones. If `mayFit` is false the layout does not match; otherwise its file decides.
    func naming(_ row: HeadRow) -> [(number: Int, mayFit: Bool)] {
        // A date and an amount need at least two columns.
        if row.count < 2 { return [] }
        var hits: [HeadingIndex.Hits] = []
        var seen: Set<UInt64> = []
        var heading: [UInt8] = []
        for cell in 0..<row.count {
            row.fold(cell, into: &heading)
            if heading.isEmpty { continue }
            let hash = StableHash.hash(heading.span, seed: 0)
            guard headings.has(hash), seen.insert(hash).inserted else { continue }
            headings.count(hash, in: &hits)
        }
        return hits.indices.compactMap { number in
            guard hits[number].names > 0, hits[number].names * 3 >= cards[number].needed else {
                return nil
            }
            return (number, hits[number].columns == headings.columns[number])
        }
    }

    /// For each built-in layout the compiled card, and the one made from its file.
    package static var builtInCardPairs: [(file: String, compiled: LayoutCard, read: LayoutCard)] {
        builtInCards.enumerated().map { number, card in
            (Layouts.compiled[number].name, card, LayoutCard(of: Layouts.builtIn(number)))
        }
    }

    private static let builtInCards = Layouts.compiled.map { LayoutCard(text: $0.card) }
}

/// The headings of tables by hash: the layouts that have each, and the required columns it names.
private struct HeadingIndex: Sendable {
    private struct Entry {
        let hash: UInt64
        let columns: UInt64
        let layout: Int
        /// The next entry of the chain; −1 at its end.
        let next: Int
    }

    /// The columns of a layout that a row names.
    struct Hits {
        var names = 0
        var columns: UInt64 = 0
    }

    private var entries: [Entry] = []
    /// Heads of the hash chains, by the hash's low bits. A table, because sorting a thousand hashes
    /// took half as long as reading them.
    private var chains = [Int](repeating: -1, count: 1 << 11)
    /// The mask of required columns of each layout.
    private(set) var columns: [UInt64]

    init(layouts: Int) {
        columns = Array(repeating: 0, count: layouts)
    }

    private func chain(of hash: UInt64) -> Int {
        Int(truncatingIfNeeded: hash) & (chains.count - 1)
    }

    mutating func add(_ hash: UInt64, of layout: Int, _ columns: UInt64) {
        let chain = chain(of: hash)
        entries.append(Entry(hash: hash, columns: columns, layout: layout, next: chains[chain]))
        chains[chain] = entries.count - 1
        self.columns[layout] |= columns
    }

    func has(_ hash: UInt64) -> Bool {
        var at = chains[chain(of: hash)]
        while at >= 0, entries[at].hash != hash { at = entries[at].next }
        return at >= 0
    }

    /// - Parameter hits: by the layout's index; empty before the first call.
    func count(_ hash: UInt64, in hits: inout [Hits]) {
        if hits.isEmpty { hits = Array(repeating: Hits(), count: columns.count) }
        var at = chains[chain(of: hash)]
        while at >= 0 {
            if entries[at].hash == hash {
                hits[entries[at].layout].names += 1
                hits[entries[at].layout].columns |= entries[at].columns
            }
            at = entries[at].next
        }
    }
}
