internal import Facts
internal import Scanning

extension QueueLine {
    /// Parses one line of the queue file, without its line feed.
    ///
    /// - Throws: ``QueueFault`` with byte offsets in `s`.
    /// - Complexity: O(*n*); one pass, no tree.
    /// - Parameter known: a cache of suggestions, when many lines are parsed; it does not change
    ///   the result.
    package static func parse(
        _ s: Span<UInt8>, _ known: KnownSuggestions? = nil
    ) throws(QueueFault) -> QueueLine {
        known?.beginLine()
        var draft = QueueDraft(known)
        try draft.read(s)
        return try draft.line(s)
    }
}

/// A partly parsed line; the decision waits for the fact, which may follow it.
private struct QueueDraft {
    private let known: KnownSuggestions?
    private var cursor = LineCursor()
    private var seen: UInt16 = 0
    private var key: LineKey?
    private var batch: Int?
    private var state: QueueLine.State?
    private var fact: StatementFact?
    private var sources: [LineSource] = []
    private var suggestion = Suggestion.none
    private var suggestedSplits: WrittenSplits?
    private var related: [LineKey] = []
    private var decision: WrittenDecision?
    private var extra: [UInt8] = []
    private var extraKeys: [[UInt8]] = []

    init(_ known: KnownSuggestions?) { self.known = known }

    mutating func read(_ s: Span<UInt8>) throws(QueueFault) {
        try cursor.openObject(s)
        while let name = try cursor.key(s) { try take(name, s) }
        try cursor.finish(s)
    }

    consuming func line(_ s: Span<UInt8>) throws(QueueFault) -> QueueLine {
        guard seen & 1 != 0 else { throw missing("v") }
        guard let key else { throw missing("key") }
        guard let batch else { throw missing("batch") }
        guard let state else { throw missing("state") }
        guard let fact else { throw missing("fact") }
        let decided = try inside("decision", decision?.decision(about: fact.amount))
        if let suggestedSplits {
            suggestion.splits = try inside(
                "suggestion", suggestedSplits.parts(of: fact.amount))
        }
        return QueueLine(
            key: key, batch: batch, state: state, fact: fact, sources: sources,
            suggestion: suggestion, related: related, decision: decided, extra: extra)
    }

    private func missing(_ member: String) -> QueueFault {
        QueueFault(.memberMissing, at: 0, member: member)
    }

    private mutating func take(_ name: JSONToken, _ s: Span<UInt8>) throws(QueueFault) {
        if isKey(name, s, "v") {
            try enter(1, name)
            try version(s)
        } else if isKey(name, s, "key") {
            try enter(2, name)
            key = try readKey(s)
        } else if isKey(name, s, "batch") {
            try enter(4, name)
            batch = try inside("batch", cursor.count(s))
        } else if isKey(name, s, "state") {
            try enter(8, name)
            let text = try inside("state", cursor.string(s))
            state = QueueLine.State(rawValue: text)
            guard state != nil else {
                throw QueueFault(.stateUnknown, at: cursor.start, member: "state")
            }
        } else if isKey(name, s, "fact") {
            try enter(16, name)
            fact = try inside("fact", FactJSON.parse(s, &cursor))
        } else if isKey(name, s, "sources") {
            try enter(32, name)
            sources = try inside("sources", readSources(s, &cursor))
        } else if isKey(name, s, "suggestion") {
            try enter(64, name)
            try readSuggestion(s)
        } else if isKey(name, s, "related") {
            try enter(128, name)
            related = try inside("related", cursor.lineKeys(s))
        } else if isKey(name, s, "decision") {
            try enter(256, name)
            decision = try inside("decision", DecisionJSON.parse(s, &cursor))
        } else {
            try keep(name, s)
        }
    }

    private mutating func enter(_ bit: UInt16, _ name: JSONToken) throws(QueueFault) {
        guard seen & bit == 0 else { throw QueueFault(.memberTwice, at: name.start) }
        seen |= bit
    }

    private mutating func version(_ s: Span<UInt8>) throws(QueueFault) {
        let version = try inside("v", cursor.count(s))
        guard version == QueueLine.version else {
            throw QueueFault(
                version > QueueLine.version ? .versionFromFuture : .versionUnknown,
                at: cursor.start, member: "v")
        }
    }

    private mutating func readKey(
        _ s: Span<UInt8>
    ) throws(QueueFault) -> LineKey {
        let found = try inside("key", cursor.versionedKey(s))
        guard let found, found.version >= LineKey.version else {
            throw QueueFault(.keyInvalid, at: cursor.start, member: "key")
        }
        guard found.version == LineKey.version else {
            throw QueueFault(.versionFromFuture, at: cursor.start, member: "key")
        }
        return found.key
    }

    private mutating func readSuggestion(_ s: Span<UInt8>) throws(QueueFault) {
        let start = cursor.offset
        // Usually it is the last member.
        let end = s.count - 1
        if let known, start < end, let found = known.suggestion(s.extracting(start..<end)) {
            suggestion = found
            return cursor.passValue(end - start)
        }
        (suggestion, suggestedSplits) = try inside("suggestion", SuggestionJSON.parse(s, &cursor))
        known?.remember(
            suggestedSplits == nil ? suggestion : nil, s.extracting(start..<cursor.offset))
    }

    /// Keeps an unknown member unchanged.
    private mutating func keep(_ name: JSONToken, _ s: Span<UInt8>) throws(QueueFault) {
        let key = bytes(s, name.start..<name.end)
        guard !extraKeys.contains(key) else { throw QueueFault(.memberTwice, at: name.start) }
        extraKeys.append(key)
        let value = try cursor.skipValue(s)
        // From the key's quote to the value's end, blanks included.
        extra.append(UInt8(ascii: ","))
        extra.append(contentsOf: bytes(s, (name.start - 1)..<value.upperBound))
    }
}

private func readSources(
    _ s: Span<UInt8>, _ cursor: inout LineCursor
) throws(QueueFault) -> [LineSource] {
    try cursor.openArray(s)
    var result: [LineSource] = []
    while true {
        let token = try cursor.next(s)
        if token.kind == .endArray { return result }
        guard token.kind == .beginObject else { throw QueueFault(.wrongType, at: token.start) }
        var file: String?
        var line: Int?
        var layout: String?
        while let key = try cursor.key(s) {
            if isKey(key, s, "file"), file == nil {
                file = try cursor.string(s)
            } else if isKey(key, s, "line"), line == nil {
                line = try cursor.count(s)
            } else if isKey(key, s, "layout"), layout == nil {
                layout = try cursor.string(s)
            } else {
                throw QueueFault(.memberUnknown, at: key.start)
            }
        }
        guard let file, let line else {
            throw QueueFault(
                .memberMissing, at: token.start, member: file == nil ? "file" : "line")
        }
        result.append(LineSource(file: file, line: line, layout: layout ?? ""))
    }
}

private func bytes(_ s: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    Array(s.extracting(range))
}
