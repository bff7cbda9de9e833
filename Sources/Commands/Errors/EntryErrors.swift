import Facts
import Ledger
import Reviewing
import Workspaces

/// Words of a payment that were not understood.
extension QuickEntry.Fault: HouseError {
    package var message: HouseMessage {
        HouseMessage(kind: "entry-not-understood", words: words, exitCode: .usage)
    }

    private var words: ErrorWords {
        let oneAmount = Phrase("entry.sayOneAmount")
        let oneDay = Phrase("entry.sayDaySo")
        let accountOrCash = Phrase("entry.nameAccountCoffee")
        func of(_ text: String) -> [String: Template.Value] { ["text": .text(text)] }
        func of(_ a: String, _ b: String) -> [String: Template.Value] {
            ["a": .text(a), "b": .text(b)]
        }
        return switch self {
        case .noAmount: ErrorWords("entry.noAmount", fix: oneAmount)
        case .twoAmounts(let a, let b): ErrorWords("entry.twoAmounts", of(a, b))
        case .zeroAmount(let text): ErrorWords("entry.zeroAmount", of(text), fix: oneAmount)
        case .amountUnclear(let text): ErrorWords("entry.amountUnclear", of(text))
        case .amountTooLarge(let text):
            ErrorWords("entry.amountTooLarge", of(text), fix: oneAmount)
        case .notUnderstood(let text): ErrorWords("entry.notUnderstood", of(text))
        case .misspelt(let text): ErrorWords("entry.misspelt", of(text))
        case .mayBeYear(let text): ErrorWords("entry.mayBeYear", of(text))
        case .currencyUnclear(let text, let currencies):
            ErrorWords(
                "entry.currencyUnclear",
                ["text": .text(text), "codes": .text(Self.codes(currencies))])
        case .directionUnclear(let text): ErrorWords("entry.directionUnclear", of(text))
        case .notPaidYet(let text): ErrorWords("entry.notPaidYet", of(text))
        case .nothingPaid(let text): ErrorWords("entry.nothingPaid", of(text))
        case .otherSideMissing(let text): ErrorWords("entry.otherSideMissing", of(text))
        case .currencyUnknown(let text): ErrorWords("entry.currencyUnknown", of(text))
        case .twoCurrencies(let a, let b):
            ErrorWords("entry.twoCurrencies", of(a, b), fix: oneAmount)
        case .dayImpossible(let text): ErrorWords("entry.dayImpossible", of(text), fix: oneDay)
        case .dayAhead(let text): ErrorWords("entry.dayAhead", of(text), fix: oneDay)
        case .periodNotDay(let text): ErrorWords("entry.periodNotDay", of(text), fix: oneDay)
        case .dayUnclear(let text): ErrorWords("entry.dayUnclear", of(text), fix: oneDay)
        case .twoDays(let a, let b): ErrorWords("entry.twoDays", of(a, b), fix: oneDay)
        case .twoAccounts(let a, let b): ErrorWords("entry.twoAccounts", of(a, b))
        case .accountUnclear(let text, let accounts):
            ErrorWords(
                "entry.accountUnclear",
                ["text": .text(text), "typed": .text(Self.typed(accounts))])
        case .sourceMissing(let text): ErrorWords("entry.sourceMissing", of(text))
        case .targetMissing(let text): ErrorWords("entry.targetMissing", of(text))
        case .keptWhere(let text): ErrorWords("entry.keptWhere", of(text))
        case .sideUnclear(let text): ErrorWords("entry.sideUnclear", of(text))
        case .accountOrPayee(let text):
            ErrorWords("entry.accountOrPayee", of(text), fix: accountOrCash)
        case .accountUnknown(let text):
            ErrorWords("entry.accountUnknown", of(text), fix: accountOrCash)
        case .nameMissing(let mark): ErrorWords("entry.nameMissing", ["mark": .text(mark)])
        }
    }

    /// At most three accounts, as one would type them.
    static func typed(_ accounts: [String]) -> String {
        accounts.prefix(3).map { $0.contains(" ") ? "--account \"\($0)\"" : "@" + $0 }
            .joined(separator: ", ")
    }

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
    package var message: HouseMessage {
        let twoSides = Phrase("entry.transferMoneyOut")
        let otherKeys = Phrase("entry.takeOtherKeys")
        return switch self {
        case .bankFact: HouseMessage("error.entry-refused.bank-fact")
        case .divided: HouseMessage("error.entry-refused.divided")
        case .dayTooFar(let day, let days):
            HouseMessage(
                "error.entry-refused.day-too-far", ["days": .count(days), "day": .day(day)])
        case .sameLine:
            HouseMessage("error.entry-refused.same-line", why: twoSides, fix: otherKeys)
        case .sameAccount:
            HouseMessage("error.entry-refused.same-account", why: twoSides, fix: otherKeys)
        case .sameDirection:
            HouseMessage("error.entry-refused.same-direction", why: twoSides, fix: otherKeys)
        case .arrivesMore(let out, let into):
            HouseMessage(
                "error.entry-refused.arrives-more",
                [
                    "into": .amount(into), "out": .amount(out),
                    "currency": .text(out.currency.code),
                ], fix: otherKeys)
        case .sideDivided(let key):
            HouseMessage(
                "error.entry-refused.side-divided",
                ["key": .text(key.text), "tail": "\(key.short)"], why: twoSides)
        case .notLinked: HouseMessage("error.entry-refused.not-linked")
        }
    }
}

extension HouseMessage {
    /// A key, or the beginning of one, that no line of the queue or the ledger has.
    static func lineNotFound(_ text: String) -> HouseMessage {
        HouseMessage("error.line-not-found", ["text": .text(text)])
    }

    /// Several keys have this beginning or end.
    static func keyNotUnique(_ text: String, _ keys: [LineKey]) -> HouseMessage {
        let typed = text.lowercased()
        let what =
            keys.allSatisfy { $0.text.hasPrefix(typed) }
            ? Phrase("entry.beginsSeveralKeys")
            : keys.allSatisfy { $0.tail.hasSuffix(typed) }
                ? Phrase("entry.endsSeveralKeys") : Phrase("entry.beginsLastPart")
        let words = ErrorWords(
            what: what.with(["text": .text(text)]),
            why: Phrase(same: keys.map(\.text).joined(separator: " ")),
            fix: Phrase("entry.giveMoreKey"))
        return HouseMessage(kind: "key-not-unique", words: words, exitCode: .usage)
    }

    /// Parts that do not divide their line.
    static func splitRefused(_ fault: SplitText.Fault) -> HouseMessage {
        let words = ErrorWords(what: faultWords(fault), fix: Phrase("entry.kopiykaSplitKey"))
        return HouseMessage(kind: "split-refused", words: words, exitCode: .usage)
    }

    /// The new entry may be a known payment.
    static func lineAlike(_ key: LineKey) -> HouseMessage {
        HouseMessage(as: .note, "error.line-alike", ["key": .text(key.text)])
    }
}
