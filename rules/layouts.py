"""Layouts of rules/banks/ for compile.py: what the program embeds of them.

rules/compiled/layouts.txt: a card of each layout in a line, in the order of their files, then a blank line, then the
files, one after the other. A card tells whether a table could be of the layout without reading it (LayoutCard in
Sources/Tables/Layouts/LayoutSet.swift); columns set apart by tabs:

    file, bytes of the file, table | json | xml, bank | plain, delimiter, quotes | plain, header | headless,
    number of columns a header must have, then of each heading the required columns it is a name of (hexadecimal) and
    a colon before its folded text

A test compares each card with what the program reads in the file. Standard library only; so here is the part of YAML
that layouts are written in. What is not of that part is refused with its place.
"""
import json
import os
import re

from folding import latinized

HERE = os.path.dirname(os.path.abspath(__file__))
BANKS = os.path.join(HERE, 'banks')


class Problem(Exception):
    """A layout that cannot be compiled: the line and why."""

    def __init__(self, line, why):
        super().__init__(why)
        self.line, self.why = line, why


# --- YAML ------------------------------------------------------------------------------------------------------------

class Text(str):
    """A scalar, with its line and whether it stands in quotes."""

    def __new__(cls, text, line, is_quoted=False):
        made = super().__new__(cls, text)
        made.line, made.is_quoted = line, is_quoted
        return made


class Items(list):
    def __init__(self, line):
        super().__init__()
        self.line = line


class Members(dict):
    def __init__(self, line):
        super().__init__()
        self.line = line

    def add(self, key, value):
        if key in self:
            raise Problem(key.line, f'{key} stands twice')
        self[key] = value


ESCAPES = {'n': '\n', 't': '\t', 'r': '\r', '0': '\0', '"': '"', '\\': '\\', '/': '/'}
PLAIN_BLOCK = re.compile(r'(?:[^:#\s]|:(?=\S)|(?<=\S)#|[ \t]+(?!#)(?=\S))+')
PLAIN_FLOW = re.compile(r'(?:[^:#,\[\]{}\s]|:(?=[^\s,\[\]{}])|(?<=\S)#|[ \t]+(?![#,\[\]{}])(?=\S))+')


