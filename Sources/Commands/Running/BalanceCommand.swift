import Facts
import Ledger
import Pending
import Planning
import Reports
import Scanning
import Workspaces

/// `kopiyka balance`: balances of the accounts, compared with the bank's.
enum BalanceCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let question = try LedgerQuestion(invocation, console).upToToday(invocation, console)
        let dismissed = try question.workspace.dismissedLines()
        let standings = try question.standings(dismissed)
        let worth = try BalancesWorth(of: standings, question.access, invocation)
        var objects: [JSONValue] {
            standings.map { object(of: $0, question.filter.to) + worth.members(at: $0.place) }
        }
        let explanation = FigureExplanation(question, console)
        if try explanation.answers(
            invocation, [AskedTable(table: table(of: standings, question, console))])
        {
            return .done
        }
        if invocation.wantsJSON {
            try console.json(objects)
            return .done
        }
        if invocation.wantsCSV {
            try console.csv(
                [
                    "account", "currency", "entries", "opening", "opening_on", "sum", "balance",
                    "bank_balance", "bank_balance_on", "difference", "in", "worth",
                ], of: objects)
            return .done
        }
        if standings.isEmpty {
            try console.line(.ledgerEmpty)
        } else {
            try console.table(table(of: standings, question, console))
            try worth.print(console)
        }
        for standing in standings {
            try explain(standing, dismissed, question.access.settings, console)
        }
        try reportWaiting(question, console)
        return .done
    }

    /// Names the lines that explain a difference.
    private static func explain(
        _ standing: BalanceTally.Standing, _ dismissed: [DismissedLine], _ settings: Settings,
        _ console: Console
    ) throws {
        let account = settings.shownName(of: standing.account)
        let gone = Set(standing.dismissed)
        let waiting = Set(standing.waiting)
        let surplus = standing.explainedBy.filter { !gone.contains($0) && !waiting.contains($0) }
        let isAll = surplus.count == standing.explainedBy.count
        for (message, keys) in [
            (isAll ? Message.balanceExplained : .balanceSurplus, surplus),
            (.balanceWaiting, standing.waiting),
        ] where !keys.isEmpty {
            try console.line(
                message,
                [
                    "account": .text(account), "count": .count(keys.count),
                    "keys": .text(keys.map(\.text).joined(separator: " ")),
                ])
        }
        for line in dismissed.lazy.map(\.line) where gone.contains(line.key) {
            let fact = line.fact
            try console.line(
                .balanceDismissed,
                [
                    "account": .text(account), "key": .text(line.key.text),
                    "day": .day(fact.made.day), "amount": .amount(fact.amount),
                    "currency": .text(standing.currency.code),
                    "description": .text(fact.description),
                ], .doubtful)
        }
    }

    private static func object(
        of standing: BalanceTally.Standing, _ last: CalendarDate?
    ) -> JSONValue {
        [
            "account": .string(standing.account), "currency": .string(standing.currency.code),
            "entries": .count(standing.count), "sum": .amount(standing.sum),
            "balance": .amount(standing.balance),
            "balance_on": standing.printedOn.map { .day($0) },
            "opening": standing.opening.map { .amount($0) },
            "difference": standing.difference.map { .amount($0) },
            "explained_by": .ifAny(standing.explainedBy),
            "opening_on": standing.openingOn.map { .day($0) },
            "bank_balance": standing.printed.map { .amount($0) },
            "bank_balance_on": standing.printedOn.map { .day($0) },
            "rows": FigureRows.of(standing.place, within: ReportSpan(.earliest, last ?? .latest)),
        ]
    }

    private static let columnsForCounts = 72

    private static func table(
        of standings: [BalanceTally.Standing], _ question: LedgerQuestion, _ console: Console
    ) -> Table {
        let settings = question.access.settings
        // `accounts` has the number of entries too; in a narrow window the amounts need the room.
        let hasCounts = (console.width ?? .max) >= Self.columnsForCounts
        var columns: [Table.Column] = [.init(.columnAccount, cutTo: 12), .blank]
        if hasCounts { columns.append(.init(.columnEntries, .number, key: "entries")) }
        columns += [
            .init(.columnBalance, .number, key: "total"),
            .init(.columnBankSays, .number, key: "bank_balance"), .init(.columnOn),
            .init(.columnDifference, .number, key: "difference"),
        ]
        var table = Table(columns)
        for standing in standings {
            func cell(
                _ amount: Money?, _ tone: Tone = .plain,
                _ question: @escaping () -> FigureQuestion
            ) -> Table.Cell {
                amount.map { Table.Cell.amount($0, tone).asking { question() } } ?? .none
            }
            let isWhole = standing.difference?.isZero ?? false
            var cells: [Table.Cell] = [
                .text(settings.shownName(of: standing.account)),
                .text(standing.currency.code),
            ]
            if hasCounts {
                cells.append(.count(standing.count).asking { entries(of: standing, question) })
            }
            cells += [
                cell(standing.balance) { balance(of: standing, question) },
                cell(standing.printed) { printed(in: standing) },
                standing.printedOn.map { .day($0) } ?? "—",
                cell(standing.difference, isWhole ? .good : .bad) {
                    difference(of: standing, console)
                },
            ]
            table.add(
                cells,
                .init(others: [
                    standing.account, standing.account + " " + standing.currency.code,
                    settings.shownName(of: standing.account) + " " + standing.currency.code,
                ]))
        }
        return table
    }

    private static func entries(
        of standing: BalanceTally.Standing, _ question: LedgerQuestion
    ) -> FigureQuestion {
        FigureQuestion([lines(of: standing, question)], .count)
    }

    /// The lines, and what there was before them.
    private static func balance(
        of standing: BalanceTally.Standing, _ question: LedgerQuestion
    ) -> FigureQuestion {
        FigureQuestion([
            .init(words: lines(of: standing, question), amount: standing.before)
        ])
    }

    private static func printed(in standing: BalanceTally.Standing) -> FigureQuestion {
        FigureQuestion(
            [.init(amount: standing.printed)],
            .computed(.figurePrinted, ["day": .day(standing.printedOn ?? standing.lastDay)]))
    }

    /// The bank's balance less what the ledger has on that day.
    private static func difference(
        of standing: BalanceTally.Standing, _ console: Console
    ) -> FigureQuestion {
        let words = lines(of: standing, upTo: standing.printedOn ?? standing.lastDay)
        return FigureQuestion([
            .init(name: console.words(.columnBankSays), amount: standing.printed),
            .init(
                name: console.words(.columnBalance), isLess: true, words: words,
                amount: standing.opening),
        ])
    }

    private static func lines(
        of standing: BalanceTally.Standing, _ question: LedgerQuestion
    ) -> [String] {
        lines(of: standing, upTo: question.filter.to ?? .latest)
    }

    private static func lines(
        of standing: BalanceTally.Standing, upTo day: CalendarDate
    ) -> [String] {
        FigureRows.of(standing.place, within: ReportSpan(.earliest, day)).words
    }

    private static func reportWaiting(_ question: LedgerQuestion, _ console: Console) throws {
        let accounts = question.filter.accounts
        var waiting = 0
        try question.workspace.forEachQueueLine { line in
            let isAsked = accounts.isEmpty || accounts.contains(line.fact.account)
            if isAsked, !question.filter.excludedAccounts.contains(line.fact.account) {
                waiting += 1
            }
            return true
        }
        if waiting > 0 { console.narrate(.balancePending, ["count": .count(waiting)]) }
    }
}

