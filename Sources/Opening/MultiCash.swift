/// The pair of MultiCash texts, `umsatz.txt` with rows and `auszug.txt` with balances: recognised
/// so that no table is guessed in them.
///
/// Neither has headings, and the columns differ by bank.
/// - Source: the format notes, §4.2.
enum MultiCash {
    /// Whether the first line is a row of either: bank, account, statement number, its day, then a
    /// day or a currency.
    static func knows(_ text: Span<UInt8>) -> Bool {
        // The first byte decides for most files, and some have no second line.
        guard !text.isEmpty, text[0] == 0x22 || text[0] &- 0x30 < 10 else { return false }
        var fields: [[UInt8]] = [[]]
        for index in text.indices {
            let byte = text[index]
            if byte == 0x0A || byte == 0x0D { break }
            if byte == 0x3B {
                fields.append([])
            } else if byte != 0x22 {
                fields[fields.count - 1].append(byte)
            }
            if fields.count > 5 { break }
        }
        guard fields.count > 5, isNumber(fields[0], 5...11), fields[1].count >= 5,
            isNumber(fields[2], 1...5), isDay(fields[3])
        else { return false }
        let isCurrency = fields[4].count == 3 && fields[4].allSatisfy { (0x41...0x5A).contains($0) }
        return isCurrency || isDay(fields[4])
    }

    private static func isNumber(_ field: [UInt8], _ length: ClosedRange<Int>) -> Bool {
        length.contains(field.count) && field.allSatisfy { $0 &- 0x30 < 10 }
    }

    /// `02.01.26`, `02.01.2026`
    private static func isDay(_ field: [UInt8]) -> Bool {
        guard field.count == 8 || field.count == 10 else { return false }
        return field.indices.allSatisfy {
            $0 == 2 || $0 == 5 ? field[$0] == 0x2E : field[$0] &- 0x30 < 10
        }
    }
}
