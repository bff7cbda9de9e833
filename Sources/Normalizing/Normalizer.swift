package import Facts
package import Scanning

/// Completes the lines of a batch: the bank's civil day and clock, and a folded description beside the original.
///
/// Descriptions repeat, so each distinct one is folded once: it gets a number (`StatementLine.textID`) by which later rooms remember what
/// they found out about it. Memory is bounded: after `distinctTextsMax` the numbers start anew and `generation` changes.
package struct Normalizer: Sendable {
    /// Changes when text numbers are given anew; what was remembered by number is then void.
    package private(set) var generation = 0

    private let folder: TextFolder
    private var zones: [BankZone?] = []
    private var zoneNames: [String] = []
    /// The day asked about last, and the clock's offset on all of it: rows of a day stand together.
    private var lastDay: (account: Int, day: CalendarDate, offset: Int16?)?
    private var texts = TextInterner()
    private var folded: [UInt8] = []
    /// By number of the text.
    private var foldings: [Folding] = []
    /// Of the batch's descriptions.
    private var hashes: [UInt32] = []
    private var numbers: [UInt32] = []

    /// Where a folded text lies in `folded`, and its hash.
    private struct Folding {
        let range: Range<Int>
        let hash: UInt64
    }

    /// A year of a household has a few thousand distinct descriptions; a file of references has one a row and must not be kept whole.
    package static let distinctTextsMax = 65_536

    package init(folder: TextFolder) {
        self.folder = folder
    }

    /// Normalizes in place every line of the batch.
    ///
    /// Lines whose account names no zone we know show instants in UTC; lines that carry a printed day keep it. An instant outside the
    /// years 1900…2199 becomes a rejection; everything else keeps its fate.
    /// - Complexity: O(*n*) in the bytes of the descriptions.
    package mutating func normalize(
        _ batch: inout LineBatch, accounts: [AccountClaim], file: String
    ) {
        learnZones(of: accounts)
        if texts.count >= Self.distinctTextsMax { forgetTexts() }
        var hasRejections = false
        for index in batch.lines.indices {
            let account = Int(batch.lines[index].account)
            if batch.lines[index].instant != StatementLine.noInstant {
                let zone = (zones.indices.contains(account) ? zones[account] : nil) ?? .utc
                guard let moment = zone.moment(at: batch.lines[index].instant) else {
                    batch.rejections.append(rejection(of: batch.lines[index], file: file))
                    batch.lines[index].account = -1
                    hasRejections = true
                    continue
                }
                batch.lines[index].made = moment
            } else if zones.indices.contains(account), let zone = zones[account] {
                completeOffset(of: &batch.lines[index].made, zone, account)
            }
        }
        if hasRejections { batch.lines.removeAll { $0.account == -1 } }
        number(textsOf: batch)
        for index in batch.lines.indices { setFolded(at: index, in: &batch) }
    }

    private mutating func number(textsOf batch: LineBatch) {
        let arena = batch.arena.span
        let lines = batch.lines.span
        expectTexts(of: lines, arena)
        numbers.removeAll(keepingCapacity: true)
        for index in lines.indices {
            let text = arena.extracting(lines[index].description.range)
            let number = texts.intern(text, hash: hashes[index])
            if Int(number) == foldings.count { foldings.append(fold(text)) }
            numbers.append(number)
        }
    }

    /// Sends for what is known of the batch's descriptions: each row would wait for memory some times otherwise.
    private mutating func expectTexts(of lines: Span<StatementLine>, _ arena: Span<UInt8>) {
        hashes.removeAll(keepingCapacity: true)
        for index in lines.indices {
            let text = arena.extracting(lines[index].description.range)
            hashes.append(TextInterner.hash(of: text))
        }
        for hash in hashes {
            guard let id = texts.expect(hash: hash) else { continue }
            prefetchElement(of: folded, at: foldings[Int(id)].range.lowerBound)
        }
    }

    private mutating func learnZones(of accounts: [AccountClaim]) {
        guard zoneNames.count != accounts.count else { return }
        zoneNames = accounts.map(\.zone)
        zones = zoneNames.map { BankZone(name: $0) }
        lastDay = nil
    }

    /// Forgets the accounts of the file before; text numbers stay.
    package mutating func beginFile() {
        zoneNames = []
        zones = []
        lastDay = nil
    }

    /// A printed time of a bank whose clock is known has an offset, except in the hour that comes twice.
    private mutating func completeOffset(
        of moment: inout CivilMoment, _ zone: BankZone, _ account: Int
    ) {
        guard moment.hasTime, !moment.hasOffset else { return }
        if lastDay?.day != moment.day || lastDay?.account != account {
            lastDay = (account, moment.day, zone.offsetMinutes(throughout: moment.day))
        }
        guard
            let offset = lastDay?.offset
                ?? zone.offsetMinutes(day: moment.day, second: moment.second)
        else { return }
        moment.offsetMinutes = offset
    }

    private mutating func forgetTexts() {
        texts = TextInterner()
        folded = []
        foldings = []
        generation += 1
    }

    private mutating func setFolded(at index: Int, in batch: inout LineBatch) {
        let folding = foldings[Int(numbers[index])]
        batch.lines[index].textID = numbers[index]
        batch.lines[index].folded = batch.add(folded.span.extracting(folding.range))
        batch.lines[index].foldedHash = folding.hash
    }

    private mutating func fold(_ text: Span<UInt8>) -> Folding {
        let start = folded.count
        folder.fold(text, into: &folded)
        let range = start..<folded.count
        return Folding(
            range: range,
            hash: range.isEmpty ? 0 : StableHash.hash(folded.span.extracting(range), seed: 0))
    }

    private func rejection(of line: StatementLine, file: String) -> RowRejection {
        RowRejection(
            kind: .dateNotADay, place: SourcePlace(file: file, line: Int(line.sourceLine)),
            field: "time", found: String(line.instant), expected: "1900-2199")
    }
}
