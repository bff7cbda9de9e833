internal import Facts

/// Finds accounts: with `@`, and by name in an account's position.
extension QuickReader {
    /// A name in the position of an account.
    struct AccountSaid {
        enum Place {
            /// «з моно», `from mono`.
            case from
            /// `with mono`, «через моно».
            case with
            /// «у моно».
            case within
            /// «на моно», `into mono`.
            case into
            /// `@mono` anywhere, «картка *1234».
            case alone
        }

        var place: Place
        /// Possible accounts; empty for a name after `@`.
        var accounts: [QuickAccounts.Account]
        /// The name alone, as written.
        var name: String
        /// Including the word before it.
        var words: ClosedRange<Int>

        /// False for the beginning of a name.
        var isWhole = true

        var isMarked: Bool { accounts.isEmpty }
    }

    /// Whether the text may contain an account's name, or does contain a known one.
    var mayNameAccounts: Bool {
        words.indices.contains { index in
            name(at: index, followsCard: false) != nil || place(index) != nil
                || has(.carded, index) || has(.topup, index)
                || has(.moved, index) || has(.cash, index)
                || words[index].text.first.map { "@*•".contains($0) } == true
                || Self.arrows.contains(words[index].text)
                || QuickAccounts.isInstrumental(words[index].plain)
                || !QuickAccounts.banks.meant(by: words[index].plain).isEmpty
        }
    }

    /// «переказав 300 моно приват»: from which to which?
    func refuseTwoNames() throws(Fault) {
        guard firstFree(.moved) != nil, recipient == nil else { return }
        for index in free where isName(index) && isName(index + 1) {
            let names = [index, index + 1].compactMap { accounts.only(name($0))?.id }
            if names.count == 2, names[0] != names[1] {
                throw .sideUnclear(text(of: index...(index + 1)))
            }
        }
    }

    // MARK: Finding

    /// Takes `@account`s, and account names after a word that introduces them.
    mutating func takeAccounts() throws(Fault) {
        var index = 0
        while index < words.count {
            if let said = try accountMarked(at: index) ?? accountNamed(at: index) {
                accountsSaid.append(said)
                index = said.words.upperBound + 1
            } else {
                index += 1
            }
        }
        for said in accountsSaid {
            for index in said.words { words[index].isTaken = true }
        }
    }

    private func accountMarked(at index: Int) throws(Fault) -> AccountSaid? {
        guard !words[index].isTaken else { return nil }
        let place = placeOfAccount(index)
        let start = place == nil ? index : pastOwnWords(index + 1)
        guard words.indices.contains(start), words[start].text.first == "@" else { return nil }
        let name = String(words[start].text.dropFirst()).trimmingMarks
        if name.isEmpty { throw .nameMissing("@") }
        return AccountSaid(
            place: place ?? .alone, accounts: [], name: name, words: index...start)
    }

    /// «з картки моно», `into my mono`, «картка *1234».
    private func accountNamed(at index: Int) -> AccountSaid? {
        guard !words[index].isTaken, !accounts.isEmpty else { return nil }
        if let place = placeOfAccount(index) {
            let start = pastOwnWords(index + 1)
            let whole = name(at: start, followsCard: start > index + 1)
            guard let (found, end) = whole ?? beginningOfName(at: start, place) else { return nil }
            return AccountSaid(
                place: place, accounts: found, name: text(of: start...end), words: index...end,
                isWhole: whole != nil)
        }
        if let said = accountByTail(at: index) { return said }
        guard has(.carded, index), let (found, end) = name(at: index + 1, followsCard: true)
        else { return nil }
        // «карткою моно»
        let isByCard = has(.byCard, index)
        guard isByCard || words[index + 1].plain.contains(where: \.isNumber) else { return nil }
        return AccountSaid(
            place: isByCard ? .with : .alone, accounts: found,
            name: text(of: (index + 1)...end), words: index...end)
    }

    /// `*1234`, the last digits of an own card, anywhere.
    private func accountByTail(at index: Int) -> AccountSaid? {
        let typed = plain(index)
        guard let mark = typed.first, "*•".contains(mark) else { return nil }
        let found = accounts.meant(by: typed)
        if found.isEmpty { return nil }
        return AccountSaid(place: .alone, accounts: found, name: typed, words: index...index)
    }

    /// «у приват» is the target with «поклав» and «закинув», else the place.
    private func placeOfAccount(_ index: Int) -> AccountSaid.Place? {
        guard let place = place(index), place == .within else { return place(index) }
        let isPut = words.contains { word in
            lexicon.has(.paidIn, word.key) || lexicon.has(.moved, word.key)
                || Self.verbsOfMoving.contains { lexicon.has($0, word.key) }
        }
        return isPut ? .into : .within
    }

