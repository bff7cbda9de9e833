package import Facts
internal import Ledger
package import Pending
internal import Scanning

/// Additions by later files to known lines: sources and filled fields.
extension ImportTransaction {
    /// A source of a known line: only numbers, because an overlapping file has one per row.
    struct Addition {
        let key: LineKey
        /// Index in `sourceNames`, whose line number is not used.
        let source: Int32
        let line: Int32
        /// Index in `fillings`, −1 for none.
        let filling: Int32
        let place: KnownLine.Place
        /// The filling replaces the fact: a hold was booked.
        let isSettlement: Bool
    }

    /// Adds a source to a known line, and fills empty fields from it.
    ///
    /// - Parameter filling: the fact in this source if it may have more fields, otherwise nil.
    package func addSource(
        to key: LineKey, at place: KnownLine.Place, _ source: LineSource,
        filling: StatementFact? = nil
    ) {
        // A dismissed line gets only sources.
        let filling = place == .tombstone ? nil : filling
        add(source, to: key, at: place, filling, isSettlement: false)
    }

    /// Replaces a hold's fact by the booked one, in queue or ledger, and adds the source. Fields
    /// absent from the booked row (a memo) stay; so do key, suggestion and annotations. The ledger
    /// keeps the previous fact.
    package func settle(
        _ key: LineKey, at place: KnownLine.Place, _ source: LineSource, as fact: StatementFact
    ) {
        add(source, to: key, at: place, fact, isSettlement: true)
    }

    private func add(
        _ source: LineSource, to key: LineKey, at place: KnownLine.Place,
        _ filling: StatementFact?, isSettlement: Bool
    ) {
        var name = source
        name.line = 0
        if sourceNames.last != name { sourceNames.append(name) }
        if let filling { fillings.append(filling) }
        additions.append(
            Addition(
                key: key, source: Int32(truncatingIfNeeded: sourceNames.count - 1),
                line: Int32(truncatingIfNeeded: source.line),
                filling: filling == nil ? -1 : Int32(truncatingIfNeeded: fillings.count - 1),
                place: place, isSettlement: isSettlement && place != .tombstone))
    }

    // MARK: Changed lines

    /// A waiting line whose fact this import changes, with its new fact and identity.
    package struct ChangedLine {
        package let line: QueueLine
        package let fact: StatementFact
        package let identity: LineIdentity
    }

    package func changedLines() throws(WorkspaceFailure) -> [ChangedLine] {
        let sorted = additions.filter { $0.place == .queue && $0.filling >= 0 }
            .sorted { $0.key < $1.key }
        var changed: [ChangedLine] = []
        var last: LineKey?
        for addition in sorted where addition.key != last {
            last = addition.key
            guard let number = try number(of: addition.key), let line = try queueLine(number)
            else { continue }
            var filled = line
            _ = add(sorted, to: &filled)
            if filled.fact == line.fact { continue }
            changed.append(
                ChangedLine(
                    line: line, fact: filled.fact,
                    identity: workspace.identity(of: filled, before: try identity(number))))
        }
        return changed
    }

    /// Additions of later files of this import to its own lines, as indices by line.
    package func additionsToNewLines() -> [LineKey: [Int]] {
        var found: [LineKey: [Int]] = [:]
        for (number, addition) in additions.enumerated()
        where addition.place == .queue && addition.filling >= 0 {
            found[addition.key, default: []].append(number)
        }
        return found
    }

    /// A line of this import with its later files' additions; nil if there are none.
    package func filled(
        _ fact: StatementFact, _ identity: LineIdentity, by numbers: [Int]
    ) -> (fact: StatementFact, identity: LineIdentity)? {
        var line = QueueLine(key: identity.key, batch: batch, fact: fact)
        for number in numbers { _ = add(additions[number], to: &line) }
        if line.fact == fact { return nil }
        return (line.fact, workspace.identity(of: line, before: identity))
    }

    /// Adds this line's additions; returns the number of new sources.
    func add(_ sorted: [Addition], to line: inout QueueLine) -> Int {
        guard let from = first(of: line.key, in: sorted) else { return 0 }
        var added = 0
        for addition in sorted[from...] {
            guard addition.key == line.key else { break }
            if add(addition, to: &line) { added += 1 }
        }
        return added
    }

    func first(of key: LineKey, in sorted: [Addition]) -> Int? {
        let at = sorted.partitionPoint { $0.key >= key }
        return at < sorted.count && sorted[at].key == key ? at : nil
    }

    /// False if the source was known. Its row may be another one all the same: banks give each
    /// export one name.
    private func add(_ addition: Addition, to line: inout QueueLine) -> Bool {
        let source = source(of: addition)
        let isNew = !line.sources.contains(source)
        if isNew {
            line.sources.append(source)
            // The order does not depend on the order of imports.
            line.sources.sort {
                $0.file == $1.file
                    ? $0.line < $1.line : $0.file.utf8.lexicographicallyPrecedes($1.file.utf8)
            }
        }
        let amount = line.fact.amount
        apply(addition, to: &line.fact)
        if addition.isSettlement { line.undivide(unlessOf: amount) }
        return isNew
    }

