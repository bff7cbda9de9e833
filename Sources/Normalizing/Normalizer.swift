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
    private var texts = TextInterner()
    private var folded: [UInt8] = []
    private var foldedEnds: [Int] = []
    private var foldedHashes: [UInt64] = []

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
                completeOffset(of: &batch.lines[index].made, zone)
            }
            setFolded(at: index, in: &batch)
        }
        if hasRejections { batch.lines.removeAll { $0.account == -1 } }
    }

    private mutating func learnZones(of accounts: [AccountClaim]) {
        guard zoneNames.count != accounts.count else { return }
        zoneNames = accounts.map(\.zone)
        zones = zoneNames.map { BankZone(name: $0) }
    }

    /// Forgets the accounts of the file before; text numbers stay.
    package mutating func beginFile() {
        zoneNames = []
        zones = []
    }

    /// A printed time of a bank whose clock is known has an offset, except in the hour that comes twice.
    private func completeOffset(of moment: inout CivilMoment, _ zone: BankZone) {
        guard moment.hasTime, !moment.hasOffset,
            let offset = zone.offsetMinutes(day: moment.day, second: moment.second)
        else { return }
        moment.offsetMinutes = offset
    }

    private mutating func forgetTexts() {
        texts = TextInterner()
        folded = []
        foldedEnds = []
        foldedHashes = []
        generation += 1
    }

    private mutating func setFolded(at index: Int, in batch: inout LineBatch) {
        let description = batch.lines[index].description
        let id = Int(texts.intern(batch.arena.span.extracting(description.range)))
        if id == foldedEnds.count {
            let start = folded.count
            folder.fold(batch.arena.span.extracting(description.range), into: &folded)
            foldedEnds.append(folded.count)
            let isEmpty = folded.count == start
            foldedHashes.append(
                isEmpty ? 0 : StableHash.hash(folded.span.extracting(start..<folded.count), seed: 0)
            )
        }
        let start = id == 0 ? 0 : foldedEnds[id - 1]
        batch.lines[index].textID = UInt32(truncatingIfNeeded: id)
        batch.lines[index].folded = batch.add(folded.span.extracting(start..<foldedEnds[id]))
        batch.lines[index].foldedHash = foldedHashes[id]
    }

    private func rejection(of line: StatementLine, file: String) -> RowRejection {
        RowRejection(
            kind: .dateNotADay, place: SourcePlace(file: file, line: Int(line.sourceLine)),
            field: "time", found: String(line.instant), expected: "1900-2199")
    }
}
