internal import Facts
internal import Reading

extension TableInference {
    /// The account's currency: in the amount's heading, beside each amount, or in a column.
    func decideCurrency(
        _ plan: InferencePlan, _ amount: AmountSource?, _ table: inout InferredTable
    ) {
        guard let amount, let frame, let column = amount.columns.first else { return }
        decideUnit(amount, frame, &table)
        if let found = conversions.first(where: \.isConversion), column == found.converted {
            table.add(.originalAmount, [found.amount])
            table.add(.originalCurrency, [found.currency])
            return
        }
        if let sides = currenciesOfSides(amount) {
            table.add(.currency, sides)
            return
        }
        if let own = plan.currencyBeside[column], amount.columns.count == 1,
            columns[own].currencies > 0
        {
            return addCurrencyBeside(own, amount, plan, &table)
        }
        let isOriginal = plan.columns[.originalAmount]?.contains(column) ?? false
        var own = currencyColumns(isOriginal ? .originalCurrency : .currency, plan)
        if let rated, own == [rated.currency], plan.columns[.originalAmount] == nil {
            let verdict = verdict(rated, amount)
            if verdict == .unproved { return doubtCurrency(amount.columns + own, &table) }
            if verdict == .purchases {
                own = []
                addCurrency(ofAccount: rated, &table)
            }
        }
        var original = currencyColumns(.originalCurrency, plan)
        let originalAmount = originalAmount(plan, amount, table.mark)
        if originalAmount != nil, original.isEmpty, let parted = partedCurrencies(own) {
            own = [parted.account]
            original = [parted.operation]
        }
        // One column of currencies beside two amounts could belong to either, unless it is named as
        // the account's.
        let isOfAccount = own.count == 1 && words.isOfAccount(frame.names[own[0]])
        let isShared = originalAmount != nil && original.isEmpty && !isOfAccount
        let claims = CurrencyClaims(
            own: own, original: isOriginal || originalAmount != nil ? [] : original,
            unnamed: isPrinted(table) || originalAmount != nil || hasOtherMoney(amount)
                ? [] : columnsOfCodes(plan).filter { !isContradicted($0, amount) })
        let balance = proof(amount)?.balance ?? plan.columns[.balance]?.first
        if isShared {
            // No currency is read.
        } else if let balance, isInAnotherUnit(balance, table) {
            doubtCurrency(amount.columns + [balance], &table)
        } else if own.isEmpty, let unreadable = unreadableCurrencies(frame, plan) {
            doubtCurrency([unreadable], &table)
        } else if hasOthers(than: table.currency, in: own) {
            doubtCurrency(amount.columns + own, &table)
        } else if isDiffering(claims.all) {
            if let found = provedColumn(claims, plan, amount) {
                addCurrencies(found, &table)
            } else {
                doubtCurrency(claims.all, &table)
            }
        } else if let found = anyColumn(claims, beside: column) {
            addCurrencies(found, &table)
        } else if originalAmount == nil, !table.currency.isKnown {
            table.currency = currencyOfBalances(plan, amount, frame)
            if !table.currency.isKnown { table.currency = currencyAbove(frame) }
            if !table.currency.isKnown { table.currency = currencyOfPrintedBalances }
        }
        if let originalAmount, let currency = original.first, !isOriginal {
            table.add(.originalAmount, [originalAmount])
            table.add(.originalCurrency, [currency])
        }
    }

    /// The currency in the amount's heading, or beside every amount.
    private func decideUnit(
        _ amount: AmountSource, _ frame: TableFrame, _ table: inout InferredTable
    ) {
        table.currency =
            amount.columns.lazy.map { frame.headings[$0].currency }.first { $0.isKnown }
            ?? .unknown
        // A sign is no word of the heading, so a layout must declare it.
        if !amount.columns.contains(where: { frame.headings[$0].pattern.contains("{currency}") }) {
            table.unitCurrency = table.currency
        }
        let units = amount.columns.map { columns[$0] }.filter { $0.filled > 0 }
            .map(\.numbers.unitCurrency)
        if let unit = units.first, units.allSatisfy({ $0 == unit }) { table.unitCurrency = unit }
    }

