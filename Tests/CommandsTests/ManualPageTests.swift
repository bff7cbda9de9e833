import Testing

@testable import Commands

@Suite struct `Pages of the manual` {
    @Test(arguments: Language.allCases)
    func `name every option, and no text is a request`(language: Language) {
        let page = ManualPage(language)
        for command in CommandTable.commands {
            let text = page.command(command)
            for option in command.options + OptionDeclaration.global {
                let name = option.long.replacing("-", with: "\\-")
                #expect(text.contains("\\fB\(name)\\fR"), "\(command.name) \(option.long)")
            }
            for line in (text + page.program()).split(separator: "\n") where line.hasPrefix(".") {
                let request = line.prefix { $0 != " " }
                #expect([".TH", ".SH", ".TP"].contains(request), "\(line)")
            }
        }
    }

    @Test func `are printed by man`() {
        let declaration = CommandTable.declaration(of: .importFiles)
        #expect(Run("man", "import").output == ManualPage(.en).command(declaration))
        #expect(Run("man").output == ManualPage(.en).program())
        #expect(Run("man", "imprt").code == .usage)
        #expect(!HelpText(.en).program().contains("\n  man "))
    }
}
