/// Which sources speak for a category and how they agree; each pattern has one measured confidence.
internal enum EvidencePattern: Int, CaseIterable {
    /// A known merchant, and the MCC says the very same category.
    case nameAndCode
    /// A known merchant, and the MCC, a word or the bank's category says the same group.
    case nameAndKin
    case name
    /// A known merchant, and a decisive MCC of another group.
    case nameAgainstCode
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
    case wordAndCode
    case wordAndKin
    case word
    case wordAgainstCode
    case looseWord
    case weakNameWitnessed
    case weakName
    case weakWordWitnessed
    case weakWord
    case code
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

    /// Chance in thousandths that the category is right.
    var permille: Int { 500 }
}
