import Testing

@testable import Scanning

@Suite struct `Byte writer` {
    private func written(_ body: (inout ByteWriter) -> Void) -> String {
        var writer = ByteWriter(capacity: 16)
        body(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        0, 1, -1, 9, 10, -10, 12_550, 99_999_999, Int64.max, Int64.min, Int64.min + 1,
    ])
    func `integers are written as Swift prints them`(_ value: Int64) {
        #expect(written { $0.append(decimal: value) } == "\(value)")
    }

    @Test func `every power of ten has all its digits`() {
        var value: Int64 = 1
        for _ in 0..<18 {
            value *= 10
            for near in [value - 1, value, -value] {
                #expect(written { $0.append(decimal: near) } == "\(near)")
            }
        }
    }

    @Test(arguments: [
        (0, 0, "0"), (0, 2, "0.00"), (5, 2, "0.05"), (12_345, 2, "123.45"), (7, 0, "7"),
        (UInt64.max, 0, "18446744073709551615"), (72, 4, "0.0072"),
        (UInt64.max, 40, "0.0000000000000000000018446744073709551615"),
    ])
    func `a number is written with its scale`(_ magnitude: UInt64, _ scale: Int, _ wanted: String) {
        #expect(written { $0.append(decimal: magnitude, scale: scale) } == wanted)
    }

    @Test(arguments: 0...9)
    func `a number of any length is written with any scale`(scale: Int) {
        var value: UInt64 = 1
        while value < 10_000_000_000_000_000 {
            for near in [value - 1, value, value + 7, value * 9 + 34] {
                let digits = "\(near)"
                let zeros = String(repeating: "0", count: max(0, scale + 1 - digits.utf8.count))
                let all = zeros + digits
                let wanted =
                    scale == 0 ? all : "\(all.dropLast(scale)).\(all.suffix(scale))"
                #expect(written { $0.append(decimal: near, scale: scale) } == wanted)
            }
            value *= 10
        }
    }

    @Test func `times of day have two digits a part`() {
        for number in 0..<100 {
            let two = number < 10 ? "0\(number)" : "\(number)"
            let text = written {
                $0.append("x")
                $0.append(hours: number, minutes: 99 - number, seconds: number)
                $0.append(hours: number, minutes: number)
                $0.append("y")
            }
            let other = 99 - number < 10 ? "0\(99 - number)" : "\(99 - number)"
            #expect(text == "x\(two):\(other):\(two)\(two):\(two)y")
        }
    }

    @Test func `what was written is written again, whether or not the room must grow`() {
        let text = written {
            for _ in 0..<5 { $0.append(again: 0..<$0.count); $0.append("0123456789abcdef-") }
        }
        let once = "0123456789abcdef-"
        #expect(text == String(repeating: once, count: 31))
    }

    @Test func `a piece of every length is copied whole`() {
        let bytes = (0..<200).map { UInt8(truncatingIfNeeded: $0) }
        for count in bytes.indices {
            var writer = ByteWriter()
            writer.append(byte: 0xFF)
            writer.append(bytes[..<count])
            #expect(writer.bytes == [0xFF] + bytes[..<count])
        }
    }

    @Test func `pieces come one after another`() {
        let text = written {
            $0.append("a")
            $0.append(String("й"))
            $0.append(byte: 0x2C)
            $0.append([0x62, 0x63])
            $0.append([0x64, 0x65, 0x66][1...])
            $0.append(bytes: [0x67, 0x68, 0x69], from: 1, count: 2)
            $0.append("хвіст".utf8.span)
            $0.append(twoDigits: 7)
            $0.append(twoDigits: 42)
            $0.append(hex: UInt64(0xDEAD_BEEF))
            $0.append(hex: UInt32(0x0A19_F0C7))
            $0.append(hex: UInt16(171))
        }
        #expect(text == "aй,bcefhiхвіст074200000000deadbeef0a19f0c700ab")
        var writer = ByteWriter()
        writer.append("gone")
        writer.removeAll()
        #expect(writer.bytes == [])
    }

    @Test(arguments: [
        ("", #""""#), ("Сільпо", #""Сільпо""#), ("a\"b\\c/", #""a\"b\\c/""#),
        ("\n\r\t\u{0}\u{1F}\u{8}\u{7F}", #""\n\r\t\u0000\u001f\u0008\u007f""#),
        ("a\u{2028}b\u{2029}", #""a\u2028b\u2029""#),
        ("\u{2027}€—\u{A0}×ا💳", "\"\u{2027}€—\u{A0}×ا💳\""),
        ("\u{85}a\u{202E}\u{2066}\u{61C}", #""\u0085a\u202e\u2066\u061c""#),
        ("\u{FEFF}\u{200B}\u{E0041}\u{180E}", #""\ufeff\u200b\udb40\udc41\u180e""#),
        (
            "довгий текст на кілька блоків — і «лапки» наприкінці \"тут\"",
            #""довгий текст на кілька блоків — і «лапки» наприкінці \"тут\"""#
        ),
        ("\u{2028}", #""\u2028""#), ("0123456789abcde\"", #""0123456789abcde\"""#),
    ])
    func `JSON strings are escaped`(_ text: String, _ expected: String) throws {
        #expect(written { $0.append(jsonString: text) } == expected)
        #expect(written { $0.append(jsonString: text.utf8.span) } == expected)
        #expect(try JSONValue.parse(expected.utf8.span) == .string(text))
    }

    @Test func `a lead byte cut at the end is copied`() {
        var writer = ByteWriter()
        writer.append(jsonString: [0x61, 0xE2, 0x80].span)
        #expect(writer.bytes == [0x22, 0x61, 0xE2, 0x80, 0x22])
    }
}
