import Facts

/// A line of a printed report as scalars, so that columns can be counted.
struct PrintedLine {
    let scalars: [Unicode.Scalar]
    /// 1-based line of the file.
    let number: Int

    init(_ line: Span<UInt8>, number: Int) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(line.count)
        for index in 0..<line.count { bytes.append(line[index]) }
        scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        self.number = number
    }

    init(_ scalars: [Unicode.Scalar], number: Int) {
        self.scalars = scalars
        self.number = number
    }

    var count: Int { scalars.count }
    var isBlank: Bool { scalars.allSatisfy(Self.isBlank) }
    var text: String { Self.text(scalars[...]) }

    /// The columns between two offsets, as far as the line reaches; blanks at both ends are left out.
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

    /// Blanks of any width, and the page feed.
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

    /// Runs of blanks become one.
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
