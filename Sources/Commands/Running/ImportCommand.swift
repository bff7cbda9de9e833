import Facts
import Glibc
import Pipeline
import Readers
import Scanning
import Workspaces

/// `kopiyka import [PATH…]`: files into the queue, as one step that happens whole or not at all.
enum ImportCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let access = try WorkspaceAccess.open(.writing, console)
        let workspace = access.workspace
        let paths = invocation.operands.isEmpty ? [workspace.paths.inbox] : invocation.operands
        let inputs = InputList(paths: paths, inbox: workspace.paths.inbox)
        for problem in inputs.problems { console.report(problem) }

        var reading = ReadOptions(invocation)
        reading.layouts += try yamlFiles(in: workspace.paths.layouts)
        var run = try ImportRun(
            into: workspace, categorizer: categorizer(of: workspace.paths), book: access.book,
            memory: Memory(
                of: workspace, isForThreads: ImportRun.usesThread(for: inputs.files)),
            options: ImportOptions(
                reading: reading, account: invocation[.account] ?? "",
                country: access.country,
                isDryRun: invocation.isDryRun, made: Clock.now.text),
            files: inputs.files)
        for file in inputs.files {
            try run.add(file) { event in
                switch event {
                case .rejected(let rejections) where console.hasJSONErrors:
                    console.report(rejections)
                case .rowsRead(let rows):
                    console.progress.update(
                        console.say(
                            .progressReading, ["file": .text(file.name), "count": .count(rows)]))
                case .fileEnded(let report):
                    if !console.hasJSONErrors {
                        console.report(report.rejections, total: report.rejected)
                    }
                    if let failure = report.failure { console.report(failure) }
                    console.narrate(report.notices)
                    console.warnOfBreaks(in: report)
                    tellVanishedHolds(report, console)
                case .fileBegan, .rejected: break
                }
            }
        }
        let report = try run.commit()
        console.progress.clear()
        try invocation.wantsJSON ? printJSON(report, console) : printTable(report, console)
        if invocation.isDryRun { console.narrate(.dryRunNothingChanged) }
        return report.isClean && inputs.problems.isEmpty ? .done : .needsPerson
    }

    /// What a person may want to dismiss: a hold that came to nothing.
    private static func tellVanishedHolds(_ report: FileReport, _ console: Console) {
        guard !report.vanishedHolds.isEmpty else { return }
        let shown = report.vanishedHolds.prefix(5).map(\.text).joined(separator: ", ")
        console.narrate(
            .importHoldsVanished,
            [
                "file": .text(report.path), "count": .count(report.vanishedHolds.count),
                "keys": .text(report.vanishedHolds.count > 5 ? shown + ", …" : shown),
            ])
    }

    private static func printTable(_ report: ImportReport, _ console: Console) throws {
        var table = Table([
            .init(console.say(.columnFile), cutTo: 16), .init(console.say(.columnFormat)),
            .init(console.say(.columnRows), .number), .init(console.say(.columnNew), .number),
            .init(console.say(.columnKnown), .number),
            .init(console.say(.columnConflicts), .number),
            .init(console.say(.columnRejected), .number),
            .init(console.say(.columnSkipped), .number),
        ])
        for file in report.files {
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
            for file in report.files { narrateDetails(of: file, console) }
        }
        let fresh = report.files.reduce(0) { $0 + $1.new + $1.conflicts + $1.ambiguous }
        let confident = report.files.reduce(0) { $0 + $1.confident }
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

    /// What `-v` tells of a file beyond the counts: how it was read, whose it is, why rows were left out.
    private static func narrateDetails(of file: FileReport, _ console: Console) {
        guard !file.layout.isEmpty else { return }
        console.narrate(
            .importDetails,
            [
                "file": .text(file.path), "encoding": .text(file.encoding),
                "accounts": .text(file.accounts.joined(separator: ", ")),
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

    private static func printJSON(_ report: ImportReport, _ console: Console) throws {
        for file in report.files {
            let skipped = file.skippedByReason.sorted { $0.key.rawValue < $1.key.rawValue }
            var members: [(key: String, value: JSONValue)] = [
                ("file", .string(file.path)), ("layout", .string(file.layout)),
                ("encoding", .string(file.encoding)),
                ("accounts", .array(file.accounts.map { .string($0) })),
            ]
            for (name, count) in [
                ("rows", file.rowsRead), ("new", file.new), ("known", file.known),
                ("repeated", file.repeated), ("settled", file.settled),
                ("conflicts", file.conflicts), ("ambiguous", file.ambiguous),
                ("rejected", file.rejected),
                ("skipped", file.skipped),
            ] {
                members.append((name, .number(String(count))))
            }
            if !skipped.isEmpty {
                members.append(
                    (
                        "skipped_because",
                        .object(skipped.map { ($0.key.rawValue, .number(String($0.value))) })
                    ))
            }
            if !file.vanishedHolds.isEmpty {
                members.append(
                    ("holds_vanished", .array(file.vanishedHolds.map { .string($0.text) })))
            }
            if let failure = file.failure {
                members.append(("refused", .string(failure.kind.rawValue)))
            }
            try console.json(.object(members))
        }
        var total: [(key: String, value: JSONValue)] = [
            ("files", .number(String(report.files.count))),
            ("new", .number(String(report.summary.linesNew))),
            ("sources_added", .number(String(report.summary.sourcesAdded))),
        ]
        if let batch = report.summary.batch { total.append(("batch", .number(String(batch)))) }
        try console.json(.object([("total", .object(total))]))
    }
}
