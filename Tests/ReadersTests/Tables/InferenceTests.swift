import Facts
import Glibc
import Tables
import TestKit
import Testing
import Reading

/// What became of a text that no layout knows.
private struct Inferred {
    var layout = ""
    var batch = LineBatch()
    /// Empty when it was read.
    var refusal = ""

    /// - Parameter pieceBytes: how many bytes the survey is given at once; 0 for all.
    init(
        _ text: String, layouts: LayoutSet = .builtIn, pieceBytes: Int = 0,
        sign: AmountSign? = nil, decimalMark: NumberStyle.DecimalMark? = nil
    ) {
        let bytes = Array(text.utf8)
        let surveyor = CSVSurveyor(file: "f.csv", layouts: layouts)
        do throws(ReadFailure) {
            var start = 0
            while pieceBytes > 0, start + pieceBytes < bytes.count {
                try surveyor.read(
                    bytes.span.extracting(start..<(start + pieceBytes)), final: false)
                start += pieceBytes
            }
            try surveyor.read(bytes.span.extracting(start..<bytes.count), final: true)
            let settled = try surveyor.settle(
                ReadOptions(decimalMark: decimalMark, sign: sign))
            let reader = CSVReader(file: "f.csv", layouts: layouts, settled: settled)
            try reader.read(bytes.span, final: true, into: &batch)
            layout = reader.layout
        } catch {
            refusal = error.rendered
        }
    }

    var lines: [String] { batch.lines.map { $0.rendered(in: batch) } }
    /// `2026-01-02 -5.00`, a line each.
    var facts: [String] { batch.lines.map { "\($0.made.day.text) \($0.amount.text)" } }
}

private func draft(
    of text: String, _ options: ReadOptions = ReadOptions()
) throws(ReadFailure) -> LayoutProposal {
    let proposer = LayoutProposer(file: "f.csv")
    proposer.read(Array(text.utf8).span, final: true)
    return try proposer.propose(options: options)
}

struct UnknownTable: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    /// What is read; empty when the table is refused.
    var facts: [String] = []
    /// The question that is left open.
    var open = ""
    var testDescription: String { name }
}

