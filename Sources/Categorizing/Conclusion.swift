package import Facts

/// The category and its probability that follow from evidence. All suggestions are concluded here.
///
/// It depends on the evidence alone, so that an old suggestion can be repeated, or computed without
/// one of its reasons. `Evidence.how` contains blank-separated words; the first reason not from
/// memory is the deciding one. A line found as the other side of a transfer has precedence: it is
/// looked for only when nothing contradicts it.
package struct Conclusion: Sendable, Equatable {
    package var category: String
    package var permille: Int
    internal var pattern: EvidencePattern?
    /// The probability before it was lowered to have a person look: the other side of a transfer is
    /// check enough.
    private var permilleIfLooked: Int

    package static func == (a: Conclusion, b: Conclusion) -> Bool {
        a.category == b.category && a.permille == b.permille
    }

    package init(from evidence: [Evidence]) {
        self.init(EvidenceParts(evidence))
    }

    /// The row of the table of outcomes; empty when a rule decided or there is no evidence.
    package var patternName: String { pattern?.rawValue ?? "" }

    /// Below this a guess is useless.
    private static let permilleMin = 300
    /// A merchant new to this household is not filed unasked, however well the tables know it:
    /// households file the same merchant differently.
    static let firstSeenPermilleMax = 985
    /// A person has not looked at such lines for a long time.
    private static let askedAgainPermilleMax = 985

    private init(_ parts: EvidenceParts) {
        if let transfer = parts.transfer {
            let rest = Self(parts.withoutTransfer)
            self.init(
                sure: transfer.category,
                TransferClues(text: transfer.how).permille(
                    beside: rest.permilleIfLooked, isAgreed: rest.category == transfer.category))
            return
        }
        if let rule = parts.rule {
            self.init(sure: rule.category, 1_000)
            return
        }
        let built = Self.ofTables(parts)
        func remembered(_ evidence: Evidence) -> Remembered {
            Remembered(
                evidence: evidence, state: Self.state(in: evidence),
                isAskedAgain: evidence.has("again"))
        }
        self.init(
            built?.category ?? "", built?.pattern, parts.memory.map(remembered), parts.likeness,
            parts.usage.map(remembered), parts.experience,
            sellsMany: parts.sellsMany)
    }

    /// Whether the tables say that the merchant sells many kinds of things.
    internal static func sellsMany(_ evidence: [Evidence]) -> Bool {
        for index in evidence.indices {
            switch evidence[index].source {
            case .brand where !evidence[index].has("bank"), .mcc: return evidence[index].has("many")
            default: break
            }
        }
        return false
    }

    /// The category from the tables alone; empty when there is none.
    internal static func ofTables(_ evidence: [Evidence]) -> String {
        ofTables(EvidenceParts(evidence))?.category ?? ""
    }

    /// For a line with a known merchant's name: the category that a trade word or a code settles if
    /// it differs from the name's, or that of a strong word of another trade beside it. Nil when
    /// nothing differs.
    internal static func otherThanName(_ evidence: [Evidence]) -> String? {
        let parts = EvidenceParts(evidence)
        guard let name = parts.name else { return nil }
        if let built = ofMerchant(parts)?.category, built != name.category,
            isLeaf(name.category) || !isKin(built, name.category)
        {
            return built
        }
        guard let word = parts.word, !isKin(word.category, name.category) else { return nil }
        return word.category
    }

    /// The category of a merchant's name where a trade word or a code has another one.
    internal static func overruledName(_ evidence: [Evidence]) -> String? {
        otherThanName(evidence) == nil ? nil : EvidenceParts(evidence).name?.category
    }

    /// Whether a known merchant's name is in the text, so that the counterparty may be another.
    internal static func namesMerchant(_ evidence: [Evidence]) -> Bool {
        EvidenceParts(evidence).name.map { !$0.isWeak } ?? false
    }

    /// Whether the bank's own wording makes the line a bank fee, whoever the recipient is.
    internal static func saysFee(_ built: borrowing Suggestion) -> Bool {
        let fees = "finance.fees"
        return built.category == fees
            && built.evidence.contains {
                $0.source == .phrase && !$0.isWeak && $0.category == fees
            }
    }

    /// A category that is not weighed against other evidence.
    private init(sure category: String, _ permille: Int) {
        self.category = category
        self.permille = permille
        permilleIfLooked = permille
    }

    /// Memory's result, and the state at the start of its `how`.
    struct Remembered {
        var evidence: Evidence
        var state: Recollection.State?
        var isAskedAgain = false

        /// All decisions were the same.
        var isPure: Bool {
            switch state {
            case .once, .twice, .thrice, .often: true
            default: false
            }
        }

        /// Merchants of a category were filed alike: always, at least twice in agreement with the
        /// tables or three times otherwise; or nearly always and most recently, in agreement with
        /// the tables.
        func isUsage(beside built: String) -> Bool {
            switch state {
            case .thrice, .often: true
            case .twice, .mostly: evidence.category == built
            default: false
            }
        }
    }

    /// The conclusion from memory's result, the evidence of the tables and experience, for callers
    /// with the tables' answer.
    ///
    /// - Parameters:
    ///   - category: of the tables; empty when they have none.
    ///   - pattern: how the tables reached it.
    ///   - likeness: result of lines with the same words; used when nothing is remembered of the
    ///     line itself, if it is more reliable than the tables.
    ///   - usage: how this household files other merchants of the same category; used when likeness
    ///     is.
    ///   - sellsMany: decisions about this merchant say little about the next.
    init(
        _ category: String, _ pattern: EvidencePattern?, _ memory: Remembered?,
        _ likeness: Evidence? = nil, _ usage: Remembered? = nil, _ experience: Evidence? = nil,
        sellsMany: Bool
    ) {
        var found = (category: category, pattern: pattern)
        var limit = 1_000
        if let memory, !memory.evidence.category.isEmpty {
            let remembered = Self.pattern(of: memory, against: category, sellsMany)
            if memory.isPure, memory.evidence.category == category, let pattern,
                min(pattern.permille, Self.firstSeenPermilleMax) > remembered.permille
            {
                // Decisions that agree with the tables do not make them less sure.
                limit = Self.firstSeenPermilleMax
            } else {
                found = (memory.evidence.category, remembered)
            }
        } else if memory != nil {
            limit = Self.firstSeenPermilleMax
            if let usage, usage.isUsage(beside: category) {
                if usage.evidence.category != category {
                    found = (usage.evidence.category, .habitOfCategory)
                } else if pattern?.namesMerchant ?? false, Self.settled.contains(category) {
                    found.pattern = .nameOfUsualCategory
                    limit = 1_000
                }
            }
        }
        if let likeness, memory?.evidence.category.isEmpty ?? true {
            limit = min(limit, Self.firstSeenPermilleMax)
            let like = Self.pattern(ofLikeness: likeness)
            if like.permille > found.pattern?.permille ?? 0 { found = (likeness.category, like) }
        }
        self.pattern = found.pattern
        let measured = min(limit, found.pattern?.permille ?? 0)
        let weight =
            limit < 1_000
            ? Self.tableAnswersFirstSeen
            : found.pattern?.isOfPureMemory ?? false
                ? Self.tableAnswersRemembered : Self.tableAnswers
        permilleIfLooked =
            experience.map { Self.blend(measured, weight, $0.subject, upTo: limit) } ?? measured
        permille =
            memory?.isAskedAgain ?? false
            ? min(permilleIfLooked, Self.askedAgainPermilleMax) : permilleIfLooked
        self.category = permille < Self.permilleMin ? "" : found.category
        if self.category.isEmpty { permille = 0 }
    }

    // MARK: Memory

    /// Merchants that sell everything, and words with many meanings: one decision says little about
    /// the next.
    private static let manifold: Set<String> = [
        "shopping.marketplace", "services.post", "transport.fuel", "finance",
    ]

    /// Categories that households, once they use them, apply alike: a bill is a bill, while a
    /// marketplace may be anything.
    private static let settled: Set<String> = [
        "groceries", "eating_out.coffee", "utilities", "utilities.electricity", "utilities.gas",
        "utilities.water", "utilities.heating", "utilities.building", "utilities.waste", "telecom",
        "telecom.mobile", "telecom.internet", "health.pharmacy", "health.doctor", "health.dental",
        "health.lab", "health.optics", "pets.supplies", "pets.vet", "entertainment.events",
        "entertainment.gambling", "sport.fitness", "subscriptions.media", "travel.flights",
        "travel.hotels", "travel.rail_bus", "insurance", "finance.fees", "government.taxes",
        "charity", "transfers.cash", "income.refund", "income.interest", "income.cashback",
    ]

    static func isSettled(_ category: String) -> Bool { settled.contains(category) }

    private static func state(in memory: Evidence) -> Recollection.State? {
        Recollection.State(
            rawValue: memory.how.utf8.split(separator: 0x20).first.map { String(Substring($0)) }
                ?? "")
    }

    private static func pattern(
        of remembered: Remembered, against built: String, _ sellsMany: Bool
    ) -> EvidencePattern {
        let memory = remembered.evidence
        if memory.source == .habit {
            let isWritten = memory.subject.utf8.starts(with: SubjectKey.namePrefix.utf8)
            let isName = memory.subject.utf8.starts(with: "brand ".utf8) || isWritten
            let isUsual = built == memory.category
            // Nothing in the tables contradicts the name that a person wrote.
            let isAlone = isWritten && !isUsual && (built.isEmpty || isKin(built, memory.category))
            switch remembered.state {
            case .thrice, .often: return isName ? .habitOfNameOften : .habitOfWordOften
            case .once, .twice:
                return isName && !isAlone
                    ? (isUsual ? .habitOfName : .habitOfNameAgainst) : .habitOfWord
            case .mostly, .amount, .amounts, .moved: return .habitMostly
            default: return .habitMixed
            }
        }
        switch remembered.state {
        case .once where sellsMany || manifold.contains(built),
            .twice where sellsMany || manifold.contains(built), .thrice where sellsMany,
            .often where sellsMany && memory.has("far"):
            return .rememberedOfMany
        case .once: return .rememberedOnce
        case .twice: return .rememberedTwice
        case .thrice: return .rememberedThrice
        case .often: return .rememberedOften
        case .account:
            // The same counterparty, paid from this account: as good as two decisions about one
            // text.
            return memory.source == .counterparty ? .rememberedTwice : .rememberedOfAccount
        case .amount: return .rememberedOfAmount
        case .amounts: return .rememberedOfAmounts
        case .mostly: return .rememberedMostly
        case .shaken: return .rememberedShaken
        case .turned: return .rememberedTurned
        case .moved: return .rememberedMoved
        case .mixed, nil: return .rememberedMixed
        }
    }

    /// `4/4`: how many of the lines with the same words had the category.
    private static func pattern(ofLikeness likeness: Evidence) -> EvidencePattern {
        let parts = likeness.how.utf8.split(separator: UInt8(ascii: "/")).map {
            Int(Substring($0))
        }
        guard parts.count == 2, let agreeing = parts[0], agreeing == parts[1] else {
            return .wordsMixed
        }
        return agreeing == 1 ? .wordsOnce : .wordsOften
    }

    /// Weight of the table's probability against the household's own answers to this pattern,
    /// `17/19`, in answers. It is lower where the household's opinion is in doubt, and as much
    /// higher where its own decisions are repeated: a merchant of two kinds leaves the pattern by
    /// itself, and its errors do not concern others.
    private static let tableAnswers = 30
    private static let tableAnswersFirstSeen = 40
    private static let tableAnswersRemembered = 1_000

    /// Answers about similar lines, unless there are very many, do not make an unknown merchant a
    /// known one: twenty right answers come soon, even if one of ten unknown merchants is filed
    /// unpredictably.
    private static let tableAnswersToPassLimit = 100

    private static func blend(
        _ permille: Int, _ weight: Int, _ answers: String, upTo limit: Int
    ) -> Int {
        let parts = answers.utf8.split(separator: UInt8(ascii: "/")).map { Int(Substring($0)) }
        guard parts.count == 2, let right = parts[0], let asked = parts[1], right >= 0,
            asked >= right, asked <= 1_000_000
        else { return permille }
        func blended(_ weight: Int) -> Int {
            (permille * weight + 1_000 * right) / (weight + asked)
        }
        let soon = blended(weight)
        return soon <= limit ? soon : max(limit, blended(tableAnswersToPassLimit))
    }

    // MARK: Tables

    /// The conclusion from the tables' evidence, without memory.
    private static func ofTables(
        _ parts: EvidenceParts
    ) -> (category: String, pattern: EvidencePattern)? {
        if let treasury = parts.treasury { return (treasury.category, .treasury) }
        guard let base = ofMerchant(parts) else { return nil }
        guard let sign = parts.sign, !sign.category.isEmpty else { return base }
        switch sign.how {
        case "refund": return (sign.category, base.pattern.isOfName ? .refund : .refundOfWord)
        case "income": return (sign.category, .refundOfWord)
        case "rent": return (sign.category, .rentPaidIn)
        case "company": return (sign.category, .companyPays)
        default: return (sign.category, base.pattern)
        }
    }

    private static func ofMerchant(
        _ parts: EvidenceParts
    ) -> (category: String, pattern: EvidencePattern)? {
        let code = parts.code
        if let phrase = parts.phrase, !phrase.isWeak {
            if phrase.category == "income.refund" { return (phrase.category, .refundWording) }
            if phrase.has("loose") { return (phrase.category, .looseName) }
            if phrase.has("cut") || phrase.has("near") { return (phrase.category, .bentName) }
            return (phrase.category, phrase.has("start") ? .wordingAtStart : .wording)
        }
        if let name = parts.name, !name.isWeak { return ofName(name, parts) }
        if let word = parts.word, !word.isWeak {
            // «Гастробар» with the code of bars: as with names.
            if let code, code.category != word.category, !code.isWeak,
                saysOtherLeaf(code, than: word) ?? false, !hasNoCode(word.category),
                !isKin(word.category, "utilities")
            {
                return (code.category, .wordAgainstCode)
            }
            return (word.category, pattern(of: word, parts))
        }
        if let name = parts.name ?? parts.phrase {
            if let leaf = leafOfCode(against: name, parts) { return (leaf, .nameOfOtherLeaf) }
            let witness =
                code.flatMap { isKin($0.category, name.category) ? $0 : nil }
                ?? parts.word ?? parts.bankWords
            if let witness {
                return (
                    moreSpecific(name.category, witness.category), .weakNameWitnessed
                )
            }
            return (name.category, name.has("signed") ? .weakNameWitnessed : .weakName)
        }
        if let word = parts.word {
            let isWitnessed =
                code.map { isKin($0.category, word.category) } ?? (parts.bankWords != nil)
            // «Стрижка собак»: the weak word says what the strong one is about.
            if !isWitnessed, let other = parts.otherWord, !other.isWeak {
                return (word.category, .wordAgainstWord)
            }
            let category = code.map { $0.isWeak ? word.category : $0.category } ?? word.category
            return (
                category,
                isWitnessed ? .weakWordWitnessed : code == nil ? .weakWord : .weakWordAgainstCode
            )
        }
        if let words = parts.bankWords {
            return (words.category, words.isWeak ? .weakBankCategory : .bankCategory)
        }
        if let shape = parts.shape {
            let pattern: EvidencePattern =
                switch shape.how {
                case "number": .cardNumber
                case "own": .wording
                case "trader": .soleTrader
                case "words": code == nil ? .personsWords : .transferCode
                default: .fullName
                }
            return (shape.category, pattern)
        }
        if let bank = parts.bank {
            if let code { return (code.category, .bankTransfer) }
            return (bank.category, .bankName)
        }
        guard let code else { return nil }
        if code.has("transfer") { return (code.category, .transferCode) }
        if code.has("sure") { return (code.category, .sureCode) }
        return (code.category, code.isWeak ? .weakCode : .code)
    }

    private static func ofName(
        _ name: Evidence, _ parts: EvidenceParts
    ) -> (category: String, pattern: EvidencePattern) {
        let code = parts.code
        let isOfCode = code.map { isKin($0.category, name.category) } ?? false
        if let code, !isOfCode {
            // Coffee at a filling station: the brand says fuel, the code says food.
            if name.category == "transport.fuel", isKin(code.category, "eating_out") {
                return (code.category, .nameAndKin)
            }
            // "Сільпо Кафе" with a café's code: word and code agree against the name.
            if let word = parts.word, isKin(word.category, code.category) {
                return (moreSpecific(word.category, code.category), .wordAndCode)
            }
        }
        let isOfWord = parts.word.map { isKin($0.category, name.category) } ?? false
        // A code of another trade cancels the support of a word.
        let isWitnessed = isOfCode || code == nil && isOfWord || parts.bankWords != nil
        if let leaf = leafOfCode(against: name, parts) { return (leaf, .nameOfOtherLeaf) }
        if name.has("loose") {
            return (name.category, isWitnessed ? .looseNameWitnessed : .looseName)
        }
        if name.has("cut") || name.has("near") {
            return (name.category, isWitnessed ? .bentNameWitnessed : .bentName)
        }
        if name.has("abroad"), !isWitnessed { return (name.category, .foreignName) }
        if isOfCode, code?.category == name.category { return (name.category, .nameAndCode) }
        if isWitnessed {
            let byCode =
                hasNoCode(name.category)
                ? nil : saysOtherLeaf(code, than: name)
            // Fast food, bars and coffee houses call themselves restaurants.
            let word = parts.word.flatMap {
                $0.isWeak || $0.category == "eating_out.restaurants" ? nil : $0
            }
            let byWord = word.flatMap { saysOtherLeaf($0, than: name) }
            guard (byCode ?? byWord ?? false) && (byWord ?? true),
                !isKin(name.category, "utilities")
                    || isOfBothEnergies(name.category, word?.category ?? "")
            else {
                return (name.category, witness(parts, confirms: name) ? .nameAndKin : .borderName)
            }
            // «Viettel Internet»: the word says which of the merchant's services it is, and so does
            // a decisive code.
            let witness = byWord == true ? word : code
            let leaf = witness.flatMap { $0.isWeak ? nil : $0.category } ?? name.category
            return (leaf, .nameOfOtherLeaf)
        }
        if let code {
            return (name.category, code.isWeak ? .nameAgainstWeakCode : .nameAgainstCode)
        }
        if let word = parts.word {
            return name.has("behind")
                ? (word.category, .wordBeforeName) : (name.category, .nameAgainstWord)
        }
        return (name.category, patternOfBare(name))
    }

    /// Suppliers of electricity sell gas too, and the word says which: "E.ON ABSCHLAG GAS". The
    /// other utilities are of one bill: heat suppliers sell hot water.
    private static func isOfBothEnergies(_ name: String, _ word: String) -> Bool {
        let energies: Set = ["utilities.electricity", "utilities.gas"]
        return energies.contains(name) && energies.contains(word)
    }

    /// The leaf of a decisive code, where the name is weak or approximate and of another leaf.
    private static func leafOfCode(against name: Evidence, _ parts: EvidenceParts) -> String? {
        guard name.isWeak || name.has("loose") || name.has("cut") || name.has("near"),
            let code = parts.code, !code.isWeak, saysOtherLeaf(code, than: name) ?? false,
            !hasNoCode(name.category), !isKin(name.category, "utilities")
        else { return nil }
        return code.category
    }

    /// Leaves whose merchants are as often of another leaf: an operator's television, a sportswear
    /// shop, a drugstore, a bakery with tables. A name alone does not settle between the two.
    private static let bordering: Set<String> = [
        "eating_out.bars", "eating_out.fast_food", "groceries.specialty", "home.furniture",
        "home.household", "kids.goods", "personal_care.cosmetics", "services.post", "sport.goods",
        "telecom.internet", "telecom.mobile",
    ]

    /// Whether the evidence beside a name settles the leaf: any does if no other leaf is near;
    /// otherwise it must be decisive.
    private static func witness(_ parts: EvidenceParts, confirms name: Evidence) -> Bool {
        func settles(_ witness: Evidence?) -> Bool {
            witness.map { !$0.isWeak && $0.category == name.category } ?? false
        }
        return !bordering.contains(name.category) || settles(parts.word) || settles(parts.code)
            || settles(parts.bankWords)
    }

    /// The leaf has no merchant category code, so that another leaf's code does not contradict it.
    private static func hasNoCode(_ leaf: String) -> Bool {
        leaf == "eating_out.coffee" || leaf == "eating_out.delivery"
    }

    /// Whether other evidence of the name's group means another leaf; nil when there is none or it
    /// means the group.
    private static func saysOtherLeaf(_ witness: Evidence?, than name: Evidence) -> Bool? {
        guard let witness, isKin(witness.category, name.category), isLeaf(witness.category),
            isLeaf(name.category)
        else { return nil }
        return witness.category != name.category
    }

    /// A known merchant and nothing else: long names are safer than short ones, our own table is
    /// safer than the register.
    private static func patternOfBare(_ name: Evidence) -> EvidencePattern {
        if name.has("many") || bordering.contains(name.category) { return .borderName }
        return name.has("short") ? .shortName : name.has("register") ? .nameOfRegister : .name
    }

    private static func pattern(of word: Evidence, _ parts: EvidenceParts) -> EvidencePattern {
        let isOfCode = parts.code.map { isKin($0.category, word.category) } ?? false
        let isBent = word.has("loose") || word.has("cut") || word.has("near")
        if isOfCode || parts.bankWords != nil {
            return word.has("start") && !isBent ? .wordAtStartAndCode : .wordAndCode
        }
        if let other = parts.otherWord, !isKin(other.category, word.category) {
            return .wordAgainstWord
        }
        if isBent { return .looseWord }
        if parts.code != nil { return .wordAgainstCode }
        guard word.has("start") else { return .word }
        return word.has("short") ? .shortWordAtStart : .wordAtStart
    }

    // MARK: Kinship

    /// Whether two keys are in one group: equal up to the first dot.
    private static func isKin(_ a: String, _ b: String) -> Bool {
        let a = a.utf8.span
        let b = b.utf8.span
        var index = 0
        while true {
            let isEnd = index == a.count || a[index] == UInt8(ascii: ".")
            let isOtherEnd = index == b.count || b[index] == UInt8(ascii: ".")
            if isEnd || isOtherEnd { return isEnd && isOtherEnd }
            if a[index] != b[index] { return false }
            index += 1
        }
    }

    /// The leaf among two keys of one group.
    private static func moreSpecific(_ a: String, _ b: String) -> String {
        isLeaf(a) ? a : b
    }

    private static func isLeaf(_ key: String) -> Bool { key.utf8.contains(UInt8(ascii: ".")) }
}

