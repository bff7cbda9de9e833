import Facts
import Scanning

/// The text of `kopiyka.yaml`, changed line by line.
///
/// Only block style is changed (`- name:` below `accounts:`); the caller parses the result.
struct SettingsText {
    private var lines: [String]
    /// The last written line, for a person who has to write it where we cannot.
    private(set) var lastLine = 1
    private(set) var lastText = ""

    init(_ bytes: [UInt8]) {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        if lines.last?.isEmpty == true { lines.removeLast() }
        self.lines = lines
    }

    var bytes: [UInt8] {
        Array((lines.joined(separator: "\n") + (lines.isEmpty ? "" : "\n")).utf8)
    }

    mutating func apply(
        _ edit: SettingsEdit, before: Settings, after: Settings
    ) throws(SettingsEditRefusal) {
        let name: String
        switch edit {
        case .add(let account): return try add(account)
        case .own(let account, _), .rename(let account, _), .hide(let account, _),
            .currency(let account, _), .kind(let account, _),
            .opening(let account, _):
            name = account
        case .disown(let given): name = given.account
        case .exchange(let given, _): name = given.account
        }
        guard before.accounts.contains(where: { $0.name == name }) else {
            guard let account = after.accounts.last else { return }
            return try add(account)
        }
        switch edit {
        case .add: break
        case .disown(let given):
            let isEntered = after.accounts.contains { $0.name == name }
            isEntered ? try removeAlias(given.alias, of: name) : try removeAccount(name)
        case .own:
            let known = before.accounts.first { $0.name == name }?.aliases ?? []
            let all = after.accounts.first { $0.name == name }?.aliases ?? []
            try addAliases(Array(all.dropFirst(known.count)), to: name)
        case .currency(_, let currency): try set("currency", currency.code, of: name)
        case .rename(_, let shown): try set("shown", Self.scalar(shown), of: name)
        case .hide(_, let isHidden): try set("hidden", isHidden ? "true" : "false", of: name)
        case .kind(_, let kind): try set("kind", kind.rawValue, of: name)
        case .opening(_, let opening):
            let known = before.accounts.first { $0.name == name }?.openings ?? []
            try set(opening, replacing: known, of: name)
        case .exchange(let given, let isTaken):
            guard after.accounts.contains(where: { $0.name == name }) else {
                return try removeAccount(name)
            }
            let known = before.accounts.first { $0.name == name }?.openings ?? []
            if let opening = given.exchange(isTaken: isTaken).1 {
                return try set(opening, replacing: known, of: name)
            }
            let index = known.firstIndex { $0.amount.currency == given.currency }
            try remove("opening", item: index, of: name)
        }
    }

    // MARK: Accounts

    private mutating func add(_ account: Settings.Account) throws(SettingsEditRefusal) {
        let root = try parse()
        var member = ["- name: " + Self.scalar(account.name)]
        if !account.aliases.isEmpty {
            member.append(
                "  is: [" + account.aliases.map(Self.scalar).joined(separator: ", ") + "]")
        }
        if account.currency.isKnown { member.append("  currency: " + account.currency.code) }
        if !account.bank.isEmpty { member.append("  bank: " + Self.scalar(account.bank)) }
        if let kind = account.givenKind { member.append("  kind: " + kind.rawValue) }
        for opening in account.openings { member.append("  opening: " + opening.text) }
        if !account.shown.isEmpty { member.append("  shown: " + Self.scalar(account.shown)) }
        if account.isHidden { member.append("  hidden: true") }
        guard let accounts = root?.pairs.first(where: { $0.key == "accounts" }) else {
            return insert(["accounts:"] + member.map { "  " + $0 }, at: lines.count)
        }
        guard let last = accounts.value.items.last, let first = accounts.value.items.first else {
            return insert(member.map { "  " + $0 }, at: accounts.keyNode.line)
        }
        let indent = lines[first.line - 1].prefix { $0 == " " }
        insert(member.map { indent + $0 }, at: Self.lastLine(of: last))
    }

    private mutating func set(
        _ key: String, _ value: String, of name: String
    ) throws(SettingsEditRefusal) {
        let account = try account(name)
        guard let known = account.pairs.first(where: { $0.key == key }) else {
            return insertMember(key + ": " + value, of: account)
        }
        replace(known.value, with: value)
    }

