import Glibc
import Scanning
import TestKit
import Testing

/// `kopiyka watch` in the background; it is ended with its owner. By its clock whatever is written
/// was left alone for long enough.
final class Watcher {
    private let money: Money
    private let id: pid_t
    private var isEnded = false

    init(_ money: Money, _ options: String...) {
        self.money = money
        id = Program.start(
            ["watch", "--workspace", money.workspace] + options,
            output: money.folder.path + "/watch.out", errors: money.folder.path + "/watch.err",
            environment: Preloaded.later.environment)
        #expect(eventually { self.errors.contains("Watching ") })
    }

    deinit { if !isEnded { _ = end(SIGKILL) } }

    var errors: String { money.folder.read("watch.err") }
    var output: String { money.folder.read("watch.out") }

    /// The exit code, negative for a signal.
    func end(_ signal: Int32) -> Int32 {
        isEnded = true
        kill(id, signal)
        var status: Int32 = 0
        unsafe waitpid(id, &status, 0)
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    }
}

/// Whether something becomes true within a minute; a slow machine is no failure.
func eventually(_ condition: () -> Bool) -> Bool {
    for _ in 0..<3_000 {
        if condition() { return true }
        usleep(20_000)
    }
    return condition()
}

@Suite struct `Watching the inbox` {
    private let money = Money()

    private static let heading = """
        "Дата i час операції","Деталі операції",MCC,"Сума в валюті картки (UAH)",\
        "Сума в валюті операції",Валюта,Курс,"Сума комісій (UAH)","Сума кешбеку (UAH)",\
        "Залишок після операції"

        """

    private func row(_ day: Int, _ words: String) -> String {
        "\"\(day).03.2026 10:00:00\",\(words),5814,-10.0,-10.0,UAH,—,—,—,\(1650 - day * 10).0\n"
    }

    private func queued(_ words: String) -> Int {
        money.folder.read("money/pending.jsonl").split(separator: "\n").count {
            $0.contains("\"description\":\"\(words)\"")
        }
    }

    private func rename(_ from: String, _ to: String) {
        let inbox = money.workspace + "/inbox/"
        #expect(unsafe Glibc.rename(inbox + from, inbox + to) == 0)
    }

    @Test func `imports what is dropped, moved in and put into new folders, and ends with 0`() {
        let watch = Watcher(money)
        money.folder.write(Self.heading + row(11, "Перша"), to: "money/inbox/a.csv")
        #expect(eventually { queued("Перша") == 1 })
        // What is not finished by its name is not looked at, even when something else wakes the
        // watch.
        for name in ["b.csv.part", "b.csv.crdownload", ".b.csv"] {
            money.folder.write(Self.heading + row(13, "Рання"), to: "money/inbox/" + name)
        }
        _ = unsafe mkdir(money.workspace + "/inbox/new", 0o700)
        money.folder.write(Self.heading + row(12, "Друга"), to: "money/inbox/new/c.csv")
        #expect(eventually { queued("Друга") == 1 })
        #expect(queued("Рання") == 0)
        rename("b.csv.part", "b.csv")
        #expect(eventually { queued("Рання") == 1 })
        #expect(watch.end(SIGTERM) == 0)
        #expect(watch.errors.contains("Watching ended."))
        #expect(watch.output.contains("a.csv"))
        #expect(money.run("check").code == 0)
    }

    @Test func `waits until nobody writes a file any more`() {
        let watch = Watcher(money)
        let path = money.workspace + "/inbox/slow.csv"
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        // Cut in the middle of a dash.
        let whole = Array((Self.heading + row(11, "Повільна")).utf8)
        let first = Array(whole.dropLast(10))
        #expect(unsafe write(file, first, first.count) == first.count)
        // Dropped later and imported before: the watch was awake and left the unfinished file
        // alone.
        money.folder.write(Self.heading + row(12, "Швидка"), to: "money/inbox/quick.csv")
        #expect(eventually { queued("Швидка") == 1 })
        #expect(queued("Повільна") == 0)
        let rest = Array(whole.suffix(10))
        #expect(unsafe write(file, rest, rest.count) == rest.count)
        close(file)
        #expect(eventually { queued("Повільна") == 1 })
        #expect(!watch.errors.contains("error"))
        #expect(watch.end(SIGINT) == 0)
    }

