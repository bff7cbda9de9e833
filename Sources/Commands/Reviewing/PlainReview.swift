import Categorizing
import Facts
import Pending
import Reviewing
import Saving
import Scanning
import Workspaces

/// The review line by line: shows a group, asks, and carries out each answer immediately. For
/// screen readers, slow lines and scripts.
struct PlainReview: ~Copyable {
    private var state: ReviewState
    private let desk: ReviewDesk
    private let console: Console
    private var input = LineInput()
    private let groupsAtStart: Int

    /// Lines of a group shown before "and n more".
    private static let linesShown = 5
    private static let optionsShown = 9

    init(_ state: ReviewState, _ desk: ReviewDesk, _ console: Console) {
        self.state = state
        self.desk = desk
        self.console = console
        groupsAtStart = state.groups.count
    }

    /// Runs until all groups were seen, the person quits or the input ends, and returns the final
    /// state.
    consuming func run() throws -> ReviewState {
        var isShown = false
        while let group = state.current {
            if !isShown {
                try lookAround()
                try show(group)
            }
            isShown = true
            try ask(
                console.words(
                    group.weakest.vanished != nil
                        ? .plainVanished
                        : group.state != .new
                            ? .plainDoubt : group.isTransfer ? .plainTransfer : .plainAsk))
            guard let text = try input.nextAnswer() else { break }
            switch try answer(text) {
            case .leave: return state
            case .stay: break
            case .moved: isShown = false
            case .skip:
                if state.row == nil, state.cursor + 1 >= state.groups.count { return state }
                _ = state.perform(.move(by: 1))
                isShown = false
            }
            // Skipped groups are not asked about again.
            if state.isPassed { return state }
        }
        return state
    }

    private enum Reaction { case stay, moved, skip, leave }

    private mutating func lookAround() throws {
        guard let item = state.subject.first, state.context?.subject != item.key else { return }
        state.context = try desk.context(of: item, in: state)
    }

    // MARK: Answers

    private mutating func answer(_ text: String) throws -> Reaction {
        let typed = text.split(separator: " ").joined(separator: " ")
        let word = typed.split(separator: " ").first.map { $0.lowercased() } ?? ""
        let rest = typed.dropFirst(word.count).drop { $0 == " " }
        let said = String(rest)
        try lookAround()
        switch word {
        case _ where word.isEmpty || isYes(word):
            guard state.subject.contains(where: { $0.category.isEmpty && !$0.isDismissal }) else {
                return try perform(.approve(category: nil))
            }
            return try approveChosen("")
        case "c", "к": return try approveChosen(said)
        case "a", "ч": return try perform(.approveCertain)
        case "s", "п": return .skip
        case "d", "в": return try perform(.dismiss)
        case "u", "с": return try perform(.undo)
        case "redo", "ще": return try perform(.redo)
        case "rows", "рядки": return try perform(.open)
        case "group", "група": return try perform(.close)
        case "payee", "отр": return try perform(.setPayee(said))
        case "note", "нот": return try perform(.setNote(said))
        case "tags", "мітки": return try perform(.setTags(ReviewState.tags(of: said)))
        case "split", "поділ": return try split(said)
        case "to", "рах": return try transfer(said)
        case "n", "н":
            if state.current?.isTransfer == true { return try perform(.transfer(.noTransfer)) }
            try console.line(.reviewUnknownAnswer, ["answer": .text(typed)], .doubtful)
            return .stay
        case "always", "завжди": return try always(said)
        case "why", "чому":
            try explain()
            return .stay
        case "only", "лише": return try perform(.filter(said))
        case "find", "знайти": return try perform(.find(said))
        case "order", "лад": return try perform(.nextOrder)
        case "?", "h", "help", "довідка":
            try console.line(console.words(.plainHelp))
            return .stay
        case "q", "й", "quit", "вийти": return .leave
        default:
            if let digit = Int(word), state.choices.indices.contains(digit - 1) {
                return try perform(.approve(category: state.choices[digit - 1]))
            }
            try console.line(.reviewUnknownAnswer, ["answer": .text(typed)], .doubtful)
            return .stay
        }
    }

    /// Performs an action, reports refusals, and shows the next group.
    private mutating func perform(_ action: ReviewAction) throws -> Reaction {
        let effect = state.perform(action)
        if let effect { state.settle(try desk.perform(effect, in: state)) }
        let notice = state.notice
        // The screen has keys for choosing; here questions are asked in words.
        if state.mode != .browsing { _ = state.press(.escape) }
        switch notice {
        case nil, .approved, .dismissed, .edited: return .moved
        case .some(let notice):
            try console.line(noticeWords(notice, console.categoryName)[console.language], .doubtful)
            switch notice {
            case .ruleMade, .undone, .redone, .reloaded: return .moved
            default: return .stay
            }
        }
    }

    private mutating func approveChosen(_ typed: String) throws -> Reaction {
        guard let category = try chooseCategory(typed) else { return .stay }
        return try perform(.approve(category: category))
    }

