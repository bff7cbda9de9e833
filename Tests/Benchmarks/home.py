#!/usr/bin/env python3
"""A home spreadsheet of ten years, and whether it comes in as it was written.

    home.py write FOLDER [--rows 15000] [--seed 1]    uk.csv (two columns of amounts) and en.csv (types, target accounts), and a .sums of each
    home.py check KOPIYKA [--rows 15000]              writes both, reads and imports them, and compares every sum

A seed always draws the same. `.sums` has the household's own figures: account, currency, month, category, hundredths. In Ukrainian the two
rows of a transfer do not name each other, are in any order among those of their days, and one in ten arrives a day later; the rate of the
euro walks. `check` compares which rows were found to belong together with those that were written so.
"""
import argparse
import collections
import csv
import datetime
import json
import os
import random
import subprocess
import sys
import tempfile

ACCOUNTS = {"uk": (("Готівка", "UAH"), ("Картка", "UAH"), ("Спільна картка", "UAH"), ("Заощадження", "EUR")),
            "en": (("Cash", "EUR"), ("Checking", "EUR"), ("Joint", "EUR"), ("Savings", "USD"))}
CATEGORIES = {
    "uk": (("Їжа", "Продукти", "АТБ|Сільпо|Ринок|Пекарня"), ("Їжа", "Кафе", "Кава на розі|Обід|Піцерія"), ("Дім", "Комуналка", "Світло|Вода|Газ"),
           ("Дім", "Ремонт", "Фарба|Інструменти"), ("Транспорт", "Паливо", "ОККО|WOG"), ("Транспорт", "Проїзд", "Метро|Таксі"),
           ("Діти", "Школа", "Зошити|Гурток"), ("Здоров'я", "Аптека", "Ліки|Вітаміни"), ("Дозвілля", "", "Кіно|Книга; подарункова"),
           ("Подарунки", "", "День народження")),
    "en": (("Food", "Groceries", "Market|Bakery|Corner shop"), ("Food", "Eating out", "Lunch|Coffee, two"), ("Home", "Utilities", "Water|Power"),
           ("Home", "Repairs", "Paint|Tools"), ("Transport", "Fuel", "Filling up"), ("Transport", "Tickets", "Bus|Train"),
           ("Children", "School", "Books|Club"), ("Health", "Pharmacy", "Medicine"), ("Leisure", "", "Cinema|\"Book\""), ("Gifts", "", "Birthday"))}
INCOME = {"uk": (("Доходи", "Зарплата", "Аванс|Зарплата"), ("Доходи", "Інше", "Продаж на OLX")),
          "en": (("Income", "Salary", "Salary"), ("Income", "Other", "Sold the bike"))}
TAGS = {"uk": ("відпустка", "дача", "робота"), "en": ("holiday", "garden", "work")}
RATE = {"uk": 27, "en": 1}
LINKED_LEAST = .99


