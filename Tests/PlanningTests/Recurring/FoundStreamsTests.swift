import Facts
import Planning
import Reports
import TestKit
import Testing

@Suite struct `Streams as bytes` {
    private static func found(seed: UInt64) -> FoundStreams {
        let home = RandomHousehold(seed: seed)
        let words = try? RecurringWords(
            Array("- {match: {payee: nobody}}\n- {match: {payee: Netflix}, remind: [3]}\n".utf8))
        var payments = RecurringPayments(
            tree: CategoryTree(kindOf: { _ in nil }), words: words ?? RecurringWords()
        ) { $0 }
        for row in home.rows { payments.add(row) }
        return payments.found(asOf: CalendarDate(daysSince1970: Int32(RandomHousehold.last)))
    }

    @Test(arguments: 1...draws(3, slow: 40))
    func `are read as they were written`(seed: Int) {
        let found = Self.found(seed: UInt64(seed))
        #expect(found.streams.count > 10 && found.unused.first == 0)
        #expect(FoundStreams(found.bytes) == found)
    }

    /// Whatever the bytes are.
    @Test func `never trap`() {
        let bytes = Self.found(seed: 1).bytes
        for count in stride(from: 0, to: bytes.count, by: 7) {
            #expect(FoundStreams(Array(bytes.prefix(count))) == nil)
        }
        var dice = Dice(state: 1)
        for _ in 0..<200 {
            var spoiled = bytes
            for _ in 0...dice.roll(3) { spoiled[dice.roll(bytes.count)] = UInt8(dice.roll(256)) }
            _ = FoundStreams(spoiled)
        }
        #expect(FoundStreams(bytes + [0]) == nil)
    }
}
