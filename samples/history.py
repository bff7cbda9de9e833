#!/usr/bin/env python3
"""What earlier programs recorded: the first months of another invented household as each program would export them.

    history.py --check KOPIYKA    compares what `kopiyka read --json` says of each file with the household's own figures, then imports each
                                  and counts the rows that have their recorded category after one question about each value without one

make.py writes the files. Amounts are in kopiykas or cents; a household's figures are the sums by account, currency, month and category,
parts of a split payment counted by their own category.
"""
import collections
import csv
import decimal
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


class Payment:
    def __init__(self, day, account, amount, payee, category=(), note="", tags=(), parts=(), to=None, arrives=None, currency="UAH",
                 arrives_currency=None):
        self.day, self.account, self.amount, self.payee, self.category = day, account, amount, payee, category
        self.note, self.tags, self.parts, self.to, self.currency = note, tags, parts, to, currency
        self.arrives = -amount if arrives is None else arrives
        self.arrives_currency = arrives_currency or currency


def household(card, cash, box, box_currency="UAH"):
    """A card, a purse and a box, which may be in another currency."""
    rate = 48 if box_currency != "UAH" else 1
    return [
        Payment("2026-01-05", card, 4_200_000, "Видавництво «Сова»", ("Доходи", "Зарплата"), "за грудень"),
        Payment("2026-01-06", card, -128_450, "Овочевий двір", ("Їжа", "Продукти"), "на тиждень", ("сім’я",)),
        Payment("2026-01-07", card, -300_000, "", to=cash),
        Payment("2026-01-08", cash, -24_000, "Ринок", note="без здачі",
                parts=((-18_000, ("Їжа", "Продукти"), "риба"), (-6_000, ("Дім", "Квіти"), ""))),
        Payment("2026-01-14", card, -96_000, "Поїзд", ("Подорожі", "Квитки"), "Львів", ("відпустка", "робота")),
        Payment("2026-01-20", card, -480_000, "", note="на літо", to=box, arrives=480_000 // rate, arrives_currency=box_currency),
        Payment("2026-02-03", cash, -8_500, "Кав’ярня на розі", ("Їжа", "Кава")),
        Payment("2026-02-03", cash, -8_500, "Кав’ярня на розі", ("Їжа", "Кава")),
        Payment("2026-02-05", card, 4_200_000, "Видавництво «Сова»", ("Доходи", "Зарплата"), "за січень"),
        Payment("2026-02-11", card, 32_000, "Овочевий двір", ("Їжа", "Продукти"), "повернення"),
        Payment("2026-03-02", box, 1_234, "Відсотки", ("Доходи", "Відсотки"), currency=box_currency),
        Payment("2026-03-09", card, -61_275, "Книгарня", note="подарунки; дітям",
                parts=((-41_275, ("Діти",), ""), (-20_000, ("Подарунки",), "мамі"))),
    ]


def plain(units):
    return f"{'-' if units < 0 else ''}{abs(units) // 100}.{abs(units) % 100:02d}"


def comma(units):
    return plain(units).replace(".", ",")


def table(rows, delimiter=",", quoting=csv.QUOTE_MINIMAL, end="\n"):
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, quoting=quoting, lineterminator=end).writerows(rows)
    return out.getvalue().encode()


def dotted(day):
    return ".".join(reversed(day.split("-")))


# ------------------------------------------------------------------ the programs

def firefly(payments):
    head = ("user_id group_id journal_id created_at updated_at group_title type currency_code amount foreign_currency_code foreign_amount "
            "primary_currency_code pc_amount pc_foreign_amount description date source_name source_iban source_type destination_name "
            "destination_iban destination_type reconciled category budget bill tags notes").split()
    rows, journal = [head], 100
    for group, p in enumerate(payments, 50):
        parts = p.parts or ((p.amount, p.category, p.note),)
        for amount, category, note in parts:
            journal += 1
            kind = "Transfer" if p.to else "Deposit" if amount > 0 else "Withdrawal"
            mine, other = (p.account, "Asset account"), (p.to or p.payee, "Asset account" if p.to else "Expense account")
            source, target = (other, mine) if kind == "Deposit" else (mine, other)
            if kind == "Deposit":
                source = (p.payee, "Revenue account")
            foreign = (p.arrives_currency, plain(p.arrives)) if p.to and p.arrives_currency != p.currency else ("", "")
            stamp = f"{p.day}T00:00:00+02:00"
            title = p.payee if p.parts else ""
            rows.append([1, group, journal, stamp, stamp, title, kind, p.currency, plain(abs(amount) if kind == "Transfer" else amount),
                         *foreign, p.currency, "", "", "Переказ" if p.to else p.payee, stamp, source[0], "", source[1], target[0], "",
                         target[1], "", ":".join(category), "", "", ",".join(p.tags), note or (p.note if p.parts else "")])
    for group, (account, amount) in enumerate(COUNTED, 80):
        sides = [(f"{account} reconciliation (UAH)", "Reconciliation account"), (account, "Asset account")]
        source, target = sides if amount > 0 else reversed(sides)
        stamp = f"{COUNTED_ON}T00:00:00+02:00"
        rows.append([1, group, group + 100, stamp, stamp, "", "Reconciliation", "UAH", plain(abs(amount)), "", "", "UAH", "", "", "Перераховано",
                     stamp, source[0], "", source[1], target[0], "", target[1], 1, "", "", "", "", ""])
    return table(rows)


