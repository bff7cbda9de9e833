import Saving
import Testing
import Workspaces

@testable import Commands

@Suite struct `The language of a workspace` {
    private func status(_ settings: String, _ options: String...) throws -> String {
        let home = try Household()
        var file = try ReplacingFile(replacing: home.folder + "/kopiyka.yaml")
        try file.write(Array(settings.utf8))
        try file.commit()
        return home.run(options + ["report"]).output
    }

    @Test func `is that of its settings, unless the command line chooses`() throws {
        let english = try status("country: UA\n")
        let ukrainian = try status("country: UA\n", "--lang", "uk")
        #expect(english != ukrainian)
        #expect(try status("language: uk\n") == ukrainian)
        #expect(try status("language: uk\n", "--lang", "en") == english)
    }

    @Test func `is one that the program has`() {
        #expect(Settings.languages == Language.allCases.map(\.rawValue).sorted())
    }
}
