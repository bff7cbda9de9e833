"""Checks and compiles rules/words/: the texts of the program, one file a language, into rules/compiled/words.bin.

A line of a file is `key = text`; blank lines and lines that begin with `#` say nothing. `{name}` takes a value, and
`{count:row|rows}` a number and the form of the noun that goes with it. `\\n` is a line break, `\\u{A0}` a character by its
code. A text that begins or ends with a blank stands in quotation marks.

Every language has the same keys, and in each text the same places; a noun has as many forms as `language.plurals` names.

words.bin, little endian: magic "KOPWORDS", u32 languages, u32 keys; for each language its code in 8 bytes, zeros at the
end; for each key, in the order of their bytes, u32 offset and u32 length of the key and then of its text in each language;
then the bytes of all of them, UTF-8. Offsets count from the start of the file.
"""
import os
import re
import struct

HERE = os.path.dirname(os.path.abspath(__file__))
WORDS = os.path.join(HERE, 'words')
SOURCES = os.path.join(os.path.dirname(HERE), 'Sources')
PLACE = re.compile(r'\{([A-Za-z][A-Za-z0-9]*)(?::([^{}]*))?\}')
# Keys that are put together of a part here and a name: every text of such a group is used.
GROUP = re.compile(r'(?:Phrase|ErrorWords)\(\s*"([A-Za-z]+)\.\\\(')


def unescaped(text):
    if len(text) > 1 and text[0] == text[-1] == '"' and (text[1:2] + text[-2:-1]).strip() != text[1:2] + text[-2:-1]:
        text = text[1:-1]

    def character(match):
        return {'n': '\n', '\\': '\\'}.get(match[1]) or chr(int(match[2], 16))
    return re.sub(r'\\(n|\\|u\{([0-9A-F]+)\})', character, text)


def read_language(name, problems):
    texts = {}
    with open(os.path.join(WORDS, name), encoding='utf-8') as file:
        for number, line in enumerate(file.read().split('\n'), 1):
            if not line.strip() or line.startswith('#'):
                continue
            key, equals, text = line.partition(' = ')
            if not equals or not re.fullmatch(r'[A-Za-z][A-Za-z0-9.-]*', key):
                problems.append(f'rules/words/{name}:{number}: not `key = text`')
            elif key in texts:
                problems.append(f'rules/words/{name}:{number}: {key} occurs twice')
            else:
                texts[key] = (unescaped(text), number)
    return texts


def places(text):
    return {name for name, _ in PLACE.findall(text)}


def check_texts(languages, problems):
    """Same keys and places in all, and the forms of nouns that each language has."""
    first = min(languages)
    for code, texts in languages.items():
        forms = len(texts.get('language.plurals', ('', 0))[0].split())
        for key, (text, number) in texts.items():
            where = f'rules/words/{code}.txt:{number}: {key}'
            if key not in languages[first]:
                problems.append(f'{where} is not in {first}.txt')
            elif places(text) != places(languages[first][key][0]):
                problems.append(f'{where} has other placeholders than {first}.txt')
            for name, nouns in PLACE.findall(text):
                if nouns and len(nouns.split('|')) != forms:
                    problems.append(f'{where}: {name} has {len(nouns.split("|"))} forms, and not {forms}')
        for key in languages[first]:
            if key not in texts:
                problems.append(f'rules/words/{code}.txt: {key} is missing')


def check_uses(languages, problems):
    """Each text is used, and each key that is used is there."""
    known = set(languages[min(languages)])
    groups, used = {'command', 'language', 'option'}, set()
    for folder, _, files in sorted(os.walk(SOURCES)):
        for name in sorted(files):
            if not name.endswith('.swift'):
                continue
            with open(os.path.join(folder, name), encoding='utf-8') as file:
                source = file.read()
            groups |= set(GROUP.findall(source))
            for match in re.finditer(r'\b(Phrase|ErrorWords)\(\s*"([A-Za-z][A-Za-z0-9.-]*)"|"(error\.[a-z0-9.-]+)"', source):
                key, isError = match[2] or match[3], match[1] != 'Phrase'
                text = key + '.what' if isError else key
                if text not in known:
                    line = source.count('\n', 0, match.start()) + 1
                    problems.append(f'{os.path.relpath(os.path.join(folder, name))}:{line}: no text is called {text}')
                used |= {key, key.split('.')[0]} if isError else {key}
            # Keys in a `switch`, whose message is made after it.
            for key in re.findall(r'"([A-Za-z]+\.[A-Za-z0-9.-]+)"', source):
                if key + '.what' in known:
                    used |= {key, key.split('.')[0]}
    for key in sorted(known):
        base = re.sub(r'\.(what|why|fix)$', '', key)
        if key not in used and base not in used and key.split('.')[0] not in groups:
            problems.append(f'rules/words: nothing uses {key}')


def compile_words():
    """The problems found, and the bytes of words.bin."""
    problems, languages = [], {}
    for name in sorted(os.listdir(WORDS)):
        if name.endswith('.txt'):
            languages[name[:-4]] = read_language(name, problems)
    check_texts(languages, problems)
    check_uses(languages, problems)
    if problems:
        return problems, b''
    codes = sorted(languages)
    keys = sorted(languages[codes[0]], key=str.encode)
    at = 16 + 8 * len(codes) + 8 * len(keys) * (1 + len(codes))
    table, pool = bytearray(), bytearray()
    for key in keys:
        for text in [key] + [languages[code][key][0] for code in codes]:
            raw = text.encode()
            table += struct.pack('<II', at + len(pool), len(raw))
            pool += raw
    head = b'KOPWORDS' + struct.pack('<II', len(codes), len(keys))
    return problems, head + b''.join(code.encode().ljust(8, b'\0') for code in codes) + bytes(table) + bytes(pool)
