#!/usr/bin/env python3
"""Fills the table of outcomes behind every confidence: of 100 suggestions on this evidence, so many were right.

    python3 rules/calibrate.py KOPIYKA [--labelled CSV] [--household JSONL]     rewrites Sources/Categorizing/EvidencePattern+Outcomes.swift
    python3 rules/calibrate.py KOPIYKA --cross                                  only prints what merchants held apart would see

KOPIYKA is the built program (`kopiyka eval FILE --rows` names the pattern of each row); CSV has the columns id, label, group (default
../shared/eval/descriptors-dev.csv); JSONL is what Tests/Benchmarks/household.py --json wrote. Without those files there is nothing to do:
the table that was written last is part of the tree.

A pattern's chance is (right + K * prior) / (rows + K): Beta-smoothed towards what its kind of source did at first contact. That is known of
2,822 descriptors in five lists, written without looking at any table and counted before anybody read what was missed: 901/903 names, 104/106
short ones, 77/79 of the register, 264/280 of bordering trades, 230/230 with their code, 180/182 with other witnesses; 323/326 words at the
start, 94/101 short ones there, 111/120 elsewhere, 28/28 at the start with their code; 51/53 weak names, 32/41 weak words; 33/33 wordings at
the start, 84/86 elsewhere. Such a prior is (right + 10 * what it was before) / (rows + 10), .99 at most for one source and .995 for two; of
fewer than nine rows it is what it was. K is ten, too: of 3 to 60 it is where merchants that were held apart are likeliest.
A merchant group counts with at most three rows, so that one merchant in twenty spellings is not twenty proofs; a household's subject with ten.
"""
import argparse
import collections
import csv
import io
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
OUT = os.path.join(ROOT, 'Sources', 'Categorizing', 'EvidencePattern+Outcomes.swift')
PATTERNS = os.path.join(ROOT, 'Sources', 'Categorizing', 'EvidencePattern.swift')
LABELLED = os.path.join(ROOT, '..', 'shared', 'eval', 'descriptors-dev.csv')
ROWS_A_GROUP_MAX = 3
# A household's subjects are fewer, and each line is a decision of its own.
ROWS_A_SUBJECT_MAX = 10
STRENGTH = 10
# What is known of memory comes from drawn years.
STRENGTH_OF_HABIT = 30
# What is known of equal decisions comes from households of years; those replayed here are of months, in which meanings hardly drift.
STRENGTH_OF_MEMORY = 300
# Certain begins at .99, and without the household's own word only where two sources agree: of 696 rows with one source 13 were wrong,
# of 489 with two 1.
ONE_SOURCE_MOST = .989
ONE_SOURCE = {
    'name', 'shortName', 'nameOfRegister', 'borderName', 'foreignName', 'looseName', 'bentName', 'weakName',
    'wordingAtStart', 'wording', 'refundWording', 'wordAtStart', 'shortWordAtStart', 'word', 'looseWord', 'weakWord', 'weakWordAgainstCode',
    'code', 'sureCode', 'weakCode', 'treasury', 'cardNumber', 'fullName', 'personsWords', 'transferCode', 'soleTrader',
    'bankCategory', 'weakBankCategory', 'bankName', 'companyPays',
}
# High begins at .9. What is only near is never high by itself, as ordinary words stand one letter from a trade's, and neither is a name
# that a code contradicts: a café of a supermarket.
DOUBTED_MOST = .899
DOUBTED = {'looseName', 'bentName', 'looseWord', 'nameAgainstCode', 'nameAgainstWeakCode', 'nameAgainstWord', 'wordAgainstWord'}
# Of what a household has never decided about and of no usual category.
FIRST_SEEN_MOST = .985
FOLDS = 10

