import Facts
import Tables
import TestKit
import Testing

/// What a bank's change of its table leads to: reading by name where nothing is lost, a refusal
/// before the first wrong row elsewhere.
@Suite struct `Layout drift` {
    private static let mono =
        "Дата i час операції,Деталі операції,MCC,Сума в валюті картки (UAH),Сума в валюті операції,Валюта,Курс,"
        + "Сума комісій (UAH),Сума кешбеку (UAH),Залишок після операції\n"
    private static let row = "14.02.2026 21:05:33,Сільпо,5411,-10.5,-10.5,UAH,—,—,—,100\n"

    private func read(_ text: String) -> (report: ReaderReport, failure: ReadFailure?) {
        let bytes = Array(text.utf8)
        let report = ReaderReport(bytes, cutAt: [], by: csvReader(for: bytes))
        var batch = LineBatch()
        do throws(ReadFailure) {
            try csvReader(for: bytes).read(bytes.span, final: true, into: &batch)
            return (report, nil)
        } catch {
            return (report, error)
        }
    }

    @Test func `columns in another order are read by their names`() {
        let swapped =
            "Деталі операції,Дата i час операції,MCC,Залишок після операції,Сума в валюті картки (UAH),"
            + "Сума в валюті операції,Валюта,Курс,Сума комісій (UAH),Сума кешбеку (UAH)\n"
            + "Сільпо,14.02.2026 21:05:33,5411,100,-10.5,-10.5,UAH,—,—,—\n"
        let reading = read(swapped).report
        #expect(reading.failure == nil)
        #expect(reading.lines.count == 1)
        #expect(reading.lines.first?.contains("amount=-10.50 UAH | balance=100.00 UAH") == true)
    }

    @Test func `a new column that is no money changes nothing`() {
        let text =
            Self.mono.dropLast() + ",Примітка\n" + Self.row.dropLast() + ",дрібниця\n"
        #expect(read(String(text)).report.lines.count == 1)
    }

    @Test func `a renamed column that is needed refuses the file and names it`() {
        let failure = read(
            Self.mono.replacing("Сума в валюті картки (UAH)", with: "Сума списання") + Self.row
        ).failure
        #expect(failure?.kind == .layoutDrifted)
        #expect(failure?.details.first == "monobank/csv")
        #expect(failure?.details.contains("Сума в валюті картки ({currency})") == true)
        #expect(failure?.details.contains("+Сума списання") == true)
    }

    @Test(arguments: ["Сума після податку", "Баланс картки", "Net amount", "Валюта картки"])
    func `a new column that could be money refuses the file and names it`(heading: String) {
        let text = Self.mono.dropLast() + ",\(heading)\n" + Self.row.dropLast() + ",7\n"
        let failure = read(String(text)).failure
        #expect(failure?.kind == .layoutDrifted)
        #expect(failure?.details.contains("+\(heading)") == true)
    }

    private static let days = [
        "14.02.2026", "15.02.2026", "16.02.2026", "17.02.2026", "18.02.2026",
    ]

    /// Rows oldest first whose balances follow from amounts times `sign`.
    private func rows(sign: Int, newestFirst: Bool) -> String {
        var balance = 1000
        var rows: [String] = []
        for (number, day) in Self.days.enumerated() {
            let amount = number % 2 == 0 ? -(number + 5) : number + 20
            balance += sign * amount
            rows.append("\(day) 10:00:00,Текст,5411,\(amount),\(amount),UAH,—,—,—,\(balance)\n")
        }
        return (newestFirst ? rows.reversed() : rows).joined()
    }

    @Test(arguments: [false, true])
    func `a sign that the balances contradict refuses the file before its first row`(
        newestFirst: Bool
    ) {
        let (report, failure) = read(Self.mono + rows(sign: -1, newestFirst: newestFirst))
        #expect(failure?.kind == .layoutDrifted)
        #expect(failure?.details == ["monobank/csv", "sign", "Сума в валюті картки (UAH)"])
        #expect(report.lines.isEmpty)
    }

    @Test(arguments: [false, true])
    func `balances that follow from the amounts, or from nothing, refuse nothing`(
        newestFirst: Bool
    ) {
        #expect(
            read(Self.mono + rows(sign: 1, newestFirst: newestFirst)).report.lines.count == 5)
        #expect(read(Self.mono + rows(sign: 0, newestFirst: newestFirst)).failure == nil)
    }

    @Test func `a header that comes again with other columns ends the reading there`() {
        let header =
            "Date,Description,Original Description,Amount,Transaction Type,Category,Account Name,Labels,Notes\n"
        let row = "6/12/2026,Transfer,Account Transfer,5.00,debit,Food,Savings,,\n"
        let other = header.replacing("Amount,Transaction Type", with: "Transaction Type,Amount")
        let (report, failure) = read(header + row + other + row)
        #expect(failure?.kind == .layoutDrifted)
        #expect(failure?.place.line == 3)
        #expect(report.lines.count == 1)
    }

    @Test func `a row above the header refuses the file, whatever its day looks like`() {
        let header = "Date,Description,\"Value, EUR\",Price per share,Quantity of shares\n"
        let row = "\"Sep 27, 2026, 3:24:42 AM\",Return PAID EUR Class R IE000TEST0000,0.12,,\n"
        #expect(read(header + row + row).report.lines.count == 2)
        #expect(read(row + header + row).failure?.kind == .layoutDrifted)
    }

    @Test(arguments: tableLayoutFiles)
    func `a statement without rows is read as empty`(file: String) throws {
        // The first example up to its header, found as the longest beginning that still names the
        // layout and gives no row.
        let bytes = try #require(Layouts.embedded.first { $0.name == file }).bytes
        guard let text = try exampleText(bytes), !text.headless else { return }
        var found = false
        var head = ""
        for line in text.csv.split(separator: "\n", omittingEmptySubsequences: false) {
            head += line + "\n"
            let (report, failure) = read(head)
            if failure == nil, report.lines.isEmpty, report.rejections.isEmpty,
                report.layout == text.layout
            {
                found = true
                break
            }
        }
        #expect(found || text.needsRows, "\(file)")
    }
}
