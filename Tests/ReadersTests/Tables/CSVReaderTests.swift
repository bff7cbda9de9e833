import Facts
import Tables
import TestKit
import Testing
import Reading

/// Reads a text with the built-in layouts, settling what the columns must settle.
func readCSV(_ text: String) -> ReaderReport {
    let bytes = Array(text.utf8)
    return ReaderReport(bytes, cutAt: [], by: csvReader(for: bytes))
}

func csvReader(for bytes: [UInt8]) -> CSVReader {
    let surveyor = CSVSurveyor(file: "f.csv")
    try? surveyor.read(bytes.span, final: true)
    return CSVReader(file: "f.csv", settled: (try? surveyor.settle()) ?? .nothing)
}

/// The input without its mark `↓`, and the line and column the mark stood at.
func unmarked(_ text: String) -> (text: String, line: Int, column: Int) {
    var line = 1
    var column = 1
    var plain = String.UnicodeScalarView()
    var found = (line: 0, column: 0)
    for scalar in text.unicodeScalars {
        if scalar == "↓" {
            found = (line, column)
            continue
        }
        plain.append(scalar)
        if scalar == "\n" {
            line += 1
            column = 1
        } else {
            column += 1
        }
    }
    return (String(plain), found.line, found.column)
}

struct GoldenCase: Sendable, CustomTestStringConvertible {
    let name: String
    let input: String
    let layout: String
    let lines: [String]
    var skips: [String] = []
    var accounts: [AccountClaim] = []
    var testDescription: String { name }
}

private let monoUkrainian =
    "Дата i час операції,Деталі операції,MCC,Сума в валюті картки (UAH),Сума в валюті операції,Валюта,Курс,"
    + "Сума комісій (UAH),Сума кешбеку (UAH),Залишок після операції\n"
private let privat =
    "Дата;Категорія;Картка;Опис операції;Сума в валюті картки;Валюта картки;Сума в валюті транзакції;"
    + "Валюта транзакції;Залишок на кінець періоду;Валюта залишку\n"
private let business =
    "ЄДРПОУ;МФО;Рахунок;Валюта;Номер документу;Дата операції;МФО банку;Назва банку;Рахунок кореспондента;"
    + "ЄДРПОУ кореспондента;Кореспондент;Сума;Призначення платежу;\n"
private let revolut =
    "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\n"
private let jar =
    "Дата та час операції,Категорія операції,Сума,Валюта,Додаткова інформація,Коментар до платежу,Залишок,Валюта залишку\n"

