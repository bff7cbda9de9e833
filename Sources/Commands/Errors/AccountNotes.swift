import Facts
import Importing
import Reports
import Workspaces

/// Notes on files and accounts that do not fit together.
extension HouseMessage {
    /// A file without a named account whose rows are not those of the account of its bank and
    /// currency.
    static func accountKeptApart(_ account: KeptAccount, file: String) -> HouseMessage {
        HouseMessage(
            at: SourcePlace(file: file), as: .note,
            account.isByRows
                ? "error.account-kept-apart.by-rows" : "error.account-kept-apart.by-balances",
            ["account": .text(account.kept), "other": .text(account.named)],
            why: Phrase("entry.twoAccountsOne"), fix: Phrase("entry.nameKopiykaAccounts"))
    }

    /// A file without a named account whose rows may be those of its bank's one account or of
    /// another.
    ///
    /// - Parameter isByRows: it prints no balances, and its rows are on other days than the
    ///   account's lines.
    static func accountUnproved(
        _ account: String, file: String, isByRows: Bool = false
    ) -> HouseMessage {
        HouseMessage(
            at: SourcePlace(file: file), as: .note,
            isByRows ? "error.account-unproved.by-rows" : "error.account-unproved.by-balances",
            [
                "account": .text(account), "move": .text("kopiyka move --file \(shellWord(file))"),
            ], fix: Phrase("entry.ifAnotherAccount"))
    }

    /// A file names its account in another way than the lines of the same number do.
    ///
    /// - Parameter key: says whether they are one account, and by what.
    static func accountAlike(
        _ account: KeptAccount, file: String, _ key: String
    ) -> HouseMessage {
        let (named, kept) = (account.named, account.kept)
        return HouseMessage(
            at: SourcePlace(file: file), as: .note, key,
            [
                "named": .text(named), "kept": .text(kept),
                "own": .text("kopiyka accounts own \(shellWord(kept)) \(shellWord(named))"),
                "merge": .text(mergeCommand(named, into: kept)),
            ],
            why: AccountBook.hasBIC(named, unlike: kept)
                ? Phrase("entry.bicDoesNot") : Phrase("entry.bankPrintsAccount"))
    }

    /// Sums without a currency are counted separately and cannot be priced.
    ///
    /// - Parameters:
    ///   - file: the file that showed it in this import.
    ///   - shown: the currency in which the file shows lines of the account that had none.
    static func currencyUntold(
        _ account: String, file: String? = nil, shown: Currency? = nil
    ) -> HouseMessage {
        let command = "kopiyka accounts add \(shellWord(account)) --currency"
        let place = file.map { SourcePlace(file: $0) } ?? .program
        guard let shown else {
            return HouseMessage(
                at: place, as: .note, "error.currency-untold",
                ["account": .text(account), "command": .text(command)])
        }
        return HouseMessage(
            at: place, as: .note,
            file == nil ? "error.currency-shown.account" : "error.currency-shown.file",
            ["account": .text(account), "currency": .text(shown.code)],
            why: Phrase("entry.sumsWithoutCurrency"),
            fix: Phrase(same: "\(command) \(shown.code)"))
    }

    /// Lines of an account have another currency than its owner set.
    ///
    /// - Parameter file: the file they came from in this import.
    static func currencyContradicted(
        _ contradicted: ContradictedCurrency, file: FileReport? = nil
    ) -> HouseMessage {
        HouseMessage(
            at: file.map { SourcePlace(file: $0.path) } ?? .program, "error.account-currency",
            [
                "account": .text(contradicted.account),
                "declared": .text(contradicted.declared.code),
                "currency": .text(contradicted.currency.code), "lines": "\(contradicted.lines)",
                "file": file.map { .text(shellWord($0.name)) } ?? .phrase(Phrase("entry.file")),
            ])
    }

    /// A file connects two accounts that an import kept apart. The account that a person named is
    /// kept.
    static func accountsShownAsOne(
        _ account: KeptAccount, file: String, _ settings: Settings
    ) -> HouseMessage {
        let isNamed = { settings.account(meantBy: $0) != nil }
        let isTurned = isNamed(account.named) && !isNamed(account.kept)
        let other = isTurned ? account.kept : account.named
        let own = isTurned ? account.named : account.kept
        return HouseMessage(
            at: SourcePlace(file: file), as: .note, "error.accounts-shown-as-one",
            ["own": .text(own), "other": .text(other)], why: Phrase("entry.importKeptThem"),
            fix: Phrase(same: mergeCommand(other, into: own)))
    }

