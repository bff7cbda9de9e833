import Categorizing
import Facts
import Reading
import Reports
import Reviewing
import Scanning
import Workspaces

/// Reads the filter of a command: its options, its textual form, and the filters that the settings
/// name. All of them are terms, which have one meaning everywhere.
struct FilterReader {
    /// The day that relative periods refer to.
    let today: CalendarDate
    let tree: CategoryTree
    let saved: [Settings.SavedFilter]
    /// The accounts that a typed name means; throws for an unknown one.
    let accounts: (String) throws -> [String]
    /// The category that a typed name means; throws for an unknown one.
    let category: (String) throws -> String
    /// The stream that a typed name or id means; throws for an unknown one.
    let stream: (String) throws -> StreamChoice
    /// The filter is a condition of a rule, which has the line without its category and must mean
    /// the same on every day.
    var isOfRule = false

    /// Where a filter is written.
    private enum Origin {
        case options
        case whereOption
        case operands([String])
        case settings(Settings.SavedFilter)
        case rule(UserRule.Filter, file: String)
    }

    private struct Condition {
        let term: FilterTerms.Term
        let value: String
        let origin: Origin
    }

    func filter(_ invocation: Invocation) throws -> LineFilter {
        var filter = LineFilter(tree)
        try add(invocation.filterTerms.map { .term($0) }, .options, to: &filter)
        for text in invocation.whereTexts {
            try add(try alternatives(of: [text], .whereOption), .whereOption, to: &filter)
        }
        let operands = invocation.filterOperands
        if !operands.isEmpty {
            let origin = Origin.operands(operands)
            try add(try alternatives(of: operands, origin), origin, to: &filter)
        }
        if invocation.asOf != nil { narrow(&filter, from: nil, to: today) }
        return filter
    }

    /// The filter of a rule.
    ///
    /// - Throws: a message with the place of a wrong term in the rules file.
    func filter(_ written: UserRule.Filter, file: String) throws -> LineFilter {
        var filter = LineFilter(tree)
        let origin = Origin.rule(written, file: file)
        try add(try alternatives(of: [written.text], origin), origin, to: &filter)
        return filter
    }

    // MARK: Terms

    private static let names = OptionDeclaration.filters.map(\.name.rawValue)

    /// In every language, whatever the one of the answers is.
    private static let namesWritten: [String: String] = {
        var written: [String: String] = [:]
        for name in names {
            written[name] = name
            for language in Language.allCases {
                for word in Phrase("filterTerm.\(name)")[language].split(separator: " ") {
                    written[String(word)] = name
                }
            }
        }
        return written
    }()

    private static let amounts = OptionDeclaration.filters.filter { $0.kind == .amount }
        .map(\.name.rawValue)

    private func alternatives(
        of arguments: [String], _ origin: Origin
    ) throws -> [[FilterTerms.Part]] {
        do throws(FilterTerms.Fault) {
            return try FilterTerms(
                arguments, names: Self.namesWritten, amounts: Self.amounts
            ).alternatives
        } catch {
            throw Self.placed(.filterRefused(error, names: Self.names), error.place, origin)
        }
    }

    /// Adds a filter of which one alternative must apply.
    private func add(
        _ alternatives: [[FilterTerms.Part]], _ origin: Origin, within names: [String] = [],
        to filter: inout LineFilter
    ) throws {
        if alternatives.count == 1 {
            return try add(alternatives[0], origin, within: names, to: &filter)
        }
        filter.alternatives.append(
            try alternatives.map { parts in
                var alternative = LineFilter(tree)
                try add(parts, origin, within: names, to: &alternative)
                return alternative
            })
    }

    private func add(
        _ group: FilterTerms.Group, _ origin: Origin, within names: [String],
        to filter: inout LineFilter
    ) throws {
        guard group.isNegated || group.alternatives.count == 1 else {
            return try add(group.alternatives, origin, within: names, to: &filter)
        }
        // Values of one name are alternatives within the brackets, not beyond them.
        var inner = LineFilter(tree)
        try add(group.alternatives, origin, within: names, to: &inner)
        if group.isNegated {
            filter.excluded.append(inner)
        } else {
            filter.alternatives.append([inner])
        }
    }

