/// Number of letters to insert, delete, replace or swap with their neighbour to turn one word into
/// the other.
///
/// - Source: optimal string alignment, the restricted Damerau–Levenshtein distance.
/// - Complexity: O(*n* × *m*); for words, not for texts.
@inlinable
package func editDistance<Letter: Equatable>(_ a: [Letter], _ b: [Letter]) -> Int {
    // Three rows of the table, allocated once and swapped: a word is compared with hundreds.
    var beforeLast = Array(repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    var current = beforeLast
    for i in 0..<a.count {
        current[0] = i + 1
        for j in 0..<b.count {
            var least = min(
                last[j + 1] + 1, current[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                least = min(least, beforeLast[j - 1] + 1)
            }
            current[j + 1] = least
        }
        swap(&beforeLast, &last)
        swap(&last, &current)
    }
    return last[b.count]
}
