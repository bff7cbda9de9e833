#!/usr/bin/env python3
"""Writes pages of an invented household of five years, sixty categories and 10,000 lines, and holds their size: 1 MiB with every line, 300 KiB
without. `make pages` runs it.

    sizes.py PROGRAM
"""
import datetime
import json
import os
import random
import subprocess
import sys
import tempfile

ROWS, YEARS, CATEGORIES = 10_000, 5, 60
LISTED, SHORT = 1024 * 1024, 300 * 1024


def main():
    program = os.path.abspath(sys.argv[1])
    random.seed(1)
    with tempfile.TemporaryDirectory() as folder:
        home = os.path.join(folder, 'money')

        def run(*words):
            done = subprocess.run([program, *words] + ([] if words[0] == 'init' else ['--workspace', home]), capture_output=True, check=True)
            return done.stdout

        run('init', home)
        known = [json.loads(line) for line in run('categories', '--json').splitlines()]
        keys = [row['key'] for row in known if row['kind'] == 'expense'][:CATEGORIES - 3] + \
            [row['key'] for row in known if row['kind'] == 'income'][:3]
        with open(os.path.join(home, 'kopiyka.yaml'), 'w', encoding='utf-8') as file:
            file.write('accounts:\n  - {name: card, currency: UAH}\n')
        with open(os.path.join(home, 'rules', 'own.yaml'), 'w', encoding='utf-8') as file:
            for number, key in enumerate(keys):
                file.write(f'- when: {{exact: "крамниця{number}"}}\n  then: {{category: {key}}}\n')
        start, days = datetime.date(2021, 1, 1), 365 * YEARS + 1
        rows = {}
        for number in range(ROWS):
            day = start + datetime.timedelta(number * days // ROWS)
            shop = number % len(keys)
            amount = random.randint(2_000, 500_000) / 100 * (1 if shop >= CATEGORIES - 3 else -1)
            rows.setdefault(day.year, []).append(f'{day};крамниця{shop};{amount:.2f}\n')
        for year, lines in rows.items():
            path = os.path.join(folder, f'stmt-{year}.csv')
            with open(path, 'w', encoding='utf-8') as file:
                file.write('Date;Description;Amount\n' + ''.join(lines))
            run('import', '--account', 'card', path)
        run('approve', '--all')
        wrong = False
        for language in ('en', 'uk'):
            for most, more in ((LISTED, ['--rows']), (SHORT, []), (SHORT, ['--from', str(start)])):
                size = len(run('--lang', language, 'report', '--html', '-', '--as-of', '2025-12-31', *more))
                wrong = wrong or size > most
                print(f'{language} {" ".join(more)}: {size} bytes of at most {most}')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