private let plainTables: [UnknownTable] = [
    .init(
        name: "days of Hungary",
        text: "Dátum;Szöveg;Összeg (Ft)\n2026. 03. 02.;Bolt;-500\n2026. 03. 15.;Bér;900000\n"
            + "2026. 03. 16.;Lakbér;-95000\n",
        facts: ["2026-03-02 -500.00", "2026-03-15 900000.00", "2026-03-16 -95000.00"]),
    .init(
        name: "deposits, which raise every balance",
        text: "Date,Text,Amount,Balance\n15/01/2026,Deposit,100.00,1100.00\n"
            + "15/02/2026,Standing order,250.00,1350.00\n15/03/2026,Deposit,100.00,1450.00\n"
            + "31/03/2026,Interest paid,0.50,1450.50\n",
        facts: [
            "2026-01-15 100.00", "2026-02-15 250.00", "2026-03-15 100.00", "2026-03-31 0.50",
        ]),
    .init(
        name: "purchases raise a card's debt as deposits raise a balance",
        text: "Date,Text,Amount,Balance\n15/01/2026,Shop,100.00,1100.00\n"
            + "15/02/2026,Cafe,250.00,1350.00\n15/03/2026,Cinema,100.00,1450.00\n",
        open: "sign"),
    .init(
        name: "deposits before which another row stands that no balance proves",
        text: "Date,Text,Amount,Balance\n15/01/2026,Uber trip,100.00,1100.00\n"
            + "15/02/2026,Deposit,250.00,1350.00\n15/03/2026,Deposit,100.00,1450.00\n",
        open: "sign"),
    .init(
        name: "deposits whose balances break",
        text: "Date,Text,Amount,Balance\n15/01/2026,Deposit,100.00,1100.00\n"
            + "15/02/2026,Deposit,250.00,1350.00\n15/03/2026,Deposit,100.00,1250.00\n",
        open: "sign"),
    .init(
        name: "a sign proved by balances, newest row first",
        text: "Data;Suma X;Rest\n03.02.2026;-5,00;85,00\n02.02.2026;-10,00;90,00\n"
            + "02.02.2026;100,00;100,00\n01.02.2026;-7,50;0,00\n",
        facts: [
            "2026-02-03 -5.00", "2026-02-02 -10.00", "2026-02-02 100.00", "2026-02-01 -7.50",
        ]),
    .init(
        name: "texts below the table, after a blank line",
        text: "Datum;Text;Betrag\n03.02.2026;Migros;-5,00\n04.02.2026;Lohn;900,00\n\n"
            + "Haftungsausschluss:\nDer Inhalt wurde erstellt; er ist ohne Gewähr.\n",
        facts: ["2026-02-03 -5.00", "2026-02-04 900.00"]),
    .init(
        name: "headings of two words in one",
        text: "transactiondate,label,amount,accountbalance\n2026-01-02,Shop,-5.00,95.00\n"
            + "2026-01-03,Shop,-6.00,89.00\n",
        facts: ["2026-01-02 -5.00", "2026-01-03 -6.00"]),
    .init(
        name: "a table without a header, proved by balances",
        text:
            "2026-01-02,Shop,-5.00,95.00\n2026-01-03,Shop,-6.00,89.00\n2026-01-03,Pay,50.00,139.00\n",
        facts: ["2026-01-02 -5.00", "2026-01-03 -6.00", "2026-01-03 50.00"]),
    .init(
        name: "a table without a header and with one column of money",
        text: "2026-01-02,Shop,-5.00\n2026-01-03,Shop,-6.00\n2026-01-03,Pay,50.00\n",
        facts: ["2026-01-02 -5.00", "2026-01-03 -6.00", "2026-01-03 50.00"]),
    .init(
        name: "a table without a header and with one column of numbers without a sign",
        text: "2026-01-02,Shop,5.00\n2026-01-03,Shop,6.00\n2026-01-03,Pay,50.00\n",
        open: "sign"),
    .init(
        name: "a table without a header and with two columns of money",
        text: "2026-01-02,Shop,-5.00,1.00\n2026-01-03,Shop,-6.00,1.00\n"
            + "2026-01-03,Pay,50.00,0.00\n",
        open: "amount-column"),
    .init(
        name: "money out and in, told apart by balances alone",
        text:
            "2026-01-02,Shop,5.00,,95.00\n2026-01-03,Pay,,50.00,145.00\n2026-01-04,Shop,6.00,,139.00\n",
        facts: ["2026-01-02 -5.00", "2026-01-03 50.00", "2026-01-04 -6.00"]),
    .init(
        name: "amounts without a sign beside a column of zeros, moving balances one way",
        text: "Wann;Գումար;Վճար;Մնացորդ\n2026-07-16;94,47;0,00;1701,31\n"
            + "2026-07-15;288,09;0,00;1795,78\n2026-07-13;154,69;0,00;2083,87\n"
            + "2026-07-10;208,44;0,00;2238,56\n", open: "amount-column"),
    .init(
        name: "amounts that are blank where the balances move",
        text: "2026-04-22,-10.00,,90.00\n2026-04-23,-20.00,,70.00\n2026-04-24,-5.00,,65.00\n"
            + "2026-04-25,,\"2,50\",67.50\n2026-04-26,,3.00,20.00\n", open: "amount-column"),
    .init(
        name: "a fee of nothing with another mark than the amounts",
        text: "Fecha;Comisión;Importe;Concepto\n2025-07-25;0.00;-0,20;A\n"
            + "2025-07-28;0.00;-61.043;B\n2025-07-29;0.00;-1,75;C\n",
        facts: ["2025-07-25 -0.20", "2025-07-28 -61043.00", "2025-07-29 -1.75"]),
    .init(
        name: "a few payments with a minus among amounts without one",
        text: "Date,Description,Amount\n2026-01-22,Coffee,5.00\n2026-01-23,Card payment,-50.00\n"
            + "2026-01-24,Bread,6.00\n", open: "sign"),
    .init(
        name: "amounts that are all positive",
        text: "Date,Description,Amount\n2026-01-02,A,5.00\n2026-01-03,B,6.00\n", open: "sign"),
    .init(
        name: "amounts that are all positive, though some balances follow them",
        text: "Date,Account,Amount,Balance\n2026-01-02,1,7.00,20.00\n2026-01-02,2,9.00,30.00\n"
            + "2026-01-03,1,5.00,25.00\n", open: "sign"),
    .init(
        name: "a card that prints purchases as positive",
        text:
            "Date,Description,Amount\n2026-01-22,Coffee,5.00\n2026-01-23,PAYMENT - THANK YOU,-50.00\n"
            + "2026-01-24,Payment received,-5.00\n2026-01-24,Payment received,-6.00\n",
        open: "sign"),
    .init(
        name: "a sign that a row's own words confirm",
        text: "Дата;Опис;Сума\n21.02.2026;Кава;-85,00\n22.02.2026;Зарплата;25 000,00\n",
        facts: ["2026-02-21 -85.00", "2026-02-22 25000.00"]),
    .init(
        name: "a word for the direction in each row",
        text: "Datum;Betrag;Soll/Haben\n21.02.2026;85,00;S\n22.02.2026;90,00;H\n",
        facts: ["2026-02-21 -85.00", "2026-02-22 90.00"]),
    .init(
        name: "one letter for all rows",
        text: "Fecha;Importe;Signo\n21/02/2026;85,00;C\n22/02/2026;90,00;C\n", open: "sign"),
    .init(
        name: "a second column of amounts that is equal in every row",
        text: "Datum;Text;Suma;Xyz\n2026-03-02;A;-14,50;-14,50\n2026-03-03;B;20,00;20,00\n"
            + "2026-03-04;C;-1,50;-1,50\n",
        facts: ["2026-03-02 -14.50", "2026-03-03 20.00", "2026-03-04 -1.50"]),
    .init(
        name: "a second column of amounts that writes the same numbers otherwise",
        text: "Datum;Text;Suma;Xyz\n2026-03-02;A;-14,50;-14,5\n2026-03-03;B;20,00;20,0\n"
            + "2026-03-04;C;-30,00;-30\n",
        facts: ["2026-03-02 -14.50", "2026-03-03 20.00", "2026-03-04 -30.00"]),
    .init(
        name: "a second column of amounts that differs in one row",
        text: "Datum;Text;Suma;Xyz\n2026-03-02;A;-14,50;-14,50\n2026-03-03;B;20,00;19,00\n"
            + "2026-03-04;C;-1,50;-1,50\n", open: "amount-column"),
    .init(
        name: "an order of days proved by the period above",
        text: "Statement,01/02/2026 - 28/02/2026\nDate,Description,Amount\n"
            + "01/02/2026,A,-1.00\n03/02/2026,B,-2.00\n09/02/2026,C,-3.00\n",
        facts: ["2026-02-01 -1.00", "2026-02-03 -2.00", "2026-02-09 -3.00"]),
    .init(
        name: "an order of days that nothing proves",
        text: "Date,Description,Amount\n01/02/2026,A,-1.00\n03/02/2026,B,-2.00\n",
        open: "date-order"),
    .init(
        name: "an order of days proved by the other column of days",
        text: "Date,Value Date,Description,Amount\n01/02/2026,13/02/2026,A,-1.00\n"
            + "03/02/2026,03/02/2026,B,-2.00\n",
        facts: ["2026-02-01 -1.00", "2026-02-03 -2.00"]),
    .init(
        name: "a decimal mark proved by balances",
        text: "Date,Description,Amount,Balance\n2026-01-02,A,\"-1,000\",\"9,000\"\n"
            + "2026-01-03,B,-500,\"8,500\"\n2026-01-04,C,-10,\"8,490\"\n",
        facts: ["2026-01-02 -1000.00", "2026-01-03 -500.00", "2026-01-04 -10.00"]),
    .init(
        name: "two amounts, one of them nobody can name",
        text: "Date,Description,Amount,Wert2\n2026-01-02,A,-1.00,-1.10\n2026-01-03,B,-2.00,-2.20\n",
        open: "amount-column"),
    .init(
        name: "two amounts, one of which moves the balances",
        text: "Date,Description,Amount,Wert2,Balance\n2026-01-02,A,-1.00,-1.10,50.00\n"
            + "2026-01-03,B,-2.00,-2.20,47.80\n2026-01-04,B,-3.00,-3.30,44.50\n",
        facts: ["2026-01-02 -1.10", "2026-01-03 -2.20", "2026-01-04 -3.30"]),
    .init(
        name: "an amount printed signed and again under debit and credit",
        text: "Date;Amount;Debit;Credit\n2026-01-02;-1,00;-1,00;\n2026-01-03;2,00;;2,00\n",
        facts: ["2026-01-02 -1.00", "2026-01-03 2.00"]),
    .init(
        name: "a balance carried forward among the rows",
        text: "Date,Description,Amount\n2026-01-01,Opening balance,100.00\n2026-01-02,A,-1.00\n"
            + "2026-01-03,B,-2.00\n2026-01-03,Total,-3.00\n2026-01-03,Total Energies,-4.00\n",
        facts: ["2026-01-02 -1.00", "2026-01-03 -2.00", "2026-01-03 -4.00"]),
    .init(
        name: "states that are no known words",
        text: "Date,Description,Amount,Status\n2026-01-02,A,-1.00,Blau\n2026-01-03,B,-2.00,Rot\n",
        open: "status"),
    .init(
        name: "two columns of days that differ and have no names",
        text: "2026-01-02,2026-01-03,-5.00,95.00\n2026-01-03,2026-01-03,-6.00,89.00\n"
            + "2026-01-03,2026-01-05,50.00,139.00\n",
        facts: ["2026-01-02 -5.00", "2026-01-03 -6.00", "2026-01-03 50.00"]),
    .init(
        name: "two columns of days of which neither is always the earlier",
        text: "2026-01-02,2026-01-03,-5.00,95.00\n2026-01-03,2026-01-03,-6.00,89.00\n"
            + "2026-01-05,2026-01-04,50.00,139.00\n", open: "date-column"),
]

