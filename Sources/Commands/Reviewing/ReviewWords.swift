import Categorizing
import Facts
import Reviewing
import Scanning
import Workspaces

private let titlesShown = 3

/// The text of a notice.
func noticeWords(_ notice: ReviewState.Notice, in language: Language) -> String {
    func words(_ message: ReviewMessage, _ values: [String: Template.Value] = [:]) -> String {
        message.text.filled(language, values)
    }
    return switch notice {
    case .approved(let filing):
        words(
            filing.otherLines == 0 ? .didFile : .didFileOthers,
            [
                "title": .text(filing.title),
                "category": .text(
                    filing.category.isEmpty ? "…" : categoryName(filing.category, in: language)),
                "count": .count(filing.lines), "others": .count(filing.otherLines),
                "titles": .text(
                    filing.otherTitles.prefix(titlesShown).joined(separator: ", ")
                        + (filing.otherTitles.count > titlesShown ? ", …" : "")),
            ])
    case .dismissed(let count): words(.didDismiss, ["count": .count(count)])
    case .edited(let count): words(.didEdit, ["count": .count(count)])
    case .ruleMade(let count):
        words(.didMakeRule, ["count": .count(count), "file": .text(Workspace.madeRulesFile)])
    case .refused(let count): words(.wasRefused, ["count": .count(count)])
    case .undone: words(.wasUndone)
    case .redone: words(.wasRedone)
    case .nothingToUndo: words(.noUndo)
    case .nothingToRedo: words(.noRedo)
    case .notFound(let text): words(.notFound, ["text": .text(text)])
    case .nothingCertain: words(.nothingCertain)
    case .nothingShown: words(.nothingShown)
    case .oneRowOnly: words(.oneRowOnly)
    case .noOtherAccount: words(.noOtherAccount)
    case .noCommonWords: words(.noCommonWords)
    case .readAnew(let lost, let fact, let isDone):
        if let fact {
            words(
                .readAnewLost,
                [
                    "count": .count(lost),
                    "day": .text(peopleText(of: fact.made.day, in: language)),
                    "amount": .text(peopleText(of: fact.amount, in: language)),
                    "text": .text(fact.description),
                ])
        } else {
            words(isDone ? .readAnewDone : .readAnew)
        }
    }
}

/// Why a typed split is malformed.
func faultWords(_ fault: SplitText.Fault, in language: Language) -> String {
    func words(_ message: ReviewMessage, _ values: [String: Template.Value] = [:]) -> String {
        message.text.filled(language, values)
    }
    return switch fault {
    case .empty: words(.faultEmpty)
    case .categoryUnknown(let unknown): unknownCategoryWords(unknown, in: language)
    case .amountInvalid(let text): words(.faultAmount, ["text": .text(text)])
    case .twoRests: words(.faultTwoRests)
    case .doesNotSum(let off):
        words(.faultSum, ["amount": .text(peopleText(of: off, in: language))])
    }
}

/// No category has this name, with the nearest ones.
func unknownCategoryWords(_ unknown: CategoryUnknown, in language: Language) -> String {
    let near = unknown.near.map { categoryName($0, in: language) }.joined(separator: ", ")
    let message: ReviewMessage = near.isEmpty ? .faultCategory : .faultCategoryNear
    return message.text.filled(
        language, ["text": .text(unknown.typed), "near": .text(near)])
}

/// One reason of a suggestion: `brand АТБ`. An empty memory is said explicitly.
///
/// - Parameter text: the bank's words that the evidence is about.
func evidenceWords(_ evidence: Evidence, of text: String, in language: Language) -> String {
    let words = evidenceSubject(evidence, of: text, in: language)
    return evidenceName(evidence, in: language) + (words.isEmpty ? "" : " " + words)
}

/// The kind of reason.
func evidenceName(_ evidence: Evidence, in language: Language) -> String {
    evidence.saysNothingBefore
        ? ReviewMessage.seenFirst.text[language] : evidence.source.message.text[language]
}

/// What matched, in the person's terms: words of the bank, names of merchants and categories; no
/// internal keys.
func evidenceSubject(_ evidence: Evidence, of text: String, in language: Language) -> String {
    if evidence.saysNothingBefore { return "" }
    guard evidence.source == .habit else {
        return evidence.source == .transfer
            ? evidence.subject(in: language) : evidence.spelled(in: text)
    }
    // `brand NAME`, `brand NAME as KEY`, `category KEY`, `keyword STEM`, `mcc CODE`.
    guard let blank = evidence.subject.firstIndex(of: " ") else { return evidence.subject }
    let rest = String(evidence.subject[evidence.subject.index(after: blank)...])
    switch evidence.subject[..<blank] {
    case "category": return categoryName(rest, in: language)
    case "keyword":
        return Evidence(source: .keyword, subject: rest).spelled(in: text)
    case "mcc": return "MCC " + rest
    default:
        guard let sign = rest.firstRange(of: SubjectKey.asCategory) else { return rest }
        return rest[..<sign.lowerBound] + " · "
            + categoryName(String(rest[sign.upperBound...]), in: language)
    }
}

extension Evidence {
    /// There are no earlier decisions about such lines.
    fileprivate var saysNothingBefore: Bool { source == .memory && subject == "0" }
}

/// The question about a hold.
func vanishedWords(_ witness: VanishedHold.Witness, in language: Language) -> String {
    switch witness {
    case .file(let name):
        ReviewMessage.vanishedAsks.text.filled(language, ["file": .text(name)])
    case .balances: ReviewMessage.balancesPassAsks.text[language]
    case .oneOfSeveral: ReviewMessage.oneOfHoldsAsks.text[language]
    }
}

extension VanishedHold {
    /// JSON member of a queue line: `,"vanished":{"file":"march.csv"}`.
    var member: [UInt8] {
        var writer = ByteWriter()
        writer.append(",\"vanished\":{")
        switch witness {
        case .file(let name):
            writer.append("\"file\":")
            writer.append(jsonString: name)
        case .balances: writer.append("\"balances\":true")
        case .oneOfSeveral: writer.append("\"balances\":true,\"one_of_several\":true")
        }
        writer.append("}")
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
