import Categorizing
import Facts
import Scanning
import Testing
import Workspaces

@testable import Importing

@Suite struct `What is prepared of a file` {
    private static let rows = [
        ("14.02.2026 12:00:00", "Сільпо", "-125.5", "9000.0"),
        ("14.02.2026 11:00:00", "Bolt", "-99.0", "9125.5"),
        ("14.02.2026 10:00:00", "Аванс", "1000.0", "9224.5"),
        ("13.02.2026 10:00:00", "Сільпо", "-70.0", "8224.5"),
        ("12.02.2026 10:00:00", "Нечувана крамниця", "-7.0", "8294.5"),
    ]

    /// Rows with their identities, and the suggestions as the queue has them.
    private func prepared(
        _ path: String, remembers: Bool
    ) throws -> (rows: PreparedRows, suggestions: [[UInt8]]) {
        let categorizer = Categorizer()
        let preparation = FilePreparation(
            categorizer: categorizer, book: AccountBook(Settings()), options: ImportOptions(),
            remembers: remembers)
        preparation.begin(try #require(InputList(paths: [path], inbox: "").files.first))
        var batch = PreparedBatch()
        // The first pieces may hold no row.
        repeat { preparation.prepare(&batch) } while !batch.isLast && batch.rows.batch.lines.isEmpty
        #expect(batch.failure == nil)
        #expect(batch.rows.identities.isEmpty)
        batch.rows.identify()
        var cache = SuggestionCache(categorizer: categorizer, country: "UA", memory: nil)
        cache.beginBatch(batch.rows)
        var suggestions: [[UInt8]] = []
        for (index, line) in batch.rows.batch.lines.enumerated() {
            let answer = try cache.suggestion(
                index, line, of: batch.rows, account: "", key: batch.rows.identities[index].key)
            suggestions.append(Array(cache.storage[cache.range(of: answer)]))
        }
        return (batch.rows, suggestions)
    }

    @Test func `is judged once for each description, and identified by the ledger's thread`() throws
    {
        let household = try Household()
        let path = household.write(BankLine.csv(Self.rows), to: "a.csv")
        let (rows, suggestions) = try prepared(path, remembers: true)
        #expect(rows.identities.count == 5)
        #expect(Set(rows.judgementNumbers).count { rows.judgements[$0] != nil } == 4)
        #expect(rows.judgementNumbers[0] == rows.judgementNumbers[3])
        #expect(Set(suggestions).count > 2)
        // Only memory asks for the subjects that are named with each judgement.
        #expect(try prepared(path, remembers: false).suggestions == suggestions)
    }
}
