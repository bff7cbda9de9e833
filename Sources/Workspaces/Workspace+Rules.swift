internal import Facts
internal import Saving

/// A rule that the program wrote for a command, which records it (``Workspace/decide``).
package struct MadeRule: Sendable {
    let change: FileChange
}

extension Workspace {
    /// The file for rules made by the program, beside those of people.
    package static let madeRulesFile = "made.yaml"

    /// Appends one rule, durably, before the command that it is part of: its suggestions need it.
    /// The caller validates the file, and calls ``remove(_:)`` if it is invalid or the command
    /// fails.
    package func addRule(_ rule: [UInt8]) throws(WorkspaceFailure) -> MadeRule {
        guard access == .writing else { throw .readOnly }
        var contents = try contents(of: .madeRules)
        if let last = contents.last, last != 0x0A { contents.append(0x0A) }
        let made = MadeRule(change: try fileChange(.madeRules, to: contents + rule))
        try replace(made.change)
        return made
    }

    /// Takes back a rule that no command records; a file that a person edited since stays.
    package func remove(_ rule: MadeRule) throws(WorkspaceFailure) {
        guard access == .writing else { throw .readOnly }
        guard try contents(of: .madeRules) == rule.change.after else { return }
        try replace(rule.change.reversed)
    }
}
