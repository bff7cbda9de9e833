import Facts
import Testing

@testable import Workspaces

@Suite struct `A list of keys` {
    private func key(_ account: UInt32, _ day: Int32, _ rest: UInt64) -> LineKey {
        LineKey(account: account, day: CalendarDate(daysSince1970: day), rest: rest)
    }

    @Test func `gives them back in the order they came, whatever they share`() {
        let keys = [
            key(1, 5, 9), key(1, 5, 3), key(1, 4, 3), key(2, 4, 3), key(2, 4, 3), key(1, 5, .max),
            key(.max, -7, 0),
        ]
        var list = KeyList()
        #expect(list.isEmpty && Array(list) == [])
        for (number, key) in keys.enumerated() {
            list.append(key)
            #expect(list.count == number + 1)
            #expect(Array(list) == Array(keys[...number]))
        }
    }
}
