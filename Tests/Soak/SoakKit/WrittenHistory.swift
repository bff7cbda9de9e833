import Glibc
import TestKit

/// Random histories and tables as files, for a program that is played from outside (`make same`).
package struct WrittenHistory {
    private let files: [(account: String, RenderedExport)]

    /// The exports of the history that ``Soak`` plays with this seed, in the order they come in.
    package init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let history = Soak.history(using: &random)
        files = history.exportsInOrder(using: &random).map { ($0.account, $0.rendered()) }
    }

    /// Writes the exports, `kopiyka.yaml` with the accounts, and `order`: a line of account, tab
    /// and name for each export.
    package func write(to folder: String) {
        guard unsafe mkdir(folder, 0o700) == 0 else { preconditionFailure(folder) }
        var order = ""
        for (account, file) in files {
            writeBytes(file.bytes, to: folder + "/" + file.fileName)
            order += "\(account)\t\(file.fileName)\n"
        }
        writeBytes(Array(order.utf8), to: folder + "/order")
        writeBytes(Array(SoakWorkspace.settings.utf8), to: folder + "/kopiyka.yaml")
    }
}

/// Writes the table of a seed without totals and the one with, as `<seed>.csv` and
/// `<seed>-totals.csv`.
package func writeTables(seed: UInt64, to folder: String) {
    for (suffix, hasTotals) in [("", false), ("-totals", true)] {
        let table = RandomTable(seed: seed, hasTotals: hasTotals)
        writeBytes(Array(table.text.utf8), to: "\(folder)/\(seed)\(suffix).csv")
    }
}
