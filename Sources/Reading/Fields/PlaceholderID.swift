package import Facts

extension StatementLine {
    /// Whether a reference is one of the words and figures that banks print for none.
    ///
    /// - Source: ISO 20022 payment guides: `NOTPROVIDED`; SWIFT MT 940, field 61: `NONREF`.
    package static func isPlaceholder(id text: Span<UInt8>) -> Bool {
        let isFilled = text.indices.contains { text[$0] != 0x30 && text[$0] != 0x2D }
        return !isFilled || text.equals("NONREF") || text.equals("NOTPROVIDED")
            || text.equals("NOT PROVIDED") || text.equals("NONE")
    }
}
