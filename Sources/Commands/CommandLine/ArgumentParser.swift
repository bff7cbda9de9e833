/// Parses a command line by the table.
///
/// Long options take `--name value` or `--name=value`; short flags combine (`-vq`); `--` ends the
/// options; `-` and negative numbers are operands or values. Global options may precede the
/// command.
package struct ArgumentParser {
    private var command: CommandDeclaration?
    private var operands: [String] = []
    private var given: [OptionName: [String]] = [:]

    /// The parsed request.
    package enum Request: Sendable {
        case run(Invocation, GlobalOptions)
        case help(CommandName?)
        case version
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

    /// Parses the arguments after the program's name.
    package static func parse(_ arguments: [String]) throws(UsageFailure) -> Request {
        let options = arguments.prefix { $0 != "--" }
        if options.contains("--version") { return .version }
        if options.contains("--help") || options.contains("-h") {
            return .help(try namedCommand(in: arguments))
        }
        var parser = ArgumentParser()
        try parser.parse(arguments)
        return try parser.request()
    }

    /// The command that `--help` is for: the first word that is one.
    private static func namedCommand(in arguments: [String]) throws(UsageFailure) -> CommandName? {
        for argument in arguments {
            if let name = CommandName(named: argument) { return name == .help ? nil : name }
        }
        return nil
    }

    private mutating func parse(_ arguments: [String]) throws(UsageFailure) {
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
                let next = index < arguments.count ? arguments[index] : nil
                if try parseLong(argument.dropFirst(2), next: next) { index += 1 }
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
        return !(second.isASCII && second.isNumber) && second != "." && second != ","
    }

    private mutating func parseWord(_ word: String) throws(UsageFailure) {
        guard command != nil else {
            guard let name = CommandName(named: word) else {
                let names = CommandTable.commands.filter { !$0.isHidden }.map(\.name.rawValue)
                throw failure(.unknownCommand(word, meant: closest(to: word, among: names)))
            }
            command = CommandTable.declaration(of: name)
            return
        }
        operands.append(word)
    }

    /// True when the next argument was used as the value.
    private mutating func parseLong(_ text: Substring, next: String?) throws(UsageFailure) -> Bool {
        let equals = text.firstIndex(of: "=")
        let name = String(text[..<(equals ?? text.endIndex)])
        let option = try declaration(named: name)
        let attached = equals.map { String(text[text.index(after: $0)...]) }
        guard option.kind.takesValue else {
            if attached != nil { throw failure(.valueUnwanted(option.name)) }
            try add("", to: option)
            return false
        }
        if let attached {
            try add(attached, to: option)
            return false
        }
        guard let next, next == "-" || !isOption(next) else {
            throw failure(.valueMissing(option.name, option.kind))
        }
        try add(next, to: option)
        return true
    }

    private mutating func parseShorts(_ letters: Substring) throws(UsageFailure) {
        let known = (command?.options ?? []) + OptionDeclaration.global
        for letter in letters {
            guard let option = known.first(where: { $0.short == letter }) else {
                throw failure(.unknownOption("-" + String(letter), meant: nil))
            }
            try add("", to: option)
        }
    }

    private func declaration(named name: String) throws(UsageFailure) -> OptionDeclaration {
        if let known = OptionName(named: name) {
            if let option = command?.option(known) { return option }
            if let option = OptionDeclaration.global.first(where: { $0.name == known }) {
                return option
            }
            if command == nil { throw failure(.optionBeforeCommand(known)) }
        }
        let here = ((command?.options ?? []) + OptionDeclaration.global).map(\.name.rawValue)
        let meant = closest(to: name, among: here).map { "--" + $0 }
        throw failure(.unknownOption("--" + name, meant: meant))
    }

    private mutating func add(
        _ value: String, to option: OptionDeclaration
    ) throws(UsageFailure) {
        guard option.kind.takesValue else {
            given[option.name] = [""]
            return
        }
        guard
            let plain = OptionValue.normalized(
                value, as: option.kind, takesLastDay: option.name == .to)
        else {
            throw failure(.valueWrong(option.name, value, option.kind))
        }
        if !option.isRepeatable, let earlier = given[option.name], earlier != [plain] {
            throw failure(.repeated(option.name))
        }
        given[option.name, default: []].append(plain)
    }

    private mutating func request() throws(UsageFailure) -> Request {
        guard let command else { throw failure(.noCommand) }
        switch command.name {
        case .version: return .version
        case .help: return .help(try commandToExplain())
        default: break
        }
        try verifyOperands(of: command)
        for (a, b) in command.exclusions where given[a] != nil && given[b] != nil {
            throw failure(.excluded(a, b))
        }
        for option in command.options where option.isRequired && given[option.name] == nil {
            throw failure(.required(option.name, option.kind))
        }
        let invocation = Invocation(command: command.name, operands: operands, given: given)
        return .run(invocation, globalOptions())
    }

    private func commandToExplain() throws(UsageFailure) -> CommandName? {
        guard let word = operands.first else { return nil }
        if operands.count > 1 { throw failure(.operandUnwanted(operands[1])) }
        if let name = CommandName(named: word) { return name }
        let names = CommandTable.commands.map(\.name.rawValue)
        throw failure(.unknownCommand(word, meant: closest(to: word, among: names)))
    }

    private mutating func verifyOperands(of command: CommandDeclaration) throws(UsageFailure) {
        guard let operand = command.operand else {
            readMonth(of: command)
            if let extra = operands.first { throw failure(.operandUnwanted(extra)) }
            return
        }
        let replacement = command.replacesOperand.first { given[$0] != nil }
        if let replacement, !operands.isEmpty {
            throw failure(.excludedOperand(replacement, operand.placeholder))
        }
        if operands.count < operand.countMin {
            throw failure(.operandMissing(operand.placeholder))
        }
        if operands.count > operand.countMax {
            throw failure(.operandUnwanted(operands[operand.countMax]))
        }
        for value in operands where OptionValue.normalized(value, as: operand.kind) == nil {
            throw failure(.operandWrong(value, operand.placeholder, operand.kind))
        }
    }

    /// `report 2026-11`, `list лютий 2026`: a period is unambiguous where there is no operand.
    private mutating func readMonth(of command: CommandDeclaration) {
        guard let month = command.options.first(where: { $0.name == .month }),
            given[.month] == nil, !operands.isEmpty,
            let said = OptionValue.normalized(
                operands.joined(separator: " "), as: month.kind)
        else { return }
        given[.month] = [said]
        operands = []
    }

    private func globalOptions() -> GlobalOptions {
        var options = GlobalOptions()
        options.workspace = given[.workspace]?.last
        options.language = given[.lang]?.last.flatMap { Language(rawValue: $0) }
        options.color =
            given[.color]?.last.flatMap { GlobalOptions.ColorChoice(rawValue: $0) } ?? .auto
        options.isQuiet = given[.quiet] != nil
        options.isVerbose = given[.verbose] != nil
        return options
    }

    private func failure(_ kind: UsageFailure.Kind) -> UsageFailure {
        UsageFailure(kind, command: command?.name)
    }
}
