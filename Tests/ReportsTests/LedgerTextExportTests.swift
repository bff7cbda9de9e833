import Facts
import Glibc
import Testing

@testable import Reports

@Suite(.serialized) struct `Plain-text ledgers` {
    private func exported(
        _ rows: [ReportRow], _ dialect: LedgerTextExport.Dialect,
        openings: [LedgerTextExport.Opening] = [], names: ExportNames = testNames,
        _ choose: (inout LedgerTextExport.Choices) throws -> Void = { _ in }
    ) throws -> String {
        let collected = Collected()
        var choices = LedgerTextExport.Choices()
        try choose(&choices)
        var export = LedgerTextExport(dialect, names: names, openings: openings, choices: choices)
        _ = try export.write(stream(rows)) { collected.bytes += $0 }
        return String(decoding: collected.bytes, as: UTF8.self)
    }

    private var month: [ReportRow] {
        var split = row(
            2, "2025-03-15", money("-100"), category: "groceries", payee: "АТБ", "АТБ-маркет 77")
        split.splits = [
            .init(category: "groceries", amount: money("-60")),
            .init(category: "eating_out.coffee", amount: money("-40")),
        ]
        split.note = "на день народження"
        split.tags = ["свято"]
        var out = row(3, "2025-03-16", money("-4100"), "Купівля USD")
        var into = row(
            4, "2025-03-17", money("100", .usd), account: "monobank-USD", "Зарахування")
        link(&out, &into)
        return [
            row(
                1, "2025-03-14", money("-125.50"), category: "groceries", payee: "Сільпо",
                "СІЛЬПО 123"),
            split, out, into,
            row(5, "2025-03-18", money("20000"), category: "income.salary", "Зарплата"),
        ]
    }

