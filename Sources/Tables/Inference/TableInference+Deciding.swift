internal import Facts
internal import Reading

extension TableInference {
    /// The proved table with its open questions; nil if it is no table of a statement.
    func decide(_ options: ReadOptions) -> InferredTable? {
        guard options.sign != nil else { return decideAsGiven(options) }
        // The user's sign is for rows that leave it open; other files of the same command may.
        var withoutSign = options
        withoutSign.sign = nil
        guard var proved = decideAsGiven(withoutSign), proved.isSignProved,
            !proved.doubts.contains(where: { $0.question == .sign || $0.question == .totals })
        else { return decideAsGiven(options) }
        proved.proofs.append("sign \(options.sign?.rawValue ?? ""): not needed, the rows say it")
        return proved
    }

    private func decideAsGiven(_ options: ReadOptions) -> InferredTable? {
        guard !isGivenUp, let frame, let plan else { return nil }
        var table = InferredTable(frame: frame)
        guard dataRows > 0 else { return emptyTable(table, plan) }
        doubtRows(&table)
        decideDays(plan, options, &table)
        judgeBalancesBefore(plan)
        let amount = decideAmount(plan, &table)
        decideMark(amount, options, &table)
        decideSign(plan, amount, options, &table)
        compareWithTotals(plan, amount, options, &table)
        decideCurrency(plan, amount, &table)
        decideRest(plan, amount, &table)
        doubtDecimals(amount, &table)
        doubtUnits(amount, frame, &table)
        decideSideLetters(&table)
        decideSections(plan, &table)
        decideUnbooked(&table)
        table.skips = skippedTexts
        return table
    }

    /// Most rows are to have a day, of their own or in a title above them.
    private func doubtRows(_ table: inout InferredTable) {
        table.hasDayTitles = rowsBelowTitles > 0
        let areMixed = rowsBelowTitles > 0 && rowsBelowTitles < dataRows
        let others = otherRows + (rowsBelowTitles == 0 ? dayTitles : 0)
        guard others * 2 > dataRows || raggedRows * 2 > dataRows || hasManySkips || areMixed else {
            return
        }
        let areUndated = areMixed || undatedPayments * 2 >= others && undatedPayments > raggedRows
        let dated = areMixed ? dataRows - rowsBelowTitles : dataRows
        table.doubts.append(
            InferenceDoubt(
                question: areUndated ? .dayTitles : .rows, line: firstDataLine,
                results: ["\(dated)/\(dataRows + others + raggedRows)"]))
    }

    /// A header without rows needs no proof.
    private func emptyTable(_ table: InferredTable, _ plan: InferencePlan) -> InferredTable? {
        guard otherRows == 0, raggedRows == 0, let source = plan.sources.first,
            plan.namedSources > 0
        else { return nil }
        var table = table
        table.add(.made, [plan.dayColumn])
        add(source, to: &table)
        table.proofs.append("the header names a day and an amount; there are no rows")
        return table
    }

    private func add(_ source: AmountSource, to table: inout InferredTable) {
        switch source {
        case .signed(let column): table.add(.amount, [column])
        case .directed(let column, let direction):
            table.add(.amount, [column])
            table.add(.direction, [direction])
        case .twoSided(let debit, let credit):
            table.add(.debit, [debit])
            table.add(.credit, [credit])
        }
    }

    // MARK: days

    private func decideDays(
        _ plan: InferencePlan, _ options: ReadOptions, _ table: inout InferredTable
    ) {
        let order = order(of: columns[plan.dayColumn].days, plan, options, &table)
        let day = dayOfPayment(plan, order, &table)
        let unbooked = unbookedRows > 0 && day == plan.dayColumn ? plan.valueOfUnbooked : nil
        table.add(.made, [day] + (unbooked.map { [$0] } ?? []))
        if unbooked != nil { table.add(.booked, [day]) }
        guard let order else { return }
        let others = [
            (LayoutField.booked, HeadingRole.booked), (.value, .value),
        ].compactMap { field, role -> (LayoutField, Int)? in
            guard let column = plan.columns[role]?.first, column != day,
                columns[column].isAllDays,
                columns[column].days.left.contains(where: { $0.order == order })
            else { return nil }
            return (field, column)
        }
        for column in [day] + others.map(\.1) {
            for reading in columns[column].days.left where reading.order == order {
                for pattern in patterns(of: reading, column) {
                    let isFrom1904 = pattern == "serial" && options.hasDaysFrom1904
                    let pattern = isFrom1904 ? "serial1904" : pattern
                    if !table.datePatterns.contains(pattern) { table.datePatterns.append(pattern) }
                }
            }
        }
        table.dayColumns = [day]
        for (field, column) in others { table.add(field, [column]) }
        if let time = plan.columns[.time]?.first, columns[time].times == columns[time].filled,
            columns[time].midnights < columns[time].times
        {
            table.add(.time, [time])
        }
    }

    /// The patterns of a column's days. Midnight in all of them is no time, but a program's day.
    private func patterns(of reading: DayReadings.Reading, _ column: Int) -> [String] {
        guard columns[column].days.areMidnights else { return reading.usedPatterns }
        return reading.usedPatterns.flatMap(DateFormat.patternsOfMidnight)
    }

