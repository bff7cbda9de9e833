import Facts
import Documents
import TestKit
import Testing

/// A statement of one account around these fields.
private func statement(_ rows: String, account: String = "DE89370400440532013000") -> String {
    ":20:REF\n:25:\(account)\n:28C:1/1\n:60F:C260213EUR100,00\n\(rows)\n:62F:C260214EUR1,00\n-\n"
}

private func read(_ text: String) -> TextReading { TextReading(text, by: MT940Reader(file: "f")) }

/// Described lines from their day on.
private func facts(_ reading: TextReading) -> [String] {
    reading.lines.map { $0.split(separator: " ").dropFirst(3).joined(separator: " ") }
}

@Suite struct MT940ReaderTests {
    @Test(arguments: [
        "61:", ":1:", ":6:", ":61", "x61:", ":x1:", ":6x:", ":61x", ":64:", ":21:", "::61:",
        ":661:", "x:61:",
    ])
    func `a row whose mark is damaged is rejected, never text of another`(mark: String) {
        let reading = read(
            statement(
                ":61:2602140214C12,50NTRFNONREF\n:86:first\n\(mark)2602140214D3,00NTRFNONREF\n"
                    + ":86:second\n:61:2602140214C5,00NTRFNONREF"))
        #expect(reading.lines.count == 2)
        #expect(reading.rejections.count == 1)
    }

    @Test(arguments: [":62F:C260214CHF95,00", ":62M:C260214CHF95,00", ":90D:1CHF5,00"])
    func `a balance of another currency than the statement's is rejected`(balance: String) {
        let text =
            ":20:R\n:25:1\n:60F:C260213EUR100,00\n:61:2602140214D5,00NTRFNONREF\n\(balance)\n-\n"
        let reading = read(text)
        #expect(reading.lines.count == 1)
        #expect(reading.rejections.map(\.kind) == [.currencyContradicted])
        #expect(reading.rejections.map(\.place.line) == [5])
        #expect(reading.rejections.map(\.expected) == ["EUR"])
        #expect(read(text.replacing("CHF", with: "EUR")).rejections.isEmpty)
    }

    /// Sums of rows may include expected ones, so they prove nothing about booked rows.
    @Test(arguments: ["ED20,00", "EC20,00", "D20,00", "C20,00"])
    func `sums beside expected rows are not compared`(row: String) throws {
        let text =
            ":20:X\n:25:1\n:28C:1/1\n:34F:EURD0,\n:13D:2601101200+0100\n:61:2601100110\(row)NMSC1\n"
            + ":61:2601100110D30,00NMSCNONREF\n:90D:2EUR50,00\n:90C:0EUR0,\n-\n"
        var batch = LineBatch()
        try MT940Reader(file: "f").read(Array(text.utf8).span, final: true, into: &batch)
        #expect(batch.lines.count == 2)
        let spent = row.hasPrefix("E") ? [] : ["50.00"]
        #expect(batch.totals.compactMap(\.spent?.text) == spent)
    }

    @Test func `statements without an account that do not follow one another are told`() throws {
        func statement(_ opening: String, _ closing: String) -> String {
            ":20:R\n:60F:C260213EUR\(opening)\n:61:2602140214D5,00NTRFNONREF\n"
                + ":62F:C260214EUR\(closing)\n-\n"
        }
        func notices(_ text: String) throws -> [ReadNotice.Kind] {
            var batch = LineBatch()
            try MT940Reader(file: "f").read(Array(text.utf8).span, final: true, into: &batch)
            return batch.notices.map(\.kind)
        }
        let one = statement("100,00", "95,00")
        #expect(try notices(one + statement("95,00", "90,00")) == [])
        let apart = one + statement("7100,00", "7095,00")
        #expect(try notices(apart) == [.statementsApart])
        let named = apart.replacing(":60F:", with: ":25:1\n:60F:")
        #expect(try notices(named) == [])
    }

    /// The closing balance says the currency, and is not read.
    @Test func `rows before a line that is too long are of their account`() {
        let rows = ":61:2602140214C12,50NTRFNONREF\n:61:2602140214D3,00NTRFNONREF\n:86:second\n"
        let long = ":86:" + String(repeating: "a", count: Limits.recordBytesMax) + "\n"
        let bytes = Array((":20:R\n:25:1\n" + rows + long + ":62F:C260214EUR1,00\n-\n").utf8)
        let report = ReaderReport(bytes, cutAt: [], by: MT940Reader(file: "f"))
        #expect(report.failure != nil)
        #expect(report.lines.count == 1 && report.rejections.count == 1)
        #expect(report.accounts.map(\.number) == ["1"])
        #expect(report.accountsUsed == 1)
    }

