import Glibc
import Scanning
import Testing

@testable import Tables
import Reading

/// Runs with `KOPIYKA_BENCH_CSV=FILE swift test -c release -Xswiftc -enable-testing
/// --disable-xctest --filter TokenizingSpeed`.
@Suite struct TokenizingSpeed {
    private static let file = unsafe getenv("KOPIYKA_BENCH_CSV").map { unsafe String(cString: $0) }

    /// Reading, UTF-8 validation and cutting into rows and fields, nothing else: what "tokenizing
    /// and decoding" means.
    @Test(.enabled(if: file != nil)) func `megabytes of CSV a second on one core`() throws {
        let path = try #require(Self.file)
        var rows = 0
        var fields = 0
        var bytes = 0
        let times = try (0..<7).map { _ in
            (rows, fields, bytes) = (0, 0, 0)
            let clock = ContinuousClock()
            let start = clock.now
            var text = DecodedText(try ByteSource(path: path), encoding: .utf8, markBytes: 0)
            var tokenizer = CSVTokenizer(shape: CSVShape(delimiter: 0x2C, hasQuoting: true))
            var chunk: [UInt8] = []
            var isFinal = false
            while try text.next(into: &chunk, isFinal: &isFinal) {
                bytes += chunk.count
                let whole = chunk
                tokenizer.append(whole.span)
                rows: while true {
                    switch tokenizer.next(final: isFinal) {
                    case .row:
                        rows += 1
                        fields += tokenizer.fields.count
                    case .needsMore: break rows
                    case .broken, .gaveUp:
                        Issue.record("a row of the benchmark's file is broken")
                        return Duration.zero
                    }
                }
            }
            return clock.now - start
        }.sorted()
        let median = times[times.count / 2]
        let seconds =
            Double(median.components.seconds) + Double(median.components.attoseconds) / 1e18
        print(
            "\(bytes) bytes, \(rows) rows, \(fields) fields: \(Int(Double(bytes) / seconds / 1e6)) MB/s"
        )
        #expect(fields == rows * 10)
    }
}
