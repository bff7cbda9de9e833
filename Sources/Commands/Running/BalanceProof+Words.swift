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
        func known(_ account: Int) -> String {
            accounts.indices.contains(account) ? accounts[account] : ""
        }
        /// A file that names no account has at least a currency.
        func shown(_ account: Int, _ currency: Currency?) -> String {
            [known(account), currency?.code ?? ""].first { !$0.isEmpty } ?? "—"
        }
        for proof in report.balances {
            // Rows need no balances when the statement has its own.
            if !asJSON, proof.links == 0, provesByTotals.contains(proof.account) { continue }
            if asJSON {
                try json(["proof": proof.json(file: report.path, account: known(proof.account))])
            } else {
                let name = shown(proof.account, proof.moneyIn?.currency)
                try print(proof, file: report.path, account: name)
            }
        }
        for totals in report.totals {
            if asJSON {
                try json([
                    "totals": totals.json(file: report.path, account: known(totals.account))
                ])
            } else {
                let name = shown(totals.account, totals.moneyIn.currency)
                try print(totals, file: report.path, account: name)
            }
        }
        if !asJSON, report.totals.count < report.totalsSeen {
            try line(
                .totalsMore,
                [
                    "file": .text(report.path), "all": "\(report.totalsSeen)",
                    "proved": "\(report.totalsProved)", "broken": "\(report.totalsBroken)",
                ])
        }
    }

    private func print(
        _ totals: StatementTotals, file: String, account: String
    ) throws(SavingError) {
        var blanks: [String: Template.Value] = [
            "file": .text(file), "line": "\(totals.line)", "account": .text(account),
            "in": .amount(totals.moneyIn), "out": .amount(totals.moneyOut),
            "count": .count(totals.rows),
        ]
        if let opening = totals.opening { blanks["opening"] = .amount(opening) }
        if let closing = totals.closing { blanks["closing"] = .amount(closing) }
        if totals.hasGaps { return try line(.totalsGaps, blanks) }
        for broken in totals.breaks {
            blanks["line"] = "\(broken.line)"
            blanks["name"] = .phrase(broken.name.text)
            blanks["printed"] = .amount(broken.printed)
            blanks["expected"] = .amount(broken.counted)
            blanks["difference"] = broken.difference.map { .amount($0) } ?? "?"
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
                    "opening": .amount(opening), "in": .amount(moneyIn), "out": .amount(moneyOut),
                    "closing": .amount(closing),
                ])
        }
        for broken in proof.breaks {
            try line(
                .balanceBreak,
                [
                    "file": .text(file), "line": "\(broken.line)",
                    "previous": "\(broken.previousLine)", "printed": .amount(broken.printed),
                    "expected": .amount(broken.expected),
                    "difference": broken.difference.map { .amount($0) } ?? "?",
                ])
            if broken.isAcrossRejection { try line(.balanceBreakRejected) }
        }
        let unseen = proof.broken - proof.breaks.count
        if unseen > 0 {
            try line(.balanceMore, ["file": .text(file), "count": .count(unseen)])
        }
    }
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
