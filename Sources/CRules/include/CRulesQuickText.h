#pragma once
#include <stddef.h>
#include <stdint.h>

/// rules/quick-text.csv, whole.
const uint8_t *_Nonnull crules_quick_text(void);
size_t crules_quick_text_count(void);