    /// Adds parts that apply together, terms after those of the saved filters that they name.
    private func add(
        _ parts: [FilterTerms.Part], _ origin: Origin, within names: [String] = [],
        to filter: inout LineFilter
    ) throws {
        var conditions: [String: [Condition]] = [:]
        for part in parts {
            guard case .term(let term) = part else {
                if case .group(let group) = part {
                    try add(group, origin, within: names, to: &filter)
                }
                continue
            }
            if term.isNegated {
                filter.excluded.append(try excluded(term, origin))
            } else if let named = savedFilter(term) {
                if names.contains(named.name) {
                    throw Self.placed(
                        .usage("error.filter.circle", ["name": .text(named.name)]), term.place,
                        origin)
                }
                let origin = Origin.settings(named)
                try add(
                    try alternatives(of: [named.text], origin), origin,
                    within: names + [named.name], to: &filter)
            } else {
                conditions[term.name ?? OptionName.text.rawValue, default: []] += try read(
                    term, origin)
            }
        }
        for option in OptionDeclaration.filters {
            guard let mine = conditions[option.name.rawValue] else { continue }
            let values = mine.map(\.value)
            if !option.isRepeatable, let last = mine.last, Set(values).count > 1 {
                throw Self.placed(
                    .usage("error.filter.repeated", ["name": .text(option.name.rawValue)]),
                    last.term.place, last.origin)
            }
            try add(option.name, mine, to: &filter)
        }
    }

    /// The filter of what a negated term leaves out.
    private func excluded(
        _ term: FilterTerms.Term, _ origin: Origin
    ) throws -> LineFilter {
        if savedFilter(term) != nil {
            throw Self.placed(
                .usage("error.filter.saved-negated", ["name": .text(term.value)]), term.place,
                origin)
        }
        let name = OptionDeclaration.filters.first { $0.name.rawValue == term.name }?.name ?? .text
        if [OptionName.from, .to, .month, .year, .last].contains(name) {
            throw Self.placed(
                .usage("error.filter.period-negated", ["name": .text(name.rawValue)]), term.place,
                origin)
        }
        var filter = LineFilter(tree)
        try add(name, try read(term, origin), to: &filter)
        return filter
    }

    /// The saved filter that a bare word without quotation marks names.
    private func savedFilter(_ term: FilterTerms.Term) -> Settings.SavedFilter? {
        guard term.name == nil, !term.isQuoted else { return nil }
        let folder = TextFolder()
        return saved.first { folder.fold($0.name) == folder.fold(term.value) }
    }

    /// A term's alternatives.
    private func read(_ term: FilterTerms.Term, _ origin: Origin) throws -> [Condition] {
        guard let name = term.name,
            let option = OptionDeclaration.filters.first(where: { $0.name.rawValue == name })
        else {
            if isPeriod(term) {
                throw Self.placed(
                    .usage("error.filter.period-bare", ["period": .text(term.value)]), term.place,
                    origin)
            }
            if !term.isQuoted, QuickPeriod.isMeant(term.value, today: today) {
                throw Self.placed(.noPeriod(term.value), term.place, origin)
            }
            return [Condition(term: term, value: term.value, origin: origin)]
        }
        if isOfRule { try verifyIsOfRule(term, option, origin) }
        // A comma in an amount is its decimal mark, and in a text no letter.
        let hasAlternatives = option.isRepeatable && option.name != .text
        return try (hasAlternatives ? term.alternatives : [term.value]).map { value in
            let plain = OptionValue.normalized(
                value, as: option.kind, takesLastDay: option.name == .to, today: today)
            guard let plain else {
                if option.kind == .amount, let readings = HouseMessage.readings(ofAmount: value) {
                    throw Self.placed(readings, term.place, origin)
                }
                throw Self.placed(
                    .usage(
                        "error.filter.value-wrong", ["name": .text(name), "value": .text(value)],
                        fix: Phrase("filter.formed", ["form": .phrase(option.kind.placeholder)])),
                    term.place, origin)
            }
            return Condition(term: term, value: plain, origin: origin)
        }
    }

    /// A bare `2026-03` or `14.03.2026`, which no bank writes as a word of its own. A year or the
    /// name of a month may be one.
    private func isPeriod(_ term: FilterTerms.Term) -> Bool {
        !term.isQuoted && term.value.first?.isNumber == true
            && term.value.contains { $0 == "-" || $0 == "." }
            && QuickPeriod(term.value, today: today) != nil
    }

    /// - Throws: for a term that a rule cannot decide by.
    private func verifyIsOfRule(
        _ term: FilterTerms.Term, _ option: OptionDeclaration, _ origin: Origin
    ) throws {
        let name: [String: Template.Value] = ["name": .text(option.name.rawValue)]
        switch option.name {
        case .kind, .person, .stream:
            throw Self.placed(.usage("error.filter.no-condition", name), term.place, origin)
        case .from, .to, .month, .year, .last:
            // Words of periods that mean the same on two days mean it on all.
            let days = [(2001, 5, 17), (2019, 11, 2)].compactMap {
                CalendarDate(year: $0.0, month: $0.1, day: $0.2)
            }
            let meant = days.map {
                OptionValue.normalized(
                    term.value, as: option.kind, takesLastDay: option.name == .to, today: $0)
            }
            if option.name == .last || meant.first != meant.last {
                throw Self.placed(.usage("error.filter.no-fixed-period", name), term.place, origin)
            }
        default: break
        }
    }

