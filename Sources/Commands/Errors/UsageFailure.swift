/// A command line that does not fit the table.
package struct UsageFailure: Error, Equatable, Sendable {
    package let kind: Kind
    /// The command named before the error.
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
        case excludedOperand(OptionName, Phrase)
        case required(OptionName, OptionDeclaration.Kind)
        case operandMissing(Phrase)
        case operandUnwanted(String)
        case operandWrong(String, Phrase, OptionDeclaration.Kind)
    }
}

extension UsageFailure: HouseError {
    package var message: HouseMessage {
        let (what, fix) = words
        return HouseMessage(
            kind: "usage", words: ErrorWords(what: what, fix: fix), exitCode: .usage)
    }

    private var words: (what: Phrase, fix: Phrase) {
        switch kind {
        case .noCommand: plain("noCommand")
        case .unknownCommand(let word, let meant):
            near("unknownCommand", ["word": .text(word)], meant)
        case .unknownOption(let option, let meant):
            near("unknownOption", ["option": .text(option)], meant)
        case .optionBeforeCommand(let option): plain("optionBeforeCommand", option)
        case .valueMissing(let option, let kind):
            plain("valueMissing", option, ["form": .phrase(kind.placeholder)])
        case .valueUnwanted(let option): plain("valueUnwanted", option)
        case .valueWrong(let option, let value, let kind):
            formed(
                "valueWrong", ["option": .text(option.rawValue), "value": .text(value)], value, kind
            )
        case .repeated(let option): plain("repeated", option)
        case .excluded(let a, let b): plain("excluded", a, ["other": .text(b.rawValue)])
        case .excludedOperand(let option, let operand):
            plain("excludedOperand", option, ["operand": .phrase(operand)])
        case .required(let option, let kind):
            plain("required", option, ["form": .phrase(kind.placeholder)])
        case .operandMissing(let operand):
            plain("operandMissing", nil, ["operand": .phrase(operand)])
        case .operandUnwanted(let value): plain("operandUnwanted", nil, ["value": .text(value)])
        case .operandWrong(let value, let operand, let kind):
            formed(
                "operandWrong", ["value": .text(value), "operand": .phrase(operand)], value, kind)
        }
    }

    private func plain(
        _ name: String, _ option: OptionName? = nil, _ values: [String: Template.Value] = [:]
    ) -> (Phrase, Phrase) {
        var values = values
        if let option { values["option"] = .text(option.rawValue) }
        return (Phrase("usage.\(name)", values), Phrase("usage.seeHelp", help))
    }

    private func near(
        _ name: String, _ values: [String: Template.Value], _ meant: String?
    ) -> (Phrase, Phrase) {
        guard let meant else { return plain(name, nil, values) }
        let fix = Phrase("usage.meant", help.merging(["meant": .text(meant)]) { $1 })
        return (Phrase("usage.\(name)", values), fix)
    }

    private func formed(
        _ name: String, _ values: [String: Template.Value], _ value: String,
        _ kind: OptionDeclaration.Kind
    ) -> (Phrase, Phrase) {
        if case .choice(let choices) = kind, let meant = closest(to: value, among: choices) {
            return near(name, values, meant)
        }
        let fix = Phrase("usage.formed", help.merging(["form": .phrase(kind.placeholder)]) { $1 })
        return (Phrase("usage.\(name)", values), fix)
    }

    private var help: [String: Template.Value] {
        ["command": .text(command.map { " " + $0.rawValue } ?? "")]
    }
}
