import Glibc
import TestKit
import Testing

/// Several real processes on one workspace. What they leave is what some order of them, one after
/// another, leaves.
@Suite struct `Several processes at once` {
    private let money = Money()

    /// One of the processes: how it is called, and what it reads.
    private struct Step {
        let words: [String]
        var input = ""
        init(_ words: String..., input: String = "") {
            self.words = words
            self.input = input
        }
    }

    private static let rounds = draws(2, slow: 8)

    /// A statement of some days of March with one row a day; statements of this kind overlap where
    /// their days do.
    private func statement(_ name: String, _ days: ClosedRange<Int>) -> String {
        let heading = """
            "Дата i час операції","Деталі операції",MCC,"Сума в валюті картки (UAH)",\
            "Сума в валюті операції",Валюта,Курс,"Сума комісій (UAH)","Сума кешбеку (UAH)",\
            "Залишок після операції"

            """
        let rows = days.map { day in
            "\"\(day < 10 ? "0" : "")\(day).03.2026 10:00:00\",\"Крамниця \(day)\",5814,-10.0,-10.0,UAH,—,—,—,\(5_000 - day * 10).0\n"
        }
        money.folder.write(heading + rows.joined(), to: name)
        return money.folder.path + "/" + name
    }

    /// All that is known but for the time of an import, which is the clock's.
    private func state(of workspace: String) -> String {
        Program.run("dump", "--workspace", workspace).output.split(separator: "\n")
            .map { String($0).replacing(/"made":"[^"]*"/, with: "") }.joined(separator: "\n")
    }

    private func copy(_ number: Int) -> String {
        let path = money.folder.path + "/copy\(number)"
        _ = Tool.run(["rm", "-rf", path])
        #expect(Tool.run(["cp", "-a", money.workspace, path]) == 0)
        return path
    }

    private func start(_ step: Step, _ workspace: String, _ number: Int) -> pid_t {
        Program.start(
            step.words + ["--workspace", workspace],
            output: money.folder.path + "/out\(number)", errors: money.folder.path + "/err\(number)"
        )
    }

    private func end(_ child: pid_t) -> Int32 {
        var status: Int32 = 0
        unsafe waitpid(child, &status, 0)
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    }

    /// Every order of these numbers.
    private func orders(_ numbers: [Int]) -> [[Int]] {
        if numbers.isEmpty { return [[]] }
        return numbers.flatMap { first in
            orders(numbers.filter { $0 != first }).map { [first] + $0 }
        }
    }

    /// Runs the steps at once and compares with every order of them.
    private func play(_ steps: [Step]) {
        var allowed: Set<String> = []
        for order in orders(Array(steps.indices)) {
            let workspace = copy(0)
            for number in order {
                let code = Program.run(steps[number].words + ["--workspace", workspace]).code
                #expect(code <= 1, "\(steps[number].words)")
            }
            allowed.insert(state(of: workspace))
        }
        for round in 1...Self.rounds {
            let workspace = copy(round)
            let children = steps.indices.map { start(steps[$0], workspace, $0) }
            for (number, child) in children.enumerated() {
                let code = end(child)
                let errors = money.folder.read("err\(number)")
                #expect([0, 1, 75].contains(code), "\(steps[number].words): \(code) \(errors)")
                // Whoever could not wait long enough says so, has done nothing, and is run again.
                if code == 75 {
                    #expect(errors.contains("another process holds the workspace"))
                    #expect(
                        Program.run(steps[number].words + ["--workspace", workspace]).code <= 1)
                }
            }
            let check = Program.run("check", "--workspace", workspace)
            #expect(check.code == 0, "\(check.errors)")
            #expect(allowed.contains(state(of: workspace)), "no order of \(steps.map(\.words))")
        }
    }

    @Test func `imports of overlapping files end as one after another`() {
        let first = statement("first.csv", 1...12)
        let second = statement("second.csv", 8...20)
        let third = statement("third.csv", 1...20)
        play([Step("import", first), Step("import", second), Step("import", third)])
    }

