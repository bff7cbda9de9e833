import Facts
import Testing

@testable import Tables

@Suite struct `Cutting a table into rows` {
    /// Everything the tokenizer says of a text that comes in pieces, when no more rows than these
    /// are taken before the next piece comes.
    private func transcript(
        of text: String, pieceBytes: Int, rowsAPiece: Int = .max
    ) -> [String] {
        let text = Array(text.utf8)
        var tokenizer = CSVTokenizer(shape: CSVShape(delimiter: 0x2C, hasQuoting: true))
        var said: [String] = []
        var given = 0
        while given < text.count {
            let end = min(given + pieceBytes, text.count)
            tokenizer.append(text.span.extracting(given..<end))
            given = end
            var rows = 0
            steps: while given == text.count || rows < rowsAPiece {
                rows += 1
                switch tokenizer.next(final: given == text.count) {
                case .row:
                    let cells = tokenizer.fields.map {
                        String(decoding: tokenizer.bytes[tokenizer.range(of: $0)], as: UTF8.self)
                    }
                    said.append("\(tokenizer.rowLine): " + cells.joined(separator: "|"))
                case .broken(let found):
                    said.append("\(found.rowLine): \(found.kind) at \(found.line):\(found.column)")
                case .gaveUp(let line): return said + ["\(line): given up"]
                case .needsMore: break steps
                }
            }
        }
        return said
    }

    /// Rows that are longer than what is looked through at a time, and lie across its ends.
    private func table(_ middle: String) -> String {
        let few = (0..<700).map { "\($0),\"cell \($0)\",-\($0).50\n" }.joined()
        return few + middle + few
    }

    @Test func `a cell of any length is one cell`() {
        let cell = String(repeating: "line, of a cell\n", count: 3_000)
        let said = transcript(of: table("x,\"\(cell)\",y\r\n"), pieceBytes: .max)
        #expect(said.count == 1_401)
        #expect(said[699] == "700: 699|cell 699|-699.50")
        #expect(said[700] == "701: x|\(cell)|y")
        #expect(said[701] == "3702: 0|cell 0|-0.50")
        #expect(said.last == "4401: 699|cell 699|-699.50")
    }

    @Test(arguments: [1, 15, 16, 17, 40, 300])
    func `a row of any number of cells is cut whole`(count: Int) {
        let row = (0..<count).map { "c\($0)" }
        let text = table("") + String(repeating: row.joined(separator: ",") + "\n", count: 50)
        let said = transcript(of: text, pieceBytes: .max)
        #expect(said.count == 1_450)
        for (index, line) in said[1_400...].enumerated() {
            #expect(line == "\(1_401 + index): " + row.joined(separator: "|"))
        }
    }

    @Test(arguments: [
        "x,\"open,1\n", "x," + String(repeating: "long", count: 20_000) + ",y\n",
        String(repeating: "column,", count: 5_000) + "\n", "\r\n\r\n\n",
        "x,\"a \"\"b\"\" c\",\"\"\n",
        String(repeating: "x,\"y\"z\",1\n", count: 3_000),
    ])
    func `where its bytes are cut, and when rows are taken, changes nothing`(_ middle: String) {
        let whole = transcript(of: table(middle), pieceBytes: .max)
        for pieceBytes in [997, 16_384, 16_385, 40_000] {
            #expect(transcript(of: table(middle), pieceBytes: pieceBytes) == whole)
        }
        for rowsAPiece in [0, 1, 50] {
            let said = transcript(of: table(middle), pieceBytes: 2_000, rowsAPiece: rowsAPiece)
            #expect(said == whole)
        }
    }
}
