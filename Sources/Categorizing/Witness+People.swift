internal import Facts
internal import Scanning

/// Whether a text is a person, and what is paid to one.
extension Witness {
    /// Whether a text of the other side's alone is a person's name.
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

    /// «ФОП Риба Катерина Іванівна»: a surname says nothing of somebody's trade.
    func isTrader(_ folded: Span<UInt8>) -> Bool {
        let tokens = TokenizedText(folded)
        guard tokens.count > 2, PersonShape.isSoleTrader(folded, tokens[0]) else { return false }
        let name = folded.extracting(tokens[1].start..<folded.count)
        var reading = DescriptorReading()
        reader(.folded).read(name, raw: name, into: &reading)
        return isPerson(name, reading) != .none
    }

    /// Neither as it is written nor by its sounds the text says anything but a person's name.
    func isPerson(
        _ folded: Span<UInt8>, _ plain: borrowing DescriptorReading
    ) -> PersonName.Answer {
        if isShapeIgnored { return .none }
        let address = PersonName.Address(of: folded)
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

    /// "Peter Hahn / danke fürs Essen", «Олег Т. аптека»: who is paid, and what for.
    func personBeforePurpose(
        _ folded: Span<UInt8>, _ raw: Span<UInt8>, _ plain: borrowing DescriptorReading
    ) -> PersonName.Answer {
        if isShapeIgnored || plain.hasLegalForm { return .none }
        if PersonName.head(folded, raw, plain) > 0 { return .unsure }
        guard let end = Self.separator(in: raw) else { return .none }
        let name = raw.extracting(0..<end)
        var foldedName: [UInt8] = []
        TextFolder().fold(name, into: &foldedName)
        var reading = DescriptorReading()
        reader(.folded).read(foldedName.span, raw: name, into: &reading)
        // Behind a shop's name its town stands.
        let tokens = reading.tokenCount
        let behind = plain.tokenCount - tokens
        guard behind > 0, (plain.places >> UInt64(tokens)).nonzeroBitCount < behind else {
            return .none
        }
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

    /// A merchant of one country called by a first name and a surname, and nothing else says that
    /// it is one: «PETER HAHN DANKE».
    func isOfPerson(
        _ name: DescriptorReading.Hit, _ verdict: Verdict, _ reading: borrowing DescriptorReading,
        _ folded: Span<UInt8>
    ) -> Bool {
        guard mayBePerson, !PersonName.isAtTill(folded), verdict.hits.count == 1, !isShapeIgnored,
            source(of: name) == .brand, !PersonName.isKnown(name, tables),
            (2...3).contains(name.tokens.count)
        else { return false }
        return reading.givenNames & (1 << UInt64(name.tokens.lowerBound)) != 0
    }

    /// A name of a person in any form, also such as «Ткачук В. О.».
    func isSomebody(
        _ reading: borrowing DescriptorReading, _ folded: Span<UInt8>, _ raw: Span<UInt8>
    ) -> Bool {
        reading.person == .none && mayBePerson && !reading.hasStrong && !reading.hasLegalForm
            && !isShapeIgnored
            && PersonShape.of(raw, folded: folded, tokens: TokenizedText(folded)) == .fullName
    }

    /// Whether the best of what is known for sure in a text is what a shop sells.
    func saysPurchase(_ reading: borrowing DescriptorReading) -> Bool {
        guard let hit = strongName(reading) ?? reading.keyword(0) else { return true }
        return isPurchase(hit.category, reading)
    }

    func isWeakName(_ verdict: Verdict) -> Bool {
        verdict.hits.first.map { $0.0.isWeak && $0.1 == .brand } ?? false
    }

    /// What one buys from a shop, and no bank's own words say so.
    func isPurchase(_ category: Int, _ reading: borrowing DescriptorReading) -> Bool {
        isExpense(category) && !agreesWithBank(category, reading)
            && !Self.paidToPeople.contains(categories.all[group(category)].key)
    }

    /// Groups that say as much of a payment to a person: rent, a loan, a tax of somebody's.
    static let paidToPeople: Set<String> = [
        "housing", "finance", "government", "charity", "insurance", "other",
    ]

    /// No till says that it is a purchase.
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
