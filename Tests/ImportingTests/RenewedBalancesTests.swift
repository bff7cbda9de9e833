import Facts
import Ledger
import Importing
import Scanning
import TestKit
import Testing
import Workspaces

/// A card whose bank counts holds at once, and all balances anew when it books one with another
/// amount.
private struct RevisedCard {
    struct Payment {
        let time: Int
        let held: Int
        let booked: Int
        /// When the bank books it.
        let moment: Int
    }

    static let start = 1_771_000_000
    let payments: [Payment]

    init(using random: inout some RandomNumberGenerator) {
        var time = Self.start
        payments = (0..<25).map { _ in
            time += Int.random(in: 3_600...60_000, using: &random)
            let held = -Int.random(in: 5_000...90_000, using: &random)
            let isHold = Int.random(in: 0..<5, using: &random) == 0
            let isRevised = isHold && Bool.random(using: &random)
            return Payment(
                time: time, held: held,
                booked: isRevised ? held + Int.random(in: -900...900, using: &random) : held,
                moment: isHold ? time + 3_600 * Int.random(in: 5...90, using: &random) : time)
        }
    }

    var end: Int { payments.last?.time ?? Self.start }

    /// What an export made at `moment` shows of the time since `from`.
    func export(since from: Int, at moment: Int) -> [BankLine] {
        var balance = 5_000_000
        var lines: [BankLine] = []
        for (number, payment) in payments.enumerated() where payment.time <= moment {
            let isHold = payment.moment > moment
            let amount = isHold ? payment.held : payment.booked
            balance += amount
            if payment.time < from { continue }
            var line = BankLine(
                id: "P\(number)", time: payment.time, text: "Сільпо \(number)", amount: amount,
                balance: balance)
            line.isHold = isHold
            lines.append(line)
        }
        return lines
    }
}

@Suite struct `Balances that the bank prints anew` {
    private static let day = 86_400

    private static func line(
        _ id: String, _ days: Int, _ amount: Int, _ balance: Int, isHold: Bool = false
    ) -> BankLine {
        BankLine(
            id: id, time: RevisedCard.start + days * day, text: id, amount: amount, isHold: isHold,
            balance: balance)
    }

    private static func balances(_ household: Household) throws -> [String: String] {
        Dictionary(
            try household.lines().compactMap { line in
                guard let id = line["bank_id"]?.text else { return nil }
                return (id, line["balance"]?.text ?? "")
            }, uniquingKeysWith: { $0 + " " + $1 })
    }

    private static let old = [
        line("A", 0, -5_000, 95_000), line("HOLD", 1, -10_000, 85_000, isHold: true),
        line("B", 2, -3_000, 82_000), line("C", 3, -7_000, 75_000),
    ]
    private static let new = [
        line("A", 0, -5_000, 95_000), line("HOLD", 1, -10_350, 84_650),
        line("B", 2, -3_000, 81_650), line("C", 3, -7_000, 74_650),
        line("D", 6, -1_000, 73_650),
    ]
    private static let renewed = [
        "A": "950.00", "HOLD": "846.50", "B": "816.50", "C": "746.50", "D": "736.50",
    ]

