internal import Facts
internal import Scanning
internal import Reading

/// Days, amounts and their codes.
extension CSVRowMapper {
    func day(
        _ field: LayoutField, _ row: CSVRow, _ text: Span<UInt8>
    ) throws(CellProblem) -> CivilMoment {
        guard let cell = cell(field, row, text) else {
            throw CellProblem(kind: .dateMissing, column: columns[field], expected: expectedDate)
        }
        let hint = field == .made ? 0 : field == .booked ? 1 : 2
        // A local copy avoids an exclusivity check for each access.
        let expected = dateHints[hint]
        var format = expected
        if isTyped(cell, row),
            let moment = try? DateText.parse(
                text.extracting(cell.range), formats: Self.typedDates, hint: &format)
        {
            if format != expected { dateHints[hint] = format }
            return moment
        }
        do throws(DateProblem) {
            let moment = try DateText.parse(
                text.extracting(cell.range), formats: formats, hint: &format)
            if format != expected { dateHints[hint] = format }
            return moment
        } catch {
            throw CellProblem(
                kind: RowRejection.Kind(date: error), column: cell.column, expected: expectedDate)
        }
    }

    /// Whether the sheet types the cell as a number or a day.
    private func isTyped(_ cell: Cell, _ row: CSVRow) -> Bool {
        table.isSheet && !row.fields[cell.column].isQuoted
    }

    func style(of cell: Cell, _ row: CSVRow) -> NumberStyle {
        var style = isTyped(cell, row) ? .point : style
        if hasSideLetters { style.hasSideLetters = sideColumns.contains(cell.column) }
        return style
    }

    /// Seconds since midnight; a sheet's cell that shows a time may contain a whole date and time.
    func second(_ cell: Cell, _ row: CSVRow, _ text: Span<UInt8>) throws(DateProblem) -> Int32 {
        let written = text.extracting(cell.range)
        if isTyped(cell, row) {
            var hint = 0
            if let moment = try? DateText.parse(written, formats: Self.typedDates, hint: &hint),
                moment.hasTime
            {
                return moment.second
            }
        }
        return try DateText.parseTime(written)
    }

    /// The format of a sheet's days in this table.
    private static let typedDates = ["yyyy-mm-dd", "yyyy-mm-dd HH:MM:SS"].compactMap {
        DateFormat(pattern: $0)
    }

    private var expectedDate: String { formats.first?.pattern ?? "" }

    func currency(
        _ field: LayoutField, _ row: CSVRow, _ text: Span<UInt8>
    ) throws(CellProblem) -> Currency? {
        guard let cell = cell(field, row, text) else { return nil }
        // `#REF!` is an error of a spreadsheet, no currency.
        if text[cell.range.lowerBound] != UInt8(ascii: "#"),
            let currency = CurrencyText.parse(text.extracting(cell.range))
        {
            return currency
        }
        throw CellProblem(kind: .currencyUnknown, column: cell.column, expected: "a currency code")
    }

    /// Printed in its column, beside the amount, or above the table.
    func accountCurrency(_ row: CSVRow, _ text: Span<UInt8>) throws(CellProblem) -> Currency {
        if layout.recorded.split != nil, isInAnotherCurrency(row, text) { return .unknown }
        let printed = try currency(.currency, row, text) ?? inherited?.currency
        if printed == nil, table.needsCurrency {
            throw CellProblem(
                kind: .valueMissing, column: columns[.currency], expected: "a currency code")
        }
        guard style.allowsUnit || layout.takesCurrencyFromUnit else {
            return printed ?? table.currency
        }
        for field in [LayoutField.amount, .debit, .credit] {
            guard let cell = cell(field, row, text) else { continue }
            // A layout that takes the currency from units ignores the one above the table.
            let said = printed ?? (layout.takesCurrencyFromUnit ? .unknown : table.currency)
            guard let unit = CurrencyText.unit(in: text.extracting(cell.range)) else {
                try checkSign(cell, text, said)
                continue
            }
            if said.isKnown, said != unit {
                throw CellProblem(
                    kind: .currencyContradicted, column: cell.column, expected: said.code)
            }
            return unit
        }
        return printed ?? table.currency
    }

    /// Refuses a sign of several currencies beside an amount whose currency is none of them.
    private func checkSign(
        _ cell: Cell, _ text: Span<UInt8>, _ said: Currency
    ) throws(CellProblem) {
        guard said.isKnown, !CurrencyText.mayBeWritten(said, as: text.extracting(cell.range))
        else { return }
        throw CellProblem(kind: .currencyContradicted, column: cell.column, expected: said.code)
    }

