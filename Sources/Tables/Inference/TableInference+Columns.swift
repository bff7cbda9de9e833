internal import Facts
internal import Reading

extension TableInference {
    /// Decides everything but day and amount.
    func decideRest(
        _ plan: InferencePlan, _ amount: AmountSource?, _ table: inout InferredTable
    ) {
        func numbers(_ role: HeadingRole) -> [Int] {
            (plan.columns[role] ?? []).filter {
                columns[$0].isAllNumbers && columns[$0].numbers.allows(table.mark)
                    && !(amount?.columns.contains($0) ?? false)
            }
        }
        let proved = hypotheses.filter { $0.isProved && $0.source == amount }
            .max {
                ($0.chain.links, isBooked($0.balance)) < ($1.chain.links, isBooked($1.balance))
            }
        let balances = numbers(.balance)
        let named = balances.first { isBooked($0) == 1 } ?? balances.first
        if proved?.isBefore == true {
            table.proofs.append("balances before the rows: each row's amount leads to the next")
        } else if let balance = proved?.balance ?? named, isCredit(balance, plan),
            !isOfDownload(balance, amount)
        {
            table.add(.balance, [balance])
        }
        if let currency = currencyColumns(.balanceCurrency, plan).first {
            table.add(.balanceCurrency, [currency])
        }
        table.add(.fee, Array(numbers(.fee).prefix(1)))
        let hasFeesOnTop = hypotheses.contains {
            $0.hasFeesOnTop && $0.source == amount
                && (table.mark == .either || $0.mark == table.mark)
        }
        if hasFeesOnTop, numbers(.fee).first == plan.columns[.fee]?.first {
            table.isFeeOnTop = true
            table.proofs.append("fee beside the amount: the balances follow from both")
        }
        if let fee = numbers(.fee).first, !table.isFeeOnTop, !columns[fee].numbers.areZeros,
            amount.map({ proof($0) == nil }) ?? false
        {
            table.hasUnprovedFees = true
        }
        table.add(.cashback, Array(numbers(.cashback).prefix(1)))
        if let mcc = plan.columns[.mcc]?.first, columns[mcc].filled > 0,
            columns[mcc].codes == columns[mcc].filled
        {
            table.add(.mcc, [mcc])
        }
        if let id = plan.columns[.id]?.first(where: {
            columns[$0].isUnique && columns[$0].filled > 0
                && (columns[$0].blank == 0 || rowsWithoutID == 0)
        }) {
            table.add(.id, [id])
        }
        decideTexts(plan, amount, &table)
        decideAccount(plan, &table)
        decideTargets(plan, &table)
        decideStatus(plan, &table)
        decideFailures(plan, &table)
    }

    /// 0 for a balance that holds and a credit line change beside the payments: what is available.
    private func isBooked(_ balance: Int) -> Int { words.isAvailable(name(balance)) ? 0 : 1 }

    /// Whether all rows have one balance although their amounts move it: it is that of the day when
    /// the bank wrote the file.
    private func isOfDownload(_ balance: Int, _ amount: AmountSource?) -> Bool {
        let money = (amount?.columns ?? []).map { columns[$0].numbers }
        return dataRows > 1 && isConstant(balance)
            && money.contains { $0.negatives + $0.positives > 1 }
    }

    /// Whether no word beside the balances says that one is a debt, which its number does not show.
    private func isCredit(_ balance: Int, _ plan: InferencePlan) -> Bool {
        guard let side = plan.sidesOfBalances[balance] else { return true }
        return !columns[side].hasManyValues
            && columns[side].values.allSatisfy { words.direction($0.span) == true }
    }

