import Facts
import Importing
import Ledger
import Reading
import Reports
import Scanning
import Workspaces

/// `kopiyka move KEY… ACCOUNT` and `kopiyka move --file FILE ACCOUNT`: moves lines out of the wrong
/// account.
enum MoveCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let words = invocation.operands
        let isOfFile = invocation.has(.file)
        let isByFilter = invocation.hasFilter
        let isAlone = isOfFile || isByFilter
        guard isAlone ? words.count == 1 : words.count >= 2, !(isOfFile && isByFilter) else {
            throw HouseMessage.usage("error.usage.move-keys")
        }
        let access = try WorkspaceAccess.open(.writing, console)
        let account = try KnownAccounts(access).named(words[words.count - 1])
        let openings = try LeftOpenings(access)
        let report: RepairReport
        var before: [String] = []
        var gives = GivenSettings()
        if isOfFile {
            let file = try ImportedFile(invocation[.file] ?? "", access)
            before = file.accounts
            func isMoved(_ line: RepairedLine) -> Bool {
                line.sources.contains { file.showed(line.fact, $0) }
            }
            let renewed = try access.renewedOpenings(
                { seen in file.isMeant(seen) ? seen.naming { _ in account } : seen },
                of: { isMoved($0) ? account : $0.fact.account })
            report = try access.workspace.move(
                command: "move", to: account, isDryRun: invocation.isDryRun,
                learning: access.learning(),
                accounts: { file.isMeant($0) ? account : $1 },
                currencyOf: access.book.currency, comparing: lineMeetings, gives: renewed,
                where: isMoved)
            gives = renewed
        } else {
            let keys =
                isByFilter
                ? try filteredKeys(access, invocation, console)
                : Set(try words.dropLast().map { try namedLine($0, access).key })
            report = try access.workspace.move(
                command: "move", to: account, isDryRun: invocation.isDryRun,
                learning: access.learning(), currencyOf: access.book.currency,
                comparing: lineMeetings
            ) { keys.contains($0.key) }
        }
        try console.show(report, invocation, account: access.settings.shownName(of: account))
        if !gives.isEmpty { try gives.give(access, isDryRun: invocation.isDryRun, console) }
        for name in before where name != account && isNumber(name, access) {
            reportNextFiles(of: name, account, access, console, isDryRun: invocation.isDryRun)
        }
        try openings.report(access, console) { name, _ in
            mergeCommand(name, into: access.settings.shownName(of: account))
        }
        return .done
    }

    /// The lines of ledger and queue that a filter selects.
    private static func filteredKeys(
        _ access: WorkspaceAccess, _ invocation: Invocation, _ console: Console
    ) throws -> Set<LineKey> {
        let lines = try FilteredLines(invocation, access, console)
        var rows = try lines.entries().map(\.row)
        try access.workspace.forEachQueueLine { line in
            if lines.has(line) { rows.append(ReportRow(waiting: line, access.book)) }
            return true
        }
        try lines.show(rows, invocation)
        return Set(rows.map(\.key))
    }

    /// The bank's name for the account in its files, missing in the settings.
    private static func isNumber(_ name: String, _ access: WorkspaceAccess) -> Bool {
        let family = AccountFamily(of: name)
        let currency = Currency(code: String(family.base.suffix(3))) ?? .unknown
        return !family.isGuess(in: currency) && name.contains(where: \.isNumber)
            && access.settings.account(meantBy: name) == nil
    }

    /// Later files name the account that this file was moved out of.
    private static func reportNextFiles(
        of number: String, _ account: String, _ access: WorkspaceAccess, _ console: Console,
        isDryRun: Bool
    ) {
        let shown = access.settings.shownName(of: account)
        // Moving existing lines moves the account's number too.
        let hasLines = !isDryRun && (try? access.accountsWithLines().contains(number)) != false
        console.narrate(
            .nextFilesElsewhere,
            [
                "account": .text(number), "other": .text(shown),
                "command": .text(
                    hasLines
                        ? mergeCommand(number, into: shown)
                        : "kopiyka accounts own \(shellWord(shown)) \(shellWord(number))"),
            ], .doubtful)
    }
}

