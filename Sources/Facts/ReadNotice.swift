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
    }

    package var kind: Kind
    package var place: SourcePlace

    package init(_ kind: Kind, at place: SourcePlace) {
        self.kind = kind
        self.place = place
    }
}
