import Facts
import Reading
import TestKit
import Testing

/// Tables as banks of many countries write them, with drawn rows: each is read as it was drawn, or
/// refused with the question of `Tests/Tables/bank-tables.txt`.
@Suite struct `Tables of banks nobody knows` {
    private static let path = "Tests/Tables/bank-tables.txt"

    /// A usual month; a single purchase; a month with a purchase taken back.
    enum Period: Int, CaseIterable { case month, one, refund }

    @Test(arguments: Period.allCases)
    func `are read as drawn, or ask the expected question`(_ period: Period) throws {
        let shapes = BankTable.all(try #require(readText(ofFile: Self.path)))
        #expect(shapes.count >= 40)
        for shape in shapes {
            for seed in 1...draws(4, slow: 40) {
                let drawn = shape.drawn(period, seed: seed)
                let file = TemporaryFile(Array(drawn.text.utf8), name: "a.csv")
                let reading = StatementReading(path: file.path, options: ReadOptions())
                let question =
                    reading.failure.map { $0.details.first ?? "\($0.kind)" }
                    ?? (reading.batch.rejections.isEmpty ? "read" : "rows")
                let shown = "\(shape.name) \(period), seed \(seed)"
                #expect(question == shape.questions[period.rawValue], "\(shown)\n\(drawn.text)")
                guard question == "read" else { continue }
                let found = reading.batch.lines.map { line in
                    BankTable.Fact(
                        day: line.made.day.text, amount: line.amount.text,
                        currency: line.amount.currency.code,
                        balance: line.balance.map { $0.text })
                }
                #expect(found == drawn.facts, "\(shown)\n\(drawn.text)")
                if shape.hasOwn {
                    let numbers = reading.accounts.map { $0.number.filter { $0 != " " } }
                    #expect(numbers.allSatisfy { $0.hasSuffix(BankTable.own) }, "\(shown)")
                }
                #expect(reading.batch.lines.allSatisfy { !$0.made.hasTime }, "\(shown)")
            }
        }
    }
}

/// A bank's headings and the pattern of a row.
private struct BankTable {
    static let own = "FI2112345600000785"

    let name: String
    let questions: [String]
    let hasOwn: Bool
    private let currency: String
    private let numbers: String
    private let isOldestFirst: Bool
    private let head: String
    private let row: String

    struct Fact: Equatable {
        let day: String
        let amount: String
        let currency: String
        let balance: String?
    }

    private struct Payment {
        let day: Int
        let cents: Int
        let balance: Int
        let foreign: String
        let other: String
        let index: Int
        var isIn: Bool { cents > 0 }
    }

    static func all(_ text: String) -> [BankTable] {
        text.split(separator: "\n\n").compactMap { part in
            let lines = part.split(separator: "\n", omittingEmptySubsequences: false)
                .filter { !$0.hasPrefix("#") }.map(String.init)
            guard lines.count == 3 else { return nil }
            let fields = lines[0].split(separator: "|").map(String.init)
            return BankTable(
                name: fields[0], questions: Array(fields[5...]), hasOwn: fields[3] == "own",
                currency: fields[2] == "-" ? "" : fields[2], numbers: fields[1],
                isOldestFirst: fields[4] == "old", head: lines[1] == "-" ? "" : lines[1],
                row: lines[2])
        }
    }

    func drawn(
        _ period: `Tables of banks nobody knows`.Period, seed: Int
    ) -> (text: String, facts: [Fact]) {
        var dice = Dice(state: UInt64(seed))
        let days = period == .one ? [15] : [2, 5, 5, 9, 13, 16, 20, 24, 28]
        var balance = 100_000 + dice.roll(400_000)
        var payments: [Payment] = []
        for (index, day) in days.enumerated() {
            let isIn = index == 3 || period == .refund && index == 6
            let size = index == 3 ? 200_000 + dice.roll(90_000) : 100 + dice.roll(20_000)
            let cents = (isIn ? 1 : -1) * (numbers == "0" ? size / 100 * 100 : size)
            balance += cents
            payments.append(
                Payment(
                    day: day, cents: cents, balance: numbers == "0" ? balance / 100 * 100 : balance,
                    foreign: index % 3 == 1 ? ["SEK", "EUR", "USD"][dice.roll(3)] : "",
                    other: "FI551111111111111\(dice.roll(9))", index: index))
        }
        let rows = isOldestFirst ? payments : payments.reversed()
        let above = head.isEmpty ? [] : [head.replacing("\\n", with: "\n")]
        let lines = rows.map { written($0, download: number(balance)) }
        let text = (above + lines).joined(separator: "\n") + "\n"
        let hasBalance =
            row.contains("{b}") || row.contains("{b+}") || row.contains("{bd}") && rows.count == 1
        let facts = rows.map { payment in
            Fact(
                day: Self.day(payment.day, "yyyy-mm-dd"), amount: plain(payment.cents),
                currency: currency, balance: hasBalance ? plain(payment.balance) : nil)
        }
        return (text.replacing("{own}", with: Self.own), facts)
    }

