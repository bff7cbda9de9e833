internal import Facts
internal import Scanning

/// Makes the subjects under which decisions about a line are stored and looked up.
///
/// A subject begins with the direction of the money, `-` or `+`: a shop's refund differs from a
/// purchase.
internal struct SubjectMaker {
    let tables: MerchantTables
    /// +1 money in, -1 money out.
    let sign: Int

    /// Long payment purposes differ only at their end; the ledger stores every subject.
    private static let subjectBytesMax = 96
    /// The essential words are near the start, and each word costs a look-up in the ledger.
    private static let wordsMax = 4
    private static let lettersAloneMin = 3
    /// The tables have no cities with more words.
    private static let noiseTokensMax = 3
    /// Many people share a single name.
    private static let nameWordsMin = 2
    private static let transferTokensMax = 4

    private var direction: UInt8 { sign > 0 ? UInt8(ascii: "+") : UInt8(ascii: "-") }

    /// The description without what varies, in the loose spelling.
    func text(_ folded: Span<UInt8>) -> SubjectKey? {
        textBytes(folded).map { SubjectKey(.text, String(decoding: $0, as: UTF8.self)) }
    }

    /// The same in UTF-8.
    func textBytes(_ folded: Span<UInt8>) -> [UInt8]? {
        guard let words = steady(folded) else { return nil }
        var subject: [UInt8] = []
        subject.reserveCapacity(2 * words.count + 2)
        subject.append(direction)
        LooseSpelling.append(words.span, to: &subject)
        subject.removeLast(subject.count - end(of: subject))
        return subject
    }

    /// The folded text without numbers, cities, terminals and the address after a street's word;
    /// all of it when nothing but the bank's own words is left: each card and telephone is somebody
    /// else's.
    func steady(_ folded: Span<UInt8>) -> [UInt8]? {
        let tokens = TokenizedText(folded)
        guard tokens.count > 0 else { return nil }
        var words: [UInt8] = []
        words.reserveCapacity(folded.count)
        var index = 0
        while index < tokens.count {
            let noise = index > 0 ? noise(tokens, folded, at: index) : (count: 0, isStreet: false)
            // «Сільпо, Київ, вул. Антоновича, 50»: the subject is the shop, not each of its
            // addresses.
            if noise.isStreet, !words.isEmpty { break }
            if noise.count > 0 {
                index += noise.count
                continue
            }
            if !tokens[index].hasDigit(in: folded) {
                if !words.isEmpty { words.append(0x20) }
                words.append(folded.extracting(tokens[index].range))
            }
            index += 1
        }
        let isChanged = words.count < folded.count
        if words.isEmpty || isChanged && BankWording(tables: tables, sign: sign).isAll(of: folded) {
            words.removeAll(keepingCapacity: true)
            words.append(folded)
        }
        return words
    }

    /// The tables find a payment to a person, by a word of the bank or the payer.
    static func isAboutPerson(_ evidence: [Evidence]) -> Bool {
        evidence.indices.contains { index in
            switch evidence[index].source {
            case .phrase, .keyword: evidence[index].category == "transfers.person"
            default: false
            }
        } && Conclusion.ofTables(evidence) == "transfers.person"
    }

    /// A payment to a person without the words that say so: «chuyển tiền đến» Lan and Lan «trả nợ»
    /// are one Lan. Nil when there are no such words, or no name beside them.
    func person(_ folded: Span<UInt8>, _ categories: CategoryTable) -> SubjectKey? {
        let tokens = TokenizedText(folded)
        var name: [UInt8] = []
        var words = 0
        var index = 0
        var isSaid = false
        while index < tokens.count {
            let saying = transferWords(tokens, folded, at: index, categories)
            if saying > 0 {
                isSaid = true
                index += saying
                continue
            }
            if !tokens[index].hasDigit(in: folded) {
                if !name.isEmpty { name.append(0x20) }
                for at in tokens[index].range { name.append(folded[at]) }
                if tokens[index].letters > 1 { words += 1 }
            }
            index += 1
        }
        guard isSaid, words >= Self.nameWordsMin else { return nil }
        var subject = [direction]
        LooseSpelling.append(name.span, to: &subject)
        return SubjectKey(.text, cut(subject))
    }

