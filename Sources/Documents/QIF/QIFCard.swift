internal import Facts
package import Reading

extension FormatCard {
    package static let qif = FormatCard(
        "qif",
        begins: { head, _ in
            ["!Type:", "!Account", "!Option:", "!Clear:"].contains { head.begins(with: $0) }
        },
        undecodable: .replaced,
        reader: { text throws(ReadFailure) in
            let surveyor = QIFSurveyor(file: text.path)
            try text.survey { chunk, final throws(ReadFailure) in
                try surveyor.read(chunk, final: final)
            }
            return QIFReader(file: text.path, settled: try surveyor.settle(text.options))
        })
}
