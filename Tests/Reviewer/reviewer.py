#!/usr/bin/env python3
"""A reviewer that knows the truth sits at the real screen: how many keys a month takes, and what stays wrong.

    reviewer.py KOPIYKA [FOLDER...] [--answers] [--size ROWSxCOLUMNS] [--month N] [--max-keys K] [--max-wrong P]

FOLDER is a household as in Tests/Benchmarks/household.py; without one, an invented household is reviewed (invent.py). Each month is imported and then reviewed on a pseudo-terminal by a person
who sees nothing but the screen: approves in one key what is certain (unseen: that is the program's promise), then goes down the list; where the
category shown is right for every line of the groups in sight they are approved together, where it is wrong the right one is chosen by
its digit, or on the page of further ones, or by typing its name. With --answers that person begins with the answers in
sight and decides by them. Keys counted are all keys from the first picture to the last decision.

With limits, a month that needs more keys for 100 lines, or leaves more wrong, ends it with 1. The first month has a limit of its
own, as nothing is known then. The invented household is the same each time: its limits are what was measured and a half more,
so that a key lost is noticed.
"""
import argparse
import json
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Benchmarks"))
import household  # noqa: E402
import invent  # noqa: E402
from terminal import Program  # noqa: E402

ENTER, ESCAPE, RIGHT = "\r", "\x1b", "\x1bOC"


