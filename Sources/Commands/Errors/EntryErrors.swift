import Facts
import Pipeline
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

    private var words: (what: Bilingual, fix: Bilingual) {
        let oneAmount = Bilingual(
            uk: "скажіть одну суму: кава 65 грн вчора",
            en: "say one amount: coffee 65 uah yesterday")
        let oneDay = Bilingual(
            uk: "скажіть день так: 2026-03-14, 14.03, вчора, у понеділок, 3 дні тому",
            en: "say the day so: 2026-03-14, 14.03, yesterday, on monday, 3 days ago")
        return switch self {
        case .noAmount:
            (Bilingual(uk: "не видно суми", en: "there is no amount"), oneAmount)
        case .twoAmounts(let a, let b):
            (
                Bilingual(
                    uk: "дві суми: \"\(a)\" і \"\(b)\"", en: "two amounts: \"\(a)\" and \"\(b)\""),
                Bilingual(
                    uk: "поставте валюту біля суми, а решту чисел скажіть словами",
                    en: "put the currency beside the amount and say other numbers in words")
            )
        case .zeroAmount(let text):
            (
                Bilingual(uk: "сума нульова: \"\(text)\"", en: "the amount is zero: \"\(text)\""),
                oneAmount
            )
        case .amountUnclear(let text):
            (
                Bilingual(
                    uk: "суму можна прочитати по-різному: \"\(text)\"",
                    en: "the amount can be read in several ways: \"\(text)\""),
                Bilingual(
                    uk: "пишіть 1250 або 1250.50, не дрібніше за копійку",
                    en: "write 1250 or 1250.50, nothing below the smallest coin")
            )
        case .amountTooLarge(let text):
            (
                Bilingual(
                    uk: "сума завелика: \"\(text)\"", en: "the amount is too large: \"\(text)\""),
                oneAmount
            )
        case .notUnderstood(let text):
            (
                Bilingual(uk: "не зрозуміло: \"\(text)\"", en: "not understood: \"\(text)\""),
                Bilingual(
                    uk: "скажіть суму числом із валютою: кава 65 грн",
                    en: "say the amount as a number with its currency: coffee 65 uah")
            )
        case .mayBeYear(let text):
            (
                Bilingual(
                    uk: "рік чи сума: \"\(text)\"", en: "a year or an amount: \"\(text)\""),
                Bilingual(
                    uk: "якщо це сума, додайте валюту: \(text) грн",
                    en: "if it is an amount, add the currency: \(text) uah")
            )
        case .currencyUnclear(let text, let currencies):
            (
                Bilingual(
                    uk: "валюта з таким словом не одна: \"\(text)\"",
                    en: "several currencies are called so: \"\(text)\""),
                Bilingual(
                    uk: "скажіть код: \(Self.codes(currencies))",
                    en: "say the code: \(Self.codes(currencies))")
            )
        case .directionUnclear(let text):
            (
                Bilingual(
                    uk: "прийшли гроші чи пішли: \"\(text)\"",
                    en: "money in or out: \"\(text)\""),
                Bilingual(
                    uk: "поставте + або - на початку: +500 грн",
                    en: "put + or - at the beginning: +500 uah")
            )
        case .notPaidYet(let text):
            (
                Bilingual(
                    uk: "борг, а не платіж: \"\(text)\"",
                    en: "a debt, not a payment: \"\(text)\""),
                Bilingual(
                    uk: "запишіть гроші, коли їх віддано: +500 від Сергія, -500 Сергію",
                    en: "write the money down when it is paid: +500 from Bob, -500 to Bob")
            )
        case .otherSideMissing(let text):
            (
                Bilingual(
                    uk: "обмін, а сума одна: \"\(text)\"",
                    en: "an exchange with one amount: \"\(text)\""),
                Bilingual(
                    uk: "скажіть обидві: обмін 100 usd на 4100 грн",
                    en: "say both: exchanged 100 usd for 4100 uah")
            )
        case .currencyUnknown(let text):
            (
                Bilingual(
                    uk: "невідома валюта: \"\(text)\"", en: "unknown currency: \"\(text)\""),
                Bilingual(
                    uk: "код ISO 4217 (UAH), символ (₴) або слово (грн)",
                    en: "an ISO 4217 code (UAH), a symbol (₴) or a word (dollars)")
            )
        case .twoCurrencies(let a, let b):
            (
                Bilingual(
                    uk: "дві валюти: \"\(a)\" і \"\(b)\"",
                    en: "two currencies: \"\(a)\" and \"\(b)\""), oneAmount
            )
        case .dayImpossible(let text):
            (
                Bilingual(
                    uk: "такого дня немає: \"\(text)\"", en: "there is no such day: \"\(text)\""),
                oneDay
            )
        case .dayAhead(let text):
            (
                Bilingual(
                    uk: "цей день ще не настав: \"\(text)\"",
                    en: "that day has not come yet: \"\(text)\""), oneDay
            )
        case .periodNotDay(let text):
            (
                Bilingual(
                    uk: "коли саме, не сказано: \"\(text)\"",
                    en: "that is no day: \"\(text)\""), oneDay
            )
        case .dayUnclear(let text):
            (
                Bilingual(
                    uk: "день чи місяць спершу: \"\(text)\"",
                    en: "day or month first: \"\(text)\""), oneDay
            )
        case .twoDays(let a, let b):
            (
                Bilingual(
                    uk: "два дні: \"\(a)\" і \"\(b)\"", en: "two days: \"\(a)\" and \"\(b)\""),
                oneDay
            )
        case .twoAccounts(let a, let b):
            (
                Bilingual(
                    uk: "два рахунки: \"\(a)\" і \"\(b)\"",
                    en: "two accounts: \"\(a)\" and \"\(b)\""),
                Bilingual(uk: "скажіть один", en: "say one")
            )
        case .accountUnclear(let text, let accounts):
            (
                Bilingual(
                    uk: "неясно, який це рахунок: \"\(text)\"",
                    en: "it is not clear which account this is: \"\(text)\""),
                Bilingual(
                    uk: "назвіть його: \(Self.typed(accounts))",
                    en: "name it: \(Self.typed(accounts))")
            )
        case .sourceMissing(let text):
            (
                Bilingual(
                    uk: "не сказано, звідки гроші: \"\(text)\"",
                    en: "it is not said where the money comes from: \"\(text)\""),
                Bilingual(
                    uk:
                        "з готівки: поклав 500 на @моно; з рахунка: переказав 500 з @приват на @моно",
                    en: "cash: put 500 into @mono; an account: moved 500 from @privat to @mono")
            )
        case .targetMissing(let text):
            (
                Bilingual(
                    uk: "не сказано, що поповнено: \"\(text)\"",
                    en: "it is not said what was topped up: \"\(text)\""),
                Bilingual(
                    uk: "рахунок: поповнив @моно 500; телефон: поповнив телефон 500",
                    en: "an account: top up @mono 500; a phone: top up phone 500")
            )
        case .sideUnclear(let text):
            (
                Bilingual(
                    uk: "гроші з рахунка чи на рахунок: \"\(text)\"",
                    en: "money from the account or into it: \"\(text)\""),
                Bilingual(
                    uk: "дохід: +500 @моно; витрата: -500 @моно; між своїми: 500 @моно → @приват",
                    en: "income: +500 @mono; spending: -500 @mono; own: 500 @mono → @privat")
            )
        case .accountOrPayee(let text):
            (
                Bilingual(
                    uk: "рахунок чи те, за що заплачено: \"\(text)\"",
                    en: "an account or what was paid for: \"\(text)\""), Self.accountOrCash
            )
        case .accountUnknown(let text):
            (
                Bilingual(
                    uk: "такого рахунка немає: \"\(text)\"",
                    en: "there is no such account: \"\(text)\""), Self.accountOrCash
            )
        case .nameMissing(let mark):
            (
                Bilingual(
                    uk: "за \"\(mark)\" нічого немає", en: "there is nothing behind \"\(mark)\""),
                Bilingual(uk: "#мітка, @рахунок", en: "#tag, @account")
            )
        }
    }
}