/// Opening balances of accounts that lose all their lines: the money would be counted still.
private struct LeftOpenings {
    private let before: Set<String>

    init(_ access: WorkspaceAccess) throws {
        // Reads the whole queue.
        let isAny = access.settings.accounts.contains { !$0.openings.isEmpty }
        before = isAny ? try access.accountsWithLines() : []
    }

    /// - Parameter command: sets right the opening of an account.
    func report(
        _ access: WorkspaceAccess, _ console: Console,
        _ command: (String, Settings.Account.Opening) -> String
    ) throws {
        if before.isEmpty { return }
        let left = before.subtracting(try access.accountsWithLines())
        for account in try access.workspace.settings().accounts where left.contains(account.name) {
            for opening in account.openings where !opening.amount.isZero {
                console.narrate(
                    .openingWithoutLines,
                    [
                        "account": .text(account.shownName), "opening": .text(opening.text),
                        "command": .text(command(account.name, opening)),
                    ], .doubtful)
            }
        }
    }
}

/// `kopiyka import --forget FILE`: removes what only that file brought.
enum ForgetFiles {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let access = try WorkspaceAccess.open(.writing, console)
        let files = try invocation.values(of: .forget).map { try ImportedFile($0, access) }
        let openings = try LeftOpenings(access)
        func isForgotten(_ file: SeenFile) -> Bool { files.contains { $0.isMeant(file) } }
        func isTheirs(_ fact: StatementFact, _ source: LineSource) -> Bool {
            files.contains { $0.showed(fact, source) }
        }
        let gives = try access.renewedOpenings({ isForgotten($0) ? nil : $0 }) { line in
            let isGone = !line.isByHand && line.sources.allSatisfy { isTheirs(line.fact, $0) }
            return isGone ? nil : line.fact.account
        }
        let report = try access.workspace.forget(
            isDryRun: invocation.isDryRun, learning: access.learning(), gives: gives,
            files: isForgotten, sources: isTheirs)
        if invocation.wantsJSON {
            try console.json([
                "forgotten": .count(report.forgotten), "kept": .count(report.kept),
            ])
        } else {
            try console.line(
                report.kept == 0 ? .linesForgotten : .linesForgottenKept,
                ["count": .count(report.forgotten), "kept": .count(report.kept)])
        }
        if !gives.isEmpty { try gives.give(access, isDryRun: invocation.isDryRun, console) }
        for file in files {
            guard let path = file.place?.path else { continue }
            console.narrate(.forgottenStillThere, ["file": .text(path)], .doubtful)
        }
        try openings.report(access, console) { name, opening in
            let zero = Money(minorUnits: 0, currency: opening.amount.currency)
            return "kopiyka accounts opening \(shellWord(name)) \(zero.text) \(opening.day.text)"
                + " --currency \(zero.currency.code)"
        }
        if invocation.isDryRun { console.narrate(.dryRunNothingChanged) }
        return .done
    }
}

/// `kopiyka accounts merge A INTO B`.
enum MergeAccounts {
    /// As `log` and `undo` name it.
    static let command = "accounts merge"

