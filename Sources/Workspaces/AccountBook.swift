package import Facts
internal import Scanning

/// Decides the account of a file's lines.
///
/// Strongest first: the account in the file (IBAN, OFX id, card), with the settings' aliases;
/// `--account`; the folder under `inbox/` if the settings know its name; an alias, or the last four
/// digits of a card or IBAN, in the file's name, if they match only one account. Otherwise it is a
/// guess: one account per bank, currency and product, so that a bank's CSV and JSON of one account
/// get the same; the import tests the guess against the balances.
package struct AccountBook: Sendable {
    private var names: [[UInt8]: String] = [:]
    /// The settings' aliases with their accounts.
    package private(set) var aliases: [(alias: String, account: String)] = []
    private var hints: [FileHint] = []
    private var currencies: [[UInt8]: Currency] = [:]
    private var kinds: [String: AccountKind] = [:]
    /// The settings' accounts of cash.
    private var purses: [(currency: Currency, account: String)] = []
    /// Accounts that the settings give to a bank.
    private var banks: [(bank: String, currency: Currency, account: String)] = []

    package init(_ settings: Settings) {
        for account in settings.accounts {
            kinds[account.name] = account.kind
            if account.currency.isKnown { currencies[Array(account.name.utf8)] = account.currency }
            if !account.bank.isEmpty {
                banks.append((account.bank, account.currency, account.name))
            }
            if account.kind == .cash { purses.append((account.currency, account.name)) }
            hints.append(FileHint(account))
            for alias in [account.name, account.shown] + account.aliases where !alias.isEmpty {
                names[Array(Self.plain(alias).utf8)] = account.name
                aliases.append((alias, account.name))
            }
        }
    }

    /// The kind of an account, which the settings need not have.
    package func kind(of account: String) -> AccountKind {
        kinds[account] ?? AccountKind(ofAccountNamed: [account])
    }

    /// An account's id and its certainty.
    package struct Named: Sendable, Equatable {
        package let name: String
        /// Neither the file nor its owner names it.
        package let isGuess: Bool
        /// Accounts of that bank and currency in the settings; the file may be of any.
        package var others: [String] = []
    }

    /// The account of cash in a currency, for payments that a person enters and for the other sides
    /// of withdrawals: the only one that the settings have, else the usual one, `cash-UAH`, which
    /// stays where it has entries.
    package func cash<Failure: Error>(
        in currency: Currency, hasEntries: (String) throws(Failure) -> Bool
    ) throws(Failure) -> String {
        let usual = account(for: AccountClaim(currency: currency), fallback: "cash")
        let own = purses.filter { $0.currency == currency }
        guard own.count == 1, own[0].account != usual, try !hasEntries(usual) else { return usual }
        return own[0].account
    }

    /// The account's id.
    ///
    /// - Parameters:
    ///   - claim: from the file.
    ///   - folder: the folder's name under `inbox/`, or empty.
    ///   - option: `--account`, or empty.
    ///   - fileName: without its folder, or empty.
    ///   - fallback: a bank's key if the claim has none, usually the layout's first part.
    package func account(
        for claim: AccountClaim, folder: String = "", option: String = "", fileName: String = "",
        fallback: String = "bank"
    ) -> String {
        named(
            for: claim, folder: folder, option: option, fileName: fileName, fallback: fallback
        ).name
    }

    /// The account's id and certainty; see ``account(for:folder:option:fileName:fallback:)``.
    package func named(
        for claim: AccountClaim, folder: String, option: String, fileName: String,
        fallback: String
    ) -> Named {
        if let named = namedAccount(claim, folder, option, fileName, fallback) {
            return Named(name: named, isGuess: false)
        }
        let bank = claim.bank.isEmpty ? fallback : claim.bank
        let id = claim.currency.isKnown ? "\(bank)-\(claim.currency.code)" : bank
        let others = banks.filter {
            $0.bank == bank && ($0.currency == claim.currency || !$0.currency.isKnown)
        }
        var guessed = claim
        if let kind = claim.kind { guessed.product = kind }
        return Named(
            name: withProduct(known(id) ?? id, guessed), isGuess: true,
            others: guessed.product.isEmpty ? others.map(\.account) : [])
    }

    /// The currency of an account in the settings; unknown if they have none.
    package func currency(of account: String) -> Currency {
        currencies[Array(account.utf8)] ?? .unknown
    }

    /// The account named by the file or its owner; nil if none.
    private func namedAccount(
        _ claim: AccountClaim, _ folder: String, _ option: String, _ fileName: String,
        _ fallback: String
    ) -> String? {
        for number in [claim.iban, claim.number] where !number.isEmpty {
            return withProduct(
                known(number) ?? (number == claim.iban ? Self.plain(number) : number), claim)
        }
        if !option.isEmpty { return withProduct(known(option) ?? option, claim) }
        if !folder.isEmpty, let account = known(folder) { return withProduct(account, claim) }
        let bank = claim.bank.isEmpty ? fallback : claim.bank
        if !fileName.isEmpty, !hints.isEmpty {
            let words = FileHint.words(of: fileName)
            // Whole words take precedence: `black2` is one account and `black` another.
            for atBorders in [false, true] {
                let meant = hints.filter {
                    $0.fits(words, bank: bank, currency: claim.currency, atBorders: atBorders)
                }
                if meant.count == 1 { return withProduct(meant[0].account, claim) }
                if meant.count > 1 { break }
            }
        }
        return nil
    }

    /// Whether two names are of one German account: MT940 and OFX use bank code and number, CAMT
    /// the IBAN that contains them.
    package static func areOneGermanAccount(_ a: String, _ b: String) -> Bool {
        guard a != b, let first = GermanAccount(a), let second = GermanAccount(b) else {
            return false
        }
        return first == second
    }

    /// Bank code and number of ten digits; nil for other numbers, and for a bank named by its BIC.
    static func germanNumber(_ name: String) -> String? {
        guard let account = GermanAccount(name), account.bank.utf8.count == 8 else { return nil }
        return account.bank + account.number
    }

    /// Whether two names may be of one account, as their numbers are equal: one lacks the bank, or
    /// names a German one by its BIC, from which no bank code follows. Two banks may both have an
    /// account of that number.
    package static func mayBeOneAccount(_ a: String, _ b: String) -> Bool {
        if a == b { return false }
        if hasBIC(a, unlike: b) { return true }
        guard let first = WrittenAccount(a), let second = WrittenAccount(b) else { return false }
        return first.isBare && second.ends(with: first) || second.isBare && first.ends(with: second)
    }

    /// Whether only one of two names of a number has the bank's BIC.
    package static func hasBIC(_ a: String, unlike b: String) -> Bool {
        guard let first = GermanAccount(a), let second = GermanAccount(b) else { return false }
        return first.number == second.number && first.bank.count != second.bank.count
    }

    private func known(_ name: String) -> String? { names[Array(Self.plain(name).utf8)] }

    private func withProduct(_ id: String, _ claim: AccountClaim) -> String {
        guard !claim.product.isEmpty else { return id }
        let whole = "\(id)-\(claim.product)"
        return known(whole) ?? whole
    }

    /// A number or name without spaces; IBANs in upper case.
    package static func plain(_ name: String) -> String {
        let bytes = name.utf8.filter { $0 != 0x20 }
        let isNumber =
            bytes.count >= 15
            && bytes.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF)
            }
        guard isNumber else { return name }
        return String(
            decoding: bytes.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }, as: UTF8.self)
    }
}

