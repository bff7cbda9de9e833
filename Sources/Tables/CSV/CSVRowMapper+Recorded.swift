internal import Facts
internal import Scanning
internal import Reading

/// The words that the user of another program recorded about a row.
extension CSVRowMapper {
    /// Joins subcategories, separates tags, and finds the account that a payee names.
    func addRecords(
        _ row: CSVRow, _ text: Span<UInt8>, to line: inout StatementLine,
        of batch: inout LineBatch
    ) throws(CellProblem) {
        if !line.bankCategory.isEmpty || columns.has(.subcategory) {
            line.bankCategory = try category(row, text, line.bankCategory, &batch)
        }
        if !line.recordedTags.isEmpty {
            let printed = Array(batch.arena[line.recordedTags.range])
            let tags = Self.tags(printed, byBlank: layout.recorded.hasTagsByBlank)
            if tags != printed { line.recordedTags = batch.add(tags.span) }
        }
        if let name = otherAccount(row, text, of: line, batch) {
            line.transferAccount = batch.add(name.span)
            // The payee is no counterparty.
            line.counterpartyName = .none
        }
    }

    /// Where the row has no category, its word is one: of a correction, and of a transfer that does
    /// not name the other account.
    func addWord(
        _ row: CSVRow, _ text: Span<UInt8>, to line: inout StatementLine,
        of batch: inout LineBatch
    ) throws(CellProblem) {
        guard line.bankCategory.isEmpty, line.transferAccount.isEmpty,
            let word = cell(.direction, row, text)
        else { return }
        var isRecord = isCorrection(row, text)
        if case .transfer = direction(row, text) { isRecord = true }
        if isRecord { line.bankCategory = try add(word, row, text, &batch) }
    }

    /// The account that the payee names; nil if the payee is none.
    private func otherAccount(
        _ row: CSVRow, _ text: Span<UInt8>, of line: StatementLine, _ batch: LineBatch
    ) -> [UInt8]? {
        let payee = Array(
            batch.arena[
                (line.counterpartyName.isEmpty ? line.description : line.counterpartyName).range])
        if payee.isEmpty || !line.transferAccount.isEmpty { return nil }
        for prefix in layout.recorded.transferPayees {
            for start in Self.starts(of: prefix, in: payee) where payee.count > start {
                return Array(payee[start...])
            }
        }
        switch layout.recorded.payeeAccount {
        case .transfers:
            if case .transfer = direction(row, text) { return payee }
        case .own:
            let own = cell(.account, row, text).map { decoded($0, row, text) }
            if accountNames.contains(payee), payee != own { return payee }
        case nil: break
        }
        return nil
    }

    /// Where the text after a prefix begins: at the payee's start, or after the payee's own name
    /// and ` / `.
    private static func starts(of prefix: [UInt8], in payee: [UInt8]) -> [Int] {
        if payee.starts(with: prefix) { return [prefix.count] }
        let behindName = Array(" / ".utf8) + prefix
        return payee.indices.filter { payee[$0...].starts(with: behindName) }.map {
            $0 + behindName.count
        }
    }

    /// The whole path, its parts separated by colons.
    private func category(
        _ row: CSVRow, _ text: Span<UInt8>, _ main: TextRef, _ batch: inout LineBatch
    ) throws(CellProblem) -> TextRef {
        let printed = Array(batch.arena[main.range])
        var path = printed
        if let separator = layout.recorded.categorySeparator {
            path = Self.joined(Self.parts(path, by: separator))
        } else if path.contains(UInt8(ascii: ":")) {
            path = Self.joined(Self.parts(path, by: [UInt8(ascii: ":")]))
        }
        if let cell = cell(.subcategory, row, text) {
            let sub = try add(cell, row, text, &batch)
            path = Self.joined([path, Array(batch.arena[sub.range])].filter { !$0.isEmpty })
        }
        return path == printed ? main : batch.add(path.span)
    }

    private static func joined(_ parts: [[UInt8]]) -> [UInt8] {
        Array(parts.joined(separator: [UInt8(ascii: ":")]))
    }

