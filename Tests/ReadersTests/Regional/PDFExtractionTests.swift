import Facts
import Glibc
import TestKit
import Testing

@testable import Regional
@testable import Scanning

/// A PDF of one page with these lines in a typewriter font.
private func pdf(_ lines: [String]) -> [UInt8] {
    var content = "BT /F1 9 Tf 11 TL 20 800 Td\n"
    for line in lines {
        let text = line.replacing("\\", with: "\\\\").replacing("(", with: "\\(")
            .replacing(")", with: "\\)")
        content += "(\(text)) Tj T*\n"
    }
    content += "ET"
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R"
            + "/Resources<</Font<</F1 5 0 R>>>>>>",
        "<</Length \(content.utf8.count)>>\nstream\n\(content)\nendstream",
        "<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>",
    ]
    var text = "%PDF-1.4\n"
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
        offsets.append(text.utf8.count)
        text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = text.utf8.count
    text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for offset in offsets {
        let digits = String(offset)
        text += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
    }
    text += "trailer\n<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n"
    return Array(text.utf8)
}

private let statement = [
    "JSC Kaspi Bank, BIC CASPKZKA, www.kaspi.kz", "KASPI GOLD",
    "statement balance for the period from 25.12.25 to 25.01.26",
    "Name          Account number:   KZ111111",
    "Card balance 25.01.26: 905,50 KZT    Currency: KZT",
    "Card balance 25.12.25      1 000,00 KZT      Salary         0,00 KZT",
    "  Purchases                 - 94,50 KZT", "Card balance 25.01.26        905,50 KZT",
    "   Date         Amount        Transaction      Details",
    " 03.01.26      - 44,50 KZT    Purchases        ZOOM.US 888-799-9666",
    "               (- 8,99 USD)", " 31.12.25      - 50,00 KZT    Transfers        Asel K.",
]

@Suite struct PDFExtractionTests {
    static let isInstalled = PDFProgram.path() != nil

    @Test(.enabled(if: isInstalled)) func `a PDF is read by its text layer`() {
        let file = TemporaryFile(pdf(statement), name: "a.pdf")
        let result = StatementReading(path: file.path)
        #expect(result.failure == nil)
        #expect(result.layout == "kaspi/pdf")
        #expect(result.batch.lines.map(\.amount.text) == ["-44.50", "-50.00"])
        #expect(result.batch.lines.map(\.originalAmount?.text) == ["-8.99", nil])
    }

    @Test(
        .enabled(if: isInstalled),
        arguments: [
            (pdf([]), ReadFailure.Kind.textLayerMissing), (pdf(["A letter"]), .formatUnknown),
            (Array("%PDF-1.7".utf8), .malformed),
            (Array(pdf(statement).prefix(300)), .textLayerMissing),
        ])
    func `a PDF that is no statement is told apart`(_ bytes: [UInt8], _ kind: ReadFailure.Kind) {
        let file = TemporaryFile(bytes, name: "a.pdf")
        let result = StatementReading(path: file.path)
        #expect(result.lines == [])
        // What a cut PDF is depends on how much poppler can rebuild of it.
        #expect(result.failure?.kind == kind || result.failure?.kind == .malformed)
    }

    @Test func `without the program its package is named`() throws {
        var source = ByteSource(bytes: pdf(statement), name: "a.pdf")
        #expect(
            throws: ReadFailure(
                .programMissing, at: SourcePlace(file: "a.pdf"),
                details: ["pdftotext", "poppler-utils"])
        ) { _ = try PDFText.extract(&source, searchPath: "/nonexistent:relative") { _ in true } }
    }

    @Test func `the program gets limits, no environment and no files of ours`() throws {
        // A stand-in says what it was given.
        let folder = TemporaryFile(
            Array(
                """
                #!/bin/sh
                echo "$@"; env | sort; ls /proc/self/fd | wc -l; ulimit -t; ulimit -f; cat

                """.utf8), name: "pdftotext")
        unsafe chmod(folder.path, 0o700)
        let program = try #require(
            PDFProgram.path(searchPath: String(folder.path.dropLast("/pdftotext".count))))
        let input = AnonymousFile()
        #expect(input.append(Array("INPUT".utf8)))
        guard case .text(let text) = PDFProgram.run(program, on: input) else {
            Issue.record("the stand-in did not run")
            return
        }
        let lines = String(decoding: text.contents(max: 10_000), as: UTF8.self)
            .split(separator: "\n")
        #expect(
            lines.first == "-layout -nopgbrk -enc UTF-8 -eol unix -- /proc/self/fd/0 -")
        #expect(lines.contains("LC_ALL=C.UTF-8"))
        #expect(!lines.contains { $0.hasPrefix("HOME=") })
        // 0, 1, 2 and the folder that `ls` reads.
        #expect(lines.contains("4"))
        #expect(lines.contains("\(Limits.pdfSecondsMax)"))
        #expect(lines.last == "INPUT")
    }

    @Test func `too much text is a limit`() throws {
        let folder = TemporaryFile(
            Array("#!/bin/sh\nexec head -c 20000000 /dev/zero\n".utf8), name: "pdftotext")
        unsafe chmod(folder.path, 0o700)
        let outcome = PDFProgram.run(folder.path, on: AnonymousFile())
        guard case .tooLong = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test func `bytes in memory are a source that can be read twice`() throws {
        var source = ByteSource(bytes: [1, 2, 3], name: "a.pdf")
        for _ in 0..<2 {
            var bytes: [UInt8] = []
            while try source.read(into: &bytes, max: 2) > 0 {}
            #expect(bytes == [1, 2, 3])
            try source.rewind()
        }
        let isUnchanged = source.unchangedSinceOpening()
        #expect(isUnchanged)
    }
}
