internal import Facts

/// A bank named without «з» or `from`: «комісія моно 15», «заправка 1500 приватом».
///
/// Cash is never assumed when a bank is named. An account in the instrumental case, or a bank's
/// name as it is, is the account if another word names the purchase; in another case, with a debt
/// or a recipient and nothing else, it is ambiguous. Names that are hardly ordinary words (`N26`,
/// «Спільна картка») are treated likewise. An account with an ordinary word for a name («Дім»,
/// `black`) counts only in the instrumental case, and is ambiguous when there is no purchase.
extension QuickReader {
    private struct NameBeside {
        var accounts: [QuickAccounts.Account]
        var form: QuickAccounts.Form
        /// Including «карта» before or after it.
        var words: ClosedRange<Int>
    }

    /// Takes the account beside the purchase.
    ///
    /// - Throws: when a bank is named that may be something else, or has no account here.
    mutating func takeAccountBeside(_ amount: QuickNumber) throws(Fault) {
        guard accountsSaid.isEmpty, !isAccountGiven else { return }
        try refuseTwoNames()
        guard let name = nameBeside else {
            try refuseOrdinaryName()
            return try refuseOtherBank(amount)
        }
        let spoken = text(of: name.words)
        let followsLink = links.contains { has($0, name.words.lowerBound - 1) }
        let isClear =
            !followsLink && saysWhatFor(beside: name.words) && firstFree(.loan, .debt) == nil
        let isFee = has(.fine, name.words.lowerBound - 1)
        switch name.form {
        case .instrumental where isClear: break
        case .asNamed where isClear && recipient == nil: break
        // The fee is charged there: «комісія пумбу».
        case .other where isClear && isFee: break
        default: throw .accountOrPayee(spoken)
        }
        for index in name.words { words[index].isTaken = true }
        accountsSaid.append(
            AccountSaid(
                place: .alone, accounts: name.accounts, name: spoken, words: name.words))
    }

    func isBank(_ name: String) -> Bool { !QuickAccounts.banks.meant(by: name).isEmpty }

    private var nameBeside: NameBeside? {
        for index in free {
            guard let (found, end) = name(at: index, followsCard: false) else { continue }
            let typed = plain(index)
            let form = accounts.form(of: typed)
            guard form == .instrumental || isBank(typed) || isNameAsWritten(index...end) else {
                continue
            }
            let start = has(.carded, index - 1) ? index - 1 : index
            return NameBeside(accounts: found, form: form, words: start...end)
        }
        return nil
    }

    /// Not an ordinary word: several words, letters with digits or a hyphen, Latin ones among
    /// Cyrillic ones, a capital within the sentence.
    private func isNameAsWritten(_ range: ClosedRange<Int>) -> Bool {
        let typed = text(of: range).trimmingMarks
        guard accounts.form(of: typed.lowercased()) == .asNamed else { return false }
        if range.count > 1 || typed.contains(where: { !$0.isLetter }) { return true }
        if range.lowerBound > 0, typed.first?.isUppercase == true { return true }
        return Self.isLatin(typed)
            && words.contains { $0.isWord && !Self.isLatin($0.plain) && $0.key.count > 2 }
    }

    private static func isLatin(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

    /// «кава 65 чорна», «обід кишеня 200»: an account's name or an ordinary word, as in «чорна кава
    /// 65».
    private func refuseOrdinaryName() throws(Fault) {
        for index in free {
            guard let (_, end) = name(at: index, followsCard: false),
                accounts.form(of: text(of: index...end).trimmingMarks.lowercased()) == .asNamed,
                !links.contains(where: { has($0, index - 1) }),
                !words.indices.contains(end + 1) || words[end + 1].isTaken
            else { continue }
            throw .accountOrPayee(text(of: index...end))
        }
    }

    /// «таксі сенсом 120», «кава 65 з сенсу», `coffee 65 revolut`, and «пенсія ощад 4000» with two
    /// accounts there.
    private func refuseOtherBank(_ amount: QuickNumber) throws(Fault) {
        for index in free {
            guard let (_, end) = name(at: index, followsCard: false, among: .banks) else {
                continue
            }
            let several = accounts.beginning(with: plain(index))
            if !several.isEmpty {
                throw .accountUnclear(text(of: index...end), several.map(\.shown))
            }
            let before = place(index - 1)
            let form = QuickAccounts.banks.form(of: plain(index))
            let isPaidWith =
                before == .from || before == .with || before == nil && form == .instrumental
            let isPaidInto = before == .into && firstFree(.spent, .bought) == nil
            let isAlone =
                before == nil && form == .asNamed
                && (index > amount.words.upperBound || has(.fine, index - 1))
            if isPaidWith || isPaidInto || isAlone {
                throw .accountUnknown(text(of: index...end))
            }
        }
    }

    /// A word other than verbs and conjunctions names the purchase.
    private func saysWhatFor(beside name: ClosedRange<Int>) -> Bool {
        let others: [QuickWords.Kind] = [
            .spent, .spentNoun, .paid, .earned, .received, .got, .gave, .moved, .bought, .own, .me,
            .carded, .account, .mine,
        ]
        return free.contains { index in
            if has(.fine, index) || has(.tax, index) { return true }
            return words[index].isWord && !name.contains(index)
                && !others.contains { has($0, index) } && !links.contains { has($0, index) }
        }
    }

    private var links: [QuickWords.Kind] {
        [
            .placeFrom, .placeWith, .placeWithin, .placeInto, .price, .by, .from, .ofPlace, .on,
            .joining,
        ]
    }
}
