#!/usr/bin/env python3
"""Functions of Sources that are longer than 70 lines: exit 1 when there is one.

    python3 scripts/long_functions.py

The formatter settles where a function ends: at the first closing brace in the column where it begins.
"""
import re
import sys

from sources import lines_of, source_files

LINES_MAX = 70
BEGINS = re.compile(
    r'( *)(?:@\w+(?:\([^)]*\))? )*(?:(?:package|private|fileprivate|internal|static|mutating|final|nonisolated|'
    r'convenience|override|consuming|borrowing|class) )*(?:func ([^\s(<]+)|(init|subscript|deinit)\b)')


def functions(path):
    """(name, lines) of each function with a body."""
    lines = lines_of(path)
    for start, line in enumerate(lines):
        match = BEGINS.match(line)
        if not match:
            continue
        indent, name = match[1], match[2] or match[3]
        for end in range(start, len(lines)):
            text = lines[end]
            if text == indent + '}':
                yield name, end - start + 1
                break
            # A requirement of a protocol, or a body in one line: the next begins in this column.
            is_inside = not text.strip() or text.startswith((indent + ' ', indent + ')', indent + '{'))
            if end > start and not is_inside:
                break


def main():
    wrong = False
    for path in source_files(['Sources']):
        for name, count in functions(path):
            if count > LINES_MAX:
                print(f'{path}: error: {name} has {count} lines, {LINES_MAX} at most', file=sys.stderr)
                wrong = True
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
