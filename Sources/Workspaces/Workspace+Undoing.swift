package import Facts
package import Ledger
internal import Pending
internal import Saving
internal import Scanning

/// The results of undo, or of a dry run.
package struct UndoReport: Sendable, Equatable {
    package var command: String
    /// Lines that returned to the queue.
    package var linesRestored = 0
    /// Lines of an import removed from the queue.
    package var linesRemoved = 0
    /// Queue lines and entries restored to their previous state.
    package var linesChanged = 0
    /// Lines edited since: the edit stays.
    package var keptByHand: [LineKey] = []
    /// Those of them whose parts are gone, because the amount is another again.
    package var undivided: [LineKey] = []
    /// The command's change of the settings.
    package var given: GivenSettings?
    /// The files that the command changed, from its result back to what was before.
    var files: [FileChange] = []
}

extension Workspace {
    /// Undoes the last command exactly; nil if there is none.
    ///
    /// - Parameter settlesLater: as in ``decide(command:_:isDryRun:learning:_:settlesLater:_:)``.
    package func undo(
        isDryRun: Bool = false, settlesLater: Bool = false
    ) throws(WorkspaceFailure) -> UndoReport? {
        try requireWritable()
        guard let last = try keeping(ledger.lastCommand()) else { return nil }
        try keeping(ledger.useLargeCache())
        var report = UndoReport(command: last.command)
        try rewriteQueue(settlesLater: settlesLater) {
            rewrite, transaction throws(WorkspaceFailure) in
            try keeping { () throws(LedgerFailure) in
                if !isDryRun { try transaction.beginRedo(of: last.command) }
                try transaction.doubtOwnNumbers()
            }
            let undoing = try Undoing(self, transaction, last.seq, last.command, last.batch)
            try undoing.run(rewrite)
            report = undoing.report
            try verify(areBefore: report.files, for: last.command)
            if isDryRun { return false }
            try keeping { () throws(LedgerFailure) in
                try transaction.forget(command: last.seq)
                if last.batch != 0 { try transaction.forget(batch: last.batch) }
            }
            if let given = report.given { try intend(given, isTaken: true) }
            try intend(report.files)
            return true
        }
        if !isDryRun { try finish(report.files) }
        return report
    }
}

extension Workspace {
    /// The commands that an undo down to one reverts, last first.
    ///
    /// - Parameter count: of commands.
    /// - Throws: `fileEdited` for the first whose undo would be refused.
    package func undoable(_ count: Int) throws(WorkspaceFailure) -> [DoneCommand] {
        let commands = try Array(self.commands().prefix(count))
        let transaction = try keeping(LedgerTransaction(ledger))
        defer { transaction.rollback() }
        var contents: [HouseholdFile: [UInt8]] = [:]
        for command in commands {
            let changes = try keeping(transaction.fileChanges(of: command.number))
            for change in changes {
                let found = try self.contents(of: change.file)
                if contents[change.file] ?? found != change.after {
                    throw .fileEdited(change.file.name, since: command.command)
                }
                contents[change.file] = change.before
            }
        }
        return commands
    }
}

package enum RedoOutcome: Sendable, Equatable {
    case done(command: String, gives: GivenSettings? = nil)
    case nothingUndone
    /// The queue was edited after the undo: redo would lose the edit.
    case queueEdited(command: String)
}

extension Workspace {
    /// Redoes the last undone command exactly.
    package func redo(
        isDryRun: Bool = false, settlesLater: Bool = false
    ) throws(WorkspaceFailure) -> RedoOutcome {
        try requireWritable()
        guard let last = try keeping(ledger.lastUndone()) else { return .nothingUndone }
        guard state.length == last.queueLength, state.tail == last.queueTail else {
            return .queueEdited(command: last.command)
        }
        try keeping(ledger.useLargeCache())
        var outcome = RedoOutcome.queueEdited(command: last.command)
        var files: [FileChange] = []
        try rewriteQueue(settlesLater: settlesLater) {
            rewrite, transaction throws(WorkspaceFailure) in
            // Before as well: the record begins with the doubt that the undo left, which a search
            // since has settled.
            try keeping(transaction.doubtOwnNumbers())
            let changes = try keeping(transaction.redo(last))
            try keeping(transaction.doubtOwnNumbers())
            guard try Redoing(self, changes).run(rewrite) else { return false }
            let gives = try keeping(transaction.givenSettings())
            files = try keeping(transaction.fileChanges())
            try verify(areBefore: files, for: last.command)
            outcome = .done(command: last.command, gives: gives)
            if isDryRun { return false }
            try keeping(transaction.forgetRedone(last))
            if let gives { try intend(gives, isTaken: false) }
            try intend(files)
            return true
        }
        if !isDryRun, case .done = outcome { try finish(files) }
        return outcome
    }

