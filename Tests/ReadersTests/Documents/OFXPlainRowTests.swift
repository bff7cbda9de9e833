import Facts
import Documents
import Testing

/// Rows that are read at once when they are plain; a comment in front of their leaves has the same
/// row read tag by tag.
@Suite struct OFXPlainRowTests {
    private static func read(_ rows: [String]) -> TextReading {
        TextReading(
            """
            OFXHEADER:100

            <OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>UAH
            <BANKACCTFROM><BANKID>01<ACCTID>123</BANKACCTFROM>
            <BANKTRANLIST>
            \(rows.joined(separator: "\n"))
            </BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
            """, by: OFXSGMLReader(file: "f"))
    }

    private static let common = "<DTPOSTED>20260227211249[+2:EET]\n<TRNAMT>-10.50\n<FITID>A1\n"

    private static let rows = [
        common + "<NAME>Сільпо\n<MEMO>Сільпо\n<SIC>5411\n",
        common + "<NAME>Сільпо\n<MEMO>за каву\n",
        common + "<MEMO>only a memo\n",
        common + "<NAME>\n<MEMO>  behind blanks  \n",
        common + "<NAME>A<MEMO>B",
        common + "<NAME>A</NAME><MEMO>B</MEMO>passed over\n",
        common + "<TRNTYPE>POS\n<CHECKNUM>7\n<NAME>A\n<EXTRA.1>x & y\n",
        "<trnamt>5\n<dtposted>20260101\n<fitid>b\n<name>small letters\n",
        "<TRNAMT>5\n<DTUSER>20260102\n<DTAVAIL>20260103\n<FITID>2\n<NAME>other days\n",
        "<TRNAMT>5\n<DTTRAN>202601021830\n<DTUSER>20260101\n<NAME>days by trust\n",
        "<DTPOSTED>20260227211249.123[-3.5]\n<TRNAMT>+7\n<FITID>fraction\n",
        "<DTPOSTED>20260227000000\n<TRNAMT>-0\n<FITID>midnight\n",
        "<DTPOSTED>2026-02-14T18:30:00Z\n<TRNAMT>-1,5\n<FITID>dashes\n",
        // What is not plain, or no line: read tag by tag, and told with its place.
        common + "<NAME>Tom &amp; Jerry\n",
        common + "<NAME>two\nlines\n",
        common + "<NAME>a < b\n",
        common + "<NAME>tab\there\n",
        common + "<NAME>A\n<NAME>B\n",
        common + "<NAME>A\n<TRNAMT>-11\n",
        common + "<NAME>A\n<TRNAMT>-10.50\n",
        common + "<NAME>NUL \u{0} here\n",
        common + "<NAME>\u{0}\n", common + "<NAME>A\u{0}<MEMO>B\n", common + "<NAME>A&</NAME>",
        common + "<NAME>\u{1}\n<MEMO>1234567\n<SIC>5411\n",
        common + "<PAYEE><NAME>A</PAYEE><MEMO>B\n",
        common + "<BANKACCTTO><BANKID>1<ACCTID>2</BANKACCTTO><NAME>A\n",
        common + "<CURRENCY><CURRATE>40<CURSYM>USD</CURRENCY><NAME>A\n",
        common + "<CORRECTACTION>DELETE\n",
        common + "<![CDATA[x]]><NAME>A\n",
        common + "<MEMO/><NAME>A\n",
        common + "<AVERYLONGNAMEOFALEAF>x<NAME>A\n",
        "<DTPOSTED>20260227\n<TRNAMT>.\n<FITID>000\n<NAME>a balance\n",
        "<DTPOSTED>20260231\n<TRNAMT>5\n<FITID>1\n",
        "<DTPOSTED>20260227256000\n<TRNAMT>5\n<FITID>1\n",
        "<DTPOSTED>20260227\n<TRNAMT>  abc\n<FITID>1\n",
        "<DTPOSTED>20260227\n<TRNAMT>1,234\n<FITID>1\n",
        "<DTPOSTED>00000000\n<TRNAMT>1\n<FITID>1\n", "<TRNAMT>1\n", "<FITID>1\n", "",
        common + "<NAME>" + String(repeating: "x", count: Limits.fieldBytesMax + 1) + "\n",
        common + "<NAME>A" + String(repeating: " ", count: Limits.fieldBytesMax + 1) + "\n",
    ]

    @Test(arguments: ["STMTTRN", "STMTTRNP"])
    func `a row is read alike at once and tag by tag`(_ tag: String) {
        let plain = Self.read(Self.rows.map { "<\(tag)>\($0)</\(tag)>" })
        let slow = Self.read(Self.rows.map { "<\(tag)><!---->\($0)</\(tag)>" })
        #expect(plain.failure == nil)
        #expect(plain.lines == slow.lines)
        #expect(plain.skips == slow.skips)
        #expect(plain.rejections.map(\.kind) == slow.rejections.map(\.kind))
        #expect(plain.rejections.map(\.found) == slow.rejections.map(\.found))
        #expect(plain.rejections.map(\.place.line) == slow.rejections.map(\.place.line))
        #expect(plain.lines.count == 27)
        #expect(plain.rowCount == Self.rows.count)
    }

    @Test func `a row is read alike whatever way the rows before it were written`() {
        let rows = Self.rows.filter { $0.utf8.count < 1_000 }
        let together = Self.read(rows.map { "<STMTTRN>\($0)</STMTTRN>" })
        var lines: [String] = []
        for row in rows {
            let alone = Self.read(["<STMTTRN>\(row)</STMTTRN>"])
            #expect(alone.rowCount == 1)
            lines += alone.lines
        }
        func bare(_ line: String) -> String {
            line.split(separator: " ").dropFirst(3).joined(separator: " ")
        }
        #expect(together.lines.map(bare) == lines.map(bare))
    }
}
