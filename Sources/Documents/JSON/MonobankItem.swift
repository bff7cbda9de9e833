import Facts
import Scanning
import Reading

/// The current item of a Monobank statement, with fields in any order.
///
/// - Source: api.monobank.ua, personal statement, schema v250818: amounts are whole minor units,
///   `time` is seconds since 1970.
struct MonobankItem {
    private var texts: [UInt8] = []
    /// The number, truth value or text range of each given field.
    var values = [Value](repeating: Value(), count: Field.allCases.count)
    /// The texts are in the input, not in `texts`.
    var isPlain = false
    /// The fast path failed because the item continues in the next chunk.
    var isCut = false
    /// The gaps between values, in the order of the items read so far.
    var gaps: [Gap] = []
    /// Bit set of the given fields, including nulls.
    var given: UInt32 = 0
    var filled: UInt32 = 0
    /// The first reason why the item cannot be a line. Set by the caller, which knows the place.
    var rejection: RowRejection?

    /// A number; a truth value, nonzero for true; or the range of a text.
    struct Value {
        var number: Int64 = 0
        var end = 0

        init() {}
        init(_ number: Int64) { self.number = number }
        init(_ range: Range<Int>) {
            number = Int64(range.lowerBound)
            end = range.upperBound
        }

        var range: Range<Int> { Int(number)..<max(end, Int(number)) }
    }

    /// An error in a field's value.
    struct Problem: Error {
        var kind: RowRejection.Kind
        var field: Field
        var found = ""
        var expected: String
    }

    /// The fields that are read; others are skipped.
    enum Field: Int, CaseIterable {
        case id, time, description, comment
        case mcc, hold
        case amount, operationAmount, currencyCode
        case commissionRate, cashbackAmount, balance
        case counterName, counterIban, counterEdrpou

        enum Kind { case text, integer, truth }

        var kind: Kind {
            switch self {
            case .id, .description, .comment, .counterName, .counterIban, .counterEdrpou: .text
            case .hold: .truth
            default: .integer
            }
        }
    }

    /// The keys of all fields, which are their names here, each packed in sixteen bytes for one
    /// comparison.
    private let keys = Field.allCases.map { "\($0)".utf8.span.packed() }

    /// The field with the key in this range.
    func field(key range: Range<Int>, in bytes: Span<UInt8>) -> Field? {
        guard range.count <= 15 else { return nil }
        let key = bytes.packed(range)
        for index in keys.indices where keys[index] == key { return Field(rawValue: index) }
        return nil
    }

    mutating func reset() {
        texts.removeAll(keepingCapacity: true)
        isPlain = false
        isCut = false
        given = 0
        filled = 0
        rejection = nil
    }

    /// Sets the value of a field; throws for another type or a second value.
    mutating func put(
        _ token: JSONToken, of bytes: Span<UInt8>, as field: Field
    ) -> Problem? {
        let bit = UInt32(1) << UInt32(field.rawValue)
        if given & bit != 0 {
            return problem(.valueOfWrongType, field, token, bytes, expected: "one value")
        }
        given |= bit
        let raw = bytes.extracting(token.start..<token.end)
        switch (field.kind, token.kind) {
        case (_, .null): return nil
        case (.text, .string):
            let start = texts.count
            if token.hasEscapes {
                // The tokenizer has validated the escapes.
                try? JSONTokenizer.unescape(raw, into: &texts)
                if texts[start...].contains(where: \.isRefusedControl) {
                    return problem(.textHasControls, field, token, bytes, expected: "text")
                }
            } else {
                texts.append(raw)
            }
            if texts.count - start > Limits.fieldBytesMax {
                return problem(.fieldTooLong, field, token, bytes, expected: "text")
            }
            values[field.rawValue] = Value(start..<texts.count)
        case (.integer, .integer):
            guard let number = Self.integer(raw) else {
                return problem(.amountOverflow, field, token, bytes, expected: "64-bit integer")
            }
            values[field.rawValue] = Value(number)
        case (.truth, .true): values[field.rawValue] = Value(1)
        case (.truth, .false): values[field.rawValue] = Value(0)
        default:
            let expected =
                switch field.kind {
                case .text: "string"
                case .integer: "integer"
                case .truth: "true or false"
                }
            return problem(.valueOfWrongType, field, token, bytes, expected: expected)
        }
        filled |= bit
        return nil
    }

    /// Whether the keys of a row are given, with any values.
    var hasShape: Bool { isGiven(.time) && isGiven(.amount) }

    var isEmpty: Bool { given == 0 }

    func has(_ field: Field) -> Bool { filled & (UInt32(1) << UInt32(field.rawValue)) != 0 }

    private func isGiven(_ field: Field) -> Bool {
        given & (UInt32(1) << UInt32(field.rawValue)) != 0
    }

    /// The account currency that the item proves: the operation's, if both amounts have the same
    /// number of minor units.
    ///
    /// Zero proves nothing: cards are checked with 0.00 USD. Nor does a currency in which the bank
    /// keeps no accounts.
    var provenCurrency: Currency? {
        guard has(.amount), numbers(.amount) != 0, isAccountMovedLikeOperation, let currency,
            Self.accountCurrencies.contains(currency)
        else { return nil }
        return currency
    }

    private static let accountCurrencies = ["UAH", "USD", "EUR", "PLN", "GBP"].compactMap {
        Currency(code: $0)
    }

