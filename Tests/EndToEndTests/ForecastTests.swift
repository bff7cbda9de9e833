import Scanning
import TestKit
import Testing

@Suite struct `A forecast of a workspace` {
    /// Ten months of a salary, rent and shopping on one card.
    private func home(months: Int = 10) -> Money {
        let money = Money()
        var rows: [String] = []
        for month in 1...months {
            let name = month < 10 ? "0\(month)" : "\(month)"
            func add(_ day: Int, _ payee: String, _ mcc: String, _ amount: String) {
                let text = "\(day < 10 ? "0" : "")\(day).\(name).2025 10:00:00"
                rows.append("\"\(text)\",\(payee),\(mcc),\(amount),\(amount),UAH,—,—,—,—")
            }
            add(3, "Оренда квартири", "6513", "-9000.0")
            add(20, "Зарплата від ТОВ «ПРИКЛАД»", "4829", "30000.0")
            for day in stride(from: 1 + month % 3, through: 28, by: 4) {
                add(day, "Сільпо", "5411", "-\(200 + day * month * 37 % 900).0")
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

    @Test func `has a band a day, the lowest point, and the days of upcoming`() throws {
        let money = home()
        let words = ["forecast", "--as-of", "2025-10-31", "--days", "40", "--json"]
        let objects = try money.objects(words)
        let points = objects.filter { $0["day"] != nil }
        #expect(points.count == 80)
        #expect(points.count { $0["account"]?.text == "monobank-UAH" } == 40)
        for point in points {
            #expect(point["currency"]?.text == "UAH")
            for key in ["p10", "median", "p90", "known"] { #expect(point[key]?.text != nil) }
        }
        let lowest = try #require(objects.compactMap { $0["lowest"] }.first)
        let day = try #require(lowest["day"]?.text)
        #expect(
            points.first { $0["day"]?.text == day && $0["account"] == nil }?["median"]?.text
                == lowest["amount"]?.text)
        let total = points.filter { $0["account"] == nil }
        func value(_ point: JSONValue) throws -> Double {
            try #require(point["p10"]?.text.flatMap { Double($0) })
        }
        let least = try #require(try total.min { try value($0) < value($1) })
        #expect(lowest["lowest_p10"]?.text == least["p10"]?.text)
        #expect(lowest["lowest_p10_on"]?.text == least["day"]?.text)
        // Both points are named with their days.
        let said = money.run("forecast", "--as-of", "2025-10-31", "--days", "40").output
        #expect(said.contains("UAH on \(day)\nLowest low, on \(least["day"]?.text ?? "?"): "))
        let rent = try #require(
            try money.objects("upcoming", "--as-of", "2025-10-31", "--json")
                .first { $0["name"]?.text == "Оренда квартири" })
        #expect(rent["day"]?.text == "2025-11-03")
        #expect(lowest["because"]?.array?.contains { $0.text == rent["id"]?.text } == true)
        // A figure's lines: all until the day.
        let rows = (points[0]["rows"]?.array ?? []).compactMap(\.text)
        #expect(rows.count == 4)
        #expect(try money.objects(["list"] + rows + ["--json"]).isEmpty == false)
        // The balance is not known.
        #expect(objects.last?["left_out"]?.array?.first?["id"]?.text == "opening")
        #expect(try money.objects(words) == objects)
        let table = money.run("forecast", "--as-of", "2025-10-31", "--csv").output
        #expect(table.split(separator: "\r\n").count == 181)
    }

    @Test(arguments: ["uk", "en"])
    func `fits a terminal`(language: String) {
        let money = home()
        let outcome = money.run("forecast", "--as-of", "2025-10-31", "--lang", language)
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("█"))
        for line in outcome.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        let short = money.run("forecast", "--as-of", "2025-02-10", "--lang", language)
        #expect(short.code == 0)
        #expect(short.errors.contains("2"), "\(short.errors)")
    }

    @Test func `answers what if`() throws {
        let money = home()
        func last(_ words: String...) throws -> String? {
            let asked = ["forecast", "--as-of", "2025-10-31", "--days", "30", "--json"] + words
            return try money.objects(asked).filter { $0["account"] == nil && $0["day"] != nil }
                .last?["known"]?.text
        }
        let base = try #require(try last())
        #expect(try last("--without", "Зарплата") != base)
        #expect(try last("--plus", "100 uah monthly 5") != base)
        #expect(try last("--plus", "100 uah monthly 5", "--plus", "+100 uah weekly 1") != base)
    }

    @Test func `is compared with what came`() throws {
        let money = home()
        let results = try money.objects("forecast", "--eval", "--as-of", "2025-10-31", "--json")
        #expect(results.map { $0["days"] } == [.number("30"), .number("90")])
        for result in results {
            for key in ["mae", "baseline_mae"] { #expect(result[key]?.text != nil) }
            #expect(result["band_share"] != nil)
        }
        #expect(money.run("forecast", "--eval", "--as-of", "2025-02-10").code == 0)
    }

    @Test(arguments: [
        ["--days", "29"], ["--days", "366"], ["--plus", "1200 uah monthly"],
        ["--without", "nobody"], ["--eval", "--days", "40"], ["--json", "--csv"],
    ])
    func `is asked for in valid words only`(words: [String]) {
        let money = Money()
        let outcome = Program.run(["forecast"] + words + ["--workspace", money.workspace])
        #expect(outcome.code == 64, "\(outcome.errors)")
    }
}
