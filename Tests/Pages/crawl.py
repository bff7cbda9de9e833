#!/usr/bin/env python3
"""Follows each figure of the pages of invented households to its lines, and adds them up.

    crawl.py PROGRAM [--homes 3] [--seed 1] [--figures 5000]

A figure links to a list (`#l12`), whose class says how it follows. Every number of the page's tables and headlines that looks like an amount must
link to one.

- none: the sum of the lines in the list and in the lists and lines that it links to, to the last unit, with what stands above them; each line
  names a file and a line of it. `kopiyka list` commands of the list come to the same. With `data-own` each line counts in its own currency.
- `m`: the same with the other sign, what was spent.
- `p`: the sum of its parts. Each is a figure of the list that it links to (`data-less`: counted against it), or its worth at the day's rate,
  which is computed here from the household's own prices.
- `e`: no sum: a sentence, the operands, and the command that prints it. The command is run, and its figure compared.
- `o`: asks for more, which the figure's link has (`data-q`). An average (`data-over`) and a share (`data-of`) are computed from what their lists
  add up to.

What the parts about accounts, net worth, budgets, payments, forecast and insights show is compared, figure by figure, with the commands'
JSON, and so is the way in which each follows; where the page lists lines, sums of these parts must have theirs there. Transfers count in no
income and no expense. Last, a page is spoiled in one place after another, and each time the crawl must find it.
"""
import argparse
import datetime
import html.parser
import json
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile
from fractions import Fraction as F

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'Planning'))
from insights_reference import Home, Household, Program  # noqa: E402

END = '2025-12-31'
BEFORE = re.compile(r"(?:Opening balance|Початковий залишок|Beside the lines, from the bank's balances:|Крім рядків, за залишками банку:)"
                    r' ([−\d.,\u00a0]*\d)')
MONEY = re.compile(r'[−-]?\d[\d\u00a0,]*[.,]\d\d( ✓)?')
KINDS = {None: 'sum', 'm': 'spent', 'p': 'parts', 'e': 'computed', 'o': 'question'}
SUMS = {'net_cash_flow': 'sum', 'best_month': 'sum', 'worst_month': 'sum', 'income_growth': 'sum', 'expense_change': 'spent',
        'year_over_year': 'spent', 'top_category': 'spent', 'spending_spike': 'spent', 'category_trend': 'spent', 'total_wealth': 'parts'}


def value_of(text):
    """An amount as people read it: −1,234.50 or −1 234,50."""
    plain = text.strip().replace('\u2212', '-').replace('\u00a0', '').replace('\u202f', '').replace(' ', '')
    if ',' in plain and '.' in plain or re.search(r',\d{3}(,|$)', plain) and '.' not in plain:
        plain = plain.replace(',', '')
    if not re.fullmatch(r'-?\d+([.,]\d+)?', plain):
        raise ValueError(text)
    return F(plain.replace(',', '.'))


