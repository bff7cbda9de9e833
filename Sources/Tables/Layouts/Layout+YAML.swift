internal import Facts
internal import Scanning
internal import Reading

/// The reason to refuse a layout file.
package struct LayoutProblem: Error, Sendable, Equatable {
    package let file: String
    package let line: Int
    package let column: Int
    /// Stable words: `unknown key`, `not a date pattern`.
    package let problem: String
    /// The offending text.
    package let found: String
}

extension Layout {
    /// Parses a layout file. Unknown keys are refused, so that a misspelt one is noticed.
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
        try self.init(root, file: file, rank: rank)
    }

    /// Parses the tree of a layout: of a file, or of a shape of its records.
    init(_ root: YAMLNode, file: String, rank: Rank) throws(LayoutProblem) {
        let reader = LayoutFile(file: file)
        records = try RecordRules(root, file: file, rank: rank)
        try reader.checkKeys(
            of: root, known: LayoutKeys.root, or: records == nil ? [] : LayoutKeys.records)
        name = try reader.requiredText(root, "layout")
        bank = root["bank"]?.text ?? ""
        if let title = root["title"] { try reader.checkKeys(of: title, known: LayoutKeys.title) }
        titleUkrainian = root["title"]?["uk"]?.text ?? name
        titleEnglish = root["title"]?["en"]?.text ?? name
        zone = root["zone"]?.text ?? ""
        self.rank = rank == .builtIn && root["fallback"]?.boolean == true ? .fallback : rank
        delimiter = try reader.delimiter(root["delimiter"])
        hasQuoting = try reader.choice(root["quoting"], of: LayoutKeys.quotings) != "none"
        decimal = try reader.decimal(root["decimal"])
        allowsUnit = try reader.flag(root["unit"])
        sideLetters = try reader.fields(root["side_letters"])
        countedIn = try reader.units(root["counted_in"])
        dates = try reader.dates(root["dates"])
        noneWords = root["none"]?.texts.filter { !$0.isEmpty }.map { Array($0.utf8) } ?? []
        sources = try reader.sources(root)
        shapes = try reader.shapes(root)
        joined = try reader.fields(root["join"])
        isMCCLoose =
            try reader.choice(
                root["loose"]?.items.first ?? root["loose"], of: LayoutKeys.looseFields) != nil
        requires = try reader.names(root["requires"])
        known = try reader.names(root["known"])
        isExact = try reader.flag(root["exact"])
        evidence = try reader.evidence(root["evidence"])
        lacks = try reader.names(root["lacks"])
        repeatingIDs = try reader.names(root["repeating_ids"])
        twice = try reader.names(root["twice"])
        strangers =
            root["strangers"] == nil && self.rank == .builtIn
            ? LayoutKeys.moneyWords : reader.folded(root["strangers"])
        fixedCurrency = try reader.currency(root["currency"])
        let preamble = root["preamble"]?.texts ?? []
        takesIBANFromPreamble = preamble.contains("iban")
        takesCurrencyFromPreamble = preamble.contains("currency")
        takesAccountFromPreamble = preamble.contains("account")
        takesCurrencyFromUnit = try reader.flag(root["unit_currency"])
        takesCurrencyWhereEqual = try reader.flag(root["equal_currency"])
        (accountLabels, currencyLabels) = try reader.labels(root["labels"])
        sections = reader.folded(root["sections"])
        ends = reader.folded(root["ends"])
        lone = try root["lone"].map { node throws(LayoutProblem) in try reader.reason(node) }
        continues = try reader.flag(root["continues"])
        hasDayTitles = try reader.flag(root["day_titles"])
        hasShortRows = try reader.flag(root["short_rows"])
        stripsApostrophes = try reader.flag(root["apostrophes"])
        stripsBackslashes = try reader.flag(root["backslashes"])
        findsMCCInText = try reader.flag(root["mcc_in_text"])
        zeros = try reader.names(root["zero"])
        isInverted = try reader.choice(root["sign"], of: LayoutKeys.signs) == "inverted"
        debitSign = try reader.choice(root["debit_sign"]) ?? .unsigned
        usualOrder = try reader.choice(root["order"], of: LayoutKeys.orders)
            .flatMap { .init(rawValue: $0) }
        if records == nil { try reader.checkExamples(root["examples"]) }
        status = try reader.status(root["status"])
        isUnbookedHold = try reader.flag(root["unbooked_is_hold"])
        isFeeOnTop = try reader.flag(root["fee_on_top"])
        direction = try reader.direction(root["direction"])
        skips = try reader.skips(root["skip"])
        mainProducts = root["main_products"]?.texts.map { HeaderText.fold($0) } ?? []
        originalSignFollowsAmount =
            try reader.choice(root["original_sign"], of: LayoutKeys.originalSigns) == "amount"
        recorded = try reader.recorded(root)
        try reader.checkWhole(self, root)
    }
}

