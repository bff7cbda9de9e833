package import Facts
package import Ledger

/// A payment that a person enters.
package struct WrittenEntry: Sendable, Equatable {
    package var fact: StatementFact
    package var suggestion: Suggestion
    /// The person's own decision about it.
    package var decision: Decision

    package init(fact: StatementFact, suggestion: Suggestion = Suggestion(), decision: Decision) {
        self.fact = fact
        self.suggestion = suggestion
        self.decision = decision
    }
}

/// A new amount or day of an entry by hand.
package struct FactEdit: Sendable, Equatable {
    package var amount: Money?
    package var day: CalendarDate?

    package init(amount: Money? = nil, day: CalendarDate? = nil) {
        self.amount = amount
        self.day = day
    }

    package var isEmpty: Bool { amount == nil && day == nil }
}

/// A command's changes of ledger entries besides deciding lines.
package struct EntryChanges: Sendable {
    /// Both sides of a transfer, entered together.
    package struct Transfer: Sendable {
        package var out: WrittenEntry
        package var into: WrittenEntry

        package init(out: WrittenEntry, into: WrittenEntry) {
            self.out = out
            self.into = into
        }
    }

    package var added: [WrittenEntry] = []
    package var transfers: [Transfer] = []
    package var facts: [LineKey: FactEdit] = [:]
    /// New annotations, which replace the earlier ones.
    package var annotations: [LineKey: Annotation] = [:]
    /// Entries of a bank leave a tombstone.
    package var removed: [LineKey] = []
    package var pairs: [DecidedPair] = []

    package init() {}

    package var isEmpty: Bool {
        added.isEmpty && transfers.isEmpty && facts.isEmpty && annotations.isEmpty
            && removed.isEmpty && pairs.isEmpty
    }
}

/// Why a change of an entry is refused. Nothing was changed.
package enum EntryRefusal: Error, Sendable, Equatable {
    /// Amount and day of a bank's line.
    case bankFact
    /// The splits would not sum to the new amount.
    case divided
    /// The key has the day, and reports search only so many days around it.
    case dayTooFar(from: CalendarDate, days: Int)
    /// The lines of a transfer must be of two accounts, one out and one in.
    case sameLine, sameAccount, sameDirection
    /// More arrives than was sent, in one currency.
    case arrivesMore(out: Money, in: Money)
    /// A split line cannot be a side of a transfer.
    case sideDivided(LineKey)
    case notLinked
}

package struct NamedLine: Sendable, Equatable {
    package enum Home: String, Sendable { case queue, ledger }

    package var key: LineKey
    package var home: Home
    package var fact: StatementFact
    /// For a waiting line, the annotation that approval would give.
    package var said: Annotation
    package var isByHand: Bool
    /// The linked or suggested other side.
    package var otherSide: LineKey?
}

/// The lines that match a typed part of a key.
package enum NamedLines: Sendable, Equatable {
    case none
    case one(NamedLine)
    /// The first matches.
    case several([LineKey])
}
