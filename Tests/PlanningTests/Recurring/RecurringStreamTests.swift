import Facts
@testable import Reports
import Scanning
import Testing

@testable import Planning

private func date(_ text: String) -> CalendarDate {
    CalendarDate(text: text) ?? CalendarDate(daysSince1970: 0)
}

private func row(
    _ day: String, _ amount: String, _ description: String, category: String = "",
    account: String = "black", payee: String = "", original: Money? = nil
) -> ReportRow {
    let money = Money(text: amount, currency: .uah) ?? Money(minorUnits: 1, currency: .uah)
    let key = LineKey(
        account: 1, day: date(day), rest: StableHash.hash((day + amount).utf8.span, seed: 1))
    var row = ReportRow(
        key: key, account: account, day: date(day), amount: money, category: category,
        payee: payee, description: description)
    row.originalAmount = original
    return row
}

private let tree = CategoryTree(kindOf: { _ in nil })

private func found(
    _ rows: [ReportRow], asOf today: String, words: String = ""
) throws -> FoundStreams {
    var payments = RecurringPayments(
        tree: tree, words: try RecurringWords(Array(words.utf8))
    ) { $0.filter { !$0.isNumber } }
    for row in rows where row.day <= date(today) { payments.add(row) }
    return payments.found(asOf: date(today))
}

private let netflix = [
    row("2025-01-10", "-199.00", "Netflix"), row("2025-02-10", "-199.00", "Netflix"),
    row("2025-03-10", "-199.00", "Netflix"), row("2025-04-10", "-249.00", "Netflix"),
    row("2025-05-10", "-249.00", "Netflix"),
]

@Suite struct `A stream` {
    @Test(arguments: [
        ("2025-01-31", nil, nil), ("2025-02-28", "early", "2025-03-10"),
        ("2025-03-10", "mature", "2025-04-10"), ("2025-04-10", "raised", "2025-05-10"),
        ("2025-05-09", "raised", "2025-05-10"), ("2025-05-10", "mature", "2025-06-10"),
        ("2025-06-10", "mature", "2025-06-10"), ("2025-06-11", "late", "2025-06-10"),
        ("2025-07-25", "late", "2025-06-10"), ("2025-07-26", "ended", nil),
    ])
    func `has a state and a next day on each day`(
        today: String, state: String?, next: String?
    ) throws {
        let streams = try found(netflix, asOf: today).streams
        #expect(streams.map(\.state.rawValue) == (state.map { [$0] } ?? []))
        #expect(streams.first?.next?.text == next)
        #expect(streams.first?.raisedOn?.text == (state == "raised" ? "2025-04-10" : nil))
        if state == "raised" {
            #expect(streams[0].before?.amount.text == "-199.00")
            #expect(streams[0].amount.text == "-249.00")
        }
    }

    @Test func `is not made by a payment that did not come`() throws {
        let words = "- {match: {payee: Netflix}, state: confirmed}\n"
        for after in 0..<60 {
            let today = date("2025-02-10").adding(days: Int32(after))
            let two = Array(netflix.prefix(2))
            let stream = try #require(try found(two, asOf: today.text).streams.first)
            // 45 days after 10 March, as any other.
            let isOver = today > date("2025-04-24")
            #expect(stream.state == (isOver ? .ended : .early), "\(today.text)")
            #expect(!stream.isActive && stream.monthly.isZero)
            #expect(UpcomingPayment.all(of: [stream], asOf: today, days: 60).isEmpty)
            let said = try found(two, asOf: today.text, words: words).streams.map(\.state)
            #expect(said == [isOver ? .ended : today > date("2025-03-10") ? .late : .mature])
        }
    }

