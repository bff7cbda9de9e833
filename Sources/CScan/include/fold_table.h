#pragma once
#include <stdint.h>
#include <string.h>

#include "fold_offsets.h"

/// Tables of TextFolder, made by generate_fold_table.py. Little endian: big-endian machines are not
/// supported.
///
/// fold, nfkd and class are tries of two stages over code points: values[index[cp >> 7] * 128 + (cp
/// & 127)].
///
/// - fold: folding of one code point. Bit 15: needs its neighbours or grows, take the whole-text
///   path. The rest: 0 itself, 1 a separator, 2 nothing, 3 capital sigma, else 4 + number of a
///   text. Text number t is fold_texts[fold_text_offsets[t] ..< fold_text_offsets[t + 1]], UTF-8.
/// - fold_short: for U+0000...U+07FF the folded form in 1 or 2 bytes (first byte low), 0x20 a
///   separator, 0 take the trie.
/// - nfkd: full compatibility decomposition: 0 itself, else 1 + number of a run of nfkd_points.
/// - class: low byte canonical combining class. Bit 8: cased. Bit 9: case-ignorable. Bit 10:
///   invisible.
/// - compositions: canonical ones sorted by (first, second): three numbers each.
extern const uint8_t kscan_fold_table[];

static inline uint16_t kscan_u16(uint32_t section, uint32_t number) {
    uint16_t value;
    memcpy(&value, kscan_fold_table + section + 2 * (size_t)number, sizeof value);
    return value;
}
static inline uint16_t kscan_of(uint32_t index, uint32_t values, uint32_t cp) {
    return kscan_u16(values, (uint32_t)kscan_u16(index, cp >> 7) * 128 + (cp & 127));
}
static inline uint16_t kscan_fold_of(uint32_t cp) {
    return kscan_of(kscan_at_fold_index, kscan_at_fold_values, cp);
}
static inline uint16_t kscan_nfkd_of(uint32_t cp) {
    return kscan_of(kscan_at_nfkd_index, kscan_at_nfkd_values, cp);
}
static inline uint16_t kscan_class_of(uint32_t cp) {
    return kscan_of(kscan_at_class_index, kscan_at_class_values, cp);
}
static inline const uint16_t *_Nonnull kscan_fold_short_table(void) {
    return (const uint16_t *)(const void *)(kscan_fold_table + kscan_at_fold_short);
}
static inline const uint8_t *_Nonnull kscan_fold_text(uint32_t t) {
    return kscan_fold_table + kscan_at_fold_texts + kscan_u16(kscan_at_fold_text_offsets, t);
}
static inline uint32_t kscan_fold_text_count(uint32_t t) {
    return (uint32_t)kscan_u16(kscan_at_fold_text_offsets, t + 1) - kscan_u16(kscan_at_fold_text_offsets, t);
}
static inline uint32_t kscan_nfkd_point(uint32_t number) {
    uint32_t value;
    memcpy(&value, kscan_fold_table + kscan_at_nfkd_points + 4 * (size_t)number, sizeof value);
    return value;
}
/// The first of a run's points, and behind its last.
static inline uint32_t kscan_nfkd_start(uint32_t run) { return kscan_u16(kscan_at_nfkd_offsets, run); }
static inline uint32_t kscan_nfkd_end(uint32_t run) { return kscan_u16(kscan_at_nfkd_offsets, run + 1); }

/// The canonical composite of two code points, or 0.
static inline uint32_t kscan_compose(uint32_t first, uint32_t second) {
    uint32_t low = 0, high = kscan_composition_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        uint32_t row[3];
        memcpy(row, kscan_fold_table + kscan_at_compositions + sizeof row * (size_t)middle, sizeof row);
        if (row[0] < first || (row[0] == first && row[1] < second)) low = middle + 1;
        else if (row[0] == first && row[1] == second) return row[2];
        else high = middle;
    }
    return 0;
}
