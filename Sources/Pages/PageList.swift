/// What a figure's link leads to: the question that selects its lines, and the lines or the lists
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
        package enum Target: Sendable { case list(Int), row(Int) }

        package let target: Target
        package let title: String
        package let amount: String

        package init(_ target: Target, _ title: String, _ amount: String) {
            self.target = target
            self.title = title
            self.amount = amount
        }
    }

    package let title: String
    /// The command lines that print its lines; sums of several add up.
    package let commands: [String]
    /// The lines add up to the figures that link to it.
    package let isSum: Bool
    /// The list of the same question over all days, and what narrows its commands to this one.
    package var base: (list: Int, name: String, narrowing: String)?
    /// The amount before the lines: an account's opening balance.
    package var before: String
    package var rows: [Row] = []
    package var parts: [Part] = []

    package init(_ title: String, _ commands: [String], isSum: Bool, before: String = "") {
        self.title = title
        self.commands = commands
        self.isSum = isSum
        self.before = before
    }

    func markup(number: Int) -> Markup {
        var page: Markup = isSum ? "<div id=l\(number)>" : "<div id=l\(number) class=o>"
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
            for part in parts {
                let amount: Markup = part.amount.isEmpty ? "" : " \(part.amount)"
                switch part.target {
                case .list(let other):
                    page += "<a href=#l\(other)>\(part.title)</a>\(amount) "
                case .row(let row): page += "<a href=#r\(row)>\(part.title)</a>\(amount) "
                }
            }
        }
        if rows.isEmpty { return "\(page)</div>\n" }
        if !before.isEmpty || !parts.isEmpty { page += "</p>" }
        page += lines
        return "\(page)</div>\n"
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
