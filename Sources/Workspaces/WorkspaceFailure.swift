package import Ledger
package import Pending
package import Saving

/// Why a workspace could not be opened, read or changed.
package enum WorkspaceFailure: Error, Equatable, Sendable {
    /// No folder with `kopiyka.yaml` there (exit 64).
    case notFound(String)
    /// A folder with other things in it is not made a workspace (64).
    case notEmpty(String)
    /// The making of a backup did not end, or it was copied in part (65).
    case halfBackup(String)
    /// A file of the backup in this folder is not as it was when the backup was made (65).
    case backupChanged(String, file: String)
    /// Another process held it during the whole wait (75); what it left of itself, empty when
    /// nothing.
    case busy(by: String)
    /// Another command changed queue or ledger while the lock was given back (75).
    case changedMeanwhile
    /// Opened for reading, or on a medium that cannot be written (74).
    case readOnly
    /// A file of the workspace is gone (65).
    case missing(String)
    /// Lines of the queue that nobody can read or that contradict each other (65). Nothing was
    /// changed.
    case queue([QueueProblem])
    /// Lines of `kopiyka.yaml` (65).
    case settings([SettingsProblem])
    /// Something in the workspace contradicts itself (65); the words are for a bug report.
    case damaged(String)
    /// Reading or writing failed (74).
    case saving(SavingError)
    /// The ledger refused (65, 74 or 75 by its case).
    case ledger(LedgerFailure)
}

/// Runs something of Saving.
func saving<Result: ~Copyable>(
    _ body: () throws(SavingError) -> Result
) throws(WorkspaceFailure) -> Result {
    do throws(SavingError) { return try body() } catch { throw .saving(error) }
}

/// Runs something of the ledger.
func keeping<Result: ~Copyable>(
    _ body: () throws(LedgerFailure) -> Result
) throws(WorkspaceFailure) -> Result {
    do throws(LedgerFailure) {
        return try body()
    } catch {
        throw error == .busy ? .busy(by: "") : .ledger(error)
    }
}

/// Takes the next piece of an output.
package typealias ByteSink = (Span<UInt8>) throws(SavingError) -> Void
