import Categorizing
import Facts
import Planning
import Reviewing
import Scanning
import Workspaces

private let titlesShown = 3

/// The text of a notice.
///
/// - Parameter name: of a category.
func noticeWords(_ notice: ReviewState.Notice, _ name: (String) -> String) -> Phrase {
    let of = { (message: ReviewMessage, count: Int) in message.with(["count": .count(count)]) }
    return switch notice {
    case .approved(let filing):
        (filing.otherLines == 0 ? ReviewMessage.didFile : .didFileOthers).with([
            "title": .text(filing.title),
            "category": filing.category.isEmpty ? "…" : .text(name(filing.category)),
            "count": .count(filing.lines), "others": .count(filing.otherLines),
            "titles": .text(
                filing.otherTitles.prefix(titlesShown).joined(separator: ", ")
                    + (filing.otherTitles.count > titlesShown ? ", …" : "")),
        ])
    case .dismissed(let count): of(.didDismiss, count)
    case .joined(let count): of(.didJoin, count)
    case .edited(let count): of(.didEdit, count)
    case .ruleMade(let count):
        of(.didMakeRule, count).with(["file": .text(Workspace.madeRulesFile)])
    case .refused(let count): of(.wasRefused, count)
    case .undone: ReviewMessage.wasUndone.text
    case .redone: ReviewMessage.wasRedone.text
    case .nothingToUndo: ReviewMessage.noUndo.text
    case .nothingToRedo: ReviewMessage.noRedo.text
    case .notFound(let text): ReviewMessage.notFound.with(["text": .text(text)])
    case .nothingCertain: ReviewMessage.nothingCertain.text
    case .nothingShown: ReviewMessage.nothingShown.text
    case .oneRowOnly: ReviewMessage.oneRowOnly.text
    case .noOtherAccount: ReviewMessage.noOtherAccount.text
    case .noCommonWords: ReviewMessage.noCommonWords.text
    case .reloaded(let lost, let fact?, _):
        of(.reloadedLost, lost).with([
            "day": .day(fact.made.day), "amount": .amount(fact.amount),
            "text": .text(fact.description),
        ])
    case .reloaded(_, nil, let isDone):
        (isDone ? ReviewMessage.reloadedDone : .reloaded).text
    }
}

/// Why a typed split is malformed.
func faultWords(_ fault: SplitText.Fault) -> Phrase {
    switch fault {
    case .empty: ReviewMessage.faultEmpty.text
    case .categoryUnknown(let unknown): unknownCategoryWords(unknown)
    case .amountInvalid(let text): ReviewMessage.faultAmount.with(["text": .text(text)])
    case .twoRests: ReviewMessage.faultTwoRests.text
    case .doesNotSum(let off): ReviewMessage.faultSum.with(["amount": .amount(off)])
    }
}

/// No category has this name, with the nearest ones.
func unknownCategoryWords(_ unknown: CategoryUnknown) -> Phrase {
    let message: ReviewMessage = unknown.near.isEmpty ? .faultCategory : .faultCategoryNear
    return message.with([
        "text": .text(unknown.typed),
        "near": .list(unknown.nearNames.map { .text($0) }),
    ])
}

/// One reason of a suggestion: `brand АТБ`. An empty memory is said explicitly.
///
/// - Parameters:
///   - text: the bank's words that the evidence is about.
///   - name: of a category.
func evidenceWords(
    _ evidence: Evidence, of text: String, in language: Language, _ name: (String) -> String
) -> String {
    let words = evidenceSubject(evidence, of: text, in: language, name)
    return evidenceName(evidence, in: language) + (words.isEmpty ? "" : " " + words)
}

/// The kind of reason.
func evidenceName(_ evidence: Evidence, in language: Language) -> String {
    let name =
        evidence.saysNothingBefore
        ? ReviewMessage.seenFirst.text : Phrase("evidence.\(evidence.source.rawValue)")
    return name[language]
}

