import Scanning
import Testing

@testable import Deduplicating

struct OrdinalTableTests {
    /// Far fewer expected than come, so that the table is followed by others.
    @Test(arguments: [0, 10, 5_000])
    func `every ordinal is found again and no other`(_ expected: Int) {
        var table = OrdinalTable(expectedCount: expected)
        for number in 0..<5_000 { table[StableHash.mix(UInt64(number))] = number }
        for number in stride(from: 0, to: 5_000, by: 7) {
            table[StableHash.mix(UInt64(number))] = number + 10_000
        }
        for number in 0..<5_000 {
            let wanted = number % 7 == 0 ? number + 10_000 : number
            #expect(table[StableHash.mix(UInt64(number))] == wanted)
        }
        for number in 5_000..<6_000 { #expect(table[StableHash.mix(UInt64(number))] == nil) }
    }

    @Test func `a set of ordinals takes and gives back`() {
        var set = OrdinalSet()
        for number in [0, 63, 64, 1_000] { set.insert(number) }
        set.remove(64)
        set.remove(5_000)
        #expect(
            [0, 1, 63, 64, 1_000, 5_000].map(set.contains) == [
                true, false, true, false, true, false,
            ])
    }
}
