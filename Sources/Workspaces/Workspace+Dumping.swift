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
        let path = paths.queue
        return try saving { () throws(SavingError) in
            var places: [(key: LineKey, range: Range<Int>)] = []
            var reader = try QueueReader(path)
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
        let ledger = ledger
        var entries = try keeping { () throws(LedgerFailure) in try EntryCursor(ledger) }
        var entry = try nextEntry(&entries)
        var at = 0
        while at < places.count || entry != nil {
            if let next = entry, at == places.count || next.key < places[at].key {
                try out.write { $0.append(entry: next) }
                entry = try nextEntry(&entries)
            } else {
                let line = try queueLine(in: places[at].range)
                try out.write { $0.append(queued: line) }
                at += 1
            }
        }
        for problem in problems {
            try out.write {
                $0.append("{\"where\":\"queue\",\"problem\":")
                $0.append(jsonString: problem.kind.rawValue)
                $0.append(",\"line\":")
                $0.append(decimal: Int64(problem.line))
                $0.append("}")
            }
        }
    }

    private func nextEntry(_ cursor: inout EntryCursor) throws(WorkspaceFailure) -> LedgerEntry? {
        do throws(LedgerFailure) { return try cursor.next() } catch { throw .ledger(error) }
    }

    private func queueLine(in range: Range<Int>) throws(WorkspaceFailure) -> QueueLine {
        let path = paths.queue
        let content = try saving { () throws(SavingError) -> QueueReader.Content in
            var bytes = [UInt8](repeating: 0, count: range.count)
            _ = try RegularFile(path).read(into: &bytes, at: range.lowerBound)
            do throws(QueueFault) {
                return .line(try QueueLine.parse(bytes.span))
            } catch {
                return .blank
            }
        }
        guard case .line(let line) = content else { throw .damaged("queue changed while read") }
        return line
    }

    private func dumpAnnotations(_ out: inout Dumping) throws(WorkspaceFailure) {
        let ledger = ledger
        var entries = try keeping { () throws(LedgerFailure) in try EntryCursor(ledger) }
        while let entry = try nextEntry(&entries) {
            try out.write { $0.append(annotationOf: entry) }
        }
    }

    private func dumpRevisionsAndTransfers(_ out: inout Dumping) throws(WorkspaceFailure) {
        let ledger = ledger
        var earlier: [(key: LineKey, line: [UInt8])] = []
        let pairs = try keeping { () throws(LedgerFailure) in
            try ledger.forEachRevision { earlier.append(($0, $1)) }
            return try ledger.pairs()
        }
        for (key, line) in earlier {
            try out.write {
                $0.append("{\"where\":\"revision\",\"key\":\"")
                QueueLine.append(key, to: &$0)
                $0.append("\",\"earlier\":")
                $0.append(line)
                $0.append("}")
            }
        }
        for pair in pairs where pair.key < pair.other {
            try out.write {
                $0.append("{\"where\":\"transfer\",\"keys\":[\"")
                QueueLine.append(pair.key, to: &$0)
                $0.append("\",\"")
                QueueLine.append(pair.other, to: &$0)
                $0.append("\"],\"is_pair\":")
                pair.isPair ? $0.append("true") : $0.append("false")
                $0.append("}")
            }
        }
    }

    private func dumpTombstones(_ out: inout Dumping) throws(WorkspaceFailure) {
        var found: [Tombstone] = []
        let ledger = ledger
        try keeping { () throws(LedgerFailure) in
            try ledger.forEachTombstone { found.append($0) }
        }
        for tombstone in found {
            try out.write {
                $0.append("{\"where\":\"tombstone\",\"key\":\"")
                QueueLine.append(tombstone.identity.key, to: &$0)
                $0.append("\",\"account\":")
                $0.append(jsonString: tombstone.account)
                $0.append(",\"batch\":")
                $0.append(decimal: Int64(tombstone.batch))
                $0.append(",\"queue_line\":")
                $0.append(tombstone.line)
                $0.append("}")
            }
        }
    }

    private func dumpRest(_ out: inout Dumping) throws(WorkspaceFailure) {
        let ledger = ledger
        let memory = try keeping { () throws(LedgerFailure) in try ledger.memory() }
        for (record, times) in memory {
            try out.write {
                $0.append("{\"where\":\"memory\",\"kind\":")
                $0.append(decimal: Int64(record.kind))
                $0.append(",\"subject\":")
                $0.append(jsonString: record.subject)
                $0.append(",\"category\":")
                $0.append(jsonString: record.category)
                $0.append(",\"times\":")
                $0.append(decimal: Int64(times))
                $0.append("}")
            }
        }
        var histories: [(SubjectKey, String)] = []
        try keeping { () throws(LedgerFailure) in
            try ledger.forEachHistory { histories.append(($0, $1)) }
        }
        for (subject, past) in histories {
            try out.write {
                $0.append("{\"where\":\"memory\",\"kind\":")
                $0.append(decimal: Int64(subject.kind.rawValue))
                $0.append(",\"subject\":")
                $0.append(jsonString: subject.subject)
                $0.append(",\"past\":")
                $0.append(jsonString: past)
                $0.append("}")
            }
        }
        for batch in try keeping({ () throws(LedgerFailure) in try ledger.batches() }) {
            try out.write { $0.append(batch) }
        }
        for file in try keeping({ () throws(LedgerFailure) in try ledger.seenFiles() }) {
            try out.write { $0.append(file) }
        }
        for total in try keeping({ () throws(LedgerFailure) in try ledger.monthTotals() }) {
            try out.write { $0.append(total) }
        }
    }
}

