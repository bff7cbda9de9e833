internal import Facts
internal import Scanning

/// A layout's rules for a document of records (JSON or XML), in addition to those for tables.
///
/// The keys are `LayoutKeys.records`; `kopiyka help layouts` has their meaning.
///
/// A condition is a map of `member` and one of `is` (list of words), `not` (list of words; present
/// with another value), `starts` (list of texts), `absent: true`, `present: true`, `differs`
/// (another member). A record is read by the first shape whose `requires` are present and whose
/// conditions hold, else by the layout.
package struct RecordRules: Sendable {
    package enum Grammar: String, CaseIterable, Sendable {
        case json, xml
        package var separator: Character { self == .json ? "." : "/" }
    }

    package enum Epoch: String, CaseIterable, Sendable { case seconds, milliseconds }

    package let grammar: Grammar
    /// The layout's required members, each by its possible names.
    package let requires: [[MemberPath]]
    package let rows: [RowsPattern]
    package let empty: [RowsPattern]
    package let hasMinorUnits: Bool
    package let epoch: Epoch?
    package let isEscapedTwice: Bool
    package let isFeeApart: Bool
    package let isFeeSigned: Bool
    package let refused: MemberPath?
    package let holdWhen: [RecordCondition]
    package let incomplete: OutsideMember?
    package let wording: DescriptionWording
    /// Conditions of a shape; empty for the layout itself.
    package let when: [RecordCondition]
    package let shapes: [Layout]

    /// Nil for a layout of a table.
    init?(_ root: YAMLNode, file: String, rank: Layout.Rank) throws(LayoutProblem) {
        let reader = LayoutFile(file: file)
        guard let grammar: Grammar = try reader.choice(root["format"]) else { return nil }
        self.grammar = grammar
        let separator = grammar.separator
        requires = (root["requires"]?.texts ?? []).map { names in
            names.split(separator: "|").map { MemberPath(String($0), separator: separator) }
        }
        rows = (root["rows"]?.texts ?? []).map { RowsPattern($0, separator: separator) }
        empty = (root["empty"]?.texts ?? []).map { RowsPattern($0, separator: separator) }
        hasMinorUnits = root["minor_units"]?.boolean ?? false
        epoch = try reader.choice(root["epoch"])
        isEscapedTwice = root["unescape"]?.boolean ?? false
        isFeeApart = root["fee_apart"]?.boolean ?? false
        isFeeSigned = root["fee_signed"]?.boolean ?? false
        refused = root["refuse"]?.text.map { MemberPath($0, separator: separator) }
        holdWhen = try reader.conditions(root["hold"], separator)
        when = try reader.conditions(root["when"], separator)
        incomplete = try reader.incomplete(root["incomplete"], separator)
        wording = try reader.wording(root["wording"])
        var shapes: [Layout] = []
        for shape in root["shapes"]?.items ?? [] {
            shapes.append(
                try Layout(reader.merged(root, with: shape), file: file, rank: rank))
        }
        self.shapes = shapes
    }
}

/// A condition on a record.
package struct RecordCondition: Sendable {
    package enum Test: Sendable { case absent, present, isOneOf, isNoneOf, starts, differs }

    package let member: MemberPath
    package let test: Test
    /// Folded for words that are compared whole, as written for prefixes.
    package var words: [[UInt8]] = []
    /// The member that must have another value.
    package var other: MemberPath?
}

/// A member outside records that a layout reads.
package struct OutsideMember: Sendable {
    package let path: MemberPath.Part
    /// Values that mean that the file is one page of several.
    package let incompleteWhen: [[UInt8]]

    package init(path: MemberPath.Part, incompleteWhen: [[UInt8]] = []) {
        self.path = path
        self.incompleteWhen = incompleteWhen
    }
}

