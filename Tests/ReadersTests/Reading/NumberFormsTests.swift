import Facts
import Testing

import Reading

@Suite struct `Written numbers` {
    @Test(arguments: WrittenForm.table(NumberForms.table))
    func `each form has its decision`(form: WrittenForm) throws {
        #expect(decision(form.field.span, try style(of: form)) == form.decision)
    }

    @Test(arguments: ["", "7", ".5", "-", " 000", "\u{A0}123,45"])
    func `a number in a text is what it is alone`(neighbour: String) throws {
        let tail = Array((neighbour + String(repeating: "8.4,", count: 10)).utf8)
        for form in WrittenForm.table(NumberForms.table) {
            let style = try style(of: form)
            for room in [0, 8, tail.count] {
                let text = Array(neighbour.utf8) + form.field + tail[..<min(room, tail.count)]
                let start = neighbour.utf8.count
                let range = start..<(start + form.field.count)
                let found = try? AmountText.parse(text.span, in: range, style: style)
                #expect(found == number(form.field.span, style), "\(form.line)")
            }
        }
    }

    @Test func `the table holds at least two hundred forms`() {
        #expect(WrittenForm.table(NumberForms.table).count >= 400)
    }

    @Test func `what a style reads is never another number in the open style`() throws {
        for form in WrittenForm.table(NumberForms.table) {
            let style = try style(of: form)
            var open = style
            open.decimalMark = .either
            guard let value = number(form.field.span, style),
                let openly = number(form.field.span, open)
            else { continue }
            // A lone mark before three digits is the only form whose readings differ, and it is
            // refused when the style is open.
            #expect(value == openly, "\(form.line)")
        }
    }

    @Test(arguments: [NumberStyle.point, .comma])
    func `what is printed is read back`(style: NumberStyle) throws {
        let mark = style.decimalMark == .point ? "." : ","
        let group = style.decimalMark == .point ? "," : "\u{A0}"
        var state: UInt64 = 42
        for _ in 0..<20_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let mantissa = Int64(state >> (1 + (state & 0x3F) % 62)) * (state & 64 == 0 ? 1 : -1)
            let scale = UInt8(state >> 32 & 3)
            let text = Money(units: mantissa, scale: scale, currency: .unknown).text
            let parts = text.split(separator: ".").map(String.init)
            let written =
                grouped(parts[0], by: group) + (parts.count > 1 ? mark + parts[1] : "")
            let found = try AmountText.parse(Array(written.utf8).span, style: style)
            #expect(found == WrittenNumber(mantissa: mantissa, scale: scale), "\(written)")
        }
    }

    private func grouped(_ digits: String, by separator: String) -> String {
        var result = ""
        let count = digits.utf8.count
        for (index, digit) in digits.enumerated() {
            if index > 0, (count - index) % 3 == 0, digits.dropFirst(index - 1).first != "-" {
                result += separator
            }
            result.append(digit)
        }
        return result
    }

    private func style(of form: WrittenForm) throws -> NumberStyle {
        let mark = try #require(NumberStyle.DecimalMark(rawValue: form.words.first ?? ""))
        return NumberStyle(
            decimalMark: mark, allowsUnit: form.words.contains("unit"),
            hasSideLetters: form.words.contains("sides"))
    }

    private func decision(_ field: Span<UInt8>, _ style: NumberStyle) -> String {
        do throws(AmountProblem) {
            let number = try AmountText.parse(field, style: style)
            return Money(units: number.mantissa, scale: number.scale, currency: .unknown).text
        } catch {
            return "\(error)"
        }
    }

    private func number(_ field: Span<UInt8>, _ style: NumberStyle) -> WrittenNumber? {
        try? AmountText.parse(field, style: style)
    }
}
