#!/usr/bin/env python3
"""Counts the instructions of each reader, the matcher, deduplication, the queue, approving and starting, and holds them against
gate.tsv. A busy machine changes nothing about them, so this can stop a change in CI.

    gate.py [--only WORD] [--write | --rooms] [--repeat N] [KOPIYKA]

Needs valgrind. A case runs twice, on a small and on a larger input, and what counts is the difference: (I2 - I1) / (bytes or rows more);
starting, one month and questions to a ledger are counted whole. Counts are the same on every machine: valgrind's CPU has
no AVX-512, the C library is told to use its plain memcpy (which it else chooses by CPU), Swift's hashing takes no random seed,
the inputs are written by generate.py.

Ends with 1 when a case needs more than its value by more than its tolerance, and says which functions grew since gate-functions.tsv.
When a case needs much less, it says so: then --write, or the next change may lose what this one won. --write renews both files;
--repeat N counts every case N times and tells the spread. --rooms tells instead in which room of the house the instructions
of each case are spent.

Each run also examines itself: with its values lowered every measured case must fail, raised none may, a reader that is made to
print must be caught by name, and a case without a value is an error.
"""
import argparse
import collections
import concurrent.futures
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
VALUES, FUNCTIONS = os.path.join(HERE, "gate.tsv"), os.path.join(HERE, "gate-functions.tsv")
ENVIRONMENT = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8", "NO_COLOR": "1", "TZ": "UTC",
               "SWIFT_DETERMINISTIC_HASHING": "1",
               "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512F,-AVX2,-AVX,-AVX_Fast_Unaligned_Load,-ERMS,-FSRM"}
FUNCTIONS_KEPT, LEDGER_ROWS, MONTH_ROWS = 40, 20_000, 1_000

sys.path.insert(0, HERE)
import generate  # noqa: E402


class Failure(Exception):
    """Something the gate cannot work without."""


class Count:
    """Instructions of one case by function and by room, for each unit of its work."""

    def __init__(self, functions, units):
        self.total = sum(functions.values()) / units
        self.rooms = collections.Counter()
        self.functions = collections.Counter()
        for (program, name), own in functions.items():
            self.rooms[room_of(program, name)] += own / units
            self.functions[name] += own / units


# ------------------------------------------------------------------ counting

def read_profile(path):
    """{(file of the program, function): its own instructions} of a file that callgrind wrote."""
    programs, names, own, program, name, skips = {}, {}, collections.Counter(), "", "", False
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            first = line[:1]
            if line.startswith(("ob=", "cob=")):
                number, _, rest = line.partition("=")[2].rstrip("\n").partition(" ")
                if rest:
                    programs[number] = os.path.basename(rest)
                if first == "o":
                    program = programs[number]
            elif line.startswith("fn="):
                number, _, rest = line[3:].rstrip("\n").partition(" ")
                name = names.setdefault(number, rest) if rest else names[number]
            elif line.startswith("cfn="):
                number, _, rest = line[4:].rstrip("\n").partition(" ")
                if rest:
                    names.setdefault(number, rest)
            elif line.startswith("calls="):
                skips = True                             # the line after it is what the called function cost, not this one
            elif first.isdigit() or first in "+-*":
                if skips:
                    skips = False
                else:
                    own[program, name] += int(line.split()[1])
    return own


def room_of(program, name):
    """The room a function belongs to: the module in its mangled name, or the library it is in."""
    mangled = re.search(r"\$s(\d+)([A-Za-z_]+)", name)
    if mangled:
        return mangled[2][:int(mangled[1])]
    if "$sS" in name or "$ss" in name or name.startswith(("swift_", "swift::")) or "swift::" in name:
        return "Swift's library"
    library = re.match(r"(lib\w+?|ld-linux)[-.\d]", program)
    if library:
        return {"libc": "C library", "ld-linux": "loader", "libstdc++": "Swift's library"}.get(library[1], library[1])
    return "C of ours" if name.startswith(("kb_", "kopiyka_")) else "Swift's library"


def instructions_of(command, folder):
    """Runs a command under callgrind: as `read_profile`."""
    profile = os.path.join(folder, "callgrind")
    done = subprocess.run(["valgrind", "--tool=callgrind", "-q", f"--callgrind-out-file={profile}", *command],
                          env=dict(ENVIRONMENT, HOME=folder), stdin=subprocess.DEVNULL, capture_output=True, check=False)
    own = read_profile(profile) if os.path.exists(profile) else {}
    # Valgrind's own failures end with 1 as well.
    if done.returncode not in (0, 1) or not own:
        raise Failure(f"{' '.join(command[1:3])} ended with {done.returncode} under valgrind: "
                      + done.stderr.decode("utf-8", "replace")[-400:].strip())
    return own


