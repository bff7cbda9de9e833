#!/bin/sh
# Copies the program and its shell completions, or removes them.
#
#     PREFIX=/usr/local DESTDIR= scripts/install.sh install KOPIYKA
#     PREFIX=/usr/local DESTDIR= scripts/install.sh uninstall
set -eu

action=$1
root=${DESTDIR:-}${PREFIX:-/usr/local}
program=$root/bin/kopiyka
bash_file=$root/share/bash-completion/completions/kopiyka
zsh_file=$root/share/zsh/site-functions/_kopiyka
fish_file=$root/share/fish/vendor_completions.d/kopiyka.fish

case $action in
    install)
        kopiyka=$2
        prepared=$(mktemp -d)
        trap 'rm -rf "$prepared"' EXIT
        # All three before anything is copied: an install is whole or not at all.
        for shell in bash zsh fish; do "$kopiyka" completion "$shell" >"$prepared/$shell"; done
        install -d "$(dirname "$program")" "$(dirname "$bash_file")" "$(dirname "$zsh_file")" "$(dirname "$fish_file")"
        # Symbols are half of the file, and only a debugger reads them.
        cp "$kopiyka" "$prepared/program"
        if command -v strip >/dev/null; then strip "$prepared/program"; fi
        install -m 755 "$prepared/program" "$program"
        install -m 644 "$prepared/bash" "$bash_file"
        install -m 644 "$prepared/zsh" "$zsh_file"
        install -m 644 "$prepared/fish" "$fish_file"
        echo "installed $program"
        ;;
    uninstall)
        rm -f "$program" "$bash_file" "$zsh_file" "$fish_file"
        echo "removed $program and its completions"
        ;;
    *)
        echo "scripts/install.sh: error: unknown action $action" >&2
        exit 64
        ;;
esac
