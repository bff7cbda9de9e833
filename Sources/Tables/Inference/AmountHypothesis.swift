internal import Facts
internal import Reading

/// A way to express the amount and its direction, with its columns.
enum AmountSource: Hashable {
    /// The number's own sign.
    case signed(Int)
    /// A number, with its direction as a word in another column.
    case directed(Int, direction: Int)
    case twoSided(debit: Int, credit: Int)

    var columns: [Int] {
        switch self {
        case .signed(let column): [column]
        case .directed(let column, _): [column]
        case .twoSided(let debit, let credit): [debit, credit]
        }
    }
}

/// An amount, a column of balances that it would move, and their decimal mark.
struct AmountHypothesis {
    let source: AmountSource
    let balance: Int
    let mark: NumberStyle.DecimalMark
    /// The rows of all currencies are of one account, whose currency the table does not print.
    var isAcross = false
    /// Each balance is the one before its row's amount.
    var isBefore = false
    /// The balances moved by the amounts alone.
    var plain = BalanceChain()
    /// The same with each row's fee taken off, if the table has fees.
    var withFees: BalanceChain?
    /// The same where a minus in a debit takes money back; nil without such a minus.
    var withStorno: BalanceChain?
    /// Rows whose numbers this mark cannot read.
    var misses = 0

    /// Whether the fees fill gaps that the amounts alone leave in the balances. A gap where rows
    /// are missing is one with and without fees.
    var hasFeesOnTop: Bool {
        guard let withFees, misses == 0 else { return false }
        return withFees.links > plain.links && withFees.isStrong
    }

    /// The one of both that the balances follow.
    var chain: BalanceChain {
        if hasFeesOnTop, let withFees { return withFees }
        return plain
    }

    /// The chain's verdict, silent if some row could not be read.
    var verdict: BalanceChain.Verdict {
        guard misses == 0 else { return .silent }
        return isBefore ? chain.verdict.turned : chain.verdict
    }
    var isProved: Bool { verdict == .printed || verdict == .inverted }
}

/// The candidates for each column, decided from the head of a table, so that one pass over the rows
/// can prove them.
struct InferencePlan {
    /// The preferred column of days: a row needs a value there.
    let dayColumn: Int
    /// Candidate columns of each role, by their values.
    let columns: [HeadingRole: [Int]]
    /// Candidate amounts, the likeliest first.
    let sources: [AmountSource]
    /// The number of them that headings name.
    let namedSources: Int
    /// Columns that claim one role: accepted only if equal in every row.
    let rivals: [HeadingRole: [Int]]
    /// The role that other columns claim beside the day column; nil for none.
    let dayRole: HeadingRole?
    /// Columns of currencies that may be the amount's: named so, or unnamed.
    let currencies: [Int]
    /// Columns that part the rows into accounts with a balance each: not those of payees' accounts.
    let balanceKeys: [Int]
    /// The column of currencies right of each amount, if there are several columns of currencies
    /// and each is right of an amount.
    let currencyBeside: [Int: Int]
    /// A column of rates beside one of currencies.
    let rated: RatedCurrency?
    let hypotheses: [AmountHypothesis]
    /// The column of words for debit and credit right of each balance, where another one is right
    /// of an amount.
    let sidesOfBalances: [Int: Int]

    /// Limit of the pairs of columns; more would be no statement.
    private static let hypothesesMax = 90

