internal import CScan
package import Facts

/// Asks the processor to bring an element into its cache; nothing happens for an index outside the array.
package func prefetchElement(of array: [UInt64], at index: Int) { prefetch(array, index) }

package func prefetchElement(of array: [UInt32], at index: Int) { prefetch(array, index) }

package func prefetchElement(of array: [UInt8], at index: Int) { prefetch(array, index) }

/// A line made by another thread comes from its processor's cache.
package func prefetchElement(of lines: [StatementLine], at index: Int) {
    guard lines.indices.contains(index) else { return }
    unsafe lines.withUnsafeBytes { all in
        guard let base = all.baseAddress else { return }
        let line = MemoryLayout<StatementLine>.stride
        for byte in stride(from: 0, to: line, by: 64) {
            unsafe kscan_prefetch(base + index * line + byte)
        }
    }
}

/// Room for a line that will soon be added: another thread has read what was there.
package func prefetchRoom(behind lines: [StatementLine], _ ahead: Int) {
    let index = lines.count + ahead
    guard ahead >= 0, index < lines.capacity else { return }
    unsafe lines.withUnsafeBytes { all in
        guard let base = all.baseAddress else { return }
        let line = MemoryLayout<StatementLine>.stride
        for byte in stride(from: 0, to: line, by: 64) {
            unsafe kscan_prefetch_to_write(base + index * line + byte)
        }
    }
}

/// Asks for the cache line of an address; it need not be one.
package func prefetch(_ address: UnsafeRawPointer) { unsafe kscan_prefetch(address) }

/// Copies bytes that nobody reads soon but a disk, past the processor's caches.
///
/// - Precondition: there is room for them.
package func copyPastCache(_ bytes: Span<UInt8>, to room: UnsafeMutableRawBufferPointer) {
    precondition(bytes.count <= room.count, "caller gives room")
    unsafe bytes.withUnsafeBufferPointer { from in
        guard let from = from.baseAddress, let to = room.baseAddress else { return }
        unsafe kscan_copy_past_cache(
            to.assumingMemoryBound(to: UInt8.self), from, bytes.count)
    }
}

@inline(__always)
private func prefetch<Element: BitwiseCopyable>(_ array: [Element], _ index: Int) {
    guard array.indices.contains(index) else { return }
    unsafe array.withUnsafeBufferPointer { all in
        guard let base = all.baseAddress else { return }
        unsafe kscan_prefetch(base + index)
    }
}
