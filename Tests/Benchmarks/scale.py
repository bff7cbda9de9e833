#!/usr/bin/env python3
"""Brings very many rows into one workspace and asks whether it stays as quick and as small as with few.

    scale.py [--rows COUNT] [--folder DIR] [--keep] [--check] [--strict] [KOPIYKA]

An account `home` with COUNT / 10 rows, 100,000 at most, and ten accounts that share the rest. The same steps are done with `home` alone
(the small workspace) and with all of them (the large one):

- each export is imported, everything is approved: processor time a row must not grow, nor must memory;
- three exports more, with transfers between them, into a workspace of their own: memory is bounded, though the queue is written anew;
- the questions of planning about everything are asked of 20,000 rows and of all: each has a limit in milliseconds;
- a month of `home`, `undo` of it, `report`, `list` with filters are asked of both ledgers. Every question is about `home`, so both
  must answer with the same bytes, and the large one in no more than twice the time.

Counts and sums are checked before a figure is told. Needs about 2.5 KiB of disk a row; a step is told as it ends. Where several
programs share the machine, processor time is what to look at.
"""
import argparse
import itertools
import os
import shutil
import sqlite3
import sys

import generate
import measuring
from measuring import PLANNING, ROOT, Wrong, at, compile_programs, cost_of, fresh, furnish, insist, lines_in

ACCOUNTS, MONTH_ROWS, HOME_ROWS_MAX, YEARS_ROWS = 10, 1000, 100_000, 20_000
GROWTH_MAX, MEMORY_MAX, ANSWER_MAX, SEARCH_MIB_MAX = 1.10, 1.10, 2.0, 64
QUESTIONS = (
    ("report of an account", ["report", "--csv", "--account", "home"]),
    ("report of half a month", ["report", "--csv", "--account", "home", "--from", "2025-02-03", "--to", "2025-02-17"]),
    ("list a month", ["list", "--json", "--account", "home", "--from", "2025-02-01", "--to", "2025-02-28"]),
    ("list a category in a month", ["list", "--json", "--account", "home", "--category", "groceries", "--from", "2025-02-01",
                                    "--to", "2025-02-28"]),
    ("list the last twenty", ["list", "--json", "--account", "home", "--limit", "20"]),
    ("list words", ["list", "--json", "--account", "home", "--text", "аврора"]),
    ("list large amounts", ["list", "--json", "--account", "home", "--max", "-9000"]),
    ("balance", ["balance", "--account", "home"]),
)


