/// Something a person should know about a file although its rows were read.
package struct ReadNotice: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        /// The file says that another page follows.
        case morePages = "more-pages"
        /// The maximum number of rows that the bank returns at once: there may be more.
        case fullPage = "full-page"
        /// A column's heading, or the whole header, is not the bank's; the rows prove what it is.
        case headerSupposed = "header-supposed"
        /// Statements that name no account do not continue one another: they may belong to several
        /// accounts.
        case statementsApart = "statements-apart"
        /// The bank refused a part of the file: rows of an account are not in it.
        case accountRefused = "account-refused"
        /// No printed total proves that all rows are there.
        case totalsUnproved = "totals-unproved"
        /// Fees stand beside amounts, and nothing says whether the amounts hold them.
        case feesUnproved = "fees-unproved"
        /// A sheet that is not read has rows with a day and a number.
        case sheetUnread = "sheet-unread"
        /// Sheets have payments in common: they are counted twice.
        case sheetsRepeated = "sheets-repeated"
        /// Sheets of the same days may be of several accounts.
        case sheetsMixed = "sheets-mixed"
    }

    package var kind: Kind
    /// The sheet, if the notice is about one, is its path.
    package var place: SourcePlace
    /// Rows that the notice is about.
    package var count: Int

    package init(_ kind: Kind, at place: SourcePlace, count: Int = 0) {
        self.kind = kind
        self.place = place
        self.count = count
    }
}
