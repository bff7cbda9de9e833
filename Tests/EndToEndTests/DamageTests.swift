import Glibc
import Scanning
import TestKit
import Testing

/// A workspace in which everything is: lines waiting, approved, dismissed and corrected, a command
/// undone, files remembered, and the automatic backup of the day.
private final class Damaged {
    let money: Money
    let dump: String
    let log: String
    let dumpAfterUndo: String
    let backup: String

    /// - Parameter isRemembered: the inbox's file is old enough to be remembered.
    init(isRemembered: Bool = false) throws {
        let money = Money()
        self.money = money
        func approve(_ description: String) throws {
            #expect(money.run("approve", try money.key(of: description)).code == 0)
        }
        try approve("Bolt")
        try approve("Фора")
        #expect(money.run("dismiss", try money.key(of: "Нечувана крамниця")).code == 0)
        let next = money.folder.read("february.csv").replacing(".02.2026", with: ".03.2026")
        money.folder.write(next, to: "money/inbox/march.csv")
        // Long ago, so that the file is remembered and the day's backup is due.
        let lock = money.workspace + "/.kopiyka/lock"
        #expect(Tool.run(["touch", "-d", "3 days ago", lock]) == 0)
        let environment = isRemembered ? Preloaded.later.environment : []
        let outcome = Program.run(
            ["import", "--workspace", money.workspace], environment: environment)
        #expect(outcome.code == 0)
        #expect(money.run("approve", "--level", "certain").code == 0)
        #expect(money.run("undo").code == 0)
        money.folder.write(
            next.replacing(".03.2026", with: ".04.2026"), to: "april.csv")
        dump = money.dump
        log = money.run("log").output
        let copy = money.folder.path + "/undone"
        #expect(Tool.run(["cp", "-a", money.workspace, copy]) == 0)
        #expect(Program.run("undo", "--workspace", copy).code == 0)
        dumpAfterUndo = Program.run("dump", "--workspace", copy).output
        let backups = Program.run("backup", "--workspace", money.workspace)
        #expect(backups.code == 0)
        backup = try #require(
            (try Folder.names(money.workspace + "/.kopiyka/backups")).first {
                $0.hasPrefix("auto-")
            }, "the day's backup")
    }

    /// A fresh copy of it.
    func copy() -> String {
        let path = money.folder.path + "/struck"
        _ = Tool.run(["rm", "-rf", path])
        #expect(Tool.run(["cp", "-a", money.workspace, path]) == 0)
        return path
    }

    /// What the bank said of every line.
    static func facts(_ dump: String) -> [String] {
        dump.split(separator: "\n").compactMap { line in
            guard let object = try? JSONValue.parse(Array(line.utf8).span),
                ["queue", "ledger"].contains(object["where"]?.text)
            else { return nil }
            return [
                "account", "bank_id", "date", "time", "made_at", "amount", "currency",
                "original_amount", "description", "memo", "mcc", "balance", "fee", "cashback",
            ].map { object[$0]?.text ?? "" }.joined(separator: " ")
        }.sorted()
    }
}

private enum Folder {
    static func names(_ path: String) throws -> [String] {
        guard let folder = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}

/// The same places each time.
private struct Places {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(max(bound, 1)))
    }
}

@Suite struct `Bits that flip and tails that are lost` {
    enum Part: String, CaseIterable, CustomTestStringConvertible {
        case ledger = "ledger.db"
        case queue = "pending.jsonl"
        case settings = "kopiyka.yaml"
        case index = ".kopiyka/queue.index"
        case remembered = ".kopiyka/files.seen"

        var testDescription: String { rawValue }
        /// Can be made again at any time, so nothing need be said.
        var isCache: Bool { self == .index || self == .remembered }
        var count: Int {
            let some =
                switch self {
                case .ledger: 60
                case .queue: 24
                case .settings, .index, .remembered: 8
                }
            let wanted = draws(max(4, some / 8), slow: some)
            return unsafe getenv("KOPIYKA_FAULTS") != nil ? some * 20 : wanted
        }
    }

