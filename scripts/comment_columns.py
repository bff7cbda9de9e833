#!/usr/bin/env python3
"""Comments of Swift and C sources that are longer than 100 columns: exit 1 and a list of them.

    python3 scripts/comment_columns.py

The formatter wraps code and leaves comments alone. Rows of tables (`|`, or columns set apart by blanks) may be longer.
"""
import re
import sys

from sources import lines_of, source_files

COLUMNS_MAX = 100
COMMENT = re.compile(r'\s*//+ ?')
TABLE = re.compile(r'\||.*\S {3,}\S')


def main():
    wrong = []
    for path in source_files(['Sources', 'Tests'], ('.swift', '.c', '.h')):
        for number, line in enumerate(lines_of(path), 1):
            start = COMMENT.match(line)
            if start and len(line) > COLUMNS_MAX and not TABLE.match(line[start.end():]):
                wrong.append(f'{path}:{number}: error: a comment has {len(line)} columns, {COLUMNS_MAX} at most')
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
