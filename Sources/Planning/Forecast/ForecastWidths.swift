/// How much wider than the drawn paths a band must be for eight of ten outcomes, as the past
/// shows.
///
/// Paths know how the rest varies. They do not know prices that rise, streams that begin or end,
/// and habits that change; what they missed before, they will miss again. This holds for every
/// household, however it lives.
struct ForecastWidths {
    private let horizons: [Int]
    /// In thousandths, by horizon, then by series.
    private var factors: [[Int]] = []

    /// Days between the days of the past at which the forecast is repeated.
    private static let step = 7
    private static let repeatsMax = 52
    /// Days known before the first of them; and the part of all days, in percent, because early
    /// days knew less than today does.
    private static let knownMin = 60
    private static let knownPercent = 70
    private static let paths = 100

    /// - Parameters:
    ///   - numbers: the series asked about.
    ///   - days: the days that will be asked for.
    init(_ model: ForecastModel, of numbers: Range<Int>, days: Int) {
        horizons = [30, 90, 180, 365].filter { $0 == 30 || $0 < 2 * days }
        for horizon in horizons {
            let misses = Self.misses(model, numbers, horizon)
            let isUnknown = misses.isEmpty && !factors.isEmpty
            factors.append(
                isUnknown
                    ? factors[factors.count - 1]
                    : numbers.indices.map { index in Self.factor(of: misses.map { $0[index] }) })
        }
    }

    /// How far off each repeated forecast was, for each series.
    private static func misses(
        _ model: ForecastModel, _ numbers: Range<Int>, _ horizon: Int
    ) -> [[Int]] {
        let earliest = max(
            knownMin, min(BlockCalendar.daysBack, model.origin * knownPercent / 100))
        var found: [[Int]] = []
        var origin = model.origin - horizon
        while origin >= earliest, found.count < repeatsMax {
            let expected = model.expected(after: origin, through: horizon)
            found.append(
                numbers.map { number in
                    let band = model.bands(
                        of: number, after: origin, at: [horizon], paths: paths,
                        expecting: expected)[0]
                    let real = model.change(of: number, from: origin, to: origin + horizon)
                    return band.miss(of: real)
                })
            origin -= step
        }
        return found
    }

    /// The factor at which eight of ten misses are inside.
    private static func factor(of misses: [Int]) -> Int {
        let all = (misses + usual).sorted()
        // One more than eight of ten: repeats overlap, and miss less than as many others would.
        return max(factorMin, all[((all.count + 1) * 8 + 9) / 10])
    }

    private static let factorMin = 500

    /// Misses of a normal distribution, twenty at equal steps of probability: repeats overlap, so
    /// that a few of them prove little.
    private static let usual = [
        24, 73, 123, 173, 223, 274, 327, 381, 438, 496, 557, 623, 692, 768, 852, 947, 1_058, 1_197,
        1_389, 1_749,
    ]

    /// The factor for a day, between horizons in proportion.
    ///
    /// - Parameter index: of the series among those asked about.
    func factor(of index: Int, at day: Int) -> Int {
        guard let next = horizons.firstIndex(where: { $0 >= day }) else {
            return factors[factors.count - 1][index]
        }
        if next == 0 { return factors[0][index] }
        let (near, far) = (horizons[next - 1], horizons[next])
        let (less, more) = (factors[next - 1][index], factors[next][index])
        return less + (more - less) * (day - near) / (far - near)
    }
}
