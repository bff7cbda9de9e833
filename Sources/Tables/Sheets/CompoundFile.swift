internal import Facts
internal import Scanning
internal import Reading

/// An OLE2 container of old Office programs: a file system of sectors in a file.
///
/// No sector of a chain is followed twice, every number is checked against the file; a stream is
/// read sector by sector.
/// - Source: [MS-CFB] 9.0.
final class CompoundFile {
    let file: String
    private var source: ByteSource
    private let size: Int
    private let sectorBytes: Int
    /// The next sector of each sector in a stream.
    private var next: [UInt32] = []
    private var smallNext: [UInt32] = []
    private var entries: [Entry] = []
    private let smallStreamBytes: Int

    private struct Entry {
        let name: String
        let isRoot: Bool
        let start: UInt32
        let bytes: Int
    }

    private static let sectorMax: UInt32 = 0xFFFF_FFFA
    private static let entriesMax = 10_000
    private static let smallSectorBytes = 64

    init(_ source: consuming ByteSource) throws(ReadFailure) {
        file = source.path
        let place = SourcePlace(file: source.path)
        var header: [UInt8] = []
        do throws(ByteSourceError) {
            size = try source.measuredSize()
            _ = try source.read(into: &header, at: 0, max: 512)
        } catch {
            throw ReadFailure(error, path: place.file)
        }
        guard header.count == 512 else { throw ReadFailure(.truncated, at: place) }
        let shift = header.u16(30)
        guard shift == 9 || shift == 12 else {
            throw ReadFailure(.malformed, at: place, details: ["sector-size"])
        }
        sectorBytes = 1 << shift
        smallStreamBytes = min(header.u32(56), 4096)
        self.source = source
        next = try table(of: header)
        smallNext = numbers(try chained(from: UInt32(header.u32(60))))
        try readEntries(try chained(from: UInt32(header.u32(48))))
    }

    var isUnchanged: Bool { source.unchangedSinceOpening() }

    func has(_ name: String) -> Bool { entries.contains { $0.name == name && !$0.isRoot } }

    /// A stream by name; nil if there is none.
    func stream(_ name: String) throws(ReadFailure) -> CompoundStream? {
        guard let entry = entries.first(where: { $0.name == name && !$0.isRoot }) else {
            return nil
        }
        guard entry.bytes >= smallStreamBytes else {
            return CompoundStream(of: self, bytes: try small(entry))
        }
        return CompoundStream(
            of: self, sectors: try chain(from: entry.start, next), bytes: entry.bytes)
    }

    // MARK: sectors

    /// Appends bytes of a sector; fewer if the file is truncated.
    fileprivate func read(
        sector: UInt32, from offset: Int, into buffer: inout [UInt8]
    ) throws(ReadFailure) {
        do throws(ByteSourceError) {
            _ = try source.read(
                into: &buffer, at: (Int(sector) + 1) * sectorBytes + offset,
                max: sectorBytes - offset)
        } catch {
            throw ReadFailure(error, path: file)
        }
    }

    fileprivate var bytesOfSector: Int { sectorBytes }

    private var place: SourcePlace { SourcePlace(file: file) }
    private var sectorsMax: Int { size / sectorBytes + 1 }

    /// The sector table, whose own sectors are listed in the header and a chain after it.
    private func table(of header: [UInt8]) throws(ReadFailure) -> [UInt32] {
        var sectors: [UInt32] = []
        for index in 0..<109 { sectors.append(UInt32(header.u32(76 + 4 * index))) }
        var list = UInt32(header.u32(68))
        var lists = 0
        while list < Self.sectorMax, lists <= sectorsMax {
            var bytes: [UInt8] = []
            try read(sector: list, from: 0, into: &bytes)
            let found = numbers(bytes)
            guard found.count == sectorBytes / 4 else {
                throw ReadFailure(.truncated, at: place)
            }
            sectors += found.dropLast()
            list = found[found.count - 1]
            lists += 1
            guard sectors.count <= sectorsMax + 109 + sectorBytes else {
                throw ReadFailure(.malformed, at: place, details: ["sector-table"])
            }
        }
        var result: [UInt32] = []
        for sector in sectors where sector < Self.sectorMax && result.count <= sectorsMax {
            var bytes: [UInt8] = []
            try read(sector: sector, from: 0, into: &bytes)
            result += numbers(bytes)
        }
        return result
    }

    private func numbers(_ bytes: [UInt8]) -> [UInt32] {
        stride(from: 0, to: bytes.count / 4 * 4, by: 4).map { UInt32(bytes.u32($0)) }
    }

