internal import Facts

/// What a user may settle about a file.
package struct ReadOptions: Sendable, Equatable {
    /// `csv`, `ofx`, `json`: read as this, whatever it looks like.
    package var format: String?
    /// The encoding's name: `windows-1251`.
    package var encoding: String?
    /// Files with layouts of the user's own, preferred to built-in ones.
    package var layouts: [String]
    /// Settles a table that allows several orders of day and month.
    package var dateOrder: DateOrder?
    /// Settles a table whose numbers allow both marks.
    package var decimalMark: NumberStyle.DecimalMark?
    /// Settles a table whose amounts may count purchases as positive.
    package var sign: AmountSign?

    package init(
        format: String? = nil, encoding: String? = nil, layouts: [String] = [],
        dateOrder: DateOrder? = nil, decimalMark: NumberStyle.DecimalMark? = nil,
        sign: AmountSign? = nil
    ) {
        self.format = format
        self.encoding = encoding
        self.layouts = layouts
        self.dateOrder = dateOrder
        self.decimalMark = decimalMark
        self.sign = sign
    }
}

/// Which number of a printed day is the month.
package enum DateOrder: String, Sendable, CaseIterable {
    case yearFirst = "ymd"
    case dayFirst = "dmy"
    case monthFirst = "mdy"
    /// The month is a word.
    case named
}

/// Whether a column of amounts writes money in as positive.
package enum AmountSign: String, Sendable, CaseIterable {
    case printed
    /// Purchases are positive, as card companies print them.
    case inverted
}

/// The options that settle what a table's rows leave open: their names and values as people type
/// them. Advice and command line both take them from here.
package enum ReadingOption: String, Sendable, CaseIterable {
    case dateOrder = "date-order"
    case decimalMark = "decimal-mark"
    case sign

    package var values: [String] {
        switch self {
        case .dateOrder: [DateOrder.dayFirst, .monthFirst, .yearFirst].map(\.rawValue)
        case .decimalMark: [NumberStyle.DecimalMark.point, .comma].map(\.rawValue)
        case .sign: AmountSign.allCases.map(\.rawValue)
        }
    }

    /// `--decimal-mark`.
    package var long: String { "--" + rawValue }

    /// `--decimal-mark point|comma`.
    package var advice: String { advice(of: values) }

    /// - Parameter readings: the values that are left.
    package func advice(of readings: [String]) -> String {
        long + " " + readings.joined(separator: "|")
    }
}
