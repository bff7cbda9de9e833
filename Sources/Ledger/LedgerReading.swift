package import Facts
internal import Scanning

/// Selection and order of entries.
package struct EntryQuery: Sendable {
    package enum Order: Sendable {
        /// By account and day, as stored.
        case key
        /// By the key's day, then by key: for lists and journals.
        case day
    }

    /// Distinct names; empty for all accounts.
    package var accounts: [String]
    package var days: ClosedRange<CalendarDate>?
    package var order: Order

    package init(
        accounts: [String] = [], days: ClosedRange<CalendarDate>? = nil, order: Order = .key
    ) {
        self.accounts = accounts
        self.days = days
        self.order = order
    }
}

/// Streams entries with their annotations and sources, in constant memory.
package struct EntryCursor: ~Copyable {
    /// The digest stored with the last returned entry.
    private(set) var storedDigest: UInt64 = 0
    private var lanes: MergedLanes<EntryLane>

    package init(
        _ ledger: LedgerFile, _ query: EntryQuery = EntryQuery()
    ) throws(LedgerFailure) {
        lanes = try MergedLanes(ledger, query) {
            (keyAccount, days, account) throws(LedgerFailure) in
            try EntryLane(ledger, keyAccount: keyAccount, days: days, account: account)
        }
    }

    package mutating func next() throws(LedgerFailure) -> LedgerEntry? {
        guard let found = try lanes.next() else { return nil }
        storedDigest = found.storedDigest
        return found.entry
    }
}

/// The rows of one account sorted by key.
protocol SortedLane: AnyObject {
    associatedtype Row
    var head: Row? { get set }
    /// The key of the head; nil at the end.
    var key: LineKey? { get }
    func advance() throws(LedgerFailure)
}

/// Merges one lane per account.
struct MergedLanes<Lane: SortedLane>: ~Copyable {
    private var lanes: [Lane] = []
    private let order: EntryQuery.Order

    /// - Parameter lane: makes one for the first column of keys, their days, and the only account
    ///   if there is one.
    init(
        _ ledger: LedgerFile, _ query: EntryQuery,
        lane: (Int64, ClosedRange<Int32>, Int64?) throws(LedgerFailure) -> Lane
    ) throws(LedgerFailure) {
        order = query.order
        let days = query.days.map { $0.lowerBound.daysSince1970...$0.upperBound.daysSince1970 }
        for name in query.accounts.isEmpty ? [nil] : query.accounts.map({ $0 }) {
            let only = name.flatMap { ledger.accounts[name: $0]?.id }
            for keyAccount in try ledger.keyAccounts(of: name) {
                let lane = try lane(keyAccount, days ?? .min ... .max, only)
                try lane.advance()
                if lane.head != nil { lanes.append(lane) }
            }
        }
    }

    mutating func next() throws(LedgerFailure) -> Lane.Row? {
        var first: (index: Int, key: LineKey)?
        for index in lanes.indices {
            guard let key = lanes[index].key else { continue }
            if first.map({ isBefore(key, $0.key) }) ?? true { first = (index, key) }
        }
        guard let first, let row = lanes[first.index].head.take() else { return nil }
        try lanes[first.index].advance()
        if lanes[first.index].key == nil { lanes.remove(at: first.index) }
        return row
    }

    private func isBefore(_ left: LineKey, _ right: LineKey) -> Bool {
        order == .key ? left < right : (left.day, left) < (right.day, right)
    }
}

/// Prepared statements for entries and their rows in other tables, all sorted by key.
private struct EntryStatements {
    let entries: Statement
    let annotations: Statement
    let splits: Statement
    let sources: Statement

    var all: [Statement] { [entries, annotations, splits, sources] }

    /// Parameters: the key's first column, first and last day.
    static func byDays(_ ledger: LedgerFile) throws(LedgerFailure) -> EntryStatements {
        try EntryStatements(ledger, where: "k1 = ?1 AND k2 BETWEEN ?2 AND ?3")
    }

    /// Parameters: the key.
    static func byKey(_ ledger: LedgerFile) throws(LedgerFailure) -> EntryStatements {
        try EntryStatements(ledger, where: "k1 = ?1 AND k2 = ?2 AND k3 = ?3")
    }