/// Buffers lines into large writes.
private struct Dumping: ~Copyable {
    private static let pieceBytes = 256 * 1_024

    let sink: (Span<UInt8>) throws(SavingError) -> Void
    private var writer = ByteWriter(capacity: pieceBytes)

    init(sink: @escaping (Span<UInt8>) throws(SavingError) -> Void) { self.sink = sink }

    mutating func write(_ line: (inout ByteWriter) -> Void) throws(WorkspaceFailure) {
        line(&writer)
        writer.append("\n")
        if writer.count >= Self.pieceBytes { try flush() }
    }

    mutating func flush() throws(WorkspaceFailure) {
        do throws(SavingError) { try writer.withBytes(sink) } catch { throw .saving(error) }
        writer.removeAll()
    }
}

extension ByteWriter {
    fileprivate mutating func append(queued line: QueueLine) {
        append("{\"where\":\"queue\",")
        appendFact(line.key, line.fact)
        let said = line.decision ?? Decision()
        let isSaid = said.category != nil
        appendCategory(
            said.category ?? line.suggestion.category,
            isSaid ? 1_000 : line.suggestion.permille)
        var flags: [String] = line.state == .new ? [] : [line.state.rawValue]
        if line.fact.isHold { flags.append("hold") }
        if line.decision != nil { flags.append("decided") }
        append(flags: flags)
        append(",\"batch\":")
        append(decimal: Int64(line.batch))
        append(sources: line.sources)
        if line.suggestion != .none {
            append(",\"suggestion\":")
            SuggestionJSON.append(line.suggestion, to: &self)
        }
        if !line.related.isEmpty {
            append(",\"related\":[")
            for (index, key) in line.related.enumerated() {
                index > 0 ? append(",\"") : append("\"")
                QueueLine.append(key, to: &self)
                append("\"")
            }
            append("]")
        }
        if let decision = line.decision {
            append(",\"decision\":")
            DecisionJSON.append(decision, to: &self)
        }
        append(line.extra)
        append("}")
    }

