import Glibc
import Scanning
import TestKit
import Testing

/// Random small ledgers: accounts of currencies with 0, 2 and 3 digits, odd texts, splits, tags,
/// transfers, holds and purchases abroad.
private struct RandomLedger {
    let folder = TemporaryFolder()
    let workspace: String
    private(set) var accounts: [(name: String, currency: String)] = []
    /// What each name of the journal is of.
    private(set) var things: [String: String] = [
        "Expenses:Uncategorized": "of ", "Income:Uncategorized": "of ",
    ]
    private var dice: Dice
    /// With the accounts.
    private var settings: String

    init(seed: UInt64) throws {
        dice = Dice(state: seed)
        workspace = folder.path + "/money"
        #expect(Program.run("init", workspace).code == 0)
        settings = "\naccounts:\n"
        let currencies = [("UAH", 980), ("USD", 840), ("KWD", 414), ("JPY", 392), ("UAH", 980)]
        for (number, (currency, code)) in currencies.enumerated() where dice.roll(4) > 0 {
            let name = "card\(number)-\(currency)"
            accounts.append((name, currency))
            settings += "  - name: \(name)\n    currency: \(currency)\n"
            folder.write(statement(code, number), to: name + ".json")
        }
        settings = accounts.isEmpty ? "" : folder.read("money/kopiyka.yaml") + settings
        if !accounts.isEmpty { folder.write(settings, to: "money/kopiyka.yaml") }
        for (name, _) in accounts {
            run("import", folder.path + "/" + name + ".json", "--account", name)
        }
        folder.write(cards(), to: "cards.csv")
        run("import", folder.path + "/cards.csv")
        try decide()
        addByHand()
        try pair()
        try name()
    }

    func writeSettings(to other: String) {
        if !accounts.isEmpty { folder.write(settings, to: other + "/kopiyka.yaml") }
    }

    @discardableResult
    func run(_ arguments: String..., input: String = "", in other: String? = nil) -> Program.Outcome
    {
        Program.run(arguments + ["--workspace", other ?? workspace], input: input)
    }

    private static let texts = [
        "Сільпо", "a; b", "x | y", "key: value", "\"quoted\"", "back\\slash", "  lead", "trail  ",
        "😀 emoji", "two  blanks", "%41 percent", "[2026-01-01]", "date:2026-13-99", ":tag:",
        "comma, list", "(code)", "* star", "! mark", "#hash ^link", "=1+1", "ТОВ «Ромашка»",
        "\u{202E}RTL", "é", "   ", "a:", "; x", "@ 5 USD", "end", "-", "{x}", "it's", "~", "1",
        "2026-01-02", "100 UAH", "tab\there", "line\nfeed",
    ]
    private static let categories = [
        "groceries", "eating_out.coffee", "income.salary", "transport", "transfers.own",
        "income.refund", "home", "shopping",
    ]

    private mutating func text(controls: Bool = true) -> String {
        let most = Self.texts.count - (controls ? 0 : 2)
        let one = Self.texts[dice.roll(most)]
        return dice.roll(3) == 0 ? one + " " + Self.texts[dice.roll(most)] : one
    }

    private mutating func isIn(_ percent: Int) -> Bool { dice.roll(100) < percent }

