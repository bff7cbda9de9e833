internal import Glibc

extension Array where Element: FixedWidthInteger & BitwiseCopyable {
    /// Appends zeros by one call. Without optimization, as in the tests, each element of an appended
    /// `repeatElement` is a call of its own, and a small file's buffer took longer to clear than to read.
    package mutating func appendZeros(_ count: Int) {
        append(addingCapacity: count) { room in
            unsafe room.withUnsafeMutableBufferPointer { free, written in
                guard let base = free.baseAddress else { return }
                unsafe memset(base, 0, count * MemoryLayout<Element>.stride)
                written = count
            }
        }
    }
}
