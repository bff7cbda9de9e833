package import Facts
internal import Ledger
internal import Pending
internal import Saving
internal import Scanning

/// What undo took back, or would take back.
package struct UndoReport: Sendable, Equatable {
    package var command: String
    /// Lines that went back to the queue.
    package var linesRestored = 0
    /// Lines of an import that left the queue.
    package var linesRemoved = 0
    /// Queue lines and entries that are as they were before.
    package var linesChanged = 0
    /// Lines that a person edited since: their edit stays.
    package var keptByHand: [LineKey] = []
}

extension Workspace {
    /// Takes the last command back, exactly; nil when there is none.
    package func undo(isDryRun: Bool = false) throws(WorkspaceFailure) -> UndoReport? {
        guard access == .writing else { throw .readOnly }
        guard problems.isEmpty else { throw .queue(problems) }
        let ledger = ledger
        guard let last = try keeping({ () throws(LedgerFailure) in try ledger.lastCommand() })
        else {
            return nil
        }
        try keeping { () throws(LedgerFailure) in try ledger.useCache(megabytes: 64) }
        let transaction = try keeping { () throws(LedgerFailure) in try LedgerTransaction(ledger) }
        let undoing = try Undoing(self, transaction, last.seq, last.command, last.batch)
        let rewrite = try QueueRewrite(self, transaction)
        do throws(WorkspaceFailure) {
            try undoing.run(rewrite)
            if isDryRun {
                try rewrite.cancel()
                transaction.rollback()
                return undoing.report
            }
            try keeping { () throws(LedgerFailure) in
                try transaction.forget(command: last.seq)
                if last.batch != 0 { try transaction.forget(batch: last.batch) }
            }
            try rewrite.finish()
            return undoing.report
        } catch {
            transaction.rollback()
            if state.intent == .none { try rewrite.cancel() }
            throw error
        }
    }
}

/// Goes through the queue once, putting lines back where they were.
private final class Undoing {
    private(set) var report: UndoReport
    private let workspace: Workspace
    private let transaction: LedgerTransaction
    private let batch: Int
    /// Lines that left the queue, in the order they stood there: undo record and place.
    private var moved: [(id: Int64, key: LineKey, place: Int, isEntry: Bool)] = []
    private var nextMoved = 0
    /// Undo records of lines that were written anew, with the hash of what was written.
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
        do throws(LedgerFailure) {
            try transaction.forEachUndoLine(of: seq) { id, line in
                switch line.step {
                case .approved, .dismissed:
                    moved.append((id, line.key, line.place, line.step == .approved))
                case .rewritten: rewritten[line.key] = (id, line.written)
                case .sourceAdded, .annotated: touched.append((line.key, line.step, line.place))
                }
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
        } catch {
            throw .ledger(error)
        }
    }

    func run(_ rewrite: QueueRewrite) throws(WorkspaceFailure) {
        try rewrite.run { place, reader throws(WorkspaceFailure) in
            try putBack(rewrite, before: rewrite.linesWritten)
            if batch == 0, rewritten.isEmpty { return .keep }
            if batch == 0, let key = place.identity?.key, rewritten[key] == nil { return .keep }
            guard case .line(let line) = reader.content() else { return .keep }
            if batch != 0, line.batch == batch {
                report.linesRemoved += 1
                return .drop
            }
            guard let known = rewritten[line.key] else { return .keep }
            let isAsWritten = reader.withRaw { StableHash.hash($0, seed: 0) } == known.written
            return try restored(line, known.id, isAsWritten)
        }
        try putBack(rewrite, before: .max)
    }

    /// Puts lines back that stood at or before this place.
    private func putBack(
        _ rewrite: QueueRewrite, before place: Int
    ) throws(WorkspaceFailure) {
        var place = place
        while nextMoved < moved.count, moved[nextMoved].place <= place {
            let line = moved[nextMoved]
            nextMoved += 1
            let (bytes, identity) = try keeping {
                () throws(LedgerFailure) -> ([UInt8], LineIdentity) in
                let identity =
                    line.isEntry
                    ? try transaction.removeEntry(line.key)
                    : try transaction.removeTombstone(line.key)
                return (try transaction.undoLine(line.id), identity)
            }
            try rewrite.add(bytes.span, identity)
            report.linesRestored += 1
            if place != .max { place = rewrite.linesWritten }
        }
    }

    private func restored(
        _ line: QueueLine, _ id: Int64, _ isAsWritten: Bool
    ) throws(WorkspaceFailure) -> QueueRewrite.Outcome {
        let old = try keeping { () throws(LedgerFailure) in try transaction.undoLine(id) }
        let before: QueueLine
        do throws(QueueFault) {
            before = try QueueLine.parse(old.span)
        } catch {
            throw .damaged("undo_page")
        }
        if isAsWritten {
            report.linesChanged += 1
            var writer = ByteWriter()
            writer.append(old)
            return .replace(writer, workspace.identity(of: before))
        }
        // Edited since: what a source added goes, what the person wrote stays.
        report.keptByHand.append(line.key)
        guard batch != 0 else { return .keep }
        var kept = line
        kept.sources = line.sources.filter { before.sources.contains($0) }
        kept.fact = before.fact
        var writer = ByteWriter()
        kept.append(to: &writer)
        return .replace(writer, workspace.identity(of: kept))
    }
}
