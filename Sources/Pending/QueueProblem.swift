internal import Scanning

/// What is wrong with one line of the queue file, and where.
///
/// The kind is stable; the sentence is made in Commands. The line itself is kept as it stands.
package struct QueueProblem: Error, Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case notJSON = "queue-not-json"
        case notUTF8 = "queue-not-utf8"
        /// The last line ends in the middle: a crash or a cut copy.
        case tornLine = "queue-torn-line"
        case lineTooLong = "queue-line-too-long"
        case memberTwice = "queue-member-twice"
        case memberMissing = "queue-member-missing"
        case memberUnknown = "queue-member-unknown"
        case wrongType = "queue-wrong-type"
        /// `v` says that a later release wrote it.
        case versionFromFuture = "queue-version-from-future"
        case versionUnknown = "queue-version-unknown"
        case keyInvalid = "queue-key-invalid"
        /// The key is of another definition than those of the ledger: a queue of another time.
        case keyTwice = "queue-key-twice"
        /// The key was already approved or dismissed.
        case keyAlreadyDecided = "queue-key-already-decided"
        /// The line is known under another key, which its facts make.
        case keyChanged = "queue-key-changed"
        case stateUnknown = "queue-state-unknown"
        case actionUnknown = "queue-action-unknown"
        case levelUnknown = "queue-level-unknown"
        case sourceUnknown = "queue-evidence-source-unknown"
        case amountInvalid = "queue-amount-invalid"
        case currencyInvalid = "queue-currency-invalid"
        case dateInvalid = "queue-date-invalid"
        case timeInvalid = "queue-time-invalid"
        /// `made_at` says another day or time than `date` and `time`.
        case momentsDisagree = "queue-moments-disagree"
        case mccInvalid = "queue-mcc-invalid"
        case numberInvalid = "queue-number-invalid"
        case confidenceInvalid = "queue-confidence-invalid"
        case splitsDoNotSum = "queue-splits-do-not-sum"
        /// The bank's facts of a known line were edited; they are never changed.
        case factChanged = "queue-fact-changed"
    }

    package var kind: Kind
    /// 1-based line of the queue file.
    package var line: Int
    /// 1-based column in Unicode scalars.
    package var column: Int
    /// The member meant, by its path: `fact.amount`; empty when the whole line is meant.
    package var member: String

    package init(kind: Kind, line: Int, column: Int, member: String = "") {
        self.kind = kind
        self.line = line
        self.column = column
        self.member = member
    }

    /// A fault of one line, with its byte offset turned into a column.
    package init(_ fault: QueueFault, line: Int, of raw: Span<UInt8>) {
        self.init(
            kind: fault.kind, line: line, column: scalars(in: raw, before: fault.offset) + 1,
            member: fault.member)
    }
}

/// A ``QueueProblem`` before its line is known: what a parser of one object can say.
package struct QueueFault: Error, Sendable, Equatable {
    package var kind: QueueProblem.Kind
    /// Byte offset in the object's text.
    package var offset: Int
    package var member: String

    package init(_ kind: QueueProblem.Kind, at offset: Int, member: String = "") {
        self.kind = kind
        self.offset = offset
        self.member = member
    }

    func inside(_ parent: String) -> QueueFault {
        QueueFault(kind, at: offset, member: member.isEmpty ? parent : "\(parent).\(member)")
    }
}

/// Unicode scalars that start before `offset`; stray continuation bytes count as none.
private func scalars(in raw: Span<UInt8>, before offset: Int) -> Int {
    var count = 0
    for index in 0..<min(max(offset, 0), raw.count) where raw[index] & 0xC0 != 0x80 { count += 1 }
    return count
}
