import FuzzKit
import Documents

@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe readAlike(start, count) { input, cut in
        let surveyor = QIFSurveyor(file: "fuzz")
        try surveyor.read(input.span.extracting(..<cut), final: false)
        try surveyor.read(input.span.extracting(cut...), final: true)
        return QIFReader(file: "fuzz", settled: try surveyor.settle())
    }
}
