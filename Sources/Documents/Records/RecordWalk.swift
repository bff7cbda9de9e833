internal import Facts
internal import Scanning
internal import Reading
internal import Tables

/// The state machine for a document of records in any grammar: tracks the path, collects the
/// members of the current record, and passes complete records to the mapper.
struct RecordWalk {
    private let file: String
    private let grammar: RecordRules.Grammar
    private let rows: [RowsPattern]
    /// First names of the members that make an object a record, for each shape.
    private let signatures: [[Set<[UInt8]>]]
    private let signatureNames: Set<[UInt8]>
    private let mapper: RecordMapper?

    private var frames: [Frame] = []
    /// Names from the outermost value to the current one, outside records.
    private var path: [[UInt8]] = []
    /// Number of frames around the current record, −1 outside.
    private var recordDepth = -1
    private var recordPosition = TextPosition()
    /// Path below the record, joined.
    private var memberPath: [UInt8] = []
    private var members = RecordMembers()
    private var outside = OutsideMembers()
    private var rowCount: UInt32 = 0

    private struct Frame {
        let isList: Bool
        /// Length of the path before this frame's name.
        let pathCount: Int
        /// Elements begun so far.
        var count = 0
        var position = TextPosition()
        /// Names of the members that occur in signatures, outside records.
        var names: Set<[UInt8]> = []
    }

    /// - Parameter mapper: nil for a document without records.
    init(
        file: String, grammar: RecordRules.Grammar, rows: [RowsPattern], mapper: RecordMapper?
    ) {
        self.file = file
        self.grammar = grammar
        self.rows = rows
        self.mapper = mapper
        signatures = mapper?.signatures ?? []
        signatureNames = Set(signatures.flatMap { $0.flatMap(\.self) })
        outside = OutsideMembers(wanted: mapper?.outsidePaths ?? [])
    }

    var isInRecord: Bool { recordDepth >= 0 }
    var rowsSoFar: Int { Int(rowCount) }
    /// The last page has a mark that another one follows.
    var isIncomplete: Bool { outside.isIncomplete }

    /// An object, list or element begins.
    ///
    /// - Parameter name: nil for an element of a list and for the outermost value.
    mutating func open(
        _ name: [UInt8]?, isList: Bool, at position: TextPosition, into batch: inout LineBatch
    ) {
        if isInRecord {
            let before = memberPath.count
            appendMemberName(name)
            // An element has a text even with children; an object is no value.
            if grammar == .json {
                let nothing: [UInt8] = []
                members.add(memberPath, nothing.span, kind: .container, at: position)
            }
            frames.append(Frame(isList: isList, pathCount: before))
            return
        }
        let before = path.count
        appendName(name)
        frames.append(Frame(isList: isList, pathCount: before, position: position))
        guard rows.contains(where: { $0.matches(path) }) else { return }
        if isList {
            if name == nil, frames.count > 1 { reject("[", at: position, into: &batch) }
        } else {
            recordDepth = frames.count
            recordPosition = position
            memberPath.removeAll(keepingCapacity: true)
            members.removeAll()
        }
    }

    mutating func close(into batch: inout LineBatch) {
        guard let frame = frames.last else { return }
        if recordDepth == frames.count {
            recordDepth = -1
            feed(into: &batch)
        } else if isInRecord {
            memberPath.removeLast(memberPath.count - frame.pathCount)
        }
        if !isInRecord, !frame.names.isEmpty { noticeStray(frame, into: &batch) }
        frames.removeLast()
        if !isInRecord {
            outside.leave(path)
            path.removeLast(path.count - frame.pathCount)
        }
    }

    /// A value without children.
    mutating func value(
        _ name: [UInt8]?, _ bytes: Span<UInt8>, hasEscapes: Bool = false,
        kind: RecordMembers.Kind, at position: TextPosition, into batch: inout LineBatch
    ) {
        if isInRecord {
            let before = memberPath.count
            appendMemberName(name)
            members.add(memberPath, bytes, hasEscapes: hasEscapes, kind: kind, at: position)
            memberPath.removeLast(memberPath.count - before)
            return
        }
        let before = path.count
        appendName(name)
        if rows.contains(where: { $0.matches(path) && (name == nil || $0.names.last == .some(nil)) }
        ) {
            reject(CellText.excerpt(bytes), at: position, into: &batch)
        } else {
            outside.add(path, bytes, hasEscapes: hasEscapes)
        }
        path.removeLast(path.count - before)
    }

    /// The text of the element about to close.
    mutating func text(_ bytes: Span<UInt8>, at position: TextPosition) {
        if isInRecord {
            guard recordDepth < frames.count else { return }
            members.add(memberPath, bytes, kind: .text, at: position)
        } else {
            outside.add(path, bytes, hasEscapes: false)
        }
    }

    /// The document ended or broke inside a record.
    mutating func abandonRecord(expected: String, into batch: inout LineBatch) {
        guard isInRecord else { return }
        recordDepth = -1
        rowCount &+= 1
        batch.rejections.append(
            RowRejection(
                kind: .recordIncomplete, place: place(recordPosition), field: "",
                expected: expected))
    }

