import Facts

/// The text of `L` or `S`: a category's path or another account in brackets, and a class.
struct QIFCategory {
    /// `Food:Groceries`; for a transfer the account in its brackets.
    var path: [UInt8]
    /// `Trip`, several separated by `, `.
    private(set) var tags: [UInt8] = []

    /// A slash without blanks beside it begins the class, which may have subclasses.
    init(_ text: [UInt8]) {
        path = text
        let start = text.last == UInt8(ascii: "]") ? text.count : 0
        guard
            let slash = text.indices.dropFirst().last(where: { text[$0] == UInt8(ascii: "/") }),
            slash >= start || start == 0, slash + 1 < text.count,
            text[slash - 1] > 0x20, text[slash + 1] > 0x20
        else { return }
        path = Array(text[..<slash])
        tags = Array(
            text[(slash + 1)...].split(separator: UInt8(ascii: ":")).joined(separator: [0x2C, 0x20])
        )
    }

    /// The other account of a transfer.
    var account: [UInt8]? {
        guard path.count > 2, path.first == UInt8(ascii: "["), path.last == UInt8(ascii: "]") else {
            return nil
        }
        return Array(path.dropFirst().dropLast())
    }
}
