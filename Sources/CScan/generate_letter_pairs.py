"""Makes Scanning/Encoding/CyrillicLetterPairs.swift from Ukrainian and Russian text on stdin:

    cat texts... | python3 generate_letter_pairs.py > CyrillicLetterPairs.swift

Each distinct word counts by the logarithm of its frequency, so that one bank's header does not
drown the language. Costs are eighths of a bit.
"""
import math, re, sys
from collections import Counter

LETTERS = 'абвгдежзийклмнопрстуфхцчшщъыьэюяєіїґёў'
SIDE = len(LETTERS) + 1  # 0 is the edge of a word
words = Counter(re.findall('[' + LETTERS + ']+', sys.stdin.read().lower()))
pairs = [[0.05] * SIDE for _ in range(SIDE)]
for word, times in words.items():
    at = [0] + [LETTERS.index(c) + 1 for c in word] + [0]
    for a, b in zip(at, at[1:]): pairs[a][b] += 1 + math.log(times)
print('''/// How surprising one Cyrillic letter is after another, in eighths of a bit, over Ukrainian and
/// Russian words of statements, merchants and categories.
///
/// Row: the letter before, column: the letter; 0 is the edge of a word, then `letters` in order.
/// Made by `Sources/CScan/generate_letter_pairs.py`.
internal enum CyrillicLetterPairs {''')
print(f'    static let letters = "{LETTERS}"')
print(f'    static let side = {SIDE}')
print('    static let costs: [UInt8] = [')
for row in pairs:
    total = sum(row)
    costs = [min(120, round(-8 * math.log2(x / total))) for x in row]
    for half in (costs[:20], costs[20:]): print('        ' + ', '.join(map(str, half)) + ',')
print('    ]')
print('}')
