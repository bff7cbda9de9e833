package import Categorizing
import Facts
import Pending
package import Scanning
import Tables

/// `pipe categorize`: a suggestion for each record, by rules and tables alone.
///
/// A record is a descriptor, `{"id":"7","descriptor":"АТБ-Маркет","amount":"-164.95",…}`, or a
/// fact as `read` gives it, `{"id":"7","fact":{…}}`; or a line of CSV with the columns named.
package struct PipedCategories: PipedStage, ~Copyable {
    /// A column of CSV, or a member of a descriptor.
    package enum Field: String, CaseIterable, Sendable {
        case id, descriptor, mcc, amount, currency, country, account, memo
    }

    package static var lineBytesMax: Int { Limits.recordBytesMax }

    private let categorizer: Categorizer
    /// The columns of CSV; empty for JSON.
    private let columns: [Field]
    private let rejections: RejectionWriter
    private var batch = LineBatch()
    private var answers = PipedSuggestions()

    /// - Parameters:
    ///   - columns: of lines of CSV; empty for records of JSON.
    ///   - sentence: about a rejection, in English.
    package init(
        _ categorizer: Categorizer, columns: [Field] = [],
        sentence: @escaping (PipedRejection) -> String
    ) {
        self.categorizer = categorizer
        self.columns = columns
        rejections = RejectionWriter(sentence: sentence)
    }

    /// A parsed line.
    private struct Record {
        var id: Range<Int>?
        var texts: [Field: String] = [:]
        var fact: StatementFact?
        /// The first member of a descriptor, which a fact cannot have.
        var firstOfDescriptor: Int?
    }

    package mutating func answer(
        _ line: Span<UInt8>, isCut: Bool, to out: inout ByteWriter
    ) throws(PipedRefusal) {
        if !columns.isEmpty { return answer(row: line, isCut: isCut, to: &out) }
        do throws(PipedRejection) {
            try PipedRecord.verifyLength(isCut: isCut)
            let record = try record(line)
            let account: String
            let statementLine: StatementLine
            batch.removeAll()
            if let fact = record.fact {
                try PipedRecord.verify(fact, "fact")
                account = fact.account
                statementLine = StatementLine(of: fact, in: &batch)
            } else {
                let query = try query(record.texts)
                account = query.account
                statementLine = query.line(in: &batch)
            }
            out.append("{\"id\":")
            if let id = record.id { out.append(line.extracting(id)) }
            append(
                statementLine, account, record.texts[.country] ?? "", to: &out)
        } catch {
            rejections.append(error, of: line, to: &out)
        }
    }

    package mutating func finish(to out: inout ByteWriter) {}

    private func record(_ s: Span<UInt8>) throws(PipedRejection) -> Record {
        do throws(QueueFault) {
            let record = try parsed(s)
            guard record.id != nil else { throw QueueFault(.memberMissing, at: 0, member: "id") }
            if record.fact != nil, let offset = record.firstOfDescriptor {
                throw QueueFault(.memberUnknown, at: offset)
            }
            if record.fact == nil, record.texts[.descriptor] == nil {
                throw QueueFault(.memberMissing, at: 0, member: "descriptor")
            }
            return record
        } catch {
            throw PipedRejection(error)
        }
    }

    private func parsed(_ s: Span<UInt8>) throws(QueueFault) -> Record {
        var cursor = LineCursor()
        var record = Record()
        try cursor.openObject(s)
        while let key = try cursor.key(s) {
            if isKey(key, s, "fact") {
                guard record.fact == nil else { throw QueueFault(.memberTwice, at: key.start) }
                record.fact = try PipedRecord.fact(s, &cursor)
                continue
            }
            guard let field = Self.field(key, s) else {
                throw QueueFault(.memberUnknown, at: key.start)
            }
            let isNew = field == .id ? record.id == nil : record.texts[field] == nil
            guard isNew else { throw QueueFault(.memberTwice, at: key.start) }
            switch field {
            case .id: record.id = try PipedRecord.id(s, &cursor)
            case .country: record.texts[field] = try cursor.string(s)
            default:
                if record.firstOfDescriptor == nil { record.firstOfDescriptor = key.start }
                record.texts[field] =
                    field == .mcc || field == .amount
                    ? try PipedRecord.word(s, &cursor) : try cursor.string(s)
            }
        }
        try cursor.finish(s)
        return record
    }

    private static func field(_ key: JSONToken, _ s: Span<UInt8>) -> Field? {
        if isKey(key, s, "id") { return .id }
        if isKey(key, s, "descriptor") { return .descriptor }
        if isKey(key, s, "amount") { return .amount }
        if isKey(key, s, "currency") { return .currency }
        if isKey(key, s, "mcc") { return .mcc }
        if isKey(key, s, "memo") { return .memo }
        if isKey(key, s, "account") { return .account }
        return isKey(key, s, "country") ? .country : nil
    }

    private func query(_ texts: [Field: String]) throws(PipedRejection) -> CategorizerQuery {
        for (field, text) in texts { try PipedRecord.verify(text, field.rawValue) }
        let code = texts[.currency] ?? ""
        let currency = Currency(code: code)
        if currency == nil, !code.isEmpty { throw malformed(.currencyInvalid, .currency) }
        do throws(CategorizerQuery.Malformed) {
            return try CategorizerQuery(
                text: texts[.descriptor] ?? "", mcc: texts[.mcc] ?? "",
                amount: texts[.amount] ?? "", currency: currency ?? .unknown,
                account: texts[.account] ?? "", memo: texts[.memo] ?? "")
        } catch {
            switch error {
            case .mcc: throw malformed(.mccInvalid, .mcc)
            case .amount: throw malformed(.amountInvalid, .amount)
            }
        }
    }

    private func malformed(_ kind: QueueProblem.Kind, _ field: Field) -> PipedRejection {
        PipedRejection(kind, field.rawValue)
    }

    /// Writes the answer after its id.
    private mutating func append(
        _ line: StatementLine, _ account: String, _ country: String, to out: inout ByteWriter
    ) {
        out.append(",\"suggestion\":")
        answers.append(
            line, of: batch, account: account, country: country.isEmpty ? "UA" : country,
            categorizer, to: &out)
        out.append("}\n")
    }

    // MARK: CSV

    private mutating func answer(row line: Span<UInt8>, isCut: Bool, to out: inout ByteWriter) {
        var id = ByteWriter(capacity: 64)
        do throws(PipedRejection) {
            try PipedRecord.verifyLength(isCut: isCut)
            var texts: [Field: String] = [:]
            let fields = try fields(line)
            for (column, field) in zip(columns, fields) { texts[column] = field }
            id.append(jsonString: texts[.id] ?? "")
            guard fields.count == columns.count else {
                throw PipedRejection(
                    fields.count < columns.count ? .columnMissing : .columnsTooMany)
            }
            let query = try query(texts)
            batch.removeAll()
            let line = query.line(in: &batch)
            out.append("{\"id\":")
            out.append(id.bytes)
            append(line, query.account, texts[.country] ?? "", to: &out)
        } catch {
            rejections.append(
                error, of: line, id: id.isEmpty ? Array("null".utf8) : id.bytes, to: &out)
        }
    }

    private func fields(_ line: Span<UInt8>) throws(PipedRejection) -> [String] {
        do throws(RowRejection.Kind) {
            let isMarked =
                line.count >= 3 && line[0] == 0xEF && line[1] == 0xBB && line[2] == 0xBF
            return try TableReader.fields(ofLine: line.extracting(droppingFirst: isMarked ? 3 : 0))
        } catch {
            throw PipedRejection(error)
        }
    }
}

