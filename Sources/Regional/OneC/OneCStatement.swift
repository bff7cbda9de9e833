package import Facts
import Reading

/// The state of reading an exchange file: the open section, own accounts and their totals.
package struct OneCStatement: LineStatement {
    package static let layout = "1c"

    private let file: String
    package private(set) var accounts: [AccountClaim] = []
    /// Own accounts of the current exchange, by the number without blanks.
    private var own: [[UInt8]: Int32] = [:]
    private var witnesses: [TotalsWitness] = []
    private var hasAccountSection = false

    private var mode = Mode.start
    private var section: Int32?
    /// The days that the open section shows, which are printed before its account.
    private var days: (first: CalendarDate?, last: CalendarDate?)
    private var document: OneCDocument
    /// The purpose is the only value that banks break over lines.
    private var isInPurpose = false
    private var rowCount: UInt32 = 0
    /// Transfers between own accounts that only one of them has listed so far, and whether that is
    /// the receiving one; nil if the listing does not say.
    private var listings: [[UInt8]: Bool?] = [:]
    private var folded: [UInt8] = []

    private enum Mode { case start, header, account, document, ended }

    private static let magic = Array("1cclientbankexchange".utf8)
    private static let names = TotalsNames(
        received: OneCKey.received.word, spent: OneCKey.spent.word, closing: OneCKey.closing.word)

    package init(file: String) {
        self.file = file
        document = OneCDocument(file: file)
    }

    package mutating func feed(
        _ line: Span<UInt8>, number: Int, into batch: inout LineBatch
    ) throws(ReadFailure) {
        // Trims 0x1A too, the end mark of DOS files.
        let inked = line.trimmed(line.indices)
        guard let start = inked.first else { return }
        let end = inked.upperBound
        if mode == .start || mode == .ended {
            return try begin(line.extracting(inked), number)
        }
        var equals = start
        while equals < end, line[equals] != 0x3D { equals &+= 1 }
        let word = line.trimmed(start..<equals)
        let isWord = OneCKey.fold(line.extracting(word), into: &folded)
        guard isWord, let key = OneCKey.byWord[folded], equals < end || key.isSectionMark else {
            continuePurpose(line.extracting(inked), hasKey: isWord && equals < end)
            return
        }
        isInPurpose = false
        let value = line.trimmed(min(equals + 1, end)..<end)
        let column = 1 + scalars(line, upTo: value.lowerBound)
        try feed(key, line.extracting(value), line: number, column: column, into: &batch)
    }

    /// The end of the input; an exchange has its own end mark.
    package mutating func finish(at line: Int, into batch: inout LineBatch) throws(ReadFailure) {
        if mode == .ended { return }
        if mode == .document { rejectOpenDocument(into: &batch) }
        guard mode != .start else {
            throw ReadFailure(.malformed, at: SourcePlace(file: file, line: 1))
        }
        throw ReadFailure(
            .truncated, at: SourcePlace(file: file, line: line), details: [OneCKey.endFile.word])
    }

    // MARK: Sections

    /// The first line of an exchange; a file may contain several.
    private mutating func begin(_ line: Span<UInt8>, _ number: Int) throws(ReadFailure) {
        guard OneCKey.fold(line, into: &folded), folded == Self.magic else {
            throw ReadFailure(
                .malformed, at: SourcePlace(file: file, line: number, column: 1),
                found: CellText.excerpt(line), details: ["1CClientBankExchange"])
        }
        own.removeAll()
        listings.removeAll()
        witnesses = accounts.map {
            TotalsWitness(currency: $0.currency, areBalancesFields: true)
        }
        hasAccountSection = false
        section = nil
        mode = .header
    }

    private mutating func feed(
        _ key: OneCKey, _ value: Span<UInt8>, line: Int, column: Int, into batch: inout LineBatch
    ) throws(ReadFailure) {
        switch key {
        case .sectionDocument:
            if mode == .document { rejectOpenDocument(into: &batch) }
            document.begin(line: line)
            mode = .document
        case .endDocument:
            if mode == .document {
                endDocument(into: &batch)
            } else {
                // Its beginning is damaged, so its extent is unknown.
                reject(
                    RowRejection(
                        kind: .recordIncomplete,
                        place: SourcePlace(file: file, line: line, column: 1),
                        field: OneCKey.endDocument.word, expected: OneCKey.sectionDocument.word),
                    into: &batch)
            }
            mode = .header
        case .sectionAccount:
            if mode == .document { rejectOpenDocument(into: &batch) }
            hasAccountSection = true
            section = nil
            days = (nil, nil)
            mode = .account
        case .endAccount:
            if mode == .account { mode = .header }
        case .endFile:
            if mode == .document { rejectOpenDocument(into: &batch) }
            mode = .ended
            try compareTotals(into: &batch)
        default:
            if mode == .document {
                document.put(value, as: key, line: line, column: column)
                isInPurpose = key == .purpose
            } else if key == .account {
                section = try register(value, line: line)
                if mode == .account { printDays() }
            } else if mode == .account {
                readDay(key, value)
                readTotal(key, value, line: line)
            }
        }
    }

    private mutating func continuePurpose(_ line: Span<UInt8>, hasKey: Bool) {
        if isInPurpose, !hasKey {
            document.continuePurpose(line)
        } else {
            isInPurpose = false
        }
    }

    // MARK: Accounts

    private mutating func register(
        _ value: Span<UInt8>, line: Int
    ) throws(ReadFailure) -> Int32? {
        let number = OneCDocument.accountNumber(value)
        guard !number.isEmpty else { return nil }
        if let known = own[number] { return known }
        let text = String(decoding: number, as: UTF8.self)
        if let known = accounts.firstIndex(where: { $0.number == text }) {
            own[number] = Int32(known)
            return Int32(known)
        }
        guard accounts.count < Limits.accountsPerFileMax else {
            throw ReadFailure(
                .limitExceeded, at: SourcePlace(file: file, line: line),
                details: ["accounts-per-file"])
        }
        let claim = AccountClaim(
            number: text, iban: IBANText.normalized(text) ?? "",
            currency: OneCDocument.currency(ofAccount: number))
        accounts.append(claim)
        witnesses.append(TotalsWitness(currency: claim.currency, areBalancesFields: true))
        own[number] = Int32(accounts.count - 1)
        return Int32(accounts.count - 1)
    }

    private mutating func readDay(_ key: OneCKey, _ value: Span<UInt8>) {
        guard key == .firstDay || key == .lastDay else { return }
        var hint = 0
        let moment = try? DateText.parse(value, formats: OneCDocument.days, hint: &hint)
        if key == .firstDay { days.first = moment?.day } else { days.last = moment?.day }
        printDays()
    }

    private mutating func printDays() {
        guard let section else { return }
        if let day = days.first { witnesses[Int(section)].print(firstDay: day) }
        if let day = days.last { witnesses[Int(section)].print(lastDay: day) }
    }

    private mutating func readTotal(_ key: OneCKey, _ value: Span<UInt8>, line: Int) {
        guard let section, !value.isEmpty else { return }
        let index = Int(section)
        do throws(AmountProblem) {
            let amount = try Money.written(
                value, style: .either, in: accounts[index].currency)
            switch key {
            case .opening: witnesses[index].print(opening: amount, line: line)
            case .received: witnesses[index].print(received: amount, line: line)
            case .spent: witnesses[index].print(spent: amount, line: line)
            case .closing: witnesses[index].print(closing: amount, line: line)
            default: break
            }
        } catch {
            witnesses[index].silenceTotals()
        }
    }

    private func compareTotals(into batch: inout LineBatch) throws(ReadFailure) {
        for (account, witness) in witnesses.enumerated() {
            try batch.addTotals(of: witness, account: account, file: file, names: Self.names)
        }
    }

    // MARK: Documents

    private mutating func endDocument(into batch: inout LineBatch) {
        do throws(RowRejection) {
            let legs = try document.legs(
                own: own, claims: accounts, isStatement: hasAccountSection)
            if legs.count == 2, isSecondListing {
                batch.skipped.append(RowSkip(reason: .informational, line: document.startLine))
                rowCount &+= 1
                return
            }
            for leg in legs {
                let line = try document.line(leg, index: rowCount, into: &batch)
                batch.lines.append(line)
                rowCount &+= 1
                if line.amount.currency == accounts[Int(leg.account)].currency {
                    witnesses[Int(leg.account)].count(line)
                } else {
                    witnesses[Int(leg.account)].silence()
                }
            }
        } catch {
            reject(error, into: &batch)
        }
    }

    /// The first listing of a transfer gives both lines, so the other account's listing adds
    /// nothing.
    private var isSecondListing: Bool {
        mutating get {
            guard let listing = document.listing else { return false }
            if let first = listings[listing.facts],
                first == nil || listing.isIn == nil || first != listing.isIn
            {
                listings.removeValue(forKey: listing.facts)
                return true
            }
            listings.updateValue(listing.isIn, forKey: listing.facts)
            return false
        }
    }

    private mutating func rejectOpenDocument(into batch: inout LineBatch) {
        reject(
            RowRejection(
                kind: .recordIncomplete,
                place: SourcePlace(file: file, line: document.startLine, column: 1),
                field: OneCKey.sectionDocument.word, expected: OneCKey.endDocument.word),
            into: &batch)
    }

    /// The account of a rejected row is unknown: totals cannot be compared any more.
    private mutating func reject(_ rejection: RowRejection, into batch: inout LineBatch) {
        batch.rejections.append(rejection)
        rowCount &+= 1
        for index in witnesses.indices { witnesses[index].silence() }
    }

    private func scalars(_ line: Span<UInt8>, upTo end: Int) -> Int {
        var count = 0
        for index in 0..<end where line[index] & 0xC0 != 0x80 { count &+= 1 }
        return count
    }
}

extension OneCKey {
    /// Words that are alone on their line.
    fileprivate var isSectionMark: Bool {
        switch self {
        case .sectionAccount, .endAccount, .sectionDocument, .endDocument, .endFile: true
        default: false
        }
    }
}
