import Facts
import Reading
import Tables
import TestKit
import Testing

/// A table of another program, and what becomes of its rows.
struct RecordedTable: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    /// `account day amount currency`, then what was recorded.
    var lines: [String] = []
    /// Reasons of skipped rows and kinds of rejected ones, by line.
    var others: [String] = []
    var testDescription: String { name }
}

private func render(_ line: StatementLine, _ batch: LineBatch, _ accounts: [AccountClaim]) -> String
{
    var text =
        "\(accounts[Int(line.account)].number) \(line.made.day.text) \(line.amount.text)"
        + " \(line.amount.currency.isKnown ? line.amount.currency.code : "—")"
    for field in [FactText.bankCategory, .recordedTags, .recordedParts, .transferAccount]
    where !line[field].isEmpty {
        let value = batch.string(line[field]).split(separator: "\n").joined(separator: " + ")
        text += " \(field.shortName)=\(value.split(separator: "\t").joined(separator: "|"))"
    }
    if let original = line.originalAmount { text += " original=\(original.rendered)" }
    return text
}

private let ynab =
    "Account,Flag,Date,Payee,Category Group/Category,Category Group,Category,Memo,Outflow,Inflow,Cleared\n"
private let typed =
    "date,type,amount,currency,account,category,subcategories,note,targetAccount,targetCurrency,targetAmount\n"
private let gnucash =
    "Date,Transaction ID,Number,Description,Notes,Commodity/Currency,Void Reason,Action,Memo,"
    + "Full Account Name,Account Name,Amount With Sym,Amount Num.,Value With Sym,Value Num.,"
    + "Reconcile,Reconcile Date,Rate/Price\n"
private let hledger =
    "txnidx,date,date2,status,code,description,comment,account,amount,commodity,credit,debit,"
    + "posting-status,posting-comment\n"
private let firefly =
    "user_id,group_id,journal_id,created_at,updated_at,group_title,type,currency_code,amount,"
    + "foreign_currency_code,foreign_amount,primary_currency_code,pc_amount,pc_foreign_amount,"
    + "description,date,source_name,source_iban,source_type,destination_name,destination_iban,"
    + "destination_type,reconciled,category,budget,bill,tags,notes\n"
private let mmex = "ID,Date,Status,Type,Account,Payee,Category,Amount,Currency,Number,Notes\n"

