import Categorizing
import Deduplicating
import Facts
import Glibc
import Ledger
import Pending
import Importing
import Saving
import Scanning
import TestKit
import Workspaces

/// A workspace in a temporary folder, with the commands that a soak needs.
final class SoakWorkspace {
    /// A line of queue, ledger or tombstones.
    struct Line {
        enum Place: String { case queue, ledger, tombstone }

        let key: LineKey
        let place: Place
        let state: QueueLine.State
        let fact: StatementFact
        let sources: [LineSource]
    }

    /// The accounts of the exports' numbers.
    static let settings = """
        accounts:
          - name: monobank-UAH
            is: [1/000123]
          - name: plain
            is: [1/000777]
          - name: second
            is: [1/000888]

        """

    private let temporary = TemporaryFolder()
    private var folder: String { temporary.path }
    private var path: String { folder + "/money" }
    private let categorizer: Categorizer

    init(categorizer: Categorizer) throws {
        self.categorizer = categorizer
        try Workspace.create(at: path)
        writeBytes(Array(Self.settings.utf8), to: path + "/kopiyka.yaml")
    }

    func importing(_ files: [RenderedExport], account: String) throws -> ImportReport {
        var paths: [String] = []
        for file in files {
            paths.append(folder + "/" + file.fileName)
            writeBytes(file.bytes, to: folder + "/" + file.fileName)
        }
        return try importing(paths, account: account)
    }

    func importing(_ paths: [String], account: String = "") throws -> ImportReport {
        let workspace = try open()
        let inputs = InputList(paths: paths)
        var run = try ImportRun(
            into: workspace, categorizer: categorizer, book: AccountBook(try workspace.settings()),
            options: ImportOptions(account: account, made: "2026-11-22T00:00:00Z"),
            files: inputs.files)
        for file in inputs.files { try run.add(file) { _ in } }
        return try run.commit()
    }

    func lines() throws -> [Line] {
        let workspace = try open()
        var result: [Line] = []
        try workspace.forEachQueueLine {
            result.append(
                Line(
                    key: $0.key, place: .queue, state: $0.state, fact: $0.fact, sources: $0.sources)
            )
            return true
        }
        var entries = try EntryCursor(workspace.ledger)
        while let entry = try entries.next() {
            result.append(
                Line(
                    key: entry.key, place: .ledger, state: .new, fact: entry.fact,
                    sources: entry.sources))
        }
        try workspace.ledger.forEachTombstone { tombstone in
            guard let line = try? QueueLine.parse(tombstone.line.span) else { return }
            result.append(
                Line(
                    key: line.key, place: .tombstone, state: line.state, fact: line.fact,
                    sources: line.sources))
        }
        return result
    }

    func decide(_ keys: Set<LineKey>, _ decision: Decision) throws {
        if keys.isEmpty { return }
        _ = try open().decide(command: "review", .keys(keys)) { _ in decision }
    }

    func move(to account: String, where isMoved: (RepairedLine) -> Bool) throws -> RepairReport {
        try open().move(command: "move", to: account, where: isMoved)
    }

    func forget(_ file: String) throws -> RepairReport {
        try open().forget(files: { $0.name == file }, sources: { $1.file == file })
    }

    func check() throws -> Int { try open().check().count }

    /// Keys of the vanished holds.
    func vanishedHolds() throws -> Set<LineKey> {
        Set(try open(.reading).vanishedHolds().map(\.key))
    }

    /// Number of the last undoable command, or 0.
    func lastCommand() throws -> Int { try open().commands().first?.number ?? 0 }

    func undo() throws { _ = try open().undo() }

    /// False if there is nothing to redo.
    func redo() throws -> Bool {
        if case .done = try open().redo() { true } else { false }
    }

    func dumped() throws -> [UInt8] {
        var bytes: [UInt8] = []
        try open().dump { bytes.append($0) }
        return bytes
    }

    /// A person's edit of the queue: lines in another order, blank lines, an own member.
    func editQueue(_ order: ([String]) -> [String]) throws {
        let queue = path + "/pending.jsonl"
        let text = String(decoding: try readFile(queue, limit: 1 << 24), as: UTF8.self)
        let lines = order(text.split(separator: "\n").map(String.init))
        writeBytes(Array(lines.map { $0 + "\n" }.joined().utf8), to: queue)
    }

    private func open(_ access: Workspace.Access = .writing) throws -> Workspace {
        let folding = TextFolder()
        return try Workspace.open(at: path, access: access, keys: { $0.with(occurrence: $1).key }) {
            fact, key in
            LineIdentity(of: fact, knownAs: key, folder: folding)
        }
    }
}

func writeBytes(_ bytes: [UInt8], to path: String) {
    guard let file = unsafe fopen(path, "w") else { preconditionFailure(path) }
    _ = unsafe bytes.withUnsafeBytes { unsafe fwrite($0.baseAddress, 1, $0.count, file) }
    unsafe fclose(file)
}
