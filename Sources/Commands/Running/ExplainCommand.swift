import Categorizing
import Facts
import Pending
import Scanning

/// `kopiyka explain TEXT`: what a description would be filed under, and because of what.
enum ExplainCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let text = invocation.operands.joined(separator: " ")
        let currency = invocation.currency(.currency) ?? .uah
        let query = CategorizerQuery(
            text: text, mcc: invocation.merchantCode(.mcc) ?? 0,
            amount: invocation.amount(.amount, in: currency),
            country: invocation[.country] ?? "UA", currency: currency)
        let suggestion = try workspaceCategorizer(console).suggest(query)
        if invocation.wantsJSON {
            var writer = ByteWriter()
            writer.append("{\"descriptor\":")
            writer.append(jsonString: text)
            writer.append(",\"suggestion\":")
            SuggestionJSON.append(suggestion, to: &writer)
            writer.append("}\n")
            try console.raw(writer.bytes)
            return .done
        }
        try show(suggestion, of: text, console)
        return .done
    }

    private static func show(
        _ suggestion: Suggestion, of text: String, _ console: Console
    ) throws {
        try console.line(text)
        guard !suggestion.category.isEmpty else {
            try console.line("  " + console.say(.explainNothing), .doubtful)
            return
        }
        let name = categoryName(suggestion.category, in: console.language)
        let confidence = peopleText(permille: suggestion.permille, in: console.language)
        let level = console.say(suggestion.level.message)
        try console.line("  \(name) · \(suggestion.category) · \(confidence) · \(level)")
        if !suggestion.payee.isEmpty {
            try console.line("  " + console.say(.columnPayee) + ": " + suggestion.payee)
        }
        var reasons = Table([.init(""), .init(""), .init(""), .init("")])
        for evidence in suggestion.evidence {
            let weak = evidence.isWeak ? " " + console.say(.explainWeak) : ""
            reasons.add([
                Table.Cell("  " + console.say(evidence.source.message)),
                Table.Cell(evidence.subject),
                Table.Cell(
                    evidence.category.isEmpty
                        ? "" : "→ " + categoryName(evidence.category, in: console.language) + weak),
                Table.Cell(evidence.origin, .quiet),
            ])
        }
        try console.table(reasons)
    }
}

extension Suggestion.Level {
    var message: Message {
        switch self {
        case .certain: .levelCertain
        case .high: .levelHigh
        case .medium: .levelMedium
        case .low: .levelLow
        case .unknown: .levelUnknown
        }
    }
}

extension Evidence.Source {
    var message: Message {
        switch self {
        case .rule: .evidenceRule
        case .memory: .evidenceMemory
        case .counterparty: .evidenceCounterparty
        case .brand: .evidenceBrand
        case .phrase: .evidencePhrase
        case .processor: .evidenceProcessor
        case .keyword: .evidenceKeyword
        case .mcc: .evidenceMCC
        case .bankCategory: .evidenceBankCategory
        case .sign: .evidenceSign
        case .shape: .evidenceShape
        }
    }
}
