internal import Facts
internal import Ledger
internal import Pending
internal import Saving
internal import Scanning

extension Workspace {
    /// Writes the whole workspace as JSON Lines: equal states give equal bytes.
    ///
    /// Lines of queue and ledger by key (`where` is `queue` or `ledger`), then annotations,
    /// tombstones, memory, imports, files, and sums. Uses 32 bytes per queued line.
    package func dump(
        to sink: @escaping ByteSink
    ) throws(WorkspaceFailure) {
        var out = Dumping(sink: sink)
        try dumpLines(&out)
        try dumpAnnotations(&out)
        try dumpRevisionsAndTransfers(&out)
        try dumpTombstones(&out)
        try dumpRest(&out)
        try out.flush()
    }

    /// The byte range of each queue line, by key.
    private func queuePlaces() throws(WorkspaceFailure) -> [(key: LineKey, range: Range<Int>)] {
        return try saving { () throws(SavingError) in
            var places: [(key: LineKey, range: Range<Int>)] = []
            var reader = try QueueReader(paths.queue)
            while let record = try reader.next() {
                guard case .line(let line) = reader.content() else { continue }
                places.append((line.key, record.offset..<record.end))
            }
            // A duplicate key is a problem of the queue, written in file order.
            places.sort { ($0.key, $0.range.lowerBound) < ($1.key, $1.range.lowerBound) }
            return places
        }
    }

    private func dumpLines(_ out: inout Dumping) throws(WorkspaceFailure) {
        let places = try queuePlaces()
        var entries = try keeping(EntryCursor(ledger))
        var entry = try keeping(entries.next())
        var at = 0
        while at < places.count || entry != nil {
            if let next = entry, at == places.count || next.key < places[at].key {
                try out.write("ledger") { $0.append(next) }
                entry = try keeping(entries.next())
            } else {
                let line = try queueLine(in: places[at].range)
                try out.write("queue") { $0.append(line) }
                at += 1
            }
        }
        for problem in problems {
            try out.write("queue") {
                $0.member("problem", problem.kind.rawValue)
                $0.member("line", problem.line)
            }
        }
    }

    private func queueLine(in range: Range<Int>) throws(WorkspaceFailure) -> QueueLine {
        var bytes = [UInt8](repeating: 0, count: range.count)
        _ = try saving(RegularFile(paths.queue).read(into: &bytes, at: range.lowerBound))
        return try QueueLine(stored: bytes.span, in: "queue changed while read")
    }

    private func dumpAnnotations(_ out: inout Dumping) throws(WorkspaceFailure) {
        var entries = try keeping(EntryCursor(ledger))
        while let entry = try keeping(entries.next()) {
            try out.write("annotation") {
                $0.member("key", entry.key)
                $0.append(entry.annotation)
            }
        }
    }

    private func dumpRevisionsAndTransfers(_ out: inout Dumping) throws(WorkspaceFailure) {
        var earlier: [(key: LineKey, line: [UInt8])] = []
        let pairs = try keeping { () throws(LedgerFailure) in
            try ledger.forEachRevision { earlier.append(($0, $1)) }
            return try ledger.pairs()
        }
        for (key, line) in earlier {
            try out.write("revision") {
                $0.member("key", key)
                $0.member("earlier", json: line)
            }
        }
        for pair in pairs where pair.key < pair.other {
            try out.write("transfer") {
                $0.append(",\"keys\":[\"")
                QueueLine.append(pair.key, to: &$0)
                $0.append("\",\"")
                QueueLine.append(pair.other, to: &$0)
                $0.append("\"]")
                $0.member("is_pair", pair.isPair)
            }
        }
    }

    private func dumpTombstones(_ out: inout Dumping) throws(WorkspaceFailure) {
        var found: [Tombstone] = []
        try keeping(ledger.forEachTombstone { found.append($0) })
        for tombstone in found {
            try out.write("tombstone") {
                $0.member("key", tombstone.identity.key)
                $0.member("account", tombstone.account)
                $0.member("batch", tombstone.batch)
                $0.member("queue_line", json: tombstone.line)
            }
        }
    }