/// Evidence by role: the index of each part in the list, because copying the parts costs more than
/// the reasoning.
private struct EvidenceParts {
    private enum Part: Int {
        case rule, memory, likeness, experience, treasury, name, bank, phrase, word, otherWord,
            code, bankWords, shape
        case sign, transfer, usage
    }

    private let evidence: [Evidence]
    private var places = InlineArray<16, Int>(repeating: -1)

    init(_ evidence: [Evidence]) {
        self.evidence = evidence
        for index in evidence.indices {
            switch evidence[index].source {
            case .rule where evidence[index].how == Evidence.adds: break
            case .rule, .recorded: record(.rule, index)
            case .habit
            where evidence[index].subject.utf8.starts(with: SubjectKey.categoryPrefix.utf8):
                put(.usage, index)
            case .memory, .habit: record(.memory, index)
            case .words: put(.likeness, index)
            case .counterparty:
                evidence[index].how.isEmpty ? put(.treasury, index) : record(.memory, index)
            case .experience: put(.experience, index)
            case .brand: evidence[index].has("bank") ? put(.bank, index) : record(.name, index)
            case .phrase: record(.phrase, index)
            case .keyword: record(word == nil ? .word : .otherWord, index)
            case .mcc: put(.code, index)
            case .bankCategory: put(.bankWords, index)
            case .sign: put(.sign, index)
            case .shape: put(.shape, index)
            case .transfer: put(.transfer, index)
            case .processor, .statement: break
            }
        }
    }

