import Facts
import Workspaces

/// Proposes suggestions for an import's lines: the only source of suggestions for a line without
/// another side.
final class Proposer {
    /// The suggestion by rules, tables and memory.
    let ordinary: (StatementFact) -> Suggestion
    /// The own numbers known so far.
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

    /// Whether the line's suggestion is confident while only these own numbers are known.
    func isConfident(
        _ ordinary: Suggestion, of fact: StatementFact, _ key: LineKey, knowing own: OwnNumbers
    ) throws(WorkspaceFailure) -> Bool {
        try workspace.proposed(ordinary, of: fact, key, nil, own).isConfident
    }
}