class Page(html.parser.HTMLParser):
    """Figures with their lists, lists with their commands, lines and links."""

    def __init__(self, text):
        super().__init__()
        self.figures, self.lists, self.rows, self.marks = [], {}, {}, 0
        self.cells, self.unlinked, self.cell = {}, [], None
        self.part, self.in_head = None, False
        self.list = self.link = self.code = self.row = None
        self.place = self.field = ''
        self.title = False
        self.file = self.question = self.section = ''
        self.form = {}
        self.text, self.mark, self.in_svg = '', '', False
        self.feed(text)
        self.finish_row()

    def finish_row(self):
        if self.row:
            day, _, payee = self.row['start'].partition(' ')
            own = self.row['own'].split()
            amount = value_of(self.row['amount'])
            row = {'day': day, 'payee': payee, 'amount': amount, 'place': f'{self.file}:{self.row["end"].strip()}',
                   'own': value_of(''.join(own[:-1])) if own else amount, 'currency': own[-1] if own else None}
            self.list['rows'].append(row)
            if self.row['id']:
                self.rows[self.row['id']] = row
        self.row = None

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag in ('td', 'th', 'tr', 'dd', 'dt', 'div'):
            self.finish_cell()
        if tag in ('thead', 'tbody'):
            self.in_head = tag == 'thead'
        if tag in ('td', 'dd') and self.list is None and not self.in_head:
            self.cell = {'text': '', 'link': None}
        if tag == 'tr' and self.list is None:
            self.cells.setdefault(self.section, []).append([])
        if tag == 'div' and re.fullmatch(r'l\d+', given.get('id', '')):
            self.list = {'kind': KINDS[given.get('class')], 'own': 'data-own' in given, 'commands': [], 'rows': [], 'parts': [], 'text': '',
                         'base': None, 'after': '', 'id': '#' + given['id']}
            self.file = ''
            self.lists['#' + given['id']] = self.list
        elif tag == 'svg':
            self.in_svg = True
        elif tag == 'title':
            self.text = ''
        elif tag == 'a' and given.get('href', '').startswith('#'):
            self.link, self.text, self.question = given['href'], '', given.get('data-q', '')
            self.form = {name: given[name] for name in ('data-over', 'data-of') if name in given}
            if self.cell is not None:
                self.cell['link'] = self.link
            if self.list is not None and not self.title:
                self.part = {'link': self.link, 'question': self.question, 'less': 'data-less' in given, 'amount': '', 'own': '', 'into': None}
                self.list['parts'].append(self.part)
        elif tag == 'span' and self.list is not None:
            self.part = {'link': None, 'question': '', 'less': False, 'amount': '', 'own': '', 'into': None}
            self.list['parts'].append(self.part)
        elif tag == 'section':
            self.section = given.get('id', '')
        elif tag == 'code':
            self.code, self.text = True, ''
        elif tag == 'ol' and self.list is not None:
            self.place = 'ol'
            self.file = self.text.strip()
        elif tag == 'li' and self.list is not None and self.place == 'ol':
            self.finish_row()
            self.row = {'id': '#' + given['id'] if 'id' in given else None, 'start': '', 'amount': '', 'own': '', 'end': ''}
            self.field = 'start'
        elif tag == 'b' and self.row is not None:
            self.field = 'amount'
        elif tag in ('b', 'small') and self.part is not None and self.row is None:
            self.part['into'] = 'amount' if tag == 'b' else 'own'
        elif tag == 'h3' and self.list is not None:
            self.title = True
        elif tag == 'small' and self.row is not None:
            self.field = 'own'
        elif tag == 'p' and self.list is not None:
            self.text = ''

    def handle_data(self, data):
        self.text += data
        if self.cell is not None:
            self.cell['text'] += data
        if self.part is not None and self.part['into']:
            self.part[self.part['into']] += data
        if self.row is not None:
            self.row[self.field] += data.rstrip('\n')
        if self.list is not None and self.list['base'] and not self.list['after']:
            self.list['after'] = data.strip()
        if self.list is not None and self.code is None and self.row is None and self.link is None and not self.title:
            self.list['text'] += data

    def finish_cell(self):
        if self.cell is not None:
            text = self.cell['text'].strip()
            if MONEY.fullmatch(text) and not self.cell['link'] and value_of(text.rstrip(' ✓')):
                self.unlinked.append(f'{self.section}: {text}')
            if self.cells.get(self.section):
                self.cells[self.section][-1].append(self.cell | {'text': text})
        self.cell = None

    def handle_endtag(self, tag):
        if tag in ('table', 'dl', 'div', 'section'):
            self.finish_cell()
        if tag in ('b', 'small') and self.part is not None:
            self.part['into'] = None
        if tag == 'a' and self.link:
            if self.list is not None and self.title:
                self.list['base'] = self.link
            elif self.list is not None:
                self.text = ''
            elif self.link.startswith('#l') and self.link[2:].isdigit():
                if self.in_svg:
                    self.marks += 1
                    self.text = self.mark
                self.figures.append((self.link, self.text, self.question, self.form, self.section))
            self.link = None
        elif tag == 'title':
            self.mark = self.text.rsplit(': ', 1)[-1]
        elif tag == 'code':
            self.list['commands'].append(self.text)
            self.code = None
        elif tag == 'small' and self.row is not None:
            self.field = 'amount'
        elif tag == 'h3':
            self.title, self.text = False, ''
        elif tag == 'b' and self.row is not None:
            self.field = 'end'
        elif tag == 'ol' and self.list is not None:
            self.finish_row()
            self.place = self.text = ''
        elif tag == 'svg':
            self.in_svg = False
        elif tag == 'div' and self.list is not None:
            self.finish_row()
            self.list = self.part = None

    def lines(self, name, seen=()):
        """The lines of a list and of those that it links to, what stands above them, and lists of which the page has no lines."""
        if name in seen:
            sys.exit(f'{name} links to itself')
        found = self.lists[name]
        before = BEFORE.match(found['text'])
        rows, above, without = list(found['rows']), value_of(before[1]) if before else F(0), []
        for part in found['parts'] if found['kind'] != 'parts' else []:
            if part['link'] in self.rows:
                rows.append(self.rows[part['link']])
            else:
                more = self.lines(part['link'], (*seen, name))
                rows, above, without = rows + more[0], above + more[1], without + more[2]
        if not found['rows'] and not found['parts']:
            without = [name]
        return rows, above, without


