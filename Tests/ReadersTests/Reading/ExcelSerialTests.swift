import Facts
import TestKit
import Testing
import Reading

@Suite struct `Excel serials` {
    @Test(arguments: [
        ("1", "1900-01-01 00:00:00"), ("59", "1900-02-28 00:00:00"), ("60", "notADay"),
        ("61", "1900-03-01 00:00:00"), ("0", "notADay"), ("0.5", "notADay"), ("-1", "notADay"),
        ("45292", "2024-01-01 00:00:00"), ("45292.5", "2024-01-01 12:00:00"),
        // 18:26:00 as Excel stores it, one digit too many for a double.
        ("45292.768055555557", "2024-01-01 18:26:00"),
        ("45292.768055555555", "2024-01-01 18:26:00"),
        ("45292.99998842593", "2024-01-01 23:59:59"),
        ("45292.9999999999", "2024-01-02 00:00:00"),
        ("109574", "2199-12-31 00:00:00"), ("109575", "notADay"), ("2958465", "notADay"),
        ("20240101", "notADay"),
    ])
    func `days of the 1900 system`(serial: String, expected: String) throws {
        let number = try AmountText.parse(Array(serial.utf8).span, style: .point)
        #expect(text { () throws(DateProblem) in try ExcelSerial.moment(number) } == expected)
    }

    @Test func `every second of a day survives`() throws {
        for second in 0..<86_400 {
            let serial = "\(45_292 + Double(second) / 86_400)"
            let number = try AmountText.parse(serial.utf8.span, style: .point)
            let moment = try ExcelSerial.moment(number)
            #expect(moment.second == Int32(second) && moment.day.text == "2024-01-01")
        }
    }

    private func text(_ moment: () throws(DateProblem) -> CivilMoment) -> String {
        do throws(DateProblem) {
            return try moment().rendered
        } catch {
            return "\(error)"
        }
    }
}
