import Facts
import Pending
import Importing
import Saving
import Scanning
import Workspaces

extension ImportReport {
    /// - Parameter isOfInbox: the files are those of the inbox, and nobody named them: the table
    ///   has only those that brought something.
    func show(
        asJSON isJSON: Bool, isOfInbox: Bool = false, _ settings: Settings, _ console: Console
    ) throws {
        if isJSON { return try printJSON(console) }
        let listed =
            isOfInbox && !console.options.isVerbose ? files.filter { !$0.isKnown } : files
        if !listed.isEmpty || !isOfInbox { try printTable(of: listed, console) }
        if listed.count < files.count, !console.options.isQuiet {
            try console.line(.importKnownFiles, ["count": .count(files.count - listed.count)])
        }
        try showDetails(settings, console)
        let fresh = files.reduce(0) { $0 + $1.new + $1.conflicts + $1.ambiguous }
        let confident = files.reduce(confidentAsSides) { $0 + $1.confident }
        guard fresh > 0 else {
            if isOfInbox, listed.isEmpty, console.options.isQuiet { return }
            return try console.line(
                isOfInbox && files.isEmpty ? .importInboxEmpty : .importNothingNew)
        }
        try console.line(
            .importQueue,
            [
                "count": .count(fresh), "confident": .count(confident),
                "look": .count(fresh - confident),
            ])
        console.narrate(.nextCommand, ["command": "kopiyka review"])
    }

    private func printTable(of files: [FileReport], _ console: Console) throws {
        var table = Table([
            .init(.columnFile, cutTo: 16), .init(.columnFormat), .init(.columnRows, .number),
            .init(.columnNew, .number), .init(.columnKnown, .number),
            .init(.columnConflicts, .number), .init(.columnRejected, .number),
            .init(.columnSkipped, .number),
        ])
        for file in files {
            table.add([
                .text(file.name),
                .text(file.layout.isEmpty ? "—" : file.layout),
                "\(file.rowsRead)",
                .text("\(file.new)", file.new == 0 ? .quiet : .plain),
                .text("\(file.known + file.repeated + file.settled)", .quiet),
                .text(
                    String(file.conflicts + file.ambiguous),
                    file.conflicts + file.ambiguous == 0 ? .quiet : .doubtful),
                .text(
                    file.failure == nil ? String(file.rejected) : String(file.rejected) + " !",
                    file.rejected == 0 && file.failure == nil ? .quiet : .bad),
                .text("\(file.skipped)", .quiet),
            ])
        }
        try console.table(table)
    }

    private func showDetails(_ settings: Settings, _ console: Console) throws {
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
                    "keys": .keys(summary.linesUndivided),
                ])
        }
        console.narrate(vanishedHolds)
        narrateOpenings(settings, console)
        for gap in statementGaps {
            console.narrate(
                .statementGap,
                [
                    "account": .text(settings.shownName(of: gap.account)),
                    "day": .text(gap.opening.day.text), "opening": .amount(gap.opening.amount),
                    "reached": .amount(gap.reached),
                ], .doubtful)
        }
    }

    private func narrateOpenings(_ settings: Settings, _ console: Console) {
        for found in files.flatMap(\.openings) {
            let isLeft = summary.openingsLeft.contains {
                $0.account == found.account && $0.after == found.opening
            }
            var places: [String: Template.Value] = [
                "account": .text(settings.shownName(of: found.account)),
                "opening": .text(found.opening.text),
            ]
            switch found.fate {
            case .taken, .movedBack:
                console.narrate(
                    isLeft ? .openingByHand : .openingGiven, places, isLeft ? .doubtful : .plain)
            case .known(let kept):
                places["kept"] = .text(kept.text)
                console.narrate(.openingKept, places, .doubtful)
            case .unclear: console.narrate(.openingUnclear, places, .doubtful)
            }
        }
    }

    /// Prints the details of `-v` beyond the counts: how the file was read, whose it is, why rows
    /// were left out.
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
                .importSkipped,
                ["count": .count(count), "reason": .phrase(.ofReader(reason.rawValue))], .quiet)
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
        let total: JSONValue = [
            "files": .count(files.count), "new": .count(summary.linesNew),
            "sources_added": .count(summary.sourcesAdded), "transfers": .count(transfers.count),
            "parts_taken_back": .ifAny(summary.linesUndivided),
            "holds_vanished": .ifAny(vanishedHolds.map(\.key)),
            "statement_gaps": statementGaps.isEmpty ? nil : .array(statementGaps.map(\.json)),
            "batch": summary.batch.map { .count($0) },
        ]
        try console.json(["total": total])
    }

    /// `{"row":{"file":…,"line":…,"fate":…,…,"reason":…}}` for each row kept, one a line, some
    /// thousand at a time.
    func writeRows(to sink: ([UInt8]) throws -> Void) rethrows {
        var writer = ByteWriter(capacity: Self.rowsBytes)
        for file in files {
            for row in file.rows {
                writer.append(row.json(of: file.path).line)
                if writer.count < Self.rowsBytes { continue }
                try sink(writer.bytes)
                writer.removeAll()
            }
        }
        try sink(writer.bytes)
    }

    private static let rowsBytes = 256 * 1024
}