/// The matched words in the person's terms: words of the bank, names of merchants and categories;
/// no internal keys.
func evidenceSubject(
    _ evidence: Evidence, of text: String, in language: Language, _ name: (String) -> String
) -> String {
    if evidence.saysNothingBefore { return "" }
    guard evidence.source == .habit else {
        return evidence.source == .transfer
            ? evidence.subject(in: language) : evidence.spelled(in: text)
    }
    // `brand NAME`, `brand NAME as KEY`, `category KEY`, `keyword STEM`, `mcc CODE`, `name WORDS`.
    guard let blank = evidence.subject.firstIndex(of: " ") else { return evidence.subject }
    let rest = String(evidence.subject[evidence.subject.index(after: blank)...])
    switch evidence.subject[..<blank] {
    case "category": return name(rest)
    case "keyword":
        return Evidence(source: .keyword, subject: rest).spelled(in: text)
    case "mcc": return "MCC " + rest
    case "name": return Evidence(source: .memory, subject: rest).spelled(in: text)
    default:
        guard let sign = rest.firstRange(of: SubjectKey.asCategory) else { return rest }
        return rest[..<sign.lowerBound] + " · "
            + name(String(rest[sign.upperBound...]))
    }
}

extension Evidence {
    /// There are no earlier decisions about such lines.
    fileprivate var saysNothingBefore: Bool { source == .memory && subject == "0" }
}

/// The payment that a line seems to be.
func expectedWords(_ payment: ReviewContext.ExpectedPayment) -> Phrase {
    ReviewMessage.isExpected.with([
        "name": .text(payment.name), "day": .day(payment.day), "amount": .money(payment.amount),
        "every": .phrase(Cadence(rawValue: payment.every)?.word ?? Phrase(same: payment.every)),
    ])
}

/// The question about a hold.
func vanishedWords(_ witness: VanishedHold.Witness) -> Phrase {
    switch witness {
    case .file(let name): ReviewMessage.vanishedAsks.with(["file": .text(name)])
    case .balances: ReviewMessage.balancesPassAsks.text
    case .oneOfSeveral: ReviewMessage.oneOfHoldsAsks.text
    }
}

extension VanishedHold {
    /// JSON member of a queue line: `,"vanished":{"file":"march.csv"}`.
    var member: [UInt8] {
        let witness: JSONValue =
            switch witness {
            case .file(let name): ["file": .string(name)]
            case .balances: ["balances": .bool(true)]
            case .oneOfSeveral: ["balances": .bool(true), "one_of_several": .bool(true)]
            }
        var writer = ByteWriter()
        writer.append(",\"vanished\":")
        witness.append(to: &writer)
        return writer.bytes
    }
}

extension Console {
    private static let keysShown = 5

    /// Lists holds that the bank no longer shows.
    func narrate(_ vanished: [VanishedHold]) {
        guard !vanished.isEmpty else { return }
        let shown = vanished.prefix(Self.keysShown).map(\.key.text).joined(separator: ", ")
        narrate(
            .holdsVanished,
            [
                "count": .count(vanished.count),
                "keys": .text(vanished.count > Self.keysShown ? shown + ", …" : shown),
            ], .doubtful)
    }
}

/// The question about the scope of a new rule.
func ruleQuestion(_ scope: RuleDraft.Scope) -> ReviewMessage {
    switch scope {
    case .words: .askRule
    case .description: .askRuleDescription
    case .counterparty: .askRuleCounterparty
    }
}

/// The size of an amount with its currency.
func sizeWords(_ amount: Money, _ language: Language) -> String {
    peopleText(of: amount.isNegative ? amount.negated : amount, in: language) + " "
        + amount.currency.code
}

extension ReviewState.Prompt {
    /// The rule being made may be about something else than words.
    var hasScopes: Bool {
        if case .rule(let draft) = question { draft.hasScopes } else { false }
    }
}
