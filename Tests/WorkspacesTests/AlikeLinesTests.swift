import Facts
import Ledger
import Pending
import Scanning
import Testing

@testable import Workspaces

@Suite struct `Lines alike` {
    /// Few words, many amounts, two accounts; some lines that are like no other.
    private static let facts: [StatementFact] = (0..<600).map { number in
        var one = fact(number, account: number % 7 == 0 ? "ПриватБанк" : "monobank-UAH")
        let sign: Int64 = number % 11 == 0 ? 1 : -1
        one.amount = Money(
            minorUnits: sign * Int64(100 + number), currency: number % 13 == 0 ? .usd : .uah)
        one.description = ["Сільпо", "Кава", "АТБ \"Маркет\"", "Таксі Київ — Львів"][number % 4]
        if number % 3 == 0 { one.memo = "за чай" }
        if number % 5 == 0 { one.counterpartyName = "ФОП Щедрик" }
        if number % 17 == 0 { one.balance = Money(minorUnits: Int64(number), currency: .uah) }
        if number % 19 == 0 { one.originalAmount = Money(minorUnits: 7, currency: .eur) }
        one.isHold = number % 23 == 0
        return one
    }

    private let learning = Learning(
        accountTag: { $0 == "ПриватБанк" ? 2 : 1 },
        subjects: { fact, _ in
            [
                SubjectKey(.text, "-" + fact.description),
                SubjectKey(.counterparty, "-" + fact.counterpartyName),
                SubjectKey.habit(ofCategory: "any", isMoneyIn: !fact.amount.isNegative),
            ]
        }, pattern: { "pattern " + $0.category }, suggest: { _, _ in .none })

    private func household(
        _ edit: (Workspace) throws -> Void = { _ in },
        _ approve: (Workspace) throws -> DecisionReport
    ) throws -> (dump: String, report: DecisionReport) {
        let home = Household()
        defer { home.remove() }
        let workspace = try home.create()
        try workspace.importFacts(Array(Self.facts[..<300]))
        try workspace.importFacts(Array(Self.facts[300...]), file: "квітень.csv")
        try edit(workspace)
        let report = try approve(workspace)
        let found = try workspace.dumped()
        #expect(try workspace.check() == [])
        let queue = try bytes(workspace.paths.queue)
        #expect(try workspace.undo() != nil)
        #expect(try workspace.check() == [])
        #expect(try workspace.redo() == .done(command: "approve"))
        #expect(try workspace.dumped() == found)
        #expect(try bytes(workspace.paths.queue) == queue)
        return (found, report)
    }

    private static let keys = Set(facts.map { key($0) })

    @Test(arguments: [true, false])
    func `approved together become what they become one by one`(isAsked: Bool) throws {
        var learning = learning
        learning.isAsked = isAsked
        let together = try household { try $0.approve(.all, learning: learning) }
        let oneByOne = try household { try $0.approve(.keys(Self.keys), learning: learning) }
        #expect(together.dump == oneByOne.dump)
        #expect(together.report.approved == oneByOne.report.approved)
        #expect(together.report.approved.count == Self.facts.count)
    }

    @Test func `are left together where nobody wants them`() throws {
        func wants(_ line: QueueLine) -> Bool { line.suggestion.category == "groceries" }
        let together = try household { try $0.approve(.all, learning: learning, where: wants) }
        let oneByOne = try household {
            try $0.approve(.keys(Self.keys), learning: learning, where: wants)
        }
        #expect(together.dump == oneByOne.dump)
        #expect(together.report == oneByOne.report)
        #expect((1..<Self.facts.count).contains(together.report.approved.count))
    }

    @Test func `keep what was decided about one of them`() throws {
        func edit(_ workspace: Workspace) throws {
            for number in stride(from: 3, to: 600, by: 41) {
                _ = try workspace.decide(
                    command: "review", .keys([key(Self.facts[number])]), learning: learning
                ) { _ in
                    number % 2 == 0
                        ? Decision(category: "gifts", note: "\(number)")
                        : Decision(tags: ["відпустка"])
                }
            }
        }
        let together = try household(edit) { try $0.approve(.all, learning: learning) }
        let oneByOne = try household(edit) {
            try $0.approve(.keys(Self.keys), learning: learning)
        }
        #expect(together.dump == oneByOne.dump)
        #expect(together.dump.contains("відпустка"))
    }

    @Test func `with tags or parts for all of them are written line by line`() throws {
        let decision = Decision(category: "gifts", tags: ["усі"])
        let together = try household {
            try $0.approve(.all, with: decision, learning: learning)
        }
        let oneByOne = try household {
            try $0.approve(.keys(Self.keys), with: decision, learning: learning)
        }
        #expect(together.dump == oneByOne.dump)
        #expect(together.report.approved.count == Self.facts.count)
    }
}
