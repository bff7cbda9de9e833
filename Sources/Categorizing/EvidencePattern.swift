/// Combinations of sources and their agreement; each has one measured confidence.
internal enum EvidencePattern: String, CaseIterable {
    /// A known merchant, and an MCC of exactly the same category.
    case nameAndCode
    /// A known merchant, and an MCC, a word or a bank category of the same group.
    case nameAndKin
    /// A known merchant, and an MCC or a word of another leaf in the same group.
    case nameOfOtherLeaf
    case name
    /// A known merchant, and a decisive MCC of another group.
    case nameAgainstCode
    /// A known merchant, and an MCC of another group that is not decisive.
    case nameAgainstWeakCode
    /// A known merchant found only by loose spelling.
    case looseName
    case looseNameWitnessed
    /// A known merchant whose name is cut or has one wrong letter.
    case bentName
    case bentNameWitnessed
    /// A merchant of a country other than the account's.
    case foreignName
    /// The bank's own wording at the start of the text.
    case wordingAtStart
    case wording
    case refundWording
    /// Money in from a known merchant.
    case refund
    case refundOfWord
    /// Money in with a word for rent: from a tenant, or a refund.
    case rentPaidIn
    /// A strong word at the start, and an MCC or bank category of the same group.
    case wordAtStartAndCode
    case wordAndCode
    case word
    case wordAgainstCode
    /// Two strong words of different trades.
    case wordAgainstWord
    case looseWord
    case weakNameWitnessed
    case weakName
    case weakWordWitnessed
    case weakWord
    /// A common word, and an MCC of another group that is not decisive.
    case weakWordAgainstCode
    case code
    /// An MCC that is nearly always right alone.
    case sureCode
    case weakCode
    case treasury
    case cardNumber
    case fullName
    case personsWords
    case transferCode
    case soleTrader
    case bankCategory
    case weakBankCategory
    case bankName
    /// A bank with a code of transfers.
    case bankTransfer
    /// Money in from a company.
    case companyPays

    // A known merchant and nothing else; `name` has five letters or more and is from our own table.
    case shortName
    case nameOfRegister
    /// The same for a trade close to another, or a merchant with many kinds of things; no MCC or
    /// word settles it.
    case borderName
    /// A known merchant, and a strong word of another trade.
    case nameAgainstWord
    /// A strong word beside a one-word name of another trade.
    case wordBeforeName
    /// A strong word at the start.
    case wordAtStart
    /// The same with at most five letters: many such words are parts of names.
    case shortWordAtStart

    // Earlier decisions of this household about the very same text or counterparty.
    case rememberedOnce
    /// A few times, with a merchant of many trades in the tables.
    case rememberedOfMany
    case rememberedTwice
    case rememberedThrice
    case rememberedOften
    case rememberedOfAccount
    case rememberedOfAmount
    /// Amounts separate the categories, without exception.
    case rememberedOfAmounts
    case rememberedMostly
    case rememberedShaken
    case rememberedTurned
    case rememberedMoved
    case rememberedMixed

    // Decisions about a merchant or word in other texts.
    case habitOfName
    case habitOfNameAgainst
    case habitOfNameOften
    case habitOfWord
    case habitOfWordOften
    /// Nearly always the same, or always for similar amounts.
    case habitMostly
    case habitMixed
    /// Decisions about all other merchants of a category, against the tables.
    case habitOfCategory
    /// A known merchant new to the household, in a category it always files as the tables do.
    case nameOfUsualCategory

    // Decisions about other texts with the same words.
    case wordsOnce
    case wordsOften
    case wordsMixed

    /// The household's own decisions about the very same text or counterparty, without
    /// contradictions.
    var isOfPureMemory: Bool {
        switch self {
        case .rememberedOnce, .rememberedTwice, .rememberedThrice, .rememberedOften,
            .rememberedOfAmounts:
            true
        default: false
        }
    }

    /// Known by name, or the bank's own wording, as opposed to an unknown merchant with a telling
    /// word.
    var namesMerchant: Bool {
        switch self {
        case .name, .shortName, .borderName, .nameAndCode, .nameAndKin, .wording, .wordingAtStart,
            .refundWording, .refund:
            true
        default: false
        }
    }

    /// A known merchant decided.
    var isOfName: Bool {
        switch self {
        case .name, .shortName, .borderName, .nameOfRegister, .nameAndCode, .nameAndKin,
            .nameOfOtherLeaf,
            .nameAgainstCode, .nameAgainstWeakCode, .nameAgainstWord:
            true
        default: false
        }
    }
}