    @Test func `reads a file again when it grows, follows no links and holds no lock`() {
        let watch = Watcher(money)
        money.folder.write(Self.heading + row(11, "Перша"), to: "money/inbox/a.csv")
        _ = unsafe symlink(money.statement, money.workspace + "/inbox/link.csv")
        #expect(eventually { queued("Перша") == 1 })
        #expect(money.run("approve", "--level", "low").code <= 1)
        money.folder.write(
            Self.heading + row(12, "Друга") + row(11, "Перша"), to: "money/inbox/a.csv")
        #expect(eventually { queued("Друга") == 1 })
        #expect(!watch.output.contains("link.csv"))
        #expect(watch.end(SIGTERM) == 0)
        #expect(money.run("check").code == 0)
    }

    @Test func `tells of a bad file once, and imports the others`() {
        let watch = Watcher(money)
        money.folder.write("nothing of a bank\n", to: "money/inbox/bad.csv")
        money.folder.write(Self.heading + row(11, "Перша"), to: "money/inbox/good.csv")
        #expect(eventually { queued("Перша") == 1 && watch.errors.contains("bad.csv") })
        money.folder.write(Self.heading + row(12, "Друга"), to: "money/inbox/more.csv")
        #expect(eventually { queued("Друга") == 1 })
        #expect(watch.errors.split(separator: "\n").count { $0.contains("bad.csv:1: error") } == 1)
        #expect(watch.end(SIGTERM) == 0)
    }

    @Test(arguments: ["rules/own.yaml", "categories.yaml"])
    func `tells once of a file that was saved half, and goes on when it is whole`(file: String) {
        let watch = Watcher(money)
        money.folder.write("- {half", to: "money/" + file)
        money.folder.write(Self.heading + row(11, "Перша"), to: "money/inbox/a.csv")
        let name = file.split(separator: "/").last ?? ""
        #expect(eventually { watch.errors.contains("\(name):") })
        // It looks at the same fault again.
        money.folder.write(Self.heading + row(12, "Друга"), to: "money/inbox/b.csv")
        usleep(3_000_000)
        #expect(queued("Перша") == 0)
        money.folder.write(file.hasPrefix("rules") ? "rules: []\n" : "", to: "money/" + file)
        #expect(eventually { queued("Перша") == 1 && queued("Друга") == 1 }, "\(watch.errors)")
        #expect(watch.errors.split(separator: "\n").count { $0.contains("\(name):") } == 1)
        #expect(watch.end(SIGTERM) == 0)
    }

    @Test func `is what a plain import waits for too`() {
        let path = money.workspace + "/inbox/slow.csv"
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        let bytes = Array((Self.heading + row(11, "Повільна")).utf8)
        #expect(unsafe write(file, bytes, bytes.count) == bytes.count)
        let early = money.run("import")
        #expect(early.code == 0)
        #expect(early.errors.contains("slow.csv: still being written"))
        #expect(queued("Повільна") == 0)
        close(file)
        #expect(money.run("import").code == 0)
        #expect(queued("Повільна") == 1)
    }

    @Test func `goes on when the inbox itself was away`() {
        let watch = Watcher(money, "--poll", "1")
        #expect(unsafe Glibc.rename(money.workspace + "/inbox", money.workspace + "/away") == 0)
        #expect(eventually { watch.errors.contains("/inbox: error") })
        #expect(unsafe Glibc.rename(money.workspace + "/away", money.workspace + "/inbox") == 0)
        money.folder.write(Self.heading + row(11, "Перша"), to: "money/inbox/a.csv")
        #expect(eventually { queued("Перша") == 1 })
        #expect(watch.end(SIGTERM) == 0)
    }

