package import Facts

/// A ``PastDecision`` with its category as a number of the transaction: copying a million of them
/// needs no reference counting.
package struct NumberedDecision: Sendable, BitwiseCopyable {
    // This order packs them into sixteen bytes.
    package var units: UInt64
    package var category: Int32
    package var account: UInt16
    package var manner: PastDecision.Manner

    package init(
        category: Int32, units: UInt64, account: UInt16, manner: PastDecision.Manner
    ) {
        self.category = category
        self.units = units
        self.account = account
        self.manner = manner
    }
}

/// A subject of this command: its stored history, and the current one.
struct SubjectHistory {
    let subject: SubjectKey
    /// The stored text, perhaps in an older version's form; nil without a row.
    let before: String?
    /// `before`, parsed.
    private let original: MerchantHistory
    private var known: MerchantHistory
    /// Decisions not yet in `known`. Of many by a person only the last are kept, so a million need
    /// not be added one by one.
    private var fresh: [NumberedDecision] = []

    init(_ subject: SubjectKey, before: String? = nil, _ known: MerchantHistory = .init()) {
        self.subject = subject
        self.before = before
        original = known
        self.known = known
    }

    mutating func add(_ decision: NumberedDecision, _ categories: [String]) {
        fresh.append(decision)
        if decision.manner == .unasked {
            settle(categories)
        } else if fresh.count == Self.freshMax {
            // Later decisions evict these and all older ones.
            fresh.removeFirst(Self.freshMax - MerchantHistory.decisionsMax)
        }
    }

    /// Slightly above what is kept, so that removal is amortized; 512 bytes.
    private static let freshMax = MerchantHistory.decisionsMax + 8

    /// The current history, nil if empty.
    mutating func now(_ categories: [String]) -> MerchantHistory? {
        settle(categories)
        return known.isEmpty ? nil : known
    }

    mutating func call(_ payee: String) { known.payee = payee }

    mutating func replace(category old: String, by new: String) {
        known.replace(category: old, by: new)
    }

    /// The text to write; nil if the stored one is current.
    mutating func textToWrite(_ categories: [String]) -> String? {
        settle(categories)
        let isThere = before == nil ? known.isEmpty : known == original
        return isThere ? nil : known.text
    }

    private mutating func settle(_ categories: [String]) {
        for decision in fresh {
            known.add(
                PastDecision(
                    category: categories[Int(decision.category)], units: decision.units,
                    account: decision.account, manner: decision.manner))
        }
        fresh.removeAll(keepingCapacity: true)
    }
}

/// Decisions by subject. Undo restores the previous row, so nothing of an undone command remains.
extension LedgerTransaction {
    /// The current history of a subject, with this command's decisions.
    package func history(of subject: SubjectKey) throws(LedgerFailure) -> MerchantHistory? {
        if let known = historyNumbers[subject] { return histories[known].now(categories) }
        // Most names that a text may contain have none: those are not kept.
        guard try stored(subject) != nil else { return nil }
        return histories[try number(of: subject)].now(categories)
    }

    private func stored(_ subject: SubjectKey) throws(LedgerFailure) -> String? {
        let row = try statement("SELECT past FROM history WHERE kind = ?1 AND subject = ?2").bind(
            subject.kind.rawValue, subject.subject)
        defer { row.reset() }
        return try row.step() ? row.text(0) : nil
    }

    package func learn(_ decision: PastDecision, about subject: SubjectKey) throws(LedgerFailure) {
        learn(
            NumberedDecision(
                category: number(ofCategory: decision.category), units: decision.units,
                account: decision.account, manner: decision.manner),
            about: try number(of: subject))
    }

    /// The number of a category, valid until the commit.
    package func number(ofCategory category: String) -> Int32 {
        if let known = categoryNumbers[category] { return known }
        let number = Int32(categories.count)
        categories.append(category)
        categoryNumbers[category] = number
        return number
    }

    /// - Parameter number: the subject's, from ``number(of:)``: a million decisions concern only
    ///   some thousand subjects.
    package func learn(_ decision: NumberedDecision, about number: Int) {
        histories[number].add(decision, categories)
    }

    /// The same about several subjects; swaps the array out once for exclusive access.
    package func learn(_ decision: NumberedDecision, about numbers: [Int]) {
        var all: [SubjectHistory] = []
        swap(&all, &histories)
        let categories = categories
        for number in numbers { all[number].add(decision, categories) }
        swap(&all, &histories)
    }

    /// Stores the person's name for the merchant; an empty one removes it.
    package func call(_ subject: SubjectKey, _ payee: String) throws(LedgerFailure) {
        let number = try number(of: subject)
        histories[number].call(payee)
    }

    /// The number of a subject, valid until the commit.
    package func number(of subject: SubjectKey) throws(LedgerFailure) -> Int {
        if let known = historyNumbers[subject] { return known }
        if let text = try stored(subject) {
            guard let history = MerchantHistory(text: text) else { throw .damaged("history") }
            histories.append(SubjectHistory(subject, before: text, history))
        } else {
            histories.append(SubjectHistory(subject))
        }
        historyNumbers[subject] = histories.count - 1
        return histories.count - 1
    }

    /// Replaces a category by another in every history that has it.
    ///
    /// - Complexity: O(*n*) in all histories of the ledger.
    package func replaceInHistories(
        category old: String, by new: String
    ) throws(LedgerFailure) {
        let found = try statement(
            "SELECT kind, subject FROM history WHERE instr(' ' || past, ' ' || ?1 || ':') > 0"
        ).bind(old)
        var subjects: [SubjectKey] = []
        while try found.step() {
            guard let kind = SubjectKey.Kind(rawValue: Int(found.number(0))) else {
                throw .damaged("history")
            }
            subjects.append(SubjectKey(kind, found.text(1)))
        }
        found.reset()
        for subject in subjects {
            histories[try number(of: subject)].replace(category: old, by: new)
        }
    }

    /// Records the previous rows, for undo.
    func keepHistories() throws(LedgerFailure) {
        if histories.isEmpty { return }
        let row = try statement("INSERT INTO undo_history VALUES (?1, ?2, ?3, ?4)")
        for number in histories.indices {
            let subject = histories[number].subject
            if histories[number].textToWrite(categories) == nil { continue }
            try row.run(seq, subject.kind.rawValue, subject.subject, histories[number].before)
        }
    }

    func writeHistories() throws(LedgerFailure) {
        if histories.isEmpty { return }
        let row = try statement(
            """
            INSERT INTO history VALUES (?1, ?2, ?3)
            ON CONFLICT DO UPDATE SET past = excluded.past
            """)
        for number in histories.indices {
            guard let text = histories[number].textToWrite(categories) else { continue }
            try row.run(
                histories[number].subject.kind.rawValue, histories[number].subject.subject, text)
        }
        histories = []
        historyNumbers = [:]
    }

    func takeBackHistories(of command: Int) throws(LedgerFailure) {
        let found = try statement("SELECT kind, subject, before FROM undo_history WHERE seq = ?1")
            .bind(command)
        let forget = try statement("DELETE FROM history WHERE kind = ?1 AND subject = ?2")
        let restore = try statement(
            """
            INSERT INTO history VALUES (?1, ?2, ?3)
            ON CONFLICT DO UPDATE SET past = excluded.past
            """)
        while try found.step() {
            if found.isNull(2) {
                try forget.run(found.number(0), found.text(1))
            } else {
                try restore.run(found.number(0), found.text(1), found.text(2))
            }
        }
        found.reset()
    }
}
