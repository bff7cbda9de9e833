import Facts
import Pending

@testable import Reviewing

/// An invented line of the queue under a key of its own.
func waiting(
    _ number: Int, _ description: String, _ units: Int64 = -100, payee: String = "",
    category: String = "groceries", permille: Int = 970, currency: Currency = .uah,
    state: QueueLine.State = .new, account: String = "monobank-UAH", evidence: [Evidence] = [],
    related: [LineKey] = []
) -> QueueLine {
    let day = CalendarDate(daysSince1970: 20_000 + Int32(number % 7))
    var fact = StatementFact(
        account: account, made: CivilMoment(day: day, second: 0, offsetMinutes: 120),
        amount: Money(minorUnits: units, currency: currency))
    fact.description = description
    return QueueLine(
        key: LineKey(account: 1, day: day, rest: UInt64(number)), batch: 1, state: state,
        fact: fact,
        suggestion: Suggestion(
            category: category, permille: permille, evidence: evidence, payee: payee),
        related: related)
}

extension ReviewState {
    /// Presses keys as a front would, and lets every effect succeed.
    @discardableResult
    mutating func type(_ keys: String) -> [ReviewEffect] {
        var effects: [ReviewEffect] = []
        for key in keys {
            let pressed: ReviewKey =
                switch key {
                case "⏎": .enter
                case "⎋": .escape
                case "⌫": .backspace
                case "↓": .down
                case "↑": .up
                case "→": .right
                case "←": .left
                case "⇥": .tab
                default: .character(key)
                }
            if let effect = press(pressed) { effects.append(succeed(effect)) }
        }
        return effects
    }

    /// Does an effect as a workspace would that refuses nothing and learns nothing.
    mutating func succeed(_ effect: ReviewEffect) -> ReviewEffect {
        switch effect {
        case .decide(let choices, _):
            settle(
                .decided(
                    approved: choices.filter { $0.decision.verdict == .approve }.map(\.key),
                    dismissed: choices.filter {
                        [.dismiss, .same].contains($0.decision.verdict)
                    }.map(\.key),
                    refused: 0, renewed: []))
        case .undo: settle(.takenBack)
        case .redo: settle(.doneAgain)
        case .quit: break
        }
        return effect
    }

    var titles: [String] { groups.map(\.title) }
}

extension ReviewEffect {
    /// The decisions asked for; empty for the other effects.
    var choices: [KeyedChoice] {
        if case .decide(let choices, _) = self { choices } else { [] }
    }
}
