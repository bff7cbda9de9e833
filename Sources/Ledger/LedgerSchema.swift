/// The tables of `ledger.db`.
///
/// - A line's key is three columns, `k1` account, `k2` day, `k3` rest, and rows are clustered by
///   it: lines of one account and time lie together, so new months are written near each other
///   (random keys are ten times slower).
/// - Columns of `entry` that a version added are added to a new ledger as to an old one: by their
///   ``LedgerMigration``.
/// - Facts are written once. Triggers refuse to update or delete them unless the `mark` is set,
///   which only undo, adding what another source knows and the booking of a hold do, inside their
///   transaction; a booking keeps the fact before it as `revision`.
/// - Annotations are never updated: a newer `seq` speaks for the line, and undo removes it.
/// - Holds, and what was booked on another day than it was held, have an index: few, and asked for
///   around each day of an import.
/// - A pair in `transfer` is said from each of its two sides, and the newest `seq` speaks. `line`
///   of a `revision` is the fact before it, as a queue line tells it.
/// - `past` of a `history` is as `MerchantHistory` writes it; `before` in `undo_history` is null
///   where there was no row.
/// - `tally` counts rows and adds up their hashes, table by table, in the same transaction: a
///   record that is missing or edited with another program is noticed. Rows of `entry`,
///   `annotation`, `source` and `tombstone` are hashed by who writes them; those of ``SummedTable``
///   by temporary triggers of the writing connection. `schema` sums the definitions themselves.
///   `queue_state` bears the hash of its own row, and the sum of what is kept for redo.
///
/// Durability: rollback journal, truncated, `synchronous = FULL`: when a commit returns it survives
/// a power cut. Write-ahead logging was rejected: a large approval would be written twice, and a
/// ledger copied without its `-wal` would lack the newest entries; our own lock already keeps
/// readers and writers apart.
enum LedgerSchema {
    /// `Kopi`, so that a database of another program is never taken for ours.
    static let applicationID: Int64 = 0x4B6F_7069
    static let version = LedgerMigration.all.reduce(oldestVersion) { max($0, $1.from + 1) }
    /// The first that is still read; those before it were of no release.
    static let oldestVersion: Int64 = 6

    static let everyTime: StaticString = """
        PRAGMA trusted_schema = OFF;
        PRAGMA foreign_keys = ON;
        PRAGMA cell_size_check = ON;
        PRAGMA temp_store = MEMORY;
        PRAGMA synchronous = FULL;
        PRAGMA cache_size = -8192;
        """

    /// Our own lock keeps others out, so SQLite need not lock and look at the file for every
    /// question.
    static let whenWriting: StaticString = """
        PRAGMA locking_mode = EXCLUSIVE;
        PRAGMA journal_mode = TRUNCATE;
        PRAGMA secure_delete = FAST;
        """

    /// Wide rows: with SQLite's 4 KiB only a dozen fit a page and the tree gets deep.
    static let pages: StaticString = "PRAGMA page_size = 8192"

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