    private func dumpRest(_ out: inout Dumping) throws(WorkspaceFailure) {
        for (record, times) in try keeping(ledger.memory()) {
            try out.write("memory") {
                $0.member("kind", record.kind)
                $0.member("subject", record.subject)
                $0.member("category", record.category)
                $0.member("times", times)
            }
        }
        var histories: [(SubjectKey, String)] = []
        try keeping(ledger.forEachHistory { histories.append(($0, $1)) })
        for (subject, past) in histories {
            try out.write("memory") {
                $0.member("kind", subject.kind.rawValue)
                $0.member("subject", subject.subject)
                $0.member("past", past)
            }
        }
        for batch in try keeping(ledger.batches()) {
            try out.write("batch") {
                $0.member("batch", batch.id)
                $0.member("made", batch.made)
                $0.member("new", batch.linesNew)
                $0.member("known", batch.linesKnown)
                $0.member("rejected", batch.linesRejected)
                $0.member("skipped", batch.linesSkipped)
            }
        }
        for file in try keeping(ledger.seenFiles()) {
            try out.write("file") {
                $0.append(",\"digest\":\"")
                $0.append(hex: file.digestHigh)
                $0.append(hex: file.digestLow)
                $0.append("\"")
                $0.member("name", file.name)
                $0.member("batch", file.batch)
                $0.member("rows", file.rows)
                $0.member("complete", file.isComplete)
            }
            for statement in file.statements {
                try out.write("statement") {
                    $0.member("file", file.name)
                    $0.member("account", statement.account)
                    $0.member("first", statement.firstDay.text)
                    $0.member("booked", statement.firstBooked.text)
                    $0.member("last", statement.lastDay.text)
                    $0.member("currency", statement.currency.code)
                    $0.member("opening", statement.opening?.text ?? "")
                    $0.member("closing", statement.closing?.text ?? "")
                }
            }
        }
        for total in try keeping(ledger.monthTotals()) {
            try out.write("total") {
                $0.member("account", total.account)
                $0.member("month", total.month)
                $0.member("category", total.category)
                $0.append(",\"sum\":\"")
                FactJSON.append(total.sum, to: &$0)
                $0.append("\"")
                $0.member("currency", total.sum.currency.code)
                $0.member("lines", total.lines)
            }
        }
    }
}

/// Buffers lines into large writes.
private struct Dumping: ~Copyable {
    private static let pieceBytes = 256 * 1_024

    let sink: (Span<UInt8>) throws(SavingError) -> Void
    private var writer = ByteWriter(capacity: pieceBytes)

    init(sink: @escaping (Span<UInt8>) throws(SavingError) -> Void) { self.sink = sink }

    /// Writes a line: its `where`, and the members that `rest` writes, each with a leading comma.
    mutating func write(
        _ place: StaticString, _ rest: (inout ByteWriter) -> Void
    ) throws(WorkspaceFailure) {
        writer.append("{\"where\":\"")
        writer.append(place)
        writer.append("\"")
        rest(&writer)
        writer.append("}\n")
        if writer.count >= Self.pieceBytes { try flush() }
    }

    mutating func flush() throws(WorkspaceFailure) {
        try saving(writer.withBytes(sink))
        writer.removeAll()
    }
}

extension ByteWriter {
    private mutating func name(_ name: StaticString) {
        append(",\"")
        append(name)
        append("\":")
    }

    fileprivate mutating func member(_ name: StaticString, _ text: String) {
        self.name(name)
        append(jsonString: text)
    }

    fileprivate mutating func member(_ name: StaticString, _ number: Int) {
        self.name(name)
        append(decimal: Int64(number))
    }

    fileprivate mutating func member(_ name: StaticString, _ isTrue: Bool) {
        self.name(name)
        isTrue ? append("true") : append("false")
    }

    fileprivate mutating func member(_ name: StaticString, _ key: LineKey) {
        self.name(name)
        append("\"")
        QueueLine.append(key, to: &self)
        append("\"")
    }

    fileprivate mutating func member(_ name: StaticString, json: [UInt8]) {
        self.name(name)
        append(json)
    }

    fileprivate mutating func append(_ line: QueueLine) {
        append(line.key, line.fact)
        let said = line.decision ?? Decision()
        let isSaid = said.category != nil
        append(
            category: said.category ?? line.suggestion.category,
            isSaid ? 1_000 : line.suggestion.permille)
        var flags: [String] = line.state == .new ? [] : [line.state.rawValue]
        if line.fact.isHold { flags.append("hold") }
        if line.decision != nil { flags.append("decided") }
        append(flags: flags)
        member("batch", line.batch)
        line.appendRest(to: &self)
    }

    fileprivate mutating func append(_ entry: LedgerEntry) {
        append(entry.key, entry.fact)
        append(category: entry.annotation.category, entry.annotation.permille)
        var flags: [String] = entry.fact.isHold ? ["hold"] : []
        if !entry.annotation.splits.isEmpty { flags.append("split") }
        if !entry.annotation.transferTo.isEmpty { flags.append("transfer") }
        append(flags: flags)
        member("batch", entry.batch)
        QueueLine.append(sources: entry.sources, to: &self)
    }

    fileprivate mutating func append(_ annotation: Annotation) {
        member("by_person", annotation.isByPerson)
        append(confidence: annotation.permille)
        name("said")
        DecisionJSON.append(
            Decision(
                category: annotation.category, payee: annotation.payee, note: annotation.note,
                tags: annotation.tags, splits: annotation.splits,
                transferTo: annotation.transferTo), to: &self)
    }

    private mutating func append(_ key: LineKey, _ fact: StatementFact) {
        member("key", key)
        append(",")
        FactJSON.appendMembers(fact: fact, to: &self)
        // Scripts read them without checking for presence.
        if fact.description.isEmpty { member("description", "") }
        if !fact.amount.currency.isKnown { member("currency", "") }
    }

    private mutating func append(category: String, _ permille: Int) {
        if !category.isEmpty { member("category", category) }
        append(confidence: permille)
    }

    private mutating func append(confidence permille: Int) {
        name("confidence")
        append(Suggestion(permille: permille).confidenceText)
    }

    private mutating func append(flags: [String]) {
        if flags.isEmpty { return }
        name("flags")
        appendStrings(flags, to: &self)
    }
}
