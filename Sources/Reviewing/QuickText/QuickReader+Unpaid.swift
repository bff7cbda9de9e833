internal import Facts

/// Sentences about money that has not moved: «не заплатив», «треба купити», «куплю», `will pay`,
/// and questions.
extension QuickReader {
    /// - Throws: the words that say so.
    func refuseUnpaid() throws(Fault) {
        for index in free {
            if let said = unpaid(at: index) { throw .nothingPaid(text(of: said)) }
        }
    }

    private func unpaid(at index: Int) -> ClosedRange<Int>? {
        if asks(index) { return index...index }
        if has(.willPay, index) { return index...index }
        if has(.not, index) { return negated(at: index) }
        if has(.intended, index) { return intended(at: index) }
        return wished(at: index)
    }

    /// «заплатив за газ?», «чи купив я хліб», `did I pay`.
    private func asks(_ index: Int) -> Bool {
        let typed = words[index].text
        if typed.last == "?" || typed.hasSuffix("?!") { return true }
        guard index == free.first else { return false }
        return has(.question, index) && free.contains { isOfPaying($0) }
    }

    func isNumber(_ index: Int) -> Bool {
        let kinds: [QuickWords.Kind] = [.number, .numberRound, .half, .alone]
        return plain(index).first?.isNumber == true || kinds.contains { has($0, index) }
    }

    /// «не заплатив», «ще не повернули», `didn't pay`, `have not yet paid`.
    private func negated(at index: Int) -> ClosedRange<Int>? {
        // «не 65»
        if isNumber(index + 1) { return index...(index + 1) }
        let verb = (index + 1...index + 2).first { isOfPaying($0) }
        return verb.map { index...$0 }
    }

    /// «хочу купити», «треба 500 на подарунок», `want to buy`; a verb that need not mean money
    /// («забув») only before an infinitive.
    private func intended(at index: Int) -> ClosedRange<Int>? {
        // «піца 300 Хочу піцу»
        if index > 0, isCapitalised(index) { return nil }
        let next = ["to", "be", "have"].contains(key(index + 1)) ? index + 2 : index + 1
        let isPaid = isOfPaying(next)
        if lexicon.value(.intended, key(index)) == "verb" {
            return isPaid ? index...next : nil
        }
        return index...(isPaid ? next : index)
    }

    /// «заплатити 500 за газ», `to pay 500`, with no verb that says that something was paid.
    private func wished(at index: Int) -> ClosedRange<Int>? {
        let isEnglish = key(index) == "to" && Self.englishInfinitives.contains(key(index + 1))
        guard has(.toPay, index) || isEnglish else { return nil }
        let isDone = free.contains { other in
            other < index && (has(.managed, other) || isOfPaying(other))
        }
        return isDone ? nil : index...(isEnglish ? index + 1 : index)
    }

    private static let englishInfinitives: Set<String> = [
        "pay", "buy", "spend", "send", "give", "lend", "withdraw", "repay", "order", "return",
    ]

    /// A verb of money in any tense.
    private func isOfPaying(_ index: Int) -> Bool {
        has(.toPay, index) || has(.noun, index) || has(.willPay, index)
    }
}
