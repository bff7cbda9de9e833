import Facts
import Glibc
import Opening
import Scanning
import TestKit
import Testing
import Reading

/// A file that is gone when the test is over.
final class TemporaryFile {
    private let folder = TemporaryFolder()
    let path: String

    init(_ bytes: [UInt8], name: String = "statement.csv") {
        path = folder.path + "/" + name
        write(bytes)
    }

    func write(_ bytes: [UInt8], appending: Bool = false) {
        let flags = O_WRONLY | O_CREAT | (appending ? O_APPEND : O_TRUNC)
        let file = unsafe open(path, flags, 0o600)
        unsafe bytes.withUnsafeBytes { _ = unsafe Glibc.write(file, $0.baseAddress, $0.count) }
        close(file)
    }
}

@Suite struct RefusedByNameTests {
    struct File: Sendable {
        let bytes: [UInt8]
        let name: String
    }

    @Test(arguments: [
        #"{"time":"16:40:03","amount":"-5.00","currency":"UAH","balance":"51.55"}"#,
        #"{"transactions":[{"time":"16:40:03","amount":"-5.00","description":"A"}]}"#,
    ]) func `records that are no bank's are refused as a whole`(row: String) {
        let written = TemporaryFile(Array("\(row)\n\(row)\n".utf8), name: "a.json")
        let result = StatementReading(path: written.path)
        #expect(result.failure?.kind == .formatUnknown)
        #expect(result.failure?.details == ["json"])
        #expect(result.failure?.found.revealed.contains("amount") == true)
    }

    @Test(arguments: [
        File(bytes: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0, 4], name: "7z"),
        File(bytes: Array("Rar!".utf8) + [0x1A, 0x07, 0], name: "rar"),
        File(bytes: Array("{\\rtf1 13.02.2026}".utf8), name: "rtf"),
        File(bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], name: "image"),
        File(
            bytes: [0x03, 126, 1, 2, 1, 0, 0, 0, 65, 0, 20, 0] + [UInt8](repeating: 0, count: 60),
            name: "dbf"),
        File(
            bytes: Array("305299;26001234567890;1;02.01.26;02.01.26;".utf8) + [0xCE]
                + Array(";;;;;-10,50;\r\n".utf8), name: "multicash"),
        File(
            bytes: Array("305299;26001234567890;001;02.01.2026;UAH;100,00;10,50;0,00;\r\n".utf8),
            name: "multicash"),
    ]) func `what is known and not read is refused by its name`(file: File) {
        let written = TemporaryFile(file.bytes)
        let result = StatementReading(path: written.path)
        #expect(result.failure?.kind == .formatUnknown)
        #expect(result.failure?.details == [file.name])
        // A signature is a proof, whatever format the user names; a guess is not.
        let forced = StatementReading(path: written.path, options: ReadOptions(format: "csv"))
        let isProof = !["dbf", "multicash"].contains(file.name)
        #expect((forced.failure?.details == [file.name]) == isProof)
    }
}

private let table =
    "Дата;Категорія;Картка;Опис операції;Сума в валюті картки;Валюта картки;Сума в валюті транзакції;"
    + "Валюта транзакції;Залишок на кінець періоду;Валюта залишку\n"
    + "21.11.2025 17:36:03;Продукти;5168;Їжа й ґудзики;-310,82;UAH;310,82;UAH;1689,18;UAH\n"

@Suite struct `Statement file` {
    @Test(arguments: ["utf-8", "utf-16le", "utf-16be", "windows-1251", "koi8-u"])
    func `one table in several encodings reads the same`(encoding: String) {
        let file = TemporaryFile(encoded(table, encoding))
        let option = encoding == "koi8-u" ? encoding : nil
        let reading = StatementReading(path: file.path, options: ReadOptions(encoding: option))
        #expect(reading.failure == nil)
        #expect(reading.encoding == encoding)
        #expect(reading.layout == "privatbank/csv")
        #expect(reading.lines.count == 1)
        #expect(reading.lines.first?.contains("description=Їжа й ґудзики") == true)
    }

