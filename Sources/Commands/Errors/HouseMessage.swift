package import Facts
import Scanning

/// An error, its place, the rule and the fix: one message in the house format.
///
/// The parts are in the person's language and may contain raw texts of files; printing makes every
/// part safe for the terminal.
package struct HouseMessage: Sendable, Equatable {
    package enum Severity: Sendable { case error, warning, note }

    package var place: SourcePlace
    package var severity: Severity
    /// The stable name of the event; its wording may change.
    package var kind: String
    package var what: String
    /// The offending field as in the file, and nothing else.
    package var excerpt: String
    package var why: String
    package var fix: String
    /// Further members of the JSON form: stable words, never a text of the bank.
    package var facts: [Fact]
    /// `rejected` for a row, `refused` for everything else.
    package var form: Form

    package enum Form: String, Sendable { case rejected, refused }

    package struct Fact: Sendable, Equatable {
        package var name: String
        package var value: String
        /// False for sizes and limits, whose digits are not personal.
        package var isMasked: Bool
        package init(_ name: String, _ value: String, isMasked: Bool = true) {
            self.name = name
            self.value = value
            self.isMasked = isMasked
        }
    }

    package init(
        at place: SourcePlace = .program, _ severity: Severity = .error, kind: String,
        what: String, excerpt: String = "", why: String = "", fix: String = "",
        facts: [Fact] = [], form: Form = .refused
    ) {
        self.place = place
        self.severity = severity
        self.kind = kind
        self.what = what
        self.excerpt = excerpt
        self.why = why
        self.fix = fix
        self.facts = facts
        self.form = form
    }
}

extension SourcePlace {
    /// The program itself, when no file is at fault.
    package static let program = SourcePlace(file: "kopiyka")

    /// `march.csv:18:24`, `mono.json:/17/amount`, `book.xlsx:Виписка!D18`; `-` is printed as
    /// `stdin`.
    package var shown: String {
        var text = escapedForTerminal(file == "-" ? "stdin" : file)
        if !path.isEmpty { return text + ":" + escapedForTerminal(path) }
        if line > 0 { text += ":\(line)" }
        if line > 0, column > 0 { text += ":\(column)" }
        return text
    }
}

/// An error with a message in the house format.
package protocol HouseError: Error {
    func message(in language: Language) -> HouseMessage
    /// All messages when one error stands for several: every fault of a rules file.
    func messages(in language: Language) -> [HouseMessage]
    var exitCode: ExitCode { get }
}

extension HouseError {
    package func messages(in language: Language) -> [HouseMessage] { [message(in: language)] }
}
