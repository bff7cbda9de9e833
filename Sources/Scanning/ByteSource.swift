internal import Glibc

package enum ByteSourceError: Error, Sendable, Equatable {
    case notFound
    case isDirectory
    case notRegular
    case unreadable(errno: Int32)
    /// The limit in bytes that the file or the input exceeds.
    case tooLarge(limit: Int)
}

/// The bytes of one file or of standard input (path `-`), read in chunks.
///
/// Never blocks on a device or pipe given by path: only regular files are taken. A symbolic link
/// to a regular file is followed, because people link their downloads. Nothing is mapped: a file
/// that shrinks while it is read gives fewer bytes, not a signal.
package struct ByteSource: ~Copyable {
    /// Measured: larger chunks are no faster, smaller ones cost calls.
    package static let chunkBytes = 256 * 1024
    /// Standard input must be kept to be read twice; a month of any bank is far below this.
    package static let spoolBytesMax = 64 * 1024 * 1024

    package let path: String
    /// Size in bytes when opened; nil for standard input.
    package let size: Int?
    /// Nanoseconds since 1970 of the last change when opened; nil for standard input.
    package let modifiedAt: Int64?

    private let descriptor: Int32
    private let isFile: Bool
    private var device: UInt64 = 0
    private var node: UInt64 = 0
    /// Bytes of standard input kept for `rewind()`; dropped for good once over the limit.
    private var spool: [UInt8] = []
    private var spoolIsWhole = true
    private var spoolPosition = 0

    /// Bytes that were taken out of a file (the text of a PDF), read as if they stood in it.
    package init(path: String, contents: [UInt8]) {
        self.path = path
        descriptor = -1
        isFile = false
        size = contents.count
        modifiedAt = nil
        spool = contents
    }

    package init(path: String) throws(ByteSourceError) {
        self.path = path
        if path == "-" {
            descriptor = 0
            isFile = false
            size = nil
            modifiedAt = nil
            return
        }
        guard !path.utf8.contains(0) else { throw .notFound }
        let opened = retrying { unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
        guard opened >= 0 else { throw Self.failure(errno) }
        var status = stat()
        guard unsafe fstat(opened, &status) == 0 else {
            let code = errno
            close(opened)
            throw .unreadable(errno: code)
        }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG else {
            close(opened)
            throw kind == S_IFDIR ? .isDirectory : .notRegular
        }
        descriptor = opened
        isFile = true
        size = status.st_size
        modifiedAt = Self.nanoseconds(status.st_mtim)
        device = UInt64(status.st_dev)
        node = UInt64(status.st_ino)
    }

    deinit {
        if isFile { close(descriptor) }
    }

    /// Appends up to `max` bytes to `buffer` and returns how many; 0 at the end.
    package mutating func read(
        into buffer: inout [UInt8], max: Int = ByteSource.chunkBytes
    ) throws(ByteSourceError) -> Int {
        guard max > 0 else { return 0 }
        if spoolPosition < spool.count {
            let end = Swift.min(spool.count, spoolPosition + max)
            buffer.append(contentsOf: spool[spoolPosition..<end])
            defer { spoolPosition = end }
            return end - spoolPosition
        }
        guard descriptor >= 0 else { return 0 }
        let start = buffer.count
        let got = try readOnce(into: &buffer, max: max)
        if !isFile, got > 0 {
            if spoolIsWhole, spool.count + got <= Self.spoolBytesMax {
                spool.append(contentsOf: buffer[start...])
                spoolPosition = spool.count
            } else {
                spoolIsWhole = false
                spool = []
                spoolPosition = 0
            }
        }
        return got
    }

    /// Goes back to the first byte.
    ///
    /// - Throws: `tooLarge` when more of standard input was read than is kept.
    package mutating func rewind() throws(ByteSourceError) {
        guard isFile else {
            guard spoolIsWhole else { throw .tooLarge(limit: Self.spoolBytesMax) }
            spoolPosition = 0
            return
        }
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .unreadable(errno: errno) }
    }

    /// Whether the path still names the file that was opened, with the same size and time. A bank
    /// page or a browser may still be writing it; then it is left for the next run.
    package func unchangedSinceOpening() -> Bool {
        guard isFile else { return true }
        var opened = stat()
        var named = stat()
        guard unsafe fstat(descriptor, &opened) == 0, unsafe stat(path, &named) == 0 else {
            return false
        }
        return isAsOpened(opened) && isAsOpened(named)
    }

    private func isAsOpened(_ status: stat) -> Bool {
        UInt64(status.st_dev) == device && UInt64(status.st_ino) == node
            && status.st_size == size && Self.nanoseconds(status.st_mtim) == modifiedAt
    }

    private func readOnce(into buffer: inout [UInt8], max: Int) throws(ByteSourceError) -> Int {
        let start = buffer.count
        buffer.append(contentsOf: repeatElement(0, count: max))
        let source = descriptor
        var got = -1
        var code: Int32 = 0
        while true {
            got = unsafe buffer.withUnsafeMutableBytes { room in
                guard let base = room.baseAddress else { return 0 }
                return unsafe Glibc.read(source, base + start, max)
            }
            code = errno
            if got >= 0 { break }
            if code == EINTR { continue }
            // Somebody may have handed us a non-blocking standard input.
            if code == EAGAIN, !isFile {
                var poller = pollfd(fd: source, events: Int16(POLLIN), revents: 0)
                _ = unsafe poll(&poller, 1, -1)
                continue
            }
            break
        }
        buffer.removeLast(max - Swift.max(got, 0))
        guard got >= 0 else { throw Self.failure(code) }
        return got
    }

    private static func failure(_ code: Int32) -> ByteSourceError {
        switch code {
        case ENOENT, ENOTDIR: .notFound
        case EISDIR: .isDirectory
        case ENXIO: .notRegular
        default: .unreadable(errno: code)
        }
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}

/// All bytes of a file that is known to be small: rules, settings, decisions.
///
/// - Throws: `tooLarge` as soon as more than `limit` bytes were met, whatever the size said.
package func readWholeFile(_ path: String, limit: Int) throws(ByteSourceError) -> [UInt8] {
    var source = try ByteSource(path: path)
    if let size = source.size, size > limit { throw .tooLarge(limit: limit) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity((source.size ?? 0) + 1)
    while true {
        let wanted = min(ByteSource.chunkBytes, max(limit - bytes.count, 0) + 1)
        if try source.read(into: &bytes, max: wanted) == 0 { return bytes }
        if bytes.count > limit { throw .tooLarge(limit: limit) }
    }
}

private func retrying(_ call: () -> Int32) -> Int32 {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}
