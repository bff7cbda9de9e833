internal import Facts
internal import Scanning

/// The shared texts of a workbook, by number: all are read before the first cell and kept for all
/// cells.
///
/// Programs number texts in the order of their cells, so neighbours are similar: prefix compression
/// in groups of eight keeps only the difference to the text before. A day and time take 9 bytes
/// instead of 19; a text's index half a byte. Kept bytes never move.
struct SheetTexts {
    private(set) var count = 0
    /// Bytes of all texts, uncompressed.
    private var written = 0
    /// Whole groups, concatenated; a block is large enough for at least one group.
    private var blocks: [[UInt8]] = []
    /// The start of each group: the block, and a 16-bit offset in it.
    private var starts: [UInt32] = []
    /// The group being filled, and its last text.
    private var group: [UInt8] = []
    private var last: [UInt8] = []

    private static let groupCount = 8
    private static let blockBytes = 1 << 16
    /// Shorter lengths take four bits, others four more bytes.
    private static let longLength = 15

    /// Memory used for the texts.
    var bytesKept: Int {
        blocks.reduce(group.capacity + last.capacity) { $0 + $1.capacity } + 4 * starts.capacity
    }

    /// False if the limit is exceeded.
    mutating func add(_ text: [UInt8]) -> Bool {
        guard written + text.count <= Limits.sheetTextsBytesMax, count < 4 * Limits.sheetRowsMax
        else { return false }
        if count > 0, count % Self.groupCount == 0 { closeGroup() }
        var shared = 0
        let most = min(last.count, text.count)
        while shared < most, last[shared] == text[shared] { shared += 1 }
        let own = text.count - shared
        group.append(
            UInt8(min(shared, Self.longLength) << 4 | min(own, Self.longLength)))
        for length in [shared, own] where length >= Self.longLength {
            for shift in [0, 8, 16, 24] { group.append(UInt8(truncatingIfNeeded: length >> shift)) }
        }
        group.append(contentsOf: text[shared...])
        last.removeAll(keepingCapacity: true)
        last.append(contentsOf: text)
        written += text.count
        count += 1
        return true
    }

    /// Replaces `text` by the text of this number; false if there is none.
    func read(_ index: Int, into text: inout [UInt8]) -> Bool {
        text.removeAll(keepingCapacity: true)
        guard index >= 0, index < count else { return false }
        let number = index / Self.groupCount
        let steps = index % Self.groupCount
        guard number < starts.count else {
            Self.read(steps, of: group.span, from: 0, into: &text)
            return true
        }
        let start = Int(starts[number])
        let block = blocks[start >> 16]
        Self.read(steps, of: block.span, from: start & (Self.blockBytes - 1), into: &text)
        return true
    }

    private static func read(
        _ steps: Int, of bytes: Span<UInt8>, from start: Int, into text: inout [UInt8]
    ) {
        var at = start
        for _ in 0...steps {
            let lengths = Int(bytes[at])
            at += 1
            var shared = lengths >> 4
            var own = lengths & longLength
            if shared == longLength { shared = length(bytes, &at) }
            if own == longLength { own = length(bytes, &at) }
            text.removeLast(text.count - shared)
            text.append(bytes.extracting(at..<(at + own)))
            at += own
        }
    }

    private static func length(_ bytes: Span<UInt8>, _ at: inout Int) -> Int {
        var length = 0
        for shift in [0, 8, 16, 24] {
            length |= Int(bytes[at]) << shift
            at += 1
        }
        return length
    }

    private mutating func closeGroup() {
        let isRoom = blocks.last.map { $0.count + group.count <= Self.blockBytes } ?? false
        if !isRoom {
            var block: [UInt8] = []
            block.reserveCapacity(max(Self.blockBytes, group.count))
            blocks.append(block)
        }
        let block = blocks.count - 1
        starts.append(UInt32(truncatingIfNeeded: block << 16 | blocks[block].count))
        blocks[block].append(contentsOf: group)
        group.removeAll(keepingCapacity: true)
        last.removeAll(keepingCapacity: true)
    }

    static func limit(at place: SourcePlace) -> ReadFailure {
        ReadFailure(
            .limitExceeded, at: place,
            details: ["sheet-texts-bytes", "\(Limits.sheetTextsBytesMax)"])
    }
}
