import Facts
import Saving
import Scanning

/// 128 bits that tell one content of a file from another; nil for what is no regular file.
///
/// Not against somebody who builds collisions: a meeting would only leave a source unnamed, never a line unread.
struct FileDigest {
    private(set) var high: UInt64 = 0
    private(set) var low: UInt64 = 0

    init?(of path: String) {
        guard path != "-" else { return nil }
        var buffer = [UInt8](repeating: 0, count: Limits.chunkBytes)
        do throws(SavingError) {
            let file = try RegularFile(path)
            var offset = 0
            while offset < file.length {
                let count = try file.read(into: &buffer, at: offset)
                if count == 0 { break }
                let chunk = buffer.span.extracting(..<count)
                high = StableHash.combine(high, StableHash.hash(chunk, seed: 3))
                low = StableHash.combine(low, StableHash.hash(chunk, seed: 4))
                offset += count
            }
        } catch {
            return nil
        }
    }
}
