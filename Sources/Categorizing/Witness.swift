internal import Facts
internal import Scanning

/// Weighs all evidence about one line and decides.
///
/// The order: facts that no merchant overrules (the treasury's IBAN, cash wording, refunds), then a
/// known merchant or the bank's wording, then strong words, then weak ones confirmed by another
/// source, then the MCC, then the shape of the text.
internal struct Witness {
    let tables: MerchantTables
    let categories: CategoryTable
    let line: StatementLine
    let sign: Int
    let countryBit: Int?
    let involved: InvolvedCountries
    /// Adds to evidence where in our tables it is.
    let includesOrigins: Bool
    /// Decides as if this evidence did not exist.
    var ignored: Ignored?

    /// A name, a word or the shape of the text; an ignored code is removed from the line.
    struct Ignored {
        var evidence: Evidence
        /// Approximate matches still count. Otherwise an ignored name would be found as a similar
        /// one.
        var mayBend: Bool
    }

    struct Verdict {
        var category: Int
        var pattern: EvidencePattern
        var hits: [(DescriptorReading.Hit, Evidence.Source)] = []
        var usesCode = false
        var payee: DescriptorReading.Hit?
        var reach = DescriptorReading.Reach.plain
        /// The part of the text whose shape decided, and the shape; empty when something else did.
        var shape = ""
        var form = ""
        /// The effect of the amount's sign or of two currencies: refund, income, rent, company,
        /// exchange.
        var turn = ""
        /// The code means this category, whatever its row says.
        var isCodeMeant = false
    }

    func suggest(
        arena: Span<UInt8>, raw: Range<Int>, folded: Span<UInt8>, memo: Range<Int>,
        merchant: Range<Int>, counterparty: Range<Int>, iban: Range<Int>, bankCategory: Range<Int>
    ) -> (Suggestion, EvidencePattern?) {
        let rawText = arena.extracting(raw)
        var reading = DescriptorReading()
        readBending(folded, rawText, into: &reading)
        // Other fields count only when the description itself says little.
        for other in [merchant, memo, counterparty]
        where (!reading.hasStrong || reading.isBent) && !other.isEmpty {
            // A person's name identifies the recipient.
            if other != merchant, isSomebody(reading, folded, rawText) { reading.person = .sure }
            let text = arena.extracting(other)
            var otherFolded: [UInt8] = []
            TextFolder().fold(text, into: &otherFolded)
            var second = DescriptorReading()
            readBending(otherFolded.span, text, into: &second)
            if second.person != .none || reading.person != .none && saysPurchase(second) {
                continue
            }
            if reading.isBent, second.isBent || second.reach == .loose { continue }
            if second.hasStrong || reading.tokenCount == 0 { reading = second }
        }
        if !bankCategory.isEmpty {
            var words: [UInt8] = []
            TextFolder().fold(arena.extracting(bankCategory), into: &words)
            var own = DescriptorReading()
            reader(.folded).read(words.span, raw: arena.extracting(bankCategory), into: &own)
            if let bankWords = own.bankWords { reading.bankWords = bankWords }
        }
        if isTreasury(arena.extracting(iban)) {
            let fee = keyword(reading) { group($0) == group("government") }
            return suggestion(
                Verdict(
                    category: fee?.category ?? categories.index("government.taxes"),
                    pattern: .treasury, hits: fee.map { [($0, .keyword)] } ?? []))
        }
        var decided = decide(reading, rawText, folded)
        if !counterparty.isEmpty, decided == nil || merchant.isEmpty && mayBePerson {
            decided = verdict(ofOtherSide: arena.extracting(counterparty), reading, decided)
        }
        guard var verdict = decided, !reading.paysSalary || !isWeakName(verdict) else {
            return (.none, nil)
        }
        if let name = verdict.payee, !isCalled(name, reading) { verdict.payee = nil }
        // A salary paid out is not income.
        if sign < 0, isIncome(verdict.category),
            verdict.category != categories.index("income.refund")
        {
            return (.none, nil)
        }
        turnToRefund(&verdict)
        turnToExchange(&verdict)
        turnToIncome(&verdict, isCompany: reading.hasLegalForm)
        return suggestion(verdict)
    }

    /// Whether the hit is in the name of a city: "BATUMI" is not «батут».
    func isCity(_ hit: DescriptorReading.Hit, _ folded: Span<UInt8>) -> Bool {
        isNoise(.city, hit, folded)
    }

    func isNoise(
        _ kind: MerchantTables.Kind, _ hit: DescriptorReading.Hit, _ folded: Span<UInt8>
    ) -> Bool {
        let tokens = TokenizedText(folded)
        return hit.tokens.contains { index in
            guard index < tokens.count,
                let entry = tables.words(TokenizedText.run(0, tokens[index].hash), .folded)
            else { return false }
            return (0..<entry.patternCount).contains {
                tables.pattern(entry.firstPattern + $0, .folded).kind == kind
            }
        }
    }

