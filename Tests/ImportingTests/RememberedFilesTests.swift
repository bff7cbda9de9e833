import Categorizing
import Glibc
import Importing
import Ledger
import Pending
import Saving
import TestKit
import Testing
import Workspaces

@Suite struct `Files of an inbox` {
    private static let csv = BankLine.csv([
        ("14.02.2026 12:00:00", "Сільпо", "-125.5", "9000.0"),
        ("15.02.2026 12:00:00", "Bolt", "-99.0", "8901.0"),
    ])

    /// Imports the inbox as the command does, some time after its files were written.
    private func importing(_ household: Household) throws -> ImportReport {
        let workspace = try household.open()
        let job = try ImportJob(
            into: workspace, paths: [household.workspacePath + "/inbox"], context: "test",
            isDryRun: false, keepsRows: false, nowSeconds: time(nil) + 60)
        return try job.run(
            with: {
                ImportJob.Means(
                    ImportOptions(made: "2026-03-14T00:00:00Z"), Categorizer(),
                    AccountBook(try workspace.settings()), nil)
            },
            events: { _, _ in }, beforeCommit: { _ in })
    }

    @Test func `are read again after a torn line until the line is back, and no longer`() throws {
        let household = try Household()
        household.write(Self.csv, to: "money/inbox/february.csv")
        #expect(try importing(household).files.map(\.new) == [2])
        #expect(try importing(household).files.map(\.isUnchanged) == [true])
        let queue = household.workspacePath + "/pending.jsonl"
        let length = try readFile(queue, limit: 1 << 20).count
        #expect(unsafe truncate(queue, off_t(length - 40)) == 0)
        let again = try importing(household)
        #expect(again.files.map(\.isUnchanged) == [false])
        #expect(try household.lines().count == 2)
        #expect(try importing(household).files.map(\.isUnchanged) == [true])
    }
}
