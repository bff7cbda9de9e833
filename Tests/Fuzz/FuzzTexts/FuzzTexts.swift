import Facts
import Readers
import Scanning

/// libFuzzer's door to the line-oriented formats: each reader takes the bytes whole and cut in two, and both must say the same.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    // Readers are promised valid UTF-8 by the driver.
    guard firstInvalidUTF8(input.span) == nil else { return -1 }
    for make in readers {
        let whole = read(input, cut: input.count, by: make())
        precondition(
            read(input, cut: input.count / 3, by: make()) == whole, "a cut changed the result")
    }
    return 0
}

private let readers: [@Sendable () -> any StatementReader] = [
    { OneCReader(file: "fuzz") }, { ClientBankReader(file: "fuzz") },
    { SberbankTextReader(file: "fuzz") }, { PDFTextReader(file: "fuzz") },
]

private func read(_ input: [UInt8], cut: Int, by reader: any StatementReader) -> [Int] {
    var batch = LineBatch()
    var ended = 0
    do throws(ReadFailure) {
        try reader.read(input.span.extracting(..<cut), final: false, into: &batch)
        try reader.read(input.span.extracting(cut...), final: true, into: &batch)
    } catch {
        ended = 1
    }
    return [batch.lines.count, batch.rejections.count, batch.skipped.count, ended]
}