    // MARK: Deciding

    func decide(
        _ reading: borrowing DescriptorReading, _ raw: Span<UInt8>, _ folded: Span<UInt8>
    ) -> Verdict? {
        let code = tables.code(line.mcc)
        let verdict =
            reading.person == .none
            ? strongVerdict(reading, raw, folded, code) ?? weakVerdict(reading, folded, code)
                ?? verdictWithoutWords(reading, raw, folded, code)
            : purpose(reading, raw, folded, code) ?? person(named: raw, reading.person)
        guard let verdict else { return nil }
        return ownTransfer(verdict, folded) ?? verdict
    }

    private static let mayBeOwn = ["transfers.person", "transfers"].map {
        CategoryTable.builtIn.index($0)
    }

    /// A transfer whose words name an own account is none to a person.
    private func ownTransfer(_ verdict: Verdict, _ folded: Span<UInt8>) -> Verdict? {
        guard !isShapeIgnored, Self.mayBeOwn.contains(verdict.category),
            let words = OwnTransfer.find(in: folded)
        else { return nil }
        return Verdict(
            category: categories.index("transfers.own"), pattern: .wording,
            shape: Self.text(folded.extracting(words)), form: "own")
    }

    /// What a person is paid for, if that is paid to people: «Іваненко Іван за оренду квартири».
    private func purpose(
        _ reading: borrowing DescriptorReading, _ raw: Span<UInt8>, _ folded: Span<UInt8>,
        _ code: MerchantTables.CodeRow
    ) -> Verdict? {
        guard reading.hasPurpose,
            let verdict = strongVerdict(reading, raw, folded, code)
                ?? weakVerdict(reading, folded, code),
            isExpense(verdict.category), !isPurchase(verdict.category, reading),
            verdict.category != categories.index("other")
        else { return nil }
        return verdict
    }

    /// Adds the counterparty's name to the verdict on the description.
    func verdict(
        ofOtherSide text: Span<UInt8>, _ reading: borrowing DescriptorReading, _ decided: Verdict?
    ) -> Verdict? {
        var name: [UInt8] = []
        TextFolder().fold(text, into: &name)
        let partner = person(in: name.span, text)
        if partner == .none {
            return decided ?? judge(shapeOf: text, name.span, reading, tables.code(line.mcc))
        }
        guard let decided else { return person(named: text, partner) }
        // Text beside a person's name is what the person was paid for.
        return isPurchase(decided.category, reading) ? person(named: text, .unsure) : decided
    }

    /// The verdict of a name or word that is enough alone.
    func strongVerdict(
        _ reading: borrowing DescriptorReading, _ raw: Span<UInt8>, _ folded: Span<UInt8>,
        _ code: MerchantTables.CodeRow
    ) -> Verdict? {
        if let income = wordOfIncome(reading) { return judge(word: income, reading, code) }
        if let word = longerWord(reading) { return judge(word: word, reading, code) }
        if let name = strongName(reading) {
            var verdict = judge(name: name, reading, code)
            if isOfPerson(name, verdict, reading, folded) {
                return person(named: raw, .unsure)
            }
            if isUnconfirmed(verdict, by: code), isWordOfLongerName(name, reading, folded) {
                if code.strength == .strong { return codeOver(verdict, code) }
                verdict.usesCode = true
                verdict.payee = nil
            }
            if !isDoubtful(verdict.pattern) { return verdict }
            // «Готель Оптима»: a telling word before a name that may be another's.
            if let word = wordOfTrade(beside: name, reading),
                !isDoubtful(judge(word: word, reading, code).pattern)
            {
                return judge(word: word, reading, code)
            }
            if isBelievable(name) { return overruled(verdict, code, reading) }
        }
        if let word = reading.keyword(0), !word.isWeak {
            if let matter = matter(of: word, reading, code) { return matter }
            let verdict = judge(word: word, reading, code)
            if !isDoubtful(verdict.pattern) { return verdict }
            if isBelievable(word) { return overruled(verdict, code, reading) }
        }
        return nil
    }

    /// The verdict, unless other evidence outweighs what is doubtful: a code of another trade, or
    /// the bank's own category where a name is cut or misspelt.
    func overruled(
        _ verdict: Verdict, _ code: MerchantTables.CodeRow,
        _ reading: borrowing DescriptorReading
    ) -> Verdict {
        let found = codeOver(verdict, code)
        guard reading.isBent, found.category == verdict.category, let words = reading.bankWords,
            isExpense(words.category), !isKin(words.category, verdict.category),
            !Self.ofAnyTrade.contains(categories.all[words.category].key)
        else { return found }
        return Verdict(
            category: words.category, pattern: words.isWeak ? .weakBankCategory : .bankCategory,
            hits: [(words, .bankCategory)])
    }

