internal import Facts

/// Chooses the amount among the numbers.
extension QuickReader {
    typealias Received = QuickEntry.Movement

    /// The amount, and the amount received in an exchange.
    mutating func takeAmount() throws(Fault) -> (QuickNumber, Received?) {
        var found = joiningCoins(try numbers())
        if let exchange = try takeExchange(found) { return exchange }
        found = try multiplying(found)
        let amount = try choose(&found)
        switch amount.fault {
        case .amountUnclear: throw .amountUnclear(amount.text)
        case let fault?: throw fault
        case nil: break
        }
        if amount.number.mantissa == 0 { throw .zeroAmount(amount.text) }
        if amount.isPerUnit { throw .amountUnclear(amount.text) }
        try refuseOpen(amount)
        try refuseSum(at: amount)
        try refuseSlip(at: amount)
        take(amount)
        try refuseYear()
        try refuseCurrencyApart()
        // «50 швдских крон»
        let unclear = amount.words.upperBound + 2
        if amount.currency == nil, has(.currencyUnclear, unclear) {
            throw .notUnderstood(text(of: (unclear - 1)...unclear))
        }
        try refuseZeros()
        return (amount, nil)
    }

    /// `65*2=130`: an operator at the amount whose other operand was not recognised.
    private func refuseSum(at amount: QuickNumber) throws(Fault) {
        for index in [amount.words.lowerBound - 1, amount.words.upperBound + 1] {
            guard words.indices.contains(index), !words[index].isTaken else { continue }
            // «хліб 2 шт х 25»
            if has(.times, index), has(.measure, index - 1) {
                throw .notUnderstood(text(of: near(index, amount)))
            }
            let next = index < amount.words.lowerBound ? index - 1 : index + 1
            guard words.indices.contains(next), words[next].plain.first?.isNumber == true,
                has(.times, index) || ["+", "/", "=", ":"].contains(words[index].text)
            else { continue }
            let range = min(next, amount.words.lowerBound)...max(next, amount.words.upperBound)
            throw .notUnderstood(text(of: range))
        }
    }

    private func near(_ index: Int, _ amount: QuickNumber) -> ClosedRange<Int> {
        min(index, amount.words.lowerBound)...max(index, amount.words.upperBound)
    }

    /// «шистьдесят пять»: a misspelt number would be missing from the amount.
    private func refuseSlip(at amount: QuickNumber) throws(Fault) {
        for index in [amount.words.lowerBound - 1, amount.words.upperBound + 1] {
            if lexicon.slip(key(index), [.number, .scale, .numberRound], lettersMin: 5) != nil {
                throw .notUnderstood(words[index].text)
            }
        }
    }

    private mutating func take(_ amount: QuickNumber) {
        for index in amount.words { words[index].isTaken = true }
        for index in words.indices where words[index].isOfAmount { words[index].isTaken = true }
        let before = amount.words.lowerBound - 1
        if has(.price, before) || has(.by, before) || has(.about, before) {
            words[before].isTaken = true
        }
        let after = amount.words.upperBound + 1
        if has(.each, after) { words[after].isTaken = true }
    }

    /// «50 за таксі доларів», «20 десь тис.грн»: a separated currency belongs to the amount, or to
    /// something else.
    private func refuseCurrencyApart() throws(Fault) {
        for index in free where !words[index].isCode {
            let typed = words[index].text
            let unit = typed.split(separator: "/").first.map { QuickWords.key($0) } ?? ""
            let isCurrency =
                has(.currency, index) || has(.currencyApart, index)
                || unit != words[index].key && lexicon.has(.currency, unit)
                || ["тис", "тыс", "млн"].contains { unitBehind($0, typed) }
            if isCurrency { throw .notUnderstood(typed) }
        }
    }

    /// «тис.грн»
    private func unitBehind(_ scale: String, _ typed: String) -> Bool {
        guard typed.hasPrefix(scale) else { return false }
        let unit = typed.dropFirst(scale.count).drop { $0 == "." }
        return lexicon.currencies(String(unit), followsNumber: true) != nil
    }

    /// «10 десь 000»
    private func refuseZeros() throws(Fault) {
        let zeros = words.first { word in
            !word.isTaken && word.plain.utf8.count > 1 && word.plain.allSatisfy { $0 == "0" }
        }
        if let zeros { throw .notUnderstood(zeros.text) }
    }

