internal import Facts

/// Takes words out of the text until only the payee is left.
struct QuickReader {
    typealias Fault = QuickEntry.Fault

    struct Word {
        let text: String
        /// Small letters, uniform apostrophes, without surrounding marks.
        let plain: String
        /// The form that ``QuickWords`` uses.
        let key: String
        var isTaken = false
        /// Digits of a phone, a card, a time or a percentage: never an amount.
        var isCode = false
        /// Part of the amount: «двічі».
        var isOfAmount = false

        init(_ text: Substring) {
            self.text = String(text)
            var plain = String(text.lowercased().map { "ʼ’`′".contains($0) ? "'" : $0 })
            while let last = plain.last, plain.count > 1, ",;.!?:)»\"”".contains(last) {
                plain.removeLast()
            }
            while let first = plain.first, plain.count > 1, "(«\"“=".contains(first) {
                plain.removeFirst()
            }
            self.plain = plain
            key = QuickWords.key(plain)
        }

        var isWord: Bool { plain.first?.isLetter == true }
    }

    let lexicon = QuickWords.builtIn
    let today: CalendarDate
    let accounts: QuickAccounts
    /// The id of the account that is given with an option of the command; empty for none.
    let accountGiven: String
    var isAccountGiven: Bool { !accountGiven.isEmpty }
    /// The text is only a day, so distant ones are taken literally.
    let isDayAlone: Bool
    var words: [Word]
    var accountsSaid: [AccountSaid] = []
    /// Where the received side of an exchange goes; empty when none is given.
    var accountInto = ""
    var day: (date: CalendarDate, text: String)?

