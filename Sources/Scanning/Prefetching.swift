internal import CScan

/// Asks the processor to bring an element into its cache; nothing happens for an index outside the array.
package func prefetchElement(of array: [UInt64], at index: Int) {
    guard array.indices.contains(index) else { return }
    unsafe array.withUnsafeBufferPointer { all in
        guard let base = all.baseAddress else { return }
        unsafe kscan_prefetch(base + index)
    }
}
