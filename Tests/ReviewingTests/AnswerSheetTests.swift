import Facts
import Pending
import Testing

@testable import Reviewing

@Suite struct `Answers in sight` {
    /// In the list's order: nobody knows Нечувана, Фора ×2 and Bolt are proposed, Нова пошта asks a
    /// question, Aroma ×2 is certain.
    private static let lines = [
        waiting(1, "Нечувана", -5_000, category: "", permille: 0),
        waiting(2, "Фора", permille: 700), waiting(3, "Фора", -250, permille: 700),
        waiting(4, "Bolt", -500, category: "transport.taxi", permille: 960),
        waiting(5, "Aroma", category: "eating_out.coffee", permille: 995),
        waiting(6, "Aroma", category: "eating_out.coffee", permille: 992),
    ]
    private static let question = waiting(
        7, "Нова пошта", category: "services.post", permille: 990, state: .ambiguous,
        related: [lines[0].key])
    private var state = {
        var state = ReviewState(lines: lines)
        state.type("t")
        return state
    }()

    /// The key that stands beside a group for a category, or for its rows.
    private func key(_ meaning: AnswerSheet.Answer.Meaning, _ title: String) -> String {
        let item = state.sheet?.items.first { $0.group.title == title }
        let answer = item?.answers.joined().first { $0.meaning == meaning }
        return answer.map { String($0.key) } ?? ""
    }

    private var titles: [String] { state.sheet?.items.map(\.group.title) ?? [] }

    @Test func `stand beside the groups from the cursor down`() {
        #expect(titles == ["Нечувана", "Фора", "Bolt", "Aroma"])
        let answers = state.sheet?.items.map { $0.answers.joined().count } ?? []
        #expect(answers.allSatisfy { $0 > 0 })
        #expect(answers.max() == answers.first, "what nobody knows has most of them")
    }

    @Test func `have a key each, and none of the view's own`() {
        let keys = state.sheet?.items.flatMap { $0.answers.joined().map(\.key) } ?? []
        #expect(keys.count == AnswerSheet.answersMax)
        #expect(Set(keys).count == keys.count)
        #expect(Set(keys).isDisjoint(with: ["a", "q", "u", "?"]))
    }

