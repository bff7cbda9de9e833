package import Facts
import Scanning

/// The record of earlier exports of a kind, so that the next one writes only new entries.
///
/// A text of lines: `entry KEY LOOK`, `name THING NAME`, `line DIRECTIVE`, `opening ACCOUNT
/// CURRENCY DAY AMOUNT`, separated by tabs; later lines replace earlier ones.
package struct JournalMark: Sendable, Equatable {
    /// The look of each written line of the ledger: see ``look(of:joined:)``.
    package private(set) var entries: [LineKey: UInt64] = [:]
    /// Names of accounts and categories, by thing: a name once written stays.
    private(set) var names: [String: String] = [:]
    /// Directives written.
    private(set) var directives: Set<String> = []
    private(set) var openings: [AccountPlace: LedgerTextExport.Opening] = [:]
    /// The lines added since the mark was read.
    package private(set) var added: [UInt8] = []

    private static let version = "kopiyka exported 1\n"

    package init() { added = Array(Self.version.utf8) }

    /// - Returns: nil for bytes that are no mark.
    package init?(bytes: ArraySlice<UInt8>) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        guard let first = lines.first, first.elementsEqual(Self.version.utf8.dropLast()) else {
            return nil
        }
        for line in lines.dropFirst() where !take(line) { return nil }
    }

    private mutating func take(_ line: ArraySlice<UInt8>) -> Bool {
        let parts = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        let values = parts.dropFirst().map(PercentText.restored)
        switch (parts.first, values.count) {
        case ("entry", 2):
            guard let key = LineKey(text: values[0]), let look = UInt64(values[1], radix: 16) else {
                return false
            }
            entries[key] = look
        case ("name", 2): names[values[0]] = values[1]
        case ("line", 1): directives.insert(values[0])
        case ("opening", 4):
            guard let currency = values[1].isEmpty ? .unknown : Currency(code: values[1]),
                let day = CalendarDate(text: values[2]),
                let amount = Money(text: values[3], currency: currency)
            else { return false }
            openings[AccountPlace(values[0], currency)] = LedgerTextExport.Opening(
                account: values[0], day: day, amount: amount)
        default: return false
        }
        return true
    }

    mutating func add(_ key: LineKey, _ look: UInt64) {
        entries[key] = look
        append(["entry", key.text, String(look, radix: 16)])
    }

    mutating func add(name: String, of thing: String) {
        guard names.updateValue(name, forKey: thing) != name else { return }
        append(["name", thing, name])
    }

    /// False when the directive was written before.
    mutating func add(directive: String) -> Bool {
        guard directives.insert(directive).inserted else { return false }
        append(["line", directive])
        return true
    }

    mutating func add(_ opening: LedgerTextExport.Opening) {
        let amount = opening.amount
        openings[AccountPlace(opening.account, amount.currency)] = opening
        append([
            "opening", opening.account, amount.currency.isKnown ? amount.currency.code : "",
            opening.day.text, amount.text,
        ])
    }

    private mutating func append(_ parts: [String]) {
        added += Array((parts.map(PercentText.escaped).joined(separator: "\t") + "\n").utf8)
    }

    /// A number for everything of a row that an entry of a journal shows.
    ///
    /// - Parameter joined: the other line of the same entry.
    static func look(of row: ReportRow, joined: LineKey?) -> UInt64 {
        var texts = [
            row.account, row.day.text, row.amount.text, row.amount.currency.code, row.category,
            row.payee, row.description, row.memo, row.note, row.isHold ? "!" : "*",
            joined?.text ?? "",
        ]
        texts += row.tags
        for split in row.splits { texts += [split.category, split.amount.text, split.note] }
        let bytes = Array(texts.joined(separator: "\u{1F}").utf8)
        return StableHash.hash(bytes.span, seed: UInt64(texts.count))
    }
}
