#pragma once
#include <stddef.h>
#include <stdint.h>

/// rules/headings.yaml, whole.
const uint8_t *_Nonnull crules_headings(void);
size_t crules_headings_count(void);