/// Rows with more income than spending, so that nothing but a total tells which way money went.
private let bareRows =
    "2026-01-02;A;-5,00\n2026-01-03;B;60,00\n2026-01-04;C;7,50\n2026-01-05;D;8,25\n"
private let bareFacts = [
    "2026-01-02 -5.00", "2026-01-03 60.00", "2026-01-04 7.50", "2026-01-05 8.25",
]
private let thousands = "Date,Description,Amount\n2026-01-02,A,\"-1,000\"\n2026-01-03,B,-500\n"
private let thousandFacts = ["2026-01-02 -1000.00", "2026-01-03 -500.00"]

/// What totals above or below the rows prove, and what they contradict.
private let totalledTables: [UnknownTable] = [
    .init(
        name: "a decimal mark that nothing proves", text: thousands, open: "decimal-mark"),
    .init(
        name: "a decimal mark proved by a total under the amount",
        text: thousands + ",Total,\"-1,500\"\n", facts: thousandFacts),
    .init(
        name: "a decimal mark proved by a total beside its word",
        text: thousands + "Total,\"1,500\"\n", facts: thousandFacts),
    .init(
        name: "a decimal mark proved by opening and closing balance",
        text: "Opening balance,\"9,000\"\n" + thousands + "Closing balance,\"7,500\"\n",
        facts: thousandFacts),
    .init(
        name: "a total that no decimal mark comes to",
        text: thousands + ",Total,\"-1,700\"\n", open: "decimal-mark"),
    .init(
        name: "a total of rows that are all alike proves no decimal mark",
        text: "Date,Description,Amount\n2026-01-02,A,\"-1,000\"\n2026-01-03,B,\"-1,000\"\n"
            + ",Total,\"-2,000\"\n", open: "decimal-mark"),
    .init(name: "a sign that nothing proves", text: "Дата;Текст;Сума\n" + bareRows, open: "sign"),
    .init(
        name: "a sign proved by what is printed as spent and received",
        text: "Дата;Текст;Сума\n" + bareRows + "Разом дебет;5,00\nРазом кредит;75,75\n",
        facts: bareFacts),
    .init(
        name: "a sign proved by totals in one row",
        text: "Date;Text;Amount\n" + bareRows + "Total debit;5,00;Total credit;75,75\n",
        facts: bareFacts),
    .init(
        name: "totals that say money without a minus was spent",
        text: "Date;Text;Amount\n" + bareRows + "Total debit;75,75\nTotal credit;5,00\n",
        open: "sign"),
    .init(
        name: "totals of debit and credit prove no sign where nothing has a minus",
        text: "Date;Text;Amount\n2026-01-02;A;5,00\n2026-01-03;B;6,00\nTotal debit;11,00\n"
            + "Total credit;0,00\n", open: "sign"),
    .init(
        name: "a sign proved by opening and closing balance",
        text: "Вхідний залишок;100,00\nДата;Текст;Сума\n2026-01-02;A;-5,00\n2026-01-03;B;60,00\n"
            + "Вихідний залишок;155,00\n",
        facts: ["2026-01-02 -5.00", "2026-01-03 60.00"]),
    .init(
        name: "balances that grow by few minuses may be a card's debt",
        text: "Opening balance: 100,00\nDate;Text;Amount\n" + bareRows
            + "Closing balance: 170,75\n", open: "sign"),
    .init(
        name: "balances prove the sign, whoever tops up a jar or returns a loan",
        text: "Date,Description,Amount,Balance\n2026-01-02,Зарплата,5000.00,5100.00\n"
            + "2026-01-03,Поповнення «Відпустка»,-200.00,4900.00\n"
            + "2026-01-04,Пополнение телефона,-50.00,4850.00\n"
            + "2026-01-05,Повернення кредиту,-700.00,4150.00\n"
            + "2026-01-06,Оплата комунальних,-150.00,4000.00\n",
        facts: [
            "2026-01-02 5000.00", "2026-01-03 -200.00", "2026-01-04 -50.00", "2026-01-05 -700.00",
            "2026-01-06 -150.00",
        ]),
    .init(
        name: "accounts of some rows are the payees', so that the balances are one account's",
        text: "Date,Label,Amount,Balance,Partner Name,Bank Account\n"
            + "2026-01-02,A,-33.50,-23.50,John,123456789\n"
            + "2026-01-02,B,\"1,533.50\",1510.00,Azure,\n",
        facts: ["2026-01-02 -33.50", "2026-01-02 1533.50"]),
    .init(
        name: "days under an unknown heading are no words for a direction",
        text:
            "Amount,Zork,Balance,Text\n239.83,21 Jun 2025,1214.11,A\n289.49,21 Jun 2025,924.62,B\n"
            + "254.00,21 Jun 2025,670.62,B\n170.06,23 Jun 2025,500.56,B\n"
            + "110.22,25 Jun 2025,390.34,C\n"
            + "3.60,27 Jun 2025,393.94,A\n267.00,29 Jun 2025,126.94,C\n",
        facts: [
            "2025-06-21 -289.49", "2025-06-21 -254.00", "2025-06-23 -170.06", "2025-06-25 -110.22",
            "2025-06-27 3.60", "2025-06-29 -267.00",
        ]),
    .init(
        name: "the only row of money in has no money out, without headings",
        text: "2026-01-02,Shop A,5.00,,95.00\n2026-01-03,Shop B,6.00,,89.00\n"
            + "2026-01-04,Shop C,7.00,,82.00\n2026-01-05,Pay,,50.00,132.00\n",
        facts: ["2026-01-02 -5.00", "2026-01-03 -6.00", "2026-01-04 -7.00", "2026-01-05 50.00"]),
    .init(
        name: "balances of a debt, which purchases let grow",
        text: "Date,Description,Amount,Balance\n2026-01-02,Purchase A,50.00,150.00\n"
            + "2026-01-03,Purchase B,20.00,170.00\n2026-01-04,Payment received,-100.00,70.00\n"
            + "2026-01-05,Shop,30.00,100.00\n", open: "sign"),
    .init(
        name: "balances that the rows do not lead to",
        text: "Opening balance;100,00\nDate;Text;Amount\n2026-01-02;A;-5,00\n"
            + "2026-01-03;B;-6,00\nClosing balance;90,00\n", open: "totals"),
    .init(
        name: "a column without a heading, proved by its total",
        text: "2026-01-02,Shop,-5.00\n2026-01-03,Shop,-6.00\n2026-01-03,Pay,50.00\n"
            + "2026-01-04,Shop,-7.00\n,Total,32.00\n",
        facts: ["2026-01-02 -5.00", "2026-01-03 -6.00", "2026-01-03 50.00", "2026-01-04 -7.00"]),
    .init(
        name: "a line of totals that is wider than a table without a header",
        text: "2026-01-02,Shop,-5.00\n2026-01-03,Shop,-6.00\n2026-01-03,Pay,50.00\n"
            + "2026-01-04,Shop,-7.00\nTotal debit,18.00,Total credit,50.00\n",
        facts: ["2026-01-02 -5.00", "2026-01-03 -6.00", "2026-01-03 50.00", "2026-01-04 -7.00"]),
    .init(
        name: "a column without a heading, with a total that is not its own",
        text: "2026-01-02,Shop,-5.00\n2026-01-03,Shop,-6.00\n2026-01-03,Pay,50.00\n"
            + "2026-01-04,Shop,-7.00\n,Total,31.00\n", open: "totals"),
    .init(
        name: "two amounts, one of them totalled",
        text: "Date,Description,Amount,Wert2\n2026-01-02,A,-1.00,-1.10\n2026-01-03,B,-2.00,-2.20\n"
            + ",Total,-3.00,\n", facts: ["2026-01-02 -1.00", "2026-01-03 -2.00"]),
    .init(
        name: "two amounts, the one without a known name totalled",
        text: "Date,Description,Amount,Wert2\n2026-01-02,A,-1.00,-1.10\n2026-01-03,B,-2.00,-2.20\n"
            + ",Total,,-3.30\n", open: "amount-column"),
    .init(
        name: "a total that contradicts the only reading",
        text: "Date,Description,Amount\n2026-01-02,A,-1.00\n2026-01-03,B,-2.00\n,Total,-4.00\n",
        open: "totals"),
    .init(
        name: "balances behind every row outweigh a total",
        text: "Date,Description,Amount,Balance\n2026-01-02,A,-1.00,99.00\n"
            + "2026-01-03,B,-2.00,97.00\n2026-01-04,C,-4.00,93.00\n,Total,-4.00,\n",
        facts: ["2026-01-02 -1.00", "2026-01-03 -2.00", "2026-01-04 -4.00"]),
    .init(
        name: "balances with a gap do not outweigh a total",
        text: "Date,Description,Amount,Balance\n2026-01-02,A,-1.00,99.00\n"
            + "2026-01-03,B,-2.00,97.00\n2026-01-04,C,-4.00,\n,Total,-4.00,\n", open: "totals"),
    .init(
        name: "totals of two accounts contradict nothing",
        text: "Date,Account,Amount\n2026-01-02,1,-1.00\n2026-01-03,2,-2.00\n,Total,-1.00\n",
        facts: ["2026-01-02 -1.00", "2026-01-03 -2.00"]),
    .init(
        name: "a page's total between rows contradicts nothing",
        text: "Date,Description,Amount\n2026-01-01,A,-1.00\n2026-01-02,A,-3.00\n"
            + "2026-01-02,Total,-4.00\n2026-01-03,B,-2.00\n",
        facts: ["2026-01-01 -1.00", "2026-01-02 -3.00", "2026-01-03 -2.00"]),
    .init(
        name: "columns of debit and credit against their totals",
        text: "Date;Debit;Credit\n2026-01-02;1,00;\n2026-01-03;;2,50\n2026-01-04;3,00;\n"
            + "Total;4,00;2,50\n",
        facts: ["2026-01-02 -1.00", "2026-01-03 2.50", "2026-01-04 -3.00"]),
    .init(
        name: "columns of debit and credit against totals of other rows",
        text: "Date;Debit;Credit\n2026-01-02;1,00;\n2026-01-03;;2,50\n2026-01-04;3,00;\n"
            + "Total;9,00;2,50\n", open: "totals"),
]

