package import Facts
internal import Reading
internal import Reviewing
package import Scanning

/// A command with its parsed and validated command line.
package struct Invocation: Sendable {
    package let command: CommandName
    /// Operands in the order given.
    package let operands: [String]
    private var given: [OptionName: [String]]
    /// Operands that a command found to be a filter, or other ones in place of its filter.
    private var filterWords: [String] = []

    init(command: CommandName, operands: [String], given: [OptionName: [String]]) {
        self.command = command
        self.operands = operands
        self.given = given
    }

    /// True when the option is given, with or without a value.
    package func has(_ option: OptionName) -> Bool { values(of: option).isEmpty == false }

    /// The value of an option, or nil when it is not given.
    package subscript(option: OptionName) -> String? { values(of: option).last }

    /// All values of a repeatable option, in the order given.
    package func values(of option: OptionName) -> [String] {
        precondition(
            CommandTable.declaration(of: command).option(option) != nil,
            "the command declares every option it asks for")
        return given[option] ?? []
    }

    /// The same with absolute paths of layouts, valid in every folder.
    func withAbsolutePaths() -> Invocation {
        var changed = self
        changed.given[.layout] = given[.layout]?.map(absolutePath)
        return changed
    }

    /// The same with words of the command line as terms of a filter, or as a period, like those of
    /// `list`.
    func filtered(by words: [String], today: CalendarDate) -> Invocation {
        var changed = self
        let hasPeriod = [OptionName.month, .year, .last, .from, .to].contains { given[$0] != nil }
        if !hasPeriod, let period = QuickPeriod(words.joined(separator: " "), today: today) {
            changed.given[.from] = [period.first.text]
            changed.given[.to] = [period.last.text]
        } else {
            changed.filterWords = words
        }
        return changed
    }

    package func count(_ option: OptionName) -> Int? { self[option].flatMap { Int($0) } }

    package func currency(_ option: OptionName) -> Currency? {
        self[option].flatMap { Currency(code: $0) }
    }

    /// The currency of figures over all accounts, under either name; nil when not given.
    package var base: Currency? { currency(.base) ?? currency(.inCurrency) }

    /// The amount in a currency; nil when not given or out of that currency's range.
    package func amount(_ option: OptionName, in currency: Currency) -> Money? {
        self[option].flatMap { Money.typed($0, in: currency) }
    }

    package func merchantCode(_ option: OptionName) -> UInt16? {
        self[option].flatMap { UInt16($0) }
    }

    /// Thousandths, as in `Suggestion.permille`.
    package func permille(_ option: OptionName) -> Int? {
        self[option].flatMap { OptionValue.permille($0) }
    }

    package var isDryRun: Bool { CommandTable.accepts(.dryRun, command) && has(.dryRun) }
    package var wantsJSON: Bool { CommandTable.accepts(.json, command) && has(.json) }
    package var wantsCSV: Bool { CommandTable.accepts(.csv, command) && has(.csv) }

    /// The options that select lines, as terms of a filter.
    package var filterTerms: [FilterTerms.Term] {
        OptionDeclaration.filters.flatMap { option -> [FilterTerms.Term] in
            guard CommandTable.takesFilter(option.name, command) else { return [] }
            return values(of: option.name).map {
                FilterTerms.Term(option: option.name.rawValue, $0)
            }
        }
    }

    /// The filters of `--where`.
    var whereTexts: [String] {
        CommandTable.accepts(.filter, command) ? values(of: .filter) : []
    }

    /// The operands of a command that looks at lines: one filter.
    var filterOperands: [String] {
        let operand = CommandTable.declaration(of: command).operand
        return operand?.isFilter == true && filterWords.isEmpty ? operands : filterWords
    }

    /// Whether lines are selected by something else than their keys.
    package var hasFilter: Bool {
        !filterTerms.isEmpty || !whereTexts.isEmpty || !filterOperands.isEmpty
    }

    /// The day that counts as today; later lines do not exist if it is given.
    package var asOf: CalendarDate? {
        CommandTable.accepts(.asOf, command)
            ? self[.asOf].flatMap { CalendarDate(text: $0) } : nil
    }
}

extension CommandTable {
    static func accepts(_ option: OptionName, _ command: CommandName) -> Bool {
        declaration(of: command).option(option) != nil
    }

    /// True for an option that selects lines, false where its name has another meaning: the
    /// category that `edit` gives.
    static func takesFilter(_ option: OptionName, _ command: CommandName) -> Bool {
        guard let own = declaration(of: command).option(option),
            let filter = OptionDeclaration.filters.first(where: { $0.name == option })
        else { return false }
        return own.help == filter.help
    }
}

/// Options of every command.
package struct GlobalOptions: Sendable, Equatable {
    package var workspace: String?
    package var language: Language?
    package var color = ColorChoice.auto
    package var isQuiet = false
    package var isVerbose = false
    /// Columns of tables, whatever the window has.
    package var width: Int?
    package var isASCII = false

    package enum ColorChoice: String, Sendable { case auto, always, never }
}