    private init(_ ledger: LedgerFile, where condition: StaticString) throws(LedgerFailure) {
        let database = ledger.database
        entries = try database.prepareEntries(where: condition, version: ledger.version)
        annotations = try database.prepareAnnotations(where: condition)
        splits = try database.prepareSplits(where: condition)
        sources = try database.prepare(
            """
            SELECT k1, k2, k3, name, line, layout
            FROM source JOIN source_file ON source_file.id = source.file
            """, where: condition, sortedBy: "k1, k2, k3, n")
    }
}

extension Database {
    func prepareAnnotations(where condition: StaticString) throws(LedgerFailure) -> Statement {
        try prepare(
            """
            SELECT k1, k2, k3, seq, category, payee, note, tags, transfer_to, permille, by_person
            FROM annotation
            """, where: condition, sortedBy: "k1, k2, k3, seq")
    }

    func prepareSplits(where condition: StaticString) throws(LedgerFailure) -> Statement {
        try prepare(
            "SELECT k1, k2, k3, seq, category, units, scale, currency, note FROM split",
            where: condition, sortedBy: "k1, k2, k3, seq, n")
    }
}

/// Reads single entries with reused statements.
package final class EntryReader {
    private let lane: EntryLane
    private let statements: EntryStatements

    package init(_ ledger: LedgerFile) throws(LedgerFailure) {
        statements = try .byKey(ledger)
        lane = EntryLane(ledger, statements, account: nil)
    }

    func annotations(
        _ key: LineKey
    ) throws(LedgerFailure) -> [(seq: Int, annotation: Annotation)] {
        try readAnnotations(key, statements.annotations, statements.splits)
    }

    package func entry(_ key: LineKey) throws(LedgerFailure) -> LedgerEntry? {
        for statement in statements.all { try statement.bind(key) }
        try lane.advance()
        let found = lane.head?.entry
        lane.restart()
        for statement in statements.all { statement.reset() }
        return found
    }
}

/// The entries of one account sorted by key, each with its rows of the other tables.
private final class EntryLane: SortedLane {
    var head: (entry: LedgerEntry, storedDigest: UInt64)?
    var key: LineKey? { head?.entry.key }
    private let ledger: LedgerFile
    private let only: Int64?
    private let entries: Statement
    private let annotations: NewestAnnotations
    private let sources: SideRows

    init(_ ledger: LedgerFile, _ statements: EntryStatements, account: Int64?) {
        self.ledger = ledger
        only = account
        entries = statements.entries
        annotations = NewestAnnotations(statements.annotations, statements.splits)
        sources = SideRows(statements.sources)
    }

    convenience init(
        _ ledger: LedgerFile, keyAccount: Int64, days: ClosedRange<Int32>, account: Int64?
    ) throws(LedgerFailure) {
        let statements = try EntryStatements.byDays(ledger)
        for statement in statements.all {
            try statement.bind(keyAccount, days.lowerBound, days.upperBound)
        }
        self.init(ledger, statements, account: account)
    }

    func restart() {
        head = nil
        annotations.restart()
        sources.restart()
    }

    func advance() throws(LedgerFailure) {
        while try entries.step() {
            if let only, entries.number(3) != only { continue }
            let account = ledger.accounts[id: entries.number(3)]
            let identity = entries.identity(account: account?.hash ?? 0)
            var entry = LedgerEntry(
                identity: identity, fact: entries.fact(account: account?.name ?? ""),
                batch: Int(entries.number(EntryColumns.batch)), sources: [],
                annotation: Annotation())
            try addSideRows(to: &entry)
            head = (entry, entries.bits(EntryColumns.digest))
            return
        }
        head = nil
    }

    private func addSideRows(to entry: inout LedgerEntry) throws(LedgerFailure) {
        entry.annotation = try annotations.newest(of: entry.key)
        while try sources.hasRow(of: entry.key) {
            let row = sources.statement
            entry.sources.append(
                LineSource(file: row.text(3), line: Int(row.number(4)), layout: row.text(5)))
            sources.consume()
        }
    }
}

/// The valid annotations of entries, joined by a merge.
final class NewestAnnotations {
    private let annotations: SideRows
    private let splits: SideRows

    /// - Parameters: sorted by key, `seq` and number.
    init(_ annotations: Statement, _ splits: Statement) {
        self.annotations = SideRows(annotations)
        self.splits = SideRows(splits)
    }

