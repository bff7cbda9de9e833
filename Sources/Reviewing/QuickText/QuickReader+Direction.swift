internal import Facts

/// The direction of the money, and the payee.
extension QuickReader {
    enum Direction { case into, out, unclear(Int), toppedUp(Int), notYet(Int) }

    mutating func takeDirection(
        _ amount: QuickNumber, isExchange: Bool
    ) throws(Fault) -> (isIncome: Bool, hasSign: Bool) {
        if isExchange || isAccountToppedUp { return (false, false) }
        let spoken = spokenDirection(amount)
        let sign = amount.sign ?? takeSignBeside()
        if let sign {
            // A sign before everything decides; after the words it must not contradict them.
            let isFirst = amount.words.lowerBound == 0
            switch spoken {
            case .into? where sign == .minus && !isFirst, .out? where sign == .plus && !isFirst:
                throw .directionUnclear(amount.text)
            // «PlayStation Plus 350»
            case nil
            where !isFirst && lexicon.has(.plus, words[amount.words.lowerBound].key)
                && words[amount.words.lowerBound].isWord:
                throw .directionUnclear(amount.text)
            default: return (sign == .plus, true)
            }
        }
        switch spoken {
        case .into?: return (true, false)
        case .out?: return (false, false)
        case .unclear(let index)?: throw .directionUnclear(words[index].text)
        case .notYet(let index)?: throw .notPaidYet(words[index].text)
        case .toppedUp(let index)?: throw .targetMissing(words[index].text)
        case nil:
            if let slip = slipOfDirection { throw .directionUnclear(words[slip].text) }
            return (false, false)
        }
    }

    /// A plus before or after everything else: `від мами 500 +`. Between words it is a word.
    private mutating func takeSignBeside() -> WrittenNumber.Sign? {
        let left = free
        for index in [left.first, left.last] {
            guard let index, words[index].text == "+" || has(.plus, index) else { continue }
            words[index].isTaken = true
            return .plus
        }
        return nil
    }

    /// By verbs, else by nouns; nil when there are none.
    private func spokenDirection(_ amount: QuickNumber) -> Direction? {
        if let owed = firstFree(.owed) { return .notYet(owed) }
        if let change = firstFree(.change), change == free.first(where: { words[$0].isWord }) {
            return .unclear(change)
        }
        let isLoan = firstFree(.loan, .debt) != nil
        let earned = firstFree(.earned, .cameBack)
        let spent = firstFree(.spent)
        if let given = firstFree(.gave, .gaveMany, .gaveAway, .gaveBack), earned == nil {
            return giving(given, isToMe, spent)
        }
        if let topup = firstFree(.topup) { return toppingUp(topup) }
        if let lent = firstFree(.lent, .borrowed, .borrowedIn) { return lending(lent) }
        if let earned {
            if let spent {
                // «заробив і купив», «мені заплатили за продане»
                return isToMe && has(.paid, spent) ? .into : .unclear(spent)
            }
            if let fine = firstFree(.fine) { return .unclear(fine) }
            if has(.sold, earned), isToMe { return .unclear(earned) }
            // «дочь получила стипендию»: into this account?
            if has(.received, earned), !isToMe, isPerson(before: earned) {
                return .unclear(earned)
            }
            if has(.received, earned), let object = object(of: earned) { return .unclear(object) }
            return .into
        }
        if let got = firstFree(.got) { return getting(got, amount, spent) }
        if let spent {
            if isToMe { return has(.paid, spent) ? .into : .unclear(spent) }
            // «заплатив клієнт»
            let isPaidBySomeone =
                has(.paid, spent) && has(.payer, spent + 1) && isPersonOfCase(spent + 1)
                || isGivenAsSubject(spent + 1)
            // `Anna paid back 120`
            if has(.paid, spent), firstFree(.back) != nil, isSomeoneElse(before: spent) {
                return person(.to) == nil ? .into : .unclear(spent)
            }
            return isSomeoneElse(before: spent) || isPaidBySomeone ? .unclear(spent) : .out
        }
        if let came = firstFree(.came) {
            let isOfMoney = firstFree(.money, .income, .refund) != nil || fromSomeone != nil
            let others = free.filter { index in
                words[index].isWord && index != came && !has(.on, index) && !has(.carded, index)
            }
            return isOfMoney || others.isEmpty ? .into : .unclear(came)
        }
        if let took = firstFree(.took) {
            if firstFree(.debt) != nil { return lending(took) }
            if isLoan { return .into }
            // «взяв у мами 500», but «взяв у Тараса велосипед» was bought.
            if let lender = person(.from), isNothingElse(beside: lender) {
                return lender.isKnown ? lending(took) : .unclear(took)
            }
            if rest(beside: []).isEmpty, accountsSaid.isEmpty { return .unclear(took) }
            if firstFree(.cash) != nil { return .unclear(took) }
        }
        if firstFree(.paidIn) != nil { return .out }
        return namedDirection
    }