class YAML:
    """Block maps and lists, flow maps and lists in one line, plain and quoted scalars, and text behind `|`."""

    def __init__(self, text):
        self.lines = text.split('\n')
        self.line, self.at = 0, 0

    def document(self):
        self.skip_blank()
        value = self.block(0)
        if self.line < len(self.lines):
            self.refuse('is indented otherwise than what stands around it')
        return value

    def refuse(self, why):
        raise Problem(self.line + 1, why)

    @property
    def rest(self):
        return self.lines[self.line][self.at:]

    def skip_blank(self):
        """To the next line that says something; its indentation is where reading goes on."""
        while self.line < len(self.lines):
            text = self.lines[self.line]
            if text.strip(' ') and not text.lstrip(' ').startswith('#'):
                if '\t' in text[:len(text) - len(text.lstrip())]:
                    self.refuse('is indented by a tab')
                self.at = len(text) - len(text.lstrip(' '))
                return
            self.line += 1

    def next_line(self):
        text = self.rest.lstrip(' ')
        if text and not text.startswith('#'):
            self.refuse(f'is not understood from {text!r} on')
        self.line += 1
        self.skip_blank()

    def indent(self):
        return self.at if self.line < len(self.lines) else -1

    def block(self, least):
        """What begins here: a list, a map or a scalar. The lines of a list or a map begin in one column."""
        column = self.indent()
        if column < least:
            return Text('', self.line)
        if self.rest == '-' or self.rest.startswith('- '):
            return self.block_list(column)
        key_end = self.key_end()
        if key_end is None:
            return self.scalar_line(column)
        return self.block_map(column)

    def block_list(self, column):
        items = Items(self.line + 1)
        while self.indent() == column and (self.rest == '-' or self.rest.startswith('- ')):
            self.at += 1
            items.append(self.value(column))
        return items

    def block_map(self, column):
        members = Members(self.line + 1)
        while self.indent() == column and not self.rest.startswith('- '):
            if self.key_end() is None:
                self.refuse('has no key')
            key = self.scalar(PLAIN_BLOCK)
            self.at += 1
            members.add(key, self.value(column, is_member=True))
        return members

    def key_end(self):
        """Where the key of this line ends, nil where the line is no member."""
        start = self.at
        try:
            if self.rest[:1] in '[{|>&*!%@`':
                return None
            self.scalar(PLAIN_BLOCK)
            is_key = self.rest.startswith(':') and self.rest[1:2] in ('', ' ')
            return self.at if is_key else None
        finally:
            self.at = start

    def value(self, column, is_member=False):
        """Behind a dash or a colon: in the same line, or in lines indented further."""
        text = self.rest
        self.at += len(text) - len(text.lstrip(' '))
        if not self.rest or self.rest.startswith('#'):
            self.next_line()
            # A list may stand in the column of its key.
            is_list = is_member and self.indent() == column and self.rest.startswith('- ')
            return self.block(column if is_list else column + 1)
        if self.rest.startswith('|'):
            return self.literal(column)
        if not is_member:
            return self.block(column + 1)
        return self.scalar_line(column)

    def scalar_line(self, column):
        value = self.flow() if self.rest[:1] in ('[', '{') else self.scalar(PLAIN_BLOCK)
        self.next_line()
        return value

    def literal(self, column):
        start = self.line
        if self.rest.strip() not in ('|', '|-'):
            self.refuse(f'is not understood from {self.rest!r} on')
        is_chomped = self.rest.strip() == '|-'
        self.line += 1
        taken = []
        while self.line < len(self.lines):
            text = self.lines[self.line]
            if text.strip(' ') and len(text) - len(text.lstrip(' ')) <= column:
                break
            taken.append(text)
            self.line += 1
        while taken and not taken[-1].strip(' '):
            taken.pop()
        indent = min((len(t) - len(t.lstrip(' ')) for t in taken if t.strip(' ')), default=0)
        self.skip_blank()
        end = '' if is_chomped or not taken else '\n'
        return Text('\n'.join(t[indent:] for t in taken) + end, start + 1, True)

    def flow(self):
        """A list or a map in brackets."""
        opening = self.rest[0]
        closing = {'[': ']', '{': '}'}[opening]
        made = Items(self.line + 1) if opening == '[' else Members(self.line + 1)
        self.at += 1
        while True:
            self.skip_space()
            if self.rest.startswith(closing):
                self.at += 1
                return made
            if opening == '[':
                made.append(self.flow_value())
            else:
                key = self.scalar(PLAIN_FLOW)
                self.skip_space()
                if not self.rest.startswith(':'):
                    self.refuse('has a key without a value')
                self.at += 1
                self.skip_space()
                made.add(key, self.flow_value())
            self.skip_space()
            if self.rest.startswith(','):
                self.at += 1
            elif not self.rest.startswith(closing):
                self.refuse(f'lacks {closing}')

    def skip_space(self):
        """Blanks, and the ends of lines inside brackets."""
        while True:
            text = self.rest
            self.at += len(text) - len(text.lstrip(' '))
            if self.rest and not self.rest.startswith('#'):
                return
            if self.line + 1 >= len(self.lines):
                self.refuse('ends inside brackets')
            self.line, self.at = self.line + 1, 0

    def flow_value(self):
        return self.flow() if self.rest[:1] in ('[', '{') else self.scalar(PLAIN_FLOW)

    def scalar(self, plain):
        text, line = self.rest, self.line + 1
        if text.startswith('"'):
            match = re.match(r'"((?:[^"\\]|\\.)*)"', text)
            if not match:
                self.refuse('has a quote that is not closed')
            self.at += match.end()
            return Text(re.sub(r'\\(x..|u....|.)', self.escape, match[1]), line, True)
        if text.startswith("'"):
            match = re.match(r"'((?:[^']|'')*)'", text)
            if not match:
                self.refuse('has a quote that is not closed')
            self.at += match.end()
            return Text(match[1].replace("''", "'"), line, True)
        if text[:1] in '&*!|>%@`':
            self.refuse(f'needs quotes around {text!r}')
        match = plain.match(text)
        if not match:
            return Text('', line)
        self.at += match.end()
        return Text(match[0], line)

    def escape(self, match):
        letter = match[1]
        if letter[0] in 'xu' and len(letter) > 1:
            return chr(int(letter[1:], 16))
        if letter not in ESCAPES:
            self.refuse(f'has an unknown escape \\{letter}')
        return ESCAPES[letter]


# --- the schema ------------------------------------------------------------------------------------------------------

def check(value, schema, root, name='layout'):
    """As much of JSON Schema as layout.schema.json uses."""
    if '$ref' in schema:
        return check(value, root['$defs'][schema['$ref'].split('/')[-1]], root, name)
    if 'anyOf' in schema:
        for choice in schema['anyOf']:
            try:
                return check(value, choice, root, name)
            except Problem as problem:
                last = problem
        raise last
    kind = schema.get('type')
    if kind == 'object' and not isinstance(value, Members):
        raise Problem(value.line, f'{name} is to be a map')
    if kind == 'array' and not isinstance(value, Items):
        raise Problem(value.line, f'{name} is to be a list')
    if kind in ('string', 'boolean') and not isinstance(value, Text):
        raise Problem(value.line, f'{name} is to be one value')
    if kind == 'boolean' and value not in ('true', 'false'):
        raise Problem(value.line, f'{name} is to be true or false, not {value}')
    if 'enum' in schema and not (isinstance(value, Text) and value in schema['enum']):
        raise Problem(value.line, f'{name} is to be one of {", ".join(schema["enum"])}')
    if isinstance(value, Text) and not schema.get('minLength', 0) <= len(value) <= schema.get('maxLength', len(value)):
        raise Problem(value.line, f'{name} is too short or too long')
    if isinstance(value, Items):
        if len(value) < schema.get('minItems', 0):
            raise Problem(value.line, f'{name} has too few items')
        for item in value:
            check(item, schema.get('items', {}), root, name)
    if isinstance(value, Members):
        check_members(value, schema, root, name)


