internal import Facts
internal import Scanning
internal import Reading
internal import Tables

/// A value in a document's head, kept as a tree until its reader is chosen.
indirect enum RecordNode {
    case members([(name: [UInt8], node: RecordNode)])
    case list([RecordNode])
    case text([UInt8])
    /// A number, a truth value.
    case plain
    case null

    func member(_ name: [UInt8]) -> RecordNode? {
        guard case .members(let members) = self else { return nil }
        return members.first { $0.name == name }?.node
    }

    func member(_ name: StaticString) -> RecordNode? {
        guard case .members(let members) = self else { return nil }
        return members.first { $0.name.span.equals(name) }?.node
    }

    var text: [UInt8]? {
        if case .text(let text) = self { text } else { nil }
    }

    /// Whether some list has objects: they may be payments.
    var hasListOfObjects: Bool {
        switch self {
        case .list(let elements):
            elements.contains { element in
                if case .members = element { true } else { element.hasListOfObjects }
            }
        case .members(let members): members.contains { $0.node.hasListOfObjects }
        case .text, .plain, .null: false
        }
    }

    /// The names in a document's head, for messages, without values, which are private.
    static func names(in nodes: [RecordNode]) -> String {
        var names: [String] = []
        func collect(_ node: RecordNode, _ depth: Int) {
            guard names.count < 12, depth < 8 else { return }
            switch node {
            case .list(let elements):
                if let first = elements.first { collect(first, depth + 1) }
            case .members(let members):
                for member in members.prefix(12) {
                    let name = String(decoding: member.name, as: UTF8.self)
                    if !names.contains(name) { names.append(name) }
                    collect(member.node, depth + 1)
                }
            case .text, .plain, .null: break
            }
        }
        for node in nodes.prefix(1) { collect(node, 0) }
        return CellText.excerpt(names.joined(separator: ", ").utf8.span)
    }

    /// Whether a layout's path has a value.
    func has(_ path: MemberPath) -> Bool {
        path.parts.allSatisfy { part in
            guard part.origin == .record else { return true }
            var node = self
            for step in part.steps {
                guard let next = node.member(step.name) else { return false }
                node = next
            }
            return true
        }
    }
}

/// Builds the tree from the events of a parser; the end may be missing.
struct RecordTree {
    private struct Open {
        let name: [UInt8]
        let isList: Bool
        var members: [(name: [UInt8], node: RecordNode)] = []
        var elements: [RecordNode] = []

        var node: RecordNode { isList ? .list(elements) : .members(members) }
    }

    private var stack: [Open] = []
    /// Outermost values in sequence.
    private var roots: [RecordNode] = []

    mutating func open(_ name: [UInt8], isList: Bool) {
        stack.append(Open(name: name, isList: isList))
    }

    mutating func close() {
        guard let done = stack.popLast() else { return }
        add(done.name, done.node)
    }

    mutating func add(_ name: [UInt8], _ node: RecordNode) {
        guard let top = stack.indices.last else {
            roots.append(node)
            return
        }
        if stack[top].isList {
            stack[top].elements.append(node)
        } else {
            stack[top].members.append((name, node))
        }
    }

    /// The values, including those cut by the end.
    mutating func finish() -> [RecordNode] {
        while !stack.isEmpty { close() }
        return roots
    }
}

/// Chooses a document's layout and the place of its records by the members of the first record.
struct RecordSurvey {
    /// Long enough for the first record and the values before it, short enough to keep.
    static let headBytes = CSVHead.headBytes

    enum Verdict {
        /// The layout, and each place of its records.
        case layout(Layout, rows: [RowsPattern])
        /// No rows by a layout's `empty`, or no content.
        case empty(Layout?)
        case ambiguous([Layout])
        /// The closest layout and its missing members.
        case unknown(near: (layout: Layout, matched: Int, missing: [String])?)
    }

    private let grammar: RecordRules.Grammar
    private let layouts: [Layout]
    private var near: (layout: Layout, matched: Int, missing: [String])?
    private var emptyOf: Layout?

    init(grammar: RecordRules.Grammar, layouts: LayoutSet) {
        self.grammar = grammar
        self.layouts = layouts.records(grammar == .json ? .json : .xml)
    }

