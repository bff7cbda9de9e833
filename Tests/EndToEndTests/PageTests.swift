import TestKit
import Testing

/// `report --html`: one file that stands alone.
@Suite struct `Pages of reports` {
    private let folder = TemporaryFolder()
    private let workspace: String

    /// Texts of the ledger, none of which a masked page may have; each amount has digits that no
    /// share or day of the page has.
    private static let canaries = [
        "Zebrafink", "<b>Kanarienvogel", "wellensittich", "spottdrossel", "7351", "98.64", "98,64",
        "61208", "61 208", "61\u{A0}208", "61,208", "UA213223130000026007233566001", "pages.csv",
    ]

    init() {
        workspace = folder.path + "/w"
        Self.nineMonths.write(into: folder, as: "w")
    }

    /// The workspace with nine months approved, made once.
    private static let nineMonths: FolderContents = {
        let folder = TemporaryFolder()
        let workspace = folder.path + "/w"
        #expect(Program.run("init", workspace).code == 0)
        folder.write(
            "accounts:\n  - {name: wellensittich, currency: UAH, is: [UA213223130000026007233566001]}\n",
            to: "w/kopiyka.yaml")
        folder.write(
            "- when: {exact: \"Zebrafink\"}\n  then: {category: groceries, tags: [spottdrossel]}\n"
                + "- when: {exact: \"Salary\"}\n  then: {category: income.salary}\n",
            to: "w/rules/own.yaml")
        var rows = "Date;Description;Amount\n"
        for month in 1...9 {
            rows += "2026-0\(month)-05;Salary;61208.10\n2026-0\(month)-11;Zebrafink;-7351.98\n"
            rows += "2026-0\(month)-12;<b>Kanarienvogel</b> & 'co';-98.64\n"
        }
        folder.write(rows, to: "pages.csv")
        for words in [
            ["import", "--account", "wellensittich", folder.path + "/pages.csv"],
            ["approve", "--all"],
        ] { #expect(Program.run(words + ["--workspace", workspace]).code == 0) }
        return FolderContents(of: workspace)
    }()

    private func run(_ arguments: String..., environment: [String] = []) -> Program.Outcome {
        Program.run(arguments + ["--workspace", workspace], environment: environment)
    }

    private func page(_ more: String..., environment: [String] = []) -> String {
        let outcome = Program.run(
            ["report", "--html", "-", "--as-of", "2026-09-30", "--workspace", workspace] + more,
            environment: environment)
        #expect(outcome.code == 0 && outcome.errors == "")
        return outcome.output
    }

    @Test func `a page is one file that loads nothing`() {
        for page in [page(), page("--lang", "uk"), page("--mask")] {
            #expect(page.hasPrefix("<!DOCTYPE html>\n"))
            #expect(page.contains("content=\"default-src 'none'; style-src 'sha256-"))
            for word in [
                "<script", "http:", "https:", "url(", "@import", "src=", " style=", "<link",
            ] {
                #expect(!page.contains(word), "\(word)")
            }
        }
    }

    @Test func `names of shops are text`() {
        #expect(!page().contains("<b>Kanarienvogel"))
        #expect(page().contains("&lt;b&gt;Kanarienvogel&lt;/b&gt; &amp; 'co'"))
    }

    @Test func `the same ledger gives the same bytes in every zone`() {
        let there = page(environment: ["TZ=Pacific/Kiritimati", "HOME=/nowhere", "LC_ALL=C"])
        #expect(page() == there)
        #expect(page() == page())
    }

    @Test func `figures lead to their lines, and to the command that prints them`() {
        let page = page()
        #expect(page.contains("kopiyka list --kind expense --category '=groceries' "))
        #expect(page.contains(">Groceries</a> 2026-09</h3>"))
        #expect(page.contains("11 Zebrafink<b>−7,351.98</b>"))
        #expect(page.contains("pages.csv<ol>"))
        #expect(page.contains("61,208<i>.10</i>"))
    }

    @Test func `a balance leads to the balance before it and to the lines since`() {
        let page = page()
        let command = "kopiyka list --account wellensittich --currency UAH"
        #expect(page.contains("<h3>wellensittich</h3><code>\(command)</code>"))
        #expect(page.contains("</a> --to 2026-09-30</h3><p><a href=#l"))
        #expect(page.contains(">balance</a> <a href=#l"))
    }

    @Test func `a figure that is no sum says so and names its command`() {
        let forecast =
            "<p>This is not a sum of lines: it is a forecast, computed from what the accounts have"
        #expect(page().contains(forecast))
        #expect(page().contains("<code>kopiyka forecast --as-of 2026-09-30</code>"))
        #expect(page("--in", "UAH").contains("forecast --as-of 2026-09-30 --base UAH</code>"))
        #expect(!page("--mask").contains("kopiyka forecast --as-of"))
    }

    @Test func `a masked page has no amount, name or text of the ledger`() {
        let open = page()
        for canary in ["Zebrafink", "wellensittich", "spottdrossel", "pages.csv", "61,208"] {
            #expect(open.contains(canary), "the page without a mask shows \(canary)")
        }
        for masked in [page("--mask"), page("--mask", "--lang", "uk")] {
            for canary in Self.canaries { #expect(!masked.contains(canary), "\(canary)") }
            #expect(!masked.contains("kopiyka list"))
            #expect(masked.contains("•••") && masked.contains("%") && masked.contains("<rect"))
        }
        #expect(page("--mask").contains("Groceries"), "a category of everybody is no secret")
        #expect(page("--mask").contains("••• 98.7%"), "its share is none either")
    }

    @Test func `a large ledger lists no lines unless asked to`() {
        var rows = "Date;Description;Amount\n"
        for number in 0..<5_100 {
            rows += "2026-08-\(10 + number % 20);Zebrafink;-\(number + 1).50\n"
        }
        folder.write(rows, to: "many.csv")
        #expect(run("import", "--account", "wellensittich", folder.path + "/many.csv").code == 0)
        #expect(run("approve", "--all").code == 0)
        let (short, long) = (page(), page("--rows"))
        #expect(!short.contains("many.csv") && long.contains("many.csv<ol>"))
        #expect(short.contains(" data-q=2026-08>") && short.utf8.count < 300 * 1024)
        #expect(!long.contains("data-q"))
        #expect(long.utf8.count < 100 * 1024 + 5_127 * 85, "a line takes few bytes")
    }

    @Test func `a page replaces a page and nothing else`() {
        let path = folder.path + "/page.html"
        #expect(run("report", "--html", path, "--dry-run").code == 0)
        #expect(folder.read("page.html").isEmpty)
        for _ in 0..<2 { #expect(run("report", "--html", path, "--as-of", "2026-09-30").code == 0) }
        #expect(folder.read("page.html") == page())
        folder.write("my own words", to: "own.html")
        let refused = run("report", "--html", folder.path + "/own.html")
        #expect(refused.code == 64 && folder.read("own.html") == "my own words")
    }

    @Test func `options of tables are none of a page`() {
        #expect(run("report", "--mask").code == 64)
        #expect(run("report", "--html", "-", "--by", "payee").code == 64)
        #expect(run("report", "--html", "-", "--json").code == 64)
    }

    @Test func `a PDF without weasyprint is refused with its name`() {
        let outcome = run(
            "report", "--pdf", folder.path + "/page.pdf",
            environment: ["PATH=/nonexistent"])
        #expect(outcome.code == 1 && outcome.errors.contains("weasyprint is not installed"))
        #expect(folder.read("page.pdf").isEmpty)
    }
}
