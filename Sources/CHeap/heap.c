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
    // Once it is told how far to grow, the library no longer learns which blocks are large enough for a mapping of their own, so that is said below: here none
    // is. A second thread with a heap of its own would touch as many pages again.
    if (!mallopt(M_MMAP_THRESHOLD, growth_bytes) || !mallopt(M_TOP_PAD, growth_bytes) ||
        !mallopt(M_ARENA_MAX, 1))
        return;
    // More than is free: the heap grows now.
    char *const block = malloc(own_block_bytes / 2);
    const uintptr_t first = (uintptr_t)block, end = (uintptr_t)sbrk(0);
    free(block);
    const uintptr_t start = (first + huge_page_bytes - 1) / huge_page_bytes * huge_page_bytes;
    // Refused where there are none, which is as well.
    if (block != NULL && end != UINTPTR_MAX && start + huge_page_bytes <= end &&
        madvise((void *)start, huge_page_bytes, MADV_HUGEPAGE) == 0) {
        // What lies before the huge page is passed over: never touched, and never given back.
        void *volatile gap = malloc(start - first);
        (void)gap;
    }
    mallopt(M_MMAP_THRESHOLD, own_block_bytes);
}