    func newest(of key: LineKey) throws(LedgerFailure) -> Annotation {
        var newest = Annotation()
        var seq: Int64 = -1
        while try annotations.hasRow(of: key) {
            seq = annotations.statement.number(3)
            newest = annotations.statement.annotation
            annotations.consume()
        }
        while try splits.hasRow(of: key) {
            if splits.statement.number(3) == seq { newest.splits.append(splits.statement.split) }
            splits.consume()
        }
        return newest
    }

    func restart() {
        annotations.restart()
        splits.restart()
    }
}

/// Rows of a table joined to `entry` by a merge: both are sorted by key.
final class SideRows {
    let statement: Statement
    private var current: LineKey?
    private var isAtEnd = false

    init(_ statement: Statement) { self.statement = statement }

    /// Whether the current row belongs to `key`; skips rows of earlier entries.
    func hasRow(of key: LineKey) throws(LedgerFailure) -> Bool {
        while !isAtEnd {
            if current == nil {
                if try statement.step() { current = statement.key } else { isAtEnd = true }
            }
            guard let found = current else { return false }
            if found == key { return true }
            if key < found { return false }
            current = nil
        }
        return false
    }

    func consume() { current = nil }

    func restart() {
        current = nil
        isAtEnd = false
    }
}

extension LedgerFile {
    /// The first columns of keys that have entries.
    ///
    /// - Parameter name: only this account's value, which another account may share, as keys have
    ///   half a hash; the result is empty for an unknown name.
    func keyAccounts(of name: String? = nil) throws(LedgerFailure) -> [Int64] {
        if let name {
            return accounts[name: name].map { [Int64(LineKey.account(ofHash: $0.hash))] } ?? []
        }
        // One tree descent each, not a scan of all entries.
        let statement = try database.prepare("SELECT min(k1) FROM entry WHERE k1 > ?1")
        var found: [Int64] = []
        while true {
            try statement.bind(found.last ?? -1)
            defer { statement.reset() }
            guard try statement.step(), let next = statement.numberOrNil(0) else { return found }
            found.append(next)
        }
    }

    package func entry(_ key: LineKey) throws(LedgerFailure) -> LedgerEntry? {
        try EntryReader(self).entry(key)
    }

    /// Stored sums by account, month, category and currency, sorted.
    ///
    /// - Parameters:
    ///   - names: only these accounts, unless empty.
    ///   - months: only these, as 202503.
    package func monthTotals(
        of names: [String] = [], months: ClosedRange<Int> = 0...Int(Int32.max)
    ) throws(LedgerFailure) -> [MonthTotal] {
        // One query per account, in table order: sorting the whole table by name takes longer than
        // reading it.
        let account = try database.prepare("SELECT id, name FROM account ORDER BY name")
        let hasMoneyIn = version >= LedgerSchema.versionOfMoneyIn
        let row = try database.prepare(
            hasMoneyIn
                ? """
                SELECT month, category, currency, scale, units, lines, units_in FROM month_total
                """
                : "SELECT month, category, currency, scale, units, lines FROM month_total",
            where: "account = ?1 AND month BETWEEN ?2 AND ?3",
            sortedBy: "month, category, currency, scale")
        var result: [MonthTotal] = []
        while try account.step() {
            let name = account.text(1)
            if !names.isEmpty, !names.contains(name) { continue }
            try row.bind(account.number(0), months.lowerBound, months.upperBound)
            while try row.step() {
                func sum(_ column: Int32) -> Money {
                    Money(
                        units: row.number(column),
                        scale: UInt8(truncatingIfNeeded: row.number(3)),
                        currency: Currency(packed: UInt32(truncatingIfNeeded: row.number(2))))
                }
                result.append(
                    MonthTotal(
                        account: name, month: Int(row.number(0)), category: row.text(1),
                        sum: sum(4), moneyIn: hasMoneyIn ? sum(6) : nil, lines: Int(row.number(5))))
            }
            row.reset()
        }
        return result
    }

    package func hasEntries(ofAccount name: String) throws(LedgerFailure) -> Bool {
        guard let account = accounts[name: name] else { return false }
        return try database.prepare("SELECT 1 FROM month_total WHERE account = ?1 LIMIT 1")
            .bind(account.id).hasRow()
    }

