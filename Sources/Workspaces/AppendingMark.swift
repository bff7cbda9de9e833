internal import Facts
internal import Ledger
internal import Saving
internal import Scanning

/// Says in the lock file that lines of an import are being appended to the queue, so that a crash
/// can be told from an edit.
///
/// It counts only beside the ledger it was made for: with the commit of the import, or of anything
/// else, it means nothing any more. So one sync of a file that is there is enough, where telling
/// the ledger took five, and nothing must be taken back in time.
///
/// ```
/// import 7 41 104873 9f86d081884c7d65 1703992 2c26b46b68ffc68f                                (128 bytes with the line feed)
///        │ │  │      │                │       └ hash of all before it
///        │ │  │      │                └ inode of the queue file
///        │ │  └ bytes of the queue that count, and the hash of the last of them
///        │ └ generation of the queue
///        └ batch
/// ```
struct AppendingMark: Equatable {
    let batch: Int
    let generation: Int
    let length: Int
    let tail: UInt64
    let inode: UInt

    static let byteCount = 128
    /// No mark.
    static let blank = padded([])

    init(batch: Int, of state: QueueState, inode: UInt) {
        self.batch = batch
        generation = state.generation
        length = state.length
        tail = state.tail
        self.inode = inode
    }

    /// Nil for what ``bytes`` does not write.
    init?(_ bytes: [UInt8]) {
        let words = bytes.split(separator: UInt8(ascii: " ")).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard words.count >= 7, let batch = Int(words[1]), let generation = Int(words[2]),
            let length = Int(words[3]), let tail = UInt64(words[4], radix: 16),
            let inode = UInt(words[5])
        else { return nil }
        self.batch = batch
        self.generation = generation
        self.length = length
        self.tail = tail
        self.inode = inode
        guard self.bytes == bytes else { return nil }
    }

    var bytes: [UInt8] {
        let text = Array(
            "import \(batch) \(generation) \(length) \(String(tail, radix: 16)) \(inode)".utf8)
        let hash = StableHash.hash(text.span, seed: 12)
        return Self.padded(text + Array(" \(String(hash, radix: 16))".utf8))
    }

    /// The queue it was made for is the ledger's.
    func isOf(_ state: QueueState) -> Bool {
        generation == state.generation && length == state.length && tail == state.tail
    }

    /// Five numbers and two hashes have 116 digits at most.
    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + Array(repeating: UInt8(ascii: " "), count: byteCount - bytes.count - 1)
            + [UInt8(ascii: "\n")]
    }
}

extension Workspace {
    /// Tells that lines of a batch are being appended behind the queue as it is.
    func beginAppending(_ batch: Int) throws(WorkspaceFailure) {
        let mark = AppendingMark(batch: batch, of: state, inode: try currentStamp().inode)
        try leave(mark.bytes, isDurable: true)
        state.intent = .append(batch: batch)
    }

    /// Takes the mark back.
    ///
    /// - Parameter isDurable: false when the ledger has the import: then the mark means nothing,
    ///   and whether it stays is all the same.
    func endAppending(isDurable: Bool) throws(WorkspaceFailure) {
        try leave(AppendingMark.blank, isDurable: isDurable)
    }

    /// The mark of an import that did not end, of the queue that the ledger has.
    func appendingMark() throws(WorkspaceFailure) -> AppendingMark? {
        guard let mark = AppendingMark(try note(bytesMax: AppendingMark.byteCount)) else {
            return nil
        }
        return mark.isOf(state) ? mark : nil
    }
}
