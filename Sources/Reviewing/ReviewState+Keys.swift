internal import Categorizing
package import Facts
internal import Pending
internal import Scanning

extension ReviewState {
    // MARK: Keys

    /// Handles a key in the current mode.
    package mutating func press(_ key: ReviewKey) -> ReviewEffect? {
        if key == .nothing { return nil }
        notice = nil
        keepLetters()
        screenChange = ScreenChange(pressed: key.letter)
        switch mode {
        case .browsing: return sheet == nil ? browse(key) : answer(key)
        case .choosing(let chooser): return choose(key, chooser)
        case .typing(let prompt): return type(key, prompt)
        case .helping(let page) where page + 1 < helpPages && key != .escape:
            mode = .helping(page: page + 1)
            return nil
        case .explaining, .helping:
            mode = .browsing
            return nil
        }
    }

    /// Capitals of groups, and of the rows of an open one.
    static let labels = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")

    private mutating func browse(_ key: ReviewKey) -> ReviewEffect? {
        switch key {
        case .enter: return perform(.approve(category: nil))
        case .down: return perform(.move(by: 1))
        case .up: return perform(.move(by: -1))
        case .pageDown: return perform(.move(by: max(1, groupsShown - 1)))
        case .pageUp: return perform(.move(by: -max(1, groupsShown - 1)))
        case .home: return perform(.first)
        case .end: return perform(.last)
        case .right, .tab: return perform(.open)
        case .left, .escape, .backspace: return perform(.close)
        case .character(let typed): return browse(typed)
        case .eraseLine, .nothing: return nil
        }
    }

    private mutating func browse(_ typed: Character) -> ReviewEffect? {
        if let digit = typed.wholeNumberValue, typed.isASCII {
            guard digit > 0, choices.indices.contains(digit - 1) else { return nil }
            return perform(.approve(category: choices[digit - 1]))
        }
        if let place = ReviewKey.capital(typed) { return approveDown(before: Self.labels[place]) }
        switch ReviewKey.latin(typed) {
        case "a": return perform(.approveCertain)
        case "v": return perform(.approveShown)
        case "c": ask(.category, isFurther: true)
        case "m": ask(.transfer)
        case "w": ask(.rule)
        case "d": return perform(.dismiss)
        case "s", " ", "j": return perform(.move(by: 1))
        case "b": return perform(.move(by: -1))
        case "l": return perform(.open)
        case "h": return perform(.close)
        case "p": ask(.payee, subject.first?.payee ?? "")
        case "n": ask(.note, subject.first?.line.decision?.note ?? "")
        case "k":
            let said = subject.first?.line
            ask(
                .tags, (said?.decision?.tags ?? said?.suggestion.tags ?? []).joined(separator: ", ")
            )
        case "x": subject.count == 1 ? ask(.split, "") : say(.oneRowOnly)
        case "f": ask(.filter, filter)
        case "/": ask(.find, "")
        case "o": return perform(.nextOrder)
        case "t": showSheet()
        case "e": if current != nil { mode = .explaining }
        case "u": return perform(.undo)
        case "r": return perform(.redo)
        case "?": mode = .helping(page: 0)
        case "q": return perform(.quit)
        default: break
        }
        return nil
    }

    private mutating func say(_ notice: Notice) { self.notice = notice }

    /// A letter that is not visible below the cursor decides nothing.
    private mutating func approveDown(before label: Character) -> ReviewEffect? {
        let below =
            if let row {
                Array((current?.keys ?? []).dropFirst(row + 1))
            } else {
                groups[min(cursor + 1, shown.upperBound)..<shown.upperBound].map { $0.keys[0] }
            }
        guard let place = below.firstIndex(where: { capitals[$0] == label }) else { return nil }
        return perform(.approveDown(to: place + 1))
    }

    // MARK: Answers beside groups

    /// Handles a key while answers are shown beside the groups.
    private mutating func answer(_ key: ReviewKey) -> ReviewEffect? {
        guard let sheet else { return nil }
        switch key {
        case .enter:
            let wanted = Self.approvable(sheet.items.map(\.group))
            if wanted.isEmpty { notice = .nothingShown }
            return decide(wanted.map(Self.yes))
        case .down: return perform(.move(by: 1))
        case .up: return perform(.move(by: -1))
        case .pageDown: return perform(.move(by: max(1, sheet.groupCount)))
        case .pageUp: return perform(.move(by: -max(1, sheet.groupCount)))
        case .home: return perform(.first)
        case .end: return perform(.last)
        case .right, .tab: unfold(current?.keys ?? [])
        case .left, .backspace: unfold([])
        case .escape: leaveSheet()
        case .character(let typed): return answer(typed, in: sheet)
        case .eraseLine, .nothing: break
        }
        return nil
    }

