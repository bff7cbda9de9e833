internal import CScan

/// The NFKC form of a text as scalars, invisible characters dropped first; bytes that are not UTF-8
/// become spaces.
///
/// - Complexity: O(*n*), a run of *m* combining marks O(*m* log *m*).
/// - Source: UAX #15; Hangul by arithmetic (Unicode, section 3.12).
internal struct NormalizedText {
    private(set) var points: [UInt32] = []

    init(_ text: Span<UInt8>) {
        decompose(text)
        order()
        compose()
    }

    private mutating func decompose(_ text: Span<UInt8>) {
        points.reserveCapacity(text.count)
        var at = 0
        while at < text.count {
            let length = sequenceLength(text, at: at)
            guard length > 0 else {
                points.append(0x20)
                at += 1
                continue
            }
            decompose(decodedScalar(text, at: at, length))
            at += length
        }
    }

    private mutating func decompose(_ point: UInt32) {
        if kscan_class_of(point) & 0x400 != 0 { return }
        if point >= Hangul.base, point < Hangul.base + Hangul.count {
            let index = point - Hangul.base
            points.append(Hangul.lead + index / Hangul.perLead)
            points.append(Hangul.vowel + (index % Hangul.perLead) / Hangul.tails)
            if index % Hangul.tails != 0 { points.append(Hangul.tail + index % Hangul.tails) }
            return
        }
        let number = kscan_nfkd_of(point)
        guard number != 0 else {
            points.append(point)
            return
        }
        let run = UInt32(number) - 1
        for index in kscan_nfkd_start(run)..<kscan_nfkd_end(run) {
            points.append(kscan_nfkd_point(index))
        }
    }

    /// Sorts marks after a base by combining class, stably.
    private mutating func order() {
        var at = 0
        while at < points.count {
            guard markClass(points[at]) != 0 else {
                at += 1
                continue
            }
            var end = at + 1
            while end < points.count, markClass(points[end]) != 0 { end += 1 }
            if end - at > 1 {
                let sorted = points[at..<end].enumerated().sorted {
                    let (a, b) = (markClass($0.element), markClass($1.element))
                    return a != b ? a < b : $0.offset < $1.offset
                }
                for (index, mark) in sorted.enumerated() { points[at + index] = mark.element }
            }
            at = end
        }
    }

    private mutating func compose() {
        var out = 0
        var starter = -1
        var lastClass: UInt16 = 0
        for index in 0..<points.count {
            let point = points[index]
            let ownClass = markClass(point)
            // A mark is blocked by an equal or higher class between it and the starter, a starter
            // by anything between.
            let isBlocked = out - starter > 1 && (lastClass == 0 || lastClass >= ownClass)
            if starter >= 0, !isBlocked, let composite = composite(points[starter], point) {
                points[starter] = composite
                continue
            }
            if ownClass == 0 { starter = out }
            lastClass = ownClass
            points[out] = point
            out += 1
        }
        points.removeLast(points.count - out)
    }

    private func markClass(_ point: UInt32) -> UInt16 { kscan_class_of(point) & 0xFF }

    private func composite(_ first: UInt32, _ second: UInt32) -> UInt32? {
        if first >= Hangul.lead, first < Hangul.lead + 19, second >= Hangul.vowel,
            second < Hangul.vowel + 21
        {
            return Hangul.base + (first - Hangul.lead) * Hangul.perLead
                + (second - Hangul.vowel) * Hangul.tails
        }
        if first >= Hangul.base, first < Hangul.base + Hangul.count,
            (first - Hangul.base) % Hangul.tails == 0, second > Hangul.tail,
            second < Hangul.tail + Hangul.tails
        {
            return first + (second - Hangul.tail)
        }
        let found = kscan_compose(first, second)
        return found == 0 ? nil : found
    }

    private enum Hangul {
        static let base: UInt32 = 0xAC00
        static let count: UInt32 = 11172
        static let lead: UInt32 = 0x1100
        static let vowel: UInt32 = 0x1161
        static let tail: UInt32 = 0x11A7
        static let tails: UInt32 = 28
        static let perLead: UInt32 = 588
    }
}
