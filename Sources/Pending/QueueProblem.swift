internal import Scanning

/// An error in one line of the queue file, with its position.
///
/// The kind is stable; Commands makes the sentence. The line itself stays unchanged.
package struct QueueProblem: Error, Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case notJSON = "queue-not-json"
        case notUTF8 = "queue-not-utf8"
        /// The last line is incomplete: a crash or a truncated copy.
        case tornLine = "queue-torn-line"
        case lineTooLong = "queue-line-too-long"
        case memberTwice = "queue-member-twice"
        case memberMissing = "queue-member-missing"
        case memberUnknown = "queue-member-unknown"
        case wrongType = "queue-wrong-type"
        /// Written by a later release, by its `v`.
        case versionFromFuture = "queue-version-from-future"
        case versionUnknown = "queue-version-unknown"
        case keyInvalid = "queue-key-invalid"
        /// Two lines have this key.
        case keyTwice = "queue-key-twice"
        /// The key is already approved or dismissed.
        case keyAlreadyDecided = "queue-key-already-decided"
        /// The line's facts result in another key, under which it is known.
        case keyChanged = "queue-key-changed"
        case stateUnknown = "queue-state-unknown"
        case actionUnknown = "queue-action-unknown"
        case levelUnknown = "queue-level-unknown"
        case sourceUnknown = "queue-evidence-source-unknown"
        case amountInvalid = "queue-amount-invalid"
        case currencyInvalid = "queue-currency-invalid"
        case dateInvalid = "queue-date-invalid"
        case timeInvalid = "queue-time-invalid"
        /// `made_at` differs from `date` or `time`.
        case momentsDisagree = "queue-moments-disagree"
        case mccInvalid = "queue-mcc-invalid"
        case numberInvalid = "queue-number-invalid"
        case confidenceInvalid = "queue-confidence-invalid"
        case splitsDoNotSum = "queue-splits-do-not-sum"
        /// The bank's facts of a known line were edited; they must never change.
        case factChanged = "queue-fact-changed"
    }

    package var kind: Kind
    /// 1-based line of the queue file.
    package var line: Int
    /// 1-based column in Unicode scalars.
    package var column: Int
    /// The path of the member: `fact.amount`; empty for the whole line.
    package var member: String

    package init(kind: Kind, line: Int, column: Int, member: String = "") {
        self.kind = kind
        self.line = line
        self.column = column
        self.member = member
    }

    /// A fault of one line, with its byte offset converted to a column.
    package init(_ fault: QueueFault, line: Int, of raw: Span<UInt8>) {
        self.init(
            kind: fault.kind, line: line, column: scalars(in: raw, before: fault.offset) + 1,
            member: fault.member)
    }
}

/// A ``QueueProblem`` of a parser of one object, before its line is known.
package struct QueueFault: Error, Sendable, Equatable {
    package var kind: QueueProblem.Kind
    package var offset: Int
    package var member: String

    package init(_ kind: QueueProblem.Kind, at offset: Int, member: String = "") {
        self.kind = kind
        self.offset = offset
        self.member = member
    }

    package func inside(_ parent: String) -> QueueFault {
        QueueFault(kind, at: offset, member: member.isEmpty ? parent : "\(parent).\(member)")
    }
}

/// The value of a member, whose name a fault gets.
func inside<Value>(
    _ member: @autoclosure () -> String, _ value: @autoclosure () throws(QueueFault) -> Value
) throws(QueueFault) -> Value {
    do throws(QueueFault) { return try value() } catch { throw error.inside(member()) }
}

/// Unicode scalars that start before `offset`; stray continuation bytes count as none.
package func scalars(in raw: Span<UInt8>, before offset: Int) -> Int {
    var count = 0
    for index in 0..<min(max(offset, 0), raw.count) where raw[index] & 0xC0 != 0x80 { count += 1 }
    return count
}