def without_debug_information(program, folder):
    """A copy that valgrind can read: Debian's does not know DWARF 5, and names of functions are enough."""
    copy = os.path.join(folder, "kopiyka")
    tools = (["strip", "--strip-debug", "-o", copy, program], ["llvm-objcopy", "--strip-debug", program, copy],
             ["/opt/swift/usr/bin/llvm-objcopy", "--strip-debug", program, copy])
    for tool in tools:
        if shutil.which(tool[0]):
            subprocess.run(tool, check=True)
            return copy
    raise Failure("neither strip nor llvm-objcopy is there\n  fix: apt-get install binutils")


def demangled(names):
    """{name in the program: name for people}; without a Swift toolchain the names stay."""
    swift = shutil.which("swift") or "/opt/swift/usr/bin/swift"
    names = sorted(names)
    try:
        done = subprocess.run([swift, "demangle", "--simplified", "--compact"], input="\n".join(names), capture_output=True, check=True, text=True)
        said = done.stdout.splitlines()
    except (OSError, subprocess.CalledProcessError):
        said = names
    return dict(zip(names, said)) if len(said) == len(names) else {name: name for name in names}


def plain(name):
    """Recursion and specialization told apart say nothing to a person."""
    return re.sub(r"'\d+$", "", re.sub(r"^(specialized |merged |partial apply for |outlined )+", "", name))


# ------------------------------------------------------------------ cases

class Case:
    """What is counted: `prepare(rows, folder)` gives the command and the units of work in it; `rows` are two sizes, or one that
    is counted whole."""

    def __init__(self, name, unit, rows, prepare):
        self.name, self.unit, self.rows, self.prepare = name, unit, rows, prepare