    private mutating func addAliases(
        _ aliases: [String], to name: String
    ) throws(SettingsEditRefusal) {
        try append(aliases.map(Self.scalar), to: "is", of: name)
    }

    private mutating func set(
        _ opening: Settings.Account.Opening, replacing known: [Settings.Account.Opening],
        of name: String
    ) throws(SettingsEditRefusal) {
        let account = try account(name)
        guard let member = account.pairs.first(where: { $0.key == "opening" }) else {
            return insertMember("opening: " + opening.text, of: account)
        }
        let currency = opening.amount.currency
        guard let index = known.firstIndex(where: { $0.amount.currency == currency }) else {
            return try append([opening.text], to: "opening", of: name)
        }
        let items = member.value.items
        replace(items.isEmpty ? member.value : items[index], with: opening.text)
    }

    /// Adds items to a list; a single scalar becomes one.
    private mutating func append(
        _ written: [String], to key: String, of name: String
    ) throws(SettingsEditRefusal) {
        let account = try account(name)
        guard let known = account.pairs.first(where: { $0.key == key }) else {
            return insertMember(key + ": [" + written.joined(separator: ", ") + "]", of: account)
        }
        let value = known.value
        if let text = value.text {
            return replace(
                value, with: "[" + ([Self.scalar(text)] + written).joined(separator: ", ") + "]")
        }
        let place = lines[value.line - 1].unicodeScalars.dropFirst(value.column - 1)
        if place.first == "[" {
            guard let last = value.items.last else {
                return write(value.line) { line in
                    line.replacingFirst("[]", with: "[" + written.joined(separator: ", ") + "]")
                }
            }
            // The bracket after the last alias; an alias itself may contain one.
            return write(last.line) { line in
                let scalars = line.unicodeScalars
                let start = scalars.index(scalars.startIndex, offsetBy: last.column - 1)
                let end = Self.end(ofScalarAt: start, in: line)
                return line[..<end] + ", " + written.joined(separator: ", ") + line[end...]
            }
        }
        guard let last = value.items.last else { return }
        let indent = lines[last.line - 1].prefix { $0 == " " }
        insert(written.map { indent + "- " + $0 }, at: last.line)
    }

    private mutating func removeAlias(
        _ alias: String, of name: String
    ) throws(SettingsEditRefusal) {
        let known = try account(name)["is"]?.items.firstIndex { $0.text == alias }
        try remove("is", item: known, of: name)
    }

    /// Removes an item of a list, or the member if that has no other.
    private mutating func remove(
        _ key: String, item: Int?, of name: String
    ) throws(SettingsEditRefusal) {
        let account = try account(name)
        guard let known = account.pairs.first(where: { $0.key == key }) else { return }
        let all = known.value.items
        guard let index = item, all.count > 1 else {
            return try removeMember(known.keyNode, known.value)
        }
        let node = all[index]
        let isFlow =
            lines[known.value.line - 1].unicodeScalars
            .dropFirst(known.value.column - 1).first == "["
        guard isFlow else { return remove(node.line...node.line) }
        // With the comma next to its neighbour, which must be on the same line.
        let other = all[index == 0 ? 1 : index - 1]
        guard other.line == node.line else {
            throw .byHand(line: node.line, text: lines[node.line - 1])
        }
        write(node.line) { line in
            let scalars = line.unicodeScalars
            func start(_ node: YAMLNode) -> String.Index {
                scalars.index(scalars.startIndex, offsetBy: node.column - 1)
            }
            return index == 0
                ? line[..<start(node)] + line[start(other)...]
                : line[..<Self.end(ofScalarAt: start(other), in: line)]
                    + line[Self.end(ofScalarAt: start(node), in: line)...]
        }
    }

    private mutating func removeAccount(_ name: String) throws(SettingsEditRefusal) {
        let account = try account(name)
        let accounts = try parse()?.pairs.first { $0.key == "accounts" }
        guard let accounts, let key = account.pairs.first?.keyNode else { return }
        let isOnly = accounts.value.items.count == 1
        remove((isOnly ? accounts.keyNode.line : key.line)...Self.lastLine(of: account))
    }

    /// Removes a member with its own lines.
    private mutating func removeMember(
        _ key: YAMLNode, _ value: YAMLNode
    ) throws(SettingsEditRefusal) {
        let before = lines[key.line - 1].unicodeScalars.prefix(key.column - 1)
        guard before.allSatisfy({ $0 == " " }) else {
            throw .byHand(line: key.line, text: lines[key.line - 1])
        }
        remove(key.line...Self.lastLine(of: value))
    }

