import Facts
package import Ledger

extension LedgerFailure: HouseError {
    /// `SQLITE_FULL`, the low byte of SQLite's extended codes.
    private static let codeOfFullDisk: Int32 = 13

    package var message: HouseMessage {
        if case .sumTooLarge(let month, let category) = self {
            return HouseMessage(
                at: SourcePlace(file: "ledger.db"), "error.ledger-sum-too-large",
                [
                    "month": "\(month / 100)-\(month % 100 < 10 ? "0" : "")\(month % 100)",
                    "category": .text(category.isEmpty ? "—" : category),
                ], exitCode: .damaged)
        }
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
            case .sumTooLarge: ("error.ledger-sum-too-large", "", .damaged)
            }
        return HouseMessage(
            at: SourcePlace(file: "ledger.db"), key, ["details": .text(maskedNumbers(details))],
            exitCode: exitCode)
    }
}