    /// Monobank's API: a row may be a hold, of zero, or paid in another currency.
    private mutating func statement(_ code: Int, _ number: Int) -> [UInt8] {
        var rows: [String] = []
        var balance = 100 * dice.roll(10_000)
        var time = 1_767_225_600 + dice.roll(86_400)
        for index in 0..<3 + dice.roll(6) {
            time += [0, 1, 3600, 86_400, 259_200][dice.roll(5)]
            // Yen have no smaller coin.
            let unit = code == 392 ? 100 : 1
            var amount = [1, 99, 100, 12_345, 1_000, 7, 5_000, 5_000][dice.roll(8)] * unit
            amount *= isIn(5) ? 0 : isIn(30) ? 1 : -1
            balance += amount
            let isAbroad = isIn(20)
            var row = """
                {"id":"\(number)-\(index)","time":\(time),"mcc":\([0, 5411, 4829][dice.roll(3)]),\
                "hold":\(isIn(10)),"amount":\(amount),"commissionRate":0,\
                "operationAmount":\(isAbroad ? 3 * amount : amount),\
                "currencyCode":\(isAbroad ? 978 : code),"cashbackAmount":0,"balance":\(balance)
                """
            let named = isIn(50) ? text(controls: false) : ["АТБ", "Переказ"][dice.roll(2)]
            row += ",\"description\":" + quoted(named)
            if isIn(30) { row += ",\"comment\":" + quoted(text(controls: false)) }
            if isIn(30) { row += ",\"counterName\":" + quoted(text(controls: false)) }
            rows.append(row + "}")
        }
        return Array(("[" + rows.reversed().joined(separator: ",") + "]").utf8)
    }

    /// PrivatBank's table, with the bank's own categories and equal rows.
    private mutating func cards() -> [UInt8] {
        var rows: [String] = []
        var balance = 1_000
        for index in 0..<6 {
            let amount = [1, 50, 50, 123][dice.roll(4)]
            balance -= amount
            rows.append(
                "\(10 + index / 2).01.2026 13:20:\(index % 2 == 0 ? "00" : "30");"
                    + ["Аптеки", "Послуги"][dice.roll(2)]
                    + ";5168 **** **** 4471;Кава;-\(amount),00;UAH;\(amount),00;UAH;"
                    + "\(balance),00;UAH")
        }
        let head = """
            Виписка з Ваших карток за період 01.01.2026 - 20.02.2026;;;;;;;;;
            Дата;Категорія;Картка;Опис операції;Сума в валюті картки;Валюта картки;\
            Сума в валюті транзакції;Валюта транзакції;Залишок на кінець періоду;Валюта залишку

            """
        return Array((head + rows.reversed().joined(separator: "\n") + "\n").utf8)
    }

    /// Decides about every line, in words of any kind.
    private mutating func decide() throws {
        var decisions = ""
        for line in run("pending", "--json").lines {
            let value = try JSONValue.parse(Array(line.utf8).span)
            let key = try #require(value["key"]?.text)
            let amount = try #require(value["fact"]?["amount"]?.text)
            var said = ["\"action\":\"approve\""]
            if isIn(50) {
                said.append("\"category\":\"\(Self.categories[dice.roll(Self.categories.count)])\"")
            }
            if isIn(40) { said.append("\"payee\":" + quoted(text())) }
            if isIn(40) { said.append("\"note\":" + quoted(text())) }
            if isIn(40) { said.append("\"tags\":[\(quoted(text())),\"b\"]") }
            if isIn(20), let splits = splits(of: amount) { said.append(splits) }
            decisions += "{\"key\":\"\(key)\",\"decision\":{\(said.joined(separator: ","))}}\n"
        }
        run("review", "--decisions", "-", input: decisions)
        run("approve", "--all")
    }

    private mutating func splits(of amount: String) -> String? {
        let digits = amount.split(separator: ".").dropFirst().first?.count ?? 0
        guard let whole = Int(amount.filter { $0 != "." }), abs(whole) > 2 else { return nil }
        let part = [1, -1, whole / 2, whole + 1][dice.roll(4)]
        let parts = [part, whole - part].map { units in
            let shown = String(abs(units))
            let padded = String(repeating: "0", count: max(0, digits + 1 - shown.count)) + shown
            let text =
                digits == 0 ? padded : padded.dropLast(digits) + "." + padded.suffix(digits)
            let category = Self.categories[dice.roll(Self.categories.count)]
            return "{\"category\":\"\(category)\",\"amount\":\"\(units < 0 ? "-" : "")\(text)\""
        }
        return "\"splits\":[\(parts[0])},\(parts[1]),\"note\":\(quoted(text()))}]"
    }

