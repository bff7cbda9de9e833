import Facts
import Testing

@Suite struct `Fields of a fact` {
    /// With another value in each.
    private var fact: StatementFact {
        var fact = StatementFact(
            account: "UA21", made: CivilMoment(day: CalendarDate(daysSince1970: 20_000)),
            amount: Money(minorUnits: -100, currency: .uah))
        for field in FactText.allCases { fact[field] = field.column }
        for field in FactDay.allCases {
            fact[field] = CalendarDate(daysSince1970: 20_001 + Int32(field.rawValue))
        }
        for field in FactMoney.allCases {
            fact[field] = Money(minorUnits: 1 + Int64(field.rawValue), currency: .eur)
        }
        fact.mcc = 5_411
        fact.isHold = true
        return fact
    }

    @Test func `have a place each`() {
        #expect(FactTexts<Int>.count == FactText.allCases.count)
        #expect(FactDays<Int>.count == FactDay.allCases.count)
        #expect(FactMonies<Int>.count == FactMoney.allCases.count)
        for field in FactText.allCases { #expect(fact[field] == field.column) }
        #expect(Set(FactDay.allCases.map { fact[$0] }).count == FactDay.allCases.count)
        #expect(Set(FactMoney.allCases.map { fact[$0]?.units }).count == FactMoney.allCases.count)
    }

    @Test func `have names of their own`() {
        let names =
            FactText.allCases.map(\.column) + FactDay.allCases.map(\.name)
            + FactMoney.allCases.flatMap { [$0.name, $0.currencyName] }
        #expect(Set(names).count == names.count)
    }

    /// Names that scripts rely on.
    @Test func `say what another program recorded`() {
        let recorded: [FactText] = [.recordedTags, .recordedParts, .transferAccount]
        #expect(recorded.map(\.column) == ["tags", "parts", "transfer_account"])
    }

    @Test func `are those of its line`() {
        var batch = LineBatch()
        let line = StatementLine(of: fact, in: &batch)
        #expect(StatementFact(of: line, in: batch, account: "UA21") == fact)
    }

    @Test(arguments: FactText.allCases)
    func `make two facts differ where one of them does`(field: FactText) {
        var other = fact
        other[field] = ""
        #expect(other != fact)
    }
}