def check_members(value, schema, root, name):
    for key in schema.get('required', []):
        if key not in value:
            raise Problem(value.line, f'{name} lacks the key {key}')
    if len(value) < schema.get('minProperties', 0):
        raise Problem(value.line, f'{name} has too few keys')
    known, others = schema.get('properties', {}), schema.get('additionalProperties', True)
    for key, member in value.items():
        if 'propertyNames' in schema:
            check(key, schema['propertyNames'], root, 'a key')
        if key in known:
            check(member, known[key], root, key)
        elif others is False:
            raise Problem(key.line, f'unknown key {key}')
        elif isinstance(others, dict):
            check(member, others, root, key)


def check_whole(layout):
    """What the program requires of a layout before its first table (`checkWhole` in Layout+YAML.swift)."""
    columns = layout['columns']
    if 'made' not in columns:
        raise Problem(layout['layout'].line, 'no column for the date: made')
    if not {'amount', 'debit', 'credit'} & set(columns):
        raise Problem(layout['layout'].line, 'no column for the amount: amount, or debit and credit')
    direction = layout.get('direction')
    by_balance = direction is not None and direction.get('otherwise') == 'balance'
    for name, is_needed in [('status', 'status' in layout), ('balance', by_balance),
                            ('direction', direction is not None and not by_balance)]:
        if is_needed and name not in columns:
            raise Problem(layout['layout'].line, f'no column: {name}')


# --- cards -----------------------------------------------------------------------------------------------------------

def texts(value):
    """Those of a list, or one alone."""
    if value is None:
        return []
    return [item for item in value if isinstance(item, Text)] if isinstance(value, Items) else [value]


def plain_names(column):
    """The folded names of a column; None for one that holds a currency or counts columns."""
    return [None if '{currency}' in name or name.strip(' ').startswith('#') else latinized(name)
            for name in column.split('|') if name]


def card(layout):
    """The columns of a card behind the file's name and size."""
    optional = set(texts(layout.get('optional')))
    sources = [(field, [plain_names(c) for c in texts(names)]) for field, names in layout['columns'].items()]
    requires = [plain_names(c) for c in texts(layout.get('requires'))]
    # By its first column a source is one with others that read it.
    first = [tuple(n.strip(' ') for n in texts(names)[0].split('|') if n)
             for field, names in layout['columns'].items() if field not in optional]
    first += [tuple(n.strip(' ') for n in c.split('|') if n) for c in texts(layout.get('requires'))]
    is_headless = 'header' in layout
    bits = {}
    if not is_headless:
        for column in [c for _, columns in sources for c in columns] + requires:
            bits.update({name: 0 for name in column if name is not None})
        required = [[name for c in columns for name in c] for field, columns in sources if field not in optional]
        # Whether a column is there tell names without a currency, and 64 bits.
        told = [column for column in required + requires if column and None not in column]
        for bit, column in enumerate(told[:64]):
            for name in column:
                bits[name] |= 1 << bit
    names = [(f'{bits[n]:x}' if bits[n] else '') + ':' + n for n in sorted(bits, key=str.encode)]
    return [
        layout.get('format', 'table'), 'plain' if layout.get('fallback') == 'true' else 'bank',
        layout.get('delimiter', 'auto'), 'plain' if layout.get('quoting') == 'none' else 'quotes',
        'headless' if is_headless else 'header', str(len(set(first))), *names,
    ]


def compile_layouts():
    """The bytes of layouts.txt."""
    with open(os.path.join(BANKS, 'layout.schema.json'), encoding='utf-8') as f:
        schema = json.load(f)
    cards, bodies, names, problems = [], [], {}, []
    for file in sorted(f for f in os.listdir(BANKS) if f.endswith('.yaml')):
        with open(os.path.join(BANKS, file), 'rb') as f:
            body = f.read()
        try:
            layout = YAML(body.decode()).document()
            check(layout, schema, schema)
            check_whole(layout)
            other = names.setdefault(layout['layout'], file)
            if other != file:
                raise Problem(layout['layout'].line, f'{layout["layout"]} is the name of {other} too')
            cards.append('\t'.join([file, str(len(body))] + card(layout)) + '\n')
            bodies.append(body)
        except Problem as problem:
            problems.append(f'rules/banks/{file}:{problem.line}: {problem.why}')
    return problems, ''.join(cards).encode() + b'\n' + b''.join(bodies)
