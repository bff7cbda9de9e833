#pragma once
#include <stddef.h>
#include <stdint.h>

/// rules/currencies.csv, whole.
const uint8_t *_Nonnull crules_currencies(void);
size_t crules_currencies_count(void);