/// Separates a bank's single text into the counterparty's description and the rest.
///
/// The keys are `LayoutKeys.wording`; `kopiyka help layouts` has their meaning.
///
/// The rest stays in the memo, unless the record has one.
package struct DescriptionWording: Sendable {
    struct Rule: Sendable {
        let starts: [[UInt8]]
        let action: Action
    }

    enum Action: Sendable {
        case kind
        case rest(dropWords: Int)
        case name(behind: [UInt8], after: [UInt8])
        case split(by: [UInt8], from: Int)
    }

    var cuts: [[UInt8]] = []
    var rules: [Rule] = []

    package var isEmpty: Bool { cuts.isEmpty && rules.isEmpty }

    /// The description in a bank's text; nil if the text only names a kind of operation.
    package func description(in text: [UInt8]) -> [UInt8]? {
        var text = text[...]
        for cut in cuts {
            if let at = Self.find(cut, in: text) { text = Self.trimmed(text[..<at]) }
        }
        for rule in rules {
            guard let start = rule.starts.first(where: { text.starts(with: $0) }) else { continue }
            let rest = text.dropFirst(start.count)
            switch rule.action {
            case .kind: return nil
            case .rest(let words): return Self.dropping(words, from: rest)
            case .name(let mark, let intro): return Self.name(rest, mark, intro) ?? Array(text)
            case .split(let separator, let from): return Self.parts(rest, separator, from)
            }
        }
        return Array(text)
    }

    private static func parts(
        _ text: ArraySlice<UInt8>, _ separator: [UInt8], _ from: Int
    ) -> [UInt8] {
        var parts: [ArraySlice<UInt8>] = []
        var rest = trimmed(text)
        // The separator at the end of the beginning.
        if rest.starts(with: separator) { rest = trimmed(rest.dropFirst(separator.count)) }
        let whole = rest
        while let at = find(separator, in: rest) {
            parts.append(trimmed(rest[..<at]))
            rest = rest[(at + separator.count)...]
        }
        parts.append(trimmed(rest))
        guard parts.count > from else { return Array(whole) }
        var out: [UInt8] = []
        for part in parts[from...] where !part.isEmpty {
            if !out.isEmpty { out.append(0x20) }
            out += part
        }
        return out
    }

    /// Without the last `count` words, unless nothing would be left.
    private static func dropping(_ count: Int, from text: ArraySlice<UInt8>) -> [UInt8] {
        let words = trimmed(text).split(separator: 0x20)
        let kept = words.count > count ? words.dropLast(count) : words[...]
        return Array(kept.joined(separator: [0x20]))
    }

    private static func name(
        _ text: ArraySlice<UInt8>, _ mark: [UInt8], _ intro: [UInt8]
    ) -> [UInt8]? {
        var rest = text
        while let at = find(mark, in: rest) { rest = rest[(at + mark.count)...] }
        rest = trimmed(rest)
        if !intro.isEmpty, rest.starts(with: intro) {
            return Array(trimmed(rest.dropFirst(intro.count)))
        }
        let name = trimmed(rest.prefix { $0 != 0x2C })
        let words = String(decoding: name, as: UTF8.self).split(separator: " ")
        let isName = words.allSatisfy { word in
            word.first?.isUppercase ?? false
                && word.allSatisfy { $0.isLetter || "'’-".contains($0) }
        }
        return isName && (2...4).contains(words.count) ? Array(name) : nil
    }

    private static func find(_ wanted: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
        guard let first = wanted.first, text.count >= wanted.count else { return nil }
        for index in text.startIndex...(text.endIndex - wanted.count)
        where text[index] == first && text[index...].starts(with: wanted) {
            return index
        }
        return nil
    }

    /// Without blanks and colons at the ends.
    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text
        while let last = text.last, last <= 0x20 || last == 0x3A { text.removeLast() }
        while let first = text.first, first <= 0x20 || first == 0x3A { text.removeFirst() }
        return text
    }
}