# What was found in the purse, and what was missing on the card.
COUNTED, COUNTED_ON = (("Гаманець", 3_500), ("Картка", -1_250)), "2026-03-31"


def actual(payments):
    rows = [["Account", "Date", "Payee", "Notes", "Category", "Amount", "Split_Amount", "Cleared"]]

    def number(units):
        return plain(units).rstrip("0").rstrip(".")
    for p in payments:
        sides = [(p.account, p.to or p.payee, p.amount)] + ([(p.to, p.account, p.arrives)] if p.to else [])
        for account, payee, amount in sides:
            name = ": ".join(p.category)
            if not p.parts:
                rows.append([account, p.day, payee, p.note, name, number(amount), 0, "Cleared"])
                continue
            rows.append([account, p.day, payee, f"(SPLIT INTO {len(p.parts)}) {p.note}", "", 0, number(amount), "Cleared"])
            for index, (part, category, note) in enumerate(p.parts, 1):
                rows.append([account, p.day, payee, f"(SPLIT {index} OF {len(p.parts)}) {note}", ": ".join(category), number(part), 0,
                             "Cleared"])
    return table(rows)


def gnucash(payments):
    head = ("Date,Transaction ID,Number,Description,Notes,Commodity/Currency,Void Reason,Action,Memo,Full Account Name,Account Name,"
            "Amount With Sym,Amount Num.,Value With Sym,Value Num.,Reconcile,Reconcile Date,Rate/Price").split(",")
    rows = [head]
    for index, p in enumerate(payments, 1):
        key = f"{index * 0x9E3779B1:032x}"
        sides = [(p.account, p.amount, p.amount, "")]
        if p.to:
            sides.append((p.to, p.arrives, -p.amount, ""))
        for amount, category, note in p.parts or (() if p.to else ((p.amount, p.category, ""),)):
            root = "Доходи" if category[0] == "Доходи" else "Витрати"
            path = category[1:] if category[0] == "Доходи" else category
            sides.append((":".join((root, *path)), -amount, -amount, note))
        for account, amount, value, memo in sides:
            rows.append([dotted(p.day), key, "", "Переказ" if p.to else p.payee, p.note, f"CURRENCY::{p.currency}", "", "", memo, account,
                         account.split(":")[-1], comma(amount), comma(amount), comma(value), comma(value), "n", "", "1"])
    return table(rows)


def ynab(payments, is_four=False):
    """YNAB 4 has a balance, and other names and marks for parts."""
    categories = ["Category", "Master Category", "Sub Category"] if is_four else ["Category Group/Category", "Category Group", "Category"]
    rows = [["Account", "Flag", *["Check Number"] * is_four, "Date", "Payee", *categories, "Memo", "Outflow", "Inflow", "Cleared",
             *["Running Balance"] * is_four]]
    balances = collections.Counter()

    def line(p, account, payee, amount, category, memo):
        group, name = (category[0], category[-1]) if category else ("", "")
        day = p.day.split("-")
        balances[account] += amount
        if is_four and memo.startswith("Split ("):
            memo = "(Split " + memo.removeprefix("Split (")
        rows.append([account, "", *[""] * is_four, f"{day[2]}/{day[1]}/{day[0]}", payee, ": ".join(dict.fromkeys((group, name))) if group else "",
                     group, name, memo, "₴" + plain(max(0, -amount)), "₴" + plain(max(0, amount)), "C" if is_four else "Cleared",
                     *["₴" + plain(balances[account])] * is_four])
    for p in payments:
        if p.to:
            line(p, p.account, f"Transfer : {p.to}", p.amount, (), p.note)
            line(p, p.to, f"Transfer : {p.account}", p.arrives, (), p.note)
        for index, (amount, category, note) in enumerate(p.parts, 1):
            line(p, p.account, p.payee, amount, category, f"Split ({index}/{len(p.parts)}) {note}".strip())
        if not p.to and not p.parts:
            line(p, p.account, p.payee, p.amount, p.category, p.note)
    return table(rows) if is_four else b"\xef\xbb\xbf" + table(rows, quoting=csv.QUOTE_ALL)


def zenmoney(payments):
    rows = [["date", "categoryName", "payee", "comment", "outcomeAccountName", "outcome", "outcomeCurrencyShortTitle", "incomeAccountName", "income",
             "incomeCurrencyShortTitle", "createdDate", "changedDate"]]
    for p in payments:
        for amount, category, note in p.parts or ((p.amount, p.category, p.note),):
            into = (p.to, plain(p.arrives), p.arrives_currency) if p.to else (p.account, plain(max(0, amount)), p.currency)
            rows.append([p.day, " / ".join(category), p.payee, note, p.account, plain(max(0, -amount)), p.currency, *into,
                         f"{p.day} 10:11:12", f"{p.day} 10:11:12"])
    return b"\xef\xbb\xbf" + table(rows)


def two_rows(payments, categories):
    """What apps without splits write: a row for each part, two for a transfer, the last part of a category's path."""
    for p in payments:
        if p.to:
            yield p, p.account, p.amount, p.currency, categories[0], p.note
            yield p, p.to, p.arrives, p.arrives_currency, categories[1], p.note
            continue
        for amount, category, note in p.parts or ((p.amount, p.category, p.note),):
            yield p, p.account, amount, p.currency, category[-1] if category else "", note


