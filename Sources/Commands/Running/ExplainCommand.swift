import Categorizing
import Facts
import Ledger
import Pending
import Importing
import Reports
import Scanning
import Workspaces

/// `kopiyka explain TEXT`: the suggestion for a description, and its reasons.
enum ExplainCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let text = invocation.operands.joined(separator: " ")
        if let key = try lineKey(text, invocation, console) {
            return try explain(key, invocation, console)
        }
        let currency = invocation.currency(.currency) ?? .uah
        let query = CategorizerQuery(
            text: text, mcc: invocation.merchantCode(.mcc) ?? 0,
            amount: invocation.amount(.amount, in: currency),
            country: invocation[.country] ?? "UA", currency: currency)
        let (categorizer, memory, access) = try workspaceCategorizer(console)
        let suggestion = categorizer.suggest(query, memory: memory)
        let rests = categorizer.withoutEach(of: suggestion, query)
        try show(suggestion, access, rests, of: text, invocation, console) { rule in
            try Self.categorizer(without: rule, console).suggest(query, memory: memory)
        }
        return .done
    }

    /// A whole key, or its end as `list --keys` prints it; anything shorter may be a bank's words.
    private static func lineKey(
        _ text: String, _ invocation: Invocation, _ console: Console
    ) throws -> LineKey? {
        if let key = LineKey(text: text) { return key }
        guard text.utf8.count == printedKeyBytes, text.allSatisfy(\.isHexDigit),
            WorkspaceAccess.folder(console) != nil
        else { return nil }
        let access = try WorkspaceAccess.open(.reading, console)
        return switch try access.workspace.line(named: text) {
        case .one(let line): line.key
        case .none: nil
        case .several(let keys): throw HouseMessage.keyNotUnique(text, keys)
        }
    }

    private static let printedKeyBytes = 16

    /// The workspace's categorizer without this user rule.
    private static func categorizer(
        without rule: Evidence, _ console: Console
    ) throws -> Categorizer {
        guard let folder = WorkspaceAccess.folder(console) else { return Categorizer() }
        let paths = WorkspacePaths(folder)
        let categories = try categoryFile(of: paths).table
        return Categorizer(
            userRules: try ruleFiles(of: paths, categories, Settings(at: paths)).map {
                $0.without(rule.origin)
            },
            categories: categories)
    }

    /// A waiting line with its suggestion, including a transfer that only other lines show.
    private static func explain(
        _ key: LineKey, _ invocation: Invocation, _ console: Console
    ) throws -> ExitCode {
        let access = try WorkspaceAccess.open(.reading, console)
        var found: QueueLine?
        try access.workspace.forEachQueueLine { line in
            if line.key == key { found = line }
            return found == nil
        }
        if let line = found {
            if line.fact.isHold { try askAboutHold(key, access, console) }
            let rests = try access.learning().withoutEach(line.fact, line.suggestion)
            try show(line.suggestion, access, rests, of: line.fact.description, invocation, console)
            {
                rule in
                try proposal(
                    for: line.fact, key, line.decision, without: rule, access, console)
            }
        } else {
            guard let entry = try access.workspace.line(key) else {
                throw HouseMessage.lineNotFound(key.text)
            }
            if entry.fact.isHold { try askAboutHold(key, access, console) }
            try show(entry, access, invocation, console)
        }
        return .done
    }

    /// Explains the question about a hold, if there is one.
    private static func askAboutHold(
        _ key: LineKey, _ access: WorkspaceAccess, _ console: Console
    ) throws {
        for hold in try access.workspace.vanishedHolds() where hold.key == key {
            console.narrate(text: vanishedWords(hold.witness)[console.language], .doubtful)
        }
    }

    /// An entry: its category, and today's suggestion for it.
    private static func show(
        _ entry: NamedLine, _ access: WorkspaceAccess, _ invocation: Invocation, _ console: Console
    ) throws {
        let learning = try access.learning()
        let suggestion = try access.proposal(learning, for: entry.fact, entry.key, nil)
        let rests = learning.withoutEach(entry.fact, suggestion)
        if !invocation.wantsJSON {
            let confidence = peopleText(permille: entry.said.permille, in: console.language)
            let filed = console.words(
                entry.said.isByPerson ? .explainFiledByPerson : .explainFiled,
                [
                    "category": .text(
                        entry.said.category.isEmpty
                            ? "–" : console.categoryName(entry.said.category)),
                    "confidence": .text(confidence),
                ])
            try console.line(filed)
            if entry.otherSide == nil, access.settings.keepsCash(of: entry.said, entry.fact) {
                let key: [String: Template.Value] = ["key": .text(entry.key.text)]
                try console.line("  " + console.words(.explainNoOtherSide, key), .doubtful)
            }
            try showPurchase(of: entry, access, console)
        }
        try show(suggestion, access, rests, of: entry.fact.description, invocation, console) {
            rule in
            try proposal(for: entry.fact, entry.key, nil, without: rule, access, console)
        }
    }

    /// The purchase that a refund gives back, with its key.
    private static func showPurchase(
        of entry: NamedLine, _ access: WorkspaceAccess, _ console: Console
    ) throws {
        var filter = LineFilter(console.categories.tree)
        filter.from = entry.fact.made.day
        filter.to = entry.fact.made.day
        guard let purchase = try access.purchases(filter)[entry.key] else { return }
        try console.line(
            "  "
                + console.words(
                    .explainRefundOf,
                    [
                        "payee": .text(purchase.payee), "day": .day(purchase.day),
                        "amount": .text(peopleText(of: purchase.amount, in: console.language)),
                        "currency": .text(purchase.amount.currency.code),
                        "key": .text(purchase.key.text),
                    ]))
    }

    private static func proposal(
        for fact: StatementFact, _ key: LineKey, _ decision: Decision?, without rule: Evidence,
        _ access: WorkspaceAccess, _ console: Console
    ) throws -> Suggestion {
        let learning = Learning(
            by: try categorizer(without: rule, console), country: access.country)
        return try access.proposal(learning, for: fact, key, decision)
    }

    /// - Parameter otherwise: the suggestion without the user rule, because a rule stops further
    ///   evaluation.
    private static func show(
        _ concluded: Suggestion, _ access: WorkspaceAccess?, _ rests: [Counterfactual],
        of text: String, _ invocation: Invocation, _ console: Console,
        otherwise: (Evidence) throws -> Suggestion
    ) throws {
        let suggestion = try access.map { try withFiles(concluded, $0) } ?? concluded
        if invocation.wantsJSON {
            var writer = ByteWriter()
            writer.append("{\"descriptor\":")
            writer.append(jsonString: text)
            writer.append(",\"suggestion\":")
            SuggestionJSON.append(suggestion, to: &writer)
            writer.append("}\n")
            return try console.raw(writer.bytes)
        }
        try console.line(text)
        if suggestion.isDismissal {
            try console.line("  " + console.words(.explainDismissal))
        } else if suggestion.category.isEmpty {
            return try console.line("  " + console.words(.explainNothing), .doubtful)
        } else {
            let name = console.categoryName(suggestion.category)
            let confidence = peopleText(permille: suggestion.permille, in: console.language)
            let level = suggestion.level.text[console.language]
            try console.line("  \(name) · \(suggestion.category) · \(confidence) · \(level)")
        }
        for split in suggestion.splits {
            let name = console.categoryName(split.category)
            let amount = peopleText(of: split.amount, in: console.language)
            try console.line("  \(amount) \(split.amount.currency.code) · \(name) \(split.note)")
        }
        if !suggestion.payee.isEmpty {
            try console.line("  " + console.words(.columnPayee) + ": " + suggestion.payee)
        }
        var reasons = Table([.blank, .blank, .blank, .blank])
        for evidence in suggestion.evidence {
            let weak = evidence.isWeak ? " " + console.words(.explainWeak) : ""
            reasons.add([
                .text("  " + evidenceName(evidence, in: console.language)),
                .text(subject(of: evidence, in: text, console)),
                .text(
                    evidence.category.isEmpty
                        ? "" : "→ " + console.categoryName(evidence.category) + weak),
                .text(evidence.origin, .quiet),
            ])
        }
        try console.table(reasons)
        for rest in rests {
            if rest.missing.source == .rule {
                let other = try otherwise(rest.missing)
                try show(other.category, other.permille, without: rest.missing, of: text, console)
            } else {
                try show(rest.category, rest.permille, without: rest.missing, of: text, console)
            }
        }
    }

    /// Names the files that decisions were learned from as their origin.
    private static func withFiles(
        _ suggestion: Suggestion, _ access: WorkspaceAccess
    ) throws -> Suggestion {
        var named = suggestion
        for index in named.evidence.indices {
            let evidence = named.evidence[index]
            switch evidence.source {
            case .memory, .counterparty, .habit, .words:
                named.evidence[index].origin = try access.workspace.filesTeaching(
                    evidence.subject
                ).joined(separator: ", ")
            default: break
            }
        }
        return named
    }

    /// For memory also the counts, `Сільпо · 7/7`, what separates several categories, and doubts.
    private static func subject(
        of evidence: Evidence, in text: String, _ console: Console
    ) -> String {
        let subject = evidenceSubject(
            evidence, of: text, in: console.language, console.categoryName)
        let isMemory = [.memory, .counterparty, .habit, .words].contains(evidence.source)
        let words = evidence.how.split(separator: " ")
        guard isMemory, let count = words.last, count.contains("/") else {
            return words.contains("many")
                ? subject + " · " + console.words(.explainSellsMany) : subject
        }
        let remarks: [(how: String, says: Message)] = [
            ("amount", .explainByAmount), ("amounts", .explainByAmount),
            ("account", .explainByAccount), ("turned", .explainByLatest),
            ("moved", .explainByLatest), ("far", .explainOtherAmount),
            ("again", .explainAskedAgain),
        ]
        let said = remarks.filter { words.contains($0.how[...]) }.map { console.words($0.says) }
        return ([subject, String(count)] + said).joined(separator: " · ")
    }

    private static func show(
        _ category: String, _ permille: Int, without evidence: Evidence, of text: String,
        _ console: Console
    ) throws {
        let reason = evidenceWords(evidence, of: text, in: console.language, console.categoryName)
        let words = console.words(.explainWithout, ["reason": .text(reason)])
        guard !category.isEmpty else {
            return try console.line(
                "  " + words + " " + console.words(.explainWithoutNothing), .quiet)
        }
        let name = console.categoryName(category)
        let confidence = peopleText(permille: permille, in: console.language)
        try console.line("  \(words) \(name) · \(confidence)", .quiet)
    }
}

extension Suggestion.Level {
    var text: Phrase { Phrase("level.\(rawValue)") }
}
