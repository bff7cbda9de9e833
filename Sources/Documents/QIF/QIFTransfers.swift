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
        /// The record's splits that are this transfer; none if it is the whole record.
        var parts: [Int] = []
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
        /// Kept if it is a transfer.
        var category: [UInt8] = []
        var hasCategory = false
        var parts: [Part] = []

        mutating func forget() {
            line = 0
            day.removeAll(keepingCapacity: true)
            amount.removeAll(keepingCapacity: true)
            category.removeAll(keepingCapacity: true)
            hasCategory = false
            parts.removeAll(keepingCapacity: true)
        }
    }

    /// A split.
    private struct Part {
        /// Kept if it is a transfer.
        var category: [UInt8] = []
        var amount: [UInt8] = []
    }

    /// A record with more splits is rejected.
    private static let partsMax = Limits.fieldBytesMax / 8

    mutating func endSection() {
        if !listed.name.isEmpty { endListed() }
        open = Open()
    }

    mutating func put(_ letter: UInt8, _ text: Span<UInt8>, at line: Int) {
        if open.line == 0 { open.line = line }
        switch letter {
        case UInt8(ascii: "D"): Self.set(&open.day, text)
        case UInt8(ascii: "T"): Self.set(&open.amount, text)
        // Some programs repeat `T` in it, or write it alone.
        case UInt8(ascii: "U"): if open.amount.isEmpty { Self.set(&open.amount, text) }
        case UInt8(ascii: "L"):
            // As in the record, the first one counts.
            if open.hasCategory { return }
            open.hasCategory = !text.isEmpty
            if Self.isTransfer(text) { Self.set(&open.category, text) }
        case UInt8(ascii: "S"), UInt8(ascii: "E"), UInt8(ascii: "$"): putSplit(letter, text)
        default: break
        }
    }

    private mutating func putSplit(_ letter: UInt8, _ text: Span<UInt8>) {
        if open.parts.count >= Self.partsMax { return }
        if letter == UInt8(ascii: "S") || open.parts.isEmpty { open.parts.append(Part()) }
        let last = open.parts.count - 1
        switch letter {
        case UInt8(ascii: "S"):
            if Self.isTransfer(text) { open.parts[last].category.append(text) }
        case UInt8(ascii: "$"): open.parts[last].amount.append(text)
        default: break
        }
    }

    private static func isTransfer(_ category: Span<UInt8>) -> Bool {
        !category.isEmpty && category[0] == UInt8(ascii: "[")
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
        defer { open.forget() }
        let whole = QIFCategory(open.category)
        if open.parts.count == 1 {
            // A single split is the category itself.
            let only = QIFCategory(open.parts[0].category)
            if !open.hasCategory || only.path == whole.path {
                return addSide(to: only, open.amount)
            }
        }
        let before = sides.count
        for (index, part) in open.parts.enumerated() where !part.category.isEmpty {
            addSide(to: QIFCategory(part.category), part.amount, parts: [index])
        }
        if sides.count == before { addSide(to: whole, open.amount) }
    }

    private mutating func addSide(
        to category: QIFCategory, _ written: [UInt8], parts: [Int] = []
    ) {
        guard let other = category.account else { return }
        sides.append(
            Side(
                account: account, other: String(decoding: other, as: UTF8.self), day: open.day,
                written: written, line: open.line, parts: parts))
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

    /// The transfers whose other side must be made: the other account is in the file, has the same
    /// currency, and no record of that day for it.
    ///
    /// - Returns: by the first lines of their records the splits that are such transfers; none for
    ///   the whole record.
    func oneSided(_ style: NumberStyle) -> [Int: [Int]] {
        var left = sides.filter { $0.account != $0.other }.compactMap { side -> Side? in
            let number = try? AmountText.parse(side.written.span, style: style)
            guard let amount = number.flatMap(Self.units) else { return nil }
            var side = side
            side.amount = amount
            return side
        }
        // Equal amounts first, then equal sums, then those of two currencies.
        left = Self.unpaired(left, isExact: true)
        left = Self.unpaired(Self.joined(left), isExact: true)
        left = Self.unpaired(left, isExact: false)
        var parts: [Int: [Int]] = [:]
        for side in left
        where named[side.other] != nil && named[side.other] == named[side.account] {
            parts[side.line, default: []] += side.parts
        }
        return parts
    }

    /// Joins the splits of a record that go to the same account, which may have one record of them.
    private static func joined(_ sides: [Side]) -> [Side] {
        struct Key: Hashable {
            let line: Int
            let other: String
        }
        var joined: [Side] = []
        var places: [Key: Int] = [:]
        for side in sides {
            if side.parts.isEmpty {
                joined.append(side)
                continue
            }
            let key = Key(line: side.line, other: side.other)
            if let place = places[key] {
                let (sum, overflow) = joined[place].amount.addingReportingOverflow(side.amount)
                if !overflow {
                    joined[place].amount = sum
                    joined[place].parts += side.parts
                    continue
                }
            }
            places[key] = joined.count
            joined.append(side)
        }
        return joined
    }

    /// The sides without another one.
    ///
    /// - Parameter isExact: of the same amount, else of any with the other sign.
    private static func unpaired(_ sides: [Side], isExact: Bool) -> [Side] {
        struct Key: Hashable {
            let account: String
            let other: String
            let day: [UInt8]
            let amount: Int64?
            let isOut: Bool
        }
        var waiting: [Key: [Int]] = [:]
        var paired: Set<Int> = []
        for (index, side) in sides.enumerated() {
            let wanted = Key(
                account: side.other, other: side.account, day: side.day,
                amount: isExact ? 0 &- side.amount : nil, isOut: side.amount > 0)
            if let match = waiting[wanted]?.popLast() {
                paired.formUnion([index, match])
            } else {
                let own = Key(
                    account: side.account, other: side.other, day: side.day,
                    amount: isExact ? side.amount : nil, isOut: side.amount < 0)
                waiting[own, default: []].append(index)
            }
        }
        return sides.indices.filter { !paired.contains($0) }.map { sides[$0] }
    }
}
