internal import Facts

/// The rest of the text as the payee.
extension QuickReader {
    /// The remaining words without verbs; the noun of a verb where nothing else remains.
    func takePayee(_ movement: QuickEntry.Movement) -> String {
        let verbs = free.filter { isVerb($0) }
        let left = free.filter {
            !verbs.contains($0) && !isOfCash($0, movement.isOwn) && !isSubject($0, verbs)
        }
        let isSaid = left.contains { words[$0].isWord && words[$0].key.count > 1 }
        // «взяв у борг»
        if let first = left.first, has(.ofPlace, first), has(.debt, first + 1) {
            return shown(Array(left.dropFirst()))
        }
        if isSaid { return shown(left) }
        let noun = verbs.compactMap { lexicon.value(.noun, key($0)) }.first
        return noun ?? shown(free)
    }

    private func shown(_ indices: [Int]) -> String {
        indices.map { words[$0].text }.joined(separator: " ").trimmingMarks
    }

    /// A verb of a payment. English ones that are also parts of names (`Best Buy`, `Apple Pay`)
    /// count only at the beginning.
    func isVerb(_ index: Int) -> Bool {
        guard has(.noun, index) else { return false }
        let key = key(index)
        let isLatin = key.utf8.allSatisfy { $0 < 0x80 }
        if !isLatin || key.hasSuffix("ed") || Self.verbsAnywhere.contains(key) { return true }
        let isFirst = !free.contains {
            $0 < index && words[$0].isWord && !has(.own, $0) && !has(.noun, $0)
        }
        return isFirst
    }

    private static let verbsAnywhere: Set<String> = [
        "paid", "bought", "sold", "spent", "sent", "gave", "lent", "repaid", "withdrew",
    ]

    /// «я», `I` before a verb, and «мені», `me`.
    private func isSubject(_ index: Int, _ verbs: [Int]) -> Bool {
        if verbs.isEmpty { return false }
        return has(.own, index) && verbs.contains { $0 > index && $0 <= index + 2 }
            || has(.me, index) || has(.back, index)
    }

    /// «готівкою», `from cash`: the account, unless that is another one.
    func isOfCash(_ index: Int, _ isOwn: Bool) -> Bool {
        if isOwn || isAccountGiven || !accountsSaid.isEmpty { return false }
        let next = index + 1
        let isLink = place(index) == .from || place(index) == .with || key(index) == "in"
        let at = isLink && has(.cash, next) ? next : index
        guard has(.cash, at), !key(at).hasPrefix("банкомат"),
            !["atm", "bankomat"].contains(key(at))
        else { return false }
        return at != index || place(index - 1) == nil || place(index - 1) == .from
            || place(index - 1) == .with || key(index - 1) == "in"
    }
}
