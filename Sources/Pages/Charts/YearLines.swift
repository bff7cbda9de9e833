import Facts

/// The months of several years over each other; the last year is the strong line.
package struct YearLines: PageDrawing {
    package struct Year: Sendable {
        package let name: String
        /// January first; nil where the page knows nothing of the month.
        package let months: [PageFigure?]

        package init(_ name: String, _ months: [PageFigure?]) {
            self.name = name
            self.months = months
        }
    }

    private let years: [Year]
    private let monthNames: [String]

    /// - Parameter years: oldest first.
    package init(_ years: [Year], monthNames: [String]) {
        self.years = years
        self.monthNames = monthNames
    }

    private static let height = 17_000
    private static let plot = 13_500

    package func markup(label: String) -> Markup {
        let most =
            years.flatMap(\.months).compactMap { $0.map { Drawing.size($0.amount) } }.max() ?? 0
        let step = (Drawing.width - 1_000) / 11
        var page = Markup()
        for (number, year) in years.enumerated() {
            let age = min(years.count - 1 - number, 3)
            var path = Markup()
            var marks = Markup()
            var isBroken = true
            for (month, figure) in year.months.enumerated() {
                guard let figure else {
                    isBroken = true
                    continue
                }
                let x = 500 + month * step
                let y =
                    600 + Self.plot
                    - Drawing.part(Drawing.size(figure.amount), of: most, length: Self.plot)
                path += isBroken ? "M\(x),\(y) " : "L\(x),\(y) "
                isBroken = false
                marks += Drawing.mark(
                    figure, "\(monthNames[month]) \(year.name)",
                    "<circle class=y\(age) cx=\(x) cy=\(y) r=\(age == 0 ? 320 : 220) />")
            }
            page += "<path class=\"line y\(age)\" d=\"\(path)\" />\(marks)"
        }
        page += "<path class=axis d=\"M0,\(600 + Self.plot)H\(Drawing.width)\" />"
        for month in stride(from: 0, to: 12, by: 3) {
            page += Drawing.text(
                monthNames[month], 500 + month * step, Self.height - 700, "middle-ish")
        }
        var legend: Markup = "<p class=key>"
        for (number, year) in years.enumerated().reversed() {
            legend += "<i class=\"k y\(min(years.count - 1 - number, 3))\"></i>\(year.name) "
        }
        return "\(Drawing.frame(label, height: Self.height, page))\(legend)</p>"
    }
}