class Cases:
    def __init__(self, kopiyka, folder):
        self.kopiyka, self.folder = kopiyka, folder
        self.stream = generate.Stream(2026)
        self.made = {}

    def input(self, form, rows, skip=0, total=0):
        """(path, bytes) of a generated file."""
        name = f"{form}-{rows}-{skip}-{total}"
        if name not in self.made:
            path = os.path.join(self.folder, name)
            pieces = (generate.descriptors(self.stream, rows) if form == "descriptors"
                      else generate.FORMATS[form](self.stream, self.stream.rows(total or rows, skip, rows)))
            self.made[name] = path, generate.write(pieces, path, generate.ENCODINGS.get(form, "utf-8"))
        return self.made[name]

    def run(self, *command):
        done = subprocess.run([self.kopiyka, *command], env=dict(ENVIRONMENT, HOME=self.folder), stdin=subprocess.DEVNULL,
                              capture_output=True, check=False)
        if done.returncode not in (0, 1):
            raise Failure(f"kopiyka {' '.join(command)} ended with {done.returncode}: "
                          + done.stderr.decode("utf-8", "replace")[-400:].strip())

    def workspace(self, name, *files, approve=False):
        """A workspace with these files in its queue or ledger, made once; cases work on copies."""
        path = os.path.join(self.folder, name)
        if not os.path.exists(path):
            self.run("init", path)
            for file in files:
                self.run("import", "--workspace", path, "--account", "card", file)
            if approve:
                self.run("approve", "--all", "--workspace", path)
        return path

    def copied(self, path, folder):
        """With its times, or it would count as edited by hand."""
        copy = os.path.join(folder, "workspace")
        shutil.rmtree(copy, ignore_errors=True)
        subprocess.run(["cp", "-a", path, copy], check=True)
        return copy

    def all(self):
        found = [self.reading(form, sizes) for form, sizes in (
            ("mono-csv", (1000, 9000)), ("privat-csv", (1000, 7000)), ("fop-csv", (1000, 5000)), ("table-csv", (500, 2500)),
            ("mono-json", (500, 3500)), ("autoclient-json", (300, 1500)), ("ofx1", (500, 4500)), ("ofx2", (500, 3500)),
            ("camt", (500, 2500)), ("merchant-xml", (500, 2500)), ("mt940", (500, 4500)), ("qif", (1000, 7000)),
            ("1c", (500, 3500)), ("client-bank", (500, 3500)), ("html", (300, 1500)), ("xlsx", (300, 1300)),
            ("sheet-xml", (200, 800)), ("xls", (300, 1300)), ("sberbank-text", (300, 1500)), ("pdf-text", (300, 1500)))]
        return found + [
            Case("print as JSON", "row", (1000, 5000), self.printing),
            Case("match descriptors", "row", (500, 2500), self.matching),
            Case("import what is new", "row", (500, 3500), self.importing),
            Case("import what overlaps", "row", (400, 2000), self.overlapping),
            Case("import another format", "row", (300, 1500), self.other_format),
            Case("approve", "row", (300, 1500), self.approving),
            Case("a month into 20,000 entries", "run", (MONTH_ROWS,), self.month),
            Case("undo that month", "run", (MONTH_ROWS,), self.undoing),
            Case("report of 20,000 entries", "run", (LEDGER_ROWS,), lambda rows, folder: self.asking("report", folder=folder)),
            Case("list a month of 20,000 entries", "run", (LEDGER_ROWS,), lambda rows, folder: self.asking(
                "list", "--from", "2026-02-01", "--to", "2026-02-27", folder=folder)),
            *[Case(f"{name} of 20,000 entries", "run", (LEDGER_ROWS,), lambda rows, folder, words=words: self.asking(
                *words, "--as-of", "2026-02-27", folder=folder)) for name, *words in (
                ("net worth", "networth", "--base", "UAH"), ("recurring", "recurring"), ("upcoming", "upcoming"),
                ("forecast", "forecast"), ("insights", "insights"))],
            Case("start", "run", (1,), lambda rows, folder: ([self.kopiyka, "--version"], 1)),
        ]

    def reading(self, form, sizes):
        def prepare(rows, folder):
            path, size = self.input(form, rows)
            return [self.kopiyka, "read", "--tally", path], size
        return Case(f"read {form}", "byte", sizes, prepare)

    def printing(self, rows, folder):
        return [self.kopiyka, "read", "--json", self.input("mono-csv", rows)[0]], rows

    def matching(self, rows, folder):
        return [self.kopiyka, "categorize", "--csv", self.input("descriptors", rows)[0]], rows

    def importing(self, rows, folder):
        empty = self.copied(self.workspace("empty"), folder)
        return self.import_command(empty, self.input("mono-csv", rows)[0]), rows

    def overlapping(self, rows, folder):
        """Half of the rows are known already, from an export that ended earlier."""
        known = self.workspace(f"half-{rows}", self.input("mono-csv", rows // 2, rows - rows // 2, rows)[0])
        return self.import_command(self.copied(known, folder), self.input("mono-csv", rows)[0]), rows

    def other_format(self, rows, folder):
        """All rows are known, from the export of another format."""
        known = self.workspace(f"csv-{rows}", self.input("mono-csv", rows)[0])
        return self.import_command(self.copied(known, folder), self.input("mono-json", rows)[0]), rows

    def approving(self, rows, folder):
        queued = self.workspace(f"csv-{rows}", self.input("mono-csv", rows)[0])
        return [self.kopiyka, "approve", "--all", "--workspace", self.copied(queued, folder)], rows

    def ledger(self):
        return self.workspace("ledger", self.input("mono-csv", LEDGER_ROWS, MONTH_ROWS, LEDGER_ROWS + MONTH_ROWS)[0], approve=True)

    def month(self, rows, folder):
        return self.import_command(self.copied(self.ledger(), folder), self.month_file()), 1

    def undoing(self, rows, folder):
        path = self.copied(self.ledger(), folder)
        self.run(*self.import_command(path, self.month_file())[1:])
        return [self.kopiyka, "undo", "--workspace", path], 1

    def month_file(self):
        return self.input("mono-csv", MONTH_ROWS, 0, LEDGER_ROWS + MONTH_ROWS)[0]

    def asking(self, *question, folder):
        return [self.kopiyka, *question, "--workspace", self.copied(self.ledger(), folder)], 1

    def import_command(self, workspace, file):
        return [self.kopiyka, "import", "--workspace", workspace, "--account", "card", file]


def count(case, folder):
    """The instructions of a case for each unit of its work."""
    runs = []
    for rows in case.rows:
        with tempfile.TemporaryDirectory(dir=folder) as own:
            command, units = case.prepare(rows, own)
            runs.append((instructions_of(command, own), units))
    functions, units = runs[-1]
    if len(runs) == 2:
        functions = {name: own - runs[0][0].get(name, 0) for name, own in functions.items()}
        units -= runs[0][1]
    return Count(functions, units)


def named(counts):
    """Functions by their names for people, those of equal name added up."""
    people = demangled({name for found in counts.values() for name in found.functions})
    for found in counts.values():
        functions = collections.Counter()
        for name, own in found.functions.items():
            functions[plain(people[name])] += own
        found.functions = functions


# ------------------------------------------------------------------ values

def read_table(path, width):
    with open(path, encoding="utf-8") as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines if not line.startswith("#")]
    for row in rows:
        if len(row) != width:
            raise Failure(f"{os.path.basename(path)}: not {width} columns: {row}")
    return rows


def kept_values():
    return {name: (float(value), float(percent)) for name, _, value, percent in read_table(VALUES, 4)}


def kept_functions():
    found = {}
    for case, own, name in read_table(FUNCTIONS, 3):
        found.setdefault(case, {})[name] = float(own)
    return found


def shown(value):
    return f"{value:,.0f}" if value >= 10_000 else f"{value:.1f}" if value >= 100 else f"{value:.2f}"


def exact(value):
    return f"{value:.0f}" if value >= 10_000 else f"{value:.3f}"


class Verdict:
    def __init__(self, name, found, value, percent):
        self.name, self.change = name, 100 * (found / value - 1)
        self.is_slower, self.is_faster = self.change > percent, self.change < -percent


def judge(counts, values):
    """A verdict for each case; a case without a value cannot be judged, and a value without a case is one that nobody counts."""
    missing = sorted(set(counts) - set(values))
    if missing:
        raise Failure(f"gate.tsv has no value of: {', '.join(missing)}\n  fix: make gate WRITE=1")
    return [Verdict(name, found.total, *values[name]) for name, found in counts.items()]


def growth(found, before):
    """(change, before, now, function) of the functions that cost most more than before; one that was not kept may have cost as much
    as the least that was."""
    least = min(before.values(), default=0) if len(before) >= FUNCTIONS_KEPT else 0
    changed = [(own - before.get(name, least), before.get(name, least), own, name) for name, own in found.functions.items()]
    return sorted((row for row in changed if row[0] > 0.002 * found.total), reverse=True)[:8]


def tell(case, found, value, percent, verdict, before):
    word = "SLOWER" if verdict.is_slower else "faster" if verdict.is_faster else ""
    print(f"{case.name:<31} {shown(found.total):>12} a {case.unit:<4}  {shown(value):>12} ± {percent:g} %  {verdict.change:+6.1f} %  {word}".rstrip())
    if not verdict.is_slower:
        return
    print(f"  {'more':>11} {'before':>11} {'now':>11}  function")
    for more, was, now, name in growth(found, before):
        print(f"  {shown(more):>11} {shown(was):>11} {shown(now):>11}  {name[:150]}")


def tell_rooms(case, found):
    print(f"{case.name}: {shown(found.total)} instructions a {case.unit}")
    for room, own in found.rooms.most_common():
        if own >= 0.005 * found.total:
            print(f"  {100 * own / found.total:5.1f} %  {room}")


def write(cases, counts):
    old = kept_values() if os.path.exists(VALUES) else {}
    functions = kept_functions() if os.path.exists(FUNCTIONS) else {}
    values = {name: value for name, (value, _) in old.items()}
    values.update({name: found.total for name, found in counts.items()})
    with open(VALUES, "w", encoding="utf-8") as out:
        out.write("# Instructions a unit of work (gate.py): case, unit, value, tolerance in percent. Renewed by `make gate WRITE=1`; "
                  "say in the commit why.\n")
        for case in cases:
            if case.name in values:
                out.write(f"{case.name}\t{case.unit}\t{exact(values[case.name])}\t{old.get(case.name, (0, 3))[1]:g}\n")
    with open(FUNCTIONS, "w", encoding="utf-8") as out:
        out.write("# The functions of each case in gate.tsv that cost most themselves: case, instructions a unit, function.\n")
        for case in cases:
            if case.name in counts:
                top = sorted(counts[case.name].functions.items(), key=lambda item: (-item[1], item[0]))[:FUNCTIONS_KEPT]
            else:
                top = list(functions.get(case.name, {}).items())
            for name, own in top:
                out.write(f"{case.name}\t{exact(own)}\t{name[:200]}\n")


# ------------------------------------------------------------------ examining itself

def examine(counts, values, functions, pool, cases, folder):
    """What the gate must notice it does notice; a text for each thing it does not."""
    wrong = []
    lowered = {name: (found.total / (1 + (values[name][1] + 1) / 100), values[name][1]) for name, found in counts.items()}
    raised = {name: (found.total * (1 + (values[name][1] + 2) / 100), values[name][1]) for name, found in counts.items()}
    wrong += [f"{v.name} passes with its value lowered" for v in judge(counts, lowered) if not v.is_slower]
    wrong += [f"{v.name} does not say that its value can be lowered" for v in judge(counts, raised) if not v.is_faster or v.is_slower]
    try:
        judge(counts, {})
        wrong.append("a case without a value passes")
    except Failure:
        pass
    # A real regression: a reader that prints while it should only count.
    name = "read mono-csv"
    if name in counts:
        def prepare(rows, own):
            path, size = cases.input("mono-csv", rows)
            return [cases.kopiyka, "read", "--json", path], size
        slow = pool.submit(count, Case(name, "byte", (1000, 3000), prepare), folder).result()
        named({name: slow})
        if not judge({name: slow}, {name: values[name]})[0].is_slower:
            wrong.append("a reader that prints JSON passes as one that counts")
        if not any("JSON" in row[3] or "ByteWriter" in row[3] for row in growth(slow, counts[name].functions)):
            wrong.append("what a reader that prints does more is not named")
    return wrong


# ------------------------------------------------------------------

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", metavar="WORD", help="only cases whose name holds WORD")
    parser.add_argument("--write", action="store_true", help="renew gate.tsv and gate-functions.tsv")
    parser.add_argument("--rooms", action="store_true", help="only tell where the instructions are spent")
    parser.add_argument("--repeat", type=int, default=1, metavar="N", help="count every case N times and tell the spread")
    parser.add_argument("kopiyka", nargs="?", default=os.path.join(ROOT, ".build", "release", "kopiyka"))
    options = parser.parse_args()
    kopiyka = os.path.abspath(options.kopiyka)
    if platform.machine() != "x86_64":
        print(f"gate: note: gate.tsv counts instructions of x86_64, this is {platform.machine()}; nothing was counted")
        return 0
    if not os.path.exists(kopiyka):
        raise Failure(f"{kopiyka} is not there\n  fix: make release")
    if shutil.which("valgrind") is None:
        raise Failure("valgrind is not there\n  fix: make deps, or apt-get install valgrind")

    os.makedirs(os.path.join(ROOT, ".build"), exist_ok=True)
    # Paths are arguments and stand in the queue: everywhere as long as here.
    with tempfile.TemporaryDirectory(prefix="gate-", dir="/tmp") as folder, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        cases = Cases(without_debug_information(kopiyka, folder), folder)
        wanted = [case for case in cases.all() if options.only is None or options.only in case.name]
        if not wanted:
            raise Failure(f"no case is named like {options.only}")
        for case in wanted:                              # inputs and workspaces are shared: made before the counting
            for rows in case.rows:
                with tempfile.TemporaryDirectory(dir=folder) as own:
                    case.prepare(rows, own)
        laps = []
        for _ in range(options.repeat):
            waiting = {case.name: pool.submit(count, case, folder) for case in wanted}
            laps.append({name: future.result() for name, future in waiting.items()})
        counts = laps[0]
        if options.rooms:
            for case in wanted:
                tell_rooms(case, counts[case.name])
            return 0
        named(counts)
        if options.repeat > 1:
            for name in counts:
                totals = [lap[name].total for lap in laps]
                print(f"{name:<31} spread {100 * (max(totals) / min(totals) - 1):.3f} %")
        if options.write:
            write(cases.all(), counts)
        values, functions = kept_values(), kept_functions()
        verdicts = judge(counts, values)
        for case, verdict in zip(wanted, verdicts):
            tell(case, counts[case.name], *values[case.name], verdict, functions.get(case.name, {}))
        wrong = examine(counts, values, functions, pool, cases, folder)
    unknown = sorted(set(values) - {case.name for case in cases.all()})
    wrong += [f"gate.tsv: {name} is counted by nobody" for name in unknown]
    for text in wrong:
        print(f"gate: error: {text}", file=sys.stderr)
    if any(verdict.is_faster for verdict in verdicts):
        print("gate: note: faster than its value by more than the tolerance; make gate WRITE=1 keeps what was won")
    slower = [verdict.name for verdict in verdicts if verdict.is_slower]
    if slower:
        print(f"gate: error: more instructions than gate.tsv allows: {', '.join(slower)}\n"
              "  fix: make it cheaper, or renew the values with make gate WRITE=1 and say in the commit why", file=sys.stderr)
    return 1 if slower or wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        sys.exit(f"gate: error: {failure}")
