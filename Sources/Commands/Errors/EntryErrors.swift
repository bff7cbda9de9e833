import Facts
import Importing
import Reports
import Ledger
import Reviewing
package import Workspaces

/// Words of a payment that were not understood.
extension QuickEntry.Fault: HouseError {
    package var exitCode: ExitCode { .usage }

    package func message(in language: Language) -> HouseMessage {
        let (what, fix) = words
        return HouseMessage(
            kind: "entry-not-understood", what: what[language], fix: fix[language])
    }

    private var words: (what: Phrase, fix: Phrase) {
        let oneAmount = Phrase("entry.sayOneAmount")
        let oneDay = Phrase("entry.sayDaySo")
        return switch self {
        case .noAmount:
            (Phrase("entry.thereNoAmount"), oneAmount)
        case .twoAmounts(let a, let b):
            (
                Phrase("entry.twoAmounts", ["a": .text(a), "b": .text(b)]),
                Phrase("entry.putCurrencyBeside")
            )
        case .zeroAmount(let text):
            (
                Phrase("entry.amountZero", ["text": .text(text)]),
                oneAmount
            )
        case .amountUnclear(let text):
            (
                Phrase("entry.amountCanRead", ["text": .text(text)]),
                Phrase("entry.writeNothingBelow")
            )
        case .amountTooLarge(let text):
            (
                Phrase("entry.amountTooLarge", ["text": .text(text)]),
                oneAmount
            )
        case .notUnderstood(let text):
            (
                Phrase("entry.notUnderstood", ["text": .text(text)]),
                Phrase("entry.sayAmountNumber")
            )
        case .mayBeYear(let text):
            (
                Phrase("entry.yearAmount", ["text": .text(text)]),
                Phrase("entry.ifAmountAdd", ["text": .text(text)])
            )
        case .currencyUnclear(let text, let currencies):
            (
                Phrase("entry.severalCurrenciesCalled", ["text": .text(text)]),
                Phrase("entry.sayCode", ["codes": "\(Self.codes(currencies))"])
            )
        case .directionUnclear(let text):
            (
                Phrase("entry.moneyOut", ["text": .text(text)]),
                Phrase("entry.putAtBeginning")
            )
        case .notPaidYet(let text):
            (
                Phrase("entry.debtNotPayment", ["text": .text(text)]),
                Phrase("entry.writeMoneyDown")
            )
        case .otherSideMissing(let text):
            (
                Phrase("entry.exchangeOneAmount", ["text": .text(text)]),
                Phrase("entry.sayBothExchanged")
            )
        case .currencyUnknown(let text):
            (
                Phrase("entry.unknownCurrency", ["text": .text(text)]),
                Phrase("entry.isoCodeUah")
            )
        case .twoCurrencies(let a, let b):
            (
                Phrase("entry.twoCurrencies", ["a": .text(a), "b": .text(b)]), oneAmount
            )
        case .dayImpossible(let text):
            (
                Phrase("entry.noSuchDay", ["text": .text(text)]),
                oneDay
            )
        case .dayAhead(let text):
            (
                Phrase("entry.dayNotCome", ["text": .text(text)]), oneDay
            )
        case .periodNotDay(let text):
            (
                Phrase("entry.noDay", ["text": .text(text)]), oneDay
            )
        case .dayUnclear(let text):
            (
                Phrase("entry.dayMonthFirst", ["text": .text(text)]), oneDay
            )
        case .twoDays(let a, let b):
            (
                Phrase("entry.twoDays", ["a": .text(a), "b": .text(b)]),
                oneDay
            )
        case .twoAccounts(let a, let b):
            (
                Phrase("entry.twoAccounts", ["a": .text(a), "b": .text(b)]),
                Phrase("entry.sayOne")
            )
        case .accountUnclear(let text, let accounts):
            (
                Phrase("entry.notClearAccount", ["text": .text(text)]),
                Phrase("entry.name", ["typed": "\(Self.typed(accounts))"])
            )
        case .sourceMissing(let text):
            (
                Phrase("entry.notSaidWhere", ["text": .text(text)]),
                Phrase("entry.cashPutInto")
            )
        case .targetMissing(let text):
            (
                Phrase("entry.notSaidWhat", ["text": .text(text)]),
                Phrase("entry.accountTopUp")
            )
        case .sideUnclear(let text):
            (
                Phrase("entry.moneyFromAccount", ["text": .text(text)]),
                Phrase("entry.incomeMonoSpending")
            )
        case .accountOrPayee(let text):
            (
                Phrase("entry.accountWhatWas", ["text": .text(text)]), Self.accountOrCash
            )
        case .accountUnknown(let text):
            (
                Phrase("entry.thereNoSuch", ["text": .text(text)]), Self.accountOrCash
            )
        case .nameMissing(let mark):
            (
                Phrase("entry.nothingFollows", ["mark": .text(mark)]),
                Phrase("entry.tagAccount")
            )
        }
    }
}