    private mutating func answer(_ typed: Character, in sheet: AnswerSheet) -> ReviewEffect? {
        if let capital = ReviewKey.capital(typed) {
            if let place = sheet.item(Self.labels[capital]) { askFurther(about: place, in: sheet) }
            return nil
        }
        let key = ReviewKey.latin(typed)
        switch key {
        case "a": return perform(.approveCertain)
        case "u": return perform(.undo)
        case "q": return perform(.quit)
        case "?": mode = .helping(page: 0)
        default:
            guard let (place, answer) = sheet.answer(key) else { return nil }
            switch answer {
            case .category(let category): return self.answer(category, at: place)
            case .rows: unfold(sheet.items[place].group.keys)
            }
        }
        return nil
    }

    /// Every category that fits a page, each with a key.
    private mutating func askFurther(about place: Int, in sheet: AnswerSheet) {
        guard sheet.items[place].group.state == .new else { return }
        let group = sheet.items[place].group
        // Categories beside the group have a key there.
        let near = sheet.items[place].categories + [group.category]
        let isIn = !group.items[0].line.fact.amount.isNegative
        let all = search.find("", likely: likely(for: group) + search.common)
        let further = all.filter { !near.contains($0) }
        let fitting = further.filter { search.fits($0, isIn: isIn) }
        // A refund may be filed where the money was spent, so those come after the others.
        let wanted = (fitting + further.filter { !search.fits($0, isIn: isIn) })
            .prefix(sheetRoom.furtherMax)
        // The likeliest ones in the order of the table: a person looks for a subject, not for a
        // probability.
        let options = search.find("").filter { wanted.contains($0) }
        mode = .choosing(
            Chooser(
                subject: .category, options: options.map { .category($0) }, item: place,
                isLettered: true))
    }

    /// Files only this item of the sheet with the category.
    private mutating func answer(_ category: String, at place: Int) -> ReviewEffect? {
        guard let items = sheet?.items, items.indices.contains(place) else { return nil }
        let group = items[place].group
        remember(category, for: group.items, proposed: group.category)
        let isNew = group.items.contains { $0.category != category }
        let decision = Decision(verdict: .approve, category: isNew ? category : nil)
        return decide(group.items.map { KeyedChoice($0.key, decision) })
    }

    // MARK: Choosing

    /// - Parameter isFurther: categories that digits already choose come last, so that a second
    ///   digit chooses further ones.
    private mutating func ask(_ subject: Chooser.Subject, isFurther: Bool = false) {
        guard !self.subject.isEmpty else { return }
        var options = options(for: subject, typed: "")
        if isFurther {
            let near = Set(choices)
            options =
                options.filter { !near.contains($0.category) }
                + options.filter { near.contains($0.category) }
        }
        if options.isEmpty {
            notice = .noOtherAccount
            return
        }
        mode = .choosing(Chooser(subject: subject, options: options))
    }

    /// The options, narrowed by the typed text.
    package func options(
        for wanted: Chooser.Subject, typed: String, about place: Int? = nil
    ) -> [Option] {
        switch wanted {
        case .category:
            let group = place.flatMap { sheet?.items[$0].group }
            let likely = group.map { self.likely(for: $0) } ?? likely
            return search.find(typed, likely: likely).map { .category($0) }
        case .rule:
            // The current category first, so that Enter keeps it.
            let own = subject.first?.category ?? ""
            return search.find(typed, likely: (own.isEmpty ? [] : [own]) + choices)
                .map { .category($0) }
        case .transfer:
            let wanted = TextFolder().fold(typed)
            return transferOptions.filter { option in
                if wanted.isEmpty { return true }
                switch option {
                case .account(let name):
                    return TextFolder().fold(name + " " + shownName(of: name)).contains(wanted)
                case .leg(let key):
                    guard let fact = item(key)?.line.fact else { return false }
                    return TextFolder().fold(
                        fact.account + " " + shownName(of: fact.account) + " " + fact.description
                    ).contains(wanted)
                case .category, .noTransfer: return false
                }
            }
        }
    }