    private mutating func choose(_ found: inout [QuickNumber]) throws(Fault) -> QuickNumber {
        try takeDay(from: &found)
        let money = found.filter { $0.role == .money }
        let said = money.filter { $0.currency != nil }
        if said.count > 1 { throw .twoAmounts(said[0].text, said[1].text) }
        if let amount = said.first {
            if let other = money.first(where: { isSplitAmount($0, amount) }) {
                throw .amountUnclear(text(of: other.words.lowerBound...amount.words.upperBound))
            }
            for other in money where other.currency == nil && !isBeside(amount, other) {
                throw .twoAmounts(money[0].text, money[1].text)
            }
            return amount
        }
        let bare = money.filter { number in
            !number.isYear && !(number.isSmallWord && isApart(number, money))
        }
        guard let first = bare.first else { throw noAmount(found) }
        if bare.count == 1 {
            // «квартира 45 комуналка 2100»
            if let price = money.first(where: { $0.isYear && !mayBeAYear($0.number) }) {
                throw .twoAmounts(first.text, price.text)
            }
            try refuseCount(first)
            return first
        }
        let marked = bare.filter { isMarked($0) }
        if marked.count == 1, bare.allSatisfy({ isMarked($0) || isCount($0) }) {
            return marked[0]
        }
        throw .twoAmounts(bare[0].text, bare[1].text)
    }

    /// «одна кава 65», but not «one fifty».
    private func isApart(_ number: QuickNumber, _ others: [QuickNumber]) -> Bool {
        // «на двох», «для двох»
        let isFor = ["для", "for"].contains(key(number.words.lowerBound - 1))
        if number.isPrice || isFor { return others.count > 1 }
        return others.count > 1
            && !others.contains {
                $0.words.lowerBound == number.words.upperBound + 1
                    || $0.words.upperBound + 1 == number.words.lowerBound
            }
    }

    /// `14.03` beside an amount is a day, if only one of them can be.
    private mutating func takeDay(from found: inout [QuickNumber]) throws(Fault) {
        guard found.count(where: { $0.role == .money }) > 1, day == nil else { return }
        let days = found.indices.filter {
            found[$0].role == .money && found[$0].currency == nil && found[$0].sign == nil
                && dayAndMonth(found[$0]) != nil
                && !has(.noDayOf, found[$0].words.lowerBound - 1)
        }
        guard days.count == 1, let (month, number) = dayAndMonth(found[days[0]]) else { return }
        let range = found[days[0]].words
        // «відео 8.11 усб хаб 250 грн»
        if isAmongWords(range), words[range.lowerBound].plain.utf8.count == 4 {
            throw .notUnderstood(text(of: range))
        }
        try say(nil, month, number, found[days[0]].words)
        found.remove(at: days[0])
    }

    /// Neither at an end of the text nor beside a number or a taken word.
    private func isAmongWords(_ range: ClosedRange<Int>) -> Bool {
        [range.lowerBound - 1, range.upperBound + 1].allSatisfy { index in
            words.indices.contains(index) && !words[index].isTaken && words[index].isWord
                && !words[index].plain.contains(where: \.isNumber) && !has(.currency, index)
        }
    }

    private func dayAndMonth(_ found: QuickNumber) -> (month: Int, number: Int)? {
        guard found.words.count == 1,
            let fields = numbers(words[found.words.lowerBound].plain, "."), fields.count == 2,
            fields.digits[1] == 2, fields.digits[0] <= 2, (1...12).contains(fields.values[1]),
            (1...31).contains(fields.values[0])
        else { return nil }
        return (fields.values[1], fields.values[0])
    }

    /// A number marked as money, while the others count something.
    private func isMarked(_ found: QuickNumber) -> Bool {
        found.sign != nil || found.isPrice || found.isSpelled && !found.isSmallWord
            || found.number.scale == 2 || found.words.count > 1
    }

    /// A small whole number before a word.
    private func isCount(_ found: QuickNumber) -> Bool {
        let next = found.words.upperBound + 1
        return found.sign == nil && found.number.isWhole(below: 1_000) && found.words.count == 1
            && !found.isSpelled && words.indices.contains(next) && words[next].isWord
            && !words[next].isTaken && !has(.number, next)
    }

