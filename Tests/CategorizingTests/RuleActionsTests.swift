import Facts
import Scanning
import Testing

@testable import Categorizing

private func rules(_ yaml: String) throws -> RuleFile {
    try RuleFile.read(path: "rules/mine.yaml", bytes: Array(yaml.utf8))
}

private func day(_ text: String) throws -> CalendarDate {
    try #require(CalendarDate(text: text))
}

@Suite struct `What rules can ask and do` {
    private func suggest(
        _ yaml: String, _ text: String, minor: Int64 = -10_000, on date: String = "2026-03-31"
    ) throws -> Suggestion {
        var batch = LineBatch()
        var line = StatementLine()
        line.description = batch.add(text)
        line.amount = Money(minorUnits: minor, currency: .uah)
        line.made = CivilMoment(day: try day(date))
        return Categorizer(userRules: [try rules(yaml)]).suggest(
            line: line, arena: batch.arena.span, account: "a")
    }

    @Test func `an expression is a condition beside others`() throws {
        let yaml =
            #"- {when: {matches: ["осбб \\d+", "жек"], sign: out}, then: {category: utilities}}"#
        #expect(try suggest(yaml, "ОСББ 12, внесок").category == "utilities")
        #expect(try suggest(yaml, "ЖЕК Печерський").category == "utilities")
        #expect(try suggest(yaml, "ОСББ 12, внесок", minor: 500).evidence.first?.source != .rule)
        #expect(try suggest(yaml, "ОСББ").evidence.first?.source != .rule)
    }

    @Test(arguments: [
        ("31", true), ("1-30", false), ("last", true), ("tue", true), ("mon", false),
        ("mon-fri", true), ("sat-sun", false), ("[5, last]", true), ("[sat, 30]", false),
    ])
    func `a rule may hold on some days only`(_ days: String, _ holds: Bool) throws {
        let yaml = "- {when: {words: xyzzy, day: \(days)}, then: {category: groceries}}"
        // 31 March 2026 is a Tuesday.
        #expect((try suggest(yaml, "xyzzy").category == "groceries") == holds)
    }

    @Test func `the last day is that of the month`() throws {
        let yaml = "- {when: {words: xyzzy, day: last}, then: {category: groceries}}"
        for (date, isLast) in [
            ("2026-02-28", true), ("2028-02-28", false), ("2028-02-29", true),
            ("2026-04-30", true), ("2026-05-30", false), ("1969-12-31", true),
        ] {
            #expect((try suggest(yaml, "xyzzy", on: date).category == "groceries") == isLast)
        }
    }

