#!/usr/bin/env python3
"""Opens the pages of an invented household in Chromium: no requests, no findings of axe, nothing wider than the window, and nothing cut on
paper. `make browser` runs it in a virtual environment of its own, with playwright and axe from PyPI and Debian's Chromium.

    browser.py PROGRAM [--shots FOLDER] [--write]

The values that the drawings show (names, figures and sentences, not pixels) are compared with Tests/Pages/drawn.txt; --write renews it.
"""
import argparse
import http.server
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / 'Planning'))
from insights_reference import Home, Program  # noqa: E402

END = '2025-12-31'
WIDTHS = (360, 800, 1400)
PAPER = (595.28, 841.89)


class Proxy(http.server.BaseHTTPRequestHandler):
    """Notes and refuses whatever asks for something."""
    asked = []

    def refuse(self):
        # Chromium asks its maker for updates and the time, whatever page is open.
        if not re.match(r'(https?://)?[a-z0-9.]+\.(googleapis|google)\.com[:/]', self.path):
            Proxy.asked.append(f'{self.command} {self.path}')
        self.send_error(403)

    do_GET = do_POST = do_HEAD = do_CONNECT = do_OPTIONS = do_PUT = refuse

    def log_message(self, *_):
        pass


def values_drawn(page):
    """What a reader of the drawings gets, in the order of the page."""
    return page.evaluate('''() => [...document.querySelectorAll('h2, figcaption, figure title, .heads dt, .heads dd, .bars li, caption')]
        .filter(node => !node.closest('#lines')).map(node => node.tagName.toLowerCase() + ' ' + node.textContent.trim().replace(/\\s+/g, ' '))''')


def verify_tables(page, wrong, name):
    """Each mark of a drawing is a figure of the table below it, with the same link."""
    missing = page.evaluate('''() => [...document.querySelectorAll('figure')].flatMap(figure => {
        const cells = [...figure.querySelectorAll('details td:not(.t)')];
        const known = new Set(cells.map(cell => (cell.querySelector('a')?.getAttribute('href') ?? '') + ' ' + cell.textContent.trim()));
        return [...figure.querySelectorAll('svg title')].map(title => {
            const link = title.parentNode.getAttribute('href') ?? '';
            return link + ' ' + title.textContent.split(': ').pop().trim();
        }).filter(mark => !known.has(mark)).map(mark => figure.querySelector('h3').textContent + ': ' + mark);
    })''')
    wrong += [f'{name}: a mark without its row: {mark}' for mark in missing[:5]]


def verify_keyboard(page, wrong, name):
    """Tab reaches the contents, a figure and a table; Enter on a figure shows its lines."""
    page.keyboard.press('Tab')
    first = page.evaluate('document.activeElement.closest("nav") !== null')
    if not first:
        wrong.append(f'{name}: Tab does not reach the contents first')
    page.focus('.heads dd a')
    page.keyboard.press('Enter')
    page.wait_for_timeout(50)
    if page.evaluate('document.querySelector(".lines>div:target")?.getBoundingClientRect().height ?? 0') < 20:
        wrong.append(f'{name}: Enter on a figure shows no lines')
    page.evaluate('document.querySelector("details").open = false')
    page.focus('summary')
    page.keyboard.press('Enter')
    if not page.evaluate('document.querySelector("details").open'):
        wrong.append(f'{name}: Enter does not open a table')


