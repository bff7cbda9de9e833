/// The currencies of each account's lines. Some formats name none; their rows match lines of any
/// currency.
struct AccountCurrencies {
    private var currencies: [UInt64: [UInt32]] = [:]
    private var lastAccount: UInt64 = 0
    private var lastCurrency: UInt32 = 0
    /// Some line names no currency.
    private(set) var hasUnnamed = false

    mutating func add(_ currency: UInt32, of account: UInt64) {
        if account == lastAccount, currency == lastCurrency { return }
        lastAccount = account
        lastCurrency = currency
        if currency == Look.noCurrency { hasUnnamed = true }
        if currencies[account]?.contains(currency) != true {
            currencies[account, default: []].append(currency)
        }
    }

    /// Some line of the account names no currency.
    func hasUnnamed(of account: UInt64) -> Bool {
        hasUnnamed && currencies[account]?.contains(Look.noCurrency) == true
    }

    /// Currencies other than the row's own that it may match; none when a row names its currency
    /// and all lines do.
    func others(than currency: UInt32, of account: UInt64) -> [UInt32] {
        guard let all = currencies[account] else { return [] }
        return all.filter {
            $0 != currency && (currency == Look.noCurrency || $0 == Look.noCurrency)
        }
    }
}
