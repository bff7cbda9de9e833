import Facts

/// Words of rows that pay what a card or a loan owes, and of the rows by which its account confirms
/// that, from `rules/values.txt`.
package enum RepaymentWords {
    /// Whether words of the text begin with one of them, or with each part of one.
    package static func areIn(_ text: String) -> Bool {
        if text.isEmpty { return false }
        let words = TextFolder().fold(text).utf8.split(separator: space)
        return beginnings.contains { parts in
            parts.allSatisfy { part in words.contains { $0.starts(with: part) } }
        }
    }

    /// The words of a text that may be an account's own name: no word for any account, and no
    /// number.
    package static func naming(in text: String) -> [String] {
        TextFolder().fold(text).split(separator: " ").compactMap { word in
            guard word.count >= 4, word.allSatisfy(\.isLetter), !common.contains(String(word))
            else { return nil }
            return String(word)
        }
    }

    /// Whether a folded word is the name of an issuer of credit cards.
    package static func isIssuer(_ word: String) -> Bool { issuers.contains(word) }

    /// `card+pay` has two parts. As bytes: folded texts are equal where their bytes are.
    private static let beginnings = words("repayment-word").map {
        $0.utf8.split(separator: space).map { Array($0) }
    }
    private static let space = UInt8(ascii: " ")
    private static let issuers = Set(words("card-issuer"))

    private static let common = Set(
        words("account-word") + words("account-kind") + words("repayment-word"))

    private static func words(_ key: String) -> [String] {
        let folder = TextFolder()
        return WrittenValues.of(key).flatMap { $0.split(separator: " ") }
            .map { folder.fold(String($0)) }
    }
}
