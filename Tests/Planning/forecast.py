#!/usr/bin/env python3
"""Measures `kopiyka forecast --eval` on invented households.

Usage: forecast.py PROGRAM [--homes N] [--seed N]

The households are those of recurring.py. Errors are pooled and compared with repeating the days before; the band must hold eight
of ten outcomes. A forecast asked for twice must have the same bytes, and its items the days and ids of `upcoming`.
"""
import argparse
import os
import sys
import tempfile

from recurring import Home, Program

DAY = '2025-12-31'


def verify(program):
    """The same bytes on each run; payments are known by their ids in `recurring`."""
    once = program.run('forecast', '--as-of', DAY, '--json')
    assert once == program.run('forecast', '--as-of', DAY, '--json'), 'two runs differ'
    known = {stream['id'] for stream in program.objects('recurring', '--as-of', DAY)}
    lowest = [row['lowest'] for row in program.objects('forecast', '--as-of', DAY) if 'lowest' in row][0]
    assert set(lowest['because']) <= known, lowest


def main():
    options = argparse.ArgumentParser()
    options.add_argument('program')
    options.add_argument('--homes', type=int, default=2)
    options.add_argument('--seed', type=int, default=1)
    given = options.parse_args()
    path = os.path.abspath(given.program)
    sums = {30: [0, 0, 0, 0], 90: [0, 0, 0, 0]}
    for seed in range(given.seed, given.seed + given.homes):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, 'card.csv')
            Home(seed).write(file)
            program = Program(path, folder)
            program.run('import', file)
            program.run('approve', '--all')
            verify(program)
            for row in program.objects('forecast', '--eval', '--as-of', DAY):
                count = row['forecasts']
                parts = [float(row['mae']), float(row['baseline_mae']), row['band_share'], 1]
                sums[row['days']] = [total + part * count for total, part in zip(sums[row['days']], parts)]
    is_good = True
    for days, (error, baseline, inside, count) in sums.items():
        print(f'{days} days: error {error / baseline:.3f} of repeating, {inside / count:.3f} inside, {count:.0f} forecasts')
        # The deviation of the share over so few households is about three percent.
        is_good &= error <= .6 * baseline and .74 <= inside / count <= .88
    return 0 if is_good else 1


if __name__ == '__main__':
    sys.exit(main())