extension QuickEntry.Fault {
    /// At most three accounts, as one would type them.
    static func typed(_ accounts: [String]) -> String {
        accounts.prefix(3).map { $0.contains(" ") ? "--account \"\($0)\"" : "@" + $0 }
            .joined(separator: ", ")
    }

    private static let accountOrCash = Phrase("entry.nameAccountCoffee")

    private static func codes(_ currencies: [Currency]) -> String {
        var codes: [String] = []
        for currency in currencies where !codes.contains(currency.code) {
            codes.append(currency.code)
        }
        return codes.joined(separator: ", ")
    }
}

/// A change that does not fit its entry.
extension EntryRefusal: HouseError {
    package var exitCode: ExitCode { .needsPerson }

    package func message(in language: Language) -> HouseMessage {
        let words = words(in: language)
        return HouseMessage(
            kind: "entry-refused", what: words.what[language], why: words.why[language],
            fix: words.fix[language])
    }

    private typealias Words = (what: Phrase, why: Phrase, fix: Phrase)

    private func words(in language: Language) -> Words {
        switch self {
        case .bankFact: bankFactWords
        case .divided: dividedWords
        case .dayTooFar(let day, let days): dayTooFarWords(day, days, language)
        case .sameLine: sameLineWords
        case .sameAccount: sameAccountWords
        case .sameDirection: sameDirectionWords
        case .arrivesMore(let out, let into): arrivesMoreWords(out, into, language)
        case .sideDivided(let key): sideDividedWords(key)
        case .notLinked: notLinkedWords
        }
    }

    private var bankFactWords: Words {
        (
            Phrase("entry.amountDayBank"),
            Phrase("entry.ledgerMustAgree"),
            Phrase("entry.sayYoursCategory")
        )
    }

    private var dividedWords: Words {
        (
            Phrase("entry.entryDividedParts"),
            Phrase("entry.partsExactlyAmount"),
            Phrase("entry.splitNoneFirst")
        )
    }

    private func dayTooFarWords(_ day: CalendarDate, _ days: Int, _ language: Language) -> Words {
        (
            Phrase(
                "entry.entryMovedTooFar",
                ["days": .count(days), "day": .text(peopleText(of: day, in: language))]),
            Phrase("entry.keyKeepsDay"),
            Phrase("entry.kopiykaDeleteKopiyka")
        )
    }

    private var sameLineWords: Words {
        (
            Phrase("entry.oneSameLine"),
            Self.twoSides, Self.otherKeys
        )
    }

    private var sameAccountWords: Words {
        (
            Phrase("entry.bothLinesOne"),
            Self.twoSides, Self.otherKeys
        )
    }

    private var sameDirectionWords: Words {
        (
            Phrase("entry.bothLinesGo"), Self.twoSides,
            Self.otherKeys
        )
    }

    private func arrivesMoreWords(_ out: Money, _ into: Money, _ language: Language) -> Words {
        (
            Phrase(
                "entry.moreCameThan",
                [
                    "into": "\(peopleText(of: into, in: language))",
                    "out": "\(peopleText(of: out, in: language))",
                    "currency": .text(out.currency.code),
                ]),
            Phrase("entry.feeExplainsLess"), Self.otherKeys
        )
    }

    private func sideDividedWords(_ key: LineKey) -> Words {
        (
            Phrase("entry.lineDividedInto", ["key": .text(key.text)]), Self.twoSides,
            Phrase("entry.firstKopiykaSplit", ["tail": "\(key.tail)"])
        )
    }

    private var notLinkedWords: Words {
        (
            Phrase("entry.lineNoTransfer"),
            Phrase("entry.linkedNothing"),
            Phrase("entry.kopiykaEditChanges")
        )
    }

    private static let twoSides = Phrase("entry.transferMoneyOut")

    private static let otherKeys = Phrase("entry.takeOtherKeys")
}

