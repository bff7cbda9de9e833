package import Facts
package import Reports

/// Where the money came from and where it went: sources on the left, uses on the right, and what
/// joins them in the middle. Nothing is lost between: the two sides have the same sum.
package struct FlowDiagram: PageDrawing {
    /// A part of the money; its amount is positive.
    package struct Node: Sendable {
        package let name: String
        package let color: Int
        /// As it is printed, with its sign.
        package let figure: PageFigure
        package let amount: Money

        package init(_ name: String, color: Int, _ figure: PageFigure) {
            self.name = name
            self.color = color
            self.figure = figure
            amount = figure.amount.isNegative ? figure.amount.negated : figure.amount
        }
    }

    package let sources: [Node]
    package let uses: [Node]
    private let middle: String

    /// - Parameters:
    ///   - nodes: what came in is positive, whatever it is of: a category of expenses that returned
    ///     more than it cost is a source.
    ///   - balance: makes the node of what was saved (negative figure: a use) or missing.
    /// - Throws: `sumTooLarge`.
    package init(
        _ nodes: [Node], currency: Currency, middle: String,
        balance: (_ surplus: Money) -> Node
    ) throws(ReportFailure) {
        var sum = ExactSum(currency)
        for node in nodes { sum.add(node.figure.amount) }
        guard let surplus = sum.money else {
            throw .sumTooLarge(account: "", currency: currency)
        }
        func bySize(_ nodes: [Node]) -> [Node] {
            nodes.filter { !$0.amount.isZero }.sorted { a, b in
                let (one, other) = (Drawing.size(a.amount), Drawing.size(b.amount))
                return one != other ? one > other : a.name < b.name
            }
        }
        var sources = bySize(nodes.filter { !$0.figure.amount.isNegative })
        var uses = bySize(nodes.filter(\.figure.amount.isNegative))
        if !surplus.isZero {
            let node = balance(surplus)
            if surplus.isNegative { sources.append(node) } else { uses.append(node) }
        }
        self.sources = sources
        self.uses = uses
        self.middle = middle
    }

    private static let gap = 350
    private static let rowMin = 1_150
    private static let bar = 900
    /// The height of all the money.
    private static let flow = 14_000
    /// Below the name of the middle.
    private static let top = 1_800

    package func markup(label: String) -> Markup {
        let whole = sources.reduce(Int128(0)) { $0 + Drawing.size($1.amount) }
        var (left, leftEnd) = Self.places(sources, whole)
        var (right, rightEnd) = Self.places(uses, whole)
        let height = max(leftEnd, rightEnd) + 500
        // Each side in the middle of the drawing.
        for index in left.indices { left[index].move(by: (height - 500 - leftEnd) / 2) }
        for index in right.indices { right[index].move(by: (height - 500 - rightEnd) / 2) }
        let (start, end) = (13_000, Drawing.width - 13_000)
        let center = (Drawing.width - Self.bar) / 2
        let barTop = Self.top + (height - 500 - Self.top - Self.flow) / 2
        var page = Markup()
        var y = barTop
        for (node, place) in zip(sources, left) {
            page += Self.ribbon(
                node, from: (start, place.y), to: (center, y), place.size, "\(node.name)")
            page += Self.name(node, 12_600, place, isLeft: true)
            y += place.size
        }
        y = barTop
        for (node, place) in zip(uses, right) {
            page += Self.ribbon(
                node, from: (center + Self.bar, y), to: (end, place.y), place.size, "\(node.name)")
            page += Self.name(node, end + 400, place, isLeft: false)
            y += place.size
        }
        page += Drawing.rect(center, barTop, Self.bar, Self.flow, "mid")
        page += Drawing.text(middle, Drawing.width / 2, 1_000, "mid-name")
        return Drawing.frame(label, height: height, page)
    }

    private struct Place {
        var y: Int
        var size: Int
        /// The middle of its name.
        var nameY: Int

        mutating func move(by distance: Int) {
            y += distance
            nameY += distance
        }
    }

    /// Where the nodes are on their side, and where the last one ends. Thin ones have the room of
    /// their names.
    private static func places(_ nodes: [Node], _ whole: Int128) -> (places: [Place], end: Int) {
        let ends = Drawing.ends(nodes.map { Drawing.size($0.amount) }, of: whole, length: flow)
        var y = top
        let places = ends.enumerated().map { index, end -> Place in
            let size = end - (index == 0 ? 0 : ends[index - 1])
            let room = max(size, rowMin)
            defer { y += room + gap }
            return Place(y: y + (room - size) / 2, size: size, nameY: y + room / 2)
        }
        return (places, max(y - gap, top + flow))
    }

    private static func ribbon(
        _ node: Node, from: (x: Int, y: Int), to: (x: Int, y: Int), _ size: Int, _ name: String
    ) -> Markup {
        let middle = (from.x + to.x) / 2
        let thick = max(size, 20)
        let path: Markup = """
            <path class="flow c\(node.color % PageStyle.colors)" d="M\(from.x),\(from.y)C\(middle),\(from.y) \
            \(middle),\(to.y) \(to.x),\(to.y)v\(thick)C\(middle),\(to.y + thick) \(middle),\(from.y + thick) \
            \(from.x),\(from.y + thick)z" />
            """
        return Drawing.mark(node.figure, name, path)
    }

    private static func name(_ node: Node, _ x: Int, _ place: Place, isLeft: Bool) -> Markup {
        Drawing.text(
            Drawing.fitted(node.name, 12_400), x, place.nameY + 380, isLeft ? "end" : "")
    }
}
