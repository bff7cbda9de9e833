internal import Facts

/// A number and its context.
struct QuickNumber {
    enum Role {
        /// May be the amount.
        case money
        /// `3 кг`, `2 шт`: a count.
        case count
        /// `200 г`: a price is not per unit of these.
        case portion
        /// Not usable in arithmetic: `20%`, `5-й`.
        case code
    }

    var number: WrittenNumber
    /// Its words, with a currency beside it.
    var words: ClosedRange<Int>
    var text: String
    var role = Role.money
    var sign: WrittenNumber.Sign?
    var currency: Currency?
    /// A number of coins, and their possible currencies.
    var isCoins = false
    var coins: [Currency] = []
    /// With thousands or hundreds, or in words.
    var isSpelled = false
    /// A small number in words, which may be an ordinary word: «одна», «сім».
    var isSmallWord = false
    /// After a word for prices: «за 65».
    var isPrice = false
    /// After «по».
    var isEach = false
    /// `40 грн/кг`, «65 грн кожна»: the price of one.
    var isPerUnit = false
    /// `160x200`: dimensions.
    var isDimension = false
    /// `1900`…`2100` alone.
    var isYear = false
    /// Reported if this is the amount after all.
    var fault: QuickEntry.Fault?
}

/// Numbers in digits and words.
extension QuickReader {
    /// All numbers among the free words, from left to right.
    mutating func numbers() throws(Fault) -> [QuickNumber] {
        var found: [QuickNumber] = []
        var index = 0
        while index < words.count {
            let end = found.last.map { $0.words.upperBound + 1 } ?? 0
            if !words[index].isTaken, !words[index].isCode,
                let next = try number(at: index, from: end)
            {
                found.append(next)
                index = next.words.upperBound + 1
            } else {
                try refuseVague(at: index)
                index += 1
            }
        }
        return found
    }

    /// «кілька тисяч» gives no amount, and adjacent words must not give another.
    private func refuseVague(at index: Int) throws(Fault) {
        let next = index + 1
        if has(.vague, index), has(.scale, next) || isCurrency(next) {
            throw .notUnderstood(text(of: index...next))
        }
        if has(.scale, index), !has(.alone, index), lexicon.number(.scale, key(index)) != 100 {
            throw .notUnderstood(words[index].text)
        }
    }

    private func isCurrency(_ index: Int) -> Bool {
        lexicon.currencies(plain(index), followsNumber: true) != nil
    }

    private struct Reading {
        var number = WrittenNumber(0)
        /// Index after the number.
        var end: Int
        var isSpelled = false
        var isSmallWord = false
        /// Only digits, with nothing between or after them.
        var isPlain = false
        var piece: NumberPiece?
        /// `3к`: the number ends here.
        var isClosed = false
        /// Letters after the digits that are not a scale.
        var ending = ""
        var fault: Fault?
    }

