package import Facts

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
        said[lines[index].sourceIndex] = decision
    }
}
