package import Facts

/// Keys in the order they were added. Those of neighbours share account and day, which are kept
/// once: eight bytes a key, not sixteen.
package struct KeyList: Sendable, Equatable, Sequence {
    /// Neighbours that share account and day.
    private struct Run: Equatable, BitwiseCopyable {
        let account: UInt32
        let day: Int32
        /// Number of the key behind its last one.
        var end: Int
    }

    private var rests: [UInt64] = []
    private var runs: [Run] = []

    package init() {}

    package var count: Int { rests.count }
    package var isEmpty: Bool { rests.isEmpty }

    package mutating func reserveCapacity(_ count: Int) { rests.reserveCapacity(count) }

    package mutating func append(_ key: LineKey) {
        rests.append(key.rest)
        if let last = runs.last, last.account == key.account, last.day == key.day {
            runs[runs.count - 1].end = rests.count
        } else {
            runs.append(Run(account: key.account, day: key.day, end: rests.count))
        }
    }

    package func makeIterator() -> Iterator { Iterator(list: self) }

    package struct Iterator: IteratorProtocol {
        fileprivate let list: KeyList
        private var number = 0
        private var run = 0

        fileprivate init(list: KeyList) { self.list = list }

        package mutating func next() -> LineKey? {
            guard number < list.rests.count else { return nil }
            if list.runs[run].end == number { run += 1 }
            let rest = list.rests[number]
            number += 1
            return LineKey(
                account: list.runs[run].account,
                day: CalendarDate(daysSince1970: list.runs[run].day), rest: rest)
        }
    }
}
