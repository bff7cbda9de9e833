import Facts
import Glibc
import Tables
import Scanning
import TestKit
import Testing
import Reading

/// A payment as far as a table tells it.
private struct Payment {
    let day: CalendarDate
    /// Also the booking's and the value's.
    let days: Set<CalendarDate>
    let amount: Money
    let original: Money?
    let balance: Money?
    let fee: Money?
    let id: String
    let description: String
    let account: String
    let isHold: Bool

    init(_ line: StatementLine, _ reading: StatementReading) {
        day = line.made.day
        days = Set([line.made.day, line.bookedOn, line.valueOn].compactMap(\.self))
        amount = line.amount
        original = line.originalAmount
        balance = line.balance
        fee = line.fee
        // A document's number tells nothing apart.
        id = line.hasOwnNumberOnly ? "" : reading.batch.string(line.bankID)
        description = Self.plain(reading.batch.string(line.description))
        let number = Int(line.account)
        account = reading.accounts.indices.contains(number) ? reading.accounts[number].number : ""
        isHold = line.isHold
    }

    /// Blanks around and inside a text are nobody's fact.
    private static func plain(_ text: String) -> String {
        text.split { $0.isWhitespace }.joined(separator: " ")
    }

    /// What another reading of the same row says otherwise; empty when nothing.
    func difference(from other: Payment, in table: AlteredTable) -> String {
        let isPoorer = table.isPoorer
        func differ(_ mine: Money?, _ others: Money?) -> Bool { mine != nil && mine != others }
        // Without the payment's day the booking's is its day.
        if day != other.day, !table.hasLostColumn || !other.days.contains(day) { return "day" }
        if amount.text != other.amount.text { return "amount" }
        // Where nothing says it, the import asks.
        if amount.currency != other.amount.currency, amount.currency.isKnown { return "currency" }
        // What an unknown currency's amounts are of says nothing.
        if amount.currency.isKnown {
            if differ(original, other.original) { return "original" }
            if differ(balance, other.balance) { return "balance" }
            if differ(fee, other.fee) { return "fee" }
        }
        if !id.isEmpty, id != other.id { return "id" }
        // An account may have two numbers, one of which is lost.
        let isNumbered =
            isPoorer && !account.isEmpty && table.rows.contains { $0.contains(account) }
        if !account.isEmpty, account != other.account, !isNumbered { return "account" }
        if isPoorer { return "" }
        if isHold != other.isHold { return "hold" }
        if description != other.description, description != table.absentWord ?? description {
            return "description"
        }
        return ""
    }
}

/// A table of the samples or of a layout's examples, as it is read untouched.
private struct KnownTable {
    let name: String
    let layout: String
    let table: AlteredTable
    let payments: [Payment]

    init?(_ name: String, _ bytes: [UInt8]) {
        let file = TemporaryFile(bytes, name: "a.csv")
        let reading = StatementReading(path: file.path)
        guard reading.failure == nil, reading.rejections.isEmpty, reading.skips.isEmpty,
            let first = reading.batch.lines.first
        else { return nil }
        var text: [UInt8] = []
        guard let encoding = TextEncoding(rawValue: reading.encoding) else { return nil }
        var decoder = TextDecoder(encoding)
        guard decoder.decode(bytes.span, final: true, into: &text) == nil else { return nil }
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
        guard
            var table = AlteredTable(
                String(decoding: text, as: UTF8.self), firstRowLine: Int(first.sourceLine),
                rowCount: reading.batch.lines.count,
                days: reading.batch.lines.flatMap {
                    [$0.made.day, $0.bookedOn, $0.valueOn].compactMap(\.self)
                })
        else { return nil }
        table.record(reading.batch.lines.map(\.amount))
        let currencies = Set(reading.batch.lines.map(\.amount.currency))
        if let only = currencies.first, currencies.count == 1, only.isKnown {
            table.currency = only.code
        }
        self.name = name
        self.table = table
        layout = reading.layout
        payments = reading.batch.lines.map { Payment($0, reading) }
        // Written again as it was, it must say the same: else this kit has cut it wrongly.
        guard case .right = Outcome(table, of: self) else { return nil }
    }