def wallet(payments):
    rows = ["account;category;currency;amount;ref_currency_amount;type;payment_type;payment_type_local;note;date;gps_latitude;gps_longitude;"
            "gps_accuracy_in_meters;warranty_in_month;transfer;payee;labels;envelope_id;custom_category".split(";")]
    for p, account, amount, currency, category, note in two_rows(payments, ("TRANSFER", "TRANSFER")):
        rows.append([account, category, currency, plain(amount), plain(amount), "Income" if amount > 0 else "Expenses",
                     "TRANSFER" if p.to else "DEBIT_CARD", "", note, f"{p.day}T10:11:12.000Z", "", "", "", 0, str(bool(p.to)).lower(), p.payee,
                     ", ".join(p.tags), 1001, "false"])
    return table(rows, delimiter=";")


def spendee(payments):
    rows = [["Date", "Wallet", "Type", "Category name", "Amount", "Currency", "Note", "Labels", "Author"]]
    for p, account, amount, currency, category, note in two_rows(payments, ("", "")):
        kind = ("Incoming " if amount > 0 else "Outgoing ") + "Transfer" if p.to else "Income" if amount > 0 else "Expense"
        rows.append([f"{p.day}T10:11:12+00:00", account, kind, category, plain(amount) + "000000", currency,
                     ", ".join(text for text in (p.payee, note) if text), ",".join(p.tags), "Ольга"])
    return table(rows)


def toshl(payments):
    rows = [["Date", "Account", "Category", "Tags", "Expense amount", "Income amount", "Currency", "In main currency", "Main currency",
             "Description"]]
    for p, account, amount, currency, category, note in two_rows(payments, ("Transfer", "Transfer")):
        year, month, day = p.day.split("-")
        rows.append([f"{int(month)}/{int(day)}/{year[2:]}", account, category, ", ".join(p.tags), grouped(max(0, -amount), ".", ","),
                     grouped(max(0, amount), ".", ","), currency, grouped(abs(amount), ".", ","), "UAH", note or p.payee])
    return table(rows, quoting=csv.QUOTE_ALL)


def coinkeeper(payments):
    rows = [["Data", "Type", "From", "To", "Tags", "Amount", "Currency", "Amount converted", "Currency of conversion", "Recurrence", "Note"]]
    accounts = {}
    for p in payments:
        for amount, category, note in p.parts or ((p.amount, p.category, p.note),):
            kind = "Transfer" if p.to else "Income" if amount > 0 else "Expense"
            sides = [p.account, p.to or category[-1]] if amount < 0 else [category[-1], p.account]
            arrives = (plain(p.arrives), p.arrives_currency) if p.to else (plain(abs(amount)), p.currency)
            accounts[p.account] = p.currency
            rows.append([dotted(p.day), kind, *sides, ", ".join(p.tags), plain(abs(amount)), p.currency, *arrives, "false", note or p.payee])
    below = [["Name", "Current amount", "Icon", "Currency"]] + [[name, "1000", "Card", currency] for name, currency in accounts.items()]
    return b"sep=,\n" + table(rows, quoting=csv.QUOTE_ALL) + b"\n\n" + table(below, quoting=csv.QUOTE_ALL)


def drebedengi(payments):
    return table([[plain(amount), currency, category, account, f"{p.day} 10:11:12", note or p.payee, ""]
                  for p, account, amount, currency, category, note in two_rows(payments, ("Переказ", "Переказ"))], delimiter=";")


def homebank_qif(payments):
    """A transfer is written in the account that it leaves only; every record has a note."""
    sections = collections.OrderedDict()
    for p in payments:
        for account in (p.account, p.to):
            if account:
                sections.setdefault(account, [])
        lines = [f"D{p.day.replace('-', '/')}", f"T{plain(p.amount)}", "C"] + ([f"P{p.payee}"] if p.payee else []) + [f"M{p.note}"]
        lines += [f"L[{p.to}]"] if p.to else [f"L{':'.join(p.category)}"] if p.category else []
        for amount, category, note in p.parts:
            lines += [f"S{':'.join(category)}", f"E{note}", f"${plain(amount)}"]
        sections[p.account] += lines + ["^"]
    return "".join("\n".join(["!Account", f"N{account}", "TBank", "^", "!Type:Bank", *lines, ""]) for account, lines in sections.items()).encode()


def mmex_csv(payments):
    rows = [["ID", "Date", "Status", "Type", "Account", "Payee", "Category", "Amount", "Currency", "Number", "Notes"]]
    for index, p in enumerate(payments, 700):
        if p.to:
            for account, payee, amount, currency in ((p.account, p.to, p.amount, p.currency),
                                                     (p.to, p.account, p.arrives, p.arrives_currency)):
                rows.append([index, p.day, "", "Transfer", account, payee, "Переказ", plain(amount), currency, f"#{index}", p.note])
            continue
        for amount, category, note in p.parts or ((p.amount, p.category, p.note),):
            rows.append([index, p.day, "R", "Deposit" if amount > 0 else "Withdrawal", p.account, p.payee, ":".join(category),
                         plain(amount), p.currency, "", note])
    return table(rows, quoting=csv.QUOTE_ALL)


