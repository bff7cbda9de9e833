import Deduplicating
import Facts
import Ledger
import Workspaces

/// A file whose bytes came in before: the accounts its lines went to, and what finds the line of a
/// row.
///
/// Matching by words, days and amounts cannot be asked twice: what the first import proved by a
/// whole statement looks different beside the lines of today. The sources that it left are the
/// answer.
struct SeenBytes {
    /// In order of appearance.
    let accounts: [String]
    /// Names the file came in under.
    let names: Set<String>
    /// The imports it came in with; none when it was in this run.
    let batches: [Int]
    /// Lines of rows, by the row's line in the file, of a file that came in during this run.
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

    /// Whether the line has the row as a source.
    ///
    /// - Parameter sources: those that the line had before this import.
    func isSource(_ row: Int, of key: LineKey, _ sources: [LineSource]) -> Bool {
        if isOfThisRun { return rows[row]?.contains(key) == true }
        return sources.contains { $0.line == row && names.contains($0.file) }
    }
}

/// What the rows of this run's files became, of files that another one of the run may repeat byte
/// for byte.
struct RepeatableFiles {
    /// Sizes that more than one file of the run has.
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

    /// Another file of the run has the same size, so only its digest tells the two apart.
    func mayRepeat(_ file: InputFile) -> Bool { sizes.contains(file.sizeBytes) }

    subscript(digest: FileDigest) -> SeenBytes? { files[digest] }

    mutating func begin(_ file: InputFile, isSeen: Bool) {
        rows = [:]
        isKept = !isSeen && mayRepeat(file)
    }

    /// Keeps what a row became.
    mutating func record(_ line: Int, _ key: LineKey) {
        if isKept { rows[line, default: []].append(key) }
    }

    mutating func end(_ digest: FileDigest?, accounts: [String]) {
        guard isKept, let digest else { return }
        files[digest] = SeenBytes(accounts: accounts, rows: rows)
    }
}
