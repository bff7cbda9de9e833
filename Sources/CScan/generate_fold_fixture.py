"""Makes Tests/ScanningTests/FoldFixture.swift: what the folding of the matching tables gives, computed
by Python's unicodedata and independently of the C tables.

    python3 generate_fold_fixture.py > ../../Tests/ScanningTests/FoldFixture.swift
"""
import os, random, sys, unicodedata as u

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "rules"))
from folding import fold

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
