import Facts

/// How a line's own suggestion judges it as a side of a transfer.
enum TransferTendency: UInt8, Sendable {
    /// A person chose another category, or it is cash.
    case none
    case silent, transfer, own
    /// Own money, put by or taken back.
    case savings
    /// An instalment or a card's bill: a side only if the debt's account shows it too.
    case debt
    /// Money back, by its words: no side, unless it comes into a loan's account.
    case refund
    /// The household recorded a transfer between own accounts.
    case recorded
    /// Another suggestion is confident: a side only of a line that names the account.
    case otherwise

    private static let debtCategories = ["finance.loan", "housing.mortgage"]

    /// From this confidence on an equal amount does not overrule another category.
    private static let doubtPermille = 600

    init(of suggestion: borrowing Suggestion) {
        self.init(
            of: suggestion.category, permille: suggestion.permille,
            isConfident: suggestion.isConfident, suggestion.evidence)
    }

    /// For a suggestion whose evidence is in two places.
    init(
        of category: String, permille: Int, isConfident: Bool, _ evidence: [Evidence],
        _ others: [Evidence] = []
    ) {
        if Self.debtCategories.contains(category), permille >= Self.doubtPermille {
            let isSettled =
                Self.isSettled(category, isConfident, evidence)
                || Self.isSettled(category, isConfident, others)
            self = isSettled ? .none : .debt
            return
        }
        if category == "income.refund", permille >= Self.doubtPermille,
            !Self.isSettled(category, isConfident, evidence),
            !Self.isSettled(category, isConfident, others)
        {
            self = .refund
            return
        }
        guard category.hasPrefix("transfers") else {
            let isDoubtful =
                category.isEmpty || permille < Self.doubtPermille
                || Self.saysDirectionOnly(category, evidence)
                    && Self.saysDirectionOnly(category, others)
            let isSettled =
                Self.isSettled(category, isConfident, evidence)
                || Self.isSettled(category, isConfident, others)
            self = isDoubtful ? .silent : isSettled ? .none : .otherwise
            return
        }
        if TransferSide.mayBeOwn(category),
            Self.isRecorded(evidence) || Self.isRecorded(others)
        {
            self = .recorded
            return
        }
        switch category {
        case "transfers.savings": self = .savings
        case let category where TransferSide.ownCategories.contains(category): self = .own
        // Cash withdrawn here and deposited there is no transfer.
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

    /// PrivatBank files everything that comes in under «Зарахування». Evidence of a transfer, as of
    /// words approved before, does not contradict it.
    private static func saysDirectionOnly(_ category: String, _ evidence: [Evidence]) -> Bool {
        category == "income"
            && evidence.allSatisfy {
                $0.isWeak || $0.category.isEmpty || $0.category.hasPrefix("transfers")
            }
    }

    private static func isRecorded(_ evidence: [Evidence]) -> Bool {
        evidence.first?.source == .recorded
    }

    /// The person's rule, or earlier decisions on such lines, confidently name another payee.
    private static func isSettled(
        _ category: String, _ isConfident: Bool, _ evidence: [Evidence]
    ) -> Bool {
        evidence.contains { evidence in
            switch evidence.source {
            case .rule, .recorded: true
            case .memory, .counterparty: isConfident && evidence.category == category
            default: false
            }
        }
    }

    /// For an approved line. If approved as proposed it may still become a transfer; not if a
    /// person changed it.
    init(ofApproved category: String, permille: Int, isByPerson: Bool) {
        self.init(of: Suggestion(category: category, permille: permille))
        if isByPerson, self != .own, self != .savings { self = .none }
    }

    /// Nil if only an own account's number could make the line a side.
    var words: TransferSide.Words? {
        switch self {
        case .none, .refund, .otherwise: nil
        case .silent: .silent
        case .transfer: .transfer
        case .own, .savings: .own
        case .debt: .debt
        case .recorded: .recorded
        }
    }
}
