package import Facts
package import Ledger
package import Pending
internal import Saving
internal import Scanning

/// A line that is known: where it is, and its identity.
package struct KnownLine: Sendable, Equatable {
    package enum Place: Sendable, Equatable { case queue, ledger, tombstone }

    package var identity: LineIdentity
    package var place: Place
    /// A person wrote it; no import brought it.
    package var isByHand: Bool

    package init(identity: LineIdentity, place: Place, isByHand: Bool = false) {
        self.identity = identity
        self.place = place
        self.isByHand = isByHand
    }
}

/// What an import did, or would do.
package struct ImportSummary: Sendable, Equatable {
    /// Nil when nothing was to be written.
    package var batch: Int?
    package var linesNew = 0
    /// Known lines that got another source.
    package var sourcesAdded = 0
    /// Waiting lines whose parts were taken back: the bank booked another amount, which they do not sum to.
    package var linesUndivided: [LineKey] = []

    package init(batch: Int? = nil, linesNew: Int = 0, sourcesAdded: Int = 0) {
        self.batch = batch
        self.linesNew = linesNew
        self.sourcesAdded = sourcesAdded
    }
}

/// One import on its way: lines are appended behind the queue and count only when ``commit(_:)`` returned.
///
/// Memory is about 24 bytes for each queued line and 32 for each source added. Letting it go without a commit takes everything
/// back, as a crash does when the workspace is opened next.
package final class ImportTransaction {
    /// The number the new lines carry.
    package let batch: Int
    /// Nothing was ever imported or written by hand, and the queue is empty: there is no known line to ask for.
    package let isFirst: Bool
    package let isDryRun: Bool
    package let hasEntriesByHand: Bool
    private let workspace: Workspace
    private let suggest: ((StatementFact) -> Suggestion)?
    private let lookups: LedgerLookups
    private var index: QueueIndex
    private var appender: AppendingFile?
    /// Appended so far.
    package private(set) var linesNew = 0
    private var syncing: SyncUnderWay?
    /// The workspace was told that lines are being appended.
    private var isMarked = false
    private var numbers: [UInt32] = []
    private var ledgerLines: [LedgerLine] = []
    private var entryReader: EntryReader?
    private var queueFile: RegularFile?
    /// What lines are proposed as, new ones and waiting ones, in the place of what they were appended or found with.
    private var suggestions: [LineKey: Suggestion] = [:]
    private var files: [SeenFile] = []
    private var additions: [Addition] = []
    private var fillings: [StatementFact] = []
    private var sourceNames: [LineSource] = []
    private var isOpen = true
    /// The ledger was asked to commit. When that fails it may have happened all the same (only the sync behind it failed), so
    /// nothing is taken back here: the next start asks the ledger.
    private var isDecided = false

    /// A source of a known line: numbers only, because an overlapping file has one for every row.
    private struct Addition {
        let key: LineKey
        /// Number in `sourceNames`, whose line is not used.
        let source: Int32
        let line: Int32
        /// Number in `fillings`, −1 for none.
        let filling: Int32
        let isInQueue: Bool
        /// The filling takes the fact's place: a hold was booked.
        let isSettlement: Bool
    }

    init(
        _ workspace: Workspace, isDryRun: Bool, suggest: ((StatementFact) -> Suggestion)?
    ) throws(WorkspaceFailure) {
        self.workspace = workspace
        self.suggest = suggest
        self.isDryRun = isDryRun
        let ledger = workspace.ledger
        batch = try keeping { () throws(LedgerFailure) in try ledger.nextBatch() }
        lookups = try keeping { () throws(LedgerFailure) in try LedgerLookups(ledger) }
        index = try workspace.openIndex()
        hasEntriesByHand = try keeping { () throws(LedgerFailure) in try ledger.hasEntriesByHand }
        isFirst = batch == 1 && index.count == 0 && !hasEntriesByHand
    }

    deinit {
        // An error here is the next start's to settle: the ledger still says what is unfinished.
        do throws(WorkspaceFailure) { try rollback() } catch {}
    }

    /// From here on, questions are answered without the lines appended: for who knows what it appends, and has millions.
    package func stopFindingAppended() {
        index.stopFindingAdded()
        index.expectParts(ofMoreThan: workspace.recordsWithoutPartMax)
    }

    // MARK: Questions

    /// Adds the known lines of an account whose keys lie in `days`: queue, ledger, tombstones, and lines appended just now.
    ///
    /// - Parameter onlyHolds: leaves out all but holds and what lies on another day than its key does: holds that were booked.
    package func findLines(
        account: UInt64, keyAccount: UInt32, days: ClosedRange<Int32>, onlyHolds: Bool = false,
        into lines: inout [KnownLine]
    ) throws(WorkspaceFailure) {
        for day in days {
            try findRecords(keyAccount, day)
            for number in numbers {
                let identity = try identity(number)
                if identity.key.account == keyAccount, identity.key.day == day,
                    identity.account == account,
                    !onlyHolds || identity.isHold || identity.day != day
                {
                    lines.append(KnownLine(identity: identity, place: .queue))
                }
            }
        }
        ledgerLines.removeAll(keepingCapacity: true)
        try askLedger { () throws(LedgerFailure) in
            try lookups.findLines(
                account: account, keyAccount: keyAccount, days: days, onlyHolds: onlyHolds,
                into: &ledgerLines)
        }
        addLedgerLines(to: &lines)
    }

    /// Adds the entries of an account that people wrote, whose keys lie in `days`.
    package func findEntriesByHand(
        account: UInt64, keyAccount: UInt32, days: ClosedRange<Int32>, into lines: inout [KnownLine]
    ) throws(WorkspaceFailure) {
        ledgerLines.removeAll(keepingCapacity: true)
        try askLedger { () throws(LedgerFailure) in
            try lookups.findEntriesByHand(
                account: account, keyAccount: keyAccount, days: days, into: &ledgerLines)
        }
        addLedgerLines(to: &lines)
    }

    /// The first and last day that queue and ledger hold imported lines of an account on; nil when it has none.
    package func knownDays(
        keyAccount: UInt32
    ) throws(WorkspaceFailure) -> ClosedRange<Int32>? {
        var inLedger: ClosedRange<Int32>?
        try askLedger { () throws(LedgerFailure) in
            inLedger = try lookups.days(keyAccount: keyAccount)
        }
        guard let inQueue = index.days(keyAccount: keyAccount) else { return inLedger }
        guard let inLedger else { return inQueue }
        return min(
            inQueue.lowerBound, inLedger.lowerBound)...max(inQueue.upperBound, inLedger.upperBound)
    }

    /// Adds the known lines of an account with this hash of a bank id; 0 finds nothing.
    package func findLines(
        account: UInt64, bankID: UInt64, into lines: inout [KnownLine]
    ) throws(WorkspaceFailure) {
        numbers.removeAll(keepingCapacity: true)
        do throws(SavingError) {
            try index.findRecords(account: account, bankID: bankID, into: &numbers)
        } catch {
            throw .saving(error)
        }
        for number in numbers {
            let identity = try identity(number)
            if identity.account == account, identity.bankID == bankID {
                lines.append(KnownLine(identity: identity, place: .queue))
            }
        }
        ledgerLines.removeAll(keepingCapacity: true)
        try askLedger { () throws(LedgerFailure) in
            try lookups.findLines(account: account, bankID: bankID, into: &ledgerLines)
        }
        addLedgerLines(to: &lines)
    }

    /// Where a key is, or nil when it is free.
    package func place(of key: LineKey) throws(WorkspaceFailure) -> KnownLine.Place? {
        try findRecords(key.account, key.day)
        for number in numbers where try identity(number).key == key { return .queue }
        var place: LedgerPlace?
        try askLedger { () throws(LedgerFailure) in place = try lookups.place(of: key) }
        switch place {
        case .entry: return .ledger
        case .tombstone: return .tombstone
        case nil: return nil
        }
    }

    /// The amount of an approved line, nil when there is none under the key.
    package func amount(ofEntry key: LineKey) throws(WorkspaceFailure) -> Money? {
        try entry(key)?.fact.amount
    }

    /// Whether an approved line was divided into parts.
    package func isDivided(_ key: LineKey) throws(WorkspaceFailure) -> Bool {
        try entry(key)?.annotation.splits.isEmpty == false
    }

    private func entry(_ key: LineKey) throws(WorkspaceFailure) -> LedgerEntry? {
        var entry: LedgerEntry?
        try askLedger { () throws(LedgerFailure) in
            if entryReader == nil { entryReader = try EntryReader(workspace.ledger) }
            entry = try entryReader?.entry(key)
        }
        return entry
    }

    /// Files with this content that are in, under any name.
    package func seenFiles(
        digestHigh: UInt64, digestLow: UInt64
    ) throws(WorkspaceFailure) -> [SeenFile] {
        var found: [SeenFile] = []
        try askLedger { () throws(LedgerFailure) in
            found = try workspace.ledger.seenFiles(digestHigh: digestHigh, digestLow: digestLow)
        }
        return found
    }

    /// Whether any file of this size is in.
    package func hasSeenFile(ofSize bytes: Int) throws(WorkspaceFailure) -> Bool {
        var isSeen = false
        try askLedger { () throws(LedgerFailure) in
            isSeen = try workspace.ledger.hasSeenFile(ofSize: bytes)
        }
        return isSeen
    }

    // MARK: Lines themselves

    /// The accounts that have lines in queue or ledger.
    package func accountNames() throws(WorkspaceFailure) -> [String] {
        var names = workspace.ledger.accountNames
        for (keyAccount, day) in index.accounts {
            try findRecords(keyAccount, day)
            // Two accounts may share the 32 bits that keys have of them.
            var seen: Set<UInt64> = []
            for number in numbers where seen.insert(try identity(number).account).inserted {
                if let line = try queueLine(number) { names.append(line.fact.account) }
            }
        }
        return names
    }

    /// Something was said of some pair of lines.
    package var hasSaidPairs: Bool {
        get throws(WorkspaceFailure) {
            let ledger = workspace.ledger
            return try keeping { () throws(LedgerFailure) in try ledger.hasSaidPairs }
        }
    }

    package func saidPairs(of key: LineKey) throws(WorkspaceFailure) -> [SaidPair] {
        let ledger = workspace.ledger
        return try keeping { () throws(LedgerFailure) in try ledger.pairs(of: key) }
    }

    /// A line that waited before this import.
    package func waiting(_ key: LineKey) throws(WorkspaceFailure) -> QueueLine? {
        try number(of: key).flatMap { number throws(WorkspaceFailure) in try queueLine(number) }
    }

    package func approved(_ key: LineKey) throws(WorkspaceFailure) -> LedgerEntry? {
        try entry(key)
    }

    /// A line of queue or ledger from before this import, nil when it is neither.
    package func knownLine(_ key: LineKey) throws(WorkspaceFailure) -> KnownLine? {
        if let number = try number(of: key) {
            return KnownLine(identity: try identity(number), place: .queue)
        }
        return try entry(key).map { KnownLine(identity: $0.identity, place: .ledger) }
    }

    /// The identity of a line of this import by its number, from 0 on.
    package func appendedLine(_ number: Int) throws(WorkspaceFailure) -> LineIdentity {
        precondition(number >= 0 && number < linesNew, "caller asks for lines it appended")
        return try identity(UInt32(truncatingIfNeeded: index.count - linesNew + number))
    }

    /// A line of this import by its number, from 0 on; nil when it cannot be read back.
    package func appendedFact(
        _ number: Int
    ) throws(WorkspaceFailure) -> (identity: LineIdentity, fact: StatementFact)? {
        precondition(!isDryRun, "what a dry run appends is nowhere")
        let identity = try appendedLine(number)
        do throws(SavingError) { try appender?.flush() } catch { throw .saving(error) }
        let line = try queueLine(
            UInt32(truncatingIfNeeded: index.count - linesNew + number))
        return line.map { (identity, $0.fact) }
    }

    /// A waiting line whose fact this import adds to, as it is, and its fact and identity as they will be.
    package struct ChangedLine {
        package let line: QueueLine
        package let fact: StatementFact
        package let identity: LineIdentity
    }

    package func changedLines() throws(WorkspaceFailure) -> [ChangedLine] {
        let sorted = additions.filter { $0.isInQueue && $0.filling >= 0 }
            .sorted { $0.key < $1.key }
        var changed: [ChangedLine] = []
        var last: LineKey?
        for addition in sorted where addition.key != last {
            last = addition.key
            guard let number = try number(of: addition.key), let line = try queueLine(number)
            else { continue }
            var filled = line
            _ = add(sorted, to: &filled)
            if filled.fact == line.fact { continue }
            changed.append(
                ChangedLine(
                    line: line, fact: filled.fact,
                    identity: workspace.identity(of: filled, before: try identity(number))))
        }
        return changed
    }

    /// Numbers of what later files of this import add to waiting lines, by the lines.
    package func additionsToNewLines() -> [LineKey: [Int]] {
        var found: [LineKey: [Int]] = [:]
        for (number, addition) in additions.enumerated()
        where addition.isInQueue && addition.filling >= 0 {
            found[addition.key, default: []].append(number)
        }
        return found
    }

    /// A line of this import with what its later files add to it; nil when that is nothing.
    package func filled(
        _ fact: StatementFact, _ identity: LineIdentity, by numbers: [Int]
    ) -> (fact: StatementFact, identity: LineIdentity)? {
        var line = QueueLine(key: identity.key, batch: batch, fact: fact)
        for number in numbers { _ = add(additions[number], to: &line) }
        if line.fact == fact { return nil }
        return (line.fact, workspace.identity(of: line, before: identity))
    }

    private func number(of key: LineKey) throws(WorkspaceFailure) -> UInt32? {
        try findRecords(key.account, key.day)
        for number in numbers where try identity(number).key == key { return number }
        return nil
    }

    private func queueLine(_ number: UInt32) throws(WorkspaceFailure) -> QueueLine? {
        do throws(SavingError) {
            let record = try index.record(Int(number))
            let path = workspace.paths.queue
            if queueFile == nil { queueFile = try RegularFile(path) }
            guard record.count >= 0, record.count <= Limits.queueLineBytesMax else { return nil }
            var bytes = [UInt8](repeating: 0, count: record.count)
            guard try queueFile?.read(into: &bytes, at: record.offset) == record.count else {
                return nil
            }
            do throws(QueueFault) { return try QueueLine.parse(bytes.span) } catch { return nil }
        } catch {
            throw .saving(error)
        }
    }

    // MARK: Changes

    /// Proposes something else for a line, one of this import or one that waits.
    package func propose(_ suggestion: Suggestion, for key: LineKey) {
        suggestions[key] = suggestion
    }

    /// Has the workspace told now that lines are being appended, which the first of them would have to wait for: for who waits for lines anyway.
    package func expectLines() throws(WorkspaceFailure) {
        if isDryRun || appender != nil { return }
        try startAppending()
        let ledger = workspace.ledger
        try keeping { () throws(LedgerFailure) in try ledger.expectImport() }
    }

    /// Appends new lines, carrying ``batch``, and takes them out of `lines`.
    package func append(_ lines: inout NewLines) throws(WorkspaceFailure) {
        precondition(isOpen, "caller appends to a finished import")
        if lines.isEmpty { return }
        linesNew += lines.count
        if !isDryRun, appender == nil { try startAppending() }
        // At once: each look at a part of this object is held against all others.
        do throws(SavingError) {
            try Self.append(&lines, to: &appender, &index)
        } catch {
            throw .saving(error)
        }
    }

    private static func append(
        _ lines: inout NewLines, to file: inout AppendingFile?, _ index: inout QueueIndex
    ) throws(SavingError) {
        let offset = file?.length ?? 0
        try lines.writer.withBytes { bytes throws(SavingError) in try file?.write(bytes) }
        try index.add(&lines, at: offset)
        lines.removeAll()
    }

    /// Adds a source to a known line, and what this source knows more of it.
    ///
    /// - Parameter filling: the fact as this source has it when it may know more; nil when it does not.
    package func addSource(
        to key: LineKey, at place: KnownLine.Place, _ source: LineSource,
        filling: StatementFact? = nil
    ) {
        // A dismissed line stays as it was dismissed.
        add(source, to: key, at: place, filling, isSettlement: false)
    }

    /// Puts the booked fact in the place of a hold, in the queue or in the ledger, and adds its source. What the booked row does not
    /// say (a memo) stays as the hold had it; key, suggestion, and what people said stay. The ledger keeps the fact before.
    package func settle(
        _ key: LineKey, at place: KnownLine.Place, _ source: LineSource, as fact: StatementFact
    ) {
        add(source, to: key, at: place, fact, isSettlement: true)
    }

    private func add(
        _ source: LineSource, to key: LineKey, at place: KnownLine.Place,
        _ filling: StatementFact?, isSettlement: Bool
    ) {
        if place == .tombstone { return }
        var name = source
        name.line = 0
        if sourceNames.last != name { sourceNames.append(name) }
        if let filling { fillings.append(filling) }
        additions.append(
            Addition(
                key: key, source: Int32(truncatingIfNeeded: sourceNames.count - 1),
                line: Int32(truncatingIfNeeded: source.line),
                filling: filling == nil ? -1 : Int32(truncatingIfNeeded: fillings.count - 1),
                isInQueue: place == .queue, isSettlement: isSettlement))
    }

    /// Remembers a file that was read to its end.
    package func remember(_ file: SeenFile) {
        var file = file
        file.batch = batch
        files.append(file)
    }

    // MARK: The end

    /// Makes the import durable and gives its number; nil when there was nothing to keep.
    ///
    /// - Parameter record: counts and the time as given; its id is ``batch``.
    package func commit(_ record: BatchRecord) throws(WorkspaceFailure) -> ImportSummary {
        precondition(isOpen, "caller finishes an import twice")
        var summary = ImportSummary(
            batch: batch, linesNew: linesNew, sourcesAdded: additions.count)
        if linesNew == 0, additions.isEmpty, files.isEmpty {
            try rollback()
            summary.batch = nil
            return summary
        }
        if isDryRun {
            isOpen = false
            return summary
        }
        do throws(WorkspaceFailure) {
            try write(record, &summary)
        } catch {
            do throws(WorkspaceFailure) { try rollback() } catch {}
            throw error
        }
        isOpen = false
        // Beside the ledger as it is now the mark means nothing, should this fail.
        if isMarked {
            do throws(WorkspaceFailure) { try workspace.endAppending(isDurable: false) } catch {}
        }
        return summary
    }

    /// Takes everything back.
    package func rollback() throws(WorkspaceFailure) {
        guard isOpen else { return }
        isOpen = false
        _ = syncing.take()?.done()
        guard !isDryRun, !isDecided, appender != nil else { return }
        let length = workspace.state.length
        do throws(SavingError) { try appender?.truncate(to: length) } catch { throw .saving(error) }
        appender = nil
        // Before the ledger hears of it: should it be damaged, nothing is left to be taken back for ever.
        if isMarked { try workspace.endAppending(isDurable: true) }
        try workspace.settle()
    }

    private func write(
        _ record: BatchRecord, _ summary: inout ImportSummary
    ) throws(WorkspaceFailure) {
        try beginSync()
        let ledger = workspace.ledger
        let transaction = try keeping { () throws(LedgerFailure) in try LedgerTransaction(ledger) }
        var row = record
        row.id = batch
        let files = files
        try keeping { () throws(LedgerFailure) in
            try transaction.insert(row)
            for file in files { try transaction.remember(file) }
        }
        var added = try addLedgerSources(transaction)
        let queued = additions.filter { $0.isInQueue }
        if queued.isEmpty, suggestions.isEmpty {
            try finish(transaction)
            try append(transaction)
        } else {
            try endSync()
            let end = appender?.length ?? workspace.state.length
            appender = nil
            try flushIndex()
            added += try rewrite(transaction, queued, end, &summary.linesUndivided)
        }
        summary.sourcesAdded = added
    }

    /// Has the lines made durable while the ledger's rows are made.
    private func beginSync() throws(WorkspaceFailure) {
        do throws(SavingError) {
            if let sync = try appender?.beginSync() { syncing = SyncUnderWay(sync) }
        } catch {
            throw .saving(error)
        }
    }

    /// The lines are durable, as they must be before the ledger says that they count.
    private func endSync() throws(WorkspaceFailure) {
        guard let done = syncing.take()?.done() else { return }
        do throws(SavingError) { try appender?.finish(done) } catch { throw .saving(error) }
        workspace.afterStep?(.linesSynced)
    }

    private func finish(_ transaction: LedgerTransaction) throws(WorkspaceFailure) {
        let batch = batch
        try keeping { () throws(LedgerFailure) in
            try transaction.finish(command: "import", batch: batch)
        }
    }

    /// The short way: what was appended begins to count.
    private func append(_ transaction: LedgerTransaction) throws(WorkspaceFailure) {
        if let end = appender?.length {
            transaction.queue.length = end
            transaction.queue.tail = try workspace.tailHash(endingAt: end)
        }
        try flushIndex()
        transaction.queue.lines += linesNew
        transaction.queue.stamp = QueueStamp(try workspace.currentStamp())
        transaction.queue.indexCount = index.seal.count
        transaction.queue.indexSum = index.seal.sum
        transaction.queue.generation += 1
        transaction.queue.intent = .none
        try keeping { () throws(LedgerFailure) in try transaction.prepareCommit() }
        try endSync()
        isDecided = true
        try keeping { () throws(LedgerFailure) in try transaction.commit() }
        workspace.state = transaction.queue
        workspace.afterStep?(.committed)
        index.makeParts(ofMoreThan: workspace.recordsWithoutPartMax)
    }

    /// The long way: known queue lines get their sources or other suggestions, so the queue is written anew.
    private func rewrite(
        _ transaction: LedgerTransaction, _ queued: [Addition], _ end: Int,
        _ undivided: inout [LineKey]
    ) throws(WorkspaceFailure) -> Int {
        let sorted = queued.sorted { $0.key < $1.key }
        let workspace = workspace
        let rewrite = try QueueRewrite(workspace, transaction, range: 0..<end)
        let touched = KeySieve(sorted.lazy.map(\.key), suggestions.keys)
        var added = 0
        try rewrite.run(
            with: &index,
            where: { touched.mayHold($1.key) && self.isTouched($1.key, sorted) }
        ) { place, reader throws(WorkspaceFailure) in
            if let key = place.identity?.key, !isTouched(key, sorted) { return .keep }
            guard case .line(var line) = reader.content() else { return .keep }
            let before = line
            added += add(sorted, to: &line)
            if let suggestion = suggestions[line.key] {
                line.suggestion = suggestion
            } else if let suggest, line.fact != before.fact {
                line.suggestion = suggest(line.fact)
            }
            if line == before { return .keep }
            if before.isDivided, !line.isDivided { undivided.append(line.key) }
            let bytes =
                line.batch == batch
                ? line.written : try transaction.recordRewriting(place, of: line, reader)
            return .replace(
                bytes, workspace.identity(of: line, before: place.identity), line.fact)
        }
        try finish(transaction)
        // What we appended is not an edit: the queue that is to be replaced is the one with it.
        transaction.queue.stamp = QueueStamp(try workspace.currentStamp())
        try rewrite.finish()
        return added
    }

    private func isTouched(_ key: LineKey, _ sorted: [Addition]) -> Bool {
        suggestions[key] != nil || first(of: key, in: sorted) != nil
    }

    private func first(of key: LineKey, in sorted: [Addition]) -> Int? {
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return low < sorted.count && sorted[low].key == key ? low : nil
    }

    /// Adds what was found for this line; says how many sources were new.
    private func add(_ sorted: [Addition], to line: inout QueueLine) -> Int {
        guard let from = first(of: line.key, in: sorted) else { return 0 }
        var added = 0
        for addition in sorted[from...] {
            guard addition.key == line.key else { break }
            if add(addition, to: &line) { added += 1 }
        }
        return added
    }

    /// False when the source was there.
    private func add(_ addition: Addition, to line: inout QueueLine) -> Bool {
        let source = source(of: addition)
        if line.sources.contains(source) { return false }
        line.sources.append(source)
        // One order whatever came in first.
        line.sources.sort {
            $0.file == $1.file
                ? $0.line < $1.line : $0.file.utf8.lexicographicallyPrecedes($1.file.utf8)
        }
        if addition.filling >= 0 {
            var fact = fillings[Int(addition.filling)]
            if addition.isSettlement { swap(&fact, &line.fact) }
            _ = line.fact.fill(from: fact)
            if addition.isSettlement, line.fact.amount != fact.amount, line.isDivided {
                line.decision?.splits = nil
                if line.decision == Decision() { line.decision = nil }
            }
        }
        return true
    }

    private func addLedgerSources(
        _ transaction: LedgerTransaction
    ) throws(WorkspaceFailure) -> Int {
        let ledger = workspace.ledger
        let entries = try keeping { () throws(LedgerFailure) in try EntryReader(ledger) }
        var added = 0
        for addition in additions where !addition.isInQueue {
            let filling = addition.filling >= 0 ? fillings[Int(addition.filling)] : nil
            try keeping { () throws(LedgerFailure) in
                guard let entry = try entries.entry(addition.key) else { return }
                if addition.isSettlement, let filling {
                    added += try book(entry, filling, source(of: addition), transaction) ? 1 : 0
                    return
                }
                let filled = try transaction.add(
                    source(of: addition), to: entry, filling: filling, identify: workspace.identify)
                guard let filled else { return }
                try transaction.record(
                    .sourceAdded, addition.key, place: filled.rawValue, old: Span())
                added += 1
            }
        }
        return added
    }

    /// The approved hold was booked; false when that is known.
    private func book(
        _ entry: LedgerEntry, _ booked: StatementFact, _ source: LineSource,
        _ transaction: LedgerTransaction
    ) throws(LedgerFailure) -> Bool {
        if entry.sources.contains(source) { return false }
        var fact = booked
        _ = fact.fill(from: entry.fact)
        var earlier = ByteWriter(capacity: 512)
        QueueLine(key: entry.key, batch: entry.batch, fact: entry.fact).append(to: &earlier)
        try transaction.revise(
            entry, fact, workspace.identity(of: fact, in: entry), source, earlier: earlier.bytes)
        try transaction.record(.revised, entry.key, old: Span())
        return true
    }

    private func source(of addition: Addition) -> LineSource {
        var source = sourceNames[Int(addition.source)]
        source.line = Int(addition.line)
        return source
    }

    /// Tells the workspace that lines are being appended, so that a crash can be told from an edit.
    private func startAppending() throws(WorkspaceFailure) {
        let workspace = workspace
        let path = workspace.paths.queue
        let length = workspace.state.length
        appender = try saving { () throws(SavingError) in
            try AppendingFile(path: path, expectedLength: length)
        }
        isMarked = true
        try workspace.beginAppending(batch)
        workspace.afterStep?(.intentRecorded)
        do throws(SavingError) {
            // An editor may have saved the last line without its feed.
            if length > 0, try !endsWithLineFeed(path, length) {
                try appender?.write(lineFeed)
            }
        } catch {
            throw .saving(error)
        }
    }

    /// Puts the numbers of the records of a day in ``numbers``.
    private func findRecords(_ keyAccount: UInt32, _ day: Int32) throws(WorkspaceFailure) {
        numbers.removeAll(keepingCapacity: true)
        do throws(SavingError) {
            try index.findRecords(keyAccount: keyAccount, day: day, into: &numbers)
        } catch {
            throw .saving(error)
        }
    }

    private func identity(_ number: UInt32) throws(WorkspaceFailure) -> LineIdentity {
        do throws(SavingError) {
            return try index.record(Int(number)).identity
        } catch {
            throw .saving(error)
        }
    }

    private func flushIndex() throws(WorkspaceFailure) {
        do throws(SavingError) { try index.flush() } catch { throw .saving(error) }
    }

    private func askLedger(
        _ body: () throws(LedgerFailure) -> Void
    ) throws(WorkspaceFailure) {
        try keeping(body)
    }

    private func addLedgerLines(to lines: inout [KnownLine]) {
        for line in ledgerLines {
            lines.append(
                KnownLine(
                    identity: line.identity, place: line.place == .entry ? .ledger : .tombstone,
                    isByHand: line.isByHand))
        }
    }
}