    /// The account's amount equals the operation's, apart from the fee.
    private var isAccountMovedLikeOperation: Bool {
        if !has(.operationAmount) { return true }
        let difference = numbers(.amount).subtractingReportingOverflow(numbers(.operationAmount))
        return difference.partialValue == 0
            || !difference.overflow
                && difference.partialValue.magnitude == numbers(.commissionRate).magnitude
    }

    /// The operation's currency, from `currencyCode`.
    var currency: Currency? {
        has(.currencyCode) ? Currency(numeric: Int(numbers(.currencyCode))) : nil
    }

    /// The item as a line of an account in this currency.
    ///
    /// - Parameter bytes: the input of the fast path ``readMembers(_:from:isReserved:)``, if it
    ///   read the item.
    func line(
        in accountCurrency: Currency, sourceLine: Int, of bytes: Span<UInt8>,
        batch: inout LineBatch
    ) throws(Problem) -> StatementLine {
        for field in Self.required where !has(field) {
            throw Problem(kind: .valueMissing, field: field, expected: "integer")
        }
        var line = StatementLine()
        line.sourceLine = UInt32(clamping: sourceLine)
        line.isHold = numbers(.hold) != 0
        let seconds = numbers(.time)
        guard Self.timesAllowed.contains(seconds) else {
            throw problem(.dateNotADay, .time, expected: "seconds since 1970")
        }
        line.instant = seconds
        line.amount = try money(.amount, accountCurrency)
        line.originalAmount = try original(accountCurrency)
        if has(.balance) { line.balance = try money(.balance, accountCurrency) }
        if numbers(.commissionRate) != 0 {
            line.fee = try money(.commissionRate, accountCurrency)
        }
        if numbers(.cashbackAmount) != 0 {
            line.cashback = try money(.cashbackAmount, .uah)
        }
        guard let code = UInt16(exactly: numbers(.mcc)), code <= 9_999 else {
            throw problem(.mccNotACode, .mcc, expected: "0…9999")
        }
        line.mcc = code
        line.bankID = add(.id, of: bytes, to: &batch)
        line.description = add(.description, of: bytes, to: &batch)
        line.memo = add(.comment, of: bytes, to: &batch)
        line.counterpartyName = add(.counterName, of: bytes, to: &batch)
        line.counterpartyIBAN = add(.counterIban, of: bytes, to: &batch)
        line.counterpartyTaxID = add(.counterEdrpou, of: bytes, to: &batch)
        return line
    }

    private static let required: [Field] = [.time, .amount]

    /// 1970-01-02 to 2199-12-30: in every zone `CalendarDate` has the day.
    private static let timesAllowed: ClosedRange<Int64> = 86_400...7_258_032_000

    /// The operation's own amount, if its currency is not the account's.
    private func original(_ accountCurrency: Currency) throws(Problem) -> Money? {
        guard has(.operationAmount), has(.currencyCode) else { return nil }
        guard let currency else {
            throw problem(.currencyUnknown, .currencyCode, expected: "ISO 4217 number")
        }
        return currency == accountCurrency ? nil : try money(.operationAmount, currency)
    }

    private func money(_ field: Field, _ currency: Currency) throws(Problem) -> Money {
        let units = numbers(field)
        if units == .min { throw problem(.amountOverflow, field, expected: "64-bit integer") }
        return Money(minorUnits: units, currency: currency)
    }

    /// The number of a field, 0 if not given.
    private func numbers(_ field: Field) -> Int64 {
        has(field) ? values[field.rawValue].number : 0
    }

    private func add(
        _ field: Field, of bytes: Span<UInt8>, to batch: inout LineBatch
    ) -> TextRef {
        guard has(field) else { return .none }
        let range = values[field.rawValue].range
        return batch.add(isPlain ? bytes.extracting(range) : texts.span.extracting(range))
    }

    private func problem(
        _ kind: RowRejection.Kind, _ field: Field, expected: String
    ) -> Problem {
        Problem(kind: kind, field: field, found: "\(numbers(field))", expected: expected)
    }

    private func problem(
        _ kind: RowRejection.Kind, _ field: Field, _ token: JSONToken, _ bytes: Span<UInt8>,
        expected: String
    ) -> Problem {
        Problem(kind: kind, field: field, found: bytes.excerpt(token), expected: expected)
    }

    /// The number of an integer token, nil on overflow.
    private static func integer(_ raw: Span<UInt8>) -> Int64? {
        var index = 0
        var negative = false
        if raw.count > 0, raw[0] == 0x2D {
            negative = true
            index = 1
        }
        var value: Int64 = 0
        while index < raw.count {
            let (tens, overflowed) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflow) = tens.subtractingReportingOverflow(Int64(raw[index] &- 0x30))
            if overflowed || overflow { return nil }
            value = sum
            index += 1
        }
        if negative { return value }
        return value == .min ? nil : -value
    }
}

extension SourcePlace {
    /// The place of a member of this place's value.
    func inside(_ key: String) -> SourcePlace {
        SourcePlace(file: file, line: line, column: column, path: path + "/" + key)
    }
}

extension Span<UInt8> {
    /// The beginning of a token's text, for messages.
    func excerpt(_ token: JSONToken) -> String {
        CellText.excerpt(extracting(token.start..<token.end))
    }
}
