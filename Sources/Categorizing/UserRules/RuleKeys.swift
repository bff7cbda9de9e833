internal import Facts
package import Scanning

/// The keys of a rules file: the reader refuses others, and help explains each.
package enum RuleKeys {
    /// The file may also be the list alone.
    package static let root = [FileKey("rules", .list(.map(rule)))]

    static let rule = [
        FileKey("name", .of(.text)),
        FileKey("when", .map(when)),
        FileKey("then", .map(then)),
        FileKey("yes", texts),
        FileKey("no", texts),
    ]

    static let when = [
        FileKey("words", texts),
        FileKey("contains", texts),
        FileKey("exact", texts),
        FileKey("starts", texts),
        FileKey("matches", .oneOrList(.of(.expression))),
        FileKey("mcc", .oneOrList(.of(.mcc))),
        FileKey("amount", .map(amount)),
        FileKey("sign", .choice(signs)),
        FileKey("account", .of(.account)),
        FileKey("account_kind", .oneOrList(.choice(AccountKind.allCases.map(\.rawValue)))),
        FileKey("currency", .of(.currency)),
        FileKey("counterparty", .either(texts, .map(counterparty))),
        FileKey("memo", texts),
        FileKey("day", .oneOrList(.of(.monthDay))),
        FileKey("bank_category", texts),
        FileKey("tags", texts),
        FileKey("where", .oneOrList(.of(.filter))),
    ]

    static let amount = [FileKey("min", .of(.number)), FileKey("max", .of(.number))]

    static let counterparty = [
        FileKey("name", .of(.text)), FileKey("iban", .of(.text)), FileKey("tax_id", .of(.text)),
    ]

    static let then = [
        FileKey("category", .of(.category)),
        FileKey("payee", .of(.text)),
        FileKey("note", .of(.text)),
        FileKey("tags", texts),
        FileKey("transfer_to", .of(.account)),
        FileKey("to_account", .of(.account)),
        FileKey("split", .list(.map(part))),
        FileKey("dismiss", .choice(answers)),
    ]

    static let part = [
        FileKey("category", .of(.category)),
        FileKey("amount", .of(.number)),
        FileKey("percent", .of(.number)),
        FileKey("rest", .choice(answers)),
        FileKey("note", .of(.text)),
    ]

    static let signs = ["in", "out"]
    static let answers = ["true", "yes", "false", "no"]

    private static let texts = FileKey.Value.oneOrList(.of(.text))

    /// An example, which a test reads and tries.
    package static let example = #"""
        - name: coffee near the office
          when: {words: [aroma kava, кавʼярня], sign: out, amount: {max: 220}}
          then: {category: eating_out.coffee, payee: Aroma, tags: [work]}
          yes: ["AROMA KAVA 12 KYIV"]
          no: ["Aromateque"]
        - when: {matches: "квартплата|осбб \\d+", day: [1-10, last]}
          then:
            split: [{category: utilities.water, percent: 30}, {category: utilities, rest: true}]
        - when: {memo: [за музику, гітара], sign: out}
          then: {category: kids.childcare}
        - when: {exact: округлення балансу, sign: out}
          then: {dismiss: true}

        """#
}