    /// The number of tokens from here that say that money goes to a person.
    private func transferWords(
        _ tokens: borrowing TokenizedText, _ folded: Span<UInt8>, at first: Int,
        _ categories: CategoryTable
    ) -> Int {
        var hash: UInt64 = 0
        var found = 0
        for last in first..<min(tokens.count, first + Self.transferTokensMax) {
            hash = TokenizedText.run(hash, tokens[last].hash)
            guard let entry = tables.words(hash, .folded) else { break }
            let bytes = tokens.bytes(of: first..<(last + 1))
            for index in 0..<entry.patternCount {
                let pattern = tables.pattern(entry.firstPattern + index, .folded)
                let row = tables.row(pattern.row)
                guard pattern.kind == .keyword || row.role == .phrase,
                    categories.all[row.category].key == "transfers.person",
                    tables.isText(of: pattern, equalTo: folded, bytes)
                else { continue }
                found = last + 1 - first
                break
            }
            guard entry.goesOn else { break }
        }
        return found
    }

    /// Pairs of adjacent words, then single words, without numbers, cities and addresses, in the
    /// loose spelling; nil when there are none.
    ///
    /// Two words are more specific than one: «nha thuoc» is a pharmacy, «nha» may be anything.
    func words(_ folded: Span<UInt8>) -> [SubjectKey]? {
        if BankWording(tables: tables, sign: sign).isAll(of: folded) { return nil }
        let tokens = TokenizedText(folded)
        var telling: [TokenizedText.Token] = []
        var index = 0
        while index < tokens.count, telling.count < Self.wordsMax {
            let noise = noise(tokens, folded, at: index)
            if noise.isStreet, !telling.isEmpty { break }
            if noise.count > 0 {
                index += noise.count
                continue
            }
            if tokens[index].letters > 1, !tokens[index].hasDigit(in: folded) {
                telling.append(tokens[index])
            }
            index += 1
        }
        var found: [SubjectKey] = []
        for (first, second) in zip(telling, telling.dropFirst()) {
            found.append(word([first, second], folded))
        }
        for token in telling where token.letters >= Self.lettersAloneMin {
            found.append(word([token], folded))
        }
        return found.isEmpty ? nil : found
    }

    /// Longer texts describe a purchase, and each run of words costs a look-up in the ledger.
    private static let nameTokensMax = 5
    /// A merchant's name is near the start of a bank's text.
    private static let nameSoughtTokensMax = 8

    /// The text as a merchant's name; nil when it is too long or too short for one.
    func name(_ folded: Span<UInt8>) -> SubjectKey? {
        if BankWording(tables: tables, sign: sign).isAll(of: folded) { return nil }
        guard let text = text(folded), let name = text.asName else { return nil }
        let words = text.undirected.split(separator: " ")
        // Many people have one first name.
        if words.count == 1, GivenNames(tables).contains(folded) { return nil }
        let isName =
            words.count > 1
            ? words.count <= Self.nameTokensMax
            : words.first.map { word in
                word.count >= Self.lettersAloneMin && !word.contains(where: \.isNumber)
            } ?? false
        return isName ? name : nil
    }

    /// Every run of words without numbers that may be a merchant's name, longest first.
    ///
    /// A single word beside others that say something is none: «Дім квітів» is another merchant
    /// than «Дім». ``words(_:)`` has it, as a hint.
    func names(_ folded: Span<UInt8>) -> [SubjectKey]? {
        if BankWording(tables: tables, sign: sign).isAll(of: folded) { return nil }
        let tokens = TokenizedText(folded)
        var words: [TokenizedText.Token] = []
        for index in 0..<tokens.count where words.count < Self.nameSoughtTokensMax {
            if !tokens[index].hasDigit(in: folded) { words.append(tokens[index]) }
        }
        let meaningful = meaningfulWords(tokens, folded)
        var found: [SubjectKey] = []
        for count in (1...Self.nameTokensMax).reversed() where count <= words.count {
            for first in 0...(words.count - count) {
                let run = words[first..<(first + count)]
                if count == 1,
                    run[first].letters < Self.lettersAloneMin
                        || meaningful.contains(where: { $0 != run[first].range.lowerBound })
                {
                    continue
                }
                if let name = word(Array(run), folded, .text).asName { found.append(name) }
            }
        }
        return found.isEmpty ? nil : found
    }

