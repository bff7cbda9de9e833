import Facts
import Pending
import Scanning

/// libFuzzer's door: a line of the queue that is accepted is written back as it reads, and a
/// decision never traps.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    if let line = try? QueueLine.parse(input.span) {
        var written = ByteWriter()
        line.append(to: &written)
        precondition((try? QueueLine.parse(written.bytes.span)) == line, "a line changed")
    }
    if let keyed = try? KeyedDecision.parse(input.span) {
        let amount = Money(units: -12_345, scale: 2, currency: .unknown)
        _ = try? keyed.written.decision(about: amount)
    }
    return 0
}
