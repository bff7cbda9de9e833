import Facts
import Scanning
import Testing

@testable import Workspaces

@Suite struct `Settings and accounts` {
    private static let text = """
        language: uk
        accounts:
          - name: Чорна
            is: [ua21 3223 1300 0002 6007 2335 66001, "*1234", black]
            currency: UAH
            bank: monobank
          - name: Заощадження
            is: revolut-EUR-Deposit
        """

    @Test(arguments: [
        (AccountClaim(iban: "UA213223130000026007233566001"), "", "", "Чорна"),
        (AccountClaim(number: "*1234"), "other", "", "Чорна"),
        (AccountClaim(number: "*9999"), "black", "", "*9999"),
        (AccountClaim(bank: "monobank", currency: .uah), "black", "", "Чорна"),
        (AccountClaim(bank: "monobank", currency: .uah), "", "black", "Чорна"),
        (AccountClaim(bank: "monobank", currency: .uah), "", "", "monobank-UAH"),
        (AccountClaim(currency: .usd), "", "", "privatbank-USD"),
        (AccountClaim(bank: "revolut", product: "Deposit", currency: .eur), "", "", "Заощадження"),
        (AccountClaim(bank: "revolut", product: "Jar", currency: .eur), "", "", "revolut-EUR-Jar"),
    ])
    func `a file's lines go to the account it means`(
        _ claim: AccountClaim, _ folder: String, _ option: String, _ account: String
    ) throws {
        let book = AccountBook(try Settings.parse(Array(Self.text.utf8)))
        #expect(
            book.account(for: claim, folder: folder, option: option, fallback: "privatbank")
                == account)
    }

    @Test(arguments: [
        ("DE91100000000123456789", "10000000/0123456789", true),
        ("DE91100000000123456789", "10000000/123456789", true),
        ("10000000/123456789", "10000000/0123456789", true),
        ("DE91100000000123456789", "10000000/0123456788", false),
        ("DE91100000000123456789", "DE91100000000123456789", false),
        ("UA213223130000026007233566001", "10000000/123456789", false),
        ("10000000/1/2", "10000000/12", false), ("/", "10000000/", false), ("", "", false),
    ])
    func `an IBAN and a bank code with a number may be one German account`(
        _ a: String, _ b: String, _ isOne: Bool
    ) {
        #expect(AccountBook.areOneGermanAccount(a, b) == isOne)
        #expect(AccountBook.areOneGermanAccount(b, a) == isOne)
    }

    @Test(arguments: [
        ("10020030/0123456789", "0123456789", true), ("10020030/0123456789", "123456789", true),
        ("0123456789", "123456789", true), ("10020030/0123456789EUR", "0123456789", true),
        ("DE91100000000123456789", "0123456789", true),
        // The full length of a number in an IBAN, with its zeros or without them.
        ("DE16100700000001234567", "0001234567", true),
        ("DE16100700000001234567", "1234567", true),
        ("DE16100700000091234567", "1234567", false),
        ("DE16100700000001234568", "1234567", false),
        ("UA213223130000026007233566001", "26007233566001", true),
        ("UA213223130000026007233566001", "7233566002", false),
        ("10020030/0123456789", "20020030/0123456789", false),
        ("10020030/0123456789", "0123456788", false), ("1/555", "555", false),
        ("monobank-UAH", "UAH", false), ("0123456789", "0123456789", false),
    ])
    func `a number without a bank may be of an account with one`(
        _ a: String, _ b: String, _ mayBe: Bool
    ) {
        #expect(AccountBook.mayBeOneAccount(a, b) == mayBe)
        #expect(AccountBook.mayBeOneAccount(b, a) == mayBe)
    }

    @Test(arguments: [
        ("n26_01.csv", true), ("N26 jan.csv", true), ("n26-02.csv", true), ("xn26.csv", false),
    ])
    func `an alias of three characters counts at word borders`(_ file: String, _ fits: Bool) throws
    {
        let book = AccountBook(
            try Settings.parse(Array("accounts:\n  - name: Girokonto\n    is: [n26]\n".utf8)))
        let name = book.account(for: AccountClaim(bank: "ing"), fileName: file)
        #expect((name == "Girokonto") == fits)
    }

    @Test(arguments: [
        ("black2.csv", "Чорна"), ("black2026-01.csv", "Чорна"), ("mono_Black01.csv", "Чорна"),
        ("чорна3.csv", "Чорна"), ("black.csv", "Чорна"), ("blackbird2.csv", "monobank"),
        ("2black.csv", "monobank"), ("black7.csv", "Сьома"), ("black 7.csv", "Чорна"),
        ("black2 white2.csv", "monobank"), ("white01.csv", "Біла"),
    ])
    func `digits behind the letters of an alias are no part of it`(
        _ file: String, _ account: String
    ) throws {
        let settings = """
            accounts:
              - name: Чорна
                is: [black]
              - name: Сьома
                is: [black7]
              - name: Біла
                is: [white]
            """
        let book = AccountBook(try Settings.parse(Array(settings.utf8)))
        #expect(book.account(for: AccountClaim(bank: "monobank"), fileName: file) == account)
    }

    @Test(arguments: [
        ("colour: red", SettingsProblem.Kind.unknownKey("colour"), 1, 1),
        ("accounts:\n  - is: [a]", .nameMissing, 2, 5),
        ("accounts:\n  - name: a\n  - name: a", .nameTwice("a"), 3, 11),
        ("accounts:\n  - name: a\n    currency: грн", .currencyInvalid("грн"), 3, 15),
        ("accounts:\n  - name: a\n    kind: caash", .kindUnknown("caash"), 3, 11),
        ("accounts: 5", .wrongType("accounts"), 1, 11),
        ("country: UA\nlanguage: de", .languageUnknown("de"), 2, 11),
        ("- a", .notAMapping, 1, 1),
    ])
    func `what is wrong in the settings is named with its place`(
        _ text: String, _ kind: SettingsProblem.Kind, _ line: Int, _ column: Int
    ) {
        do throws(SettingsRefusal) {
            _ = try Settings.parse(Array(text.utf8))
            Issue.record("read without a word")
        } catch {
            #expect(error.problems == [SettingsProblem(kind: kind, line: line, column: column)])
        }
    }

    @Test(arguments: [
        ("name: monobank-UAH", AccountKind.card), ("name: cash-USD", .cash),
        ("name: revolut-EUR", .current), ("name: Чорна\n    bank: monobank", .card),
        ("name: Чорна\n    is: [\"516874****1234\"]", .card),
        ("name: Гаманець\n    shown: Готівка вдома", .cash),
        ("name: ФОП monobank", .current), ("name: Кредитна картка", .card),
        ("name: Іпотека", .loan), ("name: revolut-EUR-Deposit", .deposit),
        ("name: Скарбничка", .savings), ("name: Брокер", .investment),
        ("name: UA213223130000026007233566001", .current),
        ("name: cash-USD\n    kind: savings", .savings),
        ("name: a\n    kind: Готівка", .cash), ("name: a\n    kind: КРЕДИТ", .loan),
    ])
    func `the kind of an account is given, or its names say it`(
        account: String, kind: AccountKind
    ) throws {
        let settings = try Settings.parse(Array("accounts:\n  - \(account)\n".utf8))
        #expect(settings.accounts[0].kind == kind)
        #expect(settings.kind(of: settings.accounts[0].name) == kind)
    }

    @Test func `every name of a kind means one kind`() {
        for kind in AccountKind.allCases {
            #expect(AccountKind(name: kind.rawValue.uppercased()) == kind)
        }
        #expect(AccountKind.allNames.allSatisfy { AccountKind(name: $0) != nil })
        #expect(AccountKind(name: "кава") == nil && AccountKind(name: "") == nil)
    }

    @Test func `a new workspace's settings are read`() throws {
        let home = Household()
        defer { home.remove() }
        #expect(try home.create().settings() == Settings())
    }

    @Test(arguments: [
        ("black-2026-01.csv", "black"),
        ("archive.zip/Чорна картка_01.02.2026.xlsx", "чорна картка"),
        ("2026-01 my own card 4471.csv", "my own card"), ("2026-01.csv", ""), ("a-b-1.csv", ""),
        ("x1-Wise.statement.csv", "wise statement"), ("", ""), (".csv", ""), ("виписка", "виписка"),
    ])
    func `a file is remembered by the words of its name that last`(name: String, words: String) {
        #expect(FileHint.lastingWords(of: name) == words)
        #expect(FileHint.names(name, words) == !words.isEmpty)
        #expect(!FileHint.names("white-2026-01.csv", words))
    }

    /// What is kept of one file's name means no file of another account.
    @Test(arguments: [
        ("mono_4521.csv", ["mono_7788.csv"], "*4521"),
        ("report_01.01.2026_4521.csv", ["report_01.01.2026_7788.csv"], "*4521"),
        ("2026-01/виписка 5168xxxxxxxx4471.xlsx", ["виписка 8812.xlsx"], "*4471"),
        ("black-01.csv", ["white-01.csv"], "black"), ("card-a.csv", ["card-b.csv"], "card a"),
        ("card-01.csv", [], "card"), ("card.csv", ["old card.csv"], ""),
    ])
    func `a file is remembered by what others do not have`(
        name: String, others: [String], hint: String
    ) {
        #expect(FileHint.lastingHint(of: name, beside: others) == hint)
        #expect(hint.isEmpty || FileHint.names(name, hint))
        for other in others { #expect(hint.isEmpty || !FileHint.names(other, hint)) }
    }

    @Test func `the workspace is found by option, environment and folders upwards`() {
        func found(_ option: String?, _ environment: String?, _ home: String) -> String? {
            workspaceFolder(
                option: option, environment: environment, currentFolder: "/home/me/money/inbox"
            ) { $0 == home }
        }
        #expect(found("/a", "/b", "/home/me") == "/a")
        #expect(found(nil, "/b", "/home/me") == "/b")
        #expect(found(nil, "", "/home/me/money") == "/home/me/money")
        #expect(found(nil, nil, "/") == "/")
        #expect(found(nil, nil, "/elsewhere") == nil)
    }
}
