/// Names of accounts and categories in the syntax of one plain-text accounting program, unique for
/// each thing.
///
/// A name is a path of components. hledger and ledger take letters of any script; beancount gets
/// capitalised ASCII.
struct AccountNames {
    private let dialect: LedgerTextExport.Dialect
    private var names: [String: String] = [:]

    var byThing: [String: String] { names }

    private var taken: Set<String> = []

    init(_ dialect: LedgerTextExport.Dialect) { self.dialect = dialect }

    /// The name of a thing, or nil when it has none.
    subscript(thing: String) -> String? { names[thing] }

    var all: [String] { taken.sorted() }

    /// Gives a thing a person's own name, which other things may have too.
    mutating func place(_ thing: String, at name: String) {
        taken.insert(name)
        names[thing] = name
    }

    /// Names a thing; if the name is taken by another thing, a number is added.
    mutating func name(_ thing: String, root: String, path: [String]) {
        if names[thing] != nil { return }
        let plain = ([root] + path.map(component)).joined(separator: ":")
        var name = plain
        var number = 2
        while taken.contains(name) {
            name = plain + "-\(number)"
            number += 1
        }
        taken.insert(name)
        names[thing] = name
    }

    private func component(_ text: String) -> String {
        dialect == .beancount ? beancountComponent(text) : freeComponent(text)
    }

    /// Letters and digits of any script, marks inside words, single blanks, `-`, `_`, `.`, `'`.
    private func freeComponent(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        for scalar in oneLine(text).unicodeScalars {
            let isKept =
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || scalar.properties.generalCategory == .nonspacingMark
                || " -_.'ʼ’".unicodeScalars
                    .contains(scalar)
            kept.append(isKept ? scalar : "-")
        }
        return kept.isEmpty ? "Unnamed" : String(kept)
    }

    /// `eating_out` is `EatingOut`, «Моя картка» is `MoiaKartka`.
    ///
    /// - Source: Beancount language syntax: components start with a capital letter or a digit and
    ///   hold letters, digits and hyphens.
    private func beancountComponent(_ text: String) -> String {
        var result = ""
        var startsWord = true
        for scalar in text.unicodeScalars {
            let latin = latinLetters(of: scalar)
            if latin.isEmpty {
                startsWord = startsWord || !isSilent(scalar)
                continue
            }
            result += startsWord ? latin.prefix(1).uppercased() + latin.dropFirst() : latin
            startsWord = false
        }
        guard let first = result.first, first.isUppercase || first.isNumber else {
            return "Unnamed"
        }
        return result
    }

    /// Soft signs and apostrophes belong to the word around them.
    private func isSilent(_ scalar: Unicode.Scalar) -> Bool {
        "ьЬъЪ'’ʼ`".unicodeScalars.contains(scalar)
    }
}

/// ASCII letters or digits for a character, or nothing.
///
/// - Source: Cabinet of Ministers of Ukraine, resolution 55 of 2010, without its rule for the
///   beginnings of words.
func latinLetters(of scalar: Unicode.Scalar) -> String {
    if scalar.isASCII {
        return Character(scalar).isLetter || Character(scalar).isNumber ? String(scalar) : ""
    }
    if let latin = cyrillic[scalar] { return latin }
    guard let small = scalar.properties.lowercaseMapping.unicodeScalars.first, small != scalar,
        let latin = cyrillic[small]
    else { return "" }
    return latin.prefix(1).uppercased() + latin.dropFirst()
}

private let cyrillic: [Unicode.Scalar: String] = [
    "а": "a", "б": "b", "в": "v", "г": "h", "ґ": "g", "д": "d", "е": "e", "є": "ie", "ж": "zh",
    "з": "z", "и": "y", "і": "i", "ї": "i", "й": "i", "к": "k", "л": "l", "м": "m", "н": "n",
    "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f", "х": "kh", "ц": "ts",
    "ч": "ch", "ш": "sh", "щ": "shch", "ю": "iu", "я": "ia", "ё": "e", "ы": "y", "э": "e",
]
