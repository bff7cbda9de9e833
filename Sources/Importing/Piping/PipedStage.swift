package import Facts
package import Pending
package import Scanning

/// A filter of lines for the engines that people run: one line out for each line in.
///
/// An answer depends on the line alone; of ``PipedIdentities``, on the lines of the account. No
/// clock, locale or file of a machine plays a part.
package protocol PipedStage: ~Copyable {
    /// Bytes of a line that are read; a longer line is rejected.
    static var lineBytesMax: Int { get }

    /// Answers one line, without its line feed; the answer may come with a later one.
    ///
    /// - Throws: ``PipedRefusal`` when the whole input is not what the stage takes.
    mutating func answer(
        _ line: Span<UInt8>, isCut: Bool, to out: inout ByteWriter
    ) throws(PipedRefusal)

    /// Writes the answers that waited for the end.
    mutating func finish(to out: inout ByteWriter)
}

/// Why the input as a whole is refused.
package struct PipedRefusal: Error, Sendable, Equatable {
    package enum Kind: Sendable { case otherAccount, earlierDay }

    package let kind: Kind
    /// 1-based.
    package let line: Int

    package init(kind: Kind, line: Int) {
        self.kind = kind
        self.line = line
    }
}

/// Why one line has no answer.
package struct PipedRejection: Error, Sendable {
    package enum Reason: Sendable {
        case record(QueueProblem.Kind)
        case text(RowRejection.Kind)
        case file(ReadFailure)
    }

    package let reason: Reason
    /// The member of the record; empty for the line as a whole.
    package let member: String
    /// In the line; nil when the member, or a place in the file, says where.
    let offset: Int?

    init(_ fault: QueueFault) {
        reason = .record(fault.kind)
        member = fault.member
        offset = fault.offset
    }

    init(_ kind: QueueProblem.Kind, _ member: String) {
        reason = .record(kind)
        self.member = member
        offset = nil
    }

    init(_ kind: RowRejection.Kind, _ member: String = "") {
        reason = .text(kind)
        self.member = member
        offset = nil
    }

    init(_ failure: ReadFailure) {
        reason = .file(failure)
        member = ""
        offset = nil
    }

    /// The stable word: `not-json`, `field-too-long`, `layout-unknown`.
    package var word: String {
        switch reason {
        case .record(let kind): String(kind.rawValue.dropFirst("queue-".utf8.count))
        case .text(let kind): kind.rawValue
        case .file(let failure): failure.kind.rawValue
        }
    }
}

/// Writes rejections: `{"id":…,"rejected":{"reason":…,"member":…,"column":…,"message":…}}`.
struct RejectionWriter {
    /// The sentence about a rejection, in English: answers are equal in every locale.
    let sentence: (PipedRejection) -> String

    /// - Parameter id: as JSON; nil to look for it in the line, which is a record.
    func append(
        _ rejection: PipedRejection, of line: Span<UInt8>, id: [UInt8]? = nil,
        to out: inout ByteWriter
    ) {
        out.append("{\"id\":")
        if let id {
            out.append(id)
        } else if let range = PipedRecord.id(in: line) {
            out.append(line.extracting(range))
        } else {
            out.append("null")
        }
        out.append(",\"rejected\":{\"reason\":\"")
        out.append(rejection.word)
        out.append("\"")
        if !rejection.member.isEmpty {
            out.append(",\"member\":")
            out.append(jsonString: rejection.member)
        }
        if let offset = rejection.offset {
            out.append(",\"column\":")
            out.append(decimal: Int64(scalars(in: line, before: offset) + 1))
        }
        if case .file(let failure) = rejection.reason, failure.place.line > 0 {
            out.append(",\"line\":")
            out.append(decimal: Int64(failure.place.line))
        }
        out.append(",\"message\":")
        out.append(jsonString: sentence(rejection))
        out.append("}}\n")
    }
}

/// The parts that records of all stages have in common.
enum PipedRecord {
    /// Throws for a line that is longer than the stage reads.
    static func verifyLength(isCut: Bool) throws(PipedRejection) {
        if isCut { throw PipedRejection(QueueFault(.lineTooLong, at: 0)) }
    }

    /// A text of a record: not too long, and without a NUL, which no database keeps.
    ///
    /// - Parameter member: made for a wrong text only: names took a third of `identify`.
    static func verify(
        _ text: String, _ member: @autoclosure () -> String
    ) throws(PipedRejection) {
        if text.isEmpty { return }
        if text.utf8.count > Limits.fieldBytesMax { throw PipedRejection(.fieldTooLong, member()) }
        if ByteMarks.first(0, in: text.utf8.span) != nil {
            throw PipedRejection(.textHasControls, member())
        }
    }

    /// The same for all texts of a fact.
    static func verify(_ fact: StatementFact, _ member: String) throws(PipedRejection) {
        try verify(fact.account, member + ".account")
        for field in FactText.allCases { try verify(fact[field], member + "." + field.name) }
    }

    /// The fact in a member of the record.
    static func fact(
        _ s: Span<UInt8>, _ cursor: inout LineCursor
    ) throws(QueueFault) -> StatementFact {
        do throws(QueueFault) {
            return try FactJSON.parse(s, &cursor)
        } catch {
            throw error.inside("fact")
        }
    }

    /// The value of `id` as it is written: a text or a number.
    static func id(
        _ s: Span<UInt8>, _ cursor: inout LineCursor
    ) throws(QueueFault) -> Range<Int> {
        let token = try cursor.next(s)
        switch token.kind {
        case .string: return (token.start - 1)..<(token.end + 1)
        case .integer, .decimal: return token.start..<token.end
        default: throw QueueFault(.wrongType, at: token.start, member: "id")
        }
    }

    /// The id of a line without an answer: of the part before its fault, nil if it is not there.
    static func id(in s: Span<UInt8>) -> Range<Int>? {
        var cursor = LineCursor(stringBytesMax: Limits.pipedFileBytesMax)
        do throws(QueueFault) {
            try cursor.openObject(s)
            while let key = try cursor.key(s) {
                if isKey(key, s, "id") { return try id(s, &cursor) }
                _ = try cursor.skipValue(s)
            }
        } catch {
            return nil
        }
        return nil
    }

    /// A text, or a number as it is written.
    static func word(
        _ s: Span<UInt8>, _ cursor: inout LineCursor
    ) throws(QueueFault) -> String {
        let token = try cursor.next(s)
        switch token.kind {
        case .integer, .decimal: return String(utf8: s.extracting(token.start..<token.end))
        default: return try cursor.text(of: token, s)
        }
    }
}
