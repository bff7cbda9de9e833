"""Makes fold_table.bin and include/fold_offsets.h beside it from Python's Unicode data.

    python3 Sources/CScan/generate_fold_table.py            writes both
    python3 Sources/CScan/generate_fold_table.py --check    exit 1 when they are not what Unicode says

fold_points() of rules/folding.py is the folding of one code point of the matching tables (NFKC, lower case, apostrophes
dropped, Latin diacritics removed, yo to ye, ghe with upturn to ghe, the rest a separator).
Only what needs neighbours is left to TextFolder: composition, final sigma, mixed scripts.
"""
import os
import struct
import sys
import unicodedata as u

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "rules"))
from folding import fold_points, is_invisible

ALL = range(0x110000)

surrogate = lambda cp: 0xD800 <= cp <= 0xDFFF

# Canonical compositions: pairs whose composite survives NFC, Hangul left to arithmetic.
compositions = {}
for cp in ALL:
    if surrogate(cp) or 0xAC00 <= cp <= 0xD7A3: continue
    d = u.decomposition(chr(cp))
    if d and not d.startswith('<'):
        parts = [int(x, 16) for x in d.split()]
        if len(parts) == 2 and u.normalize('NFC', chr(cp)) == chr(cp):
            compositions[tuple(parts)] = cp
seconds = {b for _, b in compositions} | set(range(0x1161, 0x1176)) | set(range(0x11A8, 0x11C3))

def cased(cp):
    # A letter after which capital sigma becomes final, asked from str.lower itself.
    return chr(cp) != '\u03a3' and (chr(cp) + 'Σ').lower().endswith('ς') or cp == 0x3A3
def ignorable(cp):
    # Skipped when looking for that letter; those that are cased too are skipped first.
    return ('A' + chr(cp) + 'Σ').lower().endswith('ς') and not ('1' + chr(cp) + 'Σ').lower().endswith('ς')

texts, text_number = [], {}
def text_id(s):
    if s not in text_number: text_number[s] = len(texts); texts.append(s)
    return text_number[s]
runs, run_number = [], {}
def run_id(s):
    if s not in run_number: run_number[s] = len(runs); runs.append(s)
    return run_number[s]

fold, nfkd, klass = [], [], []
for cp in ALL:
    ch = chr(cp)
    if surrogate(cp): fold.append(1); nfkd.append(0); klass.append(0); continue
    if is_invisible(cp):
        fold.append(2); nfkd.append(0); klass.append(1 << 10); continue
    n = u.normalize('NFKC', ch)
    out = fold_points(n)
    first = ord(n[0])
    needs_neighbours = u.combining(n[0]) != 0 or first in seconds or 'Σ' in n \
        or any(u.combining(x) for x in u.normalize('NFKD', ch)[:1])
    # A compatibility form whose own decomposition ends in marks may be re-ordered by what follows,
    # but then what follows needs neighbours itself.
    grows = len(out.encode()) > len(ch.encode())
    if n == 'Σ' : value = 3
    elif out == ch: value = 0
    elif out != '' and out.strip(' ') == '': value = 1
    elif out == '': value = 2
    else: value = 4 + text_id(out)
    assert value < 0x8000
    fold.append(value | (0x8000 if needs_neighbours or grows else 0))
    d = u.normalize('NFKD', ch)
    hangul = 0xAC00 <= cp <= 0xD7A3
    nfkd.append(0 if d == ch or hangul else 1 + run_id(d))
    if hangul: klass.append(0); continue
    k = u.combining(ch)
    if ignorable(cp): k |= 1 << 9
    elif cased(cp): k |= 1 << 8
    klass.append(k)

short = []
for cp in range(0x800):
    value = fold[cp]
    if value & 0x8000: short.append(0); continue
    out = chr(cp) if value == 0 else ' ' if value == 1 else '' if value in (2, 3) else texts[value - 4]
    b = out.encode()
    one = len(out) == 1
    short.append(int.from_bytes(b, 'little') if one and len(b) <= 2 else 0)

def trie(values):
    blocks, number, index = [], {}, []
    for at in range(0, len(values), 128):
        block = tuple(values[at:at + 128])
        if block not in number: number[block] = len(blocks); blocks.append(block)
        index.append(number[block])
    return index, [v for b in blocks for v in b]

def offsets(parts):
    at, out = 0, [0]
    for p in parts: at += len(p); out.append(at)
    assert at < 0x10000
    return out

encoded = [t.encode() for t in texts]
rows = sorted((a, b, c) for (a, b), c in compositions.items())
sections = []
for name, values in (('fold', fold), ('nfkd', nfkd), ('class', klass)):
    index, flat = trie(values)
    sections += [(f'{name}_index', 'H', index), (f'{name}_values', 'H', flat)]
sections += [
    ('fold_text_offsets', 'H', offsets(encoded)), ('fold_texts', 'B', [b for t in encoded for b in t]),
    ('fold_short', 'H', short), ('nfkd_offsets', 'H', offsets(runs)),
    ('nfkd_points', 'I', [ord(c) for r in runs for c in r]),
    ('compositions', 'I', [x for r in rows for x in r]),
]

# Little endian; each section begins at a multiple of 64.
table, places = bytearray(), []
for name, kind, values in sections:
    table += bytes(-len(table) % 64)
    places.append(f'    kscan_at_{name} = {len(table)},')
    table += struct.pack(f'<{len(values)}{kind}', *values)
header = '\n'.join([
    f'// Made by generate_fold_table.py from Unicode {u.unidata_version}: where the sections of fold_table.bin begin.',
    'enum {', *places, f'    kscan_composition_count = {len(rows)},', f'    kscan_fold_table_size = {len(table)},', '};', ''])

here = os.path.dirname(os.path.abspath(__file__))
stale = []
for name, data in (('fold_table.bin', bytes(table)), ('include/fold_offsets.h', header.encode())):
    path = os.path.join(here, name)
    if '--check' not in sys.argv[1:]:
        with open(path, 'wb') as file: file.write(data)
        continue
    with open(path, 'rb') as file:
        if file.read() != data: stale.append(name)
if stale:
    sys.exit(f'Sources/CScan: {", ".join(stale)}: not what Unicode {u.unidata_version} says')
