import Categorizing
import Facts
import Reports
import Scanning
import TestKit
import Testing

@testable import Commands

/// Filters with `or`, brackets and negations against an evaluation of their own tree.
@Suite struct `Filters of any form` {
    private indirect enum Part {
        case term(name: String, values: [String], isNegated: Bool)
        case group([[Part]], isNegated: Bool)

        var text: String {
            switch self {
            case .term(let name, let values, let isNegated):
                (isNegated ? "-" : "") + name + ":" + values.joined(separator: ",")
            case .group(let alternatives, let isNegated):
                (isNegated ? "-(" : "(") + Part.text(alternatives) + ")"
            }
        }

        static func text(_ alternatives: [[Part]]) -> String {
            alternatives.enumerated().map { number, parts in
                (number == 0 ? "" : number % 2 == 0 ? " or " : " або ")
                    + parts.map(\.text).joined(separator: " ")
            }.joined()
        }
    }

    private static let words = ["кава", "bolt", "сільпо", "аптека"]
    private static let values = [
        "text": words, "payee": words, "tag": ["дім", "робота"],
        "category": ["eating_out", "eating_out.coffee", "groceries", "home"],
        "account": ["a", "b"], "sign": ["in", "out"], "min": ["50", "100"], "max": ["80", "120"],
        "currency": ["UAH", "USD"], "month": ["2026-01", "2026-02"],
    ]
    private static let listed: Set = ["payee", "tag", "category", "account"]

    private func part(_ dice: inout Dice, depth: Int) -> Part {
        if depth > 0, dice.roll(4) == 0 {
            return .group(alternatives(&dice, depth: depth - 1), isNegated: dice.roll(3) == 0)
        }
        let name = Self.values.keys.sorted()[dice.roll(Self.values.count)]
        let all = Self.values[name] ?? []
        let first = all[dice.roll(all.count)]
        let isListed = Self.listed.contains(name) && dice.roll(3) == 0
        return .term(
            name: name, values: isListed ? [first, all[dice.roll(all.count)]] : [first],
            isNegated: name != "month" && dice.roll(4) == 0)
    }

    private func alternatives(_ dice: inout Dice, depth: Int) -> [[Part]] {
        (0..<1 + dice.roll(3)).map { _ in
            (0..<1 + dice.roll(3)).map { _ in part(&dice, depth: depth) }
        }
    }

    private func row(_ dice: inout Dice) throws -> ReportRow {
        func one(_ values: [String]) -> String { values[dice.roll(values.count)] }
        func amount(_ units: Int) -> Money {
            Money(units: Int64(units), scale: 0, currency: dice.roll(2) == 0 ? .uah : .usd)
        }
        let units = [30, 60, 100, 150][dice.roll(4)] * (dice.roll(2) == 0 ? 1 : -1)
        let day = try #require(
            CalendarDate(year: 2026, month: 1 + dice.roll(3), day: 1 + dice.roll(28)))
        var row = ReportRow(
            key: LineKey(account: 1, day: day, rest: 1), account: one(["a", "b"]), day: day,
            amount: amount(units), description: one(Self.words) + " " + one(Self.words))
        if dice.roll(2) == 0 { row.payee = one(Self.words) }
        row.tags = dice.roll(2) == 0 ? [one(["дім", "робота"])] : []
        let categories = ["eating_out.coffee", "groceries", "home", ""]
        row.category = one(categories)
        if dice.roll(3) == 0 {
            row.splits = [units - 7, 7].map {
                Decision.Split(
                    category: one(categories),
                    amount: Money(units: Int64($0), scale: 0, currency: row.amount.currency))
            }
        }
        return row
    }

    // MARK: What they mean

    private func isTrue(
        _ name: String, _ value: String, _ row: ReportRow, _ part: Decision.Split
    ) -> Bool {
        let texts = (row.description + " " + row.payee).split(separator: " ")
        let size = abs(row.amount.units)
        return switch name {
        case "text", "payee": texts.contains(value[...])
        case "tag": row.tags.contains(value)
        case "category": part.category == value || part.category.hasPrefix(value + ".")
        case "account": row.account == value
        case "sign": (value == "in") == (row.amount.units > 0)
        case "min": size >= Int64(value) ?? 0
        case "max": size <= Int64(value) ?? 0
        case "currency": row.amount.currency.code == value
        default: row.day.text.hasPrefix(value)
        }
    }

    private func isTrue(
        _ parts: [Part], _ row: ReportRow, _ piece: Decision.Split
    ) -> Bool {
        var listed: [String: Bool] = [:]
        for part in parts {
            switch part {
            case .term(let name, let values, let isNegated):
                let isAny = values.contains { isTrue(name, $0, row, piece) }
                if !isNegated, Self.listed.contains(name) {
                    listed[name] = isAny || listed[name] ?? false
                } else if isAny == isNegated {
                    return false
                }
            case .group(let alternatives, let isNegated):
                if alternatives.contains(where: { isTrue($0, row, piece) }) == isNegated {
                    return false
                }
            }
        }
        return listed.values.allSatisfy { $0 }
    }

    private func filter(_ text: String) throws -> LineFilter {
        let today = try #require(CalendarDate(text: "2026-03-14"))
        let reader = FilterReader(
            today: today, tree: CategoryTable.builtIn.tree, saved: [], accounts: { [$0] },
            category: { $0 }, stream: { StreamChoice($0, []) })
        guard case .run(let invocation, _) = try ArgumentParser.parse(["list", "--where", text])
        else { throw HouseMessage("error.usage.arguments") }
        return try reader.filter(invocation)
    }

    @Test(arguments: 0..<4)
    func `select the lines that their tree does, also as they are printed`(seed: Int) throws {
        var dice = Dice(state: UInt64(seed))
        let rows = try (0..<60).map { _ in try row(&dice) }
        var read = 0
        for _ in 0..<draws(24, slow: 1_500) {
            let alternatives = alternatives(&dice, depth: 2)
            let text = Part.text(alternatives)
            // What no line can have is refused.
            guard let filter = try? filter(text) else { continue }
            read += 1
            let printed = ListArguments.canonical(filter)
            let again = try self.filter(printed)
            for row in rows {
                let selected = row.parts.filter { part in
                    alternatives.contains { isTrue($0, row, part) }
                }
                #expect(filter.accepts(row) == !selected.isEmpty, "\(text) \(row)")
                #expect(again.accepts(row) == !selected.isEmpty, "\(text) as \(printed)")
                guard !selected.isEmpty, !filter.isOfWholeLines else { continue }
                #expect(row.parts.filter { filter.accepts($0, of: row) } == selected, "\(text)")
            }
        }
        #expect(read > draws(8, slow: 500))
    }
}
