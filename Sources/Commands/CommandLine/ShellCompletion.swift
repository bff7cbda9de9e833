/// Completion scripts made from the table of commands.
///
/// A script contains only fixed words of the table, never a text of a person or a file.
package enum ShellCompletion: String, CaseIterable, Sendable {
    case bash, zsh, fish

    package func script(_ language: Language) -> String {
        switch self {
        case .bash: bashScript()
        case .zsh: zshScript(language)
        case .fish: fishScript(language)
        }
    }

    private var commands: [CommandDeclaration] { CommandTable.commands.filter { !$0.isHidden } }

    private func options(of command: CommandDeclaration) -> [OptionDeclaration] {
        command.options + OptionDeclaration.global
    }

    // MARK: bash

    private func bashScript() -> String {
        var text = """
            # bash completion for kopiyka
            _kopiyka() {
                local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
                local command="" word index options="" words=""
                for ((index = 1; index < COMP_CWORD; index++)); do
                    word="${COMP_WORDS[index]}"
                    case "$word" in
                        \(commands.map(\.name.rawValue).joined(separator: "|"))) command="$word"; break ;;
                    esac
                done
                COMPREPLY=()
                case "$command:$previous" in

            """
        for (pattern, words) in bashValues() {
            text += "        \(pattern)) COMPREPLY=($(compgen -W \"\(words)\" -- \"$current\")); "
            text += "return ;;\n"
        }
        text += """
                esac
                case "$previous" in
                    \(longOptions(where: { $0 == .folder }).joined(separator: "|"))) \
            COMPREPLY=($(compgen -d -- "$current")); return ;;
                    \(longOptions(where: { $0 == .file }).joined(separator: "|"))) \
            COMPREPLY=($(compgen -f -- "$current")); return ;;
                esac
                case "$command" in
                    "") words="\(commands.map(\.name.rawValue).joined(separator: " "))"
                        options="\(OptionDeclaration.global.map(\.long).joined(separator: " "))" ;;

            """
        for command in commands {
            text += "        \(command.name.rawValue)) "
            text += "options=\"\(options(of: command).map(\.long).joined(separator: " "))\""
            if let words = operandWords(of: command) { text += "; words=\"\(words)\"" }
            text += " ;;\n"
        }
        return text + """
                esac
                if [[ "$current" == -* ]]; then
                    COMPREPLY=($(compgen -W "$options" -- "$current"))
                elif [[ -n "$words" ]]; then
                    COMPREPLY=($(compgen -W "$words" -- "$current"))
                else
                    COMPREPLY=($(compgen -f -- "$current"))
                fi
            }
            complete -o filenames -F _kopiyka kopiyka

            """
    }

    private func bashValues() -> [(pattern: String, words: String)] {
        let all =
            OptionDeclaration.global.map { ("*", $0) }
            + commands.flatMap { command in command.options.map { (command.name.rawValue, $0) } }
        return all.compactMap { command, option in
            guard case .choice(let words) = option.kind else { return nil }
            return ("\(command):\(option.long)", words.joined(separator: " "))
        }
    }

    private func longOptions(where isWanted: (OptionDeclaration.Kind) -> Bool) -> [String] {
        let all = OptionDeclaration.global + commands.flatMap(\.options)
        return Set(all.filter { isWanted($0.kind) }.map(\.long)).sorted()
    }

    private func operandWords(of command: CommandDeclaration) -> String? {
        if command.name == .help {
            let topics = HelpTopic.Name.allCases.map(\.rawValue)
            return (commands.map(\.name.rawValue) + topics).joined(separator: " ")
        }
        guard case .choice(let words)? = command.operand?.kind else { return nil }
        return words.joined(separator: " ")
    }

    // MARK: zsh

    private func zshScript(_ language: Language) -> String {
        var text = """
            #compdef kopiyka
            # zsh completion for kopiyka
            _kopiyka() {
                local -a commands
                commands=(

            """
        for command in commands {
            text +=
                "        " + quoted("\(command.name.rawValue):\(command.summary[language])") + "\n"
        }
        text += """
                )
                local command=""
                local word
                for word in ${words[2,CURRENT-1]}; do
                    if (( ${commands[(I)$word:*]} )); then command=$word; break; fi
                done
                case "$command" in
                    "") _arguments \(zshOptions(OptionDeclaration.global, language)) '*:: :->command'
                        _describe 'command' commands ;;

            """
        for command in commands {
            text += "        \(command.name.rawValue)) _arguments "
            text += zshOptions(options(of: command), language)
            text += " '*: :\(zshOperand(of: command))' ;;\n"
        }
        return text + """
                esac
            }
            if [ "$funcstack[1]" = "_kopiyka" ]; then _kopiyka "$@"; else compdef _kopiyka kopiyka; fi

            """
    }

    private func zshOptions(_ options: [OptionDeclaration], _ language: Language) -> String {
        options.map { option in
            let help = option.help[language].map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }
            var text = (option.isRepeatable ? "*" : "") + option.long + "[" + help.joined() + "]"
            switch option.kind {
            case .flag: break
            case .choice(let words): text += ":value:(\(words.joined(separator: " ")))"
            case .folder: text += ":folder:_files -/"
            case .file: text += ":file:_files"
            default: text += ":value: "
            }
            return quoted(text)
        }.joined(separator: " ")
    }

    private func zshOperand(of command: CommandDeclaration) -> String {
        if let words = operandWords(of: command) { return "(\(words))" }
        switch command.operand?.kind {
        case .file: return "_files"
        case .folder: return "_files -/"
        default: return " "
        }
    }

    // MARK: fish

    private func fishScript(_ language: Language) -> String {
        var text = "# fish completion for kopiyka\ncomplete -c kopiyka -f\n"
        for option in OptionDeclaration.global { text += fishOption(option, nil, language) }
        for command in commands {
            let name = command.name.rawValue
            text += "complete -c kopiyka -n __fish_use_subcommand -a \(name) -d "
            text += fishQuoted(command.summary[language]) + "\n"
            for option in command.options { text += fishOption(option, name, language) }
            let condition = "-n '__fish_seen_subcommand_from \(name)'"
            if let words = operandWords(of: command) {
                text += "complete -c kopiyka \(condition) -a '\(words)'\n"
            } else if command.operand?.kind == .file || command.operand?.kind == .folder {
                text += "complete -c kopiyka \(condition) -F\n"
            }
        }
        return text
    }

    private func fishOption(
        _ option: OptionDeclaration, _ command: String?, _ language: Language
    ) -> String {
        var text = "complete -c kopiyka"
        if let command { text += " -n '__fish_seen_subcommand_from \(command)'" }
        text += " -l \(option.name.rawValue)"
        if let short = option.short { text += " -s \(short)" }
        switch option.kind {
        case .flag: break
        case .choice(let words): text += " -x -a '\(words.joined(separator: " "))'"
        case .file, .folder: text += " -r -F"
        default: text += " -x"
        }
        return text + " -d " + fishQuoted(option.help[language]) + "\n"
    }

    /// Single-quoted for a POSIX-like shell.
    private func quoted(_ text: String) -> String {
        "'" + text.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
    }

    private func fishQuoted(_ text: String) -> String {
        "'" + text.map { "'\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "'"
    }
}