    @Test func `is not late when its payment came on another day`() throws {
        let early = Array(netflix.prefix(4))
        func last(_ more: [ReportRow], asOf today: String) throws -> String {
            let streams = try found(early + more, asOf: today).streams
            return streams.map { "\($0.state) \($0.last.day.text) \($0.next?.text ?? "")" }
                .joined(separator: ", ")
        }
        let may = row("2025-05-24", "-249.00", "Netflix")
        #expect(try last([], asOf: "2025-05-24") == "late 2025-04-10 2025-05-10")
        #expect(try last([may], asOf: "2025-05-24") == "mature 2025-05-24 2025-06-10")
        let june = row("2025-06-24", "-249.00", "Netflix")
        #expect(try last([may, june], asOf: "2025-06-24") == "mature 2025-06-24 2025-07-24")
        let before = row("2025-05-02", "-249.00", "Netflix")
        #expect(try last([before], asOf: "2025-05-24") == "mature 2025-05-02 2025-06-10")
        // Before its day only one of the price is it.
        let purchase = row("2025-05-02", "-300.00", "Netflix")
        #expect(try last([purchase], asOf: "2025-05-03") == "raised 2025-04-10 2025-05-10")
        let bill = row("2025-05-24", "-300.00", "Netflix")
        #expect(try last([bill], asOf: "2025-05-24") == "raised 2025-05-24 2025-06-10")
        // A second charge is no payment of the next month, nor is one of another size.
        let double = row("2025-04-12", "-249.00", "Netflix")
        #expect(try last([double], asOf: "2025-05-24") == "late 2025-04-10 2025-05-10")
        let other = row("2025-05-24", "-900.00", "Netflix")
        #expect(try last([other], asOf: "2025-05-24") == "late 2025-04-10 2025-05-10")
    }

    @Test func `keeps its price when one charge is many times as large`() throws {
        let year = row("2025-06-10", "-1990.00", "Netflix")
        let stream = try #require(try found(netflix + [year], asOf: "2025-06-20").streams.first)
        #expect(stream.state == .mature)
        #expect(stream.amount.text == "-249.00")
        let again = row("2025-07-10", "-1990.00", "Netflix")
        let new = try #require(
            try found(netflix + [year, again], asOf: "2025-07-20").streams.first)
        #expect(new.amount.text == "-1990.00")
    }

    @Test func `keeps its id from the first payments on, whatever comes`() throws {
        let days = ["2025-02-28", "2025-03-10", "2025-04-10", "2025-05-10", "2025-07-30"]
        let ids = try days.map { try found(netflix, asOf: $0).streams[0].id }
        #expect(Set(ids).count == 1)
        let named = netflix.map { row -> ReportRow in
            var row = row
            row.payee = "Кіно"
            return row
        }
        #expect(try found(named, asOf: "2025-05-10").streams.map(\.id) == [ids[0]])
        let other = netflix.map { row -> ReportRow in
            var row = row
            row.account = "white"
            return row
        }
        #expect(try found(other, asOf: "2025-05-10").streams[0].id != ids[0])
    }

    @Test func `is one though descriptions name months and numbers`() throws {
        let rows = [
            row("2025-01-05", "30000.00", "Зарплата за 01.2025"),
            row("2025-02-05", "30000.00", "Зарплата за 02.2025"),
            row("2025-03-05", "30000.00", "Зарплата за 03.2025"),
        ]
        let streams = try found(rows, asOf: "2025-03-10").streams
        #expect(streams.count == 1)
        #expect(streams[0].name == "Зарплата за 03.2025")
        // Words name it by any of its descriptions.
        let words = "- {match: {payee: Зарплата за 01.2025}, name: Платня}\n"
        let named = try found(rows, asOf: "2025-03-10", words: words)
        #expect(named.streams[0].name == "Платня")
        #expect(named.unused == [])
    }

    @Test func `of foreign prices does not rise with the exchange rate`() throws {
        let rates: [Int64] = [300_00, 303_10, 309_00, 318_00]
        let rows = rates.enumerated().map { index, units in
            row(
                "2025-0\(index + 1)-10", Money(minorUnits: -units, currency: .uah).text, "Figma",
                original: Money(minorUnits: -12_00, currency: .usd))
        }
        let streams = try found(rows, asOf: "2025-04-10").streams
        #expect(streams.map(\.state) == [.mature])
        #expect(streams[0].amount.text == "-318.00")
    }

    @Test(arguments: [
        (Cadence.week, "-100.00", "-434.81"), (.twoWeeks, "-100.00", "-217.41"),
        (.fourWeeks, "-100.00", "-108.70"), (.month, "-100.01", "-100.01"),
        (.quarter, "-100.00", "-33.33"), (.halfYear, "-100.03", "-16.67"),
        (.year, "1200.06", "100.01"), (.year, "0.06", "0.01"), (.year, "-0.06", "-0.01"),
        (.year, "0.05", "0.00"),
    ])
    func `has a month's share, rounded once`(cadence: Cadence, amount: String, share: String) throws
    {
        let money = try #require(Money(text: amount, currency: .uah))
        let rhythm = try #require(Rhythm(cadence, fitting: [20_000]))
        let payment = RecurringStream.Payment(
            key: LineKey(account: 1, day: date("2025-01-01"), rest: 1), day: date("2025-01-01"),
            amount: money, account: "")
        var stream = RecurringStream(
            id: "", name: "", account: "", category: "", cadence: cadence, payments: [payment],
            amount: money, state: .mature, before: nil, party: "", rhythm: rhythm, lastSlot: 0)
        #expect(stream.monthly.text == share)
        for state in [RecurringStream.State.early, .ended, .paused] {
            stream.state = state
            #expect(stream.monthly.isZero)
        }
    }

    @Test func `is no transfer between own accounts, and no refund`() throws {
        let rows = netflix.map { line -> ReportRow in
            var line = line
            line.transfer = TransferLeg(
                key: line.key, account: "white", day: line.day, amount: line.amount.negated)
            return line
        }
        #expect(try found(rows, asOf: "2025-05-10").streams.isEmpty)
        let refunds = netflix.map { line -> ReportRow in
            var line = line
            line.category = CategoryTree.refund
            return line
        }
        #expect(try found(refunds, asOf: "2025-05-10").streams.isEmpty)
    }
}

