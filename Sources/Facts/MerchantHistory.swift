/// What a memory is about: a text, a counterparty, a merchant the tables know.
package struct SubjectKey: Sendable, Hashable {
    /// Stored in ledgers: numbers are never given anew.
    package enum Kind: Int, Sendable, CaseIterable {
        /// The description without what changes from payment to payment, and the direction.
        case text = 1
        /// The other side's tax number or account, and the direction.
        case counterparty = 2
        /// A row of our tables that decided: what this household makes of it.
        case habit = 3
    }

    package var kind: Kind
    package var subject: String

    package init(_ kind: Kind, _ subject: String) {
        self.kind = kind
        self.subject = subject
    }
}

/// One decision about a line, boiled down to what later lines are compared by.
package struct PastDecision: Sendable, Equatable {
    package var category: String
    /// Minor units without the sign, which is in the subject.
    package var units: UInt64
    /// Tells accounts of one person apart; two may share a tag.
    package var account: UInt16
    package var manner: Manner

    package enum Manner: String, Sendable, CaseIterable {
        /// Seen by a person and left as we proposed it.
        case approved = "a"
        /// The person chose another category than ours.
        case corrected = "c"
        /// Filed by its level, seen by nobody: it confirms nothing, but may contradict.
        case unasked = "u"
    }

    package init(category: String, units: UInt64, account: UInt16, manner: Manner) {
        self.category = category
        self.units = units
        self.account = account
        self.manner = manner
    }
}

/// The last decisions about one subject, oldest first.
///
/// Written `category:manner:units:account`, a blank between decisions, units decimal, account hexadecimal.
package struct MerchantHistory: Sendable, Equatable {
    /// What was decided two dozen times before says nothing new, and meanings drift.
    package static let decisionsMax = 24

    package private(set) var decisions: [PastDecision] = []

    package init() {}

    package mutating func add(_ decision: PastDecision) {
        if decisions.count >= Self.decisionsMax {
            // What nobody looked at must not push out what somebody did.
            decisions.remove(at: decisions.firstIndex { $0.manner == .unasked } ?? 0)
        }
        decisions.append(decision)
    }

    /// Always the same category: amount and account make no difference.
    package var isPure: Bool {
        decisions.allSatisfy { $0.category == decisions[0].category }
    }

    package var text: String {
        decisions.map {
            "\($0.category):\($0.manner.rawValue):\($0.units):"
                + String($0.account, radix: 16)
        }.joined(separator: " ")
    }

    /// Nil for what ``text`` does not write.
    package init?(text: String) {
        for part in text.utf8.split(separator: UInt8(ascii: " ")) {
            let fields = part.split(
                separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            guard fields.count == 4, !fields[0].isEmpty,
                let manner = PastDecision.Manner(rawValue: String(Substring(fields[1]))),
                let units = UInt64(Substring(fields[2])),
                let account = UInt16(Substring(fields[3]), radix: 16)
            else { return nil }
            add(
                PastDecision(
                    category: String(Substring(fields[0])), units: units, account: account,
                    manner: manner))
        }
        if decisions.isEmpty { return nil }
    }
}

/// What was decided before, for whoever suggests.
package struct Memory {
    /// What was decided about a subject, nil when nothing was.
    package var recall: (SubjectKey) -> MerchantHistory?
    /// How suggestions were answered, by the pattern of their evidence.
    package var answers: [String: Answers]

    package init(
        recall: @escaping (SubjectKey) -> MerchantHistory?, answers: [String: Answers] = [:]
    ) {
        self.recall = recall
        self.answers = answers
    }
}

/// How often suggestions of one pattern were right, of those a person answered.
package struct Answers: Sendable, Equatable {
    package private(set) var right = 0
    package private(set) var asked = 0

    package init() {}

    package mutating func add(isRight: Bool, times: Int = 1) {
        asked += times
        if isRight { right += times }
    }

    /// `17/19`.
    package var text: String { "\(right)/\(asked)" }
}
