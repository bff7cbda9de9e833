package import Facts

/// Names of kinds and words of accounts' names, from `rules/values.txt`.
extension AccountKind {
    /// The kind of this name, in any language and letter case; nil when there is none.
    package init?(name: String) {
        let folded = TextFolder().fold(name)
        if let kind = Self(rawValue: folded) ?? Self.names[folded] {
            self = kind
            return
        }
        return nil
    }

    /// All names that ``init(name:)`` understands, keys first.
    package static var allNames: [String] { allCases.map(\.rawValue) + names.keys.sorted() }

    /// The kind that these names of one account say; `current` when none does.
    ///
    /// A masked number is a card's.
    package init(ofAccountNamed names: [String]) {
        let folder = TextFolder()
        let words = Set(names.flatMap { folder.fold($0).split(separator: " ").map(String.init) })
        if let said = Self.words.first(where: { !words.isDisjoint(with: $0.words) }) {
            self = said.kind
        } else {
            self = names.contains(where: Self.isMasked) ? .card : .current
        }
    }

    private static func isMasked(_ name: String) -> Bool {
        name.contains("*") && name.contains { $0.isASCII && $0.isNumber }
    }

    private static let names: [String: AccountKind] = {
        var names: [String: AccountKind] = [:]
        for (kind, words) in lines("account-kind") { for word in words { names[word] = kind } }
        return names
    }()

    private static let words = lines("account-word")

    private static func lines(_ key: String) -> [(kind: AccountKind, words: Set<String>)] {
        let folder = TextFolder()
        return WrittenValues.of(key).compactMap { line in
            let words = line.split(separator: " ")
            guard let key = words.first, let kind = AccountKind(rawValue: String(key)) else {
                return nil
            }
            return (kind, Set(words.dropFirst().map { folder.fold(String($0)) }))
        }
    }
}
