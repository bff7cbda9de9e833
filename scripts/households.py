#!/usr/bin/env python3
"""Imports the exports of whole households and holds the accounts that come out against what really happened.

    households.py KOPIYKA FOLDER

FOLDER has a folder a household: `exports/YYYY-MM/*` and `truth.csv`, a row a payment with its `account` and the `files` that show
it. No account is named beforehand. Each household is imported from folders a month, from one folder, and with the formats in
another order, twice each: there must be as many accounts as there are, each with its own payments and no other's, each payment
once, and nothing new the second time. Ends with 1 when anything differs.
"""
import collections
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile

ENVIRONMENT = dict(os.environ, NO_COLOR="1", LC_ALL="C.UTF-8")


def flat(month, name):
    """One folder: the month behind the name."""
    stem, ending = os.path.splitext(name)
    return f"{stem}-{month}{ending}"


# How a month's file is called in the inbox.
ARRANGEMENTS = {
    "a folder a month": lambda month, name: f"{month}/{name}",
    "one folder": flat,
    "tables last": lambda month, name: ("z-" if name.endswith(".csv") else "a-") + flat(month, name),
}


def run(kopiyka, *arguments):
    done = subprocess.run([kopiyka, *arguments], capture_output=True, text=True, env=ENVIRONMENT, check=False)
    if done.returncode > 1:
        sys.exit(f"{' '.join(arguments)} ended with {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def differences(kopiyka, household, arranged, folder):
    with open(os.path.join(household, "truth.csv"), encoding="utf-8") as file:
        truth = [row for row in csv.DictReader(file) if row["files"].strip()]
    payments = collections.Counter(row["account"] for row in truth)
    account_of = {shown.rpartition(":")[0]: row["account"] for row in truth for shown in row["files"].split()}
    workspace = os.path.join(folder, "money")
    run(kopiyka, "init", workspace)
    original = {}
    exports = os.path.join(household, "exports")
    for month in sorted(os.listdir(exports)):
        for name in os.listdir(os.path.join(exports, month)):
            target = os.path.join(workspace, "inbox", arranged(month, name))
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy(os.path.join(exports, month, name), target)
            original[os.path.relpath(target, os.path.join(workspace, "inbox"))] = f"{month}/{name}"
    run(kopiyka, "import", "--workspace", workspace)
    if "Nothing new." not in run(kopiyka, "import", "--workspace", workspace):
        yield "the second import found something new"
    lines = [json.loads(line) for line in run(kopiyka, "pending", "--json", "--workspace", workspace).splitlines()]
    found = collections.Counter(line["fact"]["account"] for line in lines)
    true_accounts = collections.defaultdict(set)
    for line in lines:
        for source in line["sources"]:
            true_accounts[line["fact"]["account"]].add(account_of[original[source["file"]]])
    if len(found) != len(payments):
        yield f"{len(found)} accounts, there are {len(payments)}"
    for account, count in sorted(found.items()):
        own = sorted(true_accounts[account])
        if len(own) != 1 or count != payments[own[0]]:
            yield f"{account} has {count} payments, of {', '.join(f'{name} ({payments[name]})' for name in own)}"


def main():
    kopiyka, examples = os.path.abspath(sys.argv[1]), sys.argv[2]
    wrong = households = 0
    for name in sorted(os.listdir(examples)):
        household = os.path.join(examples, name)
        if not os.path.exists(os.path.join(household, "truth.csv")):
            continue
        households += 1
        for words, arranged in ARRANGEMENTS.items():
            with tempfile.TemporaryDirectory() as folder:
                for difference in differences(kopiyka, household, arranged, folder):
                    wrong += 1
                    print(f"  household {name}, {words}: {difference}")
    print(f"{households} households, {len(ARRANGEMENTS)} arrangements each, {wrong} differences")
    return 1 if wrong or not households else 0


if __name__ == "__main__":
    sys.exit(main())
