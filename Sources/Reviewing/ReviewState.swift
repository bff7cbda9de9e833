package import Categorizing
package import Facts
package import Pending
internal import Scanning
package import Workspaces

/// A review as one value: what waits, what is shown, what was done, and the meaning of every key.
///
/// Pure: takes a key or an action, and produces a new state and at most one ``ReviewEffect``. The
/// front end performs the effect on the workspace and reports the outcome to ``settle(_:)``;
/// nothing is shown as done before. Screen, line mode and any other front end share this value, so
/// that the same answers lead to the same ledger.
package struct ReviewState: Sendable {
    // MARK: Display

    /// The filtered groups in the chosen order.
    package var groups: [ReviewGroup] { list.groups }
    /// Index of the group that decisions apply to.
    package private(set) var cursor = 0
    /// The row of an open group that decisions apply to; nil for the whole group.
    package private(set) var row: Int?
    /// The first visible group; kept so that the cursor is visible.
    package private(set) var top = 0
    /// How many groups the front shows at once.
    package var groupsShown = 10 { didSet { keepCursorInSight() } }
    /// The groups from the cursor down with answers beside them, when that view is on; it defines
    /// the meaning of keys.
    package private(set) var sheet: AnswerSheet?
    /// The front end's space for a sheet.
    package var sheetRoom = AnswerSheet.Room(rows: 20, columns: 80) {
        didSet {
            guard sheetRoom != oldValue, sheet != nil else { return }
            // The page's item may no longer be visible.
            if case .choosing(let chooser) = mode, chooser.item != nil { mode = .browsing }
            renewSheet()
        }
    }
    private var letters = Letters()
    /// The letters at the last key press: a picture that was not seen reserves no keys.
    private var lettersSeen = Letters()
    /// How the last key changed the visible items.
    var screenChange = ScreenChange()
    /// Capitals of the visible groups, or of the rows of the open one, by first line.
    package private(set) var capitals: [LineKey: Character] = [:]
    /// Lines shown one by one in the sheet.
    private var unfolded: Set<LineKey> = []
    package internal(set) var mode: Mode = .browsing
    package private(set) var order = ReviewList.Order.cost
    package private(set) var filter = "" {
        didSet { wanted = WordSearch(named: filter) }
    }
    /// Finds what the filter shows.
    private var wanted = WordSearch("")
    /// The last event, for display.
    package internal(set) var notice: Notice?
    /// Context of the line in question; the front end looks it up when ``subjectKey`` has changed.
    package var context: ReviewContext? {
        didSet { if context?.history.isEmpty == false { renewSheet() } }
    }
    package private(set) var approved = 0
    package private(set) var dismissed = 0

    // MARK: What waits

    private var waiting: [LineKey: ReviewItem] = [:]
    /// The waiting lines after filtering, grouped.
    private var list = ReviewList(lines: [])
    /// Lines that a person moved past: the cursor does not return to them by itself, whatever is
    /// learned meanwhile.
    private var passed: Set<LineKey> = []
    private var steps: [Step] = []
    private var undone: [Step] = []
    /// Number of help pages in the current window.
    package var helpPages = 1
    /// The effect being performed.
    private var underWay: ReviewEffect?
    /// Categories chosen in this review, newest first.
    private var recent: [String] = []
    /// Categories chosen in this review instead of suggested ones, newest first.
    private var corrections: [Correction] = []
    /// Lines of the whole queue under each category.
    private var usage: [String: Int] = [:]
    private let folder = TextFolder()
    package let search: CategorySearch
    /// The user's accounts, for transfers.
    let accounts: [String]
    /// Display names of renamed accounts.
    private let shownNames: [String: String]
    private var vanished: [LineKey: VanishedHold.Witness]

    /// - Parameters:
    ///   - lines: waiting lines, and approved holds that vanished.
    ///   - vanished: holds among them that the bank no longer shows.
    package init(
        lines: [QueueLine], vanished: [LineKey: VanishedHold.Witness] = [:],
        accounts: [String] = [], shownNames: [String: String] = [:],
        categories: CategoryTable = .builtIn, language: CategoryTable.Language = .en
    ) {
        search = CategorySearch(categories, shownIn: language)
        self.accounts = accounts
        self.shownNames = shownNames
        self.vanished = vanished
        waiting.reserveCapacity(lines.count)
        for line in lines {
            let item = item(of: line)
            waiting[line.key] = item
            if !item.category.isEmpty { usage[item.category, default: 0] += 1 }
        }
        regroup()
    }

    private func item(of line: QueueLine) -> ReviewItem { item(of: line, vanished) }

    private func item(
        of line: QueueLine, _ vanished: [LineKey: VanishedHold.Witness]
    ) -> ReviewItem {
        ReviewItem(line, vanished: vanished[line.key], folder: folder)
    }

    /// The letters of the list and of the sheet.
    private struct Letters: Sendable {
        var list = KeyAllotment<LineKey>(ReviewState.labels)
        var sheet = SheetLetters()
    }

    package enum Mode: Sendable, Equatable {
        case browsing
        case choosing(Chooser)
        case typing(Prompt)
        case explaining
        /// A page of the help, from 0.
        case helping(page: Int)
    }

    /// A list to choose from, narrowed by typing.
    package struct Chooser: Sendable, Equatable {
        package enum Subject: Sendable, Equatable { case category, transfer, rule }
        package var subject: Subject
        package var typed = ""
        package var options: [Option]
        /// Negative when Enter chooses nothing.
        package var selection = 0
        /// The options are only similar to the typed text.
        package var isGuess = false
        /// The item of the sheet; nil for the lines at the cursor.
        package var item: Int?
        /// Each option has its own key, as nothing was typed yet.
        package var isLettered = false
    }

    package enum Option: Sendable, Equatable {
        case category(String)
        /// Another own account, whose side of the transfer is not in the queue.
        case account(String)
        /// The line that is the other side of the transfer.
        case leg(LineKey)
        /// The suggested transfer is not one.
        case noTransfer

        /// Empty where it is none.
        var category: String {
            if case .category(let key) = self { key } else { "" }
        }
    }

    /// A text being typed.
    package struct Prompt: Sendable, Equatable {
        package enum Question: Sendable, Equatable {
            case payee, note, tags, split, filter, find
            case rule(RuleDraft)
        }
        package var question: Question
        package var text: String
        package var fault: SplitText.Fault?
    }

    package enum Notice: Sendable, Equatable {
        case approved(Filing), dismissed(Int), edited(Int)
        /// Lines that are those known before.
        case joined(Int)
        case ruleMade(approved: Int)
        /// Decisions that did not fit their lines.
        case refused(Int)
        case undone, redone, nothingToUndo, nothingToRedo
        case notFound(String), nothingCertain, nothingShown
        /// A rule or a split concerns one row; the group has several.
        case oneRowOnly
        case noOtherAccount
        case noCommonWords
        /// Another command changed what waits; the answer was not applied to this many lines, of
        /// which this is the first.
        case reloaded(lost: Int, StatementFact?, isDone: Bool)
    }

    /// The result of one key: the group answered first, then the others.
    package struct Filing: Sendable, Equatable {
        package var title: String
        /// Empty when its lines got several categories, or parts.
        package var category: String
        package var lines: Int
        package var otherTitles: [String] = []
        package var otherLines = 0
    }

    private struct Correction: Sendable, Equatable {
        let proposed: String
        let isIn: Bool
        let chosen: String
    }

    /// One command of this review and its changes here.
    private struct Step: Sendable {
        var removed: [ReviewItem] = []
        var replaced: [(old: ReviewItem, new: ReviewItem)] = []
        var approved = 0
        var dismissed = 0
        /// The line at the cursor before.
        var anchor: LineKey?
        var rule: RuleDraft?
        var hasCommand = true
    }

    // MARK: Subject

    package var linesWaiting: Int { waiting.count }
    package var isEmpty: Bool { waiting.isEmpty }
    package var current: ReviewGroup? { groups.indices.contains(cursor) ? groups[cursor] : nil }

    /// The lines of the next decision: a row, or all of a group.
    package var subject: [ReviewItem] {
        guard let current else { return [] }
        if let row, current.items.indices.contains(row) { return [current.items[row]] }
        return current.items
    }

    /// The line that ``context`` should describe.
    package var subjectKey: LineKey? { subject.first?.key }

    /// Indices of the visible groups.
    package var shown: Range<Int> { top..<min(groups.count, top + max(1, groupsShown)) }

    package func item(_ key: LineKey) -> ReviewItem? { waiting[key] }

    /// The display name of an account's id.
    package func shownName(of account: String) -> String { shownNames[account] ?? account }

    /// The account with this display name; any other text is an id.
    package func account(shownAs name: String) -> String {
        shownNames.first { $0.value == name }?.key ?? name
    }

    /// A group's title: the two accounts of a transfer, the payee, or the bank's description.
    package func title(of group: ReviewGroup) -> String {
        group.accounts.isEmpty
            ? group.title : group.accounts.map(shownName).joined(separator: " ⇄ ")
    }

    /// The title of a single line in the sheet: the bank's words, as those of other lines may
    /// differ.
    package func title(ofRow group: ReviewGroup) -> String {
        let words = group.items[0].line.fact.description
        return group.accounts.isEmpty && !words.isEmpty ? words : title(of: group)
    }

    /// Waiting lines, unordered.
    package var items: some Sequence<ReviewItem> { waiting.values }

    /// Waiting lines that a rule would match.
    package func touched(by rule: RuleDraft) -> [ReviewItem] {
        guard let trial = rule.trial else { return [] }
        return waiting.values.filter { trial.takes($0.line.fact, folder: folder) }
            .sorted { ($0.line.fact.made.day, $0.key) < ($1.line.fact.made.day, $1.key) }
    }

    /// Lines suggested with enough confidence to be approved unseen.
    package var certain: [ReviewItem] {
        groups.lazy.filter { $0.level == .certain && $0.state == .new }.flatMap(\.items)
    }

    /// Other categories with a key, likeliest first; at most nine.
    package var choices: [String] { Array(likely.prefix(Self.choicesMax)) }

    /// Other possible categories, likeliest first.
    var likely: [String] {
        guard let current, let first = subject.first else { return [] }
        return likely(
            for: first, own: subject.count == 1 ? first.category : current.category,
            namesakes: proposed(forGroupsNamed: current.name))
    }

    private func proposed(forGroupsNamed name: String) -> some Sequence<String> {
        groups.lazy.filter { $0.name == name }.map(\.category)
    }

    /// - Parameters:
    ///   - own: the suggested category, which is not another one.
    ///   - namesakes: suggestions for groups of that name.
    private func likely(
        for first: ReviewItem, own: String, namesakes: some Sequence<String>
    ) -> [String] {
        var found: [String] = []
        func add(_ key: String) {
            if !key.isEmpty, key != own, !found.contains(key) { found.append(key) }
        }
        // The suggestion itself, if the person decided otherwise before.
        add(first.line.suggestion.category)
        for evidence in first.line.suggestion.evidence { add(evidence.category) }
        if let context, context.subject == first.key {
            for decision in context.history.reversed() { add(decision.category) }
        }
        for key in namesakes { add(key) }
        // Common categories help only in the same direction.
        let isIn = !first.line.fact.amount.isNegative
        let alike = corrections.lazy.filter { $0.proposed == own && $0.isIn == isIn }
        let instead = search.instead(of: own, isIn: isIn)
        for key in instead.prefix(1) { add(key) }
        for correction in alike.prefix(2) { add(correction.chosen) }
        for key in instead { add(key) }
        // A category chosen last is no likelier for other lines than their usual alternatives.
        for key in recent.prefix(2) where search.fits(key, isIn: isIn) { add(key) }
        for key in search.further(from: own, isIn: isIn) { add(key) }
        for key in search.relatives(of: own) { add(key) }
        for (key, _) in usage.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            if search.fits(key, isIn: isIn) { add(key) }
        }
        return found
    }

    package static let choicesMax = 9

    // MARK: Answers beside groups

    /// Other possible categories for an item of the sheet, likeliest first.
    func likely(for group: ReviewGroup) -> [String] {
        likely(
            for: group.items[0], own: group.category,
            namesakes: proposed(forGroupsNamed: group.name))
    }

    package mutating func showSheet() {
        row = nil
        unfolded = []
        forgetLetters()
        sheet = AnswerSheet(items: [])
        renewSheet()
    }

    mutating func leaveSheet() {
        sheet = nil
        relabel()
    }

    /// Shows lines one by one, each with its own answers, or together again.
    mutating func unfold(_ keys: [LineKey]) {
        unfolded = keys.isEmpty ? [] : unfolded.union(keys)
        renewSheet()
    }

    /// Keys mean what was shown, so the sheet is made when it is about to be shown, and kept.
    private mutating func renewSheet() {
        guard sheet != nil else { return }
        var waiting: [AnswerSheet.Item] = []
        for group in groups[min(cursor, groups.count)...].prefix(AnswerSheet.itemsMax) {
            if group.items.count > 1, group.items.contains(where: { unfolded.contains($0.key) }) {
                waiting += group.items.map { .init(group: ReviewGroup(of: $0), isRow: true) }
            } else {
                waiting.append(.init(group: group, isRow: false))
            }
        }
        letters.sheet = lettersSeen.sheet
        if screenChange.isSameScreen {
            let left = waiting.filter(letters.sheet.has)
            if !left.isEmpty { waiting = left }
        }
        let state = self
        // All names in one pass: with ten thousand lines, a pass for each would be noticeable.
        let names = Set(waiting.map(\.group.name))
        var namesakes: [String: [String]] = [:]
        for group in groups where names.contains(group.name) {
            namesakes[group.name, default: []].append(group.category)
        }
        sheet = AnswerSheet(
            waiting, room: sheetRoom, letters: &letters.sheet, after: screenChange,
            likely: { group in
                state.likely(
                    for: group.items[0], own: group.category,
                    namesakes: namesakes[group.name] ?? [])
            }, name: { state.search.name(of: $0) })
    }

    // MARK: Moving

    mutating func move(by step: Int) {
        if let row, let current {
            self.row = min(max(0, row + step), current.items.count - 1)
            relabel()
            return
        }
        go(to: min(max(0, cursor + step), max(0, groups.count - 1)))
    }

    /// Moves the cursor for a person: groups between are passed, groups below are not.
    private mutating func go(to place: Int) {
        for group in groups[min(cursor, place)..<place] { passed.formUnion(group.keys) }
        if !passed.isEmpty, place < groups.count {
            for group in groups[place...] { passed.subtract(group.keys) }
        }
        cursor = place
        keepCursorInSight()
        renewSheet()
    }

    mutating func open() {
        if row == nil, let current, current.items.count > 1 { row = 0 }
        relabel()
    }

    mutating func close() {
        if row != nil {
            row = nil
            relabel()
        } else if !filter.isEmpty {
            setFilter("")
        }
    }

    mutating func setFilter(_ text: String) {
        filter = text
        begin()
        if groups.isEmpty, !waiting.isEmpty {
            filter = ""
            notice = .notFound(text)
            regroup()
        }
    }

    mutating func nextOrder() {
        let all = ReviewList.Order.allCases
        let place = all.firstIndex(of: order) ?? 0
        order = all[(place + 1) % all.count]
        begin()
    }

    /// From the top of the list, with no groups passed.
    private mutating func begin() {
        row = nil
        cursor = 0
        passed = []
        forgetLetters()
        regroup()
    }

    /// To the next group below that contains the text, continuing at the top.
    mutating func find(_ text: String) {
        let wanted = WordSearch(named: text)
        for step in 1...max(1, groups.count) where !wanted.isEmpty && !groups.isEmpty {
            let place = (cursor + step) % groups.count
            guard groups[place].items.contains(where: { matches($0, wanted) }) else { continue }
            row = nil
            go(to: place)
            return
        }
        notice = .notFound(text)
    }

    private func matches(_ item: ReviewItem, _ wanted: WordSearch) -> Bool {
        let fact = item.line.fact
        return wanted.isIn([
            fact.description, item.payee, fact.memo, fact.counterpartyName, fact.account,
            shownNames[fact.account] ?? "", item.category, search.name(of: item.category),
            fact.amount.text,
        ])
    }

    // MARK: Deciding

    /// The effect of deciding these lines, unless there are none.
    mutating func decide(_ choices: [KeyedChoice], rule: RuleDraft? = nil) -> ReviewEffect? {
        guard !choices.isEmpty else { return nil }
        return start(.decide(choices, rule: rule))
    }

    mutating func decideSubject(_ decision: Decision) -> ReviewEffect? {
        if let category = decision.category {
            remember(category, for: subject, proposed: current?.category ?? "")
        }
        return decide(subject.map { KeyedChoice($0.key, decision) })
    }

    mutating func remember(_ category: String, for items: [ReviewItem], proposed: String) {
        recent.removeAll { $0 == category }
        recent.insert(category, at: 0)
        usage[category, default: 0] += 1
        guard let first = items.first, category != proposed else { return }
        let correction = Correction(
            proposed: proposed, isIn: !first.line.fact.amount.isNegative, chosen: category)
        corrections.removeAll { $0 == correction }
        corrections.insert(correction, at: 0)
    }

    mutating func undo() -> ReviewEffect? {
        guard let last = steps.last else {
            notice = .nothingToUndo
            return nil
        }
        return start(.undo(hasCommand: last.hasCommand, rule: last.rule))
    }

    mutating func redo() -> ReviewEffect? {
        guard let last = undone.last else {
            notice = .nothingToRedo
            return nil
        }
        return start(.redo(hasCommand: last.hasCommand, rule: last.rule))
    }

    private mutating func start(_ effect: ReviewEffect) -> ReviewEffect {
        underWay = effect
        return effect
    }

    /// The outcome of the effect being performed.
    package enum Outcome: Sendable {
        case decided(approved: [LineKey], dismissed: [LineKey], refused: Int, renewed: [QueueLine])
        case takenBack
        case doneAgain
        /// Nothing was done; the front end reports why.
        case failed
        /// Another command changed something before: the lines now waiting, the lines that the
        /// answer did not apply to, and the outcome for the others.
        indirect case reloaded(ReviewDesk.Questions, lost: [LineKey], Outcome)
    }

    /// The part of an effect that still applies to these waiting lines, nil for none, and the lines
    /// it no longer applies to: those that do not wait unchanged. An undo may now concern another
    /// command.
    func rest(
        of effect: ReviewEffect, in questions: ReviewDesk.Questions
    ) -> (ReviewEffect?, lost: [LineKey]) {
        guard case .decide(let choices, let rule) = effect else { return (nil, []) }
        var now: [LineKey: QueueLine] = [:]
        for line in questions.lines { now[line.key] = line }
        let rest = choices.filter { choice in
            guard let line = now[choice.key], let shown = waiting[choice.key] else { return false }
            return shown.asksTheSame(as: item(of: line, questions.vanished))
        }
        let kept = Set(rest.map(\.key))
        let lost = choices.map(\.key).filter { !kept.contains($0) }
        return (rest.isEmpty ? nil : .decide(rest, rule: rule), lost)
    }

    package mutating func settle(_ outcome: Outcome) {
        guard let effect = underWay else { return }
        underWay = nil
        defer { renewSheet() }
        switch (effect, outcome) {
        case (_, .reloaded(let questions, let lost, let rest)):
            let told = lost.first.flatMap { waiting[$0] }
            reload(questions)
            var isDone = false
            if case .decide(let choices, let rule) = effect {
                let lost = Set(lost)
                underWay = .decide(choices.filter { !lost.contains($0.key) }, rule: rule)
                settle(rest)
                underWay = nil
                isDone = lost.isEmpty
            }
            notice = .reloaded(lost: lost.count, told?.line.fact, isDone: isDone)
        case (
            .decide(let choices, let rule),
            .decided(let approved, let dismissed, let refused, let renewed)
        ):
            settle(choices, rule, approved, dismissed, refused, renewed)
        case (.undo, .takenBack):
            guard let step = steps.popLast() else { return }
            undone.append(step)
            change(step) { state in
                for item in step.removed { state.waiting[item.key] = item }
                for change in step.replaced { state.waiting[change.old.key] = change.old }
            }
            self.approved -= step.approved
            self.dismissed -= step.dismissed
            row = nil
            go(to: step.anchor)
            notice = .undone
        case (.redo, .doneAgain):
            guard let step = undone.popLast() else { return }
            let anchors = anchors
            apply(step)
            steps.append(step)
            go(toFirstOf: anchors)
            notice = .redone
        default: break
        }
    }

    /// Replaces the waiting lines. This review's commands are no longer the last ones, so they
    /// cannot be undone here.
    private mutating func reload(_ questions: ReviewDesk.Questions) {
        let anchors = anchors
        waiting = [:]
        vanished = questions.vanished
        for line in questions.lines { waiting[line.key] = item(of: line) }
        steps = []
        undone = []
        mode = .browsing
        context = nil
        regroup()
        go(toFirstOf: anchors)
    }

    private mutating func settle(
        _ choices: [KeyedChoice], _ rule: RuleDraft?, _ approved: [LineKey],
        _ dismissed: [LineKey], _ refused: Int, _ renewed: [QueueLine]
    ) {
        var step = Step()
        step.anchor = subjectKey
        step.rule = rule
        step.approved = approved.count
        step.dismissed = dismissed.count
        step.removed = (approved + dismissed).compactMap { waiting[$0] }
        var edits = 0
        for choice in choices where choice.decision.verdict == nil {
            guard let old = waiting[choice.key] else { continue }
            var line = old.line
            line.decision = line.decision?.merged(with: choice.decision) ?? choice.decision
            if line.decision == old.line.decision { continue }
            step.replaced.append((old, item(of: line)))
            edits += 1
        }
        for line in renewed {
            guard let old = waiting[line.key] else { continue }
            step.replaced.append((old, item(of: line)))
        }
        step.hasCommand = !step.removed.isEmpty || edits > 0 || rule != nil
        if step.hasCommand {
            let anchors = anchors
            apply(step)
            steps.append(step)
            undone = []
            go(toFirstOf: anchors)
        }
        if refused > 0 {
            notice = .refused(refused)
        } else if rule != nil {
            notice = .ruleMade(approved: approved.count)
        } else if !dismissed.isEmpty {
            let isSame = choices.allSatisfy { $0.decision.verdict == .same }
            notice = isSame ? .joined(dismissed.count) : .dismissed(dismissed.count)
        } else if let filing = filing(of: step.removed, choices, approved) {
            notice = .approved(filing)
        } else if edits > 0 {
            notice = .edited(edits)
        }
    }

    /// The lines filed and their categories, as a key may have meant something else before.
    private func filing(
        of removed: [ReviewItem], _ choices: [KeyedChoice], _ approved: [LineKey]
    ) -> Filing? {
        let isApproved = Set(approved)
        let items = Dictionary(
            removed.filter { isApproved.contains($0.key) }.map { ($0.key, $0) },
            uniquingKeysWith: { first, _ in first })
        var filing: Filing?
        var names: Set<String> = []
        var firstName = ""
        for choice in choices {
            guard let item = items[choice.key] else { continue }
            let title = title(of: ReviewGroup(of: item))
            let name = item.otherSide == nil ? item.name : title
            let parts = choice.decision.splits ?? item.line.decision?.splits ?? []
            let category = parts.isEmpty ? choice.decision.category ?? item.category : ""
            guard let first = filing else {
                filing = Filing(title: title, category: category, lines: 1)
                firstName = name
                continue
            }
            if name == firstName {
                filing?.lines += 1
                if first.category != category { filing?.category = "" }
                continue
            }
            filing?.otherLines += 1
            if names.insert(name).inserted { filing?.otherTitles.append(title) }
        }
        return filing
    }

    private mutating func apply(_ step: Step) {
        screenChange.isSameScreen = true
        change(step) { state in
            for item in step.removed { state.waiting[item.key] = nil }
            for change in step.replaced { state.waiting[change.new.key] = change.new }
        }
        approved += step.approved
        dismissed += step.dismissed
    }

    /// Applies a change to the lines of a step and to their groups; only changed groups are made
    /// again, as making all is noticeable.
    private mutating func change(_ step: Step, _ body: (inout ReviewState) -> Void) {
        let keys = Set(step.removed.map(\.key) + step.replaced.map(\.old.key))
        let old = keys.compactMap { waiting[$0] }
        body(&self)
        guard keys.count < max(16, waiting.count / 4) else { return regroup() }
        func isIn(_ item: ReviewItem) -> Bool { wanted.isEmpty || matches(item, wanted) }
        list.replace(
            old.filter(isIn), with: keys.compactMap { waiting[$0] }.filter(isIn))
        keepInside()
    }

    // MARK: Grouping

    private mutating func regroup() {
        list =
            wanted.isEmpty
            ? ReviewList(items: waiting.values, order: order)
            : ReviewList(items: waiting.values.filter { matches($0, wanted) }, order: order)
        keepInside()
    }

    private mutating func keepInside() {
        cursor = min(cursor, max(0, groups.count - 1))
        keepCursorInSight()
    }

    /// The lines at the cursor, from the open row on: the place to stay while some of them wait.
    private var anchors: [LineKey] {
        guard let keys = current?.keys else { return [] }
        guard let row, keys.indices.contains(row) else { return keys }
        return Array(keys[row...] + keys[..<row])
    }

    /// Stays with the rest of a group, else moves to the first group that was not passed.
    private mutating func go(toFirstOf anchors: [LineKey]) {
        let wasOpen = row != nil
        row = nil
        if let key = anchors.first(where: { waiting[$0] != nil }), let place = place(of: key) {
            cursor = place.group
            if wasOpen, groups[place.group].items.count > 1 { row = place.row }
        } else {
            cursor = groups.firstIndex { !passed.contains($0.items[0].key) } ?? 0
        }
        keepCursorInSight()
    }

    /// Only groups that a person moved past are left.
    package var isPassed: Bool {
        groups.allSatisfy { passed.contains($0.items[0].key) }
    }

    private mutating func go(to key: LineKey?) {
        if let key, let place = place(of: key) { cursor = place.group }
        keepCursorInSight()
    }

    private func place(of key: LineKey) -> (group: Int, row: Int)? {
        for (number, group) in groups.enumerated() {
            if let row = group.items.firstIndex(where: { $0.key == key }) { return (number, row) }
        }
        return nil
    }

    private mutating func keepCursorInSight() {
        let height = max(1, groupsShown)
        if cursor < top { top = cursor }
        if cursor >= top + height { top = cursor - height + 1 }
        top = min(top, max(0, groups.count - height))
        relabel()
    }

    /// Assigns capitals to visible groups, first to those below the cursor, where they have a
    /// meaning.
    private mutating func relabel() {
        guard sheet == nil else { return }
        var inSight: [[LineKey]]
        if let row, let current {
            let rows = current.keys.map { [$0] }
            inSight = Array(rows.dropFirst(row + 1) + rows.prefix(row + 1))
        } else {
            let below = max(shown.lowerBound, min(cursor + 1, shown.upperBound))
            inSight = (groups[below..<shown.upperBound] + groups[shown.lowerBound..<below])
                .map(\.keys)
        }
        inSight = Array(inSight.prefix(Self.labels.count))
        letters.list = lettersSeen.list
        capitals = [:]
        for (keys, letter) in zip(inSight, letters.list.allot(to: inSight, after: screenChange)) {
            capitals[keys[0]] = letter
        }
    }

    /// Reserves the visible letters from now on.
    mutating func keepLetters() { lettersSeen = letters }

    private mutating func forgetLetters() {
        letters = Letters()
        lettersSeen = letters
    }
}

