#!/usr/bin/env python3
"""Writes foldings.csv beside it: texts that name one merchant, and texts that nearly do.

    python3 Tests/Tables/foldings.py            writes Tests/Tables/foldings.csv
    python3 Tests/Tables/foldings.py --check    exit 1 when the file is not what the tables and this script say

Columns: how, must (meet / part), a, b. Names are the strong merchants of rules/brands.csv that are known in Ukraine, one spelling of
five letters or more each. Meeting pairs are a name and the same name after one of the transformations below; parting pairs are two
merchants of two categories whose names differ by one or two letters, a merchant and an everyday word one letter away, and a
merchant and a longer word that begins like it. Lists at the end are written by hand. Same tables, same bytes.
"""
import csv
import io
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
RULES = os.path.join(HERE, '..', '..', 'rules')
OUT = os.path.join(HERE, 'foldings.csv')
MEET_EACH = 330
PART_EACH = 2100

TWINS = dict(zip('АВЕІКМНОРСТХ', 'ABEIKMHOPCTX'))
KMU = dict(zip('абвгґдежзиіклмнопрстуфхцчшщьʼ’\'', [
    'a', 'b', 'v', 'h', 'g', 'd', 'e', 'zh', 'z', 'y', 'i', 'k', 'l', 'm', 'n', 'o', 'p', 'r', 's', 't', 'u', 'f',
    'kh', 'ts', 'ch', 'sh', 'shch', '', '', '', '']))
FIRST = {'є': 'ye', 'ї': 'yi', 'й': 'y', 'ю': 'yu', 'я': 'ya'}
LATER = {'є': 'ie', 'ї': 'i', 'й': 'i', 'ю': 'iu', 'я': 'ia'}
# What slips print beside the official table: first letters' spellings everywhere.
SLIP = {'є': 'ye', 'ї': 'yi', 'й': 'y', 'ю': 'yu', 'я': 'ya', 'г': 'g', 'х': 'h', 'и': 'i'}
CITIES = ['KYIV', 'LVIV', 'ODESA', 'DNIPRO', 'KHARKIV', 'POLTAVA']


def table(name):
    with open(os.path.join(RULES, name), newline='', encoding='utf-8') as file:
        return list(csv.DictReader(file))


def is_cyrillic(text):
    return any('а' <= c <= 'я' or c in 'іїєґ' for c in text)


def is_ukrainian(text):
    """Letters the official table has; Russian spellings are written otherwise."""
    return is_cyrillic(text) and not any(c in 'ыэъё' for c in text) and all(
        c == ' ' or 'а' <= c <= 'я' or c in 'іїєґ' for c in text)


def kmu(text):
    out = []
    for word in text.split(' '):
        letters = ''
        for index, c in enumerate(word):
            letters += (
                (FIRST if index == 0 else LATER).get(c) or KMU.get(c, c))
        out.append(letters)
    return ' '.join(out).upper()


def slip(text):
    return ''.join(SLIP.get(c) or KMU.get(c, c) for c in text).upper()


def mixed(text, number):
    """Capitals with every second look-alike letter of the other script; at least one letter stays that has no twin."""
    upper = text.upper()
    if not any(c not in TWINS and c != ' ' for c in upper):
        return None
    out, twins = '', 0
    for c in upper:
        if c in TWINS:
            twins += 1
            out += TWINS[c] if (twins + number) % 2 == 0 else c
        else:
            out += c
    words_mixed = all(is_mixed_well(word) for word in out.split(' '))
    return out if out != upper and words_mixed else None


def is_mixed_well(word):
    """A word whose every letter has a twin could be either script: nobody can tell."""
    latin = [c for c in word if 'A' <= c <= 'Z']
    own = [c for c in word if not 'A' <= c <= 'Z' and c not in TWINS]
    return not latin or len(own) > 0


def names():
    """(name, category) of strong merchants known in Ukraine, no two alike."""
    rows = [r for r in table('brands.csv') if r['weak'] in ('', '0') and r['role'] in ('', 'merchant')
            and r['sign'] == '' and {'UA', '001'} & set(r['countries'].split(';'))]
    count = {}
    for row in rows:
        for pattern in row['patterns'].split('|'):
            count[pattern] = count.get(pattern, 0) + 1
    found = []
    for row in rows:
        for pattern in row['patterns'].split('|'):
            plain = pattern.replace(' ', '')
            if len(plain) >= 5 and plain.isalpha() and not set(pattern) & set('^*:') and count[pattern] == 1:
                found.append((pattern, row['category'], row['brand']))
                break
    return found


