import Facts
import Reports
import Scanning
import Workspaces

/// `kopiyka coverage`: the days that statements cover, and whether balances prove that nothing is
/// missing.
enum CoverageCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let question = try LedgerQuestion(invocation, console)
        var tally = CoverageTally()
        let book = question.access.book
        try tally.addLines(
            of: question.workspace, dismissed: try question.workspace.dismissedLines(),
            vanished: try question.workspace.vanishedHolds(),
            in: question.filter.accounts
        ) { book.currency(of: $0) }
        let coverages = tally.coverages()
        let advice = AccountAdvice(tally, coverages)
        if invocation.wantsJSON {
            for coverage in coverages { try console.json(coverage.json(advice.meetings)) }
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
            .init(console.words(.columnAccount), cutTo: 12), .init(""),
            .init(console.words(.columnFirst)), .init(console.words(.columnLast)),
            .init(console.words(.columnFiles), .number), .init(console.words(.columnGaps), .number),
            .init(console.words(.columnOverlaps), .number), .init(console.words(.columnProof)),
        ])
        let language = console.language
        for coverage in coverages {
            table.add([
                Table.Cell(coverage.account), Table.Cell(coverage.currency.code),
                Table.Cell(peopleText(of: coverage.days.first, in: language)),
                Table.Cell(peopleText(of: coverage.days.last, in: language)),
                Table.Cell(String(coverage.files.count)),
                Table.Cell(
                    String(coverage.gaps.count), coverage.gaps.isEmpty ? .quiet : .doubtful),
                Table.Cell(String(coverage.overlaps.count), .quiet),
                Table.Cell(
                    proof(of: coverage, console), coverage.breaks.isEmpty ? .plain : .bad),
            ])
        }
        try console.table(table)
        for coverage in coverages { try showDetails(of: coverage, console) }
    }

    private static func proof(
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
                "account": .text(coverage.account),
                "first": .day(days.first), "last": .day(days.last), "count": .count(days.count),
            ]
        }
        for gap in coverage.gaps {
            let message: Message =
                switch gap.proof {
                case .closed: .coverageGapClosed
                case .broken: .coverageGapBroken
                case .none: .coverageGapUnknown
                }
            try console.line(
                message, values(gap.days), gap.proof == .closed ? .quiet : .doubtful)
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
        var members: [(key: String, value: JSONValue)] = [
            ("account", .string(account)), ("currency", .string(currency.code)),
        ]
        members += days.members
        members += [
            ("lines", .number(String(lines))),
            ("undecided", .number(String(doubtful))),
            (
                "files",
                .array(
                    files.map { file in
                        .object(
                            [("file", .string(file.name))] + file.days.members + [
                                ("lines", .number(String(file.lines)))
                            ])
                    })
            ),
            (
                "gaps",
                .array(
                    gaps.map { gap in
                        .object(
                            gap.days.members + [
                                ("days", .number(String(gap.days.count))),
                                ("balances", .string(gap.proof.rawValue)),
                            ])
                    })
            ),
            (
                "overlaps",
                .array(
                    overlaps.map { overlap in
                        .object(
                            overlap.days.members + [
                                ("days", .number(String(overlap.days.count))),
                                ("files", .array(overlap.files.map { .string($0) })),
                            ])
                    })
            ),
        ]
        var balances: [(key: String, value: JSONValue)] = []
        if let proved { balances += proved.members }
        balances += [
            ("links", .number(String(links))), ("closed", .number(String(closed))),
            ("breaks", .array(breaks.map(\.json))), ("complete", .bool(isComplete)),
        ]
        if !parts.isEmpty {
            let files = parts.map { JSONValue.array($0.map { .string($0) }) }
            members.append(("accounts", .array(files)))
        }
        let met = meetings.compactMap { meeting in
            meeting.account == account
                ? meeting.other : meeting.other == account ? meeting.account : nil
        }
        if !met.isEmpty { members.append(("meets", .array(met.map { .string($0) }))) }
        members.append(("balances", .object(balances)))
        return .object(members)
    }
}

extension CoverageTally.Days {
    fileprivate var members: [(key: String, value: JSONValue)] {
        [("from", .string(first.text)), ("to", .string(last.text))]
    }
}

extension CoverageTally.Break {
    fileprivate var json: JSONValue {
        var members: [(key: String, value: JSONValue)] = [
            ("after", .string(after.text)), ("on", .string(on.text)),
        ]
        if let difference { members.append(("difference", .string(difference.text))) }
        return .object(members)
    }
}