# Chance before anything was counted. Two sources that agree: the stronger one's errors, halved.
PRIORS = {
    'nameAndCode': .995, 'nameAndKin': .989, 'nameOfOtherLeaf': .75, 'name': .99, 'shortName': .987, 'nameOfRegister': .973, 'borderName': .939,
    'nameAgainstCode': .88, 'nameAgainstWeakCode': .88, 'nameAgainstWord': .66, 'wordBeforeName': .80, 'looseName': .872, 'looseNameWitnessed': .95,
    'bentName': .78, 'bentNameWitnessed': .93, 'foreignName': .904,
    'wordingAtStart': .988, 'wording': .976, 'refundWording': .85, 'refund': .85, 'refundOfWord': .65, 'rentPaidIn': .60,
    'wordAtStartAndCode': .995, 'wordAndCode': .985, 'wordAtStart': .989, 'shortWordAtStart': .930, 'word': .926,
    'wordAgainstCode': .75, 'wordAgainstWord': .66, 'looseWord': .854,
    'weakNameWitnessed': .964, 'weakName': .929, 'weakWordWitnessed': .85, 'weakWord': .742, 'weakWordAgainstCode': .70,
    'code': .85, 'sureCode': .90, 'weakCode': .60, 'treasury': .95, 'cardNumber': .85, 'fullName': .85,
    'personsWords': .60, 'transferCode': .75, 'soleTrader': .70, 'bankCategory': .80,
    'weakBankCategory': .60, 'bankName': .38, 'bankTransfer': .75, 'companyPays': .60,
    # Of years drawn by Tests/Benchmarks/years.py: 287 of 325 by like amounts, 50 of 50 and 19 of 19 after a change of meaning, 396 of 436
    # and 176 of 193 by a trade's word.
    # One earlier identical decision was right in 99.4 % of simulated households' lines, four in 99.94 %.
    'rememberedOnce': .994, 'rememberedOfMany': .95, 'rememberedTwice': .995,
    'rememberedThrice': .996, 'rememberedOften': .999, 'rememberedOfAccount': .95,
    'rememberedOfAmount': .88, 'rememberedOfAmounts': .990, 'rememberedMostly': .85,
    'rememberedShaken': .75, 'rememberedTurned': .80, 'rememberedMoved': .990, 'rememberedMixed': .45,
    'habitOfName': .95, 'habitOfNameAgainst': .50, 'habitOfNameOften': .95, 'habitOfWord': .88,
    'habitOfWordOften': .91, 'habitMostly': .91, 'habitMixed': .50,
    # Right in 13 of 13 lines of replayed households that had filed two such merchants alike; the tables alone are at .996.
    'habitOfCategory': .80, 'nameOfUsualCategory': .991,
    'wordsOnce': .45, 'wordsOften': .70, 'wordsMixed': .40,
}
# Always the same, so many times.
LADDER = ('rememberedOnce', 'rememberedTwice', 'rememberedThrice', 'rememberedOften')
# How patterns of a household's own decisions begin.
HOUSEHOLD = ('remembered', 'habit', 'nameOfUsualCategory', 'words')
MANIFOLD = {'shopping.marketplace', 'services.post', 'transport.fuel', 'finance'}


def cases():
    with open(PATTERNS, encoding='utf-8') as file:
        body = file.read().split('enum EvidencePattern', 1)[1].split('var ', 1)[0]
    return re.findall(r'^    case (\w+)', body, re.M)


def labelled(program, path):
    """(pattern, right, group) of each answered row, and the number of rows."""
    with open(path, newline='', encoding='utf-8-sig') as file:
        groups = {row['id']: row.get('group') or row['id'] for row in csv.DictReader(file)}
    out = subprocess.run([program, 'eval', path, '--rows'], capture_output=True, text=True)
    rows = list(csv.DictReader(io.StringIO(out.stdout)))
    if not rows:
        sys.exit(out.stderr or 'calibrate.py: the program named no rows')
    return [(r['pattern'], int(r['right']), groups[r['id']]) for r in rows if r['pattern']], len(rows)