let goldenCases: [GoldenCase] = [
    GoldenCase(
        name: "Monobank, Ukrainian header with a Latin i",
        input: monoUkrainian
            + "14.02.2026 21:05:33,Сільпо,5411,-847.5,-847.5,UAH,—,—,8.47,14872.47\n"
            + "\"14.02.2026 12:00:41\",\"Кіно, \"\"Вікно\"\"\",742,-432.19,-9.99,USD,43.2623,20,—,14219.97\n",
        layout: "monobank/csv",
        lines: [
            "#0 | line 2 | account 0 | made=2026-02-14 21:05:33 | amount=-847.50 UAH | balance=14872.47 UAH"
                + " | cashback=8.47 UAH | mcc=5411 | description=Сільпо",
            "#1 | line 3 | account 0 | made=2026-02-14 12:00:41 | amount=-432.19 UAH | original=-9.99 USD"
                + " | balance=14219.97 UAH | fee=20.00 UAH | mcc=742 | description=Кіно, \"Вікно\""
                + " | exchange_rate=43.2623",
        ],
        accounts: [AccountClaim(bank: "monobank", currency: .uah, zone: "Europe/Kyiv")]),
    GoldenCase(
        name: "Monobank, English header of 2023, CR line ends, another currency",
        input:
            "Date and time,Description,MCC,\"Card currency amount, (EUR)\",Operation amount,Operation currency,"
            + "Exchange rate,Commission (EUR),Cashback amount (EUR),Balance\r"
            + "24.12.2025 18:45:00,Lidl,5411,-23.45,-23.45,EUR,—,—,—,876.55\r",
        layout: "monobank/csv",
        lines: [
            "#0 | line 2 | account 0 | made=2025-12-24 18:45:00 | amount=-23.45 EUR | balance=876.55 EUR"
                + " | mcc=5411 | description=Lidl"
        ]),
    GoldenCase(
        name: "Monobank, header in capitals with NBSP and Cyrillic МСС",
        input: "ДАТА І ЧАС\u{A0}ОПЕРАЦІЇ;Деталi операцiї;МСС;Сума в валюті картки (UAH);"
            + "Сума в валюті операції;Валюта;Залишок після операціЇ\r\n"
            + "01.01.2026 00:00:00;Переказ;4829;1;1;UAH;2\r\n",
        layout: "monobank/csv",
        lines: [
            "#0 | line 2 | account 0 | made=2026-01-01 00:00:00 | amount=1.00 UAH | balance=2.00 UAH"
                + " | mcc=4829 | description=Переказ"
        ]),
    GoldenCase(
        name: "a jar: two words are known, a third is proved by the balances",
        input: jar + "04.07.2026 09:12,За посиланням,80.00,UAH,Від: А.,,4480.00,UAH\n"
            + "03.07.2026 14:50,Нове слово,300.00,UAH,,,4400.00,UAH\n"
            + "03.07.2026 14:48,Часткове зняття,1700.00,UAH,На картку,Дякую,4700.00,UAH\n",
        layout: "monobank/jar",
        lines: [
            "#0 | line 2 | account 0 | made=2026-07-04 09:12:00 | amount=80.00 UAH | balance=4480.00 UAH"
                + " | description=Від: А. | category=За посиланням",
            "#1 | line 3 | account 0 | made=2026-07-03 14:50:00 | amount=-300.00 UAH | balance=4400.00 UAH"
                + " | category=Нове слово",
            "#2 | line 4 | account 0 | made=2026-07-03 14:48:00 | amount=-1700.00 UAH | balance=4700.00 UAH"
                + " | description=На картку | memo=Дякую | category=Часткове зняття",
        ]),
    GoldenCase(
        name: "ФОП: title with IBAN and currency, header cells with line breaks",
        input: "\"Виписка по рахунку UA213223130000026007233566001 (USD) ФОП ТЕСТ\"\n"
            + "\"Дата\nоперації\",\"Час\nоперації\",Деталі операції,Контрагент,ЄДРПОУ контрагента,IBAN контрагента,"
            + "Сума в валюті рахунку,Сума в валюті операції,Валюта операції,Курс,Сума комісій в валюті рахунку,"
            + "Залишок після операції в валюті рахунку,Номер платіжного доручення\n"
            + "15.01.2026,14:02:11,Договір №5,ТОВ «ПРИКЛАД»,12345678,ua21 3223 1300 0002 6007 2335 6600 2,125.00,"
            + "125.00,USD,—,—,152.30,D-1\n",
        layout: "monobank/fop-csv",
        lines: [
            "#0 | line 5 | account 0 | made=2026-01-15 14:02:11 | amount=125.00 USD | balance=152.30 USD | id=D-1"
                + " | description=Договір №5 | name=ТОВ «ПРИКЛАД» | iban=UA213223130000026007233566002 | tax=12345678"
        ],
        accounts: [
            AccountClaim(
                bank: "monobank", number: "UA213223130000026007233566001",
                iban: "UA213223130000026007233566001", currency: .usd, zone: "Europe/Kyiv")
        ]),
    GoldenCase(
        name: "PrivatBank: two cards, unsigned transaction amount, title row",
        input: "Виписка з Ваших карток за період 01.11.2025 - 22.11.2025;;;;;;;;;\n" + privat
            + "21.11.2025 17:36:03;Продукти;5168 **** **** 2795;АТБ;-310,82;UAH;310,82;UAH;1 689,18;UAH\n"
            + "20.11.2025 09:01:44;Подорожі;4149 **** **** 0001;\"Booking; Amsterdam\";-4210,00;UAH;87,50;EUR;2000,00;UAH\n",
        layout: "privatbank/csv",
        lines: [
            "#0 | line 3 | account 0 | made=2025-11-21 17:36:03 | amount=-310.82 UAH"
                + " | balance=1689.18 UAH | description=АТБ | category=Продукти",
            "#1 | line 4 | account 1 | made=2025-11-20 09:01:44 | amount=-4210.00 UAH | original=-87.50 EUR"
                + " | balance=2000.00 UAH | description=Booking; Amsterdam | category=Подорожі",
        ],
        accounts: [
            AccountClaim(
                bank: "privatbank", number: "5168 **** **** 2795", currency: .uah,
                zone: "Europe/Kyiv"),
            AccountClaim(
                bank: "privatbank", number: "4149 **** **** 0001", currency: .uah,
                zone: "Europe/Kyiv"),
        ]),
    GoldenCase(
        name: "PrivatBank, English header",
        input:
            "Date,Category,Card,Description,Amount in card currency,Card currency,Amount in transaction currency,"
            + "Transaction currency,Rest at the end of the period,Rest currency\n"
            + "21.11.2025 17:36:03,Food,5168 **** **** 2795,ATB,-310.82,UAH,310.82,UAH,1689.18,UAH\n",
        layout: "privatbank/csv",
        lines: [
            "#0 | line 2 | account 0 | made=2025-11-21 17:36:03 | amount=-310.82 UAH | balance=1689.18 UAH"
                + " | description=ATB | category=Food"
        ]),
    GoldenCase(
        name: "PrivatBank business: literal quotes, opening balance left out, trailing delimiter",
        input: business
            + "29;305299;UA123;UAH;Q1;22.07.2026;305299;АТ КБ \"ПРИВАТБАНК\";UA503052990000000010025020701;14360570;\"Каса;"
            + "-100 000.00;Видача готівки;\n"
            + "29;305299;UA123;UAH;Q2;21.07.2026;305299;АТ;UA1;1;ТОВ;750,00;Оплата;\n"
            + "29;305299;UA123;UAH;Q3;20.07.2026;305299;АТ;UA1;1;ТОВ;500.00;#ПЕРЕНЕСЕННЯ ЗАЛИШКУ;\n",
        layout: "privatbank/business-csv",
        lines: [
            "#0 | line 2 | account 0 | made=2026-07-22 | amount=-100000.00 UAH | id=Q1 | description=Видача готівки"
                + " | name=\"Каса | iban=UA503052990000000010025020701 | tax=14360570",
            "#1 | line 3 | account 0 | made=2026-07-21 | amount=750.00 UAH | id=Q2 | description=Оплата"
                + " | name=ТОВ | iban=UA1 | tax=1",
        ],
        skips: ["4 opening-balance"],
        accounts: [
            AccountClaim(
                bank: "privatbank", number: "UA123", currency: .uah, zone: "Europe/Kyiv")
        ]),
    GoldenCase(
        name:
            "Revolut: products and currencies are accounts, pending is a hold, reverted is left out",
        input: revolut
            + "Card Payment,Current,2026-08-01 10:00:00,2026-08-01 12:00:00,Coffee,-3.50,0.10,EUR,COMPLETED,96.50\n"
            + "Transfer,Deposit,2026-08-01 10:00:05,2026-08-01 10:00:05,To Travel,0.50,0.00,EUR,COMPLETED,10.50\n"
            + "Card Payment,Current,2026-08-07 09:00:00,,Shop,-9.99,0.00,EUR,PENDING,\n"
            + "Card Payment,Current,2026-08-08 09:00:00,,Shop,-9.99,0.00,EUR,REVERTED,\n"
            + "Exchange,Current,2026-08-09 09:00:00,2026-08-09 09:00:00,To JPY,500,0,JPY,COMPLETED,500\n",
        layout: "revolut/csv",
        lines: [
            "#0 | line 2 | account 0 | made=2026-08-01 12:00:00 | booked=2026-08-01 | amount=-3.50 EUR | balance=96.50 EUR"
                + " | fee=0.10 EUR | description=Coffee | category=Card Payment",
            "#1 | line 3 | account 1 | made=2026-08-01 10:00:05 | booked=2026-08-01 | amount=0.50 EUR | balance=10.50 EUR"
                + " | fee=0.00 EUR | description=To Travel | category=Transfer",
            "#2 | line 4 | account 0 | made=2026-08-07 09:00:00 | amount=-9.99 EUR | fee=0.00 EUR | hold=yes"
                + " | description=Shop | category=Card Payment",
            "#4 | line 6 | account 2 | made=2026-08-09 09:00:00 | booked=2026-08-09 | amount=500 JPY | balance=500 JPY"
                + " | fee=0 JPY | description=To JPY | category=Exchange",
        ],
        skips: ["5 reverted"],
        accounts: [
            AccountClaim(bank: "revolut", currency: .eur),
            AccountClaim(bank: "revolut", product: "Deposit", currency: .eur),
            AccountClaim(bank: "revolut", currency: Currency(0x4A, 0x50, 0x59)),
        ]),
    GoldenCase(
        name: "Revolut savings: currency in the header, English dates, four decimals",
        input: "Date,Description,\"Value, EUR\",Price per share,Quantity of shares\n"
            + "\"Sep 27, 2026, 3:24:42 AM\",Fee,-0.0072,,\n\"Sep 25, 2026, 12:24:30\u{202F}PM\",BUY,-200,1.00,200\n",
        layout: "revolut/savings-csv",
        lines: [
            "#0 | line 2 | account 0 | made=2026-09-27 03:24:42 | amount=-0.0072 EUR | description=Fee",
            "#1 | line 3 | account 0 | made=2026-09-25 12:24:30 | amount=-200.00 EUR | description=BUY",
        ]),
    GoldenCase(
        name: "Wise, 23 columns",
        input:
            "\"TransferWise ID\",Date,\"Date Time\",Amount,Currency,Description,\"Payment Reference\",\"Running Balance\","
            + "\"Exchange From\",\"Exchange To\",\"Exchange Rate\",\"Payer Name\",\"Payee Name\",\"Payee Account Number\",Merchant,"
            + "\"Card Last Four Digits\",\"Card Holder Full Name\",Attachment,Note,\"Total fees\",\"Exchange To Amount\","
            + "\"Transaction Type\",\"Transaction Details Type\"\n"
            + "CARD-2,05-09-2026,05-09-2026 10:07:33.409,-2.70,EUR,Cafe,,42.17,EUR,TRY,56.25080,,,,Sample Cafe,1234,Owner,,"
            + ",0.01,151.35,DEBIT,CARD\n",
        layout: "wise/csv",
        lines: [
            "#0 | line 2 | account 0 | made=2026-09-05 10:07:33 | amount=-2.70 EUR | original=-151.35 TRY | balance=42.17 EUR"
                + " | fee=0.01 EUR | id=CARD-2 | description=Cafe | merchant=Sample Cafe"
        ]),
    GoldenCase(
        name: "Wise, 20 columns",
        input:
            "TransferWise ID,Date,Amount,Currency,Description,Payment Reference,Running Balance,Exchange From,Exchange To,"
            + "Exchange Rate,Payer Name,Payee Name,Payee Account Number,Merchant,Card Last Four Digits,Card Holder Full Name,"
            + "Attachment,Note,Total fees,Exchange To Amount\n"
            + "TRANSFER-1,22-09-2022,-42.00,EUR,Sent money,Rent,0.17,,,,,Sample,ES12 3456 7890 1234 5678 9012,,,,,,0.00,\n",
        layout: "wise/csv",
        lines: [
            "#0 | line 2 | account 0 | made=2022-09-22 | amount=-42.00 EUR | balance=0.17 EUR | fee=0.00 EUR | id=TRANSFER-1"
                + " | description=Sent money | memo=Rent | name=Sample | iban=ES1234567890123456789012"
        ]),
    GoldenCase(
        name: "N26, German, 2017",
        input:
            "Datum,Empfänger,Kontonummer,Transaktionstyp,Verwendungszweck,Kategorie,Betrag (EUR),Betrag (Fremdwährung),"
            + "Fremdwährung,Wechselkurs\n2017-10-01,NINTENDO,,MasterCard Zahlung,,Medien,-59.99,-59.99,EUR,1.0\n",
        layout: "n26/csv",
        lines: [
            "#0 | line 2 | account 0 | made=2017-10-01 | amount=-59.99 EUR | description=NINTENDO | name=NINTENDO"
                + " | category=Medien"
        ]),
    GoldenCase(
        name: "N26, English, second generation",
        input:
            "\"Date\",\"Payee\",\"Account number\",\"Transaction type\",\"Payment reference\",\"Amount (EUR)\","
            + "\"Amount (Foreign Currency)\",\"Type Foreign Currency\",\"Exchange Rate\"\n"
            + "\"2020-02-01\",\"Ann\",\"DE89370400440532013000\",\"Income\",\"Rent\",\"10.0\",\"\",\"\",\"\"\n",
        layout: "n26/csv",
        lines: [
            "#0 | line 2 | account 0 | made=2020-02-01 | amount=10.00 EUR | description=Ann | memo=Rent | name=Ann"
                + " | iban=DE89370400440532013000 | category=Income"
        ]),
    GoldenCase(
        name: "N26, third generation",
        input:
            "\"Booking Date\",\"Value Date\",\"Partner Name\",\"Partner Iban\",Type,\"Payment Reference\",\"Account Name\","
            + "\"Amount (EUR)\",\"Original Amount\",\"Original Currency\",\"Exchange Rate\"\n"
            + "2024-05-02,2024-05-01,Shop,,Presentment,,Main,-5.50,-6.00,USD,0.9167\n",
        layout: "n26/csv",
        lines: [
            "#0 | line 2 | account 0 | made=2024-05-02 | value=2024-05-01 | amount=-5.50 EUR | original=-6.00 USD"
                + " | description=Shop | name=Shop | category=Presentment"
        ]),
    GoldenCase(
        name: "plain table, days first proved by one row, decimal comma, no currency",
        input:
            "Дата;Опис;Сума;Залишок\n01/02/2026;Кава;-85,00;1 415,00\n13/02/2026;Чай;-5,5;1 409,50\n",
        layout: "inferred/csv",
        lines: [
            "#0 | line 2 | account 0 | made=2026-02-01 | amount=-85.00 ? | balance=1415.00 ? | description=Кава",
            "#1 | line 3 | account 0 | made=2026-02-13 | amount=-5.50 ? | balance=1409.50 ? | description=Чай",
        ]),
    GoldenCase(
        name: "plain table with two amount columns, words for status, a direction",
        input:
            "Date,Description,Debit,Credit,Currency,Status\n2026-01-02,A,5.00,,USD,Posted\n2026-01-03,B,,7.00,USD,Pending\n"
            + "2026-01-03,C,1.00,,USD,Failed\n",
        layout: "inferred/csv",
        lines: [
            "#0 | line 2 | account 0 | made=2026-01-02 | amount=-5.00 USD | description=A",
            "#1 | line 3 | account 0 | made=2026-01-03 | amount=7.00 USD | hold=yes | description=B",
        ], skips: ["4 failed"]),
    GoldenCase(
        name: "plain table of our own generator",
        input:
            "Date,Description,Amount,Balance,Transaction ID\n2026-06-29,\"Метро, м. Луцьк\",-6181.42,50501.15,F4ABD143FEB24055\n",
        layout: "inferred/csv",
        lines: [
            "#0 | line 2 | account 0 | made=2026-06-29 | amount=-6181.42 ? | balance=50501.15 ? | id=F4ABD143FEB24055"
                + " | description=Метро, м. Луцьк"
        ]),
]

