import Facts
import Planning
import Reports
import Scanning
import Workspaces

/// `kopiyka holdings`: what deposits and loans do by their terms, and what was paid.
enum HoldingsCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let question = try LedgerQuestion(invocation, console)
        let known = try HoldingFile.holdings(question.workspace.contents(of: .holdings))
        let day = invocation.asOf ?? Clock.localDay
        let plan = try HoldingsPlan(
            try chosen(invocation.operands, of: known), on: day, question)
        let isWhole = invocation.has(.all)
        if invocation.wantsJSON {
            try HoldingsJSON(plan, question).print(isWhole: isWhole, console)
        } else if invocation.wantsCSV {
            for line in isWhole ? plan.scheduleCSV : plan.standingsCSV {
                try console.export(Array((line.joined(separator: ",") + "\r\n").utf8))
            }
        } else if known.isEmpty {
            try console.line(.holdingsEmpty)
        } else {
            try HoldingsTable(plan, console).print(isWhole: isWhole)
        }
        return .done
    }

    /// The holdings with these ids, or all of them.
    private static func chosen(_ ids: [String], of known: [Holding]) throws -> [Holding] {
        for id in ids where !known.contains(where: { $0.id == id }) {
            throw HouseMessage.usage(
                "error.no-holding", ["said": .text(id)],
                fix: Phrase("error.no-holding.fix")
                    .afterQuestion(about: closest(to: id, among: known.map(\.id))))
        }
        return ids.isEmpty ? known : known.filter { ids.contains($0.id) }
    }
}

/// The holdings that are asked about, on a day, beside what the ledger says.
struct HoldingsPlan {
    struct Entry {
        let shown: ShownHolding
        let standing: HoldingStanding
        let result: HoldingComparison.Result

        var holding: Holding { shown.schedule.holding }
        var postings: [HoldingPosting] { shown.schedule.postings }

        /// The paid amount less the expected one; nil where no line was found.
        func difference(_ index: Int) -> Money? {
            guard let paid = result.paid[index]?.paid else { return nil }
            return try? paid.adding(postings[index].expected.negated)
        }
    }

    let entries: [Entry]

    init(_ holdings: [Holding], on day: CalendarDate, _ question: LedgerQuestion) throws {
        var shown: [ShownHolding] = []
        for holding in holdings {
            let account = try Self.account(of: holding, question.access)
            let kind = account.map { question.access.settings.kind(of: $0) }
            shown.append(
                ShownHolding(
                    try HoldingSchedule(holding, through: day), account: account,
                    isOwn: [.deposit, .savings, .loan].contains(kind)))
        }
        var comparison = HoldingComparison(shown)
        for account in Set(shown.compactMap(\.account)).sorted() {
            var filter = LineFilter(question.filter.tree)
            filter.accounts = [account]
            filter.to = day
            try question.access.rows(filter).rows { comparison.add($0) }
        }
        var entries: [Entry] = []
        for (holding, result) in zip(shown, comparison.results(through: day)) {
            entries.append(
                Entry(
                    shown: holding, standing: try holding.schedule.standing(on: day),
                    result: result))
        }
        self.entries = entries
    }

    /// The id of the account that the person named.
    private static func account(
        of holding: Holding, _ access: WorkspaceAccess
    ) throws -> String? {
        guard let name = holding.account else { return nil }
        guard let found = try? access.accounts(meantBy: name), found.count == 1 else {
            let known = access.settings.accounts.map(\.shownName)
            var fault = PlanFault(.accountUnknown, at: holding.accountPlace, found: name)
            fault.near = nearest(to: name, among: known + (try access.workspace.accountNames()))
            throw fault
        }
        return found[0]
    }

    // MARK: CSV

    var scheduleCSV: [[String]] {
        let heading = [
            "id", "kind", "day", "currency", "expected", "interest", "tax", "principal", "balance",
            "paid", "difference",
        ]
        return [heading]
            + entries.flatMap { entry in
                entry.postings.enumerated().map { index, posting in
                    [
                        CSVText.cell(entry.holding.id), entry.holding.kind, posting.day.text,
                        entry.holding.currency.code, posting.expected.text, posting.interest.text,
                        posting.tax.text, posting.principal.text, posting.balance.text,
                        entry.result.paid[index]?.paid.text ?? "",
                        entry.difference(index)?.text ?? "",
                    ]
                }
            }
    }

    var standingsCSV: [[String]] {
        let heading = [
            "id", "kind", "state", "currency", "account", "balance", "rate", "accrued", "interest",
            "tax", "next_day", "next_amount",
        ]
        return [heading]
            + entries.map { entry in
                let standing = entry.standing
                return [
                    CSVText.cell(entry.holding.id), entry.holding.kind, standing.state.rawValue,
                    entry.holding.currency.code, CSVText.cell(entry.shown.account ?? ""),
                    standing.balance.text, standing.rate.text, standing.accrued.text,
                    standing.interest.text, standing.tax.text, standing.next?.day.text ?? "",
                    standing.next?.expected.text ?? "",
                ]
            }
    }
}
