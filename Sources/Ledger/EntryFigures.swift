package import Facts
package import Scanning

/// The part of an entry that figures need: a third of its columns, without its sources.
package struct EntryFigures: Sendable {
    package let key: LineKey
    package let occurrence: UInt16
    package let account: String
    package let day: CalendarDate
    /// Seconds since local midnight, or −1.
    package let second: Int32
    package let amount: Money
    package let originalAmount: Money?
    package let isHold: Bool
    package let description: String
    package let memo: String
    package let counterparty: String
    package let annotation: Annotation
}

/// Streams the figures of entries in constant memory, in half the time of ``EntryCursor``.
package struct FiguresCursor: ~Copyable {
    private var lanes: MergedLanes<FiguresLane>

    /// - Parameter areExchanges: only entries whose original amount is in another currency, without
    ///   their annotations.
    package init(
        _ ledger: LedgerFile, _ query: EntryQuery, areExchanges: Bool = false
    ) throws(LedgerFailure) {
        lanes = try MergedLanes(ledger, query) {
            (keyAccount, days, account) throws(LedgerFailure) in
            try FiguresLane(
                ledger, keyAccount: keyAccount, days: days, account: account,
                areExchanges: areExchanges)
        }
    }

    package mutating func next() throws(LedgerFailure) -> EntryFigures? { try lanes.next() }
}

private final class FiguresLane: SortedLane {
    var head: EntryFigures?
    var key: LineKey? { head?.key }
    private let ledger: LedgerFile
    private let only: Int64?
    private let entries: Statement
    private let annotations: NewestAnnotations?

    init(
        _ ledger: LedgerFile, keyAccount: Int64, days: ClosedRange<Int32>, account: Int64?,
        areExchanges: Bool
    ) throws(LedgerFailure) {
        self.ledger = ledger
        only = account
        let database = ledger.database
        let range: StaticString = "k1 = ?1 AND k2 BETWEEN ?2 AND ?3"
        let exchanges: StaticString = """
            k1 = ?1 AND k2 BETWEEN ?2 AND ?3 AND original_currency <> currency
            """
        func bound(_ statement: Statement) throws(LedgerFailure) -> Statement {
            try statement.bind(keyAccount, days.lowerBound, days.upperBound)
        }
        entries = try bound(
            database.prepare(
                """
                SELECT k1, k2, k3, account, day, second, units, scale, currency, hold, occurrence,
                    original_units, original_scale, original_currency,
                    description, memo, counterparty_name
                FROM entry
                """,
                by: areExchanges && ledger.version >= LedgerSchema.versionOfMoneyIn
                    ? "entry_exchange" : nil,
                where: areExchanges ? exchanges : range, sortedBy: "k1, k2, k3"))
        annotations =
            areExchanges
            ? nil
            : NewestAnnotations(
                try bound(database.prepareAnnotations(where: range)),
                try bound(database.prepareSplits(where: range)))
    }

    func advance() throws(LedgerFailure) {
        let row = entries
        while try row.step() {
            if let only, row.number(3) != only { continue }
            let key = row.key
            head = EntryFigures(
                key: key, occurrence: UInt16(truncatingIfNeeded: row.number(10)),
                account: ledger.accounts[id: row.number(3)]?.name ?? "",
                day: CalendarDate(daysSince1970: Int32(truncatingIfNeeded: row.number(4))),
                second: Int32(truncatingIfNeeded: row.number(5)), amount: row.money(6),
                originalAmount: row.moneyOrNil(11), isHold: row.number(9) != 0,
                description: row.text(14), memo: row.text(15), counterparty: row.text(16),
                annotation: try annotations?.newest(of: key) ?? Annotation())
            return
        }
        head = nil
    }
}

/// The part of an entry that payments are found by: numbers alone, in three fifths of the time of
/// ``EntryFigures``.
package struct PaymentFigures: Sendable, BitwiseCopyable {
    package let key: LineKey
    package let occurrence: UInt16
    package let day: CalendarDate
    /// Seconds since local midnight, or −1.
    package let second: Int32
    package let amount: Money
    package let originalAmount: Money?
    // Texts have the numbers of a `TextNumbers`.
    package let account: Int32
    package let description: Int32
    package let counterparty: Int32
    package let payee: Int32
    /// The category of the largest part, if the entry is divided.
    package let category: Int32
}

/// Streams the payments of entries.
package struct PaymentCursor: ~Copyable {
    private var lanes: MergedLanes<PaymentLane>

    package init(
        _ ledger: LedgerFile, _ query: EntryQuery, _ texts: TextNumbers
    ) throws(LedgerFailure) {
        lanes = try MergedLanes(ledger, query) {
            (keyAccount, days, account) throws(LedgerFailure) in
            try PaymentLane(ledger, texts, keyAccount: keyAccount, days: days, account: account)
        }
    }

    package mutating func next() throws(LedgerFailure) -> PaymentFigures? { try lanes.next() }
}

