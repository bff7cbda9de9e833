import Scanning

/// The word among `words` that `typed` most probably means, or nil when none is near.
///
/// A prefix of three letters or more is near if only one word has it; otherwise one error is
/// allowed for each three letters. Of equally near words the first in alphabetical order wins.
func closest(to typed: String, among words: [String]) -> String? {
    let beginning = words.filter { typed.utf8.count >= 3 && $0.hasPrefix(typed) }
    if beginning.count == 1 { return beginning[0] }
    // Bounds the cost of the comparison; longer words are not typing errors.
    guard typed.utf8.count <= 32 else { return nil }
    let forgiven = max(1, typed.utf8.count / 3)
    let letters = lowercasedLetters(typed)
    return words.sorted()
        .map { (word: $0, distance: editDistance(letters, lowercasedLetters($0))) }
        .filter { $0.distance <= forgiven && $0.distance < $0.word.utf8.count }
        .min { $0.distance < $1.distance }?.word
}

private func lowercasedLetters(_ word: String) -> [Unicode.Scalar] {
    Array(word.lowercased().unicodeScalars)
}
