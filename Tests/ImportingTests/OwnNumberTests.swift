import Categorizing
import Facts
import Glibc
import Ledger
import Pending
import Importing
import Scanning
import TestKit
import Testing
import Workspaces

/// A German statement that names its own account, and the counterparty's number in each row.
private struct Statement {
    var account: String
    var rows: [Row] = []

    struct Row: Equatable {
        var day: Int
        var amount: Int
        var iban: String
        var text = "Uebertrag"
        var name = "Max Mustermann"
    }

    static let giro = "DE89370400440532013000"
    static let savings = "DE12500105170648489890"
    static let depot = "DE75512108001245126199"
    static let stranger = "DE44200400200500000000"

    var csv: String {
        """
        "Girokonto";"\(account)"
        "Zeitraum:";"01.01.2026 - 31.01.2026"
        "Kontostand vom 30.06.2026:";"1.234,56 €"
        ""
        "Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz"

        """
            + rows.map { row in
                let day = (row.day < 10 ? "0" : "") + "\(row.day).01.26"
                let isOut = row.amount < 0
                return
                    "\"\(day)\";\"\(day)\";\"Gebucht\";\"\(isOut ? "Ich" : row.name)\";"
                    + "\"\(isOut ? row.name : "Ich")\";\"\(row.text)\";"
                    + "\"\(isOut ? "Ausgang" : "Eingang")\";\"\(row.iban)\";\"\(row.amount),00\";"
                    + "\"\";\"\";\"\"\n"
            }.joined()
    }
}

extension Household {
    fileprivate func file(_ name: String, _ account: String, _ rows: [Statement.Row]) -> String {
        write(Statement(account: account, rows: rows).csv, to: "files/\(name).csv")
    }

    /// Each waiting line by account, day and amount: category, level, other account, and the key or
    /// account that says so.
    fileprivate func proposed() throws -> [String: String] {
        var found: [String: String] = [:]
        for line in try lines() where line["where"]?.text == "queue" {
            let suggestion = line["suggestion"]
            var reason = ""
            if case .array(let evidence)? = suggestion?["evidence"], let first = evidence.first,
                first["source"]?.text == "transfer"
            {
                let subject = first["subject"]?.text ?? ""
                reason = LineKey(text: subject) == nil ? subject : "line"
            }
            let place =
                "\(line["account"]?.text?.prefix(4) ?? "") \(line["date"]?.text?.suffix(2) ?? "") "
                + "\(line["amount"]?.text ?? "")"
            found[place] = [
                reason.isEmpty ? "ordinary" : suggestion?["category"]?.text ?? "",
                suggestion?["level"]?.text ?? "", suggestion?["transfer_to"]?.text ?? "", reason,
            ].joined(separator: " ")
            if reason.isEmpty { found[place] = "ordinary" }
        }
        return found
    }

    /// What waits, by key and without what depends on how many imports there were and on which of
    /// two rows came first.
    fileprivate func waiting() throws -> [String] {
        try lines().filter { $0["where"]?.text == "queue" }.map { line in
            guard case .object(let members) = line else { return "" }
            let lasting = members.filter { !["batch", "sources"].contains($0.key) }
            return "\(lasting)"
        }
    }

    fileprivate var queue: String { Self.text(workspacePath + "/pending.jsonl") }

    fileprivate func settings(_ accounts: String) {
        write(accounts.isEmpty ? "" : "accounts:\n" + accounts, to: "money/kopiyka.yaml")
    }

    fileprivate func decide(
        _ decision: Decision, where isMeant: (JSONValue) -> Bool
    ) throws {
        let keys = try lines().filter(isMeant).compactMap {
            $0["key"]?.text.flatMap { LineKey(text: $0) }
        }
        precondition(!keys.isEmpty, "nothing is meant")
        _ = try open().decide(
            command: "review", .keys(Set(keys)),
            learning: Learning(by: Categorizer(), country: "DE")
        ) { _ in decision }
    }
}

@Suite struct `The number of an own account` {
    private static let giro = Statement.giro
    private static let savings = Statement.savings
    private static let out = Statement.Row(day: 13, amount: -300, iban: savings)
    private static let into = Statement.Row(day: 13, amount: 300, iban: giro)
    private static let shop = Statement.Row(
        day: 14, amount: -300, iban: Statement.stranger, text: "Einkauf", name: "Edeka")

    private static let declared = "  - name: Sparen\n    is: [\(savings)]\n"

