package import Facts
internal import Scanning

/// One `rules/*.yaml` of a workspace: rules in the order in which they win.
///
/// Its keys are those of ``RuleKeys``, whose example is what `kopiyka help rules` shows.
///
/// Guarantees: matching is linear in the text, whatever the rules; a fault in one rule refuses the
/// file.
package struct RuleFile: Sendable {
    /// As errors print it, so that it can be opened from the current folder.
    package let path: String
    /// As evidence names it, independent of the workspace's place: `rules/mine.yaml`.
    package let name: String
    package private(set) var rules: [UserRule]

    /// A person writes hundreds; a generated list of merchants may have thousands.
    package static let rulesMax = 100_000
    /// Longer than any description a bank prints.
    package static let textBytesMax = 512

    /// An example that contradicts its rule.
    package struct FailingExample: Sendable, Equatable {
        package let rule: String
        package let line: Int
        package let example: String
        /// True for a `yes` that does not match, false for a `no` that does.
        package let shouldMatch: Bool
    }

    /// The file without the rule with this origin.
    package func without(_ origin: String) -> RuleFile {
        RuleFile(path: path, name: name, rules: rules.filter { self.origin(of: $0) != origin })
    }

    /// The file with the meaning of its filters.
    ///
    /// - Parameter read: throws an error with the place of a wrong term.
    package func withFilters(
        _ read: (UserRule.Filter) throws -> UserRule.Filter.Meaning
    ) rethrows -> RuleFile {
        var file = self
        for index in rules.indices {
            for (place, filter) in rules[index].when.filters.enumerated() {
                file.rules[index].when.filters[place].meaning = try read(filter)
            }
        }
        return file
    }

    /// The file with the names and kinds of the accounts of a workspace.
    ///
    /// - Parameters:
    ///   - kind: of an account's id.
    ///   - isMeant: whether a written name means the account with an id.
    ///   - id: of the account that a written name means.
    package func withAccounts(
        kind: @escaping @Sendable (String) -> AccountKind,
        isMeant: @escaping @Sendable (String, String) -> Bool, id: (String) -> String
    ) -> RuleFile {
        var file = self
        for (index, rule) in rules.enumerated() {
            if !rule.when.accountKinds.isEmpty { file.rules[index].when.kindOf = kind }
            let written = rule.when.account
            if !written.isEmpty { file.rules[index].when.isAccount = { isMeant(written, $0) } }
            let other = rule.then.transferTo
            if !other.isEmpty { file.rules[index].then.transferTo = id(other) }
        }
        return file
    }

    /// The origin of a rule in evidence.
    func origin(of rule: UserRule) -> String { "\(name):\(rule.line)" }

    /// - Parameters:
    ///   - name: the file's name in evidence; its path when nil.
    ///   - categories: of the household.
    package static func read(
        path: String, name: String? = nil, bytes: [UInt8], categories: CategoryTable = .builtIn
    ) throws(RuleFaults) -> RuleFile {
        let root: YAMLNode?
        do {
            root = try YAMLNode.parse(bytes)
        } catch {
            let fault = RuleFault(
                kind: .notYAML, file: path, line: error.line, column: error.column, found: "",
                candidates: [])
            throw RuleFaults(faults: [fault], yaml: error.problem)
        }
        var reader = RuleFileReader(path: path, categories)
        let rules = root.map { reader.rules($0) } ?? []
        if !reader.faults.isEmpty { throw RuleFaults(faults: reader.faults, yaml: nil) }
        return RuleFile(path: path, name: name ?? path, rules: rules)
    }

    /// Examples that contradict the rules; only conditions on texts are tested.
    package func failingExamples() -> [FailingExample] {
        var failing: [FailingExample] = []
        let folder = TextFolder()
        for rule in rules {
            let matcher = RuleMatcher(rule, origin: "")
            for (examples, wanted) in [(rule.yes, true), (rule.no, false)] {
                for example in examples {
                    let folded = Array(folder.fold(example).utf8)
                    let isMatch = matcher.isText(folded.span) && matcher.isFiltered(example)
                    if isMatch != wanted {
                        failing.append(
                            FailingExample(
                                rule: rule.name, line: rule.line, example: example,
                                shouldMatch: wanted))
                    }
                }
            }
        }
        return failing
    }
}

