internal import CScan

/// Asks the processor to bring an element into its cache; nothing happens for an index outside the array.
package func prefetchElement(of array: [UInt64], at index: Int) { prefetch(array, index) }

package func prefetchElement(of array: [UInt8], at index: Int) { prefetch(array, index) }

@inline(__always)
private func prefetch<Element: BitwiseCopyable>(_ array: [Element], _ index: Int) {
    guard array.indices.contains(index) else { return }
    unsafe array.withUnsafeBufferPointer { all in
        guard let base = all.baseAddress else { return }
        unsafe kscan_prefetch(base + index)
    }
}