    // MARK: Conditions

    /// Adds the conditions of one name, which are alternatives.
    private func add(
        _ name: OptionName, _ conditions: [Condition], to filter: inout LineFilter
    ) throws {
        let values = conditions.map(\.value)
        switch name {
        case .text: filter.texts += values.map { WordSearch(named: $0) }
        case .category: filter.categories.append(try conditions.map { try choice($0) })
        case .tag: filter.tags.append(values.map { Self.tag($0) })
        case .payee: filter.payees.append(values.map { Self.name($0) })
        case .person: filter.persons.append(values.map { Self.name($0) })
        case .account: try addAccounts(conditions, to: &filter)
        case .stream:
            filter.streams.append(
                try conditions.map { condition in
                    try Self.placing(condition) { try stream(condition.value) }
                })
        case .kind: filter.kinds.append(values.compactMap { PartKind(rawValue: $0) })
        case .min, .max:
            filter.bounds += values.compactMap { text in
                OptionValue.decimal(text).map {
                    AmountBound(
                        $0, isMin: name == .min,
                        isSigned: text.hasPrefix("+") || $0.isNegative)
                }
            }
            // `min:-100 max:50`: one typed sign makes both bounds of signed amounts.
            if filter.bounds.contains(where: \.isSigned) {
                filter.bounds = filter.bounds.map {
                    AmountBound($0.value, isMin: $0.isMin, isSigned: true)
                }
            }
        case .sign:
            let isIn = values[0] == "in"
            if let other = filter.isIn, other != isIn {
                throw Self.never("sign:in", "sign:out", conditions[0])
            }
            filter.isIn = isIn
        case .currency:
            let currency = values[0] == "-" ? .unknown : Currency(code: values[0]) ?? .unknown
            if let other = filter.currency, other != currency {
                throw Self.never(
                    "currency:" + (other.isKnown ? other.code : "-"), "currency:" + values[0],
                    conditions[0])
            }
            filter.currency = currency
        default: addPeriod(name, values[0], to: &filter)
        }
        if let (one, other) = Self.exclusion(in: filter) {
            throw Self.never(one, other, conditions[0])
        }
    }

    /// Days, bounds or a sign that no line satisfies together, as terms.
    private static func exclusion(in filter: LineFilter) -> (String, String)? {
        if let from = filter.from, let to = filter.to, from > to {
            return ("from:" + from.text, "to:" + to.text)
        }
        let least = filter.bounds.filter(\.isMin).max { $0.value < $1.value }
        let most = filter.bounds.filter { !$0.isMin }.min { $0.value < $1.value }
        if let least, let most, most.value < least.value { return (least.term, most.term) }
        if filter.isIn == true, let most, most.isSigned, most.value.isNegative {
            return ("sign:in", most.term)
        }
        if filter.isIn == false, let least, least.isSigned, !least.value.isNegative {
            return ("sign:out", least.term)
        }
        return nil
    }

    /// No line can have both terms.
    private static func never(
        _ one: String, _ other: String, _ condition: Condition
    ) -> HouseMessage {
        placed(
            .usage("error.filter.never", ["one": .text(one), "other": .text(other)]),
            condition.term.place, condition.origin)
    }

    private func addPeriod(_ name: OptionName, _ value: String, to filter: inout LineFilter) {
        let period =
            name == .last
            ? QuickPeriod(last: value, today: today) : QuickPeriod(value, today: today)
        guard let period else { return }
        switch name {
        case .from: narrow(&filter, from: period.first, to: nil)
        case .to: narrow(&filter, from: nil, to: period.last)
        default: narrow(&filter, from: period.first, to: period.last)
        }
        filter.lastAsked = filter.to
    }

    private func narrow(
        _ filter: inout LineFilter, from first: CalendarDate?, to last: CalendarDate?
    ) {
        if let first { filter.from = max(first, filter.from ?? first) }
        if let last { filter.to = min(last, filter.to ?? last) }
    }

    private func addAccounts(
        _ conditions: [Condition], to filter: inout LineFilter
    ) throws {
        var meant: [String] = []
        for condition in conditions {
            meant += try Self.placing(condition) { try accounts(condition.value) }
        }
        if !filter.accounts.isEmpty {
            let both = filter.accounts.filter { meant.contains($0) }
            if both.isEmpty, let last = conditions.last {
                throw Self.never(
                    "account:" + filter.accounts.joined(separator: ","),
                    "account:" + conditions.map(\.value).joined(separator: ","), last)
            }
            meant = both
        }
        filter.accounts = meant
    }

