import Facts
import Ledger
import Pages
import Reports
import Scanning

/// A set of lines that a figure is made of, by what the lines are.
enum PageSlice: Hashable {
    /// A sum over kinds, as a report names it.
    enum Sum: String, CaseIterable {
        case moneyIn, moneyOut, net, outside, transfers, change, refunds, kept

        var kinds: [PartKind] {
            switch self {
            case .moneyIn: FlowMatrix.moneyIn
            case .moneyOut: FlowMatrix.moneyOut
            case .net: FlowMatrix.moneyIn + FlowMatrix.moneyOut
            case .outside: [.outside]
            case .transfers: [.outside, .transfer]
            case .change: PartKind.allCases
            case .refunds: [.refund]
            case .kept: FlowMatrix.moneyIn + FlowMatrix.moneyOut + [.outside]
            }
        }
    }

    case cell(Purse, CalendarMonth, FlowMatrix.Section, category: String)
    case month(Purse, CalendarMonth, Sum)
    case category(Purse, FlowMatrix.Section, String)
    case group(Purse, FlowMatrix.Section, String)
    case span(Purse, Sum)
    case payee(Purse, [PartKind], String)
    case tag(Purse, [PartKind], String)
    case day(Purse, CalendarDate)
}

/// The lines of a page: each part of a line once, in the list of its category and month,
/// or of its month; other lists link to these.
final class PageLines {
    private struct Part {
        let line: Int
        let purse: Purse
        let month: CalendarMonth
        let kind: PartKind
        let section: FlowMatrix.Section
        let category: String
        let amount: Money
    }

    private struct Line {
        let day: CalendarDate
        let payee: String
        let countedPayee: String
        let tags: [String]
        let own: Money
        let file: String
        let place: String
    }

    private var lines: [Line] = []
    private var parts: [Part] = []
    private let tree: CategoryTree
    private let byHand: String
    private let noSource: String

    init(_ tree: CategoryTree, byHand: String, noSource: String) {
        self.tree = tree
        self.byHand = byHand
        self.noSource = noSource
    }

    /// Adds the parts of a line that the filter selects.
    ///
    /// - Parameter row: in the currency of the page's figures.
    func add(_ entry: LedgerEntry, _ row: ReportRow, own: Money, _ filter: LineFilter) {
        let source = entry.sources.first
        let folder = TextFolder()
        lines.append(
            Line(
                day: row.day, payee: row.shownPayee,
                countedPayee: folder.fold(row.countedPayee), tags: row.tags.map { folder.fold($0) },
                own: own, file: source?.file ?? "",
                place: source.map { String($0.line) } ?? (entry.isByHand ? byHand : noSource)))
        for part in row.parts where filter.accepts(part, of: row) {
            let kind = tree.kind(of: part, in: row)
            let isSorted = row.transfer != nil || tree.kind(of: part.category) != nil
            parts.append(
                Part(
                    line: lines.count - 1, purse: Purse(part.amount.currency, row.account),
                    month: CalendarMonth(of: row.day), kind: kind,
                    section: FlowMatrix.section(
                        of: kind, isSorted: isSorted, isIn: !part.amount.isNegative),
                    category: part.category, amount: part.amount))
        }
    }

    // MARK: Lists

    /// Fills the lists: with lines where no other list has them, else with links.
    func filled(_ lists: [PageList], _ slices: [PageSlice?], _ book: PageBook) -> [PageList] {
        var filling = Filling(lists, slices, self, book)
        filling.run()
        return filling.lists
    }

    private struct Filling {
        var lists: [PageList]
        private let slices: [PageSlice?]
        private let numbers: [PageSlice: Int]
        private let lines: PageLines
        private let book: PageBook
        private var cells: [PageSlice: [Int]] = [:]
        private var months: [Purse: [CalendarMonth: [Int]]] = [:]
        /// Parts that other lists link to, by their anchors.
        private var anchors: [Int: Int] = [:]
        /// The list of a part, and how many parts each has.
        private var homes: [Int: Int] = [:]
        private var counts: [Int: Int] = [:]

        init(
            _ lists: [PageList], _ slices: [PageSlice?], _ lines: PageLines, _ book: PageBook
        ) {
            self.lists = lists
            self.slices = slices
            self.lines = lines
            self.book = book
            var numbers: [PageSlice: Int] = [:]
            for (number, slice) in slices.enumerated() {
                if let slice, numbers[slice] == nil { numbers[slice] = number }
            }
            self.numbers = numbers
            for (index, part) in lines.parts.enumerated() {
                let cell = PageSlice.cell(
                    part.purse, part.month, part.section, category: part.category)
                cells[cell, default: []].append(index)
                months[part.purse, default: [:]][part.month, default: []].append(index)
            }
        }

        mutating func run() {
            placeParts()
            for home in homes.values { counts[home, default: 0] += 1 }
            for (number, slice) in slices.enumerated() {
                if let slice { link(number, slice) }
            }
            for (index, home) in homes.sorted(by: { $0.key < $1.key }) {
                lists[home].rows.append(row(of: index))
            }
        }

        /// Each part is in its cell's list; without one, in that of its month.
        private mutating func placeParts() {
            for (cell, members) in cells {
                guard let number = numbers[cell] else { continue }
                for index in members { homes[index] = number }
            }
            for (purse, months) in months {
                for (month, members) in months {
                    for sum in [PageSlice.Sum.moneyIn, .moneyOut, .transfers] {
                        guard let number = numbers[.month(purse, month, sum)] else { continue }
                        for index in members
                        where homes[index] == nil && sum.kinds.contains(lines.parts[index].kind) {
                            homes[index] = number
                        }
                    }
                }
            }
        }

