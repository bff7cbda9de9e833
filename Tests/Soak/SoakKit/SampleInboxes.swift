import Categorizing
import Facts
import Pending
import Importing
import Saving

/// Inboxes of the repository's sample files: each set is imported four times, with approvals in
/// between.
package struct SampleInboxes {
    private let categorizer = Categorizer()
    private let files: [String]

    /// - Parameter folder: searched recursively, as `import` does.
    package init(folder: String) {
        files = InputList(paths: [folder]).files.map(\.path).filter { path in
            [".csv", ".json", ".ofx", ".sta", ".xml", ".qif", ".xlsx"].contains {
                path.hasSuffix($0)
            }
        }
    }

    package var fileCount: Int { files.count }

    /// Sets of this many files in which importing them again changed something.
    ///
    /// - Parameter step: 1 for every set, 4 for each fourth one.
    package func doubled(inSetsOf count: Int, every step: Int = 1) throws -> [String] {
        var found: [String] = []
        for (number, set) in sets(of: count).enumerated() where number % step == 0 {
            let isReversed = number / step % 2 == 1
            if try !isUnchanged(isReversed ? set.reversed() : set) {
                found.append(set.joined(separator: " + "))
            }
        }
        return found
    }

    private func sets(of count: Int) -> [[String]] {
        var sets: [[String]] = [[]]
        for _ in 0..<count {
            sets = sets.flatMap { set in
                files.filter { set.isEmpty || set[set.count - 1] < $0 }.map { set + [$0] }
            }
        }
        return sets
    }

    private func isUnchanged(_ paths: [String]) throws -> Bool {
        let workspace = try SoakWorkspace(categorizer: categorizer)
        _ = try workspace.importing(paths)
        let keys = Set(try workspace.lines().filter { $0.place == .queue }.map(\.key))
        let night = try workspace.importing(paths)
        try workspace.decide(keys, Decision(verdict: .approve, category: "groceries"))
        let nights = try [night, workspace.importing(paths), workspace.importing(paths)]
        let isNew = nights.contains { report in
            report.files.contains { $0.new + $0.ambiguous + $0.conflicts > 0 }
        }
        return try !isNew && !workspace.lines().contains { $0.place == .queue }
    }
}
