import Facts
import Reading
import Tables
import Testing

/// Tables that print a day once, above its rows.
@Suite struct `Days above their rows` {
    private struct Reading {
        var facts: [String] = []
        var batch = LineBatch()
        var question = ""

        init(_ lines: [String], layouts: LayoutSet = .builtIn) {
            let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
            do throws(ReadFailure) {
                let surveyor = CSVSurveyor(file: "f.csv", layouts: layouts)
                try surveyor.read(bytes.span, final: true)
                let settled = try surveyor.settle(ReadOptions())
                let reader = CSVReader(file: "f.csv", layouts: layouts, settled: settled)
                try reader.read(bytes.span, final: true, into: &batch)
            } catch {
                question = error.details.first ?? error.kind.rawValue
            }
            facts = batch.lines.map { "\($0.made.day.text) \($0.amount.text)" }
        }
    }

    private static let titled = [
        "Datum;Zeit;Text;Betrag", "15.01.2026;;;", ";10:22;Laden;-25,44", ";18:02;Gehalt;1000,00",
        "16.01.2026;;;", ";09:00;Miete;-500,00",
    ]
    private static let facts = ["2026-01-15 -25.44", "2026-01-15 1000.00", "2026-01-16 -500.00"]

    @Test func `are those of the rows below`() throws {
        let read = Reading(Self.titled)
        #expect(read.facts == Self.facts, "\(read.question)")
        #expect(read.batch.rejections.isEmpty)
        #expect(read.batch.skipped.map(\.reason) == [.sectionTitle, .sectionTitle])
        let proposer = LayoutProposer(file: "f.csv")
        proposer.read(Array(Self.titled.joined(separator: "\n").utf8).span, final: true)
        let yaml = try proposer.propose().yaml
        let layout = try Layout(yaml: Array(yaml.utf8), file: "d.yaml", rank: .own)
        #expect(Reading(Self.titled, layouts: LayoutSet(only: [layout])).facts == Self.facts)
    }

    @Test func `do not reach below a day that cannot be read`() {
        for title in ["17.13.2026", "17 01 2026 р."] {
            let rows = ["\(title);;;", ";09:00;Kino;-9,00", "18.01.2026;;;", ";09:00;Tee;-3,00"]
            let read = Reading(Self.titled + rows)
            #expect(read.facts == Self.facts + ["2026-01-18 -3.00"], "\(read.question)")
            #expect(read.batch.rejections.map(\.place.line) == [7, 8])
        }
    }

    @Test func `are asked about where some rows have their own`() {
        let mixed = Self.titled + ["17.01.2026;08:00;Kino;-9,00"]
        #expect(Reading(mixed).question == "day-titles")
        let blank = ["Day;Text;Amount", "15.01.2026;A;-5.00", ";B;6.00", ";C;-7.00"]
        #expect(Reading(blank).question == "day-titles")
    }

    @Test func `leave a row with a day alone at the end rejected`() {
        let cut = ["Day;Text;Amount", "15.01.2026;A;-5.00", "16.01.2026;B;-6.00", "17.01.2026;;"]
        let read = Reading(cut)
        #expect(read.facts.count == 2 && read.batch.rejections.count == 1, "\(read.question)")
    }

    @Test(arguments: [
        ["Date;Text;CAD$;USD$", "1/3/2026;A;-12.50;-9.12", "1/15/2026;B;100.00;73.00"],
        ["Date;Text;CAD$;USD$", "1/3/2026;A;-12.50;", "1/15/2026;B;;73.00", "1/16/2026;C;-1.00;"],
    ])
    func `amounts in two currencies are asked about by name`(lines: [String]) {
        #expect(Reading(lines).question == "amount-currencies")
    }
}
