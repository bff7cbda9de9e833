import Categorizing

/// libFuzzer's door: a file of rules is read or refused, and the examples of one that is read can
/// be tried.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    if let file = try? RuleFile.read(path: "fuzz", bytes: input) { _ = file.failingExamples() }
    return 0
}
