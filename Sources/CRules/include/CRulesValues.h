#pragma once
#include <stddef.h>
#include <stdint.h>

/// rules/values.txt, whole.
const uint8_t *_Nonnull crules_values(void);
size_t crules_values_count(void);
