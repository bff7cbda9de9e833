import Facts
import Glibc
import TestKit
import Testing
import Reading

/// Files in encodings that a few words do not prove, with headings in the bank's language.
@Suite struct `Encodings by headings` {
    struct Table: Sendable {
        let page: String
        let encoding: String
        let text: String
        let first: String
    }

    /// The text in a page of the C library.
    private static func bytes(_ text: String, _ page: String) -> [UInt8] {
        guard let handle = unsafe iconv_open(page, "UTF-8") else { return [] }
        defer { unsafe _ = iconv_close(handle) }
        var bytes = text.utf8.map { CChar(bitPattern: $0) }
        var out = [CChar](repeating: 0, count: bytes.count * 2 + 8)
        var (inLeft, outLeft) = (bytes.count, out.count)
        unsafe bytes.withUnsafeMutableBufferPointer { from in
            unsafe out.withUnsafeMutableBufferPointer { to in
                var (source, target) = (from.baseAddress, to.baseAddress)
                unsafe _ = iconv(handle, &source, &inLeft, &target, &outLeft)
            }
        }
        return out.dropLast(outLeft).map { UInt8(bitPattern: $0) }
    }

    private func read(_ bytes: [UInt8], encoding: String? = nil) -> StatementReading {
        let file = TemporaryFile(bytes, name: "a.csv")
        return StatementReading(path: file.path, options: ReadOptions(encoding: encoding))
    }

    private static let tables = [
        Table(
            page: "CP1252", encoding: "windows-1252",
            text: """
                "Dato";"Forklaring";"Rentedato";"Ut fra konto";"Inn på konto"
                "30.01.2026";"Varekjøp Kiosk";"30.01.2026";"145,20";""
                "27.01.2026";"Lønn Eksempel";"27.01.2026";"";"25 000,00"

                """,
            first: "Varekjøp Kiosk"),
        Table(
            page: "MACINTOSH", encoding: "macintosh",
            text: """
                Buchungstag;Empfänger;Verwendungszweck;Betrag;Währung
                30.01.2026;Bäcker;Käse;-145,20;EUR
                28.01.2026;Bücher;Märchen;-20,00;EUR
                27.01.2026;Bücher;Rückgabe;20,00;EUR

                """,
            first: "Käse"),
        Table(
            page: "CP1253", encoding: "windows-1253",
            text: """
                Ημερομηνία;Περιγραφή;Ποσό;Υπόλοιπο
                30/01/2026;ΑΓΟΡΑ;-45,20;1.854,80
                27/01/2026;ΜΙΣΘΟΣ;1.900,00;1.900,00

                """,
            first: "ΑΓΟΡΑ"),
        Table(
            page: "CP1254", encoding: "windows-1254",
            text: """
                Tarih;Açıklama;Tutar;Bakiye
                30.01.2026;Alışveriş;-145,20 TL;18.854,80 TL
                27.01.2026;Maaş;19.000,00 TL;19.000,00 TL

                """,
            first: "Alışveriş"),
        Table(
            page: "CP1255", encoding: "windows-1255",
            text: """
                תאריך,תיאור,בחובה,בזכות
                30/01/2026,קניה,145.20,
                27/01/2026,משכורת,,19000.00

                """,
            first: "קניה"),
        Table(
            page: "CP1257", encoding: "windows-1257",
            text: """
                Data;Gavėjas;Mokėjimo paskirtis;Suma;Valiuta;Likutis
                2026-01-30;Šiaulių vaistinė;Vaistų įsigijimas;-5,20;EUR;1900,00
                2026-01-27;Įmonė;Užmokestis;1905,20;EUR;1905,20

                """,
            first: "Vaistų įsigijimas"),
        Table(
            page: "CP932", encoding: "shift_jis",
            text: """
                年月日,お引出し,お預入れ,お取り扱い内容,残高
                2026/1/27,,190000,給料ｶ)ﾚｲ,190000
                2026/1/30,4520,,書店,185480

                """,
            first: "給料ｶ)ﾚｲ"),
        Table(
            page: "UHC", encoding: "euc-kr",
            text: """
                거래일시,적요,출금액,입금액,잔액
                2026.01.30 18:23:11,서점,45200,0,1854800
                2026.01.27 09:00:05,급여,0,1900000,1900000

                """,
            first: "서점"),
        Table(
            page: "GB18030", encoding: "gb18030",
            text: """
                日期,说明,金额,余额
                2026-01-14,超市购物,-10.50,89.50
                2026-01-15,工资收入,20.00,109.50
                2026-01-16,书店,-9.50,100.00

                """,
            first: "超市购物"),
    ]

    @Test(arguments: tables.indices)
    func `known words over unknown columns prove the page`(index: Int) {
        let table = Self.tables[index]
        let bytes = Self.bytes(table.text, table.page)
        #expect(!bytes.isEmpty)
        let reading = read(bytes)
        #expect(reading.failure == nil, "\(table.page)")
        #expect(reading.encoding == table.encoding)
        #expect(
            reading.batch.lines.first.map { reading.batch.string($0.description) } == table.first)
        #expect(read(bytes, encoding: table.page).encoding == table.encoding)
    }

    @Test func `headings with the same letters in two pages prove neither`() {
        // `ð` and `þ` are `š` and `ž` of Estonia in another page, in words of no language.
        let text = "Kuupäev;Selgitus;Määrä\n30.01.2026;Tšekk ja žanr;-4,20\n"
        let reading = read(Self.bytes(text, "CP1257"))
        #expect(reading.failure?.kind == .encodingUncertain)
        #expect(reading.batch.lines.isEmpty)
    }

    @Test func `accents of another letter are not the heading's`() {
        // The Turkish page of DOS, which is not read: `Açıklama` is `Açìklama` in the western one.
        let turkish = Self.tables.first { $0.page == "CP1254" }
        let reading = read(Self.bytes(turkish?.text ?? "", "CP857"))
        #expect(reading.failure?.kind == .encodingUncertain)
    }

    @Test func `pounds before amounts are no letters`() {
        let text = """
            "Date","Transaction type","Description","Paid out","Paid in","Balance"
            "30 Jan 2026","Contactless Payment","BOOKS","£45.20","","£1,854.80"
            "27 Jan 2026","Bank credit","EXAMPLE LTD","","£1,900.00","£1,900.00"

            """
        let reading = read(Self.bytes(text, "CP1252"))
        #expect(reading.failure == nil)
        #expect(reading.batch.lines.map(\.amount.text) == ["-45.20", "1900.00"])
        #expect(reading.batch.lines.allSatisfy { $0.amount.currency.code == "GBP" })
    }
}
