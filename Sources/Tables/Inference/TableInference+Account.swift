internal import Facts
internal import Reading

extension TableInference {
    /// Finds the account of the rows in a column or in a line above the table.
    ///
    /// A column of account numbers beside payees is the counterparty's, unless it contains the
    /// household's own accounts: then every row has a number, and each occurs with several payees.
    func decideAccount(_ plan: InferencePlan, _ table: inout InferredTable) {
        table.bankAbove = bankAbove()
        let filled = (plan.columns[.account] ?? []).filter { columns[$0].filled > 0 }
        // `Account name` stands beside the number.
        let column = filled.first { columns[$0].isAccounts } ?? filled.first
        if let column, !plan.balanceKeys.contains(column) || isOfOthers(column) {
            if !table.fields.contains(where: { $0.field == .counterpartyIBAN }) {
                table.add(.counterpartyIBAN, [column])
            }
        } else if let column {
            table.add(.account, [column])
            decideBlankAccounts(column, &table)
            return
        }
        let ofAllRows = accountOfAllRows(table)
        if column == nil, ofAllRows.isEmpty, let column = columnOfAccounts(plan, table) {
            table.add(.account, [column])
            return
        }
        table.ownAccount =
            table.paysFromAccount.isEmpty ? accountAbove() : table.paysFromAccount
        if table.ownAccount.isEmpty, table.directions == nil {
            table.ownAccount = ownSides?.owner(isInverted: table.isInverted) ?? ""
        }
        if table.ownAccount.isEmpty { table.ownAccount = ofAllRows }
    }

    /// Rows with a blank account belong to the only one of the column, or to the one above the
    /// table; among several, nothing says whose they are.
    private func decideBlankAccounts(_ column: Int, _ table: inout InferredTable) {
        let profile = columns[column]
        guard profile.blank > 0 else { return }
        if !profile.hasManyValues, profile.values.count == 1 {
            table.ownAccount = String(decoding: profile.values[0], as: UTF8.self)
        } else {
            table.ownAccount = accountAbove()
            table.needsAccount = table.ownAccount.isEmpty
        }
    }

    /// Rows below the title of another account, or of payments that are not booked, are no rows of
    /// this account: the titles' IBANs say whose they are, else the table is refused.
    func decideSections(_ plan: InferencePlan, _ table: inout InferredTable) {
        if let line = titles.partingBalances, titles.parting == nil {
            table.doubts.append(InferenceDoubt(question: .sections, line: line))
            return
        }
        if let line = titles.unreadTitle ?? otherCurrency(&table) {
            table.doubts.append(InferenceDoubt(question: .sections, line: line))
            return
        }
        guard let line = titles.parting, !table.fields.contains(where: { $0.field == .account })
        else { return }
        if let prefixes = titles.prefixes, plan.dayColumn == 0 {
            table.sections = prefixes
            table.proofs.append("account: the titles between the rows")
            return
        }
        table.doubts.append(InferenceDoubt(question: .sections, line: line))
    }

    /// The line of a title with another currency than the table's, or below rows whose currency is
    /// not known. A title above all rows names it.
    private func otherCurrency(_ table: inout InferredTable) -> Int? {
        guard !table.fields.contains(where: { $0.field == .currency }),
            let first = titles.currencies.first
        else { return nil }
        if !table.currency.isKnown {
            table.currency =
                table.unitCurrency.isKnown || !first.isFirst
                ? table.unitCurrency : first.currency
        }
        return titles.currencies.first { $0.currency != table.currency }?.line
    }

    /// Whether a column of IBANs lacks the one above the table.
    private func isOfOthers(_ column: Int) -> Bool {
        guard let own = IBANText.normalized(accountAbove()), !columns[column].hasManyValues,
            columns[column].distinct > 0
        else { return false }
        return columns[column].values.allSatisfy { value in
            let number = IBANText.normalized(String(decoding: value, as: UTF8.self))
            return number != nil && number != own
        }
    }

    /// The IBAN of a column without a known name that is the same in every row, while the rows
    /// differ in their texts: a counterparty would differ too. Empty if there is none, or two.
    private func accountOfAllRows(_ table: InferredTable) -> String {
        let read = table.fields.flatMap(\.columns)
        let texts = table.fields.first { $0.field == .description }?.columns ?? []
        guard dataRows >= Self.rowsOfOneMin, texts.contains(where: { columns[$0].distinct > 1 })
        else { return "" }
        let found = columns.indices.compactMap { column -> String? in
            let profile = columns[column]
            guard frame?.headings[column].roles.isEmpty ?? false, !read.contains(column),
                profile.blank == 0, !profile.hasManyValues, profile.values.count == 1
            else { return nil }
            return IBANText.normalized(String(decoding: profile.values[0], as: UTF8.self))
        }
        return found.count == 1 ? found[0] : ""
    }

