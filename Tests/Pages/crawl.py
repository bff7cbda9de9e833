#!/usr/bin/env python3
"""Follows each figure of the pages of invented households to its lines, and adds them up.

    crawl.py PROGRAM [--homes 3] [--seed 1] [--figures 5000]

A figure links to a list (`#l12`). Where lines stand in it, or in the lists and lines that it links to, their sum is the figure, to the last
unit; each line names a file and a line of it. Every list has `kopiyka list` commands too: what these print is added up here in fractions and
compared with the same figures, so that a page without lines is crawled alike. An average (`data-over`) and a share (`data-of`) are computed
from what their lists add up to. Figures that no lines add up to (a net worth, a forecast) are in lists marked as others, `class=o`: their
commands must print lines, and a budget's spending is what they come to, counted up. Transfers count in no income and no expense.
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
            row = {'day': day, 'payee': payee, 'amount': value_of(self.row['amount']), 'place': f'{self.file}:{self.row["end"].strip()}'}
            self.list['rows'].append(row)
            if self.row['id']:
                self.rows[self.row['id']] = row
        self.row = None

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == 'div' and re.fullmatch(r'l\d+', given.get('id', '')):
            self.list = {'sum': given.get('class') != 'o', 'commands': [], 'rows': [], 'parts': [], 'before': '', 'base': None, 'after': ''}
            self.file = ''
            self.lists['#' + given['id']] = self.list
        elif tag == 'svg':
            self.in_svg = True
        elif tag == 'title':
            self.text = ''
        elif tag == 'a' and given.get('href', '').startswith('#'):
            self.link, self.text, self.question = given['href'], '', given.get('data-q', '')
            self.form = {name: given[name] for name in ('data-over', 'data-of') if name in given}
        elif tag == 'section':
            self.section = given.get('id', '')
        elif tag == 'code':
            self.code, self.text = True, ''
        elif tag == 'ol' and self.list is not None:
            self.place = 'ol'
            self.file = self.text.strip()
        elif tag == 'li' and self.list is not None and self.place == 'ol':
            self.finish_row()
            self.row = {'id': '#' + given['id'] if 'id' in given else None, 'start': '', 'amount': '', 'end': ''}
            self.field = 'start'
        elif tag == 'b' and self.row is not None:
            self.field = 'amount'
        elif tag == 'h3' and self.list is not None:
            self.title = True
        elif tag == 'small' and self.row is not None:
            self.row['small'] = True
        elif tag == 'p' and self.list is not None:
            self.text = ''

    def handle_data(self, data):
        self.text += data
        if self.row is not None and not self.row.get('small'):
            self.row[self.field] += data.rstrip('\n')
        if self.list is not None and self.list['base'] and not self.list['after']:
            self.list['after'] = data.strip()
        if self.list is not None and self.code is None and OPENING.match(data):
            self.list['before'] = data

    def handle_endtag(self, tag):
        if tag == 'a' and self.link:
            if self.list is not None and self.title:
                self.list['base'] = self.link
            elif self.list is not None:
                self.list['parts'].append(self.link)
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
            self.row['small'] = False
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
            self.list = None

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

    def commands(self, found):
        """Those of a list, or those of the same question over all days, narrowed."""
        base = self.page.lists.get(found['base'])
        return [f'{command} {found["after"]}' for command in base['commands']] if base else found['commands']

    def total(self, link, question=''):
        """What the commands of a list come to."""
        return sum((self.ask(f'{command} {question}'.strip()) for command in self.commands(self.page.lists[link])), F(0))

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

    def look(self, link, text, found, section):
        """A figure that no lines add up to."""
        self.others += 1
        if found['parts'] and not found['commands']:
            return
        total = self.total(link)
        if section == 'budgets' and value_of(text) != -total:
            self.wrong.append(f'{link} {found["commands"]}: {text} is spent, and {float(total)} is printed')

    def run(self, asks):
        checked = {}
        for link, text, question, form, section in self.page.figures:
            found = self.page.lists.get(link)
            if found is None:
                self.wrong.append(f'{link}: no such list')
                continue
            if not self.commands(found) and not found['parts']:
                self.wrong.append(f'{link}: no command')
            if form:
                if text != '—':
                    self.follow(link, text, question, form)
                continue
            figure = value_of(text)
            if question:
                self.summed += 1
                self.asked += 1
                total = self.total(link, question)
                if total != figure:
                    self.wrong.append(f'{found["commands"]} {question}: {float(figure)} and printed {float(total)}')
                continue
            if not found['sum']:
                self.look(link, text, found, section)
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
                total = opening + self.total(link)
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
