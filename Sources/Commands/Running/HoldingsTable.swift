import Facts
import Planning

/// Holdings for people: deposits, then loans, or the schedule of each; then what differs.
struct HoldingsTable {
    private let plan: HoldingsPlan
    private let console: Console

    init(_ plan: HoldingsPlan, _ console: Console) {
        self.plan = plan
        self.console = console
    }

    func print(isWhole: Bool) throws {
        if isWhole {
            for (index, entry) in plan.entries.enumerated() {
                if index > 0 { try console.line("") }
                try printSchedule(of: entry)
            }
        } else {
            let kinds = [false, true].map { isLoan in
                plan.entries.filter { $0.holding.isLoan == isLoan }
            }.filter { !$0.isEmpty }
            for (index, entries) in kinds.enumerated() {
                if index > 0 { try console.line("") }
                try console.table(standings(of: entries))
            }
        }
        for entry in plan.entries { try printDifferences(of: entry) }
    }

    private func standings(of entries: [HoldingsPlan.Entry]) -> Table {
        let isLoan = entries.contains(where: \.holding.isLoan)
        var table = Table([
            .init(isLoan ? .columnLoan : .columnDeposit, cutTo: 8),
            .init(isLoan ? .columnDebt : .columnBalance, .number), .blank,
            .init(.columnRate, .number), .init(.columnAccrued, .number),
            .init(.columnInterest, .number), .init(.columnNext), .init(.columnAmount, .number),
        ])
        for entry in entries {
            let standing = entry.standing
            let next: Table.Cell =
                switch standing.state {
                case .ended: .words(.holdingEnded, [:], .quiet)
                default: standing.next.map { .day($0.day) } ?? .none
                }
            table.add([
                .text(entry.holding.id), .amount(standing.balance),
                .text(entry.holding.currency.code), .text(rate(standing.rate)),
                .amount(standing.accrued), .amount(standing.interest), next,
                standing.next.map { .amount($0.expected) } ?? .none,
            ])
        }
        return table
    }

    private func rate(_ rate: DatedRate) -> String {
        peopleText(ofRate: rate.text, in: console.language) + "%"
    }

    // MARK: The whole schedule

    private func printSchedule(of entry: HoldingsPlan.Entry) throws {
        let isLoan = entry.holding.isLoan
        let hasTax = entry.postings.contains { !$0.tax.isZero }
        let isCompared = !entry.result.paid.isEmpty
        try console.line(
            isLoan ? .holdingLoan : .holdingDeposit,
            [
                "id": .text(entry.holding.id), "amount": .money(entry.holding.principal),
                "day": .day(entry.holding.opened),
            ], .strong)
        var columns: [Table.Column] = [.init(.columnDay)]
        if isLoan { columns.append(.init(.columnPayment, .number)) }
        columns.append(.init(.columnInterest, .number))
        if isLoan { columns.append(.init(.columnPrincipal, .number)) }
        if hasTax {
            columns += [.init(.columnTax, .number), .init(.columnExpected, .number)]
        }
        columns.append(.init(isLoan ? .columnDebt : .columnBalance, .number))
        if isCompared {
            columns += [.init(.columnPaid, .number), .init(.columnDifference, .number)]
        }
        var table = Table(columns)
        for (index, posting) in entry.postings.enumerated() {
            var cells: [Table.Cell] = [.day(posting.day)]
            if isLoan { cells.append(.amount(posting.expected)) }
            cells.append(.amount(posting.interest))
            if isLoan { cells.append(.amount(posting.principal)) }
            if hasTax { cells += [.amount(posting.tax), .amount(posting.expected)] }
            cells.append(.amount(posting.balance))
            if isCompared {
                cells += [
                    entry.result.paid[index].map { .amount($0.paid) } ?? .none,
                    entry.difference(index).map { .amount($0, $0.isZero ? .good : .bad) } ?? .none,
                ]
            }
            table.add(cells)
        }
        try console.table(table)
    }

    // MARK: What differs

    private func printDifferences(of entry: HoldingsPlan.Entry) throws {
        func values(_ day: CalendarDate, _ paid: Money) -> [String: Template.Value] {
            [
                "id": .text(entry.holding.id), "day": .day(day), "paid": .amount(paid),
                "currency": .text(entry.holding.currency.code),
            ]
        }
        for (index, posting) in entry.postings.enumerated() {
            guard let paid = entry.result.paid[index] else { continue }
            if let difference = entry.difference(index), !difference.isZero {
                var values = values(posting.day, paid.paid)
                values["expected"] = .amount(posting.expected)
                values["difference"] = .amount(difference)
                try console.line(.holdingDiffers, values, .bad)
            } else if let interest = paid.interest, interest != posting.interest {
                var values = values(posting.day, interest)
                values["expected"] = .amount(posting.interest)
                try console.line(.holdingBankInterest, values, .bad)
            }
        }
        for other in entry.result.others {
            try console.line(.holdingUnexpected, values(other.firstDay, other.paid), .bad)
        }
        let missing = entry.result.missing
        if let first = missing.first {
            try console.line(
                .holdingUnpaid,
                [
                    "id": .text(entry.holding.id), "count": .count(missing.count),
                    "day": .day(entry.postings[first].day),
                ], .doubtful)
        }
    }
}
