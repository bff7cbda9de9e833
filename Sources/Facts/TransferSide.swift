/// A line as a possible side of a transfer between own accounts.
package struct TransferSide: Sendable, Hashable {
    /// Money takes this long over a long weekend.
    package static let daysMax: Int32 = 5
    /// Categories of moving one's own money: the line's words and its history decide between them.
    package static let ownCategories = ["transfers.own", "transfers.savings", "transfers.fx"]

    /// Whether a line of this category may move one's own money; cash and payments to a person do
    /// not.
    package static func mayBeOwn(_ category: String) -> Bool {
        category == "transfers" || ownCategories.contains(category)
    }

    /// The meaning of the bank's words about the line.
    package enum Words: Sendable, Hashable {
        case silent
        /// Money moves to or from somebody.
        case transfer
        /// Money moves between own accounts.
        case own
        /// The household itself recorded the line as such a transfer, without the other account.
        case recorded
        /// An instalment or a card's bill is paid: an expense, unless the debt's own account shows
        /// it too.
        case debt
        /// They confidently mean something else: a side only of a line of the same or the stated
        /// amount and of the same days that names this line's account.
        case otherwise
    }

    /// The use of the money, as the line's words say it.
    package enum Purpose: Sendable, Hashable {
        case unknown, savings
        /// It pays what a card or a loan owes.
        case repayment
    }

    package var key: LineKey
    /// Hash of the workspace's account id.
    package var account: UInt64
    package var day: Int32
    /// Seconds since local midnight, or −1.
    package var second: Int32
    package var amount: Money
    /// The amount in another currency that the row states.
    package var original: Money?
    package var fee: Money?
    /// The own account with the account or card number in the line; 0 when there is none.
    package var named: UInt64
    /// The counterparty's account number is not one of ours.
    package var namesStranger: Bool
    /// The number of the line's own account is known, so it can be distinguished from others.
    package var isNumbered: Bool
    package var words: Words
    package var purpose: Purpose
    /// The account that the words of a repayment hint at: of a payment the only other own account
    /// with such a word in its name, or ``strangerHinted``; of the row of the debt's account that
    /// account itself, if its name has an issuer. 0 when there is none.
    package var hinted: UInt64
    /// An issuer is named, and no own account has its name.
    package static let strangerHinted = UInt64.max

    package init(
        key: LineKey, account: UInt64, day: Int32, second: Int32, amount: Money,
        original: Money? = nil, fee: Money? = nil, named: UInt64 = 0, namesStranger: Bool = false,
        isNumbered: Bool = false, words: Words = .silent, purpose: Purpose = .unknown,
        hinted: UInt64 = 0
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
        self.purpose = purpose
        self.hinted = hinted
    }
}

/// Two lines that seem to be one transfer, and the evidence.
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

/// Evidence for or against two lines being one transfer. The confidence follows from it alone.
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
    /// The rate between the amounts occurs in reality.
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
    /// Another line fits nearly as well.
    package static let rivals = TransferClues(rawValue: 1 << 12)
    /// A stranger's number is given, and not the number of the receiving account.
    package static let stranger = TransferClues(rawValue: 1 << 13)
    /// The counterparty's number is another own account's: it is evidence of one line alone.
    package static let ownNumber = TransferClues(rawValue: 1 << 14)
    /// The household recorded both as transfers between own accounts.
    package static let recorded = TransferClues(rawValue: 1 << 15)
    /// One pays a card or a loan, the other is the account's own row of that payment.
    package static let repayment = TransferClues(rawValue: 1 << 16)
    /// The words of one mean something else.
    package static let otherwise = TransferClues(rawValue: 1 << 17)

    private static let names: [(clue: TransferClues, word: String)] = [
        (.sameAmount, "same-amount"), (.statedFee, "stated-fee"), (.fee, "fee"),
        (.statedRate, "stated-rate"), (.rate, "rate"), (.namesBoth, "names-both"),
        (.namesOne, "names-one"), (.sameMoment, "same-moment"), (.ownWords, "own-words"),
        (.words, "words"), (.wordsOfOne, "words-of-one"), (.sameDays, "same-days"),
        (.rivals, "rivals"), (.stranger, "stranger"), (.ownNumber, "own-number"),
        (.recorded, "recorded"), (.repayment, "repayment"), (.otherwise, "otherwise"),
    ]

    /// Blank-separated words, always in one order: `same-amount names-both same-days`.
    package var text: String {
        Self.names.filter { contains($0.clue) }.map(\.word).joined(separator: " ")
    }

    /// Parses known words and ignores others.
    package init(text: String) {
        self = []
        for word in text.split(separator: " ") {
            if let found = Self.names.first(where: { $0.word == word }) { insert(found.clue) }
        }
    }

    /// The chance that the two are one transfer, in thousandths.
    ///
    /// Certain only if a bank names the other account, both give the same moment, and nothing else
    /// fits: two equal transfers of one day, each with one side not imported, also name each
    /// other's accounts. The chances are assumed, on the cautious side: there are no published
    /// outcomes to measure them with.
    package var permille: Int {
        // Holds for any other side, or none: the bank names an own account.
        if contains(.ownNumber) { return Self.provedPermille }
        var chance =
            contains(.namesBoth)
            ? 970
            : contains(.namesOne) || contains(.recorded)
                ? 950
                : contains(.sameMoment)
                    ? (isDisjoint(with: [.ownWords, .words, .wordsOfOne]) ? 850 : 930)
                    : contains(.ownWords)
                        ? (contains(.repayment) ? 930 : 920)
                        : contains(.words) ? 720 : contains(.wordsOfOne) ? 620 : 520
        let isExact = !isDisjoint(with: [.sameAmount, .statedRate])
        let isProved =
            contains(.sameMoment) && !isDisjoint(with: [.namesBoth, .namesOne])
        if isProved, isExact, contains(.sameDays) { chance = Self.provedPermille }
        // Issuers and banks book such a payment up to a week-end apart.
        if isDisjoint(with: [.sameDays, .repayment]) { chance -= 60 }
        if contains(.fee) { chance = min(chance, 850) }
        if contains(.rate) { chance = min(chance, contains(.recorded) ? 900 : 800) }
        if contains(.rivals) {
            chance = min(chance, isDisjoint(with: [.namesBoth, .namesOne]) ? 500 : 890)
        }
        // A person decides whether the bank or the words are right.
        if contains(.otherwise) { chance = min(chance, 800) }
        if contains(.stranger) {
            chance = min(chance, isDisjoint(with: [.ownWords, .sameMoment]) ? 500 : 800)
        }
        return chance
    }

    private static let provedPermille = 995
}

