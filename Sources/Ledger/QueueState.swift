internal import Facts
package import Saving
internal import Scanning

/// What the ledger remembers of the queue file: the half of the joint state that decides which
/// queue is the right one.
package struct QueueState: Sendable, Equatable {
    /// What a command that did not finish was doing to the queue file.
    package enum Intent: Sendable, Equatable {
        case none
        /// Lines of this batch are being appended behind `length`; they do not count yet. The lock
        /// file says so, never the ledger.
        case append(batch: Int)
        /// The next queue is whole and counts; it only has to get the queue's name. Its inode tells
        /// whether it has.
        case rename(inode: UInt)
    }

    /// Grows with every change of ours.
    package var generation: Int
    /// Bytes of the queue file that count.
    package var length: Int
    /// Lines in them, blank and faulty ones too.
    package var lines: Int
    /// The file as we left it; with ``Intent/rename(inode:)`` the old one. Nil when it must be read
    /// before it is believed.
    package var stamp: QueueStamp?
    /// Hash of the last bytes before `length`.
    package var tail: UInt64
    package var indexCount: Int
    package var indexSum: UInt64
    package var intent: Intent
    /// Number of the last command that wrote; never used twice.
    package var seq: Int
    /// Sum of the rows kept for redo.
    var redoSum: UInt64 = 0

    /// Hash of the row as it lies in `queue_state`, and of the definition of keys.
    var digest: UInt64 {
        var digest: UInt64 = 0
        func add(_ number: Int) {
            digest = StableHash.combine(digest, UInt64(bitPattern: Int64(number)))
        }
        for number in [generation, length, lines, indexCount, seq, LineKey.version] { add(number) }
        for bits in [tail, indexSum, redoSum] { digest = StableHash.combine(digest, bits) }
        if let stamp {
            for number in [stamp.size, stamp.modifiedNanoseconds, stamp.changedNanoseconds] {
                add(number)
            }
            for bits in [stamp.inode, stamp.device] { add(Int(bitPattern: bits)) }
        }
        switch intent {
        case .none, .append: add(0)
        case .rename(let inode):
            add(2)
            add(Int(bitPattern: inode))
        }
        return digest
    }
}

/// A `FileStamp` that can be kept.
package struct QueueStamp: Sendable, Equatable {
    package var size: Int
    package var modifiedNanoseconds: Int
    package var changedNanoseconds: Int
    package var inode: UInt
    package var device: UInt

    package init(_ stamp: FileStamp) {
        size = stamp.size
        modifiedNanoseconds = stamp.modifiedNanoseconds
        changedNanoseconds = stamp.changedNanoseconds
        inode = stamp.inode
        device = stamp.device
    }

    init(size: Int64, modified: Int64, changed: Int64, inode: Int64, device: Int64) {
        self.size = Int(size)
        modifiedNanoseconds = Int(modified)
        changedNanoseconds = Int(changed)
        self.inode = UInt(bitPattern: Int(inode))
        self.device = UInt(bitPattern: Int(device))
    }
}
