import Categorizing
import Deduplicating
import Facts
import Scanning
import Testing
import Workspaces

@testable import Pipeline

@Suite struct `What is prepared of a file` {
    private static let rows = [
        ("14.02.2026 12:00:00", "Сільпо", "-125.5", "9000.0"),
        ("14.02.2026 11:00:00", "Bolt", "-99.0", "9125.5"),
        ("14.02.2026 10:00:00", "Аванс", "1000.0", "9224.5"),
        ("13.02.2026 10:00:00", "Сільпо", "-70.0", "8224.5"),
        ("12.02.2026 10:00:00", "Нечувана крамниця", "-7.0", "8294.5"),
    ]

    private func judgementsMade(_ rows: PreparedRows) -> Int {
        Set(rows.judgementNumbers).count { rows.judgements[$0] != nil }
    }

    /// Identities, and the suggestions as the queue has them.
    private func prepared(
        _ path: String, isTakerIdle: @escaping () -> Bool
    ) throws -> (made: Int, identities: [LineIdentity], suggestions: [[UInt8]]) {
        let categorizer = Categorizer()
        let preparation = FilePreparation(
            categorizer: categorizer, book: AccountBook(Settings()), options: ImportOptions(),
            isForMemory: { false }, isTakerIdle: isTakerIdle)
        preparation.begin(try #require(InputList(paths: [path], inbox: "").files.first))
        var batch = PreparedBatch()
        // The first pieces may hold no row.
        repeat { preparation.prepare(&batch) } while !batch.isLast && batch.rows.batch.lines.isEmpty
        #expect(batch.failure == nil)
        let made = judgementsMade(batch.rows) + batch.rows.identities.count
        batch.rows.identify()
        var cache = SuggestionCache(categorizer: categorizer, country: "UA", memory: nil)
        cache.judge(&batch.rows)
        #expect(judgementsMade(batch.rows) == 4)
        cache.beginBatch(batch.rows)
        var suggestions: [[UInt8]] = []
        for (index, line) in batch.rows.batch.lines.enumerated() {
            let answer = try cache.suggestion(
                index, line, of: batch.rows, account: "", key: batch.rows.identities[index].key)
            suggestions.append(Array(cache.storage[cache.range(of: answer)]))
        }
        return (made, batch.rows.identities, suggestions)
    }

    @Test func `is the same whichever thread had the time to judge and to identify it`() throws {
        let household = try Household()
        let path = household.write(BankLine.csv(Self.rows), to: "a.csv")
        let ahead = try prepared(path) { false }
        let left = try prepared(path) { true }
        // Four descriptions, five rows.
        #expect(ahead.made == 9)
        #expect(left.made == 0)
        #expect(ahead.identities.count == 5)
        #expect(left.identities == ahead.identities)
        #expect(left.suggestions == ahead.suggestions)
        #expect(Set(ahead.suggestions).count > 2)
        var turn = 0
        let mixed = try prepared(path) {
            turn += 1
            return turn % 2 == 0
        }
        #expect(mixed.made > 0 && mixed.made < 9)
        #expect(mixed.identities == ahead.identities)
        #expect(mixed.suggestions == ahead.suggestions)
    }
}
