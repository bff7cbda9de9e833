import Facts

@testable import Reports

/// Rows made up for tests.
func day(_ text: String) -> CalendarDate {
    CalendarDate(text: text) ?? CalendarDate(daysSince1970: 0)
}

func money(_ text: String, _ currency: Currency = .uah) -> Money {
    Money(text: text, currency: currency) ?? Money(units: 0, scale: 2, currency: currency)
}

func row(
    _ number: UInt64, _ date: String, _ amount: Money, account: String = "monobank-UAH",
    category: String = "", payee: String = "", _ description: String = ""
) -> ReportRow {
    ReportRow(
        key: LineKey(account: 1, day: day(date), rest: number), account: account, day: day(date),
        amount: amount, category: category, payee: payee, description: description)
}

/// Links two rows as one transfer.
func link(_ a: inout ReportRow, _ b: inout ReportRow) {
    a.transfer = TransferLeg(key: b.key, account: b.account, day: b.day, amount: b.amount)
    b.transfer = TransferLeg(key: a.key, account: a.account, day: a.day, amount: a.amount)
}

func stream(_ rows: [ReportRow]) -> ReportRows {
    { each in for row in rows { try each(row) } }
}

let testNames = ExportNames(
    kindOf: { key in
        let top = key.prefix { $0 != "." }
        switch top {
        case "groceries", "eating_out", "finance": return .expense
        case "income": return .income
        case "transfers": return .transfer
        default: return nil
        }
    },
    nameOf: { ["groceries": "Продукти", "eating_out": "Кафе", "eating_out.coffee": "Кава"][$0] })

/// What a bank or a person may write to break the file of another program.
let hostileTexts = [
    "Сільпо", "", " ", "a\n2025-01-01 * \"X\" \"Y\"\n  Assets:A  1 UAH", "; comment", "x ; y",
    "\"; quote",
    "back\\slash\\", "tail\\", "\"", "\\\"", "a | b", "tab\tand  two", "(code) text", "* status",
    "! status",
    "= auto", "~ monthly", "@@ 1 UAH", "{1}", "[2025-01-01]", "date:2025-99-99", "date: 1999-01-01",
    "key:: value", ":tag:", "include /etc/passwd", "P 2025-01-01 UAH 1 USD", "%comment",
    "#tag ^link",
    "\u{2028}2025-01-01 open", "\r\n2025-01-01 close Assets:A", "\u{202E}rtl", "\u{85}next",
    "\0nul",
    "\u{1B}[31mred", "💥👩‍👩‍👧 emoji", "e\u{301}\u{301}", "+-=*/", "end comment", "!include x",
    "apply tag x",
    "--", "-125.50 UAH", "Кав’ярня «Біла»", String(repeating: "ж", count: 2000),
]