    /// Writes payments down, some of them equal.
    private mutating func addByHand() {
        for _ in 0..<dice.roll(6) {
            let account = accounts.isEmpty ? nil : accounts[dice.roll(accounts.count)].name
            let words = ["кава 65", "taxi 120", "+ зарплата 500", "кава 65"][dice.roll(4)]
            let place = isIn(30) ? [] : account.map { ["--account", $0] } ?? []
            let day = ["--date", "2026-01-0\(1 + dice.roll(4))", "--workspace", workspace]
            let note = isIn(30) ? ["--note", "n" + text()] : []
            #expect(Program.run(["add", words] + place + day + note).code == 0)
        }
    }

    /// Links lines that a search would not link, and parts some of them again.
    private mutating func pair() throws {
        let lines = try lines(of: workspace).filter { $0["where"]?.text == "ledger" }
        let out = lines.filter { $0["amount"]?.text?.first == "-" }
        let into = lines.filter { $0["amount"]?.text?.first != "-" }
        for _ in 0..<3 where !out.isEmpty && !into.isEmpty {
            let keys = [out[dice.roll(out.count)], into[dice.roll(into.count)]].map {
                $0["key"]?.text ?? ""
            }
            run("transfer", keys[0], keys[1])
            if isIn(30) { run("transfer", keys[dice.roll(2)], "--none") }
        }
    }

    /// Names accounts and categories for the journal, so that its sums can be compared.
    private mutating func name() throws {
        let totals = try lines(of: workspace).filter { $0["where"]?.text == "total" }
        func section(_ member: String, below root: String, as prefix: String) -> String {
            let known = Set(totals.compactMap { $0[member]?.text }.filter { !$0.isEmpty })
            var text = ""
            for (number, thing) in known.sorted().enumerated() {
                things["\(root):N\(number)"] = prefix + thing
                text += "    \(quoted(thing)): \(root):N\(number)\n"
            }
            return text
        }
        let written =
            folder.read("money/kopiyka.yaml") + "\njournal:\n  accounts:\n"
            + section("account", below: "Assets", as: "") + "  categories:\n"
            + section("category", below: "Expenses", as: "of ")
        folder.write(written, to: "money/kopiyka.yaml")
    }

    func lines(of workspace: String) throws -> [JSONValue] {
        try run("dump", in: workspace).lines.map { try JSONValue.parse(Array($0.utf8).span) }
    }

    /// All of a workspace but what an import in another one cannot have: when and of which file a
    /// line came, and whether a category was a suggestion first.
    func state(of workspace: String) throws -> [String] {
        let compared = ["ledger", "annotation", "transfer", "total", "queue"]
        let own = ["batch", "sources", "confidence", "by_person"]
        return try lines(of: workspace).compactMap { line in
            guard compared.contains(line["where"]?.text ?? ""), case .object(let members) = line
            else { return nil }
            return members.filter { !own.contains($0.0) }
                .map { "\($0.0)=\($0.1)" }.joined(separator: " ")
        }
    }
}

private func quoted(_ text: String) -> String {
    var writer = ByteWriter(capacity: 64)
    writer.append(jsonString: text)
    return String(decoding: writer.bytes, as: UTF8.self)
}

@Suite struct `A journal of any ledger` {
    private static let checks = [
        "hledger": "hledger check --strict -f", "ledger": "ledger --pedantic balance -f",
        "beancount": "bean-check",
    ]

