import Facts
package import Ledger

extension LedgerFailure: HouseError {
    package var exitCode: ExitCode {
        switch self {
        case .damaged, .foreign, .fromDevelopment, .fromFuture, .refused: .damaged
        case .busy: .busy
        case .storage: .inputOutput
        }
    }

    package func message(in language: Language) -> HouseMessage {
        let (kind, words) = kindAndWords
        return HouseMessage(
            at: SourcePlace(file: "ledger.db"), kind: kind, what: words.what[language],
            why: words.why.filled(language, ["details": .text(maskedNumbers(details))]),
            fix: words.fix[language])
    }

    private var details: String {
        switch self {
        case .damaged(let words), .refused(let words), .storage(_, let words): words
        case .fromDevelopment(let version), .fromFuture(let version): String(version)
        case .foreign, .busy: ""
        }
    }

    private var kindAndWords: (String, ErrorWords) {
        switch self {
        case .damaged:
            (
                "ledger-damaged",
                ErrorWords("ledgerFailure.damaged")
            )
        case .foreign:
            (
                "ledger-foreign",
                ErrorWords("ledgerFailure.foreign")
            )
        case .fromDevelopment:
            (
                "ledger-from-development",
                ErrorWords("ledgerFailure.fromDevelopment")
            )
        case .fromFuture:
            (
                "ledger-from-future",
                ErrorWords("ledgerFailure.fromFuture")
            )
        case .busy:
            (
                "busy",
                ErrorWords("ledgerFailure.busy")
            )
        case .storage:
            (
                "input-output",
                ErrorWords("ledgerFailure.storage")
            )
        case .refused:
            (
                "ledger-refused",
                ErrorWords("ledgerFailure.refused")
            )
        }
    }
}
