package import Facts
internal import Saving
package import Scanning

/// An error in `kopiyka.yaml`, with its position. Commands makes the sentence.
package struct SettingsProblem: Error, Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case syntax(YAMLError.Problem)
        case notAMapping
        case unknownKey(String)
        case wrongType(String)
        case nameMissing
        /// Two accounts with one name or alias.
        case nameTwice(String)
        case currencyInvalid(String)
        /// Control characters or a slash in a name that is printed and stored.
        case nameInvalid(String)
        /// More than a word, or a mark of a filter in the name of a saved one.
        case filterNameInvalid(String)
        /// A journal's name that the program exported to cannot read.
        case journalNameInvalid(String)
        /// `journal:` names no account or category.
        case journalThingUnknown(String)
        case languageUnknown(String)
        case kindUnknown(String)
        /// `opening:` is no amount, currency and day.
        case openingInvalid(String)
    }

    package let kind: Kind
    package let line: Int
    package let column: Int

    package init(kind: Kind, line: Int, column: Int) {
        self.kind = kind
        self.line = line
        self.column = column
    }
}

/// `kopiyka.yaml`: the owner's accounts and preferences.
///
/// ```yaml
/// language: uk
/// country: UA
/// base: UAH
/// reports:
///   кава: category:eating_out.coffee last:3m
/// accounts:
///   - name: Чорна картка
///     is: [UA213223130000026007233566001, "*1234", black]
///     currency: UAH
///     bank: monobank
///     kind: card
///     opening: 1200.00 UAH 2026-01-01
///     shown: Чорна
///     hidden: true
/// cash:
///   withdrawals: true
/// journal:
///   accounts: {Чорна картка: Assets:Monobank:Black}
///   categories: {groceries: Expenses:Food}
/// ```
package struct Settings: Sendable, Equatable {
    package struct Account: Sendable, Equatable {
        package var name: String
        /// IBANs, OFX ids, masked cards and folder names of this account.
        package var aliases: [String]
        package var currency: Currency
        package var bank: String
        /// The display name. Keys depend on `name`, which therefore stays; empty to display `name`.
        package var shown: String
        /// Excluded from balances and reports unless requested.
        package var isHidden: Bool
        /// Nil when the names of the account say it.
        package var givenKind: AccountKind?
        /// At most one for each currency.
        package var openings: [Opening] = []

        /// The balance before the lines of a day.
        package struct Opening: Sendable, Equatable {
            package var amount: Money
            package var day: CalendarDate

            package init(amount: Money, day: CalendarDate) {
                self.amount = amount
                self.day = day
            }

            package var text: String { "\(amount.text) \(amount.currency.code) \(day.text)" }

            /// Reads what `text` writes; an account with one currency need not name it.
            init?(_ text: String, in currency: Currency) {
                var words = text.split(separator: " ").map(String.init)
                if words.count == 2, currency.isKnown { words.insert(currency.code, at: 1) }
                guard words.count == 3, let currency = Currency(code: words[1]),
                    currency.isListed, let amount = Money(text: words[0], currency: currency),
                    amount.scale <= currency.exponent,
                    let day = CalendarDate(text: words[2])
                else { return nil }
                self.init(amount: amount, day: day)
            }
        }

        package init(
            name: String, aliases: [String] = [], currency: Currency = .unknown, bank: String = "",
            shown: String = "", isHidden: Bool = false, givenKind: AccountKind? = nil
        ) {
            self.name = name
            self.aliases = aliases
            self.currency = currency
            self.bank = bank
            self.shown = shown
            self.isHidden = isHidden
            self.givenKind = givenKind
        }

        package var shownName: String { shown.isEmpty ? name : shown }

        /// The given kind, else what name, aliases and bank say, else `current`.
        package var kind: AccountKind {
            givenKind ?? AccountKind(ofAccountNamed: [name, shown, bank] + aliases)
        }
    }

    /// Where the cash of withdrawals goes.
    package enum Withdrawals: Sendable, Equatable {
        /// Nowhere: only the person's own entries are in cash.
        case no
        /// Into the cash account of its currency, as of payments that a person enters.
        case toCash
        /// Into these accounts, by currency.
        case to([Currency: String])
    }

    /// A filter with a name, in the textual form of the command line.
    package struct SavedFilter: Sendable, Equatable {
        package let name: String
        package let text: String
        /// The line of the text's first character; 1-based.
        package let line: Int
        package let column: Int
        /// Columns of the text are columns of the file.
        package let isOneLine: Bool

        package init(name: String, text: String, line: Int, column: Int, isOneLine: Bool) {
            self.name = name
            self.text = text
            self.line = line
            self.column = column
            self.isOneLine = isOneLine
        }

        /// The place changes with other lines of the file.
        package static func == (a: SavedFilter, b: SavedFilter) -> Bool {
            a.name == b.name && a.text == b.text
        }
    }

    /// A name in the person's own journal, and what has it.
    package struct JournalName: Sendable, Equatable {
        /// An account's or a category's name, as written.
        package var thing: String
        package var name: String
        package var line: Int
        package var column: Int

        /// The place changes with other lines of the file.
        package static func == (a: JournalName, b: JournalName) -> Bool {
            a.thing == b.thing && a.name == b.name
        }
    }

    /// One of ``languages``; empty for the terminal's language.
    package var language: String
    /// The files of `rules/words`.
    package static let languages = ["en", "uk"]
    /// `UA`; empty if unset.
    package var country: String
    /// The currency of figures over all accounts; unknown if unset.
    package var base = Currency.unknown
    package var accounts: [Account]
    package var withdrawals = Withdrawals.no
    /// In file order.
    package var reports: [SavedFilter] = []
    /// The section `journal:`; who exports knows whether its accounts and categories exist.
    package var journalAccounts: [JournalName] = []
    package var journalCategories: [JournalName] = []

    package init(language: String = "", country: String = "", accounts: [Account] = []) {
        self.language = language
        self.country = country
        self.accounts = accounts
    }

    package static func parse(_ bytes: [UInt8]) throws(SettingsRefusal) -> Settings {
        var reader = SettingsReader()
        do throws(YAMLError) {
            if let root = try YAMLNode.parse(bytes) { reader.read(root) }
        } catch {
            reader.problems.append(
                SettingsProblem(
                    kind: .syntax(error.problem), line: error.line, column: error.column))
        }
        guard reader.problems.isEmpty else { throw SettingsRefusal(problems: reader.problems) }
        return reader.settings
    }

    /// The settings of a new workspace.
    static let template = """
        # Kopiyka. Everything here may stay as it is.
        # language: uk            # uk or en; otherwise as the terminal
        # country: UA
        # base: UAH               # the currency of figures over all accounts
        # reports:                # names for filters: kopiyka list coffee
        #   coffee: category:eating_out.coffee last:3m
        # cash:
        #   withdrawals: true     # cash from machines goes to cash-UAH, cash-USD …
        # accounts:
        #   - name: Чорна картка  # shown instead of the bank's number
        #     is: [UA213223130000026007233566001, "*1234", black]
        #     currency: UAH
        #     bank: monobank
        #     kind: card          # cash, card, current, savings, deposit, loan, investment

        """
}