    /// The column of days, or of several that differ the one with the earliest day in every row.
    private func dayOfPayment(
        _ plan: InferencePlan, _ order: DateOrder?, _ table: inout InferredTable
    ) -> Int {
        guard let role = plan.dayRole, differing.contains(role) else { return plan.dayColumn }
        // A bank's table with one heading renamed has its days in that bank's order.
        let earliest = isAlmostABanks ? [] : order.map { rivalDays.earliest($0) } ?? []
        if let day = earliest.first(where: { $0 == plan.dayColumn }) ?? earliest.first {
            table.proofs.append("day \(name(day)): in no row after \(othersThan(day, plan))")
            return day
        }
        doubt(.dateColumn, of: plan.dayRivals.map(name), in: &table)
        return plan.dayColumn
    }

    private func othersThan(_ day: Int, _ plan: InferencePlan) -> String {
        plan.dayRivals.filter { $0 != day }.map(name).joined(separator: " / ")
    }

    /// Beside the day of a payment, a blank booking day says that the bank has not booked it,
    /// unless a column of states says what is booked.
    private func decideUnbooked(_ table: inout InferredTable) {
        guard let booked = table.fields.first(where: { $0.field == .booked })?.columns.first,
            columns[booked].blank > 0
        else { return }
        guard table.status == nil else {
            // Its words may be states of the other column too.
            if !columns[booked].unsetDays.isEmpty {
                table.fields.removeAll { $0.field == .booked }
            }
            return
        }
        table.noneWords = columns[booked].unsetDays.map { String(decoding: $0, as: UTF8.self) }
        table.isUnbookedHold = true
        table.proofs.append("holds: rows without a day in \(name(booked))")
    }

    private func order(
        of days: DayReadings, _ plan: InferencePlan, _ options: ReadOptions,
        _ table: inout InferredTable
    ) -> DateOrder? {
        if let chosen = options.dateOrder, days.left.contains(where: { $0.order == chosen }) {
            table.proofs.append("date order \(chosen.rawValue): chosen")
            return chosen
        }
        let left = days.likely
        if left.count == 1, days.left.count > 1 {
            table.proofs.append(
                "date order \(left[0].order.rawValue): others take a day for a year")
            return left[0].order
        }
        if left.count == 1 {
            table.proofs.append(
                "date order \(left[0].order.rawValue): no other order reads every row")
            return left[0].order
        }
        guard days.undecided != nil else { return left.first?.order }
        if let found = only(left, where: { isWithinPeriod($0, of: days) }) {
            table.proofs.append("date order \(found.rawValue): the period above the table")
            return found
        }
        if let found = orderOfOtherColumns(left, plan) {
            table.proofs.append("date order \(found.rawValue): another column of days")
            return found
        }
        if left.contains(where: \.isBroken), let found = only(left, where: \.isMonotonic) {
            table.proofs.append("date order \(found.rawValue): the days follow one another")
            return found
        }
        if days.areFixed, left.contains(where: { $0.order == .dayFirst }), let frame,
            words.areDayFirst(frame.names)
        {
            table.proofs.append("date order dmy: the language of the headings")
            return .dayFirst
        }
        let sample = days.undecided?.text ?? ""
        table.doubts.append(
            InferenceDoubt(
                question: .dateOrder,
                readings: left.map(\.order.rawValue).sorted(), sample: sample,
                line: days.undecided?.line ?? firstDataLine,
                results: left.compactMap { reading in
                    var hint = 0
                    let moment = try? DateText.parse(
                        sample.utf8.span, formats: reading.formats, hint: &hint)
                    return moment.map { "\(reading.order.rawValue) → \($0.day.text)" }
                }.sorted()))
        return left.first?.order
    }

    private func only(
        _ left: [DayReadings.Reading], where fits: (DayReadings.Reading) -> Bool
    ) -> DateOrder? {
        let fitting = left.filter(fits)
        return fitting.count == 1 ? fitting[0].order : nil
    }

    /// Whether every day lies in the period printed above the table, both read in this order.
    ///
    /// A period that one order alone can read, in another form than the rows', has fixed days: its
    /// order is not the rows'.
    private func isWithinPeriod(
        _ reading: DayReadings.Reading, of days: DayReadings
    ) -> Bool {
        let isFixed = period.likely.count == 1 && !isInFormOfPeriod(days)
        guard period.count >= 2,
            let printed = isFixed
                ? period.likely.first : period.left.first(where: { $0.order == reading.order }),
            let from = printed.earliest, let to = printed.latest, from < to,
            let first = reading.earliest, let last = reading.latest
        else { return false }
        return from <= first && last <= to
    }

    /// Whether the rows write their days as the period does, with the same marks and zeros.
    private func isInFormOfPeriod(_ days: DayReadings) -> Bool {
        guard let sample = days.undecided?.text else { return false }
        let form = DayReadings.form(of: Array(sample.utf8))
        return periodForms.contains(form) && days.shortest >= form.count
    }

