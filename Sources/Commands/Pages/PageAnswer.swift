import Facts
import Ledger
import Pages
import Planning
import Reports
import Workspaces

/// The page of a ledger's report: its values, asked once, and its parts in their order.
struct PageAnswer {
    private let question: LedgerQuestion
    private let book: PageBook
    private let today: CalendarDate
    private let base: Currency?
    private let asked: Currency?
    private var read: Reading
    private let console: Console
    /// Every line is read; else only what the ledger keeps by month.
    private let readsLines: Bool
    private let entries: Int

    /// The result of one pass over the lines.
    private struct Reading {
        var categories: FlowMatrix
        var payees: FlowMatrix
        var tags: FlowMatrix
        var days = DayTally(of: [.expense])
        var lines: ConvertedLines
    }

    struct Choices {
        var isMasked = false
        var listsLines = false
    }

    init(
        _ invocation: Invocation, _ question: LedgerQuestion, _ choices: Choices,
        _ console: Console
    ) throws {
        self.question = question
        self.console = console
        today = invocation.asOf ?? Clock.localDay
        entries = try question.ledger.entryCount
        let converter = try question.access.converter(invocation, today)
        base = converter?.base
        asked = invocation.has(.inCurrency) ? invocation.currency(.inCurrency) : nil
        let lists =
            !choices.isMasked && (choices.listsLines || entries <= Limits.pageLinesMax)
        readsLines = lists || entries <= Limits.pageEntriesReadMax
        let tree = question.filter.tree
        let lines =
            lists
            ? PageLines(
                question.filter, in: base, byHand: PageText.byHand.phrase[console.language],
                noSource: PageText.noSource.phrase[console.language]) : nil
        book = PageBook(console, isMasked: choices.isMasked, lines)
        read = Reading(
            categories: FlowMatrix(tree), payees: FlowMatrix(by: .payee, step: nil, tree),
            tags: FlowMatrix(by: .tag, step: nil, tree), lines: ConvertedLines(nil))
        span = try Self.span(of: question, today)
        book.span = span.map { CalendarMonth(of: $0.first)...CalendarMonth(of: $0.last) }
        if readsLines {
            try readLines(converter)
        } else {
            try readTotals(converter)
        }
    }

    /// The days of the page's sums: those asked for, else the twelve months up to the last of the
    /// lines asked for.
    private let span: ReportSpan?
    private static let monthsUsual = 12

    private static func span(
        of question: LedgerQuestion, _ today: CalendarDate
    ) throws -> ReportSpan? {
        let filter = question.filter
        if let from = filter.from {
            let last = filter.to ?? max(from, today)
            return from <= last ? ReportSpan(from, last) : nil
        }
        var past = filter
        past.to = min(filter.to ?? today, today)
        var end: CalendarDate?
        try question.access.rows(past).forEachLast(1) { end = $1.day }
        guard let end else { return nil }
        let last = CalendarMonth(of: end).lastDay
        return ReportSpan(
            CalendarMonth(of: end.adding(months: 1 - monthsUsual)).firstDay,
            min(last, filter.to ?? last))
    }

    // MARK: Reading

    private mutating func readLines(_ given: CurrencyConverter?) throws {
        read.lines = ConvertedLines(given)
        let (filter, span, lines) = (question.filter, span, book.lines)
        try question.access.rows(filter, hasPayees: true).forEach { entry, row in
            let counted = read.lines.row(row)
            try read.categories.add(counted, filter)
            lines?.add(entry, counted, own: row, filter)
            guard let span, span.first <= row.day, row.day <= span.last else { return }
            try read.payees.add(counted, filter)
            try read.tags.add(counted, filter)
            read.days.add(counted, filter)
        }
    }

    private mutating func readTotals(_ converter: CurrencyConverter?) throws {
        let filled = try ReportFilling([read.categories], question.filter, question, converter)
        read.categories = filled.matrices[0]
        read.lines = filled.lines
    }

    // MARK: The page

    /// Nil without lines.
    func page() throws -> Page? {
        let flows = try flows()
        guard let first = flows.first, let span else { return nil }
        var page = Page(
            book.words(.title),
            book.words(
                .subtitle, ["first": .day(first.span.first), "last": .day(first.span.last)]),
            words)
        let accounts = PageAccounts(question, asOf: today, book)
        let worth =
            readsLines && question.filter.isOfSums
            ? try accounts.worth(in: base ?? asked, over: span) : nil
        page.sections.append(try year(first, worth?.heads ?? []))
        for (index, flow) in flows.enumerated() {
            page.sections += try index == 0 ? parts(of: flow) : shortParts(of: flow, "-\(index)")
        }
        if let names = try names(first) { page.sections.append(names) }
        let missing = (worth?.missing ?? []).map { Page.Block.sentence($0) }
        if let worth, !worth.charts.isEmpty {
            page.sections.append(
                .init(
                    "worth", book.words(.partWorth),
                    worth.charts.map { .chart($0) } + missing))
        }
        if question.filter.isOfSums, let table = try accounts.table() {
            page.sections.append(.init("accounts", book.words(.partAccounts), [.table(table)]))
        }
        page.sections += try plans(accounts)
        page.sections[0].blocks += missing
        if !readsLines {
            let left = book.words(.leftOut, ["count": .count(entries)])
            page.sections[0].blocks.append(.sentence(left))
        }
        page.lists = book.finished()
        return page
    }

