internal import Facts
internal import Scanning

/// The role of a column by its heading. Wider than `LayoutField`: a later step chooses between two
/// amounts or days.
enum HeadingRole: String, CaseIterable, Sendable {
    case date, made, booked, value, time
    case amount, debit, credit, currency, balance, fee, cashback, mcc, id
    case accountAmount = "account_amount"
    case originalAmount = "original_amount"
    case originalCurrency = "original_currency"
    case balanceCurrency = "balance_currency"
    /// The balance that the row's amount has not moved yet.
    case balanceBefore = "balance_before"
    /// What one unit of a currency cost.
    case rate
    case description, memo, status, direction, account
    case counterpartyName = "counterparty_name"
    case payerName = "payer_name"
    case counterpartyIBAN = "counterparty_iban"
    case payerAccount = "payer_account"
    case payeeAccount = "payee_account"
    case counterpartyTaxID = "counterparty_tax_id"
    case bankCategory = "bank_category"
    case subcategory, tags
    case targetAccount = "target_account"
    case targetAmount = "target_amount"
    case targetCurrency = "target_currency"
    /// Why the bank did not carry out a payment.
    case failureReason = "failure_reason"
    /// Known, and not read.
    case other

    var isMoney: Bool {
        switch self {
        case .amount, .accountAmount, .originalAmount, .debit, .credit, .balance, .balanceBefore,
            .fee, .cashback, .targetAmount:
            true
        default: false
        }
    }
}

/// The words of `rules/headings.yaml` for headings, directions, states and rows in the languages of
/// banks.
struct HeadingWords: Sendable {
    /// A column's possible roles, the likeliest first, and its heading's currency.
    struct Meaning: Sendable {
        let roles: [HeadingRole]
        let currency: Currency
        /// The heading with `{currency}` in place of the currency, as layouts write it; the heading
        /// itself if it has none.
        let pattern: String
        /// Contains a word for amounts, but is no known name of one.
        let isStrangeAmount: Bool
        /// The unit of its numbers; nil for the currency itself.
        var unit: HeadingUnit?

        /// An unknown heading, or one without a field: its column may hold anything.
        var mayHoldFlags: Bool {
            roles.allSatisfy {
                [.direction, .status, .bankCategory, .memo, .rate, .other].contains($0)
            }
        }
    }

    static let builtIn = HeadingWords(yaml: EmbeddedFile.headings.withSpan { Array($0) })

    private let roles: [[UInt8]: [HeadingRole]]
    /// The same for headings of several words, which are written as one.
    private let rolesOfOneWord: [[UInt8]: [HeadingRole]]
    /// Names in languages all of whose countries write the day before the month, and in no others.
    private let dayFirstNames: Set<[UInt8]>
    /// Names that are in such languages and in others: `Data`, `Status`.
    private let neutralNames: Set<[UInt8]>
    private let amountWords: [[UInt8]]
    private let directions: [[UInt8]: Bool]
    private let transfers: Set<[UInt8]>
    /// Short words that are directions if both occur.
    private let pairs: Set<Set<[UInt8]>>
    private let done: [[UInt8]]
    private let holds: [[UInt8]]
    private let failures: [(word: [UInt8], reason: RowSkip.Reason)]
    /// Whether a cell of a flag means yes.
    private let answers: [[UInt8]: Bool]
    /// Words of states that are no flags as headings.
    private let noFlags: Set<[UInt8]>
    private let rowWords: Wordings<RowSkip.Reason>
    private let totalLabels: [[UInt8]: PrintedTotals.Kind]
    let totalWords: TotalWords
    /// Whether the money came in.
    private let witnesses: Wordings<Bool>
    /// Beginnings of texts of money that comes to savings.
    private let deposits: Wordings<Bool>
    private let takenBack: [[UInt8]]
    /// Words for the balance of an account, and those beside them before a day.
    private let balanceNouns: Set<[UInt8]>
    private let besideBalances: Set<[UInt8]>
    /// By the byte of such words that ``shape(_:_:)`` takes, a bit for each length.
    private let balanceShapes: (nouns: [UInt32], beside: [UInt32])
    /// Beginnings of words for what is available.
    private let available: [[UInt8]]
    private let banks: [[UInt8]]
    private let units: [(bytes: [UInt8], currency: Currency)]
    let headingUnits: HeadingUnits
    /// Words that make a currency the account's.
    private let accountWords: Set<[UInt8]>
    /// Words for accounts and for numbers within sentences.
    private let accountNouns: Set<[UInt8]>
    /// Words for the purchase's own amount or currency, and those allowed beside them.
    private let foreignWords: Set<[UInt8]>
    private let besideForeign: Set<[UInt8]>
    private let numberWords: Set<[UInt8]>
    /// Titles above rows that are not booked.
    private let holdTitles: Set<[UInt8]>
    /// Words of such titles: `planned`, and `payments`.
    private let holdTitleStates: Set<[UInt8]>
    private let holdTitleNouns: Set<[UInt8]>

