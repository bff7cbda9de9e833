package import Facts
package import Ledger

/// A payment that a person writes down.
package struct WrittenEntry: Sendable, Equatable {
    package var fact: StatementFact
    package var suggestion: Suggestion
    /// What the person says about it themselves.
    package var decision: Decision

    package init(fact: StatementFact, suggestion: Suggestion = Suggestion(), decision: Decision) {
        self.fact = fact
        self.suggestion = suggestion
        self.decision = decision
    }
}

/// Amount or day of an entry by hand, as its writer means it now.
package struct FactEdit: Sendable, Equatable {
    package var amount: Money?
    package var day: CalendarDate?

    package init(amount: Money? = nil, day: CalendarDate? = nil) {
        self.amount = amount
        self.day = day
    }

    package var isEmpty: Bool { amount == nil && day == nil }
}

/// What a command does to entries of the ledger beside deciding lines.
package struct EntryChanges: Sendable {
    /// Both sides of a transfer, written down together.
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
    /// What is said of entries from now on, in the place of all that was said.
    package var annotations: [LineKey: Annotation] = [:]
    /// Entries of a bank leave a tombstone.
    package var removed: [LineKey] = []
    package var pairs: [SaidPair] = []

    package init() {}

    package var isEmpty: Bool {
        added.isEmpty && transfers.isEmpty && facts.isEmpty && annotations.isEmpty
            && removed.isEmpty && pairs.isEmpty
    }
}

/// Why an entry cannot be changed so. Nothing was changed.
package enum EntryRefusal: Error, Sendable, Equatable {
    /// Amount and day of a line that a bank told.
    case bankFact
    /// Another amount would leave the parts without their sum.
    case divided
    /// The key says the day, and reports look so many days around it.
    case dayTooFar(from: CalendarDate, days: Int)
    /// Two lines of a transfer are of two accounts, one out and one in.
    case sameLine, sameAccount, sameDirection
    /// More comes in than went out, in one currency.
    case arrivesMore(out: Money, in: Money)
    /// A line in parts is no side of a transfer.
    case sideDivided(LineKey)
    case notLinked
}

/// A line that a person named by its key.
package struct NamedLine: Sendable, Equatable {
    package enum Home: String, Sendable { case queue, ledger }

    package var key: LineKey
    package var home: Home
    package var fact: StatementFact
    /// For a waiting line what would be said if it were approved now.
    package var said: Annotation
    package var isByHand: Bool
    /// The other side it is linked or proposed with.
    package var otherSide: LineKey?
}

/// What is found under what a person typed of a key.
package enum NamedLines: Sendable, Equatable {
    case none
    case one(NamedLine)
    /// The first of them.
    case several([LineKey])
}
