import Facts
import Pending
import Reading
package import Scanning

/// `pipe read`: the rows of a statement file that is one record,
/// `{"id":"7","name":"march.csv","content":"…"}`.
///
/// The answer has the rows as `read --json` writes them, and what was not read:
/// `{"id":"7","rows":[…],"refused":[{"line":4,"reason":"amount-not-a-number"}],"skipped":1}`. A
/// file that cannot be read to its end is rejected: half of it would look like all of it.
package struct PipedFiles: PipedStage {
    package static var lineBytesMax: Int { Limits.pipedFileBytesMax }

    private let rejections: RejectionWriter

    package init(sentence: @escaping (PipedRejection) -> String) {
        rejections = RejectionWriter(sentence: sentence)
    }

    private struct Record {
        var id: Range<Int>?
        var name: String?
        var content: [UInt8]?
        var account: String?
        var options = ReadOptions()

        init() {
            // Another machine may have another one.
            options.runsPrograms = false
        }
    }

    package mutating func answer(
        _ line: Span<UInt8>, isCut: Bool, to out: inout ByteWriter
    ) throws(PipedRefusal) {
        let start = out.count
        do throws(PipedRejection) {
            try PipedRecord.verifyLength(isCut: isCut)
            let record = try record(line)
            out.append("{\"id\":")
            if let id = record.id { out.append(line.extracting(id)) }
            out.append(",\"rows\":[")
            let report = try read(record, to: &out)
            out.append("]")
            append(report, to: &out)
            out.append("}\n")
        } catch {
            out.removeLast(out.count - start)
            rejections.append(error, of: line, to: &out)
        }
    }

    package mutating func finish(to out: inout ByteWriter) {}

    /// Writes the rows, separated by commas.
    private func read(
        _ record: Record, to rows: inout ByteWriter
    ) throws(PipedRejection) -> FileReport {
        // A new one for each file: nothing of an earlier record may play a part.
        var run = ReadRun(options: record.options, account: record.account ?? "")
        let file = InputFile(contents: record.content ?? [], name: record.name ?? "-")
        var refused: [RowRejection] = []
        let start = rows.count
        var report = try run.read(file) { (batch, context) throws(PipedRejection) in
            for row in batch.lines {
                if rows.count > start { rows.append(",") }
                context.append(row, of: batch, to: &rows)
            }
            if rows.count - start > Limits.pipedAnswerBytesMax {
                throw PipedRejection(
                    ReadFailure(
                        .limitExceeded, at: SourcePlace(file: file.path),
                        details: ["piped-answer-bytes", "\(Limits.pipedAnswerBytesMax)"]))
            }
            refused += batch.rejections
        }
        if let failure = report.failure { throw PipedRejection(failure) }
        report.rejections = refused
        return report
    }

    private func append(_ report: FileReport, to out: inout ByteWriter) {
        if !report.rejections.isEmpty {
            out.append(",\"refused\":[")
            for (index, rejection) in report.rejections.enumerated() {
                if index > 0 { out.append(",") }
                out.append("{\"line\":")
                out.append(decimal: Int64(rejection.place.line))
                out.append(",\"reason\":\"")
                out.append(rejection.kind.rawValue)
                out.append("\"}")
            }
            out.append("]")
        }
        if report.skipped > 0 {
            out.append(",\"skipped\":")
            out.append(decimal: Int64(report.skipped))
        }
    }

    // MARK: the record

    private func record(_ s: Span<UInt8>) throws(PipedRejection) -> Record {
        let record: Record
        do throws(QueueFault) {
            record = try parsed(s)
            guard record.id != nil else { throw QueueFault(.memberMissing, at: 0, member: "id") }
            guard record.content != nil else {
                throw QueueFault(.memberMissing, at: 0, member: "content")
            }
        } catch {
            throw PipedRejection(error)
        }
        try PipedRecord.verify(record.name ?? "", "name")
        try PipedRecord.verify(record.account ?? "", "account")
        return record
    }

    private func parsed(_ s: Span<UInt8>) throws(QueueFault) -> Record {
        var cursor = LineCursor(stringBytesMax: Limits.pipedFileBytesMax)
        var record = Record()
        try cursor.openObject(s)
        while let key = try cursor.key(s) {
            let twice = QueueFault(.memberTwice, at: key.start)
            if isKey(key, s, "id") {
                guard record.id == nil else { throw twice }
                record.id = try PipedRecord.id(s, &cursor)
            } else if isKey(key, s, "name") {
                guard record.name == nil else { throw twice }
                record.name = try cursor.string(s)
            } else if isKey(key, s, "content") {
                guard record.content == nil else { throw twice }
                record.content = Array(try cursor.string(s).utf8)
            } else if isKey(key, s, "content_base64") {
                guard record.content == nil else { throw twice }
                guard let bytes = Base64.decoded(try cursor.string(s)) else {
                    throw QueueFault(.wrongType, at: cursor.start, member: "content_base64")
                }
                record.content = bytes
            } else if isKey(key, s, "account") {
                guard record.account == nil else { throw twice }
                record.account = try cursor.string(s)
            } else if isKey(key, s, "format") {
                guard record.options.format == nil else { throw twice }
                record.options.format = try cursor.string(s)
            } else if isKey(key, s, "encoding") {
                guard record.options.encoding == nil else { throw twice }
                record.options.encoding = try cursor.string(s)
            } else {
                throw QueueFault(.memberUnknown, at: key.start)
            }
        }
        try cursor.finish(s)
        return record
    }
}
