import Deduplicating
import Facts
import Importing
import Ledger
import Pending
import Scanning
import TestKit
import Testing
import Workspaces

/// Exports of one account that file a payment under its day of booking, or under that of value.
@Suite struct `Days of booking and of value` {
    private typealias Payment = (booked: Int, value: Int, cents: Int)

    private static func day(_ day: Int) -> String { "\(day < 10 ? "0" : "")\(day)" }

    private static func mt940(_ payments: [Payment]) -> String {
        ":20:S\n:25:1/000123\n:28C:1/1\n:60F:C260301EUR900,00\n"
            + payments.map {
                ":61:2603\(day($0.value))03\(day($0.booked))D\($0.cents / 100),\($0.cents % 100 + 10)"
                    + "NTRFNONREF\n:86:DAUERAUFTRAG MIETE\n"
            }.joined() + ":62M:C260331EUR0,00\n-\n"
    }

    private static func csv(_ payments: [Payment]) -> String {
        "Booking date,Value date,Description,Amount,Currency,Account\n"
            + payments.map {
                "2026-03-\(day($0.booked)),2026-03-\(day($0.value)),Miete,"
                    + "-\($0.cents / 100).\($0.cents % 100 + 10),EUR,1/000123\n"
            }.joined()
    }

    private static let payments: [Payment] = [
        (2, 2, 1_200), (8, 12, 3_000), (9, 9, 800), (20, 18, 4_500), (27, 31, 5_100),
    ]

    @Test(arguments: [false, true], [false, true])
    func `no payment comes in twice in silence`(_ startsWithCSV: Bool, _ isOneRun: Bool) throws {
        let household = try Household()
        let csv = household.write(Self.csv(Self.payments), to: "in/a.csv")
        let mt940 = household.write(Self.mt940(Self.payments), to: "in/b.sta")
        let files = startsWithCSV ? [csv, mt940] : [mt940, csv]
        let reports =
            isOneRun
            ? try household.importing(files, account: "Giro").files
            : try files.flatMap { try household.importing([$0], account: "Giro").files }
        #expect(reports.map(\.new) == [5, 0])
        #expect(reports[1].known + reports[1].ambiguous == 5)
        #expect(reports[1].rejected == 0)
    }

    @Test func `another payment of that amount is no question if its own row is there`() throws {
        let household = try Household()
        let first: [Payment] = (3...20).map { ($0, $0, $0 == 12 ? 3_000 : $0 * 700) }
        _ = try household.importing(
            [household.write(Self.csv(first), to: "in/a.csv")], account: "Giro")
        let report = try household.importing(
            [household.write(Self.mt940(first + [(8, 12, 3_000)]), to: "in/b.sta")],
            account: "Giro")
        #expect(report.files[0].new + report.files[0].ambiguous == 1)
        #expect(report.files[0].known == 18)
    }

    @Test func `two days of one layout are two payments`() throws {
        let household = try Household()
        let days: [Payment] = [(5, 5, 200), (8, 8, 3_000), (15, 15, 400)]
        _ = try household.importing(
            [household.write(Self.mt940(days), to: "in/a.sta")])
        let report = try household.importing(
            [household.write(Self.mt940(days + [(8, 12, 3_000)]), to: "in/b.sta")])
        #expect(report.files[0].new == 1 && report.files[0].ambiguous == 0)
    }

    // MARK: Lines of earlier versions, which filed MT940 under the day of value

    private static func bankID(_ payment: Payment) -> String {
        payment.cents % 3 == 0 ? "" : "R\(payment.cents)"
    }

    private static func dated(_ day: Int) -> CalendarDate {
        CalendarDate(year: 2026, month: 3, day: 1).map { $0.adding(days: Int32(day - 1)) }
            ?? CalendarDate(daysSince1970: 0)
    }

    private static func mt940(withIDs payments: [Payment]) -> String {
        ":20:S\n:25:1/000123\n:28C:1/1\n:60F:C260301EUR900,00\n"
            + payments.map {
                ":61:2603\(day($0.value))03\(day($0.booked))D\($0.cents),00NTRFNONREF//"
                    + "\(bankID($0))\n:86:SHOP \($0.cents % 5)\n"
            }.joined() + ":62M:C260331EUR0,00\n-\n"
    }

