/// Pages of `man` made from the table of commands, in man(7).
///
/// A page has no date: the packing script adds one.
package struct ManualPage {
    private let language: Language
    private let help: HelpText

    package init(_ language: Language) {
        self.language = language
        help = HelpText(language)
    }

    /// kopiyka(1).
    package func program() -> String {
        var page = head("kopiyka", Phrase("manual.summary"))
        page += section(
            Phrase("manual.synopsis"),
            [bold("kopiyka") + " " + escaped(Phrase("help.command")[language] + " …")])
        for chapter in CommandDeclaration.Chapter.allCases {
            let commands = CommandTable.commands.filter { $0.chapter == chapter && !$0.isHidden }
            page += section(
                chapter.title,
                commands.flatMap { item(bold($0.name.rawValue), $0.summary) })
        }
        page += options(Phrase("help.optionsTitle"), OptionDeclaration.global)
        let commands = CommandTable.commands.filter { !$0.isHidden }.map {
            "kopiyka-\($0.name.rawValue)(1)"
        }
        // The packing script installs what is named here.
        return page + seeAlso(commands + HelpTopic.Name.allCases.map { "\($0.page)(5)" })
    }

    /// kopiyka-NAME(5), or kopiyka.yaml(5).
    package func topic(_ topic: HelpTopic) -> String {
        var page = head(topic.name.page, topic.name.summary, section: 5)
        var title: Phrase? = Phrase("manual.description")
        for part in topic.parts {
            switch part {
            case .paragraph(let phrase):
                let text = [escaped(phrase[language])]
                page += title.map { section($0, text) } ?? (".PP\n" + text[0] + "\n")
                title = nil
            case .list(let title, let entries):
                page += section(
                    title, entries.flatMap { item(bold($0.left), $0.right) })
            case .example(let lines):
                page += section(Phrase("help.examples"), verbatim(lines))
            }
        }
        return page + seeAlso(["kopiyka(1)"])
    }

    /// kopiyka-NAME(1).
    package func command(_ declaration: CommandDeclaration) -> String {
        let name = declaration.name.rawValue
        var page = head("kopiyka-" + name, declaration.summary)
        let usage = help.usageWords(declaration).joined(separator: " ")
        page += section(Phrase("manual.synopsis"), [bold("kopiyka " + name) + " " + escaped(usage)])
        if let details = declaration.details {
            page += section(Phrase("manual.description"), [escaped(details[language])])
        }
        if let operand = declaration.operand {
            page += section(
                Phrase("help.arguments"), item(escaped(help.operandWord(operand)), operand.help))
        }
        page += options(
            Phrase("help.optionsTitle"), declaration.options + OptionDeclaration.global)
        page += section(
            Phrase("help.examples"),
            declaration.examples.flatMap { item(bold($0.line), $0.meaning) })
        page += section(
            Phrase("help.exitCodes"),
            declaration.exitCodes.flatMap { item(bold("\($0.rawValue)"), $0.meaning) })
        return page + seeAlso(["kopiyka(1)"])
    }

    // MARK: Parts

    private func head(_ name: String, _ summary: Phrase, section number: Int = 1) -> String {
        """
        .TH \(escaped(name.uppercased())) \(number) "" "kopiyka \(Program.version)"

        """
            + section(
                Phrase("manual.name"), [escaped("\(name) - \(summary[language])")])
    }

    private func options(_ title: Phrase, _ options: [OptionDeclaration]) -> String {
        section(
            title,
            options.flatMap { option in
                var left = option.short.map { bold("-\($0)") + ", " } ?? ""
                left += bold(option.long)
                if option.kind.takesValue {
                    left += " " + escaped(option.kind.placeholder[language])
                }
                return item(left, option.help)
            })
    }

    private func item(_ left: String, _ right: Phrase) -> [String] {
        [".TP", left, escaped(right[language])]
    }

    /// Lines that are not filled.
    private func verbatim(_ lines: String) -> [String] {
        [".nf"]
            + lines.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map { escaped(String($0)) } + [".fi"]
    }

    private func seeAlso(_ pages: [String]) -> String {
        section(Phrase("manual.seeAlso"), [pages.map { bold($0) }.joined(separator: ", ")])
    }

    private func section(_ title: Phrase, _ lines: [String]) -> String {
        if lines.isEmpty { return "" }
        return ".SH \"\(escaped(title[language].uppercased()))\"\n"
            + lines.joined(separator: "\n") + "\n"
    }

    private func bold(_ text: String) -> String { "\\fB" + escaped(text) + "\\fR" }

    /// Text that is no request and has no escapes; hyphens stay what a shell reads.
    private func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "'" where escaped.isEmpty, "." where escaped.isEmpty:
                escaped += "\\&" + String(character)
            case "\n": escaped += " "
            case "\"": escaped += "\\(dq"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