    /// Lines that may be the other side, nearest in time first; then accounts.
    private var transferOptions: [Option] {
        guard let first = subject.first?.line.fact else { return [] }
        var options: [Option] = []
        if subject.count == 1 {
            options = items.filter { item in
                let other = item.line.fact
                return other.account != first.account && other.amount == first.amount.negated
                    && abs(other.made.day.daysSince1970 - first.made.day.daysSince1970)
                        <= TransferSide.daysMax
            }.sorted { a, b in
                func distance(_ item: ReviewItem) -> Int32 {
                    abs(item.line.fact.made.day.daysSince1970 - first.made.day.daysSince1970)
                }
                return (distance(a), a.key) < (distance(b), b.key)
            }.prefix(9).map { .leg($0.key) }
        }
        let suggested = subject.first?.line.suggestion.transferTo ?? ""
        let others = Set(accounts + items.map(\.line.fact.account)).filter { $0 != first.account }
        let sorted = others.sorted { a, b in
            (a == suggested ? 0 : 1, shownName(of: a)) < (b == suggested ? 0 : 1, shownName(of: b))
        }
        let none: [Option] = subject.contains(where: \.isTransfer) ? [.noTransfer] : []
        return none + options + sorted.map { .account($0) }
    }

    private mutating func choose(_ key: ReviewKey, _ old: Chooser) -> ReviewEffect? {
        var chooser = old
        switch key {
        case .escape:
            mode = .browsing
            return nil
        case .enter: return chosen(chooser.selection, of: chooser)
        case .up: chooser.selection = max(0, chooser.selection - 1)
        case .down, .tab:
            chooser.selection = min(max(0, chooser.options.count - 1), chooser.selection + 1)
        case .character(let typed) where chooser.isLettered:
            let key = ReviewKey.latin(typed)
            if key != "/" { return chosen(AnswerSheet.place(ofFurther: typed), of: chooser) }
            chooser.isLettered = false
            chooser.options = options(for: .category, typed: "", about: chooser.item)
        case .character(let typed):
            if typed.isASCII, let digit = typed.wholeNumberValue, chooser.subject != .transfer {
                return digit > 0 ? chosen(digit - 1, of: chooser) : nil
            }
            chooser.typed.append(typed)
        case .backspace: if !chooser.typed.isEmpty { chooser.typed.removeLast() }
        case .eraseLine: chooser.typed = ""
        default: break
        }
        if chooser.typed != old.typed { narrow(&chooser) }
        mode = .choosing(chooser)
        return nil
    }

    /// If nothing begins with the typed text, offers near meanings, which need a digit or an arrow,
    /// not Enter alone.
    private func narrow(_ chooser: inout Chooser) {
        chooser.options = options(for: chooser.subject, typed: chooser.typed, about: chooser.item)
        chooser.selection = 0
        chooser.isGuess = false
        guard chooser.options.isEmpty, chooser.subject != .transfer else { return }
        let (keys, isCertain) = search.meaning(of: chooser.typed)
        chooser.options = keys.map { .category($0) }
        chooser.isGuess = !isCertain
        if chooser.isGuess { chooser.selection = -1 }
    }

    private mutating func chosen(_ place: Int?, of chooser: Chooser) -> ReviewEffect? {
        guard let place, chooser.options.indices.contains(place) else { return nil }
        mode = .browsing
        let option = chooser.options[place]
        guard case .category(let category) = option else { return perform(.transfer(option)) }
        if let item = chooser.item { return answer(category, at: item) }
        guard chooser.subject == .rule else { return perform(.approve(category: category)) }
        guard let draft = draft(category: category) else {
            notice = .noCommonWords
            return nil
        }
        mode = .typing(Prompt(question: .rule(draft), text: draft.words))
        return nil
    }

    /// A rule that would file lines like those at the cursor.
    package func draft(category: String) -> RuleDraft? {
        guard let first = subject.first else { return nil }
        let words = RuleDraft.commonWords(of: subject.map(\.line.fact.description))
        if words.isEmpty { return nil }
        return RuleDraft(
            words: words, isOut: first.line.fact.amount.isNegative, category: category,
            payee: first.line.decision?.payee ?? "", example: first.line.fact.description,
            common: RuleDraft.Common(of: subject.map(\.line.fact)))
    }

