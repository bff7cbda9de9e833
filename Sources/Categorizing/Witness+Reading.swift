internal import Facts
internal import Scanning

/// Reads a text exactly, approximately, and in loose spelling.
extension Witness {
    func reader(_ spelling: MerchantTables.Spelling) -> DescriptorReader {
        DescriptorReader(
            tables: tables, spelling: spelling, countryBit: countryBit, involved: involved,
            sign: sign, ignored: ignoredName)
    }

    /// The ignored row of the tables.
    var ignoredName: String? {
        switch ignored?.evidence.source {
        case .brand, .phrase, .processor, .keyword, .bankCategory: ignored?.evidence.subject
        default: nil
        }
    }

    var mayBend: Bool { ignoredName == nil || ignored?.mayBend ?? true }
    var isShapeIgnored: Bool { ignored?.evidence.source == .shape }

    /// Reads the text exactly; if nothing strong is found, splits joined words, loosens the
    /// spelling, and finally allows a cut or misspelt name.
    func readBending(
        _ folded: Span<UInt8>, _ raw: Span<UInt8>, into reading: inout DescriptorReading
    ) {
        reader(.folded).read(folded, raw: raw, into: &reading)
        reading.dropPartialBankWords()
        if reading.hasLegalForm, isTrader(folded, raw) { return reading.forgetWords() }
        if reading.givenNames | reading.surnames != 0 {
            if mayBePerson {
                reading.person = isPerson(folded, reading, hasCard: Self.hasStar(raw))
                if reading.person == .none {
                    reading.person = personBeforePurpose(folded, raw, reading)
                    reading.hasPurpose = reading.person != .none
                }
                if reading.person != .none { return }
            }
        }
        if mayBePerson, !isShapeIgnored {
            if PersonName.isAddressedWithInitials(folded, raw, reading) {
                reading.person = .sure
            } else if PersonName.isOfInitials(
                folded, raw, reading, tables, categories, mayBeForm: mayBeForm)
            {
                reading.person = .unsure
            }
            if reading.person != .none { return }
        }
        // Only names of towns and countries.
        if reading.places != 0, reading.places.nonzeroBitCount == reading.tokenCount {
            // Every receipt has town and country: a name that is approximate, foreign or an
            // ordinary word does not count there.
            if reading.merchant.map({ $0.isWeak || $0.homeliness == 0 }) ?? false {
                reading.merchant = nil
            }
            reading.bank = nil
            reading.isPlaceAlone = true
            return
        }
        if reading.hasStrong || folded.isEmpty { return }
        // An exact match, weak or not, precedes approximate ones: see `readLonger`.
        if reading.hasHit {
            if !mayBend { return }
            readLonger(folded, into: &reading)
            return
        }
        var source: [UInt8] = []
        guard GluedWords.split(raw, into: &source) else {
            readLoosely(folded, into: &reading)
            return
        }
        var respelt: [UInt8] = []
        TextFolder().fold(source.span, into: &respelt)
        var split = DescriptorReading()
        reader(.folded).read(respelt.span, raw: raw, into: &split)
        split.reach = .split
        split.dropPartialBankWords()
        if split.hasStrong {
            reading = split
            return
        }
        if reading.isSilent { reading = split }
        readLoosely(respelt.span, into: &reading)
        // A name in two words may be known as one: "FlxBus".
        if reading.isSilent { readLoosely(folded, into: &reading) }
    }

    /// - Parameter reading: the exact reading, with small words only.
    func readLoosely(_ folded: Span<UInt8>, into reading: inout DescriptorReading) {
        if !mayBend { return }
        var loose = DescriptorReading()
        let spelling = readLooseSpelling(of: folded, into: &loose, address: reading.address)
        let isCityAlone =
            !loose.hasStrongName && loose.keyword(0).map { isCity($0, folded) } ?? false
        if loose.hasStrong, !isCityAlone {
            loosen(&reading, to: loose)
            return
        }
        let bent = BentNames(tables: tables, countryBit: countryBit, sign: sign)
        guard let (hit, reach, role) = bent.find(spelling.span), !isCity(hit, folded),
            !isNoise(.country, hit, folded),
            !hit.tokens.contains(where: { reading.address & (1 << UInt64($0)) != 0 })
        else { return }
        reading.add(hit, role, reach)
    }

    /// With an exact match, an approximate one still counts if it contains all of it and more
    /// ("APPLE.COM/B" is cut, and «Apple» only part of it), or if the exact one says only that
    /// money moved ("Zarakhuvannia pensii").
    func readLonger(_ folded: Span<UInt8>, into reading: inout DescriptorReading) {
        var loose = DescriptorReading()
        let spelling = readLooseSpelling(of: folded, into: &loose, address: reading.address)
        if loose.hasStrong, let hit = strongName(loose) ?? loose.keyword(0),
            loose.tokenCount == reading.tokenCount,
            reading.isPart(of: hit.tokens) || saysOnlyHow(reading)
        {
            loosen(&reading, to: loose)
            return
        }
        let bent = BentNames(tables: tables, countryBit: countryBit, sign: sign)
        guard let (hit, role) = bent.findCut(spelling.span), reading.isPart(of: hit.tokens)
        else { return }
        reading.add(hit, role, .cut)
    }

    /// Whether all that was found is weak words for money that moves: "Zarakhuvannia", «перевод».
    func saysOnlyHow(_ reading: borrowing DescriptorReading) -> Bool {
        if reading.merchant != nil || reading.phrase != nil { return false }
        for index in 0..<reading.keywordCount {
            guard let hit = reading.keyword(index), hit.isWeak,
                categories.all[hit.category].kind == .transfer
                    || categories.all[hit.category].key == "income.other"
            else { return false }
        }
        return true
    }

    /// - Returns: the loose spelling.
    func readLooseSpelling(
        of folded: Span<UInt8>, into reading: inout DescriptorReading, address: UInt64 = 0
    ) -> [UInt8] {
        var spelling: [UInt8] = []
        spelling.reserveCapacity(folded.count + 16)
        LooseSpelling.append(folded, to: &spelling)
        var reader = reader(.loose)
        reader.address = address
        reader.read(spelling.span, raw: Span(), into: &reading)
        return spelling
    }

    func loosen(
        _ reading: inout DescriptorReading, to loose: consuming DescriptorReading
    ) {
        loose.reach = .loose
        loose.hasLegalForm = reading.hasLegalForm
        loose.bankWords = reading.bankWords
        if loose.tokenCount == reading.tokenCount { loose.dropPartialBankWords() }
        reading = loose
    }
}
