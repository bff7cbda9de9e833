import Facts
import Normalizing
import Importing
import Saving
import Scanning

extension Console {
    /// Prints the balance proof of a file by account, with the places of breaks.
    func proof(
        _ report: FileReport, accounts: [String], asJSON: Bool
    ) throws(SavingError) {
        let provesByTotals = Set(report.totals.filter(\.isComparable).map(\.account))
        for proof in report.balances {
            // Rows need no balances when the statement has its own.
            if !asJSON, proof.links == 0, provesByTotals.contains(proof.account) { continue }
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
        for totals in report.totals {
            let known = accounts.indices.contains(totals.account) ? accounts[totals.account] : ""
            if asJSON {
                try json(.object([("totals", totals.json(file: report.path, account: known))]))
            } else {
                let currency = totals.moneyIn.currency.code
                let name = !known.isEmpty ? known : currency.isEmpty ? "—" : currency
                try print(totals, file: report.path, account: name)
            }
        }
        if !asJSON, report.totals.count < report.totalsSeen {
            try line(
                .totalsMore,
                [
                    "file": .text(report.path), "all": .text(String(report.totalsSeen)),
                    "proved": .text(String(report.totalsProved)),
                    "broken": .text(String(report.totalsBroken)),
                ])
        }
    }

    private func print(
        _ totals: StatementTotals, file: String, account: String
    ) throws(SavingError) {
        var blanks: [String: Template.Value] = [
            "file": .text(file), "line": .text(String(totals.line)), "account": .text(account),
            "in": .text(people(totals.moneyIn)), "out": .text(people(totals.moneyOut)),
            "count": .count(totals.rows),
        ]
        if let opening = totals.opening { blanks["opening"] = .text(people(opening)) }
        if let closing = totals.closing { blanks["closing"] = .text(people(closing)) }
        if totals.hasGaps { return try line(.totalsGaps, blanks) }
        for broken in totals.breaks {
            blanks["line"] = .text(String(broken.line))
            blanks["name"] = .text(words(broken.name.words))
            blanks["printed"] = .text(people(broken.printed))
            blanks["expected"] = .text(people(broken.counted))
            blanks["difference"] = .text(broken.difference.map(people) ?? "?")
            try line(.totalsBreak, blanks)
        }
        guard totals.breaks.isEmpty else { return }
        if totals.opening != nil, totals.closing != nil {
            try line(.totalsProved, blanks)
        } else if totals.isProved {
            try line(.totalsTurnover, blanks)
        } else if totals.closing != nil {
            try line(.totalsClosing, blanks)
        }
    }

    /// One warning for a file whose balances break; its rows are kept.
    func warnOfBreaks(in report: FileReport) {
        let places = report.placesWithBreaks
        guard places > 0 else { return }
        narrate(.importBreaks, ["file": .text(report.path), "count": .count(places)], .doubtful)
    }

    /// Reports each place where the balances of a file break.
    func report(breaksIn report: FileReport) {
        guard let broken = BalancesBroken(report) else { return }
        self.report(broken)
        if report.placesWithBreaks > broken.messages.count { warnOfBreaks(in: report) }
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
                "count": .count(proof.links), "order": .text(words(proof.order.words)),
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

extension FileReport {
    fileprivate var placesWithBreaks: Int {
        balancesWithGaps.reduce(totalsBroken) { $0 + $1.gapCount }
    }
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

extension StatementTotals.Name {
    var words: Message {
        switch self {
        case .received: .totalsReceived
        case .spent: .totalsSpent
        case .closing: .totalsClosingName
        case .sum: .totalsSum
        }
    }
}

extension StatementTotals {
    fileprivate func json(file: String, account: String) -> JSONValue {
        var members: [(key: String, value: JSONValue)] = [
            ("file", .string(file)), ("line", .number(String(line))),
        ]
        if !account.isEmpty { members.append(("account", .string(account))) }
        members.append(("rows", .number(String(rows))))
        for (name, money) in [
            ("opening", opening), ("received", received), ("spent", spent), ("closing", closing),
            ("sum", sum), ("in", moneyIn), ("out", moneyOut),
        ] {
            if let money { members.append((name, .string(money.text))) }
        }
        let verdict = isProved ? "proved" : !breaks.isEmpty ? "broken" : "unproved"
        members.append(("verdict", .string(verdict)))
        if !breaks.isEmpty { members.append(("breaks", .array(breaks.map(\.json)))) }
        return .object(members)
    }
}

extension StatementTotals.Break {
    fileprivate var json: JSONValue {
        var members: [(key: String, value: JSONValue)] = [
            ("name", .string(name.rawValue)), ("line", .number(String(line))),
            ("printed", .string(printed.text)), ("counted", .string(counted.text)),
        ]
        if let difference { members.append(("difference", .string(difference.text))) }
        return .object(members)
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
