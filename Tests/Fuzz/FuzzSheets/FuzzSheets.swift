import Facts
import Opening
import Reading

/// libFuzzer's door: workbooks, pages and archives as whole files. Twice the same bytes must say
/// the same, and the counts must add up.
///
/// Parts of an `.xlsx` have checksums that random bytes do not meet; so the input is also taken as
/// the XML of a sheet in an archive of stored members made here around it.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    for bytes in [input, workbook(around: input)] {
        precondition(read(bytes) == read(bytes), "a second reading differs")
    }
    return 0
}

private func read(_ bytes: [UInt8]) -> [Int] {
    var batch = LineBatch()
    var ended = 0
    do throws(ReadFailure) {
        var file = try StatementFile(bytes: bytes, name: "fuzz", options: ReadOptions())
        while try file.next(into: &batch) {}
        precondition(file.rowsSoFar == batch.rowCount, "a row had no fate, or two")
    } catch {
        ended = 1
    }
    return [batch.lines.count, batch.rejections.count, batch.skipped.count, ended]
}

private func workbook(around sheet: [UInt8]) -> [UInt8] {
    let workbook = Array("<workbook><sheets><sheet name=\"A\"/></sheets></workbook>".utf8)
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for (name, content) in [
        ("xl/workbook.xml", workbook), ("xl/worksheets/sheet1.xml", sheet),
        ("xl/sharedStrings.xml", sheet), ("xl/styles.xml", sheet),
    ] {
        let start = bytes.count
        var fields: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
        fields += number(Int(checksum(content)), 4)
        fields += number(content.count, 4) + number(content.count, 4)
        fields += number(name.utf8.count, 2) + [0, 0]
        bytes += [0x50, 0x4B, 3, 4, 20, 0] + fields + Array(name.utf8) + content
        directory += [0x50, 0x4B, 1, 2, 20, 0, 20, 0] + fields
        directory += [UInt8](repeating: 0, count: 10) + number(start, 4) + Array(name.utf8)
    }
    let end: [UInt8] = [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 4, 0, 4, 0]
    let size = number(directory.count, 4) + number(bytes.count, 4) + [0, 0]
    return bytes + directory + end + size
}

private func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

private func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
}
