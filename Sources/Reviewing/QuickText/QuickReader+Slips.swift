internal import Facts

/// Typing errors in words that decide the amount, its currency, its sign or its day: «вчроа», «50
/// єврро», «25 тияч», «авнас».
extension QuickReader {
    /// - Throws: a word that is none of the payee's, but nearly one of the vocabulary.
    func refuseSlips(beside amount: QuickNumber) throws(Fault) {
        for index in free where words[index].isWord && !words[index].isCode {
            if !isOrdinary(index), isSlip(at: index, amount) {
                throw .misspelt(words[index].text)
            }
        }
    }

    /// A word of a sign that nothing else gives.
    var slipOfDirection: Int? {
        let kinds: [QuickWords.Kind] = [
            .earned, .income, .came, .refund, .advance, .gave, .gaveMany, .gaveBack, .moneyBack,
            .cameBack, .sold,
        ]
        return free.first { index in
            guard words[index].isWord, !isOrdinary(index) else { return false }
            if isToMe, isNear(index, [.paid], 5) || isSwapped(index, [.paid]) { return true }
            return isNear(index, kinds, 5) || isSwapped(index, kinds)
                || has(.from, index - 1) && isNear(index, [.personOf, .payer], 5)
        }
    }

    private func isSlip(at index: Int, _ amount: QuickNumber) -> Bool {
        if isNear(index, [.near, .weekday], 5) { return true }
        if isSlipOfMonth(index) { return true }
        // «три дні томму»
        if has(.daysOf, index - 1), isNumberBefore(index - 1), isNear(index, [.ago], 4) {
            return true
        }
        let isBehind = index == amount.words.upperBound + 1
        let isBehindNation =
            index == amount.words.upperBound + 2 && has(.nation, amount.words.upperBound + 1)
        if isBehind || isBehindNation, amount.currency == nil {
            let kinds: [QuickWords.Kind] = [.currency, .currencyAfter, .nation]
            if isNear(index, kinds, 5) || isSwapped(index, kinds) || isDoubled(index, kinds) {
                return true
            }
            if lexicon.slipOfStem(key(index), kinds) { return true }
        }
        // «дваіцять першого лютого»
        if words.indices.contains(index + 1), words[index + 1].isTaken,
            lexicon.has(.ordinal, words[index + 1].key), isNear(index, [.number], 5)
        {
            return true
        }
        // «25 тияч п'ятсот»
        if isNumberBefore(index), isNear(index, [.scale], 4) { return true }
        let isBeside = isBehind || index == amount.words.lowerBound - 1
        return isBeside && (amount.isSpelled || amount.isSmallWord)
            && isNear(index, [.number, .scale], 4)
    }

    /// «10 брезня», and «преше березня»: of an unread day the month is left.
    private func isSlipOfMonth(_ index: Int) -> Bool {
        if key(index - 1) == "of", isNear(index, [.month], 4) { return true }
        guard !key(index).utf8.allSatisfy({ $0 < 0x80 }) else { return false }
        if isNumberBefore(index), isNear(index, [.month], 5) { return true }
        return lexicon.number(.month, key(index)) != nil && key(index).count > 4
            && index > 0 && !words[index - 1].isTaken && isNear(index - 1, [.ordinal], 5)
    }

    private func isNumberBefore(_ index: Int) -> Bool {
        guard index > 0 else { return false }
        return words[index - 1].plain.last?.isNumber == true
            || lexicon.has(.number, words[index - 1].key)
    }

    /// The word itself has a meaning.
    private func isOrdinary(_ index: Int) -> Bool {
        lexicon.knows(key(index)) || Self.neighbours.contains(key(index))
    }

    /// Ordinary words one letter away from one of the vocabulary.
    private static let neighbours: Set<String> = [
        "grant", "четверо", "серед", "среди", "вечера", "sundae", "tours", "repair", "repairs",
        "bonds",
        "полочка", "полочку", "передача", "передачу",
    ]

    private func isNear(_ index: Int, _ kinds: [QuickWords.Kind], _ lettersMin: Int) -> Bool {
        lexicon.slip(key(index), kinds, lettersMin: lettersMin, targetMin: lettersMin) != nil
    }

    /// `slod`: of four letters, only two that changed places.
    private func isSwapped(_ index: Int, _ kinds: [QuickWords.Kind]) -> Bool {
        let letters = Array(key(index))
        guard letters.count == 4 else { return false }
        return (1..<3).contains { place in
            var other = letters
            other.swapAt(place, place + 1)
            return other != letters && kinds.contains { lexicon.has($0, String(other)) }
        }
    }

    /// «єврро»: a letter twice.
    private func isDoubled(_ index: Int, _ kinds: [QuickWords.Kind]) -> Bool {
        let letters = Array(key(index))
        return letters.indices.dropFirst().contains { place in
            guard letters[place] == letters[place - 1] else { return false }
            var other = letters
            other.remove(at: place)
            return kinds.contains { lexicon.has($0, String(other)) }
        }
    }
}
