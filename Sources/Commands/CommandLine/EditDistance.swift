/// The word among `words` that `typed` most probably stands for, or nil when none is near.
///
/// A beginning of three letters or more is near when only one word begins so; else one mistake is forgiven for each three
/// letters. Of equally near words the first in alphabetical order wins.
func closest(to typed: String, among words: [String]) -> String? {
    let beginning = words.filter { typed.utf8.count >= 3 && $0.hasPrefix(typed) }
    if beginning.count == 1 { return beginning[0] }
    // Nobody mistypes a word this long; the cost of the comparison is bounded.
    guard typed.utf8.count <= 32 else { return nil }
    let forgiven = max(1, typed.utf8.count / 3)
    return words.sorted()
        .map { (word: $0, distance: editDistance(typed, $0)) }
        .filter { $0.distance <= forgiven && $0.distance < $0.word.utf8.count }
        .min { $0.distance < $1.distance }?.word
}

/// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
///
/// - Source: optimal string alignment, the restricted Damerau–Levenshtein distance.
/// - Complexity: O(*n* · *m*).
func editDistance(_ first: String, _ second: String) -> Int {
    let a = Array(first.lowercased().unicodeScalars)
    let b = Array(second.lowercased().unicodeScalars)
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 0..<a.count {
        var row = [i + 1]
        row.reserveCapacity(b.count + 1)
        for j in 0..<b.count {
            let replaced = last[j] + (a[i] == b[j] ? 0 : 1)
            var best = min(replaced, last[j + 1] + 1, row[j] + 1)
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                best = min(best, beforeLast[j - 1] + 1)
            }
            row.append(best)
        }
        beforeLast = last
        last = row
    }
    return last[b.count]
}
