#!/usr/bin/env python3
"""Files of Sources that use memory without checks (`unsafe`, pointers): exit 1 when one is not listed here.

    python3 scripts/unsafe_files.py

Strict memory safety has the compiler ask for `unsafe` at each such use; this says in which files one may stand. Everything else reads
spans, whose bounds are checked, and asks these files.
"""
import re
import sys

from sources import lines_of, source_files

ALLOWED = {
    'Facts/Spans.swift': 'spans, arrays, strings and literals',
    'Ledger/Compression.swift': 'libzstd',
    'Ledger/SQLite.swift': 'SQLite',
    'Saving/BulkWriter.swift': 'memory that a disk reads from',
    'Saving/FolderEvents.swift': 'inotify, signals',
    'Saving/SystemCalls.swift': 'files',
    'Scanning/Archives/Inflation.swift': 'zlib',
    'Scanning/ByteMarks.swift': 'C of ours that looks for bytes',
    'Scanning/ByteSource.swift': 'files',
    'Scanning/ByteWriter.swift': 'a buffer that is written to by words',
    'Scanning/ChildProgram.swift': 'other programs',
    'Scanning/EmbeddedFile.swift': 'what of rules/ is part of the program',
    'Scanning/Encoding/LibraryCharacters.swift': 'iconv',
    'Scanning/Encoding/TextDecoder.swift': 'a buffer that is written to without checks',
    'Scanning/Handover.swift': 'pthreads',
    'Scanning/Prefetching.swift': 'hints to the processor',
    'Scanning/System.swift': 'what the system says to the process',
    'Scanning/TextFolder.swift': 'C tables and a buffer that is written to without checks',
    'Scanning/UTF8.swift': 'C of ours that skips text',
    'Scanning/WorkThread.swift': 'pthreads',
    'Scanning/XML/LibXML2.swift': 'libxml2',
    'Scanning/YAML/YAMLReader.swift': 'libyaml',
    'Screen/Terminal.swift': 'ncurses',
}
# Words of the compiler in comments and texts say nothing.
COMMENT = re.compile(r'//.*|"(?:\\.|[^"\\])*"')
USES = re.compile(r'\bunsafe\b|\bUnsafe\w*Pointer\b|\bOpaquePointer\b|\bUnmanaged\b|\bunchecked:')


def lines_of_use(path):
    return [number for number, line in enumerate(lines_of(path), 1) if USES.search(COMMENT.sub('', line))]


def main():
    wrong, found = [], set()
    for path in source_files(['Sources']):
        lines, place = lines_of_use(path), path.removeprefix('Sources/')
        if lines:
            found.add(place)
        if lines and place not in ALLOWED:
            wrong.append(f'{path}:{lines[0]}: error: unsafe memory; ask a file for it that scripts/unsafe_files.py lists')
    wrong += [f'scripts/unsafe_files.py: error: {path} is safe or gone: take it off the list' for path in sorted(ALLOWED.keys() - found)]
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
