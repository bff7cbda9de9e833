import Facts
import Scanning
package import Reading

/// What libFuzzer's doors to readers do: a reader takes the bytes whole and cut in two, and both
/// must say the same.
///
/// - Parameter make: a fresh reader; what must be known of the whole file first is surveyed in the
///   same two pieces.
package func readAlike(
    _ start: UnsafePointer<UInt8>?, _ count: Int,
    by make: (_ input: [UInt8], _ cut: Int) throws -> any StatementReader
) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    // Readers are promised valid UTF-8 by the driver.
    guard firstInvalidUTF8(input.span) == nil else { return -1 }
    let whole = read(input, cut: input.count, by: make)
    precondition(read(input, cut: input.count / 3, by: make) == whole, "a cut changed the result")
    return 0
}

private func read(
    _ input: [UInt8], cut: Int,
    by make: (_ input: [UInt8], _ cut: Int) throws -> any StatementReader
) -> [Int] {
    var batch = LineBatch()
    var ended = 0
    do {
        let reader = try make(input, cut)
        try reader.read(input.span.extracting(..<cut), final: false, into: &batch)
        try reader.read(input.span.extracting(cut...), final: true, into: &batch)
    } catch {
        ended = 1
    }
    return [batch.lines.count, batch.rejections.count, batch.skipped.count, ended]
}
