package import Facts
package import Reports
package import Scanning

/// Finds the payments that come again among a ledger's rows.
///
/// Memory follows the rows, some sixty bytes each, and their distinct texts.
package struct RecurringPayments {
    struct Record {
        let key: LineKey
        let day: Int32
        let amount: Money
        /// In the currency of the purchase, where it has one of its own: exchange rates do not
        /// move it.
        let price: Money?
        let account: Int32
        let category: Int32
        let subject: Int32
        let payee: Int32
        let counterparty: Int32
        let shown: Int32
    }

    struct Party: Hashable {
        let payee: Int32
        let subject: Int32
        let counterparty: Int32
        let account: Int32
        let currency: Currency
        let isIn: Bool

        static let nobody = Party(
            payee: 0, subject: 0, counterparty: 0, account: 0, currency: .unknown, isIn: false)

        var ofAnyAccount: Party {
            Party(
                payee: payee, subject: subject, counterparty: counterparty, account: 0,
                currency: currency, isIn: isIn)
        }

        /// As one number: every row asks for its party.
        func hash(into hasher: inout Hasher) {
            let named = UInt64(UInt32(bitPattern: payee ^ subject)) << 32
            let rest = UInt32(bitPattern: counterparty &* 31 ^ account) ^ currency.packed << 1
            hasher.combine(named | UInt64(rest ^ (isIn ? 1 : 0)))
        }
    }

    private let tree: CategoryTree
    private let words: RecurringWords
    /// The folded names that an entry's payee may be, by the entry's index.
    private let said: [Set<String>]
    private let subject: (String) -> String
    private(set) var records: [Record] = []
    /// Numbers of the rows' texts.
    package let texts = TextNumbers()
    /// Numbers of subjects, by the description's.
    private var subjects = ByText<Int32>()
    /// Categories of money back.
    private var refunds = ByText<Bool>()
    private var folded = ByText<Int32>()
    /// The one payee that people gave to lines of a subject; 0 where they gave several.
    private var payees = ByText<Int32>()

    /// - Parameter subject: a description without what varies from line to line: numbers, places,
    ///   names of months. Called once for each distinct description.
    package init(
        tree: CategoryTree, words: RecurringWords = RecurringWords(),
        subject: @escaping (String) -> String
    ) {
        self.tree = tree
        self.words = words
        self.subject = subject
        said = words.entries.map { entry in
            let folder = TextFolder()
            return [folder.fold(entry.payee), folder.fold(subject(entry.payee))]
        }
    }

    /// Adds the next row, oldest first. Transfers between own accounts and money back are no
    /// payments.
    ///
    /// - Parameter row: with the numbers of ``texts``.
    package mutating func add(_ row: PaymentRow) {
        guard let record = record(of: row) else { return }
        if record.payee != 0 {
            let known = payees[record.subject]
            payees[record.subject] = known == nil || known == record.payee ? record.payee : 0
        }
        records.append(record)
    }

    package mutating func add(_ row: ReportRow) { add(PaymentRow(of: row, texts)) }

    /// Nil for what is no payment.
    mutating func record(of row: PaymentRow) -> Record? {
        guard row.transferDay == nil, !row.amount.isZero, !isRefund(row.category) else {
            return nil
        }
        var price = row.originalAmount
        if let original = price,
            !original.currency.isKnown || original.currency == row.amount.currency
        {
            price = nil
        }
        return Record(
            key: row.key, day: row.day.daysSince1970, amount: row.amount, price: price,
            account: row.accountNumber, category: row.category,
            subject: subjectNumber(of: row.description), payee: foldedNumber(of: row.payee),
            counterparty: foldedNumber(of: row.counterparty),
            shown: row.payee == 0 ? row.description : row.payee)
    }

    private mutating func isRefund(_ number: Int32) -> Bool {
        if let known = refunds[number] { return known }
        let found = tree.isWithin(texts[number], CategoryTree.refund)
        refunds[number] = found
        return found
    }

    private mutating func subjectNumber(of description: Int32) -> Int32 {
        if let known = subjects[description] { return known }
        let number = texts.number(of: subject(texts[description]))
        subjects[description] = number
        return number
    }

    private mutating func foldedNumber(of number: Int32) -> Int32 {
        if number == 0 { return 0 }
        if let known = folded[number] { return known }
        let found = texts.number(of: TextFolder().fold(texts[number]))
        folded[number] = found
        return found
    }

    // MARK: Streams

    /// All streams as of a day, after which no row was added.
    package func found(asOf today: CalendarDate) -> FoundStreams {
        let habits = Dictionary(
            uniqueKeysWithValues: Set(records.map(\.category)).map {
                ($0, Habituality(of: texts[$0], in: tree))
            })
        var found: [RecurringStream] = []
        var used: Set<Int> = []
        forEachParty { members in
            let said = entries(about: members)
            used.formUnion(said)
            if said.isEmpty, !mayHaveStream(members) { return }
            found += streams(of: Array(members), said, habits, today)
        }
        found.sort {
            ($0.account, $0.name, $0.payments[0].day, $0.payments[0].key)
                < ($1.account, $1.name, $1.payments[0].day, $1.payments[0].key)
        }
        return FoundStreams(
            streams: numbered(found),
            unused: words.entries.indices.filter { !used.contains($0) })
    }

    /// Calls the body with the indices of each party's records, oldest first; where one account
    /// follows another, of both.
    private func forEachParty(_ body: (ArraySlice<Int>) -> Void) {
        var numbers: [Party: Int] = [:]
        var spans: [(first: Int32, last: Int32)] = []
        var parties = records.map { record in
            let party = party(of: record)
            let number = numbers[party] ?? spans.count
            if number == spans.count {
                numbers[party] = number
                spans.append((record.day, record.day))
            }
            spans[number].last = record.day
            return number
        }
        if records.contains(where: { $0.account != records[0].account }) {
            let first = successions(of: numbers, spans)
            for index in parties.indices { parties[index] = first[parties[index]] }
        }
        var counts = Array(repeating: 0, count: spans.count)
        for number in parties { counts[number] += 1 }
        // In one array, party after party: most have a record or two.
        var ends = counts
        var total = 0
        for number in counts.indices {
            ends[number] = total
            total += counts[number]
        }
        var members = Array(repeating: 0, count: total)
        for (index, number) in parties.enumerated() {
            members[ends[number]] = index
            ends[number] += 1
        }
        for number in counts.indices where counts[number] > 0 {
            body(members[ends[number] - counts[number]..<ends[number]])
        }
    }

    /// By the number of each party, the number of the first one that its payments go on from: those
    /// of another account that ended before they began, as when a card was replaced.
    ///
    /// - Parameter numbers: in the order of the first payments.
    private func successions(
        of numbers: [Party: Int], _ spans: [(first: Int32, last: Int32)]
    ) -> [Int] {
        var result = Array(spans.indices)
        var anywhere = spans.map { _ in Party.nobody }
        for (party, number) in numbers { anywhere[number] = party.ofAnyAccount }
        // The parties that nothing follows yet.
        var open: [Party: [(first: Int, last: Int32)]] = [:]
        for (number, span) in spans.enumerated() {
            var rows = open[anywhere[number], default: []]
            let before = rows.indices.filter { rows[$0].last < span.first }
                .max { (rows[$0].last, $1) < (rows[$1].last, $0) }
            if let before {
                result[number] = rows[before].first
                rows[before].last = span.last
            } else {
                rows.append((number, span.last))
            }
            open[anywhere[number]] = rows
        }
        return result
    }

    /// Whether there may be a stream that no person named.
    private func mayHaveStream(_ members: ArraySlice<Int>) -> Bool {
        guard let first = members.first, let last = members.last, first < last else { return false }
        return members.count > 2
            || StreamSearch.mayBe(from: records[first].day, to: records[last].day)
    }

    func party(of record: Record) -> Party {
        let given = record.payee != 0 ? record.payee : payees[record.subject] ?? 0
        return Party(
            payee: given, subject: given == 0 ? record.subject : 0,
            counterparty: given == 0 ? record.counterparty : 0, account: record.account,
            currency: record.amount.currency, isIn: !record.amount.isNegative)
    }

    /// - Parameter said: the entries about the party, by index.
    private func streams(
        of members: [Int], _ said: [Int], _ habits: [Int32: Habituality], _ today: CalendarDate
    ) -> [RecurringStream] {
        let search = StreamSearch(
            days: members.map { Int(records[$0].day) }, amounts: prices(of: members),
            habit: habits[category(of: members)] ?? .plain)
        var fits = search.streams()
        if fits.isEmpty, let early = search.early() { fits = [early] }
        for entry in said where !fits.contains(where: { isMatch(entry, $0, members) }) {
            if let fit = search.said(
                words.entries[entry], among: members.map { records[$0].amount })
            {
                fits.append(fit)
            }
        }
        return fits.compactMap { fit in
            let entries = said.filter { isMatch($0, fit, members) }
            return stream(of: fit, search, members, entries, today)
        }
    }

    /// The entries about the party of payments, the most precise ones first, and those about
    /// accounts of earlier payments last.
    private func entries(about members: ArraySlice<Int>) -> [Int] {
        guard !words.entries.isEmpty, let last = members.last else { return [] }
        let record = records[last]
        let folder = TextFolder()
        let names = Set(
            [record.shown, record.subject, record.counterparty].compactMap {
                $0 == 0 ? nil : folder.fold(texts[$0])
            })
        let accounts = Set(members.map { records[$0].account }).map { texts[$0] }
        return words.entries.indices.filter { index in
            let entry = words.entries[index]
            return (entry.account.isEmpty || accounts.contains(entry.account))
                && !said[index].isDisjoint(with: names)
        }.sorted { one, other in
            let isOld = [one, other].map { isEarlier($0, members) ? 1 : 0 }
            return (isOld[0], -words.entries[one].precision, one)
                < (isOld[1], -words.entries[other].precision, other)
        }
    }

    /// Whether an entry is about an account that the last payment was not made from.
    private func isEarlier(_ entry: Int, _ members: some BidirectionalCollection<Int>) -> Bool {
        guard let last = members.last, !words.entries[entry].account.isEmpty else { return false }
        return words.entries[entry].account != texts[records[last].account]
    }

    /// Whether an entry says that payments ended which went on from another account.
    private func isOver(_ entry: Int, _ members: [Int]) -> Bool {
        words.entries[entry].state == .ended && isEarlier(entry, members)
    }

    private func isMatch(_ entry: Int, _ fit: StreamFit, _ members: [Int]) -> Bool {
        guard let amount = words.entries[entry].matchAmount else { return true }
        return fit.chosen.contains { records[members[$0]].amount.isOfSize(amount) }
    }

    /// Nil for what a person said does not recur.
    ///
    /// - Parameter said: the entries about it, as ``entries(about:)``.
    private func stream(
        of fit: StreamFit, _ search: StreamSearch, _ members: [Int],
        _ said: [Int], _ today: CalendarDate
    ) -> RecurringStream? {
        let index = said.first { !isEarlier($0, members) }
        let before = said.first { isEarlier($0, members) }.map { at in
            var entry = words.entries[at]
            if isOver(at, members) { entry.state = nil }
            return entry
        }
        let entry = index.map { words.entries[$0].over(before) } ?? before
        if entry?.state == .notRecurring { return nil }
        var fit = fit
        if let cadence = entry?.cadence { fit = search.refit(fit, as: cadence) }
        let outlook = StreamOutlook(
            fit, days: search.days, amounts: search.amounts, today: Int(today.daysSince1970),
            isConfirmed: entry?.state == .confirmed)
        let chosen = fit.chosen.map { records[members[$0]] }
        let payments = chosen.map {
            RecurringStream.Payment(
                key: $0.key, day: CalendarDate(daysSince1970: $0.day), amount: $0.amount,
                account: texts[$0.account])
        }
        guard let first = chosen.first, let last = chosen.last else { return nil }
        let category = texts[last.category]
        let price = outlook.before.flatMap { fit.chosen.firstIndex(of: $0) }.map { payments[$0] }
        var stream = RecurringStream(
            id: identity(of: first, fit.rhythm.cadence), name: texts[last.shown],
            account: texts[last.account], category: category, cadence: fit.rhythm.cadence,
            payments: payments, amount: records[members[outlook.like]].amount,
            state: outlook.state, before: price, party: texts[last.shown],
            rhythm: fit.rhythm, lastSlot: fit.slots[fit.slots.count - 1])
        stream.saidBy = index
        if let entry { stream.apply(entry) }
        return stream
    }

    /// Amounts that can be compared with each other: those of the purchases, if all have one.
    private func prices(of members: [Int]) -> [Int64] {
        let currency = records[members[0]].price?.currency
        let hasPrices =
            currency != nil
            && members.allSatisfy {
                records[$0].price?.currency == currency
            }
        let values = members.map { hasPrices ? records[$0].price : records[$0].amount }
        let scale = values.map { $0?.scale ?? 0 }.max() ?? 0
        return values.map { value in
            guard let units = try? value?.units(atScale: scale) else { return .max }
            return Int64(clamping: units.magnitude)
        }
    }

    /// The category of most payments; of equally many, the first in the order of keys.
    private func category(of members: [Int]) -> Int32 {
        let first = records[members[0]].category
        if members.allSatisfy({ records[$0].category == first }) { return first }
        var counts: [Int32: Int] = [:]
        for member in members { counts[records[member].category, default: 0] += 1 }
        let most = counts.min {
            ($1.value, texts[$0.key]) < ($0.value, texts[$1.key])
        }
        return most?.key ?? first
    }

    private func identity(of first: Record, _ cadence: Cadence) -> String {
        let parts = [
            texts[first.subject], texts[first.account], first.amount.currency.code,
            first.amount.isNegative ? "-" : "+", cadence.rawValue,
        ]
        let hash = StableHash.hash(parts.joined(separator: "\n").utf8.span, seed: 0)
        return hexadecimal(UInt32(truncatingIfNeeded: hash >> 32))
    }

    /// Streams of equal parties and cadences are told apart by a number, in the order they began.
    private func numbered(_ streams: [RecurringStream]) -> [RecurringStream] {
        var result = streams
        var orders: [String: [Int]] = [:]
        for index in streams.indices { orders[streams[index].id, default: []].append(index) }
        for same in orders.values where same.count > 1 {
            let sorted = same.sorted {
                (streams[$0].payments[0].day, streams[$0].payments[0].key)
                    < (streams[$1].payments[0].day, streams[$1].payments[0].key)
            }
            for (number, index) in sorted.enumerated().dropFirst() {
                result[index].id += "-\(number + 1)"
            }
        }
        return result
    }

    private func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }
}

extension Money {
    /// Amounts are of the same size, whatever the sign.
    func isOfSize(_ other: Money) -> Bool {
        atto.magnitude == other.atto.magnitude
    }
}

/// Values by the number of a text: numbers follow each other.
private struct ByText<Value> {
    private var values: [Value?] = []

    subscript(number: Int32) -> Value? {
        get { Int(number) < values.count ? values[Int(number)] : nil }
        set {
            while values.count <= Int(number) { values.append(nil) }
            values[Int(number)] = newValue
        }
    }
}
