package import Facts
internal import Saving
internal import Scanning

/// A change of one account in `kopiyka.yaml`.
package enum SettingsEdit: Sendable, Equatable {
    case add(Settings.Account)
    /// Adds numbers, cards and folders as aliases.
    case own(account: String, aliases: [String])
    /// Removes an alias that a command gave to the account.
    case disown(GivenAlias)
    /// Sets the currency of an account without one.
    case currency(account: String, Currency)
    case rename(account: String, shown: String)
    case hide(account: String, isHidden: Bool)
    case kind(account: String, AccountKind)
    /// Replaces the opening balance in that currency.
    case opening(account: String, Settings.Account.Opening)
    /// Changes the opening balance as a command did, or back; not one that was changed since.
    case exchange(GivenOpening, isTaken: Bool)
}

/// An alias that a command gave to an account: later files of the alias go to that account.
package struct GivenAlias: Sendable, Equatable {
    /// Empty if the command gave the settings an entry of the account alone.
    package let alias: String
    package let account: String
    /// The alias came with a new entry of the account in the settings.
    package let isEntry: Bool
    /// That of the new entry, where its name does not say it.
    package let kind: AccountKind?

    package init(alias: String, account: String, isEntry: Bool, kind: AccountKind? = nil) {
        self.alias = alias
        self.account = account
        self.isEntry = isEntry
        self.kind = kind
    }

    /// The entry as the command made it.
    var entry: Settings.Account {
        var entry = Settings.Account(name: account, aliases: alias.isEmpty ? [] : [alias])
        entry.givenKind = kind
        return entry
    }

    /// Serialised for the undo log: names contain no line feed.
    var bytes: [UInt8] { Array("\(isEntry ? 1 : 0)\n\(alias)\n\(account)".utf8) }

    /// Nil for bytes of a later release.
    init?(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard parts.count == 3 else { return nil }
        self.init(alias: parts[1], account: parts[2], isEntry: parts[0] == "1")
    }
}

/// Why the settings were not changed.
package enum SettingsEditRefusal: Error, Sendable, Equatable {
    case accountKnown(String)
    /// The name or alias belongs to this account.
    case nameTaken(String, by: String)
    case nothingNew
    /// The file's form does not allow a change by whole lines without touching a person's text.
    case byHand(line: Int, text: String)
}

extension Settings {
    /// The settings after the change. An account that only has lines gets an entry with its first
    /// change.
    package func applying(_ edit: SettingsEdit) throws(SettingsEditRefusal) -> Settings {
        var result = self
        switch edit {
        case .add(let account):
            if accounts.contains(where: { $0.name == account.name }) {
                throw .accountKnown(account.name)
            }
            for name in [account.name] + account.aliases { try verify(name, isFor: account.name) }
            result.accounts.append(account)
        case .own(let name, let aliases):
            let index = result.index(of: name)
            for alias in aliases {
                try verify(alias, isFor: name)
                let known = [name, result.accounts[index].shown] + result.accounts[index].aliases
                if !known.contains(where: { AccountBook.plain($0) == AccountBook.plain(alias) }) {
                    result.accounts[index].aliases.append(alias)
                }
            }
        case .disown(let given):
            guard let index = accounts.firstIndex(where: { $0.name == given.account }) else {
                break
            }
            result.accounts[index].aliases.removeAll { $0 == given.alias }
            // The entry goes with the alias, unless more was set for the account since.
            var entry = given.entry
            entry.aliases = []
            if given.isEntry, result.accounts[index] == entry { result.accounts.remove(at: index) }
        case .currency(let name, let currency):
            let index = result.index(of: name)
            // Its lines are already in its currency.
            if result.accounts[index].currency.isKnown { throw .accountKnown(name) }
            result.accounts[index].currency = currency
        case .rename(let name, let shown):
            try verify(shown, isFor: name)
            let index = result.index(of: name)
            result.accounts[index].shown = shown
        case .hide(let name, let isHidden):
            let index = result.index(of: name)
            result.accounts[index].isHidden = isHidden
        case .kind(let name, let kind):
            let index = result.index(of: name)
            result.accounts[index].givenKind = kind
        case .opening(let name, let opening):
            let index = result.index(of: name)
            let currency = opening.amount.currency
            var openings = result.accounts[index].openings
            if let known = openings.firstIndex(where: { $0.amount.currency == currency }) {
                openings[known] = opening
            } else {
                openings.append(opening)
            }
            result.accounts[index].openings = openings
        case .exchange(let given, let isTaken): try result.exchange(given, isTaken: isTaken)
        }
        if result == self { throw .nothingNew }
        return result
    }