@Suite struct `A stream of two accounts` {
    /// From April on from another card.
    private let rows = netflix.enumerated().map { index, row -> ReportRow in
        var row = row
        if index > 2 { row.account = "white" }
        return row
    }

    @Test func `goes on where the first one was replaced`() throws {
        let before = try #require(try found(rows, asOf: "2025-03-31").streams.first)
        for (today, count) in [("2025-04-10", 4), ("2025-05-10", 5)] {
            let streams = try found(rows, asOf: today).streams
            #expect(streams.map(\.id) == [before.id])
            #expect(streams.map(\.account) == ["white"])
            #expect(streams.map(\.payments.count) == [count])
            #expect(streams.map(\.state) == [count == 4 ? .raised : .mature])
        }
        let parts = try #require(try found(rows, asOf: "2025-05-10").streams.first).byAccount
        #expect(parts.map(\.account) == ["black", "white"])
        #expect(parts.map(\.payments.count) == [3, 2])
        #expect(parts.map(\.isActive) == [false, true])
    }

    @Test func `is two where both were paid from at a time`() throws {
        let twice =
            rows
            + netflix.map { row in
                var row = row
                row.account = "grey"
                return row
            }
        let sorted = twice.sorted { ($0.day, $0.account) < ($1.day, $1.account) }
        let streams = try found(sorted, asOf: "2025-05-10").streams
        #expect(streams.map(\.account) == ["grey", "white"])
        #expect(streams.map(\.payments.count) == [5, 5])
    }

    @Test(arguments: [
        ("black", "name: Кіно, state: paused", "", "Кіно paused"),
        ("black", "name: Кіно, state: ended", "", "Кіно mature"),
        ("black", "state: not-recurring", "", ""),
        ("black", "name: Кіно, state: paused", "state: confirmed", "Кіно mature"),
        ("white", "state: ended", "", "Netflix ended"),
        ("grey", "state: ended", "", "Netflix mature"),
    ])
    func `keeps what was said of the first one`(
        account: String, said: String, later: String, shown: String
    ) throws {
        var words = "- {match: {payee: Netflix, account: \(account)}, \(said)}\n"
        if !later.isEmpty {
            words += "- {match: {payee: Netflix, account: white}, \(later)}\n"
        }
        let result = try found(rows, asOf: "2025-05-10", words: words)
        #expect(result.streams.map { "\($0.name) \($0.state)" }.joined() == shown)
        #expect(result.unused == (account == "grey" ? [0] : []))
        // The entry of another account is not the one to change.
        let index = later.isEmpty ? account == "white" ? 0 : nil : 1
        #expect(result.streams.allSatisfy { $0.saidBy == index })
    }
}

