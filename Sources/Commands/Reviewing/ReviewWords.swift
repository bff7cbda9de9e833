import Facts
import Reviewing
import Workspaces

/// What happened, for the person who did it.
func noticeWords(_ notice: ReviewState.Notice, in language: Language) -> String {
    func say(_ message: ReviewMessage, _ values: [String: Template.Value] = [:]) -> String {
        message.text.filled(language, values)
    }
    return switch notice {
    case .approved(let count): say(.didApprove, ["count": .count(count)])
    case .answered(let title, let category, let count):
        say(
            .didAnswer,
            [
                "title": .text(title), "category": .text(categoryName(category, in: language)),
                "count": .count(count),
            ])
    case .dismissed(let count): say(.didDismiss, ["count": .count(count)])
    case .edited(let count): say(.didEdit, ["count": .count(count)])
    case .ruleMade(let count):
        say(.didMakeRule, ["count": .count(count), "file": .text(Workspace.madeRulesFile)])
    case .refused(let count): say(.wasRefused, ["count": .count(count)])
    case .undone: say(.wasUndone)
    case .redone: say(.wasRedone)
    case .nothingToUndo: say(.noUndo)
    case .nothingToRedo: say(.noRedo)
    case .notFound(let text): say(.notFound, ["text": .text(text)])
    case .nothingCertain: say(.nothingCertain)
    case .nothingShown: say(.nothingShown)
    case .oneRowOnly: say(.oneRowOnly)
    case .noOtherAccount: say(.noOtherAccount)
    case .noCommonWords: say(.noCommonWords)
    case .readAnew(let lost, let fact, let isDone):
        if let fact {
            say(
                .readAnewLost,
                [
                    "count": .count(lost),
                    "day": .text(peopleText(of: fact.made.day, in: language)),
                    "amount": .text(peopleText(of: fact.amount, in: language)),
                    "text": .text(fact.description),
                ])
        } else {
            say(isDone ? .readAnewDone : .readAnew)
        }
    }
}

/// Why a typed split is none.
func faultWords(_ fault: SplitText.Fault, in language: Language) -> String {
    func say(_ message: ReviewMessage, _ values: [String: Template.Value] = [:]) -> String {
        message.text.filled(language, values)
    }
    return switch fault {
    case .empty: say(.faultEmpty)
    case .categoryUnknown(let text): say(.faultCategory, ["text": .text(text)])
    case .amountInvalid(let text): say(.faultAmount, ["text": .text(text)])
    case .twoRests: say(.faultTwoRests)
    case .doesNotSum(let off):
        say(.faultSum, ["amount": .text(peopleText(of: off, in: language))])
    }
}

/// One reason of a suggestion: `brand АТБ`. A memory of nothing is said as that.
func evidenceWords(_ evidence: Evidence, in language: Language) -> String {
    evidence.source == .memory && evidence.subject == "0"
        ? ReviewMessage.seenFirst.text[language]
        : evidence.source.message.text[language] + " " + evidence.subject(in: language)
}
