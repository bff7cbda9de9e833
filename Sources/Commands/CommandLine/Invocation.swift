package import Facts
package import Reports

/// A command with its parsed and validated command line.
package struct Invocation: Sendable {
    package let command: CommandName
    /// Operands in the order given.
    package let operands: [String]
    private let given: [OptionName: [String]]

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
        var given = given
        given[.layout] = given[.layout]?.map(absolutePath)
        return Invocation(command: command, operands: operands, given: given)
    }

    package func count(_ option: OptionName) -> Int? { self[option].flatMap { Int($0) } }

    package func currency(_ option: OptionName) -> Currency? {
        self[option].flatMap { Currency(code: $0) }
    }

    /// The amount in a currency; nil when not given or out of that currency's range.
    package func amount(_ option: OptionName, in currency: Currency) -> Money? {
        self[option].flatMap { OptionValue.amount($0, in: currency) }
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

    /// The lines selected by `--from --to --month --account --category --tag --text --min --max
    /// --currency`.
    package var filter: RowFilter {
        func given(_ option: OptionName) -> [String] {
            CommandTable.accepts(option, command) ? values(of: option) : []
        }
        var filter = RowFilter()
        filter.from = given(.from).last.flatMap { CalendarDate(text: $0) }
        filter.to = given(.to).last.flatMap { CalendarDate(text: $0) }
        if let said = given(.month).last {
            let year = Int(said)
            filter.from =
                (year.map { CalendarMonth(year: $0, month: 1) }
                ?? CalendarMonth(text: said))?.firstDay
            filter.to =
                (year.map { CalendarMonth(year: $0, month: 12) }
                ?? CalendarMonth(text: said))?.lastDay
        }
        filter.accounts = given(.account)
        filter.categories = given(.category)
        filter.tags = given(.tag)
        filter.text = given(.text).last ?? ""
        filter.currency = given(.currency).last.flatMap { Currency(code: $0) }
        filter.amountMin = given(.min).last.flatMap { OptionValue.decimal($0) }
        filter.amountMax = given(.max).last.flatMap { OptionValue.decimal($0) }
        filter.comparesSigned = (given(.min) + given(.max)).contains {
            $0.hasPrefix("-") || $0.hasPrefix("+")
        }
        return filter
    }
}

extension CommandTable {
    static func accepts(_ option: OptionName, _ command: CommandName) -> Bool {
        declaration(of: command).option(option) != nil
    }
}

/// Options of every command.
package struct GlobalOptions: Sendable, Equatable {
    package var workspace: String?
    package var language: Language?
    package var color = ColorChoice.auto
    package var isQuiet = false
    package var isVerbose = false

    package enum ColorChoice: String, Sendable { case auto, always, never }
}
