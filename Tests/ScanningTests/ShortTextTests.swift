import Testing

@testable import Scanning

struct ShortTextTests {
    @Test(arguments: [
        (0, 0, "0"), (0, 2, "0.00"), (5, 2, "0.05"), (12_345, 2, "123.45"), (7, 0, "7"),
        (UInt64.max, 0, "18446744073709551615"), (72, 4, "0.0072"),
    ])
    func `a number is written with its scale`(_ magnitude: UInt64, _ scale: Int, _ wanted: String) {
        var text = ShortText()
        text.append(decimal: magnitude, scale: scale)
        var out = ByteWriter()
        out.append(text)
        #expect(String(decoding: out.bytes, as: UTF8.self) == wanted)
    }

    @Test func `the longest amount fits`() {
        var text = ShortText()
        text.append(byte: UInt8(ascii: "-"))
        text.append(decimal: .max, scale: 40)
        #expect(text.count == 43)
    }

    @Test func `digits keep their zeros`() {
        var text = ShortText()
        text.append(twoDigits: 7)
        text.append(hex: 0xAB, digits: 8)
        var out = ByteWriter()
        out.append(text)
        #expect(String(decoding: out.bytes, as: UTF8.self) == "07000000ab")
    }
}
