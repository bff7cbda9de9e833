import Facts
import Pending
import Importing
import Saving
import Scanning
import Workspaces

extension ImportReport {
    func show(asJSON isJSON: Bool, _ settings: Settings, _ console: Console) throws {
        try isJSON ? printJSON(console) : printTable(settings, console)
    }

    private func printTable(_ settings: Settings, _ console: Console) throws {
        var table = Table([
            .init(console.words(.columnFile), cutTo: 16), .init(console.words(.columnFormat)),
            .init(console.words(.columnRows), .number), .init(console.words(.columnNew), .number),
            .init(console.words(.columnKnown), .number),
            .init(console.words(.columnConflicts), .number),
            .init(console.words(.columnRejected), .number),
            .init(console.words(.columnSkipped), .number),
        ])
        for file in files {
            table.add([
                Table.Cell(file.name),
                Table.Cell(file.layout.isEmpty ? "—" : file.layout),
                Table.Cell(String(file.rowsRead)),
                Table.Cell(String(file.new), file.new == 0 ? .quiet : .plain),
                Table.Cell(String(file.known + file.repeated + file.settled), .quiet),
                Table.Cell(
                    String(file.conflicts + file.ambiguous),
                    file.conflicts + file.ambiguous == 0 ? .quiet : .doubtful),
                Table.Cell(
                    file.failure == nil ? String(file.rejected) : String(file.rejected) + " !",
                    file.rejected == 0 && file.failure == nil ? .quiet : .bad),
                Table.Cell(String(file.skipped), .quiet),
            ])
        }
        try console.table(table)
        if console.options.isVerbose {
            for file in files { narrateDetails(of: file, settings, console) }
        }
        console.narrate(transfers)
        if summary.linesReturned > 0 {
            console.narrate(.importReturned, ["count": .count(summary.linesReturned)])
        }
        if !summary.linesUndivided.isEmpty {
            console.narrate(
                .importUndivided,
                [
                    "count": .count(summary.linesUndivided.count),
                    "keys": .text(summary.linesUndivided.map(\.text).joined(separator: ", ")),
                ])
        }
        console.narrate(vanishedHolds)
        let fresh = files.reduce(0) { $0 + $1.new + $1.conflicts + $1.ambiguous }
        let confident = files.reduce(0) { $0 + $1.confident }
        guard fresh > 0 else {
            try console.line(.importNothingNew)
            return
        }
        try console.line(
            .importQueue,
            [
                "count": .count(fresh), "confident": .count(confident),
                "look": .count(fresh - confident),
            ])
        console.narrate(.nextCommand, ["command": "kopiyka review"])
    }

    /// What `-v` tells of a file beyond the counts: how it was read, whose it is, why rows were
    /// left out.
    private func narrateDetails(
        of file: FileReport, _ settings: Settings, _ console: Console
    ) {
        for row in file.rows { console.narrate(row, of: file) }
        guard !file.layout.isEmpty else { return }
        console.narrate(
            .importDetails,
            [
                "file": .text(file.path), "encoding": .text(file.encoding),
                "accounts": .text(
                    file.accounts.map { settings.shownName(of: $0) }.joined(separator: ", ")),
            ], .quiet)
        for (reason, count) in file.skippedByReason.sorted(by: { $0.key.rawValue < $1.key.rawValue }
        ) {
            console.narrate(
                .importSkipped, ["count": .count(count), "reason": .text(reason.rawValue)], .quiet)
        }
        if file.repeated + file.settled > 0 {
            console.narrate(
                .importKnownDetails,
                ["repeated": .count(file.repeated), "settled": .count(file.settled)], .quiet)
        }
    }

    private func printJSON(_ console: Console) throws {
        try writeRows { try console.raw($0) }
        for pair in transfers { try console.json(pair.json) }
        for file in files { try console.json(file.json) }
        var total: [(key: String, value: JSONValue)] = [
            ("files", .number(String(files.count))),
            ("new", .number(String(summary.linesNew))),
            ("sources_added", .number(String(summary.sourcesAdded))),
            ("transfers", .number(String(transfers.count))),
        ]
        if !summary.linesUndivided.isEmpty {
            total.append(
                ("parts_taken_back", .array(summary.linesUndivided.map { .string($0.text) })))
        }
        if !vanishedHolds.isEmpty {
            total.append(
                ("holds_vanished", .array(vanishedHolds.map { .string($0.key.text) })))
        }
        if let batch = summary.batch { total.append(("batch", .number(String(batch)))) }
        try console.json(.object([("total", .object(total))]))
    }

