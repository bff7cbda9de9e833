import Facts
import Testing

@testable import Planning

@Suite struct BudgetFileTests {
    private func read(_ text: String) throws(PlanFaults) -> BudgetPlan {
        let known = ["їжа": "groceries", "таксі": "taxi", "зарплата": "income"]
        return try BudgetFile(
            Array(text.utf8), base: .uah,
            category: { typed in
                let key = known[typed] ?? (known.values.contains(typed) ? typed : nil)
                return key.map { .found([$0]) } ?? .unknown(near: ["groceries"])
            },
            account: { $0 == "cash" ? .found(["cash-UAH"]) : .unknown(near: ["cash"]) },
            isSpent: { $0 != "income" }
        ).plan
    }

    private func faults(_ text: String) -> [String] {
        do throws(PlanFaults) {
            _ = try read(text)
            return []
        } catch {
            return error.faults.map { "\($0.place.line):\($0.place.column) \($0.kind) \($0.found)" }
        }
    }

    @Test func `All members of a plan are read`() throws {
        let plan = try read(
            """
            - {settings: {envelopes: on, accounts: [cash]}}
            - {category: їжа, amount: "15000", every: month, reset_day: 31}
            - category: taxi
              amount: 6000.50
              every: 14 days
              from: 2026-01-05
              unused: carry up to 4000
              over: carry
            - {given: "-200", category: їжа, on: 2026-02-01}
            - {goal: Море, target: "600", by: 2026-07-01, currency: EUR, accounts: cash, saved: "12"}
            """)
        #expect(plan.hasEnvelopes)
        #expect(plan.accounts == ["cash-UAH"])
        let day = try #require(CalendarDate(text: "2026-01-05"))
        #expect(
            plan.budgets == [
                Budget(
                    "groceries", Money(minorUnits: 1_500_000, currency: .uah),
                    every: .month(from: 31)),
                Budget(
                    "taxi", Money(minorUnits: 600_050, currency: .uah), every: .days(14, from: day),
                    from: day, unused: .carry(upTo: Money(minorUnits: 400_000, currency: .uah)),
                    over: .carry),
            ])
        #expect(plan.gifts.map(\.amount.text) == ["-200.00"])
        #expect(plan.goals.first?.target == Money(minorUnits: 60_000, currency: .eur))
        #expect(plan.goals.first?.accounts == ["cash-UAH"])
    }

    @Test(arguments: [
        ("groceries: 5", "1:1 notAList "),
        ("- 5", "1:3 notAMapping "),
        ("- {category: їжаа, amount: 5, every: week}", "1:14 categoryUnknown їжаа"),
        ("- {category: зарплата, amount: 5, every: week}", "1:14 categoryNotSpent зарплата"),
        ("- {category: їжа, amount: 0, every: week}", "1:27 amountNotPositive 0"),
        ("- {category: їжа, amount: 1.005, every: week}", "1:27 notAnAmount 1.005"),
        ("- {category: їжа, amount: 5, every: weekly}", "1:37 everyInvalid weekly"),
        ("- {category: їжа, amount: 5}", "1:3 keyMissing every"),
        ("- {category: їжа, amount: 5, every: 9 days}", "1:3 fromMissing from"),
        ("- {category: їжа, amount: 5, every: week, unused: carry}", "1:3 fromMissing from"),
        ("- {category: їжа, amount: 5, every: week, reset_day: 3}", "1:54 resetDayAlone week"),
        ("- {category: їжа, amount: 5, every: month, reset_day: 0}", "1:55 resetDayInvalid 0"),
        ("- {category: їжа, amount: 5, every: week, unsed: lapse}", "1:43 unknownKey unsed"),
        (
            "- {category: їжа, amount: 5, every: week, over: cover from їжа}",
            "1:49 coversItself cover from їжа"
        ),
        (
            "- {category: їжа, amount: 5, every: week, over: cover from таксі}",
            "1:49 coverWithoutBudget taxi"
        ),
        ("- {given: 5, category: їжа, on: 2026-01-01}", "1:24 giftWithoutBudget groceries"),
        ("- {goal: Море, target: 5, by: 2026-02-30}", "1:31 notADay 2026-02-30"),
        ("- {settings: {envelopes: maybe}}", "1:26 notAnAnswer maybe"),
        ("- {settings: {accounts: [card]}}", "1:26 accountUnknown card"),
    ])
    func `A wrong entry is refused at its place`(text: String, fault: String) {
        #expect(faults(text).contains(fault), "\(faults(text))")
    }

    @Test func `Two budgets of a category may follow each other, not overlap`() {
        let first = "- {category: їжа, amount: 5, every: month, to: 2026-03-15}\n"
        #expect(
            faults(first + "- {category: їжа, amount: 6, every: month, from: 2026-04-01}").isEmpty)
        #expect(
            faults(first + "- {category: їжа, amount: 6, every: month, from: 2026-03-20}")
                == ["2:3 twice groceries"])
    }
}
