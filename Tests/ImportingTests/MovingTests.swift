import Categorizing
import Deduplicating
import Facts
import Ledger
import Pending
import Importing
import Scanning
import TestKit
import Testing

@testable import Workspaces

/// What a person says stays when lines move, meet or lose a file.
@Suite struct `Lines that go to another account` {
    private let household: Household

    init() throws { household = try Household() }

    private func open() throws -> Workspace {
        let folding = TextFolder()
        let workspace = try Workspace.open(
            at: household.workspacePath, access: .writing, keys: { $0.with(occurrence: $1).key }
        ) { fact, key in LineIdentity(of: fact, knownAs: key, folder: folding) }
        workspace.isTransfer = { CategoryTable.lookup($0)?.kind == .transfer }
        return workspace
    }

    private var learning: Learning { Learning(by: Categorizer(), country: "UA") }

    private func lines() throws -> [RepairedLine] {
        var lines: [RepairedLine] = []
        try open().forEachRepairedLine { lines.append($0) }
        return lines
    }

    /// Rows of one card in March 2026, four a day: nothing proves that a row of one part is one of
    /// another.
    private func card(_ rows: some Sequence<Int>) -> String {
        "Date;Details;Amount;Currency\n"
            + rows.map { "2026-03-1\($0 / 4);Shop \($0);-1\($0).0;UAH\n" }.joined()
    }

    /// One payment in two accounts, as two of four rows a day are.
    private func isDoubled(_ number: Int) -> Bool { number % 4 < 2 }

