import Facts

/// Categories as areas: rectangles as near to squares as rows of them allow.
package struct Treemap: PageDrawing {
    package struct Item: Sendable {
        package let name: String
        /// The color of its group.
        package let color: Int
        package let figure: PageFigure

        package init(_ name: String, color: Int, _ figure: PageFigure) {
            self.name = name
            self.color = color
            self.figure = figure
        }
    }

    struct Area: Equatable {
        var x: Int
        var y: Int
        var width: Int
        var height: Int
    }

    private let items: [Item]

    package init(_ items: [Item]) {
        self.items = items.filter { !$0.figure.amount.isZero }.sorted { a, b in
            let (one, other) = (Drawing.size(a.figure.amount), Drawing.size(b.figure.amount))
            return one != other ? one > other : a.name < b.name
        }
    }

    private static let height = 26_000

    package func markup(label: String) -> Markup {
        let sizes = items.map { Drawing.size($0.figure.amount) }
        let whole = Area(x: 0, y: 0, width: Drawing.width, height: Self.height)
        var page = Markup()
        for (item, area) in zip(items, Self.areas(sizes, in: whole)) {
            // Below a quarter of a pixel nothing is seen; the table has it.
            if area.width < 25 || area.height < 25 { continue }
            var tile = Drawing.rect(
                area.x, area.y, area.width, area.height, "tile c\(item.color % PageStyle.colors)")
            let name = Drawing.fitted(item.name, area.width - 700)
            if area.height > 1_700, !name.isEmpty {
                tile += Drawing.text(name, area.x + 350, area.y + 1_300, "on")
                if area.height > 3_200, item.figure.text.count * Drawing.letter < area.width - 500 {
                    tile += Drawing.text(item.figure.text, area.x + 350, area.y + 2_700, "on q")
                }
            }
            page += Drawing.mark(item.figure, item.name, tile)
        }
        return Drawing.frame(label, height: Self.height, page)
    }

    /// - Parameter sizes: the largest first.
    static func areas(_ sizes: [Int128], in whole: Area) -> [Area] {
        var rest = whole
        var left = sizes.reduce(0, +)
        var found: [Area] = []
        var index = 0
        while index < sizes.count, left > 0 {
            let isWide = rest.width >= rest.height
            let (side, other) = isWide ? (rest.height, rest.width) : (rest.width, rest.height)
            let count = rowCount(sizes[index...], left, side: side, other: other)
            let row = sizes[index..<index + count]
            let sum = row.reduce(0, +)
            let thickness =
                index + count == sizes.count ? other : Drawing.part(sum, of: left, length: other)
            var start = 0
            for end in Drawing.ends(Array(row), of: sum, length: side) {
                found.append(
                    isWide
                        ? Area(x: rest.x, y: rest.y + start, width: thickness, height: end - start)
                        : Area(x: rest.x + start, y: rest.y, width: end - start, height: thickness))
                start = end
            }
            if isWide {
                rest.x += thickness
                rest.width -= thickness
            } else {
                rest.y += thickness
                rest.height -= thickness
            }
            left -= sum
            index += count
        }
        return found
    }

    /// As many as make the worst of the row's shapes best.
    private static func rowCount(
        _ sizes: ArraySlice<Int128>, _ left: Int128, side: Int, other: Int
    ) -> Int {
        var (sum, best, count) = (Int128(0), Int.max, 0)
        for size in sizes {
            sum += size
            let thickness = max(Drawing.part(sum, of: left, length: other), 1)
            let lengths = [sizes[sizes.startIndex], size].map {
                max(Drawing.part($0, of: sum, length: side), 1)
            }
            let worst = lengths.map { 100 * max($0, thickness) / min($0, thickness) }.max() ?? 0
            if worst > best { break }
            best = worst
            count += 1
        }
        return max(count, 1)
    }
}