let recordedTables: [RecordedTable] = [
    RecordedTable(
        name: "parts with another payment between them are payments of their own",
        text: ynab + """
            A,,2026-01-26,Market,N: G,N,G,Split (1/2) fruit,20.00,0.00,Cleared
            A,,2026-01-26,Bus,N: T,N,T,,2.00,0.00,Cleared
            A,,2026-01-26,Market,W: F,W,F,Split (2/2),5.00,0.00,Cleared

            """,
        lines: [
            "A 2026-01-26 -20.00 — category=N:G", "A 2026-01-26 -2.00 — category=N:T",
            "A 2026-01-26 -5.00 — category=W:F",
        ]),
    RecordedTable(
        name: "a part that cannot be read takes the others with it",
        text: ynab + """
            A,,2026-01-26,Market,N: G,N,G,Split (1/2) fruit,20.00,0.00,Cleared
            A,,2026-01-26,Market,W: F,W,F,Split (2/2),5.x,0.00,Cleared
            A,,2026-01-27,Shop,N: G,N,G,,1.00,0.00,Cleared

            """,
        lines: ["A 2026-01-27 -1.00 — category=N:G"],
        others: ["2 record-incomplete", "3 amount-not-a-number"]),
    RecordedTable(
        name: "a part that is a transfer names its account in brackets",
        text: ynab + """
            A,,2026-01-26,Market,N: G,N,G,Split (1/2) fruit,20.00,0.00,Cleared
            A,,2026-01-26,Transfer : B,,,,Split (2/2),5.00,0.00,Cleared
            B,,2026-01-26,Transfer : A,,,,,0.00,5.00,Cleared

            """,
        lines: [
            "A 2026-01-26 -25.00 — parts=-20.00|N:G|fruit + -5.00|[B]",
            "B 2026-01-26 5.00 — transfer_account=A",
        ],
        others: ["3 continuation"]),
    RecordedTable(
        name: "two payments of parts follow one another",
        text: ynab + """
            A,,2026-01-26,M,N: G,N,G,Split (1/2),1.00,0.00,Cleared
            A,,2026-01-26,M,W: F,W,F,Split (2/2),2.00,0.00,Cleared
            A,,2026-01-26,M,N: G,N,G,Split (1/2),3.00,0.00,Cleared
            A,,2026-01-26,M,W: F,W,F,Split (2/2),4.00,0.00,Cleared

            """,
        lines: [
            "A 2026-01-26 -3.00 — parts=-1.00|N:G + -2.00|W:F",
            "A 2026-01-26 -7.00 — parts=-3.00|N:G + -4.00|W:F",
        ],
        others: ["3 continuation", "5 continuation"]),
    RecordedTable(
        name: "a transfer in one row is a line of each account",
        text: typed + """
            2026-01-27,internal,4300.00,UAH,Card,,,box,Box,EUR,100.00
            2026-01-28,Переказ,-500.00,UAH,Card,,,,Cash,,
            2026-01-29,перевод,1.00,UAH,Card,,,,Card,,
            2026-01-29,transfer,1.00,UAH,Card,,,,Box,EUR,
            2026-01-29,transfer,1.00,UAH,Card,,,,,,
            2026-01-30,expense,9.00,UAH,Card,Food,Fruit,,Shop,,

            """,
        lines: [
            "Card 2026-01-27 -4300.00 UAH transfer_account=Box original=-100.00 EUR",
            "Box 2026-01-27 100.00 EUR transfer_account=Card original=4300.00 UAH",
            "Card 2026-01-28 -500.00 UAH transfer_account=Cash",
            "Cash 2026-01-28 500.00 UAH transfer_account=Card",
            "Card 2026-01-30 -9.00 UAH category=Food:Fruit",
        ],
        others: ["4 value-of-wrong-type", "5 amount-missing", "6 value-missing"]),
    RecordedTable(
        name: "sides of a payment are accounts or categories",
        text: gnucash + """
            2026-01-14,a,,Fee and cash,,CURRENCY::EUR,,,,Assets:Bank,Bank,,-105.00,,-105.00,n,,1
            ,,,,,,,,,Assets:Cash,Cash,,100.00,,100.00,n,,1
            ,,,,,,,,fee,Expenses:Fees,Fees,,5.00,,5.00,n,,1
            2026-01-15,b,,Exchange,,CURRENCY::EUR,,,,Assets:Bank,Bank,,-10.00,,-10.00,n,,1
            2026-01-15,b,,Exchange,,CURRENCY::EUR,,,,Assets:Dollars,Dollars,,11.00,,10.00,n,,1
            2026-01-16,c,,Move,,CURRENCY::EUR,,,,Expenses:A,A,,1.00,,1.00,n,,1
            2026-01-16,c,,Move,,CURRENCY::EUR,,,,Expenses:B,B,,-1.00,,-1.00,n,,1

            """,
        lines: [
            "Assets:Bank 2026-01-14 -105.00 EUR parts=-5.00|Expenses:Fees|fee + -100.00"
                + " transfer_account=Assets:Cash",
            "Assets:Cash 2026-01-14 100.00 EUR transfer_account=Assets:Bank",
            "Assets:Bank 2026-01-15 -10.00 EUR transfer_account=Assets:Dollars",
            "Assets:Dollars 2026-01-15 11.00 — transfer_account=Assets:Bank original=10.00 EUR",
        ],
        others: ["4 continuation", "7 continuation", "8 continuation"]),
    RecordedTable(
        name: "a payment whose sides do not sum to zero is refused whole",
        text: gnucash + """
            2026-01-14,a,,Bread,,CURRENCY::EUR,,,,Assets:Bank,Bank,,-5.00,,-5.00,n,,1
            2026-01-14,a,,Bread,,CURRENCY::EUR,,,,Expenses:Food,Food,,4.00,,4.00,n,,1
            2026-01-15,b,,Rest,,CURRENCY::EUR,,,,Expenses:Food,Food,,4.00,,4.00,n,,1

            """,
        others: ["2 record-incomplete", "3 record-incomplete", "4 record-incomplete"]),
    RecordedTable(
        name: "a side that cannot be read takes the others with it",
        text: hledger + """
            "1","2026-01-14","","","","Bakery","","Assets:Cash","-3.20","EUR","","","",""
            "1","2026-01-14","","","","Bakery","","Expenses:Bread","3.2o","EUR","","","",""
            "2","2026-01-15","","","","Market","","Expenses:Food","35.00","EUR","","","",""
            "2","2026-01-15x","","","","Market","","Assets:Bank","-35.00","EUR","","","",""
            "3","2026-01-16","","","","Tea","","Assets:Cash","-1.00","EUR","","","",""
            "3","2026-01-16","","","","Tea","","Expenses:Tea","1.00","EUR","","","",""

            """,
        lines: ["Assets:Cash 2026-01-16 -1.00 EUR category=Expenses:Tea"],
        others: [
            "7 continuation", "2 record-incomplete", "3 amount-not-a-number",
            "4 record-incomplete", "5 date-not-a-day",
        ]),
    RecordedTable(
        name: "a reconciliation is a line whose word is its category",
        text: firefly + """
            1,1,1,,,,Reconciliation,UAH,35.00,,,UAH,,,Counted,2026-01-31,Fix,,Reconciliation account,Card,,Asset account,1,,,,,
            1,2,2,,,,Reconciliation,UAH,12.50,,,UAH,,,Counted,2026-02-28,Card,,Asset account,Fix,,Reconciliation account,1,Lost,,,,
            1,3,3,,,,Reconciled,UAH,1.00,,,UAH,,,Counted,2026-02-28,Card,,Asset account,Fix,,Reconciliation account,1,,,,,

            """,
        lines: [
            "Card 2026-01-31 35.00 UAH category=Reconciliation",
            "Card 2026-02-28 -12.50 UAH category=Lost",
        ],
        others: ["4 direction-unknown"]),
    RecordedTable(
        name: "a transfer that names no account has its word as category",
        text: """
            Date,Wallet,Type,Category name,Amount,Currency,Note,Labels,Author
            2026-01-27T10:00:00+00:00,Card,Outgoing Transfer,,-500.00000000,UAH,,,Olha
            2026-01-27T10:00:00+00:00,Cash,Incoming Transfer,Transfer,500.00000000,UAH,,,Olha
            2026-01-28T10:00:00+00:00,Card,Expense,,-5.00000000,UAH,,,Olha

            """,
        lines: [
            "Card 2026-01-27 -500.00 UAH category=Outgoing Transfer",
            "Cash 2026-01-27 500.00 UAH category=Transfer", "Card 2026-01-28 -5.00 UAH",
        ]),
    RecordedTable(
        name: "the tables below the operations are none",
        text: """
            sep=,
            "Data","Type","From","To","Tags","Amount","Currency","Amount converted","Currency of conversion","Recurrence","Note"
            "25.01.2026","Expense","Card","Food","","5","UAH","5","UAH","",""

            "Name","Current amount","Icon","Currency"
            "26.01.2026","Expense","Card","Food","","7","UAH","7","UAH","",""

            """,
        lines: ["Card 2026-01-25 -5.00 UAH category=Food"],
        others: ["5 footer", "6 footer"]),
    RecordedTable(
        name: "a payee before the account of a transfer",
        text: """
            Account,Flag,Check Number,Date,Payee,Category,Master Category,Sub Category,Memo,Outflow,Inflow,Cleared,Running Balance
            A,,,2026-01-26,Bank / Transfer : B,,,,,$2.00,$0.00,C,$1.00
            A,,,2026-01-26,Transfer : C,,,,,$3.00,$0.00,C,$1.00
            A,,,2026-01-26,My Transfer : D,Food: Tea,Food,Tea,,$4.00,$0.00,C,$1.00

            """,
        lines: [
            "A 2026-01-26 -2.00 — transfer_account=B", "A 2026-01-26 -3.00 — transfer_account=C",
            "A 2026-01-26 -4.00 — category=Food:Tea",
        ]),
    RecordedTable(
        name: "a total below the parts of a payment is no part",
        text: mmex + """
            42,2026-01-26,,Withdrawal,A,Market,Food: Fruit,-20.00,EUR,,
            ,,,Withdrawal,Total,,,-20.00,,,

            """,
        lines: ["A 2026-01-26 -20.00 EUR category=Food:Fruit"],
        others: ["3 date-missing"]),
    RecordedTable(
        name: "rows of one number are parts, those without one are not",
        text: mmex + """
            42,2026-01-26,,Withdrawal,A,Market,Food: Fruit,-20.00,EUR,,
            42,2026-01-26,,Withdrawal,A,Market,Home,-5.00,EUR,,
            ,2026-01-26,,Withdrawal,A,Bus,Way,-1.00,EUR,,
            ,2026-01-26,,Withdrawal,A,Bus,Way,-1.00,EUR,,

            """,
        lines: [
            "A 2026-01-26 -25.00 EUR parts=-20.00|Food:Fruit + -5.00|Home",
            "A 2026-01-26 -1.00 EUR category=Way", "A 2026-01-26 -1.00 EUR category=Way",
        ],
        others: ["3 continuation"]),
    RecordedTable(
        name: "a table of one's own has subcategories and tags",
        text: """
            Дата;Рахунок;Категорія;Підкатегорія;Витрата;Дохід;Валюта;Нотатка;Мітки
            14.01.2026;Картка;Їжа;Кава;85,00;;UAH;на розі;#місто,#ранок
            15.01.2026;Картка;Зарплата;;;42 000,00;UAH;;
            15.01.2026;Готівка;Їжа;;40,00;;UAH;;

            """,
        lines: [
            "Картка 2026-01-14 -85.00 UAH category=Їжа:Кава tags=місто, ранок",
            "Картка 2026-01-15 42000.00 UAH category=Зарплата",
            "Готівка 2026-01-15 -40.00 UAH category=Їжа",
        ]),
    RecordedTable(
        name: "a table of one's own with types and target accounts",
        text: """
            Date,Type,Amount,Account,To account,Category
            2026-01-14,Expense,85.00,Card,,Food
            2026-01-15,Income,42000.00,Card,,Salary
            2026-01-16,Transfer,500.00,Card,Cash,

            """,
        lines: [
            "Card 2026-01-14 -85.00 — category=Food", "Card 2026-01-15 42000.00 — category=Salary",
            "Card 2026-01-16 -500.00 — transfer_account=Cash",
            "Cash 2026-01-16 500.00 — transfer_account=Card",
        ]),
    RecordedTable(
        name: "ends of transfers may differ in day, amount and currency",
        text: """
            Date,Account,Amount,Currency,Category,Transfer account
            2026-01-05,Card,30000.00,UAH,Salary,
            2026-01-26,Card,-4200.00,UAH,,Box
            2026-01-27,Box,100.00,USD,,Card
            2026-01-28,Card,-500.00,UAH,,Purse
            2026-01-30,Purse,500.00,UAH,,Card

            """,
        lines: [
            "Card 2026-01-05 30000.00 UAH category=Salary",
            "Card 2026-01-26 -4200.00 UAH transfer_account=Box",
            "Box 2026-01-27 100.00 USD transfer_account=Card",
            "Card 2026-01-28 -500.00 UAH transfer_account=Purse",
            "Purse 2026-01-30 500.00 UAH transfer_account=Card",
        ]),
    RecordedTable(
        name: "money back to an account is one end, whatever its sign",
        text: """
            Date,Account,Amount,Currency,Category,Transfer account
            2026-01-05,Card,30000.00,UAH,Salary,
            2026-01-26,Card,-500.00,UAH,,Purse
            2026-01-27,Card,-80.00,UAH,Shop,
            2026-01-28,Card,200.00,UAH,,Purse

            """,
        lines: [
            "Card 2026-01-05 30000.00 UAH category=Salary",
            "Card 2026-01-26 -500.00 UAH transfer_account=Purse",
            "Purse 2026-01-26 500.00 UAH transfer_account=Card",
            "Card 2026-01-27 -80.00 UAH category=Shop",
            "Card 2026-01-28 200.00 UAH transfer_account=Purse",
            "Purse 2026-01-28 -200.00 UAH transfer_account=Card",
        ]),
    RecordedTable(
        name: "a table with a row of each account of a transfer names the other one",
        text: """
            Date,Amount,Account,Transfer account,Category
            2026-01-14,-85.00,Card,,Food
            2026-01-16,-500.00,Card,Cash,
            2026-01-16,500.00,Cash,Card,
            2026-01-17,-20.00,Card,Cash,
            2026-01-17,20.00,Cash,Card,

            """,
        lines: [
            "Card 2026-01-14 -85.00 — category=Food",
            "Card 2026-01-16 -500.00 — transfer_account=Cash",
            "Cash 2026-01-16 500.00 — transfer_account=Card",
            "Card 2026-01-17 -20.00 — transfer_account=Cash",
            "Cash 2026-01-17 20.00 — transfer_account=Card",
        ]),
]

