import Facts
import Opening
import Reading
import TestKit
import Testing

/// A row of an invented statement.
private struct Row {
    let type: String
    let amount: String

    init(_ type: String, _ amount: String) {
        self.type = type
        self.amount = amount
    }
}

private enum Kind: String, CaseIterable {
    case checking = "CHECKING"
    case savings = "SAVINGS"
    case card = ""

    func statement(_ number: String, _ rows: [Row]) -> String {
        let from =
            self == .card
            ? "<CCACCTFROM><ACCTID>\(number)</CCACCTFROM>"
            : "<BANKACCTFROM><ACCTID>\(number)<ACCTTYPE>\(rawValue)</BANKACCTFROM>"
        let name = self == .card ? "CCSTMTRS" : "STMTRS"
        let list = rows.enumerated().map { index, row in
            """
            <STMTTRN>
            <TRNTYPE>\(row.type)
            <DTPOSTED>20260105
            <TRNAMT>\(row.amount)
            <FITID>\(rawValue)\(index)
            <NAME>Row \(index)
            </STMTTRN>
            """
        }.joined(separator: "\n")
        return """
            <\(name)><CURDEF>USD
            \(from)
            <BANKTRANLIST><DTSTART>20260101<DTEND>20260131
            \(list)
            </BANKTRANLIST></\(name)>

            """
    }
}

private struct Reading {
    var amounts: [String] = []
    /// `900-savings`, in the order of statements.
    var accounts: [String] = []
    var rejected: [RowRejection.Kind] = []
    var refusal: [String] = []

    init(_ statements: [String], _ options: ReadOptions = ReadOptions()) {
        let text = "OFXHEADER:100\nDATA:OFXSGML\n\n<OFX>\n\(statements.joined())</OFX>\n"
        var batch = LineBatch()
        do throws(ReadFailure) {
            var file = try StatementFile(
                bytes: Array(text.utf8), name: "a.ofx", options: options)
            while try file.next(into: &batch) {}
            accounts = file.accounts.map { claim in
                claim.product.isEmpty ? claim.number : "\(claim.number)-\(claim.product)"
            }
        } catch {
            refusal = [error.kind.rawValue] + error.details.prefix(1)
        }
        amounts = batch.lines.map(\.amount.text)
        rejected = batch.rejections.map(\.kind)
    }

    init(_ rows: [Row], _ options: ReadOptions = ReadOptions()) {
        self.init([Kind.checking.statement("1", rows)], options)
    }
}

