/// A part of a row that another program's user split, as ``FactText/recordedParts`` stores it:
/// `AMOUNT\tCATEGORY\tNOTE`, one part a line, the note left out if empty.
package struct RecordedPart: Sendable, Equatable {
    package let amount: String
    package let category: String
    package let note: String

    /// The category is another account's name in brackets: money moves there.
    package var isOfAccount: Bool { category.first == "[" && category.last == "]" }

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