    @Test(arguments: 0..<draws(2, slow: 60))
    func `is accepted, has its sums, and is read back whole`(seed: Int) throws {
        let random = try RandomLedger(seed: UInt64(seed))
        let known = try random.state(of: random.workspace)
        #expect(known.count > 10)
        let reported = try sums(ofReport: random)
        for (format, check) in Self.checks {
            let path = random.folder.path + "/plain." + format
            let whole = random.folder.path + "/whole." + format
            random.run("export", "--format", format, "--output", path)
            random.run("export", "--format", format, "--metadata", "all", "--output", whole)
            for file in [path, whole] { #expect(accepts(check, file), "\(check) \(file)") }
            if let found = try sums(of: whole, format, random) {
                #expect(found == reported, "\(format) \(random.folder.read("sums").prefix(300))")
            }
            let other = random.folder.path + "/" + format
            #expect(Program.run("init", other).code == 0)
            random.writeSettings(to: format)
            let read = random.run("import", whole, in: other)
            // Rows of one second are exported in the order of keys, not of the bank's balances.
            let isOrdered = !read.errors.contains("balances break")
            #expect(read.code == 0 || !isOrdered, "\(read.errors)")
            random.run("approve", "--from-history", in: other)
            #expect(try random.state(of: other) == known)
        }
    }

    private func isInstalled(_ command: String) -> Bool {
        let program = command.prefix { $0 != " " }
        return unsafe system("command -v \(program) >/dev/null 2>&1") == 0
    }

    private func accepts(_ command: String, _ path: String) -> Bool {
        if !isInstalled(command) { return true }
        return unsafe system("\(command) '\(path)' >/dev/null 2>&1") == 0
    }

    // MARK: Sums

    /// The sums of accounts and categories in thousandths, by what they are of.
    private func sums(ofReport random: RandomLedger) throws -> [String: Int] {
        var sums: [String: Int] = [:]
        for line in try random.lines(of: random.workspace) where line["where"]?.text == "total" {
            let currency = line["currency"]?.text ?? ""
            let amount = try thousandths(line["sum"]?.text)
            sums["of \(line["category"]?.text ?? "") in \(currency)", default: 0] -= amount
        }
        for line in random.run("balance", "--json").lines {
            let account = try JSONValue.parse(Array(line.utf8).span)
            let place = "\(account["account"]?.text ?? "") in \(account["currency"]?.text ?? "")"
            sums[place] = try thousandths(account["balance"]?.text)
        }
        return sums.filter { $0.value != 0 }
    }

    /// The same sums by the program of the format; nil where it is not installed.
    private func sums(
        of path: String, _ format: String, _ random: RandomLedger
    ) throws -> [String: Int]? {
        let commands = [
            "hledger": "hledger -f '\(path)' balance --flat -N --layout=bare -O csv",
            "ledger": "ledger -f '\(path)' register --format "
                + "'%(account),%(commodity(scrub(display_amount))),"
                + "%(quantity(scrub(display_amount)))\\n'",
            // Numbers alone are rounded to the digits that most of them have.
            "beancount": "bean-query -f csv '\(path)' "
                + "'SELECT account, currency, str(sum(number)) GROUP BY account, currency'",
        ]
        guard let command = commands[format], isInstalled(command) else { return nil }
        let output = random.folder.path + "/sums"
        #expect(unsafe system("\(command) > '\(output)' 2>&1") == 0, "\(command)")
        var sums: [String: Int] = [:]
        for line in random.folder.read("sums").split(whereSeparator: \.isNewline) {
            let fields = line.split(separator: ",").map { $0.filter { !"\" ".contains($0) } }
            guard fields.count == 3, let thing = random.things[fields[0]] else { continue }
            let number = fields[2].filter { "-.0123456789".contains($0) }
            sums["\(thing) in \(fields[1])", default: 0] +=
                fields[2].contains("E") ? 0 : try thousandths(number)
        }
        return sums.filter { $0.value != 0 }
    }

    private func thousandths(_ text: String?) throws -> Int {
        let parts = try #require(text).split(separator: ".", omittingEmptySubsequences: false)
        let places = parts.count > 1 ? parts[1] : ""
        let padded = places + String(repeating: "0", count: 3 - places.count)
        return try #require(Int(parts[0] + padded))
    }
}
