package import Facts
package import Scanning

extension FactJSON {
    /// The fact an object says.
    ///
    /// - Throws: ``QueueFault``; offsets are in `bytes`. An unknown member is refused, because a mistyped one would be lost.
    package static func parse(_ bytes: Span<UInt8>) throws(QueueFault) -> StatementFact {
        var cursor = LineCursor()
        let fact = try parse(bytes, &cursor)
        try cursor.finish(bytes)
        return fact
    }

    /// The same from a document already read; offsets are in its text as `append(to:)` writes it.
    package static func parse(_ value: JSONValue) throws(QueueFault) -> StatementFact {
        var writer = ByteWriter()
        value.append(to: &writer)
        return try parse(writer.bytes.span)
    }

    static func parse(
        _ s: Span<UInt8>, _ cursor: inout LineCursor
    ) throws(QueueFault) -> StatementFact {
        try cursor.openObject(s)
        let start = cursor.start
        var draft = FactDraft()
        while let key = try cursor.key(s) {
            guard let member = FactMember(key, s) else {
                throw QueueFault(.memberUnknown, at: key.start)
            }
            do throws(QueueFault) {
                guard draft.seen.insert(member) else {
                    throw QueueFault(.memberTwice, at: key.start)
                }
                try draft.take(member, s, &cursor)
            } catch {
                throw error.inside(member.rawValue)
            }
        }
        return try draft.fact(start)
    }
}

/// Members of a written fact.
private enum FactMember: String, CaseIterable {
    case account, bank_id, date, time, made_at, booked_on, value_on, amount, currency
    case original_amount, original_currency, description, memo, counterparty, bank_category
    case merchant, mcc, hold, balance, balance_currency, fee, fee_currency, cashback
    case cashback_currency
    /// Where the line was read; written by `read --json` and not part of the fact.
    case source

    init?(_ key: JSONToken, _ s: Span<UInt8>) {
        // In the order they are written; the first letter settles most.
        if isKey(key, s, "account") {
            self = .account
        } else if isKey(key, s, "bank_id") {
            self = .bank_id
        } else if isKey(key, s, "date") {
            self = .date
        } else if isKey(key, s, "time") {
            self = .time
        } else if isKey(key, s, "made_at") {
            self = .made_at
        } else if isKey(key, s, "booked_on") {
            self = .booked_on
        } else if isKey(key, s, "value_on") {
            self = .value_on
        } else if isKey(key, s, "amount") {
            self = .amount
        } else if isKey(key, s, "currency") {
            self = .currency
        } else if isKey(key, s, "original_amount") {
            self = .original_amount
        } else if isKey(key, s, "original_currency") {
            self = .original_currency
        } else if isKey(key, s, "description") {
            self = .description
        } else if isKey(key, s, "memo") {
            self = .memo
        } else if isKey(key, s, "counterparty") {
            self = .counterparty
        } else if isKey(key, s, "bank_category") {
            self = .bank_category
        } else if isKey(key, s, "merchant") {
            self = .merchant
        } else if isKey(key, s, "mcc") {
            self = .mcc
        } else if isKey(key, s, "hold") {
            self = .hold
        } else if isKey(key, s, "balance") {
            self = .balance
        } else if isKey(key, s, "balance_currency") {
            self = .balance_currency
        } else if isKey(key, s, "fee") {
            self = .fee
        } else if isKey(key, s, "fee_currency") {
            self = .fee_currency
        } else if isKey(key, s, "cashback") {
            self = .cashback
        } else if isKey(key, s, "cashback_currency") {
            self = .cashback_currency
        } else if isKey(key, s, "source") {
            self = .source
        } else {
            return nil
        }
    }

    var bit: UInt32 {
        switch self {
        case .account: 1 << 0
        case .bank_id: 1 << 1
        case .date: 1 << 2
        case .time: 1 << 3
        case .made_at: 1 << 4
        case .booked_on: 1 << 5
        case .value_on: 1 << 6
        case .amount: 1 << 7
        case .currency: 1 << 8
        case .original_amount: 1 << 9
        case .original_currency: 1 << 10
        case .description: 1 << 11
        case .memo: 1 << 12
        case .counterparty: 1 << 13
        case .bank_category: 1 << 14
        case .merchant: 1 << 15
        case .mcc: 1 << 16
        case .hold: 1 << 17
        case .balance: 1 << 18
        case .balance_currency: 1 << 19
        case .fee: 1 << 20
        case .fee_currency: 1 << 21
        case .cashback: 1 << 22
        case .cashback_currency: 1 << 23
        case .source: 1 << 24
        }
    }
}

private struct MemberSet {
    var bits: UInt32 = 0

    /// False when it was there already.
    mutating func insert(_ member: FactMember) -> Bool {
        let isNew = bits & member.bit == 0
        bits |= member.bit
        return isNew
    }
}

