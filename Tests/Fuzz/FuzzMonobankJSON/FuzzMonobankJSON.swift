import FuzzKit
import Documents

@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe readAlike(start, count) { _, _ in MonobankJSONReader(file: "fuzz") }
}
