import Facts
import Pending
import Scanning

extension Evidence {
    /// Display text: for a transfer its clues, for other evidence its subject.
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

    private static let phrases: [(clue: TransferClues, phrase: Phrase)] = [
        (.sameAmount, Phrase("transferClues.sameAmount")),
        (.statedFee, Phrase("transferClues.differenceFeeTold")),
        (.fee, Phrase("transferClues.differenceMayFee")),
        (.statedRate, Phrase("transferClues.rowTellsOther")),
        (.rate, Phrase("transferClues.possibleRate")),
        (.namesBoth, Phrase("transferClues.bothNameOther")),
        (.namesOne, Phrase("transferClues.oneNamesOther")),
        (.recorded, Phrase("transferClues.recorded")),
        (.sameMoment, Phrase("transferClues.oneMoment")),
        (.ownWords, Phrase("transferClues.bothSpeakOwn")),
        (.repayment, Phrase("transferClues.repayment")),
        (.words, Phrase("transferClues.bothLookLike")),
        (.wordsOfOne, Phrase("transferClues.oneLooksLike")),
        (.sameDays, Phrase("transferClues.sameNextDay")),
        (.rivals, Phrase("transferClues.anotherLineWould")),
        (.otherwise, Phrase("transferClues.otherwise")),
        (.ownNumber, Phrase("transferClues.yourOwnAccount")),
        (.stranger, Phrase("transferClues.somebodyElseAccount")),
    ]
}

extension Console {
    /// Prints the transfers an import found: their number, and with `-v` each.
    func narrate(_ pairs: [TransferPair]) {
        if pairs.isEmpty { return }
        narrate(.importTransfers, ["count": .count(pairs.count)])
        guard options.isVerbose else { return }
        for pair in pairs {
            narrate(
                .importTransfer,
                [
                    "from": .text(pair.from.key.text), "to": .text(pair.to.key.text),
                    "confidence": .share(pair.clues.permille),
                    "why": .text(pair.clues.words(in: language)),
                ], .quiet)
        }
    }
}

extension TransferPair {
    /// `{"transfer":{"from":KEY,"to":KEY,"confidence":0.95,"level":"high","clues":[…]}}`.
    var json: JSONValue {
        let judged = Suggestion(category: "transfers.own", permille: clues.permille)
        return [
            "transfer": [
                "from": .string(from.key.text), "to": .string(to.key.text),
                "confidence": .number(judged.confidenceText),
                "level": .string(judged.level.rawValue),
                "clues": .texts(clues.text.split(separator: " ").map(String.init)),
            ]
        ]
    }
}