/// Walks the tree of a rules file and collects every fault.
private struct RuleFileReader {
    let path: String
    var faults: [RuleFault] = []
    private var names: Set<String> = []
    private let folder = TextFolder()
    private let categories: CategoryTable
    private lazy var categoryNames = CategoryNames(categories)

    init(path: String, _ categories: CategoryTable) {
        self.path = path
        self.categories = categories
    }

    mutating func rules(_ root: YAMLNode) -> [UserRule] {
        var list = root
        if case .mapping = root.content {
            checkKeys(of: root, RuleKeys.root)
            guard let inner = root["rules"] else { return [] }
            list = inner
        }
        guard case .sequence(let items) = list.content else {
            if !list.isNull { fault(.notAList, list) }
            return []
        }
        guard items.count <= RuleFile.rulesMax else {
            fault(.tooMany, list, found: String(items.count))
            return []
        }
        return items.map { rule($0) }
    }

    private mutating func rule(_ node: YAMLNode) -> UserRule {
        var rule = UserRule()
        rule.line = node.line
        guard case .mapping = node.content else {
            fault(.notAMapping, node)
            return rule
        }
        checkKeys(of: node, RuleKeys.rule)
        if let name = node["name"] {
            rule.name = text(name)
            if !rule.name.isEmpty, !names.insert(rule.name).inserted {
                fault(.nameTwice, name, found: rule.name)
            }
        }
        if let when = node["when"] {
            rule.when = conditions(when)
        } else {
            fault(.missingKey, node, found: "when")
        }
        if let then = node["then"] {
            rule.then = outcome(then)
        } else {
            fault(.missingKey, node, found: "then")
        }
        if let yes = node["yes"] { rule.yes = texts(yes).map(\.text) }
        if let no = node["no"] { rule.no = texts(no).map(\.text) }
        if rule.name.isEmpty {
            rule.name =
                (rule.when.words + rule.when.contains + rule.when.exact + rule.when.starts
                + rule.when.matches.map(\.pattern)).first ?? rule.then.category
        }
        return rule
    }

    private mutating func conditions(_ node: YAMLNode) -> UserRule.Conditions {
        var when = UserRule.Conditions()
        guard case .mapping = node.content else {
            fault(.notAMapping, node)
            return when
        }
        let before = faults.count
        checkKeys(of: node, RuleKeys.when)
        if let value = node["words"] { when.words = patterns(value) }
        if let value = node["contains"] { when.contains = patterns(value) }
        if let value = node["exact"] { when.exact = patterns(value) }
        if let value = node["starts"] { when.starts = patterns(value) }
        if let value = node["matches"] { when.matches = expressions(value) }
        if let value = node["mcc"] { when.mcc = codes(value) }
        if let value = node["amount"] { when.amount = amountRange(value) }
        if let value = node["sign"] {
            let word = text(value)
            when.sign = word == "in" ? 1 : word == "out" ? -1 : 0
            if when.sign == 0, !word.isEmpty {
                fault(.signUnknown, value, found: word, candidates: RuleKeys.signs)
            }
        }
        if let value = node["account"] { when.account = text(value) }
        if let value = node["account_kind"] { when.accountKinds = accountKinds(value) }
        if let value = node["currency"] {
            let code = text(value)
            when.currency = Currency(code: code) ?? .unknown
            if !when.currency.isKnown, !code.isEmpty {
                fault(.unknownCurrency, value, found: code)
            }
        }
        if let value = node["counterparty"] { when.counterparty = counterparty(value) }
        if let value = node["memo"] { when.memo = patterns(value) }
        if let value = node["bank_category"] { when.bankCategory = patterns(value) }
        if let value = node["tags"] { when.tags = patterns(value) }
        if let value = node["where"] { when.filters = filters(value) }
        if let value = node["day"] {
            let words = texts(value)
            when.days = UserRule.MonthDays(words.map(\.text))
            let wrong = words.first { UserRule.MonthDays([$0.text]) == nil }
            if let wrong { fault(.dayUnknown, wrong.node, found: wrong.text) }
        }
        if when.isEmpty, faults.count == before { fault(.alwaysTrue, node) }
        return when
    }