/// An account by the digits of its number, with or without its bank, or by an IBAN.
private struct WrittenAccount {
    /// Without leading zeros.
    private let digits: ArraySlice<UInt8>
    let isBare: Bool
    private let isIBAN: Bool

    /// Shorter numbers are common to many banks.
    private static let digitsMin = 6
    /// The part of an IBAN after its country and check digits ends with a number of its full
    /// length, with zeros before it, which other files may print or omit.
    private static let digitsOfIBANMin = 8

    /// `0123456789`, `10020030/0123456789`, `0123456789EUR`, or an IBAN.
    init?(_ name: String) {
        let bytes = Array(name.utf8)
        isIBAN =
            (15...34).contains(bytes.count) && bytes.prefix(2).allSatisfy(Self.isLetter)
            && bytes[2..<4].allSatisfy(OwnNumbers.isDigit)
            && bytes[4...].allSatisfy { OwnNumbers.isDigit($0) || Self.isLetter($0) }
        let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count <= 2, var number = parts.last else { return nil }
        isBare = parts.count == 1 && !isIBAN
        if isIBAN {
            number = number.dropFirst(4)
        } else if number.suffix(3).allSatisfy(Self.isLetter) {
            number = number.dropLast(3)
        }
        guard isIBAN || number.allSatisfy(OwnNumbers.isDigit) else { return nil }
        digits = number.drop { $0 == 0x30 }
        if digits.count < Self.digitsMin { return nil }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }

    func ends(with bare: WrittenAccount) -> Bool {
        if !isIBAN { return digits == bare.digits }
        guard digits.suffix(bare.digits.count) == bare.digits else { return false }
        let before = digits.dropLast(bare.digits.count)
        let zeros = before.reversed().prefix { $0 == 0x30 }.count
        return bare.digits.count + zeros >= Self.digitsOfIBANMin
    }
}

/// A German account by bank and number, parsed from any form of its name.
///
/// - Source: ISO 13616, the German IBAN: `DE`, two check digits, bank code of eight digits, number
///   of ten; ISO 9362, the BIC: four letters, the country, two characters, three more of a branch.
private struct GermanAccount: Equatable {
    /// A bank code of eight digits, or a BIC of eleven characters.
    let bank: String
    /// A number of ten digits.
    let number: String

    init?(_ name: String) {
        let bytes = Array(name.utf8)
        if bytes.count == 22, bytes.starts(with: "DE".utf8), Self.areDigits(bytes[2...]) {
            bank = String(decoding: bytes[4..<12], as: UTF8.self)
            number = String(decoding: bytes[12...], as: UTF8.self)
            return
        }
        let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        // Some banks append the currency to the account number.
        let isGlued = parts[1].suffix(3).allSatisfy { (0x41...0x5A).contains($0) }
        let digits = isGlued ? parts[1].dropLast(3) : parts[1]
        guard (1...10).contains(digits.count), Self.areDigits(digits) else { return nil }
        number =
            String(repeating: "0", count: 10 - digits.count)
            + String(decoding: digits, as: UTF8.self)
        if parts[0].count == 8, Self.areDigits(parts[0]) {
            bank = String(decoding: parts[0], as: UTF8.self)
        } else if Self.isGermanBIC(parts[0]) {
            // The head office is `XXX` or omitted.
            bank = String(decoding: parts[0], as: UTF8.self) + (parts[0].count == 8 ? "XXX" : "")
        } else {
            return nil
        }
    }

    private static func areDigits(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func isGermanBIC(_ bytes: ArraySlice<UInt8>) -> Bool {
        [8, 11].contains(bytes.count) && bytes.dropFirst(4).starts(with: "DE".utf8)
            && bytes.prefix(4).allSatisfy { (0x41...0x5A).contains($0) }
            && bytes.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
    }
}
