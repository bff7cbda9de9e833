internal import Facts
internal import Pending

/// Consecutive groups with answers beside them, each with its own key, as many as fit the window.
///
/// One key files one group. Unsure groups get the most room.
package struct AnswerSheet: Sendable {
    package let items: [Item]

    /// The space for a sheet, in rows and columns of a window.
    package struct Room: Sendable, Equatable {
        package let rows: Int
        package let columns: Int

        package init(rows: Int, columns: Int) {
            self.rows = rows
            self.columns = columns
        }

        /// Widest name in columns: three or four fit beside each other in 80.
        package var nameColumns: Int { columns < 119 ? 18 : 26 }
        /// Width of a category on a page of further ones: four fit in 80.
        package var furtherColumns: Int { columns < 119 ? 20 : 30 }
        /// How many categories such a page holds, below the group and its first line.
        package var furtherMax: Int {
            max(0, min(AnswerSheet.furtherKeys.count, columns / furtherColumns * (rows - 2)))
        }
    }

    /// A group, or one line of it; a question about identity has no answers here.
    package struct Item: Sendable {
        package let group: ReviewGroup
        /// A line of a group that is shown line by line.
        package let isRow: Bool
        /// The capital that opens its page of further categories.
        package fileprivate(set) var label: Character?
        /// The bank's words where the name may be ambiguous: of a group with several wordings, and
        /// of one that shares its name with another on the sheet.
        package fileprivate(set) var wordings: [String] = []
        /// The answers by line of the window.
        package fileprivate(set) var answers: [[Answer]] = []

        /// Lines of the window that it takes; a question is answered on its own page.
        var lines: Int {
            (wordings.isEmpty ? 1 : 2) + (group.state == .new ? answers.count : 1)
        }

        /// The other categories with a key.
        var categories: [String] {
            answers.joined().compactMap { answer in
                if case .category(let key) = answer.meaning { key } else { nil }
            }
        }
    }

    package struct Answer: Sendable {
        package enum Meaning: Sendable, Equatable {
            case category(String)
            /// Its lines differ: ask about each.
            case rows
        }
        package fileprivate(set) var key: Character
        package let meaning: Meaning
    }

    /// Groups on one page.
    var groupCount: Int {
        var names = 0
        for (place, item) in items.enumerated()
        where !item.isRow || place == 0 || !items[place - 1].isRow { names += 1 }
        return names
    }

    /// The item with this capital.
    func item(_ label: Character) -> Int? { items.firstIndex { $0.label == label } }

    /// The meaning of a key of the sheet, and its item.
    func answer(_ key: Character) -> (item: Int, meaning: Answer.Meaning)? {
        for (place, item) in items.enumerated() {
            if let answer = item.answers.joined().first(where: { $0.key == key }) {
                return (place, answer.meaning)
            }
        }
        return nil
    }

    // MARK: Keys

    /// Keys of answers in the order of assignment. `a`, `q` and `u` keep their meaning in the list.
    package static let keys = Array("bcdefghijklmnoprstvwxyz1234567890")
    /// The key that was just pressed is not assigned.
    static let answersMax = keys.count - 1
    /// Keys of a page of further categories, where all letters are free.
    package static let furtherKeys = Array(
        "abcdefghijklmnopqrstuvwxyz1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ")

    /// The index of the page's category for a key, also on Ukrainian and Russian layouts.
    static func place(ofFurther typed: Character) -> Int? {
        if let capital = ReviewKey.capital(typed) { return furtherKeys.count - 26 + capital }
        return furtherKeys.firstIndex(of: ReviewKey.latin(typed))
    }

    // MARK: Room

    /// Columns before the answers of an item.
    package static let indent = 4
    /// Columns of the word for the lines of a group.
    private static let rowsColumns = 6
    /// More groups would leave fewer than two answers to each.
    static let itemsMax = 12
    private static let alternativesMax = 20

    init(items: [Item]) { self.items = items }

    /// - Parameter likely: other categories of a group, likeliest first.
    init(
        _ waiting: [Item], room: Room, letters: inout SheetLetters,
        after change: ScreenChange,
        likely: (ReviewGroup) -> [String], name: (String) -> String
    ) {
        let opened = waiting.firstIndex(where: \.isRow) ?? 0
        var laid: [Item] = []
        var namesakes: [String: Int] = [:]
        for item in waiting where !item.isRow { namesakes[item.group.title, default: 0] += 1 }
        for (place, item) in waiting.prefix(Self.itemsMax).enumerated() {
            var meanings: [Answer.Meaning] = []
            if item.group.state == .new {
                if item.group.items.count > 1 { meanings = [.rows] }
                meanings += likely(item.group).prefix(Self.alternativesMax).map { .category($0) }
            }
            let lines = Self.lines(of: item, isNext: place == 0 || place == opened)
            let columns = room.columns - Self.indent
            laid.append(item)
            if !item.isRow {
                laid[place].wordings = item.group.wordings
                let words = item.group.items[0].line.fact.description
                let isShared = namesakes[item.group.title] ?? 0 > 1 && words != item.group.title
                if laid[place].wordings.isEmpty, isShared { laid[place].wordings = [words] }
            }
            laid[place].answers = Self.broken(meanings, lines: lines, columns: columns) { meaning in
                guard case .category(let key) = meaning else { return 2 + Self.rowsColumns }
                return 2 + min(room.nameColumns, name(key).count)
            }
        }
        // Answers without a key take no line and leave room for a group.
        var items: [Item] = []
        for count in laid.indices.map({ $0 + 1 }) {
            var more = Array(laid.prefix(count))
            Self.leaveLikeliest(&more)
            guard count == 1 || more.reduce(0, { $0 + $1.lines }) <= room.rows else { break }
            items = more
        }
        if room.rows < 2 { items = [] }
        if let first = items.first {
            if room.rows < 3 { items[0].wordings = [] }
            let left = room.rows - (items[0].wordings.isEmpty ? 1 : 2)
            items[0].answers = Array(first.answers.prefix(left))
        }
        letters.allot(to: &items, after: change)
        self.items = items
    }

    /// Lines of answers: an unknown item must be answered before the others.
    private static func lines(of item: Item, isNext: Bool) -> Int {
        if isUnknown(item) { return isNext ? 4 : 2 }
        if isNext { return 3 }
        return item.isRow || item.group.level < .high ? 2 : 1
    }

    /// Nothing is suggested, or a category that means as much.
    private static func isUnknown(_ item: Item) -> Bool {
        ["", "other", "income.other"].contains(item.group.category)
            && !item.group.weakest.isDismissal
    }

    private static func broken(
        _ meanings: [Answer.Meaning], lines: Int, columns: Int, width: (Answer.Meaning) -> Int
    ) -> [[Answer]] {
        var broken: [[Answer]] = []
        var left = 0
        for meaning in meanings {
            let needed = width(meaning)
            if broken.isEmpty || left < needed {
                guard broken.count < lines, needed <= columns else { break }
                broken.append([])
                left = columns
            }
            broken[broken.count - 1].append(Answer(key: " ", meaning: meaning))
            left -= needed + 2
        }
        return broken
    }

    /// Removes answers, least likely to be needed first, until there are keys for all.
    private static func leaveLikeliest(_ items: inout [Item]) {
        func worth(_ place: Int) -> Int {
            let count = items[place].answers.joined().count
            // A wrong suggestion is usually the second likeliest category; an unknown item can be
            // anything.
            return 1_000 * wrong(items[place])
                / (isUnknown(items[place]) ? count + 8 : 2 * count)
        }
        var count = items.reduce(0) { $0 + $1.answers.joined().count }
        while count > answersMax {
            // At least one stays: only it shows that the lines differ.
            let candidates = items.indices.filter { items[$0].answers.joined().count > 1 }
            guard let least = candidates.min(by: { worth($0) < worth($1) }) else { return }
            let line = items[least].answers.count - 1
            items[least].answers[line].removeLast()
            if items[least].answers[line].isEmpty { items[least].answers.removeLast() }
            count -= 1
        }
    }

    /// How many of a thousand such items are wrong: groups more often than their lines, of which
    /// the person has seen one.
    private static func wrong(_ item: Item) -> Int {
        if item.group.category.isEmpty { return 1_000 }
        return min(1_000, (item.isRow ? 400 : 100) + 1_000 - item.group.weakest.permille)
    }
}