/// All problems of the settings.
package struct SettingsRefusal: Error, Sendable, Equatable {
    package let problems: [SettingsProblem]

    package init(problems: [SettingsProblem]) { self.problems = problems }
}

private struct SettingsReader {
    var settings = Settings()
    var problems: [SettingsProblem] = []
    private var names: [[UInt8]: Int] = [:]

    mutating func read(_ root: YAMLNode) {
        guard case .mapping = root.content else { return refuse(.notAMapping, root) }
        for (key, keyNode, value) in root.pairs {
            switch SettingsKey(rawValue: key) {
            case .language:
                settings.language = text(value, key)
                if !(Settings.languages + [""]).contains(settings.language) {
                    refuse(.languageUnknown(settings.language), value)
                }
            case .country: settings.country = text(value, key)
            case .base: settings.base = currency(value, key)
            case .accounts: readAccounts(value)
            case .journal: readJournal(value)
            case .cash: readCash(value)
            case .reports: readReports(value)
            case nil: refuse(.unknownKey(key), keyNode)
            }
        }
    }

    /// Unknown, after refusing it, for what is no currency.
    private mutating func currency(_ node: YAMLNode, _ key: String) -> Currency {
        let code = text(node, key)
        guard let currency = Currency(code: code), currency.isListed else {
            refuse(.currencyInvalid(code), node)
            return .unknown
        }
        return currency
    }