private let unknownTables = plainTables + totalledTables

struct TotalWords: Sendable, CustomTestStringConvertible {
    let language: String
    let opening: [String]
    let closing: [String]
    let spent: [String]
    let received: [String]
    var testDescription: String { language }
}

private let totalWords: [TotalWords] = [
    .init(
        language: "uk", opening: ["Вхідний залишок", "Залишок на початок періоду"],
        closing: ["Вихідне сальдо", "Залишок на кінець періоду"],
        spent: ["Обороти за дебетом", "Всього витрат"],
        received: ["Обороти за кредитом", "Усього надходжень"]),
    .init(
        language: "ru", opening: ["Входящее сальдо", "Остаток на начало периода"],
        closing: ["Исходящий остаток", "Сальдо на конец периода"],
        spent: ["Оборот по дебету", "Итого расход"],
        received: ["Обороты по кредиту", "Итого приход"]),
    .init(
        language: "en",
        opening: ["Beginning balance as of 01/01/2026", "Balance at start of period"],
        closing: ["Ending balance as of 01/31/2026", "Balance at end of period"],
        spent: ["Total debits", "Total withdrawals"], received: ["Total credits", "Total deposits"]),
    .init(
        language: "de", opening: ["Anfangssaldo", "Alter Kontostand"],
        closing: ["Endsaldo", "Neuer Kontostand"], spent: ["Summe Soll", "Sollumsätze"],
        received: ["Summe Haben", "Habenumsätze"]),
    .init(
        language: "fr", opening: ["Ancien solde", "Solde d'ouverture"],
        closing: ["Nouveau solde", "Solde de clôture"], spent: ["Total des débits"],
        received: ["Total des crédits"]),
    .init(
        language: "es", opening: ["Saldo anterior", "Saldo de apertura"],
        closing: ["Saldo final", "Saldo al final"], spent: ["Total cargos", "Total de gastos"],
        received: ["Total abonos", "Total de ingresos"]),
    .init(
        language: "it", opening: ["Saldo iniziale"],
        closing: ["Saldo finale", "Saldo di chiusura"],
        spent: ["Totale uscite", "Totale addebiti"],
        received: ["Totale entrate", "Totale accrediti"]),
    .init(
        language: "pl", opening: ["Saldo początkowe"], closing: ["Saldo końcowe"],
        spent: ["Suma obciążeń", "Obroty Wn"], received: ["Suma uznań", "Obroty Ma"]),
    .init(
        language: "pt", opening: ["Saldo inicial", "Saldo de abertura"], closing: ["Saldo final"],
        spent: ["Total de débitos", "Total saídas"],
        received: ["Total de créditos", "Total entradas"]),
    .init(
        language: "nl", opening: ["Beginsaldo", "Oud saldo"],
        closing: ["Eindsaldo", "Nieuw saldo"],
        spent: ["Totaal af"], received: ["Totaal bij"]),
    .init(
        language: "cs", opening: ["Počáteční zůstatek", "Počáteční stav"],
        closing: ["Konečný zůstatek", "Konečný stav"], spent: ["Výdaje celkem", "Obraty na vrub"],
        received: ["Příjmy celkem", "Obraty ve prospěch"]),
    .init(
        language: "sk", opening: ["Počiatočný zostatok"], closing: ["Konečný zostatok"],
        spent: ["Výdavky spolu"], received: ["Príjmy spolu"]),
    .init(
        language: "tr", opening: ["Dönem Başı Bakiyesi", "Açılış bakiyesi"],
        closing: ["Dönem Sonu Bakiyesi"], spent: ["Toplam Borç", "Toplam gider"],
        received: ["Toplam Alacak", "Toplam gelir"]),
    .init(
        language: "kk", opening: ["Кіріс қалдығы"], closing: ["Шығыс қалдығы"],
        spent: ["Дебет бойынша айналым"], received: ["Кредит бойынша айналым"]),
    .init(
        language: "be", opening: ["Уваходны астатак"], closing: ["Астатак на канец перыяду"],
        spent: ["Абарот па дэбеце"], received: ["Абарот па крэдыце"]),
    .init(
        language: "bg", opening: ["Начално салдо"], closing: ["Крайно салдо"],
        spent: ["Дебитен оборот"], received: ["Кредитен оборот"]),
    .init(
        language: "ro", opening: ["Sold inițial"], closing: ["Sold final"],
        spent: ["Rulaj debitor"], received: ["Rulaj creditor"]),
    .init(
        language: "hu", opening: ["Nyitó egyenleg"], closing: ["Záró egyenleg"],
        spent: ["Összes terhelés"], received: ["Összes jóváírás"]),
    .init(
        language: "ka", opening: ["საწყისი ნაშთი"], closing: ["საბოლოო ნაშთი"],
        spent: ["სულ დებეტი"], received: ["სულ კრედიტი"]),
    .init(
        language: "vi", opening: ["Số dư đầu kỳ"], closing: ["Số dư cuối kỳ"],
        spent: ["Tổng phát sinh nợ"], received: ["Tổng phát sinh có"]),
]

