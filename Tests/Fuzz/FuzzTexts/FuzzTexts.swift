import FuzzKit
import Regional
import Reading

/// libFuzzer's door to the line-oriented formats.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    for make in readers {
        guard unsafe readAlike(start, count, by: make) == 0 else { return -1 }
    }
    return 0
}

private let readers: [@Sendable ([UInt8], Int) throws -> any StatementReader] = [
    { _, _ in OneCReader(file: "fuzz") }, { _, _ in ClientBankReader(file: "fuzz") },
    { _, _ in SberbankTextReader(file: "fuzz") },
    { input, cut in
        let surveyor = PDFTextSurveyor(file: "fuzz")
        do {
            try surveyor.read(input.span.extracting(..<cut), final: false)
            try surveyor.read(input.span.extracting(cut...), final: true)
        } catch {
            // The reader must refuse it, too.
        }
        return PDFTextReader(file: "fuzz", settled: surveyor.settled)
    },
]