    /// Searches categories in any language until one is chosen; nil when the person cancels.
    private mutating func chooseCategory(_ typed: String) throws -> String? {
        var typed = typed
        while true {
            if typed.isEmpty {
                try ask(console.words(Message.reviewCategory))
                guard let answer = try input.nextAnswer(), !answer.isEmpty else { return nil }
                typed = answer
            }
            let unknown: CategoryUnknown
            do throws(CategoryUnknown) {
                return try state.search.names.key(of: typed)
            } catch {
                unknown = error
            }
            let fitting = state.options(for: .category, typed: typed)
            let near = unknown.near.map { ReviewState.Option.category($0) }
            let found = (fitting.isEmpty ? near : fitting).prefix(Self.optionsShown)
            if found.isEmpty {
                try console.line(.reviewNoCategory, ["typed": .text(typed)], .doubtful)
                typed = ""
                continue
            }
            switch try choose(Array(found)) {
            case .option(.category(let key)): return key
            case .typed(let answer): typed = answer
            default: return nil
            }
        }
    }

    private enum Choice { case option(ReviewState.Option), typed(String), none }

    /// One of several by number, another word, or nothing.
    private mutating func choose(_ options: [ReviewState.Option]) throws -> Choice {
        for (number, option) in options.enumerated() {
            try console.line("  \(number + 1)  \(words(of: option))")
        }
        try ask(console.words(Message.reviewChoose))
        guard let answer = try input.nextAnswer(), !answer.isEmpty else { return .none }
        guard let number = Int(answer), options.indices.contains(number - 1) else {
            return .typed(answer)
        }
        return .option(options[number - 1])
    }

    private func words(of option: ReviewState.Option) -> String {
        switch option {
        case .category(let key):
            let emoji = console.categories.category(key)?.emoji ?? ""
            return "\(emoji) \(console.categoryName(key))  \(key)"
        case .account(let name):
            return "\(console.words(.optionAccount)) \(state.shownName(of: name))"
        case .noTransfer: return console.words(.optionNoTransfer)
        case .leg(let key):
            guard let fact = state.item(key)?.line.fact else { return console.words(.optionLeg) }
            let account = state.shownName(of: fact.account)
            return "\(console.words(.optionLeg)) \(sentence(of: fact))  \(account)"
        }
    }

    private mutating func split(_ said: String) throws -> Reaction {
        guard state.subject.count == 1 else { return try perform(.split([])) }
        var typed = said
        while true {
            if typed.isEmpty {
                try ask(console.words(.splitHint))
                guard let answer = try input.nextAnswer(), !answer.isEmpty else { return .stay }
                typed = answer
            }
            let parts: [Decision.Split]
            do throws(SplitText.Fault) {
                parts = try state.parts(of: typed)
            } catch {
                try console.line(faultWords(error)[console.language], .doubtful)
                typed = ""
                continue
            }
            return try perform(.split(parts))
        }
    }

    private mutating func transfer(_ said: String) throws -> Reaction {
        let options = Array(
            state.options(for: .transfer, typed: said).prefix(Self.optionsShown))
        if options.isEmpty {
            try console.line(
                noticeWords(.noOtherAccount, console.categoryName)[console.language], .doubtful)
            return .stay
        }
        if options.count == 1 { return try perform(.transfer(options[0])) }
        switch try choose(options) {
        case .option(let option): return try perform(.transfer(option))
        case .typed(let answer): return try transfer(answer)
        case .none: return .stay
        }
    }

    /// Shows the lines that a rule would match, and makes it if the person agrees.
    private mutating func always(_ said: String) throws -> Reaction {
        var category = state.subject.first?.category ?? ""
        if category.isEmpty {
            guard let chosen = try chooseCategory("") else { return .stay }
            category = chosen
        }
        guard var draft = state.draft(category: category) else {
            try console.line(
                noticeWords(.noCommonWords, console.categoryName)[console.language], .doubtful)
            return .stay
        }
        if !said.isEmpty { draft.words = TextFolder().fold(said) }
        while true {
            try show(draft)
            let name = console.categoryName(category)
            let answers = "[\(console.words(Message.yes))/\(console.words(Message.no))]"
            if draft.hasScopes { try console.line(console.words(.askRuleScope), .quiet) }
            try ask(
                "\(console.words(ruleQuestion(draft.scope))) «\(draft.sought)» → \(name)? \(answers)"
            )
            guard let answer = try input.nextAnswer() else { return .stay }
            switch answer.lowercased() {
            case "w", "с": draft.take(.words)
            case "d", "о": draft.take(.description)
            case "p", "р": draft.take(.counterparty)
            case "=": draft.turnAmount()
            default: return isYes(answer) ? try perform(.always(draft)) : .stay
            }
        }
    }

