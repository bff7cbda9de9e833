package import Facts
package import Scanning

extension FactJSON {
    /// Parses an object as a fact.
    ///
    /// - Throws: ``QueueFault``; offsets are in `bytes`. An unknown member is an error, because a
    ///   mistyped one would be lost.
    package static func parse(_ bytes: Span<UInt8>) throws(QueueFault) -> StatementFact {
        var cursor = LineCursor()
        let fact = try parse(bytes, &cursor)
        try cursor.finish(bytes)
        return fact
    }

    /// The same from a parsed document; offsets are in its text as `append(to:)` writes it.
    package static func parse(_ value: JSONValue) throws(QueueFault) -> StatementFact {
        var writer = ByteWriter()
        value.append(to: &writer)
        return try parse(writer.bytes.span)
    }

    /// The same for an object inside a line, from where the cursor is.
    package static func parse(
        _ s: Span<UInt8>, _ cursor: inout LineCursor
    ) throws(QueueFault) -> StatementFact {
        try cursor.openObject(s)
        let start = cursor.start
        var draft = FactDraft()
        let members = FactMember.all
        var expected = 0
        while let key = try cursor.key(s) {
            guard let index = members.index(of: key, s, from: expected) else {
                throw QueueFault(.memberUnknown, at: key.start)
            }
            expected = index + 1
            do throws(QueueFault) {
                guard draft.seen & 1 << UInt64(index) == 0 else {
                    throw QueueFault(.memberTwice, at: key.start)
                }
                draft.seen |= 1 << UInt64(index)
                try draft.parse(members[index].member, s, &cursor)
            } catch {
                throw error.inside(nameOfMember(members[index].text))
            }
        }
        return try draft.fact(start)
    }
}

/// Members of a fact's JSON.
private enum FactMember {
    case account, date, time, madeAt, amount, currency, counterparty, mcc, hold
    case text(FactText)
    case day(FactDay)
    case money(FactMoney)
    case currencyOf(FactMoney)
    /// The line's source; written by `read --json` and not part of the fact.
    case source

    /// In written order.
    static let all: [(member: FactMember, text: StaticString)] = {
        var all: [(member: FactMember, text: StaticString)] = [
            (.account, "\"account\":"), (.text(.bankID), FactText.bankID.member),
            (.date, "\"date\":"),
            (.time, "\"time\":"), (.madeAt, "\"made_at\":"),
        ]
        all += FactDay.allCases.map { (.day($0), $0.member) }
        all += [(.amount, "\"amount\":"), (.currency, "\"currency\":")]
        func add(_ field: FactMoney) {
            all += [(.money(field), field.member), (.currencyOf(field), field.currencyMember)]
        }
        add(.original)
        for field in FactText.allCases where field != .bankID && !field.isOfCounterparty {
            all.append((.text(field), field.member))
        }
        all += [(.counterparty, "\"counterparty\":"), (.mcc, "\"mcc\":"), (.hold, "\"hold\":")]
        for field in FactMoney.allCases where field != .original { add(field) }
        all.append((.source, "\"source\":"))
        return all
    }()
}

extension [(member: FactMember, text: StaticString)] {
    /// The index of the member with this key; tries `expected` first.
    fileprivate func index(of key: JSONToken, _ s: Span<UInt8>, from expected: Int) -> Int? {
        for index in expected..<count where isKey(key, s, member: self[index].text) { return index }
        for index in 0..<expected where isKey(key, s, member: self[index].text) { return index }
        return nil
    }
}

/// A partly parsed fact: amounts wait for their currency, which may follow them.
private struct FactDraft {
    /// One bit per member.
    var seen: UInt64 = 0
    /// Day and amount are set at the end.
    private var fact = StatementFact(
        account: "", made: CivilMoment(day: CalendarDate(daysSince1970: 0)),
        amount: Money(units: 0, scale: 0, currency: .unknown))
    private var day: CalendarDate?
    private var second: Int32 = -1
    private var madeAt: CivilMoment?
    private var madeAtOffset = 0
    private var amount: WrittenAmount?
    private var currency = Currency.unknown
    private var monies = FactMonies<WrittenAmount?>(repeating: nil)
    private var currencies = FactMonies<Currency?>(repeating: nil)

    mutating func parse(
        _ member: FactMember, _ s: Span<UInt8>, _ cursor: inout LineCursor
    ) throws(QueueFault) {
        switch member {
        case .account: fact.account = try cursor.string(s)
        case .date: day = try readDay(s, &cursor)
        case .time: second = try readTime(s, &cursor)
        case .madeAt:
            madeAt = try readMoment(s, &cursor)
            madeAtOffset = cursor.start
        case .amount: amount = try cursor.decimal(s)
        case .currency: currency = try readCurrency(s, &cursor)
        case .counterparty: try readCounterparty(s, &cursor)
        case .mcc: fact.mcc = try readMCC(s, &cursor)
        case .hold: fact.isHold = try cursor.boolean(s)
        case .text(let field): fact[field] = try cursor.string(s)
        case .day(let field): fact[field] = try readDay(s, &cursor)
        case .money(let field): monies[field.rawValue] = try cursor.decimal(s)
        case .currencyOf(let field): currencies[field.rawValue] = try readCurrency(s, &cursor)
        case .source: _ = try cursor.skipValue(s)
        }
    }

    mutating func fact(_ start: Int) throws(QueueFault) -> StatementFact {
        guard let day else { throw QueueFault(.memberMissing, at: start, member: "date") }
        guard let amount else { throw QueueFault(.memberMissing, at: start, member: "amount") }
        fact.made = CivilMoment(day: day, second: second)
        if let madeAt {
            guard madeAt.day == day, madeAt.second == second else {
                throw QueueFault(.momentsDisagree, at: madeAtOffset, member: "made_at")
            }
            fact.made.offsetMinutes = madeAt.offsetMinutes
        }
        fact.amount = try inside("amount", amount.money(in: currency))
        for field in FactMoney.allCases {
            guard let written = monies[field.rawValue] else { continue }
            let own = field.isInLineCurrency ? currency : .unknown
            fact[field] = try inside(
                field.name, written.money(in: currencies[field.rawValue] ?? own))
        }
        return fact
    }

    private mutating func readCounterparty(
        _ s: Span<UInt8>, _ cursor: inout LineCursor
    ) throws(QueueFault) {
        try cursor.openObject(s)
        var seen: UInt64 = 0
        while let key = try cursor.key(s) {
            guard
                let field = FactText.allCases.first(where: {
                    $0.isOfCounterparty && isKey(key, s, member: $0.member)
                })
            else { throw QueueFault(.memberUnknown, at: key.start) }
            fact[field] = try cursor.string(s)
            guard seen & 1 << UInt64(field.rawValue) == 0 else {
                throw QueueFault(.memberTwice, at: key.start)
            }
            seen |= 1 << UInt64(field.rawValue)
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

/// `2025-03-14T18:22:05+02:00`; the offset or `Z` is required.
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

/// `+02:00`, six bytes from `at`, as minutes east of UTC.
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
