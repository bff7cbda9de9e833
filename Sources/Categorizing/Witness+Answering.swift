internal import Facts
internal import Scanning

/// Turns a verdict into a suggestion with its evidence.
extension Witness {
    func suggestion(
        _ verdict: Verdict
    ) -> (Suggestion, EvidencePattern?) {
        let evidence = evidence(of: verdict)
        let conclusion = Conclusion(from: evidence)
        guard !conclusion.category.isEmpty else { return (.none, conclusion.pattern) }
        let suggestion = Suggestion(
            category: conclusion.category, permille: conclusion.permille,
            evidence: evidence, payee: verdict.payee.map { tables.name(ofRow: $0.row) } ?? "")
        return (suggestion, conclusion.pattern)
    }

    /// All evidence for the verdict, the deciding source first.
    func evidence(of verdict: Verdict) -> [Evidence] {
        let decided = categories.all[verdict.category].key
        var evidence: [Evidence] = []
        evidence.reserveCapacity(verdict.hits.count + 2)
        for (index, (hit, source)) in verdict.hits.enumerated() {
            let row = tables.row(hit.row)
            evidence.append(
                Evidence(
                    source: source, subject: tables.name(ofRow: hit.row),
                    category: categories.all[hit.category].key,
                    origin: includesOrigins ? origin(row, source) : "", isWeak: hit.isWeak,
                    how: how(
                        hit, source, row, index == 0 ? verdict.reach : .plain,
                        isBehind: verdict.pattern == .wordBeforeName)))
        }
        if verdict.usesCode {
            let code = tables.code(line.mcc)
            evidence.append(
                Evidence(
                    source: .mcc, subject: Self.fourDigits(line.mcc),
                    category: verdict.isCodeMeant
                        ? decided
                        : code.strength.rawValue >= 2
                            ? categories.all[code.category].key : "",
                    origin: includesOrigins ? "mcc.csv" : "",
                    isWeak: code.strength != .strong,
                    how: verdict.isCodeMeant
                        ? "transfer"
                        : line.mcc == Self.digitalGoodsCode
                            ? "many" : evidence.isEmpty && code.isSureAlone ? "sure" : ""))
        }
        if !verdict.shape.isEmpty {
            evidence.append(
                Evidence(
                    source: .shape, subject: verdict.shape,
                    category: verdict.turn.isEmpty
                        ? decided
                        : verdict.form == "own" ? "transfers.own" : "transfers.person",
                    how: verdict.form))
        }
        if verdict.pattern == .treasury {
            evidence.append(
                Evidence(source: .counterparty, subject: "UA…899998", category: decided))
        }
        if !verdict.turn.isEmpty {
            evidence.append(
                Evidence(source: .sign, subject: "+", category: decided, how: verdict.turn))
        }
        return evidence
    }

    func origin(_ row: MerchantTables.Row, _ source: Evidence.Source) -> String {
        let table =
            source == .keyword
            ? "keywords.csv" : source == .bankCategory ? "category-crosswalk.csv" : "brands.csv"
        return row.line > 0 ? "\(table):\(row.line)" : table
    }

    /// The properties of a hit that `Conclusion` needs beyond its category.
    func how(
        _ hit: DescriptorReading.Hit, _ source: Evidence.Source, _ row: MerchantTables.Row,
        _ reach: DescriptorReading.Reach, isBehind: Bool
    ) -> String {
        if row.role == .bank, source == .brand { return "bank" }
        // A short string is stored inline, unlike a list of words.
        var words = ""
        func add(_ word: String) { words += words.isEmpty ? word : " " + word }
        switch reach {
        case .plain, .split: break
        case .loose: add("loose")
        case .cut: add("cut")
        case .near: add("near")
        }
        if source == .phrase {
            if hit.isAnchored { add("start") }
        } else if source == .keyword {
            if hit.tokens.lowerBound == 0 { add("start") }
            if hit.letters <= Self.shortWordLettersMax { add("short") }
        } else if source == .brand {
            if hit.homeliness == 0 { add("abroad") }
            if !hit.isOwn { add("register") }
            if hit.letters <= Self.shortLettersMax { add("short") }
            if isBehind { add("behind") }
            if row.sellsMany { add("many") }
        }
        if hit.isWeak, hit.sign != 0, hit.sign == sign { add("signed") }
        return words
    }

    static let shortLettersMax = 4
    static let shortWordLettersMax = 5

    static func fourDigits(_ mcc: UInt16) -> String {
        guard mcc < 10_000 else { return String(mcc) }
        let digits = [mcc / 1_000, mcc / 100 % 10, mcc / 10 % 10, mcc % 10]
        return String(decoding: digits.map { UInt8(ascii: "0") + UInt8($0) }, as: UTF8.self)
    }
}
