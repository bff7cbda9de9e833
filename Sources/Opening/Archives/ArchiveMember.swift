package import Facts
internal import Scanning
internal import Reading

/// A file of a ZIP archive, read as a separate statement.
///
/// An archive is like a folder: its files are read, refused and remembered one by one, as
/// `archive.zip/march.csv`. A member's name is only displayed; nothing of an archive is ever
/// written to the file system.
package struct ArchiveMember: Sendable, Equatable {
    /// The archive's path.
    package let archive: String
    /// Unique in the archive: a repeated name gets a numeric suffix.
    package let name: String
    /// Declared unpacked size, at most `Limits.archiveRatioMax` times the packed size.
    package let sizeBytes: Int

    private let run: PackedStream.Run
    private let isEncrypted: Bool
    private let hasUnknownMethod: Bool

    /// `archive.zip/march.csv`, for messages.
    package var path: String { archive + "/" + name }

    /// The files of an archive in byte order of their names, without system files; nil if the path
    /// is no archive: missing, another format, a workbook.
    ///
    /// - Throws: the reason if an archive's list is unreadable.
    package static func members(of path: String) throws(ReadFailure) -> [ArchiveMember]? {
        guard path != "-" else { return nil }
        do throws(ByteSourceError) {
            guard var source = try? ByteSource(path: path) else { return nil }
            var head: [UInt8] = []
            guard try source.read(into: &head, at: 0, max: 4) == 4, ZipDirectory.begins(head.span)
            else { return nil }
            let directory = try ZipDirectory(of: &source)
            guard case .archive = ArchiveKind(of: directory) else { return nil }
            return members(directory, path)
        } catch {
            throw ReadFailure(error, path: path)
        }
    }

    private static func members(_ directory: ZipDirectory, _ path: String) -> [ArchiveMember] {
        var names: [String: Int] = [:]
        var result: [ArchiveMember] = []
        for member in directory.members where !member.isFolder && !isLeftOut(member.name) {
            var name = member.name.isEmpty ? "?" : member.name
            let count = (names[name] ?? 0) + 1
            names[name] = count
            if count > 1 { name += "#\(count)" }
            let possible = member.run.packedBytes * Limits.archiveRatioMax
            result.append(
                ArchiveMember(
                    archive: path, name: name, sizeBytes: min(member.run.bytes ?? 0, possible),
                    run: member.run, isEncrypted: member.isEncrypted,
                    hasUnknownMethod: member.hasUnknownMethod))
        }
        return result.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// Hidden files, as in folders, and macOS metadata files.
    private static func isLeftOut(_ name: String) -> Bool {
        name.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "__MACOSX" }
    }

    /// The unpacked bytes.
    func opened() throws(ReadFailure) -> ByteSource {
        do throws(ByteSourceError) {
            if isEncrypted { throw .archive(.encrypted) }
            if hasUnknownMethod { throw .archive(.method) }
            return ByteSource(
                unpacking: run, of: try ByteSource(path: archive), path: path)
        } catch {
            throw ReadFailure(error, path: path)
        }
    }
}

/// The raw unpacked bytes of an archive's file, to compare contents.
package struct ArchiveMemberBytes: ~Copyable {
    private var source: ByteSource

    package init(_ member: ArchiveMember) throws(ReadFailure) {
        source = try member.opened()
    }

    /// Appends up to `max` bytes and returns how many; fewer only at the end.
    package mutating func read(into buffer: inout [UInt8], max: Int) throws(ReadFailure) -> Int {
        let start = buffer.count
        while buffer.count - start < max {
            let left = max - (buffer.count - start)
            if try source.readNext(into: &buffer, max: left) == 0 { break }
        }
        return buffer.count - start
    }
}
