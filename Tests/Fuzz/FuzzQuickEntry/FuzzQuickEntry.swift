import Facts
import Reviewing

/// libFuzzer's door to what people type: a payment in plain words is understood or refused, never
/// trapped on; what was understood means the same when it is written out; parts divide an amount
/// exactly.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe UnsafeBufferPointer(start: start, count: count)
    guard let first = unsafe input.first else { return 0 }
    let text = unsafe String(decoding: input.dropFirst(), as: UTF8.self)
    // Every day of the week and both ends of months: 2024 is a leap year.
    let today = CalendarDate(daysSince1970: 19_700 + Int32(first))
    _ = try? QuickEntry.day(text, today: today)
    divide(text, Money(units: Int64(first) * 977 - 99_999, scale: first % 4, currency: .uah))
    guard let entry = try? QuickEntry.parse(text, today: today) else { return 0 }
    precondition(entry.mantissa > 0, "an amount without a size")
    precondition(entry.day.map { $0 <= today } ?? true, "a day that has not come")
    // `1.250` of a currency with mils is refused as unclear.
    if entry.currency.isKnown, entry.currency.exponent < 3,
        let amount = entry.amount(in: entry.currency)
    {
        precondition(amount.isNegative == !entry.isIncome, "money goes the other way")
        let again = try? QuickEntry.parse(written(entry, amount), today: today)
        precondition(again?.amount(in: entry.currency) == amount, "another amount when written out")
        precondition(again?.day == entry.day, "another day when written out")
    }
    return 0
}

/// The payment as a careful person would type it, with as many digits as there were.
private func written(_ entry: QuickEntry, _ amount: Money) -> String {
    let size = Money(units: entry.mantissa, scale: entry.scale, currency: entry.currency).text
    var words = [(amount.isNegative ? "-" : "+") + size, amount.currency.code]
    if let day = entry.day { words.append(day.text) }
    return words.joined(separator: " ")
}

private func divide(_ text: String, _ whole: Money) {
    guard let parts = try? SplitText.parse(text, of: whole, category: { $0 }) else { return }
    let sum = parts.reduce(Int128(0)) { $0 + Int128($1.amount.units) }
    precondition(!parts.isEmpty && sum == Int128(whole.units), "parts are not the whole")
}
