import Facts
import Opening
import Saving
import Scanning

/// 128 bits that identify a file's content; nil if it is not a regular file.
///
/// Not collision-resistant: a collision would only omit a source, never a line.
package struct FileDigest: Sendable, Hashable {
    package private(set) var high: UInt64 = 0
    package private(set) var low: UInt64 = 0

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Hashes other bytes; use different seeds for different purposes.
    package init(of bytes: Span<UInt8>, seed: UInt64) {
        high = StableHash.hash(bytes, seed: seed)
        low = StableHash.hash(bytes, seed: seed + 1)
    }

    /// 32 hexadecimal digits.
    package var text: String {
        var writer = ByteWriter(capacity: 32)
        writer.append(hex: high)
        writer.append(hex: low)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// A member of an archive has the digest of the unpacked file.
    package init?(of input: InputFile) {
        if let member = input.member {
            self.init(of: member)
        } else {
            self.init(ofFile: input.path)
        }
    }

    private init?(of member: ArchiveMember) {
        var buffer: [UInt8] = []
        do throws(ReadFailure) {
            var bytes = try ArchiveMemberBytes(member)
            while true {
                buffer.removeAll(keepingCapacity: true)
                if try bytes.read(into: &buffer, max: ContentDigest.chunkBytes) == 0 { break }
                feed(buffer.span)
            }
        } catch {
            return nil
        }
    }

    private mutating func feed(_ chunk: Span<UInt8>) {
        high = StableHash.combine(high, StableHash.hash(chunk, seed: 3))
        low = StableHash.combine(low, StableHash.hash(chunk, seed: 4))
    }

    package init?(ofFile path: String) {
        guard path != "-" else { return nil }
        do throws(SavingError) {
            let file = try RegularFile(path)
            // Larger files are refused.
            guard file.length <= Limits.fileBytesMax else { return nil }
            var digest = ContentDigest(size: file.length)
            var buffer = [UInt8](
                repeating: 0, count: min(ContentDigest.chunkBytes, file.length))
            var offset = 0
            while offset < file.length {
                let count = try file.read(into: &buffer, at: offset)
                if count == 0 { return nil }
                digest.feed(buffer.span.extracting(..<count), at: offset)
                offset += count
            }
            guard let value = digest.value else { return nil }
            self.init(high: value.high, low: value.low)
        } catch {
            return nil
        }
    }
}
