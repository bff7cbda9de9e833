/// The text of a file that is a list of maps, changed by whole entries or by single members:
/// comments, order and everything else that a person wrote stay byte for byte.
///
/// The caller reads the result as the program would, and refuses it unless it says what was
/// intended: not every form of YAML can be changed so.
package struct EntryListText: Sendable {
    private var lines: [String] = []
    private let endsWithFeed: Bool
    /// The entries as they were parsed.
    private let entries: [YAMLNode]
    /// First and last line of each entry, from 0; notes between two entries belong to the second.
    private let places: [ClosedRange<Int>]

    /// - Parameter entries: the items of the list in the file's order.
    package init(_ bytes: [UInt8], entries: [YAMLNode]) {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        endsWithFeed = lines.last?.isEmpty ?? true
        if endsWithFeed, !lines.isEmpty { lines.removeLast() }
        self.lines = lines
        self.entries = entries
        places = entries.indices.map { index in
            let first = entries[index].line - 1
            let next = index + 1 < entries.count ? entries[index + 1].line - 1 : lines.count
            var last = min(next, lines.count) - 1
            while last > first, Self.isNote(lines[last]) { last -= 1 }
            return first...max(first, last)
        }
    }

    package var bytes: [UInt8] {
        Array((lines.joined(separator: "\n") + (lines.isEmpty || !endsWithFeed ? "" : "\n")).utf8)
    }

    /// The line of an entry, from 1, for a person who has to change it.
    package func line(of entry: Int) -> Int { entries[entry].line }

    /// Blank, or a comment.
    private static func isNote(_ line: String) -> Bool {
        line.allSatisfy(\.isWhitespace) || line.drop(while: \.isWhitespace).first == "#"
    }

    /// Replaces entries as wholes and appends others, each written as one line without its dash.
    ///
    /// - Parameters:
    ///   - replaced: by index; nil removes the entry.
    ///   - heading: the comment at the top of a new file.
    package mutating func write(
        replacing replaced: [Int: String?], adding added: [String], heading: String
    ) {
        if lines.isEmpty { lines = ["# " + heading] }
        for (index, text) in replaced.sorted(by: { $0.key > $1.key }) {
            lines.replaceSubrange(places[index], with: text.map { ["- " + $0] } ?? [])
        }
        lines += added.map { "- " + $0 }
    }

    /// Sets members of one entry, in order; values are as YAML writes them.
    package mutating func set(_ members: [(key: String, value: String)], ofEntry index: Int) {
        let entry = entries[index]
        let known = entry.pairs
        // From the end, so that the places before stay valid.
        let new = members.filter { member in !known.contains { $0.key == member.key } }
        insert(new, into: entry)
        for pair in known.reversed() {
            guard let member = members.first(where: { $0.key == pair.key }) else { continue }
            replace(pair.value, with: member.value)
        }
    }

    private mutating func insert(_ members: [(key: String, value: String)], into entry: YAMLNode) {
        guard !members.isEmpty, let first = entry.pairs.first, let last = entry.pairs.last else {
            return
        }
        let written = members.map { "\($0.key): \($0.value)" }
        if character(at: entry) == "{" {
            let end = last.value.end
            let at = index(end.column, in: end.line - 1)
            lines[end.line - 1].insert(
                contentsOf: written.map { ", " + $0 }.joined(), at: at)
            return
        }
        let indent = String(repeating: " ", count: first.keyNode.column - 1)
        let below = Self.lastLine(of: last.value)
        lines.insert(contentsOf: written.map { indent + $0 }, at: min(below, lines.count))
    }

    /// Replaces a value that begins and ends on one line; others stay, and the caller sees it.
    private mutating func replace(_ node: YAMLNode, with value: String) {
        guard node.end.line == node.line else { return }
        let line = node.line - 1
        let range = index(node.column, in: line)..<index(node.end.column, in: line)
        // An empty value, as in `name:`, has no blank before it.
        let isTouching =
            range.isEmpty && range.lowerBound > lines[line].startIndex
            && lines[line][lines[line].index(before: range.lowerBound)] == ":"
        lines[line].replaceSubrange(range, with: (isTouching ? " " : "") + value)
    }

    private func character(at node: YAMLNode) -> Character? {
        let at = index(node.column, in: node.line - 1)
        return at < lines[node.line - 1].endIndex ? lines[node.line - 1][at] : nil
    }

    private func index(_ column: Int, in line: Int) -> String.Index {
        let scalars = lines[line].unicodeScalars
        return scalars.index(scalars.startIndex, offsetBy: min(column - 1, scalars.count))
    }

    /// The last line, from 1, that a block node or its children have characters on.
    private static func lastLine(of node: YAMLNode) -> Int {
        switch node.content {
        case .scalar: node.end.column == 1 ? max(node.line, node.end.line - 1) : node.end.line
        case .sequence(let items): items.reduce(node.line) { max($0, lastLine(of: $1)) }
        case .mapping(let members):
            members.reduce(node.line) { max($0, lastLine(of: $1.key), lastLine(of: $1.value)) }
        }
    }
}

/// The text as a YAML scalar: quoted unless its words of letters and digits begin with letters.
package func yamlScalar(_ text: String) -> String {
    let isPlain = text.split(separator: " ", omittingEmptySubsequences: false).allSatisfy {
        $0.first?.isLetter == true
            && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." || $0 == "-" }
    }
    if isPlain, !["true", "false", "null", "yes", "no"].contains(text.lowercased()) {
        return text
    }
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"" + escaped + "\""
}
