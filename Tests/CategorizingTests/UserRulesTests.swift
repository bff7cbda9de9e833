import Facts
import Scanning
import Testing

@testable import Categorizing

struct Fault: Sendable, CustomTestStringConvertible {
    let yaml: String
    let kind: RuleFault.Kind
    let line: Int
    let column: Int
    var candidates: [String] = []
    var testDescription: String { "\(kind.rawValue): \(yaml)" }
}

@Suite struct `Rules of a person` {
    private let mine = """
        - name: coffee near the office
          when: {words: [aroma kava, "Кав'ярня на розі"], sign: out, amount: {max: 220}}
          then: {category: eating_out.coffee, payee: Aroma, tags: [work, coffee]}
          yes: ["AROMA KAVA 12 KYIV", "Кавʼярня на розі"]
          no: ["Aromakava", "AROMA 12"]
        - name: lunch
          when: {starts: aroma}
          then: {category: eating_out.restaurants}
        - when: {contains: okko, mcc: ["5814", "5812"]}
          then: {category: eating_out.coffee}
        - when: {exact: переказ на дачу, account: mono black}
          then: {transfer_to: dacha}
        - when: {counterparty: {iban: "UA21 3223 1300 0002 6007 2335 6600 1"}}
          then: {category: housing.rent, payee: Landlord}
        - when: {counterparty: {tax_id: 12345678}, currency: uah}
          then: {category: utilities}
        """

    @Test func `a memo is asked for whole words beside the other conditions`() throws {
        let yaml = """
            - when: {memo: [за музику, гітара], sign: out}
              then: {category: kids.childcare}
            """
        let file = try RuleFile.read(path: "rules/memo.yaml", bytes: Array(yaml.utf8))
        let categorizer = Categorizer(userRules: [file])
        func source(_ memo: String, _ sign: Int) -> Evidence.Source? {
            categorizer.suggest(CategorizerQuery(text: "Олена К.", sign: sign, memo: memo))
                .evidence.first?.source
        }
        #expect(source("Оплата ЗА МУЗИКУ, травень", -1) == .rule)
        #expect(source("гітара", -1) == .rule)
        #expect(source("за музикує", -1) != .rule)
        #expect(source("", -1) != .rule)
        #expect(source("гітара", 1) != .rule)
    }

    private func categorizer() throws -> Categorizer {
        Categorizer(userRules: [try RuleFile.read(path: "rules/mine.yaml", bytes: Array(mine.utf8))]
        )
    }

    @Test func `a category is written by its key or its name in any language`() throws {
        for name in ["eating_out.coffee", "Кава", "coffee", "кав", "Cà phê"] {
            let yaml = "- when: {words: aroma}\n  then: {category: \(name)}\n"
            let file = try RuleFile.read(path: "rules/a.yaml", bytes: Array(yaml.utf8))
            let suggestion = Categorizer(userRules: [file])
                .suggest(CategorizerQuery(text: "AROMA", sign: -1))
            #expect(suggestion.category == "eating_out.coffee", "\(name)")
        }
    }

    @Test func `a rule wins with full confidence and says where it stands`() throws {
        let suggestion = try categorizer().suggest(
            CategorizerQuery(
                text: "AROMA KAVA 12 KYIV", mcc: 5411,
                amount: Money(minorUnits: -22_000, currency: .uah)))
        #expect(suggestion.category == "eating_out.coffee")
        #expect(suggestion.permille == 1000)
        #expect(suggestion.payee == "Aroma")
        #expect(suggestion.tags == ["work", "coffee"])
        #expect(suggestion.evidence.map(\.source) == [.rule])
        #expect(suggestion.evidence[0].origin == "rules/mine.yaml:1")
        #expect(suggestion.evidence[0].subject == "coffee near the office")
    }

