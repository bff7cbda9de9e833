package import Facts
package import Scanning

/// One line of the queue file: a fact that waits for a person, our suggestion and their decision.
///
/// | member | form | since |
/// | --- | --- | --- |
/// | `v` | 1 | 1 |
/// | `key` | ``LineKey/text`` | 1 |
/// | `batch` | number of the import | 1 |
/// | `state` | `new`, `ambiguous`, `conflict` | 1 |
/// | `fact` | ``FactJSON`` | 1 |
/// | `sources` | `[{"file":…,"line":…,"layout":…}]` | 1 |
/// | `suggestion` | ``SuggestionJSON`` | 1 |
/// | `related` | keys of the lines it may be equal to | 1 |
/// | `decision` | ``DecisionJSON``, written by a person or script | 1 |
///
/// Guarantees: empty members are left out; unknown members are kept unchanged; parsing the output
/// gives an equal line.
package struct QueueLine: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        case new
        /// It may be one of `related` again, or another line.
        case ambiguous
        /// Same bank id, different facts: both are kept.
        case conflict
    }

    package static let version = 1

    package var key: LineKey
    package var batch: Int
    package var state: State
    package var fact: StatementFact
    package var sources: [LineSource]
    package var suggestion: Suggestion
    package var related: [LineKey]
    package var decision: Decision?
    /// Another program or workspace recorded what the line is.
    package var hasRecord: Bool {
        suggestion.hasRecord || decision.map { $0.isRecorded && $0.category != nil } ?? false
    }

    /// A meaning of the category that another program recorded would be this line's suggestion:
    /// neither a person here nor another workspace has decided about it.
    package var awaitsMeaning: Bool {
        decision.map { $0.isRecorded && $0.category == nil } ?? true
    }
    /// Unknown members of other programs and people, unchanged, each with a leading comma.
    package var extra: [UInt8]

    package init(
        key: LineKey, batch: Int, state: State = .new, fact: StatementFact,
        sources: [LineSource] = [], suggestion: Suggestion = .none, related: [LineKey] = [],
        decision: Decision? = nil, extra: [UInt8] = []
    ) {
        self.key = key
        self.batch = batch
        self.state = state
        self.fact = fact
        self.sources = sources
        self.suggestion = suggestion
        self.related = related
        self.decision = decision
        self.extra = extra
    }

    /// Writes the line without a line feed.
    ///
    /// - Returns: the bytes of the fact.
    @discardableResult
    package func append(to out: inout ByteWriter) -> Range<Int> {
        Self.appendHead(key: key, batch: batch, state: state, to: &out)
        let start = out.count
        FactJSON.append(fact: fact, to: &out)
        let written = start..<out.count
        appendRest(to: &out)
        out.append("}")
        return written
    }

    /// Appends the members after the fact, each with a leading comma.
    package func appendRest(to out: inout ByteWriter) {
        Self.append(sources: sources, to: &out)
        if suggestion != .none {
            out.append(",\"suggestion\":")
            SuggestionJSON.append(suggestion, to: &out)
        }
        Self.append(related: related, to: &out)
        Self.append(decision, to: &out)
        out.append(extra)
    }

    private static func append(_ decision: Decision?, to out: inout ByteWriter) {
        guard let decision else { return }
        out.append(",\"decision\":")
        DecisionJSON.append(decision, to: &out)
    }

    /// Writes a new line with its line feed directly from a batch; creates no `String`.
    ///
    /// `suggestion` is the output of ``SuggestionJSON/append(_:to:)``, or empty. The bytes equal
    /// those of ``append(to:)``.
    /// - Returns: the bytes of the fact, for ``NewLines``.
    @discardableResult
    package static func append(
        key: LineKey, state: State = .new, line: StatementLine, arena: Span<UInt8>,
        frame: QueueFrame, suggestion: Span<UInt8>, related: [LineKey] = [],
        decision: Decision? = nil, to out: inout ByteWriter
    ) -> Range<Int> {
        append(key, state, frame, to: &out)
        let start = out.count
        FactJSON.append(line, arena: arena, frame: frame, to: &out)
        let fact = start..<out.count
        append(line.sourceLine, frame, suggestion, related, decision, to: &out)
        return fact
    }

    /// The members before the fact.
    private static func append(
        _ key: LineKey, _ state: State, _ frame: QueueFrame, to out: inout ByteWriter
    ) {
        if frame.begins(key) {
            out.append(frame.head)
            out.append(hex: key.rest)
        } else {
            out.append("{\"v\":1,\"key\":\"")
            append(key, to: &out)
        }
        out.append(frame.batch)
        append(state, to: &out)
    }

    /// The members after the fact.
    private static func append(
        _ sourceLine: UInt32, _ frame: QueueFrame, _ suggestion: Span<UInt8>, _ related: [LineKey],
        _ decision: Decision?, to out: inout ByteWriter
    ) {
        out.append(frame.file)
        out.append(decimal: Int64(sourceLine))
        out.append(frame.layout)
        if !suggestion.isEmpty {
            out.append(",\"suggestion\":")
            out.append(suggestion)
        }
        append(related: related, to: &out)
        append(decision, to: &out)
        out.append("}\n")
    }

    private static func appendHead(
        key: LineKey, batch: Int, state: State, to out: inout ByteWriter
    ) {
        out.append("{\"v\":1,\"key\":\"")
        append(key, to: &out)
        append(batch: batch, to: &out)
        append(state, to: &out)
    }

    fileprivate static func append(batch: Int, to out: inout ByteWriter) {
        out.append("\",\"batch\":")
        out.append(decimal: Int64(batch))
    }

    private static func append(_ state: State, to out: inout ByteWriter) {
        switch state {
        case .new: out.append(",\"state\":\"new\",\"fact\":")
        case .ambiguous: out.append(",\"state\":\"ambiguous\",\"fact\":")
        case .conflict: out.append(",\"state\":\"conflict\",\"fact\":")
        }
    }

    /// Sources of a line, `,"sources":[{"file":…,"line":…,"layout":…}]`; nothing if there are none.
    package static func append(sources: [LineSource], to out: inout ByteWriter) {
        guard !sources.isEmpty else { return }
        out.append(",\"sources\":[")
        for (index, source) in sources.enumerated() {
            if index > 0 { out.append(",") }
            append(
                line: source.line, file: source.file.utf8.span, layout: source.layout.utf8.span,
                to: &out)
        }
        out.append("]")
    }

    /// A source of a line: `{"file":…,"line":…,"layout":…}`.
    package static func append(
        line: Int, file: Span<UInt8>, layout: Span<UInt8>, to out: inout ByteWriter
    ) {
        append(file: file, to: &out)
        out.append(decimal: Int64(line))
        append(layout: layout, to: &out)
    }

    fileprivate static func append(file: Span<UInt8>, to out: inout ByteWriter) {
        out.append("{\"file\":")
        out.append(jsonString: file)
        out.append(",\"line\":")
    }

    fileprivate static func append(layout: Span<UInt8>, to out: inout ByteWriter) {
        if !layout.isEmpty {
            out.append(",\"layout\":")
            out.append(jsonString: layout)
        }
        out.append("}")
    }

    private static func append(related: [LineKey], to out: inout ByteWriter) {
        guard !related.isEmpty else { return }
        out.append(",\"related\":[")
        for (index, key) in related.enumerated() {
            index > 0 ? out.append(",\"") : out.append("\"")
            append(key, to: &out)
            out.append("\"")
        }
        out.append("]")
    }

    /// The bytes of ``LineKey/text``, without a `String`.
    package static func append(_ key: LineKey, to out: inout ByteWriter) {
        let (year, month, day) = CalendarDate(daysSince1970: key.day).parts
        guard (1000...9999).contains(year) else { return out.append(key.text) }
        out.append(byte: UInt8(ascii: "0") + UInt8(LineKey.version))
        out.append(byte: UInt8(ascii: "-"))
        out.append(hex: key.account)
        out.append(byte: UInt8(ascii: "-"))
        out.append(twoDigits: year / 100)
        out.append(twoDigits: year % 100)
        out.append(twoDigits: month)
        out.append(twoDigits: day)
        out.append(byte: UInt8(ascii: "-"))
        out.append(hex: key.rest)
    }
}

