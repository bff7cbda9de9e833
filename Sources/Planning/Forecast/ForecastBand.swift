/// The band that eight of ten outcomes stay in, and their median.
struct ForecastBand {
    private(set) var low: Int
    let middle: Int
    private(set) var high: Int

    /// Finds the band of the values on drawn paths; at least one.
    init(_ values: [Int]) {
        let sorted = values.sorted()
        let tenth = sorted.count / 10
        low = sorted[tenth]
        high = sorted[sorted.count - 1 - tenth]
        middle = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    /// The same around its middle.
    func widened(by permille: Int) -> ForecastBand {
        var band = self
        band.low = middle - Self.part(middle - low, permille)
        band.high = middle + Self.part(high - middle, permille)
        return band
    }

    private static func part(_ width: Int, _ permille: Int) -> Int {
        Int(clamping: Int128(width) * Int128(permille) / 1_000)
    }

    /// How far a value is from the middle, in thousandths of the distance of the band's end.
    func miss(of value: Int) -> Int {
        let distance = abs(value - middle)
        if distance == 0 { return 0 }
        let width = value < middle ? middle - low : high - middle
        if width == 0 { return Self.missMax }
        return Int(min(Int128(Self.missMax), Int128(distance) * 1_000 / Int128(width)))
    }

    func contains(_ value: Int) -> Bool { low <= value && value <= high }

    /// So large that no width covers it.
    private static let missMax = 10_000

    /// The uncertainty that the mean of the days known leaves about days to come, as a factor of
    /// the band's width in thousandths: √(1 + days ÷ known).
    static func doubt(of days: Int, knowing known: Int) -> Int {
        let counted = max(1, min(known, BlockCalendar.daysBack))
        let square = 1_000_000 * (counted + days) / counted
        // Newton's steps: the first one is too large, the others fall to the root.
        var root = 1_000
        for _ in 0..<10 { root = (root + square / root) / 2 }
        return root
    }
}
