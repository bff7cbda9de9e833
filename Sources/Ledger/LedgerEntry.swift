package import Facts
internal import Scanning

/// The user's data of an entry, besides the bank's fact.
package struct Annotation: Sendable, Equatable {
    /// Empty if unknown.
    package var category: String
    package var payee: String
    package var note: String
    package var tags: [String]
    package var transferTo: String
    package var splits: [Decision.Split]
    /// The confidence the category was approved with, in thousandths; 1000 when a person chose it.
    package var permille: Int
    /// A person or script chose the category; otherwise it was our suggestion, approved.
    package var isByPerson: Bool

    package init(
        category: String = "", payee: String = "", note: String = "", tags: [String] = [],
        transferTo: String = "", splits: [Decision.Split] = [], permille: Int = 0,
        isByPerson: Bool = false
    ) {
        self.category = category
        self.payee = payee
        self.note = note
        self.tags = tags
        self.transferTo = transferTo
        self.splits = splits
        self.permille = permille
        self.isByPerson = isByPerson
    }
}

/// An approved line: the bank's fact, its sources, and its annotation.
package struct LedgerEntry: Sendable, Equatable {
    package var identity: LineIdentity
    package var fact: StatementFact
    package var batch: Int
    package var sources: [LineSource]
    package var annotation: Annotation

    package var key: LineKey { identity.key }

    /// The batch of entries written by hand; imports count from 1.
    package static let batchByHand = 0
    package var isByHand: Bool { batch == Self.batchByHand }

    package init(
        identity: LineIdentity, fact: StatementFact, batch: Int, sources: [LineSource],
        annotation: Annotation
    ) {
        self.identity = identity
        self.fact = fact
        self.batch = batch
        self.sources = sources
        self.annotation = annotation
    }
}

/// A dismissed line; `line` is the unchanged queue line, which undo restores.
package struct Tombstone: Sendable, Equatable {
    package var identity: LineIdentity
    package var account: String
    package var batch: Int
    package var line: [UInt8]

    package init(identity: LineIdentity, account: String, batch: Int, line: [UInt8]) {
        self.identity = identity
        self.account = account
        self.batch = batch
        self.line = line
    }
}

/// How often a subject was approved as a category.
package struct MemoryRecord: Sendable, Hashable {
    /// Defined by the caller: exact text, counterparty, …
    package var kind: Int
    package var subject: String
    package var category: String

    package init(kind: Int, subject: String, category: String) {
        self.kind = kind
        self.subject = subject
        self.category = category
    }
}

extension MemoryRecord {
    /// The kind of records that count answers to suggestions: the subject is the pattern, the
    /// category `right` or `wrong`.
    static let answers = 100
    static let right = "right"

    /// The kind of records that hold the rows of files learned from: the subject is their month,
    /// the category their digests.
    package static let rowsTaught = 101
    /// Digits in the digest of one learned row.
    package static let digitsOfRow = 16
    /// The kind of records that count the decisions of a file: the subject is that of a history,
    /// the category the file's name.
    package static let taughtBy = 102

    package static func answer(to pattern: String, isRight: Bool) -> MemoryRecord {
        MemoryRecord(kind: answers, subject: pattern, category: isRight ? right : "wrong")
    }
}

/// The sum of one category of one account in one month; a split counts in its own category.
package struct MonthTotal: Sendable, Equatable {
    package var account: String
    /// 202503.
    package var month: Int
    package var category: String
    package var sum: Money
    /// The part of the sum that came in; nil in a ledger of an earlier version.
    package var moneyIn: Money?
    package var lines: Int
}

/// An imported file.
package struct SeenFile: Sendable, Equatable {
    package var digestHigh: UInt64
    package var digestLow: UInt64
    /// Without the directory.
    package var name: String
    package var size: Int
    package var modifiedNanoseconds: Int
    package var batch: Int
    /// Account ids of its lines.
    package var accounts: [String]
    package var rows: Int
    /// False if the file must be read again: lines of it were rejected, or lost later.
    package var isComplete: Bool
    /// By account and currency, then in the file's order; empty in a ledger of an earlier version.
    package var statements: [StatementRecord] = []

    package init(
        digestHigh: UInt64, digestLow: UInt64, name: String, size: Int, modifiedNanoseconds: Int,
        batch: Int = 0, accounts: [String] = [], rows: Int = 0, isComplete: Bool = true
    ) {
        self.digestHigh = digestHigh
        self.digestLow = digestLow
        self.name = name
        self.size = size
        self.modifiedNanoseconds = modifiedNanoseconds
        self.batch = batch
        self.accounts = accounts
        self.rows = rows
        self.isComplete = isComplete
    }

    /// The record with its accounts under other names, which may be equal.
    package func naming(_ name: (String) -> String) -> SeenFile {
        var file = self
        file.accounts = []
        for account in accounts.map(name) where !file.accounts.contains(account) {
            file.accounts.append(account)
        }
        for index in file.statements.indices {
            file.statements[index].account = name(statements[index].account)
        }
        return file
    }
}

