#!/usr/bin/env python3
"""Measures Kopiyka beside a yardstick in C and peers in Python, in one run, and checks every result before its time is told.

    run.py [--quick] [--rows N] [--only WORD] [--without-kopiyka] [--tokenizing] [--processor-time] [--strict] [--markdown FILE]
           [KOPIYKA]

The contestants of a figure take turns (A B A B …), so that a noisy minute hurts both; what is told is the median. A figure whose
result is wrong (rows, sum of amounts) gets no time and makes the run end with 1. A target that was missed is only said, unless
--strict is given. Needs a C compiler; where ../shared is, its hand-written ceiling runs along. Results: a table, and
.build/bench.json; --markdown writes the table, with machine and date, between two marks of FILE. `--quick` takes 100,000 rows instead
of a million. --tokenizing also builds the tests for speed, some minutes, to time the cutting of CSV by itself. sqlite3, jq, xmllint
and hledger run along where they are installed. --processor-time counts user and system time of all threads instead of the clock on the wall:
the better figure where the machine is busy, and a harder one for a program with two threads.
"""
import argparse
import csv
import datetime
import glob
import json
import os
import platform
import re
import shutil
import subprocess
import sys

import generate
import measuring
from measuring import (DATA, HERE, PLANNING, ROOT, Wrong, at, compile_programs, copied, cost_of, facts_of, fresh, furnish, hash_of, insist,
                       lines_in, median_s, numbers_in, peak_mib, quietly, take_turns)

TIMED_FORMATS = ("mono-csv", "mono-json", "ofx1", "ofx2", "camt", "mt940", "qif")
PLANNING_ROWS = 20_000
SHARED_BENCH = os.path.join(ROOT, "..", "shared", "tools", "bench")
SCRATCH = ("dump", "read", "approved", "categorized", "said", "report", "errors", "rows.csv", "approve.sql", "hledger.rules")
MARKS = "<!-- measured: run.py --markdown -->", "<!-- measured: end -->"


# ------------------------------------------------------------------ one figure