    /// Several columns of currencies, each right of an amount: each belongs to that amount.
    private func addCurrencyBeside(
        _ own: Int, _ amount: AmountSource, _ plan: InferencePlan, _ table: inout InferredTable
    ) {
        let balance = proof(amount)?.balance ?? plan.columns[.balance]?.first
        let ofBalance = balance.flatMap { plan.currencyBeside[$0] }
        let isOther = ofBalance.map { isDiffering([own, $0].sorted()) } ?? false
        if isOther || hasOthers(than: table.currency, in: [own]) {
            return doubtCurrency(amount.columns + [own], &table)
        }
        addCurrencies(own, &table)
        if let original = originalAmount(plan, amount, table.mark),
            let currency = plan.currencyBeside[original], columns[currency].currencies > 0
        {
            table.add(.originalAmount, [original])
            table.add(.originalCurrency, [currency])
        }
    }

    private func verdict(_ rated: RatedCurrency, _ amount: AmountSource) -> RatedCurrency.Verdict {
        let isOfAccount = amount.columns.contains { column in
            HeaderText.fold(name(column)).split(separator: 0x20).contains {
                words.isAccount(Array($0))
            }
        }
        func isFollowed(isAcross: Bool) -> Bool {
            hypotheses.contains {
                $0.source == amount && $0.isAcross == isAcross && $0.isProved && $0.chain.isWhole
                    && $0.chain.isStrong
            }
        }
        let isOneBalance: Bool? =
            isFollowed(isAcross: true) ? true : isFollowed(isAcross: false) ? false : nil
        return rated.verdict(isOfAccount: isOfAccount, isOneBalance: isOneBalance)
    }

    /// The currency of rows that needed no rate is the account's, if they print it.
    private func addCurrency(ofAccount rated: RatedCurrency, _ table: inout InferredTable) {
        table.proofs.append("currency in \(name(rated.currency)): the purchase's, by the rates")
        guard rated.own.isKnown, !isPrinted(table) else { return }
        table.currency = rated.own
        table.unitCurrency = rated.own
    }

    /// `Debit; Currency; Credit; Currency`: each side has its currency beside it; a row has one.
    private func currenciesOfSides(_ amount: AmountSource) -> [Int]? {
        guard case .twoSided(let debit, let credit) = amount, credit == debit + 2 else {
            return nil
        }
        let sides = [debit + 1, credit + 1].filter { columns.indices.contains($0) }
        let areCurrencies = sides.allSatisfy { column in
            let profile = columns[column]
            return profile.filled > 0 && profile.currencies == profile.filled
                && profile.filled == columns[column - 1].filled
        }
        return sides.count == 2 && areCurrencies ? sides : nil
    }

    /// Whether all balances are in one unit, and all amounts in another.
    private func isInAnotherUnit(_ balance: Int, _ table: InferredTable) -> Bool {
        let unit = columns[balance].numbers.unitCurrency
        return unit.isKnown && table.unitCurrency.isKnown && unit != table.unitCurrency
    }

    /// Rows with a blank cell have the only currency of the column; among several, none.
    private func addCurrencies(_ column: Int, _ table: inout InferredTable) {
        table.add(.currency, [column])
        let profile = columns[column]
        // Beside codes of ISO 4217 any other three letters may be a misspelt one.
        table.refusesUnlistedCurrency = profile.values.contains {
            CurrencyText.parse($0.span)?.isListed == true
        }
        guard profile.blank > 0, !isPrinted(table) else { return }
        let values = profile.hasManyValues ? [] : profile.values
        let currencies = Set(values.map { CurrencyText.parse($0.span) ?? .unknown })
        if currencies.count == 1, let sole = currencies.first {
            table.currency = sole
        } else {
            table.needsCurrency = true
        }
    }

    /// The one currency beside the balances that are printed around the table.
    private var currencyOfPrintedBalances: Currency {
        let balances = printedAround.figures.filter {
            [.opening, .closing, .dated].contains($0.kind)
        }
        guard let unit = balances.first?.unit, balances.allSatisfy({ $0.unit == unit }) else {
            return .unknown
        }
        return unit
    }

    /// For two columns of currencies beside two amounts: the one named as the account's, and the
    /// other one, which is the operation's.
    private func partedCurrencies(_ all: [Int]) -> (account: Int, operation: Int)? {
        guard all.count == 2, let frame else { return nil }
        let named = all.filter { words.isOfAccount(frame.names[$0]) }
        guard named.count == 1 else { return nil }
        return (named[0], named[0] == all[0] ? all[1] : all[0])
    }