    // MARK: Typing

    private mutating func ask(_ question: Prompt.Question, _ text: String) {
        let isAboutList = question == .filter || question == .find
        if subject.isEmpty, !isAboutList { return }
        mode = .typing(Prompt(question: question, text: text))
    }

    /// Longer than any one-line note.
    private static let charactersMax = 1_000

    private mutating func type(_ key: ReviewKey, _ old: Prompt) -> ReviewEffect? {
        var prompt = old
        switch key {
        case .escape:
            mode = .browsing
            return nil
        case .enter: return finish(prompt)
        case .tab:
            guard case .rule(var draft) = prompt.question else { return nil }
            draft.turnScope()
            prompt.question = .rule(draft)
            prompt.text = draft.sought
            mode = .typing(prompt)
            return nil
        case .character, .backspace, .eraseLine:
            // Only words are typed.
            if case .rule(let draft) = prompt.question, draft.scope != .words { return nil }
            edit(&prompt, by: key)
        default: return nil
        }
        prompt.fault = nil
        if case .rule(var draft) = prompt.question {
            draft.words = TextFolder().fold(prompt.text)
            prompt.question = .rule(draft)
        }
        mode = .typing(prompt)
        return nil
    }

    private func edit(_ prompt: inout Prompt, by key: ReviewKey) {
        switch key {
        case .character(let typed):
            if prompt.text.count < Self.charactersMax { prompt.text.append(typed) }
        case .backspace: if !prompt.text.isEmpty { prompt.text.removeLast() }
        case .eraseLine: prompt.text = ""
        default: break
        }
    }

    private mutating func finish(_ prompt: Prompt) -> ReviewEffect? {
        mode = .browsing
        switch prompt.question {
        case .payee: return perform(.setPayee(prompt.text))
        case .note: return perform(.setNote(prompt.text))
        case .tags: return perform(.setTags(Self.tags(of: prompt.text)))
        case .filter: return perform(.filter(prompt.text))
        case .find: return perform(.find(prompt.text))
        case .rule(let draft):
            if draft.trial == nil {
                mode = .typing(prompt)
                return nil
            }
            return perform(.always(draft))
        case .split:
            do throws(SplitText.Fault) {
                return perform(.split(try parts(of: prompt.text)))
            } catch {
                var again = prompt
                again.fault = error
                mode = .typing(again)
                return nil
            }
        }
    }

    /// Words set apart by commas, each once.
    package static func tags(of text: String) -> [String] {
        var tags: [String] = []
        for part in text.split(separator: ",") {
            let tag = part.split(separator: " ").joined(separator: " ")
            if !tag.isEmpty, !tags.contains(tag) { tags.append(tag) }
        }
        return tags
    }

    /// The parts into which a typed text divides the row at the cursor.
    package func parts(of text: String) throws(SplitText.Fault) -> [Decision.Split] {
        guard let whole = subject.first?.line.fact.amount else { throw .empty }
        return try SplitText.parse(text, of: whole) { typed throws(CategoryUnknown) in
            try search.names.key(of: typed)
        }
    }

    // MARK: Actions

    /// Performs an action; returns the effect for the front end.
    package mutating func perform(_ action: ReviewAction) -> ReviewEffect? {
        notice = nil
        switch action {
        case .approve(let category): return approve(category)
        case .approveCertain:
            let found = certain
            if found.isEmpty { notice = .nothingCertain }
            return decide(found.map(Self.yes))
        case .approveShown:
            if row != nil { return approveRows(.max) }
            return approve(groups[min(cursor, groups.count)..<max(cursor, shown.upperBound)])
        case .approveDown(let count):
            if row != nil { return approveRows(count) }
            let end = min(groups.count, cursor + max(0, count))
            return approve(groups[min(cursor, end)..<end])
        case .dismiss:
            return decide(
                subject.map {
                    KeyedChoice(
                        $0.key, Decision(verdict: $0.line.state == .new ? .dismiss : .same))
                })
        case .move(let step): move(by: step)
        case .first: move(by: -max(groups.count, subject.count))
        case .last: move(by: max(groups.count, current?.items.count ?? 0))
        case .open: open()
        case .close: close()
        case .setPayee(let text): return decideSubject(Decision(payee: Self.trimmed(text)))
        case .setNote(let text): return decideSubject(Decision(note: Self.trimmed(text)))
        case .setTags(let tags): return decideSubject(Decision(tags: tags))
        case .split(let parts):
            guard subject.count == 1 else {
                notice = .oneRowOnly
                return nil
            }
            return decideSubject(Decision(verdict: .approve, splits: parts))
        case .transfer(let option): return transfer(option)
        case .always(let draft): return makeRule(draft)
        case .filter(let text): setFilter(Self.trimmed(text))
        case .find(let text): find(Self.trimmed(text))
        case .nextOrder: nextOrder()
        case .undo: return undo()
        case .redo: return redo()
        case .quit: return .quit
        }
        return nil
    }

