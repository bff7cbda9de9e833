internal import Scanning

/// The first names of `rules/noise.csv`.
package struct GivenNames: Sendable {
    private let tables: MerchantTables

    package init() { self.init(.shared) }

    internal init(_ tables: MerchantTables) { self.tables = tables }

    /// Whether this is exactly one of them, in any letter case and script.
    package func contains(_ name: String) -> Bool {
        let folded = Array(TextFolder().fold(name).utf8)
        return contains(folded.span)
    }

    internal func contains(_ folded: Span<UInt8>) -> Bool {
        let tokens = TokenizedText(folded)
        guard tokens.count == 1,
            let entry = tables.words(TokenizedText.run(0, tokens[0].hash), .folded)
        else { return false }
        return (0..<entry.patternCount).contains { index in
            let pattern = tables.pattern(entry.firstPattern + index, .folded)
            return pattern.kind == .givenName
                && tables.isText(of: pattern, equalTo: folded, tokens.bytes(of: 0..<1))
        }
    }
}
