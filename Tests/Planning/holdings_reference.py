#!/usr/bin/env python3
"""Compares `kopiyka holdings --all --json` with schedules computed here in decimals of 60 digits.

    holdings_reference.py PROGRAM [--count 200] [--seed 1] [--write FILE]

Drawn deposits and loans, written from the text of their definitions and not from the program: day by day, in numerators whose one division comes
last, so that a half is a half. Prints the first schedules that differ, and ends with 1 then.
"""

import argparse
import calendar
import datetime
import decimal
import json
import pathlib
import random
import subprocess
import sys
import tempfile

D = decimal.Decimal
decimal.getcontext().prec = 60
DAY = datetime.timedelta(days=1)


class Refused(Exception):
    """More is taken than there is: the program refuses the file."""


def rounded(numerator, denominator):
    """Half away from zero, of numbers that are not negative."""
    return int((D(numerator) / D(denominator)).to_integral_value(decimal.ROUND_HALF_UP))


def last_of(year, month):
    return calendar.monthrange(year, month)[1]


def day_in(year, month, number):
    return datetime.date(year, month, min(number, last_of(year, month)))


def next_posting(number, after):
    year, month = after.year, after.month
    while True:
        day = day_in(year, month, number)
        if day > after:
            return day
        year, month = (year + 1, 1) if month == 12 else (year, month + 1)


def in_force(steps, day, before_first):
    known = [rate for since, rate in steps if since <= day]
    return known[-1] if known else before_first


# Numerators of a day, over one denominator for a convention.
YEAR = {"act/365": 365, "act/act": 365 * 366, "30/360": 360}


def number30(day):
    number = day.day
    if number == 31 or (day.month == 2 and number == last_of(day.year, 2)):
        number = 30
    return 360 * day.year + 30 * day.month + number


def weight(convention, day):
    if convention == "act/365":
        return 1
    if convention == "act/act":
        return 365 if calendar.isleap(day.year) else 366
    return number30(day) - number30(day - DAY)


def days(after, through):
    day = after
    while day < through:
        day += DAY
        yield day


def span(holding, after, through, balance, month30=False):
    """Interest numerator (units × percent × parts of a year), Σ percent × parts, balance at the end."""
    interest, rates, total = D(0), D(0), 0
    for day in days(after, through):
        parts = weight(holding["day_count"], day)
        total += parts
        if month30 and day == through:
            parts += 30 - total
        rate = in_force(holding["rates"], day, holding["rates"][0][1])
        interest += D(balance) * rate * parts
        rates += rate * parts
        for when, amount in holding.get("changes", []):
            if when == day:
                balance += amount
                if balance < 0:
                    raise Refused
    return interest, rates, balance


def deposit(holding):
    rows, day, balance = [], holding["opened"], holding["principal"]
    while day < holding["term_end"]:
        after = holding["term_end"]
        if holding["posting_day"] is not None:
            after = min(after, next_posting(holding["posting_day"], day))
        interest, _, balance = span(holding, day, after, balance)
        gross = rounded(interest, 100 * YEAR[holding["day_count"]])
        tax = rounded(D(gross) * in_force(holding["tax"], after, D(0)), 100)
        added = gross - tax if holding["capitalized"] else 0
        balance += added
        rows.append((after, gross - tax, gross, tax, added, balance))
        day = after
    return rows


def closed_level(debt, i, count):
    """The payment for equal rates, by the formula of the books."""
    if i == 0:
        return rounded(debt, count)
    return int((D(debt) * i / (1 - (1 + i) ** -count)).to_integral_value(decimal.ROUND_HALF_UP))


def by_days_level(debt, rates):
    """The same for a rate a period: the debt ÷ Σ 1/Π(1+i)."""
    total, discount = D(0), D(1)
    for i in rates:
        discount /= 1 + i
        total += discount
    return int((D(debt) / total).to_integral_value(decimal.ROUND_HALF_UP))


