package import Facts
internal import Scanning
internal import Reading
package import Tables

/// Reads a JSON document of records by a layout: saved answers of banks' APIs and applications.
///
/// The first `RecordSurvey.headBytes` bytes decide the layout and the place of the records. Objects
/// are in a list, under their own name, one after another, or alone; values around them are
/// skipped, except members that the layout reads.
///
/// - Complexity: O(*n*); keeps the unfinished token and the members of one record.
package final class JSONRecordReader: StatementReader, TokenScanner {
    package var layout: String { mapper?.layout.name ?? "json" }
    package var accounts: [AccountClaim] { mapper?.accounts ?? [] }

    private let file: String
    private let layouts: LayoutSet
    private var head: [UInt8] = []
    private var walk: RecordWalk?
    private var mapper: RecordMapper?
    private var tokenizer = JSONTokenizer(allowsManyValues: true, depthMax: Limits.nestingMax)
    private var tracker = PositionTracker()
    var tail: [UInt8] = []
    private var name: [UInt8]?
    /// Bit per open container, innermost last: whether it is a list.
    private var lists: [Bool] = []

    package init(file: String, layouts: LayoutSet = .builtIn) {
        self.file = file
        self.layouts = layouts
    }

    enum Choice {
        case records, monobank
        /// No layout knows the records, for this reason: they may still be a table.
        case table(unknown: ReadFailure)
    }

    /// The reader of a document with this head: this one if a layout matches, or if
    /// `MonobankJSONReader` does not know it either and would have the worse message.
    func choice(for head: Span<UInt8>) -> Choice {
        let beginning = JSONBeginning(
            head.extracting(0..<min(head.count, RecordSurvey.headBytes)))
        if beginning.isSurelyForMonobank, !layouts.hasOwn(.json) { return .monobank }
        let verdict = RecordSurvey.find(beginning.roots, grammar: .json, layouts: layouts)
        switch verdict {
        case .layout, .ambiguous: return .records
        case .unknown where beginning.mayBeTable && beginning.refusal(file: file) == nil:
            let names = RecordNode.names(in: beginning.roots)
            guard let failure = verdict.failure(of: .json, file: file, shows: names) else {
                return .records
            }
            return .table(unknown: failure)
        case .empty, .unknown: return beginning.isForMonobank ? .monobank : .records
        }
    }

    package func read(
        _ chunk: Span<UInt8>, final: Bool, into batch: inout LineBatch
    ) throws(ReadFailure) {
        if walk == nil {
            head.append(chunk)
            guard head.count >= RecordSurvey.headBytes || final else { return }
            try begin()
            let whole = head
            head = []
            try read(whole.span, final: final, into: &batch)
            return
        }
        // For a class, the reference conforms to the scanner.
        var scanner = self
        try scanner.scanOn(chunk, final: final, into: &batch)
    }

    private func begin() throws(ReadFailure) {
        let beginning = JSONBeginning(
            head.span.extracting(0..<min(head.count, RecordSurvey.headBytes)))
        let verdict = RecordSurvey.find(beginning.roots, grammar: .json, layouts: layouts)
        if let failure = verdict.failure(
            of: .json, file: file, shows: RecordNode.names(in: beginning.roots))
        {
            throw beginning.refusal(file: file) ?? failure
        }
        switch verdict {
        case .layout(let layout, let rows):
            let mapper = RecordMapper(layout: layout)
            self.mapper = mapper
            walk = RecordWalk(file: file, grammar: .json, rows: rows, mapper: mapper)
        case .empty(let layout):
            mapper = layout.map { RecordMapper(layout: $0) }
            walk = RecordWalk(file: file, grammar: .json, rows: [], mapper: nil)
        case .ambiguous, .unknown: break
        }
    }

    func scan(
        _ bytes: Span<UInt8>, final: Bool, into batch: inout LineBatch
    ) throws(ReadFailure) -> Int {
        var offset = 0
        do throws(ReadFailure) {
            while true {
                let token = try next(bytes, at: &offset, final: final)
                if token.kind == .needMore { break }
                if token.kind == .end {
                    if walk?.isIncomplete == true {
                        batch.notices.append(ReadNotice(.morePages, at: SourcePlace(file: file)))
                    }
                    break
                }
                feed(token, of: bytes, into: &batch)
            }
        } catch {
            walk?.abandonRecord(expected: "}", into: &batch)
            throw error
        }
        tracker.rebase(consumed: offset, in: bytes)
        return offset
    }

    private func next(
        _ bytes: Span<UInt8>, at offset: inout Int, final: Bool
    ) throws(ReadFailure) -> JSONToken {
        do throws(JSONError) {
            return try tokenizer.next(bytes, at: &offset, final: final)
        } catch {
            throw ReadFailure(error, in: bytes, of: file, &tracker)
        }
    }

    private func feed(_ token: JSONToken, of bytes: Span<UInt8>, into batch: inout LineBatch) {
        switch token.kind {
        case .key: name = Self.name(token, of: bytes)
        case .beginObject, .beginArray:
            let position = tracker.position(of: token.start, in: bytes)
            walk?.open(readName(), isList: token.kind == .beginArray, at: position, into: &batch)
            lists.append(token.kind == .beginArray)
        case .endObject, .endArray:
            if !lists.isEmpty { lists.removeLast() }
            walk?.close(into: &batch)
        case .string, .integer, .decimal, .true, .false, .null:
            let position = tracker.position(of: token.start, in: bytes)
            walk?.value(
                readName(), bytes.extracting(token.start..<token.end),
                hasEscapes: token.hasEscapes, kind: token.memberKind, at: position, into: &batch)
        case .end, .needMore: break
        }
    }

    /// The name of a member; nil for elements of lists and outermost values.
    private func readName() -> [UInt8]? {
        lists.last ?? true ? nil : name
    }

    fileprivate static func name(_ token: JSONToken, of bytes: Span<UInt8>) -> [UInt8] {
        let raw = bytes.extracting(token.start..<token.end)
        guard token.hasEscapes else { return Array(raw) }
        var plain: [UInt8] = []
        try? JSONTokenizer.unescape(raw, into: &plain)
        return plain
    }
}

