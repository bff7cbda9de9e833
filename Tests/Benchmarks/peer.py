#!/usr/bin/env python3
"""What a careful Python script needs for the same work: the peer beside which our times are shown.

    peer.py import KEYWORDS STATE FILE     Monobank CSV -> queue.jsonl, known lines in a set; prints rows, new, sum
    peer.py approve QUEUE DATABASE         queue lines -> SQLite with a unique key; prints rows
    peer.py read FILE                      json module, one object a row; prints rows, sum
"""
import csv
import json
import os
import sqlite3
import sys


def fold(text):
    kept = "".join(c if c.isalnum() else " " for c in text.lower() if c not in "'’ʼ`")
    return kept.split()


def minor_units(text):
    whole, _, cents = text.lstrip("-").partition(".")
    value = int(whole) * 100 + int(cents.ljust(2, "0") if cents else 0)
    return -value if text.startswith("-") else value


def categorize(text, keywords, remembered):
    found = remembered.get(text)
    if found is None:
        words, found = fold(text), ("", 0.0)
        for length in range(min(4, len(words)), 0, -1):
            hits = (keywords.get(" ".join(words[i:i + length])) for i in range(len(words) - length + 1))
            hit = next((h for h in hits if h), None)
            if hit:
                found = hit
                break
        remembered[text] = found
    return found


def import_statement(keyword_file, folder, path):
    keywords = {}
    with open(keyword_file, encoding="utf-8") as lines:
        for line in lines:
            keyword, category, confidence = line.rstrip("\n").split("\t")
            keywords[keyword] = (category, float(confidence))
    os.makedirs(folder, exist_ok=True)
    known, remembered, rows, total = set(), {}, 0, 0
    with open(path, encoding="utf-8-sig", newline="") as source, \
            open(f"{folder}/queue.jsonl", "w", encoding="utf-8") as queue:
        reader = csv.reader(source)
        next(reader)
        for row in reader:
            rows += 1
            amount = minor_units(row[3])
            total += amount
            key = (row[0], row[3], row[1], row[9])
            if key in known:
                continue
            known.add(key)
            category, confidence = categorize(row[1], keywords, remembered)
            day = row[0]
            queue.write(json.dumps({
                "key": f"{hash(key) & 0xFFFFFFFFFFFFFFFF:016x}", "date": f"{day[6:10]}-{day[3:5]}-{day[:2]}",
                "time": day[11:], "amount": row[3], "currency": "UAH", "description": row[1],
                "category": category, "confidence": confidence}, ensure_ascii=False) + "\n")
        queue.flush()
        os.fsync(queue.fileno())
    print(rows, len(known), total)


def approve(queue, database):
    base = sqlite3.connect(database)
    base.executescript("pragma journal_mode=wal; create table entry(key text unique, day text, amount int, text text, category text)")
    rows = 0
    with open(queue, encoding="utf-8") as lines, base:
        def values():
            nonlocal rows
            for rows, line in enumerate(lines, 1):
                item = json.loads(line)
                yield (item["date"] + item["key"], item["date"], minor_units(item["amount"]), item["description"],
                       item["category"])
        base.executemany("insert into entry values(?,?,?,?,?)", values())
    print(rows)


def read(path):
    with open(path, encoding="utf-8") as source:
        items = json.load(source)
    print(len(items), sum(item["amount"] for item in items))


if __name__ == "__main__":
    {"import": import_statement, "approve": approve, "read": read}[sys.argv[1]](*sys.argv[2:])