    private static let verbsOfMoving: [QuickWords.Kind] = [.gave, .gaveMany]

    func place(_ index: Int) -> AccountSaid.Place? {
        if has(.placeFrom, index) { return .from }
        if has(.placeWith, index) { return .with }
        if has(.placeWithin, index) { return .within }
        if has(.placeInto, index) { return .into }
        return nil
    }

    /// Skips «моєї картки», `my account`.
    private func pastOwnWords(_ index: Int) -> Int {
        var at = index
        while has(.mine, at) || has(.carded, at) || has(.account, at) { at += 1 }
        return at
    }

    /// The longest account name that begins here.
    func name(
        at start: Int, followsCard: Bool, among known: QuickAccounts? = nil
    ) -> (accounts: [QuickAccounts.Account], end: Int)? {
        for end in stride(from: min(start + 3, words.count - 1), through: start, by: -1) {
            let range = start...end
            guard range.allSatisfy({ !words[$0].isTaken && words[$0].text.first != "@" }) else {
                continue
            }
            let typed = words[range].map(\.plain).joined(separator: " ")
            if !followsCard, range.allSatisfy({ !words[$0].isWord }) { continue }
            let found = (known ?? accounts).meant(by: typed)
            // «Готівка» may be the name of an account.
            let isCash = range.allSatisfy { has(.cash, $0) }
            if !isCash, range.allSatisfy({ isNoName($0) }) { continue }
            if found.isEmpty || belongsToNext(end) { continue }
            var last = end
            // «з чорної картки»
            while has(.carded, last + 1) || has(.account, last + 1) { last += 1 }
            return (found, last)
        }
        return nil
    }

    /// «з ощаду» where the accounts are «Ощад зарплатна» and «Ощад кредитна»: ambiguous, and not
    /// cash either.
    private func beginningOfName(
        at index: Int, _ place: AccountSaid.Place
    ) -> (accounts: [QuickAccounts.Account], end: Int)? {
        guard place == .from || place == .with, words.indices.contains(index), !isNoName(index),
            words[index].isWord, !words[index].isTaken, !belongsToNext(index)
        else { return nil }
        let found = accounts.beginning(with: words[index].plain)
        return found.isEmpty ? nil : (found, index)
    }

    /// Cash, a currency, a number or a person.
    private func isNoName(_ index: Int) -> Bool {
        let kinds: [QuickWords.Kind] = [
            .cash, .currency, .currencyAfter, .number, .scale, .person, .personOf, .personTo, .me,
        ]
        return kinds.contains { has($0, index) }
    }

    /// «з чорної смородини»: the word belongs to the next one, not to an account.
    private func belongsToNext(_ index: Int) -> Bool {
        let key = key(index)
        guard Self.endingsOfAdjectives.contains(where: { key.hasSuffix($0) }),
            words.indices.contains(index + 1)
        else { return false }
        let next = words[index + 1]
        guard !next.isTaken, next.isWord, next.text.first?.isLowercase == true else { return false }
        let others: [QuickWords.Kind] = [
            .carded, .account, .placeFrom, .placeInto, .placeWith, .placeWithin, .joining, .price,
            .person, .personTo, .personOf, .me, .near, .weekday, .currency, .number, .spent, .gave,
            .moved, .withdrew, .withdrewOrRented, .paidIn, .topup, .cash,
        ]
        return !others.contains { has($0, index + 1) }
    }

    private static let endingsOfAdjectives = [
        "ої", "ого", "ому", "ій", "ою", "ую", "ой", "ым", "им", "ых", "их", "ый", "ий", "ая", "ое",
    ]

    // MARK: Resolution

    /// The account's id, or its name as written after `@`; throws when it may be several.
    private func one(_ said: AccountSaid, _ currency: Currency?) throws(Fault) -> String {
        if said.isMarked { return said.name }
        let found = QuickAccounts.fitting(said.accounts, currency ?? .unknown)
        if found.count == 1, said.isWhole { return found[0].id }
        if found.contains(where: { $0.id == accountGiven }) { return accountGiven }
        throw .accountUnclear(said.name, found.map(\.shown))
    }

    /// The id of the account that a side of a transfer means, else the text.
    private func known(_ side: String, _ currency: Currency?) throws(Fault) -> String {
        let found = QuickAccounts.fitting(accounts.meant(by: side), currency ?? .unknown)
        if found.count > 1 { throw .accountUnclear(side, found.map(\.shown)) }
        return found.first?.id ?? side
    }

