#!/usr/bin/env python3
"""Compares `networth` and `budget` with their definitions, computed a second time from `export --format csv`.

Usage: money_reference.py PROGRAM [--homes N] [--seed N]

Each invented household has six accounts in five currencies, one without any rate and one whose rates begin later, an account that
is hidden, openings, refunds, exchanges, transfers with and without their other side, and parts of lines. Nothing here is taken from
the program: conversion, kinds of rows, periods, budgets and envelopes are written from the definitions, in exact fractions.
"""
import argparse
import bisect
import collections
import csv
import datetime
import io
import json
import os
import random
import subprocess
import sys
import tempfile
from decimal import Decimal
from fractions import Fraction

FIRST, LAST = datetime.date(2024, 1, 1), datetime.date(2025, 12, 31)
DAY = datetime.timedelta(1)
# Of a table that Kopiyka exports: its signs need no proof.
COLUMNS = ['date', 'account', 'amount', 'currency', 'category', 'payee', 'description', 'memo', 'note', 'tags', 'counterparty', 'mcc',
           'original_amount', 'original_currency', 'balance', 'bank_id', 'transfer_to', 'key', 'part']
SPENT = ['groceries', 'transport.taxi', 'transport.fuel', 'eating_out.coffee', 'eating_out.restaurants', 'shopping', 'health', '']
NEUTRAL, OUTSIDE = ('transfers.own', 'transfers.savings'), ('transfers.person', 'transfers.cash', 'transfers.fx')
PLACES = {'JPY': 0}


def half_away(value, places=2):
    """The nearest multiple of 10^-places; halves go away from zero."""
    scaled = abs(value) * 10 ** places
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    return Fraction(whole if value >= 0 else -whole, 10 ** places)


def text(value):
    return f'{Decimal(value.numerator * 100 // value.denominator) / 100:.2f}' if value >= 0 else '-' + text(-value)


