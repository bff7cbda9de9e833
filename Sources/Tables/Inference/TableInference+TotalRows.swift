internal import Facts
internal import Scanning
internal import Reading

/// The verdict on a dated row that looks like a total, by its text and numbers.
enum TotalRowFate {
    /// The total of all rows, as far as known: the reader compares it with them.
    case total
    /// The sum of rows above, but not of all rows of the table.
    case subtotal
    /// Possibly a shop of this name: no sum matches.
    case unclear
}

/// A row that has a total's word.
struct TotalRow {
    let line: Int
    let label: TableInference.SkippedText
    let kind: TotalWords.Label
    var fate: TotalRowFate
    /// It has the amount of the only row that it could sum.
    var isSumOfOne = false
    let numbers: [ReadNumber]
    /// The number of rows above it; nil if it has no day.
    let rowsBefore: Int?

    /// Without rows above it: only those below can prove it.
    var isFirst: Bool { kind != .part && rowsBefore == 0 }
}

/// The sums of each reading over the rows above a row.
struct SumsAbove {
    let all: [AmountReading: AmountSums]
    let atLastTotal: [AmountReading: AmountSums]
    let rows: Int
    let rowsSinceTotal: Int
}

extension TableInference {
    /// The label of a total among a row's texts, or its place if a row has no text; nil for other
    /// texts.
    func totalLabel(_ row: CSVRow, _ text: Span<UInt8>) -> (column: Int, label: TotalWords.Label)? {
        var found: (column: Int, label: TotalWords.Label)?
        var hasOtherText = false
        for column in folded.indices where !folded[column].isEmpty {
            let cell = text.extracting(row.range(column))
            let label =
                folded[column].count > Self.labelBytesMax || !words.mayBeTotal(folded[column])
                ? nil
                : words.totalLabel(
                    CellText.string(cell, hasQuotes: true), folded: folded[column])
            if let label, found == nil {
                found = (column, label)
            } else if label == nil, !hasOtherText, !isCurrency(cell, in: column),
                !isDirection(cell, in: column),
                !DayReadings.isDay(cell), !NumberReadings.isNumber(cell, words)
            {
                hasOtherText = true
            }
        }
        // A total has no payee or purpose.
        if hasOtherText { return found.map { ($0.column, .part) } }
        if let found { return found }
        // No text, in a table where some rows have one.
        guard let text = plan?.columns[.description]?.first, columns[text].blank == 0,
            columns[text].filled >= Self.rowsOfPartMin
        else { return nil }
        return (text, .part)
    }

    /// A letter in the column of descriptions is a payee: `C`.
    private func isDirection(_ cell: Span<UInt8>, in column: Int) -> Bool {
        plan?.columns[.description]?.contains(column) != true && words.direction(cell) != nil
    }

    /// Any three letters may be a code, and any code a shop's name: «WOG», "TOP".
    private func isCurrency(_ cell: Span<UInt8>, in column: Int) -> Bool {
        plan?.columns[.description]?.contains(column) != true
            && CurrencyText.parse(cell)?.isListed == true
    }

    /// The verdict on a row with the label of a total; nil for a payment.
    ///
    /// - Parameters:
    ///   - hasText: false if the row has no description, which some payments lack too.
    ///   - isUsual: it fills a payment's columns, or another row has its amount.
    func fate(
        of label: TotalWords.Label, _ numbers: [ReadNumber], hasText: Bool, isDated: Bool,
        isPayment: Bool, isUsual: Bool, above: SumsAbove
    ) -> TotalRowFate? {
        if isPayment { return nil }
        let isSum = isSum(numbers, above)
        // A shop's name needs more evidence than a sum of small numbers.
        if label == .part, above.rows < Self.rowsOfPartMin || isUsual { return nil }
        // A row with a day and an amount may be a payment, until a sum disproves it.
        let mayBePayment =
            isDated && above.rows > 0 && plan.map { hasAmount($0, numbers) } ?? false
        switch label {
        case .whole:
            if isSum == .proved { return .subtotal }
            return mayBePayment && isSum != .likely ? .unclear : .total
        case .part:
            guard isSum == .proved else { return nil }
            return mayBePayment && !hasText ? .unclear : .subtotal
        case .bare:
            switch isSum {
            case .proved: return .subtotal
            case .likely: return mayBePayment ? .unclear : .subtotal
            case .silent: return mayBePayment ? .unclear : .total
            case .no: return .unclear
            }
        }
    }

