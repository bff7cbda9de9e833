internal import Facts
package import Reading

extension FormatCard {
    package static let pdfText = FormatCard(
        "pdf-text", otherNames: ["pdf"],
        holds: { _, text in PDFTextReader.knows(text) },
        reader: { text in
            // Where the first reading fails, the reader that is asked for the rows fails in the
            // same place and says so.
            let surveyor = PDFTextSurveyor(file: text.path)
            try? text.surveyAgain(undecodable: .refused) { chunk, final throws(ReadFailure) in
                try surveyor.read(chunk, final: final)
            }
            return PDFTextReader(file: text.path, settled: surveyor.settled)
        })
}