    private func decideTexts(
        _ plan: InferencePlan, _ amount: AmountSource?, _ table: inout InferredTable
    ) {
        // A state or direction does not describe the purpose.
        let flags =
            [statusColumn(plan)] + table.fields.filter { $0.field == .direction }.flatMap(\.columns)
            + (plan.columns[.failureReason] ?? [])
        func first(_ role: HeadingRole) -> Int? {
            // `Maksaja` may hold a name or a number.
            let isName = [HeadingRole.counterpartyName, .payerName].contains(role)
            return plan.columns[role]?.first {
                columns[$0].filled > 0 && !flags.contains($0)
                    && !(isName && columns[$0].isAccounts)
            }
        }
        let free = columns.indices.filter {
            columns[$0].filled > 0 && !flags.contains($0)
                && !(amount?.columns.contains($0) ?? false)
        }
        let purpose = purpose(
            named: texts((plan.columns[.description] ?? []).filter(free.contains)),
            others: [first(.counterpartyName), first(.memo)].compactMap(\.self), among: free)
        if purpose.isOne { table.joined = [.description] }
        let kind = plan.columns[.direction]?.first {
            columns[$0].isText && !flags.contains($0) && !words.areMovements(columns[$0])
        }
        // `Операція` with no word of a direction says what the row is for, if nothing else does.
        let isPurpose = purpose.columns.isEmpty && table.directions == nil
        table.add(.description, isPurpose ? kind.map { [$0] } ?? [] : purpose.columns)
        for (field, role) in [
            (LayoutField.memo, HeadingRole.memo), (.counterpartyName, .counterpartyName),
            (.payerName, .payerName), (.counterpartyIBAN, .counterpartyIBAN),
            (.counterpartyTaxID, .counterpartyTaxID), (.bankCategory, .bankCategory),
            (.subcategory, .subcategory), (.recordedTags, .tags),
        ] {
            guard let column = first(role), role != .payerName || !isOwner(column) else { continue }
            table.add(field, [column])
        }
        addFurtherTexts(plan, free, &table)
        // A column named type that is no direction is the bank's category.
        if first(.bankCategory) == nil, table.directions == nil, !isPurpose, let kind {
            table.add(.bankCategory, [kind])
        }
    }

    /// Columns of texts; of counters, `1`, `2`, `3`, only if there are no others.
    private func texts(_ named: [Int]) -> [Int] {
        let texts = named.filter { columns[$0].isText }
        return texts.isEmpty ? named : texts
    }

    /// Descriptions that are not read as such say more about the payment, if they vary.
    private func addFurtherTexts(
        _ plan: InferencePlan, _ free: [Int], _ table: inout InferredTable
    ) {
        let read = table.fields.flatMap(\.columns)
        let further = (plan.columns[.description] ?? []).filter {
            free.contains($0) && !read.contains($0) && columns[$0].isText
                && (columns[$0].distinct > 1 || dataRows == 1)
        }
        let names = further.isEmpty ? likelyNames(read, free, table) : []
        let texts = further + names
        guard !texts.isEmpty else { return }
        if let index = table.fields.firstIndex(where: { $0.field == .memo }) {
            let memo = table.fields.remove(at: index)
            table.add(.memo, memo.columns + texts)
        } else {
            table.add(.memo, texts)
        }
        if table.fields.last?.columns.count ?? 0 > 1 { table.joined.append(.memo) }
    }

    /// Where no column is read for the payee, the most varied text of words under an unknown
    /// heading: it may have the shop's name.
    private func likelyNames(
        _ read: [Int], _ free: [Int], _ table: InferredTable
    ) -> [Int] {
        let parties: Set = [LayoutField.counterpartyName, .memo, .payerName]
        guard let frame, !table.fields.contains(where: { parties.contains($0.field) }) else {
            return []
        }
        let words = free.filter { column in
            let profile = columns[column]
            return !read.contains(column) && isUnnamed(column) && profile.isText
                && !profile.isAccounts && profile.distinct > 1 && profile.distinct * 2 > dataRows
                && frame.isOfWords(column)
        }
        return Array(words.sorted { columns[$1].distinct < columns[$0].distinct }.prefix(1))
    }

    /// Whether a column of payers has one name in rows of different counterparties: the account's
    /// owner, who does not pay money that comes in.
    private func isOwner(_ column: Int) -> Bool {
        let profile = columns[column]
        let parties = plan?.columns[.counterpartyName] ?? []
        return dataRows > 2 && profile.blank == 0 && profile.distinct == 1
            && parties.contains { $0 != column && columns[$0].distinct > 1 }
    }

