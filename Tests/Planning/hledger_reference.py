#!/usr/bin/env python3
"""Compares `balance --in`, `networth`, `budget` and `holdings` with hledger, where both define the same.

Usage: hledger_reference.py PROGRAM [--homes N] [--seed N]

An invented household is exported as a journal. hledger values it at the ends of months (`bal --value=end,UAH`), sums its budgets
(`bal --budget --value=then,UAH`), and says what a deposit earned (`roi`). hledger converts sums and rounds what it shows; Kopiyka
rounds each account's balance and each row once. So balances must be equal to the coin; what is spent in other currencies may differ
by half a coin a row. Rates that statements show are left out: hledger takes the latest price, Kopiyka a list's first.
"""
import argparse
import collections
import datetime
import json
import os
import shutil
import subprocess
import sys
import tempfile
from fractions import Fraction

from money_reference import DAY, FIRST, LAST, Home, half_away

GOALS = {'groceries': 'Groceries', 'transport': 'Transport', 'eating_out': 'Eating out', 'shopping': 'Shopping', 'health': 'Health'}
HALF_COIN = Fraction(1, 200)
MONTHS_APART = 3
DEPOSIT_END = datetime.date(2025, 1, 2)


class Program:
    def __init__(self, path, folder):
        self.path, self.folder = path, folder

    def __call__(self, *words):
        done = subprocess.run([self.path, *words, '--workspace', self.folder], capture_output=True, text=True)
        if done.returncode:
            sys.exit(f'{" ".join(words)} ended with {done.returncode}: {done.stderr}')
        return done.stdout

    def objects(self, *words):
        return [json.loads(line) for line in self(*words, '--json').splitlines()]


class Journal:
    """What hledger says of a journal, in hryvnias."""

    def __init__(self, path):
        self.path = path

    def run(self, *words):
        return subprocess.run(['hledger', '-f', self.path, *words], capture_output=True, text=True, check=True).stdout

    @staticmethod
    def hryvnias(amounts):
        """Without what has no rate."""
        return sum((Fraction(amount['aquantity']['decimalMantissa'], 10 ** amount['aquantity']['decimalPlaces'])
                    for amount in amounts if amount['acommodity'] == 'UAH'), Fraction(0))

    def balances(self, end):
        """Of each account before a day."""
        rows, _ = json.loads(self.run('bal', '--value=end,UAH', '-e', end.isoformat(), '--flat', '-O', 'json', '^Assets'))
        return {name: self.hryvnias(amounts) for name, _, _, amounts in rows}

    def months(self, *words):
        """Of each month from the first on, at its end."""
        report = json.loads(self.run('bal', '--historical', '-M', '--value=end,UAH', '-O', 'json', *words))
        return [self.hryvnias(amounts) for amounts in report['prTotals']['prrAmounts']]

    def budget(self, month):
        """Spent and goal of each account with a goal."""
        report = json.loads(self.run('bal', '--budget', '--value=then,UAH', '--depth', '2', '-O', 'json', '-p', month, '^Expenses'))
        found = {}
        for row in report['prRows']:
            actual, goal = row['prrAmounts'][0]
            found[row['prrName']] = (self.hryvnias(actual or []), self.hryvnias(goal or []))
        return found


def last_days():
    day = FIRST
    while day <= LAST:
        day = (day.replace(day=28) + 4 * DAY).replace(day=1)
        yield day - DAY


def household(seed, program, folder):
    home = Home(seed)
    for row in home.rows:
        row['original_amount'] = row['original_currency'] = ''
    program('init', folder)
    os.makedirs(os.path.join(folder, 'inbox'), exist_ok=True)
    home.write(folder, program)
    with open(os.path.join(folder, 'budget.yaml'), 'w') as file:
        for number, category in enumerate(GOALS):
            file.write(f'- {{category: {category}, amount: "{1000 + 731 * number}.50", every: month}}\n')
    accounts = [line['account'] for line in program.objects('accounts') if line['account'] != 'Old']
    visible = [word for account in accounts for word in ('--account', account)]
    path = os.path.join(folder, 'home.journal')
    with open(path, 'w') as file:
        for (currency, quote), days in home.prices.items():
            for day, rate in days.items():
                file.write(f'P {day} {currency} {rate} {quote}\n')
        file.write('\n~ monthly\n')
        for number, name in enumerate(GOALS.values()):
            file.write(f'    Expenses:{name}  {1000 + 731 * number}.50 UAH\n')
        file.write('    Assets:Budget\n\n')
        file.write(program('export', '--format', 'hledger', '--locale', 'en', *visible))
    return home, Journal(path)


def compare_worth(program, journal, tally):
    series = {period['period']: period for period in program.objects('networth', '--base', 'UAH', '--as-of', LAST.isoformat())}
    ends = list(last_days())
    nets = journal.months('-b', FIRST.isoformat(), '-e', (LAST + DAY).isoformat(), '^Assets')
    assert len(nets) == len(ends) == len(series)
    for day, net in list(zip(ends, nets))[::MONTHS_APART]:
        theirs = journal.balances(day + DAY)
        total = Fraction(0)
        for line in program.objects('balance', '--in', 'UAH', '--as-of', day.isoformat()):
            own, other = Fraction(line.get('worth', 0)), half_away(theirs.get('Assets:' + line['account'], Fraction(0)))
            total += own
            tally(own == other, 'balance', day, line['account'], own, other)
        shown = Fraction(series[day.isoformat()[:7]]['net'])
        tally(shown == total, 'networth', day, '', shown, total)
        tally(abs(shown - net) <= len(theirs) * HALF_COIN, 'net of all', day, '', shown, net)