def loan(holding):
    if holding["type"] == "own":
        return own(holding)
    count, convention = holding["payments"], holding["day_count"]
    ends = [holding["opened"]]
    for _ in range(count):
        ends.append(next_posting(holding["posting_day"], ends[-1]))
    rows, balance, part = [], holding["principal"], 0
    for index in range(1, count + 1):
        if balance == 0:
            break
        before, day = ends[index - 1], ends[index]
        opens_month = day_in(before.year, before.month, holding["posting_day"]) == before
        month30 = convention == "30/360" and opens_month
        _, _, debt = span(holding, before, day - DAY, balance)
        interest, rates, balance = span(holding, before, day, balance, month30)
        interest = rounded(interest, 100 * YEAR[convention])
        stepped = any(before <= when < day for when, _ in holding["rates"])
        changed = any(before <= when < day for when, _ in holding.get("changes", []))
        left = count - index + 1
        if holding["type"] == "classic":
            if index == 1 or changed:
                part = rounded(debt, left)
        elif index == 1 or stepped or changed:
            now = in_force(holding["rates"], day - DAY, holding["rates"][0][1])
            if convention == "30/360":
                part = closed_level(debt, now / 1200, left)
            else:
                year = 100 * YEAR[convention]
                later = [sum(weight(convention, d) for d in days(ends[n], ends[n + 1])) * now / year for n in range(index, count)]
                part = by_days_level(debt, [rates / year] + later)
        principal = min(part if holding["type"] == "classic" else part - interest, balance)
        if index == count:
            principal = balance
        balance -= principal
        if balance < 0:
            raise Refused
        rows.append((day, principal + interest, interest, 0, principal, balance))
    return rows


def own(holding):
    rows, day, balance = [], holding["opened"], holding["principal"]
    for after, payment in holding["payments"]:
        interest, _, balance = span(holding, day, after, balance)
        interest = rounded(interest, 100 * YEAR[holding["day_count"]])
        balance -= payment - interest
        rows.append((after, payment, interest, 0, payment - interest, balance))
        day = after
    return rows


# MARK: drawing


def draw_day(dice):
    if dice.random() < 0.3:
        return dice.choice([datetime.date(2020, 2, 29), datetime.date(2024, 2, 29), datetime.date(2023, 1, 31), datetime.date(2021, 8, 31),
                            datetime.date(2023, 2, 28), datetime.date(2024, 1, 30), datetime.date(2022, 12, 31)])
    return datetime.date(2018, 1, 1) + dice.randrange(2600) * DAY


def draw_steps(dice, first, length, most, digits=2):
    steps, day = [], first
    for _ in range(dice.choice([1, 1, 1, 2, 3])):
        steps.append((day, D(dice.randrange(0 if dice.random() < 0.05 else 1, most * 10**digits)) / 10**digits))
        day += dice.randrange(1, max(2, length)) * DAY
    return steps