def mmex_qif(payments):
    """Transfers of one currency are written in the section of the account that they leave only."""
    sections = collections.OrderedDict()
    for p in payments:
        sections.setdefault((p.account, p.currency), [])
    for p in payments:
        tags = "/" + ":".join(p.tags) if p.tags else ""

        def record(amount, category):
            lines = [f"D{p.day}", "C", f"T{plain(amount)}"]
            payee = p.payee
            if p.to:
                payee = f"{plain(-p.amount)} {p.currency} {p.account} -> {plain(p.arrives)} {p.arrives_currency} {p.to}"
            lines += [f"P{payee}"] + ([f"L{category}{tags}"] if category or tags else []) + ([f"M{p.note}"] if p.note else [])
            for part, name, note in p.parts:
                lines += [f"S{':'.join(name)}", f"${plain(part)}"] + ([f"E{note}"] if note else [])
            return lines + ["^"]
        sections[p.account, p.currency] += record(p.amount, f"[{p.to}]" if p.to else ":".join(p.category))
        if p.to and p.arrives_currency != p.currency:
            sections[p.to, p.arrives_currency] += record(p.arrives, f"[{p.account}]")
    lines = []
    for (account, currency), records in sections.items():
        lines += ["!Account", f"N{account}", "TCash", f"D[{currency}]", "^", "!Type:Cash"] + records
    return ("\n".join(lines) + "\n").encode()


def homebank(payments, account):
    rows = ["date;paymode;info;payee;memo;amount;category;tags".split(";")]
    for p in payments:
        if account not in (p.account, p.to):
            continue
        amount = p.amount if account == p.account else p.arrives
        for part, category, note in p.parts or ((amount, p.category, p.note),):
            rows.append([p.day, 5 if p.to else 4, "", p.payee, note, plain(part), ":".join(category), " ".join(p.tags)])
    return table(rows, delimiter=";")


def typed(payments):
    rows = ["date,type,amount,currency,account,category,subcategories,note,targetAccount,targetCurrency,targetAmount".split(",")]
    for p in payments:
        for amount, category, note in p.parts or ((p.amount, p.category, p.note),):
            kind = "internal" if p.to else "income" if amount > 0 else "expense"
            target = (p.to, p.arrives_currency, plain(p.arrives)) if p.to else ("", "", "")
            rows.append([p.day, kind, plain(abs(amount)), p.currency, p.account, category[0] if category else "", ",".join(category[1:]),
                         note or p.payee, *target])
    return table(rows)


def spreadsheet(payments):
    """A table that a household keeps itself: two columns of amounts, one row a part, transfers as two rows."""
    rows = [["Дата", "Рахунок", "Категорія", "Підкатегорія", "Витрата", "Дохід", "Валюта", "Нотатка", "Мітки"]]
    for p in payments:
        sides = [(p.account, p.amount, p.currency)] + ([(p.to, p.arrives, p.arrives_currency)] if p.to else [])
        for account, amount, currency in sides:
            for part, category, note in p.parts or ((amount, p.category or ("Переказ",), p.note),):
                rows.append([dotted(p.day), account, category[0], category[1] if len(category) > 1 else "",
                             comma(-part) if part < 0 else "", comma(part) if part > 0 else "", currency,
                             ", ".join(text for text in (p.payee, note) if text), ", ".join(p.tags)])
    return table(rows, delimiter=";", end="\r\n")


def grouped(units, mark, group):
    whole, cents = divmod(abs(units), 100)
    return f"{'-' if units < 0 else ''}{whole:,}".replace(",", group) + f"{mark}{cents:02d}"


def category_account(category, expenses, income):
    return ":".join((income, *category[1:]) if category[0] == "Доходи" else (expenses, *category))


def hledger(payments):
    """As people keep it: decimal commas, types of accounts, an alias, amounts left out, rules and virtual postings."""
    card, cash, box = payments[0].account, payments[2].to, payments[5].to

    def money(units, currency="UAH"):
        return f"{grouped(units, ',', '.')} {currency}"
    text = f"""; Домашній журнал
decimal-mark ,
commodity 1.000,00 UAH
commodity 1.000,00 EUR

account {card}       ; type:C
account {cash}       ; type:C
account {box}        ; type:A
account Пасиви:Кредитна    ; type:L
account Витрати            ; type:X
account Доходи             ; type:R
account Капітал            ; type:E
alias картка = {card}
D 1.000,00 UAH
P 2026-01-01 EUR 48,00 UAH

~ monthly from 2026-01  Бюджет
    Витрати:Їжа        8.000,00 UAH
    {card}

= Витрати:Їжа
    (Бюджет:Їжа)  *-1

2026-01-01 Початкові залишки
    {card}          12.500,00 UAH
    {cash}              800,00 UAH
    {box}                200,00 EUR
    Пасиви:Кредитна      -1.500,00 UAH
    Капітал:Початкові залишки

"""
    for index, p in enumerate(payments, 1):
        status = ("* ", "! ", "")[index % 3]
        head = f"{p.day} {status}" + (f"(К-{index:03d}) " if index % 4 == 0 else "")
        head += f"{p.payee} | {p.note}" if p.payee and p.note else p.payee or p.note or "Переказ"
        tags = ", ".join(f"{tag}:" for tag in p.tags)
        text += head + (f"  ; {tags}" if tags else "") + "\n"
        account = "картка" if p.account == card else p.account
        if p.to and p.arrives_currency != p.currency:
            text += f"    {p.to}  {money(p.arrives, p.arrives_currency)} @@ {money(-p.amount)}\n    {account}  {money(p.amount)}\n"
        elif p.to:
            text += f"    {p.to}  {money(p.arrives)}\n    {account}\n"
        else:
            for amount, category, note in p.parts or ((p.amount, p.category, ""),):
                name = category_account(category, "Витрати", "Доходи")
                text += f"    {name}  {money(-amount, p.currency)}" + (f"  ; {note}" if note else "") + "\n"
            text += f"    {account}" + (f"  {money(p.amount, p.currency)}" if index % 2 else "") + "\n"
        text += "\n"
    return (text + f"""2026-03-10 * Поїзд до Кракова
    ; поїздка: Краків
    (Обіцянки:подорож)      -25,00 EUR
    Витрати:Подорожі:Квитки  25,00 EUR @@ 1.212,50 UAH
    картка                -1.212,50 UAH

2026-03-11 * Погашення кредитної
    Пасиви:Кредитна        1.500,00 UAH = 0,00 UAH
    Витрати:Комісії           20,00 UAH  ; за переказ
    картка

2026-03-12 * Меблі
    Витрати:Дім:Меблі      9.000,00
    картка                -7.000,00
    {cash}             -2.000,00

apply account Активи
2026-03-13 Знайшлося в кишені
    {cash.split(":", 1)[1]}        35,00 UAH
    {box.split(":", 1)[1]}         -0,50 EUR @ 70,00 UAH
end apply account

comment
2026-03-14 це не операція
end comment
""").encode()