    init(yaml: [UInt8]) {
        // An embedded file; a test parses it.
        guard let root = try? YAMLNode.parse(yaml) else {
            preconditionFailure("rules/headings.yaml is not YAML")
        }
        let roles = Self.roles(root["columns"])
        self.roles = roles
        rolesOfOneWord = Dictionary(
            roles.filter { $0.key.contains(0x20) }
                .map { ($0.key.filter { $0 != 0x20 }, $0.value) },
            // Words that mean two things together mean none.
            uniquingKeysWith: { $0 == $1 ? $0 : [] }
        ).filter { !$0.value.isEmpty }
        (dayFirstNames, neutralNames) = Self.dayFirstNames(root)
        amountWords = Self.folded(root["amount_words"])
        var directions: [[UInt8]: Bool] = [:]
        for (key, isIncoming) in [("in", true), ("out", false)] {
            for item in root["direction"]?[key]?.items ?? [] {
                directions[HeaderText.word(Array((item.text ?? "").utf8).span)] = isIncoming
            }
        }
        self.directions = directions
        transfers = Self.cellWords(root["direction"]?["transfer"])
        pairs = Set(
            (root["direction"]?["pairs"]?.items ?? []).map { pair in
                Set(
                    (pair.text ?? "").split(separator: " ").map {
                        HeaderText.word(Array($0.utf8).span)
                    })
            })
        done = Self.folded(root["status"]?["done"])
        holds = Self.folded(root["status"]?["hold"])
        failures = (root["status"]?["skip"]?.pairs ?? []).map {
            (HeaderText.fold($0.key), RowSkip.Reason(rawValue: $0.value.text ?? "") ?? .reverted)
        }
        answers = Self.answers(root["flags"])
        noFlags = Set(Self.folded(root["flags"]?["not"]))
        var rowWords = Wordings<RowSkip.Reason>()
        for pair in root["rows"]?.pairs ?? [] {
            let reason = RowSkip.Reason(rawValue: pair.key) ?? .informational
            for words in Self.folded(pair.value) {
                rowWords.add(words, reason)
            }
        }
        self.rowWords = rowWords
        totalLabels = Self.totalLabels(root["totals"])
        let labels = root["total_labels"]
        totalWords = TotalWords(
            totals: Self.folded(root["rows"]?["total"]), sums: Self.folded(labels?["sums"]),
            of: Self.folded(labels?["of"]), between: Self.folded(labels?["between"]))
        witnesses = Self.wordings(root["witness"], [("in", true), ("out", false)])
        deposits = Self.wordings(root["witness"], [("deposit", true)])
        takenBack = Self.folded(root["taken_back"])
        balanceNouns = Set(Self.folded(root["dated_balances"]?["nouns"]))
        besideBalances = Set(Self.folded(root["dated_balances"]?["beside"]))
        balanceShapes = (Self.shapes(of: balanceNouns), Self.shapes(of: besideBalances))
        available = Self.folded(root["available_words"])
        banks = Self.folded(root["banks"])
        units = Self.units(root)
        headingUnits = HeadingUnits(root["heading_units"])
        accountWords = Set(Self.folded(root["account_words"]))
        accountNouns = Set(Self.folded(root["account_nouns"]))
        (foreignWords, besideForeign) = Self.foreignWords(root["foreign_words"])
        numberWords = Set(Self.folded(root["number_words"]))
        holdTitles = Set(Self.folded(root["hold_titles"]))
        holdTitleStates = Set(Self.folded(root["hold_title_words"]?["states"]))
        holdTitleNouns = Set(Self.folded(root["hold_title_words"]?["nouns"]))
    }

