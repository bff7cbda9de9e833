import Categorizing
import Facts
import Ledger
import Pending
import Importing
import Reviewing
import Scanning
import Workspaces

/// `kopiyka add WORDS`: a payment that is in no statement, or not yet; a movement between own
/// accounts is an entry on each side.
enum AddCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let today = Clock.localDay
        let typed = invocation.operands.joined(separator: " ")
        let access = try WorkspaceAccess.open(.writing, console)
        // Avoids reading a long queue without need.
        let accounts =
            QuickEntry.mayNameAccounts(typed, named: KnownAccounts.inSettings(access.settings))
            ? try KnownAccounts(access) : nil
        let given = invocation[.account].map { access.settings.account(meantBy: $0)?.name ?? $0 }
        var entry = try QuickEntry.parse(
            typed, today: today, accounts: accounts?.asNamed ?? QuickAccounts(),
            accountGiven: given ?? "")
        if let said = invocation[.date] {
            entry.day = try sameDay(entry.day, as: said, today: today)
        }
        for tag in invocation.values(of: .tag) where !entry.tags.contains(tag) {
            entry.tags.append(tag)
        }
        let category = try invocation[.category].map {
            try saidCategory($0, console)
        }
        if entry.payee.isEmpty, invocation[.payee] == nil, category == nil,
            !entry.movement.isOwn
        {
            throw HouseMessage.usage("error.usage.add-without-payee", ["typed": .text(typed)])
        }
        let facts = try facts(of: entry, given, invocation, access, today)
        let isBetweenOwn = facts.count == 2
        let learning = try access.learning()
        let propose = try access.proposal(learning)
        let written = facts.map { fact in
            let moved =
                isBetweenOwn ? Suggestion(category: transferCategory(of: entry)) : nil
            let suggestion =
                moved
                ?? entry.filed(console.categoryNames) { text in
                    var said = fact
                    said.description = text
                    return propose(said)
                }
            let other = facts.first { $0.account != fact.account }
            return WrittenEntry(
                fact: fact, suggestion: suggestion.isDismissal ? Suggestion() : suggestion,
                decision: Decision(
                    category: category, payee: invocation[.payee],
                    note: invocation[.note] ?? (entry.reason.isEmpty ? nil : entry.reason),
                    tags: entry.tags.isEmpty ? nil : suggestion.tags + entry.tags,
                    transferTo: other?.account))
        }
        let alike = try facts.flatMap { try access.workspace.lines(like: $0) }
        var changes = EntryChanges()
        if written.count == 2 {
            changes.transfers = [.init(out: written[0], into: written[1])]
        } else {
            changes.added = written
        }
        let report = try access.workspace.change(
            command: "add", changes, isDryRun: invocation.isDryRun, learning: learning)
        let code = try ApproveCommand.show(report, invocation, console)
        for entry in written { narrate(entry, invocation, access, console) }
        for key in alike { console.report(.lineAlike(key)) }
        return code
    }

    /// The day of an option, which must not contradict the words.
    private static func sameDay(
        _ day: CalendarDate?, as said: String, today: CalendarDate
    ) throws -> CalendarDate {
        let wanted = try QuickEntry.day(said, today: today)
        if let day, day != wanted { throw QuickEntry.Fault.twoDays(day.text, said) }
        return wanted
    }

    private static func narrate(
        _ entry: WrittenEntry, _ invocation: Invocation, _ access: WorkspaceAccess,
        _ console: Console
    ) {
        let name = entry.decision.category ?? entry.suggestion.category
        console.narrate(
            name.isEmpty ? .entryUnsorted : .entryWritten,
            [
                "day": .day(entry.fact.made.day), "amount": .amount(entry.fact.amount),
                "currency": .text(entry.fact.amount.currency.code),
                "payee": .text(invocation[.payee] ?? entry.fact.description),
                "account": .text(access.settings.shownName(of: entry.fact.account)),
                "category": .text(console.categoryName(name)),
            ])
    }

    private static func transferCategory(of entry: QuickEntry) -> String {
        if case .exchanged = entry.movement { "transfers.fx" } else { "transfers.own" }
    }

    /// One line, or both sides of a movement between own accounts, outgoing first.
    private static func facts(
        of entry: QuickEntry, _ given: String?, _ invocation: Invocation,
        _ access: WorkspaceAccess, _ today: CalendarDate
    ) throws -> [StatementFact] {
        if let given, !entry.account.isEmpty, entry.account != given {
            throw QuickEntry.Fault.twoAccounts(entry.account, given)
        }
        let typed = invocation.operands.joined(separator: " ")
        let purse = Purse(said: given ?? entry.account, access: access)
        func amount(_ currency: Currency) throws -> Money {
            guard let amount = entry.amount(in: currency) else {
                throw QuickEntry.Fault.amountUnclear(typed)
            }
            return amount
        }
        let movements: [(account: String, amount: Money)]
        switch entry.movement {
        case .payment:
            if !entry.accountUnnamed.isEmpty, given == nil {
                try purse.refuseUnnamed(entry.accountUnnamed)
            }
            let (account, currency) = try purse.place(of: entry.currency)
            movements = [(account, try amount(currency))]
        case .between(let from, let to):
            let sides = try purse.sides(from: from, to: to, of: entry.currency)
            let money = try amount(sides.currency)
            movements = [(sides.from, money), (sides.to, money.negated)]
        case .toCash, .fromCash:
            let (account, currency) = try purse.bank(of: entry.currency, in: typed)
            let cash = try purse.cash(in: currency)
            let money = try amount(currency)
            movements =
                entry.movement == .toCash
                ? [(account, money), (cash, money.negated)]
                : [(cash, money), (account, money.negated)]
        case .exchanged:
            guard let received = entry.received else {
                throw QuickEntry.Fault.amountUnclear(typed)
            }
            let given = try amount(entry.currency)
            let (out, into) = try purse.sides(
                given.currency, received.currency, into: entry.accountInto)
            movements = [(out, given), (into, received)]
        }
        return movements.map { account, amount in
            var fact = StatementFact(
                account: account, made: CivilMoment(day: entry.day ?? today), amount: amount)
            fact.description = entry.payee
            return fact
        }
    }
}