extension QuickEntry.Fault {
    /// At most three accounts as they are typed.
    static func typed(_ accounts: [String]) -> String {
        accounts.prefix(3).map { $0.contains(" ") ? "--account \"\($0)\"" : "@" + $0 }
            .joined(separator: ", ")
    }

    private static let accountOrCash = Bilingual(
        uk: "назвіть рахунок: кава 65 @моно, або @готівка",
        en: "name the account: coffee 65 @mono, or @cash")

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

    private typealias Words = (what: Bilingual, why: Bilingual, fix: Bilingual)

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
            Bilingual(
                uk: "сума й день — факт банку, їх не змінити",
                en: "amount and day are the bank's fact and are not changed"),
            Bilingual(
                uk: "книга мусить сходитися з випискою; правити можна лише записане через add",
                en:
                    "the ledger must agree with the statement; only what was written by add can be edited"
            ),
            Bilingual(
                uk:
                    "скажіть своє через --category, --payee, --note; зайвий рядок прибирає kopiyka delete",
                en:
                    "say yours with --category, --payee, --note; kopiyka delete takes out a line too many"
            )
        )
    }

    private var dividedWords: Words {
        (
            Bilingual(
                uk: "запис поділено: з іншою сумою частини не зійдуться",
                en: "the entry is divided: its parts would not sum to another amount"),
            Bilingual(
                uk: "частини разом дають точно суму", en: "parts are exactly the amount"),
            Bilingual(
                uk: "спершу kopiyka split КЛЮЧ --none", en: "first kopiyka split KEY --none")
        )
    }

    private func dayTooFarWords(_ day: CalendarDate, _ days: Int, _ language: Language) -> Words {
        (
            Bilingual(
                uk:
                    "запис можна перенести щонайбільше на \(days) днів від \(peopleText(of: day, in: language))",
                en:
                    "the entry can be moved by at most \(days) days from \(peopleText(of: day, in: language))"
            ),
            Bilingual(
                uk: "ключ тримає день, коли запис зроблено",
                en: "its key keeps the day it was written for"),
            Bilingual(
                uk: "kopiyka delete і знову kopiyka add",
                en: "kopiyka delete, and kopiyka add anew")
        )
    }

    private var sameLineWords: Words {
        (
            Bilingual(uk: "це один і той самий рядок", en: "this is one and the same line"),
            Self.twoSides, Self.otherKeys
        )
    }

    private var sameAccountWords: Words {
        (
            Bilingual(
                uk: "обидва рядки з одного рахунка", en: "both lines are of one account"),
            Self.twoSides, Self.otherKeys
        )
    }

    private var sameDirectionWords: Words {
        (
            Bilingual(
                uk: "обидва рядки в один бік", en: "both lines go the same way"), Self.twoSides,
            Self.otherKeys
        )
    }

    private func arrivesMoreWords(_ out: Money, _ into: Money, _ language: Language) -> Words {
        (
            Bilingual(
                uk:
                    "прийшло більше, ніж пішло: \(peopleText(of: into, in: language)) проти \(peopleText(of: out, in: language)) \(out.currency.code)",
                en:
                    "more came in than went out: \(peopleText(of: into, in: language)) against \(peopleText(of: out, in: language)) \(out.currency.code)"
            ),
            Bilingual(
                uk: "різницю вниз пояснює комісія, вгору — ніщо",
                en: "a fee explains less arriving, nothing explains more"), Self.otherKeys
        )
    }

    private func sideDividedWords(_ key: LineKey) -> Words {
        (
            Bilingual(
                uk: "рядок \(key.text) поділено на частини",
                en: "line \(key.text) is divided into parts"), Self.twoSides,
            Bilingual(
                uk: "спершу kopiyka split \(key.tail) --none",
                en: "first kopiyka split \(key.tail) --none")
        )
    }

    private var notLinkedWords: Words {
        (
            Bilingual(uk: "рядок не є переказом", en: "the line is no transfer"),
            Bilingual(
                uk: "його ні з чим не звʼязано", en: "it is linked with nothing"),
            Bilingual(
                uk: "категорію міняє kopiyka edit", en: "kopiyka edit changes the category")
        )
    }

    private static let twoSides = Bilingual(
        uk: "переказ — це мінус на одному своєму рахунку і плюс на іншому",
        en: "a transfer is money out of one own account and into another")

    private static let otherKeys = Bilingual(
        uk: "візьміть інші ключі: kopiyka list --keys",
        en: "take other keys: kopiyka list --keys")
}

