package import Facts
internal import Scanning

/// Suggests a category for a statement line from the user's rules and the merchant tables.
///
/// Immutable, so threads may share it. Lines for which
/// ``appendCacheKey(of:arena:account:country:to:)`` writes the same bytes get the same suggestion;
/// a caller with many lines caches it.
package final class Categorizer: Sendable {
    private let rules: RuleIndex
    private let tables: MerchantTables
    internal let categories: CategoryTable

    /// - Parameters:
    ///   - userRules: in order of precedence; the first matching rule wins.
    ///   - categories: of the household: a merged or hidden one is not suggested.
    package init(userRules: [RuleFile] = [], categories: CategoryTable = .builtIn) {
        rules = RuleIndex(userRules)
        tables = .shared
        self.categories = categories
    }

    package func knows(category key: String) -> Bool { categories.category(key) != nil }

    /// Reads the table of categories, which is otherwise read with the first suggestion.
    package static func readCategories() { _ = CategoryTable.builtIn }

    /// Some rule has a condition on amount, day, account or currency, so lines with the same
    /// description may differ.
    package var rulesDependOnMore: Bool { rules.dependOnMore }
    /// The same of accounts alone.
    package var rulesDependOnAccount: Bool { rules.dependOnAccount }

    /// - Parameters:
    ///   - arena: the bytes of the line's texts; ranges outside it count as absent.
    ///   - account: the user's name for the account, for rules.
    ///   - country: ISO 3166 alpha-2, the market of the account.
    ///   - includesOrigins: adds to evidence where in our tables it is.
    /// - Complexity: a few microseconds; linear in the length of the texts.
    package func suggest(
        line: StatementLine, arena: Span<UInt8>, account: String, country: String = "UA",
        memory: Memory? = nil, includesOrigins: Bool = true
    ) -> Suggestion {
        let found = judge(line, arena, account, country, memory, includesOrigins).0
        // A rule names a hidden category on purpose.
        return categories.suggestsAll || found.isByRule ? found : found.filed(in: categories)
    }

    /// The subjects that a line is looked up by and a decision about it is stored under.
    ///
    /// - Parameter evidence: of its suggestion; without it nothing is learned about our tables.
    package func subjects(
        of line: StatementLine, arena: Span<UInt8>, evidence: [Evidence]
    ) -> [SubjectKey] {
        var found = textSubjects(of: line, arena: arena, evidence: evidence)
        let sign = Int(line.amount.units.signum())
        if let subject = SubjectMaker.habit(evidence, sign: sign) { found.append(subject) }
        if let subject = SubjectMaker.category(evidence, sign: sign) { found.append(subject) }
        return found + words(of: line, arena: arena, evidence: evidence)
    }

    /// Words that characterise the line when the tables are not sure of it.
    private func words(
        of line: StatementLine, arena: Span<UInt8>, evidence: [Evidence]
    ) -> [SubjectKey] {
        if evidence.contains(where: \.isKnowledge) { return [] }
        let maker = SubjectMaker(tables: tables, sign: Int(line.amount.units.signum()))
        return fromText(of: line, arena) { maker.words($0) } ?? []
    }

    /// The names that the line's text may contain.
    private func names(of line: StatementLine, arena: Span<UInt8>) -> [SubjectKey] {
        let maker = SubjectMaker(tables: tables, sign: Int(line.amount.units.signum()))
        return fromText(of: line, arena) { maker.names($0) } ?? []
    }

    /// The line's text as a merchant's name, under which decisions are stored if the text is one
    /// that a person wrote; nil where the tables know all of it.
    ///
    /// A merchant of the tables is learned as such, and a bank's wording names nobody.
    package func name(
        of line: StatementLine, arena: Span<UInt8>, evidence: [Evidence]
    ) -> SubjectKey? {
        let maker = SubjectMaker(tables: tables, sign: Int(line.amount.units.signum()))
        if evidence.contains(where: { $0.source == .phrase || $0.source == .brand && !$0.isWeak }) {
            return nil
        }
        guard let name = fromText(of: line, arena, { maker.name($0) }) else { return nil }
        let words = name.undirected.utf8.dropFirst(SubjectKey.namePrefix.utf8.count)
        for word in evidence where word.source == .keyword {
            let stem = word.subject.utf8.filter { $0 != UInt8(ascii: "*") }
            // «Аптека» is any pharmacy.
            if words.elementsEqual(LooseSpelling.of(String(decoding: stem, as: UTF8.self)).utf8)
                || !words.contains(0x20) && word.subject.utf8.last == UInt8(ascii: "*")
            {
                return nil
            }
        }
        return name
    }

    /// The subjects without those about our tables.
    private func textSubjects(
        of line: StatementLine, arena: Span<UInt8>, evidence: [Evidence]
    ) -> [SubjectKey] {
        textSubjects(of: line, arena, evidence, telling: tellingField(of: line, arena))
    }

    /// - Parameter telling: from ``tellingField(of:_:)``.
    private func textSubjects(
        of line: StatementLine, _ arena: Span<UInt8>, _ evidence: [Evidence], telling: Range<Int>?
    ) -> [SubjectKey] {
        let maker = SubjectMaker(tables: tables, sign: Int(line.amount.units.signum()))
        var found: [SubjectKey] = []
        // Before the text: decisions about these very words come later and outweigh it.
        if SubjectMaker.isAboutPerson(evidence),
            let subject = fromText(
                of: line, arena, telling: telling, { maker.person($0, CategoryTable.builtIn) })
        {
            found.append(subject)
        }
        if let subject = fromText(of: line, arena, telling: telling, { maker.text($0) }) {
            found.append(subject)
        }
        if let subject = counterparty(of: line, arena, maker) { found.append(subject) }
        return found
    }

    /// Nil for a bank or a processor: what is paid through it is anything.
    private func counterparty(
        of line: StatementLine, _ arena: Span<UInt8>, _ maker: SubjectMaker
    ) -> SubjectKey? {
        let subject = maker.counterparty(
            taxID: arena.extracting(texts(line.counterpartyTaxID, arena)),
            iban: arena.extracting(texts(line.counterpartyIBAN, arena)))
        let name = texts(line.counterpartyName, arena)
        guard let subject, !name.isEmpty else { return subject }
        var folded: [UInt8] = []
        TextFolder().fold(arena.extracting(name), into: &folded)
        let wording = BankWording(tables: tables)
        return wording.isBank(
            folded.span, among: countries(of: line, paidIn: line.amount.currency, arena))
            ? nil : subject
    }

    /// The countries of the paid currency and of the other side's bank.
    ///
    /// - Parameter home: the country whose currency says nothing.
    private func countries(
        of line: StatementLine, paidIn currency: Currency, _ arena: Span<UInt8>, home: Int? = nil
    ) -> InvolvedCountries {
        // ISO 4217 codes of national currencies begin with the country's two letters; EUR belongs
        // to no country.
        let currencyBit = tables.countryBit(
            UInt8(truncatingIfNeeded: currency.packed >> 16),
            UInt8(truncatingIfNeeded: currency.packed >> 8))
        let iban = texts(line.counterpartyIBAN, arena)
        let bankBit =
            iban.count < 15
            ? nil : tables.countryBit(arena[iban.lowerBound], arena[iban.lowerBound + 1])
        return InvolvedCountries(
            currencyBit: currencyBit == home ? nil : currencyBit, bankBit: bankBit,
            isEuro: currency == .eur)
    }

    /// Calls `make` with the folded text that a line is looked up by; nil when it has none.
    private func fromText<Made>(
        of line: StatementLine, _ arena: Span<UInt8>, _ make: (Span<UInt8>) -> Made?
    ) -> Made? {
        fromText(of: line, arena, telling: tellingField(of: line, arena), make)
    }

    /// - Parameter telling: from ``tellingField(of:_:)``.
    private func fromText<Made>(
        of line: StatementLine, _ arena: Span<UInt8>, telling: Range<Int>?,
        _ make: (Span<UInt8>) -> Made?
    ) -> Made? {
        // The subfields of a marked text hold references, which differ in each row.
        let isMarked = MarkedText.isMarked(arena.extracting(texts(line.description, arena)))
        let given = texts(line.folded, arena)
        if let telling {
            var folded: [UInt8] = []
            TextFolder().fold(arena.extracting(telling), into: &folded)
            if let made = make(folded.span) { return made }
        }
        if !isMarked, !given.isEmpty { return make(arena.extracting(given)) }
        let refs =
            isMarked
            ? [line.counterpartyName, line.memo, line.description]
            : [line.description, line.memo, line.counterpartyName]
        let fields = refs.map { texts($0, arena) }.filter { !$0.isEmpty }
        // A processor's name does not say who is paid.
        let legible = isMarked ? fields.filter { !saysNothing($0, of: line, arena) } : []
        for range in legible.isEmpty ? fields : legible {
            var folded: [UInt8] = []
            TextFolder().fold(arena.extracting(range), into: &folded)
            if let made = make(folded.span) { return made }
        }
        return nil
    }

    /// The first field that says more than a description that says nothing, as «Оплата карткою»
    /// of every shop; nil when the description does, or no other field, or with a bank's marks.
    private func tellingField(of line: StatementLine, _ arena: Span<UInt8>) -> Range<Int>? {
        if line.merchant.isEmpty && line.counterpartyName.isEmpty && line.memo.isEmpty {
            return nil
        }
        let description = texts(line.description, arena)
        if description.isEmpty || MarkedText.isMarked(arena.extracting(description))
            || !saysNothing(description, of: line, arena)
        {
            return nil
        }
        for ref in [line.merchant, line.counterpartyName, line.memo] {
            let range = texts(ref, arena)
            if !range.isEmpty, !saysNothing(range, of: line, arena) { return range }
        }
        return nil
    }

    private func saysNothing(
        _ text: Range<Int>, of line: StatementLine, _ arena: Span<UInt8>
    ) -> Bool {
        var folded: [UInt8] = []
        TextFolder().fold(arena.extracting(text), into: &folded)
        return BankWording(tables: tables, sign: Int(line.amount.units.signum())).saysNothing(
            folded.span, among: countries(of: line, paidIn: line.amount.currency, arena))
    }

    /// Whether the line's text is the bank's wording alone, without a number that distinguishes
    /// such lines.
    private func isVague(
        _ line: StatementLine, _ arena: Span<UInt8>, telling: Range<Int>?
    ) -> Bool {
        fromText(of: line, arena, telling: telling) { folded in
            for index in 0..<folded.count where folded[index] &- UInt8(ascii: "0") < 10 {
                return false
            }
            return BankWording(tables: tables, sign: Int(line.amount.units.signum())).isAll(
                of: folded)
        } ?? false
    }

    /// The suggestion and the pattern of its confidence; no pattern when a rule decided or there is
    /// no evidence.
    internal func judge(
        _ line: StatementLine, _ arena: Span<UInt8>, _ account: String, _ country: String,
        _ memory: Memory? = nil, _ includesOrigins: Bool = true
    ) -> (Suggestion, EvidencePattern?) {
        let built = judge(line, arena, account, country, includesOrigins)
        guard let memory else { return built }
        let (completion, _) = remember(built, nil, line, arena, account, memory)
        return (completion.applied(to: built.0), built.1)
    }

    /// The subjects that a line is looked up by.
    fileprivate struct Subjects: Sendable {
        var keys: [SubjectKey]
        /// The text is wording alone: see ``Categorizer/isVague(_:_:telling:)``.
        var isVague: Bool
    }

    private func lookedUpBy(
        _ line: StatementLine, _ arena: Span<UInt8>, _ evidence: [Evidence]
    ) -> Subjects {
        let telling = tellingField(of: line, arena)
        return Subjects(
            keys: textSubjects(of: line, arena, evidence, telling: telling),
            isVague: isVague(line, arena, telling: telling))
    }

    /// The result of rules and tables for a line, without memory, so that memory can be applied
    /// later or on another thread.
    package struct Judgement: Sendable {
        fileprivate let built: (suggestion: Suggestion, pattern: EvidencePattern?)
        /// The line's subjects; nil when they were not asked for.
        fileprivate let subjects: Subjects?

        /// The subjects to look up first.
        package var subjectsAsked: [SubjectKey] {
            built.suggestion.isByRule ? [] : subjects?.keys ?? []
        }

        /// Borrows the suggestion of rules and tables: a copy retains a dozen strings.
        package func withSuggestion<Result>(_ body: (borrowing Suggestion) -> Result) -> Result {
            body(built.suggestion)
        }
    }

    /// The first half of ``suggest(line:arena:account:country:memory:includesOrigins:)``, without
    /// memory.
    ///
    /// - Parameter namesSubjects: compute the subjects, because memory will be applied.
    package func judge(
        line: StatementLine, arena: Span<UInt8>, account: String, country: String,
        includesOrigins: Bool = true, namesSubjects: Bool = false
    ) -> Judgement {
        let built = judge(line, arena, account, country, includesOrigins)
        return Judgement(
            built: built,
            subjects: namesSubjects ? lookedUpBy(line, arena, built.0.evidence) : nil)
    }

    /// The second half: applies memory, and reports whether amount, account or day may make a
    /// difference for another line with the same judgement.
    ///
    /// - Parameter line: the judged line, or another that looks the same to the tables.
    package func complete(
        _ judgement: borrowing Judgement, line: StatementLine, arena: Span<UInt8>, account: String,
        memory: Memory?
    ) -> (completion: Completion, varies: Bool) {
        var (completion, varies) =
            memory.map { remember(judgement.built, judgement.subjects, line, arena, account, $0) }
            ?? (Completion(judgement.built.suggestion), false)
        // A rule names a hidden category on purpose.
        if !categories.suggestsAll, !judgement.built.suggestion.isByRule {
            completion.file(in: categories)
        }
        return (completion, varies)
    }

    private func remember(
        _ built: (Suggestion, EvidencePattern?), _ subjects: Subjects?, _ line: StatementLine,
        _ arena: Span<UInt8>, _ account: String, _ memory: Memory
    ) -> (completion: Completion, varies: Bool) {
        if memory.isEmpty {
            return (
                built.0.isByRule ? Completion(built.0) : Completion(bySomebodyNewTo: built.0), false
            )
        }
        if built.0.isByRule {
            var completion = Completion(built.0)
            if built.0.payee == payee(ofUntelling: texts(line.description, arena), line, arena) {
                completion.payee = Remembering.payee(
                    (subjects ?? lookedUpBy(line, arena, built.0.evidence)).keys, memory)
            }
            return (completion, false)
        }
        let subjects = subjects ?? lookedUpBy(line, arena, built.0.evidence)
        var remembering = Remembering(
            units: line.amount.units.magnitude, account: Self.accountTag(account),
            day: line.made.day, memory: memory,
            sellsMany: Conclusion.sellsMany(built.0.evidence), isVague: subjects.isVague)
        var completion = remembering.complete(
            built.0, built.1, about: subjects.keys,
            habit: {
                SubjectMaker.habit(built.0.evidence, sign: Int(line.amount.units.signum()))
            }, names: { names(of: line, arena: arena) },
            words: { words(of: line, arena: arena, evidence: built.0.evidence) },
            category: {
                SubjectMaker.category(built.0.evidence, sign: Int(line.amount.units.signum()))
            })
        completion.payee = rules.gavePayee(built.0.evidence) ? "" : remembering.payee
        return (completion, remembering.varies)
    }

    private func judge(
        _ line: StatementLine, _ arena: Span<UInt8>, _ account: String, _ country: String,
        _ includesOrigins: Bool, without ignored: Witness.Ignored? = nil
    ) -> (Suggestion, EvidencePattern?) {
        let description = texts(line.description, arena)
        let given = texts(line.folded, arena)
        var judged: (suggestion: Suggestion, pattern: EvidencePattern?)
        if !given.isEmpty || description.isEmpty {
            judged = judge(
                line, arena, raw: description, folded: arena.extracting(given), account, country,
                includesOrigins, ignored)
        } else {
            var folded: [UInt8] = []
            folded.reserveCapacity(description.count + 16)
            TextFolder().fold(arena.extracting(description), into: &folded)
            judged = judge(
                line, arena, raw: description, folded: folded.span, account, country,
                includesOrigins, ignored)
        }
        if judged.suggestion.payee.isEmpty {
            judged.suggestion.payee = payee(ofUntelling: description, line, arena)
        }
        return judged
    }

    /// The counterparty, else the purpose, of a description with a bank's marks, which is not
    /// legible; the counterparty of one that says nothing; empty for others.
    private func payee(
        ofUntelling description: Range<Int>, _ line: StatementLine, _ arena: Span<UInt8>
    ) -> String {
        let text = arena.extracting(description)
        let name = arena.extracting(texts(line.counterpartyName, arena))
        guard MarkedText.isMarked(text), let marked = MarkedText(text) else {
            if name.isEmpty || tellingField(of: line, arena) != texts(line.counterpartyName, arena)
            {
                return ""
            }
            return String(utf8: name)
        }
        if !name.isEmpty { return String(utf8: name) }
        let parts = [marked.name, marked.purpose, marked.posting]
        return String(decoding: parts.first { !$0.isEmpty } ?? [], as: UTF8.self)
    }

    package func suggest(_ query: CategorizerQuery, memory: Memory? = nil) -> Suggestion {
        var batch = LineBatch()
        let line = query.line(in: &batch)
        return suggest(
            line: line, arena: batch.arena.span, account: query.account, country: query.country,
            memory: memory)
    }

    /// Appends all parts of a line that its suggestion depends on.
    package func appendCacheKey(
        of line: StatementLine, arena: Span<UInt8>, account: String, country: String,
        to key: inout [UInt8]
    ) {
        for ref in [
            line.description, line.merchant, line.memo, line.counterpartyName,
            line.counterpartyIBAN, line.counterpartyTaxID, line.bankCategory,
            line[.recordedTags], line[.recordedParts], line[.transferAccount],
        ] {
            let range = texts(ref, arena)
            for index in range { key.append(arena[index]) }
            key.append(0)
        }
        key.append(UInt8(truncatingIfNeeded: line.mcc))
        key.append(UInt8(truncatingIfNeeded: line.mcc >> 8))
        key.append(UInt8(truncatingIfNeeded: line.amount.units.signum()))
        key.append(contentsOf: country.utf8)
        key.append(0)
        key.append(contentsOf: line.amount.currency.code.utf8)
        key.append(contentsOf: (line.originalAmount ?? line.amount).currency.code.utf8)
        guard rulesDependOnAccount else { return }
        key.append(0)
        key.append(contentsOf: account.utf8)
        guard rulesDependOnMore else { return }
        key.append(0)
        key.append(contentsOf: line.amount.text.utf8)
        key.append(0)
        key.append(contentsOf: line.made.day.text.utf8)
    }

    private func judge(
        _ line: StatementLine, _ arena: Span<UInt8>, raw: Range<Int>, folded: Span<UInt8>,
        _ account: String, _ country: String, _ includesOrigins: Bool, _ ignored: Witness.Ignored?
    ) -> (Suggestion, EvidencePattern?) {
        if rules.isEmpty || ignored != nil {
            return judgeWithoutRules(
                line, arena, raw: raw, folded: folded, country, includesOrigins, ignored)
        }
        var found: (suggestion: Suggestion, pattern: EvidencePattern?)
        if let rule = rules.firstMatch(line, arena, folded: folded, account: account) {
            found = (rule.suggestion(for: line), nil)
        } else {
            found = judgeWithoutRules(
                line, arena, raw: raw, folded: folded, country, includesOrigins, nil)
        }
        let isByTables = !found.suggestion.isByRule
        for rule in rules.additions(to: line, arena, folded: folded, account: account) {
            rule.add(to: &found.suggestion, isByTables: isByTables)
        }
        return found
    }

    private func judgeWithoutRules(
        _ line: StatementLine, _ arena: Span<UInt8>, raw: Range<Int>, folded: Span<UInt8>,
        _ country: String, _ includesOrigins: Bool, _ ignored: Witness.Ignored?
    ) -> (Suggestion, EvidencePattern?) {
        if ignored == nil, let recorded = recorded(line, arena) { return (recorded, nil) }
        let code = country.utf8
        let countryBit =
            code.count == 2
            ? tables.countryBit(code[code.startIndex], code[code.index(after: code.startIndex)])
            : nil
        let involved = countries(
            of: line, paidIn: (line.originalAmount ?? line.amount).currency, arena,
            home: countryBit)
        let witness = Witness(
            tables: tables, categories: .builtIn, line: line,
            sign: Int(line.amount.units.signum()), countryBit: countryBit,
            involved: involved, includesOrigins: includesOrigins, ignored: ignored)
        return witness.suggest(
            arena: arena, raw: raw, folded: folded, memo: texts(line.memo, arena),
            merchant: texts(line.merchant, arena),
            counterparty: texts(line.counterpartyName, arena),
            iban: texts(line.counterpartyIBAN, arena),
            bankCategory: texts(line.bankCategory, arena))
    }

    private func texts(_ ref: TextRef, _ arena: Span<UInt8>) -> Range<Int> {
        ref.isEmpty || ref.range.upperBound > arena.count ? 0..<0 : ref.range
    }
}