struct RejectionCase: Sendable, CustomTestStringConvertible {
    let name: String
    /// With `↓` where the rejection must point.
    let input: String
    let kind: RowRejection.Kind
    var field = ""
    var found = ""
    var testDescription: String { name }
}

private let plain =
    "Date,Description,Amount\n"
    + String(repeating: "2026-01-01,first,-1.00\n", count: 6)

let rejectionCases: [RejectionCase] = [
    .init(
        name: "an amount that is a word",
        input: monoUkrainian + "14.02.2026 21:05:33,Сільпо,5411,↓багато,-1,UAH,—,—,—,1\n",
        kind: .amountNotANumber, field: "Сума в валюті картки (UAH)", found: "багато"),
    .init(
        name: "no amount",
        input: monoUkrainian + "14.02.2026 21:05:33,Сільпо,5411,↓,-1,UAH,—,—,—,1\n",
        kind: .amountMissing, field: "Сума в валюті картки (UAH)"),
    .init(
        name: "a balance that is no number",
        input: monoUkrainian + "14.02.2026 21:05:33,\"С, \"\"Я\"\"\",5411,-1,-1,UAH,—,—,—,↓1.2.3\n",
        kind: .amountNotANumber, field: "Залишок після операції", found: "1.2.3"),
    .init(
        name: "too many digits",
        input: monoUkrainian + "14.02.2026 21:05:33,С,5411,↓99999999999999999999,-1,UAH,—,—,—,1\n",
        kind: .amountOverflow, field: "Сума в валюті картки (UAH)", found: "99999999999999999999"),
    .init(
        name: "more than fits once brought to kopiykas",
        input: monoUkrainian + "14.02.2026 21:05:33,С,5411,↓9223372036854775807,-1,UAH,—,—,—,1\n",
        kind: .amountOverflow, field: "Сума в валюті картки (UAH)", found: "9223372036854775807"),
    .init(
        name: "a day that does not exist",
        input: monoUkrainian + "↓30.02.2026 21:05:33,С,5411,-1,-1,UAH,—,—,—,1\n",
        kind: .dateNotADay,
        field: "Дата i час операції", found: "30.02.2026 21:05:33"),
    .init(
        name: "a time that does not exist",
        input: monoUkrainian + "↓28.02.2026 25:05:33,С,5411,-1,-1,UAH,—,—,—,1\n",
        kind: .timeNotATime,
        field: "Дата i час операції", found: "28.02.2026 25:05:33"),
    .init(
        name: "no day", input: monoUkrainian + "↓,С,5411,-1,-1,UAH,—,—,—,1\n", kind: .dateMissing,
        field: "Дата i час операції"),
    .init(
        name: "a two-digit year among others",
        input: monoUkrainian + "28.02.2026 20:05:34,С,5411,-1,-1,UAH,—,—,—,1\n"
            + "↓28.02.26 20:05:33,С,5411,-1,-1,UAH,—,—,—,1\n",
        kind: .dateNotADay, field: "Дата i час операції", found: "28.02.26 20:05:33"),
    .init(
        name: "a currency that is none",
        input: monoUkrainian + "28.02.2026 20:05:33,С,5411,-1,-1,↓гроші,—,—,—,1\n",
        kind: .currencyUnknown, field: "Валюта", found: "гроші"),
    .init(
        name: "an MCC with letters",
        input: monoUkrainian + "28.02.2026 20:05:33,С,↓54a1,-1,-1,UAH,—,—,—,1\n",
        kind: .mccNotACode,
        field: "MCC", found: "54a1"),
    .init(
        name: "an MCC of five digits",
        input: monoUkrainian + "28.02.2026 20:05:33,С,↓54112,-1,-1,UAH,—,—,—,1\n",
        kind: .mccNotACode,
        field: "MCC", found: "54112"),
    .init(
        name: "a control character",
        input: monoUkrainian + "28.02.2026 20:05:33,↓С\u{1B}[31m,5411,-1,-1,UAH,—,—,—,1\n",
        kind: .textHasControls, field: "Деталі операції", found: "С\u{1B}[31m"),
    .init(
        name: "too few columns", input: monoUkrainian + "13.02.2026 10:00:00,АТБ,5411,-100.0↓\n",
        kind: .columnMissing, field: "Сума в валюті операції"),
    .init(
        name: "too many columns",
        input: monoUkrainian + "28.02.2026 20:05:33,С,5411,-1,-1,UAH,—,—,—,1,↓2\n",
        kind: .columnsTooMany, found: "2"),
    .init(
        name: "a quote that never closes, and the rows behind it stand",
        input: monoUkrainian + "28.02.2026 20:05:33,↓\"С,5411,-1,-1,UAH,—,—,—,1\n"
            + "28.02.2026 20:05:33,\"С\",5411,-1,-1,UAH,—,—,—,1\n",
        kind: .quoteNotClosed),
    .init(
        name: "a status never seen",
        input: revolut
            + "Card Payment,Current,2026-08-08 09:00:00,,Shop,-9.99,0.00,EUR,↓MAYBE,\n",
        kind: .statusUnknown, field: "State", found: "MAYBE"),
    .init(
        name: "a direction that neither word nor balance tells",
        input: jar + "03.07.2026 14:50,↓Нове слово,300.00,UAH,,,4400.00,UAH\n",
        kind: .directionUnknown,
        field: "Категорія операції", found: "Нове слово"),
    .init(
        name: "an amount with two readings in one row",
        input: privat + "20.11.2025 09:01:44;П;4149;Б;↓1.500;UAH;1,00;EUR;2000,00;UAH\n",
        kind: .amountAmbiguous, field: "Сума в валюті картки", found: "1.500"),
    .init(
        name: "money out and in at once",
        input: "Date,Description,Debit,Credit\n"
            + String(repeating: "2026-01-02,A,5.00,\n2026-01-02,B,,5.00\n", count: 3)
            + "2026-01-02,A,5.00,↓6.00\n", kind: .amountTwoSides,
        field: "Credit", found: "6.00"),
    .init(
        name: "a row behind a multi-line cell keeps its physical line",
        input: plain + "2026-01-02,\"two\r\nlines\",-5.00\n2026-01-03,x,↓five\n",
        kind: .amountNotANumber, field: "Amount", found: "five"),
    .init(
        name: "a cell behind a line break in its own row",
        input: plain + "2026-01-02,\"two\nlines\",↓five\n2026-01-03,x,-1.5\n",
        kind: .amountNotANumber, field: "Amount", found: "five"),
    .init(
        name: "a field over the limit",
        input: plain
            + "2026-01-02,↓\(String(repeating: "x", count: 70_000)),-5.00\n2026-01-03,x,-1.5\n",
        kind: .fieldTooLong),
]