/// A key, or the beginning of one, that no line of the queue or the ledger has.
struct LineNotFound: HouseError {
    let text: String

    var exitCode: ExitCode { .needsPerson }

    func message(in language: Language) -> HouseMessage {
        HouseMessage(
            kind: "line-not-found",
            what: Bilingual(
                uk: "рядка з ключем \"\(text)\" немає ні в черзі, ні в книзі",
                en: "no line with key \"\(text)\" is in the queue or the ledger")[language],
            fix: Bilingual(
                uk: "ключі показують kopiyka list --keys і kopiyka pending",
                en: "kopiyka list --keys and kopiyka pending show the keys")[language])
    }
}

/// Several keys begin so, or end so.
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
            fix: Bilingual(
                uk: "дайте більше знаків ключа", en: "give more of the key")[language])
    }

    private var what: Bilingual {
        let typed = text.lowercased()
        if keys.allSatisfy({ $0.text.hasPrefix(typed) }) {
            return Bilingual(
                uk: "\"\(text)\" — початок кількох ключів", en: "\"\(text)\" begins several keys")
        }
        return keys.allSatisfy { $0.tail == typed }
            ? Bilingual(
                uk: "\"\(text)\" — кінець кількох ключів", en: "\"\(text)\" ends several keys")
            : Bilingual(
                uk: "з \"\(text)\" починається остання частина кількох ключів",
                en: "\"\(text)\" begins the last part of several keys")
    }
}