    fileprivate mutating func append(entry: LedgerEntry) {
        append("{\"where\":\"ledger\",")
        appendFact(entry.key, entry.fact)
        appendCategory(entry.annotation.category, entry.annotation.permille)
        var flags: [String] = entry.fact.isHold ? ["hold"] : []
        if !entry.annotation.splits.isEmpty { flags.append("split") }
        if !entry.annotation.transferTo.isEmpty { flags.append("transfer") }
        append(flags: flags)
        append(",\"batch\":")
        append(decimal: Int64(entry.batch))
        append(sources: entry.sources)
        append("}")
    }

    fileprivate mutating func append(annotationOf entry: LedgerEntry) {
        let annotation = entry.annotation
        append("{\"where\":\"annotation\",\"key\":\"")
        QueueLine.append(entry.key, to: &self)
        append("\",\"by_person\":")
        annotation.isByPerson ? append("true") : append("false")
        append(",\"confidence\":")
        append(Suggestion(permille: annotation.permille).confidenceText)
        append(",\"said\":")
        DecisionJSON.append(
            Decision(
                category: annotation.category, payee: annotation.payee, note: annotation.note,
                tags: annotation.tags, splits: annotation.splits,
                transferTo: annotation.transferTo), to: &self)
        append("}")
    }

    fileprivate mutating func append(_ batch: BatchRecord) {
        append("{\"where\":\"batch\",\"batch\":")
        append(decimal: Int64(batch.id))
        append(",\"made\":")
        append(jsonString: batch.made)
        append(",\"new\":")
        append(decimal: Int64(batch.linesNew))
        append(",\"known\":")
        append(decimal: Int64(batch.linesKnown))
        append(",\"rejected\":")
        append(decimal: Int64(batch.linesRejected))
        append(",\"skipped\":")
        append(decimal: Int64(batch.linesSkipped))
        append("}")
    }

    fileprivate mutating func append(_ file: SeenFile) {
        append("{\"where\":\"file\",\"digest\":\"")
        append(hex: file.digestHigh)
        append(hex: file.digestLow)
        append("\",\"name\":")
        append(jsonString: file.name)
        append(",\"batch\":")
        append(decimal: Int64(file.batch))
        append(",\"rows\":")
        append(decimal: Int64(file.rows))
        append(",\"complete\":")
        file.isComplete ? append("true") : append("false")
        append("}")
    }

    fileprivate mutating func append(_ total: MonthTotal) {
        append("{\"where\":\"total\",\"account\":")
        append(jsonString: total.account)
        append(",\"month\":")
        append(decimal: Int64(total.month))
        append(",\"category\":")
        append(jsonString: total.category)
        append(",\"sum\":\"")
        FactJSON.append(total.sum, to: &self)
        append("\",\"currency\":")
        append(jsonString: total.sum.currency.code)
        append(",\"lines\":")
        append(decimal: Int64(total.lines))
        append("}")
    }

    private mutating func appendFact(_ key: LineKey, _ fact: StatementFact) {
        append("\"key\":\"")
        QueueLine.append(key, to: &self)
        append("\",")
        FactJSON.appendMembers(fact: fact, to: &self)
        // Scripts read them without checking for presence.
        if fact.description.isEmpty { append(",\"description\":\"\"") }
        if !fact.amount.currency.isKnown { append(",\"currency\":\"\"") }
    }

    private mutating func appendCategory(_ category: String, _ permille: Int) {
        if !category.isEmpty {
            append(",\"category\":")
            append(jsonString: category)
        }
        append(",\"confidence\":")
        append(Suggestion(permille: permille).confidenceText)
    }

    private mutating func append(flags: [String]) {
        guard !flags.isEmpty else { return }
        append(",\"flags\":[")
        for (index, flag) in flags.enumerated() {
            if index > 0 { append(",") }
            append(jsonString: flag)
        }
        append("]")
    }

    private mutating func append(sources: [LineSource]) {
        guard !sources.isEmpty else { return }
        append(",\"sources\":[")
        for (index, source) in sources.enumerated() {
            if index > 0 { append(",") }
            QueueLine.append(
                line: source.line, file: source.file.utf8.span, layout: source.layout.utf8.span,
                to: &self)
        }
        append("]")
    }
}
