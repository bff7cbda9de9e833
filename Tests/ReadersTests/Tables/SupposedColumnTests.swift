import Facts
import TestKit
import Testing

/// A bank's table whose header somebody changed is read where its rows prove what each column is,
/// and refused as ever elsewhere.
@Suite struct `Supposed columns` {
    private static let header = [
        "Дата i час операції", "Деталі операції", "MCC", "Сума в валюті картки (UAH)",
        "Сума в валюті операції", "Валюта", "Курс", "Сума комісій (UAH)", "Сума кешбеку (UAH)",
        "Залишок після операції",
    ]
    private static let rows = [
        "17.02.2026 10:00:00,Сільпо,5411,-20.5,-20.5,UAH,—,—,—,1099.5",
        "16.02.2026 10:00:00,Зарплата,4829,1000,1000,UAH,—,—,—,1120",
        "15.02.2026 10:00:00,Netflix,4899,-380,-9,USD,42.22,—,—,120",
    ]
    private static let facts = [
        "2026-02-17 -20.50 UAH", "2026-02-16 1000.00 UAH", "2026-02-15 -380.00 UAH",
    ]

    private struct Read {
        let layout: String
        let facts: [String]
        let failure: ReadFailure?
        let notices: [ReadNotice.Kind]

        init(_ header: [String], _ rows: [String]) {
            let lines = (header.isEmpty ? [] : [header.joined(separator: ",")]) + rows
            let text = lines.map { $0 + "\n" }.joined()
            let file = TemporaryFile(Array(text.utf8), name: "a.csv")
            let reading = StatementReading(path: file.path)
            layout = reading.layout
            failure = reading.failure
            notices = reading.batch.notices.map(\.kind)
            facts = reading.batch.lines.map { "\($0.made.day.text) \($0.amount.rendered)" }
        }
    }

    private static func renamed(_ column: Int, _ heading: String) -> [String] {
        var header = header
        header[column] = heading
        return header
    }

    @Test(arguments: [0, 1, 3], ["x", "Стовпець", ""])
    func `a heading of the bank's that is another one is read for what it was`(
        column: Int, heading: String
    ) {
        let read = Read(Self.renamed(column, heading), Self.rows)
        #expect(read.layout == "monobank/csv")
        #expect(read.facts == Self.facts)
        #expect(read.notices == [.headerSupposed])
        #expect(Read(Self.header, Self.rows).notices.isEmpty)
    }

    private static let ownBank = [
        "Buchung;Valuta;Auftraggeber/Empfänger;Betrag;Saldo",
        "05.03.2026;03.03.2026;REWE;-10,00;90,00", "06.03.2026;06.03.2026;Gehalt;500,00;590,00",
        "17.03.2026;15.03.2026;SHELL;-20,00;570,00",
    ]

