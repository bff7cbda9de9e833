import Facts
import TestKit
import Testing

/// Spreadsheets and web pages put blanks around cells, no-break ones too: no cell means another
/// thing by them.
@Suite struct `Padded cells` {
    private static let monobank = [
        "Дата операції,Час операції,Деталі операції,Контрагент,IBAN контрагента,"
            + "Сума в валюті рахунку,Залишок після операції,Номер платіжного доручення",
        "15.01.2026,14:02:11,Надходження,ТОВ,UA213223130000026007233566002,125.00,300.00,DOC-1",
        "16.01.2026,09:30:00,Податок,ГУК,UA288999980314010698000026010,-34.00,266.00,DOC-2",
    ]
    private static let unknown = [
        "Datum,Betrag,Währung,Saldo,Verwendungszweck",
        "15.01.2026,125.00,EUR,300.00,Gehalt",
        "16.01.2026,-34.00,EUR,266.00,Bäckerei",
        "17.01.2026,-6.00,EUR,260.00,Kiosk",
    ]

    private static func facts(_ rows: [String], _ before: String, _ after: String) -> [String] {
        let text = rows.map { row in
            row.split(separator: ",").map { before + $0 + after }.joined(separator: ",") + "\n"
        }.joined()
        let file = TemporaryFile(Array(text.utf8), name: "a.csv")
        let reading = StatementReading(path: file.path)
        guard reading.failure == nil, reading.rejections.isEmpty else {
            return [reading.failure?.rendered ?? "", "\(reading.rejections)"]
        }
        return reading.batch.lines.map { line in
            "\(line.made) \(line.amount.rendered) \(line.balance?.rendered ?? "") "
                + reading.batch.string(line.bankID)
        }
    }

    @Test(arguments: [monobank, unknown], [" ", "\u{A0}", "\u{A0} \u{A0}"])
    func `blanks around cells change nothing`(rows: [String], blanks: String) {
        let plain = Self.facts(rows, "", "")
        #expect(plain.count == rows.count - 1)
        #expect(Self.facts(rows, blanks, blanks) == plain)
        #expect(Self.facts(rows, blanks, "") == plain)
        #expect(Self.facts(rows, "", blanks) == plain)
    }

    /// Every row without an id would else have one and the same.
    @Test(arguments: ["nan", "NULL", "None", "N/A", "#N/A"])
    func `a script's word for nothing is no id`(word: String) {
        let rows = Self.monobank.map { $0.replacing("DOC-2", with: word) }
        #expect(Self.facts(rows, "", "").last?.hasSuffix(" ") == true)
    }
}
