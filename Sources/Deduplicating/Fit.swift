import Facts

/// How well a row fits a known line of its account, day and amount, from proof to mere absence of
/// contradiction.
enum Fit: Int, Comparable {
    case bankID, timeAndBalance, dayAndBalance, timeAndText, dayAndText
    /// Same second and words but another balance, where one kind of export has ids and the other
    /// none: one may include a credit limit.
    case otherKind
    /// Same balance, other words, no second: a purchase, its refund and another purchase of that
    /// amount leave the same balance.
    case otherWords
    /// Same minute and words; one of the two lacks seconds.
    case otherSecond
    /// Same words, another balance: some banks recompute it.
    case otherBalance
    /// Both have an id, and the ids differ.
    case otherID
    /// Nothing contradicts but the words.
    case otherText
    /// Both have an id and words, and both differ.
    case otherIDAndText
    /// Only the day matches, of which the file shows more.
    case otherTextAndBalance

    static func < (a: Fit, b: Fit) -> Bool { a.rawValue < b.rawValue }

    /// The witness; nil where a person or the whole file must decide.
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

    /// The cost for `Assignment`: two pairs by words cost less than one by proof and two unmatched
    /// rows.
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

/// A row or a line as compared within one account, day and amount.
struct Look: Hashable {
    var second: Int32
    var balance: UInt32
    var text: UInt32
    var bankID: UInt32
    var currency: UInt32
    var isHold: Bool
    /// A person is asked whether it is one of the others.
    var isDoubtful = false
    /// No file of the current layout showed it.
    var isOfOtherLayout = false
    /// Its id may be from the numbering of another bank or format.
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

    /// Banks that know only the day print noon or midnight.
    static func isTimed(_ second: Int32) -> Bool {
        second > 0 && second != 43_200
    }

    /// One of the two may be printed without seconds.
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

    /// Some formats name no currency (QIF): the account's applies.
    static let noCurrency = Currency.unknown.packed

    /// One of the two names no currency, or both name the same.
    private func mayBeInCurrency(of line: Look) -> Bool {
        Currency(packed: line.currency).mayBe(Currency(packed: currency))
    }

    /// Both print a balance in one currency, so the balances can be compared.
    func hasBalance(like line: Look) -> Bool {
        if balance == 0 || line.balance == 0 { return false }
        if line.currency == currency { return true }
        let foreign = cut(LineIdentity.foreignBalance) & ~1
        return (balance | line.balance) & foreign == 0 && mayBeInCurrency(of: line)
    }

    /// Both have the same printed second.
    func isOfSecond(_ other: Int32) -> Bool { Self.isTimed(second) && second == other }

    /// Nil when something proves a different line.
    func fit(to line: Look) -> Fit? {
        guard mayBeInCurrency(of: line) else { return nil }
        if line.bankID != 0, line.bankID == bankID { return .bankID }
        let bothHaveIDs = line.bankID != 0 && bankID != 0 && !line.hasForeignID
        let bothTimed = Self.isTimed(line.second) && Self.isTimed(second)
        if bothTimed, line.second != second { return fitWithinMinute(to: line) }
        let isSameText = line.text == text
        let bothHaveBalances = hasBalance(like: line)
        if bothHaveIDs {
            // A hold booked with another id is not a case of equal lines.
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
