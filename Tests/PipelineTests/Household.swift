import Categorizing
import Deduplicating
import Facts
import Glibc
import Ledger
import Pipeline
import Readers
import Saving
import Scanning
import Workspaces

/// Invented statements and a workspace in a folder of their own; both go away with their owner.
final class Household {
    let folder: String
    var workspacePath: String { folder + "/money" }

    init() throws {
        var template = Array("/tmp/kopiyka-test-XXXXXX".utf8CString)
        precondition(unsafe mkdtemp(&template) != nil, "no temporary folder")
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        try Workspace.create(at: workspacePath)
    }

    deinit { try? removeTree(folder) }

    /// Writes a file, with the folders it lies in.
    @discardableResult
    func write(_ text: String, to name: String) -> String {
        let path = folder + "/" + name
        var parent = folder
        for part in name.split(separator: "/").dropLast() {
            parent += "/" + part
            _ = unsafe mkdir(parent, 0o700)
        }
        guard let file = unsafe fopen(path, "w") else { preconditionFailure(path) }
        unsafe fputs(text, file)
        unsafe fclose(file)
        return path
    }

    func open(_ access: Workspace.Access = .writing) throws -> Workspace {
        let folding = TextFolder()
        return try Workspace.open(at: workspacePath, access: access) { fact, key in
            LineIdentity(of: fact, knownAs: key, folder: folding)
        }
    }

    /// Imports files and folders as the command does.
    @discardableResult
    func importing(
        _ paths: [String], account: String = "", isDryRun: Bool = false, remembers: Bool = false,
        linesATurn: Int = Deduplicator.linesATurn, sidesKept: Int = ImportRun.sidesKept,
        ahead: PreparedAhead? = nil
    ) throws -> ImportReport {
        let workspace = try open()
        let inputs = InputList(paths: paths, inbox: workspacePath + "/inbox")
        var run = try ImportRun(
            into: workspace, categorizer: Categorizer(),
            book: AccountBook(try workspace.settings()),
            memory: remembers ? Memory(of: workspace) : nil,
            options: ImportOptions(
                account: account, isDryRun: isDryRun, made: "2026-03-14T00:00:00Z"),
            ahead: ahead, files: inputs.files, linesATurn: linesATurn, sidesKept: sidesKept)
        for file in inputs.files { try run.add(file) { _ in } }
        return try run.commit()
    }

    /// A file that is prepared before the workspace is opened.
    func preparing(
        _ path: String, options: ImportOptions = ImportOptions()
    ) throws -> PreparedAhead? {
        PreparedAhead(
            path: path, inbox: workspacePath + "/inbox", categorizer: Categorizer(),
            book: AccountBook(try Settings(at: WorkspacePaths(workspacePath))), options: options)
    }

    func dump() throws -> String {
        var bytes: [UInt8] = []
        try open(.reading).dump { span in
            for index in 0..<span.count { bytes.append(span[index]) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The lines of queue and ledger as `dump` has them.
    func lines() throws -> [JSONValue] {
        try dump().split(separator: "\n").map { try JSONValue.parse(Array($0.utf8).span) }
            .filter { ["queue", "ledger"].contains($0["where"]?.text) }
    }

    func keys() throws -> [LineKey] {
        try lines().compactMap { $0["key"]?.text.flatMap { LineKey(text: $0) } }
    }

    @discardableResult
    func approveAll() throws -> Int {
        try open().approve(.all).approved.count
    }
}

/// One line of an account as the API of Monobank gives it.
struct BankLine {
    var id: String
    var time: Int
    var text: String
    var amount: Int
    var isHold = false
    var balance = 1_000_000

    static func json(_ lines: [BankLine]) -> String {
        "["
            + lines.map {
                """
                {"id":"\($0.id)","time":\($0.time),"description":"\($0.text)","mcc":5411,\
                "originalMcc":5411,"hold":\($0.isHold),"amount":\($0.amount),\
                "operationAmount":\($0.amount),"currencyCode":980,"commissionRate":0,\
                "cashbackAmount":0,"balance":\($0.balance)}
                """
            }.joined(separator: ",\n") + "]\n"
    }

    /// The same in the app's CSV, which has no ids; times are in Kyiv.
    static func csv(
        _ rows: [(time: String, text: String, amount: String, balance: String)]
    ) -> String {
        """
        "Дата i час операції","Деталі операції",MCC,"Сума в валюті картки (UAH)",\
        "Сума в валюті операції",Валюта,Курс,"Сума комісій (UAH)","Сума кешбеку (UAH)",\
        "Залишок після операції"

        """
            + rows.map {
                "\"\($0.time)\",\($0.text),5411,\($0.amount),\($0.amount),UAH,—,—,—,\($0.balance)\n"
            }.joined()
    }
}

extension Household {
    /// A file's text; empty when there is none.
    static func text(_ path: String) -> String {
        guard let file = unsafe fopen(path, "r") else { return "" }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        while true {
            let byte = unsafe fgetc(file)
            if byte < 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(UInt8(truncatingIfNeeded: byte))
        }
    }
}

extension `An import` {
    static let categorizer = Categorizer()
}