    private func chain(
        from start: UInt32, _ table: [UInt32]
    ) throws(ReadFailure) -> [UInt32] {
        var result: [UInt32] = []
        var sector = start
        while sector < Self.sectorMax {
            guard Int(sector) < table.count, result.count < table.count else {
                throw ReadFailure(.malformed, at: place, details: ["sector-chain"])
            }
            result.append(sector)
            sector = table[Int(sector)]
        }
        return result
    }

    private func chained(from start: UInt32) throws(ReadFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        for sector in try chain(from: start, next) {
            try read(sector: sector, from: 0, into: &bytes)
            guard bytes.count <= Self.entriesMax * 128 else {
                throw ReadFailure(.malformed, at: place, details: ["directory"])
            }
        }
        return bytes
    }

    private func readEntries(_ directory: [UInt8]) throws(ReadFailure) {
        for start in stride(from: 0, to: directory.count / 128 * 128, by: 128) {
            let kind = directory[start + 66]
            guard kind == 2 || kind == 5 else { continue }
            let letters = min(max(directory.u16(start + 64) / 2 - 1, 0), 31)
            var name = ""
            for index in 0..<letters {
                let unit = UInt16(truncatingIfNeeded: directory.u16(start + 2 * index))
                name.unicodeScalars.append(Unicode.Scalar(unit) ?? "?")
            }
            entries.append(
                Entry(
                    name: name, isRoot: kind == 5, start: UInt32(directory.u32(start + 116)),
                    bytes: directory.u32(start + 120)))
        }
    }

    /// The bytes of a stream stored in the root's small sectors.
    private func small(_ entry: Entry) throws(ReadFailure) -> [UInt8] {
        guard let root = entries.first(where: \.isRoot) else {
            throw ReadFailure(.malformed, at: place, details: ["directory"])
        }
        let sectors = try chain(from: root.start, next)
        var bytes: [UInt8] = []
        for small in try chain(from: entry.start, smallNext) where bytes.count < entry.bytes {
            let offset = Int(small) * Self.smallSectorBytes
            guard offset / sectorBytes < sectors.count else {
                throw ReadFailure(.malformed, at: place, details: ["sector-chain"])
            }
            var sector: [UInt8] = []
            try read(
                sector: sectors[offset / sectorBytes], from: offset % sectorBytes, into: &sector)
            bytes += sector.prefix(Self.smallSectorBytes)
        }
        return Array(bytes.prefix(entry.bytes))
    }
}

/// A stream of a compound file with random access.
final class CompoundStream {
    let bytes: Int
    private let file: CompoundFile
    private let sectors: [UInt32]
    /// The part of the stream read last.
    private var window: [UInt8]
    private var windowStart = 0

    fileprivate init(of file: CompoundFile, sectors: [UInt32], bytes: Int) {
        self.file = file
        self.sectors = sectors
        self.bytes = min(bytes, sectors.count * file.bytesOfSector)
        window = []
    }

    fileprivate init(of file: CompoundFile, bytes: [UInt8]) {
        self.file = file
        sectors = []
        self.bytes = bytes.count
        window = bytes
    }

    /// Replaces `buffer` by up to `count` bytes from an offset.
    func read(_ count: Int, at offset: Int, into buffer: inout [UInt8]) throws(ReadFailure) {
        buffer.removeAll(keepingCapacity: true)
        var at = offset
        let end = min(offset + count, bytes)
        while at < end {
            if at < windowStart || at >= windowStart + window.count {
                guard !sectors.isEmpty else { return }
                let sector = at / file.bytesOfSector
                window.removeAll(keepingCapacity: true)
                windowStart = sector * file.bytesOfSector
                for next in sectors[sector...].prefix(8) {
                    let before = window.count
                    try file.read(sector: next, from: 0, into: &window)
                    if window.count - before < file.bytesOfSector { break }
                }
                if at >= windowStart + window.count { return }
            }
            let from = at - windowStart
            let to = min(window.count, end - windowStart)
            buffer.append(contentsOf: window[from..<to])
            at = windowStart + to
        }
    }
}

extension [UInt8] {
    /// Little-endian numbers; 0 beyond the end.
    func u16(_ at: Int) -> Int {
        guard at >= 0, at + 2 <= count else { return 0 }
        return Int(self[at]) | Int(self[at + 1]) << 8
    }

    func u32(_ at: Int) -> Int {
        guard at >= 0, at + 4 <= count else { return 0 }
        return u16(at) | u16(at + 2) << 16
    }

    func f64(_ at: Int) -> Double {
        Double(bitPattern: UInt64(u32(at)) | UInt64(u32(at + 4)) << 32)
    }
}