def remembered(path):
    """(pattern, right, subject) of each line of a replay that memory spoke of."""
    import json
    found = []
    with open(path, encoding='utf-8') as file:
        for line in file:
            row = json.loads(line)
            evidence = row['suggestion'].get('evidence', [])
            if not row['truth'] or not evidence or not evidence[0].get('how'):
                continue
            usage = next((e for e in evidence if e['source'] == 'habit' and e['subject'].startswith('category ')), None)
            if usage and row['suggestion'].get('confidence', 0) != FIRST_SEEN_MOST:
                said = usage.get('category', row['suggestion'].get('category'))
                pattern = 'habitOfCategory' if said != usage['subject'][9:] else 'nameOfUsualCategory'
                if pattern == 'habitOfCategory' or row['suggestion'].get('confidence', 0) > FIRST_SEEN_MOST:
                    found.append((pattern, int(row['suggestion'].get('category') == row['truth']),
                                  row['household'] + usage['subject']))
                continue
            words = next((e for e in evidence if e['source'] == 'words'), None)
            if words:
                # Counted where it was not followed, too: what the tables say instead must not make it look better.
                agreeing, _, asked = words['how'].partition('/')
                pattern = 'wordsMixed' if agreeing != asked else 'wordsOnce' if asked == '1' else 'wordsOften'
                found.append((pattern, int(words.get('category', row['suggestion'].get('category')) == row['truth']),
                              row['household'] + words['subject']))
                continue
            first, category = evidence[0], row['suggestion'].get('category', '')
            state = first['how'].split()[0]
            right = category == row['truth']
            built = evidence[1].get('category', category) if len(evidence) > 1 else ''
            many = any('many' in e.get('how', '').split() for e in evidence[1:2])
            few = 'rememberedOfMany' if many or built in MANIFOLD else None
            if first['source'] == 'habit':
                name = first['subject'].startswith('brand ')
                if state in ('thrice', 'often'):
                    pattern = 'habitOfNameOften' if name else 'habitOfWordOften'
                elif state in ('once', 'twice'):
                    pattern = ('habitOfName' if built == category else 'habitOfNameAgainst') if name else 'habitOfWord'
                else:
                    pattern = 'habitMostly' if state in ('mostly', 'amount', 'amounts', 'moved') else 'habitMixed'
            elif first['source'] in ('memory', 'counterparty') and state != 'never':
                pattern = {
                    'once': few or 'rememberedOnce', 'twice': few or 'rememberedTwice',
                    'thrice': 'rememberedOfMany' if many else 'rememberedThrice',
                    'often': 'rememberedOfMany' if many and 'far' in first['how'].split() else 'rememberedOften',
                    'account': 'rememberedTwice' if first['source'] == 'counterparty' else 'rememberedOfAccount', 'amount': 'rememberedOfAmount',
                    'amounts': 'rememberedOfAmounts', 'mostly': 'rememberedMostly',
                    'shaken': 'rememberedShaken', 'turned': 'rememberedTurned', 'moved': 'rememberedMoved', 'mixed': 'rememberedMixed'}[state]
            else:
                continue
            # Decisions that agree leave the tables' own pattern.
            if pattern != 'rememberedOfMany' or built != category:
                found.append((pattern, int(right), row['household'] + first['subject']))
    return found


def outcomes(rows, most=ROWS_A_GROUP_MAX):
    """Right and all by pattern, each group counted with at most so many rows."""
    by_group = collections.defaultdict(list)
    for pattern, right, group in rows:
        by_group[(pattern, group)].append(right)
    counts = collections.defaultdict(lambda: [0.0, 0.0])
    for (pattern, _), rights in by_group.items():
        weight = min(1.0, most / len(rights))
        counts[pattern][0] += weight * sum(rights)
        counts[pattern][1] += weight * len(rights)
    return counts