    // MARK: names

    private mutating func appendName(_ name: [UInt8]?) {
        guard let top = frames.indices.last else {
            if let name { path.append(name) }
            return
        }
        frames[top].count &+= 1
        if frames[top].isList {
            path.append(RowsPattern.element)
        } else if let name {
            path.append(name)
            if signatureNames.contains(name) { frames[top].names.insert(name) }
        }
    }

    /// Reports a record at a place not found in the head, so that it is not lost silently.
    private mutating func noticeStray(_ frame: Frame, into batch: inout LineBatch) {
        let isRecord = signatures.contains { shape in
            !shape.isEmpty && shape.allSatisfy { !$0.isDisjoint(with: frame.names) }
        }
        guard isRecord else { return }
        rowCount &+= 1
        batch.rejections.append(
            RowRejection(
                kind: .valueOfWrongType, place: place(frame.position), field: "",
                expected: "records in one list"))
    }

    private mutating func appendMemberName(_ name: [UInt8]?) {
        let top = frames.count - 1
        if !memberPath.isEmpty { memberPath.append(MemberPath.separator) }
        if frames[top].isList {
            memberPath += Array(String(frames[top].count).utf8)
        } else if let name {
            memberPath += name
        }
        frames[top].count &+= 1
    }

    // MARK: records

    private mutating func feed(into batch: inout LineBatch) {
        let index = rowCount
        rowCount &+= 1
        guard let mapper else { return }
        let record = RecordView(members: members, outside: outside, path: path)
        let problem = mapper.map(record, line: recordPosition.line, index: index, into: &batch)
        guard let problem else { return }
        var place = place(problem.position ?? recordPosition)
        if !problem.field.isEmpty { place = place.inside(problem.field) }
        batch.rejections.append(
            RowRejection(
                kind: problem.kind, place: place, field: problem.field, found: problem.found,
                expected: problem.expected))
    }

    private mutating func reject(
        _ found: String, at position: TextPosition, into batch: inout LineBatch
    ) {
        rowCount &+= 1
        batch.rejections.append(
            RowRejection(
                kind: .valueOfWrongType, place: place(position), field: "", found: found,
                expected: "object"))
    }

    /// `/transactions/17`
    private func place(_ position: TextPosition) -> SourcePlace {
        var text = ""
        var element = 0
        let lists = frames.filter(\.isList)
        for name in path {
            if name == RowsPattern.element {
                if element < lists.count { text += "/\(lists[element].count - 1)" }
                element += 1
            } else {
                text += "/" + String(decoding: name, as: UTF8.self)
            }
        }
        return SourcePlace(
            file: file, line: position.line, column: position.column, path: text)
    }
}

/// A record and its context.
struct RecordView {
    let members: RecordMembers
    let outside: OutsideMembers
    /// Names from the outermost value to the record.
    let path: [[UInt8]]
}

/// The few values outside records that a layout reads.
struct OutsideMembers {
    private struct Value {
        let place: [[UInt8]]
        let wanted: Int
        let bytes: [UInt8]
    }

    private let wanted: [OutsideMember]
    private var values: [Value] = []
    private(set) var isIncomplete = false

    init(wanted: [OutsideMember] = []) {
        self.wanted = wanted
    }

    mutating func add(_ path: [[UInt8]], _ bytes: Span<UInt8>, hasEscapes: Bool) {
        guard bytes.count <= Limits.fieldBytesMax else { return }
        for (index, wish) in wanted.enumerated() where ends(path, wish.path.steps) {
            var text: [UInt8] = []
            if hasEscapes {
                try? JSONTokenizer.unescape(bytes, into: &text)
            } else {
                text.append(bytes)
            }
            if !wish.incompleteWhen.isEmpty {
                isIncomplete = wish.incompleteWhen.contains(HeaderText.fold(text.span))
                continue
            }
            let place = Array(path.dropLast(wish.path.steps.count))
            values.removeAll { $0.wanted == index && $0.place == place }
            values.append(Value(place: place, wanted: index, bytes: text))
        }
    }

    /// Values inside an ended value no longer enclose anything.
    mutating func leave(_ path: [[UInt8]]) {
        if values.isEmpty { return }
        values.removeAll { $0.place.starts(with: path) }
    }

    /// The value in the nearest ancestor of the record.
    func value(_ part: MemberPath.Part, around path: [[UInt8]]) -> [UInt8]? {
        var best: Value?
        for value in values
        where wanted[value.wanted].path == part && path.starts(with: value.place) {
            if best.map({ $0.place.count <= value.place.count }) ?? true { best = value }
        }
        return best?.bytes
    }

    private func ends(_ path: [[UInt8]], _ steps: [MemberPath.Step]) -> Bool {
        guard path.count >= steps.count, !steps.isEmpty else { return false }
        let start = path.count - steps.count
        for (index, step) in steps.enumerated() where path[start + index] != step.name {
            return false
        }
        return true
    }
}
