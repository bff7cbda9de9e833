import Facts
package import Ledger

extension LedgerFailure: HouseError {
    /// `SQLITE_FULL`, the low byte of SQLite's extended codes.
    private static let codeOfFullDisk: Int32 = 13

    package var message: HouseMessage {
        let (key, details, exitCode): (String, String, ExitCode) =
            switch self {
            case .damaged(let words): ("error.ledger-damaged", words, .damaged)
            case .foreign: ("error.ledger-foreign", "", .damaged)
            case .fromDevelopment(let version):
                ("error.ledger-from-development", String(version), .damaged)
            case .fromFuture(let version): ("error.ledger-from-future", String(version), .damaged)
            case .busy: ("error.busy.ledger", "", .busy)
            case .storage(let code, let words) where code & 0xFF == Self.codeOfFullDisk:
                ("error.input-output.ledger-full", words, .inputOutput)
            case .storage(_, let words): ("error.input-output.ledger", words, .inputOutput)
            case .refused(let words): ("error.ledger-refused", words, .damaged)
            }
        return HouseMessage(
            at: SourcePlace(file: "ledger.db"), key, ["details": .text(maskedNumbers(details))],
            exitCode: exitCode)
    }
}
