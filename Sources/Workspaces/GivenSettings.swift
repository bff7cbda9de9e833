import Facts
internal import Scanning

/// A command's change of `kopiyka.yaml`, which its undo takes back.
package struct GivenSettings: Sendable, Equatable {
    package var aliases: [GivenAlias] = []
    package var openings: [GivenOpening] = []
    package var moved: [MovedAliases] = []

    package init(
        aliases: [GivenAlias] = [], openings: [GivenOpening] = [], moved: [MovedAliases] = []
    ) {
        self.aliases = aliases
        self.openings = openings
        self.moved = moved
    }

    package var isEmpty: Bool { aliases.isEmpty && openings.isEmpty && moved.isEmpty }

    func adding(_ more: GivenSettings) -> GivenSettings {
        GivenSettings(
            aliases: aliases + more.aliases, openings: openings + more.openings,
            moved: moved + more.moved)
    }

    /// The changes, or those that take them back.
    package func edits(isTaken: Bool) -> [SettingsEdit] {
        var edits: [SettingsEdit] = aliases.map { given in
            if isTaken { return .disown(given) }
            return given.isEntry
                ? .add(given.entry)
                : .own(account: given.account, aliases: given.entry.aliases)
        }
        edits += openings.map { .exchange($0, isTaken: isTaken) }
        if isTaken { edits.reverse() }
        return edits + moved.flatMap { $0.edits(isTaken: isTaken) }
    }

    /// Serialised for the undo log, one change a line.
    var bytes: [UInt8] {
        // Alone as before openings were given.
        if aliases.count == 1, openings.isEmpty, moved.isEmpty, aliases[0].kind == nil {
            return aliases[0].bytes
        }
        var lines = aliases.map { given in
            ["alias", given.isEntry ? "1" : "0", given.alias, given.account]
                + (given.kind.map { [$0.rawValue] } ?? [])
        }
        for opening in openings {
            lines.append([
                "opening", opening.isEntry ? "1" : "0", opening.account,
                opening.before?.text ?? "", opening.after?.text ?? "",
            ])
        }
        for moved in moved {
            lines.append(
                ["moved", moved.isEntry ? "1" : "0", moved.from, moved.to] + moved.aliases)
        }
        let text = lines.map { $0.map(PercentText.escaped).joined(separator: "\t") }
        return Array(text.joined(separator: "\n").utf8)
    }

    /// Nil for bytes of a later release.
    init?(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: 0x0A).map { line in
            line.split(separator: 0x09, omittingEmptySubsequences: false)
                .map { PercentText.restored(String(decoding: $0, as: UTF8.self)) }
        }
        guard lines.allSatisfy({ $0.count > 1 }) else {
            guard let alias = GivenAlias(bytes) else { return nil }
            self.init(aliases: [alias])
            return
        }
        self.init()
        for fields in lines {
            switch (fields[0], fields.count) {
            case ("alias", 4):
                aliases.append(
                    GivenAlias(alias: fields[2], account: fields[3], isEntry: fields[1] == "1"))
            case ("alias", 5):
                guard let kind = AccountKind(rawValue: fields[4]) else { return nil }
                aliases.append(
                    GivenAlias(
                        alias: fields[2], account: fields[3], isEntry: fields[1] == "1",
                        kind: kind))
            case ("opening", 5):
                func opening(_ text: String) -> Settings.Account.Opening? {
                    Settings.Account.Opening(text, in: .unknown)
                }
                openings.append(
                    GivenOpening(
                        account: fields[2], before: opening(fields[3]), after: opening(fields[4]),
                        isEntry: fields[1] == "1"))
            case ("moved", 5...):
                moved.append(
                    MovedAliases(
                        aliases: Array(fields[4...]), from: fields[2], to: fields[3],
                        isEntry: fields[1] == "1"))
            default: return nil
            }
        }
    }
}

extension Settings {
    /// The settings with these openings; one that finds another opening than expected changes
    /// nothing.
    package func applying(_ openings: [GivenOpening]) -> Settings {
        openings.reduce(self) { settings, opening in
            (try? settings.applying(.exchange(opening, isTaken: false))) ?? settings
        }
    }
}

/// All aliases of an account, which a command gave to another one.
package struct MovedAliases: Sendable, Equatable {
    package let aliases: [String]
    package let from: String
    package let to: String
    /// The receiving account has no entry in the settings before.
    package let isEntry: Bool

    package init(aliases: [String], from: String, to: String, isEntry: Bool) {
        self.aliases = aliases
        self.from = from
        self.to = to
        self.isEntry = isEntry
    }

    /// An alias belongs to one account, so the other loses it first.
    func edits(isTaken: Bool) -> [SettingsEdit] {
        let (loser, winner) = isTaken ? (to, from) : (from, to)
        return aliases.map {
            .disown(GivenAlias(alias: $0, account: loser, isEntry: isTaken && isEntry))
        } + [.own(account: winner, aliases: aliases)]
    }
}

/// The opening balance of an account in one currency, before and after a command.
package struct GivenOpening: Sendable, Equatable {
    package let account: String
    package let before: Settings.Account.Opening?
    package let after: Settings.Account.Opening?
    /// The account has no entry in the settings before.
    package let isEntry: Bool

    package init(
        account: String, before: Settings.Account.Opening? = nil,
        after: Settings.Account.Opening?, isEntry: Bool
    ) {
        self.account = account
        self.before = before
        self.after = after
        self.isEntry = isEntry
    }

    var currency: Currency { (after ?? before)?.amount.currency ?? .unknown }

    /// The opening that the settings have, and the one that they get.
    func exchange(isTaken: Bool) -> (Settings.Account.Opening?, Settings.Account.Opening?) {
        isTaken ? (after, before) : (before, after)
    }
}
