import Facts
import Scanning

/// The lines and amounts that make up a figure of a table.
struct FigureQuestion {
    /// A part of the figure: the lines of a question, an amount that no line has, or both.
    struct Term {
        /// Its name, if the figure has several terms.
        var name = ""
        /// Counts against the figure.
        var isLess = false
        /// The arguments of `kopiyka list`; nil for an amount alone.
        var words: [String]?
        /// An amount that no line has: an opening balance, or a figure without lines.
        var amount: Money?
        /// The worth of lines and amount in the figure's currency, and the rate's day.
        var worth: (amount: Money, day: CalendarDate)?
    }

    /// How the figure follows from its terms.
    enum Form {
        case sum
        /// Outgoing money counts as positive: a budget's spending.
        case spending
        /// Rounded once.
        case average(over: Int)
        /// A share, or what changed beside what was there.
        case ratio(of: [Term])
        /// How the terms differ from the average of others, as a part of that.
        case growth(of: [Term], over: Int)
        /// The number of lines.
        case count
        /// Spending, as if all days went on as those that are over.
        case pace(days: Int, over: Int)
        /// No sum of its terms: a sentence says how it follows from them.
        case computed(Message, [String: Template.Value] = [:])
    }

    var terms: [Term]
    var form = Form.sum

    init(_ terms: [Term], _ form: Form = .sum) {
        self.terms = terms
        self.form = form
    }

    /// The sum of what several questions print.
    init(_ lists: [[String]], _ form: Form = .sum) { self.init(Self.terms(lists), form) }

    static func terms(
        _ lists: [[String]], _ name: String = "", isLess: Bool = false
    ) -> [Term] {
        lists.map { Term(name: name, isLess: isLess, words: $0) }
    }
}
