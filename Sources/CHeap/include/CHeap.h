#pragma once

/// Asks for memory at once, for a program that will soon need some mebibytes of it.
///
/// A page that is touched for the first time stops the program for a microsecond or two, and a month's import touches a thousand. Two
/// mebibytes are made present together, in small pages: a huge one is as fast where its memory is at hand, but a machine that shares
/// its memory with others takes back what is free in pieces that large, and then waits for it some milliseconds. All threads share
/// the heap: one of its own would touch as many pages again.
void kheap_prepare(void);

/// The larger part of that, once: for a thread that has time while the other begins.
void kheap_complete(void);