class Scale:
    def __init__(self, options):
        self.options, self.kopiyka = options, os.path.abspath(options.kopiyka)
        self.part = options.rows // ACCOUNTS
        self.home_rows = min(HOME_ROWS_MAX, self.part)
        self.figures, self.missed = [], []
        self.rows = self.sum = 0

    # -- exports

    def write_export(self, account, rows, seed, newest_apart=0, has_transfers=False):
        """The rows of one account as a CSV export, and the newest of them as another; (path, path of the newest, sum of the first)."""
        stream = generate.Stream(2026)
        stream.seed = seed                              # the same merchants, other rows
        # Payments between these accounts would make the large ledger say other things of `home` than the small one.
        stream.has_transfers = has_transfers
        found = stream.rows(rows + newest_apart, 0, rows + newest_apart)
        path, newest, total = at(f"{account}.csv"), at(f"{account}-newest.csv"), 0
        if newest_apart:
            generate.write(generate.mono_csv(stream, itertools.islice(found, newest_apart)), newest)

        def summed():
            nonlocal total
            for row in found:
                total += row[5]
                yield row

        generate.write(generate.mono_csv(stream, summed()), path)
        return path, newest, total

    # -- telling

    def tell(self, name, cost, note="", worst=None):
        """`worst`: (what, value, limit)."""
        verdict = ""
        if worst:
            what, value, limit = worst
            verdict = f"{what} {value:.2f} ≤ {limit:g}" if value <= limit else f"{what} {value:.2f} > {limit:g} MISSED"
            if value > limit:
                self.missed.append(name)
        self.figures.append((name, cost.cpu_s, cost.wall_s, cost.peak_mib, note, verdict))
        print(f"{name:<34} cpu {cost.cpu_s:9.3f} s   wall {cost.wall_s:9.3f} s   peak {cost.peak_mib:7.1f} MiB   {note:<18} {verdict}".rstrip(),
              flush=True)

    def show(self):
        print("\n| step | processor s | wall s | peak MiB | | compared with |\n| --- | ---: | ---: | ---: | --- | --- |")
        for name, cpu, wall, peak, note, verdict in self.figures:
            print(f"| {name} | {cpu:.3f} | {wall:.3f} | {peak:.1f} | {note} | {verdict} |")

    # -- steps

    def command(self, workspace, *words):
        return [self.kopiyka, *words, "--workspace", workspace]

    def import_file(self, workspace, account, path):
        os.sync()                                       # what the step before wrote is its own cost
        return cost_of(self.command(workspace, "import", "--account", account, path))

    def approve(self, workspace, rows):
        os.sync()
        cost = cost_of(self.command(workspace, "approve", "--all"), at("approved"))
        with open(at("approved"), "rb") as said:
            insist(sum(line.startswith(b"approved ") for line in said), rows, "acknowledged lines")
        os.remove(at("approved"))
        return cost

    def check_ledger(self, workspace, rows, total):
        """By SQLite itself, and by the totals that reports are made of."""
        with sqlite3.connect(f"file:{workspace}/ledger.db?mode=ro", uri=True) as ledger:
            insist(ledger.execute("SELECT count(*), sum(units) FROM entry").fetchone(), (rows, total), "entries and their sum")
            insist(ledger.execute("SELECT sum(lines), sum(units) FROM month_total").fetchone(), (rows, total), "totals of months")
        insist(lines_in(os.path.join(workspace, "pending.jsonl")), 0, "lines left in the queue")

    def run(self):
        home, month, home_sum = self.write_export("home", self.home_rows, 1, MONTH_ROWS)
        small = self.make(at("small"))
        self.tell("small: import home", self.import_file(small, "home", home), f"{self.home_rows:,} rows")
        self.tell("small: approve", self.approve(small, self.home_rows), f"{self.home_rows:,} lines")
        self.check_ledger(small, self.home_rows, home_sum)

        large = self.make(at("large"))
        cost_of(self.command(large, "import", "--account", "home", home))
        os.remove(home)
        part_rows = (self.options.rows - self.home_rows) // ACCOUNTS
        total, first = home_sum, None
        reference = None
        for number in range(1, ACCOUNTS + 1):
            account = f"office-{number:02d}"
            path, _, part_sum = self.write_export(account, part_rows, 100 + number)
            total += part_sum
            if number == 1:
                reference = self.alone(account, path, part_rows, part_sum)
            cost = self.import_file(large, account, path)
            os.remove(path)
            first = first or cost
            self.tell(f"import {account}", cost, f"{part_rows:,} rows",
                      ("cpu ÷ first", cost.cpu_s / first.cpu_s, GROWTH_MAX) if number == ACCOUNTS else None)
            if number == ACCOUNTS and cost.peak_mib > MEMORY_MAX * first.peak_mib:
                self.missed.append("memory of import")
        rows = self.home_rows + part_rows * ACCOUNTS
        cost = self.approve(large, rows)
        growth = (cost.cpu_s / rows) / (reference.cpu_s / part_rows)
        self.tell("approve all", cost, f"{rows:,} lines", ("cpu a line ÷ tenth", growth, GROWTH_MAX))
        self.tell("approve a tenth", reference, f"{part_rows:,} lines",
                  ("memory of all ÷ tenth", cost.peak_mib / reference.peak_mib, 2.0))
        self.check_ledger(large, rows, total)
        print(f"ledger: {os.path.getsize(os.path.join(large, 'ledger.db')) / rows:,.0f} bytes an entry", flush=True)
        self.tell("report of everything", cost_of(self.command(large, "report", "--csv"), at("said")), f"{rows:,} entries")
        self.questions(small, large, month)
        self.planning(large, rows)
        self.transfers(part_rows)
        if self.options.check:
            self.tell("check", cost_of(self.command(large, "check")), f"{rows:,} entries")

    def make(self, path):
        cost_of([self.kopiyka, "init", fresh(path)])
        return path

    def alone(self, account, path, rows, total):
        """What approving costs where there is nothing else."""
        workspace = self.make(at("alone"))
        self.import_file(workspace, account, path)
        cost = self.approve(workspace, rows)
        self.check_ledger(workspace, rows, total)
        shutil.rmtree(workspace)
        return cost

    def planning(self, large, rows):
        """Questions about all accounts, of some years of a household and of the large ledger; the best of three counts."""
        path, _, _ = self.write_export("years", YEARS_ROWS, 300)
        years = self.make(at("years"))
        self.import_file(years, "years", path)
        self.approve(years, YEARS_ROWS)
        for workspace, count, of_large in (years, YEARS_ROWS, False), (large, rows, True):
            furnish(workspace)
            for name, question, few_ms, many_ms in PLANNING:
                cost = min((cost_of(self.command(workspace, *question), at("said")) for _ in range(3)), key=lambda cost: cost.cpu_s)
                self.tell(name, cost, f"{count:,} entries", ("cpu ms", 1000 * cost.cpu_s, many_ms if of_large else few_ms))
        shutil.rmtree(years)

    def transfers(self, rows):
        """Lines that wait turn out to be sides of transfers."""
        workspace = self.make(at("transfers"))
        for number in range(1, 4):
            path, _, _ = self.write_export(f"own-{number}", rows, 200 + number, has_transfers=True)
            cost = self.import_file(workspace, f"own-{number}", path)
            os.remove(path)
            self.tell(f"import own-{number}, transfers", cost, f"{rows:,} rows",
                      ("peak MiB", cost.peak_mib, SEARCH_MIB_MAX) if number == 3 else None)
        shutil.rmtree(workspace)

    def questions(self, small, large, month):
        """Each is asked thrice of both, the best counts; both must say the same."""
        def best(costs):
            return min(costs, key=lambda cost: cost.cpu_s)

        def compare(name, of_small, of_large):
            # What starting costs is in both; a millisecond is not worth a word.
            self.tell(name, best(of_large), f"small {best(of_small).cpu_s:.3f} s",
                      ("large ÷ small", best(of_large).cpu_s / max(0.010, best(of_small).cpu_s), ANSWER_MAX))

        costs = {name: ([], []) for name in ("month", "undo")}
        for _ in range(3):
            for place, workspace in enumerate((small, large)):
                costs["month"][place].append(self.import_file(workspace, "home", month))
                insist(lines_in(os.path.join(workspace, "pending.jsonl")), MONTH_ROWS, "lines of the month")
                costs["undo"][place].append(cost_of(self.command(workspace, "undo")))
                insist(lines_in(os.path.join(workspace, "pending.jsonl")), 0, "lines left after undo")
        compare("a month of 1,000 rows", *costs["month"])
        compare("undo of that month", *costs["undo"])
        for name, question in QUESTIONS:
            asked = ([], [])
            for _ in range(3):
                for place, workspace in enumerate((small, large)):
                    asked[place].append(cost_of(self.command(workspace, *question), at(f"said-{place}")))
            with open(at("said-0"), "rb") as a, open(at("said-1"), "rb") as b:
                said = a.read()
                if not said:
                    raise Wrong(f"{name}: nothing was said")
                # The number of the import differs; nothing else may.
                insist(b.read() == said, True, f"{name}: the large ledger says the same")
            compare(name, *asked)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000, metavar="COUNT")
    parser.add_argument("--folder", metavar="DIR", help="where files are kept (.build/scale)")
    parser.add_argument("--keep", action="store_true", help="leave exports and workspaces there")
    parser.add_argument("--check", action="store_true", help="verify the large ledger by `check` at the end too")
    parser.add_argument("--strict", action="store_true", help="a missed limit is a failure too")
    parser.add_argument("kopiyka", nargs="?", default=os.path.join(ROOT, ".build", "release", "kopiyka"))
    options = parser.parse_args()
    measuring.DATA = os.path.abspath(options.folder or os.path.join(ROOT, ".build", "scale"))
    compile_programs("measure")
    free = shutil.disk_usage(measuring.DATA).free
    if free < 2_600 * options.rows:
        sys.exit(f"scale.py: error: {free / 1e9:.0f} GB free in {measuring.DATA}, {2_600 * options.rows / 1e9:.0f} GB are needed\n"
                 "  fix: a smaller COUNT, or --folder on another disk")
    scale = Scale(options)
    try:
        scale.run()
    except Wrong as wrong:
        print(f"wrong result, no time told: {wrong}")
        return 1
    finally:
        if not options.keep:
            shutil.rmtree(measuring.DATA)
    scale.show()
    for name in scale.missed:
        print(f"missed: {name}")
    return 1 if scale.missed and options.strict else 0


if __name__ == "__main__":
    sys.exit(main())
