internal import Facts
package import Scanning

/// The keys of `kopiyka.yaml`. Its reader has a case for each, and help a sentence.
package enum SettingsKey: String, CaseIterable {
    case language, country, base, accounts, reports, cash, journal

    enum Account: String, CaseIterable {
        case name, `is`, currency, bank, kind, opening, shown, hidden
    }

    enum Cash: String, CaseIterable { case withdrawals }

    enum Journal: String, CaseIterable { case accounts, categories }

    package static var all: [FileKey] { allCases.map { FileKey($0.rawValue, $0.value) } }

    private var value: FileKey.Value {
        switch self {
        case .language: .choice(Settings.languages)
        case .country: .of(.country)
        case .base: .of(.currency)
        case .accounts: .list(.map(Account.allCases.map { FileKey($0.rawValue, $0.value) }))
        case .reports: .named(.word, .of(.filter))
        case .cash: .map(Cash.allCases.map { FileKey($0.rawValue, $0.value) })
        case .journal: .map(Journal.allCases.map { FileKey($0.rawValue, $0.value) })
        }
    }

    /// An example with each key, which a test reads.
    package static let example = """
        language: uk
        country: UA
        base: UAH
        accounts:
          - name: Чорна картка
            is: [UA213223130000026007233566001, "*1234", black]
            currency: UAH
            bank: monobank
            kind: card
            opening: 1200.00 UAH 2026-01-01
            shown: Чорна
            hidden: false
        reports:
          кава: category:eating_out.coffee last:3m
        cash:
          withdrawals: true
        journal:
          accounts: {Чорна картка: Assets:Monobank:Black}
          categories: {groceries: Expenses:Food}

        """
}

extension SettingsKey.Account {
    fileprivate var value: FileKey.Value {
        switch self {
        case .name, .bank, .shown: .of(.text)
        case .is: .oneOrList(.of(.text))
        case .currency: .of(.currency)
        case .kind: .choice(AccountKind.allCases.map(\.rawValue))
        case .opening: .oneOrList(.of(.amount))
        case .hidden: .of(.flag)
        }
    }
}

extension SettingsKey.Cash {
    fileprivate var value: FileKey.Value {
        switch self {
        case .withdrawals: .either(.of(.flag), .named(.currency, .of(.account)))
        }
    }
}

extension SettingsKey.Journal {
    fileprivate var value: FileKey.Value {
        switch self {
        case .accounts: .named(.account, .of(.text))
        case .categories: .named(.category, .of(.text))
        }
    }
}