class Results:
    def __init__(self, options):
        self.options, self.figures, self.wrong = options, [], []

    def wants(self, name):
        return self.options.only is None or self.options.only in name

    def measure(self, name, work):
        """Runs one figure's function; a wrong result is told and counted, and the others go on."""
        if not self.wants(name):
            return
        print(f"… {name}", file=sys.stderr, flush=True)
        try:
            work(lambda what, value, unit, target=None, **more: self.add(name, what, value, unit, target, more))
        except (Wrong, subprocess.CalledProcessError) as wrong:
            self.wrong.append(f"{name}: {wrong}")
            print(f"  wrong: {wrong}", file=sys.stderr, flush=True)
        finally:
            for entry in os.scandir(DATA):               # workspaces are folders, inputs are files
                if entry.is_dir():
                    shutil.rmtree(entry.path)
                elif entry.name in SCRATCH or entry.name.startswith("approve-peer.db"):
                    os.remove(entry.path)

    def add(self, name, what, value, unit, target, more):
        """`target`: (≤ or ≥, what must be reached, the goal)."""
        met = None
        if target is not None:
            most, limit, goal = target
            met = value <= limit if most == "≤" else value >= limit
            target = f"{most} {limit:g}, goal {goal:g}"
        self.figures.append(dict(figure=name, what=what, value=value, unit=unit, target=target, met=met, **more))

    def show(self):
        shown = [("figure", "", "value", "target", "")]
        for f in self.figures:
            value = f"{f['value']:.2f}" if f["value"] < 100 else f"{f['value']:,.0f}"
            shown.append((f["figure"], f["what"], f"{value} {f['unit']}", f["target"] or "",
                          {True: "met", False: "MISSED", None: ""}[f["met"]]))
        widths = [max(len(row[i]) for row in shown) for i in range(5)]
        for row in shown:
            print(f"{row[0]:<{widths[0]}}  {row[1]:<{widths[1]}}  {row[2]:>{widths[2]}}  {row[3]:<{widths[3]}}  {row[4]}".rstrip())
        for line in self.wrong:
            print(f"wrong result, no time told: {line}")

    def markdown(self):
        with open("/proc/cpuinfo") as info:
            model = next((line.split(":", 1)[1].strip() for line in info if line.startswith("model name")), platform.machine())
        with open("/proc/meminfo") as info:
            memory = int(re.search(r"MemTotal:\s+(\d+)", info.read())[1]) / 1024 / 1024
        load = os.getloadavg()[0]
        yield (f"{datetime.date.today()}, {os.cpu_count()} × {model}, {memory:.0f} GiB, {platform.system()} {platform.release()}; load average at "
               f"the end {load:.1f}; `run.py --rows {self.options.rows}`. Medians of "
               f"{'processor time' if measuring.CLOCK == 'cpu_s' else 'wall time'}; contestants took turns.\n")
        yield "| figure | | measured | must, goal | |\n| --- | --- | ---: | --- | --- |"
        for f in self.figures:
            value = f"{f['value']:.2f}" if f["value"] < 100 else f"{f['value']:,.0f}"
            verdict = {True: "met", False: "**missed**", None: ""}[f["met"]]
            yield f"| {f['figure']} | {f['what']} | {value} {f['unit']} | {f['target'] or ''} | {verdict} |"

    def write_markdown(self, path):
        with open(path, encoding="utf-8") as page:
            before, _, rest = page.read().partition(MARKS[0])
        _, end, after = rest.partition(MARKS[1])
        if not end:
            sys.exit(f"run.py: error: {path} has not the two marks {MARKS[0]} and {MARKS[1]}")
        with open(path, "w", encoding="utf-8") as page:
            page.write(before + MARKS[0] + "\n\n" + "\n".join(self.markdown()) + "\n\n" + MARKS[1] + after)

    def save(self):
        with open(os.path.join(ROOT, ".build", "bench.json"), "w", encoding="utf-8") as out:
            json.dump(dict(rows=self.options.rows, cores=os.cpu_count(), figures=self.figures, wrong=self.wrong), out,
                      ensure_ascii=False, indent=1)
            out.write("\n")


# ------------------------------------------------------------------ the bench