    /// The order of another column with the same formats, if its values leave one.
    private func orderOfOtherColumns(
        _ left: [DayReadings.Reading], _ plan: InferencePlan
    ) -> DateOrder? {
        for role in [HeadingRole.made, .date, .booked, .value] {
            for column in plan.columns[role] ?? [] where column != plan.dayColumn {
                let others = columns[column].days.left
                guard columns[column].isAllDays, others.count == 1,
                    let same = left.first(where: { $0.order == others[0].order }),
                    Set(same.usedPatterns) == Set(others[0].usedPatterns)
                else { continue }
                return same.order
            }
        }
        return nil
    }

    // MARK: the amount

    /// The proof of a way to read amounts by balances: the hypothesis with most links.
    func proof(_ source: AmountSource) -> AmountHypothesis? {
        let proved = hypotheses.filter { $0.source == source && $0.isProved }
        guard let best = proved.max(by: { $0.chain.links < $1.chain.links }) else { return nil }
        // Two decimal marks may give the same amounts other signs: then nothing is proved.
        return proved.allSatisfy { $0.balance != best.balance || $0.verdict == best.verdict }
            ? best : nil
    }

    /// Whether balances in all rows follow from the amounts before them.
    var isChained: Bool {
        hypotheses.contains { $0.verdict == .printed && $0.chain.isWhole && $0.chain.isStrong }
    }

    private func decideAmount(
        _ plan: InferencePlan, _ table: inout InferredTable
    ) -> AmountSource? {
        // A column that is equal to the likeliest one in every row is no other reading.
        let readings = plan.sources.filter { source in
            switch source {
            case .directed: false
            case .signed(let column): isOwnReading(column)
            case .twoSided: true
            }
        }
        // A column that is blank in every row is no reading beside another one.
        let hasFilled = readings.contains(where: isFilled)
        let bases = hasFilled ? readings.filter(isFilled) : readings
        let named = plan.sources.prefix(plan.namedSources).filter { !hasFilled || isFilled($0) }
        if named.isEmpty { return provedWithoutName(bases, plan, &table) }
        let proved = bases.filter { proof($0).map(\.chain.isStrong) ?? false }
        if let found = conversions.first(where: \.isConversion), proved.isEmpty {
            let source = AmountSource.signed(found.converted)
            guard found.named.isKnown, !hasSeveralAccounts(plan) else {
                doubtAmount([.signed(found.amount), source], &table)
                return nil
            }
            table.proofs.append(
                "amount \(names(source)): equal to \(name(found.amount)) in its own currency alone")
            return source
        }
        if bases.count == 1 {
            table.proofs.append("amount \(names(named[0])): its heading")
            return named[0]
        }
        if plan.printedTwice != nil, bases.count == 2, sides.disagree == 0 {
            table.proofs.append("amount \(names(named[0])): debit and credit say the same")
            return named[0]
        }
        if plan.printedTwice != nil, bases.count == 2, sizes.disagree == 0, sizes.agree > 0 {
            table.proofs.append("amount \(names(bases[1])): another column has it unsigned")
            return bases[1]
        }
        if let first = proved.first,
            proved.count == 1
                || proved.allSatisfy({ proof($0)?.verdict == .printed })
                    && Set(proved.map(\.columns.count)).count == proved.count
        {
            table.proofs.append("amount \(names(first)): it moves the balances")
            return first
        }
        if case .signed(let column) = named[0], bases.count == named.count,
            let role = [HeadingRole.accountAmount, .amount].first(where: {
                plan.rivals[$0]?.contains(column) ?? false
            }), !differing.contains(role)
        {
            table.proofs.append("amount \(names(named[0])): its heading; its rivals are equal")
            return named[0]
        }
        if let source = totalled(bases), named.contains(source),
            proved.isEmpty || proved.contains(source)
        {
            table.proofs.append("amount \(names(source)): a printed total is its sum")
            return source
        }
        doubtAmount(bases, &table)
        return nil
    }

    private func isFilled(_ source: AmountSource) -> Bool {
        source.columns.contains { columns[$0].filled > 0 }
    }

    /// Whether the rows are of several accounts, each with a currency of its own.
    private func hasSeveralAccounts(_ plan: InferencePlan) -> Bool {
        plan.columns[.account]?.contains {
            columns[$0].hasManyValues || columns[$0].values.count > 1
        } ?? false
    }

