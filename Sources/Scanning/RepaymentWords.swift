import Facts

/// Words of rows that pay what a card or a loan owes, and of the rows by which its account confirms
/// that, from `rules/values.txt`.
package enum RepaymentWords {
    /// Whether a word of the text begins with one of them.
    package static func areIn(_ text: String) -> Bool {
        if text.isEmpty { return false }
        return TextFolder().fold(text).split(separator: " ").contains { word in
            beginnings.contains { word.hasPrefix($0) }
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

    private static let beginnings = words("repayment-word")
    private static let issuers = Set(words("card-issuer"))

    private static let common = Set(words("account-word") + words("account-kind") + beginnings)

    private static func words(_ key: String) -> [String] {
        let folder = TextFolder()
        let text = EmbeddedFile.values.withSpan { String(utf8: $0) }
        return text.split(separator: "\n").filter { $0.hasPrefix(key + " = ") }
            .flatMap { $0.dropFirst(key.count + 3).split(separator: " ") }
            .map { folder.fold(String($0)) }
    }
}
