package import Facts

/// Decides which account of the workspace the lines of a file belong to.
///
/// Strongest first: what the file names (IBAN, OFX id, card), with the settings' aliases; `--account`; the folder under `inbox/`; an
/// alias or the last four digits of a card or IBAN in the file's name, if they mean one account only; else one account for each bank, currency and product, so that a bank's CSV and JSON of one account meet.
package struct AccountBook: Sendable {
    private var names: [[UInt8]: String] = [:]
    /// What the settings call each account, with its name.
    package private(set) var aliases: [(alias: String, account: String)] = []
    private var hints: [FileHint] = []

    package init(_ settings: Settings) {
        for account in settings.accounts {
            hints.append(FileHint(account))
            for alias in [account.name, account.shown] + account.aliases where !alias.isEmpty {
                names[Array(Self.plain(alias).utf8)] = account.name
                aliases.append((alias, account.name))
            }
        }
    }

    /// The account's id.
    ///
    /// - Parameters:
    ///   - claim: what the file says.
    ///   - folder: the folder's name under `inbox/`, or empty.
    ///   - option: `--account`, or empty.
    ///   - fileName: without its folder, or empty.
    ///   - fallback: a bank's key when the claim has none, usually the layout's first part.
    package func account(
        for claim: AccountClaim, folder: String = "", option: String = "", fileName: String = "",
        fallback: String = "bank"
    ) -> String {
        for number in [claim.iban, claim.number] where !number.isEmpty {
            return withProduct(
                known(number) ?? (number == claim.iban ? Self.plain(number) : number), claim)
        }
        for said in [option, folder] where !said.isEmpty {
            return withProduct(known(said) ?? said, claim)
        }
        let bank = claim.bank.isEmpty ? fallback : claim.bank
        if !fileName.isEmpty, !hints.isEmpty {
            let words = FileHint.words(of: fileName)
            let meant = hints.filter { $0.fits(words, bank: bank, currency: claim.currency) }
            if meant.count == 1 { return withProduct(meant[0].account, claim) }
        }
        var id = claim.bank.isEmpty ? fallback : claim.bank
        if claim.currency.isKnown { id += "-\(claim.currency.code)" }
        return withProduct(known(id) ?? id, claim)
    }

    private func known(_ name: String) -> String? { names[Array(Self.plain(name).utf8)] }

    private func withProduct(_ id: String, _ claim: AccountClaim) -> String {
        guard !claim.product.isEmpty else { return id }
        let whole = "\(id)-\(claim.product)"
        return known(whole) ?? whole
    }

    /// A number or name without the blanks people put into it; IBANs in capitals.
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
