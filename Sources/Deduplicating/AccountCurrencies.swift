/// Which currencies the lines of each account are in: some formats name none, and their rows meet
/// those that do.
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

    /// Currencies that a row in this one may meet besides its own: none with a name when it has
    /// one.
    func others(than currency: UInt32, of account: UInt64) -> [UInt32] {
        guard let all = currencies[account] else { return [] }
        return all.filter {
            $0 != currency && (currency == Look.noCurrency || $0 == Look.noCurrency)
        }
    }
}
