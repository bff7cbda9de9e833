import Facts
import TestKit
import Testing

@testable import Reviewing

@Suite struct `A payment in a person's words` {
    /// A Saturday.
    private let today = CalendarDate(daysSince1970: 20_526)

    struct Phrase: Sendable, CustomTestStringConvertible {
        let text: String
        let meant: String
        var testDescription: String { text }

        init(_ text: String, _ meant: String) {
            self.text = text
            self.meant = meant
        }
    }

    /// `-65 UAH 2026-03-13 #tag @account |payee`, each only where it was said.
    private func shown(_ text: String) -> String {
        do throws(QuickEntry.Fault) {
            let entry = try QuickEntry.parse(text, today: today)
            let amount = Money(
                units: entry.mantissa, scale: entry.scale, currency: entry.currency)
            var parts = [(entry.isIncome ? "+" : "-") + amount.text]
            if entry.currency.isKnown { parts.append(entry.currency.code) }
            if let day = entry.day { parts.append(day.text) }
            parts += entry.tags.map { "#" + $0 }
            if !entry.account.isEmpty { parts.append("@" + entry.account) }
            return parts.joined(separator: " ") + " |" + entry.payee
        } catch {
            return "\(error)"
        }
    }

    @Test func `today is the Saturday the table below counts from`() {
        #expect(today.text == "2026-03-14")
    }

