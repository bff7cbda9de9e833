import Facts

/// How a row may be a known line of its account, day and amount: first what proves it, last what
/// only does not contradict.
enum Fit: Int, Comparable {
    case bankID, timeAndBalance, dayAndBalance, timeAndText, dayAndText
    /// Same second and words after another balance, where one kind of export has ids and the other
    /// has not: one may count a credit limit in.
    case otherKind
    /// Same balance, but other words and no second: a purchase, its refund and another purchase of
    /// that amount leave the same balance.
    case otherWords
    /// Same minute and words, and one of the two without seconds.
    case otherSecond
    /// Same words after another balance: some banks count it anew.
    case otherBalance
    /// Both have an id, and not the same.
    case otherID
    /// Nothing contradicts, but the bank's words are others.
    case otherText
    /// Both have an id and words, and neither are the same.
    case otherIDAndText
    /// Only the day, of which the file shows more.
    case otherTextAndBalance

    static func < (a: Fit, b: Fit) -> Bool { a.rawValue < b.rawValue }

    /// What proves it; nil where a person or the whole file must say.
    var witness: Witness? {
        switch self {
        case .bankID: .bankID
        case .timeAndBalance: .timeAndBalance
        case .dayAndBalance: .dayAndBalance
        case .timeAndText: .timeAndText
        case .dayAndText: .dayAndText
        case .otherKind, .otherWords, .otherSecond, .otherBalance, .otherID, .otherText,
            .otherIDAndText,
            .otherTextAndBalance:
            nil
        }
    }

    /// What `Assignment` weighs: two pairs by words are better than one by proof beside two rows
    /// alone.
    var cost: Int {
        switch self {
        case .bankID: 0
        case .timeAndBalance: 2
        case .dayAndBalance: 6
        case .timeAndText: 10
        case .dayAndText: 20
        case .otherKind: 40
        case .otherWords: 50
        case .otherSecond: 60
        case .otherBalance: 100
        case .otherID: 120
        case .otherText: 160
        case .otherIDAndText: 200
        case .otherTextAndBalance: 220
        }
    }
}

/// What a row or a line looks like among those of one account, day and amount.
struct Look: Hashable {
    var second: Int32
    var balance: UInt32
    var text: UInt32
    var bankID: UInt32
    var currency: UInt32
    var isHold: Bool
    /// A person is asked whether it is one of the others.
    var isDoubtful = false
    /// No file of the layout being read showed it.
    var isOfOtherLayout = false
    /// Its id may be one that another bank or format gave it: each numbers payments in its own way.
    var hasForeignID = false

    init(
        second: Int32, balance: UInt32, text: UInt32, bankID: UInt32, currency: UInt32,
        isHold: Bool, isDoubtful: Bool = false
    ) {
        self.second = second
        self.currency = currency
        self.isHold = isHold
        self.balance = balance
        self.text = text
        self.bankID = bankID
        self.isDoubtful = isDoubtful
    }

    init(of row: LineIdentity, hasID: Bool = true) {
        self.init(
            second: row.second, balance: cut(row.balance), text: cut(row.text),
            bankID: hasID ? cut(row.bankID) : 0, currency: row.currency, isHold: row.isHold)
    }

    /// Noon and midnight are what banks print that know only the day.
    static func isTold(_ second: Int32) -> Bool {
        second > 0 && second != 43_200
    }

    /// One of the two may have been printed without its seconds.
    static func areOneMinute(_ a: Int32, _ b: Int32) -> Bool {
        a > 0 && b > 0 && a / 60 == b / 60 && (a % 60 == 0 || b % 60 == 0)
    }

    private func fitWithinMinute(to line: Look) -> Fit? {
        guard Self.areOneMinute(line.second, second), line.bankID == 0 || bankID == 0 else {
            return nil
        }
        let isSameText = line.text == text
        if hasBalance(like: line) {
            guard line.balance == balance else { return nil }
            return isSameText ? .dayAndBalance : .otherWords
        }
        return isSameText ? .otherSecond : nil
    }

    /// Some formats name no currency (QIF): it is then the account's.
    static let noCurrency = Currency.unknown.packed

    /// One of the two names no currency, or both the same.
    private func mayBeInCurrency(of line: Look) -> Bool {
        Currency(packed: line.currency).mayBe(Currency(packed: currency))
    }

    /// Both print a balance, and in one currency, so that the two can be compared.
    func hasBalance(like line: Look) -> Bool {
        if balance == 0 || line.balance == 0 { return false }
        if line.currency == currency { return true }
        let foreign = cut(LineIdentity.foreignBalance) & ~1
        return (balance | line.balance) & foreign == 0 && mayBeInCurrency(of: line)
    }

    /// Both are of one told second.
    func isOfSecond(_ other: Int32) -> Bool { Self.isTold(second) && second == other }

    /// Nil when something says that the row is another line.
    func fit(to line: Look) -> Fit? {
        guard mayBeInCurrency(of: line) else { return nil }
        if line.bankID != 0, line.bankID == bankID { return .bankID }
        let bothHaveIDs = line.bankID != 0 && bankID != 0 && !line.hasForeignID
        let bothTimed = Self.isTold(line.second) && Self.isTold(second)
        if bothTimed, line.second != second { return fitWithinMinute(to: line) }
        let isSameText = line.text == text
        let bothHaveBalances = hasBalance(like: line)
        if bothHaveIDs {
            // A hold that was booked under another id is no question of equal lines.
            if isSameText, bothTimed, line.isHold != isHold { return nil }
            if bothHaveBalances, line.balance != balance { return nil }
            return isSameText ? .otherID : .otherIDAndText
        }
        if bothHaveBalances {
            if line.balance == balance {
                if bothTimed, isSameText || second % 60 != 0 { return .timeAndBalance }
                return isSameText ? .dayAndBalance : .otherWords
            }
            guard isSameText else { return bothTimed ? nil : .otherTextAndBalance }
            let kindsDiffer = (line.bankID != 0) != (bankID != 0)
            return kindsDiffer && bothTimed ? .otherKind : .otherBalance
        }
        if isSameText { return bothTimed ? .timeAndText : .dayAndText }
        return .otherText
    }
}