    @Test func `the first rule that fits wins, and all its conditions must hold`() throws {
        let categorizer = try categorizer()
        func category(_ text: String, _ minor: Int64, mcc: UInt16 = 0) -> String {
            categorizer.suggest(
                CategorizerQuery(
                    text: text, mcc: mcc, amount: Money(minorUnits: minor, currency: .uah))
            ).category
        }
        #expect(category("Aroma Kava", -22_001) == "eating_out.restaurants")
        #expect(category("AROMA KAVA", 100) == "eating_out.restaurants")
        #expect(category("ОККО 7", -5000, mcc: 5814) != "eating_out.coffee")
        #expect(category("SUPEROKKO 7", -5000, mcc: 5812) == "eating_out.coffee")
    }

    @Test func `accounts, tax codes and IBANs are compared`() throws {
        let categorizer = try categorizer()
        #expect(categorizer.rulesDependOnMore)
        var query = CategorizerQuery(text: "Переказ на ДАЧУ", sign: -1, account: "mono black")
        #expect(categorizer.suggest(query).transferTo == "dacha")
        #expect(categorizer.suggest(query).category == "transfers.own")
        query.account = "mono white"
        #expect(categorizer.suggest(query).transferTo == "")
        #expect(
            categorizer.suggest(
                CategorizerQuery(
                    text: "x", counterpartyIBAN: "ua213223130000026007233566001")
            ).category == "housing.rent")
        #expect(
            categorizer.suggest(
                CategorizerQuery(text: "x", sign: -1, currency: .uah, counterpartyTaxID: "12345678")
            ).category == "utilities")
        #expect(
            categorizer.suggest(
                CategorizerQuery(text: "x", sign: -1, currency: .usd, counterpartyTaxID: "12345678")
            ).category == "")
    }

    @Test func `examples that a rule does not keep are found`() throws {
        #expect(
            try RuleFile.read(path: "r.yaml", bytes: Array(mine.utf8)).failingExamples().isEmpty)
        let wrong = """
            - when: {words: silpo}
              then: {category: groceries}
              yes: [silpo 7, СIЛЬПО]
              no: ["silpo online"]
            """
        let failing = try RuleFile.read(path: "r.yaml", bytes: Array(wrong.utf8)).failingExamples()
        #expect(failing.map(\.example) == ["СIЛЬПО", "silpo online"])
        #expect(failing.map(\.shouldMatch) == [true, false])
    }

    @Test(arguments: [
        Fault(
            yaml: "- when: {words: a1b2}\n  then: {category: groceris}",
            kind: .unknownCategory, line: 2, column: 20, candidates: ["groceries"]),
        Fault(
            yaml: "- whan: {words: a}\n  when: {words: a}\n  then: {category: groceries}",
            kind: .unknownKey, line: 1, column: 3, candidates: ["when"]),
        Fault(
            yaml: "- when: {words: \"...\"}\n  then: {category: groceries}",
            kind: .emptyPattern, line: 1, column: 17),
        Fault(
            yaml: "- when: {words: \"\"}\n  then: {category: groceries}", kind: .emptyValue,
            line: 1, column: 17),
        Fault(
            yaml: "- when: {amount: {max: 1e3}}\n  then: {category: groceries}",
            kind: .notANumber, line: 1, column: 24),
        Fault(
            yaml: "- when: {amount: {max: 1234567890123456789012}}\n  then: {category: groceries}",
            kind: .notANumber, line: 1, column: 24),
        Fault(
            yaml: "- when: {amount: {min: 10, max: 9.99}}\n  then: {category: groceries}",
            kind: .rangeUpsideDown, line: 1, column: 18),
        Fault(
            yaml: "- when: {mcc: 70000}\n  then: {category: groceries}", kind: .notAnMCC, line: 1,
            column: 15),
        Fault(
            yaml: "- when: {words: a, sign: plus}\n  then: {category: groceries}",
            kind: .signUnknown, line: 1, column: 26, candidates: ["in", "out"]),
        Fault(
            yaml: "- when: {currency: гривня}\n  then: {category: groceries}",
            kind: .unknownCurrency, line: 1, column: 20),
        Fault(
            yaml: "- when: {}\n  then: {category: groceries}", kind: .alwaysTrue, line: 1,
            column: 9),
        Fault(
            yaml: "- when: {words: a}\n  then: {}", kind: .withoutEffect, line: 2,
            column: 9),
        Fault(yaml: "- then: {category: groceries}", kind: .missingKey, line: 1, column: 3),
        Fault(yaml: "- silpo", kind: .notAMapping, line: 1, column: 3),
        Fault(yaml: "silpo", kind: .notAList, line: 1, column: 1),
        Fault(
            yaml: "- {name: x, when: {words: a}, then: {category: groceries}}\n"
                + "- {name: x, when: {words: b}, then: {category: groceries}}",
            kind: .nameTwice, line: 2, column: 10),
        Fault(yaml: "- when: [", kind: .notYAML, line: 2, column: 1),
        Fault(
            yaml: "- {when: {words: [a, [b]]}, then: {category: groceries}}", kind: .notAText,
            line: 1, column: 22),
    ])
    func `a fault names its place and what was meant`(_ c: Fault) {
        do {
            _ = try RuleFile.read(path: "rules/mine.yaml", bytes: Array(c.yaml.utf8))
            Issue.record("accepted")
        } catch {
            let fault = error.faults.first
            #expect(fault?.kind == c.kind)
            #expect(fault?.file == "rules/mine.yaml")
            #expect([fault?.line, fault?.column] == [c.line, c.column])
            if !c.candidates.isEmpty { #expect(fault?.candidates == c.candidates) }
        }
    }

    @Test func `all faults of a file are told at once`() {
        let yaml = """
            - {when: {words: a}, then: {category: nope}}
            - {when: {wrds: a}, then: {category: groceries}}
            """
        #expect(throws: RuleFaults.self) { try RuleFile.read(path: "r", bytes: Array(yaml.utf8)) }
        do {
            _ = try RuleFile.read(path: "r", bytes: Array(yaml.utf8))
        } catch {
            #expect(error.faults.map(\.kind) == [.unknownCategory, .unknownKey])
        }
    }

    @Test(arguments: ["", "# nothing yet\n", "rules: []", "[]", "rules:"])
    func `a file without rules is no fault`(_ yaml: String) throws {
        #expect(try RuleFile.read(path: "r", bytes: Array(yaml.utf8)).rules.isEmpty)
    }

    @Test func `near-matches of many rules stay linear`() throws {
        var yaml = ""
        for number in 0..<200 {
            yaml += "- {when: {contains: \"\(String(repeating: "a", count: 200))b\(number)\"}, "
            yaml += "then: {category: groceries}}\n"
        }
        let categorizer = Categorizer(userRules: [
            try RuleFile.read(path: "r", bytes: Array(yaml.utf8))
        ])
        let text = String(repeating: "a", count: 20_000)
        let clock = ContinuousClock()
        let time = clock.measure {
            #expect(categorizer.suggest(CategorizerQuery(text: text)).category == "")
        }
        // 200 rules × 20,000 letters once is 4 million steps; quadratic matching would be 200 times
        // that.
        #expect(time < .seconds(10))
    }

    @Test func `lines that may differ get different cache keys`() throws {
        func key(_ categorizer: Categorizer, _ query: CategorizerQuery) -> [UInt8] {
            var batch = LineBatch()
            let line = query.line(in: &batch)
            var key: [UInt8] = []
            categorizer.appendCacheKey(
                of: line, arena: batch.arena.span, account: query.account, country: query.country,
                to: &key)
            return key
        }
        let plain = Categorizer()
        let ruled = try categorizer()
        #expect(!plain.rulesDependOnMore)
        let one = CategorizerQuery(text: "x", amount: Money(minorUnits: -1, currency: .uah))
        var other = one
        other.amount = Money(minorUnits: -2, currency: .uah)
        #expect(key(plain, one) == key(plain, other))
        #expect(key(ruled, one) != key(ruled, other))
        other = one
        other.mcc = 5411
        #expect(key(plain, one) != key(plain, other))
        other = one
        other.text = ""
        other.memo = "x"
        #expect(key(plain, one) != key(plain, other))
    }
}