    /// The number that begins with this word; words before `free` belong to another one.
    private mutating func number(at index: Int, from free: Int) throws(Fault) -> QuickNumber? {
        var first = index
        var sign: WrittenNumber.Sign?
        if let said = signAlone(at: index), words.indices.contains(index + 1),
            !words[index + 1].isTaken, !words[index + 1].isCode
        {
            if index == free, index > 0, reading(at: index + 1) != nil {
                // «120 + 80»: sums are not supported.
                throw .notUnderstood(text(of: (index - 1)...(index + 1)))
            }
            sign = said
            first += 1
        }
        guard let reading = reading(at: first) else { return nil }
        if sign == .minus, index > 0, words[index].text.count == 1 {
            // A dash between words and the amount is not a sign.
            sign = nil
        }
        var last = reading.end - 1
        var found = QuickNumber(
            number: reading.number, words: index...last, text: text(of: index...last))
        found.sign = sign ?? reading.piece?.sign
        found.isSpelled = reading.isSpelled
        found.isSmallWord = reading.isSmallWord
        found.fault = reading.fault
        if let piece = reading.piece {
            try take(beginning: piece.beginning, ending: reading.ending, &found)
        }
        if found.role == .money, found.currency == nil, !found.isCoins {
            try takeUnit(behind: &last, isWordBefore: reading.ending.isEmpty, &found)
            if found.currency == nil, !found.isCoins, found.role == .money, index > free {
                try takeCurrency(before: index, &found)
            }
        }
        if let currency = found.currency, currency.isKnown {
            try refuseOther(than: currency, after: &last, before: index > free ? index - 1 : -1)
        }
        let lower = found.words.lowerBound
        found.words = lower...last
        found.text = text(of: lower...last)
        try takePerUnit(&found)
        found.isPrice = has(.price, lower - 1)
        // «по приблизно 220»
        found.isEach = has(.by, has(.about, lower - 1) ? lower - 2 : lower - 1)
        found.isYear =
            reading.isPlain && found.currency == nil && found.sign == nil
            && (1_900...2_100).contains(found.number.mantissa) && found.number.scale == 0
            && !isPaidNumber(found.words)
            && !(has(.income, lower - 1) && !isLikelyYear(found.number))
        if found.isYear, has(.yearAfter, found.words.upperBound + 1) { found.role = .code }
        if found.isCoins {
            guard found.number.scale == 0 else { throw .amountUnclear(found.text) }
            found.number = found.number.ofCoins
        }
        return found
    }

    /// «позичив Андрію 2000», «заплатив 2000 за шини»: a number beside a verb or a person is no
    /// year, unlike one after a thing, a day or a month.
    private func isPaidNumber(_ range: ClosedRange<Int>) -> Bool {
        let before = range.lowerBound - 1
        let after = range.upperBound + 1
        if isVerb(before) || has(.debt, before) || before < 0 && isVerb(after) { return true }
        let isPerson = [QuickWords.Kind.person, .personTo, .personOf, .me, .staff].contains {
            has($0, before)
        }
        return isPerson || isCapitalised(before) && (isAmongPeople || isKnownPerson(before))
    }

    private var isAmongPeople: Bool {
        firstFree(
            .lent, .borrowed, .borrowedIn, .gave, .gaveMany, .gaveAway, .gaveBack, .debt, .back)
            != nil
    }

    private func signAlone(at index: Int) -> WrittenNumber.Sign? {
        if let sign = WrittenNumber.Sign(words[index].text) { return sign }
        if has(.minus, index) { return .minus }
        return has(.plus, index) ? .plus : nil
    }

    // MARK: The number itself

    /// Thousands and the rest down to ones: «2 тисячі триста», `1 млн 200 тис`.
    private func reading(at start: Int) -> Reading? {
        do throws(Fault) {
            return try composed(at: start)
        } catch {
            return Reading(end: start + 1, fault: error)
        }
    }

    private func composed(at start: Int) throws(Fault) -> Reading? {
        var sum = Reading(end: start)
        var scaleBefore = Int64.max
        var isFirst = true
        while words.indices.contains(sum.end), !words[sum.end].isTaken, !words[sum.end].isCode {
            let isAnd = !isFirst && key(sum.end) == "and" && ones(sum.end + 1) != nil
            guard var part = try part(at: isAnd ? sum.end + 1 : sum.end, isFirst: isFirst) else {
                break
            }
            takeHalf(behind: &part)
            let scale = scale(behind: &part)
            if !isFirst, !continues(part, scale) { break }
            guard scale < scaleBefore, isFirst || part.number.mantissa < scaleBefore / scale else {
                break
            }
            let shown = text(of: start...(part.end - 1))
            let value = scale == 1 ? part.number : try part.number.times(scale, as: shown)
            sum.number = isFirst ? value : try sum.number.plus(value, as: shown)
            if isFirst {
                sum.piece = part.piece
                sum.isSmallWord = part.isSmallWord && scale == 1
                sum.isPlain = part.isPlain && scale == 1
            }
            sum.isSpelled = sum.isSpelled || part.isSpelled || scale > 1
            sum.ending = part.ending
            sum.end = part.end
            sum.fault = part.fault
            isFirst = false
            scaleBefore = scale
            let isOpen = scale > 1 && part.ending.isEmpty && sum.number.scale == 0
            if part.isClosed || !isOpen { break }
        }
        return isFirst ? nil : sum
    }

