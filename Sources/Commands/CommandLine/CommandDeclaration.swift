/// One command as the table knows it: what parsing, help and completion are made from.
package struct CommandDeclaration: Sendable {
    package let name: CommandName
    package let chapter: Chapter
    package let summary: Bilingual
    package let details: Bilingual?
    package let operand: Operand?
    package let options: [OptionDeclaration]
    /// Pairs of options that cannot be used together.
    package let exclusions: [(OptionName, OptionName)]
    /// Options that stand in the place of an operand: both together are refused.
    package let replacesOperand: [OptionName]
    package let examples: [Example]
    package let exitCodes: [ExitCode]
    /// Left out of the list of commands and of completion, but works.
    package let isHidden: Bool

    package init(
        _ name: CommandName, in chapter: Chapter, _ summary: Bilingual, details: Bilingual? = nil,
        operand: Operand? = nil, options: [OptionDeclaration] = [],
        exclusions: [(OptionName, OptionName)] = [], replacesOperand: [OptionName] = [],
        examples: [Example] = [], exitCodes: [ExitCode] = [.done, .usage], isHidden: Bool = false
    ) {
        self.name = name
        self.chapter = chapter
        self.summary = summary
        self.details = details
        self.operand = operand
        self.options = options
        self.exclusions = exclusions
        self.replacesOperand = replacesOperand
        self.examples = examples
        self.exitCodes = exitCodes
        self.isHidden = isHidden
    }

    /// Where the list of commands shows it.
    package enum Chapter: CaseIterable, Sendable {
        case everyDay, looking, trying, care

        package var title: Bilingual {
            switch self {
            case .everyDay: Bilingual(uk: "Щодня", en: "Every day")
            case .looking: Bilingual(uk: "Подивитися", en: "Looking")
            case .trying: Bilingual(uk: "Спробувати без сховища", en: "Trying without a workspace")
            case .care: Bilingual(uk: "Догляд", en: "Care")
            }
        }
    }

    /// What stands on the command line without a name.
    package struct Operand: Sendable {
        package let placeholder: Bilingual
        package let help: Bilingual
        package let countMin: Int
        package let countMax: Int
        package let kind: OptionDeclaration.Kind
        /// Words like `-work` are operands, but for the short options of all commands.
        package let takesHyphens: Bool

        package init(
            _ placeholder: Bilingual, _ help: Bilingual, min: Int, max: Int = .max,
            kind: OptionDeclaration.Kind = .text, takesHyphens: Bool = false
        ) {
            self.placeholder = placeholder
            self.help = help
            countMin = min
            countMax = max
            self.kind = kind
            self.takesHyphens = takesHyphens
        }
    }

    package struct Example: Sendable {
        package let line: String
        package let meaning: Bilingual

        package init(_ line: String, uk: String, en: String) {
            self.line = line
            meaning = Bilingual(uk: uk, en: en)
        }
    }

    /// The option of this command or of all commands, or nil.
    package func option(_ name: OptionName) -> OptionDeclaration? {
        options.first { $0.name == name } ?? OptionDeclaration.global.first { $0.name == name }
    }
}

/// The commands by what people type.
package enum CommandName: String, CaseIterable, Sendable {
    case initialize = "init"
    case importFiles = "import"
    case apply, watch, review, approve, dismiss
    case add, edit, delete, split, transfer, tag, move
    case undo, redo
    case status, log, pending, list, report, balance, coverage, export
    case read, layout, categorize, explain, eval
    case accounts, categories, rules, check, backup, restore, dump
    case limits, completion, help, version
}

extension RawRepresentable where Self: CaseIterable, RawValue == String {
    /// The case of this name. `init(rawValue:)` of a long list makes a table of it first, which takes longer than all else of a command line.
    init?(named name: String) {
        guard let found = Self.allCases.first(where: { $0.rawValue == name }) else { return nil }
        self = found
    }
}