extension Evidence {
    /// Found by the tables in the line, not from decisions or other lines.
    fileprivate var isOfTables: Bool {
        switch source {
        case .brand, .phrase, .processor, .keyword, .mcc, .bankCategory, .shape: true
        case .counterparty: how.isEmpty
        default: false
        }
    }

    /// Found only by approximate matching.
    fileprivate var isBent: Bool {
        how.split(separator: " ").contains { ["loose", "cut", "near"].contains($0) }
    }

    /// A row of the tables that needs no second source: a known name makes guessing by words
    /// unnecessary.
    internal var isKnowledge: Bool {
        switch source {
        case .brand, .phrase, .keyword: !isWeak
        default: false
        }
    }
}

extension Categorizer {
    /// The suggestions that would follow without one of the reasons, for each reason the answer
    /// depends on, in their order; reasons without which the same category would follow with more
    /// confidence are left out.
    ///
    /// The tables are evaluated again, because evidence does not contain rejected findings: a code
    /// that a name outweighs decides without the name.
    package func withoutEach(
        of suggestion: Suggestion, line: StatementLine, arena: Span<UInt8>, account: String,
        country: String
    ) -> [Counterfactual] {
        let evidence = suggestion.evidence
        let whole = Conclusion(from: evidence)
        let first = evidence.firstIndex(where: \.isOfTables)
        return evidence.indices.compactMap { index in
            let missing = evidence[index]
            var others = evidence
            others.remove(at: index)
            if missing.isOfTables {
                let deciding = evidence[first ?? index]
                var line = line
                if missing.source == .mcc { line.mcc = 0 }
                if missing.source == .counterparty { line.counterpartyIBAN = .none }
                let ignored = Witness.Ignored(
                    evidence: missing, mayBend: index != first && deciding.isBent)
                let (built, pattern) = judge(line, arena, account, country, true, without: ignored)
                others = Self.memory(
                    in: evidence, about: missing, of: whole.pattern == pattern,
                    beside: built.evidence)
            }
            let rest = Conclusion(from: others)
            let isNoSupport = rest.category == whole.category && rest.permille >= whole.permille
            if isNoSupport { return nil }
            let filed = categories.filed(rest.category, rest.permille)
            return Counterfactual(
                missing: missing, category: filed.category, permille: filed.permille)
        }
    }