/// A key, or the beginning of one, that no line of the queue or the ledger has.
struct LineNotFound: HouseError {
    let text: String

    var exitCode: ExitCode { .needsPerson }

    func message(in language: Language) -> HouseMessage {
        HouseMessage(
            kind: "line-not-found",
            what: Phrase("entry.noLineKey", ["text": .text(text)])[language],
            fix: Phrase("entry.kopiykaListKeys")[language])
    }
}

/// Several keys have this beginning or end.
struct KeyNotUnique: HouseError {
    let text: String
    let keys: [LineKey]
    let command: CommandName

    var exitCode: ExitCode { .usage }

    func message(in language: Language) -> HouseMessage {
        let shown = keys.map(\.text).joined(separator: " ")
        return HouseMessage(
            kind: "key-not-unique",
            what: what[language],
            why: shown,
            fix: Phrase("entry.giveMoreKey")[language])
    }

    private var what: Phrase {
        let typed = text.lowercased()
        if keys.allSatisfy({ $0.text.hasPrefix(typed) }) {
            return Phrase("entry.beginsSeveralKeys", ["text": .text(text)])
        }
        return keys.allSatisfy { $0.tail == typed }
            ? Phrase("entry.endsSeveralKeys", ["text": .text(text)])
            : Phrase("entry.beginsLastPart", ["text": .text(text)])
    }
}

/// Parts that do not divide their line.
struct SplitRefused: HouseError {
    let fault: SplitText.Fault

    var exitCode: ExitCode { .usage }

    func message(in language: Language) -> HouseMessage {
        HouseMessage(
            kind: "split-refused", what: faultWords(fault, in: language),
            fix: Phrase("entry.kopiykaSplitKey")[language])
    }
}

/// The new entry may be a known payment.
struct LineAlike: HouseError {
    let key: LineKey

    var exitCode: ExitCode { .done }

    func message(in language: Language) -> HouseMessage {
        HouseMessage(
            .note, kind: "line-alike",
            what: Phrase("entry.sameAmountNear", ["key": .text(key.text)])[language],
            why: Phrase("entry.ifSamePayment")[language],
            fix: Phrase("entry.thenKopiykaUndo")[language])
    }
}

/// A file without a named account whose rows are not those of the account of its bank and currency.
struct AccountKeptApart: HouseError {
    let file: String
    let account: String
    let other: String
    let isByRows: Bool

    var exitCode: ExitCode { .done }

    func message(in language: Language) -> HouseMessage {
        HouseMessage(
            at: SourcePlace(file: file), .note, kind: "account-kept-apart",
            what: isByRows
                ? Phrase(
                    "entry.accountOtherLines", ["other": .text(other), "account": .text(account)])[
                        language]
                : Phrase(
                    "entry.balancesDoNot", ["other": .text(other), "account": .text(account)])[
                        language],
            why: Phrase("entry.twoAccountsOne")[language],
            fix: Phrase("entry.nameKopiykaAccounts", ["account": .text(account)])[language])
    }
}

/// A file without a named account whose rows may be those of its bank's one account or of another.
struct AccountUnproved: HouseError {
    let file: String
    let account: String
    /// It prints no balances, and its rows are on other days than the account's lines.
    var isByRows = false

    var exitCode: ExitCode { .done }

    func message(in language: Language) -> HouseMessage {
        let move = "kopiyka move --file \(shellWord(file))"
        return HouseMessage(
            at: SourcePlace(file: file), .note, kind: "account-unproved",
            what: isByRows
                ? Phrase("entry.linesAccountBy", ["account": .text(account)])[language]
                : Phrase("entry.linesAccountBalances", ["account": .text(account)])[
                    language],
            why: isByRows
                ? Phrase("entry.noRowThere")[language]
                : Phrase("entry.rowsBetweenThem")[language],
            fix: Phrase("entry.ifAnotherAccount", ["move": .text(move)])[
                language])
    }
}

/// A file names its account by BIC and number; the number is known with another account.
struct AccountAlike: HouseError {
    let file: String
    let account: KeptAccount
    /// Its rows are lines of that account.
    let isFound: Bool

    var exitCode: ExitCode { .done }

