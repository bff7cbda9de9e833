import Facts
import Glibc
import Testing

@testable import Categorizing

/// Runs only where the labelled descriptors lie beside the repository. With
/// `KOPIYKA_PREDICTIONS=FILE` the answers are written as `id,category,confidence,pattern,sources`;
/// `KOPIYKA_TRUTH=FILE` takes another table of the same columns.
@Suite struct `Labelled descriptors` {
    static let truth = readText(
        environment("KOPIYKA_TRUTH") ?? "../shared/eval/descriptors-dev.csv")

    @Test(.enabled(if: truth != nil))
    func `at least eight of ten unseen descriptors get the right leaf`() throws {
        let rows = table(try #require(Self.truth))
        let categorizer = Categorizer()
        var right = 0
        var predictions = "id,category,confidence,pattern,sources\n"
        for row in rows {
            let query = query(row)
            var batch = LineBatch()
            let line = query.line(in: &batch)
            let (suggestion, pattern) = categorizer.judge(
                line, batch.arena.span, "", query.country)
            let also = (row["also"] ?? "").split(separator: "|").map(String.init)
            let label = row["label"] ?? ""
            let isRight =
                !suggestion.category.isEmpty
                && (suggestion.category == label || also.contains(suggestion.category)
                    || also.contains {
                        $0.hasSuffix(".*") && suggestion.category.hasPrefix($0.dropLast())
                    })
            if isRight { right += 1 }
            predictions +=
                "\(row["id"] ?? ""),\(suggestion.category),\(suggestion.confidenceText),"
                + "\(pattern.map { "\($0)" } ?? ""),"
                + "\(suggestion.evidence.map { "\($0.source.rawValue):\($0.subject.replacing(",", with: " "))" }.joined(separator: "+"))\n"
        }
        if let path = environment("KOPIYKA_PREDICTIONS") { write(predictions, to: path) }
        #expect(right * 100 >= rows.count * 80, "\(right) of \(rows.count)")
    }

    private func query(_ row: [String: String]) -> CategorizerQuery {
        let amount = row["amount"] ?? ""
        return CategorizerQuery(
            text: row["descriptor"] ?? "", mcc: UInt16(row["mcc"] ?? "") ?? 0,
            sign: amount.isEmpty ? 0 : amount.hasPrefix("-") ? -1 : 1,
            country: row["country"] ?? "UA",
            currency: Currency(code: row["currency"] ?? "") ?? .unknown)
    }
}

/// Rows of a CSV by header name.
func table(_ text: String) -> [[String: String]] {
    var rows: [[String]] = [[]]
    var field = ""
    var isQuoted = false
    var characters = text.unicodeScalars.makeIterator()
    var pending: Unicode.Scalar?
    while let c = pending ?? characters.next() {
        pending = nil
        if isQuoted {
            if c == "\"" {
                let next = characters.next()
                if next == "\"" {
                    field.unicodeScalars.append(c)
                } else {
                    isQuoted = false
                    pending = next
                }
            } else {
                field.unicodeScalars.append(c)
            }
        } else if c == "\"" {
            isQuoted = true
        } else if c == "," || c == "\n" {
            rows[rows.count - 1].append(field)
            field = ""
            if c == "\n" { rows.append([]) }
        } else if c != "\r" {
            field.unicodeScalars.append(c)
        }
    }
    let header = rows[0]
    return rows.dropFirst().filter { $0.count == header.count }.map { row in
        Dictionary(uniqueKeysWithValues: zip(header, row))
    }
}

func readBytes(_ path: String) -> [UInt8]? {
    guard let file = unsafe fopen(path, "r") else { return nil }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
        let count = unsafe chunk.withUnsafeMutableBytes {
            unsafe fread($0.baseAddress, 1, $0.count, file)
        }
        if count == 0 { return bytes }
        bytes.append(contentsOf: chunk[..<count])
    }
}

func readText(_ path: String) -> String? {
    readBytes(path).map { String(decoding: $0, as: UTF8.self) }
}

func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
}

func write(_ text: String, to path: String) {
    guard let file = unsafe fopen(path, "w") else { return }
    unsafe fputs(text, file)
    unsafe fclose(file)
}