    /// No heading names the column: proved by balances, or by a word in each row that agrees with
    /// each sign.
    private func provedWithoutName(
        _ bases: [AmountSource], _ plan: InferencePlan, _ table: inout InferredTable
    ) -> AmountSource? {
        let proved = hypotheses.filter { hypothesis in
            guard hypothesis.verdict == .printed, hypothesis.chain.isStrong else { return false }
            switch hypothesis.source {
            // In blank cells another column may give the movement.
            case .signed(let column): return columns[column].blank == 0
            case .directed(let column, let direction):
                return columns[column].blank == 0 && columns[column].numbers.negatives == 0
                    && isWholeDirection(direction)
            // A side that moved no balance may be a fee's.
            case .twoSided(let debit, let credit):
                return hypothesis.chain.movesBothWays || haveOwnSigns(debit, credit)
            }
        }
        let pairs = Set(proved.map { [$0.balance] + $0.source.columns })
        if let first = proved.first, pairs.count == 1 {
            table.proofs.append(
                "amount \(names(first.source)): it moves the balances in \(name(first.balance))")
            return first.source
        }
        let agreeing = plan.sources.filter { source in
            guard case .directed(let column, let direction) = source,
                let tally = agreements[source], tally.disagree == 0, tally.agree >= 2
            else { return false }
            return columns[column].numbers.negatives > 0 && columns[column].numbers.positives > 0
                && columns[column].isAllNumbers && isWholeDirection(direction)
        }
        if bases.count == 1, agreeing.count == 1 {
            table.proofs.append(
                "amount \(names(bases[0])): its signs agree with the words of another column")
            return bases[0]
        }
        if proved.isEmpty, let source = totalled(bases) {
            table.proofs.append("amount \(names(source)): a printed total is its sum")
            return source
        }
        if let pair = onlyPair(bases) {
            table.proofs.append("amount \(names(pair)): no other columns have numbers like them")
            return pair
        }
        if bases.count == 1, isOnlyMoney(bases[0]) {
            table.proofs.append("amount \(names(bases[0])): no other column has numbers like it")
            return bases[0]
        }
        doubtAmount(bases, &table)
        return nil
    }

    /// Whether every row has a number in the column, some with a minus, and no other column has
    /// fractions or signs: it must be the amount. Without a minus no other column may have numbers:
    /// whole amounts would stand beside their balances.
    private func isOnlyMoney(_ source: AmountSource) -> Bool {
        guard case .signed(let column) = source, columns[column].isMoney,
            columns[column].blank == 0
        else { return false }
        let numbers = columns[column].numbers
        return areOnlyMoney([column])
            && (numbers.negatives > 0 || areOnlyNumbers([column]))
    }

    private func areOnlyNumbers(_ money: [Int]) -> Bool {
        columns.indices.allSatisfy { other in
            money.contains(other) || columns[other].numbers.count == 0 || columns[other].isAllDays
        }
    }

    private func areOnlyMoney(_ money: [Int]) -> Bool {
        columns.indices.allSatisfy { other in
            money.contains(other) || columns[other].numbers.moneyLike == 0
                || columns[other].isAllDays
        }
    }

    /// The two columns of money of which each row fills one, in the order that the rows' texts
    /// show, else debit first: then the sign stays open.
    private func onlyPair(_ bases: [AmountSource]) -> AmountSource? {
        guard bases.count == 2, Set(bases[0].columns) == Set(bases[1].columns),
            bases[0].columns.count == 2, areOnlyNumbers(bases[0].columns),
            bases[0].columns.allSatisfy({ columns[$0].isMoney }),
            Set(bases[0].columns.map { frame?.headings[$0].currency }).count == 1,
            Set(bases[0].columns.map { columns[$0].numbers.unitCurrency }).count == 1
        else { return nil }
        return bases.first(where: areSidesWitnessed)
            ?? bases.first { haveOwnSigns($0.columns[0], $0.columns[1]) }
            ?? bases.first { $0.columns[0] < $0.columns[1] }
    }

    /// Whether the texts of rows say which column has money in, and most rows are money out.
    private func areSidesWitnessed(_ source: AmountSource) -> Bool {
        guard case .twoSided(let debit, let credit) = source,
            let tally = witnessesOfSides[source], incomeOnItsSide.contains(source)
        else { return false }
        return tally.disagree == 0 && columns[debit].filled >= columns[credit].filled
    }

    /// Whether one column has only minuses and the other one none.
    private func haveOwnSigns(_ debit: Int, _ credit: Int) -> Bool {
        let (out, into) = (columns[debit].numbers, columns[credit].numbers)
        return out.negatives > 0 && out.positives == 0 && into.positives > 0
            && into.negatives == 0
    }

    private func doubtAmount(_ bases: [AmountSource], _ table: inout InferredTable) {
        var readings: [String] = []
        for source in bases where readings.count < 4 { readings.append(names(source)) }
        let currencies = bases.flatMap(\.columns).compactMap { frame?.headings[$0].currency }
        if currencies.allSatisfy(\.isKnown), Set(currencies).count > 1 {
            return doubt(.amountCurrencies, of: readings, in: &table)
        }
        doubt(.amountColumn, of: readings, in: &table)
    }

    // MARK: the decimal mark