    static let all: [KnownTable] = {
        var tables: [KnownTable] = []
        let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        for path in [
            "monobank-csv/black-2026-01.csv", "privatbank-csv/cards-2026-01-01.csv",
            "privatbank-business-csv/fop-2026-q1.csv",
        ] {
            let bytes = (try? readWholeFile("\(root)/samples/\(path)", limit: 1 << 20)) ?? []
            if let table = KnownTable(path, bytes) { tables.append(table) }
        }
        for name in tableLayoutFiles {
            guard let file = Layouts.embedded.first(where: { $0.name == name }),
                let root = (try? YAMLNode.parse(file.bytes)) ?? nil
            else { continue }
            for (number, example) in (root["examples"]?.items ?? []).enumerated() {
                let bytes = Array((example["csv"]?.text ?? "").utf8)
                if let table = KnownTable("\(name) \(number)", bytes) { tables.append(table) }
            }
        }
        if `CSV corpus`.isThere, unsafe getenv("KOPIYKA_ALTERED_COUNT") != nil {
            for path in `CSV corpus`.tables where !path.hasPrefix("bad/") {
                let file = `CSV corpus`.corpus + "/" + path
                let bytes = (try? readWholeFile(file, limit: 1 << 20)) ?? []
                if let table = KnownTable(path, bytes) { tables.append(table) }
            }
        }
        return tables
    }()
}

/// What became of a table after somebody altered it.
private enum Outcome {
    case right
    /// The file or some of its rows, and what was said.
    case refused(String)
    /// A question that options answer.
    case asked([String])
    case wrong(String)

    /// Whose each layout is, of those that are one bank's.
    private static let banks = Dictionary(
        uniqueKeysWithValues: LayoutSet.builtIn.all.filter { $0.rank > .fallback }.map {
            ($0.name, $0.bank)
        })

    init(
        _ table: AlteredTable, of known: KnownTable, options: ReadOptions = ReadOptions()
    ) {
        let file = TemporaryFile(table.bytes, name: "a.csv")
        let reading = StatementReading(path: file.path, options: options)
        let read = reading.batch.lines.map { Payment($0, reading) }
        var wanted = known.payments
        let questions = ["date-order", "decimal-mark", "sign"]
        if let failure = reading.failure, failure.kind == .layoutAmbiguous,
            let question = failure.details.first, questions.contains(question)
        {
            self = .asked(questions.filter(failure.details.contains))
            return
        }
        if let failure = reading.failure, failure.kind == .layoutDrifted,
            failure.details.first != known.layout, !table.areLinesCells
        {
            self = .wrong("said to be \(failure.details.prefix(2)), not \(known.layout)")
            return
        }
        if let failure = reading.failure {
            self = .refused(
                "\(failure.kind.rawValue) \(failure.details.first ?? "") \(failure.details.last ?? "")"
            )
            return
        }
        // Nobody's table it may become, another bank's never.
        if let bank = Self.banks[reading.layout], bank != Self.banks[known.layout] {
            self = .wrong("read by \(reading.layout), not \(known.layout)")
            return
        }
        let rejected = reading.rejections
        if read.count + rejected.count < wanted.count {
            self = .wrong(
                "\(read.count) of \(wanted.count) rows, \(rejected.count) rejected \(reading.skips.prefix(3))"
            )
            return
        }
        if read.count > wanted.count {
            self = .wrong("\(read.count) of \(wanted.count) rows")
            return
        }
        if let first = rejected.first {
            // Some rows are left: each of them must be one of the table's.
            for payment in read {
                guard
                    let index = wanted.firstIndex(where: {
                        payment.difference(from: $0, in: table).isEmpty
                    })
                else {
                    self = .wrong("a row that is none: \(payment.day.text) \(payment.amount.text)")
                    return
                }
                wanted.remove(at: index)
            }
            self = .refused("rejected \(rejected.count) of \(known.payments.count): \(first)")
            return
        }
        if table.isReversed { wanted.reverse() }
        for (mine, other) in zip(read, wanted) {
            let what = mine.difference(from: other, in: table)
            if !what.isEmpty {
                self = .wrong(
                    "\(what) by \(reading.layout): \(mine.day.text) \(mine.amount.rendered) \(mine.description)"
                        + " for \(other.day.text) \(other.amount.rendered) \(other.description)")
                return
            }
        }
        self = .right
    }
}

