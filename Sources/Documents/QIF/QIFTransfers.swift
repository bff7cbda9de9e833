import Facts
import Reading

/// The transfers of a file with several accounts. A program may write a transfer in both accounts'
/// sections, or only in one: then the other account's side is made from it.
struct QIFTransfers {
    private struct Side {
        let account: String
        let other: String
        let day: [UInt8]
        let written: [UInt8]
        let line: Int
        var amount: Int64 = 0
    }

    private var sides: [Side] = []
    private var named: [String: Currency] = [:]
    private var account = ""
    private var listed: (name: String, currency: Currency) = ("", .unknown)
    private var open = Open()

    /// The record that is being read.
    private struct Open {
        var line = 0
        var day: [UInt8] = []
        var amount: [UInt8] = []
        var category: [UInt8] = []
        var isTransfer = false
    }

    mutating func endSection() {
        if !listed.name.isEmpty { endListed() }
        open = Open()
    }

    mutating func put(_ letter: UInt8, _ text: Span<UInt8>, at line: Int) {
        if open.line == 0 { open.line = line }
        switch letter {
        case UInt8(ascii: "D"): Self.set(&open.day, text)
        case UInt8(ascii: "T"): Self.set(&open.amount, text)
        case UInt8(ascii: "L"):
            open.isTransfer = !text.isEmpty && text[0] == UInt8(ascii: "[")
            if open.isTransfer { Self.set(&open.category, text) }
        default: break
        }
    }

    private static func set(_ bytes: inout [UInt8], _ text: Span<UInt8>) {
        bytes.removeAll(keepingCapacity: true)
        bytes.append(text)
    }

    mutating func putListed(_ letter: UInt8, _ text: Span<UInt8>) {
        switch letter {
        case UInt8(ascii: "N"): listed.name = String(decoding: Array(text), as: UTF8.self)
        case UInt8(ascii: "D"): listed.currency = QIFTransfers.currency(text)
        default: break
        }
    }

    /// Money Manager EX describes an account as `[EUR]`.
    static func currency(_ text: Span<UInt8>) -> Currency {
        guard text.count == 5, text[0] == UInt8(ascii: "["), text[4] == UInt8(ascii: "]") else {
            return .unknown
        }
        let code = Currency(code: text.extracting(1..<4)) ?? .unknown
        return code.isListed ? code : .unknown
    }

    mutating func endListed() {
        if !listed.name.isEmpty {
            account = listed.name
            named[account] = listed.currency
        }
        listed = ("", .unknown)
    }

    mutating func endRecord() {
        let (line, isTransfer) = (open.line, open.isTransfer)
        (open.line, open.isTransfer) = (0, false)
        defer {
            open.day.removeAll(keepingCapacity: true)
            open.amount.removeAll(keepingCapacity: true)
        }
        guard isTransfer, let other = QIFCategory(open.category).account else { return }
        sides.append(
            Side(
                account: account, other: String(decoding: other, as: UTF8.self), day: open.day,
                written: open.amount, line: line))
    }

    /// In units of 10^−6, so that `100` and `100.00` are equal.
    private static func units(_ number: WrittenNumber) -> Int64? {
        guard number.scale <= 6 else { return nil }
        var value = number.mantissa
        for _ in number.scale..<6 {
            let (grown, overflow) = value.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            value = grown
        }
        return value
    }

    /// The first lines of records whose other side must be made: the other account is in the file,
    /// has the same currency, and no record of that day for it.
    func oneSided(_ style: NumberStyle) -> Set<Int> {
        struct Key: Hashable {
            let account: String
            let other: String
            let day: [UInt8]
            let amount: Int64?
            let isOut: Bool
        }
        func key(_ side: Side, isOther: Bool, isExact: Bool) -> Key {
            isOther
                ? Key(
                    account: side.other, other: side.account, day: side.day,
                    amount: isExact ? 0 &- side.amount : nil, isOut: side.amount > 0)
                : Key(
                    account: side.account, other: side.other, day: side.day,
                    amount: isExact ? side.amount : nil, isOut: side.amount < 0)
        }
        // Equal amounts first, then those of two currencies.
        var left = sides.filter { $0.account != $0.other }.compactMap { side -> Side? in
            let number = try? AmountText.parse(side.written.span, style: style)
            guard let amount = number.flatMap(Self.units) else { return nil }
            var side = side
            side.amount = amount
            return side
        }
        for isExact in [true, false] {
            var waiting: [Key: [Int]] = [:]
            var paired: Set<Int> = []
            for (index, side) in left.enumerated() {
                let wanted = key(side, isOther: true, isExact: isExact)
                if let match = waiting[wanted]?.popLast() {
                    paired.formUnion([index, match])
                } else {
                    waiting[key(side, isOther: false, isExact: isExact), default: []].append(index)
                }
            }
            left = left.indices.filter { !paired.contains($0) }.map { left[$0] }
        }
        return Set(
            left.filter { named[$0.other] != nil && named[$0.other] == named[$0.account] }
                .map(\.line))
    }
}
