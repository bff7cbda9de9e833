package import Facts

/// An amount as the page shows it, and the list of its lines.
package struct PageFigure: Sendable {
    /// What drawings measure.
    package let amount: Money
    /// For people; of a masked page the same for every amount.
    package let text: String
    /// The number of its list in the page; nil on a masked page.
    package let list: Int?
    /// Characters at the end of the text that are less than one unit.
    package let decimals: Int
    /// What narrows the list's commands to this figure, where the list is of several.
    package let narrowing: String

    package init(
        _ amount: Money, _ text: String, list: Int?, decimals: Int = 0, narrowing: String = ""
    ) {
        self.amount = amount
        self.text = text
        self.list = list
        self.decimals = decimals
        self.narrowing = narrowing
    }

    /// In a table: a link to the lines, with quiet decimals.
    var cell: Markup {
        let whole = String(text.dropLast(decimals))
        let rest = String(text.suffix(decimals))
        let shown: Markup = decimals == 0 ? "\(text)" : "\(whole)<i>\(rest)</i>"
        guard let list else { return shown }
        return narrowing.isEmpty
            ? "<a href=#l\(list)>\(shown)</a>"
            : narrowing.contains(" ")
                ? "<a href=#l\(list) data-q=\"\(narrowing)\">\(shown)</a>"
                : "<a href=#l\(list) data-q=\(narrowing)>\(shown)</a>"
    }
}

/// The content of a cell of a table.
package enum PageCell: Sendable {
    case text(String)
    /// The first cell of a row, which names it.
    case name(String, color: Int? = nil)
    case figure(PageFigure)
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

    private static func head(_ title: String) -> Markup {
        title.isEmpty ? "<td>" : "<th scope=col>\(title)"
    }

    private func markup(of row: [PageCell]) -> Markup {
        var page: Markup = "<tr>"
        for cell in row {
            switch cell {
            case .text(let text): page += "<td>\(text)"
            case .name(let text, nil): page += "<th scope=row>\(text)"
            case .name(let text, let color?):
                page += "<th scope=row><i class=\"k c\(color)\"></i>\(text)"
            // A dense table has figures alone, so its style needs no class.
            case .figure(let figure) where isDense: page += "<td>\(figure.cell)"
            case .figure(let figure): page += "<td class=n>\(figure.cell)"
            case .number(let text): page += "<td class=n>\(text)"
            case .empty: page += "<td>"
            case .spark(let amounts): page += "<td class=s>\(SparkLine(amounts).markup)"
            }
        }
        return page
    }
}