extension LedgerQuestion {
    /// The balances of the accounts asked about.
    func standings(_ dismissed: [DismissedLine]) throws -> [BalanceTally.Standing] {
        let found = try standings(dismissed, byDays: true)
        var read: [AccountPlace: BalanceTally.Standing] = [:]
        for account in Set(found.lazy.filter(\.isUnread).map(\.account)).sorted() {
            let question = changed { $0.accounts = [account] }
            for standing in try question.standings(dismissed, byDays: false) {
                read[standing.place] = standing
            }
        }
        return found.map { read[$0.place] ?? $0 }
    }

    private func standings(
        _ dismissed: [DismissedLine], byDays: Bool
    ) throws -> [BalanceTally.Standing] {
        let book = access.book
        var tally = try balanceTally(dismissed, byDays: byDays)
        try workspace.forEachQueueLine { line in
            let currency = book.currency(of: line.fact.account)
            tally.add(waiting: line.key, line.fact.inCurrency(currency))
            return true
        }
        return try tally.standings()
    }

    /// The same without what explains differences, for which every line may have to be read.
    var balances: [BalanceTally.Standing] {
        get throws {
            try balanceTally(try workspace.dismissedLines(), byDays: true).standings()
        }
    }

    private func balanceTally(
        _ dismissed: [DismissedLine], byDays: Bool
    ) throws -> BalanceTally {
        let book = access.book
        var tally = BalanceTally(
            given: givenOpenings,
            closings: try workspace.ledger.seenFiles().closings(upTo: filter.to ?? .latest))
        tally.add(dismissed) { book.currency(of: $0) }
        let rows = try rows
        if try !byDays || !tally.addDays(of: rows) {
            try rows.forEach { entry, row in
                tally.add(entry, row)
            }
        }
        return tally
    }

