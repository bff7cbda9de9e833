#include "CRulesValues.h"

static const uint8_t values[] = {
#embed "../../rules/values.txt"
};

const uint8_t *crules_values(void) { return values; }
size_t crules_values_count(void) { return sizeof values; }