@Suite struct `Unknown tables` {
    /// The currencies of the rows read, and how many were rejected.
    private func currencies(_ text: String) throws -> (read: [String], rejected: Int) {
        let file = TemporaryFile(Array(text.utf8))
        let reading = StatementReading(path: file.path)
        #expect(reading.failure == nil)
        return (reading.batch.lines.map(\.amount.currency.code), reading.batch.rejections.count)
    }

    @Test(arguments: ["Xyz", "Währungscode", "Currency"])
    func `a column of currency codes is one, whatever its heading`(_ heading: String) throws {
        let found = try currencies(
            """
            Date;Description;Amount;\(heading)
            31.01.2026;Shop;-10.00;USD
            30.01.2026;Bar;-50.00;EUR
            29.01.2026;Bar;-51.00;EUR

            """)
        #expect(found.read == ["USD", "EUR", "EUR"])
    }

    @Test func `a balance that may be a debt does not say the sign`() {
        let text = """
            Date;Description;Amount;Balance
            28.01.2026;Fora;100.00;100.00
            29.01.2026;Bolt;50.00;150.00
            30.01.2026;Card;-120.00;30.00
            31.01.2026;Silpo;20.00;50.00

            """
        let found = Inferred(text)
        #expect(found.facts.isEmpty && found.refusal.contains("sign"))
        let income = Inferred(text.replacing("Fora", with: "Salary"))
        #expect(income.refusal.isEmpty)
    }

    @Test func `the unit beside each amount is its row's currency`() throws {
        let found = try currencies(
            """
            Date;Description;Amount
            31.01.2026;Shop;-12,50 €
            30.01.2026;Bar;-10,00 USD
            29.01.2026;Bar;51,00 UAH

            """)
        #expect(found.read == ["EUR", "USD", "UAH"])
    }

    @Test(arguments: [("CAD$", "CAD"), ("UAH", "UAH"), ("грн", ""), ("Usd", ""), ("SUM", "")])
    func `a heading that is a currency's code names it`(_ heading: String, _ code: String) throws {
        let found = try currencies(
            "Date;Text;\(heading)\n31.01.2026;A;-1.50\n30.01.2026;Salary;2.10\n")
        #expect(found.read == [code, code])
    }