    static func find(
        _ roots: [RecordNode], grammar: RecordRules.Grammar, layouts: LayoutSet
    ) -> Verdict {
        var survey = RecordSurvey(grammar: grammar, layouts: layouts)
        for root in roots {
            guard let verdict = survey.look(at: root, []) else { continue }
            guard case .layout(let layout, let first) = verdict else { return verdict }
            // Holds and bookings may have separate lists.
            var rows = first
            for root in roots { survey.gather(layout, in: root, [], &rows) }
            return .layout(layout, rows: rows)
        }
        // An empty list beside others may be that of another account, or of another kind.
        if let layout = survey.emptyOf, !roots.contains(where: \.hasListOfObjects) {
            return .empty(layout)
        }
        if case .null? = roots.first, roots.count == 1 { return .empty(nil) }
        return .unknown(near: survey.near)
    }

    /// In document order, parents first.
    private mutating func look(at node: RecordNode, _ path: [[UInt8]]) -> Verdict? {
        switch node {
        case .list(let elements):
            if elements.isEmpty { noteEmpty(path) }
            for element in elements {
                if let verdict = look(at: element, path + [RowsPattern.element]) { return verdict }
            }
        case .members(let members):
            if let verdict = match(node, path) { return verdict }
            if members.allSatisfy({ $0.name.first == 0x40 }) { noteEmpty(path) }
            for member in members {
                if let verdict = look(at: member.node, path + [member.name]) { return verdict }
            }
        case .text, .plain, .null: break
        }
        return nil
    }

    private mutating func gather(
        _ layout: Layout, in node: RecordNode, _ path: [[UInt8]], _ rows: inout [RowsPattern]
    ) {
        switch node {
        case .list(let elements):
            for element in elements {
                gather(layout, in: element, path + [RowsPattern.element], &rows)
            }
        case .members(let members):
            if rows.contains(where: { $0.matches(path) }) { return }
            if let found = place(of: layout, path), matched(layout, node) != nil {
                rows.append(found)
                return
            }
            for member in members {
                gather(layout, in: member.node, path + [member.name], &rows)
            }
        case .text, .plain, .null: break
        }
    }

    /// The pattern of a path at which a layout's records may be.
    private func place(of layout: Layout, _ path: [[UInt8]]) -> RowsPattern? {
        guard let rules = layout.records else { return nil }
        if rules.rows.isEmpty { return RowsPattern(names: path) }
        return rules.rows.first { $0.isSuffix(of: path) }?.anchored(at: path)
    }

    private mutating func match(_ node: RecordNode, _ path: [[UInt8]]) -> Verdict? {
        var matches: [(layout: Layout, rows: RowsPattern, count: Int)] = []
        for layout in layouts {
            guard let rows = place(of: layout, path), let count = matched(layout, node) else {
                continue
            }
            matches.append((layout, rows, count))
        }
        guard let rank = matches.map(\.layout.rank).max() else { return nil }
        matches = matches.filter { $0.layout.rank == rank }
        let most = matches.map(\.count).max() ?? 0
        matches = matches.filter { $0.count == most }
        guard let only = matches.first, matches.count == 1 else {
            return .ambiguous(matches.map(\.layout))
        }
        return .layout(only.layout, rows: [only.rows])
    }

    /// The number of members that a layout or one of its shapes requires, if all are present.
    private mutating func matched(_ layout: Layout, _ node: RecordNode) -> Int? {
        var best: Int?
        for shape in [layout] + (layout.records?.shapes ?? []) {
            guard let paths = shape.records?.requires, !paths.isEmpty else { continue }
            let missing = paths.filter { names in !names.contains { node.has($0) } }
            let count = paths.count - missing.count
            if missing.isEmpty {
                best = max(best ?? 0, count)
            } else if count * 2 >= paths.count, count > near?.matched ?? 0 {
                near = (layout, count, missing.compactMap { $0.first?.text })
            }
        }
        return best
    }

    private mutating func noteEmpty(_ path: [[UInt8]]) {
        if emptyOf != nil { return }
        emptyOf = layouts.first { layout in
            layout.records?.empty.contains {
                !$0.holder.names.isEmpty && $0.holder.isSuffix(of: path)
            }
                ?? false
        }
    }
}

extension RecordSurvey.Verdict {
    /// Why no reader accepts the document; nil if one does.
    func failure(
        of grammar: RecordRules.Grammar, file: String, shows first: String
    ) -> ReadFailure? {
        let place = SourcePlace(file: file, line: 1)
        switch self {
        case .layout, .empty: return nil
        case .ambiguous(let layouts):
            return ReadFailure(.layoutAmbiguous, at: place, details: layouts.map(\.name))
        case .unknown(let near):
            guard let near else {
                return ReadFailure(
                    .formatUnknown, at: place, found: first, details: [grammar.rawValue])
            }
            return ReadFailure(
                .layoutUnknown, at: place, found: first,
                details: [near.layout.name, "\(near.matched)/\(near.matched + near.missing.count)"]
                    + near.missing)
        }
    }
}