    private static func foreignWords(
        _ node: YAMLNode?
    ) -> (words: Set<[UInt8]>, beside: Set<[UInt8]>) {
        (Set(folded(node?["words"])), Set(folded(node?["beside"])))
    }

    private static func wordings(
        _ node: YAMLNode?, _ kinds: [(key: String, meaning: Bool)]
    ) -> Wordings<Bool> {
        var wordings = Wordings<Bool>()
        for (key, meaning) in kinds {
            for words in folded(node?[key]) { wordings.add(words, meaning) }
        }
        return wordings
    }

    private static func roles(_ node: YAMLNode?) -> [[UInt8]: [HeadingRole]] {
        var roles: [[UInt8]: [HeadingRole]] = [:]
        for pair in node?.pairs ?? [] {
            guard let role = HeadingRole(rawValue: pair.key) else {
                preconditionFailure("rules/headings.yaml: no role is called \(pair.key)")
            }
            for language in pair.value.pairs {
                for name in language.value.text?.split(separator: "|") ?? [] {
                    let folded = HeaderText.fold(String(name))
                    if !(roles[folded] ?? []).contains(role) {
                        roles[folded, default: []].append(role)
                    }
                }
            }
        }
        return roles
    }

    private static func cellWords(_ node: YAMLNode?) -> Set<[UInt8]> {
        Set((node?.items ?? []).map { HeaderText.word(Array(($0.text ?? "").utf8).span) })
    }

    private static func dayFirstNames(
        _ root: YAMLNode
    ) -> (alone: Set<[UInt8]>, shared: Set<[UInt8]>) {
        let languages = Set((root["day_first"]?.items ?? []).compactMap(\.text))
        var (own, others): (Set<[UInt8]>, Set<[UInt8]>) = ([], [])
        for language in (root["columns"]?.pairs ?? []).flatMap(\.value.pairs) {
            for name in language.value.text?.split(separator: "|") ?? [] {
                let folded = HeaderText.fold(String(name))
                if languages.contains(language.key) {
                    own.insert(folded)
                } else {
                    others.insert(folded)
                }
            }
        }
        return (own.subtracting(others), own.intersection(others))
    }

    private static func shapes(of words: Set<[UInt8]>) -> [UInt32] {
        var shapes = [UInt32](repeating: 0, count: 256)
        for word in words where !word.isEmpty {
            let (byte, length) = shape(word, word.indices)
            shapes[byte] |= length
        }
        return shapes
    }

    /// The first byte of a word, or the second one of a letter of several bytes: nearly all
    /// Cyrillic words share the first. And the word's length, as a bit.
    private static func shape(_ text: [UInt8], _ word: Range<Int>) -> (byte: Int, length: UInt32) {
        let first = text[word.lowerBound]
        let byte = first < 0x80 || word.count == 1 ? first : text[word.lowerBound + 1]
        return (Int(byte), 1 << UInt32(min(word.count, 31)))
    }

    private static func answers(_ node: YAMLNode?) -> [[UInt8]: Bool] {
        var answers: [[UInt8]: Bool] = [:]
        for (key, isYes) in [("yes", true), ("no", false)] {
            for item in node?[key]?.items ?? [] {
                answers[HeaderText.word(Array((item.text ?? "").utf8).span)] = isYes
            }
        }
        return answers
    }

    private static func totalLabels(_ node: YAMLNode?) -> [[UInt8]: PrintedTotals.Kind] {
        var labels: [[UInt8]: PrintedTotals.Kind] = [:]
        for (key, kind) in [("spent", PrintedTotals.Kind.spent), ("received", .received)] {
            for language in node?[key]?.pairs ?? [] {
                for name in language.value.text?.split(separator: "|") ?? [] {
                    labels[HeaderText.fold(String(name))] = kind
                }
            }
        }
        return labels
    }

    private static func units(_ root: YAMLNode) -> [(bytes: [UInt8], currency: Currency)] {
        var units: [(bytes: [UInt8], currency: Currency)] = []
        for pair in root["units"]?.pairs ?? [] {
            for item in pair.value.items {
                units.append((Array((item.text ?? "").utf8), Currency(code: pair.key) ?? .unknown))
            }
        }
        for item in root["ambiguous_units"]?.items ?? [] {
            units.append((Array((item.text ?? "").utf8), .unknown))
        }
        return units
    }

