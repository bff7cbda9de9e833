import Facts
import Documents
import TestKit
import Testing
import Reading

/// Surveys and reads a text.
private func read(
    _ text: String, order: DateOrder? = nil, mark: NumberStyle.DecimalMark? = nil
) -> TextReading {
    let bytes = Array(text.utf8)
    do throws(ReadFailure) {
        let surveyor = QIFSurveyor(file: "f")
        try surveyor.read(bytes.span, final: true)
        let settled = try surveyor.settle(
            ReadOptions(dateOrder: order, decimalMark: mark))
        return TextReading(text, by: QIFReader(file: "f", settled: settled))
    } catch {
        var reading = TextReading("!Type:Bank\n", by: QIFReader(file: "f", settled: .nothing))
        reading.failure = error
        return reading
    }
}

/// Records of one account with these days, one a record.
private func days(_ days: String...) -> String {
    "!Type:Bank\n" + days.map { "D\($0)\nT1.50\n^\n" }.joined()
}

private func amounts(_ amounts: String...) -> String {
    "!Type:Bank\n" + amounts.map { "D2026-02-14\nT\($0)\n^\n" }.joined()
}

/// Every field of the lines.
private func report(_ text: String) throws -> ReaderReport {
    let bytes = Array(text.utf8)
    let surveyor = QIFSurveyor(file: "f")
    try surveyor.read(bytes.span, final: true)
    let settled = try surveyor.settle()
    let report = ReaderReport(bytes, cutAt: [], by: QIFReader(file: "f", settled: settled))
    let pieces = ReaderReport(
        bytes, cutAt: Array(1..<bytes.count), by: QIFReader(file: "f", settled: settled))
    #expect(pieces == report)
    return report
}

private func read(days reading: TextReading) -> [String] {
    reading.lines.map { String($0.split(separator: " ")[3].prefix(10)) }
}