/// The named account, or cash.
private final class Purse {
    private let said: String
    private let access: WorkspaceAccess
    private var knownAccounts: KnownAccounts?

    init(said: String, access: WorkspaceAccess) {
        self.said = said
        self.access = access
    }

    /// Reads the queue once, and only if they are asked for.
    private func accounts() throws -> KnownAccounts {
        if let known = knownAccounts { return known }
        let accounts = try KnownAccounts(access)
        knownAccounts = accounts
        return accounts
    }

    func cash(in currency: Currency) throws -> String {
        try access.book.cash(in: currency) { account throws(LedgerFailure) in
            try access.workspace.ledger.hasEntries(ofAccount: account)
        }
    }

    /// The account and currency of a payment.
    func place(of currency: Currency) throws -> (account: String, Currency) {
        guard let (account, own) = try named(in: currency) else {
            let currency = currency.isKnown ? currency : .uah
            return (try cash(in: currency), currency)
        }
        return (account, try agreed(account, own, currency))
    }

    /// The account that cash is taken from or put into.
    func bank(of currency: Currency, in typed: String) throws -> (account: String, Currency) {
        guard let (account, own) = try named(in: currency) else {
            throw HouseMessage.usage(
                "error.usage.add-without-account", ["spoken": .text(typed)],
                fix: Phrase("add.addAccountWithdrew"))
        }
        let currency = try agreed(account, own, currency)
        let isCash = access.settings.kind(of: account) == .cash
        if try isCash || account == cash(in: currency) {
            throw HouseMessage.usage("error.usage.add-both-cash")
        }
        return (account, currency)
    }

    /// A card or an account is mentioned without a name: it is not cash, even where no account is
    /// known.
    func refuseUnnamed(_ spoken: String) throws {
        let shown = try accounts().shown
        let named = QuickEntry.Fault.typed(shown)
        throw HouseMessage.usage(
            "error.usage.add-without-account", ["spoken": .text(spoken), "named": .text(named)],
            fix: shown.isEmpty ? Phrase("add.addNewAccount") : Phrase("add.addCash"))
    }

    /// The accounts of a transfer by name, and their currency.
    func sides(
        from: String, to: String, of said: Currency
    ) throws -> (from: String, to: String, currency: Currency) {
        let accounts = try accounts()
        let from = try accounts.named(from, in: said)
        let to = try accounts.named(to, in: said)
        if from == to {
            throw HouseMessage.usage(
                "error.usage.add-one-account",
                ["shownName": .text(access.settings.shownName(of: from))])
        }
        let currency = try agreed(from, accounts.currency(of: from), said)
        return (from, to, try agreed(to, accounts.currency(of: to), currency))
    }

    /// The accounts of an exchange: the two named ones; else the named one for its currency and
    /// cash for the other.
    func sides(
        _ given: Currency, _ received: Currency, into name: String
    ) throws -> (out: String, into: String) {
        if !name.isEmpty {
            let accounts = try accounts()
            let sides = try [(said, given), (name, received)].map { name, currency in
                let account = try accounts.named(name, in: currency)
                _ = try agreed(account, accounts.currency(of: account), currency)
                return account
            }
            return (sides[0], sides[1])
        }
        guard let (account, own) = try named() else {
            return (try onlyCash(in: given), try onlyCash(in: received))
        }
        guard let own, own == given || own == received else {
            throw otherCurrency(account, own ?? .unknown, given)
        }
        return own == given
            ? (account, try onlyCash(in: received)) : (try onlyCash(in: given), account)
    }

    /// The cash of an exchange, which must not be one of several.
    private func onlyCash(in currency: Currency) throws -> String {
        let own = access.settings.accounts.filter { $0.kind == .cash && $0.currency == currency }
        let account = try cash(in: currency)
        guard own.count > 1, !own.contains(where: { $0.name == account }) else { return account }
        if try accounts().knows(account) { return account }
        let names = own.map { access.settings.shownName(of: $0.name) }
        throw HouseMessage.usage(
            "error.usage.add-which-cash",
            [
                "currency": .text(currency.code),
                "named": .text(QuickEntry.Fault.typed(names)),
            ])
    }

    /// Nil for cash.
    private func named(
        in currency: Currency = .unknown
    ) throws -> (account: String, own: Currency?)? {
        if said.isEmpty { return nil }
        let accounts = try accounts()
        if QuickEntry.isCash(said), !accounts.knows(said) { return nil }
        let account = try accounts.named(said, in: currency)
        return (account, accounts.currency(of: account))
    }

    private func agreed(
        _ account: String, _ own: Currency?, _ currency: Currency
    ) throws -> Currency {
        if let own, currency.isKnown, currency != own {
            throw otherCurrency(account, own, currency)
        }
        return currency.isKnown ? currency : own ?? .uah
    }

    private func otherCurrency(
        _ account: String, _ own: Currency, _ currency: Currency
    ) -> HouseMessage {
        .usage(
            "error.usage.add-other-currency",
            [
                "shown": .text(access.settings.shownName(of: account)), "own": .text(own.code),
                "currency": .text(currency.code),
            ])
    }
}