    /// «кава 6 5 грн», «кава 65 50 грн»: 65 with a typing error, 65.50, or 50 after another number.
    private func isSplitAmount(_ other: QuickNumber, _ amount: QuickNumber) -> Bool {
        other.currency == nil && other.sign == nil && !other.isSpelled && !other.isYear
            && other.number.scale == 0 && other.words.count == 1
            && other.words.upperBound + 1 == amount.words.lowerBound
            && words[amount.words.lowerBound].plain.first?.isNumber == true
            && amount.number.isWhole(below: 100)
    }

    /// Whether a bare number may be beside the amount with its currency: «iPhone 15 за 30000 грн»,
    /// but neither «65 грн 70» nor «ліки 230 грн, бинт 40».
    private func isBeside(_ amount: QuickNumber, _ other: QuickNumber) -> Bool {
        if other.isEach || mayBeAnotherPrice(other, amount) { return false }
        if other.isSmallWord { return isApart(other, [amount, other]) }
        if other.isYear || other.isDimension { return true }
        if other.sign != nil || other.number.scale > 0 || other.isSpelled || other.fault != nil {
            return false
        }
        if isCount(other) { return true }
        if other.isPrice { return false }
        // «65 грн 70» may be 65.70.
        if other.words.lowerBound == amount.words.upperBound + 1 { return false }
        let before = other.words.lowerBound - 1
        return before >= 0 && words[before].isWord
    }

    /// Whether the number may be the price of the thing before it: «ліки 230 грн, бинт 40», «хліб
    /// 30 молоко 40 грн», but not «iPhone 15 40000 грн», «кава 65 грн АЗС 12», «квіти 25 троянд
    /// 1500 грн».
    private func mayBeAnotherPrice(_ other: QuickNumber, _ amount: QuickNumber) -> Bool {
        guard !other.isDimension, other.sign == nil else { return false }
        var before = other.words.lowerBound - 1
        // «кава 65 грн вчора 40»
        while before > amount.words.upperBound, words[before].isTaken { before -= 1 }
        let next = other.words.upperBound + 1
        let isBehind = other.words.lowerBound > amount.words.upperBound
        let endsPart = ",;".contains(words[other.words.upperBound].text.last ?? " ")
        if isBehind, before == amount.words.upperBound, !isLikelyYear(other) {
            return !isCount(other) || endsPart || isTooMany(other, for: amount, isNamed: false)
        }
        guard before >= 0, words[before].isWord, !words[before].isTaken,
            !words[before].isCode, !saysNoThing(before, isBehind)
        else { return false }
        if other.isSmallWord {
            return isBehind && (endsPart || !words.indices.contains(next))
                && !other.number.equals(WrittenNumber(1))
        }
        if isLikelyYear(other) { return endsPart }
        // «переказ 2500 комісія 25 грн»: the amount is the number before.
        if !isBehind, has(.fine, amount.words.lowerBound - 1) { return false }
        if endsPart { return true }
        // «iPhone 15 40000 грн», «бензин 95 40 л 2300 грн»
        if !isBehind, next == amount.words.lowerBound || !words[next].isWord { return false }
        return !isCount(other) || isTooMany(other, for: amount, isNamed: isBehind)
    }

    /// An implausible count for the money: «таксі 120 грн туди 130 назад».
    ///
    /// - Parameter isNamed: another thing was named with its price before.
    private func isTooMany(
        _ count: QuickNumber, for amount: QuickNumber, isNamed: Bool
    ) -> Bool {
        // «300 спартанців»
        let next = count.words.upperBound + 1
        let isCounted = Self.endingsOfCounted.contains { key(next).hasSuffix($0) }
        if isCounted, !isNamed { return false }
        let isFew = count.number.isWhole(below: 10) && !isNamed
        let priceOfOneMin: Int64 = isFew ? 5 : 20
        return count.number.isMore(than: amount.number, dividedBy: priceOfOneMin)
    }

    private static let endingsOfCounted = ["ів", "їв", "ов", "ев"]

    /// A year that is hardly a price: «осаго 2026», but neither 1999 nor 2000.
    private func isLikelyYear(_ number: QuickNumber) -> Bool {
        number.isYear && isLikelyYear(number.number)
    }

    func isLikelyYear(_ number: WrittenNumber) -> Bool {
        number.scale == 0 && number.mantissa % 10 != 0
            && (2_001...Int64(today.parts.year + 1)).contains(number.mantissa)
    }

