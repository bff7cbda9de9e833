internal import Facts
internal import Scanning

/// A rule prepared for matching, with its texts as bytes.
internal struct RuleMatcher: Sendable {
    let conditions: UserRule.Conditions
    private let suggestion: Suggestion
    private let split: RuleSplit?
    private let words: [SoughtText]
    private let contains: [SoughtText]
    private let exact: [SoughtText]
    private let starts: [SoughtText]
    private let counterpartyName: SoughtText
    private let memo: [SoughtText]
    private let bankCategory: [SoughtText]
    private let tags: [SoughtText]
    /// Adds tags, payee and note to what another rule or the tables say.
    let onlyAdds: Bool

    init(_ rule: UserRule, origin: String) {
        conditions = rule.when
        words = rule.when.words.map { SoughtText($0) }
        contains = rule.when.contains.map { SoughtText($0) }
        exact = rule.when.exact.map { SoughtText($0) }
        starts = rule.when.starts.map { SoughtText($0) }
        counterpartyName = SoughtText(rule.when.counterparty.name)
        memo = rule.when.memo.map { SoughtText($0) }
        bankCategory = rule.when.bankCategory.map { SoughtText($0) }
        tags = rule.when.tags.map { SoughtText($0) }
        onlyAdds = rule.then.onlyAdds
        let how =
            onlyAdds
            ? Evidence.adds : rule.then.writesOtherSide ? Evidence.writesOtherSide : ""
        suggestion = Suggestion(
            category: rule.then.category, permille: 1000,
            evidence: [
                Evidence(
                    source: .rule, subject: rule.name, category: rule.then.category,
                    origin: origin, how: how)
            ], payee: rule.then.payee, note: rule.then.note, transferTo: rule.then.transferTo,
            tags: rule.then.tags, isDismissal: rule.then.isDismissal)
        split = rule.then.parts.isEmpty ? nil : RuleSplit(rule.then.parts)
    }

    /// Lines with one description may differ in more than their sign.
    var dependsOnMore: Bool {
        conditions.amount != nil || !conditions.account.isEmpty
            || !conditions.accountKinds.isEmpty || conditions.currency.isKnown
            || conditions.days != nil || split != nil
            || conditions.filters.contains { $0.meaning?.dependsOnMore ?? false }
    }

    /// Lines with one description may differ by their account: none is a transfer to its own.
    var dependsOnAccount: Bool { !suggestion.transferTo.isEmpty }

    /// The suggestion for a matching line.
    func suggestion(for line: StatementLine) -> Suggestion {
        guard let split else { return suggestion }
        var result = suggestion
        result.splits = split.parts(of: line.amount) ?? []
        return result
    }

    /// Adds its tags, payee and note, and its evidence after the others; a payee or note that is
    /// there stays.
    func add(to suggestion: inout Suggestion, isByTables: Bool) {
        let added = self.suggestion
        if !added.payee.isEmpty, isByTables || suggestion.payee.isEmpty {
            suggestion.payee = added.payee
        }
        if suggestion.note.isEmpty { suggestion.note = added.note }
        suggestion.tags += added.tags.filter { !suggestion.tags.contains($0) }
        suggestion.evidence += added.evidence
    }

    /// Whether it added a payee to a suggestion with this evidence.
    func gavePayee(_ evidence: [Evidence]) -> Bool {
        !suggestion.payee.isEmpty && evidence.contains { suggestion.evidence.contains($0) }
    }

    /// Texts of which every matching line contains at least one; empty when there is no such
    /// condition.
    var anchors: [[UInt8]] {
        let sought =
            !exact.isEmpty ? exact : !starts.isEmpty ? starts : !words.isEmpty ? words : contains
        return sought.map(\.bytes)
    }

    /// Whether the conditions on the description hold.
    func isText(_ folded: Span<UInt8>) -> Bool { isText(folded, beside: []) }

    /// - Parameter others: further texts of the line, in which only `words` are sought.
    private func isText(_ folded: Span<UInt8>, beside others: [[UInt8]]) -> Bool {
        if !exact.isEmpty, !exact.contains(where: { $0.isWhole(folded) }) { return false }
        if !starts.isEmpty, !starts.contains(where: { $0.isStart(of: folded) }) { return false }
        if !words.isEmpty, !words.contains(where: { $0.isWords(of: folded) }),
            !others.contains(where: { other in words.contains { $0.isWords(of: other.span) } })
        {
            return false
        }
        if !contains.isEmpty, !contains.contains(where: { $0.isInside(folded) }) { return false }
        let matches = conditions.matches
        return matches.isEmpty || matches.contains { $0.isFound(in: folded) }
    }

