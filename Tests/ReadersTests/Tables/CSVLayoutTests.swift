import Facts
import Glibc
import Tables
import Scanning
import Testing

@Suite struct `Layout files` {
    static let banks =
        "/" + String(#filePath.split(separator: "/").dropLast(4).joined(separator: "/"))
        + "/rules/banks"

    /// Names of the files in `rules/banks/`, sorted.
    static var files: [String] {
        guard let folder = unsafe opendir(banks) else { return [] }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) {
                unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".yaml") { names.append(name) }
        }
        return names.sorted()
    }

    @Test func `every file of the folder is embedded as it is`() throws {
        #expect(Layouts.embedded.map(\.name) == Self.files)
        for file in Layouts.embedded {
            let bytes = try readWholeFile(Self.banks + "/" + file.name, limit: 1 << 20)
            #expect(file.bytes == bytes, "run make rules and build again")
        }
    }

    /// `rules/layouts.py` reads the files by its own parser and folding.
    @Test func `the card of each layout says what the layout says`() {
        for card in LayoutSet.builtInCardPairs {
            #expect(card.compiled == card.read, "\(card.file)")
        }
    }

    @Test func `every built-in layout can be read and has its own name`() throws {
        var names: Set<String> = []
        for file in Layouts.embedded {
            let layout = try Layout(yaml: file.bytes, file: file.name, rank: .builtIn)
            #expect(names.insert(layout.name).inserted)
        }
        #expect(!names.isEmpty)
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        let yaml: String
        let problem: String
        let line: Int
        var testDescription: String { problem }
    }

    @Test(arguments: [
        Wrong(yaml: "layout: a\ncolumms: {}\n", problem: "unknown key", line: 2),
        Wrong(yaml: "bank: a\n", problem: "key is missing", line: 1),
        Wrong(
            yaml: "layout: a\ndates: [dd.mm]\ncolumns: {made: D, amount: A}\n",
            problem: "not a date pattern", line: 2),
        Wrong(
            yaml: "layout: a\ndates: [dd.mm.yyyy]\ncolumns: {when: D, amount: A}\n",
            problem: "unknown field", line: 3),
        Wrong(
            yaml: "layout: a\ndates: [dd.mm.yyyy]\ncolumns: {made: D}\n",
            problem: "no column for the amount", line: 1),
        Wrong(
            yaml: "layout: a\ndecimal: dot\ncolumns: {made: D, amount: A}\n",
            problem: "not one of point, comma, either, column", line: 2),
        Wrong(yaml: "layout: [a\n", problem: "not YAML", line: 2),
        Wrong(
            yaml: "layout: a\ndates: [dd.mm.yyyy]\ncolumns:\n  made: D\n  amount: A\n  memo:\n",
            problem: "no column", line: 6),
        Wrong(yaml: "layout: a\ncolumns: {made: \"\", amount: A}\n", problem: "no column", line: 2),
        Wrong(yaml: "layout: a\ncolumns: {made: D, amount: []}\n", problem: "no column", line: 2),
        Wrong(
            yaml: "layout: a\ncolumns: {made: D, amount: \"|\"}\n", problem: "no column", line: 2),
        Wrong(
            yaml: "layout: a\ncolumns: {made: D, amount: {b: c}}\n", problem: "no column",
            line: 2),
        Wrong(
            yaml:
                "layout: a\ndates: [dd.mm.yyyy]\ncolumns: {made: D, amount: A}\nrequires: [\"\"]\n",
            problem: "no column", line: 4),
        Wrong(
            yaml: "layout: a\nformat: json\ndates: [dd.mm.yyyy]\ncolumns: {made: d, amount: a}\n",
            problem: "key is missing", line: 1),
        Wrong(yaml: "", problem: "empty file", line: 1),
    ])
    func `a wrong layout is refused with its place`(_ c: Wrong) {
        do throws(LayoutProblem) {
            _ = try Layout(yaml: Array(c.yaml.utf8), file: "x.yaml", rank: .own)
            Issue.record("accepted")
        } catch {
            #expect(error.problem == c.problem)
            #expect(error.line == c.line)
        }
    }
}
