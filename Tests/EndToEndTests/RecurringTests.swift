import Scanning
import TestKit
import Testing

@Suite struct `Payments that come again` {
    /// A year of a subscription whose price rose, a salary, coffee and a new subscription.
    private func home() -> Money {
        let money = Money()
        var rows: [String] = []
        func add(_ day: String, _ name: String, _ mcc: String, _ amount: String) {
            rows.append("\"\(day) 10:00:00\",\(name),\(mcc),\(amount),\(amount),UAH,—,—,—,—")
        }
        for month in 1...9 {
            add("05.0\(month).2025", "Зарплата від ТОВ «ПРИКЛАД»", "4829", "30000.0")
            add("12.0\(month).2025", "Netflix", "4899", month < 9 ? "-199.0" : "-249.0")
            add("20.0\(month).2025", "Apple", "5735", "-39.0")
            add("25.0\(month).2025", "Apple", "5735", "-149.0")
            for day in [3, 4, 8, 11, 17, 23] {
                add("\(day < 10 ? "0" : "")\(day).0\(month).2025", "Aroma Kava", "5814", "-75.0")
            }
        }
        let head = """
            "Дата i час операції","Деталі операції",MCC,"Сума в валюті картки (UAH)",\
            "Сума в валюті операції",Валюта,Курс,"Сума комісій (UAH)","Сума кешбеку (UAH)",\
            "Залишок після операції"

            """
        money.folder.write(head + rows.joined(separator: "\n") + "\n", to: "year.csv")
        #expect(money.run("import", money.folder.path + "/year.csv").code == 0)
        #expect(money.run("approve", "--all").code == 0)
        return money
    }

    /// A salary that rose and a subscription, both since January and from another card since July,
    /// and a dearer subscription since then.
    private func cards() -> Money {
        let money = Money()
        func write(_ name: String, _ rows: [String]) {
            let head = "Дата операції;Опис операції;Сума;Валюта\n"
            money.folder.write(head + rows.joined(separator: "\n") + "\n", to: name + ".csv")
            let path = money.folder.path + "/\(name).csv"
            #expect(money.run("import", path, "--account", name).code == 0)
        }
        func salary(_ month: Int) -> String {
            "05.0\(month).2025;Зарплата;\(month < 9 ? 30 : 33)000,00;UAH"
        }
        write("old", (1...6).flatMap { ["07.0\($0).2025;Spotify;-50,00;UAH", salary($0)] })
        write(
            "new",
            (7...9).map { "07.0\($0).2025;Spotify;-50,00;UAH" }
                + (7...9).map { "12.0\($0).2025;Netflix;-199,00;UAH" } + (7...9).map(salary))
        #expect(money.run("approve", "--all").code == 0)
        return money
    }

    private func streams(_ money: Money) throws -> [String: JSONValue] {
        var found: [String: JSONValue] = [:]
        for stream in try money.objects("recurring", "--as-of", "2025-10-01", "--json") {
            let name = "\(stream["name"]?.text ?? "") \(stream["amount"]?.text ?? "")"
            found[name] = stream
        }
        return found
    }