    /// Fills a fact from the source, or replaces it.
    func apply(_ addition: Addition, to fact: inout StatementFact) {
        guard addition.filling >= 0 else { return }
        var told = fillings[Int(addition.filling)]
        if addition.isSettlement { swap(&told, &fact) }
        _ = fact.fill(from: told)
    }

    private func source(of addition: Addition) -> LineSource {
        var source = sourceNames[Int(addition.source)]
        source.line = Int(addition.line)
        return source
    }

    // MARK: Lines of the ledger

    func addLedgerSources(
        _ transaction: LedgerTransaction
    ) throws(WorkspaceFailure) -> Int {
        // Avoids four statements for a file with only new lines.
        if additions.allSatisfy({ $0.place == .queue }) { return 0 }
        let entries = try keeping(EntryReader(workspace.ledger))
        var added = 0
        for addition in additions where addition.place == .tombstone {
            added += try addToDismissed(addition, transaction) ? 1 : 0
        }
        // One addition per line with a renewed balance writes it: a command revises an entry once.
        let booked = Set(additions.lazy.filter(\.isSettlement).map(\.key))
        var renewed = renewedBalances.filter { !booked.contains($0.key) }
        for addition in additions where addition.place == .ledger {
            let filling = addition.filling >= 0 ? fillings[Int(addition.filling)] : nil
            try keeping { () throws(LedgerFailure) in
                guard let entry = try entries.entry(addition.key) else { return }
                if addition.isSettlement || renewed.removeValue(forKey: addition.key) != nil {
                    added += try revise(entry, addition, transaction) ? 1 : 0
                    return
                }
                let filled = try transaction.add(
                    source(of: addition), to: entry, filling: filling, identify: workspace.identify)
                guard let filled else { return }
                try transaction.record(
                    .sourceAdded, addition.key, place: filled.rawValue, old: Span())
                added += 1
            }
        }
        return added
    }

    /// - Returns: false if nothing changed.
    private func addToDismissed(
        _ addition: Addition, _ transaction: LedgerTransaction
    ) throws(WorkspaceFailure) -> Bool {
        try keeping(
            transaction.rewriteDismissed(addition.key) { bytes throws(LedgerFailure) in
                guard var line = try? QueueLine.parse(bytes.span) else {
                    throw .damaged("tombstone")
                }
                let before = line.fact
                guard add(addition, to: &line) || line.fact != before else { return nil }
                if let balance = renewedBalances[line.key] { line.fact.balance = balance }
                return line.written.bytes
            })
    }

    /// Books the approved hold, or renews the entry's balance; false if that is already done.
    private func revise(
        _ entry: LedgerEntry, _ addition: Addition, _ transaction: LedgerTransaction
    ) throws(LedgerFailure) -> Bool {
        let source = source(of: addition)
        let isKnown = entry.sources.contains(source)
        var fact = entry.fact
        apply(addition, to: &fact)
        if let balance = renewedBalances[entry.key] { fact.balance = balance }
        if isKnown, fact == entry.fact { return false }
        var earlier = ByteWriter(capacity: 512)
        QueueLine(key: entry.key, batch: entry.batch, fact: entry.fact).append(to: &earlier)
        try transaction.revise(
            entry, fact, workspace.identity(of: fact, in: entry), isKnown ? nil : source,
            earlier: earlier.bytes)
        try transaction.record(.revised, entry.key, old: Span())
        if fact.amount != entry.fact.amount { try reviseOtherSide(of: entry, fact, transaction) }
        return true
    }

    /// The written other side of a hold follows the amount that was booked.
    private func reviseOtherSide(
        of entry: LedgerEntry, _ now: StatementFact, _ transaction: LedgerTransaction
    ) throws(LedgerFailure) {
        for pair in try workspace.ledger.pairs(of: entry.key) where pair.isPair {
            guard let other = try workspace.ledger.entry(pair.other), other.isOtherSide,
                case let moved = other.fact.amount,
                OtherSideAccounts.amount(of: entry.fact, in: moved.currency) == moved,
                let amount = OtherSideAccounts.amount(of: now, in: moved.currency), amount != moved
            else { continue }
            var fact = other.fact
            fact.amount = amount
            let earlier = QueueLine(key: other.key, batch: other.batch, fact: other.fact)
            try transaction.revise(
                other, fact, workspace.identity(of: fact, in: other), nil,
                earlier: earlier.written.bytes)
            try transaction.record(.revised, other.key, old: Span())
        }
    }
}

extension QueueLine {
    /// A person has split it, though it waits.
    var isDivided: Bool { decision?.splits?.isEmpty == false }

    /// Drops the parts of another amount: no line is read whose parts do not sum.
    mutating func undivide(unlessOf amount: Money) {
        guard fact.amount != amount, isDivided else { return }
        decision?.splits = nil
        if decision == Decision() { decision = nil }
    }
}
