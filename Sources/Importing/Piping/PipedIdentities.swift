import Deduplicating
import Facts
import Pending
package import Scanning

/// `pipe identify`: the key of each row of one account, as an import of a file with these rows
/// gives it.
///
/// A record is `{"id":"7","fact":{…}}`, in order of days. An answer is `{"id":"7","key":…}`, for a
/// row that is no line of its own with `"state"`: `repeated` with the key of the row it repeats,
/// `settled` with the key of the hold that it books, `conflict` or `ambiguous` with the key of the
/// line it may be.
///
/// Most rows are answered at once. A row that only the whole account decides, and the rows after
/// it, are answered at its end. Memory is some 27 bytes a row, and 100 a row that waits.
package struct PipedIdentities: PipedStage, ~Copyable {
    package static var lineBytesMax: Int { Limits.recordBytesMax }

    private let rejections: RejectionWriter
    private let folder = TextFolder()
    /// Accounts of a million rows are common here, and each table that a full one is followed by
    /// is searched for every row.
    private var deduplicator = Deduplicator(expectedLines: 65_536)
    private var repetitions = RepeatedRows()
    /// All rows with balances; nil when they were too many to keep.
    private var balances: [Row]? = []
    private var held = HeldAnswers()
    /// Rows that the deduplicator decides at the end.
    private var waiting: [Row] = []
    /// Rows that seem to repeat others.
    private var repeated: [Row] = []
    private var account = ""
    private var day = Int32.min
    private var line = 0

    package init(sentence: @escaping (PipedRejection) -> String) {
        rejections = RejectionWriter(sentence: sentence)
        deduplicator.beginFile()
    }

    package mutating func answer(
        _ bytes: Span<UInt8>, isCut: Bool, to out: inout ByteWriter
    ) throws(PipedRefusal) {
        line += 1
        let record: (id: Range<Int>, fact: StatementFact)
        do throws(PipedRejection) {
            try PipedRecord.verifyLength(isCut: isCut)
            record = try self.record(bytes)
        } catch {
            return reject(error, bytes, to: &out)
        }
        try verifyOrder(record.fact)
        let answer = decide(record.fact)
        let id = bytes.extracting(record.id)
        if held.isEmpty, let answer { return append(answer, id: id, to: &out) }
        held.append(answer, id: id, line: line)
        if held.count > Limits.pipedAnswersMax {
            balances = nil
            finish(to: &out)
        }
    }

    private mutating func reject(
        _ rejection: PipedRejection, _ bytes: Span<UInt8>, to out: inout ByteWriter
    ) {
        if held.isEmpty { return rejections.append(rejection, of: bytes, to: &out) }
        var text = ByteWriter(capacity: 128)
        rejections.append(rejection, of: bytes, to: &text)
        held.append(text: text.bytes, line: line)
    }

    private mutating func verifyOrder(_ fact: StatementFact) throws(PipedRefusal) {
        if day == Int32.min {
            account = fact.account
        } else if fact.account != account {
            throw PipedRefusal(kind: .otherAccount, line: line)
        }
        if fact.made.day.daysSince1970 < day { throw PipedRefusal(kind: .earlierDay, line: line) }
        day = fact.made.day.daysSince1970
    }

    private func record(
        _ s: Span<UInt8>
    ) throws(PipedRejection) -> (id: Range<Int>, fact: StatementFact) {
        let found: (id: Range<Int>, fact: StatementFact)
        do throws(QueueFault) {
            found = try parsed(s)
        } catch {
            throw PipedRejection(error)
        }
        try PipedRecord.verify(found.fact, "fact")
        if found.fact.account.isEmpty { throw PipedRejection(.memberMissing, "fact.account") }
        return found
    }

    private func parsed(
        _ s: Span<UInt8>
    ) throws(QueueFault) -> (id: Range<Int>, fact: StatementFact) {
        var cursor = LineCursor()
        var id: Range<Int>?
        var fact: StatementFact?
        try cursor.openObject(s)
        while let key = try cursor.key(s) {
            if isKey(key, s, "id") {
                guard id == nil else { throw QueueFault(.memberTwice, at: key.start) }
                id = try PipedRecord.id(s, &cursor)
            } else if isKey(key, s, "fact") {
                guard fact == nil else { throw QueueFault(.memberTwice, at: key.start) }
                fact = try PipedRecord.fact(s, &cursor)
            } else {
                throw QueueFault(.memberUnknown, at: key.start)
            }
        }
        try cursor.finish(s)
        guard let id else { throw QueueFault(.memberMissing, at: 0, member: "id") }
        guard let fact else { throw QueueFault(.memberMissing, at: 0, member: "fact") }
        return (id, fact)
    }

    // MARK: Deciding

    /// The answer for a row; nil when only the end of the account gives it.
    private mutating func decide(_ fact: StatementFact) -> Answer? {
        let row = Row(
            identity: LineIdentity(of: fact, folder: folder), line: UInt32(line),
            amount: fact.amount, balance: fact.balance)
        var verdict = deduplicator.decide(row.identity)
        if row.identity.balance != 0 {
            keepBalance(of: row)
            if case .repeated(.timeAndBalance) = verdict {
                if repetitions.hasRoom {
                    repetitions.record(
                        repeated: row.identity, line: row.line, before: row.balanceBefore)
                    repeated.append(row)
                    return nil
                }
                verdict = deduplicator.judge(repeated: row.identity, .cannotTell)
            }
            repetitions.add(row.identity, before: row.balanceBefore)
        }
        if verdict == .waits { waiting.append(row) }
        return answer(to: verdict, on: row)
    }

    private mutating func keepBalance(of row: Row) {
        guard let count = balances?.count else { return }
        if count < Limits.pipedBalancesMax { balances?.append(row) } else { balances = nil }
    }

    private mutating func answer(to verdict: Verdict, on row: Row) -> Answer? {
        switch verdict {
        case .waits: nil
        case .new(let line): Answer(key: line.key)
        case .known(let key, let witness):
            Answer(key: key, state: .repeated, because: witness)
        case .repeated(let witness):
            Answer(
                key: deduplicator.keyRepeated(by: row.identity, because: witness),
                state: .repeated, because: witness)
        case .settled(let key, _): Answer(key: key, state: .settled)
        case .conflict(let line, let other): Answer(key: line.key, state: .conflict, with: other)
        case .ambiguous(let line, let other):
            Answer(key: line.key, state: .ambiguous, with: other)
        case .tooMany: Answer(key: nil, state: .tooMany)
        }
    }

    // MARK: The end of the account

    package mutating func finish(to out: inout ByteWriter) {
        settleWaiting()
        judgeRepeated()
        for index in 0..<held.count {
            if let text = held.texts[index] {
                out.append(text)
            } else if let answer = held.answers[index] {
                append(answer, id: held.ids.span.extracting(held.id(index)), to: &out)
            }
        }
        held = HeldAnswers()
        waiting = []
        repeated = []
    }

    private mutating func settleWaiting() {
        if waiting.isEmpty { return }
        let verdicts = deduplicator.settle(waiting.map(\.identity)) { (_) throws(Never) in
            FileKinds(areOfLayout: true, areOfKind: true)
        }
        for (row, verdict) in zip(waiting, verdicts) {
            if case .repeated(.timeAndBalance) = verdict {
                repetitions.recordWaited(
                    repeated: row.identity, line: row.line, before: row.balanceBefore)
                repeated.append(row)
            } else {
                held.set(answer(to: verdict, on: row), line: row.line)
            }
        }
    }

    /// As an import judges them: by the balances of all rows, if these do not prove at once that
    /// the rows repeat others.
    private mutating func judgeRepeated() {
        if repeated.isEmpty { return }
        if !repetitions.areProved {
            for (row, judgement) in judgements() where judgement != .isFirst {
                let verdict = deduplicator.judge(repeated: row.identity, judgement)
                held.set(answer(to: verdict, on: row), line: row.line)
            }
        }
        for row in repeated where held.isWaiting(row.line) {
            held.set(answer(to: .repeated(because: .timeAndBalance), on: row), line: row.line)
        }
    }

    private mutating func judgements() -> [(Row, RepeatedRows.Answer)] {
        guard let balances else { return repeated.map { ($0, .cannotTell) } }
        var doubted: [Row] = []
        repetitions.beginAgain()
        for row in balances where repetitions.addAgain(row.identity, row.asLine) {
            doubted.append(row)
        }
        return Array(zip(doubted, repetitions.answers()))
    }

    // MARK: Answers

    private func append(_ answer: Answer, id: Span<UInt8>, to out: inout ByteWriter) {
        guard let key = answer.key else {
            return rejections.append(
                PipedRejection(.equalRowsTooMany), of: Span(), id: Array(id), to: &out)
        }
        out.append("{\"id\":")
        out.append(id)
        out.append(",\"key\":\"")
        QueueLine.append(key, to: &out)
        out.append("\"")
        if answer.state != .new {
            out.append(",\"state\":\"")
            out.append(answer.state.rawValue)
            out.append("\"")
        }
        if let witness = answer.because {
            out.append(",\"because\":\"")
            out.append(witness.rawValue)
            out.append("\"")
        }
        if let other = answer.other {
            out.append(",\"with\":\"")
            QueueLine.append(other, to: &out)
            out.append("\"")
        }
        out.append("}\n")
    }
}

