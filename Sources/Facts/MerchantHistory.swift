/// The subject of a history: a text, a counterparty, or a merchant of the tables.
package struct SubjectKey: Sendable, Hashable {
    /// Stored in ledgers: numbers are never reused.
    package enum Kind: Int, Sendable, CaseIterable {
        /// The description without its variable parts, and the direction.
        case text = 1
        /// The counterparty's tax number or account, and the direction.
        case counterparty = 2
        /// The row of the tables that decided, as this household files it.
        case habit = 3
        /// A word, or two consecutive ones, of a text that the tables hardly know, and the
        /// direction.
        case word = 4
    }

    package var kind: Kind
    package var subject: String

    package init(_ kind: Kind, _ subject: String) {
        self.kind = kind
        self.subject = subject
    }

    /// All merchants of one category in the tables, as this household files them.
    package static func habit(ofCategory category: String, isMoneyIn: Bool) -> SubjectKey {
        // Not an interpolation: approving makes one for every text.
        SubjectKey(.habit, (isMoneyIn ? "+" : "-") + categoryPrefix + category)
    }

    package static let categoryPrefix = "category "
    /// Before a merchant's name that a person wrote, and that longer texts may contain.
    package static let namePrefix = "name "
    /// Separates a merchant's name from the category of its lines, when it differs from the name's.
    package static let asCategory = " as "

    /// The subject without its leading direction of money.
    package var undirected: String {
        String(utf8: subject.utf8.span.extracting(droppingFirst: 1))
    }

    /// A merchant of the tables, or one that a person named.
    package var isOfName: Bool {
        let rest = subject.utf8.dropFirst()
        return kind == .habit
            && (rest.starts(with: "brand ".utf8) || rest.starts(with: Self.namePrefix.utf8))
    }

    /// The same text as a merchant's name; nil for other kinds.
    package var asName: SubjectKey? {
        guard kind == .text else { return nil }
        return SubjectKey(.habit, subject.prefix(1) + Self.namePrefix + undirected)
    }

    /// Counts each text once, and again when its category changes: otherwise the shop visited daily
    /// would fill the history.
    package var countsTexts: Bool {
        kind == .word
            || kind == .habit
                && subject.utf8.dropFirst().starts(with: Self.categoryPrefix.utf8)
    }
}

/// One decision about a line, reduced to what later lines are compared by.
package struct PastDecision: Sendable, Equatable {
    package var category: String
    /// Minor units without the sign, which is in the subject.
    package var units: UInt64
    /// Distinguishes accounts of one person; two may share a tag.
    package var account: UInt16
    package var manner: Manner

    package enum Manner: String, Sendable, BitwiseCopyable, CaseIterable {
        /// Seen by a person and accepted.
        case approved = "a"
        /// The person chose another category than the one proposed.
        case corrected = "c"
        /// Filed by its level, unseen: it confirms nothing, but may contradict.
        case unasked = "u"
    }

    package init(category: String, units: UInt64, account: UInt16, manner: Manner) {
        self.category = category
        self.units = units
        self.account = account
        self.manner = manner
    }

    fileprivate var text: String {
        "\(category):\(manner.rawValue):\(units):" + String(account, radix: 16)
    }
}

