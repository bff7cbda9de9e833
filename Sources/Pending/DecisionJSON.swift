package import Facts
package import Scanning

/// The JSON of a decision:
/// `{"action":"approve","category":…,"splits":[…],"payee":…,"note":…,"tags":[…]}`; a decision of
/// another workspace has `"recorded":true`, the key of a transfer's other line, `transfer_with`,
/// and those of lines that are none, `not_transfer_with`.
///
/// Absent members are left out; a member that is present but empty is written.
package enum DecisionJSON {
    package static func append(_ decision: Decision, to out: inout ByteWriter) {
        out.append("{")
        let from = out.count
        if let verdict = decision.verdict {
            out.append("\"action\":\"")
            out.append(verdict.rawValue)
            out.append("\",")
        }
        text("\"category\":", decision.category, &out)
        if let splits = decision.splits {
            out.append("\"splits\":")
            appendSplits(splits, to: &out)
            out.append(",")
        }
        text("\"payee\":", decision.payee, &out)
        text("\"note\":", decision.note, &out)
        if let tags = decision.tags {
            out.append("\"tags\":")
            appendStrings(tags, to: &out)
            out.append(",")
        }
        text("\"transfer_to\":", decision.transferTo, &out)
        if let other = decision.transferWith {
            out.append("\"transfer_with\":\"")
            QueueLine.append(other, to: &out)
            out.append("\",")
        }
        if !decision.notTransferWith.isEmpty {
            out.append("\"not_transfer_with\":")
            appendStrings(decision.notTransferWith.map(\.text), to: &out)
            out.append(",")
        }
        if decision.isRecorded { out.append("\"recorded\":true,") }
        if out.count > from { out.removeLast() }
        out.append("}")
    }

    private static func text(_ name: StaticString, _ value: String?, _ out: inout ByteWriter) {
        guard let value else { return }
        out.append(name)
        out.append(jsonString: value)
        out.append(",")
    }

    static func parse(
        _ s: Span<UInt8>, _ cursor: inout LineCursor
    ) throws(QueueFault) -> WrittenDecision {
        try cursor.openObject(s)
        var result = WrittenDecision()
        var seen: UInt16 = 0
        while let key = try cursor.key(s) {
            let bit: UInt16
            if isKey(key, s, "action") {
                bit = 1
                result.decision.verdict = Decision.Verdict(rawValue: try cursor.string(s))
                guard result.decision.verdict != nil else {
                    throw QueueFault(.actionUnknown, at: cursor.start, member: "action")
                }
            } else if isKey(key, s, "category") {
                bit = 2
                result.decision.category = try cursor.string(s)
            } else if isKey(key, s, "splits") {
                bit = 4
                result.splits = try WrittenSplits.parse(s, &cursor, from: key.start)
            } else if isKey(key, s, "payee") {
                bit = 8
                result.decision.payee = try cursor.string(s)
            } else if isKey(key, s, "note") {
                bit = 16
                result.decision.note = try cursor.string(s)
            } else if isKey(key, s, "tags") {
                bit = 32
                result.decision.tags = try cursor.strings(s)
            } else if isKey(key, s, "transfer_to") {
                bit = 64
                result.decision.transferTo = try cursor.string(s)
            } else if isKey(key, s, "transfer_with") {
                bit = 128
                result.decision.transferWith = try cursor.lineKey(s)
                guard result.decision.transferWith != nil else {
                    throw QueueFault(.keyInvalid, at: cursor.start, member: "transfer_with")
                }
            } else if isKey(key, s, "not_transfer_with") {
                bit = 512
                let keys = try cursor.strings(s).map(LineKey.init(text:))
                result.decision.notTransferWith = keys.compactMap(\.self)
                guard result.decision.notTransferWith.count == keys.count else {
                    throw QueueFault(.keyInvalid, at: cursor.start, member: "not_transfer_with")
                }
            } else if isKey(key, s, "recorded") {
                bit = 256
                result.decision.isRecorded = try cursor.boolean(s)
            } else {
                throw QueueFault(.memberUnknown, at: key.start)
            }
            guard seen & bit == 0 else { throw QueueFault(.memberTwice, at: key.start) }
            seen |= bit
        }
        return result
    }
}

/// A parsed decision before its line, and so its currency, is known.
package struct WrittenDecision: Sendable, Equatable {
    var decision = Decision()
    var splits: WrittenSplits?

    package var isDismissal: Bool { decision.verdict == .dismiss || decision.verdict == .same }

    /// The decision about a line of this amount.
    ///
    /// - Throws: `amountInvalid`, or `splitsDoNotSum` unless the splits sum exactly to the whole.
    ///   An empty list means a whole line, and removes earlier splits.
    package func decision(about whole: Money) throws(QueueFault) -> Decision {
        guard let splits else { return decision }
        var result = decision
        result.splits = try splits.parts(of: whole)
        return result
    }
}

/// One line of a decisions file: `{"key":…,"decision":{…}}`.
package struct KeyedDecision: Sendable, Equatable {
    package let key: LineKey
    package let written: WrittenDecision

    /// - Throws: ``QueueFault`` with offsets in `bytes`.
    package static func parse(_ s: Span<UInt8>) throws(QueueFault) -> KeyedDecision {
        var cursor = LineCursor()
        try cursor.openObject(s)
        let start = cursor.start
        var key: LineKey?
        var written: WrittenDecision?
        while let name = try cursor.key(s) {
            if isKey(name, s, "key"), key == nil {
                key = try cursor.lineKey(s)
                guard key != nil else {
                    throw QueueFault(.keyInvalid, at: cursor.start, member: "key")
                }
            } else if isKey(name, s, "decision"), written == nil {
                written = try inside("decision", DecisionJSON.parse(s, &cursor))
            } else {
                throw QueueFault(.memberUnknown, at: name.start)
            }
        }
        guard let key else { throw QueueFault(.memberMissing, at: start, member: "key") }
        guard let written else { throw QueueFault(.memberMissing, at: start, member: "decision") }
        try cursor.finish(s)
        return KeyedDecision(key: key, written: written)
    }
}
