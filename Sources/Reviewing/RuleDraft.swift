package import Categorizing
package import Facts
internal import Scanning

/// A rule about to be made from a person's decision about a merchant.
package struct RuleDraft: Sendable, Equatable {
    /// Consecutive folded words of the description.
    package var words: String
    package var isOut: Bool
    package var category: String
    package var payee: String
    /// A matching description, as the bank writes it.
    package var example: String
    /// The property that lines share with the decided ones.
    package private(set) var scope = Scope.words
    /// Only lines of the same amount.
    package private(set) var isOfAmount = false
    /// The common properties of the decided lines; empty or nil where they differ.
    package private(set) var common = Common()

    package enum Scope: Sendable, Equatable, CaseIterable {
        /// These words: the merchant.
        case words
        /// The whole description.
        case description
        /// The other side's account or tax number.
        case counterparty
    }

    package struct Common: Sendable, Equatable {
        /// Folded, each once.
        package fileprivate(set) var descriptions: [String] = []
        package fileprivate(set) var iban = ""
        package fileprivate(set) var taxID = ""
        package fileprivate(set) var amount: Money?

        fileprivate init() {}

        /// Drafts a rule from these lines; a rule lists only a few descriptions.
        package init(of facts: [StatementFact]) {
            let folder = TextFolder()
            for fact in facts {
                let folded = folder.fold(fact.description)
                if !descriptions.contains(folded) { descriptions.append(folded) }
            }
            if descriptions.contains("") || descriptions.count > Self.descriptionsMax {
                descriptions = []
            }
            guard let first = facts.first else { return }
            if facts.allSatisfy({ $0.counterpartyIBAN == first.counterpartyIBAN }) {
                iban = first.counterpartyIBAN
            }
            if facts.allSatisfy({ $0.counterpartyTaxID == first.counterpartyTaxID }) {
                taxID = first.counterpartyTaxID
            }
            if facts.allSatisfy({ $0.amount == first.amount }) { amount = first.amount }
        }

        private static let descriptionsMax = 5
    }

    package init(
        words: String, isOut: Bool, category: String, payee: String = "", example: String,
        common: Common? = nil
    ) {
        if let common { self.common = common }
        self.words = TextFolder().fold(words)
        self.isOut = isOut
        self.category = category
        self.payee = payee
        self.example = example
    }

    /// The longest run of words without numbers that all descriptions share; empty when they share
    /// none.
    package static func commonWords(of descriptions: [String]) -> String {
        let folder = TextFolder()
        let texts = descriptions.map { folder.fold($0).split(separator: " ") }
        guard let first = texts.first else { return "" }
        var best: ArraySlice<Substring> = []
        for start in first.indices {
            for end in first.indices[start...]
            where end - start + 1 > best.count {
                let run = first[start...end]
                if run.contains(where: { $0.contains(where: \.isNumber) }) { break }
                guard texts.dropFirst().allSatisfy({ $0.holds(run) }) else { break }
                best = run
            }
        }
        return best.joined(separator: " ")
    }

    /// The scopes that the decided lines allow.
    package var scopes: [Scope] {
        Scope.allCases.filter { scope in
            switch scope {
            case .words: true
            case .description: !common.descriptions.isEmpty
            case .counterparty: !common.iban.isEmpty || !common.taxID.isEmpty
            }
        }
    }

    /// There is another scope, or an amount to add.
    package var hasScopes: Bool { scopes.count > 1 || common.amount != nil }

    /// Takes another scope, if the decided lines allow it.
    package mutating func take(_ wanted: Scope) {
        if scopes.contains(wanted) { scope = wanted }
    }

    /// Adds the amount to the conditions, or removes it.
    package mutating func turnAmount() { if common.amount != nil { isOfAmount.toggle() } }

    /// The next scope: first with the amount, then another one without.
    package mutating func turnScope() {
        if common.amount != nil, !isOfAmount {
            isOfAmount = true
            return
        }
        isOfAmount = false
        let all = scopes
        let place = all.firstIndex(of: scope) ?? 0
        scope = all[(place + 1) % all.count]
    }

    /// The text that the rule seeks, for a person.
    package var sought: String {
        switch scope {
        case .words: words
        case .description: common.descriptions.joined(separator: "; ")
        case .counterparty: common.iban.isEmpty ? common.taxID : common.iban
        }
    }

    /// The amount among the conditions.
    package var amount: Money? { isOfAmount ? common.amount : nil }

    /// Tests lines against the rule; nil without words, as there is no such rule.
    package var trial: RuleTrial? {
        let sign = isOut ? -1 : 1
        return switch scope {
        case .words: words.isEmpty ? nil : RuleTrial(words: [words], amount: amount, sign: sign)
        case .description:
            RuleTrial(exact: common.descriptions, amount: amount, sign: sign)
        case .counterparty:
            RuleTrial(
                iban: common.iban, taxID: common.iban.isEmpty ? common.taxID : "", amount: amount,
                sign: sign)
        }
    }

    /// The rule in the format of a rules file.
    package var yaml: [UInt8] {
        var out = ByteWriter()
        let size = amount.map { $0.isNegative ? $0.negated.text : $0.text }
        out.append("- name: ")
        out.append(
            jsonString: "\(sought)\(size.map { " " + $0 } ?? "") \(isOut ? "−" : "+") \(category)")
        out.append("\n  when: {")
        switch scope {
        case .words: append("words", [words], to: &out)
        case .description: append("exact", common.descriptions, to: &out)
        case .counterparty:
            out.append("counterparty: {\(common.iban.isEmpty ? "tax_id" : "iban"): ")
            out.append(jsonString: sought)
            out.append("}")
        }
        if let size, let amount {
            out.append(", amount: {min: \(size), max: \(size)}")
            if amount.currency.isKnown { out.append(", currency: \(amount.currency.code)") }
        }
        out.append(", sign: \(isOut ? "out" : "in")}\n  then: {category: ")
        out.append(category)
        if !payee.isEmpty {
            out.append(", payee: ")
            out.append(jsonString: payee)
        }
        out.append("}\n")
        if !example.isEmpty, scope != .counterparty {
            out.append("  yes: [")
            out.append(jsonString: example)
            out.append("]\n")
        }
        return out.bytes
    }

    private func append(_ condition: String, _ texts: [String], to out: inout ByteWriter) {
        out.append("\(condition): [")
        for (index, text) in texts.enumerated() {
            if index > 0 { out.append(", ") }
            out.append(jsonString: text)
        }
        out.append("]")
    }
}
