package import Facts
internal import Opening
internal import Scanning
internal import Reading

extension InputFile {
    /// All bytes of a small file: a list of prices, not a statement.
    ///
    /// - Throws: also for one larger than `limit`.
    package func contents(limit: Int) throws(ReadFailure) -> [UInt8] {
        guard let member else {
            do throws(ByteSourceError) {
                return try readWholeFile(path, limit: limit)
            } catch {
                throw ReadFailure(error, path: path)
            }
        }
        var source = try ArchiveMemberBytes(member)
        var bytes: [UInt8] = []
        while try source.read(into: &bytes, max: ByteSource.chunkBytes) > 0 {
            if bytes.count > limit {
                throw ReadFailure(ByteSourceError.tooLarge(limit: limit), path: path)
            }
        }
        return bytes
    }
}