    /// The verdict of a weak name or word with confirmation, and of a strong code.
    func weakVerdict(
        _ reading: borrowing DescriptorReading, _ folded: Span<UInt8>,
        _ code: MerchantTables.CodeRow
    ) -> Verdict? {
        // With the code of transfers a weak word of trade is the payer's.
        var weakName = weakestName(reading).flatMap {
            isBelievable($0) && !isNameOfOther($0, reading) ? $0 : nil
        }
        let weakWord = mostTellingWord(reading, folded).flatMap { isBelievable($0) ? $0 : nil }
        if let name = weakName {
            if let witness = kinOfName(name, reading, code) {
                return Verdict(
                    category: moreSpecific(name.category, witness.category),
                    pattern: .weakNameWitnessed, hits: [(name, source(of: name))] + witness.hits,
                    usesCode: isKin(name.category, code), payee: name)
            }
            // «Оренда за жовтень» is for a month.
            if tables.row(name.row).namesDate { weakName = nil }
        }
        if code.strength == .strong {
            let word = keyword(reading) { isKin($0, code.category) }
            return Verdict(
                category: code.category, pattern: word == nil ? .code : .weakWordWitnessed,
                hits: word.map { [($0, .keyword)] } ?? [], usesCode: true)
        }
        let trade = weakName.flatMap { wordOfTrade(beside: $0, reading) }
        // A code of another category does not confirm; the name stays unconfirmed.
        if let name = weakName, trade == nil, code.strength == .weak, !isKin(name.category, code),
            source(of: name) == .brand
        {
            return Verdict(category: code.category, pattern: .weakCode, usesCode: true)
        }
        if let name = weakName, name.homeliness == 2, trade == nil {
            return Verdict(
                category: name.category, pattern: .weakName, hits: [(name, source(of: name))],
                payee: name)
        }
        if let word = trade ?? weakWord {
            let isWitnessed = isKin(word.category, code) || agreesWithBank(word.category, reading)
            return Verdict(
                category: word.category,
                pattern: isWitnessed
                    ? .weakWordWitnessed
                    : code.strength == .weak ? .weakWordAgainstCode : .weakWord,
                hits: [(word, .keyword)] + bankHit(word.category, reading),
                usesCode: isKin(word.category, code) || !isWitnessed && code.strength == .weak)
        }
        if let name = weakName {
            return Verdict(
                category: name.category, pattern: .weakName, hits: [(name, source(of: name))],
                payee: name)
        }
        return nil
    }

    /// The verdict of the bank's category, the shape of the text, a weak code or a bank's name.
    func verdictWithoutWords(
        _ reading: borrowing DescriptorReading, _ raw: Span<UInt8>, _ folded: Span<UInt8>,
        _ code: MerchantTables.CodeRow
    ) -> Verdict? {
        if let words = reading.bankWords, !words.isWeak {
            return Verdict(
                category: words.category, pattern: .bankCategory, hits: [(words, .bankCategory)])
        }
        if !reading.isPlaceAlone, let shape = judge(shapeOf: raw, folded, reading, code) {
            return shape
        }
        if code.strength == .weak {
            return Verdict(category: code.category, pattern: .weakCode, usesCode: true)
        }
        if let words = reading.bankWords {
            return Verdict(
                category: words.category, pattern: .weakBankCategory,
                hits: [(words, .bankCategory)])
        }
        if let bank = reading.bank {
            // A bank named on a transfer, or with its own code, holds one's other account.
            if line.mcc == Self.transferCode || line.mcc == Self.bankCode {
                return Verdict(
                    category: categories.index("transfers.own"), pattern: .bankTransfer,
                    hits: [(bank, .brand)], usesCode: true, payee: bank, isCodeMeant: true)
            }
            return Verdict(
                category: bank.category, pattern: .bankName, hits: [(bank, .brand)], payee: bank)
        }
        return nil
    }

    /// The first word, or the goods if the first names only a kind of place: «Маркет Вина», «Сервіс
    /// Авто».
    func mostTellingWord(
        _ reading: borrowing DescriptorReading, _ folded: Span<UInt8>
    ) -> DescriptorReading.Hit? {
        guard let first = reading.keyword(0) else { return nil }
        if first.isWeak, let matter = weakMatter(reading) { return matter }
        guard first.isWeak, !tables.row(first.row).namesTrade, isGroupOfGoods(first.category)
        else { return first }
        for index in 1..<max(1, reading.keywordCount) {
            guard let word = reading.keyword(index) else { break }
            // "INTERNET-MAGAZIN" says where, not what.
            if group(word.category) != word.category, isExpense(word.category),
                !word.tokens.overlaps(first.tokens), !isNoise(.terminal, word, folded)
            {
                return word
            }
        }
        return first
    }