def payments(language, rows, seed):
    """Dictionaries in order of days; a transfer has `to`, `arrives` and `arrives_on`."""
    dice = random.Random(f"{language} {seed}")
    first, rate = datetime.date(2016, 1, 1), RATE[language]
    for index in range(rows):
        day = first + datetime.timedelta(days=index * 3653 // rows)
        kind = dice.random()
        if language == "uk":
            rate *= dice.uniform(.9985, 1.0016)
        if kind < .06:
            source, target = dice.sample(ACCOUNTS[language], 2)
            amount = 100 * dice.randint(10, 2_000)
            if source[1] == target[1]:
                arrives = amount
            else:
                arrives = round(amount / rate) if target[1] != ACCOUNTS[language][0][1] else round(amount * rate)
            later = datetime.timedelta(days=language == "uk" and dice.random() < .1)
            yield {"day": day, "account": source, "amount": -amount, "to": target, "arrives": arrives, "arrives_on": day + later, "note": "",
                   "tags": "", "category": ("", "")}
            continue
        table = INCOME if kind < .12 else CATEGORIES
        group, sub, words = dice.choice(table[language])
        account = ACCOUNTS[language][0 if dice.random() < .4 else dice.randint(1, 2)]
        # Some rows are equal to others of their day.
        amount = dice.randint(1_000_000, 4_000_000) if table is INCOME else -dice.choice((500, 1_000, dice.randint(100, 90_000)))
        tags = ", ".join(dice.sample(TAGS[language], dice.randint(1, 2))) if dice.random() < .1 else ""
        yield {"day": day, "account": account, "amount": amount, "to": None, "category": (group, sub), "note": dice.choice(words.split("|")),
               "tags": tags}


def plain(units, mark=".", group=""):
    whole = f"{abs(units) // 100:,}".replace(",", group)
    return f"{'-' if units < 0 else ''}{whole}{mark}{abs(units) % 100:02d}"


def table_of(language, rows):
    """The file's rows: in Ukrainian a transfer is a row of each account, in English one row."""
    if language == "uk":
        yield "Дата Рахунок Категорія Підкатегорія Витрата Дохід Валюта Нотатка Мітки".split()
        dice = random.Random(len(rows))
        sides = [(p["day"], p["account"], p["amount"], p) for p in rows]
        sides += [(p["arrives_on"], p["to"], p["arrives"], p) for p in rows if p["to"]]
        for day, (account, currency), amount, p in sorted(sides, key=lambda side: (side[0], dice.random())):
            group, sub = ("Переказ", "") if p["to"] else p["category"]
            out, into = ((plain(-amount, ",", "\u00a0"), "") if amount < 0 else ("", plain(amount, ",", "\u00a0")))
            yield [day.strftime("%d.%m.%Y"), account, group, sub, out, into, currency, p["note"], p["tags"]]
        return
    yield ["Date", "Type", "Amount", "Currency", "Account", "To account", "Target amount", "Target currency", "Category", "Subcategory", "Note",
           "Tags"]
    for p in rows:
        kind = "Transfer" if p["to"] else "Income" if p["amount"] > 0 else "Expense"
        target = [p["to"][0], plain(p["arrives"]), p["to"][1]] if p["to"] else ["", "", ""]
        yield [p["day"].isoformat(), kind, plain(abs(p["amount"])), p["account"][1], p["account"][0], *target, *p["category"], p["note"],
               p["tags"]]


def sums_of(language, rows):
    sums = collections.Counter()
    for p in rows:
        category = ":".join(part for part in p["category"] if part)
        if p["to"]:
            category = "Переказ" if language == "uk" else ""
            sums[(*p["to"], f"{p['arrives_on']:%Y-%m}", category)] += p["arrives"]
        sums[(*p["account"], f"{p['day']:%Y-%m}", category)] += p["amount"]
    return {key: units for key, units in sums.items() if units}


def write(folder, rows, seed):
    for language in ACCOUNTS:
        drawn = list(payments(language, rows, seed))
        with open(os.path.join(folder, f"{language}.csv"), "w", encoding="utf-8", newline="") as out:
            csv.writer(out, delimiter=";" if language == "uk" else ",").writerows(table_of(language, drawn))
        with open(os.path.join(folder, f"{language}.sums"), "w", encoding="utf-8", newline="") as out:
            csv.writer(out).writerows((*key, units) for key, units in sorted(sums_of(language, drawn).items()))


def read_sums(path):
    with open(path, encoding="utf-8", newline="") as rows:
        return {tuple(row[:4]): int(row[4]) for row in csv.reader(rows)}


def found_sums(lines):
    sums = collections.Counter()
    for line in lines:
        amount = line["amount"].replace(".", "")
        key = line["account"], line.get("currency", ""), line["date"][:7], line.get("bank_category", "")
        sums[key] += int(amount) * (1 if "." in line["amount"] else 100)
    return {key: units for key, units in sums.items() if units}


def links_of(rows):
    """Day and amount of the two rows of each transfer: those of equal transfers of one day are the same either way."""
    return collections.Counter((p["day"].isoformat(), p["account"][1], p["amount"], p["arrives_on"].isoformat(), p["to"][1], p["arrives"])
                               for p in rows if p["to"])


def found_links(lines):
    """The same of the suggested transfers, and how many of them more than one row would fit."""
    known, links, doubtful = {line["key"]: line["fact"] for line in lines}, collections.Counter(), 0
    for line in lines:
        evidence = (line.get("suggestion", {}).get("evidence") or [{}])[0]
        if evidence.get("source") != "transfer" or not line["fact"]["amount"].startswith("-"):
            continue
        if "rivals" in evidence["how"] and "names" not in evidence["how"]:
            doubtful += 1
            continue
        sides = line["fact"], known[evidence["subject"]]
        if sides[0]["account"] == sides[1]["account"]:
            raise ValueError(f"a transfer within one account: {line['key']}")
        links[tuple(value for fact in sides for value in (fact["date"], fact["currency"], round(float(fact["amount"]) * 100)))] += 1
    return links, doubtful


def check(kopiyka, rows, seed):
    wrong = 0

    def run(*arguments, cwd):
        return subprocess.run([kopiyka, *arguments], cwd=cwd, capture_output=True, text=True, check=False)

    def compare(what, found, wanted):
        nonlocal wrong
        different = [key for key in set(found) | set(wanted) if found.get(key) != wanted.get(key)]
        wrong |= bool(different)
        print(f"{what}: {len(wanted) - len(different)} of {len(wanted)} sums are equal"
              + "".join(f"\n  {key}: {found.get(key)}, not {wanted.get(key)}" for key in sorted(different)[:5]))
    with tempfile.TemporaryDirectory() as folder:
        write(folder, rows, seed)
        for language in ACCOUNTS:
            name, wanted = f"{language}.csv", read_sums(os.path.join(folder, f"{language}.sums"))
            said = run("read", "--json", name, cwd=folder)
            print(f"{name}: read ended with {said.returncode} {said.stderr[:500]}")
            wrong |= said.returncode != 0
            compare(f"{name}: read", found_sums(map(json.loads, said.stdout.splitlines())), wanted)
            house = os.path.join(folder, language)
            run("init", house, cwd=folder)
            for turn in ("first", "again"):
                said = run("import", "--json", os.path.join(folder, name), cwd=house)
                report = [json.loads(line) for line in said.stdout.splitlines()]
                file = next((line for line in report if "new" in line and "rows" in line), {})
                counts = {key: file.get(key) for key in ("rows", "new", "known", "repeated", "conflicts", "ambiguous", "rejected", "skipped")}
                print(f"{name}: import {turn} ended with {said.returncode}: {counts}")
                if file.get("rejected") != 0 or turn == "again" and file.get("new") != 0:
                    wrong = 1
            lines = [json.loads(line) for line in run("pending", "--json", cwd=house).stdout.splitlines()]
            compare(f"{name}: import", found_sums(line["fact"] for line in lines), wanted)
            truth, (links, doubtful) = links_of(list(payments(language, rows, seed))), found_links(lines)
            right, false = sum((truth & links).values()), sum((links - truth).values())
            print(f"{name}: {right} of {sum(truth.values())} transfers are linked, {false} wrongly, {doubtful} are asked about")
            wrong |= false > 0 or right < LINKED_LEAST * sum(truth.values())
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("write", "check"))
    parser.add_argument("where")
    parser.add_argument("--rows", type=int, default=15_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.what == "check":
        return check(os.path.abspath(options.where), options.rows, options.seed)
    os.makedirs(options.where, exist_ok=True)
    write(options.where, options.rows, options.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