    /// The range of key days of one account or all; nil without entries.
    package func keyDays(account name: String? = nil) throws(LedgerFailure) -> ClosedRange<Int32>? {
        // Separate min and max are one tree descent each.
        let row = try database.prepare(
            """
            SELECT (SELECT min(k2) FROM entry WHERE k1 = ?1),
                (SELECT max(k2) FROM entry WHERE k1 = ?1)
            """)
        var found: ClosedRange<Int32>?
        for keyAccount in try keyAccounts(of: name) {
            try row.bind(keyAccount)
            defer { row.reset() }
            guard try row.step(), let first = row.numberOrNil(0), let last = row.numberOrNil(1)
            else { continue }
            let days = Int32(truncatingIfNeeded: first)...Int32(truncatingIfNeeded: last)
            found = found.joined(with: days)
        }
        return found
    }

    package func isDismissed(_ key: LineKey) throws(LedgerFailure) -> Bool {
        try database.prepare("SELECT 1 FROM tombstone WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3")
            .bind(key).hasRow()
    }

    /// The dismissed queue line; nil if the key is not dismissed.
    package func dismissedLine(_ key: LineKey) throws(LedgerFailure) -> [UInt8]? {
        try database.prepare("SELECT line FROM tombstone WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3")
            .bind(key).first { $0.bytes(0) }
    }

    /// Account and day of each approved hold, unordered.
    ///
    /// - Complexity: O(holds), by the index.
    package func forEachHold(
        _ body: (_ account: UInt64, _ day: Int32) -> Void
    ) throws(LedgerFailure) {
        let row = try database.prepare("SELECT account, day FROM entry WHERE hold <> 0")
        while try row.step() {
            if let account = accounts[id: row.number(0)] {
                body(account.hash, Int32(truncatingIfNeeded: row.number(1)))
            }
        }
    }

    /// Dismissed lines, sorted by key as stored.
    package func forEachTombstone(
        _ body: (Tombstone) throws(LedgerFailure) -> Void
    ) throws(LedgerFailure) {
        let row = try database.prepare(
            """
            SELECT k1, k2, k3, account, day, second, units, currency, scale, hold, occurrence,
                h_bank_id, h_original, h_balance, h_text, batch, line
            FROM tombstone ORDER BY k1, k2, k3
            """)
        while try row.step() {
            let account = accounts[id: row.number(3)]
            try body(
                Tombstone(
                    identity: row.identity(account: account?.hash ?? 0),
                    account: account?.name ?? "", batch: Int(row.number(15)), line: row.bytes(16)))
        }
    }

    /// The decisions about each subject in `MerchantHistory`'s text form, sorted by kind and
    /// subject.
    package func forEachHistory(
        _ body: (_ subject: SubjectKey, _ past: String) -> Void
    ) throws(LedgerFailure) {
        let row = try database.prepare(
            "SELECT kind, subject, past FROM history ORDER BY kind, subject")
        while try row.step() {
            guard let kind = SubjectKey.Kind(rawValue: Int(row.number(0))) else {
                throw .damaged("history.kind")
            }
            body(SubjectKey(kind, row.text(1)), row.text(2))
        }
    }

    package func memory() throws(LedgerFailure) -> [(record: MemoryRecord, times: Int)] {
        try memory(
            database.prepare(
                """
                SELECT kind, subject, category, times FROM memory ORDER BY kind, subject, category
                """))
    }

    /// The records of a kind.
    ///
    /// - Parameter subject: of which they must be, if it is given.
    package func memory(
        _ kind: Int, of subject: String? = nil
    ) throws(LedgerFailure) -> [(record: MemoryRecord, times: Int)] {
        let row = try database.prepare(
            """
            SELECT kind, subject, category, times FROM memory
            WHERE kind = ?1 AND (?2 IS NULL OR subject = ?2) ORDER BY subject, category
            """)
        return try memory(row.bind(kind, subject))
    }

    private func memory(
        _ row: Statement
    ) throws(LedgerFailure) -> [(record: MemoryRecord, times: Int)] {
        try row.all { row in
            let record = MemoryRecord(
                kind: Int(row.number(0)), subject: row.text(1), category: row.text(2))
            return (record, Int(row.number(3)))
        }
    }