@Suite struct `CSV reader` {
    @Test(arguments: goldenCases)
    func `a bank's table becomes lines`(_ c: GoldenCase) {
        let reading = readCSV(c.input)
        #expect(reading.failure == nil)
        #expect(reading.layout == c.layout)
        #expect(reading.lines == c.lines)
        #expect(reading.rejections == [])
        #expect(reading.skips == c.skips)
        if !c.accounts.isEmpty { #expect(reading.accounts == c.accounts) }
    }

    @Test(arguments: rejectionCases)
    func `a row that is no fact is rejected exactly where it is wrong`(_ c: RejectionCase) {
        let (input, line, column) = unmarked(c.input)
        let bytes = Array(input.utf8)
        var batch = LineBatch()
        do throws(ReadFailure) {
            try csvReader(for: bytes).read(bytes.span, final: true, into: &batch)
        } catch {
            Issue.record("\(error.rendered)")
        }
        #expect(batch.rejections.count == 1)
        guard let rejection = batch.rejections.first else { return }
        #expect(rejection.kind == c.kind)
        #expect(rejection.place.line == line)
        #expect(rejection.place.column == column)
        #expect(rejection.field == c.field)
        #expect(rejection.found.revealed == c.found)
    }

    @Test(arguments: goldenCases)
    func `cuts in the bytes change nothing`(_ c: GoldenCase) {
        let bytes = Array(c.input.utf8)
        let surveyor = CSVSurveyor(file: "f.csv")
        try? surveyor.read(bytes.span, final: true)
        let settled = (try? surveyor.settle()) ?? .nothing
        #expect(verifyReader(bytes) { CSVReader(file: "f.csv", settled: settled) } == [])
    }

    @Test func `line breaks inside a cell become one blank`() {
        let reading = readCSV("Date,Description,Amount\n2026-01-02,\"a\r\n\nb\tc\",-5.00\n")
        #expect(reading.lines.first?.hasSuffix("description=a b\tc") == true)
    }

    @Test func `a header far down is found, one too far is not`() {
        let title = "title;;\n"
        let table = "Дата;Опис;Сума\n01.02.2026;Кава;-85,00\n"
        #expect(readCSV(String(repeating: title, count: 63) + table).lines.count == 1)
        #expect(
            readCSV(String(repeating: title, count: 64) + table).failure?.hasPrefix(
                "layout-unknown") == true)
    }

