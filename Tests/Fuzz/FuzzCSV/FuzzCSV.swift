import Facts
import Readers
import Scanning

/// libFuzzer's door: the survey sees the bytes once, the reader takes them whole and cut in two, and both must say the same.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    // Readers are promised valid UTF-8 by the driver.
    guard firstInvalidUTF8(input.span) == nil else { return -1 }
    let whole = read(input, cut: input.count)
    precondition(read(input, cut: input.count / 3) == whole, "a cut changed the result")
    return 0
}

private func read(_ input: [UInt8], cut: Int) -> [Int] {
    var batch = LineBatch()
    var ended = 0
    do throws(ReadFailure) {
        let surveyor = CSVSurveyor(file: "fuzz")
        try surveyor.read(input.span.extracting(..<cut), final: false)
        try surveyor.read(input.span.extracting(cut...), final: true)
        let reader = CSVReader(file: "fuzz", settled: try surveyor.settle())
        try reader.read(input.span.extracting(..<cut), final: false, into: &batch)
        try reader.read(input.span.extracting(cut...), final: true, into: &batch)
    } catch {
        ended = 1
    }
    return [batch.lines.count, batch.rejections.count, batch.skipped.count, ended]
}
