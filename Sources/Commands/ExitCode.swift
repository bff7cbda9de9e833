/// What a run ends with; scripts rely on the numbers.
package enum ExitCode: Int32, Sendable, CaseIterable {
    case done = 0
    /// Done, but some input was refused or needs a person.
    case needsPerson = 1
    case usage = 64
    /// Queue, ledger, settings or rules are damaged or wrong.
    case damaged = 65
    /// Reading or writing failed, a full or closed standard output too.
    case inputOutput = 74
    /// Another process holds the workspace.
    case busy = 75

    package var meaning: Phrase {
        switch self {
        case .done: Phrase("exitCode.everythingDone")
        case .needsPerson:
            Phrase("exitCode.doneButSome")
        case .usage: Phrase("exitCode.wrongCommandLine")
        case .damaged:
            Phrase("exitCode.queueLedgerSettings")
        case .inputOutput:
            Phrase("exitCode.readingWritingFailed")
        case .busy:
            Phrase("exitCode.anotherProcessHolds")
        }
    }

    /// The more serious of two: what a run of several steps ends with.
    package func worse(_ other: ExitCode) -> ExitCode { rawValue >= other.rawValue ? self : other }
}
