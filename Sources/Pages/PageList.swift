/// The target of a figure's link: the question that selects its lines, and the lines or the lists
/// that they are in.
package struct PageList: Sendable {
    package struct Row: Sendable {
        /// The day of the list's month.
        package let day: String
        package let payee: String
        package let amount: String
        /// In the line's own currency, where it was converted.
        package let own: String
        /// Empty where no file has the line: then `line` says why.
        package let file: String
        package let line: String
        /// Other lists link to it by this number.
        package let anchor: Int?

        package init(
            day: String, payee: String, amount: String, own: String, file: String, line: String,
            anchor: Int?
        ) {
            self.day = day
            self.payee = payee
            self.amount = amount
            self.own = own
            self.file = file
            self.line = line
            self.anchor = anchor
        }
    }

    /// A link to another list, or to one line.
    package struct Part: Sendable {
        package enum Target: Sendable {
            case list(Int), row(Int)
            /// Its amount is all that there is.
            case nothing
        }

        package let target: Target
        package let title: String
        /// The terms that narrow the other list's commands to this part.
        package var narrowing = ""
        /// As it enters the sum of a list of parts.
        package var amount = ""
        /// In its own currency, where it was converted.
        package var own = ""
        /// Counts against the sum.
        package var isLess = false

        package init(_ target: Target, _ title: String) {
            self.target = target
            self.title = title
        }
    }

    /// How figures follow from the list.
    package enum Kind: Sendable, Equatable {
        /// They are what its lines add up to.
        case sum
        /// The same with the other sign: what was spent, counted up.
        case spent
        /// They are what its parts add up to, each of which is a figure of its own list.
        case parts
        /// They are computed otherwise, as its sentence says; its command prints them.
        case computed
        /// It asks for more than each figure, whose link has the terms that are lacking.
        case question

        fileprivate var mark: Markup {
            switch self {
            case .sum: ""
            case .spent: " class=m"
            case .parts: " class=p"
            case .computed: " class=e"
            case .question: " class=o"
            }
        }
    }

    package let title: String
    /// The command lines that print its lines; sums of several add up.
    package let commands: [String]
    package let kind: Kind
    /// Lines count in their own currency.
    package let isOwn: Bool
    /// The list of the same question over all days, and what narrows its commands to this one.
    package var base: (list: Int, name: String, narrowing: String)?
    /// A sentence: the amount before the lines, or how its figures follow.
    package var before: String
    package var rows: [Row] = []
    package var parts: [Part] = []

    package init(
        _ title: String, _ commands: [String], _ kind: Kind, before: String = "",
        isOwn: Bool = false
    ) {
        self.title = title
        self.commands = commands
        self.kind = kind
        self.before = before
        self.isOwn = isOwn
    }

    func markup(number: Int) -> Markup {
        let own: Markup = isOwn ? " data-own" : ""
        var page: Markup = "<div id=l\(number)\(kind.mark)\(own)>"
        if let base, !rows.isEmpty || !parts.isEmpty {
            // Its lines are here, so a link to the command that its period narrows is enough.
            page += "<h3><a href=#l\(base.list)>\(base.name)</a> \(base.narrowing)</h3>"
        } else {
            page += "<h3>\(title)</h3>"
            for command in commands { page += "<code>\(command)</code>" }
        }
        if !before.isEmpty { page += "<p>\(before)" }
        if !parts.isEmpty {
            page += "<p>"
            for part in parts { page += Self.markup(of: part) }
        }
        if rows.isEmpty { return "\(page)</div>\n" }
        if !before.isEmpty || !parts.isEmpty { page += "</p>" }
        page += lines
        return "\(page)</div>\n"
    }

    private static func markup(of part: Part) -> Markup {
        let narrowing = PageFigure.narrowing(part.narrowing)
        let less: Markup = part.isLess ? " data-less" : ""
        let link: Markup =
            switch part.target {
            case .list(let other):
                "<a href=#l\(other)\(narrowing)\(less)>\(part.title)</a> "
            case .row(let row): "<a href=#r\(row)>\(part.title)</a> "
            case .nothing: "<span>\(part.title)</span> "
            }
        if part.amount.isEmpty { return link }
        let own: Markup = part.own.isEmpty ? "" : "<small>\(part.own)</small> "
        return "\(link)\(own)<b>\(part.amount)</b> "
    }

    /// The lines by file, each with its line in the file.
    private var lines: Markup {
        var page = Markup()
        var files: [String] = []
        for row in rows where !files.contains(row.file) { files.append(row.file) }
        for file in files {
            page += "\(file)<ol>"
            for row in rows where row.file == file {
                let start: Markup = row.anchor.map { "<li id=r\($0)>" } ?? "<li>"
                page += "\(start)\(row.day) \(row.payee)<b>\(row.amount)"
                if !row.own.isEmpty { page += " <small>\(row.own)</small>" }
                page += "</b>\(row.line)"
            }
            page += "</ol>"
        }
        return page
    }
}
