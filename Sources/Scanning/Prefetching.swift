internal import CScan
package import Facts

/// Prefetches an element; does nothing for an index outside the array.
///
/// Only lines, texts and anchors of the next rows are prefetched: without it a first import of
/// 100,000 rows takes 11 to 14 % longer and as much more processor time (pairs of alternating
/// turns, two series); a month shows no difference.
package func prefetchElement(of array: [UInt64], at index: Int) { prefetch(array, index) }

package func prefetchElement(of array: [UInt32], at index: Int) { prefetch(array, index) }

package func prefetchElement(of array: [UInt8], at index: Int) { prefetch(array, index) }

/// A line made by another thread is in its processor's cache.
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

/// Prefetches room for a line to be added: another thread has read its old content.
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

@inline(__always)
private func prefetch<Element: BitwiseCopyable>(_ array: [Element], _ index: Int) {
    guard array.indices.contains(index) else { return }
    unsafe array.withUnsafeBufferPointer { all in
        guard let base = all.baseAddress else { return }
        unsafe kscan_prefetch(base + index)
    }
}