/// Parts that do not divide their line.
struct SplitRefused: HouseError {
    let fault: SplitText.Fault

    var exitCode: ExitCode { .usage }

    func message(in language: Language) -> HouseMessage {
        HouseMessage(
            kind: "split-refused", what: faultWords(fault, in: language),
            fix: Bilingual(
                uk: "kopiyka split КЛЮЧ \"продукти 60.50; тварини\"",
                en: "kopiyka split KEY \"groceries 60.50; pets\"")[language])
    }
}

/// What was written down may be a payment that is known.
struct LineAlike: HouseError {
    let key: LineKey

    var exitCode: ExitCode { .done }

    func message(in language: Language) -> HouseMessage {
        HouseMessage(
            .note, kind: "line-alike",
            what: Bilingual(
                uk: "така сама сума на цьому рахунку є поруч: \(key.text)",
                en: "the same amount is near on this account: \(key.text)")[language],
            why: Bilingual(
                uk: "якщо це той самий платіж, тепер він записаний двічі",
                en: "if it is the same payment, it is now there twice")[language],
            fix: Bilingual(
                uk: "тоді kopiyka undo", en: "then kopiyka undo")[language])
    }
}

/// A file that nobody named an account for, and whose rows are not those of the account of its bank and currency.
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
                ? Bilingual(
                    uk:
                        "за ті самі дні в рахунку \(other) інші рядки: рядки файла в окремому рахунку \(account)",
                    en:
                        "account \(other) has other lines on the same days: its lines are in account \(account)"
                )[language]
                : Bilingual(
                    uk:
                        "залишки не продовжують рахунка \(other): рядки файла в окремому рахунку \(account)",
                    en:
                        "its balances do not continue those of account \(other): its lines are in account \(account)"
                )[language],
            why: Bilingual(
                uk: "два рахунки одного банку й валюти ніколи не змішуються",
                en: "two accounts of one bank and currency are never put into one")[language],
            fix: Bilingual(
                uk: "назвіть їх: kopiyka accounts rename \(account) НАЗВА",
                en: "name it: kopiyka accounts rename \(account) NAME")[language])
    }
}

/// A file that nobody named an account for, and whose rows may be those of its bank's one account
/// or of another.
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
                ? Bilingual(
                    uk: "рядки файла в рахунку \(account) лише через однакові заголовки",
                    en: "its lines are in account \(account) by the same headings alone")[language]
                : Bilingual(
                    uk: "рядки файла в рахунку \(account), хоча залишки його не продовжують",
                    en: "its lines are in account \(account), which its balances do not continue")[
                        language],
            why: isByRows
                ? Bilingual(
                    uk: "жоден рядок не спільний, а назва файла має інші слова",
                    en: "no row of it is there, and its name has other words")[language]
                : Bilingual(
                    uk: "між ними бракує рядків, або це файл іншого рахунка",
                    en: "rows between them are missing, or it is another account's file")[language],
            fix: Bilingual(
                uk: "якщо іншого: \(move) РАХУНОК", en: "if it is another's: \(move) ACCOUNT")[
                    language])
    }
}

/// A file names its account by a BIC and the number of an account that is known otherwise.
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
                ? Bilingual(
                    uk: "\(named) — це рахунок \(kept): рядки файла вже там",
                    en: "\(named) is account \(kept): the file's rows are its lines")[language]
                : Bilingual(
                    uk:
                        "\(named) може бути рахунком \(kept): номер той самий, рядки цього не кажуть",
                    en: "\(named) may be account \(kept): the number is the same, no row tells")[
                        language],
            why: AccountBook.mayBeOneGermanAccount(named, kept)
                ? Bilingual(
                    uk: "BIC не каже коду банку, а той самий номер може бути у двох банків",
                    en: "a BIC does not tell the bank code, and two banks may have one number")[
                        language]
                : Bilingual(
                    uk:
                        "банк не в кожній виписці пише номер рахунку, або рядки перенесено",
                    en: "the bank prints the account's number in some exports and not in others, "
                        + "or the lines were moved")[
                        language],
            fix: isFound
                ? Bilingual(
                    uk: "щоб наступні файли йшли туди: \(own)",
                    en: "so that the next files go there: \(own)")[language]
                : Bilingual(uk: "якщо це один рахунок: \(merge)", en: "if they are one: \(merge)")[
                    language])
    }
}

