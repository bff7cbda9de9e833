import Facts
import Pending
import Reports
import Saving
import Scanning
import Workspaces

/// `kopiyka pending`: lines that wait for review, with suggestion and confidence.
enum PendingCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let access = try WorkspaceAccess.open(.reading, console)
        var filter = invocation.filter
        filter.accounts = try access.accounts(meantBy: filter.accounts)
        filter.categories = try filter.categories.map { try saidCategory($0, console.language) }
        let level = invocation[.level].flatMap { Suggestion.Level(rawValue: $0) }
        let isFlagged = invocation.has(.flagged)
        let limit = invocation.count(.limit) ?? .max
        var table = Self.table(console)
        var writer = ByteWriter(capacity: 1 << 16)
        var found = 0
        var isEmpty = true
        var failure: SavingError?
        let vanished = Dictionary(
            uniqueKeysWithValues: try access.workspace.vanishedHolds().map { ($0.key, $0) })
        try access.workspace.forEachQueueLine { line in
            isEmpty = false
            if let level, line.suggestion.level != level { return true }
            let vanished = vanished[line.key]
            if isFlagged, line.state == .new, vanished == nil { return true }
            guard filter.accepts(ReportRow(pending: line)) else { return true }
            found += 1
            if found > limit { return true }
            if invocation.wantsJSON {
                var line = line
                if let vanished { line.extra += vanished.member }
                line.append(to: &writer)
                writer.append("\n")
                guard writer.count > 1 << 15 else { return true }
                do throws(SavingError) { try console.raw(writer.bytes) } catch { failure = error }
                writer.removeAll()
                return failure == nil
            }
            table.add(Self.row(line, isVanished: vanished != nil, access.settings, console))
            return true
        }
        if let failure { throw failure }
        try console.raw(writer.bytes)
        if !invocation.wantsJSON {
            guard found > 0 else {
                try console.line(isEmpty ? .pendingEmpty : .pendingNoneSuch)
                return access.workspace.problems.isEmpty ? .done : .damaged
            }
            try console.table(table)
            try console.line(.pendingSummary, ["count": .count(found)])
            if found > limit {
                console.narrate(.linesCut, ["shown": .count(limit), "count": .count(found)])
            }
        }
        return access.workspace.problems.isEmpty ? .done : .damaged
    }

    private static func table(_ console: Console) -> Table {
        Table([
            .init(console.words(.columnDay)), .init(console.words(.columnAmount), .number),
            .init(console.words(.columnCurrency)),
            .init(console.words(.columnDescription), cutTo: 16),
            .init(console.words(.columnCategory), cutTo: 12),
            .init(console.words(.columnConfidence), .number), .init(console.words(.columnKey)),
        ])
    }

    private static func row(
        _ line: QueueLine, isVanished: Bool, _ settings: Settings, _ console: Console
    ) -> [Table.Cell] {
        let suggestion = line.suggestion
        let doubt: Tone = suggestion.level < .high ? .doubtful : .plain
        let word = isVanished ? .stateVanished : line.state.message
        let state = line.state == .new && !isVanished ? "" : " (" + console.words(word) + ")"
        let transfer =
            suggestion.transferTo.isEmpty
            ? "" : " ⇄ " + settings.shownName(of: suggestion.transferTo)
        return [
            Table.Cell(peopleText(of: line.fact.made.day, in: console.language)),
            Table.Cell(line.fact.amount, in: console.language),
            Table.Cell(line.fact.amount.currency.code),
            Table.Cell(line.fact.description + transfer + state),
            Table.Cell(
                suggestion.isDismissal
                    ? console.words(.explainDismissal)
                    : suggestion.category.isEmpty
                        ? "—" : categoryName(suggestion.category, in: console.language), doubt),
            Table.Cell(peopleText(permille: suggestion.permille, in: console.language), doubt),
            Table.Cell(line.key.text, .quiet),
        ]
    }
}

extension QueueLine.State {
    var message: Message {
        switch self {
        case .new: .stateNew
        case .ambiguous: .stateAmbiguous
        case .conflict: .stateConflict
        }
    }
}

extension ReportRow {
    /// A pending line for filters, with its suggested category.
    fileprivate init(pending line: QueueLine) {
        self.init(
            key: line.key, account: line.fact.account, day: line.fact.made.day,
            amount: line.fact.amount, category: line.decision?.category ?? line.suggestion.category,
            payee: line.decision?.payee ?? line.suggestion.payee, description: line.fact.description
        )
        tags = line.decision?.tags ?? line.suggestion.tags
        note = line.decision?.note ?? ""
        memo = line.fact.memo
        counterparty = line.fact.counterpartyName
    }
}