    static func run(
        _ words: [String], _ invocation: Invocation, _ console: Console
    ) throws -> ExitCode {
        var names = words
        if names.count == 3, ["into", "в", "до", "у"].contains(names[1].lowercased()) {
            names.remove(at: 1)
        }
        let access = try WorkspaceAccess.open(.writing, console)
        guard names.count == 2 else {
            throw HouseMessage.usage("error.usage.accounts-merge")
        }
        let accounts = try KnownAccounts(access)
        let from = try accounts.named(names[0])
        let into = try accounts.named(names[1])
        if from == into {
            throw HouseMessage.usage(
                "error.usage.accounts-merge-itself",
                ["account": .text(access.settings.shownName(of: into))])
        }
        let isNamed = access.settings.account(meantBy: from) != nil
        let isEntry = !access.settings.accounts.contains { $0.name == into }
        let alias =
            isNumbered(from) || isNamed
            ? nil : GivenAlias(alias: from, account: into, isEntry: isEntry)
        func name(_ account: String) -> String { account == from ? into : account }
        let renewed = try access.renewedOpenings({ $0.naming(name) }) { name($0.fact.account) }
        let gives = GivenSettings(
            aliases: alias.map { [$0] } ?? [],
            openings: renewed.openings
                + (try openings(
                    of: from, into, isEntry: isEntry && alias == nil,
                    access, access.settings.applying(renewed.openings))),
            moved: moved(from, into, isEntry: isEntry && alias == nil, access.settings))
        let report = try access.workspace.move(
            command: command, to: into, merged: from, isDryRun: invocation.isDryRun,
            learning: access.learning(),
            accounts: { name($1) }, currencyOf: access.book.currency, comparing: lineMeetings,
            gives: gives, where: { $0.fact.account == from })
        try console.show(report, invocation, account: access.settings.shownName(of: into))
        if !gives.isEmpty { try gives.give(access, isDryRun: invocation.isDryRun, console) }
        if alias == nil, isNamed, gives.moved.isEmpty, !isNumbered(from) {
            reportFiles(.accountStillNamed, from, into, access, console)
        }
        return .done
    }

    /// The numbers, cards and folders by which later files find the account.
    private static func moved(
        _ from: String, _ into: String, isEntry: Bool, _ settings: Settings
    ) -> [MovedAliases] {
        let aliases = settings.accounts.first { $0.name == from }?.aliases ?? []
        return aliases.isEmpty
            ? [] : [MovedAliases(aliases: aliases, from: from, to: into, isEntry: isEntry)]
    }

    /// Settles the opening balances of both accounts: one of them stays, two of one day are added.
    ///
    /// - Parameter settings: those with the openings that their statements give together.
    /// - Throws: for two openings of different days, or equal ones, which may be one and the same.
    private static func openings(
        of from: String, _ into: String, isEntry: Bool, _ access: WorkspaceAccess,
        _ settings: Settings
    ) throws -> [GivenOpening] {
        func known(_ name: String) -> [Settings.Account.Opening] {
            settings.accounts.first { $0.name == name }?.openings ?? []
        }
        var changes: [GivenOpening] = []
        for moved in known(from) {
            let currency = moved.amount.currency
            let kept = known(into).first { $0.amount.currency == currency }
            var sum = moved
            if let kept, moved.amount.isZero {
                sum = kept
            } else if let kept, !kept.amount.isZero {
                guard kept.day == moved.day, kept.amount != moved.amount,
                    let both = try? kept.amount.adding(moved.amount)
                else {
                    throw HouseMessage.usage(
                        "error.usage.accounts-merge-openings",
                        [
                            "account": .text(access.settings.shownName(of: from)),
                            "other": .text(access.settings.shownName(of: into)),
                            "amount": .money(moved.amount), "day": .day(moved.day),
                            "kept": .money(kept.amount), "since": .day(kept.day),
                        ])
                }
                sum.amount = both
            }
            changes.append(GivenOpening(account: from, before: moved, after: nil, isEntry: false))
            if sum != kept {
                changes.append(
                    GivenOpening(account: into, before: kept, after: sum, isEntry: isEntry))
            }
        }
        return changes
    }

    fileprivate static func reportFiles(
        _ message: Message, _ from: String, _ into: String, _ access: WorkspaceAccess,
        _ console: Console
    ) {
        let isDoubtful = message == .accountStillNamed || message == .accountCutInTwo
        console.narrate(
            message,
            [
                "account": .text(access.settings.shownName(of: from)),
                "other": .text(access.settings.shownName(of: into)),
            ], isDoubtful ? .doubtful : .plain)
    }

    /// `monobank-UAH-2`: created by an import to keep lines apart, and reusable when empty.
    private static func isNumbered(_ name: String) -> Bool {
        let parts = name.split(separator: "-")
        return parts.count > 2 && Int(parts[parts.count - 1]) != nil
            && Currency(code: String(parts[parts.count - 2])) != nil
    }
}