    private func decideMark(
        _ amount: AmountSource?, _ options: ReadOptions, _ table: inout InferredTable
    ) {
        guard let amount, let plan else { return }
        var money = amount.columns + (plan.columns[.balance] ?? [])
        for role in [HeadingRole.originalAmount, .amount, .accountAmount, .fee, .cashback] {
            money += (plan.columns[role] ?? []).filter { columns[$0].isAllNumbers }
        }
        if let balance = proof(amount)?.balance { money.append(balance) }
        var numbers = money.map { columns[$0].numbers }
        table.hasUnit = numbers.contains { $0.withUnit > 0 }
        table.moneyColumns = amount.columns.map { ($0, columns[$0].blank > 0) }
        // A fee of `0.00` among commas proves nothing about `18.187`: the amount is read by its own
        // marks, and the fee is not read.
        let own = ownNumbers(amount)
        if own.contains(where: { $0.undecided != nil }),
            own.contains(where: { $0.pointOnly > 0 }) != own.contains(where: { $0.commaOnly > 0 })
        {
            numbers = own
        }
        let points = numbers.contains { $0.pointOnly > 0 }
        let commas = numbers.contains { $0.commaOnly > 0 }
        // The user's word is for what the rows leave open.
        if let chosen = options.decimalMark, numbers.allSatisfy({ $0.allows(chosen) }) {
            table.mark = chosen
            table.proofs.append("decimal mark \(chosen.rawValue): chosen")
        } else if points || commas {
            table.mark = points && commas ? .either : points ? .point : .comma
            table.proofs.append("decimal mark \(table.mark.rawValue): some rows allow no other")
        } else if let undecided = numbers.lazy.compactMap(\.undecided).first {
            if let mark = markOfBalances(amount) {
                table.mark = mark
                table.proofs.append("decimal mark \(mark.rawValue): the balances")
                return
            }
            if let mark = markOfTotals(amount) {
                table.mark = mark
                table.proofs.append("decimal mark \(mark.rawValue): a printed total is the sum")
                return
            }
            table.doubts.append(
                InferenceDoubt(
                    question: .decimalMark, readings: ["point", "comma"], sample: undecided.text,
                    line: undecided.line,
                    results: [NumberStyle.DecimalMark.point, .comma].compactMap { mark in
                        let number = try? AmountText.parse(
                            undecided.text.utf8.span,
                            style: NumberStyle(decimalMark: mark, allowsUnit: table.hasUnit))
                        return number.map { "\(mark.rawValue) → \($0.text)" }
                    }))
        }
    }

    /// The numbers of the amount and of its balance.
    private func ownNumbers(_ amount: AmountSource) -> [NumberReadings] {
        let balances =
            proof(amount).map { [$0.balance] }
            ?? (plan?.columns[.balance] ?? []).prefix(1).map(\.self)
        return (amount.columns + balances).map { columns[$0].numbers }
    }

    private func markOfBalances(_ amount: AmountSource) -> NumberStyle.DecimalMark? {
        let proved = hypotheses.filter {
            $0.source == amount && $0.isProved && $0.mark != .either && $0.chain.isStrong
        }
        let marks = Set(proved.map(\.mark))
        return marks.count == 1 ? marks.first : nil
    }

    /// The unit of amounts is in their headings; a fraction of a smallest coin is no amount, and
    /// which part of the currency a coin is may be unknown.
    private func doubtUnits(
        _ amount: AmountSource?, _ frame: TableFrame, _ table: inout InferredTable
    ) {
        if let amount, amount.columns.allSatisfy({ frame.headings[$0].unit == nil }),
            frame.preamble.joined().contains(where: words.saysUnit) || hasColumnOfUnits(table)
        {
            doubt(.unit, of: [names(amount)], in: &table)
            return
        }
        let read = table.fields.filter(\.field.isMoney).flatMap(\.columns)
        for column in read {
            guard let unit = frame.headings[column].unit else { continue }
            if unit.places == nil || unit == .hundredths && columns[column].numbers.fractions > 0 {
                doubt(.unit, of: [name(column)], in: &table)
                return
            }
            table.proofs.append("amounts in \(unit.rawValue): the heading \(name(column))")
        }
    }

    /// Whether a column that is not read has a word for thousands or coins in every row.
    private func hasColumnOfUnits(_ table: InferredTable) -> Bool {
        let read = Set(table.fields.flatMap(\.columns))
        return columns.indices.contains { column in
            let profile = columns[column]
            return !read.contains(column) && !profile.hasManyValues && !profile.values.isEmpty
                && profile.values.allSatisfy(words.isUnit)
        }
    }

    /// Whole amounts that two digits follow in every row: a decimal comma without quotes parts each
    /// number. Balances that follow prove whole amounts.
    private func doubtDecimals(_ amount: AmountSource?, _ table: inout InferredTable) {
        guard let amount, let frame, frame.shape.delimiter == 0x2C, !isSheet, proof(amount) == nil
        else { return }
        for column in amount.columns where columns.indices.contains(column + 1) {
            let next = columns[column + 1]
            guard next.filled > 0, next.pairs == next.filled,
                next.filled == columns[column].filled, columns[column].numbers.fractions == 0,
                !frame.headings[column + 1].roles.contains(where: \.isMoney)
            else { continue }
            doubt(.decimals, of: [name(column), name(column + 1)], in: &table)
            return
        }
    }

    /// `250.00 DR`: letters instead of signs. A number of the column without them may be of either
    /// side.
    private func decideSideLetters(_ table: inout InferredTable) {
        for entry in table.fields where entry.field.isMoney {
            guard let column = entry.columns.first(where: { columns[$0].numbers.withSide > 0 })
            else { continue }
            if columns[column].numbers.withoutSide > 0 || entry.columns.count > 1 {
                doubt(.sides, of: [name(column)], in: &table)
                return
            }
            table.sideLetters.append(entry.field)
            table.proofs.append("sign: letters for debit and credit in \(name(column))")
        }
    }

    // MARK: the sign