    @Test func `percents make parts that sum exactly`() throws {
        let yaml = """
            - when: {words: rent}
              then:
                split:
                  - {category: housing.rent, percent: 33.33}
                  - {category: utilities, percent: 33.33, note: half}
                  - {category: groceries, percent: 33.34}
            """
        for units: Int64 in [-10_000, 10_000, -101, -7, .max, .min + 1] {
            let found = try suggest(yaml, "rent", minor: units)
            #expect(found.splits.map(\.category) == ["housing.rent", "utilities", "groceries"])
            #expect(
                found.splits.reduce(Int128(0)) { $0 + Int128($1.amount.units) } == Int128(units))
            #expect(found.splits.allSatisfy { ($0.amount.units < 0) == (units < 0) })
        }
        #expect(try suggest(yaml, "rent").category == "housing.rent")
        #expect(try suggest(yaml, "rent").splits[1].note == "half")
    }

    @Test func `fixed amounts leave a rest, and a line that is too small is not the rule's`() throws
    {
        let yaml = """
            - when: {words: xyzzy}
              then:
                category: shopping
                split: [{category: home.household, amount: 80.5}, {category: gifts, rest: true}]
            """
        let found = try suggest(yaml, "xyzzy")
        #expect(found.splits.map(\.amount.text) == ["-80.50", "-19.50"])
        #expect(found.category == "shopping")
        #expect(try suggest(yaml, "xyzzy", minor: -8_050).evidence.first?.source != .rule)
        #expect(try suggest(yaml, "xyzzy", minor: -5).evidence.first?.source != .rule)
    }

    @Test func `a rule that only adds adds once, whatever decides`() throws {
        let adding = "- {name: adds, when: {words: xyzzy}, then: {tags: [b], payee: P, note: n}}\n"
        let deciding =
            "- {name: decides, when: {words: xyzzy}, then: {category: pets, tags: [b]}}\n"
        for yaml in [adding, adding + deciding, deciding + adding] {
            let found = try suggest(yaml, "xyzzy")
            #expect(found.tags == ["b"] && found.payee == "P" && found.note == "n")
            #expect(found.evidence.count { $0.subject == "adds" } == 1)
            var batch = LineBatch()
            let line = CategorizerQuery(text: "xyzzy", sign: -1).line(in: &batch)
            let (decision, additions) = Categorizer(userRules: [try rules(yaml)]).ruleSuggestion(
                line: line, arena: batch.arena.span, account: "a")
            #expect((decision != nil) == (yaml != adding))
            for one in [decision, additions].compactMap(\.self) {
                #expect(one.tags == ["b"] && one.payee == "P" && one.note == "n")
                #expect(one.evidence.count { $0.subject == "adds" } == 1)
            }
        }
    }

    @Test func `a rule may dismiss`() throws {
        let found = try suggest("- {when: {words: xyzzy}, then: {dismiss: true}}", "xyzzy")
        #expect(found.isDismissal)
        #expect(found.category == "")
        #expect(found.level == .certain)
    }

    @Test(arguments: [
        ("day: 32", RuleFault.Kind.dayUnknown), ("day: 5-3", .dayUnknown),
        ("day: [1, someday]", .dayUnknown), ("matches: \"(\"", .regexWrong),
        (#"matches: '(a)\1'"#, .regexUnsupported), ("matches: \"a{999}\"", .regexTooLarge),
    ])
    func `a wrong condition is named`(_ condition: String, _ kind: RuleFault.Kind) {
        do {
            _ = try rules("- {when: {\(condition)}, then: {category: groceries}}")
            Issue.record("accepted")
        } catch {
            #expect((error as? RuleFaults)?.faults.map(\.kind) == [kind])
        }
    }

    @Test(arguments: [
        (
            "split: [{category: gifts, percent: 50}, {category: pets, percent: 49}]",
            RuleFault.Kind.partsDoNotSum
        ),
        ("split: [{category: gifts, amount: 5}, {category: pets, amount: 5}]", .partsDoNotSum),
        ("split: [{category: gifts, rest: true}, {category: pets, rest: true}]", .partsDoNotSum),
        ("split: [{category: gifts, percent: 100}]", .partsDoNotSum),
        ("split: [{category: gifts, percent: 100}, {category: pets, rest: true}]", .partsDoNotSum),
        ("split: [{category: gifts}, {category: pets, rest: true}]", .partUnclear),
        ("split: [{percent: 50}, {category: pets, rest: true}]", .partUnclear),
        (
            "split: [{category: gifts, percent: 5, amount: 5}, {category: pets, rest: true}]",
            .partUnclear
        ),
        ("category: groceries, to_account: Jar", .notOfTransfers),
        ("transfer_to: Jar, category: gifts", .notOfTransfers),
        ("transfer_to: Jar, to_account: Box", .effectsExclude),
        (
            "split: [{category: gifts, percent: 50}, {category: pets, rest: true}], to_account: Jar",
            .effectsExclude
        ),
        ("dismiss: true, category: gifts", .effectsExclude),
        ("transfer_to: Jar, dismiss: true", .effectsExclude),
        ("split: all", .notAList), ("dismiss: maybe", .answerUnknown),
    ])
    func `a wrong action is named`(_ action: String, _ kind: RuleFault.Kind) {
        do {
            _ = try rules("- {when: {words: a}, then: {\(action)}}")
            Issue.record("accepted")
        } catch {
            #expect((error as? RuleFaults)?.faults.first?.kind == kind)
        }
    }
}

@Suite struct `Effects of a rule that go together` {
    @Test(arguments: [
        "transfer_to: Jar, category: transfers.savings", "dismiss: false, category: gifts",
        "dismiss: true, note: twice", "to_account: Jar, tags: [own]",
        "category: gifts, split: [{category: gifts, percent: 50}, {category: pets, rest: true}]",
    ])
    func `they are read`(effects: String) throws {
        #expect(try rules("- {when: {words: a}, then: {\(effects)}}").rules.count == 1)
    }
}

@Suite struct `Rules that never win` {
    private func findings(_ yaml: String) throws -> [RuleFinding.Kind] {
        RuleLint([try rules(yaml)]).findings().map(\.kind)
    }

    private func pair(_ first: String, _ second: String, _ then: String = "pets") -> String {
        """
        - {when: {\(first)}, then: {category: groceries}}
        - {when: {\(second)}, then: {category: \(then)}}
        """
    }

