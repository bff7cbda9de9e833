internal import Facts
internal import Ledger
internal import Saving
internal import Scanning

/// Marks in the lock file that an import is appending to the queue: a crash is no edit.
///
/// It is valid only for the ledger state it was made for: any commit, the import's included,
/// invalidates it. So one sync of an existing file suffices, where a ledger commit took five, and
/// nothing must be removed in time.
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
    static let blank = padded([])

    init(batch: Int, of state: QueueState, inode: UInt) {
        self.batch = batch
        generation = state.generation
        length = state.length
        tail = state.tail
        self.inode = inode
    }

    /// Nil unless written by ``bytes``.
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

    /// Whether the mark's queue state is the ledger's.
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
    /// Writes the mark before lines of a batch are appended.
    func beginAppending(_ batch: Int) throws(WorkspaceFailure) {
        let mark = AppendingMark(batch: batch, of: state, inode: try currentStamp().inode)
        try leave(mark.bytes, isDurable: true)
        state.intent = .append(batch: batch)
    }

    /// Erases the mark.
    ///
    /// - Parameter isDurable: false if the ledger has the import: then the mark is invalid, and may
    ///   stay.
    func endAppending(isDurable: Bool) throws(WorkspaceFailure) {
        try leave(AppendingMark.blank, isDurable: isDurable)
    }

    /// The mark of an unfinished import into the ledger's queue.
    func appendingMark() throws(WorkspaceFailure) -> AppendingMark? {
        guard let mark = AppendingMark(try note(bytesMax: AppendingMark.byteCount)) else {
            return nil
        }
        return mark.isOf(state) ? mark : nil
    }
}