    /// Whether a number after thousands belongs to them: «2 тисячі 300», but not «2 тисячі 2
    /// квитки».
    private func continues(_ part: Reading, _ scale: Int64) -> Bool {
        guard part.number.scale == 0, part.piece?.sign == nil, part.piece?.beginning.isEmpty ?? true
        else { return false }
        if scale > 1 { return !part.isClosed }
        if !part.ending.isEmpty {
            return lexicon.currencies(part.ending, followsNumber: true) != nil
        }
        let isLast = !words.indices.contains(part.end) || words[part.end].isTaken
        if isLast || isCurrency(part.end) || has(.coins, part.end) || has(.nation, part.end) {
            return true
        }
        if has(.measure, part.end) || has(.portion, part.end) { return false }
        return part.number.mantissa >= (part.piece == nil ? 10 : 100)
    }

    private func part(at index: Int, isFirst: Bool) throws(Fault) -> Reading? {
        if let digits = try digits(at: index) { return digits }
        if let spelled = try spelled(at: index) { return spelled }
        if isFirst, let round = lexicon.number(.numberRound, key(index)) {
            return Reading(number: WrittenNumber(round), end: index + 1, isSpelled: true)
        }
        // «тисяча двісті», `a hundred`
        let isAfterArticle = ["a", "an"].contains(key(index))
        let at = isAfterArticle ? index + 1 : index
        if isFirst, has(.alone, at), !has(.vague, at - 1) {
            return Reading(number: WrittenNumber(1), end: at, isSpelled: true)
        }
        if isFirst, has(.scaleMoney, at), isCurrency(at + 1) {
            return Reading(number: WrittenNumber(1), end: at, isSpelled: true)
        }
        return nil
    }

    private func digits(at index: Int) throws(Fault) -> Reading? {
        var piece = NumberPiece(words[index].text)
        guard !piece.digits.isEmpty else { return nil }
        var end = index + 1
        var digits = piece.digits
        // «А-95 300 грн» has no thousands.
        let isName =
            !piece.beginning.isEmpty
            && lexicon.currencies(piece.beginning, followsNumber: false) == nil
        if !isName, piece.ending.isEmpty, WrittenNumber.isGroup(digits, isFirst: true) {
            while words.indices.contains(end), !words[end].isTaken, !words[end].isCode {
                let next = NumberPiece(words[end].text)
                guard next.beginning.isEmpty, next.sign == nil,
                    WrittenNumber.isGroup(next.digits, isFirst: false)
                else { break }
                digits += next.digits
                piece.ending = next.ending
                end += 1
                if !next.ending.isEmpty || next.digits.utf8.count > 3 { break }
            }
        }
        var result = Reading(end: end, piece: piece, ending: piece.ending)
        do throws(Fault) {
            result.number = try WrittenNumber(digits, as: text(of: index...(end - 1)))
        } catch {
            result.fault = error
        }
        result.isPlain = digits.allSatisfy { $0.isNumber } && end == index + 1
        // «аптека 36 120 грн»: 120 at pharmacy 36, or 36 120.
        if end > index + 1, digits.allSatisfy({ $0.isNumber }),
            digits.suffix(3) != "000", isOfMany(index - 1, number: piece.digits)
        {
            result.fault = .amountUnclear(text(of: index...(end - 1)))
        }
        return result
    }

    /// Whether the number may be part of the name before it: «аптека 36», «iPhone 15», but not
    /// «оренда 14».
    private func isOfMany(_ index: Int, number: String) -> Bool {
        guard index >= 0, words[index].isWord, !words[index].isTaken else { return false }
        let isLong = number.utf8.count > 1
        if let least = lexicon.value(.placeNumbered, key(index)) { return least != "10" || isLong }
        guard isLong, words[index].plain.allSatisfy(\.isLetter),
            !lexicon.has(.currency, key(index)), !has(.income, index)
        else { return false }
        let isLatin = words[index].plain.utf8.allSatisfy { $0 < 0x80 }
        let isAmongOthers = words.contains { word in
            word.isWord && word.key.count > 2 && word.plain.utf8.contains { $0 >= 0x80 }
                && !lexicon.has(.currency, word.key)
        }
        let hasCapital =
            words[index].text.dropFirst(index == 0 ? 1 : 0)
            .contains { $0.isUppercase } && words[index].text.contains { $0.isLowercase }
        return isLatin && isAmongOthers || hasCapital
    }