    /// «зарплата», «повернення за квитки», «від мами», «податок на дохід».
    private var namedDirection: Direction? {
        // «loan from Sam», but «кредит від банку» is paid back too.
        if let loan = firstFree(.loan, .debt), let someone = fromSomeone, loan < someone {
            return .into
        }
        // «кредит від банку»: paid out by the bank, or paid back?
        if let loan = firstFree(.loan), has(.from, loan + 1) { return .unclear(loan) }
        // «позика 300»: given or taken?
        if let loan = firstFree(.loan), Self.loansOfPersons.contains(where: key(loan).hasPrefix),
            person(.to) == nil, firstFree(.refund, .income) == nil
        {
            return .unclear(loan)
        }
        // «кава в борг», «попросив у борг»: nothing was paid yet, or by a verb that is not known.
        if let debt = firstFree(.debt), has(.ofPlace, debt - 1) { return .unclear(debt) }
        // «Тарас мій борг»
        if let debt = firstFree(.debt), person(.subject) != nil { return .unclear(debt) }
        // «борг Олегу» may be owed only.
        if let debt = firstFree(.debt), firstFree(.refund) == nil,
            !free.contains(where: { words[$0].isWord && $0 != debt && $0 != recipient })
        {
            return .unclear(debt)
        }
        if let refund = firstFree(.refund) {
            let isOfLoan = firstFree(.debt, .loan) != nil
            return !isOfLoan || person(.from) != nil ? .into : .unclear(refund)
        }
        if let income = firstFree(.income) {
            if let cost = firstFree(.tax) {
                if has(.income, cost) { return .into }
                // «зарплата мінус податки», but `salary tax`
                return income < cost - 1 ? .unclear(income) : .out
            }
            if let other = firstFree(.loan, .debt, .staff, .spentNoun) {
                return .unclear(other == income ? income : other)
            }
            if let direction = directionAway(from: income) { return direction }
            return .into
        }
        // «продукти на прихід гостей»
        if let advance = firstFree(.advance), advance == 0 || !has(.placeInto, advance - 1) {
            let others = free.filter { index in
                words[index].isWord && index != advance && !has(.price, index)
                    && !has(.month, index)
            }
            return others.isEmpty || fromSomeone != nil ? .into : .unclear(advance)
        }
        if let someone = fromSomeone {
            if someone == free.first { return .into }
            if firstFree(.money).map({ $0 < someone }) == true { return .into }
        }
        // «переказ з картки мами»
        if let card = firstFree(.carded), place(card - 1) == .from, has(.personOf, card + 1) {
            return .unclear(card + 1)
        }
        // «оренда від мешканців», but «послуги від компанії»
        if let someone = fromSomeone, has(.payer, someone + 1), has(.personOf, someone + 1),
            !Self.organisations.contains(key(someone + 1)), firstFree(.fine, .tax) == nil
        {
            return .unclear(someone + 1)
        }
        // «оренда від Марії»: she paid it, or was paid for it.
        if let from = fromSomeone, person(.from)?.isKnown == true { return .unclear(from) }
        // «зняв гроші»
        let isWithdrawn = firstFree(.withdrew, .withdrewOrRented, .withdrewMany) != nil
        if let unclear = firstFree(.unclearDirection), firstFree(.fine) == nil,
            !isWithdrawn || !has(.sum, unclear)
        {
            return .unclear(unclear)
        }
        guard firstFree(.spentNoun) != nil else { return nil }
        // «отриманна оплата»
        if let slip = slipOfDirection { return .unclear(slip) }
        // `customer payment`
        if let payer = firstFree(.payer), has(.person, payer), firstFree(.fine, .tax) == nil {
            return .unclear(payer)
        }
        return .out
    }