@Suite struct `What a person says about streams` {
    @Test(arguments: [
        ("state: confirmed", "mature", "Netflix", "-249.00"),
        ("state: paused, name: Кіно", "paused", "Кіно", "-249.00"),
        ("state: ended", "ended", "Netflix", "-249.00"),
        ("amount: \"300\"", "mature", "Netflix", "-300.00"),
    ])
    func `applies to its stream`(said: String, state: String, name: String, amount: String) throws {
        let words = "- {match: {payee: NETFLIX, account: black}, \(said)}\n"
        let stream = try #require(
            try found(netflix, asOf: "2025-05-10", words: words).streams.first)
        #expect(stream.state.rawValue == state)
        #expect(stream.name == name)
        #expect(stream.amount.text == amount)
        #expect((stream.next == nil) == (state != "mature"))
    }

    @Test func `removes what does not recur, and is told when it matches nothing`() throws {
        let words = """
            - {match: {payee: Netflix}, state: not-recurring}
            - {match: {payee: Nteflix}, state: paused}
            - {match: {payee: Netflix, account: white}, state: paused}

            """
        let result = try found(netflix, asOf: "2025-05-10", words: words)
        #expect(result.streams.isEmpty)
        #expect(result.unused == [1, 2])
    }

    @Test func `confirms two payments, and gives one payment a cadence`() throws {
        let words = "- {match: {payee: Netflix}, state: confirmed}\n"
        let early = try found(netflix, asOf: "2025-02-12", words: words).streams
        #expect(early.map(\.state) == [.mature])
        let once = "- {match: {payee: Netflix}, state: confirmed, every: quarter}\n"
        let single = try found(netflix, asOf: "2025-01-12", words: once).streams
        #expect(single.map(\.next?.text) == ["2025-04-10"])
        #expect(single.map(\.cadence) == [.quarter])
    }

    @Test func `tells plans of one merchant apart by amount`() throws {
        let rows = (1...4).flatMap { month in
            [
                row("2025-0\(month)-05", "-39.00", "Apple"),
                row("2025-0\(month)-12", "-149.00", "Apple"),
            ]
        }
        let words = "- {match: {payee: Apple, amount: \"39\"}, state: paused}\n"
        let streams = try found(rows, asOf: "2025-04-20", words: words).streams
        let states = streams.map { "\($0.amount.text) \($0.state)" }.sorted()
        #expect(states == ["-149.00 mature", "-39.00 paused"])
        #expect(Set(streams.map(\.id)).count == 2)
    }

    @Test(arguments: [
        ("- {match: {payee: A}, stat: paused}", "unknownKey", 1, 23, ["state"]),
        ("- {match: {paye: A}}", "unknownKey", 1, 12, ["payee"]),
        ("- {match: {account: A}}", "keyMissing", 1, 11, []),
        ("# a\n- {name: A}", "keyMissing", 2, 3, []),
        (
            "- {match: {payee: A}, state: pause}", "notAChoice", 1, 30,
            ["confirmed", "not-recurring", "ended", "paused"]
        ),
        ("- {match: {payee: A}, amount: 1e3}", "notAnAmount", 1, 31, []),
        ("- {match: {payee: A}, remind: [3, x]}", "notACount", 1, 35, []),
        ("- {match: {payee: A}, remind: 90}", "notACount", 1, 31, []),
        ("- {match: {payee: [A]}}", "notAText", 1, 19, []),
        ("match: a", "notAList", 1, 1, []), ("- a", "notAMapping", 1, 3, []),
    ])
    func `is refused with its place when it is wrong`(
        text: String, kind: String, line: Int, column: Int, near: [String]
    ) {
        do throws(PlanFaults) {
            _ = try RecurringWords(Array(text.utf8))
            Issue.record("accepted")
        } catch {
            let first = error.faults[0]
            #expect("\(first.kind)" == kind)
            #expect((first.place.line, first.place.column) == (line, column))
            #expect(first.near == near)
        }
    }

    @Test func `changes in the file where it stands`() throws {
        let text = """
            # Ours.
            - {match: {payee: Netflix}, remind: [3]}  # since 2024

            """
        let words = try RecurringWords(Array(text.utf8))
        let entry = RecurringWords.Entry(payee: "Netflix", account: "black")
        let paused = try words.changing(0, or: entry) { $0.state = .paused }
        #expect(
            String(decoding: paused.bytes, as: UTF8.self)
                == text.replacing("remind: [3]", with: "remind: [3], state: paused"))
        let apple = RecurringWords.Entry(
            payee: "Apple: One", account: "black",
            matchAmount: Money(minorUnits: -39_00, currency: .uah))
        let added = try paused.changing(nil, or: apple) { $0.name = "Хмара" }
        #expect(added.entries.count == 2)
        #expect(added.entries[1].name == "Хмара")
        #expect(
            added.entries[1].matchAmount?.isOfSize(Money(minorUnits: 39_00, currency: .uah)) == true
        )
    }
}

