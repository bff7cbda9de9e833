import Categorizing
import Facts
import Pages
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

    func word(_ message: Message) -> String { console.words(message) }

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
    ///   - slice: the same lines, where the page has them.
    ///   - base: the same question over all days, and what narrows it.
    func figure(
        _ amount: Money, _ name: @autoclosure () -> String,
        in period: @autoclosure () -> String = "",
        _ commands: [[String]], isSum: Bool = true, before: String = "", of slice: PageSlice? = nil,
        from base: (question: [String], narrowing: String)? = nil
    ) -> PageFigure {
        var list: Int?
        if !isMasked, !commands.isEmpty {
            let title = (name: name(), period: period())
            let count = lists.count
            let found = number(
                title, commands.map(ListArguments.command), isSum, before, slice)
            if let base, lists.count > count {
                let all = number(
                    (title.name, ""), [ListArguments.command(base.question)], false, "", nil)
                lists[found].base = (all, title.name, base.narrowing)
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

    /// A figure that no lines add up to: the figures that it is computed of.
    func figure(
        _ amount: Money, _ name: String, of operands: [(name: String, figure: PageFigure)]
    ) -> PageFigure {
        var list: Int?
        if !isMasked, operands.contains(where: { $0.figure.list != nil }) {
            list = number((name, ""), [], false, name, nil)
        }
        if let list, lists[list].parts.isEmpty {
            lists[list].before = ""
            for case let (name, figure) in operands {
                guard let other = figure.list else { continue }
                lists[list].parts.append(.init(.list(other), name, figure.text))
            }
        }
        return PageFigure(amount, text(amount), list: list, decimals: decimals(of: amount))
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
            list = number((name(), ""), [ListArguments.command(question)], false, "", nil)
        }
        return PageFigure(
            amount, text(amount), list: list, decimals: decimals(of: amount),
            narrowing: isMasked ? "" : period)
    }

    private func number(
        _ title: (name: String, period: String), _ commands: [String], _ isSum: Bool,
        _ before: String, _ slice: PageSlice?
    ) -> Int {
        let key = commands.joined(separator: "\n") + (isSum ? "" : "\ns") + before
        if let known = numbers[key] { return known }
        let whole = title.period.isEmpty ? title.name : title.name + ", " + title.period
        lists.append(PageList(whole, commands, isSum: isSum, before: before))
        names.append(title)
        slices.append(slice)
        numbers[key] = lists.count - 1
        return lists.count - 1
    }

    /// The lists with their lines.
    func finished() -> [PageList] {
        guard let lines else { return lists }
        return lines.filled(lists, slices, self)
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
