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

/// The lines of a figure that no slice names, as the figure's own questions select them.
struct PageQuestion {
    let filters: [LineFilter]
    /// The sum of the lines with the rest. A list of other lines would be wrong, and is not made.
    let amount: Money
    /// In the currency of each line, and not in that of the page.
    var isOwn = false
    /// The part of the amount that no line has.
    var beside: Money?
    /// The list of the lines before, and its name.
    var after: Int?
    var before = ""

    init(
        _ filters: [LineFilter], _ amount: Money, isOwn: Bool = false, beside: Money? = nil,
        after: Int? = nil, before: String = ""
    ) {
        self.filters = filters
        self.amount = amount
        self.isOwn = isOwn
        self.beside = beside
        self.after = after
        self.before = before
    }
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
        /// In the line's own currency.
        let own: Money
        let asDecided: Decision.Split
    }

    private struct Line {
        /// In its own currency.
        let row: ReportRow
        let countedPayee: String
        let tags: [String]
        let file: String
        let place: String
        var parts: Range<Int>
    }

    private var lines: [Line] = []
    private var parts: [Part] = []
    private let tree: CategoryTree
    private let byHand: String
    private let noSource: String
    /// Only lines of these days are there.
    private let (from, to): (CalendarDate?, CalendarDate?)

    /// The currency of the page; nil for a part of the page in each.
    private let base: Currency?

    /// - Parameter filter: of the lines.
    init(_ filter: LineFilter, in base: Currency?, byHand: String, noSource: String) {
        tree = filter.tree
        (from, to) = (filter.from, filter.to)
        self.base = base
        self.byHand = byHand
        self.noSource = noSource
    }

    /// Adds the parts of a line that the filter selects.
    ///
    /// - Parameters:
    ///   - row: in the currency of the page's figures.
    ///   - own: the same line in its own.
    func add(_ entry: LedgerEntry, _ row: ReportRow, own: ReportRow, _ filter: LineFilter) {
        let source = entry.sources.first
        let folder = TextFolder()
        let start = parts.count
        for (part, ownPart) in zip(row.parts, own.parts) where filter.accepts(part, of: row) {
            let kind = tree.kind(of: part, in: row)
            let isSorted = row.transfer != nil || tree.kind(of: part.category) != nil
            parts.append(
                Part(
                    line: lines.count, purse: Purse(part.amount.currency, row.account),
                    month: CalendarMonth(of: row.day), kind: kind,
                    section: FlowMatrix.section(
                        of: kind, isSorted: isSorted, isIn: !part.amount.isNegative),
                    category: part.category, amount: part.amount, own: ownPart.amount,
                    asDecided: ownPart))
        }
        lines.append(
            Line(
                row: own, countedPayee: folder.fold(row.countedPayee),
                tags: row.tags.map { folder.fold($0) }, file: source?.file ?? "",
                place: source.map { String($0.line) } ?? (entry.isByHand ? byHand : noSource),
                parts: start..<parts.count))
    }

    /// The parts of a question; nil where the page lacks lines of its days.
    private func members(of question: PageQuestion) -> [Int]? {
        var found: [Int] = []
        for filter in question.filters {
            if let from, filter.from.map({ $0 < from }) ?? true { return nil }
            if let to, filter.to.map({ $0 > to }) ?? true { return nil }
            for line in lines where filter.accepts(line.row) {
                found += line.parts.filter { index in
                    // A line without a rate counts in no sum of another currency.
                    amount(of: index, question).currency == question.amount.currency
                        && filter.accepts(parts[index].asDecided, of: line.row)
                }
            }
        }
        return found
    }

    private func amount(of index: Int, _ question: PageQuestion) -> Money {
        question.isOwn ? parts[index].own : parts[index].amount
    }

    /// Whether parts and the rest of a question add up to its figure.
    private func isWhole(_ members: [Int], _ question: PageQuestion, from before: Money?) -> Bool {
        var sum = ExactSum(question.amount.currency)
        if let before { sum.add(before) }
        for index in members { sum.add(amount(of: index, question)) }
        return sum.money == question.amount
    }

    // MARK: Lists

    /// Fills the lists: with lines where no other list has them, else with links.
    func filled(
        _ lists: [PageList], _ slices: [PageSlice?], _ asked: [Int: PageQuestion], _ book: PageBook
    ) -> [PageList] {
        var filling = Filling(lists, slices, asked, self, book)
        filling.run()
        return filling.lists
    }

    private struct Filling {
        var lists: [PageList]
        private let slices: [PageSlice?]
        private let asked: [Int: PageQuestion]
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
        /// The list of a part that has no other home; other lists link to it by its anchor.
        private var adopted: [Int: Int] = [:]
        /// The list of the month of a part, and how many parts each has.
        private var wholes: [Int: Int] = [:]
        private var wholeCounts: [Int: Int] = [:]

        init(
            _ lists: [PageList], _ slices: [PageSlice?], _ asked: [Int: PageQuestion],
            _ lines: PageLines, _ book: PageBook
        ) {
            self.lists = lists
            self.slices = slices
            self.asked = asked
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
            for whole in wholes.values { wholeCounts[whole, default: 0] += 1 }
            for (number, slice) in slices.enumerated() {
                if let slice { link(number, slice) }
            }
            wholeCounts = wholeCounts.filter { isListed($0.key) }
            for (number, question) in asked.sorted(by: { $0.key < $1.key }) {
                link(number, question)
            }
            homes.merge(adopted) { home, _ in home }
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
                        where sum.kinds.contains(lines.parts[index].kind) {
                            if homes[index] == nil { homes[index] = number }
                            wholes[index] = wholes[index] ?? number
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
                        $0.purse == purse && $0.kind == .expense
                            && lines.lines[$0.line].row.day == day
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
                    .init(.list(list), title(of: list, isOfMonth: true)))
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
                    .init(.list(home), title(of: home, isOfMonth: isOfMonth)))
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
                        lists[number].parts.append(.init(.list(list), lists[list].title))
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
                    .init(.list(list), title(of: list, isOfMonth: false)))
            }
        }

        /// A name with more lines than these has its command alone.
        private static let linesLinkedMax = 200

        /// Links to lines one by one.
        private mutating func linkLines(_ number: Int, _ members: [Int], isOfDay: Bool = false) {
            guard isOfDay || members.count <= Self.linesLinkedMax,
                members.allSatisfy({ homes[$0] != nil })
            else { return }
            for index in members { linkLine(number, index, byAmount: isOfDay) }
        }

        private mutating func linkLine(
            _ number: Int, _ index: Int, byAmount: Bool, isOwn: Bool = false
        ) {
            let part = lines.parts[index]
            let anchor = anchors[index] ?? anchors.count
            anchors[index] = anchor
            let title =
                byAmount
                ? book.text(isOwn ? part.own : part.amount)
                : book.text(lines.lines[part.line].row.day)
            lists[number].parts.append(.init(.row(anchor), title))
        }

        /// Links to months and categories of which the question has every line, and to other lines
        /// one by one; lines that no list has come into this one.
        private mutating func link(_ number: Int, _ question: PageQuestion) {
            guard let members = lines.members(of: question) else { return }
            let before = question.after.flatMap { asked[$0]?.amount } ?? question.beside
            if lists[number].kind != .computed {
                guard lines.isWhole(members, question, from: before) else { return }
            }
            if let after = question.after {
                lists[number].parts.append(.init(.list(after), question.before))
                lists[number].before = ""
            }
            let isOfMonth = question.after != nil
            var rest = members
            rest = linkLists(number, rest, (wholes, wholeCounts), isOfMonth)
            rest = linkLists(number, rest, (homes, counts), isOfMonth)
            for index in rest {
                if homes[index] == nil, adopted[index] == nil {
                    adopted[index] = number
                    continue
                }
                linkLine(number, index, byAmount: isOfMonth, isOwn: question.isOwn)
            }
        }

        /// The list of a month has each of its lines, in itself or in the lists that it links to.
        private func isListed(_ whole: Int) -> Bool {
            let linked = lists[whole].parts.reduce(0) { sum, part in
                guard case .list(let list) = part.target else { return sum }
                return sum + (counts[list] ?? 0)
            }
            return linked + (counts[whole] ?? 0) == wholeCounts[whole]
        }

        /// Links to the lists that have some of these parts and no others, and gives the parts that
        /// remain.
        private mutating func linkLists(
            _ number: Int, _ members: [Int], _ lists: (of: [Int: Int], counts: [Int: Int]),
            _ isOfMonth: Bool
        ) -> [Int] {
            var found: [Int: Int] = [:]
            for index in members {
                if let list = lists.of[index] { found[list, default: 0] += 1 }
            }
            found = found.filter { lists.counts[$0] == $1 }
            for list in found.keys.sorted() {
                let title =
                    isOfMonth ? title(of: list, isOfMonth: true) : self.lists[list].title
                self.lists[number].parts.append(.init(.list(list), title))
            }
            return members.filter { index in lists.of[index].map { found[$0] == nil } ?? true }
        }

        private func row(of index: Int) -> PageList.Row {
            let part = lines.parts[index]
            let line = lines.lines[part.line]
            // In a page of one currency a line without a rate must say that it is of another.
            let isForeign = part.own.currency != (lines.base ?? part.amount.currency)
            return PageList.Row(
                day: String(line.row.day.parts.day), payee: line.row.shownPayee,
                // An amount is not broken there, so its groups need no longer blanks.
                amount: book.text(part.amount).replacing("\u{A0}", with: " "),
                own: isForeign ? book.text(part.own) + " " + part.own.currency.code : "",
                file: line.file, line: line.place, anchor: anchors[index])
        }
    }
}
