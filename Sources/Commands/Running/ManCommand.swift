/// `kopiyka man [SECTION] [NAME]`: a page of `man`, for those who pack the program.
///
/// A command's page is found before a topic's of the same name, if the section is not given.
enum ManCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let pages = ManualPage(console.language)
        var words = invocation.operands
        let section = words.first.flatMap { ["1", "5"].contains($0) ? words.removeFirst() : nil }
        guard let word = words.first else {
            guard section != "5" else { throw unknown("5") }
            try console.raw(pages.program())
            return .done
        }
        guard words.count == 1 else { throw unknown(words[1]) }
        if section != "5", let command = CommandName(named: word) {
            try console.raw(pages.command(CommandTable.declaration(of: command)))
        } else if section != "1", let topic = HelpTopic.Name(called: word) {
            try console.raw(pages.topic(HelpTopic(topic, console.language)))
        } else {
            throw unknown(word)
        }
        return .done
    }

    private static func unknown(_ word: String) -> HouseMessage {
        .usage("error.usage.unknown-topic", ["word": .text(word)])
    }
}