def journal_more(card, cash, box, credit, ticket, fee, sofa, found):
    """The transactions that journals have besides the household's payments: a purchase in euro, a transfer with its fee, a purchase paid from
    two accounts, a transfer that an applied account shortens."""
    return {
        (card, "UAH", "2026-03", ticket): -121_250, (credit, "UAH", "2026-03", ""): 150_000, (card, "UAH", "2026-03", ""): -150_000,
        (card, "UAH", "2026-03", fee): -2_000, (card, "UAH", "2026-03", sofa): -700_000, (cash, "UAH", "2026-03", sofa): -200_000,
        (cash, "UAH", "2026-03", ""): found, (box, "EUR", "2026-03", ""): -50 if found else 0,
    }


def ledger(payments):
    """Days with slashes, symbols before numbers, an alias below its account, a bucket of tags, prices."""
    card, cash, box = payments[0].account, payments[2].to, payments[5].to

    def money(units, currency="UAH"):
        return f"€{grouped(units, '.', ',')}" if currency == "EUR" else f"{grouped(units, '.', ',')} {currency}"
    text = f"""; -*- ledger -*-
commodity UAH
    format 1,000.00 UAH
account {card}
    alias Card
account Expenses:Food
    note what is eaten
P 2026/01/01 € 48.00 UAH

~ Monthly
    Expenses:Food    8,000.00 UAH
    {card}

= /^Expenses:Їжа/
    (Budget:Food)  -1.0

2026/01/01 * Opening balances
    {card}       12,500.00 UAH
    {box}        €200.00
    Liabilities:Visa  -1,500.00 UAH
    Equity:Opening Balances

apply tag household
"""
    for index, p in enumerate(payments, 1):
        text += f"{p.day.replace('-', '/')} {('* ', '', '! ')[index % 3]}{p.payee or 'Transfer'}\n"
        if p.note:
            text += f"    ; {p.note}\n"
        if p.tags:
            text += f"    ; :{':'.join(p.tags)}:\n"
        account = "Card" if p.account == card and index % 2 else p.account
        if p.to and p.arrives_currency != p.currency:
            text += f"    {p.to}\t{money(p.arrives, p.arrives_currency)} @ {money(-p.amount * 100 // p.arrives)}\n    {account}\t{money(p.amount)}\n"
        elif p.to:
            text += f"    {p.to}  {money(p.arrives)}\n    {account}\n"
        else:
            for amount, category, note in p.parts or ((p.amount, p.category, ""),):
                name = category_account(category, "Expenses", "Income")
                text += f"    {name}  {money(-amount, p.currency)}" + (f"  ; {note}" if note else "") + "\n"
            text += f"    {account}\n"
        text += "\n"
    return (text + f"""end apply tag
2026/03/10=2026/03/12 * (T-77) Train to Kraków
    Expenses:Подорожі:Квитки  €25.00 @@ 1,212.50 UAH
    [Savings goal]        -100.00 UAH
    [Budget]               100.00 UAH
    Card              -1,212.50 UAH

2026/03/11 * Credit card
    Liabilities:Visa    1,500.00 UAH = 0
    Expenses:Fees         20.00 UAH
    Card

2026/03/12 * Sofa
    Expenses:Дім:Меблі      9,000.00 UAH
    Card                -7,000.00 UAH
    {cash}        -2,000.00 UAH
""").encode()