    func isMatch(
        _ line: StatementLine, _ arena: Span<UInt8>, folded: Span<UInt8>, others: [[UInt8]],
        account: String
    ) -> Bool {
        if conditions.sign != 0, line.amount.units.signum() != Int64(conditions.sign) {
            return false
        }
        if !conditions.mcc.isEmpty, !conditions.mcc.contains(line.mcc) { return false }
        if conditions.currency.isKnown, line.amount.currency != conditions.currency { return false }
        if let amount = conditions.amount, !amount.contains(line.amount) { return false }
        if !conditions.account.isEmpty, conditions.account != account,
            conditions.isAccount?(account) != true
        {
            return false
        }
        if let days = conditions.days, !days.contains(line.made.day) { return false }
        // A text like "top up" is on both statements of a transfer.
        if !suggestion.transferTo.isEmpty, suggestion.transferTo == account { return false }
        // Fixed parts must not exceed the line.
        if let split, split.parts(of: line.amount) == nil { return false }
        return isCounterparty(line, arena) && isMemo(line, arena)
            && isRecorded(line, arena) && isText(folded, beside: others)
            && (conditions.accountKinds.isEmpty
                || conditions.accountKinds.contains(conditions.kindOf(account)))
            && isFiltered { $0.accepts(line, arena, account) }
    }

    /// Whether the filters' terms about texts hold for a description.
    func isFiltered(_ description: String) -> Bool { isFiltered { $0.acceptsText(description) } }

    private func isFiltered(_ accepts: (UserRule.Filter.Meaning) -> Bool) -> Bool {
        conditions.filters.isEmpty
            || conditions.filters.contains { $0.meaning.map(accepts) ?? false }
    }

    private func isRecorded(_ line: StatementLine, _ arena: Span<UInt8>) -> Bool {
        (bankCategory.isEmpty || isAny(of: bankCategory, in: line.bankCategory, arena))
            && (tags.isEmpty || isAny(of: tags, in: line[.recordedTags], arena))
    }

    private func isMemo(_ line: StatementLine, _ arena: Span<UInt8>) -> Bool {
        memo.isEmpty || isAny(of: memo, in: line.memo, arena)
    }

    /// Whether a text of the line has any of these as words.
    private func isAny(of sought: [SoughtText], in ref: TextRef, _ arena: Span<UInt8>) -> Bool {
        guard ref.range.upperBound <= arena.count else { return false }
        var folded: [UInt8] = []
        TextFolder().fold(arena.extracting(ref.range), into: &folded)
        return sought.contains { $0.isWords(of: folded.span) }
    }

    private func isCounterparty(_ line: StatementLine, _ arena: Span<UInt8>) -> Bool {
        let wanted = conditions.counterparty
        if wanted.isEmpty { return true }
        if !wanted.iban.isEmpty, !isSameCode(wanted.iban, line.counterpartyIBAN, arena) {
            return false
        }
        if !wanted.taxID.isEmpty, !isSameCode(wanted.taxID, line.counterpartyTaxID, arena) {
            return false
        }
        return counterpartyName.bytes.isEmpty
            || isAny(of: [counterpartyName], in: line.counterpartyName, arena)
    }

    /// Ignores blanks and the case of Latin letters.
    private func isSameCode(_ wanted: String, _ ref: TextRef, _ arena: Span<UInt8>) -> Bool {
        guard ref.range.upperBound <= arena.count else { return false }
        var at = ref.range.lowerBound
        for byte in wanted.utf8 where byte != 0x20 {
            while at < ref.range.upperBound, arena[at] == 0x20 { at += 1 }
            guard at < ref.range.upperBound, upper(arena[at]) == upper(byte) else { return false }
            at += 1
        }
        while at < ref.range.upperBound, arena[at] == 0x20 { at += 1 }
        return at == ref.range.upperBound
    }

    private func upper(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "a") < 26 ? byte & 0xDF : byte
    }
}