    /// Whether the row has a running balance, or the amount of a row above.
    func isUsual(_ plan: InferencePlan, _ row: CSVRow, _ text: Span<UInt8>) -> Bool {
        for column in plan.columns[.balance] ?? []
        where !ColumnProfile.isBlank(text.extracting(row.range(column))) {
            return true
        }
        for column in amounts(plan).flatMap(\.columns) {
            let amount = row.range(column)
            for value in columns[column].values
            where text.extracting(amount).equals(value.span) {
                return true
            }
        }
        return false
    }

    private static let rowsOfPartMin = 3

    enum SumVerdict {
        case proved
        /// A sum of too few rows to be proof.
        case likely
        case no
        /// Nothing to compare.
        case silent
    }

    /// Whether the row's amount is the sum of all rows above or of those after the last total.
    func isSum(_ numbers: [ReadNumber], _ above: SumsAbove) -> SumVerdict {
        guard let plan, above.rows > 0, (plan.columns[.status] ?? []).isEmpty else {
            return .silent
        }
        var isCompared = false
        var isLikely = false
        for source in amounts(plan) {
            for mark in AmountReading.marks {
                let reading = AmountReading(source: source, mark: mark)
                guard let all = above.all[reading], !all.isBroken,
                    source.columns.contains(where: {
                        $0 < numbers.count && numbers[$0].value(mark) ?? 0 != 0
                    })
                else { continue }
                isCompared = true
                let since = all.since(above.atLastTotal[reading])
                if all.holds(numbers, reading) {
                    if all.isStrong, above.rows > 1 { return .proved }
                    isLikely = true
                }
                if since.holds(numbers, reading) {
                    if all.isStrong, above.rowsSinceTotal > 1 { return .proved }
                    isLikely = true
                }
            }
        }
        if isLikely { return .likely }
        return isCompared && !isMixed ? .no : .silent
    }

    /// The amounts that headings name, else all candidates.
    private func amounts(_ plan: InferencePlan) -> [AmountSource] {
        plan.namedSources > 0 ? Array(plan.sources.prefix(plan.namedSources)) : plan.sources
    }

    /// Whether the row has something that only payments have: an id, a code, a counterparty's
    /// number, a time, or a balance that it moved.
    func isPayment(
        _ plan: InferencePlan, _ numbers: [ReadNumber], _ last: [ReadNumber],
        _ row: CSVRow, _ text: Span<UInt8>
    ) -> Bool {
        let own: [HeadingRole] = [.id, .mcc, .counterpartyIBAN, .counterpartyTaxID, .time]
        for column in own.flatMap({ plan.columns[$0] ?? [] })
        where !ColumnProfile.isBlank(text.extracting(row.range(column))) {
            return true
        }
        if Self.hasTime(text.extracting(row.range(plan.dayColumn))) { return true }
        return (plan.columns[.balance] ?? []).contains { column in
            amounts(plan).contains {
                moves(column, by: $0, numbers, last) || moves(column, by: $0, last, numbers)
            }
        }
    }

    /// Whether the row's amount leads from the other row's balance to its own.
    func movesBalance(
        _ plan: InferencePlan, _ numbers: [ReadNumber], _ other: [ReadNumber]
    ) -> Bool {
        (plan.columns[.balance] ?? []).contains { column in
            amounts(plan).contains { moves(column, by: $0, numbers, other) }
        }
    }

    /// Whether the row's amount differs from its balance.
    func hasAmountBesideBalance(_ plan: InferencePlan, _ numbers: [ReadNumber]) -> Bool {
        func sizes(_ column: Int) -> [Int128] {
            [numbers[column].point, numbers[column].comma].compactMap { $0 }
                .filter { $0 != 0 }.map(AmountSums.size)
        }
        let printed = (plan.columns[.balance] ?? []).flatMap(sizes)
        return !printed.isEmpty
            && amounts(plan).flatMap(\.columns).contains { column in
                let own = sizes(column)
                return !own.isEmpty && !own.contains(where: printed.contains)
            }
    }

