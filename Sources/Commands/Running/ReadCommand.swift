import Facts
import Importing
import Reports
import Saving
import Scanning
import Workspaces
import Reading

/// `kopiyka read FILE…`: statement lines of files, without a workspace.
enum ReadCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let options = ReadOptions(invocation)
        let inputs = InputList(paths: invocation.operands)
        for problem in inputs.problems { console.report(problem) }
        for path in inputs.passedOver { console.narrate(.inputPassedOver, ["file": .text(path)]) }
        var isClean = inputs.problems.isEmpty
        let isProof = invocation.has(.verify)
        var run = ReadRun(
            options: options, account: invocation[.account] ?? "", keepsRows: isProof)
        let isTally = invocation.has(.tally)
        var printer = LinePrinter(form: LinePrinter.Form(invocation), console: console)
        var tally = TallyTable(console)
        if !isTally, !isProof { try printer.begin() }
        for file in inputs.files {
            var accounts: [String] = []
            let report = try run.read(file) { batch, context in
                if isProof {
                    accounts = context.accounts
                } else if !isTally {
                    try printer.print(batch, context)
                }
            }
            if isTally {
                try tally.add(report, asJSON: invocation.wantsJSON)
            } else if isProof {
                try console.proof(report, accounts: accounts, asJSON: invocation.wantsJSON)
            } else {
                try printer.endFile()
            }
            console.report(report)
            console.narrate(report.notices)
            console.narrate(leftOutOf: report)
            if !isProof { console.report(breaksIn: report) }
            isClean = isClean && report.isClean
        }
        try tally.print()
        return isClean ? .done : .needsPerson
    }
}

/// Prints lines as JSON objects, CSV, or a table for people.
private struct LinePrinter: ~Copyable {
    enum Form {
        case json, csv, people

        init(_ invocation: Invocation) {
            self = invocation.wantsJSON ? .json : invocation.wantsCSV ? .csv : .people
        }
    }

    private let form: Form
    private let console: Console
    private var writer = ByteWriter(capacity: 1 << 18)
    private var table: Table

    init(form: Form, console: Console) {
        self.form = form
        self.console = console
        table = Self.emptyTable(console)
    }

    private static func emptyTable(_ console: Console) -> Table {
        Table([
            .init(.columnDay), .init(.columnAmount, .number), .init(.columnCurrency),
            .init(.columnDescription, cutTo: 20), .init(.columnAccount, cutTo: 10),
        ])
    }

    mutating func begin() throws {
        guard form == .csv else { return }
        try console.raw(
            "account,bank_id,date,time,amount,currency,original_amount,original_currency,description,"
                + "memo,counterparty,mcc,hold,balance,fee,file,line\n")
    }

    mutating func print(
        _ batch: borrowing LineBatch, _ context: ReadRun.Context
    ) throws(SavingError) {
        for line in batch.lines {
            let name = context.accounts[Int(line.account)]
            switch form {
            case .json:
                context.append(line, of: batch, to: &writer)
                writer.append("\n")
            case .csv: appendCSV(line, batch, context, account: name)
            case .people: addRow(line, batch, account: name)
            }
            if writer.count > 1 << 17 { try flush() }
        }
        try flush()
    }

    mutating func endFile() throws {
        guard form == .people, !table.isEmpty else { return }
        try console.table(table)
        table = Self.emptyTable(console)
    }

    private mutating func flush() throws(SavingError) {
        form == .csv ? try console.export(writer.bytes) : try console.raw(writer.bytes)
        writer.removeAll()
    }

    private mutating func appendCSV(
        _ line: StatementLine, _ batch: borrowing LineBatch, _ context: ReadRun.Context,
        account: String
    ) {
        let time = line.made.hasTime ? clockText(line.made.second) : ""
        let code = line.mcc == 0 ? "" : String(10_000 + Int(line.mcc)).dropFirst()
        // Numbers and days are ours, so a leading sign is safe; texts are the bank's and could be
        // formulas.
        let cells: [String] = [
            visibleCell(account), visibleCell(batch.string(line.bankID)), line.made.day.text,
            time, line.amount.text, line.amount.currency.code, line.originalAmount?.text ?? "",
            line.originalAmount?.currency.code ?? "",
            visibleCell(batch.string(line.description)), visibleCell(batch.string(line.memo)),
            visibleCell(batch.string(line.counterpartyName)), String(code),
            line.isHold ? "true" : "false", line.balance?.text ?? "", line.fee?.text ?? "",
            visibleCell(context.name), String(line.sourceLine),
        ]
        writer.append(cells.joined(separator: ","))
        writer.append("\n")
    }

    /// Control characters are escaped: the output is for viewing and conversion, never read back.
    private func visibleCell(_ text: String) -> String { CSVText.cell(escapedForTerminal(text)) }

