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
                try json(["proof": proof.json(file: report.path, account: known)])
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
                try json(["totals": totals.json(file: report.path, account: known)])
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
            blanks["name"] = .phrase(broken.name.text)
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
                "count": .count(proof.links),
                "order": .phrase(Phrase("balanceOrder.\(proof.order.rawValue)")),
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

extension StatementTotals.Name {
    var text: Phrase { Phrase("totalName.\(rawValue)") }
}

extension StatementTotals {
    fileprivate func json(file: String, account: String) -> JSONValue {
        [
            "file": .string(file), "line": .count(line), "account": .ifAny(account),
            "rows": .count(rows), "opening": opening.map { .amount($0) },
            "received": received.map { .amount($0) }, "spent": spent.map { .amount($0) },
            "closing": closing.map { .amount($0) }, "sum": sum.map { .amount($0) },
            "in": .amount(moneyIn), "out": .amount(moneyOut),
            "verdict": .string(isProved ? "proved" : !breaks.isEmpty ? "broken" : "unproved"),
            "breaks": breaks.isEmpty ? nil : .array(breaks.map(\.json)),
        ]
    }
}

extension StatementTotals.Break {
    fileprivate var json: JSONValue {
        [
            "name": .string(name.rawValue), "line": .count(line), "printed": .amount(printed),
            "counted": .amount(counted), "difference": difference.map { .amount($0) },
        ]
    }
}

extension BalanceProof {
    fileprivate func json(file: String, account: String) -> JSONValue {
        func ifPrinted(_ money: Money?) -> JSONValue? {
            balances > 0 ? money.map { .amount($0) } : nil
        }
        return [
            "file": .string(file), "account": .ifAny(account), "rows": .count(rows),
            "balances": .count(balances), "links": .count(links), "closed": .count(closed),
            "order": links > 0 ? .string(order.rawValue) : nil, "opening": ifPrinted(opening),
            "in": ifPrinted(moneyIn), "out": ifPrinted(moneyOut), "closing": ifPrinted(closing),
            "breaks": broken > 0 ? .array(breaks.map(\.json)) : nil,
        ]
    }
}

extension BalanceProof.Break {
    fileprivate var json: JSONValue {
        [
            "line": .count(line), "previous_line": .count(previousLine),
            "expected": .amount(expected), "printed": .amount(printed),
            "difference": difference.map { .amount($0) },
            "across_rejection": isAcrossRejection ? .bool(true) : nil,
        ]
    }
}
