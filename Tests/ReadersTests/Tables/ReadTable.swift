import Facts
import Reading
import Tables

/// Reads a CSV as the program does: its table is settled first.
func readTable(
    _ text: String, _ options: ReadOptions = ReadOptions()
) throws -> (reader: CSVReader, batch: LineBatch) {
    let bytes = Array(text.utf8)
    let surveyor = CSVSurveyor(file: "f.csv", layouts: .builtIn)
    try surveyor.read(bytes.span, final: true)
    let reader = CSVReader(
        file: "f.csv", layouts: .builtIn, settled: try surveyor.settle(options))
    var batch = LineBatch()
    try reader.read(bytes.span, final: true, into: &batch)
    return (reader, batch)
}