    /// What is said of a line, and where it goes.
    private func say(
        _ number: Int, _ word: String, _ line: LineKey, using random: inout SeededDice
    ) throws {
        var decision = Decision()
        if Bool.random(using: &random) { decision.note = "note \(word) \(number)" }
        if Bool.random(using: &random) { decision.tags = [word, "both"] }
        if Bool.random(using: &random) { decision.payee = "Payee \(word)" }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: decision.category = word == "black" ? "health.pharmacy" : "transport.fuel"
        case 1:
            decision.splits = [("groceries", 400), ("transport", 600 + number * 100)].map {
                .init(
                    category: $0.0,
                    amount: Money(minorUnits: Int64(-$0.1), currency: .uah), note: word)
            }
        default: break
        }
        if Bool.random(using: &random) { decision.verdict = .approve }
        if decision == Decision() { return }
        _ = try open().decide(command: "review", .keys([line])) { _ in decision }
    }

    @Test(arguments: drawn(every: 8, of: UInt64(1)...60))
    func `keep what was said of both lines of one payment`(_ seed: UInt64) throws {
        var random = SeededDice(seed: seed)
        try household.importing(
            [household.write(card((0..<12).filter(isDoubled)), to: "black.csv")],
            account: "black")
        try household.importing(
            [household.write(card(0..<12), to: "white.csv")], account: "white")
        for line in try lines().shuffled(using: &random) {
            let number = Int(-line.fact.amount.units / 100) - 10
            try say(number, line.fact.account, line.key, using: &random)
        }
        let before = try household.dump()
        let earlier = try lines()
        let planned = try open().move(command: "move", to: "black", isDryRun: true) {
            $0.fact.account == "white"
        }
        #expect(try household.dump() == before)
        let report = try open().move(command: "move", to: "black", learning: learning) {
            $0.fact.account == "white"
        }
        #expect(report == planned && report.moved == 12 && report.joined == 6)
        for line in try lines() {
            let parts = earlier.filter { $0.fact.amount == line.fact.amount }
            try proveKept(line, parts)
        }
        #expect(try open().check().isEmpty)
        _ = try open().undo()
        #expect(try household.dump() == before)
        guard case .done = try open().redo() else {
            Issue.record("nothing to do again")
            return
        }
        #expect(try lines().count == 12)
    }

    @Test(arguments: [[], ["black"], ["white"], ["black", "white"]], [false, true])
    func `keep the facts that either line of one payment knew`(
        approved: [String], isWhiteFirst: Bool
    ) throws {
        let table = "Date;Details;Amount;Currency;Balance\n"
        let rows = [0, 5, 10, 15].map {
            "2026-03-1\($0 / 4);Shop \($0);-1\($0).0;UAH;\(900 - $0).5\n"
        }
        let files = [
            household.write(card([0, 5, 10, 15]), to: "black.csv"),
            household.write(table + rows.joined(), to: "white.csv"),
        ]
        let accounts = isWhiteFirst ? ["white", "black"] : ["black", "white"]
        for (file, account) in zip(files, accounts) {
            try household.importing([file], account: account)
        }
        for account in approved {
            let keys = try lines().filter { $0.fact.account == account }.map(\.key)
            _ = try open().approve(.keys(Set(keys)))
        }
        let before = try household.dump()
        let report = try open().move(
            command: "move", to: "black",
            comparing: { coming, there in
                coming.map { line in
                    let known = there.first(where: { $0.identity.day == line.identity.day })
                    return known.map { LineMeeting.same($0.identity.key) } ?? .new
                }
            }, where: { $0.fact.account == "white" })
        #expect(report.joined == 4)
        let moved = try lines()
        #expect(
            moved.map { $0.fact.balance?.units ?? 0 }.sorted() == [88_550, 89_050, 89_550, 90_050])
        #expect(moved.allSatisfy { $0.identity.balance != 0 })
        #expect(try open().check().isEmpty)
        let joined = try household.dump()
        _ = try open().undo()
        #expect(try household.dump() == before)
        _ = try open().redo()
        #expect(try household.dump() == joined)
        for file in files { try household.importing([file], account: "black") }
        #expect(try lines().count == 4)
    }

    /// The line says what each of its parts said.
    private func proveKept(_ line: RepairedLine, _ parts: [RepairedLine]) throws {
        let said = Said(line)
        let earlier = parts.map(Said.init)
        #expect(line.fact.account == "black")
        for part in earlier {
            #expect(part.note.isEmpty || said.note.contains(part.note))
            #expect(said.tags.isSuperset(of: part.tags))
        }
        #expect(Set(said.tags).count == said.tags.count)
        // The approved line stays, else the one that was there.
        let stays =
            parts.first { $0.place == .ledger && $0.fact.account == "black" }
            ?? parts.first { $0.place == .ledger }
            ?? parts.first { $0.fact.account == "black" } ?? parts[0]
        let first = Said(stays)
        let words = earlier.filter { $0.hasWord }
        #expect(words.isEmpty || words.contains { $0.what == said.what })
        #expect(!first.hasWord || said.what == first.what)
        let payees = earlier.map(\.payee).filter { $0.hasPrefix("Payee") }
        #expect(payees.isEmpty || payees.contains(said.payee))
        #expect(!first.payee.hasPrefix("Payee") || said.payee == first.payee)
    }

    private struct Said {
        let note: String
        let tags: Set<String>
        let payee: String
        let what: String
        let hasWord: Bool

        init(_ line: RepairedLine) {
            if let said = line.words.annotation {
                note = said.note
                tags = Set(said.tags)
                payee = said.payee
                hasWord = said.isByPerson || !said.splits.isEmpty
                what = said.splits.isEmpty ? said.category : "\(said.splits)"
            } else {
                let said = line.words.decision ?? Decision()
                note = said.note ?? ""
                tags = Set(said.tags ?? [])
                payee = said.payee ?? ""
                hasWord = said.category != nil || said.splits != nil
                what = said.splits.map { "\($0)" } ?? said.category ?? ""
            }
        }
    }

    @Test(arguments: [false, true])
    func `a payment of which one line was dismissed goes on waiting`(isMovedDismissed: Bool) throws
    {
        try household.importing(
            [household.write(card((0..<12).filter(isDoubled)), to: "black.csv")],
            account: "black")
        try household.importing(
            [household.write(card(0..<12), to: "white.csv")], account: "white")
        let account = isMovedDismissed ? "white" : "black"
        let keys = try lines().filter { $0.fact.account == account }.map(\.key)
        _ = try open().decide(command: "dismiss", .keys(Set(keys))) { _ in
            Decision(verdict: .dismiss)
        }
        let report = try open().move(command: "move", to: "black") { $0.fact.account == "white" }
        #expect(report.joined == 6)
        let waiting = try lines().filter { $0.place == .queue }
        #expect(waiting.count == (isMovedDismissed ? 6 : 12))
        #expect(try open().check().isEmpty)
    }

    // MARK: Transfers

    private func pay(_ account: String, _ rows: [(Int, String)]) throws {
        let text = BankLine.csv(
            rows.enumerated().map { number, row in
                let day = row.0 / 10
                return (
                    "1\(day).03.2026 1\(row.0 % 10):00:0\(number)", row.1,
                    "\(row.0 % 2 == 0 ? "-" : "")5\(day)00.0",
                    "\(20_000 + number * 13).0"
                )
            })
        try household.importing(
            [household.write(text, to: "\(account).csv")], account: account)
    }

    /// Transfers between two accounts and to a third one, some of them approved or edited.
    @Test(arguments: drawn(every: 8, of: UInt64(1)...40))
    func `make no transfer within one account`(_ seed: UInt64) throws {
        var random = SeededDice(seed: seed)
        try pay("black", [(10, "На білу картку"), (30, "На білу картку"), (50, "На чужу картку")])
        try pay(
            "white", [(11, "З чорної картки"), (31, "З чорної картки"), (70, "На сіру картку")])
        try pay("grey", [(71, "З білої картки"), (51, "З чорної картки")])
        _ = try household.importing([household.write(card(0..<1), to: "none.csv")], account: "none")
        for line in try lines() where Bool.random(using: &random) {
            _ = try open().decide(command: "review", .keys([line.key])) { _ in
                Decision(verdict: .approve)
            }
        }
        let before = try household.dump()
        let planned = try open().move(
            command: "accounts merge", to: "black", merged: "white", isDryRun: true,
            learning: learning
        ) { $0.fact.account == "white" }
        #expect(try household.dump() == before)
        let report = try open().move(
            command: "accounts merge", to: "black", merged: "white", learning: learning
        ) { $0.fact.account == "white" }
        #expect(report == planned)
        #expect(report.unpaired > 0)
        let after = try lines()
        let accounts = Dictionary(uniqueKeysWithValues: after.map { ($0.key, $0.fact.account) })
        for line in after {
            #expect(!line.words.isTransfer(to: line.fact.account))
            #expect(!line.words.isTransfer(to: "white"))
            if let other = line.words.suggestion.otherSide {
                #expect(accounts[other] == line.words.suggestion.transferTo)
                #expect(accounts[other] != line.fact.account)
            }
        }
        for pair in try open().ledger.pairs() where pair.isPair {
            #expect(accounts[pair.key] != accounts[pair.other])
        }
        #expect(
            report.unpairedEntries.allSatisfy { key in
                after.contains { $0.key == key && $0.place == .ledger }
            })
        #expect(try open().check().isEmpty)
        _ = try open().undo()
        #expect(try household.dump() == before)
    }

    // MARK: Files that are forgotten

    @Test(arguments: [false, true])
    func `a payment that was said to be the same stays when one file is forgotten`(
        isApproved: Bool
    ) throws {
        let payments = [1, 3, 5].map { CardPayment(day: $0, amount: "1\($0).50") }
        try household.importing([household.write(CardPayment.ofx(payments), to: "a.ofx")])
        try household.importing([household.write(CardPayment.mt940([payments[1]]), to: "b.sta")])
        var asked: [LineKey: [LineKey]] = [:]
        try open().forEachQueueLine { line in
            if line.state == .ambiguous { asked[line.key] = line.related }
            return true
        }
        let copy = try #require(asked.keys.first)
        let line = try #require(asked[copy]?.first)
        _ = try open().decide(command: "review", .keys([line])) { _ in
            Decision(
                verdict: isApproved ? .approve : nil, category: "health.pharmacy", note: "mine")
        }
        _ = try open().decide(command: "review", .keys([copy])) { _ in Decision(verdict: .same) }
        let before = try household.dump()
        let report = try open().forget(
            files: { $0.name == "a.ofx" }, sources: { $1.file == "a.ofx" })
        #expect(report.forgotten == 2 && report.kept == 1)
        let left = try lines()
        #expect(left.count == 1)
        #expect(left.first.map { Said($0).note } == "mine")
        #expect(left.first?.sources.map(\.file) == ["b.sta"])
        #expect(left.first?.place == (isApproved ? .ledger : .queue))
        #expect(try open().check().isEmpty)
        _ = try open().undo()
        #expect(try household.dump() == before)
    }

    @Test func `a question about a payment that is forgotten is none`() throws {
        let payments = [1, 3, 5].map { CardPayment(day: $0, amount: "1\($0).50") }
        try household.importing([household.write(CardPayment.ofx(payments), to: "a.ofx")])
        try household.importing([household.write(CardPayment.mt940([payments[1]]), to: "b.sta")])
        _ = try open().forget(files: { $0.name == "a.ofx" }, sources: { $1.file == "a.ofx" })
        var states: [QueueLine.State] = []
        try open().forEachQueueLine {
            states.append($0.state)
            #expect($0.related.isEmpty)
            return true
        }
        #expect(states == [.new])
    }
}
