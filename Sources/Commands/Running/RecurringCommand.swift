import Facts
import Planning
import Reports
import Scanning
import Workspaces

/// `kopiyka recurring`: payments that come again; `recurring STREAM` shows the payments of one, and
/// `recurring confirm|pause|end|name|not STREAM` changes `recurring.yaml`.
enum RecurringCommand: Command {
    /// The statements that a person can make about a stream.
    enum Verb: String, CaseIterable {
        case confirm, pause, end, name, not

        var word: RecurringWords.Word? {
            switch self {
            case .confirm: .confirmed
            case .pause: .paused
            case .end: .ended
            case .not: .notRecurring
            case .name: nil
            }
        }
    }

    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let first = invocation.operands.first
        if let verb = first.flatMap({ Verb(rawValue: $0) }), invocation.operands.count > 1 {
            return try change(verb, invocation, console)
        }
        if invocation.isDryRun { throw HouseMessage.usage("error.usage.recurring-arguments") }
        let question = try RecurringQuestion(invocation, console)
        if first != nil {
            let stream = try question.stream(
                meantBy: invocation.operands.joined(separator: " "))
            return try show(stream, question, invocation, console)
        }
        if invocation.wantsJSON {
            try console.json(question.streams.map { object(of: $0, question) })
        } else if invocation.wantsCSV {
            try printCSV(question, console)
        } else {
            try printTable(question, hasAll: invocation.has(.all), console)
        }
        for line in question.unusedLines {
            console.report(
                HouseMessage(
                    at: SourcePlace(file: HouseholdFile.recurring.name, line: line), as: .note,
                    "error.recurring-unused"))
        }
        return .done
    }

    // MARK: For programs

    private static func object(
        of stream: RecurringStream, _ question: RecurringQuestion
    ) -> JSONValue {
        [
            "id": .string(stream.id), "name": .string(stream.name),
            "account": .string(stream.account), "currency": .string(stream.currency.code),
            "category": .ifAny(stream.category), "every": .string(stream.cadence.rawValue),
            "amount": .amount(stream.amount), "last": .day(stream.last.day),
            "next": stream.next.map { .day($0) }, "monthly": .amount(stream.monthly),
            "state": .string(stream.state.rawValue),
            "before": stream.raisedOn == nil ? nil : stream.before.map { .amount($0.amount) },
            "raised_on": stream.raisedOn.map { .day($0) },
            "confirmed": stream.isConfirmed ? .bool(true) : nil,
            "keys": .keys(stream.payments.map(\.key)),
            "rows": FigureRows.of(streams: [stream.id], asOf: question.today),
        ]
    }

    private static func printCSV(_ question: RecurringQuestion, _ console: Console) throws {
        try console.csv(
            [
                "id", "name", "account", "currency", "category", "every", "amount", "last", "next",
                "monthly", "state", "before", "raised_on", "payments",
            ],
            of: question.streams.map {
                object(of: $0, question) + ["payments": .count($0.payments.count)]
            })
    }

    // MARK: For people

    private static func printTable(
        _ question: RecurringQuestion, hasAll: Bool, _ console: Console
    ) throws {
        let shown = question.streams.filter { hasAll || $0.state != .ended }
        if shown.isEmpty {
            try console.line(question.streams.isEmpty ? .recurringNone : .recurringEnded)
        }
        var table = Table([
            .init(.columnName, cutTo: 10), .init(.columnEvery), .init(.columnNext),
            .init(.columnAmount, .number), .blank, .init(.columnMonthly, .number),
            .init(.columnState),
        ])
        for stream in shown.sorted(by: isBefore) { table.add(cells(of: stream, console)) }
        if !shown.isEmpty { try console.table(table) }
        let overview = try RecurringOverview(
            of: question.streams, asOf: question.today, question.ledger.categories.tree)
        if !shown.isEmpty { try console.line("") }
        for total in overview.totals {
            try console.line(
                .recurringTotal,
                [
                    "currency": .text(
                        console.name(
                            of: total.purse.currency, account: total.purse.account,
                            question.ledger.access.settings)),
                    "in": .amount(total.income),
                    "out": .amount(total.expenses),
                ])
        }
        try printRemarks(overview, question, console)
        let hidden = question.streams.count - shown.count
        if hidden > 0 { console.narrate(.recurringHidden, ["count": .count(hidden)]) }
    }

    /// Most expensive first, then income, then what is not counted.
    private static func isBefore(_ one: RecurringStream, _ other: RecurringStream) -> Bool {
        func rank(_ stream: RecurringStream) -> (Int, Int, String, Int128, String) {
            (
                stream.isActive ? 0 : stream.state == .ended ? 2 : 1,
                stream.amount.isNegative ? 0 : 1, stream.currency.code,
                -Int128(stream.monthly.atto.magnitude), stream.name + stream.id
            )
        }
        return rank(one) < rank(other)
    }

    private static func cells(of stream: RecurringStream, _ console: Console) -> [Table.Cell] {
        let tone: Tone =
            switch stream.state {
            case .late: .doubtful
            case .raised: stream.amount.isNegative ? .doubtful : .plain
            case .early, .ended, .paused: .quiet
            case .mature: .plain
            }
        return [
            .text(stream.name), .text(stream.everyWord[console.language]),
            stream.next.map { .day($0) } ?? .none, .amount(stream.amount),
            .text(stream.currency.code),
            stream.isActive ? .amount(stream.monthly) : .none,
            .text(stream.stateWord[console.language], tone),
        ]
    }

    /// Rises, subscriptions that may be paid twice, and their growth.
    private static func printRemarks(
        _ overview: RecurringOverview, _ question: RecurringQuestion, _ console: Console
    ) throws {
        for stream in question.streams {
            guard let day = stream.raisedOn, let before = stream.before else { continue }
            try console.line(
                .recurringRaised,
                [
                    "name": .text(stream.name), "day": .day(day),
                    "amount": .money(stream.amount), "before": .amount(before.amount),
                ], stream.amount.isNegative ? .doubtful : .plain)
        }
        for group in overview.duplicates {
            let names = group.map { index in
                let stream = question.streams[index]
                return Template.Value.text(
                    "\(stream.name) (\(Template.Value.money(stream.amount).text(in: console.language)))"
                )
            }
            try console.line(.recurringDoubled, ["names": .list(names)], .doubtful)
        }
        for growth in overview.growth {
            try console.line(
                .recurringGrown,
                [
                    "now": .money(growth.now), "before": .amount(growth.before),
                    "change": .text(peopleText(change: growth.permille, in: console.language)),
                ])
        }
    }

    /// The payments of one stream with the days between them.
    private static func show(
        _ stream: RecurringStream, _ question: RecurringQuestion, _ invocation: Invocation,
        _ console: Console
    ) throws -> ExitCode {
        let gaps = [nil] + stream.gaps.map { Optional($0) }
        let payments = zip(stream.payments, gaps).map { payment, gap -> JSONValue in
            [
                "day": .day(payment.day), "gap": gap.map { .count($0) },
                "amount": .amount(payment.amount), "key": .string(payment.key.text),
            ]
        }
        if invocation.wantsJSON {
            try console.json(object(of: stream, question) + ["payments": .array(payments)])
            return .done
        }
        if invocation.wantsCSV {
            let currencies = stream.payments.map(\.amount.currency.code)
            try console.csv(
                ["day", "gap", "amount", "currency", "key"],
                of: zip(payments, currencies).map { $0 + ["currency": .string($1)] })
            return .done
        }
        try console.line(
            .recurringFacts,
            [
                "name": .text(stream.name), "id": .text(stream.id),
                "every": .phrase(stream.everyWord), "state": .phrase(stream.stateWord),
                "account": .text(question.ledger.access.settings.shownName(of: stream.account)),
                "amount": .money(stream.amount), "next": stream.next.map { .day($0) } ?? "—",
            ])
        try console.line("")
        var table = Table([
            .init(.columnDay), .init(.columnGap, .number), .init(.columnAmount, .number), .blank,
            .init(.columnKey),
        ])
        for (payment, gap) in zip(stream.payments, gaps) {
            table.add([
                .day(payment.day), gap.map { .count($0) } ?? .none, .amount(payment.amount),
                .text(payment.amount.currency.code), .text(payment.key.text, .quiet),
            ])
        }
        try console.table(table)
        return .done
    }

    // MARK: What people say

    private static func change(
        _ verb: Verb, _ invocation: Invocation, _ console: Console
    ) throws -> ExitCode {
        guard !invocation.wantsCSV, !invocation.has(.asOf), !invocation.has(.all),
            invocation.operands.count == 2 || verb == .name && invocation.operands.count > 2,
            verb != .name || invocation.operands.count > 2
        else { throw HouseMessage.usage("error.usage.recurring-arguments") }
        let question = try RecurringQuestion(invocation, console, for: .writing)
        let stream = try question.stream(meantBy: invocation.operands[1])
        let name = invocation.operands.dropFirst(2).joined(separator: " ")
        if verb == .name, name.unicodeScalars.contains(where: { $0.value < 0x20 }) {
            throw HouseMessage.usage("error.usage.recurring-arguments")
        }
        let words: RecurringWords
        do throws(PlanFaults) {
            words = try question.words.changing(
                entry(of: stream, question), or: new(stream, question)
            ) { entry in
                if let word = verb.word { entry.state = word } else { entry.name = name }
            }
        } catch {
            throw error.refusal
        }
        if words.bytes == question.wordBytes {
            throw HouseMessage.usage("error.usage.recurring-so", ["name": .text(stream.name)])
        }
        try question.ledger.workspace.replace(
            .recurring, with: words.bytes, insteadOf: question.wordBytes,
            command: "recurring \(verb.rawValue)", isDryRun: invocation.isDryRun)
        if invocation.wantsJSON {
            try console.json([
                "id": .string(stream.id), "changed": .string(verb.rawValue),
                "file": .string(HouseholdFile.recurring.name),
            ])
        } else {
            try console.line(
                .recurringChanged,
                [
                    "name": .text(stream.name),
                    "now": .phrase(
                        verb.word.map { Phrase("recurringWord.\($0.rawValue)") }
                            ?? Phrase(same: name)),
                ])
        }
        if invocation.isDryRun { console.narrate(.dryRunNothingChanged) }
        return .done
    }

    /// Other streams of the party and account would be changed too, unless the amount is named.
    private static func needsAmount(
        _ stream: RecurringStream, _ question: RecurringQuestion
    ) -> Bool {
        question.streams.count { $0.account == stream.account && $0.party == stream.party } > 1
    }

    /// The entry to change; nil for a new one.
    private static func entry(
        of stream: RecurringStream, _ question: RecurringQuestion
    ) -> Int? {
        guard let index = stream.saidBy else { return nil }
        let isPrecise = question.words.entries[index].matchAmount != nil
        return isPrecise || !needsAmount(stream, question) ? index : nil
    }

    private static func new(
        _ stream: RecurringStream, _ question: RecurringQuestion
    ) -> RecurringWords.Entry {
        RecurringWords.Entry(
            payee: stream.party, account: stream.account,
            matchAmount: needsAmount(stream, question) ? stream.last.amount : nil)
    }
}