    @Test func `a byte-order mark is no part of the first heading`() {
        let file = TemporaryFile([0xEF, 0xBB, 0xBF] + Array(table.utf8))
        #expect(StatementReading(path: file.path).lines.count == 1)
    }

    @Test func `a file of many chunks reads like its rows`() {
        var text = "Date,Description,Amount\n"
        let words = String(repeating: "слово ", count: 40)
        for number in 0..<4_000 {
            text += "2026-01-02,\(words)\(number),-\(number).25\n"
        }
        #expect(text.utf8.count > 6 * Limits.chunkBytes)
        let file = TemporaryFile(Array(text.utf8))
        let reading = StatementReading(path: file.path)
        #expect(reading.failure == nil)
        #expect(reading.lines.count == 4_000)
        #expect(
            reading.lines.last
                == "#3999 | line 4001 | account 0 | made=2026-01-02 | amount=-3999.25 ? | description=\(words)3999"
        )
    }

    @Test func `accents after a megabyte of ASCII still decide the encoding`() {
        var text = "Date,Description,Amount\n"
        let latin = String(repeating: "word ", count: 50)
        for number in 0..<4_000 { text += "2026-01-02,\(latin)\(number),-\(number).25\n" }
        #expect(text.utf8.count > 1 << 20)
        let words = "2026-01-02,Київ Україна їжа єдність ґанок кава хліб молоко ліки,-1.00\n"
        var bytes = Array(text.utf8)
        for _ in 0..<20 { bytes += encoded(words, "windows-1251") }
        let file = TemporaryFile(bytes)
        let reading = StatementReading(path: file.path)
        #expect(reading.failure == nil)
        #expect(reading.encoding == "windows-1251")
        #expect(reading.lines.last?.contains("Київ") == true)
    }

    @Test func `bytes of no character cost their row only`() {
        var bytes = Array(table.utf8)
        for _ in 0..<30 { bytes += Array(table.utf8.split(separator: 0x0A)[1]) + [0x0A] }
        let row = Array(table.utf8.split(separator: 0x0A)[1])
        let at = row.count / 2 - 12
        bytes += row[..<at] + [0xFF, 0xC3] + row[at...] + [0x0A] + row + [0x0A]
        let file = TemporaryFile(bytes)
        let reading = StatementReading(path: file.path, options: ReadOptions(encoding: "utf-8"))
        #expect(reading.failure == nil)
        #expect(reading.lines.count == 32)
        #expect(reading.batch.rejections.map(\.kind) == [.textNotDecodable])
        #expect(reading.batch.rejections.first?.place.line == 33)
    }

    @Test func `too many broken bytes in OFX end the file with their line`() {
        let text = "OFXHEADER:100\n\n<OFX>\n<X>" + String(repeating: "їжак ", count: 40)
        let broken = (0...1_000).flatMap { _ in [0xC3, 0x28] as [UInt8] }
        let file = TemporaryFile(Array(text.utf8) + [0x0A] + broken, name: "a.ofx")
        let reading = StatementReading(path: file.path, options: ReadOptions(encoding: "utf-8"))
        #expect(reading.failure?.kind == .encodingBroken)
        #expect(reading.failure?.place.line == 5)
    }

    struct Sight: Sendable {
        let text: String
        let kind: ReadFailure.Kind
        var details: [String] = []
    }

    @Test(arguments: [
        Sight(text: "", kind: .empty),
        Sight(text: " \r\n\t", kind: .empty),
        Sight(text: "PK\u{3}\u{4}....xl/workbook.xml", kind: .truncated),
        Sight(text: "PK\u{3}\u{4}....umsatz.txt", kind: .truncated),
        Sight(text: "<!DOCTYPE html><html></html>", kind: .webPage),
        Sight(text: "  <HTML><body>", kind: .webPage),
        Sight(
            text:
                "<?xml version=\"1.0\"?><Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\"/>",
            kind: .notAStatement),
        Sight(text: "<?xml version=\"1.0\"?><rows/>", kind: .formatUnknown, details: ["xml"]),
        Sight(text: "{1:F01BANK}{2:}{4:\n:20:x", kind: .notAStatement),
        Sight(text: "!Type:Bank\nD1/2/3\n^", kind: .layoutAmbiguous),
        Sight(text: "1CClientBankExchange\n", kind: .truncated, details: ["КонецФайла"]),
        Sight(text: "***** ^Type=3^ ^Acc=BY1^", kind: .truncated, details: ["####"]),
        Sight(text: "just words", kind: .layoutUnknown),
        Sight(text: "{\"errorDescription\":\"Too many requests\"}", kind: .bankRefusal),
    ])
    func `what is no statement of ours is named`(sight: Sight) {
        let file = TemporaryFile(Array(sight.text.utf8))
        let reading = StatementReading(path: file.path)
        #expect(reading.failure?.kind == sight.kind)
        if !sight.details.isEmpty { #expect(reading.failure?.details == sight.details) }
    }

    @Test func `what is no file is refused`() {
        #expect(StatementReading(path: "/nonexistent/x.csv").failure?.kind == .notFound)
        #expect(StatementReading(path: "/tmp").failure?.kind == .notARegularFile)
        #expect(StatementReading(path: "/dev/null").failure?.kind == .notARegularFile)
    }

    @Test func `a file that grows while it is read is left for another run`() throws {
        let file = TemporaryFile(Array(table.utf8))
        #expect(growing(file.path) { file.write([0x0A], appending: true) } == .changedWhileReading)
    }

    @Test func `a layout of the user is preferred to the built-in ones`() {
        let layout = TemporaryFile(
            Array(
                """
                layout: mine/csv
                bank: mine
                dates: [dd.mm.yyyy]
                decimal: comma
                currency: UAH
                columns: {made: Дата, description: Опис, amount: Сума}
                """.utf8), name: "mine.yaml")
        let file = TemporaryFile(Array("Дата;Опис;Сума\n03.04.2026;x;1,5\n".utf8))
        let reading = StatementReading(
            path: file.path, options: ReadOptions(layouts: [layout.path]))
        #expect(reading.layout == "mine/csv")
        #expect(reading.lines.first?.contains("made=2026-04-03 | amount=1.50 UAH") == true)
    }

    @Test func `an unknown format or encoding of the user is refused`() {
        let file = TemporaryFile(Array(table.utf8))
        #expect(
            StatementReading(path: file.path, options: ReadOptions(format: "word")).failure?.kind
                == .formatUnknown)
        #expect(
            StatementReading(path: file.path, options: ReadOptions(encoding: "latin-9000")).failure?
                .kind == .encodingUnknown)
    }

    private func growing(_ path: String, _ change: () -> Void) -> ReadFailure.Kind? {
        do throws(ReadFailure) {
            var file = try StatementFile(path: path, options: ReadOptions())
            change()
            var batch = LineBatch()
            while try file.next(into: &batch) {}
            return nil
        } catch {
            return error.kind
        }
    }

    /// Only the letters these tests use.
    private func encoded(_ text: String, _ encoding: String) -> [UInt8] {
        switch encoding {
        case "utf-16le": text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        case "utf-16be": text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        case "windows-1251", "koi8-u": singleBytes(text, encoding)
        default: Array(text.utf8)
        }
    }

    private func singleBytes(_ text: String, _ encoding: String) -> [UInt8] {
        var table: [Unicode.Scalar: UInt8] = [:]
        guard let encoding = TextEncoding(label: encoding) else { return [] }
        for byte in UInt8(0)...255 {
            var decoder = TextDecoder(encoding)
            var out: [UInt8] = []
            let one = [byte]
            guard decoder.decode(one.span, final: true, into: &out) == nil,
                let scalar = String(decoding: out, as: UTF8.self).unicodeScalars.first
            else { continue }
            table[scalar] = byte
        }
        return text.unicodeScalars.map { table[$0] ?? UInt8(ascii: "?") }
    }
}