/// Few keys among many, so that most others need not be looked for.
private struct KeySieve {
    private var bits = [UInt64](repeating: 0, count: 1 << 12)

    init(_ some: some Sequence<LineKey>, _ others: some Sequence<LineKey>) {
        for key in some { insert(key) }
        for key in others { insert(key) }
    }

    /// False only when the key is none of them.
    func mayHold(_ key: LineKey) -> Bool {
        bits[Int(key.rest >> 6 & 0xFFF)] & 1 << (key.rest & 63) != 0
    }

    private mutating func insert(_ key: LineKey) {
        bits[Int(key.rest >> 6 & 0xFFF)] |= 1 << (key.rest & 63)
    }
}

/// A sync of lines on a thread of its own, or none where the system has no thread to give.
private struct SyncUnderWay: ~Copyable {
    private let sync: PendingSync
    private let thread: WorkThread?

    init(_ sync: PendingSync) {
        self.sync = sync
        thread = WorkThread { sync.run() }
    }

    /// The sync, when it was done.
    consuming func done() -> PendingSync {
        guard let thread else {
            sync.run()
            return sync
        }
        thread.join()
        return sync
    }
}

extension QueueLine {
    /// A person divided it, though it waits.
    fileprivate var isDivided: Bool { decision?.splits?.isEmpty == false }