    /// Interprets the accounts together with the verb.
    ///
    /// - Returns: the account of the payment, empty when none is given, and the movement.
    mutating func settleAccounts(
        _ amount: QuickNumber, _ movement: QuickEntry.Movement, isIncome: Bool
    ) throws(Fault) -> (account: String, movement: QuickEntry.Movement) {
        if case .between(let from, let to) = movement {
            return (
                "",
                .between(
                    from: try known(from, amount.currency), to: try known(to, amount.currency))
            )
        }
        if movement == .payment, !isIncome { try releaseTargets() }
        if movement == .payment { try takeAccountBeside(amount) }
        if movement == .fromCash { try refuseOtherSource() }
        guard let first = accountsSaid.first else {
            try refuseTwoNames()
            return ("", movement)
        }
        var names: [String] = []
        for said in accountsSaid { names.append(try one(said, amount.currency)) }
        if case .exchanged = movement, names.count == 2,
            let from = accountsSaid.firstIndex(where: { $0.place == .from || $0.place == .with }),
            let into = accountsSaid.firstIndex(where: { $0.place == .into })
        {
            try verifyExchange(movement, amount, accountsSaid[from], accountsSaid[into])
            accountInto = names[into]
            return (names[from], movement)
        }
        if let sides = try sides(names, movement) { return ("", sides) }
        let spoken = text(of: first.words)
        let isSource = first.place == .from || first.place == .with
        // «gift from mono»: from the bank, or out of the account.
        let isMoneyFrom =
            !first.isMarked && lexicon.has(.from, words[first.words.lowerBound].key)
            && firstFree(.money) != nil
        switch movement {
        case .toCash where first.place == .into || first.place == .within:
            throw .sourceMissing(spoken)
        case .payment where isIncome && isSource: throw .sideUnclear(spoken)
        case .payment where isMoneyFrom && firstFree(.spent, .gave, .moved) == nil:
            throw .sideUnclear(spoken)
        case .fromCash where isSource: throw .sideUnclear(spoken)
        case .exchanged(_, _, let received)
        where isSource && first.accounts.first?.currency == received:
            throw .sideUnclear(spoken)
        case .payment where !isIncome:
            if let cash = takeSideOfCash(isInto: first.place == .into) {
                if cash == .from, first.place == .into { return (names[0], .fromCash) }
                if cash == .into, isSource { return (names[0], .toCash) }
                throw .sideUnclear(spoken)
            }
            if first.place == .into {
                guard let source = nameBefore(first) else { throw .sourceMissing(spoken) }
                return ("", .between(from: source, to: names[0]))
            }
        default: break
        }
        return (names[0], movement)
    }

    /// The account that an exchange is paid from, where both were named together: «з моно на приват
    /// по 41,5».
    mutating func settleExchange(
        _ exchange: QuickEntry.Movement, _ amount: QuickNumber, from: String, to: String
    ) throws(Fault) -> String {
        guard case .exchanged(_, _, let received) = exchange else { return "" }
        for (side, currency) in [(from, amount.currency), (to, received)] {
            let own = accounts.only(side, in: currency ?? .unknown)?.currency ?? .unknown
            if own.isKnown, own != currency { throw .twoAccounts(from, to) }
        }
        accountInto = try known(to, received)
        return try known(from, amount.currency)
    }

    private func verifyExchange(
        _ exchange: QuickEntry.Movement, _ amount: QuickNumber, _ from: AccountSaid,
        _ into: AccountSaid
    ) throws(Fault) {
        guard case .exchanged(_, _, let received) = exchange else { return }
        for (said, currency) in [(from, amount.currency), (into, received)] where !said.isMarked {
            let own = QuickAccounts.fitting(said.accounts, currency ?? .unknown).first?.currency
            if let own, own.isKnown, own != currency { throw .twoAccounts(from.name, into.name) }
        }
    }

    /// `mono to privat`: the name directly before.
    private func nameBefore(_ said: AccountSaid) -> String? {
        let index = said.words.lowerBound - 1
        return isName(index) ? accounts.only(name(index))?.id : nil
    }

    /// Both sides if two accounts are given; nil if they are one.
    private func sides(
        _ names: [String], _ movement: QuickEntry.Movement
    ) throws(Fault) -> QuickEntry.Movement? {
        guard names.count > 1 else { return nil }
        let into = accountsSaid.firstIndex { $0.place == .into }
        let from = accountsSaid.firstIndex { $0.place == .from || $0.place == .with }
        switch movement {
        case .payment, .toCash, .fromCash:
            if names.count == 2, let into, let from {
                return .between(from: names[from], to: names[into])
            }
        case .between, .exchanged: break
        }
        if Set(names).count > 1 { throw .twoAccounts(names[0], names[1]) }
        return nil
    }