    /// The year of a vintage or a model; later years and round ones are rather prices.
    private func mayBeAYear(_ number: WrittenNumber) -> Bool {
        number.mantissa <= Int64(today.parts.year + 2) && number.mantissa % 50 != 0
    }

    /// After conjunctions, «з них», «відділення» there is no price; nor after a verb, but «купив
    /// хліб 30 грн, заплатив 40» has one.
    private func saysNoThing(_ index: Int, _ isBehind: Bool) -> Bool {
        if has(.spent, index) { return !isBehind }
        let kinds: [QuickWords.Kind] = [
            .placeFrom, .placeWith, .placeWithin, .placeInto, .price, .by, .from, .ofPlace, .on,
            .numbered, .counter, .carded, .near, .weekday, .month, .measure, .portion, .number,
        ]
        return kinds.contains { has($0, index) } || key(index) == "них"
            || lexicon.value(.placeNumbered, key(index)) == "number"
            // «вул. Шевченка 12»
            || has(.counter, index - 1)
    }

    /// «2 квитки» gives no price.
    private func refuseCount(_ found: QuickNumber) throws(Fault) {
        guard found.fault == nil else { return }
        let isOne = found.isSmallWord && found.number.mantissa == 1
        let isFew = isCount(found) && found.number.isWhole(below: 10)
        if isOne || isFew || found.isDimension { throw .notUnderstood(found.text) }
    }

    private func noAmount(_ found: [QuickNumber]) -> Fault {
        for number in found {
            if let fault = number.fault { return fault }
            if number.isYear { return .mayBeYear(number.text) }
        }
        if let long = words.first(where: { word in
            word.isCode && word.plain.count > 9 && word.plain.allSatisfy(\.isNumber)
        }) {
            return .amountTooLarge(long.text)
        }
        if let code = words.first(where: { word in word.isCode && !word.isTaken }) {
            return .notUnderstood(code.text)
        }
        if let number = found.first { return .notUnderstood(number.text) }
        let slip = free.first { lexicon.slip(key($0), [.number, .scale], lettersMin: 7) != nil }
        return slip.map { .notUnderstood(words[$0].text) } ?? .noAmount
    }

    /// `65 грн 50 коп`, `12 usd 50 cents`.
    private func joiningCoins(_ found: [QuickNumber]) -> [QuickNumber] {
        var result: [QuickNumber] = []
        for var next in found {
            if !next.coins.isEmpty, let last = result.last, let currency = last.currency,
                next.coins.contains(currency), last.number.scale == 0, !last.isCoins,
                next.words.lowerBound == last.words.upperBound + 1
                    || next.words.lowerBound == last.words.upperBound + 2
                        && lexicon.has(.joining, key(last.words.upperBound + 1)),
                next.number.isWhole(below: 100) || next.isCoins && next.number.mantissa < 100,
                next.sign == nil
            {
                // «60 gr» are grams elsewhere.
                if !next.isCoins { next.number = next.number.ofCoins }
                var joined = last
                joined.words = last.words.lowerBound...next.words.upperBound
                joined.text = text(of: joined.words)
                do throws(Fault) {
                    joined.number = try last.number.plus(next.number, as: joined.text)
                } catch {
                    joined.fault = error
                }
                result[result.count - 1] = joined
                continue
            }
            if next.isCoins {
                // Kopecks without a currency are Ukrainian; cents are ambiguous.
                let isClear = next.coins.count == 1 || next.coins.first == .uah
                next.currency = next.coins.first
                if !isClear { next.fault = .currencyUnclear(next.text, next.coins) }
            }
            result.append(next)
        }
        return result
    }
}

