package import Ledger
package import Pending
package import Saving

package enum WorkspaceFailure: Error, Equatable, Sendable {
    /// No folder with `kopiyka.yaml` there (exit 64).
    case notFound(String)
    /// A folder with other contents is not made a workspace (64).
    case notEmpty(String)
    /// No backup in this folder, or no such folder (64).
    case noBackup(String)
    /// The folder to restore from is the workspace (64).
    case backupIsWorkspace(String)
    /// The backup is unfinished, or was copied in part (65).
    case halfBackup(String)
    /// A file of the backup in this folder changed since the backup was made (65).
    case backupChanged(String, file: String)
    /// Another process held the lock during the whole wait (75), with its description if any.
    case busy(by: String)
    /// Another command changed queue or ledger while the lock was released (75).
    case changedMeanwhile
    /// Opened for reading, or on a read-only medium (74).
    case readOnly
    /// A file of the workspace is missing (65).
    case missing(String)
    /// Unreadable or contradictory lines of the queue (65). Nothing was changed.
    case queue([QueueProblem])
    /// Lines of `kopiyka.yaml` (65).
    case settings([SettingsProblem])
    /// A file was edited since the command that is to be undone or redone (65).
    case fileEdited(String, since: String)
    /// The workspace is inconsistent (65); the text is for a bug report.
    case damaged(String)
    /// Reading or writing failed (74).
    case saving(SavingError)
    /// A failure of the ledger (65, 74 or 75 by its case).
    case ledger(LedgerFailure)
}

/// Converts errors of Saving.
func saving<Result: ~Copyable>(
    _ body: () throws(SavingError) -> Result
) throws(WorkspaceFailure) -> Result {
    do throws(SavingError) { return try body() } catch { throw .saving(error) }
}

/// The same for one call.
func saving<Result: ~Copyable>(
    _ result: @autoclosure () throws(SavingError) -> Result
) throws(WorkspaceFailure) -> Result {
    do throws(SavingError) { return try result() } catch { throw .saving(error) }
}

/// Converts errors of the ledger.
func keeping<Result: ~Copyable>(
    _ body: () throws(LedgerFailure) -> Result
) throws(WorkspaceFailure) -> Result {
    do throws(LedgerFailure) {
        return try body()
    } catch {
        throw error == .busy ? .busy(by: "") : .ledger(error)
    }
}

/// The same for one call.
func keeping<Result: ~Copyable>(
    _ result: @autoclosure () throws(LedgerFailure) -> Result
) throws(WorkspaceFailure) -> Result {
    try keeping { () throws(LedgerFailure) in try result() }
}

/// Receives the next chunk of an output.
package typealias ByteSink = (Span<UInt8>) throws(SavingError) -> Void
