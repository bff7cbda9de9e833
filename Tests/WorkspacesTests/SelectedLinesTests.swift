import Facts
import Pending
import Testing

@testable import Workspaces

@Suite struct `Selected lines` {
    private func keys(
        _ workspace: Workspace, _ selection: LineSelection, linesAtOnce: Int
    ) throws -> [LineKey] {
        let lines = try SelectedLines(workspace, selection, linesAtOnce: linesAtOnce)
        var found: [LineKey] = []
        try lines.forEachBatch { batch throws(WorkspaceFailure) in
            for row in batch.rows {
                #expect(row.line.key == row.identity.key)
                found.append(row.line.key)
            }
        }
        return found
    }

    @Test(arguments: [1, 2, 7, 50, 89, 90, 1_000])
    func `a queue read part by part comes in the order of its keys`(linesAtOnce: Int) throws {
        let household = Household()
        defer { household.remove() }
        let workspace = try household.create()
        let facts =
            (0..<60).reversed().map { fact($0) } + (0..<30).map { fact($0, account: "ПриватБанк") }
        try workspace.importFacts(facts)
        let wanted = facts.map { key($0) }.sorted()
        #expect(try keys(workspace, .all, linesAtOnce: linesAtOnce) == wanted)
        let some = Set(wanted.enumerated().filter { $0.offset % 13 == 2 }.map(\.element))
        #expect(
            try keys(workspace, .keys(some), linesAtOnce: linesAtOnce)
                == wanted.filter(some.contains))
        #expect(try keys(workspace, .keys([]), linesAtOnce: linesAtOnce) == [])
    }

    @Test func `an empty queue has no part`() throws {
        let household = Household()
        defer { household.remove() }
        let workspace = try household.create()
        #expect(try keys(workspace, .all, linesAtOnce: 1) == [])
    }
}