/// A row as the deduplicator and the balances need it.
private struct Row: Sendable {
    let identity: LineIdentity
    /// The number of the input's line, from 1.
    let line: UInt32
    let amount: Money
    let balance: Money?

    var balanceBefore: UInt64 { LineIdentity.balanceBefore(asLine) }

    var asLine: StatementLine {
        var result = StatementLine()
        result.amount = amount
        result.balance = balance
        result.sourceLine = line
        return result
    }
}

private struct Answer: Sendable {
    enum State: String, Sendable { case new, repeated, settled, conflict, ambiguous, tooMany }

    /// Nil for one of more equal rows than are told apart.
    let key: LineKey?
    let state: State
    let because: Witness?
    let other: LineKey?

    init(
        key: LineKey?, state: State = .new, because: Witness? = nil, with other: LineKey? = nil
    ) {
        self.key = key
        self.state = state
        self.because = because
        self.other = other
    }
}

/// Answers that wait for an earlier one, in order of lines.
private struct HeldAnswers: Sendable {
    private(set) var answers: [Answer?] = []
    private(set) var ids: [UInt8] = []
    private var idEnds: [Int] = []
    /// Rejections, by index.
    private(set) var texts: [Int: [UInt8]] = [:]
    private var firstLine = 0

    var isEmpty: Bool { answers.isEmpty }
    var count: Int { answers.count }

    func id(_ index: Int) -> Range<Int> {
        (index == 0 ? 0 : idEnds[index - 1])..<idEnds[index]
    }

    func isWaiting(_ line: UInt32) -> Bool { answers[Int(line) - firstLine] == nil }

    mutating func append(_ answer: Answer?, id: Span<UInt8>, line: Int) {
        if answers.isEmpty { firstLine = line }
        answers.append(answer)
        ids.append(id)
        idEnds.append(ids.count)
    }

    mutating func append(text: [UInt8], line: Int) {
        texts[answers.count] = text
        append(nil, id: Span(), line: line)
    }

    mutating func set(_ answer: Answer?, line: UInt32) {
        answers[Int(line) - firstLine] = answer
    }
}