    private func decideSign(
        _ plan: InferencePlan, _ amount: AmountSource?, _ options: ReadOptions,
        _ table: inout InferredTable
    ) {
        guard let amount else { return }
        switch amount {
        case .twoSided(let debit, let credit): decideSides(amount, debit, credit, options, &table)
        case .signed(let column), .directed(let column, _):
            decideSign(of: column, plan, options, &table)
        }
    }

    private func decideSides(
        _ source: AmountSource, _ debit: Int, _ credit: Int, _ options: ReadOptions,
        _ table: inout InferredTable
    ) {
        let proof = proof(source)
        if let sign = options.sign {
            // In a bookkeeper's accounts debit is money in.
            let isTurned = sign == .inverted
            add(isTurned ? .twoSided(debit: credit, credit: debit) : source, to: &table)
            table.isDebitNegative = columns[isTurned ? credit : debit].numbers.negatives > 0
            table.isSignChosen = true
            table.proofs.append("sign \(sign.rawValue): chosen")
            return
        }
        add(source, to: &table)
        let out = columns[debit].numbers
        table.isDebitNegative = out.negatives > 0
        let areSidesMixed =
            out.negatives > 0 && out.positives > 0 || columns[credit].numbers.negatives > 0
        if areSidesMixed, let proof = storno(source, debit, credit) {
            table.hasStorno = true
            table.isSignProved = true
            table.proofs.append("sign: a minus is a storno: \(proof)")
            return
        }
        if isDebt(source, debit, credit) {
            table.isDebt = true
            table.proofs.append("sign: a debt, that debits raise and all credits lower")
            return
        }
        let isContradicted = proof?.verdict == .inverted && (proof?.chain.isStrong ?? false)
        let isUnnamed =
            plan?.namedSources == 0 && proof?.verdict != .printed
            && !haveOwnSigns(debit, credit) && !areSidesWitnessed(source)
        if isContradicted || isUnnamed || areSidesMixed && proof?.verdict != .printed
            || overlaps[source, default: 0] * 5 > dataRows
        {
            doubtSign(of: debit, &table, isOutflow: true)
        } else {
            table.isSignProved = proof?.verdict == .printed
            table.proofs.append(
                "sign: \(proof == nil ? "a column for money out and one for money in" : "the balances")"
            )
        }
    }

    /// Whether the columns say how a card's debt changes: no debit has a minus, every credit has
    /// one, and these are no payments taken back, as some words say or none denies.
    private func isDebt(_ source: AmountSource, _ debit: Int, _ credit: Int) -> Bool {
        let (out, into) = (columns[debit].numbers, columns[credit].numbers)
        guard out.negatives == 0, out.positives > 0, into.positives == 0, into.negatives > 0,
            overlaps[source, default: 0] == 0, plan?.columns[.balance] == nil
        else { return false }
        return incomeBelowMinus.contains(source)
            || into.negatives > 1 && stornoWitnessed[source, default: 0] == 0
    }

    /// Why a minus among unsigned debits and credits takes money back: the balances follow so, or
    /// each such row says it in words. Nil if nothing proves it.
    private func storno(_ source: AmountSource, _ debit: Int, _ credit: Int) -> String? {
        let (out, into) = (columns[debit].numbers, columns[credit].numbers)
        if overlaps[source, default: 0] > 0 { return nil }
        let isProved = hypotheses.contains {
            $0.source == source && $0.misses == 0 && $0.withStorno?.verdict == .printed
                && $0.withStorno?.isStrong == true
                && $0.withStorno?.links ?? 0 > $0.plain.links
        }
        if isProved { return "the balances" }
        let minuses = out.negatives + into.negatives
        let isUsual = out.negatives < out.positives && into.negatives <= into.positives
        return isUsual && stornoWitnessed[source] == minuses ? "the words of its rows" : nil
    }

    private func decideSign(
        of column: Int, _ plan: InferencePlan, _ options: ReadOptions,
        _ table: inout InferredTable
    ) {
        let numbers = columns[column].numbers
        let directed = plan.sources.first { source in
            guard case .directed(column, let direction) = source else { return false }
            return isWholeDirection(direction) && numbers.negatives == 0
        }
        if let sign = options.sign {
            add(.signed(column), to: &table)
            table.isInverted = sign == .inverted
            table.isSignChosen = true
            table.proofs.append("sign \(sign.rawValue): chosen")
            return
        }
        if let directed, case .directed(_, let direction) = directed {
            add(directed, to: &table)
            setDirections(direction, &table)
            if proof(directed)?.verdict == .inverted || isDoubtful(directed, direction, plan) {
                doubtSign(of: column, &table)
            } else {
                table.isSignProved = true
                table.proofs.append("sign: a word for the direction in every row")
            }
            return
        }
        if numbers.negatives == 0, let flag = provedFlags(of: column) {
            add(.directed(column, direction: flag.flag), to: &table)
            table.directions = flag.meanings
            table.isSignProved = true
            table.proofs.append("sign: each word in \(name(flag.flag)) moves the balances one way")
            return
        }
        if numbers.negatives == 0, let sides = ownSides, let own = sides.own,
            ["", own].contains(accountAbove())
        {
            add(.directed(column, direction: sides.payer), to: &table)
            table.directions = ([], [own])
            table.paysFromAccount = own
            table.isSignProved = true
            table.proofs.append("sign: the account of every row pays or is paid")
            return
        }
        add(.signed(column), to: &table)
        if numbers.withSide > 0 {
            table.isSignProved = true
            if proof(.signed(column))?.verdict == .inverted { doubtSign(of: column, &table) }
            return
        }
        if numbers.negatives == 0, let order = orderOfBalances(column) {
            table.signOrder = order
            table.isSignProved = true
            table.proofs.append("sign: each balance follows from the one before, one way alone")
            return
        }
        decideSignByBalances(of: column, plan, &table)
    }

