import Facts
import Reviewing
import Scanning

/// Parses a command line by the table.
///
/// Long options take `--name value` or `--name=value`; short flags combine (`-vq`); `--` ends the
/// options; `-` and negative numbers are operands or values. Global options may precede the
/// command.
package struct ArgumentParser {
    private var command: CommandDeclaration?
    private var operands: [String] = []
    private var given: [OptionName: [String]] = [:]
    /// The day that words like `last month` refer to.
    private let today: CalendarDate

    private init(today: CalendarDate) { self.today = today }

    /// The parsed request.
    package enum Request: Sendable {
        case run(Invocation, GlobalOptions)
        /// On the program without both; a command and a topic may have one name.
        case help(CommandName?, HelpTopic.Name?)
        case version
        /// No command and no such option.
        case nothing
    }

    /// The language given on the command line, looked up before any error can occur.
    package static func language(in arguments: [String]) -> Language? {
        var found: Language?
        for (index, argument) in arguments.enumerated() {
            if argument == "--" { break }
            if argument == "--lang", index + 1 < arguments.count {
                found = Language(rawValue: arguments[index + 1]) ?? found
            } else if argument.hasPrefix("--lang=") {
                found = Language(rawValue: String(argument.dropFirst(7))) ?? found
            }
        }
        return found
    }

    /// The day of `--as-of`, looked up before any other day is read.
    private static func day(in arguments: [String]) -> CalendarDate? {
        let options = arguments.prefix { $0 != "--" }
        let name = "--" + OptionName.asOf.rawValue
        for (index, argument) in options.enumerated() {
            let value =
                argument == name && index + 1 < options.count
                ? options[index + 1]
                : argument.hasPrefix(name + "=") ? String(argument.dropFirst(name.count + 1)) : nil
            if let value, let period = QuickPeriod(value, today: Clock.localDay) {
                return period.last
            }
        }
        return nil
    }

    /// Parses the arguments after the program's name.
    package static func parse(_ arguments: [String]) throws(HouseMessage) -> Request {
        let options = arguments.prefix { $0 != "--" }
        if options.contains("--version") { return .version }
        if options.contains("--help") || options.contains("-h") {
            return .help(try namedCommand(in: arguments), nil)
        }
        var parser = ArgumentParser(today: day(in: arguments) ?? Clock.localDay)
        try parser.parse(arguments)
        return try parser.request()
    }

    /// The command that `--help` is for: the first word that is one.
    private static func namedCommand(in arguments: [String]) throws(HouseMessage) -> CommandName? {
        for argument in arguments {
            if let name = CommandName(named: argument) { return name == .help ? nil : name }
        }
        return nil
    }

    private mutating func parse(_ arguments: [String]) throws(HouseMessage) {
        var index = 0
        var optionsEnded = false
        while index < arguments.count {
            let argument = arguments[index]
            index += 1
            if optionsEnded || !isOption(argument) {
                try parseWord(argument)
            } else if argument == "--" {
                optionsEnded = true
            } else if argument.hasPrefix("--") {
                let rest = arguments[index...]
                if try parseLong(argument.dropFirst(2), rest) { index += 1 }
            } else {
                try parseShorts(argument.dropFirst())
            }
        }
    }

    /// `-` is standard input and `-125.50` a number.
    private func isOption(_ argument: String) -> Bool {
        guard argument.first == "-", let second = argument.dropFirst().first else { return false }
        if command?.operand?.takesHyphens == true, second != "-",
            !argument.dropFirst().allSatisfy({ letter in
                OptionDeclaration.global.contains { $0.short == letter }
            })
        {
            return false
        }
        if isNegatedTerm(argument) { return false }
        return !(second.isASCII && second.isNumber) && second != "." && second != ","
    }

    /// `-tag:work`, «-сільпо», `-(a or b)`: a part of a filter, where the command takes one.
    private func isNegatedTerm(_ argument: String) -> Bool {
        guard let command, command.operand?.isFilter == true || command.option(.filter) != nil,
            let second = argument.unicodeScalars.dropFirst().first
        else { return false }
        if !second.isASCII || second == "\"" || second == "(" { return true }
        if isWord(argument.dropFirst(), of: command) { return true }
        guard let colon = argument.firstIndex(of: ":") else { return false }
        let name = argument[..<colon].dropFirst().lowercased()
        return OptionDeclaration.filters.contains { $0.name.rawValue == name }
    }

    /// `-bolt`: a word, where not all of its letters are options. Two letters are more likely a
    /// slip of options.
    private func isWord(_ letters: Substring, of command: CommandDeclaration) -> Bool {
        let options = command.options + OptionDeclaration.global
        return letters.count > 2 && letters.allSatisfy(\.isLetter)
            && !letters.allSatisfy { letter in options.contains { $0.short == letter } }
    }

    private mutating func parseWord(_ word: String) throws(HouseMessage) {
        guard command != nil else {
            guard let name = CommandName(named: word) else {
                throw failure(
                    "error.usage.unknown-command", ["word": .text(word)], fix: fix(of: word))
            }
            command = CommandTable.declaration(of: name)
            return
        }
        operands.append(word)
    }

    /// A word that is no command may be a file to import.
    private func fix(of word: String) -> Phrase {
        if word.contains(where: { $0 == "/" || $0 == "." }) {
            return Phrase("usage.file", ["file": .text(word)])
        }
        let names = CommandTable.commands.filter { !$0.isHidden }.map(\.name.rawValue)
        return suggesting(closest(to: word, among: names))
    }

    /// True when the next argument was used as the value.
    private mutating func parseLong(
        _ text: Substring, _ rest: ArraySlice<String>
    ) throws(HouseMessage) -> Bool {
        let equals = text.firstIndex(of: "=")
        let name = String(text[..<(equals ?? text.endIndex)])
        let option = try declaration(named: name)
        let attached = equals.map { String(text[text.index(after: $0)...]) }
        guard option.kind.takesValue else {
            if attached != nil { throw failure("error.usage.value-unwanted", of: option) }
            try add("", to: option)
            return false
        }
        if let attached {
            try verifyOneNumber(attached, rest.first, of: option)
            try add(attached, to: option)
            return false
        }
        let next = rest.first
        // Terms are read, and refused by name, where they are used.
        let isTerm = option.name == .filter && next?.hasPrefix("--") == false
        guard let next, next == "-" || isTerm || !isOption(next) else {
            throw failure("error.usage.value-missing", of: option)
        }
        try verifyOneNumber(next, rest.dropFirst().first, of: option)
        try add(next, to: option)
        return true
    }

    /// `--min 1 000`: one number, or a number and a word of the filter, as in a term.
    private func verifyOneNumber(
        _ value: String, _ next: String?, of option: OptionDeclaration
    ) throws(HouseMessage) {
        guard let next, option.kind == .amount, command?.operand?.isFilter == true else { return }
        let name = option.name.rawValue
        do throws(FilterTerms.Fault) {
            _ = try FilterTerms([name + ":" + value, next], names: [name: name], amounts: [name])
        } catch {
            if case .numberApart = error.kind { throw .filterRefused(error, names: []) }
        }
    }

    private mutating func parseShorts(_ letters: Substring) throws(HouseMessage) {
        let known = (command?.options ?? []) + OptionDeclaration.global
        for letter in letters {
            guard let option = known.first(where: { $0.short == letter }) else {
                throw failure("error.usage.unknown-option", ["option": .text("-\(letter)")])
            }
            try add("", to: option)
        }
    }

    private func declaration(named name: String) throws(HouseMessage) -> OptionDeclaration {
        if let known = OptionName(named: name) {
            if let option = command?.option(known) { return option }
            if let option = OptionDeclaration.global.first(where: { $0.name == known }) {
                return option
            }
            if command == nil {
                throw failure(
                    "error.usage.option-before-command", ["option": .text(known.rawValue)])
            }
        }
        let here = ((command?.options ?? []) + OptionDeclaration.global).map(\.name.rawValue)
        let meant = closest(to: name, among: here).map { "--" + $0 }
        throw failure(
            "error.usage.unknown-option", ["option": .text("--" + name)], fix: suggesting(meant))
    }

    private mutating func add(
        _ value: String, to option: OptionDeclaration
    ) throws(HouseMessage) {
        guard option.kind.takesValue else {
            given[option.name] = [""]
            return
        }
        if case .choice = option.kind, option.isRepeatable, value.contains(",") {
            for one in value.split(separator: ",", omittingEmptySubsequences: false) {
                try add(String(one), to: option)
            }
            return
        }
        guard
            let plain = OptionValue.normalized(
                value, as: option.kind, takesLastDay: option.name == .to || option.name == .asOf,
                today: today)
        else {
            if option.kind == .amount, let readings = HouseMessage.readings(ofAmount: value) {
                throw readings
            }
            throw failure(
                "error.usage.value-wrong", ["value": .text(value)], of: option,
                fix: form(of: option.kind, not: value))
        }
        if !option.isRepeatable, let earlier = given[option.name], earlier != [plain] {
            throw failure("error.usage.repeated", of: option)
        }
        given[option.name, default: []].append(plain)
    }

    private mutating func request() throws(HouseMessage) -> Request {
        guard let command else { return .nothing }
        switch command.name {
        case .version: return .version
        case .help: return try helpAsked()
        default: break
        }
        try verifyOperands(of: command)
        for (a, b) in command.exclusions where given[a] != nil && given[b] != nil {
            throw failure(
                "error.usage.excluded",
                ["option": .text(a.rawValue), "other": .text(b.rawValue)])
        }
        for option in command.options where option.isRequired && given[option.name] == nil {
            throw failure("error.usage.required", of: option)
        }
        let invocation = Invocation(command: command.name, operands: operands, given: given)
        return .run(invocation, globalOptions())
    }

    private func helpAsked() throws(HouseMessage) -> Request {
        guard let word = operands.first else { return .help(nil, nil) }
        if operands.count > 1 { throw unwanted(operands[1]) }
        let command = CommandName(named: word)
        let topic = HelpTopic.Name(called: word)
        if command != nil || topic != nil { return .help(command, topic) }
        let names =
            CommandTable.commands.map(\.name.rawValue) + HelpTopic.Name.allCases.map(\.rawValue)
        // The help of all commands lists them, not that of `help`.
        throw HouseMessage.usage(
            "error.usage.unknown-topic", ["word": .text(word)],
            fix: suggesting(closest(to: word, among: names)).with(["command": .text("")]))
    }

    private mutating func verifyOperands(of command: CommandDeclaration) throws(HouseMessage) {
        guard let operand = command.operand else {
            if let extra = operands.first { throw unwanted(extra) }
            return
        }
        if operand.isFilter { return try readPeriod() }
        let replacement = command.replacesOperand.first { given[$0] != nil }
        if let replacement, !operands.isEmpty {
            throw failure(
                "error.usage.excluded-operand",
                ["option": .text(replacement.rawValue), "operand": .phrase(operand.placeholder)])
        }
        if operands.count < operand.countMin, replacement == nil {
            throw failure(
                "error.usage.operand-missing", ["operand": .phrase(operand.placeholder)])
        }
        if operands.count > operand.countMax {
            throw unwanted(operands[operand.countMax])
        }
        for value in operands where OptionValue.normalized(value, as: operand.kind) == nil {
            throw failure(
                "error.usage.operand-wrong",
                ["value": .text(value), "operand": .phrase(operand.placeholder)],
                fix: form(of: operand.kind, not: value))
        }
    }

    /// `report 2026-11`, `list лютий 2026`, `report 2026-Q1`: operands that are a period and no
    /// words of a filter.
    private mutating func readPeriod() throws(HouseMessage) {
        // Words of periods are read only if there are words.
        if operands.isEmpty { return }
        let said = operands.joined(separator: " ")
        guard let period = QuickPeriod(said, today: today) else {
            if QuickPeriod.isMeant(said, today: today) { throw .noPeriod(said) }
            // «лютий березень»: no line is of both.
            if operands.count > 1, operands.allSatisfy({ QuickPeriod($0, today: today) != nil }) {
                throw .usage(
                    "error.usage.periods",
                    [
                        "periods": .list(operands.map { .text($0) }),
                        "first": .text(operands[0]), "last": .text(operands[operands.count - 1]),
                    ])
            }
            return
        }
        if let other = Self.periods.first(where: { given[$0] != nil }) {
            throw failure(
                "error.usage.excluded-operand",
                ["option": .text(other.rawValue), "operand": .text(said)])
        }
        if let month = OptionValue.normalized(said, as: .month, today: today) {
            given[.month] = [month]
        } else {
            given[.from] = [period.first.text]
            given[.to] = [period.last.text]
        }
        operands = []
    }

    private static let periods: [OptionName] = [.month, .year, .last, .from, .to]

    private func globalOptions() -> GlobalOptions {
        var options = GlobalOptions()
        options.workspace = given[.workspace]?.last
        options.language = given[.lang]?.last.flatMap { Language(rawValue: $0) }
        options.color =
            given[.color]?.last.flatMap { GlobalOptions.ColorChoice(rawValue: $0) } ?? .auto
        options.isQuiet = given[.quiet] != nil
        options.isVerbose = given[.verbose] != nil
        options.width = given[.width]?.last.flatMap { Int($0) }.map {
            max($0, Environment.columnsMin)
        }
        options.isASCII = given[.ascii] != nil
        return options
    }

    // MARK: Refusals

    /// - Parameter fix: names the command's help, as the default does.
    private func failure(
        _ key: String, _ values: [String: Template.Value] = [:],
        of option: OptionDeclaration? = nil,
        fix: Phrase = Phrase("usage.seeHelp")
    ) -> HouseMessage {
        let help = Template.Value.text(command.map { " " + $0.name.rawValue } ?? "")
        var values = values
        if let option {
            values["option"] = .text(option.name.rawValue)
            values["form"] = .phrase(option.kind.placeholder)
        }
        return .usage(key, values, fix: fix.with(["command": help]))
    }

    private func unwanted(_ operand: String) -> HouseMessage {
        failure("error.usage.operand-unwanted", ["value": .text(operand)])
    }

    private func suggesting(_ meant: String?) -> Phrase {
        meant.map { Phrase("usage.meant", ["meant": .text($0)]) } ?? Phrase("usage.seeHelp")
    }

    private func form(of kind: OptionDeclaration.Kind, not value: String) -> Phrase {
        if case .choice(let choices) = kind, let meant = closest(to: value, among: choices) {
            return suggesting(meant)
        }
        return Phrase("usage.formed", ["form": .phrase(kind.placeholder)])
    }
}
