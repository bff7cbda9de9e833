/// Which sources speak for a category and how they agree; each pattern has one measured confidence.
internal enum EvidencePattern: String, CaseIterable {
    /// A known merchant, and the MCC says the very same category.
    case nameAndCode
    /// A known merchant, and the MCC, a word or the bank's category says the same group.
    case nameAndKin
    /// A known merchant, and the MCC or a word says another leaf of the same group.
    case nameOfOtherLeaf
    case name
    /// A known merchant, and a decisive MCC of another group.
    case nameAgainstCode
    /// A known merchant, and an MCC of another group that settles nothing either.
    case nameAgainstWeakCode
    /// A known merchant found only after loosening its spelling.
    case looseName
    case looseNameWitnessed
    /// A known merchant whose name is cut or misspelt by a letter.
    case bentName
    case bentNameWitnessed
    /// A merchant of another country than the account's.
    case foreignName
    /// The bank's own wording at the start of the text.
    case wordingAtStart
    case wording
    case refundWording
    /// Money in from a known merchant.
    case refund
    case refundOfWord
    /// Money in under a word for what one pays for a dwelling: a tenant's, or part of it given
    /// back.
    case rentPaidIn
    /// A strong word that begins the text, and the MCC or the bank says the same group.
    case wordAtStartAndCode
    case wordAndCode
    case word
    case wordAgainstCode
    /// A strong word, and another one of another trade.
    case wordAgainstWord
    case looseWord
    case weakNameWitnessed
    case weakName
    case weakWordWitnessed
    case weakWord
    /// A common word, and an MCC of another group that settles nothing either.
    case weakWordAgainstCode
    case code
    /// One of those that alone say nearly always what it is.
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
    /// A bank under a code of transfers.
    case bankTransfer
    /// Money in from somebody with a legal form.
    case companyPays

    // A known merchant and nothing else; `name` is of five letters or more, from our own table.
    case shortName
    case nameOfRegister
    /// The same of a trade that shades into another, or of who sells many kinds of things; the MCC
    /// or a word settles it nowhere.
    case borderName
    /// A known merchant, and a strong word of another trade.
    case nameAgainstWord
    /// A strong word beside a one-word name that the tables know of another trade.
    case wordBeforeName
    /// A strong word that begins the text.
    case wordAtStart
    /// The same of five letters or fewer: many are part of other names.
    case shortWordAtStart

    // What this household decided about the very same text or counterparty.
    case rememberedOnce
    /// A few times, and the tables know the merchant as one of many trades.
    case rememberedOfMany
    case rememberedTwice
    case rememberedThrice
    case rememberedOften
    case rememberedOfAccount
    case rememberedOfAmount
    /// The amounts tell the categories apart, and always did.
    case rememberedOfAmounts
    case rememberedMostly
    case rememberedShaken
    case rememberedTurned
    case rememberedMoved
    case rememberedMixed

    // What it made of a merchant or word under other texts.
    case habitOfName
    case habitOfNameAgainst
    case habitOfNameOften
    case habitOfWord
    case habitOfWordOften
    /// Nearly always the same, or always where the amount is like this one.
    case habitMostly
    case habitMixed
    /// What it made of all other merchants of a category, and not what the tables say.
    case habitOfCategory
    /// A known merchant never seen here, of a category this household always takes as it is.
    case nameOfUsualCategory

    // What other texts with the same words were.
    case wordsOnce
    case wordsOften
    case wordsMixed

    /// The household's own decisions about the very same text or counterparty, and they never
    /// contradicted each other.
    var isOfPureMemory: Bool {
        switch self {
        case .rememberedOnce, .rememberedTwice, .rememberedThrice, .rememberedOften,
            .rememberedOfAmounts:
            true
        default: false
        }
    }

    /// Somebody or something known by name, or the bank's own wording: not a stranger with a
    /// telling word on the door.
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
