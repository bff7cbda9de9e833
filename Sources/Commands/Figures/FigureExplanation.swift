import Facts
import Planning
import Reports
import Scanning
import Workspaces

/// Shows what a figure is made of: the `kopiyka list` lines that print its entries, and what these
/// come to.
struct FigureExplanation {
    private let question: LedgerQuestion
    private let console: Console

    init(_ question: LedgerQuestion, _ console: Console) {
        self.question = question
        self.console = console
    }

    /// Explains the figure of `--explain`; false without that option.
    ///
    /// - Parameter tables: made with that option only.
    func answers(
        _ invocation: Invocation, _ tables: @autoclosure () throws -> [AskedTable]
    ) throws -> Bool {
        guard let typed = invocation[.explain] else { return false }
        let found = try FigureFinder(try tables(), console.language).figure(typed)
        guard let asked = try found.cell.question?() else {
            throw HouseMessage.usage("error.usage.no-figures")
        }
        if invocation.wantsJSON {
            try console.json(try object(of: asked, found))
        } else {
            try print(asked, found)
        }
        return true
    }

    // MARK: For people

    private func print(_ asked: FigureQuestion, _ found: FigureFinder.Found) throws {
        var figure = found.cell.figure.text(in: console.language)
        if case .amount(let amount) = found.cell.figure { figure = text(amount) }
        try console.line(
            .figureHead,
            [
                "row": .text(found.row), "column": .text(found.column), "figure": .text(figure),
            ], .strong)
        try print(asked.terms)
        switch asked.form {
        case .sum, .count: break
        case .spending: try console.line(.figureSpending)
        case .average(let count): try console.line(.figureDivided, ["count": .count(count)])
        case .ratio(let whole):
            try console.line(.figureOf)
            try print(whole)
        case .growth(let whole, let count):
            try console.line(.figureBeside)
            try print(whole)
            try console.line(.figureDivided, ["count": .count(count)])
        case .pace(let days, let over):
            try console.line(.figureSpending)
            try console.line(.figurePace, ["days": .count(days), "over": .count(over)])
        case .computed(let sentence, let values): try console.line(sentence, values)
        }
    }

    private func print(_ terms: [FigureQuestion.Term]) throws {
        for term in terms {
            if !term.name.isEmpty || term.isLess {
                let name = Template.Value.text(term.name)
                try console.line(term.isLess ? .figureLess : .figurePart, ["name": name])
            }
            if let words = term.words {
                let listed = try ListedSum(words, question, console)
                try console.line("  " + ListArguments.command(words))
                let sums = listed.sums.map { Template.Value.text(text($0)) }
                if listed.count == 0 {
                    try console.line(.figureWithoutLines)
                } else {
                    try console.line(
                        .figureLines, ["count": .count(listed.count), "sums": .list(sums)])
                }
            }
            if let amount = term.amount {
                try console.line(
                    term.words == nil ? .figureAmount : .figureBefore,
                    ["amount": .text(text(amount))])
            }
            if let (amount, day) = term.worth {
                try console.line(
                    .figureWorth, ["amount": .text(text(amount)), "day": .day(day)])
            }
        }
    }

    private func text(_ amount: Money) -> String {
        let shown = peopleText(of: amount, in: console.language)
        return amount.currency.isKnown ? shown + " " + amount.currency.code : shown
    }

    // MARK: For programs

    private func object(
        of asked: FigureQuestion, _ found: FigureFinder.Found
    ) throws -> JSONValue {
        var members: JSONValue = [
            "row": .string(found.row), "column": .string(found.column),
            "figure": value(found.cell.figure),
        ]
        if case .amount(let amount) = found.cell.figure, amount.currency.isKnown {
            members = members + ["currency": .string(amount.currency.code)]
        }
        members = members + ["terms": .array(try asked.terms.map { try object(of: $0) })]
        switch asked.form {
        case .sum: return members + ["form": .string("sum")]
        case .spending: return members + ["form": .string("spending")]
        case .count: return members + ["form": .string("count")]
        case .average(let count):
            return members + ["form": .string("average"), "over": .count(count)]
        case .ratio(let whole):
            return members + [
                "form": .string("ratio"), "of": .array(try whole.map { try object(of: $0) }),
            ]
        case .growth(let whole, let count):
            return members + [
                "form": .string("growth"), "of": .array(try whole.map { try object(of: $0) }),
                "over": .count(count),
            ]
        case .pace(let days, let over):
            return members + [
                "form": .string("pace"), "days": .count(days), "over": .count(over),
            ]
        case .computed: return members + ["form": .string("computed")]
        }
    }

    private func value(_ value: Template.Value) -> JSONValue {
        switch value {
        case .amount(let amount): .amount(amount)
        case .count(let count): .count(count)
        default: .string(value.text(in: console.language))
        }
    }

    private func object(of term: FigureQuestion.Term) throws -> JSONValue {
        var members: JSONValue = [
            "name": .ifAny(term.name), "less": term.isLess ? .bool(true) : nil,
        ]
        if let words = term.words {
            let listed = try ListedSum(words, question, console)
            members =
                members + [
                    "rows": .texts(words), "command": .string(ListArguments.command(words)),
                    "lines": .count(listed.count),
                    "sums": .array(
                        listed.sums.map {
                            ["currency": .string($0.currency.code), "amount": .amount($0)]
                        }),
                ]
        }
        return members + [
            "amount": term.amount.map { .amount($0) },
            "worth": term.worth.map { .amount($0.amount) },
        ]
    }
}

/// The number and sums of the lines that `kopiyka list` prints.
struct ListedSum {
    let count: Int
    /// A sum for each currency, or the one that the lines are converted to.
    let sums: [Money]

    /// - Parameter words: the arguments of the list.
    init(_ words: [String], _ question: LedgerQuestion, _ console: Console) throws {
        let listing = try ArgumentParser.listing(words)
        let access = question.access
        let filter = try access.filter(listing, console)
        var converter =
            listing.has(.inCurrency)
            ? try access.converter(listing, listing.asOf ?? Clock.localDay) : nil
        let base = converter?.base
        var totals = RowTotals()
        var lines = 0
        try access.rows(filter).forEachFigure { row in
            // A line without a rate is listed, and counts in no sum.
            guard let counted = base == nil ? row : converter?.converted(row) else { return }
            lines += 1
            totals.add(try filter.amount(of: counted), account: row.account)
        }
        count = lines
        sums = try totals.totals().map(\.net)
    }
}

extension ArgumentParser {
    /// The command line of a list that the program itself wrote.
    static func listing(_ words: [String]) throws -> Invocation {
        guard case .run(let invocation, _) = try parse([CommandName.list.rawValue] + words) else {
            throw HouseMessage.usage("error.usage.no-figures")
        }
        return invocation
    }
}
