#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

// Byte scans that Swift has no movemask for. Each has a portable form with the same answers.

/// Bit i of the answer is set where p[i] == c. The caller guarantees 64 readable bytes.
static inline uint64_t kscan_eq64(const uint8_t *p, uint8_t c) {
#if defined(__SSE2__)
    const __m128i wanted = _mm_set1_epi8((char)c);
    uint64_t mask = 0;
    for (int lane = 0; lane < 4; lane++) {
        __m128i block = _mm_loadu_si128((const __m128i *)(p + 16 * lane));
        uint64_t bits = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(block, wanted));
        mask |= bits << (16 * lane);
    }
    return mask;
#else
    uint64_t mask = 0;
    for (int i = 0; i < 64; i++) mask |= (uint64_t)(p[i] == c) << i;
    return mask;
#endif
}

/// x with its 31 highest bits behind the others. Of two shifts of a product compilers make another
/// multiplication.
static inline uint64_t kscan_rotate31(uint64_t x) {
#if defined(__has_builtin) && __has_builtin(__builtin_rotateleft64)
    return __builtin_rotateleft64(x, 31);
#else
    return x << 31 | x >> 33;
#endif
}

/// Copies n bytes that do not overlap; few of them, as most pieces of a line are, without a call.
static inline void kscan_copy(uint8_t *to, const uint8_t *from, size_t n) {
    if (n > 32) {
        memcpy(to, from, n);
    } else if (n >= 16) {
        memcpy(to, from, 16), memcpy(to + n - 16, from + n - 16, 16);
    } else if (n >= 8) {
        memcpy(to, from, 8), memcpy(to + n - 8, from + n - 8, 8);
    } else if (n >= 4) {
        memcpy(to, from, 4), memcpy(to + n - 4, from + n - 4, 4);
    } else {
        for (size_t i = 0; i < n; i++) to[i] = from[i];
    }
}

/* Asks for the cache line of an address; never faults. */
static inline void kscan_prefetch(const void *p) { __builtin_prefetch(p, 0, 1); }

/* Asks for the cache line of an address that will be written, and takes it from the other processors; never faults. */
static inline void kscan_prefetch_to_write(const void *p) {
#if defined(__x86_64__)
    // The compiler would ask for reading: the instruction is on all processors of today, and on
    // older ones does nothing.
    __asm__ volatile("prefetchw %0" : : "m"(*(const char *)p));
#else
    __builtin_prefetch(p, 1, 3);
#endif
}

/// Bit i is the parity of bits 0...i: from a mask of quotes to the mask of quoted bytes.
static inline uint64_t kscan_prefix_xor(uint64_t bits) {
    bits ^= bits << 1;
    bits ^= bits << 2;
    bits ^= bits << 4;
    bits ^= bits << 8;
    bits ^= bits << 16;
    bits ^= bits << 32;
    return bits;
}

/// Index of the first byte >= 0x80, or n.
static inline size_t kscan_skip_ascii(const uint8_t *p, size_t n) {
    size_t i = 0;
#if defined(__SSE2__)
    for (; i + 16 <= n; i += 16) {
        int bits = _mm_movemask_epi8(_mm_loadu_si128((const __m128i *)(p + i)));
        if (bits) return i + (size_t)__builtin_ctz((unsigned)bits);
    }
#endif
    while (i < n && p[i] < 0x80) i++;
    return i;
}

/// How many bytes at the front, seen 16 at a time, are ASCII and whole sequences of UTF-8 of two
/// bytes, as Cyrillic text is, or of three where any second byte may follow the first, as dashes
/// and quotes do; more of them may follow.
static inline size_t kscan_skip_short_utf8(const uint8_t *p, size_t n) {
    size_t i = 0;
#if defined(__SSE2__)
    const __m128i below_lead = _mm_set1_epi8((char)0xC0), first_lead = _mm_set1_epi8((char)0xC1),
                  lead_of_three = _mm_set1_epi8((char)0xE0), behind_lead = _mm_set1_epi8((char)0xF0),
                  surrogates = _mm_set1_epi8((char)0xED);
    // Bits for the bytes of the next block that must go on with a sequence of this one.
    unsigned carry = 0;
    for (; i + 16 <= n; i += 16) {
        const __m128i block = _mm_loadu_si128((const __m128i *)(p + i));
        const unsigned high = (unsigned)_mm_movemask_epi8(block);
        if (!(high | carry)) continue;
        // Signed, 0x80...0xBF come first, then leads.
        const unsigned tails = (unsigned)_mm_movemask_epi8(_mm_cmplt_epi8(block, below_lead));
        const __m128i behind = _mm_cmplt_epi8(block, behind_lead);
        const unsigned threes = high
            & (unsigned)_mm_movemask_epi8(_mm_andnot_si128(_mm_cmpeq_epi8(block, surrogates), _mm_and_si128(_mm_cmpgt_epi8(block, lead_of_three), behind)));
        const unsigned twos = high
            & (unsigned)_mm_movemask_epi8(_mm_and_si128(_mm_cmpgt_epi8(block, first_lead), _mm_cmplt_epi8(block, lead_of_three)));
        const unsigned wanted = (twos | threes) << 1 | threes << 2 | carry;
        if ((tails | twos | threes) != high || tails != (wanted & 0xFFFF)) break;
        carry = wanted >> 16;
    }
    // Back to the lead of a sequence that goes on behind: two bytes when one of its tails was seen.
    if (carry) i -= p[i - 1] < 0xC0 ? 2 : 1;
#endif
    return i;
}

