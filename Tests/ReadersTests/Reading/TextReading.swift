import Facts
import TestKit
import Testing
import Reading

/// Everything a reader made of a text, in a form that can be compared and read.
struct TextReading: Equatable {
    var lines: [String] = []
    var rejections: [RowRejection] = []
    var skips: [RowSkip] = []
    var openings: [StatementOpening] = []
    var notices: [ReadNotice] = []
    var accounts: [AccountClaim] = []
    var failure: ReadFailure?

    var rowCount: Int { lines.count + rejections.count + skips.count }

    /// Feeds the bytes in these chunks, taking the batch away after each as the driver may.
    init(_ bytes: [UInt8], chunks: [Range<Int>], by reader: any StatementReader) {
        var batch = LineBatch()
        do throws(ReadFailure) {
            for (index, chunk) in chunks.enumerated() {
                defer { feed(&batch) }
                try reader.read(
                    bytes.span.extracting(chunk), final: index == chunks.count - 1, into: &batch)
            }
        } catch {
            failure = error
        }
        accounts = reader.accounts
    }

    init(_ text: String, by reader: any StatementReader) {
        let bytes = Array(text.utf8)
        self.init(bytes, chunks: [0..<bytes.count], by: reader)
    }

    private mutating func feed(_ batch: inout LineBatch) {
        for line in batch.lines { lines.append(Self.describe(line, in: batch)) }
        rejections += batch.rejections
        skips += batch.skipped
        openings += batch.openings
        notices += batch.notices
        batch.removeAll()
    }

    static func describe(_ line: StatementLine, in batch: LineBatch) -> String {
        var parts = ["\(line.account) #\(line.sourceIndex) l\(line.sourceLine)"]
        let isInstant = line.instant != StatementLine.noInstant
        parts.append(isInstant ? "@\(line.instant)" : text(line.made))
        if let day = line.bookedOn { parts.append("booked=\(day.text)") }
        if let day = line.valueOn { parts.append("value=\(day.text)") }
        parts.append("\(line.amount.text)\(line.amount.currency.code)")
        for (name, money) in [
            ("original", line.originalAmount), ("balance", line.balance), ("fee", line.fee),
            ("cashback", line.cashback),
        ] {
            if let money { parts.append("\(name)=\(money.text)\(money.currency.code)") }
        }
        for (name, ref) in [
            ("id", line.bankID), ("memo", line.memo), ("who", line.counterpartyName),
            ("iban", line.counterpartyIBAN), ("tax", line.counterpartyTaxID),
        ] where !ref.isEmpty {
            parts.append("\(name)=\(batch.string(ref))")
        }
        if line.mcc != 0 { parts.append("mcc=\(line.mcc)") }
        if line.isHold { parts.append("hold") }
        parts.append("«\(batch.string(line.description))»")
        return parts.joined(separator: " ")
    }

    private static func text(_ moment: CivilMoment) -> String {
        var text = moment.day.text
        if moment.hasTime { text += "T" + clock(Int(moment.second)) }
        if moment.hasOffset { text += "[\(moment.offsetMinutes)]" }
        return text
    }

    /// `18:05:09` of seconds since midnight.
    static func clock(_ second: Int) -> String {
        [second / 3_600, second / 60 % 60, second % 60]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}

/// Proves that cuts change nothing: at every byte and into single bytes; and that no beginning of
/// the text traps or changes a row that was complete.
func verifyCuts(
    of text: String, sourceLocation: SourceLocation = #_sourceLocation,
    by make: () -> any StatementReader
) {
    let bytes = Array(text.utf8)
    let whole = TextReading(bytes, chunks: [0..<bytes.count], by: make())
    let single = bytes.indices.map { $0..<($0 + 1) } + [bytes.count..<bytes.count]
    #expect(
        TextReading(bytes, chunks: single, by: make()) == whole, "byte by byte",
        sourceLocation: sourceLocation)
    for cut in drawn(every: 7, of: bytes.indices) {
        let halves = TextReading(bytes, chunks: [0..<cut, cut..<bytes.count], by: make())
        let beginning = TextReading(bytes, chunks: [0..<cut], by: make())
        if halves != whole || !whole.lines.starts(with: beginning.lines) {
            #expect(halves == whole, "cut at \(cut)", sourceLocation: sourceLocation)
            #expect(
                beginning.lines == Array(whole.lines.prefix(beginning.lines.count)),
                "truncated at \(cut)", sourceLocation: sourceLocation)
            return
        }
    }
}