    /// The columns that say what a row is for: parts of one text, or each for rows where those
    /// before it are blank.
    ///
    /// - Parameters:
    ///   - named: the columns with headings for it. The most varied one is read first: others have
    ///     kinds of payments.
    ///   - free: columns that are not read as amounts or states.
    private func purpose(
        named: [Int], others: [Int], among free: [Int]
    ) -> (columns: [Int], isOne: Bool) {
        func isMoreVaried(_ one: Int, _ other: Int) -> Bool {
            (columns[other].distinct, one) < (columns[one].distinct, other)
        }
        var strangers = free.filter {
            columns[$0].isText && isUnnamed($0) && !columns[$0].isAccounts
                && columns[$0].currencyCodes < columns[$0].filled
        }
        var ordered = named.sorted(by: isMoreVaried) + others
        if ordered.isEmpty {
            strangers.sort { (columns[$1].textBytes, $0) < (columns[$0].textBytes, $1) }
        } else {
            strangers.sort(by: isMoreVaried)
        }
        ordered += strangers
        // `No Description` in every row describes none.
        if dataRows > 1 {
            ordered = ordered.filter { !isConstant($0) } + ordered.filter(isConstant)
        }
        guard let first = ordered.first else { return ([], false) }
        if !others.contains(first) {
            let parts = parts(of: first, among: free)
            if parts.count > 1 { return (parts, true) }
            // In few rows both vary alike, and either may be the kinds of payments.
            let tied = named.filter {
                columns[$0].distinct == columns[first].distinct && columns[$0].distinct > 1
            }
            if tied.count > 1 { return (tied, true) }
        }
        let needed = ordered.firstIndex { columns[$0].blank == 0 } ?? ordered.count - 1
        return (Array(ordered[...needed]), false)
    }

    /// A column of texts with those of its name and other numbers, or the unnamed ones right of it:
    /// `Description 1`, `Description 2` or `Opis transakcji`, ``, ``.
    private func parts(of column: Int, among free: [Int]) -> [Int] {
        guard let names = frame?.names else { return [column] }
        if let stem = HeadingWords.withoutNumber(names[column]) {
            return free.filter {
                HeadingWords.withoutNumber(names[$0]) == stem && !columns[$0].isAllDays
            }
        }
        let isNamed = !HeaderText.fold(names[column]).isEmpty
        return [column]
            + columns.indices.dropFirst(column + 1).prefix {
                isNamed && HeaderText.fold(names[$0]).isEmpty && free.contains($0)
                    && columns[$0].isText
            }
    }

    /// The column of the other account of transfers has a text in some row.
    var hasTargets: Bool {
        plan?.columns[.targetAccount]?.contains { columns[$0].filled > 0 } ?? false
    }

    /// The other account of transfers: the target of one row, or named in both of two rows.
    func decideTargets(_ plan: InferencePlan, _ table: inout InferredTable) {
        guard let column = plan.columns[.targetAccount]?.first(where: { columns[$0].filled > 0 })
        else { return }
        if targets.areTwice {
            table.add(.transferAccount, [column])
            table.proofs.append("transfers: each is two rows, one of each account")
            return
        }
        table.add(.targetAccount, [column])
        if let currency = currencyColumns(.targetCurrency, plan).first {
            table.add(.targetCurrency, [currency])
        }
        if let amount = plan.columns[.targetAmount]?.first(where: {
            columns[$0].isAllNumbers && columns[$0].numbers.allows(table.mark)
        }) {
            table.add(.targetAmount, [amount])
        }
        table.proofs.append("transfers: one row, whose money leaves one account for the other")
    }

    private func isUnnamed(_ column: Int) -> Bool {
        frame.map { $0.headings[column].roles.isEmpty } ?? false
    }

    /// The column of states: named so, or one whose cells are words of states, including a failure
    /// or a hold, or one of yes and no below the name of a state.
    func statusColumn(_ plan: InferencePlan) -> Int? {
        if let named = plan.columns[.status]?.first(where: { columns[$0].filled > 0 }) {
            return named
        }
        let worded = columns.indices.first { column in
            guard !columns[column].hasManyValues, mayHoldFlags(column) else { return false }
            let states = columns[column].values.compactMap {
                words.state(HeaderText.fold($0.span))
            }
            let isTelling = states.contains {
                if case .done = $0 { false } else { true }
            }
            return isTelling && states.count * 2 >= columns[column].values.count
        }
        return worded ?? flagColumns.first
    }