    private static let organisations: Set<String> = [
        "компании", "компанії", "держави", "государства", "роботи", "работы", "фопа",
        "company", "government", "work",
    ]
    private static let loansOfPersons = ["позик", "позичк", "займ", "заем"]

    /// A word of income that is spent, or given to another: «кава із зарплати», «пенсія мамі»,
    /// `pension for grandma`.
    private func directionAway(from income: Int) -> Direction? {
        var before = income - 1
        while has(.mine, before) { before -= 1 }
        if has(.placeFrom, before), !has(.from, before) {
            let isForSomething = free.contains {
                words[$0].isWord && $0 != income && !has(.placeFrom, $0) && !has(.mine, $0)
                    && !has(.me, $0)
            }
            return isForSomething ? .out : .unclear(income)
        }
        // «подарунок на зарплату», `coffee from salary`
        if before >= 0, has(.placeInto, before) || has(.placeFrom, before) {
            let isForIt =
                before > 0 && has(.placeInto, before) && words[before - 1].isWord
                && firstFree(.money, .moved).map { $0 == income } ?? true
            return isForIt ? .out : .unclear(income)
        }
        // «обід за премію»
        if before > 0, has(.price, before), words[before - 1].isWord { return .unclear(income) }
        if firstFree(.me) != nil { return nil }
        if let person = firstFree(.personTo) { return .unclear(person) }
        let links: Set<String> = ["for", "to", "для"]
        let person = free.first { index in
            guard index > income else { return false }
            let isPerson = has(.person, index) || has(.personOf, index)
            let isNamed = words[index].text.first?.isUppercase == true
            return links.contains(key(index - 1)) && isPerson
                // «зарплата Олені»
                || index == income + 1 && isNamed && recipient == index
        }
        return person.map { .unclear($0) }
    }

    var saysReturned: Bool {
        firstFree(.refund, .moneyBack, .gaveBack, .gaveAway) != nil
    }

    /// The reason of money in, or that it is between people.
    var origin: QuickEntry.Origin? {
        if saysReturned || firstFree(.cashback) != nil { return nil }
        if free.contains(where: { has(.earned, $0) && !has(.received, $0) || has(.sold, $0) }) {
            return .earned
        }
        let isOfPerson = free.contains { index in
            (has(.person, index) || has(.personOf, index)) && !has(.payer, index)
        }
        if person(.from)?.isKnown == true { return .fromPerson }
        let isGiven = firstFree(.gave, .gaveMany) != nil && firstFree(.me) != nil
        return isOfPerson || isGiven ? .fromPerson : nil
    }

    /// The object received, if it is not money: «отримав посилку».
    private func object(of verb: Int) -> Int? {
        if firstFree(.money, .income, .refund, .advance) != nil { return nil }
        // «на картку» is the target.
        let goods = free.first { has(.goods, $0) && !has(.price, $0 - 1) && !has(.on, $0 - 1) }
        let next = free.first { $0 > verb }
        guard let next, next == verb + 1, words[next].isWord else { return goods }
        let links: [QuickWords.Kind] = [.from, .ofPlace, .on, .price, .by, .me, .joining, .cash]
        return links.contains { has($0, next) } ? goods : next
    }

    /// The word «від» before a person, a firm or a name.
    private var fromSomeone: Int? { someone(.from) }

    private func someone(_ before: QuickWords.Kind) -> Int? {
        free.first { index in
            guard has(before, index), words.indices.contains(index + 1) else { return false }
            return has(.personOf, index + 1) || has(.person, index + 1) || has(.me, index + 1)
                || words[index + 1].text.first?.isUppercase == true
        }
    }