/// Context of a line, looked up in the workspace when the cursor reaches it.
package struct ReviewContext: Sendable, Equatable {
    /// A payment that comes again, which the line seems to be.
    package struct ExpectedPayment: Sendable, Equatable {
        package let name: String
        /// A word of `recurring --json`: `month`.
        package let every: String
        package let day: CalendarDate
        package let amount: Money

        package init(name: String, every: String, day: CalendarDate, amount: Money) {
            self.name = name
            self.every = every
            self.day = day
            self.amount = amount
        }
    }

    package var subject: LineKey
    /// Decisions about the merchant, oldest first.
    package var history: [PastDecision] = []
    /// Neighbouring lines of the account in time, oldest first.
    package var neighbours: [Neighbour] = []
    /// The lines that an ambiguous or conflicting line may repeat.
    package var related: [Neighbour] = []
    /// The suggestions that would follow without each of the reasons.
    package var counterfactuals: [Counterfactual] = []
    package var expected: ExpectedPayment?

    /// Whether the line may be an entry made by hand, and nothing else.
    package var asksAboutEntryByHand: Bool {
        related.count == 1 && related[0].isByHand
    }

    package struct Neighbour: Sendable, Equatable {
        package var fact: StatementFact
        package var sources: [LineSource] = []
        package var category: String
        /// In the queue; otherwise in the ledger.
        package var isWaiting: Bool
        package var isByHand = false
    }
}