    init(
        _ text: String, _ today: CalendarDate, _ accounts: QuickAccounts,
        accountGiven: String = "", isDayAlone: Bool = false
    ) {
        let isBlank: (Character) -> Bool = {
            $0 == " " || $0 == "\t" || $0 == "\u{A0}" || $0 == "\u{202F}" || $0 == "\u{2009}"
        }
        var parts: [Substring] = []
        for part in text.split(whereSeparator: isBlank) {
            // `65 x2`
            let followsNumber = parts.last?.first?.isNumber == true
            if followsNumber, part.count > 1, "xх*×XХ".contains(part[part.startIndex]),
                part.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber })
            {
                parts += [part.prefix(1), part.dropFirst()]
            } else if followsNumber, let cut = Self.cutScale(part) {
                parts += [part[..<cut], part[cut...]]
            } else {
                parts += Self.parts(of: part)
            }
        }
        words = Self.joiningPairs(parts).map { Word($0) }
        self.today = today
        self.accounts = accounts
        self.accountGiven = accountGiven
        self.isDayAlone = isDayAlone
    }

    mutating func read() throws(Fault) -> QuickEntry {
        let sides = sidesSaid()
        let tags = try takeTags()
        if sides == nil { try takeAccounts() } else { takeMarks() }
        try takeSpokenDays()
        try refuseUnpaid()
        markCodes()
        let (amount, received) = try takeAmount()
        takeAccountToppedUp(amount)
        let (isIncome, hasSign) = try takeDirection(amount, isExchange: received != nil)
        try refuseSlips(beside: amount)
        var movement = received ?? .payment
        if received == nil { movement = try takeCash() }
        if movement == .payment, let sides { movement = sides }
        let account: String
        if let received, case .between(let from, let to)? = sides {
            account = try settleExchange(received, amount, from: from, to: to)
        } else {
            (account, movement) = try settleAccounts(amount, movement, isIncome: isIncome)
        }
        let isPayment = movement == .payment && account.isEmpty
        let people = people(isIncome: isIncome, hasSign: hasSign, movement)
        var origin: QuickEntry.Origin?
        if movement == .payment {
            origin = people.map { $0.isLoan ? .loan : .person } ?? (isIncome ? self.origin : nil)
        }
        let isReturned = isIncome && people == nil && movement == .payment && saysReturned
        let unnamed = isPayment ? accountUnnamed(isIncome: isIncome) : ""
        let name = people?.name ?? ""
        return QuickEntry(
            mantissa: amount.number.mantissa, scale: amount.number.scale,
            currency: amount.currency ?? .unknown,
            isIncome: movement.isOwn ? false : isIncome, hasSign: hasSign,
            day: day?.date, tags: tags, account: account,
            accountInto: accountInto, accountUnnamed: unnamed,
            payee: name.isEmpty ? takePayee(movement) : name,
            reason: name.isEmpty ? "" : people?.reason ?? "", movement: movement, origin: origin,
            isReturned: isReturned)
    }

    /// `top up` is one verb, `cash back` one noun.
    private static func joiningPairs(_ parts: [Substring]) -> [Substring] {
        var joined: [Substring] = []
        for part in parts {
            if part.lowercased() == "up", let last = joined.last,
                ["top", "topped", "topping"].contains(last.lowercased())
            {
                joined[joined.count - 1] = last + "-" + part
            } else if part.lowercased() == "back", let last = joined.last,
                last.lowercased() == "cash"
            {
                joined[joined.count - 1] = last + part
            } else {
                joined.append(part)
            }
        }
        return joined
    }

    /// Splits «тис.грн» and «тгрн» after a number into two words.
    private static func cutScale(_ text: Substring) -> Substring.Index? {
        let lexicon = QuickWords.builtIn
        for at in text.indices.dropFirst() {
            let scale = QuickWords.key(text[..<at].filter { $0 != "." })
            let kinds: [QuickWords.Kind] = [.scale, .scaleLetter, .scaleBeside]
            guard kinds.contains(where: { lexicon.has($0, scale) }) else { continue }
            var rest = text[at...]
            while let last = rest.last, !last.isLetter, !last.isCurrencySymbol { rest.removeLast() }
            if lexicon.currencies(String(rest), followsNumber: true) != nil { return at }
        }
        return nil
    }

    /// `2x65` is three words, `кава:65` two.
    private static func parts(of text: Substring) -> [Substring] {
        func isDigit(_ letter: Character?) -> Bool { letter?.isASCII == true && letter!.isNumber }
        for at in text.indices.dropFirst() {
            let (before, after) = (text[..<at], text[text.index(after: at)...])
            if "xх×*XХ".contains(text[at]), isDigit(after.first), isDigit(before.last),
                before.allSatisfy({ isDigit($0) || ".,".contains($0) })
            {
                return [before, text[at...at]] + parts(of: after)
            }
            if ":=".contains(text[at]), before.last?.isLetter == true,
                isDigit(after.first) || "+-−".contains(after.first ?? " ")
            {
                return [before, after]
            }
        }
        return [text]
    }

    // MARK: Meanings

    func key(_ index: Int) -> String {
        words.indices.contains(index) && !words[index].isTaken ? words[index].key : ""
    }

    func plain(_ index: Int) -> String {
        words.indices.contains(index) && !words[index].isTaken ? words[index].plain : ""
    }

    func has(_ kind: QuickWords.Kind, _ index: Int) -> Bool { lexicon.has(kind, key(index)) }

    func text(of range: ClosedRange<Int>) -> String {
        words[range].map(\.text).joined(separator: " ")
    }

    /// Indices of words not taken yet.
    var free: [Int] { words.indices.filter { !words[$0].isTaken } }

    func firstFree(_ kinds: QuickWords.Kind...) -> Int? {
        free.first { index in kinds.contains { has($0, index) } }
    }

    // MARK: #tag

    private mutating func takeTags() throws(Fault) -> [String] {
        var tags: [String] = []
        for index in words.indices where words[index].text.first == "#" {
            let name = String(words[index].text.dropFirst()).trimmingMarks
            if name.isEmpty { throw .nameMissing("#") }
            words[index].isTaken = true
            if !tags.contains(name) { tags.append(name) }
        }
        return tags
    }

    /// Both sides of a transfer came from these.
    private mutating func takeMarks() {
        for index in words.indices where words[index].text.first == "@" {
            words[index].isTaken = true
        }
    }

    // MARK: Digits other than amounts

    private mutating func markCodes() {
        for index in words.indices where !words[index].isTaken {
            let word = words[index].plain
            let digits = word.filter { $0.isASCII && $0.isNumber }
            if digits.isEmpty { continue }
            let isBare = digits.count == word.count
            let isLong = digits.count > 9 && (isBare || word.first == "+" || word.first == "(")
            // `067-123-45-67`, `(067)1234567`
            let isTelephone =
                digits.count >= 9 && word.allSatisfy { $0.isNumber || "+-()".contains($0) }
            let isGroup = index > 0 && words[index - 1].plain.allSatisfy(\.isNumber)
            let isZeroed = isBare && digits.count > 1 && digits.first == "0" && !isGroup
            let isHidden = word.first == "*" || word.first == "№" || word.first == "•"
            let isTime = word.firstIndex(of: ":").map { word[..<$0].allSatisfy(\.isNumber) }
            let isMoney = lexicon.currencies(plain(index + 1), followsNumber: true) != nil
            if (isLong || isTelephone || isZeroed) && !isMoney || isHidden || isTime == true {
                words[index].isCode = true
            }
            let isNumbered = has(.numbered, index - 1) || words[max(0, index - 1)].text == "№"
            if index > 0, isBare, isNumbered, !isMoney, !isPriceOfNumbered(index) {
                words[index].isCode = true
            }
            // «маршрутка 38 15 грн»
            if isBare, has(.route, index - 1), plain(index + 1).first?.isNumber == true {
                words[index].isCode = true
            }
            if isBare, digits.count == 4, !isMoney, has(.carded, index - 1), key(index - 2) != "на"
            {
                words[index].isCode = true
            }
            // «о 18», «о 9 ранку»
            if isBare, digits.count <= 2, key(index - 1) == "о" { words[index].isCode = true }
        }
        markRuns()
    }

    /// «рейс 3400»: the only number is the amount, also of a numbered service.
    private func isPriceOfNumbered(_ index: Int) -> Bool {
        guard lexicon.value(.numbered, key(index - 1)) == "paid" else { return false }
        return !words.indices.contains { other in
            other != index && !words[other].isTaken
                && (words[other].plain.contains(where: \.isNumber) || has(.number, other))
        }
    }

    /// `067 123 45 67`, `4149 4993 1234 5678`.
    private mutating func markRuns() {
        var start = 0
        while start < words.count {
            var end = start
            var digits: [Int] = []
            while end < words.count, !words[end].isTaken,
                words[end].plain.allSatisfy({ ($0.isASCII && $0.isNumber) || "+()-".contains($0) }),
                words[end].plain.contains(where: \.isNumber)
            {
                digits.append(words[end].plain.filter(\.isNumber).count)
                end += 1
            }
            let first = start < words.count ? words[start].plain : ""
            for count in [4, 5, 3] where digits.count >= count {
                let part = digits.prefix(count).reduce(0, +)
                let isCard = count == 4 && digits.prefix(4).allSatisfy { $0 == 4 }
                let isTelephone =
                    part == 10 && (first.hasPrefix("0") || first.hasPrefix("(0"))
                    || part == 12 && (first.hasPrefix("38") || first.hasPrefix("+38"))
                if isCard || isTelephone {
                    for index in start..<(start + count) { words[index].isCode = true }
                    break
                }
            }
            start = max(end, start + 1)
        }
    }
}

extension String {
    /// Without surrounding commas, points and hyphens, which separated taken words.
    var trimmingMarks: String {
        let marks: Set<Character> = [",", ";", ".", "-", "–", "—", ":", " ", "="]
        var text = self[...]
        while let first = text.first, marks.contains(first) { text = text.dropFirst() }
        while let last = text.last, marks.contains(last), last != "." || text.dropLast().last == " "
        {
            text = text.dropLast()
        }
        return String(text)
    }
}