    @Test func `another bank's table is read by itself where its balances follow`() {
        for isNewestFirst in [false, true] {
            var rows = Array(Self.ownBank[1...])
            if isNewestFirst { rows.reverse() }
            let found = Read([Self.ownBank[0]], rows)
            #expect(found.layout == "inferred/csv")
            #expect(
                found.facts.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
                    .sorted()
                    == ["2026-03-05 -10.00", "2026-03-06 500.00", "2026-03-17 -20.00"])
        }
        // A balance that does not follow, or too few of them, prove nothing.
        let broken = Self.ownBank[1...].map { $0.replacing("590,00", with: "591,00") }
        for rows in [broken, [broken[0]]] {
            let found = Read([Self.ownBank[0]], rows)
            #expect(found.failure?.kind == .layoutDrifted)
            #expect(found.facts.isEmpty)
        }
    }

    @Test func `a table that lacks few headings of a bank stays that bank's`() {
        let header = Self.renamed(3, "Списано з картки").enumerated().filter { $0.offset != 1 }
        let rows = Self.rows.map { row in
            row.split(separator: ",").enumerated().filter { $0.offset != 1 }
                .map(\.element).joined(separator: ",")
        }
        #expect(Read(header.map(\.element), rows).failure?.kind == .layoutDrifted)
    }

    @Test func `a sheet is no other than a table of text`() {
        func row(_ cells: [Substring]) -> String {
            "<tr>" + cells.map { "<td>\($0)</td>" }.joined() + "</tr>"
        }
        let rows =
            [Self.renamed(3, "x").map { $0[...] }] + Self.rows.map { $0.split(separator: ",") }
        let page = "<html><body><table>\(rows.map(row).joined())</table></body></html>"
        let file = TemporaryFile(Array(page.utf8), name: "a.html")
        let reading = StatementReading(path: file.path)
        #expect(reading.layout == "monobank/csv")
        #expect(
            reading.batch.lines.map { "\($0.made.day.text) \($0.amount.rendered)" } == Self.facts)
    }

    @Test func `a heading that speaks of money is believed by balances alone`() {
        let read = Read(Self.renamed(3, "Сума списання"), Self.rows)
        #expect(read.layout == "monobank/csv")
        #expect(read.facts == Self.facts)
        #expect(Read(Self.renamed(0, "Сума списання"), Self.rows).failure != nil)
    }

    @Test func `columns that moved are found by their cells`() {
        func moved(_ cells: [String]) -> [String] { Array(cells.dropFirst()) + [cells[0]] }
        let rows = Self.rows.map {
            moved($0.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
                .joined(separator: ",")
        }
        #expect(Read(moved(Self.renamed(0, "x")), rows).facts == Self.facts)
        // Nothing tells a text from another one.
        #expect(Read(moved(Self.renamed(1, "x")), rows).failure?.kind == .layoutDrifted)
    }

    @Test func `a table without its header is read where one bank's order makes its balances`() {
        let read = Read([], Self.rows)
        #expect(read.layout == "monobank/csv")
        #expect(read.facts == Self.facts)
    }

    /// How the bank writes its days is all that tells the bank then.
    @Test func `a table without its header whose days another bank writes is nobody's`() {
        let rows = Self.rows.map {
            "2026-02-" + $0.prefix(2) + $0.dropFirst(10)
        }
        #expect(Read(Self.header, rows).layout == "monobank/csv")
        #expect(Read([], rows).layout != "monobank/csv")
    }

    /// One amount is not what its balance says.
    @Test func `a balance that does not follow refuses the table`() {
        var rows = Self.rows
        rows[1] = rows[1].replacing(",1000,1000,", with: ",1001,1001,")
        #expect(Read(Self.renamed(3, "Сума списання"), rows).failure?.kind == .layoutDrifted)
        #expect(Read([], rows).failure != nil)
    }

    @Test func `where two columns could be meant the table is refused`() {
        let rows = Self.rows.map { $0 + "," + $0.prefix(19) }
        let read = Read(Self.renamed(0, "x") + ["y"], rows)
        #expect(read.failure?.kind == .layoutDrifted)
        #expect(read.failure?.details.first == "monobank/csv")
    }

    @Test func `an amount that no balance and no other amount proves is refused`() {
        var header = Self.renamed(3, "x")
        header[9] = "y"
        #expect(Read(header, Self.rows).failure?.kind == .layoutDrifted)
    }

    @Test func `cells of another kind than the lost column's are refused`() {
        let rows = Self.rows.map { "1" + $0.dropFirst(19) }
        #expect(Read(Self.renamed(0, "№"), rows).failure?.kind == .layoutDrifted)
        let blank = Self.rows.map { $0.replacing("Зарплата", with: "") }
        #expect(Read(Self.renamed(1, "Tag"), blank).failure?.kind == .layoutDrifted)
    }

    /// Such headings tell no bank, and no currency.
    @Test func `headings of many banks are nobody's`() {
        let header = ["Date", "Details", "Debit", "x", "Balance"]
        let rows = ["01/09/2026,Pay,,428.03,428.03", "22/09/2026,Bill,28.03,,400"]
        #expect(Read(header, rows).layout != "boi/csv")
    }
}
