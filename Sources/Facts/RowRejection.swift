/// A row that could not become a fact, with its place and what was expected there.
///
/// The kind is stable; Commands makes the message. `found` holds only the offending field, never
/// the whole row.
package struct RowRejection: Error, Sendable, Equatable {
    package enum Kind: String, Error, CaseIterable {
        case amountMissing = "amount-missing"
        case amountNotANumber = "amount-not-a-number"
        case amountAmbiguous = "amount-ambiguous"
        case amountOverflow = "amount-overflow"
        case amountTwoSides = "amount-two-sides"
        /// A minus where the direction or column excludes it, or none where they need it.
        case amountWrongSign = "amount-wrong-sign"
        case dateMissing = "date-missing"
        case dateNotADay = "date-not-a-day"
        case dateAmbiguous = "date-ambiguous"
        case timeNotATime = "time-not-a-time"
        case currencyUnknown = "currency-unknown"
        case currencyContradicted = "currency-contradicted"
        case directionUnknown = "direction-unknown"
        case statusUnknown = "status-unknown"
        case columnMissing = "column-missing"
        case columnsTooMany = "columns-too-many"
        case fieldTooLong = "field-too-long"
        case textNotDecodable = "text-not-decodable"
        case textHasControls = "text-has-controls"
        case mccNotACode = "mcc-not-a-code"
        case valueOfWrongType = "value-of-wrong-type"
        case valueMissing = "value-missing"
        case recordIncomplete = "record-incomplete"
        /// The amounts of a transaction or of parts do not sum to what they must.
        case amountsDoNotSum = "amounts-do-not-sum"
        /// Reads as a total, but is not the sum of the rows.
        case totalOrPayment = "total-or-payment"
        /// The bank deletes a line that it showed before.
        case lineTakenBack = "line-taken-back"
        /// The file ends inside it.
        case rowCutShort = "row-cut-short"
        case quoteNotClosed = "quote-not-closed"
        case equalRowsTooMany = "equal-rows-too-many"
    }

    package var kind: Kind
    package var place: SourcePlace
    /// The field by the name the file gives it (a column's heading, an element, a JSON key).
    package var field: String
    /// The offending text as in the file (decoded), cut to `Limits.excerptScalarsMax`.
    package var found: Redacted
    /// The content that the layout or format expects there, as a stable word: `decimal comma`,
    /// `dd.mm.yyyy`.
    package var expected: String

    package init(
        kind: Kind, place: SourcePlace, field: String, found: String = "", expected: String = ""
    ) {
        self.kind = kind
        self.place = place
        self.field = field
        self.found = Redacted(found)
        self.expected = expected
    }
}

extension RowRejection {
    /// Expected by the oldest row of a table whose balances give the signs.
    package static let balanceBefore = "a balance before it"
}

/// A row skipped on purpose, with the reason: not a transaction of the account.
package struct RowSkip: Sendable, Equatable {
    package enum Reason: String, Sendable, CaseIterable {
        case failedOrDeclined = "failed"
        case reverted = "reverted"
        case openingBalance = "opening-balance"
        case closingBalance = "closing-balance"
        case total = "total"
        case repeatedHeader = "repeated-header"
        case sectionTitle = "section-title"
        case footer = "footer"
        case informational = "informational"
        /// Further words of the row above, to which they were added.
        case continuation = "continuation"
        case blank = "blank"
        /// A whole sheet of a workbook that has no table of transactions, or is hidden.
        case otherSheet = "other-sheet"
        case hiddenSheet = "hidden-sheet"
        /// A row that a page does not show.
        case hiddenRow = "hidden-row"

        /// Such rows usually have an amount, so one may be a payment.
        package var mayBePayment: Bool {
            switch self {
            case .failedOrDeclined, .reverted, .openingBalance, .closingBalance, .total,
                .informational, .hiddenRow:
                true
            default: false
            }
        }
    }

    package var reason: Reason
    package var line: Int

    package init(reason: Reason, line: Int) {
        self.reason = reason
        self.line = line
    }
}

/// Text a bank or person wrote, kept out of logs: its description shows only its length.
package struct Redacted: Sendable, Equatable, CustomStringConvertible {
    /// The text itself, for the user's own screen and files.
    package let revealed: String

    package init(_ text: String) {
        revealed = text
    }

    package var description: String { "‹\(revealed.unicodeScalars.count) characters›" }
}
