import Facts
import Ledger
import Pending
import Pipeline
import Reports
import Scanning
import Workspaces

/// `kopiyka check`: proves the whole workspace, or lists what does not hold.
enum CheckCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
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
        var entries = 0
        var queued = 0
        var tally = BalanceTally()
        let book = access.book
        let dismissed = try access.workspace.dismissedLines()
        tally.add(dismissed) { book.currency(of: $0) }
        let rows = LedgerRows(access.workspace.ledger) { book.currency(of: $0) }
        var ownTransfers: [LineKey] = []
        var contradicted: [ContradictedCurrency] = []
        func compareCurrency(_ fact: StatementFact) {
            contradicted.note(
                fact.amount.currency, against: book.currency(of: fact.account), of: fact.account)
        }
        try rows.forEach { entry, row in
            entries += 1
            // A person who writes an entry says its currency.
            if entry.batch != 0 { compareCurrency(entry.fact) }
            tally.add(row, files: entry.sources.map(\.file))
            if entry.annotation.transferTo == entry.fact.account { ownTransfers.append(entry.key) }
        }
        try access.workspace.forEachQueueLine { line in
            queued += 1
            compareCurrency(line.fact)
            tally.add(
                waiting: line.key, line.fact.inCurrency(book.currency(of: line.fact.account)))
            return true
        }
        // As long as lines wait, a difference is no finding. Where no lines explain it, a statement
        // is missing or not whole: it is said, and nothing can be decided here.
        let differing = try tally.standings().filter {
            !$0.isOpen && !($0.difference?.isZero ?? true)
        }
        for standing in differing { report(standing, access.settings, console) }
        var coverage = CoverageTally()
        let vanished = try access.workspace.vanishedHolds()
        try coverage.addLines(of: access.workspace, dismissed: dismissed, vanished: vanished) {
            book.currency(of: $0)
        }
        let merged = coverage.coverages().compactMap {
            SeveralAccounts($0, as: access.settings.shownName(of: $0.account))
        }
        for account in merged { console.report(account) }
        let meetings = AccountPieces(coverage).meetings
        for meeting in meetings { console.report(AccountsMeet(meeting, access.settings)) }
        for account in contradicted {
            console.report(CurrencyContradicted(contradicted: account))
        }
        console.narrate(vanished)
        if !ownTransfers.isEmpty {
            console.narrate(
                .transfersWithinAccount,
                [
                    "count": .count(ownTransfers.count),
                    "keys": .text(ownTransfers.map(\.text).joined(separator: ", ")),
                ], .doubtful)
        }
        if invocation.wantsJSON {
            try console.json(
                .object([
                    ("checked", .bool(true)), ("entries", .number(String(entries))),
                    ("queued", .number(String(queued))),
                    ("differences", .number(String(differing.count))),
                    ("merged_accounts", .number(String(merged.count))),
                    ("divided_accounts", .number(String(meetings.count))),
                    ("contradicted_currencies", .number(String(contradicted.count))),
                    ("holds_vanished", .array(vanished.map { .string($0.key.text) })),
                    ("transfers_within_account", .number(String(ownTransfers.count))),
                ]))
        } else if let open = firstOpen(
            areBalances: !differing.isEmpty || !merged.isEmpty, isDivided: !meetings.isEmpty,
            isContradicted: !contradicted.isEmpty, hasHolds: !vanished.isEmpty)
        {
            try console.line(
                open, ["entries": .count(entries), "queued": .count(queued)], .doubtful)
        } else {
            try console.line(
                .checkPassed, ["entries": .count(entries), "queued": .count(queued)], .good)
        }
        // What a person dismissed is decided.
        let isOpen =
            differing.contains { $0.explainedBy != $0.dismissed } || !merged.isEmpty
            || !meetings.isEmpty || vanished.contains(where: \.isApproved)
            || !ownTransfers.isEmpty || !contradicted.isEmpty
        return isOpen ? .needsPerson : .done
    }

    /// What the last line says of a workspace that is whole and leaves something to a person.
    private static func firstOpen(
        areBalances: Bool, isDivided: Bool, isContradicted: Bool, hasHolds: Bool
    ) -> Message? {
        if areBalances { return .checkPassedButBalances }
        if isDivided { return .checkPassedButDivided }
        if isContradicted { return .checkPassedButCurrency }
        return hasHolds ? .checkPassedButHolds : nil
    }

    /// The workspace is whole, and its sums are not the bank's: a person can tell why.
    private static func report(
        _ standing: BalanceTally.Standing, _ settings: Settings, _ console: Console
    ) {
        guard let amount = standing.difference, let day = standing.printedOn else { return }
        console.narrate(
            standing.explainedBy.isEmpty ? .balanceDiffersUnexplained : .balanceDiffers,
            [
                "account": .text(settings.shownName(of: standing.account)),
                "amount": .text(peopleText(of: amount, in: console.language)),
                "currency": .text(standing.currency.code),
                "day": .text(peopleText(of: day, in: console.language)),
            ], .doubtful)
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