    private mutating func readCash(_ node: YAMLNode) {
        if node.isNull { return }
        guard case .mapping = node.content else { return refuse(.wrongType("cash"), node) }
        for (key, keyNode, value) in node.pairs {
            switch SettingsKey.Cash(rawValue: key) {
            case .withdrawals: settings.withdrawals = withdrawals(value)
            case nil: refuse(.unknownKey(key), keyNode)
            }
        }
    }

    private mutating func withdrawals(_ node: YAMLNode) -> Settings.Withdrawals {
        if let isKept = node.boolean { return isKept ? .toCash : .no }
        guard case .mapping = node.content else {
            refuse(.wrongType("withdrawals"), node)
            return .no
        }
        var names: [Currency: String] = [:]
        for (code, codeNode, value) in node.pairs {
            guard let currency = Currency(code: code), currency.isListed else {
                refuse(.currencyInvalid(code), codeNode)
                continue
            }
            names[currency] = text(value, code)
        }
        return .to(names)
    }

    private mutating func readJournal(_ node: YAMLNode) {
        if node.isNull { return }
        guard case .mapping = node.content else { return refuse(.wrongType("journal"), node) }
        for (key, keyNode, value) in node.pairs {
            switch SettingsKey.Journal(rawValue: key) {
            case .accounts: settings.journalAccounts = journalNames(value, key)
            case .categories: settings.journalCategories = journalNames(value, key)
            case nil: refuse(.unknownKey(key), keyNode)
            }
        }
    }

    private mutating func journalNames(_ node: YAMLNode, _ key: String) -> [Settings.JournalName] {
        if node.isNull { return [] }
        guard case .mapping = node.content else {
            refuse(.wrongType(key), node)
            return []
        }
        return node.pairs.map { thing, thingNode, value in
            Settings.JournalName(
                thing: thing, name: text(value, thing), line: thingNode.line,
                column: thingNode.column)
        }
    }

    private mutating func readAccounts(_ node: YAMLNode) {
        if node.isNull { return }
        guard case .sequence(let items) = node.content else {
            return refuse(.wrongType("accounts"), node)
        }
        for (index, item) in items.enumerated() { readAccount(item, index) }
    }

    private mutating func readReports(_ node: YAMLNode) {
        if node.isNull { return }
        guard case .mapping = node.content else { return refuse(.wrongType("reports"), node) }
        for (name, nameNode, value) in node.pairs {
            // A name is one bare word of a filter.
            let isWord =
                !name.isEmpty
                && name.unicodeScalars.allSatisfy {
                    !$0.properties.isWhitespace && !":\"«»“”".unicodeScalars.contains($0)
                }
            if !isWord { refuse(.filterNameInvalid(name), nameNode) }
            let text = text(value, name)
            var isQuoted = false
            if case .scalar(_, quoted: true) = value.content { isQuoted = true }
            settings.reports.append(
                Settings.SavedFilter(
                    name: name, text: text, line: value.line,
                    column: value.column + (isQuoted ? 1 : 0),
                    isOneLine: !text.contains(where: \.isNewline)))
        }
    }