    @Test(arguments: [
        "\nHaftung:\nDer Inhalt\n04.02.2026;Lohn;900,00\n",
        "04.02.2026;Lohn;900,00\nHaftung:\nDer Inhalt\n",
    ])
    func `texts between rows, or right below them, may be damaged rows`(_ rest: String) {
        let found = Inferred("Datum;Text;Betrag\n03.02.2026;Migros;-5,00\n" + rest)
        #expect(found.facts.isEmpty && found.refusal.contains("[\"rows\""), "\(found.refusal)")
    }

    private func descriptions(_ text: String) -> [String] {
        let file = TemporaryFile(Array(text.utf8))
        let reading = StatementReading(path: file.path)
        #expect(reading.failure == nil && reading.batch.rejections.isEmpty)
        return reading.batch.lines.map {
            String(decoding: reading.batch.arena[$0.description.range], as: UTF8.self)
        }
    }

    @Test(arguments: [
        "Datum;Beschreibung1;Betrag;Beschreibung2;Beschreibung3\n"
            + "03.02.2026;Migros;-5,00;Karte;\n04.02.2026;ACME;900,00;Lohn;Januar\n",
        "Datum;Betrag;Beschreibung;;\n"
            + "03.02.2026;-5,00;Migros;Karte;\n04.02.2026;900,00;ACME;Lohn;Januar\n",
    ])
    func `columns of one text are joined`(_ text: String) {
        #expect(descriptions(text) == ["Migros Karte", "ACME Lohn Januar"])
    }

    @Test func `a row without a purpose has the next text of its row`() {
        let text =
            "Datum;Text;Empfänger;Vorgang;Betrag\n03.02.2026;Einkauf;;Karte;-5,00\n"
            + "04.02.2026;;Migros;Karte;-6,00\n05.02.2026;;;Automat;-7,00\n"
        #expect(descriptions(text) == ["Einkauf", "Migros", "Automat"])
    }

    @Test func `an end of a table without headings that lacks a column is no payment`() {
        let text =
            "25/01/2026;2500,00;Virement;VIR ACME SALAIRE\n06/01/2026;-45,90;Carte;CB SHOP\n"
            + "07/01/2026;-5,90;Carte;CB SHOP\n31/01/2026;3454,10;;00000A\n"
        let found = Inferred(text)
        #expect(found.facts == ["2026-01-25 2500.00", "2026-01-06 -45.90", "2026-01-07 -5.90"])
        #expect(found.batch.rejections.map(\.place.line) == [4])
    }

    @Test func `of two columns of a purpose the more varied one is read`() {
        let rows = ["Migros;-5,00", "Coop;-6,00", "Lidl;-7,00", "Aldi;-8,00"]
        let text =
            "Datum;Buchungstext;Verwendungszweck;Betrag\n"
            + rows.map { "03.02.2026;Kartenzahlung;\($0)\n" }.joined()
        #expect(descriptions(text) == ["Migros", "Coop", "Lidl", "Aldi"])
    }

    @Test(arguments: [
        "日付,摘要,お支払金額,お預り金額,残高\n2026/1/6,コンビニ,1200.00,,98800.00\n2026/1/25,給与,,2500.00,101300.00\n",
        "交易日期,摘要,支出,收入,余额\n2026-01-06,便利店,1200.00,,98800.00\n2026-01-25,工资,,2500.00,101300.00\n",
        "거래일자,적요,출금(원),입금(원),잔액(원)\n2026-01-06,편의점,1200.00,,98800.00\n2026-01-25,급여,,2500.00,101300.00\n",
        "วันที่,รายละเอียด,ถอนเงิน,ฝากเงิน,ยอดคงเหลือ\n06-01-2026,ร้าน,1200.00,,98800.00\n25-01-2026,เงินเดือน,,2500.00,101300.00\n",
        "תאריך,תיאור,בחובה,בזכות,יתרה\n06/01/2026,סופר,1200.00,,98800.00\n25/01/2026,משכורת,,2500.00,101300.00\n",
        "Tanggal,Keterangan,Debet,Kredit,Saldo\n06/01/2026,Warung,1200.00,,98800.00\n25/01/2026,Gaji,,2500.00,101300.00\n",
        "Dato;Forklaring;Ut fra konto;Inn på konto;Saldo\n06.01.2026;REMA;1200.00;;98800.00\n25.01.2026;Lønn;;2500.00;101300.00\n",
    ])
    func `money out and in have names in many languages`(_ text: String) {
        let found = Inferred(text)
        // Won have no hundredths.
        let amounts = found.batch.lines.map { $0.amount.text.replacing(".00", with: "") }
        #expect(amounts == ["-1200", "2500"], "\(found.refusal)")
    }

    @Test(
        arguments: [
            "Дата / Date;Опис (Description);Сума/Amount;Валюта / Currency;Залишок (Balance)",
            "Buchungstag / Date;Beschreibung / Description;Betrag / Amount;Währung;Saldo/Balance",
            "Date (Дата);Description|Опис;Amount (Сума);Currency (Валюта);Balance (Залишок)",
        ])
    func `a heading in two languages is one heading`(_ head: String) {
        let found = Inferred(
            head + "\n05.01.2026;Кава;-85,40;UAH;914,60\n07.01.2026;Зарплата;2500,00;UAH;3414,60\n")
        #expect(found.facts == ["2026-01-05 -85.40", "2026-01-07 2500.00"], "\(found.refusal)")
        #expect(found.batch.lines.allSatisfy { $0.balance != nil && $0.amount.currency == .uah })
    }

    @Test(
        arguments: [
            "Begünstigter / Auftraggeber", "Zahlungspflichtiger/Zahlungsempfänger", "Empfänger",
            "Wer",
        ])
    func `numbers of payees are no accounts of the household`(_ payee: String) {
        let rows = [
            "05.01.2026;Stadtwerke;Strom;DE02120300000000202051;-85,40;EUR",
            "07.01.2026;Arbeit GmbH;Gehalt;DE02500105170137075030;2500,00;EUR",
            "09.01.2026;REWE;Einkauf 123;DE02100500000054540402;-43,11;EUR",
            "11.01.2026;REWE;Einkauf 456;DE02100500000054540402;-23,11;EUR",
        ]
        // The end has other columns.
        let found = Inferred(
            "Buchungstag;\(payee);Verwendungszweck;IBAN;Betrag;Währung\n"
                + rows.joined(separator: "\n") + "\nKontostand;31.01.2026;;EUR;3848,38\n")
        #expect(found.facts.count == 4, "\(found.refusal)")
        #expect(Set(found.batch.lines.map(\.account)).count == 1, "\(found.lines)")
    }

