import Categorizing
import Facts
import Ledger
import Pending
import Workspaces

/// `kopiyka check`: verifies the whole workspace and lists violations.
enum CheckCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        if invocation.has(.acceptLoss), !invocation.has(.repair) {
            throw HouseMessage.usage("error.usage.accept-loss-alone")
        }
        if invocation.has(.repair) {
            try QueueRepair.run(invocation, console)
            if invocation.isDryRun { return .done }
        }
        let access = try WorkspaceAccess.open(.reading, console, tellsMissing: false)
        let findings = try access.workspace.check()
        let inQueue = findings.compactMap {
            if case .queue(let problem) = $0 { problem } else { nil }
        }
        // Problems reported while opening are not repeated.
        if !inQueue.isEmpty, inQueue != access.workspace.problems {
            console.report(WorkspaceFailure.queue(inQueue))
        }
        for finding in findings {
            if case .queue = finding { continue }
            console.report(finding)
        }
        guard findings.isEmpty else {
            if !invocation.wantsJSON {
                try console.line(.checkFailed, ["count": .count(findings.count)], .bad)
            }
            return .damaged
        }
        let faults = ruleFaults(access)
        guard faults.isEmpty else {
            for fault in faults { console.report(fault) }
            if !invocation.wantsJSON {
                try console.line(.checkFailed, ["count": .count(faults.count)], .bad)
            }
            return .damaged
        }
        let sums = try CheckedSums(access)
        sums.report(access.settings, console)
        if invocation.wantsJSON {
            try console.json(sums.json)
        } else {
            try console.line(
                sums.lastLine ?? .checkPassed,
                [
                    "entries": .count(sums.entries), "queued": .count(sums.queued),
                    "count": .count(sums.undecided),
                ], sums.lastLine == nil ? .good : .doubtful)
        }
        return sums.needsPerson ? .needsPerson : .done
    }

    /// What imports and suggestions refuse in the rules files.
    private static func ruleFaults(_ access: WorkspaceAccess) -> [HouseMessage] {
        do {
            _ = try access.categorizer()
            return []
        } catch let error as any HouseError {
            return (error as? RuleFaults)?.messages ?? [error.message]
        } catch {
            return []
        }
    }
}

extension WorkspaceFinding: HouseError {
    package var message: HouseMessage {
        switch self {
        case .queue(let problem): problem.message
        case .indexWrong(let count):
            HouseMessage(
                "error.index-wrong", ["count": .count(count)],
                why: Phrase("check.indexOfEarlierUndo"),
                fix: Phrase("check.kopiykaCheckRepairIndex"), exitCode: .damaged)
        case .linesMissing(let batch, let count):
            HouseMessage(
                count > 0 ? "error.lines-missing.of-import" : "error.lines-surplus.of-import",
                ["batch": "\(batch)", "count": .count(abs(count))],
                why: Phrase("check.queueWasChanged"), fix: Phrase("check.kopiykaCheckRepair"),
                exitCode: .damaged)
        case .batchUnknown(let batch):
            HouseMessage(
                "error.batch-unknown", ["batch": "\(batch)"],
                why: Phrase("check.queueWasChanged"), fix: Phrase("check.kopiykaCheckRepair"),
                exitCode: .damaged)
        case .tombstoneUnreadable(let key):
            .damage("error.tombstone-unreadable", ["key": .text(key.text)])
        case .ledger(let finding): finding.message
        }
    }
}

extension LedgerFinding {
    fileprivate var message: HouseMessage {
        switch self {
        case .database(let said): .damage("error.database-damaged", ["said": .text(said)])
        case .reference(let table): .damage("error.reference-missing", ["table": .text(table)])
        case .factChanged(let key): .damage("error.fact-changed", ["key": .text(key.text)])
        case .tombstoneChanged(let key):
            .damage("error.tombstone-changed", ["key": .text(key.text)])
        case .rowCount(let table, let expected, let found):
            .damage(
                "error.row-count",
                ["table": .text(table), "found": .count(found), "expected": .count(expected)])
        case .rowsChanged(let table): .damage("error.rows-changed", ["table": .text(table)])
        case .keyTwice(let key): .damage("error.key-twice", ["key": .text(key.text)])
        case .daysWrong(let account, let month):
            .damage(
                "error.days-wrong",
                ["account": .text(account), "month": .text(String(month.text.prefix(7)))])
        case .totalWrong(let account, let month, let category, let kept, let counted):
            .damage(
                "error.total-wrong",
                [
                    "account": .text(account), "month": "\(month)", "category": .text(category),
                    "kept": .text(kept?.text ?? "—"), "counted": .text(counted?.text ?? "—"),
                ])
        }
    }
}

extension HouseMessage {
    /// A record itself is damaged.
    fileprivate static func damage(
        _ key: String, _ values: [String: Template.Value]
    ) -> HouseMessage {
        HouseMessage(key, values, fix: Phrase("check.keepCopyWorkspace"), exitCode: .damaged)
    }
}
