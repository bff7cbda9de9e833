package import Facts
internal import Ledger
package import Pending
internal import Scanning

/// What later files say of lines that are known: their sources, and what those know more.
extension ImportTransaction {
    /// A source of a known line: numbers only, because an overlapping file has one for every row.
    struct Addition {
        let key: LineKey
        /// Number in `sourceNames`, whose line is not used.
        let source: Int32
        let line: Int32
        /// Number in `fillings`, −1 for none.
        let filling: Int32
        let place: KnownLine.Place
        /// The filling takes the fact's place: a hold was booked.
        let isSettlement: Bool
    }

    /// Adds a source to a known line, and what this source knows more of it.
    ///
    /// - Parameter filling: the fact as this source has it when it may know more; nil when it does
    ///   not.
    package func addSource(
        to key: LineKey, at place: KnownLine.Place, _ source: LineSource,
        filling: StatementFact? = nil
    ) {
        // A dismissed line stays as it was dismissed, but for where it was seen.
        let filling = place == .tombstone ? nil : filling
        add(source, to: key, at: place, filling, isSettlement: false)
    }

    /// Puts the booked fact in the place of a hold, in the queue or in the ledger, and adds its
    /// source. What the booked row does not say (a memo) stays as the hold had it; key, suggestion,
    /// and what people said stay. The ledger keeps the fact before.
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

    // MARK: What lines become

    /// A waiting line whose fact this import adds to, as it is, and its fact and identity as they
    /// will be.
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

    /// Numbers of what later files of this import add to waiting lines, by the lines.
    package func additionsToNewLines() -> [LineKey: [Int]] {
        var found: [LineKey: [Int]] = [:]
        for (number, addition) in additions.enumerated()
        where addition.place == .queue && addition.filling >= 0 {
            found[addition.key, default: []].append(number)
        }
        return found
    }

    /// A line of this import with what its later files add to it; nil when that is nothing.
    package func filled(
        _ fact: StatementFact, _ identity: LineIdentity, by numbers: [Int]
    ) -> (fact: StatementFact, identity: LineIdentity)? {
        var line = QueueLine(key: identity.key, batch: batch, fact: fact)
        for number in numbers { _ = add(additions[number], to: &line) }
        if line.fact == fact { return nil }
        return (line.fact, workspace.identity(of: line, before: identity))
    }

    /// Adds what was found for this line; says how many sources were new.
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

    /// False when the source was there.
    private func add(_ addition: Addition, to line: inout QueueLine) -> Bool {
        let source = source(of: addition)
        if line.sources.contains(source) { return false }
        line.sources.append(source)
        // One order whatever came in first.
        line.sources.sort {
            $0.file == $1.file
                ? $0.line < $1.line : $0.file.utf8.lexicographicallyPrecedes($1.file.utf8)
        }
        let amount = line.fact.amount
        tell(addition, to: &line.fact)
        if addition.isSettlement, line.fact.amount != amount, line.isDivided {
            line.decision?.splits = nil
            if line.decision == Decision() { line.decision = nil }
        }
        return true
    }

    /// Adds to a fact what the source knows more of it, or has it take the fact's place.
    func tell(_ addition: Addition, to fact: inout StatementFact) {
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
        // Four statements, which a file of new lines has no use for.
        if additions.allSatisfy({ $0.place == .queue }) { return 0 }
        let ledger = workspace.ledger
        let entries = try keeping { () throws(LedgerFailure) in try EntryReader(ledger) }
        var added = 0
        for addition in additions where addition.place == .tombstone {
            added += try addToDismissed(addition, transaction) ? 1 : 0
        }
        // Of each line whose balance is renewed the one addition that writes it: a command revises
        // an entry once.
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

    /// - Returns: false when the source was there.
    private func addToDismissed(
        _ addition: Addition, _ transaction: LedgerTransaction
    ) throws(WorkspaceFailure) -> Bool {
        try keeping { () throws(LedgerFailure) in
            try transaction.rewriteDismissed(addition.key) { bytes throws(LedgerFailure) in
                var line: QueueLine
                do throws(QueueFault) {
                    line = try QueueLine.parse(bytes.span)
                } catch {
                    throw .damaged("tombstone")
                }
                guard add(addition, to: &line) else { return nil }
                if let balance = renewedBalances[line.key] { line.fact.balance = balance }
                return line.written.bytes
            }
        }
    }

    /// The approved hold was booked, or the entry's balance is renewed; false when that is known.
    private func revise(
        _ entry: LedgerEntry, _ addition: Addition, _ transaction: LedgerTransaction
    ) throws(LedgerFailure) -> Bool {
        let source = source(of: addition)
        if entry.sources.contains(source) { return false }
        var fact = entry.fact
        tell(addition, to: &fact)
        if let balance = renewedBalances[entry.key] { fact.balance = balance }
        var earlier = ByteWriter(capacity: 512)
        QueueLine(key: entry.key, batch: entry.batch, fact: entry.fact).append(to: &earlier)
        try transaction.revise(
            entry, fact, workspace.identity(of: fact, in: entry), source, earlier: earlier.bytes)
        try transaction.record(.revised, entry.key, old: Span())
        return true
    }
}

extension QueueLine {
    /// A person divided it, though it waits.
    var isDivided: Bool { decision?.splits?.isEmpty == false }
}
