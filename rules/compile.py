#!/usr/bin/env python3
"""Compiles this folder into rules/compiled/, which the program carries inside itself: the tables into merchants.bin, the
layouts of banks/ into layouts.txt (see layouts.py), the texts of words/ into words.bin (see words.py).

    python3 rules/compile.py            writes both
    python3 rules/compile.py --check    exit 1 when the files there are not what the tables and layouts say

Standard library only; same tables, same bytes. Of merchants.bin everything is little endian, sections start at multiples of 64.

Header: magic "KOPRULES", u32 version, u32 number of sections, then (u32 offset, u32 count) for each section.

 #  section        element
 0  text           u8       UTF-8 pool; every other section points into it
 1  countries      u16      ISO 3166 alpha-2 as two ASCII bytes, sorted; the position is the bit in a country set.
                            "001" is written 0x3030 and sorts first
 2  country sets   32 bytes bit per country
 3  rows           16 bytes u32 name offset, u16 name length, u8 category (row of categories.csv), u8 role,
                            u8 flags, i8 sign, u16 country set, u32 line in its table
 4  patterns       12 bytes u32 text offset, u16 text length, u8 kind, u8 flags, u32 row; of one key together
 5  words          12 bytes hash table: u32 high half of the hash, u32 first pattern, u16 patterns, u16 flags
 6  stems          12 bytes hash table of the same form for `stem*`
 7  loose patterns 12 bytes like 4, texts loosened
 8  loose words    12 bytes like 5
 9  loose stems    12 bytes like 6
10  loose sorted   u32      strong loose patterns in the order of their texts, for cut names
11  near misses    4 bytes  hash table: u16 top of the hash, u16 loose pattern + 1; each text of up to 3 words and 29
                            bytes, whole and with one letter but the first left out
12  codes          8 bytes  by merchant category code 0...9999: u32 name offset, u8 name length, u8 category,
                            u8 strength (0 absent, 1 none, 2 weak, 3 strong), u8 sure alone
13  stem starts    u8       bit per hash of a stem's first three letters: a filter before section 6 and 9

Hashes: of a token FNV-1a 64; of a run of tokens see run(). A table has any size; a hash's place is that part of it
which the low half of the hash is of 2^32, and the next free slot holds what collides. Entries with no pattern only say
that longer runs go on.
"""
import csv
import os
import struct
import sys

from layouts import compile_layouts
from words import compile_words

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.path.join(HERE, 'compiled')
VERSION = 3
MASK = (1 << 64) - 1

ROLES = {'merchant': 0, 'phrase': 1, 'bank': 2, 'processor': 3, 'keyword': 4, 'noise': 5, 'bankCategory': 6}
WEAK, NONE, OWN, MANY, TRADE, HOUSE, MATTER = 1, 2, 4, 8, 16, 32, 64   # flags of a row
# The last bit: of a keyword that it is also spelt in Latin letters, of a name that it is a date's.
SPELT = DATE = 128
ANCHORED, STAR, COLON = 1, 2, 4                             # flags of a pattern
CONTINUES, STEM_CONTINUES = 1, 2                            # flags of a table entry
# As MerchantTables.Kind numbers them.
NOISE_KINDS = {'city': 2, 'country': 3, 'legal': 4, 'terminal': 5, 'verb': 6, 'street': 8, 'given': 9, 'surname': 10,
               'house': 11}
STRENGTHS = {'strong': 0, 'trade': WEAK | TRADE, 'weak': WEAK, 'about': WEAK | MATTER, 'work': WEAK | TRADE | MATTER, 'none': NONE}


def table(name):
    with open(os.path.join(HERE, name), newline='', encoding='utf-8') as f:
        return list(csv.DictReader(f))


# --- hashing ---------------------------------------------------------------------------------------------------------

def token_hash(raw):
    h = 0xCBF29CE484222325
    for b in raw:
        h = ((h ^ b) * 0x100000001B3) & MASK
    return h


def run(before, token):
    """Hash of a run of tokens from the hash of the run before and of the next token; 0 before the first."""
    h = ((((before << 5) | (before >> 59)) & MASK) ^ token) * 0x9E3779B97F4A7C15 & MASK
    return h ^ (h >> 32)


def run_hash(text):
    h = 0
    for t in text.encode().split(b' '):
        h = run(h, token_hash(t))
    return h


# --- the loosened spelling -------------------------------------------------------------------------------------------

CYRILLIC = dict(zip('абвгдежзиіїйклмнопрстуфхцчшщьъыэюяєёґғқңөұүһәў', [
    'a', 'b', 'v', 'h', 'd', 'e', 'zh', 'z', 'i', 'i', 'i', 'i', 'k', 'l', 'm', 'n', 'o', 'p', 'r', 's', 't', 'u', 'f',
    'h', 'ts', 'ch', 'sh', 'shch', '', '', 'i', 'e', 'iu', 'ia', 'ie', 'e', 'h', 'h', 'k', 'n', 'o', 'u', 'u', 'h',
    'a', 'u']))