    /// «СТО 1500», «кафе Сім 300»: a name beside the number in digits.
    private func isNamedLikeNumber(at index: Int) -> Bool {
        let text = words[index].text
        let isName =
            text.count > 1 && text.allSatisfy(\.isUppercase)
            || index > 0 && text.first?.isUppercase == true
        return isName
            && words.indices.contains { other in
                other != index && words[other].plain.first?.isNumber == true
                    && !words[other].isTaken && !words[other].isCode
            }
    }

    /// Below a thousand, in words, or one and a half.
    private func spelled(at index: Int) throws(Fault) -> Reading? {
        if let half = lexicon.value(.half, key(index)) {
            let at = ["a", "an"].contains(key(index + 1)) ? index + 2 : index + 1
            guard has(.scale, at) || has(.measure, at) else { return nil }
            var reading = Reading(end: at, isSpelled: true)
            reading.number.mantissa = half.first == "1" ? 15 : 5
            reading.number.scale = 1
            return reading
        }
        if isNamedLikeNumber(at: index) { return nil }
        var value: Int64 = 0
        // Each number is below the place value that the one before left open.
        var open: Int64 = 1_000
        var at = index
        while true {
            if open == 100, key(at) == "and", ones(at + 1) != nil { at += 1 }
            guard let next = ones(at) else { break }
            let rank: Int64 = next >= 100 ? 100 : next >= 20 ? 10 : next >= 10 ? 2 : 1
            guard next < open, rank < open, next > 0 || at == index else { break }
            value += next
            open = rank == 2 ? 1 : rank
            if next % 10 != 0, next > 20 { open = 1 }
            at += 1
            if key(at) == "hundred", value < 20, value > 0 {
                value *= 100
                open = 100
                at += 1
            }
            if open == 1 { break }
        }
        guard at > index else { return nil }
        var reading = Reading(number: WrittenNumber(value), end: at, isSpelled: value > 10)
        reading.isSmallWord = value <= 10
        return reading
    }

    /// «дві з половиною тисячі», `two and a half thousand`.
    private func takeHalf(behind part: inout Reading) {
        guard part.number.scale == 0, part.ending.isEmpty,
            ["з", "із", "зі", "с", "and"].contains(key(part.end))
        else { return }
        let half = key(part.end + 1) == "a" ? part.end + 2 : part.end + 1
        guard has(.andHalf, half), has(.scale, half + 1) else { return }
        part.number.mantissa = part.number.mantissa * 10 + 5
        part.number.scale = 1
        part.end = half + 1
        part.isSpelled = true
        part.isPlain = false
    }

    /// «двадцять», `twenty-five`.
    private func ones(_ index: Int) -> Int64? {
        let key = key(index)
        if let number = lexicon.number(.number, key) { return number }
        let parts = key.split(separator: "-").map { lexicon.number(.number, String($0)) }
        guard parts.count == 2, let tens = parts[0], let ones = parts[1], tens >= 20, tens < 100,
            (1..<10).contains(ones)
        else { return nil }
        return tens + ones
    }

