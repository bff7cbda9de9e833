import Facts

/// Money in and out by period, and the difference as a line of marks.
package struct FlowBars: PageDrawing {
    package struct Period: Sendable {
        package let name: String
        /// Below the chart; empty for most periods.
        package let tick: String
        package let moneyIn: PageFigure
        package let moneyOut: PageFigure
        package let net: PageFigure

        package init(
            _ name: String, tick: String, in moneyIn: PageFigure, out moneyOut: PageFigure,
            net: PageFigure
        ) {
            self.name = name
            self.tick = tick
            self.moneyIn = moneyIn
            self.moneyOut = moneyOut
            self.net = net
        }
    }

    private let periods: [Period]
    private let names: (moneyIn: String, moneyOut: String, net: String)

    package init(_ periods: [Period], in moneyIn: String, out moneyOut: String, net: String) {
        self.periods = periods
        names = (moneyIn, moneyOut, net)
    }

    private static let height = 17_000
    private static let plot = 14_000

    package func markup(label: String) -> Markup {
        // Both directions have one scale; money out may be positive where more was returned.
        let up =
            periods.flatMap { [$0.moneyIn, $0.moneyOut, $0.net] }
            .filter { !$0.amount.isNegative }.map { Drawing.size($0.amount) }.max() ?? 0
        let down =
            periods.flatMap { [$0.moneyIn, $0.moneyOut, $0.net] }
            .filter(\.amount.isNegative).map { Drawing.size($0.amount) }.max() ?? 0
        let zero = 600 + Drawing.part(up, of: up + down, length: Self.plot)
        let step = Drawing.width / max(periods.count, 1)
        let bar = max(step * 7 / 10, 100)
        var page = Markup()
        for (index, period) in periods.enumerated() {
            let x = index * Drawing.width / periods.count + (step - bar) / 2
            for (figure, name, kind) in [
                (period.moneyIn, names.moneyIn, "in"), (period.moneyOut, names.moneyOut, "out"),
            ] where !figure.amount.isZero {
                let length = Drawing.part(
                    Drawing.size(figure.amount), of: up + down, length: Self.plot)
                let top = figure.amount.isNegative ? zero : zero - length
                page += Drawing.mark(
                    figure, "\(period.name), \(name)",
                    Drawing.rect(x, top, bar, length, "\(kind)"))
            }
            let length = Drawing.part(
                Drawing.size(period.net.amount), of: up + down, length: Self.plot)
            let y = period.net.amount.isNegative ? zero + length : zero - length
            page += Drawing.mark(
                period.net, "\(period.name), \(names.net)",
                Drawing.rect(x - 60, y - 130, bar + 120, 260, "net"))
            if !period.tick.isEmpty {
                page += Drawing.text(period.tick, x, Self.height - 300)
            }
        }
        page += "<path class=axis d=\"M0,\(zero)H\(Drawing.width)\" />"
        let legend: Markup = """
            <p class=key><i class="k in"></i>\(names.moneyIn) <i class="k out"></i>\(names.moneyOut) \
            <i class="k net"></i>\(names.net)</p>
            """
        return "\(Drawing.frame(label, height: Self.height, page))\(legend)"
    }
}
