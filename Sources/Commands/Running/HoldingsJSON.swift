import Facts
import Planning
import Reports
import Scanning

/// Holdings as objects: their postings, or how they stand and what differs.
struct HoldingsJSON {
    private let plan: HoldingsPlan
    private let arguments: ListArguments

    init(_ plan: HoldingsPlan, _ question: LedgerQuestion) {
        self.plan = plan
        arguments = ListArguments(LineFilter(question.filter.tree), accounts: [])
    }

    /// - Parameter isWhole: all postings; otherwise one object a holding, and those that differ.
    func print(isWhole: Bool, _ console: Console) throws {
        for entry in plan.entries {
            if !isWhole { try console.json(standing(of: entry)) }
            for index in entry.postings.indices
            where isWhole || !(entry.difference(index)?.isZero ?? true) {
                try console.json(posting(index, of: entry))
            }
            for other in entry.result.others {
                try console.json(
                    head(of: entry, other.firstDay) + [
                        "expected": .amount(entry.holding.money(0)), "paid": .amount(other.paid),
                        "difference": .amount(other.paid), "rows": rows(of: other, entry),
                    ])
            }
        }
    }

    private func head(of entry: HoldingsPlan.Entry, _ day: CalendarDate?) -> JSONValue {
        [
            "id": .string(entry.holding.id), "kind": .string(entry.holding.kind),
            "day": day.map { .day($0) }, "currency": .string(entry.holding.currency.code),
        ]
    }

    private func standing(of entry: HoldingsPlan.Entry) -> JSONValue {
        let standing = entry.standing
        return head(of: entry, standing.next?.day) + [
            "expected": standing.next.map { .amount($0.expected) },
            "state": .string(standing.state.rawValue),
            "account": entry.shown.account.map { .string($0) },
            "balance": .amount(standing.balance), "rate": .string(standing.rate.text),
            "accrued": .amount(standing.accrued), "interest_so_far": .amount(standing.interest),
            "tax_so_far": standing.tax.isZero ? nil : .amount(standing.tax),
        ]
    }

    private func posting(_ index: Int, of entry: HoldingsPlan.Entry) -> JSONValue {
        let posting = entry.postings[index]
        let paid = entry.result.paid[index]
        return head(of: entry, posting.day) + [
            "expected": .amount(posting.expected), "interest": .amount(posting.interest),
            "tax": posting.tax.isZero ? nil : .amount(posting.tax),
            "principal": .amount(posting.principal), "balance": .amount(posting.balance),
            "paid": paid.map { .amount($0.paid) },
            "difference": entry.difference(index).map { .amount($0) },
            "paid_principal": paid?.principal.map { .amount($0) },
            "paid_interest": paid?.interest.map { .amount($0) },
            "rows": paid.map { rows(of: $0, entry) },
        ]
    }

    private func rows(of paid: PaidPosting, _ entry: HoldingsPlan.Entry) -> JSONValue {
        let terms: [(OptionName, String)] =
            switch entry.shown.selection {
            case .categories(let keys): keys.map { (.category, "=" + $0) }
            case .paymentsOut(let keys): keys.map { (.category, "=" + $0) } + [(.sign, "out")]
            case .moneyIn: [(.sign, "in")]
            }
        return arguments.of(
            entry.holding.currency, account: entry.shown.account ?? "", terms,
            within: ReportSpan(paid.firstDay, paid.lastDay))
    }
}