    @Test func `numbers of two own accounts are theirs`() {
        let accounts = ["DE02120300000000202051", "DE02500105170137075030"]
        let rows = (1...6).map {
            "0\($0).01.2026;Laden \($0);\(accounts[$0 % 2]);-\($0),40;EUR\n"
        }
        let found = Inferred("Buchungstag;Verwendungszweck;IBAN;Betrag;Währung\n" + rows.joined())
        #expect(Set(found.batch.lines.map(\.account)).count == 2, "\(found.lines)")
    }

    @Test func `texts below a table are skipped, with their lines`() throws {
        let file = TemporaryFile(
            Array(
                "Date;Text;Amount\n31.01.2026;A;-1.50\n30.01.2026;Salary;2.10\n\nNote:\nOf us.\n"
                    .utf8))
        let reading = StatementReading(path: file.path)
        #expect(reading.batch.rejections.isEmpty && reading.batch.lines.count == 2)
        #expect(reading.batch.skipped.map(\.line) == [5, 6])
        #expect(reading.batch.skipped.allSatisfy { $0.reason == .footer })
    }

    @Test(arguments: [";Currency", " (EUR)"])
    func `a unit that contradicts column or heading rejects its row`(_ heading: String) throws {
        let code = heading.hasPrefix(";") ? ";EUR" : ""
        let found = try currencies(
            """
            Date;Description;Amount\(heading)
            31.01.2026;Shop;-12,50 €\(code)
            30.01.2026;Bar;-10,00 USD\(code)
            29.01.2026;Bar;51,00 EUR\(code)

            """)
        #expect(found.read == ["EUR", "EUR"] && found.rejected == 1)
    }

    @Test(arguments: [
        ("Currency: EUR", "EUR"), ("Account;26001234567890 EUR", "EUR"), ("Currency;PLN", "PLN"),
        ("USD EUR: rates", ""), ("All our TOP offers", ""), ("Currency: Euro (EUR)", "EUR"),
        ("Account 26001234567890, EUR", "EUR"), ("Виписка за рахунком 26001234567890 (UAH)", "UAH"),
        ("DE89370400440532013000 EUR", "EUR"), ("EUR DE89370400440532013000", "EUR"),
        ("DE89 3704 0044 0532 0130 00 EUR", "EUR"), ("Account: Savings EUR", "EUR"),
        ("Рахунок у валюта UAH", "UAH"), ("Account;Currency\n26001234567890;PLN", "PLN"),
        ("5355********1111;UAH", "UAH"), ("26001234567890;UAH", "UAH"),
    ])
    func `one code above the table or beside the account's number counts`(
        _ above: String, _ code: String
    ) throws {
        let found = try currencies(
            "\(above)\nDate;Description;Amount\n31.01.2026;Shop;-12,50\n30.01.2026;Bar;-10,00\n")
        #expect(found.read == [code, code])
    }

    @Test(arguments: [
        "Account holder: RON TAYLOR", "Transaction type: ALL", "Name: BOB SMITH", "Type: ALL",
        "Курс НБУ USD: 41,85", "MR RON TAYLOR 12345678", "Client: TRY AGAIN LTD",
        "Кредитний ліміт: 500 USD", "First name;Last name\nRON;TAYLOR", "TOP", "Filter;ALL",
        "Рахунок 26001234567890\nВласник: RON TAYLOR", "Account: 12345678 RON TAYLOR",
        "Rate on 20260105 USD", "Limit: 10000000 USD",
    ])
    func `three capitals of a name, a rate or a limit are no currency of the account`(
        _ above: String
    ) throws {
        let found = try currencies(
            "\(above)\n\nDate;Description;Amount\n31.01.2026;Shop;-12,50\n30.01.2026;Bar;-10,00\n"
        )
        #expect(found.read == ["", ""], "\(above)")
    }

    @Test(arguments: unknownTables)
    func `what the rows prove is read, what they leave open is refused`(_ c: UnknownTable) {
        let found = Inferred(c.text)
        #expect(found.facts == c.facts, "\(found.refusal)")
        #expect(found.refusal.isEmpty == c.open.isEmpty, "\(found.refusal)")
        if !c.open.isEmpty { #expect(found.refusal.contains("[\"\(c.open)\""), "\(found.refusal)") }
    }

    @Test(arguments: unknownTables, [1, 3, 64])
    func `cuts in the bytes change nothing`(_ c: UnknownTable, pieceBytes: Int) {
        let whole = Inferred(c.text)
        let cut = Inferred(c.text, pieceBytes: pieceBytes)
        #expect(whole.facts == cut.facts && whole.refusal == cut.refusal)
    }

    @Test(arguments: unknownTables)
    func `a draft reads the file as it was inferred, an open one is no layout`(
        _ c: UnknownTable
    ) throws {
        let proposal = try draft(of: c.text)
        #expect((proposal.open == nil) == c.open.isEmpty)
        guard c.open.isEmpty else {
            let layout = try? Layout(yaml: Array(proposal.yaml.utf8), file: "d.yaml", rank: .own)
            let read = Inferred(c.text, layouts: LayoutSet(only: [layout].compactMap(\.self)))
            #expect(!read.refusal.isEmpty && read.facts.isEmpty)
            return
        }
        let layout = try Layout(yaml: Array(proposal.yaml.utf8), file: "d.yaml", rank: .own)
        let read = Inferred(c.text, layouts: LayoutSet(only: [layout]))
        #expect(read.facts == c.facts, "\(read.refusal)\n\(proposal.yaml)")
        #expect(read.layout == "draft/csv")
    }

    @Test(arguments: totalWords)
    func `banks' words for sums and balances are known in their languages`(_ words: TotalWords) {
        let rows = "2026-01-02;A;-5,00\n2026-01-03;B;60,00\n"
        #expect(Inferred("Date;Text;Amount\n" + rows).facts == [])
        for spent in words.spent {
            for received in words.received {
                let found = Inferred(
                    "Date;Text;Amount\n\(rows)\(spent);5,00\n\(received);60,00\n")
                #expect(found.facts.count == 2, "\(spent), \(received): \(found.refusal)")
                #expect(found.batch.rejections == [])
                #expect(found.batch.skipped.map(\.reason) == [.total, .total])
            }
        }
        for opening in words.opening {
            for closing in words.closing {
                let found = Inferred(
                    "\(opening);100,00\nDate;Text;Amount\n\(rows)\(closing): 155,00\n")
                #expect(found.facts.count == 2, "\(opening), \(closing): \(found.refusal)")
                #expect(found.batch.totals.map(\.isProved) == [true], "\(opening), \(closing)")
            }
        }
    }

    @Test(arguments: AmountSign.allCases)
    func `the user's word settles the sign, and the draft keeps it`(sign: AmountSign) throws {
        let text = "Date,Description,Amount\n2026-01-02,A,5.00\n2026-01-03,B,6.00\n"
        let wanted = sign == .printed ? "2026-01-02 5.00" : "2026-01-02 -5.00"
        #expect(Inferred(text, sign: sign).facts.first == wanted)
        let proposal = try draft(of: text, ReadOptions(sign: sign))
        #expect(proposal.open == nil)
        let layout = try Layout(yaml: Array(proposal.yaml.utf8), file: "d.yaml", rank: .own)
        #expect(Inferred(text, layouts: LayoutSet(only: [layout])).facts.first == wanted)
    }

    @Test func `the user's decimal mark is for numbers that the rows leave open`() {
        let head = "Date;Text;Amount\n2026-01-02;A;"
        let marks = [NumberStyle.DecimalMark.point, .comma]
        #expect(
            marks.map { Inferred(head + "-1,500\n", decimalMark: $0).facts }
                == [["2026-01-02 -1500.00"], ["2026-01-02 -1.50"]])
        for mark in marks {
            #expect(Inferred(head + "-12,50\n", decimalMark: mark).facts == ["2026-01-02 -12.50"])
            #expect(Inferred(head + "-12.50\n", decimalMark: mark).facts == ["2026-01-02 -12.50"])
        }
    }

