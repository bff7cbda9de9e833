internal import Facts
internal import Scanning

/// Recognises people, and what they are paid for.
extension Witness {
    /// Whether the counterparty's text alone is a person's name.
    func person(in folded: Span<UInt8>, _ text: Span<UInt8>) -> PersonName.Answer {
        guard mayBePerson else { return .none }
        var reading = DescriptorReading()
        reader(.folded).read(folded, raw: text, into: &reading)
        let answer = isPerson(folded, reading)
        if answer != .none { return answer }
        let shape = PersonShape.of(text, folded: folded, tokens: TokenizedText(folded))
        guard shape == .fullName, !reading.hasLegalForm, !reading.hasStrong else { return .none }
        return .sure
    }

    /// «ФОП Риба Катерина Іванівна», «ФОП Коло А. В.»: a surname says nothing about the trade.
    func isTrader(_ folded: Span<UInt8>, _ raw: Span<UInt8>) -> Bool {
        let tokens = TokenizedText(folded)
        guard tokens.count > 2, PersonShape.isSoleTrader(folded, tokens[0]) else { return false }
        if isOfInitials(tokens, folded, hasPoint: ByteMarks.has(UInt8(ascii: "."), in: raw)) {
            return true
        }
        let end = endBeforePlaces(tokens, folded)
        guard end > 2 else { return false }
        let name = folded.extracting(tokens[1].start..<tokens[end - 1].end)
        var reading = DescriptorReading()
        reader(.folded).read(name, raw: name, into: &reading)
        return isPerson(name, reading, hasCard: Self.hasStar(raw)) != .none
    }

    /// One word and one or two initials follow the form; one only with its point.
    private func isOfInitials(
        _ tokens: borrowing TokenizedText, _ folded: Span<UInt8>, hasPoint: Bool
    ) -> Bool {
        var words = 0
        var initials = 0
        for index in 1..<endBeforePlaces(tokens, folded) {
            if tokens[index].hasDigit(in: folded) { return false }
            if tokens[index].letters == 1 { initials += 1 } else { words += 1 }
        }
        return words == 1 && (initials == 2 || initials == 1 && hasPoint)
    }

    /// Where the places and numbers begin that follow a name.
    private func endBeforePlaces(
        _ tokens: borrowing TokenizedText, _ folded: Span<UInt8>
    ) -> Int {
        var end = tokens.count
        while end > 1, tokens[end - 1].letters != 1,
            tokens[end - 1].hasDigit(in: folded) || isPlace(tokens[end - 1])
        {
            end -= 1
        }
        return end
    }

    private func isPlace(_ token: TokenizedText.Token) -> Bool {
        guard let entry = tables.words(TokenizedText.run(0, token.hash), .folded) else {
            return false
        }
        return (0..<entry.patternCount).contains {
            switch tables.pattern(entry.firstPattern + $0, .folded).kind {
            case .city, .country: true
            default: false
            }
        }
    }

    /// A masked card's number or its end: «*1234».
    static func hasStar(_ raw: Span<UInt8>) -> Bool { ByteMarks.has(UInt8(ascii: "*"), in: raw) }

    /// Whether two letters with points may be a form of companies: in Ukraine they are the initials
    /// of a person, and its forms have no points.
    var mayBeForm: Bool {
        countryBit != tables.countryBit(UInt8(ascii: "U"), UInt8(ascii: "A"))
    }

    /// Whether the text has a form of companies that is not taken for initials.
    func hasForm(_ folded: Span<UInt8>) -> Bool {
        guard mayBeForm else { return false }
        var reading = DescriptorReading()
        reader(.folded).read(folded, raw: Span(), into: &reading)
        return reading.hasLegalForm
    }

    /// The text is only a person's name, both as written and in loose spelling.
    func isPerson(
        _ folded: Span<UInt8>, _ plain: borrowing DescriptorReading, hasCard: Bool = false
    ) -> PersonName.Answer {
        if isShapeIgnored { return .none }
        var address = PersonName.Address(of: folded)
        address.hasCard = hasCard
        let written = PersonName.isWhole(folded, plain, behind: address, tables, categories)
        guard written != .none else { return .none }
        var reading = DescriptorReading()
        let spelling = readLooseSpelling(of: folded, into: &reading)
        guard reading.tokenCount == plain.tokenCount else { return written }
        reading.givenNames = plain.givenNames
        reading.surnames = plain.surnames
        return written.weaker(
            PersonName.isWhole(spelling.span, reading, behind: address, tables, categories))
    }

