package import Facts
internal import Scanning

/// A line of the queue as this program writes it, read without making anything of it: its texts
/// stay where they lie.
///
/// The grammar is ``QueueLine/parse(_:known:)``; this only agrees with it, about lines that are
/// `new`, seen once, and have no escapes. Whatever is uncommon is nil here and read there.
package struct PlainLine: Sendable, BitwiseCopyable {
    package private(set) var batch = 0
    /// The fact; all `TextRef`s of a plain line are places among the bytes it was read from.
    /// `sourceLine` is the line of its source.
    package private(set) var fact = StatementLine()
    package private(set) var account = TextRef.none
    package private(set) var sourceFile = TextRef.none
    package private(set) var sourceLayout = TextRef.none
    /// The members of the fact that hold words, from `description` on to `merchant`, as they are
    /// written.
    package private(set) var words = TextRef.none
    /// What stands behind the sources, to the end: the suggestion, and whatever else. Nobody has
    /// looked at it.
    package private(set) var rest = TextRef.none

    /// - Parameter range: of the line in `s`, without its line feed.
    package init?(_ s: Span<UInt8>, in range: Range<Int>) {
        var cursor = PlainCursor(at: range.lowerBound, end: range.upperBound)
        guard range.upperBound <= s.count, readHead(s, &cursor), readMoment(s, &cursor),
            readAmounts(s, &cursor), readWords(s, &cursor), readBalances(s, &cursor),
            readSource(s, &cursor), cursor.at < cursor.end
        else { return nil }
        rest = ref(cursor.at, cursor.end)
        assert(rest.range.upperBound == range.upperBound, "the rest goes to the line's end")
    }

    private mutating func readHead(_ s: Span<UInt8>, _ cursor: inout PlainCursor) -> Bool {
        guard cursor.pass("{\"v\":1,\"key\":\"", s) else { return false }
        // What it is the index tells.
        guard cursor.passKey(s) else { return false }
        guard cursor.pass("\",\"batch\":", s), let batch = cursor.number(s),
            cursor.pass(",\"state\":\"new\",\"fact\":{\"account\":\"", s),
            let account = cursor.text(s), cursor.pass(",", s)
        else { return false }
        self.batch = batch
        self.account = account
        return true
    }

    private mutating func readMoment(_ s: Span<UInt8>, _ cursor: inout PlainCursor) -> Bool {
        if cursor.pass(member: FactText.bankID.member, s) {
            guard let text = cursor.text(s), cursor.pass(",", s) else { return false }
            fact.bankID = text
        }
        let date = cursor.at + 8
        guard cursor.pass("\"date\":\"", s), let day = cursor.day(s), cursor.pass("\",", s)
        else { return false }
        fact.made = CivilMoment(day: day)
        let time = cursor.at + 8
        if cursor.pass("\"time\":\"", s) {
            guard let second = cursor.second(s), cursor.pass("\",", s) else { return false }
            fact.made.second = second
            if cursor.pass("\"made_at\":\"", s) {
                guard cursor.repeats(date..<(date + 10), s), cursor.pass("T", s),
                    cursor.repeats(time..<(time + 8), s), let offset = cursor.offset(s),
                    cursor.pass("\",", s)
                else { return false }
                fact.made.offsetMinutes = offset
            }
        }
        for field in FactDay.allCases where cursor.pass(member: field.member, s) {
            fact[field] = cursor.day(s)
            guard fact[field] != nil, cursor.pass("\",", s) else { return false }
        }
        return true
    }

    private mutating func readAmounts(_ s: Span<UInt8>, _ cursor: inout PlainCursor) -> Bool {
        guard cursor.pass("\"amount\":\"", s), let amount = cursor.amount(s), cursor.pass(",", s)
        else { return false }
        var currency = Currency.unknown
        if cursor.pass("\"currency\":\"", s) {
            guard let found = cursor.currency(s), cursor.pass(",", s) else { return false }
            currency = found
        }
        guard let money = try? amount.money(in: currency) else { return false }
        fact.amount = money
        guard cursor.pass(member: FactMoney.original.member, s) else { return true }
        guard let original = cursor.amount(s), cursor.pass(",", s) else { return false }
        var originalCurrency = Currency.unknown
        if cursor.pass(member: FactMoney.original.currencyMember, s) {
            guard let found = cursor.currency(s), cursor.pass(",", s) else { return false }
            originalCurrency = found
        }
        fact.originalAmount = try? original.money(in: originalCurrency)
        return fact.originalAmount != nil
    }

    private mutating func readWords(_ s: Span<UInt8>, _ cursor: inout PlainCursor) -> Bool {
        let start = cursor.at
        var isPastCounterparty = false
        for field in FactText.allCases where field != .bankID {
            if !field.isOfCounterparty {
                guard cursor.member(field.member, &fact[field], s) else { return false }
            } else if !isPastCounterparty {
                isPastCounterparty = true
                guard readCounterparty(s, &cursor) else { return false }
            }
        }
        words = ref(start, cursor.at)
        return true
    }

    private mutating func readCounterparty(_ s: Span<UInt8>, _ cursor: inout PlainCursor) -> Bool {
        guard cursor.pass("\"counterparty\":{", s) else { return true }
        var isFirst = true
        for field in FactText.allCases where field.isOfCounterparty {
            let start = cursor.at
            guard isFirst || cursor.pass(",", s), cursor.pass(member: field.member, s) else {
                cursor.at = start
                continue
            }
            guard let text = cursor.text(s) else { return false }
            fact[field] = text
            isFirst = false
        }
        return cursor.pass("},", s)
    }

    private mutating func readBalances(_ s: Span<UInt8>, _ cursor: inout PlainCursor) -> Bool {
        if cursor.pass("\"mcc\":\"", s) {
            guard let text = cursor.text(s), text.count == 4, let mcc = digits(s, text.range),
                cursor.pass(",", s)
            else { return false }
            fact.mcc = UInt16(mcc)
        }
        if cursor.pass("\"hold\":true", s) {
            fact.isHold = true
        } else if !cursor.pass("\"hold\":false", s) {
            return false
        }
        for field in FactMoney.allCases where field.isInLineCurrency {
            guard cursor.money(field, fact.amount.currency, &fact[field], s) else { return false }
        }
        return cursor.pass("}", s)
    }

    private mutating func readSource(_ s: Span<UInt8>, _ cursor: inout PlainCursor) -> Bool {
        guard cursor.pass(",\"sources\":[{\"file\":\"", s), let file = cursor.text(s),
            cursor.pass(",\"line\":", s), let line = cursor.number(s),
            cursor.pass(",\"layout\":\"", s), let layout = cursor.text(s), cursor.pass("}]", s)
        else { return false }
        sourceFile = file
        fact.sourceLine = UInt32(line)
        sourceLayout = layout
        return true
    }
}