    /// The subject of a text whose strong word names only a place or manner: «стрижка собак»,
    /// «прокат лиж», «кава машина ремонт». Meals, cures, teaching and insurance stay themselves for
    /// any customer.
    func matter(
        of word: DescriptorReading.Hit, _ reading: borrowing DescriptorReading,
        _ code: MerchantTables.CodeRow
    ) -> Verdict? {
        guard word.tokens.count == 1, !isKin(word.category, code),
            !agreesWithBank(word.category, reading)
        else { return nil }
        for index in 1..<max(1, reading.keywordCount) {
            guard let matter = reading.keyword(index) else { break }
            let isWitnessed = isKin(matter.category, code)
            if tables.row(matter.row).namesMatter, !isKin(matter.category, word.category),
                !matter.tokens.overlaps(word.tokens), yields(word.category, to: matter.category),
                isWitnessed || code.strength != .strong
            {
                return Verdict(
                    category: matter.category,
                    pattern: isWitnessed ? .weakWordWitnessed : .wordAgainstWord,
                    hits: [(matter, .keyword), (word, .keyword)], usesCode: isWitnessed)
            }
        }
        return nil
    }

    /// For weak words alone: «мийка вікон» is for windows, «кафе для дітей» is a café.
    func weakMatter(_ reading: borrowing DescriptorReading) -> DescriptorReading.Hit? {
        var trade: DescriptorReading.Hit?
        var matter: DescriptorReading.Hit?
        for index in 0..<reading.keywordCount {
            guard let word = reading.keyword(index) else { break }
            let row = tables.row(word.row)
            if row.namesMatter, matter == nil || row.namesTrade { matter = word }
            if !row.namesMatter, trade == nil { trade = word }
        }
        guard let matter else { return nil }
        guard let trade else { return tables.row(matter.row).namesTrade ? matter : nil }
        guard !isKin(trade.category, matter.category), !matter.tokens.overlaps(trade.tokens) else {
            return nil
        }
        if yields(trade.category, to: matter.category) { return matter }
        return tables.row(trade.row).namesTrade ? trade : nil
    }

    func yields(_ trade: Int, to matter: Int) -> Bool {
        let trade = categories.all[group(trade)].key
        return switch categories.all[group(matter)].key {
        case "pets":
            trade != "eating_out" && Self.tradesOfThings.contains(trade)
                || trade == "health" || trade == "education"
        case "services": Self.tradesOfThings.contains(trade)
        default: trade != "eating_out" && Self.tradesOfThings.contains(trade)
        }
    }

    static let tradesOfThings: Set<String> = [
        "groceries", "eating_out", "transport", "utilities", "telecom", "home", "shopping",
        "personal_care", "kids", "entertainment", "sport", "travel", "services",
    ]

    /// A category with subcategories.
    func isGroupOfGoods(_ category: Int) -> Bool {
        isExpense(category) && group(category) == category
            && categories.groups.indices.contains { $0 != category && group($0) == category }
    }

    func isBelievable(_ weak: DescriptorReading.Hit) -> Bool {
        line.mcc != Self.transferCode || categories.all[weak.category].kind != .expense
    }

    /// A weak name that is a surname after a first name ("Patrick Evans"), or a first name beside a
    /// house: «Студія Вікторія» is not the grocer «Вікторія».
    func isNameOfOther(
        _ weak: DescriptorReading.Hit, _ reading: borrowing DescriptorReading
    ) -> Bool {
        let first = weak.tokens.lowerBound
        guard weak.tokens.count == 1, source(of: weak) == .brand else { return false }
        if mayBePerson, first > 0, reading.givenNames & (1 << UInt64(first - 1)) != 0 {
            return true
        }
        guard reading.givenNames & (1 << UInt64(first)) != 0 else { return false }
        return (0..<reading.tokenCount).contains { index in
            index < 64 && !weak.tokens.contains(index) && reading.houses & (1 << UInt64(index)) != 0
        }
    }

    /// Found approximately or abroad, without confirmation.
    func isDoubtful(_ pattern: EvidencePattern) -> Bool {
        switch pattern {
        case .bentName, .looseName, .looseWord, .foreignName: true
        default: false
        }
    }

    /// A name without confirmation, and with a code of another category.
    func isUnconfirmed(_ verdict: Verdict, by code: MerchantTables.CodeRow) -> Bool {
        guard code.strength.rawValue >= 2, !isKin(verdict.category, code) else { return false }
        switch verdict.pattern {
        case .name, .nameAgainstCode, .nameAgainstWeakCode: return true
        default: return false
        }
    }

    /// The verdict, unless an MCC contradicts it: the code outweighs all doubtful evidence.
    func codeOver(_ verdict: Verdict, _ code: MerchantTables.CodeRow) -> Verdict {
        guard code.strength.rawValue >= 2, !isKin(verdict.category, code) else { return verdict }
        return Verdict(
            category: code.category, pattern: code.strength == .strong ? .code : .weakCode,
            usesCode: true)
    }