    /// "Peter Hahn / danke fürs Essen", «Олег Т. аптека», «Петренко Олена за квіти»: a recipient,
    /// then a purpose.
    func personBeforePurpose(
        _ folded: Span<UInt8>, _ raw: Span<UInt8>, _ plain: borrowing DescriptorReading
    ) -> PersonName.Answer {
        if isShapeIgnored || plain.hasLegalForm { return .none }
        if PersonName.head(folded, raw, plain) > 0 { return .unsure }
        var foldedName: [UInt8] = []
        if let end = PersonName.endBeforePurpose(folded) {
            TextFolder().fold(folded.extracting(0..<end), into: &foldedName)
        } else if let end = Self.separator(in: raw) {
            TextFolder().fold(raw.extracting(0..<end), into: &foldedName)
        } else {
            return .none
        }
        var reading = DescriptorReading()
        reader(.folded).read(foldedName.span, raw: Span(), into: &reading)
        // A shop's town follows its name; a shop that is called like a town is a purpose.
        let tokens = reading.tokenCount
        let behind = plain.tokenCount - tokens
        var towns = plain.places
        for token in plain.merchant?.tokens ?? 0..<0 { towns &= ~(1 << UInt64(token)) }
        guard behind > 0, (towns >> UInt64(tokens)).nonzeroBitCount < behind else { return .none }
        return isPerson(foldedName.span, reading) == .none ? .none : .unsure
    }

    /// Where a name ends and a purpose begins: the first of `/ , ; | :` or a dash between blanks.
    static func separator(in raw: Span<UInt8>) -> Int? {
        for index in 0..<raw.count {
            switch raw[index] {
            case UInt8(ascii: "/"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"),
                UInt8(ascii: ":"):
                return index
            case UInt8(ascii: " ") where index + 2 < raw.count:
                if raw[index + 1] == UInt8(ascii: "-") && raw[index + 2] == UInt8(ascii: " ")
                    || raw[index + 1] == 0xE2 && raw[index + 2] == 0x80
                {
                    return index
                }
            default: break
            }
        }
        return nil
    }

    /// A merchant of one country with a first name and a surname, without other evidence for it:
    /// «PETER HAHN DANKE».
    func isOfPerson(
        _ name: DescriptorReading.Hit, _ verdict: Verdict, _ reading: borrowing DescriptorReading,
        _ folded: Span<UInt8>
    ) -> Bool {
        guard mayBePerson, !PersonName.isAtTill(folded), verdict.hits.count == 1, !isShapeIgnored,
            source(of: name) == .brand, !PersonName.isKnown(name, tables),
            (2...3).contains(name.tokens.count), !isLocated(name, reading, folded)
        else { return false }
        return reading.givenNames & (1 << UInt64(name.tokens.lowerBound)) != 0
    }

    /// Whether a branch's number follows the name, or its town and nothing else: «ALBERT HEIJN 1234
    /// NIJMEGEN».
    private func isLocated(
        _ name: DescriptorReading.Hit, _ reading: borrowing DescriptorReading,
        _ folded: Span<UInt8>
    ) -> Bool {
        let tokens = TokenizedText(folded)
        let next = name.tokens.upperBound
        if next < tokens.count, tokens[next].hasDigit(in: folded) {
            // Longer numbers are telephones and accounts.
            return tokens[next].end - tokens[next].start <= Self.branchDigitsMax
        }
        let others = (0..<tokens.count).filter { !name.tokens.contains($0) }
        return !others.isEmpty
            && others.allSatisfy { reading.places & (1 << UInt64($0)) != 0 }
    }

    private static let branchDigitsMax = 5

    /// A person's name in any form, also such as «Ткачук В. О.».
    func isSomebody(
        _ reading: borrowing DescriptorReading, _ folded: Span<UInt8>, _ raw: Span<UInt8>
    ) -> Bool {
        reading.person == .none && mayBePerson && !reading.hasStrong && !reading.hasLegalForm
            && !isShapeIgnored
            && PersonShape.of(raw, folded: folded, tokens: TokenizedText(folded)) == .fullName
    }

    /// Whether the best certain finding in a text is something that shops sell.
    func saysPurchase(_ reading: borrowing DescriptorReading) -> Bool {
        guard let hit = strongName(reading) ?? reading.keyword(0) else { return true }
        return isPurchase(hit.category, reading)
    }

    func isWeakName(_ verdict: Verdict) -> Bool {
        verdict.hits.first.map { $0.0.isWeak && $0.1 == .brand } ?? false
    }

    /// A purchase, and not by the bank's own wording.
    func isPurchase(_ category: Int, _ reading: borrowing DescriptorReading) -> Bool {
        isExpense(category) && !agreesWithBank(category, reading)
            && !Self.paidToPeople.contains(categories.all[group(category)].key)
    }

    /// Groups that are also paid to people: rent, a loan, another's tax.
    static let paidToPeople: Set<String> = [
        "housing", "finance", "government", "charity", "insurance", "other",
    ]

    /// There is no evidence of a purchase at a till.
    var mayBePerson: Bool {
        line.mcc == 0 || line.mcc == Self.transferCode || line.mcc == Self.bankCode
    }

    func person(named raw: Span<UInt8>, _ answer: PersonName.Answer) -> Verdict {
        let isTransfer = line.mcc == Self.transferCode
        guard answer == .unsure else {
            return Verdict(
                category: categories.index("transfers.person"), pattern: .fullName,
                shape: Self.text(raw), form: "name")
        }
        return Verdict(
            category: categories.index("transfers.person"),
            pattern: isTransfer ? .transferCode : .personsWords, usesCode: isTransfer,
            shape: Self.text(raw), form: "words", isCodeMeant: true)
    }
}
