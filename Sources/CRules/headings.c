#include "CRulesHeadings.h"

static const uint8_t headings[] = {
#embed "../../rules/headings.yaml"
};

const uint8_t *crules_headings(void) { return headings; }
size_t crules_headings_count(void) { return sizeof headings; }