    /// Whether decisions about merchants' names that a person wrote are remembered.
    package func hasNames() throws(LedgerFailure) -> Bool {
        let name = SubjectKey.namePrefix
        // A range each, because LIKE would read all subjects.
        let row = try database.prepare(
            """
            SELECT EXISTS (SELECT 1 FROM history WHERE kind = ?1 AND subject >= ?2 AND subject < ?3)
                OR EXISTS (SELECT 1 FROM history WHERE kind = ?1 AND subject >= ?4 AND subject < ?5)
            """
        ).bind(
            SubjectKey.Kind.habit.rawValue, "-" + name, "-" + name + "\u{10FFFF}", "+" + name,
            "+" + name + "\u{10FFFF}")
        defer { row.reset() }
        return try row.step() && row.number(0) != 0
    }

    /// A lookup of decisions by subject; nil if the ledger has none.
    package func historyLookup() throws(LedgerFailure) -> HistoryLookup? {
        guard try database.number("SELECT EXISTS (SELECT 1 FROM history)") != 0 else { return nil }
        return try HistoryLookup(database)
    }

    /// Answers to suggestions, by the pattern of their evidence.
    package func answers() throws(LedgerFailure) -> [String: Answers] {
        var result: [String: Answers] = [:]
        for (record, times) in try memory(MemoryRecord.answers) {
            result[record.subject, default: Answers()].add(
                isRight: record.category == MemoryRecord.right, times: max(times, 0))
        }
        return result
    }

    package func batches() throws(LedgerFailure) -> [BatchRecord] {
        let row = try database.prepare(
            """
            SELECT id, made, lines_new, lines_known, lines_rejected, lines_skipped FROM batch
            ORDER BY id
            """)
        return try row.all { row in
            BatchRecord(
                id: Int(row.number(0)), made: row.text(1), linesNew: Int(row.number(2)),
                linesKnown: Int(row.number(3)), linesRejected: Int(row.number(4)),
                linesSkipped: Int(row.number(5)))
        }
    }

    /// Imported files, sorted by digest and name.
    package func seenFiles() throws(LedgerFailure) -> [SeenFile] {
        let row = try database.prepare(
            """
            SELECT digest_high, digest_low, name, size, modified, batch, accounts, rows, is_complete
            FROM seen_file ORDER BY digest_high, digest_low, name
            """)
        return try withStatements(try row.all { $0.seenFile })
    }

    /// Imported files with this content, under any name.
    package func seenFiles(
        digestHigh: UInt64, digestLow: UInt64
    ) throws(LedgerFailure) -> [SeenFile] {
        let row = try database.prepare(
            """
            SELECT digest_high, digest_low, name, size, modified, batch, accounts, rows, is_complete
            FROM seen_file WHERE digest_high = ?1 AND digest_low = ?2 ORDER BY name
            """
        ).bind(digestHigh, digestLow)
        return try withStatements(try row.all { $0.seenFile })
    }

    private func withStatements(_ files: [SeenFile]) throws(LedgerFailure) -> [SeenFile] {
        if files.isEmpty || version < LedgerSchema.versionOfStatements { return files }
        let rows = try database.prepare(
            """
            SELECT account, first_day, first_booked, last_day, opening_units, opening_scale,
                opening_currency, closing_units, closing_scale, closing_currency
            FROM statement WHERE digest_high = ?1 AND digest_low = ?2 AND name = ?3
            ORDER BY number
            """)
        var files = files
        for index in files.indices {
            let file = files[index]
            files[index].statements = try rows.bind(file.digestHigh, file.digestLow, file.name)
                .all { $0.statement }
        }
        return files
    }

    /// Whether a file of this size was imported.
    ///
    /// - Complexity: O(*n*) in imported files.
    package func hasSeenFile(ofSize bytes: Int) throws(LedgerFailure) -> Bool {
        try database.prepare("SELECT 1 FROM seen_file WHERE size = ?1 LIMIT 1").bind(bytes)
            .hasRow()
    }

    /// The number of a command's undo records.
    func undoLines(of command: Int) throws(LedgerFailure) -> Int {
        try database.prepare(
            """
            SELECT (id & 4294967295) + length(steps) / 48 FROM undo_page
            WHERE id BETWEEN ?1 AND ?2 ORDER BY id DESC LIMIT 1
            """
        ).bind(Int64(command) << 32, Int64(command) << 32 | 0xFFFF_FFFF)
            .first { Int($0.number(0)) } ?? 0
    }

    package func lastCommand() throws(LedgerFailure) -> (seq: Int, command: String, batch: Int)? {
        try database.prepare("SELECT seq, command, batch FROM undo_log ORDER BY seq DESC LIMIT 1")
            .first { (Int($0.number(0)), $0.text(1), Int($0.number(2))) }
    }
}

