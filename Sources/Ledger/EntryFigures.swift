package import Facts

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
