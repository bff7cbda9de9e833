#!/usr/bin/env python3
"""Replay invented households month by month through the real program, and print how it learns.

    household.py KOPIYKA FOLDER... [--policy asked|looked] [--json FILE] [--keep DIR]

FOLDER holds `exports/YYYY-MM/*` and `truth.csv` (columns uid, month, account, datetime, amount, descriptor, category, files).
Each month is imported as its files lie there; with the policy `asked` what the program calls certain is filed without asking and
nobody looks at it ever after, with `looked` every line is answered. What is answered is decided as the truth says, one line of each
description first, then the others, so that a correction can help its neighbours. `unasked` is what would be filed in both.

Printed for each month and for the later half:
  right      suggestions of the import that are the truth, of all lines
  unasked    lines filed without asking, of all lines; kept: right among them
  fixed      lines whose suggestion was wrong when they were decided or filed, for 150 lines
An account whose exports cannot be read is written anew as a plain CSV from the truth's own columns.
"""
import argparse
import collections
import csv
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

CERTAIN = 0.99


def run(program, *words, **more):
    return subprocess.run([str(program), *map(str, words)], capture_output=True, text=True, **more)


def amount_key(text):
    text = str(text)
    return text.rstrip("0").rstrip(".") if "." in text else text


class Household:
    def __init__(self, program, folder, work, looks=False):
        self.looks = looks
        self.program, self.folder, self.work = program, pathlib.Path(folder), pathlib.Path(work)
        with open(self.folder / "truth.csv", newline="", encoding="utf-8-sig") as file:
            self.truth = list(csv.DictReader(file))
        run(program, "init", self.work)
        country = "VN" if any(row["currency"] == "VND" for row in self.truth) else "UA"
        (self.work / "kopiyka.yaml").write_text(f"language: en\ncountry: {country}\n")
        self.months = sorted({row["month"] for row in self.truth})
        self.waiting = collections.defaultdict(list)
        self.rows = []

    def kopiyka(self, *words, **more):
        return run(self.program, "--workspace", self.work, *words, **more)

    def pending(self):
        out = self.kopiyka("pending", "--json").stdout
        return [json.loads(line) for line in out.splitlines() if line.startswith('{"v"')]

    def bring(self, month):
        """Copies the month's files into the inbox and imports them."""
        unread = set()
        for path in sorted((self.folder / "exports" / month).iterdir()):
            place = self.work / "inbox" / path.stem
            place.mkdir(parents=True, exist_ok=True)
            target = place / f"{month}-{path.name}"
            shutil.copyfile(path, target)
            if run(self.program, "read", target, "--json").stdout.count("\n") == 0:
                target.unlink()
                unread.add(path.stem)
        for account in unread:
            rows = [r for r in self.truth if r["month"] == month and r["account"] == account]
            target = self.work / "inbox" / account / f"{month}-{account}.csv"
            with open(target, "w", newline="", encoding="utf-8-sig") as file:
                writer = csv.writer(file)
                writer.writerow(["Date", "Description", "Amount", "Currency"])
                for row in rows:
                    writer.writerow([row["datetime"][:10], row["descriptor"], row["amount"],
                                     row["currency"]])
        done = self.kopiyka("import")
        if done.returncode not in (0, 1):
            sys.exit(done.stderr)

    def match(self, month, lines):
        """Pairs queue lines with the truth: account, amount, day and words; each truth once."""
        for row in self.truth:
            if row["month"] == month:
                self.waiting[(row["account"], amount_key(row["amount"]))].append(row)
        pairs = []
        for line in lines:
            fact = line["fact"]
            source = line["sources"][0]["file"]
            account = pathlib.Path(source.removeprefix(f"{month}-")).stem
            choices = self.waiting[(account, amount_key(fact["amount"]))]
            def distance(row):
                return (row["bank_id"] != fact.get("bank_id", "") or not row["bank_id"],
                        row["datetime"][:10] != fact["date"],
                        row["descriptor"] != fact.get("description", ""))
            best = min(choices, key=distance, default=None)
            if best is not None and sum(distance(best)) < 3:
                choices.remove(best)
            else:
                best = None
            pairs.append((line, best))
        return pairs

    def replay(self):
        for month in self.months:
            self.bring(month)
            pairs = self.match(month, self.pending())
            truth = {line["key"]: row["category"] for line, row in pairs if row}
            for line, row in pairs:
                suggestion = line.get("suggestion", {})
                self.rows.append({
                    "month": month, "key": line["key"], "fact": line["fact"],
                    "suggestion": suggestion, "truth": row["category"] if row else None,
                    "unasked": suggestion.get("confidence", 0) >= CERTAIN and bool(row),
                    "fixed": False})
            known = {row["key"]: row for row in self.rows if row["month"] == month}
            if not self.looks:
                self.kopiyka("approve", "--level", "certain")
                for row in known.values():
                    row["fixed"] = row["unasked"] and row["suggestion"].get("category") != row["truth"]
            left = self.pending()
            first, seen = [], set()
            for line in left:
                words = re.sub(r"\d", "", line["fact"].get("description", ""))
                name = (words, line["fact"]["amount"].startswith("-"))
                if name not in seen:
                    seen.add(name)
                    first.append(line)
            self.decide(first, truth, known)
            self.decide(self.pending(), truth, known)

    def decide(self, lines, truth, known):
        decisions = []
        for line in lines:
            said = {"action": "approve"}
            category = truth.get(line["key"])
            if category and line.get("suggestion", {}).get("category") != category:
                said["category"] = category
                if line["key"] in known:
                    known[line["key"]]["fixed"] = True
            decisions.append(json.dumps({"key": line["key"], "decision": said}))
        done = self.kopiyka("review", "--decisions", "-", input="\n".join(decisions) + "\n")
        if done.returncode not in (0, 1):
            sys.exit(done.stderr)


