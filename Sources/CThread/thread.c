#define _GNU_SOURCE
#include "CThread.h"
#include <pthread.h>
#include <sched.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

/// The processors that the program may use; read before any of its threads was restricted.
static cpu_set_t all;

static void read_all(void) {
    if (sched_getaffinity(0, sizeof all, &all) != 0) CPU_ZERO(&all);
}

/// Where the caller runs among two processors at least, or -1.
static int processor_here(void) {
    pthread_once(&once, read_all);
    const int here = sched_getcpu();
    return here < 0 || here >= CPU_SETSIZE || CPU_COUNT(&all) < 2 ? -1 : here;
}

int kthread_create_beside(unsigned long *thread, void *(*body)(void *), void *argument) {
    const int here = processor_here();
    if (here < 0) return pthread_create(thread, NULL, body, argument);

    cpu_set_t others = all;
    CPU_CLR(here, &others);
    pthread_attr_t attributes;
    int code = pthread_attr_init(&attributes);
    if (code != 0) return code;
    pthread_attr_setaffinity_np(&attributes, sizeof others, &others);
    code = pthread_create(thread, &attributes, body, argument);
    pthread_attr_destroy(&attributes);
    // A processor may have been taken away meanwhile.
    if (code != 0) return pthread_create(thread, NULL, body, argument);
    pthread_setaffinity_np(*thread, sizeof all, &all);
    return 0;
}

void kthread_part(unsigned long thread) {
    const int here = processor_here();
    if (here < 0) return;

    cpu_set_t halves[2];
    CPU_ZERO(&halves[0]);
    CPU_ZERO(&halves[1]);
    int own = 0;
    for (int processor = 0, met = 0; processor < CPU_SETSIZE; processor++) {
        if (!CPU_ISSET(processor, &all)) continue;
        // Every other one: neighbours often share a core or a socket, and the system finds a free one near by in either half.
        const int half = met++ % 2;
        CPU_SET(processor, &halves[half]);
        if (processor == here) own = half;
    }
    pthread_setaffinity_np(thread, sizeof halves[0], &halves[1 - own]);
    pthread_setaffinity_np(pthread_self(), sizeof halves[0], &halves[own]);
}

void kthread_rejoin(unsigned long thread) {
    if (processor_here() < 0) return;
    pthread_setaffinity_np(thread, sizeof all, &all);
    pthread_setaffinity_np(pthread_self(), sizeof all, &all);
}