    /// A side of a payment whose account has another currency: the table prints the payment's
    /// currency, and the side's amount in both.
    private func isInAnotherCurrency(_ row: CSVRow, _ text: Span<UInt8>) -> Bool {
        guard layout.recorded.split?.categories.isEmpty == false,
            let own = cell(.amount, row, text), let value = cell(.originalAmount, row, text)
        else { return false }
        return !text.extracting(own.range).equals(text.extracting(value.range))
    }

    func number(
        _ cell: Cell, _ row: CSVRow, _ text: Span<UInt8>
    ) throws(CellProblem) -> WrittenNumber {
        do throws(AmountProblem) {
            let number = try AmountText.parse(text, in: cell.range, style: style(of: cell, row))
            if !isCounted { return number }
            if let counted = counted(number, column: cell.column) { return counted }
        } catch {
            throw CellProblem(
                kind: RowRejection.Kind(amount: error), column: cell.column,
                expected: expectedNumber)
        }
        throw CellProblem(kind: .amountOverflow, column: cell.column, expected: "at most 18 digits")
    }

    /// Nil for a cell that a spreadsheet could not compute.
    @inline(__always)
    private func numberIfThere(
        _ cell: Cell, _ row: CSVRow, _ text: Span<UInt8>
    ) throws(CellProblem) -> WrittenNumber? {
        do throws(CellProblem) {
            return try number(cell, row, text)
        } catch {
            if ColumnProfile.isError(text.extracting(cell.range)) { return nil }
            throw error
        }
    }

    private var expectedNumber: String {
        switch style.decimalMark {
        case .point: "decimal point"
        case .comma: "decimal comma"
        case .either: "decimal point or comma"
        }
    }

    func money(
        _ number: WrittenNumber, _ currency: Currency, column: Int
    ) throws(CellProblem) -> Money {
        do throws(Money.Refusal) {
            return try Money(
                mantissa: number.mantissa, writtenScale: number.scale, currency: currency)
        } catch {
            throw CellProblem(kind: .amountOverflow, column: column, expected: "at most 18 digits")
        }
    }

    func money(
        _ field: LayoutField, _ row: CSVRow, _ text: Span<UInt8>,
        _ currency: Currency, own: LayoutField?
    ) throws(CellProblem) -> Money? {
        guard columns.has(field), let cell = cell(field, row, text) else { return nil }
        var currency = currency
        if let own, let printed = try self.currency(own, row, text) { currency = printed }
        guard let number = try numberIfThere(cell, row, text) else { return nil }
        if style.allowsUnit, let unit = CurrencyText.unit(in: text.extracting(cell.range)) {
            // Balances and fees are the account's; cashback may be miles.
            let isAccounts = field == .balance || field == .fee && number.mantissa != 0
            if isAccounts, currency.isKnown, currency != unit {
                throw CellProblem(
                    kind: .currencyContradicted, column: cell.column, expected: currency.code)
            }
            if field != .fee || !currency.isKnown { currency = unit }
        }
        return try money(number, currency, column: cell.column)
    }

    /// The signed amount; nil if only the neighbours' balances can show the sign.
    func amount(
        _ row: CSVRow, _ text: Span<UInt8>, _ currency: Currency,
        isIncoming: Bool?
    ) throws(CellProblem) -> Money? {
        guard columns.has(.amount) else { return try twoSided(row, text, currency) }
        guard let cell = cell(.amount, row, text) else {
            throw CellProblem(
                kind: .amountMissing, column: columns[.amount], expected: expectedNumber)
        }
        var number = try number(cell, row, text)
        if let rule = layout.direction, columns.has(.direction) || rule.otherwise == .balance {
            var incoming = isIncoming
            if incoming == nil {
                switch direction(row, text) {
                case .incoming: incoming = true
                case .outgoing: incoming = false
                // Money leaves the row's account, whose other side is another line.
                case .transfer: incoming = self.cell(.targetAccount, row, text) == nil ? nil : false
                case .unknown, .skip, .correction: break
                }
            }
            switch (incoming, rule.otherwise) {
            case (true?, _):
                if number.mantissa < 0 {
                    throw CellProblem(
                        kind: .amountWrongSign, column: cell.column,
                        expected: "an amount without minus")
                }
            // A bank that writes a sign beside the word writes it for money out.
            case (false?, _): number.mantissa = -abs(number.mantissa)
            case (nil, .printed): break
            case (nil, .reject):
                guard case .transfer = direction(row, text) else { throw directionProblem }
                // A transfer to an account that the row does not name.
                if number.mantissa >= 0, columns.has(.targetAccount) {
                    throw CellProblem(
                        kind: .valueMissing, column: columns[.targetAccount],
                        expected: "an account")
                }
                if number.mantissa >= 0 { throw directionProblem }
            case (nil, .balance): if number.mantissa != 0 { return nil }
            }
        }
        if layout.isInverted { number.mantissa = 0 &- number.mantissa }
        return try money(number, currency, column: cell.column)
    }

