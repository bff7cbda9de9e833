internal import Facts
internal import Scanning

/// A suspicious rule in valid rules files.
package struct RuleFinding: Sendable, Equatable {
    /// Stable: scripts and tests may rely on the raw values.
    package enum Kind: String, Sendable, CaseIterable {
        /// No line can satisfy all its conditions.
        case dead = "rule-never-fits"
        /// An earlier rule matches every line of this one, with the same effect.
        case repeated = "rule-repeated"
        /// An earlier rule with the same conditions has another effect.
        case conflicting = "rule-conflicting"
        /// An earlier rule matches every line of this one.
        case shadowed = "rule-shadowed"
        /// An earlier rule matches an example of this one and has another effect.
        case exampleTaken = "rule-example-taken"
    }

    package let kind: Kind
    package let file: String
    package let line: Int
    package let rule: String
    /// The earlier rule, if any.
    package let otherFile: String
    package let otherLine: Int
    package let otherRule: String
    /// The matched example; else empty.
    package let example: String
}

/// Finds rules that never win.
///
/// Findings hold for every possible description; anything that the rules' own words do not prove is
/// not reported.
package struct RuleLint: Sendable {
    private let rules: [(file: String, rule: UserRule, matcher: RuleMatcher)]
    private var byText = TextTree()
    /// Rules that need no text.
    private var withoutText: [Int] = []

    /// - Parameter files: in order of precedence.
    package init(_ files: [RuleFile]) {
        rules = files.flatMap { file in
            file.rules.map { (file.path, $0, RuleMatcher($0, origin: "")) }
        }
        for (number, item) in rules.enumerated() {
            let anchors = item.matcher.anchors
            if anchors.isEmpty || anchors.contains(where: \.isEmpty) { withoutText.append(number) }
            for anchor in anchors { byText.add(anchor, of: number) }
        }
    }

    /// In the order of the rules, at most one for each.
    ///
    /// - Complexity: linear in the rules and their texts, and once more for each pair in which one
    ///   contains a text of the other, or has none.
    package func findings() -> [RuleFinding] {
        rules.indices.compactMap { finding(about: $0) }
    }

    private func finding(about number: Int) -> RuleFinding? {
        let rule = rules[number].rule
        if Self.isDead(rule.when) { return finding(.dead, number) }
        let earlier = candidates(before: number)
        for other in earlier where Self.matchesAll(rules[other].rule.when, of: rule.when) {
            // A rule that only adds takes no line from others, and none takes its lines.
            let onlyAdds = rules[other].rule.then.onlyAdds || rule.then.onlyAdds
            if onlyAdds, rules[other].rule.then != rule.then { continue }
            if rules[other].rule.then == rule.then { return finding(.repeated, number, other) }
            if rules[other].rule.then.maySkip { continue }
            let isSame = Self.matchesAll(rule.when, of: rules[other].rule.when)
            return finding(isSame ? .conflicting : .shadowed, number, other)
        }
        for example in rule.yes {
            if let other = earlier.first(where: { isTaken(example, by: $0, from: rule) }) {
                return finding(.exampleTaken, number, other, example)
            }
        }
        return nil
    }

    private func finding(
        _ kind: RuleFinding.Kind, _ number: Int, _ other: Int? = nil, _ example: String = ""
    ) -> RuleFinding {
        let earlier = other.map { rules[$0] }
        return RuleFinding(
            kind: kind, file: rules[number].file, line: rules[number].rule.line,
            rule: rules[number].rule.name, otherFile: earlier?.file ?? "",
            otherLine: earlier?.rule.line ?? 0, otherRule: earlier?.rule.name ?? "",
            example: example)
    }

    /// Earlier rules whose texts occur in texts or examples of this one, and those without texts,
    /// in order.
    func candidates(before number: Int) -> [Int] {
        let rule = rules[number].rule
        var found = Set(withoutText.prefix { $0 < number })
        let texts =
            rule.when.words + rule.when.contains + rule.when.exact + rule.when.starts
            + rule.yes.map { TextFolder().fold($0) }
        for text in texts {
            let bytes = Array(text.utf8)
            for start in bytes.indices {
                byText.visit(bytes, from: start) { numbers in
                    found.formUnion(numbers.prefix { $0 < number })
                }
            }
        }
        return found.sorted()
    }

    /// The other rule's remaining conditions must not be narrower, or the example may be of lines
    /// that it does not match.
    private func isTaken(_ example: String, by other: Int, from rule: UserRule) -> Bool {
        let (_, earlier, matcher) = rules[other]
        guard earlier.then != rule.then, !earlier.then.onlyAdds, !earlier.then.maySkip,
            !rule.then.onlyAdds,
            Self.matchesAllBesideText(earlier.when, of: rule.when)
        else {
            return false
        }
        return matcher.isText(Array(TextFolder().fold(example).utf8).span)
    }

    // MARK: Implication

    /// The conditions contradict each other.
    private static func isDead(_ when: UserRule.Conditions) -> Bool {
        if !when.exact.isEmpty {
            var ofDescription = UserRule()
            ofDescription.when = when
            // Words may be in other texts of the line.
            ofDescription.when.words = []
            let matcher = RuleMatcher(ofDescription, origin: "")
            return !when.exact.contains { matcher.isText(Array($0.utf8).span) }
        }
        return false
    }

    /// Whether every line that satisfies `inner` satisfies `outer`.
    private static func matchesAll(
        _ outer: UserRule.Conditions, of inner: UserRule.Conditions
    ) -> Bool {
        matchesAllBesideText(outer, of: inner) && matchesAllTexts(outer, of: inner)
    }

    private static func matchesAllBesideText(
        _ outer: UserRule.Conditions, of inner: UserRule.Conditions
    ) -> Bool {
        if outer.sign != 0, outer.sign != inner.sign { return false }
        if !outer.mcc.isEmpty, inner.mcc.isEmpty || !inner.mcc.allSatisfy(outer.mcc.contains) {
            return false
        }
        if outer.currency.isKnown, outer.currency != inner.currency { return false }
        if !outer.account.isEmpty, outer.account != inner.account { return false }
        if let days = outer.days {
            guard let narrower = inner.days, narrower.isWithin(days) else { return false }
        }
        if !outer.memo.isEmpty {
            let wanted = outer.memo.map { SoughtText($0) }
            let isWithin = inner.memo.allSatisfy { memo in
                wanted.contains { $0.isWords(of: memo.utf8.span) }
            }
            guard !inner.memo.isEmpty, isWithin else { return false }
        }
        if let range = outer.amount {
            guard let narrower = inner.amount, range.contains(narrower) else { return false }
        }
        for (wanted, given) in [
            (outer.bankCategory, inner.bankCategory), (outer.tags, inner.tags),
            (outer.accountKinds.map(\.rawValue), inner.accountKinds.map(\.rawValue)),
            (outer.filters.map { $0.meant ?? "" }, inner.filters.map { $0.meant ?? "" }),
        ] where !wanted.isEmpty {
            if given.isEmpty || !given.allSatisfy(wanted.contains) { return false }
        }
        return matchesAll(outer.counterparty, of: inner.counterparty)
    }

    private static func matchesAll(
        _ outer: UserRule.Counterparty, of inner: UserRule.Counterparty
    ) -> Bool {
        if !outer.iban.isEmpty, outer.iban != inner.iban { return false }
        if !outer.taxID.isEmpty, outer.taxID != inner.taxID { return false }
        return outer.name.isEmpty || SoughtText(outer.name).isWords(of: inner.name.utf8.span)
    }

    private static func matchesAllTexts(
        _ outer: UserRule.Conditions, of inner: UserRule.Conditions
    ) -> Bool {
        for (way, wanted) in texts(of: outer) where !wanted.isEmpty {
            let sought = wanted.map { SoughtText($0) }
            guard
                ensures(
                    inner, { text, kind in sought.contains { way.follows($0, from: text, kind) } })
            else { return false }
        }
        if outer.matches.isEmpty { return true }
        if !inner.matches.isEmpty,
            inner.matches.allSatisfy({ one in
                outer.matches.contains { $0.pattern == one.pattern }
            })
        {
            return true
        }
        return !inner.exact.isEmpty
            && inner.exact.allSatisfy { text in
                outer.matches.contains { $0.isFound(in: text.utf8.span) }
            }
    }

    /// Whether every text allowed by some condition of `inner` has the property.
    private static func ensures(
        _ inner: UserRule.Conditions, _ has: (String, Way) -> Bool
    ) -> Bool {
        texts(of: inner).contains { way, texts in
            !texts.isEmpty && texts.allSatisfy { has($0, way) }
        }
    }

    private static func texts(of when: UserRule.Conditions) -> [(Way, [String])] {
        [
            (.exact, when.exact), (.starts, when.starts), (.words, when.words),
            (.contains, when.contains),
        ]
    }

    /// How a text occurs in a description.
    private enum Way {
        case exact, starts, words, contains

        /// Whether a description that contains `text` in the given way contains the sought text in
        /// this way.
        func follows(_ sought: SoughtText, from text: String, _ given: Way) -> Bool {
            let bytes = text.utf8.span
            return switch (self, given) {
            case (.exact, .exact): sought.isWhole(bytes)
            case (.starts, .exact), (.starts, .starts): sought.isStart(of: bytes)
            case (.words, .exact), (.words, .words): sought.isWords(of: bytes)
            // The last word of a prefix and both ends of a substring may continue.
            case (.words, .starts): sought.isWords(of: Array((text + "x").utf8).span)
            case (.words, .contains): sought.isWords(of: Array(("x" + text + "x").utf8).span)
            // The words may be in another text of the line.
            case (.contains, .words): false
            case (.contains, _): sought.isInside(bytes)
            case (.exact, _), (.starts, _): false
            }
        }
    }
}

