@testable import Commands
import Facts
import Testing

@Suite struct `What a table leaves open` {
    @Test(arguments: [
        ("date-order", "порядок дня й місяця не доведено", "--date-order"),
        ("decimal-mark", "десятковий знак не доведено", "--decimal-mark"),
        ("sign", "знак сум не доведено", "--sign"),
        ("amount-column", "не доведено, у якому стовпці сума рахунку", "layout draft x.csv"),
        ("currency-column", "не доведено, у якому стовпці валюта суми", "layout draft x.csv"),
        ("currency-formats", "суми мають кілька валют, і показує їх лише формат чисел", ""),
        ("date-column", "не доведено, у якому стовпці день операції", "layout draft x.csv"),
        ("status", "слова стану невідомі", "layout draft x.csv"),
        ("decimals", "копійки сум можуть бути в сусідньому стовпці", ""),
        ("totals", "надруковані підсумки суперечать рядкам", "layout draft x.csv"),
        ("rows", "забагато рядків не схожі на рядки таблиці", "layout draft x.csv"),
    ])
    func `is asked with the remedy, in both languages`(
        question: String, what: String, remedy: String
    ) {
        let failure = ReadFailure(
            .layoutAmbiguous, at: SourcePlace(file: "x.csv", line: 2), found: "1.00",
            details: [question, "a", "b", "a → 1", "b → 2"])
        #expect(failure.message.words.what[.uk] == what)
        for language in Language.allCases {
            let message = failure.message
            #expect(remedy.isEmpty || message.words.fix[language].contains(remedy))
            #expect(message.words.why[language].contains("a → 1, b → 2"))
        }
    }

    /// The remedies of all stand in one sentence, whose places are filled in each of them.
    @Test func `is asked together with what else is open`() {
        let failure = ReadFailure(
            .layoutAmbiguous, at: SourcePlace(file: "x.csv", line: 2), found: "1.00",
            details: ["date-order", "decimal-mark", "sign", "a", "b"])
        for language in Language.allCases {
            let fix = failure.message.words.fix[language]
            for option in ["--date-order", "--decimal-mark", "--sign", "layout draft x.csv"] {
                #expect(fix.contains(option), "\(fix)")
            }
            #expect(!fix.contains("{"), "\(fix)")
        }
    }

    @Test func `is settled by options and values that the command line knows`() throws {
        let questions = [
            "date-order", "date-order-mixed", "decimal-mark", "decimal-mark-mixed", "sign",
            "amount-column", "currency-column", "date-column", "status", "totals", "rows",
        ]
        var named = Set<OptionName>()
        for question in questions {
            let failure = ReadFailure(
                .layoutAmbiguous, at: SourcePlace(file: "x.csv", line: 2), found: "1.00",
                details: [question, "a"])
            for language in Language.allCases {
                let fix = failure.message.words.fix[language]
                let words = fix.split { " ,;".contains($0) }
                for (word, next) in zip(words, words.dropFirst() + [""]) where word.hasPrefix("--")
                {
                    let name = try #require(
                        OptionName(rawValue: String(word.dropFirst(2))), "\(fix)")
                    named.insert(name)
                    guard next.contains("|") else { continue }
                    let option = try #require(
                        OptionDeclaration.choices.first { $0.name == name })
                    guard case .choice(let values) = option.kind else {
                        Issue.record("\(fix)")
                        continue
                    }
                    #expect(next == values.joined(separator: "|"))
                }
            }
        }
        #expect(named == Set(OptionDeclaration.choices.map(\.name)))
    }

    @Test func `no message of an error names an option that there is not`() {
        for text in [goldenErrorsEnglish, goldenErrorsUkrainian] {
            for match in text.matches(of: /--([a-z][a-z-]*)/) {
                #expect(OptionName(rawValue: String(match.1)) != nil, "\(match.0)")
            }
        }
    }

    @Test func `several layouts that fit are no open question`() {
        let failure = ReadFailure(
            .layoutAmbiguous, at: SourcePlace(file: "x.csv"), details: ["a/csv", "b/csv"])
        #expect(failure.message.words.what[.en] == "several layouts match this header")
    }
}