    @Test(arguments: [
        Phrase("кава 65 грн вчора", "-65 UAH 2026-03-13 |кава"),
        Phrase("coffee 65 uah yesterday #work", "-65 UAH 2026-03-13 #work |coffee"),
        Phrase("кава 65", "-65 |кава"),
        Phrase("65 кава", "-65 |кава"),
        Phrase("65", "-65 |"),
        Phrase("кава 65,50", "-65.50 |кава"),
        Phrase("кава 65.50 грн", "-65.50 UAH |кава"),
        Phrase("кава 65,5грн", "-65.5 UAH |кава"),
        Phrase("кава 65грн.", "-65 UAH |кава"),
        Phrase("кава 65₴", "-65 UAH |кава"),
        Phrase("кава ₴65", "-65 UAH |кава"),
        Phrase("кава 65 ₴", "-65 UAH |кава"),
        Phrase("кава за 65 гривень", "-65 UAH |кава"),
        Phrase("coffee for $4.20", "-4.20 USD |coffee"),
        Phrase("coffee $ 4.20", "-4.20 USD |coffee"),
        Phrase("coffee USD 4.20", "-4.20 USD |coffee"),
        Phrase("coffee usd4.20", "-4.20 USD |coffee"),
        Phrase("coffee 4.20 dollars", "-4.20 USD |coffee"),
        Phrase("обід 12 євро", "-12 EUR |обід"),
        Phrase("lunch €12,30", "-12.30 EUR |lunch"),
        Phrase("lunch 12.30€", "-12.30 EUR |lunch"),
        Phrase("tea £3", "-3 GBP |tea"),
        Phrase("pierogi 25 zł", "-25 PLN |pierogi"),
        Phrase("pierogi 25 pln", "-25 PLN |pierogi"),
        Phrase("хачапурі 15 ₾", "-15 GEL |хачапурі"),
        Phrase("pho 50000 VND", "-50000 VND |pho"),
        Phrase("кава 1200 ₸", "-1200 KZT |кава"),
        Phrase("lunch 30 CHF", "-30 CHF |lunch"),
        Phrase("taxi 500 THB", "-500 THB |taxi"),
        Phrase("кебаб 300 TRY", "-300 TRY |кебаб"),
        Phrase("оренда 12 500 грн", "-12500 UAH |оренда"),
        Phrase("оренда 12 500,50 грн", "-12500.50 UAH |оренда"),
        Phrase("авто 1 250 000 грн", "-1250000 UAH |авто"),
        Phrase("rent 1,250.50 usd", "-1250.50 USD |rent"),
        Phrase("Miete 1.250,50 €", "-1250.50 EUR |Miete"),
        Phrase("rent 1'250.50 chf", "-1250.50 CHF |rent"),
        Phrase("rent 1,250,000 uah", "-1250000 UAH |rent"),
        Phrase("кава 65 грн 50 коп", "-65.50 UAH |кава"),
        Phrase("пакет 5 коп", "-0.05 UAH |пакет"),
        Phrase("кава 0.5 грн", "-0.5 UAH |кава"),
        Phrase("-65 кава", "-65 |кава"),
        Phrase("кава −65 грн", "-65 UAH |кава"),
        Phrase("кава - 65 грн", "-65 UAH |кава"),
        Phrase("+500 від мами", "+500 |мама"),
        Phrase("+ 500 грн від мами", "+500 UAH |мама"),
        Phrase("від мами 500 грн +", "+500 UAH |мама"),
        Phrase("+ від мами 500", "+500 |мама"),
        Phrase("риба + чипси 200 грн", "-200 UAH |риба + чипси"),
        Phrase("зарплата 25000", "+25000 |зарплата"),
        Phrase("зарплата 25 000 грн вчора", "+25000 UAH 2026-03-13 |зарплата"),
        Phrase("salary 2000 usd", "+2000 USD |salary"),
        Phrase("повернення за квитки 300 грн", "+300 UAH |повернення за квитки"),
        Phrase("refund 12.99 usd amazon", "+12.99 USD |refund amazon"),
        Phrase("Salary, $2000", "+2000 USD |Salary"),
        Phrase("cashback 12,40", "+12.40 |cashback"),
        Phrase("-300 повернення боргу", "-300 |повернення боргу"),
        Phrase("2 кави 130 грн", "-130 UAH |2 кави"),
        Phrase("130 грн 2 кави", "-130 UAH |2 кави"),
        Phrase("130 uah 2 coffees", "-130 UAH |2 coffees"),
        Phrase("7eleven 65 uah", "-65 UAH |7eleven"),
        Phrase("АТБ-Маркет №5 340 грн", "-340 UAH |АТБ-Маркет №5"),
        Phrase("аптека 24/7 150 грн", "-150 UAH |аптека 24/7"),
        Phrase("сир 20% 90 грн", "-90 UAH |сир 20%"),
        Phrase("кава сьогодні 65", "-65 2026-03-14 |кава"),
        Phrase("учора кава 65", "-65 2026-03-13 |кава"),
        Phrase("Вчора, кава, 65 грн", "-65 UAH 2026-03-13 |кава"),
        Phrase("кава 65 позавчора", "-65 2026-03-12 |кава"),
        Phrase("coffee 3 usd today", "-3 USD 2026-03-14 |coffee"),
        Phrase("coffee 3 the day before yesterday", "-3 2026-03-12 |coffee"),
        Phrase("coffee 3 usd 2 days ago", "-3 USD 2026-03-12 |coffee"),
        Phrase("кава 65 3 дні тому", "-65 2026-03-11 |кава"),
        Phrase("кава 65 грн 5 днів тому", "-65 UAH 2026-03-09 |кава"),
        Phrase("кава 65 день тому", "-65 2026-03-13 |кава"),
        Phrase("кава 65 два дні тому", "-65 2026-03-12 |кава"),
        Phrase("кава 65 тиждень тому", "-65 2026-03-07 |кава"),
        Phrase("coffee 3 a week ago", "-3 2026-03-07 |coffee"),
        Phrase("coffee 3 two weeks ago", "-3 2026-02-28 |coffee"),
        Phrase("кава 65 у понеділок", "-65 2026-03-09 |кава"),
        Phrase("кава 65 в пʼятницю", "-65 2026-03-13 |кава"),
        Phrase("кава 65 в п’ятницю", "-65 2026-03-13 |кава"),
        Phrase("кава 65 у суботу", "-65 2026-03-14 |кава"),
        Phrase("кава 65 минулої суботи", "-65 2026-03-07 |кава"),
        Phrase("кава 65 минулого вівторка", "-65 2026-03-10 |кава"),
        Phrase("кава 65 нд", "-65 2026-03-08 |кава"),
        Phrase("coffee 3 usd on Monday", "-3 USD 2026-03-09 |coffee"),
        Phrase("coffee 3 usd last saturday", "-3 USD 2026-03-07 |coffee"),
        Phrase("coffee 3 usd wednesday", "-3 USD 2026-03-11 |coffee"),
        Phrase("кава 65 2026-03-01", "-65 2026-03-01 |кава"),
        Phrase("кава 65 01.03.2026", "-65 2026-03-01 |кава"),
        Phrase("кава 65 1.3.26", "-65 2026-03-01 |кава"),
        Phrase("кава 65 01.03", "-65 2026-03-01 |кава"),
        Phrase("кава 65 грн 28.12", "-65 UAH 2025-12-28 |кава"),
        Phrase("кава 14.03", "-14.03 |кава"),
        Phrase("кава 14.03 грн", "-14.03 UAH |кава"),
        Phrase("кава 12.50 14.03", "-12.50 2026-03-14 |кава"),
        Phrase("coffee 3 usd 28/02/2026", "-3 USD 2026-02-28 |coffee"),
        Phrase("coffee 3 usd 02/28/2026", "-3 USD 2026-02-28 |coffee"),
        Phrase("coffee 3 usd 03/03/26", "-3 USD 2026-03-03 |coffee"),
        Phrase("кава 65 грн 5 березня", "-65 UAH 2026-03-05 |кава"),
        Phrase("кава 65 грн 5 жовтня", "-65 UAH 2025-10-05 |кава"),
        Phrase("кава 65 грн 5 травня 2024 року", "-65 UAH 2024-05-05 |кава"),
        Phrase("coffee 3 usd March 5", "-3 USD 2026-03-05 |coffee"),
        Phrase("coffee 3 usd march 5th", "-3 USD 2026-03-05 |coffee"),
        Phrase("coffee 3 usd 5 feb 2026", "-3 USD 2026-02-05 |coffee"),
        Phrase("кава 65 #робота #кава", "-65 #робота #кава |кава"),
        Phrase("кава 65 #робота #робота", "-65 #робота |кава"),
        Phrase("#work coffee 65", "-65 #work |coffee"),
        Phrase("кава 65 @готівка", "-65 @готівка |кава"),
        Phrase("кава 65 @mono #work вчора", "-65 2026-03-13 #work @mono |кава"),
        Phrase("Aroma Kava Хрещатик 65 грн", "-65 UAH |Aroma Kava Хрещатик"),
        Phrase("65 грн: кава", "-65 UAH |кава"),
        Phrase("кава, 65 грн, вчора", "-65 UAH 2026-03-13 |кава"),
        Phrase("\u{A0}кава\u{A0}65\u{202F}грн ", "-65 UAH |кава"),
        Phrase("Дарунок бабусі 1000 грн у неділю", "-1000 UAH 2026-03-08 |Дарунок бабусі"),
        Phrase("bar 65", "-65 |bar"),
        Phrase("65 bar", "-65 |bar"),
        Phrase("try again 65", "-65 |try again"),
    ])
    func `is understood`(phrase: Phrase) { #expect(shown(phrase.text) == phrase.meant) }

    @Test(arguments: [
        Phrase("кава", "noAmount"),
        Phrase("", "noAmount"),
        Phrase("кава вчора", "noAmount"),
        Phrase("кава 2 дні тому", "noAmount"),
        Phrase("кава 65 70", #"twoAmounts("65", "70")"#),
        Phrase("кава 65 грн 70", #"twoAmounts("65 грн", "70")"#),
        Phrase("кава 65 грн 70 грн", #"twoAmounts("65 грн", "70 грн")"#),
        Phrase("coffee 65 uah 70 usd", #"twoAmounts("65 uah", "70 usd")"#),
        Phrase("2 кави 130", #"twoAmounts("2", "130")"#),
        Phrase("кава 10.05 12.03", #"twoAmounts("10.05", "12.03")"#),
        Phrase("кава 0", #"zeroAmount("0")"#),
        Phrase("кава 0,00 грн", #"zeroAmount("0,00 грн")"#),
        Phrase("coffee 65 XYZ", #"currencyUnknown("XYZ")"#),
        Phrase("кава 65балачок", #"currencyUnknown("балачок")"#),
        Phrase("coffee $65 uah", #"twoCurrencies("USD", "uah")"#),
        Phrase("usd 65 eur", #"twoCurrencies("usd", "EUR")"#),
        Phrase("кава 1,250", #"amountUnclear("1,250")"#),
        Phrase("кава 1.250 грн", #"amountUnclear("1.250 грн")"#),
        Phrase("кава 12,34,56", #"amountUnclear("12,34,56")"#),
        Phrase("кава 1.12345", #"amountUnclear("1.12345")"#),
        Phrase("кава 99999999999999999999", #"amountTooLarge("99999999999999999999")"#),
        Phrase("кава 99999999999999 грн 99 коп", #"amountTooLarge("99999999999999")"#),
        Phrase("кава 65 2026-02-30", #"dayImpossible("2026-02-30")"#),
        Phrase("кава 65 31.02.2026", #"dayImpossible("31.02.2026")"#),
        Phrase("кава 65 32.01.2026", #"dayImpossible("32.01.2026")"#),
        Phrase("кава 65 2026-13-01", #"dayImpossible("2026-13-01")"#),
        Phrase("кава 65 31 лютого", #"dayImpossible("31 лютого")"#),
        Phrase("coffee 3 usd 30 feb", #"dayImpossible("30 feb")"#),
        Phrase("кава 65 1969-12-31", #"dayImpossible("1969-12-31")"#),
        Phrase("кава 65 0206-03-14", #"dayImpossible("0206-03-14")"#),
        Phrase("кава 65 завтра", #"dayAhead("завтра")"#),
        Phrase("кава 65 грн 5 травня", #"dayAhead("5 травня")"#),
        Phrase("кава 65 29 лютого", #"dayImpossible("29 лютого")"#),
        Phrase("кава 65 2026-03-15", #"dayAhead("2026-03-15")"#),
        Phrase("coffee 3 usd 03/04/2026", #"dayUnclear("03/04/2026")"#),
        Phrase("coffee 3 usd 03/04", #"dayUnclear("03/04")"#),
        Phrase("кава 65 вчора позавчора", #"twoDays("вчора", "позавчора")"#),
        Phrase("кава 65 вчора 2026-03-01", #"twoDays("вчора", "2026-03-01")"#),
        Phrase("поповнення на 500 грн", #"targetMissing("поповнення")"#),
        Phrase("кава 65 @mono @privat", #"twoAccounts("mono", "privat")"#),
        Phrase("кава 65 #", ##"nameMissing("#")"##),
        Phrase("кава 65 @", #"nameMissing("@")"#),
        Phrase("кава 65 99999999 днів тому", #"dayImpossible("99999999 днів тому")"#),
    ])
    func `is refused by what was not understood`(phrase: Phrase) {
        #expect(shown(phrase.text) == phrase.meant)
    }

    /// As a careful person would write what was understood.
    private func verifyWritten(_ text: String) throws {
        let entry: QuickEntry
        do throws(QuickEntry.Fault) {
            entry = try QuickEntry.parse(text, today: today)
        } catch {
            return
        }
        #expect(entry.mantissa > 0 && entry.day.map { $0 <= today } ?? true, "\(text)")
        guard entry.currency.isKnown, entry.scale < 3 else { return }
        let size = Money(units: entry.mantissa, scale: entry.scale, currency: entry.currency)
        let written = "\(entry.isIncome ? "+" : "-")\(size.text) \(entry.currency.code) x"
        let again = try QuickEntry.parse(written, today: today)
        #expect(again.amount(in: entry.currency) == entry.amount(in: entry.currency), "\(text)")
    }

    @Test func `never stops the program, whatever is typed`() throws {
        let pieces = [
            "65", "-", "+", "$", "1.", ",", "#", "@", "грн", "2026-", "/", "14.03", "тому", "'",
            "’", "zł", "день", "99999999999999999999", "січня", "0", "\u{301}", "👍", "1 250",
            "last", "ago", "-65,5", "\u{0}", "٣", "½", "x", "2x", "по", "тис", "тис.грн", "5к",
            "пів", "півтора", "двічі", "обмін", "купив", "100 usd", "зняв", "отримав", "мінус",
            "%", "кг", "двадцять", "сто", "з половиною", "999999999", "/кг", "=", "+", "за", "коп",
            "5 євро", "million", "hundred", "and", "a", "067", "№", "крон", "чеських",
        ]
        var state: UInt64 = 0x2026_0314
        for _ in 0..<draws(300, slow: 20_000) {
            var text = ""
            for _ in 0..<6 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += pieces[Int(state >> 33) % pieces.count] + (state >> 40 & 1 == 0 ? " " : "")
            }
            try verifyWritten(text)
        }
    }
}
