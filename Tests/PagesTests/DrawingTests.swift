import Facts
import Reports
import TestKit
import Testing

@testable import Pages

@Suite struct `Drawings of a page` {
    private static func money(_ units: Int64) -> Money { Money(minorUnits: units, currency: .uah) }

    private static func figure(_ units: Int64) -> PageFigure {
        PageFigure(money(units), String(units), list: 1)
    }

    /// Amounts as households have them: of all sizes, both signs, some zero.
    private static func amounts(_ seed: UInt64) -> [Int64] {
        var dice = SeededDice(seed: seed)
        return (0..<Int.random(in: 1...30, using: &dice)).map { _ in
            let size = Int64.random(in: 0...9, using: &dice)
            let most = (0..<size).reduce(Int64(1)) { product, _ in product * 10 }
            return Int64.random(in: -most...most, using: &dice)
        }
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `what flows in flows out, to the last unit`(seed: UInt64) throws {
        let amounts = Self.amounts(seed)
        let nodes = amounts.map { FlowDiagram.Node("n\($0)", color: 0, Self.figure($0)) }
        let diagram = try FlowDiagram(nodes, currency: .uah, middle: "money") { surplus in
            FlowDiagram.Node("rest", color: 1, Self.figure(surplus.units))
        }
        let (sources, uses) = (diagram.sources, diagram.uses)
        #expect(sources.allSatisfy { !$0.amount.isNegative && !$0.amount.isZero })
        #expect(uses.allSatisfy { !$0.amount.isNegative && !$0.amount.isZero })
        let sums = [sources, uses].map { $0.reduce(Int64(0)) { $0 + $1.amount.units } }
        #expect(sums[0] == sums[1])
        // A category that paid back is a source, and all of it is there.
        #expect(
            sources.filter { $0.name != "rest" }.reduce(Int64(0)) { $0 + $1.amount.units }
                == amounts.filter { $0 > 0 }.reduce(0, +))
        let drawn = String(decoding: diagram.markup(label: "flows").bytes, as: UTF8.self)
        #expect(!drawn.contains("v-"), "a width is negative")
        #expect(
            drawn.split(separator: "<path class=\"flow").count - 1 == sources.count + uses.count)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `areas fill their room without overlap`(seed: UInt64) {
        let sizes = Self.amounts(seed).map { Drawing.size(Self.money($0)) }.filter { $0 > 0 }
            .sorted(by: >)
        let whole = Treemap.Area(x: 0, y: 0, width: 36_000, height: 26_000)
        let areas = Treemap.areas(sizes, in: whole)
        #expect(areas.count == sizes.count)
        #expect(areas.allSatisfy { $0.width >= 0 && $0.height >= 0 })
        let filled = areas.reduce(0) { $0 + $1.width * $1.height }
        #expect(sizes.isEmpty || filled == whole.width * whole.height)
        for (index, one) in areas.enumerated() {
            for other in areas[..<index] {
                let width = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
                let height = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
                #expect(width <= 0 || height <= 0)
            }
        }
        // An area is the amount's share; whole hundredths of a pixel are lost at its edges.
        let sum = sizes.reduce(0, +)
        for (size, area) in zip(sizes, areas) {
            let wanted = Int(size * Int128(whole.width * whole.height) / sum)
            #expect(abs(area.width * area.height - wanted) <= 2 * 36_000 + area.width + area.height)
        }
    }

    @Test func `intervals lie side by side`() {
        let sizes: [Int128] = [1, 1, 1]
        #expect(Drawing.ends(sizes, of: 3, length: 100) == [33, 66, 100])
        #expect(Drawing.part(5, of: 0, length: 100) == 0)
    }

    @Test func `amounts of 19 digits are drawn`() {
        let largest = Self.money(.max - 1)
        let periods = (0..<60).map { number in
            FlowBars.Period(
                "\(number)", tick: "", in: PageFigure(largest, "", list: nil),
                out: PageFigure(largest.negated, "", list: nil),
                net: PageFigure(.init(minorUnits: 0, currency: .uah), "", list: nil))
        }
        let drawn = FlowBars(periods, in: "in", out: "out", net: "net").markup(label: "x")
        #expect(String(decoding: drawn.bytes, as: UTF8.self).contains("height=7000"))
    }

    @Test func `a masked figure has no link`() {
        let masked = PageFigure(Self.money(5), "•••", list: nil)
        let drawn = Waterfall([.init("a", masked)]).markup(label: "x")
        let text = String(decoding: drawn.bytes, as: UTF8.self)
        #expect(!text.contains("href") && text.contains("<title>a: •••</title>"))
    }
}
