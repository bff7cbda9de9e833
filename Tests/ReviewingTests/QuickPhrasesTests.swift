import Facts
import TestKit
import Testing

@testable import Reviewing

/// `Tests/Tables/quick-phrases.tsv`: payments as people type them, and what is meant.
@Suite struct `Phrases as people type them` {
    struct Row: Sendable {
        let line: Int
        let text: String
        let meant: String
    }

    private static let path = "Tests/Tables/quick-phrases.tsv"
    private static let accountsPath = "Tests/Tables/quick-accounts.tsv"
    /// A Saturday.
    private let today = CalendarDate(daysSince1970: 20_526)

    private let accounts = QuickAccounts([
        .init(id: "Приват", shown: "Приват", currency: .uah, names: ["Приват"]),
        .init(id: "mono", shown: "mono", currency: .uah, names: ["mono"]),
        .init(
            id: "Чорна картка", shown: "Чорна", currency: .uah,
            names: ["Чорна картка", "black", "*7741"], tails: ["7741"]),
        .init(id: "monobank-USD", shown: "monobank-USD", currency: .usd, names: ["monobank-USD"]),
        .init(id: "Ощад зарплатна", shown: "", currency: .uah, names: ["Ощад зарплатна"]),
        .init(id: "Ощад кредитна", shown: "", currency: .uah, names: ["Ощад кредитна"]),
        .init(id: "ПУМБ", shown: "ПУМБ", currency: .uah, names: ["ПУМБ"]),
        .init(id: "Дім", shown: "Дім", currency: .uah, names: ["Дім"]),
    ])

    private func rows(of path: String = Self.path) throws -> [Row] {
        let text = try #require(readText(ofFile: path))
        var rows: [Row] = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated() where !line.hasPrefix("#") && !line.isEmpty
        {
            let fields = line.split(separator: "\t")
            #expect(fields.count == 2, "\(path):\(number + 1)")
            guard fields.count == 2 else { continue }
            rows.append(Row(line: number + 1, text: String(fields[0]), meant: String(fields[1])))
        }
        return rows
    }

    /// As the table writes it.
    private func read(
        _ text: String, _ accounts: QuickAccounts = QuickAccounts()
    ) -> (meant: String, fault: QuickEntry.Fault?) {
        do throws(QuickEntry.Fault) {
            let entry = try QuickEntry.parse(text, today: today, accounts: accounts)
            return (written(entry, !accounts.isEmpty), nil)
        } catch {
            return ("?", error)
        }
    }

    /// With the accounts above.
    func reading(of text: String) -> (meant: String, QuickEntry?, fault: QuickEntry.Fault?) {
        do throws(QuickEntry.Fault) {
            let entry = try QuickEntry.parse(text, today: today, accounts: accounts)
            return (written(entry, true), entry, nil)
        } catch {
            return ("?", nil, error)
        }
    }

    private func written(_ entry: QuickEntry, _ showsAccounts: Bool) -> String {
        var words: [String] = []
        let size = shown(entry.mantissa, entry.scale)
        switch entry.movement {
        case .toCash: words += ["cash", size]
        case .fromCash: words += ["account", size]
        case .between(let from, let to): words += [from, to, size]
        case .payment, .exchanged: words.append((entry.isIncome ? "+" : "-") + size)
        }
        if entry.currency.isKnown { words.append(entry.currency.code) }
        if case .exchanged(let mantissa, let scale, let currency) = entry.movement {
            words += ["=" + shown(mantissa, scale), currency.code]
        }
        if showsAccounts {
            if !entry.account.isEmpty { words.append("@" + entry.account) }
            if !entry.accountInto.isEmpty { words.append(">" + entry.accountInto) }
            if !entry.accountUnnamed.isEmpty { words.append("account?") }
        }
        if let day = entry.day { words.append(day.text) }
        return words.joined(separator: " ")
    }

    private func shown(_ mantissa: Int64, _ scale: UInt8) -> String {
        var (mantissa, scale) = (mantissa, scale)
        while scale > 0, mantissa % 10 == 0 { (mantissa, scale) = (mantissa / 10, scale - 1) }
        return Money(units: mantissa, scale: scale, currency: .uah).text
    }

    /// Of all phrases: two tests need them.
    private static let readings = Result {
        let phrases = `Phrases as people type them`()
        return try phrases.rows().map { ($0, phrases.read($0.text)) }
    }

    @Test func `no amount, sign or currency is another than what is meant`() throws {
        for (row, found) in try Self.readings.get() {
            if found.meant == "?", row.meant != "?" { continue }
            #expect(found.meant == row.meant, "\(Self.path):\(row.line): \(row.text)")
        }
    }

    @Test func `nineteen of twenty that mean one thing are understood`() throws {
        let rows = try Self.readings.get().filter { $0.0.meant != "?" }
        let refused = rows.filter { $0.1.meant == "?" }
        #expect(rows.count >= 300)
        for (row, found) in refused {
            let fault = found.fault.map { "\($0)" } ?? ""
            print("\(Self.path):\(row.line): refused: \(row.text): \(fault)")
        }
        print("\(rows.count - refused.count) of \(rows.count) phrases understood")
        #expect(refused.count * 20 <= rows.count)
    }

    @Test func `an account is the one whose name stands in an account's place, and no other`()
        throws
    {
        for row in try rows(of: Self.accountsPath) {
            let found = read(row.text, accounts)
            let fault = found.fault.map { "\($0)" } ?? ""
            #expect(
                found.meant == row.meant, "\(Self.accountsPath):\(row.line): \(row.text) \(fault)")
        }
    }

    @Test(arguments: ["зняв готівку 1000 з ощаду", "1000 грн з ощаду готівкою", "кава 65 з ощаду"])
    func `of several accounts one is given beside the text`(text: String) throws {
        #expect(throws: QuickEntry.Fault.self) {
            try QuickEntry.parse(text, today: today, accounts: accounts)
        }
        let entry = try QuickEntry.parse(
            text, today: today, accounts: accounts, accountGiven: "Ощад кредитна")
        #expect(entry.account == "Ощад кредитна")
    }

    @Test func `knowing accounts changes no phrase that names none`() throws {
        let others = QuickAccounts([
            .init(id: "Синя картка", shown: "Синя", currency: .uah, names: ["Синя картка"]),
            .init(id: "revolut-EUR", shown: "", currency: .eur, names: ["revolut-EUR"]),
        ])
        for row in drawn(every: 3, of: try rows()) {
            let among = read(row.text, others).meant.split(separator: " ")
            let plain = among.filter { $0.first != "@" && $0 != "account?" }
            #expect(
                plain.joined(separator: " ") == read(row.text).meant,
                "\(Self.path):\(row.line): \(among)")
        }
    }
}
