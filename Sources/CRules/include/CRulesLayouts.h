#pragma once
#include <stddef.h>
#include <stdint.h>

/// rules/compiled/layouts.txt, whole: cards and files of rules/banks/ as rules/layouts.py
/// describes.
const uint8_t *_Nonnull crules_layouts(void);
size_t crules_layouts_count(void);