extension TransferClues {
    /// The chance of a suggestion that includes this pair.
    ///
    /// - Parameters:
    ///   - permille: the chance from the line's other evidence.
    ///   - isAgreed: that evidence agrees; then the larger chance counts, unless another line fits
    ///     as well, or only one of the two is known to move own money: a line that surely does may
    ///     still do so to another account.
    package func permille(beside permille: Int, isAgreed: Bool) -> Int {
        let isOfBoth = !isDisjoint(with: Self.ofBoth)
        return isAgreed && isOfBoth && !contains(.rivals)
            ? max(permille, self.permille) : self.permille
    }

    /// Evidence of both lines, or of the account.
    private static let ofBoth: TransferClues = [
        .namesBoth, .namesOne, .sameMoment, .ownWords, .recorded, .ownNumber,
    ]
}

extension Suggestion {
    /// The key of the line that seems to be the other side of a transfer.
    package var otherSide: LineKey? {
        evidence.first { $0.source == .transfer }.flatMap { LineKey(text: $0.subject) }
    }

    /// The line is suggested as a side of a transfer, with another line or by the number of an own
    /// account alone.
    package var isOfTransfer: Bool { evidence.contains { $0.source == .transfer } }

    /// The line is a transfer whatever its other side is, and the suggested other side is doubtful:
    /// approving one does not settle the other.
    package var hasDoubtfulOtherSide: Bool {
        guard otherSide != nil, let how = evidence.first(where: { $0.source == .transfer })?.how
        else { return false }
        let clues = TransferClues(text: how)
        guard clues.contains(.ownNumber) else { return false }
        return Level(permille: clues.subtracting(.ownNumber).permille, isAnswer: true) < .high
    }

    /// Another line may be the other side just as well, and nothing names the account: a person
    /// chooses, whatever the line's own words are.
    package var hasRivalOtherSides: Bool {
        guard otherSide != nil, let how = evidence.first(where: { $0.source == .transfer })?.how
        else { return false }
        let clues = TransferClues(text: how)
        return clues.contains(.rivals) && clues.isDisjoint(with: [.namesBoth, .namesOne])
    }

    /// Evidence that the line moves money to or from another own account, without another line; nil
    /// when there is none.
    package var ownNumber: Evidence? {
        otherSide == nil ? evidence.first { $0.source == .transfer } : nil
    }

    /// The suggestion without the transfer, when there is no other line to ask about.
    package var withoutTransfer: Suggestion {
        guard isOfTransfer else { return self }
        return Suggestion(payee: payee, tags: tags)
    }

    /// This suggestion with the transfer of another one.
    package func asTransfer(like told: Suggestion) -> Suggestion {
        guard let other = told.otherSide,
            let how = told.evidence.first(where: { $0.source == .transfer })?.how
        else { return self }
        return asTransfer(
            with: other, in: told.transferTo, TransferClues(text: how), category: told.category)
    }

    /// The suggestion of a line by itself as that of a side of a pair; nil if it divides or
    /// dismisses the line, which no side can be.
    package func asSide(like told: Suggestion) -> Suggestion? {
        isDismissal || !splits.isEmpty ? nil : asTransfer(like: told)
    }

    /// This suggestion with another line, in another own account, as the other side.
    package func asTransfer(
        with other: LineKey, in account: String, _ clues: TransferClues, category: String
    ) -> Suggestion {
        asTransfer(to: account, because: other.text, clues, category: category)
    }

    /// This suggestion as a transfer proved by the number of an own account, whatever the other
    /// side is.
    ///
    /// - Parameters:
    ///   - account: the number's account; empty when several accounts share it.
    ///   - subject: the reason to show.
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
