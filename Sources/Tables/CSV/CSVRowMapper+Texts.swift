internal import Facts
internal import Scanning
internal import Reading

/// Texts, ids and the account of a row.
extension CSVRowMapper {
    /// Trimmed; a placeholder such as `null` is no id.
    func id(
        _ row: CSVRow, _ text: Span<UInt8>, _ batch: inout LineBatch
    ) throws(CellProblem) -> TextRef {
        guard columns.has(.id), let cell = cell(.id, row, text) else { return .none }
        let range = text.inked(cell.range)
        if isRounded(text, range) || isAbsent(text.extracting(range)) { return .none }
        return try add((range, cell.column), row, text, &batch)
    }

    /// Placeholders of programs: otherwise all rows without an id would share one.
    private func isAbsent(_ id: Span<UInt8>) -> Bool {
        guard id.count <= 4 else { return false }
        return ["nan", "null", "none", "n/a", "#n/a"].contains { (word: StaticString) in
            guard word.utf8CodeUnitCount == id.count else { return false }
            return id.indices.allSatisfy { id[$0] | 0x20 == word[$0] | 0x20 }
        }
    }

    /// A number that a spreadsheet rounded to a few digits, as `4,44E+15`: the original is lost.
    func isRounded(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard range.count >= 5, range.count <= 24, text[range.lowerBound] &- 0x30 < 10 else {
            return false
        }
        var rest = range.dropFirst()
        if let mark = rest.first, text[mark] == 0x2C || text[mark] == 0x2E {
            rest = rest.dropFirst()
            while let digit = rest.first, text[digit] &- 0x30 < 10 { rest = rest.dropFirst() }
        }
        guard rest.count >= 3, let letter = rest.popFirst(), text[letter] | 0x20 == 0x65,
            let plus = rest.popFirst(), text[plus] == 0x2B
        else { return false }
        return rest.allSatisfy { text[$0] &- 0x30 < 10 }
    }

    func textThere(
        _ field: LayoutField, _ row: CSVRow, _ text: Span<UInt8>,
        _ batch: inout LineBatch
    ) throws(CellProblem) -> TextRef {
        guard let cell = cell(field, row, text) else { return .none }
        let found = try add(cell, row, text, &batch)
        if isTextPlain { return found }
        return try finished(found, field, cell.column, row, text, &batch)
    }

    func add(
        _ cell: Cell, _ row: CSVRow, _ text: Span<UInt8>, _ batch: inout LineBatch
    ) throws(CellProblem) -> TextRef {
        do throws(CellText.Problem) {
            return try CellText.add(
                text.extracting(cell.range), hasQuotes: row.fields[cell.column].hasQuotes,
                to: &batch)
        } catch {
            throw CellProblem(
                kind: error == .controls ? .textHasControls : .textNotDecodable,
                column: cell.column, expected: "text")
        }
    }

    /// Joined with the field's other columns; without backslashes before quotes if the layout says
    /// so.
    private func finished(
        _ first: TextRef, _ field: LayoutField, _ column: Int, _ row: CSVRow,
        _ text: Span<UInt8>, _ batch: inout LineBatch
    ) throws(CellProblem) -> TextRef {
        var whole = Array(batch.arena[first.range])
        if layout.joined.contains(field) {
            for other in columns.others[field.rawValue] where other > column {
                guard let range = range(other, row, text) else { continue }
                let more = try add((range, other), row, text, &batch)
                whole.append(0x20)
                whole += batch.arena[more.range]
            }
        }
        if layout.stripsBackslashes {
            let marked = whole
            whole = []
            for (index, byte) in marked.enumerated() {
                let next = index + 1 < marked.count ? marked[index + 1] : 0
                if byte != 0x5C || (next != 0x27 && next != 0x22) { whole.append(byte) }
            }
        }
        return whole.elementsEqual(batch.arena[first.range]) ? first : batch.add(whole.span)
    }

    /// An IBAN without blanks in upper case; another number as printed.
    func iban(
        _ row: CSVRow, _ text: Span<UInt8>, _ batch: inout LineBatch
    ) throws(CellProblem) -> TextRef {
        guard columns.has(.counterpartyIBAN), let cell = cell(.counterpartyIBAN, row, text)
        else { return .none }
        if isRounded(text, cell.range) { return .none }
        if let iban = IBANText.normalized(text.extracting(cell.range)) {
            return batch.add(iban.span)
        }
        return try textThere(.counterpartyIBAN, row, text, &batch)
    }

