internal import Facts

extension TableInference {
    /// The account's currency: in the amount's heading, beside each amount, or in a column.
    func decideCurrency(
        _ plan: InferencePlan, _ amount: AmountSource?, _ table: inout InferredTable
    ) {
        guard let amount, let frame, let column = amount.columns.first else { return }
        table.currency =
            amount.columns.lazy.map { frame.headings[$0].currency }.first { $0.isKnown }
            ?? .unknown
        // A sign is no word of the heading, so a layout must say it.
        if !amount.columns.contains(where: { frame.headings[$0].pattern.contains("{currency}") }) {
            table.unitCurrency = table.currency
        }
        let units = amount.columns.map { columns[$0] }.filter { $0.filled > 0 }
            .map(\.numbers.unitCurrency)
        if let unit = units.first, units.allSatisfy({ $0 == unit }) { table.unitCurrency = unit }
        let isOriginal = plan.columns[.originalAmount]?.contains(column) ?? false
        let own = currencyColumns(isOriginal ? .originalCurrency : .currency, plan)
        let original = currencyColumns(.originalCurrency, plan)
        let originalAmount = originalAmount(plan, amount, table.mark)
        // One column of currencies beside two amounts says nothing about whose they are.
        let isShared = originalAmount != nil && original.isEmpty
        if let own = own.first(where: { $0 > column }) ?? own.first, !isShared {
            table.add(.currency, [own])
        } else if own.isEmpty, originalAmount == nil {
            if let codes = columnOfCodes(plan) {
                table.add(.currency, [codes])
            } else if !table.currency.isKnown {
                table.currency = currencyAbove(frame)
            }
        }
        if let originalAmount, let currency = original.first, !isOriginal {
            table.add(.originalAmount, [originalAmount])
            table.add(.originalCurrency, [currency])
        }
    }

    /// The one column, whatever its heading, of whose cells each is a currency's code.
    private func columnOfCodes(_ plan: InferencePlan) -> Int? {
        let named = Set(plan.columns.values.joined())
        let found = columns.indices.filter { column in
            let profile = columns[column]
            return profile.filled > 0 && profile.blank == 0
                && profile.currencyCodes == profile.filled && !named.contains(column)
        }
        return found.count == 1 ? found[0] : nil
    }

    /// The one currency whose code stands above the table: alone in its cell, behind a colon, or beside a number of an account.
    private func currencyAbove(_ frame: TableFrame) -> Currency {
        var found = Currency.unknown
        for cell in frame.preamble.joined() where cell.count <= Self.labelBytesMax {
            let parts = cell.split { !($0 &- 0x30 < 10 || $0 &- 0x41 < 26 || $0 &- 0x61 < 26) }
            let isLabel =
                parts.count == 1 || cell.contains(UInt8(ascii: ":"))
                || parts.contains { $0.count { $0 &- 0x30 < 10 } >= 4 }
            guard isLabel else { continue }
            for part in parts where part.count == 3 && part.allSatisfy({ $0 &- 0x41 < 26 }) {
                guard let code = Currency(code: Array(part).span), code.isListed else { continue }
                if found.isKnown, found != code { return .unknown }
                found = code
            }
        }
        return found
    }

    /// A longer cell above a table is a sentence.
    private static let labelBytesMax = 80

    private func currencyColumns(_ role: HeadingRole, _ plan: InferencePlan) -> [Int] {
        (plan.columns[role] ?? []).filter {
            columns[$0].filled > 0 && columns[$0].currencies == columns[$0].filled
        }
    }

    /// An amount in another currency than the account's, where headings name one.
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

    /// Everything that is neither day nor amount.
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
            .max { $0.chain.links < $1.chain.links }
        if let balance = proved?.balance ?? numbers(.balance).first {
            table.add(.balance, [balance])
        }
        if let currency = currencyColumns(.balanceCurrency, plan).first {
            table.add(.balanceCurrency, [currency])
        }
        table.add(.fee, Array(numbers(.fee).prefix(1)))
        table.add(.cashback, Array(numbers(.cashback).prefix(1)))
        if let mcc = plan.columns[.mcc]?.first, columns[mcc].filled > 0,
            columns[mcc].codes == columns[mcc].filled
        {
            table.add(.mcc, [mcc])
        }
        if let id = plan.columns[.id]?.first(where: {
            columns[$0].isUnique && columns[$0].blank == 0 && columns[$0].filled > 0
        }) {
            table.add(.id, [id])
        }
        decideTexts(plan, amount, &table)
        decideAccount(plan, &table)
        decideStatus(plan, &table)
    }

    private func decideTexts(
        _ plan: InferencePlan, _ amount: AmountSource?, _ table: inout InferredTable
    ) {
        func first(_ role: HeadingRole) -> Int? {
            plan.columns[role]?.first { columns[$0].filled > 0 }
        }
        let counterparty = first(.counterpartyName)
        var description = [first(.description), counterparty].compactMap(\.self)
        if description.isEmpty, let memo = first(.memo) { description = [memo] }
        if description.isEmpty {
            // Nobody names it: the column with the most to say.
            description =
                columns.indices.filter { columns[$0].isText && isUnnamed($0) }
                .max { columns[$0].textBytes < columns[$1].textBytes }.map { [$0] } ?? []
        }
        table.add(.description, description)
        for (field, role) in [
            (LayoutField.memo, HeadingRole.memo), (.counterpartyName, .counterpartyName),
            (.payerName, .payerName), (.counterpartyIBAN, .counterpartyIBAN),
            (.counterpartyTaxID, .counterpartyTaxID), (.bankCategory, .bankCategory),
        ] {
            if let column = first(role) { table.add(field, [column]) }
        }
        // What is called a type and is no direction is the bank's category.
        if first(.bankCategory) == nil, table.directions == nil,
            let kind = plan.columns[.direction]?.first, columns[kind].isText
        {
            table.add(.bankCategory, [kind])
        }
    }

    private func isUnnamed(_ column: Int) -> Bool {
        frame.map { $0.headings[column].roles.isEmpty } ?? false
    }

    private func decideStatus(_ plan: InferencePlan, _ table: inout InferredTable) {
        guard let column = plan.columns[.status]?.first, columns[column].filled > 0 else { return }
        var done: [String] = []
        var hold: [String] = []
        var skip: [(word: String, reason: RowSkip.Reason)] = []
        for value in columns[column].values {
            let text = String(decoding: value, as: UTF8.self)
            switch words.state(HeaderText.fold(value.span)) {
            case .done: done.append(text)
            case .hold: hold.append(text)
            case .skipped(let reason): skip.append((text, reason))
            case nil: break
            }
        }
        let known = done.count + hold.count + skip.count
        guard known > 0, !columns[column].hasManyValues, columns[column].blank == 0 else {
            table.doubts.append(
                InferenceDoubt(
                    question: .status, readings: [name(column)], sample: "", line: firstDataLine,
                    results: []))
            return
        }
        table.add(.status, [column])
        table.status = (done.sorted(), hold.sorted(), skip.sorted { $0.word < $1.word })
    }
}
