/// The declaration of a command, from which parsing, help and completion are made.
package struct CommandDeclaration: Sendable {
    package let name: CommandName
    /// Nil for the commands that the parser answers.
    let implementation: (any Command.Type)?
    var chapter = Chapter.care
    package let summary: Phrase
    package let operand: Operand?
    package let options: [OptionDeclaration]
    /// Pairs of options that cannot be used together.
    package let exclusions: [(OptionName, OptionName)]
    /// Options that replace an operand: both together are refused.
    package let replacesOperand: [OptionName]
    private let exampleLines: [String]
    package let exitCodes: [ExitCode]
    /// Not in the list of commands and completion, but works.
    package let isHidden: Bool

    package init(
        _ name: CommandName, _ implementation: (any Command.Type)? = nil,
        operand: Operand? = nil, options: [OptionDeclaration] = [],
        exclusions: [(OptionName, OptionName)] = [], replacesOperand: [OptionName] = [],
        examples: [String] = [], exitCodes: [ExitCode] = ExitCode.ofCommands, isHidden: Bool = false
    ) {
        self.name = name
        self.implementation = implementation
        summary = Phrase("command.\(name.rawValue)")
        self.operand = operand?.of(name)
        self.options = options
        self.exclusions = exclusions
        self.replacesOperand = replacesOperand
        exampleLines = examples
        self.exitCodes = exitCodes
        self.isHidden = isHidden
    }

    // Texts of help are looked up when they are shown, not for all commands at each start.

    package var details: Phrase? { .ifKnown("command.\(name.rawValue).details") }

    package var examples: [Example] {
        exampleLines.enumerated().map { index, line in
            Example(line: line, meaning: Phrase("command.\(name.rawValue).example\(index + 1)"))
        }
    }

    /// The section of the list of commands.
    package enum Chapter: String, CaseIterable, Sendable {
        case everyDay, looking, trying, care

        package var title: Phrase { Phrase("chapter.\(rawValue)") }
    }

    /// A positional argument.
    package struct Operand: Sendable {
        package private(set) var placeholder = Phrase.empty
        package private(set) var help = Phrase.empty
        package let countMin: Int
        package let countMax: Int
        package let kind: OptionDeclaration.Kind
        /// Words like `-work` are operands, except the short options of all commands.
        package let takesHyphens: Bool
        /// The operands are the terms of a filter, or a period.
        package let isFilter: Bool

        package init(
            min: Int, max: Int = .max,
            kind: OptionDeclaration.Kind = .text, takesHyphens: Bool = false,
            isFilter: Bool = false
        ) {
            countMin = min
            countMax = max
            self.kind = kind
            self.takesHyphens = takesHyphens
            self.isFilter = isFilter
        }

        /// With the texts of `rules/words/` for the operand of a command.
        fileprivate func of(_ command: CommandName) -> Operand {
            var named = self
            named.placeholder = Phrase("command.\(command.rawValue).operand")
            named.help = Phrase("command.\(command.rawValue).operand.help")
            return named
        }
    }

    package struct Example: Sendable {
        package let line: String
        package let meaning: Phrase
    }

    /// The option of this command or of all commands, or nil.
    package func option(_ name: OptionName) -> OptionDeclaration? {
        options.first { $0.name == name } ?? OptionDeclaration.global.first { $0.name == name }
    }
}

/// The commands as typed.
package enum CommandName: String, CaseIterable, Sendable {
    case initialize = "init"
    case importFiles = "import"
    case apply, watch, review, approve, dismiss
    case add, edit, delete, split, transfer, tag, move, learn
    case undo, redo
    case status, log, pending, list, report, payees, tags, calendar, balance, networth, coverage,
        prices, export
    case budget, holdings, recurring, upcoming, insights, forecast
    case read, layout, categorize, explain, eval, pipe
    case accounts, categories, rules, check, backup, restore, dump
    case limits, completion, man, help, version
}

extension RawRepresentable where Self: CaseIterable, RawValue == String {
    /// The command with this name. The synthesized `init(rawValue:)` of a long list builds a table
    /// first, which takes longer than the rest of parsing.
    init?(named name: String) {
        guard let found = Self.allCases.first(where: { $0.rawValue == name }) else { return nil }
        self = found
    }
}
