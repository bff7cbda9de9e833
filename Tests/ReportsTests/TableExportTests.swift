import Facts
import Reports
import Testing

@Suite struct `Spreadsheets and programs` {
    private func exported(_ rows: [ReportRow], _ form: TableExport.Form) throws -> String {
        let collected = Pile()
        var export = TableExport(form, names: testNames)
        _ = try export.write(stream(rows)) { collected.bytes += $0 }
        return String(decoding: collected.bytes, as: UTF8.self)
    }

    private var line: ReportRow {
        var line = row(
            1, "2025-03-14", money("-125.50"), category: "eating_out.coffee",
            payee: "Кава, \"Біла\"",
            "=HYPERLINK(\"x\")")
        line.mcc = 742
        line.balance = money("10")
        line.bankID = "-12"
        return line
    }

    @Test func `CSV quotes by RFC 4180 and neutralises formulas`() throws {
        let text = try exported([line], .csv)
        #expect(
            text == "date,account,amount,currency,category,payee,description,memo,note,tags,"
                + "counterparty,mcc,original_amount,original_currency,balance,bank_id,transfer_to,"
                + "key,part\r\n"
                + "2025-03-14,monobank-UAH,-125.50,UAH,eating_out.coffee,\"Кава, \"\"Біла\"\"\","
                + "\"'=HYPERLINK(\"\"x\"\")\",,,,,0742,,,10.00,'-12,,"
                + "1-00000001-20250314-0000000000000001,\r\n")
    }

    @Test func `Ukrainian CSV opens in a Ukrainian spreadsheet`() throws {
        let text = try exported([line], .csvUkrainian)
        #expect(text.unicodeScalars.first == "\u{FEFF}")
        #expect(text.contains("Дата;Рахунок;Сума;Валюта;Категорія;Отримувач;Опис;"))
        #expect(text.contains("14.03.2025;monobank-UAH;-125,50;UAH;Кафе: Кава;"))
        #expect(text.contains(";10,00;'-12;"))
    }

    @Test func `splits are rows that sum to the line`() throws {
        var split = row(1, "2025-03-14", money("-100"))
        split.splits = [
            .init(category: "groceries", amount: money("-60")),
            .init(category: "eating_out", amount: money("-40"), note: "кава"),
        ]
        let rows = try exported([split], .csv).split(separator: "\r\n").dropFirst()
        #expect(rows.count == 2)
        #expect(rows.allSatisfy { $0.contains("-60.00") != $0.contains("-40.00") })
        #expect(rows.first?.hasSuffix(",1") == true && rows.last?.hasSuffix(",2") == true)
    }

    @Test func `JSON Lines leave out what is absent`() throws {
        #expect(
            try exported([row(1, "2025-03-14", money("-1.5"), "a\"\n")], .jsonLines)
                == "{\"key\":\"1-00000001-20250314-0000000000000001\",\"account\":\"monobank-UAH\","
                + "\"date\":\"2025-03-14\",\"amount\":\"-1.50\",\"currency\":\"UAH\","
                + "\"description\":\"a\\\"\\n\"}\n")
    }

    @Test(
        arguments: hostileTexts + ["'", "''", "'=1", "=1", " =1", "@x", "\t1", "\r", "'abc", "＝1"])
    func `what is neutralised comes back`(text: String) {
        let safe = CSVText.neutralised(text)
        #expect(CSVText.restored(safe).utf8.elementsEqual(text.utf8))
        #expect(!["=", "+", "-", "@", "\t", "\r"].contains(safe.unicodeScalars.first))
    }

    @Test(arguments: ["abc", "1", "Сільпо", "a=b", ""])
    func `plain text stays as it is`(text: String) {
        #expect(CSVText.cell(text) == text)
    }
}

private final class Pile {
    var bytes: [UInt8] = []
}