    /// `{"row":{"file":…,"line":…,"fate":…,…,"reason":…}}` for each row kept, one a line, some
    /// thousand at a time.
    func writeRows(to sink: ([UInt8]) throws -> Void) rethrows {
        var writer = ByteWriter(capacity: Self.rowsBytes)
        for file in files {
            for row in file.rows {
                writer.append(row, of: file.path)
                if writer.count < Self.rowsBytes { continue }
                try sink(writer.bytes)
                writer.removeAll()
            }
        }
        try sink(writer.bytes)
    }

    private static let rowsBytes = 256 * 1024
}

extension FileReport {
    /// The tallies of the file.
    var json: JSONValue {
        let reasons = skippedByReason.sorted { $0.key.rawValue < $1.key.rawValue }
        var members: [(key: String, value: JSONValue)] = [
            ("file", .string(path)), ("layout", .string(layout)),
            ("encoding", .string(encoding)),
            ("accounts", .array(accounts.map { .string($0) })),
        ]
        for (name, count) in [
            ("rows", rowsRead), ("new", new), ("known", known),
            ("repeated", repeated), ("settled", settled),
            ("conflicts", conflicts), ("ambiguous", ambiguous),
            ("rejected", rejected),
            ("skipped", skipped),
        ] {
            members.append((name, .number(String(count))))
        }
        if !reasons.isEmpty {
            members.append(
                (
                    "skipped_because",
                    .object(reasons.map { ($0.key.rawValue, .number(String($0.value))) })
                ))
        }
        if !revised.isEmpty {
            members.append(
                (
                    "entries_revised",
                    .array(
                        revised.map {
                            .object([
                                ("key", .string($0.key.text)),
                                ("earlier", .string($0.earlier.text)),
                                ("amount", .string($0.now.text)),
                            ])
                        })
                ))
        }
        if !keptAccounts.isEmpty {
            members.append(
                (
                    "kept_in",
                    .array(
                        keptAccounts.map {
                            .object([("account", .string($0.kept)), ("named", .string($0.named))])
                        })
                ))
        }
        if !unproved.isEmpty {
            members.append(("unproved", .array(unproved.map { .string($0) })))
        }
        if let failure {
            members.append(("refused", .string(failure.kind.rawValue)))
        }
        return .object(members)
    }
}

extension ByteWriter {
    fileprivate mutating func append(_ row: RowOutcome, of file: String) {
        append("{\"row\":{\"file\":")
        append(jsonString: file)
        append(",\"line\":")
        append(decimal: Int64(row.line))
        append(",\"fate\":")
        append(jsonString: row.fate.word)
        if let key = row.fate.key {
            append(",\"key\":\"")
            QueueLine.append(key, to: &self)
            append("\"")
        }
        if let other = row.fate.other {
            append(",\"as\":\"")
            QueueLine.append(other, to: &self)
            append("\"")
        }
        if let place = row.fate.place {
            append(",\"where\":")
            append(jsonString: place.word)
        }
        append(",\"reason\":")
        append(jsonString: row.fate.reason)
        append("}}\n")
    }
}

extension KnownLine.Place {
    /// As `dump` names it.
    fileprivate var word: String {
        switch self {
        case .queue: "queue"
        case .ledger: "ledger"
        case .tombstone: "tombstone"
        }
    }
}

extension Console {
    /// One row and why it had its fate, for `-v`.
    fileprivate func narrate(_ row: RowOutcome, of file: FileReport) {
        let fate = row.fate
        var values: [String: Template.Value] = [
            "file": .text(file.path), "line": .text(String(row.line)),
            "reason": .text(fate.reason),
        ]
        if let key = fate.key { values["key"] = .text(key.text) }
        if let other = fate.other { values["other"] = .text(other.text) }
        if let place = fate.place { values["place"] = .text(words(place.message)) }
        narrate(fate.message, values, .quiet)
    }
}

extension KnownLine.Place {
    fileprivate var message: Message {
        switch self {
        case .queue: .rowInQueue
        case .ledger: .rowInLedger
        case .tombstone: .rowDismissed
        }
    }
}

extension RowOutcome.Fate {
    fileprivate var message: Message {
        switch self {
        case .new: .rowNew
        case .known: .rowKnown
        case .repeated: .rowRepeated
        case .settled: .rowSettled
        case .revised: .rowRevised
        case .conflict: .rowConflict
        case .ambiguous: .rowAmbiguous
        case .rejected: .rowRejected
        case .skipped: .rowSkipped
        }
    }
}
