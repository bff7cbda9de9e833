import Facts
import Ledger
import Opening
import Pending
import Reading
import Reviewing
import Scanning
import Workspaces

/// `kopiyka accounts add|own|rename|hide|show …`: one change of `kopiyka.yaml`.
enum AccountChange {
    private static let verbs = ["add", "own", "rename", "kind", "opening", "hide", "show", "merge"]

    static func run(
        _ verb: String, _ invocation: Invocation, _ console: Console
    ) throws -> ExitCode {
        let words = Array(invocation.operands.dropFirst())
        guard verbs.contains(verb) else {
            let near = closest(to: verb, among: verbs)
            throw HouseMessage.usage(
                "error.usage.accounts-verb", ["verb": .text(verb)],
                fix: Phrase("accountChange.addOwnRename").afterQuestion(about: near))
        }
        if verb == "merge" { return try MergeAccounts.run(words, invocation, console) }
        let isComplete =
            switch verb {
            case "rename", "kind": words.count == 2
            case "opening": words.count == 3
            case "own": words.count + numbers(invocation).count >= 2 && !words.isEmpty
            default: words.count == 1
            }
        let hasNumbers = !numbers(invocation).isEmpty
        let isFitting =
            verb == "add"
            || (!invocation.has(.bank) && (verb == "opening" || !invocation.has(.currency))
                && (verb == "own" || !hasNumbers))
        guard isComplete, isFitting else {
            throw HouseMessage.usage("error.usage.accounts-arguments", ["verb": .text(verb)])
        }
        let access = try WorkspaceAccess.open(.writing, console)
        let withLines = try access.accountsWithLines()
        let edit = try edit(verb, words, invocation, access, withLines)
        let settings = try access.workspace.edit(edit, isDryRun: invocation.isDryRun)
        let name = edit.account
        let before = access.settings.accounts.first { $0.name == name }
        if invocation.wantsJSON {
            try console.json([
                "changed": .string(name), "shown": .string(settings.shownName(of: name)),
            ])
        } else {
            if let after = settings.accounts.first(where: { $0.name == name }) {
                try show(verb == "add" ? before : before ?? .init(name: name), after, console)
            }
        }
        for number in words + numbers(invocation) where IBAN.isMistyped(number) {
            console.narrate(.ibanMistyped, ["number": .text(number)], .doubtful)
        }
        if invocation.isDryRun {
            console.narrate(.dryRunNothingChanged)
        } else {
            let back = back(from: edit, before ?? .init(name: name))
            console.narrate(
                back == nil ? .accountNoUndo : .accountBack, ["command": .text(back ?? "")])
        }
        return .done
    }

    /// The command that takes a change back, which undo does not; nil where there is none.
    private static func back(from edit: SettingsEdit, _ before: Settings.Account) -> String? {
        let words: [String]
        switch edit {
        case .hide(let name, let isHidden): words = [isHidden ? "show" : "hide", name]
        case .rename(let name, _): words = ["rename", name, before.shownName]
        case .kind(let name, _): words = ["kind", name, before.kind.rawValue]
        case .opening(let name, let opening):
            let currency = opening.amount.currency
            guard let old = before.openings.first(where: { $0.amount.currency == currency })
            else { return nil }
            words =
                ["opening", name, old.amount.text, old.day.text]
                + (before.currency.isKnown ? [] : ["--currency", currency.code])
        case .add, .own, .disown, .currency, .exchange: return nil
        }
        return (["kopiyka", "accounts"] + words.map(shellWord)).joined(separator: " ")
    }

    /// Prints each changed property with the values before and after, or the properties of a new
    /// account.
    private static func show(
        _ before: Settings.Account?, _ after: Settings.Account, _ console: Console
    ) throws {
        try console.line(
            before == nil ? .accountAdded : .accountChanged, ["account": .text(after.shownName)])
        let old = (before ?? .init(name: after.name)).fields(in: console)
        for (old, new) in zip(old, after.fields(in: console)) where old.value != new.value {
            let words = console.words(
                before == nil ? .accountField : .accountFieldChanged,
                [
                    "field": .phrase(Phrase("accountField.\(old.name)")),
                    "before": .text(old.value.isEmpty ? "–" : old.value), "after": .text(new.value),
                ])
            try console.line("  " + words)
        }
    }

    private static func edit(
        _ verb: String, _ words: [String], _ invocation: Invocation, _ access: WorkspaceAccess,
        _ withLines: Set<String>
    ) throws -> SettingsEdit {
        let others = verb == "add" ? 0 : verb == "opening" ? words.count : 1
        for word in words.dropFirst(others) + numbers(invocation) {
            try verify(isName: word)
        }
        if verb == "add" {
            let currency = invocation.currency(.currency) ?? .unknown
            if currency.isKnown, !currency.isListed {
                throw HouseMessage.usage(
                    "error.usage.currency-unlisted", ["currency": .text(currency.code)])
            }
            let bank = invocation[.bank] ?? ""
            try verify(isBank: bank, withLines)
            let account = Settings.Account(
                name: words[0],
                aliases: numbers(invocation), currency: currency,
                bank: bank)
            let isOfCurrency =
                account.currency.isKnown && account.aliases.isEmpty && account.bank.isEmpty
            if isOfCurrency, access.settings.account(meantBy: words[0])?.name == words[0] {
                return .currency(account: words[0], account.currency)
            }
            for alias in account.aliases { try verify(alias, isNotOf: withLines, account.name) }
            return .add(account)
        }
        let account = try known(words[0], access, withLines)
        switch verb {
        case "own":
            let aliases = words.dropFirst().map(AccountBook.plain) + numbers(invocation)
            for alias in aliases { try verify(alias, isNotOf: withLines, account) }
            return .own(account: account, aliases: aliases)
        case "rename":
            try verify(words[1], isNotOf: withLines, account)
            return .rename(account: account, shown: words[1])
        case "kind": return .kind(account: account, try kind(words[1]))
        case "opening":
            return .opening(account: account, try opening(words, of: account, invocation, access))
        default: return .hide(account: account, isHidden: verb == "hide")
        }
    }