/// Index of the first byte that tells something about an encoding: >= 0x80, or 0 or 4, the upper
/// halves of ASCII and Cyrillic in UTF-16; n if there is none.
static inline size_t kscan_skip_plain(const uint8_t *p, size_t n) {
    size_t i = 0;
#if defined(__SSE2__)
    const __m128i zero = _mm_setzero_si128(), four = _mm_set1_epi8(4);
    for (; i + 16 <= n; i += 16) {
        __m128i block = _mm_loadu_si128((const __m128i *)(p + i));
        __m128i hit = _mm_or_si128(
            block, _mm_or_si128(_mm_cmpeq_epi8(block, zero), _mm_cmpeq_epi8(block, four)));
        int bits = _mm_movemask_epi8(hit);
        if (bits) return i + (size_t)__builtin_ctz((unsigned)bits);
    }
#endif
    while (i < n && p[i] < 0x80 && p[i] != 0 && p[i] != 4) i++;
    return i;
}

/// Counts line feeds and continuation bytes (0x80...0xBF).
static inline void kscan_count(const uint8_t *p, size_t n, size_t *lines, size_t *continuations) {
    size_t i = 0, feeds = 0, others = 0;
#if defined(__SSE2__)
    const __m128i feed = _mm_set1_epi8('\n'), lead = _mm_set1_epi8((char)0xC0), zero = _mm_setzero_si128();
    while (i + 16 <= n) {
        // A byte counts to 255 at most.
        __m128i a = zero, b = zero;
        for (int step = 0; step < 255 && i + 16 <= n; step++, i += 16) {
            __m128i block = _mm_loadu_si128((const __m128i *)(p + i));
            a = _mm_sub_epi8(a, _mm_cmpeq_epi8(block, feed));
            // Signed, 0x80...0xBF are the bytes below 0xC0.
            b = _mm_sub_epi8(b, _mm_cmplt_epi8(block, lead));
        }
        __m128i sum = _mm_sad_epu8(a, zero), sum2 = _mm_sad_epu8(b, zero);
        feeds += (size_t)_mm_cvtsi128_si64(sum) + (size_t)_mm_cvtsi128_si64(_mm_srli_si128(sum, 8));
        others += (size_t)_mm_cvtsi128_si64(sum2) + (size_t)_mm_cvtsi128_si64(_mm_srli_si128(sum2, 8));
    }
#endif
    const uint64_t high = 0x8080808080808080u, each = 0x0101010101010101u;
    for (; i + 8 <= n; i += 8) {
        uint64_t word;
        memcpy(&word, p + i, 8);
        // Bytes that are zero after the exclusive or are line feeds; a high bit marks each.
        const uint64_t apart = word ^ 10 * each, feed8 = ((((apart & ~high) + ~high) | apart) & high) ^ high;
        feeds += ((feed8 >> 7) * each) >> 56;
        others += (((word & ~(word << 1) & high) >> 7) * each) >> 56;
    }
    for (; i < n; i++) {
        feeds += p[i] == '\n';
        others += (p[i] & 0xC0) == 0x80;
    }
    *lines = feeds;
    *continuations = others;
}

