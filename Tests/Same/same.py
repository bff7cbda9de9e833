#!/usr/bin/env python3
"""Proves that two programs do the same, byte for byte: for a change that must not be seen from outside.

    same.py [--soak SOAK] [--shared DIR] [--only PART] [--tables N] [--seeds N] [--first SEED] OLD NEW
    same.py --prove NEW          shows that a changed byte is found

Compared are exit codes, standard output and standard error of

    read      `read --json` of samples/, of the corpus in --shared and of 2 N drawn tables, N with printed totals
    long      20,000 rows imported, approved, imported again with a month more, undone and done again, in three formats
    histories imports, reviews, entries by hand, moved lines, undo and redo of drawn histories; after each step also pending.jsonl,
              after some and at the end what QUESTIONS answer, at the end `dump` and `check`

Both programs work in a folder of the same path, one after the other, and get the same decisions as long as they made the same
queue. Only the time at which a batch was imported is left out of `dump`. The first difference of each case is shown; ends with 1
when there is one.
"""
import argparse
import concurrent.futures
import glob
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
GENERATE = os.path.join(ROOT, "Tests", "Benchmarks", "generate.py")
ENVIRONMENT = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8", "NO_COLOR": "1", "TZ": "UTC"}
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
IMPORTED_AT = re.compile(rb'^({"where":"batch","batch":\d+,"made":")[^"]*', re.M)
BLOCK = 50
QUESTIONS = (["balance"], ["balance", "--json"], ["accounts"], ["accounts", "--json"], ["coverage", "-v"], ["coverage", "--json"],
             ["list", "--limit", "3"], ["list", "--json", "--limit", "7"], ["list"])
CATEGORIES = "groceries", "transport.taxi", "shopping.books", "eating_out.coffee"


def run(binary, words, folder, stdin=b""):
    done = subprocess.run([binary, *words], cwd=folder, env=ENVIRONMENT, input=stdin, capture_output=True, timeout=600)
    answers = ("exit code", b"%d" % done.returncode), ("stdout", IMPORTED_AT.sub(rb"\1", done.stdout)), ("stderr", done.stderr)
    return [(f"{' '.join(words)}: {name}", answer) for name, answer in answers]


def difference(old, new):
    """The first of the named answers that is not the same, with its first line that is not; None when all are."""
    for (name, before), (_, after) in zip(old, new):
        if before == after:
            continue
        lines = before.split(b"\n"), after.split(b"\n")
        at = next((i for i, pair in enumerate(zip(*lines)) if pair[0] != pair[1]), min(map(len, lines)))
        shown = [(side[at] if at < len(side) else b"(ends)").decode("utf-8", "replace")[:600] for side in lines]
        return f"{name}, line {at + 1}\n    old: {shown[0]}\n    new: {shown[1]}"
    return None if len(old) == len(new) else f"{len(old)} answers, now {len(new)}"


class Comparison:
    def __init__(self, old, new, soak, folder, shown):
        self.old, self.new, self.soak, self.folder, self.shown = old, new, soak, folder, shown
        self.found = []

    def compare(self, name, play):
        told = difference(play(self.old), play(self.new))
        if told:
            self.found.append(f"{name}: {told}")
            if len(self.found) <= self.shown:
                print(f"different: {self.found[-1]}", flush=True)

    def read(self, files):
        """All files by one process; where it differs, each by one of its own."""
        def play(binary, names):
            return run(binary, ["read", "--json", *names], "/")
        if difference(play(self.old, files), play(self.new, files)):
            known = len(self.found)
            for file in files:
                self.compare(file, lambda binary: play(binary, [file]))
            if len(self.found) == known:
                self.compare("files together", lambda binary: play(binary, files))

    def read_tables(self, seeds):
        folder = os.path.join(self.folder, f"tables-{seeds[0]}")
        os.mkdir(folder)
        self.draw("tables", folder, seeds)
        self.read(sorted(glob.glob(folder + "/*")))
        shutil.rmtree(folder)

    def play_histories(self, seeds):
        folder = os.path.join(self.folder, f"histories-{seeds[0]}")
        os.mkdir(folder)
        self.draw("histories", folder, seeds)
        for seed in seeds:
            self.compare(f"history {seed}", lambda binary: played(binary, os.path.join(folder, str(seed)), seed))
        shutil.rmtree(folder)

    def draw(self, kind, folder, seeds):
        subprocess.run([self.soak, kind, folder, str(len(seeds)), str(seeds[0])], check=True)

    def play_long(self, form):
        folder = os.path.join(self.folder, f"long-{form}")
        os.mkdir(folder)
        for name, skip, rows in ("past", "1000", "20000"), ("month", "0", "1200"):
            subprocess.run([sys.executable, GENERATE, "--format", form, "-n", rows, "--skip", skip, "--total", "21000",
                            "-o", f"{folder}/{name}.{form}"], check=True, stdout=subprocess.DEVNULL)
        steps = [["import", "--account", "long", f"past.{form}"], ["approve", "--level", "certain"], ["approve", "--all"],
                 ["import", "--account", "long", "--json", f"month.{form}"], ["import", "--account", "long", f"past.{form}", f"month.{form}"],
                 ["undo"], ["redo"], ["list"], ["report"], ["dump"], ["check"]]

        def play(binary):
            workspace = Workspace(binary, folder)
            for step in steps:
                workspace.run(step)
            return workspace.close()
        self.compare(f"long {form}", play)
        shutil.rmtree(folder)


