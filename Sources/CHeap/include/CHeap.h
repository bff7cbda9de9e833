#pragma once

/// Asks for memory in one piece, for a program that will soon need some mebibytes of it at once.
///
/// A page that is touched for the first time stops the program for a microsecond or two, and a month's import touches a thousand.
/// Where the system has huge pages for who asks, one of 2 MiB takes the place of five hundred. The heap grows by so much that a huge page
/// has room in it: that takes addresses, not memory. All threads share the heap: one of its own would touch as many pages again.
void kheap_prepare(void);