    func message(in language: Language) -> HouseMessage {
        let (named, kept) = (account.named, account.kept)
        let (own, merge) = (
            "kopiyka accounts own \(shellWord(kept)) \(shellWord(named))",
            mergeCommand(named, into: kept)
        )
        return HouseMessage(
            at: SourcePlace(file: file), .note,
            kind: isFound ? "account-found-alike" : "account-perhaps-alike",
            what: isFound
                ? Phrase("entry.accountFileRows", ["named": .text(named), "kept": .text(kept)])[
                    language]
                : Phrase("entry.mayAccountNumber", ["named": .text(named), "kept": .text(kept)])[
                    language],
            why: AccountBook.mayBeOneGermanAccount(named, kept)
                ? Phrase("entry.bicDoesNot")[
                    language]
                : Phrase("entry.bankPrintsAccount")[
                    language],
            fix: isFound
                ? Phrase("entry.soNextFiles", ["own": .text(own)])[language]
                : Phrase("entry.ifTheyAreOne", ["merge": .text(merge)])[
                    language])
    }
}

/// Sums without a currency are counted separately and cannot be priced.
struct CurrencyUntold: HouseError {
    /// The file that showed it in this import.
    var file: String?
    let account: String
    /// The currency in which the file shows lines of the account that had none.
    var shown: Currency?

    var exitCode: ExitCode { .done }

    func message(in language: Language) -> HouseMessage {
        let command = "kopiyka accounts add \(shellWord(account)) --currency"
        let place = file.map { SourcePlace(file: $0) } ?? .program
        guard let shown else {
            return HouseMessage(
                at: place, .note, kind: "currency-untold",
                what: Phrase("entry.nothingTellsCurrency")[language],
                why: Phrase("entry.filePrintsNone", ["account": .text(account)])[
                    language],
                fix: Phrase("entry.cur", ["command": .text(command)])[language])
        }
        let values: [String: Template.Value] = [
            "account": .text(account), "currency": .text(shown.code),
        ]
        return HouseMessage(
            at: place, .note, kind: "currency-shown",
            what: (file == nil
                ? Phrase("entry.accountInCurrency", values)
                : Phrase("entry.showsAccountInCurrency", values))[language],
            why: Phrase("entry.sumsWithoutCurrency")[language],
            fix: "\(command) \(shown.code)")
    }
}

/// Lines of an account have another currency than its owner set.
struct CurrencyContradicted: HouseError {
    /// The file they came from in this import.
    var file: FileReport? = nil
    let contradicted: ContradictedCurrency

    var exitCode: ExitCode { .needsPerson }

    func message(in language: Language) -> HouseMessage {
        let (account, lines) = (contradicted.account, contradicted.lines)
        let (declared, currency) = (contradicted.declared.code, contradicted.currency.code)
        let name = file.map { shellWord($0.name) }
        return HouseMessage(
            at: file.map { SourcePlace(file: $0.path) } ?? .program, kind: "account-currency",
            what: Phrase(
                "entry.accountLines",
                [
                    "account": .text(account), "declared": .text(declared),
                    "currency": .text(currency),
                    "lines": "\(lines)",
                ])[
                    language],
            why: Phrase("entry.bankSaysLines")[language],
            fix: Phrase(
                "entry.moveOrCorrect",
                ["file": .phrase(name.map(Phrase.init(same:)) ?? Phrase("entry.file"))])[language])
    }
}

/// A file connects two accounts that an import kept apart.
struct AccountsShownAsOne: HouseError {
    private let file: String
    private let other: String
    private let own: String

    /// The account that a person named is kept.
    init(file: String, account: KeptAccount, _ settings: Settings) {
        self.file = file
        let isNamed = { settings.account(meantBy: $0) != nil }
        let isTurned = isNamed(account.named) && !isNamed(account.kept)
        other = isTurned ? account.kept : account.named
        own = isTurned ? account.named : account.kept
    }

    var exitCode: ExitCode { .done }

    func message(in language: Language) -> HouseMessage {
        let merge = mergeCommand(other, into: own)
        return HouseMessage(
            at: SourcePlace(file: file), .note, kind: "accounts-shown-as-one",
            what: Phrase("entry.fileJoinsAccounts", ["own": .text(own), "other": .text(other)])[
                language],
            why: AccountsMeet.why[language], fix: Phrase(same: merge)[language])
    }
}

/// Two unnamed accounts of one bank, one of which continues the other.
struct AccountsMeet: HouseError {
    /// Display names.
    private let account: String
    private let other: String
    private let day: CalendarDate
    /// The files of the other account that belong to the first; empty when all do.
    private let files: [String]

