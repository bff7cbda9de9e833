/// A part of a row that another program's user split, as ``FactText/recordedParts`` stores it:
/// `AMOUNT\tCATEGORY\tNOTE`, one part a line, the note left out if empty.
package struct RecordedPart: Sendable, Equatable {
    package let amount: String
    package let category: String
    package let note: String

    /// The category is another account's name in brackets: money moves there.
    package var isOfAccount: Bool { category.first == "[" && category.last == "]" }

    /// The text of a person's parts; blanks stand for the bytes that separate fields and parts.
    package static func text(of splits: [Decision.Split]) -> String {
        func plain(_ text: String) -> String {
            let bytes = text.utf8.map { $0 < 0x20 ? 0x20 : $0 }
            return String(decoding: bytes, as: UTF8.self)
        }
        return splits.map { part in
            [part.amount.text, plain(part.category), plain(part.note)]
                .prefix(part.note.isEmpty ? 2 : 3).joined(separator: "\t")
        }.joined(separator: "\n")
    }

    /// The parts in their order; a line without a category column has an empty one.
    package static func read(_ text: String) -> [RecordedPart] {
        text.split(separator: "\n").map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            func field(_ index: Int) -> String {
                index < fields.count ? String(fields[index]) : ""
            }
            return RecordedPart(amount: field(0), category: field(1), note: field(2))
        }
    }
}