/// Sums without a currency are counted by themselves, and no price can be told of them.
struct CurrencyUntold: HouseError {
    /// That showed it just now.
    var file: String?
    let account: String
    /// In which the file shows lines of the account that were known without one.
    var shown: Currency?

    var exitCode: ExitCode { .done }

    func message(in language: Language) -> HouseMessage {
        let command = "kopiyka accounts add \(shellWord(account)) --currency"
        let place = file.map { SourcePlace(file: $0) } ?? .program
        guard let shown else {
            return HouseMessage(
                at: place, .note, kind: "currency-untold",
                what: Bilingual(
                    uk: "валюти рядків не сказано ніде",
                    en: "nothing tells the currency of its lines")[language],
                why: Bilingual(
                    uk: "файл її не друкує, а рахунок \(account) не має її в kopiyka.yaml",
                    en: "the file prints none, and account \(account) has none in kopiyka.yaml")[
                        language],
                fix: Bilingual(uk: "\(command) ВАЛЮТА", en: "\(command) CUR")[language])
        }
        return HouseMessage(
            at: place, .note, kind: "currency-shown",
            what: Bilingual(
                uk: file == nil
                    ? "рахунок \(account) у \(shown.code), а деякі його рядки без валюти"
                    : "показує рахунок \(account) у \(shown.code), а деякі його рядки без валюти",
                en: file == nil
                    ? "account \(account) is in \(shown.code), and some of its lines have no currency"
                    : "shows account \(account) in \(shown.code), and some of its lines have no currency"
            )[
                language],
            why: Bilingual(
                uk: "суми без валюти рахуються окремо",
                en: "sums without a currency are counted by themselves")[language],
            fix: "\(command) \(shown.code)")
    }
}

/// Lines of an account are in another currency than its owner says.
struct CurrencyContradicted: HouseError {
    /// The file that they came from just now.
    var file: FileReport? = nil
    let contradicted: ContradictedCurrency

    var exitCode: ExitCode { .needsPerson }

    func message(in language: Language) -> HouseMessage {
        let (account, lines) = (contradicted.account, contradicted.lines)
        let (declared, currency) = (contradicted.declared.code, contradicted.currency.code)
        let name = file.map { shellWord($0.name) }
        return HouseMessage(
            at: file.map { SourcePlace(file: $0.path) } ?? .program, kind: "account-currency",
            what: Bilingual(
                uk: "у рахунку \(account) з валютою \(declared) рядків у \(currency): \(lines)",
                en: "account \(account) is in \(declared) and has lines in \(currency): \(lines)")[
                    language],
            why: Bilingual(
                uk: "валюту рядків каже банк, а валюту рахунка — kopiyka.yaml",
                en: "the bank says the lines' currency, kopiyka.yaml the account's")[language],
            fix: Bilingual(
                uk:
                    "kopiyka move --file \(name ?? "ФАЙЛ") РАХУНОК, або виправте currency в kopiyka.yaml",
                en:
                    "kopiyka move --file \(name ?? "FILE") ACCOUNT, or correct currency in kopiyka.yaml"
            )[
                language])
    }
}

/// A file leads from one account to another that an import kept apart.
struct AccountsShownAsOne: HouseError {
    private let file: String
    private let other: String
    private let own: String

    /// The account that a person named is the one that stays.
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
            what: Bilingual(
                uk: "файл поєднує рахунки \(own) і \(other): це один рахунок",
                en: "the file joins accounts \(own) and \(other): they are one account")[language],
            why: AccountsMeet.why[language], fix: Bilingual(same: merge)[language])
    }
}

/// Two accounts of one bank that nobody named, one of which goes on where the other ended.
struct AccountsMeet: HouseError {
    /// As people call them.
    private let account: String
    private let other: String
    private let day: CalendarDate
    /// The files of the other one that are of the first; none where all are.
    private let files: [String]

    init(_ meeting: AccountPieces.Meeting, _ settings: Settings) {
        account = settings.shownName(of: meeting.account)
        other = settings.shownName(of: meeting.other)
        day = meeting.day
        files = meeting.files
    }