    private mutating func addRow(
        _ line: StatementLine, _ batch: borrowing LineBatch, account: String
    ) {
        table.add([
            .day(line.made.day), .amount(line.amount), .text(line.amount.currency.code),
            .text(batch.string(line.description)), .text(account),
        ])
    }
}

/// Formats and row counts of files, without the rows.
private struct TallyTable {
    private let console: Console
    private var table: Table

    init(_ console: Console) {
        self.console = console
        table = Table([
            .init(.columnFile, cutTo: 16), .init(.columnFormat), .init(.columnEncoding),
            .init(.columnRows, .number), .init(.columnRead, .number),
            .init(.columnRejected, .number), .init(.columnSkipped, .number),
        ])
    }

    mutating func add(_ report: FileReport, asJSON: Bool) throws {
        guard !asJSON else {
            return try console.json([
                "file": .string(report.path), "layout": .string(report.layout),
                "encoding": .string(report.encoding), "rows": .count(report.rowsRead),
                "read": .count(report.new), "rejected": .count(report.rejected),
                "skipped": .count(report.skipped),
            ])
        }
        table.add([
            .text(report.name), .text(report.layout.isEmpty ? "—" : report.layout),
            .text(report.encoding.isEmpty ? "—" : report.encoding), "\(report.rowsRead)",
            "\(report.new)", .text("\(report.rejected)", report.rejected == 0 ? .quiet : .bad),
            .text("\(report.skipped)", .quiet),
        ])
    }

    func print() throws {
        if !table.isEmpty { try console.table(table) }
    }
}

/// `18:22:05`.
func clockText(_ second: Int32) -> String {
    [second / 3_600, second / 60 % 60, second % 60].map { ($0 < 10 ? "0" : "") + String($0) }
        .joined(separator: ":")
}

extension Console {
    /// Rejected rows and the failure of one file, in the house format.
    func report(_ file: FileReport) {
        report(file.rejections, total: file.rejected, isEveryRow: file.hasNoLines)
        if let failure = file.failure { report(failure) }
    }

    /// Skipped rows that may be payments, with their lines.
    func narrate(leftOutOf report: FileReport) {
        let file = report.path == "-" ? "stdin" : report.path
        for (reason, lines) in report.linesLeftOut.sorted(by: { $0.key.rawValue < $1.key.rawValue })
        {
            let count = report.skippedByReason[reason] ?? lines.count
            if hasJSONErrors {
                narrate([
                    "notice": .string("left-out"), "file": .string(file),
                    "reason": .string(reason.rawValue), "count": .count(count),
                    "lines": .array(lines.map { .count($0) }),
                ])
                continue
            }
            let shown = lines.map(String.init).joined(separator: ", ")
            narrate(
                .readLeftOut,
                [
                    "file": .text(file), "count": .count(count), "reason": .text(reason.rawValue),
                    "lines": .text(count > lines.count ? shown + ", …" : shown),
                ])
        }
    }

    private func narrate(_ notice: JSONValue) { narrate(text: String(notice.line.dropLast())) }

    /// Further notices about a file; as JSON if errors are.
    func narrate(_ notices: [ReadNotice]) {
        for notice in notices {
            let file = notice.place.file == "-" ? "stdin" : notice.place.file
            if hasJSONErrors {
                narrate([
                    "notice": .string(notice.kind.rawValue), "file": .string(file),
                    "sheet": .ifAny(notice.place.path),
                ])
                continue
            }
            switch notice.kind {
            case .morePages: narrate(.noticeMorePages, ["file": .text(file)], .doubtful)
            case .fullPage: narrate(.noticeFullPage, ["file": .text(file)], .doubtful)
            case .accountRefused:
                narrate(
                    .noticeAccountRefused,
                    ["file": .text(file), "line": "\(notice.place.line)"], .doubtful)
            case .headerSupposed: narrate(.noticeHeaderSupposed, ["file": .text(file)])
            case .statementsApart:
                narrate(
                    .noticeStatementsApart,
                    ["file": .text(file), "line": "\(notice.place.line)"], .doubtful)
            case .totalsUnproved: narrate(.noticeTotalsUnproved, ["file": .text(file)], .doubtful)
            case .feesUnproved: narrate(.noticeFeesUnproved, ["file": .text(file)], .doubtful)
            case .sheetUnread: narrate(notice, of: file, .noticeSheetUnread)
            case .sheetsRepeated: narrate(notice, of: file, .noticeSheetsRepeated)
            case .sheetsMixed: narrate(notice, of: file, .noticeSheetsMixed)
            }
        }
    }

    private func narrate(_ notice: ReadNotice, of file: String, _ message: Message) {
        narrate(
            message,
            [
                "file": .text(file), "sheet": .text(notice.place.path),
                "count": .count(notice.count),
            ],
            .doubtful)
    }
}
