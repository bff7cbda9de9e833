import Facts
import Normalizing
import Pipeline
import Saving
import Scanning

extension Console {
    /// What the balances of a file say, account by account; breaks with their places.
    func proof(
        _ report: FileReport, accounts: [String], asJSON: Bool
    ) throws(SavingError) {
        for proof in report.balances {
            let known = accounts.indices.contains(proof.account) ? accounts[proof.account] : ""
            if asJSON {
                try json(.object([("proof", proof.json(file: report.path, account: known))]))
            } else {
                // A file that names no account has at least a currency.
                let currency = proof.moneyIn?.currency.code ?? ""
                let name = !known.isEmpty ? known : currency.isEmpty ? "—" : currency
                try print(proof, file: report.path, account: name)
            }
        }
    }

    /// One line on the side for a file whose balances do not all follow; its rows stay.
    func warnOfBreaks(in report: FileReport) {
        // Where hardly a link closes the column is no running balance.
        let broken = report.balances.filter { $0.closed > $0.broken }.reduce(0) { $0 + $1.broken }
        guard broken > 0 else { return }
        narrate(.importBreaks, ["file": .text(report.path), "count": .count(broken)], .doubtful)
    }

    private func print(
        _ proof: BalanceProof, file: String, account: String
    ) throws(SavingError) {
        guard proof.links > 0 else {
            return try line(
                .balanceNone,
                ["file": .text(file), "account": .text(account), "count": .count(proof.rows)])
        }
        try line(
            .balanceProved,
            [
                "file": .text(file), "account": .text(account), "closed": .count(proof.closed),
                "count": .count(proof.links), "order": .text(say(proof.order.words)),
            ])
        if let opening = proof.opening, let closing = proof.closing, let moneyIn = proof.moneyIn,
            let moneyOut = proof.moneyOut
        {
            try line(
                .balanceSums,
                [
                    "opening": .text(people(opening)), "in": .text(people(moneyIn)),
                    "out": .text(people(moneyOut)), "closing": .text(people(closing)),
                ])
        }
        for broken in proof.breaks {
            try line(
                .balanceBreak,
                [
                    "file": .text(file), "line": .text(String(broken.line)),
                    "previous": .text(String(broken.previousLine)),
                    "printed": .text(people(broken.printed)),
                    "expected": .text(people(broken.expected)),
                    "difference": .text(broken.difference.map(people) ?? "?"),
                ])
            if broken.isAcrossRejection { try line(.balanceBreakRejected) }
        }
        let unseen = proof.broken - proof.breaks.count
        if unseen > 0 {
            try line(.balanceMore, ["file": .text(file), "count": .count(unseen)])
        }
    }

    private func people(_ money: Money) -> String { peopleText(of: money, in: language) }
}

extension BalanceProof.Order {
    fileprivate var words: Message {
        switch self {
        case .file: .balanceOrderFile
        case .reversed: .balanceOrderReversed
        case .time: .balanceOrderTime
        }
    }
}

extension BalanceProof {
    fileprivate func json(file: String, account: String) -> JSONValue {
        var members: [(key: String, value: JSONValue)] = [("file", .string(file))]
        if !account.isEmpty { members.append(("account", .string(account))) }
        members += [
            ("rows", .number(String(rows))), ("balances", .number(String(balances))),
            ("links", .number(String(links))), ("closed", .number(String(closed))),
        ]
        if links > 0 { members.append(("order", .string(order.rawValue))) }
        for (name, money) in [
            ("opening", opening), ("in", moneyIn), ("out", moneyOut), ("closing", closing),
        ] {
            if let money, balances > 0 { members.append((name, .string(money.text))) }
        }
        if broken > 0 { members.append(("breaks", .array(breaks.map(\.json)))) }
        return .object(members)
    }
}

extension BalanceProof.Break {
    fileprivate var json: JSONValue {
        var members: [(key: String, value: JSONValue)] = [
            ("line", .number(String(line))), ("previous_line", .number(String(previousLine))),
            ("expected", .string(expected.text)), ("printed", .string(printed.text)),
        ]
        if let difference { members.append(("difference", .string(difference.text))) }
        if isAcrossRejection { members.append(("across_rejection", .bool(true))) }
        return .object(members)
    }
}