    func narrate() { console.narrate(unconverted: read.lines.unconverted) }

    private var words: Page.Words {
        Page.Words(
            language: console.language.rawValue, table: book.words(.table),
            contents: book.words(.contents), lines: book.words(.lines),
            linesHelp: book.words(book.lines == nil ? .linesHelp : .linesListed),
            back: book.words(.back), made: book.words(.made),
            day: console.words(.columnDay), payee: console.words(.columnPayee),
            amount: console.words(.columnAmount), place: book.words(.place))
    }

    /// Money in and out in each currency, the one with most lines first.
    private func flows() throws -> [PageFlows] {
        let arguments = try ListArguments(question, question.filter, read.lines)
        let tables = try read.categories.tables().sorted { a, b in
            (a.currency == base ? 1 : 0, a.change.count) > (
                b.currency == base ? 1 : 0, b.change.count
            )
        }
        return tables.map { table in
            PageFlows(
                table, question.filter, arguments, span: span, currencyName: name(of: table), book)
        }.filter { !$0.isEmpty }
    }

    private func name(of table: FlowMatrix.Table) -> String {
        table.account.isEmpty
            ? table.currency.code
            : book.name(
                console.name(
                    of: table.currency, account: table.account, question.access.settings),
                as: .aliasAccount)
    }

    private func year(_ flow: PageFlows, _ worth: [Page.Headline]) throws -> Page.Section {
        var heads = try flow.headlines() + worth
        heads.append(
            .init(book.words(.tenLines), text: book.isMasked ? PageBook.mask : book.count(entries)))
        return Page.Section("year", book.words(.partYear), [.headlines(Array(heads.prefix(10)))])
    }

    /// The figures of a currency beside the page's own.
    private func shortParts(of flow: PageFlows, _ suffix: String) throws -> [Page.Section] {
        [
            Page.Section(
                "flows" + suffix, book.words(.partFlows) + ", " + flow.currencyName,
                [.chart(flow.bars()), .table(try flow.monthTable())])
        ]
    }

    private func parts(of flow: PageFlows) throws -> [Page.Section] {
        var charts: [Page.Block] = [.chart(flow.bars())]
        if let years = flow.years() { charts.append(.chart(years)) }
        if let sankey = try flow.sankey() { charts.append(.chart(sankey)) }
        var spending: [Page.Block] = []
        if let list = try flow.barList() { spending.append(.chart(list)) }
        if let map = try flow.treemap() { spending.append(.chart(map)) }
        let spent = try read.days.tables().first { $0.purse == flow.purse }
        if let spent, let days = flow.days(spent) { spending.append(.chart(days)) }
        var sections = [Page.Section("flows", book.words(.partFlows), charts)]
        if !spending.isEmpty {
            sections.append(.init("categories", book.words(.partCategories), spending))
        }
        sections.append(
            .init("months", book.words(.partMonths), [.table(try flow.monthTable())]))
        return sections
    }

    private static let namesMax = 20

    private func names(_ flow: PageFlows) throws -> Page.Section? {
        var blocks: [Page.Block] = []
        for (matrix, subject, alias) in [
            (read.payees, FlowMatrix.Subject.payee, PageText.aliasPayee),
            (read.tags, .tag, .aliasTag),
        ] {
            let table = try matrix.tables().first { Purse($0.currency, $0.account) == flow.purse }
            if let table, let found = flow.names(table, by: subject, alias, max: Self.namesMax) {
                blocks.append(.table(found))
            }
        }
        return blocks.isEmpty ? nil : .init("names", book.words(.partNames), blocks)
    }

    private func plans(_ accounts: PageAccounts) throws -> [Page.Section] {
        // Plans are of the whole household, and need every line.
        guard readsLines, question.filter.isOfSums, question.filter.accounts.isEmpty,
            question.filter.from == nil
        else { return [] }
        let plans = PagePlans(question, asOf: today, book)
        var sections: [Page.Section] = []
        if let budgets = try plans.budgets(in: base ?? asked) {
            sections.append(.init("budgets", book.words(.partBudgets), [.chart(budgets)]))
        }
        let insights = try InsightQuestion(question, today, in: base ?? asked, console)
        if let table = try plans.upcoming(insights.recurring) {
            sections.append(.init("upcoming", book.words(.partUpcoming), [.table(table)]))
        }
        if let forecast = try plans.forecast(in: base ?? asked, accounts) {
            sections.append(.init("forecast", book.words(.partForecast), [.chart(forecast)]))
        }
        if let table = try plans.insights(insights, in: base ?? asked, accounts) {
            sections.append(.init("insights", book.words(.partInsights), [.table(table)]))
        }
        return sections
    }
}
