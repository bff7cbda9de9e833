package import Facts

extension Decision {
    /// The decision with the keys that its journal's earlier rows have here. The later one of two
    /// rows names the other one, so both are linked.
    func renamed(_ keys: [LineKey: LineKey]) -> Decision {
        if keys.isEmpty { return self }
        var renamed = self
        renamed.transferWith = transferWith.map { keys[$0] ?? $0 }
        renamed.notTransferWith = notTransferWith.map { keys[$0] ?? $0 }
        return renamed
    }
}

/// Decisions that a journal brings from another workspace.
extension LineBatch {
    /// Makes recorded facts, as another program's are, of decisions whose categories are open here:
    /// `categories map` asks what they mean.
    mutating func recordOpenDecisions(_ isCategory: (String) -> Bool) {
        if said.isEmpty { return }
        for index in lines.indices {
            guard let decision = said[lines[index].sourceIndex] else { continue }
            let categories = [decision.category ?? ""] + (decision.splits ?? []).map(\.category)
            if categories.allSatisfy({ $0.isEmpty || isCategory($0) }) { continue }
            recordDecision(of: index)
        }
    }

    /// The categories of a line's decision as recorded facts.
    package mutating func recordDecision(of index: Int) {
        guard var decision = said[lines[index].sourceIndex] else { return }
        if let splits = decision.splits, !splits.isEmpty {
            lines[index][.recordedParts] = add(RecordedPart.text(of: splits))
        } else if let category = decision.category, !category.isEmpty {
            lines[index].bankCategory = add(category)
        }
        if let account = decision.transferTo, !account.isEmpty {
            lines[index][.transferAccount] = add(account)
        }
        decision.category = nil
        decision.splits = nil
        decision.transferTo = nil
        decision.transferWith = nil
        decision.notTransferWith = []
        said[lines[index].sourceIndex] = decision
    }
}