def draw(dice, number):
    opened = draw_day(dice)
    digits = dice.choice([4, 5, 6, 7, 8, 9, 11])
    common = {
        "id": f"h{number}", "currency": "UAH", "principal": dice.randrange(1, 10**digits), "opened": opened,
        "day_count": dice.choice(["act/365", "act/act", "30/360"]), "posting_day": dice.randrange(1, 32),
    }
    if dice.random() < 0.5:
        length = dice.choice([30, 92, 184, 365, 366, 400, 1100, dice.randrange(1, 1500)])
        tax = draw_steps(dice, opened - dice.randrange(-100, 900) * DAY, length, 25, 1) if dice.random() < 0.7 else []
        holding = {**common, "kind": "deposit", "term_end": opened + length * DAY, "rates": draw_steps(dice, opened, length, 25),
                   "capitalized": dice.random() < 0.5, "tax": tax}
        if dice.random() < 0.1:
            holding["posting_day"] = None
        if dice.random() < 0.25:
            holding["changes"] = sorted((opened + dice.randrange(1, length + 30) * DAY, dice.randrange(1, 10**digits)) for _ in range(3))
        return holding
    count = dice.choice([1, 2, 3, 6, 12, 24, 36, 60, 120, 240, dice.randrange(1, 300)])
    holding = {**common, "kind": "loan", "type": dice.choice(["annuity", "annuity", "annuity", "classic"]), "payments": count,
               "rates": draw_steps(dice, opened, count * 30, 60)}
    if dice.random() < 0.1:
        day, table = opened, []
        for _ in range(min(count, 24)):
            day += dice.randrange(20, 40) * DAY
            table.append((day, dice.randrange(1, max(2, common["principal"] // 60))))
        holding.update(type="own", payments=table)
    elif dice.random() < 0.2 and count > 2:
        # Less than is there after so many payments, whatever the rate.
        holding["changes"] = [(opened + dice.randrange(1, 60) * DAY, -(common["principal"] // 10) or 1)]
    return holding


def amount(units):
    sign = "-" if units < 0 else ""
    return f"{sign}{abs(units) // 100}.{abs(units) % 100:02}"


def entry(holding):
    def pairs(steps, text):
        return "[" + ", ".join(f'[{day}, "{text(value)}"]' for day, value in steps) + "]"

    members = [f"id: {holding['id']}", f"kind: {holding['kind']}", f"currency: {holding['currency']}",
               f'principal: "{amount(holding["principal"])}"', f"opened: {holding['opened']}", f"day_count: {holding['day_count']}",
               f"rates: {pairs(holding['rates'], lambda rate: format(rate, 'f'))}"]
    if holding["posting_day"] is not None:
        members.append(f"posting_day: {holding['posting_day']}")
    if holding.get("changes"):
        members.append(f"changes: {pairs(holding['changes'], amount)}")
    if holding["kind"] == "deposit":
        members += [f"term_end: {holding['term_end']}", f"capitalized: {str(holding['capitalized']).lower()}"]
        if holding["tax"]:
            members.append(f"tax: {pairs(holding['tax'], lambda rate: format(rate, 'f'))}")
    else:
        payments = holding["payments"]
        members += [f"type: {holding['type']}", f"payments: {payments if isinstance(payments, int) else pairs(payments, amount)}"]
    return "- {" + ", ".join(members) + "}\n"


def text_of(row):
    day, expected, interest, tax, principal, balance = row
    return " ".join([str(day)] + [amount(value) for value in (expected, interest, tax, principal, balance)])


def printed(program, folder):
    done = subprocess.run([program, "--workspace", str(folder), "holdings", "--all", "--json"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"holdings ended with {done.returncode}:\n{done.stderr}")
    rows = {}
    for line in done.stdout.splitlines():
        found = json.loads(line)
        rows.setdefault(found["id"], []).append(
            " ".join([found["day"], found["expected"], found["interest"], found.get("tax", "0.00"), found["principal"], found["balance"]]))
    return rows


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", help="also write the drawn holdings.yaml there")
    arguments = parser.parse_args()
    dice = random.Random(arguments.seed)
    holdings, wanted = [], {}
    while len(holdings) < arguments.count:
        holding = draw(dice, len(holdings))
        try:
            rows = (deposit if holding["kind"] == "deposit" else loan)(holding)
        except Refused:
            continue
        holdings.append(holding)
        wanted[holding["id"]] = [text_of(row) for row in rows]
    file = "".join(entry(holding) for holding in holdings)
    if arguments.write:
        pathlib.Path(arguments.write).write_text(file, encoding="utf-8")
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary) / "money"
        subprocess.run([arguments.program, "init", str(folder)], check=True, capture_output=True)
        (folder / "holdings.yaml").write_text(file, encoding="utf-8")
        found = printed(arguments.program, folder)
    wrong, rows = 0, 0
    for holding in holdings:
        expected = wanted[holding["id"]]
        rows += len(expected)
        if found.get(holding["id"], []) == expected:
            continue
        wrong += 1
        if wrong <= 5:
            print(entry(holding), end="")
            for ours, theirs in zip(expected, found.get(holding["id"], [])):
                if ours != theirs:
                    print(f"  reference {ours}\n  program   {theirs}")
                    break
            else:
                print(f"  {len(expected)} rows, the program has {len(found.get(holding['id'], []))}")
    print(f"{len(holdings)} schedules, {rows} postings, {wrong} differ")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