    private func decideSignByBalances(
        of column: Int, _ plan: InferencePlan, _ table: inout InferredTable
    ) {
        let numbers = columns[column].numbers
        let tally = witnesses[column] ?? Tally()
        if numbers.negatives == 0, tally.disagree == 0, areDeposits(column) {
            table.proofs.append("sign printed: deposits, which raise the balances of all rows")
            return
        }
        if let proof = proof(.signed(column)) {
            // A card's balance may be a debt: then the rows' words contradict it. Beside balances a
            // few contradicting words do not matter: returning a loan is a payment. Rows of one
            // sign may have lost it: no balance before the oldest row proves it. Where most rows
            // have no minus, purchases raise a debt as income raises a balance: other evidence is
            // needed.
            let isSupported =
                numbers.negatives >= numbers.positives || incomeWitnessed.contains(column)
                || numbers.plusSigns == numbers.positives || isSignTotalled(column, table.mark)
            guard proof.verdict == .printed, tally.disagree * 2 <= tally.agree,
                numbers.negatives > 0, isSupported
            else {
                return doubtSign(of: column, &table)
            }
            // A card's debt moves like a balance, but then payments, its minuses, are the fewer.
            table.isSignProved =
                tally.disagree == 0 && (tally.agree > 0 || numbers.negatives > numbers.positives)
            table.proofs.append("sign printed: it moves the balances of \(proof.chain.links) rows")
            return
        }
        decidePrintedSign(of: column, plan, tally, &table)
    }

    /// Whether all rows raise a balance, which is no debt, since most of them say that money came.
    /// No balance before it proves the oldest row, which is the first or the last: it says so too.
    private func areDeposits(_ column: Int) -> Bool {
        guard let proof = proof(.signed(column)), isFirstDeposit == true, isLastDeposit else {
            return false
        }
        return proof.verdict == .printed && proof.chain.isWhole && proof.chain.isStrong
            && proof.chain.isUnbroken && depositRows * 2 >= dataRows
    }

    /// Without balances: by the rows' words, the words beside the amounts and the totals.
    private func decidePrintedSign(
        of column: Int, _ plan: InferencePlan, _ tally: Tally, _ table: inout InferredTable
    ) {
        let numbers = columns[column].numbers
        let isContradicted = tally.disagree > 0 && tally.disagree * 4 > tally.agree
        let words = agreements.filter { source, tally in
            guard case .directed(column, let direction) = source,
                plan.columns[.status]?.contains(direction) != true
            else { return false }
            return isWholeDirection(direction) && tally.agree + tally.disagree > 0
        }
        if let other = words.first(where: { $0.value.agree == 0 })?.key, words.count == 1,
            case .directed(_, let direction) = other, hasBothDirections(direction)
        {
            table.isInverted = true
            table.isSignProved = true
            table.proofs.append("sign inverted: a word in every row has the other direction")
            return
        }
        if words.contains(where: { $0.value.disagree > 0 })
            || words.isEmpty && (isContradicted || hypotheses.contains(where: isTurned(column)))
        {
            return doubtSign(of: column, &table)
        }
        if numbers.negatives == 0, plan.printedTwice?.signed != column {
            return doubtSign(of: column, &table)
        }
        if plan.printedTwice?.signed == column, sides.disagree == 0 {
            table.isSignProved = true
            table.proofs.append("sign printed: debit and credit say the same")
        } else if !words.isEmpty {
            table.isSignProved = true
            table.proofs.append("sign printed: it agrees with a word in every row")
        } else if numbers.plusSigns == numbers.positives, numbers.positives > 0 {
            table.proofs.append("sign printed: money in has a plus, money out a minus")
        } else if tally.agree > 0,
            incomeWitnessed.contains(column) || numbers.negatives >= numbers.positives
        {
            // A few payments with a minus are income of a card that prints purchases without one.
            table.proofs.append("sign printed: the texts of \(tally.agree) rows agree with it")
        } else if plan.sources.first == .signed(column), ownSides?.provesPrintedSign == true {
            table.isSignProved = true
            table.proofs.append("sign printed: one account pays and is paid in all rows")
        } else if isSignTotalled(column, table.mark) {
            table.proofs.append("sign printed: the printed totals say what came and what went")
        } else if numbers.negatives > numbers.positives {
            table.proofs.append("sign printed: more rows have a minus than have none")
        } else {
            doubtSign(of: column, &table)
        }
    }

    /// The order of rows in which each balance follows from the one before and the row's amount.
    private func orderOfBalances(_ column: Int) -> RowOrder? {
        let orders = Set(
            balanceSigns.lazy.filter { $0.amount == column }.compactMap(\.order))
        return orders.count == 1 ? orders.first : nil
    }

