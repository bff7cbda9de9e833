#!/usr/bin/env python3
"""The READMEs of both languages say the same, and what they show is what the program prints.

    python3 scripts/readme.py               same sections, same commands, 200 lines at most, the version of today
    python3 scripts/readme.py KOPIYKA       also runs the session and the review screen of each in a temporary folder

Texts and comments differ by language; commands, files of rules and names of files do not. A line `…` ends what is shown of an output.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
LANGUAGES = {"README.md": "en_US.UTF-8", "README.uk.md": "uk_UA.UTF-8"}
LINES_MAX = 200
problems = []


def blocks(text):
    """Pairs of the kind and the lines of each fenced block."""
    return [(kind, body.split("\n")[:-1]) for kind, body in re.findall(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S)]


def commands(text):
    """What a person would type, without comments; of a picture nothing."""
    found = []
    for kind, lines in blocks(text):
        if not kind:
            lines = [line for line in lines if line.startswith("$ ")]
        found.append([re.sub(r"\s+#( .*)?$", "", line) for line in lines])
    return found


def compare_texts(texts):
    version = re.search(r'static let version = "(.*?)"', (ROOT / "Sources/Commands/Program.swift").read_text())[1]
    for name, text in texts.items():
        if text.count("\n") > LINES_MAX:
            problems.append(f"{name}: error: more than {LINES_MAX} lines")
        for said in re.findall(r"kopiyka[_-](\d+\.\d+\.\d+)", text):
            if said != version:
                problems.append(f"{name}: error: version {said} is not {version}")
    (first, one), (second, other) = texts.items()
    if len(re.findall(r"^#+ ", one, re.M)) != len(re.findall(r"^#+ ", other, re.M)):
        problems.append(f"{second}: error: other sections than {first}")
    for mine, theirs in zip(commands(one) + [[]], commands(other) + [[]]):
        if mine != theirs:
            wrong = [pair for pair in zip(mine, theirs) if pair[0] != pair[1]]
            problems.append(f"{second}: error: other commands than {first}: {wrong or (mine, theirs)}")
    if len(commands(one)) != len(commands(other)):
        problems.append(f"{second}: error: {len(commands(other))} blocks of code, {first} has {len(commands(one))}")


def plain(lines):
    """With plain blanks in numbers: a no-break space looks the same."""
    return [line.replace("\u00a0", " ") for line in lines]


def same(shown, printed):
    shown, printed = plain(shown), plain(printed)
    if shown and shown[-1] == "…":
        return shown[:-1] == printed[:len(shown) - 1]
    return shown == printed


def run_session(name, lines, program, home):
    """Each `$` command in one shell; review is answered with q, and what scripts print is left out."""
    parts = re.split(r"^\$ ", "\n".join(lines), flags=re.M)[1:]
    environment = {"HOME": home, "PATH": f"{home}/bin:/usr/bin:/bin", "LANG": LANGUAGES[name], "KOPIYKA_WORKSPACE": f"{home}/money"}
    for part in parts:
        command, *shown = part.rstrip("\n").split("\n")
        ran = subprocess.run(
            ["sh", "-c", command], cwd=ROOT, env=environment, text=True, input="q\n", stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        printed = ran.stdout.replace(home, "~").rstrip("\n").split("\n")
        if "review" in command:
            # The prompt of the first question, and the key after it.
            printed = [line + "q" if line.endswith("> ") else line for line in printed if line][:len(shown)]
        if shown and not same(shown, printed):
            differing = [pair for pair in zip(shown, printed) if pair[0] != pair[1]][:3]
            problems.append(f"{name}: error: `{command[:60]}` prints something else: {differing or printed[-3:]}")


def compare_picture(name, lines, program, home):
    """The full screen of review, in 24 rows of 80 columns, on the queue that the session imported."""
    sys.path.insert(0, str(ROOT / "Tests/Reviewer"))
    from terminal import Program
    screen = Program(
        [program, "review", "--workspace", f"{home}/money"], 24, 80, {"HOME": home, "LANG": LANGUAGES[name], "NO_COLOR": "1"})
    screen.settle(quiet=0.5, until=lambda picture: any("q" in line for line in picture.lines()[-1:]))
    printed = [line.rstrip() for line in screen.screen.lines()]
    screen.press("q")
    screen.hang_up()
    if not same(lines, printed):
        differing = [pair for pair in zip(lines, printed) if pair[0] != pair[1]][:3]
        problems.append(f"{name}: error: review shows another picture: {differing}")


def try_out(texts, program):
    for name, text in texts.items():
        shown = [lines for kind, lines in blocks(text) if not kind]
        session = next(lines for lines in shown if lines[0].startswith("$ "))
        picture = next(lines for lines in shown if not lines[0].startswith("$ "))
        # The picture is of the queue before its lines were approved.
        before = session[:next(at for at, line in enumerate(session) if line.startswith("$ kopiyka approve"))]
        for take in (lambda home: (run_session(name, before, program, home), compare_picture(name, picture, program, home)),
                     lambda home: run_session(name, session, program, home)):
            with tempfile.TemporaryDirectory() as home:
                os.mkdir(f"{home}/bin")
                os.symlink(program, f"{home}/bin/kopiyka")
                take(home)


def main():
    texts = {name: (ROOT / name).read_text() for name in LANGUAGES}
    compare_texts(texts)
    if len(sys.argv) > 1:
        try_out(texts, os.path.abspath(sys.argv[1]))
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