@Suite struct `Signs of OFX amounts` {
    @Test func `amounts without signs have the direction of their types`() {
        let read = Reading([
            Row("DEBIT", "12.50"), Row("CREDIT", "2100.00"), Row("POS", "7.00"),
            Row("ATM", "20.00"), Row("FEE", "1.00"), Row("DIRECTDEP", "5.00"), Row("XFER", "0.00"),
        ])
        #expect(
            read.amounts == ["-12.50", "2100.00", "-7.00", "-20.00", "-1.00", "5.00", "0.00"])
        #expect(read.rejected == [] && read.refusal == [])
    }

    @Test(arguments: ["INT", "XFER", "OTHER", ""])
    func `a type of no direction rejects its row`(_ type: String) {
        let read = Reading([Row("DEBIT", "12.50"), Row("CREDIT", "2.00"), Row(type, "7.00")])
        #expect(read.amounts == ["-12.50", "2.00"])
        #expect(read.rejected == [.directionUnknown])
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rows: [(String, String)]
        var isOpen = false
    }

    @Test(arguments: [
        Case(testDescription: "a refund", rows: [("DEBIT", "-1.00"), ("DEBIT", "5.00")]),
        Case(testDescription: "one type for all", rows: [("CREDIT", "5.00"), ("CREDIT", "-1.00")]),
        Case(testDescription: "income alone", rows: [("CREDIT", "5.00"), ("INT", "1.00")]),
        Case(testDescription: "no types", rows: [("OTHER", "5.00"), ("", "1.00")]),
        Case(testDescription: "spending alone", rows: [("DEBIT", "5.00")], isOpen: true),
        Case(testDescription: "purchases alone", rows: [("POS", "5.00")], isOpen: true),
        Case(
            testDescription: "all turned", rows: [("DEBIT", "5.00"), ("CREDIT", "-7.00")],
            isOpen: true),
        Case(
            testDescription: "purchases and income", rows: [("POS", "5.00"), ("CREDIT", "7.00")],
            isOpen: true),
    ])
    func `signs that the types contradict are asked about`(_ given: Case) {
        let rows = given.rows.map { Row($0.0, $0.1) }
        let read = Reading(rows)
        #expect(read.amounts == (given.isOpen ? [] : rows.map(\.amount)))
        #expect(read.refusal == (given.isOpen ? ["layout-ambiguous", "types"] : []))
        #expect(Reading(rows, ReadOptions(sign: .printed)).amounts == rows.map(\.amount))
        if given.isOpen {
            let turned = rows.map { row in
                row.amount.first == "-" ? String(row.amount.dropFirst()) : "-" + row.amount
            }
            #expect(Reading(rows, ReadOptions(sign: .inverted)).amounts == turned)
        }
    }

    @Test func `the user's sign is for files that leave it open`() {
        let rows = [Row("DEBIT", "-12.50"), Row("CREDIT", "2.00")]
        #expect(Reading(rows, ReadOptions(sign: .inverted)).amounts == ["-12.50", "2.00"])
        let unsigned = [Row("DEBIT", "12.50"), Row("CREDIT", "2.00")]
        #expect(Reading(unsigned, ReadOptions(sign: .printed)).amounts == ["-12.50", "2.00"])
    }

    /// The proof may be beyond the first chunk.
    @Test func `a long file is surveyed to its end`() {
        let spending = (0..<2_000).map { _ in Row("DEBIT", "1.00") }
        let read = Reading(spending + [Row("CREDIT", "9.00")])
        #expect(Set(read.amounts) == ["-1.00", "9.00"] && read.amounts.last == "9.00")
        let signed = (0..<2_000).map { _ in Row("CREDIT", "1.00") } + [Row("DEBIT", "-9.00")]
        #expect(Reading(signed).amounts.last == "-9.00")
    }

    @Test(arguments: drawn(every: 10, of: 0..<200))
    func `a file without its signs reads as with them`(seed: UInt64) {
        var dice = Dice(state: seed)
        let types = ["DEBIT", "FEE", "CHECK", "POS", "ATM", "CREDIT", "DEP", "DIRECTDEP"]
        var rows = [Row("DEBIT", "-3.00"), Row("CREDIT", "4.00")]
        for index in 0..<20 {
            let type = types[dice.roll(types.count)]
            let isOut = !["CREDIT", "DEP", "DIRECTDEP"].contains(type)
            rows.append(Row(type, "\(isOut ? "-" : "")\(index + 1).25"))
        }
        let unsigned = rows.map { Row($0.type, String($0.amount.drop { $0 == "-" })) }
        #expect(Reading(unsigned).amounts == Reading(rows).amounts)
        #expect(Reading(rows).amounts == rows.map(\.amount))
    }
}

@Suite struct `Numbers that several OFX accounts have` {
    private static let statements = Kind.allCases.map {
        $0.statement("900", [Row("DEBIT", "-1.00"), Row("CREDIT", "2.00")])
    }

    @Test(arguments: 0..<6)
    func `name the checking account in any order`(_ order: Int) {
        let names = ["900", "900-savings", "900-credit"]
        let read = Reading(permuted(Self.statements, order))
        #expect(read.accounts == permuted(names, order))
    }

    @Test(arguments: Kind.allCases.indices)
    func `name the account that alone has them`(_ kind: Int) {
        #expect(Reading([Self.statements[kind]]).accounts == ["900"])
    }
}