    @Test func `a statement whose account is lost is rejected at its first line`() {
        let whole = statement(":61:2602140214C12,50NTRFNONREF\n:86:first")
        #expect(read(whole).rejections.isEmpty)
        let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
        let lost = lines.filter { !$0.hasPrefix(":25:") }.joined(separator: "\n")
        let reading = read(whole + lost)
        #expect(reading.lines.count == 2)
        #expect(reading.rejections.map(\.field) == [":25:"])
        #expect(reading.rejections.map(\.place.line) == [lines.count])
    }

    @Test func `a row glued to the line before it is rejected`() {
        let reading = read(
            statement(":61:2602140214C12,50NTRFNONREF\n:86:first x:61:2602140214D3,00NTRFNONREF"))
        #expect(reading.lines.count == 1)
        #expect(reading.rejections.count == 1)
    }

    @Test(arguments: [":\n61:", ":6\n1:", ":61\n:", ":61:\n", ":\n1:", ":6\n:", ":61\n"])
    func `a row whose mark a line end cuts is rejected`(mark: String) {
        let reading = read(
            statement(
                ":61:2602140214C12,50NTRFNONREF\n:86:first\n\(mark)2602140214D3,00NTRFNONREF\n"
                    + ":86:second\n:61:2602140214C5,00NTRFNONREF"))
        #expect(reading.lines.count == 2)
        #expect(reading.rejections.count == 1)
    }

    @Test func `the closing balance names the currency where the opening one does not`() {
        let text = statement(
            ":61:2602140214C1,50NTRFNONREF\n:86:first\n:61:2602140214D3,NTRFNONREF")
        let reading = read(text.replacing("C260213EUR100,00", with: "C260213"))
        #expect(facts(reading).map { $0.contains("EUR") } == [true, true])
        #expect(reading.accounts.map(\.currency) == [.eur])
        let unnamed = read(
            text.replacing("C260213EUR100,00", with: "C260213").replacing("EUR1,00", with: ""))
        #expect(unnamed.lines.count == 2)
        #expect(unnamed.accounts.map(\.currency) == [.unknown])
    }

    @Test func `a row behind the end of a statement is rejected, for nobody says whose it is`() {
        let row = ":61:2602140214C1,00NTRFNONREF\n"
        let reading = read(statement(row) + row)
        #expect(reading.lines.count == 1)
        #expect(reading.rejections.map(\.kind) == [.recordIncomplete])
        #expect(reading.accounts.count == 1)
    }

    struct Row: Sendable {
        let written: String
        let expected: String
    }

    @Test(arguments: [
        Row(
            written: "2602140214C12,5NTRFNONREF",
            expected: "booked=2026-02-14 value=2026-02-14 12.50EUR"),
        Row(written: "260214D12,NTRFNONREF", expected: "value=2026-02-14 -12.00EUR"),
        Row(written: "260214C12NTRFNONREF", expected: "value=2026-02-14 12.00EUR"),
        Row(written: "260214C000000000012,34NTRFNONREF", expected: "value=2026-02-14 12.34EUR"),
        Row(written: "260214C1.234,56NTRFNONREF", expected: "value=2026-02-14 1234.56EUR"),
        Row(written: "260214C12.34NTRFNONREF", expected: "value=2026-02-14 12.34EUR"),
        Row(written: "260214C1,234NTRFNONREF", expected: "value=2026-02-14 1.234EUR"),
        // A credit taken back is money out, a debit taken back money in.
        Row(written: "260214RC12,34NTRFNONREF", expected: "value=2026-02-14 -12.34EUR"),
        Row(written: "260214RD12,34NTRFNONREF", expected: "value=2026-02-14 12.34EUR"),
        // The funds letter is the currency's third: these are not reversals.
        Row(written: "260214CR12,34NTRFNONREF", expected: "value=2026-02-14 12.34EUR"),
        Row(written: "260214DR12,34NTRFNONREF", expected: "value=2026-02-14 -12.34EUR"),
        Row(written: "260214RCR12,34NTRFNONREF", expected: "value=2026-02-14 -12.34EUR"),
        Row(written: "260214DD12,34NTRFNONREF", expected: "value=2026-02-14 -12.34EUR"),
        Row(written: "260214    CD0,00NDEFNONREF", expected: "value=2026-02-14 0.00EUR"),
        Row(written: "260214ED12,34NTRFNONREF", expected: "value=2026-02-14 -12.34EUR hold"),
        Row(written: "260214EC12,34NTRFNONREF", expected: "value=2026-02-14 12.34EUR hold"),
        // The entry date has no year.
        Row(
            written: "2512310102C1,NTRFNONREF",
            expected: "booked=2026-01-02 value=2025-12-31 1.00EUR"),
        Row(
            written: "2601021231C1,NTRFNONREF",
            expected: "booked=2025-12-31 value=2026-01-02 1.00EUR"),
        Row(
            written: "2402280229C1,NTRFNONREF",
            expected: "booked=2024-02-29 value=2024-02-28 1.00EUR"),
        Row(written: "2602300301C1,NTRFNONREF", expected: "booked=2026-03-01 1.00EUR"),
        Row(written: "991231C1,NTRFNONREF", expected: "value=1999-12-31 1.00EUR"),
        Row(written: "260214C1,NTRFA//B 7", expected: "value=2026-02-14 1.00EUR id=B 7"),
        Row(written: "260214C1,NTRFA//NONREF", expected: "value=2026-02-14 1.00EUR"),
        Row(written: "260214C1,NTRFA//", expected: "value=2026-02-14 1.00EUR"),
        Row(written: "260214C1,S   X", expected: "value=2026-02-14 1.00EUR"),
    ])
    func `the first line of a row says when, how much and which way`(_ row: Row) {
        let reading = read(statement(":61:" + row.written))
        #expect(reading.rejections == [])
        let line = facts(reading).first?.split(separator: " ").dropFirst() ?? []
        #expect(line.joined(separator: " ") == row.expected + " «»")
    }