    /// Candidate columns for the currency of the amounts.
    private struct CurrencyClaims {
        /// Named as the currency of such amounts.
        let own: [Int]
        /// Named as the currency of the purchase, which has no amount column.
        let original: [Int]
        /// Columns of codes with unknown headings.
        let unnamed: [Int]

        var all: [Int] { (own + original + unnamed).sorted() }
    }

    /// Whether the amounts' heading or units give the currency.
    private func isPrinted(_ table: InferredTable) -> Bool {
        table.currency.isKnown || table.unitCurrency.isKnown
    }

    /// Whether columns named as the currency contradict the amount's heading.
    private func hasOthers(than printed: Currency, in own: [Int]) -> Bool {
        printed.isKnown
            && own.contains { column in
                columns[column].hasManyValues
                    || columns[column].values.contains { value in
                        guard let other = CurrencyText.parse(value.span) else { return false }
                        return other != printed && other.isListed
                    }
            }
    }

    private func isDiffering(_ claims: [Int]) -> Bool {
        differingCurrencies.contains { $0.allSatisfy(claims.contains) }
    }

    /// For columns that agree: one named as the currency, else one that every row fills.
    private func anyColumn(_ claims: CurrencyClaims, beside column: Int) -> Int? {
        claims.own.first { $0 > column } ?? claims.own.first
            ?? claims.unnamed.first { columns[$0].blank == 0 }
    }

    /// Amounts that move one balance have one currency.
    private func isContradicted(_ column: Int, _ amount: AmountSource) -> Bool {
        guard let chain = proof(amount)?.chain, chain.isWhole, chain.isStrong else { return false }
        return !isConstant(column)
    }

    /// Whether an unnamed column holds numbers that are neither the amounts nor their balances: a
    /// currency may belong to those.
    private func hasOtherMoney(_ amount: AmountSource) -> Bool {
        columns.indices.contains { column in
            columns[column].isMoney && !amount.columns.contains(column)
                && proof(amount)?.balance != column
                && frame?.headings[column].roles.isEmpty ?? true
        }
    }

    /// For columns that differ: the one proved to be the amount's; nil if none is.
    private func provedColumn(
        _ claims: CurrencyClaims, _ plan: InferencePlan, _ amount: AmountSource
    ) -> Int? {
        columnAfterAmount(claims.all, plan, amount) ?? columnOfBalances(claims, amount)
            ?? namedColumn(claims, beside: amount)
    }

    /// If each of several amounts is followed by a currency column, each belongs to its amount.
    private func columnAfterAmount(
        _ all: [Int], _ plan: InferencePlan, _ amount: AmountSource
    ) -> Int? {
        var money = amount.columns
        for role in [HeadingRole.balance, .fee, .cashback, .originalAmount] {
            money += (plan.columns[role] ?? []).filter { columns[$0].isAllNumbers }
        }
        guard all.allSatisfy({ money.contains($0 - 1) }) else { return nil }
        let own = all.filter { amount.columns.contains($0 - 1) }
        return own.count == 1 ? own[0] : nil
    }

    /// Amounts that move one balance have one currency: a column with several belongs to another
    /// amount.
    ///
    /// Under a heading that names the currency each currency has a balance of its own.
    private func columnOfBalances(_ claims: CurrencyClaims, _ amount: AmountSource) -> Int? {
        guard let chain = proof(amount)?.chain, chain.isWhole, chain.isStrong else { return nil }
        let ofBalances = claims.own.filter { !isConstant($0) }
        if ofBalances.count == 1 { return ofBalances[0] }
        let constant = claims.all.filter(isConstant)
        return ofBalances.isEmpty && constant.count == 1 ? constant[0] : nil
    }

    func isConstant(_ column: Int) -> Bool {
        columns[column].distinct == 1 && columns[column].blank == 0
    }

    /// The only one named as the currency that is next to the amount, if there is no other.
    private func namedColumn(_ claims: CurrencyClaims, beside amount: AmountSource) -> Int? {
        guard claims.own.count == 1, amount.columns.count == 1 else { return nil }
        let beside = claims.all.filter { abs($0 - amount.columns[0]) == 1 }
        return beside == claims.own ? beside[0] : nil
    }