    /// Its bytes without a line feed.
    var written: ByteWriter {
        var writer = ByteWriter(capacity: 1_024)
        append(to: &writer)
        return writer
    }
}

extension LedgerTransaction {
    /// Writes a changed queue line, and keeps what it was for undo.
    func recordRewriting(
        _ place: QueueRewrite.Line, of line: QueueLine, _ reader: borrowing QueueReader
    ) throws(WorkspaceFailure) -> ByteWriter {
        let writer = line.written
        let written = writer.withBytes { StableHash.hash($0, seed: 0) }
        try reader.withRaw { raw throws(WorkspaceFailure) in
            do throws(LedgerFailure) {
                try record(.rewritten, line.key, place: place.place, written: written, old: raw)
            } catch {
                throw .ledger(error)
            }
        }
        return writer
    }
}

extension Workspace {
    /// Starts an import.
    ///
    /// - Parameter suggest: asked again about a waiting line when another source adds to its fact.
    /// - Throws: `queue` with everything that is wrong in the queue; nothing is imported into a queue that cannot be read.
    package func beginImport(
        isDryRun: Bool = false, suggest: ((StatementFact) -> Suggestion)? = nil
    ) throws(WorkspaceFailure) -> ImportTransaction {
        guard access == .writing else { throw .readOnly }
        guard problems.isEmpty else { throw .queue(problems) }
        return try ImportTransaction(self, isDryRun: isDryRun, suggest: suggest)
    }
}
