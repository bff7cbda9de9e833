import Categorizing
import Facts
import Planning
import Reading
import Reports
import Scanning
import Workspaces

/// Commands that add entries to `budget.yaml`, each one undoable.
enum BudgetChange {
    /// `kopiyka budget give AMOUNT CATEGORY`: money into an envelope, or out of it.
    static func give(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let words = invocation.operands.dropFirst()
        guard let typed = words.first, words.count > 1, !invocation.has(.month),
            !invocation.has(.by), !invocation.has(.write)
        else { throw HouseMessage.usage("error.usage.budget-give") }
        let day =
            invocation[.on].flatMap { CalendarDate(text: $0) } ?? invocation.asOf ?? Clock.localDay
        let question = try LedgerQuestion(invocation, console, for: .writing)
        let file = try question.access.budgetFile(console)
        let category = try saidCategory(words.dropFirst().joined(separator: " "), console)
        let names: [String: Template.Value] = [
            "category": .text(console.categoryName(category)), "day": .day(day),
        ]
        guard file.plan.hasEnvelopes else { throw HouseMessage.usage("error.usage.no-envelopes") }
        guard
            let budget = file.plan.budgets.first(where: {
                $0.category == category && $0.days.contains(day)
            })
        else { throw HouseMessage.usage("error.usage.no-envelope", names) }
        let currency = invocation.currency(.currency) ?? budget.amount.currency
        guard let amount = Money.typed(typed, in: currency), !amount.isZero,
            amount.scale == currency.exponent
        else {
            throw HouseMessage.readings(ofAmount: typed)
                ?? .usage("error.usage.budget-amount", ["amount": .text(typed)])
        }
        let after = try write(
            [Gift(category, amount, on: day)], [], to: file, question, invocation, console)
        try report(amount, category, after, question.upTo(day), invocation, day, console)
        return .done
    }

    /// The file with these entries at its end, as the program reads it.
    @discardableResult
    static func write(
        _ gifts: [Gift], _ budgets: [Budget], to file: BudgetFile, _ question: LedgerQuestion,
        _ invocation: Invocation, _ console: Console
    ) throws -> BudgetFile {
        let access = question.access
        let before = try access.workspace.contents(of: .budget)
        let bytes = file.adding(gifts, budgets, base: try access.base(nil), to: before)
        // Nil for a form of YAML to which no entry can be added at the end.
        let read = try? access.budgetFile(bytes, console)
        guard let after = read, after.plan.gifts == file.plan.gifts + gifts,
            after.plan.budgets == file.plan.budgets + budgets
        else { throw HouseMessage.usage("error.usage.budget-form") }
        try access.workspace.replace(
            .budget, with: bytes, insteadOf: before,
            command: "budget " + (gifts.isEmpty ? "suggest" : "give"),
            isDryRun: invocation.isDryRun)
        if !budgets.isEmpty {
            console.narrate(.budgetWritten, ["count": .count(budgets.count)])
        }
        if invocation.isDryRun { console.narrate(.dryRunNothingChanged) }
        return after
    }

    /// Prints the money of the envelope now, and the money left to give.
    private static func report(
        _ amount: Money, _ category: String, _ after: BudgetFile, _ question: LedgerQuestion,
        _ invocation: Invocation, _ day: CalendarDate, _ console: Console
    ) throws {
        let answer = try BudgetAnswer(
            after.plan, question, day, in: invocation.base,
            by: invocation[.by].flatMap { ReportPeriod.Step(rawValue: $0) })
        let envelope = answer.figures.first { $0.budget.category == category }
        if invocation.wantsJSON {
            try console.json([
                "given": .amount(amount), "category": .string(category), "on": .day(day),
                "currency": .string(amount.currency.code),
                "remaining": envelope.map { .amount($0.remaining) },
                "unassigned": answer.envelopes.map { .amount($0.unassigned) },
            ])
        } else {
            try console.line(
                .budgetGiven,
                [
                    "amount": .money(amount), "category": .text(console.categoryName(category)),
                    "remaining": envelope.map { .money($0.remaining) } ?? "—",
                    "unassigned": answer.envelopes.map { .money($0.unassigned) } ?? "—",
                ], answer.envelopes?.unassigned.isNegative == true ? .bad : .plain)
        }
        answer.reportMissing(console)
    }
}

extension WorkspaceAccess {
    /// `budget.yaml`; empty if there is none.
    ///
    /// - Throws: `PlanFaults` when it is wrong: no figure uses a part of it.
    func budgetFile(_ console: Console) throws -> BudgetFile {
        try budgetFile(try workspace.contents(of: .budget), console)
    }

    fileprivate func budgetFile(_ bytes: [UInt8], _ console: Console) throws -> BudgetFile {
        if bytes.isEmpty { return BudgetFile() }
        let (names, tree) = (console.categoryNames, console.categories.tree)
        let known = try settings.accounts.map(\.name) + workspace.accountNames()
        return try BudgetFile(
            bytes, base: try base(nil),
            category: { typed in
                do throws(CategoryUnknown) {
                    return .found([try names.key(of: typed)])
                } catch {
                    return .unknown(near: error.near)
                }
            },
            account: { typed in
                if let found = try? accounts(meantBy: typed) { return .found(found) }
                return .unknown(near: closest(to: typed, among: known).map { [$0] } ?? [])
            },
            isSpent: { key in
                let kind = tree.kind(of: key, isIn: false)
                return kind == .expense || kind == .outside
            })
    }
}