class Reviewer:
    def __init__(self, home, truth, names, rows, columns, answers=False, trace=False):
        self.answers = answers
        self.home, self.truth, self.names = home, truth, names
        self.rows, self.columns, self.trace = rows, columns, trace
        self.program = None
        self.typed = self.corrections = 0

    # What waits, as the file says.

    def waiting(self):
        with open(self.home.work / "pending.jsonl", encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    @staticmethod
    def category(line):
        return line.get("decision", {}).get("category", line.get("suggestion", {}).get("category", ""))

    def sentence(self, line):
        """How the detail begins for a line: day, time and amount."""
        fact = line["fact"]
        sign = "−" if fact["amount"].startswith("-") else ""
        whole, _, rest = fact["amount"].lstrip("-").partition(".")
        amount = sign + f"{int(whole):,}" + ("." + rest if rest else "")
        return f"{fact['date']} {fact.get('time', '')[:5]}".strip(), amount

    # What the screen shows.

    def groups(self):
        """Groups in sight: whether the cursor is on it, title, count and category."""
        found = []
        for line in self.program.screen.lines()[1:]:
            if line.startswith("──"):
                break
            if line.strip():
                found.append(line)
        return found

    def detail(self):
        lines = self.program.screen.lines()
        begin = next((n for n, line in enumerate(lines) if line.startswith("──")), len(lines))
        return lines[begin:]

    def options(self):
        """What digits choose in a list that is searched."""
        return [line for line in self.program.screen.lines() if re.match(r" [› ] \d ", line)]

    def notes(self, text):
        if self.trace:
            print(text, file=sys.stderr)
            print("\n".join(self.program.screen.lines()), file=sys.stderr)

    def press(self, keys, why=""):
        self.notes(f"--- {why} {keys!r}")
        # A picture that is still the one before would be read as the answer to this key.
        before = self.program.screen.lines()
        self.program.press(keys, longest=5, until=lambda s: s.lines() != before and not any(
            "saving…" in line for line in s.lines()[-2:]))

    # Reading the list needs the lines behind each row: grouped as the program groups them.

    def merchant(self, line):
        text = line.get("suggestion", {}).get("payee") or line["fact"].get("description", "")
        words = re.sub(r"[^\w]+", " ", re.sub(r"['’ʼ`]", "", text.lower())).split()
        return " ".join(word for word in words if not any(c.isdigit() for c in word))

    @staticmethod
    def other_side(line):
        return next((e["subject"] for e in line.get("suggestion", {}).get("evidence", [])
                     if e["source"] == "transfer"), None)

    @staticmethod
    def accounts(line):
        return sorted([line["fact"]["account"], line["suggestion"].get("transfer_to", "")])

    def group(self, line):
        other = self.other_side(line) if line["state"] == "new" else None
        if other is None:
            return (self.merchant(line), self.category(line), line["fact"]["amount"][0] == "-",
                    self.level(line), line["state"] != "new" and line["key"])
        alone = None if self.level(line) in ("certain", "high") else min(line["key"], other)
        return (tuple(self.accounts(line)), self.category(line), self.level(line), alone)

    def lines_of(self, row, waiting):
        """The lines of a group in sight, or the line in its row, by days, total, count and category; None when that is not clear."""
        is_part = row[2:].startswith("· ")
        row = row[:2] + row[2:].removeprefix("· ")
        found = re.match(r"(.*?)(?: ×(\d+))? +(\d\d-\d\d(?:–\d\d-\d\d)?)", row[2:])
        title, count = found.group(1).rstrip("…").removeprefix("? "), int(found.group(2) or 1)
        tables = {}
        for line in waiting:
            tables.setdefault(line["key"] if is_part else self.group(line), []).append(line)
        fitting = []
        for lines in tables.values():
            if len(lines) != count:
                continue
            days = [line["fact"]["date"][5:] for line in lines]
            if found.group(3) not in (min(days) + "–" + max(days), min(days)):
                continue
            is_pair = self.other_side(lines[0]) is not None
            shown = [" ⇄ ".join(self.accounts(lines[0]))] if is_pair else [
                line.get("suggestion", {}).get("payee") or line["fact"].get("description", "")
                for line in lines]
            if not any(self.shortened(text).startswith(self.shortened(title)) for text in shown):
                continue
            name = self.names.get(self.category(lines[0]), "—")
            total = sum(round(float(line["fact"]["amount"]) * 100) for line in lines)
            text = f"{abs(total) / 100:,.2f}" if "." in lines[0]["fact"]["amount"] else f"{abs(total) // 100:,}"
            if (is_pair or text in row) and name[:8] in row:
                fitting.append(lines)
        # Rows that look the same are the same to whoever sees no more.
        return fitting[0] if len(fitting) == 1 or fitting and is_part else None

    @staticmethod
    def shortened(text):
        return text.replace(" ", "")

    @staticmethod
    def level(line):
        return line.get("suggestion", {}).get("level", "")

    def right(self, lines):
        return lines is not None and all(
            self.truth.get(line["key"], self.category(line)) == self.category(line) and self.category(line)
            for line in lines)

    # One decision after the other.

    def review(self):
        words = [str(self.home.program), "--lang", "en", "--workspace", str(self.home.work), "review"]
        words += ["--answers"] if self.answers else []
        self.program = Program(words, self.rows, self.columns)
        self.program.settle(quiet=0.2, until=lambda s: s.is_full_screen and s.lines()[0])
        before = self.waiting()
        if any(line.get("suggestion", {}).get("level") == "certain" for line in before):
            self.press("a", "certain")
        for _ in range(1000):
            if not self.waiting():
                break
            if not (self.step_by_answers() if self.answers else self.step()):
                break
        self.notes("--- end")
        keys = self.program.keys
        self.program.press("q", count=False)
        self.program.reap()
        return keys

    def step(self):
        rows = self.groups()
        cursor = next((n for n, row in enumerate(rows) if row.startswith("›")), None)
        if cursor is None:
            return False
        waiting = self.waiting()
        below = [self.lines_of(row, waiting) for row in rows[cursor:]]
        if self.trace:
            for row, lines in zip(rows[cursor:], below):
                if lines is None:
                    print("--- unclear:", row, file=sys.stderr)
        run = 0
        while run < len(below) and self.right(below[run]):
            run += 1
        if run == len(below) and run > 1:
            self.press("v", "all in sight are right")
        elif 1 < run < len(below):
            self.press(rows[cursor + run][0], "right down to")
        elif run > 0:
            self.press(ENTER, "right")
        else:
            self.correct(below[0], rows[cursor])
        return True

    def correct(self, lines, row):
        if lines is None:
            sys.exit(f"no group found for: {row}\n" + "\n".join(self.program.screen.lines()))
        self.corrections += 1
        wanted = {self.truth.get(line["key"], self.category(line)) for line in lines}
        if len(wanted) == 1:
            return self.choose(wanted.pop())
        self.press(RIGHT, "not all of one kind")
        # Row by row, oldest first, as they are shown.
        lines.sort(key=lambda line: (line["fact"]["date"], line["fact"].get("time", "")))
        while lines:
            shown = next((d for d in self.detail() if re.match(r" ?›", d)), "")
            line = next((x for x in lines if all(part in shown for part in self.sentence(x))), lines[0])
            # Rows from the open one on that are right as they are, as far as they are in sight.
            below = lines[lines.index(line):]
            run = 0
            while run < len(below) and self.right(below[run:run + 1]):
                run += 1
            labels = [found[1] for d in self.detail() if (found := re.match(r" ?([A-Z]) \d{4}-", d))]
            if run > 1 and run == len(lines):
                self.press("v", "rows are right")
            elif 1 < run <= len(labels):
                self.press(labels[run - 1], "rows are right down to")
            elif run > 0:
                self.press(ENTER, "row is right")
            else:
                self.choose(self.truth.get(line["key"], self.category(line)))
            waiting = {x["key"]: x for x in self.waiting()}
            lines = [waiting[x["key"]] for x in lines if x["key"] in waiting]
            if lines and not any(re.match(r" ?›", d) for d in self.detail()):
                return

    # By the answers beside the groups.

    def sheet(self):
        """Groups and rows in sight as they are shown, each with its answers: the key of each name."""
        found = []
        for line in self.program.screen.lines()[1:self.rows - 2]:
            if line.startswith("──"):
                break
            if line.startswith("    "):
                for key, name in re.findall(r"(\S) (\S.*?)(?=  |$)", line):
                    found[-1][1][name] = key
            elif line.strip():
                found.append((line, {}))
        return found

    @staticmethod
    def key_of(name, answers):
        return next((key for shown, key in answers.items()
                     if shown == name or shown.endswith("…") and name.startswith(shown[:-1])), None)

    def step_by_answers(self):
        items = self.sheet()
        if not items:
            return False
        if items[0][0][2:].startswith("? "):
            self.press(ESCAPE, "a question")
            self.step()
            self.press("t", "answers in sight")
            return True
        waiting = self.waiting()
        for row, answers in items:
            if row[2:].startswith("? "):
                continue
            lines = self.lines_of(row, waiting)
            if self.right(lines):
                continue
            if lines is None:
                sys.exit(f"no group found for: {row}\n" + "\n".join(self.program.screen.lines()))
            self.corrections += 1
            wanted = {self.truth.get(line["key"], self.category(line)) for line in lines}
            if len(wanted) > 1:
                self.press(self.key_of("rows…", answers), "not all of one kind")
                return True
            category = wanted.pop()
            name = self.names[category]
            key = self.key_of(name, answers)
            if key:
                self.press(key, f"is {name}")
                return True
            self.press(row[0], f"further for {name}")
            page = {name: key for line in self.program.screen.lines()[3:self.rows - 2]
                    for key, name in re.findall(r"(\S) (\S.*?)(?=  |$)", line)}
            key = self.key_of(name, page)
            if key:
                self.press(key, f"is {name}, further")
                return True
            self.press("/", f"search {name}")
            self.type(name, category)
            return True
        self.press(ENTER, "all in sight are right")
        return True

    def choose(self, category):
        name = self.names[category]
        text = " ".join(self.detail())
        shown = re.search(r" or (1 .*?)(?: MCC | from: | earlier | around | counterparty: | memo: |$)",
                          re.sub(r" +", " ", text))
        options = [part.split(" ", 1) for part in shown.group(1).split(" · ")] if shown else []
        for digit, option in (part for part in options if len(part) == 2):
            if option.strip() == name:
                return self.press(digit, f"is {name}")
        self.press("c", f"search {name}")
        self.type(name, category)

    def type(self, name, category):
        """Types a name until a digit chooses it."""
        for letter in name.lower():
            options = self.options()
            place = next((n for n, o in enumerate(options) if o.rstrip().endswith("· " + category)), None)
            if place is not None:
                return self.press(str(place + 1), "found")
            self.typed += 1
            self.press(letter, "typing")
        options = self.options()
        place = next((n for n, o in enumerate(options) if o.rstrip().endswith("· " + category)), None)
        if place is None:
            sys.exit(f"{category} is not found by its name:\n" + "\n".join(self.program.screen.lines()))
        self.press(str(place + 1), "found")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("folders", nargs="*", type=pathlib.Path)
    parser.add_argument("--answers", action="store_true", help="decide by the answers in sight")
    parser.add_argument("--size", default="24x80")
    parser.add_argument("--month", type=int, default=0, help="only the first so many months")
    parser.add_argument("--max-first", type=float, help="keys for 100 lines of the first month")
    parser.add_argument("--max-keys", type=float, help="keys for 100 lines, from the second month on")
    parser.add_argument("--max-wrong", type=float, help="percent of a month's lines")
    parser.add_argument("--trace", action="store_true")
    options = parser.parse_args()
    rows, columns = map(int, options.size.split("x"))
    failed = False
    print("household month    lines  keys  per 100  wrong      %  corrected  slowest key, ms")
    sums = [0, 0, 0]
    with tempfile.TemporaryDirectory() as temporary:
        if not options.folders:
            options.folders = [pathlib.Path(temporary) / "invented"]
            invent.household(options.folders[0])
        for folder in options.folders:
            home = household.Household(options.program.resolve(), folder,
                                       pathlib.Path(temporary) / ("work-" + folder.name))
            names = {}
            for line in home.kopiyka("categories", "--json").stdout.splitlines():
                category = json.loads(line)
                names[category["key"]] = category["name"]["en"]
            months = home.months[:options.month or None]
            for number, month in enumerate(months):
                home.bring(month)
                pairs = home.match(month, home.pending())
                truth = {line["key"]: row["category"] for line, row in pairs if row}
                reviewer = Reviewer(home, truth, names, rows, columns, options.answers, options.trace)
                keys = reviewer.review()
                filed = {}
                for line in home.kopiyka("dump").stdout.splitlines():
                    line = json.loads(line)
                    if line.get("where") == "ledger":
                        filed[line["key"]] = line.get("category", "")
                wrong = sum(filed.get(key) != category for key, category in truth.items())
                share, per = 100 * wrong / len(pairs), 100 * keys / len(pairs)
                print(f"{folder.name:9} {month}  {len(pairs):5}  {keys:4}  {per:7.1f}  {wrong:5}  {share:5.1f}"
                      f"  {reviewer.corrections:9}  {1000 * reviewer.program.slowest:7.0f}", flush=True)
                limit = options.max_keys if number else options.max_first
                failed |= limit is not None and per > limit
                failed |= options.max_wrong is not None and share > options.max_wrong
                if number:
                    sums = [sums[0] + len(pairs), sums[1] + keys, sums[2] + wrong]
    if sums[0]:
        print(f"all, from month 2: {100 * sums[1] / sums[0]:.1f} keys for 100 lines, {100 * sums[2] / sums[0]:.2f} % wrong")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
