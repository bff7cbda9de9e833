package import Facts

/// A format of statement texts: its signs and its reader.
///
/// A card is in its format's folder; `Formats` in Opening lists the cards in the order of tests.
package struct FormatCard: Sendable {
    /// Whether a text has the format.
    ///
    /// - Parameters:
    ///   - head: the first lines, from the first nonblank byte; never empty.
    ///   - text: all known text from there on.
    package typealias Sign = @Sendable (_ head: Span<UInt8>, _ text: Span<UInt8>) -> Bool

    /// The format's own declaration of encoding, for files whose bytes are ambiguous.
    package enum OwnEncoding: Sendable {
        case unsaid
        /// Always Unicode, by the format's rules.
        case unicode
        /// Declared in the document, and trusted.
        case declared
        /// Perhaps declared in the page, and trusted if the bytes allow it.
        case claimed
    }

    /// A stable name for options and messages.
    package let name: String
    /// Its families and other names.
    package let otherNames: [String]
    package let ownEncoding: OwnEncoding
    /// Tests the beginning of the text.
    package let begins: Sign
    /// Tests the first lines, if no format matches the beginning.
    package let holds: Sign
    /// Creates the rows to read batch by batch.
    package let rows: @Sendable (consuming FormatText) throws(ReadFailure) -> any StatementRows

    package init(
        _ name: String, otherNames: [String] = [], ownEncoding: OwnEncoding = .unsaid,
        begins: @escaping Sign, holds: @escaping Sign = { _, _ in false },
        rows: @escaping @Sendable (consuming FormatText) throws(ReadFailure) -> any StatementRows
    ) {
        self.name = name
        self.otherNames = otherNames
        self.ownEncoding = ownEncoding
        self.begins = begins
        self.holds = holds
        self.rows = rows
    }

    /// A format that one reader reads from the first byte to the last.
    ///
    /// - Parameters:
    ///   - undecodable: the handling of undecodable bytes. A file whose texts may have a
    ///       replacement character is not refused for one: in a number, a day or a keyword it
    ///       rejects the row.
    ///   - reader: may survey the text before.
    package init(
        _ name: String, otherNames: [String] = [], ownEncoding: OwnEncoding = .unsaid,
        begins: @escaping Sign = { _, _ in false }, holds: @escaping Sign = { _, _ in false },
        undecodable: DecodedText.Undecodable = .refused,
        reader: @escaping @Sendable (inout FormatText) throws(ReadFailure) -> any StatementReader
    ) {
        self.init(
            name, otherNames: otherNames, ownEncoding: ownEncoding, begins: begins, holds: holds
        ) { text throws(ReadFailure) in
            var text = text
            let reader = try reader(&text)
            return DocumentRows(try text.restarted(undecodable: undecodable), reader)
        }
    }

    package func isCalled(_ name: String) -> Bool {
        self.name == name || otherNames.contains(name)
    }
}

/// A decoded text for the reader of its format.
package struct FormatText: ~Copyable {
    package let path: String
    package let options: ReadOptions
    /// The bytes by which formats and layouts are detected.
    package let head: [UInt8]
    private let isHeadWhole: Bool
    private var text: DecodedText

    /// - Parameters:
    ///   - text: its next chunk follows the head.
    ///   - isHeadWhole: the head is the whole text.
    package init(
        _ text: consuming DecodedText, head: [UInt8], isHeadWhole: Bool, path: String,
        options: ReadOptions
    ) {
        self.text = text
        self.head = head
        self.isHeadWhole = isHeadWhole
        self.path = path
        self.options = options
    }

    /// The rest of the text.
    package consuming func decoded() -> DecodedText { text }

    /// The whole text, from its first byte.
    package consuming func restarted(
        undecodable fate: DecodedText.Undecodable
    ) throws(ReadFailure) -> DecodedText {
        try text.restart(undecodable: fate)
        return text
    }

    /// Passes the text to `take` for the first time, chunk by chunk, as long as the condition
    /// holds.
    package mutating func survey(
        while isWanted: () -> Bool = { true },
        _ take: (Span<UInt8>, _ final: Bool) throws(ReadFailure) -> Void
    ) throws(ReadFailure) {
        try take(head.span, isHeadWhole)
        if !isHeadWhole { try readOn(while: isWanted, take) }
    }

    /// Passes the text to `take` once more, from its first byte.
    package mutating func surveyAgain(
        undecodable fate: DecodedText.Undecodable, while isWanted: () -> Bool = { true },
        _ take: (Span<UInt8>, _ final: Bool) throws(ReadFailure) -> Void
    ) throws(ReadFailure) {
        try text.restart(undecodable: fate)
        try readOn(while: isWanted, take)
    }

    private mutating func readOn(
        while isWanted: () -> Bool,
        _ take: (Span<UInt8>, _ final: Bool) throws(ReadFailure) -> Void
    ) throws(ReadFailure) {
        var chunk: [UInt8] = []
        var isFinal = false
        while isWanted(), !isFinal, try text.next(into: &chunk, isFinal: &isFinal) {
            try take(chunk.span, isFinal)
        }
    }
}
