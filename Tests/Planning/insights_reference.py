#!/usr/bin/env python3
"""Compares `kopiyka insights --json` with cards and a score computed here in fractions.

    insights_reference.py PROGRAM [--homes 3] [--months 36] [--seed 1]

Written from the text of the definitions and not from the program. It reads what other commands print: `export --format csv`,
`balance`, `recurring`, `upcoming`, `budget` and `categories` with `--json`. Invented households have three years in several currencies, with
refunds, divided lines, linked and unlinked transfers, debts, a hidden account, one without lines, a gap of months and categories that pay back.
"""
import argparse
import calendar
import csv
import datetime
import io
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
from fractions import Fraction as F

DAY = datetime.timedelta(1)
ORDER = ['spending', 'income', 'budget', 'recurring', 'cashFlow', 'wealth', 'savings', 'forecasting']
SECTION = {name: section for section, names in {
    'savings': 'savings_rate savings_momentum emergency_fund',
    'forecasting': 'spending_forecast balance_runway year_over_year income_seasonality spending_velocity',
    'income': 'income_sources income_growth income_expense_ratio', 'wealth': 'dormant_accounts total_wealth wealth_growth',
    'spending': 'top_category expense_change daily_average spending_spike category_trend',
    'cashFlow': 'net_cash_flow best_month worst_month projected_balance',
    'recurring': 'recurring_cost subscription_growth duplicate_subscriptions',
    'budget': 'over_budget projected_overspend under_budget'}.items() for name in names.split()}
LATER_REMOVED = {'savings_momentum', 'income_seasonality', 'spending_velocity'}
SEVERITIES = ['critical', 'warning', 'neutral', 'positive']


def away(value, digits):
    """Half away from zero, as text."""
    scaled = abs(value) * 10 ** digits
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    text = str(whole).rjust(digits + 1, '0')
    text = text[:-digits] + '.' + text[-digits:] if digits else text
    return '-' + text if value < 0 and whole else text


def rounded(value):
    return F(away(value, 2))


def month_of(day):
    return day.year * 12 + day.month - 1