    /// - Returns: nil if no column has days or none has amounts.
    init?(_ frame: TableFrame, words: HeadingWords) {
        let head = HeadColumns(frame, words)
        var columns: [HeadingRole: [Int]] = [:]
        for column in 0..<frame.width {
            if let role = frame.headings[column].roles.first(where: { head.allows($0, column) }) {
                columns[role, default: []].append(column)
            }
        }
        self.columns = columns
        currencyBeside = Self.currencyBeside(columns, frame, head)
        rated = RatedCurrency(columns)
        currencies = (0..<frame.width).filter { column in
            head.isCurrency[column]
                && (frame.headings[column].roles.isEmpty
                    || [.currency, .originalCurrency].contains {
                        columns[$0]?.contains(column) ?? false
                    })
        }
        let named = [HeadingRole.made, .date, .booked, .value].lazy
            .compactMap { columns[$0]?.first }.first
        let dayColumns = (0..<frame.width).filter { head.isDays[$0] }
        guard let dayColumn = named ?? (dayColumns.isEmpty ? nil : dayColumns[0]) else {
            return nil
        }
        self.dayColumn = dayColumn
        var rivals = columns.filter { $0.value.count > 1 }
        // Days under unknown headings are equal candidates.
        let unnamedDays = dayColumns.filter { frame.headings[$0].roles.isEmpty }
        if named == nil { rivals[.date] = unnamedDays.count > 1 ? unnamedDays : nil }
        // Also beside the day of booking or value: a payment's own day may be unnamed.
        if columns[.made] == nil, columns[.date] == nil, !unnamedDays.isEmpty,
            let role = [HeadingRole.booked, .value].first(where: {
                columns[$0]?.contains(dayColumn) ?? false
            })
        {
            rivals[role] = [dayColumn] + unnamedDays
        }
        self.rivals = rivals
        dayRole = [.made, .date, .booked, .value].first {
            rivals[$0]?.contains(dayColumn) ?? false
        }

        let namedAmounts = Self.namedAmounts(columns)
        balanceKeys = Self.balanceKeys(columns, frame, namedAmounts, currencyBeside)
        let unnamed = (0..<frame.width).filter { column in
            head.isMoney[column] && frame.headings[column].roles.isEmpty
        }
        var sources = namedAmounts
        namedSources = namedAmounts.count
        if sources.isEmpty {
            sources += Self.pairs(unnamed, head)
            sources += unnamed.map { .signed($0) }
        } else {
            // An unnamed column may still be the account's amount.
            sources += unnamed.map { .signed($0) }
        }
        var directions = columns[.direction] ?? []
        directions += head.directionColumns.filter { !directions.contains($0) }
        let sides = Self.sidesOfBalances(directions, columns[.balance] ?? [], sources, frame)
        sidesOfBalances = sides
        directions.removeAll { sides.values.contains($0) }
        sources += sources.flatMap { source -> [AmountSource] in
            guard case .signed(let column) = source else { return [] }
            return directions.map { .directed(column, direction: $0) }
        }
        guard !sources.isEmpty else { return nil }
        self.sources = sources
        hypotheses = Self.hypotheses(
            of: sources, columns, unnamed: unnamed, isRated: rated != nil)
    }

    private static func hypotheses(
        of sources: [AmountSource], _ columns: [HeadingRole: [Int]], unnamed: [Int], isRated: Bool
    ) -> [AmountHypothesis] {
        let before = columns[.balanceBefore] ?? []
        let after = columns[.balance] ?? (before.isEmpty ? unnamed : [])
        var hypotheses = Self.hypotheses(of: sources, balances: after + before)
        if isRated, hypotheses.count * 2 <= hypothesesMax {
            hypotheses += hypotheses.map { hypothesis in
                var across = hypothesis
                across.isAcross = true
                return across
            }
        }
        for index in hypotheses.indices where before.contains(hypotheses[index].balance) {
            hypotheses[index].isBefore = true
        }
        return hypotheses
    }

    /// `Amount; Currency; Payment; Currency; Balance; Currency`.
    private static func currencyBeside(
        _ columns: [HeadingRole: [Int]], _ frame: TableFrame, _ head: HeadColumns
    ) -> [Int: Int] {
        let currencies = [HeadingRole.currency, .originalCurrency, .balanceCurrency].flatMap {
            columns[$0] ?? []
        }
        guard currencies.count > 1 else { return [:] }
        var beside: [Int: Int] = [:]
        for currency in currencies {
            let amount = currency - 1
            guard amount >= 0, head.mayBeAmounts(amount, frame.headings[amount]) else {
                return [:]
            }
            beside[amount] = currency
        }
        return beside
    }

    /// The currency of a row's balance; without one, that of its amount.
    private static func currencyKeys(
        _ columns: [HeadingRole: [Int]], _ amounts: [AmountSource], _ beside: [Int: Int]
    ) -> [Int] {
        let money = (columns[.balance] ?? []) + amounts.flatMap(\.columns)
        return money.lazy.compactMap { beside[$0] }.prefix(1).map(\.self)
    }

    private static func balanceKeys(
        _ columns: [HeadingRole: [Int]], _ frame: TableFrame, _ amounts: [AmountSource],
        _ beside: [Int: Int]
    ) -> [Int] {
        let own = currencyKeys(columns, amounts, beside)
        let day = [HeadingRole.made, .date, .booked, .value].lazy
            .compactMap { columns[$0]?.first }.first
        return [HeadingRole.account, .currency, .balanceCurrency].flatMap { role in
            (columns[role] ?? []).filter { column in
                guard role == .account else { return own.isEmpty || own.contains(column) }
                // The other side has a column of its own.
                if columns[.counterpartyIBAN]?.contains(where: frame.isFilled) == true {
                    return true
                }
                let names = columns[.counterpartyName] ?? []
                if let payee = names.first(where: { frame.isFilled($0) }) {
                    return !frame.areCounterparties(column, beside: payee, day: day)
                }
                if let text = columns[.description]?.first(where: { frame.isFilled($0) }),
                    frame.areCounterparties(column, beside: text, arePayees: false, day: day)
                {
                    return false
                }
                return !frame.areManyIBANs(column)
            }
        }
    }

