internal import Facts
internal import Scanning

/// The streams of a ledger, and the entries of `recurring.yaml` that match no payment.
package struct FoundStreams: Sendable, Equatable {
    /// By account and name.
    package let streams: [RecurringStream]
    /// Indices of the entries.
    package let unused: [Int]

    package init(streams: [RecurringStream], unused: [Int]) {
        self.streams = streams
        self.unused = unused
    }
}

/// As bytes, for an answer that is kept until something changes: only the program that wrote them
/// reads them.
extension FoundStreams {
    package var bytes: [UInt8] {
        var packed = PackedStreams()
        packed.add(streams.count)
        for stream in streams { packed.add(stream) }
        packed.add(unused)
        return packed.bytes
    }

    /// Nil for other bytes.
    package init?(_ bytes: [UInt8]) {
        var packed = PackedStreams(bytes)
        guard let count = packed.count() else { return nil }
        var streams: [RecurringStream] = []
        for _ in 0..<count {
            guard let stream = packed.stream() else { return nil }
            streams.append(stream)
        }
        guard let unused = packed.numbers(), packed.isAtEnd else { return nil }
        self.init(streams: streams, unused: unused)
    }
}

/// Numbers are varints; a text is its number, and its bytes where it comes first.
private struct PackedStreams {
    private(set) var bytes: [UInt8]
    private var at = 0
    private var texts: [String] = []
    private var numberOf: [String: Int] = [:]

    init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    var isAtEnd: Bool { at == bytes.count }

    // MARK: Writing

    mutating func add(_ stream: RecurringStream) {
        for text in [
            stream.id, stream.name, stream.account, stream.category, stream.cadence.rawValue,
            stream.state.rawValue, stream.party,
        ] {
            add(text)
        }
        add(stream.payments.count)
        for payment in stream.payments { add(payment) }
        add(stream.amount)
        add(stream.before == nil ? 0 : 1)
        if let before = stream.before { add(before) }
        add(stream.isConfirmed ? 1 : 0)
        add(stream.reminders)
        add(stream.saidBy.map { $0 + 1 } ?? 0)
        add(stream.rhythm)
        add(stream.lastSlot)
    }

    private mutating func add(_ payment: RecurringStream.Payment) {
        add(Int(payment.key.account))
        add(Int(payment.key.day))
        Varint.append(Int128(payment.key.rest), to: &bytes)
        add(Int(payment.day.daysSince1970))
        add(payment.amount)
        add(payment.account)
    }

    private mutating func add(_ rhythm: Rhythm) {
        add(rhythm.anchor)
        add(rhythm.month)
        add(rhythm.shift.rawValue)
        let weekday = rhythm.weekday
        add(weekday.map { [$0.weekday, $0.number ?? 0] } ?? [])
    }

    private mutating func add(_ money: Money) {
        Varint.append(Int128(money.units), to: &bytes)
        add(Int(money.scale))
        add(Int(money.currency.packed))
    }

    private mutating func add(_ text: String) {
        let number = numberOf[text] ?? numberOf.count
        add(number)
        if number < numberOf.count { return }
        numberOf[text] = number
        add(text.utf8.count)
        bytes += text.utf8
    }

    mutating func add(_ values: [Int]) {
        add(values.count)
        for value in values { add(value) }
    }

    mutating func add(_ number: Int) { Varint.append(Int128(number), to: &bytes) }

    // MARK: Reading

    mutating func stream() -> RecurringStream? {
        guard let id = text(), let name = text(), let account = text(), let category = text(),
            let cadence = text().flatMap(Cadence.init),
            let state = text().flatMap(RecurringStream.State.init), let party = text(),
            let payments = payments(), !payments.isEmpty, let amount = money(),
            let hasBefore = count()
        else { return nil }
        var before: RecurringStream.Payment?
        if hasBefore > 0 {
            guard let payment = payment() else { return nil }
            before = payment
        }
        guard let isConfirmed = count(), let reminders = numbers(), let saidBy = number(),
            let rhythm = rhythm(cadence), let lastSlot = number()
        else { return nil }
        return RecurringStream(
            id: id, name: name, account: account, category: category, cadence: cadence,
            payments: payments, amount: amount, state: state, before: before,
            isConfirmed: isConfirmed > 0, reminders: reminders,
            saidBy: saidBy > 0 ? saidBy - 1 : nil, party: party, rhythm: rhythm,
            lastSlot: lastSlot)
    }

    private mutating func payments() -> [RecurringStream.Payment]? {
        guard let count = count() else { return nil }
        var payments: [RecurringStream.Payment] = []
        for _ in 0..<count {
            guard let payment = payment() else { return nil }
            payments.append(payment)
        }
        return payments
    }

    private mutating func payment() -> RecurringStream.Payment? {
        guard let keyAccount = number().flatMap(UInt32.init(exactly:)), let keyDay = day(),
            let rest = next().flatMap(UInt64.init(exactly:)), let day = day(),
            let amount = money(), let account = text()
        else { return nil }
        return RecurringStream.Payment(
            key: LineKey(account: keyAccount, day: keyDay, rest: rest), day: day, amount: amount,
            account: account)
    }

    private mutating func rhythm(_ cadence: Cadence) -> Rhythm? {
        guard let anchor = number(), let month = number(),
            let shift = number().flatMap(WeekendShift.init), let weekday = numbers()
        else { return nil }
        var rhythm = Rhythm(cadence, anchor: anchor, month: month, shift)
        if weekday.count == 2 {
            rhythm.weekday = WeekdayOfMonth(
                weekday: weekday[0], number: weekday[1] > 0 ? weekday[1] : nil)
        }
        return rhythm
    }

    private mutating func money() -> Money? {
        guard let units = number().map(Int64.init),
            let scale = number().flatMap(UInt8.init(exactly:)),
            let currency = number().flatMap(UInt32.init(exactly:))
        else { return nil }
        return Money(units: units, scale: scale, currency: Currency(packed: currency))
    }

    private mutating func day() -> CalendarDate? {
        number().flatMap(Int32.init(exactly:)).map { CalendarDate(daysSince1970: $0) }
    }

    private mutating func text() -> String? {
        guard let number = number(), number >= 0 else { return nil }
        if number < texts.count { return texts[number] }
        guard number == texts.count, let length = count() else { return nil }
        let text = String(decoding: bytes[at..<at + length], as: UTF8.self)
        at += length
        texts.append(text)
        return text
    }

    mutating func numbers() -> [Int]? {
        guard let count = count() else { return nil }
        var found: [Int] = []
        for _ in 0..<count {
            guard let number = number() else { return nil }
            found.append(number)
        }
        return found
    }

    /// A number of things that may follow in the bytes.
    mutating func count() -> Int? {
        number().flatMap { (0...bytes.count - at).contains($0) ? $0 : nil }
    }

    private mutating func number() -> Int? { next().flatMap(Int.init(exactly:)) }

    private mutating func next() -> Int128? {
        var end = at
        defer { at = end }
        return Varint.next(bytes.span, &end)
    }
}
