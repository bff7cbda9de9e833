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

    func markup(number: Int, _ words: Page.Words) -> Markup {
        var page: Markup = isSum ? "<article id=l\(number) class=sum>" : "<article id=l\(number)>"
        page += "<h3>\(title)</h3>"
        for command in commands { page += "<code>\(command)</code>" }
        if !before.isEmpty { page += "<p>\(before)" }
        if !parts.isEmpty {
            page += "<ul aria-label=\"\(words.parts)\">"
            for part in parts {
                switch part.target {
                case .list(let other):
                    page += "<li><a href=#l\(other)>\(part.title)</a> \(part.amount)"
                case .row(let row): page += "<li><a href=#r\(row)>\(part.title)</a> \(part.amount)"
                }
            }
            page += "</ul>"
        }
        if !rows.isEmpty { page += table(words) }
        return "\(page)</article>\n"
    }

    /// The lines by file, each with its line in the file.
    private func table(_ words: Page.Words) -> Markup {
        var page: Markup = "<table><tr><th scope=col>\(words.day)<th scope=col>\(words.payee)"
        page += "<th scope=col>\(words.amount)<th scope=col>\(words.place)"
        var files: [String] = []
        for row in rows where !files.contains(row.file) { files.append(row.file) }
        for file in files {
            page += file.isEmpty ? "<tbody>" : "<tbody><tr><th colspan=4>\(file)"
            for row in rows where row.file == file {
                let start: Markup = row.anchor.map { "\n<tr id=r\($0)><td>" } ?? "\n<tr><td>"
                page += "\(start)\(row.day)<td>\(row.payee)<td>\(row.amount)"
                if !row.own.isEmpty { page += " <small>\(row.own)</small>" }
                page += "<td>\(row.line)"
            }
        }
        return "\(page)</table>"
    }
}