    init(_ meeting: AccountPieces.Meeting, _ settings: Settings) {
        account = settings.shownName(of: meeting.account)
        other = settings.shownName(of: meeting.other)
        day = meeting.day
        files = meeting.files
    }

    var exitCode: ExitCode { .needsPerson }

    static let why = Phrase("entry.importKeptThem")

    func message(in language: Language) -> HouseMessage {
        let shown = peopleText(of: day, in: language)
        if files.isEmpty {
            let merge = mergeCommand(other, into: account)
            return HouseMessage(
                .note, kind: "accounts-meet",
                what: Phrase(
                    "entry.balancesAccountsMeet",
                    ["account": .text(account), "other": .text(other), "shown": .text(shown)])[
                        language],
                why: Self.why[language], fix: Phrase(same: merge)[language])
        }
        let names = shortList(files)
        return HouseMessage(
            .note, kind: "file-of-other-account",
            what: Phrase(
                "entry.accountBalancesContinue",
                [
                    "other": .text(other), "names": .text(names), "account": .text(account),
                    "shown": .text(shown),
                ])[language],
            why: Phrase("entry.whenFileCame")[language],
            fix: Phrase(same: moveCommands(files, to: account).joined(separator: " && "))[
                language])
    }
}

func mergeCommand(_ other: String, into account: String) -> String {
    "kopiyka accounts merge \(shellWord(other)) INTO \(shellWord(account))"
}

/// For the first three.
private func moveCommands(_ files: [String], to account: String) -> [String] {
    files.prefix(3).map { "kopiyka move --file \(shellWord($0)) \(shellWord(account))" }
}

/// The first three.
private func shortList(_ files: [String]) -> String {
    files.prefix(3).joined(separator: ", ") + (files.count > 3 ? ", …" : "")
}

extension Console {
    /// Reports the first step for each account.
    func report(_ advice: AccountAdvice, _ settings: Settings) {
        for coverage in advice.several {
            report(SeveralAccounts(coverage, as: settings.shownName(of: coverage.account)))
        }
        for meeting in advice.meetings { report(AccountsMeet(meeting, settings)) }
    }
}

/// An account with files of several, by their balances.
struct SeveralAccounts: HouseError {
    private let account: String
    /// The files of the part with the fewest.
    private let files: [String]
    private let count: Int

    /// - Parameter name: the account's display name.
    init(_ coverage: CoverageTally.Coverage, as name: String) {
        account = name
        files = coverage.parts.last ?? []
        count = coverage.parts.count
    }

    var exitCode: ExitCode { .needsPerson }

    func message(in language: Language) -> HouseMessage {
        let shown = shortList(files)
        func moves(to name: String) -> String {
            (["kopiyka accounts add \(name)"] + moveCommands(files, to: name))
                .joined(separator: " && ")
        }
        return HouseMessage(
            .note, kind: "several-accounts",
            what: Phrase(
                "entry.accountHoldsLines",
                ["account": .text(account), "count": "\(count)", "shown": .text(shown)])[
                    language],
            why: Phrase("entry.eachThemRuns")[language],
            fix: moves(to: Phrase("entry.newName")[language]))
    }
}

/// `--account` for a file that names another account.
struct AccountOptionUnused: HouseError {
    let file: String
    let account: KeptAccount

    var exitCode: ExitCode { .done }

    func message(in language: Language) -> HouseMessage {
        let (own, meant) = (account.kept, account.named)
        return HouseMessage(
            at: SourcePlace(file: file), .note, kind: "account-option-unused",
            what: Phrase("entry.fileNamesAccount", ["own": .text(own), "meant": .text(meant)])[
                language],
            why: Phrase("entry.whatBankSays")[language],
            fix: Phrase("entry.ifTheyOne", ["mergeCommand": "\(mergeCommand(own, into: meant))"])[
                language])
    }
}

/// A file whose content, name and folder do not give its account.
struct AccountNotNamed: HouseError {
    let file: String
    let account: String

    var exitCode: ExitCode { .done }

    func message(in language: Language) -> HouseMessage {
        let move = "kopiyka move --file \(shellWord(file))"
        return HouseMessage(
            at: SourcePlace(file: file), .note, kind: "account-not-named",
            what: Phrase("entry.whoseFileNot", ["account": .text(account)])[
                language],
            why: Phrase("entry.neitherFileFolder")[
                language],
            fix: Phrase(
                "entry.accountKopiykaAccounts",
                ["move": .text(move), "account": "\(shellWord(account))"])[
                    language])
    }
}