@Suite struct QIFReaderTests {
    @Test func `a record is a row, in whatever order its lines stand`() {
        let reading = read(
            """
            !Type:Bank
            MMemo
            T-10.00
            N101
            PКав’ярня
            D2026-02-14
            LFood:Out
            CX
            ^
            D2026-02-15
            U3.5
            T3.5
            SCash
            EPart
            $1.00
            SIncome
            $2.50
            ^
            MOnly a memo
            T1
            D2026-02-16
            ^
            """)
        #expect(
            reading.lines == [
                "0 #0 l2 2026-02-14 booked=2026-02-14 -10.00 memo=Memo «Кав’ярня»",
                "0 #1 l10 2026-02-15 booked=2026-02-15 3.50 «»",
                "0 #2 l19 2026-02-16 booked=2026-02-16 1.00 «Only a memo»",
            ])
        #expect(reading.accounts.map(\.currency) == [.unknown])
        #expect(reading.failure == nil)
    }

    @Test func `a record keeps its splits, classes and transfers`() throws {
        let reading = try report(
            """
            !Account
            NCard
            D[EUR]
            ^
            !Type:Bank
            D2026-02-14
            T-100.00
            PMarket
            L--Split--
            SFood:Fruit/trip
            Eapples
            $-60.00
            S[Box]
            $-30.00
            ^
            D2026-02-15
            T-5.00
            LHome/garden:spring
            ^
            D2026-02-16
            T-7.00
            LRepairs / paint
            ^
            """)
        #expect(
            reading.lines == [
                "#0 | line 6 | account 0 | made=2026-02-14 | booked=2026-02-14 | amount=-100.00 EUR"
                    + " | description=Market | tags=trip"
                    + " | parts=-60.00\tFood:Fruit\tapples\n-30.00\t[Box]\n-10.00\t",
                "#1 | line 16 | account 0 | made=2026-02-15 | booked=2026-02-15 | amount=-5.00 EUR"
                    + " | category=Home | tags=garden, spring",
                "#2 | line 20 | account 0 | made=2026-02-16 | booked=2026-02-16 | amount=-7.00 EUR"
                    + " | category=Repairs / paint",
            ])
        #expect(reading.accounts.map(\.currency) == [.eur])
    }

    /// The other side is made where the file has the other account and no record of it.
    @Test func `a transfer has a line of each account of the file, once`() throws {
        let reading = try report(
            """
            !Account
            NCard
            ^
            !Type:Bank
            D2026-02-14
            T-10.00
            L[Box]
            ^
            D2026-02-14
            T-10.00
            L[Box]
            ^
            D2026-02-15
            T-20
            L[Elsewhere]
            ^
            !Account
            NBox
            ^
            !Type:Bank
            D2026-02-14
            T10.0
            L[Card]
            ^
            """)
        let lines = reading.lines.map { line in
            line.split(separator: " | ").filter { part in
                ["account", "amount", "transfer"].contains { part.hasPrefix($0) }
            }.joined(separator: " ")
        }
        #expect(
            lines == [
                "account 0 amount=-10.00 ? transfer_account=Box",
                "account 1 amount=10.00 ? transfer_account=Card",
                "account 0 amount=-10.00 ? transfer_account=Box",
                "account 0 amount=-20.00 ? transfer_account=Elsewhere",
                "account 1 amount=10.00 ? transfer_account=Card",
            ])
    }

    /// Money moves once, whether a program writes a transfer in one of two accounts or in both, as
    /// a whole record or as splits, and whatever it puts in the record's own category.
    @Test(
        arguments: ["", "L--Split--\n", "LFood\n", "L[Box]\n"],
        [
            "", "D2026-02-14\nT100\nL[Card]\n^\n", "D2026-02-14\nT60\nL[Card]\n^\n",
            "D2026-02-14\nT60\nL[Card]\n^\nD2026-02-14\nT40\nL[Card]\n^\n",
            "D2026-02-14\nT70\nS[Card]\n$60\nSGift\n$10\n^\nD2026-02-14\nT40\nL[Card]\n^\n",
        ])
    func `a split's transfers have a line of each account, once`(
        _ category: String, _ others: String
    ) throws {
        let reading = try report(
            "!Account\nNCard\n^\n!Type:Bank\nD2026-02-14\nT-150\nPShop\n\(category)"
                + "S[Box]\nErent\n$-60\nSFood\n$-50\nS[Box]\n$-40\n^\n"
                + "!Account\nNBox\n^\n!Type:Bank\n\(others)")
        var sums = ["account 0": 0, "account 1": 0]
        for line in reading.lines {
            let facts = line.split(separator: " | ")
            let amount = try #require(facts.first { $0.hasPrefix("amount=") })
            let units = try #require(Int(amount.dropFirst(7).prefix { $0 != "." }))
            sums[String(facts[2]), default: 0] += units
        }
        let gift = others.contains("SGift") ? 10 : 0
        #expect(sums == ["account 0": -150, "account 1": 100 + gift])
    }

    @Test(arguments: ["T10", "U10", "T10\nU10.00", "U10.00\nT10"])
    func `a transfer is written with either amount`(_ amount: String) throws {
        let card = "!Account\nNCard\n^\n!Type:Bank\nD2026-02-14\n\(amount)\nL[Box]\n^\n"
        let box = "!Account\nNBox\n^\n!Type:Bank\n"
        #expect(try report(card + box).lines.count == 2)
        #expect(try report(card + box + "D2026-02-14\nT-10\nL[Card]\n^\n").lines.count == 2)
    }

    @Test func `a split that only one account has becomes a line of the other`() throws {
        let reading = try report(
            """
            !Account
            NCard
            ^
            !Type:Bank
            D2026-02-14
            T-150.00
            PShop
            LFood
            SFood
            $-50.00
            S[Box]/trip
            Erent
            $-100.00
            ^
            !Account
            NBox
            ^
            """)
        #expect(
            reading.lines == [
                "#0 | line 5 | account 0 | made=2026-02-14 | booked=2026-02-14 | amount=-150.00 ?"
                    + " | description=Shop | tags=trip"
                    + " | parts=-50.00\tFood\n-100.00\t[Box]\trent",
                "#1 | line 5 | account 1 | made=2026-02-14 | booked=2026-02-14 | amount=100.00 ?"
                    + " | description=Shop | memo=rent | tags=trip | transfer_account=Card",
            ])
    }

    struct Days: Sendable {
        let written: [String]
        let expected: [String]
    }

    @Test(arguments: [
        Days(written: ["01/02/2026", "01/25/2026"], expected: ["2026-01-02", "2026-01-25"]),
        Days(written: ["25/01/2026", "01/02/2026"], expected: ["2026-01-25", "2026-02-01"]),
        Days(written: ["2026-01-02", "2026/03/04"], expected: ["2026-01-02", "2026-03-04"]),
        Days(written: ["2026/01/02", "2026/13/02"], expected: ["2026-02-01", "2026-02-13"]),
        Days(written: ["1/ 5' 3", "12/19/99"], expected: ["2003-01-05", "1999-12-19"]),
        Days(written: ["12/19'26", "1/5/26"], expected: ["2026-12-19", "2026-01-05"]),
        Days(written: ["1/ 5/2026", "1/25/26"], expected: ["2026-01-05", "2026-01-25"]),
        Days(written: ["2024'01'02"], expected: ["2024-01-02"]),
        Days(written: ["93/08/25"], expected: ["1993-08-25"]),
        Days(written: ["20260214"], expected: ["2026-02-14"]),
        Days(written: ["05.06.2026", "07.06.2026"], expected: ["2026-06-05", "2026-06-07"]),
        Days(written: ["02/02/2026"], expected: ["2026-02-02"]),
        Days(written: ["14-Feb-26", "14 February 2026"], expected: ["2026-02-14", "2026-02-14"]),
        Days(written: ["Feb 14, 2026"], expected: ["2026-02-14"]),
        Days(written: ["2026-02-14 18:05"], expected: ["2026-02-14"]),
        // Two orders, but each day allows one reading only.
        Days(written: ["2026-01-25", "01/25/2026"], expected: ["2026-01-25", "2026-01-25"]),
        Days(written: ["25/01/2026", "01/25/2026"], expected: ["2026-01-25", "2026-01-25"]),
    ])
    func `the whole file proves the order of days`(_ days: Days) {
        let records = days.written.map { "D\($0)\nT1\n^\n" }.joined()
        let reading = read("!Type:Bank\n" + records)
        #expect(read(days: reading) == days.expected)
        #expect(reading.failure == nil)
        #expect(reading.rejections == [])
    }

    @Test(arguments: [
        (["01/02/2026"], ["dmy", "mdy"]), (["01/02/26", "03/04/26"], ["dmy", "mdy"]),
        (["01/02'26"], ["dmy", "mdy"]),
        (["25/01/2026", "01/25/2026", "01/02/2026"], ["dmy", "mdy"]),
        (["2026/01/13", "2026/13/01", "2026/01/02"], ["ymd", "ydm"]),
        // The part that changes most stands last, as a day does: the year may stand first.
        (["24/01/25", "24/01/26", "24/01/27"], ["ymd", "dmy", "mdy"]),
    ])
    func `an order that nothing proves is refused with its readings`(
        _ written: [String], _ orders: [String]
    ) {
        let reading = read("!Type:Bank\n" + written.map { "D\($0)\nT1\n^\n" }.joined())
        #expect(reading.failure?.kind == .layoutAmbiguous)
        #expect(reading.failure?.details == ["date-order"] + orders)
        #expect(reading.failure?.place.line != 0)
    }

    @Test func `the user may settle the order`() {
        #expect(read(days: read(days("01/02/2026"), order: .dayFirst)) == ["2026-02-01"])
        #expect(read(days: read(days("01/02/2026"), order: .monthFirst)) == ["2026-01-02"])
        #expect(read(days: read(days("24/01/25"), order: .yearFirst)) == ["2024-01-25"])
        let contradicted = read(days("01/25/2026"), order: .dayFirst)
        #expect(contradicted.rejections.map(\.kind) == [.dateNotADay])
    }

    @Test(arguments: [
        (["-1,234.56", "1,000"], ["-1234.56", "1000.00"]),
        (["-1.234,56", "1.000"], ["-1234.56", "1000.00"]),
        (["25,5"], ["25.50"]), (["100", "-7"], ["100.00", "-7.00"]),
        (["1.5", "2,25"], ["1.50", "2.25"]), (["-.07"], ["-0.07"]),
    ])
    func `the whole file proves the decimal mark`(_ written: [String], _ expected: [String]) {
        let reading = read("!Type:Bank\n" + written.map { "D2026-02-14\nT\($0)\n^\n" }.joined())
        #expect(reading.lines.map { String($0.split(separator: " ")[5]) } == expected)
    }

    @Test func `a mark that nothing proves is refused`() {
        let reading = read(amounts("1.234"))
        #expect(reading.failure?.details == ["decimal-mark", "point", "comma"])
        #expect(read(amounts("1.234"), mark: .comma).lines.first?.contains(" 1234.00 ") == true)
        #expect(read(amounts("1.234"), mark: .point).lines.first?.contains(" 1.234 ") == true)
        // Both marks occur: what could be either is refused alone.
        let mixed = read(amounts("1.5", "2,25", "1.234"))
        #expect(mixed.rejections.map(\.kind) == [.amountAmbiguous])
    }

    @Test func `accounts are named by blocks and told apart by kind`() {
        let reading = read(
            """
            !Option:AutoSwitch
            !Account
            NChecking
            TBank
            ^
            NCash
            D01/02/2026
            TCash
            ^
            !Clear:AutoSwitch
            !Account
            NChecking
            TBank
            ^
            !Type:Bank \r
            D2026-02-14
            T1
            ^
            !Account
            NCash
            ^
            !Type:Cash
            D2026-02-14
            T2
            ^
            """)
        #expect(reading.lines.map { $0.prefix(1) } == ["0", "1"])
        #expect(reading.accounts.map(\.number) == ["Checking", "Cash"])
        let unnamed = read(
            "!Type:Bank\nD2026-02-14\nT1\n^\n!Type:CCard\nD2026-02-14\nT2\n^\n"
                + "!Type:Bank\nD2026-02-14\nT3\n^\n")
        #expect(unnamed.lines.map { $0.prefix(1) } == ["0", "1", "0"])
        #expect(unnamed.accounts.map(\.product) == ["", "ccard"])
    }

    @Test func `an opening balance names the account and is no row`() {
        let reading = read(
            "!Type:Bank\nD2026-02-14\nT100\nCX\nPOpening Balance\nL[Giro]\n^\n"
                + "D2026-02-15\nT1\n^\n")
        #expect(reading.skips.map(\.reason) == [.openingBalance])
        #expect(reading.lines.count == 1)
        #expect(reading.accounts.map(\.number) == ["Giro"])
        #expect(reading.openings.map(\.amount.text) == ["100.00"])
    }

    /// A transfer from an account to itself before its other records is nothing else.
    @Test(arguments: ["Opening Balance", "Початковий баланс", ""])
    func `an opening balance is the account's in any language`(_ payee: String) {
        let reading = read(
            "!Account\nNГотівка\n^\n!Type:Cash\nD2026-01-01\nT500.00\nP\(payee)\nL[Готівка]\n^\n"
                + "D2026-01-15\nT-50.00\n^\nD2026-01-16\nT-0.50\nL[Готівка]\n^\n")
        #expect(reading.skips.map(\.reason) == [.openingBalance])
        #expect(
            reading.openings.map { "\($0.amount.text) \($0.day.text)" } == ["500.00 2026-01-01"])
        // A later one is a correction of the balance.
        #expect(reading.lines.count == 2)
        #expect(reading.rejections == [])
    }

    @Test func `an opening balance without a day or number is rejected`() {
        let reading = read(
            "!Type:Bank\nT1\nPOpening Balance\nL[A]\n^\nD2026-02-14\nTx\nPOpening Balance\nL[A]\n^\n"
        )
        #expect(reading.rejections.map(\.kind) == [.dateMissing, .amountNotANumber])
        #expect(reading.openings == [])
    }

    @Test func `lists hold no rows, investments are left out`() {
        let reading = read(
            """
            !Type:Cat
            NFood
            D01/02/26
            E
            ^
            !Type:Class
            NX
            ^
            !Type:Prices
            "IBM",141 9/16,"11/16/98"
            ^
            !Type:Invst
            D8/25/93
            NBuyX
            T100.00
            ^
            !Type:CCard
            D2026-02-14
            T1
            ^
            """)
        #expect(reading.lines.count == 1)
        #expect(reading.skips.map(\.reason) == [.informational])
        #expect(reading.failure == nil)
    }

    struct Refused: Sendable {
        let record: String
        let kind: RowRejection.Kind
        let field: String
    }

    @Test(arguments: [
        Refused(record: "T1\nPx", kind: .dateMissing, field: "D"),
        Refused(record: "D2026-02-14\nPx", kind: .amountMissing, field: "T"),
        Refused(record: "Px", kind: .recordIncomplete, field: "^"),
        Refused(record: "D2026-02-30\nT1", kind: .dateNotADay, field: "D"),
        Refused(record: "Dtoday\nT1", kind: .dateNotADay, field: "D"),
        Refused(record: "D2026-02-14\nT12-34", kind: .amountNotANumber, field: "T"),
        Refused(record: "D2026-02-14\nT1\nU2", kind: .amountAmbiguous, field: "U"),
        Refused(record: "D2026-02-14\nT99999999999999999999", kind: .amountOverflow, field: "T"),
        // The end between two records is missing.
        Refused(record: "D2026-02-14\nT1\nD2026-02-15\nT2", kind: .dateAmbiguous, field: "D"),
        Refused(record: "D2026-02-14\nT1\nT1", kind: .amountAmbiguous, field: "T"),
        Refused(record: "D2026-02-14\nT1\nPa\u{0}b", kind: .textHasControls, field: "P"),
    ])
    func `what is no row is rejected, the rest is read`(_ refused: Refused) {
        let reading = read("!Type:Bank\n\(refused.record)\n^\nD2026-02-14\nT7.00\n^\n")
        #expect(reading.rejections.map(\.kind) == [refused.kind])
        #expect(reading.rejections.map(\.field) == [refused.field])
        #expect(reading.lines.count == 1)
        #expect(reading.failure == nil)
    }

    @Test func `a last record may lack its end, but not half a line`() {
        #expect(read("!Type:Bank\nD2026-02-14\nT1.50\n").lines.count == 1)
        let cut = read("!Type:Bank\nD2026-02-14\nT1.5")
        #expect(cut.lines == [])
        #expect(cut.rejections.map(\.kind) == [.recordIncomplete])
        #expect(cut.failure?.kind == .truncated)
    }

    @Test func `sections nobody knows are refused`() {
        let reading = read("!Type:Foo\nD2026-02-14\nT1\n^\n")
        #expect(reading.failure?.kind == .malformed)
        #expect(reading.failure?.place.line == 1)
        #expect(read("words\n").rejections.map(\.kind) == [.recordIncomplete])
    }

    @Test func `a heading nobody knows ends the reading, for its records could be anything`() {
        let reading = read("!Account\nNCash\nTCash\n^\n!Tpe:Cash\nD2026-02-14\nT1\n^\n")
        #expect(reading.failure?.kind == .malformed)
        #expect(reading.failure?.place.line == 5)
    }

    @Test func `a payment in a list of accounts is rejected at its place`() {
        let reading = read(
            "!Account\nNCash\nTCash\n^\nType:Cash\nD2026-02-14\nT-1.50\n^\nD2026-02-15\nT2\n^\n")
        #expect(reading.lines == [])
        #expect(reading.rejections.map(\.kind) == [.recordIncomplete, .recordIncomplete])
        #expect(reading.rejections.map(\.place.line) == [5, 9])
    }

    static let sample = """
        !Account\r
        NГаманець\r
        ^\r
        !Type:Cash\r
        D1/25'26\rT-1,234.50\rPЇжа\r^\r
        D1/ 5/26\nT2.00\nMmemo\n^
        Dx
        T3
        ^
        """

    @Test func `cuts change nothing`() throws {
        let bytes = Array(Self.sample.utf8)
        let surveyor = QIFSurveyor(file: "f")
        for index in bytes.indices {
            try surveyor.read(bytes.span.extracting(index..<(index + 1)), final: false)
        }
        try surveyor.read(bytes.span.extracting(bytes.count..<bytes.count), final: true)
        let settled = try surveyor.settle()
        #expect(read(days: read(Self.sample)) == ["2026-01-25", "2026-01-05"])
        #expect(verifyReader(bytes) { QIFReader(file: "f", settled: settled) } == [])
    }
}
