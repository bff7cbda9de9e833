/// A range of bytes in a batch's arena. Zero length means absent.
@usableFromInline package struct TextRef: Hashable, Sendable, BitwiseCopyable {
    @usableFromInline package let offset: UInt32
    @usableFromInline package let count: UInt32

    @inlinable package init(offset: UInt32, count: UInt32) {
        self.offset = offset
        self.count = count
    }

    @inlinable package static var none: TextRef { TextRef(offset: 0, count: 0) }
    @inlinable package var isEmpty: Bool { count == 0 }
    @inlinable package var range: Range<Int> { Int(offset)..<(Int(offset) + Int(count)) }
}

/// Statement lines on their way through the rooms: trivially copyable records over one byte arena.
///
/// A reader fills a batch from one chunk of input; the consumer takes everything and calls
/// `removeAll()`. Memory follows the chunk, not the file. Every input row has exactly one fate: it
/// is in `lines`, in `rejections` or in `skipped`.
package struct LineBatch: Sendable {
    /// UTF-8 of every text of `lines`; readers guarantee that it is valid and free of NUL.
    package var arena: [UInt8] = []
    package var lines: [StatementLine] = []
    package var rejections: [RowRejection] = []
    package var skipped: [RowSkip] = []
    /// About the file as a whole, not a row.
    package var notices: [ReadNotice] = []
    /// Totals printed by the statements that ended in this batch.
    package var totals: [StatementTotals] = []

    /// Decisions that a journal of another workspace brings, by the `sourceIndex` of their lines.
    package var said: [UInt32: Decision] = [:]

    /// The keys that those lines had there, by their `sourceIndex`.
    package var formerKeys: [UInt32: LineKey] = [:]

    /// The bank's ids of earlier lines that rows replace, by their `sourceIndex`.
    package var correctedIDs: [UInt32: String] = [:]

    /// Balances before their days, which a file's own records give.
    package var openings: [StatementOpening] = []

    package init() {}

    package var rowCount: Int { lines.count + rejections.count + skipped.count }
    package var isEmpty: Bool { lines.isEmpty && rejections.isEmpty && skipped.isEmpty }

    /// Copies bytes into the arena.
    package mutating func add(_ bytes: Span<UInt8>) -> TextRef {
        if bytes.isEmpty { return .none }
        let offset = UInt32(truncatingIfNeeded: arena.count)
        arena.append(bytes)
        return TextRef(offset: offset, count: UInt32(truncatingIfNeeded: bytes.count))
    }

    package mutating func add(_ text: String) -> TextRef {
        add(text.utf8Span.span)
    }

    /// The text as a `String`, for display. Empty when absent.
    package func string(_ ref: TextRef) -> String {
        guard !ref.isEmpty, ref.range.upperBound <= arena.count else { return "" }
        return String(decoding: arena[ref.range], as: UTF8.self)
    }

    package mutating func removeAll() {
        arena.removeAll(keepingCapacity: true)
        lines.removeAll(keepingCapacity: true)
        rejections.removeAll(keepingCapacity: true)
        skipped.removeAll(keepingCapacity: true)
        notices.removeAll()
        totals.removeAll()
        if !openings.isEmpty { openings = [] }
        if !said.isEmpty { said = [:] }
        if !formerKeys.isEmpty { formerKeys = [:] }
        if !correctedIDs.isEmpty { correctedIDs = [:] }
    }

    /// A line of another batch, with its texts copied to this batch's arena.
    package mutating func copy(of line: StatementLine, from other: LineBatch) -> StatementLine {
        var line = line
        for place in line.texts.indices { move(&line.texts[place], from: other) }
        move(&line.folded, from: other)
        return line
    }

    private mutating func move(_ text: inout TextRef, from other: LineBatch) {
        text = add(other.arena.span.extracting(text.range))
    }
}
