// mallopt is not in Swift's module of the C library, and sbrk belongs beside it.
#define _GNU_SOURCE
#include "CHeap.h"
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    growth_bytes = 4 << 20,
    ready_bytes = 2 << 20,
    first_bytes = 256 << 10,
    own_block_bytes = 1 << 20
};

static uintptr_t unready_start;

static void make_ready(uintptr_t start, size_t bytes) {
#ifdef MADV_POPULATE_WRITE
    // Refused by a kernel that does not know it: then each page comes when it is touched.
    madvise((void *)start, bytes, MADV_POPULATE_WRITE);
#else
    (void)start, (void)bytes;
#endif
}

void kheap_prepare(void) {
    // Once it is told how far to grow, the library no longer learns which blocks are large enough for a mapping of their own, so that is said below: here none
    // is. A second thread with a heap of its own would touch as many pages again.
    if (!mallopt(M_MMAP_THRESHOLD, growth_bytes) || !mallopt(M_TOP_PAD, growth_bytes) ||
        !mallopt(M_ARENA_MAX, 1))
        return;
    // More than is free: the heap grows now.
    char *const block = malloc(own_block_bytes / 2);
    const uintptr_t page_bytes = (uintptr_t)sysconf(_SC_PAGESIZE), end = (uintptr_t)sbrk(0);
    const uintptr_t start = (uintptr_t)block & ~(page_bytes - 1);
    free(block);
    if (block != NULL && end != UINTPTR_MAX && start + ready_bytes <= end) {
        make_ready(start, first_bytes);
        unready_start = start + first_bytes;
    }
    mallopt(M_MMAP_THRESHOLD, own_block_bytes);
}

void kheap_complete(void) {
    if (unready_start != 0) make_ready(unready_start, ready_bytes - first_bytes);
    unready_start = 0;
}