PAIRS = {'kh': 'h', 'ck': 'k', 'ts': 'c'}
SINGLES = {'g': 'h', 'y': 'i', 'j': 'i', 'w': 'v', 'q': 'k', 'x': 'ks'}


def loosen_token(token):
    """One Latin spelling for what card slips write in many: Cyrillic by KMU-55, then kh = h = g, y = j = i, doubles once."""
    latin = ''.join(CYRILLIC.get(c, c) for c, before in zip(token, ' ' + token) if c != before or c not in CYRILLIC)
    out = []
    i = 0
    while i < len(latin):
        pair = PAIRS.get(latin[i:i + 2])
        new = pair or SINGLES.get(latin[i], latin[i])
        i += 2 if pair else 1
        for c in new:
            if not (out and out[-1] == c and 'a' <= c <= 'z'):
                out.append(c)
    return ''.join(out)


def loosen(text):
    return ' '.join(filter(None, (loosen_token(t) for t in text.split(' '))))


def calendar_words():
    """Names of months, in the nominative, and of days of the week; abbreviations are too short to be anybody's name."""
    words = set()
    with open(os.path.join(HERE, 'values.txt'), encoding='utf-8') as file:
        for line in file:
            if line.startswith('months = '):
                words.update(group.split('/')[0] for group in line[len('months = '):].split())
    for r in table('quick-text.csv'):
        if r['kind'] == 'weekday':
            words.update(r['words'].split())
    words = {plain_words(w) for w in words if len(w) > 3}
    return words | {loosen(w) for w in words if not w.isascii()}


def letters(text):
    return sum(1 for c in text if c.isalpha())


# --- building --------------------------------------------------------------------------------------------------------

class Pool:
    def __init__(self):
        self.bytes, self.known = bytearray(), {}

    def add(self, text):
        raw = text.encode()
        if raw not in self.known:
            self.known[raw] = len(self.bytes)
            self.bytes += raw
        return self.known[raw], len(raw)


# Room costs every import its pages; a fuller table only a few slots of the same cache line.
FULL = 2 / 3


def placed(entries, empty):
    """Open addressing of (hash, slot) in the order given: the slots of the table."""
    slots = [None] * (int(len(entries) / FULL) + 16)
    for h, slot in entries:
        place = (h & 0xFFFFFFFF) * len(slots) >> 32
        while slots[place] is not None:
            place = (place + 1) % len(slots)
        slots[place] = slot
    return [empty if s is None else s for s in slots]


def hash_table(entries):
    """Of {hash: (first, count, flags)}."""
    slots = placed([(h, (h >> 32,) + entries[h]) for h in sorted(entries)], (0, 0, 0, 0))
    return b''.join(struct.pack('<IIHH', *s) for s in slots), len(slots)


def lay_out(wanted, pool):
    """Patterns grouped by key, and the two tables that find them. wanted: (text, is stem, kind, flags, row)."""
    by_key = {}
    words, stems = {}, {}
    for item in wanted:
        by_key.setdefault((item[1], item[0]), []).append(item)
    packed, order = [], []
    flags_of_words = {}
    for (is_stem, text), group in sorted(by_key.items()):
        tokens = text.split(' ')
        first = len(packed)
        for _, _, kind, flags, row in group:
            offset, length = pool.add(text)
            packed.append(struct.pack('<IHBBI', offset, length, kind, flags, row))
            order.append(text)
        h = run_hash(text)
        target = stems if is_stem else words
        assert h not in target, text
        target[h] = (first, len(group), 0)
        for n in range(1, len(tokens)):
            last = n == len(tokens) - 1
            flag = STEM_CONTINUES if is_stem and last else CONTINUES
            ph = run_hash(' '.join(tokens[:n]))
            flags_of_words[ph] = flags_of_words.get(ph, 0) | flag
    for h, flags in flags_of_words.items():
        first, count, _ = words.get(h, (0, 0, 0))
        words[h] = (first, count, flags)
    return packed, order, words, stems


# As BentNames looks them up: longer runs are never asked for, and the first letter is never the wrong one.
NEAR_WORDS, NEAR_BYTES = 3, 28


def may_be_near(text):
    return text.count(' ') < NEAR_WORDS and len(text.encode()) <= NEAR_BYTES + 1


def near_misses(indices, texts):
    entries = []
    for index in indices:
        text = texts[index]
        for variant in sorted({text} | {text[:i] + text[i + 1:] for i in range(1, len(text))}):
            entries.append((run(0, token_hash(variant.encode())), index))
    slots = placed([(h, (h >> 48, index + 1)) for h, index in sorted(entries)], (0, 0))
    return b''.join(struct.pack('<HH', *s) for s in slots), len(slots)