    /// The given balances of the accounts asked about. One of a later day than the lines would need
    /// those between to be a balance of theirs.
    var givenOpenings: [AccountPlace: BalanceTally.Opening] {
        access.settings.openings.filter { place, opening in
            opening.day <= filter.to ?? .latest
                && (filter.accounts.isEmpty || filter.accounts.contains(place.account))
                && !filter.excludedAccounts.contains(place.account)
        }
    }
}

extension Settings {
    /// The given balances of accounts.
    var openings: [AccountPlace: BalanceTally.Opening] {
        var openings: [AccountPlace: BalanceTally.Opening] = [:]
        for account in accounts {
            for opening in account.openings {
                let place = AccountPlace(account.name, opening.amount.currency)
                openings[place] = .init(amount: opening.amount, day: opening.day)
            }
        }
        return openings
    }
}

extension [SeenFile] {
    /// The closing balance of the last statement of each account.
    func closings(upTo day: CalendarDate) -> [AccountPlace: BalanceTally.Closing] {
        var last: [AccountPlace: [(file: String, record: StatementRecord)]] = [:]
        for file in self {
            for record in file.statements where record.closing != nil && record.lastDay <= day {
                let place = AccountPlace(record.account, record.currency)
                let known = last[place]?.first?.record.lastDay
                if let known, known > record.lastDay { continue }
                if known != record.lastDay { last[place] = [] }
                last[place, default: []].append((file.name, record))
            }
        }
        return last.compactMapValues { statements in
            // Pages of one day: the last one's balance opens no other.
            let ends = statements.filter { page in
                !statements.contains {
                    $0.record != page.record && $0.record.opening == page.record.closing
                }
            }
            guard let closing = ends.first?.record.closing,
                ends.allSatisfy({ $0.record.closing == closing })
            else { return nil }
            return BalanceTally.Closing(
                amount: closing, day: ends[0].record.lastDay, files: Set(statements.map(\.file)))
        }
    }
}

extension BalanceTally {
    /// Adds an entry with its row.
    mutating func add(_ entry: LedgerEntry, _ row: ReportRow) {
        add(
            row, isByHand: entry.isByHand, booked: entry.fact.bookedOn,
            files: entry.sources.map(\.file))
    }

    /// Adds dismissed lines that no other line replaces; call it before the rows.
    mutating func add(_ dismissed: [DismissedLine], currencyOf: (String) -> Currency) {
        for line in dismissed.lazy.filter({ $0.place == .nowhere }).map(\.line) {
            add(
                dismissed: line.key, line.fact.inCurrency(currencyOf(line.fact.account)),
                files: line.sources.map(\.file))
        }
    }
}
