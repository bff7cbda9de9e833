/// The permanent key of a line: account, day, and a hash that distinguishes it from others of that
/// day.
///
/// Account and day come first so that lines stored by key are clustered. Edits, splits and renames
/// never change it. Its text is `1-<account, 8 hex>-<yyyymmdd>-<16 hex>`; the leading digit is the
/// version of the definition, not stored in a key as there is only one.
package struct LineKey: Hashable, Comparable, Sendable, BitwiseCopyable {
    package let account: UInt32
    package let day: Int32
    package let rest: UInt64

    package static let version = 1

    package init(account: UInt32, day: CalendarDate, rest: UInt64) {
        self.account = account
        self.day = day.daysSince1970
        self.rest = rest
    }

    /// The part of an account's hash that keys contain.
    package static func account(ofHash hash: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: hash >> 32)
    }

    /// `rest` already is a hash of nearly everything; account and day are mixed in.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(rest &+ UInt64(UInt32(bitPattern: day)) &* 0x9E37_79B9_7F4A_7C15)
    }

    package static func < (a: LineKey, b: LineKey) -> Bool {
        (a.account, a.day, a.rest) < (b.account, b.day, b.rest)
    }

    package var text: String {
        let (year, month, day) = CalendarDate(daysSince1970: day).parts
        let date = year * 10_000 + month * 100 + day
        return "\(Self.version)-\(hex(UInt64(account), digits: 8))-\(date)-\(hex(rest, digits: 16))"
    }

    /// Parses `text`, or nil.
    package init?(text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "\(Self.version)", parts[1].utf8.count == 8,
            parts[2].utf8.count == 8,
            parts[3].utf8.count == 16, let account = UInt32(parts[1], radix: 16),
            let date = Int(parts[2]), let rest = UInt64(parts[3], radix: 16),
            let day = CalendarDate(
                year: date / 10_000, month: date / 100 % 100, day: date % 100),
            parts[1].allSatisfy(\.isHexDigit), parts[3].allSatisfy(\.isHexDigit)
        else { return nil }
        self.init(account: account, day: day, rest: rest)
    }

    private func hex(_ value: UInt64, digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}

/// Makes the key of the `occurrence`-th of the lines that share all fields of the key.
package typealias KeyMaking = @Sendable (_ identity: LineIdentity, _ occurrence: UInt16) -> LineKey

/// The fields that identity compares: a statement line reduced to numbers, 80 bytes, trivially
/// copyable.
///
/// Hashes are `StableHash` values; 0 means that the bank gave nothing.
package struct LineIdentity: Sendable, BitwiseCopyable, Equatable {
    package var key: LineKey
    /// Hash of the workspace's account id.
    package var account: UInt64
    package var day: Int32
    /// Seconds since local midnight, or −1.
    package var second: Int32
    package var units: Int64
    package var currency: UInt32
    package var scale: UInt8
    package var isHold: Bool
    /// Number of earlier lines with equal key fields; entries by hand count from ``firstByHand``.
    /// Before a row is decided, not 0 only if its file has its key (``LineBatch/formerKeys``).
    package var occurrence: UInt16
    package var bankID: UInt64
    package var original: UInt64
    package var balance: UInt64
    /// Hash of the folded description.
    package var text: UInt64
    /// The line is `ambiguous` in the queue: it may be a line that is known already.
    package var isDoubtful: Bool

    /// Entries by hand count from here, so that no bank's row gets their keys: imports accept fewer
    /// equal rows of a day.
    package static let firstByHand: UInt16 = 0x8000

    package init(
        key: LineKey, account: UInt64, day: Int32, second: Int32, units: Int64, currency: UInt32,
        scale: UInt8, isHold: Bool, occurrence: UInt16, bankID: UInt64, original: UInt64,
        balance: UInt64, text: UInt64, isDoubtful: Bool = false
    ) {
        self.key = key
        self.account = account
        self.day = day
        self.second = second
        self.units = units
        self.currency = currency
        self.scale = scale
        self.isHold = isHold
        self.occurrence = occurrence
        self.bankID = bankID
        self.original = original
        self.balance = balance
        self.text = text
        self.isDoubtful = isDoubtful
    }
}