def spread(items, count):
    """So many of the items, evenly from all over the table."""
    if len(items) <= count:
        return items
    return [items[i * len(items) // count] for i in range(count)]


def meeting(all_names):
    cyrillic = [n for n, _, _ in all_names if is_cyrillic(n)]
    ukrainian = [n for n in cyrillic if is_ukrainian(n)]
    any_names = [n for n, _, _ in all_names]
    pairs = []

    def take(how, source, change):
        made = [(name, change(name, number)) for number, name in enumerate(source)]
        for name, other in spread([(a, b) for a, b in made if b and b != a], MEET_EACH):
            pairs.append((how, 'meet', name, other))

    take('capitals', any_names, lambda n, i: n.upper())
    take('titles', any_names, lambda n, i: n.title())
    take('look-alike letters', cyrillic, mixed)
    take('official Latin letters', ukrainian, lambda n, i: kmu(n))
    take('Latin letters of slips', ukrainian, lambda n, i: slip(n))
    take('shop number and city', any_names, lambda n, i: f'{n.upper()} {100 + i % 900} {CITIES[i % 6]}')
    take('terminal and country', any_names, lambda n, i: f'{n.upper()} S{10000 + 7 * i} {CITIES[i % 6]} UKR')
    take('legal form and quotes', any_names, lambda n, i: f'ТОВ «{n.title()}»' if i % 2 else f'"{n.upper()}" LLC')
    take('acquirer in front', any_names, lambda n, i: ('LIQPAY*', 'WFP*', 'PORTMONE ')[i % 3] + n.upper())
    take('blanks', any_names, lambda n, i: '  ' + n.replace(' ', '\u00a0 ') + ' ')
    beginnings = {}
    for pattern in [p for r in table('brands.csv') for p in r['patterns'].split('|')]:
        for end in range(7, len(pattern)):
            beginnings.setdefault(pattern[:end], set()).add(pattern)
    def cut(name, _):
        end = len(name) - 2
        if ' ' in name or end < 8 or len(beginnings.get(name[:end], ())) > 1:
            return None
        return name[:end].upper()
    take('cut by the acquirer', any_names, cut)
    return pairs


def one_apart(word):
    """The word with each one letter left out, as keys: two words that share one are at most two edits apart."""
    return {word[:i] + word[i + 1:] for i in range(len(word))} | {word}


def parting(all_names):
    by_key = {}
    pairs = []
    near = []
    seen = set()
    for name, category, brand in all_names:
        for key in sorted(one_apart(name)):
            for other, other_category, other_brand in by_key.get(key, ()):
                if category != other_category and (other, name) not in seen and brand != other_brand:
                    seen.add((other, name))
                    near.append((other, name))
            by_key.setdefault(key, []).append((name, category, brand))
    pairs += [('merchants a letter apart', 'part', a, b) for a, b in spread(near, PART_EACH)]
    patterns = {p for r in table('brands.csv') for p in r['patterns'].split('|')}
    words = sorted({r['keyword'] for r in table('keywords.csv') if '*' not in r['keyword'] and ' ' not in r['keyword']
                    and len(r['keyword']) >= 5} | {r['token'] for r in table('noise.csv') if r['kind'] not in ('given', 'surname') and len(r['token']) >= 5 and ' ' not in r['token']})
    near = []
    for word in words:
        if word in patterns:
            continue
        found = {n for key in one_apart(word) for n, _, _ in by_key.get(key, ()) if n != word and ' ' not in n}
        near += [(name, word) for name in sorted(found)]
    pairs += [('a word a letter away', 'part', a, b) for a, b in spread(near, PART_EACH)]
    by_beginning = {}
    for name, category, brand in all_names:
        by_beginning.setdefault(name[:3], []).append((name, category, brand))
    near = []
    for same in by_beginning.values():
        for i, (name, category, brand) in enumerate(same):
            for other, other_category, other_brand in same[i + 1:i + 9]:
                if category.split('.')[0] != other_category.split('.')[0] and brand != other_brand \
                        and not other.startswith(name + ' ') and not name.startswith(other + ' '):
                    near.append((name, other))
    pairs += [('merchants that begin alike', 'part', a, b) for a, b in spread(near, PART_EACH)]
    return pairs


BY_HAND = [
    ('meet', 'Сільпо', 'SIL\'PO'), ('meet', 'Сільпо', 'Сильпо'), ('meet', 'Сільпо', 'CIЛЬПO'), ('meet', 'АТБ-Маркет', 'ATB MARKET'),
    ('meet', 'АТБ-Маркет', 'ATБ-Маркет'), ('meet', 'Укрзалізниця', 'UKRZALIZNYTSYA'), ('meet', 'Укрзалізниця', 'UKRZALIZNYTSIA'),
    ('meet', 'Київстар', 'KYIVSTAR'), ('meet', 'Київстар', 'Kиївстар'), ('meet', 'Аптека Подорожник', 'APTEKA PODOROZHNYK'),
    ('meet', 'Нова Пошта', 'NOVA POSHTA'), ('meet', 'Нова Пошта', 'НОВА  ПОШТА №12'), ('meet', 'McDonald’s', 'MCDONALDS'),
    ('meet', 'McDonald\'s', 'McDonaldʼs'), ('meet', 'Пузата Хата', 'PUZATA KHATA'), ('meet', 'Пузата Хата', 'PUZATA HATA KYIV'),
    ('part', 'Метро', 'Метрополітен'), ('part', 'Нова Пошта', 'Нова Лінія'), ('part', 'Фора', 'Форма'), ('part', 'Сільпо', 'Сільське'),
    ('part', 'Bolt', 'Bolt Food'), ('part', 'EVA', 'EVO'), ('part', 'Укрпошта', 'Укртелеком'), ('part', 'Comfy', 'Comfort'),
    ('part', 'Аврора', 'Аркада'), ('part', 'Zara', 'Zakka'),
]


def text():
    all_names = names()
    out = io.StringIO()
    writer = csv.writer(out, lineterminator='\n')
    writer.writerow(['how', 'must', 'a', 'b'])
    for row in meeting(all_names) + parting(all_names) + [('by hand',) + row for row in BY_HAND]:
        writer.writerow(row)
    return out.getvalue()


if __name__ == '__main__':
    made = text()
    if '--check' in sys.argv:
        with open(OUT, encoding='utf-8') as file:
            sys.exit(0 if file.read() == made else 'foldings.csv is not what foldings.py makes')
    with open(OUT, 'w', encoding='utf-8') as file:
        file.write(made)