def days_of_month(year, month):
    return (datetime.date(year + month // 12, month % 12 + 1, 1) - DAY).day


# MARK: A household


class Home:
    def __init__(self, seed):
        self.dice = random.Random(seed)
        self.rows = []
        self.prices = collections.defaultdict(dict)  # (currency, quote) → day → rate, as text
        self.openings = {'Card': ('UAH', '12500.40', FIRST), 'Loan': ('UAH', '-90000.00', FIRST + 40 * DAY)}
        self.make_prices()
        day = FIRST
        while day <= LAST:
            self.live(day)
            day += DAY

    def make_prices(self):
        dice = self.dice
        for pair, begin, level in [(('USD', 'UAH'), -30, 38.0), (('EUR', 'UAH'), -30, 41.0), (('PLN', 'UAH'), 200, 9.6),
                                   (('EUR', 'GBP'), -10, .85)]:
            for offset in range(begin, 731):
                if dice.random() < .6:
                    level *= 1 + dice.uniform(-.006, .007)
                    self.prices[pair][FIRST + offset * DAY] = f'{level:.4f}'

    def row(self, day, account, amount, currency, category, name, original=('', '')):
        places = PLACES.get(currency, 2)
        sign = '-' if amount < 0 else ''
        whole, rest = divmod(abs(amount), 10 ** places)
        written = f'{sign}{whole}' + (f'.{rest:0{places}}' if places else '')
        self.rows.append({
            'date': day.isoformat(), 'account': account, 'amount': written, 'currency': currency, 'category': category,
            'description': name, 'original_amount': original[0], 'original_currency': original[1], 'bank_id': f'n{len(self.rows)}'})

    def live(self, day):
        dice = self.dice
        if day.day == 5:
            self.row(day, 'Card', dice.randint(25, 60) * 100_000, 'UAH', 'income.salary', 'Зарплата')
        for _ in range(dice.choice([0, 0, 1, 1, 2])):
            account, currency = dice.choice([('Card', 'UAH')] * 6 + [('Dollars', 'USD'), ('Euro', 'EUR'), ('Zloty', 'PLN'),
                                             ('Pound', 'GBP'), ('Yen', 'JPY'), ('Old', 'UAH')])
            amount = -dice.randint(100, 90_000)
            if dice.random() < .05:
                amount = -amount
            original = ('', '')
            if dice.random() < .1 and currency != 'JPY':
                other = dice.choice([c for c in ('USD', 'EUR', 'UAH') if c != currency])
                rate = {'USD': 41, 'EUR': 44, 'UAH': 1, 'PLN': 10, 'GBP': 52}
                size = abs(amount) * rate[currency] // rate[other] + dice.randint(1, 9)
                original = (f'{"-" if amount < 0 else ""}{size // 100}.{size % 100:02}', other)
            self.row(day, account, amount, currency, dice.choice(SPENT), f'Крамниця {dice.randint(1, 60)}', original)
        if dice.random() < .04:
            self.row(day, 'Card', dice.randint(1_000, 60_000), 'UAH', 'income.refund', 'Повернення')
        if dice.random() < .03:
            self.row(day, 'Card', -dice.randint(1_000, 60_000), 'UAH', 'income.salary', 'Помилка нарахування')
        if dice.random() < .06:
            self.row(day, 'Card', dice.choice([-1, -1, 1]) * dice.randint(10, 900) * 1_000, 'UAH', dice.choice(OUTSIDE), 'Олена')
        if dice.random() < .04:
            self.row(day, 'Card', -dice.randint(10, 400) * 1_000, 'UAH', 'transfers.own', 'Без пари')
        if dice.random() < .03:
            units = dice.randint(10, 300) * 100
            self.row(day, 'Card', -units * 41 - dice.randint(0, 999), 'UAH', 'transfers.own', 'Обмін')
            # Often the other side comes days after, in the next month.
            self.row(min(LAST, day + dice.choice([0, 0, 1, 3]) * DAY), 'Dollars', units, 'USD', 'transfers.own', 'Обмін')

    def write(self, folder, run):
        lines = io.StringIO()
        writer = csv.DictWriter(lines, COLUMNS)
        writer.writeheader()
        writer.writerows(self.rows)
        open(os.path.join(folder, 'inbox', 'home.csv'), 'w', encoding='utf-8').write(lines.getvalue())
        prices = os.path.join(folder, 'p.csv')
        with open(prices, 'w') as file:
            file.write('date,currency,rate,base\n')
            for (currency, quote), days in self.prices.items():
                for day, rate in days.items():
                    file.write(f'{day},{currency},{rate},{quote}\n')
        run('prices', 'import', prices)
        run('import')
        run('approve', '--from-history')
        run('approve', '--all')
        run('accounts', 'add', 'Loan', '--currency', 'UAH')
        for account, (_, amount, day) in self.openings.items():
            run('accounts', 'opening', account, amount, day.isoformat())
        run('accounts', 'hide', 'Old')
        listed = [json.loads(line) for line in run('list', '--json', '--category', 'groceries', '--account', 'Card').splitlines()]
        for line in self.dice.sample(listed, min(20, len(listed))):
            size = Decimal(line['amount'])
            if abs(size) > 5:
                part = abs(size / 3).quantize(Decimal('0.01'))
                run('split', line['key'], f'transport.taxi {part}; health')
        for number in range(6):
            run('add', f'hotel {70 + number} uah {(FIRST + (150 + 95 * number) * DAY).isoformat()}', '--account', 'Card', '--category', 'shopping')
        # Counted on their corrected days, which are in earlier months.
        for line in map(json.loads, run('list', '--json', 'hotel').splitlines()):
            day = datetime.date.fromisoformat(line['date']) - self.dice.randrange(33, 90) * DAY
            run('edit', line['key'], '--date', day.isoformat())


# MARK: The definitions


class Prices:
    def __init__(self, table, rows):
        self.table = {pair: sorted((day, Fraction(rate)) for day, rate in days.items()) for pair, days in table.items()}
        self.statements = collections.defaultdict(dict)
        for row in rows:
            amount, other = row.amount, row.original
            if other is None or not other[0] or not amount or other[1] == row.currency:
                continue
            pair = (other[1], row.currency)
            known = self.statements[pair].get(row.day)
            if known is None or abs(other[0]) > known[0]:
                self.statements[pair][row.day] = (abs(other[0]), abs(Fraction(amount) / other[0]))
        self.statements = {pair: sorted((day, rate) for day, (_, rate) in days.items()) for pair, days in self.statements.items()}

    @staticmethod
    def latest(series, day):
        at = bisect.bisect_right(series or [], (day, Fraction(10 ** 12)))
        return series[at - 1][1] if at else None

    def of_pair(self, one, other, day):
        """Direct, else the inverse; lists win over statements."""
        for table in (self.table, self.statements):
            rate = self.latest(table.get((one, other)), day)
            if rate is not None:
                return rate
            rate = self.latest(table.get((other, one)), day)
            if rate is not None:
                return 1 / rate
        return None

    def rate(self, one, base, day):
        if one == base:
            return Fraction(1)
        found = self.of_pair(one, base, day)
        if found is not None:
            return found
        for middle in (base, 'EUR', 'UAH'):
            if middle in (one, base):
                continue
            first, second = self.of_pair(one, middle, day), self.of_pair(middle, base, day)
            if first is not None and second is not None:
                return first * second
        return None


class Row:
    def __init__(self, record):
        self.day = datetime.date.fromisoformat(record['date'])
        self.account, self.currency, self.category = record['account'], record['currency'], record['category']
        self.amount = Fraction(record['amount'])
        self.linked, self.key, self.part = bool(record['transfer_to']), record['key'], record['part']
        self.original = (Fraction(record['original_amount']), record['original_currency']) if record['original_currency'] else None

    def kind(self):
        """expense, income, refund, transfer or outside."""
        if self.linked or self.category in NEUTRAL:
            return 'transfer'
        if self.category.startswith('transfers'):
            return 'outside'
        if self.category == 'income.refund':
            return 'refund'
        if not self.category:
            return 'expense' if self.amount < 0 else 'income'
        return 'income' if self.category.split('.')[0] == 'income' else 'expense'


class Ledger:
    def __init__(self, exported, home):
        self.rows = [Row(record) for record in csv.DictReader(io.StringIO(exported))]
        assert len(self.rows) > 300, 'the household has been read'
        assert any(row.part for row in self.rows) and any(row.linked for row in self.rows)
        self.openings = {account: (currency, Fraction(amount), day) for account, (currency, amount, day) in home.openings.items()}
        self.prices = Prices(home.prices, self.rows)
        self.parts = collections.defaultdict(list)
        for row in self.rows:
            self.parts[row.key].append(row)

    def flow(self, row, base):
        """The worth of a row, rounded once; None without a rate. What was paid in the base is a fact.

        Parts divide the worth of their row; the largest takes what rounding leaves.
        """
        if row.currency == base:
            return row.amount
        parts = self.parts[row.key]
        whole = sum(part.amount for part in parts)
        if row.original and row.original[1] == base:
            worth = abs(row.original[0]) * (1 if whole > 0 else -1)
        else:
            rate = self.prices.rate(row.currency, base, row.day)
            worth = None if rate is None else half_away(whole * rate)
        if worth is None or len(parts) == 1:
            return worth
        shares = [half_away(part.amount * worth / whole) for part in parts]
        largest = max(range(len(parts)), key=lambda at: abs(shares[at]))
        shares[largest] += worth - sum(shares)
        return shares[parts.index(row)]

    # Net worth

    def balances(self, day):
        sums = collections.defaultdict(Fraction)
        for account, (currency, amount, since) in self.openings.items():
            if since <= day:
                sums[account, currency] += amount
        for row in self.rows:
            if row.day <= day:
                sums[row.account, row.currency] += row.amount
        return {place: amount for place, amount in sums.items() if place[0] != 'Old'}

    def worth(self, day, base):
        found = {}
        for (account, currency), amount in self.balances(day).items():
            rate = self.prices.rate(currency, base, day)
            if rate is not None:
                found[account, currency] = half_away(amount * rate) if currency != base else amount
        return found

    def networth(self, first, last, base):
        before, after = self.worth(first - DAY, base), self.worth(last, base)
        figures = dict.fromkeys(('income', 'expenses', 'in_flight', 'corrections'), Fraction(0))
        lines = collections.Counter()
        for row in self.rows:
            if not first <= row.day <= last or row.account == 'Old':
                continue
            flow, kind = self.flow(row, base), row.kind()
            if flow is None or self.prices.rate(row.currency, base, row.day) is None:
                continue
            lines[row.account, row.currency] += flow
            if kind == 'transfer':
                figures['in_flight'] += flow
            elif kind == 'income' or kind == 'outside' and row.amount > 0:
                figures['income'] += flow
            else:
                figures['expenses'] -= flow
        for account, (currency, amount, since) in self.openings.items():
            if first <= since <= last:
                figures['corrections'] += amount
        figures['assets'] = sum((v for v in after.values() if v > 0), Fraction(0))
        figures['debts'] = sum((v for v in after.values() if v < 0), Fraction(0))
        figures['net'] = figures['assets'] + figures['debts']
        figures['revaluation'], slack = self.revaluation(first, last, base)
        figures['slack'] = slack
        figures['late'] = any(currency == 'PLN' for _, currency in set(after) - set(before))
        return figures

    def revaluation(self, first, last, base):
        """Σ opening × (rate at the end − at the start) + Σ flow × (rate at the end − of its day), and how far rounding may be off."""
        total, roundings = Fraction(0), 0
        opening = self.balances(first - DAY)
        for (account, currency), amount in opening.items():
            start, end = self.prices.rate(currency, base, first - DAY), self.prices.rate(currency, base, last)
            if currency != base and start is not None and end is not None:
                total += amount * (end - start)
                roundings += 2
        for row in self.rows:
            if first <= row.day <= last and row.account != 'Old' and row.currency != base:
                flow, end = self.flow(row, base), self.prices.rate(row.currency, base, last)
                if flow is not None and end is not None:
                    total += row.amount * end - flow
                    roundings += 2
        return total, Fraction(roundings + 2, 200)

    # Budgets

    def spent(self, category, first, last, currency):
        total = Fraction(0)
        for row in self.rows:
            if not first <= row.day <= last or row.account == 'Old':
                continue
            within = row.category == category or row.category.startswith(category + '.')
            counted = row.kind() == 'expense' or row.kind() == 'outside' and row.amount < 0
            if within and counted:
                flow = self.flow(row, currency)
                total -= flow or 0
        return total


class Budget:
    def __init__(self, record):
        self.category, self.amount = record['category'], Fraction(record['amount'])
        self.every, self.reset = record['every'], record.get('reset_day', 1)
        self.begin = record.get('from')
        self.unused, self.over = record.get('unused', 'lapse'), record.get('over', 'forgive')

    def start(self, day):
        """The first day of the period of a day."""
        if self.every == 'week':
            return day - day.weekday() * DAY
        if self.every == 'year':
            return day.replace(month=1, day=1)
        if self.every.endswith('days'):
            length = int(self.every.split()[0])
            return self.begin + (day - self.begin).days // length * length * DAY
        this = day.replace(day=min(self.reset, days_of_month(day.year, day.month)))
        if this <= day:
            return this
        year, month = (day.year, day.month - 1) if day.month > 1 else (day.year - 1, 12)
        return datetime.date(year, month, min(self.reset, days_of_month(year, month)))

    def next(self, start):
        if self.every == 'week':
            return start + 7 * DAY
        if self.every == 'year':
            return start.replace(year=start.year + 1)
        if self.every.endswith('days'):
            return start + int(self.every.split()[0]) * DAY
        year, month = (start.year, start.month + 1) if start.month < 12 else (start.year + 1, 1)
        return datetime.date(year, month, min(self.reset, days_of_month(year, month)))

    @property
    def carries(self):
        return self.unused != 'lapse' or self.over == 'carry'


def budget_figures(ledger, budgets, as_of, base='UAH'):
    """Remaining money of each budget, period after period; covering takes from what the other one has left."""
    held = {}
    for budget in budgets:
        chain = [budget.start(as_of)]
        if budget.carries:
            chain = [budget.start(budget.begin)]
            while chain[-1] < budget.start(as_of):
                chain.append(budget.next(chain[-1]))
        carried = Fraction(0)
        for start in chain:
            spent = ledger.spent(budget.category, start, min(as_of, budget.next(start) - DAY), base)
            remaining = budget.amount + carried - spent
            state = dict(start=start, end=budget.next(start), spent=spent, carried=carried, remaining=remaining)
            if remaining < 0:
                carried = remaining if budget.over == 'carry' else Fraction(0)
            elif budget.unused == 'lapse':
                carried = Fraction(0)
            else:
                limit = budget.unused.removeprefix('carry').removeprefix(' up to ')
                carried = min(remaining, Fraction(limit)) if limit else remaining
        held[budget.category] = state
    for budget in budgets:
        if budget.over.startswith('cover from ') and held[budget.category]['remaining'] < 0:
            own, other = held[budget.category], held[budget.over.removeprefix('cover from ')]
            taken = min(-own['remaining'], max(Fraction(0), other['remaining']))
            own['remaining'] += taken
            other['remaining'] -= taken
    for budget in budgets:
        state = held[budget.category]
        available = budget.amount + state['carried']
        elapsed = (as_of - state['start']).days + 1
        whole = (state['end'] - state['start']).days
        projected = state['spent'] / elapsed * whole
        state['projected'] = half_away(projected)
        state['percent'] = half_away(state['spent'] / available * 100, 1) if available > 0 else None
        if state['spent'] > available:
            state['state'] = 'over'
        elif projected > available:
            state['state'] = 'projected-over'
        elif 0 < state['spent'] < available * Fraction(8, 10):
            state['state'] = 'under'
        else:
            state['state'] = 'even'
    return held


BUDGETS = """\
- {category: groceries, amount: "9000", every: month}
- {category: transport, amount: "2500", every: month, reset_day: 31, unused: carry up to 1200, over: carry, from: 2024-01-31}
- {category: eating_out, amount: "700", every: week}
- {category: eating_out.coffee, amount: "1500", every: 28 days, from: 2024-02-03, unused: carry, over: forgive}
- {category: shopping, amount: "60000", every: year}
- {category: health, amount: "900", every: month, over: cover from groceries}
- {category: transfers.person, amount: "4000", every: month, reset_day: 15}
"""


def read_budgets():
    found = []
    for line in BUDGETS.splitlines():
        pairs = dict(pair.split(': ', 1) for pair in line[3:-1].split(', '))
        record = {key: value.strip('"') for key, value in pairs.items()}
        if 'reset_day' in record:
            record['reset_day'] = int(record['reset_day'])
        if 'from' in record:
            record['from'] = datetime.date.fromisoformat(record['from'])
        found.append(Budget(record))
    return found


# MARK: The comparison


class Comparison:
    def __init__(self):
        self.figures, self.wrong = 0, []

    def same(self, place, name, ours, theirs):
        self.figures += 1
        if ours != theirs:
            self.wrong.append(f'{place} {name}: the program {theirs}, the definition {ours}')


def compare_worth(ledger, run, comparison, base, as_of):
    answer = run('networth', '--json', '--by', 'month', '--base', base, '--as-of', as_of.isoformat())
    last_net = Fraction(0)
    for line in answer.splitlines():
        period = json.loads(line)
        first, last = (datetime.date.fromisoformat(period[name]) for name in ('from', 'to'))
        mine, bridge = ledger.networth(first, last, base), period['bridge']
        place = f'networth {base} {period["period"]}'
        for name in ('assets', 'debts', 'net'):
            comparison.same(place, name, text(mine[name]), period[name])
        for name in ('income', 'expenses', 'in_flight'):
            comparison.same(place, name, text(mine[name]), bridge[name])
        if base == 'UAH' and not mine['late']:
            comparison.same(place, 'corrections', text(mine['corrections']), bridge['corrections'])
            close = abs(Fraction(bridge['revaluation']) - mine['revaluation']) <= mine['slack']
            comparison.same(place, f'revaluation near {float(mine["revaluation"]):.2f}', True, close)
        moved = sum(Fraction(bridge[name]) for name in ('income', 'in_flight', 'revaluation', 'unpriced', 'corrections'))
        comparison.same(place, 'bridge', text(Fraction(period['net']) - last_net), text(moved - Fraction(bridge['expenses'])))
        last_net = Fraction(period['net'])


def compare_budgets(ledger, run, comparison, as_of):
    answer = [json.loads(line) for line in run('budget', '--json', '--base', 'UAH', '--as-of', as_of.isoformat()).splitlines()]
    mine = budget_figures(ledger, read_budgets(), as_of)
    comparison.same(f'budget {as_of}', 'budgets', sorted(mine), sorted(figure['category'] for figure in answer))
    for figure in answer:
        own, place = mine.get(figure['category']), f'budget {as_of} {figure["category"]}'
        if own is None:
            continue
        comparison.same(place, 'start', own['start'].isoformat(), figure['period_start'])
        comparison.same(place, 'end', own['end'].isoformat(), figure['period_end'])
        for name in ('spent', 'remaining', 'carried', 'projected'):
            comparison.same(place, name, text(own[name]), figure[name])
        comparison.same(place, 'state', own['state'], figure['state'])
        if own['percent'] is not None:
            comparison.same(place, 'percent', float(own['percent']), figure['percent'])


def compare_own_export(folder, run, comparison, exported):
    """A ledger that comes back as a table is known line by line, and a new workspace makes the same table of it."""
    for name, text in (('own.csv', exported), ('uk.csv', run('export', '--format', 'csv', '--locale', 'uk'))):
        open(os.path.join(folder, 'inbox', name), 'w', encoding='utf-8').write(text)
    files = [json.loads(line) for line in run('import', '--json').splitlines()]
    comparison.same('own export', 'new lines', 0, sum(file.get('new', 0) for file in files if file.get('file')))
    with tempfile.TemporaryDirectory(prefix='kopiyka-money-') as other:
        def there(*words):
            return run(*words, '--workspace', other)
        run('init', other)
        open(os.path.join(other, 'inbox', 'own.csv'), 'w', encoding='utf-8').write(exported)
        there('import')
        there('approve', '--from-history')
        there('approve', '--all')
        again = there('export', '--format', 'csv')
        mine, theirs = records_of(exported), records_of(again)
        comparison.same('own export', 'lines lost', [], sorted((mine - theirs).elements())[:3])
        comparison.same('own export', 'lines invented', [], sorted((theirs - mine).elements())[:3])
        comparison.same('own export', 'pairs lost', [], sorted((pairs_of(exported) - pairs_of(again)).elements())[:3])


def records_of(exported):
    """What a table shows of each line; uncategorized lines are suggested anew, and payees follow the descriptions."""
    names = ('date', 'account', 'amount', 'currency', 'category', 'description', 'original_amount', 'original_currency')
    records = list(csv.DictReader(io.StringIO(exported)))
    return collections.Counter(tuple(record[name] for name in names) for record in records if record['category'])


def pairs_of(exported):
    """Lines of transfers and their other accounts; a new workspace may find more of them."""
    names = ('date', 'account', 'amount', 'currency', 'transfer_to')
    records = list(csv.DictReader(io.StringIO(exported)))
    return collections.Counter(tuple(record[name] for name in names) for record in records if record['transfer_to'])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('program')
    parser.add_argument('--homes', type=int, default=2)
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    comparison = Comparison()
    for seed in range(options.seed, options.seed + options.homes):
        with tempfile.TemporaryDirectory(prefix='kopiyka-money-') as folder:
            def run(*words):
                done = subprocess.run([program, *words, *([] if '--workspace' in words or words[0] == 'init' else ['--workspace', folder])], capture_output=True, text=True)
                if done.returncode not in (0, 1):
                    sys.exit(f'{" ".join(words)}: exit {done.returncode}\n{done.stderr}')
                return done.stdout
            subprocess.run([program, 'init', folder], check=True, capture_output=True)
            home = Home(seed)
            home.write(folder, run)
            open(os.path.join(folder, 'budget.yaml'), 'w').write(BUDGETS)
            exported = run('export', '--format', 'csv')
            ledger = Ledger(exported, home)
            for base in ('UAH', 'EUR'):
                compare_worth(ledger, run, comparison, base, LAST - 40 * DAY)
            dice = random.Random(seed)
            for _ in range(12):
                compare_budgets(ledger, run, comparison, FIRST + dice.randint(60, 730) * DAY)
            compare_own_export(folder, run, comparison, exported)
    for line in comparison.wrong[:40]:
        print(line)
    print(f'{options.homes} households, {comparison.figures} figures, {len(comparison.wrong)} differ')
    return 1 if comparison.wrong else 0


if __name__ == '__main__':
    sys.exit(main())
