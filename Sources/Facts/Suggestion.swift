/// A proposed category for a line with its confidence and evidence.
package struct Suggestion: Sendable, Equatable {
    /// Stable key such as `eating_out.coffee`; empty when abstaining.
    package var category: String
    /// Probability that the category is right, in thousandths (0…1000). 0 when abstaining.
    package var permille: Int
    package var evidence: [Evidence]
    /// Name to show for the merchant or person; empty when the description is the best name.
    package var payee: String
    /// A note by a user rule.
    package var note: String
    /// Another own account that this line seems to move money to or from; empty when none.
    package var transferTo: String
    /// Tags added by a user rule.
    package var tags: [String]
    /// Parts made by a user rule, which sum to the line's amount. Empty when the line stays whole.
    package var splits: [Decision.Split]
    /// A user rule says that such lines do not belong in the ledger.
    package var isDismissal: Bool

    package init(
        category: String = "", permille: Int = 0, evidence: [Evidence] = [], payee: String = "",
        note: String = "", transferTo: String = "", tags: [String] = [],
        splits: [Decision.Split] = [],
        isDismissal: Bool = false
    ) {
        self.category = category
        self.permille = permille
        self.evidence = evidence
        self.payee = payee
        self.note = note
        self.transferTo = transferTo
        self.tags = tags
        self.splits = splits
        self.isDismissal = isDismissal
    }

    package static let none = Suggestion()

    /// Whether it is ``none``. Most have a category, so the rest is rarely compared.
    package var saysNothing: Bool { category.isEmpty && self == .none }

    /// Made by a user rule, or recorded by another program: overrides earlier decisions.
    package var isByRule: Bool {
        isRecorded || evidence.first.map { $0.source == .rule && $0.how != Evidence.adds } ?? false
    }

    /// The row's own category, parts or transfer, as another program recorded them.
    package var isRecorded: Bool { evidence.first?.source == .recorded }

    /// A user rule says that the other side is to be written into the account, because no statement
    /// shows it.
    package var writesOtherSide: Bool {
        evidence.first.map { $0.source == .rule && $0.how == Evidence.writesOtherSide } ?? false
    }

    /// Made of a record, perhaps beside the other side of a transfer.
    package var hasRecord: Bool { evidence.contains { $0.source == .recorded } }

    package var level: Level {
        Level(permille: permille, isAnswer: !category.isEmpty || isDismissal)
    }

    /// Whether its level is `high` or `certain`.
    package var isConfident: Bool { level.rank >= Level.high.rank }

    /// Names for ranges of confidence; `certain` starts at 0.99, `high` at 0.9, `medium` at 0.6.
    package enum Level: String, Sendable, CaseIterable, Comparable {
        case unknown, low, medium, high, certain

        package init(permille: Int, isAnswer: Bool) {
            self =
                !isAnswer
                ? .unknown
                : permille >= 990
                    ? .certain : permille >= 900 ? .high : permille >= 600 ? .medium : .low
        }

        fileprivate var rank: Int {
            switch self {
            case .unknown: 0
            case .low: 1
            case .medium: 2
            case .high: 3
            case .certain: 4
            }
        }

        package static func < (a: Level, b: Level) -> Bool { a.rank < b.rank }
    }

    /// `0.970`-style text of the confidence without trailing zeros: `0.97`, `1`, `0`.
    package var confidenceText: String {
        if permille >= 1000 { return "1" }
        if permille <= 0 { return "0" }
        var digits = String(permille)
        digits = String(repeating: "0", count: 3 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return "0." + digits
    }
}

/// One reason behind a suggestion, in a form that can be looked up again.
package struct Evidence: Sendable, Equatable {
    package enum Source: String, Sendable, CaseIterable {
        case rule, memory, counterparty, brand, phrase, processor, keyword, mcc, bankCategory, sign
        /// The category, parts or transfer that another program recorded for the row; `subject` is
        /// what it recorded.
        case recorded
        /// How this household files a merchant or word of the tables.
        case habit
        /// Decisions about lines with the same words.
        case words
        /// How often such suggestions were right in this household.
        case experience
        /// The text has the form of something: a person's name, a card's number, an entrepreneur.
        case shape
        /// Money moves between own accounts; `subject` is the key of the line on the other side, or
        /// the own account with the counterparty's number; `how` holds ``TransferClues``.
        case transfer
        /// Statements no longer show the line; `subject` is the file that should, empty when
        /// printed balances are the evidence.
        case statement
    }

    package var source: Source
    /// The matched thing: the brand's name, the keyword, the code, the rule's name.
    package var subject: String
    /// The category it supports; empty when it only strengthens or weakens.
    package var category: String
    /// Its source: `brands.csv`, `rules/mine.yaml:12`; empty when obvious.
    package var origin: String
    /// Weak evidence needs a second source.
    package var isWeak: Bool
    /// How it was found, so that the reasoning can be repeated: `loose`, `abroad`, `often 7/7`;
    /// empty for an exact match.
    package var how: String

    /// `how` of a rule that only adds tags, payee or note.
    package static let adds = "adds"
    /// `how` of a rule with `to_account`.
    package static let writesOtherSide = "other side"

    package init(
        source: Source, subject: String, category: String = "", origin: String = "",
        isWeak: Bool = false, how: String = ""
    ) {
        self.source = source
        self.subject = subject
        self.category = category
        self.origin = origin
        self.isWeak = isWeak
        self.how = how
    }
}

/// The suggestion that would follow without one piece of evidence.
package struct Counterfactual: Sendable, Equatable {
    package var missing: Evidence
    /// Empty when there would be none.
    package var category: String
    package var permille: Int

    package init(missing: Evidence, category: String, permille: Int) {
        self.missing = missing
        self.category = category
        self.permille = permille
    }
}
