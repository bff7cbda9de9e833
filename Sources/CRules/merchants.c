#include "CRulesMerchants.h"

static const _Alignas(64) uint8_t merchants[] = {
#embed "../../rules/compiled/merchants.bin"
};

static const uint8_t categories[] = {
#embed "../../rules/categories.csv"
};

const uint8_t *crules_merchants(void) { return merchants; }
size_t crules_merchants_count(void) { return sizeof merchants; }
const uint8_t *crules_categories(void) { return categories; }
size_t crules_categories_count(void) { return sizeof categories; }
