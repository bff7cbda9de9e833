package import Facts
internal import Ledger
package import Pending

/// A change of the household's categories, with all lines that it concerns.
package struct CategoriesEdit {
    /// The new contents of `categories.yaml`.
    package var contents: [UInt8]
    /// Categories whose lines move to another, by key.
    package var moved: [String: String]
    /// A waiting line's suggestion, with the category that stands for its own.
    package var filed: (Suggestion) -> Suggestion
    /// The new suggestion of a waiting line; nil to keep it.
    package var suggestion: (QueueLine) -> Suggestion?

    package init(
        contents: [UInt8], moved: [String: String] = [:],
        filed: @escaping (Suggestion) -> Suggestion = { $0 },
        suggestion: @escaping (QueueLine) -> Suggestion? = { _ in nil }
    ) {
        self.contents = contents
        self.moved = moved
        self.filed = filed
        self.suggestion = suggestion
    }
}

package struct CategoriesReport: Sendable, Equatable {
    /// Entries that moved to another category.
    package var entries = 0
    /// Waiting lines with another suggestion or decision.
    package var waiting = 0

    package var isEmpty: Bool { self == CategoriesReport() }
}

extension Workspace {
    /// Changes the categories and everything filed in moved ones, as one undoable command.
    ///
    /// - Parameters:
    ///   - command: the word that undo shows.
    ///   - batch: of the import, the last command, that the change is part of; nothing moves then.
    /// - Complexity: linear in the ledger's annotations and histories, and in the queue.
    package func change(
        categories edit: CategoriesEdit, command: String, continuing batch: Int? = nil,
        isDryRun: Bool = false
    ) throws(WorkspaceFailure) -> CategoriesReport {
        try requireWritable()
        let change = try fileChange(.categories, to: edit.contents)
        try keeping(ledger.useLargeCache())
        var report = CategoriesReport()
        try rewriteQueue(continuing: batch) { rewrite, transaction throws(WorkspaceFailure) in
            for (old, new) in edit.moved.sorted(by: { $0.key < $1.key }) {
                report.entries += try keeping(transaction.refile(category: old, as: new))
                try keeping(transaction.replaceInHistories(category: old, by: new))
            }
            try rewrite.run { place, reader throws(WorkspaceFailure) in
                guard case .line(var line) = reader.content(), line.refile(edit) else {
                    return .keep
                }
                report.waiting += 1
                // Undo of the import removes its own lines.
                let bytes =
                    line.batch == batch
                    ? line.written : try transaction.recordRewriting(place, of: line, reader)
                return .replace(
                    bytes, self.identity(of: line, before: place.identity), line.fact)
            }
            if isDryRun { return false }
            try record([change], in: transaction)
            try keeping(transaction.finish(command: command))
            return true
        }
        if !isDryRun { try finish([change]) }
        return report
    }
}

extension QueueLine {
    /// Whether the change concerns the line.
    fileprivate mutating func refile(_ edit: CategoriesEdit) -> Bool {
        let before = (suggestion, decision)
        suggestion = edit.filed(edit.suggestion(self) ?? suggestion)
        for index in suggestion.splits.indices {
            let old = suggestion.splits[index].category
            suggestion.splits[index].category = edit.moved[old] ?? old
        }
        if let old = decision?.category { decision?.category = edit.moved[old] ?? old }
        for index in (decision?.splits ?? []).indices {
            let old = decision?.splits?[index].category ?? ""
            decision?.splits?[index].category = edit.moved[old] ?? old
        }
        return suggestion != before.0 || decision != before.1
    }
}
