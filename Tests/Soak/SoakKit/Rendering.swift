import Facts
import TestKit

/// An export's bytes, with the line of each row.
struct RenderedExport {
    let bytes: [UInt8]
    let fileName: String
    /// Number of the payment by source line.
    let paymentAtLine: [Int: Int]
}

extension Export {
    func rendered() -> RenderedExport {
        var text = ""
        var line = 1
        var lines: [Int: Int] = [:]
        func write(_ piece: String) {
            text += piece
            line += piece.utf8.count { $0 == UInt8(ascii: "\n") }
        }
        func write(_ row: Row, _ piece: String) {
            lines[line] = row.payment
            write(piece)
        }
        switch format {
        case .monobankCSV:
            write(Self.monobankHeadings.map { "\"\($0)\"" }.joined(separator: ",") + "\n")
            for row in rows {
                write(row, monobankCells(row).map { "\"\($0)\"" }.joined(separator: ",") + "\n")
            }
            return RenderedExport(
                bytes: Array(text.utf8), fileName: name + ".csv", paymentAtLine: lines)
        case .monobankXLSX:
            var sheet = xlsxRow(Self.monobankHeadings.map { $0 })
            for (index, row) in rows.enumerated() {
                sheet += xlsxRow(monobankCells(row).map { $0 })
                lines[index + 2] = row.payment
            }
            return RenderedExport(
                bytes: xlsxBook([WrittenSheet("Виписка", sheet)]), fileName: name + ".xlsx",
                paymentAtLine: lines)
        case .monobankJSON:
            write("[\n")
            for (index, row) in rows.enumerated() {
                write(
                    row,
                    """
                    {"id":"\(row.id)","time":\(row.instant),"description":"\(row.text)","mcc":5411,\
                    "originalMcc":5411,"hold":\(row.isHold),"amount":\(row.units),\
                    "operationAmount":\(row.units),"currencyCode":980,"commissionRate":0,\
                    "cashbackAmount":0,"balance":\(row.balance)}\(index + 1 < rows.count ? "," : "")

                    """)
            }
            write("]\n")
            return RenderedExport(
                bytes: Array(text.utf8), fileName: name + ".json", paymentAtLine: lines)
        case .privatbankCSV:
            write("Виписка з Ваших карток за період 01.01.2026 - 31.12.2026;;;;;;;;;\n")
            write(
                "Дата;Категорія;Картка;Опис операції;Сума в валюті картки;Валюта картки;"
                    + "Сума в валюті транзакції;Валюта транзакції;Залишок на кінець періоду;Валюта залишку\n"
            )
            for row in rows {
                write(
                    row,
                    "\(day(row, ".")) \(time(row));Покупки;\(row.account);\(row.text);"
                        + "\(comma(row.units));UAH;\(comma(abs(row.units)));UAH;\(comma(row.balance));UAH\n"
                )
            }
            return RenderedExport(
                bytes: Array(text.utf8), fileName: name + ".csv", paymentAtLine: lines)
        case .privatbankMinutes:
            write("Виписка з Ваших карток,,,,,,,,,,\n")
            write(
                "Дата,Час,Категорія,Картка,Опис операції,Сума в валюті картки,Валюта картки,"
                    + "Сума в валюті транзакції,Валюта транзакції,Залишок на кінець періоду,Валюта залишку\n"
            )
            for row in rows {
                write(
                    row,
                    "\(day(row, ".")),\(time(row).prefix(5)),Покупки,\(row.account),\"\(row.text)\","
                        + "\(point(row.units)),UAH,\(point(abs(row.units))),UAH,\(point(row.balance)),UAH\n"
                )
            }
            return RenderedExport(
                bytes: Array(text.utf8), fileName: name + ".csv", paymentAtLine: lines)
        case .tableBare, .tableTimed, .tableBalanced, .tableWithIDs:
            var headings = "Дата;Опис;Сума;Валюта"
            if format == .tableBalanced { headings += ";Залишок" }
            if format == .tableWithIDs { headings = "Ідентифікатор;" + headings }
            write(headings + "\n")
            for row in rows {
                var cells = "\(day(row, "."))\(format == .tableTimed ? " " + time(row) : "")"
                cells += ";\(row.text);\(comma(row.units));UAH"
                if format == .tableBalanced { cells += ";\(comma(row.balance))" }
                if format == .tableWithIDs { cells = "\(row.id);" + cells }
                write(row, cells + "\n")
            }
            return RenderedExport(
                bytes: Array(text.utf8), fileName: name + ".csv", paymentAtLine: lines)
        case .qif:
            write("!Type:Bank\n")
            for row in rows {
                write(row, "D\(isoDay(row))\nT\(point(row.units))\nP\(row.text)\n^\n")
            }
            return RenderedExport(
                bytes: Array(text.utf8), fileName: name + ".qif", paymentAtLine: lines)
        case .mt940:
            write(":20:STARTUMS\n:25:1/000777\n:28C:1/1\n:60F:C260101UAH0,00\n")
            for row in rows {
                let reference = row.id.isEmpty ? "NONREF" : "NONREF//\(row.id)"
                write(
                    row,
                    ":61:\(compactDay(row).dropFirst(2))\(row.units < 0 ? "D" : "C")"
                        + "\(comma(abs(row.units)))NMSC\(reference)\n:86:\(row.text)\n")
            }
            write(":62F:C261231UAH\(comma(abs(rows.reduce(0) { $0 + $1.units })))\n-\n")
            return RenderedExport(
                bytes: Array(text.utf8), fileName: name + ".sta", paymentAtLine: lines)
        case .camt:
            write(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id>
                <Acct><Id><Othr><Id>1/000777</Id></Othr></Id><Ccy>UAH</Ccy></Acct>

                """)
            for row in rows {
                let reference = row.id.isEmpty ? "" : "<AcctSvcrRef>\(row.id)</AcctSvcrRef>"
                write(
                    row,
                    "<Ntry><Amt Ccy=\"UAH\">\(point(abs(row.units)))</Amt>"
                        + "<CdtDbtInd>\(row.units < 0 ? "DBIT" : "CRDT")</CdtDbtInd><Sts>BOOK</Sts>"
                        + "<BookgDt><Dt>\(isoDay(row))</Dt></BookgDt><ValDt><Dt>\(isoDay(row))</Dt></ValDt>"
                        + reference
                        + "<NtryDtls><TxDtls><RmtInf><Ustrd>\(row.text)</Ustrd></RmtInf>"
                        + "</TxDtls></NtryDtls></Ntry>\n")
            }
            write("</Stmt></BkToCstmrStmt></Document>\n")
            return RenderedExport(
                bytes: Array(text.utf8), fileName: name + ".xml", paymentAtLine: lines)
        case .ofx1, .ofx2, .monobankOFX:
            write(ofxHead)
            for row in rows {
                // Many banks print noon for every row.
                let posted =
                    switch format {
                    case .monobankOFX: compactDay(row) + compact(row.second)
                    case .ofx1: compactDay(row) + "120000"
                    default: compactDay(row)
                    }
                write(
                    row,
                    "<STMTTRN><TRNTYPE>\(row.units < 0 ? "DEBIT" : "CREDIT")</TRNTYPE>"
                        + "<DTPOSTED>\(posted)</DTPOSTED><TRNAMT>\(point(row.units))</TRNAMT>"
                        + "<FITID>\(row.id)</FITID><NAME>\(row.text)</NAME></STMTTRN>\n")
            }
            write("</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n")
            return RenderedExport(
                bytes: Array(text.utf8), fileName: name + ".ofx", paymentAtLine: lines)
        }
    }

    private static let monobankHeadings = [
        "Дата i час операції", "Деталі операції", "MCC", "Сума в валюті картки (UAH)",
        "Сума в валюті операції", "Валюта", "Курс", "Сума комісій (UAH)", "Сума кешбеку (UAH)",
        "Залишок після операції",
    ]

    private func monobankCells(_ row: Row) -> [String] {
        [
            "\(day(row, ".")) \(time(row))", row.text, "5411", point(row.units), point(row.units),
            "UAH", "—", "—", "—", point(row.balance),
        ]
    }

    private var ofxHead: String {
        let number =
            format == .monobankOFX ? "000123" : account == "second" ? "000888" : "000777"
        let head =
            format == .ofx1
            ? """
            OFXHEADER:100
            DATA:OFXSGML
            VERSION:102
            SECURITY:NONE
            ENCODING:UTF-8
            CHARSET:NONE
            COMPRESSION:NONE
            OLDFILEUID:NONE
            NEWFILEUID:NONE


            """
            : """
            <?xml version="1.0" encoding="UTF-8" standalone="no"?>
            <?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>

            """
        return head + """
            <OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>UAH</CURDEF>
            <BANKACCTFROM><BANKID>1</BANKID><ACCTID>\(number)</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>
            <BANKTRANLIST><DTSTART>20260101</DTSTART><DTEND>20261231</DTEND>

            """
    }

    private func parts(_ row: Row) -> (year: Int, month: Int, day: Int) {
        let (year, month, day) = CalendarDate(daysSince1970: Int32(row.day)).parts
        return (Int(year), Int(month), Int(day))
    }

    private func day(_ row: Row, _ mark: String) -> String {
        let (year, month, day) = parts(row)
        return two(day) + mark + two(month) + mark + String(year)
    }

    private func isoDay(_ row: Row) -> String {
        let (year, month, day) = parts(row)
        return "\(year)-\(two(month))-\(two(day))"
    }

    private func compactDay(_ row: Row) -> String {
        let (year, month, day) = parts(row)
        return "\(year)\(two(month))\(two(day))"
    }

    private func time(_ row: Row) -> String {
        two(row.second / 3_600) + ":" + two(row.second / 60 % 60) + ":" + two(row.second % 60)
    }

    private func compact(_ second: Int) -> String {
        two(second / 3_600) + two(second / 60 % 60) + two(second % 60)
    }

    private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private func point(_ units: Int) -> String {
        (units < 0 ? "-" : "") + "\(abs(units) / 100)." + two(abs(units) % 100)
    }

    private func comma(_ units: Int) -> String {
        (units < 0 ? "-" : "") + "\(abs(units) / 100)," + two(abs(units) % 100)
    }
}
