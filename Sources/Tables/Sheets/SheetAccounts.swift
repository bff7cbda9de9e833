internal import Facts
internal import Scanning

/// The rows of sheets without an account, sheet by sheet: which sheets are one account.
///
/// Months on sheets of their own follow one another. Sheets of the same days whose balances each
/// continue from row to row are statements of two accounts: in one account the rows of the other
/// sheet would be between them. A sheet that shows rows of another one again is the same account.
struct SheetAccounts {
    private struct Statement {
        let product: String
        var rows: SheetStatement
    }

    private var statements: [Statement] = []
    /// The sheets without balances in all rows.
    private var unproved: [SheetStatement] = []
    /// What is not proved of the last sheet: payments that another sheet has too, or none on the
    /// days of another one, as of another account.
    private(set) var doubt: (isRepetition: Bool, payments: Int)?

    /// Adds a sheet.
    ///
    /// - Parameter name: of the sheet.
    /// - Returns: the product of its account; empty for the first account of the workbook.
    mutating func add(_ rows: SheetStatement, name: String) -> String {
        doubt = nil
        if !rows.isWhole {
            let others = unproved.filter { rows.sharesDays(with: $0) }
            let common = others.map { rows.payments(in: $0) }.max() ?? 0
            if !others.isEmpty { doubt = (common > 0, common) }
            unproved.append(rows)
        }
        if let same = statements.firstIndex(where: { !rows.isOfOtherAccount(than: $0.rows) }) {
            statements[same].rows.add(rows)
            return statements[same].product
        }
        let product = statements.isEmpty ? "" : name
        statements.append(Statement(product: product, rows: rows))
        return product
    }
}

/// The days, movements and balances of one or more sheets.
struct SheetStatement {
    private struct Row: Hashable {
        let day: Int32
        let amount: Int128
        let balance: Int128
    }

    private var days: ClosedRange<Int32>?
    private var chain = BalanceChain()
    private var rows: Set<Row> = []
    /// Every row has a balance.
    private(set) var isWhole = true
    /// Counts of equal payments.
    private var payments: [Payment: Int] = [:]
    private var currencies: Set<Currency> = []

    private struct Payment: Hashable {
        let day: Int32
        let amount: Int128
        let text: UInt64
    }

    /// More rows than a sheet of years has: then nothing is compared.
    private static let rowsMax = 65_536

    /// - Parameter text: the line's description.
    mutating func feed(_ line: StatementLine, text: Span<UInt8>) {
        let day = line.made.day.daysSince1970
        currencies.insert(line.amount.currency)
        if payments.count < Self.rowsMax {
            let payment = Payment(
                day: day, amount: line.amount.atto, text: StableHash.hash(text, seed: 0))
            payments[payment, default: 0] += 1
        }
        days = days.map { min($0.lowerBound, day)...max($0.upperBound, day) } ?? day...day
        chain.feed(key: [], amount: line.amount.atto, balance: line.balance?.atto)
        guard let balance = line.balance, rows.count < Self.rowsMax else {
            isWhole = false
            return
        }
        rows.insert(Row(day: day, amount: line.amount.atto, balance: balance.atto))
    }

    /// Adds a sheet of the same account, whose balances need not continue.
    mutating func add(_ other: SheetStatement) {
        rows.formUnion(other.rows)
        isWhole = isWhole && other.isWhole && chain.isWhole && other.chain.isWhole
        guard let days, let others = other.days else { return }
        self.days =
            min(days.lowerBound, others.lowerBound)...max(days.upperBound, others.upperBound)
    }

    /// Whether both have days in common, more than the one on which one ends and the other begins,
    /// and a currency.
    func sharesDays(with other: SheetStatement) -> Bool {
        guard let days, let others = other.days else { return false }
        let first = max(days.lowerBound, others.lowerBound)
        let last = min(days.upperBound, others.upperBound)
        return first < last && !currencies.isDisjoint(with: other.currencies)
    }

    /// The number of payments that the other has too.
    func payments(in other: SheetStatement) -> Int {
        payments.reduce(0) { $0 + min($1.value, other.payments[$1.key] ?? 0) }
    }

    /// Each is whole by itself, on the same days, and no row is in both.
    func isOfOtherAccount(than other: SheetStatement) -> Bool {
        guard isWhole, other.isWhole, chain.isWhole, other.chain.isWhole, let days,
            let others = other.days
        else { return false }
        // One sheet may end on the day on which the next one begins.
        let first = max(days.lowerBound, others.lowerBound)
        let last = min(days.upperBound, others.upperBound)
        return first < last && rows.isDisjoint(with: other.rows)
    }
}
