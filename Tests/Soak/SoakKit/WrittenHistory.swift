import Glibc
import TestKit

/// Random histories and tables as files, for runs of the program itself (`make same`).
package struct WrittenHistory {
    private let files: [(account: String, RenderedExport)]

    /// The exports of ``Soak``'s history for this seed, in the order of their import.
    package init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let history = Soak.history(using: &random)
        files = history.exportsInOrder(using: &random).map { ($0.account, $0.rendered()) }
    }

    /// Writes the exports, `kopiyka.yaml` with the accounts, and `order`: account, tab and name of
    /// each export, one per line.
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

/// Writes the seed's tables without and with totals, as `<seed>.csv` and `<seed>-totals.csv`.
package func writeTables(seed: UInt64, to folder: String) {
    for (suffix, hasTotals) in [("", false), ("-totals", true)] {
        let table = RandomTable(seed: seed, hasTotals: hasTotals)
        writeBytes(Array(table.text.utf8), to: "\(folder)/\(seed)\(suffix).csv")
    }
}