    @Test func `an import beside an approval ends as one after the other`() {
        let file = statement("march.csv", 1...12)
        play([Step("import", file), Step("approve", "--all")])
    }

    @Test func `an approval beside undo beside redo ends as one after another`() {
        #expect(money.run("approve", "--level", "certain").code == 0)
        play([Step("approve", "--all"), Step("undo"), Step("redo")])
    }

    @Test func `decisions beside an import end as one after the other`() throws {
        let file = statement("march.csv", 1...12)
        let key = try money.key(of: "Bolt")
        let other = try money.key(of: "Фора")
        money.folder.write(
            """
            {"key":"\(key)","decision":{"action":"approve","category":"transport"}}
            {"key":"\(other)","decision":{"action":"dismiss"}}

            """, to: "decisions")
        play([
            Step("import", file),
            Step("review", "--decisions", money.folder.path + "/decisions"),
        ])
    }

    @Test func `a watch beside imports of the same files brings every row in once`() {
        let watch = Watcher(money)
        let files = [1...10, 6...16, 12...24].enumerated().map { number, days in
            statement("money/inbox/part\(number).csv", days)
        }
        var children = files.enumerated().map { start(Step("import", $1), money.workspace, $0) }
        children.append(start(Step("import"), money.workspace, files.count))
        for (number, child) in children.enumerated() {
            let code = end(child)
            #expect([0, 1, 75].contains(code), "\(code) \(money.folder.read("err\(number)"))")
        }
        #expect(eventually { watch.output.contains("part2.csv") })
        #expect(watch.end(SIGTERM) == 0)
        let queue = money.folder.read("money/pending.jsonl")
        for day in 1...24 {
            #expect(queue.count(of: "\"description\":\"Крамниця \(day)\"") == 1, "day \(day)")
        }
        // A file that came before the one that leads to it has an account of its own, and check
        // says that they are one; which of the two sentences depends on the file that came last.
        let check = money.run("check")
        let isDivided = ["continue account", "they are one account"].contains {
            check.errors.contains($0)
        }
        #expect(check.code == (isDivided ? 1 : 0), "\(check.output)\(check.errors)")
    }

    @Test func `two makings of one workspace leave one whole workspace`() {
        for round in 1...Self.rounds {
            let folder = money.folder.path + "/new\(round)"
            let children = (0..<3).map { number in
                Program.start(
                    ["init", folder], output: money.folder.path + "/out\(number)",
                    errors: money.folder.path + "/err\(number)")
            }
            for (number, child) in children.enumerated() {
                let code = end(child)
                #expect([0, 75].contains(code), "\(code) \(money.folder.read("err\(number)"))")
            }
            let imported = Program.run("import", money.statement, "--workspace", folder)
            #expect(imported.code == 0, "\(imported.errors)")
            #expect(Program.run("check", "--workspace", folder).code == 0)
        }
    }

    @Test func `a backup beside an import holds the state before it or after it`() {
        let file = statement("march.csv", 1...20)
        for round in 1...Self.rounds {
            let workspace = copy(round)
            let before = state(of: workspace)
            let target = money.folder.path + "/backup\(round)"
            let children = [
                start(Step("import", file), workspace, 0),
                start(Step("backup", target), workspace, 1),
            ]
            for (number, child) in children.enumerated() {
                let code = end(child)
                #expect(code == 0, "\(code) \(money.folder.read("err\(number)"))")
            }
            #expect(Program.run("check", "--workspace", target).code == 0)
            let kept = state(of: target)
            #expect(kept == before || kept == state(of: workspace))
        }
    }
}

extension String {
    /// How often a text is in it.
    fileprivate func count(of text: String) -> Int {
        split(separator: text, omittingEmptySubsequences: false).count - 1
    }
}