@Suite struct `An overview of streams` {
    private func stream(
        _ name: String, _ category: String, _ amount: Int64, start: String = "2024-01-01"
    ) throws -> RecurringStream {
        let money = Money(minorUnits: amount, currency: .uah)
        return RecurringStream(
            id: name, name: name, account: "black", category: category, cadence: .month,
            payments: [
                .init(
                    key: LineKey(account: 1, day: date(start), rest: 1), day: date(start),
                    amount: money, account: "black")
            ], amount: money, state: .mature, before: nil, party: name,
            rhythm: try #require(Rhythm(.month, fitting: [20_000])), lastSlot: 0)
    }

    @Test func `sums a month by direction, and shows the growth of subscriptions`() throws {
        let streams = [
            try stream("Netflix", "subscriptions.media", -200_00),
            try stream("Figma", "subscriptions.software", -100_00, start: "2025-05-01"),
            try stream("Платня", "income.salary", 30_000_00),
        ]
        let overview = try RecurringOverview(of: streams, asOf: date("2025-06-30"), tree)
        #expect(overview.totals.map(\.income.text) == ["30000.00"])
        #expect(overview.totals.map(\.expenses.text) == ["-300.00"])
        #expect(overview.growth.map(\.now.text) == ["300.00"])
        #expect(overview.growth.map(\.permille) == [500])
        #expect(overview.duplicates.isEmpty)
    }

    @Test(arguments: [
        ("Netflix", "NETFLIX.", -200_00, "subscriptions.media", true),
        ("Netflix", "Netfix", -210_00, "subscriptions.media", true),
        ("Netflix", "Netfix", -300_00, "subscriptions.media", false),
        ("Netflix", "Netflix", -300_00, "subscriptions.media", true),
        ("Netflix", "Spotify", -200_00, "subscriptions.media", false),
        ("Netflix", "Netflix", -200_00, "subscriptions.software", false),
    ])
    func `finds what may be paid twice`(
        one: String, other: String, amount: Int64, category: String, isDouble: Bool
    ) throws {
        let streams = [
            try stream(one, "subscriptions.media", -200_00), try stream(other, category, amount),
        ]
        let overview = try RecurringOverview(of: streams, asOf: date("2025-06-30"), tree)
        #expect(overview.duplicates == (isDouble ? [[0, 1]] : []))
    }

    /// Due on a Saturday or on New Year's Day, and booked on the next working day. A shop whose
    /// payments came on week-ends books on them.
    @Test(arguments: [
        ("2025-03-14 2025-04-14 2025-05-14", "2025-06-13", "2025-06-14"),
        ("2025-03-14 2025-04-14 2025-05-14", "2025-06-14", "2025-06-16"),
        ("2025-03-14 2025-04-14 2025-05-14", "2025-06-15", "2025-06-16"),
        ("2025-03-14 2025-04-14 2025-05-14", "2025-06-16", "2025-07-14"),
        ("2025-03-14 2025-04-14 2025-05-14", "2025-06-17", "2025-06-14 late"),
        ("2025-02-14 2025-03-14 2025-04-14", "2025-04-20", "2025-05-14"),
        ("2025-10-01 2025-11-03 2025-12-01", "2026-01-01", "2026-01-02"),
        ("2025-10-01 2025-11-03 2025-12-01", "2026-01-03", "2026-01-01 late"),
        ("2025-04-12 2025-05-12 2025-06-12", "2025-07-13", "2025-07-12 late"),
    ])
    func `waits for the working day after a day of rest`(
        paid: String, today: String, first: String
    ) throws {
        let rows = paid.split(separator: " ").map { row(String($0), "-900.00", "Rent") }
        let streams = try found(rows, asOf: today).streams
        let upcoming = UpcomingPayment.all(of: streams, asOf: date(today), days: 30)
        #expect(upcoming.first.map { $0.day.text + ($0.isLate ? " late" : "") } == first)
    }

    /// Bills that vary are not dearer for being larger than the last one, and heating is as dear as
    /// a year ago. What is dearer is expected at its new price.
    @Test(arguments: [
        ([6_800, 6_650, 6_950, 6_700, 6_540, 7_050], false),
        ([13_000, 9_500, 6_500, 5_000, 5_050, 4_900, 5_000, 7_000], false),
        (
            [
                11_000, 13_000, 14_000, 13_000, 9_500, 6_500, 5_000, 5_100, 4_900, 5_000, 5_040,
                5_000,
                11_400,
            ], false
        ),
        ([1_299, 1_299, 1_299, 1_399], true), ([1_299, 1_399, 1_399, 1_399, 1_499], true),
        ([2_010, 2_000, 2_030, 2_020, 2_250], true),
    ])
    func `is dearer by a price, not by a bill`(amounts: [Int], isRaised: Bool) throws {
        let rows = amounts.enumerated().map { month, amount in
            let (year, number) = (2024 + month / 12, month % 12 + 1)
            let day = "\(year)-\(number < 10 ? "0" : "")\(number)-10"
            return row(day, "-\(amount / 100).\(amount % 100 / 10)\(amount % 10)", "Energy")
        }
        let today = try #require(rows.last?.day.text)
        let streams = try found(rows, asOf: today).streams
        #expect(streams.map { $0.state == .raised } == [isRaised])
        if isRaised { #expect(streams[0].amount == rows.last?.amount) }
    }

    @Test func `lists expected days in the window, and late ones at theirs`() throws {
        let streams = try found(netflix, asOf: "2025-06-12").streams
        let upcoming = UpcomingPayment.all(of: streams, asOf: date("2025-06-12"), days: 60)
        #expect(
            upcoming.map { $0.day.text + ($0.isLate ? " late" : "") }
                == ["2025-06-10 late", "2025-07-10", "2025-08-10"])
        // A late payment ends nothing: the later ones are expected until half a month has passed.
        for (today, days) in [
            ("2025-06-25", ["2025-06-10", "2025-07-10", "2025-08-10"]),
            ("2025-06-26", ["2025-06-10"]), ("2025-07-26", []),
        ] {
            let late = try found(netflix, asOf: today).streams
            let coming = UpcomingPayment.all(of: late, asOf: date(today), days: 60)
            #expect(coming.map(\.day.text) == days)
        }
        // The day itself is not in the window.
        let onDay = try found(netflix, asOf: "2025-06-10").streams
        let rest = UpcomingPayment.all(of: onDay, asOf: date("2025-06-10"), days: 30)
        #expect(rest.map(\.day.text) == ["2025-07-10"])
    }
}

@Suite struct `A calendar file` {
    @Test func `folds lines at 75 bytes between characters, and escapes texts`() {
        let name = String(repeating: "Їжа; кава, \\ чай\n", count: 20)
        let bytes = CalendarFile.bytes(
            of: [
                .init(
                    id: "ab-2025-01-31", day: date("2025-01-31"), summary: name, details: "x",
                    reminders: [1, 3])
            ], made: date("2025-01-01"))
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 75 })
        #expect(!text.replacing("\r\n", with: "").contains { $0 == "\n" || $0 == "\r" })
        let unfolded = text.replacing("\r\n ", with: "")
        #expect(unfolded.contains("SUMMARY:Їжа\\; кава\\, \\\\ чай\\n"))
        #expect(unfolded.contains("DTSTART;VALUE=DATE:20250131\r\nDTEND;VALUE=DATE:20250201\r\n"))
        #expect(unfolded.contains("UID:ab-2025-01-31@kopiyka\r\n"))
        #expect(unfolded.contains("TRIGGER:-P0DT15H"))
        #expect(unfolded.contains("TRIGGER:-P2DT15H"))
    }
}

extension String {
    fileprivate func components(separatedBy mark: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let range = rest.firstRange(of: mark) {
            parts.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return parts + [String(rest)]
    }
}