    private mutating func readAccount(_ node: YAMLNode, _ index: Int) {
        guard case .mapping = node.content else { return refuse(.wrongType("accounts"), node) }
        var account = Settings.Account(name: "")
        var openings: [YAMLNode] = []
        for (key, keyNode, value) in node.pairs {
            switch SettingsKey.Account(rawValue: key) {
            case .name:
                account.name = text(value, key)
                enter(account.name, index, value)
            case .is:
                for alias in value.items.isEmpty && value.text != nil ? [value] : value.items {
                    let name = text(alias, "is")
                    account.aliases.append(name)
                    enter(name, index, alias)
                }
            case .currency: account.currency = currency(value, key)
            case .bank: account.bank = text(value, key)
            case .kind:
                let name = text(value, key)
                account.givenKind = AccountKind(name: name)
                if account.givenKind == nil { refuse(.kindUnknown(name), value) }
            case .opening:
                openings = value.items.isEmpty ? [value] : value.items
            case .shown:
                account.shown = text(value, key)
                enter(account.shown, index, value)
            case .hidden:
                guard let isHidden = value.boolean else {
                    refuse(.wrongType(key), value)
                    continue
                }
                account.isHidden = isHidden
            case nil: refuse(.unknownKey(key), keyNode)
            }
        }
        if account.name.isEmpty { refuse(.nameMissing, node) }
        for node in openings {
            let text = text(node, "opening")
            let opening = Settings.Account.Opening(text, in: account.currency)
            guard let opening,
                !account.openings.contains(where: {
                    $0.amount.currency == opening.amount.currency
                })
            else {
                refuse(.openingInvalid(text), node)
                continue
            }
            account.openings.append(opening)
        }
        settings.accounts.append(account)
    }

    private mutating func enter(_ name: String, _ account: Int, _ node: YAMLNode) {
        guard !name.isEmpty else { return }
        if name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            return refuse(.nameInvalid(name), node)
        }
        let known = names.updateValue(account, forKey: Array(AccountBook.plain(name).utf8))
        if let known, known != account { refuse(.nameTwice(name), node) }
    }

    private mutating func text(_ node: YAMLNode, _ key: String) -> String {
        guard let text = node.text else {
            refuse(.wrongType(key), node)
            return ""
        }
        return text
    }

    private mutating func refuse(_ kind: SettingsProblem.Kind, _ node: YAMLNode) {
        problems.append(SettingsProblem(kind: kind, line: node.line, column: node.column))
    }
}

extension Settings {
    /// The account with this name, alias or display name.
    package func account(meantBy text: String) -> Account? {
        let wanted = AccountBook.plain(text)
        return accounts.first { account in
            ([account.name, account.shown] + account.aliases).contains {
                !$0.isEmpty && AccountBook.plain($0) == wanted
            }
        }
    }

    /// The display name of an account id.
    package func shownName(of account: String) -> String {
        accounts.first { $0.name == account }?.shownName ?? account
    }

    /// The kind of an account, which the settings need not have.
    package func kind(of account: String) -> AccountKind {
        (accounts.first { $0.name == account } ?? Account(name: account)).kind
    }

    /// The opening balance of an account in a currency.
    package func opening(of account: String, in currency: Currency) -> Account.Opening? {
        accounts.first { $0.name == account }?.openings.first { $0.amount.currency == currency }
    }

    /// Display names of accounts that have one.
    package var shownNames: [String: String] {
        var names: [String: String] = [:]
        for account in accounts where !account.shown.isEmpty { names[account.name] = account.shown }
        return names
    }

    package var hiddenAccounts: Set<String> {
        Set(accounts.filter(\.isHidden).map(\.name))
    }
}

extension Workspace {
    package func settings() throws(WorkspaceFailure) -> Settings { try Settings(at: paths) }
}

extension Settings {
    /// Reads `kopiyka.yaml` of a workspace that need not be open.
    package init(at paths: WorkspacePaths) throws(WorkspaceFailure) {
        let bytes = try saving(readFile(paths.settings, limit: Limits.settingsBytesMax))
        do throws(SettingsRefusal) {
            self = try Settings.parse(bytes)
        } catch {
            throw .settings(error.problems)
        }
    }
}