/// Parses the rules for records.
extension LayoutFile {
    func conditions(
        _ node: YAMLNode?, _ separator: Character
    ) throws(LayoutProblem) -> [RecordCondition] {
        var result: [RecordCondition] = []
        for item in node?.items ?? [] {
            try checkKeys(of: item, known: LayoutKeys.condition)
            guard let member = item["member"]?.text, item.pairs.count == 2 else {
                throw problem("not a condition", item, "")
            }
            let path = MemberPath(member, separator: separator)
            if item["absent"]?.boolean == true {
                result.append(RecordCondition(member: path, test: .absent))
            } else if item["present"]?.boolean == true {
                result.append(RecordCondition(member: path, test: .present))
            } else if item["is"] != nil || item["not"] != nil {
                result.append(
                    RecordCondition(
                        member: path, test: item["is"] != nil ? .isOneOf : .isNoneOf,
                        words: ((item["is"] ?? item["not"])?.texts ?? []).map {
                            HeaderText.fold($0)
                        }))
            } else if item["starts"] != nil {
                result.append(
                    RecordCondition(
                        member: path, test: .starts,
                        words: (item["starts"]?.texts ?? []).map { Array($0.utf8) }))
            } else if let other = item["differs"]?.text {
                result.append(
                    RecordCondition(
                        member: path, test: .differs,
                        other: MemberPath(other, separator: separator)))
            } else {
                throw problem("not a condition", item, member)
            }
        }
        return result
    }

    func incomplete(
        _ node: YAMLNode?, _ separator: Character
    ) throws(LayoutProblem) -> OutsideMember? {
        guard let node else { return nil }
        try checkKeys(of: node, known: LayoutKeys.incomplete)
        let path = MemberPath(node["member"]?.text ?? "", separator: separator)
        let words = (node["is"]?.texts ?? []).map { HeaderText.fold($0) }
        guard let part = path.parts.first, !words.isEmpty else {
            throw problem("not a condition", node, path.text)
        }
        return OutsideMember(path: part, incompleteWhen: words)
    }

    func wording(_ node: YAMLNode?) throws(LayoutProblem) -> DescriptionWording {
        var wording = DescriptionWording()
        guard let node else { return wording }
        try checkKeys(of: node, known: LayoutKeys.wording)
        wording.cuts = (node["cut"]?.texts ?? []).map { Array($0.utf8) }
        for item in node["rules"]?.items ?? [] {
            try checkKeys(of: item, known: LayoutKeys.wordingRule)
            let starts = (item["starts"]?.texts ?? []).map { Array($0.utf8) }
            let action: DescriptionWording.Action
            if item["kind"]?.boolean == true {
                action = .kind
            } else if item["rest"]?.boolean == true {
                action = .rest(dropWords: min(max(item["drop_words"]?.integer ?? 0, 0), 64))
            } else if let mark = item["name_behind"]?.text, !mark.isEmpty {
                action = .name(
                    behind: Array(mark.utf8), after: Array((item["name_after"]?.text ?? "").utf8))
            } else if let separator = item["split"]?.text, !separator.isEmpty {
                action = .split(
                    by: Array(separator.utf8), from: min(max(item["from"]?.integer ?? 0, 0), 64))
            } else {
                throw problem("not a rule", item, "")
            }
            guard !starts.isEmpty else { throw problem("key is missing", item, "starts") }
            wording.rules.append(.init(starts: starts, action: action))
        }
        return wording
    }

    /// The layout with a shape's keys replacing its own.
    func merged(_ root: YAMLNode, with shape: YAMLNode) -> YAMLNode {
        let own = ["shapes", "when", "examples"]
        var members: [(key: YAMLNode, value: YAMLNode)] = []
        for pair in root.pairs where !own.contains(pair.key) {
            guard let replaced = shape[pair.key] else {
                members.append((pair.keyNode, pair.value))
                continue
            }
            if pair.key == "columns" {
                members.append((pair.keyNode, columns(pair.value, with: replaced)))
            } else if !replaced.isNull {
                members.append((pair.keyNode, replaced))
            }
        }
        for pair in shape.pairs where root[pair.key] == nil || pair.key == "when" {
            members.append((pair.keyNode, pair.value))
        }
        return YAMLNode(content: .mapping(members), line: shape.line, column: shape.column)
    }

    private func columns(_ node: YAMLNode, with shape: YAMLNode) -> YAMLNode {
        var members: [(key: YAMLNode, value: YAMLNode)] = []
        for pair in node.pairs where shape[pair.key] == nil {
            members.append((pair.keyNode, pair.value))
        }
        for pair in shape.pairs where !pair.value.isNull {
            members.append((pair.keyNode, pair.value))
        }
        return YAMLNode(content: .mapping(members), line: node.line, column: node.column)
    }
}