    /// The amount and day, in the given currency, else the one that the account has.
    private static func opening(
        _ words: [String], of account: String, _ invocation: Invocation, _ access: WorkspaceAccess
    ) throws -> Settings.Account.Opening {
        var currencies: Set<Currency> = []
        let own = access.book.currency(of: account)
        if let said = invocation.currency(.currency) {
            currencies = [said]
        } else if own.isKnown {
            currencies = [own]
        } else {
            currencies = try access.currencies(of: account)
        }
        guard currencies.count == 1, let currency = currencies.first, currency.isListed else {
            throw HouseMessage.usage("error.usage.opening-currency", ["account": .text(account)])
        }
        if own.isKnown, own != currency {
            throw HouseMessage.usage(
                "error.usage.add-other-currency",
                [
                    "shown": .text(access.settings.shownName(of: account)),
                    "own": .text(own.code), "currency": .text(currency.code),
                ])
        }
        guard let amount = Money.typed(words[1], in: currency),
            amount.scale <= currency.exponent
        else {
            throw HouseMessage.readings(ofAmount: words[1])
                ?? .usage("error.usage.opening-amount", ["said": .text(words[1])])
        }
        let day = try QuickEntry.day(words[2], today: Clock.localDay)
        return .init(amount: amount, day: day)
    }

    private static func kind(_ said: String) throws -> AccountKind {
        if let kind = AccountKind(name: said) { return kind }
        let near = closest(to: said.lowercased(), among: AccountKind.allNames)
        throw HouseMessage.usage(
            "error.usage.account-kind",
            [
                "said": .text(said),
                "kinds": .list(AccountKind.allCases.map { .text($0.rawValue) }),
            ], fix: Phrase("accountChange.kinds").afterQuestion(about: near))
    }

    /// Account numbers and names from the options.
    private static func numbers(_ invocation: Invocation) -> [String] {
        invocation.values(of: .iban).map(AccountBook.plain) + invocation.values(of: .card)
            + invocation.values(of: .alias)
    }

    /// A name or number has a letter or a digit, and only printable characters.
    private static func verify(isName word: String) throws {
        let isShown = word.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
                && $0.properties.generalCategory != .lineSeparator
                && $0.properties.generalCategory != .paragraphSeparator
        }
        if isShown, word.contains(where: { $0.isLetter || $0.isNumber }) { return }
        throw HouseMessage.usage(
            "error.usage.no-account-name", ["word": .text(escapedForTerminal(word))])
    }

    /// A statement's bank: a known one, or one after which an imported account is named.
    private static func verify(isBank bank: String, _ withLines: Set<String>) throws {
        if bank.isEmpty || withLines.contains(where: { $0.hasPrefix(bank + "-") }) { return }
        let known = KnownBanks.all
        if known.contains(bank) { return }
        let fix = Phrase("error.usage.bank-unknown.fix")
        throw HouseMessage.usage(
            "error.usage.bank-unknown",
            ["bank": .text(bank), "banks": .list(known.map { .text($0) })],
            fix: fix.afterQuestion(about: closest(to: bank.lowercased(), among: known)))
    }

    /// An account with lines under this name would be split: the old lines there, new ones here.
    private static func verify(
        _ name: String, isNotOf withLines: Set<String>, _ account: String
    ) throws {
        guard withLines.contains(AccountBook.plain(name)), name != account else { return }
        throw HouseMessage.usage("error.usage.account-has-lines", ["name": .text(name)])
    }

    private static func known(
        _ said: String, _ access: WorkspaceAccess, _ withLines: Set<String>
    ) throws -> String {
        if let account = access.settings.account(meantBy: said) { return account.name }
        if withLines.contains(said) { return said }
        let all = Set(access.settings.accounts.flatMap { [$0.name, $0.shown] }).union(withLines)
        let near = closest(to: said, among: all.filter { !$0.isEmpty }.sorted())
        throw HouseMessage.noAccount(said, near: near)
    }
}

extension Settings.Account {
    /// The properties that a person may change, as they are shown.
    fileprivate func fields(in console: Console) -> [(name: String, value: String)] {
        [
            ("name", shownName), ("kind", kind.name[console.language]),
            ("currency", currency.isKnown ? currency.code : ""), ("bank", bank),
            ("own", aliases.joined(separator: ", ")),
            ("opening", openings.map(\.text).joined(separator: ", ")),
            ("hidden", console.words(isHidden ? .yes : .no)),
        ]
    }
}

extension SettingsEdit {
    fileprivate var account: String {
        switch self {
        case .add(let account): account.name
        case .own(let account, _), .rename(let account, _), .hide(let account, _),
            .currency(let account, _), .kind(let account, _),
            .opening(let account, _):
            account
        case .disown(let given): given.account
        case .exchange(let given, _): given.account
        }
    }
}