    /// «дав мамі», «мама дала», «повернули», «повернув борг».
    private func giving(_ given: Int, _ isToMe: Bool, _ spent: Int?) -> Direction {
        if isToMe { return .into }
        if isSomeoneElse(before: given) || isPersonOfCase(given + 1) {
            // «мама дала Андрію»: between others.
            return person(.to) == nil ? .into : .unclear(given)
        }
        // «віддали за обід»; but «віддали борг» can be either direction.
        let isPaid = has(.gaveAway, given) && has(.price, given + 1)
        let isOfMany = has(.gaveMany, given) || has(.gaveAway, given)
        // «дали зарплату»
        if isOfMany, has(.income, given + 1), recipient == nil, firstFree(.staff, .debt) == nil {
            return .into
        }
        if isOfMany && !isPaid || spent != nil { return .unclear(given) }
        let recipient = person(.to)
        let before = free.filter { index in
            index < given && words[index].isWord && !has(.own, index) && !has(.debt, index)
                && recipient?.words.contains(index) != true
        }
        if !before.isEmpty { return .unclear(given) }
        if has(.gaveBack, given) {
            // «повернув Тому 300», but «повернув Тому куртку» is money back.
            if let recipient, recipient.isKnown, isNothingElse(beside: recipient) { return .out }
            return firstFree(.debt) == nil ? .unclear(given) : .out
        }
        return fromSomeone == nil ? .out : .unclear(given)
    }

    /// «дала мама», «повернула Оля»: without case endings in English, `gave mum` would be the same.
    func isPersonOfCase(_ index: Int) -> Bool {
        has(.person, index) && !key(index).utf8.allSatisfy { $0 < 0x80 } || isGivenAsSubject(index)
    }

    /// Pronouns of other people.
    private static let others: Set<String> = [
        "she", "he", "they", "вона", "він", "вони", "она", "он", "они",
    ]

    /// «мама», «Петро», «вона» before the verb.
    func isSomeoneElse(before verb: Int) -> Bool {
        guard let before = free.last(where: { $0 < verb && words[$0].isWord }) else {
            return false
        }
        if has(.own, before) || isRecipient(before) { return false }
        if Self.others.contains(key(before)) { return true }
        let text = words[before].text
        let isName = text.first?.isUppercase == true && text.dropFirst().first?.isLowercase == true
        let links: [QuickWords.Kind] = [.ofPlace, .on, .price, .from, .joining]
        let isPlace = links.contains { has($0, before - 1) }
        return has(.person, before) || isName && !isPlace && (before > 0 || verb == 1)
    }

    private func isPerson(before verb: Int) -> Bool {
        free.last { $0 < verb && words[$0].isWord }.map { has(.person, $0) } ?? false
    }

    /// `got 500 from mum`; but `got coffee 65` is a purchase.
    private func getting(_ got: Int, _ amount: QuickNumber, _ spent: Int?) -> Direction {
        if fromSomeone != nil || firstFree(.income, .refund) != nil { return .into }
        if let spent { return key(spent) == "paid" && spent == got + 1 ? .into : .unclear(got) }
        return amount.words.lowerBound == got + 1 && !has(.me, got) ? .into : .unclear(got)
    }

    /// A phone is topped up from here, a card from elsewhere.
    private func toppingUp(_ topup: Int) -> Direction {
        let isOut = firstFree(.topupOut) != nil || words.contains { $0.isCode && !$0.isTaken }
        let isInto = firstFree(.topupIn) != nil
        if isOut { return isInto && firstFree(.topupOut) == nil ? .unclear(topup) : .out }
        if !isInto { return .toppedUp(topup) }
        return firstFree(.personOf) == nil ? .into : .unclear(topup)
    }

    // MARK: Cash

