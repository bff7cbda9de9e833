package import Facts
package import Reading

/// A layout file proposed for a table that no layout knows.
package struct LayoutProposal: Sendable {
    /// The whole file.
    package let yaml: String
    /// The open question, nil if everything was proved or chosen.
    package let open: ReadFailure?
}

/// Infers a table without known layouts, and proposes one. Fed like a reader.
package final class LayoutProposer {
    private let inference: TableInference
    private var records: RecordColumns?

    package init(file: String) {
        inference = TableInference(
            file: file, unknown: ReadFailure(.notAStatement, at: SourcePlace(file: file)))
    }

    package func read(_ chunk: Span<UInt8>, final: Bool) {
        inference.read(chunk, final: final)
    }

    /// Reads a whole JSON document, as the table of its records.
    package func read(json text: consuming DecodedText) throws(ReadFailure) {
        let book = try JSONBook(text, file: inference.file)
        // A layout of records names no account around them.
        guard book.hasRecords, book.columns.ownerHeadings.isEmpty else { throw inference.unknown }
        records = book.columns
        let text = try book.text(ofSheet: 0)
        var chunk: [UInt8] = []
        var isFinal = false
        while !isFinal, try text.next(into: &chunk, isFinal: &isFinal) {
            inference.read(chunk.span, final: isFinal)
        }
    }

    /// - Throws: `notAStatement` if the file is no table with days and amounts.
    package func propose(
        options: ReadOptions = ReadOptions()
    ) throws(ReadFailure) -> LayoutProposal {
        guard let table = inference.decide(options) else { throw inference.unknown }
        let name = records == nil ? "draft/csv" : "draft/json"
        let draft = LayoutDraft(table, name: name, comments: comments(table), records: records)
        guard draft.isWritable else { throw inference.unknown }
        return LayoutProposal(
            yaml: draft.text,
            open: table.refusal(file: inference.file))
    }

    private func comments(_ table: InferredTable) -> [String] {
        var lines = [
            "Drafted by kopiyka layout draft from \(inference.dataRows) rows. Give it a name of your own, put it into the",
            "workspace's rules/banks/ and import the file again; kopiyka read --layout FILE tries it.",
            "",
        ]
        lines.append("Proved:")
        lines += table.proofs.map { "  \($0)" }
        guard !table.doubts.isEmpty else { return lines }
        lines += ["", "To settle; the draft is refused as long as a question mark stands in it:"]
        for doubt in table.doubts {
            let sample = doubt.sample.isEmpty ? "" : ", line \(doubt.line): \(doubt.sample)"
            lines.append("  \(doubt.question.rawValue)\(sample)")
            for reading in doubt.results.isEmpty ? doubt.readings : doubt.results {
                lines.append("    \(reading)")
            }
            if let remedy = doubt.remedy { lines.append("    \(remedy)") }
        }
        return lines
    }
}