extension YAMLNode {
    /// The texts of a list, or of one scalar.
    var texts: [String] {
        if let text { return [text] }
        return items.compactMap(\.text)
    }
}

enum LayoutPattern {
    /// `dd.mm.yyyy[ HH:MM[:SS]]` → the pattern with all optional parts, then with fewer. `\[` and
    /// `\]` are literal brackets.
    static func expanded(_ pattern: String) -> [String] {
        let quoted = pattern.replacing("\\[", with: "\u{1}").replacing("\\]", with: "\u{2}")
        return variants(quoted).map {
            $0.replacing("\u{1}", with: "[").replacing("\u{2}", with: "]")
        }
    }

    private static func variants(_ pattern: String) -> [String] {
        guard let open = pattern.firstIndex(of: "["), let close = pattern.lastIndex(of: "]"),
            open < close
        else { return [pattern] }
        let head = pattern[..<open]
        let tail = pattern[pattern.index(after: close)...]
        let inner = String(pattern[pattern.index(after: open)..<close])
        return variants(inner).map { head + $0 + tail } + [String(head + tail)]
    }
}

/// Parses the nodes of a layout file, with places of errors.
struct LayoutFile {
    let file: String

    func checkKeys(
        of node: YAMLNode, known: [FileKey], or others: [FileKey] = []
    ) throws(LayoutProblem) {
        for pair in node.pairs where !known.contains(pair.key) && !others.contains(pair.key) {
            throw problem("unknown key", pair.keyNode, pair.key)
        }
    }

    func requiredText(_ root: YAMLNode, _ key: String) throws(LayoutProblem) -> String {
        guard let text = root[key]?.text, !text.isEmpty else {
            throw problem("key is missing", root, key)
        }
        return text
    }

    /// One of the words of a type.
    func choice<Word: RawRepresentable & CaseIterable>(
        _ node: YAMLNode?
    ) throws(LayoutProblem) -> Word? where Word.RawValue == String {
        try choice(node, of: Word.allCases.map(\.rawValue)).flatMap { Word(rawValue: $0) }
    }

    func choice(_ node: YAMLNode?, of words: [String]) throws(LayoutProblem) -> String? {
        guard let node else { return nil }
        guard let text = node.text, words.contains(text) else {
            throw problem("not one of \(words.joined(separator: ", "))", node, node.text ?? "")
        }
        return text
    }

    func delimiter(_ node: YAMLNode?) throws(LayoutProblem) -> UInt8? {
        switch try choice(node, of: LayoutKeys.delimiters) {
        case ",": 0x2C
        case ";": 0x3B
        case "|": CSVShape.bar
        case "tab": 0x09
        default: nil
        }
    }