    private func plain(_ cents: Int) -> String {
        Self.number(cents, mark: ".", groups: "")
    }

    private func number(_ cents: Int) -> String {
        switch numbers {
        case "0": "\(cents / 100)"
        case ".,": Self.number(cents, mark: ",", groups: ".")
        default: Self.number(cents, mark: numbers, groups: "")
        }
    }

    private static func number(_ cents: Int, mark: String, groups: String) -> String {
        var whole = "\(abs(cents) / 100)"
        if !groups.isEmpty, whole.count > 3 {
            whole.insert(contentsOf: groups, at: whole.index(whole.endIndex, offsetBy: -3))
        }
        return "\(cents < 0 ? "-" : "")\(whole)\(mark)\(two(abs(cents) % 100))"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func day(_ day: Int, _ form: String) -> String {
        form.replacing("yyyy", with: "2026").replacing("yy", with: "26")
            .replacing("mm", with: "01").replacing("Mon", with: "Jan")
            .replacing("dd", with: two(day))
    }

    /// The row's pattern with its places filled: `{a}` the amount, `{A}` with a plus, `{u}` without
    /// a sign, `{o}` and `{i}` money out and in, `{o-}` with a minus, `{o0}` with zeros, `{b}`,
    /// `{B}` and `{bd}` the balances after the row, before it and of the file, `{w:in|out}` a word,
    /// `{d:form}` the day, `{v:form}` a later one, `{fc}`, `{fr}`, `{fa}` a purchase's currency,
    /// rate and amount.
    private func written(_ payment: Payment, download: String) -> String {
        var out = ""
        var rest = row[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            out += rest[..<start]
            let place = String(rest[rest.index(after: start)..<end])
            out += place == "bd" ? download : filled(place, payment)
            rest = rest[rest.index(after: end)...]
        }
        return out + rest
    }

    private func filled(_ place: String, _ payment: Payment) -> String {
        let size = number(abs(payment.cents))
        let parts = place.split(separator: ":", maxSplits: 1).map(String.init)
        switch parts[0] {
        case "d": return Self.day(payment.day, parts[1])
        case "v": return Self.day(payment.day + 1, parts[1])
        case "w": return String(parts[1].split(separator: "|")[payment.isIn ? 0 : 1])
        case "t": return "Text \(payment.index)"
        case "p": return "Party \(payment.index)"
        case "n": return "\(700 + payment.index)"
        case "a": return number(payment.cents)
        case "A": return (payment.isIn ? "+" : "") + number(payment.cents)
        case "u": return size
        case "o": return payment.isIn ? "" : size
        case "i": return payment.isIn ? size : ""
        case "o-": return payment.isIn ? "" : "-" + size
        case "o0": return payment.isIn ? number(0) : size
        case "i0": return payment.isIn ? size : number(0)
        case "b": return number(payment.balance)
        case "b+": return (payment.balance > 0 ? "+" : "") + number(payment.balance)
        case "B": return number(payment.balance - payment.cents)
        default: return side(place, payment)
        }
    }

    private func side(_ place: String, _ payment: Payment) -> String {
        switch place {
        case "payer": return payment.isIn ? payment.other : "{own}"
        case "payee": return payment.isIn ? "{own}" : payment.other
        case "other": return payment.other
        case "own": return "{own}"
        case "fc": return payment.foreign
        case "fr": return payment.foreign.isEmpty ? "" : "0,98\(payment.index)1"
        case "fa": return payment.foreign.isEmpty ? "" : number(payment.cents / 4)
        case "fcown": return payment.foreign.isEmpty ? currency : payment.foreign
        case "frown": return payment.foreign.isEmpty ? "1" : "41,\(payment.index)5"
        default: return "?"
        }
    }
}