    /// The scale of a number: letters after its digits, or the next word, which is taken.
    private func scale(behind part: inout Reading) -> Int64 {
        if let (scale, rest) = attachedScale(part.ending, before: part.end) {
            part.isClosed = !lexicon.has(.scale, part.ending.lowercased().filter { $0 != "." })
            part.ending = rest
            return scale
        }
        guard part.ending.isEmpty else { return 1 }
        let at = part.end
        if let scale = lexicon.number(.scale, key(at)) {
            part.end += 1
            return scale
        }
        let isDigits = part.piece != nil
        let isLast = !words.indices.contains(at + 1) || words[at + 1].isTaken
        if isDigits, let scale = lexicon.number(.scaleLetter, key(at)),
            isLast || isCurrency(at + 1)
        {
            part.end += 1
            part.isClosed = true
            return scale
        }
        for kind in [QuickWords.Kind.scaleBeside, .scaleMoney] {
            if let scale = lexicon.number(kind, key(at)), isCurrency(at + 1) {
                part.end += 1
                return scale
            }
        }
        return 1
    }

    /// `5тис`, `1.5к`, `2k$`, `3тис.грн`, `20т`.
    private func attachedScale(_ ending: String, before next: Int) -> (Int64, rest: String)? {
        let small = ending.lowercased()
        if small.isEmpty { return nil }
        func scale(_ text: String) -> Int64? {
            lexicon.number(.scale, text) ?? lexicon.number(.scaleLetter, text)
        }
        let dotless = small.filter { $0 != "." }
        if let whole = scale(dotless) { return (whole, "") }
        if dotless == "т" || dotless == "t" { return (1_000, "") }
        if let whole = lexicon.number(.scaleBeside, dotless), isCurrency(next) {
            return (whole, "")
        }
        for length in [3, 2, 1] where dotless.count > length {
            let (head, rest) = (String(dotless.prefix(length)), dotless.dropFirst(length))
            let found = scale(head) ?? lexicon.number(.scaleBeside, head)
            if let found, lexicon.currencies(String(rest), followsNumber: true) != nil {
                return (found, String(rest))
            }
        }
        return nil
    }

    // MARK: Context

    private func take(beginning: String, ending: String, _ found: inout QuickNumber) throws(Fault) {
        if !beginning.isEmpty {
            guard let said = lexicon.currencies(beginning, followsNumber: false) else {
                found.role = .code
                return
            }
            try meet(said, beginning, &found)
        }
        if ending.isEmpty { return }
        let small = ending.lowercased()
        let (unit, each) = Self.cut(small, at: "/")
        let key = QuickWords.key(unit.filter { $0 != "." })
        if small.first == "%" {
            found.role = .code
        } else if each.isEmpty, lexicon.has(.portion, key), !lexicon.has(.scaleBeside, key) {
            found.role = .portion
        } else if each.isEmpty, lexicon.has(.measure, key) || lexicon.has(.scaleBeside, key) {
            found.role = .count
        } else if lexicon.has(.coins, key) {
            meetCoins(key, &found)
        } else if let said = lexicon.currencies(unit, followsNumber: true)
            ?? lexicon.currencies(key, followsNumber: true)
        {
            try meet(said, ending, &found)
        } else if unit.isEmpty, !each.isEmpty, each.allSatisfy(\.isLetter) {
            // `40/кг`
        } else {
            found.role = .code
            // `65тугриків` may be an amount, `5-й` not.
            if ending.allSatisfy(\.isLetter), ending.count > 2 || unit.count == 1 {
                found.fault = .currencyUnknown(ending)
            }
        }
        if !each.isEmpty, each.allSatisfy(\.isLetter) { found.isPerUnit = true }
    }

    private static func cut(_ text: String, at mark: Character) -> (String, String) {
        guard let at = text.firstIndex(of: mark) else { return (text, "") }
        return (String(text[..<at]), String(text[text.index(after: at)...]))
    }

    private func meet(
        _ said: QuickWords.Currencies, _ word: String, _ found: inout QuickNumber
    ) throws(Fault) {
        guard let currency = said.one else {
            found.fault = found.fault ?? .currencyUnclear(word, said.all)
            found.currency = .unknown
            return
        }
        if let other = found.currency, other != currency {
            throw .twoCurrencies(other.code, word)
        }
        found.currency = currency
    }

    /// Coins alone belong to their first currency if no other has such a name.
    private func meetCoins(_ key: String, _ found: inout QuickNumber) {
        found.isCoins = true
        found.coins = coins(key)
    }

