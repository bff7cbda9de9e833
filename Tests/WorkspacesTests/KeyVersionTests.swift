import Facts
import Ledger
import Pending
import Testing

@testable import Workspaces

@Suite struct `Keys of another version` {
    private let home = Household()

    /// One line approved, two waiting.
    private func fill() throws {
        let workspace = try home.create()
        try workspace.importFacts((0..<3).map { fact($0) })
        _ = try workspace.approve(.keys([key(fact(0))]))
    }

    @Test func `in a ledger of a later release are refused and left alone`() throws {
        defer { home.remove() }
        try fill()
        do {
            let ledger = try LedgerFile(path: home.folder + "/ledger.db", isReadOnly: false)
            let transaction = try LedgerTransaction(ledger)
            transaction.queue.keyVersion = 2
            try transaction.commit()
        }
        let ledger = try bytes(home.folder + "/ledger.db")
        for access in [Workspace.Access.reading, .writing] {
            #expect(throws: WorkspaceFailure.ledger(.fromFuture(version: 2))) {
                try home.open(access)
            }
        }
        #expect(try bytes(home.folder + "/ledger.db") == ledger)
    }

    @Test(arguments: [("0", QueueProblem.Kind.keyInvalid), ("2", .versionFromFuture)])
    func `in the queue are named with their line`(
        version: String, kind: QueueProblem.Kind
    ) throws {
        defer { home.remove() }
        try fill()
        let queue = home.folder + "/pending.jsonl"
        let text = String(decoding: try bytes(queue), as: UTF8.self)
        try write(queue, Array(text.replacing("\"1-", with: "\"\(version)-").utf8))
        let workspace = try home.open()
        #expect(workspace.problems.first?.kind == kind)
        #expect(throws: WorkspaceFailure.queue(workspace.problems)) { try workspace.beginImport() }
    }
}
