import Facts

/// A line of a printed report as scalars, for access by column.
struct PrintedLine {
    let scalars: [Unicode.Scalar]
    /// 1-based line number in the file.
    let number: Int

    init(_ line: Span<UInt8>, number: Int) {
        scalars =
            Self.decoded(line) ?? Array(String(utf8: line).unicodeScalars)
        self.number = number
    }

    /// The scalars of valid UTF-8; nil for invalid bytes, which `String` repairs.
    private static func decoded(_ line: Span<UInt8>) -> [Unicode.Scalar]? {
        // Assigned by index: appending would check the capacity for each letter.
        var scalars = [Unicode.Scalar](repeating: " ", count: line.count)
        var count = 0
        var at = 0
        while at < line.count {
            let lead = line[at]
            at &+= 1
            if lead < 0x80 {
                scalars[count] = Unicode.Scalar(lead)
                count &+= 1
                continue
            }
            let more = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3
            guard lead >= 0xC2, lead <= 0xF4, at + more <= line.count else { return nil }
            var value = UInt32(lead) & (0x3F >> UInt32(more))
            for _ in 0..<more {
                guard line[at] & 0xC0 == 0x80 else { return nil }
                value = value << 6 | UInt32(line[at] & 0x3F)
                at &+= 1
            }
            // Overlong encodings are invalid.
            guard more == 1 || value >= (more == 2 ? 0x800 : 0x10000),
                let scalar = Unicode.Scalar(value)
            else { return nil }
            scalars[count] = scalar
            count &+= 1
        }
        scalars.removeLast(scalars.count - count)
        return scalars
    }

    init(_ scalars: [Unicode.Scalar], number: Int) {
        self.scalars = scalars
        self.number = number
    }

    var count: Int { scalars.count }
    var isBlank: Bool { scalars.allSatisfy(Self.isBlank) }
    var text: String { Self.text(scalars[...]) }

    /// The columns between two offsets, clamped to the line and trimmed.
    func trimmed(from start: Int, to end: Int = .max) -> ArraySlice<Unicode.Scalar> {
        let first = min(max(start, 0), count)
        return Self.trimmed(scalars[first..<max(first, min(end, count))])
    }

    static func trimmed(_ slice: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        guard let first = slice.firstIndex(where: { !isBlank($0) }),
            let last = slice.lastIndex(where: { !isBlank($0) })
        else { return slice.prefix(0) }
        return slice[first...last]
    }

    /// Blanks of any width, and the form feed.
    static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x20, 0xA0, 0x2007, 0x2009, 0x202F: true
        default: false
        }
    }

    static func text(_ slice: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: slice)
        return String(view)
    }

    /// Collapses runs of blanks.
    static func collapsed(_ slice: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        for scalar in trimmed(slice) {
            if !isBlank(scalar) {
                view.append(scalar)
            } else if view.last != " " {
                view.append(" ")
            }
        }
        return String(view)
    }

    static func digit(_ scalar: Unicode.Scalar) -> Int? {
        (0x30...0x39).contains(scalar.value) ? Int(scalar.value - 0x30) : nil
    }
}
