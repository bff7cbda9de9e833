import Facts
import Pending
import Importing
import Scanning
import TestKit
import Testing
import Workspaces

/// A card whose bank shows payments as holds first, and some of them never again.
private struct Card {
    struct Payment {
        let line: BankLine
        /// Hours after which the hold is booked; nil where it is none.
        let booked: Int?
        /// It is shown no longer instead.
        let isGone: Bool
    }

    static let start = 1_771_000_000
    var payments: [Payment] = []

    /// - Parameter countsHolds: a hold changes the balance at once; else the balance passes it by
    ///   until it is booked.
    init(countsHolds: Bool, using random: inout some RandomNumberGenerator) {
        var time = Self.start
        var balance = 5_000_000
        for number in 0..<40 {
            time += Int.random(in: 3_600...60_000, using: &random)
            let amount = -Int.random(in: 1_000...90_000, using: &random)
            let isHold = Int.random(in: 0..<3, using: &random) == 0
            let isGone = isHold && Int.random(in: 0..<2, using: &random) == 0
            if countsHolds || !isGone { balance += amount }
            var line = BankLine(
                id: "P\(number)", time: time, text: "Сільпо \(number)", amount: amount,
                balance: balance)
            line.isHold = isHold
            payments.append(
                Payment(
                    line: line, booked: isHold ? Int.random(in: 5...90, using: &random) : nil,
                    isGone: isGone))
            // The bank gives it back in silence.
            if countsHolds, isGone { balance -= amount }
        }
    }

    var end: Int { payments.last?.line.time ?? Self.start }

    /// What an export made at `moment` shows of the time since `from`.
    func export(since from: Int, at moment: Int) -> [BankLine] {
        payments.compactMap { payment in
            guard payment.line.time >= from, payment.line.time <= moment else { return nil }
            var line = payment.line
            if let hours = payment.booked, line.time + hours * 3_600 <= moment {
                if payment.isGone { return nil }
                line.isHold = false
            }
            return line
        }
    }
}

@Suite struct `Holds that vanish` {
    private static let days = 86_400

    /// Exports of parts of the time, overlapping; the last shows all of it, long after.
    private static func exports(
        of card: Card, using random: inout some RandomNumberGenerator
    ) -> [[BankLine]] {
        var exports = (0..<4).map { _ in
            let moment = Int.random(in: Card.start...card.end, using: &random)
            let days = Int.random(in: 5...30, using: &random)
            return card.export(since: moment - days * Self.days, at: moment)
        }
        exports.append(card.export(since: Card.start, at: card.end + 10 * Self.days))
        return exports.filter { !$0.isEmpty }
    }

    private static func vanished(
        _ household: Household, _ exports: [(name: String, lines: [BankLine])]
    ) throws -> [VanishedHold] {
        for (name, lines) in exports {
            let file = household.write(BankLine.json(lines.reversed()), to: name + ".json")
            try household.importing([file])
        }
        return try household.open(.reading).vanishedHolds()
    }

