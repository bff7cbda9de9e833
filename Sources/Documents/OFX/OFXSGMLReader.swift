package import Facts
internal import Scanning
internal import Reading

/// Reads OFX 1.x: the header may be missing or joined in one line, aggregates are closed, leaves
/// perhaps not.
///
/// A text belongs to the tag before it and ends at the next tag; end tags of leaves are ignored, so
/// wrong ones do no harm. A `<` that begins no tag is text. Well-formed XML is a special case of
/// this grammar.
///
/// - Complexity: O(*n*); keeps the unfinished tag, text and row.
package final class OFXSGMLReader: StatementReader {
    package let layout = "ofx/sgml"
    package var accounts: [AccountClaim] { text.sink.accounts }

    private var text: OFXSGMLText

    /// - Parameter isTagByTag: without the second engine (`OFXRow.readLeaves`), for tests.
    package convenience init(file: String, isTagByTag: Bool = false) {
        self.init(file: file, settled: OFXSettled(), isTagByTag: isTagByTag)
    }

    init(file: String, settled: OFXSettled, isTagByTag: Bool = false) {
        text = OFXSGMLText(file: file, settled: settled, isTagByTag: isTagByTag)
    }

    package func read(
        _ chunk: Span<UInt8>, final: Bool, into batch: inout LineBatch
    ) throws(ReadFailure) {
        try text.read(chunk, final: final, into: &batch)
    }
}

/// The tokenizer's state; a struct, so that access to its fields needs no exclusivity checks.
private struct OFXSGMLText: TokenScanner {
    private let vocabulary: OFXVocabulary
    private let isTagByTag: Bool
    private var plainTags: OFXPlainTags
    private(set) var sink: OFXStatementSink
    private var tracker = PositionTracker()
    /// The bytes of a tag that the chunk cut.
    var tail: [UInt8] = []
    private var mode = Mode.content

    /// The element whose text is collected; `other` skips text.
    private var leaf = OFXElement.other
    private var leafPosition = TextPosition()
    /// Pieces of the leaf's text, with their character references, if it has several.
    private var pieces: [UInt8] = []
    private var isTooLong = false
    private var plain: [UInt8] = []

    /// Limit of a tag's length; a longer one without a `>` is text.
    private static let tagBytesMax = 1_024

    /// The state of the tokenizer, named by the current markup.
    private enum Mode { case content, comment, characterData, instruction, declaration }

    private enum Markup {
        case tag(name: Range<Int>, end: Int, isClosing: Bool, isEmpty: Bool)
        case begins(Mode, end: Int)
        case text
        case cut
    }

    init(file: String, settled: OFXSettled, isTagByTag: Bool) {
        let isByType = settled.sign == .byType
        self.isTagByTag = isTagByTag || isByType
        vocabulary = OFXVocabulary(hasTypes: isByType)
        plainTags = OFXPlainTags(vocabulary)
        sink = OFXStatementSink(file: file, settled: settled)
    }

    mutating func read(
        _ chunk: Span<UInt8>, final: Bool, into batch: inout LineBatch
    ) throws(ReadFailure) {
        try scanOn(chunk, final: final, into: &batch)
        if final { try finish(into: &batch) }
    }

    private mutating func finish(into batch: inout LineBatch) throws(ReadFailure) {
        let isCut = mode != .content || !tail.isEmpty
        try sink.finish(at: tracker.position, isCut: isCut, into: &batch)
    }