    /// Adds the lines that an earlier version made of an MT940.
    ///
    /// - Parameter file: remembered as imported, but not as whole.
    private func addEarlier(
        _ payments: [Payment], to household: Household, file: InputFile? = nil
    ) throws {
        let workspace = try household.open()
        let run = try workspace.beginImport()
        var lines = NewLines()
        var folder = TextFolder()
        for (number, payment) in payments.enumerated() {
            var fact = StatementFact(
                account: "1/000123", made: CivilMoment(day: Self.dated(payment.value)),
                amount: Money(minorUnits: Int64(-payment.cents) * 100, currency: .eur))
            fact.bookedOn = Self.dated(payment.booked)
            fact.valueOn = Self.dated(payment.value)
            fact.bankID = Self.bankID(payment)
            fact.description = "SHOP \(payment.cents % 5)"
            let identity = LineIdentity(of: fact, folder: folder)
            folder = TextFolder()
            let written = QueueLine(
                key: identity.key, batch: run.batch, fact: fact,
                sources: [
                    LineSource(
                        file: file?.name ?? "old.sta", line: 5 + 2 * number, layout: "mt940")
                ]
            ).append(to: &lines.writer)
            lines.writer.append("\n")
            lines.add(identity, from: 0, fact: written)
            try run.append(&lines)
        }
        if let file, let digest = FileDigest(of: file) {
            run.remember(
                SeenFile(
                    digestHigh: digest.high, digestLow: digest.low, name: file.name,
                    size: file.sizeBytes, modifiedNanoseconds: 0, accounts: ["1/000123"],
                    rows: payments.count, isComplete: false))
        }
        _ = try run.commit(
            BatchRecord(id: run.batch, made: "2026-03-14", linesNew: payments.count))
    }

    /// Any windows of a month, as MT940 or as a table, approved or waiting: an MT940 brings the
    /// rows that were not there, and no other in silence.
    @Test(arguments: UInt64(1)...20)
    func `a line of an earlier version is recognised`(_ seed: UInt64) throws {
        var random = SeededDice(seed: seed)
        let payments: [Payment] = (1...24).map {
            ($0, min(31, max(1, $0 + Int.random(in: -1...3, using: &random))), $0 * 7)
        }
        let household = try Household()
        let start = Int.random(in: 0..<12, using: &random)
        let known = Array(payments[start..<(start + 12)])
        try addEarlier(known, to: household)
        if seed % 2 == 0 { try household.approveAll() }
        let from = Int.random(in: 0..<20, using: &random)
        let shown = Array(payments[from...])
        let file = household.write(Self.mt940(withIDs: shown), to: "in/new.sta")
        let report = try household.importing([file]).files[0]
        let again = shown.count { one in known.contains { $0.cents == one.cents } }
        #expect(report.new == shown.count - again)
        #expect(report.known == again)
        #expect(report.conflicts == 0)
    }

    @Test func `an equal payment more of the same days is a row of its own`() throws {
        let household = try Household()
        try addEarlier([(8, 9, 30), (12, 12, 45)], to: household)
        let file = household.write(
            Self.mt940(withIDs: [(8, 9, 30), (8, 9, 30), (12, 12, 45)]), to: "in/new.sta")
        let report = try household.importing([file]).files[0]
        #expect(report.known == 2 && report.new == 1)
    }

    /// Words may have changed between the versions, so the rows are found by their places.
    @Test func `the file that an earlier version imported brings nothing`() throws {
        let household = try Household()
        let payments: [Payment] = [(8, 9, 30), (9, 9, 33), (12, 12, 45), (13, 11, 70)]
        let path = household.write(Self.mt940(withIDs: payments), to: "in/a.sta")
        let input = InputList(paths: [path], inbox: household.workspacePath + "/inbox").files[0]
        try addEarlier(payments, to: household, file: input)
        let report = try household.importing([path]).files[0]
        #expect(report.known == 4 && report.new == 0)
    }
}
