import Deduplicating
import Facts
import Ledger
import Pending
import Scanning
import Workspaces

/// The seventh stage: writes new lines to the queue with their suggestions, and adds rows to the
/// sources of known lines.
struct LineWriter: ~Copyable {
    let transaction: ImportTransaction
    private let options: ImportOptions
    /// Lines of earlier imports were removed from the queue outside the program.
    private let lacksLines: Bool
    /// Appended at the end of each batch, or earlier if there are many.
    private var newLines = NewLines()
    /// Numbers of other accounts named by new lines.
    private var named = NamedNumbers()
    /// Accounts that have lines, including those of this import.
    private(set) var accountsWithLines: [String]
    private var accountAppendedLast: UInt64?
    /// A new line is a hold.
    private(set) var hasHolds = false
    /// Hash of the written lines, in order; 0 unless rows are kept.
    private(set) var contentHash: UInt64 = 0

    init(_ transaction: ImportTransaction, _ options: ImportOptions, accountsWithLines: [String]) {
        self.transaction = transaction
        self.options = options
        lacksLines = transaction.lacksLines
        self.accountsWithLines = accountsWithLines
    }

    /// The values shared by all lines of a batch of rows.
    struct BatchTexts {
        let arena: [UInt8]
        private var frame: QueueFrame
        private(set) var account = FileAccounts.Account.none
        /// The account's currency in the settings.
        private(set) var declared = Currency.unknown

        init(of rows: PreparedRows, file: String, batch: Int) {
            arena = rows.batch.arena
            frame = QueueFrame(batch: batch, file: file.utf8.span, layout: rows.layout.utf8.span)
        }

        mutating func set(_ account: FileAccounts.Account, _ book: AccountBook) {
            self.account = account
            declared = book.currency(of: account.name)
            frame.setAccount(account.bytes.span)
        }

        mutating func setDay(_ day: CalendarDate, of row: LineIdentity) {
            frame.setDay(day, keyAccount: row.key.account)
        }

        fileprivate mutating func setBatch(_ batch: Int) { frame.setBatch(batch) }

        fileprivate func append(
            _ line: StatementLine, as key: LineKey, _ state: QueueLine.State,
            _ suggestion: Span<UInt8>, _ related: [LineKey], _ decision: Decision?,
            to writer: inout ByteWriter
        ) -> Range<Int> {
            QueueLine.append(
                key: key, state: state, line: line, arena: arena.span, frame: frame,
                suggestion: suggestion, related: related, decision: decision, to: &writer)
        }
    }

    /// The number of the last written line within the import.
    var lastNumber: Int { transaction.linesNew + newLines.count - 1 }

    /// Writes a new line.
    ///
    /// - Parameters:
    ///   - suggestion: in the queue's form.
    ///   - related: lines that the row may be, for a person to decide.
    ///   - decision: of another workspace, whose journal brings it.
    ///   - seen: the earlier import of the file's bytes.
    mutating func append(
        _ line: StatementLine, as identity: LineIdentity, _ state: QueueLine.State,
        _ related: [LineKey], _ suggestion: Span<UInt8>, _ decision: Decision?,
        _ texts: inout BatchTexts, _ seen: SeenBytes?
    ) throws(WorkspaceFailure) {
        if lacksLines {
            texts.setBatch(transaction.importOfLine(identity.key, shownTo: seen?.batches ?? []))
        }
        let start = newLines.writer.count
        let fact = texts.append(
            line, as: identity.key, state, suggestion, related, decision, to: &newLines.writer)
        newLines.add(identity, from: start, fact: fact)
        if identity.isHold { hasHolds = true }
        if options.keepsRows {
            let hash = newLines.writer.withBytes {
                StableHash.hash($0.extracting(start..<$0.count), seed: 5)
            }
            contentHash = StableHash.combine(contentHash, hash)
        }
        if !line.counterpartyIBAN.isEmpty {
            named.add(
                texts.arena.span.extracting(line.counterpartyIBAN.range), line: lastNumber)
        }
        if texts.account.hash != accountAppendedLast {
            accountAppendedLast = texts.account.hash
            if !accountsWithLines.contains(texts.account.name) {
                accountsWithLines.append(texts.account.name)
            }
        }
        if newLines.isFull { try endBatch() }
    }

    /// Appends the new lines to the queue.
    mutating func endBatch() throws(WorkspaceFailure) { try transaction.append(&newLines) }

    /// Adds the row to the sources of its known line.
    func addSource(
        _ line: StatementLine, in rows: PreparedRows, to key: LineKey, at place: KnownLine.Place,
        of account: String, file: String
    ) {
        transaction.addSource(
            to: key, at: place, source(line, rows, file),
            filling: StatementFact(of: line, in: rows.batch, account: account))
    }

    /// Replaces the hold by the row that books it.
    func settle(
        _ line: StatementLine, in rows: PreparedRows, as key: LineKey, at place: KnownLine.Place,
        of account: String, file: String
    ) {
        transaction.settle(
            key, at: place, source(line, rows, file),
            as: StatementFact(of: line, in: rows.batch, account: account))
    }

    private func source(
        _ line: StatementLine, _ rows: PreparedRows, _ file: String
    ) -> LineSource {
        LineSource(file: file, line: Int(line.sourceLine), layout: rows.layout)
    }

    /// Adds proposals made after the lines were written.
    mutating func addToContent(_ writer: borrowing ByteWriter) {
        contentHash = StableHash.combine(
            contentHash, writer.withBytes { StableHash.hash($0, seed: 6) })
    }

    /// Moves out the numbers named so far.
    mutating func takeNamed() -> NamedNumbers {
        defer { named = NamedNumbers() }
        return named
    }
}
