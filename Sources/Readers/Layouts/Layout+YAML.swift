internal import Facts
internal import Scanning

/// Why a layout file is refused.
package struct LayoutProblem: Error, Sendable, Equatable {
    package let file: String
    package let line: Int
    package let column: Int
    /// Stable words: `unknown key`, `not a date pattern`.
    package let problem: String
    /// What stands there.
    package let found: String
}

extension Layout {
    /// Reads one layout file. Keys that are not known are refused, so that a misspelt one cannot be overlooked.
    package init(yaml bytes: [UInt8], file: String, rank: Rank) throws(LayoutProblem) {
        var root: YAMLNode?
        do throws(YAMLError) {
            root = try YAMLNode.parse(bytes)
        } catch {
            throw LayoutProblem(
                file: file, line: error.line, column: error.column, problem: "not YAML",
                found: "\(error.problem)")
        }
        guard let root else {
            throw LayoutProblem(file: file, line: 1, column: 1, problem: "empty file", found: "")
        }
        let reader = LayoutFile(file: file)
        try reader.checkKeys(
            of: root,
            known: [
                "layout", "bank", "title", "zone", "fallback", "delimiter", "quoting", "decimal",
                "unit", "dates", "none", "header", "shape", "columns", "optional", "requires",
                "known", "lacks", "strangers", "currency", "preamble", "sign", "debit_sign",
                "status", "direction", "skip", "main_products", "original_sign",
            ])
        name = try reader.requiredText(root, "layout")
        bank = root["bank"]?.text ?? ""
        titleUkrainian = root["title"]?["uk"]?.text ?? name
        titleEnglish = root["title"]?["en"]?.text ?? name
        zone = root["zone"]?.text ?? ""
        self.rank =
            rank == .builtIn && root["fallback"]?.boolean == true ? .fallback : rank
        delimiter = try reader.delimiter(root["delimiter"])
        hasQuoting =
            try reader.choice(root["quoting"], of: ["standard", "none"]) != "none"
        decimal = try reader.decimal(root["decimal"])
        allowsUnit = root["unit"]?.boolean ?? false
        dates = try reader.dates(root["dates"])
        noneWords = root["none"]?.texts.filter { !$0.isEmpty }.map { Array($0.utf8) } ?? []
        sources = try reader.sources(root)
        shapes = try reader.shapes(root)
        requires = reader.names(root["requires"])
        known = reader.names(root["known"])
        lacks = reader.names(root["lacks"])
        strangers = reader.folded(root["strangers"])
        fixedCurrency = try reader.currency(root["currency"])
        let preamble = root["preamble"]?.texts ?? []
        takesIBANFromPreamble = preamble.contains("iban")
        takesCurrencyFromPreamble = preamble.contains("currency")
        isInverted = try reader.choice(root["sign"], of: ["printed", "inverted"]) == "inverted"
        debitSign =
            try reader.choice(root["debit_sign"], of: Layout.DebitSign.allCases.map(\.rawValue))
            .flatMap { Layout.DebitSign(rawValue: $0) } ?? .unsigned
        status = try reader.status(root["status"])
        direction = try reader.direction(root["direction"])
        skips = try reader.skips(root["skip"])
        mainProducts = root["main_products"]?.texts.map { HeaderText.fold($0) } ?? []
        originalSignFollowsAmount =
            try reader.choice(root["original_sign"], of: ["printed", "amount"]) == "amount"
        try reader.checkWhole(self, root)
    }
}

extension YAMLNode {
    /// The texts of a list, or of one scalar.
    fileprivate var texts: [String] {
        if let text { return [text] }
        return items.compactMap(\.text)
    }
}

enum LayoutPattern {
    /// `dd.mm.yyyy[ HH:MM[:SS]]` → the pattern with all, then with less and less.
    static func expanded(_ pattern: String) -> [String] {
        guard let open = pattern.firstIndex(of: "["), let close = pattern.lastIndex(of: "]"),
            open < close
        else { return [pattern] }
        let head = pattern[..<open]
        let tail = pattern[pattern.index(after: close)...]
        let inner = String(pattern[pattern.index(after: open)..<close])
        return expanded(inner).map { head + $0 + tail } + [String(head + tail)]
    }
}

/// Turns nodes of one layout file into values, with the place of what is wrong.
private struct LayoutFile {
    let file: String

    func checkKeys(of node: YAMLNode, known: [String]) throws(LayoutProblem) {
        for pair in node.pairs where !known.contains(pair.key) {
            throw problem("unknown key", pair.keyNode, pair.key)
        }
    }

    func requiredText(_ root: YAMLNode, _ key: String) throws(LayoutProblem) -> String {
        guard let text = root[key]?.text, !text.isEmpty else {
            throw problem("key is missing", root, key)
        }
        return text
    }

    func choice(_ node: YAMLNode?, of words: [String]) throws(LayoutProblem) -> String? {
        guard let node else { return nil }
        guard let text = node.text, words.contains(text) else {
            throw problem("not one of \(words.joined(separator: ", "))", node, node.text ?? "")
        }
        return text
    }

    func delimiter(_ node: YAMLNode?) throws(LayoutProblem) -> UInt8? {
        switch try choice(node, of: ["auto", ",", ";", "tab"]) {
        case ",": 0x2C
        case ";": 0x3B
        case "tab": 0x09
        default: nil
        }
    }

    func decimal(_ node: YAMLNode?) throws(LayoutProblem) -> Layout.Decimal {
        switch try choice(node, of: ["point", "comma", "either", "column"]) {
        case "comma": .fixed(.comma)
        case "either": .fixed(.either)
        case "column": .byColumn
        default: .fixed(.point)
        }
    }