    @Test func `makes a transfer of a row whose other side is in no file`() throws {
        let household = try Household()
        household.settings(Self.declared)
        let file = household.file("giro", Self.giro, [Self.out, Self.shop])
        let report = try household.importing([file], remembers: true)
        #expect(report.transfers.isEmpty)
        let expected = [
            "DE89 13 -300.00": "transfers.own certain Sparen Sparen", "DE89 14 -300.00": "ordinary",
        ]
        #expect(try household.proposed() == expected)
        // The unchanged inbox.
        let before = try household.dump()
        #expect(try household.importing([file], remembers: true).summary.batch == nil)
        #expect(try household.dump() == before)
        #expect(try household.open().ledger.check() == [])
    }

    @Test(arguments: [[0, 1], [1, 0]], [true, false])
    func `is learned from a file that names itself, whichever comes first`(
        order: [Int], isOneRun: Bool
    ) throws {
        let household = try Household()
        // The rows that name each other are of days too far apart to be one transfer.
        let late = Statement.Row(day: 27, amount: 200, iban: Self.giro)
        let files = [
            household.file("giro", Self.giro, [Self.out, Self.shop]),
            household.file("savings", Self.savings, [late]),
        ]
        let paths = order.map { files[$0] }
        if isOneRun {
            try household.importing(paths, remembers: true)
        } else {
            for path in paths { try household.importing([path], remembers: true) }
        }
        let expected = [
            "DE89 13 -300.00": "transfers.own certain \(Self.savings) \(Self.savings)",
            "DE89 14 -300.00": "ordinary",
            "DE12 27 200.00": "transfers.own certain \(Self.giro) \(Self.giro)",
        ]
        #expect(try household.proposed() == expected)
        let before = household.queue
        for path in paths { try household.importing([path], remembers: true) }
        #expect(household.queue == before)
        if isOneRun { return }
        // Without the second file nobody knows its number.
        _ = try household.open().undo()
        #expect(try household.proposed().values.allSatisfy { $0 == "ordinary" })
        try household.importing([paths[1]], remembers: true)
        #expect(try household.proposed() == expected)
    }

