internal import Facts
package import Reading

extension FormatCard {
    /// The fallback format. If its columns must decide something, the whole text is read twice.
    package static let csv = FormatCard(
        "csv", holds: { _, _ in true }, undecodable: .marked,
        reader: { text throws(ReadFailure) in
            let layouts = try LayoutSet.chosen(by: text.options)
            var isFirst = true
            let settled = try SettledColumns.of(
                file: text.path, layouts: layouts, options: text.options
            ) { isWanted, take throws(ReadFailure) in
                if isFirst {
                    isFirst = false
                    try text.survey(while: isWanted, take)
                } else {
                    try text.surveyAgain(undecodable: .marked, while: isWanted, take)
                }
            }
            return CSVReader(file: text.path, layouts: layouts, settled: settled)
        })
}

extension SettledColumns {
    /// Finds the table of a text and lets its columns decide what its layout leaves open. Tries
    /// whether a refused text is a bank's table with a changed header.
    ///
    /// - Parameter replay: passes the text from its beginning, chunk by chunk, as long as the
    ///   condition holds.
    static func of(
        file: String, layouts: LayoutSet, isSheet: Bool = false, options: ReadOptions,
        replay: (
            _ isWanted: () -> Bool, _ take: (Span<UInt8>, Bool) throws(ReadFailure) -> Void
        ) throws(ReadFailure) -> Void
    ) throws(ReadFailure) -> SettledColumns {
        let surveyor = CSVSurveyor(file: file, layouts: layouts, isSheet: isSheet)
        do throws(ReadFailure) {
            try replay({ surveyor.isNeeded ?? true }) { chunk, final throws(ReadFailure) in
                try surveyor.read(chunk, final: final)
            }
            return try surveyor.settle(options)
        } catch {
            if surveyor.isKnown { throw error }
            let columns = SupposedColumns(
                file: file, layouts: layouts, isSheet: isSheet, options: options, refusal: error)
            while columns.needsFile {
                try replay({ columns.needsFile }) { chunk, final in
                    columns.read(chunk, final: final)
                }
            }
            return try columns.settled()
        }
    }
}
