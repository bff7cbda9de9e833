#pragma once
#include <stddef.h>
#include <stdint.h>

// The files of rules/banks/, embedded. An index outside 0..<count gives nothing.

int32_t kopiyka_layout_count(void);
/// `monobank-csv.yaml`
const char *kopiyka_layout_name(int32_t index);
const uint8_t *kopiyka_layout_bytes(int32_t index);
size_t kopiyka_layout_size(int32_t index);

/// rules/compiled/layouts.tsv, whole: what tells whether a file could be of a layout, without reading the layout.
const uint8_t *kopiyka_layout_index(void);
size_t kopiyka_layout_index_size(void);