    @Test(arguments: [
        ("words: silpo", "words: silpo kyiv", RuleFinding.Kind.shadowed),
        ("words: silpo", "exact: silpo 7", .shadowed),
        ("contains: silp", "starts: silpo", .shadowed),
        ("starts: sil", "exact: [silpo, silk]", .shadowed),
        ("words: silpo, sign: out", "words: silpo, sign: out, amount: {max: 5}", .shadowed),
        ("words: silpo, amount: {max: 50}", "words: silpo, amount: {min: 1, max: 5}", .shadowed),
        ("mcc: [5411, 5412]", "words: silpo, mcc: 5411", .shadowed),
        ("day: 1-10", "words: silpo, day: [3, 4]", .shadowed),
        ("matches: \"silpo \\\\d\"", "exact: silpo 7", .shadowed),
        ("words: silpo", "words: silpo", .conflicting),
        ("mcc: 5411, words: [fora, silpo]", "mcc: 5411, words: [silpo, fora]", .conflicting),
        ("words: aaaa", "exact: bbbb cc, contains: dd", .dead),
    ])
    func `a rule nothing can reach is found`(
        _ first: String, _ second: String, _ kind: RuleFinding.Kind
    ) throws {
        #expect(try findings(pair(first, second)) == [kind])
    }

    @Test(arguments: [
        ("words: silpo kyiv", "words: silpo"), ("words: silpo", "starts: silpo"),
        ("words: silpo", "contains: silpo"), ("exact: silpo", "words: silpo"),
        ("words: silpo, sign: out", "words: silpo"), ("words: silpo, mcc: 5411", "words: silpo"),
        ("words: silpo, amount: {max: 5}", "words: silpo, amount: {max: 6}"),
        ("words: [silpo, fora]", "words: [silpo, atb market]"), ("day: mon", "day: 1-5"),
        ("words: silpo, account: a", "words: silpo, account: b"),
        ("contains: ab", "starts: [abc, xyz]"),
        // Words may be in the memo or the other side's name.
        ("contains: silpo", "words: silpo"), ("contains: sil", "words: silpo kyiv"),
        ("words: aaaa", "exact: card payment, words: rozetka"),
    ])
    func `a rule something can reach is left in peace`(_ first: String, _ second: String) throws {
        #expect(try findings(pair(first, second)).isEmpty)
    }

    @Test func `a rule that only adds takes no line from another`() throws {
        #expect(
            try findings(
                """
                - {when: {words: silpo}, then: {tags: [їжа]}}
                - {when: {words: silpo}, then: {category: groceries}, yes: [silpo 7]}
                - {when: {words: silpo}, then: {note: x}}
                - {when: {words: silpo 5}, then: {tags: [їжа]}}
                """) == [.repeated])
    }

    @Test(arguments: [
        "to_account: Jar", "split: [{category: pets, amount: 5}, {category: gifts, rest: true}]",
    ])
    func `a rule that skips lines leaves them to the next`(effect: String) throws {
        let first = "- {when: {words: topup}, then: {\(effect)}}\n"
        let next = "- {when: {words: topup}, then: {transfer_to: Card}, yes: [topup 7]}\n"
        #expect(try findings(first + next).isEmpty)
        #expect(try findings(first + first) == [.repeated])
    }

    @Test func `the same twice is a repetition`() throws {
        #expect(try findings(pair("words: silpo", "words: silpo 7", "groceries")) == [.repeated])
    }

    @Test func `an example another rule takes is told, with both rules`() throws {
        let file = try rules(
            """
            - {name: shops, when: {contains: маркет}, then: {category: groceries}}
            - {name: pets, when: {words: зоо}, then: {category: pets}, yes: ["Зоо маркет"]}
            """)
        let finding = try #require(RuleLint([file]).findings().first)
        #expect(finding.kind == .exampleTaken)
        #expect([finding.line, finding.otherLine] == [2, 1])
        #expect(
            [finding.rule, finding.otherRule, finding.example] == ["pets", "shops", "Зоо маркет"])
    }

    @Test func `many rules are compared in no time`() throws {
        var yaml = ""
        for number in 0..<8_000 {
            yaml +=
                "- {when: {words: \"фоп \(number) \(number * 7)\"}, then: {category: groceries}}\n"
        }
        yaml += "- {when: {words: \"фоп 7999 55993 київ\"}, then: {category: pets}}\n"
        let lint = RuleLint([try rules(yaml)])
        #expect(lint.findings().map(\.kind) == [.shadowed])
        // However many begin alike, a rule is held against those whose text it has.
        #expect(lint.candidates(before: 8_000) == [7_999])
        #expect(lint.candidates(before: 7_998) == [])
    }
}
