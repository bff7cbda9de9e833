import Scanning

/// Help made from the table of commands, at most 80 columns wide.
package struct HelpText {
    private let language: Language
    private let width: Int

    /// Wider lines are hard to read, whatever the window.
    package static let columnsMax = 80
    private static let leftColumnsMax = 30

    package init(_ language: Language, columns: Int = columnsMax) {
        self.language = language
        width = min(max(columns, 40), Self.columnsMax)
    }

    /// Help on the program: a summary, and its commands.
    package func program() -> String {
        var text = paragraph(Phrase("help.kopiykaBankStatements"))
        text += "\n" + usageLine(Phrase("help.command")[language] + " …")
        for chapter in CommandDeclaration.Chapter.allCases {
            let entries = CommandTable.commands
                .filter { $0.chapter == chapter && !$0.isHidden }
                .map { (left: $0.name.rawValue, right: $0.summary[language]) }
            text += section(chapter.title, entries, left: 12)
        }
        let topics = HelpTopic.Name.allCases.map {
            (left: $0.rawValue, right: $0.summary[language])
        }
        text += section(Phrase("help.topics"), topics, left: 12)
        text += options(Phrase("help.allCommands"), OptionDeclaration.global)
        return text + "\n" + Phrase("help.more")[language] + ": kopiyka help "
            + Phrase("command.help.operand")[language] + "\n"
    }

    /// Help on a topic.
    package func topic(_ topic: HelpTopic) -> String {
        var text = paragraph(
            Phrase(same: "\(topic.name.rawValue): \(topic.name.summary[language])"))
        for part in topic.parts {
            switch part {
            case .paragraph(let phrase): text += "\n" + paragraph(phrase)
            case .list(let title, let entries):
                text += section(
                    title, entries.map { (left: $0.left, right: $0.right[language]) }, left: nil)
            case .example(let lines):
                text += "\n" + Phrase("help.examples")[language] + ":\n"
                for line in lines.split(separator: "\n", omittingEmptySubsequences: false)
                    .dropLast()
                { text += line.isEmpty ? "\n" : "  " + line + "\n" }
            }
        }
        return text
    }

    /// Help on one command.
    package func command(_ declaration: CommandDeclaration) -> String {
        let name = declaration.name.rawValue
        var text = paragraph(Phrase(same: "kopiyka \(name): \(declaration.summary[language])"))
        text += "\n" + usageLine(([name] + usageWords(declaration)).joined(separator: " "))
        if let details = declaration.details { text += "\n" + paragraph(details) }
        if let operand = declaration.operand {
            let entry = (left: operandWord(operand), right: operand.help[language])
            text += section(Phrase("help.arguments"), [entry], left: nil)
        }
        text += options(Phrase("help.optionsTitle"), declaration.options)
        text += options(Phrase("help.allCommands"), OptionDeclaration.global)
        if !declaration.examples.isEmpty {
            text += "\n" + Phrase("help.examples")[language] + ":\n"
            for example in declaration.examples {
                text += "  " + example.line + "\n"
                text += indented(example.meaning[language], by: 6)
            }
        }
        let codes = declaration.exitCodes.map {
            (left: String($0.rawValue), right: $0.meaning[language])
        }
        return text + section(Phrase("help.exitCodes"), codes, left: 3)
    }

    private func usageLine(_ rest: String) -> String {
        let head = Phrase("help.usage")[language] + ": kopiyka "
        let lines = wrapped(rest, to: width - displayColumns(head))
        let indent = String(repeating: " ", count: displayColumns(head))
        return head + lines.joined(separator: "\n" + indent) + "\n"
    }

    /// The parts of a command line after the name.
    func usageWords(_ declaration: CommandDeclaration) -> [String] {
        var parts: [String] = []
        for option in declaration.options where option.isRequired {
            parts.append(option.long + " " + option.kind.placeholder[language])
        }
        if let operand = declaration.operand {
            let word = operandWord(operand)
            parts.append(operand.countMin == 0 ? "[\(word)]" : word)
        }
        if !declaration.options.isEmpty {
            parts.append("[" + Phrase("help.options")[language] + "]")
        }
        return parts
    }

    func operandWord(_ operand: CommandDeclaration.Operand) -> String {
        operand.placeholder[language] + (operand.countMax > max(1, operand.countMin) ? "…" : "")
    }

    private func options(_ title: Phrase, _ options: [OptionDeclaration]) -> String {
        let entries = options.map { option in
            var left = option.short.map { "-\($0), " } ?? "    "
            left += option.long
            if option.kind.takesValue { left += " " + option.kind.placeholder[language] }
            return (left: left, right: option.help[language])
        }
        return section(title, entries, left: nil)
    }

    /// A title with entries in two columns; an entry too wide for the left column gets its own
    /// line.
    private func section(
        _ title: Phrase, _ entries: [(left: String, right: String)], left: Int?
    ) -> String {
        if entries.isEmpty { return "" }
        let widths = entries.map { displayColumns($0.left) }.filter { $0 <= Self.leftColumnsMax }
        let column = left ?? widths.max() ?? Self.leftColumnsMax
        var text = "\n" + title[language] + ":\n"
        for entry in entries {
            let used = displayColumns(entry.left)
            let lines = wrapped(entry.right, to: width - column - 4)
            text += "  " + entry.left
            var isFirst = true
            if used > column {
                text += "\n"
                isFirst = false
            }
            for line in lines {
                let blanks = isFirst ? column - used + 2 : column + 4
                text += String(repeating: " ", count: blanks) + line + "\n"
                isFirst = false
            }
        }
        return text
    }

    private func paragraph(_ text: Phrase) -> String { indented(text[language], by: 0) }

    private func indented(_ text: String, by blanks: Int) -> String {
        let indent = String(repeating: " ", count: blanks)
        return wrapped(text, to: width - blanks).map { indent + $0 + "\n" }.joined()
    }

}
