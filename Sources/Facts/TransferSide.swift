/// One line as it may be a side of a transfer between own accounts.
package struct TransferSide: Sendable, Hashable {
    /// Money is under way over a long week-end.
    package static let daysMax: Int32 = 5
    /// What moving one's own money can be called: a line's own words and what is remembered of it
    /// say which.
    package static let ownCategories = ["transfers.own", "transfers.savings", "transfers.fx"]

    /// Whether a line of this category may move one's own money: what goes to a person or is cash
    /// does not.
    package static func mayBeOwn(_ category: String) -> Bool {
        category == "transfers" || ownCategories.contains(category)
    }

    /// What the bank's words make of the line.
    package enum Words: Sendable, Hashable {
        case silent
        /// Money moves to or from somebody.
        case transfer
        /// Money moves between own accounts.
        case own
    }

    package var key: LineKey
    /// Hash of the workspace's account id.
    package var account: UInt64
    package var day: Int32
    /// Seconds since local midnight, or −1.
    package var second: Int32
    package var amount: Money
    /// What the row says was moved in another currency.
    package var original: Money?
    package var fee: Money?
    /// The own account that an account's or card's number in the line belongs to; 0 when there is
    /// none.
    package var named: UInt64
    /// The counterparty's account number is of nobody here.
    package var namesStranger: Bool
    /// The number of the line's own account is known, so that others can be told from it.
    package var isNumbered: Bool
    package var words: Words

    package init(
        key: LineKey, account: UInt64, day: Int32, second: Int32, amount: Money,
        original: Money? = nil, fee: Money? = nil, named: UInt64 = 0, namesStranger: Bool = false,
        isNumbered: Bool = false, words: Words = .silent
    ) {
        self.key = key
        self.account = account
        self.day = day
        self.second = second
        self.amount = amount
        self.original = original
        self.fee = fee
        self.named = named
        self.namesStranger = namesStranger
        self.isNumbered = isNumbered
        self.words = words
    }
}

/// Two lines that seem to be one transfer, and what says so.
package struct TransferPair: Sendable, Equatable {
    package var from: TransferSide
    package var to: TransferSide
    package var clues: TransferClues

    package init(from: TransferSide, to: TransferSide, clues: TransferClues) {
        self.from = from
        self.to = to
        self.clues = clues
    }
}

/// What says, or gainsays, that two lines are one transfer. The confidence follows from it alone.
package struct TransferClues: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The same amount in the same currency.
    package static let sameAmount = TransferClues(rawValue: 1 << 0)
    /// The difference is the fee that a row states.
    package static let statedFee = TransferClues(rawValue: 1 << 1)
    /// The difference may be a fee.
    package static let fee = TransferClues(rawValue: 1 << 2)
    /// One row states the other's amount and currency.
    package static let statedRate = TransferClues(rawValue: 1 << 3)
    /// The rate between the amounts is one that is seen in the world.
    package static let rate = TransferClues(rawValue: 1 << 4)
    package static let namesBoth = TransferClues(rawValue: 1 << 5)
    package static let namesOne = TransferClues(rawValue: 1 << 6)
    /// Both were made within two minutes.
    package static let sameMoment = TransferClues(rawValue: 1 << 7)
    package static let ownWords = TransferClues(rawValue: 1 << 8)
    package static let words = TransferClues(rawValue: 1 << 9)
    package static let wordsOfOne = TransferClues(rawValue: 1 << 10)
    /// The same or the next day.
    package static let sameDays = TransferClues(rawValue: 1 << 11)
    /// Another line would do nearly as well.
    package static let rivals = TransferClues(rawValue: 1 << 12)
    /// A number of somebody else is told, and not the number of the account the money went to.
    package static let stranger = TransferClues(rawValue: 1 << 13)
    /// The counterparty's number is another own account's: of one line only, and it needs no other
    /// line.
    package static let ownNumber = TransferClues(rawValue: 1 << 14)

    private static let names: [(clue: TransferClues, word: String)] = [
        (.sameAmount, "same-amount"), (.statedFee, "stated-fee"), (.fee, "fee"),
        (.statedRate, "stated-rate"), (.rate, "rate"), (.namesBoth, "names-both"),
        (.namesOne, "names-one"), (.sameMoment, "same-moment"), (.ownWords, "own-words"),
        (.words, "words"), (.wordsOfOne, "words-of-one"), (.sameDays, "same-days"),
        (.rivals, "rivals"), (.stranger, "stranger"), (.ownNumber, "own-number"),
    ]

    /// Blank-separated words, always in one order: `same-amount names-both same-days`.
    package var text: String {
        Self.names.filter { contains($0.clue) }.map(\.word).joined(separator: " ")
    }

    /// The words that are known; others are passed over.
    package init(text: String) {
        self = []
        for word in text.split(separator: " ") {
            if let found = Self.names.first(where: { $0.word == word }) { insert(found.clue) }
        }
    }

    /// The chance that the two are one transfer, in thousandths.
    ///
    /// Certain only where a bank names the other account, both tell the same moment, and nothing
    /// else can be meant: two equal transfers of one day, each with one side not imported, name
    /// each other's accounts too. These are assumed chances, on the careful side: nobody has
    /// published outcomes to measure them by.
    package var permille: Int {
        // Whichever line the other side is, and be it none: the bank names an own account.
        if contains(.ownNumber) { return Self.provedPermille }
        var chance =
            contains(.namesBoth)
            ? 970
            : contains(.namesOne)
                ? 950
                : contains(.sameMoment)
                    ? (isDisjoint(with: [.ownWords, .words, .wordsOfOne]) ? 850 : 930)
                    : contains(.ownWords)
                        ? 920
                        : contains(.words) ? 720 : contains(.wordsOfOne) ? 620 : 520
        let isExact = !isDisjoint(with: [.sameAmount, .statedRate])
        let isProved =
            contains(.sameMoment) && !isDisjoint(with: [.namesBoth, .namesOne])
        if isProved, isExact, contains(.sameDays) { chance = Self.provedPermille }
        if !contains(.sameDays) { chance -= 60 }
        if contains(.fee) { chance = min(chance, 850) }
        if contains(.rate) { chance = min(chance, 800) }
        if contains(.rivals) {
            chance = min(chance, isDisjoint(with: [.namesBoth, .namesOne]) ? 500 : 890)
        }
        if contains(.stranger) {
            chance = min(chance, isDisjoint(with: [.ownWords, .sameMoment]) ? 500 : 800)
        }
        return chance
    }

    private static let provedPermille = 995
}

