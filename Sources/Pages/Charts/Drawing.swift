import Facts

/// The size of drawings: hundredths of a pixel, on a column as wide as a telephone.
enum Drawing {
    static let width = 36_000
    /// The average width of a letter of the small text.
    static let letter = 610

    /// How large an amount is in a drawing. Of the sizes of a chart, any sum times a width fits.
    static func size(_ amount: Money) -> Int128 {
        let atto = amount.atto
        return (atto < 0 ? -atto : atto) >> 28
    }

    /// The part of `length` that one size is of another, rounded down.
    static func part(_ size: Int128, of whole: Int128, length: Int) -> Int {
        whole <= 0 ? 0 : Int(clamping: min(size, whole) * Int128(length) / whole)
    }

    /// Ends of intervals that lie side by side without a gap: each is rounded once, from the start.
    static func ends(_ sizes: [Int128], of whole: Int128, length: Int) -> [Int] {
        var sum: Int128 = 0
        return sizes.map { size in
            sum += size
            return part(sum, of: whole, length: length)
        }
    }

    /// A mark that leads to the lines of its figure, where its list has no others.
    ///
    /// The table below the chart has the same links for the keyboard, so marks are not stops of it.
    static func mark(_ figure: PageFigure, _ name: String, _ shape: Markup) -> Markup {
        let title: Markup = "<title>\(name): \(figure.text)</title>"
        guard let list = figure.list, figure.narrowing.isEmpty else {
            return "<g>\(title)\(shape)</g>"
        }
        return "<a href=#l\(list) tabindex=-1>\(title)\(shape)</a>"
    }

    static func rect(
        _ x: Int, _ y: Int, _ width: Int, _ height: Int, _ classes: Markup = ""
    ) -> Markup {
        let own: Markup = classes.bytes.isEmpty ? "" : " class=\"\(classes)\""
        return "<rect\(own) x=\(x) y=\(y) width=\(width) height=\(height) />"
    }

    static func text(_ text: String, _ x: Int, _ y: Int, _ classes: Markup = "") -> Markup {
        let own: Markup = classes.bytes.isEmpty ? "" : " class=\"\(classes)\""
        return "<text\(own) x=\(x) y=\(y)>\(text)</text>"
    }

    static func frame(_ label: String, height: Int, _ inside: Markup) -> Markup {
        """
        <svg viewBox="0 0 \(width) \(height)" role=group aria-label="\(label)">\(inside)</svg>
        """
    }

    /// The text, or its beginning, in so much room; empty where not even three letters fit.
    static func fitted(_ text: String, _ room: Int) -> String {
        let count = room / letter
        if text.count <= count { return text }
        return count < 4 ? "" : text.prefix(count - 1) + "…"
    }
}

/// A small line in a row of a table, from zero.
struct SparkLine {
    private let amounts: [Money?]

    init(_ amounts: [Money?]) { self.amounts = amounts }

    var markup: Markup {
        let (width, height) = (6_000, 1_400)
        let sizes = amounts.map { $0.map { Drawing.size($0) } ?? 0 }
        guard let most = sizes.max(), most > 0, sizes.count > 1 else { return Markup() }
        var path: Markup = "M"
        for (index, size) in sizes.enumerated() {
            let x = index * width / (sizes.count - 1)
            path += "\(x),\(height - Drawing.part(size, of: most, length: height)) "
        }
        return """
            <svg viewBox="-100 -100 \(width + 200) \(height + 200)"><path class=spark d="\(path)" /></svg>
            """
    }
}