def beancount(payments):
    """Opened accounts, a pad with its balance, tags of several lines, links, metadata, costs of shares."""
    card, cash, box = payments[0].account, payments[2].to, payments[5].to

    def quoted(text):
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    names = sorted({category_account(category, "Expenses", "Income") for p in payments for _, category, _ in
                    p.parts or (() if p.to else ((p.amount, p.category, ""),))})
    text = 'option "title" "Household"\noption "operating_currency" "UAH"\n\n'
    for name in (card, cash, box, "Liabilities:Credit", "Assets:Broker", "Equity:Opening-Balances", "Income:Gains", "Expenses:Fees",
                 "Expenses:Дім:Меблі", *names):
        text += f"2025-12-31 open {name}\n"
    text += f"""
2025-12-31 commodity UAH
  name: "Hryvnia"
2026-01-01 pad {card} Equity:Opening-Balances
2026-01-02 balance {card}  12,500.00 UAH
2026-01-02 price EUR  48.00 UAH
2026-01-02 * "Opening balances"
  {box}  200.00 EUR
  {cash}  800.00 UAH
  Liabilities:Credit  -1,500.00 UAH
  Equity:Opening-Balances

pushtag #household
"""
    for index, p in enumerate(payments, 1):
        tags = "".join(f" #t{number}" for number, _ in enumerate(p.tags, 1))
        text += f"{p.day} {'!' if index % 5 == 0 else '*'} {quoted(p.payee or 'Переказ')} {quoted(p.note)}{tags}"
        text += f" ^invoice-{index}\n" if index % 4 == 0 else "\n"
        if p.to and p.arrives_currency != p.currency:
            text += f"  {p.to}  {plain(p.arrives)} {p.arrives_currency} @@ {plain(-p.amount)} {p.currency}\n"
            text += f"  {p.account}  {plain(p.amount)} {p.currency}\n"
        elif p.to:
            text += f"  {p.account}  {grouped(p.amount, '.', ',')} {p.currency}\n  {p.to}\n"
        else:
            text += f"  {p.account}  {plain(p.amount)} {p.currency}\n"
            for amount, category, note in p.parts or ((p.amount, p.category, ""),):
                text += f"  {category_account(category, 'Expenses', 'Income')}  {plain(-amount)} {p.currency}"
                text += f"  ; {note}\n" if note else "\n"
                if note:
                    text += f"    note: {quoted(note)}\n"
        text += "\n"
    return (text + f"""poptag #household
2026-03-10 txn "Train" "to Kraków"
  card-number: "4471"
  Expenses:Подорожі:Квитки  25.00 EUR @@ 1212.50 UAH
  {card}  -1212.50 UAH

2026-03-11 * "Credit card"
  Liabilities:Credit  1500.00 UAH
  Expenses:Fees  20.00 UAH
  {card}

2026-03-12 balance Liabilities:Credit  0.00 UAH
2026-03-12 * "Sofa"
  Expenses:Дім:Меблі  9000.00 UAH
  {card}  -7000.00 UAH
  {cash}  -2000.00 UAH

2026-03-20 * "Shares"
  Assets:Broker  2 VTI {{100.00 EUR, 2026-03-20}}
  {box}  -200.00 EUR

2026-03-25 * "Shares sold"
  Assets:Broker  -1 VTI {{100.00 EUR}} @ 112.00 EUR
  {box}  112.00 EUR
  Income:Gains

2026-04-01 close Assets:Broker
""").encode()


# ------------------------------------------------------------------ figures

def figures(payments, currencies=True, only=None, transfers="", income_root=None, is_leaf=False, more=()):
    """transfers: the category of the rows of a transfer, or of the one that leaves and the other. is_leaf: without the path above."""
    sums = collections.Counter(dict(more))
    out, into = (transfers, transfers) if isinstance(transfers, str) else transfers
    for p in payments:
        sides = [(p.account, p.currency, part, category[-1:] if is_leaf else category) for part, category, _ in p.parts or ((p.amount, p.category, ""),)]
        if p.to:
            sides = [(p.account, p.currency, p.amount, (out,)), (p.to, p.arrives_currency, p.arrives, (into,))]
        for account, currency, amount, category in sides:
            if only and account != only:
                continue
            if income_root and category and category != ("",) and category[0] != "Доходи":
                category = ("Витрати", *category)
            sums[account, currency if currencies else "", p.day[:7], ":".join(category)] += amount
    return {key: units for key, units in sums.items() if units}


def rootless(payments, more):
    """Figures of a journal, whose income has a root of its own."""
    sums = collections.Counter(more)
    for (account, currency, month, category), units in figures(payments).items():
        sums[account, currency, month, category.removeprefix("Доходи:")] += units
    return {key: units for key, units in sums.items() if units}


def own_sums(path, lines):
    """The sums that hledger or ledger itself prints of a journal must be those of the lines: by account, currency and month, and by category
    and month at cost. Openings are no lines."""
    tool = "hledger" if path.endswith(".journal") else "ledger" if path.endswith(".ledger") else None
    if not tool:
        return []
    if not shutil.which(tool):
        print(f"samples/{os.path.relpath(path, HERE)}: {tool} is not installed; its own sums are not compared")
        return []
    sums = {"account": collections.Counter(), "category": collections.Counter()}
    for at_cost in (False, True):
        for account, month, amount, currency in postings(tool, path, at_cost):
            root, _, name = account.partition(":")
            if root in ("Активи", "Пасиви", "Assets", "Liabilities") and not at_cost:
                sums["account"][account, currency, month] += amount
            elif root in ("Витрати", "Доходи", "Expenses", "Income") and at_cost:
                sums["category"][name, currency, month] -= amount
    found = {"account": collections.Counter(), "category": collections.Counter()}
    for line in lines:
        found["account"][line["account"], line["currency"], line["date"][:7]] += decimal.Decimal(line["amount"])
        for amount, category in parts_of(line):
            if category:
                found["category"][category, line["currency"], line["date"][:7]] += decimal.Decimal(amount)
    return [f"{tool}: {kind} {key}: {found[kind][key]}, not {sums[kind][key]}" for kind in sums for key in sorted(set(sums[kind]) | set(found[kind]))
            if found[kind][key] != sums[kind][key]]


