import Facts
import Ledger
import Pending
import Workspaces

/// `kopiyka check`: verifies the whole workspace and lists violations.
enum CheckCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        if invocation.has(.acceptLoss), !invocation.has(.repair) {
            throw UsageFailure(
                .other(
                    what: Phrase("check.acceptLossWorks"),
                    fix: Phrase("check.repairSaysFirst")),
                command: .check)
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
}

extension WorkspaceFinding: HouseError {
    package var exitCode: ExitCode { .damaged }

    package func message(in language: Language) -> HouseMessage {
        if case .queue(let problem) = self { return problem.message(in: language) }
        let (kind, what) = words
        if isOfCounts {
            return HouseMessage(
                kind: kind, what: what[language],
                why: Phrase("check.queueWasChanged")[
                    language],
                fix: Phrase("check.kopiykaCheckRepair")[language])
        }
        return HouseMessage(
            kind: kind, what: what[language],
            fix: Phrase("check.keepCopyWorkspace")[
                language])
    }

    /// The records themselves are intact.
    private var isOfCounts: Bool {
        switch self {
        case .linesMissing, .batchUnknown: true
        case .ledger, .queue, .tombstoneUnreadable: false
        }
    }

    private var words: (String, Phrase) {
        switch self {
        case .queue(let problem): (problem.kind.rawValue, Phrase(same: ""))
        case .linesMissing(let batch, let count):
            count > 0
                ? (
                    "lines-missing",
                    Phrase(
                        "check.importLinesNeither",
                        ["batch": "\(batch)", "count": .count(count)])
                )
                : (
                    "lines-surplus",
                    Phrase(
                        "check.importLinesMore",
                        ["batch": "\(batch)", "count": .count(-count)])
                )
        case .batchUnknown(let batch):
            (
                "batch-unknown",
                Phrase("check.linesImportNever", ["batch": "\(batch)"])
            )
        case .tombstoneUnreadable(let key):
            (
                "tombstone-unreadable",
                Phrase("check.dismissedLineCannot", ["key": .text(key.text)])
            )
        case .ledger(let finding): finding.words
        }
    }
}

extension LedgerFinding {
    fileprivate var words: (String, Phrase) {
        switch self {
        case .database(let said):
            ("database-damaged", Phrase("check.sqliteSays", ["said": .text(said)]))
        case .reference(let table):
            (
                "reference-missing",
                Phrase("check.tableRefersWhat", ["table": .text(table)])
            )
        case .factChanged(let key):
            (
                "fact-changed",
                Phrase("check.factEntryWas", ["key": .text(key.text)])
            )
        case .tombstoneChanged(let key):
            (
                "tombstone-changed",
                Phrase("check.dismissedLineWas", ["key": .text(key.text)])
            )
        case .rowCount(let table, let expected, let found):
            (
                "row-count",
                Phrase(
                    "check.tableRowCount",
                    ["table": .text(table), "found": .count(found), "expected": .count(expected)])
            )
        case .rowsChanged(let table):
            (
                "rows-changed",
                Phrase("check.tableWasChanged", ["table": .text(table)])
            )
        case .keyTwice(let key):
            (
                "key-twice",
                Phrase("check.lineBothApproved", ["key": .text(key.text)])
            )
        case .totalWrong(let account, let month, let category, let kept, let counted):
            (
                "total-wrong",
                Phrase(
                    "check.keptCounted",
                    [
                        "account": .text(account), "month": "\(month)",
                        "category": .text(category),
                        "kept": "\(kept?.text ?? "—")", "counted": "\(counted?.text ?? "—")",
                    ])
            )
        }
    }
}