class Workspace:
    """A workspace in `money`, and everything that was answered."""

    def __init__(self, binary, folder):
        self.binary, self.folder = binary, folder
        self.answers = run(binary, ["init", "money"], folder)
        if os.path.exists(folder + "/kopiyka.yaml"):
            shutil.copy(folder + "/kopiyka.yaml", folder + "/money/kopiyka.yaml")

    def run(self, words, stdin=b""):
        self.answers += run(self.binary, [*words, "--workspace", "money"], self.folder, stdin)
        self.answers.append((f"{' '.join(words)}: pending.jsonl", self.queue()))

    def ask(self):
        for question in QUESTIONS:
            self.answers += run(self.binary, [*question, "--workspace", "money"], self.folder)

    def entries(self):
        (_, _), (_, listed), (_, _) = run(self.binary, ["list", "--json", "--workspace", "money"], self.folder)
        return [json.loads(line) for line in listed.splitlines()]

    def queue(self):
        try:
            with open(self.folder + "/money/pending.jsonl", "rb") as file:
                return file.read()
        except FileNotFoundError:
            return b"(none)"

    def close(self):
        shutil.rmtree(self.folder + "/money")
        return self.answers


def played(binary, folder, seed):
    dice = random.Random(seed)
    with open(folder + "/order", encoding="utf-8") as file:
        exports = [line.rstrip("\n").split("\t") for line in file]
    workspace = Workspace(binary, folder)
    inside = []
    while exports:
        account, count = exports[0][0], dice.choice((1, 1, 1, 2, 3))
        taken = []
        while exports and len(taken) < count and exports[0][0] == account:
            taken.append(exports.pop(0)[1])
        inside.append((account, taken))
        if dice.random() < 0.2:
            inside.append(dice.choice(inside))
        for account, names in inside[-1:] if inside[-1][1] is taken else [(account, taken), inside[-1]]:
            option = ["--account", account] if account else []
            workspace.run(["import", *option, *dice.choice(([], ["--json"], ["-v"])), *names])
        if dice.random() < 0.6:
            workspace.run(["review", "--json", "--decisions", "-"], decisions(workspace.queue(), dice))
        if dice.random() < 0.15:
            workspace.run(["approve", "--all"])
        if dice.random() < 0.4:
            change_entry(workspace, dice)
        for _ in range(dice.choice((0, 0, 0, 1, 2))):
            workspace.run([dice.choice(("undo", "undo", "redo"))])
        if dice.random() < 0.3:
            workspace.ask()
    workspace.ask()
    for question in ["dump"], ["check"]:
        workspace.run(question)
    return workspace.close()


def change_entry(workspace, dice):
    entries = workspace.entries()
    if not entries:
        return
    entry, day = dice.choice(entries), dice.choice(entries)["date"]
    by_hand = [entry["key"] for entry in entries if entry["sources"][0]["file"] == "manual"]
    changes = [["add", dice.choice(("bread 12.50 uah", "+700 usd gift")), "--date", day, "--account", dice.choice(("cash", entry["account"]))],
               ["dismiss", entry["key"]], ["move", entry["key"], "another"], ["accounts", "merge", entry["account"], "INTO", "another"],
               ["edit", entry["key"], "--category", dice.choice(CATEGORIES)]]
    if by_hand:
        changes += [["edit", dice.choice(by_hand), "--date", day], ["edit", dice.choice(by_hand), "--amount", "3"]]
    workspace.run(dice.choice(changes))


def decisions(queue, dice):
    text = ""
    for line in queue.splitlines():
        decision = dice.choice((None, None, {"action": "approve", "category": dice.choice(CATEGORIES)}, {"action": "approve"},
                                {"action": "dismiss"}, {"category": dice.choice(CATEGORIES), "payee": "Somebody else", "note": "mine"}))
        if decision:
            text += json.dumps({"key": json.loads(line)["key"], "decision": decision}) + "\n"
    return text.encode()


