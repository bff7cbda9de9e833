internal import Categorizing
internal import Facts

/// Persons who money is lent to, given to or got from.
extension QuickReader {
    struct Person {
        enum Role {
            /// «Тарасу», `to Anna`.
            case to
            /// «у Тараса», `from Anna`.
            case from
            /// «Тарас повернув».
            case subject
        }

        var role: Role
        /// With the word before it, and «мій».
        var words: ClosedRange<Int>
        /// In the nominative where that is certain, else as typed.
        var name: String
        /// A relation or a known first name, not just a word with a capital.
        var isKnown: Bool
    }

    /// The first person of this role.
    func person(_ role: Person.Role) -> Person? { persons.first { $0.role == role } }

    var persons: [Person] {
        var found: [Person] = []
        for index in free where found.last.map({ index > $0.words.upperBound }) ?? true {
            // «Андрію і Марії», `Anna and Tom`
            let isNext = found.last?.words.upperBound == index - 2 && has(.joining, index - 1)
            if let person = person(at: index, as: isNext ? found.last?.role : nil) {
                found.append(person)
            }
        }
        return found
    }

    func isKnownPerson(_ index: Int) -> Bool { person(at: index)?.isKnown == true }

    private func person(at index: Int, as given: Person.Role? = nil) -> Person? {
        guard mayBePerson(index), let role = given ?? role(at: index) else { return nil }
        let start = beginningOfPerson(index)
        var index = index
        // «тьоті Галі», `my friend Anna`
        if !isCapitalised(index), isCapitalised(index + 1), mayBePerson(index + 1) { index += 1 }
        var end = index
        while isCapitalised(index), isCapitalised(end + 1), mayBePerson(end + 1) { end += 1 }
        let typed = text(of: index...end).trimmingMarks
        let relation = relation(index)
        let nominative =
            end == index
            ? relation ?? nominativeOfName(index, role) : wholeName(index...end, role)
        let isKnown =
            has(.person, index) || relation != nil || isGiven(words[index].plain)
            || !names(of: index, role).isEmpty
        return Person(
            role: role, words: start...end, name: nominative ?? typed, isKnown: isKnown)
    }

    /// «мама» of «мамі», «мами».
    private func relation(_ index: Int) -> String? {
        let named = lexicon.value(.personTo, key(index)) ?? lexicon.value(.personOf, key(index))
        guard let named, !named.isEmpty else { return nil }
        return isCapitalised(index) ? named.capitalizedFirst : named
    }

    private func mayBePerson(_ index: Int) -> Bool {
        guard words.indices.contains(index), !words[index].isTaken, words[index].isWord,
            !words[index].isCode
        else { return false }
        if has(.person, index) || has(.personTo, index) || has(.personOf, index) {
            return !has(.payer, index)
        }
        let others: [QuickWords.Kind] = [
            .noun, .own, .me, .month, .weekday, .currency, .loan, .debt, .refund, .income, .cash,
            .money, .sum, .vague, .mine, .back, .moved, .topup, .topupOut, .payer,
        ]
        if others.contains(where: { has($0, index) }) || isOfBank(index) { return false }
        return isCapitalised(index) || isNameInSmallLetters(index) || isAddressed(index)
    }

    /// «моно», «у банку», `bank`.
    private func isOfBank(_ index: Int) -> Bool {
        isBank(plain(index)) || ["банк", "bank"].contains { key(index).hasPrefix($0) }
    }

    func isCapitalised(_ index: Int) -> Bool {
        guard words.indices.contains(index), !words[index].isTaken else { return false }
        let text = words[index].text
        return text.first?.isUppercase == true && text.dropFirst().first?.isUppercase != true
    }

    /// `lent anna 50`: whoever is named after such a verb is a person.
    private func isAddressed(_ index: Int) -> Bool {
        guard firstFree(.lent, .borrowedIn) != nil else { return false }
        return isLatin(index) && (isBehindGiving(index) || ["to", "from"].contains(key(index - 1)))
            && !["to", "from", "for", "on", "a", "the", "of", "in"].contains(key(index))
    }

    /// «позичив андрію»: a known name in a case.
    private func isNameInSmallLetters(_ index: Int) -> Bool {
        guard firstFree(.borrowed, .gaveBack) != nil, !isLatin(index) else { return false }
        return nominative(of: index, has(.ofPlace, index - 1) ? .from : .to) != nil
    }

    private func isLatin(_ index: Int) -> Bool { key(index).utf8.allSatisfy { $0 < 0x80 } }

