"""Makes Tests/ScanningTests/FoldFixture.swift: what the folding of the matching tables gives, computed
by Python's unicodedata and independently of the C tables.

    python3 generate_fold_fixture.py > ../../Tests/ScanningTests/FoldFixture.swift
"""
import random, unicodedata as u

APOSTROPHES = "'’‘ʼʹ`´′\""
LATIN = {'ß': 'ss', 'æ': 'ae', 'œ': 'oe', 'ø': 'o', 'đ': 'd', 'ð': 'd', 'ł': 'l', 'ı': 'i',
         'þ': 'th', 'ŋ': 'n'}
INVISIBLE = [(0xAD, 0xAD), (0x61C, 0x61C), (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E),
             (0x2060, 0x2064), (0x2066, 0x206F), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
             (0xE0000, 0xE007F), (0xE0100, 0xE01EF)]
TO_CYRILLIC = dict(zip('abcehikmoptxy', 'авсенікмортху'))
TO_LATIN = {v: k for k, v in TO_CYRILLIC.items()}

def unmix(token):
    latin = [c for c in token if 'a' <= c <= 'z']
    cyrillic = [c for c in token if '\u0400' <= c <= '\u04ff']
    if latin and cyrillic:
        if all(c in TO_CYRILLIC for c in latin):
            return ''.join(TO_CYRILLIC.get(c, c) for c in token)
        if all(c in TO_LATIN for c in cyrillic):
            return ''.join(TO_LATIN.get(c, c) for c in token)
    return token

def fold(text):
    text = ''.join(c for c in text if not any(a <= ord(c) <= b for a, b in INVISIBLE))
    out = []
    for ch in u.normalize('NFKC', text).lower():
        if ch in APOSTROPHES or '\u0300' <= ch <= '\u036f': continue
        if ch in LATIN: out.append(LATIN[ch]); continue
        if ch == 'ё': out.append('е'); continue
        if ch == 'ґ': out.append('г'); continue
        if 'a' <= ch <= 'z' or '0' <= ch <= '9' or '\u0400' <= ch <= '\u04ff':
            out.append(ch); continue
        parts = u.normalize('NFD', ch)
        if len(parts) > 1 and 'a' <= parts[0] <= 'z': out.append(parts[0]); continue
        kind = u.category(ch)
        out.append(ch if kind[0] in 'LN' or kind in ('Mc', 'Mn') else ' ')
    return ' '.join(unmix(t) for t in ''.join(out).split())

def fnv(data, h):
    for b in data: h = ((h ^ b) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return h

written = """СІЛЬПО 123 КИЇВ|СIЛЬПО|Сiльпо|лiмiт|АТБ-Маркет №145|ATБ|Нова Пошта|Об'єднання|Об’єднання|обʼєднання
Ґудзик|Ёлка|ЙОГУРТ|Йогурт|їжак|Café Zürich|Łódź|Straße|Ærøskøbing|ıİIi|ΜΑΣΟΥΤΗΣ ΑΕ|ΣΣ ΑΣ. ΑΣ'Α Σ|ὈΔΥΣΣΕΎΣ|ﬁnance|ﬃ
LIQPAY*Rozetka.UA|WAYFORPAY *SHOP|½ ціни|№ 5|™|…|a\u00adb|a\u200bb|\ufeffbom|«Лапки»|e\u0301a\u0308|и\u0306 і\u0308|ї|ǿ|o\u0338\u0301
日本語 テスト|ｶﾞｽ|가각|ㅎㅏㄴ|\u1112\u1161\u11ab|１２３ ＡＢＣ|Київ´s|\u2033x\u2032|Ѐ Ѝ Ў|ґҐ|QR-код|Wi‑Fi|A1 Б2|3D|\u0482\u0483х|Тест\u0301|ﷺ|ⅷ Ⅷ|Ⓚ|K Å|Ω|ǅ|ŉ|ẞ|ﬆ|х5|x5|Аpple|Bіtcoin|сoca|РАУРАL|МОНО|mono
Переказ з картки|Зарахування 1 250,00 грн|UA213223130000026007233566001|→ ↔ ₴ € $|👍🏽 ok|a\u200db|ÀÉÎÕÜ|dž|ﷲ|½|㎏|①②|ﾊﾟ|\u0344|\u0387|Ά|ά|ᾳ|ᾼ
П'ЯТЬ|"лапки"|`grave`|Сільпо\u2028Київ|tab\tsep|a\u0300\u0316b|\u0300abc|q\u0323\u0307|d\u0307\u0323|s\u0323\u0307|к\u0301|г\u0301 у\u0306 е\u0308 е\u0300""".replace('\n', '|').split('|')
pools = ['абвгґдеєжзиіїйклмнопрстуфхцчшщьюяёыэъ', 'АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ', 'abcehikmoptxyzqwlv',
         'ABCEHIKMOPTXYZSDF', "0123456789 .,;-*/'’\"", '\u0300\u0301\u0306\u0308\u030a\u0316\u0323\u0327\u0338\u0345',
         'éÉüÜñøØłŁßæœđþŋçÇ', 'ΑΒΣσςΆάΩ\u0387:', '\u1100\u1112\u1161\u1175\u11a8\u11ab가각ㅎ',
         '\u200b\u200d\ufe0f\u00ad\u202e', 'ｶﾞﾊﾟ１Ａ㎏½①ﬁﷺ', '\u09c7\u09be\u0bc6\u0bbe\u0dd9\u0dca\u0ddd']
random.seed(20250314)
for _ in range(400):
    chosen = random.sample(pools, random.choice([1, 2, 2, 3, 4]))
    written.append(''.join(random.choice(random.choice(chosen)) for _ in range(random.randrange(1, 24))))

def swift(s):
    return '"' + ''.join(c if c.isascii() and c.isalnum() or '\u0400' <= c <= '\u045f' or c == ' '
                         else f'\\u{{{ord(c):X}}}' for c in s) + '"'

print('''/// What `TextFolder` must give, from Python's unicodedata ''' + u.unidata_version + '''.
/// Made by `Sources/CScan/generate_fold_fixture.py`.
enum FoldFixture {
    static let pairs: [(String, String)] = [''')
for s in written:
    line = f'        ({swift(s)}, {swift(fold(s))}),'
    if len(line) > 100:
        line = f'        (\n            {swift(s)},\n            {swift(fold(s))}\n        ),'
    print(line)
print('    ]')
print('    /// For each 4096 code points, FNV-1a of the folded "q", code point, "q1" and a zero byte.')
print('    static let blocks: [UInt64] = [')
row = []
for block in range(0, 0x110000, 4096):
    h = 0xCBF29CE484222325
    for cp in range(block, block + 4096):
        if 0xD800 <= cp <= 0xDFFF: continue
        h = fnv(fold('q' + chr(cp) + 'q1').encode() + b'\0', h)
    row.append(f'0x{h:016X}')
for at in range(0, len(row), 4): print('        ' + ', '.join(row[at:at + 4]) + ',')
print('    ]')
print('}')