    @Test func `are listed line by line by the question of each figure`() throws {
        let money = home()
        let asked = ["--as-of", "2025-10-01", "--json"]
        let streams = try money.objects(["recurring"] + asked)
        #expect(streams.count == 4)
        func keys(_ question: JSONValue?) throws -> [String] {
            let words = question?.array?.compactMap(\.text) ?? ["--limit", "1"]
            return try money.objects(["list", "--json"] + words).compactMap { $0["key"]?.text }
        }
        for stream in streams {
            #expect(
                try keys(stream["rows"])
                    == stream["keys"]?.array?.compactMap(\.text).sorted())
        }
        for payment in try money.objects(["upcoming"] + asked) {
            let stream = streams.first { $0["id"]?.text == payment["id"]?.text }
            #expect(
                payment["rows"]?.array?.map(\.text) == stream?["rows"]?.array?.map(\.text))
        }
        let cards = try money.objects(["insights", "--all"] + asked)
        let cost = try #require(cards.first { $0["id"]?.text == "recurring_cost" })
        #expect(try keys(cost["rows"]).count == 27)
        // A term of every filter, by id or the beginning of a name.
        #expect(try money.objects("list", "stream:netf", "--json").count == 9)
        #expect(try money.objects("list", "--json", "--where", "-stream:netflix").count == 87)
        let report = try money.objects("report", "--stream", "netflix", "--json")
        #expect(try keys(report.first?["rows"]).count == 9)
        #expect(money.run("list", "stream:apple").errors.contains("several"))
        #expect(money.run("list", "stream:nothing").code == 64)
    }

    /// The kept answer is used only as long as nothing has changed that decides it.
    @Test func `are found anew after every change`() throws {
        let money = home()
        let kept = "money/.kopiyka/streams"
        var before: [String] = []
        func ask(_ change: String, _ arguments: String...) throws {
            if !arguments.isEmpty {
                #expect(Program.run(arguments + ["--workspace", money.workspace]).code == 0)
            }
            let answers = ["recurring", "upcoming", "forecast", "insights"].map {
                money.run($0, "--as-of", "2025-10-01", "--json").output
            }
            #expect(!money.folder.bytes(of: kept).isEmpty)
            money.folder.write("", to: kept)
            for (name, answer) in zip(["recurring", "upcoming", "forecast", "insights"], answers) {
                let anew = money.run(name, "--as-of", "2025-10-01", "--json").output
                #expect(anew == answer, "\(name) after \(change)")
            }
            #expect(answers != before, "\(change) changes nothing")
            before = answers
        }
        try ask("import")
        try ask("a word", "recurring", "pause", "Netflix")
        try ask("undo", "undo")
        let key = try #require(
            try money.objects("list", "Netflix", "--json").first?["key"]?.text)
        try ask("a payee", "edit", key, "--payee", "Cinema")
        try ask("a removed line", "delete", key)
        money.folder.write(
            money.folder.read("money/kopiyka.yaml")
                + "accounts: [{name: monobank-UAH, kind: card, hidden: true}]\n",
            to: "money/kopiyka.yaml")
        try ask("settings")
    }

    @Test func `are told by status: late, dearer and near ones`() throws {
        let money = home()
        let early = money.run("status", "--as-of", "2025-10-01")
        #expect(early.output.contains("Dearer: Netflix 2025-09-12 −249.00 UAH"))
        #expect(early.output.contains("In the next 7 days: Зарплата від ТОВ «ПРИКЛАД» 2025-10-0"))
        #expect(!early.output.contains("Late: "))
        let object = try money.objects("status", "--json", "--as-of", "2025-10-16").first
        #expect(object?["raised"] == nil && object?["late"]?.array?.count == 2)
        #expect(object?["upcoming"]?.array?.count == 1)
        let late = money.run("--lang", "uk", "status", "--as-of", "2025-10-16").output
        #expect(late.contains("Запізнюються: ") && late.contains("За наступні 7 днів: Apple"))
    }

    @Test func `are named beside a line that waits and is expected`() throws {
        let money = home()
        let head = money.folder.read("year.csv").split(separator: "\n")[0]
        func row(_ day: String, _ amount: String) -> String {
            "\"\(day).2025 10:00:00\",Netflix,4899,\(amount),\(amount),UAH,—,—,—,—\n"
        }
        money.folder.write(head + "\n" + row("13.10", "-249.0"), to: "october.csv")
        #expect(money.run("import", money.folder.path + "/october.csv").code == 0)
        let review = money.run("review", "--plain", input: "q\n").output
        #expect(review.contains("expected: Netflix, every month, 2025-10-1"))
        #expect(review.contains("−249.00 UAH"))
        let other = money.run("--lang", "uk", "review", "--plain", input: "q\n").output
        #expect(other.contains("очікувано: Netflix, раз на місяць, 1"))
        let sheet = Program.run(
            ["--workspace", money.workspace, "review", "--edit"], environment: ["EDITOR=cat"])
        #expect(sheet.output.contains("\n#     expected: Netflix, every month, 2025-10-1"))
        // A wrong file of plans is reported, and the review goes on.
        money.folder.write(
            "- {match: {payee: Netflix}, sate: paused}\n", to: "money/recurring.yaml")
        let wrong = money.run("review", "--plain", input: "q\n")
        #expect(wrong.code == 0 && wrong.errors.contains("recurring.yaml:1:29"))
        #expect(wrong.output.contains("Netflix") && !wrong.output.contains("expected:"))
    }

    @Test func `are listed with price, next day and state, without coffee`() throws {
        let money = home()
        let found = try streams(money)
        #expect(
            found.keys.sorted() == [
                "Apple -149.00", "Apple -39.00", "Netflix -249.00",
                "Зарплата від ТОВ «ПРИКЛАД» 30000.00",
            ])
        let netflix = try #require(found["Netflix -249.00"])
        #expect(netflix["state"]?.text == "raised")
        #expect(netflix["before"]?.text == "-199.00")
        #expect(netflix["raised_on"]?.text == "2025-09-12")
        #expect(netflix["next"]?.text == "2025-10-13" || netflix["next"]?.text == "2025-10-12")
        #expect(netflix["every"]?.text == "month")
        #expect(netflix["keys"]?.array?.count == 9)
        #expect(netflix["monthly"]?.text == "-249.00")
        let outcome = money.run("recurring", "--as-of", "2025-10-01")
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("-437.00") || outcome.output.contains("−437.00"))
        for line in outcome.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        let table = money.run("recurring", "--as-of", "2025-10-01", "--csv").output
        #expect(table.split(separator: "\r\n").count == 5, "\(table)")
        let detail = money.run("recurring", "netf", "--as-of", "2025-10-01").output
        #expect(detail.contains("31") && detail.contains("1-"))
        // Later lines do not exist.
        let early = try money.objects("recurring", "--as-of", "2025-02-27", "--json")
        #expect(early.contains { $0["state"]?.text == "early" })
    }

    @Test func `go on from a new card, and grow by more than they were`() throws {
        let money = cards()
        let asked = ["--as-of", "2025-09-30", "--json"]
        let all = try money.objects(["recurring"] + asked)
        #expect(all.compactMap { $0["account"]?.text } == ["new", "new", "new"])
        #expect(all.compactMap { $0["keys"]?.array?.count }.sorted() == [3, 9, 9])
        // The payments of one account are not all that there are.
        for (account, count) in [("old", 0), ("new", 3)] {
            let found = try money.objects(["recurring", "--account", account] + asked)
            #expect(found.count == count)
            #expect(found == Array(all.prefix(count)))
            let upcoming = try money.objects(["upcoming", "--account", account] + asked)
            #expect(upcoming.count == 2 * count)
        }
        let outcome = money.run("recurring", "--as-of", "2025-09-30")
        #expect(outcome.output.contains("249.00 UAH a month, three months ago 50.00 (+398%)"))
        #expect(outcome.output.contains("higher") && !outcome.output.contains("dearer"))
        let status = money.run("status", "--as-of", "2025-09-30").output
        #expect(status.contains("Higher: Зарплата 2025-09-05 33,000.00 UAH"))
        #expect(!status.contains("Dearer"))
        #expect(money.run("forecast", "--account", "old", "--as-of", "2025-09-30").code == 0)
        #expect(money.run("recurring", "pause", "spotify", "--as-of", "2025-09-30").code == 64)
        #expect(money.run("recurring", "pause", "spotify").code == 0)
        #expect(money.folder.read("money/recurring.yaml").contains("account: new"))
    }

    @Test func `are one though their texts name months in any language`() throws {
        let money = Money()
        let names = [
            "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September",
            "Oktober", "November", "Dezember",
        ]
        let polish = [
            "STYCZEŃ", "LUTY", "MARZEC", "KWIECIEŃ", "MAJ", "CZERWIEC", "LIPIEC", "SIERPIEŃ",
            "WRZESIEŃ", "PAŹDZIERNIK", "LISTOPAD", "GRUDZIEŃ",
        ]
        var rows = "Buchungstag;Verwendungszweck;Betrag;Währung\n"
        for index in 0..<12 {
            let month = (index < 9 ? "0" : "") + "\(index + 1)"
            rows += "17.\(month).2025;Miete \(names[index]) 2025 Wohnung 12;-890,00;EUR\n"
            if index % 3 == 0 {
                let quarter = ["I", "II", "III", "IV"][index / 3]
                rows += "19.\(month).2025;ЄСВ за \(quarter) квартал;-48,00;EUR\n"
            }
            rows += "22.\(month).2025;CZYNSZ ZA \(polish[index]) JAN KOWALSKI;-500,00;EUR\n"
        }
        money.folder.write(rows, to: "miete.csv")
        let path = money.folder.path + "/miete.csv"
        #expect(money.run("import", path, "--account", "Konto").code == 0)
        #expect(money.run("approve", "--all").code == 0)
        let streams = try money.objects("recurring", "--as-of", "2025-12-31", "--json")
        #expect(streams.compactMap { $0["keys"]?.array?.count }.sorted() == [4, 12, 12])
        #expect(
            streams.compactMap { $0["next"]?.text }.sorted() == [
                "2026-01-17", "2026-01-19", "2026-01-22",
            ])
    }

    @Test func `change by a word of a person, and undo restores the file`() throws {
        let money = home()
        let text = "# ours\n- {match: {payee: netflix}, remind: [2]}   # movies\n"
        money.folder.write(text, to: "money/recurring.yaml")
        #expect(money.run("recurring", "pause", "Netflix", "--dry-run").code == 0)
        #expect(money.folder.read("money/recurring.yaml") == text)
        #expect(money.run("recurring", "pause", "Netflix").code == 0)
        #expect(
            money.folder.read("money/recurring.yaml")
                == text.replacing("[2]}", with: "[2], state: paused}"))
        #expect(try streams(money)["Netflix -249.00"]?["state"]?.text == "paused")
        #expect(money.run("recurring", "name", "Netflix", "Кіно", "вдома").code == 0)
        #expect(try streams(money)["Кіно вдома -249.00"] != nil)
        let again = money.run("recurring", "pause", "Кіно")
        #expect(again.code == 64, "\(again.errors)")
        // Two plans of one merchant need an id, and are told apart in the file by their amount.
        #expect(money.run("recurring", "end", "Apple").code == 64)
        let id = try #require(try streams(money)["Apple -39.00"]?["id"]?.text)
        #expect(money.run("recurring", "end", id).code == 0)
        #expect(try streams(money)["Apple -39.00"]?["state"]?.text == "ended")
        #expect(try streams(money)["Apple -149.00"]?["state"]?.text == "mature")
        for _ in 1...3 { #expect(money.run("undo").code == 0) }
        #expect(money.folder.read("money/recurring.yaml") == text)
        #expect(money.run("redo").code == 0)
        #expect(money.folder.read("money/recurring.yaml").contains("state: paused"))
        #expect(money.run("check").code == 0)
    }

    @Test func `of a wrong file are refused with line and column`() {
        let money = Money()
        money.folder.write("- {match: {payee: A}, stat: x}\n", to: "money/recurring.yaml")
        for command in ["recurring", "upcoming"] {
            let outcome = money.run(command)
            #expect(outcome.code == 65)
            #expect(outcome.errors.contains("recurring.yaml:1:23"), "\(outcome.errors)")
            #expect(outcome.errors.contains("state"), "\(outcome.errors)")
        }
    }

    @Test(arguments: [
        ["recurring", "confirm", "nobody"], ["recurring", "nobody"],
        ["recurring", "name", "Netflix"],
        ["recurring", "--dry-run"], ["recurring", "--json", "--csv"], ["upcoming", "--days", "x"],
    ])
    func `are asked for in valid words only`(words: [String]) {
        let money = Money()
        let outcome = Program.run(words + ["--workspace", money.workspace])
        #expect(outcome.code == 64, "\(outcome.errors)")
        #expect(money.folder.read("money/recurring.yaml") == "")
    }

    @Test func `are expected in the days that follow, and written for a calendar`() throws {
        let money = home()
        money.folder.write(
            "- {match: {payee: Netflix}, remind: [1, 3]}\n", to: "money/recurring.yaml")
        let found = try money.objects("upcoming", "--as-of", "2025-10-01", "--days", "31", "--json")
        #expect(
            found.compactMap { $0["amount"]?.text }.sorted()
                == ["-149.00", "-249.00", "-39.00", "30000.00"])
        let late = try money.objects("upcoming", "--as-of", "2025-10-29", "--days", "7", "--json")
        #expect(
            late.contains { $0["late"] != nil && $0["day"]?.text?.hasPrefix("2025-10") == true })
        let path = money.folder.path + "/payments.ics"
        let words = ["upcoming", "--as-of", "2025-10-01", "--ics", path]
        let tried = Program.run(words + ["--dry-run", "--workspace", money.workspace])
        #expect(tried.code == 0 && (try? readWholeFile(path, limit: 1 << 20)) == nil)
        for _ in 1...2 {
            #expect(Program.run(words + ["--workspace", money.workspace]).code == 0)
        }
        let text = money.folder.read("payments.ics")
        #expect(text.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"))
        #expect(text.contains("TRIGGER:-P2DT15H"))
        // Neither another file nor one of the workspace is overwritten.
        money.folder.write("notes\n", to: "notes.txt")
        for other in ["notes.txt", "money/kopiyka.yaml"] {
            let words = ["upcoming", "--ics", money.folder.path + "/" + other]
            #expect(Program.run(words + ["--workspace", money.workspace]).code == 64)
        }
    }
}
