import Glibc
import Testing

@testable import Pages

/// Colours that stand beside each other differ for every reader: by CIEDE2000, computed here, after
/// a simulation of the three kinds of colour-blindness (Machado, Oliveira and Fernandes 2009).
@Suite struct `Colours of a page` {
    private static let differenceMin = 10.0

    @Test func `colours of parts differ from one another`() {
        let colors = PageStyle.palette
        for (index, color) in colors.enumerated() {
            for other in colors[..<index] { expectApart(color, other) }
        }
    }

    @Test(arguments: [PageStyle.light, PageStyle.dark])
    func `colours with a meaning differ`(_ scheme: PageStyle.Scheme) {
        for (one, other) in [
            (scheme.moneyIn, scheme.moneyOut), (scheme.moneyIn, scheme.ink),
            (scheme.moneyOut, scheme.ink), (scheme.moneyOut, scheme.quiet),
            (scheme.owned, scheme.owed), (scheme.owned, scheme.ink), (scheme.owed, scheme.ink),
        ] {
            expectApart(one, other)
        }
        for scale in [scheme.days, scheme.years] {
            for (one, other) in zip(scale, scale.dropFirst()) { expectApart(one, other) }
        }
    }

    @Test(arguments: [PageStyle.light, PageStyle.dark])
    func `text can be read`(_ scheme: PageStyle.Scheme) {
        for color in [scheme.ink, scheme.quiet, scheme.link] {
            #expect(Self.contrast(color, scheme.paper) >= 4.5, "\(color)")
        }
        for color in PageStyle.palette { #expect(Self.contrast("#161615", color) >= 4.5) }
    }

    @Test func `the difference is that of published pairs`() {
        // Sharma, Wu and Dalal 2005, pairs 1, 7 and 17.
        for (one, other, difference) in [
            ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
            ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
            ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ] as [((Double, Double, Double), (Double, Double, Double), Double)] {
            #expect(abs(Self.difference(one, other) - difference) < 0.0001)
        }
    }

    private func expectApart(_ one: String, _ other: String) {
        for (name, sight) in Self.sights {
            let found = Self.difference(Self.lab(one, sight), Self.lab(other, sight))
            #expect(found >= Self.differenceMin, "\(one) and \(other), \(name): \(found)")
        }
    }

    // MARK: Colours

    private static let sights: [(String, [Double])] = [
        ("all colours", [1, 0, 0, 0, 1, 0, 0, 0, 1]),
        (
            "protanopia",
            [
                0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116,
                1.051998,
            ]
        ),
        (
            "deuteranopia",
            [
                0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940,
                0.968881,
            ]
        ),
        (
            "tritanopia",
            [
                1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367,
                0.303900,
            ]
        ),
    ]

    /// Linear parts of red, green and blue.
    private static func linear(_ color: String) -> [Double] {
        let number = Int(color.dropFirst(), radix: 16) ?? 0
        return [16, 8, 0].map { shift in
            let part = Double(number >> shift & 255) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
    }

    private static func contrast(_ one: String, _ other: String) -> Double {
        let lights = [one, other].map { color in
            let parts = linear(color)
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] + 0.05
        }
        return max(lights[0], lights[1]) / min(lights[0], lights[1])
    }

    private static func product(_ matrix: [Double], _ vector: [Double]) -> [Double] {
        (0..<3).map { row in (0..<3).reduce(0) { $0 + matrix[3 * row + $1] * vector[$1] } }
    }

    private static func lab(_ color: String, _ sight: [Double]) -> (Double, Double, Double) {
        let seen = product(sight, linear(color)).map { min(max($0, 0), 1) }
        let toXYZ = [
            0.4124564, 0.3575761, 0.1804375, 0.2126729, 0.7151522, 0.0721750, 0.0193339, 0.1191920,
            0.9503041,
        ]
        let white = [0.95047, 1.0, 1.08883]
        let f = zip(product(toXYZ, seen), white).map { value, white -> Double in
            let part = value / white
            return part > 216.0 / 24389 ? cbrt(part) : (24389.0 / 27 * part + 16) / 116
        }
        return (116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2]))
    }

    /// CIEDE2000.
    private static func difference(
        _ one: (Double, Double, Double), _ other: (Double, Double, Double)
    ) -> Double {
        func root(_ chroma: Double) -> Double {
            let seventh = pow(chroma, 7)
            return sqrt(seventh / (seventh + pow(25, 7)))
        }
        func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
        let mean = (hypot(one.1, one.2) + hypot(other.1, other.2)) / 2
        let stretch = 1.5 - 0.5 * root(mean)
        func polar(_ color: (Double, Double, Double)) -> (chroma: Double, hue: Double) {
            let a = color.1 * stretch
            let hue = a == 0 && color.2 == 0 ? 0 : atan2(color.2, a) * 180 / .pi
            return (hypot(a, color.2), hue < 0 ? hue + 360 : hue)
        }
        let (first, second) = (polar(one), polar(other))
        let isGrey = first.chroma * second.chroma == 0
        var turn = second.hue - first.hue
        if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
        if isGrey { turn = 0 }
        let hueChange = 2 * sqrt(first.chroma * second.chroma) * sin(radians(turn / 2))
        let (light, chroma) = ((one.0 + other.0) / 2, (first.chroma + second.chroma) / 2)
        var hue = first.hue + second.hue
        if !isGrey {
            if abs(first.hue - second.hue) <= 180 {
                hue /= 2
            } else {
                hue = hue < 360 ? (hue + 360) / 2 : (hue - 360) / 2
            }
        }
        let t =
            1 - 0.17 * cos(radians(hue - 30)) + 0.24 * cos(radians(2 * hue))
            + 0.32 * cos(radians(3 * hue + 6)) - 0.2 * cos(radians(4 * hue - 63))
        let offset = (light - 50) * (light - 50)
        let scaleL = 1 + 0.015 * offset / sqrt(20 + offset)
        let (scaleC, scaleH) = (1 + 0.045 * chroma, 1 + 0.015 * chroma * t)
        let bend = exp(-pow((hue - 275) / 25, 2))
        let rotation = -2 * root(chroma) * sin(radians(60 * bend))
        let (l, c, h) = (
            (other.0 - one.0) / scaleL, (second.chroma - first.chroma) / scaleC, hueChange / scaleH
        )
        return sqrt(l * l + c * c + h * h + rotation * c * h)
    }
}
