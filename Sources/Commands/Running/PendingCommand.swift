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
        let filter = try access.filter(invocation, console)
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
            guard filter.accepts(ReportRow(waiting: line, access.book)) else { return true }
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
            .init(.columnDay), .init(.columnAmount, .number), .init(.columnCurrency),
            .init(.columnDescription, cutTo: 16), .init(.columnCategory, cutTo: 12),
            .init(.columnConfidence, .number), .init(.columnKey),
        ])
    }

    private static func row(
        _ line: QueueLine, isVanished: Bool, _ settings: Settings, _ console: Console
    ) -> [Table.Cell] {
        let suggestion = line.suggestion
        let doubt: Tone = suggestion.level < .high ? .doubtful : .plain
        let word = isVanished ? Message.stateVanished.text : line.state.text
        let state = line.state == .new && !isVanished ? "" : " (" + word[console.language] + ")"
        let transfer =
            suggestion.transferTo.isEmpty
            ? "" : " ⇄ " + settings.shownName(of: suggestion.transferTo)
        return [
            .day(line.fact.made.day),
            .amount(line.fact.amount),
            .text(line.fact.amount.currency.code),
            .text(line.fact.description + transfer + state),
            .text(
                suggestion.isDismissal
                    ? console.words(.explainDismissal)
                    : suggestion.category.isEmpty
                        ? "—" : console.categoryName(suggestion.category), doubt),
            .share(suggestion.permille, doubt),
            .text(line.key.text, .quiet),
        ]
    }
}

extension QueueLine.State {
    fileprivate var text: Phrase { Phrase("state.\(rawValue)") }
}

extension ReportRow {
    /// A waiting line for filters, with what is suggested for it or written beside it.
    init(waiting line: QueueLine, _ book: AccountBook) {
        let (said, suggested) = (line.decision, line.suggestion)
        self.init(
            key: line.key, account: line.fact.account, day: line.fact.made.day,
            amount: line.fact.inCurrency(book.currency(of: line.fact.account)).amount,
            category: said?.category ?? suggested.category,
            payee: said?.payee ?? suggested.payee, description: line.fact.description)
        tags = said?.tags ?? suggested.tags
        splits = said?.splits ?? suggested.splits
        note = said?.note ?? ""
        memo = line.fact.memo
        counterparty = line.fact.counterpartyName
    }
}