    private mutating func approve(_ category: String?) -> ReviewEffect? {
        guard let current else { return nil }
        let isKnown = subject.allSatisfy {
            !$0.category.isEmpty || $0.isDismissal || $0.line.decision?.splits != nil
        }
        if category == nil, !isKnown {
            ask(.category)
            return nil
        }
        // A row or group approved with its current category needs no new statement of it.
        let said = category == current.category && category == subject.first?.category
        if category == nil { return decide(subject.map(Self.yes)) }
        return decideSubject(Decision(verdict: .approve, category: said ? nil : category))
    }

    private mutating func approve(_ groups: ArraySlice<ReviewGroup>) -> ReviewEffect? {
        let wanted = Self.approvable(groups)
        if wanted.isEmpty { notice = .nothingShown }
        return decide(wanted.map(Self.yes))
    }

    /// Lines of groups that can be approved as suggested, without a question.
    private static func approvable(_ groups: some Sequence<ReviewGroup>) -> [ReviewItem] {
        groups.filter { $0.state == .new && (!$0.category.isEmpty || $0.weakest.isDismissal) }
            .flatMap(\.items)
    }

    /// The first rows of the open group, as suggested.
    private mutating func approveRows(_ count: Int) -> ReviewEffect? {
        let rows = (current?.items ?? []).dropFirst(row ?? 0).prefix(max(0, count))
        guard rows.allSatisfy({ !$0.category.isEmpty || $0.isDismissal }) else {
            notice = .nothingShown
            return nil
        }
        return decide(rows.map(Self.yes))
    }

    /// The line as suggested.
    private static func yes(to item: ReviewItem) -> KeyedChoice {
        KeyedChoice(item.key, Decision(verdict: item.isDismissal ? .dismiss : .approve))
    }

    /// A transfer has the category ``ownTransfer`` on both sides.
    private mutating func transfer(_ option: Option) -> ReviewEffect? {
        func choice(_ key: LineKey, to account: String) -> KeyedChoice {
            KeyedChoice(
                key,
                Decision(
                    verdict: .approve, category: Self.ownTransfer, transferTo: account))
        }
        switch option {
        case .account(let name):
            // Each side of a pair has another side.
            guard Set(subject.map(\.line.fact.account)).count < 2 else {
                notice = .oneRowOnly
                return nil
            }
            return decide(subject.map { choice($0.key, to: name) })
        case .noTransfer:
            return decide(subject.map { KeyedChoice($0.key, Decision(transferTo: "")) })
        case .leg(let key):
            guard let other = item(key), let own = subject.first, subject.count == 1 else {
                notice = .oneRowOnly
                return nil
            }
            return decide([
                choice(own.key, to: other.line.fact.account),
                choice(other.key, to: own.line.fact.account),
            ])
        case .category: return nil
        }
    }

    package static let ownTransfer = "transfers.own"

    /// Approves the lines at the cursor; other matching lines get the category and keep waiting.
    private mutating func makeRule(_ draft: RuleDraft) -> ReviewEffect? {
        let own = Set(subject.map(\.key))
        var choices = subject.map {
            KeyedChoice($0.key, Decision(verdict: .approve, category: draft.category))
        }
        for item in touched(by: draft)
        where !own.contains(item.key) && item.state == .new && item.category != draft.category {
            choices.append(KeyedChoice(item.key, Decision(category: draft.category)))
        }
        return decide(choices, rule: draft)
    }

    private static func trimmed(_ text: String) -> String {
        text.split(separator: " ").joined(separator: " ")
    }
}
