package import Facts

/// An amount as the page shows it, and the list of its lines.
package struct PageFigure: Sendable {
    /// The amount that drawings measure.
    package let amount: Money
    /// For people; of a masked page the same for every amount.
    package let text: String
    /// The number of its list in the page; nil on a masked page.
    package let list: Int?
    /// Characters at the end of the text that are less than one unit.
    package let decimals: Int
    /// The arguments that narrow the list's commands to this figure, where the list is of several.
    package let narrowing: String
    /// How the figure follows from its list.
    package let form: Form

    package enum Form: Sendable, Equatable {
        case same
        /// The list's sum divided, and rounded once.
        case average(over: Int)
        /// The part that the list's sum is of another list's.
        case share(of: Int)
    }

    package init(
        _ amount: Money, _ text: String, list: Int?, decimals: Int = 0, narrowing: String = "",
        form: Form = .same
    ) {
        self.form = form
        self.amount = amount
        self.text = text
        self.list = list
        self.decimals = decimals
        self.narrowing = narrowing
    }

    /// In a table: a link to the lines, with quiet decimals.
    var cell: Markup {
        cell(quietly: true)
    }

    /// - Parameter quietly: less than one unit in quiet letters, which a long table leaves out.
    func cell(quietly: Bool) -> Markup {
        let decimals = quietly ? decimals : 0
        let whole = String(text.dropLast(decimals))
        let rest = String(text.suffix(decimals))
        let shown: Markup = decimals == 0 ? "\(text)" : "\(whole)<i>\(rest)</i>"
        guard let list else { return shown }
        return "<a href=#l\(list)\(Self.narrowing(narrowing))\(follows)>\(shown)</a>"
    }

    static func narrowing(_ text: String) -> Markup {
        text.isEmpty
            ? "" : text.contains(" ") ? " data-q=\"\(text)\"" : " data-q=\(text)"
    }

    private var follows: Markup {
        switch form {
        case .same: ""
        case .average(let count): " data-over=\(count)"
        case .share(let whole): " data-of=l\(whole)"
        }
    }
}

/// The content of a cell of a table.
package enum PageCell: Sendable {
    case text(String)
    /// The first cell of a row, which names it.
    case name(String, color: Int? = nil)
    case figure(PageFigure)
    /// With a sign after it.
    case noted(PageFigure, String)
    /// A number or a share that is no amount.
    case number(String)
    case empty
    /// The amounts of the row as a small line.
    case spark([Money?])
}

/// A table; of a chart, the same values as the drawing.
package struct PageTable: Sendable {
    package var columns: [(title: String, isNumber: Bool)]
    package var rows: [[PageCell]]
    /// Sums under the rows.
    package var sums: [[PageCell]] = []
    /// Says what it shows, for those who cannot see that it stands below its heading.
    package var caption: String
    /// A column a month: small letters on paper.
    package var isDense = false

    package init(
        _ caption: String, _ columns: [(title: String, isNumber: Bool)], _ rows: [[PageCell]] = []
    ) {
        self.caption = caption
        self.columns = columns
        self.rows = rows
    }

    var markup: Markup {
        let kind: Markup = isDense ? "\"scroll dense\"" : "scroll"
        var page: Markup = "<div class=\(kind)><table><caption>\(caption)</caption><thead><tr>"
        for column in columns {
            page +=
                column.isNumber ? "<th scope=col class=n>\(column.title)" : Self.head(column.title)
        }
        page += "<tbody>"
        for row in rows { page += markup(of: row) }
        if !sums.isEmpty {
            page += "<tfoot>"
            for row in sums { page += markup(of: row) }
        }
        return "\(page)</table></div>\n"
    }

    private static let quietRowsMax = 20

    private static func head(_ title: String) -> Markup {
        title.isEmpty ? "<td>" : "<th scope=col>\(title)"
    }

    private func markup(of row: [PageCell]) -> Markup {
        var page: Markup = "<tr>"
        for cell in row {
            switch cell {
            // Most cells are figures, so these need no class.
            case .text(let text): page += "<td class=t>\(text)"
            case .name(let text, nil): page += "<th>\(text)"
            case .name(let text, let color?):
                page += "<th><i class=\"k c\(color)\"></i>\(text)"
            case .figure(let figure):
                page += "<td>\(figure.cell(quietly: rows.count <= Self.quietRowsMax))"
            case .noted(let figure, let note): page += "<td>\(figure.cell(quietly: true))\(note)"
            case .number(let text): page += "<td>\(text)"
            case .empty: page += "<td>"
            case .spark(let amounts): page += "<td class=s>\(SparkLine(amounts).markup)"
            }
        }
        return page
    }
}