@Suite struct `Tables of other programs` {
    private func read(_ text: String) -> (batch: LineBatch, reader: CSVReader) {
        let bytes = Array(text.utf8)
        let reader = csvReader(for: bytes)
        var batch = LineBatch()
        do {
            try reader.read(bytes.span, final: true, into: &batch)
        } catch {
            Issue.record(error)
        }
        return (batch, reader)
    }

    @Test(arguments: recordedTables)
    func `keep what their users recorded`(table: RecordedTable) {
        let (batch, reader) = read(table.text)
        #expect(batch.lines.map { render($0, batch, reader.accounts) } == table.lines)
        let others =
            batch.skipped.map { "\($0.line) \($0.reason.rawValue)" }
            + batch.rejections.map { "\($0.place.line) \($0.kind.rawValue)" }
        #expect(others == table.others)
        // A line of its own number each, also where a row has two.
        #expect(Set(batch.lines.map(\.sourceIndex)).count == batch.lines.count)
    }

    @Test func `a part beside a rejected one is rejected too`() {
        let head =
            "date,account,amount,currency,category,payee,description,memo,note,tags,counterparty,"
            + "mcc,original_amount,original_currency,balance,bank_id,transfer_to,key,part\n"
        let (batch, _) = read(
            head + "2026-01-25,Card,-12.50,UAH,a,,Shop,,,,,,,,,,,k1,\n"
                + "2026-01-26,Card,-20.00,UAH,a,,Market,,,,,abc,,,,,,k2,1\n"
                + "2026-01-26,Card,-5.00,UAH,b,,Market,,,,,,,,,,,k2,2\n")
        #expect(batch.lines.map(\.amount.text) == ["-12.50"])
        #expect(batch.rejections.map(\.kind) == [.mccNotACode, .recordIncomplete])
    }