    /// `кава` with all below it, `=home` alone, `-` for none.
    private func choice(_ condition: Condition) throws -> CategoryChoice {
        let value = condition.value
        if value == "-" { return CategoryChoice("") }
        let isExact = value.hasPrefix("=")
        let key = try Self.placing(condition) {
            try category(isExact ? String(value.dropFirst()) : value)
        }
        return CategoryChoice(key, isExact: isExact)
    }

    private static func tag(_ value: String) -> NameChoice {
        value == "-"
            ? .none : NameChoice(exactly: value.hasPrefix("=") ? String(value.dropFirst()) : value)
    }

    private static func name(_ value: String) -> NameChoice {
        if value == "-" { return .none }
        return value.hasPrefix("=")
            ? NameChoice(exactly: String(value.dropFirst())) : .words(WordSearch(named: value))
    }

    // MARK: Places

    /// An error of a written term has its place.
    private static func placing<Result>(
        _ condition: Condition, _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch let message as HouseMessage {
            throw placed(message, condition.term.place, condition.origin)
        }
    }

    private static func placed(
        _ message: HouseMessage, _ place: FilterTerms.Place, _ origin: Origin
    ) -> HouseMessage {
        var placed = message
        switch origin {
        case .options: break
        case .whereOption:
            placed.place = SourcePlace(
                file: "--where", line: place.line, column: place.column)
        case .operands(let words):
            let term = Self.term(at: place, of: words)
            placed.place = term.isEmpty ? .program : SourcePlace(file: maskedNumbers(term))
        case .settings(let filter):
            placed.place = SourcePlace(
                file: "kopiyka.yaml", line: filter.line,
                column: filter.column + (filter.isOneLine ? place.column - 1 : 0))
            placed.exitCode = .damaged
        case .rule(let filter, let file):
            let isOneLine = !filter.text.contains(where: \.isNewline)
            placed.place = SourcePlace(
                file: file, line: filter.line,
                column: filter.column + (isOneLine ? place.column - 1 : 0))
            placed.exitCode = .damaged
        }
        return placed
    }
}

extension FilterReader {
    /// The term at a place of operands, which are read with blanks between them.
    private static func term(at place: FilterTerms.Place, of words: [String]) -> String {
        let lines = words.joined(separator: " ").unicodeScalars
            .split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.indices.contains(place.line - 1) else { return "" }
        let rest = lines[place.line - 1].dropFirst(place.column - 1)
        return String(rest.prefix { !$0.properties.isWhitespace })
    }
}

extension HouseMessage {
    /// For words that are written like a period and are none.
    static func noPeriod(_ text: String) -> HouseMessage {
        .usage(
            "error.filter.period-none",
            ["period": .text(text), "term": .text("text:" + FilterTerms.quoted(text))])
    }

    /// For an amount of two readings; nil for any other text.
    static func readings(ofAmount text: String) -> HouseMessage? {
        AmountText.readings(text).map { whole, part in
            .usage(
                "error.usage.amount-readings",
                ["said": .text(text), "whole": .text(whole), "part": .text(part)])
        }
    }

    static func filterRefused(
        _ fault: FilterTerms.Fault, names: [String]
    ) -> HouseMessage {
        switch fault.kind {
        case .quotationOpen: return usage("error.filter.quotation-open")
        case .bracketOpen: return usage("error.filter.bracket-open")
        case .bracketsTooDeep:
            return usage("error.filter.brackets-deep", ["count": .count(Limits.nestingMax)])
        case .alternativeMissing(let word):
            return usage("error.filter.alternative-missing", ["word": .text(word)])
        case .valueMissing(let name):
            return usage("error.filter.value-missing", ["name": .text(name)])
        case .numberApart(let name, let number):
            let word = number.split(separator: " ").last.map { String($0) } ?? ""
            return usage(
                "error.filter.number-apart",
                [
                    "term": .text(name + ":" + number), "word": .text(word),
                    "joined": .text(name + ":" + number.filter { $0 != " " }),
                ])
        case .unknownName(let name):
            let all = Phrase("filter.names", ["names": .text(names.joined(separator: " "))])
            return usage(
                "error.filter.unknown-name", ["name": .text(name)],
                fix: all.afterQuestion(about: closest(to: name, among: names)))
        }
    }
}

extension CategoryTable {
    /// The properties of categories that reports ask for; unknown categories are below those that
    /// begin their keys.
    var tree: CategoryTree {
        // Figures ask about each line, and a whole category takes long to copy.
        let known = Dictionary(
            all.map {
                ($0.key, (kind: CategoryKind(rawValue: $0.kind.rawValue), parent: $0.parent))
            }, uniquingKeysWith: { $1 })
        return CategoryTree(
            kindOf: { known[$0]?.kind },
            parentOf: { key in
                guard let known = known[key] else { return CategoryTree.parent(byKey: key) }
                return known.parent.isEmpty ? nil : known.parent
            })
    }
}
