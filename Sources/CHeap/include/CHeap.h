#pragma once
#include <stddef.h>

// Asks for memory at once, for a program that will soon need some mebibytes of it.
//
// A page that is touched for the first time stops the program for a microsecond or two, and a month's import touches a thousand. Pages
// are made present together, small ones: a huge one is as fast where its memory is at hand, but a machine that shares its memory with
// others takes back what is free in pieces that large, and then waits for it some milliseconds.

/// Once, before there are other threads. Of the program's own data, pages that are zero at first are made present too: one that was read
/// already and is written while two threads run has to be taken out of the other processor's tables, which costs as much as thirty.
void kheap_prepare(void);

/// Makes so many bytes of the caller's heap present, 4 MiB at most. Each thread has one of its own: they would wait for each other's.
void kheap_grow(size_t bytes);
