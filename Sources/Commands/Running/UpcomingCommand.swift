import Facts
import Planning
import Reports
import Saving
import Scanning
import Workspaces

/// `kopiyka upcoming`: the payments expected in the next days, and late ones; `--ics` writes them
/// for a calendar.
enum UpcomingCommand: Command {
    private static let daysUsual = 60

    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let question = try RecurringQuestion(invocation, console)
        let payments = UpcomingPayment.all(
            of: question.streams, asOf: question.today,
            days: invocation.count(.days) ?? daysUsual)
        if let path = invocation[.ics] {
            try write(payments, to: path, question, console)
        } else if invocation.wantsJSON {
            try console.json(payments.map { object(of: $0, question) })
        } else if invocation.wantsCSV {
            try console.csv(
                ["day", "id", "name", "account", "amount", "currency", "late"],
                of: payments.map { object(of: $0, question) })
        } else {
            try printTable(payments, question, console)
        }
        return .done
    }

    private static func object(
        of payment: UpcomingPayment, _ question: RecurringQuestion
    ) -> JSONValue {
        let stream = payment.stream
        return [
            "day": .day(payment.day), "id": .string(stream.id), "name": .string(stream.name),
            "account": .string(stream.account), "amount": .amount(stream.amount),
            "currency": .string(stream.currency.code),
            "late": payment.isLate ? .bool(true) : nil,
            "rows": FigureRows.of(streams: [stream.id], asOf: question.today),
        ]
    }

    private static func printTable(
        _ payments: [UpcomingPayment], _ question: RecurringQuestion, _ console: Console
    ) throws {
        if payments.isEmpty { return try console.line(.upcomingNone) }
        var table = Table([
            .init(.columnDay), .init(.columnAmount, .number), .blank,
            .init(.columnName, cutTo: 12), .init(.columnAccount, cutTo: 8), .blank,
        ])
        var sums: [Purse: (moneyIn: Money, moneyOut: Money)] = [:]
        for payment in payments {
            let (stream, amount) = (payment.stream, payment.stream.amount)
            table.add([
                .day(payment.day), .amount(amount), .text(amount.currency.code),
                .text(stream.name),
                .text(question.ledger.access.settings.shownName(of: stream.account), .quiet),
                payment.isLate ? .words(.upcomingLate, [:], .doubtful) : "",
            ])
            let zero = Money.zero(of: amount.currency)
            var sum = sums[stream.purse] ?? (zero, zero)
            if amount.isNegative {
                sum.moneyOut = try sum.moneyOut.adding(amount)
            } else {
                sum.moneyIn = try sum.moneyIn.adding(amount)
            }
            sums[stream.purse] = sum
        }
        try console.table(table)
        try console.line("")
        for (purse, sum) in sums.sorted(by: { $0.key < $1.key }) {
            try console.line(
                .upcomingTotal,
                [
                    "currency": .text(
                        console.name(
                            of: purse.currency, account: purse.account,
                            question.ledger.access.settings)),
                    "in": .amount(sum.moneyIn),
                    "out": .amount(sum.moneyOut),
                ])
        }
    }

    // MARK: Calendar

    private static let beginning = Array("BEGIN:VCALENDAR".utf8)

    private static func write(
        _ payments: [UpcomingPayment], to path: String, _ question: RecurringQuestion,
        _ console: Console
    ) throws {
        let events = payments.map { payment -> CalendarFile.Event in
            let stream = payment.stream
            let account = question.ledger.access.settings.shownName(of: stream.account)
            return CalendarFile.Event(
                id: "\(stream.id)-\(payment.day.text)", day: payment.day,
                summary: console.words(
                    .upcomingPayment,
                    ["name": .text(stream.name), "amount": .money(stream.amount)]),
                details: account, reminders: stream.reminders)
        }
        let bytes = CalendarFile.bytes(of: events, made: question.today)
        if path == "-" { return try console.raw(bytes) }
        try ExportCommand.verifyReplaceable(
            path, question.ledger.workspace.paths, beginnings: [beginning])
        if !console.isDryRun {
            var file = try ReplacingFile(replacing: path)
            try file.write(bytes)
            try file.commit()
        }
        console.narrate(
            .exportWritten, ["count": .count(events.count), "file": .text(path)])
        if console.isDryRun { console.narrate(.dryRunNothingChanged) }
    }
}