extension WorkspaceAccess {
    /// The openings that a repair of the records of files gives or takes.
    ///
    /// - Parameters:
    ///   - file: the record of a file after the repair; nil for none.
    ///   - account: the account of a line after the repair; nil if it goes.
    fileprivate func renewedOpenings(
        _ file: (SeenFile) -> SeenFile?, of account: (RepairedLine) -> String?
    ) throws -> GivenSettings {
        let renewed = RenewedOpenings(try workspace.ledger.seenFiles(), to: file)
        return GivenSettings(openings: try renewed.changes(workspace, of: account))
    }
}

extension GivenSettings {
    /// Changes the settings as the command did that has just committed.
    ///
    /// - Throws: `WorkspaceFailure` when the settings cannot be written now: the next command does
    ///   it.
    func give(_ access: WorkspaceAccess, isDryRun: Bool, _ console: Console) throws {
        let refused = try access.workspace.carryOut(self, isTaken: false, isDryRun: isDryRun)
        for edit in edits(isTaken: false) {
            let isDone = !refused.contains { $0.edit == edit }
            switch edit {
            case .own(let account, let aliases):
                report(aliases, of: account, isDone: isDone, access, console)
            case .add(let account):
                report(account.aliases, of: account.name, isDone: isDone, access, console)
            case .exchange(let opening, _):
                report(opening.after, of: opening.account, isDone: isDone, access, console)
            default: break
            }
        }
    }

    /// Takes the changes back; what a person changed since stays.
    ///
    /// - Throws: as ``give(_:isDryRun:_:)``.
    func takeBack(_ access: WorkspaceAccess, isDryRun: Bool, _ console: Console) throws {
        let refused = try access.workspace.carryOut(self, isTaken: true, isDryRun: isDryRun)
        for edit in edits(isTaken: true) {
            let refusal = refused.first { $0.edit == edit }?.refusal
            if refusal == .nothingNew { continue }
            switch edit {
            case .disown(let given) where !given.alias.isEmpty:
                MergeAccounts.reportFiles(
                    refusal == nil ? .accountTakenBack : .accountCutInTwo, given.alias,
                    given.account, access, console)
            case .exchange(let opening, _):
                report(opening.before, of: opening.account, isDone: refusal == nil, access, console)
            default: break
            }
        }
    }

    private func report(
        _ aliases: [String], of account: String, isDone: Bool, _ access: WorkspaceAccess,
        _ console: Console
    ) {
        for alias in aliases {
            MergeAccounts.reportFiles(
                isDone ? .accountGiven : .accountStillNamed, alias, account, access, console)
        }
    }

    /// An opening that is now in the settings, or none; or that a person has to write.
    private func report(
        _ opening: Settings.Account.Opening?, of account: String, isDone: Bool,
        _ access: WorkspaceAccess, _ console: Console
    ) {
        console.narrate(
            isDone ? (opening == nil ? .openingRemoved : .openingGiven) : .openingByHand,
            [
                "account": .text(access.settings.shownName(of: account)),
                "opening": .text(opening?.text ?? "0"),
            ], isDone ? .plain : .doubtful)
    }
}

/// An imported file, identified by its bytes if it still exists, else by name.
struct ImportedFile {
    /// The existing file; nil if it is identified by name only.
    let place: InputFile?
    /// The accounts with lines of the file.
    let accounts: [String]
    private let name: String
    private let digests: Set<FileDigest>
    /// Rows by line, when another file has the same name.
    private let rows: [Int: [Row]]?

    private struct Row: Equatable {
        let day: CalendarDate
        let amount: Money
    }

