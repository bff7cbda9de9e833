/// A command line that does not fit the table.
package struct UsageFailure: Error, Equatable, Sendable {
    package let kind: Kind
    /// The command the line had named before it went wrong.
    package let command: CommandName?

    package init(_ kind: Kind, command: CommandName? = nil) {
        self.kind = kind
        self.command = command
    }

    package enum Kind: Equatable, Sendable {
        case noCommand
        case unknownCommand(String, meant: String?)
        case unknownOption(String, meant: String?)
        case optionBeforeCommand(OptionName)
        case valueMissing(OptionName, OptionDeclaration.Kind)
        case valueUnwanted(OptionName)
        case valueWrong(OptionName, String, OptionDeclaration.Kind)
        case repeated(OptionName)
        case excluded(OptionName, OptionName)
        case excludedOperand(OptionName, Bilingual)
        case required(OptionName, OptionDeclaration.Kind)
        case operandMissing(Bilingual)
        case operandUnwanted(String)
        case operandWrong(String, Bilingual, OptionDeclaration.Kind)
        /// Something only the command itself can know; both texts are whole.
        case other(what: Bilingual, fix: Bilingual)
    }
}

extension UsageFailure {
    /// - Parameters:
    ///   - near: the account that may be meant.
    ///   - fix: what to do where it is not.
    static func noAccount(
        _ said: String, near: String?, fix: Bilingual = makesAccount, _ command: CommandName
    ) -> UsageFailure {
        UsageFailure(
            .other(
                what: Bilingual(
                    uk: "рахунку \"\(said)\" немає", en: "there is no account \"\(said)\""),
                fix: fix.behindQuestion(about: near)),
            command: command)
    }

    static let makesAccount = Bilingual(
        uk: "kopiyka accounts add створить його", en: "kopiyka accounts add makes one")
}

extension UsageFailure: HouseError {
    package var exitCode: ExitCode { .usage }

    package func message(in language: Language) -> HouseMessage {
        let (what, fix) = words(in: language)
        return HouseMessage(kind: "usage", what: what, fix: fix)
    }

    private func words(in language: Language) -> (what: String, fix: String) {
        let say = Words(language: language, help: seeHelp(in: language))
        switch kind {
        case .noCommand:
            return say.plain(uk: "команди не названо", en: "no command given")
        case .unknownCommand(let word, let meant):
            return say.meant(uk: "невідома команда \(word)", en: "unknown command \(word)", meant)
        case .unknownOption(let option, let meant):
            return say.meant(uk: "невідома опція \(option)", en: "unknown option \(option)", meant)
        case .optionBeforeCommand(let option):
            return say.plain(
                uk: "опція --\(option.rawValue) має стояти після команди",
                en: "option --\(option.rawValue) belongs after the command")
        case .valueMissing(let option, let kind):
            let form = kind.placeholder[language]
            return say.plain(
                uk: "опція --\(option.rawValue) потребує значення: \(form)",
                en: "option --\(option.rawValue) needs a value: \(form)")
        case .valueUnwanted(let option):
            return say.plain(
                uk: "опція --\(option.rawValue) не має значення",
                en: "option --\(option.rawValue) takes no value")
        case .valueWrong(let option, let value, let kind):
            return say.formed(
                uk: "опція --\(option.rawValue) не приймає \"\(value)\"",
                en: "option --\(option.rawValue) does not take \"\(value)\"", value, kind)
        case .repeated(let option):
            return say.plain(
                uk: "опцію --\(option.rawValue) дано двічі з різними значеннями",
                en: "option --\(option.rawValue) is given twice with different values")
        case .excluded(let a, let b):
            return say.plain(
                uk: "--\(a.rawValue) і --\(b.rawValue) не діють разом",
                en: "--\(a.rawValue) and --\(b.rawValue) cannot be used together")
        case .excludedOperand(let option, let operand):
            return say.plain(
                uk: "--\(option.rawValue) і \(operand.uk) не діють разом",
                en: "--\(option.rawValue) and \(operand.en) cannot be used together")
        case .required(let option, let kind):
            return say.plain(
                uk: "бракує опції --\(option.rawValue) \(kind.placeholder.uk)",
                en: "option --\(option.rawValue) \(kind.placeholder.en) is missing")
        case .operandMissing(let operand):
            return say.plain(uk: "бракує: \(operand.uk)", en: "\(operand.en) missing")
        case .operandUnwanted(let value):
            return say.plain(uk: "зайве слово \"\(value)\"", en: "unexpected word \"\(value)\"")
        case .operandWrong(let value, let operand, let kind):
            return say.formed(
                uk: "\"\(value)\" — не \(operand.uk)", en: "\"\(value)\" is no \(operand.en)",
                value,
                kind)
        case .other(let what, let fix):
            return (what[language], fix[language])
        }
    }

    private func seeHelp(in language: Language) -> String {
        let command = command.map { " " + $0.rawValue } ?? ""
        return language == .uk ? "Див. kopiyka help\(command)" : "See kopiyka help\(command)"
    }

    /// Puts a sentence and its remedy together.
    private struct Words {
        let language: Language
        let help: String

        func plain(uk: String, en: String) -> (what: String, fix: String) {
            (language == .uk ? uk : en, help.prefix(1).lowercased() + help.dropFirst())
        }

        func meant(uk: String, en: String, _ meant: String?) -> (what: String, fix: String) {
            guard let meant else { return plain(uk: uk, en: en) }
            let hint = language == .uk ? "може, \(meant)? " : "did you mean \(meant)? "
            return (language == .uk ? uk : en, hint + help)
        }

        func formed(
            uk: String, en: String, _ value: String, _ kind: OptionDeclaration.Kind
        ) -> (what: String, fix: String) {
            if case .choice(let choices) = kind, let near = closest(to: value, among: choices) {
                return meant(uk: uk, en: en, near)
            }
            let form = kind.placeholder[language]
            let hint = language == .uk ? "потрібно: \(form). " : "it takes \(form). "
            return (language == .uk ? uk : en, hint + help)
        }
    }
}