class Bench:
    def __init__(self, options):
        self.options, self.rows, self.kopiyka = options, options.rows, options.kopiyka
        self.results = Results(options)
        self.ceiling = None
        self.inputs = {}

    # -- preparation, never timed

    def prepare(self):
        compiler = compile_programs("measure", "yardstick")
        ceiling = os.path.join(SHARED_BENCH, "ceiling.c")
        if os.path.exists(ceiling):
            built = subprocess.run([compiler, "-O3", "-march=native", "-w", "-o", at("ceiling"), ceiling])
            self.ceiling = at("ceiling") if built.returncode == 0 else None
        self.input("keywords", 0)
        if self.ceiling:
            self.shared_input()

    def input(self, form, rows, skip=0, total=0):
        """(path, facts) of a generated file, made once. Parts of one stream need the same `total`."""
        name = f"{form}-{rows}-{skip}-{total}" if rows else form
        if name not in self.inputs:
            path = at(name)
            with open(os.path.join(HERE, "generate.py"), "rb") as script:
                version = hash_of(script.read())
            if not os.path.exists(path + ".facts") or version not in open(path + ".facts").read():
                made = subprocess.run([sys.executable, os.path.join(HERE, "generate.py"), "--format", form, "-n", str(rows),
                                       "--skip", str(skip), "--total", str(total), "-o", path], capture_output=True, check=True, text=True)
                with open(path + ".facts", "w") as out:
                    json.dump(dict(json.loads(made.stdout), version=version), out)
            with open(path + ".facts") as facts:
                self.inputs[name] = (path, json.load(facts))
        return self.inputs[name]

    def shared_input(self):
        """The shared ceiling with its own generator's file and keywords."""
        generator = os.path.join(SHARED_BENCH, "gen.py")
        self.shared_csv, self.shared_keywords = at(f"shared-{self.rows}.csv"), at("shared-keywords")
        if not os.path.exists(self.shared_csv):
            for options in (["--format", "mono-csv", "-n", str(self.rows), "-o", self.shared_csv],
                            ["--emit", "keywords", "-o", self.shared_keywords]):
                subprocess.run([sys.executable, generator, *options], check=True)

    def workspace(self, name, *files, approve=False):
        path = fresh(at(name))
        quietly(self.kopiyka, "init", path)
        for file in files:
            quietly(self.kopiyka, "import", "--workspace", path, file)
        if approve:
            quietly(self.kopiyka, "approve", "--all", "--workspace", path)
        return path

    def check_workspace(self, path, facts, where):
        quietly(self.kopiyka, "dump", "--workspace", path, output=at("dump"))
        insist(facts_of(at("dump"), lambda item: item.get("where") in where), (facts["rows"], facts["sum"]),
               f"rows and sum in {'/'.join(where)}")

    # -- figures

    def run(self):
        self.prepare()
        measure, long, short = self.results.measure, self.options.repeats_long, self.options.repeats
        with_kopiyka = self.kopiyka is not None
        measure("import", lambda tell: self.import_csv(tell, long))
        if with_kopiyka:
            measure("read", lambda tell: self.read_formats(tell, long))
            measure("month", lambda tell: self.month(tell, short))
            measure("version", lambda tell: self.version(tell, 5 * short))
            measure("approve", lambda tell: self.approve(tell, 3))
            measure("categorize", lambda tell: self.categorize(tell, short))
            measure("growth", lambda tell: self.growth(tell, short))
            measure("planning", lambda tell: self.planning(tell, short))
            measure("memory", self.memory)
        if self.options.tokenizing:
            measure("tokenizing", self.tokenizing)
        self.results.show()
        self.results.save()
        if self.options.markdown:
            self.results.write_markdown(self.options.markdown)
        missed = any(figure["met"] is False for figure in self.results.figures)
        return 1 if self.results.wrong or (missed and self.options.strict) else 0

    def import_csv(self, tell, times):
        path, facts = self.input("mono-csv", self.rows)
        keywords, _ = self.input("keywords", 0)
        wanted = (facts["rows"], facts["rows"], facts["sum"])

        def ours():
            workspace = self.workspace("import-ours")
            return cost_of([self.kopiyka, "import", "--workspace", workspace, path])

        def yardstick():
            cost = cost_of([at("yardstick"), "import", keywords, fresh(at("import-c")), path], at("said"))
            insist(tuple(numbers_in(at("said"))[:3]), wanted, "rows, new and sum of the yardstick")
            return cost

        def python():
            cost = cost_of([sys.executable, os.path.join(HERE, "peer.py"), "import", keywords, fresh(at("import-python")), path],
                           at("said"))
            insist(tuple(numbers_in(at("said"))), wanted, "rows, new and sum of the Python peer")
            return cost

        def shared():
            cost = cost_of([self.ceiling, self.shared_keywords, fresh(at("import-shared")), self.shared_csv], at("said"))
            insist(numbers_in(at("said"))[:2], [self.rows, self.rows], "rows and new of the shared ceiling")
            return cost

        def ours_on_shared():
            workspace = self.workspace("import-ours-shared")
            return cost_of([self.kopiyka, "import", "--workspace", workspace, self.shared_csv])

        contestants = {"C": yardstick}
        if self.kopiyka:
            contestants["ours"] = ours
        if self.ceiling:
            contestants["shared C"] = shared
            if self.kopiyka:
                contestants["ours, shared file"] = ours_on_shared
        costs = take_turns(contestants, times)
        costs["python"] = take_turns({"python": python}, 3)["python"]
        floor = median_s(costs["C"])
        tell(f"C, {self.rows:,} rows", floor, "s")
        tell("C, peak", peak_mib(costs["C"]), "MiB")
        if self.ceiling:
            tell("shared C, its own file", median_s(costs["shared C"]), "s")
        tell("python", median_s(costs["python"]) / floor, "× C")
        if not self.kopiyka:
            return
        self.check_workspace(at("import-ours"), facts, ("queue",))
        tell("kopiyka", median_s(costs["ours"]), "s")
        tell("kopiyka", median_s(costs["ours"]) / floor, "× C", ("≤", 2, 1.2))
        if self.ceiling:
            insist(lines_in(at("import-ours-shared", "pending.jsonl")), self.rows, "queue lines of the shared file")
            tell("kopiyka, shared file", median_s(costs["ours, shared file"]) / median_s(costs["shared C"]), "× shared C", ("≤", 2, 1.2))
        tell("kopiyka, peak", peak_mib(costs["ours"]), "MiB", ("≤", 48, 32))
        again = cost_of([self.kopiyka, "import", "--workspace", at("import-ours"), path])
        self.check_workspace(at("import-ours"), facts, ("queue",))
        tell("the same file again", getattr(again, measuring.CLOCK) / floor, "× C")
        if shutil.which("hledger"):
            self.import_by_hledger(tell, keywords)

    def import_by_hledger(self, tell, keywords):
        """A tenth of the rows of --quick with 200 rules: more take minutes."""
        count = min(10_000, self.rows)
        path, _ = self.input("mono-csv", count)
        with open(keywords, encoding="utf-8") as words, open(at("hledger.rules"), "w", encoding="utf-8") as rules:
            rules.write("skip 1\ndate-format %d.%m.%Y %H:%M:%S\nfields date, description, mcc, amount\ncurrency UAH\n"
                        "account1 assets:card\naccount2 expenses:unknown\n")
            for line in [next(words) for _ in range(200)]:
                keyword, category, _ = line.split("\t")
                rules.write(f"if {re.escape(keyword)}\n account2 {category.replace('.', ':')}\n")
        hledger = cost_of(["hledger", "-f", f"csv:{path}", "--rules-file", at("hledger.rules"), "stats"], at("said"))
        with open(at("said"), encoding="utf-8") as said:
            insist(int(re.search(r"Transactions\s*: (\d+)", said.read())[1]), count, "transactions of hledger")
        workspace = self.workspace("import-ours-few")
        ours = cost_of([self.kopiyka, "import", "--workspace", workspace, path])
        tell(f"hledger, {count:,} rows, 200 rules", getattr(hledger, measuring.CLOCK) / getattr(ours, measuring.CLOCK), "× kopiyka")
        tell("hledger, peak", hledger.peak_mib, "MiB")

    def read_formats(self, tell, times):
        # What is asked of tables is asked of cutting and decoding alone: `tokenizing`.
        targets = {"mono-json": (500, 1000), "ofx1": (500, 1000), "ofx2": (150, 200), "camt": (150, 200)}
        for form in TIMED_FORMATS:
            path, facts = self.input(form, self.rows)
            quietly(self.kopiyka, "read", "--json", path, output=at("read"))
            insist(facts_of(at("read")), (facts["rows"], facts["sum"]), f"rows and sum read from {form}")
            contestants = {"tally": lambda: cost_of([self.kopiyka, "read", "--tally", path]),
                           "ours": lambda: cost_of([self.kopiyka, "read", "--json", path]),
                           "C": lambda: cost_of([at("yardstick"), "scan", path])}
            peers = {"mono-json": ("jq", ["jq", "-c", ".[] | [.time, .amount]", path]),
                     "ofx2": ("xmllint", ["xmllint", "--stream", "--noout", path]),
                     "camt": ("xmllint", ["xmllint", "--stream", "--noout", path])}
            peer = peers.get(form)
            peer = peer if peer and shutil.which(peer[0]) else None
            costs = take_turns(contestants, times)
            megabytes = facts["bytes"] / 1e6
            tell(f"{form}, {megabytes:.0f} MB to facts", megabytes / median_s(costs["tally"]), "MB/s",
                 ("≥", *targets[form]) if form in targets else None)
            if peer:
                cost = cost_of(peer[1])
                tell(f"{form}, {peer[0]}", megabytes / getattr(cost, measuring.CLOCK), "MB/s")
            tell(f"{form}, and printed as JSON", megabytes / median_s(costs["ours"]), "MB/s")
            tell(f"{form}, every byte touched in C", megabytes / median_s(costs["C"]), "MB/s")
            tell(f"{form}, peak", peak_mib(costs["ours"]), "MiB", ("≤", 24, 16))

    def month(self, tell, times):
        """1,000 new rows into a workspace that holds 100,000 approved ones."""
        held = min(100_000, self.rows)
        base, _ = self.input("mono-csv", held, skip=1000, total=held + 1000)
        new, facts = self.input("mono-csv", 1000, total=held + 1000)
        prepared = self.workspace("month-base", base, approve=True)
        keywords, _ = self.input("keywords", 0)
        quietly(at("yardstick"), "import", keywords, fresh(at("month-base-c")), base)

        def ours():
            workspace = copied(prepared, at("month-ours"))
            return cost_of([self.kopiyka, "import", "--workspace", workspace, new])

        def yardstick():
            state = copied(at("month-base-c"), at("month-c"))
            cost = cost_of([at("yardstick"), "import", keywords, state, new], at("said"))
            insist(numbers_in(at("said"))[:2], [1000, 1000], "rows and new of the yardstick")
            return cost

        costs = take_turns({"ours": ours, "C": yardstick}, times)
        self.check_workspace(at("month-ours"), facts, ("queue",))
        tell(f"1,000 rows into {held:,}", 1000 * median_s(costs["ours"]), "ms", ("≤", 15, 10))
        tell("C", 1000 * median_s(costs["C"]), "ms")
        # What those milliseconds are beside the C they were set beside, 4.4 ms: it holds in each phase of a shared machine.
        tell("kopiyka", median_s(costs["ours"]) / median_s(costs["C"]), "× C", ("≤", 3.4, 2.3))

    def version(self, tell, times):
        contestants = {"ours": lambda: cost_of([self.kopiyka, "--version"], at("said")),
                       "C": lambda: cost_of([at("yardstick"), "version"]),
                       "python": lambda: cost_of([sys.executable, "-S", "-c", "print(1)"])}
        if shutil.which("hledger"):
            contestants["hledger"] = lambda: cost_of(["hledger", "--version"])
        costs = take_turns(contestants, times)
        quietly(self.kopiyka, "--version", output=at("said"))
        if os.path.getsize(at("said")) == 0:
            raise Wrong("--version prints nothing")
        tell("kopiyka --version", 1000 * median_s(costs["ours"]), "ms", ("≤", 6, 4))
        for name in contestants:
            if name != "ours":
                tell(name, 1000 * median_s(costs[name]), "ms")
        tell("kopiyka, peak", peak_mib(costs["ours"]), "MiB")

    def approve(self, tell, times):
        path, facts = self.input("mono-csv", self.rows)
        prepared = self.workspace("approve-base", path)
        keywords, _ = self.input("keywords", 0)
        quietly(at("yardstick"), "import", keywords, fresh(at("approve-c")), path)

        def ours():
            workspace = copied(prepared, at("approve-ours"))
            cost = cost_of([self.kopiyka, "approve", "--all", "--workspace", workspace], at("approved"))
            with open(at("approved"), "rb") as said:
                insist(sum(line.startswith(b"approved ") for line in said), facts["rows"], "acknowledged lines")
            return cost

        def without_database():
            for file in glob.glob(at("approve-peer.db*")):
                os.remove(file)

        def python():
            without_database()
            cost = cost_of([sys.executable, os.path.join(HERE, "peer.py"), "approve", at("approve-c", "queue.jsonl"),
                            at("approve-peer.db")], at("said"))
            insist(numbers_in(at("said")), [facts["rows"]], "rows of the Python peer")
            return cost

        def sqlite():
            without_database()
            cost = cost_of(["sqlite3", "-batch", at("approve-peer.db"), f".read {at('approve.sql')}"], at("said"))
            insist(numbers_in(at("said")), [facts["rows"]], "rows of sqlite3 .import")
            return cost

        contestants = {"ours": ours, "python": python}
        if shutil.which("sqlite3"):
            self.write_import(path)
            contestants["sqlite3"] = sqlite
        costs = take_turns(contestants, times)
        self.check_workspace(at("approve-ours"), facts, ("ledger",))
        tell(f"{facts['rows']:,} lines into the ledger", median_s(costs["ours"]), "s",
             ("≤", 8 * self.rows / 1_000_000, 4 * self.rows / 1_000_000))
        tell("kopiyka, peak", peak_mib(costs["ours"]), "MiB")
        tell("python + sqlite3", median_s(costs["python"]), "s")
        if "sqlite3" in costs:
            tell("sqlite3 .import with a unique key", median_s(costs["sqlite3"]), "s")
            tell("kopiyka", median_s(costs["ours"]) / median_s(costs["sqlite3"]), "× sqlite3 .import")

    def write_import(self, path):
        """The rows of a Monobank CSV with a key of their own, and what sqlite3 is to do with them: seven columns, no undo, no totals."""
        with open(path, encoding="utf-8", newline="") as source, open(at("rows.csv"), "w", encoding="utf-8", newline="") as out:
            rows, write = csv.reader(source), csv.writer(out).writerow
            next(rows)
            for number, row in enumerate(rows):
                write([hash_of(f"{number}".encode()), row[0], row[3], row[5], row[1], row[2], row[9]])
        with open(at("approve.sql"), "w", encoding="utf-8") as out:
            out.write("PRAGMA synchronous = FULL;\nCREATE TABLE entry (key TEXT PRIMARY KEY, made, amount, currency, description, mcc, balance) "
                      f"WITHOUT ROWID;\n.mode csv\n.import {at('rows.csv')} entry\nSELECT count(*) FROM entry;\n")

    def categorize(self, tell, times):
        count = min(300_000, self.rows)
        path, _ = self.input("descriptors", count)
        quietly(self.kopiyka, "categorize", "--csv", path, output=at("categorized"))
        insist(lines_in(at("categorized")) - 1, count, "categorized rows")
        costs = take_turns({"ours": lambda: cost_of([self.kopiyka, "categorize", "--csv", path]),
                            "C": lambda: cost_of([at("yardstick"), "scan", path])}, times)
        tell(f"{count:,} distinct descriptors", count / median_s(costs["ours"]) / 1000, "k rows/s", ("≥", 200, 1000))
        tell("kopiyka, peak", peak_mib(costs["ours"]), "MiB")

    def growth(self, tell, times):
        """The same month into a ledger of a million entries and into an empty one."""
        base, _ = self.input("mono-csv", self.rows, skip=1000, total=self.rows + 1000)
        new, facts = self.input("mono-csv", 1000, total=self.rows + 1000)
        full = self.workspace("growth-full", base, approve=True)
        empty = self.workspace("growth-empty")

        def into(prepared, name):
            workspace = copied(prepared, at(name))
            return cost_of([self.kopiyka, "import", "--workspace", workspace, new])

        costs = take_turns({"full": lambda: into(full, "growth-a"), "empty": lambda: into(empty, "growth-b")}, times)
        for name in ("growth-a", "growth-b"):
            self.check_workspace(at(name), facts, ("queue",))
        tell(f"month into {self.rows:,} entries", 1000 * median_s(costs["full"]), "ms")
        tell("month into none", 1000 * median_s(costs["empty"]), "ms")
        tell("ratio", median_s(costs["full"]) / median_s(costs["empty"]), "×", ("≤", 1.3, 1.1))

    def planning(self, tell, times):
        """Questions of planning about 20,000 entries, in processor time; scale.py asks them of a million."""
        path, facts = self.input("mono-csv", PLANNING_ROWS)
        workspace = self.workspace("planning", path, approve=True)
        self.check_workspace(workspace, facts, ("ledger",))
        furnish(workspace)
        for name, question, few_ms, _ in PLANNING:
            costs = [cost_of([self.kopiyka, *question, "--workspace", workspace], at("said")) for _ in range(times)]
            tell(name, 1000 * min(cost.cpu_s for cost in costs), "ms", ("≤", few_ms, few_ms))

    def memory(self, tell):
        """Peaks of the formats that `read` does not time: they must not follow the file."""
        for form in sorted(set(generate.FORMATS) - set(TIMED_FORMATS)):
            # What the generator can put into the one table of sectors that it writes.
            count = min(30_000 if form == "xls" else 100_000, self.rows)
            peaks = []
            for rows in (count // 10, count):
                path, facts = self.input(form, rows)
                quietly(self.kopiyka, "read", "--json", path, output=at("read"))
                insist(facts_of(at("read")), (facts["rows"], facts["sum"]), f"rows and sum read from {form}")
                peaks.append(cost_of([self.kopiyka, "read", "--tally", path]).peak_mib)
            tell(f"{form}, {count:,} rows, peak", peaks[1], "MiB", ("≤", 24, 16))
            tell(f"{form}, ten times the rows", peaks[1] / peaks[0], "× memory")

    def tokenizing(self, tell):
        """Cutting and decoding alone, which the program does not offer: a test that is only timed here."""
        path, facts = self.input("mono-csv", self.rows)
        swift = shutil.which("swift") or "/opt/swift/usr/bin/swift"
        done = subprocess.run(
            [swift, "test", "-c", "release", "-Xswiftc", "-enable-testing", "--disable-xctest", "--explicit-target-dependency-import-check",
             "error", "--scratch-path", os.path.join(ROOT, ".build", "tokenizing"), "--filter", "TokenizingSpeed"],
            cwd=ROOT, env=dict(os.environ, KOPIYKA_BENCH_CSV=path), capture_output=True, text=True, check=False)
        said = re.search(r"(\d+) bytes, (\d+) rows, \d+ fields: (\d+) MB/s", done.stdout)
        if done.returncode or not said:
            raise Wrong(f"the test of tokenizing ended with {done.returncode}")
        insist((int(said[1]), int(said[2])), (facts["bytes"], facts["rows"] + 1), "bytes and rows cut")
        tell("CSV cut and decoded", float(said[3]), "MB/s", ("≥", 600, 1000))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="100,000 rows and fewer turns")
    parser.add_argument("--rows", type=int, metavar="N", help="rows of the large files (1,000,000)")
    parser.add_argument("--only", metavar="WORD", help="only figures whose name holds WORD")
    parser.add_argument("--without-kopiyka", action="store_true", help="only yardstick and peers")
    parser.add_argument("--tokenizing", action="store_true", help="also time the cutting of CSV by itself (builds the tests)")
    parser.add_argument("--processor-time", action="store_true", help="user and system time instead of the wall's clock")
    parser.add_argument("--markdown", metavar="FILE", help="write the table between the marks of FILE (docs/performance.md)")
    parser.add_argument("--strict", action="store_true", help="a missed target is a failure too")
    parser.add_argument("kopiyka", nargs="?", default=os.path.join(ROOT, ".build", "release", "kopiyka"))
    options = parser.parse_args()
    options.rows = options.rows or (100_000 if options.quick else 1_000_000)
    measuring.CLOCK = "cpu_s" if options.processor_time else "wall_s"
    options.repeats, options.repeats_long = (5, 3) if options.quick else (7, 5)
    options.kopiyka = None if options.without_kopiyka else os.path.abspath(options.kopiyka)
    if options.kopiyka and not os.path.exists(options.kopiyka):
        sys.exit(f"run.py: error: {options.kopiyka} is not there\n  fix: make release")
    return Bench(options).run()


if __name__ == "__main__":
    sys.exit(main())
