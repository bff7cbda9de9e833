internal import Facts
internal import Ledger
internal import Pending
internal import Scanning

/// The fates of the rows of a file to learn from.
package struct TeachingReport: Sendable, Equatable {
    package var learned = 0
    /// Rows learned before.
    package var known = 0
    /// Rows whose category has no meaning.
    package var open = 0
}

extension Workspace {
    /// Learns from files whose rows do not become entries, as one undoable command, and renews the
    /// suggestions of waiting lines.
    ///
    /// Each row is learned once, whatever file repeats it: the ledger keeps the rows' digests by
    /// month. Nothing is written if there is nothing new.
    ///
    /// - Parameters:
    ///   - meaning: the category that a value of a category column means; nil for none.
    ///   - categories: the new contents of `categories.yaml`, if the meanings are new too.
    /// - Complexity: linear in the rows, their distinct texts and the queue.
    package func learn(
        from files: [TaughtFile], meaning: (String) -> String?, _ learning: Learning,
        categories: [UInt8]? = nil, isDryRun: Bool = false
    ) throws(WorkspaceFailure) -> [TeachingReport] {
        try requireWritable()
        var changes: [FileChange] = []
        if let categories { changes.append(try fileChange(.categories, to: categories)) }
        var reports: [TeachingReport] = []
        try rewriteQueue { rewrite, transaction throws(WorkspaceFailure) in
            let lessons = Lessons(self, transaction, learning)
            var taught = TaughtRows()
            for file in files {
                let months = Set(file.rows.map { TaughtRows.month($0.day) })
                try keeping(taught.read(months, transaction.ledger))
                reports.append(
                    try lessons.learn(from: file, file.values.map(meaning), &taught, transaction))
            }
            if isDryRun || reports.allSatisfy({ $0.learned == 0 }) && changes.isEmpty {
                return false
            }
            taught.write(to: transaction)
            try rewrite.run { place, reader throws(WorkspaceFailure) in
                guard case .line(var line) = reader.content(),
                    let suggestion = try lessons.renewed(line)
                else { return .keep }
                line.suggestion = suggestion
                let bytes = try transaction.recordRewriting(place, of: line, reader)
                return .replace(
                    bytes, self.identity(of: line, before: place.identity), line.fact)
            }
            try record(changes, in: transaction)
            try keeping(transaction.finish(command: "learn"))
            return true
        }
        if !isDryRun { try finish(changes) }
        return reports
    }

    /// The names of the files that a history's decisions were learned from.
    ///
    /// - Parameter subject: of the evidence, without its direction.
    package func filesTeaching(_ subject: String) throws(WorkspaceFailure) -> [String] {
        var names: [String] = []
        for direction in ["-", "+"] {
            let found = try keeping(ledger.memory(MemoryRecord.taughtBy, of: direction + subject))
            for (record, _) in found where !names.contains(record.category) {
                names.append(record.category)
            }
        }
        return names
    }
}

/// The digests of the rows that were learned from, by month.
private struct TaughtRows {
    private var months: [String: (before: String, digests: Set<UInt64>)] = [:]

    static func month(_ day: CalendarDate) -> String { String(day.text.prefix(7)) }

    mutating func read(_ wanted: Set<String>, _ ledger: LedgerFile) throws(LedgerFailure) {
        for month in wanted.sorted() where months[month] == nil {
            let text = try ledger.memory(MemoryRecord.rowsTaught, of: month).first?.record.category
            var digests: Set<UInt64> = []
            var rest = (text ?? "")[...]
            while !rest.isEmpty {
                guard let digest = UInt64(rest.prefix(MemoryRecord.digitsOfRow), radix: 16) else {
                    throw .damaged("memory")
                }
                digests.insert(digest)
                rest = rest.dropFirst(MemoryRecord.digitsOfRow)
            }
            months[month] = (text ?? "", digests)
        }
    }

    /// False for a row that was learned from before.
    mutating func insert(_ row: TaughtFile.Row) -> Bool {
        months[Self.month(row.day)]?.digests.insert(row.digest).inserted ?? false
    }

    func write(to transaction: LedgerTransaction) {
        for (month, (before, digests)) in months {
            var text = ByteWriter(capacity: digests.count * MemoryRecord.digitsOfRow)
            for digest in digests.sorted() { text.append(hex: digest) }
            let after = text.withBytes { String(utf8: $0) }
            if after == before { continue }
            func learn(_ digests: String, _ times: Int) {
                if digests.isEmpty { return }
                transaction.learn(
                    MemoryRecord(
                        kind: MemoryRecord.rowsTaught, subject: month, category: digests),
                    times: times)
            }
            learn(before, -1)
            learn(after, 1)
        }
    }
}

extension Lessons {
    /// Learns the file's rows, oldest first.
    ///
    /// - Parameter meanings: of the file's values; nil for those without one.
    fileprivate func learn(
        from file: TaughtFile, _ meanings: [String?], _ taught: inout TaughtRows,
        _ transaction: LedgerTransaction
    ) throws(WorkspaceFailure) -> TeachingReport {
        var report = TeachingReport()
        // All suggestions are from before the first row, as those of an import are.
        var lessons: [Lesson?] = file.facts.map { _ in nil }
        var rows: [TaughtFile.Row] = []
        for row in file.rowsByDay {
            guard meanings[Int(row.value)] != nil else {
                report.open += 1
                continue
            }
            guard taught.insert(row) else {
                report.known += 1
                continue
            }
            rows.append(row)
            for number in [row.fact, row.payee] where number >= 0 && lessons[Int(number)] == nil {
                lessons[Int(number)] = try begin(file.facts[Int(number)])
            }
        }
        var times: [Int] = file.facts.map { _ in 0 }
        for row in rows {
            guard let category = meanings[Int(row.value)] else { continue }
            report.learned += 1
            guard let lesson = lessons[Int(row.fact)] else { continue }
            times[Int(row.fact)] += 1
            let payee = row.payee < 0 ? nil : lessons[Int(row.payee)]
            if payee != nil { times[Int(row.payee)] += 1 }
            learn(
                NumberedDecision(
                    category: transaction.number(ofCategory: category), units: row.units,
                    account: row.account,
                    manner: category == lesson.suggested ? .approved : .corrected), lesson, payee)
        }
        for (number, lesson) in lessons.enumerated() {
            guard let lesson, times[number] > 0 else { continue }
            for subject in lesson.subjects {
                transaction.learn(
                    MemoryRecord(
                        kind: MemoryRecord.taughtBy, subject: subject, category: file.name),
                    times: times[number])
            }
        }
        return report
    }
}
