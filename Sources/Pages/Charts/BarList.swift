package import Facts

/// A bar for each category: the last period, with marks at the period before and at the average.
package struct BarList: PageDrawing {
    package struct Row: Sendable {
        package let name: String
        package let last: PageFigure
        /// Nil where the page has no earlier period.
        package let before: PageFigure?
        package let average: Money?
        /// The share of all rows, where amounts are not shown; else empty.
        package let share: String

        package init(
            _ name: String, last: PageFigure, before: PageFigure?, average: Money?,
            share: String = ""
        ) {
            self.share = share
            self.name = name
            self.last = last
            self.before = before
            self.average = average
        }
    }

    private let rows: [Row]
    private let names: (last: String, before: String, average: String)

    package init(_ rows: [Row], last: String, before: String, average: String) {
        self.rows = rows
        names = (last, before, average)
    }

    private static let length = 10_000

    package func markup(label: String) -> Markup {
        let most =
            rows.flatMap { [$0.last.amount, $0.before?.amount, $0.average] }
            .compactMap { $0 }.map { Drawing.size($0) }.max() ?? 0
        var page: Markup = "<ol class=bars aria-label=\"\(label)\">"
        for row in rows {
            func place(_ amount: Money) -> Int {
                Drawing.part(Drawing.size(amount), of: most, length: Self.length)
            }
            var bars = Drawing.rect(0, 300, place(row.last.amount), 800, "out")
            if let before = row.before {
                bars += Drawing.rect(max(place(before.amount) - 60, 0), 150, 120, 1_100, "before")
            }
            if let average = row.average {
                bars += Drawing.rect(max(place(average) - 60, 0), 0, 120, 1_400, "mean")
            }
            page += """
                <li><span class=nm>\(row.name)</span><svg viewBox="0 0 \(Self.length) 1400" \
                preserveAspectRatio=none>\(bars)</svg><span class=n>\(shown(row))</span>
                """
        }
        page += """
            </ol><p class=key><i class="k out"></i>\(names.last) <i class="k before"></i>\(names.before) \
            <i class="k mean"></i>\(names.average)</p>
            """
        return page
    }

    private func shown(_ row: Row) -> Markup {
        row.share.isEmpty ? row.last.cell : "\(row.last.cell) \(row.share)"
    }
}
