import Facts
import Ledger
import Pending
import Workspaces

/// `kopiyka check`: proves the whole workspace, or lists what does not hold.
enum CheckCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        if invocation.has(.acceptLoss), !invocation.has(.repair) {
            throw UsageFailure(
                .other(
                    what: Bilingual(
                        uk: "--accept-loss діє лише з --repair",
                        en: "--accept-loss works with --repair only"),
                    fix: Bilingual(
                        uk: "kopiyka check --repair спершу каже, чого не повернути",
                        en: "kopiyka check --repair says first what cannot be brought back")),
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
        // Those that opening has told are not told again.
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
                why: Bilingual(
                    uk: "чергу змінено поза програмою, або в книзі бракує рядків",
                    en: "the queue was changed outside the program, or the ledger lacks lines")[
                        language],
                fix: Bilingual(
                    uk: "kopiyka check --repair поверне те, що показують файли inbox, "
                        + "kopiyka import ФАЙЛ — те, що інші",
                    en: "kopiyka check --repair brings back what files of inbox show, "
                        + "kopiyka import FILE what others do")[language])
        }
        return HouseMessage(
            kind: kind, what: what[language],
            fix: Bilingual(
                uk: "візьміть копію сховища; нічого не змінюйте, доки не зрозумієте причину",
                en: "keep a copy of the workspace; change nothing until the cause is known")[
                    language])
    }

    /// The records themselves are whole.
    private var isOfCounts: Bool {
        switch self {
        case .linesMissing, .batchUnknown: true
        case .ledger, .queue, .tombstoneUnreadable: false
        }
    }

    private var words: (String, Bilingual) {
        switch self {
        case .queue(let problem): (problem.kind.rawValue, Bilingual(same: ""))
        case .linesMissing(let batch, let count):
            count > 0
                ? (
                    "lines-missing",
                    Bilingual(
                        uk: "імпорт \(batch): \(count) рядків немає ні в черзі, ні в книзі",
                        en:
                            "import \(batch): \(count) lines are neither in the queue nor in the ledger"
                    )
                )
                : (
                    "lines-surplus",
                    Bilingual(
                        uk: "імпорт \(batch): рядків на \(-count) більше, ніж прийшло",
                        en: "import \(batch): \(-count) lines more than came in")
                )
        case .batchUnknown(let batch):
            (
                "batch-unknown",
                Bilingual(
                    uk: "рядки імпорту \(batch), якого не було",
                    en: "lines of import \(batch), which never was")
            )
        case .tombstoneUnreadable(let key):
            (
                "tombstone-unreadable",
                Bilingual(
                    uk: "відкинутий рядок \(key.text) не читається",
                    en: "the dismissed line \(key.text) cannot be read")
            )
        case .ledger(let finding): finding.words
        }
    }
}

extension LedgerFinding {
    fileprivate var words: (String, Bilingual) {
        switch self {
        case .database(let said):
            ("database-damaged", Bilingual(uk: "SQLite каже: \(said)", en: "SQLite says: \(said)"))
        case .reference(let table):
            (
                "reference-missing",
                Bilingual(
                    uk: "таблиця \(table) посилається на те, чого немає",
                    en: "table \(table) refers to what is not there")
            )
        case .factChanged(let key):
            (
                "fact-changed",
                Bilingual(
                    uk: "факт запису \(key.text) змінено поза програмою",
                    en: "the fact of entry \(key.text) was changed by something else")
            )
        case .tombstoneChanged(let key):
            (
                "tombstone-changed",
                Bilingual(
                    uk: "відкинутий рядок \(key.text) змінено поза програмою",
                    en: "the dismissed line \(key.text) was changed by something else")
            )
        case .rowCount(let table, let expected, let found):
            (
                "row-count",
                Bilingual(
                    uk: "таблиця \(table): рядків \(found), має бути \(expected)",
                    en: "table \(table): \(found) rows, should be \(expected)")
            )
        case .rowsChanged(let table):
            (
                "rows-changed",
                Bilingual(
                    uk: "таблицю \(table) змінено поза програмою",
                    en: "table \(table) was changed by something else")
            )
        case .keyTwice(let key):
            (
                "key-twice",
                Bilingual(
                    uk: "рядок \(key.text) і затверджено, і відкинуто",
                    en: "line \(key.text) is both approved and dismissed")
            )
        case .totalWrong(let account, let month, let category, let kept, let counted):
            (
                "total-wrong",
                Bilingual(
                    uk:
                        "\(account), \(month), \(category): записано \(kept?.text ?? "—"), є \(counted?.text ?? "—")",
                    en:
                        "\(account), \(month), \(category): kept \(kept?.text ?? "—"), counted \(counted?.text ?? "—")"
                )
            )
        }
    }
}
