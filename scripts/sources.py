"""The source files that the checks of `make lint` walk over."""
import os

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..')


def source_files(folders, endings=('.swift',)):
    """Paths from the root of the project, in order."""
    for top in folders:
        for folder, _, files in sorted(os.walk(os.path.join(ROOT, top))):
            for name in sorted(files):
                if name.endswith(tuple(endings)):
                    yield os.path.relpath(os.path.join(folder, name), ROOT)


def lines_of(path):
    with open(os.path.join(ROOT, path), encoding='utf-8') as file:
        return file.read().split('\n')
