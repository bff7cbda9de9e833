import Facts
import Reports
import Scanning
import Workspaces

/// `kopiyka coverage`: the days that statements cover, and whether balances prove that nothing is
/// missing.
enum CoverageCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let question = try LedgerQuestion(invocation, console)
        let book = question.access.book
        let (tally, coverages) = try CoverageTally.byDays(
            of: question.workspace, dismissed: try question.workspace.dismissedLines(),
            vanished: try question.workspace.vanishedHolds(), in: question.filter.accounts,
            upTo: question.filter.to
        ) { book.currency(of: $0) }
        let advice = AccountAdvice(tally, coverages)
        var objects: [JSONValue] { coverages.map { $0.json(advice.meetings) } }
        if invocation.wantsJSON {
            try console.json(objects)
        } else if invocation.wantsCSV {
            try console.csv(
                [
                    "account", "currency", "from", "to", "lines", "undecided", "files", "gaps",
                    "overlaps", "breaks", "complete",
                ], of: objects.map { $0 + ($0["balances"] ?? [:]) })
        } else if coverages.isEmpty {
            try console.line(.accountsEmpty)
        } else {
            let settings = question.access.settings
            try show(
                coverages.map { coverage in
                    var named = coverage
                    named.account = settings.shownName(of: coverage.account)
                    return named
                }, console)
            console.report(advice, settings)
        }
        return question.workspace.problems.isEmpty ? .done : .damaged
    }

    private static func show(
        _ coverages: [CoverageTally.Coverage], _ console: Console
    ) throws {
        var table = Table([
            .init(.columnAccount, cutTo: 12), .blank, .init(.columnFirst), .init(.columnLast),
            .init(.columnFiles, .number), .init(.columnGaps, .number),
            .init(.columnOverlaps, .number), .init(.columnProof),
        ])
        for coverage in coverages {
            table.add([
                .text(coverage.account), .text(coverage.currency.code),
                .day(coverage.days.first),
                .day(coverage.days.last),
                "\(coverage.files.count)",
                .text(
                    String(coverage.gaps.count), coverage.gaps.isEmpty ? .quiet : .doubtful),
                .text("\(coverage.overlaps.count)", .quiet),
                .text(
                    proof(of: coverage, console), coverage.breaks.isEmpty ? .plain : .bad),
            ])
        }
        try console.table(table)
        for coverage in coverages { try showDetails(of: coverage, console) }
    }

    static func proof(
        of coverage: CoverageTally.Coverage, _ console: Console
    ) -> String {
        guard let proved = coverage.proved else { return console.words(.coverageNoBalances) }
        if !coverage.breaks.isEmpty {
            return console.words(
                .coverageBroken, ["count": .count(coverage.breaks.count)])
        }
        if coverage.isComplete { return console.words(.coverageComplete) }
        return console.words(
            .coverageProvedPart,
            ["first": .day(proved.first), "last": .day(proved.last)])
    }

    private static func showDetails(
        of coverage: CoverageTally.Coverage, _ console: Console
    ) throws {
        func values(_ days: CoverageTally.Days) -> [String: Template.Value] {
            [
                "account": .text(coverage.account), "first": .day(days.first),
                "last": .day(days.last), "count": .count(days.count),
            ]
        }
        // Statements that end with their last row leave many such gaps.
        let closed = console.options.isVerbose ? [] : coverage.gaps.filter { $0.proof == .closed }
        for gap in coverage.gaps where closed.isEmpty || gap.proof != .closed {
            let message: Message =
                switch gap.proof {
                case .closed: .coverageGapClosed
                case .broken: .coverageGapBroken
                case .none: .coverageGapUnknown
                }
            try console.line(message, values(gap.days), gap.proof == .closed ? .quiet : .doubtful)
        }
        if !closed.isEmpty {
            try console.line(
                .coverageGapsClosed,
                [
                    "account": .text(coverage.account), "count": .count(closed.count),
                    "days": .count(closed.reduce(0) { $0 + $1.days.count }),
                ], .quiet)
        }
        for found in coverage.breaks {
            let words = found.words(of: coverage.account)
            try console.line(words.message, words.values, .bad)
        }
        if console.options.isVerbose {
            for file in coverage.files {
                var values = values(file.days)
                values["file"] = .text(file.name)
                values["count"] = .count(file.lines)
                try console.line(.coverageFile, values, .quiet)
            }
            for overlap in coverage.overlaps {
                var values = values(overlap.days)
                values["files"] = .text(overlap.files.joined(separator: ", "))
                try console.line(.coverageOverlap, values, .quiet)
            }
        }
        if coverage.leftOut > 0 {
            console.narrate(
                .coverageLeftOut,
                ["account": .text(coverage.account), "count": .count(coverage.leftOut)])
        }
        if coverage.doubtful > 0 {
            console.narrate(
                .coverageDoubtful,
                ["account": .text(coverage.account), "count": .count(coverage.doubtful)])
        }
    }
}

extension CoverageTally.Coverage {
    fileprivate func json(_ meetings: [AccountPieces.Meeting]) -> JSONValue {
        let met = meetings.compactMap { meeting in
            meeting.account == account
                ? meeting.other : meeting.other == account ? meeting.account : nil
        }
        let files = files.map { file in
            ["file": .string(file.name)] + file.days.json + ["lines": .count(file.lines)]
        }
        let gaps = gaps.map { gap in
            gap.days.json
                + ["days": .count(gap.days.count), "balances": .string(gap.proof.rawValue)]
        }
        let overlaps = overlaps.map { overlap in
            overlap.days.json
                + ["days": .count(overlap.days.count), "files": .texts(overlap.files)]
        }
        let balances: JSONValue = [
            "links": .count(links), "closed": .count(closed), "breaks": .array(breaks.map(\.json)),
            "complete": .bool(isComplete),
        ]
        return ["account": .string(account), "currency": .string(currency.code)] + days.json + [
            "lines": .count(lines), "undecided": .count(doubtful), "files": .array(files),
            "gaps": .array(gaps), "overlaps": .array(overlaps),
            "accounts": parts.isEmpty ? nil : .array(parts.map { .texts($0) }),
            "meets": .ifAny(met), "balances": (proved?.json ?? [:]) + balances,
        ]
    }
}

extension CoverageTally.Days {
    fileprivate var json: JSONValue { ["from": .day(first), "to": .day(last)] }
}

extension CoverageTally.Break {
    fileprivate var json: JSONValue {
        ["after": .day(after), "on": .day(on), "difference": difference.map { .amount($0) }]
    }
}
