/// Words of the list a person may have meant, nearest first, at most three; none when all are too far.
internal func nearest(to typed: String, among known: [String]) -> [String] {
    let wanted = Array(typed.unicodeScalars.prefix(64))
    let farthest = max(1, wanted.count / 3)
    return
        known
        .map { (distance: editDistance(wanted, Array($0.unicodeScalars)), word: $0) }
        .filter { $0.distance <= farthest }
        .sorted { ($0.distance, $0.word) < ($1.distance, $1.word) }
        .prefix(3).map(\.word)
}

/// Letters to insert, leave out, replace or swap with their neighbour to come from one word to the other.
///
/// - Complexity: O(*n* × *m*); for words, not for texts.
internal func editDistance<Letter: Equatable>(_ a: [Letter], _ b: [Letter]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 0..<a.count {
        var current = [i + 1]
        for j in 0..<b.count {
            var least = min(
                last[j + 1] + 1, current[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                least = min(least, beforeLast[j - 1] + 1)
            }
            current.append(least)
        }
        beforeLast = last
        last = current
    }
    return last[b.count]
}