    private static func folded(_ node: YAMLNode?) -> [[UInt8]] {
        (node?.items ?? []).map { HeaderText.fold($0.text ?? "") }.filter { !$0.isEmpty }
    }

    // MARK: headings

    func meaning(of heading: String) -> Meaning {
        let folded = HeaderText.fold(heading)
        if let known = roles[folded] {
            let sign = sign(in: heading)
            let currency = sign.isKnown ? sign : withoutCurrency(heading)?.currency
            return Meaning(
                roles: known, currency: currency ?? .unknown, pattern: heading,
                isStrangeAmount: false)
        }
        if let counted = counted(heading, folded) { return counted }
        if let (pattern, rest, currency) = withoutCurrency(heading),
            // `Money in (EUR)` has no link to its currency.
            let known = roles[rest] ?? roles[headingUnits.withoutLink(rest)]
        {
            return Meaning(
                roles: known, currency: currency, pattern: pattern, isStrangeAmount: false)
        }
        // `Betrag in €`
        let currency = sign(in: heading)
        if currency.isKnown, let known = roles[headingUnits.withoutLink(folded)] {
            return Meaning(
                roles: known, currency: currency, pattern: heading, isStrangeAmount: false)
        }
        if let known = roles(otherwiseWritten: heading, folded) {
            return Meaning(
                roles: known, currency: .unknown, pattern: heading, isStrangeAmount: false)
        }
        let composed = rolesOfParts(heading)
        if !composed.isEmpty {
            return Meaning(
                roles: composed, currency: .unknown, pattern: heading, isStrangeAmount: false)
        }
        let words = folded.split(separator: 0x20).map(Array.init)
        // `CAD$`: what the numbers are, if they are amounts.
        let letters = heading.filter(\.isLetter)
        let isCode = letters.utf8.count == 3 && words.count == 1 && letters == letters.uppercased()
        return Meaning(
            roles: [], currency: (isCode ? self.currency(named: letters[...]) : nil) ?? .unknown,
            pattern: heading,
            isStrangeAmount: words.contains { amountWords.contains($0) })
    }

    /// `valueDate`, `accountbalance` and `Beschreibung1`: known words, written in another way.
    private func roles(otherwiseWritten heading: String, _ folded: [UInt8]) -> [HeadingRole]? {
        if let parted = Self.parted(heading), let known = roles[HeaderText.fold(parted)] {
            return known
        }
        if let stem = Self.withoutNumber(heading), let known = roles[stem],
            known.allSatisfy({ [.description, .memo].contains($0) })
        {
            return known
        }
        return rolesOfOneWord[folded] ?? rolesOfAll(heading)
    }

    /// `Дата / Date`, `Сума (Amount)`: the same in two languages. `Payee / Payer`: the other side
    /// of a payment, whoever pays.
    private func rolesOfAll(_ heading: String) -> [HeadingRole]? {
        let parts = heading.split(whereSeparator: "/|()\n".contains).map {
            HeaderText.fold(String($0))
        }.filter { !$0.isEmpty }.map { roles[$0] ?? [] }
        guard parts.count > 1 else { return nil }
        let common = parts[0].filter { role in parts.allSatisfy { $0.contains(role) } }
        if !common.isEmpty { return common }
        // `Kwota transakcji (waluta rachunku)`: the amount in the account's currency.
        if parts.count == 2, parts[0].contains(.amount), parts[1].contains(.currency),
            isOfAccount(heading)
        {
            return [.accountAmount]
        }
        // `Debit (suma)`: the money that went out.
        if parts.count == 2, let side = parts[0].first, [.debit, .credit].contains(side),
            parts[1].contains(.amount)
        {
            return [side]
        }
        // `Data tranzacției (data inserării în sistem)`: a day and its explanation.
        let days: Set = [HeadingRole.date, .made, .booked, .value]
        if heading.contains("("), !parts[0].isEmpty, days.isSuperset(of: parts[0]),
            parts.dropFirst().allSatisfy(\.isEmpty)
        {
            return parts[0]
        }
        let parties: Set = [HeadingRole.counterpartyName, .payerName]
        return parts.allSatisfy({ !parties.isDisjoint(with: $0) }) ? [.counterpartyName] : nil
    }