        private mutating func link(_ number: Int, _ slice: PageSlice) {
            switch slice {
            case .cell: break
            case .month(let purse, let month, let sum):
                linkMonth(number, purse, month, sum)
            case .category(let purse, let section, let key):
                linkHomes(
                    number,
                    members { $0.purse == purse && $0.section == section && $0.category == key })
            case .group(let purse, let section, let key):
                linkHomes(
                    number,
                    members {
                        $0.purse == purse && $0.section == section
                            && lines.tree.group(of: $0.category, level: 1) == key
                    })
            case .span(let purse, let sum):
                linkMonths(number, purse, sum)
            case .payee(let purse, let kinds, let name):
                linkLines(
                    number,
                    members {
                        $0.purse == purse && kinds.contains($0.kind)
                            && lines.lines[$0.line].countedPayee == name
                    })
            case .tag(let purse, let kinds, let name):
                linkLines(
                    number,
                    members {
                        let tags = lines.lines[$0.line].tags
                        return $0.purse == purse && kinds.contains($0.kind)
                            && (name.isEmpty ? tags.isEmpty : tags.contains(name))
                    })
            case .day(let purse, let day):
                linkLines(
                    number,
                    members {
                        $0.purse == purse && $0.kind == .expense && lines.lines[$0.line].day == day
                    }, isOfDay: true)
            }
        }

        /// The net is what came in and went out, and a change that and transfers.
        private mutating func linkMonth(
            _ number: Int, _ purse: Purse, _ month: CalendarMonth, _ sum: PageSlice.Sum
        ) {
            let inside = (months[purse]?[month] ?? []).filter {
                sum.kinds.contains(lines.parts[$0].kind)
            }
            guard sum == .net || sum == .change else {
                return linkHomes(number, inside, isOfMonth: true)
            }
            let wholes: [PageSlice.Sum] = [.moneyIn, .moneyOut] + (sum == .net ? [] : [.transfers])
            let lists = wholes.filter { whole in
                inside.contains { whole.kinds.contains(lines.parts[$0].kind) }
            }.map { numbers[.month(purse, month, $0)] }
            for case let list? in lists where !lists.contains(nil) {
                self.lists[number].parts.append(
                    .init(.list(list), title(of: list, isOfMonth: true), ""))
            }
        }

        private var span: ClosedRange<CalendarMonth>? { book.span }

        /// Parts within the page's days.
        private func members(_ isMeant: (Part) -> Bool) -> [Int] {
            lines.parts.indices.filter { index in
                let part = lines.parts[index]
                return span?.contains(part.month) ?? true && isMeant(part)
            }
        }

        /// Links to the lists that have these parts and no others.
        ///
        /// - Parameter isOfMonth: the lists are of one month, and differ by their names.
        private mutating func linkHomes(_ number: Int, _ members: [Int], isOfMonth: Bool = false) {
            var found: [Int: Int] = [:]
            for index in members {
                guard let home = homes[index] else { return }
                if home != number { found[home, default: 0] += 1 }
            }
            // The table of months has their amounts, which would be a tenth of the lists.
            for (home, count) in found.sorted(by: { $0.key < $1.key }) {
                guard counts[home] == count else {
                    lists[number].parts = []
                    return
                }
                lists[number].parts.append(
                    .init(.list(home), title(of: home, isOfMonth: isOfMonth), ""))
            }
        }

        private func title(of list: Int, isOfMonth: Bool) -> String {
            let (name, period) = book.names[list]
            return isOfMonth || period.isEmpty ? name : period
        }

        /// A sum over the page's days links to the same sum of its months.
        private mutating func linkMonths(_ number: Int, _ purse: Purse, _ sum: PageSlice.Sum) {
            if sum == .kept {
                for other in [PageSlice.Sum.net, .outside] {
                    if let list = numbers[.span(purse, other)] {
                        lists[number].parts.append(.init(.list(list), lists[list].title, ""))
                    }
                }
                return
            }
            let months = (months[purse] ?? [:]).filter { month, members in
                span?.contains(month) ?? true
                    && members.contains { sum.kinds.contains(lines.parts[$0].kind) }
            }
            for month in months.keys.sorted() {
                guard let list = numbers[.month(purse, month, sum)] else {
                    lists[number].parts = []
                    return
                }
                lists[number].parts.append(
                    .init(.list(list), title(of: list, isOfMonth: false), ""))
            }
        }

        /// A name with more lines than these has its command alone.
        private static let linesLinkedMax = 200

        /// Links to lines one by one.
        private mutating func linkLines(_ number: Int, _ members: [Int], isOfDay: Bool = false) {
            guard isOfDay || members.count <= Self.linesLinkedMax,
                members.allSatisfy({ homes[$0] != nil })
            else { return }
            for index in members {
                let part = lines.parts[index]
                let anchor = anchors[index] ?? anchors.count
                anchors[index] = anchor
                lists[number].parts.append(
                    .init(
                        .row(anchor),
                        isOfDay ? book.text(part.amount) : book.text(lines.lines[part.line].day),
                        ""))
            }
        }

        private func row(of index: Int) -> PageList.Row {
            let part = lines.parts[index]
            let line = lines.lines[part.line]
            let isConverted = line.own.currency != part.amount.currency
            return PageList.Row(
                day: String(line.day.parts.day), payee: line.payee,
                // An amount is not broken there, so its groups need no longer blanks.
                amount: book.text(part.amount).replacing("\u{A0}", with: " "),
                own: isConverted ? book.text(line.own) + " " + line.own.currency.code : "",
                file: line.file, line: line.place, anchor: anchors[index])
        }
    }
}
