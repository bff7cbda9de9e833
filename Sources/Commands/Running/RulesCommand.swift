import Categorizing
import Facts
import Pending
import Importing
import Scanning
import Workspaces

/// `kopiyka rules test|lint|replay [FILE…]`: tests user rules, finds rules that never win, and
/// shows what they would change.
enum RulesCommand: Command {
    private enum Action: String, CaseIterable { case test, lint, replay }

    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let word = invocation.operands.first ?? ""
        guard let action = Action(rawValue: word) else {
            throw HouseMessage.usage("error.usage.rules-verb", ["word": .text(word)])
        }
        let named = Array(invocation.operands.dropFirst())
        switch action {
        case .test: return try test(files(named, console), invocation, console)
        case .lint: return try lint(files(named, console), invocation, console)
        case .replay: return try replay(named, invocation, console)
        }
    }

    /// The named files, else those of the workspace, in order of precedence.
    private static func files(_ named: [String], _ console: Console) throws -> [RuleFile] {
        if !named.isEmpty { return try ruleFiles(at: named) }
        guard let folder = WorkspaceAccess.folder(console) else { throw HouseMessage.noWorkspace }
        let paths = WorkspacePaths(folder)
        return try ruleFiles(of: paths, categoryFile(of: paths).table, Settings(at: paths))
    }

    // MARK: test

    private static func test(
        _ files: [RuleFile], _ invocation: Invocation, _ console: Console
    ) throws -> ExitCode {
        var failed = 0
        for file in files {
            for example in file.failingExamples() {
                failed += 1
                console.report(
                    HouseMessage(
                        at: SourcePlace(file: file.path, line: example.line),
                        example.shouldMatch
                            ? "error.rule-example-fails.yes" : "error.rule-example-fails.no",
                        ["rule": .text(example.rule)], excerpt: example.example,
                        fix: Phrase("rules.correctConditionsExample")))
            }
        }
        let rules = files.reduce(0) { $0 + $1.rules.count }
        let examples = files.reduce(0) { sum, file in
            sum + file.rules.reduce(0) { $0 + $1.yes.count + $1.no.count }
        }
        if invocation.wantsJSON {
            try console.json([
                "rules": .count(rules), "examples": .count(examples), "failed": .count(failed),
            ])
        } else if rules == 0 {
            try console.line(.rulesNone)
        } else {
            try console.line(
                .rulesTested,
                ["rules": .count(rules), "examples": .count(examples), "failed": .count(failed)])
        }
        return failed == 0 ? .done : .needsPerson
    }

    // MARK: lint

    private static func lint(
        _ files: [RuleFile], _ invocation: Invocation, _ console: Console
    ) throws -> ExitCode {
        let findings = RuleLint(files).findings()
        for finding in findings {
            guard invocation.wantsJSON else {
                console.report(finding)
                continue
            }
            let hasOther = finding.otherLine > 0
            try console.json([
                "finding": .string(finding.kind.rawValue), "file": .string(finding.file),
                "line": .count(finding.line), "rule": .string(finding.rule),
                "other_file": hasOther ? .string(finding.otherFile) : nil,
                "other_line": hasOther ? .count(finding.otherLine) : nil,
                "other_rule": hasOther ? .string(finding.otherRule) : nil,
                "example": .ifAny(finding.example),
            ])
        }
        let rules = files.reduce(0) { $0 + $1.rules.count }
        if !invocation.wantsJSON {
            if rules == 0 {
                try console.line(.rulesNone)
            } else {
                try console.line(
                    .rulesLinted, ["rules": .count(rules), "count": .count(findings.count)])
            }
        }
        return findings.isEmpty ? .done : .needsPerson
    }

    // MARK: replay

    private static func replay(
        _ named: [String], _ invocation: Invocation, _ console: Console
    ) throws -> ExitCode {
        let applies = invocation.has(.apply) && !invocation.isDryRun
        if invocation.has(.apply), !named.isEmpty {
            throw HouseMessage.usage("error.usage.apply-to-files")
        }
        let access = try WorkspaceAccess.open(applies ? .writing : .reading, console)
        let files =
            try named.isEmpty
            ? ruleFiles(of: access.workspace.paths, console.categories, access.settings)
            : ruleFiles(at: named, console.categories, access.settings)
        let categorizer = Categorizer(userRules: files, categories: console.categories)
        let memory = try Memory(of: access.workspace)
        let learning = Learning(by: categorizer, country: access.country)
        let (workspace, own) = (access.workspace, try access.workspace.ownNumbers())
        let judge = RuleJudge(
            rule: { fact in
                var batch = LineBatch()
                let line = StatementLine(of: fact, in: &batch)
                return categorizer.ruleSuggestion(
                    line: line, arena: batch.arena.span, account: fact.account)
            },
            suggest: { (fact, key, decision) throws(WorkspaceFailure) in
                try workspace.proposed(
                    learning.suggest(fact, memory), of: fact, key, decision, own)
            })
        var summary = ReplaySummary()
        let showsLines = invocation.has(.diff) && !invocation.wantsJSON
        var lines = Table([
            .blank, .init(.columnDay), .init(.columnAmount, .number), .blank,
            .init(.columnDescription, cutTo: 10), .init(.columnCategory, cutTo: 12),
        ])
        let report = try access.workspace.replay(judge, applies: applies) { change in
            if invocation.wantsJSON { return try printJSON(change, console) }
            summary.add(change, words(of: change, console))
            guard showsLines else { return }
            lines.add([
                .text(change.home == .queue ? "  " + console.words(.columnPending) : "  "),
                .day(change.fact.made.day),
                .amount(change.fact.amount),
                .text(change.fact.amount.currency.code),
                .text(change.fact.description),
                .text(words(of: change, console), .doubtful),
            ])
        }
        if invocation.wantsJSON { return .done }
        if showsLines, report.entriesChanged + report.linesChanged > 0 { try console.table(lines) }
        if !showsLines { try summary.show(console) }
        try show(report, applied: applies, console)
        if invocation.isDryRun { console.narrate(.dryRunNothingChanged) }
        return .done
    }

    private static func show(
        _ report: ReplayReport, applied: Bool, _ console: Console
    ) throws {
        let changed = report.entriesChanged + report.linesChanged
        if changed == 0 {
            try console.line(.replayNothing)
        } else {
            try console.line(
                applied ? .replayDone : .replayTotals,
                ["entries": .count(report.entriesChanged), "lines": .count(report.linesChanged)])
            if !applied {
                console.narrate(.nextCommand, ["command": .text("kopiyka rules replay --apply")])
            }
        }
        if report.leftAlone > 0 {
            try console.line(.replayLeftAlone, ["count": .count(report.leftAlone)])
        }
        if report.inPairs > 0 {
            try console.line(.replayInPairs, ["count": .count(report.inPairs)])
        }
    }

    private static func printJSON(_ change: RuleChange, _ console: Console) throws {
        let fact = change.fact
        try console.json([
            "where": .string(change.home.rawValue), "key": .string(change.key.text),
            "date": .day(fact.made.day), "amount": .amount(fact.amount),
            "currency": .string(fact.amount.currency.code),
            "description": .string(fact.description), "from": .string(change.categoryBefore),
            "to": .string(change.categoryAfter),
            "splits": change.partsAfter == change.partsBefore
                ? nil : .array(change.partsAfter.map(\.json)), "payee": .ifAny(change.payee),
            "note": .ifAny(change.note), "tags": .ifAny(change.tags),
            "rule": change.rule.map { .string($0.subject) },
            "origin": change.rule.map { .string($0.origin) },
        ])
    }

    /// `Groceries → Coffee, #work`: the categories, and what is new beside them.
    private static func words(of change: RuleChange, _ console: Console) -> String {
        let added =
            (change.payee.isEmpty ? [] : ["«\(change.payee)»"]) + change.tags.map { "#" + $0 }
            + (change.note.isEmpty ? [] : [change.note])
        let names = categories(
            change.categoryBefore, change.partsBefore, change.categoryAfter, change.partsAfter,
            console)
        return ([names] + added).joined(separator: ", ")
    }

    /// `Groceries → Coffee + Pets`; one name when nothing changed but the rest.
    private static func categories(
        _ from: String, _ partsBefore: [Decision.Split], _ to: String,
        _ partsAfter: [Decision.Split], _ console: Console
    ) -> String {
        let names = [(from, partsBefore), (to, partsAfter)].map { category, parts in
            let keys = parts.isEmpty ? [category] : parts.map(\.category)
            return keys.map { $0.isEmpty ? "—" : console.categoryName($0) }
                .joined(separator: " + ")
        }
        let isSame = names[0] == names[1] && partsBefore == partsAfter
        return isSame ? names[1] : names[0] + " → " + names[1]
    }

    /// Changes by rule, with old and new values.
    private struct ReplaySummary {
        private struct Step: Hashable {
            let rule: String
            let origin: String
            let from: String
            let to: String
            let words: String
        }

        private var counts: [Step: Int] = [:]

        mutating func add(_ change: RuleChange, _ words: String) {
            let step = Step(
                rule: change.rule?.subject ?? "", origin: change.rule?.origin ?? "",
                from: change.categoryBefore, to: change.categoryAfter, words: words)
            counts[step, default: 0] += 1
        }

        func show(_ console: Console) throws {
            let steps = counts.sorted {
                ($0.key.origin, $0.key.rule, $1.value, $0.key.from, $0.key.to + $0.key.words)
                    < ($1.key.origin, $1.key.rule, $0.value, $1.key.from, $1.key.to + $1.key.words)
            }
            var shown: Step?
            for (step, count) in steps {
                if step.rule != shown?.rule || step.origin != shown?.origin {
                    try console.line(
                        step.origin.isEmpty
                            ? console.words(.replayNoRule)
                            : console.words(
                                .replayRule,
                                ["rule": .text(step.rule), "origin": .text(step.origin)]))
                }
                shown = step
                try console.line("  \(step.words)  \(count)")
            }
        }
    }
}

extension RuleFinding: HouseError {
    package var message: HouseMessage {
        HouseMessage(
            place: SourcePlace(file: file, line: line), kind: kind.rawValue,
            words: ErrorWords(
                "ruleFinding.\(kind.rawValue)",
                [
                    "rule": .text(rule),
                    "other": .text("«\(otherRule)» (\(otherFile):\(otherLine))"),
                ]), excerpt: example)
    }
}