    private func coins(_ key: String) -> [Currency] {
        QuickWords.Currencies(codes: lexicon.value(.coins, key) ?? "").all
    }

    /// Takes a currency or a unit after the number: «65 гривень», «3 кг», «50 чеських крон».
    private func takeUnit(
        behind last: inout Int, isWordBefore: Bool, _ found: inout QuickNumber
    ) throws(Fault) {
        var after = last + 1
        guard words.indices.contains(after), !words[after].isTaken else { return }
        if let nation = lexicon.value(.nation, key(after)), isCurrency(after + 1) {
            found.currency = Currency(code: nation)
            last = after + 1
            return
        }
        if has(.percent, after) {
            found.role = .code
            last = after
            return
        }
        let word = words[after]
        let (unit, each) = Self.cut(word.plain, at: "/")
        if found.number.isWhole(below: 1_000) || found.number.scale > 0 {
            if lexicon.has(.portion, word.key) {
                found.role = .portion
                found.coins = coins(word.key)
                last = after
                // «65 гр» can be hryvnias too.
                found.fault = .amountUnclear(text(of: found.words.lowerBound...after))
                return
            }
            if lexicon.has(.measure, word.key) {
                found.role = .count
                last = after
                return
            }
        }
        if lexicon.has(.scaleLike, word.key) {
            throw .notUnderstood(text(of: found.words.lowerBound...after))
        } else if lexicon.has(.coins, word.key) {
            meetCoins(word.key, &found)
            last = after
        } else if let said = lexicon.currencies(
            each.isEmpty ? Self.written(word) : unit, followsNumber: true)
        {
            try meet(said, word.text, &found)
            last = after
            if !each.isEmpty { found.isPerUnit = true }
            after += 1
        } else if isWordBefore, word.text.utf8.count == 3,
            word.text.utf8.allSatisfy({ (0x41...0x5A).contains($0) })
        {
            throw .currencyUnknown(word.text)
        } else if lexicon.slip(
            word.key, [.currency, .currencyAfter], lettersMin: 5) != nil
        {
            throw .currencyUnknown(word.text)
        }
    }

    /// As written, without surrounding marks: codes count in capitals.
    private static func written(_ word: Word) -> String {
        let letters = word.text.filter { !",;.!?:)(»«\"".contains($0) }
        return letters.utf8.count == 3 ? letters : word.plain
    }

    /// `$65 uah` conflicts; `$65 usd` repeats the currency.
    private func refuseOther(
        than currency: Currency, after last: inout Int, before: Int
    ) throws(Fault) {
        if words.indices.contains(last + 1), !words[last + 1].isTaken,
            let other = lexicon.currencies(Self.written(words[last + 1]), followsNumber: false)
        {
            let isNext = NumberPiece(words.indices.contains(last + 2) ? words[last + 2].text : "")
            if other.one == currency {
                last += 1
            } else if isNext.digits.isEmpty {
                throw .twoCurrencies(currency.code, words[last + 1].text)
            }
        }
        if before >= 0, !words[before].isTaken, !words[before].isCode,
            let other = lexicon.currencies(Self.written(words[before]), followsNumber: false),
            other.one != currency
        {
            throw .twoCurrencies(words[before].text, currency.code)
        }
    }

    private func takeCurrency(before index: Int, _ found: inout QuickNumber) throws(Fault) {
        let before = words[index - 1]
        guard !before.isTaken, !before.isCode,
            let said = lexicon.currencies(Self.written(before), followsNumber: false)
        else { return }
        try meet(said, before.text, &found)
        found.words = (index - 1)...found.words.upperBound
    }

    /// «кожна», «за кг»: the price of one.
    private func takePerUnit(_ found: inout QuickNumber) throws(Fault) {
        let after = found.words.upperBound + 1
        let isFor = ["за", "per", "a", "в", "на"].contains(key(after))
        if has(.each, after)
            || (isFor && key(after) != "в" && key(after) != "на"
                && has(.priceUnit, after + 1) && !has(.timeUnit, after + 1))
        {
            found.isPerUnit = true
        }
    }
}