    @Test(arguments: [false, true])
    func `are those that the bank cancelled, whatever order files come in`(
        countsHolds: Bool
    ) throws {
        var found = 0
        for seed in 1...UInt64(draws(5, slow: 25)) {
            var random = SeededDice(seed: seed)
            let card = Card(countsHolds: countsHolds, using: &random)
            let named = Self.exports(of: card, using: &random).enumerated()
                .map { (name: "e\($0.offset)", lines: $0.element) }
            let household = try Household()
            let vanished = try Self.vanished(household, named)
            let gone = Set(card.payments.filter(\.isGone).map(\.line.id))
            let lines = try household.lines()
            let ids = Set(
                lines.filter { line in vanished.contains { $0.key.text == line["key"]?.text } }
                    .compactMap { $0["bank_id"]?.text })
            // Before the last days, every cancelled hold that came in is found.
            let late = card.end - 6 * Self.days
            let early = Set(
                card.payments.filter { $0.isGone && $0.line.time < late }.map(\.line.id))
            let known = Set(lines.compactMap { $0["bank_id"]?.text })
            let first = card.payments.first { !$0.isGone }?.line.time ?? 0
            let between = Set(card.payments.filter { $0.line.time > first }.map(\.line.id))
            #expect(ids.isSubset(of: gone), "seed \(seed)")
            #expect(
                ids.isSuperset(of: early.intersection(known).intersection(between)), "seed \(seed)")
            found += ids.count
            let other = try Household()
            let again = try Self.vanished(other, named.shuffled(using: &random))
            #expect(Set(again.map(\.key)) == Set(vanished.map(\.key)), "seed \(seed)")
        }
        #expect(found > draws(3, slow: 40))
    }

    @Test func `are asked about until a person says, and come back with undo`() throws {
        var random = SeededDice(seed: 5)
        let card = Card(countsHolds: true, using: &random)
        let household = try Household()
        let exports = Self.exports(of: card, using: &random).enumerated()
            .map { (name: "e\($0.offset)", lines: $0.element) }
        let vanished = try Self.vanished(household, exports)
        let first = try #require(vanished.first)
        let second = try #require(vanished.last)
        try #require(first != second)
        // Whoever approves what is certain has not answered: the questions stay in the queue.
        _ = try household.open().approve(.all, leavesVanished: true)
        #expect(try household.open(.reading).vanishedHolds() == vanished)
        let before = try household.dump()
        let decisions = [
            first.key: Decision(verdict: .approve), second.key: .init(verdict: .dismiss),
        ]
        let report = try household.open().decide(command: "review", .keys(Set(decisions.keys))) {
            decisions[$0.key]
        }
        #expect(report.approved == [first.key])
        #expect(report.dismissed == [second.key])
        let left = vanished.filter { $0 != first && $0 != second }
        #expect(try household.open(.reading).vanishedHolds() == left)
        // The same files say nothing new of it.
        let decided = try household.dump()
        #expect(try Self.vanished(household, exports) == left)
        #expect(try household.dump() == decided)
        _ = try household.open().undo()
        #expect(try household.dump() == before)
        _ = try household.open().redo()
        #expect(try household.dump() == decided)
    }

    @Test func `are asked about when they were approved before, and leave the ledger`() throws {
        let household = try Household()
        let day = Self.days
        func line(_ id: String, _ days: Int, _ balance: Int) -> BankLine {
            BankLine(
                id: id, time: Card.start + days * day, text: id, amount: -1_000 - days * 100,
                balance: balance)
        }
        var hold = line("HOLD", 1, 8_000)
        hold.isHold = true
        let before = line("BEFORE", 0, 8_000)
        let after = line("AFTER", 2, 6_800)
        let later = line("LATER", 9, 4_900)
        let a = household.write(BankLine.json([after, hold, before]), to: "a.json")
        try household.importing([a])
        try household.approveAll()
        let b = household.write(BankLine.json([later, after, before]), to: "b.json")
        let report = try household.importing([b])
        let found = try #require(report.vanishedHolds.first)
        #expect(found.witness == .file("b.json"))
        #expect(found.isApproved)
        for verdict in [Decision.Verdict.approve, .dismiss] {
            let before = try household.dump()
            let decision = """
                {"key":"\(found.key.text)","decision":{"action":"\(verdict.rawValue)"}}
                """
            _ = try household.open().apply([try KeyedDecision.parse(Array(decision.utf8).span)])
            #expect(try household.open(.reading).vanishedHolds().isEmpty)
            let isThere = try household.lines().contains { $0["bank_id"]?.text == "HOLD" }
            #expect(isThere == (verdict == .approve))
            let decided = try household.dump()
            try household.importing([a, b])
            #expect(try household.dump() == decided)
            #expect(try household.open().check().isEmpty)
            _ = try household.open().undo()
            #expect(try household.dump() == before)
        }
    }

    /// Holds of these amounts, a payment behind them, and one of the next file before which the
    /// balance rose by `givenBack`.
    private static func givenBack(
        _ household: Household, _ holds: [Int], _ givenBack: Int
    ) throws -> [String: VanishedHold.Witness] {
        var balance = 100_000
        var lines: [BankLine] = []
        func add(_ id: String, _ amount: Int, isHold: Bool = false) {
            balance += amount
            lines.append(
                BankLine(
                    id: id, time: Card.start + lines.count * days, text: id, amount: amount,
                    isHold: isHold, balance: balance))
        }
        add("BEFORE", -1_000)
        for (number, amount) in holds.enumerated() { add("HOLD\(number)", amount, isHold: true) }
        add("AFTER", -700)
        balance += givenBack
        lines.append(
            BankLine(
                id: "LATER", time: Card.start + 12 * days, text: "LATER", amount: -300,
                balance: balance - 300))
        for (name, part) in [("a", lines.dropLast()), ("b", lines.suffix(1))] {
            let file = household.write(BankLine.json(part.reversed()), to: name + ".json")
            try household.importing([file], account: "card")
        }
        return try asked(household)
    }

    private static func asked(_ household: Household) throws -> [String: VanishedHold.Witness] {
        let vanished = try household.open(.reading).vanishedHolds()
        var asked: [String: VanishedHold.Witness] = [:]
        for line in try household.lines() {
            let hold = vanished.first { $0.key.text == line["key"]?.text }
            if let hold, let id = line["bank_id"]?.text { asked[id] = hold.witness }
        }
        return asked
    }

    @Test(arguments: [
        ([-10_000], 10_000, ["HOLD0"], true),
        ([-10_000, -5_000, -3_300], 15_000, ["HOLD0", "HOLD1"], true),
        ([-10_000, -5_000, -3_300], 18_300, ["HOLD0", "HOLD1", "HOLD2"], true),
        ([-10_000, -5_000, -3_300], 9_999, [], true),
        ([-10_000, -10_000], 10_000, ["HOLD0", "HOLD1"], false),
        ([-10_000, -4_000, -6_000, -1_100], 10_000, ["HOLD0", "HOLD1", "HOLD2"], false),
        ([-1_000, -2_000, -3_000, -4_400], 10_400, [], true),
    ])
    func `are asked about together when the balance gives their sum back`(
        holds: [Int], givenBack: Int, asked: [String], isSure: Bool
    ) throws {
        let household = try Household()
        let found = try Self.givenBack(household, holds, givenBack)
        #expect(Set(found.keys) == Set(asked))
        #expect(found.values.allSatisfy { $0 == (isSure ? .balances : .oneOfSeveral) })
        guard let first = asked.first else { return }
        // What was taken back explains its part, and where it was one of several, all of it.
        let key = try household.lines().first { $0["bank_id"]?.text == first }?["key"]?.text
        let decision = """
            {"key":"\(try #require(key))","decision":{"action":"dismiss"}}
            """
        _ = try household.open().apply([try KeyedDecision.parse(Array(decision.utf8).span)])
        let left = isSure ? asked.filter { $0 != first } : []
        #expect(Set(try Self.asked(household).keys) == Set(left))
    }

    /// Days after the hold on which the next file has rows.
    @Test(arguments: [[2, 3], [0, 2], [1, 2, 3, 4]], [false, true])
    func `are asked about at once when balances that counted them count them no more`(
        days: [Int], isApproved: Bool
    ) throws {
        let household = try Household()
        var balance = 99_000
        func line(_ id: String, _ hour: Int, _ amount: Int) -> BankLine {
            balance += amount
            return BankLine(
                id: id, time: Card.start + hour * 3_600, text: id, amount: amount, balance: balance)
        }
        let before = [line("A", 0, -1_000), line("B", 24, -2_000)]
        var hold = line("HOLD", 26, -5_000)
        hold.isHold = true
        let first = household.write(BankLine.json([hold] + before.reversed()), to: "a.json")
        try household.importing([first])
        if isApproved { try household.approveAll() }
        balance += 5_000
        let later = days.enumerated().map { line("C\($0)", 30 + $1 * 24, -300 - $0) }
        let rows = later.reversed() + before.reversed()
        let second = household.write(BankLine.json(rows), to: "b.json")
        let report = try household.importing([first, second])
        #expect(report.vanishedHolds.map(\.isApproved) == [isApproved])
        #expect(Set(try Self.asked(household).keys) == ["HOLD"])
    }

    /// The next balance waits for more rows, or counts the hold.
    @Test(arguments: [0, 4_900, 5_100])
    func `are waited for while no balance closes without them`(givenBack: Int) throws {
        let household = try Household()
        func line(_ id: String, _ hour: Int, _ amount: Int, _ balance: Int) -> BankLine {
            BankLine(
                id: id, time: Card.start + hour * 3_600, text: id, amount: amount, balance: balance)
        }
        let before = line("A", 0, -1_000, 99_000)
        var hold = line("HOLD", 2, -5_000, 94_000)
        hold.isHold = true
        let later = line("B", 50, -300, 93_700 + givenBack)
        let file = household.write(BankLine.json([later, hold, before]), to: "a.json")
        #expect(try household.importing([file]).vanishedHolds.isEmpty)
    }

    @Test func `are payments again when the bank books them after all`() throws {
        let household = try Household()
        let day = Self.days
        var hold = BankLine(
            id: "HOLD", time: Card.start + day, text: "АТБ", amount: -1_000, balance: 7_000)
        let before = BankLine(id: "A", time: Card.start, text: "A", amount: -1_000, balance: 7_000)
        let later = BankLine(
            id: "B", time: Card.start + 9 * day, text: "B", amount: -1_000, balance: 6_000)
        func file(_ lines: [BankLine], _ name: String) -> String {
            household.write(BankLine.json(lines), to: name)
        }
        hold.isHold = true
        try household.importing([file([hold, before], "a.json")])
        let report = try household.importing([file([later, before], "b.json")])
        let key = try #require(report.vanishedHolds.first?.key)
        _ = try household.open().dismiss(.keys([key]))
        hold.isHold = false
        let booked = file([later, hold, before], "c.json")
        let asked = try household.importing([booked])
        #expect(asked.files[0].ambiguous == 1)
        let dump = try household.dump()
        try household.importing([booked])
        #expect(try household.dump() == dump)
        #expect(try household.open().check().isEmpty)
    }
}