def blocks(first, count, size=BLOCK):
    return [range(seed, min(seed + size, first + count)) for seed in range(first, first + count, size)]


def files_under(folder):
    found = [os.path.join(at, name) for at, _, names in os.walk(folder) for name in names]
    return sorted(name for name in found if not name.endswith((".expected", ".errors", ".py", ".md")))


def compare(options, old, new, shown=20):
    with tempfile.TemporaryDirectory(prefix="kopiyka-same-", dir=MEMORY) as folder:
        comparison = Comparison(old, new, os.path.abspath(options.soak), folder, shown)
        samples, corpus = (files_under(place) for place in (ROOT + "/samples", os.path.abspath(options.shared + "/corpus")))
        work, told = [], []
        if options.only in (None, "read"):
            files = samples + corpus
            work += [(comparison.read, files[i:i + BLOCK]) for i in range(0, len(files), BLOCK)]
            work += [(comparison.read_tables, block) for block in blocks(0, options.tables)]
            told += [f"{len(samples)} samples", f"{len(corpus)} corpus files", f"{2 * options.tables} tables"]
        if options.only in (None, "long"):
            forms = "mono-csv", "mono-json", "ofx2"
            work += [(comparison.play_long, form) for form in forms]
            told.append(f"{len(forms)} long files")
        if options.only in (None, "histories"):
            work += [(comparison.play_histories, block) for block in blocks(options.first, options.seeds)]
            told.append(f"histories {options.first} to {options.first + options.seeds - 1}")
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for done in [pool.submit(task, argument) for task, argument in work]:
                done.result()
        if shown:
            print(f"{', '.join(told)}: {len(comparison.found)} different", flush=True)
        return comparison.found


CHANGED = """#!/bin/sh
edited() {    # what of standard output, and how
    out=$(mktemp -p "${0%/*}"); "$K" "$@" >"$out"; code=$?; sed "$HOW" "$out"; exit $code
}
"""
# What is changed, how, in which part it shows, and where.
CHANGES = [
    ("a reading", 'case $1 in read) HOW=1s/amount/amounT/; edited "$@";; esac', "read", "stdout"),
    ("a message", 'case $1 in import) "$K" "$@"; code=$?; printf . >&2; exit $code;; esac', "histories", "stderr"),
    ("an exit code", 'case $1 in undo) "$K" "$@"; exit 3;; esac', "histories", "undo --workspace money: exit code"),
    ("the state", """case $1 in dump) HOW='$s/where/wherE/'; edited "$@";; esac""", "histories", "dump --workspace money: stdout"),
    ("the queue", """case $1 in import) "$K" "$@"; code=$?; sed -i '$s/}$/} /' money/pending.jsonl; exit $code;; esac""",
     "histories", "pending.jsonl")]


def prove(options, binary):
    """Each of CHANGES must be found where it was made."""
    missed = []
    options.tables, options.seeds, options.shared = 3, 6, "/nowhere"
    with tempfile.TemporaryDirectory(prefix="kopiyka-prove-", dir=MEMORY) as folder:
        for number, (name, change, options.only, place) in enumerate(CHANGES):
            changed = f"{folder}/{number}"
            with open(changed, "w", encoding="utf-8") as file:
                file.write(f'{CHANGED}K={binary}\n{change}\nexec "$K" "$@"\n')
            os.chmod(changed, 0o700)
            if not any(place in found.split(", line")[0] for found in compare(options, binary, changed, shown=0)):
                missed.append(name)
    print(f"{len(CHANGES)} programs with a changed byte, not found: {', '.join(missed) or 'none'}")
    return missed


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--soak", default=os.path.join(ROOT, ".build", "release", "soak"))
    parser.add_argument("--shared", default=os.path.join(ROOT, "..", "shared"))
    parser.add_argument("--only", choices=("read", "long", "histories"))
    parser.add_argument("--tables", type=int, default=2_400)
    parser.add_argument("--seeds", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--prove", action="store_true")
    parser.add_argument("binary", nargs="+")
    options = parser.parse_args()
    binaries = [os.path.abspath(binary) for binary in options.binary]
    if options.prove and len(binaries) == 1:
        sys.exit(1 if prove(options, *binaries) else 0)
    if options.prove or len(binaries) != 2:
        parser.error("two programs, or --prove and one")
    sys.exit(1 if compare(options, *binaries) else 0)


if __name__ == "__main__":
    main()