    /// The first word of another trade than the name that is not part of it.
    func wordOfTrade(
        beside name: DescriptorReading.Hit, _ reading: borrowing DescriptorReading
    ) -> DescriptorReading.Hit? {
        for index in 0..<reading.keywordCount {
            guard let word = reading.keyword(index) else { break }
            if !word.isWeak || tables.row(word.row).namesTrade,
                !isKin(word.category, name.category), !word.tokens.overlaps(name.tokens)
            {
                return word
            }
        }
        return nil
    }

    /// Whether a word names the trade: a «магазин» can be of any.
    func saysTrade(_ word: DescriptorReading.Hit) -> Bool {
        isExpense(word.category) && categories.all[word.category].key != "shopping"
    }

    /// The «shop» of a «bike shop» has no meaning of its own.
    func isInLonger(
        _ word: DescriptorReading.Hit, _ reading: borrowing DescriptorReading
    ) -> Bool {
        (0..<reading.keywordCount).contains { index in
            reading.keyword(index).map { word.isPart(of: $0.tokens) } ?? false
        }
    }

    /// One of several words that no table has, not even as a place or a terminal: it may be another
    /// firm's.
    func isWordOfLongerName(
        _ name: DescriptorReading.Hit, _ reading: borrowing DescriptorReading,
        _ folded: Span<UInt8>
    ) -> Bool {
        guard name.tokens.count == 1, reading.reach == .plain else { return false }
        let tokens = TokenizedText(folded)
        return tokens.count == reading.tokenCount
            && (0..<tokens.count).contains { index in
                tokens[index].letters >= Self.wordLettersMin && !tokens[index].hasDigit(in: folded)
                    && tables.words(TokenizedText.run(0, tokens[index].hash), .folded) == nil
            }
    }

    static let wordLettersMin = 3

    /// A strong word of another trade that contains the whole match of a name or wording, and more:
    /// «плата за навчання» is not «плата за».
    func longerWord(_ reading: borrowing DescriptorReading) -> DescriptorReading.Hit? {
        guard let name = strongName(reading) else { return nil }
        for index in 0..<reading.keywordCount {
            guard let word = reading.keyword(index), !word.isWeak else { break }
            if word.category != name.category, name.isPart(of: word.tokens) { return word }
        }
        return nil
    }

    /// The merchant or the bank's wording, whichever the text is about.
    func strongName(_ reading: borrowing DescriptorReading) -> DescriptorReading.Hit? {
        let merchant = reading.merchant.flatMap { $0.isWeak ? nil : $0 }
        let phrase = reading.phrase.flatMap { $0.isWeak ? nil : $0 }
        guard let merchant, let phrase else { return merchant ?? phrase }
        if phrase.isAnchored { return phrase }
        if merchant.isPart(of: phrase.tokens) { return phrase }
        let comesFirst = phrase.tokens.lowerBound < merchant.tokens.lowerBound
        // "Снятие денег через банкомат EVRAZIYA": cash, whatever the machine's location.
        if comesFirst, isCash(phrase.category) { return phrase }
        // Merchants pay salaries, pensions and interest too.
        if phrase.sign > 0, isIncome(phrase.category) { return phrase }
        return merchant
    }

    /// An advance on a salary comes from a company that may be a shop in the tables: not a refund.
    func wordOfIncome(_ reading: borrowing DescriptorReading) -> DescriptorReading.Hit? {
        guard sign > 0, reading.phrase?.isWeak ?? true else { return nil }
        return keyword(reading, where: isIncome).flatMap { $0.isWeak ? nil : $0 }
    }

    func weakestName(_ reading: borrowing DescriptorReading) -> DescriptorReading.Hit? {
        guard let merchant = reading.merchant, merchant.isWeak else {
            return reading.phrase.flatMap { $0.isWeak ? $0 : nil }
        }
        return merchant
    }

