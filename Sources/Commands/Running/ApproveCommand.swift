import Facts
import Pending
import Scanning
import Workspaces

/// `kopiyka approve [KEY…] [--all | --level L | --min-confidence X]`: moves lines of the queue into
/// the ledger.
enum ApproveCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let keys = try lineKeys(invocation)
        let level = invocation[.level].flatMap { Suggestion.Level(rawValue: $0) }
        let permille = invocation.permille(.minConfidence)
        let wantsAll = invocation.has(.all)
        // Without arguments it carries out written decisions only.
        let fromHistory = invocation.has(.fromHistory)
        let isAlone =
            keys.isEmpty && !wantsAll && level == nil && permille == nil && !fromHistory
            && !invocation.hasFilter
        let access = try WorkspaceAccess.open(.writing, console)
        let lines = try FilteredLines(invocation, access, console)
        if isAlone { try verifyIsDecided(access) }
        let report: DecisionReport
        var left = 0
        if !keys.isEmpty {
            report = try access.workspace.approve(
                .keys(Set(keys)), isDryRun: invocation.isDryRun, learning: access.learning())
        } else {
            report = try access.workspace.approve(
                .all, isDryRun: invocation.isDryRun,
                learning: access.learning(
                    isAsked: wantsAll || isAlone || fromHistory || invocation.hasFilter),
                leavesVanished: !wantsAll && !isAlone && !fromHistory,
                where: { line in
                    if isAlone { return line.decision?.verdict != nil }
                    if wantsAll, line.decision?.verdict != nil { return true }
                    // Doubtful lines are decided one by one, by key.
                    guard line.state == .new, lines.has(line) else { return false }
                    if fromHistory, !line.hasRecord { return false }
                    if fromHistory, line.suggestion.hasRivalOtherSides {
                        left += 1
                        return false
                    }
                    if let level, line.suggestion.level < level { return false }
                    if let permille, line.suggestion.permille < permille { return false }
                    return true
                })
        }
        let code = try show(report, invocation, console)
        if left > 0 { console.narrate(.historyLeft, ["count": .count(left)], .doubtful) }
        return code
    }

    /// - Throws: a usage error when no line has a written decision.
    private static func verifyIsDecided(_ access: WorkspaceAccess) throws {
        var isDecided = false
        try access.workspace.forEachQueueLine { line in
            isDecided = line.decision?.verdict != nil
            return !isDecided
        }
        if isDecided { return }
        throw HouseMessage.usage("error.usage.nothing-to-approve")
    }

    /// Prints the result of a command, one line each, only once it is durable.
    ///
    /// Lines that a person selected by a filter or their history are only counted: nobody knows
    /// their keys.
    static func show(
        _ report: DecisionReport, _ invocation: Invocation, _ console: Console
    ) throws -> ExitCode {
        let isOfMany =
            switch invocation.command {
            case .approve: invocation.has(.fromHistory) || invocation.hasFilter
            case .dismiss: invocation.hasFilter
            default: false
            }
        // What would be done is shown line by line.
        let hasKeys = invocation.wantsJSON || invocation.isDryRun && !console.options.isQuiet
        if isOfMany, !hasKeys {
            try showTotals(report, console)
        } else {
            try acknowledge(report, invocation, console)
        }
        for key in report.unknown { console.report(.lineNotFound(key.text)) }
        for key in report.refused {
            console.report(HouseMessage("error.decision-refused", ["key": .text(key.text)]))
        }
        if report.isEmpty { console.narrate(.nothingToDo) }
        if invocation.isDryRun { console.narrate(.dryRunNothingChanged) }
        return report.unknown.isEmpty && report.refused.isEmpty ? .done : .needsPerson
    }

    private static func showTotals(_ report: DecisionReport, _ console: Console) throws {
        if console.options.isQuiet { return }
        let totals: [(Message, [LineKey])] = [
            (.approvedTotal, report.approved + report.revised),
            (.dismissedTotal, report.dismissed + report.removed),
        ]
        for (message, keys) in totals where !keys.isEmpty {
            try console.line(message, ["count": .count(keys.count)])
        }
    }

    private static func acknowledge(
        _ report: DecisionReport, _ invocation: Invocation, _ console: Console
    ) throws {
        var writer = ByteWriter(capacity: 1 << 16)
        let wantsJSON = invocation.wantsJSON
        func acknowledge(_ word: StaticString, _ key: LineKey) throws {
            if wantsJSON { writer.append("{\"") }
            writer.append(word)
            writer.append(wantsJSON ? "\":\"" : " ")
            QueueLine.append(key, to: &writer)
            writer.append(wantsJSON ? "\"}\n" : "\n")
            if writer.count >= 1 << 16 {
                try console.raw(writer.bytes)
                writer.removeAll()
            }
        }
        for key in report.approved { try acknowledge("approved", key) }
        let others: [(StaticString, [LineKey])] = [
            ("dismissed", report.dismissed), ("added", report.added), ("removed", report.removed),
            ("revised", report.revised), ("edited", report.edited),
            ("annotated", report.annotated),
        ]
        for (word, keys) in others { for key in keys { try acknowledge(word, key) } }
        try console.raw(writer.bytes)
        if !report.approved.isEmpty {
            console.narrate(.approvedTotal, ["count": .count(report.approved.count)])
        }
        if !report.dismissed.isEmpty {
            console.narrate(.dismissedTotal, ["count": .count(report.dismissed.count)])
        }
    }
}

/// `kopiyka dismiss KEY…`: lines that must not come back.
enum DismissCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let keys = try lineKeys(invocation)
        let access = try WorkspaceAccess.open(.writing, console)
        let lines = try FilteredLines(invocation, access, console)
        let report = try access.workspace.dismiss(
            invocation.hasFilter ? .all : .keys(Set(keys)), isDryRun: invocation.isDryRun,
            learning: access.learning(), where: { !invocation.hasFilter || lines.has($0) })
        return try ApproveCommand.show(report, invocation, console)
    }
}

/// The operands as keys.
///
/// - Throws: a usage error for an operand that is not a key.
private func lineKeys(_ invocation: Invocation) throws -> [LineKey] {
    try invocation.operands.map { operand in
        guard let key = LineKey(text: operand) else {
            throw HouseMessage.usage("error.usage.not-a-key", ["operand": .text(operand)])
        }
        return key
    }
}
