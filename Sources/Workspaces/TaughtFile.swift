package import Facts
internal import Scanning

/// A file that another program or a person kept, as decisions to learn from: its rows with a
/// category, without their texts, and each distinct text once.
package struct TaughtFile: Sendable {
    /// Without the directory.
    package let name: String
    /// Facts without what was recorded about them, as a bank would show them. Of each distinct text
    /// and direction there is one: by its description and, if that differs, by its payee.
    private(set) var facts: [StatementFact] = []
    /// The values of the category column, in the order of their first row.
    package private(set) var values: [String] = []
    private(set) var rows: [Row] = []

    private var numbersOfFacts: [[UInt8]: Int32] = [:]
    private var numbersOfValues: [String: Int32] = [:]
    private var equalRows: [UInt64: UInt32] = [:]

    struct Row: Sendable {
        /// Indices into ``facts``; the second is −1 without a payee beside the description.
        let fact: Int32
        let payee: Int32
        /// Index into ``values``.
        let value: Int32
        let account: UInt16
        let units: UInt64
        let day: CalendarDate
        /// Distinguishes the row from all others, equal ones included.
        let digest: UInt64
    }

    package init(name: String) { self.name = name }

    package var rowCount: Int { rows.count }

    /// Adds a row whose category is known by its value.
    ///
    /// - Parameter accountTag: distinguishes accounts in histories.
    package mutating func add(_ fact: StatementFact, accountTag: UInt16) {
        let value = number(ofValue: fact.bankCategory)
        // Not the account: a table without one may be given another the next time.
        var key = ByteWriter(capacity: 256)
        key.append(decimal: Int64(fact.made.day.daysSince1970))
        key.append(jsonString: fact.amount.text)
        key.append(jsonString: fact.amount.currency.code)
        key.append(jsonString: fact.bankCategory)
        var plain = fact
        plain.withoutRecord()
        let texts = plain.texts
        let digest = key.withBytes {
            StableHash.hash($0, seed: StableHash.hash(texts.span, seed: 0))
        }
        let equal = equalRows[digest, default: 0]
        equalRows[digest] = equal + 1
        rows.append(
            Row(
                fact: number(of: plain, texts), payee: numberOfPayee(of: plain), value: value,
                account: accountTag, units: fact.amount.units.magnitude, day: fact.made.day,
                digest: digest &+ UInt64(equal) &* 0x9E37_79B9_7F4A_7C15))
    }

    /// Oldest first; rows of one day in the order of the file, which may be the reverse.
    var rowsByDay: [Row] {
        let isReversed = (rows.first?.day).map { first in rows.last.map { $0.day < first } ?? false
        }
        let ordered = isReversed ?? false ? rows.reversed() : rows
        return ordered.enumerated().sorted {
            ($0.element.day, $0.offset) < ($1.element.day, $1.offset)
        }.map(\.element)
    }

    private mutating func number(ofValue value: String) -> Int32 {
        if let known = numbersOfValues[value] { return known }
        let number = Int32(values.count)
        values.append(value)
        numbersOfValues[value] = number
        return number
    }

    private mutating func number(of fact: StatementFact, _ texts: [UInt8]) -> Int32 {
        if let known = numbersOfFacts[texts] { return known }
        let number = Int32(facts.count)
        facts.append(fact)
        numbersOfFacts[texts] = number
        return number
    }

    /// The row as a bank would write it that prints the payee alone.
    private mutating func numberOfPayee(of fact: StatementFact) -> Int32 {
        let payee = fact.counterpartyName
        if payee.isEmpty || payee == fact.description { return -1 }
        var alone = fact
        alone.description = payee
        alone.counterpartyName = ""
        alone.memo = ""
        return number(of: alone, alone.texts)
    }
}

extension StatementFact {
    /// Leaves what a bank prints too.
    fileprivate mutating func withoutRecord() {
        bankCategory = ""
        self[.recordedTags] = ""
        self[.recordedParts] = ""
        self[.transferAccount] = ""
        balance = nil
    }

    /// All that suggestions and subjects depend on, but for amount and day.
    fileprivate var texts: [UInt8] {
        var key = ByteWriter(capacity: 256)
        for text in [
            description, memo, counterpartyName, counterpartyIBAN, counterpartyTaxID,
            amount.currency.code, (originalAmount ?? amount).currency.code,
        ] { key.append(jsonString: text) }
        key.append(decimal: Int64(mcc))
        key.append(decimal: Int64(amount.units.signum()))
        return key.bytes
    }
}