class Crawl:
    def __init__(self, program, page, house, options):
        self.program, self.page, self.house, self.printed, self.wrong = program, page, house, {}, []
        self.options, self.end = options, options[options.index('--to') + 1] if '--to' in options else END
        self.summed = self.inside = self.asked = self.others = self.compared = 0

    def ask(self, command):
        """The sum of what a command prints."""
        if command not in self.printed:
            words = shlex.split(command)
            if words[:2] != ['kopiyka', 'list']:
                sys.exit(f'not a list: {command}')
            total = F(0)
            converts = '--in' in words
            for row in self.objects(*words[1:]):
                amount = row.get('worth') if converts else row.get('counted', row['amount'])
                if amount is not None:
                    total += F(amount)
                if '--kind' in words and row.get('transfer_to') and not row.get('splits') and \
                        {'income', 'expense'} & set(words):
                    self.wrong.append(f'{command}: a transfer counts: {row["key"]}')
            self.printed[command] = total
        return self.printed[command]

    def objects(self, *words):
        key = ('objects', *words)
        if key not in self.program.known:
            self.program.known[key] = self.program.objects(*words)
        return self.program.known[key]

    def commands(self, found):
        """Those of a list, or those of the same question over all days, narrowed."""
        base = self.page.lists.get(found['base'])
        return [f'{command} {found["after"]}' for command in base['commands']] if base else found['commands']

    def total(self, link, question=''):
        """What the commands of a list come to."""
        return sum((self.ask(f'{command} {question}'.strip()) for command in self.commands(self.page.lists[link])), F(0))

    def listed(self, link):
        """What the lines of a list come to in the page, and in commands where it has none; and whether there are lines."""
        rows, total, without = self.page.lines(link)
        is_own = self.page.lists[link]['own']
        total += sum((row['own' if is_own else 'amount'] for row in rows), F(0))
        if is_own and len({row['currency'] for row in rows}) > 1:
            self.wrong.append(f'{link}: lines of several currencies')
        for row in rows:
            if not re.search(r'.:\d+$', row['place']):
                self.wrong.append(f'{link}: no file and line: {row["place"]!r}')
        return total + sum((self.total(name) for name in without), F(0)), bool(rows) or not without

    def above(self, link):
        """What stands above the lines, in the list or in those that it goes on from."""
        return self.page.lines(link)[1]

    def follow(self, link, text, question, form):
        """An average or a share of what a list adds up to."""
        self.summed += 1
        self.asked += 1
        total = self.total(link, question)
        if 'data-over' in form:
            count = int(form['data-over'])
            if abs(value_of(text) * count - total) * 200 > count:
                self.wrong.append(f'{link} {question}: an average of {text}, and {float(total)} over {count}')
            return
        whole = self.total('#' + form['data-of'], question)
        shown = value_of(text.rstrip('%'))
        if not whole or abs(abs(shown) - abs(total / whole) * 100) * 20 > 1:
            self.wrong.append(f'{link} {question}: a share of {text}, and {float(total)} of {float(whole)}')

    def figure(self, link, question, figure, asks):
        """A figure of a list, as the kind of the list says it follows."""
        found = self.page.lists.get(link)
        if found is None:
            self.wrong.append(f'{link}: no such list')
            return
        if (link, question) in self.checked:
            if self.checked[link, question] != figure and not (found['kind'] == 'computed' and not found['parts'][1:]):
                self.wrong.append(f'{link} {question}: shown as {float(figure)} and as {float(self.checked[link, question])}')
            return
        self.checked[link, question] = figure
        if found['kind'] == 'parts':
            return self.parts(link, found, figure, asks)
        if found['kind'] == 'computed':
            if not found['text'] or len(found['commands']) != 1:
                self.wrong.append(f'{link}: a figure that is no sum says neither why nor how')
            elif not self.objects(*shlex.split(found['commands'][0])[1:]):
                self.wrong.append(f'{link}: {found["commands"][0]} prints nothing')
            return self.operands(found, asks)
        if not self.commands(found):
            self.wrong.append(f'{link}: no command')
        sign = -1 if found['kind'] == 'spent' else 1
        has_lines = False
        if not question:
            if found['kind'] == 'question':
                self.wrong.append(f'{link}: a figure without what narrows its question')
            total, has_lines = self.listed(link)
            self.inside += has_lines
            if sign * total != figure:
                self.wrong.append(f'{link} {self.commands(found)}: {float(figure)} and its lines {float(total)}')
        if question or not has_lines or asks:
            self.asked += 1
            total = self.above(link) + self.total(link, question)
            if sign * total != figure:
                self.wrong.append(f'{link} {self.commands(found)} {question}: {float(figure)} and printed {float(total)}')

    def parts(self, link, found, figure, asks):
        """The sum of other figures."""
        total = sum((value_of(part['amount']) for part in found['parts']), F(0))
        if total != figure:
            self.wrong.append(f'{link}: {float(figure)} and its parts {float(total)}')
        self.operands(found, asks)

    def operands(self, found, asks):
        """Each amount beside a link is the figure of the link's list, or the worth of it at the day's rate."""
        for part in found['parts']:
            if not part['link'] or not part['amount']:
                continue
            amount = value_of(part['amount']) * (-1 if part['less'] else 1)
            if part['own']:
                *own, currency = part['own'].split()
                own = value_of(''.join(own))
                day = re.search(r'--to (\S+)', part['question'] or ' '.join(self.commands(self.page.lists[part['link']])))
                rate = self.house.rate(currency, datetime.date.fromisoformat(day[1]))
                if rate is None or abs(own * rate - amount) * 200 > 1:
                    self.wrong.append(f'{part["link"]}: {part["own"]} are not worth {float(amount)}')
                amount = own
            self.figure(part['link'], part['question'], amount, asks)

    def run(self, asks):
        self.checked = {}
        for link, text, question, form, section in self.page.figures:
            if form:
                if text != '—':
                    self.follow(link, text, question, form)
                continue
            self.figure(link, question, value_of(text.rstrip(' ✓')), asks)
            kind = self.page.lists[link]['kind'] if link in self.page.lists else ''
            if kind in ('sum', 'spent') and section in self.LISTED and not self.options and not question:
                bare = sum((abs(self.total(name)) for name in self.page.lines(link)[2]), F(0))
                if bare:
                    self.wrong.append(f'{link}: {text} in {section} has no lines in the page')
            if kind == 'computed':
                self.others += 1
            else:
                self.summed += 1
        for found in self.page.unlinked:
            self.wrong.append(f'leads nowhere: {found}')
        self.compare()

    # What commands say.

    def shown(self, section):
        """Rows of cells of a part of the page."""
        return [row for row in self.page.cells.get(section, []) if row]

    def same(self, name, cell, wanted, kinds):
        """A cell shows an amount and follows as it must."""
        self.compared += 1
        wanted = F(wanted)
        figure = value_of(cell['text'].rstrip(' ✓')) if cell['text'] else F(0)
        if figure != wanted:
            self.wrong.append(f'{name}: {float(figure)} in the page and {float(wanted)} printed')
        kind = self.page.lists[cell['link']]['kind'] if cell['link'] in self.page.lists else None
        if kind not in kinds and (wanted or kind):
            self.wrong.append(f'{name}: {cell["text"]} is shown as {kind}')

    def rows(self, section, wanted):
        rows = self.shown(section)
        if len(rows) != len(wanted):
            self.wrong.append(f'{section}: {len(rows)} rows in the page and {len(wanted)} printed')
        return list(zip(rows, wanted))

    SUM = ('sum', 'question')
    LISTED = ('accounts', 'worth', 'budgets', 'insights')

    def printed_by(self, section, usual):
        """The command of a part's figures that are no sums."""
        for row in self.shown(section):
            for cell in row:
                if cell['link'] in self.page.lists and self.page.lists[cell['link']]['kind'] == 'computed':
                    return self.objects(*shlex.split(self.page.lists[cell['link']]['commands'][0])[1:])
        return self.objects(usual, '--as-of', self.end)

    def compare(self):
        at = ['--as-of', self.end]
        if 'accounts' in self.page.cells:
            for row, known in self.rows('accounts', self.objects('balance', *at)):
                self.same('balance', row[1], known['balance'], self.SUM)
                self.same('bank', row[2], known.get('bank_balance', 0), ('computed',))
        if 'worth' in self.page.cells:
            periods = self.objects('networth', *at)
            tables = self.shown('worth')
            for row, known in zip(tables, periods):
                for cell, name in zip(row, ('assets', 'debts', 'net')):
                    self.same(f'net worth {known["period"]}', cell, known[name], (*self.SUM, 'parts'))
            first = self.options[self.options.index('--from') + 1] if '--from' in self.options else None
            first = first or f'{int(self.end[:4])}-01-01'
            inside = [row for row in periods if row['to'] >= first]
            before = [row for row in periods if row['to'] < inside[0]['from']]
            steps = [F(before[-1]['net']) if before else F(0)]
            for name, sign in (('income', 1), ('expenses', -1), ('in_flight', 1), ('revaluation', 1), ('unpriced', 1), ('corrections', 1)):
                steps.append(sign * sum((F(row['bridge'][name]) for row in inside), F(0)))
            steps = [steps[0], *(step for step in steps[1:] if step), F(inside[-1]['net'])]
            bridge = tables[len(periods):]
            if len(bridge) != len(steps):
                self.wrong.append(f'bridge: {len(bridge)} steps and {len(steps)} printed')
            for row, wanted in zip(bridge, steps):
                self.same('bridge', row[0], wanted, (*self.SUM, 'parts'))
        if 'budgets' in self.page.cells:
            known = self.printed_by('budgets', 'budget')
            for row, budget in self.rows('budgets', [budget for budget in known if 'spent' in budget]):
                self.same('spent', row[0], budget['spent'], ('spent',))
                self.same('available', row[1], F(budget['amount']) + F(budget['carried']), ('computed',))
                self.same('remaining', row[2], budget['remaining'], ('parts', 'computed'))
        if 'upcoming' in self.page.cells:
            for row, payment in self.rows('upcoming', self.objects('upcoming', '--days', '60', *at)):
                self.same('payment', row[1], payment['amount'], ('computed',))
        if 'forecast' in self.page.cells:
            days = [row for row in self.printed_by('forecast', 'forecast') if 'known' in row and 'account' not in row]
            for row, point in self.rows('forecast', [row for index, row in enumerate(days) if index % 7 == 0 or index == len(days) - 1]):
                for cell, name in zip(row, ('p10', 'median', 'p90')):
                    self.same(f'forecast {point["day"]}', cell, point.get(name, point['known']), ('computed',))
        if 'insights' in self.page.cells:
            cards = [row for row in self.printed_by('insights', 'insights') if 'severity' in row]
            for row, card in self.rows('insights', cards):
                if card['unit'] == 'currency':
                    kind = SUMS.get(card['id'], 'computed')
                    self.same(card['id'], row[0], card['value'], ('parts', 'sum') if kind == 'parts' else (kind,))


