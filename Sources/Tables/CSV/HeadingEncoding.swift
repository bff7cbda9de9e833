internal import Facts
internal import Reading
package import Scanning

extension LayoutSet {
    /// The only candidate encoding in which a file has the headings of a bank's table, if those are
    /// not only ASCII: `Naam initiërende partij` proves as much as a page of text. Nil if none or
    /// several fit.
    package func encoding(
        ofHeadings head: [UInt8], among candidates: [TextEncoding], file: String
    ) -> TextEncoding? {
        let start = head.prefix(CSVHead.headBytes)
        let isWhole = head.count < CSVHead.headBytes
        let fitting = candidates.filter { candidate in
            var text: [UInt8] = []
            var decoder = TextDecoder(candidate)
            guard decoder.decode(start.span, final: false, into: &text) == nil,
                let table = try? CSVHead(file: file, layouts: self).find(
                    text.span, isWhole: isWhole),
                table.layout.rank > .fallback
            else { return false }
            return table.header.contains { heading in
                !heading.utf8.allSatisfy { $0 < 0x80 }
                    && table.layout.names(column: HeaderText.fold(heading))
            }
        }
        return fitting.count == 1 ? fitting[0] : nil
    }
}
