/// The exit codes; scripts rely on the numbers.
package enum ExitCode: Int32, Sendable, CaseIterable {
    case done = 0
    /// Done, but some input was refused or needs a person.
    case needsPerson = 1
    case usage = 64
    /// Queue, ledger, settings or rules are damaged or wrong.
    case damaged = 65
    /// Reading or writing failed, also of a full or closed standard output.
    case inputOutput = 74
    /// Another process holds the workspace.
    case busy = 75

    package var meaning: Phrase { Phrase("exitCode.\(rawValue)") }
}
