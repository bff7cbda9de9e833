package import Facts
package import Scanning

/// Completes the lines of a batch with the bank's civil day and clock, and a folded description
/// beside the original.
///
/// Descriptions repeat, so each distinct one is folded once and gets a number
/// (`StatementLine.textID`), under which later rooms cache results; only its first line has the
/// folded text. Memory is bounded: after `distinctTextsMax` texts the numbers restart and
/// `generation` changes.
package struct Normalizer: Sendable {
    /// Changes when text numbers restart, which invalidates caches by number.
    package private(set) var generation = 0

    private let folder: TextFolder
    private var zones: [BankZone?] = []
    private var zoneNames: [String] = []
    /// Cache of the last day and the clock's offset on all of it: rows of a day are adjacent.
    private var lastDay: (account: Int, day: CalendarDate, offset: Int16?)?
    private var texts = TextInterner()
    /// Hash of each folded text, by text number.
    private var foldedHashes: [UInt64] = []
    /// The text folded last.
    private var folded: [UInt8] = []
    /// The hashes of the batch's descriptions.
    private var hashes: [UInt32] = []
    private var likelyIDs: [UInt32] = []

    /// A year of a household has a few thousand distinct descriptions; a file of references has one
    /// a row, and storing all would be unbounded.
    package static let distinctTextsMax = 65_536
    /// Descriptions average forty bytes; when they are longer, fewer are stored.
    private static let textBytesMax = 32 * 1024 * 1024

    package init(folder: TextFolder) {
        self.folder = folder
    }

    /// Normalizes every line of the batch in place.
    ///
    /// Lines whose account has no supported zone show instants in UTC; lines with a printed day
    /// keep it. An instant outside the years 1900…2199 becomes a rejection; other fates do not
    /// change.
    /// - Complexity: O(*n*) in the bytes of the descriptions.
    package mutating func normalize(
        _ batch: inout LineBatch, accounts: [AccountClaim], file: String
    ) {
        learnZones(of: accounts)
        if texts.count >= Self.distinctTextsMax || texts.storage.count >= Self.textBytesMax {
            forgetTexts()
        }
        // Moved out: changing a line in place would check on each access whether the batch is
        // shared.
        var lines: [StatementLine] = []
        swap(&lines, &batch.lines)
        complete(&lines, rejecting: &batch.rejections, file: file)
        prefetchTexts(of: lines.span, batch.arena.span)
        number(&lines, &batch)
        swap(&lines, &batch.lines)
    }

    private mutating func complete(
        _ lines: inout [StatementLine], rejecting rejections: inout [RowRejection], file: String
    ) {
        var hasRejections = false
        var all = lines.mutableSpan
        for index in all.indices {
            let account = Int(all[index].account)
            let instant = all[index].instant
            if instant != StatementLine.noInstant {
                let zone = (zones.indices.contains(account) ? zones[account] : nil) ?? .utc
                guard let moment = zone.moment(at: instant) else {
                    rejections.append(rejection(of: all[index], file: file))
                    all[index].account = -1
                    hasRejections = true
                    continue
                }
                all[index].made = moment
            } else {
                completeOffset(of: &all[index].made, account)
            }
        }
        if hasRejections { lines.removeAll { $0.account == -1 } }
    }

    private mutating func number(_ lines: inout [StatementLine], _ batch: inout LineBatch) {
        var all = lines.mutableSpan
        for index in all.indices {
            let description = all[index].description.range
            let number = texts.intern(
                batch.arena.span.extracting(description), hash: hashes[index])
            if Int(number) == foldedHashes.count {
                folded.removeAll(keepingCapacity: true)
                folder.fold(batch.arena.span.extracting(description), into: &folded)
                foldedHashes.append(folded.isEmpty ? 0 : StableHash.hash(folded.span, seed: 0))
                all[index].folded = batch.add(folded.span)
            }
            all[index].textID = number
            all[index].foldedHash = foldedHashes[Int(number)]
        }
    }

    /// Prefetches what is stored for the batch's descriptions; each row would otherwise miss the
    /// cache several times.
    private mutating func prefetchTexts(of lines: Span<StatementLine>, _ arena: Span<UInt8>) {
        hashes.removeAll(keepingCapacity: true)
        for index in lines.indices {
            let text = arena.extracting(lines[index].description.range)
            let hash = TextInterner.hash(of: text)
            texts.prefetch(hash: hash)
            hashes.append(hash)
        }
        likelyIDs.removeAll(keepingCapacity: true)
        for hash in hashes {
            if let id = texts.likelyID(hash: hash) { likelyIDs.append(id) }
        }
        for id in likelyIDs {
            texts.prefetch(id: id)
            prefetchElement(of: foldedHashes, at: Int(id))
        }
    }

    private mutating func learnZones(of accounts: [AccountClaim]) {
        guard zoneNames.count != accounts.count else { return }
        zoneNames = accounts.map(\.zone)
        zones = zoneNames.map { BankZone(name: $0) }
        lastDay = nil
    }

    /// Clears the accounts of the previous file; text numbers stay.
    package mutating func beginFile() {
        zoneNames = []
        zones = []
        lastDay = nil
    }

    /// A printed time gets its offset when the bank's clock is known, except in the hour that
    /// occurs twice.
    private mutating func completeOffset(of moment: inout CivilMoment, _ account: Int) {
        guard moment.hasTime, !moment.hasOffset else { return }
        if let lastDay, lastDay.day == moment.day, lastDay.account == account,
            let offset = lastDay.offset
        {
            moment.offsetMinutes = offset
            return
        }
        guard zones.indices.contains(account), let zone = zones[account] else { return }
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
        foldedHashes = []
        generation += 1
    }

    private func rejection(of line: StatementLine, file: String) -> RowRejection {
        RowRejection(
            kind: .dateNotADay, place: SourcePlace(file: file, line: Int(line.sourceLine)),
            field: "time", found: String(line.instant), expected: "1900-2199")
    }
}