    /// The amount of a row; zero if the row has a fee alone, where fees stand beside amounts.
    func amountOrFee(
        _ row: CSVRow, _ text: Span<UInt8>, _ currency: Currency, isIncoming: Bool?
    ) throws(CellProblem) -> Money? {
        do throws(CellProblem) {
            return try amount(row, text, currency, isIncoming: isIncoming)
        } catch {
            guard layout.isFeeOnTop, error.kind == .amountMissing,
                let fee = try money(.fee, row, text, currency, own: nil), fee.units != 0
            else { throw error }
            return Money(units: 0, scale: fee.scale, currency: fee.currency)
        }
    }

    private func twoSided(
        _ row: CSVRow, _ text: Span<UInt8>, _ currency: Currency
    ) throws(CellProblem) -> Money {
        let debit = cell(.debit, row, text)
        let credit = cell(.credit, row, text)
        var out: Money?
        var into: Money?
        if let debit, var number = try numberIfThere(debit, row, text) {
            number.mantissa = try outflow(number.mantissa, column: debit.column)
            out = try money(number, currency, column: debit.column)
        }
        if let credit, var number = try numberIfThere(credit, row, text) {
            if layout.debitSign == .debt {
                guard number.mantissa <= 0 else {
                    throw CellProblem(
                        kind: .amountWrongSign, column: credit.column,
                        expected: "an amount with minus")
                }
                number.mantissa = 0 &- number.mantissa
            }
            into = try money(number, currency, column: credit.column)
        }
        switch (out, into) {
        case (nil, nil):
            throw CellProblem(
                kind: .amountMissing, column: max(columns[.debit], columns[.credit]),
                expected: expectedNumber)
        case (let out?, nil): return out
        case (nil, let into?): return into
        case (let out?, let into?):
            if out.isZero { return into }
            if into.isZero { return out }
            // A transfer in one row: its other amount arrives in another account.
            if namesTarget(row, text) { return out }
            throw CellProblem(
                kind: .amountTwoSides, column: columns[.credit], expected: "one of two columns")
        }
    }

    /// The outflow column's number from the account's view. A sign that the column does not write
    /// would allow a second reading.
    func outflow(_ mantissa: Int64, column: Int) throws(CellProblem) -> Int64 {
        if mantissa == 0 { return 0 }
        let isNegative = mantissa < 0
        let wanted: Bool
        switch layout.debitSign {
        case .unsigned, .debt: wanted = false
        case .negative: wanted = true
        case .either:
            wanted = isDebitNegative ?? isNegative
            isDebitNegative = wanted
        case .signed: return 0 &- mantissa
        }
        guard isNegative == wanted else {
            throw CellProblem(
                kind: .amountWrongSign, column: column,
                expected: wanted ? "an amount with minus" : "an amount without minus")
        }
        return isNegative ? mantissa : 0 &- mantissa
    }

    func direction(_ row: CSVRow, _ text: Span<UInt8>) -> DirectionMeaning {
        guard let rule = layout.direction, let cell = cell(.direction, row, text) else {
            return .unknown
        }
        let meaning = meaning(of: cell, text, rule)
        guard case .correction = meaning else { return meaning }
        guard correctionColumn >= 0, let column = range(correctionColumn, row, text) else {
            return .unknown
        }
        let kind = HeaderText.word(text.extracting(column))
        return rule.correction?.moneyIn.contains(kind) == true ? .incoming : .outgoing
    }

