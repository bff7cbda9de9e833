"""What run.py and scale.py share: commands that are measured, copies to be spoiled, and looking at results."""
import hashlib
import json
import os
import shutil
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CLOCK = "wall_s"                                        # or cpu_s
DATA = os.path.join(ROOT, ".build", "bench")
ENVIRONMENT = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": DATA, "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8",
               "NO_COLOR": "1", "TZ": "UTC"}


# Files of a household for the questions of planning, about the rows that generate.py writes.
HOUSEHOLD = {
    "budget.yaml": """- {category: groceries, amount: "15000", every: month}
- {category: eating_out.coffee, amount: "800", every: month, from: 2026-01-01, unused: carry, over: carry}
""",
    "holdings.yaml": """- {id: dep, kind: deposit, currency: UAH, principal: "36500", opened: 2026-01-15, term_end: 2027-01-15,
   rates: [[2026-01-15, "14"]], posting_day: 1}
""",
}
AS_OF = ["--as-of", "2026-02-20"]
# Each question of planning, and the milliseconds that it may take of 20,000 and of a million entries.
PLANNING = (
    ("balance", ["balance"], 50, 30),
    ("accounts", ["accounts"], 50, 30),
    ("coverage", ["coverage"], 50, 30),
    ("list of the last twenty", ["list", "--limit", "20"], 50, 30),
    ("net worth", ["networth", "--base", "UAH", *AS_OF], 50, 150),
    ("budget", ["budget", "--base", "UAH", *AS_OF], 50, 150),
    ("recurring", ["recurring", *AS_OF], 50, 150),
    ("upcoming", ["upcoming", *AS_OF], 50, 150),
    ("forecast", ["forecast", *AS_OF], 50, 500),
    ("insights", ["insights", *AS_OF], 20, 50),
    ("holdings", ["holdings", *AS_OF], 50, 150),
    ("prices", ["prices"], 50, 150),
)


def furnish(workspace):
    """Adds the files of the household."""
    for name, text in HOUSEHOLD.items():
        with open(os.path.join(workspace, name), "w", encoding="utf-8") as file:
            file.write(text)


class Wrong(Exception):
    """A result that is not what the generator wrote: the time is worth nothing."""


def at(*parts):
    return os.path.join(DATA, *parts)


def insist(got, wanted, what):
    if got != wanted:
        raise Wrong(f"{what}: {got}, not {wanted}")


# ------------------------------------------------------------------ running

class Cost:
    def __init__(self, wall_s, cpu_s, peak_mib, status):
        self.wall_s, self.cpu_s, self.peak_mib, self.status = wall_s, cpu_s, peak_mib, status


def cost_of(command, output=os.devnull, allowed=(0,)):
    """Runs a command under measure.c; standard output to a file."""
    with open(output, "wb") as out, open(at("errors"), "wb") as errors:
        subprocess.run([at("measure"), at("report"), *command], stdout=out, stderr=errors, env=ENVIRONMENT, check=True)
    with open(at("report")) as report:
        wall_ns, user_us, system_us, peak_kib, status = map(int, report.read().split())
    if status not in allowed:
        with open(at("errors"), "rb") as errors:
            said = errors.read()[-300:].decode("utf-8", "replace").strip()
        raise Wrong(f"{os.path.basename(command[0])} {' '.join(command[1:3])} ended with {status}: {said}")
    return Cost(wall_ns / 1e9, (user_us + system_us) / 1e6, peak_kib / 1024, status)


def quietly(*command, output=os.devnull):
    cost_of(list(command), output)


def compile_programs(*names):
    """C programs of this folder into DATA; the compiler, for others."""
    os.makedirs(DATA, exist_ok=True)
    compiler = next((c for c in ("cc", "gcc", "clang", "/opt/swift/usr/bin/clang") if shutil.which(c)), None)
    if compiler is None:
        sys.exit("benchmarks: error: no C compiler for the yardstick\n  fix: apt-get install gcc")
    for name in names:
        subprocess.run([compiler, "-O3", "-march=native", "-o", at(name), os.path.join(HERE, f"{name}.c")], check=True)
    return compiler


def take_turns(contestants, times):
    """{name: function returning Cost} -> {name: [Cost]}; the order turns too, so that nobody always comes second."""
    names = list(contestants)
    costs = {name: [] for name in names}
    for turn in range(times):
        for name in names[turn % len(names):] + names[:turn % len(names)]:
            costs[name].append(contestants[name]())
    return costs


def median_s(costs):
    return statistics.median(getattr(cost, CLOCK) for cost in costs)


def peak_mib(costs):
    return max(cost.peak_mib for cost in costs)


def fresh(path):
    shutil.rmtree(path, ignore_errors=True)
    return path


def copied(source, path):
    """A copy to be spoiled, with its times, or it would count as edited by hand; written out before anything is timed, or the next fsync would
    pay for it."""
    fresh(path)
    subprocess.run(["cp", "-a", "--reflink=auto", source, path], check=True)
    os.sync()
    return path


# ------------------------------------------------------------------ looking at results

def minor_units(text):
    whole, _, cents = text.lstrip("-").partition(".")
    value = int(whole) * 100 + int((cents + "00")[:2])
    return -value if text.startswith("-") else value


def facts_of(path, keep=lambda item: True):
    """Rows and sum of a file of JSON Lines with an `amount`."""
    rows, total = 0, 0
    with open(path, "rb") as lines:
        for line in lines:
            item = json.loads(line)
            if keep(item):
                rows += 1
                total += minor_units(item["amount"])
    return rows, total


def numbers_in(path):
    with open(path) as said:
        return [int(word) for word in said.read().split()]


def lines_in(path):
    count = 0
    with open(path, "rb") as source:
        while block := source.read(1 << 20):
            count += block.count(b"\n")
    return count


def hash_of(content):
    return hashlib.sha256(content).hexdigest()[:16]
