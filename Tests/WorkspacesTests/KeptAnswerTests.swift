import Saving
import Testing

@testable import Workspaces

@Suite struct `A kept answer` {
    private let answer = Array("шістнадцять і три".utf8)

    @Test func `is found until the ledger or the question is another`() throws {
        let home = Household()
        defer { home.remove() }
        let workspace = try home.create()
        #expect(workspace.keptAnswer(to: "one") == nil)
        workspace.keep(answer, to: "one")
        #expect(workspace.keptAnswer(to: "one") == answer)
        #expect(workspace.keptAnswer(to: "other") == nil)
        workspace.keep([], to: "other")
        #expect(workspace.keptAnswer(to: "other") == [])
        #expect(workspace.keptAnswer(to: "one") == nil)
        workspace.keep(answer, to: "one")
        try workspace.importFacts([fact(1)])
        #expect(workspace.keptAnswer(to: "one") == nil)
    }

    @Test func `is not used once it is damaged`() throws {
        let home = Household()
        defer { home.remove() }
        let workspace = try home.create()
        workspace.keep(answer, to: "one")
        let whole = try bytes(workspace.paths.streams)
        for at in whole.indices {
            var spoiled = whole
            spoiled[at] ^= 1
            try write(workspace.paths.streams, spoiled)
            #expect(workspace.keptAnswer(to: "one") == nil)
            try write(workspace.paths.streams, Array(whole.prefix(at)))
            #expect(workspace.keptAnswer(to: "one") == nil)
        }
        try write(workspace.paths.streams, whole)
        #expect(workspace.keptAnswer(to: "one") == answer)
    }
}