/// The last decisions about one subject, oldest first.
///
/// Written `category:manner:units:account`, a blank between decisions, units decimal, account
/// hexadecimal. A decision that differs from the one before only in its amount is written as its
/// units alone: nearly all are, and an import then reads a page of the ledger for a dozen merchants
/// instead of one for each. At the end, or alone, `=` and the person's name for the merchant
/// follow.
package struct MerchantHistory: Sendable, Equatable {
    /// A decision two dozen times ago says nothing new, and meanings drift.
    package static let decisionsMax = 24
    package static let unlookedMax = 12

    /// A decision without texts: an import reads two dozen for nearly every line.
    package struct Mark: Sendable, Equatable, BitwiseCopyable {
        /// As of a ``PastDecision``.
        package fileprivate(set) var units: UInt64
        package let account: UInt16
        package let manner: PastDecision.Manner
        /// Index into ``categories``.
        package fileprivate(set) var category: UInt8
    }

    package private(set) var marks: [Mark] = []
    /// The categories, in the order of their first occurrence in ``marks``.
    package private(set) var categories: [String] = []
    /// The person's name for the merchant; empty when there is none.
    package var payee = ""

    package init() {}

    /// There is neither a decision nor a name.
    package var isEmpty: Bool { marks.isEmpty && payee.isEmpty }

    package var count: Int { marks.count }

    package var decisions: [PastDecision] { marks.map(decision) }

    private func decision(_ mark: Mark) -> PastDecision {
        PastDecision(
            category: categories[Int(mark.category)], units: mark.units, account: mark.account,
            manner: mark.manner)
    }

    package mutating func add(_ decision: PastDecision) {
        if marks.count >= Self.decisionsMax {
            // Unseen decisions must not push out the last dozen that a person saw.
            let looked = marks.count { $0.manner != .unasked }
            let unlooked = marks.firstIndex { $0.manner == .unasked }
            let isCrowded = looked > Self.decisionsMax - Self.unlookedMax
            let oldest = marks.firstIndex { $0.manner != .unasked }
            let leaving = decision.manner == .unasked && isCrowded ? oldest : unlooked
            marks.remove(at: leaving ?? 0)
            if categories.count > 1 { renumber() }
        }
        append(decision)
    }

    /// Replaces a category by another, which the history may have too.
    package mutating func replace(category old: String, by new: String) {
        guard categories.contains(old) else { return }
        let before = decisions
        marks.removeAll(keepingCapacity: true)
        categories = []
        for var decision in before {
            if decision.category == old { decision.category = new }
            append(decision)
        }
    }

    private mutating func append(_ decision: PastDecision) {
        marks.append(
            Mark(
                units: decision.units, account: decision.account, manner: decision.manner,
                category: number(of: decision.category)))
    }

    private mutating func number(of category: String) -> UInt8 {
        if let known = categories.firstIndex(of: category) { return UInt8(known) }
        categories.append(category)
        return UInt8(categories.count - 1)
    }

    /// Renumbers categories after the first mark of one was removed.
    private mutating func renumber() {
        let before = decisions
        marks.removeAll(keepingCapacity: true)
        categories = []
        for decision in before { append(decision) }
    }

    /// Unseen decisions at the end; only ``unlookedMax`` of them are kept.
    package var unlooked: Int {
        var count = 0
        while count < marks.count, marks[marks.count - 1 - count].manner == .unasked {
            count += 1
        }
        return count
    }

    /// The number of decisions that a person saw and the index of the last; nil when there is none.
    package var looked: (count: Int, last: Int)? {
        var (count, last) = (0, -1)
        for index in marks.indices where marks[index].manner != .unasked {
            count += 1
            last = index
        }
        return count > 0 ? (count, last) : nil
    }

    /// Always the same category: amount and account make no difference.
    package var isPure: Bool { categories.count <= 1 }

    package var text: String {
        var text = ""
        var last: Mark?
        for mark in marks {
            if last != nil { text += " " }
            text +=
                last?.manner == mark.manner && last?.account == mark.account
                    && last?.category == mark.category
                ? String(mark.units) : decision(mark).text
            last = mark
        }
        return text + writtenPayee
    }

    private var writtenPayee: String {
        marks.isEmpty ? "=" + payee : payee.isEmpty ? "" : " =" + payee
    }

    /// Nil for anything that ``text`` does not write.
    package init?(text: String) { self.init(bytes: text.utf8.span) }

    /// - Complexity: O(*n*); an import reads one for each merchant, so only categories become
    ///   strings.
    package init?(bytes: Span<UInt8>) {
        var at = 0
        marks.reserveCapacity(Self.decisionsMax)
        if addPayee(in: bytes, &at) { return }
        guard addDecision(in: bytes, &at) else { return nil }
        while at < bytes.count {
            guard bytes[at] == UInt8(ascii: " ") else { return nil }
            at += 1
            if addPayee(in: bytes, &at) { return }
            if addAmounts(in: bytes, &at) { continue }
            guard addDecision(in: bytes, &at) else { return nil }
        }
    }

    /// Reads the payee to the end; false when there is none.
    private mutating func addPayee(in bytes: Span<UInt8>, _ at: inout Int) -> Bool {
        guard at < bytes.count, bytes[at] == UInt8(ascii: "=") else { return false }
        payee = String(utf8: bytes.extracting(droppingFirst: at + 1))
        at = bytes.count
        return true
    }

    /// Reads decisions given by amounts alone, as many as follow; false when the next is none.
    private mutating func addAmounts(in bytes: Span<UInt8>, _ at: inout Int) -> Bool {
        var mark = marks[marks.count - 1]
        var next = at
        // Usually two dozen, for nearly every line of an import.
        marks.append(addingCapacity: max(0, Self.decisionsMax - marks.count)) { room in
            while !room.isFull, let end = Self.amount(in: bytes, from: next, &mark.units) {
                room.append(mark)
                next = end &+ 1
            }
        }
        while marks.count >= Self.decisionsMax,
            let end = Self.amount(in: bytes, from: next, &mark.units)
        {
            add(decision(mark))
            // Categories may have been renumbered.
            mark = marks[marks.count - 1]
            next = end + 1
        }
        let isAny = next > at
        // Leaves the blank before anything else to the caller.
        if isAny { at = next - 1 }
        return isAny
    }

    /// End of the amount at a place, followed by a blank or the end; nil when there is none.
    @inline(__always)
    private static func amount(
        in bytes: Span<UInt8>, from start: Int, _ units: inout UInt64
    ) -> Int? {
        var end = start
        if bytes.count &- start >= 8 {
            let digits = LeadingDigits(bytes.word(at: start))
            if digits.count == 0 { return nil }
            if digits.count < 8 {
                units = UInt64(truncatingIfNeeded: digits.value(ofFirst: digits.count))
                end = start &+ digits.count
                return bytes[end] == UInt8(ascii: " ") ? end : nil
            }
        }
        guard let read = decimal(bytes, &end),
            end == bytes.count || bytes[end] == UInt8(ascii: " ")
        else { return nil }
        units = read
        return end
    }

    /// Any number with this many digits fits in 64 bits.
    private static let digitsFitting = 19

    /// Reads a decision written in full; false when it is malformed.
    private mutating func addDecision(in bytes: Span<UInt8>, _ at: inout Int) -> Bool {
        let start = at
        while at < bytes.count, bytes[at] != UInt8(ascii: ":") { at += 1 }
        guard at > start, at + 3 < bytes.count, bytes[at + 2] == UInt8(ascii: ":") else {
            return false
        }
        let category = String(utf8: bytes.extracting(start..<at))
        let manner: PastDecision.Manner
        switch bytes[at + 1] {
        case UInt8(ascii: "a"): manner = .approved
        case UInt8(ascii: "c"): manner = .corrected
        case UInt8(ascii: "u"): manner = .unasked
        default: return false
        }
        at += 3
        guard let units = Self.decimal(bytes, &at), at < bytes.count,
            bytes[at] == UInt8(ascii: ":")
        else { return false }
        at += 1
        guard let account = Self.hexadecimal(bytes, &at) else { return false }
        if marks.count < Self.decisionsMax {
            marks.append(
                Mark(
                    units: units, account: account, manner: manner, category: number(of: category)))
        } else {
            add(PastDecision(category: category, units: units, account: account, manner: manner))
        }
        return true
    }

    /// Reads decimal digits; nil when there are none or too many.
    private static func decimal(_ bytes: Span<UInt8>, _ at: inout Int) -> UInt64? {
        let start = at
        let end = min(bytes.count, start + digitsFitting)
        var value: UInt64 = 0
        while at < end {
            let digit = bytes[at] &- UInt8(ascii: "0")
            guard digit < 10 else { return at > start ? value : nil }
            value = value &* 10 &+ UInt64(digit)
            at += 1
        }
        while at < bytes.count {
            let digit = bytes[at] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            let (shifted, tooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, over) = shifted.addingReportingOverflow(UInt64(digit))
            if tooLarge || over { return nil }
            value = sum
            at += 1
        }
        return at > start ? value : nil
    }

    /// Reads lower-case hexadecimal digits; nil when there are none or more than 16 bits of them.
    private static func hexadecimal(_ bytes: Span<UInt8>, _ at: inout Int) -> UInt16? {
        let start = at
        var value: UInt32 = 0
        while at < bytes.count {
            let digit: UInt8
            switch bytes[at] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = bytes[at] - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = bytes[at] - UInt8(ascii: "a") + 10
            default: return at > start ? UInt16(value) : nil
            }
            value = value << 4 | UInt32(digit)
            guard value <= UInt16.max else { return nil }
            at += 1
        }
        return at > start ? UInt16(value) : nil
    }
}