extension StatementGap {
    fileprivate var json: JSONValue {
        [
            "account": .string(account), "currency": .string(reached.currency.code),
            "day": .string(opening.day.text), "opening": .amount(opening.amount),
            "reached": .amount(reached),
        ]
    }
}

extension FileReport {
    /// All rows are known, and nothing of the file changed anything.
    fileprivate var isKnown: Bool {
        failure == nil && revised.isEmpty
            && new + conflicts + ambiguous + settled + rejected == 0 && known > 0
    }

    /// The tallies of the file.
    var json: JSONValue {
        let reasons = skippedByReason.sorted { $0.key.rawValue < $1.key.rawValue }.map {
            (key: $0.key.rawValue, value: JSONValue.count($0.value))
        }
        let revisions: [JSONValue] = revised.map {
            [
                "key": .string($0.key.text), "earlier": .amount($0.earlier),
                "amount": .amount($0.now),
            ]
        }
        let kept: [JSONValue] = keptAccounts.map {
            ["account": .string($0.kept), "named": .string($0.named)]
        }
        let opened: [JSONValue] = openings.map {
            [
                "account": .string($0.account), "opening": .string($0.opening.text),
                "taken": .bool($0.isTaken),
            ]
        }
        return [
            "file": .string(path), "layout": .string(layout), "encoding": .string(encoding),
            "accounts": .texts(accounts), "rows": .count(rowsRead), "new": .count(new),
            "known": .count(known), "repeated": .count(repeated), "settled": .count(settled),
            "conflicts": .count(conflicts), "ambiguous": .count(ambiguous),
            "rejected": .count(rejected), "skipped": .count(skipped),
            "skipped_because": reasons.isEmpty ? nil : .object(reasons),
            "entries_revised": revisions.isEmpty ? nil : .array(revisions),
            "openings": opened.isEmpty ? nil : .array(opened),
            "kept_in": kept.isEmpty ? nil : .array(kept), "unproved": .ifAny(unproved),
            "refused": failure.map { .string($0.kind.rawValue) },
        ]
    }
}

extension RowOutcome {
    fileprivate func json(of file: String) -> JSONValue {
        [
            "row": [
                "file": .string(file), "line": .count(line), "fate": .string(fate.word),
                "key": fate.key.map { .string($0.text) }, "as": fate.other.map { .string($0.text) },
                "where": fate.place.map { .string($0.rawValue) }, "reason": .string(fate.reason),
            ]
        ]
    }
}

extension Console {
    /// One row and why it had its fate, for `-v`.
    fileprivate func narrate(_ row: RowOutcome, of file: FileReport) {
        let fate = row.fate
        var values: [String: Template.Value] = [
            "file": .text(file.path), "line": "\(row.line)",
            "reason": .phrase(.ofReader(fate.reason)),
        ]
        if let key = fate.key { values["key"] = .text(key.text) }
        if let other = fate.other { values["other"] = .text(other.text) }
        if let place = fate.place { values["place"] = .phrase(Phrase("place.\(place.rawValue)")) }
        // An entry revised is settled too, and more is to be said of it.
        let name = if case .revised = fate { "revised" } else { fate.word }
        narrate(text: Phrase("fate.\(name)", values)[language], .quiet)
    }
}
