import Categorizing
import Facts
import Glibc
import Pending
import Importing
import Scanning
import Screen
import Testing
import Workspaces

@testable import Commands
@testable import Reviewing

/// An invented queue: two banks, three scripts, a doubt, a conflict, and texts that would like to
/// move the cursor.
private let lines: [QueueLine] = [
    line(
        1, "Сільпо 123 КИЇВ", -125_050, "groceries", 985,
        [.init(source: .brand, subject: "Сільпо"), .init(source: .mcc, subject: "5411")],
        payee: "Сільпо"),
    line(
        2, "СІЛЬПО", -40_000, "groceries", 985, [.init(source: .brand, subject: "Сільпо")],
        payee: "Сільпо"),
    line(
        3, "Glovo", -32_515, "groceries", 750,
        [
            .init(source: .memory, subject: "glovo"),
            .init(source: .brand, subject: "Glovo", category: "eating_out.delivery"),
            .init(source: .mcc, subject: "5812", category: "eating_out.restaurants"),
        ]),
    line(
        4, "☕ кав’ярня «Зерно» — найкраща кава на районі 日本", -9_500, "eating_out.coffee", 940,
        [.init(source: .keyword, subject: "кавярня")]),
    line(5, "\u{1B}[2J\u{202E}drowssap", -5_000, "", 0, []),
    line(
        6, "Переказ на картку", -200_000, "transfers.own", 995,
        [.init(source: .phrase, subject: "на картку")]),
    line(
        7, "Нова пошта", -9_225, "services.post", 995,
        [.init(source: .brand, subject: "Нова пошта")]),
    line(
        8, "Фора", -10_050, "groceries", 970, [.init(source: .brand, subject: "Фора")],
        state: .ambiguous, related: [1]),
    line(
        9, "Bolt", -14_400, "transport.taxi", 990, [.init(source: .brand, subject: "Bolt")],
        state: .conflict, related: [7]),
]

private func key(_ number: Int) -> LineKey {
    LineKey(account: 1, day: day(number), rest: UInt64(number))
}

private func day(_ number: Int) -> CalendarDate {
    CalendarDate(daysSince1970: 20_487 + Int32(number))
}

private func line(
    _ number: Int, _ description: String, _ units: Int64, _ category: String, _ permille: Int,
    _ evidence: [Evidence], payee: String = "", state: QueueLine.State = .new, related: [Int] = []
) -> QueueLine {
    var fact = StatementFact(
        account: "monobank-UAH",
        made: CivilMoment(
            day: day(number), second: 36_000 + Int32(number) * 61, offsetMinutes: 120),
        amount: Money(minorUnits: units, currency: .uah))
    fact.description = description
    if number == 3 {
        fact.memo = "обід"
        fact.mcc = 5_812
    }
    return QueueLine(
        key: key(number), batch: 1, state: state, fact: fact,
        sources: [LineSource(file: "лютий.csv", line: number + 1, layout: "monobank/csv")],
        suggestion: Suggestion(
            category: category, permille: permille, evidence: evidence, payee: payee),
        related: related.map { key($0) })
}

@Suite struct `The picture of a review` {
    /// What stands on the screen after these keys, every decision done.
    private func picture(
        _ keys: String, rows: Int = 24, columns: Int = 80, in language: Language = .uk,
        lines: [QueueLine] = lines
    ) -> Grid {
        var state = ReviewState(
            lines: lines, accounts: ["privatbank-UAH"], language: language == .uk ? .uk : .en)
        state.groupsShown = ReviewPicture.groupsShown(rows: rows)
        state.sheetRoom = ReviewPicture.sheetRoom(rows: rows, columns: columns)
        for key in keys {
            state.helpPages = ReviewPicture.helpPages(
                of: state, in: language, rows: rows, columns: columns)
            let pressed: ReviewKey =
                switch key {
                case "⏎": .enter
                case "→": .right
                case "↓": .down
                case "⎋": .escape
                default: .character(key)
                }
            if case .decide(let choices, _) = state.press(pressed) {
                func keys(_ verdict: Decision.Verdict) -> [LineKey] {
                    choices.filter { $0.decision.verdict == verdict }.map(\.key)
                }
                state.settle(
                    .decided(
                        approved: keys(.approve), dismissed: keys(.dismiss), refused: 0, renewed: []
                    ))
            }
        }
        if let item = state.subject.first { state.context = context(of: item) }
        return ReviewPicture.grid(of: state, in: language, rows: rows, columns: columns)
    }

    private func context(of item: ReviewItem) -> ReviewContext {
        ReviewContext(
            subject: item.key,
            history: [
                PastDecision(category: "groceries", units: 64_459, account: 0, manner: .approved),
                PastDecision(
                    category: "eating_out.delivery", units: 40_701, account: 0, manner: .corrected),
            ],
            neighbours: [
                .init(fact: lines[0].fact, category: "groceries", isWaiting: false),
                .init(fact: lines[6].fact, category: "services.post", isWaiting: true),
            ],
            related: item.line.related.compactMap { related in
                lines.first { $0.key == related }.map {
                    .init(
                        fact: $0.fact, sources: $0.sources, category: "groceries", isWaiting: true)
                }
            },
            counterfactuals: Learning(by: Categorizer(), country: "UA").withoutEach(
                item.line.fact, item.line.suggestion))
    }