    /// Two unnamed accounts of one bank, one of which continues the other; or files of the one that
    /// belong to the other.
    static func accountsMeet(
        _ meeting: AccountPieces.Meeting, _ settings: Settings
    ) -> HouseMessage {
        let account = settings.shownName(of: meeting.account)
        let other = settings.shownName(of: meeting.other)
        let values: [String: Template.Value] = [
            "account": .text(account), "other": .text(other), "shown": .day(meeting.day),
            "names": .text(shortList(meeting.files)),
        ]
        if meeting.files.isEmpty {
            return HouseMessage(
                as: .note, "error.accounts-meet", values, why: Phrase("entry.importKeptThem"),
                fix: Phrase(same: mergeCommand(other, into: account)))
        }
        let moves = meeting.files.prefix(3).map {
            "kopiyka move --file \(shellWord($0)) \(shellWord(account))"
        }
        return HouseMessage(
            as: .note, "error.file-of-other-account", values,
            fix: Phrase(same: moves.joined(separator: " && ")))
    }

    /// An account with files of several, by their balances. Named are the files of the part with
    /// the fewest.
    static func severalAccounts(
        _ coverage: CoverageTally.Coverage, _ settings: Settings
    ) -> HouseMessage {
        let files = coverage.parts.last ?? []
        let name = Phrase("entry.newName")
        var fix = Phrase(same: "kopiyka accounts add ") + name
        for file in files.prefix(3) {
            fix = fix + Phrase(same: " && kopiyka move --file \(shellWord(file)) ") + name
        }
        return HouseMessage(
            as: .note, "error.several-accounts",
            [
                "account": .text(settings.shownName(of: coverage.account)),
                "count": "\(coverage.parts.count)", "shown": .text(shortList(files)),
            ], fix: fix)
    }

    /// Two accounts have the same payments on the days that both cover, without a proof that they
    /// are one.
    ///
    /// - Parameter file: the file that showed it.
    static func accountsPerhapsOne(
        _ account: String, _ other: String, _ settings: Settings, file: String? = nil
    ) -> HouseMessage {
        let merge = mergeCommand(other, into: account)
        let unsaid = [account, other].filter { settings.account(meantBy: $0) == nil }
        let keep = unsaid.map { "kopiyka accounts add \(shellWord($0))" }.joined(separator: " && ")
        return HouseMessage(
            at: file.map { SourcePlace(file: $0) } ?? .program, as: .note,
            "error.accounts-perhaps-one",
            [
                "one": .text(settings.shownName(of: account)),
                "another": .text(settings.shownName(of: other)), "merge": .text(merge),
                "keep": .text(keep),
            ], fix: keep.isEmpty ? Phrase(same: merge) : nil)
    }

    /// Another account has each payment of a file already, and they are too few to decide between
    /// the two accounts.
    static func fileAlsoElsewhere(
        _ account: KeptAccount, file: String, _ settings: Settings
    ) -> HouseMessage {
        let other = settings.shownName(of: account.kept)
        let name = file.split(separator: "/").last.map(String.init) ?? file
        return HouseMessage(
            at: SourcePlace(file: file), as: .note, "error.file-also-elsewhere",
            [
                "other": .text(other), "own": .text(settings.shownName(of: account.named)),
                "move": .text("kopiyka move --file \(shellWord(name)) \(shellWord(other))"),
            ])
    }

    /// `--account` for a file that names another account.
    static func accountOptionUnused(_ account: KeptAccount, file: String) -> HouseMessage {
        HouseMessage(
            at: SourcePlace(file: file), as: .note, "error.account-option-unused",
            [
                "own": .text(account.kept), "meant": .text(account.named),
                "mergeCommand": .text(mergeCommand(account.kept, into: account.named)),
            ])
    }

    /// A file whose content, name and folder do not give its account.
    static func accountNotNamed(_ account: String, file: String) -> HouseMessage {
        HouseMessage(
            at: SourcePlace(file: file), as: .note, "error.account-not-named",
            [
                "account": .text(account), "move": .text("kopiyka move --file \(shellWord(file))"),
                "word": .text(shellWord(account)),
            ])
    }

    /// - Parameters:
    ///   - near: a similar known account.
    ///   - fix: what to do when it is not meant.
    static func noAccount(
        _ said: String, near: String?, fix: Phrase = Phrase("usage.accountsAdd")
    ) -> HouseMessage {
        usage("error.usage.no-account", ["said": .text(said)], fix: fix.afterQuestion(about: near))
    }
}

extension Console {
    /// Reports the first step for each account.
    func report(_ advice: AccountAdvice, _ settings: Settings) {
        for coverage in advice.several { report(.severalAccounts(coverage, settings)) }
        for meeting in advice.meetings { report(.accountsMeet(meeting, settings)) }
    }
}

func mergeCommand(_ other: String, into account: String) -> String {
    "kopiyka accounts merge \(shellWord(other)) INTO \(shellWord(account))"
}

/// The first three.
private func shortList(_ files: [String]) -> String {
    files.prefix(3).joined(separator: ", ") + (files.count > 3 ? ", …" : "")
}
