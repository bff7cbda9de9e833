internal import Scanning

/// Whether a text is only a person, a telephone or a card, as banks print transfers between people.
internal enum PersonShape {
    case none
    /// Only digits, asterisks and punctuation: `522119******5309`, `+380 67 …`.
    case number
    /// Two or three capitalised words: «Оксана Медова»; may also be a shop.
    case words
    /// A patronymic or initials: «Зозуля Роман Олегович», «Олександр Д.», «Ткачук В.О.».
    case fullName
    /// «To Marek Nowak», «From Julia S.».
    case addressed

    static func of(
        _ raw: Span<UInt8>, folded: Span<UInt8>, tokens: borrowing TokenizedText
    ) -> PersonShape {
        if isNumber(raw) { return .number }
        guard tokens.count > 0 else { return .none }
        var first = 0
        if tokens.count > 1, isSoleTrader(folded, tokens[0]) { first = 1 }
        let head = tokens[0]
        let isAddressed = tokens.count > 1 && directions.contains { head.equals($0, in: folded) }
        if isAddressed { first = 1 }
        let count = tokens.count - first
        guard count >= 1, count <= 4 else { return .none }
        var initials = 0
        var words = 0
        for index in first..<tokens.count {
            let token = tokens[index]
            if token.hasDigit(in: folded) { return .none }
            if token.letters == 1 { initials += 1 } else { words += 1 }
            if isPatronymic(folded, token) { return count >= 2 ? .fullName : .none }
        }
        let hasPoint = ByteMarks.has(UInt8(ascii: "."), in: raw)
        if initials >= 1, initials <= 2, words <= 1, count >= 2, hasPoint { return .fullName }
        if (2...3).contains(words), initials == 0, areCapitalised(raw) {
            return isAddressed ? .addressed : .words
        }
        return .none
    }

    /// «ФОП», «FOP», «ИП»: a private entrepreneur's name follows.
    static func isSoleTrader(_ folded: Span<UInt8>, _ token: TokenizedText.Token) -> Bool {
        guard token.letters <= 3 else { return false }
        return soleTraders.contains { token.equals($0, in: folded) }
    }

    private static let directions = ["to", "from"].map { Array($0.utf8) }
    private static let soleTraders = ["фоп", "fop", "ип", "ip"].map { Array($0.utf8) }
    private static let patronymics = [
        "ович", "евич", "євич", "йович", "івна", "ївна", "овна", "евна", "ovych", "evych", "ovich",
        "evich", "ivna", "yivna", "ovna", "evna",
    ].map { Array($0.utf8) }

    static func isPatronymic(_ folded: Span<UInt8>, _ token: TokenizedText.Token) -> Bool {
        guard token.letters >= 7 else { return false }
        return patronymics.contains { ending in
            let start = token.end - ending.count
            guard start > token.start else { return false }
            return (0..<ending.count).allSatisfy { folded[start + $0] == ending[$0] }
        }
    }

    private static func isNumber(_ raw: Span<UInt8>) -> Bool {
        var digits = 0
        var stars = 0
        for index in 0..<raw.count {
            let byte = raw[index]
            if byte &- UInt8(ascii: "0") < 10 {
                digits += 1
            } else if byte == UInt8(ascii: "*") {
                stars += 1
            } else if byte >= 0x80 || (byte | 0x20) &- UInt8(ascii: "a") < 26 {
                return false
            }
        }
        return digits >= 9 || (stars >= 2 && digits >= 4)
    }

    /// Every word has a capital first and no other capitals.
    private static func areCapitalised(_ raw: Span<UInt8>) -> Bool {
        var atStart = true
        var index = 0
        while index < raw.count {
            let byte = raw[index]
            if byte == 0x20 {
                atStart = true
                index += 1
                continue
            }
            let letter = LetterCase(raw, at: index)
            if atStart ? !letter.isCapital : (!letter.isSmall && byte != UInt8(ascii: "'")) {
                return false
            }
            atStart = false
            index += letter.length
        }
        return true
    }
}
