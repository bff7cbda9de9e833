package import Facts
package import Scanning

/// The JSON of a suggestion:
/// `{"category":…,"confidence":0.97,"level":"high","evidence":[…],…}`.
///
/// Empty members are left out; `level` is for people and follows from the confidence. Evidence
/// without a `category` supports the suggestion's own; with an empty one it only raises or lowers
/// the confidence.
package enum SuggestionJSON {
    package static func append(_ suggestion: Suggestion, to out: inout ByteWriter) {
        append(
            suggestion, as: suggestion.category, permille: suggestion.permille, before: [],
            behind: [], to: &out)
    }

    /// Writes a completed suggestion: with another answer, and evidence before and after its own.
    ///
    /// - Parameters:
    ///   - payee: a person's name for the other side, instead of its own; empty if none.
    package static func append(
        _ suggestion: borrowing Suggestion, as category: String, permille: Int,
        before: [Evidence], behind: [Evidence], payee: String = "",
        to out: inout ByteWriter
    ) {
        out.append("{")
        if !category.isEmpty {
            out.append("\"category\":")
            out.append(jsonString: category)
            out.append(",")
        }
        if permille != 0 {
            out.append("\"confidence\":")
            append(confidence: permille, to: &out)
            out.append(",")
        }
        let level = Suggestion.Level(
            permille: permille, isAnswer: !category.isEmpty || suggestion.isDismissal)
        out.append("\"level\":\"")
        out.append(level.rawValue)
        out.append("\"")
        if !suggestion.evidence.isEmpty || !before.isEmpty || !behind.isEmpty {
            out.append(",\"evidence\":[")
            append(before.span, for: category, to: &out)
            if !before.isEmpty, !suggestion.evidence.isEmpty { out.append(",") }
            append(suggestion.evidence.span, for: category, to: &out)
            if !behind.isEmpty, !(before.isEmpty && suggestion.evidence.isEmpty) {
                out.append(",")
            }
            append(behind.span, for: category, to: &out)
            out.append("]")
        }
        appendMember(
            ",\"payee\":", payee.isEmpty ? suggestion.payee : payee, to: &out)
        appendMember(",\"note\":", suggestion.note, to: &out)
        appendMember(",\"transfer_to\":", suggestion.transferTo, to: &out)
        if !suggestion.tags.isEmpty {
            out.append(",\"tags\":")
            appendStrings(suggestion.tags, to: &out)
        }
        if !suggestion.splits.isEmpty {
            out.append(",\"splits\":")
            appendSplits(suggestion.splits, to: &out)
        }
        if suggestion.isDismissal { out.append(",\"dismiss\":true") }
        out.append("}")
    }

    private static func append(
        _ evidence: Span<Evidence>, for category: String, to out: inout ByteWriter
    ) {
        for index in evidence.indices {
            if index > 0 { out.append(",") }
            append(evidence, index, for: category, to: &out)
        }
    }

    /// `Suggestion.confidenceText` without a `String`.
    private static func append(confidence permille: Int, to out: inout ByteWriter) {
        if permille >= 1_000 { return out.append("1") }
        if permille <= 0 { return out.append("0") }
        out.append("0.")
        var rest = permille
        var unit = 100
        while rest > 0 {
            out.append(byte: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest / unit))
            rest %= unit
            unit /= 10
        }
    }

    /// Takes the span and an index: passing the evidence itself would copy its four texts.
    private static func append(
        _ all: Span<Evidence>, _ index: Int, for category: String, to out: inout ByteWriter
    ) {
        out.append("{\"source\":\"")
        out.append(all[index].source.rawValue)
        out.append("\"")
        appendMember(",\"subject\":", all[index].subject, to: &out)
        if all[index].category != category {
            out.append(",\"category\":")
            out.append(jsonString: all[index].category)
        }
        appendMember(",\"origin\":", all[index].origin, to: &out)
        if all[index].isWeak { out.append(",\"weak\":true") }
        appendMember(",\"how\":", all[index].how, to: &out)
        out.append("}")
    }

    /// - Returns: the suggestion without splits, and the unresolved splits.
    /// - Throws: ``QueueFault`` with offsets in `s`.
    static func parse(
        _ s: Span<UInt8>, _ cursor: inout LineCursor
    ) throws(QueueFault) -> (suggestion: Suggestion, splits: WrittenSplits?) {
        try cursor.openObject(s)
        var result = Suggestion()
        var splits: WrittenSplits?
        var isSilent: [Bool] = []
        var seen: UInt16 = 0
        while let key = try cursor.key(s) {
            let bit: UInt16
            if isKey(key, s, "category") {
                bit = 1
                result.category = try cursor.string(s)
            } else if isKey(key, s, "confidence") {
                bit = 2
                let written = try cursor.decimal(s)
                guard let permille = written.permille else {
                    throw QueueFault(.confidenceInvalid, at: written.offset, member: "confidence")
                }
                result.permille = permille
            } else if isKey(key, s, "level") {
                bit = 4
                guard Suggestion.Level(rawValue: try cursor.string(s)) != nil else {
                    throw QueueFault(.levelUnknown, at: cursor.start, member: "level")
                }
            } else if isKey(key, s, "evidence") {
                bit = 8
                result.evidence = try parseEvidence(s, &cursor, &isSilent)
            } else if isKey(key, s, "payee") {
                bit = 16
                result.payee = try cursor.string(s)
            } else if isKey(key, s, "transfer_to") {
                bit = 32
                result.transferTo = try cursor.string(s)
            } else if isKey(key, s, "note") {
                bit = 512
                result.note = try cursor.string(s)
            } else if isKey(key, s, "tags") {
                bit = 64
                result.tags = try cursor.strings(s)
            } else if isKey(key, s, "splits") {
                bit = 128
                splits = try WrittenSplits.parse(s, &cursor, from: key.start)
            } else if isKey(key, s, "dismiss") {
                bit = 256
                result.isDismissal = try cursor.boolean(s)
            } else {
                throw QueueFault(.memberUnknown, at: key.start)
            }
            guard seen & bit == 0 else { throw QueueFault(.memberTwice, at: key.start) }
            seen |= bit
        }
        // Deferred, because an edited line may have the category after its evidence.
        for index in result.evidence.indices where isSilent[index] {
            result.evidence[index].category = result.category
        }
        return (result, splits)
    }

    /// - Parameter isSilent: for each piece of evidence, whether it names no category.
    private static func parseEvidence(
        _ s: Span<UInt8>, _ cursor: inout LineCursor, _ isSilent: inout [Bool]
    ) throws(QueueFault) -> [Evidence] {
        try cursor.openArray(s)
        var result: [Evidence] = []
        while true {
            let token = try cursor.next(s)
            if token.kind == .endArray { return result }
            guard token.kind == .beginObject else {
                throw QueueFault(.wrongType, at: token.start, member: "evidence")
            }
            let (evidence, namesCategory) = try parseOne(s, &cursor, token.start)
            result.append(evidence)
            isSilent.append(!namesCategory)
        }
    }

    private static func parseOne(
        _ s: Span<UInt8>, _ cursor: inout LineCursor, _ start: Int
    ) throws(QueueFault) -> (Evidence, namesCategory: Bool) {
        var source: Evidence.Source?
        var result = Evidence(source: .rule, subject: "")
        var seen: UInt8 = 0
        while let key = try cursor.key(s) {
            let bit: UInt8
            if isKey(key, s, "source") {
                bit = 1
                source = Evidence.Source(rawValue: try cursor.string(s))
                guard source != nil else {
                    throw QueueFault(.sourceUnknown, at: cursor.start, member: "evidence.source")
                }
            } else if isKey(key, s, "subject") {
                bit = 2
                result.subject = try cursor.string(s)
            } else if isKey(key, s, "category") {
                bit = 4
                result.category = try cursor.string(s)
            } else if isKey(key, s, "origin") {
                bit = 8
                result.origin = try cursor.string(s)
            } else if isKey(key, s, "weak") {
                bit = 16
                result.isWeak = try cursor.boolean(s)
            } else if isKey(key, s, "how") {
                bit = 32
                result.how = try cursor.string(s)
            } else {
                throw QueueFault(.memberUnknown, at: key.start, member: "evidence")
            }
            guard seen & bit == 0 else { throw QueueFault(.memberTwice, at: key.start) }
            seen |= bit
        }
        guard let source else {
            throw QueueFault(.memberMissing, at: start, member: "evidence.source")
        }
        result.source = source
        return (result, seen & 4 != 0)
    }
}

extension WrittenAmount {
    /// `0.97` as 970; nil outside 0…1 and for more than three decimals.
    fileprivate var permille: Int? {
        var value = mantissa
        guard (0...3).contains(scale), value >= 0, value <= 1_000 else { return nil }
        for _ in scale..<3 { value *= 10 }
        return value <= 1_000 ? Int(value) : nil
    }
}

/// Writes a member with a leading separator; nothing for an empty text.
func appendMember(_ name: StaticString, _ text: String, to out: inout ByteWriter) {
    guard !text.isEmpty else { return }
    out.append(name)
    out.append(jsonString: text)
}

/// Writes an array of texts.
package func appendStrings(_ texts: [String], to out: inout ByteWriter) {
    out.append("[")
    for (index, text) in texts.enumerated() {
        if index > 0 { out.append(",") }
        out.append(jsonString: text)
    }
    out.append("]")
}