    func account(
        _ row: CSVRow, _ text: Span<UInt8>, _ currency: Currency, isIncoming: Bool = false
    ) throws(CellProblem) -> Int32 {
        let field: LayoutField =
            isIncoming && columns.has(.accountIn) ? .accountIn : .account
        return try account(
            named: columns.has(field) ? cell(field, row, text) : nil, row, text, currency)
    }

    func account(
        named cell: Cell?, _ row: CSVRow, _ text: Span<UInt8>, _ currency: Currency
    ) throws(CellProblem) -> Int32 {
        let number = cell?.range
        let product = columns.has(.product) ? self.cell(.product, row, text)?.range : nil
        if lastAccount >= 0, currency == lastCurrency, isSame(number, lastAccountCell, text),
            isSame(product, lastProductCell, text)
        {
            return lastAccount
        }
        if number == nil, table.needsAccount {
            throw CellProblem(
                kind: .valueMissing, column: columns[.account], expected: "an account")
        }
        // None, until this row's is claimed: rows below a refused cell are refused too.
        lastAccount = -1
        if let number, isRounded(text, number) {
            throw CellProblem(
                kind: .valueOfWrongType, column: columns[.account],
                expected: "all digits of a number")
        }
        if table.refusesUnlistedCurrency, currency.isKnown, !currency.isListed {
            throw CellProblem(
                kind: .currencyUnknown, column: columns[.currency], expected: "a currency code")
        }
        lastAccountCell = bytes(number, text)
        lastProductCell = bytes(product, text)
        lastCurrency = currency
        var named = cell.map { decoded($0, row, text) } ?? []
        // A bank that quotes inconsistently leaves a trailing quote.
        if let cell, !row.fields[cell.column].isQuoted {
            if named.first == 0x22 { named.removeFirst() }
            if named.last == 0x22 { named.removeLast() }
        }
        // A spreadsheet's sign that a number is a text.
        if named.first == 0x27, AccountNumberText.isNumber(Array(named.dropFirst())) {
            named.removeFirst()
        }
        lastAccount = try claim(
            named, lastProductCell, currency, column: columns[.account])
        return lastAccount
    }

    private func claim(
        _ number: [UInt8], _ product: [UInt8], _ currency: Currency, column: Int
    ) throws(CellProblem) -> Int32 {
        let key =
            (number.isEmpty ? Array(sectionAccount.utf8) : number) + [0] + product + [0]
            + (currency.isKnown ? Array(currency.code.utf8) : [])
        if let known = accountKeys.firstIndex(of: key) { return Int32(truncatingIfNeeded: known) }
        let isMain = layout.mainProducts.contains(HeaderText.fold(product.span))
        for cell in [number, product] where cell.contains(where: { $0 < 0x20 || $0 == 0xFF }) {
            throw CellProblem(kind: .textHasControls, column: column, expected: "an account")
        }
        let printed = number.isEmpty ? sectionAccount : String(decoding: number, as: UTF8.self)
        accountKeys.append(key)
        accounts.append(
            AccountClaim(
                bank: table.bank ?? layout.bank, number: printed,
                iban: IBANText.normalized(printed) ?? "",
                product: isMain ? "" : String(decoding: product, as: UTF8.self),
                currency: currency, zone: layout.zone))
        return Int32(truncatingIfNeeded: accounts.count - 1)
    }

    /// The cell with its doubled quotes decoded, as texts have them.
    func decoded(_ cell: Cell, _ row: CSVRow, _ text: Span<UInt8>) -> [UInt8] {
        CellText.unquoted(
            text.extracting(cell.range), hasQuotes: row.fields[cell.column].hasQuotes)
    }

    func bytes(_ range: Range<Int>?, _ text: Span<UInt8>) -> [UInt8] {
        guard let range else { return [] }
        return Array(text.extracting(range))
    }

    func isSame(_ range: Range<Int>?, _ known: [UInt8], _ text: Span<UInt8>) -> Bool {
        guard let range else { return known.isEmpty }
        return text.extracting(range).equals(known.span)
    }
}
