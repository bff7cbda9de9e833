/// A page that stands alone: one file, no script, nothing loaded.
package struct Page: Sendable {
    package struct Section: Sendable {
        /// The id of its heading, for links.
        package var id: String
        package var title: String
        package var blocks: [Block]

        package init(_ id: String, _ title: String, _ blocks: [Block]) {
            self.id = id
            self.title = title
            self.blocks = blocks
        }
    }

    package enum Block: Sendable {
        /// Large figures with what they are.
        case headlines([Headline])
        case chart(Chart)
        case table(PageTable)
        case sentence(String)
    }

    package struct Headline: Sendable {
        package let title: String
        package let value: PageFigure?
        /// Instead of an amount: a share, a name.
        package let text: String
        package let note: String

        package init(_ title: String, _ value: PageFigure, note: String = "") {
            self.title = title
            self.value = value
            text = ""
            self.note = note
        }

        package init(_ title: String, text: String, note: String = "") {
            self.title = title
            value = nil
            self.text = text
            self.note = note
        }
    }

    /// A drawing, a sentence that says what it shows, and the table of the same values.
    package struct Chart: Sendable {
        package let title: String
        package let sentence: String
        package let drawing: any PageDrawing
        package let table: PageTable
        /// As wide as the page.
        package let isWide: Bool

        package init(
            _ title: String, _ sentence: String, _ drawing: any PageDrawing, _ table: PageTable,
            isWide: Bool = false
        ) {
            self.title = title
            self.sentence = sentence
            self.drawing = drawing
            self.table = table
            self.isWide = isWide
        }
    }

    /// Texts that every page has.
    package struct Words: Sendable {
        package var language: String
        package var table: String
        package var contents: String
        package var lines: String
        package var linesHelp: String
        package var back: String
        package var made: String
        /// Columns of a list.
        package var day: String
        package var payee: String
        package var amount: String
        package var place: String

        package init(
            language: String, table: String, contents: String, lines: String, linesHelp: String,
            back: String, made: String, day: String, payee: String, amount: String, place: String
        ) {
            self.language = language
            self.table = table
            self.contents = contents
            self.lines = lines
            self.linesHelp = linesHelp
            self.back = back
            self.made = made
            self.day = day
            self.payee = payee
            self.amount = amount
            self.place = place
        }
    }

    package var words: Words
    package var title: String
    package var subtitle: String
    package var sections: [Section] = []
    package var lists: [PageList] = []

    package init(_ title: String, _ subtitle: String, _ words: Words) {
        self.title = title
        self.subtitle = subtitle
        self.words = words
    }

    /// How every page begins, by which a page may be replaced by a later one.
    package static let beginning = Array("<!DOCTYPE html>\n<!-- kopiyka report --html -->\n".utf8)

    /// The whole file.
    package var bytes: [UInt8] { bytes(isPrinted: false) }

    private func bytes(isPrinted: Bool) -> [UInt8] {
        let css = isPrinted ? PageStyle.printedCSS : PageStyle.css
        let policy =
            "default-src 'none'; style-src 'sha256-\(Base64.text(SHA256.digest(of: css)))'"
            + "; base-uri 'none'; form-action 'none'"
        var page = Markup()
        page += """
            <html lang="\(words.language)">
            <head>
            <meta charset=utf-8>
            <meta http-equiv=Content-Security-Policy content="\(policy)">
            <meta name=viewport content="width=device-width, initial-scale=1">
            <meta name=color-scheme content="light dark">
            <meta name=referrer content=no-referrer>
            <title>\(title)</title>
            <style>
            """
        page += Markup(stringLiteral: css)
        page += """
            </style>
            </head>
            <body>
            <header id=top><h1>\(title)</h1><p>\(subtitle)</header>
            <nav aria-label="\(words.contents)">
            """
        for section in sections { page += "<a href=\"#\(section.id)\">\(section.title)</a> " }
        page += "</nav>\n<main>\n"
        for section in sections { page += markup(of: section) }
        if !isPrinted { page += listsMarkup }
        page += "</main>\n<footer><p>\(words.made)</footer>\n</body>\n</html>\n"
        return Self.beginning + page.bytes
    }

    private func markup(of section: Section) -> Markup {
        var page: Markup =
            "<section id=\"\(section.id)\" class=part aria-labelledby=\"h-\(section.id)\">"
        page += "<h2 id=\"h-\(section.id)\">\(section.title)</h2><div class=blocks>\n"
        for block in section.blocks {
            switch block {
            case .headlines(let all): page += markup(of: all)
            case .chart(let chart): page += markup(of: chart)
            case .table(let table): page += "<div class=wide>\(table.markup)</div>"
            case .sentence(let text): page += "<p class=wide>\(text)</p>\n"
            }
        }
        return "\(page)</div></section>\n"
    }

    private func markup(of headlines: [Headline]) -> Markup {
        var page: Markup = "<dl class=\"wide heads\">"
        for head in headlines {
            let value: Markup = head.value.map { $0.cell } ?? "\(head.text)"
            page += "<div><dt>\(head.title)<dd>\(value)"
            if !head.note.isEmpty { page += "<dd class=q>\(head.note)" }
            page += "</div>"
        }
        return "\(page)</dl>\n"
    }

    private func markup(of chart: Chart) -> Markup {
        let size: Markup = chart.isWide ? "wide" : "chart"
        return """
            <figure class=\(size)><figcaption><h3>\(chart.title)</h3><p>\(chart.sentence)</figcaption>
            \(chart.drawing.markup(label: chart.title))
            <details><summary>\(words.table)</summary>\(chart.table.markup)</details></figure>

            """
    }

    private var listsMarkup: Markup {
        if lists.isEmpty { return Markup() }
        var page: Markup =
            "<section id=lines class=lines aria-labelledby=h-lines><h2 id=h-lines>\(words.lines)</h2>"
        page += "<p>\(words.linesHelp)</p>"
        if lists.contains(where: { !$0.rows.isEmpty }) {
            page += "<p>\(words.day) · \(words.payee) · \(words.amount) · \(words.place)</p>\n"
        }
        for (number, list) in lines { page += list.markup(number: number) }
        return "\(page)</section>\n"
    }

    private var lines: [(Int, PageList)] { lists.enumerated().map { ($0, $1) } }
}

/// A drawing of values: SVG in hundredths of a pixel.
package protocol PageDrawing: Sendable {
    /// - Parameter label: its name for those who do not see it.
    func markup(label: String) -> Markup
}

extension Page {
    /// The page for a program that prints it: charts bring their style with them, and the lines,
    /// which are for a screen, stay out.
    package var printedBytes: [UInt8] {
        let (mark, style) = (
            Array("<svg ".utf8), Array("<style>\(PageStyle.printedDrawingCSS)</style>".utf8)
        )
        var printed: [UInt8] = []
        var rest = bytes(isPrinted: true)[...]
        while let start = rest.firstRange(of: mark)?.lowerBound,
            let end = rest[start...].firstIndex(of: UInt8(ascii: ">"))
        {
            printed += rest[...end] + style
            rest = rest[(end + 1)...]
        }
        return printed + rest
    }
}