def verify_paper(path, wrong, name):
    """Text of the PDF is inside of its A4 pages, and the first one has ten figures."""
    text = subprocess.run(['pdftotext', '-bbox', path, '-'], capture_output=True, check=True, text=True).stdout
    pages = re.findall(r'<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>', text, re.S)
    for number, (width, height, words) in enumerate(pages, 1):
        if abs(float(width) - PAPER[0]) > 1 or abs(float(height) - PAPER[1]) > 1:
            wrong.append(f'{name}: page {number} is no A4: {width} x {height}')
        for left, top, right, bottom, word in re.findall(
                r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>', words):
            if float(left) < 0 or float(top) < 0 or float(right) > float(width) or float(bottom) > float(height):
                wrong.append(f'{name}: {word!r} is cut on page {number}')
    if not pages:
        wrong.append(f'{name}: no pages')
    return len(pages)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('program')
    parser.add_argument('--shots', help='folder for pictures of each width and scheme')
    parser.add_argument('--write', action='store_true')
    options = parser.parse_args()
    wrong, drawn = [], []
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Proxy)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    folder = tempfile.mkdtemp()
    program = Program(os.path.abspath(options.program), folder)
    Home(1, 0).write(program, folder)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which('chromium'), proxy={'server': f'http://127.0.0.1:{server.server_port}', 'bypass': '<-loopback>'},
            args=['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run',
                  '--disable-features=OptimizationHints,MediaRouter'])
        Proxy.asked.clear()
        for language in ('en', 'uk'):
            path = os.path.join(folder, f'{language}.html')
            program.run('--lang', language, 'report', '--as-of', END, '--html', path)
            for scheme in ('light', 'dark'):
                for width in WIDTHS:
                    name = f'{language} {scheme} {width}'
                    context = browser.new_context(viewport={'width': width, 'height': 900}, color_scheme=scheme, java_script_enabled=True)
                    page = context.new_page()
                    asked = []
                    page.on('request', lambda request: asked.append(request.url))
                    page.goto('file://' + path)
                    if asked != ['file://' + path]:
                        wrong.append(f'{name}: asked for {asked[1:]}')
                    if page.evaluate('document.documentElement.scrollWidth') > width:
                        wrong.append(f'{name}: wider than the window')
                    if options.shots:
                        os.makedirs(options.shots, exist_ok=True)
                        page.screenshot(path=os.path.join(options.shots, f'{language}-{scheme}-{width}.png'), full_page=True)
                    # Most of its time is the contrast of each text, which no width changes; a telephone has other places.
                    if width != 800:
                        page.evaluate('document.querySelectorAll("details").forEach(node => node.open = true)')
                        found = Axe().run(page).response['violations']
                        wrong += [f'{name}: axe {rule["id"]}: {rule["nodes"][0]["html"][:160]}' for rule in found]
                    if width == 1400 and scheme == 'light':
                        verify_tables(page, wrong, name)
                        drawn += [f'== {language}'] + values_drawn(page)
                        verify_keyboard(page, wrong, name)
                        paper = os.path.join(folder, f'{language}.pdf')
                        page.goto('file://' + path)
                        page.pdf(path=paper, prefer_css_page_size=True)
                        print(f'{language}: {verify_paper(paper, wrong, name + " printed")} pages on paper')
                    context.close()
            if shutil.which('weasyprint'):
                paper = os.path.join(folder, f'{language}-own.pdf')
                program.run('--lang', language, 'report', '--as-of', END, '--pdf', paper)
                print(f'{language}: {verify_paper(paper, wrong, language + " --pdf")} pages by --pdf')
        context = browser.new_context(java_script_enabled=False)
        page = context.new_page()
        page.goto('file://' + path + '#l0')
        if not page.locator('.lines>div:target h3').first.is_visible():
            wrong.append('without script a figure shows no lines')
        browser.close()
    server.shutdown()
    shutil.rmtree(folder)
    wrong += [f'the proxy was asked: {line}' for line in Proxy.asked]
    golden = HERE / 'drawn.txt'
    text = '\n'.join(drawn) + '\n'
    if options.write:
        golden.write_text(text, encoding='utf-8')
    elif not golden.exists() or golden.read_text(encoding='utf-8') != text:
        wrong.append('the values drawn differ from Tests/Pages/drawn.txt; make browser WRITE=1 renews it')
    for problem in wrong[:40]:
        print(problem, file=sys.stderr)
    print(f'{len(drawn)} values drawn, {len(Proxy.asked)} requests, {len(wrong)} findings')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
