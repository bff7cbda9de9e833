/// The tables of `ledger.db`.
///
/// - A line's key is three columns, `k1` account, `k2` day, `k3` rest, and rows are clustered by
///   it: lines of one account and time are adjacent, so new months are written near each other
///   (random keys are ten times slower).
/// - Columns that a version added to `entry` come from their ``LedgerMigration`` in a new ledger
///   too.
/// - Facts are written once. Triggers refuse to update or delete them unless the `mark` is set.
///   Only undo, filling from another source and booking a hold set it, in their transaction; a
///   booking keeps the previous fact as `revision`.
/// - Annotations are never updated: the newest `seq` is valid, and undo removes it.
/// - Holds, and lines booked on another day than they were held, have an index: they are few, and
///   an import queries them around each of its days.
/// - A pair in `transfer` has a row for each of its two sides; the newest `seq` is valid. `line` of
///   a `revision` is the previous fact as a queue line.
/// - `month_total` has sums by category; `units_in` is the part of `units` that came in.
/// - Lines whose original amount is in another currency have an index: they are few, and each
///   conversion searches them for rates.
/// - `account_month` has the sums of each day (``DaySums``, ``DayCover``) in the form of
///   ``MonthDays``, so that a question reads months, not entries; `first_day` is the month's.
/// - `past` of a `history` is in `MerchantHistory`'s text form; `before` in `undo_history` is null
///   if there was no row.
/// - `tally` counts rows and sums their hashes by table, in the same transaction, so missing
///   records and edits by another program are detected. The writing code hashes rows of `entry`,
///   `annotation`, `source` and `tombstone`; temporary triggers of the writing connection hash
///   those of ``SummedTable``. `schema` sums the definitions themselves. `queue_state` has the hash
///   of its own row, and the sum of the redo record.
///
/// Durability: rollback journal, truncated, `synchronous = FULL`: a returned commit survives a
/// power cut. Write-ahead logging was rejected: a large approval would be written twice, and a
/// ledger copied without its `-wal` would lack the newest entries; our own lock already separates
/// readers and writers.
enum LedgerSchema {
    /// `Kopi`, so that no other program's database is taken for ours.
    static let applicationID: Int64 = 0x4B6F_7069
    static let version = LedgerMigration.all.reduce(oldestVersion) { max($0, $1.from + 1) }
    /// The oldest supported version; earlier ones were never released.
    static let oldestVersion: Int64 = 6
    /// The first version with `account_month`.
    static let versionOfDays: Int64 = 12
    /// The first version whose month totals have what came in.
    static let versionOfMoneyIn: Int64 = 13
    /// The first version with `statement`.
    static let versionOfStatements: Int64 = 14

    static let everyTime: StaticString = """
        PRAGMA trusted_schema = OFF;
        PRAGMA foreign_keys = ON;
        PRAGMA cell_size_check = ON;
        PRAGMA temp_store = MEMORY;
        PRAGMA synchronous = FULL;
        PRAGMA cache_size = -8192;
        """

    /// Our lock excludes others, so SQLite need not lock and check the file for every query.
    static let whenWriting: StaticString = """
        PRAGMA locking_mode = EXCLUSIVE;
        PRAGMA journal_mode = TRUNCATE;
        PRAGMA secure_delete = FAST;
        """

    /// Rows are wide: a page of SQLite's default 4 KiB fits only a dozen, and the tree gets deep.
    static let pages: StaticString = "PRAGMA page_size = 8192"

    static let createDays: StaticString = """
        CREATE TABLE account_month (
            account INTEGER NOT NULL REFERENCES account (id),
            first_day INTEGER NOT NULL,
            currency INTEGER NOT NULL,
            sums BLOB NOT NULL,
            cover BLOB NOT NULL,
            PRIMARY KEY (account, first_day, currency)
        ) STRICT, WITHOUT ROWID;
        """

