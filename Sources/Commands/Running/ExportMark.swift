import Facts
import Reports
import Saving
import Workspaces

/// The record of earlier `export --new` commands, in a file of the workspace.
///
/// ```
/// step                                on disk after it          a crash after it
/// 1 the exported file is synced       old mark, old file        nothing was exported
/// 2 mark, valid if the file is new    both marks, old file      the file decides: the old one
/// 3 the exported file is renamed      both marks, new file      the file decides: the new one
/// 4 mark                              new mark, new file        done
/// ```
/// On standard output there is no file to decide: the mark follows the last byte that was taken, so
/// that nothing is lost, and a crash between them writes entries again.
struct ExportMark {
    let earlier: JournalMark
    private let path: String
    private let earlierBytes: [UInt8]

    /// Separates the mark of before from the lines that are valid if a file has a size.
    private static let separator = "\nif-size\t"

    init(_ paths: WorkspacePaths, _ invocation: Invocation) throws {
        path = paths.exported(invocation[.format] ?? "")
        guard !invocation.has(.restart), try fileStamp(path) != nil else {
            earlier = JournalMark()
            earlierBytes = []
            return
        }
        let bytes = try Self.valid(readFile(path, limit: Limits.exportMarkBytesMax))
        if bytes.isEmpty {
            earlier = JournalMark()
        } else if let mark = JournalMark(bytes: bytes[...]) {
            earlier = mark
        } else {
            throw HouseMessage(
                at: SourcePlace(file: path), "error.export-mark-damaged", exitCode: .damaged)
        }
        earlierBytes = bytes
    }

    /// The bytes without the lines whose file is not there.
    private static func valid(_ bytes: [UInt8]) throws -> [UInt8] {
        let separator = Array(separator.utf8)
        var at = 0
        while at + separator.count <= bytes.count,
            !bytes[at..<(at + separator.count)].elementsEqual(separator)
        {
            at += 1
        }
        guard at + separator.count <= bytes.count else { return bytes }
        let rest = bytes[(at + separator.count)...]
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return Array(bytes[...at]) }
        let words = rest[..<end].split(separator: UInt8(ascii: "\t"), maxSplits: 1)
            .map { String(decoding: $0, as: UTF8.self) }
        let before = Array(bytes[..<at])
        guard words.count == 2, let size = Int64(words[0]),
            let found = try fileStamp(words[1]), Int64(found.size) == size
        else { return before.isEmpty ? [] : before + [UInt8(ascii: "\n")] }
        return before + (before.isEmpty ? [] : [UInt8(ascii: "\n")]) + rest[(end + 1)...]
    }

    /// Replaces the file, durably.
    func keep(_ mark: JournalMark?) throws {
        guard let mark else { return }
        try replace(with: earlierBytes + mark.added)
    }

    /// The mark of before, and the new one if the file has the size.
    func keep(_ mark: JournalMark?, ifSizeIs size: Int, of file: String) throws {
        guard let mark else { return }
        let before = earlierBytes.last == UInt8(ascii: "\n") ? earlierBytes.dropLast() : []
        try replace(
            with: before + Array("\(Self.separator)\(size)\t\(file)\n".utf8) + mark.added)
    }

    private func replace(with bytes: [UInt8]) throws {
        var file = try ReplacingFile(replacing: path)
        try file.write(bytes)
        try file.commit()
    }
}