    @Test func `a payment of parts has the sum of their originals and the tags of all`() throws {
        let head =
            "user_id,group_id,journal_id,created_at,updated_at,group_title,type,currency_code,"
            + "amount,foreign_currency_code,foreign_amount,primary_currency_code,pc_amount,"
            + "pc_foreign_amount,description,date,source_name,source_iban,source_type,"
            + "destination_name,destination_iban,destination_type,reconciled,category,budget,bill,"
            + "tags,notes\n"
        func row(_ journal: Int, _ amount: String, _ foreign: String, _ tag: String) -> String {
            "1,13,\(journal),2026-01-02T10:00:00+02:00,2026-01-02T10:00:00+02:00,Market,Withdrawal,"
                + "UAH,\(amount),EUR,\(foreign),UAH,,,Text \(journal),2026-01-07T00:00:00+02:00,Card,,"
                + "Asset account,Market,,Expense account,,Food,,,\(tag),\n"
        }
        let (batch, _) = read(
            head + row(23, "-300.00", "-6.00", "a") + row(24, "-120.00", "-2.40", "b"))
        let line = try #require(batch.lines.first)
        #expect(line.amount.text == "-420.00" && line.originalAmount?.rendered == "-8.40 EUR")
        #expect(batch.string(line.recordedTags) == "a, b")
        // Kopiyka's own export repeats the original of the whole payment.
        let own =
            "date,account,amount,currency,category,payee,description,memo,note,tags,counterparty,"
            + "mcc,original_amount,original_currency,balance,bank_id,transfer_to,key,part\n"
            + "2026-01-26,Card,-300.00,UAH,a,,Market,,,,,,-8.40,EUR,,,,k2,1\n"
            + "2026-01-26,Card,-120.00,UAH,b,,Market,,,,,,-8.40,EUR,,,,k2,2\n"
        let merged = read(own).batch.lines
        #expect(merged.map { $0.originalAmount?.rendered } == ["-8.40 EUR"])
    }