/// Whatever people's programs do to a bank's table, it is read as it was or refused, never read
/// otherwise.
@Suite struct `Altered tables` {
    private static func setting(_ name: String) -> Int? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe Int(String(cString: value))
    }

    private struct Count {
        var right = 0
        var refused = 0
        var wrong = 0
    }

    /// What becomes of a question when it is answered: one answer is right, none is asked again.
    private static func answered(
        _ questions: [String], _ table: AlteredTable, _ known: KnownTable
    ) -> Outcome {
        var isRight = false
        func asks(_ question: String) -> Bool { questions.contains(question) }
        for order in asks("date-order") ? [DateOrder.dayFirst, .monthFirst] : [nil] {
            for mark in asks("decimal-mark") ? [NumberStyle.DecimalMark.point, .comma] : [nil] {
                for sign in asks("sign") ? [AmountSign.printed, .inverted] : [nil] {
                    let options = ReadOptions(dateOrder: order, decimalMark: mark, sign: sign)
                    switch Outcome(table, of: known, options: options) {
                    case .right: isRight = true
                    case .asked(let again):
                        return .wrong("asks \(again), after \(questions)")
                    default: continue
                    }
                }
            }
        }
        // Words for money in and out are no sign that an option could turn.
        return isRight || asks("sign")
            ? .refused("\(questions), answered")
            : .wrong("asks \(questions), and no answer helps")
    }

    /// Every heading of every table is lost once, and all of them together.
    @Test func `what a table's rows prove is read without its headings`() {
        var one = Count()
        var all = Count()
        func feed(_ table: AlteredTable, _ known: KnownTable, _ count: inout Count) {
            switch Outcome(table, of: known) {
            case .right: count.right += 1
            case .asked, .refused: count.refused += 1
            case .wrong(let why):
                count.wrong += 1
                Issue.record("\(known.name): \(why)\n\(table.header)")
            }
        }
        for known in drawn(every: 6, of: KnownTable.all) {
            var table = known.table
            table.isPoorer = true
            for column in table.header.indices {
                var renamed = table
                renamed.header[column] = "Моя колонка"
                feed(renamed, known, &one)
            }
            table.header = []
            table.above = []
            feed(table, known, &all)
        }
        #expect(one.right * 100 >= (one.right + one.refused) * 80)
        #expect(all.right > 0)
        // A few tables say nothing about the share of all.
        #expect(!isSlowRun || all.right * 100 >= (all.right + all.refused) * 25)
    }

    /// Each heading of Chase's card is of many banks; seven in its order are its own.
    @Test(arguments: [
        ("Mine,Post Date,Description,Category,Type,Amount,Memo", true),
        ("Mine,Post Date,Category,Description,Type,Amount,Memo", false),
        ("Mine,Post Date,Description,Category,Type,Amount,Note", false),
    ])
    func `one renamed heading of seven is the bank's in its order alone`(
        _ header: String, _ isBanks: Bool
    ) {
        let text = """
            \(header)
            06/27/2026,06/28/2026,COFFEE BAR #12,Food & Drink,Sale,-4.85,
            06/25/2026,06/25/2026,Payment Thank You-Mobile,Other,Payment,500.00,

            """
        let file = TemporaryFile(Array(text.utf8), name: "a.csv")
        let reading = StatementReading(path: file.path)
        #expect((reading.layout == "chase/card-csv") == isBanks)
        #expect(!isBanks || reading.batch.lines.map(\.amount.text) == ["-4.85", "500.00"])
    }

    @Test func `an altered table is read as it was or refused`() {
        let count = Self.setting("KOPIYKA_ALTERED_COUNT") ?? draws(50, slow: 300)
        let first = Self.setting("KOPIYKA_ALTERED_SEED") ?? 0
        let isShown = Self.setting("KOPIYKA_ALTERED_COUNT") != nil
        let tables = KnownTable.all
        #expect(tables.count > 60)
        var counts: [String: Count] = [:]
        var reasons: [String: [String: Int]] = [:]
        for seed in first..<(first + count) {
            var numbers = SeededNumbers(seed: UInt64(seed))
            let known = tables[seed % tables.count]
            let all = TableAlteration.allCases
            var table = known.table
            var applied: [TableAlteration] = []
            let wanted = numbers.chance(60) ? 1 : 2 + numbers.below(3)
            for _ in 0..<wanted {
                let one = numbers.pick(all)
                if applied.contains(one) { continue }
                if one.apply(to: &table, &numbers) { applied.append(one) }
            }
            guard !applied.isEmpty else { continue }
            let name = applied.count == 1 ? applied[0].rawValue : "several"
            let words = applied.map(\.rawValue).joined(separator: "+")
            var outcome = Outcome(table, of: known)
            if case .asked(let questions) = outcome {
                outcome = Self.answered(questions, table, known)
            }
            switch outcome {
            case .asked: continue
            case .right: counts[name, default: Count()].right += 1
            case .refused(let why):
                counts[name, default: Count()].refused += 1
                reasons[name, default: [:]]["\(words) \(known.name): \(why)", default: 0] += 1
            case .wrong(let why):
                counts[name, default: Count()].wrong += 1
                let text = String(decoding: table.bytes.prefix(1500), as: UTF8.self)
                Issue.record("seed \(seed), \(known.name), \(words): \(why)\n\(text)")
            }
        }
        guard isShown else { return }
        for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
            print("\(name): \(count.right) right, \(count.refused) refused, \(count.wrong) wrong")
            for (reason, number) in (reasons[name] ?? [:]).sorted(by: { $0.value > $1.value })
                .prefix(400)
            {
                print("    \(number) × \(reason)")
            }
        }
    }
}