    /// Scans as far as possible and returns the count of consumed bytes; the rest is the beginning
    /// of a tag.
    mutating func scan(
        _ bytes: Span<UInt8>, final: Bool, into batch: inout LineBatch
    ) throws(ReadFailure) -> Int {
        var index = 0
        var textStart = 0
        scanning: while true {
            if mode != .content {
                guard let end = passMode(bytes, from: &index) else {
                    tracker.rebase(consumed: index, in: bytes)
                    return index
                }
                index = end
                textStart = end
                mode = .content
            }
            guard let found = ByteMarks.first(0x3C, in: bytes.extracting(index...)) else {
                index = bytes.count
                break
            }
            index &+= found
            if let tag = knownTag(bytes, at: index) {
                endText(bytes, textStart, index)
                var end = tag.end
                if tag.isClosing {
                    try sink.close(tag.element, into: &batch)
                } else {
                    try open(tag.element, bytes, from: index, to: end, into: &batch)
                    let isRow = tag.element == .transaction || tag.element == .pendingTransaction
                    if isRow, !isTagByTag {
                        plainTags.begin(bytes, index..<end)
                        end = try passRows(bytes, of: tag.element, from: end, into: &batch)
                    }
                }
                index = end
                textStart = end
                continue
            }
            switch markup(bytes, at: index) {
            case .text:
                index &+= 1
            case .cut:
                break scanning
            case .begins(let next, let end):
                feed(bytes, textStart, index)
                mode = next
                index = end
            case .tag(let name, let end, let isClosing, let isEmpty):
                endText(bytes, textStart, index)
                let element = vocabulary.element(named: name, in: bytes)
                if element != .other {
                    if isClosing {
                        try sink.close(element, into: &batch)
                    } else {
                        try open(element, bytes, from: index, to: end, into: &batch)
                        if isEmpty {
                            leaf = .other
                            try sink.close(element, into: &batch)
                        }
                    }
                }
                index = end
                textStart = end
            }
        }
        feed(bytes, textStart, index)
        tracker.rebase(consumed: index, in: bytes)
        return index
    }

    /// Reads the row just opened, and the directly following ones, with the fast path; returns the
    /// offset after them, or after the start tag of the first that is not plain.
    private mutating func passRows(
        _ bytes: Span<UInt8>, of element: OFXElement, from start: Int,
        into batch: inout LineBatch
    ) throws(ReadFailure) -> Int {
        var end = start
        while let after = sink.passRow(bytes, from: end, &plainTags, into: &batch) {
            guard let next = plainTags.nextRow(bytes, from: after) else { return after }
            try open(element, bytes, from: next.start, to: next.end, into: &batch)
            end = next.end
        }
        return end
    }

    private mutating func open(
        _ element: OFXElement, _ bytes: Span<UInt8>, from start: Int, to end: Int,
        into batch: inout LineBatch
    ) throws(ReadFailure) {
        switch element {
        case .transaction, .pendingTransaction, .investmentTransaction, .status, .ledgerBalance:
            let position = tracker.position(of: start, in: bytes)
            try sink.open(element, at: position, into: &batch)
        case .amount, .datePosted:
            let isPlaced = sink.missesRow
            let position = isPlaced ? tracker.position(of: start, in: bytes) : TextPosition()
            try sink.open(element, at: position, into: &batch)
        default:
            try sink.open(element, at: TextPosition(), into: &batch)
        }
        if element.hasText {
            leaf = element
            if element.hasPlace { leafPosition = tracker.position(of: end, in: bytes) }
        }
    }

    // MARK: Text

    /// Keeps a piece of the leaf's text before an interruption.
    private mutating func feed(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) {
        if leaf == .other || start >= end || isTooLong { return }
        if pieces.count + end - start > Limits.fieldBytesMax {
            isTooLong = true
            return
        }
        pieces.append(bytes.extracting(start..<end))
    }

    /// Ends the leaf's text and passes it to the sink.
    private mutating func endText(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) {
        let element = leaf
        if element == .other { return }
        if pieces.isEmpty, !isTooLong, end - start <= Limits.fieldBytesMax {
            deliver(bytes.extracting(start..<end), of: element)
        } else {
            feed(bytes, start, end)
            if isTooLong {
                sink.textTooLong(of: element, at: leafPosition)
            } else {
                let whole = pieces
                pieces = []
                deliver(whole.span, of: element)
            }
            pieces.removeAll(keepingCapacity: true)
            isTooLong = false
        }
        leaf = .other
    }

    private mutating func deliver(_ text: Span<UInt8>, of element: OFXElement) {
        if ByteMarks.first(0x26, in: text) == nil {
            sink.text(text, of: element, at: leafPosition)
            return
        }
        var decoded = plain
        plain = []
        decoded.removeAll(keepingCapacity: true)
        OFXEntities.undo(text, into: &decoded)
        sink.text(decoded.span, of: element, at: leafPosition)
        plain = decoded
    }

    // MARK: Markup