def first_day(month):
    return datetime.date(month // 12, month % 12 + 1, 1)


def length(month):
    return calendar.monthrange(month // 12, month % 12 + 1)[1]


def last_day(month):
    return first_day(month).replace(day=length(month))


def back(day, months):
    month = month_of(day) - months
    return first_day(month).replace(day=min(day.day, length(month)))


def distance(one, other):
    """Letters to insert, delete or replace."""
    row = list(range(len(other) + 1))
    for number, letter in enumerate(one, 1):
        previous, row = row, [number]
        for place, wanted in enumerate(other, 1):
            row.append(min(previous[place] + 1, row[-1] + 1, previous[place - 1] + (letter != wanted)))
    return row[-1]


class Household:
    """What the program says of a day, and the figures that follow."""

    def __init__(self, program, day, base, prices, hidden, deposits):
        self.day, self.base, self.prices, self.deposits = day, base, prices, deposits
        at = ['--as-of', day.isoformat()]
        self.categories = {row['key']: row for row in program.objects('categories')}
        self.rows = self.lines(program.run('export', '--format', 'csv', '--to', day.isoformat()), hidden)
        self.balances = program.objects('balance', *at)
        self.streams = program.objects('recurring', *at)
        self.upcoming = program.objects('upcoming', *at)
        self.budgets = [row for row in program.objects('budget', *at) if 'state' in row]
        self.now = month_of(day)
        self.first = min((month_of(row['day']) for row in self.rows), default=None)
        self.by_day, self.known = {}, {}
        for row in self.rows:
            self.by_day.setdefault(row['day'], []).append(row)
        self.complete = self.now if day == last_day(self.now) else self.now - 1

    # Rows in the base currency.

    def rate(self, currency, day):
        """Units of the base; None without a price."""
        def hryvnias(code):
            if code == 'UAH':
                return F(1)
            known = [rate for since, of, rate in self.prices if of == code and since <= day]
            return known[-1] if known else None
        one, other = hryvnias(currency), hryvnias(self.base)
        return None if one is None or other is None else one / other

    def lines(self, text, hidden):
        lines = {}
        for cell in csv.DictReader(io.StringIO(text)):
            if cell['account'] in hidden:
                continue
            amount = F(cell['amount'])
            line = lines.setdefault(cell['key'], dict(
                key=cell['key'], day=datetime.date.fromisoformat(cell['date']), place=(cell['account'], cell['currency']), cell=cell,
                own=F(0), parts=[]))
            line['own'] += amount
            line['parts'].append((cell['category'], amount))
        for line in lines.values():
            line['whole'] = whole = self.converted(line)
            parts = []
            if whole is not None:
                shares = [rounded(whole * amount / line['own']) for _, amount in line['parts']]
                largest = max(range(len(shares)), key=lambda index: (abs(shares[index]), index))
                shares[largest] += whole - sum(shares)
                is_linked = line['cell']['transfer_to'] and not line['cell']['part']
                for (category, amount), share in zip(line['parts'], shares):
                    kind = 'transfer' if is_linked else self.kind(category, amount)
                    known = category if category in self.categories else 'uncategorized'
                    parts.append((kind, known, share))
            line['base'] = parts
        return list(lines.values())

    def converted(self, line):
        cell, currency = line['cell'], line['place'][1]
        if currency == self.base:
            return line['own']
        if cell['original_currency'] == self.base and cell['original_amount']:
            size = abs(F(cell['original_amount']))
            return size if line['own'] > 0 else -size
        rate = self.rate(currency, line['day'])
        return None if rate is None else rounded(line['own'] * rate)

    def kind(self, category, amount):
        known = self.categories.get(category)
        if known is None:
            return 'income' if amount >= 0 else 'expense'
        if known['kind'] == 'transfer':
            if category in ('transfers.own', 'transfers.savings'):
                return 'transfer'
            return 'outside-in' if amount >= 0 else 'outside-out'
        if category == 'income.refund':
            return 'refund'
        return known['kind']

    def stock(self, amount, currency, day):
        if currency == self.base:
            return F(amount)
        rate = self.rate(currency, day)
        return None if rate is None else rounded(F(amount) * rate)

    # Sums.

    def sum(self, kinds, first, last, without=()):
        question = (kinds, first, last, bool(without))
        if question not in self.known:
            self.known[question] = sum((share for row in self.between(first, last) if row['key'] not in without
                                        for kind, _, share in row['base'] if kind in kinds), F(0))
        return self.known[question]

    def between(self, first, last):
        for number in range((last - first).days + 1):
            yield from self.by_day.get(first + number * DAY, [])

    def income(self, first, last):
        return self.sum(('income', 'outside-in'), first, last)

    def expenses(self, first, last, without=()):
        return -self.sum(('expense', 'refund', 'outside-out'), first, last, without)

    def span(self, months_back=0):
        """The days of this month, or as many of an earlier one; whole ones on the last day."""
        month = self.now - months_back
        if self.day == last_day(self.now):
            return first_day(month), last_day(month)
        return first_day(month), first_day(month).replace(day=min(self.day.day, length(month)))

    def whole(self, month):
        return first_day(month), last_day(month)

    def last_complete(self, count):
        """At most so many complete months, oldest first."""
        return [] if self.first is None else list(range(max(self.first, self.complete - count + 1), self.complete + 1))

    def top(self, category):
        while self.categories.get(category, {}).get('parent'):
            category = self.categories[category]['parent']
        return category

    def spent_by(self, first, last):
        found = {}
        for row in self.between(first, last):
            for kind, category, share in row['base']:
                if kind in ('expense', 'outside-out'):
                    found[self.top(category)] = found.get(self.top(category), F(0)) - share
        return found

    def earned_by(self, first, last):
        found = {}
        for row in self.between(first, last):
            for kind, category, share in row['base']:
                if kind in ('income', 'outside-in'):
                    found[category] = found.get(category, F(0)) + share
        return found

    def wealth(self, day):
        """The worth of all accounts that had begun; None before the first, and if a first rate came after it."""
        total, has_any = F(0), False
        for row in self.balances:
            place = (row['account'], row['currency'])
            mine = [line for line in self.rows if line['place'] == place]
            begun = [line['day'] for line in mine] + ([datetime.date.fromisoformat(row['opening_on'])] if 'opening_on' in row else [])
            if not begun or min(begun) > day:
                continue
            has_any = True
            balance = F(row['balance']) - sum((line['own'] for line in mine if line['day'] > day), F(0))
            worth = self.stock(balance, row['currency'], day)
            if worth is None and balance != 0 and self.rate(row['currency'], self.day) is not None:
                return None
            total += worth or F(0)
        return total if has_any else None

    # Streams.

    def active(self):
        """Streams that count, with their monthly equivalent in the base."""
        for stream in self.streams:
            kind = self.kind(stream.get('category', ''), F(stream['amount']))
            if stream['state'] in ('mature', 'raised', 'late') and kind != 'transfer':
                monthly = self.stock(stream['monthly'], stream['currency'], self.day)
                if monthly is not None:
                    yield stream, monthly

    def subscriptions(self):
        return [(stream, -monthly) for stream, monthly in self.active()
                if F(stream['amount']) < 0 and self.top(stream.get('category', '')) == 'subscriptions']


class Cards:
    def __init__(self, house):
        self.house, self.cards, self.left_out = house, {}, {}
        if house.first is None:
            return
        h = house
        self.first, self.last = h.span()
        self.income, self.expenses = h.income(self.first, self.last), h.expenses(self.first, self.last)
        self.before = None if h.now - 1 < h.first else h.span(1)
        self.three = h.last_complete(3)
        self.mean_expenses = sum((h.expenses(*h.whole(m)) for m in self.three), F(0)) / len(self.three) if self.three else None
        self.mean_income = sum((h.income(*h.whole(m)) for m in self.three), F(0)) / len(self.three) if self.three else None
        self.worth = h.wealth(h.day)
        self.worth_before = h.wealth(first_day(h.now) - DAY)
        for part in (self.savings, self.forecasting, self.income_cards, self.wealth, self.spending, self.cash_flow, self.recurring, self.budget):
            part()

    def add(self, name, value, unit, severity, trend=None):
        digits = {'currency': 2, '%': 1, 'x': 1, 'months': 1}.get(unit)
        shown = away(value, digits) if digits is not None else str(value)
        self.cards[name] = dict(section=SECTION[name], value=shown, unit=unit, severity=severity, trend=trend)

    def trend(self, now, before, digits=2):
        """Against an amount before."""
        change = now - before
        percent = change / abs(before) * 100 if before else None
        measure = percent if percent is not None else change * 1000
        direction = 'up' if measure > 2 else 'down' if measure < -2 else 'flat'
        return (direction, None if percent is None else away(percent, 1), away(change, digits))

    def net(self, month):
        return self.house.income(*self.house.whole(month)) - self.house.expenses(*self.house.whole(month))

    def savings(self):
        h = self.house
        if self.income > 0:
            rate = (self.income - self.expenses) / self.income * 100
            self.add('savings_rate', rate, '%', 'positive' if rate > 20 else 'warning' if rate >= 10 else 'critical')
        earlier = [month for month in range(h.now - 3, h.now) if month >= h.first]
        if earlier:
            def rate_of(income, expenses):
                return (income - expenses) / income * 100 if income > 0 else F(0)
            rate = rate_of(self.income, self.expenses)
            mean = sum((rate_of(h.income(*h.whole(m)), h.expenses(*h.whole(m))) for m in earlier), F(0)) / len(earlier)
            change = rate - mean
            if abs(change) > 1:
                severity = 'positive' if change > 2 else 'warning' if change < -2 else 'neutral'
                self.add('savings_momentum', rate, '%', severity,
                         ('up' if change > 2 else 'down' if change < -2 else 'flat', None, away(change, 1)))
        if self.worth is not None and self.worth > 0 and self.three and self.mean_expenses > 0:
            months = self.worth / self.mean_expenses
            self.add('emergency_fund', months, 'months', 'positive' if months >= 3 else 'warning' if months >= 1 else 'critical')

    def forecasting(self):
        h = self.house
        recurring = {key for stream in h.streams if stream['state'] in ('mature', 'raised', 'late') for key in stream['keys']}
        daily = h.expenses(h.day - 29 * DAY, h.day, recurring) / 30
        end = last_day(h.now)
        kinds = {stream['id']: h.kind(stream.get('category', ''), F(stream['amount'])) for stream in h.streams}
        pending = F(0)
        for row in h.upcoming:
            if h.day < datetime.date.fromisoformat(row['day']) <= end and F(row['amount']) < 0 and kinds[row['id']] != 'transfer':
                pending -= h.stock(row['amount'], row['currency'], h.day) or F(0)
        forecast = self.expenses + daily * (end - h.day).days + pending
        self.add('spending_forecast', forecast, 'currency',
                 'neutral' if self.income <= 0 else 'warning' if forecast > self.income else 'positive')
        if self.worth is not None and self.worth > 0 and self.three:
            mean = self.mean_income - self.mean_expenses
            if mean >= 0:
                self.add('balance_runway', mean, 'currency', 'positive')
            else:
                months = self.worth / -mean
                self.add('balance_runway', months, 'months', 'positive' if months >= 3 else 'warning' if months >= 1 else 'critical')
        if h.now - 12 >= h.first:
            before = h.expenses(*h.span(12))
            if before > 0:
                change = (self.expenses - before) / before * 100
                if abs(change) > 3:
                    self.add('year_over_year', self.expenses, 'currency',
                             'positive' if change <= -10 else 'warning' if change >= 15 else 'neutral', self.trend(self.expenses, before))
        months = h.last_complete(60)
        by_month = {}
        for month in months:
            income = h.income(*h.whole(month))
            if income > 0:
                by_month.setdefault(month % 12 + 1, []).append(income)
        means = {number: sum(values, F(0)) / len(values) for number, values in by_month.items()}
        if len(months) >= 12 and len(means) >= 6:
            overall = sum(means.values(), F(0)) / len(means)
            peak = max(sorted(means), key=lambda number: means[number])
            if means[peak] > overall * F(11, 10):
                percent = (means[peak] - overall) / overall * 100
                self.add('income_seasonality', peak, 'month', 'neutral', ('up', away(percent, 1), None))
        if self.before:
            whole = h.expenses(*h.whole(h.now - 1))
            if h.day.day > 3 and self.expenses > 0 and whole > 0:
                ratio = (self.expenses / h.day.day) / (whole / length(h.now - 1))
                if abs(ratio - 1) > F(1, 10):
                    measure = (ratio - 1) * 100
                    self.add('spending_velocity', ratio, 'x',
                             'warning' if ratio > F(13, 10) else 'positive' if ratio < F(4, 5) else 'neutral',
                             ('up' if measure > 0 else 'down', away(measure, 1), away(ratio - 1, 1)))

    def income_cards(self):
        h = self.house
        sources = {key: value for key, value in h.earned_by(self.first, self.last).items() if value > 0}
        if self.income > 0 and len(sources) >= 2:
            self.add('income_sources', min(sources, key=lambda key: (-sources[key], key)), 'category', 'neutral')
        if self.before:
            before = h.income(*self.before)
            if before > 0:
                change = (self.income - before) / before * 100
                self.add('income_growth', self.income, 'currency', 'positive' if change > 10 else 'warning' if change < -10 else 'neutral',
                         self.trend(self.income, before))
        if self.expenses > 0:
            ratio = self.income / self.expenses
            self.add('income_expense_ratio', ratio, 'x', 'positive' if ratio >= F(3, 2) else 'neutral' if ratio >= 1 else 'critical')

    def wealth(self):
        h = self.house
        dormant = 0
        for row in h.balances:
            days = [line['day'] for line in h.rows if line['place'] == (row['account'], row['currency'])]
            if F(row['balance']) > 0 and days and (h.day - max(days)).days > 30 and row['account'] not in h.deposits:
                dormant += 1
        if dormant:
            self.add('dormant_accounts', dormant, 'accounts', 'neutral')
        if self.worth is None:
            return
        trend = None if self.worth_before is None else self.trend(self.worth, self.worth_before)
        self.add('total_wealth', self.worth, 'currency', 'positive' if self.worth >= 0 else 'critical', trend)
        if self.worth_before:
            change = self.worth - self.worth_before
            if abs(change / self.worth_before) > F(1, 100):
                self.add('wealth_growth', change, 'currency', 'positive' if change > 0 else 'warning', trend)

    def spending(self):
        h = self.house
        now = h.spent_by(self.first, self.last)
        positive = {key: value for key, value in now.items() if value > 0}
        if positive:
            top = min(positive, key=lambda key: (-positive[key], key))
            is_half = self.expenses > 0 and positive[top] / self.expenses > F(1, 2)
            self.add('top_category', positive[top], 'currency', 'warning' if is_half else 'neutral')
        if self.before:
            before = h.expenses(*self.before)
            if before > 0:
                change = (self.expenses - before) / before * 100
                self.add('expense_change', self.expenses, 'currency',
                         'warning' if change > 20 else 'positive' if change < -10 else 'neutral', self.trend(self.expenses, before))
        if self.expenses > 0:
            days = (self.last - self.first).days + 1
            trend = None
            if self.before:
                days_before = (self.before[1] - self.before[0]).days + 1
                trend = self.trend(self.expenses / days, h.expenses(*self.before) / days_before)
            self.add('daily_average', self.expenses / days, 'currency', 'neutral', trend)
        if h.now - 3 >= h.first:
            months = [h.spent_by(*h.whole(h.now - back)) for back in (1, 2, 3)]
            all_mean = sum((h.expenses(*h.whole(h.now - back)) for back in (1, 2, 3)), F(0)) / 3
            found = []
            for key, amount in now.items():
                mean = sum((month.get(key, F(0)) for month in months), F(0)) / 3
                if mean > 0 and mean >= all_mean / 100 and amount / mean > F(3, 2):
                    found.append((-amount / mean, key, amount, mean))
            if found:
                multiple, _, amount, mean = min(found)
                self.add('spending_spike', amount, 'currency', 'critical' if -multiple > 2 else 'warning', self.trend(amount, mean))
        months = h.last_complete(6)
        if len(months) >= 3:
            series = [h.spent_by(*h.whole(month)) for month in months]
            found = []
            for key in {key for month in series for key in month}:
                values = [month.get(key, F(0)) for month in series]
                run = 0
                while run + 1 < len(values) and values[-1 - run] > values[-2 - run]:
                    run += 1
                if run >= 2 and values[-1] > 0:
                    found.append((-run, -values[-1], key, values[-2]))
            if found:
                _, amount, _, before = min(found)
                self.add('category_trend', -amount, 'currency', 'warning', self.trend(-amount, before))

    def cash_flow(self):
        h = self.house
        net = self.income - self.expenses
        earlier = list(range(h.first, h.now))
        if earlier:
            mean = sum((self.net(month) for month in earlier), F(0)) / len(earlier)
            self.add('net_cash_flow', net, 'currency', 'positive' if net > 0 else 'critical' if net < 0 else 'neutral', self.trend(net, mean))
        months = list(range(h.first, h.complete + 1))
        if len(months) >= 2:
            nets = [self.net(month) for month in months]
            best, worst = nets.index(max(nets)), nets.index(min(nets))
            self.add('best_month', nets[best], 'currency', 'positive')
            if nets[worst] < 0 and worst != best:
                self.add('worst_month', nets[worst], 'currency', 'warning')
        active = list(h.active())
        if active and self.worth is not None:
            monthly = sum((amount for _, amount in active), F(0))
            self.add('projected_balance', monthly, 'currency', 'positive' if self.worth + monthly >= 0 else 'critical')

    def recurring(self):
        h = self.house
        costs = [-monthly for stream, monthly in h.active() if F(stream['amount']) < 0]
        if costs:
            self.add('recurring_cost', sum(costs, F(0)), 'currency', 'neutral')
        subscriptions = h.subscriptions()
        if len(subscriptions) < 2:
            return
        days = {row['key']: row['day'] for row in h.rows}
        now = sum((cost for _, cost in subscriptions), F(0))
        limit = back(h.day, 3)
        before = sum((cost for stream, cost in subscriptions if min(days[key] for key in stream['keys']) < limit), F(0))
        if before > 0 and abs(now / before - 1) > F(5, 100):
            change = now / before - 1
            self.add('subscription_growth', now, 'currency',
                     'warning' if change > F(1, 10) else 'positive' if change < -F(1, 10) else 'neutral', self.trend(now, before))
        doubled = set()
        for index, (one, _) in enumerate(subscriptions):
            for other_index, (other, _) in enumerate(subscriptions[:index]):
                if one['category'] != other['category'] or one['currency'] != other['currency']:
                    continue
                a, b = abs(F(one['monthly'])), abs(F(other['monthly']))
                names = one['name'].lower(), other['name'].lower()
                if names[0] == names[1] or (distance(*names) <= 3 and abs(a - b) / max(a, b) <= F(1, 10)):
                    doubled |= {index, other_index}
        if doubled:
            self.add('duplicate_subscriptions', sum((subscriptions[index][1] for index in doubled), F(0)), 'currency', 'warning')

    def budget(self):
        for name, state, severity in [('over_budget', 'over', 'critical'), ('projected_overspend', 'projected-over', 'warning'),
                                      ('under_budget', 'under', 'positive')]:
            count = sum(row['state'] == state for row in self.house.budgets)
            if count:
                self.add(name, count, 'budgets', severity)

    def score(self):
        """(score, grade, parts), or None without income."""
        h = self.house
        if h.first is None or not self.three or self.mean_income <= 0:
            return None
        def clamped(value):
            return max(F(0), min(F(100), value))
        recurring = sum((-monthly for stream, monthly in h.active() if F(stream['amount']) < 0), F(0))
        worth = self.worth or F(0)
        if self.mean_expenses > 0:
            emergency = clamped(worth / self.mean_expenses / 3 * 100)
        else:
            emergency = F(100 if worth > 0 else 0)
        last = self.net(self.three[-1])
        parts = [('savings_rate', 30, clamped((self.mean_income - self.mean_expenses) / self.mean_income / 20 * 100 * 100)),
                 ('recurring_ratio', 20, clamped((1 - recurring / self.mean_income) * 100)), ('emergency_fund', 15, emergency),
                 ('cash_flow', 10, clamped((last / self.mean_income + F(1, 5)) / F(2, 5) * 100))]
        if h.budgets:
            kept = sum(row['state'] != 'over' for row in h.budgets)
            parts.append(('budget_adherence', 25, F(kept * 100, len(h.budgets))))
        weights = sum(weight for _, weight, _ in parts)
        total = int(away(sum((weight * part for _, weight, part in parts), F(0)) / weights, 0))
        grade = 'excellent' if total >= 80 else 'good' if total >= 60 else 'fair' if total >= 40 else 'needs-attention'
        return total, grade, {name: (away(part, 1), away(F(weight, weights), 4)) for name, weight, part in parts}


# Invented households.

HEADINGS = ['Дата i час операції', 'Деталі операції', 'MCC', 'Сума в валюті картки ({})', 'Сума в валюті операції', 'Валюта', 'Курс',
            'Сума комісій ({})', 'Сума кешбеку ({})', 'Залишок після операції']
CATEGORY = {'Їжа': 'groceries', 'Таксі': 'transport.taxi', 'Кава': 'eating_out.coffee', 'Платня': 'income.salary', 'Премія': 'income.business',
            'Утримано з платні': 'income.salary', 'Олена К': 'transfers.person', 'Готівка': 'transfers.cash', 'Скарбничка': 'transfers.savings',
            'Між своїми': 'transfers.own', 'Крамниця повернула': 'income.refund', 'Меблі': 'home.furniture', 'Корм': 'pets',
            'Кіноклуб': 'subscriptions.media', 'Кіноклаб': 'subscriptions.media', 'Музика': 'subscriptions.media', 'Хмара': 'subscriptions',
            'Одяг': 'shopping.clothing', 'Відсотки': 'income.interest', 'Позика': 'finance.loan'}
RATES = {'USD': 38, 'EUR': 41}


class Home:
    def __init__(self, seed, number):
        self.dice, self.number = random.Random(seed * 100 + number), number
        self.base = ['UAH', 'UAH', 'EUR'][number % 3]
        self.start = datetime.date(2023, 1, [1, 20, 9][number % 3])
        self.end = datetime.date(2025, 12, 31)
        self.hidden, self.deposits, self.rows, self.prices = {'secret'}, {'deposit'}, {}, []
        for month in range(month_of(self.start), month_of(self.end) + 1):
            self.month(month)
        for code, price in RATES.items():
            since = datetime.date(2023, 1, 1) if code == 'USD' or number % 3 != 1 else datetime.date(2024, 6, 10)
            while since <= self.end:
                self.prices.append((since, code, F(price * 10000 + self.dice.randint(-9999, 9999), 10000)))
                since += datetime.timedelta(self.dice.randint(5, 40))

    def add(self, account, currency, day, name, amount, paid=None):
        if self.start <= day <= self.end:
            self.rows.setdefault((account, currency), []).append((day, name, amount, paid))

    def month(self, month):
        dice, number = self.dice, self.number
        index = month - 2023 * 12
        if number % 3 == 1 and index in (16, 17):
            return

        def day(wanted=None):
            return first_day(month).replace(day=min(wanted or dice.randint(1, 31), length(month)))

        def spend(account, currency, name, low, high, wanted=None):
            self.add(account, currency, day(wanted), name, -dice.randint(low, high))
        black = ('black', 'UAH')
        if not (number % 3 == 1 and index % 9 in (3, 4)):
            self.add(*black, day(5), 'Платня', 3000000 + index * 20000)
        if index % 12 == 11:
            self.add(*black, day(20), 'Премія', 2500000)
        if index % 7 == 3:
            self.add(*black, day(), 'Утримано з платні', -150000)
        for _ in range(dice.randint(5, 12)):
            spend(*black, 'Їжа', 5000, 150000)
            spend(*black, 'Кава', 5000, 9500)
        spend(*black, 'Таксі', 8000, 40000)
        spend(*black, 'Олена К', 900000, 900000, 3)
        if index % 4 == 1:
            self.add(*black, day(), 'Олена К', dice.randint(10000, 200000))
            self.add(*black, day(), 'Крамниця повернула', dice.randint(10000, 400000))
            self.add(*black, day(), 'Меблі', dice.randint(100000, 300000))
        if index % 5 == 2:
            spend(*black, 'Меблі', 500000, 2500000)
        spend(*black, 'Готівка', 100000, 100000)
        spend(*black, 'Скарбничка', 200000, 200000, 25)
        spend(*black, 'Корм', 10000 * (index % 6 + 1), 10000 * (index % 6 + 1) + 5000)
        spend(*black, 'Одяг', 50000, 600000 if index % 12 == 10 else 90000)
        if dice.random() < .3:
            self.add(*black, day(), f'Дивне {dice.randint(1, 9)}', dice.choice([-1, 1]) * dice.randint(100, 90000))
        spend(*black, 'Кіноклуб', 19900, 19900, 12)
        if index > 20:
            spend(*black, 'Кіноклаб', 18900, 18900, 14)
        spend(*black, 'Позика', 350000, 350000, 15)
        if index % 12 == 4:
            spend(*black, 'Хмара', 120000, 120000, 9)
        spend('dollars', 'USD', 'Музика', 499, 499, 18)
        self.add('dollars', 'USD', day(), 'Амазон', -dice.randint(1001, 9999))
        self.add('dollars', 'USD', day(), 'Їжа', -1000, -38000 - dice.randint(0, 5000))
        self.add('dollars', 'USD', day(2), 'Платня', 30000)
        spend('euros', 'EUR', 'Одяг', 500, 5000)
        if index % 6 == 5:
            self.add(*black, day(8), 'Між своїми', -410000)
            self.add('dollars', 'USD', day(8), 'Між своїми', 10000)
            self.add('zloty', 'PLN', day(), 'Їжа', -2500)
        self.add('secret', 'UAH', day(), 'Їжа', -dice.randint(1000, 90000))
        if index < 10:
            self.add('deposit', 'UAH', day(1), 'Відсотки', 45000)
            self.add('old', 'UAH', day(1), 'Премія', 30000)

    def settings(self):
        accounts = ['black, currency: UAH, kind: card', 'dollars, currency: USD', 'euros, currency: EUR', 'zloty, currency: PLN',
                    'secret, currency: UAH, hidden: true', 'deposit, currency: UAH, kind: deposit', 'old, currency: UAH',
                    'empty, currency: UAH', 'loan, currency: UAH, kind: loan']
        return f'base: {self.base}\naccounts:\n' + ''.join(f'  - {{name: {account}}}\n' for account in accounts)

    def write(self, program, folder):
        money = pathlib.Path(program.workspace)
        (money / 'kopiyka.yaml').write_text(self.settings(), encoding='utf-8')
        rules = [f'- when: {{exact: "{name}"}}\n  then: {{category: {key}}}\n' for name, key in CATEGORY.items()]
        rules.append('- when: {exact: "Амазон"}\n  then: {split: [{category: home.household, percent: 33}, {category: kids.goods, rest: true}]}\n')
        (money / 'rules' / 'home.yaml').write_text(''.join(rules), encoding='utf-8')
        (money / 'prices').mkdir(exist_ok=True)
        (money / 'prices' / 'list.csv').write_text('date,currency,rate,base\n' + ''.join(
            f'{day},{code},{float(rate):.4f},UAH\n' for day, code, rate in self.prices), encoding='utf-8')
        if self.number % 3 != 1:
            carry = ', from: 2023-01-01, unused: carry up to 4000, over: carry' if self.number % 3 == 2 else ''
            (money / 'budget.yaml').write_text(
                f'- {{category: groceries, amount: "9000", every: month, currency: UAH{carry}}}\n'
                '- {category: transport, amount: "300", every: month, currency: UAH}\n'
                '- {category: eating_out, amount: "120", every: week, currency: UAH}\n'
                '- {category: shopping, amount: "6000", every: year, currency: UAH}\n', encoding='utf-8')
        for (account, currency), rows in self.rows.items():
            path = pathlib.Path(folder) / f'{account}.csv'
            balance = self.dice.randint(0, 5000000)
            with open(path, 'w', encoding='utf-8', newline='') as file:
                out = csv.writer(file)
                out.writerow([heading.format(currency) for heading in HEADINGS])
                for index, (day, name, amount, paid) in enumerate(sorted(rows, key=lambda row: row[0])):
                    balance += amount
                    time = f'{index // 3600 % 24:02}:{index // 60 % 60:02}:{index % 60:02}'
                    out.writerow([f'{day:%d.%m.%Y} {time}', name, '', f'{amount / 100:.2f}', f'{(paid or amount) / 100:.2f}',
                                  'UAH' if paid else currency, '—', '—', '—', f'{balance / 100:.2f}' if account == 'black' else '—'])
            program.run('import', '--account', account, str(path))
        program.run('approve', '--all')
        program.run('accounts', 'opening', 'loan', '-50000.00', '2023-03-01')
        own = [row for row in program.objects('list') if row.get('description') == 'Між своїми' or row.get('payee') == 'Між своїми']
        for day in sorted({row['date'] for row in own}):
            keys = [row['key'] for row in own if row['date'] == day]
            if len(keys) == 2 and day > '2023-07':
                program.run('transfer', *keys)


class Program:
    def __init__(self, path, folder):
        self.path, self.workspace = path, os.path.join(folder, 'money')
        self.run('init', self.workspace)

    def run(self, *words):
        done = subprocess.run([self.path, *words] + ([] if words[0] == 'init' else ['--workspace', self.workspace]),
                              capture_output=True, check=False)
        if done.returncode not in (0, 1):
            sys.exit(f'{words}: {done.returncode}\n{done.stderr.decode()}')
        return done.stdout.decode()

    def objects(self, *words):
        return [json.loads(line) for line in self.run(*words, '--json').splitlines()]


def shown(card):
    trend = card.get('trend')
    return dict(section=card['section'], value=card['value'], unit=card.get('unit'), severity=card['severity'], trend=trend and (
        trend['direction'], None if 'percent' not in trend else f"{trend['percent']:.1f}", trend.get('absolute')))


def compare(program, home, day, tally):
    house = Household(program, day, home.base, home.prices, home.hidden, home.deposits)
    wanted = Cards(house)
    at = ['--as-of', day.isoformat(), '--all']
    objects = program.objects('insights', *at, '--lang', 'en')
    cards = [row for row in objects if 'section' in row]
    found = {card['id']: shown(card) for card in cards}
    for name in sorted(wanted.cards.keys() | found.keys()):
        tally['cards'] += 1
        tally['ids'].add(name)
        if wanted.cards.get(name) != found.get(name):
            tally['wrong'].append((home.number, day.isoformat(), name, wanted.cards.get(name), found.get(name)))
    place = [(ORDER.index(card['section']), SEVERITIES.index(card['severity']), card['id']) for card in cards]
    if place != sorted(place):
        tally['wrong'].append((home.number, day.isoformat(), 'order', place))
    score = next(((row['score'], row['grade'], {part['id']: (f"{part['score']:.1f}", f"{part['weight']:.4f}") for part in row['parts']})
                  for row in objects if 'score' in row), None)
    tally['scores'] += score is not None
    if score != wanted.score():
        tally['wrong'].append((home.number, day.isoformat(), 'score', wanted.score(), score))
    ukrainian = [row for row in program.objects('insights', *at, '--lang', 'uk') if 'section' in row]
    if {card['id']: shown(card) for card in ukrainian} != found:
        tally['wrong'].append((home.number, day.isoformat(), 'figures depend on the language'))
    if any(one['title'] == other['title'] for one, other in zip(cards, ukrainian)):
        tally['wrong'].append((home.number, day.isoformat(), 'a title has one language'))
    few = {card['id'] for card in program.objects('insights', *at[:2]) if 'section' in card}
    if few != found.keys() - LATER_REMOVED:
        tally['wrong'].append((home.number, day.isoformat(), 'without --all', few ^ found.keys()))


def verify_rows(program, home, day, tally):
    """The lines of a card's questions sum to its value."""
    for card in program.objects('insights', '--as-of', day.isoformat(), '--all'):
        if card.get('id') not in ('expense_change', 'income_growth', 'net_cash_flow', 'top_category', 'best_month', 'worst_month'):
            continue
        total = F(0)
        for question in [card['rows']] if 'rows' in card else [words for group in card['rows_of'].values() for words in group]:
            for row in program.objects('list', *question):
                # Without a worth it has no rate, and counts nowhere.
                if 'worth' in row or row.get('currency') == home.base:
                    total += F(row.get('worth', row['amount']))
        if card['id'] in ('expense_change', 'top_category'):
            total = -total
        tally['questions'] += 1
        if away(total, 2) != card['value']:
            tally['wrong'].append((home.number, day.isoformat(), 'rows of ' + card['id'], card['value'], away(total, 2)))


def main():
    options = argparse.ArgumentParser()
    options.add_argument('program')
    options.add_argument('--homes', type=int, default=3)
    options.add_argument('--months', type=int, default=36, help='of 36, evenly')
    options.add_argument('--seed', type=int, default=1)
    given = options.parse_args()
    tally = {'cards': 0, 'scores': 0, 'questions': 0, 'ids': set(), 'wrong': []}
    for number in range(given.homes):
        with tempfile.TemporaryDirectory() as folder:
            home = Home(given.seed, number)
            program = Program(os.path.abspath(given.program), folder)
            home.write(program, folder)
            for step in range(given.months):
                month = 2023 * 12 + 35 - step * 36 // given.months
                # The last day of most months, a drawn one of the others.
                day = last_day(month) if step % 3 else first_day(month).replace(day=home.dice.randint(1, 28))
                if day >= home.start:
                    compare(program, home, day, tally)
                    if step % 6 == 0:
                        verify_rows(program, home, day, tally)
    print(f"{tally['cards']} cards, {len(tally['ids'])} ids, {tally['scores']} scores, {tally['questions']} figures by their lines, "
          f"{len(tally['wrong'])} wrong")
    missing = SECTION.keys() - tally['ids']
    if missing and given.months >= 12:
        print('never shown:', *sorted(missing))
    for wrong in tally['wrong'][:20]:
        print(*wrong)
    return 1 if tally['wrong'] or (missing and given.months >= 12) else 0


if __name__ == '__main__':
    sys.exit(main())
