/// Tables of reports that hledger, ledger and bean-query print.
///
/// They are refused: a row is a posting of any account, a sum of a period or of several postings,
/// and nothing in it says which. The journal itself says everything.
///
/// - Source: hledger 1.25, *register* and *aregister*, CSV output; Ledger 3 manual, *The csv
///   command*; Beancount Query Language, columns of postings.
enum JournalReport {
    /// - Parameter head: the beginning of a file that no layout knows.
    static func begins(_ head: [UInt8]) -> Bool {
        let line = head.prefix { $0 != 0x0A && $0 != 0x0D }
        guard line.count < lineBytesMax else { return false }
        let text = String(decoding: line, as: UTF8.self)
        return isOfLedger(text) || isHeader(text)
    }

    /// Headers are short, and so are most lines of ledger.
    private static let lineBytesMax = 4_096

    private static func isHeader(_ line: String) -> Bool {
        let names = line.lowercased().split(separator: ",", omittingEmptySubsequences: false)
            .map { name in String(name.filter { $0 != "\"" && $0 != " " }) }
        if names.first == "txnidx" {
            return names.suffix(2) == ["amount", "total"]
                || names.suffix(3) == ["otheraccounts", "change", "balance"]
        }
        let sums = ["position", "number", "sum_position", "sum_number"]
        // With the balance after each row its signs are proved.
        return !names.contains("balance") && names.contains(where: sums.contains)
            && (names.contains("narration") || names.contains("account"))
            && names.allSatisfy(queried.contains)
    }

    /// Columns of bean-query that stand beside amounts.
    private static let queried: Set<String> = [
        "date", "flag", "payee", "narration", "account", "position", "number", "currency",
        "sum_position", "sum_number", "year", "month", "day", "id", "type", "filename", "lineno",
        "description", "tags", "links", "units_position", "cost_position", "weight",
    ]

    /// `"2026/01/10","","Opening balance","Assets:Card","UAH","1000","*",""`, without a header.
    private static func isOfLedger(_ line: String) -> Bool {
        guard line.first == "\"", line.last == "\"" else { return false }
        let fields = line.dropFirst().dropLast().components(of: "\",\"")
        guard fields.count == 8, fields[0].utf8.count == 10, !fields[4].isEmpty else {
            return false
        }
        let isDay = fields[0].utf8.enumerated().allSatisfy { place, byte in
            place == 4 || place == 7
                ? byte == 0x2F || byte == 0x2D : (0x30...0x39).contains(byte)
        }
        let isNumber = fields[5].utf8.allSatisfy {
            (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E
        }
        return isDay && isNumber && ["*", "!", ""].contains(fields[6])
    }
}

extension Substring {
    fileprivate func components(of separator: String) -> [String] {
        var parts: [String] = []
        var rest = self
        while let found = rest.firstRange(of: separator) {
            parts.append(String(rest[..<found.lowerBound]))
            rest = rest[found.upperBound...]
        }
        return parts + [String(rest)]
    }
}