    func decimal(_ node: YAMLNode?) throws(LayoutProblem) -> Layout.Decimal {
        switch try choice(node, of: LayoutKeys.decimals) {
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
        let optional = try fields(root["optional"])
        var result: [Layout.Source] = []
        for pair in columns.pairs {
            let field = try field(pair.key, at: pair.keyNode)
            result.append(
                .init(
                    field: field, columns: try names(pair.value),
                    isRequired: !optional.contains(field)))
        }
        return result
    }

    /// Each entry of the list is one column, with its names separated by `|`.
    func names(_ node: YAMLNode?) throws(LayoutProblem) -> [[HeaderPattern]] {
        guard let node else { return [] }
        if node.texts.isEmpty { throw problem("no column", node, "") }
        var names: [[HeaderPattern]] = []
        for text in node.texts { names.append(try alternatives(text, at: node)) }
        return names
    }

    /// `true` or `false`; false when the key is missing.
    func flag(_ node: YAMLNode?) throws(LayoutProblem) -> Bool {
        guard let node else { return false }
        guard let flag = node.boolean else {
            throw problem("not true or false", node, node.text ?? "")
        }
        return flag
    }

    func fields(_ node: YAMLNode?) throws(LayoutProblem) -> [LayoutField] {
        var result: [LayoutField] = []
        guard let node else { return result }
        for name in node.texts { result.append(try field(name, at: node)) }
        return result
    }

    private func field(_ name: String, at node: YAMLNode) throws(LayoutProblem) -> LayoutField {
        guard let field = LayoutField.allCases.first(where: { $0.key == name }) else {
            throw problem("unknown field", node, name)
        }
        return field
    }

    func shapes(_ root: YAMLNode) throws(LayoutProblem) -> [(shape: Layout.Shape, mayBeBlank: Bool)]
    {
        guard let header = root["header"] else { return [] }
        _ = try choice(header, of: LayoutKeys.headers)
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

    func labels(
        _ node: YAMLNode?
    ) throws(LayoutProblem) -> (account: [[UInt8]], currency: [[UInt8]]) {
        if let node { try checkKeys(of: node, known: LayoutKeys.labels) }
        return (folded(node?["account"]), folded(node?["currency"]))
    }

    func evidence(_ node: YAMLNode?) throws(LayoutProblem) -> Layout.Evidence? {
        guard let node else { return nil }
        try checkKeys(of: node, known: LayoutKeys.evidence)
        return Layout.Evidence(
            column: try alternatives(requiredText(node, "column"), at: node),
            words: folded(node["words"]),
            isNegative: try flag(node["negative"]))
    }

    func checkExamples(_ node: YAMLNode?) throws(LayoutProblem) {
        for example in node?.items ?? [] {
            try checkKeys(of: example, known: LayoutKeys.example)
            for line in example["lines"]?.items ?? [] {
                try checkKeys(of: line, known: LayoutKeys.exampleLine)
            }
        }
    }

    /// Names of one column, separated by `|`: at least one, none of them empty.
    func alternatives(
        _ text: String, at node: YAMLNode
    ) throws(LayoutProblem) -> [HeaderPattern] {
        let names = text.utf8.split(separator: UInt8(ascii: "|"))
            .map { HeaderPattern(String(Substring($0))) }
        guard !names.isEmpty, names.allSatisfy({ !$0.text.isEmpty }) else {
            throw problem("no column", node, text)
        }
        return names
    }

    func currency(_ node: YAMLNode?) throws(LayoutProblem) -> Currency {
        guard let node else { return .unknown }
        guard let text = node.text, let currency = Currency(code: text) else {
            throw problem("not a currency", node, node.text ?? "")
        }
        return currency
    }

    func units(
        _ node: YAMLNode?
    ) throws(LayoutProblem) -> [(field: LayoutField, unit: HeadingUnit)] {
        guard let node else { return [] }
        guard node.text == nil else { throw problem("not a map", node, node.text ?? "") }
        try checkKeys(of: node, known: LayoutKeys.countedIn)
        var found: [(field: LayoutField, unit: HeadingUnit)] = []
        for field in LayoutField.allCases.filter(\.isMoney) {
            guard let word = try choice(node[field.key], of: LayoutKeys.units),
                let unit = HeadingUnit(rawValue: word)
            else { continue }
            found.append((field, unit))
        }
        return found
    }

    func status(_ node: YAMLNode?) throws(LayoutProblem) -> Layout.Status? {
        guard let node else { return nil }
        try checkKeys(of: node, known: LayoutKeys.status)
        var status = Layout.Status()
        status.done = words(node["done"])
        status.hold = words(node["hold"])
        status.isDoneOtherwise =
            try choice(node["otherwise"], of: LayoutKeys.statesOtherwise) == "done"
        status.skip = try wordsSkipped(node["skip"])
        return status
    }

    func direction(_ node: YAMLNode?) throws(LayoutProblem) -> Layout.Direction? {
        guard let node else { return nil }
        try checkKeys(of: node, known: LayoutKeys.direction)
        return Layout.Direction(
            moneyIn: words(node["in"]), moneyOut: words(node["out"]),
            transfer: words(node["transfer"]),
            correction: try correction(node["correction"]),
            skip: try wordsSkipped(node["skip"]),
            otherwise: try choice(node["otherwise"]) ?? .reject)
    }

    private func correction(
        _ node: YAMLNode?
    ) throws(LayoutProblem) -> Layout.Direction.Correction? {
        guard let node else { return nil }
        try checkKeys(of: node, known: LayoutKeys.correction)
        guard let column = node["column"]?.text else {
            throw problem("no column", node, "correction")
        }
        return Layout.Direction.Correction(
            words: words(node["words"]), column: try alternatives(column, at: node),
            moneyIn: words(node["in"]))
    }

    private func words(_ node: YAMLNode?) -> [[UInt8]] {
        (node?.texts ?? []).map { HeaderText.word($0.utf8.span) }
    }

    func recorded(_ root: YAMLNode) throws(LayoutProblem) -> Layout.Recorded {
        Layout.Recorded(
            categorySeparator: root["category_separator"]?.text.map { Array($0.utf8) },
            hasTagsByBlank: try choice(
                root["tag_separator"], of: LayoutKeys.tagSeparators) == "blank",
            transferPayees: root["transfer_payee"]?.texts.map { Array($0.utf8) } ?? [],
            payeeAccount: try choice(root["payee_account"]), split: try split(root["split"]))
    }

    private func split(_ node: YAMLNode?) throws(LayoutProblem) -> SplitRule? {
        guard let node else { return nil }
        try checkKeys(of: node, known: LayoutKeys.split)
        if let same = node["same"]?.text {
            return SplitRule(
                column: try alternatives(same, at: node),
                grouping: .same(categories: folded(node["categories"])),
                hasWholeOriginals: try flag(node["whole_original"]))
        }
        let column = try alternatives(requiredText(node, "column"), at: node)
        guard let part = SplitRule.Mark(try requiredText(node, "part")) else {
            throw problem("no {n} and {of}", node, node["part"]?.text ?? "")
        }
        return SplitRule(
            column: column,
            grouping: .marked(part, whole: node["whole"]?.text.flatMap { .init($0) }),
            hasWholeOriginals: try flag(node["whole_original"]))
    }

    private func wordsSkipped(
        _ node: YAMLNode?
    ) throws(LayoutProblem) -> [(word: [UInt8], reason: RowSkip.Reason)] {
        var skip: [(word: [UInt8], reason: RowSkip.Reason)] = []
        for pair in node?.pairs ?? [] {
            skip.append((HeaderText.word(pair.key.utf8.span), try reason(pair.value)))
        }
        return skip
    }

    func skips(_ node: YAMLNode?) throws(LayoutProblem) -> [Layout.Skip] {
        var result: [Layout.Skip] = []
        for item in node?.items ?? [] {
            try checkKeys(of: item, known: LayoutKeys.skip)
            guard let reasonNode = item["reason"] else {
                throw problem("key is missing", item, "reason")
            }
            result.append(
                .init(
                    column: try alternatives(requiredText(item, "column"), at: item),
                    test: try skipTest(item), reason: try reason(reasonNode)))
        }
        return result
    }

    private func skipTest(_ item: YAMLNode) throws(LayoutProblem) -> Layout.Skip.Test {
        if try flag(item["blank"]) { return .blank }
        if try flag(item["filled"]) { return .filled }
        if item["starts"] != nil { return .starts(folded(item["starts"])) }
        guard item["text"] != nil else { throw problem("key is missing", item, "text") }
        return .text(folded(item["text"]))
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
        // Balances give each row its sign even without a word.
        if let direction = layout.direction, direction.otherwise != .balance, !has(.direction) {
            throw problem("no column", root, "direction")
        }
        if layout.direction?.otherwise == .balance, !has(.balance) {
            throw problem("no column", root, "balance")
        }
        if case .fixed(let formats) = layout.dates, formats.isEmpty {
            throw problem("key is missing", root, "dates")
        }
        // Records are known by these members only.
        if let records = layout.records, records.requires.isEmpty, records.shapes.isEmpty {
            throw problem("key is missing", root, "requires")
        }
    }

    func reason(_ node: YAMLNode) throws(LayoutProblem) -> RowSkip.Reason {
        guard let reason = RowSkip.Reason(rawValue: node.text ?? "") else {
            throw problem("not a reason", node, node.text ?? "")
        }
        return reason
    }

    func folded(_ node: YAMLNode?) -> [[UInt8]] {
        node?.texts.map { HeaderText.fold($0) } ?? []
    }

    func problem(_ words: String, _ node: YAMLNode, _ found: String) -> LayoutProblem {
        LayoutProblem(
            file: file, line: node.line, column: node.column, problem: words, found: found)
    }
}
