#pragma once
#include <stddef.h>
#include <stdint.h>

/// rules/compiled/words.bin, whole; its layout is described in rules/words.py.
const uint8_t *_Nonnull crules_words(void);
size_t crules_words_count(void);
