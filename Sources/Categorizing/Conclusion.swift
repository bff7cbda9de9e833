package import Facts

/// What follows from evidence: a category and the chance that it is right. The only way from one to the other.
///
/// A function of the evidence alone, so that a suggestion written long ago can be repeated, and asked what it would be without one of its
/// reasons. Texts of `Evidence.how` are blank-separated words; the first reason that is not memory's is the one that decided. Another
/// line found as the other side of a transfer goes before all: it was looked for only where nothing speaks against it.
package struct Conclusion: Sendable, Equatable {
    package var category: String
    package var permille: Int
    internal var pattern: EvidencePattern?

    package static func == (a: Conclusion, b: Conclusion) -> Bool {
        a.category == b.category && a.permille == b.permille
    }

    package init(from evidence: [Evidence]) {
        self.init(Heard(evidence))
    }

    /// The name of the row of the table of outcomes the chance is from; empty when a rule decided or nothing spoke.
    package var patternName: String { pattern.map { Self.patternNames[$0.rawValue] } ?? "" }

    // Made once: a name asked of the compiler's tables costs more than the conclusion itself.
    private static let patternNames = EvidencePattern.allCases.map { "\($0)" }

    /// Below this a guess helps nobody.
    private static let permilleMin = 300
    /// What nobody of this household has seen before is not filed unasked, however well the tables know it: what one makes of a
    /// merchant is each household's own.
    static let firstSeenPermilleMax = 985

    private init(_ heard: Heard) {
        if let transfer = heard.transfer {
            category = transfer.category
            permille = TransferClues(text: transfer.how).permille
            return
        }
        if let rule = heard.rule {
            category = rule.category
            permille = 1_000
            return
        }
        let built = Self.ofTables(heard)
        var found = (category: built?.category ?? "", pattern: built?.pattern)
        var limit = 1_000
        if let memory = heard.memory, !memory.category.isEmpty {
            found = (memory.category, Self.pattern(of: memory, against: built?.category ?? ""))
        } else if heard.memory != nil {
            limit = Self.firstSeenPermilleMax
        }
        pattern = found.pattern
        let measured = min(limit, found.pattern?.permille ?? 0)
        let weight = limit == 1_000 ? Self.tableAnswers : Self.tableAnswersFirstSeen
        permille = heard.experience.map { Self.blend(measured, weight, $0.subject) } ?? measured
        category = permille < Self.permilleMin ? "" : found.category
        if category.isEmpty { permille = 0 }
    }

    // MARK: Memory

    /// Merchants that sell everything, and words that stand for many things: one decision tells little of the next.
    private static let manifold: Set<String> = [
        "shopping.marketplace", "shopping", "transport.taxi", "services.post", "transport.fuel",
        "finance", "other",
    ]

    private static func pattern(
        of memory: Evidence, against built: String
    ) -> EvidencePattern {
        let state = memory.how.utf8.split(separator: 0x20).first.map { String(Substring($0)) } ?? ""
        if memory.source == .habit {
            let isName = memory.subject.utf8.starts(with: "brand ".utf8)
            let isUsual = built == memory.category
            switch Recollection.State(rawValue: state) {
            case .thrice, .often: return isName ? .habitOfNameOften : .habitOfWordOften
            case .once, .twice:
                return isName ? (isUsual ? .habitOfName : .habitOfNameAgainst) : .habitOfWord
            default: return .habitMixed
            }
        }
        switch Recollection.State(rawValue: state) {
        case .once where manifold.contains(built), .twice where manifold.contains(built):
            return .rememberedOfMany
        case .once: return .rememberedOnce
        case .twice: return .rememberedTwice
        case .thrice: return .rememberedThrice
        case .often: return .rememberedOften
        case .account:
            // The same partner, paid from this account: as good as two decisions about one text.
            return memory.source == .counterparty ? .rememberedTwice : .rememberedOfAccount
        case .amount: return .rememberedOfAmount
        case .amounts: return .rememberedOfAmounts
        case .mostly: return .rememberedMostly
        case .shaken: return .rememberedShaken
        case .turned: return .rememberedTurned
        case .mixed, nil: return .rememberedMixed
        }
    }

    /// The table's chance and the household's own answers to suggestions of this pattern, `17/19`: the table counts as
    /// so many answers, and as fewer where the household's own opinion is in doubt.
    private static let tableAnswers = 100
    private static let tableAnswersFirstSeen = 40

    private static func blend(_ permille: Int, _ weight: Int, _ answers: String) -> Int {
        let parts = answers.utf8.split(separator: UInt8(ascii: "/")).map { Int(Substring($0)) }
        guard parts.count == 2, let right = parts[0], let asked = parts[1], right >= 0,
            asked >= right, asked <= 1_000_000
        else { return permille }
        return (permille * weight + 1_000 * right) / (weight + asked)
    }

    // MARK: Tables

    /// What the tables' evidence says, without memory.
    private static func ofTables(
        _ heard: Heard
    ) -> (category: String, pattern: EvidencePattern)? {
        if let treasury = heard.treasury { return (treasury.category, .treasury) }
        guard let base = ofMerchant(heard) else { return nil }
        guard let sign = heard.sign, !sign.category.isEmpty else { return base }
        switch sign.how {
        case "refund": return (sign.category, base.pattern.isOfName ? .refund : .refundOfWord)
        case "income": return (sign.category, .refundOfWord)
        case "company": return (sign.category, .companyPays)
        default: return (sign.category, base.pattern)
        }
    }

    private static func ofMerchant(
        _ heard: Heard
    ) -> (category: String, pattern: EvidencePattern)? {
        let code = heard.code
        if let phrase = heard.phrase, !phrase.isWeak {
            if phrase.category == "income.refund" { return (phrase.category, .refundWording) }
            return (phrase.category, phrase.has("start") ? .wordingAtStart : .wording)
        }
        if let name = heard.name, !name.isWeak { return ofName(name, heard) }
        if let word = heard.word, !word.isWeak { return (word.category, pattern(of: word, heard)) }
        if let name = heard.name ?? heard.phrase {
            let witness =
                code.flatMap { isKin($0.category, name.category) ? $0 : nil }
                ?? heard.word ?? heard.bankWords
            if let witness {
                return (
                    moreSpecific(name.category, witness.category), .weakNameWitnessed
                )
            }
            return (name.category, name.has("signed") ? .weakNameWitnessed : .weakName)
        }
        if let word = heard.word {
            let isWitnessed =
                code.map { isKin($0.category, word.category) } ?? (heard.bankWords != nil)
            let category = code.map { $0.isWeak ? word.category : $0.category } ?? word.category
            return (category, isWitnessed ? .weakWordWitnessed : .weakWord)
        }
        if let words = heard.bankWords {
            return (words.category, words.isWeak ? .weakBankCategory : .bankCategory)
        }
        if let shape = heard.shape {
            let pattern: EvidencePattern =
                switch shape.how {
                case "number": .cardNumber
                case "trader": .soleTrader
                case "words": code == nil ? .personsWords : .transferCode
                default: .fullName
                }
            return (shape.category, pattern)
        }
        if let bank = heard.bank {
            if let code { return (code.category, .bankTransfer) }
            return (bank.category, .bankName)
        }
        guard let code else { return nil }
        if code.has("transfer") { return (code.category, .transferCode) }
        return (code.category, code.isWeak ? .weakCode : .code)
    }

    private static func ofName(
        _ name: Evidence, _ heard: Heard
    ) -> (category: String, pattern: EvidencePattern) {
        let code = heard.code
        let isOfCode = code.map { isKin($0.category, name.category) } ?? false
        if let code, !isOfCode {
            // A coffee at a filling station: the brand says fuel, the code of the till says food.
            if name.category == "transport.fuel", isKin(code.category, "eating_out") {
                return (code.category, .nameAndKin)
            }
            // "Сільпо Кафе" with a café's code: word and code agree against the name on the door.
            if let word = heard.word, isKin(word.category, code.category) {
                return (moreSpecific(word.category, code.category), .wordAndCode)
            }
        }
        let isOfWord = heard.word.map { isKin($0.category, name.category) } ?? false
        let isWitnessed = isOfCode || isOfWord || heard.bankWords != nil
        if name.has("loose") {
            return (name.category, isWitnessed ? .looseNameWitnessed : .looseName)
        }
        if name.has("cut") || name.has("near") {
            return (name.category, isWitnessed ? .bentNameWitnessed : .bentName)
        }
        if name.has("abroad"), !isWitnessed { return (name.category, .foreignName) }
        if isOfCode, code?.category == name.category { return (name.category, .nameAndCode) }
        if isWitnessed { return (name.category, .nameAndKin) }
        if code != nil { return (name.category, .nameAgainstCode) }
        if heard.word != nil { return (name.category, .nameAgainstWord) }
        return (name.category, patternOfBare(name))
    }

    /// A known merchant and nothing else: long names are safer than short ones, our own table than the register.
    private static func patternOfBare(_ name: Evidence) -> EvidencePattern {
        name.has("short") ? .shortName : name.has("register") ? .nameOfRegister : .name
    }

    private static func pattern(of word: Evidence, _ heard: Heard) -> EvidencePattern {
        let isOfCode = heard.code.map { isKin($0.category, word.category) } ?? false
        let isBent = word.has("loose") || word.has("cut") || word.has("near")
        if isOfCode || heard.bankWords != nil {
            return word.has("start") && !isBent ? .wordAtStartAndCode : .wordAndCode
        }
        if isBent { return .looseWord }
        if heard.code != nil { return .wordAgainstCode }
        return word.has("start") ? .wordAtStart : .word
    }

    // MARK: Kinship

    private static func isKin(_ a: String, _ b: String) -> Bool {
        group(a).elementsEqual(group(b))
    }

    private static func group(_ key: String) -> Substring.UTF8View {
        key.utf8.prefix { $0 != UInt8(ascii: ".") }
    }

    /// Of two of one group the leaf.
    private static func moreSpecific(_ a: String, _ b: String) -> String {
        a.utf8.contains(UInt8(ascii: ".")) ? a : b
    }
}

