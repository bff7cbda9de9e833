package import Facts
internal import Scanning
internal import Reading
package import Tables

/// Reads an XML document of records by a layout: elements whose attributes or children are the
/// fields of a row.
///
/// The first `RecordSurvey.headBytes` bytes decide the layout and the place of the records. Names
/// have no prefix. The text of an element is the texts of its descendants, separated by blanks
/// (`Плащане<br/>LIDL`).
///
/// - Complexity: O(*n*); keeps the unfinished tag and the members of one record.
package final class XMLRecordReader: StatementReader {
    package var layout: String { mapper?.layout.name ?? "xml" }
    package var accounts: [AccountClaim] { mapper?.accounts ?? [] }

    private let file: String
    private let layouts: LayoutSet
    private var head: [UInt8] = []
    private var mapper: RecordMapper?
    private var parser: XMLPush?
    private var listener: XMLRecordListener?

    package init(file: String, layouts: LayoutSet = .builtIn) {
        self.file = file
        self.layouts = layouts
    }

    package func read(
        _ chunk: Span<UInt8>, final: Bool, into batch: inout LineBatch
    ) throws(ReadFailure) {
        guard let listener, let parser else {
            head.append(chunk)
            guard head.count >= RecordSurvey.headBytes || final else { return }
            try begin()
            let whole = head
            head = []
            try read(whole.span, final: final, into: &batch)
            return
        }
        swap(&listener.batch, &batch)
        defer { swap(&listener.batch, &batch) }
        do throws(ReadFailure) {
            try parser.read(chunk, to: listener)
            if final { try parser.finish(to: listener) }
        } catch {
            listener.abandonRecord()
            throw error
        }
    }

    private func begin() throws(ReadFailure) {
        let beginning = try XMLBeginning(
            head.span.extracting(0..<min(head.count, RecordSurvey.headBytes)), file: file)
        let verdict = RecordSurvey.find(beginning.roots, grammar: .xml, layouts: layouts)
        if let failure = verdict.failure(
            of: .xml, file: file, shows: RecordNode.names(in: beginning.roots))
        {
            throw beginning.failure ?? beginning.refusal(file: file) ?? failure
        }
        var rows: [RowsPattern] = []
        switch verdict {
        case .layout(let layout, let found):
            mapper = RecordMapper(layout: layout)
            rows = found
        case .empty(let layout): mapper = layout.map { RecordMapper(layout: $0) }
        case .ambiguous, .unknown: break
        }
        let parser = try XMLPush(at: SourcePlace(file: file))
        self.parser = parser
        listener = XMLRecordListener(
            RecordWalk(file: file, grammar: .xml, rows: rows, mapper: mapper), parser)
    }
}

/// Passes elements, attributes and texts to the walk.
private final class XMLRecordListener: XMLListener {
    var batch = LineBatch()
    private var walk: RecordWalk
    private let parser: XMLPush
    private var text: [UInt8] = []
    private var open: [(start: Int, hasChildren: Bool, position: TextPosition)] = []

    init(_ walk: RecordWalk, _ parser: XMLPush) {
        self.walk = walk
        self.parser = parser
    }

    func abandonRecord() {
        walk.abandonRecord(expected: "</", into: &batch)
    }

    func open(_ name: Span<UInt8>, _ attributes: borrowing XMLAttributes) {
        let position = parser.start(of: name, attributes)
        if let top = open.indices.last { open[top].hasChildren = true }
        if !text.isEmpty { append(0x20) }
        walk.open(Array(name), isList: false, at: position, into: &batch)
        open.append((text.count, false, position))
        for index in 0..<attributes.count {
            let (name, value) = attributes[index]
            walk.value([0x40] + name, value.span, kind: .text, at: position, into: &batch)
        }
    }

    func characters(_ bytes: Span<UInt8>) {
        // One byte above the record's limit, so that the members detect the overflow.
        let room = Limits.recordBytesMax + 1 - text.count
        if room <= 0 { return }
        let kept = bytes.extracting(0..<min(bytes.count, room))
        text.append(kept)
    }

    func close(_: Span<UInt8>) {
        guard let element = open.popLast() else { return }
        var whole = Array(text[element.start...])
        if element.hasChildren { whole = Self.joined(whole) }
        if walk.isInRecord || !element.hasChildren {
            walk.text(whole.span, at: element.position)
        }
        walk.close(into: &batch)
        if walk.isInRecord {
            append(0x20)
        } else {
            text.removeAll(keepingCapacity: true)
            for index in open.indices { open[index].start = 0 }
        }
    }

    private func append(_ byte: UInt8) {
        if text.count <= Limits.recordBytesMax { text.append(byte) }
    }

    /// Collapses blanks between the pieces.
    private static func joined(_ text: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        for byte in text {
            if byte > 0x20 {
                out.append(byte)
            } else if let last = out.last, last != 0x20 {
                out.append(0x20)
            }
        }
        if out.last == 0x20 { out.removeLast() }
        return out
    }
}

/// The head of an XML document as a tree.
private final class XMLBeginning: XMLListener {
    private(set) var roots: [RecordNode] = []
    /// The parse error before the end of the head, if any.
    private(set) var failure: ReadFailure?
    private var tree = RecordTree()

    init(_ head: Span<UInt8>, file: String) throws(ReadFailure) {
        let parser = try XMLPush(at: SourcePlace(file: file))
        do throws(ReadFailure) {
            try parser.read(head, to: self)
        } catch {
            failure = error
        }
        roots = tree.finish()
    }

    func open(_ name: Span<UInt8>, _ attributes: borrowing XMLAttributes) {
        // The name of the outermost element is part of the path, like a member's.
        if roots.isEmpty, !hasRoot {
            hasRoot = true
            tree.open([], isList: false)
        }
        tree.open(Array(name), isList: false)
        for index in 0..<attributes.count {
            let (name, value) = attributes[index]
            tree.add([0x40] + name, .text(value))
        }
    }

    func characters(_ bytes: Span<UInt8>) {}
    func close(_: Span<UInt8>) { tree.close() }

    /// The bank's own message if it answered with an error instead of a statement: `<error
    /// message="invalid signature"/>`.
    func refusal(file: String) -> ReadFailure? {
        for root in roots {
            guard let text = Self.message(in: root, depth: 0) else { continue }
            return ReadFailure(
                .bankRefusal, at: SourcePlace(file: file, line: 1),
                found: CellText.excerpt(text.span))
        }
        return nil
    }

    private static func message(in node: RecordNode, depth: Int) -> [UInt8]? {
        guard depth < 6, case .members(let members) = node else { return nil }
        if let text = node.member("error")?.member("@message")?.text { return text }
        for member in members {
            if let text = message(in: member.node, depth: depth + 1) { return text }
        }
        return nil
    }

    private var hasRoot = false
}