/// What was read so far of a fact: amounts wait for their currency, which may stand behind them.
private struct FactDraft {
    var seen = MemberSet()
    var account = ""
    var bankID = ""
    var day: CalendarDate?
    var second: Int32 = -1
    var madeAt: CivilMoment?
    var madeAtOffset = 0
    var bookedOn: CalendarDate?
    var valueOn: CalendarDate?
    var amount: WrittenAmount?
    var currency = Currency.unknown
    var original: WrittenAmount?
    var originalCurrency = Currency.unknown
    var description = ""
    var memo = ""
    var name = ""
    var iban = ""
    var taxID = ""
    var bankCategory = ""
    var merchant = ""
    var mcc: UInt16 = 0
    var isHold = false
    var balance: WrittenAmount?
    var balanceCurrency: Currency?
    var fee: WrittenAmount?
    var feeCurrency: Currency?
    var cashback: WrittenAmount?
    var cashbackCurrency: Currency?

    mutating func take(
        _ member: FactMember, _ s: Span<UInt8>, _ cursor: inout LineCursor
    ) throws(QueueFault) {
        switch member {
        case .account: account = try cursor.string(s)
        case .bank_id: bankID = try cursor.string(s)
        case .date: day = try readDay(s, &cursor)
        case .time: second = try readTime(s, &cursor)
        case .made_at:
            madeAt = try readMoment(s, &cursor)
            madeAtOffset = cursor.start
        case .booked_on: bookedOn = try readDay(s, &cursor)
        case .value_on: valueOn = try readDay(s, &cursor)
        case .amount: amount = try cursor.decimal(s)
        case .currency: currency = try readCurrency(s, &cursor)
        case .original_amount: original = try cursor.decimal(s)
        case .original_currency: originalCurrency = try readCurrency(s, &cursor)
        case .description: description = try cursor.string(s)
        case .memo: memo = try cursor.string(s)
        case .counterparty: try readCounterparty(s, &cursor)
        case .bank_category: bankCategory = try cursor.string(s)
        case .merchant: merchant = try cursor.string(s)
        case .mcc: mcc = try readMCC(s, &cursor)
        case .hold: isHold = try cursor.boolean(s)
        case .balance: balance = try cursor.decimal(s)
        case .balance_currency: balanceCurrency = try readCurrency(s, &cursor)
        case .fee: fee = try cursor.decimal(s)
        case .fee_currency: feeCurrency = try readCurrency(s, &cursor)
        case .cashback: cashback = try cursor.decimal(s)
        case .cashback_currency: cashbackCurrency = try readCurrency(s, &cursor)
        case .source: _ = try cursor.skipValue(s)
        }
    }

    func fact(_ start: Int) throws(QueueFault) -> StatementFact {
        guard let day else { throw QueueFault(.memberMissing, at: start, member: "date") }
        guard let amount else { throw QueueFault(.memberMissing, at: start, member: "amount") }
        var made = CivilMoment(day: day, second: second)
        if let madeAt {
            guard madeAt.day == day, madeAt.second == second else {
                throw QueueFault(.momentsDisagree, at: madeAtOffset, member: "made_at")
            }
            made.offsetMinutes = madeAt.offsetMinutes
        }
        var fact = StatementFact(
            account: account, made: made,
            amount: try money(amount, currency, "amount"))
        fact.bankID = bankID
        fact.bookedOn = bookedOn
        fact.valueOn = valueOn
        fact.originalAmount = try original.map { written throws(QueueFault) in
            try money(written, originalCurrency, "original_amount")
        }
        fact.description = description
        fact.memo = memo
        fact.counterpartyName = name
        fact.counterpartyIBAN = iban
        fact.counterpartyTaxID = taxID
        fact.bankCategory = bankCategory
        fact.merchant = merchant
        fact.mcc = mcc
        fact.isHold = isHold
        fact.balance = try balance.map { written throws(QueueFault) in
            try money(written, balanceCurrency ?? currency, "balance")
        }
        fact.fee = try fee.map { written throws(QueueFault) in
            try money(written, feeCurrency ?? currency, "fee")
        }
        fact.cashback = try cashback.map { written throws(QueueFault) in
            try money(written, cashbackCurrency ?? currency, "cashback")
        }
        return fact
    }

    private func money(
        _ written: WrittenAmount, _ currency: Currency, _ member: String
    ) throws(QueueFault) -> Money {
        do throws(QueueFault) {
            return try written.money(in: currency)
        } catch {
            throw error.inside(member)
        }
    }