def figures(rows):
    rows = [row for row in rows if row["truth"]]
    if not rows:
        return None
    right = [row["suggestion"].get("category") == row["truth"] for row in rows]
    unasked = [ok for row, ok in zip(rows, right) if row["unasked"]]
    return {
        "lines": len(rows), "right": sum(right) / len(rows),
        "unasked": len(unasked) / len(rows),
        "kept": sum(unasked) / len(unasked) if unasked else None,
        "wrong_for_150": 150 * (len(rows) - sum(right)) / len(rows),
        "fixed_for_150": 150 * sum(row["fixed"] for row in rows) / len(rows)}


def show(name, f):
    if not f:
        print(f"{name:24}     0")
        return
    kept = "  -  " if f["kept"] is None else f"{100 * f['kept']:5.1f}"
    print(f"{name:24} {f['lines']:5}  {100 * f['right']:5.1f}  {100 * f['unasked']:5.1f}  {kept}"
          f"  {f['wrong_for_150']:5.1f}  {f['fixed_for_150']:5.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--policy", choices=("asked", "looked"), default="asked")
    parser.add_argument("--json", type=pathlib.Path, help="write every line with its outcome here")
    parser.add_argument("--keep", type=pathlib.Path, help="keep the workspaces in this folder")
    options = parser.parse_args()
    options.program = options.program.resolve()
    print(f"{'household':24} lines  right unasked  kept  wrong  fixed   (last two for 150 lines)")
    everything = []
    with tempfile.TemporaryDirectory() as temporary:
        for folder in options.folders:
            work = (options.keep or pathlib.Path(temporary)) / f"household-{folder.name}"
            household = Household(options.program, folder, work, options.policy == "looked")
            household.replay()
            for row in household.rows:
                row["household"] = folder.name
                row["number"] = household.months.index(row["month"]) + 1
            everything += household.rows
            for number, month in enumerate(household.months, 1):
                show(f"{folder.name} {month}", figures([r for r in household.rows if r["number"] == number]))
    last = max(row["number"] for row in everything)
    # The last half of half a year, the year behind the first six months of more.
    half = min(6, last // 2)
    show("all, month 1", figures([r for r in everything if r["number"] == 1]))
    show(f"all, from month {half + 1}", figures([r for r in everything if r["number"] > half]))
    if last > 12:
        show("all, from month 13", figures([r for r in everything if r["number"] > 12]))
    if options.json:
        options.json.write_text("\n".join(json.dumps(r, ensure_ascii=False) for r in everything) + "\n")


if __name__ == "__main__":
    main()
