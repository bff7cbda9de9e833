import Facts

/// What a line's own suggestion makes of it as a side of a transfer.
enum TransferTendency: UInt8, Sendable {
    /// Something else is proposed with confidence, or a person said so.
    case none
    case silent, transfer, own

    /// From here on another category is not overruled by an amount that happens to agree.
    private static let doubtPermille = 600

    init(of suggestion: borrowing Suggestion) {
        self.init(
            of: suggestion.category, permille: suggestion.permille,
            isConfident: suggestion.isConfident, suggestion.evidence)
    }

    /// Of a suggestion whose evidence lies in two places.
    init(
        of category: String, permille: Int, isConfident: Bool, _ evidence: [Evidence],
        _ others: [Evidence] = []
    ) {
        guard category.hasPrefix("transfers") else {
            let isDoubtful = category.isEmpty || permille < Self.doubtPermille
            self = isDoubtful ? .silent : .none
            return
        }
        switch category {
        case let category where TransferSide.ownCategories.contains(category): self = .own
        // Cash that is drawn here and paid in there is no transfer.
        case "transfers.cash": self = .none
        default: self = .transfer
        }
        if self == .transfer,
            Self.isSettled(category, isConfident, evidence)
                || Self.isSettled(category, isConfident, others)
        {
            self = .none
        }
    }

    /// A rule of the person's, or what was decided about such lines before, says with confidence
    /// that somebody else is paid.
    private static func isSettled(
        _ category: String, _ isConfident: Bool, _ evidence: [Evidence]
    ) -> Bool {
        evidence.contains { evidence in
            switch evidence.source {
            case .rule: true
            case .memory, .counterparty: isConfident && evidence.category == category
            default: false
            }
        }
    }

    /// Of an approved line. What was approved as it was proposed may still turn out to be a
    /// transfer; what a person called otherwise not.
    init(ofApproved category: String, permille: Int, isByPerson: Bool) {
        self.init(of: Suggestion(category: category, permille: permille))
        if isByPerson, self != .own { self = .none }
    }

    /// Nil where only the number of an own account could make the line a side.
    var words: TransferSide.Words? {
        switch self {
        case .none: nil
        case .silent: .silent
        case .transfer: .transfer
        case .own: .own
        }
    }
}