    package func commands() throws(WorkspaceFailure) -> [DoneCommand] {
        try keeping(ledger.commands())
    }
}

extension LedgerTransaction {
    /// The last command's change of the settings.
    fileprivate func givenSettings() throws(LedgerFailure) -> GivenSettings? {
        try givenSettings(recordsOfLastCommand(.settings))
    }

    /// The changes of the settings in these undo records: two where a person answered an import.
    fileprivate func givenSettings(_ records: [Int64]) throws(LedgerFailure) -> GivenSettings? {
        var given: GivenSettings?
        for record in records {
            guard let more = GivenSettings(try undoLine(record)) else { continue }
            given = given?.adding(more) ?? more
        }
        return given
    }

    /// The files that the last command changed.
    fileprivate func fileChanges() throws(LedgerFailure) -> [FileChange] {
        try fileChanges(recordsOfLastCommand(.file))
    }

    /// The changes of files in these undo records.
    fileprivate func fileChanges(_ records: [Int64]) throws(LedgerFailure) -> [FileChange] {
        var lines: [[UInt8]] = []
        for record in records { lines.append(try undoLine(record)) }
        guard let changes = FileChange.all(in: lines) else { throw .damaged("undo: file") }
        return changes
    }

    fileprivate func fileChanges(of command: Int) throws(LedgerFailure) -> [FileChange] {
        try fileChanges(records(.file, of: command))
    }

    private func recordsOfLastCommand(_ step: UndoStep) throws(LedgerFailure) -> [Int64] {
        guard let last = try lastCommand() else { return [] }
        return try records(step, of: last)
    }

    private func records(_ step: UndoStep, of command: Int) throws(LedgerFailure) -> [Int64] {
        var found: [Int64] = []
        try forEachUndoLine(of: command) { id, line in
            if line.step == step { found.append(id) }
        }
        return found
    }
}

/// Restores lines in one pass over the queue.
private final class Undoing {
    private(set) var report: UndoReport
    private let workspace: Workspace
    private let transaction: LedgerTransaction
    private let batch: Int
    /// Lines that left the queue, in their order there, with undo record and place.
    private var moved: [(id: Int64, key: LineKey, place: Int, step: LedgerTransaction.UndoStep)] =
        []
    private var nextMoved = 0
    /// Undo records of rewritten lines, with the hash of the written bytes.
    private var rewritten: [LineKey: (id: Int64, written: UInt64)] = [:]

    init(
        _ workspace: Workspace, _ transaction: LedgerTransaction, _ seq: Int, _ command: String,
        _ batch: Int
    ) throws(WorkspaceFailure) {
        self.workspace = workspace
        self.transaction = transaction
        self.batch = batch
        report = UndoReport(command: command)
        try readRecords(seq)
    }

    private func readRecords(_ seq: Int) throws(WorkspaceFailure) {
        var touched: [(key: LineKey, step: LedgerTransaction.UndoStep, fields: Int)] = []
        var booked: [LineKey] = []
        var paired: [(id: Int64, key: LineKey)] = []
        var added: [LineKey] = []
        var removed: [(id: Int64, key: LineKey, wasDismissed: Bool)] = []
        var dismissalsRewritten: [(id: Int64, key: LineKey)] = []
        var repaired: [LineKey] = []
        var rows: Int64?
        var settings: [Int64] = []
        var files: [Int64] = []
        try keeping(
            transaction.forEachUndoLine(of: seq) { id, line in
                switch line.step {
                case .approved, .dismissed, .dropped:
                    moved.append((id, line.key, line.place, line.step))
                case .touched:
                    repaired.append(line.key)
                    if line.place == 0 { report.linesChanged += 1 }
                case .rows: rows = id
                case .settings: settings.append(id)
                case .file: files.append(id)
                case .rewritten:
                    // A continued import may have rewritten it twice.
                    rewritten[line.key] = (rewritten[line.key]?.id ?? id, line.written)
                case .sourceAdded, .annotated: touched.append((line.key, line.step, line.place))
                case .revised: booked.append(line.key)
                case .paired: paired.append((id, line.key))
                case .added: added.append(line.key)
                case .removed: removed.append((id, line.key, line.place == 1))
                case .dismissalRewritten: dismissalsRewritten.append((id, line.key))
                }
            })
        // First, because the command may have changed entries before it removed them.
        try keeping(putBack(removed, dismissalsRewritten))
        // Before removing sources, which filled more of their fields.
        for key in booked.reversed() { try takeBackBooking(of: key, seq) }
        do throws(LedgerFailure) {
            report.given = try transaction.givenSettings(settings)
            report.files = try transaction.fileChanges(files).map(\.reversed)
            if let rows {
                try transaction.undoRepair(of: repaired, try transaction.undoLine(rows))
            }
            for (key, step, fields) in touched {
                if step == .annotated {
                    try transaction.removeAnnotation(key, of: seq)
                } else {
                    try transaction.removeSources(
                        key, of: seq, filled: FilledFields(rawValue: fields))
                }
                report.linesChanged += 1
            }
            for key in added {
                _ = try transaction.removeEntry(key)
                report.linesRemoved += 1
            }
            for (id, key) in paired {
                guard
                    let other = LineKey(
                        text: String(
                            decoding: try transaction.undoLine(id), as: UTF8.self))
                else { throw .damaged("undo: transfer") }
                try transaction.removePair(key, other, of: seq)
            }
        } catch {
            throw .ledger(error)
        }
    }

