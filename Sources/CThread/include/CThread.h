#pragma once

// What glibc offers only under _GNU_SOURCE, which Swift's Glibc module is built without.

/// As pthread_create, for a thread that is to run beside its maker: it begins on another of the processors that the maker may use.
///
/// Left to itself, Linux often puts a new thread behind its maker and moves one of them only milliseconds later, though another processor
/// has nothing to do. Afterwards the thread may run wherever its maker may.
int kthread_create_beside(unsigned long *thread, void *(*body)(void *), void *argument);