/// `2 x 65`, «2 квитки по 150», «3 кг, 40 грн/кг».
extension QuickReader {
    private mutating func multiplying(_ found: [QuickNumber]) throws(Fault) -> [QuickNumber] {
        var result = found
        var at = 1
        while at < result.count {
            if let product = try crossed(result[at - 1], result[at]) {
                result.replaceSubrange((at - 1)...at, with: [product])
            } else {
                at += 1
            }
        }
        guard let price = result.indices.first(where: { isPriceOfOne(result[$0]) }) else {
            try refuseTwice(result)
            return result
        }
        if let twice = lexicon.number(.twice, key(result[price].words.lowerBound - 2)) {
            var product = result[price]
            product.number = try product.number.price(
                times: WrittenNumber(twice), as: product.text)
            product.isPerUnit = false
            words[product.words.lowerBound - 2].isOfAmount = true
            result[price] = product
            return result
        }
        let counts = result.indices.filter {
            mayCount(result[$0], price: result[price], at: $0, price)
        }
        guard counts.count == 1, let count = counts.first else {
            let isOther = result.indices.contains { other in
                other != price && result[other].role == .money && result[other].currency == nil
                    && !result[other].isYear
            }
            if counts.count > 1 || isOther || !isAlone(result[price]) {
                result[price].fault = result[price].fault ?? .amountUnclear(result[price].text)
            }
            return result
        }
        var product = result[price]
        if result[count].role == .portion {
            product.fault = .amountUnclear(product.text)
        } else {
            product.number = try product.number.price(
                times: result[count].number, as: product.text)
        }
        product.isPerUnit = false
        product.isSpelled = true
        result[price] = product
        result.remove(at: count)
        // The total may be given too: «3 по 60, разом 180».
        result.removeAll { other in
            other.role == .money && other.words != product.words
                && other.number.equals(product.number)
                && (other.currency == nil || product.currency == nil
                    || other.currency == product.currency)
        }
        return result
    }

    /// «двічі 50» without «по» is not the amount paid.
    private func refuseTwice(_ found: [QuickNumber]) throws(Fault) {
        for number in found where number.role == .money {
            let before = number.words.lowerBound - 1
            if has(.twice, before) {
                throw .amountUnclear(text(of: before...number.words.upperBound))
            }
        }
    }

    private func isPriceOfOne(_ found: QuickNumber) -> Bool {
        found.role == .money && (found.isEach || found.isPerUnit)
    }

    /// «кава по 65» without a count.
    private func isAlone(_ price: QuickNumber) -> Bool {
        let before = price.words.lowerBound - 2
        return !price.isPerUnit && !has(.vague, before) && !has(.vague, before - 1)
    }

    private func mayCount(
        _ found: QuickNumber, price: QuickNumber, at index: Int, _ priceIndex: Int
    ) -> Bool {
        if index == priceIndex || found.currency != nil || found.sign != nil || found.isYear {
            return false
        }
        if found.role == .count || found.role == .portion { return true }
        guard found.role == .money, found.number.isWhole(below: 21),
            !found.isPrice || isCount(found)
        else {
            return false
        }
        return found.words.upperBound < price.words.lowerBound || isCount(found)
    }

    /// `2 x 65 грн`, `65 грн x 2`.
    private mutating func crossed(
        _ a: QuickNumber, _ b: QuickNumber
    ) throws(Fault) -> QuickNumber? {
        let between = a.words.upperBound + 1
        guard b.words.lowerBound == between + 1, has(.times, between),
            a.role == .money || a.role == .count, b.role == .money || b.role == .count,
            a.currency == nil || b.currency == nil, b.sign == nil
        else { return nil }
        var product = a.currency == nil ? b : a
        let other = a.currency == nil ? a : b
        product.words = a.words.lowerBound...b.words.upperBound
        product.text = text(of: product.words)
        product.number = try product.number.price(times: other.number, as: product.text)
        product.sign = a.sign
        product.role = .money
        // «ліжко 160x200» is not a price.
        product.isDimension =
            product.currency == nil && !a.number.isWhole(below: 21) && !b.number.isWhole(below: 21)
        return product
    }
}