    @Test func `have the bank's words where a name may mean several things`() {
        var state = ReviewState(
            lines: [
                ("Київстар 067", "Київстар"), ("Київстар 068", "Київстар"),
                ("Київстар магазин телефонів", "Київстар"), ("WOG 12", "WOG"),
            ].enumerated().map { waiting($0 + 1, $1.0, payee: $1.1, permille: 900) }
                + [waiting(5, "WOG мийка", payee: "WOG", category: "transport.car", permille: 900)])
        state.type("t")
        let wordings = state.sheet?.items.map { "\($0.group.title): \($0.wordings)" }
        #expect(
            Set(wordings ?? []) == [
                "Київстар: [\"Київстар магазин телефонів\", \"Київстар 067\"]",
                "WOG: [\"WOG 12\"]", "WOG: [\"WOG мийка\"]",
            ])
    }

    @Test mutating func `file one group by one key, and nothing with it`() {
        let decided = state.type(key(.category("transport.public"), "Bolt")).flatMap(\.choices)
        #expect(
            decided == [
                KeyedChoice(
                    Self.lines[3].key, Decision(verdict: .approve, category: "transport.public"))
            ])
        #expect(
            state.notice
                == .approved(.init(title: "Bolt", category: "transport.public", lines: 1)))
        #expect(titles == ["Нечувана", "Фора", "Aroma"])
    }

    @Test mutating func `are taken back a key at a time`() {
        state.type(key(.category("groceries"), "Нечувана"))
        state.type(key(.category("transport.public"), "Bolt"))
        #expect(titles == ["Фора", "Aroma"])
        #expect(state.type("u") == [.undo(hasCommand: true, rule: nil)])
        #expect(titles == ["Фора", "Bolt", "Aroma"])
        state.type("u")
        #expect(titles == ["Нечувана", "Фора", "Bolt", "Aroma"])
        #expect(state.type("u").isEmpty)
    }

    @Test mutating func `are approved together as far as they are in sight`() {
        state.sheetRoom = AnswerSheet.Room(rows: 9, columns: 80)
        let seen = Set(state.sheet?.items.flatMap(\.group.keys) ?? [])
        #expect(seen.count < Self.lines.count)
        let decided = state.type("⏎").flatMap(\.choices)
        #expect(Set(decided.map(\.key)) == seen.subtracting([Self.lines[0].key]))
        #expect(decided.allSatisfy { $0.decision == Decision(verdict: .approve) })
        #expect(titles.first == "Нечувана")
    }

    @Test mutating func `are asked of each line where a group is not all the same`() {
        #expect(state.type(key(.rows, "Фора")).isEmpty)
        #expect(titles == ["Нечувана", "Фора", "Фора", "Bolt", "Aroma"])
        let second = state.sheet?.items[2].answers.joined().first
        let decided = state.type(second.map { String($0.key) } ?? "").flatMap(\.choices)
        #expect(decided.map(\.key) == [Self.lines[2].key])
        #expect(second?.meaning == decided[0].decision.category.map { .category($0) })
        state.type("u")
        state.type("←")
        #expect(titles == ["Нечувана", "Фора", "Bolt", "Aroma"])
        state.type("↓→")
        #expect(titles == ["Фора", "Фора", "Bolt", "Aroma"])
    }

    @Test mutating func `have further ones on a page, each with a key`() throws {
        let near = try #require(state.sheet?.items[2].categories)
        #expect(state.type("C").isEmpty)
        guard case .choosing(let chooser) = state.mode else {
            Issue.record("no page was opened")
            return
        }
        let options = chooser.options.map(\.category)
        #expect(options.count == state.sheetRoom.furtherMax)
        #expect(Set(options).count == options.count)
        #expect(Set(options).isDisjoint(with: near + ["transport.taxi"]))
        #expect(!options.contains("income.salary"), "money went out")
        let place = try #require(options.firstIndex(of: "pets.vet"))
        let decided = state.type(String(AnswerSheet.furtherKeys[place])).flatMap(\.choices)
        #expect(decided.map(\.key) == [Self.lines[3].key])
        #expect(decided.last?.decision.category == "pets.vet")
        #expect(titles == ["Нечувана", "Фора", "Aroma"])
    }

    @Test func `have a page that offers money back what was spent, too`() {
        var state = ReviewState(lines: [
            waiting(1, "Скасування", 700, category: "income.refund", permille: 800)
        ])
        state.type("tA")
        guard case .choosing(let chooser) = state.mode else {
            Issue.record("no page was opened")
            return
        }
        let options = chooser.options.map(\.category)
        #expect(options.count == state.sheetRoom.furtherMax)
        #expect(options.contains("transfers.cash") && options.contains("groceries"))
    }

    @Test mutating func `are searched for from their page`() {
        state.type("A/аптек")
        let decided = state.type("1").flatMap(\.choices)
        #expect(decided.map(\.decision.category) == ["health.pharmacy"])
        #expect(state.sheet != nil)
    }

    @Test mutating func `decide nothing where a page was left or does not show a key`() {
        state.sheetRoom = AnswerSheet.Room(rows: 5, columns: 40)
        let unseen = AnswerSheet.furtherKeys[state.sheetRoom.furtherMax]
        #expect(state.type("A\(unseen)⎋").isEmpty)
        #expect(state.mode == .browsing)
        #expect(state.type("Z").isEmpty)
        #expect(state.linesWaiting == Self.lines.count)
    }

    @Test mutating func `leave a page whose window has changed`() {
        state.type("C")
        state.sheetRoom = AnswerSheet.Room(rows: 4, columns: 30)
        #expect(state.mode == .browsing)
        #expect((state.sheet?.items.reduce(0) { $0 + $1.lines } ?? 0) <= 4)
    }

    @Test mutating func `leave a question of one payment or two to the list`() {
        state = ReviewState(lines: Self.lines + [Self.question])
        state.type("t")
        let place = titles.firstIndex(of: "Нова пошта") ?? -1
        #expect(state.sheet?.items[place].answers.isEmpty == true)
        #expect(state.type(String("ABCDE".dropFirst(place).prefix(1))).isEmpty)
        #expect(state.mode == .browsing)
        state.type("⏎")
        #expect(Set(titles) == ["Нечувана", "Нова пошта"])
    }

    @Test(arguments: [("b", "и"), ("t", "е"), ("C", "С"), ("Aj", "Фо"), ("a", "ф"), ("u", "г")])
    func `mean the same on a Ukrainian keyboard`(latin: String, cyrillic: String) {
        var one = state
        var other = state
        #expect(one.type(latin) == other.type(cyrillic))
        #expect(one.mode == other.mode)
        #expect(one.titles == other.titles)
        #expect(one.linesWaiting == other.linesWaiting)
    }

    @Test mutating func `stay until they are left, and certain lines are one key away`() {
        state.type("?")
        #expect(state.mode == .helping(page: 0))
        state.type("x")
        let certain = state.type("a").flatMap(\.choices)
        #expect(Set(certain.map(\.key)) == Set(Self.lines[4...5].map(\.key)))
        #expect(state.sheet != nil)
        #expect(state.type("⎋").isEmpty)
        #expect(state.sheet == nil)
        #expect(state.type("q") == [.quit])
    }

    @Test mutating func `let a group be passed and come back to`() {
        state.type("↓")
        #expect(titles == ["Фора", "Bolt", "Aroma"])
        state.type("⏎")
        #expect(titles == ["Нечувана"])
        state.type("↑↓")
        #expect(titles == ["Нечувана"])
    }

    @Test mutating func `move nothing for keys without a meaning`() {
        let before = titles
        for key in ["[", "ї", "!", "Ж"] { #expect(state.type(key).isEmpty) }
        #expect(state.press(.nothing) == nil)
        #expect(state.press(.eraseLine) == nil)
        #expect(titles == before)
    }

    @Test(arguments: [(0, 0), (1, 10), (2, 20), (3, 5), (7, 40), (21, 80), (37, 140), (90, 300)])
    func `fit every window`(rows: Int, columns: Int) {
        var state = ReviewState(
            lines: (1...40).map {
                waiting($0, "Крамниця \(Character(Unicode.Scalar(0x410 + UInt32($0))!))")
            })
        state.sheetRoom = AnswerSheet.Room(rows: rows, columns: columns)
        state.type("t")
        let items = state.sheet?.items ?? []
        #expect(items.reduce(0) { $0 + $1.lines } <= rows)
        #expect(items.count <= AnswerSheet.itemsMax)
        for item in items {
            for line in item.answers {
                let names = line.map { answer in
                    guard case .category(let key) = answer.meaning else { return 6 }
                    return min(state.sheetRoom.nameColumns, state.search.name(of: key).count)
                }
                let width = names.reduce(AnswerSheet.indent) { $0 + 2 + $1 } + 2 * (names.count - 1)
                #expect(width <= columns)
            }
        }
    }

    @Test mutating func `let every group be asked line by line, however few keys are left`() {
        let names = (0..<11).map { "Крамниця \(Character(Unicode.Scalar(0x410 + UInt32($0))!))" }
        state = ReviewState(
            lines: [waiting(1, "Нечувана", category: "", permille: 0)]
                + names.enumerated().flatMap { number, name in
                    [2, 3].map { waiting(20 * $0 + number, name, permille: 985) }
                })
        state.sheetRoom = AnswerSheet.Room(rows: 60, columns: 140)
        state.type("t")
        #expect(state.sheet?.items.count == 12)
        // Lines that were opened take most of the keys.
        state.type(key(.rows, names[3]))
        let items = state.sheet?.items ?? []
        #expect(items.count { $0.isRow } == 2)
        let groups = items.filter { $0.group.items.count > 1 }
        #expect(groups.count == 9)
        #expect(groups.allSatisfy { $0.answers.first?.first?.meaning == .rows })
    }

    @Test
    mutating func `put near the front what was said of another line that was proposed the same`() {
        state = ReviewState(
            lines: ["Перша", "Друга", "Третя"].enumerated().map {
                waiting($0 + 1, $1, category: "subscriptions.software", permille: 950 - $0)
            })
        state.type("t")
        state.type("A")
        guard case .choosing(let chooser) = state.mode else {
            Issue.record("no page was opened")
            return
        }
        let place = chooser.options.firstIndex { $0.category == "pets" } ?? 0
        state.type(String(AnswerSheet.furtherKeys[place]))
        #expect(state.sheet?.items.allSatisfy { $0.categories.prefix(2).last == "pets" } == true)
    }

    @Test func `do not begin with what was said last of something else`() {
        var state = ReviewState(lines: [
            waiting(1, "Нечувана", category: "", permille: 0),
            waiting(2, "Аптека", category: "health.pharmacy", permille: 950),
        ])
        let before = state.search.instead(of: "health.pharmacy", isIn: false)
        state.type("t")
        state.type(state.sheet?.items[0].answers[0].first.map { String($0.key) } ?? "")
        #expect(state.sheet?.items[0].categories.starts(with: before.prefix(2)) == true)
    }
}
