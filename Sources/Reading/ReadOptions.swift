internal import Facts

/// The user's choices for reading a file.
package struct ReadOptions: Sendable, Equatable {
    /// Forces the format: `csv`, `ofx`, `json`.
    package var format: String?
    /// The encoding's name: `windows-1251`.
    package var encoding: String?
    /// Files with the user's layouts, preferred to built-in ones.
    package var layouts: [String]
    /// For a table that allows several orders of day and month.
    package var dateOrder: DateOrder?
    /// For a table whose numbers allow both marks.
    package var decimalMark: NumberStyle.DecimalMark?
    /// For a table whose amounts may have purchases as positive.
    package var sign: AmountSign?
    /// False to refuse a PDF, whose text a program of the machine takes out.
    package var runsPrograms = true
    /// Days without a format in a workbook count from 1904-01-01, as the workbook says.
    package var hasDaysFrom1904 = false

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

/// The position of the month in a printed day.
package enum DateOrder: String, Sendable, CaseIterable {
    case yearFirst = "ymd"
    case dayFirst = "dmy"
    case monthFirst = "mdy"
    /// The month is a word.
    case named
}

/// Whether money in is positive in a column of amounts.
package enum AmountSign: String, Sendable, CaseIterable {
    case printed
    /// Purchases are positive, as card companies print them.
    case inverted
}

/// The options for questions that a table's rows leave open, with names and values as typed: the
/// source for advice and the command line.
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

    /// - Parameter readings: the remaining values.
    package func advice(of readings: [String]) -> String {
        long + " " + readings.joined(separator: "|")
    }
}
