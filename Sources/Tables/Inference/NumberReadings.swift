internal import Facts
internal import Reading

/// A cell as a number under each decimal mark, in units of 10^−9; nil if the mark cannot read it.
struct ReadNumber {
    var point: Int128?
    var comma: Int128?

    /// No mark reads a number.
    var isBlank: Bool { point == nil && comma == nil }

    func value(_ mark: NumberStyle.DecimalMark) -> Int128? {
        switch mark {
        case .point: point
        case .comma: comma
        case .either: point == nil ? comma : comma == nil ? point : point == comma ? point : nil
        }
    }
}

/// The ways to read the numbers of a column, over all rows, in constant memory.
struct NumberReadings {
    private(set) var count = 0
    /// Values that are no number.
    private(set) var misses = 0
    private(set) var negatives = 0
    private(set) var positives = 0
    /// Positive values with a printed plus.
    private(set) var plusSigns = 0
    private(set) var pointOnly = 0
    private(set) var commaOnly = 0
    /// Values with decimals, a unit or a sign: money, not an identifier.
    private(set) var moneyLike = 0
    /// The first value that both marks read, differently.
    private(set) var undecided: (text: String, line: Int)?
    private(set) var withUnit = 0
    /// Values with `DR` or `CR` beside them, and others that are not zero.
    private(set) var withSide = 0
    private(set) var withoutSide = 0
    /// Values with a fraction, which smallest coins do not have.
    private(set) var fractions = 0
    /// Decimal shift of the heading's unit.
    private let places: Int
    private var unit: Currency?
    private var hasSeveralUnits = false

    init(places: Int = 0) {
        self.places = places
    }

    /// The one currency whose sign or word is beside every value.
    var unitCurrency: Currency {
        guard let unit, !hasSeveralUnits, withUnit == count else { return .unknown }
        return unit
    }

    var areZeros: Bool { count > 0 && positives == 0 && negatives == 0 }

    /// Whether the mark reads every number.
    func allows(_ mark: NumberStyle.DecimalMark) -> Bool {
        switch mark {
        case .point: commaOnly == 0
        case .comma: pointOnly == 0
        case .either: true
        }
    }

    /// - Parameter isTyped: the number is a sheet's, whose point is no mark of the bank's.
    mutating func feed(
        _ cell: Span<UInt8>, line: Int, words: HeadingWords, isTyped: Bool = false
    ) -> ReadNumber {
        guard let found = Self.parse(cell, words) else {
            misses += 1
            return ReadNumber()
        }
        count += 1
        if let unit = found.unit {
            withUnit += 1
            if let known = self.unit, known != unit { hasSeveralUnits = true }
            self.unit = unit
        }
        let sample = found.point ?? found.comma
        if found.hasSide {
            withSide += 1
        } else if sample?.mantissa != 0 {
            withoutSide += 1
        }
        if let sample {
            if sample.mantissa < 0 { negatives += 1 }
            if sample.mantissa > 0 {
                positives += 1
                if found.hasPlus { plusSigns += 1 }
            }
        }
        if found.unit != nil || found.hasSide || found.hasPlus || (sample?.mantissa ?? 0) < 0
            || (found.point.map { $0.scale > 0 } ?? false)
            || (found.comma.map { $0.scale > 0 } ?? false)
        {
            moneyLike += 1
        }
        if let sample, Self.hasFraction(sample) { fractions += 1 }
        if isTyped, let point = found.point {
            let units = Self.units(point, places)
            return ReadNumber(point: units, comma: units)
        }
        switch (found.point, found.comma) {
        case (_?, nil): pointOnly += 1
        case (nil, _?): commaOnly += 1
        case (let point?, let comma?) where Self.units(point) != Self.units(comma):
            if undecided == nil { undecided = (CellText.excerpt(cell), line) }
        default: break
        }
        return ReadNumber(
            point: found.point.flatMap { Self.units($0, places) },
            comma: found.comma.flatMap { Self.units($0, places) })
    }

    static func isNumber(_ cell: Span<UInt8>, _ words: HeadingWords) -> Bool {
        parse(cell, words) != nil
    }