    @Test(arguments: [false, true], ["queue", "ledger", "tombstones"])
    func `are those of the file that books the hold, whichever comes first`(
        isNewFirst: Bool, home: String
    ) throws {
        let household = try Household()
        let files = [
            household.write(BankLine.json(Self.old.reversed()), to: "old.json"),
            household.write(BankLine.json(Self.new.reversed()), to: "new.json"),
        ]
        for file in isNewFirst ? files.reversed() : files {
            let before = try household.dump()
            try household.importing([file])
            let after = try household.dump()
            _ = try household.open().undo()
            #expect(try household.dump() == before)
            _ = try household.open().redo()
            #expect(try household.dump() == after)
            if home == "ledger" { try household.approveAll() }
            if home == "tombstones" { try household.dismissAll() }
        }
        // The older file shows another part, in another file.
        let part = household.write(BankLine.json(Self.old.dropFirst().reversed()), to: "part.json")
        try household.importing([part])
        if home != "tombstones" { #expect(try Self.balances(household) == Self.renewed) }
        #expect(try household.open().check().isEmpty)
        let decided = try household.dump()
        #expect(decided.contains("746.50"))
        #expect(!decided.contains("\"balance\":\"750.00\"") || home == "ledger")
        for files in [files, files.reversed(), [part] + files] {
            for file in files { try household.importing([file]) }
            #expect(try household.dump() == decided)
        }
    }

    @Test func `are found for rows without ids, and in one import`() throws {
        let old = [
            (time: "05.03.2026 12:00:01", text: "Кава", amount: "-50.0", balance: "950.0"),
            (time: "06.03.2026 12:00:02", text: "OKKO", amount: "-100.0", balance: "850.0"),
            (time: "07.03.2026 12:00:03", text: "АТБ", amount: "-30.0", balance: "820.0"),
            (time: "08.03.2026 12:00:04", text: "EVA", amount: "-70.0", balance: "750.0"),
        ]
        // The payment at the pump is in another file.
        let new = [
            (time: "07.03.2026 12:00:03", text: "АТБ", amount: "-30.0", balance: "816.5"),
            (time: "08.03.2026 12:00:04", text: "EVA", amount: "-70.0", balance: "746.5"),
            (time: "09.03.2026 12:00:05", text: "Нова пошта", amount: "-10.0", balance: "736.5"),
        ]
        var dumps: Set<[String]> = []
        for isNewFirst in [false, true] {
            let household = try Household()
            let files = [
                household.write(BankLine.csv(old.reversed()), to: "old.csv"),
                household.write(BankLine.csv(new.reversed()), to: "new.csv"),
            ]
            try household.importing(isNewFirst ? files.reversed() : files)
            let balances = try household.lines().map { $0["balance"]?.text ?? "" }.sorted()
            #expect(balances == ["736.50", "746.50", "816.50", "850.00", "950.00"])
            dumps.insert(balances)
        }
        #expect(dumps.count == 1)
    }

    @Test func `of a damaged file are not believed`() throws {
        let household = try Household()
        let whole = household.write(BankLine.json(Self.new.reversed()), to: "new.json")
        try household.importing([whole])
        for (number, balance) in [(0, 99_000), (2, 80_650), (4, 73_651)] {
            var lines = Self.new
            lines[number].balance = balance
            let file = household.write(BankLine.json(lines.reversed()), to: "x\(number).json")
            try household.importing([file])
        }
        #expect(try Self.balances(household) == Self.renewed)
    }

    @Test func `end as the newest export has them, in any order`() throws {
        var renewed = 0
        for seed in 1...UInt64(draws(6, slow: 300)) {
            var random = SeededDice(seed: seed)
            let card = RevisedCard(using: &random)
            var exports = (0..<4).map { _ in
                let moment = Int.random(in: RevisedCard.start...card.end, using: &random)
                let days = Int.random(in: 3...12, using: &random)
                return card.export(since: moment - days * Self.day, at: moment)
            }
            exports.append(card.export(since: 0, at: card.end + 10 * Self.day))
            let household = try Household()
            let files = exports.enumerated().map {
                household.write(BankLine.json($0.element.reversed()), to: "e\($0.offset).json")
            }
            for file in files.shuffled(using: &random) {
                try household.importing([file], account: "card")
                if Int.random(in: 0..<3, using: &random) == 0 { try household.approveAll() }
            }
            let truth = exports[4].map { line in
                "\(line.balance / 100).\(line.balance % 100 / 10)\(line.balance % 10)"
            }
            let balances = try Self.balances(household)
            let found = card.payments.indices.map { balances["P\($0)"] ?? "" }
            #expect(found == truth, "seed \(seed)")
            let last = Dictionary(uniqueKeysWithValues: exports[4].map { ($0.id, $0.balance) })
            renewed += exports.joined().count { last[$0.id] != $0.balance }
            let decided = try household.dump()
            for file in files.shuffled(using: &random) {
                try household.importing([file], account: "card")
            }
            #expect(try household.dump() == decided, "seed \(seed)")
        }
        #expect(renewed > draws(10, slow: 500))
    }
}
