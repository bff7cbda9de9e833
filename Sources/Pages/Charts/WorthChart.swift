import Facts

/// Assets above the line, debts below it, and the difference as a line.
package struct WorthChart: PageDrawing {
    package struct Point: Sendable {
        package let name: String
        package let tick: String
        package let assets: PageFigure
        /// Zero or negative.
        package let debts: PageFigure
        package let net: PageFigure

        package init(
            _ name: String, tick: String, assets: PageFigure, debts: PageFigure, net: PageFigure
        ) {
            self.name = name
            self.tick = tick
            self.assets = assets
            self.debts = debts
            self.net = net
        }
    }

    private let points: [Point]
    private let names: (assets: String, debts: String, net: String)

    package init(_ points: [Point], assets: String, debts: String, net: String) {
        self.points = points
        names = (assets, debts, net)
    }

    private static let height = 17_000
    private static let plot = 14_000

    package func markup(label: String) -> Markup {
        let up = points.map { Drawing.size($0.assets.amount) }.max() ?? 0
        let down = points.map { Drawing.size($0.debts.amount) }.max() ?? 0
        let zero = 600 + Drawing.part(up, of: up + down, length: Self.plot)
        func y(_ amount: Money) -> Int {
            let length = Drawing.part(Drawing.size(amount), of: up + down, length: Self.plot)
            return amount.isNegative ? zero + length : zero - length
        }
        let step = Drawing.width / max(points.count, 1)
        var bands = Markup()
        var line = Markup()
        var ticks = Markup()
        for (index, point) in points.enumerated() {
            let x = index * Drawing.width / points.count
            for (figure, name, kind) in [
                (point.assets, names.assets, "owned"), (point.debts, names.debts, "owed"),
            ] where !figure.amount.isZero {
                let top = min(y(figure.amount), zero)
                bands += Drawing.mark(
                    figure, "\(point.name), \(name)",
                    Drawing.rect(x, top, step + 20, abs(y(figure.amount) - zero), "\(kind)"))
            }
            line += index == 0 ? "M\(x),\(y(point.net.amount))" : "V\(y(point.net.amount))"
            line += "H\(x + step) "
            if !point.tick.isEmpty { ticks += Drawing.text(point.tick, x, Self.height - 300) }
        }
        let page: Markup = """
            \(bands)<path class=axis d="M0,\(zero)H\(Drawing.width)" /><path class=net-line d="\(line)" />\(ticks)
            """
        let legend: Markup = """
            <p class=key><i class="k owned"></i>\(names.assets) <i class="k owed"></i>\(names.debts) \
            <i class="k net"></i>\(names.net)</p>
            """
        return "\(Drawing.frame(label, height: Self.height, page))\(legend)"
    }
}

/// From one balance to another by steps: what changed it, and by how much.
package struct Waterfall: PageDrawing {
    package struct Step: Sendable {
        package let name: String
        package let figure: PageFigure
        /// A balance, which stands on the line; others change it.
        package let isBalance: Bool

        package init(_ name: String, _ figure: PageFigure, isBalance: Bool = false) {
            self.name = name
            self.figure = figure
            self.isBalance = isBalance
        }
    }

    private let steps: [Step]

    package init(_ steps: [Step]) { self.steps = steps }

    private static let row = 2_500
    private static let barStart = 13_000

    package func markup(label: String) -> Markup {
        func signed(_ amount: Money) -> Int128 {
            amount.isNegative ? -Drawing.size(amount) : Drawing.size(amount)
        }
        var at: Int128 = 0
        var spans: [(from: Int128, to: Int128)] = []
        for step in steps {
            let change = signed(step.figure.amount)
            let from = step.isBalance ? 0 : at
            spans.append((from, from + change))
            at = from + change
        }
        let low = min(spans.map { min($0.from, $0.to) }.min() ?? 0, 0)
        let high = max(spans.map { max($0.from, $0.to) }.max() ?? 0, 0)
        let room = Drawing.width - Self.barStart - 200
        func x(_ value: Int128) -> Int {
            Self.barStart + Drawing.part(value - low, of: high - low, length: room)
        }
        var page = Markup()
        for (index, (step, span)) in zip(steps, spans).enumerated() {
            let y = index * Self.row
            let (left, right) = (x(min(span.from, span.to)), x(max(span.from, span.to)))
            let kind: Markup =
                step.isBalance ? "bal" : step.figure.amount.isNegative ? "out" : "in"
            page += Drawing.text(
                Drawing.fitted(step.name, Self.barStart - 500), 0, y + 1_600)
            page += Drawing.mark(
                step.figure, step.name,
                Drawing.rect(left, y + 500, max(right - left, 60), Self.row - 1_000, kind))
        }
        let zero = x(0)
        page += "<path class=axis d=\"M\(zero),0V\(steps.count * Self.row)\" />"
        return Drawing.frame(label, height: max(steps.count, 1) * Self.row, page)
    }
}
