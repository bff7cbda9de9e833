// mallopt is not in Swift's module of the C library, and sbrk belongs beside it.
#define _GNU_SOURCE
#include "CHeap.h"
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { growth_bytes = 6 << 20, huge_page_bytes = 2 << 20, own_block_bytes = 1 << 20 };

void kheap_prepare(void) {
    // With the second the library no longer learns which blocks are large enough for a mapping of their own, so it is told.
    if (!mallopt(M_MMAP_THRESHOLD, own_block_bytes) || !mallopt(M_TOP_PAD, growth_bytes)) return;
    // More than is free: the heap grows now.
    void *volatile block = malloc(own_block_bytes / 2);
    free(block);
    const uintptr_t end = (uintptr_t)sbrk(0);
    if (end == UINTPTR_MAX || end < growth_bytes) return;
    const uintptr_t start = (end - growth_bytes + huge_page_bytes - 1) / huge_page_bytes * huge_page_bytes;
    // Refused where there are none, which is as well.
    if (start + huge_page_bytes <= end) (void)madvise((void *)start, huge_page_bytes, MADV_HUGEPAGE);
}