    /// The tag of a known element at this `<`, without attributes, as nearly all are.
    private func knownTag(
        _ bytes: Span<UInt8>, at start: Int
    ) -> (element: OFXElement, end: Int, isClosing: Bool)? {
        guard start &+ 1 < bytes.count else { return nil }
        let isClosing = bytes[start &+ 1] == 0x2F
        let nameStart = start &+ (isClosing ? 2 : 1)
        guard let tag = vocabulary.tag(at: nameStart, in: bytes) else { return nil }
        return (tag.element, tag.name.upperBound &+ 1, isClosing)
    }

    /// The markup at this offset's `<`.
    private func markup(_ bytes: Span<UInt8>, at start: Int) -> Markup {
        guard start + 1 < bytes.count else { return .cut }
        let next = bytes[start + 1]
        switch next {
        case 0x21: return declaration(bytes, at: start)
        case 0x3F: return .begins(.instruction, end: start + 2)
        case 0x2F, 0x41...0x5A, 0x61...0x7A: break
        default: return .text
        }
        let nameStart = next == 0x2F ? start + 2 : start + 1
        var index = nameStart
        while index < bytes.count, OFXVocabulary.isNameByte(bytes[index]) { index &+= 1 }
        let nameEnd = index
        // Almost always the tag ends here.
        if index < bytes.count, bytes[index] == 0x3E, nameEnd > nameStart {
            return .tag(
                name: nameStart..<nameEnd, end: index &+ 1, isClosing: next == 0x2F, isEmpty: false)
        }
        if index - start > Self.tagBytesMax { return .text }
        if index == bytes.count { return .cut }
        if nameEnd == nameStart || !(bytes[index] <= 0x20 || bytes[index] == 0x2F) { return .text }
        while index < bytes.count, bytes[index] != 0x3E {
            if bytes[index] == 0x3C || index - start > Self.tagBytesMax { return .text }
            index &+= 1
        }
        if index == bytes.count { return .cut }
        return .tag(
            name: nameStart..<nameEnd, end: index + 1, isClosing: next == 0x2F,
            isEmpty: bytes[index - 1] == 0x2F)
    }

    private func declaration(_ bytes: Span<UInt8>, at start: Int) -> Markup {
        switch begins(bytes, at: start, with: "<!--") {
        case true?: return .begins(.comment, end: start + 4)
        case nil: return .cut
        case false?: break
        }
        switch begins(bytes, at: start, with: "<![CDATA[") {
        case true?: return .begins(.characterData, end: start + 9)
        case nil: return .cut
        case false?: return .begins(.declaration, end: start + 2)
        }
    }

    /// Whether the bytes match the text; nil if they end before that is known.
    private func begins(_ bytes: Span<UInt8>, at start: Int, with text: StaticString) -> Bool? {
        for offset in 0..<text.utf8CodeUnitCount {
            if start + offset >= bytes.count { return nil }
            if bytes[start + offset] != text[offset] { return false }
        }
        return true
    }

    /// Skips a comment, character data, an instruction or a declaration. Returns the offset after
    /// its end, or nil if it continues; `index` is then where to resume.
    private mutating func passMode(_ bytes: Span<UInt8>, from index: inout Int) -> Int? {
        let end: (UInt8, Int) =
            switch mode {
            case .comment: (0x2D, 3)
            case .characterData: (0x5D, 3)
            case .instruction: (0x3F, 2)
            case .declaration, .content: (0x3E, 1)
            }
        let start = index
        while index + end.1 <= bytes.count {
            let isEnd =
                bytes[index + end.1 - 1] == 0x3E
                && (end.1 < 2 || bytes[index] == end.0) && (end.1 < 3 || bytes[index + 1] == end.0)
            if isEnd {
                readCharacterData(bytes, start, index)
                return index + end.1
            }
            index &+= 1
        }
        readCharacterData(bytes, start, index)
        return nil
    }

    /// Character data is text with a literal `&`.
    private mutating func readCharacterData(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) {
        guard mode == .characterData, leaf != .other else { return }
        for index in start..<end {
            if pieces.count >= Limits.fieldBytesMax {
                isTooLong = true
                return
            }
            if bytes[index] == 0x26 {
                pieces.append(contentsOf: "&amp;".utf8)
            } else {
                pieces.append(bytes[index])
            }
        }
    }
}
