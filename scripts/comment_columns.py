#!/usr/bin/env python3
"""Comments of Swift and C sources that are longer than 100 columns: exit 1 and a list of them.

    python3 scripts/comment_columns.py

The formatter wraps code and leaves comments alone. Rows of tables (`|`, or columns set apart by blanks) may be longer.
"""
import os
import re
import sys

COLUMNS_MAX = 100
COMMENT = re.compile(r'\s*//+ ?')
TABLE = re.compile(r'\||.*\S {3,}\S')


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
    wrong = []
    for root in ('Sources', 'Tests'):
        for folder, _, files in sorted(os.walk(root)):
            for name in sorted(files):
                if not name.endswith(('.swift', '.c', '.h')):
                    continue
                path = os.path.join(folder, name)
                with open(path, encoding='utf-8') as file:
                    for number, line in enumerate(file, 1):
                        start = COMMENT.match(line)
                        if start and len(line.rstrip('\n')) > COLUMNS_MAX and not TABLE.match(line[start.end():]):
                            wrong.append(f'{path}:{number}: error: a comment has {len(line) - 1} columns, {COLUMNS_MAX} at most')
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
