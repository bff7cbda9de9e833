// Made by embed_layouts.sh. Do not edit.
#include "CRulesLayouts.h"
static const uint8_t layout_0[] = {
#embed "../../rules/banks/abank-fop.yaml"
};
static const uint8_t layout_1[] = {
#embed "../../rules/banks/alfa-bank-ru.yaml"
};
static const uint8_t layout_2[] = {
#embed "../../rules/banks/alfa-bank-ua-business.yaml"
};
static const uint8_t layout_3[] = {
#embed "../../rules/banks/alipay.yaml"
};
static const uint8_t layout_4[] = {
#embed "../../rules/banks/amex-member.yaml"
};
static const uint8_t layout_5[] = {
#embed "../../rules/banks/amex-uk-short.yaml"
};
static const uint8_t layout_6[] = {
#embed "../../rules/banks/amex-uk.yaml"
};
static const uint8_t layout_7[] = {
#embed "../../rules/banks/amex-us-short.yaml"
};
static const uint8_t layout_8[] = {
#embed "../../rules/banks/amex-us.yaml"
};
static const uint8_t layout_9[] = {
#embed "../../rules/banks/banco-do-brasil.yaml"
};
static const uint8_t layout_10[] = {
#embed "../../rules/banks/bank-of-america-card.yaml"
};
static const uint8_t layout_11[] = {
#embed "../../rules/banks/bank-of-america.yaml"
};
static const uint8_t layout_12[] = {
#embed "../../rules/banks/bank-of-china.yaml"
};
static const uint8_t layout_13[] = {
#embed "../../rules/banks/bank-of-ireland.yaml"
};
static const uint8_t layout_14[] = {
#embed "../../rules/banks/bawag.yaml"
};
static const uint8_t layout_15[] = {
#embed "../../rules/banks/bbva-es-spanish.yaml"
};
static const uint8_t layout_16[] = {
#embed "../../rules/banks/bbva-es.yaml"
};
static const uint8_t layout_17[] = {
#embed "../../rules/banks/bmo.yaml"
};
static const uint8_t layout_18[] = {
#embed "../../rules/banks/bnp-paribas-pl.yaml"
};
static const uint8_t layout_19[] = {
#embed "../../rules/banks/bunq.yaml"
};
static const uint8_t layout_20[] = {
#embed "../../rules/banks/capital-one-card.yaml"
};
static const uint8_t layout_21[] = {
#embed "../../rules/banks/chase-card.yaml"
};
static const uint8_t layout_22[] = {
#embed "../../rules/banks/chase-checking.yaml"
};
static const uint8_t layout_23[] = {
#embed "../../rules/banks/chase-old.yaml"
};
static const uint8_t layout_24[] = {
#embed "../../rules/banks/checks-headless.yaml"
};
static const uint8_t layout_25[] = {
#embed "../../rules/banks/clientbank-ua.yaml"
};
static const uint8_t layout_26[] = {
#embed "../../rules/banks/commerzbank.yaml"
};
static const uint8_t layout_27[] = {
#embed "../../rules/banks/csb43.yaml"
};
static const uint8_t layout_28[] = {
#embed "../../rules/banks/delavska-si.yaml"
};
static const uint8_t layout_29[] = {
#embed "../../rules/banks/dkb-2023.yaml"
};
static const uint8_t layout_30[] = {
#embed "../../rules/banks/dkb.yaml"
};
static const uint8_t layout_31[] = {
#embed "../../rules/banks/dsk-xml.yaml"
};
static const uint8_t layout_32[] = {
#embed "../../rules/banks/erste-hr.yaml"
};
static const uint8_t layout_33[] = {
#embed "../../rules/banks/generic-csv.yaml"
};
static const uint8_t layout_34[] = {
#embed "../../rules/banks/halyk-kz.yaml"
};
static const uint8_t layout_35[] = {
#embed "../../rules/banks/hsbc-hk.yaml"
};
static const uint8_t layout_36[] = {
#embed "../../rules/banks/ing-de.yaml"
};
static const uint8_t layout_37[] = {
#embed "../../rules/banks/ing-es.yaml"
};
static const uint8_t layout_38[] = {
#embed "../../rules/banks/ing-nl.yaml"
};
static const uint8_t layout_39[] = {
#embed "../../rules/banks/kbc.yaml"
};
static const uint8_t layout_40[] = {
#embed "../../rules/banks/khan-mn.yaml"
};
static const uint8_t layout_41[] = {
#embed "../../rules/banks/kredobank-json.yaml"
};
static const uint8_t layout_42[] = {
#embed "../../rules/banks/lbb-card.yaml"
};
static const uint8_t layout_43[] = {
#embed "../../rules/banks/lcl.yaml"
};
static const uint8_t layout_44[] = {
#embed "../../rules/banks/mint.yaml"
};
static const uint8_t layout_45[] = {
#embed "../../rules/banks/monefy.yaml"
};
static const uint8_t layout_46[] = {
#embed "../../rules/banks/monobank-csv.yaml"
};
static const uint8_t layout_47[] = {
#embed "../../rules/banks/monobank-fop.yaml"
};
static const uint8_t layout_48[] = {
#embed "../../rules/banks/monobank-jar.yaml"
};
static const uint8_t layout_49[] = {
#embed "../../rules/banks/monzo-2018.yaml"
};
static const uint8_t layout_50[] = {
#embed "../../rules/banks/monzo.yaml"
};
static const uint8_t layout_51[] = {
#embed "../../rules/banks/n26-csv.yaml"
};
static const uint8_t layout_52[] = {
#embed "../../rules/banks/nationwide-headless.yaml"
};
static const uint8_t layout_53[] = {
#embed "../../rules/banks/nationwide.yaml"
};
static const uint8_t layout_54[] = {
#embed "../../rules/banks/ocbc.yaml"
};
static const uint8_t layout_55[] = {
#embed "../../rules/banks/odoo.yaml"
};
static const uint8_t layout_56[] = {
#embed "../../rules/banks/oschadbank-json.yaml"
};
static const uint8_t layout_57[] = {
#embed "../../rules/banks/otp-hu.yaml"
};
static const uint8_t layout_58[] = {
#embed "../../rules/banks/otp-si.yaml"
};
static const uint8_t layout_59[] = {
#embed "../../rules/banks/payoneer.yaml"
};
static const uint8_t layout_60[] = {
#embed "../../rules/banks/paypal-us.yaml"
};
static const uint8_t layout_61[] = {
#embed "../../rules/banks/paypal.yaml"
};
static const uint8_t layout_62[] = {
#embed "../../rules/banks/privatbank-autoclient.yaml"
};
static const uint8_t layout_63[] = {
#embed "../../rules/banks/privatbank-business-xlsx.yaml"
};
static const uint8_t layout_64[] = {
#embed "../../rules/banks/privatbank-business.yaml"
};
static const uint8_t layout_65[] = {
#embed "../../rules/banks/privatbank-csv.yaml"
};
static const uint8_t layout_66[] = {
#embed "../../rules/banks/privatbank-merchant.yaml"
};
static const uint8_t layout_67[] = {
#embed "../../rules/banks/pumb-json.yaml"
};
static const uint8_t layout_68[] = {
#embed "../../rules/banks/pumb.yaml"
};
static const uint8_t layout_69[] = {
#embed "../../rules/banks/rabobank.yaml"
};
static const uint8_t layout_70[] = {
#embed "../../rules/banks/raiffeisen-at.yaml"
};
static const uint8_t layout_71[] = {
#embed "../../rules/banks/raiffeisen-ua.yaml"
};
static const uint8_t layout_72[] = {
#embed "../../rules/banks/revolut-csv.yaml"
};
static const uint8_t layout_73[] = {
#embed "../../rules/banks/revolut-savings.yaml"
};
static const uint8_t layout_74[] = {
#embed "../../rules/banks/santander-es.yaml"
};
static const uint8_t layout_75[] = {
#embed "../../rules/banks/sberbank-ru.yaml"
};
static const uint8_t layout_76[] = {
#embed "../../rules/banks/schwab-checking.yaml"
};
static const uint8_t layout_77[] = {
#embed "../../rules/banks/sense-bank.yaml"
};
static const uint8_t layout_78[] = {
#embed "../../rules/banks/sense-json.yaml"
};
static const uint8_t layout_79[] = {
#embed "../../rules/banks/societe-generale.yaml"
};
static const uint8_t layout_80[] = {
#embed "../../rules/banks/sparkasse.yaml"
};
static const uint8_t layout_81[] = {
#embed "../../rules/banks/spdb.yaml"
};
static const uint8_t layout_82[] = {
#embed "../../rules/banks/stripe.yaml"
};
static const uint8_t layout_83[] = {
#embed "../../rules/banks/swedbank.yaml"
};
static const uint8_t layout_84[] = {
#embed "../../rules/banks/tbank.yaml"
};
static const uint8_t layout_85[] = {
#embed "../../rules/banks/tbc-ge.yaml"
};
static const uint8_t layout_86[] = {
#embed "../../rules/banks/ukrsibbank-json.yaml"
};
static const uint8_t layout_87[] = {
#embed "../../rules/banks/ukrsibbank.yaml"
};
static const uint8_t layout_88[] = {
#embed "../../rules/banks/us-headless.yaml"
};
static const uint8_t layout_89[] = {
#embed "../../rules/banks/venmo.yaml"
};
static const uint8_t layout_90[] = {
#embed "../../rules/banks/vr-bank.yaml"
};
static const uint8_t layout_91[] = {
#embed "../../rules/banks/vtb-ru.yaml"
};
static const uint8_t layout_92[] = {
#embed "../../rules/banks/wise-csv.yaml"
};
static const struct { const char *name; const uint8_t *bytes; size_t size; } layouts[] = {
    {"abank-fop.yaml", layout_0, sizeof layout_0},
    {"alfa-bank-ru.yaml", layout_1, sizeof layout_1},
    {"alfa-bank-ua-business.yaml", layout_2, sizeof layout_2},
    {"alipay.yaml", layout_3, sizeof layout_3},
    {"amex-member.yaml", layout_4, sizeof layout_4},
    {"amex-uk-short.yaml", layout_5, sizeof layout_5},
    {"amex-uk.yaml", layout_6, sizeof layout_6},
    {"amex-us-short.yaml", layout_7, sizeof layout_7},
    {"amex-us.yaml", layout_8, sizeof layout_8},
    {"banco-do-brasil.yaml", layout_9, sizeof layout_9},
    {"bank-of-america-card.yaml", layout_10, sizeof layout_10},
    {"bank-of-america.yaml", layout_11, sizeof layout_11},
    {"bank-of-china.yaml", layout_12, sizeof layout_12},
    {"bank-of-ireland.yaml", layout_13, sizeof layout_13},
    {"bawag.yaml", layout_14, sizeof layout_14},
    {"bbva-es-spanish.yaml", layout_15, sizeof layout_15},
    {"bbva-es.yaml", layout_16, sizeof layout_16},
    {"bmo.yaml", layout_17, sizeof layout_17},
    {"bnp-paribas-pl.yaml", layout_18, sizeof layout_18},
    {"bunq.yaml", layout_19, sizeof layout_19},
    {"capital-one-card.yaml", layout_20, sizeof layout_20},
    {"chase-card.yaml", layout_21, sizeof layout_21},
    {"chase-checking.yaml", layout_22, sizeof layout_22},
    {"chase-old.yaml", layout_23, sizeof layout_23},
    {"checks-headless.yaml", layout_24, sizeof layout_24},
    {"clientbank-ua.yaml", layout_25, sizeof layout_25},
    {"commerzbank.yaml", layout_26, sizeof layout_26},
    {"csb43.yaml", layout_27, sizeof layout_27},
    {"delavska-si.yaml", layout_28, sizeof layout_28},
    {"dkb-2023.yaml", layout_29, sizeof layout_29},
    {"dkb.yaml", layout_30, sizeof layout_30},
    {"dsk-xml.yaml", layout_31, sizeof layout_31},
    {"erste-hr.yaml", layout_32, sizeof layout_32},
    {"generic-csv.yaml", layout_33, sizeof layout_33},
    {"halyk-kz.yaml", layout_34, sizeof layout_34},
    {"hsbc-hk.yaml", layout_35, sizeof layout_35},
    {"ing-de.yaml", layout_36, sizeof layout_36},
    {"ing-es.yaml", layout_37, sizeof layout_37},
    {"ing-nl.yaml", layout_38, sizeof layout_38},
    {"kbc.yaml", layout_39, sizeof layout_39},
    {"khan-mn.yaml", layout_40, sizeof layout_40},
    {"kredobank-json.yaml", layout_41, sizeof layout_41},
    {"lbb-card.yaml", layout_42, sizeof layout_42},
    {"lcl.yaml", layout_43, sizeof layout_43},
    {"mint.yaml", layout_44, sizeof layout_44},
    {"monefy.yaml", layout_45, sizeof layout_45},
    {"monobank-csv.yaml", layout_46, sizeof layout_46},
    {"monobank-fop.yaml", layout_47, sizeof layout_47},
    {"monobank-jar.yaml", layout_48, sizeof layout_48},
    {"monzo-2018.yaml", layout_49, sizeof layout_49},
    {"monzo.yaml", layout_50, sizeof layout_50},
    {"n26-csv.yaml", layout_51, sizeof layout_51},
    {"nationwide-headless.yaml", layout_52, sizeof layout_52},
    {"nationwide.yaml", layout_53, sizeof layout_53},
    {"ocbc.yaml", layout_54, sizeof layout_54},
    {"odoo.yaml", layout_55, sizeof layout_55},
    {"oschadbank-json.yaml", layout_56, sizeof layout_56},
    {"otp-hu.yaml", layout_57, sizeof layout_57},
    {"otp-si.yaml", layout_58, sizeof layout_58},
    {"payoneer.yaml", layout_59, sizeof layout_59},
    {"paypal-us.yaml", layout_60, sizeof layout_60},
    {"paypal.yaml", layout_61, sizeof layout_61},
    {"privatbank-autoclient.yaml", layout_62, sizeof layout_62},
    {"privatbank-business-xlsx.yaml", layout_63, sizeof layout_63},
    {"privatbank-business.yaml", layout_64, sizeof layout_64},
    {"privatbank-csv.yaml", layout_65, sizeof layout_65},
    {"privatbank-merchant.yaml", layout_66, sizeof layout_66},
    {"pumb-json.yaml", layout_67, sizeof layout_67},
    {"pumb.yaml", layout_68, sizeof layout_68},
    {"rabobank.yaml", layout_69, sizeof layout_69},
    {"raiffeisen-at.yaml", layout_70, sizeof layout_70},
    {"raiffeisen-ua.yaml", layout_71, sizeof layout_71},
    {"revolut-csv.yaml", layout_72, sizeof layout_72},
    {"revolut-savings.yaml", layout_73, sizeof layout_73},
    {"santander-es.yaml", layout_74, sizeof layout_74},
    {"sberbank-ru.yaml", layout_75, sizeof layout_75},
    {"schwab-checking.yaml", layout_76, sizeof layout_76},
    {"sense-bank.yaml", layout_77, sizeof layout_77},
    {"sense-json.yaml", layout_78, sizeof layout_78},
    {"societe-generale.yaml", layout_79, sizeof layout_79},
    {"sparkasse.yaml", layout_80, sizeof layout_80},
    {"spdb.yaml", layout_81, sizeof layout_81},
    {"stripe.yaml", layout_82, sizeof layout_82},
    {"swedbank.yaml", layout_83, sizeof layout_83},
    {"tbank.yaml", layout_84, sizeof layout_84},
    {"tbc-ge.yaml", layout_85, sizeof layout_85},
    {"ukrsibbank-json.yaml", layout_86, sizeof layout_86},
    {"ukrsibbank.yaml", layout_87, sizeof layout_87},
    {"us-headless.yaml", layout_88, sizeof layout_88},
    {"venmo.yaml", layout_89, sizeof layout_89},
    {"vr-bank.yaml", layout_90, sizeof layout_90},
    {"vtb-ru.yaml", layout_91, sizeof layout_91},
    {"wise-csv.yaml", layout_92, sizeof layout_92},
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