    var exitCode: ExitCode { .needsPerson }

    static let why = Bilingual(
        uk: "їх розділив імпорт, коли між ними бракувало рядків",
        en: "an import kept them apart when rows between them were missing")

    func message(in language: Language) -> HouseMessage {
        let shown = peopleText(of: day, in: language)
        if files.isEmpty {
            let merge = mergeCommand(other, into: account)
            return HouseMessage(
                .note, kind: "accounts-meet",
                what: Bilingual(
                    uk:
                        "залишки рахунків \(account) і \(other) сходяться (\(shown)): це один рахунок",
                    en:
                        "the balances of accounts \(account) and \(other) meet on \(shown): they are one account"
                )[language],
                why: Self.why[language], fix: Bilingual(same: merge)[language])
        }
        let names = shortList(files)
        return HouseMessage(
            .note, kind: "file-of-other-account",
            what: Bilingual(
                uk:
                    "рахунок \(other): залишки \(names) продовжують рахунок \(account) (\(shown)), а не інші його файли",
                en:
                    "account \(other): the balances of \(names) continue account \(account) on \(shown), and not its other files"
            )[language],
            why: Bilingual(
                uk: "коли файл прийшов, між ними бракувало рядків",
                en: "when the file came in, rows between them were missing")[language],
            fix: Bilingual(same: moveCommands(files, to: account).joined(separator: " && "))[
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
    /// Says what to do first about each account.
    func report(_ advice: AccountAdvice, _ settings: Settings) {
        for coverage in advice.several {
            report(SeveralAccounts(coverage, as: settings.shownName(of: coverage.account)))
        }
        for meeting in advice.meetings { report(AccountsMeet(meeting, settings)) }
    }
}

/// An account whose files are of several by their balances.
struct SeveralAccounts: HouseError {
    private let account: String
    /// The files of the account with the fewest.
    private let files: [String]
    private let count: Int

    /// - Parameter name: as people call the account.
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
            what: Bilingual(
                uk:
                    "рахунок \(account) містить рядки кількох рахунків (\(count)): залишки \(shown) не продовжують інших його файлів",
                en:
                    "account \(account) holds lines of several accounts (\(count)): the balances of \(shown) do not continue those of its other files"
            )[
                language],
            why: Bilingual(
                uk: "окремо залишки сходяться, разом — ні",
                en: "each of them runs on by itself, together they break")[language],
            fix: Bilingual(uk: moves(to: "НАЗВА"), en: moves(to: "NAME"))[language])
    }
}

/// `--account` for a file that names another account itself.
struct AccountOptionUnused: HouseError {
    let file: String
    let account: KeptAccount

    var exitCode: ExitCode { .done }

    func message(in language: Language) -> HouseMessage {
        let (own, meant) = (account.kept, account.named)
        return HouseMessage(
            at: SourcePlace(file: file), .note, kind: "account-option-unused",
            what: Bilingual(
                uk: "файл сам називає свій рахунок: рядки в рахунку \(own), а не в \(meant)",
                en: "the file names its account: its lines are in \(own), not in \(meant)")[
                    language],
            why: Bilingual(
                uk: "те, що сказав банк, важить більше за --account",
                en: "what the bank says counts more than --account")[language],
            fix: Bilingual(
                uk:
                    "якщо це один рахунок: \(mergeCommand(own, into: meant))",
                en:
                    "if they are one account: \(mergeCommand(own, into: meant))"
            )[
                language])
    }
}

/// A file told nothing of its account, nor did its name or folder.
struct AccountNotNamed: HouseError {
    let file: String
    let account: String

    var exitCode: ExitCode { .done }

    func message(in language: Language) -> HouseMessage {
        let move = "kopiyka move --file \(shellWord(file))"
        return HouseMessage(
            at: SourcePlace(file: file), .note, kind: "account-not-named",
            what: Bilingual(
                uk: "чий це файл, не сказано: його рядки в рахунку \(account)",
                en: "whose file this is, is not said: its lines are in account \(account)")[
                    language],
            why: Bilingual(
                uk: "ні файл, ні тека, ні назва не вказують на один із ваших рахунків",
                en: "neither the file, its folder nor its name means one of your accounts")[
                    language],
            fix: Bilingual(
                uk:
                    "\(move) РАХУНОК; або kopiyka accounts rename \(shellWord(account)) НАЗВА",
                en: "\(move) ACCOUNT; or kopiyka accounts rename \(shellWord(account)) NAME")[
                    language])
    }
}