    private mutating func readCounterparty(
        _ s: Span<UInt8>, _ cursor: inout LineCursor
    ) throws(QueueFault) {
        try cursor.openObject(s)
        var seen: UInt8 = 0
        while let key = try cursor.key(s) {
            let bit: UInt8
            if isKey(key, s, "name") {
                bit = 1
                name = try cursor.string(s)
            } else if isKey(key, s, "iban") {
                bit = 2
                iban = try cursor.string(s)
            } else if isKey(key, s, "tax_id") {
                bit = 4
                taxID = try cursor.string(s)
            } else {
                throw QueueFault(.memberUnknown, at: key.start)
            }
            guard seen & bit == 0 else { throw QueueFault(.memberTwice, at: key.start) }
            seen |= bit
        }
    }
}

private func readDay(
    _ s: Span<UInt8>, _ cursor: inout LineCursor
) throws(QueueFault) -> CalendarDate {
    let token = try textToken(s, &cursor)
    guard let day = writtenDay(s, token.start, token.end) else {
        throw QueueFault(.dateInvalid, at: token.start)
    }
    return day
}

private func readTime(_ s: Span<UInt8>, _ cursor: inout LineCursor) throws(QueueFault) -> Int32 {
    let token = try textToken(s, &cursor)
    guard let second = writtenSecond(s, token.start, token.end) else {
        throw QueueFault(.timeInvalid, at: token.start)
    }
    return second
}

/// `2025-03-14T18:22:05+02:00`, offset or `Z` required.
private func readMoment(
    _ s: Span<UInt8>, _ cursor: inout LineCursor
) throws(QueueFault) -> CivilMoment {
    let token = try textToken(s, &cursor)
    let at = token.start
    let fault = QueueFault(.timeInvalid, at: at)
    guard token.end - at >= 20, s[at + 10] == UInt8(ascii: "T"),
        let day = writtenDay(s, at, at + 10), let second = writtenSecond(s, at + 11, at + 19)
    else { throw fault }
    if token.end - at == 20, s[at + 19] == UInt8(ascii: "Z") {
        return CivilMoment(day: day, second: second, offsetMinutes: 0)
    }
    guard token.end - at == 25, let offset = writtenOffset(s, at + 19) else { throw fault }
    return CivilMoment(day: day, second: second, offsetMinutes: offset)
}

/// `+02:00`, six bytes from `at` on, as minutes east of UTC.
func writtenOffset(_ s: Span<UInt8>, _ at: Int) -> Int16? {
    guard s[at + 3] == UInt8(ascii: ":"),
        s[at] == UInt8(ascii: "+") || s[at] == UInt8(ascii: "-"),
        let hours = digits(s, (at + 1)..<(at + 3)), hours < 24,
        let minutes = digits(s, (at + 4)..<(at + 6)), minutes < 60
    else { return nil }
    let east = hours * 60 + minutes
    return Int16(s[at] == UInt8(ascii: "-") ? -east : east)
}

private func readCurrency(
    _ s: Span<UInt8>, _ cursor: inout LineCursor
) throws(QueueFault) -> Currency {
    let token = try textToken(s, &cursor)
    guard let currency = Currency(code: s.extracting(token.start..<token.end)) else {
        throw QueueFault(.currencyInvalid, at: token.start)
    }
    return currency
}

private func readMCC(_ s: Span<UInt8>, _ cursor: inout LineCursor) throws(QueueFault) -> UInt16 {
    let token = try textToken(s, &cursor)
    guard token.end - token.start == 4, let code = digits(s, token.start..<token.end) else {
        throw QueueFault(.mccInvalid, at: token.start)
    }
    return UInt16(code)
}

private func textToken(
    _ s: Span<UInt8>, _ cursor: inout LineCursor
) throws(QueueFault) -> JSONToken {
    let token = try cursor.next(s)
    guard token.kind == .string else { throw QueueFault(.wrongType, at: token.start) }
    return token
}

/// `2025-03-14`.
func writtenDay(_ s: Span<UInt8>, _ start: Int, _ end: Int) -> CalendarDate? {
    guard end - start == 10, s[start + 4] == UInt8(ascii: "-"), s[start + 7] == UInt8(ascii: "-"),
        let year = digits(s, start..<(start + 4)),
        let month = digits(s, (start + 5)..<(start + 7)),
        let day = digits(s, (start + 8)..<(start + 10))
    else { return nil }
    return CalendarDate(year: year, month: month, day: day)
}

/// `18:22:05`, as seconds since midnight.
func writtenSecond(_ s: Span<UInt8>, _ start: Int, _ end: Int) -> Int32? {
    guard end - start == 8, s[start + 2] == UInt8(ascii: ":"), s[start + 5] == UInt8(ascii: ":"),
        let hours = digits(s, start..<(start + 2)), hours < 24,
        let minutes = digits(s, (start + 3)..<(start + 5)), minutes < 60,
        let seconds = digits(s, (start + 6)..<(start + 8)), seconds <= 60
    else { return nil }
    if seconds == 60 { return hours == 23 && minutes == 59 ? 86_400 : nil }
    return Int32(hours * 3_600 + minutes * 60 + seconds)
}
