import Facts
import Planning
import Reports
import Scanning
import Workspaces

/// `kopiyka calendar`: what each day cost, as a field for each, with the sums of weeks and months.
enum CalendarCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let asked = try LedgerQuestion(invocation, console).upToToday(invocation, console)
        let today = invocation.asOf ?? Clock.localDay
        guard let span = try ReportPlan.span(of: asked.filter, .month, asked, today: today) else {
            if !invocation.wantsJSON, !invocation.wantsCSV { try console.line(.reportEmpty) }
            return .done
        }
        let question = asked.changed {
            $0.from = span.first
            $0.to = min(span.last, $0.to ?? span.last)
        }
        // Expenses, unless something else is asked for.
        let kinds: [PartKind] = question.filter.kinds.isEmpty ? [.expense] : PartKind.allCases
        var tally = DayTally(of: kinds)
        var lines = ConvertedLines(try question.access.converter(invocation, today))
        try question.rows.forEachFigure { tally.add(lines.row($0), question.filter) }
        let arguments = try ListArguments(question, question.filter, lines)
        let terms: [(OptionName, String)] =
            question.filter.kinds.isEmpty ? [(.kind, PartKind.expense.rawValue)] : []
        let pictures = try tally.tables().map { days in
            CalendarPicture(
                days, question.filter, name: console.name(of: days.purse, lines.base, question),
                console
            ) { span in
                arguments.of(
                    days.purse.currency, account: days.purse.account, terms, within: span
                ).words
            }
        }
        let explanation = FigureExplanation(question, console)
        if try explanation.answers(invocation, try pictures.flatMap { try $0.asked }) {
            return .done
        }
        if invocation.wantsJSON {
            for picture in pictures { try console.json(picture.objects) }
        } else if invocation.wantsCSV {
            try console.csv(
                ["date", "currency", "amount", "lines"], of: pictures.flatMap(\.objects))
        } else {
            if pictures.isEmpty { try console.line(.reportEmpty) }
            for (index, picture) in pictures.enumerated() {
                if index > 0 { try console.line("") }
                try picture.print()
            }
        }
        console.narrate(unconverted: lines.unconverted)
        return .done
    }
}

/// The days of one currency: weeks as rows of a few months, or a row for each of many.
struct CalendarPicture {
    private let days: DayTally.Table
    private let span: ReportSpan
    private let name: String
    private let console: Console
    private let words: (ReportSpan) -> [String]
    private let quarters: Quarters
    private let known: [CalendarDate: DayTally.Table.Day]

    /// - Parameters:
    ///   - filter: with the days shown.
    ///   - words: the arguments of a list of some days.
    init(
        _ days: DayTally.Table, _ filter: LineFilter, name: String, _ console: Console,
        words: @escaping (ReportSpan) -> [String]
    ) {
        self.days = days
        self.name = name
        self.console = console
        self.words = words
        let first = filter.from ?? days.days.first?.day ?? .earliest
        span = ReportSpan(first, filter.to ?? days.days.last?.day ?? first)
        quarters = Quarters(of: days.days.map { Self.size($0.amount) })
        known = Dictionary(uniqueKeysWithValues: days.days.map { ($0.day, $0) })
    }

    private static func size(_ amount: Money) -> Int128 {
        amount.isNegative ? -amount.atto : amount.atto
    }

    // MARK: For programs

    var objects: [JSONValue] {
        days.days.map { day in
            [
                "date": .day(day.day), "currency": .string(days.purse.currency.code),
                "account": .ifAny(days.purse.account), "amount": .amount(day.amount),
                "lines": .count(day.lines),
                "rows": .texts(words(ReportSpan(day.day, day.day))),
            ]
        }
    }

    // MARK: For people

    /// More months than these are a row each.
    private static let monthsOfWeeksMax = 3

    private var months: [ReportPeriod] {
        var months = [ReportPeriod(.month, of: span.first)]
        while let last = months.last, last.last < span.last { months.append(last.next) }
        return months
    }

    private var isOfMonths: Bool { span.months > Self.monthsOfWeeksMax }

    private var tables: [Table] {
        get throws {
            isOfMonths ? [try monthsTable()] : try months.map { try weeksTable($0) }
        }
    }

    var asked: [AskedTable] {
        get throws {
            try (tables + (isOfMonths ? [daysTable] : [])).map {
                AskedTable(
                    names: [days.purse.currency.code, name].filter { !$0.isEmpty }, table: $0)
            }
        }
    }

