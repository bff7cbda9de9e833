/// The exit codes; scripts rely on the numbers.
package enum ExitCode: Int32, Sendable, CaseIterable {
    case done = 0
    /// Done, but some input was refused or needs a person.
    case needsPerson = 1
    case usage = 64
    /// Queue, ledger, settings or rules are damaged or wrong.
    case damaged = 65
    /// A stage of an engine could not answer its lines: the task is to be run again.
    case stageBroken = 70
    /// Reading or writing failed, also of a full or closed standard output.
    case inputOutput = 74
    /// Another process holds the workspace.
    case busy = 75

    /// All but that of a stage, which `pipe` alone has.
    package static let ofCommands = allCases.filter { $0 != .stageBroken }

    package var meaning: Phrase { Phrase("exitCode.\(rawValue)") }
}
