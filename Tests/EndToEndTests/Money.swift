import Scanning
import TestKit
import Testing

/// A workspace with one month of an invented card, driven through the program.
final class Money {
    let folder = TemporaryFolder()
    let workspace: String
    let statement: String

    init() {
        workspace = folder.path + "/money"
        statement = folder.path + "/february.csv"
        folder.write(Self.february, to: "february.csv")
        Self.imported.write(into: folder, as: "money")
    }

    private static let february = """
        "Дата i час операції","Деталі операції",MCC,"Сума в валюті картки (UAH)",\
        "Сума в валюті операції",Валюта,Курс,"Сума комісій (UAH)","Сума кешбеку (UAH)",\
        "Залишок після операції"
        "09.02.2026 12:00:00","Зарплата від ТОВ «ПРИКЛАД»",4829,1000.0,1000.0,UAH,—,—,—,1650.0
        "08.02.2026 10:00:00","Нечувана крамниця",5999,-50.0,-50.0,UAH,—,—,—,650.0
        "07.02.2026 10:00:00",Bolt,4121,-44.5,-44.5,UAH,—,—,—,700.0
        "06.02.2026 09:00:00","Aroma Kava",5814,-80.0,-80.0,UAH,—,—,—,744.5
        "05.02.2026 18:00:00",Фора,5411,-100.5,-100.5,UAH,—,—,—,824.5
        "05.02.2026 09:00:00","Aroma Kava",5814,-75.0,-75.0,UAH,—,—,—,925.0

        """

    /// The workspace once the month was imported, made once: a test begins with a copy.
    private static let imported: FolderContents = {
        let folder = TemporaryFolder()
        folder.write(february, to: "february.csv")
        let workspace = folder.path + "/money"
        #expect(Program.run("init", workspace).code == 0)
        let file = folder.path + "/february.csv"
        #expect(Program.run("import", file, "--workspace", workspace).code == 0)
        return FolderContents(of: workspace)
    }()

    @discardableResult
    func run(_ arguments: String..., input: String = "") -> Program.Outcome {
        Program.run(arguments + ["--workspace", workspace], input: input)
    }

    var dump: String { run("dump").output }

    func objects(_ arguments: String...) throws -> [JSONValue] { try objects(arguments) }

    func objects(_ arguments: [String]) throws -> [JSONValue] {
        try Program.run(arguments + ["--workspace", workspace]).lines.map {
            try JSONValue.parse(Array($0.utf8).span)
        }
    }

    /// Lines of queue or ledger as `dump` has them.
    func lines(in place: String) throws -> [JSONValue] {
        try objects("dump").filter { $0["where"]?.text == place }
    }

    func key(of description: String) throws -> String {
        let line = try objects("dump").first { $0["description"]?.text == description }
        return try #require(line?["key"]?.text)
    }

    /// The category of each line of the ledger by its description.
    func categories() throws -> [String: String] {
        var result: [String: String] = [:]
        for line in try lines(in: "ledger") {
            result[line["description"]?.text ?? ""] = line["category"]?.text ?? ""
        }
        return result
    }
}

extension Money {
    /// The rules the program made; empty where there are none.
    func rule() throws -> String { folder.read("money/rules/made.yaml") }
}

extension JSONValue {
    var array: [JSONValue]? {
        if case .array(let items) = self { items } else { nil }
    }
}
