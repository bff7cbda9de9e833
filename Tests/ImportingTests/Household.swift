import Categorizing
import Deduplicating
import Facts
import Glibc
import Ledger
import Pending
import Importing
import Saving
import Scanning
import TestKit
import Workspaces

/// Invented statements and a workspace in a folder of their own; both go away with their owner.
final class Household {
    private let temporary = TemporaryFolder()
    var folder: String { temporary.path }
    var workspacePath: String { folder + "/money" }

    init() throws {
        try Workspace.create(at: workspacePath)
    }

    /// Writes a file, with the folders it lies in.
    @discardableResult
    func write(_ text: String, to name: String) -> String {
        let path = folder + "/" + name
        var parent = folder
        for part in name.split(separator: "/").dropLast() {
            parent += "/" + part
            _ = unsafe mkdir(parent, 0o700)
        }
        guard let file = unsafe fopen(path, "we") else { preconditionFailure(path) }
        unsafe fputs(text, file)
        unsafe fclose(file)
        return path
    }

    func open(
        _ access: Workspace.Access = .writing, isDryRun: Bool = false
    ) throws -> Workspace {
        let folding = TextFolder()
        let workspace = try Workspace.open(
            at: workspacePath, access: access, keys: { $0.with(occurrence: $1).key },
            isDryRun: isDryRun
        ) { fact, key in LineIdentity(of: fact, knownAs: key, folder: folding) }
        workspace.isTransfer = { CategoryTable.lookup($0)?.kind == .transfer }
        return workspace
    }

    /// Imports files and folders as the command does.
    @discardableResult
    func importing(
        _ paths: [String], account: String = "", isDryRun: Bool = false, remembers: Bool = false,
        linesPerTurn: Int = Deduplicator.linesPerTurn, sidesKept: Int = ImportRun.sidesKept
    ) throws -> ImportReport {
        let workspace = try open(isDryRun: isDryRun)
        let inputs = InputList(paths: paths, inbox: workspacePath + "/inbox")
        var run = try ImportRun(
            into: workspace, categorizer: Categorizer(),
            book: AccountBook(try workspace.settings()),
            memory: remembers ? Memory(of: workspace) : nil,
            options: ImportOptions(
                account: account, isDryRun: isDryRun, made: "2026-03-14T00:00:00Z"),
            files: inputs.files, linesPerTurn: linesPerTurn, sidesKept: sidesKept)
        for file in inputs.files { try run.add(file) { _ in } }
        return try run.commit()
    }

    func dump() throws -> String {
        var bytes: [UInt8] = []
        try open(.reading).dump { bytes.append($0) }
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

    func dismissAll() throws {
        let keys = Set(try keys())
        _ = try open().decide(command: "review", .keys(keys)) { _ in Decision(verdict: .dismiss) }
    }

    @discardableResult
    func approveAll() throws -> Int {
        try open().approve(.all).approved.count
    }
}

/// A payment by card in March 2026 that two kinds of export tell in words of their own.
struct CardPayment {
    let day: Int
    let amount: String

    static func ofx(_ payments: [CardPayment]) -> String {
        let rows = payments.map {
            "<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>2026030\($0.day)<TRNAMT>-\($0.amount)"
                + "<FITID>A\($0.day)<NAME>Shop \($0.day)</STMTTRN>\n"
        }
        return """
            OFXHEADER:100
            DATA:OFXSGML
            VERSION:102
            SECURITY:NONE
            ENCODING:UTF-8
            CHARSET:NONE
            COMPRESSION:NONE
            OLDFILEUID:NONE
            NEWFILEUID:NONE

            <OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR
            <BANKACCTFROM><BANKID>1<ACCTID>000123<ACCTTYPE>CHECKING</BANKACCTFROM>
            <BANKTRANLIST><DTSTART>20260301<DTEND>20260331
            \(rows.joined())</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>

            """
    }

    static func mt940(_ payments: [CardPayment]) -> String {
        let rows = payments.map {
            ":61:26030\($0.day)D\($0.amount.replacingDot)NMSCNONREF\n:86:POS 77 KARTE \($0.day)\n"
        }
        return ":20:STARTUMS\n:25:1/000123\n:28C:1/1\n:60F:C260301EUR900,00\n"
            + rows.joined() + ":62F:C260331EUR"
            + "774,00\n-\n"
    }
}

extension String {
    fileprivate var replacingDot: String { String(map { $0 == "." ? "," : $0 }) }
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
