package import Facts
internal import Ledger
package import Pending
internal import Saving
internal import Scanning

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

/// `categories.yaml` before and after a command, as its undo record stores them.
///
/// `LENGTH\n`, the contents before, the contents after; a missing file is as an empty one.
struct CategoriesFileChange: Equatable {
    let before: [UInt8]
    let after: [UInt8]

    init(before: [UInt8], after: [UInt8]) {
        self.before = before
        self.after = after
    }

    var bytes: [UInt8] { Array("\(before.count)\n".utf8) + before + after }

    init?(_ bytes: [UInt8]) {
        guard let feed = bytes.firstIndex(of: 0x0A),
            let count = Int(String(decoding: bytes[..<feed], as: UTF8.self)),
            count >= 0, count < bytes.count - feed
        else { return nil }
        before = Array(bytes[(feed + 1)...].prefix(count))
        after = Array(bytes[(feed + 1)...].dropFirst(count))
    }
}

/// The file does not change in the same step as the ledger: as with the settings, a note before the
/// commit has its new contents, and is valid only with the ledger state of that commit.
extension Workspace {
    /// The contents of `categories.yaml`; empty if there is none.
    package func categoriesFile() throws(WorkspaceFailure) -> [UInt8] {
        try Self.categoriesFile(at: paths)
    }

    /// The same of a workspace that need not be open.
    package static func categoriesFile(
        at paths: WorkspacePaths
    ) throws(WorkspaceFailure) -> [UInt8] {
        try saving { () throws(SavingError) in
            guard try fileStamp(paths.categories) != nil else { return [] }
            return try readFile(paths.categories, limit: Limits.settingsBytesMax)
        }
    }

    /// Changes the categories and everything filed in moved ones, as one undoable command.
    ///
    /// - Parameter command: the word that undo shows.
    /// - Complexity: linear in the ledger's annotations and histories, and in the queue.
    package func change(
        categories edit: CategoriesEdit, command: String, isDryRun: Bool = false
    ) throws(WorkspaceFailure) -> CategoriesReport {
        try requireWritable()
        let change = CategoriesFileChange(before: try categoriesFile(), after: edit.contents)
        try keeping(ledger.useLargeCache())
        var report = CategoriesReport()
        try rewriteQueue { rewrite, transaction throws(WorkspaceFailure) in
            for (old, new) in edit.moved.sorted(by: { $0.key < $1.key }) {
                report.entries += try keeping(transaction.refile(category: old, as: new))
                try keeping(transaction.replaceInHistories(category: old, by: new))
            }
            try rewrite.run { place, reader throws(WorkspaceFailure) in
                guard case .line(var line) = reader.content(), line.refile(edit) else {
                    return .keep
                }
                report.waiting += 1
                let bytes = try transaction.recordRewriting(place, of: line, reader)
                return .replace(
                    bytes, self.identity(of: line, before: place.identity), line.fact)
            }
            if isDryRun { return false }
            try keeping { () throws(LedgerFailure) in
                try transaction.record(.categories, change: change.bytes)
                try transaction.finish(command: command)
            }
            try intend(categories: change.after)
            return true
        }
        if !isDryRun { try finishCategories(change.after) }
        return report
    }

    // MARK: The file beside the commit

    /// Writes the note, before the ledger commits, that the file gets these contents.
    func intend(categories contents: [UInt8]) throws(WorkspaceFailure) {
        try saving { () throws(SavingError) in
            var file = try ReplacingFile(replacing: paths.categoriesIntent)
            try file.write(Array("\(state.generation + 1)\n".utf8) + contents)
            try file.commit()
        }
    }

    /// Replaces the file after the commit, and removes the note.
    func finishCategories(_ contents: [UInt8]) throws(WorkspaceFailure) {
        try saving { () throws(SavingError) in
            if contents.isEmpty {
                try removeRegularFile(paths.categories)
            } else {
                var file = try ReplacingFile(replacing: paths.categories)
                try file.write(contents)
                try file.commit()
            }
            try removeRegularFile(paths.categoriesIntent)
        }
    }

    /// The contents that a committed command has not written yet.
    func intendedCategories() -> [UInt8]? {
        guard
            let bytes = try? readFile(paths.categoriesIntent, limit: Limits.settingsBytesMax),
            let feed = bytes.firstIndex(of: 0x0A),
            bytes[..<feed].elementsEqual(String(state.generation).utf8)
        else { return nil }
        return Array(bytes[(feed + 1)...])
    }

    /// Writes the file for a command interrupted after its commit.
    func finishIntendedCategories() throws(WorkspaceFailure) {
        guard (try? fileStamp(paths.categoriesIntent)) ?? nil != nil else { return }
        guard let contents = intendedCategories() else {
            return try saving(removeRegularFile(paths.categoriesIntent))
        }
        try finishCategories(contents)
        notices.append(.unfinishedCommandFinished)
    }

    /// - Throws: `categoriesEdited` if the file is not as the command left it.
    func verifyCategories(are contents: [UInt8], for command: String) throws(WorkspaceFailure) {
        if try categoriesFile() != contents { throw .categoriesEdited(since: command) }
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
