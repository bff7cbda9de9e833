import Facts

/// Files of several accounts whose lines lie in one: taken apart their balances run on, together
/// they break.
///
/// Files that show the same line are of one account. Of the others two are of two accounts when
/// their days overlap and the balances of both together break more often than those of each.
struct MergedFiles {
    typealias Days = [CalendarDate: DayBalances]

    /// The files of each account, the one with most rows first; empty when all may be of one.
    private(set) var parts: [[String]] = []

    private struct Part {
        var files: Set<String>
        var days: Days
        var breaks: Int
        var range: ClosedRange<CalendarDate>

        var rows: Int { days.values.reduce(0) { $0 + $1.printed + $1.unprinted } }
    }

    /// - Parameter breaks: how often the balances of these days do not follow from each other.
    init(_ daysByFiles: [Set<String>: Days], breaks: (Days) -> Int) {
        let files = Self.sharing(daysByFiles, breaks)
        guard files.count > 1 else { return }
        var accounts: [Part] = []
        for file in files {
            let choices = accounts.indices.map { index in
                let joined = Self.joined(accounts[index].days, file.days)
                let added = breaks(joined) - accounts[index].breaks - file.breaks
                return (index: index, added: added, joined: joined)
            }
            let best = choices.min { ($0.added, $0.index) < ($1.added, $1.index) }
            // Behind a gap between two statements a break says nothing of whose they are.
            let isOther =
                choices.allSatisfy { $0.added > 0 && accounts[$0.index].range.overlaps(file.range) }
            guard let best, !isOther else {
                accounts.append(file)
                continue
            }
            let chosen =
                best.added <= 0
                ? best
                : choices.first { !accounts[$0.index].range.overlaps(file.range) } ?? best
            let old = accounts[chosen.index]
            accounts[chosen.index] = Part(
                files: old.files.union(file.files), days: chosen.joined,
                breaks: breaks(chosen.joined),
                range: min(
                    old.range.lowerBound, file.range.lowerBound)...max(
                        old.range.upperBound, file.range.upperBound))
        }
        guard accounts.count > 1 else { return }
        parts = accounts.sorted { $0.rows > $1.rows }.map { $0.files.sorted() }
    }

    /// Parts by files that share lines, in the order of their days.
    private static func sharing(
        _ daysByFiles: [Set<String>: Days], _ breaks: (Days) -> Int
    ) -> [Part] {
        var parts: [(files: Set<String>, days: Days)] = []
        for (files, days) in daysByFiles {
            var joined = (files: files, days: days)
            parts.removeAll { part in
                guard !part.files.isDisjoint(with: joined.files) else { return false }
                joined = (joined.files.union(part.files), Self.joined(joined.days, part.days))
                return true
            }
            parts.append(joined)
        }
        return parts.compactMap { files, days in
            guard let first = days.keys.min(), let last = days.keys.max() else { return nil }
            return Part(files: files, days: days, breaks: breaks(days), range: first...last)
        }.sorted { a, b in
            let (one, other) = (a.files.min() ?? "", b.files.min() ?? "")
            return (a.range.lowerBound, one) < (b.range.lowerBound, other)
        }
    }

    private static func joined(_ a: Days, _ b: Days) -> Days {
        a.merging(b) { one, other in
            var both = one
            both.add(other)
            return both
        }
    }
}