    /// With «у», `to`, «мій».
    private func beginningOfPerson(_ index: Int) -> Int {
        var start = index
        while has(.mine, start - 1) { start -= 1 }
        let isLink = has(.from, start - 1) || has(.ofPlace, start - 1) || key(start - 1) == "to"
        return isLink ? start - 1 : start
    }

    private func role(at index: Int) -> Person.Role? {
        let link = beginningOfPerson(index)
        var before = link == index ? index - 1 : link
        while has(.mine, before) { before -= 1 }
        if has(.from, before) || has(.ofPlace, before) { return .from }
        if key(before) == "to" { return .to }
        if place(before) != nil || has(.price, before) { return nil }
        if has(.personTo, index) || isRecipient(index) { return .to }
        if has(.personOf, index), !has(.person, index), !isLatin(index) { return nil }
        return isLatin(index) && isBehindGiving(before + 1) ? .to : .subject
    }

    /// `lent Anna`, `paid back Tom`, `loaned my brother`.
    private func isBehindGiving(_ index: Int) -> Bool {
        let verb = key(index - 1) == "back" ? index - 2 : index - 1
        let kinds: [QuickWords.Kind] = [.lent, .gave, .gaveBack, .paid, .moved]
        return kinds.contains { has($0, verb) }
    }

    // MARK: Recipients

    /// «Сергію», «мамі»: the recipient.
    var recipient: Int? { free.first { isRecipient($0) } }

    func isRecipient(_ index: Int) -> Bool {
        if has(.personTo, index) { return true }
        guard !words[index].isTaken, !isLatin(index), !has(.month, index) else { return false }
        if has(.noun, index) || has(.moved, index) || has(.topup, index) { return false }
        let links: [QuickWords.Kind] = [
            .placeFrom, .placeWith, .placeWithin, .placeInto, .price, .by,
        ]
        if links.contains(where: { has($0, index - 1) }) { return false }
        guard isCapitalised(index), words[index].text.dropFirst().first?.isLowercase == true else {
            return firstFree(.borrowed, .gaveBack) != nil && nominative(of: index, .to) != nil
        }
        return Self.endingsOfDative.contains { words[index].key.hasSuffix($0) }
    }

    /// Endings of keys, which have no soft sign.
    private static let endingsOfDative = [
        "у", "ю", "ові", "еві", "єві", "і", "ї", "е", "и", "скій", "цкій", "зкій",
    ]

    // MARK: Names in their cases

    private func isGiven(_ name: String) -> Bool {
        lexicon.has(.given, QuickWords.key(name)) || Self.givenNames.contains(name)
            || Self.givenNames.contains(name.replacing("ё", with: "е"))
    }

    private static let givenNames = GivenNames()

    /// A known first name in the nominative, where no preposition makes it another case.
    func isGivenAsSubject(_ index: Int) -> Bool {
        isCapitalised(index) && !isLatin(index) && isGiven(words[index].plain)
            && names(of: index, .to).isEmpty && !isRecipient(index)
    }

    /// The known first name that has this form in the case of the role; nil when none has, or two.
    private func nominative(of index: Int, _ role: Person.Role) -> String? {
        let names = names(of: index, role)
        if names.count == 1 { return names[0].capitalizedFirst }
        // «Петру» is «Петро» in Ukrainian.
        let ukrainian = names.filter { $0.hasSuffix("о") }
        return isUkrainian && ukrainian.count == 1 ? ukrainian[0].capitalizedFirst : nil
    }

    /// The nominative of a first name, or of a surname or diminutive by its ending.
    private func nominativeOfName(_ index: Int, _ role: Person.Role) -> String? {
        if let given = nominative(of: index, role) { return given }
        guard role != .subject, isCapitalised(index) else { return nil }
        return NameInCase.byEnding(words[index].text.trimmingMarks, isDative: role == .to)
    }

    /// «Андрій Коваленко» of «Андрію Коваленку»; nil unless each word is certain.
    private func wholeName(_ range: ClosedRange<Int>, _ role: Person.Role) -> String? {
        let names = range.compactMap { nominativeOfName($0, role) }
        return names.count == range.count ? names.joined(separator: " ") : nil
    }

    private func names(of index: Int, _ role: Person.Role) -> [String] {
        guard role != .subject, !isLatin(index) else { return [] }
        return NameInCase(words[index].plain, isDative: role == .to).nominatives.filter(isGiven)
    }

    /// By its own letters, or by a verb: «продав».
    private var isUkrainian: Bool {
        words.contains { word in
            word.key.contains { "іїєґ".contains($0) }
                || lexicon.has(.noun, word.key) && word.key.hasSuffix("в")
        }
    }
}

