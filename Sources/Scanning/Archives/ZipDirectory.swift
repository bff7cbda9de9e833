internal import Facts

/// One file in a ZIP archive.
package struct ZipMember: Sendable {
    /// As in the archive, with folders separated by `/`; for display and comparison, never to be
    /// opened.
    package let name: String
    package let run: PackedStream.Run
    package let isFolder: Bool
    package let isEncrypted: Bool
    /// Packed by a method that is not deflate.
    package let hasUnknownMethod: Bool
}

/// The contents of a ZIP archive, read from its end.
///
/// Only the central directory is used; names are text, never paths; nothing is unpacked here. Some
/// 200 lines of our own over zlib, because ZIP libraries add a shared object to each start of the
/// program and parse hostile input in C; this code checks every number against the file before
/// using it.
/// - Source: PKWARE APPNOTE 6.3.10, §4.3.
package struct ZipDirectory: Sendable {
    package private(set) var members: [ZipMember] = []

    private static let endSignature: UInt32 = 0x0605_4B50
    private static let endBytes = 22
    /// The archive's comment follows the end record.
    private static let commentBytesMax = 65_535
    private static let entryBytes = 46
    private static let directoryBytesMax = 16 * 1024 * 1024

    /// Whether the bytes begin like a ZIP archive: with a member, or with the end record of an
    /// empty one.
    package static func begins(_ head: Span<UInt8>) -> Bool {
        guard head.count >= 4, head[0] == 0x50, head[1] == 0x4B else { return false }
        return head[2] == 3 && head[3] == 4 || head[2] == 5 && head[3] == 6
    }

    package init(of source: inout ByteSource) throws(ByteSourceError) {
        let size = try source.measuredSize()
        let end = try Self.end(of: &source, size)
        guard end.count <= Limits.archiveMembersMax else { throw .archive(.members) }
        guard end.directoryBytes <= Self.directoryBytesMax else { throw .archive(.damaged) }
        var directory: [UInt8] = []
        guard
            try source.read(
                into: &directory, at: end.directoryStart, max: end.directoryBytes)
                == end.directoryBytes
        else { throw .archive(.cut) }
        var at = 0
        var ranges: [Range<Int>] = []
        for _ in 0..<end.count {
            guard let entry = Entry(directory.span, at: at) else { throw .archive(.damaged) }
            at = entry.end
            let start = try Self.dataStart(
                of: entry, shift: end.shift, before: end.directoryStart, in: &source)
            ranges.append((entry.offset + end.shift)..<(start + entry.packedBytes))
            members.append(entry.member(dataStart: start))
        }
        ranges.sort { $0.lowerBound < $1.lowerBound }
        for (range, next) in zip(ranges, ranges.dropFirst())
        where range.upperBound > next.lowerBound {
            throw .archive(.overlapping)
        }
    }

    private struct End {
        let count: Int
        let directoryStart: Int
        let directoryBytes: Int
        /// Bytes before the archive, which its offsets do not count.
        let shift: Int
    }

    private static func end(
        of source: inout ByteSource, _ size: Int
    ) throws(ByteSourceError) -> End {
        let tailBytes = min(size, endBytes + commentBytesMax)
        var tail: [UInt8] = []
        _ = try source.read(into: &tail, at: size - tailBytes, max: tailBytes)
        var at = tail.count - endBytes
        while at >= 0, number(tail.span, at, 4) != Int(endSignature) { at -= 1 }
        guard at >= 0 else { throw .archive(.cut) }
        let endStart = size - tailBytes + at
        var count = number(tail.span, at + 10, 2)
        var bytes = number(tail.span, at + 12, 4)
        var start = number(tail.span, at + 16, 4)
        var recordStart = endStart
        if count == 0xFFFF || bytes == 0xFFFF_FFFF || start == 0xFFFF_FFFF, at >= 20,
            number(tail.span, at - 20, 4) == 0x0706_4B50
        {
            // ZIP64: the locator before the end record points to the longer one.
            recordStart = number(tail.span, at - 12, 8)
            var record: [UInt8] = []
            guard recordStart >= 0, recordStart < endStart,
                try source.read(into: &record, at: recordStart, max: 56) == 56,
                number(record.span, 0, 4) == 0x0606_4B50
            else { throw .archive(.damaged) }
            count = number(record.span, 32, 8)
            bytes = number(record.span, 40, 8)
            start = number(record.span, 48, 8)
        }
        guard count >= 0, bytes >= 0, start >= 0, bytes <= recordStart,
            start <= recordStart - bytes
        else { throw .archive(.damaged) }
        return End(
            count: count, directoryStart: recordStart - bytes, directoryBytes: bytes,
            shift: recordStart - bytes - start)
    }

    /// Start of a member's packed bytes, after the header that repeats its entry.
    private static func dataStart(
        of entry: Entry, shift: Int, before directory: Int, in source: inout ByteSource
    ) throws(ByteSourceError) -> Int {
        guard entry.offset <= directory - shift else { throw .archive(.damaged) }
        var header: [UInt8] = []
        let read = try source.read(into: &header, at: entry.offset + shift, max: 30)
        guard read == 30, number(header.span, 0, 4) == 0x0403_4B50 else {
            throw .archive(.damaged)
        }
        let start =
            entry.offset + shift + 30 + number(header.span, 26, 2) + number(header.span, 28, 2)
        guard start <= directory, entry.packedBytes <= directory - start else {
            throw .archive(.damaged)
        }
        return start
    }
}