    /// Whether the row has an amount other than zero.
    func hasAmount(_ plan: InferencePlan, _ numbers: [ReadNumber]) -> Bool {
        amounts(plan).flatMap(\.columns).contains { column in
            column < numbers.count && (numbers[column].point ?? numbers[column].comma ?? 0) != 0
        }
    }

    /// Whether a time follows the day other than its first or last minute, which are printed for
    /// whole days.
    private static func hasTime(_ day: Span<UInt8>) -> Bool {
        let text = CellText.string(day, hasQuotes: true)
        guard let colon = text.firstIndex(of: ":"),
            let hour = Int(text[..<colon].suffix(2).filter(\.isNumber)),
            let minute = Int(text[colon...].dropFirst().prefix(2))
        else { return false }
        return (hour, minute) != (0, 0) && (hour, minute) != (23, 59)
    }

    private func moves(
        _ balance: Int, by source: AmountSource, _ numbers: [ReadNumber], _ last: [ReadNumber]
    ) -> Bool {
        guard last.count == numbers.count, !numbers.isEmpty else { return false }
        return AmountReading.marks.contains { mark in
            guard let after = numbers[balance].value(mark), let before = last[balance].value(mark),
                after != before
            else { return false }
            let change = AmountSums.size(after - before)
            return source.columns.contains { column in
                numbers[column].value(mark).map { AmountSums.size($0) == change } ?? false
            }
        }
    }

    /// The final verdicts on rows with a total's word.
    func settledTotals() -> [TotalRow] {
        let all = SumsAbove(all: sums, atLastTotal: [:], rows: dataRows, rowsSinceTotal: dataRows)
        let totals = totalRows.map { row in
            var row = row
            let isLast = row.kind == .whole && row.rowsBefore == dataRows
            let isWordlessEnd = row.label.text.isEmpty && row.rowsBefore == dataRows
            switch (row.fate, isSum(row.numbers, all)) {
            case (.subtotal, .proved), (.subtotal, .likely): row.fate = .total
            // Beside sums of several rows, a sum of one row is a total too.
            case (.unclear, _) where row.isSumOfOne && isProvedTotal(row.label):
                row.fate = .subtotal
            case (.total, .no) where row.isFirst && !isLast: row.fate = .unclear
            case (.unclear, .proved) where row.kind == .whole || isWordlessEnd: row.fate = .total
            // After the last row it may sum more than these rows.
            case (.unclear, _) where isLast: row.fate = .total
            default: break
            }
            return row
        }
        return totals
            + datedBalances.compactMap { row in
                var row = row
                if isPaid(row.label) { row.fate = .unclear }
                return row.fate == .unclear ? row : nil
            }
    }

    private func isProvedTotal(_ label: SkippedText) -> Bool {
        !isPaid(label)
            && totalRows.contains { row in
                row.fate != .unclear && row.label.column == label.column
                    && row.label.text == label.text
            }
    }

    private static let labelBytesMax = 120
}

extension AmountSums {
    func holds(_ numbers: [ReadNumber], _ reading: AmountReading) -> Bool {
        switch reading.source {
        case .signed(let column):
            guard let sum = numbers[column].value(reading.mark), sum != 0 else { return false }
            // A sum of money in has no minus.
            return sum < 0 ? sum == 0 - moneyOut || sum == net : holds(sum)
        case .directed(let column, _):
            return numbers[column].value(reading.mark).map { $0 != 0 && holds($0) } ?? false
        case .twoSided(let debit, let credit):
            let out = numbers[debit].value(reading.mark).map(AmountSums.size)
            let into = numbers[credit].value(reading.mark).map(AmountSums.size)
            return (out ?? 0 != 0 || into ?? 0 != 0) && (out ?? 0 == 0 || out == moneyOut)
                && (into ?? 0 == 0 || into == moneyIn)
        }
    }
}
