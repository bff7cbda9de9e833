import Scanning
import Testing

@testable import Screen

@Suite struct `A grid` {
    @Test func `shows what was put where it was put`() {
        var grid = Grid(rows: 2, columns: 10)
        #expect(grid.put("один", row: 0, column: 1) == 5)
        grid.put("12,50", row: 1, endingAt: 10)
        #expect(grid.text == " один\n     12,50\n")
    }

    @Test(arguments: [
        ("кава та чай", 7, "кава т…"), ("☕ кава", 4, "☕ …"), ("☕☕", 3, "☕…"), ("☕", 1, "…"),
        ("cafe\u{301} noir", 5, "cafe\u{301}…"), ("日本語", 5, "日本…"), ("abc", 3, "abc"),
        ("abc", 0, ""),
    ])
    func `cuts by columns, not by letters`(text: String, columns: Int, shown: String) {
        #expect(fitted(text, to: columns) == shown)
        #expect(displayColumns(fitted(text, to: columns)) <= columns)
    }

    @Test func `lets nothing out of its edges`() {
        var grid = Grid(rows: 1, columns: 4)
        grid.put("☕☕☕", row: 0, column: 0)
        grid.put("x", row: 1, column: 0)
        grid.put("x", row: 0, column: 4)
        grid.put("x", row: -1, column: 0)
        grid.put("x", row: 0, column: -1)
        #expect(grid.text == "☕…\n")
        for run in grid.runs { #expect(run.column + displayColumns(run.text) <= 4) }
    }

    @Test func `never holds a control character`() {
        var grid = Grid(rows: 1, columns: 80)
        grid.put("a\u{1B}[2Jb\u{7}\u{202E}c\nd", row: 0, column: 0)
        #expect(grid.text == "a\\u{1B}[2Jb\\u{7}\\u{202E}c\\u{A}d\n")
    }

    @Test func `shows what lies on top`() {
        var grid = Grid(rows: 1, columns: 6)
        grid.fill(row: 0, style: .reverse)
        grid.put("☕☕☕", row: 0, column: 0)
        grid.put("ab", row: 0, column: 2)
        #expect(grid.text == "☕ab☕\n")
    }
}
