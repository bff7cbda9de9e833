internal import Facts
internal import Scanning

/// The days of one account, month and currency, as `account_month` has them in two columns.
///
/// A day is its number in the month, and what it has; days and their parts are sorted, so equal
/// days give equal bytes. Numbers are varints (`Varint`), balances 16 bytes, little-endian.
struct MonthDays {
    struct Day {
        var sums = DaySums()
        var cover = DayCover()
    }

    /// By number in the month.
    var days: [Int: Day] = [:]

    init() {}

    /// Nil for bytes that this program did not write.
    init?(sums: Span<UInt8>, cover: Span<UInt8>) {
        guard Self.forEachDay(ofSums: sums, { days[$0, default: Day()].sums = $1 }),
            Self.forEachDay(ofCover: cover, { days[$0, default: Day()].cover = $1 })
        else { return nil }
    }

    mutating func add(_ other: Day, to day: Int) {
        days[day, default: Day()].sums.add(other.sums)
        days[day, default: Day()].cover.add(other.cover)
    }

    // MARK: Writing

    var sums: [UInt8] {
        var bytes: [UInt8] = []
        for (day, found) in days.sorted(by: { $0.key < $1.key }) {
            let groups = found.sums.groups.filter { !$0.isEmpty }.sorted {
                ($0.scale, $0.balanceScale ?? .max) < ($1.scale, $1.balanceScale ?? .max)
            }
            if groups.isEmpty { continue }
            Self.append(day, to: &bytes)
            Self.append(groups.count, to: &bytes)
            for group in groups { Self.append(group, to: &bytes) }
        }
        return bytes
    }

    var cover: [UInt8] {
        var bytes: [UInt8] = []
        for (day, found) in days.sorted(by: { $0.key < $1.key }) {
            let cover = found.cover
            if cover.ends.isEmpty, cover.files.isEmpty { continue }
            Self.append(day, to: &bytes)
            Self.append(cover.ends.count, to: &bytes)
            for (balance, count) in cover.ends.sorted(by: { $0.key < $1.key }) {
                for shift in stride(from: 0, to: 128, by: 8) {
                    bytes.append(UInt8(truncatingIfNeeded: balance >> shift))
                }
                Self.append(Int(count), to: &bytes)
            }
            Self.append(cover.files.count, to: &bytes)
            let files = cover.files.sorted {
                ($0.key.id, $0.key.batch) < ($1.key.id, $1.key.batch)
            }
            for (file, count) in files {
                for number in [Int(file.id), file.batch, count.lines, count.first] {
                    Self.append(number, to: &bytes)
                }
            }
        }
        return bytes
    }

    private static func append(_ group: DaySums.Group, to bytes: inout [UInt8]) {
        bytes.append(group.scale)
        bytes.append(group.balanceScale ?? .max)
        for count in [
            group.lines, group.byHand, group.holds, group.unprovedHolds, group.steps,
            group.printed, group.undetermined,
        ] {
            append(count, to: &bytes)
        }
        for sum in [group.moneyIn, group.moneyOut, group.unproved] {
            Varint.append(sum, to: &bytes)
        }
    }

    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        Varint.append(Int128(number), to: &bytes)
    }

    // MARK: Reading

    /// False for bytes that this program did not write.
    static func forEachDay(
        ofSums bytes: Span<UInt8>, _ body: (_ day: Int, DaySums) -> Void
    ) -> Bool {
        var at = 0
        while at < bytes.count {
            guard let day = count(bytes, &at), let groups = count(bytes, &at) else { return false }
            var sums = DaySums()
            for _ in 0..<groups {
                guard let group = group(bytes, &at) else { return false }
                sums.groups.append(group)
            }
            body(day, sums)
        }
        return true
    }

    /// False for bytes that this program did not write.
    static func forEachDay(
        ofCover bytes: Span<UInt8>, _ body: (_ day: Int, DayCover) -> Void
    ) -> Bool {
        var at = 0
        while at < bytes.count {
            guard let day = count(bytes, &at), let ends = count(bytes, &at) else { return false }
            var cover = DayCover()
            for _ in 0..<ends {
                guard let balance = balance(bytes, &at), let times = Varint.next(bytes, &at),
                    let times = Int32(exactly: times)
                else { return false }
                cover.ends[balance] = times
            }
            guard let files = count(bytes, &at) else { return false }
            for _ in 0..<files {
                guard let id = count(bytes, &at), let batch = count(bytes, &at),
                    let lines = Varint.next(bytes, &at), let first = Varint.next(bytes, &at)
                else { return false }
                let file = DayCover.File(id: Int64(id), batch: batch)
                cover.files[file] = .init(
                    lines: Int(truncatingIfNeeded: lines), first: Int(truncatingIfNeeded: first))
            }
            body(day, cover)
        }
        return true
    }

    private static func group(_ bytes: Span<UInt8>, _ at: inout Int) -> DaySums.Group? {
        guard at + 2 <= bytes.count else { return nil }
        let balanceScale = bytes[at + 1]
        var group = DaySums.Group(
            scale: bytes[at], balanceScale: balanceScale == .max ? nil : balanceScale)
        at += 2
        func next() -> Int? {
            Varint.next(bytes, &at).map { Int(truncatingIfNeeded: $0) }
        }
        guard let lines = next(), let byHand = next(), let holds = next(),
            let unprovedHolds = next(), let steps = next(), let printed = next(),
            let undetermined = next(), let moneyIn = Varint.next(bytes, &at),
            let moneyOut = Varint.next(bytes, &at), let unproved = Varint.next(bytes, &at)
        else { return nil }
        group.lines = lines
        group.byHand = byHand
        group.holds = holds
        group.unprovedHolds = unprovedHolds
        group.steps = steps
        group.printed = printed
        group.undetermined = undetermined
        group.moneyIn = moneyIn
        group.moneyOut = moneyOut
        group.unproved = unproved
        return group
    }

    /// A number that is not negative and no larger than the bytes could mean.
    private static func count(_ bytes: Span<UInt8>, _ at: inout Int) -> Int? {
        Varint.next(bytes, &at).flatMap { $0 >= 0 && $0 <= Int128(Int32.max) ? Int($0) : nil }
    }

    private static func balance(_ bytes: Span<UInt8>, _ at: inout Int) -> Int128? {
        guard at + 16 <= bytes.count else { return nil }
        var low: UInt64 = 0
        var high: UInt64 = 0
        for index in 0..<8 {
            low |= UInt64(bytes[at + index]) << UInt64(8 * index)
            high |= UInt64(bytes[at + 8 + index]) << UInt64(8 * index)
        }
        at += 16
        return Int128(bitPattern: UInt128(high) << 64 | UInt128(low))
    }
}