    @Test func `looks by the clock when asked to`() {
        let watch = Watcher(money, "--poll", "1")
        #expect(eventually { watch.errors.contains("Checking every 1 second.") })
        money.folder.write(Self.heading + row(11, "Перша"), to: "money/inbox/a.csv")
        #expect(eventually { queued("Перша") == 1 })
        #expect(watch.end(SIGTERM) == 0)
    }
}

@Suite struct `Files that did not change` {
    private let money = Money()

    /// An import later on: a file that changed a moment ago is not remembered yet.
    private func importLater() -> Program.Outcome {
        Program.run(
            ["import", "--workspace", money.workspace], environment: Preloaded.later.environment)
    }

    private func drop() {
        money.folder.write(money.folder.read("february.csv"), to: "money/inbox/february.csv")
    }

    private var isRemembered: Bool {
        money.folder.read("money/.kopiyka/files.seen").contains("february.csv")
    }

    @Test func `are counted as known without being read`() {
        drop()
        let first = importLater()
        #expect(isRemembered)
        let second = money.run("import")
        #expect(second.output == first.output && second.code == 0)
        #expect(second.output.contains("1 file without anything new."))
        #expect(opens { _ = money.run("import") } == 0)
        let path = money.folder.path + "/./money"
        #expect(
            opens { _ = Program.run("import", "--workspace", path) } == 0, "however it is named")
        #expect(opens { _ = money.run("import", "--json") } > 0, "a reading is noticed")
    }

    /// How often the file in the inbox is opened meanwhile.
    private func opens(_ body: () -> Void) -> Int {
        let notify = inotify_init1(Int32(IN_NONBLOCK))
        defer { close(notify) }
        let path = money.workspace + "/inbox/february.csv"
        #expect(unsafe inotify_add_watch(notify, path, UInt32(IN_OPEN)) >= 0)
        body()
        var buffer = [UInt8](repeating: 0, count: 4_096)
        // An event of a file itself has no name: 16 bytes.
        return max(0, unsafe read(notify, &buffer, buffer.count)) / 16
    }

    @Test func `are not believed when they changed a moment before they were read`() {
        drop()
        #expect(money.run("import").code == 0)
        #expect(!isRemembered)
    }

    @Test func `are read again after undo, after an edit of the queue and under other settings`()
        throws
    {
        drop()
        #expect(money.run("undo").code == 0)
        #expect(try money.lines(in: "queue").isEmpty)
        #expect(importLater().code == 0)
        #expect(isRemembered)
        #expect(money.run("undo").code == 0)
        #expect(try money.lines(in: "queue").isEmpty)
        #expect(money.run("import").output.contains("6  "))
        #expect(try money.lines(in: "queue").count == 6)
        // A line taken out with an editor comes back.
        let lines = money.folder.read("money/pending.jsonl").split(separator: "\n")
        money.folder.write(
            lines.dropLast().joined(separator: "\n") + "\n", to: "money/pending.jsonl")
        #expect(money.run("import").code == 0)
        #expect(try money.lines(in: "queue").count == 6)
        // Another account is another reading, of lines that stay where they are.
        let other = money.run("import", "--account", "Готівка")
        #expect(other.code == 1)
        #expect(other.errors.contains("not in Готівка"))
        #expect(try money.lines(in: "queue").count == 6)
    }

    @Test func `are read when every row's reason is asked for`() {
        drop()
        #expect(importLater().code == 0)
        #expect(money.run("import", "--json").lines.count { $0.hasPrefix("{\"row\"") } == 6)
    }

    @Test func `are read when what is remembered is damaged`() {
        drop()
        #expect(importLater().code == 0)
        let text = money.folder.read("money/.kopiyka/files.seen")
        for other in [
            "", "\n", String(text.dropLast(3)), text.replacing("february", with: "februaty"),
        ] {
            money.folder.write(other, to: "money/.kopiyka/files.seen")
            let outcome = money.run("import")
            #expect(outcome.code == 0 && outcome.output.contains("1 file without anything new."))
        }
    }
}
