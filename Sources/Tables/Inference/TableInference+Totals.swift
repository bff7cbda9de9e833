internal import Facts
internal import Reading

/// The evidence of printed totals for one reading of the amounts.
private enum TotalsVerdict {
    case silent
    case fits
    /// The rows cannot give the printed total.
    case broken(PrintedTotals.Figure)
}

extension TableInference {
    /// The only reading of amounts whose sums the table prints; nil if there is none, or more than
    /// one.
    ///
    /// Fees are totalled like amounts, and most are empty: a column with blanks or zeros is not
    /// used.
    func totalled(_ bases: [AmountSource]) -> AmountSource? {
        let fitting = bases.filter { source in
            AmountReading.marks.contains { isTotalled(AmountReading(source: source, mark: $0)) }
        }
        guard fitting.count == 1 else { return nil }
        if case .signed(let column) = fitting[0] {
            let profile = columns[column]
            guard profile.isAllNumbers, profile.blank == 0,
                profile.numbers.negatives + profile.numbers.positives == profile.numbers.count
            else { return nil }
        }
        return fitting[0]
    }

    func markOfTotals(_ amount: AmountSource) -> NumberStyle.DecimalMark? {
        let marks = [NumberStyle.DecimalMark.point, .comma].filter { mark in
            plan?.sources.contains { source in
                source.columns == amount.columns
                    && isTotalled(AmountReading(source: source, mark: mark))
            } ?? false
        }
        return marks.count == 1 ? marks[0] : nil
    }

    /// Whether the printed totals of money out and in are the sums of negative and positive
    /// amounts, or the balances grow by the rows.
    ///
    /// Purchases without a minus raise a card's debt: balances count only if at least as many rows
    /// have one. Where debit means money in, as in bookkeeping, the sums are swapped, which proves
    /// nothing.
    func isSignTotalled(_ column: Int, _ mark: NumberStyle.DecimalMark) -> Bool {
        let reading = AmountReading(source: .signed(column), mark: mark)
        let numbers = columns[column].numbers
        guard isTotalled(reading), numbers.negatives > 0, let sums = sums[reading] else {
            return false
        }
        if turnoversAgree(reading) == true { return true }
        guard numbers.negatives >= numbers.positives,
            let change = balances(mark).map({ $0.closing - $0.opening })
        else { return false }
        return change == sums.net && change != 0
    }

    /// The totals above all rows or below them.
    var printedAround: PrintedAround {
        PrintedAround(
            figures: totals.isGivenUp
                ? [] : totals.figures.filter { $0.rowsBefore == 0 || $0.rowsBefore == dataRows },
            otherDays: totals.otherDays)
    }

    /// Refuses a reading that contradicts the printed totals.
    func compareWithTotals(
        _ plan: InferencePlan, _ amount: AmountSource?, _ options: ReadOptions,
        _ table: inout InferredTable
    ) {
        guard var source = amount, table.doubts.isEmpty, table.signOrder == nil,
            table.paysFromAccount.isEmpty
        else { return }
        if table.directions != nil, case .signed(let column) = source {
            source =
                plan.sources.first { other in
                    guard case .directed(column, let direction) = other else { return false }
                    return table.fields.contains {
                        $0.field == .direction && $0.columns == [direction]
                    }
                } ?? source
        }
        let reading = AmountReading(source: source, mark: table.mark)
        if options.sign == nil, turnoversAgree(reading) == false, let column = source.columns.first
        {
            return doubtSign(of: column, &table)
        }
        // Balances in all rows are stronger evidence. The reader reports the other printed totals.
        if let chain = proof(source)?.chain, chain.isStrong, chain.isWhole { return }
        // Totals may or may not include a failed or unread row.
        guard !hasUnreadMoney, raggedRows == 0, (plan.columns[.status] ?? []).isEmpty,
            case .broken(let figure) = verdict(reading)
        else { return }
        table.doubts.append(
            InferenceDoubt(
                question: .totals, readings: [names(source)], sample: figure.text,
                line: figure.line))
    }

    private func isTotalled(_ reading: AmountReading) -> Bool {
        if case .fits = verdict(reading) { true } else { false }
    }

    /// The sums of the rows as one account, once enough of them differ.
    private func strongSums(_ reading: AmountReading) -> AmountSums? {
        guard !isMixed, !totals.isGivenUp, let sums = sums[reading], sums.isStrong else {
            return nil
        }
        return sums
    }