    /// `Oorspr. bedrag`, `Bedrag vreemde valuta`, `Foreign currency type`: a word for amounts or
    /// currencies and one for the purchase's own, with small words, in any order. Words for the
    /// account beside both, `Částka v měně účtu`, say that it is the account's.
    private func rolesOfParts(_ heading: String) -> [HeadingRole] {
        let words = (Self.parted(heading) ?? heading).split { !$0.isLetter }
        guard words.count > 1 else { return [] }
        var (isAmount, isCurrency, isForeign, isAccount) = (false, false, false, false)
        for word in words.map({ HeaderText.fold(String($0)) }) {
            let known = roles[word] ?? []
            if amountWords.contains(word) || known.contains(.amount) {
                isAmount = true
            } else if known.contains(.currency) {
                isCurrency = true
            } else if known.contains(.originalAmount) {
                (isAmount, isForeign) = (true, true)
            } else if known.contains(.originalCurrency) {
                (isCurrency, isForeign) = (true, true)
            } else if foreignWords.contains(word) {
                isForeign = true
            } else if accountWords.contains(word) {
                isAccount = true
            } else if !besideForeign.contains(word) {
                return []
            }
        }
        if isForeign == isAccount { return [] }
        if isAmount { return isForeign ? [.originalAmount] : isCurrency ? [.accountAmount] : [] }
        return isCurrency && isForeign ? [.originalCurrency] : []
    }

    /// `Сума, тис. грн` → an amount in thousands of UAH.
    private func counted(_ heading: String, _ folded: [UInt8]) -> Meaning? {
        guard let (rest, unit, word) = headingUnits.parted(heading) else { return nil }
        let currency = word.flatMap { CurrencyText.currency(folded: $0) }
        if word != nil, currency?.isListed != true { return nil }
        let known = roles[rest] ?? []
        guard
            known.contains(where: \.isMoney)
                || rest.split(separator: 0x20).contains(where: {
                    amountWords.contains(Array($0))
                })
        else { return nil }
        return Meaning(
            roles: known, currency: currency ?? sign(in: heading), pattern: heading,
            isStrangeAmount: known.isEmpty, unit: unit)
    }

    /// `Betrag (€)` → EUR: folding drops the sign. Unknown if the sign is ambiguous.
    private func sign(in heading: String) -> Currency {
        for character in heading where character.isCurrencySymbol {
            let sign = Array(String(character).utf8)
            if let known = units.first(where: { $0.bytes == sign }) { return known.currency }
        }
        return .unknown
    }

    /// `Description 2` → `description`, folded; nil without a number at the end.
    static func withoutNumber(_ heading: String) -> [UInt8]? {
        let folded = HeaderText.fold(heading)
        let digits = folded.reversed().prefix { $0 &- 0x30 < 10 }.count
        guard (1...2).contains(digits) else { return nil }
        let stem = folded.dropLast(digits)
        let blanks = stem.reversed().prefix { $0 == 0x20 }.count
        return stem.count == blanks ? nil : Array(stem.dropLast(blanks))
    }

    /// `RunningBalance` → `Running Balance`, `value_date` → `value date`; nil if unchanged.
    private static func parted(_ heading: String) -> String? {
        var out = ""
        var wasSmall = false
        for character in heading {
            if character == "_" {
                out.append(" ")
            } else {
                if wasSmall, character.isUppercase { out.append(" ") }
                out.append(character)
            }
            wasSmall = character.isLowercase
        }
        return out == heading ? nil : out
    }

    /// `Betrag (EUR)` → `Betrag ({currency})`, `betrag`, EUR. The currency ends the heading, or its
    /// code begins it. A word that is no currency in layouts stays in the pattern.
    private func withoutCurrency(
        _ heading: String
    ) -> (pattern: String, rest: [UInt8], currency: Currency)? {
        let words = heading.split { !$0.isLetter }
        guard words.count > 1, let last = words.last, let first = words.first else { return nil }
        if let currency = currency(named: last, in: heading) {
            let rest = HeaderText.fold(String(heading[..<last.startIndex]))
            return (pattern(of: heading, last, currency), rest, currency)
        }
        if first.utf8.count == 3, first.utf8.allSatisfy({ (0x41...0x5A).contains($0) }),
            let currency = currency(named: first)
        {
            return (
                pattern(of: heading, first, currency),
                HeaderText.fold(String(heading[first.endIndex...])), currency
            )
        }
        return nil
    }