    func judge(
        name: DescriptorReading.Hit, _ reading: borrowing DescriptorReading,
        _ code: MerchantTables.CodeRow
    ) -> Verdict {
        let isPhrase = reading.phrase.map { $0.row == name.row } ?? false
        var verdict = Verdict(
            category: name.category, pattern: .name, hits: [(name, isPhrase ? .phrase : .brand)],
            payee: isPhrase ? nil : name, reach: reading.reach)
        if isPhrase {
            verdict.pattern = pattern(ofWording: name, reading.reach)
            return verdict
        }
        // Coffee at a filling station: the brand says fuel, the code says food.
        if code.strength.rawValue >= 2, name.category == categories.index("transport.fuel"),
            group(code.category) == group("eating_out")
        {
            verdict.category = code.category
            verdict.usesCode = true
            verdict.pattern = .nameAndKin
            return verdict
        }
        // "Сільпо Кафе" with a café's code: word and code agree against the name.
        if code.strength.rawValue >= 2, !isKin(name.category, code),
            let word = keyword(reading, where: { isKin($0, code.category) }),
            !word.tokens.overlaps(name.tokens)
        {
            verdict.category = moreSpecific(word.category, code.category)
            verdict.hits.append((word, .keyword))
            verdict.usesCode = true
            verdict.pattern = .wordAndCode
            return verdict
        }
        let kinCode = isKin(name.category, code)
        let word = keyword(reading) {
            isKin($0, name.category)
        }.flatMap { $0.tokens.overlaps(name.tokens) || isInLonger($0, reading) ? nil : $0 }
        if let word { verdict.hits.append((word, .keyword)) }
        verdict.hits += bankHit(name.category, reading)
        let isAgainst = speaksAgainst(code, name)
        let isWitnessed =
            kinCode || !isAgainst && word != nil || agreesWithBank(name.category, reading)
        verdict.usesCode = kinCode || isAgainst
        var followsWord = false
        if !isWitnessed, code.strength == .strong {
            verdict.usesCode = true
        } else if !isWitnessed, !isAgainst, let other = wordOfTrade(beside: name, reading) {
            // "DENTAL POLISSIA", "STEAM COFFEE": a word of another trade beside the name. A
            // one-word name is what this shop calls itself; a longer one is a location, such as a
            // car park, and a mall always is.
            verdict.hits.append((other, .keyword))
            let isParking = other.category == categories.index("transport.parking_tolls")
            followsWord =
                reading.reach == .plain
                && (name.tokens.count == 1 || !saysTrade(name)
                    || isParking && other.tokens.lowerBound == 0)
        }
        verdict.pattern = pattern(
            of: name, reading.reach, isWitnessed: isWitnessed, isAgainst: isAgainst,
            isOtherWord: verdict.hits.count > 1, code)
        if followsWord, verdict.pattern == .nameAgainstWord, let word = verdict.hits.popLast() {
            verdict.hits.insert(word, at: 0)
            verdict.category = word.0.category
            verdict.pattern = .wordBeforeName
            verdict.payee = nil
        }
        return verdict
    }

    func pattern(
        ofWording wording: DescriptorReading.Hit, _ reach: DescriptorReading.Reach
    ) -> EvidencePattern {
        if wording.category == categories.index("income.refund") { return .refundWording }
        return switch reach {
        case .loose: .looseName
        case .cut, .near: .bentName
        case .plain, .split: wording.isAnchored ? .wordingAtStart : .wording
        }
    }

    func pattern(
        of name: DescriptorReading.Hit, _ reach: DescriptorReading.Reach, isWitnessed: Bool,
        isAgainst: Bool, isOtherWord: Bool, _ code: MerchantTables.CodeRow
    ) -> EvidencePattern {
        switch reach {
        case .loose: return isWitnessed ? .looseNameWitnessed : .looseName
        case .cut, .near: return isWitnessed ? .bentNameWitnessed : .bentName
        case .plain, .split: break
        }
        if name.homeliness == 0, !isWitnessed { return .foreignName }
        if code.strength.rawValue >= 2, code.category == name.category { return .nameAndCode }
        if isWitnessed { return .nameAndKin }
        if code.strength == .strong { return .nameAgainstCode }
        if isAgainst { return .nameAgainstWeakCode }
        return isOtherWord ? .nameAgainstWord : .name
    }

    /// Whether a code names another trade than the name: a code for shops or services in general
    /// names none.
    func speaksAgainst(
        _ code: MerchantTables.CodeRow, _ name: DescriptorReading.Hit
    ) -> Bool {
        guard code.strength.rawValue >= 2, !isKin(name.category, code),
            !Self.ofAnyTrade.contains(categories.all[code.category].key)
        else { return false }
        if code.strength == .strong { return true }
        let border = Border(
            code: categories.all[group(code.category)].key,
            name: categories.all[group(name.category)].key)
        return !Self.borders.contains(border)
            && categories.all[name.category].key != "shopping.marketplace"
    }

    struct Border: Hashable {
        var code: String
        var name: String
    }

    /// Codes that are common with names of another category and settle nothing: a suburban train, a
    /// provider of lines and servers, a coffee house with the code for any food.
    static let borders: Set<Border> = [
        Border(code: "transport", name: "travel"), Border(code: "travel", name: "transport"),
        Border(code: "telecom", name: "subscriptions"),
        Border(code: "subscriptions", name: "telecom"),
        Border(code: "groceries", name: "eating_out"),
    ]

    static let ofAnyTrade: Set<String> = [
        "shopping", "services", "services.business", "subscriptions", "other",
    ]

