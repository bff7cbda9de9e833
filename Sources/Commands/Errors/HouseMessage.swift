package import Facts
import Scanning

/// An error, its place, the rule and the fix: one message in the house format.
///
/// The texts may contain raw texts of files; printing makes every part safe for the terminal.
package struct HouseMessage: HouseError, Equatable {
    package enum Severity: String, Sendable { case error, warning, note }

    package var place = SourcePlace.program
    package var severity = Severity.error
    /// The stable name of the event; its wording may change.
    package var kind: String
    var words: ErrorWords
    /// The offending field as in the file, and nothing else.
    var excerpt = ""
    /// Further members of the JSON form: stable words, never a text of the bank.
    var facts: [Fact] = []
    /// `rejected` for a row, `refused` for everything else.
    var form = Form.refused
    package var exitCode = ExitCode.needsPerson

    enum Form: String, Sendable { case rejected, refused }

    struct Fact: Sendable, Equatable {
        let name: String
        let value: String
        /// False for sizes and limits, whose digits are not personal.
        var isMasked = true
    }

    package var message: HouseMessage { self }
}

extension HouseMessage {
    /// The texts `KEY.what`, `KEY.why` and `KEY.fix` of `rules/words/`. The kind is the second part
    /// of the key: `busy` of `error.busy.ledger`.
    init(
        at place: SourcePlace = .program, as severity: Severity = .error, _ key: String,
        _ values: [String: Template.Value] = [:], excerpt: String = "", why: Phrase? = nil,
        fix: Phrase? = nil, exitCode: ExitCode = .needsPerson
    ) {
        self.init(
            place: place, severity: severity, kind: String(key.split(separator: ".")[1]),
            words: ErrorWords(key, values, why: why, fix: fix), excerpt: excerpt,
            exitCode: exitCode)
    }

    /// A command line that only the command can refuse.
    static func usage(
        _ key: String, _ values: [String: Template.Value] = [:], fix: Phrase? = nil
    ) -> HouseMessage {
        HouseMessage(key, values, fix: fix, exitCode: .usage)
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
    var message: HouseMessage { get }
    /// All messages when one error stands for several: every fault of a rules file.
    var messages: [HouseMessage] { get }
    var exitCode: ExitCode { get }
}

extension HouseError {
    package var messages: [HouseMessage] { [message] }
    package var exitCode: ExitCode { message.exitCode }
}
