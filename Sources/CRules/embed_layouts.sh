#!/bin/sh
# Writes layouts.c, which embeds every file of rules/banks/. Run after adding or removing one.
cd "$(dirname "$0")" || exit 1
{
    echo '// Made by embed_layouts.sh. Do not edit.'
    echo '#include "CRulesLayouts.h"'
    number=0
    for file in ../../rules/banks/*.yaml; do
        echo "static const uint8_t layout_$number[] = {"
        echo "#embed \"$file\""
        echo '};'
        number=$((number + 1))
    done
    echo 'static const struct { const char *name; const uint8_t *bytes; size_t size; } layouts[] = {'
    number=0
    for file in ../../rules/banks/*.yaml; do
        echo "    {\"$(basename "$file")\", layout_$number, sizeof layout_$number},"
        number=$((number + 1))
    done
    cat <<'END'
};

int32_t kopiyka_layout_count(void) { return (int32_t)(sizeof layouts / sizeof layouts[0]); }

static int is_known(int32_t index) { return index >= 0 && index < kopiyka_layout_count(); }

const char *kopiyka_layout_name(int32_t index) { return is_known(index) ? layouts[index].name : ""; }
const uint8_t *kopiyka_layout_bytes(int32_t index) {
    return is_known(index) ? layouts[index].bytes : NULL;
}
size_t kopiyka_layout_size(int32_t index) { return is_known(index) ? layouts[index].size : 0; }

static const uint8_t layout_index[] = {
#embed "../../rules/compiled/layouts.tsv"
};

const uint8_t *kopiyka_layout_index(void) { return layout_index; }
size_t kopiyka_layout_index_size(void) { return sizeof layout_index; }
END
} > layouts.c