/// Suggestions as JSON, each made once for lines that look the same to the categorizer.
private struct PipedSuggestions: ~Copyable {
    private var keys = TextInterner()
    private var ends: [Int] = []
    private var rendered = ByteWriter(capacity: 1 << 16)
    /// The fields of the current line; kept to reuse their memory.
    private var scratch: [UInt8] = []

    /// All are forgotten before they take more than this: a third of it is lost on average.
    private static let bytesMax = 8 * 1024 * 1024

    mutating func append(
        _ line: StatementLine, of batch: borrowing LineBatch, account: String, country: String,
        _ categorizer: Categorizer, to out: inout ByteWriter
    ) {
        var key: [UInt8] = []
        swap(&key, &scratch)
        defer { swap(&key, &scratch) }
        key.removeAll(keepingCapacity: true)
        categorizer.appendCacheKey(
            of: line, arena: batch.arena.span, account: account, country: country, to: &key)
        let number = Int(keys.intern(key.span))
        if number == ends.count {
            let suggestion = categorizer.suggest(
                line: line, arena: batch.arena.span, account: account, country: country)
            SuggestionJSON.append(suggestion, to: &rendered)
            ends.append(rendered.count)
        }
        let start = number == 0 ? 0 : ends[number - 1]
        let end = ends[number]
        rendered.withBytes { out.append($0.extracting(start..<end)) }
        if keys.storage.count + rendered.count > Self.bytesMax { forget() }
    }

    private mutating func forget() {
        keys = TextInterner()
        ends.removeAll(keepingCapacity: true)
        rendered.removeAll()
    }
}
