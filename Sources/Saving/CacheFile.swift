import Glibc

/// A file of words that can be rebuilt from another file: written without sync, read at any place.
///
/// After a crash it may hold anything; the reader validates the bytes. Mode 0600.
package struct CacheFile: ~Copyable {
    package static let wordBytes = 8

    package let path: String
    /// Bytes that were there or were passed to ``write(_:)``.
    package private(set) var length: Int
    private let file: Descriptor
    private var end: FileEnd

    private init(_ path: String, holding file: consuming Descriptor, length: Int) {
        self.path = path
        self.length = length
        self.file = file
        end = FileEnd(path: path, blocks: 2)
    }

    /// Opens for reading only; nil when nothing has the name.
    package static func reading(_ path: String) throws(SavingError) -> CacheFile? {
        guard try fileStamp(path) != nil else { return nil }
        let opened = try openRegular(path, O_RDONLY)
        let length = try status(of: opened.number, path: path).st_size
        return CacheFile(path, holding: opened, length: length)
    }

    /// Opens or creates the file, keeping its first `kept` bytes, or fewer if it is shorter.
    package static func writing(
        _ path: String, keeping kept: Int
    ) throws(SavingError) -> CacheFile {
        guard try fileStamp(path) != nil else {
            return CacheFile(path, holding: try createPrivate(path, O_RDWR), length: 0)
        }
        let opened = try openRegular(path, O_RDWR)
        let length = min(try status(of: opened.number, path: path).st_size, max(kept, 0))
        try shorten(opened.number, to: length, path: path)
        // Appends from here on; reads use offsets.
        guard lseek(opened.number, length, SEEK_SET) == length else {
            throw SavingError(operation: .write, path: path, errno: errno)
        }
        return CacheFile(path, holding: opened, length: length)
    }

    package mutating func write(_ words: [UInt64]) throws(SavingError) { try write(words.span) }

    package mutating func write(_ words: Span<UInt64>) throws(SavingError) {
        try withBytes(of: words) { bytes throws(SavingError) in
            try end.add(bytes, to: file.number, at: length)
            length += bytes.count
        }
    }

    /// Gives everything written to the kernel, so that reading finds it.
    package mutating func flush() throws(SavingError) { try end.flush(file.number) }

    /// Fills `words` with those from the file's word number `first` on.
    ///
    /// - Throws: `stale` when there are not so many.
    package func read(into words: inout [UInt64], from first: Int) throws(SavingError) {
        let got = try readAll(
            into: &words, from: file.number, at: first * Self.wordBytes, path: path)
        guard got == words.count * Self.wordBytes else { throw .stale(path) }
    }
}

/// Renames a rebuildable file over another in one step, without waiting for the disk.
package func moveCache(_ path: String, over target: String) throws(SavingError) {
    try moveFile(path, over: target)
}
