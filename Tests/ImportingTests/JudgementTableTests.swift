import Categorizing
import Facts
import Pending
import Scanning
import Testing

@testable import Importing

@Suite struct `Judgements by number` {
    private let categorizer = Categorizer()

    private func judgement(_ words: String) -> Categorizer.Judgement {
        var batch = LineBatch()
        var line = StatementLine()
        line.description = batch.add(words)
        return categorizer.judge(
            line: line, arena: batch.arena.span, account: "", country: "UA", namesSubjects: true)
    }

    private func words(_ judgement: Categorizer.Judgement?) -> [String]? {
        judgement.map { $0.subjectsAsked.map(\.subject) }
    }

    @Test func `each is found, whatever order they came in`() {
        for numbers in [[3, 4, 5, 6], [9, 4, 7, 100, 5], [6, 5, 4, 3], [2, 2, 8]] {
            var table = JudgementTable()
            for number in numbers { table.set(judgement("крамниця \(number)а"), number) }
            for number in 0...101 {
                let expected =
                    numbers.contains(number) ? words(judgement("крамниця \(number)а")) : nil
                #expect(words(table[number]) == expected)
            }
        }
    }

    @Test func `what memory is asked about comes by number, whatever order they came in`() {
        var table = JudgementTable()
        table.set(judgement("перша"), 7)
        table.set(judgement("третя"), 9)
        table.set(judgement("друга"), 8)
        var met: [[String]?] = []
        #expect(
            table.forEachAsked(from: 7) {
                met.append($0.map(\.subject)); return true
            } == 10)
        #expect(met == ["перша", "друга", "третя"].map { words(judgement($0)) })
        table.removeAll()
        #expect(table[7] == nil)
        #expect(table.forEachAsked(from: 7) { _ in true } == 7)
    }

    @Test func `those from a number on are told of until it is enough`() {
        var table = JudgementTable()
        for number in 20..<30 { table.set(judgement("крамниця \(number)а"), number) }
        var met = 0
        #expect(
            table.forEachAsked(from: 23) { _ in
                met += 1; return met < 4
            } == 27)
        #expect(met == 4)
        #expect(table.forEachAsked(from: 28) { _ in true } == 30)
        #expect(table.forEachAsked(from: 40) { _ in true } == 40)
    }
}