    @Test func `gives way to the other side when that comes`() throws {
        let household = try Household()
        household.settings(Self.declared)
        try household.importing(
            [household.file("giro", Self.giro, [Self.out])], remembers: true)
        let alone = try household.waiting()
        let saved = household.file("savings", Self.savings, [Self.into])
        #expect(try household.importing([saved], remembers: true).transfers.count == 1)
        #expect(
            try household.proposed() == [
                "DE89 13 -300.00": "transfers.own certain Sparen line",
                "Spar 13 300.00": "transfers.own certain \(Self.giro) line",
            ])
        // Dismissed, or undone: what is left is what it was alone.
        try household.decide(Decision(verdict: .dismiss)) { $0["account"]?.text == "Sparen" }
        #expect(try household.waiting() == alone)
        _ = try household.open().undo()
        _ = try household.open().undo()
        #expect(try household.waiting() == alone)
    }

    /// A pair that nothing but an amount speaks for does not make the row that names an account
    /// less sure, and is not settled with it.
    @Test func `is as sure beside a doubtful other side, and leaves that open`() throws {
        let household = try Household()
        let savings = """
            Datum,Empfänger,Kontonummer,Transaktionstyp,Verwendungszweck,Kategorie,Betrag (EUR),Betrag (Fremdwährung),Fremdwährung,Wechselkurs
            2026-01-13,Max Mustermann,\(Self.giro),Eingang,Uebertrag,Sonstiges,300.00,,,

            """
        let files = [
            household.file("giro", Self.giro, [Self.out]), household.write(savings, to: "n26.csv"),
        ]
        for order in [[0, 1], [1, 0]] {
            let household = try Household()
            for file in order.map({ files[$0] }) {
                try household.importing([file], remembers: true)
            }
            let found = try household.proposed()
            #expect(
                found["n26- 13 300.00"]?.hasPrefix("transfers.own certain \(Self.giro)") == true)
            #expect(found["DE89 13 -300.00"]?.contains("certain") == false)
            _ = try household.open().approve(.all) { $0.suggestion.level == .certain }
            let dump = try household.dump()
            #expect(dump.contains("\"category\":\"transfers.own\""))
            #expect(!dump.contains("\"is_pair\""))
        }
    }

    @Test func `of the account itself makes nothing`() throws {
        let household = try Household()
        let own = Statement.Row(day: 3, amount: -5, iban: Self.giro, text: "Kontoführung")
        try household.importing([household.file("giro", Self.giro, [own])])
        #expect(try household.proposed() == ["DE89 03 -5.00": "ordinary"])
    }

    @Test func `counts from the next import on, and no longer when the account is none`() throws {
        let household = try Household()
        let first = household.file("giro", Self.giro, [Self.out, Self.shop])
        try household.importing([first], remembers: true)
        let before = try household.waiting()
        household.settings(Self.declared)
        let report = try household.importing([first], remembers: true)
        #expect(report.files.map(\.new) == [0])
        #expect(
            try household.proposed()["DE89 13 -300.00"] == "transfers.own certain Sparen Sparen")
        // The same as if it had been known from the start.
        let other = try Household()
        other.settings(Self.declared)
        try other.importing([other.file("giro", Self.giro, [Self.out, Self.shop])])
        #expect(try household.proposed() == other.proposed())
        household.settings("  - name: Notgroschen\n    is: [\(Self.savings)]\n")
        try household.importing([first], remembers: true)
        #expect(
            try household.proposed()["DE89 13 -300.00"]
                == "transfers.own certain Notgroschen Notgroschen")
        household.settings("")
        try household.importing([first], remembers: true)
        #expect(try household.waiting() == before)
        for _ in 0..<3 { _ = try household.open().undo() }
        #expect(try household.waiting() == before)
    }

    @Test func `is known however it is written`() throws {
        for written in ["DE12 5001 0517 0648 4898 90", "50010517/648489890"] {
            let household = try Household()
            household.settings("  - name: Sparen\n    is: [\"\(written)\"]\n")
            try household.importing([household.file("giro", Self.giro, [Self.out])])
            #expect(
                try household.proposed() == [
                    "DE89 13 -300.00": "transfers.own certain Sparen Sparen"
                ])
        }
    }

    @Test func `that several accounts share names none of them`() {
        let names = ["\(Self.savings)-eins", "\(Self.savings)-zwei", "n26-EUR"]
        let own = OwnNumbers(names: names, book: AccountBook(Settings()))
        let key = OwnNumbers.key(of: Self.savings) ?? []
        #expect(own.account(by: key, from: Self.giro) == "")
        #expect(own.account(by: key, from: names[0]) == nil)
        #expect(
            own.digest != OwnNumbers(names: names.dropLast(2), book: AccountBook(Settings())).digest
        )
        #expect(OwnNumbers().digest == 0)
        var ordinary = Suggestion(category: "shopping.clothing", permille: 929)
        ordinary = OwnNumbers.suggestion(ordinary, as: "", numbered: Self.savings)
        #expect(ordinary.category == "transfers.own")
        #expect(ordinary.level == .certain)
        #expect(ordinary.transferTo == "")
        #expect(ordinary.ownNumber?.subject == Self.savings)
        #expect(Conclusion(from: ordinary.evidence).permille == ordinary.permille)
    }

    @Test func `is told by a dry run as by the run itself`() throws {
        let household = try Household()
        let rows = [Self.out, Self.shop]
        let files = [
            household.file("giro", Self.giro, rows),
            household.file("savings", Self.savings, [Statement.Row(day: 2, amount: 9, iban: "")]),
        ]
        func content(isDryRun: Bool) throws -> UInt64 {
            let workspace = try household.open()
            let inputs = InputList(paths: files, inbox: household.workspacePath + "/inbox")
            var run = try ImportRun(
                into: workspace, categorizer: Categorizer(),
                book: AccountBook(try workspace.settings()),
                options: ImportOptions(isDryRun: isDryRun, keepsRows: true), files: inputs.files)
            for file in inputs.files { try run.add(file) { _ in } }
            return try run.commit().contentHash
        }
        let dry = try content(isDryRun: true)
        #expect(try household.lines().isEmpty)
        #expect(try content(isDryRun: false) == dry)
        #expect(try household.proposed()["DE89 13 -300.00"]?.contains("certain") == true)
    }

    // MARK: What a person says

    @Test func `yields to a rule, and to what was decided about this counterparty`() throws {
        let rule = Evidence(source: .rule, subject: "mine", category: "gifts")
        let words = Evidence(source: .memory, subject: "max", category: "gifts", how: "often 9/9")
        let counterparty = Evidence(
            source: .counterparty, subject: Self.savings, category: "gifts", how: "once 1/1")
        for (evidence, isKept) in [(rule, true), (counterparty, true), (words, false)] {
            let ordinary = Suggestion(category: "gifts", permille: 900, evidence: [evidence])
            let found = OwnNumbers.suggestion(ordinary, as: "Sparen", numbered: Self.savings)
            #expect((found == ordinary) == isKept)
        }
        let household = try Household()
        household.settings(Self.declared)
        try household.importing(
            [household.file("january", Self.giro, [Self.out])], remembers: true)
        try household.decide(Decision(verdict: .approve, category: "gifts")) { _ in true }
        var later = Self.out
        later.day = 20
        try household.importing([household.file("later", Self.giro, [later])], remembers: true)
        #expect(try household.proposed() == ["DE89 20 -300.00": "ordinary"])
    }

    /// Whatever is said, later imports and undo leave the bytes alone.
    @Test(arguments: [
        Decision(transferTo: ""), Decision(category: "gifts"),
        Decision(category: "transfers.person"),
        Decision(category: "transfers.savings"), Decision(note: "for later"),
    ])
    func `is said again for as long as nobody says otherwise`(decision: Decision) throws {
        let household = try Household()
        household.settings(Self.declared)
        let file = household.file("giro", Self.giro, [Self.out])
        try household.importing([file], remembers: true)
        let before = household.queue
        try household.decide(decision) { _ in true }
        let isDenied =
            decision.transferTo == ""
            || decision.category.map { $0 != "transfers.savings" } ?? false
        let expected =
            isDenied ? "ordinary" : "transfers.own certain Sparen Sparen"
        #expect(try household.proposed() == ["DE89 13 -300.00": expected])
        let decided = household.queue
        var other = Self.shop
        other.day = 5
        try household.importing([household.file("more", Self.giro, [other])], remembers: true)
        #expect(household.queue.hasPrefix(decided))
        // A change of the settings looks at every line again.
        household.settings(Self.declared + "  - name: Depot\n    is: [\(Statement.depot)]\n")
        try household.importing([file], remembers: true)
        #expect(household.queue.hasPrefix(decided))
        _ = try household.open().undo()
        _ = try household.open().undo()
        #expect(household.queue == before)
        // What denied it is taken back by a later word.
        try household.decide(Decision(transferTo: "")) { _ in true }
        try household.decide(Decision(category: "transfers.own", transferTo: "Sparen")) { _ in true
        }
        #expect(
            try household.proposed() == ["DE89 13 -300.00": "transfers.own certain Sparen Sparen"])
    }

    @Test(arguments: [Statement.giro, Statement.savings])
    func `says nothing of a rejected pair, until undo`(rejecting: String) throws {
        let household = try Household()
        let files = [
            household.file("giro", Self.giro, [Self.out, Self.shop]),
            household.file("savings", Self.savings, [Self.into]),
        ]
        for file in files { try household.importing([file], remembers: true) }
        let before = household.queue
        try household.decide(Decision(transferTo: "")) {
            $0["account"]?.text == rejecting && $0["amount"]?.text?.hasSuffix("300.00") == true
                && $0["date"]?.text?.hasSuffix("13") == true
        }
        #expect(try household.proposed().values.allSatisfy { $0 == "ordinary" })
        let rejected = household.queue
        for file in files { try household.importing([file], remembers: true) }
        #expect(household.queue == rejected)
        // Settings and memory have all lines looked at again.
        household.settings("  - name: Depot\n    is: [\(Statement.depot)]\n")
        for file in files { try household.importing([file], remembers: true) }
        #expect(household.queue == rejected)
        household.settings("")
        try household.decide(Decision(verdict: .approve, category: "groceries")) {
            $0["date"]?.text?.hasSuffix("14") == true
        }
        #expect(try household.proposed().values.allSatisfy { $0 == "ordinary" })
        _ = try household.open().undo()
        _ = try household.open().undo()
        #expect(household.queue == before)
    }

    @Test func `keeps an entry a transfer when its other side turns out to be none`() throws {
        let household = try Household()
        var into = Self.into
        into.iban = ""
        try household.importing(
            [
                household.file("giro", Self.giro, [Self.out]),
                household.file("savings", Self.savings, [into]),
            ], remembers: true)
        try household.decide(Decision(verdict: .approve)) { $0["account"]?.text == Self.giro }
        #expect(try household.dump().contains("\"is_pair\":true"))
        try household.decide(Decision(verdict: .approve, category: "gifts")) {
            $0["account"]?.text == Self.savings
        }
        let categories = try household.lines().map {
            ($0["account"]?.text ?? "", $0["category"]?.text ?? "")
        }
        #expect(categories.contains { $0 == (Self.giro, "transfers.own") })
        #expect(categories.contains { $0 == (Self.savings, "gifts") })
        #expect(try household.open().ledger.check() == [])
    }

    // MARK: Random households

    private static let numbers = [Statement.giro, Statement.savings, Statement.depot]

    /// Rows of three accounts: transfers between them of which some name the other account and some
    /// have one side only.
    private static func rows(_ dice: inout Dice) -> [[Statement.Row]] {
        var rows: [[Statement.Row]] = [[], [], []]
        for number in 0..<(3 + dice.roll(8)) {
            let from = dice.roll(3)
            let to = (from + 1 + dice.roll(2)) % 3
            // Equal rows of a day are told apart by the order of files, which is not what is asked
            // here.
            let (day, amount) = (1 + dice.roll(27), 100 * (1 + dice.roll(3)) + number)
            let name = ["Max Mustermann", "Edeka", "Ich"][dice.roll(3)]
            let text = "Uebertrag \(number)"
            let isNamed = dice.roll(4) > 0
            rows[from].append(
                .init(
                    day: day, amount: -amount, iban: isNamed ? numbers[to] : "", text: text,
                    name: name))
            if dice.roll(3) == 0 { continue }
            rows[to].append(
                .init(
                    day: day + dice.roll(2), amount: amount,
                    iban: dice.roll(2) == 0 ? numbers[from] : "", text: text, name: name))
        }
        rows[0].append(.init(day: 9, amount: -7, iban: numbers[0], text: "Entgelt", name: "Bank"))
        return rows.map { $0.sorted { $0.day > $1.day } }
    }

    @Test(arguments: drawn(every: 4, of: 1...10))
    func `says the same in any order of files, in one run or in many`(seed: UInt64) throws {
        var dice = Dice(state: seed)
        let (numbers, rows) = (Self.numbers, Self.rows(&dice))
        var expected: [String]?
        for round in 0..<4 {
            let household = try Household()
            if seed % 2 == 0 { household.settings("  - name: Depot\n    is: [\(numbers[2])]\n") }
            var files: [String] = []
            for (account, all) in rows.enumerated() where !all.isEmpty {
                let half = all.count / 2
                for (part, some) in [all[..<(half + 1)], all[half...]].enumerated()
                where !some.isEmpty {
                    files.append(
                        household.file("\(account)-\(part)", numbers[account], Array(some)))
                }
            }
            for index in files.indices.dropFirst() {
                files.swapAt(index, dice.roll(index + 1))
            }
            if round == 0 {
                try household.importing(files, remembers: true)
            } else {
                for file in files { try household.importing([file], remembers: true) }
            }
            let found = try household.waiting()
            #expect(expected == nil || found == expected, "seed \(seed), round \(round)")
            expected = expected ?? found
            let before = household.queue
            for file in files.reversed() { try household.importing([file], remembers: true) }
            #expect(household.queue == before, "seed \(seed), round \(round)")
            #expect(try household.open().ledger.check() == [])
        }
    }

    /// Deciding and importing make suggestions in one way: after any decisions that teach nothing,
    /// an import that looks at every waiting line again finds nothing to change, and undo goes back
    /// byte by byte.
    @Test(arguments: drawn(every: 4, of: 1...10))
    func `depends on nothing that happened before`(seed: UInt64) throws {
        var dice = Dice(state: seed ^ 0xF00D)
        let rows = Self.rows(&dice)
        let household = try Household()
        var file = ""
        var states: [String] = [household.queue]
        func record() { if household.queue != states.last { states.append(household.queue) } }
        for (account, some) in rows.enumerated() where !some.isEmpty {
            file = household.file("\(account)", Self.numbers[account], some)
            try household.importing([file], remembers: true)
            record()
            let keys = try household.lines().filter { $0["where"]?.text == "queue" }
                .compactMap { $0["key"]?.text }
            for key in keys.sorted() where dice.roll(3) == 0 {
                let decisions = [
                    Decision(verdict: .dismiss), Decision(transferTo: ""),
                    Decision(category: "gifts"), Decision(category: "transfers.savings"),
                    Decision(category: "transfers.own", transferTo: "Depot"),
                ]
                let decision = decisions[dice.roll(decisions.count)]
                guard
                    try household.lines().contains(where: {
                        $0["key"]?.text == key && $0["where"]?.text == "queue"
                    })
                else { continue }
                try household.decide(decision) { $0["key"]?.text == key }
                record()
            }
        }
        let decided = household.queue
        household.settings("  - name: Bargeld\n    is: [DE44200400200500000000]\n")
        try household.importing([file], remembers: true)
        #expect(household.queue == decided, "seed \(seed)")
        household.settings("")
        for state in states.dropLast().reversed() {
            _ = try household.open().undo()
            #expect(household.queue == state, "seed \(seed)")
        }
        #expect(try household.open().ledger.check() == [])
    }
}