    private func verdict(_ reading: AmountReading) -> TotalsVerdict {
        guard let sums = strongSums(reading) else { return .silent }
        let all = [
            totalsVerdict(reading, sums), turnoversVerdict(reading, sums),
            balancesVerdict(reading, sums),
        ]
        var hasFit = false
        for verdict in all {
            switch verdict {
            case .broken: return verdict
            case .fits: hasFit = true
            case .silent: break
            }
        }
        return hasFit ? .fits : .silent
    }

    /// Totals without more words, under the amount or under no column. Of different ones some may
    /// be a page's.
    private func totalsVerdict(_ reading: AmountReading, _ sums: AmountSums) -> TotalsVerdict {
        let candidates = figures(.total).filter { figure in
            guard let column = placed(figure) else { return figure.isSole }
            return reading.source.columns.contains(column)
        }
        guard let first = candidates.first else { return .silent }
        let wrong = candidates.filter { figure in
            figure.number.value(reading.mark).map { !sums.holds($0) } ?? true
        }
        if wrong.isEmpty {
            let isNonzero = candidates.contains { figure in
                figure.number.value(reading.mark).map { $0 != 0 } ?? false
            }
            return isNonzero ? .fits : .silent
        }
        return candidates.allSatisfy { $0.line == first.line } ? .broken(wrong[0]) : .silent
    }

    private func turnoversVerdict(_ reading: AmountReading, _ sums: AmountSums) -> TotalsVerdict {
        let spent = sole(.spent)
        let received = sole(.received)
        let figures = [spent, received].compactMap(\.self)
        guard !figures.isEmpty else { return .silent }
        for figure in figures {
            guard let value = figure.number.value(reading.mark),
                [sums.moneyIn, sums.moneyOut].contains(AmountSums.size(value))
            else { return .broken(figure) }
        }
        let sizes = figures.compactMap { $0.number.value(reading.mark).map(AmountSums.size) }
        if sizes.count == 2, sizes.sorted() != [sums.moneyIn, sums.moneyOut].sorted() {
            return .broken(figures[0])
        }
        return sizes.contains { $0 != 0 } ? .fits : .silent
    }

    private func balancesVerdict(_ reading: AmountReading, _ sums: AmountSums) -> TotalsVerdict {
        guard let closing = sole(.closing), sole(.opening) != nil else { return .silent }
        guard let printed = balances(reading.mark),
            printed.closing.magnitude < Int128.max.magnitude / 4,
            printed.opening.magnitude < Int128.max.magnitude / 4
        else { return .broken(closing) }
        let change = printed.closing - printed.opening
        if change != sums.net, change != 0 - sums.net { return .broken(closing) }
        return change == 0 ? .silent : .fits
    }

    /// True if the spent total is the money out and the received one the money in, false if they
    /// are swapped, nil if unknown.
    private func turnoversAgree(_ reading: AmountReading) -> Bool? {
        guard let sums = strongSums(reading),
            let spent = sole(.spent)?.number.value(reading.mark).map(AmountSums.size),
            let received = sole(.received)?.number.value(reading.mark).map(AmountSums.size),
            spent != received
        else { return nil }
        if spent == sums.moneyOut, received == sums.moneyIn { return true }
        return spent == sums.moneyIn && received == sums.moneyOut ? false : nil
    }

    private func balances(
        _ mark: NumberStyle.DecimalMark
    ) -> (opening: Int128, closing: Int128)? {
        guard let opening = sole(.opening)?.number.value(mark),
            let closing = sole(.closing)?.number.value(mark)
        else { return nil }
        return (opening, closing)
    }

    /// The only figure of a kind; nil if several differ, or if it has other numbers beside it.
    private func sole(_ kind: PrintedTotals.Kind) -> PrintedTotals.Figure? {
        let found = figures(kind)
        guard let first = found.first,
            found.allSatisfy({ $0.isSole && $0.text == first.text })
        else { return nil }
        return first
    }

    /// The figures above all rows or below them; a sum or balance between rows is a day's or a
    /// page's.
    private func figures(_ kind: PrintedTotals.Kind) -> [PrintedTotals.Figure] {
        let found = totals.figures.filter { $0.kind == kind }
        let isBetween = { (figure: PrintedTotals.Figure) in
            figure.rowsBefore > 0 && figure.rowsBefore < self.dataRows
        }
        return found.contains(where: isBetween) ? [] : found
    }

    /// The column of numbers that a figure is under; nil if there is none.
    private func placed(_ figure: PrintedTotals.Figure) -> Int? {
        guard let column = figure.column, column < columns.count, columns[column].numbers.count > 0
        else { return nil }
        return column
    }
}
