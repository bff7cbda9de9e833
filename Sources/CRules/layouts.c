#include "CRulesLayouts.h"

static const uint8_t layouts[] = {
#embed "../../rules/compiled/layouts.txt"
};

const uint8_t *crules_layouts(void) { return layouts; }
size_t crules_layouts_count(void) { return sizeof layouts; }
