#pragma once
#include <stdint.h>

// Tables of TextFolder, made by generate_fold_table.py. A trie of two stages over code points:
// values[index[cp >> 7] * 128 + (cp & 127)].

/// Folding of one code point. Bit 15: needs its neighbours or grows, take the whole-text path.
/// The rest: 0 itself, 1 a separator, 2 nothing, 3 capital sigma, else 4 + number of a text.
extern const uint16_t kscan_fold_index[];
extern const uint16_t kscan_fold_values[];
/// Text number t is kscan_fold_texts[offsets[t] ..< offsets[t + 1]], UTF-8.
extern const uint16_t kscan_fold_text_offsets[];
extern const uint8_t kscan_fold_texts[];

/// For U+0000...U+07FF: the folded form in 1 or 2 bytes (first byte low), 0x20 a separator,
/// 0 take the trie.
extern const uint16_t kscan_fold_short[];

/// Full compatibility decomposition: 0 itself, else 1 + number of a run of code points.
extern const uint16_t kscan_nfkd_index[];
extern const uint16_t kscan_nfkd_values[];
extern const uint16_t kscan_nfkd_offsets[];
extern const uint32_t kscan_nfkd_points[];

/// Low byte: canonical combining class. Bit 8: cased. Bit 9: case-ignorable. Bit 10: invisible.
extern const uint16_t kscan_class_index[];
extern const uint16_t kscan_class_values[];

/// Canonical compositions sorted by (first, second): three numbers each.
extern const uint32_t kscan_compositions[];
extern const uint32_t kscan_composition_count;

static inline uint16_t kscan_fold_of(uint32_t cp) {
    return kscan_fold_values[(uint32_t)kscan_fold_index[cp >> 7] * 128 + (cp & 127)];
}
static inline uint16_t kscan_nfkd_of(uint32_t cp) {
    return kscan_nfkd_values[(uint32_t)kscan_nfkd_index[cp >> 7] * 128 + (cp & 127)];
}
static inline uint16_t kscan_class_of(uint32_t cp) {
    return kscan_class_values[(uint32_t)kscan_class_index[cp >> 7] * 128 + (cp & 127)];
}
static inline const uint16_t *_Nonnull kscan_fold_short_table(void) { return kscan_fold_short; }
static inline const uint8_t *_Nonnull kscan_fold_text(uint32_t t) {
    return kscan_fold_texts + kscan_fold_text_offsets[t];
}
static inline uint32_t kscan_fold_text_count(uint32_t t) {
    return (uint32_t)kscan_fold_text_offsets[t + 1] - kscan_fold_text_offsets[t];
}
static inline const uint32_t *_Nonnull kscan_nfkd_run(uint32_t t) {
    return kscan_nfkd_points + kscan_nfkd_offsets[t];
}
static inline uint32_t kscan_nfkd_run_count(uint32_t t) {
    return (uint32_t)kscan_nfkd_offsets[t + 1] - kscan_nfkd_offsets[t];
}

/// The canonical composite of two code points, or 0.
static inline uint32_t kscan_compose(uint32_t first, uint32_t second) {
    uint32_t low = 0, high = kscan_composition_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const uint32_t *row = kscan_compositions + 3 * middle;
        if (row[0] < first || (row[0] == first && row[1] < second)) low = middle + 1;
        else if (row[0] == first && row[1] == second) return row[2];
        else high = middle;
    }
    return 0;
}
