#pragma once
#include <stddef.h>
#include <stdint.h>

/// rules/compiled/merchants.bin, whole; its layout is described in rules/compile.py. Aligned to 64
/// bytes.
const uint8_t *_Nonnull crules_merchants(void);
size_t crules_merchants_count(void);

/// rules/categories.csv, whole.
const uint8_t *_Nonnull crules_categories(void);
size_t crules_categories_count(void);
