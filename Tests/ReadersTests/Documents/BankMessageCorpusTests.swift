import Facts
import Scanning
import TestKit
import Testing

/// CAMT, MT940 and QIF of the shared corpus, where it lies beside the repository: every file
/// against its expectation, in file order.
@Suite struct BankMessageCorpusTests {
    static let files = ["camt", "mt940", "qif", "bad/camt", "bad/mt940", "bad/qif"].flatMap {
        OFXCorpusTests.expectations(below: OFXCorpusTests.root + "/" + $0)
    }.sorted()

    @Test(arguments: files) func `the file is read as expected`(_ expectation: String) throws {
        let path = String(expectation.dropLast(".expected.json".count))
        let reading = StatementReading(path: path)
        #expect(reading.failure == nil)
        #expect(reading.rejections == [])
        let expected = try JSONValue.parse(OFXCorpusTests.contents(expectation).span)
        let rows = expected["transactions"]?.elements ?? []
        #expect(reading.batch.lines.count == rows.count)
        for (line, row) in zip(reading.batch.lines, rows) {
            let shown = line.rendered(in: reading.batch)
            let string = { (ref: TextRef) in reading.batch.string(ref) }
            // Of MT940 the corpus has the day of value, and month and day of the entry.
            if let entry = row["entry_mmdd"]?.text, entry.utf8.count == 4 {
                let day = line.made.day.text
                #expect("\(day.dropFirst(5).prefix(2))\(day.suffix(2))" == entry, "\(shown)")
                #expect((line.valueOn?.text ?? day) == row["date"]?.text, "\(shown)")
            } else {
                #expect(line.made.day.text == row["date"]?.text, "\(shown)")
            }
            #expect(line.amount.currency.code == row["currency"]?.text ?? "", "\(shown)")
            let amount = row["amount"]?.text.flatMap {
                Money(text: $0, currency: line.amount.currency)
            }
            #expect(line.amount == amount, "\(shown)")
            #expect(string(line.bankID) == row["bank_id"]?.text ?? "", "\(shown)")
            #expect(
                folded(string(line.description)) == folded(row["description"]?.text), "\(shown)")
            if let day = row["value_date"]?.text { #expect(line.valueOn?.text == day) }
            // The corpus gives a batch the name of its first payment, we what all have.
            if let name = row["counterparty"]?.text, row["details_count"] == nil {
                #expect(string(line.counterpartyName) == name)
            }
            if let memo = row["memo"]?.text { #expect(folded(string(line.memo)) == folded(memo)) }
            if let text = row["supplementary"]?.text { #expect(string(line.memo).contains(text)) }
            if let text = row["category"]?.text { #expect(string(line.bankCategory) == text) }
            if let account = row["account"]?.text {
                #expect(reading.accounts[Int(line.account)].number == account)
            }
        }
    }

    private func folded(_ text: String?) -> String {
        (text ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
