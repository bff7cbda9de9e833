import Facts
import Glibc
import TestKit
import Testing
import Reading

/// The text in GB18030, by the C library.
private func chinese(_ text: String) -> [UInt8] {
    guard let handle = unsafe iconv_open("GB18030", "UTF-8") else { return [] }
    defer { unsafe _ = iconv_close(handle) }
    var bytes = text.utf8.map { CChar(bitPattern: $0) }
    var out = [CChar](repeating: 0, count: bytes.count * 2 + 8)
    var inLeft = bytes.count
    var outLeft = out.count
    unsafe bytes.withUnsafeMutableBufferPointer { from in
        unsafe out.withUnsafeMutableBufferPointer { to in
            var source = from.baseAddress
            var target = to.baseAddress
            unsafe _ = iconv(handle, &source, &inLeft, &target, &outLeft)
        }
    }
    return out.dropLast(outLeft).map { UInt8(bitPattern: $0) }
}

private func reading(_ bytes: [UInt8], encoding: String? = nil) -> StatementReading {
    let file = TemporaryFile(bytes)
    return StatementReading(path: file.path, options: ReadOptions(encoding: encoding))
}

/// Headings without a word of banks.
private let unknownTable = """
    甲,乙,丙,丁
    2026-01-14,支付宝消费,-10.50,89.50
    2026-01-15,工资收入,20.00,109.50
    2026-01-16,超市购物,-9.50,100.00

    """

@Suite struct ChineseTextTests {
    @Test func `a bank's headings prove Chinese text`() {
        let text = """
            交易时间,交易分类,交易对方,对方账号,商品说明,收/支,金额,收/付款方式,交易状态,交易订单号,商家订单号,备注,
            2026-01-14 09:12:52,日用百货,商店,/,商品,支出,16.54,余额宝,交易成功,20260114,1,,

            """
        let result = reading(chinese(text))
        #expect(result.failure == nil)
        #expect(result.encoding == "gb18030")
        #expect(result.batch.lines.first?.amount.text == "-16.54")
    }

    @Test func `Chinese text that no bank's headings prove is refused by name`() {
        let result = reading(chinese(unknownTable))
        #expect(result.failure?.kind == .encodingUncertain)
        #expect(result.failure?.details.contains("gb18030") == true)
        #expect(result.batch.lines.isEmpty)
    }

    @Test(arguments: ["gb18030", "GBK", "gb2312"])
    func `a person may name the encoding`(_ label: String) {
        let result = reading(chinese(unknownTable), encoding: label)
        #expect(result.failure == nil)
        #expect(result.batch.lines.map(\.amount.text) == ["-10.50", "20.00", "-9.50"])
        #expect(result.lines.first?.contains("支付宝消费") == true)
    }

    @Test func `a byte that is no Chinese character rejects its row only`() {
        var bytes = chinese(unknownTable)
        bytes.append(contentsOf: Array("2026-01-17,".utf8) + [0xD6] + Array(",-1.00,99.00\n".utf8))
        let result = reading(bytes, encoding: "gb18030")
        #expect(result.batch.lines.count == 3)
        #expect(result.batch.rejections.map(\.kind) == [.textNotDecodable])
    }
}