    /// Columns of yes and no below the name of a state, that do not say of every row that it is
    /// done.
    private var flagColumns: [Int] {
        columns.indices.filter { column in
            // `Зараховано` may be a column of money, with a 0 in it.
            guard let flag = words.flag(name(column)), !columns[column].hasManyValues,
                columns[column].numbers.moneyLike == 0,
                frame?.headings[column].roles.contains(where: \.isMoney) != true
            else { return false }
            let answers = columns[column].values.map { words.answer($0.span) }
            guard answers.contains(where: { $0 != nil }) else { return false }
            return columns[column].blank > 0
                || answers.contains { answer in
                    guard let answer, case .done = answer ? flag.yes : flag.no else { return true }
                    return false
                }
        }
    }

    /// The state that a cell of its column names; nil if it is no known word.
    private func state(_ cell: [UInt8], in column: Int, isFlag: Bool) -> HeadingWords.State? {
        guard isFlag, let flag = words.flag(name(column)) else {
            return words.state(HeaderText.fold(cell.span))
        }
        return words.answer(cell.span).map { $0 ? flag.yes : flag.no }
    }

    /// A text below `Decline reason` says that its payment failed. Texts in all rows, or words of
    /// states, are no reasons.
    private func decideFailures(_ plan: InferencePlan, _ table: inout InferredTable) {
        for column in plan.columns[.failureReason] ?? [] where columns[column].filled > 0 {
            let isState = columns[column].values.contains {
                if case .done = words.state(HeaderText.fold($0.span)) { true } else { false }
            }
            if isState || columns[column].blank == 0 {
                doubt(.status, of: [name(column)], in: &table)
            } else {
                table.failureReasons.append(column)
                table.proofs.append("failed: rows with a text in \(name(column))")
            }
        }
    }

    private func decideStatus(_ plan: InferencePlan, _ table: inout InferredTable) {
        guard let column = statusColumn(plan) else { return }
        let flags = flagColumns
        let isFlag = flags.first == column
        // A layout has one column of states.
        if isFlag, flags.count > 1 {
            doubt(.status, of: flags.map(name), in: &table)
            return
        }
        var done: [String] = []
        var hold: [String] = []
        var skip: [(word: String, reason: RowSkip.Reason)] = []
        var isUnknown = false
        let strays = strayStates.filter { !columns[column].values.contains($0) }
        for value in columns[column].values
            + strays.sorted(by: { $0.lexicographicallyPrecedes($1) })
        {
            let text = String(decoding: value, as: UTF8.self)
            switch state(value, in: column, isFlag: isFlag) {
            case .done: done.append(text)
            case .hold: hold.append(text)
            case .skipped(let reason): skip.append((text, reason))
            case nil: isUnknown = true
            }
        }
        let known = done.count + hold.count + skip.count
        guard known > 0, !columns[column].hasManyValues, columns[column].blank == 0,
            !isFlag || !isUnknown
        else {
            doubt(.status, of: [name(column)], in: &table)
            return
        }
        if isFlag { table.proofs.append("states: yes and no in \(name(column))") }
        table.add(.status, [column])
        table.status = (done.sorted(), hold.sorted(), skip.sorted { $0.word < $1.word })
    }

    /// Whether a column's heading allows words of a state or direction.
    func mayHoldFlags(_ column: Int) -> Bool {
        frame?.headings[column].mayHoldFlags ?? true
    }
}

extension TableFrame {
    /// Whether the texts of a column have more letters than digits and other characters.
    func isOfWords(_ column: Int) -> Bool {
        let cells = body.compactMap { column < $0.count ? $0[column] : nil }.joined()
        let letters = cells.count { $0 | 0x20 &- 0x61 < 26 || $0 >= 0x80 || $0 == 0x20 }
        return letters * 3 > cells.count * 2
    }
}