SPOILED = [
    ('an amount of a line', r'(<li[^>]*>[^<]*<b>[^<]*?)([1-8])(?=[^<]*<)', lambda found: found[1] + str(int(found[2]) + 1)),
    ('a line is not linked', r'(<div id=l\d+ data-own>(?:(?!</div>).)*?)<a href=#r\d+>[^<]*</a> ', lambda found: found[1]),
    ('an earlier balance is not linked', r'(<div id=l\d+ data-own><h3>[^\n]*?</h3><p>)<a href=#l\d+>balance</a> ', lambda found: found[1]),
    ('an opening balance', r'(Opening balance [\d,.]*)([1-8])', lambda found: found[1] + str(int(found[2]) + 1)),
    ('a day of a balance', r'(data-own><h3><a href=#l\d+>black</a> --to 20\d\d-)(\d\d)', lambda found: found[1] + ('03' if found[2] != '03' else '06')),
    ('a kind in a filter', r'(class=m><h3>[^<]*</h3><code>kopiyka list --kind )expense', lambda found: found[1] + 'income'),
    ('a sign', r'(<div id=l\d+) class=m>', lambda found: found[1] + '>'),
    ('a sum said to be computed', r'(<div id=l\d+)( data-own><h3><a)', lambda found: found[1] + ' class=e' + found[2]),
    ('a worth', r'(</small> <b>[^<]*?)([1-8])(?=[^<]*</b>)', lambda found: found[1] + str(int(found[2]) + 1)),
    ('a part is not there', r'(class=p><h3>[^<]*</h3><p>[^<]*<p>)<a [^>]*>[^<]*</a> (?:<small>[^<]*</small> )?<b>[^<]*</b> ', lambda found: found[1]),
    ('a figure leads nowhere', r'(<td>)<a href=#l\d+>([−\d,]+<i>[.]\d\d</i>)</a>', lambda found: found[1] + found[2]),
]


