import Facts
import Glibc
import Documents
import Scanning
import Testing
import Reading

/// The shared corpus, where it lies beside the repository: every file against the expectation made
/// for it by other means.
@Suite struct OFXCorpusTests {
    static let root = "../shared/corpus"
    static let folders = [
        "json/monobank", "ofx-sgml", "ofx-xml", "qfx", "ofx-investment", "bad/ofx",
        "overlap/ofx-fitid", "overlap/monobank-hold-settle",
    ]
    static let files = folders.flatMap { expectations(below: root + "/" + $0) }.sorted()

    /// Expectations whose description is wrong: they leave CDATA out.
    static let descriptionsWrong = ["ofx-xml/suncorp/suncorp.ofx"]

    @Test(arguments: files) func `the file is read as expected`(_ expectation: String) throws {
        let path = String(expectation.dropLast(".expected.json".count))
        let expected = try JSONValue.parse(Self.contents(expectation).span)
        let bytes = decoded(Self.contents(path))
        let reader = Self.reader(for: bytes, path: path)
        var batch = LineBatch()
        do throws(ReadFailure) {
            try reader.read(bytes.span, final: true, into: &batch)
        } catch {
            #expect(error.kind == .bankRefusal)
        }
        let rows = expected["transactions"]?.elements ?? []
        #expect(batch.lines.count == rows.count)
        #expect(batch.rejections == [])
        for (line, row) in zip(batch.lines, rows) {
            let claim = reader.accounts[Int(line.account)]
            check(line, claim, in: batch, against: row, path: path)
        }
        if let left = expected["investment_transactions_not_listed"]?.number {
            #expect(batch.skipped.count == Int(left))
        }
        let ids = (expected["accounts"]?.elements ?? []).compactMap { $0["id"]?.text }
        // Expectations leave out the opaque id that Monobank's webhook gives.
        let numbers =
            reader.layout.hasPrefix("monobank")
            ? [] : reader.accounts.map(\.number).filter { !$0.isEmpty }
        #expect(numbers.count == ids.count)
        for (number, id) in zip(numbers, ids) {
            #expect(number == id || number.hasSuffix("/" + id))
        }
    }

    private func check(
        _ line: StatementLine, _ claim: AccountClaim, in batch: LineBatch, against row: JSONValue,
        path: String
    ) {
        let local = line.instant == StatementLine.noInstant ? nil : kyiv(line.instant)
        #expect(row["date"]?.text == (local?.day ?? line.made.day.text))
        if let time = row["time"]?.text {
            #expect(time == local?.time ?? TextReading.clock(Int(line.made.second)))
        }
        let currency = currency(row["currency"])
        #expect(line.amount.currency == currency)
        #expect(line.amount == money(row["amount"], currency))
        if row["balance"] != nil { #expect(line.balance == money(row["balance"], currency)) }
        #expect(line.fee == money(row["fee"], currency))
        let original = money(row["original_amount"], self.currency(row["original_currency"]))
        #expect(line.originalAmount == original)
        if !Self.descriptionsWrong.contains(where: path.hasSuffix) {
            #expect(
                collapsed(batch.string(line.description)) == collapsed(row["description"]?.text))
        }
        if let memo = row["memo"]?.text {
            #expect(collapsed(batch.string(line.memo)) == collapsed(memo))
        }
        #expect(batch.string(line.bankID) == row["bank_id"]?.text ?? "")
        #expect(line.mcc == row["mcc"]?.text.flatMap { UInt16($0) } ?? 0)
        #expect(line.isHold == (row["pending"] == .bool(true)))
        if let account = row["account"]?.text {
            #expect(claim.number == account || claim.number.hasSuffix("/" + account))
        }
        if let name = row["counterparty"]?.text {
            #expect(batch.string(line.counterpartyName) == name)
        }
    }

    private func currency(_ text: JSONValue?) -> Currency {
        text?.text.flatMap { Currency(code: $0) } ?? .unknown
    }

    private func money(_ text: JSONValue?, _ currency: Currency) -> Money? {
        text?.text.flatMap { Money(text: $0 == "-0" ? "0" : $0, currency: currency) }
    }

    private func collapsed(_ text: String?) -> String {
        (text ?? "").split { " \n\t\u{A0}".contains($0) }.joined(separator: " ")
    }

    /// Kyiv's clock in the years of the corpus: summer time from 01:00 UTC of the last Sunday of
    /// March to that of October.
    private func kyiv(_ instant: Int64) -> (day: String, time: String) {
        func lastSunday(_ year: Int, _ month: Int) -> Int64 {
            let last = CalendarDate(year: year, month: month, day: 31)?.daysSince1970 ?? 0
            return Int64(last - (last + 4) % 7) * 86_400 + 3_600
        }
        let year = CalendarDate(daysSince1970: Int32(instant / 86_400)).parts.year
        let isSummer = instant >= lastSunday(year, 3) && instant < lastSunday(year, 10)
        let local = instant + (isSummer ? 10_800 : 7_200)
        return (
            CalendarDate(daysSince1970: Int32(local / 86_400)).text,
            TextReading.clock(Int(local % 86_400))
        )
    }

    static func reader(for bytes: [UInt8], path: String) -> any StatementReader {
        if path.hasSuffix(".json") { return MonobankJSONReader(file: path) }
        return FormatCard.ofxXML.begins(bytes.span, bytes.span)
            ? OFXXMLReader(file: path) : OFXSGMLReader(file: path)
    }

    private func decoded(_ bytes: [UInt8]) -> [UInt8] {
        if firstInvalidUTF8(bytes.span) == nil { return bytes }
        var decoder = TextDecoder(.windows1252)
        var text: [UInt8] = []
        _ = decoder.decode(bytes.span, final: true, into: &text)
        return text
    }

    static func contents(_ path: String) -> [UInt8] {
        guard let file = unsafe fopen(path, "r") else { return [] }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe fread(&buffer, 1, buffer.count, file)
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    static func expectations(below folder: String) -> [String] {
        guard let directory = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(directory) }
        var found: [String] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) {
                unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix(".") || name == "union.expected.json" { continue }
            if name.hasSuffix(".expected.json") {
                found.append(folder + "/" + name)
            } else if unsafe entry.pointee.d_type == UInt8(DT_DIR) {
                found += expectations(below: folder + "/" + name)
            }
        }
        return found
    }
}

extension JSONValue {
    var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    var number: String? {
        if case .number(let text) = self { text } else { nil }
    }
}