    /// `Amount; Dr/Cr; Balance; Dr/Cr`: each column of words belongs to the number left of it.
    private static func sidesOfBalances(
        _ directions: [Int], _ balances: [Int], _ sources: [AmountSource], _ frame: TableFrame
    ) -> [Int: Int] {
        let amounts = sources.flatMap(\.columns)
        var sides: [Int: Int] = [:]
        if directions.contains(where: { amounts.contains($0 - 1) }) {
            for side in directions
            where balances.contains(side - 1) && !amounts.contains(side - 1) {
                sides[side - 1] = side
            }
        }
        for balance in balances where !frame.names[balance].isEmpty {
            // `Balance.CreditDebitIndicator`
            let beginnings = [" ", "."].map { frame.names[balance] + $0 }
            let side = directions.first { side in
                beginnings.contains(where: frame.names[side].hasPrefix)
            }
            if let side { sides[balance] = side }
        }
        return sides
    }

    /// Each amount with each balance, by each decimal mark; empty if there are too many.
    private static func hypotheses(
        of sources: [AmountSource], balances: [Int]
    ) -> [AmountHypothesis] {
        var hypotheses: [AmountHypothesis] = []
        for source in sources {
            for balance in balances where !source.columns.contains(balance) {
                for mark in [NumberStyle.DecimalMark.point, .comma, .either] {
                    hypotheses.append(
                        AmountHypothesis(source: source, balance: balance, mark: mark))
                }
            }
        }
        return hypotheses.count <= hypothesesMax ? hypotheses : []
    }

    /// The amounts that headings name: the account's own before one possibly in another currency.
    private static func namedAmounts(_ columns: [HeadingRole: [Int]]) -> [AmountSource] {
        var sources: [AmountSource] = []
        let own = columns[.accountAmount] ?? []
        let plain = columns[.amount] ?? []
        let original = columns[.originalAmount] ?? []
        sources += (own.isEmpty ? plain : own).map { .signed($0) }
        if let debit = columns[.debit], let credit = columns[.credit], debit.count == 1,
            credit.count == 1
        {
            sources.append(.twoSided(debit: debit[0], credit: credit[0]))
        }
        if sources.isEmpty { sources += original.map { .signed($0) } }
        return sources
    }

    /// The day column and its rivals; empty without any.
    var dayRivals: [Int] { dayRole.flatMap { rivals[$0] } ?? [] }

    /// The column of value days, where rows have the day of booking and no day of their own.
    var valueOfUnbooked: Int? {
        guard columns[.booked]?.first == dayColumn, let value = columns[.value]?.first,
            value != dayColumn
        else { return nil }
        return value
    }

    /// The named columns of a table that prints its amounts both signed and under debit or credit.
    var printedTwice: (signed: Int, debit: Int, credit: Int)? {
        let named = sources.prefix(namedSources)
        guard named.count == 2, case .signed(let signed) = named[named.startIndex],
            case .twoSided(let debit, let credit) = named[named.startIndex + 1]
        else { return nil }
        return (signed, debit, credit)
    }

    /// Two columns of numbers of which each row fills exactly one.
    private static func pairs(_ columns: [Int], _ head: HeadColumns) -> [AmountSource] {
        var result: [AmountSource] = []
        for debit in columns {
            for credit in columns where debit != credit && head.complement(debit, credit) {
                result.append(.twoSided(debit: debit, credit: credit))
            }
        }
        return result
    }
}

/// The profiles of the head's data rows, column by column.
private struct HeadColumns {
    let isDays: [Bool]
    let isNumbers: [Bool]
    let isMoney: [Bool]
    let directionColumns: [Int]
    private let isBlank: [Bool]
    private let isTime: [Bool]
    /// Numbers of accounts below a heading that may name accounts or persons.
    private let isAccounts: [Bool]
    let isCurrency: [Bool]
    /// Some cells name a currency.
    let hasCurrency: [Bool]
    private let rows: [TableFrame.Row]

