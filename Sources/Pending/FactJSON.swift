package import Facts
package import Scanning

/// The JSON of a bank fact: an object with a fixed order of members, absent ones left out.
///
/// Fields of one kind are written in the order of ``FactText``, ``FactDay`` and ``FactMoney``.
///
/// | member | form | since |
/// | --- | --- | --- |
/// | `account`, `bank_id` | text | 1 |
/// | `date`, `booked_on`, `value_on` | `2025-03-14`; `date` always | 1 |
/// | `time` | `18:22:05`; a leap second is `23:59:60` | 1 |
/// | `made_at` | `2025-03-14T18:22:05+02:00` if time and offset are known | 1 |
/// | `amount`, `currency` | exact decimal text, ISO 4217 code; `amount` always | 1 |
/// | `original_amount`, `original_currency` | the same | 1 |
/// | `description`, `memo`, `counterparty {name, iban, tax_id}`, `bank_category`, `merchant` | text | 1 |
/// | `exchange_rate` | text, as the bank prints it | 1 |
/// | `tags` | names that another program's user gave, separated by `, ` | 1 |
/// | `parts` | a line each: amount, category, note, separated by tabs; sum to `amount` | 1 |
/// | `transfer_account` | the other account, as another program names it | 1 |
/// | `mcc` | four digits as text | 1 |
/// | `hold` | true or false, always | 1 |
/// | `balance`, `fee`, `cashback` | decimal text; with `balance_currency` … if not the line's | 1 |
///
/// Guarantees: equal facts give equal bytes, both as a line of a batch and with texts of their own;
/// parsing the output gives an equal fact (except that an offset without a time is lost).
package enum FactJSON {
    /// Writes a fact with its own texts as an object.
    package static func append(fact: StatementFact, to out: inout ByteWriter) {
        out.append(byte: UInt8(ascii: "{"))
        appendMembers(fact: fact, to: &out)
        out.append(byte: UInt8(ascii: "}"))
    }

    /// Hash of a fact's JSON, never 0: equal for a line of a batch and for the parsed fact.
    package static func hash(of fact: StatementFact) -> UInt32 {
        var writer = ByteWriter(capacity: 512)
        append(fact: fact, to: &writer)
        return hash(of: writer, in: 0..<writer.count)
    }

    /// The same for a written fact.
    static func hash(of writer: borrowing ByteWriter, in fact: Range<Int>) -> UInt32 {
        let hash = writer.withBytes { StableHash.hash($0.extracting(fact), seed: hashSeed) }
        return max(1, UInt32(truncatingIfNeeded: hash))
    }

    /// The same for two facts.
    static func hashes(
        of writer: borrowing ByteWriter, _ one: Range<Int>, _ other: Range<Int>
    ) -> (UInt32, UInt32) {
        let (a, b) = writer.withBytes {
            StableHash.hashes($0.extracting(one), $0.extracting(other), seed: hashSeed)
        }
        return (max(1, UInt32(truncatingIfNeeded: a)), max(1, UInt32(truncatingIfNeeded: b)))
    }

    private static var hashSeed: UInt64 { 8 }

    /// The members without braces, so that callers can append members.
    package static func appendMembers(fact: StatementFact, to out: inout ByteWriter) {
        var batch = LineBatch()
        let line = StatementLine(of: fact, in: &batch)
        appendMembers(
            line: line, arena: batch.arena.span, account: fact.account.utf8.span, to: &out)
    }

    /// The members of a batch's line, without braces. `account` is the workspace's id; an empty one
    /// is left out. Creates no `String`.
    ///
    /// - Complexity: O(*n*) in the bytes of the line's texts.
    package static func appendMembers(
        line: StatementLine, arena: Span<UInt8>, account: Span<UInt8>, to out: inout ByteWriter
    ) {
        append(account: account, to: &out)
        appendMembers(line: line, arena: arena, day: Span(), to: &out)
    }

    /// Writes a line of the frame's account as an object.
    static func append(
        _ line: StatementLine, arena: Span<UInt8>, frame: QueueFrame, to out: inout ByteWriter
    ) {
        out.append(frame.account)
        appendMembers(
            line: line, arena: arena,
            day: line.made.day == frame.day ? frame.dayText.span : Span(), to: &out)
        out.append(byte: UInt8(ascii: "}"))
    }

    /// Writes the account member with its comma; nothing for an empty id.
    static func append(account: Span<UInt8>, to out: inout ByteWriter) {
        guard !account.isEmpty else { return }
        out.append("\"account\":")
        out.append(jsonString: account)
        out.append(byte: comma)
    }

    /// The members after the account.
    ///
    /// - Parameter dayText: the line's day as text, or empty to format it.
    static func appendMembers(
        line: StatementLine, arena: Span<UInt8>, day dayText: Span<UInt8>, to out: inout ByteWriter
    ) {
        if !line.bankID.isEmpty { text(.bankID, line.bankID, arena, &out) }
        out.append("\"date\":\"")
        let date = out.count
        dayText.isEmpty ? append(line.made.day, to: &out) : out.append(dayText)
        let dateEnd = out.count
        out.append("\",")
        if line.made.hasTime {
            out.append("\"time\":\"")
            let time = out.count
            append(second: line.made.second, to: &out)
            let timeEnd = out.count
            out.append("\",")
            if isWritable(line.made.offsetMinutes) {
                out.append("\"made_at\":\"")
                out.append(again: date..<dateEnd)
                out.append(byte: UInt8(ascii: "T"))
                out.append(again: time..<timeEnd)
                append(offset: line.made.offsetMinutes, to: &out)
                out.append("\",")
            }
        }
        for field in FactDay.allCases {
            guard let value = line[field] else { continue }
            open(field.member, &out)
            append(value, to: &out)
            out.append("\",")
        }
        out.append("\"amount\":\"")
        append(line.amount, to: &out)
        out.append("\",")
        code("\"currency\":", line.amount.currency, &out)
        if let original = line.originalAmount {
            open(FactMoney.original.member, &out)
            append(original, to: &out)
            out.append("\",")
            code(FactMoney.original.currencyMember, original.currency, &out)
        }
        if !line.description.isEmpty { text(.description, line.description, arena, &out) }
        words(line, arena, &out)
        if line.mcc != 0, line.mcc < 10_000 {
            out.append("\"mcc\":\"")
            out.append(twoDigits: Int(line.mcc / 100))
            out.append(twoDigits: Int(line.mcc % 100))
            out.append("\",")
        }
        line.isHold ? out.append("\"hold\":true") : out.append("\"hold\":false")
        for field in FactMoney.allCases where field.isInLineCurrency {
            guard let value = line[field] else { continue }
            out.append(byte: comma)
            open(field.member, &out)
            append(value, to: &out)
            out.append(byte: quote)
            if value.currency != line.amount.currency, value.currency.isKnown {
                out.append(byte: comma)
                open(field.currencyMember, &out)
                append(value.currency, to: &out)
                out.append(byte: quote)
            }
        }
    }

    /// The texts after the description; the counterparty's are in an object of their own.
    private static func words(
        _ line: StatementLine, _ arena: Span<UInt8>, _ out: inout ByteWriter
    ) {
        var isInside = false
        // Most lines have few.
        for place in FactText.memo.rawValue..<line.texts.count
        where !line.texts[place].isEmpty {
            guard let field = FactText(rawValue: place) else { continue }
            if field.isOfCounterparty != isInside {
                isInside ? close(&out) : out.append("\"counterparty\":{")
                isInside.toggle()
            }
            text(field, line.texts[place], arena, &out)
        }
        if isInside { close(&out) }
    }

    private static func close(_ out: inout ByteWriter) {
        if out.last == comma { out.removeLast() }
        out.append("},")
    }

    @inline(__always)
    private static func text(
        _ field: FactText, _ ref: TextRef, _ arena: Span<UInt8>, _ out: inout ByteWriter
    ) {
        assert(ref.range.upperBound <= arena.count, "a text lies in its arena")
        guard ref.range.upperBound <= arena.count else { return }
        out.append(field.member)
        out.append(jsonString: arena.extracting(ref.range))
        out.append(byte: comma)
    }

    /// Writes the start of a text member, up to its value.
    @inline(__always)
    private static func open(_ member: StaticString, _ out: inout ByteWriter) {
        out.append(member)
        out.append(byte: quote)
    }

    private static func code(_ member: StaticString, _ value: Currency, _ out: inout ByteWriter) {
        guard value.isKnown else { return }
        open(member, &out)
        append(value, to: &out)
        out.append("\",")
    }

    package static func append(_ day: CalendarDate, to out: inout ByteWriter) {
        let (year, month, dayOfMonth) = day.parts
        guard (1000...9999).contains(year) else { return out.append(day.text) }
        out.append(twoDigits: year / 100)
        out.append(twoDigits: year % 100)
        out.append(byte: UInt8(ascii: "-"))
        out.append(twoDigits: month)
        out.append(byte: UInt8(ascii: "-"))
        out.append(twoDigits: dayOfMonth)
    }

    /// Exact decimal text with as many decimals as the amount's scale.
    package static func append(_ money: Money, to out: inout ByteWriter) {
        guard money.scale <= 40 else { return out.append(money.text) }
        if money.units < 0 { out.append(byte: UInt8(ascii: "-")) }
        out.append(decimal: money.units.magnitude, scale: Int(money.scale))
    }

    package static func append(_ currency: Currency, to out: inout ByteWriter) {
        out.append(byte: UInt8(truncatingIfNeeded: currency.packed >> 16))
        out.append(byte: UInt8(truncatingIfNeeded: currency.packed >> 8))
        out.append(byte: UInt8(truncatingIfNeeded: currency.packed))
    }

    private static func append(second: Int32, to out: inout ByteWriter) {
        let isLeap = second >= 86_400
        let plain = isLeap ? 86_399 : UInt32(second)
        let minutes = plain / 60
        let hours = minutes / 60
        out.append(
            hours: Int(hours), minutes: Int(minutes &- 60 &* hours),
            seconds: isLeap ? 60 : Int(plain &- 60 &* minutes))
    }

    private static func append(offset: Int16, to out: inout ByteWriter) {
        out.append(byte: offset < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
        let (hours, minutes) = offset.magnitude.quotientAndRemainder(dividingBy: 60)
        out.append(hours: Int(hours), minutes: Int(minutes))
    }

    /// RFC 3339 has two digits for hours; no zone is a day from UTC.
    private static func isWritable(_ offset: Int16) -> Bool {
        offset != CivilMoment.unknownOffset && offset.magnitude < 24 * 60
    }

    private static let comma = UInt8(ascii: ",")
    private static let quote = UInt8(ascii: "\"")
}
