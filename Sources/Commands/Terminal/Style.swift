/// The meaning of a colour. A word beside it always says the same.
package enum Tone: Sendable, Equatable {
    case plain
    /// Refused, wrong.
    case bad
    /// Low confidence, needs a look.
    case doubtful
    case good
    /// Unchanged, of little interest.
    case quiet
    case strong
}

/// Colours of one output, or none.
package struct Style: Sendable, Equatable {
    package let hasColors: Bool

    package init(hasColors: Bool) { self.hasColors = hasColors }

    package static let plain = Style(hasColors: false)

    /// Colours when asked for; else when the output is a terminal, `TERM` is not `dumb` and
    /// `NO_COLOR` is not set.
    package init(
        _ choice: GlobalOptions.ColorChoice, descriptor: Int32, environment: Environment
    ) {
        switch choice {
        case .always: hasColors = true
        case .never: hasColors = false
        case .auto:
            hasColors =
                environment.isTerminal(descriptor) && environment["TERM"] != "dumb"
                && (environment["NO_COLOR"] ?? "").isEmpty
        }
    }

    /// The text in its tone, printed as it is: escape texts of files before.
    package func paint(_ text: String, _ tone: Tone) -> String {
        guard hasColors, tone != .plain, !text.isEmpty else { return text }
        let code =
            switch tone {
            case .plain: 0
            case .bad: 31
            case .doubtful: 33
            case .good: 32
            case .quiet: 2
            case .strong: 1
            }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }
}