    private func account(_ name: String) throws(SettingsEditRefusal) -> YAMLNode {
        let root = try parse()
        let found = root?["accounts"]?.items.first { $0["name"]?.text == name }
        guard let found else { throw .byHand(line: 1, text: name) }
        return found
    }

    private func parse() throws(SettingsEditRefusal) -> YAMLNode? {
        do throws(YAMLError) {
            return try YAMLNode.parse(bytes)
        } catch {
            throw .byHand(line: error.line, text: "")
        }
    }

    // MARK: Lines

    private mutating func insertMember(_ text: String, of account: YAMLNode) {
        guard let first = account.pairs.first else { return }
        let name = account.pairs.first { $0.key == "name" } ?? first
        let indent = String(repeating: " ", count: first.keyNode.column - 1)
        insert([indent + text], at: name.value.line)
    }

    /// - Parameter index: of the following line, from 0.
    private mutating func insert(_ new: [String], at index: Int) {
        lines.insert(contentsOf: new, at: min(index, lines.count))
        lastLine = min(index, lines.count) + 1
        lastText = new.joined(separator: "\n")
    }

    /// - Parameter numbers: of the removed lines, from 1.
    private mutating func remove(_ numbers: ClosedRange<Int>) {
        lastLine = numbers.lowerBound
        lastText = lines[numbers.lowerBound - 1]
        lines.removeSubrange(numbers.lowerBound - 1...numbers.upperBound - 1)
    }

    private mutating func replace(_ node: YAMLNode, with value: String) {
        write(node.line) { line in
            let scalars = line.unicodeScalars
            let start = scalars.index(
                scalars.startIndex, offsetBy: min(node.column - 1, scalars.count))
            return line[..<start] + value + line[Self.end(ofScalarAt: start, in: line)...]
        }
    }

    private mutating func write(_ number: Int, _ change: (String) -> Substring) {
        lines[number - 1] = String(change(lines[number - 1]))
        lastLine = number
        lastText = lines[number - 1]
    }

    private mutating func write(_ number: Int, _ change: (String) -> String) {
        lines[number - 1] = change(lines[number - 1])
        lastLine = number
        lastText = lines[number - 1]
    }

    /// The last line of a node with its children.
    private static func lastLine(of node: YAMLNode) -> Int {
        switch node.content {
        case .scalar: node.line
        case .sequence(let items): items.reduce(node.line) { max($0, lastLine(of: $1)) }
        case .mapping(let members):
            members.reduce(node.line) { max($0, lastLine(of: $1.key), lastLine(of: $1.value)) }
        }
    }

    /// The index after the scalar: after its quote, or at its terminator.
    private static func end(ofScalarAt start: String.Index, in line: String) -> String.Index {
        let scalars = line.unicodeScalars
        guard start < line.endIndex else { return line.endIndex }
        let first = scalars[start]
        var index = scalars.index(after: start)
        if first == "\"" || first == "'" {
            while index < line.endIndex {
                if first == "\"", scalars[index] == "\\" {
                    index = scalars.index(after: index)
                    if index == line.endIndex { return index }
                } else if scalars[index] == first {
                    return scalars.index(after: index)
                }
                index = scalars.index(after: index)
            }
            return index
        }
        index = start
        var end = start
        while index < line.endIndex {
            let scalar = scalars[index]
            if scalar == "," || scalar == "]" || (scalar == "#" && end < index) { break }
            index = scalars.index(after: index)
            if scalar != " ", scalar != "\r" { end = index }
        }
        return end
    }

    /// The text as a YAML scalar, quoted unless a plain word.
    static func scalar(_ text: String) -> String {
        let isPlain =
            text.unicodeScalars.first?.properties.isAlphabetic == true && text.last != " "
            && text.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || (0x30...0x39).contains($0.value)
                    || " -_".unicodeScalars.contains($0)
            }
            && !["null", "true", "false", "yes", "no", "on", "off"].contains(text.lowercased())
        if isPlain { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}

extension String {
    fileprivate func replacingFirst(_ part: String, with other: String) -> String {
        guard let range = firstRange(of: part) else { return self }
        return String(self[..<range.lowerBound]) + other + self[range.upperBound...]
    }
}
