#!/bin/sh
# Opens pages of `report --html` in Debian's Chromium (Tests/Pages/browser.py).
#
#     scripts/browser.sh KOPIYKA [options of browser.py]
#
# playwright and axe come from PyPI into a virtual environment under .build; the browser, poppler-utils and weasyprint are Debian's.
# Where PyPI cannot be reached, or Chromium cannot be installed, it says so and ends with 0: nothing was checked.
set -eu

python=${PYTHON:-python3}
home=$(dirname -- "$0")/..
env=${KOPIYKA_BUILD_DIR:-.build}/browser

# The fonts too: widths of words are checked, and Chromium alone brings none.
sh "$home/scripts/deps.sh" chromium weasyprint poppler-utils fonts-dejavu-core fonts-noto-core || true
if ! command -v chromium >/dev/null 2>&1; then
    echo "make browser: left out, chromium is not installed: sudo apt install chromium weasyprint poppler-utils" >&2
    exit 0
fi
if ! "$env/bin/python" -c 'import playwright, axe_playwright_python' 2>/dev/null; then
    "$python" -m venv "$env" 2>/dev/null && "$env/bin/pip" -q --disable-pip-version-check install playwright==1.65.2 axe-playwright-python==0.1.8 || {
        echo "make browser: left out, PyPI cannot be reached or python3-venv is not installed" >&2
        exit 0
    }
fi
exec "$env/bin/python" "$home/Tests/Pages/browser.py" "$@"
