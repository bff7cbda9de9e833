import Categorizing
import Facts
import Ledger
import Pages
import Planning
import Reports
import Scanning

/// All parts of a page share it: how amounts are printed, and the lists that figures link to.
final class PageBook {
    let console: Console
    /// No amount, name or text of the ledger is printed.
    let isMasked: Bool
    /// Nil where the page has no lines.
    let lines: PageLines?
    /// The months of the page's sums.
    var span: ClosedRange<CalendarMonth>?
    private(set) var lists: [PageList] = []
    /// The subject of each list, for its lines.
    private(set) var slices: [PageSlice?] = []
    /// The questions of lists that no slice names, by their numbers.
    private var asked: [Int: PageQuestion] = [:]
    /// The balances of accounts that were listed.
    private var balances: [AccountPlace: [(day: CalendarDate, before: String, list: Int)]] = [:]
    /// The subject and time of each list.
    private(set) var names: [(name: String, period: String)] = []
    private var numbers: [String: Int] = [:]
    private var aliases: [String: String] = [:]
    let folder = TextFolder()

    init(_ console: Console, isMasked: Bool, _ lines: PageLines?) {
        self.console = console
        self.isMasked = isMasked
        self.lines = lines
    }

    static let mask = "•••"

    func words(_ text: PageText, _ values: [String: Template.Value] = [:]) -> String {
        text.phrase.filled(console.language, values)
    }

    func word(_ message: Message, _ values: [String: Template.Value] = [:]) -> String {
        console.words(message, values)
    }

    func text(_ amount: Money) -> String {
        isMasked ? Self.mask : peopleText(of: amount, in: console.language)
    }

    func text(_ day: CalendarDate) -> String { peopleText(of: day, in: console.language) }

    func share(_ permille: Int?) -> String {
        permille.map { peopleText(ratio: $0, in: console.language) } ?? ""
    }

    /// A name of the ledger; on a masked page what it is and a number, the same for the same name.
    func name(_ name: String, as kind: PageText) -> String {
        guard isMasked else { return name }
        let key = kind.rawValue + "\n" + name
        if let known = aliases[key] { return known }
        let number = 1 + aliases.keys.count { $0.hasPrefix(kind.rawValue + "\n") }
        let alias = words(kind, ["number": .count(number)])
        aliases[key] = alias
        return alias
    }

    /// The name of a category: a household's own is a text of the ledger.
    func category(_ key: String) -> String {
        if key.isEmpty { return console.words(.uncategorized) }
        let shown = console.categoryName(key)
        let ours = CategoryTable.builtIn.category(key)?.name(in: console.language.ofCategories)
        return shown == ours ? shown : name(shown, as: .aliasCategory)
    }

    /// A figure with the list of its lines.
    ///
    /// - Parameters:
    ///   - commands: arguments of `kopiyka list`; what they print adds up to a figure that is a
    ///     sum. None for a figure without lines.
    ///   - before: a sentence above the lines.
    ///   - slice: the same lines, where the page has them.
    ///   - question: the same lines too, for a figure that no slice names.
    ///   - base: the same question over all days, and what narrows it.
    func figure(
        _ amount: Money, _ name: @autoclosure () -> String,
        in period: @autoclosure () -> String = "",
        _ commands: [[String]], _ kind: PageList.Kind = .sum, before: String = "",
        of slice: PageSlice? = nil, asking question: PageQuestion? = nil,
        from base: (question: [String], narrowing: String)? = nil
    ) -> PageFigure {
        var list: Int?
        if !isMasked, !commands.isEmpty {
            let title = (name: name(), period: period())
            let count = lists.count
            let found = number(
                title, commands.map(ListArguments.command), kind, before, slice,
                isOwn: question?.isOwn ?? false)
            if lists.count > count {
                asked[found] = question
                if let base { lists[found].base = self.base(base, title.name) }
            }
            list = found
        }
        return PageFigure(amount, text(amount), list: list, decimals: decimals(of: amount))
    }

    /// An average or a share: a figure that leads to the lines of its sum.
    func figure(
        _ amount: Money, _ text: String, _ form: PageFigure.Form, of sum: PageFigure
    )
        -> PageFigure
    {
        PageFigure(
            amount, text, list: sum.list,
            decimals: text == self.text(amount) ? decimals(of: amount) : 0,
            narrowing: sum.narrowing, form: form)
    }

    private func base(
        _ base: (question: [String], narrowing: String), _ name: String, isOwn: Bool = false
    ) -> (list: Int, name: String, narrowing: String) {
        let all = number(
            (name, ""), [ListArguments.command(base.question)], .question, "", nil, isOwn: isOwn)
        return (all, name, base.narrowing)
    }

    /// A part of a figure.
    struct Operand {
        let name: String
        let figure: PageFigure
        /// As it enters the sum; the figure's own amount if it is in the same currency.
        var worth: Money?
        var isLess = false
    }

    /// A figure that is the sum of others.
    ///
    /// - Parameter before: a sentence that says so.
    func figure(
        _ amount: Money, _ name: String, in period: String = "", before: String,
        of operands: [Operand]
    ) -> PageFigure {
        if operands.count == 1, operands[0].worth == nil, !operands[0].isLess {
            return operands[0].figure
        }
        var list: Int?
        if !isMasked, operands.contains(where: { $0.figure.list != nil }) {
            let key =
                [name]
                + operands.map {
                    "\($0.figure.list ?? -1) \($0.figure.narrowing) \($0.isLess)"
                }
            let count = lists.count
            let found = number((name, period), [], .parts, before, nil, parts: key)
            if lists.count > count { lists[found].parts = operands.map(part) }
            list = found
        }
        return PageFigure(amount, text(amount), list: list, decimals: decimals(of: amount))
    }

