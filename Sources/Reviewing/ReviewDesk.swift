package import Facts
internal import Ledger
package import Pending
package import Workspaces

/// Performs the effects of a ``ReviewState`` on a workspace, and looks up the context of a line.
///
/// Each effect is one command of the workspace: durable when ``perform(_:settlesLater:)`` returns,
/// and reverted by one undo.
package final class ReviewDesk {
    private var workspace: Workspace
    private let reopen: () throws -> Workspace
    private let isDryRun: Bool
    private let remakeLearning: () throws -> Learning
    private var learning: Learning
    /// The payment that a line seems to be.
    package let expected: (QueueLine) -> ReviewContext.ExpectedPayment?

    /// - Parameters:
    ///   - reopen: opens the workspace again after another command changed it.
    ///   - learning: how decisions are learned; called again when a rule was made.
    ///   - expected: the payment that a line seems to be.
    package init(
        _ workspace: Workspace, isDryRun: Bool = false, reopen: @escaping () throws -> Workspace,
        learning: @escaping () throws -> Learning,
        expected: @escaping (QueueLine) -> ReviewContext.ExpectedPayment? = { _ in nil }
    ) throws {
        self.expected = expected
        self.workspace = workspace
        self.reopen = reopen
        self.isDryRun = isDryRun
        remakeLearning = learning
        self.learning = try learning()
    }

    /// Everything to ask a person about.
    package struct Questions: Sendable {
        /// Waiting lines, and approved holds that vanished.
        package var lines: [QueueLine] = []
        package var vanished: [LineKey: VanishedHold.Witness] = [:]
    }

    /// Excludes lines with a written verdict, which need no question.
    ///
    /// From here on the lock is held only while something is saved.
    package func questions() throws(WorkspaceFailure) -> Questions {
        let questions = try questionsNow()
        try workspace.release()
        return questions
    }

    private func questionsNow() throws(WorkspaceFailure) -> Questions {
        var questions = Questions()
        for hold in try workspace.vanishedHolds() { questions.vanished[hold.key] = hold.witness }
        try workspace.forEachQueueLine { line in
            if line.decision?.verdict == nil { questions.lines.append(line) }
            return true
        }
        do throws(LedgerFailure) {
            for key in questions.vanished.keys.sorted() {
                guard let entry = try workspace.ledger.entry(key) else { continue }
                questions.lines.append(QueueLine(of: entry))
            }
        } catch {
            throw .ledger(error)
        }
        return questions
    }

    /// If another command changed something meanwhile, the answer applies to those of its lines
    /// that still wait unchanged, and the outcome contains all lines again.
    ///
    /// - Parameters:
    ///   - state: the state that the answer was given in.
    ///   - settlesLater: the effect is durable when this returns, and ``settle()`` renames the
    ///     queue file, for which a person need not wait.
    package func perform(
        _ effect: ReviewEffect, in state: ReviewState, settlesLater: Bool = false
    ) throws -> ReviewState.Outcome {
        let outcome: ReviewState.Outcome
        if try acquire() {
            outcome = try done(effect, settlesLater)
        } else {
            let questions = try questionsNow()
            let (rest, lost) = state.rest(of: effect, in: questions)
            outcome = .reloaded(
                questions, lost: lost, try rest.map { try done($0, settlesLater) } ?? .failed)
        }
        if !settlesLater { try workspace.release() }
        return outcome
    }

    /// False when the workspace was opened again because another command changed it.
    private func acquire() throws -> Bool {
        do throws(WorkspaceFailure) {
            try workspace.acquire()
            return true
        } catch {
            guard case .changedMeanwhile = error else { throw error }
        }
        workspace = try reopen()
        if !workspace.problems.isEmpty { throw WorkspaceFailure.queue(workspace.problems) }
        learning = try remakeLearning()
        return false
    }

    private func done(
        _ effect: ReviewEffect, _ settlesLater: Bool
    ) throws -> ReviewState.Outcome {
        switch effect {
        case .decide(let choices, let rule):
            let made = try rule.flatMap { try add($0) }
            do {
                return try decide(choices, making: made, settlesLater)
            } catch {
                // A rule that was not reported must not remain.
                if let made { try remove(made) }
                throw error
            }
        case .undo(let hasCommand, let rule):
            if isDryRun { return .takenBack }
            if hasCommand { _ = try workspace.undo(settlesLater: settlesLater) }
            if rule != nil { learning = try remakeLearning() }
            return .takenBack
        case .redo(let hasCommand, let rule):
            if isDryRun || !hasCommand { return .doneAgain }
            guard case .done = try workspace.redo(settlesLater: settlesLater) else {
                return .failed
            }
            if rule != nil { learning = try remakeLearning() }
            return .doneAgain
        case .quit: return .failed
        }
    }

    /// Completes what ``perform(_:settlesLater:)`` postponed.
    package func settle() throws(WorkspaceFailure) { try workspace.release() }

    private func decide(
        _ choices: [KeyedChoice], making rule: MadeRule?, _ settlesLater: Bool
    ) throws -> ReviewState.Outcome {
        var byKey: [LineKey: Decision] = [:]
        for choice in choices { byKey[choice.key] = choice.decision }
        let report = try workspace.decide(
            command: "review", .keys(Set(byKey.keys)), isDryRun: isDryRun, learning: learning,
            making: rule, settlesLater: settlesLater
        ) { byKey[$0.key] }
        return .decided(
            approved: report.approved + report.revised,
            dismissed: report.dismissed + report.removed,
            refused: report.refused.count + report.unknown.count,
            renewed: isDryRun ? [] : report.renewed)
    }

    /// Nil in a dry run, which makes none.
    private func add(_ rule: RuleDraft) throws -> MadeRule? {
        if isDryRun { return nil }
        let made = try workspace.addRule(rule.yaml)
        do {
            learning = try remakeLearning()
        } catch {
            try workspace.remove(made)
            throw error
        }
        return made
    }

    private func remove(_ rule: MadeRule) throws {
        try workspace.remove(rule)
        learning = try remakeLearning()
    }

    // MARK: Context

    /// How many days before and after a line neighbours are searched.
    private static let neighbourDays: Int32 = 3
    private static let neighboursMax = 4

    package func context(
        of item: ReviewItem, in state: ReviewState
    ) throws(WorkspaceFailure) -> ReviewContext {
        let fact = item.line.fact
        var context = ReviewContext(subject: item.key)
        context.counterfactuals = learning.withoutEach(fact, item.line.suggestion)
        context.expected = expected(item.line)
        let ledger = workspace.ledger
        let subjects = learning.subjects(fact, item.line.suggestion)
        let days =
            fact.made.day.adding(
                days: -Self.neighbourDays)...fact.made.day
            .adding(days: Self.neighbourDays)
        var near: [ReviewContext.Neighbour] = []
        do throws(LedgerFailure) {
            if let lookup = try ledger.historyLookup() {
                for subject in subjects where !subject.countsTexts {
                    if let history = try lookup.history(of: subject) {
                        context.history = history.decisions
                        break
                    }
                }
            }
            var cursor = try EntryCursor(ledger, EntryQuery(accounts: [fact.account], days: days))
            while let entry = try cursor.next() {
                near.append(.init(entry))
            }
            if !item.line.related.isEmpty {
                let reader = try EntryReader(ledger)
                for key in item.line.related {
                    if let other = state.item(key) {
                        context.related.append(.init(other))
                    } else if let entry = try reader.entry(key) {
                        context.related.append(.init(entry))
                    }
                }
            }
        } catch {
            throw .ledger(error)
        }
        for other in state.items
        where other.key != item.key && days.contains(other.line.fact.made.day)
            && other.line.fact.account == fact.account
        {
            near.append(.init(other))
        }
        context.neighbours = Self.nearest(near, to: fact.made)
        return context
    }

    /// Half of them before the moment, half after, in order of time.
    private static func nearest(
        _ all: [ReviewContext.Neighbour], to moment: CivilMoment
    ) -> [ReviewContext.Neighbour] {
        func place(_ moment: CivilMoment) -> (CalendarDate, Int32) {
            (moment.day, Int32(moment.second))
        }
        let sorted = all.sorted { a, b in
            let (left, right) = (place(a.fact.made), place(b.fact.made))
            return left != right ? left < right : a.fact.description < b.fact.description
        }
        let before = sorted.prefix { place($0.fact.made) < place(moment) }
        let after = sorted.dropFirst(before.count)
        return before.suffix(neighboursMax / 2) + after.prefix(neighboursMax / 2)
    }
}

extension QueueLine {
    /// An approved line that is asked about again, with its decision.
    fileprivate init(of entry: LedgerEntry) {
        self.init(
            key: entry.key, batch: entry.batch, fact: entry.fact, sources: entry.sources,
            decision: Decision(of: entry.annotation))
    }
}

extension ReviewContext.Neighbour {
    fileprivate init(_ entry: LedgerEntry) {
        self.init(
            fact: entry.fact, sources: entry.sources, category: entry.annotation.category,
            isWaiting: false, isByHand: entry.isByHand)
    }

    fileprivate init(_ item: ReviewItem) {
        self.init(
            fact: item.line.fact, sources: item.line.sources, category: item.category,
            isWaiting: true)
    }
}
