import Categorizing
import Facts
import Pending
import Scanning
import Testing

@testable import Pipeline

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
            for number in numbers { table[number] = judgement("крамниця \(number)а") }
            for number in 0...101 {
                let expected =
                    numbers.contains(number) ? words(judgement("крамниця \(number)а")) : nil
                #expect(words(table[number]) == expected)
            }
        }
    }

    @Test func `one that is left to another is none until it is made`() {
        var table = JudgementTable()
        table[7] = judgement("перша")
        table[8] = nil
        table[9] = judgement("третя")
        #expect(table[8] == nil)
        var met: [[String]?] = []
        #expect(
            table.forEachAsked(from: 7) {
                met.append($0.map(\.subject)); return true
            } == 10)
        #expect(met == [words(judgement("перша")), words(judgement("третя"))])
        table[8] = judgement("друга")
        #expect(words(table[8]) == words(judgement("друга")))
        table.removeAll()
        #expect(table[7] == nil)
        #expect(table.forEachAsked(from: 7) { _ in true } == 7)
    }

    @Test func `those from a number on are told of until it is enough`() {
        var table = JudgementTable()
        for number in 20..<30 { table[number] = judgement("крамниця \(number)а") }
        var met = 0
        #expect(
            table.forEachAsked(from: 23) { _ in
                met += 1; return met < 4
            } == 27)
        #expect(met == 4)
        #expect(table.forEachAsked(from: 28) { _ in true } == 30)
        #expect(table.forEachAsked(from: 40) { _ in true } == 40)
    }

    @Test func `the evidence of each lies where it is said to, as long as none comes between`() {
        var table = JudgementTable()
        table[3] = judgement("АТБ маркет")
        table[4] = nil
        table[5] = judgement("Сільпо")
        #expect(table.evidenceRange(of: 3).isEmpty)
        var writer = ByteWriter()
        table.writeEvidence(by: &writer)
        for (number, words) in [(3, "АТБ маркет"), (5, "Сільпо")] {
            var alone = ByteWriter()
            judgement(words).withSuggestion { SuggestionJSON.appendEvidence(of: $0, to: &alone) }
            #expect(!alone.bytes.isEmpty)
            #expect(Array(table.evidence[table.evidenceRange(of: number)]) == alone.bytes)
        }
        for number in [2, 4, 6] { #expect(table.evidenceRange(of: number).isEmpty) }
        table[7] = judgement("пекарня")
        #expect(table.evidenceRange(of: 7).isEmpty)
        #expect(!table.evidenceRange(of: 5).isEmpty)
        table[1] = judgement("аптека")
        #expect((1...7).allSatisfy { table.evidenceRange(of: $0).isEmpty })
    }
}