    /// The parts without blanks around them.
    private static func parts(_ text: [UInt8], by separator: [UInt8]) -> [[UInt8]] {
        var parts: [[UInt8]] = [[]]
        var rest = text[...]
        while let byte = rest.first {
            if !separator.isEmpty, rest.starts(with: separator) {
                parts.append([])
                rest = rest.dropFirst(separator.count)
            } else {
                parts[parts.count - 1].append(byte)
                rest = rest.dropFirst()
            }
        }
        return parts.map { Array($0[$0.span.inked($0.indices)]) }.filter { !$0.isEmpty }
    }

    /// `a,b` → `a, b`; a hash before a name is no part of it.
    private static func tags(_ text: [UInt8], byBlank: Bool) -> [UInt8] {
        let separators: [UInt8] = byBlank ? [0x20] : [UInt8(ascii: ","), UInt8(ascii: ";")]
        let names = text.split { separators.contains($0) }.map { name in
            Array(name.drop { $0 <= 0x20 || $0 == UInt8(ascii: "#") })
        }
        let plain = names.map { Array($0[$0.span.inked($0.indices)]) }.filter { !$0.isEmpty }
        return Array(plain.joined(separator: [0x2C, 0x20]))
    }

    // MARK: transfers in one row

    /// The line of the other account; nil if the row names none. Each line names the other's
    /// account.
    func otherSide(
        _ row: CSVRow, _ text: Span<UInt8>, of line: inout StatementLine, _ batch: inout LineBatch
    ) throws(CellProblem) -> StatementLine? {
        guard let target = cell(.targetAccount, row, text), isTransfer(row, text) else {
            return nil
        }
        // A table of two sides names both accounts in each row.
        if columns.has(.debit), columns[.targetAmount] == columns[.credit],
            try !hasBothAmounts(row, text)
        {
            return nil
        }
        let currency = try self.currency(.targetCurrency, row, text) ?? line.amount.currency
        var amount = line.amount.negated
        if let cell = cell(.targetAmount, row, text) {
            var number = try number(cell, row, text)
            number.mantissa = line.amount.isNegative ? abs(number.mantissa) : -abs(number.mantissa)
            amount = try money(number, currency, column: cell.column)
        } else if currency != line.amount.currency {
            throw CellProblem(
                kind: .amountMissing, column: columns[.targetCurrency], expected: "target amount")
        }
        var other = line
        other.amount = amount
        other.account = try account(named: target, row, text, currency)
        guard other.account != line.account else {
            throw CellProblem(
                kind: .valueOfWrongType, column: target.column, expected: "another account")
        }
        // These are the row's account's.
        other.balance = nil
        other.fee = nil
        other.cashback = nil
        other.originalAmount = nil
        if amount.currency != line.amount.currency {
            other.originalAmount = line.amount.negated
            if line.originalAmount == nil { line.originalAmount = amount.negated }
        }
        let isOut = line.amount.isNegative
        let field: LayoutField = !isOut && columns.has(.accountIn) ? .accountIn : .account
        if let own = cell(field, row, text) {
            other.transferAccount = try add(own, row, text, &batch)
        }
        line.transferAccount = try add(target, row, text, &batch)
        // Where the category's column names the account, it is none.
        if !line.bankCategory.isEmpty,
            batch.arena[line.bankCategory.range].elementsEqual(
                batch.arena[line.transferAccount.range])
        {
            line.bankCategory = .none
            other.bankCategory = .none
        }
        return other
    }

    /// Whether the other account's amount stands in the column of money in, and is another's.
    func namesTarget(_ row: CSVRow, _ text: Span<UInt8>) -> Bool {
        guard columns.has(.targetAmount), columns[.targetAmount] == columns[.credit],
            let target = cell(.targetAccount, row, text), let own = cell(.account, row, text)
        else { return false }
        return !text.extracting(target.range).equals(text.extracting(own.range))
    }

    private func hasBothAmounts(_ row: CSVRow, _ text: Span<UInt8>) throws(CellProblem) -> Bool {
        for field in [LayoutField.debit, .credit] {
            guard let cell = cell(field, row, text), try number(cell, row, text).mantissa != 0
            else { return false }
        }
        return true
    }

    /// A table without types names another account only in transfers.
    private func isTransfer(_ row: CSVRow, _ text: Span<UInt8>) -> Bool {
        guard let rule = layout.direction, !rule.transfer.isEmpty, columns.has(.direction) else {
            return true
        }
        if case .transfer = direction(row, text) { return true }
        return false
    }
}
