import Facts
import Workspaces

/// Proposes what lines are, for an import: the one way to a suggestion of a line without another
/// side.
final class Proposer {
    /// What rules, tables and memory say of a line.
    let ordinary: (StatementFact) -> Suggestion
    /// As they are known so far.
    var own: OwnNumbers
    private let workspace: Workspace

    init(
        _ workspace: Workspace, _ own: OwnNumbers,
        _ ordinary: @escaping (StatementFact) -> Suggestion
    ) {
        self.workspace = workspace
        self.own = own
        self.ordinary = ordinary
    }

    func suggestion(
        _ fact: StatementFact, _ key: LineKey, _ decision: Decision?
    ) throws(WorkspaceFailure) -> Suggestion {
        try suggestion(ordinary(fact), of: fact, key, decision)
    }

    func suggestion(
        _ ordinary: Suggestion, of fact: StatementFact, _ key: LineKey, _ decision: Decision?
    ) throws(WorkspaceFailure) -> Suggestion {
        try workspace.proposed(ordinary, of: fact, key, decision, own)
    }
}