extension JSONToken {
    fileprivate var memberKind: RecordMembers.Kind {
        switch kind {
        case .integer, .decimal: .number
        case .true, .false: .truth
        case .null: .null
        default: .text
        }
    }
}

/// The head of a JSON document as a tree, used to choose its reader.
struct JSONBeginning {
    private(set) var roots: [RecordNode] = []
    /// The text breaks a rule of the grammar, or is short and truncated.
    private(set) var isBroken = false
    /// It is short and truncated.
    private(set) var isCut = false

    init(_ head: Span<UInt8>) {
        var tree = RecordTree()
        var tokenizer = JSONTokenizer(allowsManyValues: true, depthMax: Limits.nestingMax)
        var offset = 0
        let isWhole = head.count < RecordSurvey.headBytes
        var name: [UInt8] = []
        reading: while true {
            let token: JSONToken
            do throws(JSONError) {
                token = try tokenizer.next(head, at: &offset, final: isWhole)
            } catch {
                isBroken = true
                isCut = error.kind == .unexpectedEnd
                break
            }
            switch token.kind {
            case .needMore, .end: break reading
            case .key: name = JSONRecordReader.name(token, of: head)
            case .beginObject: tree.open(name, isList: false)
            case .beginArray: tree.open(name, isList: true)
            case .endObject, .endArray: tree.close()
            case .string: tree.add(name, .text(JSONRecordReader.name(token, of: head)))
            case .null: tree.add(name, .null)
            case .integer, .decimal, .true, .false: tree.add(name, .plain)
            }
        }
        roots = tree.finish()
    }

    /// Whether the document has a shape of `MonobankJSONReader`, or is so broken that its message
    /// is better.
    var isForMonobank: Bool {
        isBroken || roots.isEmpty || hasMonobank
    }

    /// Whether the document may be records of an unknown bank; its end may be missing.
    var mayBeTable: Bool { (!isBroken || isCut) && !roots.isEmpty && !hasMonobank }

    private var hasMonobank: Bool {
        let mayBeEmpty = !roots.contains(where: \.hasListOfObjects)
        return roots.contains { Self.isMonobank($0, mayBeEmpty: mayBeEmpty) }
    }

    /// Whether its first record has the members of Monobank's API, so that no layout needs to be
    /// tried.
    var isSurelyForMonobank: Bool {
        guard !isBroken, case .list(let items) = roots.first, let first = items.first else {
            return false
        }
        return ["time", "amount", "operationAmount", "currencyCode", "balance"].allSatisfy {
            first.member(Array($0.utf8)) != nil
        }
    }

    /// - Parameter mayBeEmpty: no list of the document has objects.
    private static func isMonobank(
        _ node: RecordNode, mayBeEmpty: Bool, depth: Int = 0
    ) -> Bool {
        switch node {
        case .list(let elements):
            if elements.isEmpty { return mayBeEmpty }
            return elements.prefix(4).contains {
                isMonobank($0, mayBeEmpty: mayBeEmpty, depth: depth + 1)
            }
        case .members(let members):
            if let time = node.member("time"), let amount = node.member("amount") {
                // Monobank's API writes numbers: records with texts here come from another program.
                return time.text == nil && amount.text == nil
            }
            if node.member("statementItem") != nil || node.member("errorDescription") != nil {
                return true
            }
            if node.member("accounts") != nil, node.member("clientId") != nil { return true }
            return depth < 4
                && members.contains {
                    ["data", "statement", "transactions", "items"].contains(
                        String(decoding: $0.name, as: UTF8.self))
                        && isMonobank($0.node, mayBeEmpty: mayBeEmpty, depth: depth + 1)
                }
        case .text, .plain, .null: return false
        }
    }

    /// The bank's own message if it answered with an error instead of a statement.
    func refusal(file: String) -> ReadFailure? {
        guard roots.count == 1, let root = roots.first else { return nil }
        for name in ["errorDescription", "error_description", "errorMessage", "error", "message"] {
            guard let node = root.member(Array(name.utf8)) else { continue }
            guard let text = node.text ?? node.member("message")?.text, !text.isEmpty else {
                continue
            }
            return ReadFailure(
                .bankRefusal, at: SourcePlace(file: file, line: 1),
                found: CellText.excerpt(text.span))
        }
        return nil
    }
}
