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
        /// A word, or two that follow each other, of a text the tables know little of, and the
        /// direction.
        case word = 4
    }

    package var kind: Kind
    package var subject: String

    package init(_ kind: Kind, _ subject: String) {
        self.kind = kind
        self.subject = subject
    }

    /// All merchants our tables know as of one category: no row, but what this household makes of
    /// such.
    package static func habit(ofCategory category: String, isMoneyIn: Bool) -> SubjectKey {
        // Not an interpolation: approving makes one for every text.
        SubjectKey(.habit, (isMoneyIn ? "+" : "-") + categoryPrefix + category)
    }

    package static let categoryPrefix = "category "
    /// Between a merchant's name and what its lines of a habit are taken for, where that is not
    /// what the name says.
    package static let asCategory = " as "

    /// The subject without the direction of the money it begins with.
    package var undirected: String {
        String(utf8: subject.utf8.span.extracting(droppingFirst: 1))
    }

    /// Learns of each text once, and again when it becomes something else: else the shop seen daily
    /// would be all it knows.
    package var countsTexts: Bool {
        kind == .word
            || kind == .habit
                && subject.utf8.dropFirst().starts(with: Self.categoryPrefix.utf8)
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

    package enum Manner: String, Sendable, BitwiseCopyable, CaseIterable {
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

    fileprivate var text: String {
        "\(category):\(manner.rawValue):\(units):" + String(account, radix: 16)
    }
}

/// The last decisions about one subject, oldest first.
///
/// Written `category:manner:units:account`, a blank between decisions, units decimal, account
/// hexadecimal. Of a decision that differs from the one before in nothing but its amount only the
/// units are written: so are nearly all, and an import reads a page of the ledger for each dozen of
/// its merchants instead of one for each. Behind them, or alone, stands `=` and what a person calls
/// the merchant, to the end.
package struct MerchantHistory: Sendable, Equatable {
    /// What was decided two dozen times before says nothing new, and meanings drift.
    package static let decisionsMax = 24
    package static let unlookedMax = 12

    /// A decision without its text: an import reads two dozen for nearly every line.
    package struct Mark: Sendable, Equatable, BitwiseCopyable {
        /// As of a ``PastDecision``.
        package fileprivate(set) var units: UInt64
        package let account: UInt16
        package let manner: PastDecision.Manner
        /// Number in ``categories``.
        package fileprivate(set) var category: UInt8
    }

    package private(set) var marks: [Mark] = []
    /// What was decided, in the order in which it comes first in ``marks``.
    package private(set) var categories: [String] = []
    /// What a person calls the merchant; empty when nobody said.
    package var payee = ""

    package init() {}

    /// Nobody decided or said anything.
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
            // What nobody looked at must not push out the last dozen that somebody did.
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

    /// Numbers categories anew, as the first mark of one is gone.
    private mutating func renumber() {
        let before = decisions
        marks.removeAll(keepingCapacity: true)
        categories = []
        for decision in before { append(decision) }
    }

    /// Decisions at the end that nobody looked at; of more than ``unlookedMax`` not all are kept.
    package var unlooked: Int {
        var count = 0
        while count < marks.count, marks[marks.count - 1 - count].manner == .unasked {
            count += 1
        }
        return count
    }

    /// Of those that a person saw how many there are, and where the last one stands; nil when there
    /// is none.
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

    /// Nil for what ``text`` does not write.
    package init?(text: String) { self.init(bytes: text.utf8.span) }

    /// - Complexity: O(*n*); an import reads one for each merchant, so no text is made but the
    ///   categories'.
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

    /// Takes the payee that stands here to the end; false when none does.
    private mutating func addPayee(in bytes: Span<UInt8>, _ at: inout Int) -> Bool {
        guard at < bytes.count, bytes[at] == UInt8(ascii: "=") else { return false }
        payee = String(utf8: bytes.extracting(droppingFirst: at + 1))
        at = bytes.count
        return true
    }

    /// Adds decisions that differ from the last one in their amount, as many as follow; false when
    /// the next is none.
    private mutating func addAmounts(in bytes: Span<UInt8>, _ at: inout Int) -> Bool {
        var mark = marks[marks.count - 1]
        var next = at
        // Some two dozen for nearly every line of an import.
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
            // Categories may be numbered anew.
            mark = marks[marks.count - 1]
            next = end + 1
        }
        let isAny = next > at
        // The blank in front of what is no amount is for whoever reads on.
        if isAny { at = next - 1 }
        return isAny
    }

    /// Where the amount ends that stands at a place, with a blank or nothing behind it; nil when
    /// none does.
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

    /// So many digits fit in 64 bits, whichever they are.
    private static let digitsFitting = 19

    /// Adds a decision that is written in full; false when it is none.
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

    /// The decimal digits that follow; nil when there are none or too many.
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

    /// The hexadecimal digits that follow, small letters; nil when there are none or more than 16
    /// bits of them.
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

/// What was decided before, for whoever suggests.
package struct Memory {
    /// What was decided about a subject, nil when nothing was.
    package var recall: (SubjectKey) -> MerchantHistory?
    /// Prefetches what was decided about the subjects that are asked about next, in their order; at
    /// most ``prefetchedMax``.
    package var prefetch: ([SubjectKey]) -> Void
    /// How suggestions were answered, by the pattern of their evidence.
    package var answers: [String: Answers]
    /// Nothing was ever decided, so that nobody needs to be asked about anything.
    package let isEmpty: Bool

    package init(
        recall: @escaping (SubjectKey) -> MerchantHistory?,
        prefetch: @escaping ([SubjectKey]) -> Void = { _ in }, answers: [String: Answers] = [:]
    ) {
        self.recall = recall
        self.prefetch = prefetch
        self.answers = answers
        isEmpty = false
    }

    /// So many subjects at once.
    package static let prefetchedMax = 16

    /// What somebody remembers who has decided nothing yet.
    package static var empty: Memory { Memory() }

    private init() {
        recall = { _ in nil }
        prefetch = { _ in }
        answers = [:]
        isEmpty = true
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
