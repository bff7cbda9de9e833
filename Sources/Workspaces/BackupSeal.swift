internal import Saving
internal import Scanning

/// The digests of a backup's files, written last: a restore accepts no others.
///
/// ```
/// kopiyka backup 1
/// <32 hexadecimal digits> <bytes> <name below the folder>
/// …
/// end <files>
/// ```
struct BackupSeal: Equatable {
    private struct File: Equatable {
        let name: String
        let size: Int
        let high: UInt64
        let low: UInt64

        init(_ name: String, in folder: String) throws(SavingError) {
            let file = try RegularFile("\(folder)/\(name)")
            var digest = ContentDigest(size: file.length)
            var buffer = [UInt8](repeating: 0, count: ContentDigest.chunkBytes)
            var offset = 0
            while offset < file.length {
                let got = try file.read(into: &buffer, at: offset)
                if got == 0 { break }
                digest.feed(buffer.span.extracting(..<got), at: offset)
                offset += got
            }
            let value = digest.value
            self.name = name
            size = value == nil ? offset : file.length
            high = value?.high ?? 0
            low = value?.low ?? 0
        }

        init?(_ line: Substring) {
            let parts = line.split(separator: " ", maxSplits: 2)
            guard parts.count == 3, parts[0].utf8.count == 32, let size = Int(parts[1]),
                let high = UInt64(parts[0].prefix(16), radix: 16),
                let low = UInt64(parts[0].suffix(16), radix: 16)
            else { return nil }
            self.name = String(parts[2])
            self.size = size
            self.high = high
            self.low = low
        }
    }

    private static let heading = "kopiyka backup 1"
    private static let bytesMax = 1 << 24

    private let files: [File]

    /// Seals the current files of a backup.
    init(of backup: WorkspacePaths) throws(SavingError) {
        var names = ["kopiyka.yaml", "ledger.db", "pending.jsonl"]
        for file in HouseholdFile.all where try regularFileStamp(backup.path(of: file)) != nil {
            names.append(file.name)
        }
        for folder in WorkspacePaths.kept {
            for name in try sortedNames(in: "\(backup.folder)/\(folder)")
            where try regularFileStamp("\(backup.folder)/\(folder)/\(name)") != nil {
                // A seal line cannot contain such a name.
                if name.contains("\n") || names.contains("\(folder)/\(name)") { continue }
                names.append("\(folder)/\(name)")
            }
        }
        var files: [File] = []
        for name in names { files.append(try File(name, in: backup.folder)) }
        self.files = files
    }

    /// The seal of a backup; nil if it has none, like those of an earlier release.
    ///
    /// - Throws: `backupChanged` if it exists and is not intact.
    static func read(of backup: WorkspacePaths) throws(WorkspaceFailure) -> BackupSeal? {
        let bytes = try saving(
            regularFileStamp(backup.seal) == nil
                ? nil : try readFile(backup.seal, limit: bytesMax))
        guard let bytes else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        let files = lines.dropFirst().dropLast(2).compactMap { File($0) }
        let end = ["end \(files.count)", ""]
        guard lines.first.map(String.init) == heading, lines.count == files.count + 3,
            lines.suffix(2).map(String.init) == end
        else {
            throw .backupChanged(backup.folder, file: ".kopiyka/\(WorkspacePaths.sealName)")
        }
        return BackupSeal(files: files)
    }

    private init(files: [File]) { self.files = files }

    var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 64 * (files.count + 2))
        writer.append(Self.heading + "\n")
        for file in files {
            writer.append(hex: file.high)
            writer.append(hex: file.low)
            writer.append(" \(file.size) \(file.name)\n")
        }
        writer.append("end \(files.count)\n")
        return writer.bytes
    }

    /// Removes the seal of a backup before a command writes into it: it becomes an ordinary
    /// workspace. A changed backup keeps the seal, so that no restore accepts it.
    static func remove(from backup: WorkspacePaths) throws(WorkspaceFailure) {
        do throws(WorkspaceFailure) {
            guard let seal = try read(of: backup) else { return }
            try seal.verify(backup)
        } catch {
            if case .backupChanged = error { return }
            throw error
        }
        try saving(removeRegularFile(backup.seal))
    }

    /// - Throws: `backupChanged` with the first changed file.
    func verify(_ backup: WorkspacePaths) throws(WorkspaceFailure) {
        for file in files {
            let now = try saving(
                regularFileStamp("\(backup.folder)/\(file.name)") == nil
                    ? nil : try File(file.name, in: backup.folder))
            if now != file { throw .backupChanged(backup.folder, file: file.name) }
        }
    }
}