    private func doubtCurrency(_ claims: [Int], _ table: inout InferredTable) {
        let names = claims.map(name)
        // One name for several columns is ambiguous.
        let readings = zip(claims, names).map { column, name in
            names.count { $0 == name } > 1 ? "\(name) (#\(column + 1))" : name
        }
        doubt(.currencyColumn, of: readings, in: &table)
    }

    /// Columns, under any heading, that contain only currency codes.
    private func columnsOfCodes(_ plan: InferencePlan) -> [Int] {
        let named = Set(plan.columns.values.joined())
        return columns.indices.filter { column in
            let profile = columns[column]
            return profile.filled > 0 && profile.currencyCodes == profile.filled
                && !named.contains(column)
        }
    }

    /// The currency in the heading of the balances, which are the account's: `Balance EUR`.
    private func currencyOfBalances(
        _ plan: InferencePlan, _ amount: AmountSource, _ frame: TableFrame
    ) -> Currency {
        guard let balance = proof(amount)?.balance ?? plan.columns[.balance]?.first else {
            return .unknown
        }
        return frame.headings[balance].currency
    }

    /// The only currency code above the table where the text beside it is a word for currencies or
    /// the account: any other three capitals may be a name.
    private func currencyAbove(_ frame: TableFrame) -> Currency {
        if let labelled = labelledCurrency(frame) { return labelled }
        var found = Currency.unknown
        for (line, row) in frame.preamble.enumerated() {
            for (index, cell) in row.enumerated() where cell.count <= Self.labelBytesMax {
                let before = row[..<index].last { $0.contains { $0 > 0x20 } } ?? []
                let above = line > 0 ? frame.preamble[line - 1] : []
                let beside = [before] + (index < above.count ? [above[index]] : [])
                for code in AccountCurrency(cell, beside: beside, words).codes {
                    if found.isKnown, found != code { return .unknown }
                    found = code
                }
            }
        }
        return found
    }

    /// The unit beside a label for currencies above the table: `Para Birimi: TL`; unknown if labels
    /// differ.
    private func labelledCurrency(_ frame: TableFrame) -> Currency? {
        var labelled: Currency?
        for row in frame.preamble {
            let cells = row.filter { $0.contains { $0 > 0x20 } }
            guard cells.count == 2, cells[1].count <= Self.unitBytesMax else { continue }
            let label = cells[0].filter { $0 != UInt8(ascii: ":") }
            guard
                words.meaning(of: String(decoding: label, as: UTF8.self)).roles.contains(.currency)
            else { continue }
            let unit = Array(cells[1].filter { $0 > 0x20 })
            guard let found = words.unit(unit), found.isKnown else { continue }
            if let labelled, labelled != found { return .unknown }
            labelled = found
        }
        return labelled
    }

    private static let unitBytesMax = 20

    /// A longer cell above a table is a sentence.
    private static let labelBytesMax = 80

    /// Columns named so with currencies: a row whose cell names none is rejected.
    func currencyColumns(_ role: HeadingRole, _ plan: InferencePlan) -> [Int] {
        (plan.columns[role] ?? []).filter { columns[$0].currencies > 0 }
    }

    /// A column called the currency in which no cell names one, but cells differ, or are numbers:
    /// the rows may have several currencies, or their cells are those of other columns.
    private func unreadableCurrencies(_ frame: TableFrame, _ plan: InferencePlan) -> Int? {
        let others = Set(plan.columns.values.joined())
        return columns.indices.first { column in
            let profile = columns[column]
            return frame.headings[column].roles == [.currency] && !others.contains(column)
                && (profile.isText && profile.distinct > 1
                    || profile.isAllNumbers && profile.currencies == 0)
        }
    }

    /// An amount in another currency than the account's, if headings name one.
    private func originalAmount(
        _ plan: InferencePlan, _ amount: AmountSource, _ mark: NumberStyle.DecimalMark
    ) -> Int? {
        var candidates = plan.columns[.originalAmount] ?? []
        if plan.columns[.accountAmount] != nil { candidates += plan.columns[.amount] ?? [] }
        return candidates.first {
            !amount.columns.contains($0) && columns[$0].isAllNumbers
                && columns[$0].numbers.allows(mark)
        }
    }
}