    /// - Parameter heading: with the sign next to the word, as in `US$`.
    private func currency(named word: Substring, in heading: String = "") -> Currency? {
        if !heading.isEmpty, heading[word.endIndex...].first == "$" {
            let sign = Array((word + "$").utf8)
            if let known = units.first(where: { $0.bytes == sign }) { return known.currency }
        }
        let folded = HeaderText.fold(String(word))
        let found =
            CurrencyText.currency(folded: folded)
            ?? units.first {
                $0.bytes.last != UInt8(ascii: "$")
                    && HeaderText.fold(String(utf8: $0.bytes.span)) == folded
            }?.currency
        return found?.isListed == true ? found : nil
    }

    private func pattern(of heading: String, _ word: Substring, _ currency: Currency) -> String {
        let pattern = heading[..<word.startIndex] + "{currency}" + heading[word.endIndex...]
        let isRead = HeaderPattern(String(pattern)).match(HeaderText.fold(heading)) == currency
        return isRead ? String(pattern) : heading
    }

    /// Whether a heading belongs to the account: `Account currency`, `Валюта картки`.
    func isOfAccount(_ heading: String) -> Bool {
        let parted = Self.parted(heading) ?? heading
        return HeaderText.fold(parted).split(separator: 0x20).contains {
            accountWords.contains(Array($0))
        }
    }

    /// Whether a word means an account or card: `рахунком`, `compte`, `Konto`.
    func isAccount(_ folded: [UInt8]) -> Bool {
        accountNouns.contains(folded) || roles[folded]?.contains(.account) ?? false
    }

    /// Whether a word means a number: `No`, `Nr`, `номер`.
    func isNumber(_ folded: [UInt8]) -> Bool { numberWords.contains(folded) }

    /// Whether a title above rows says that they are not booked.
    func isHoldTitle(_ folded: [UInt8]) -> Bool {
        if holdTitles.contains(folded) { return true }
        var hasState = false
        for word in folded.split(separator: 0x20) {
            if holdTitleStates.contains(Array(word)) {
                hasState = true
            } else if !holdTitleNouns.contains(Array(word)) {
                return false
            }
        }
        return hasState
    }

    /// Whether a title begins with the name of a column of accounts: `Картка`, `Account number`.
    func isAccountTitle(_ folded: [UInt8]) -> Bool {
        let words = folded.split(separator: 0x20)
        return (1...max(1, min(3, words.count))).contains { count in
            let name = Array(words.prefix(count).joined(separator: [0x20]))
            return roles[name]?.contains(.account) ?? false
        }
    }

    /// Whether headings are in languages all of whose countries write the day before the month: two
    /// of them at least are, and no known one is of other languages alone.
    func areDayFirst(_ headings: [String]) -> Bool {
        let known = headings.map { HeaderText.fold($0) }.filter { roles[$0] != nil }
        let own = Set(known.filter(dayFirstNames.contains))
        return own.count >= 2 && known.allSatisfy { own.contains($0) || neutralNames.contains($0) }
    }

    // MARK: words of cells

    /// True for money in, false for money out, nil for any other word.
    func direction(_ cell: Span<UInt8>) -> Bool? { directions[HeaderText.word(cell)] }

    /// Whether the word means a transfer to another own account.
    func isTransfer(_ cell: Span<UInt8>) -> Bool { transfers.contains(HeaderText.word(cell)) }

    /// Whether a column of few distinct words contains only directions: known words of at least
    /// three bytes, or both short ones of a pair.
    func isDirections(_ profile: ColumnProfile) -> Bool {
        guard !profile.hasManyValues, !profile.values.isEmpty else { return false }
        let isPair =
            profile.values.count == 2
            && pairs.contains(Set(profile.values.map { HeaderText.word($0.span) }))
        return isPair
            || profile.values.allSatisfy { $0.count >= 3 && direction($0.span) != nil }
    }

    /// Whether each word of the column says that money comes, goes or moves, and so is no category.
    func areMovements(_ profile: ColumnProfile) -> Bool {
        !profile.hasManyValues
            && profile.values.allSatisfy { direction($0.span) != nil || isTransfer($0.span) }
    }

    enum State { case done, hold, skipped(RowSkip.Reason) }