def compare_budgets(program, journal, tally):
    for day in list(last_days())[::MONTHS_APART]:
        month = day.isoformat()[:7]
        theirs = journal.budget(month)
        foreign = sum(row.get('currency') != 'UAH' for row in program.objects('list', '--kind', 'expense', '--month', month))
        for line in program.objects('budget', '--as-of', day.isoformat(), '--base', 'UAH'):
            spent, goal = theirs.get('Expenses:' + GOALS[line['category']], (Fraction(0), Fraction(0)))
            own = Fraction(line['spent'])
            tally(abs(own - spent) <= foreign * HALF_COIN, 'spent', day, line['category'], own, spent)
            tally(Fraction(line['amount']) == goal, 'goal', day, line['category'], line['amount'], goal)


def compare_deposit(path, tally):
    """A deposit whose statement has what its terms say: what it earned, its value, and the yearly rate of its flows."""
    for rate, capitalized in (('12.5', 'true'), ('9', 'false')):
        with tempfile.TemporaryDirectory() as folder:
            program = Program(path, folder)
            program('init', folder)
            with open(os.path.join(folder, 'holdings.yaml'), 'w') as file:
                file.write(f'- {{id: dep, kind: deposit, currency: UAH, principal: "80000", opened: 2024-01-01, term_end: 2025-01-01, '
                           f'rates: [[2024-01-01, "{rate}"]], posting_day: 1, capitalized: {capitalized}, account: Deposit}}\n')
            program('accounts', 'add', 'Deposit', '--currency', 'UAH')
            os.makedirs(os.path.join(folder, 'inbox'), exist_ok=True)
            rows = ['2024-01-01,Deposit,80000.00,UAH,transfers.own,On the deposit,open']
            flows = [(datetime.date(2024, 1, 1), 80000.0)]
            for posting in program.objects('holdings', '--all', 'dep', '--as-of', '2025-01-01'):
                rows.append(f'{posting["day"]},Deposit,{posting["interest"]},UAH,income.interest,Interest,i{posting["day"]}')
                if capitalized == 'false':
                    rows.append(f'{posting["day"]},Deposit,-{posting["interest"]},UAH,transfers.own,Paid out,o{posting["day"]}')
                    flows.append((datetime.date.fromisoformat(posting['day']), -float(posting['interest'])))
            with open(os.path.join(folder, 'inbox', 'deposit.csv'), 'w') as file:
                file.write('date,account,amount,currency,category,description,bank_id\n' + '\n'.join(rows) + '\n')
            program('import', '--sign', 'printed')
            program('approve', '--from-history')
            standing = program.objects('holdings', 'dep', '--as-of', '2025-01-01')[0]
            journal = os.path.join(folder, 'deposit.journal')
            with open(journal, 'w') as file:
                file.write(program('export', '--format', 'hledger', '--locale', 'en'))
            table = Journal(journal).run('roi', '--investment', 'Assets:Deposit', '--pnl', 'Income', '-b', '2024-01-01', '-e', '2025-01-02')
            cells = [cell.strip() for cell in next(line for line in table.splitlines() if line.startswith('| 1 ')).split('|')]
            value, profit, yearly = (Fraction(cells[at].split()[0].rstrip('%')) for at in (8, 9, 11))
            earned = Fraction(standing['interest_so_far'])
            tally(earned == profit, 'earned', '2025-01-01', rate, earned, profit)
            held = Fraction(program.objects('balance', '--as-of', '2025-01-01')[0]['balance'])
            tally(held == value, 'value', '2025-01-01', rate, held, value)
            tally(abs(float(yearly) / 100 - yearly_rate(flows, float(value))) < .0001, 'yearly rate', '2025-01-01', rate, float(yearly),
                  yearly_rate(flows, float(value)) * 100)


def yearly_rate(flows, value):
    """The yearly rate at which what was put in, by day, grows to the value; hledger counts the last day too."""
    low, high = 0.0, 1.0
    while high - low > 1e-7:
        rate = (low + high) / 2
        grown = sum(amount * (1 + rate) ** ((DEPOSIT_END - day).days / 365) for day, amount in flows)
        low, high = (rate, high) if grown < value else (low, rate)
    return low


def main():
    options = argparse.ArgumentParser()
    options.add_argument('program')
    options.add_argument('--homes', type=int, default=2)
    options.add_argument('--seed', type=int, default=1)
    given = options.parse_args()
    if not shutil.which('hledger'):
        print('hledger is not installed: nothing was compared (make deps installs it)')
        return 0
    path = os.path.abspath(given.program)
    counts, wrong = collections.Counter(), []

    def tally(is_equal, what, day, name, own, other):
        counts[what] += 1
        if not is_equal:
            wrong.append((what, str(day), name, own, other))

    for number in range(given.homes):
        with tempfile.TemporaryDirectory() as folder:
            program = Program(path, folder)
            _, journal = household(given.seed + number, program, folder)
            compare_worth(program, journal, tally)
            compare_budgets(program, journal, tally)
    compare_deposit(path, tally)
    print(', '.join(f'{count} {what}' for what, count in counts.items()), f'· {len(wrong)} differ from hledger')
    for case in wrong[:20]:
        print(*(str(float(part)) if isinstance(part, Fraction) else part for part in case))
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
