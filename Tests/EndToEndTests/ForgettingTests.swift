import Scanning
import TestKit
import Testing

/// Files that name no account, forgotten and imported again.
@Suite struct `Forgetting files and importing them again` {
    private let folder = TemporaryFolder()

    private func run(_ arguments: [String]) -> Program.Outcome {
        Program.run(arguments + ["--workspace", folder.path + "/w"])
    }

    /// Cards of one bank whose exports overlap and whose balances do not chain.
    private func writeCards() {
        for (name, opening, days, amount) in [
            ("one", 9_000, 1...24, 30), ("two", 700, 3...20, 11), ("three", 5_100, 2...27, 70),
        ] {
            var balance = opening
            var rows: [String] = []
            for day in days where day % 3 != amount % 3 {
                balance -= amount
                rows.append(
                    "\(day < 10 ? "0" : "")\(day).02.2026 1\(day % 9):10:00,Shop \(name),5411,"
                        + "-\(amount).0,-\(amount).0,UAH,—,—,—,\(balance).0\n")
            }
            folder.write(
                "Дата i час операції,Деталі операції,MCC,Сума в валюті картки (UAH),"
                    + "Сума в валюті операції,Валюта,Курс,Сума комісій (UAH),"
                    + "Сума кешбеку (UAH),Залишок після операції\n" + rows.reversed().joined(),
                to: name + ".csv")
        }
    }

    /// Tables that nobody knows, without balances: other rows on the same days.
    private func writeTables() {
        for name in ["one", "two", "three"] {
            let rows = (1...6).map { "2026-02-0\($0);\(name) \($0);-\($0 * name.count).50\n" }
            folder.write(
                "Date;Description;Amount\n" + rows.joined(), to: name + ".csv")
        }
    }

    /// Account and key of each line, wherever it is.
    private func lines() throws -> [String] {
        try run(["dump"]).lines.compactMap { text in
            let line = try JSONValue.parse(Array(text.utf8).span)
            guard let account = line["account"]?.text, let key = line["key"]?.text else {
                return nil
            }
            return account + " " + key
        }.sorted()
    }

    private static let orders = [
        ["one", "two", "three"], ["one", "three", "two"], ["two", "one", "three"],
        ["two", "three", "one"], ["three", "one", "two"], ["three", "two", "one"],
    ]

    private struct Way: Sendable {
        let areTables: Bool
        let areTogether: Bool
    }

    private static let ways = [false, true].flatMap { areTables in
        [false, true].map { Way(areTables: areTables, areTogether: $0) }
    }

    private func bringIn(_ files: [String], _ way: Way) {
        for run in way.areTogether ? [files] : files.map({ [$0] }) {
            #expect(self.run(["import"] + run).code == 0)
        }
    }

    /// In a quick run, each way with one of the orders.
    private static let cases =
        isSlowRun
        ? orders.flatMap { order in ways.map { (order, $0) } }
        : zip(orders, ways).map { ($0, $1) }

    @Test(arguments: cases)
    private func `gives the same accounts and lines`(_ order: [String], _ way: Way) throws {
        #expect(run(["init", folder.path + "/w"]).code == 0)
        way.areTables ? writeTables() : writeCards()
        let files = order.map { folder.path + "/" + $0 + ".csv" }
        bringIn(files, way)
        let before = try lines()
        #expect(Set(before.map { $0.split(separator: " ")[0] }).count == 3)
        for forgotten in drawn(every: 3, of: 1..<8) {
            // An approved line leaves the name of its account in the ledger.
            if forgotten % 2 == 1 { #expect(run(["approve", "--all"]).code == 0) }
            let some = files.enumerated().filter { forgotten & 1 << $0.offset != 0 }.map(\.element)
            for file in some { #expect(run(["import", "--forget", file]).code == 0) }
            bringIn(some, way)
            #expect(try lines() == before, "forgotten \(some)")
        }
        #expect(run(["check"]).code == 0)
    }

    @Test func `says which account the file was kept apart from`() {
        #expect(run(["init", folder.path + "/w"]).code == 0)
        writeCards()
        #expect(run(["import", folder.path + "/one.csv", folder.path + "/two.csv"]).code == 0)
        #expect(run(["import", "--forget", folder.path + "/one.csv"]).code == 0)
        let again = run(["import", folder.path + "/one.csv"])
        #expect(
            again.errors.contains(
                "do not continue those of account monobank-UAH-2: its lines are in account monobank-UAH\n"
            ))
    }
}

@Suite struct `A file longer than what waits for its end` {
    @Test(.enabled(if: isSlowRun))
    func `goes whole to the account that it is found to be of`() {
        let folder = TemporaryFolder()
        func run(_ arguments: String...) -> Program.Outcome {
            Program.run(arguments + ["--workspace", folder.path + "/w"])
        }
        /// 750 payments a day, the newest first.
        func write(_ name: String, amount: Int, rows: Range<Int>) {
            let lines = rows.reversed().map { number in
                let minute = number % 750
                func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
                return "\(two(1 + number / 750)).02.2026 "
                    + "\(two(minute / 60)):\(two(minute % 60)):00,Shop \(name),5411,"
                    + "-\(amount).0,-\(amount).0,UAH,—,—,—,\(5_000_000 - number * amount).0\n"
            }
            folder.write(
                "Дата i час операції,Деталі операції,MCC,Сума в валюті картки (UAH),"
                    + "Сума в валюті операції,Валюта,Курс,Сума комісій (UAH),"
                    + "Сума кешбеку (UAH),Залишок після операції\n" + lines.joined(), to: name)
        }
        #expect(run("init", folder.path + "/w").code == 0)
        write("short.csv", amount: 3, rows: 20_600..<20_900)
        write("long.csv", amount: 5, rows: 0..<21_000)
        #expect(run("import", folder.path + "/short.csv").code == 0)
        #expect(run("import", folder.path + "/long.csv").code == 0)
        let accounts = run("accounts", "--json").lines
        #expect(accounts.count == 2)
        #expect(accounts.first?.contains(#""entries":0,"pending":300,"#) == true)
        #expect(accounts.last?.contains(#""entries":0,"pending":21000,"#) == true)
    }
}
