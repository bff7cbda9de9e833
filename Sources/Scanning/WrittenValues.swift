internal import Facts

/// How banks write values, from `rules/values.txt`: names of months, words of currencies, forms of
/// days.
package enum WrittenValues {
    /// The values of a kind, in the file's order.
    package static func of(_ kind: String) -> [String] { table[kind] ?? [] }

    private static let table: [String: [String]] = {
        var table: [String: [String]] = [:]
        let bytes = EmbeddedFile.values.withSpan { Array($0) }
        for line in bytes.split(separator: 0x0A) where line.first != UInt8(ascii: "#") {
            guard let end = line.firstIndex(of: 0x20) else { continue }
            // ` = `
            let value = String(decoding: line[(end + 3)...], as: UTF8.self)
            table[String(decoding: line[..<end], as: UTF8.self), default: []].append(value)
        }
        return table
    }()
}
