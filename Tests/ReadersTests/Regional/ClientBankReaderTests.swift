import Facts
import Regional
import TestKit
import Testing

private func reading(_ text: String) -> TextReading {
    TextReading(text, by: ClientBankReader(file: "f"))
}

/// A statement with these lines between its headings and its end.
private func statement(
    _ body: String, type: Int = 4, heading: String = "", end: String = "####\n"
) -> String {
    """
    ***** ^Type=\(type)^ ^Acc=BY34ALFA30120000000010270000^  -  Выписка
    [IN_PARAM]
    ^DateBegin=10.06.2026^
    \(heading)
    [OUT_PARAM]
    ^Time=15.06.2026, 12.55^
    \(body)
    \(end)
    """
}

private func row(
    _ amounts: String = "^Db=0.00^\n^Credit=1840.00^", _ rest: String = "",
    date: String = "10.06.2026"
) -> String {
    """
    ^DocDate=\(date)^
    ^Num=101^
    ^Code=ALFABY2X^
    ^Acc=BY24ALFA30120000000000000001^
    ^OperationID=OP1^
    \(amounts)
    ^KorUNP=200000001^
    ^KorName=ООО "Ромашка"^
    ^Nazn=Оплата по до^
    \(rest)

    """
}

@Suite struct ClientBankReaderTests {
    @Test func `rows of a rouble account`() {
        let result = reading(
            statement(
                "^RestIn=10.00^\n" + row("^Db=0.00^\n^Credit=1840.00^", "^Nazn2=говору 7^")
                    + row("^Db=540.5^\n^Credit=0.00^", "^OpDate=10.06.2026^\n^DateTime=12:00:25^")
                    + "^DB=540.50^\n^CR=1840.00^\n^RestOut=1309.50^"))
        #expect(result.failure == nil)
        #expect(
            result.lines == [
                "0 #0 l8 2026-06-10 booked=2026-06-10 1840.00BYN id=OP1 who=ООО \"Ромашка\" "
                    + "iban=BY24ALFA30120000000000000001 tax=200000001 «Оплата по договору 7»",
                "0 #1 l19 2026-06-10T12:00:25 booked=2026-06-10 -540.50BYN id=OP1 who=ООО \"Ромашка\" "
                    + "iban=BY24ALFA30120000000000000001 tax=200000001 «Оплата по до»",
            ])
        #expect(result.accounts.map(\.number) == ["BY34ALFA30120000000010270000"])
    }

    @Test(arguments: [
        (3, "^CurrCode=933^", "^Db=5^\n^Credit=0^", "-5.00BYN"),
        (3, "^CurrCode=840^", "^Db=5^\n^Credit=0^", "-5.00USD"),
        (400, "", "^Db=0^\n^Credit=5^", "5.00BYN"),
        (5, "^I1=EUR^", "^DebQ=5^\n^CreQ=0^\n^Deb=17.5^\n^Cre=0^", "-5.00EUR"),
        (600, "^I1=CNY^", "^DebQ=0.00^\n^CreQ=0.00^\n^Deb=0.00^\n^Cre=534.61^", "0.00CNY"),
        (600, "", "^I2=USD^\n^DebQ=0.00^\n^CreQ=7^\n^Deb=0.00^\n^Cre=20^", "7.00USD"),
        (5, "", "^Db=5^\n^Credit=0^", "-5.00"),
        (
            400, "^Header4=Счет*** BY34ALFA30120000000010270000 EUR Пассивный^",
            "^Db=5^\n^Credit=0^", "-5.00EUR"
        ),
    ])
    func `the side and the currency`(
        _ type: Int, _ heading: String, _ amounts: String, _ expected: String
    ) {
        let result = reading(statement(row(amounts), type: type, heading: heading))
        #expect(result.rejections == [])
        #expect(result.lines.map { $0.split(separator: " ")[5] } == [Substring(expected)])
        #expect(result.failure == nil)
    }

    @Test(arguments: [
        ("^Db=5^\n^Credit=6^", RowRejection.Kind.amountTwoSides), ("", .amountMissing),
        ("^Db=0.00^", .amountMissing), ("^Db=5x^\n^Credit=0^", .amountNotANumber),
        ("^Db=-5^\n^Credit=0^", .directionUnknown), ("^DB=5^\n^Credit=0^", .amountMissing),
        ("^I2=USD^\n^Db=5^\n^Credit=0^", .currencyUnknown),
        ("^Db=5^\n^Db=5^\n^Credit=0^", .recordIncomplete),
    ])
    func `what is no row is refused`(_ amounts: String, _ kind: RowRejection.Kind) {
        let result = reading(statement(row(amounts) + row(), heading: "^CurrCode=933^"))
        #expect(result.rejections.first?.kind == kind)
        #expect(result.lines.count == 1)
    }

    @Test func `a row whose beginning is damaged is never lost or joined`() {
        let first = reading(statement(row().replacing("^DocDate", with: "^DocDat") + row()))
        #expect(first.rejections.map(\.kind) == [.recordIncomplete])
        #expect(first.lines.count == 1)
        let second = reading(statement(row() + row().replacing("^DocDate", with: "^DocDat")))
        #expect(second.rejections.map(\.kind) == [.recordIncomplete])
        #expect(second.lines == [])
        let day = reading(statement(row(date: "31.06.2026") + row(date: "10/06/2026")))
        #expect(day.rejections.map(\.kind) == [.dateNotADay])
        #expect(day.lines.count == 1)
    }

    @Test func `only some types number their operations for good`() {
        #expect(reading(statement(row(), type: 3)).lines.allSatisfy { !$0.contains("id=") })
        let document = reading(statement(row("^DocID=77^\n^Db=1^\n^Credit=0^"), type: 400))
        #expect(document.lines.map { $0.contains("id=77 ") } == [true])
    }

    @Test func `values go on over line breaks`() {
        let result = reading(statement(row("^Db=0^\n^Credit=5^", "^Nazn2=говору\n№ 7 от мая^")))
        #expect(result.lines.map { $0.hasSuffix("«Оплата по договору № 7 от мая»") } == [true])
    }

    @Test func `several days in one statement`() {
        let result = reading(
            statement(
                "^DateIn=10.06.2026^\n^RestIn=10.00^\n" + row()
                    + "^DB=0^\n^CR=1840^\n^RestOut=1850^\n"
                    + "^DateIn=11.06.2026^\n^RestIn=1850^\n" + row(date: "11.06.2026")
                    + "^DB=0^\n^CR=1840^\n^RestOut=3690^"))
        #expect(result.lines.count == 2)
        #expect(result.failure == nil)
    }

    @Test func `totals that disagree are told and reject nothing`() {
        let result = reading(statement(row() + "^DB=0.00^\n^CR=1840.01^"))
        #expect(result.lines.count == 1)
        #expect(result.failure?.kind == .totalsDisagree)
        #expect(result.failure?.details == ["CR", "1840.00 ≠ 1840.01"])
    }

    @Test func `a file that is cut keeps its whole rows and says so`() {
        let result = reading(statement(row() + row(), end: ""))
        #expect(result.lines.count == 1)
        #expect(result.rejections.map(\.kind) == [.recordIncomplete])
        #expect(result.failure?.kind == .truncated)
    }

    @Test func `an empty statement has its account and no rows`() {
        let result = reading(statement("^RestIn=5^\n^DB=0^\n^CR=0^\n^RestOut=5^"))
        #expect(result.rowCount == 0)
        #expect(result.failure == nil)
        #expect(result.accounts.count == 1)
    }

    @Test(arguments: ["x\n", "***** ^Acc=BY1^\n", "***** ^Type=x^\n", ""])
    func `without its first line nothing is read`(_ text: String) {
        #expect(reading(text).failure?.kind == .malformed)
    }

    @Test func `cuts change nothing`() {
        let text = statement(
            row("^Db=0^\n^Credit=5^", "^Nazn2=говору\n№ 7^") + row() + "^CR=1845^\n^DB=0^")
        #expect(verifyReader(Array(text.utf8)) { ClientBankReader(file: "f") } == [])
    }
}