    func state(_ folded: [UInt8]) -> State? {
        if done.contains(folded) { return .done }
        if holds.contains(folded) { return .hold }
        return failures.first { $0.word == folded }.map { .skipped($0.reason) }
    }

    /// The states that a yes and a no below a heading mean, if the heading is a word of a state:
    /// `Booked`, `isPending`, `Скасовано`. A payment may be reversed and still have moved money.
    func flag(_ heading: String) -> (yes: State, no: State)? {
        var folded = HeaderText.fold(Self.parted(heading) ?? heading)
        if folded.starts(with: "is ".utf8) { folded.removeFirst(3) }
        if noFlags.contains(folded) { return nil }
        switch state(folded) {
        case .done: return (.done, .hold)
        case .hold: return (.hold, .done)
        case .skipped(.failedOrDeclined): return (.skipped(.failedOrDeclined), .done)
        case .skipped, nil: return nil
        }
    }

    /// Whether a cell of a flag says yes; nil if it says neither.
    func answer(_ cell: Span<UInt8>) -> Bool? { answers[HeaderText.word(cell)] }

    /// Why a row with this text is no movement of money; nil if it may be one, as with totals:
    /// shops are called Total.
    func rowReason(_ folded: [UInt8]) -> RowSkip.Reason? {
        if let found = rowWords.first(beginning: folded[...]) {
            return found.meaning == .total ? nil : found.meaning
        }
        return isNamedAsBalance(folded) ? .informational : nil
    }

    /// Whether a text is only the name of a column of balances, which may be a payment's purpose.
    func isNamedAsBalance(_ folded: [UInt8]) -> Bool {
        rowWords.first(beginning: folded[...]) == nil && roles[folded]?.first == .balance
    }

    /// Whether a text that begins with the words of a balance contains only a period or account
    /// beside them.
    func isBalanceLabel(_ cell: String, folded: [UInt8]) -> Bool {
        guard let found = rowWords.longest(beginning: folded[...]) else { return true }
        return totalWords.isBeside(cell, after: found.words.split(separator: 0x20).count)
    }

    /// The kind of a total's label; nil without a word for totals.
    func totalLabel(_ cell: String, folded: [UInt8]) -> TotalWords.Label? {
        if let kind = totalLabels[folded], kind == .spent || kind == .received { return .whole }
        return totalWords.label(cell)
    }

    /// A fast filter: false for nearly all texts that are no label of a total.
    func mayBeTotal(_ folded: [UInt8]) -> Bool {
        totalWords.mayHold(folded) || totalLabels[folded] != nil
    }

    /// The kind of printed total of a label: `Total debit`, `Вхідний залишок`; nil for other texts.
    func totalsKind(_ folded: [UInt8]) -> PrintedTotals.Kind? {
        if let known = totalLabels[folded] { return known }
        guard let found = rowWords.longest(beginning: folded[...]) else { return nil }
        switch found.meaning {
        case .openingBalance: return .opening
        case .closingBalance: return .closing
        case .total:
            let rest = Array(folded.dropFirst(found.words.count + 1))
            if rest.isEmpty { return .total }
            switch roles[rest]?.first {
            case .debit: return .spent
            case .credit: return .received
            default: return nil
            }
        default: return nil
        }
    }

    /// A fast filter: false for nearly all folded texts that are no label of a balance.
    func mayBeBalance(_ folded: [UInt8]) -> Bool {
        var hasNoun = false
        // A month and a currency.
        var othersLeft = 2
        var start = 0
        for end in 0...folded.count where end == folded.count || folded[end] == 0x20 {
            defer { start = end + 1 }
            guard start < end else { continue }
            let (byte, length) = Self.shape(folded, start..<end)
            if balanceShapes.nouns[byte] & length != 0 {
                hasNoun = true
            } else if balanceShapes.beside[byte] & length == 0, folded[start] &- 0x30 >= 10 {
                othersLeft -= 1
                if othersLeft < 0 { return false }
            }
        }
        return hasNoun
    }

    /// Whether a label names the balance of an account, and nothing else: no limit, no card.
    ///
    /// - Parameter wordsMin: a single word without a day may be a person's name: `Stan`.
    func isBalanceOfAccount(_ label: [UInt8], wordsMin: Int = 1) -> Bool {
        let words = HeaderText.fold(label.span).split(separator: 0x20)
        guard words.count >= wordsMin else { return false }
        var hasNoun = false
        for word in words {
            let word = Array(word)
            if balanceNouns.contains(word) {
                hasNoun = true
            } else if !besideBalances.contains(word), !isCurrency(word) {
                return false
            }
        }
        return hasNoun
    }

