#include "CRulesWords.h"

static const uint8_t words[] = {
#embed "../../rules/compiled/words.bin"
};

const uint8_t *crules_words(void) { return words; }
size_t crules_words_count(void) { return sizeof words; }