extension TransferClues {
    /// The chance of a suggestion with this pair behind it.
    ///
    /// - Parameters:
    ///   - permille: what the line's other evidence comes to.
    ///   - isAgreed: it says the same; then the surer of the two speaks, unless another line would
    ///     do as well.
    package func permille(beside permille: Int, isAgreed: Bool) -> Int {
        isAgreed && !contains(.rivals) ? max(permille, self.permille) : self.permille
    }
}

extension Suggestion {
    /// The key of the line that seems to be the other side of a transfer.
    package var otherSide: LineKey? {
        evidence.first { $0.source == .transfer }.flatMap { LineKey(text: $0.subject) }
    }

    /// The line is proposed as a side of a transfer, with another line or by the number of an own
    /// account alone.
    package var isOfTransfer: Bool { evidence.contains { $0.source == .transfer } }

    /// The line is a transfer whichever line its other side is, and the line named as that is
    /// doubtful: approving the one does not settle the other.
    package var hasDoubtfulOtherSide: Bool {
        guard otherSide != nil, let how = evidence.first(where: { $0.source == .transfer })?.how
        else { return false }
        let clues = TransferClues(text: how)
        guard clues.contains(.ownNumber) else { return false }
        return Level(permille: clues.subtracting(.ownNumber).permille, isAnswer: true) < .high
    }

    /// What says that the line moves money to or from another own account, without another line;
    /// nil when nothing does.
    package var ownNumber: Evidence? {
        otherSide == nil ? evidence.first { $0.source == .transfer } : nil
    }

    /// What is left when the line is no side of a transfer and nobody can be asked what it is
    /// instead.
    package var withoutTransfer: Suggestion {
        guard isOfTransfer else { return self }
        return Suggestion(payee: payee, tags: tags)
    }

    /// The same as the side of the transfer that another suggestion tells of.
    package func asTransfer(like told: Suggestion) -> Suggestion {
        guard let other = told.otherSide,
            let how = told.evidence.first(where: { $0.source == .transfer })?.how
        else { return self }
        return asTransfer(
            with: other, in: told.transferTo, TransferClues(text: how), category: told.category)
    }

    /// The same with another line as the other side of a transfer, in another own account.
    package func asTransfer(
        with other: LineKey, in account: String, _ clues: TransferClues, category: String
    ) -> Suggestion {
        asTransfer(to: account, because: other.text, clues, category: category)
    }

    /// The same as a transfer that the number of an own account tells, wherever the other side is.
    ///
    /// - Parameters:
    ///   - account: whose number it is; empty where several accounts share it.
    ///   - subject: what people see of the reason.
    package func asTransfer(byNumberOf account: String, _ subject: String) -> Suggestion {
        asTransfer(
            to: account, because: subject, .ownNumber, category: TransferSide.ownCategories[0])
    }

    private func asTransfer(
        to account: String, because subject: String, _ clues: TransferClues, category: String
    ) -> Suggestion {
        var result = self
        if !TransferSide.ownCategories.contains(self.category) { result.category = category }
        result.permille = clues.permille(
            beside: self.permille, isAgreed: result.category == self.category)
        result.transferTo = account
        result.evidence.insert(
            Evidence(
                source: .transfer, subject: subject, category: result.category,
                how: clues.text), at: 0)
        return result
    }
}