    private func isCurrency(_ word: [UInt8]) -> Bool {
        units.contains { $0.bytes == word }
            || CurrencyText.currency(folded: word).map(\.isListed) ?? false
    }

    /// Whether a text means money in; nil if it has no such word, or both.
    func witness(_ folded: [UInt8]) -> Bool? {
        var said: Bool?
        var rest = folded[...]
        while !rest.isEmpty {
            // "Pago recibido" came in, though "pago" goes out: the longer wording wins.
            if let meant = witnesses.longest(beginning: rest)?.meaning {
                if let said, said != meant { return nil }
                said = meant
            }
            rest = rest.drop { $0 != 0x20 }.dropFirst()
        }
        return said
    }

    /// Whether a text begins with words for money that comes to savings.
    func isDeposit(_ folded: [UInt8]) -> Bool {
        deposits.first(beginning: folded[...]) != nil
    }

    /// Whether a heading of balances says that they are what is available.
    func isAvailable(_ heading: String) -> Bool {
        HeaderText.fold(heading).split(separator: 0x20).contains { word in
            available.contains { word.starts(with: $0) }
        }
    }

    /// Whether a word of a text begins with one for a payment that is taken back.
    func isTakenBack(_ folded: [UInt8]) -> Bool {
        folded.split(separator: 0x20).contains { word in
            takenBack.contains { word.starts(with: $0) }
        }
    }

    /// Whether a word of a text means a bank, or ends with one: `Volksbank Musterstadt`.
    func hasBank(_ folded: [UInt8]) -> Bool {
        folded.split(separator: 0x20).contains { word in
            banks.contains { word.starts(with: $0) || word.reversed().starts(with: $0.reversed()) }
        }
    }

    // MARK: units

    /// Whether a cell above a table says what its amounts count, if that is not the currency.
    func saysUnit(_ cell: [UInt8]) -> Bool {
        guard cell.count <= Self.unitBytesMax else { return false }
        return headingUnits.isSaid(
            in: String(decoding: cell, as: UTF8.self),
            isAmount: { word in amountWords.contains { word.starts(with: $0) } },
            isCurrency: isCurrency)
    }

    /// A longer text is about more than the amounts.
    private static let unitBytesMax = 100

    /// Whether a cell is only a word for thousands or coins.
    func isUnit(_ cell: [UInt8]) -> Bool { headingUnits.isUnit(HeaderText.fold(cell.span)) }

    /// The currency of a unit beside a number, unknown if ambiguous; nil if it is no unit.
    func unit(_ bytes: [UInt8]) -> Currency? {
        if let known = units.first(where: { $0.bytes == bytes }) { return known.currency }
        if let code = Currency(code: bytes.span), code.isListed { return code }
        return CurrencyText.currency(folded: HeaderText.fold(bytes.span)).flatMap {
            $0.isListed ? $0 : nil
        }
    }
}

/// The meanings of wordings, found by a text's first words.
private struct Wordings<Meaning: Sendable>: Sendable {
    typealias Wording = (words: [UInt8], meaning: Meaning)

    /// By their first word.
    private var wordings: [[UInt8]: [Wording]] = [:]

    mutating func add(_ words: [UInt8], _ meaning: Meaning) {
        wordings[Self.firstWord(words), default: []].append((words, meaning))
    }

    func first(beginning text: ArraySlice<UInt8>) -> Wording? {
        wordings[Self.firstWord(text)]?.first { Self.begins(text, $0.words) }
    }

    func longest(beginning text: ArraySlice<UInt8>) -> Wording? {
        wordings[Self.firstWord(text)]?.filter { Self.begins(text, $0.words) }
            .max { $0.words.count < $1.words.count }
    }

    private static func firstWord(_ text: some Sequence<UInt8>) -> [UInt8] {
        Array(text.prefix { $0 != 0x20 })
    }

    /// Whether a text begins with whole words.
    private static func begins(_ text: ArraySlice<UInt8>, _ words: [UInt8]) -> Bool {
        text.starts(with: words)
            && (text.count == words.count || text[text.startIndex + words.count] == 0x20)
    }
}