/// The meanings of letters while a sheet is shown.
struct SheetLetters: Sendable {
    private struct Place: Hashable {
        let line: LineKey
        let isRow: Bool
    }

    private struct Owner: Hashable {
        let label: Character
        let category: String
    }

    private var labels = KeyAllotment<Place>(ReviewState.labels)
    private var answers = KeyAllotment<Owner>(AnswerSheet.keys)

    /// Whether the item was on the sheet.
    func has(_ item: AnswerSheet.Item) -> Bool { labels.hasKey(Self.places(of: item)) }

    private static func places(of item: AnswerSheet.Item) -> [Place] {
        item.group.keys.map { Place(line: $0, isRow: item.isRow) }
    }

    /// Drops answers that no key is left for.
    mutating func allot(to items: inout [AnswerSheet.Item], after change: ScreenChange) {
        let capitals = labels.allot(
            to: items.map(Self.places), after: change)
        for (place, capital) in capitals.enumerated() { items[place].label = capital }
        var keys = answers.allot(
            to: items.flatMap { item in
                item.answers.joined().map { answer in
                    let category =
                        if case .category(let key) = answer.meaning { key } else { "" }
                    return [Owner(label: item.label ?? " ", category: category)]
                }
            }, after: change)[...]
        for item in items.indices {
            items[item].answers = items[item].answers.compactMap { line in
                let keyed = line.compactMap { answer in
                    keys.removeFirst().map { AnswerSheet.Answer(key: $0, meaning: answer.meaning) }
                }
                return keyed.isEmpty ? nil : keyed
            }
        }
    }
}