    @Test func `an unknown header names the closest layout and what is missing`() {
        let reading = readCSV(
            "Дата i час операції,Деталі операції,Код,Сума в валюті картки (UAH),Валюта\n1,2,3,4,5\n"
        )
        #expect(
            reading.failure
                == "layout-unknown at 1:0 \"Дата i час операції,Деталі операції,Код,Сума в валюті картки (UAH),Валюта\" "
                + "[\"monobank/csv\", \"4/7\", \"MCC\", \"Сума в валюті операції\", \"Залишок після операції\"]"
        )
    }

    @Test func `a table that allows two orders of day and month is refused with both`() {
        let surveyor = CSVSurveyor(file: "f.csv")
        let bytes = Array("Date,Narrative,Amount\n03/04/2026,a,1.00\n05/05/2026,b,2.00\n".utf8)
        do throws(ReadFailure) {
            try surveyor.read(bytes.span, final: true)
            _ = try surveyor.settle()
            Issue.record("no refusal")
        } catch {
            #expect(
                error.rendered
                    == "layout-ambiguous at 2:0 \"03/04/2026\" [\"date-order\", \"dmy\", \"mdy\", "
                    + "\"dmy → 2026-04-03\", \"mdy → 2026-03-04\", \"sign\", \"printed\", \"inverted\", "
                    + "\"printed → 1.00\", \"inverted → -1.00\"]")
        }
    }

    @Test(arguments: [DateOrder.dayFirst, .monthFirst])
    func `the user's word settles the order`(order: DateOrder) throws {
        let surveyor = CSVSurveyor(file: "f.csv")
        let bytes = Array("Date,Narrative,Amount\n03/04/2026,a,-1.00\n".utf8)
        try surveyor.read(bytes.span, final: true)
        let reader = CSVReader(
            file: "f.csv", settled: try surveyor.settle(ReadOptions(dateOrder: order)))
        let report = ReaderReport(bytes, cutAt: [], by: reader)
        let day = order == .dayFirst ? "2026-04-03" : "2026-03-04"
        #expect(report.lines.first?.contains("made=\(day)") == true)
    }

    @Test func `a table whose numbers allow two marks is refused with both`() {
        let surveyor = CSVSurveyor(file: "f.csv")
        let bytes = Array("Date,Description,Amount\n2026-01-02,a,\"1,500\"\n".utf8)
        do throws(ReadFailure) {
            try surveyor.read(bytes.span, final: true)
            _ = try surveyor.settle()
            Issue.record("no refusal")
        } catch {
            #expect(
                error.rendered
                    == "layout-ambiguous at 2:0 \"1,500\" [\"decimal-mark\", \"point\", \"comma\", "
                    + "\"point → 1500\", \"comma → 1.500\", \"sign\", \"printed\", \"inverted\", "
                    + "\"printed → 1500\", \"inverted → -1500\"]")
        }
    }

    @Test func `a number of the statement above the table is not the account`() {
        for above in [
            "Виписка № MB20260131123456\nРахунок: UA213223130000026007233566001\n",
            "Рахунок,UA213223130000026007233566001\nВиписка MB20260131123456\n",
            // A masked number has the form only.
            "MB20260131123456\nРахунок: UA210000000000000000000000001\n",
        ] {
            let row = "14.02.2026 21:05:33,Сільпо,5411,-847.5,-847.5,UAH,—,—,8.47,14872.47\n"
            let bytes = Array((above + monoUkrainian + row).utf8)
            let reader = csvReader(for: bytes)
            let report = ReaderReport(bytes, cutAt: [], by: reader)
            #expect(report.lines.count == 1)
            #expect(reader.accounts.map { $0.iban.prefix(4) } == ["UA21"], "\(above)")
        }
    }

    @Test func `a header in the bank's other language with another currency ends the table`() {
        let row = "14.02.2026 21:05:33,Сільпо,5411,-847.5,-847.5,UAH,—,—,8.47,14872.47\n"
        func english(_ code: String) -> String {
            "\"Date and time\",Description,MCC,\"Card currency amount, (\(code))\",\"Operation amount\","
                + "\"Operation currency\",\"Exchange rate\",\"Commission, (\(code))\","
                + "\"Cashback amount, (\(code))\",Balance\n"
                + "13.02.2026 18:45:00,Lidl,5411,-23.45,-23.45,\(code),—,—,—,876.55\n"
        }
        let same = readCSV(monoUkrainian + row + english("UAH"))
        #expect(same.lines.count == 2 && same.failure == nil, "\(same.failure ?? "")")
        let other = readCSV(monoUkrainian + row + english("EUR"))
        #expect(other.lines.count == 1)
        #expect(other.failure?.hasPrefix("layout-drifted") == true, "\(other.failure ?? "")")
    }

    @Test(arguments: ["\u{1A}", "\0"])
    func `a mark behind the last row is no row`(_ mark: String) {
        let row = "14.02.2026 21:05:33,Сільпо,5411,-847.5,-847.5,UAH,—,—,8.47,14872.47\n"
        let read = readCSV(monoUkrainian + row + mark)
        #expect(read.lines.count == 1 && read.rejections.isEmpty)
    }

    @Test func `a continuation that cannot be read costs its payment too`() {
        let head =
            "Account details for:,FRANK Account 666-666666-666\nAvailable Balance,\"6,666.66\"\n\n"
            + "Transaction History\n"
            + "Transaction date,Value date,Description,Withdrawals (SGD),Deposits (SGD)\n"
        let read = readCSV(
            head + "18/04/2026,19/04/2026,DEBIT PURCHASE,6.66,\n,,A \u{1} B\n"
                + "17/04/2026,17/04/2026,SALARY,,\"1,066.66\"\n")
        #expect(read.lines.count == 1)
        #expect(read.rejections.count == 2 && read.skips.isEmpty, "\(read.rejections)")
    }

    @Test(arguments: [DateOrder.dayFirst, .monthFirst])
    func `a chosen order decides no day that the rows decide`(_ order: DateOrder) throws {
        let (_, batch) = try readTable(
            "Id,Date,Category,Amount,Currency,Note,Wallet\n1,25/01/2026,Food,-85.5,UAH,,Cash\n"
                + "2,03/02/2026,Salary,42000,UAH,,Card\n",
            ReadOptions(dateOrder: order, decimalMark: .comma))
        #expect(batch.lines.map(\.made.day.text) == ["2026-01-25", "2026-02-03"])
        #expect(batch.lines.map(\.amount.text) == ["-85.50", "42000.00"])
    }

    @Test func `a quoted field that is never closed costs one row wherever it opens`() {
        let row = "2026-01-02,x,-5.00\n"
        for position in 0..<4 {
            var rows = Array(repeating: row, count: 4)
            rows[position] = "2026-01-02,\"x,-5.00\n"
            let reading = readCSV("Date,Description,Amount\n" + rows.joined())
            #expect(reading.lines.count == 3)
            #expect(reading.rejections.count == 1)
        }
    }

    @Test func `quotes that open again and again do not take for ever`() {
        let text = "Date,Description,Amount\n" + String(repeating: "a,\"\"x\n", count: 20_000)
        let reading = readCSV(text)
        #expect(reading.lines.isEmpty)
        #expect(reading.rejections.count > 0 || reading.failure != nil)
    }

    @Test func `rows of blanks are left out and repeated headers too`() {
        let reading = readCSV(
            "Date;Description;Amount\n;;\n2026-01-02;a;-1.00\n\n\nDate;Description;Amount\n2026-01-03;b;-2.00"
        )
        #expect(reading.lines.count == 2)
        #expect(reading.skips == ["2 blank", "6 repeated-header"])
    }

    @Test func `rows come in small batches though a head of many was looked at first`() throws {
        let rows = (0..<4_000).map { "2026-01-02;shop \($0);-\($0).50\n" }.joined()
        let bytes = Array(("Date;Description;Amount\n" + rows).utf8)
        let reader = csvReader(for: bytes)
        var batches: [Int] = []
        func read(_ range: Range<Int>) throws {
            var batch = LineBatch()
            try reader.read(
                bytes.span.extracting(range), final: range.upperBound == bytes.count, into: &batch)
            batches.append(batch.lines.count)
        }
        for start in stride(from: 0, to: bytes.count, by: 4_096) {
            while reader.hasRowsLeft { try read(start..<start) }
            try read(start..<min(start + 4_096, bytes.count))
        }
        #expect(batches.reduce(0, +) == 4_000)
        #expect(batches.max() ?? .max < 400)
        #expect(problems(in: bytes).isEmpty)
    }

    private func problems(in bytes: [UInt8]) -> [String] {
        let whole = ReaderReport(bytes, cutAt: [], by: csvReader(for: bytes))
        return drawn(every: 3, of: [64, 4_096, 5_000, 70_000]).compactMap { size in
            let cuts = Array(stride(from: size, to: bytes.count, by: size))
            let other = ReaderReport(bytes, cutAt: cuts, by: csvReader(for: bytes))
            return other == whole ? nil : "pieces of \(size)"
        }
    }
}
