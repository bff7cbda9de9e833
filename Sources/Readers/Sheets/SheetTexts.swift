internal import Facts

/// The texts that the cells of a workbook share, as one run of bytes: 4 bytes and its own for each.
struct SheetTexts {
    private var bytes: [UInt8] = []
    /// Where each text ends.
    private var ends: [UInt32] = []

    /// False when there is no room for it.
    mutating func add(_ text: [UInt8]) -> Bool {
        guard bytes.count + text.count <= Limits.sheetTextsBytesMax,
            ends.count < 4 * Limits.sheetRowsMax
        else { return false }
        bytes += text
        ends.append(UInt32(truncatingIfNeeded: bytes.count))
        return true
    }

    subscript(_ index: Int) -> [UInt8]? {
        guard ends.indices.contains(index) else { return nil }
        let start = index == 0 ? 0 : Int(ends[index - 1])
        return Array(bytes[start..<Int(ends[index])])
    }

    static func limit(at place: SourcePlace) -> ReadFailure {
        ReadFailure(
            .limitExceeded, at: place,
            details: ["sheet-texts-bytes", "\(Limits.sheetTextsBytesMax)"])
    }
}
