import Glibc
import Saving
import Testing
import Workspaces

@testable import Commands

@Suite struct `What an import begins before its workspace is open` {
    private static let statement = """
        "Дата i час операції","Деталі операції","MCC","Сума в валюті картки (UAH)","Сума в валюті операції","Валюта","Курс","Сума комісій (UAH)","Сума кешбеку (UAH)","Залишок після операції"
        "14.02.2026 12:00:00","Нечувана крамниця","5999","-125.5","-125.5","UAH","—","—","—","9000.0"

        """

    private func begun(
        _ household: Household, _ file: String
    ) throws -> (ahead: ImportAhead?, console: Console) {
        let (invocation, options) = try parsed("import", "--workspace", household.folder, file)
        let console = Console(
            output: Recorder(), errors: Recorder(), language: .en, environment: Environment(),
            options: options)
        return (ImportAhead(invocation, console), console)
    }

    private func write(_ text: String, to path: String) throws {
        guard let file = unsafe fopen(path, "w") else { preconditionFailure(path) }
        unsafe fputs(text, file)
        unsafe fclose(file)
    }

    @Test func `counts as long as nobody changes settings or rules`() throws {
        let household = try Household()
        let file = household.root + "/a.csv"
        try write(Self.statement, to: file)
        let (ahead, console) = try begun(household, file)
        let access = try WorkspaceAccess.open(.reading, console)
        #expect(ahead?.isCurrent(access) == true)

        let rule = """
            rules:
            - name: shop
              when: {words: нечувана крамниця}
              then: {category: gifts}

            """
        try write(rule, to: household.folder + "/rules/mine.yaml")
        #expect(ahead?.isCurrent(access) == false)
        let (later, _) = try begun(household, file)
        #expect(later?.isCurrent(access) == true)
        try write("# mine\n" + rule, to: household.folder + "/rules/mine.yaml")
        #expect(later?.isCurrent(access) == false)

        let (last, _) = try begun(household, file)
        try write("country: PL\n", to: household.folder + "/kopiyka.yaml")
        #expect(last?.isCurrent(try WorkspaceAccess.open(.reading, console)) == false)
    }

    @Test func `leaves what is wrong to its turn`() throws {
        let household = try Household()
        let file = household.root + "/a.csv"
        try write(Self.statement, to: file)
        try write("rules: 5\n", to: household.folder + "/rules/mine.yaml")
        #expect(try begun(household, file).ahead == nil)
        let refused = household.run("import", file)
        #expect(refused.code == .damaged)
        #expect(refused.errors.contains("rules/mine.yaml"))
        _ = unsafe unlink(household.folder + "/rules/mine.yaml")
        #expect(household.run("import", file).code == .done)
    }
}
