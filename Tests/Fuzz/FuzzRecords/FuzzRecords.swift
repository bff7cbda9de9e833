import Facts
import Documents
import Tables
import Scanning
import Reading

/// libFuzzer's door: the reader takes the bytes whole and cut in two, and both must say the same.
/// What begins with `<` is XML.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    // Readers are promised valid UTF-8 by the driver.
    guard firstInvalidUTF8(input.span) == nil else { return -1 }
    let whole = read(input, cut: input.count)
    precondition(read(input, cut: input.count / 3) == whole, "a cut changed the result")
    return 0
}

private let layouts = LayoutSet.builtIn

private func read(_ input: [UInt8], cut: Int) -> [Int] {
    let reader: any StatementReader =
        input.first == UInt8(ascii: "<")
        ? XMLRecordReader(file: "fuzz", layouts: layouts)
        : JSONRecordReader(file: "fuzz", layouts: layouts)
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