extension String {
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// A Ukrainian or Russian first name in the dative or genitive.
///
/// Each ending gives the nominatives that have it in that case; which of them is a name, a table
/// says.
struct NameInCase {
    let nominatives: [String]

    /// - Parameter name: in small letters.
    init(_ name: String, isDative: Bool) {
        var found: [String] = []
        for (ending, own) in isDative ? Self.dative : Self.genitive where name.hasSuffix(ending) {
            let stem = name.dropLast(ending.count)
            if stem.count < 2 { continue }
            for nominative in own.map({ stem + $0 }) where !found.contains(String(nominative)) {
                found.append(String(nominative))
            }
        }
        nominatives = found
    }

    /// The nominative of a Ukrainian surname or diminutive whose ending has only one: «Коваленку»,
    /// «Петровській», «Олечці». «Петрову» may be Петров or Петрів.
    static func byEnding(_ name: String, isDative: Bool) -> String? {
        let endings = isDative ? certainDative : certainGenitive
        for (ending, nominative) in endings where name.hasSuffix(ending) {
            let stem = name.dropLast(ending.count)
            if stem.count > 1 { return stem + nominative }
        }
        return nil
    }

    private static let certainDative = [
        ("енкові", "енко"), ("енку", "енко"), ("чукові", "чук"), ("чуку", "чук"), ("щуку", "щук"),
        ("нюку", "нюк"), ("вичу", "вич"), ("вичеві", "вич"), ("чикові", "чик"), ("чику", "чик"),
        ("ському", "ський"), ("цькому", "цький"), ("зькому", "зький"),
        ("ській", "ська"), ("цькій", "цька"), ("зькій", "зька"), ("ечці", "ечка"), ("очці", "очка"),
    ]
    private static let certainGenitive = [
        ("енка", "енко"), ("чука", "чук"), ("щука", "щук"), ("нюка", "нюк"), ("вича", "вич"),
        ("чика", "чик"), ("ського", "ський"), ("цького", "цький"), ("зького", "зький"),
        ("ської", "ська"), ("цької", "цька"), ("зької", "зька"), ("ечки", "ечка"),
        ("очки", "очка"),
    ]

    private static let dative: [(String, [String])] = [
        ("ові", ["", "о"]), ("еві", ["", "ь"]), ("єві", ["й"]),
        ("ю", ["й", "", "ь"]), ("у", ["", "о"]),
        ("ці", ["ка"]), ("зі", ["га"]), ("сі", ["ха"]), ("і", ["а", "я", ""]), ("ї", ["я"]),
        ("е", ["а", "я"]), ("и", ["я"]),
    ]
    private static let genitive: [(String, [String])] = [
        ("а", ["", "о"]), ("я", ["й", "", "ь"]), ("и", ["а", "я"]), ("ы", ["а"]),
        ("і", ["а", "я", ""]), ("ї", ["я"]),
    ]
}

// MARK: Loans

extension QuickReader {
    /// «мені», `me`, but neither «у мене» nor `from me`.
    var isToMe: Bool { free.contains { has(.me, $0) && !isSource($0) && !isForMe($0) } }

    /// «заплатив за мене», `paid for me`.
    private func isForMe(_ index: Int) -> Bool {
        ["за", "для", "про", "без", "замість", "вместо", "for", "about"].contains(key(index - 1))
    }

    /// «у мене», `from me`.
    private var isFromMe: Bool { free.contains { has(.me, $0) && isSource($0) } }

    private func isSource(_ index: Int) -> Bool {
        has(.from, index - 1) || has(.ofPlace, index - 1)
    }

    /// «позичив» and «одолжил» mean lent and borrowed: the cases say which. Who acts for another is
    /// not the one whose money this is.
    func lending(_ verb: Int) -> Direction {
        let isOther = isSomeoneElse(before: verb) || isPersonOfCase(verb + 1)
        if isFromMe { return isToMe ? .unclear(verb) : .out }
        if has(.borrowedIn, verb) || has(.took, verb) {
            if isOfThing { return .unclear(verb) }
            return isOther || person(.to) != nil ? .unclear(verb) : .into
        }
        if !has(.borrowed, verb), isOfThing { return .unclear(verb) }
        let isFrom = person(.from) != nil || has(.ofPlace, verb + 1)
        if isToMe { return isFrom ? .unclear(verb) : .into }
        if isOther { return .unclear(verb) }
        if has(.lent, verb) { return isFrom ? .unclear(verb) : .out }
        if isFrom { return recipient == nil ? .into : .unclear(verb) }
        return recipient == nil ? .unclear(verb) : .out
    }

