import Facts
import Glibc
import Ledger
import Pending
import Reports
import Saving
import Scanning
import Testing

@testable import Commands

@Suite struct `Looking` {
    private let home: Household

    init() throws {
        home = try Household()
        try home.add(quarter, approvedCount: 7)
    }

    /// What was printed, with ordinary blanks inside numbers and a name for the folder.
    private func shown(_ run: Run) -> String {
        #expect(run.code == .done)
        return run.output.replacing("\u{A0}", with: " ").replacing("\r\n", with: "\n")
            .replacing(home.folder, with: "HOME")
    }

    // MARK: full outputs

    @Test func `a list for a person, the newest last`() {
        #expect(
            shown(home.run("list"))
                == #"""
                day            amount       payee                                                           category                      account       tags, note
                2025-01-05  20,000.00  UAH  Зарплата                                                        Salary                        monobank-UAH
                2025-01-10  −1,250.50  UAH  Сільпо                                                          Groceries                     monobank-UAH
                2025-02-03     −95.00  UAH  Aroma Kava                                                      Coffee                        monobank-UAH
                2025-02-14  −3,000.00  UAH  =cmd|' /C calc'!A0 \u{1B}[31m\u{A}2025-01-01 * "x" ; \u{202E}y  uncategorized                 monobank-UAH
                2025-03-01    −500.00  UAH  Епіцентр; ремонт | "дім"                                        Groceries + Home improvement  monobank-UAH  #дім полиця
                2025-03-02  −2,000.00  UAH  На картку                                                       Own accounts                  monobank-UAH
                2025-03-05     −12.34  EUR  Bolt                                                            Taxi                          revolut-EUR

                EUR: 1 entry, in 0.00, out −12.34, net −12.34
                UAH: 6 entries, in 20,000.00, out −6,845.50, net 13,154.50

                """#)
    }

    @Test func `a list in a narrow window keeps its amounts`() {
        #expect(
            shown(home.run("list", columns: 60))
                == #"""
                day            amount       payee       category    account
                2025-01-05  20,000.00  UAH  Зарплата    Salary      monoban…
                2025-01-10  −1,250.50  UAH  Сільпо      Groceries   monoban…
                2025-02-03     −95.00  UAH  Aroma Kava  Coffee      monoban…
                2025-02-14  −3,000.00  UAH  =cmd|' /C…  uncategor…  monoban…
                2025-03-01    −500.00  UAH  *Епіцентр…  Groceries…  monoban…
                2025-03-02  −2,000.00  UAH  На картку   Own accou…  monoban…
                2025-03-05     −12.34  EUR  Bolt        Taxi        revolut…

                EUR: 1 entry, in 0.00, out −12.34, net −12.34
                UAH: 6 entries, in 20,000.00, out −6,845.50, net 13,154.50

                """#)
    }

    @Test func `a list in Ukrainian`() {
        #expect(
            shown(home.run("--lang", "uk", "list", columns: 120))
                == #"""
                день             сума       отримувач                       категорія                       рахунок       мітки, нотатка
                05.01.2025  20 000,00  UAH  Зарплата                        Зарплата                        monobank-UAH
                10.01.2025  −1 250,50  UAH  Сільпо                          Продукти                        monobank-UAH
                03.02.2025     −95,00  UAH  Aroma Kava                      Кава                            monobank-UAH
                14.02.2025  −3 000,00  UAH  =cmd|' /C calc'!A0 \u{1B}[31m…  без категорії                   monobank-UAH
                01.03.2025    −500,00  UAH  Епіцентр; ремонт | "дім"        Продукти + Ремонт і будматері…  monobank-UAH  #дім полиця
                02.03.2025  −2 000,00  UAH  На картку                       Між своїми рахунками            monobank-UAH
                05.03.2025     −12,34  EUR  Bolt                            Таксі                           revolut-EUR

                EUR: 1 запис, надійшло 0,00, вибуло −12,34, різниця −12,34
                UAH: 6 записів, надійшло 20 000,00, вибуло −6 845,50, різниця 13 154,50

                """#)
    }

    @Test func `a list as JSON has the members of read and what was said`() {
        #expect(
            shown(home.run("list", "--json", "--month", "2025-03"))
                == #"""
                {"key":"1-0d0a42a2-20250301-0000000000000005","account":"monobank-UAH","date":"2025-03-01","time":"13:53:20","amount":"-500.00","currency":"UAH","description":"Епіцентр; ремонт | \"дім\"","hold":false,"balance":"16154.50","category":"home.improvement","note":"полиця","tags":["дім"],"splits":[{"category":"groceries","amount":"-120.00","note":"вода"},{"category":"home.improvement","amount":"-380.00"}],"sources":[{"file":"march.json","line":5,"layout":"monobank/json"}]}
                {"key":"1-0d0a42a2-20250302-0000000000000006","account":"monobank-UAH","date":"2025-03-02","time":"05:33:20","amount":"-2000.00","currency":"UAH","description":"На картку","hold":false,"balance":"14154.50","category":"transfers.own","sources":[{"file":"march.json","line":6,"layout":"monobank/json"}]}
                {"key":"1-bfd77981-20250305-0000000000000007","account":"revolut-EUR","date":"2025-03-05","time":"02:46:40","amount":"-12.34","currency":"EUR","description":"BOLT.EU","hold":false,"category":"transport.taxi","payee":"Bolt","sources":[{"file":"march.json","line":7,"layout":"monobank/json"}]}

                """#)
    }

    @Test func `a report has a table a currency`() {
        #expect(
            shown(home.run("report"))
                == #"""
                EUR        2025-03  share
                Expenses    −12.34   100%
                Transport   −12.34   100%  ████████████████████████
                  Taxi      −12.34   100%  ████████████████████████
                ───────────────────────────────────────────────────
                money in      0.00
                money out   −12.34
                net         −12.34

                UAH                   2025-01    2025-02    2025-03      total    average
                Expenses            −1,250.50     −95.00    −500.00  −1,845.50    −615.17  █▁▃
                Groceries           −1,250.50               −120.00  −1,370.50    −456.83  █·▁
                Eating out                        −95.00                −95.00     −31.67  ·█·
                  Coffee                          −95.00                −95.00     −31.67  ·█·
                Home                                        −380.00    −380.00    −126.67  ··█
                  Home improvement                          −380.00    −380.00    −126.67  ··█
                Income              20,000.00                        20,000.00   6,666.67  █··
                  Salary            20,000.00                        20,000.00   6,666.67  █··
                Out, uncategorized             −3,000.00             −3,000.00  −1,000.00  ·█·
                ──────────────────────────────────────────────────────────────────────────────
                money in            20,000.00       0.00       0.00  20,000.00   6,666.67  █▁▁
                money out           −1,250.50  −3,095.00    −500.00  −4,845.50  −1,615.17  ▃█▂
                net                 18,749.50  −3,095.00    −500.00  15,154.50   5,051.50  █▁▁
                Transfers                0.00       0.00  −2,000.00  −2,000.00    −666.67  ▁▁█
                  Own accounts                            −2,000.00  −2,000.00    −666.67  ··█
                ──────────────────────────────────────────────────────────────────────────────
                change of balances  18,749.50  −3,095.00  −2,500.00  13,154.50   4,384.83  █▁▁

                """#)
    }

    @Test func `a report of one category has its lines and no others`() {
        for said in ["groceries", "Продукти", "GROCERIES"] {
            let report = shown(home.run("report", "--category", said, "--currency", "UAH"))
            #expect(report.contains("Groceries") && report.contains("−1,370.50"))
            #expect(!report.contains("Coffee") && !report.contains("Salary"))
        }
        #expect(home.run("report", "--category", "qwxz").code == .usage)
    }

    @Test(
        arguments: ["list", "report", "pending"], ["MONOBANK-uah", "Monobank-UAH", "monobank-uah"])
    func `an account is taken in any letter case`(command: String, typed: String) {
        #expect(
            shown(home.run(command, "--account", typed))
                == shown(home.run(command, "--account", "monobank-UAH")))
    }

    @Test func `a report in a narrow window gives up its bars, then names`() {
        #expect(
            shown(home.run("--lang", "uk", "report", "--currency", "UAH", columns: 60))
                == #"""
                UAH                 2025-02    2025-03      усі 3    середнє
                Витрати              −95,00    −500,00  −1 845,50    −615,17
                Продукти                       −120,00  −1 370,50    −456,83
                Кафе та рестора…     −95,00                −95,00     −31,67
                  Кава               −95,00                −95,00     −31,67
                Дім і побут                    −380,00    −380,00    −126,67
                  Ремонт і будм…               −380,00    −380,00    −126,67
                Доходи                                  20 000,00   6 666,67
                  Зарплата                              20 000,00   6 666,67
                Вибуло без кате…  −3 000,00             −3 000,00  −1 000,00
                ────────────────────────────────────────────────────────────
                надійшло               0,00       0,00  20 000,00   6 666,67
                витрачено         −3 095,00    −500,00  −4 845,50  −1 615,17
                різниця           −3 095,00    −500,00  15 154,50   5 051,50
                Перекази               0,00  −2 000,00  −2 000,00    −666,67
                  Між своїми ра…             −2 000,00  −2 000,00    −666,67
                ────────────────────────────────────────────────────────────
                зміна залишків    −3 095,00  −2 500,00  13 154,50   4 384,83
                Останні 2 з 3 періодів; підсумки й середні — за 2025-01 – 2025-03.

                """#)
    }

    @Test func `a report in a wide window has bars`() {
        #expect(
            shown(home.run("--lang", "uk", "report", "--currency", "UAH", columns: 120))
                == #"""
                UAH                        2025-01    2025-02    2025-03      разом    середнє     тренд
                Витрати                  −1 250,50     −95,00    −500,00  −1 845,50    −615,17   ↓ 18,7%  █▁▃
                Продукти                 −1 250,50               −120,00  −1 370,50    −456,83   ↓ 73,7%  █·▁  █▋
                Кафе та ресторани                      −95,00                −95,00     −31,67  ↓ 100%    ·█·  ▏
                  Кава                                 −95,00                −95,00     −31,67  ↓ 100%    ·█·  ▏
                Дім і побут                                      −380,00    −380,00    −126,67  ↑ 200%    ··█  ▍
                  Ремонт і будматеріали                          −380,00    −380,00    −126,67  ↑ 200%    ··█  ▍
                Доходи                   20 000,00                        20 000,00   6 666,67  ↓ 100%    █··  ████████████████████████
                  Зарплата               20 000,00                        20 000,00   6 666,67  ↓ 100%    █··  ████████████████████████
                Вибуло без категорії                −3 000,00             −3 000,00  −1 000,00  ↓ 100%    ·█·  ███▌
                ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
                надійшло                 20 000,00       0,00       0,00  20 000,00   6 666,67  ↓ 100%    █▁▁
                витрачено                −1 250,50  −3 095,00    −500,00  −4 845,50  −1 615,17   ↓ 69%    ▃█▂
                різниця                  18 749,50  −3 095,00    −500,00  15 154,50   5 051,50  ↓ 109,9%  █▁▁
                Перекази                      0,00       0,00  −2 000,00  −2 000,00    −666,67  ↑ 200%    ▁▁█
                  Між своїми рахунками                         −2 000,00  −2 000,00    −666,67  ↑ 200%    ··█  ██▍
                ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
                зміна залишків           18 749,50  −3 095,00  −2 500,00  13 154,50   4 384,83  ↓ 157%    █▁▁

                """#)
    }

    @Test func `a report of years, one level deep`() {
        #expect(
            shown(home.run("report", "--depth", "1", "--by", "year", columns: 60))
                == #"""
                EUR          2025  share
                Expenses   −12.34   100%
                Transport  −12.34   100%  ████████████████████████
                ──────────────────────────────────────────────────
                money in     0.00
                money out  −12.34
                net        −12.34

                UAH                      2025   share
                Expenses            −1,845.50  100%
                Groceries           −1,370.50   74.3%  █▍
                Eating out             −95.00    5.1%  ▏
                Home                  −380.00   20.6%  ▍
                Income              20,000.00  100%    █████████████████████
                Out, uncategorized  −3,000.00  100%    ███▏
                ────────────────────────────────────────────────────────────
                money in            20,000.00
                money out           −4,845.50
                net                 15,154.50
                Transfers           −2,000.00  100%    ██
                ────────────────────────────────────────────────────────────
                change of balances  13,154.50

                """#)
    }

    /// The objects of a report without the lists of their lines.
    private func withoutRows(_ text: String) -> String {
        text.split(separator: "\n").map { line in
            let end = line.firstRange(of: ",\"rows\":")?.lowerBound
            return end.map { line[..<$0] + "}" } ?? line[...]
        }.joined(separator: "\n") + "\n"
    }

    @Test func `a report as JSON has exact texts`() {
        #expect(
            withoutRows(shown(home.run("report", "--json")))
                == #"""
                {"currency":"EUR","category":"transport.taxi","kind":"expense","parts":1,"periods":{"2025-03":"-12.34"},"total":"-12.34","by":"month","average":"-12.34","share":1.000}
                {"currency":"EUR","sum":"in","periods":{"2025-03":"0.00"},"total":"0.00","by":"month","average":"0.00"}
                {"currency":"EUR","sum":"refunds","periods":{"2025-03":"0.00"},"total":"0.00","by":"month","average":"0.00"}
                {"currency":"EUR","sum":"out","periods":{"2025-03":"-12.34"},"total":"-12.34","by":"month","average":"-12.34"}
                {"currency":"EUR","sum":"net","periods":{"2025-03":"-12.34"},"total":"-12.34","by":"month","average":"-12.34"}
                {"currency":"EUR","sum":"outside","periods":{"2025-03":"0.00"},"total":"0.00","by":"month","average":"0.00"}
                {"currency":"EUR","sum":"transfers","periods":{"2025-03":"0.00"},"total":"0.00","by":"month","average":"0.00"}
                {"currency":"EUR","sum":"change","periods":{"2025-03":"-12.34"},"total":"-12.34","by":"month","average":"-12.34"}
                {"currency":"UAH","category":"","direction":"out","parts":1,"periods":{"2025-02":"-3000.00"},"total":"-3000.00","by":"month","average":"-1000.00","share":1.000}
                {"currency":"UAH","category":"eating_out.coffee","kind":"expense","parts":1,"periods":{"2025-02":"-95.00"},"total":"-95.00","by":"month","average":"-31.67","share":0.051}
                {"currency":"UAH","category":"groceries","kind":"expense","parts":2,"periods":{"2025-01":"-1250.50","2025-03":"-120.00"},"total":"-1370.50","by":"month","average":"-456.83","share":0.743}
                {"currency":"UAH","category":"home.improvement","kind":"expense","parts":1,"periods":{"2025-03":"-380.00"},"total":"-380.00","by":"month","average":"-126.67","share":0.206}
                {"currency":"UAH","category":"income.salary","kind":"income","parts":1,"periods":{"2025-01":"20000.00"},"total":"20000.00","by":"month","average":"6666.67","share":1.000}
                {"currency":"UAH","category":"transfers.own","kind":"transfer","parts":1,"periods":{"2025-03":"-2000.00"},"total":"-2000.00","by":"month","average":"-666.67","share":1.000}
                {"currency":"UAH","sum":"in","periods":{"2025-01":"20000.00","2025-02":"0.00","2025-03":"0.00"},"total":"20000.00","by":"month","average":"6666.67"}
                {"currency":"UAH","sum":"refunds","periods":{"2025-01":"0.00","2025-02":"0.00","2025-03":"0.00"},"total":"0.00","by":"month","average":"0.00"}
                {"currency":"UAH","sum":"out","periods":{"2025-01":"-1250.50","2025-02":"-3095.00","2025-03":"-500.00"},"total":"-4845.50","by":"month","average":"-1615.17"}
                {"currency":"UAH","sum":"net","periods":{"2025-01":"18749.50","2025-02":"-3095.00","2025-03":"-500.00"},"total":"15154.50","by":"month","average":"5051.50"}
                {"currency":"UAH","sum":"outside","periods":{"2025-01":"0.00","2025-02":"0.00","2025-03":"0.00"},"total":"0.00","by":"month","average":"0.00"}
                {"currency":"UAH","sum":"transfers","periods":{"2025-01":"0.00","2025-02":"0.00","2025-03":"-2000.00"},"total":"-2000.00","by":"month","average":"-666.67"}
                {"currency":"UAH","sum":"change","periods":{"2025-01":"18749.50","2025-02":"-3095.00","2025-03":"-2500.00"},"total":"13154.50","by":"month","average":"4384.83"}

                """#)
    }

    @Test func `a report as CSV has a column for every month`() {
        #expect(
            shown(home.run("report", "--csv"))
                == #"""
                currency,category,name,kind,2025-01,2025-02,2025-03,total
                EUR,transport.taxi,Taxi,expense,,,-12.34,-12.34
                UAH,,Uncategorized,expense,,-3000.00,,-3000.00
                UAH,eating_out.coffee,Coffee,expense,,-95.00,,-95.00
                UAH,groceries,Groceries,expense,-1250.50,,-120.00,-1370.50
                UAH,home.improvement,Home improvement,expense,,,-380.00,-380.00
                UAH,income.salary,Salary,income,20000.00,,,20000.00
                UAH,transfers.own,Own accounts,transfer,,,-2000.00,-2000.00

                """#)
    }

    @Test func `balances beside what the bank says`() {
        #expect(
            shown(home.run("balance"))
                == #"""
                account            entries    balance  bank says  on          difference
                monobank-UAH  UAH        6  14,154.50  14,154.50  2025-03-02        0.00
                revolut-EUR   EUR        1     −12.34       —     —                 —

                """#)
    }

    @Test func `balances in Ukrainian`() {
        #expect(
            shown(home.run("--lang", "uk", "balance", columns: 60))
                == #"""
                рахунок              залишок  за банком  станом на   різниця
                monobank-UAH  UAH  14 154,50  14 154,50  02.03.2025     0,00
                revolut-EUR   EUR     −12,34       —     —              —

                """#)
    }

    @Test func `balances as JSON`() {
        #expect(
            shown(home.run("balance", "--json"))
                == #"""
                {"account":"monobank-UAH","currency":"UAH","entries":6,"sum":"13154.50","balance":"14154.50","balance_on":"2025-03-02","opening":"1000.00","difference":"0.00","bank_balance":"14154.50","bank_balance_on":"2025-03-02","rows":["--account","monobank-UAH","--currency","UAH"]}
                {"account":"revolut-EUR","currency":"EUR","entries":1,"sum":"-12.34","balance":"-12.34","rows":["--account","revolut-EUR","--currency","EUR"]}

                """#)
    }

    @Test func `accounts with what waits for them`() {
        #expect(
            shown(home.run("accounts"))
                == #"""
                account            kind     entries  pending  from        to
                monobank-UAH  UAH  card           6        1  2025-01-05  2025-03-02
                revolut-EUR   EUR  current        1        0  2025-03-05  2025-03-05

                """#)
    }

    @Test func `accounts in Ukrainian`() {
        #expect(
            shown(home.run("--lang", "uk", "accounts", columns: 60))
                == #"""
                рахунок            записів  у черзі  від         до
                monobank-UAH  UAH        6        1  05.01.2025  02.03.2025
                revolut-EUR   EUR        1        0  05.03.2025  05.03.2025

                """#)
    }

    @Test func `accounts as JSON`() {
        #expect(
            shown(home.run("accounts", "--json"))
                == #"""
                {"account":"monobank-UAH","currency":"UAH","entries":6,"pending":1,"first":"2025-01-05","last":"2025-03-02","id":"monobank-UAH","name":"monobank-UAH","kind":"card","own":[],"waiting":1,"from":"2025-01-05","to":"2025-03-02","balance":"14154.50","bank_balance":"14154.50","bank_balance_on":"2025-03-02","rows":["--account","monobank-UAH","--currency","UAH"]}
                {"account":"revolut-EUR","currency":"EUR","entries":1,"pending":0,"first":"2025-03-05","last":"2025-03-05","id":"revolut-EUR","name":"revolut-EUR","kind":"current","own":[],"waiting":0,"from":"2025-03-05","to":"2025-03-05","balance":"-12.34","rows":["--account","revolut-EUR","--currency","EUR"]}

                """#)
    }

    @Test func `the status says what waits and what to do next`() {
        #expect(
            shown(home.run("status"))
                == #"""
                workspace    HOME
                ledger       7 entries, 2 accounts
                last import  \#(Clock.localText(of: "2025-04-01T10:00:00Z", in: .en)): 8 new, 0 known, 0 rejected, 0 skipped
                queue        1 line, 0 ambiguous, 0 in conflict
                             1 low
                Next: kopiyka review

                """#)
    }

    @Test func `the status in Ukrainian`() {
        #expect(
            shown(home.run("--lang", "uk", "status"))
                == #"""
                сховище          HOME
                книга            7 записів, 2 рахунки
                останній імпорт  \#(Clock.localText(of: "2025-04-01T10:00:00Z", in: .uk)): нових 8, відомих 0, відхилено 0, пропущено 0
                черга            1 рядок, неоднозначних 0, суперечливих 0
                                 1 низько
                Далі: kopiyka review

                """#)
    }

    @Test func `the status as JSON`() {
        #expect(
            shown(home.run("status", "--json"))
                == #"""
                {"workspace":"HOME","ledger":{"entries":7,"accounts":2,"dismissed":0},"queue":{"lines":1,"levels":{"certain":0,"high":0,"medium":0,"low":1,"unknown":0},"states":{"new":1,"ambiguous":0,"conflict":0},"decided":0,"unreadable":0},"last_import":{"batch":1,"made":"2025-04-01T10:00:00Z","new":8,"known":0,"rejected":0,"skipped":0},"next":"kopiyka review"}

                """#)
    }

    // MARK: asking

    @Test(arguments: [
        (["--month", "2025-02"], [3, 4]),
        (["--from", "2025-02-14", "--to", "2025-03-01"], [4, 5]),
        (["--account", "revolut-EUR"], [7]), (["--category", "eating_out"], [3]),
        (["--category", "groceries"], [2, 5]), (["--text", "сiльпо"], [2]),
        (["--text", "ПОЛИЦЯ"], [5]), (["--text", "дім"], [5]), (["--min", "+0"], [1]),
        (["--min", "0"], [1, 2, 3, 4, 5, 6, 7]), (["--max", "-1250,50"], [2, 4, 6]),
        (["--currency", "EUR"], [7]), (["--text", "сільпо полиця"], []), (["сільпо"], [2]),
        (["--category", "Кава", "--category", "taxi"], [3, 7]), (["--category", "-"], [4]),
        (["--sign", "in"], [1]), (["--kind", "transfer"], [6]), (["--kind", "income"], [1]),
        (["--payee", "bolt"], [7]), (["--payee", "=bolt"], [7]), (["--payee", "=bol"], []),
        (["--tag", "ДІМ"], [5]), (["--tag", "-", "--year", "2025", "--min", "2000"], [1, 4, 6]),
        (["category:groceries", "OR", "category:taxi,кава"], [2, 3, 5, 7]),
        (["category:groceries min:200"], [2, 5]),
        (["лютий 2025"], [3, 4]), (["--as-of", "2025-02-14", "--last", "1w"], [4]),
        (["--limit", "2"], [6, 7]), (["category:кава,taxi"], [3, 7]),
        (["--category", "Кава,taxi"], [3, 7]), (["--kind", "transfer,income"], [1, 6]),
        (["-category:groceries,salary"], [3, 4, 5, 6, 7]), (["-tag:дім"], [1, 2, 3, 4, 6, 7]),
        (["--where", "-кава not:payee:bolt", "-сільпо"], [1, 4, 5, 6]),
        (["-category:-", "-account:revolut-EUR", "-kind:transfer"], [1, 2, 3, 5]),
        (["--where", "-min:500 -sign:in"], [3, 7]), (["-currency:EUR", "-tag:-"], [5]),
        (["--account", "monobank-UAH", "--account", "revolut-EUR", "--limit", "1"], [7]),
        (["--text", "nobody"], []),
    ])
    func `a list picks by every option`(options: [String], expected: [Int]) {
        let run = home.run(["list", "--json"] + options)
        #expect(run.code == .done)
        let found = run.output.split(separator: "\n").compactMap { line in
            (try? JSONValue.parse(line.utf8.span))?["key"]?.text.flatMap {
                Int($0.suffix(16), radix: 16)
            }
        }
        #expect(found == expected)
    }

    @Test(arguments: [
        ("-month:2025-01", "\"month:\" cannot be excluded", "--where:1:1"),
        ("кава -дім", "cannot be excluded as a whole", "--where:1:6"),
        ("category:groceries,grocery", "is the name of no category", "--where:1:1"),
        ("-catgory:кава", "no term is called", "--where:1:2"),
    ])
    func `what cannot be excluded has its place`(text: String, error: String, place: String) throws
    {
        try write("reports:\n  дім: tag:дім\n", to: home.folder + "/kopiyka.yaml")
        let run = home.run("list", "--where", text)
        #expect(run.code == .usage && run.output.isEmpty)
        #expect(run.errors.contains(error) && run.errors.contains(place), "\(run.errors)")
    }

    @Test(arguments: [
        (["list", "category:кавун"], "category:кавун"),
        (["list", "бензин", "category:кавун"], "category:кавун"),
        (["list", "tag:дім category:кавун"], "category:кавун"),
        (["list", "catgory:кава", "дім"], "catgory:кава"),
        (["tag", "account:7741", "+дім"], "account:7741"),
    ])
    func `what is wrong without --where has no place in it`(words: [String], place: String) throws {
        let run = home.run(words)
        #expect(run.code == .usage && run.output.isEmpty)
        #expect(run.errors.hasPrefix(place + ": error: "), "\(run.errors)")
        #expect(!run.errors.contains("--where"))
    }

    @Test func `of a divided line a list counts the parts asked for`() {
        let rest = home.run("list", "--json", "-category:groceries").output
        #expect(rest.contains(#""amount":"-500.00""#) && rest.contains(#""counted":"-380.00""#))
        let list = shown(home.run("list", "category:groceries"))
        #expect(list.contains("−120.00  UAH  Епіцентр") && list.contains("part of −500.00"))
        #expect(list.contains("UAH: 2 entries, in 0.00, out −1,370.50, net −1,370.50"))
        let json = home.run("list", "--json", "--category", "groceries").output
        #expect(json.contains(#""amount":"-500.00""#) && json.contains(#""counted":"-120.00""#))
        #expect(!home.run("list", "--json").output.contains("counted"))
    }

    @Test func `a filter of the settings is used by its name, and an error has its place`() throws {
        func output(_ arguments: String...) -> Run { home.run(["list", "--json"] + arguments) }
        try write(
            "language: en\nreports:\n  coffee: category:кава year:2025\n"
                + "  trips: \"text:bolt catgory:x\"\n",
            to: home.folder + "/kopiyka.yaml")
        #expect(output("coffee").output == output("--category", "coffee").output)
        #expect(output("--where", "Coffee").output.contains("AROMA"))
        #expect(home.run("report", "coffee").output.contains("Coffee"))
        let wrong = home.run("list", "trips")
        #expect(wrong.code == .damaged)
        #expect(
            wrong.errors == """
                kopiyka.yaml:4:21: error: no term is called "catgory:"
                  fix: did you mean category? terms are text category tag payee person account min \
                max sign kind stream currency month year last from to; a word with a colon stands \
                in quotation marks

                """)
        try write("reports:\n  my coffee: category:кава\n", to: home.folder + "/kopiyka.yaml")
        let named = home.run("list")
        #expect(named.code == .damaged && named.errors.hasPrefix("kopiyka.yaml:2:3: error: "))
    }

    @Test(arguments: ["7741", "*7741", "7741 ", "UA"])
    func `an account is found by the last digits of its card`(typed: String) throws {
        try write(
            "accounts:\n  - name: revolut-EUR\n    is: [\"516875******7741\"]\n"
                + "  - name: other\n    is: [\"*1234\"]\n",
            to: home.folder + "/kopiyka.yaml")
        let run = home.run("list", "--json", "--account", typed)
        #expect((run.code == .done) == (typed != "UA"))
        #expect(run.output.contains("BOLT.EU") == (typed != "UA"))
    }

    @Test func `last digits of several accounts name none`() throws {
        try write(
            "accounts:\n  - name: revolut-EUR\n    is: [\"516875******7741\"]\n"
                + "  - name: other\n    is: [UA213223130000026007233567741]\n",
            to: home.folder + "/kopiyka.yaml")
        let run = home.run("list", "--account", "7741")
        #expect(run.code == .usage && run.errors.contains("other, revolut-EUR"))
    }

    // MARK: changing what was found

    private func entries(_ words: String...) throws -> [JSONValue] {
        try home.run(["list", "--json"] + words).output.split(separator: "\n").map {
            try JSONValue.parse($0.utf8.span)
        }
    }

    @Test func `a bulk edit says how many lines it is, shows them, and is one command`() throws {
        let home = try Household()
        try home.add(quarter, approvedCount: 7)
        let before = home.run("dump").output
        let dry = home.run(
            "edit", "--where", "min:95 sign:out account:monobank-uah nobody", "--payee", "Shop",
            "--dry-run")
        #expect(dry.code == .done && dry.errors.contains("0 lines selected."))
        let asked = ["edit", "--where", "sign:out min:1000", "--category", "кава"]
        let trial = home.run(asked + ["--dry-run"])
        #expect(trial.code == .done && home.run("dump").output == before)
        #expect(trial.errors.contains("3 lines selected."))
        #expect(trial.output.contains("Сільпо") && trial.output.contains("На картку"))
        #expect(!trial.output.contains("Aroma"))
        let done = home.run(asked)
        #expect(done.code == .done && done.output.split(separator: "\n").count == 3)
        #expect(done.errors.contains("3 lines selected."))
        let coffee = home.run("list", "--json", "--category", "кава").output
        #expect(coffee.split(separator: "\n").count == 4)
        // Nothing is left to change, and one undo takes all back.
        #expect(home.run(asked).errors.contains("0 lines selected."))
        #expect(home.run("undo").code == .done && home.run("dump").output == before)
    }

    @Test func `of a divided line the parts that a filter names get the category`() throws {
        let home = try Household()
        try home.add(quarter, approvedCount: 7)
        func report() -> String { home.run("report", "--csv", "--month", "2025-03").output }
        let before = report()
        // Nothing says which part.
        #expect(home.run("edit", "--where", "полиця", "--category", "pets").code == .done)
        #expect(report() == before)
        let asked = ["edit", "--where", "category:groceries", "--category", "pets"]
        #expect(home.run(asked).errors.contains("2 lines selected."))
        #expect(report() != before && report().contains("pets,Pets,expense,-120.00"))
        #expect(report().contains("home.improvement,Home improvement,expense,-380.00"))
        #expect(home.run("list", "category:groceries").output.hasPrefix("The ledger has no"))
        #expect(home.run(asked).errors.contains("0 lines selected."))
    }

    @Test func `tags are put on everything that a filter finds`() throws {
        let home = try Household()
        try home.add(quarter, approvedCount: 7)
        #expect(home.run("tag", "--month", "2025-03", "+trip", "-дім").code == .done)
        let found = home.run("list", "--json", "tag:trip").output
        #expect(found.split(separator: "\n").count == 3 && !found.contains("\"дім\"]"))
        #expect(home.run("tag", "--where", "tag:trip", "abcd", "+x").code == .usage)
        #expect(home.run("tag", "+x").code == .usage)
        #expect(home.run("edit", "--where", "x", "abcd", "--payee", "x").code == .usage)
        #expect(home.run("edit", "--where", "x", "--amount", "5").code == .usage)
    }

    @Test func `move and approve take filters too`() throws {
        let home = try Household()
        try home.add(quarter, approvedCount: 7)
        let moved = home.run("move", "--account", "revolut-EUR", "monobank-UAH", "--dry-run")
        #expect(moved.code == .done && moved.errors.contains("1 line selected."))
        #expect(moved.output.contains("Bolt"))
        #expect(home.run("approve", "--where", "немає такого").output.isEmpty)
        let shown = home.run("dismiss", "--where", "min:0", "--dry-run").output
        #expect(shown.hasPrefix("dismissed 1-") && shown.split(separator: "\n").count == 1)
        let quiet = home.run("approve", "--where", "min:0", "--dry-run", "-q")
        #expect(quiet.code == .done && quiet.output.isEmpty && quiet.errors.isEmpty)
        let json = home.run("approve", "--where", "min:0", "--dry-run", "--json").output
        #expect(json.hasPrefix(#"{"approved":""#))
        #expect(home.run("approve", "--where", "min:0").output == "1 line approved.\n")
    }

    @Test func `what a list left out is said, its totals are of all`() {
        let run = home.run("list", "--limit", "1")
        #expect(run.errors == "1 of 7 shown; --limit shows more.\n")
        #expect(run.output.contains("UAH: 6 entries, in 20,000.00, out −6,845.50, net 13,154.50"))
        #expect(run.output.split(separator: "\n").count == 4)
    }

    @Test func `a hold that was booked later stands on the day it was booked`() throws {
        let home = try Household()
        var booked = line(9, "2025-03-01", -1, "-1.00", .uah, "hold")
        booked.fact.made.day = CalendarDate(text: "2025-03-03") ?? booked.fact.made.day
        let others = [
            line(10, "2025-03-02", 5, "-3.00", .uah, "second"),
            line(11, "2025-03-02", 4, "-2.00", .uah, "first"),
            line(12, "2025-03-04", -1, "-4.00", .uah, "later"),
        ]
        try home.add([booked] + others, approvedCount: 4)
        func found(_ options: String...) -> [String] {
            home.run(["list", "--json"] + options).output.split(separator: "\n").compactMap {
                (try? JSONValue.parse($0.utf8.span))?["description"]?.text
            }
        }
        #expect(found() == ["first", "second", "hold", "later"])
        #expect(found("--from", "2025-03-03", "--to", "2025-03-03") == ["hold"])
        #expect(found("--to", "2025-03-02") == ["first", "second"])
    }

    @Test func `a list as CSV is the export of the same lines`() {
        let run = home.run("list", "--csv", "--month", "2025-03")
        let export = home.run(
            "export", "--format", "csv", "--from", "2025-03-01", "--to", "2025-03-31")
        #expect(run.output == export.output && run.output.split(separator: "\r\n").count == 5)
    }

    /// The sum of a column of CSV without quotation marks, in the smallest units.
    private func sum(_ column: String, _ words: [String]) throws -> Int {
        let rows = home.run(words).output.split(separator: "\r\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let place = try #require(rows.first?.firstIndex(of: column))
        return rows.dropFirst().reduce(0) {
            // Texts of this household may have commas; these columns stand before or after them.
            let cell = column == "amount" ? $1[place] : $1[$1.count - rows[0].count + place]
            return $0 + (Int(cell.filter { $0 != "." }) ?? 0)
        }
    }

    @Test(arguments: [
        ["--category", "groceries"], ["--where", "-category:groceries"], ["--kind", "expense"],
        ["category:groceries or min:1000"], ["--category", "home", "--limit", "3"],
    ])
    func `tables have the parts that a filter selects, as JSON counts them`(
        question: [String]
    ) throws {
        let uah = question + ["--currency", "UAH"]
        let counted = try home.objects(["list", "--json"] + uah).reduce(0) {
            $0 + units($1["counted"] ?? $1["amount"])
        }
        #expect(try counted != 0 && sum("amount", ["list", "--csv"] + uah) == counted)
        if question.contains("--limit") { return }
        #expect(try sum("amount", ["export", "--format", "csv"] + uah) == counted)
        let objects = try home.objects(["export", "--format", "jsonl"] + uah)
        #expect(objects.reduce(0) { $0 + units($1["counted"] ?? $1["amount"]) } == counted)
    }

    @Test func `a list as CSV has what its lines are worth`() throws {
        let words = ["--category", "groceries", "--in", "UAH"]
        let worth = try home.objects(["list", "--json"] + words).reduce(0) {
            $0 + ($1["worth"].map(units) ?? 0)
        }
        #expect(try worth != 0 && sum("worth", ["list", "--csv"] + words) == worth)
        #expect(!home.run("list", "--csv").output.contains("worth"))
    }

    @Test(arguments: [
        (["list", "--account", "revolut-EU"], "did you mean revolut-EUR? kopiyka accounts"),
        (["pending", "--account", "revolut-EU"], "did you mean revolut-EUR? kopiyka accounts"),
        (["balance", "--account", "nobody"], "kopiyka accounts shows the accounts"),
        (["list", "--category", "grocery"], "kopiyka categories shows the categories"),
    ])
    func `an account or category nobody knows is no empty answer`(
        arguments: [String], hint: String
    ) {
        let run = home.run(arguments)
        #expect(run.code == .usage && run.output.isEmpty)
        #expect(run.errors.contains(hint), "\(run.errors)")
    }

    @Test func `an account is found by the names its owner gave it`() throws {
        try write(
            "accounts:\n  - name: revolut-EUR\n    is: [trips]\n    bank: revolut\n",
            to: home.folder + "/kopiyka.yaml")
        #expect(home.run("list", "--account", "trips", "--json").output.contains("BOLT.EU"))
        #expect(
            home.run("accounts", "--json").output.contains(
                #"{"account":"revolut-EUR","currency":"EUR","bank":"revolut","is":["trips"],"entries":1"#
            ))
    }

    // MARK: reports

    @Test(arguments: [
        ["--json"], ["--csv"], ["--json", "--by", "year", "--account", "monobank-UAH"],
    ])
    func `kept totals of months and the entries themselves say the same`(options: [String]) {
        let kept = home.run(["report"] + options)
        let read = home.run(["report", "--from", "2025-01-02", "--to", "2025-03-30"] + options)
        #expect(withoutRows(kept.output) == withoutRows(read.output) && !kept.output.isEmpty)
        let february = home.run(["report", "--month", "2025-02"] + options)
        let days = home.run(["report", "--from", "2025-02-02", "--to", "2025-02-27"] + options)
        #expect(withoutRows(february.output) == withoutRows(days.output))
        #expect(february.output != kept.output)
    }

    @Test func `the last months that fit a narrow window are shown, and it is said`() {
        #expect(
            shown(home.run("report", "--currency", "UAH", "--depth", "1", columns: 44))
                == """
                UAH                   2025-03      all 3
                Expenses              −500.00  −1,845.50
                Groceries             −120.00  −1,370.50
                Eating out                        −95.00
                Home                  −380.00    −380.00
                Income                         20,000.00
                Out, uncategorized             −3,000.00
                ────────────────────────────────────────
                money in                 0.00  20,000.00
                money out             −500.00  −4,845.50
                net                   −500.00  15,154.50
                Transfers           −2,000.00  −2,000.00
                ────────────────────────────────────────
                change of balances  −2,500.00  13,154.50
                The last 1 of 3 periods; totals and averages are of 2025-01 to 2025-03.

                """)
    }

    @Test(arguments: [20, 30, 44, 60, 80, 120, 200], ["report", "list", "balance", "accounts"])
    func `nothing printed is wider than a window that holds its numbers`(
        columns: Int, command: String
    ) {
        let run = home.run(command, "--lang", "uk", columns: columns)
        let tableLines = run.output.split(separator: "\n").filter {
            !$0.contains(": ") && !$0.contains("; ")
        }
        let widest = tableLines.map { displayColumns(String($0)) }.max() ?? 0
        #expect(widest <= max(columns, 60))
        #expect(!run.output.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
    }

    @Test func `a stored moment is shown in local time, and any other text as it is`() {
        let shown = Clock.localText(of: "2025-06-15T12:34:56Z", in: .en)
        #expect(shown.hasPrefix("2025-06-1") && shown.count == 16)
        // Zones differ by hours, halves and quarters.
        #expect(["34", "04", "19", "49"].contains(shown.suffix(2)))
        #expect(Clock.localText(of: "2025-06-15T12:34:56Z", in: .uk).contains(".06.2025 "))
        for text in ["", "yesterday", "2025-04-01T21:59:59", "2025-13-01T21:59:59Z"] {
            #expect(Clock.localText(of: text, in: .en) == text)
        }
    }

    // MARK: nothing there

    /// People write a category, an amount and a period as words.
    @Test(arguments: [
        ("кава у лютому 2025", "кава month:2025-02"),
        ("coffee february 2025", "category:coffee month:2025-02"),
        ("Сільпо 2025", "Сільпо year:2025"),
        ("більше ніж 500 у Сільпо 2025", "min:500 Сільпо year:2025"),
        ("less than 100 Aroma", "max:100 Aroma"),
        ("all but groceries in january 2025", "-category:groceries month:2025-01"),
    ])
    func `words that no line has are answered with terms`(words: String, terms: String) {
        let run = home.run("list", words)
        #expect(run.output == "The ledger has no such entries.\n")
        #expect(run.errors.hasSuffix("Next: kopiyka list \(terms)\n"), "\(run.errors)")
        #expect(home.run("report", words).errors.hasSuffix("Next: kopiyka report \(terms)\n"))
        #expect(home.run(["list"] + terms.split(separator: " ").map(String.init)).code == .done)
    }

    @Test(arguments: [["кава минулого місяця"], ["кава", "за", "останні", "3", "місяці"]])
    func `words of a period are answered though it has no lines`(words: [String]) {
        for command in ["list", "report"] {
            let errors = home.run([command] + words).errors
            #expect(errors.contains("Next: kopiyka \(command) category:кава "), "\(errors)")
        }
    }

    @Test(arguments: ["нечуване", "\"кава 2025\"", "кава min:900", "coffee 2019"])
    func `other words have no such answer`(words: String) {
        #expect(home.run("list", words).errors.isEmpty)
    }

    @Test func `a bank's name means all accounts of its files`() {
        // The household's lines all come from files of this bank.
        #expect(home.run("list", "account:моно").output == home.run("list").output)
        #expect(home.run("list", "account:приват").code == .usage)
    }

    @Test func `an empty workspace has empty answers`() throws {
        let home = try Household()
        #expect(home.run("list").output == "The ledger has no such entries.\n")
        #expect(home.run("report").output == "No entries in this period.\n")
        #expect(home.run("balance").output == "The ledger has no such entries.\n")
        #expect(home.run("accounts").output == "No accounts yet.\n")
        #expect(home.run("accounts").errors == "Next: kopiyka import\n")
        #expect(home.run("--lang", "uk", "list").output == "У книзі немає таких записів.\n")
        for command in ["list", "report", "balance", "accounts"] {
            let run = home.run(command, "--json")
            #expect(run.output.isEmpty && run.code == .done)
        }
        #expect(
            home.run("status").output.replacing(home.folder, with: "HOME") == """
                workspace    HOME
                ledger       0 entries, 0 accounts
                last import  none yet
                queue        0 lines, 0 ambiguous, 0 in conflict
                Next: kopiyka import

                """)
        for format in ["hledger", "ledger", "beancount", "csv", "jsonl"] {
            #expect(home.run("export", "--format", format).code == .done)
        }
    }

    @Test func `a queue nobody can read is said by the commands that count it`() throws {
        let home = try Household()
        try write("{\"v\":1,\n", to: home.folder + "/pending.jsonl")
        let run = home.run("status", "--json")
        #expect(run.code == .damaged)
        #expect(run.output.contains("\"unreadable\":1") && run.output.contains("kopiyka check"))
        #expect(home.run("accounts").code == .damaged)
        #expect(home.run("list").code == .done)
    }

    // MARK: exports

    @Test(.enabled(if: isInstalled("hledger")), arguments: ["en", "uk"])
    func `hledger checks the export and finds the balances of the bank`(locale: String) throws {
        let path = home.root + "/money.journal"
        #expect(
            home.run("export", "--format", "hledger", "--output", path, "--locale", locale).code
                == .done)
        let check = shell("hledger -f \(path) check -s 2>&1")
        #expect(check.code == 0, "\(check.text)")
        let found = shell("hledger -f \(path) balance --flat -N -O csv Assets 2>&1 | sort")
        // Opening and sum of the card are the balance the bank printed; the other account has no
        // opening.
        #expect(
            found.text
                == "\"Assets:Monobank:UAH\",\"14154.50 UAH\"\n\"Assets:Revolut:EUR\",\"-12.34 EUR\"\n\"account\",\"balance\"\n"
        )
    }

    @Test(.enabled(if: isInstalled("hledger")))
    func `an export that starts later opens with what was there`() throws {
        let path = home.root + "/march.journal"
        _ = home.run(
            "export", "--format", "hledger", "--output", path, "--from", "2025-03-01", "--account",
            "monobank-UAH")
        let found = shell("hledger -f \(path) balance -N --flat -O csv Assets 2>&1 | tail -1")
        #expect(found.text == "\"Assets:Monobank:UAH\",\"14154.50 UAH\"\n")
        let opening = shell("hledger -f \(path) print 'Opening balance' 2>&1")
        #expect(opening.text.contains("2025-03-01") && opening.text.contains("16654.50 UAH"))
    }

    @Test(.enabled(if: isInstalled("bean-check")))
    func `beancount accepts the export`() throws {
        let path = home.root + "/money.beancount"
        _ = home.run("export", "--format", "beancount", "--output", path)
        let check = shell("bean-check \(path) 2>&1")
        #expect(check.code == 0 && check.text.isEmpty, "\(check.text)")
    }

    @Test(.enabled(if: isInstalled("ledger")))
    func `ledger accepts the export`() throws {
        let path = home.root + "/money.ledger"
        _ = home.run("export", "--format", "ledger", "--output", path)
        let total = shell("ledger --pedantic -f \(path) balance --flat Assets:Monobank 2>&1")
        #expect(total.code == 0 && total.text.contains("14154.50 UAH"), "\(total.text)")
    }

    @Test(arguments: ["hledger", "ledger", "beancount", "csv", "jsonl"])
    func `a file gets the bytes of standard output, privately, and only an export is replaced`(
        format: String
    ) throws {
        let path = home.root + "/export"
        let plain = home.run("export", "--format", format)
        let first = home.run("export", "--format", format, "--output", path)
        #expect(first.code == .done && first.output.isEmpty)
        #expect(first.errors.hasSuffix(" written to \(path).\n"))
        #expect(try readFile(path, limit: 1 << 20) == Array(plain.output.utf8))
        var record = stat()
        #expect(unsafe stat(path, &record) == 0 && record.st_mode & 0o777 == 0o600)
        #expect(home.run("export", "--format", format, "--output", path).code == .done)
        #expect(home.run("export", "--format", format, "--output", "-").output == plain.output)
        try write("2025-01-01 * my own journal\n", to: path)
        let refused = home.run("export", "--format", format, "--output", path)
        #expect(refused.code == .usage && refused.errors.contains("is no earlier export"))
        #expect(try readFile(path, limit: 100) == Array("2025-01-01 * my own journal\n".utf8))
    }

    @Test(arguments: ["pending.jsonl", "ledger.db", "kopiyka.yaml", ".kopiyka/lock"])
    func `a file of the workspace is never an export's`(name: String) throws {
        let home = try Household()
        let path = home.folder + "/" + name
        let before = try? readFile(path, limit: 1 << 20)
        let run = home.run("export", "--format", "csv", "--output", path)
        #expect(
            run.code == .usage && run.errors.contains("belongs to the workspace"), "\(run.errors)")
        #expect((try? readFile(path, limit: 1 << 20)) == before)
    }

    @Test func `the Ukrainian CSV opens in a spreadsheet with Ukrainian settings`() {
        let run = home.run("export", "--format", "csv", "--locale", "uk", "--to", "2025-01-31")
        let lines = run.output.split(separator: "\r\n")
        #expect(
            lines.count == 3 && run.output.hasPrefix("\u{FEFF}Дата;Рахунок;Сума;Валюта;Категорія;"))
        #expect(
            lines[1].hasPrefix("05.01.2025;monobank-UAH;20000,00;UAH;Доходи: Зарплата;;Зарплата;"))
    }

    @Test func `an export does not follow the language of the terminal`() {
        for format in ["hledger", "csv", "jsonl"] {
            #expect(
                home.run("--lang", "uk", "export", "--format", format).output
                    == home.run("--lang", "en", "export", "--format", format).output)
        }
    }

    private func write(_ text: String, to path: String) throws {
        var file = try ReplacingFile(replacing: path)
        try file.write(Array(text.utf8))
        try file.commit()
    }
}
