#pragma once

// What glibc offers only under _GNU_SOURCE, which Swift's Glibc module is built without.

/// As pthread_create, for a thread that is to run beside its maker: it begins on another of the processors that the program may use.
///
/// Left to itself, Linux often puts a new thread behind its maker and moves one of them only milliseconds later, though another processor
/// has nothing to do. Afterwards the thread may run anywhere.
int kthread_create_beside(unsigned long *thread, void *(*body)(void *), void *argument);

/// Keeps the caller and `thread` to different halves of the processors, until kthread_rejoin.
///
/// For two threads that wake each other often. On a virtual machine Linux takes a processor that sleeps for one that is busy elsewhere, and
/// puts whoever is woken behind who woke it: both then take turns on one processor for as long as they work.
void kthread_part(unsigned long thread);

/// Lets the caller and `thread` run anywhere again.
void kthread_rejoin(unsigned long thread);