    @Test func `a transfer to an account in quotes is a transfer`() {
        let (batch, reader) = read(
            """
            Account,Date,Payee,Notes,Category,Amount,Split_Amount,Cleared
            "Card ""B""\",2026-01-27,"Box ""M""\",,,-500.00,0,Cleared
            "Box ""M""\",2026-01-27,"Card ""B""\",,,500.00,0,Cleared

            """)
        #expect(reader.accounts.map(\.number) == ["Card \"B\"", "Box \"M\""])
        #expect(
            batch.lines.map { batch.string($0.transferAccount) } == ["Box \"M\"", "Card \"B\""])
    }

    @Test func `a wrong sign and a transfer without its target are named so`() {
        let head =
            "date,type,amount,currency,account,category,subcategories,note,targetAccount,"
            + "targetCurrency,targetAmount\n"
        let (batch, _) = read(
            head + "2026-01-25,income,-85.50,UAH,Card,Food,,,,,\n"
                + "2026-01-28,transfer,500.00,UAH,Card,,,,,,\n")
        #expect(batch.lines.isEmpty)
        #expect(batch.rejections.map(\.kind) == [.amountWrongSign, .valueMissing])
        #expect(batch.rejections.map(\.field) == ["amount", "targetAccount"])
    }

    @Test func `target amounts of two readings are asked about`() {
        let head =
            "date;type;amount;currency;account;category;subcategories;note;targetAccount;"
            + "targetCurrency;targetAmount\n"
        let text =
            head + "2026-01-25;expense;85;UAH;Card;Food;;;;;\n"
            + "2026-01-28;transfer;30;USD;Card;;;;Box;UAH;1.234\n"
        let failure = #expect(throws: ReadFailure.self) { try readTable(text) }
        #expect(failure?.details.first == "decimal-mark")
    }

    @Test func `a blank status among those of done rows is done`() {
        let (batch, _) = read(
            "Type,Date,Set Time,Title,Amount,Currency,Exchange Rate,Category Group Name,Category,"
                + "Account,Notes,Labels,Status,Attachments\n"
                + "Expense,2026-03-25,14:22,Shop,-120.5,UAH,1,Food,Groceries,Cash,milk,,,\n")
        #expect(batch.lines.count == 1 && batch.rejections.isEmpty)
    }

    @Test(arguments: recordedTables)
    func `are read the same from any pieces`(table: RecordedTable) {
        let bytes = Array(table.text.utf8)
        let whole = ReaderReport(bytes, cutAt: [], by: csvReader(for: bytes))
        for size in [1, 7, 64] {
            let cuts = Array(stride(from: size, to: bytes.count, by: size))
            #expect(ReaderReport(bytes, cutAt: cuts, by: csvReader(for: bytes)) == whole)
        }
    }
}