    /// Where the words begin that say something: no numbers, places, terminals or forms of
    /// companies.
    private func meaningfulWords(_ tokens: borrowing TokenizedText, _ folded: Span<UInt8>) -> [Int]
    {
        var found: [Int] = []
        var index = 0
        while index < tokens.count {
            let noise = noise(tokens, folded, at: index, hasForms: true)
            if noise.isStreet, !found.isEmpty { break }
            if noise.count == 0, tokens[index].letters > 1, !tokens[index].hasDigit(in: folded) {
                found.append(tokens[index].range.lowerBound)
            }
            index += max(1, noise.count)
        }
        return found
    }

    private func word(
        _ tokens: [TokenizedText.Token], _ folded: Span<UInt8>, _ kind: SubjectKey.Kind = .word
    ) -> SubjectKey {
        var text: [UInt8] = []
        for token in tokens {
            if !text.isEmpty { text.append(0x20) }
            for at in token.range { text.append(folded[at]) }
        }
        var subject = [direction]
        LooseSpelling.append(text.span, to: &subject)
        return SubjectKey(kind, cut(subject))
    }

    /// The counterparty's tax number, else its account.
    func counterparty(taxID: Span<UInt8>, iban: Span<UInt8>) -> SubjectKey? {
        let number = taxID.isEmpty ? iban : taxID
        guard number.count >= 6 else { return nil }
        var subject = [direction]
        for index in 0..<number.count where number[index] != 0x20 { subject.append(number[index]) }
        return SubjectKey(.counterparty, cut(subject))
    }

    /// The table's row that decided, by a suggestion's evidence; nil when there is none.
    ///
    /// The subject includes the line's category where it differs from the name's: «Сільпо Кафе» is
    /// not groceries, whatever «Сільпо» was decided to be, and coffee at a filling station says
    /// nothing about petrol.
    static func habit(_ evidence: [Evidence], sign: Int) -> SubjectKey? {
        let deciding = evidence.first {
            $0.source == .brand || $0.source == .keyword || $0.source == .mcc
                || $0.source == .phrase
        }
        guard let deciding, deciding.source != .phrase else { return nil }
        let direction = sign > 0 ? "+" : "-"
        let other = Conclusion.otherThanName(evidence).map { SubjectKey.asCategory + $0 } ?? ""
        return SubjectKey(
            .habit, "\(direction)\(deciding.source.rawValue) \(deciding.subject)\(other)")
    }

    /// All merchants of this one's category in the tables; nil when it has none.
    static func category(_ evidence: [Evidence], sign: Int) -> SubjectKey? {
        guard evidence.contains(where: \.isKnowledge) else { return nil }
        let known = Conclusion.ofTables(evidence)
        return known.isEmpty ? nil : .habit(ofCategory: known, isMoneyIn: sign > 0)
    }

    /// The number of tokens from here that name a place or a terminal, and whether a street
    /// follows.
    ///
    /// - Parameter hasForms: forms of companies count too.
    private func noise(
        _ tokens: borrowing TokenizedText, _ folded: Span<UInt8>, at first: Int,
        hasForms: Bool = false
    ) -> (count: Int, isStreet: Bool) {
        var hash: UInt64 = 0
        var found = (count: 0, isStreet: false)
        for last in first..<min(tokens.count, first + Self.noiseTokensMax) {
            hash = TokenizedText.run(hash, tokens[last].hash)
            guard let entry = tables.words(hash, .folded) else { break }
            for index in 0..<entry.patternCount {
                let pattern = tables.pattern(entry.firstPattern + index, .folded)
                switch pattern.kind {
                case .city, .country, .terminal, .street: break
                case .legal where hasForms: break
                default: continue
                }
                let run = first..<(last + 1)
                guard tables.isText(of: pattern, equalTo: folded, tokens.bytes(of: run)) else {
                    break
                }
                found = (run.count, pattern.kind == .street)
            }
            guard entry.goesOn else { break }
        }
        return found
    }

    private func cut(_ subject: [UInt8]) -> String {
        String(decoding: subject[..<end(of: subject)], as: UTF8.self)
    }

    /// Where a long one is cut: between letters.
    private func end(of subject: [UInt8]) -> Int {
        var end = min(subject.count, Self.subjectBytesMax)
        while end > 0, end < subject.count, subject[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }
}