/// Passes over what is expected, or stays where it is.
private struct PlainCursor {
    var at: Int
    let end: Int

    @inline(__always)
    mutating func pass(_ word: StaticString, _ s: Span<UInt8>) -> Bool {
        let count = word.utf8CodeUnitCount
        guard end - at >= count else { return false }
        for index in 0..<count where s[at + index] != word[index] { return false }
        at += count
        return true
    }

    /// A key of today's definition.
    mutating func passKey(_ s: Span<UInt8>) -> Bool {
        guard end - at >= keyBytes, s[at] == UInt8(ascii: "0") + UInt8(LineKey.version) else {
            return false
        }
        at += keyBytes
        return true
    }

    /// Whether the same bytes come again.
    mutating func repeats(_ range: Range<Int>, _ s: Span<UInt8>) -> Bool {
        guard end - at >= range.count else { return false }
        for index in 0..<range.count where s[at + index] != s[range.lowerBound + index] {
            return false
        }
        at += range.count
        return true
    }

    /// From behind the opening quote to behind the closing one.
    mutating func text(_ s: Span<UInt8>) -> TextRef? {
        guard at < end, let stop = jsonPlainStringEnd(s, from: at), stop < end else {
            return nil
        }
        defer { at = stop + 1 }
        return ref(at, stop)
    }

    /// A member up to its value, and the quote that this begins with.
    @inline(__always)
    mutating func pass(member: StaticString, _ s: Span<UInt8>) -> Bool {
        let start = at
        if pass(member, s), pass("\"", s) { return true }
        at = start
        return false
    }

    /// A member with its comma, when it is there.
    mutating func member(
        _ member: StaticString, _ text: inout TextRef, _ s: Span<UInt8>
    ) -> Bool {
        guard pass(member: member, s) else { return true }
        guard let found = self.text(s), pass(",", s) else { return false }
        text = found
        return true
    }

    mutating func number(_ s: Span<UInt8>) -> Int? {
        var stop = at
        while stop < end, s[stop] &- UInt8(ascii: "0") < 10 { stop += 1 }
        // A number of JSON has no leading zero.
        guard let value = digits(s, at..<stop), stop - at == 1 || s[at] != UInt8(ascii: "0") else {
            return nil
        }
        at = stop
        return value
    }

    mutating func day(_ s: Span<UInt8>) -> CalendarDate? {
        guard end - at >= 10, let day = writtenDay(s, at, at + 10) else { return nil }
        at += 10
        return day
    }

    mutating func second(_ s: Span<UInt8>) -> Int32? {
        guard end - at >= 8, let second = writtenSecond(s, at, at + 8) else { return nil }
        at += 8
        return second
    }

    /// `+02:00`.
    mutating func offset(_ s: Span<UInt8>) -> Int16? {
        guard end - at >= 6, let offset = writtenOffset(s, at) else { return nil }
        at += 6
        return offset
    }

    mutating func amount(_ s: Span<UInt8>) -> WrittenAmount? {
        guard let text = text(s) else { return nil }
        return WrittenAmount(s, text.range)
    }

    mutating func currency(_ s: Span<UInt8>) -> Currency? {
        guard let text = text(s) else { return nil }
        return Currency(code: s.extracting(text.range))
    }

    /// An amount with a currency of its own or the line's, when it is there.
    mutating func money(
        _ field: FactMoney, _ own: Currency, _ money: inout Money?, _ s: Span<UInt8>
    ) -> Bool {
        guard pass(behindComma: field.member, s) else { return true }
        guard let amount = amount(s) else { return false }
        var currency = own
        if pass(behindComma: field.currencyMember, s) {
            guard let found = self.currency(s) else { return false }
            currency = found
        }
        money = try? amount.money(in: currency)
        return money != nil
    }

    private mutating func pass(behindComma member: StaticString, _ s: Span<UInt8>) -> Bool {
        let start = at
        if pass(",", s), pass(member: member, s) { return true }
        at = start
        return false
    }
}

private func ref(_ start: Int, _ end: Int) -> TextRef {
    TextRef(offset: UInt32(start), count: UInt32(end - start))
}