    init(_ path: String, _ access: WorkspaceAccess) throws {
        let ledger = access.workspace.ledger
        let all = try ledger.seenFiles()
        let said = path.split(separator: "/").last.map(String.init) ?? path
        place = Self.file(meantBy: path, access)
        let digest = place.flatMap { FileDigest(of: $0) }
        let byBytes = all.filter { file in
            digest.map { $0.high == file.digestHigh && $0.low == file.digestLow } ?? false
        }
        // File names are stored with folders if several were equal, and under the name at import.
        let named = all.map(\.name).filter { $0 == said || ("/" + path).hasSuffix("/" + $0) }
        let name = byBytes.first?.name ?? named.max { $0.count < $1.count } ?? said
        let alike = all.filter { $0.name == name }
        guard !alike.isEmpty else {
            throw HouseMessage.usage(
                "error.usage.file-never-imported", ["said": .text(said)],
                fix: Phrase("repair.kopiykaCoverageShows").afterQuestion(
                    about: closest(to: said, among: Set(all.map(\.name)).sorted())))
        }
        self.name = name
        let meant = byBytes.isEmpty ? alike : byBytes
        accounts = meant.flatMap(\.accounts)
        digests = Set(meant.map { FileDigest(high: $0.digestHigh, low: $0.digestLow) })
        let others = Set(alike.map { FileDigest(high: $0.digestHigh, low: $0.digestLow) })
        guard others.count > digests.count || (byBytes.isEmpty && others.count > 1) else {
            rows = nil
            return
        }
        guard !byBytes.isEmpty else {
            throw HouseMessage.usage("error.usage.several-files-named", ["said": .text(said)])
        }
        var found: [Int: [Row]] = [:]
        var run = ReadRun(options: ReadOptions())
        if let place {
            _ = run.read(place) { batch, _ in
                for line in batch.lines {
                    found[Int(line.sourceLine), default: []].append(
                        Row(day: line.made.day, amount: line.amount))
                }
            }
        }
        rows = found
    }

    /// The file at that path; else the one in the inbox with that name.
    private static func file(meantBy path: String, _ access: WorkspaceAccess) -> InputFile? {
        let there = InputList(paths: [path])
        if there.problems.isEmpty { return there.files.first { $0.path == path } }
        let inInbox = InputList(paths: [access.workspace.paths.inbox]).files.filter {
            ("/" + $0.path).hasSuffix("/" + path)
        }
        return inInbox.count == 1 ? inInbox[0] : nil
    }

    func isMeant(_ file: SeenFile) -> Bool {
        digests.contains(FileDigest(high: file.digestHigh, low: file.digestLow))
    }

    /// Whether a line was seen in this file.
    func showed(_ fact: StatementFact, _ source: LineSource) -> Bool {
        guard source.file == name else { return false }
        guard let rows else { return true }
        return rows[source.line]?.contains(Row(day: fact.made.day, amount: fact.amount)) == true
    }
}

extension Console {
    fileprivate func show(
        _ report: RepairReport, _ invocation: Invocation, account: String
    ) throws {
        if invocation.wantsJSON {
            try json([
                "moved": .count(report.moved), "joined": .count(report.joined),
                "to_decide": report.asked > 0 ? .count(report.asked) : nil,
                "perhaps_twice": .ifAny(report.perhapsTwice),
                "unpaired": report.unpaired > 0 ? .count(report.unpaired) : nil,
                "unpaired_entries": report.unpaired > 0 ? .keys(report.unpairedEntries) : nil,
            ])
        } else {
            try line(
                report.joined > 0 ? .linesMovedKnown : .linesMoved,
                [
                    "count": .count(report.moved), "account": .text(account),
                    "joined": .count(report.joined),
                ])
        }
        if report.asked > 0 {
            narrate(.linesMovedAsked, ["count": .count(report.asked)], .doubtful)
        }
        if !report.perhapsTwice.isEmpty {
            narrate(.entriesPerhapsTwice, ["keys": .keys(report.perhapsTwice)], .doubtful)
        }
        if report.unpaired > 0 {
            narrate(
                .linesUnpaired, ["count": .count(report.unpaired), "account": .text(account)],
                .doubtful)
        }
        if !report.unpairedEntries.isEmpty {
            narrate(.entriesUnpaired, ["keys": .keys(report.unpairedEntries)], .doubtful)
        }
        if invocation.isDryRun { narrate(.dryRunNothingChanged) }
    }
}