/// A statement of one account in an imported file, with the balances that the bank printed.
package struct StatementRecord: Sendable, Equatable {
    package var account: String
    /// The first day that it shows: printed, or that of a row.
    package var firstDay: CalendarDate
    /// The first day on which it books a row, or ``firstDay``.
    package var firstBooked: CalendarDate
    /// The last day that it shows: the closing balance is that of its end.
    package var lastDay: CalendarDate
    /// The balance before the rows, printed or computed from the closing one; nil if unknown.
    package var opening: Money?
    /// The balance after the rows; nil if unknown.
    package var closing: Money?

    package init(
        account: String, firstDay: CalendarDate, firstBooked: CalendarDate, lastDay: CalendarDate,
        opening: Money?, closing: Money?
    ) {
        self.account = account
        self.firstDay = firstDay
        self.firstBooked = firstBooked
        self.lastDay = lastDay
        self.opening = opening
        self.closing = closing
    }

    package var currency: Currency { (opening ?? closing)?.currency ?? .unknown }
}

package struct BatchRecord: Sendable, Equatable {
    package var id: Int
    /// Time of the import, formatted by the caller; may be empty.
    package var made: String
    package var linesNew: Int
    package var linesKnown: Int
    package var linesRejected: Int
    package var linesSkipped: Int

    package init(
        id: Int, made: String = "", linesNew: Int = 0, linesKnown: Int = 0, linesRejected: Int = 0,
        linesSkipped: Int = 0
    ) {
        self.id = id
        self.made = made
        self.linesNew = linesNew
        self.linesKnown = linesKnown
        self.linesRejected = linesRejected
        self.linesSkipped = linesSkipped
    }
}

/// Hash of an entry's fact and identity: stored with the row, and summed in `tally`.
///
/// Each field is hashed with its position and length, so different facts differ in the hashed
/// bytes.
func digest(_ identity: LineIdentity, _ fact: StatementFact, batch: Int) -> UInt64 {
    var digest = FactDigest(identity, batch: batch)
    digest.add(fact.account.utf8.span)
    digest.add(fact.bankID.utf8.span)
    digest.add(fact.made, mcc: fact.mcc, isHold: fact.isHold)
    for field in FactDay.allCases { digest.add(fact[field]) }
    digest.add(fact.amount)
    for field in FactMoney.allCases { digest.add(fact[field]) }
    for field in FactText.allCases where field != .bankID {
        digest.add(fact[field].utf8.span, as: field)
    }
    return digest.value
}

private struct FactDigest {
    private(set) var value: UInt64 = 0

    init(_ identity: LineIdentity, batch: Int) {
        number(Int64(identity.key.account) << 32 | Int64(UInt32(bitPattern: identity.key.day)))
        number(Int64(bitPattern: identity.key.rest))
        number(Int64(batch) << 16 | Int64(identity.occurrence))
        number(Int64(bitPattern: identity.bankID))
        number(Int64(bitPattern: identity.original))
        number(Int64(bitPattern: identity.balance))
        number(Int64(bitPattern: identity.text))
    }

    private mutating func number(_ value: Int64) { add(number: UInt64(bitPattern: value)) }

    private mutating func add(number: UInt64) { value = StableHash.combine(value, number) }

    mutating func add(_ text: Span<UInt8>) {
        add(number: text.isEmpty ? 0 : StableHash.hash(text, seed: 1))
    }

    /// A later field changes the hash only if present, so older digests stay valid.
    mutating func add(_ text: Span<UInt8>, as field: FactText) {
        if field.isLater {
            if text.isEmpty { return }
            number(Int64(field.rawValue))
        }
        add(text)
    }

    mutating func add(_ made: CivilMoment, mcc: UInt16, isHold: Bool) {
        number(Int64(made.day.daysSince1970) << 32 | Int64(UInt32(bitPattern: made.second)))
        number(Int64(made.offsetMinutes) << 32 | Int64(mcc) << 1 | (isHold ? 1 : 0))
    }

    mutating func add(_ day: CalendarDate?) {
        number(day.map { Int64($0.daysSince1970) } ?? .min)
    }

    mutating func add(_ money: Money?) {
        number(money?.units ?? .min)
        number(money.map { Int64($0.scale) << 32 | Int64($0.currency.packed) } ?? -1)
    }
}

/// Hash for `tally` of a row without a stored digest: first all numbers, then all texts.
struct RowDigest {
    private(set) var value: UInt64 = 0

    init(_ key: LineKey) {
        add(UInt64(key.account))
        add(UInt64(bitPattern: Int64(key.day)))
        add(key.rest)
    }

    mutating func add(_ number: UInt64) { value = StableHash.combine(value, number) }

    mutating func add(_ text: String) { add(Self.hash(of: text)) }

    /// The contribution of a text.
    static func hash(of text: String) -> UInt64 { StableHash.hash(text.utf8.span, seed: 2) }
}

extension Annotation {
    func digest(_ key: LineKey, seq: Int) -> UInt64 {
        var row = RowDigest(key)
        row.add(UInt64(truncatingIfNeeded: seq))
        row.add(UInt64(truncatingIfNeeded: permille))
        row.add(isByPerson ? 1 : 0)
        for split in splits {
            row.add(UInt64(bitPattern: split.amount.units))
            row.add(UInt64(split.amount.scale) << 32 | UInt64(split.amount.currency.packed))
        }
        row.add(category)
        row.add(payee)
        row.add(note)
        row.add(transferTo)
        for tag in tags { row.add(tag) }
        for split in splits {
            row.add(split.category)
            row.add(split.note)
        }
        return row.value
    }
}