    /// Whether the number has a fraction, a sign or a unit.
    static func isMoney(_ cell: Span<UInt8>, _ words: HeadingWords) -> Bool {
        var readings = NumberReadings()
        _ = readings.feed(cell, line: 0, words: words)
        return readings.moneyLike > 0
    }

    /// A value as printed and with the opposite sign, for messages.
    static func text(
        of value: String, mark: NumberStyle.DecimalMark
    ) -> (printed: String, inverted: String)? {
        guard
            var number = try? AmountText.parse(
                value.utf8.span, style: NumberStyle(decimalMark: mark, allowsUnit: true))
        else { return nil }
        let printed = number.text
        number.mantissa = 0 - number.mantissa
        return (printed, number.text)
    }

    private struct Parsed {
        let point: WrittenNumber?
        let comma: WrittenNumber?
        let hasPlus: Bool
        let unit: Currency?
        let hasSide: Bool
    }

    /// «Дт.»
    private static let sideBytesMax = 5

    private static func parse(_ cell: Span<UInt8>, _ words: HeadingWords) -> Parsed? {
        guard cell.count > 0, cell.count <= 48 else { return nil }
        var unitBytes: [UInt8] = []
        var hasPlus = false
        var hasDigit = false
        for index in 0..<cell.count {
            let byte = cell[index]
            switch byte {
            case 0x30...0x39: hasDigit = true
            case 0x2B: hasPlus = true
            case 0x41...0x5A, 0x61...0x7A, 0x24: unitBytes.append(byte)
            case 0x80...0xFF: unitBytes.append(byte)
            default: break
            }
        }
        guard hasDigit else { return nil }
        var unit: Currency?
        var hasSide = false
        let letters = withoutBlanksAndSigns(unitBytes)
        if !letters.isEmpty {
            unit = words.unit(letters)
            // The letter of an exponent, `-1e3`, is no side.
            let isExponent =
                letters.count == 1 && letters[0] | 0x20 == 0x65
                && cell[cell.count - 1] &- 0x30 < 10
            hasSide = unit == nil && !isExponent
            // Most texts with digits are no amounts.
            if hasSide, letters.count > sideBytesMax { return nil }
        }
        let hasUnit = unit != nil
        func number(_ mark: NumberStyle.DecimalMark) -> WrittenNumber? {
            try? AmountText.parse(
                cell,
                style: NumberStyle(
                    decimalMark: mark, allowsUnit: hasUnit, hasSideLetters: hasSide))
        }
        let (point, comma) = (number(.point), number(.comma))
        guard let size = point ?? comma else { return nil }
        // `D7` is a code.
        if hasSide, size.scale == 0, beginsWithGluedLetter(cell) { return nil }
        return Parsed(
            point: point, comma: comma, hasPlus: hasPlus, unit: unit, hasSide: hasSide)
    }

    private static func beginsWithGluedLetter(_ cell: Span<UInt8>) -> Bool {
        cell.count > 1 && cell[0] | 0x20 &- 0x61 < 26 && cell[1] &- 0x30 < 10
    }

    /// U+00A0, U+2009, U+202F, U+2019, U+2212 and dashes belong to the number, not to a unit.
    private static func withoutBlanksAndSigns(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let rest = bytes[index...]
            if rest.starts(with: [0xC2, 0xA0]) {
                index += 2
            } else if rest.starts(with: [0xE2, 0x80]), rest.count >= 3,
                [0x89, 0xAF, 0x99, 0x93, 0x94].contains(bytes[index + 2])
            {
                index += 3
            } else if rest.starts(with: [0xE2, 0x88, 0x92]) {
                index += 3
            } else {
                out.append(bytes[index])
                index += 1
            }
        }
        return out
    }

    private static func units(_ number: WrittenNumber, _ places: Int = 0) -> Int128? {
        let zeros = 9 - Int(number.scale) + places
        guard zeros >= 0 else { return nil }
        var value = Int128(number.mantissa)
        for _ in 0..<zeros { value *= 10 }
        return value
    }

    private static func hasFraction(_ number: WrittenNumber) -> Bool {
        var one: Int64 = 1
        for _ in 0..<min(number.scale, 18) { one *= 10 }
        return number.mantissa % one != 0
    }
}