    func dates(_ node: YAMLNode?) throws(LayoutProblem) -> Layout.Dates {
        if node?.text == "column" { return .byColumn }
        var formats: [DateFormat] = []
        for item in node.map({ $0.items.isEmpty ? [$0] : $0.items }) ?? [] {
            for pattern in LayoutPattern.expanded(item.text ?? "") {
                guard let format = DateFormat(pattern: pattern) else {
                    throw problem("not a date pattern", item, pattern)
                }
                formats.append(format)
            }
        }
        return .fixed(formats)
    }

    func sources(_ root: YAMLNode) throws(LayoutProblem) -> [Layout.Source] {
        guard let columns = root["columns"] else {
            throw problem("key is missing", root, "columns")
        }
        let optional = root["optional"]?.texts ?? []
        for name in optional where !LayoutField.allCases.contains(where: { $0.key == name }) {
            throw problem("unknown field", root["optional"] ?? root, name)
        }
        var result: [Layout.Source] = []
        for pair in columns.pairs {
            guard let field = LayoutField.allCases.first(where: { $0.key == pair.key }) else {
                throw problem("unknown field", pair.keyNode, pair.key)
            }
            result.append(
                .init(
                    field: field, columns: names(pair.value),
                    isRequired: !optional.contains(pair.key)))
        }
        return result
    }

    /// Each entry of the list is one column, its names set apart by `|`.
    func names(_ node: YAMLNode?) -> [[HeaderPattern]] {
        (node?.texts ?? []).map { $0.split(separator: "|").map { HeaderPattern(String($0)) } }
    }

    func shapes(
        _ root: YAMLNode
    ) throws(LayoutProblem) -> [(shape: Layout.Shape, mayBeBlank: Bool)] {
        guard let header = root["header"] else { return [] }
        _ = try choice(header, of: ["none"])
        guard let node = root["shape"], !node.items.isEmpty else {
            throw problem("key is missing", header, "shape")
        }
        var result: [(shape: Layout.Shape, mayBeBlank: Bool)] = []
        for item in node.items {
            let word = item.text ?? ""
            let mayBeBlank = word.hasSuffix("?")
            guard let shape = Layout.Shape(rawValue: mayBeBlank ? String(word.dropLast()) : word)
            else {
                throw problem(
                    "not one of \(Layout.Shape.allCases.map(\.rawValue).joined(separator: ", "))",
                    item, word)
            }
            result.append((shape, mayBeBlank))
        }
        return result
    }

    func currency(_ node: YAMLNode?) throws(LayoutProblem) -> Currency {
        guard let node else { return .unknown }
        guard let text = node.text, let currency = Currency(code: text) else {
            throw problem("not a currency", node, node.text ?? "")
        }
        return currency
    }

    func status(_ node: YAMLNode?) throws(LayoutProblem) -> Layout.Status? {
        guard let node else { return nil }
        try checkKeys(of: node, known: ["done", "hold", "skip"])
        var status = Layout.Status()
        status.done = folded(node["done"])
        status.hold = folded(node["hold"])
        for pair in node["skip"]?.pairs ?? [] {
            status.skip.append((HeaderText.fold(pair.key), try reason(pair.value)))
        }
        return status
    }

    func direction(_ node: YAMLNode?) throws(LayoutProblem) -> Layout.Direction? {
        guard let node else { return nil }
        try checkKeys(of: node, known: ["in", "out", "otherwise"])
        let otherwise = try choice(
            node["otherwise"], of: Layout.Direction.Otherwise.allCases.map(\.rawValue))
        return Layout.Direction(
            moneyIn: folded(node["in"]), moneyOut: folded(node["out"]),
            otherwise: otherwise.flatMap { .init(rawValue: $0) } ?? .reject)
    }

    func skips(_ node: YAMLNode?) throws(LayoutProblem) -> [Layout.Skip] {
        var result: [Layout.Skip] = []
        for item in node?.items ?? [] {
            try checkKeys(of: item, known: ["column", "text", "reason"])
            guard let reasonNode = item["reason"] else {
                throw problem("key is missing", item, "reason")
            }
            result.append(
                .init(
                    column: HeaderPattern(try requiredText(item, "column")),
                    text: HeaderText.fold(try requiredText(item, "text")),
                    reason: try reason(reasonNode)))
        }
        return result
    }

    func checkWhole(_ layout: Layout, _ root: YAMLNode) throws(LayoutProblem) {
        func has(_ field: LayoutField) -> Bool {
            layout.sources.contains { $0.field == field }
        }
        guard has(.made) else { throw problem("no column for the date", root, "made") }
        guard has(.amount) || has(.debit) || has(.credit) else {
            throw problem("no column for the amount", root, "amount")
        }
        if layout.status != nil, !has(.status) { throw problem("no column", root, "status") }
        if layout.direction != nil, !has(.direction) {
            throw problem("no column", root, "direction")
        }
        if layout.direction?.otherwise == .balance, !has(.balance) {
            throw problem("no column", root, "balance")
        }
        if case .fixed(let formats) = layout.dates, formats.isEmpty {
            throw problem("key is missing", root, "dates")
        }
    }

    private func reason(_ node: YAMLNode) throws(LayoutProblem) -> RowSkip.Reason {
        guard let reason = RowSkip.Reason(rawValue: node.text ?? "") else {
            throw problem("not a reason", node, node.text ?? "")
        }
        return reason
    }

    func folded(_ node: YAMLNode?) -> [[UInt8]] {
        node?.texts.map { HeaderText.fold($0) } ?? []
    }

    private func problem(_ words: String, _ node: YAMLNode, _ found: String) -> LayoutProblem {
        LayoutProblem(
            file: file, line: node.line, column: node.column, problem: words, found: found)
    }
}