def postings(tool, path, at_cost):
    """(account, month, amount, currency) of each posting to a real account, without those of openings."""
    cost = ["-B"] if at_cost else []
    if tool == "hledger":
        command = ["hledger", "-f", path, "print", "-O", "csv", *cost]
    else:
        command = ["ledger", "-f", path, "csv", "--csv-format",
                   "%(quoted(date)),%(quoted(payee)),%(quoted(display_account)),%(quoted(commodity(scrub(display_amount)))),%(quoted(quantity(scrub(display_amount))))\n",
                   *cost]
    run = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, "LC_ALL": "C.UTF-8"})
    rows = csv.DictReader(io.StringIO(run.stdout)) if tool == "hledger" else csv.DictReader(
        io.StringIO(run.stdout), ["date", "description", "account", "commodity", "amount"])
    for row in rows:
        if row["description"].lower() in ("opening balances", "початкові залишки") or row["account"][0] in "([":
            continue
        currency = {"€": "EUR"}.get(row["commodity"], row["commodity"])
        yield (row["account"], row["date"][:7].replace("/", "-"), decimal.Decimal(row["amount"].replace(",", ".")), currency)


def parts_of(line):
    if "parts" not in line:
        return [[line["amount"], line.get("bank_category", "")]]
    return [part.split("\t")[:2] for part in line["parts"].split("\n")]


def read(kopiyka, path, account=None):
    command = [kopiyka, "read", "--json", os.path.basename(path)] + (["--account", account] if account else [])
    run = subprocess.run(command, cwd=os.path.dirname(path), capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"{path}: kopiyka read ended with {run.returncode}: {run.stderr}")
    sums, lines = collections.Counter(), [json.loads(line) for line in run.stdout.splitlines()]
    for line in lines:
        parts = parts_of(line)
        if sum(decimal.Decimal(part[0]) for part in parts) != decimal.Decimal(line["amount"]):
            sys.exit(f"{path}: parts do not sum: {line}")
        for part in parts:
            key = account or line["account"], line.get("currency", ""), line["date"][:7], part[1]
            sums[key] += int(decimal.Decimal(part[0]) * 100)
    return {key: units for key, units in sums.items() if units}, lines


def imported(kopiyka, path, account=None):
    """How many of the file's lines have a recorded category, how many of those have it after one answer to each question, the questions, the
    categories, and the lines that are linked as transfers."""
    with tempfile.TemporaryDirectory() as folder:
        def run(*arguments):
            return subprocess.run([kopiyka, *arguments, "--workspace", folder + "/w"], capture_output=True, text=True, check=False)
        subprocess.run([kopiyka, "init", folder + "/w"], capture_output=True, check=True)
        run("import", path, *(["--account", account] if account else []))
        asked = run("categories", "map", "--json").stdout.splitlines()
        run("categories", "map", "--new")
        lines = [json.loads(line) for line in run("pending", "--json").stdout.splitlines()]
    written = [line for line in lines if any(category for _, category in parts_of(line["fact"])) and "transfer_account" not in line["fact"]]
    sources = [[evidence["source"] for evidence in line.get("suggestion", {}).get("evidence", [])] for line in lines]
    filed = sum("recorded" in found for line, found in zip(lines, sources) if line in written)
    values = {category for line in lines for _, category in parts_of(line["fact"]) if category}
    return len(written), filed, len(asked), len(values), sum(found[:1] == ["transfer"] for found in sources)


