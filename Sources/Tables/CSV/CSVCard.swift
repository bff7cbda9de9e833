internal import Facts
package import Reading

extension FormatCard {
    /// The fallback format. If its columns must decide something, the whole text is read twice.
    package static let csv = FormatCard(
        "csv", holds: { _, _ in true }, undecodable: .marked,
        reader: { text throws(ReadFailure) in
            let layouts = try LayoutSet.chosen(by: text.options)
            let surveyor = CSVSurveyor(file: text.path, layouts: layouts)
            let settled: SettledColumns
            do throws(ReadFailure) {
                settled = try surveyed(&text, surveyor)
            } catch {
                if surveyor.isKnown { throw error }
                settled = try supposed(&text, layouts, refusal: error)
            }
            return CSVReader(file: text.path, layouts: layouts, settled: settled)
        })

    /// Finds the table and lets its columns decide what its layout leaves open.
    private static func surveyed(
        _ text: inout FormatText, _ surveyor: CSVSurveyor
    ) throws(ReadFailure) -> SettledColumns {
        try text.survey(while: { surveyor.isNeeded ?? true }) { chunk, final throws(ReadFailure) in
            try surveyor.read(chunk, final: final)
        }
        return try surveyor.settle(text.options)
    }

    /// Tries whether a refused text is a bank's table with a changed header.
    private static func supposed(
        _ text: inout FormatText, _ layouts: LayoutSet, refusal: ReadFailure
    ) throws(ReadFailure) -> SettledColumns {
        let columns = SupposedColumns(
            file: text.path, layouts: layouts, options: text.options, refusal: refusal)
        while columns.needsFile {
            try text.surveyAgain(undecodable: .marked, while: { columns.needsFile }) {
                columns.read($0, final: $1)
            }
        }
        return try columns.settled()
    }
}
