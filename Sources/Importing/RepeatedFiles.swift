import Deduplicating
import Facts
import Ledger
import Workspaces

/// A file whose bytes came in before: the accounts of its lines, and the sources to find them.
///
/// Matching again could differ: the proof of the first import, a whole statement, looks different
/// beside today's lines. The sources it recorded give the answer.
struct SeenBytes {
    /// In order of appearance.
    let accounts: [String]
    /// Names under which the file came in.
    let names: Set<String>
    /// The imports of the file; empty if it was in this run.
    let batches: [Int]
    /// Lines of rows, by line number in the file, for a file of this run.
    let rows: [Int: [LineKey]]

    init(_ files: [SeenFile]) {
        accounts = files.first?.accounts ?? []
        names = Set(files.map(\.name))
        batches = files.map(\.batch)
        rows = [:]
    }

    fileprivate init(accounts: [String], rows: [Int: [LineKey]]) {
        self.accounts = accounts
        names = []
        batches = []
        self.rows = rows
    }

    /// Another file of this run has the same bytes.
    var isOfThisRun: Bool { names.isEmpty }

    /// Whether the row is a source of the line.
    ///
    /// - Parameter sources: of the line, from before this import.
    func isSource(_ row: Int, of key: LineKey, _ sources: [LineSource]) -> Bool {
        if isOfThisRun { return rows[row]?.contains(key) == true }
        return sources.contains { $0.line == row && names.contains($0.file) }
    }
}

/// The results of rows in this run's files that another file of the run may repeat byte for byte.
struct RepeatableFiles {
    /// Sizes shared by several files of the run.
    private let sizes: Set<Int>
    private var files: [FileDigest: SeenBytes] = [:]
    private var rows: [Int: [LineKey]] = [:]
    private var isKept = false

    init(_ inputs: [InputFile]) {
        var seen: Set<Int> = []
        var twice: Set<Int> = []
        for file in inputs where file.remembered == nil {
            if !seen.insert(file.sizeBytes).inserted { twice.insert(file.sizeBytes) }
        }
        sizes = twice
    }

    /// Another file of the run has the same size, so their digests must be compared.
    func mayRepeat(_ file: InputFile) -> Bool { sizes.contains(file.sizeBytes) }

    subscript(digest: FileDigest) -> SeenBytes? { files[digest] }

    mutating func begin(_ file: InputFile, isSeen: Bool) {
        rows = [:]
        isKept = !isSeen && mayRepeat(file)
    }

    /// Records the line of a row.
    mutating func record(_ line: Int, _ key: LineKey) {
        if isKept { rows[line, default: []].append(key) }
    }

    mutating func end(_ digest: FileDigest?, accounts: [String]) {
        guard isKept, let digest else { return }
        files[digest] = SeenBytes(accounts: accounts, rows: rows)
    }
}
