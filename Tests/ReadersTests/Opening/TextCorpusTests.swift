import Facts
import Scanning
import TestKit
import Testing

/// The shared corpus of text formats, where it lies beside the repository, through the whole way a
/// file takes.
@Suite struct TextCorpusTests {
    static let files = ["1c", "clientbank-by", "txt", "pdf-text"]
        .flatMap { OFXCorpusTests.expectations(below: OFXCorpusTests.root + "/" + $0) }.sorted()

    @Test(arguments: files) func `the file is read as expected`(_ expectation: String) throws {
        let result = StatementReading(path: String(expectation.dropLast(".expected.json".count)))
        let expected = try JSONValue.parse(OFXCorpusTests.contents(expectation).span)
        let rows = expected["transactions"]?.elements ?? []
        #expect(result.failure == nil)
        #expect(result.rejections == [])
        #expect(result.batch.lines.count == rows.count)
        for (line, row) in zip(result.batch.lines, rows) {
            let currency = row["currency"]?.text.flatMap { Currency(code: $0) } ?? .unknown
            #expect(row["date"]?.text == line.made.day.text)
            #expect(
                row["amount"]?.text.flatMap { Money(text: $0, currency: currency) } == line.amount)
            #expect(row["bank_id"]?.text ?? "" == result.batch.string(line.bankID))
            #expect(
                collapsed(row["description"]?.text ?? "")
                    == collapsed(result.batch.string(line.description)))
            if let name = row["counterparty"]?.text {
                #expect(name == result.batch.string(line.counterpartyName))
            }
            if let category = row["bank_category"]?.text {
                #expect(category == result.batch.string(line.bankCategory))
            }
            if let original = row["original_amount"]?.text {
                let code = row["original_currency"]?.text.flatMap { Currency(code: $0) }
                #expect(Money(text: original, currency: code ?? .unknown) == line.originalAmount)
            }
        }
        let ids = (expected["accounts"]?.elements ?? []).compactMap { $0["id"]?.text }
        #expect(result.accounts.map(\.number).filter { !$0.isEmpty } == ids)
    }

    private func collapsed(_ text: String) -> String {
        text.split(separator: " ").joined(separator: " ")
    }
}