/// Earlier decisions, for making suggestions.
package struct Memory {
    /// The history of a subject, nil when there is none.
    package var recall: (SubjectKey) -> MerchantHistory?
    /// Prefetches the histories of the subjects read next, in order; at most ``prefetchedMax``.
    package var prefetch: ([SubjectKey]) -> Void
    /// There may be histories of names (``SubjectKey/namePrefix``), which few households have.
    package var hasNames: Bool
    /// How suggestions were answered, by the pattern of their evidence.
    package var answers: [String: Answers]
    /// There are no decisions at all, so no look-ups are needed.
    package let isEmpty: Bool

    package init(
        recall: @escaping (SubjectKey) -> MerchantHistory?,
        prefetch: @escaping ([SubjectKey]) -> Void = { _ in }, answers: [String: Answers] = [:],
        hasNames: Bool = true
    ) {
        self.recall = recall
        self.hasNames = hasNames
        self.prefetch = prefetch
        self.answers = answers
        isEmpty = false
    }

    /// Subjects per call of ``prefetch``.
    package static let prefetchedMax = 16

    /// The memory of a household without decisions.
    package static var empty: Memory { Memory() }

    private init() {
        recall = { _ in nil }
        prefetch = { _ in }
        answers = [:]
        hasNames = false
        isEmpty = true
    }
}

/// How many suggestions of one pattern were right, of those answered by a person.
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