def level(counts):
    """More decisions are not worth less than fewer: neighbours that say so are counted together."""
    ladder = [[[pattern], list(counts.get(pattern, (0.0, 0.0)))] for pattern in LADDER]
    share = lambda step: step[1][0] / step[1][1] if step[1][1] else 1.0
    at = 0
    while at + 1 < len(ladder):
        if share(ladder[at]) > share(ladder[at + 1]):
            ladder[at] = [ladder[at][0] + ladder[at + 1][0], [a + b for a, b in zip(ladder[at][1], ladder[at + 1][1])]]
            del ladder[at + 1]
            at = max(0, at - 1)
        else:
            at += 1
    for patterns, sums in ladder:
        for pattern in patterns:
            counts[pattern] = sums


def chance(pattern, counts):
    right, rows = counts.get(pattern, (0.0, 0.0))
    isOfHousehold = pattern.startswith(HOUSEHOLD)
    strength = STRENGTH_OF_MEMORY if pattern in LADDER else STRENGTH_OF_HABIT if isOfHousehold else STRENGTH
    most = DOUBTED_MOST if pattern in DOUBTED else ONE_SOURCE_MOST if pattern in ONE_SOURCE else .999
    return min(most, (right + strength * PRIORS[pattern]) / (rows + strength))


def cross(rows, total):
    """Calibration as merchants see it that the table was not filled from."""
    groups = sorted({group for _, _, group in rows})
    fold = {group: number % FOLDS for number, group in enumerate(groups)}
    scored = []
    for held in range(FOLDS):
        counts = outcomes([row for row in rows if fold[row[2]] != held])
        scored += [(chance(p, counts), right) for p, right, group in rows if fold[group] == held]
    bins = collections.defaultdict(lambda: [0, 0.0, 0])
    for confidence, right in scored:
        bin_ = bins[min(14, int(confidence * 15))]
        bin_[0] += 1
        bin_[1] += confidence
        bin_[2] += right
    ece = sum(abs(b[1] - b[2]) for b in bins.values()) / len(scored)
    brier = sum((c - r) ** 2 for c, r in scored) / total
    print(f'merchants held apart, {FOLDS} folds: {len(scored)} of {total} answered, ECE {ece:.4f}, Brier {brier:.4f}')
    for threshold in (.99, .985, .95, .9):
        taken = [right for confidence, right in scored if round(confidence, 3) >= threshold]
        if taken:
            print(f'  from {threshold:.3f}: {100 * len(taken) / total:5.1f} % of rows, {100 * sum(taken) / len(taken):6.2f} % right')


def write(counts):
    lines = []
    for pattern in cases():
        right, rows = counts.get(pattern, (0.0, 0.0))
        lines.append(f'        case .{pattern}: {round(1000 * chance(pattern, counts))}  // {right:.0f}/{rows:.0f}')
    text = '''// Written by rules/calibrate.py; edit its priors, not this.

extension EvidencePattern {
    /// Chance in thousandths that the category is right: outcomes on labelled descriptors, and for memory on replayed households,
    /// smoothed. The comment is right/rows, each merchant with at most three rows, a household's subject with ten.
    var permille: Int {
        switch self {
''' + '\n'.join(lines) + '''
        }
    }
}
'''
    with open(OUT, 'w', encoding='utf-8') as file:
        file.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('program')
    parser.add_argument('--labelled', default=LABELLED)
    parser.add_argument('--household')
    parser.add_argument('--cross', action='store_true')
    options = parser.parse_args()
    unknown = set(cases()) ^ set(PRIORS)
    if unknown:
        sys.exit('calibrate.py: patterns without a prior, or priors without a pattern: ' + ', '.join(sorted(unknown)))
    rows, total = labelled(options.program, options.labelled)
    cross(rows, total)
    if options.cross:
        return
    counts = outcomes(rows)
    if options.household:
        counts.update(outcomes(remembered(options.household), ROWS_A_SUBJECT_MAX))
        level(counts)
    write(counts)


if __name__ == '__main__':
    main()