    func judge(
        word: DescriptorReading.Hit, _ reading: borrowing DescriptorReading,
        _ code: MerchantTables.CodeRow
    ) -> Verdict {
        var verdict = Verdict(
            category: word.category, pattern: .word,
            hits: [(word, .keyword)] + bankHit(word.category, reading),
            usesCode: isKin(word.category, code), reach: reading.reach)
        if code.strength == .strong, code.category == word.category {
            verdict.pattern = .wordAndCode
        } else if isKin(word.category, code) || agreesWithBank(word.category, reading) {
            verdict.pattern = .wordAndCode
        } else if saysTrade(word), let other = wordOfTrade(beside: word, reading), saysTrade(other)
        {
            if isKin(other.category, code) || agreesWithBank(other.category, reading) {
                return judge(word: other, reading, code)
            }
            verdict.hits.append((other, .keyword))
            verdict.usesCode = code.strength == .strong
            verdict.pattern = .wordAgainstWord
        } else if reading.reach.rawValue >= DescriptorReading.Reach.loose.rawValue {
            verdict.pattern = .looseWord
        } else if code.strength == .strong {
            verdict.usesCode = true
            verdict.pattern = .wordAgainstCode
        }
        return verdict
    }

    /// A bare person, telephone or card is a transfer; so is unknown text with the code of
    /// transfers.
    func judge(
        shapeOf raw: Span<UInt8>, _ folded: Span<UInt8>,
        _ reading: borrowing DescriptorReading, _ code: MerchantTables.CodeRow
    ) -> Verdict? {
        if isShapeIgnored { return nil }
        let tokens = TokenizedText(folded)
        let trader = (0..<tokens.count).first { PersonShape.isSoleTrader(folded, tokens[$0]) }
        if let trader, code.strength.rawValue < 2 {
            return Verdict(
                category: categories.index("other"), pattern: .soleTrader,
                shape: Self.text(folded.extracting(tokens[trader].range)), form: "trader")
        }
        let person = categories.index("transfers.person")
        switch PersonShape.of(raw, folded: folded, tokens: tokens) {
        case .number:
            return Verdict(
                category: person, pattern: .cardNumber, shape: Self.text(raw), form: "number")
        case .fullName where reading.address == 0 && !hasForm(folded),
            .addressed where !hasForm(folded):
            return self.person(named: raw, .sure)
        case .words
        where line.mcc == Self.transferCode
            || line.mcc == 0 && reading.houses == 0 && Self.isCyrillic(folded):
            return Verdict(
                category: person, pattern: line.mcc == 0 ? .personsWords : .transferCode,
                usesCode: line.mcc != 0, shape: Self.text(raw), form: "words", isCodeMeant: true)
        default: break
        }
        if line.mcc == Self.transferCode, !reading.hasLegalForm, reading.processor == nil,
            reading.bank == nil, tokens.count > 0
        {
            return Verdict(
                category: person, pattern: .transferCode, usesCode: true, isCodeMeant: true)
        }
        return nil
    }

