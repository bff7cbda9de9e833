internal import Facts
package import Reading

extension FormatCard {
    package static let pdfText = FormatCard(
        "pdf-text", otherNames: ["pdf"],
        holds: { _, text in PDFTextReader.knows(text) },
        reader: { text in
            // If the survey fails, the reader fails in the same place and reports it.
            let surveyor = PDFTextSurveyor(file: text.path)
            try? text.surveyAgain(undecodable: .refused) { chunk, final throws(ReadFailure) in
                try surveyor.read(chunk, final: final)
            }
            return PDFTextReader(file: text.path, settled: surveyor.settled)
        })
}
