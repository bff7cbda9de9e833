// mallopt is not in Swift's module of the C library, nor are the linker's names.
#define _GNU_SOURCE
#include "CHeap.h"
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    growth_bytes = 4 << 20,
    own_block_bytes = 1 << 20,
    /// Meanwhile no other thread can have memory mapped.
    present_at_once_bytes = 256 << 10
};

/// Where the program's data that is zero at first begins, and where it ends: the linker's names.
extern char edata[], end[];

static void make_present(const char *start, const char *end) {
#ifdef MADV_POPULATE_WRITE
    const uintptr_t page_bytes = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t from = (uintptr_t)start & ~(page_bytes - 1);
    while (from < (uintptr_t)end) {
        const size_t left = (uintptr_t)end - from, bytes = left < present_at_once_bytes ? left : present_at_once_bytes;
        // Refused by a kernel that does not know it: then each page comes when it is touched.
        if (madvise((void *)from, bytes, MADV_POPULATE_WRITE) != 0) return;
        from += bytes;
    }
#else
    (void)start, (void)end;
#endif
}

void kheap_prepare(void) {
    make_present(edata, end);
    // Once it is told how far to grow, the library no longer learns which blocks are large enough for a mapping of their own.
    mallopt(M_TOP_PAD, growth_bytes);
    mallopt(M_MMAP_THRESHOLD, own_block_bytes);
}

void kheap_grow(size_t bytes) {
    // More than is free: the heap grows now.
    char *const block = malloc(own_block_bytes / 2);
    if (block != NULL) make_present(block, block + bytes);
    free(block);
}
