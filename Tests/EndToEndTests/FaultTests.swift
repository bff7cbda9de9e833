import CSQLite
import Glibc
import TestKit
import Testing

/// `Tests/Faults/faults.c`, compiled: preloaded, it makes the k-th call that changes a file fail.
final class Faults {
    private let folder = TemporaryFolder()

    init() throws {
        try #require(Preloaded.faults.isCompiled, "a C compiler is needed: cc, clang or gcc")
    }

    struct Fault: CustomTestStringConvertible {
        let kind: String
        let isForever: Bool
        /// Of each so many calls one is struck, from `first` on; one a run.
        let first: Int
        var testDescription: String { kind + (isForever ? " for ever" : "") }
    }

    func environment(_ fault: Fault, at call: Int) -> [String] {
        Preloaded.faults.environment + ["FAULT_AT=\(call)", "FAULT_KIND=" + fault.kind]
            + (fault.isForever ? ["FAULT_FOREVER=1"] : [])
    }

    /// How many calls a run makes when none fails.
    func count(of arguments: [String]) throws -> Int {
        let path = folder.path + "/count"
        let outcome = Program.run(
            arguments, environment: Preloaded.faults.environment + ["FAULT_COUNT=" + path])
        #expect(outcome.code == 0)
        return try #require(Int(folder.read("count").dropLast()))
    }
}

/// Programs of the system.
enum Tool {
    /// The exit code; 127 when there is no such program.
    static func run(_ words: [String]) -> Int32 {
        var child: pid_t = 0
        let started = unsafe Program.withCStrings(words) { argv in
            unsafe Program.withCStrings(["PATH=/usr/bin:/bin:/opt/swift/usr/bin"]) { envp in
                unsafe posix_spawnp(&child, words[0], nil, nil, argv, envp)
            }
        }
        guard started == 0 else { return 127 }
        var status: Int32 = 0
        unsafe waitpid(child, &status, 0)
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128
    }

    /// Makes a database of SQLite by these statements.
    static func runSQL(_ sql: String, in path: String) throws {
        var handle: OpaquePointer?
        defer { unsafe sqlite3_close_v2(handle) }
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        #expect(unsafe sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK)
        #expect(unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
    }
}

@Suite struct `A disk that fails` {
    enum Step: String, CaseIterable, CustomTestStringConvertible {
        case appending, importing, approving, undoing, redoing, restoring, applying, adding,
            deleting, merging, unmerging, mergingAgain
        var testDescription: String { rawValue }

        func arguments(_ money: Money) -> [String] {
            switch self {
            case .appending: ["import", money.folder.path + "/fresh.csv"]
            case .importing: ["import", money.folder.path + "/again.csv"]
            case .approving: ["approve", "--level", "low"]
            case .undoing, .unmerging: ["undo"]
            case .redoing, .mergingAgain: ["redo"]
            case .merging: ["accounts", "merge", "joint", "INTO", "monobank-UAH"]
            case .restoring: ["restore", money.folder.path + "/kept"]
            case .applying: ["apply", money.folder.path + "/plan"]
            case .adding: ["add", "кава 65 грн 2026-02-06", "--category", "eating_out.coffee"]
            case .deleting: ["delete", (try? money.key(of: "Bolt")) ?? "none"]
            }
        }
    }

    private static let faults = [
        Faults.Fault(kind: "EIO", isForever: false, first: 1),
        Faults.Fault(kind: "ENOSPC", isForever: true, first: 2),
        Faults.Fault(kind: "TORN", isForever: false, first: 3),
        Faults.Fault(kind: "SHORT", isForever: true, first: 1),
    ]

    /// Every third call for each kind, where the step is decided; half as many before. A sixth of
    /// these when the run is no slow one. With KOPIYKA_FAULTS=all (`make faults`) every call for
    /// every kind. Short writes are no failures: one run in which all are short says everything.
    private func calls(_ step: Step, _ fault: Faults.Fault, of count: Int) -> [Int] {
        if fault.kind == "SHORT" { return [1] }
        if unsafe getenv("KOPIYKA_FAULTS") != nil { return Array(1...count) }
        // What these do is done by the others too.
        let isKindred = [
            .redoing, .restoring, .applying, .adding, .deleting, .unmerging, .mergingAgain,
        ].contains(step)
        let some = stride(from: fault.first, through: count, by: isKindred ? 11 : 3).filter {
            $0 % 2 == 0 || $0 > count - 45
        }
        // From the end, where the step is decided.
        return drawn(every: 6, of: some.reversed())
    }