def bank_category_words(crosswalk):
    """(phrase, category, is weak): what a bank's own category word says of ours; phrases that say nothing are left out."""
    by_phrase = {}
    for r in crosswalk:
        if r['privatbank_category_uk']:
            by_phrase.setdefault(r['privatbank_category_uk'], []).append(r['key'])
    for phrase, keys in by_phrase.items():
        groups = {}
        for k in keys:
            groups.setdefault(k.split('.')[0], []).append(k)
        top, group = max(groups.items(), key=lambda g: len(g[1]))
        if len(group) * 10 <= len(keys) * 6 or top == 'other':
            continue
        leaves = [k for k in group if k != top]
        if len(leaves) == 1 or (len(leaves) == 2 and top not in group):
            yield phrase, leaves[0], len(keys) > 2
        else:
            yield phrase, top, True


def plain_words(phrase):
    return ' '.join(''.join(c if c.isalnum() else ' ' for c in phrase.lower().replace("'", '').replace('ґ', 'г')).split())


def compile_tables():
    categories = {r['key']: i for i, r in enumerate(table('categories.csv'))}
    pool = Pool()
    rows, wanted, loose_wanted = [], [], []
    brands, keywords = table('brands.csv'), table('keywords.csv')

    codes = sorted({c for r in brands for c in r['countries'].split(';')} | {'001'}, key=lambda c: '' if c == '001' else c)
    bit = {c: i for i, c in enumerate(codes)}
    assert len(codes) <= 256
    sets = {}

    def country_set(text):
        return sets.setdefault(';'.join(sorted(text.split(';'))), len(sets))

    def add_row(name, category, role, flags, sign, countries, line):
        offset, length = pool.add(name)
        rows.append(struct.pack('<IHBBBbHI', offset, length, category, ROLES[role], flags,
                                {'+': 1, '-': -1}.get(sign, 0), countries, line))
        return len(rows) - 1

    # The first set; a word of every country is known by that (`MerchantTables.everywhere`).
    everywhere = country_set('001')
    assert everywhere == 0

    def set_of_word(text):
        """No countries: everywhere. `VN;TH`: there only. `-VN;TH`: everywhere else."""
        if not text:
            return everywhere
        if text.startswith('-'):
            absent = set(text[1:].split(';'))
            assert absent <= set(codes), text
            return country_set(';'.join(c for c in codes if c != '001' and c not in absent))
        assert set(text.split(';')) <= set(codes), text
        return country_set(text)

    many = {r['brand'] for r in table('several.csv')}
    unknown = many - {r['brand'] for r in brands}
    assert not unknown, unknown
    calendar = calendar_words()
    for line, r in enumerate(brands, 2):
        # «Оренда за жовтень» names a month.
        is_date = r['role'] == 'merchant' and any(p in calendar for p in r['patterns'].split('|'))
        assert not is_date or r['weak'] == '1', f'brands.csv:{line}: a month or a day of the week is a weak name'
        flags = (DATE if is_date else 0) |  (WEAK if r['weak'] == '1' else 0) | (OWN if r['source'] == 'own' else 0) | (MANY if r['brand'] in many else 0)
        row = add_row(r['brand'], categories[r['category']], r['role'], flags, r['sign'], country_set(r['countries']), line)
        for p in r['patterns'].split('|'):
            flags = (ANCHORED if p.startswith('^') else 0) | {'*': STAR, ':': COLON}.get(p[-1], 0)
            text = p.strip('^*: ')
            wanted.append((text, False, 0, flags, row))
            loose = loosen(text)
            if r['weak'] == '0' and not flags & (STAR | COLON) and letters(loose) >= 5:
                loose_wanted.append((loose, False, 0, flags, row))
    noise = table('noise.csv')
    houses = [r['token'] for r in noise if r['kind'] == 'house']

    def names_house(keyword):
        """A word, or the beginning of one, that a row of noise.csv says is a kind of house."""
        text = keyword.rstrip('*')
        return any(text.startswith(h[:-1]) if h.endswith('*') else text == h for h in houses)

    for line, r in enumerate(keywords, 2):
        flags = STRENGTHS[r['strength']]
        flags |= HOUSE if names_house(r['keyword']) else 0
        # Also in Latin letters.
        flags |= SPELT if r['lang'] == 'uk-latn' or '\u0400' <= r['keyword'][0] <= '\u04ff' else 0
        row = add_row(r['keyword'], categories[r['category']], 'keyword', flags, r['sign'],
                      set_of_word(r.get('countries') or ''), line)
        is_stem = r['keyword'].endswith('*')
        text = r['keyword'].rstrip('*')
        wanted.append((text, is_stem, 1, 0, row))
        loose = loosen(text)
        if r['strength'] == 'strong' and letters(loose) >= 5:
            loose_wanted.append((loose, is_stem, 1, 0, row))
    noise_rows = {k: add_row(k, 0, 'noise', 0, '', everywhere, 0) for k in NOISE_KINDS}
    for r in noise:
        # Beginnings only mark keywords.
        if r['token'].endswith('*'):
            continue
        wanted.append((r['token'], False, NOISE_KINDS[r['kind']], 0, noise_rows[r['kind']]))
    for line, (phrase, key, weak) in enumerate(sorted(bank_category_words(table('category-crosswalk.csv')))):
        row = add_row(phrase, categories[key], 'bankCategory', WEAK if weak else 0, '', everywhere, 0)
        wanted.append((plain_words(phrase), False, 7, 0, row))

    patterns, _, words, stems = lay_out(list(dict.fromkeys(wanted)), pool)
    loose_patterns, loose_texts, loose_words, loose_stems = lay_out(list(dict.fromkeys(loose_wanted)), pool)

    def merchant_of(index):
        kind, row = struct.unpack_from('<IHBBI', loose_patterns[index])[2::2]
        role, flags = struct.unpack_from('<IHBBB', rows[row])[3:]
        return kind == 0 and role in (ROLES['merchant'], ROLES['phrase']), flags & OWN

    def is_keyword(index):
        return struct.unpack_from('<IHB', loose_patterns[index])[2] == 1
    cut = [i for i, t in enumerate(loose_texts) if (merchant_of(i)[0] or is_keyword(i)) and letters(t) >= 7]
    cut.sort(key=lambda i: (loose_texts[i].encode(), i))
    near = [i for i, t in enumerate(loose_texts)
            if letters(t) >= 6 and may_be_near(t) and (merchant_of(i) == (True, OWN) or is_keyword(i))]
    # A stem and a word may share a text; one entry a text and kind is enough for near misses.
    near_data, near_size = near_misses(near, loose_texts)

    mcc = [b'\0' * 8] * 10000
    for r in table('mcc.csv'):
        offset, length = pool.add(r['name'])
        mcc[int(r['mcc'])] = struct.pack('<IBBBB', offset, min(length, 255), categories[r['category']],
                                         {'none': 1, 'weak': 2, 'strong': 3}[r['strength']], r['alone'] == 'sure')

    starts = bytearray(8192)
    for _, group in ((0, wanted), (1, loose_wanted)):
        for text, is_stem, *_ in group:
            if is_stem:
                h = token_hash(text.split(' ')[-1][:3].encode())
                h = (h ^ h >> 32) & 0xFFFF
                starts[h >> 3] |= 1 << (h & 7)

    set_bits = []
    for text in sets:
        bits = 0
        for c in text.split(';'):
            bits |= 1 << bit[c]
        set_bits.append(bits.to_bytes(32, 'little'))

    words_data, words_size = hash_table(words)
    stems_data, stems_size = hash_table(stems)
    lwords_data, lwords_size = hash_table(loose_words)
    lstems_data, lstems_size = hash_table(loose_stems)
    countries = b''.join(b'00' if c == '001' else c.encode() for c in codes)
    sections = [
        (bytes(pool.bytes), len(pool.bytes)), (countries, len(codes)), (b''.join(set_bits), len(set_bits)),
        (b''.join(rows), len(rows)), (b''.join(patterns), len(patterns)), (words_data, words_size), (stems_data, stems_size),
        (b''.join(loose_patterns), len(loose_patterns)), (lwords_data, lwords_size), (lstems_data, lstems_size),
        (struct.pack('<%dI' % len(cut), *cut), len(cut)), (near_data, near_size), (b''.join(mcc), len(mcc)),
        (bytes(starts), len(starts)),
    ]
    head = 16 + 8 * len(sections)
    body, directory, at = [], [], head
    for data, count in sections:
        gap = -at % 64
        body.append(b'\0' * gap)
        at += gap
        directory.append(struct.pack('<II', at, count))
        body.append(data)
        at += len(data)
    return b'KOPRULES' + struct.pack('<II', VERSION, len(sections)) + b''.join(directory) + b''.join(body)


def main(arguments):
    problems, layouts = compile_layouts()
    faults, words = compile_words()
    problems += faults
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        return 1
    is_check, stale = '--check' in arguments, False
    os.makedirs(OUT, exist_ok=True)
    for name, data in (('layouts.txt', layouts), ('merchants.bin', compile_tables()), ('words.bin', words)):
        path = os.path.join(OUT, name)
        if is_check:
            with open(path, 'rb') as f:
                if f.read() != data:
                    print(f'rules/compiled/{name} is older than rules/: run `make rules`', file=sys.stderr)
                    stale = True
            continue
        with open(path, 'wb') as f:
            f.write(data)
        print(f'rules/compiled/{name}: {len(data)} bytes')
    return 1 if stale else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