/// Tags and account lists are stored as one text with unit separators, which no tag contains.
let listSeparator: Character = "\u{1F}"

extension Statement {
    /// The annotation in columns 4 to 10 of the lanes' statement.
    var annotation: Annotation {
        Annotation(
            category: text(4), payee: text(5), note: text(6), tags: list(7), transferTo: text(8),
            permille: Int(number(9)), isByPerson: number(10) != 0)
    }

    var split: Decision.Split {
        Decision.Split(
            category: text(4), amount: money(5), note: text(8))
    }

    fileprivate var seenFile: SeenFile {
        SeenFile(
            digestHigh: bits(0), digestLow: bits(1), name: text(2), size: Int(number(3)),
            modifiedNanoseconds: Int(number(4)), batch: Int(number(5)), accounts: list(6),
            rows: Int(number(7)), isComplete: number(8) != 0)
    }

    fileprivate var statement: StatementRecord {
        StatementRecord(
            account: text(0), firstDay: givenDay(1), firstBooked: givenDay(2),
            lastDay: givenDay(3), opening: moneyOrNil(4), closing: moneyOrNil(7))
    }

    func list(_ column: Int32) -> [String] {
        let joined = text(column)
        return joined.isEmpty ? [] : joined.split(separator: listSeparator).map { String($0) }
    }

    /// The fact in a row of ``EntryColumns``.
    func fact(account: String) -> StatementFact {
        var fact = StatementFact(
            account: account,
            made: CivilMoment(
                day: givenDay(4),
                second: Int32(truncatingIfNeeded: number(5)),
                offsetMinutes: numberOrNil(EntryColumns.offset).map {
                    Int16(truncatingIfNeeded: $0)
                } ?? CivilMoment.unknownOffset),
            amount: Money(
                units: number(6), scale: UInt8(truncatingIfNeeded: number(8)),
                currency: Currency(packed: UInt32(truncatingIfNeeded: number(7)))))
        fact.isHold = number(9) != 0
        fact.mcc = UInt16(truncatingIfNeeded: number(EntryColumns.mcc))
        for (column, field) in zip(EntryColumns.texts..., FactText.allCases) {
            fact[field] = text(column)
        }
        for (column, field) in zip(EntryColumns.days..., FactDay.allCases) {
            fact[field] = day(column)
        }
        for (index, field) in FactMoney.allCases.enumerated() {
            fact[field] = moneyOrNil(EntryColumns.monies + 3 * Int32(index))
        }
        return fact
    }

    private func day(_ column: Int32) -> CalendarDate? {
        isNull(column) ? nil : givenDay(column)
    }

    private func givenDay(_ column: Int32) -> CalendarDate {
        CalendarDate(daysSince1970: Int32(truncatingIfNeeded: number(column)))
    }

    /// The amount in three columns.
    func money(_ column: Int32) -> Money {
        Money(
            units: number(column), scale: UInt8(truncatingIfNeeded: number(column + 1)),
            currency: Currency(packed: UInt32(truncatingIfNeeded: number(column + 2))))
    }

    func moneyOrNil(_ column: Int32) -> Money? { isNull(column) ? nil : money(column) }
}

extension LedgerFile {
    /// All annotations of an entry, oldest first, with the numbers of their commands.
    package func annotations(
        _ key: LineKey
    ) throws(LedgerFailure) -> [(seq: Int, annotation: Annotation)] {
        let statements = try EntryStatements.byKey(self)
        return try readAnnotations(key, statements.annotations, statements.splits)
    }
}

/// Runs the two annotation statements of ``EntryStatements/byKey(_:)``.
func readAnnotations(
    _ key: LineKey, _ rows: Statement, _ parts: Statement
) throws(LedgerFailure) -> [(seq: Int, annotation: Annotation)] {
    try rows.bind(key)
    try parts.bind(key)
    defer {
        rows.reset()
        parts.reset()
    }
    var result: [(seq: Int, annotation: Annotation)] = []
    while try rows.step() { result.append((Int(rows.number(3)), rows.annotation)) }
    while try parts.step() {
        guard let index = result.firstIndex(where: { $0.seq == Int(parts.number(3)) }) else {
            continue
        }
        result[index].annotation.splits.append(parts.split)
    }
    return result
}