    /// Restores removed entries and their previous dismissals.
    private func putBack(
        _ removed: [(id: Int64, key: LineKey, wasDismissed: Bool)],
        _ dismissalsRewritten: [(id: Int64, key: LineKey)]
    ) throws(LedgerFailure) {
        for (id, key, wasDismissed) in removed {
            try transaction.putBack(
                key, try transaction.undoLine(id), wasDismissed: wasDismissed)
            report.linesRestored += 1
        }
        for (id, key) in dismissalsRewritten.reversed() {
            try transaction.restoreDismissed(key, line: try transaction.undoLine(id))
            report.linesChanged += 1
        }
    }

    /// Restores the entry's previous fact.
    private func takeBackBooking(of key: LineKey, _ seq: Int) throws(WorkspaceFailure) {
        let (entry, earlier) = try keeping(transaction.takeRevision(key, of: seq))
        let line = try QueueLine(stored: earlier.span, in: "revision")
        let identity = workspace.identity(of: line.fact, in: entry)
        try keeping(transaction.exchange(entry, line.fact, identity))
        report.linesChanged += 1
    }

    func run(_ rewrite: QueueRewrite) throws(WorkspaceFailure) {
        // Undo of an import examines every line's batch.
        let mayChange = batch == 0 ? touchesLine() : nil
        try rewrite.run(where: mayChange) { place, reader throws(WorkspaceFailure) in
            try putBack(rewrite, before: rewrite.linesWritten)
            if batch == 0, rewritten.isEmpty { return .keep }
            if batch == 0, let key = place.identity?.key, rewritten[key] == nil { return .keep }
            guard case .line(let line) = reader.content() else { return .keep }
            if batch != 0, line.batch == batch {
                report.linesRemoved += 1
                try reader.withRaw { raw throws(WorkspaceFailure) in
                    try keepForRedo(.insert, rewrite, line: raw)
                }
                return .drop
            }
            guard let known = rewritten[line.key] else { return .keep }
            let isAsWritten = reader.withRaw { StableHash.hash($0, seed: 0) } == known.written
            switch try restored(line, known.id, isAsWritten) {
            case .keep: return .keep
            case .drop: return .drop
            case .replace(let bytes, let identity, let fact):
                let written = bytes.withBytes { StableHash.hash($0, seed: 0) }
                try reader.withRaw { raw throws(WorkspaceFailure) in
                    try keepForRedo(.replace, rewrite, written: written, line: raw)
                }
                return .replace(bytes, identity, fact)
            }
        }
        try putBack(rewrite, before: .max)
    }

    /// If more lines return, the whole queue is read.
    private static let linesFoundMax = 1 << 16

    /// Whether a line was rewritten or follows a restored one.
    private func touchesLine() -> ((Int, LineIdentity) -> Bool)? {
        if moved.count > Self.linesFoundMax { return nil }
        // Each earlier restored line shifts the number by one.
        var numbers: Set<Int> = []
        for (before, line) in moved.enumerated() { numbers.insert(line.place - before) }
        return { [rewritten] in numbers.contains($0) || rewritten[$1.key] != nil }
    }