    @Test func `the entry date is the row's day, the value date where none is printed`() {
        let reading = read(
            statement(
                [":61:2602140216", ":61:2602290302", ":61:260214", ":61:260214    "]
                    .map { $0 + "C1,NTRFNONREF" }.joined(separator: "\n")))
        #expect(
            facts(reading).map { $0.prefix(10) }
                == ["2026-02-16", "2026-03-02", "2026-02-14", "2026-02-14"])
    }

    struct Refused: Sendable {
        let written: String
        let kind: RowRejection.Kind
        let column: Int
    }

    @Test(arguments: [
        Refused(written: "", kind: .dateMissing, column: 5),
        Refused(written: "2602", kind: .dateNotADay, column: 5),
        Refused(written: "260230C1,NTRFNONREF", kind: .dateNotADay, column: 5),
        Refused(written: "2613010301C1,NTRFNONREF", kind: .dateNotADay, column: 5),
        Refused(written: "260214X1,NTRFNONREF", kind: .directionUnknown, column: 11),
        Refused(written: "260214RX1,NTRFNONREF", kind: .directionUnknown, column: 11),
        Refused(written: "260214", kind: .recordIncomplete, column: 11),
        Refused(written: "260214C", kind: .amountMissing, column: 12),
        Refused(written: "260214CNTRF", kind: .amountNotANumber, column: 13),
        Refused(written: "260214C1,2,3NTRF", kind: .amountNotANumber, column: 12),
        Refused(written: "260214C1.234NTRF", kind: .amountAmbiguous, column: 12),
        // Cut inside the number: the rest is gone.
        Refused(written: "260214C104,8", kind: .recordIncomplete, column: 12),
        Refused(written: "260214C99999999999999999999,NTRF", kind: .amountOverflow, column: 12),
    ])
    func `what is no row is rejected at its place, the rest is read`(_ refused: Refused) {
        let reading = read(
            statement(":61:\(refused.written)\n:86:text\n:61:260214C7,NTRFNONREF"))
        #expect(reading.rejections.map(\.kind) == [refused.kind])
        #expect(reading.rejections.map(\.place.line) == [5])
        #expect(reading.rejections.map(\.place.column) == [refused.column])
        #expect(facts(reading) == ["2026-02-14 value=2026-02-14 7.00EUR «»"])
        #expect(reading.failure == nil)
    }

    @Test func `texts are kept in the bank's words, the other side is found in them`() {
        let rows = """
            :61:260214D1,NTRFNONREF//1
            supplement
            :86:166?00SEPA?20Rechnung 4711?31DE89370400440532013000?32MÜLLER ?3
            3GMBH
            :61:260214D2,NTRFNONREF//2
            :86:/TRTP/SEPA/IBAN/NL91ABNA0417164300/NAME/J. de
             Vries/REMI/Factuur 7
            :61:260214D3,NTRFNONREF//3
            :86:000>100987654321
            >20HUUR>310390123456>32Triodos
            :61:260214D4,N0440121470966      W.P. Jansen
            :86:Terugboeking
            :86:KOSTEN JUNI
            :61:260214D5,S   X
            :NS:01526715
            15ERGO Versicherung Fiok
            16te
            :61:260214D6,NTRFNONREF
            :86:free text

            in three lines
            :61 is no tag, :12:30 neither
            """
        let expected: [String] = [

            "id=1 memo=supplement Rechnung 4711 who=MÜLLER GMBH iban=DE89370400440532013000 "
                + "«166?00SEPA?20Rechnung 4711?31DE89370400440532013000?32MÜLLER ?3 3GMBH»",
            "id=2 memo=Factuur 7 who=J. de Vries iban=NL91ABNA0417164300 "
                + "«/TRTP/SEPA/IBAN/NL91ABNA0417164300/NAME/J. de Vries/REMI/Factuur 7»",
            "id=3 memo=HUUR who=Triodos iban=0390123456 "
                + "«000>100987654321 >20HUUR>310390123456>32Triodos»",
            "memo=KOSTEN JUNI who=W.P. Jansen «Terugboeking»",
            "memo=01526715 15ERGO Versicherung Fiok 16te who=ERGO Versicherung Fiokte «»",
            "«free text in three lines :61 is no tag, :12:30 neither»",
        ]
        let texts = facts(read(statement(rows))).map { String($0.split(separator: "EUR ")[1]) }
        #expect(texts == expected)
    }

    @Test(arguments: [
        // DFÜ agreement; Poland, Bulgaria, the Czech Republic and Slovakia; prefixes of other
        // lengths and none.
        "166?00X?20EREF+1 KREF+NONREF?21SVWZ+Miete März?31%?32Anna Muster",
        "020~00X~20Miete März~30COBADEFF~38%~32Anna Muster",
        "944<00X<20Miete März<31%<32Anna Muster",
        "020^00X^20Miete^21März^31%^32Anna^33Muster", "027+00X+20Miete März+31%+32Anna Muster",
        "1020?00X?20Miete März?31%?32Anna Muster", "~00X~20Miete März~31%~32Anna Muster",
        "?20Miete März?31%?32Anna Muster",
        // The Netherlands.
        "/TRTP/SEPA/IBAN/%/BIC/ABNANL2A/NAME/Anna Muster/REMI/Miete März/EREF/NOTPROVIDED",
        "/EREF/7//CNTP/%/ABNANL2A/Anna Muster/AMSTERDAM//REMI/USTD//Miete März/",
        "/ORDP//NAME/Anna Muster/IBAN/%/REMI/Miete März/CDTRREFTP//CD/SCOR",
    ])
    func `the parts of a marked text are found behind any mark`(_ form: String) {
        let iban = "DE89370400440532013000"
        let text = form.replacing("%", with: iban)
        let row = facts(read(statement(":61:260214D1,NTRFNONREF//1\n:86:\(text)")))
        let expected = "id=1 memo=Miete März who=Anna Muster iban=\(iban) «\(text)»"
        #expect(row.map { String($0.split(separator: "EUR ")[1]) } == [expected])
    }

    @Test(arguments: [
        "+380 67 123 45 67 +20 UAH", "A44?Librairie Gibert", "12/05/20 CARTE 21/05",
        "/PT/FT/PY/X Y",
        "50.20.11 Miete", "NL47INGB9999999999 J. Muster",
    ])
    func `a text that only looks marked is none`(_ text: String) {
        let row = facts(read(statement(":61:260214D1,NTRFNONREF//1\n:86:\(text)")))
        #expect(row.map { String($0.split(separator: "EUR ")[1]) } == ["id=1 «\(text)»"])
    }

    @Test(arguments: [
        // A reference of a creditor and a bank's number have the form of an IBAN.
        (":61:260214C1,NTRFRF18539007547034//B2\n:86:X", ""),
        (":61:260214C1,NTRFFT24031X7K2P12345//B2\n:86:X", ""),
        (":61:260214C1,NTRFNL91ABNA0417164300//B2\n:86:X", "NL91ABNA0417164300"),
        (":61:260214C1,NTRFNONREF//B2\nNL91ABNA0417164300\n:86:X", "NL91ABNA0417164300"),
        (":61:260214C1,NTRFNONREF//B2\nNL92ABNA0417164300\n:86:X", ""),
        (":61:260214C1,NTRFNONREF//B2\nNL91ABNA0417164300 1\n:86:X", ""),
    ])
    func `a number is an account where it is nothing but a proved one`(row: String, iban: String) {
        let found = facts(read(statement(row)))[0].split(separator: " ")
            .first { $0.hasPrefix("iban=") }
        #expect(found.map { String($0.dropFirst(5)) } ?? "" == iban)
    }

    @Test func `text behind a closing balance belongs to no row`() {
        let reading = read(
            statement(":61:260214C1,NTRFNONREF").replacing("-\n", with: ":86:footer\n-\n"))
        #expect(facts(reading) == ["2026-02-14 value=2026-02-14 1.00EUR «»"])
    }

    @Test func `statements, pages and accounts follow each other`() {
        let text =
            statement(":61:260214C1,NTRFNONREF")
            + statement(":61:260214C2,NTRFNONREF").replacing("28C:1/1", with: "28C:1/2")
            + statement(":61:260214C3,NTRFNONREF", account: "12345678/1020304050")
            .replacing("EUR", with: "CHF") + statement("", account: "empty")
        let reading = read(text)
        #expect(reading.lines.map { $0.prefix(4) } == ["0 #0", "0 #1", "1 #2"])
        #expect(
            reading.accounts.map(\.number)
                == ["DE89370400440532013000", "12345678/1020304050", "empty"])
        #expect(reading.accounts.map(\.currency.code) == ["EUR", "CHF", "EUR"])
    }

    @Test func `a glued currency is no part of the IBAN`() {
        for account in ["NL91ABNA0417164300EUR", "NL91ABNA0417164300 EUR", "/NL91ABNA0417164300"] {
            let reading = read(statement(":61:260214C1,NTRFNONREF", account: account))
            #expect(reading.accounts.map(\.iban) == ["NL91ABNA0417164300"])
        }
    }

    @Test func `envelopes are opened, closed and may be cut`() {
        let body = statement(":61:260214C1,NTRFNONREF").replacing("-\n", with: "")
        let whole = "{1:F01BANKDEFFXXXX0000000000}{2:O940BANKDEFFXXXXN}{3:}{4:\n\(body)-}{5:}\n"
        let reading = read(whole + whole)
        #expect(reading.lines.count == 2)
        #expect(reading.failure == nil)
        let split = "{1:F01X}\n{2:I940X}\n{4:\n" + body + "-}"
        #expect(read(split).lines.count == 1)
        let cut = read(String(whole.split(separator: ":62F:")[0]))
        #expect(cut.lines.count == 1)
        #expect(cut.failure?.kind == .truncated)
        // Without an envelope the closing balance may be missing, but not the end of a line.
        let open = String(body.split(separator: ":62F:")[0])
        #expect(read(open).failure == nil)
        let half = read(String(open.dropLast(3)))
        #expect(half.failure?.kind == .truncated)
        #expect(half.rejections.map(\.kind) == [.recordIncomplete])
    }

    @Test func `an interim report is read with the currency of its floor limit`() {
        let reader = MT940Reader(file: "f")
        let reading = TextReading(
            """
            :20:R\r
            :25:DE89370400440532013000\r
            :28C:00005/001\r
            :34F:CHFD0,00\r
            :13D:2602141312+0100\r
            :61:2602140214C1,NTRFNONREF\r
            :86:x\r
            :90D:0CHF0,\r
            :90C:1CHF1,\r
            -\r

            """, by: reader)
        #expect(reader.layout == "mt942")
        #expect(facts(reading).map { $0.split(separator: " ")[3] } == ["1.00CHF"])
    }

    @Test func `other text is no statement`() {
        #expect(read(":NS:\n").failure?.kind == .notAStatement)
        #expect(read(":20:START\n:86:text\n").failure?.kind == .notAStatement)
        let long = String(repeating: "x", count: 1_100_000)
        #expect(read(statement(":61:260214C1,NTRF\n:86:" + long)).failure?.kind == .limitExceeded)
        let many = String(repeating: String(repeating: "x", count: 99_000) + "\n", count: 12)
        let reading = read(statement(":61:260214C1,NTRFN\n:86:" + many))
        #expect(reading.rejections.map(\.kind) == [.fieldTooLong])
        #expect(
            read(statement(":61:260214C1,NTRFN\n:86:a\u{0}b")).rejections.map(\.kind)
                == [.textHasControls])
    }

    static let sample =
        "{1:F01BANKDEFFXXXX0000000000}{2:O940BANKDEFFXXXXN}{4:\r\n"
        + statement(
            """
            :61:2602140214DR1,5NTRFREF//ID 1\r
            додаток\r
            :86:166?00X?32Ї ?33Ґ\r
            :61:2602300301RC7,NTRFNONREF\r:61:260214C8\n:61:260214C9,NMSCNONREF
            :NS:15Name
            """)
        + "-}"

    @Test func `cuts change nothing`() {
        #expect(verifyReader(Array(Self.sample.utf8)) { MT940Reader(file: "f") } == [])
    }
}
