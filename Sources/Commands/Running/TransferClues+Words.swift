import Facts
import Pending
import Scanning

extension Evidence {
    /// What a person reads of it: of a transfer what speaks for it, of everything else its subject.
    func subject(in language: Language) -> String {
        guard source == .transfer else { return subject }
        return TransferClues(text: how).words(in: language) + " (" + subject + ")"
    }
}

extension TransferClues {
    /// `same amount, both accounts are named`.
    func words(in language: Language) -> String {
        Self.phrases.filter { contains($0.clue) }.map { $0.phrase[language] }
            .joined(separator: ", ")
    }

    private static let phrases: [(clue: TransferClues, phrase: Bilingual)] = [
        (.sameAmount, Bilingual(uk: "та сама сума", en: "the same amount")),
        (
            .statedFee,
            Bilingual(uk: "різниця — названа комісія", en: "the difference is the fee told")
        ),
        (.fee, Bilingual(uk: "різниця схожа на комісію", en: "the difference may be a fee")),
        (.statedRate, Bilingual(uk: "рядок називає іншу суму", en: "a row tells the other amount")),
        (.rate, Bilingual(uk: "можливий курс", en: "a possible rate")),
        (.namesBoth, Bilingual(uk: "рахунки названо взаємно", en: "both name the other account")),
        (.namesOne, Bilingual(uk: "рахунок названо", en: "one names the other account")),
        (.sameMoment, Bilingual(uk: "одна мить", en: "one moment")),
        (
            .ownWords,
            Bilingual(uk: "обидва кажуть про свої рахунки", en: "both speak of own accounts")
        ),
        (.words, Bilingual(uk: "обидва схожі на переказ", en: "both look like transfers")),
        (.wordsOfOne, Bilingual(uk: "один схожий на переказ", en: "one looks like a transfer")),
        (.sameDays, Bilingual(uk: "один-два дні", en: "the same or the next day")),
        (.rivals, Bilingual(uk: "підходить і інший рядок", en: "another line would do too")),
        (.ownNumber, Bilingual(uk: "номер вашого рахунку", en: "your own account's number")),
        (.stranger, Bilingual(uk: "названо чужий рахунок", en: "somebody else's account is named")),
    ]
}

extension Console {
    /// What an import found of transfers, for people: how many, and with `-v` each.
    func narrate(_ pairs: [TransferPair]) {
        if pairs.isEmpty { return }
        narrate(.importTransfers, ["count": .count(pairs.count)])
        guard options.isVerbose else { return }
        for pair in pairs {
            narrate(
                .importTransfer,
                [
                    "from": .text(pair.from.key.text), "to": .text(pair.to.key.text),
                    "confidence": .text(peopleText(permille: pair.clues.permille, in: language)),
                    "why": .text(pair.clues.words(in: language)),
                ], .quiet)
        }
    }
}

extension TransferPair {
    /// `{"transfer":{"from":KEY,"to":KEY,"confidence":0.95,"level":"high","clues":[…]}}`.
    var json: JSONValue {
        let judged = Suggestion(category: "transfers.own", permille: clues.permille)
        return .object([
            (
                "transfer",
                .object([
                    ("from", .string(from.key.text)), ("to", .string(to.key.text)),
                    ("confidence", .number(judged.confidenceText)),
                    ("level", .string(judged.level.rawValue)),
                    ("clues", .array(clues.text.split(separator: " ").map { .string(String($0)) })),
                ])
            )
        ])
    }
}