def files():
    """{path: (content, figures, number of lines that name another account)}"""
    # Accounts of their own for each program: two programs' words for one payment would rightly be asked about.
    def own(names, box_currency="UAH"):
        return household(*names.split(", "), box_currency)
    fire, mmex, mmex_q = own("Картка, Гаманець, Банка", "EUR"), own("Рахунок, Портмоне, Сейф", "EUR"), own("Перша, Друга, Третя", "EUR")
    types, sheet = own("Платіжна, Готівкові, Накопичення", "EUR"), own("Спільна, Каса, Куферок", "EUR")
    act, ynab_one, home = own("Зарплатна, Кишеня, Відкладене"), own("Основна, Удома, Подушка"), own("Картка, Гаманець, Банка")
    # HomeBank names no account, so its rows must not be another's.
    for p in home:
        p.day, p.amount, p.arrives = f"{p.day[:8]}{int(p.day[8:]) + 2:02d}", 2 * p.amount, 2 * p.arrives
        p.parts = tuple((2 * amount, category, note) for amount, category, note in p.parts)
    zen, wal = own("Чорна, Шухляда, Депозит", "EUR"), own("Біла, Кошелик, Скарб", "EUR")
    spend, tosh = own("Синя, Кишенькові, Резерв", "EUR"), own("Зелена, Дрібні, Фонд", "EUR")
    coin, dreb = own("Жовта, Монетниця, Запас", "EUR"), own("Руда, У сумці, Зимовий", "EUR")
    four, home_q = own("Пенсійна, На столі, Подорожній"), own("Сіра, Під матрацом, Весняний")
    counted = {(account, "UAH", COUNTED_ON[:7], "Reconciliation"): amount for account, amount in COUNTED}
    paths = household("Активи:Картка", "Активи:Гаманець", "Активи:Скарбничка", "EUR")
    # GnuCash prints the payment's currency, not that of an account whose amount differs from it.
    foreign = {(account, "" if account.endswith("Скарбничка") and month == "2026-01" else currency, month, category): units
               for (account, currency, month, category), units in figures(paths, income_root=True).items()}
    books = own("Активи:Дебетова, Активи:Монети, Активи:Сейф", "EUR")
    english, beans = own("Assets:Checking, Assets:Wallet, Assets:Rainy day", "EUR"), own("Assets:Bank, Assets:Purse, Assets:Savings", "EUR")
    books_more = journal_more("Активи:Дебетова", "Активи:Монети", "Активи:Сейф", "Пасиви:Кредитна", "Подорожі:Квитки", "Комісії",
                              "Дім:Меблі", 3_500)
    english_more = journal_more("Assets:Checking", "Assets:Wallet", "", "Liabilities:Visa", "Подорожі:Квитки", "Fees", "Дім:Меблі", 0)
    beans_more = journal_more("Assets:Bank", "Assets:Purse", "", "Liabilities:Credit", "Подорожі:Квитки", "Fees", "Дім:Меблі", 0)
    beans_more["Assets:Savings", "EUR", "2026-03", ""] = -20_000 + 10_000
    beans_more["Assets:Savings", "EUR", "2026-03", "Gains"] = 1_200
    return {
        "hledger/home-2026-q1.journal": (hledger(books), rootless(books, books_more), 8),
        "ledger/home-2026-q1.ledger": (ledger(english), rootless(english, english_more), 6),
        "beancount/home-2026-q1.beancount": (beancount(beans), rootless(beans, beans_more), 8),
        "firefly-iii/export-2026-q1.csv": (firefly(fire), figures(fire, more=counted), 4),
        "actual/register-2026-q1.csv": (actual(act), figures(act, currencies=False), 4),
        "gnucash/transactions-2026-q1.csv": (gnucash(paths), foreign, 4),
        "ynab/register-2026-q1.csv": (ynab(ynab_one), figures(ynab_one), 4),
        "money-manager-ex/all-2026-q1.csv": (mmex_csv(mmex), figures(mmex, transfers="Переказ"), 4),
        "money-manager-ex/all-2026-q1.qif": (mmex_qif(mmex_q), figures(mmex_q), 4),
        "homebank/card-2026-q1.csv": (homebank(home, "Картка"), figures(home, currencies=False, only="Картка"), 0),
        "homebank/all-2026-q1.qif": (homebank_qif(home_q), figures(home_q, currencies=False), 4),
        "ynab4/register-2026-q1.csv": (ynab(four, is_four=True), figures(four), 4),
        "zenmoney/export-2026-q1.csv": (zenmoney(zen), figures(zen), 4),
        "wallet/records-2026-q1.csv": (wallet(wal), figures(wal, transfers="TRANSFER", is_leaf=True), 0),
        "spendee/transactions-2026-q1.csv": (spendee(spend), figures(spend, transfers=("Outgoing Transfer", "Incoming Transfer"), is_leaf=True), 0),
        "toshl/export-2026-q1.csv": (toshl(tosh), figures(tosh, transfers="Transfer", is_leaf=True), 0),
        "coinkeeper/export-2026-q1.csv": (coinkeeper(coin), figures(coin, is_leaf=True), 4),
        "drebedengi/operations-2026-q1.csv": (drebedengi(dreb), figures(dreb, transfers="Переказ", is_leaf=True), 0),
        "typed-table/export-2026-q1.csv": (typed(types), figures(types), 4),
        "spreadsheet/home-2026-q1.csv": (spreadsheet(sheet), figures(sheet, transfers="Переказ"), 0),
    }


def main():
    kopiyka, wrong = os.path.abspath(sys.argv[sys.argv.index("--check") + 1]), 0
    for path, (_, wanted, transfers) in files().items():
        account = "Картка" if path == "homebank/card-2026-q1.csv" else None
        found, lines = read(kopiyka, os.path.join(HERE, path), account)
        named = sum("transfer_account" in line for line in lines)
        for key in sorted(set(found) | set(wanted)):
            if found.get(key) != wanted.get(key):
                print(f"samples/{path}: error: {key}: {found.get(key)}, not {wanted.get(key)}", file=sys.stderr)
                wrong = 1
        for problem in own_sums(os.path.join(HERE, path), lines):
            print(f"samples/{path}: error: {problem}", file=sys.stderr)
            wrong = 1
        if named != transfers:
            print(f"samples/{path}: error: {named} lines name another account, not {transfers}", file=sys.stderr)
            wrong = 1
        written, filed, asked, values, linked = imported(kopiyka, os.path.join(HERE, path), account)
        if filed < .99 * written or asked > values:
            print(f"samples/{path}: error: {written - filed} of {written} lines lost their category, {asked} questions", file=sys.stderr)
            wrong = 1
        # A row that names an account of the file is linked; one that says "transfer" alone finds its other side there.
        accounts = {line["account"] for line in lines}
        sides = 0 if account else max(4, sum(line.get("transfer_account") in accounts for line in lines))
        if linked != sides:
            print(f"samples/{path}: error: {linked} lines are linked as transfers, not {sides}", file=sys.stderr)
            wrong = 1
        print(f"samples/{path}: {len(lines)} lines, {len(wanted)} sums; {filed} of {written} lines with a category have one after an import and "
              f"{asked} questions about {values} values; {linked} are linked")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