    private enum Wound { case flip, cut }

    /// The bytes with one bit turned, among those that say something, or without their end.
    private func wound(_ bytes: [UInt8], _ wound: Wound, _ places: inout Places) -> [UInt8] {
        var bytes = bytes
        switch wound {
        case .flip:
            var at = places.below(bytes.count)
            for _ in 0..<50 where bytes[at] == 0 { at = places.below(bytes.count) }
            bytes[at] ^= 1 << UInt8(places.below(8))
        case .cut: bytes.removeLast(1 + places.below(bytes.count))
        }
        return bytes
    }

    @Test(arguments: Part.allCases)
    func `are noticed or without effect, make nothing worse, and a backup mends them`(
        _ part: Part
    ) throws {
        let whole = try Damaged(isRemembered: part == .remembered)
        let folder = whole.money.folder
        let original = folder.bytes(of: "money/" + part.rawValue)
        try #require(!original.isEmpty)
        var places = Places(UInt64(part.rawValue.utf8.count))
        var noticed = 0
        for number in 0..<part.count {
            let struck = whole.copy()
            func run(_ words: String...) -> Program.Outcome {
                Program.run(words + ["--workspace", struck])
            }
            let bytes = wound(original, number % 3 == 2 ? .cut : .flip, &places)
            let path = struck + "/" + part.rawValue
            // As a disk does it: nobody wrote the file, so its times are as they were.
            #expect(Tool.run(["cp", "-p", path, struck + "/times"]) == 0)
            folder.write(bytes, to: "struck/" + part.rawValue)
            if number % 2 == 0 {
                #expect(Tool.run(["touch", "-r", struck + "/times", path]) == 0)
            }
            _ = Tool.run(["rm", struck + "/times"])
            let place: Comment = "\(part) \(number)"

            let check = run("check")
            #expect([0, 64, 65].contains(check.code), "\(place): \(check.code) \(check.errors)")
            if check.code == 0 {
                let dump = run("dump").output
                if part == .queue {
                    // All but the facts may be edited by hand.
                    #expect(Damaged.facts(dump) == Damaged.facts(whole.dump), place)
                } else if part != .settings {
                    #expect(dump == whole.dump, place)
                    #expect(run("log").output == whole.log, place)
                }
            } else {
                noticed += 1
                #expect(check.errors.contains("error: "), place)
                let isLeft = folder.bytes(of: "struck/" + part.rawValue) == bytes
                #expect(isLeft, "\(place): a check writes nothing")
            }
            let before = run("dump")

            let imported = run("import", folder.path + "/april.csv")
            #expect(
                [0, 1, 64, 65].contains(imported.code),
                "\(place): \(imported.code) \(imported.errors)")
            if imported.code >= 64 {
                #expect(imported.errors.contains("error: "), place)
                // The ledger notes that an import begins before the import meets the damage.
                let isLeft = folder.bytes(of: "struck/" + part.rawValue) == bytes
                #expect(isLeft || part == .ledger, "\(place): what is damaged is left as it is")
                let after = run("dump")
                #expect(after.output == before.output, "\(place): what can be read stays")
                #expect(after.code == before.code, place)
            } else if check.code == 65, part == .ledger {
                #expect(run("check").code == 65, "\(place): damage is not written over")
            } else if check.code == 0, part.isCache || part == .ledger {
                #expect(run("check").code == 0, place)
                #expect(run("undo").code == 0, place)
                #expect(run("dump").output == whole.dump, place)
                #expect(run("undo").code == 0, place)
                #expect(run("dump").output == whole.dumpAfterUndo, place)
            }

            if part != .settings, number % 4 == 0 {
                let restored = run("restore", struck + "/.kopiyka/backups/" + whole.backup)
                #expect(restored.code == 0, "\(place): \(restored.errors)")
                #expect(run("check").code == 0, place)
                #expect(
                    run("dump").output
                        == Program.run(
                            "dump", "--workspace",
                            whole.money.workspace + "/.kopiyka/backups/" + whole.backup
                        ).output, place)
            }
        }
        if part == .ledger || part == .queue {
            #expect(noticed > part.count / 3, "\(noticed) of \(part.count)")
        }
    }

    /// An import may note in the ledger that it begins, and append lines, before it meets the
    /// damage.
    @Test func `in any page of the ledger end an import that leaves the queue as it was`() throws {
        let whole = try Damaged()
        let folder = whole.money.folder
        let original = folder.bytes(of: "money/ledger.db")
        let queue = folder.bytes(of: "money/pending.jsonl")
        let pageBytes = 4_096
        var places = Places(11)
        var refused = 0
        var tried = 0
        for page in drawn(every: 9, of: stride(from: 0, to: original.count / pageBytes, by: 2)) {
            let struck = whole.copy()
            func run(_ words: String...) -> Program.Outcome {
                Program.run(words + ["--workspace", struck])
            }
            var bytes = original
            let start = page * pageBytes
            if page % 4 == 0 {
                for at in start..<(start + pageBytes) { bytes[at] ^= 0xA5 }
            } else {
                var page = Array(bytes[start..<(start + pageBytes)])
                page = wound(page, .flip, &places)
                bytes.replaceSubrange(start..<(start + pageBytes), with: page)
            }
            folder.write(bytes, to: "struck/ledger.db")
            let place: Comment = "page \(page)"
            tried += 1
            let before = run("dump")
            // The second time an unfinished import is to be taken back first.
            for _ in 0..<2 {
                let imported = run("import", folder.path + "/april.csv")
                #expect([0, 1, 65].contains(imported.code), "\(place): \(imported.errors)")
                guard imported.code == 65 else { break }
                refused += 1
                #expect(imported.errors.contains("error: "), place)
                #expect(imported.errors.contains("ledger"), "\(place): \(imported.errors)")
                #expect(folder.bytes(of: "struck/pending.jsonl") == queue, place)
                #expect(run("check").code == 65, place)
                let after = run("dump")
                #expect(after.output == before.output && after.code == before.code, place)
            }
            let restored = run("restore", struck + "/.kopiyka/backups/" + whole.backup)
            #expect(restored.code == 0, "\(place): \(restored.errors)")
            #expect(run("import", folder.path + "/april.csv").code <= 1, place)
            #expect(run("check").code == 0, place)
            #expect(run("dump").output.contains("2026-04-"), place)
        }
        #expect(refused > tried / 3, "\(refused) of \(tried)")
    }

    /// Where a command dies inside the ledger's own commit, the journal says what was there before.
    @Test func `in the journal of a dead command are noticed, or the state is before or after it`()
        throws
    {
        let faults = try Faults()
        let whole = try Damaged()
        let folder = whole.money.folder
        let clean = whole.copy()
        let words = ["approve", "--level", "low", "--workspace", clean]
        let calls = try faults.count(of: words)
        let after = Program.run("dump", "--workspace", clean).output
        var places = Places(7)
        var tried = 0
        for call in stride(from: calls, to: 0, by: -1) where tried < draws(10, slow: 24) {
            let struck = whole.copy()
            let words = words.dropLast() + [struck]
            _ = Program.run(
                Array(words),
                environment: faults.environment(
                    .init(kind: "TORN", isForever: false, first: 1), at: call))
            let journal = folder.bytes(of: "struck/ledger.db-journal")
            if journal.isEmpty { continue }
            tried += 1
            folder.write(
                wound(journal, tried % 3 == 2 ? .cut : .flip, &places),
                to: "struck/ledger.db-journal")
            let check = Program.run("check", "--workspace", struck)
            #expect([0, 65].contains(check.code), "\(call): \(check.code) \(check.errors)")
            guard check.code == 0 else { continue }
            let dump = Program.run("dump", "--workspace", struck).output
            #expect(dump == whole.dump || dump == after, "\(call)")
        }
        #expect(tried > 3, "the journal was met")
    }
}