    private static let rowsOfOneMin = 3

    /// A column without a known name that has one of several IBANs in every row, each beside
    /// several texts: the household's own accounts.
    private func columnOfAccounts(_ plan: InferencePlan, _ table: InferredTable) -> Int? {
        let read = table.fields.flatMap(\.columns)
        guard let frame,
            let text = table.fields.first(where: { $0.field == .description })?.columns.first
        else { return nil }
        let found = columns.indices.filter { column in
            let profile = columns[column]
            guard frame.headings[column].roles.isEmpty, !read.contains(column),
                profile.blank == 0, !profile.hasManyValues, profile.values.count > 1
            else { return false }
            return profile.values.allSatisfy {
                IBANText.normalized(String(decoding: $0, as: UTF8.self)) != nil
            } && !frame.areCounterparties(column, beside: text, day: plan.dayColumn)
        }
        return found.count == 1 ? found[0] : nil
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

    /// The only account in the lines above the table: an IBAN, or a number after a word for
    /// accounts. A number within the IBAN is the same account's.
    func accountAbove() -> String {
        var ibans: Set<String> = []
        var numbers: Set<String> = []
        let rows = frame?.preamble ?? []
        for (line, row) in rows.enumerated() {
            for (index, cell) in row.enumerated() {
                let text = String(decoding: cell, as: UTF8.self)
                let next = row.dropFirst(index + 1) + (line + 1 < rows.count ? rows[line + 1] : [])
                let plain = String(decoding: AccountNumberText.plain(cell), as: UTF8.self)
                if let iban = IBANText.normalized(plain) ?? IBANText.first(in: text) {
                    let before = row[..<index].last { $0.contains { $0 > 0x20 } }
                    let label = before.map { String(decoding: $0, as: UTF8.self) } ?? ""
                    if !isOfBank(text, before: iban), !isOfOtherSide(text), !isOfOtherSide(label) {
                        ibans.insert(iban)
                    }
                } else if let number = labelled(text, before: next) ?? numbered(text) {
                    numbers.insert(number)
                }
            }
        }
        if ibans.count == 1, let iban = ibans.first {
            let digits = iban.filter(\.isNumber)
            numbers = numbers.filter { number in
                let own = number.filter(\.isNumber).drop { $0 == "0" }
                return own.count < AccountNumberText.digitsMin || !digits.contains(own)
            }
        }
        let found = ibans.union(numbers)
        return found.count == 1 ? found.first ?? "" : ""
    }

    /// `Counterparty IBAN: DE…`, `Отримувач | UA…`: the label is that of the other side.
    private func isOfOtherSide(_ text: String) -> Bool {
        guard let label = text.split(separator: ":").first else { return false }
        let others: Set = [
            HeadingRole.counterpartyName, .counterpartyIBAN, .payeeAccount, .targetAccount,
        ]
        let words = HeaderText.fold(String(label)).split(separator: 0x20)
            .map { String(decoding: $0, as: UTF8.self) }
        return ([words.joined(separator: " ")] + words).contains { word in
            let roles = self.words.meaning(of: word).roles
            return !others.isDisjoint(with: roles) && !roles.contains(.account)
        }
    }

    /// `Bank IBAN for transfers: DE…`: a label with a word for banks, and none for the account
    /// beside `IBAN`.
    private func isOfBank(_ cell: String, before iban: String) -> Bool {
        guard let start = cell.firstRange(of: iban.prefix(4))?.lowerBound else { return false }
        let parts = cell[..<start].split { ":,;".contains($0) }
        guard let label = parts.last(where: { $0.contains { !$0.isWhitespace } }) else {
            return false
        }
        if words.meaning(of: String(label)).roles.contains(.account) { return false }
        let folded = HeaderText.fold(String(label))
        return words.hasBank(folded)
            && !folded.split(separator: 0x20).contains {
                !$0.elementsEqual("iban".utf8) && words.isAccount(Array($0))
            }
    }

    /// `Account number: 1234567`, or the number in the next cell.
    private func labelled(_ cell: String, before others: ArraySlice<[UInt8]>) -> String? {
        let parts = cell.split(separator: ":", maxSplits: 1).map(String.init)
        guard let label = parts.first,
            words.meaning(of: label).roles.contains(.account)
        else { return nil }
        let isInCell = parts.count == 2 && parts[1].contains { !$0.isWhitespace }
        let next = others.first { $0.contains { $0 > 0x20 } }
        return AccountNumberText.number(in: isInCell ? Array(parts[1].utf8) : next ?? [])
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// `Виписка за рахунком 26001234567890`, `Compte n° 12345678901`: a long number right after a
    /// word for accounts.
    private func numbered(_ cell: String) -> String? {
        let parts = cell.split { $0.isWhitespace || ":;,()".contains($0) }.map(String.init)
        var isAfterAccount = false
        for part in parts {
            if isAfterAccount, let number = AccountNumberText.long(Array(part.utf8)) {
                return String(decoding: number, as: UTF8.self)
            }
            let folded = HeaderText.fold(part)
            isAfterAccount =
                words.isAccount(folded)
                || isAfterAccount && (folded.isEmpty || words.isNumber(folded))
        }
        return nil
    }
}

extension TableFrame {
    /// Rows as long as most are: cells of totals and balances belong to other columns.
    private var wholeRows: [Row] {
        let counts = Dictionary(grouping: body, by: \.count).mapValues(\.count)
        let usual = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0
        return body.filter { $0.count >= usual }
    }

    /// Whether a column of accounts has those of the payees, by the rows with a day: a balance
    /// below the table has other cells.
    ///
    /// The own account is in every row, with many payees. A payee's number may be missing,
    /// and mostly has one payee. Where the rows show neither, a column left of the day is the
    /// own account's.
    ///
    /// - Parameter texts: the column of payees; of descriptions if there is none, which only say
    ///   whose the number is that some rows lack.
    func areCounterparties(
        _ column: Int, beside texts: Int, arePayees: Bool = true, day: Int?
    ) -> Bool {
        var payees: [[UInt8]: Set<[UInt8]>] = [:]
        var (rowsWithout, numbers, names, cards) = (0, 0, 0, 0)
        for row in datedRows(by: day) where row.count > max(column, texts) {
            let number = row[column].filter { $0 > 0x20 }
            if Self.isNone(number) {
                if row[texts].contains(where: { $0 > 0x20 }) { rowsWithout += 1 }
            } else if AccountNumberText.isNumber(number) {
                numbers += 1
                if number.contains(UInt8(ascii: "*")) { cards += 1 }
                let payee = row[texts]
                payees[number, default: []].insert(HeaderText.fold(payee.span))
            } else {
                names += 1
            }
        }
        // One's own accounts have names, and one's own cards are masked.
        if names >= max(numbers, 1) || cards == numbers { return false }
        let sole = payees.count == 1 ? payees.values.first : nil
        if rowsWithout > 0 { return numbers <= rowsWithout || (sole?.count ?? 0) < 2 }
        guard arePayees else { return false }
        if let sole, sole.count > 1 { return false }
        if sole == nil, payees.values.count(where: { $0.count == 1 }) > 1 { return true }
        if payees.values.contains(where: { $0.count > 1 }), payees.count * 3 <= numbers {
            return false
        }
        return day.map { column > $0 } ?? true
    }

    private func datedRows(by day: Int?) -> [Row] {
        guard let day else { return wholeRows }
        return wholeRows.filter { row in
            guard day < row.count else { return false }
            let cell = row[day]
            return isDay(cell.span, in: day)
        }
    }

    /// Words for no number: `-`, `—`, `n/a`.
    private static func isNone(_ cell: [UInt8]) -> Bool {
        cell.isEmpty
            || ["-", "–", "—", "n/a"].contains(String(decoding: cell, as: UTF8.self).lowercased())
    }

    /// Whether a column has a text in some row.
    func isFilled(_ column: Int) -> Bool {
        body.contains { column < $0.count && $0[column].contains { $0 > 0x20 } }
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
    static let digitsMin = 6
    /// In a sentence a shorter one is a day or a customer's number.
    private static let longMin = 8
    private static let bytesMax = 40

    /// The number at the start of a text, `1234567 / Girokonto`, also in groups, `12 1140 2004
    /// 0000`; nil if there is none.
    static func number(in text: [UInt8]) -> [UInt8]? {
        let plain = plain(text)
        let words = plain.split { $0 <= 0x20 }
        guard let first = words.first else { return nil }
        let groups = words.prefix { (2...4).contains($0.count) && isDigitsOrStars($0) }
        if groups.count >= 3, isNumber(Array(groups.joined())) { return Array(groups.joined()) }
        return isNumber(Array(first)) ? Array(first) : nil
    }

    /// A word with a long number; nil if it is none, or a day.
    static func long(_ word: [UInt8]) -> [UInt8]? {
        let digits = word.count { $0 &- 0x30 < 10 }
        return digits >= longMin && isNumber(word) && !DayReadings.isDay(word.span) ? word : nil
    }

    /// A text without signs of spreadsheets before and around it: `="CH93…"`, `'0123`, `_00123`.
    static func plain(_ text: [UInt8]) -> [UInt8] {
        var rest = text.drop { $0 <= 0x20 || [0x3D, 0x22, 0x27, 0x5F, 0x2D].contains($0) }
        while let last = rest.last, last <= 0x20 || last == 0x22 { rest.removeLast() }
        return Array(rest)
    }

    private static func isDigitsOrStars(_ word: ArraySlice<UInt8>) -> Bool {
        word.allSatisfy { $0 &- 0x30 < 10 || $0 == 0x2A }
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