/// The common bytes of the new lines of one account in one file, and of adjacent lines of one day,
/// serialised once.
package struct QueueFrame: Sendable {
    /// `","batch":3`
    private(set) var batch: [UInt8]
    /// `{"account":"white",`
    private(set) var account: [UInt8] = [UInt8(ascii: "{")]
    /// `,"sources":[{"file":"march.csv","line":`
    let file: [UInt8]
    /// `,"layout":"monobank/csv"}]`
    let layout: [UInt8]
    /// The day of the texts below; nil if its year has not four digits.
    private(set) var day: CalendarDate?
    /// `2025-03-14`
    private(set) var dayText: [UInt8] = []
    /// `{"v":1,"key":"1-0d0a42a2-20250314-`
    private(set) var head: [UInt8] = []
    private var keyAccount: UInt32 = 0

    /// The frame of lines without an account, until ``setAccount(_:)``.
    package init(batch: Int, file: Span<UInt8>, layout: Span<UInt8>) {
        self.batch = Self.written { QueueLine.append(batch: batch, to: &$0) }
        self.file = Self.written {
            $0.append(",\"sources\":[")
            QueueLine.append(file: file, to: &$0)
        }
        self.layout = Self.written {
            QueueLine.append(layout: layout, to: &$0)
            $0.append("]")
        }
    }

    /// Sets the import of the following lines.
    package mutating func setBatch(_ batch: Int) {
        self.batch = Self.written { QueueLine.append(batch: batch, to: &$0) }
    }

    package mutating func setAccount(_ id: Span<UInt8>) {
        account = Self.written {
            $0.append(byte: UInt8(ascii: "{"))
            FactJSON.append(account: id, to: &$0)
        }
    }

    /// Caches day and account, as in keys, of the following lines; lines of others are still
    /// correct.
    @inline(__always)
    package mutating func setDay(_ day: CalendarDate, keyAccount: UInt32) {
        if day != self.day || keyAccount != self.keyAccount { setNewDay(day, keyAccount) }
    }

    private mutating func setNewDay(_ day: CalendarDate, _ keyAccount: UInt32) {
        let text = Self.written { FactJSON.append(day, to: &$0) }
        self.day = text.count == 10 ? day : nil
        self.keyAccount = keyAccount
        dayText = text
        let key = LineKey(account: keyAccount, day: day, rest: 0)
        head = Self.written {
            $0.append("{\"v\":1,\"key\":\"")
            QueueLine.append(key, to: &$0)
        }
        // The rest of the key is written for each line.
        head.removeLast(16)
    }

    /// Whether the key has the cached day and account.
    func begins(_ key: LineKey) -> Bool {
        key.day == day?.daysSince1970 && key.account == keyAccount
    }

    private static func written(_ write: (inout ByteWriter) -> Void) -> [UInt8] {
        var out = ByteWriter(capacity: 128)
        write(&out)
        return out.bytes
    }
}
