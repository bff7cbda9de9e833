import Facts
import Ledger
import Reports
import Scanning

/// A report as objects: one for each row, then for each sum. Each figure has the arguments of
/// `kopiyka list` that print the lines it is made of.
struct ReportJSON {
    private let plan: ReportPlan
    private let order: RowOrder
    private let lists: ReportLists

    init(_ plan: ReportPlan, _ order: RowOrder, _ lists: ReportLists) {
        self.plan = plan
        self.order = order
        self.lists = lists
    }

    func print(_ tables: [FlowMatrix.Table], _ console: Console) throws {
        for table in tables {
            for row in order.listed(table.rows) { try console.json(object(row, in: table)) }
            for (name, amounts, kinds) in [
                ("in", table.moneyIn, FlowMatrix.moneyIn),
                ("refunds", table.refunds, [.refund]),
                ("out", table.moneyOut, FlowMatrix.moneyOut),
                ("net", table.net, FlowMatrix.moneyIn + FlowMatrix.moneyOut),
                ("outside", table.outside, [.outside]),
                ("transfers", table.transfers, [.outside, .transfer]),
                ("change", table.change, []),
            ] as [(String, FlowMatrix.Amounts, [PartKind])] {
                let head: JSONValue = ["sum": .string(name)]
                try console.json(
                    object(
                        head, amounts, whole: nil, table,
                        terms: kinds.map { (.kind, $0.rawValue) }))
            }
        }
    }

    private func object(_ row: FlowMatrix.Row, in table: FlowMatrix.Table) -> JSONValue {
        var head: JSONValue = [plan.subject.rawValue: .string(row.label)]
        switch row.section {
        case .expense: head = head + ["kind": .string(CategoryKind.expense.rawValue)]
        case .income, .refund: head = head + ["kind": .string(CategoryKind.income.rawValue)]
        case .unsorted(let isIn): head = head + ["direction": .string(isIn ? "in" : "out")]
        case .outside:
            head = head + ["kind": .string(CategoryKind.transfer.rawValue), "outside": .bool(true)]
        case .transfer: head = head + ["kind": .string(CategoryKind.transfer.rawValue)]
        }
        head = head + ["parts": .count(row.amounts.count)]
        let terms = row.terms(of: plan.subject, depth: plan.depth, plan.filter.tree)
        return object(
            head, row.amounts, whole: table.wholes[row.section], table, terms: terms,
            account: plan.subject == .account ? row.label : "")
    }

    private func object(
        _ head: JSONValue, _ amounts: FlowMatrix.Amounts, whole: Money?,
        _ table: FlowMatrix.Table, terms: [(OptionName, String)], account: String = ""
    ) -> JSONValue {
        let account = account.isEmpty ? table.account : account
        func rows(_ span: ReportSpan?) -> JSONValue {
            .texts(lists.words(table, account: account, terms, within: span))
        }
        var figures: [(String, JSONValue)] = []
        var questions: [(String, JSONValue)] = []
        for (period, amount) in zip(table.periods, amounts.periods) {
            guard let amount else { continue }
            figures.append((period.text, .amount(amount)))
            questions.append((period.text, rows(lists.within(period))))
        }
        let isOverTime = plan.step != nil
        // The subject itself in a report by account.
        let isOfAccount = plan.subject == .account && head["account"] != nil
        return [
            "currency": .string(table.currency.code),
            "converted": lists.base == table.currency ? .bool(true) : nil,
            "account": isOfAccount ? nil : .ifAny(table.account),
        ] + head + [
            "periods": isOverTime ? .object(figures.map { (key: $0, value: $1) }) : nil,
            "total": .amount(amounts.total), "by": .string(plan.by),
            "average": .amount(amounts.average(over: plan.count(of: table))),
            "share": whole.flatMap { amounts.share(of: $0) }.map {
                .number(decimalText(Int64($0), digits: 3))
            },
            "before": amounts.before.map { .amount($0) },
            "change": amounts.change.map { .amount($0) },
            "rows": rows(nil),
            "rows_of_periods": isOverTime ? .object(questions.map { (key: $0, value: $1) }) : nil,
            "rows_before": plan.before.map { rows($0) },
        ]
    }
}

extension FlowMatrix.Row {
    /// The question that selects its lines.
    func terms(
        of subject: FlowMatrix.Subject, depth: Int = .max, _ tree: CategoryTree
    ) -> [(OptionName, String)] {
        var terms: [(OptionName, String)] = kinds.map { (.kind, $0.rawValue) }
        switch subject {
        case .category where label.isEmpty: terms.append((.category, "-"))
        case .category:
            // Categories below have rows of their own, unless the depth cuts them off.
            let isCut = tree.level(of: label) >= depth
            terms.append((.category, (isCut ? "" : "=") + label))
        case .tag, .person:
            let option: OptionName = subject == .tag ? .tag : .person
            terms.append((option, label.isEmpty ? "-" : "=" + label))
        case .payee: terms.append((.payee, "=" + label))
        case .account: break
        }
        return terms
    }
}