    /// «переклав 500 з моно в готівку», «закинув 500 готівки на моно».
    private mutating func takeSideOfCash(isInto: Bool) -> AccountSaid.Place? {
        guard let index = firstFree(.cash) else { return nil }
        switch place(index - 1) {
        case nil:
            if isInto { words[index].isTaken = true }
            return isInto ? .from : nil
        case .with?: return nil
        case let place?:
            words[index].isTaken = true
            words[index - 1].isTaken = true
            return place == .from ? .from : .into
        }
    }

    /// Releases words after «на» that are not one's own account here: the purchase, or another
    /// person's account. They do not give the source account.
    private mutating func releaseTargets() throws(Fault) {
        guard firstFree(.spent) != nil || recipient != nil else { return }
        let released = accountsSaid.filter { $0.place == .into && !$0.isMarked }
        for said in released {
            for index in said.words { words[index].isTaken = false }
        }
        accountsSaid.removeAll { $0.place == .into && !$0.isMarked }
        let isOfPerson = firstFree(.spent) == nil
        let target = released.first { isOfPerson || isBank($0.name) }
        if let target, accountsSaid.isEmpty, !isAccountGiven {
            throw .sourceMissing(text(of: target.words))
        }
    }

    /// «поповнив моно 500 з картки»: not from cash, and the source is unknown.
    private func refuseOtherSource() throws(Fault) {
        let source = free.first { index in
            has(.placeFrom, index) && words.indices.contains(index + 1)
                && !words[index + 1].isTaken && !has(.cash, index + 1)
        }
        if let source { throw .sourceMissing(text(of: source...(source + 1))) }
    }

    // MARK: Topped up

    /// «поповнив моно 500»: the account directly after the verb, or after its amount.
    mutating func takeAccountToppedUp(_ amount: QuickNumber) {
        guard let verb = firstFree(.topup) else { return }
        var start = verb + 1
        while words.indices.contains(start),
            amount.words.contains(start) || isOwnWord(start)
        {
            start += 1
        }
        guard let (found, end) = name(at: start, followsCard: isOwnWord(start - 1)) else {
            return
        }
        for index in start...end { words[index].isTaken = true }
        accountsSaid.append(
            AccountSaid(
                place: .into, accounts: found, name: text(of: start...end), words: start...end))
    }

    /// A verb of topping up, and an account.
    var isAccountToppedUp: Bool {
        firstFree(.topup) != nil && firstFree(.topupOut) == nil
            && accountsSaid.contains { $0.place == .into || $0.place == .alone }
    }

    /// «поклав 1000 на Приват», but not «вніс 500 за садок @Приват».
    var isAccountPaidInto: Bool {
        guard let verb = firstFree(.paidIn) else { return false }
        let isAlone = !free.contains { words[$0].isWord && $0 != verb && !isOwnWord($0) }
        return accountsSaid.contains {
            $0.place == .into || $0.place == .alone && isAlone
        }
    }

    private func isOwnWord(_ index: Int) -> Bool {
        has(.mine, index) || has(.carded, index) || has(.account, index)
    }

    // MARK: Accounts without a name

    /// «з картки», «на рахунок», «поповнення картки»: an unnamed account; empty when there is none.
    func accountUnnamed(isIncome: Bool) -> String {
        if isIncome, let verb = firstFree(.topup), let into = firstFree(.topupIn) {
            return text(of: min(verb, into)...max(verb, into))
        }
        for index in free where has(.carded, index) || has(.account, index) {
            var start = index
            while start > 0, isOwnWord(start - 1) { start -= 1 }
            // «з синьої картки»
            if place(start - 1) == nil, place(start - 2) != nil, !plain(start - 1).isEmpty,
                words[start - 1].isWord
            {
                start -= 1
            }
            guard !isOfAnother(index + 1) else { continue }
            switch place(start - 1) {
            case .from?, .with?:
                if !isIncome { return text(of: (start - 1)...index) }
            case .into?, .within?:
                if isIncome { return text(of: (start - 1)...index) }
            default:
                if !isIncome, has(.byCard, index) { return text(of: start...index) }
            }
        }
        return ""
    }

    /// «на карту дружини», «з картки Олени».
    private func isOfAnother(_ index: Int) -> Bool {
        has(.personOf, index) || has(.personTo, index)
            || words.indices.contains(index) && !words[index].isTaken
                && words[index].text.first?.isUppercase == true
    }
}
