"""A small terminal in memory: what a program draws on a pseudo-terminal, as lines of text."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
import unicodedata


def columns_of(character):
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


class Screen:
    """Understands what ncurses sends to an xterm."""

    SEQUENCE = re.compile(
        r"\x1b\[([?>=]?)([0-9;]*)([@-~])|\x1b([()].)|\x1b\][^\x07]*\x07|\x1b([=>78MDEHc])")

    def __init__(self, rows, columns):
        self.rows, self.columns = rows, columns
        self.cells = [[" "] * columns for _ in range(rows)]
        self.row = self.column = self.top = 0
        self.bottom = rows - 1
        self.is_full_screen = self.has_cursor = False
        self.rest = ""

    def feed(self, text):
        text = self.rest + text
        self.rest = ""
        at = 0
        while at < len(text):
            character = text[at]
            if character == "\x1b":
                found = self.SEQUENCE.match(text, at)
                if not found:
                    if len(text) - at < 32:
                        self.rest = text[at:]
                        return
                    at += 1
                    continue
                if found.group(3):
                    self.obey(found.group(1), found.group(2), found.group(3))
                elif found.group(5) == "M":
                    if self.row == self.top:
                        self.scroll(self.top, -1)
                    else:
                        self.row = max(0, self.row - 1)
                at = found.end()
                continue
            at += 1
            if character == "\r":
                self.column = 0
            elif character == "\n":
                self.go_down()
            elif character == "\b":
                self.column = max(0, self.column - 1)
            elif character == "\t":
                self.column = min(self.columns - 1, self.column // 8 * 8 + 8)
            elif character >= " ":
                self.write(character)

    def go_down(self):
        if self.row == self.bottom:
            self.scroll(self.top, 1)
        else:
            self.row = min(self.rows - 1, self.row + 1)

    def scroll(self, first, count):
        """Moves the lines of the region from `first` on up, or down where count is negative."""
        blank = [[" "] * self.columns for _ in range(abs(count))]
        part = self.cells[first:self.bottom + 1]
        part = part[count:] + blank if count > 0 else blank + part[:count]
        self.cells[first:self.bottom + 1] = part[:self.bottom + 1 - first]

    def write(self, character):
        width = columns_of(character)
        if width == 0:
            if self.column:
                self.cells[self.row][self.column - 1] += character
            return
        if self.column + width > self.columns:
            self.column = 0
            self.go_down()
        self.cells[self.row][self.column] = character
        if width == 2 and self.column + 1 < self.columns:
            self.cells[self.row][self.column + 1] = ""
        self.column += width

    def obey(self, mark, numbers, letter):
        values = [int(n) if n else 0 for n in numbers.split(";")] if numbers else []
        count = values[0] if values and values[0] else 1
        if mark == "?":
            if values[:1] == [1049]:
                self.is_full_screen = letter == "h"
            if 25 in values:
                self.has_cursor = letter == "h"
            return
        if letter in "Hf":
            row, column = (values + [1, 1])[:2] if values else (1, 1)
            self.row = min(self.rows, max(1, row)) - 1
            self.column = min(self.columns, max(1, column)) - 1
        elif letter == "A":
            self.row = max(0, self.row - count)
        elif letter in "Be":
            self.row = min(self.rows - 1, self.row + count)
        elif letter in "Ca":
            self.column = min(self.columns - 1, self.column + count)
        elif letter == "D":
            self.column = max(0, self.column - count)
        elif letter == "r":
            self.top = (values[0] or 1) - 1 if values else 0
            self.bottom = (values[1] if len(values) > 1 and values[1] else self.rows) - 1
            self.row = self.column = 0
        elif letter == "S":
            self.scroll(self.top, count)
        elif letter == "T":
            self.scroll(self.top, -count)
        elif letter == "M":
            self.scroll(self.row, count)
        elif letter == "L":
            self.scroll(self.row, -count)
        elif letter == "Z":
            self.column = max(0, (self.column + 7) // 8 * 8 - 8 * count)
        elif letter in "G`":
            self.column = min(self.columns, count) - 1
        elif letter == "d":
            self.row = min(self.rows, count) - 1
        elif letter == "X":
            for column in range(self.column, min(self.columns, self.column + count)):
                self.cells[self.row][column] = " "
        elif letter == "b":
            last = self.cells[self.row][self.column - 1]
            for _ in range(count):
                self.write(last)
        elif letter == "P":
            line = self.cells[self.row]
            del line[self.column:self.column + count]
            line += [" "] * (self.columns - len(line))
        elif letter == "@":
            line = self.cells[self.row]
            line[self.column:self.column] = [" "] * count
            del line[self.columns:]
        elif letter == "K":
            kind = values[0] if values else 0
            first = 0 if kind else self.column
            last = self.columns if kind != 1 else self.column + 1
            for column in range(first, last):
                self.cells[self.row][column] = " "
        elif letter == "J":
            kind = values[0] if values else 0
            if kind == 0:
                self.obey("", "0", "K")
                clear = range(self.row + 1, self.rows)
            else:
                clear = range(self.rows)
            for row in clear:
                self.cells[row] = [" "] * self.columns
        elif letter not in "mhltnqc":
            raise ValueError(f"a terminal sequence nobody taught: {mark}{numbers}{letter}")

    def lines(self):
        return ["".join(row).rstrip() for row in self.cells]


class Program:
    """A program on a terminal of its own."""

    def __init__(self, words, rows, columns, environment=None):
        self.screen = Screen(rows, columns)
        self.keys = 0
        self.slowest = 0.0
        self.status = None
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            surroundings = {"PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "LANG": "C.UTF-8",
                            "TZ": "America/New_York"}
            surroundings.update(environment or {})
            os.execve(words[0], words, surroundings)
        self.resize(rows, columns, is_first=True)

    def resize(self, rows, columns, is_first=False):
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        if not is_first:
            self.screen = Screen(rows, columns)
            os.kill(self.pid, signal.SIGWINCH)

    def settle(self, quiet=0.05, longest=20.0, until=None):
        """Reads until nothing comes for a while (and `until` holds); how long it took to the last byte."""
        began = last = time.monotonic()
        while time.monotonic() - began < longest:
            ready, _, _ = select.select([self.descriptor], [], [], quiet)
            if ready:
                try:
                    data = os.read(self.descriptor, 65536)
                except OSError:
                    data = b""
                if not data:
                    self.reap()
                    break
                self.screen.feed(data.decode("utf-8", "replace"))
                last = time.monotonic()
            elif until is None or until(self.screen):
                break
        return last - began

    def press(self, keys, count=True, **more):
        """Sends one key (or what one key sends) and waits for the answer."""
        if count:
            self.keys += 1
        os.write(self.descriptor, keys.encode())
        took = self.settle(**more)
        self.slowest = max(self.slowest, took)
        return took

    def reap(self):
        if self.status is None:
            _, self.status = os.waitpid(self.pid, 0)
        return self.status

    def hang_up(self):
        os.close(self.descriptor)
        return self.reap()
