import Importing
import TestKit
import Testing

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
}
