import Facts
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