    /// A workspace in which the step has much to do: lines waiting and approved, and a file that
    /// knows some of both.
    private func prepare(_ step: Step) throws -> Money {
        let money = Money()
        let more = money.folder.read("february.csv").replacing("09.02.2026", with: "11.02.2026")
        money.folder.write(more, to: "again.csv")
        money.folder.write(
            money.folder.read("february.csv").replacing(".02.2026", with: ".03.2026"),
            to: "fresh.csv")
        #expect(money.run("approve", try money.key(of: "Bolt")).code == 0)
        switch step {
        case .undoing, .redoing:
            #expect(money.run("approve", "--level", "low").code <= 1)
            if step == .redoing { #expect(money.run("undo").code == 0) }
        case .restoring:
            #expect(money.run("backup", money.folder.path + "/kept").code == 0)
            #expect(money.run("approve", "--level", "low").code <= 1)
        case .applying:
            let plan = money.folder.path + "/plan"
            #expect(
                money.run("import", "--plan", plan, money.folder.path + "/again.csv").code == 0)
        case .merging, .unmerging, .mergingAgain:
            let fresh = money.folder.path + "/fresh.csv"
            #expect(money.run("import", "--account", "joint", fresh).code <= 1)
            if step == .merging { break }
            #expect(money.run("accounts", "merge", "joint", "INTO", "monobank-UAH").code <= 1)
            if step == .mergingAgain { #expect(money.run("undo").code == 0) }
        case .appending, .importing, .approving, .adding, .deleting: break
        }
        return money
    }

    /// All that is known but for the time of an import, which is the clock's; and the settings,
    /// which a merge gives a name.
    private func state(of workspace: String) -> String {
        Program.run("dump", "--workspace", workspace).output.split(separator: "\n")
            .filter { !$0.contains("\"made\":") }.joined(separator: "\n")
            + (readText(ofFile: workspace + "/kopiyka.yaml") ?? "")
    }

    /// A third of them is every step with some faults.
    private static let cases = Step.allCases.flatMap { step in faults.map { (step, $0) } }

    /// At every call, once each: the command says what happened, and nothing but before or after is
    /// found.
    @Test(arguments: drawn(every: 3, of: cases))
    func `leaves the state before or after, and the next run succeeds`(
        _ step: Step, _ fault: Faults.Fault
    ) throws {
        let faults = try Faults()
        let money = try prepare(step)
        let clean = money.folder.path + "/clean"
        let struck = money.folder.path + "/struck"
        func copy(to path: String) { #expect(Tool.run(["cp", "-a", money.workspace, path]) == 0) }
        func arguments(_ workspace: String) -> [String] {
            step.arguments(money) + ["--workspace", workspace]
        }
        copy(to: clean)
        let before = state(of: clean)
        let calls = try faults.count(of: arguments(clean))
        let after = state(of: clean)
        #expect(before != after)
        #expect(calls > 20, "the calls are counted")
        for call in self.calls(step, fault, of: calls) {
            copy(to: struck)
            defer { _ = Tool.run(["rm", "-rf", struck]) }
            let outcome = Program.run(
                arguments(struck), environment: faults.environment(fault, at: call))
            let place: Comment = "\(step) \(fault.testDescription) at \(call): \(outcome.errors)"
            #expect([0, 74, -SIGKILL].contains(outcome.code), place)
            #expect((outcome.code == -SIGKILL) == (fault.kind == "TORN" && outcome.code < 0), place)
            #expect(Program.run("check", "--workspace", struck).code == 0, place)
            let found = state(of: struck)
            #expect(found == before || found == after, place)
            if outcome.code == 0 || outcome.output.contains("approved ") {
                #expect(found == after, place)
            }
            // Another backup is as good as the first.
            if outcome.code == 74, step != .restoring {
                let advisesAgain = outcome.errors.contains("nothing is half done")
                #expect(!advisesAgain || found == before, place)
                #expect(advisesAgain || outcome.errors.contains("kopiyka log"), place)
            }
            if found != after {
                #expect(Program.run(arguments(struck)).code == 0, place)
                #expect(state(of: struck) == after, place)
            }
        }
    }

    /// The first command that writes brings a ledger of version 6 on: every call of it fails once.
    @Test(arguments: drawn(every: 2, of: faults))
    func `leaves a ledger of version 6 one of 6 or one of today`(_ fault: Faults.Fault) throws {
        let faults = try Faults()
        let folder = TemporaryFolder()
        let left = folder.path + "/left"
        let struck = folder.path + "/struck"
        #expect(Program.run("init", left).code == 0)
        let older = Program.root + "/Tests/Ledgers/version-6/"
        for (name, place) in [("pending.jsonl", ""), ("queue.index", ".kopiyka/")] {
            #expect(Tool.run(["cp", older + name, "\(left)/\(place)\(name)"]) == 0)
        }
        #expect(Tool.run(["rm", left + "/ledger.db"]) == 0)
        try Tool.runSQL(readText(ofFile: older + "ledger.sql") ?? "", in: left + "/ledger.db")
        func state() -> String { Program.run("dump", "--workspace", struck).output }
        func copy() {
            #expect(Tool.run(["rm", "-rf", struck]) == 0)
            #expect(Tool.run(["cp", "-a", left, struck]) == 0)
        }
        copy()
        let before = state()
        #expect(version(of: struck) == 6)
        let arguments = ["undo", "--workspace", struck]
        let calls = try faults.count(of: arguments)
        let newest = version(of: struck)
        #expect(state() == before && newest ?? 0 > 6)
        let some =
            isSlowRun ? Array(1...calls) : Array(stride(from: fault.first, through: calls, by: 11))
        for call in fault.kind == "SHORT" ? [1] : some {
            copy()
            let outcome = Program.run(
                arguments, environment: faults.environment(fault, at: call))
            let place: Comment = "\(fault.testDescription) at \(call): \(outcome.errors)"
            #expect([0, 74, -SIGKILL].contains(outcome.code), place)
            #expect(state() == before, place)
            #expect([6, newest].contains(version(of: struck)), place)
            #expect(Program.run("check", "--workspace", struck).code == 0, place)
            #expect(Program.run(arguments).code == 0, place)
            #expect(state() == before && version(of: struck) == newest, place)
        }
    }

    /// SQLite keeps `user_version` in the four bytes from the sixtieth on.
    private func version(of workspace: String) -> Int? {
        guard let file = unsafe fopen(workspace + "/ledger.db", "re") else { return nil }
        defer { unsafe fclose(file) }
        var head: [UInt8] = []
        while head.count < 64 {
            let byte = unsafe fgetc(file)
            if byte < 0 { return nil }
            head.append(UInt8(byte))
        }
        return head[60..<64].reduce(0) { $0 << 8 | Int($1) }
    }

    @Test func `without a place left says so in a sentence and ends with 74`() throws {
        let faults = try Faults()
        let money = try prepare(.importing)
        let outcome = Program.run(
            Step.importing.arguments(money) + ["--workspace", money.workspace],
            environment: faults.environment(.init(kind: "ENOSPC", isForever: true, first: 1), at: 1)
        )
        #expect(outcome.code == 74)
        #expect(outcome.errors.contains("error: "))
        #expect(outcome.output.isEmpty)
    }

    /// So many rows that most of the queue is written past the page cache, by a thread of its own.
    @Test(.enabled(if: isSlowRun), arguments: faults)
    func `leaves the queue before or after an import of very many rows`(
        _ fault: Faults.Fault
    ) throws {
        let faults = try Faults()
        let money = Money()
        let heading = try #require(money.folder.read("february.csv").split(separator: "\n").first)
        var rows = "\(heading)\n"
        for number in 0..<30_000 {
            let day = 10 + number / 1_500
            let time = "1\(number / 150 % 10):\(10 + number % 50):\(number / 50 % 3)0"
            let amount = "-\(100 + number).5"
            rows +=
                "\"\(day).01.2026 \(time)\",Крамниця\(number % 300),5411,\(amount),\(amount),UAH,—,—,—,—\n"
        }
        money.folder.write(rows, to: "many.csv")
        let clean = money.folder.path + "/clean"
        let struck = money.folder.path + "/struck"
        func copy(to path: String) { #expect(Tool.run(["cp", "-a", money.workspace, path]) == 0) }
        func arguments(_ workspace: String) -> [String] {
            [
                "import", "--account", "many", money.folder.path + "/many.csv", "--workspace",
                workspace,
            ]
        }
        func isQueue(of workspace: String, as other: String) -> Bool {
            Tool.run(["cmp", "-s", workspace + "/pending.jsonl", other + "/pending.jsonl"]) == 0
        }
        copy(to: clean)
        let count = try faults.count(of: arguments(clean))
        #expect(!isQueue(of: clean, as: money.workspace))
        // The queue's blocks, its end, and the syncs behind.
        let isAll = unsafe getenv("KOPIYKA_FAULTS") != nil
        let calls =
            fault.kind == "SHORT"
            ? [1] : Array(stride(from: count - 40 + fault.first, to: count, by: isAll ? 1 : 19))
        for call in calls {
            copy(to: struck)
            defer { _ = Tool.run(["rm", "-rf", struck]) }
            let outcome = Program.run(
                arguments(struck), environment: faults.environment(fault, at: call))
            let place: Comment = "\(fault.testDescription) at \(call): \(outcome.errors)"
            #expect([0, 1, 74, -SIGKILL].contains(outcome.code), place)
            #expect(Program.run("check", "--workspace", struck).code == 0, place)
            let isAfter = isQueue(of: struck, as: clean)
            #expect(isAfter || isQueue(of: struck, as: money.workspace), place)
            if [0, 1].contains(outcome.code) { #expect(isAfter, place) }
            if !isAfter {
                #expect([0, 1].contains(Program.run(arguments(struck)).code), place)
                #expect(isQueue(of: struck, as: clean), place)
            }
        }
    }
}