    /// The same for a description that is not from a statement.
    package func withoutEach(
        of suggestion: Suggestion, _ query: CategorizerQuery
    ) -> [Counterfactual] {
        var batch = LineBatch()
        let line = query.line(in: &batch)
        return withoutEach(
            of: suggestion, line: line, arena: batch.arena.span, account: query.account,
            country: query.country)
    }

    /// Memory's evidence about a line, with the tables' result without one of their reasons.
    ///
    /// - Parameter isOfPattern: earlier answers to such suggestions apply to these too.
    private static func memory(
        in evidence: [Evidence], about missing: Evidence, of isOfPattern: Bool,
        beside built: [Evidence]
    ) -> [Evidence] {
        let remembered = evidence.filter {
            switch $0.source {
            case .memory, .words, .transfer, .rule: true
            case .counterparty: !$0.how.isEmpty
            case .habit:
                $0.subject.hasPrefix(SubjectKey.namePrefix)
                    || !$0.subject.utf8.contains(0x20) || !$0.subject.hasSuffix(missing.subject)
            default: false
            }
        }
        return remembered + built
            + evidence.filter { isOfPattern && $0.source == .experience }
    }

    /// The suggestion of the first user rule that decides about a line, with what others add; and
    /// what they add alone. Nil when there is none.
    package func ruleSuggestion(
        line: StatementLine, arena: Span<UInt8>, account: String
    ) -> (decision: Suggestion?, additions: Suggestion?) {
        func rules(
            _ folded: Span<UInt8>
        ) -> (decision: Suggestion?, additions: Suggestion?) {
            var decision = self.rules.firstMatch(line, arena, folded: folded, account: account)?
                .suggestion(for: line)
            let adding = self.rules.additions(to: line, arena, folded: folded, account: account)
            if adding.isEmpty { return (decision, nil) }
            var additions = Suggestion()
            for rule in adding {
                rule.add(to: &additions, isByTables: true)
                if var whole = decision {
                    rule.add(to: &whole, isByTables: false)
                    decision = whole
                }
            }
            return (decision, additions)
        }
        let given = texts(line.folded, arena)
        if !given.isEmpty { return rules(arena.extracting(given)) }
        var folded: [UInt8] = []
        TextFolder().fold(arena.extracting(texts(line.description, arena)), into: &folded)
        return rules(folded.span)
    }
}
