package import Facts

/// Budgets as bars: what is spent of what is available, and a mark at today.
package struct Meters: PageDrawing {
    package struct Row: Sendable {
        package let name: String
        package let spent: PageFigure
        package let available: Money
        /// Thousandths of the period that have passed.
        package let passed: Int
        package let isOver: Bool
        package let note: String

        package init(
            _ name: String, spent: PageFigure, available: Money, passed: Int, isOver: Bool,
            note: String
        ) {
            self.name = name
            self.spent = spent
            self.available = available
            self.passed = passed
            self.isOver = isOver
            self.note = note
        }
    }

    private let rows: [Row]

    package init(_ rows: [Row]) { self.rows = rows }

    package func markup(label: String) -> Markup {
        var page: Markup = "<ol class=bars aria-label=\"\(label)\">"
        for row in rows {
            let available = row.available.isNegative ? 0 : Drawing.size(row.available)
            let spent = row.spent.amount.isNegative ? 0 : Drawing.size(row.spent.amount)
            let whole = max(available, spent)
            let bars: Markup = """
                \(Drawing.rect(0, 200, Drawing.part(available, of: whole, length: 10_000), 1_000, "room"))\
                \(Drawing.rect(0, 300, Drawing.part(spent, of: whole, length: 10_000), 800, row.isOver ? "over" : "in"))\
                \(Drawing.rect(max(Drawing.part(available, of: whole, length: 10_000) * row.passed / 1_000 - 60, 0), 0, 120, 1_400, "mean"))
                """
            page += """
                <li><span class=nm>\(row.name)</span><svg viewBox="0 0 10000 1400" preserveAspectRatio=none>\(bars)</svg><span class=n>\(row.spent.cell)</span><span class=q>\(row.note)</span>
                """
        }
        return "\(page)</ol>\n"
    }
}

/// A chart of the days to come: the middle, and the band in which eight of ten outcomes are.
package struct Fan: PageDrawing {
    package struct Point: Sendable {
        package let tick: String
        package let low: Money
        package let middle: Money
        package let high: Money

        package init(tick: String, low: Money, middle: Money, high: Money) {
            self.tick = tick
            self.low = low
            self.middle = middle
            self.high = high
        }
    }

    private let points: [Point]

    package init(_ points: [Point]) { self.points = points }

    private static let height = 15_000
    private static let plot = 12_000

    package func markup(label: String) -> Markup {
        func signed(_ amount: Money) -> Int128 {
            amount.isNegative ? -Drawing.size(amount) : Drawing.size(amount)
        }
        var low = points.map { signed($0.low) }.min() ?? 0
        var high = points.map { signed($0.high) }.max() ?? 0
        // A line may begin above zero; where zero is near, it is shown.
        if low > 0, low < high / 2 { low = 0 }
        if high < 0, high > low / 2 { high = 0 }
        func y(_ value: Int128) -> Int {
            600 + Self.plot - Drawing.part(value - low, of: high - low, length: Self.plot)
        }
        func x(_ index: Int) -> Int { index * Drawing.width / max(points.count - 1, 1) }
        var (band, line, ticks) = (Markup(), Markup(), Markup())
        for (index, point) in points.enumerated() {
            band += index == 0 ? "M" : "L"
            band += "\(x(index)),\(y(signed(point.high))) "
            line += index == 0 ? "M" : "L"
            line += "\(x(index)),\(y(signed(point.middle))) "
            if !point.tick.isEmpty, x(index) < Drawing.width - 6_000 {
                ticks += Drawing.text(point.tick, x(index), Self.height - 400)
            }
        }
        for (index, point) in points.enumerated().reversed() {
            band += "L\(x(index)),\(y(signed(point.low))) "
        }
        let axis: Markup = "<path class=axis d=\"M0,\(y(0))H\(Drawing.width)\" />"
        let page: Markup = """
            <path class=band d="\(band)z" />\(low <= 0 && high >= 0 ? axis : Markup())\
            <path class=net-line d="\(line)" />\(ticks)
            """
        return Drawing.frame(label, height: Self.height, page)
    }
}
