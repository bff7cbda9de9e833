import Facts
import Planning

/// libFuzzer's door: a file of holdings is read or refused, and what is read has a schedule or a
/// fault.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let day = CalendarDate(daysSince1970: 20_000)
    for holding in (try? HoldingFile.holdings(input)) ?? [] {
        let schedule = try? HoldingSchedule(holding, through: day)
        _ = try? schedule?.standing(on: day)
    }
    return 0
}
