import Facts
import Documents
import TestKit
import Testing
import Reading

/// Every beginning of small CAMT, MT940 and QIF texts, and changes of each byte: nothing traps,
/// cuts change nothing, no row ends twice.
@Suite struct BankMessageDamageTests {
    static let camt = """
        <?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE1</IBAN></Id></Acct>
        <Ntry><Amt Ccy="EUR">1.5</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-02-14
        </Dt></BookgDt><NtryDtls><TxDtls><RmtInf><Ustrd>Ї</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
        <Ntry><Amt Ccy="EUR">2</Amt></Ntry></Stmt></BkToCstmrStmt></Document>
        """

    @Test(arguments: [camt, MT940ReaderTests.sample, QIFReaderTests.sample])
    func `no damage traps, depends on cuts or doubles a row`(_ text: String) {
        let bytes = Array(text.utf8)
        for count in drawn(every: 5, of: bytes.indices) { check(Array(bytes[..<count]), of: text) }
        let replacements = Array("<>/&;:^!{}-,.'\" 09TDC\n\r".utf8) + [0]
        for at in drawn(every: 5, of: bytes.indices) where bytes[at] < 0x80 {
            var damaged = bytes
            for turn in 0..<2 {
                damaged[at] = replacements[(at * 2 + turn) % replacements.count]
                check(damaged, of: text)
            }
            damaged.remove(at: at)
            check(damaged, of: text)
        }
    }

    private func check(_ bytes: [UInt8], of text: String) {
        guard let settled = settled(bytes, text) else { return }
        func reader() -> any StatementReader {
            switch text {
            case Self.camt: CAMTReader(file: "f")
            case QIFReaderTests.sample: QIFReader(file: "f", settled: settled)
            default: MT940Reader(file: "f")
            }
        }
        let whole = TextReading(bytes, chunks: [0..<bytes.count], by: reader())
        let cut = bytes.count / 2
        let halves = TextReading(bytes, chunks: [0..<cut, cut..<bytes.count], by: reader())
        let indices = whole.lines.map { String($0.split(separator: " ")[1]) }
        if whole != halves || Set(indices).count != indices.count {
            Issue.record("\(String(decoding: bytes, as: UTF8.self)): \(whole) \(halves)")
        }
    }

    /// Nil when the text is refused before any row.
    private func settled(_ bytes: [UInt8], _ text: String) -> QIFSettled? {
        guard text == QIFReaderTests.sample else { return .nothing }
        let surveyor = QIFSurveyor(file: "f")
        do throws(ReadFailure) {
            try surveyor.read(bytes.span, final: true)
            return try surveyor.settle()
        } catch {
            return nil
        }
    }
}
