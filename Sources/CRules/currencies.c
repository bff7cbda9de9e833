#include "CRulesCurrencies.h"

static const uint8_t currencies[] = {
#embed "../../rules/currencies.csv"
};

const uint8_t *crules_currencies(void) { return currencies; }
size_t crules_currencies_count(void) { return sizeof currencies; }