    private mutating func accountKinds(_ node: YAMLNode) -> [AccountKind] {
        texts(node).compactMap { item in
            if let kind = AccountKind(name: item.text) { return kind }
            fault(
                .accountKindUnknown, item.node, found: item.text,
                candidates: nearest(to: item.text, among: AccountKind.allNames))
            return nil
        }
    }

    private mutating func filters(_ node: YAMLNode) -> [UserRule.Filter] {
        texts(node).map { item in
            var isQuoted = false
            if case .scalar(_, quoted: true) = item.node.content { isQuoted = true }
            return UserRule.Filter(
                text: item.text, line: item.node.line, column: item.node.column + (isQuoted ? 1 : 0)
            )
        }
    }

    private mutating func outcome(_ node: YAMLNode) -> UserRule.Outcome {
        var then = UserRule.Outcome()
        guard case .mapping = node.content else {
            fault(.notAMapping, node)
            return then
        }
        let before = faults.count
        checkKeys(of: node, RuleKeys.then)
        if let value = node["category"] { then.category = category(value) }
        if let value = node["payee"] { then.payee = text(value) }
        if let value = node["note"] { then.note = text(value) }
        if let value = node["tags"] { then.tags = texts(value).map(\.text) }
        if let value = node["transfer_to"] { then.transferTo = text(value) }
        if let value = node["to_account"] {
            then.transferTo = text(value)
            then.writesOtherSide = true
        }
        if let value = node["dismiss"] { then.isDismissal = answer(value) }
        if let value = node["split"] { then.parts = parts(value) }
        checkEffects(then, node)
        if then.category.isEmpty { then.category = then.parts.first?.category ?? "" }
        if then.category.isEmpty, !then.transferTo.isEmpty { then.category = "transfers.own" }
        if then == UserRule.Outcome(), faults.count == before { fault(.withoutEffect, node) }
        return then
    }

    /// A line is a transfer to one account, or divided, or dismissed, and not two of these.
    private mutating func checkEffects(_ then: UserRule.Outcome, _ node: YAMLNode) {
        var effects = ["transfer_to", "to_account", "split"]
        if then.isDismissal { effects += ["dismiss", "category"] }
        let given = node.pairs.filter { effects.contains($0.key) }
        if given.count > 1 {
            fault(
                .effectsExclude, given[1].keyNode, found: given.map(\.key).joined(separator: ", "))
        } else if !then.transferTo.isEmpty, let value = node["category"],
            let category = categories.category(then.category), category.kind != .transfer
        {
            fault(.notOfTransfers, value, found: then.category)
        }
    }

    private mutating func category(_ node: YAMLNode) -> String {
        let typed = text(node)
        if typed.isEmpty { return typed }
        if categories.category(typed) != nil { return categories.current(typed) }
        do throws(CategoryUnknown) {
            return try categoryNames.key(of: typed)
        } catch {
            fault(.unknownCategory, node, found: typed, candidates: error.near)
            return typed
        }
    }

    private mutating func parts(_ node: YAMLNode) -> [UserRule.Part] {
        guard case .sequence(let items) = node.content else {
            fault(.notAList, node)
            return []
        }
        let before = faults.count
        let parts = items.compactMap { part($0) }
        if faults.count == before, !RuleSplit.isWhole(parts) { fault(.partsDoNotSum, node) }
        return parts
    }

    private mutating func part(_ node: YAMLNode) -> UserRule.Part? {
        guard case .mapping = node.content else {
            fault(.notAMapping, node)
            return nil
        }
        checkKeys(of: node, RuleKeys.part)
        var shares: [UserRule.Part.Share] = []
        if let value = node["amount"], let number = number(value) { shares.append(.amount(number)) }
        if let value = node["percent"], let number = number(value) {
            shares.append(.percent(number))
        }
        if let value = node["rest"], answer(value) { shares.append(.rest) }
        guard let given = node["category"], shares.count == 1 else {
            fault(.partUnclear, node)
            return nil
        }
        return UserRule.Part(
            category: category(given), share: shares[0], note: node["note"].map { text($0) } ?? "")
    }