def spoil(text, seed, crawled):
    """Spoils of a page that its crawl does not find."""
    dice, missed = random.Random(seed), []
    for name, pattern, change in SPOILED:
        places = list(re.finditer(pattern, text, re.DOTALL))
        if not places:
            missed.append(f'nothing to spoil: {name}')
            continue
        place = dice.choice(places)
        crawl = crawled(text[:place.start()] + change(place) + text[place.end():])
        print(f'spoiled, {name}: {len(crawl.wrong)} wrong')
        if not crawl.wrong:
            missed.append(f'not found: {name}, {place[0][-200:]!r}')
    return missed


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('program')
    parser.add_argument('--homes', type=int, default=3)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--figures', type=int, default=5000, help='at least so many must be followed')
    parser.add_argument('--all', action='store_true', help='run the commands of lists with lines too')
    options = parser.parse_args()
    wrong, followed = [], 0
    for number in range(options.homes):
        with tempfile.TemporaryDirectory() as folder:
            program = Program(os.path.abspath(options.program), folder)
            home = Home(options.seed, number)
            home.write(program, folder)
            program.known = {}
            house = Household(program, datetime.date.fromisoformat(END), home.base, home.prices, home.hidden, home.deposits)
            for language in ('en', 'uk'):
                for more in ([], ['--in', '-'], ['--from', '2024-03-10', '--to', '2025-02-20'], ['--category', 'groceries']):
                    text = program.run('--lang', language, 'report', '--as-of', END, '--html', '-', *more)
                    def crawled(text, asks):
                        crawl = Crawl(program, Page(text), house, more)
                        crawl.run(asks)
                        return crawl
                    crawl = crawled(text, options.all and language == 'en')
                    wrong += [f'household {number} {" ".join(more)}: {problem}' for problem in crawl.wrong]
                    followed += crawl.summed
                    print(f'household {number}, {language} {" ".join(more)}: {crawl.summed} figures are sums ({crawl.inside} lists with lines, '
                          f'{crawl.asked} asked), {crawl.others} are not, {crawl.compared} compared, {len(text.encode())} bytes, {len(crawl.wrong)} wrong')
                    if number == 0 and language == 'en' and not more:
                        wrong += spoil(text, options.seed, lambda text: crawled(text, True))
    for problem in wrong[:40]:
        print(problem, file=sys.stderr)
    if followed < options.figures:
        sys.exit(f'only {followed} figures')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