    /// Whether the row's word is one for corrections of a balance.
    func isCorrection(_ row: CSVRow, _ text: Span<UInt8>) -> Bool {
        guard let rule = layout.direction, rule.correction != nil,
            let cell = cell(.direction, row, text),
            case .correction = meaning(of: cell, text, rule)
        else { return false }
        return true
    }

    private func meaning(
        of cell: Cell, _ text: Span<UInt8>, _ rule: Layout.Direction
    ) -> DirectionMeaning {
        directionWords.meaning(of: text.extracting(cell.range)) { word in
            if rule.moneyIn.contains(word) { return .incoming }
            if rule.moneyOut.contains(word) { return .outgoing }
            if rule.transfer.contains(word) { return .transfer }
            if rule.correction?.words.contains(word) == true { return .correction }
            if let skip = rule.skip.first(where: { $0.word == word }) { return .skip(skip.reason) }
            return .unknown
        }
    }

    /// The row's direction is not a known word, nor proved by balances.
    package var directionProblem: CellProblem {
        CellProblem(
            kind: .directionUnknown,
            column: columns.has(.direction) ? columns[.direction] : columns[.amount],
            expected: columns.has(.direction)
                ? "a known direction" : RowRejection.balanceBefore)
    }

    func original(
        _ row: CSVRow, _ text: Span<UInt8>, _ amount: Money
    ) throws(CellProblem) -> Money? {
        guard columns.has(.originalAmount), let cell = cell(.originalAmount, row, text)
        else { return nil }
        var currency = try self.currency(.originalCurrency, row, text) ?? amount.currency
        if layout.takesCurrencyFromUnit {
            if let unit = CurrencyText.unit(in: text.extracting(cell.range)) {
                currency = unit
            } else {
                try checkSign(cell, text, currency)
            }
        }
        // Most purchases are in the account's currency and print one amount twice.
        if currency == amount.currency, isAmountAgain(cell, row, text) { return nil }
        var number = try number(cell, row, text)
        if layout.originalSignFollowsAmount, number.mantissa != .min {
            number.mantissa = amount.isNegative ? -abs(number.mantissa) : abs(number.mantissa)
        }
        let original = try money(number, currency, column: cell.column)
        return original == amount ? nil : original
    }

    /// The cell has the format of the amount, whose sign nothing else decides.
    private func isAmountAgain(_ cell: Cell, _ row: CSVRow, _ text: Span<UInt8>) -> Bool {
        guard isAmountPlain, let printed = range(columns[.amount], row, text),
            !table.isSheet
        else { return false }
        return text.extracting(printed).equals(text.extracting(cell.range))
    }

    func mcc(_ row: CSVRow, _ text: Span<UInt8>) throws(CellProblem) -> UInt16 {
        guard columns.has(.mcc), let cell = cell(.mcc, row, text) else { return 0 }
        if cell.range.count == 4, cell.range.lowerBound <= text.count &- 8 {
            let digits = LeadingDigits(text.word(at: cell.range.lowerBound))
            if digits.count >= 4 { return UInt16(truncatingIfNeeded: digits.value(ofFirst: 4)) }
        }
        var code = 0
        var range = cell.range
        while let last = range.last, text[last] <= 0x20 { range = range.dropLast() }
        if layout.isMCCLoose, range.count != 4 { return 0 }
        for index in range {
            let digit = text[index] &- 0x30
            guard digit < 10, code < 1000 else {
                if layout.isMCCLoose { return 0 }
                throw CellProblem(kind: .mccNotACode, column: cell.column, expected: "four digits")
            }
            code = code * 10 + Int(digit)
        }
        return UInt16(truncatingIfNeeded: code)
    }

    /// `MCC5411`, `MCC: 5411` in the description.
    func mccInText(_ row: CSVRow, _ text: Span<UInt8>) -> UInt16 {
        guard let cell = cell(.description, row, text)?.range, cell.count >= 7 else {
            return 0
        }
        for start in cell.lowerBound...(cell.upperBound - 7)
        where text[start] == 0x4D && text[start + 1] == 0x43 && text[start + 2] == 0x43 {
            var index = start + 3
            while index < cell.upperBound, text[index] == 0x3A || text[index] == 0x20 { index += 1 }
            var code = 0
            var digits = 0
            while index < cell.upperBound, text[index] &- 0x30 < 10, digits < 5 {
                code = code * 10 + Int(text[index] &- 0x30)
                digits += 1
                index += 1
            }
            if digits == 4 { return UInt16(truncatingIfNeeded: code) }
        }
        return 0
    }
}