    @Test func `a month for hledger`() throws {
        #expect(
            try exported(month, .hledger) == """
                decimal-mark .
                commodity 1000.00 UAH
                commodity 1000.00 USD
                account Assets:Monobank:UAH
                account Assets:Monobank:USD
                account Expenses:Uncategorized
                account Expenses:Кафе:Кава
                account Expenses:Продукти
                account Income:Salary
                account Income:Uncategorized

                2025-03-14 * Сільпо | СІЛЬПО 123
                    Assets:Monobank:UAH  -125.50 UAH
                    Expenses:Продукти  125.50 UAH

                2025-03-15 * АТБ | АТБ-маркет 77
                    ; note: на день народження
                    ; свято:
                    Assets:Monobank:UAH  -100.00 UAH
                    Expenses:Продукти  60.00 UAH
                    Expenses:Кафе:Кава  40.00 UAH

                2025-03-16 * Купівля USD
                    Assets:Monobank:UAH  -4100.00 UAH @@ 100.00 USD
                    Assets:Monobank:USD  100.00 USD  ; date:2025-03-17

                2025-03-18 * Зарплата
                    Assets:Monobank:UAH  20000.00 UAH
                    Income:Salary  -20000.00 UAH

                """)
    }

    @Test func `a payment for beancount`() throws {
        let text = try exported([month[0]], .beancount)
        #expect(
            text == """
                option "title" "Kopiyka"
                2025-03-14 commodity UAH
                2025-03-14 open Assets:Monobank:UAH UAH
                2025-03-14 open Expenses:Groceries

                2025-03-14 * "Сільпо" "СІЛЬПО 123"
                  Assets:Monobank:UAH  -125.50 UAH
                  Expenses:Groceries  125.50 UAH

                """)
    }

    @Test func `a person's own names are written as they are, and of children too`() throws {
        let own = ExportNames(
            kindOf: testNames.kindOf, nameOf: testNames.nameOf,
            shownNameOf: { $0 == "monobank-USD" ? "Долари" : $0 },
            journal: JournalNames(
                accounts: ["monobank-UAH": "Assets:Bank:Card"],
                categories: ["eating_out": "Expenses:Fun", "income": "Income:Work"]))
        let text = try exported(month, .hledger, names: own)
        for expected in [
            "\n    Assets:Bank:Card  -125.50 UAH\n", "\n    Expenses:Fun:Кава  40.00 UAH\n",
            "\n    Assets:Долари  100.00 USD", "\n    Income:Work:Salary  -20000.00 UAH\n",
            "\naccount Assets:Bank:Card\n", "\naccount Expenses:Fun:Кава\n",
        ] {
            #expect(text.contains(expected), "\(expected)")
        }
        #expect(!text.contains("Monobank"))
        #expect(try exported(month, .beancount, names: own).contains("  Expenses:Fun:Coffee  40"))
    }

    @Test(arguments: [
        ("Assets:Bank:Card", true, true), ("Assets", true, false), ("Активи:Картка", true, false),
        ("Assets:my card", true, false), ("Assets:card", true, false), ("Bank:Card", true, false),
        ("Assets:", false, false), ("a  b", false, false), ("a;b", false, false),
        ("(Assets:A)", false, false), ("", false, false), ("A\nB", false, false),
        ("Assets:Картка-1", true, true), ("Assets:A :B", false, false),
    ])
    func `a name is an account of a journal or refused`(
        name: String, isJournal: Bool, isBeancount: Bool
    ) {
        #expect(JournalNames.isAccount(name, in: .hledger) == isJournal)
        #expect(JournalNames.isAccount(name, in: .ledger) == isJournal)
        #expect(JournalNames.isAccount(name, in: .beancount) == isBeancount)
    }

    @Test func `a purchase abroad is at cost, with the facts that were asked for`() throws {
        var abroad = row(1, "2025-03-16", money("-6220.76"), category: "travel", "Hotel; x")
        abroad.originalAmount = money("-114.71", .eur)
        var fact = StatementFact(
            account: "monobank-UAH", made: CivilMoment(day: day("2025-03-16"), second: 65_536),
            amount: abroad.amount)
        fact.originalAmount = abroad.originalAmount
        fact.memo = "a, b; [c]  d%"
        fact.mcc = 742
        abroad.fact = fact
        abroad.memo = fact.memo
        let text = try exported([abroad], .hledger) {
            $0.hasCosts = true
            $0.metadata = try JournalMetadata(list: "mcc, time,memo,key")
        }
        #expect(
            text.hasSuffix(
                """
                2025-03-16 * Hotel； x
                    ; key: 1-00000001-20250316-0000000000000001
                    ; time: 18:12:16
                    ; memo: a%2C b%3B %5Bc%5D %20d%25
                    ; mcc: 0742
                    Assets:Monobank:UAH  -6220.76 UAH
                    Expenses:Travel  114.71 EUR @@ 6220.76 UAH

                """), "\(text)")
        #expect(throws: JournalMetadata.Unknown(name: "colour")) {
            try JournalMetadata(list: "key,colour")
        }
    }

    /// Two accounts, a transfer that arrives the next day, a day whose sum the bank contradicts.
    private var proved: [ReportRow] {
        func line(
            _ number: UInt64, _ date: String, _ amount: String, _ balance: String,
            account: String = "monobank-UAH"
        ) -> ReportRow {
            var line = row(number, date, money(amount), account: account, category: "groceries")
            line.balance = money(balance)
            return line
        }
        var out = line(3, "2025-03-15", "-100", "750")
        var into = line(6, "2025-03-16", "100", "100", account: "privat")
        link(&out, &into)
        var unproved = line(8, "2025-03-18", "-1", "998")
        unproved.balance = nil
        return [
            line(1, "2025-03-14", "-50", "950"), line(2, "2025-03-15", "-100", "850"), out,
            into, line(7, "2025-03-16", "-40", "60", account: "privat"),
            line(9, "2025-03-17", "-5", "900"), unproved,
        ]
    }

    @Test func `balances of the bank are asserted where the sums agree`() throws {
        let opening = LedgerTextExport.Opening(
            account: "monobank-UAH", day: day("2025-03-14"), amount: money("1000"))
        func text(_ dialect: LedgerTextExport.Dialect) throws -> String {
            try exported(proved, dialect, openings: [opening]) { $0.hasAssertions = true }
        }
        func asserted(_ text: String) -> [String] {
            text.split(separator: "\n").filter { $0.contains(" = ") || $0.contains(" balance ") }
                .map { String($0.drop { $0 == " " }) }
        }
        #expect(
            asserted(try text(.hledger)) == [
                "Assets:Monobank:UAH  -50.00 UAH = 950.00 UAH",
                "Assets:Monobank:UAH  -100.00 UAH = 750.00 UAH",
                "Assets:Privat  -40.00 UAH = 60.00 UAH",
            ])
        #expect(
            asserted(try text(.beancount)) == [
                "2025-03-15 balance Assets:Monobank:UAH  950.00 UAH",
                "2025-03-16 balance Assets:Monobank:UAH  750.00 UAH",
                "2025-03-17 balance Assets:Privat  60.00 UAH",
            ])
        #expect(
            asserted(try text(.ledger)) == [
                "Assets:Monobank:UAH  -50.00 UAH = 950.00 UAH",
                "Assets:Monobank:UAH  -100.00 UAH = 850.00 UAH",
                "Assets:Monobank:UAH  -100.00 UAH = 750.00 UAH",
                "Assets:Privat  -40.00 UAH = 60.00 UAH",
            ])
        for (program, dialect) in [
            ("hledger check -s", LedgerTextExport.Dialect.hledger),
            ("ledger --pedantic bal", .ledger), ("bean-check", .beancount),
        ] where isInstalled(String(program.prefix { $0 != " " })) {
            let path = written(try text(dialect), "asserted.\(dialect.rawValue)")
            defer { _ = unsafe unlink(path) }
            let words = program.split(separator: " ")
            let file = dialect == .beancount ? path : "-f \(path)"
            let command = [String(words[0]), file] + words.dropFirst().map(String.init)
            let check = output(command.joined(separator: " ") + " 2>&1")
            #expect(check.status == 0, "\(check.text)")
        }
    }

    @Test func `accounts that share a name of the journal have no balance there`() throws {
        let both = ExportNames(
            kindOf: testNames.kindOf,
            journal: JournalNames(
                accounts: ["monobank-UAH": "Assets:All", "privat": "Assets:All"]))
        let text = try exported(proved, .hledger, names: both) { $0.hasAssertions = true }
        #expect(!text.contains(" = ") && text.contains("    Assets:All  -100.00 UAH\n"))
    }

    @Test func `what a transfer loses on its way stays a transfer, as in reports`() throws {
        var out = row(1, "2025-03-16", money("-100"))
        var into = row(2, "2025-03-16", money("99.50"), account: "privat")
        link(&out, &into)
        let text = try exported([into, out], .hledger)
        #expect(text.contains("Assets:Privat  99.50 UAH\n    Equity:Transfers:Own  0.50 UAH\n"))
        #expect(text.contains("account Equity:Transfers:Own\n") && !text.contains("Fees"))
        #expect(text.split(separator: "\n").filter { $0.hasPrefix("2025") }.count == 1)
    }

    @Test(arguments: LedgerTextExport.Dialect.allCases)
    func `unknown currencies of several accounts are never one commodity`(
        dialect: LedgerTextExport.Dialect
    ) throws {
        let one = row(1, "2025-03-16", money("-100", .unknown), account: "table-a")
        let other = row(2, "2025-03-16", money("-7", .unknown), account: "table-b")
        #expect(try exported([one], dialect).contains("-100.00 XXX\n"))
        let both = try exported([one, other], dialect)
        #expect(both.contains("-100.00 XXXA\n") && both.contains("  100.00 XXXA\n"))
        #expect(both.contains("-7.00 XXXB\n") && both.contains("  7.00 XXXB\n"))
        #expect(!both.contains("XXX\n"))
        var (out, into) = (one, other)
        into.amount = money("100", .unknown)
        link(&out, &into)
        #expect(try exported([out, into], dialect).contains("-100.00 XXXA @@ 100.00 XXXB\n"))
    }

    /// The other line may be in the export of another month; with it here too, two exports would
    /// hold the money twice.
    @Test func `a transfer whose other line is not exported goes over the account of transfers`()
        throws
    {
        var out = row(1, "2025-03-16", money("-100"))
        var into = row(2, "2025-03-16", money("100"), account: "privat")
        link(&out, &into)
        out.category = "transfers.own"
        into.category = "transfers.own"
        let alone = try exported([out], .hledger)
        #expect(alone.contains("Assets:Monobank:UAH  -100.00 UAH\n    Equity:"))
        #expect(!alone.contains("Assets:Privat  "))
        let other = try exported([into], .hledger)
        #expect(other.contains("Assets:Privat  100.00 UAH\n    Equity:"))
        #expect(!other.contains("Assets:Monobank:UAH  "))
    }

    @Test func `lines that cannot be joined are both there`() throws {
        var out = row(1, "2025-03-16", money("-100"))
        var into = row(2, "2025-03-16", money("100"), account: "privat")
        link(&out, &into)
        into.splits = [.init(category: "income", amount: money("100"))]
        let text = try exported([out, into], .hledger)
        #expect(text.split(separator: "\n").filter { $0.hasPrefix("2025") }.count == 2)
    }

    @Test func `different accounts never share a name`() throws {
        let rows = ["моя картка", "моя;картка", "Моя картка", "🙂", "…"].enumerated().map {
            row(UInt64($0.offset), "2025-03-16", money("-1"), account: $0.element)
        }
        for dialect in LedgerTextExport.Dialect.allCases {
            let text = try exported(rows, dialect)
            let opened = text.split(separator: "\n").filter {
                $0.hasPrefix("account Assets") || $0.contains(" open Assets")
            }
            #expect(Set(opened).count == 5)
        }
    }

    /// Hostile words everywhere, every kind of entry, three currencies.
    private var hostileRows: [ReportRow] {
        var rows: [ReportRow] = []
        for (index, text) in hostileTexts.enumerated() {
            var line = row(
                UInt64(index), "2025-03-14", money("-\(index + 1).25"),
                account: index % 3 == 0 ? text : "monobank-UAH",
                category: index % 2 == 0 ? "groceries" : "", payee: index % 4 == 0 ? text : "", text
            )
            line.note = text
            line.memo = text
            line.tags = [text, "tag"]
            line.isHold = index % 5 == 0
            rows.append(line)
            rows.append(
                row(1000 + UInt64(index), "2025-03-14", money("\(index)", .usd), account: "b", text)
            )
        }
        let dong = Currency(0x56, 0x4E, 0x44)
        let dinar = Currency(0x4B, 0x57, 0x44)
        rows.append(row(2000, "2025-04-01", money("-1500", dong), account: "v"))
        rows.append(row(2001, "2025-04-01", money("-1.234", dinar), account: "v"))
        rows.append(row(2002, "2025-04-01", money("0.0072", .eur), account: "v"))
        return rows + month
    }

    private var hostileOpenings: [LedgerTextExport.Opening] {
        [.init(account: "monobank-UAH", day: day("2025-03-01"), amount: money("1000"))]
    }

    @Test(.enabled(if: isInstalled("hledger")))
    func `hledger accepts hostile words and finds our totals`() throws {
        let path = try written(
            exported(hostileRows, .hledger, openings: hostileOpenings), "hl.journal")
        defer { _ = unsafe unlink(path) }
        let check = output("hledger -f \(path) check -s 2>&1")
        #expect(check.status == 0, "\(check.text)")
        let balance = output("hledger -f \(path) balance --flat -N -O csv Assets 2>&1")
        #expect(balance.status == 0)
        var expected: [String: Int64] = [:]
        for line in hostileRows {
            expected[line.amount.currency.code, default: 0] += inTenThousandths(line.amount)
        }
        expected["UAH", default: 0] += 10_000_000
        #expect(sumsByCurrency(balance.text) == expected)
        // The two lines of the transfer are one entry; the opening is one more.
        let count = output("hledger -f \(path) print | grep -c '^2025-'")
        #expect(count.text == "\(hostileRows.count)\n")
    }

    @Test(.enabled(if: isInstalled("ledger")))
    func `ledger accepts hostile words and finds our totals`() throws {
        let path = try written(
            exported(hostileRows, .ledger, openings: hostileOpenings), "l.ledger")
        defer { _ = unsafe unlink(path) }
        let total = output(
            "ledger --pedantic -f \(path) register --format '\"a\",\"%(quantity(amount)) %(commodity(amount))\"\\n' Assets 2>&1"
        )
        var expected: [String: Int64] = [:]
        for line in hostileRows {
            expected[line.amount.currency.code, default: 0] += inTenThousandths(line.amount)
        }
        expected["UAH", default: 0] += 10_000_000
        #expect(total.status == 0, "\(total.text)")
        #expect(sumsByCurrency(total.text) == expected)
    }

    @Test(.enabled(if: isInstalled("bean-check")))
    func `beancount accepts hostile words`() throws {
        let path = try written(
            exported(hostileRows, .beancount, openings: hostileOpenings), "b.beancount")
        defer { _ = unsafe unlink(path) }
        let check = output("bean-check \(path) 2>&1")
        #expect(check.status == 0, "\(check.text)")
        #expect(check.text.isEmpty)
    }
}

