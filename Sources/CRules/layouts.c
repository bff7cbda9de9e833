// Made by embed_layouts.sh. Do not edit.
#include "CRulesLayouts.h"
static const uint8_t layout_0[] = {
#embed "../../rules/banks/dsk-xml.yaml"
};
static const uint8_t layout_1[] = {
#embed "../../rules/banks/generic-csv.yaml"
};
static const uint8_t layout_2[] = {
#embed "../../rules/banks/kredobank-json.yaml"
};
static const uint8_t layout_3[] = {
#embed "../../rules/banks/monobank-csv.yaml"
};
static const uint8_t layout_4[] = {
#embed "../../rules/banks/monobank-fop.yaml"
};
static const uint8_t layout_5[] = {
#embed "../../rules/banks/monobank-jar.yaml"
};
static const uint8_t layout_6[] = {
#embed "../../rules/banks/n26-csv.yaml"
};
static const uint8_t layout_7[] = {
#embed "../../rules/banks/oschadbank-json.yaml"
};
static const uint8_t layout_8[] = {
#embed "../../rules/banks/privatbank-autoclient.yaml"
};
static const uint8_t layout_9[] = {
#embed "../../rules/banks/privatbank-business.yaml"
};
static const uint8_t layout_10[] = {
#embed "../../rules/banks/privatbank-csv.yaml"
};
static const uint8_t layout_11[] = {
#embed "../../rules/banks/privatbank-merchant.yaml"
};
static const uint8_t layout_12[] = {
#embed "../../rules/banks/pumb-json.yaml"
};
static const uint8_t layout_13[] = {
#embed "../../rules/banks/revolut-csv.yaml"
};
static const uint8_t layout_14[] = {
#embed "../../rules/banks/revolut-savings.yaml"
};
static const uint8_t layout_15[] = {
#embed "../../rules/banks/sense-json.yaml"
};
static const uint8_t layout_16[] = {
#embed "../../rules/banks/ukrsibbank-json.yaml"
};
static const uint8_t layout_17[] = {
#embed "../../rules/banks/wise-csv.yaml"
};
static const struct { const char *name; const uint8_t *bytes; size_t size; } layouts[] = {
    {"dsk-xml.yaml", layout_0, sizeof layout_0},
    {"generic-csv.yaml", layout_1, sizeof layout_1},
    {"kredobank-json.yaml", layout_2, sizeof layout_2},
    {"monobank-csv.yaml", layout_3, sizeof layout_3},
    {"monobank-fop.yaml", layout_4, sizeof layout_4},
    {"monobank-jar.yaml", layout_5, sizeof layout_5},
    {"n26-csv.yaml", layout_6, sizeof layout_6},
    {"oschadbank-json.yaml", layout_7, sizeof layout_7},
    {"privatbank-autoclient.yaml", layout_8, sizeof layout_8},
    {"privatbank-business.yaml", layout_9, sizeof layout_9},
    {"privatbank-csv.yaml", layout_10, sizeof layout_10},
    {"privatbank-merchant.yaml", layout_11, sizeof layout_11},
    {"pumb-json.yaml", layout_12, sizeof layout_12},
    {"revolut-csv.yaml", layout_13, sizeof layout_13},
    {"revolut-savings.yaml", layout_14, sizeof layout_14},
    {"sense-json.yaml", layout_15, sizeof layout_15},
    {"ukrsibbank-json.yaml", layout_16, sizeof layout_16},
    {"wise-csv.yaml", layout_17, sizeof layout_17},
};

int32_t kopiyka_layout_count(void) { return (int32_t)(sizeof layouts / sizeof layouts[0]); }

static int is_known(int32_t index) { return index >= 0 && index < kopiyka_layout_count(); }

const char *kopiyka_layout_name(int32_t index) { return is_known(index) ? layouts[index].name : ""; }
const uint8_t *kopiyka_layout_bytes(int32_t index) {
    return is_known(index) ? layouts[index].bytes : NULL;
}
size_t kopiyka_layout_size(int32_t index) { return is_known(index) ? layouts[index].size : 0; }