    static func text(_ bytes: Span<UInt8>) -> String {
        var copy: [UInt8] = []
        for index in 0..<bytes.count { copy.append(bytes[index]) }
        return String(decoding: copy, as: UTF8.self)
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    static func isCyrillic(_ folded: Span<UInt8>) -> Bool {
        (0..<folded.count).contains { folded[$0] & 0xFC == 0xD0 }
    }

    /// "Wire transfers, money orders" of ISO 18245; monobank prints it on every transfer.
    static let transferCode: UInt16 = 4829
    /// "Financial institutions: merchandise and services"; printed when an account elsewhere is
    /// topped up.
    static let bankCode: UInt16 = 6012

    /// "Digital goods: large digital goods merchant": stores of programs, games and media together.
    static let digitalGoodsCode: UInt16 = 5818

    /// Money in from a merchant is a refund.
    func turnToRefund(_ verdict: inout Verdict) {
        guard sign > 0, categories.all[verdict.category].kind == .expense else { return }
        let key = categories.all[verdict.category].key
        // Freelancers are paid by the platform they also pay; banks' own rows and unknown ones are
        // not purchases.
        if key == "services.professional" || key == "services.business" {
            verdict.category = categories.index("income.business")
            verdict.pattern = .refundOfWord
            verdict.turn = "income"
            return
        }
        // Rent received is not rent paid.
        if group(verdict.category) == group("housing") {
            verdict.category = categories.index("income.other")
            verdict.pattern = .rentPaidIn
            verdict.turn = "rent"
            return
        }
        if key == "other" || group(verdict.category) == group("finance") { return }
        verdict.category = categories.index("income.refund")
        verdict.turn = "refund"
        verdict.pattern = verdict.pattern.isOfName ? .refund : .refundOfWord
    }

    /// A transfer between own accounts in two currencies is an exchange.
    func turnToExchange(_ verdict: inout Verdict) {
        guard let original = line.originalAmount, original.currency.isKnown,
            line.amount.currency.isKnown, original.currency != line.amount.currency,
            verdict.category == categories.index("transfers.own"),
            // Money sent to one's own account at another bank is converted there or on the way: it
            // stays one's own.
            verdict.pattern != .bankTransfer
        else { return }
        verdict.category = categories.index("transfers.fx")
        verdict.turn = "exchange"
    }

    /// "Від: DEEL INC": companies do not send money as friends do.
    func turnToIncome(_ verdict: inout Verdict, isCompany: Bool) {
        guard sign > 0, isCompany, verdict.category == categories.index("transfers.person")
        else { return }
        verdict.category = categories.index("income")
        verdict.pattern = .companyPays
        verdict.turn = "company"
    }

    /// Whether the counterparty may be shown under a merchant's name: the text has it as in the
    /// tables, without evidence of another trade. «VET POLISSIA» is not the grocer of that name;
    /// its own words are better.
    func isCalled(
        _ name: DescriptorReading.Hit, _ reading: borrowing DescriptorReading
    ) -> Bool {
        guard reading.reach == .plain || reading.reach == .split else { return false }
        for index in 0..<reading.keywordCount {
            guard let word = reading.keyword(index) else { break }
            // «SHOP ATB»: a shop can be of any trade.
            if !isKin(word.category, name.category), !word.tokens.overlaps(name.tokens),
                categories.all[word.category].kind == .expense,
                word.category != categories.index("shopping"), !isPart(word, of: name)
            {
                return false
            }
        }
        return true
    }

    /// «AMIC Energy»: the word is part of the merchant's name.
    func isPart(
        _ word: DescriptorReading.Hit, of name: DescriptorReading.Hit
    ) -> Bool {
        let stem = tables.name(ofRow: word.row).prefix { $0 != "*" }
        return tables.name(ofRow: name.row).lowercased().contains(stem.lowercased())
    }

    // MARK: Kinship

    func group(_ category: Int) -> Int { categories.groups[category] }
    func group(_ key: String) -> Int { categories.index(key) }
    func isKin(_ a: Int, _ b: Int) -> Bool { group(a) == group(b) }
    func isKin(_ category: Int, _ code: MerchantTables.CodeRow) -> Bool {
        code.strength.rawValue >= 2 && isKin(category, code.category)
    }
    func isIncome(_ category: Int) -> Bool { categories.all[category].kind == .income }
    func isExpense(_ category: Int) -> Bool { categories.all[category].kind == .expense }
    func isCash(_ category: Int) -> Bool { category == categories.index("transfers.cash") }

    func keyword(
        _ reading: borrowing DescriptorReading, where isWanted: (Int) -> Bool
    ) -> DescriptorReading.Hit? {
        for index in 0..<reading.keywordCount {
            if let hit = reading.keyword(index), isWanted(hit.category) { return hit }
        }
        return nil
    }

    func agreesWithBank(_ category: Int, _ reading: borrowing DescriptorReading) -> Bool {
        reading.bankWords.map { isKin($0.category, category) } ?? false
    }

    typealias Witnesses = [(DescriptorReading.Hit, Evidence.Source)]

    /// The bank's own words if they agree.
    func bankHit(
        _ category: Int, _ reading: borrowing DescriptorReading
    ) -> Witnesses {
        guard let words = reading.bankWords, isKin(words.category, category) else { return [] }
        return [(words, .bankCategory)]
    }

    /// The category of a source that confirms a weak name, and the source unless it is a code; nil
    /// when there is none.
    func kinOfName(
        _ name: DescriptorReading.Hit, _ reading: borrowing DescriptorReading,
        _ code: MerchantTables.CodeRow
    ) -> (category: Int, hits: Witnesses)? {
        if isKin(name.category, code) { return (code.category, []) }
        // Part of the name is not a second source.
        if let word = keyword(reading, where: { isKin($0, name.category) }),
            !word.tokens.overlaps(name.tokens)
        {
            return (word.category, [(word, .keyword)])
        }
        let words = bankHit(name.category, reading)
        if let first = words.first { return (first.0.category, words) }
        return name.sign != 0 && name.sign == sign ? (name.category, []) : nil
    }

    /// The leaf among two of one group.
    func moreSpecific(_ a: Int, _ b: Int) -> Int { group(a) == a ? b : a }

    func source(of hit: DescriptorReading.Hit) -> Evidence.Source {
        tables.row(hit.row).role == .phrase ? .phrase : .brand
    }

    /// Ukrainian accounts of the Treasury: bank code 899998 after the check digits.
    func isTreasury(_ iban: Span<UInt8>) -> Bool {
        guard iban.count == 29, iban[0] | 0x20 == UInt8(ascii: "u") else { return false }
        let code = "899998".utf8.span
        return (0..<6).allSatisfy { iban[4 + $0] == code[$0] }
    }
}
