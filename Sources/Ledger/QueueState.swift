internal import Facts
package import Saving
internal import Scanning

/// The ledger's half of the joint state: it decides which queue file is valid.
package struct QueueState: Sendable, Equatable {
    /// The unfinished change of the queue file by an interrupted command.
    package enum Intent: Sendable, Equatable {
        case none
        /// Lines of this batch are being appended after `length`; they are not yet valid. Only the
        /// lock file stores this, never the ledger.
        case append(batch: Int)
        /// The next queue is complete and valid, and only has to be renamed. Its inode shows
        /// whether that happened.
        case rename(inode: UInt)
    }

    /// Increases with every change of ours.
    package var generation: Int
    /// Valid bytes of the queue file.
    package var length: Int
    /// Lines in these bytes, blank and faulty ones included.
    package var lines: Int
    /// Stamp of the file after our last change; with ``Intent/rename(inode:)`` that of the old one.
    /// Nil if the file must be read before it is trusted.
    package var stamp: QueueStamp?
    /// Hash of the last bytes before `length`.
    package var tail: UInt64
    package var indexCount: Int
    package var indexSum: UInt64
    package var intent: Intent
    /// Number of the last command that wrote; never reused.
    package var seq: Int
    /// Sum of the redo record's rows.
    var redoSum: UInt64 = 0

    /// Hash of the row in `queue_state`, and of the definition of keys.
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

/// A storable `FileStamp`.
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
