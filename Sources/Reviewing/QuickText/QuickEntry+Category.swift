package import Categorizing
package import Facts

/// The category of a payment in words.
extension QuickEntry {
    /// The suggestion for the payee, as the words of the sentence correct it.
    ///
    /// Money lent or paid back is between people. A category that the words name is meant, unless a
    /// rule or an earlier decision says another one. Something sold or given is not a refund,
    /// though its words are those of a shop.
    ///
    /// - Parameter suggest: the suggestion for a text.
    package func filed(
        _ names: CategoryNames, suggest: (String) -> Suggestion
    ) -> Suggestion {
        var suggestion = suggest(payee)
        if suggestion.category.isEmpty, let thing { suggestion = suggest(thing) }
        if suggestion.isByRule || suggestion.isDismissal { return suggestion }
        if origin == .loan { return Suggestion(category: "transfers.person") }
        // Memory without a category says that it has never seen the text.
        let isDecided = suggestion.evidence.contains {
            [.memory, .habit, .words].contains($0.source) && !$0.category.isEmpty
        }
        if isDecided { return suggestion }
        let isIncome = isIncome
        if let own = names.own(in: payee, isIncome: isIncome) { return Suggestion(category: own) }
        if origin == nil, ["", "transfers.person"].contains(suggestion.category), let occasion {
            let own = suggest(occasion)
            if !own.category.isEmpty { return own }
            if let named = names.named(occasion, isIncome: isIncome) {
                return Suggestion(category: named)
            }
        }
        let isGoods = suggestion.category.isEmpty || names.kind(of: suggestion.category) == .expense
        switch origin {
        case .earned where suggestion.category == "income.refund" || isIncome && isGoods:
            return Suggestion(category: "income.other")
        case .person: return Suggestion(category: "transfers.person")
        case .fromPerson
        where suggestion.category.isEmpty || suggestion.category == "income.refund":
            return Suggestion(category: "transfers.person")
        default: break
        }
        if origin == nil, areOnlyThings, let own = categoryOfThings,
            !suggestion.category.hasPrefix(own)
        {
            return Suggestion(category: own)
        }
        if isReturned, suggestion.category.isEmpty, !payee.isEmpty {
            return Suggestion(category: "income.refund")
        }
        guard suggestion.category.isEmpty,
            let named = names.named(payee, isIncome: isIncome)
                ?? thing.flatMap({ names.named($0, isIncome: isIncome) }) ?? categoryOfThings
        else { return suggestion }
        return Suggestion(category: named)
    }

    /// `lunch` of `lunch with Tom`, «обід» of «обід з Томом»: who was there was not paid.
    private var occasion: String? {
        let words = payee.split(separator: " ")
        guard let link = words.firstIndex(where: { Self.beside.contains($0.lowercased()) }),
            link > 0, link + 1 < words.count
        else { return nil }
        return words[..<link].joined(separator: " ")
    }

    private static let beside: Set = ["with", "w/", "з", "із", "зі", "с", "со"]

    /// The category of the things bought, in any case and number; nil for things of several.
    private var categoryOfThings: String? {
        if isIncome { return nil }
        let lexicon = QuickWords.builtIn
        let found = payee.split(whereSeparator: { " ,;".contains($0) }).compactMap {
            lexicon.value(.thing, QuickWords.key($0))
        }
        return found.first.flatMap { first in found.allSatisfy { $0 == first } ? first : nil }
    }

    /// «яблука», «5 кг картоплі»: common words, which a brand of such a name does not change.
    private var areOnlyThings: Bool {
        let lexicon = QuickWords.builtIn
        let others: [QuickWords.Kind] = [.measure, .portion, .price, .on, .joining, .number]
        return payee.split(separator: " ").allSatisfy { word in
            let key = QuickWords.key(word)
            return lexicon.has(.thing, key) || others.contains { lexicon.has($0, key) }
                || word.first?.isNumber == true
        }
    }

    /// «піца» of «за піцу», «одяг» of «на одяг»; nil when the payee has neither.
    private var thing: String? {
        let lexicon = QuickWords.builtIn
        var words = payee.split(separator: " ").map(String.init)
        guard let first = words.first else { return nil }
        if words.count > 1, lexicon.has(.price, first) || lexicon.has(.on, first) {
            words.removeFirst()
        }
        // The accusative of feminine nouns.
        words = words.map { word in
            guard word.count > 3, let last = word.last, let ending = Self.nominative[last] else {
                return word
            }
            return word.dropLast() + String(ending)
        }
        let thing = words.joined(separator: " ")
        return thing == payee ? nil : thing
    }

    private static let nominative: [Character: Character] = ["у": "а", "ю": "я"]
}
