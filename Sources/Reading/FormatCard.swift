package import Facts

/// One format that texts of statements have: by what it is known, and who reads it.
///
/// A card lies in its format's folder; which cards there are, and in which order a text is held
/// against them, is said where files are opened.
package struct FormatCard: Sendable {
    /// Whether a text is of the format.
    ///
    /// - Parameters:
    ///   - head: the first lines, from the first byte that is no blank; never empty.
    ///   - text: all of the text that is known, from there on.
    package typealias Sign = @Sendable (_ head: Span<UInt8>, _ text: Span<UInt8>) -> Bool

    /// What the format says about its own encoding, for files whose bytes leave that open.
    package enum OwnEncoding: Sendable {
        case unsaid
        /// By the format's own rule it is Unicode.
        case unicode
        /// A document says it, and is believed.
        case declared
        /// A page may say it, and is believed among what its bytes allow.
        case claimed
    }

    /// Stable; what a person calls it and errors say.
    package let name: String
    /// The families it belongs to, and what else it is called.
    package let otherNames: [String]
    package let ownEncoding: OwnEncoding
    /// By how the text begins.
    package let begins: Sign
    /// By what stands anywhere in its first lines: asked when no format knows how it begins.
    package let holds: Sign
    /// Makes what reads the text batch by batch.
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
    ///   - undecodable: what becomes of a byte that the encoding does not know. One is no reason to
    ///     refuse a file whose texts may hold a sign for it: in a number, a day or a name of the
    ///     format it is none, and rejects its row.
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

/// A decoded text on its way to the reader of its format.
package struct FormatText: ~Copyable {
    package let path: String
    package let options: ReadOptions
    /// What formats and layouts are told by.
    package let head: [UInt8]
    private let isHeadWhole: Bool
    private var text: DecodedText

    /// - Parameters:
    ///   - text: its next chunk follows the head.
    ///   - isHeadWhole: nothing follows.
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

    /// The text, as far as it was not read yet.
    package consuming func decoded() -> DecodedText { text }

    consuming func restarted(
        undecodable fate: DecodedText.Undecodable
    ) throws(ReadFailure) -> DecodedText {
        try text.restart(undecodable: fate)
        return text
    }

    /// Hands the text to `take` for the first time, chunk by chunk, as long as it is wanted.
    package mutating func survey(
        while isWanted: () -> Bool = { true },
        _ take: (Span<UInt8>, _ final: Bool) throws(ReadFailure) -> Void
    ) throws(ReadFailure) {
        try take(head.span, isHeadWhole)
        if !isHeadWhole { try readOn(while: isWanted, take) }
    }

    /// Hands the text to `take` once more, from its first byte.
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