    /// «зняв готівку 1000», «поклав готівку на картку».
    mutating func takeCash() throws(Fault) -> QuickEntry.Movement {
        let cash = firstFree(.cash)
        if let cash, words[cash].key.hasPrefix("банкомат") || key(cash) == "atm",
            !free.contains(where: { index in
                words[index].isWord && index != cash && !has(.joining, index)
                    && accounts.meant(by: plain(index)).isEmpty
            })
        {
            return .toCash
        }
        // «відклав 1000 на море»: not spent, but kept somewhere else.
        if let aside = firstFree(.setAside), accountsSaid.isEmpty, !isAccountGiven {
            throw .keptWhere(words[aside].text)
        }
        // «комісія за зняття готівки»
        if firstFree(.fine) != nil { return .payment }
        if firstFree(.withdrew) != nil { return .toCash }
        if let verb = firstFree(.withdrewOrRented, .withdrewMany) {
            if cash != nil { return .toCash }
            let others = free.filter { index in
                words[index].isWord && index != verb && !has(.joining, index)
                    && !has(.carded, index) && !has(.own, index) && !has(.on, index)
                    && !has(.sum, index)
            }
            if has(.withdrewMany, verb) {
                if others.isEmpty { throw .directionUnclear(words[verb].text) }
                return .payment
            }
            let isFromAccount = accountsSaid.contains { $0.place == .from }
            if others.isEmpty || isFromAccount || isFromSomewhere(verb) { return .toCash }
        }
        // «взяв 500 з моно»
        if let took = firstFree(.took), accountsSaid.contains(where: { $0.place == .from }),
            !free.contains(where: { words[$0].isWord && $0 != took && key($0) != "out" })
        {
            return .toCash
        }
        if isAccountToppedUp || isAccountPaidInto { return .fromCash }
        if firstFree(.paidIn) != nil, cash != nil || firstFree(.carded) != nil { return .fromCash }
        return .payment
    }

    /// «зняв 500 з Сенсу», but not «зняв квартиру з балконом».
    private func isFromSomewhere(_ verb: Int) -> Bool {
        guard let next = free.first(where: { $0 > verb && words[$0].isWord }) else { return false }
        return has(.placeFrom, next)
    }

    // MARK: Two accounts

    /// «перекинув 500 з моно на приват», `500 mono → privat`, `@mono @privat`; nil when the words
    /// may mean something else: «квиток з Києва на Львів».
    func sidesSaid() -> QuickEntry.Movement? {
        let isMoved = words.contains { lexicon.has(.moved, $0.key) }
        for index in words.indices.dropFirst() where Self.arrows.contains(words[index].text) {
            if index + 1 < words.count, isName(index - 1), isName(index + 1) {
                return .between(from: name(index - 1), to: name(index + 1))
            }
        }
        // «переказав мамі 500 з моно на приват»: her account.
        if recipient != nil { return nil }
        if let (from, to) = names(behind: .sideFrom, .sideTo), isMoved || areKnown(from, to) {
            return .between(from: name(from), to: name(to))
        }
        if let (to, from) = names(behind: .sideTo, .sideFrom), isMoved || areKnown(from, to) {
            return .between(from: name(from), to: name(to))
        }
        let marked = words.indices.filter { words[$0].text.first == "@" }
        guard isMoved, marked.count == 2 else { return nil }
        let isBackwards = marked[0] > 0 && has(.sideTo, marked[0] - 1)
        let (from, to) = isBackwards ? (marked[1], marked[0]) : (marked[0], marked[1])
        return .between(from: name(from), to: name(to))
    }

    private func areKnown(_ from: Int, _ to: Int) -> Bool {
        [from, to].allSatisfy {
            words[$0].text.first == "@" || !accounts.meant(by: name($0)).isEmpty
        }
    }

    /// Two names, each directly after a preposition of its kind.
    private func names(
        behind first: QuickWords.Kind, _ second: QuickWords.Kind
    ) -> (first: Int, second: Int)? {
        words.indices.dropFirst(3).first { index in
            has(first, index - 3) && isName(index - 2) && has(second, index - 1) && isName(index)
        }.map { ($0 - 2, $0) }
    }

    static let arrows: Set<String> = ["→", "->", "=>", ">", "—>", "–>"]

    func isName(_ index: Int) -> Bool {
        guard words.indices.contains(index) else { return false }
        let first = words[index].text.first
        let others: [QuickWords.Kind] = [
            .carded, .account, .mine, .person, .personOf, .me, .own, .staff,
        ]
        let isOther =
            others.contains { has($0, index) }
            || has(.cash, index) && accounts.meant(by: plain(index)).isEmpty
        return first == "@" || first?.isLetter == true && !isOther
    }

    func name(_ index: Int) -> String {
        String(words[index].text.drop { $0 == "@" }).trimmingMarks
    }
}