/// A trie of the texts that rules need: finds all that begin at an offset in one walk, however many
/// share a prefix.
private struct TextTree: Sendable {
    /// By parent node and next byte.
    private var nodes: [UInt64: Int] = [:]
    /// For each node the rules whose text ends there, ascending; the first node is the empty
    /// text's.
    private var rules: [[Int]] = [[]]

    mutating func add(_ text: [UInt8], of rule: Int) {
        var node = 0
        for byte in text {
            let key = Self.key(node, byte)
            if let next = nodes[key] {
                node = next
            } else {
                nodes[key] = rules.count
                node = rules.count
                rules.append([])
            }
        }
        rules[node].append(rule)
    }

    /// Calls the closure with the rules of each text that begins at this offset.
    func visit(_ bytes: [UInt8], from start: Int, _ take: ([Int]) -> Void) {
        var node = 0
        for byte in bytes[start...] {
            guard let next = nodes[Self.key(node, byte)] else { return }
            node = next
            if !rules[node].isEmpty { take(rules[node]) }
        }
    }

    private static func key(_ node: Int, _ byte: UInt8) -> UInt64 {
        UInt64(truncatingIfNeeded: node) << 8 | UInt64(byte)
    }
}

extension UserRule.Outcome {
    /// Some lines that satisfy the conditions are left to the next rule: those of the account that
    /// a transfer names, and those too small for the parts.
    fileprivate var maySkip: Bool { !transferTo.isEmpty || !parts.isEmpty }
}

extension UserRule.AmountRange {
    fileprivate func contains(_ inner: UserRule.AmountRange) -> Bool {
        if let min {
            guard let other = inner.min, min <= other else { return false }
        }
        if let max {
            guard let other = inner.max, other <= max else { return false }
        }
        return true
    }
}
