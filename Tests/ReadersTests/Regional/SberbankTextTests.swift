import Facts
import Regional
import TestKit
import Testing

private func reading(_ text: String) -> TextReading {
    TextReading(text, by: SberbankTextReader(file: "f"))
}

private let heading = """
                                   С Б Е Р Б А Н К  Р О С С И И
                                       ОТЧЕТ ПО СЧЕТУ КАРТЫ

    ЛИМИТ ОВЕРДРАФТА:                    0.00                                            ВАЛЮТА СЧЕТА
                                                                                              RUR

    ОСТАТОК НА НАЧАЛО ПЕРИОДА:                                                              1000.00

    """
private let table = """
    --------------------+-----+-----+-------+--------------------------+---------------+--------------
         ТИП КАРТЫ,     |ДАТА |ДАТА |   №   |            ВИД,          |          СУММА|        СУММА
                        |     |БОТКИ| ЦИИ   |      ВАЛЮТА ОПЕРАЦИИ     |       ОПЕРАЦИИ|        СЧЕТА
    --------------------+-----+-----+-------+--------------------------+---------------+--------------

    """
private let closing = """
    --------------------+-----+-----+-------+--------------------------+---------------+--------------
    ИТОГО:                                                                                     0.00
    ОСТАТОК НА КОНЕЦ ПЕРИОДА:                                                               1250.00

    """
private let rows = """
    СБЕРБАНК - MAESTRO  30ДЕК 02ЯНВ20 231670 SBOL                   RUR          500.00      500.00CR
    XXXXXXXXX XXXX40696                         MOSCOW       RUS
    ОСНОВНАЯ            02ЯНВ 03ЯНВ20 269948 КАФЕ ИТОГО 5           USD            4.00      250.00
                                                BERLIN       DEU
                   ***************** ИТОГО ПО ОСНОВНОЙ КАРТЕ                                 250.00

    """

@Suite struct SberbankTextTests {
    @Test func `rows under the ruler, with a year for the day of the operation`() {
        let result = reading(heading + table + rows + closing)
        #expect(result.failure == nil)
        #expect(result.rejections == [])
        #expect(
            result.lines == [
                "0 #0 l12 2019-12-30 booked=2020-01-02 500.00RUR id=231670 memo=MOSCOW RUS «SBOL»",
                "0 #1 l14 2020-01-02 booked=2020-01-03 -250.00RUR original=-4.00USD id=269948 "
                    + "memo=BERLIN DEU «КАФЕ ИТОГО 5»",
            ])
        #expect(result.accounts.map(\.currency.code) == ["RUR"])
    }

    @Test func `a page in between changes nothing`() {
        let first = rows.split(separator: "\n", omittingEmptySubsequences: false)
        let pages =
            heading + table + first[0] + "\n" + first[1] + "\n"
            + closing.split(separator: "\n")[0] + "\n\u{C}       ОТЧЕТ ПО СЧЕТУ КАРТЫ\n" + table
            + first[2...].joined(separator: "\n") + closing
        #expect(reading(pages).lines.count == 2)
        #expect(reading(pages).failure == nil)
    }

    @Test(arguments: [
        ("30ДЕК ", "30Д К ", RowRejection.Kind.dateNotADay), ("30ДЕК ", "31НОЯ ", .dateNotADay),
        ("02ЯНВ20", "02ЯНВ  ", .dateNotADay), ("231670", "23x670", .valueOfWrongType),
        ("RUR          500", "R R          500", .currencyUnknown),
        ("500.00CR", "50a.00CR", .amountNotANumber),
        ("      500.00CR", "              ", .amountMissing),
        ("500.00CR", "-50.00CR", .amountNotANumber),
    ])
    func `a damaged row is refused and not passed over`(
        _ text: String, _ damage: String, _ kind: RowRejection.Kind
    ) {
        let result = reading(heading + table + rows.replacing(text, with: damage) + closing)
        #expect(result.rejections.map(\.kind) == [kind])
        #expect(result.lines.count == 1)
        #expect(result.failure == nil)
    }

    @Test func `balances that disagree are told and reject nothing`() {
        let result = reading(heading + table + rows + closing.replacing("1250.00", with: "1250.01"))
        #expect(result.lines.count == 2)
        #expect(result.failure?.kind == .totalsDisagree)
    }

    @Test func `a report that is cut keeps its whole rows and says so`() {
        let text = heading + table + rows
        let result = reading(String(text.prefix(text.count - 60)))
        #expect(result.failure?.kind == .truncated)
        #expect(result.lines.count <= 2)
        let short = reading(heading + table + String(rows.prefix(96)))
        #expect(short.lines == [])
        #expect(short.rejections.count == 1)
    }

    @Test func `an empty report has no rows`() {
        let result = reading(heading + table + closing.replacing("1250.00", with: "1000.00"))
        #expect(result.rowCount == 0)
        #expect(result.failure == nil)
    }

    @Test func `cuts change nothing`() {
        let text = Array((heading + table + rows + closing).utf8)
        #expect(verifyReader(text) { SberbankTextReader(file: "f") } == [])
    }
}
