"""TextFolder's folding (Sources/Scanning/TextFolder.swift) by Python's Unicode data, and that of headings."""
import unicodedata as u

APOSTROPHES = "'’‘ʼʹ`´′\""
LATIN = {'ß': 'ss', 'æ': 'ae', 'œ': 'oe', 'ø': 'o', 'đ': 'd', 'ð': 'd', 'ł': 'l', 'ı': 'i',
         'þ': 'th', 'ŋ': 'n'}
INVISIBLE = [(0xAD, 0xAD), (0x61C, 0x61C), (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E),
             (0x2060, 0x2064), (0x2066, 0x206F), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
             (0xE0000, 0xE007F), (0xE0100, 0xE01EF)]
TO_CYRILLIC = dict(zip('abcehikmoptxy', 'авсенікмортху'))
TO_LATIN = {v: k for k, v in TO_CYRILLIC.items()}
# As HeaderText has them.
LOOK_ALIKES = str.maketrans('авекмнорстухі', 'abekmhopctyxi')


def is_invisible(cp):
    return any(a <= cp <= b for a, b in INVISIBLE)


def fold_points(text):
    """Folding of normalized text, separators not yet joined."""
    out = []
    for ch in text.lower():
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
    return ''.join(out)


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
    text = ''.join(c for c in text if not is_invisible(ord(c)))
    return ' '.join(unmix(t) for t in fold_points(u.normalize('NFKC', text)).split())


def latinized(text):
    """HeaderText.fold: look-alike Cyrillic letters are Latin in every word."""
    return fold(text).translate(LOOK_ALIKES)
