import Facts
import Glibc
import Scanning
import TestKit
import Testing
import Reading

/// Compares readings with the expectations of the corpus of bank files, where it lies beside the
/// package.
@Suite struct `CSV corpus` {
    static let root = String(#filePath.split(separator: "/").dropLast(4).joined(separator: "/"))
    static let corpus = "/" + root + "/../shared/corpus"
    static let isThere = unsafe access(corpus + "/MANIFEST.csv", R_OK) == 0

    /// Every table with an expectation, but for one whose encoding the program cannot tell.
    static let files = tables.filter { path in
        if path.hasPrefix("csv/alipay/") { return false }
        return unsafe access(corpus + "/" + path + ".expected.json", R_OK) == 0
    }

    /// Samples too short to tell their encoding.
    static let encodings = [
        "csv/generic-ua/koi8-u.csv": "koi8-u",
        "csv/delavska-si/promet.csv": "windows-1250",
        "csv/rabobank/CSV_A_20180414_112204.csv": "windows-1252",
    ]

    @Test(.enabled(if: isThere), arguments: drawn(every: 12, of: files))
    func `a file of the corpus reads as expected`(path: String) throws {
        let file = Self.corpus + "/" + path
        let statement = StatementReading(
            path: file, options: ReadOptions(encoding: Self.encodings[path]))
        let batch = statement.batch
        #expect(statement.failure == nil)
        #expect(statement.rejections == [])

        let json = try readWholeFile(file + ".expected.json", limit: 1 << 24)
        let expected = try JSONValue.parse(json.span)
        let transactions = expected["transactions"]?.listed ?? []
        #expect(batch.lines.count == transactions.count)
        for (line, wanted) in zip(batch.lines, transactions) {
            let shown = "\(line.rendered(in: batch))"
            #expect(line.made.day.text == wanted["date"]?.text, "\(shown)")
            #expect(Self.isSame(line.amount, wanted["amount"]), "\(shown)")
            #expect(
                wanted["currency"].map(\.isNothing) == true
                    || line.amount.currency.code == wanted["currency"]?.text, "\(shown)")
            let description = Self.collapsed(batch.string(line.description))
            #expect(description == Self.collapsed(wanted["description"]?.text ?? ""), "\(shown)")
            #expect(batch.string(line.bankID) == wanted["bank_id"]?.text ?? "", "\(shown)")
            if let time = wanted["time"]?.text {
                #expect(line.made.rendered.contains(" " + time), "\(shown)")
            }
            if let mcc = wanted["mcc"]?.text { #expect("\(line.mcc)" == mcc, "\(shown)") }
            if let balance = wanted["balance"] {
                #expect(line.balance.map { Self.isSame($0, balance) } == true, "\(shown)")
            }
            if let fee = wanted["fee"] {
                #expect(line.fee.map { Self.isSame($0, fee) } == true, "\(shown)")
            }
            if let original = wanted["original_amount"]?.text {
                #expect(
                    line.originalAmount.map {
                        Self.magnitude($0.text) == Self.magnitude(original)
                    } == true, "\(shown)")
                #expect(
                    line.originalAmount?.currency.code == wanted["original_currency"]?.text,
                    "\(shown)")
            }
            if let account = wanted["account"]?.text, account != "Current" {
                let claim = statement.accounts[Int(line.account)]
                // The corpus prints a spreadsheet's apostrophes around a card, and keeps line
                // breaks as blanks.
                let plain = account.replacing("'", with: "")
                #expect(claim.number == plain || claim.product == account, "\(shown)")
            }
            if let category = wanted["bank_category"]?.text {
                #expect(batch.string(line.bankCategory) == category, "\(shown)")
            }
            if case .bool(let isPending) = wanted["pending"] ?? .null {
                #expect(line.isHold == isPending, "\(shown)")
            }
        }
        for (account, wanted) in zip(statement.accounts, expected["accounts"]?.listed ?? []) {
            if let id = wanted["id"]?.text { #expect(account.number == id) }
            if let currency = wanted["currency"]?.text {
                #expect(account.currency.code == currency)
            }
        }
    }

    /// Every table of the corpus, also of banks that have no layout yet.
    static let tables: [String] = {
        guard let manifest = try? readWholeFile(corpus + "/MANIFEST.csv", limit: 1 << 24) else {
            return []
        }
        return String(decoding: manifest, as: UTF8.self).split(whereSeparator: \.isNewline)
            .compactMap { $0.split(separator: ",").first.map(String.init) }
            .filter { $0.hasPrefix("csv/") || $0.hasPrefix("bad/csv/") }
    }()

    @Test(.enabled(if: isThere), arguments: tables)
    func `a table is read right or refused, never read wrong`(path: String) throws {
        let file = Self.corpus + "/" + path
        let statement = StatementReading(path: file)
        guard let json = try? readWholeFile(file + ".expected.json", limit: 1 << 24) else { return }
        guard statement.failure == nil else { return }
        let expected = try JSONValue.parse(json.span)
        // Rows that were read have their place in the expectation, in order.
        var wanted = (expected["transactions"]?.listed ?? [])[...]
        for line in statement.batch.lines {
            let found = wanted.firstIndex {
                $0["date"]?.text == line.made.day.text && Self.isSame(line.amount, $0["amount"])
            }
            #expect(found != nil, "\(line.rendered(in: statement.batch))")
            if let found { wanted = wanted[(found + 1)...] }
        }
    }

    private static func isSame(_ money: Money, _ wanted: JSONValue?) -> Bool {
        guard let text = wanted?.text else { return false }
        return Money(text: text, currency: money.currency) == money
    }

    private static func magnitude(_ text: String) -> Money? {
        Money(text: text.replacing("-", with: ""), currency: .eur)
    }

    private static func collapsed(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension JSONValue {
    fileprivate var listed: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }

    fileprivate var isNothing: Bool {
        if case .null = self { true } else { false }
    }
}
