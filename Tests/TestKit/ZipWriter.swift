/// Writes ZIP archives with stored members, or with any invalid headers that a test needs.
package struct ZipWriter {
    private var bytes: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    package init() {}

    /// An archive of UTF-8 texts.
    package static func archive(_ members: [(name: String, text: String)]) -> [UInt8] {
        var writer = ZipWriter()
        for member in members { writer.add(Array(member.name.utf8), Array(member.text.utf8)) }
        return writer.finished()
    }

    /// - Parameters:
    ///   - packed: the compressed bytes, if not the content itself.
    ///   - method: 0 stored, 8 deflate.
    package mutating func add(
        _ name: [UInt8], _ content: [UInt8], packed: [UInt8]? = nil, method: UInt16 = 0,
        flags: UInt16 = 0x800, claimedBytes: Int? = nil, at offset: Int? = nil
    ) {
        let start = bytes.count
        let body = packed ?? content
        var fields: [UInt8] = []
        fields += number(UInt64(flags), 2) + number(UInt64(method), 2) + number(0, 4)
        fields += number(UInt64(Self.checksum(content)), 4) + number(UInt64(body.count), 4)
        fields += number(UInt64(claimedBytes ?? content.count), 4) + number(UInt64(name.count), 2)
        fields += number(0, 2)
        if offset == nil {
            bytes += [0x50, 0x4B, 3, 4] + number(20, 2) + fields + name + body
        }
        directory += [0x50, 0x4B, 1, 2] + number(20, 2) + number(20, 2) + fields
        directory += number(0, 2) + number(0, 2) + number(0, 2) + number(0, 4)
        directory += number(UInt64(offset ?? start), 4) + name
        count += 1
    }

    package func finished() -> [UInt8] {
        let end =
            [0x50, 0x4B, 5, 6] + number(0, 4) + number(UInt64(count), 2) + number(UInt64(count), 2)
            + number(UInt64(directory.count), 4) + number(UInt64(bytes.count), 4) + number(0, 2)
        return bytes + directory + end
    }

    private func number(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// The CRC-32 of ZIP and gzip.
    package static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
