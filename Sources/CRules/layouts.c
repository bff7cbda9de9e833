// Made by embed_layouts.sh. Do not edit.
#include "CRulesLayouts.h"
static const uint8_t layout_0[] = {
#embed "../../rules/banks/generic-csv.yaml"
};
static const uint8_t layout_1[] = {
#embed "../../rules/banks/monobank-csv.yaml"
};
static const uint8_t layout_2[] = {
#embed "../../rules/banks/monobank-fop.yaml"
};
static const uint8_t layout_3[] = {
#embed "../../rules/banks/monobank-jar.yaml"
};
static const uint8_t layout_4[] = {
#embed "../../rules/banks/n26-csv.yaml"
};
static const uint8_t layout_5[] = {
#embed "../../rules/banks/privatbank-business.yaml"
};
static const uint8_t layout_6[] = {
#embed "../../rules/banks/privatbank-csv.yaml"
};
static const uint8_t layout_7[] = {
#embed "../../rules/banks/revolut-csv.yaml"
};
static const uint8_t layout_8[] = {
#embed "../../rules/banks/revolut-savings.yaml"
};
static const uint8_t layout_9[] = {
#embed "../../rules/banks/wise-csv.yaml"
};
static const struct { const char *name; const uint8_t *bytes; size_t size; } layouts[] = {
    {"generic-csv.yaml", layout_0, sizeof layout_0},
    {"monobank-csv.yaml", layout_1, sizeof layout_1},
    {"monobank-fop.yaml", layout_2, sizeof layout_2},
    {"monobank-jar.yaml", layout_3, sizeof layout_3},
    {"n26-csv.yaml", layout_4, sizeof layout_4},
    {"privatbank-business.yaml", layout_5, sizeof layout_5},
    {"privatbank-csv.yaml", layout_6, sizeof layout_6},
    {"revolut-csv.yaml", layout_7, sizeof layout_7},
    {"revolut-savings.yaml", layout_8, sizeof layout_8},
    {"wise-csv.yaml", layout_9, sizeof layout_9},
};

int32_t kopiyka_layout_count(void) { return (int32_t)(sizeof layouts / sizeof layouts[0]); }

static int is_known(int32_t index) { return index >= 0 && index < kopiyka_layout_count(); }

const char *kopiyka_layout_name(int32_t index) { return is_known(index) ? layouts[index].name : ""; }
const uint8_t *kopiyka_layout_bytes(int32_t index) {
    return is_known(index) ? layouts[index].bytes : NULL;
}
size_t kopiyka_layout_size(int32_t index) { return is_known(index) ? layouts[index].size : 0; }
