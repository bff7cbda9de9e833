internal import Facts

/// Buffers bytes for a descriptor, so that a record costs a copy and not a system call.
struct WriteBuffer {
    /// Large enough to hide the cost of a call, small enough for the processor's cache.
    static let fileBytes = 64 * 1024

    private(set) var bytes: [UInt8] = []
    let capacity: Int

    init(capacity: Int) {
        self.capacity = max(capacity, 1)
        bytes.reserveCapacity(self.capacity)
    }

    /// Buffers `new`; passes the buffered bytes to `sink` first when both do not fit.
    mutating func add(
        _ new: Span<UInt8>, sink: (Span<UInt8>) throws(SavingError) -> Void
    ) throws(SavingError) {
        if new.count > capacity - bytes.count { try drain(sink) }
        if new.count >= capacity {
            try sink(new)
        } else {
            bytes.append(new)
        }
        assert(bytes.count <= capacity, "the buffer never grows")
    }

    mutating func drain(_ sink: (Span<UInt8>) throws(SavingError) -> Void) throws(SavingError) {
        guard !bytes.isEmpty else { return }
        try sink(bytes.span)
        bytes.removeAll(keepingCapacity: true)
    }

    mutating func keepFirst(_ count: Int) { bytes.removeLast(bytes.count - count) }

    mutating func dropFirst(_ count: Int) { bytes.removeFirst(count) }
}
