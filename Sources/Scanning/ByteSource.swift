internal import Facts
internal import Glibc

package enum ByteSourceError: Error, Sendable, Equatable {
    case notFound
    case isDirectory
    case notRegular
    case unreadable(errno: Int32)
    /// The limit in bytes that the file or the input exceeds.
    case tooLarge(limit: Int)
    /// The enclosing archive cannot be unpacked.
    case archive(ArchiveProblem)
}

/// The bytes of a file, of standard input (path `-`) or of a packed member, read in chunks.
///
/// Never blocks on a device or pipe given by path: only regular files are accepted. A symbolic link
/// to a regular file is followed, because people link their downloads. Files are not mapped: a file
/// that shrinks while it is read returns fewer bytes instead of raising a signal.
package struct ByteSource: ~Copyable {
    /// Measured: larger chunks are no faster, smaller ones cost calls.
    package static let chunkBytes = 128 * 1024
    /// Standard input must be kept to be read twice; a month of any bank is far smaller.
    package static let spoolBytesMax = 64 * 1024 * 1024

    package let path: String
    /// Size in bytes when opened; nil for standard input.
    package let size: Int?
    /// Modification time when opened, in nanoseconds since 1970; nil for standard input.
    package let modifiedAt: Int64?

    private enum Kind {
        case file, standardInput
        /// An open file without a path.
        case unnamed
        /// All bytes are in `spool` from the start.
        case memory
        case packed(Packed)
    }

    /// A run of packed bytes and its container; a class, because a source inside a source would
    /// have no size.
    private final class Packed {
        var container: ByteSource
        var stream: PackedStream

        init(_ container: consuming ByteSource, _ run: PackedStream.Run) {
            self.container = container
            stream = PackedStream(run)
        }
    }

    private let descriptor: Int32
    private let kind: Kind
    private var isFile: Bool {
        if case .file = kind { return true }
        return false
    }
    /// Whether the bytes can be read at offsets.
    private var isPlaced: Bool {
        if case .unnamed = kind { return true }
        return isFile
    }
    private var device: UInt64 = 0
    private var node: UInt64 = 0
    /// Bytes of standard input kept for `rewind()`, or of a packed run for reads at offsets;
    /// dropped for good over the limit.
    private var spool: [UInt8] = []
    private var spoolIsWhole = true
    private var spoolPosition = 0
    /// Offset of the next read of a file.
    private var position = 0
    /// Digest of all bytes read of a file, when requested.
    private var contentDigest: ContentDigest?

    package init(path: String) throws(ByteSourceError) {
        self.path = path
        if path == "-" {
            descriptor = 0
            kind = .standardInput
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
        let mode = status.st_mode & S_IFMT
        guard mode == S_IFREG else {
            close(opened)
            throw mode == S_IFDIR ? .isDirectory : .notRegular
        }
        descriptor = opened
        kind = .file
        size = status.st_size
        modifiedAt = Self.nanoseconds(status.st_mtim)
        device = UInt64(status.st_dev)
        node = UInt64(status.st_ino)
    }

    /// Standard input that is read once: none of it is kept.
    package static func standardInputOnce() throws(ByteSourceError) -> ByteSource {
        var source = try ByteSource(path: "-")
        source.spoolIsWhole = false
        return source
    }

    /// A source of bytes in memory.
    package init(bytes: [UInt8], name: String) {
        path = name
        descriptor = -1
        kind = .memory
        size = bytes.count
        modifiedAt = nil
        spool = bytes
    }

    /// An open file without a path, with its size; the source closes it.
    package init(unnamed descriptor: Int32, bytes: Int, name: String) {
        path = name
        self.descriptor = descriptor
        kind = .unnamed
        size = bytes
        modifiedAt = nil
    }

    /// The content of a packed run of another source.
    package init(unpacking run: PackedStream.Run, of container: consuming ByteSource, path: String)
    {
        self.path = path
        descriptor = -1
        size = run.bytes
        modifiedAt = container.modifiedAt
        kind = .packed(Packed(container, run))
    }

    /// The source itself unless it is a gzip file, else its content.
    package static func unpackingGzip(_ source: consuming ByteSource, bytes: Int) -> ByteSource {
        let path = source.path
        let run = PackedStream.Run(start: 0, packedBytes: bytes, method: .gzip)
        return ByteSource(unpacking: run, of: source, path: path)
    }

    deinit {
        if isPlaced { close(descriptor) }
    }

    /// From here on the bytes of a file are digested as they are read; other sources have no
    /// digest.
    package mutating func beginDigest() {
        if isFile, let size { contentDigest = ContentDigest(size: size) }
    }

    /// Digest of all bytes of a file, once it was read in order to its end.
    package var digest: (high: UInt64, low: UInt64)? { contentDigest?.value }

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
        let start = buffer.count
        let got: Int
        var isSpooled = false
        switch kind {
        case .file, .unnamed:
            got = try readOnce(into: &buffer, max: max)
            contentDigest?.feed(buffer.span.extracting(start...), at: position)
            position += got
        case .standardInput:
            got = try readOnce(into: &buffer, max: max)
            isSpooled = true
        case .memory: return 0
        case .packed(let packed):
            got = try packed.stream.read(into: &buffer, max: max, from: &packed.container)
        }
        if isSpooled, got > 0 {
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

    /// Returns to the first byte.
    ///
    /// - Throws: `tooLarge` when more of standard input was read than is kept.
    package mutating func rewind() throws(ByteSourceError) {
        switch kind {
        case .file, .unnamed: break
        case .standardInput, .memory:
            guard spoolIsWhole else { throw .tooLarge(limit: Self.spoolBytesMax) }
            spoolPosition = 0
            return
        case .packed(let packed):
            spoolPosition = 0
            if spool.isEmpty { packed.stream.restart() }
            return
        }
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .unreadable(errno: errno) }
        position = 0
    }

    /// Whether the path still names the opened file, with the same size and time. A browser may
    /// still be writing it; then it is left for the next run.
    package func unchangedSinceOpening() -> Bool {
        if case .packed(let packed) = kind { return packed.container.unchangedSinceOpening() }
        guard isFile else { return true }
        var opened = stat()
        var named = stat()
        guard unsafe fstat(descriptor, &opened) == 0, unsafe stat(path, &named) == 0 else {
            return false
        }
        return isAsOpened(opened) && isAsOpened(named)
    }

    /// The number of bytes. Standard input and packed content are read to their end and kept.
    ///
    /// - Throws: `tooLarge` when they exceed the limit for that.
    package mutating func measuredSize() throws(ByteSourceError) -> Int {
        if isPlaced, let size { return size }
        try spoolAll()
        return spool.count
    }

    /// Appends up to `max` bytes from `offset` on and returns their number; fewer only at the end.
    /// For a file this does not move the position of `read`; other sources are read either in order
    /// or at offsets.
    package mutating func read(
        into buffer: inout [UInt8], at offset: Int, max: Int
    ) throws(ByteSourceError) -> Int {
        guard offset >= 0, max > 0 else { return 0 }
        guard isPlaced else {
            try spoolAll()
            guard offset < spool.count else { return 0 }
            let count = Swift.min(max, spool.count - offset)
            buffer.append(contentsOf: spool[offset..<(offset + count)])
            return count
        }
        let start = buffer.count
        buffer.appendZeros(max)
        let source = descriptor
        var got = 0
        var code: Int32 = 0
        while got < max {
            let count = unsafe buffer.withUnsafeMutableBytes { room in
                guard let base = room.baseAddress else { return 0 }
                return unsafe pread(source, base + start + got, max - got, offset + got)
            }
            code = errno
            if count < 0, code == EINTR { continue }
            if count <= 0 {
                if count == 0 { code = 0 }
                break
            }
            got += count
        }
        buffer.removeLast(max - got)
        if got < max, code != 0 { throw Self.failure(code) }
        return got
    }

    private mutating func spoolAll() throws(ByteSourceError) {
        guard spoolIsWhole else { throw .tooLarge(limit: Self.spoolBytesMax) }
        switch kind {
        case .file, .unnamed, .memory: return
        case .standardInput:
            var rest: [UInt8] = []
            spoolPosition = spool.count
            while try read(into: &rest) > 0 {
                rest.removeAll(keepingCapacity: true)
                guard spoolIsWhole else { throw .tooLarge(limit: Self.spoolBytesMax) }
            }
        case .packed(let packed):
            guard spool.isEmpty else { return }
            packed.stream.restart()
            while try packed.stream.read(
                into: &spool, max: Self.chunkBytes, from: &packed.container) > 0
            {
                if spool.count > Self.spoolBytesMax {
                    spool = []
                    throw .tooLarge(limit: Self.spoolBytesMax)
                }
            }
        }
    }

    private func isAsOpened(_ status: stat) -> Bool {
        UInt64(status.st_dev) == device && UInt64(status.st_ino) == node
            && status.st_size == size && Self.nanoseconds(status.st_mtim) == modifiedAt
    }

    private func readOnce(into buffer: inout [UInt8], max: Int) throws(ByteSourceError) -> Int {
        // A small file needs room for its bytes only, and one more to find its end.
        let max = size.map { Swift.min(max, Swift.max($0, 4_095) + 1) } ?? max
        let source = descriptor
        let waits = !isFile
        var got = -1
        var code: Int32 = 0
        buffer.append(addingCapacity: max) { room in
            unsafe room.withUnsafeMutableBufferPointer { free, count in
                guard let base = free.baseAddress else { return }
                while true {
                    got = unsafe Glibc.read(source, base, max)
                    code = errno
                    if got >= 0 { break }
                    if code == EINTR { continue }
                    // The parent may have made standard input non-blocking.
                    if code == EAGAIN, waits {
                        var poller = pollfd(fd: source, events: Int16(POLLIN), revents: 0)
                        _ = unsafe poll(&poller, 1, -1)
                        continue
                    }
                    break
                }
                count = Swift.max(got, 0)
            }
        }
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

/// All bytes of a small file: rules, settings, decisions.
///
/// - Throws: `tooLarge` once more than `limit` bytes were read, whatever its size said.
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