    /// The lines that a rule would match.
    private func show(_ draft: RuleDraft) throws {
        let touched = state.touched(by: draft)
        try console.line(console.words(.ruleTouches, ["count": .count(touched.count)]))
        for item in touched.prefix(Self.optionsShown) {
            let name = console.categoryName(item.category)
            try console.line("  \(sentence(of: item.line.fact)) → \(name)")
        }
        let name = console.categoryName(draft.category)
        try console.line(console.words(.ruleChanges, ["category": .text(name)]))
        if let amount = draft.amount {
            try console.line(
                console.words(.ruleOfAmount, ["amount": .text(sizeWords(amount, console.language))])
            )
        }
    }

    // MARK: Showing

    private func show(_ group: ReviewGroup) throws {
        let number = max(1, groupsAtStart - (state.groups.count - state.cursor) + 1)
        let totals = group.totals.map { total in
            (total.sum.map { peopleText(of: $0, in: console.language) } ?? "?") + " "
                + total.currency.code
        }.joined(separator: ", ")
        let lines = console.words(.reviewLines, ["count": .count(group.items.count)])
        try console.line("")
        try console.line(
            "[\(number)/\(max(number, groupsAtStart))] \(state.title(of: group)) · \(lines) · \(totals)",
            .strong)
        if let row = state.row {
            try console.line(
                "  "
                    + console.words(
                        .rowOf,
                        ["row": "\(row + 1)", "rows": "\(group.items.count)"]))
        }
        let shown =
            state.row == nil
            ? group.telling(Self.linesShown) : Array(state.subject.prefix(Self.linesShown))
        for item in shown {
            try console.line("  " + sentence(of: item.line.fact), .quiet)
        }
        let rest = state.subject.count - Self.linesShown
        if rest > 0 { try console.line("  " + console.words(.reviewMore, ["count": .count(rest)])) }
        if let witness = group.weakest.vanished {
            try console.line("  " + vanishedWords(witness)[console.language], .doubtful)
        } else if group.state != .new {
            try showQuestion(group.state)
        }
        try showSuggestion(of: group)
        if let expected = state.context?.expected {
            try console.line("  " + expectedWords(expected)[console.language], .quiet)
        }
        let choices = state.choices.enumerated().map { number, key in
            "\(number + 1) \(console.categoryName(key))"
        }
        if group.state == .new, !choices.isEmpty {
            try console.line(
                "  \(console.words(.others)) \(choices.joined(separator: "  "))", .quiet)
        }
    }

    private func showSuggestion(of group: ReviewGroup) throws {
        let item = state.row == nil ? group.weakest : state.subject.first ?? group.weakest
        if item.isDismissal {
            return try console.line("  → " + console.words(Message.explainDismissal))
        }
        guard !item.category.isEmpty else {
            return try console.line("  → " + console.words(.uncategorized), .doubtful)
        }
        let name = console.categoryName(item.category)
        let confidence = peopleText(permille: item.permille, in: console.language)
        let because = item.line.suggestion.evidence.map {
            evidenceWords(
                $0, of: item.line.fact.description, in: console.language, console.categoryName)
        }.joined(separator: ", ")
        try console.line(
            "  → \(name) (\(confidence)\(because.isEmpty ? "" : ": " + because))",
            item.level < .high ? .doubtful : .plain)
    }

    private func showQuestion(_ doubt: QueueLine.State) throws {
        try console.line(
            "  " + console.words(doubt == .ambiguous ? .ambiguousAsks : .conflictAsks), .doubtful)
        for other in state.context?.related ?? [] {
            let place = console.words(other.isWaiting ? ReviewMessage.inQueue : .inLedger)
            try console.line(
                "  \(console.words(.relatedIs)): \(sentence(of: other.fact)) (\(place))")
        }
        if state.context?.asksAboutEntryByHand ?? false {
            try console.line("  " + console.words(.plainByHand), .quiet)
        }
        if doubt == .conflict {
            try console.line("  " + console.words(.hypothesisInstead), .quiet)
        }
        try console.line("  " + console.words(.settledBy), .quiet)
    }

    private func explain() throws {
        guard let item = state.subject.first else { return }
        for evidence in item.line.suggestion.evidence {
            let target =
                evidence.category.isEmpty
                ? "" : " → " + console.categoryName(evidence.category)
            try console.line(
                "  "
                    + evidenceWords(
                        evidence, of: item.line.fact.description, in: console.language,
                        console.categoryName)
                    + target)
        }
        if item.line.suggestion.evidence.isEmpty {
            try console.line("  " + console.words(ReviewMessage.whyNothing))
        }
        for neighbour in state.context?.neighbours ?? [] {
            let name = console.categoryName(neighbour.category)
            try console.line(
                "  \(console.words(.around)): \(sentence(of: neighbour.fact)) → \(name)", .quiet)
        }
    }

    private func sentence(of fact: StatementFact) -> String {
        let amount = peopleText(of: fact.amount, in: console.language)
        let day = peopleText(of: fact.made.day, in: console.language)
        return "\(day)  \(amount) \(fact.amount.currency.code)  \(fact.description)"
    }

    /// A question without a line end, so that the answer follows on the same line.
    private func ask(_ question: String) throws {
        try console.raw(escapedForTerminal(question) + " > ")
        try console.flush()
    }
}