/// Index of the first byte equal to a, b or c, or n.
static inline size_t kscan_find_any3(
    const uint8_t *p, size_t n, uint8_t a, uint8_t b, uint8_t c) {
    size_t i = 0;
#if defined(__SSE2__)
    const __m128i va = _mm_set1_epi8((char)a), vb = _mm_set1_epi8((char)b),
                  vc = _mm_set1_epi8((char)c);
    for (; i + 16 <= n; i += 16) {
        __m128i block = _mm_loadu_si128((const __m128i *)(p + i));
        __m128i hit = _mm_or_si128(
            _mm_or_si128(_mm_cmpeq_epi8(block, va), _mm_cmpeq_epi8(block, vb)),
            _mm_cmpeq_epi8(block, vc));
        int bits = _mm_movemask_epi8(hit);
        if (bits) return i + (size_t)__builtin_ctz((unsigned)bits);
    }
#endif
    while (i < n && p[i] != a && p[i] != b && p[i] != c) i++;
    return i;
}

/// Index of the first byte that ends or complicates a JSON string being read: a quote, a
/// backslash or a control byte below 0x20; n if there is none. Adds to *high whether a byte
/// >= 0x80 may have been passed (it may also be set by a byte just behind the answer).
static inline size_t kscan_json_stop(const uint8_t *p, size_t n, int *high) {
    size_t i = 0;
#if defined(__SSE2__)
    const __m128i quote = _mm_set1_epi8('"'), slash = _mm_set1_epi8('\\'),
                  control = _mm_set1_epi8(0x1F);
    for (; i + 16 <= n; i += 16) {
        __m128i block = _mm_loadu_si128((const __m128i *)(p + i));
        // Unsigned block <= 0x1F, as SSE2 compares signed bytes only.
        __m128i low = _mm_cmpeq_epi8(_mm_min_epu8(block, control), block);
        __m128i hit = _mm_or_si128(
            low, _mm_or_si128(_mm_cmpeq_epi8(block, quote), _mm_cmpeq_epi8(block, slash)));
        *high |= _mm_movemask_epi8(block);
        int bits = _mm_movemask_epi8(hit);
        if (bits) return i + (size_t)__builtin_ctz((unsigned)bits);
    }
#endif
    while (i < n && p[i] != '"' && p[i] != '\\' && p[i] >= 0x20) {
        *high |= p[i] & 0x80;
        i++;
    }
    return i;
}

/// Index of the first byte that cannot be copied into a JSON string as it is (quote, backslash,
/// control, DEL) or may begin a scalar that is written escaped (C1 and the soft hyphen 0xC2, U+061C
/// 0xD8, everything from 0xE1 on); n if there is none.
static inline size_t kscan_json_plain(const uint8_t *p, size_t n) {
    size_t i = 0;
#if defined(__SSE2__)
    const __m128i quote = _mm_set1_epi8('"'), slash = _mm_set1_epi8('\\'),
                  control = _mm_set1_epi8(0x1F), del = _mm_set1_epi8(0x7F),
                  high = _mm_set1_epi8((char)0xE1), c1 = _mm_set1_epi8((char)0xC2),
                  arabic = _mm_set1_epi8((char)0xD8);
    uint8_t few[16];
    const uint8_t *text = p;
    size_t room = n;
    if (n < 16) {
        memset(few, 'a', 16);
        kscan_copy(few, p, n);
        text = few;
        room = 16;
    }
    while (i < n) {
        // The last block reaches back over bytes that were plain.
        if (i + 16 > room) i = room - 16;
        __m128i block = _mm_loadu_si128((const __m128i *)(text + i));
        __m128i hit = _mm_cmpeq_epi8(_mm_min_epu8(block, control), block);
        hit = _mm_or_si128(hit, _mm_cmpeq_epi8(block, quote));
        hit = _mm_or_si128(hit, _mm_cmpeq_epi8(block, slash));
        hit = _mm_or_si128(hit, _mm_cmpeq_epi8(block, del));
        hit = _mm_or_si128(hit, _mm_cmpeq_epi8(_mm_max_epu8(block, high), block));
        hit = _mm_or_si128(hit, _mm_cmpeq_epi8(block, c1));
        hit = _mm_or_si128(hit, _mm_cmpeq_epi8(block, arabic));
        int bits = _mm_movemask_epi8(hit);
        if (bits) return i + (size_t)__builtin_ctz((unsigned)bits);
        i += 16;
    }
    return n;
#else
    while (i < n && p[i] != '"' && p[i] != '\\' && p[i] >= 0x20 && p[i] != 0x7F && p[i] < 0xE1
           && p[i] != 0xC2 && p[i] != 0xD8)
        i++;
    return i;
#endif
}

#include "fold_table.h"
