internal import Facts
internal import Saving

extension Workspace {
    /// The file that rules made by the program stand in, beside those people write.
    package static let madeRulesFile = "made.yaml"

    private var madeRules: String { paths.rules + "/" + Self.madeRulesFile }

    /// Appends one rule, durably. Whether the file is still good is the caller's to see, and
    /// ``removeRule(_:)`` takes it back.
    package func addRule(_ rule: [UInt8]) throws(WorkspaceFailure) {
        guard access == .writing else { throw .readOnly }
        var contents = try madeRulesContents() ?? []
        if let last = contents.last, last != 0x0A { contents.append(0x0A) }
        try replaceMadeRules(contents + rule)
    }

    /// Takes a rule away that stands at the end of the file; one that a person moved or edited
    /// since is theirs and stays.
    package func removeRule(_ rule: [UInt8]) throws(WorkspaceFailure) {
        guard access == .writing else { throw .readOnly }
        guard let contents = try madeRulesContents(), contents.count >= rule.count,
            contents.suffix(rule.count).elementsEqual(rule)
        else { return }
        try replaceMadeRules(Array(contents.dropLast(rule.count)))
    }

    private func madeRulesContents() throws(WorkspaceFailure) -> [UInt8]? {
        let path = madeRules
        return try saving { () throws(SavingError) in
            guard try fileStamp(path) != nil else { return nil }
            return try readFile(path, limit: Limits.settingsBytesMax)
        }
    }

    private func replaceMadeRules(_ contents: [UInt8]) throws(WorkspaceFailure) {
        let paths = paths
        let path = madeRules
        try saving { () throws(SavingError) in
            try makePrivateDirectory(paths.rules)
            var file = try ReplacingFile(replacing: path)
            try file.write(contents)
            try file.commit()
        }
    }
}