    /// Words with meanings proved by balances, unless a known word has the opposite one: a balance
    /// may be a debt.
    private func provedFlags(of column: Int) -> UnknownFlags? {
        flags.first { flag in
            guard flag.amount == column, let found = flag.meanings else { return false }
            func agree(_ texts: [String], _ isIncoming: Bool) -> Bool {
                texts.allSatisfy { (words.direction($0.utf8.span) ?? isIncoming) == isIncoming }
            }
            return agree(found.moneyIn, true) && agree(found.moneyOut, false)
        }
    }

    /// Whether balances break for the printed sign while some follow the opposite one.
    private func isTurned(_ column: Int) -> (AmountHypothesis) -> Bool {
        { $0.source == .signed(column) && $0.misses == 0 && $0.verdict == .inverted }
    }

    /// - Parameter isOutflow: the column's numbers are money out unless inverted.
    func doubtSign(
        of column: Int, _ table: inout InferredTable, isOutflow: Bool = false
    ) {
        var sample = ""
        if let value = columns[column].values.first(where: { $0.contains { $0 &- 0x31 < 9 } }) {
            sample = String(decoding: value, as: UTF8.self)
        }
        let number = NumberReadings.text(of: sample, mark: table.mark)
        table.doubts.append(
            InferenceDoubt(
                question: .sign, readings: AmountSign.allCases.map(\.rawValue), sample: sample,
                line: firstDataLine,
                results: number.map { number in
                    let (printed, inverted) =
                        isOutflow && !table.isDebitNegative
                        ? (number.inverted, number.printed) : (number.printed, number.inverted)
                    return ["printed → \(printed)", "inverted → \(inverted)"]
                } ?? []))
    }

    /// Whether every row has a word for money in or out. A single letter is ambiguous: `C` is
    /// credit or *cargo*. A few rows of a column named so may lack it: they alone are rejected.
    private func isWholeDirection(_ column: Int) -> Bool {
        let profile = columns[column]
        if profile.isPlusOrMinus { return true }
        let isNamed = plan?.columns[.direction]?.contains(column) ?? false
        guard profile.filled > 0,
            profile.blank == 0 || isNamed && profile.blank * 2 <= profile.filled,
            !profile.hasManyValues
        else { return false }
        let directed = profile.values.filter { !isTransferWord($0) && !Self.isUnsaid($0) }
        let meanings = directed.map { words.direction($0.span) }
        guard !meanings.isEmpty, meanings.allSatisfy({ $0 != nil }) else { return false }
        let isShort = profile.values.contains {
            String(decoding: $0, as: UTF8.self).unicodeScalars.count <= 1
        }
        return !isShort || hasBothDirections(column)
    }

    private func hasBothDirections(_ column: Int) -> Bool {
        Set(columns[column].values.compactMap { words.direction($0.span) }).count == 2
    }

    /// Whether balances or another column contradict the only evidence, the cells of one column.
    private func isDoubtful(
        _ directed: AmountSource, _ direction: Int, _ plan: InferencePlan
    ) -> Bool {
        let isNamed = plan.columns[.direction]?.contains(direction) ?? false
        let isDenied =
            !isNamed && proof(directed) == nil
            && hypotheses.contains {
                $0.source == directed && $0.misses == 0 && $0.verdict == .broken
            }
        let others = plan.sources.filter { source in
            guard case .directed(let column, let other) = source, directed.columns == [column]
            else { return false }
            return isWholeDirection(other)
        }
        return isDenied || others.contains { agreements[$0]?.agree != agreements[directed]?.agree }
    }

    /// A stroke in place of a word: the row says no direction, and is rejected.
    private static func isUnsaid(_ value: [UInt8]) -> Bool { value == [0x2F] }

    /// A transfer has a direction only where another column names the account it leads to.
    private func isTransferWord(_ value: [UInt8]) -> Bool {
        hasTargets && words.isTransfer(value.span) && words.direction(value.span) == nil
    }

    private func setDirections(_ column: Int, _ table: inout InferredTable) {
        var moneyIn: [String] = []
        var moneyOut: [String] = columns[column].isPlusOrMinus ? ["-"] : []
        for value in columns[column].values {
            let text = String(decoding: value, as: UTF8.self)
            if isTransferWord(value) {
                table.transfers.append(text)
            } else if words.direction(value.span) == true {
                moneyIn.append(text)
            } else if !Self.isUnsaid(value) {
                moneyOut.append(text)
            }
        }
        table.directions = (moneyIn.sorted(), moneyOut.sorted())
    }

    func doubt(
        _ question: InferenceDoubt.Question, of readings: [String], in table: inout InferredTable
    ) {
        table.doubts.append(
            InferenceDoubt(question: question, readings: readings, line: firstDataLine))
    }

    // MARK: names

    func name(_ column: Int) -> String {
        guard let frame, frame.hasHeader, column < frame.names.count,
            !frame.names[column].allSatisfy(\.isWhitespace)
        else { return "#\(column + 1)" }
        return frame.names[column]
    }

    func names(_ source: AmountSource) -> String {
        source.columns.map(name).joined(separator: " / ")
    }
}