private final class Collected {
    var bytes: [UInt8] = []
}

private func isInstalled(_ program: String) -> Bool {
    output("command -v \(program) >/dev/null && \(program) --version >/dev/null 2>&1").status == 0
}

private func output(_ command: String) -> (status: Int32, text: String) {
    guard let pipe = unsafe popen(command, "r") else { return (-1, "") }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
        let count = unsafe fread(&chunk, 1, chunk.count, pipe)
        if count == 0 { break }
        bytes += chunk[..<count]
    }
    return (unsafe pclose(pipe), String(decoding: bytes, as: UTF8.self))
}

/// A file for another program to read; the caller removes it.
private func written(_ text: String, _ name: String) -> String {
    let path = "/tmp/kopiyka-export-test-\(getpid())-\(name)"
    let bytes = Array(text.utf8)
    if let file = unsafe fopen(path, "w") {
        let count = unsafe fwrite(bytes, 1, bytes.count, file)
        let isClosed = unsafe fclose(file) == 0
        #expect(count == bytes.count && isClosed)
    }
    return path
}

private func inTenThousandths(_ amount: Money) -> Int64 {
    (try? amount.units(atScale: 4)) ?? 0
}

/// Sums of the amounts in the last column of CSV: `"Assets:V","-1.234 KWD, -1500 VND"`.
private func sumsByCurrency(_ csv: String) -> [String: Int64] {
    var sums: [String: Int64] = [:]
    for line in csv.split(separator: "\n") {
        guard let last = line.split(separator: "\"").last(where: { $0.contains(" ") }) else {
            continue
        }
        for amount in last.split(separator: ",") {
            let words = amount.split(separator: " ")
            guard words.count == 2, let currency = Currency(code: String(words[1])),
                let money = Money(text: String(words[0]), currency: currency)
            else { continue }
            sums[currency.code, default: 0] += inTenThousandths(money)
        }
    }
    return sums
}
