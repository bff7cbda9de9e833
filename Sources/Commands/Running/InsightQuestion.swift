import Facts
import Ledger
import Planning
import Reports
import Workspaces

/// The insights of a ledger as of a day, and what of them a person dismissed.
struct InsightQuestion {
    /// The question about the visible accounts.
    let ledger: LedgerQuestion
    /// Nil without lines.
    let report: InsightReport?
    let recurring: RecurringQuestion
    var streams: [RecurringStream] { recurring.streams }
    let dismissals: InsightDismissals
    /// `insights.yaml` as it was read.
    let dismissalBytes: [UInt8]
    /// Lines without a rate, by currency.
    let unconverted: [Currency: Int]

    /// - Parameters:
    ///   - asked: the currency of the figures, where one is asked for.
    ///   - hasAll: those on demand too.
    init(
        _ question: LedgerQuestion, _ day: CalendarDate, in asked: Currency? = nil,
        hasAll: Bool = false, _ console: Console
    ) throws {
        let access = question.access
        // `--all` adds cards, and must not change the figures of others.
        ledger = question.upTo(day).changed {
            $0.excludedAccounts = access.settings.hiddenAccounts
        }
        dismissalBytes = try access.workspace.contents(of: .insights)
        dismissals = try InsightDismissals(dismissalBytes)
        let base = try access.base(asked)
        let plan = try access.budgetFile(console).plan
        let prices = try access.prices(for: plan.currencies.union([base]), upTo: day)
        let converter = CurrencyConverter(to: base, prices)
        var sums = InsightSums(asOf: day, ledger.filter.tree, converter)
        try Self.add(ledger.rows, to: &sums)
        recurring = try RecurringQuestion(ledger, asOf: day)
        unconverted = sums.unconverted
        var budgets: [BudgetFigure] = []
        if !plan.budgets.isEmpty {
            let (tally, _) = try ledger.tally(
                of: plan, asOf: day, in: asked, base: base, prices)
            budgets = try tally.figures()
        }
        let kinds = Dictionary(
            access.settings.accounts.map { ($0.name, $0.kind) }, uniquingKeysWith: { $1 })
        let standings = try ledger.balances.map { standing in
            InsightInput.Balance(
                standing.place, standing.balance,
                openedOn: standing.openingOn,
                isDeposit: (kinds[standing.account]
                    ?? Settings.Account(name: standing.account).kind) == .deposit)
        }
        report = try InsightReport(
            InsightInput(
                sums, streams: recurring.streams, budgets: budgets, balances: standings, converter),
            hasAll: hasAll)
    }

    /// Adds the sums of months that the ledger keeps, and the lines that these lack.
    private static func add(_ rows: LedgerRows, to sums: inout InsightSums) throws {
        let areKept = try rows.forEachKeptDay { place, day, _ in sums.add(day, at: place) }
        guard areKept else { return try rows.forEachFigure { sums.add($0) } }
        try rows.forEachMonth(isEnough: sums.isEnough) {
            sums.add($0)
        } row: {
            sums.add($0)
        }
    }
}