    private mutating func exchange(
        _ given: GivenOpening, isTaken: Bool
    ) throws(SettingsEditRefusal) {
        let (old, new) = given.exchange(isTaken: isTaken)
        let isKnown = accounts.contains { $0.name == given.account }
        if !isKnown, new == nil { throw .nothingNew }
        let index = index(of: given.account)
        let known = accounts[index].openings.firstIndex {
            $0.amount.currency == given.currency
        }
        guard known.map({ accounts[index].openings[$0] }) == old else { throw .nothingNew }
        switch (known, new) {
        case (let known?, let new?): accounts[index].openings[known] = new
        case (let known?, nil): accounts[index].openings.remove(at: known)
        case (nil, let new?): accounts[index].openings.append(new)
        case (nil, nil): break
        }
        // The entry goes with the opening, unless more was set for the account since.
        if isTaken, given.isEntry, accounts[index] == Account(name: given.account) {
            accounts.remove(at: index)
        }
    }

    private func verify(_ name: String, isFor account: String) throws(SettingsEditRefusal) {
        if let other = self.account(meantBy: name), other.name != account {
            throw .nameTaken(name, by: other.name)
        }
    }

    private mutating func index(of name: String) -> Int {
        if let index = accounts.firstIndex(where: { $0.name == name }) { return index }
        accounts.append(Account(name: name))
        return accounts.count - 1
    }
}

extension Workspace {
    /// Changes the settings file by whole lines: comments, order and everything by a person stay.
    /// The result is parsed before writing, and must equal the intended settings.
    ///
    /// - Returns: the new settings.
    /// - Throws: `SettingsEditRefusal`, `WorkspaceFailure`.
    package func edit(
        _ edit: SettingsEdit, isDryRun: Bool
    ) throws -> Settings {
        do {
            let settings = try applied(edit, isDryRun: isDryRun)
            if !isDryRun { try forgetIntent() }
            return settings
        } catch let refusal as SettingsEditRefusal {
            if !isDryRun { try forgetIntent() }
            throw refusal
        }
    }

    /// Makes the changes of a command, or takes them back, once it has committed.
    ///
    /// - Returns: those that could not be made, with the reason.
    @discardableResult
    package func carryOut(
        _ given: GivenSettings, isTaken: Bool, isDryRun: Bool
    ) throws -> [(edit: SettingsEdit, refusal: SettingsEditRefusal)] {
        var refused: [(edit: SettingsEdit, refusal: SettingsEditRefusal)] = []
        // Where nothing is written, an alias stays with its former account.
        let untried = isDryRun ? given.moved.flatMap { $0.edits(isTaken: isTaken) } : []
        for edit in given.edits(isTaken: isTaken) where !untried.contains(edit) {
            do {
                _ = try applied(edit, isDryRun: isDryRun)
            } catch let refusal as SettingsEditRefusal {
                refused.append((edit, refusal))
            }
        }
        if !isDryRun { try forgetIntent() }
        return refused
    }

    private func applied(_ edit: SettingsEdit, isDryRun: Bool) throws -> Settings {
        guard access == .writing else { throw WorkspaceFailure.readOnly }
        let before = try settings()
        let wanted = try before.applying(edit)
        let path = paths.settings
        let bytes = try saving(readFile(path, limit: Limits.settingsBytesMax))
        var text = SettingsText(bytes)
        try text.apply(edit, before: before, after: wanted)
        let found: Settings
        do throws(SettingsRefusal) {
            found = try Settings.parse(text.bytes)
        } catch {
            throw SettingsEditRefusal.byHand(line: text.lastLine, text: text.lastText)
        }
        guard found == wanted else {
            throw SettingsEditRefusal.byHand(line: text.lastLine, text: text.lastText)
        }
        if isDryRun { return wanted }
        let written = text.bytes
        try saving { () throws(SavingError) in
            var file = try ReplacingFile(replacing: path)
            try file.write(written)
            try file.commit()
        }
        return wanted
    }
}