    private static let cases:
        [(name: String, keys: String, rows: Int, columns: Int, language: Language)] = [
            ("start", "", 24, 80, .uk), ("start", "", 24, 80, .en), ("start", "", 40, 140, .uk),
            ("start", "", 40, 140, .en), ("choices", "sss", 24, 80, .uk),
            ("choices", "sss", 40, 140, .en),
            ("doubt", "s", 24, 80, .uk), ("conflict", "ss", 24, 80, .en),
            ("search", "ssscкав", 24, 80, .uk),
            ("open", "sssss→", 24, 80, .uk), ("split", "ssssxкава 40; чай", 24, 80, .uk),
            ("rule", "sssssw⏎", 24, 80, .en), ("transfer", "sssm", 24, 80, .uk),
            ("help", "?", 24, 80, .uk),
            ("explain", "ssse", 24, 80, .en), ("further", "sssc", 24, 80, .uk),
            ("note", "sssnобід з Олею", 24, 80, .uk),
            ("answers", "t", 24, 80, .uk), ("answers", "t", 24, 80, .en),
            ("answers", "t", 40, 140, .en), ("answers", "t", 10, 40, .uk),
            ("answers-rows", "sssst↓→", 24, 80, .uk), ("answers-further", "tD", 24, 80, .uk),
            ("answers-further", "tA", 40, 140, .en), ("answers-search", "tD/кав", 24, 80, .uk),
            ("answers-told", "tDw", 24, 80, .en), ("answers-help", "t?", 24, 80, .en),
            ("answers-help-1", "t?", 10, 40, .uk), ("answers-help-2", "t? ", 10, 40, .uk),
            ("answers-help-3", "t?  ", 10, 40, .uk),
            ("certain", "a", 24, 80, .uk), ("start", "", 10, 40, .uk), ("start", "", 16, 60, .en),
        ]

    /// `KOPIYKA_WRITE_SCREENS=1` writes the golden texts anew; read the difference before
    /// committing it.
    @Test(arguments: cases.indices)
    func `is as kept in Tests/Screens`(number: Int) throws {
        let (name, keys, rows, columns, language) = Self.cases[number]
        let shown = picture(keys, rows: rows, columns: columns, in: language).text
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
            .joined(separator: "/")
        let path = root + "/Screens/\(name)-\(columns)x\(rows)-\(language.rawValue).txt"
        if unsafe getenv("KOPIYKA_WRITE_SCREENS") != nil {
            let file = unsafe fopen(path, "w")
            unsafe precondition(file != nil, path)
            _ = unsafe fputs(shown, file)
            unsafe fclose(file)
            return
        }
        let kept = try readText(path)
        #expect(shown == kept, "\(path)")
    }

    private func readText(_ path: String) throws -> String {
        let file = unsafe open(path, O_RDONLY)
        try #require(file >= 0, "\(path)")
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe read(file, &bytes, bytes.count)
        return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
    }

    @Test(arguments: [(24, 80), (40, 140), (25, 200), (10, 40), (5, 20), (3, 8), (1, 1), (0, 0)])
    func `stays inside every window and shows no control character`(rows: Int, columns: Int) {
        for keys in [
            "", "s", "ss", "sss", "?", "ssse", "cк", "ssssxa", "sssssw⏎", "sssm", "ssst", "t", "tA",
            "tA/к", "t?",
        ] {
            for language in Language.allCases {
                let grid = picture(keys, rows: rows, columns: columns, in: language)
                for run in grid.runs {
                    #expect((0..<rows).contains(run.row))
                    #expect(run.column + displayColumns(run.text) <= columns)
                    #expect(
                        !run.text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
                }
                if let cursor = grid.cursor {
                    #expect((0..<max(1, rows)).contains(cursor.row))
                    #expect((0..<max(1, columns)).contains(cursor.column))
                }
            }
        }
    }

    @Test func `says in words what colours say`() {
        let plain = picture("sss").text
        #expect(plain.contains("середньо 75%"))
        #expect(plain.contains("›"))
    }

    @Test func `speaks one language at a time`() {
        for keys in ["", "s", "sss", "?", "ssse", "sssm", "t", "tA", "t?"] {
            let text = picture(keys, in: .uk).text
            for word in ["approve", "category", "because", "line", "brand", "first seen"] {
                #expect(!text.contains(word), "\(word) in \(keys)")
            }
        }
    }

    @Test func `says when nothing is left`() {
        #expect(picture("", lines: []).text.contains("Черга порожня"))
    }
}