/// Evidence by its part in the reasoning.
private struct Heard {
    var transfer: Evidence?
    var rule: Evidence?
    var memory: Evidence?
    var experience: Evidence?
    var treasury: Evidence?
    var name: Evidence?
    var bank: Evidence?
    var phrase: Evidence?
    var word: Evidence?
    var code: Evidence?
    var bankWords: Evidence?
    var shape: Evidence?
    var sign: Evidence?

    init(_ evidence: [Evidence]) {
        for item in evidence {
            switch item.source {
            case .rule: rule = rule ?? item
            case .memory, .habit: memory = memory ?? item
            case .counterparty:
                if item.how.isEmpty { treasury = item } else { memory = memory ?? item }
            case .experience: experience = item
            case .brand: if item.has("bank") { bank = item } else { name = name ?? item }
            case .phrase: phrase = phrase ?? item
            case .keyword: word = word ?? item
            case .mcc: code = item
            case .bankCategory: bankWords = item
            case .sign: sign = item
            case .shape: shape = item
            case .transfer: transfer = item
            case .processor: break
            }
        }
    }
}

extension Evidence {
    /// Whether `how` has the word.
    fileprivate func has(_ word: StaticString) -> Bool {
        if how.isEmpty { return false }
        return word.withUTF8Buffer { wanted in
            // How many bytes of the word agree so far; −1 until the next blank once one does not.
            var agreeing = 0
            for byte in how.utf8 {
                if byte == 0x20 {
                    if agreeing == wanted.count { return true }
                    agreeing = 0
                } else if agreeing >= 0 {
                    agreeing =
                        unsafe agreeing < wanted.count && wanted[agreeing] == byte
                        ? agreeing + 1 : -1
                }
            }
            return agreeing == wanted.count
        }
    }
}