    /// `borrowed a bike`, `from my card`: neither from a person or a bank, nor for something.
    private var isOfThing: Bool {
        let rest = rest(beside: [])
        guard persons.isEmpty, let first = rest.first(where: { words[$0].isWord }) else {
            return false
        }
        return !has(.price, first) && !rest.contains { isOfBank($0) }
    }

    /// No word names a thing or a reason.
    func isNothingElse(beside person: Person) -> Bool { rest(beside: [person]).isEmpty }

    /// The person of a loan or gift, where the text says nothing else; a reason may stand beside a
    /// loan.
    struct People {
        var isLoan: Bool
        var name: String
        var reason: String
    }

    func people(
        isIncome: Bool, hasSign: Bool, _ movement: QuickEntry.Movement
    ) -> People? {
        switch movement {
        case .payment, .exchanged: break
        default: return nil
        }
        let partners = partners(isIncome: isIncome, hasSign: hasSign)
        let isLoan = movement == .payment && isLoan(partners.first)
        let rest = rest(beside: partners)
        let isKnown = !partners.isEmpty && partners.allSatisfy(\.isKnown)
        let isSaid = hasSign || partners.first?.role == .to || isGivenOrGot(movement)
        guard isLoan || rest.isEmpty && isKnown && isSaid else { return nil }
        let reason = rest.map { words[$0].text }.joined(separator: " ").trimmingMarks
        let names = partners.map(\.name).joined(separator: ", ")
        return People(isLoan: isLoan, name: names, reason: reason)
    }

    /// Those who have it now, or had it before; third persons do not.
    private func partners(isIncome: Bool, hasSign: Bool) -> [Person] {
        var roles: [Person.Role] = isIncome ? [.from, .subject] : [.to, .from]
        if isFromMe { roles = [.subject] } else if hasSign { roles.append(.subject) }
        for role in roles {
            let found = persons.filter { $0.role == role }
            if found.isEmpty { continue }
            // «Андрію і Марії»: the second without a word before it, or with the same case.
            let isList = zip(found, found.dropFirst()).allSatisfy { one, next in
                let between = free.filter {
                    one.words.upperBound < $0 && $0 < next.words.lowerBound && words[$0].isWord
                }
                return between.allSatisfy { has(.joining, $0) }
            }
            return isList ? found : [found[0]]
        }
        return []
    }

    private func isLoan(_ person: Person?) -> Bool {
        if person == nil, free.contains(where: { isOfBank($0) }) { return false }
        if firstFree(.lent, .borrowed, .borrowedIn) != nil { return true }
        let isDebt = firstFree(.debt) != nil
        let isMoved =
            firstFree(.gave, .gaveMany, .gaveAway, .gaveBack, .cameBack, .took) != nil
        if isDebt, isMoved { return true }
        guard let person else { return false }
        if isDebt || firstFree(.loan) != nil { return true }
        let isBack =
            firstFree(.gaveBack, .gaveAway) != nil
            || firstFree(.back) != nil && firstFree(.paid, .gave, .got) != nil
            || firstFree(.took) != nil && person.role == .from && isNothingElse(beside: person)
        return person.isKnown && isBack
    }

    /// «дав мамі», «від мами», «отримав від мами», but not «квиток Олені».
    private func isGivenOrGot(_ movement: QuickEntry.Movement) -> Bool {
        if movement != .payment { return true }
        let verbs: [QuickWords.Kind] = [
            .gave, .gaveMany, .gaveAway, .gaveBack, .moved, .paid, .received, .got,
        ]
        return verbs.contains { firstFree($0) != nil }
            || free.first.map { has(.from, $0) } ?? false
    }

    /// Words that say more than who, and that it is a loan.
    func rest(beside persons: [Person]) -> [Int] {
        free.filter { index in
            if persons.contains(where: { $0.words.contains(index) }) { return false }
            if has(.noun, index) || persons.count > 1 && has(.joining, index) { return false }
            if has(.me, index) || has(.own, index) || has(.back, index) { return false }
            if isOfCash(index, false) || has(.sum, index) { return false }
            // «на картку»
            if has(.carded, place(index) == .into ? index + 1 : index) { return false }
            if has(.debt, index) || has(.loan, index) || has(.moved, index) { return false }
            if has(.refund, index) && firstFree(.debt, .loan) != nil { return false }
            // «у борг», «у мене», `a loan of`
            let isLink = has(.ofPlace, index) || has(.from, index)
            if isLink, has(.debt, index + 1) || has(.me, index + 1) { return false }
            if ["a", "of", "the"].contains(key(index)) { return false }
            return words[index].isWord || words[index].isCode
        }
    }
}
