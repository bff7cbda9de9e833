internal import Facts
internal import Reading

extension TableInference {
    /// Finds the account of the rows in a column or in a line above the table.
    ///
    /// A column of account numbers beside payees is the counterparty's, unless it contains the
    /// household's own accounts: then every row has a number, and each occurs with several payees.
    func decideAccount(_ plan: InferencePlan, _ table: inout InferredTable) {
        table.bankAbove = bankAbove()
        let column = plan.columns[.account]?.first { columns[$0].filled > 0 }
        if let column, !plan.balanceKeys.contains(column) {
            if !table.fields.contains(where: { $0.field == .counterpartyIBAN }) {
                table.add(.counterpartyIBAN, [column])
            }
        } else if let column {
            table.add(.account, [column])
            return
        }
        table.ownAccount =
            table.paysFromAccount.isEmpty ? accountAbove() : table.paysFromAccount
    }

    /// Rows below the title of another account, or of payments that are not booked, are no rows of
    /// this account: the titles' IBANs say whose they are, else the table is refused.
    func decideSections(_ plan: InferencePlan, _ table: inout InferredTable) {
        guard let line = titles.parting, !table.fields.contains(where: { $0.field == .account })
        else { return }
        if let prefixes = titles.prefixes, plan.dayColumn == 0 {
            table.sections = prefixes
            table.proofs.append("account: the titles between the rows")
            return
        }
        table.doubts.append(InferenceDoubt(question: .sections, line: line))
    }

    /// The only text without digits above the table that has a word for banks.
    private func bankAbove() -> String {
        var found: Set<String> = []
        for cell in (frame?.preamble ?? []).joined() where cell.count <= Self.bankBytesMax {
            let folded = HeaderText.fold(cell.span)
            guard !folded.contains(where: { $0 &- 0x30 < 10 }), words.hasBank(folded) else {
                continue
            }
            found.insert(String(decoding: folded, as: UTF8.self))
        }
        return found.count == 1 ? found.first ?? "" : ""
    }

    /// A longer text is a sentence.
    private static let bankBytesMax = 60

    /// The only account in the lines above the table: an IBAN, or a number after a heading of
    /// account columns.
    func accountAbove() -> String {
        var numbers: Set<String> = []
        for row in frame?.preamble ?? [] {
            for (index, cell) in row.enumerated() {
                let text = String(decoding: cell, as: UTF8.self)
                if let iban = IBANText.normalized(text) ?? IBANText.first(in: text) {
                    numbers.insert(iban)
                } else if let number = labelled(text, before: row.dropFirst(index + 1)) {
                    numbers.insert(number)
                }
            }
        }
        return numbers.count == 1 ? numbers.first ?? "" : ""
    }

    /// `Account number: 1234567`, or the number in the next cell.
    private func labelled(_ cell: String, before others: ArraySlice<[UInt8]>) -> String? {
        let parts = cell.split(separator: ":", maxSplits: 1).map(String.init)
        guard let label = parts.first,
            words.meaning(of: label).roles.contains(.account)
        else { return nil }
        let next = others.first { $0.contains { $0 > 0x20 } }
        let value = parts.count == 2 ? Array(parts[1].utf8) : next ?? []
        return AccountNumberText.number(in: value).map { String(decoding: $0, as: UTF8.self) }
    }
}

extension TableFrame {
    /// Minimum payees per account if there are several own accounts.
    private static let payeesOfOwnMin = 3
    /// The minimum for a single account: with one payee in all rows it may be that payee's.
    private static let payeesOfOneMin = 2

    /// Rows as long as most are: cells of totals and balances belong to other columns.
    private var wholeRows: [Row] {
        let counts = Dictionary(grouping: body, by: \.count).mapValues(\.count)
        let usual = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0
        return body.filter { $0.count >= usual }
    }

    /// Whether a column of accounts has those of the payees in another one.
    func areCounterparties(_ column: Int, beside payee: Int) -> Bool {
        var payees: [[UInt8]: Set<[UInt8]>] = [:]
        var hasRowWithout = false
        for row in wholeRows where row.count > max(column, payee) {
            let number = row[column].filter { $0 > 0x20 }
            guard !number.isEmpty else {
                hasRowWithout = hasRowWithout || row[payee].contains { $0 > 0x20 }
                continue
            }
            guard AccountNumberText.isNumber(number) else { return false }
            let name = row[payee]
            payees[number, default: []].insert(HeaderText.fold(name.span))
        }
        if hasRowWithout { return true }
        let least = payees.count > 1 ? Self.payeesOfOwnMin : Self.payeesOfOneMin
        return payees.values.contains { $0.count < least }
    }

    /// Whether a column that is called IBAN alone, without a column of payees, has theirs: a table
    /// of a household's accounts has one in every row, and some rows of each.
    func areManyIBANs(_ column: Int) -> Bool {
        guard HeaderText.fold(names[column]) == Array("iban".utf8) else { return false }
        let rows = wholeRows.filter { $0.count > column }.map { $0[column].filter { $0 > 0x20 } }
        let filled = rows.filter { !$0.isEmpty }
        let count = Set(filled).count
        return filled.count < rows.count || count > 2 && 2 * count > filled.count
    }
}

/// Account and card numbers that are no IBAN.
enum AccountNumberText {
    /// Shorter ones are branches, years and amounts.
    private static let digitsMin = 6
    private static let bytesMax = 40

    /// The number at the start of a text, `1234567 / Girokonto`; nil if there is none.
    static func number(in text: [UInt8]) -> [UInt8]? {
        let word = text.drop { $0 <= 0x20 }.prefix { $0 > 0x20 }
        return isNumber(Array(word)) ? Array(word) : nil
    }

    /// Digits, stars of a masked card, letters of a country or bank before and between them.
    static func isNumber(_ bytes: [UInt8]) -> Bool {
        guard bytes.count <= bytesMax else { return false }
        var digits = 0
        for byte in bytes {
            switch byte {
            case 0x30...0x39: digits += 1
            case 0x41...0x5A, 0x61...0x7A, 0x2A, 0x2D, 0x2F: break
            default: return false
            }
        }
        return digits >= digitsMin || digits == 4 && bytes.contains(0x2A)
    }

    /// A number, or the last four digits of one: `*1234`, `1234`, `5355********1111`.
    static func isTail(_ bytes: [UInt8]) -> Bool {
        isNumber(bytes) || bytes.count == 4 && bytes.allSatisfy { $0 &- 0x30 < 10 }
    }
}