/// «обмін 100 usd на 4100 грн», «купив 100 usd по 41,5».
extension QuickReader {
    /// Both sides; a rate gives the product, rounded to the smallest coin.
    private mutating func takeExchange(
        _ found: [QuickNumber]
    ) throws(Fault) -> (QuickNumber, Received)? {
        guard let verb = firstFree(.exchange, .bought, .sold, .moved) else { return nil }
        let said = try sidesOfExchange(found, verb)
        guard said.count == 2, said[0].currency != said[1].currency else {
            if !has(.moved, verb) {
                try refuseOneSide(said, found, verb, has(.exchange, verb))
            }
            return nil
        }
        let (first, second) = (said[0], said[1])
        let rate = linkOfRate(second)
        let link = rate?.lowerBound ?? second.words.lowerBound - 1
        if has(.moved, verb), rate == nil { return nil }
        guard link > first.words.upperBound, rate != nil || has(.exchangeFor, link),
            !(has(.exchange, verb) && has(.exchangeFor, first.words.lowerBound - 1)),
            found.count(where: { $0.role == .money }) == 2, first.sign == nil, second.sign == nil
        else { throw .twoAmounts(first.text, second.text) }
        for side in said {
            if let fault = side.fault { throw fault }
            if side.number.mantissa == 0 { throw .zeroAmount(side.text) }
        }
        var other = second
        if rate != nil {
            let text = text(of: first.words.lowerBound...other.words.upperBound)
            let coins = (other.currency ?? .unknown).exponent
            other.number = try other.number.product(times: first.number, scale: coins, as: text)
            if other.number.mantissa == 0 { throw .zeroAmount(text) }
        }
        let (out, into) = has(.bought, verb) ? (other, first) : (first, other)
        for index in link...second.words.upperBound { words[index].isTaken = true }
        for index in first.words { words[index].isTaken = true }
        return (
            out,
            .exchanged(
                mantissa: into.number.mantissa, scale: into.number.scale,
                currency: into.currency ?? .unknown)
        )
    }

    /// The amounts with a currency; a bare rate or total is in hryvnias, as every amount without
    /// one.
    private func sidesOfExchange(
        _ found: [QuickNumber], _ verb: Int
    ) throws(Fault) -> [QuickNumber] {
        let money = found.filter { $0.role == .money }
        let said = money.filter { $0.currency != nil && $0.currency != .unknown }
        guard money.count == 2, said.count == 1, said[0].words == money[0].words,
            said[0].currency != .uah, money[1].currency == nil,
            let link = linkOfRate(money[1]) ?? linkOfTotal(money[1], of: said[0]),
            isAloneWithRate(said[0].words, link.lowerBound...money[1].words.upperBound, verb)
        else { return said }
        var rate = money[1]
        rate.currency = .uah
        return [said[0], rate]
    }

    /// «по», `at`, «за курсом», `at a rate of` before the number.
    private func linkOfRate(_ number: QuickNumber) -> ClosedRange<Int>? {
        let last = number.words.lowerBound - 1
        var first = key(last) == "of" ? last - 1 : last
        if has(.rate, first) {
            if ["a", "the"].contains(key(first - 1)) { first -= 1 }
            if has(.by, first - 1) || has(.price, first - 1) { first -= 1 }
            return first...last
        }
        return has(.by, last) ? last...last : nil
    }

    /// «за», «на» before a total: «купив 100 usd за 4100». Less than the amount may be a rate.
    private func linkOfTotal(
        _ total: QuickNumber, of amount: QuickNumber
    ) -> ClosedRange<Int>? {
        let last = total.words.lowerBound - 1
        guard ["за", "на", "for"].contains(key(last)),
            total.number.isMore(than: amount.number, dividedBy: 1)
        else { return nil }
        return last...last
    }

    /// Nothing else was bought: «купив 100 доларів у Петра по 41,5», but not «купив сукню 100 usd».
    private func isAloneWithRate(
        _ amount: ClosedRange<Int>, _ rate: ClosedRange<Int>, _ verb: Int
    ) -> Bool {
        let persons = persons
        let others = free.filter { index in
            words[index].isWord && index != verb && !amount.contains(index) && !rate.contains(index)
                && !has(.own, index) && !has(.cash, index) && !key(index).hasPrefix("валют")
                && !persons.contains { $0.isKnown && $0.words.contains(index) }
        }
        return others.first.map { place($0) != nil || has(.ofPlace, $0) } ?? true
    }

    /// An exchange with one amount is incomplete; «поміняв шини 2000 грн» is not an exchange.
    private func refuseOneSide(
        _ said: [QuickNumber], _ found: [QuickNumber], _ verb: Int, _ isExchange: Bool
    ) throws(Fault) {
        guard said.count == 1, found.count(where: { $0.role == .money }) == 1 else { return }
        let rest = free.filter { !said[0].words.contains($0) && $0 != verb }
        let isOfMoney = rest.contains { words[$0].key.hasPrefix("валют") || key($0) == "currency" }
        let isNothingElse = !rest.contains { index in
            words[index].isWord && !has(.price, index) && !has(.own, index)
                && !has(.currency, index)
        }
        let isForeign = said[0].currency != .uah
        if isExchange ? (isOfMoney || isNothingElse) : (isForeign && isNothingElse) {
            throw .otherSideMissing(said[0].text)
        }
    }
}