    @Test func `the user's word settles a sign that printed totals speak against`() {
        let text = "Date;Text;Amount\n" + bareRows + "Total debit;75,75\nTotal credit;5,00\n"
        #expect(Inferred(text, sign: .printed).facts == bareFacts)
        #expect(Inferred(text, sign: .inverted).facts.first == "2026-01-02 5.00")
    }

    @Test func `a refusal by totals names the figure, its line and the column`() {
        let found = Inferred(
            "Date,Description,Amount\n2026-01-02,A,-1.00\n2026-01-03,B,-2.00\n,Total,-4.00\n")
        #expect(found.refusal.contains("at 4"), "\(found.refusal)")
        #expect(
            found.refusal.contains("-4.00") && found.refusal.contains("[\"totals\", \"Amount\""))
    }

    @Test func `a draft says what was proved and where it belongs`() throws {
        let yaml = try draft(
            of: "Date,Description,Amount\n13/02/2026,A,-5.00\n14/02/2026,B,-6.00\n"
        ).yaml
        #expect(yaml.hasPrefix("# Drafted by kopiyka layout draft from 2 rows."))
        #expect(yaml.contains("#   date order dmy: no other order reads every row\n"))
        #expect(yaml.contains("dates: [\"dd/mm/yyyy\"]\n"))
    }

    /// Every seed is a table of its own; a block of them is one test, so that all processors work.
    /// `make tables` draws others.
    static let blocks: [Range<UInt64>] = {
        let first = setting("KOPIYKA_TABLES_SEED") ?? 0
        let end = first + (setting("KOPIYKA_TABLES_COUNT") ?? UInt64(draws(120, slow: 2_400)))
        let size = UInt64(draws(120, slow: 300))
        return stride(from: first, to: end, by: Int(size)).map { $0..<min($0 + size, end) }
    }()

    private static func setting(_ name: String) -> UInt64? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe UInt64(String(cString: value))
    }

    @Test(arguments: blocks, [false, true])
    func `a random table is read as it was meant or refused, by inference and by its draft`(
        seeds: Range<UInt64>, hasTotals: Bool
    ) throws {
        var right = 0
        var refused: [String: Int] = [:]
        for seed in seeds {
            let table = RandomTable(seed: seed, hasTotals: hasTotals)
            let found = Inferred(table.text, layouts: LayoutSet(only: []))
            guard found.refusal.isEmpty else {
                refused[Self.question(found.refusal), default: 0] += 1
                continue
            }
            let read = found.batch.lines.map {
                RandomTable.Movement(
                    day: $0.made.day,
                    cents: (try? $0.amount.units(atScale: 2)).map(Int.init) ?? .max)
            }
            let shown = "seed \(seed)\n\(table.text)\n\(found.lines.joined(separator: "\n"))"
            // Balances without a sign beside them say nothing of the oldest row.
            let isOldestLeft =
                found.batch.rejections.map(\.kind) == [.directionUnknown]
                && [Array(table.movements.dropFirst()), table.movements.dropLast()].contains(read)
            guard read == table.movements || isOldestLeft else {
                Issue.record("read wrong: \(shown)")
                continue
            }
            right += 1
            let currencies = Set(found.batch.lines.map(\.amount.currency.code))
            #expect(currencies.isSubset(of: ["", table.currency]), "\(shown)")
            guard seed % 3 == 0 else { continue }
            let yaml = try draft(of: table.text).yaml
            let layout = try Layout(yaml: Array(yaml.utf8), file: "d.yaml", rank: .own)
            let again = Inferred(table.text, layouts: LayoutSet(only: [layout]))
            // A layout reads one row after the other: it may leave the two oldest.
            let left = found.lines.count - again.lines.count
            let areOldestLeft =
                again.batch.rejections.allSatisfy { $0.kind == .directionUnknown }
                && [1, 2].contains(left) && again.batch.rejections.count >= left
                && [Array(found.lines.dropFirst(left)), found.lines.dropLast(left)]
                    .contains(again.lines)
            #expect(
                again.lines == found.lines || areOldestLeft,
                "\(again.refusal)\n\(yaml)\n\(shown)")
        }
        let counts = refused.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        print(
            "random tables\(hasTotals ? " with totals" : ""): \(right) read, \(counts.joined(separator: ", ")) refused"
        )
        // Figures of something else refuse their tables. Few tables say nothing about shares.
        #expect(seeds.count < 120 || right > seeds.count * (hasTotals ? 1 : 2) / 5)
    }

    private static func question(_ refusal: String) -> String {
        let words = [
            "date-order", "decimal-mark", "sign", "amount-column", "currency-column", "date-column",
            "rows", "status", "totals",
        ]
        return words.first { refusal.contains("[\"\($0)\"") } ?? String(refusal.prefix(20))
    }
}
