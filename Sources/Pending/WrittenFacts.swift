package import Facts
package import Scanning

/// The facts of lines in the form the queue has them, one behind the other, with their hashes: for
/// who appends the lines later, on another thread.
package struct WrittenFacts: Sendable {
    package private(set) var bytes: [UInt8] = []
    private var ends: [Int] = []
    private var hashes: [UInt32] = []

    package init() {}

    /// So many of the first lines were written.
    package var count: Int { ends.count }

    /// Where in ``bytes`` the fact of a line is.
    package func range(_ index: Int) -> Range<Int> {
        (index == 0 ? 0 : ends[index - 1])..<ends[index]
    }

    /// As ``NewLines`` keeps it.
    package func hash(_ index: Int) -> UInt32 { hashes[index] }

    /// Writes the facts of all lines of a batch.
    ///
    /// - Parameters:
    ///   - writer: what it holds is lost; it is only handed on so that its room is.
    ///   - account: the id of an account by the number that lines have of it.
    package mutating func write(
        _ lines: Span<StatementLine>, arena: Span<UInt8>, by writer: inout ByteWriter,
        account: (Int32) -> [UInt8]
    ) {
        removeAll()
        writer.removeAll()
        ends.reserveCapacity(lines.count)
        hashes.reserveCapacity(lines.count)
        var frame = QueueFrame(batch: 0, file: Span(), layout: Span())
        var accountIndex: Int32 = -1
        for index in lines.indices {
            if lines[index].account != accountIndex {
                accountIndex = lines[index].account
                frame.setAccount(account(accountIndex).span)
            }
            frame.setDay(lines[index].made.day, keyAccount: 0)
            FactJSON.append(lines[index], arena: arena, frame: frame, to: &writer)
            ends.append(writer.count)
        }
        bytes = writer.bytes
        hash(writer)
    }

    /// In twos, side by side: a hash waits for itself most of the time.
    private mutating func hash(_ writer: borrowing ByteWriter) {
        var index = 0
        while index + 1 < ends.count {
            let (one, other) = FactJSON.hashes(of: writer, range(index), range(index + 1))
            hashes.append(one)
            hashes.append(other)
            index += 2
        }
        if index < ends.count { hashes.append(FactJSON.hash(of: writer, in: range(index))) }
        assert(hashes.count == ends.count, "each fact has its hash")
    }

    package mutating func removeAll() {
        bytes = []
        ends.removeAll(keepingCapacity: true)
        hashes.removeAll(keepingCapacity: true)
    }
}
