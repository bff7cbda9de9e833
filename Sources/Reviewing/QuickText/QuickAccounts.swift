internal import Categorizing
package import Facts
internal import Scanning

/// The accounts that words of a sentence may mean.
///
/// A word means an account when it is the account's whole name: its own, an alias, the displayed
/// one, or that of its bank with or without “bank”, in any letter case, script and Slavic case
/// («приватбанку», «моно», `privat`). A word that merely resembles a name has no meaning.
package struct QuickAccounts: Sendable {
    package struct Account: Sendable {
        package var id: String
        package var shown: String
        /// Unknown if there are several.
        package var currency: Currency
        package var names: [String]
        /// Last four digits of its cards and account numbers.
        package var tails: [String]

        package init(
            id: String, shown: String, currency: Currency, names: [String], tails: [String] = []
        ) {
            self.id = id
            self.shown = shown
            self.currency = currency
            self.names = names
            self.tails = tails
        }
    }

    private struct Entry: Sendable {
        let account: Account
        /// Each name as loosely spelt words.
        let whole: [[String]]
        /// Names without currencies and generic words, and banks' names without “bank”.
        let short: [[String]]
    }

    private let entries: [Entry]

    package init(_ accounts: [Account] = []) {
        entries = accounts.map { account in
            let whole = account.names.map { Self.words(of: $0) }.filter { !$0.isEmpty }
            let short = account.names.flatMap { Self.shortened($0) }
            return Entry(account: account, whole: whole, short: short)
        }
    }

    package var isEmpty: Bool { entries.isEmpty }

    /// The accounts with exactly this name.
    package func meant(by text: String) -> [Account] {
        var (found, isWhole) = named(text)
        if isWhole { return found }
        // «приватбанк», «приват24» of an account «Приват».
        let small = text.lowercased()
        for ending in Self.endingsOfBanks where small.hasSuffix(ending) {
            let stem = small.dropLast(ending.count)
            guard stem.count >= Self.lettersMin else { continue }
            for account in named(String(stem)).accounts
            where !found.contains(where: { $0.id == account.id }) {
                found.append(account)
            }
        }
        return found
    }

    private static let endingsOfBanks = [
        "банк", "банку", "банка", "банком", "банке", "bank", "24",
    ]

    /// Accounts whose name continues after this word.
    func beginning(with text: String) -> [Account] {
        let small = text.lowercased()
        let stems = Self.endingsOfBanks.filter(small.hasSuffix).map {
            String(small.dropLast($0.count))
        }
        let typed = ([text] + stems).flatMap { Self.words(of: $0).prefix(1) }
            .filter { $0.count >= Self.lettersMin }
        let isCyrillic = Self.isCyrillic(text[...])
        return entries.filter { entry in
            (entry.whole + entry.short).contains { name in
                name.count > 1
                    && typed.contains { word in
                        name[0] == word || isCyrillic && Self.isBent(word, of: name[0])
                    }
            }
        }.map(\.account)
    }

    /// By the first spelling in which the text is a name, and whether it is a whole name.
    private func named(_ text: String) -> (accounts: [Account], isWhole: Bool) {
        let digits = text.filter { $0.isASCII && $0.isNumber }
        if digits.count == 4, text.allSatisfy({ $0.isNumber || "*•".contains($0) }) {
            return (entries.filter { $0.account.tails.contains(digits) }.map(\.account), true)
        }
        let typed = text.split(separator: " ").flatMap { word in
            Self.words(of: String(word)).map { (loose: $0, isCyrillic: Self.isCyrillic(word)) }
        }
        if typed.isEmpty || typed.allSatisfy({ $0.loose.count < Self.lettersMin }) {
            return ([], false)
        }
        func isNamed(_ names: [[String]], bent: Bool) -> Bool {
            names.contains { name in
                name.count == typed.count
                    && zip(typed, name).allSatisfy { word, known in
                        word.loose == known
                            || bent && word.isCyrillic && Self.isBent(word.loose, of: known)
                    }
            }
        }
        // Exact names before names in another case.
        for bent in [false, true] {
            for names in [\Entry.whole, \Entry.short] {
                let found = entries.filter { isNamed($0[keyPath: names], bent: bent) }
                if !found.isEmpty { return (found.map(\.account), names == \Entry.whole) }
            }
        }
        return ([], false)
    }

    /// The single account with this name.
    package func only(_ text: String, in currency: Currency = .unknown) -> Account? {
        let found = Self.fitting(meant(by: text), currency)
        return found.count == 1 ? found[0] : nil
    }

    /// Those in the currency, if one is given and some account has it.
    static func fitting(_ accounts: [Account], _ currency: Currency) -> [Account] {
        guard currency.isKnown, accounts.count > 1 else { return accounts }
        let own = accounts.filter { $0.currency == currency }
        return own.isEmpty ? accounts : own
    }

    // MARK: Cases of a name

    /// Banks that people name even without an account there.
    static let banks = QuickAccounts(
        QuickWords.builtIn.all(.bank).map {
            Account(id: $0, shown: $0, currency: .unknown, names: [$0])
        })

    /// The grammatical case of a name.
    enum Form { case asNamed, instrumental, other }

    /// - Parameter text: a name of one of the accounts, in any case.
    func form(of text: String) -> Form {
        let small = text.lowercased()
        let endings = ["", "банк", "bank", "24"]
        let isNamed = endings.contains { ending in
            guard small.hasSuffix(ending) else { return false }
            let typed = Self.words(of: String(small.dropLast(ending.count)))
            return entries.contains { ($0.whole + $0.short).contains(typed) }
        }
        if isNamed { return .asNamed }
        let first = small.prefix { $0 != " " }
        return Self.isInstrumental(first) ? .instrumental : .other
    }

    /// «приватом», «чорною»: the instrumental case.
    static func isInstrumental(_ word: some StringProtocol) -> Bool {
        endingsOfInstrumental.contains { word.hasSuffix($0) }
    }

    private static let endingsOfInstrumental = ["ом", "ем", "єм", "ою", "ею", "єю"]

    // MARK: Names

    /// Shorter names are ordinary words.
    private static let lettersMin = 3

    private static func words(of name: String) -> [String] {
        LooseSpelling.of(name).split(separator: " ").map(String.init)
    }

    /// `monobank-UAH` is `monobank` and `mono`, «Чорна картка» is «чорна», `sense-bank` is `sense`.
    private static func shortened(_ name: String) -> [[String]] {
        let folded = TextFolder().fold(name).split(separator: " ").map(String.init)
        let lexicon = QuickWords.builtIn
        let own = folded.filter { word in
            let isCurrency = Currency(code: word.uppercased())?.isListed == true
            let key = QuickWords.key(word)
            return !isCurrency && !lexicon.has(.carded, key) && !lexicon.has(.account, key)
        }
        let bank = "bank"
        var short: [[String]] = []
        let words = Self.words(of: own.joined(separator: " "))
        let rest = words.filter { $0 != bank }
        if own.count < folded.count { short.append(words) }
        if rest.count < words.count { short.append(rest) }
        if rest.count == 1, rest[0].hasSuffix(bank) { short.append([String(rest[0].dropLast(4))]) }
        // «Ощад 1»
        let spoken = rest.filter { !$0.allSatisfy(\.isNumber) }
        if spoken.count < rest.count { short.append(spoken) }
        return short.filter { $0.contains { $0.count >= lettersMin } }
    }

    private static func isCyrillic(_ word: Substring) -> Bool {
        word.unicodeScalars.contains { (0x400...0x4FF).contains($0.value) }
    }

    /// «привату», «чорної»: the stem with the ending of another case.
    private static func isBent(_ word: String, of name: String) -> Bool {
        let stem = zip(word, name).prefix { $0 == $1 }.count
        let (ending, own) = (word.dropFirst(stem), name.dropFirst(stem))
        return stem >= lettersMin && endings.contains(String(ending))
            && endingsOfNames.contains(String(own))
    }

    /// Endings of Slavic cases, in loose spelling.
    private static let endings: Set<String> = [
        "", "a", "u", "i", "e", "o", "ia", "iu", "ie", "om", "em", "oi", "ei", "oiu", "eiu", "ou",
        "ah", "iah", "am", "iam", "ami", "ov", "iv", "ovi", "evi", "oho", "eho", "omu", "emu", "im",
        "ih", "imi", "uiu", "aia", "oe",
    ]
    private static let endingsOfNames: Set<String> = [
        "", "a", "i", "e", "o", "ia", "aia", "oe",
    ]
}
