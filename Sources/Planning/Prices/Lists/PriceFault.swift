/// An unreadable part of a list of prices, and its place.
package struct PriceFault: Error, Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        /// No list of prices of a known form.
        case notAList
        case notText
        case json
        /// A table without a column for it.
        case columnMissing(Column)
        case dayInvalid(String)
        case currencyInvalid(String)
        case rateInvalid(String)
        case unitsInvalid(String)
        /// A price of a currency in itself.
        case currencyOfItself(String)
        /// The rate for one unit is not the rate for many divided by their number.
        case ratesDiffer(String, String)
        case priceInvalid
        /// Neither the row nor the command line says in which currency the rate is.
        case baseMissing
    }

    package enum Column: String, Sendable { case date, currency, rate }

    package let kind: Kind
    package let line: Int
    /// In bytes, from 1.
    package let column: Int

    init(_ kind: Kind, line: Int, column: Int = 1) {
        self.kind = kind
        self.line = line
        self.column = column
    }
}