    /// Restores lines from this place or before.
    private func putBack(
        _ rewrite: QueueRewrite, before place: Int
    ) throws(WorkspaceFailure) {
        var place = place
        while nextMoved < moved.count, moved[nextMoved].place <= place {
            let line = moved[nextMoved]
            nextMoved += 1
            let (bytes, identity) = try keeping {
                () throws(LedgerFailure) -> ([UInt8], LineIdentity?) in
                var identity: LineIdentity?
                if line.step == .approved { identity = try transaction.removeEntry(line.key) }
                if line.step == .dismissed { identity = try transaction.removeTombstone(line.key) }
                return (try transaction.undoLine(line.id), identity)
            }
            let written = StableHash.hash(bytes.span, seed: 0)
            try keepForRedo(.drop, rewrite, written: written, line: Span())
            if let identity {
                try rewrite.addAsItStood(bytes.span, identity)
            } else {
                try rewrite.addAsItStood(bytes.span)
            }
            report.linesRestored += 1
            if place != .max { place = rewrite.linesWritten }
        }
    }

    private func keepForRedo(
        _ step: QueueChange.Step, _ rewrite: QueueRewrite, written: UInt64 = 0, line: Span<UInt8>
    ) throws(WorkspaceFailure) {
        try keeping(
            transaction.keepForRedo(
                step, place: rewrite.linesWritten, written: written, line: line))
    }

    private func restored(
        _ line: QueueLine, _ id: Int64, _ isAsWritten: Bool
    ) throws(WorkspaceFailure) -> QueueRewrite.Outcome {
        let old = try keeping(transaction.undoLine(id))
        let before = try QueueLine(stored: old.span, in: "undo_page")
        if isAsWritten {
            report.linesChanged += 1
            var writer = ByteWriter()
            writer.append(old)
            return .replace(writer, workspace.identity(of: before), before.fact)
        }
        // Edited since: the command's changes go, the person's edit stays.
        report.keptByHand.append(before.key)
        var kept = batch == 0 ? before : line
        if batch == 0 {
            kept.decision = line.decision
            kept.extra = line.extra
        } else {
            kept.sources = line.sources.filter { before.sources.contains($0) }
            kept.fact = before.fact
            if kept.suggestion.isOfTransfer { kept.suggestion = before.suggestion }
        }
        kept.undivide(unlessOf: line.fact.amount)
        if line.isDivided, !kept.isDivided { report.undivided.append(line.key) }
        var writer = ByteWriter()
        kept.append(to: &writer)
        return .replace(writer, workspace.identity(of: kept), kept.fact)
    }
}

/// Restores the queue from before the undo in one pass.
private struct Redoing {
    private let workspace: Workspace
    private let changes: QueueChanges

    init(_ workspace: Workspace, _ changes: QueueChanges) {
        self.workspace = workspace
        self.changes = changes
    }

    /// - Returns: false if a line to change was edited since; it then stopped there.
    func run(_ rewrite: QueueRewrite) throws(WorkspaceFailure) -> Bool {
        let places = changes.places
        var isAsLeft = true
        let mayChange: ((Int, LineIdentity) -> Bool)? =
            places == nil ? nil : { number, _ in places?.contains(number) == true }
        try rewrite.run(where: mayChange) { line, reader throws(WorkspaceFailure) in
            if !isAsLeft { return .keep }
            try insert(rewrite, before: line.place)
            guard let change = changes.next, change.place <= line.place else { return .keep }
            guard change.place == line.place else { throw .damaged("redo_page") }
            try advance()
            isAsLeft = reader.withRaw { StableHash.hash($0, seed: 0) } == change.written
            if !isAsLeft { return .keep }
            return change.step == .drop ? .drop : try replacement(change.line)
        }
        if !isAsLeft { return false }
        try insert(rewrite, before: .max)
        // Otherwise a line is missing.
        return changes.next == nil
    }

    private func insert(
        _ rewrite: QueueRewrite, before place: Int
    ) throws(WorkspaceFailure) {
        while let change = changes.next, change.step == .insert, change.place <= place {
            try rewrite.addAsItStood(change.line.span)
            try advance()
        }
    }

    private func replacement(
        _ bytes: [UInt8]
    ) throws(WorkspaceFailure) -> QueueRewrite.Outcome {
        let line = try QueueLine(stored: bytes.span, in: "redo_page")
        var writer = ByteWriter()
        writer.append(bytes)
        return .replace(writer, workspace.identity(of: line), line.fact)
    }

    private func advance() throws(WorkspaceFailure) {
        try keeping(changes.advance())
    }
}
