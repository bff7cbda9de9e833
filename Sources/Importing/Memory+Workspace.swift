package import Categorizing
package import Facts
internal import Ledger
package import Workspaces

extension Memory {
    /// A workspace's memory of decisions, queried by subject on the ledger thread.
    package init(of workspace: Workspace) throws(WorkspaceFailure) {
        do throws(LedgerFailure) {
            let answers = try workspace.ledger.answers()
            let hasNames = try workspace.ledger.hasNames()
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
                        // A suggestion does not stop on errors: reads and writes of entries meet
                        // the same one and report it.
                        return nil
                    }
                },
                prefetch: { subjects in
                    do throws(LedgerFailure) {
                        try lookup.prefetch(subjects)
                    } catch {
                        // Prefetching is optional; the query itself meets the same error.
                    }
                }, answers: answers, hasNames: hasNames)
        } catch {
            throw .ledger(error)
        }
    }
}

extension Learning {
    /// Learning with this categorizer's subjects.
    package init(by categorizer: Categorizer, country: String) {
        self.init(
            accountTag: Categorizer.accountTag,
            subjects: { fact, suggestion in
                var batch = LineBatch()
                let line = StatementLine(of: fact, in: &batch)
                return categorizer.subjects(
                    of: line, arena: batch.arena.span, evidence: suggestion.evidence)
            },
            name: { fact, suggestion in
                var batch = LineBatch()
                let line = StatementLine(of: fact, in: &batch)
                return categorizer.name(
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