    /// `true` or `yes`.
    private mutating func answer(_ node: YAMLNode) -> Bool {
        let word = text(node)
        if !RuleKeys.answers.contains(word), !word.isEmpty {
            fault(.answerUnknown, node, found: word, candidates: ["true", "false"])
        }
        return word == "true" || word == "yes"
    }

    private mutating func expressions(_ node: YAMLNode) -> [LinearRegex] {
        texts(node).compactMap { item in
            do throws(LinearRegex.Fault) {
                return try LinearRegex(item.text)
            } catch {
                let kind: RuleFault.Kind =
                    switch error.reason {
                    case .wrong: .regexWrong
                    case .unsupported: .regexUnsupported
                    case .tooLarge: .regexTooLarge
                    }
                fault(kind, item.node, found: error.found)
                return nil
            }
        }
    }

    private mutating func counterparty(_ node: YAMLNode) -> UserRule.Counterparty {
        var other = UserRule.Counterparty()
        guard case .mapping = node.content else {
            other.name = patterns(node).first ?? ""
            return other
        }
        checkKeys(of: node, RuleKeys.counterparty)
        if let value = node["name"] { other.name = patterns(value).first ?? "" }
        if let value = node["iban"] { other.iban = text(value) }
        if let value = node["tax_id"] { other.taxID = text(value) }
        return other
    }

    private mutating func amountRange(_ node: YAMLNode) -> UserRule.AmountRange? {
        guard case .mapping = node.content else {
            fault(.notAMapping, node)
            return nil
        }
        checkKeys(of: node, RuleKeys.amount)
        var range = UserRule.AmountRange()
        if let value = node["min"] { range.min = number(value) }
        if let value = node["max"] { range.max = number(value) }
        if let min = range.min, let max = range.max, max < min {
            fault(.rangeUpsideDown, node)
        }
        return range
    }

    private mutating func number(_ node: YAMLNode) -> UserRule.Decimal? {
        let written = text(node)
        if let number = UserRule.Decimal(written) { return number }
        if !written.isEmpty { fault(.notANumber, node, found: written) }
        return nil
    }

    private mutating func codes(_ node: YAMLNode) -> [UInt16] {
        texts(node).compactMap { item in
            let digits = item.text.utf8
            if digits.count == 4, digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }),
                let code = UInt16(item.text), code > 0
            {
                return code
            }
            fault(.notAnMCC, item.node, found: item.text)
            return nil
        }
    }

    /// Folded texts of a condition.
    private mutating func patterns(_ node: YAMLNode) -> [String] {
        texts(node).compactMap { item in
            let folded = folder.fold(item.text)
            if folded.isEmpty {
                fault(.emptyPattern, item.node, found: item.text)
                return nil
            }
            return folded
        }
    }

    /// A text or a list of texts.
    private mutating func texts(_ node: YAMLNode) -> [(text: String, node: YAMLNode)] {
        let nodes: [YAMLNode]
        if case .sequence(let items) = node.content {
            nodes = items
            if items.isEmpty { fault(.emptyValue, node) }
        } else {
            nodes = [node]
        }
        var texts: [(text: String, node: YAMLNode)] = []
        for node in nodes {
            let text = text(node)
            if !text.isEmpty { texts.append((text, node)) }
        }
        return texts
    }

    /// A scalar that is not empty; a fault and an empty text otherwise.
    private mutating func text(_ node: YAMLNode) -> String {
        guard case .scalar(let value, _) = node.content, !node.isNull else {
            fault(node.isNull ? .emptyValue : .notAText, node)
            return ""
        }
        if value.isEmpty { fault(.emptyValue, node) }
        if value.utf8.count > RuleFile.textBytesMax {
            fault(.tooLong, node, found: String(value.utf8.count))
            return ""
        }
        return value
    }

    private mutating func checkKeys(of node: YAMLNode, _ known: [FileKey]) {
        for pair in node.pairs where !known.contains(pair.key) {
            fault(
                .unknownKey, pair.keyNode, found: pair.key,
                candidates: nearest(to: pair.key, among: known.names))
        }
    }

    private mutating func fault(
        _ kind: RuleFault.Kind, _ node: YAMLNode, found: String = "", candidates: [String] = []
    ) {
        faults.append(
            RuleFault(
                kind: kind, file: path, line: node.line, column: node.column, found: found,
                candidates: candidates))
    }
}
