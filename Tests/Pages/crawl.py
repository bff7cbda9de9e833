#!/usr/bin/env python3
"""Follows each figure of the pages of invented households to its lines, and adds them up.

    crawl.py PROGRAM [--homes 3] [--seed 1] [--figures 5000]

A figure links to a list (`#l12`). Where lines stand in it, or in the lists and lines that it links to, their sum is the figure, to the last
unit; each line names a file and a line of it. Every list has `kopiyka list` commands too: what these print is added up here in fractions and
compared with the same figures, so that a page without lines is crawled alike. Figures that no lines add up to (a net worth, a forecast, a
budget's spending, which is counted up) are not in lists marked as sums; their commands must work. Transfers count in no income and no expense.
"""
import argparse
import html.parser
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
from fractions import Fraction as F

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'Planning'))
from insights_reference import Home, Program  # noqa: E402

END = '2025-12-31'
OPENING = re.compile(r'(?:Opening balance|Початковий залишок) ([−\d.,\u00a0]*\d)')


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
        self.list = self.link = self.code = self.row = self.heading = None
        self.file = self.question = ''
        self.text, self.mark, self.in_svg = '', '', False
        self.feed(text)
        self.finish_row()

    def finish_row(self):
        if self.row and len(self.row['cells']) == 4:
            day, payee, amount, line = self.row['cells']
            row = {'day': day, 'payee': payee, 'amount': value_of(amount), 'place': f'{self.file}:{line}'}
            self.list['rows'].append(row)
            if self.row['id']:
                self.rows[self.row['id']] = row
        self.row = None

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == 'article':
            self.list = {'sum': given.get('class') == 'sum', 'commands': [], 'rows': [], 'parts': [], 'before': ''}
            self.lists['#' + given['id']] = self.list
        elif tag == 'svg':
            self.in_svg = True
        elif tag == 'title':
            self.text = ''
        elif tag == 'a' and given.get('href', '').startswith('#'):
            self.link, self.text, self.question = given['href'], '', given.get('data-q', '')
        elif tag == 'code':
            self.code, self.text = True, ''
        elif tag == 'tr' and self.list is not None:
            self.finish_row()
            self.row = {'id': '#' + given['id'] if 'id' in given else None, 'cells': []}
        elif tag == 'tbody' and self.list is not None:
            self.finish_row()
            self.file = ''
        elif tag == 'th' and 'colspan' in given and self.row is not None:
            self.heading = True
        elif tag == 'td' and self.row is not None:
            self.row['cells'].append('')
        elif tag == 'small' and self.row is not None:
            self.row['small'] = True
        elif tag == 'p' and self.list is not None:
            self.text = ''

    def handle_data(self, data):
        self.text += data
        if self.heading:
            self.file, self.heading = data.strip(), False
        if self.row is not None and self.row['cells'] and not self.row.get('small'):
            self.row['cells'][-1] += data.rstrip('\n')
        if self.list is not None and self.code is None and OPENING.match(data):
            self.list['before'] = data

    def handle_endtag(self, tag):
        if tag == 'a' and self.link:
            if self.list is not None:
                self.list['parts'].append(self.link)
            elif self.link.startswith('#l') and self.link[2:].isdigit():
                if self.in_svg:
                    self.marks += 1
                    self.text = self.mark
                self.figures.append((self.link, self.text, self.question))
            self.link = None
        elif tag == 'title':
            self.mark = self.text.rsplit(': ', 1)[-1]
        elif tag == 'code':
            self.list['commands'].append(self.text)
            self.code = None
        elif tag == 'small' and self.row is not None:
            self.row['small'] = False
        elif tag == 'svg':
            self.in_svg = False
        elif tag == 'article':
            self.finish_row()
            self.list = None
        elif tag == 'table':
            self.finish_row()

    def lines(self, name, seen=()):
        """The lines of a list and of those that it links to; None where it has none."""
        if name in seen:
            sys.exit(f'{name} links to itself')
        found = self.lists[name]
        rows = list(found['rows'])
        for part in found['parts']:
            if part in self.rows:
                rows.append(self.rows[part])
            else:
                more = self.lines(part, (*seen, name))
                if more is None:
                    return None
                rows += more
        return rows or None


class Crawl:
    def __init__(self, program, page):
        self.program, self.page, self.printed, self.wrong = program, page, {}, []
        self.summed = self.inside = self.asked = self.others = 0

    def ask(self, command):
        """The sum of what a command prints."""
        if command not in self.printed:
            words = shlex.split(command)
            if words[:2] != ['kopiyka', 'list']:
                sys.exit(f'not a list: {command}')
            total = F(0)
            converts = '--in' in words
            for row in self.program.objects(*words[1:]):
                amount = row.get('worth') if converts else row.get('counted', row['amount'])
                if amount is not None:
                    total += F(amount)
                if '--kind' in words and row.get('transfer_to') and not row.get('splits') and \
                        {'income', 'expense'} & set(words):
                    self.wrong.append(f'{command}: a transfer counts: {row["key"]}')
            self.printed[command] = total
        return self.printed[command]

    def run(self, asks):
        checked = {}
        for link, text, question in self.page.figures:
            found = self.page.lists.get(link)
            if found is None:
                self.wrong.append(f'{link}: no such list')
                continue
            if not found['commands']:
                self.wrong.append(f'{link}: no command')
            figure = value_of(text)
            if question:
                self.summed += 1
                self.asked += 1
                total = sum((self.ask(f'{command} {question}') for command in found['commands']), F(0))
                if total != figure:
                    self.wrong.append(f'{found["commands"]} {question}: {float(figure)} and printed {float(total)}')
                continue
            if not found['sum']:
                self.others += 1
                continue
            self.summed += 1
            if checked.setdefault(link, figure) != figure:
                self.wrong.append(f'{link}: shown as {float(figure)} and as {float(checked[link])}')
        for link, figure in checked.items():
            found = self.page.lists[link]
            before = OPENING.match(found['before'])
            opening = value_of(before[1]) if before else F(0)
            rows = self.page.lines(link)
            if rows is not None:
                self.inside += 1
                total = opening + sum((row['amount'] for row in rows), F(0))
                if total != figure:
                    self.wrong.append(f'{link} {found["commands"]}: {float(figure)} and its lines {float(total)}')
                for row in rows:
                    if not re.search(r'.:\d+$', row['place']):
                        self.wrong.append(f'{link}: no file and line: {row["place"]!r}')
            if rows is None or asks:
                self.asked += 1
                total = opening + sum((self.ask(command) for command in found['commands']), F(0))
                if total != figure:
                    self.wrong.append(f'{link} {found["commands"]}: {float(figure)} and printed {float(total)}')


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
            Home(options.seed, number).write(program, folder)
            for language in ('en', 'uk'):
                for more in ([], ['--in', '-'], ['--from', '2024-03-10', '--to', '2025-02-20'], ['--category', 'groceries']):
                    text = program.run('--lang', language, 'report', '--as-of', END, '--html', '-', *more)
                    crawl = Crawl(program, Page(text))
                    crawl.run(options.all and language == 'en')
                    wrong += [f'household {number} {" ".join(more)}: {problem}' for problem in crawl.wrong]
                    followed += crawl.summed
                    print(f'household {number}, {language} {" ".join(more)}: {crawl.summed} figures are sums ({crawl.inside} lists with lines, '
                          f'{crawl.asked} asked), {crawl.others} are not, {len(text.encode())} bytes, {len(crawl.wrong)} wrong')
    for problem in wrong[:40]:
        print(problem, file=sys.stderr)
    if followed < options.figures:
        sys.exit(f'only {followed} figures')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