/// One record of the central directory.
private struct Entry {
    let flags: Int
    let method: Int
    let checksum: UInt32
    private(set) var packedBytes: Int
    private(set) var bytes: Int
    private(set) var offset: Int
    let name: [UInt8]
    private(set) var unicodeName: [UInt8]?
    /// Offset after the record.
    let end: Int

    init?(_ directory: Span<UInt8>, at start: Int) {
        guard start + 46 <= directory.count, number(directory, start, 4) == 0x0201_4B50 else {
            return nil
        }
        flags = number(directory, start + 8, 2)
        method = number(directory, start + 10, 2)
        checksum = UInt32(truncatingIfNeeded: number(directory, start + 16, 4))
        packedBytes = number(directory, start + 20, 4)
        bytes = number(directory, start + 24, 4)
        offset = number(directory, start + 42, 4)
        let nameEnd = start + 46 + number(directory, start + 28, 2)
        let extraEnd = nameEnd + number(directory, start + 30, 2)
        end = extraEnd + number(directory, start + 32, 2)
        guard end <= directory.count else { return nil }
        var name: [UInt8] = []
        name.append(directory.extracting((start + 46)..<nameEnd))
        self.name = name
        guard readExtras(directory.extracting(nameEnd..<extraEnd)) else { return nil }
    }

    /// ZIP64 sizes and the Unicode name; false when a size is impossible.
    private mutating func readExtras(_ extras: Span<UInt8>) -> Bool {
        var at = 0
        while at + 4 <= extras.count {
            let id = number(extras, at, 2)
            let count = number(extras, at + 2, 2)
            let start = at + 4
            at = start + count
            guard at <= extras.count else { break }
            if id == 0x0001 {
                var from = start
                for path in [\Entry.bytes, \Entry.packedBytes, \Entry.offset]
                where self[keyPath: path] == 0xFFFF_FFFF {
                    guard from + 8 <= at else { return false }
                    self[keyPath: path] = number(extras, from, 8)
                    from += 8
                }
            } else if id == 0x7075, count > 5, extras[start] == 1,
                UInt32(truncatingIfNeeded: number(extras, start + 1, 4))
                    == Scanning.checksum(name.span, after: 0)
            {
                var text: [UInt8] = []
                text.append(extras.extracting((start + 5)..<at))
                unicodeName = text
            }
        }
        return bytes >= 0 && packedBytes >= 0 && offset >= 0
    }

    func member(dataStart: Int) -> ZipMember {
        let text = shownName
        return ZipMember(
            name: text,
            run: PackedStream.Run(
                start: dataStart, packedBytes: packedBytes,
                method: method == 0 ? .stored : .deflated, bytes: bytes, checksum: checksum),
            isFolder: name.last == 0x2F || name.last == 0x5C, isEncrypted: flags & 0x41 != 0,
            hasUnknownMethod: method != 0 && method != 8)
    }

    /// Names that are not UTF-8 use the DOS code page of the writer's country; here that is 866.
    /// Parent steps and absolute prefixes are removed, so that the name cannot be used as a path.
    private var shownName: String {
        var text = unicodeName ?? name
        if firstInvalidUTF8(text.span) != nil {
            var decoded: [UInt8] = []
            var decoder = TextDecoder(.ibm866)
            _ = decoder.decode(name.span, final: true, into: &decoded)
            text = decoded
        }
        for index in text.indices where text[index] == 0x5C { text[index] = 0x2F }
        let parts = text.split(separator: 0x2F).filter { part in
            !part.elementsEqual([0x2E]) && !part.elementsEqual([0x2E, 0x2E])
        }
        return String(decoding: Array(parts.joined(separator: [0x2F])), as: UTF8.self)
    }
}

/// A little-endian number of up to eight bytes; negative when it does not fit.
private func number(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> Int {
    guard start >= 0, start + count <= bytes.count else { return -1 }
    var value: UInt64 = 0
    for index in (0..<count).reversed() { value = value << 8 | UInt64(bytes[start + index]) }
    return Int(exactly: value) ?? -1
}
