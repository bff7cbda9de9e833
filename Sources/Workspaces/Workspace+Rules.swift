internal import Facts
internal import Saving

extension Workspace {
    /// The file for rules made by the program, beside those of people.
    package static let madeRulesFile = "made.yaml"

    private var madeRules: String { paths.rules + "/" + Self.madeRulesFile }

    /// Appends one rule, durably. The caller validates the file and calls ``removeRule(_:)`` if it
    /// is invalid.
    package func addRule(_ rule: [UInt8]) throws(WorkspaceFailure) {
        guard access == .writing else { throw .readOnly }
        var contents = try madeRulesContents() ?? []
        if let last = contents.last, last != 0x0A { contents.append(0x0A) }
        try replaceMadeRules(contents + rule)
    }

    /// Removes a rule at the end of the file; one that a person moved or edited since stays.
    package func removeRule(_ rule: [UInt8]) throws(WorkspaceFailure) {
        guard access == .writing else { throw .readOnly }
        guard let contents = try madeRulesContents(), contents.count >= rule.count,
            contents.suffix(rule.count).elementsEqual(rule)
        else { return }
        try replaceMadeRules(Array(contents.dropLast(rule.count)))
    }

    private func madeRulesContents() throws(WorkspaceFailure) -> [UInt8]? {
        try saving(readIfThere(madeRules, limit: Limits.settingsBytesMax))
    }

    private func replaceMadeRules(_ contents: [UInt8]) throws(WorkspaceFailure) {
        try saving { () throws(SavingError) in
            try makePrivateDirectory(paths.rules)
            var file = try ReplacingFile(replacing: madeRules)
            try file.write(contents)
            try file.commit()
        }
    }
}
