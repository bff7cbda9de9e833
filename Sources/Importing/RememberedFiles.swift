import Glibc
import Ledger
package import Saving
import Scanning
package import Workspaces
import Opening

/// A file, or one of an archive, that came in whole.
package struct RememberedFile: Sendable, Equatable {
    let digest: FileDigest
    /// Its name in the archive; empty for a plain file.
    let member: String
    let layout: String
    let encoding: String
    let accounts: [String]
    let rows: Int
    let skipped: Int

    /// The report that reading it again would give.
    func report(path: String, name: String) -> FileReport {
        var report = FileReport(path: path, name: name)
        report.layout = layout
        report.encoding = encoding
        report.accounts = accounts
        report.rowsRead = rows
        report.known = rows - skipped
        report.skipped = skipped
        report.isUnchanged = true
        return report
    }
}

/// Files of folders that came in whole, so that an unchanged one costs a stat instead of reading.
///
/// A cache (`.kopiyka/files.seen`): it may be deleted at any time, and is used only if the ledger
/// has the contents too, so undo makes a file new again. Reading depends on settings and layouts:
/// another `context` invalidates the cache. A file is remembered only if it was unchanged for
/// `quietSeconds` before reading; a later edit, even in the same tick of the file system's clock,
/// then has another time.
package final class RememberedFiles {
    private struct Entry {
        var mark: FileStamp
        var files: [RememberedFile]
    }

    /// More than the time resolution of any file system (FAT: two seconds).
    private static let quietSeconds = 3
    private static let bytesMax = 64 * 1024 * 1024
    private static let separator = "\u{1F}"

    private let path: String
    private let context: String
    private let workspace: Workspace
    private var entries: [String: Entry] = [:]
    private var isChanged = false

    /// - Parameters:
    ///   - context: identifies everything besides the bytes that affects reading.
    package init(of workspace: Workspace, context: String) {
        path = workspace.paths.rememberedFiles
        self.context = context
        self.workspace = workspace
        guard let bytes = try? readFile(path, limit: Self.bytesMax) else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.dropLast().lastIndex(of: "\n") else { return }
        let body = text[...end]
        guard text[text.index(after: end)...] == Self.seal(body) else { return }
        var lines = body.split(separator: "\n")[...]
        guard lines.popFirst().map(String.init) == context else { return }
        for line in lines {
            let fields = line.split(separator: "\u{1E}", omittingEmptySubsequences: false)
                .map(String.init)
            guard fields.count > 2, let mark = FileStamp(fields[1]) else { continue }
            entries[fields[0]] = Entry(mark: mark, files: fields[2...].compactMap(Self.file))
        }
    }

    /// The contents of an unchanged file when it came in; empty if it must be read.
    package func files(at path: String, _ mark: FileStamp) -> [RememberedFile] {
        guard let entry = entries[path], entry.mark == mark, !entry.files.isEmpty else { return [] }
        for file in entry.files {
            guard
                let seen = try? workspace.ledger.seenFiles(
                    digestHigh: file.digest.high, digestLow: file.digest.low),
                !seen.isEmpty
            else { return [] }
        }
        return entry.files
    }

    /// Records an import's files, and removes missing ones.
    ///
    /// - Parameters:
    ///   - now: seconds since 1970 before the first file was listed.
    ///   - roots: the searched folders, without links and dots.
    package func record(
        _ inputs: InputList, _ report: ImportReport, now: Int, roots: [String]
    ) {
        var found: [String: (mark: FileStamp, files: [RememberedFile])] = [:]
        var refused: Set<String> = []
        for (file, report) in zip(inputs.files, report.files) {
            guard let place = file.place, let mark = file.mark else { continue }
            if report.isUnchanged {
                refused.insert(place)
                continue
            }
            guard let digest = report.digest, report.failure == nil, report.rejected == 0,
                !report.layout.isEmpty, now - mark.touchedSeconds >= Self.quietSeconds,
                isSame(file, mark)
            else {
                if entries.removeValue(forKey: place) != nil { isChanged = true }
                refused.insert(place)
                continue
            }
            let remembered = RememberedFile(
                digest: digest, member: file.member?.name ?? "", layout: report.layout,
                encoding: report.encoding, accounts: report.accounts, rows: report.rowsRead,
                skipped: report.skipped)
            found[place, default: (mark, [])].files.append(remembered)
        }
        for (place, entry) in found where !refused.contains(place) {
            if !Self.isPlain(place, entry.files) { continue }
            if let known = entries[place], known.mark == entry.mark, known.files == entry.files {
                continue
            }
            entries[place] = Entry(mark: entry.mark, files: entry.files)
            isChanged = true
        }
        let present = Set(inputs.files.compactMap(\.place))
        for place in entries.keys where !present.contains(place) {
            guard roots.contains(where: { place.hasPrefix($0 + "/") }) else { continue }
            entries.removeValue(forKey: place)
            isChanged = true
        }
    }

    /// Writes changes. A failure only costs the next import the reading.
    package func save() {
        guard isChanged else { return }
        var text = context + "\n"
        for (place, entry) in entries.sorted(by: { $0.key < $1.key }) {
            text += ([place, entry.mark.text] + entry.files.map(Self.text)).joined(
                separator: "\u{1E}")
            text += "\n"
        }
        text += Self.seal(text[...])
        do throws(SavingError) {
            var file = try ReplacingFile(replacing: path)
            try file.write(Array(text.utf8))
            try file.commit()
        } catch {}
    }

    /// Whether the file is unchanged since it was listed.
    private func isSame(_ file: InputFile, _ mark: FileStamp) -> Bool {
        let record = try? status(at: file.member?.archive ?? file.path, followingLink: false)
        return record.map { FileStamp($0) } == mark
    }

    // MARK: the file

    private static func text(_ file: RememberedFile) -> String {
        ([
            file.digest.text, file.member, file.layout, file.encoding, String(file.rows),
            String(file.skipped),
        ] + file.accounts).joined(separator: separator)
    }

    private static func file(_ text: String) -> RememberedFile? {
        let fields = text.split(separator: "\u{1F}", omittingEmptySubsequences: false)
            .map(String.init)
        guard fields.count >= 6, fields[0].utf8.count == 32,
            let high = UInt64(fields[0].prefix(16), radix: 16),
            let low = UInt64(fields[0].suffix(16), radix: 16), let rows = Int(fields[4]),
            let skipped = Int(fields[5]), skipped >= 0, rows >= skipped
        else { return nil }
        return RememberedFile(
            digest: FileDigest(high: high, low: low), member: fields[1], layout: fields[2],
            encoding: fields[3], accounts: Array(fields[6...]), rows: rows, skipped: skipped)
    }

    /// Names with control characters are not remembered: they would not survive a round trip.
    private static func isPlain(_ place: String, _ files: [RememberedFile]) -> Bool {
        let texts = [place] + files.flatMap { [$0.member, $0.layout, $0.encoding] + $0.accounts }
        return texts.allSatisfy { $0.utf8.allSatisfy { $0 >= 0x20 } }
    }

    private static func seal(_ body: Substring) -> String {
        var writer = ByteWriter(capacity: 17)
        writer.append(hex: StableHash.hash(Array(body.utf8).span, seed: 10))
        writer.append("\n")
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