    /// The incoming part of each month total, and an index of the lines that show a rate.
    static let addMoneyIn: StaticString = """
        ALTER TABLE month_total ADD COLUMN units_in INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX entry_exchange ON entry (k1, k2) WHERE original_currency <> currency;
        """

    /// The statements of each file of `seen_file`, in the order of ``SeenFile/statements``.
    static let createStatements: StaticString = """
        CREATE TABLE statement (
            digest_high INTEGER NOT NULL,
            digest_low INTEGER NOT NULL,
            name TEXT NOT NULL,
            number INTEGER NOT NULL,
            account TEXT NOT NULL,
            first_day INTEGER NOT NULL,
            first_booked INTEGER NOT NULL,
            last_day INTEGER NOT NULL,
            opening_units INTEGER, opening_scale INTEGER, opening_currency INTEGER,
            closing_units INTEGER, closing_scale INTEGER, closing_currency INTEGER,
            PRIMARY KEY (digest_high, digest_low, name, number)
        ) STRICT, WITHOUT ROWID;
        """

    static let create: StaticString = """
        CREATE TABLE tally (
            name TEXT NOT NULL PRIMARY KEY,
            rows INTEGER NOT NULL,
            sum INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE mark (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            open INTEGER NOT NULL
        ) STRICT;
        INSERT INTO mark VALUES (1, 0);

        CREATE TABLE queue_state (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            generation INTEGER NOT NULL,
            length INTEGER NOT NULL,
            lines INTEGER NOT NULL,
            size INTEGER, modified INTEGER, changed INTEGER, inode INTEGER, device INTEGER,
            tail INTEGER NOT NULL,
            index_rows INTEGER NOT NULL,
            index_sum INTEGER NOT NULL,
            intent INTEGER NOT NULL,
            intent_value INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            redo_sum INTEGER NOT NULL,
            digest INTEGER NOT NULL
        ) STRICT;
        INSERT INTO queue_state
            VALUES (1, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0);

        CREATE TABLE account (
            id INTEGER NOT NULL PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            hash INTEGER NOT NULL UNIQUE
        ) STRICT;

        CREATE TABLE batch (
            id INTEGER NOT NULL PRIMARY KEY,
            made TEXT NOT NULL,
            lines_new INTEGER NOT NULL,
            lines_known INTEGER NOT NULL,
            lines_rejected INTEGER NOT NULL,
            lines_skipped INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE seen_file (
            digest_high INTEGER NOT NULL,
            digest_low INTEGER NOT NULL,
            name TEXT NOT NULL,
            size INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            batch INTEGER NOT NULL REFERENCES batch (id),
            accounts TEXT NOT NULL,
            rows INTEGER NOT NULL,
            is_complete INTEGER NOT NULL,
            PRIMARY KEY (digest_high, digest_low, name)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX seen_file_batch ON seen_file (batch);

        CREATE TABLE entry (
            k1 INTEGER NOT NULL, k2 INTEGER NOT NULL, k3 INTEGER NOT NULL,
            account INTEGER NOT NULL REFERENCES account (id),
            batch INTEGER NOT NULL,
            digest INTEGER NOT NULL,
            day INTEGER NOT NULL,
            second INTEGER NOT NULL,
            offset INTEGER,
            units INTEGER NOT NULL, scale INTEGER NOT NULL, currency INTEGER NOT NULL,
            hold INTEGER NOT NULL,
            occurrence INTEGER NOT NULL,
            h_bank_id INTEGER NOT NULL, h_original INTEGER NOT NULL,
            h_balance INTEGER NOT NULL, h_text INTEGER NOT NULL,
            bank_id TEXT,
            booked_on INTEGER, value_on INTEGER,
            original_units INTEGER, original_scale INTEGER, original_currency INTEGER,
            balance_units INTEGER, balance_scale INTEGER, balance_currency INTEGER,
            fee_units INTEGER, fee_scale INTEGER, fee_currency INTEGER,
            cashback_units INTEGER, cashback_scale INTEGER, cashback_currency INTEGER,
            description TEXT, memo TEXT,
            counterparty_name TEXT, counterparty_iban TEXT, counterparty_tax_id TEXT,
            bank_category TEXT, merchant TEXT,
            mcc INTEGER NOT NULL,
            PRIMARY KEY (k1, k2, k3)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX entry_bank_id ON entry (account, h_bank_id) WHERE h_bank_id <> 0;
        CREATE INDEX entry_held ON entry (k1, k2) WHERE hold <> 0 OR day <> k2;
        CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry
            WHEN (SELECT open FROM mark) = 0
            BEGIN SELECT RAISE(ABORT, 'a bank fact is never changed'); END;
        CREATE TRIGGER entry_is_never_deleted BEFORE DELETE ON entry
            WHEN (SELECT open FROM mark) = 0
            BEGIN SELECT RAISE(ABORT, 'a bank fact is never deleted'); END;

        CREATE TABLE source_file (
            id INTEGER NOT NULL PRIMARY KEY,
            name TEXT NOT NULL,
            layout TEXT NOT NULL,
            UNIQUE (name, layout)
        ) STRICT;

        CREATE TABLE source (
            k1 INTEGER NOT NULL, k2 INTEGER NOT NULL, k3 INTEGER NOT NULL,
            n INTEGER NOT NULL,
            file INTEGER NOT NULL REFERENCES source_file (id),
            line INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            PRIMARY KEY (k1, k2, k3, n)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER source_is_never_changed BEFORE UPDATE ON source
            WHEN (SELECT open FROM mark) = 0
            BEGIN SELECT RAISE(ABORT, 'a source is never changed'); END;
        CREATE TRIGGER source_is_never_deleted BEFORE DELETE ON source
            WHEN (SELECT open FROM mark) = 0
            BEGIN SELECT RAISE(ABORT, 'a source is never deleted'); END;

        CREATE TABLE annotation (
            k1 INTEGER NOT NULL, k2 INTEGER NOT NULL, k3 INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            category TEXT, payee TEXT, note TEXT, tags TEXT, transfer_to TEXT,
            permille INTEGER NOT NULL,
            by_person INTEGER NOT NULL,
            PRIMARY KEY (k1, k2, k3, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER annotation_is_never_changed BEFORE UPDATE ON annotation
            WHEN (SELECT open FROM mark) = 0
            BEGIN SELECT RAISE(ABORT, 'an annotation is never changed'); END;
        CREATE TRIGGER annotation_is_never_deleted BEFORE DELETE ON annotation
            WHEN (SELECT open FROM mark) = 0
            BEGIN SELECT RAISE(ABORT, 'an annotation is never deleted'); END;

        CREATE TABLE split (
            k1 INTEGER NOT NULL, k2 INTEGER NOT NULL, k3 INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            n INTEGER NOT NULL,
            category TEXT NOT NULL,
            units INTEGER NOT NULL, scale INTEGER NOT NULL, currency INTEGER NOT NULL,
            note TEXT,
            PRIMARY KEY (k1, k2, k3, seq, n)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE tombstone (
            k1 INTEGER NOT NULL, k2 INTEGER NOT NULL, k3 INTEGER NOT NULL,
            account INTEGER NOT NULL REFERENCES account (id),
            batch INTEGER NOT NULL,
            digest INTEGER NOT NULL,
            day INTEGER NOT NULL,
            second INTEGER NOT NULL,
            units INTEGER NOT NULL, scale INTEGER NOT NULL, currency INTEGER NOT NULL,
            hold INTEGER NOT NULL,
            occurrence INTEGER NOT NULL,
            h_bank_id INTEGER NOT NULL, h_original INTEGER NOT NULL,
            h_balance INTEGER NOT NULL, h_text INTEGER NOT NULL,
            line BLOB NOT NULL,
            PRIMARY KEY (k1, k2, k3)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX tombstone_bank_id ON tombstone (account, h_bank_id) WHERE h_bank_id <> 0;
        CREATE TRIGGER tombstone_is_never_changed BEFORE UPDATE ON tombstone
            WHEN (SELECT open FROM mark) = 0
            BEGIN SELECT RAISE(ABORT, 'a tombstone is never changed'); END;
        CREATE TRIGGER tombstone_is_never_deleted BEFORE DELETE ON tombstone
            WHEN (SELECT open FROM mark) = 0
            BEGIN SELECT RAISE(ABORT, 'a tombstone is never deleted'); END;

        CREATE TABLE transfer (
            k1 INTEGER NOT NULL, k2 INTEGER NOT NULL, k3 INTEGER NOT NULL,
            o1 INTEGER NOT NULL, o2 INTEGER NOT NULL, o3 INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            is_pair INTEGER NOT NULL,
            PRIMARY KEY (k1, k2, k3, o1, o2, o3, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER transfer_is_never_changed BEFORE UPDATE ON transfer
            WHEN (SELECT open FROM mark) = 0
            BEGIN SELECT RAISE(ABORT, 'a transfer is never changed'); END;
        CREATE TRIGGER transfer_is_never_deleted BEFORE DELETE ON transfer
            WHEN (SELECT open FROM mark) = 0
            BEGIN SELECT RAISE(ABORT, 'a transfer is never deleted'); END;

        CREATE TABLE revision (
            k1 INTEGER NOT NULL, k2 INTEGER NOT NULL, k3 INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            line BLOB NOT NULL,
            PRIMARY KEY (k1, k2, k3, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER revision_is_never_changed BEFORE UPDATE ON revision
            WHEN (SELECT open FROM mark) = 0
            BEGIN SELECT RAISE(ABORT, 'a revision is never changed'); END;
        CREATE TRIGGER revision_is_never_deleted BEFORE DELETE ON revision
            WHEN (SELECT open FROM mark) = 0
            BEGIN SELECT RAISE(ABORT, 'a revision is never deleted'); END;

        CREATE TABLE month_total (
            account INTEGER NOT NULL REFERENCES account (id),
            month INTEGER NOT NULL,
            category TEXT NOT NULL,
            currency INTEGER NOT NULL,
            scale INTEGER NOT NULL,
            units INTEGER NOT NULL,
            lines INTEGER NOT NULL,
            PRIMARY KEY (account, month, category, currency, scale)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE memory (
            kind INTEGER NOT NULL,
            subject TEXT NOT NULL,
            category TEXT NOT NULL,
            times INTEGER NOT NULL,
            PRIMARY KEY (kind, subject, category)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE history (
            kind INTEGER NOT NULL,
            subject TEXT NOT NULL,
            past TEXT NOT NULL,
            PRIMARY KEY (kind, subject)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE undo_log (
            seq INTEGER NOT NULL PRIMARY KEY,
            command TEXT NOT NULL,
            batch INTEGER NOT NULL,
            bytes INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE undo_page (
            id INTEGER NOT NULL PRIMARY KEY,
            steps BLOB NOT NULL,
            bytes INTEGER NOT NULL,
            lines BLOB NOT NULL
        ) STRICT;
        CREATE TABLE undo_memory (
            seq INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            subject TEXT NOT NULL,
            category TEXT NOT NULL,
            times INTEGER NOT NULL,
            PRIMARY KEY (seq, kind, subject, category)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE undo_history (
            seq INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            subject TEXT NOT NULL,
            before TEXT,
            PRIMARY KEY (seq, kind, subject)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE redo_log (
            id INTEGER NOT NULL PRIMARY KEY,
            command TEXT NOT NULL,
            queue_length INTEGER NOT NULL,
            queue_tail INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            changes BLOB NOT NULL
        ) STRICT;
        CREATE TABLE redo_page (
            id INTEGER NOT NULL PRIMARY KEY,
            bytes INTEGER NOT NULL,
            lines BLOB NOT NULL
        ) STRICT;
        """
}
