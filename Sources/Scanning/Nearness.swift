/// Words of the list that a person may have meant, nearest first, each once, at most three; none
/// when all are too far.
package func nearest(to typed: String, among known: [String]) -> [String] {
    let wanted = Array(typed.unicodeScalars.prefix(64))
    let farthest = max(1, wanted.count / 3)
    return
        Set(known)
        .map { (distance: editDistance(wanted, Array($0.unicodeScalars)), word: $0) }
        .filter { $0.distance <= farthest }
        .sorted { ($0.distance, $0.word) < ($1.distance, $1.word) }
        .prefix(3).map(\.word)
}
