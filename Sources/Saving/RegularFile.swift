import Glibc

/// A regular file open for reading at any place; never a link, a pipe or a device.
package struct RegularFile: ~Copyable {
    package let path: String
    /// The file as it was when opened.
    package let stamp: FileStamp
    private let file: Descriptor

    package init(_ path: String) throws(SavingError) {
        let opened = try openRegular(path, O_RDONLY)
        stamp = try FileStamp(status(of: opened.number, path: path))
        file = opened
        self.path = path
    }

    /// Bytes in the file when it was opened.
    package var length: Int { stamp.size }

    /// Fills `buffer` from `offset` on and returns the number of bytes: fewer than asked for only
    /// at the end of the file, which may have moved since opening.
    package func read(
        into buffer: inout MutableSpan<UInt8>, at offset: Int
    ) throws(SavingError) -> Int {
        try readAll(into: &buffer, from: file.number, at: offset, path: path)
    }

    package func read(into buffer: inout [UInt8], at offset: Int) throws(SavingError) -> Int {
        var span = buffer.mutableSpan
        return try read(into: &span, at: offset)
    }

    /// Fills a range of `buffer`.
    package func read(
        into buffer: inout [UInt8], _ part: Range<Int>, at offset: Int
    ) throws(SavingError) -> Int {
        try readAll(into: &buffer, part, from: file.number, at: offset, path: path)
    }

    /// The open file's current stamp; differs from ``stamp`` when it was written meanwhile.
    package func currentStamp() throws(SavingError) -> FileStamp {
        try FileStamp(status(of: file.number, path: path))
    }
}

/// Reads a whole regular file.
///
/// - Throws: `EFBIG` when it holds more than `limit` bytes, before reading them.
package func readFile(_ path: String, limit: Int) throws(SavingError) -> [UInt8] {
    let file = try RegularFile(path)
    let tooLarge = SavingError(operation: .read, path: path, errno: EFBIG)
    guard file.length <= limit else { throw tooLarge }
    // One extra byte, to notice a file that grows while it is read.
    var bytes = [UInt8](repeating: 0, count: file.length + 1)
    var count = try file.read(into: &bytes, at: 0)
    while count == bytes.count {
        guard count <= limit else { throw tooLarge }
        var more = [UInt8](repeating: 0, count: min(limit - count, WriteBuffer.fileBytes) + 1)
        let taken = try file.read(into: &more, at: count)
        bytes.append(contentsOf: more[..<taken])
        count += taken
        if taken < more.count { break }
    }
    guard count <= limit else { throw tooLarge }
    bytes.removeLast(bytes.count - count)
    return bytes
}

/// The same; nil when nothing has the name.
package func readIfThere(_ path: String, limit: Int) throws(SavingError) -> [UInt8]? {
    try fileStamp(path) == nil ? nil : readFile(path, limit: limit)
}
