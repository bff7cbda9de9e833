internal import Facts
internal import Scanning

/// Evidence about the account from a file's name: the weakest, since people rename files.
package struct FileHint: Sendable {
    let account: String
    private let bank: String
    private let currency: Currency
    /// Aliases, each as a sequence of words.
    private let names: [[String]]
    /// Last four digits of cards and IBANs.
    private let tails: Set<String>

    init(_ said: Settings.Account) {
        account = said.name
        bank = said.bank
        currency = said.currency
        var names: [[String]] = []
        var tails: Set<String> = []
        for alias in [said.name, said.shown] + said.aliases where !alias.isEmpty {
            let words = Self.words(of: alias)
            // A word of two characters, or only of digits, occurs in too many names.
            let letters = alias.unicodeScalars.count { $0.properties.isAlphabetic }
            let signs = alias.count { $0.isLetter || $0.isNumber }
            if letters > 0, signs >= Self.lettersMin { names.append(words) }
            if let tail = Self.tail(of: alias) { tails.insert(tail) }
        }
        self.names = names
        self.tails = tails
    }

    private static let lettersMin = 3

    /// - Parameters:
    ///   - bank, currency: from the file itself; a contradicting hint does not match.
    ///   - atBorders: digits after letters are a separate word: `black2` also matches `black`.
    func fits(
        _ words: [String], bank: String, currency: Currency, atBorders: Bool = false
    ) -> Bool {
        if !self.bank.isEmpty, !bank.isEmpty, self.bank != bank { return false }
        if self.currency.isKnown, currency.isKnown, self.currency != currency { return false }
        let found = atBorders ? words.flatMap(Self.parts) : words
        if names.contains(where: { !$0.isEmpty && found.holds($0) }) { return true }
        return words.contains { word in Self.tail(of: word).map { tails.contains($0) } ?? false }
    }

    /// `black` and `01` of `black01`.
    package static func parts(of word: String) -> [String] {
        var parts: [String] = []
        var wasLetter = false
        for sign in word {
            if parts.isEmpty || (wasLetter && sign.isNumber) { parts.append("") }
            parts[parts.count - 1].append(sign)
            wasLetter = sign.isLetter
        }
        return parts
    }

    /// Words that the next export of the kind will also have in its name: the longest sequence of
    /// words without numbers, without the extension.
    package static func lastingWords(of name: String) -> String {
        let own = name.split(separator: "/").last ?? ""
        let stem = own.lastIndex(of: ".").map { own[..<$0] } ?? own
        let runs = words(of: String(stem)).split { $0.contains { !$0.isLetter } }
        let letters = runs.map { (run: $0, count: $0.reduce(0) { $0 + $1.count }) }
        guard let most = letters.map(\.count).max(), most >= lettersMin else { return "" }
        return letters.first { $0.count == most }?.run.joined(separator: " ") ?? ""
    }

    /// Distinguishes the file from the others by name: a card's last four digits, or lasting words
    /// that the others lack.
    package static func ownWords(of name: String, beside others: [String]) -> String {
        if let tail = tails(in: name).first { return tail }
        let theirs = Set(others.flatMap { words(of: lastingWords(of: $0)) })
        let own = words(of: lastingWords(of: name))
        // Two exports of one account have the same words.
        let alike = others.contains { lastingWords(of: $0) == lastingWords(of: name) }
        let different = alike ? own : own.filter { !theirs.contains($0) }
        return (different.isEmpty ? own : different).joined(separator: " ")
    }

    /// A hint for later files like it: a card's last four digits, `*1234`, or lasting words that
    /// the others, of other accounts, lack; empty if there is none.
    package static func lastingHint(of name: String, beside others: [String]) -> String {
        if let tail = tails(in: name).first { return "*" + tail }
        let lasting = lastingWords(of: name)
        return others.contains { names($0, lasting) } ? "" : lasting
    }

    /// Whether a file's name has the words, or the last four digits.
    package static func names(_ name: String, _ wanted: String) -> Bool {
        if let tail = tail(of: wanted) { return tails(in: name).contains(tail) }
        let run = words(of: wanted)
        return !run.isEmpty && words(of: name).holds(run)
    }

    /// Lower-case letters and digits between all else; a masked card's stars belong to its word.
    package static func words(of name: String) -> [String] {
        name.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "*") }.map(String.init)
    }

    /// Last four digits in a file's name, in order, without its extension.
    private static func tails(in name: String) -> [String] {
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        return words(of: stem).compactMap { tail(of: $0) }
    }

    /// The last four digits of a number: `*1234`, `516875xxxxxx1234`, an IBAN, or four digits that
    /// are no year.
    package static func tail(of text: String) -> String? {
        let bytes = Array(text.lowercased().utf8.filter { $0 != 0x20 })
        let digits = bytes.suffix(4)
        guard digits.count == 4, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        let before = bytes.dropLast(4)
        let isMasked =
            before.last.map { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "x") } ?? false
        let isWhole =
            before.count >= 10
            && before.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
        let tail = String(decoding: digits, as: UTF8.self)
        if isMasked || isWhole { return tail }
        return before.isEmpty && !tail.hasPrefix("19") && !tail.hasPrefix("20") ? tail : nil
    }
}
