#include "CRulesQuickText.h"

static const uint8_t quick_text[] = {
#embed "../../rules/quick-text.csv"
};

const uint8_t *crules_quick_text(void) { return quick_text; }
size_t crules_quick_text_count(void) { return sizeof quick_text; }
