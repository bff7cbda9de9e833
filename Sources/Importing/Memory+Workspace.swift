package import Categorizing
package import Facts
internal import Ledger
package import Workspaces

extension Memory {
    /// What a workspace remembers of decisions, asked subject by subject on the ledger's thread.
    package init(of workspace: Workspace) throws(WorkspaceFailure) {
        do throws(LedgerFailure) {
            let answers = try workspace.ledger.answers()
            guard let lookup = try workspace.ledger.historyLookup() else {
                // Answers are learned together with histories.
                self = .empty
                return
            }
            self.init(
                recall: { subject in
                    do throws(LedgerFailure) {
                        return try lookup.history(of: subject)
                    } catch {
                        // A suggestion is no place to stop: what reads or writes entries meets the
                        // same trouble and says so.
                        return nil
                    }
                },
                prefetch: { subjects in
                    do throws(LedgerFailure) {
                        try lookup.prefetch(subjects)
                    } catch {
                        // Each is asked about again, and then it is the same trouble.
                    }
                }, answers: answers)
        } catch {
            throw .ledger(error)
        }
    }
}

extension Learning {
    /// Learning by what this categorizer finds in lines.
    package init(by categorizer: Categorizer, country: String) {
        self.init(
            accountTag: Categorizer.accountTag,
            subjects: { fact, suggestion in
                var batch = LineBatch()
                let line = StatementLine(of: fact, in: &batch)
                return categorizer.subjects(
                    of: line, arena: batch.arena.span, evidence: suggestion.evidence)
            },
            pattern: { suggestion in
                let name = Conclusion(from: suggestion.evidence).patternName
                return name.isEmpty ? nil : name
            },
            suggest: { fact, memory in
                var batch = LineBatch()
                let line = StatementLine(of: fact, in: &batch)
                return categorizer.suggestionForQueue(
                    of: line, in: batch, account: fact.account, country: country, memory: memory)
            },
            withoutEach: { fact, suggestion in
                var batch = LineBatch()
                let line = StatementLine(of: fact, in: &batch)
                return categorizer.withoutEach(
                    of: suggestion, line: line, arena: batch.arena.span, account: fact.account,
                    country: country)
            })
    }
}