    init(_ frame: TableFrame, _ words: HeadingWords) {
        let width = frame.width
        rows = frame.body.filter { row in
            row.count >= 2 && row.count >= width / 2
                && row.enumerated().contains { column, cell in
                    let span = cell.span
                    return frame.isDay(span, in: column)
                }
        }
        var isDays = Array(repeating: false, count: width)
        var isNumbers = isDays
        var isMoney = isDays
        var isBlank = isDays
        var isTime = isDays
        var isCurrency = isDays
        var hasCurrency = isDays
        var isAccounts = isDays
        var directionColumns: [Int] = []
        for column in 0..<width {
            if Self.mayBeAccounts(frame.headings[column]) {
                isAccounts[column] = Self.areAccounts(
                    rows.compactMap { column < $0.count ? $0[column] : nil })
            }
            var profile = ColumnProfile(
                hasSerials: frame.serialColumns.contains(column),
                mayBeUnset: frame.headings[column].roles.contains(.booked))
            for row in rows where column < row.count {
                let cell = row[column]
                _ = profile.feed(cell.span, line: 0, words: words)
            }
            isBlank[column] = profile.filled == 0
            // Footers may be among the first rows; the whole column is proved later.
            isDays[column] =
                profile.days.count > 0 && profile.days.count * 5 >= profile.filled * 4
                && !profile.days.left.isEmpty
            isNumbers[column] =
                profile.numbers.count > 0 && profile.numbers.count * 5 >= profile.filled * 4
                && !isDays[column]
            isMoney[column] = isNumbers[column] && profile.numbers.moneyLike > 0
            isTime[column] = profile.times > 0 && profile.times == profile.filled
            isCurrency[column] = profile.currencies > 0 && profile.currencies == profile.filled
            hasCurrency[column] = profile.currencies > 0
            // Letters alone are ambiguous: `A` and `B` are directions in Turkish and names
            // everywhere.
            // `Sent` below a heading for states is one.
            if profile.filled > 0, !isNumbers[column], frame.headings[column].mayHoldFlags,
                !frame.headings[column].roles.contains(.status),
                profile.isPlusOrMinus || words.isDirections(profile)
            {
                directionColumns.append(column)
            }
        }
        // Where one side of the payments has accounts, a blank one lacks accounts, not names.
        if isAccounts.contains(true) {
            for column in 0..<width where isBlank[column] {
                isAccounts[column] = Self.mayBeAccounts(frame.headings[column])
            }
        }
        self.isAccounts = isAccounts
        self.isDays = isDays
        self.isNumbers = isNumbers
        self.isMoney = isMoney
        self.isBlank = isBlank
        self.isTime = isTime
        self.isCurrency = isCurrency
        self.hasCurrency = hasCurrency
        self.directionColumns = directionColumns
    }

    private static func mayBeAccounts(_ heading: HeadingWords.Meaning) -> Bool {
        heading.roles.contains(.payerAccount) || heading.roles.contains(.payeeAccount)
    }

    private static func areAccounts(_ cells: [[UInt8]]) -> Bool {
        let filled = cells.filter { !ColumnProfile.isBlank($0.span) }
        return !filled.isEmpty
            && filled.allSatisfy { cell in
                AccountNumberText.isNumber(AccountNumberText.plain(cell).filter { $0 > 0x20 })
            }
    }

    /// Whether a column's values fit the role of its heading. An empty column fits any role but the
    /// day.
    func allows(_ role: HeadingRole, _ column: Int) -> Bool {
        if isBlank[column], !isAccounts[column] {
            return ![.date, .made].contains(role) || rows.isEmpty
        }
        switch role {
        case .counterpartyName, .payerName: return !isAccounts[column]
        case .date, .made, .booked, .value: return isDays[column]
        case .time: return isTime[column]
        case .amount, .accountAmount, .originalAmount, .debit, .credit, .balance, .balanceBefore,
            .fee, .cashback, .rate:
            return isNumbers[column]
        case .currency, .originalCurrency, .balanceCurrency: return hasCurrency[column]
        default: return true
        }
    }

    /// Whether the column has numbers, or is blank below the name of money, and no rates.
    func mayBeAmounts(_ column: Int, _ heading: HeadingWords.Meaning) -> Bool {
        if heading.roles.contains(.rate) { return false }
        return isNumbers[column]
            || isBlank[column]
                && (heading.isStrangeAmount
                    || heading.roles.contains { $0.isMoney || $0 == .other })
    }

    /// Whether each row fills exactly one of two columns, or has zero in the other one.
    func complement(_ a: Int, _ b: Int) -> Bool {
        rows.allSatisfy { row in
            guard a < row.count, b < row.count else { return false }
            return isFilled(row[a]) != isFilled(row[b])
        }
    }

    private func isFilled(_ cell: [UInt8]) -> Bool {
        !ColumnProfile.isBlank(cell.span) && cell.contains { $0 &- 0x31 < 9 }
    }
}