private final class PaymentLane: SortedLane {
    var head: PaymentFigures?
    var key: LineKey? { head?.key }
    private let ledger: LedgerFile
    private let texts: TextNumbers
    private let only: Int64?
    private let entries: Statement
    private let annotations: SideRows
    private let splits: SideRows
    /// The account of the last entry, which most entries share.
    private var account: (id: Int64, number: Int32) = (.min, 0)

    init(
        _ ledger: LedgerFile, _ texts: TextNumbers, keyAccount: Int64, days: ClosedRange<Int32>,
        account: Int64?
    ) throws(LedgerFailure) {
        self.ledger = ledger
        self.texts = texts
        only = account
        let database = ledger.database
        func rows(_ columns: StaticString, _ order: StaticString) throws(LedgerFailure) -> Statement
        {
            try database.prepare(
                columns, where: "k1 = ?1 AND k2 BETWEEN ?2 AND ?3", sortedBy: order
            ).bind(keyAccount, days.lowerBound, days.upperBound)
        }
        // SQLite takes as long for a column as for a step to the next row.
        entries = try rows(
            """
            SELECT k1, k2, k3, account, day, second, units, scale, currency, occurrence,
                original_units, original_scale, original_currency, description, counterparty_name
            FROM entry
            """, "k1, k2, k3")
        annotations = SideRows(
            try rows(
                "SELECT k1, k2, k3, seq, category, payee FROM annotation", "k1, k2, k3, seq"))
        splits = SideRows(
            try rows(
                "SELECT k1, k2, k3, seq, category, units FROM split", "k1, k2, k3, seq, n"))
    }

    func advance() throws(LedgerFailure) {
        let row = entries
        while try row.step() {
            let id = row.number(3)
            if let only, id != only { continue }
            if id != account.id {
                account = (id, texts.number(of: ledger.accounts[id: id]?.name ?? ""))
            }
            let key = row.key
            let said = try newest(of: key)
            head = PaymentFigures(
                key: key, occurrence: UInt16(truncatingIfNeeded: row.number(9)),
                day: CalendarDate(daysSince1970: Int32(truncatingIfNeeded: row.number(4))),
                second: Int32(truncatingIfNeeded: row.number(5)), amount: row.money(6),
                originalAmount: row.moneyOrNil(10), account: account.number,
                description: number(row, 13), counterparty: number(row, 14), payee: said.payee,
                category: said.category)
            return
        }
        head = nil
    }

    private func number(_ row: Statement, _ column: Int32) -> Int32 {
        row.withBytes(column) { texts.number(of: $0) }
    }

    /// As ``NewestAnnotations``.
    private func newest(
        of key: LineKey
    ) throws(LedgerFailure) -> (category: Int32, payee: Int32) {
        var found: (category: Int32, payee: Int32) = (0, 0)
        var seq: Int64 = -1
        while try annotations.hasRow(of: key) {
            let row = annotations.statement
            seq = row.number(3)
            found = (number(row, 4), number(row, 5))
            annotations.consume()
        }
        var largest: UInt64?
        while try splits.hasRow(of: key) {
            let row = splits.statement
            let size = row.number(5).magnitude
            if row.number(3) == seq, largest.map({ $0 < size }) ?? true {
                largest = size
                found.category = number(row, 4)
            }
            splits.consume()
        }
        return found
    }
}

/// Reads where single entries move money.
package final class MovementReader {
    private let ledger: LedgerFile
    private let row: Statement

    package init(_ ledger: LedgerFile) throws(LedgerFailure) {
        self.ledger = ledger
        row = try ledger.database.prepare(
            """
            SELECT account, day, units, scale, currency FROM entry
            WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3
            """)
    }

    package func movement(
        _ key: LineKey
    ) throws(LedgerFailure) -> (account: String, day: CalendarDate, amount: Money)? {
        let ledger = ledger
        return try row.bind(key).first { row in
            (
                ledger.accounts[id: row.number(0)]?.name ?? "",
                CalendarDate(daysSince1970: Int32(truncatingIfNeeded: row.number(1))),
                row.money(2)
            )
        }
    }
}

/// Reads the first source of single entries.
package final class FirstSourceReader {
    private let row: Statement

    package init(_ ledger: LedgerFile) throws(LedgerFailure) {
        row = try ledger.database.prepare(
            """
            SELECT name, line, layout FROM source JOIN source_file ON source_file.id = source.file
            WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3 ORDER BY n LIMIT 1
            """)
    }

    package func source(of key: LineKey) throws(LedgerFailure) -> LineSource? {
        try row.bind(key).first { row in
            LineSource(file: row.text(0), line: Int(row.number(1)), layout: row.text(2))
        }
    }
}