    func print() throws {
        let head: Message =
            isOfMonths ? .calendarMonths : isInThousands ? .calendarThousands : .calendarHead
        try console.line(head, ["name": .text(name)])
        for (index, table) in try tables.enumerated() {
            if index > 0 { try console.line("") }
            try console.table(table)
        }
    }

    private func shade(_ day: CalendarDate) -> String {
        guard let known = known[day], !known.amount.isZero else { return "·" }
        return ["░", "▒", "▓", "█"][quarters.level(of: Self.size(known.amount)) - 1]
    }

    private func sum(_ span: ReportSpan) throws -> Table.Cell {
        .amount(try days.sum(within: span), .strong).asking { FigureQuestion([words(span)]) }
    }

    // MARK: Weeks

    /// Seven columns of larger numbers are wider than most windows.
    private static let wholeMax: Int64 = 999_999

    private var isInThousands: Bool {
        days.days.contains { Ratio.whole($0.amount).magnitude > Self.wholeMax }
    }

    private var weekdays: [String] {
        let names = console.words(.weekdays).split(separator: " ").map(String.init)
        return names.count == 7 ? names : (1...7).map { String($0) }
    }

    /// Each week as a row of days above a row of amounts, and its sum.
    private func weeksTable(_ month: ReportPeriod) throws -> Table {
        let inside = ReportSpan(max(month.first, span.first), min(month.last, span.last))
        var table = Table(
            [.init(Phrase(same: month.text))]
                + weekdays.map { .init(Phrase(same: $0), .number) }
                + [.init(.columnTotal, .number, key: "total")])
        var week = ReportPeriod(.week, of: inside.first)
        while week.first <= inside.last {
            var heads: [Table.Cell] = [""]
            var cells: [Table.Cell] = [.text(week.text)]
            for number in 0..<7 {
                let day = week.first.adding(days: Int32(number))
                let isInside = inside.first <= day && day <= inside.last
                heads.append(isInside ? .text("\(shade(day)) \(day.parts.day)", .quiet) : "")
                cells.append(isInside ? cell(of: day) : "")
            }
            let part = ReportSpan(max(week.first, inside.first), min(week.last, inside.last))
            table.add(heads)
            table.add(
                cells + [try sum(part)],
                .init(others: [String(week.text.suffix(3))], section: month.text))
            week = week.next
        }
        table.addRule()
        var last: [Table.Cell] = [.words(.total, [:], .strong)]
        last += [Table.Cell](repeating: "", count: 7)
        table.add(last + [try sum(inside)], .init(others: [month.text]))
        return table
    }

    private func cell(of day: CalendarDate) -> Table.Cell {
        guard let known = known[day] else { return "" }
        let whole = Ratio.whole(known.amount, inThousands: isInThousands)
        let digits = groupedDigits(String(whole.magnitude), in: console.language)
        return .text((whole < 0 ? "−" : "") + digits).asking(
            [day.text, peopleText(of: day, in: console.language)], amount: known.amount
        ) { FigureQuestion([words(ReportSpan(day, day))]) }
    }

    // MARK: Months

    /// The days that a table of months has no columns for.
    private var daysTable: Table {
        var table = Table([.init(.columnDay), .init(.columnTotal, .number, key: "total")])
        for (day, known) in known.sorted(by: { $0.key < $1.key }) {
            table.add(
                [
                    .text(day.text),
                    .amount(known.amount).asking {
                        FigureQuestion([words(ReportSpan(day, day))])
                    },
                ], .init(others: [peopleText(of: day, in: console.language)]))
        }
        return table
    }

    /// Fields of 31 days and the sum.
    private func monthsTable() throws -> Table {
        var table = Table([
            .init(.columnMonth), .init(Phrase(same: "1   5    10   15   20   25   30")),
            .init(.columnTotal, .number, key: "total"),
        ])
        for month in months {
            let inside = ReportSpan(max(month.first, span.first), min(month.last, span.last))
            let count = Int(month.last.daysSince1970 - month.first.daysSince1970) + 1
            let fields = (0..<count).map { number in
                let day = month.first.adding(days: Int32(number))
                return inside.first <= day && day <= inside.last ? shade(day) : " "
            }
            table.add([.text(month.text), .text(fields.joined()), try sum(inside)])
        }
        table.addRule()
        table.add([.words(.total, [:], .strong), "", try sum(span)])
        return table
    }
}