    /// The merchant sells many kinds of things, or the remembered text names none.
    var sellsMany: Bool {
        (name ?? code)?.has("many") ?? false || memory?.has("many") ?? false
    }
    var transfer: Evidence? { at(.transfer) }
    var withoutTransfer: EvidenceParts {
        var rest = self
        rest.places[Part.transfer.rawValue] = -1
        return rest
    }
    var rule: Evidence? { at(.rule) }
    var memory: Evidence? { at(.memory) }
    var likeness: Evidence? { at(.likeness) }
    var usage: Evidence? { at(.usage) }
    var experience: Evidence? { at(.experience) }
    var treasury: Evidence? { at(.treasury) }
    var name: Evidence? { at(.name) }
    var bank: Evidence? { at(.bank) }
    var phrase: Evidence? { at(.phrase) }
    var word: Evidence? { at(.word) }
    var otherWord: Evidence? { at(.otherWord) }
    var code: Evidence? { at(.code) }
    var bankWords: Evidence? { at(.bankWords) }
    var shape: Evidence? { at(.shape) }
    var sign: Evidence? { at(.sign) }

    private func at(_ part: Part) -> Evidence? {
        let place = places[part.rawValue]
        return place < 0 ? nil : evidence[place]
    }

    /// The first of its kind counts.
    private mutating func record(_ part: Part, _ index: Int) {
        if places[part.rawValue] < 0 { put(part, index) }
    }

    private mutating func put(_ part: Part, _ index: Int) { places[part.rawValue] = index }
}

extension Evidence {
    /// Whether `how` has the word.
    fileprivate func has(_ word: StaticString) -> Bool {
        let bytes = how.utf8.span
        let count = word.utf8CodeUnitCount
        var start = 0
        while start + count <= bytes.count {
            let end = start + count
            if bytes.has(word, at: start), end == bytes.count || bytes[end] == 0x20 { return true }
            while start < bytes.count, bytes[start] != 0x20 { start += 1 }
            start += 1
        }
        return false
    }
}