    private func part(_ operand: Operand) -> PageList.Part {
        let amount = operand.worth ?? operand.figure.amount
        var part = PageList.Part(
            operand.figure.list.map { .list($0) } ?? .nothing, operand.name)
        part.narrowing = operand.figure.narrowing
        part.isLess = operand.isLess
        part.amount = text(operand.isLess ? amount.negated : amount)
        if operand.worth != nil {
            part.own = operand.figure.text + " " + operand.figure.amount.currency.code
        }
        return part
    }

    /// A figure that neither lines nor figures add up to: a sentence says what it is computed of,
    /// and a command prints it.
    func figure(
        _ amount: Money, _ name: String, computed sentence: String, by command: String,
        of operands: [Operand] = [], asking question: PageQuestion? = nil
    ) -> PageFigure {
        var list: Int?
        if !isMasked {
            let count = lists.count
            let found = number(
                (name, ""), [command], .computed, sentence, nil,
                isOwn: question?.isOwn ?? false, parts: [name])
            if lists.count > count {
                asked[found] = question
                lists[found].parts = operands.map(part)
            }
            list = found
        }
        return PageFigure(amount, text(amount), list: list, decimals: decimals(of: amount))
    }

    /// The balance of an account at the end of a day. Of several days the later one leads to the
    /// one before it and to the lines since.
    ///
    /// - Parameter beside: what no line has.
    func balance(
        _ amount: Money, _ name: String, of place: AccountPlace, on day: CalendarDate,
        beside: Money?, isOpening: Bool, _ filter: LineFilter
    ) -> PageFigure {
        let before =
            isOpening || beside?.isZero == false
            ? words(
                isOpening ? .opening : .beside,
                ["amount": .text(beside.map { $0.isZero ? "0" : text($0) } ?? "0")])
            : ""
        if isMasked { return PageFigure(amount, text(amount), list: nil) }
        let base = (
            question: FigureRows.of(place, within: ReportSpan(.earliest, .latest)).words,
            narrowing: "--to " + day.text
        )
        guard lines != nil else {
            let list = number(
                (name, ""), [ListArguments.command(base.question)], .question, before, nil,
                isOwn: true)
            return PageFigure(
                amount, text(amount), list: list, decimals: decimals(of: amount),
                narrowing: base.narrowing)
        }
        let known = balances[place, default: []].filter { $0.before == before }
        let earlier = known.filter { $0.day < day }.max { $0.day < $1.day }
        var filter = filter
        filter.accounts = [place.account]
        filter.currency = place.currency
        filter.from = earlier?.day.adding(days: 1)
        filter.to = day
        let question = PageQuestion(
            [filter], amount, isOwn: true, beside: beside, after: earlier?.list,
            before: word(.columnBalance))
        let figure = figure(
            amount, name, in: text(day),
            [FigureRows.of(place, within: ReportSpan(.earliest, day)).words], before: before,
            asking: question, from: base)
        if let list = figure.list { balances[place, default: []].append((day, before, list)) }
        return figure
    }

    private func decimals(of amount: Money) -> Int {
        amount.scale == 0 || isMasked ? 0 : Int(amount.scale) + 1
    }

    /// A figure of a month or day beside others of the same question. Where the page has no lines
    /// they share a list: a question each would be most of the page.
    ///
    /// - Parameter question: without days.
    func figure(
        _ amount: Money, _ name: @autoclosure () -> String, question: [String], at period: String
    ) -> PageFigure {
        var list: Int?
        if !isMasked {
            list = number((name(), ""), [ListArguments.command(question)], .question, "", nil)
        }
        return PageFigure(
            amount, text(amount), list: list, decimals: decimals(of: amount),
            narrowing: isMasked ? "" : period)
    }

    private func number(
        _ title: (name: String, period: String), _ commands: [String], _ kind: PageList.Kind,
        _ before: String, _ slice: PageSlice?, isOwn: Bool = false, parts: [String] = []
    ) -> Int {
        let key = (commands + parts + ["\(kind)", before]).joined(separator: "\n")
        if let known = numbers[key] { return known }
        let whole = title.period.isEmpty ? title.name : title.name + ", " + title.period
        lists.append(PageList(whole, commands, kind, before: before, isOwn: isOwn))
        names.append(title)
        slices.append(slice)
        numbers[key] = lists.count - 1
        return lists.count - 1
    }

    /// The lists with their lines.
    func finished() -> [PageList] {
        guard let lines else { return lists }
        return lines.filled(lists, slices, asked, self)
    }
}

extension JSONValue {
    /// The texts of a list.
    var words: [String] {
        guard case .array(let items) = self else { return [] }
        return items.compactMap(\.text)
    }
}

// MARK: Days and numbers

extension PageBook {
    /// `січ 2026`.
    func month(_ day: CalendarDate) -> String {
        monthName(day.parts.month) + " " + String(day.parts.year)
    }

    /// `січ`; January with its year, so that a row of months is clear.
    func shortMonth(_ day: CalendarDate) -> String {
        day.parts.month == 1 ? month(day) : monthName(day.parts.month)
    }

    /// - Parameter number: 1 to 12.
    func monthName(_ number: Int) -> String {
        let names = words(.months).split(separator: " ")
        return names.count == 12 ? String(names[number - 1]) : String(number)
    }

    func count(_ number: Int) -> String { groupedDigits(String(number), in: console.language) }
}
