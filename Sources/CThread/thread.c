#define _GNU_SOURCE
#include "CThread.h"
#include <pthread.h>
#include <sched.h>

int kthread_create_beside(unsigned long *thread, void *(*body)(void *), void *argument) {
    cpu_set_t allowed;
    const int here = sched_getcpu();
    if (here < 0 || here >= CPU_SETSIZE || sched_getaffinity(0, sizeof allowed, &allowed) != 0 ||
        CPU_COUNT(&allowed) < 2)
        return pthread_create(thread, NULL, body, argument);

    cpu_set_t others = allowed;
    CPU_CLR(here, &others);
    pthread_attr_t attributes;
    int code = pthread_attr_init(&attributes);
    if (code != 0) return code;
    pthread_attr_setaffinity_np(&attributes, sizeof others, &others);
    code = pthread_create(thread, &attributes, body, argument);
    pthread_attr_destroy(&attributes);
    // A processor may have been taken away meanwhile.
    if (code != 0) return pthread_create(thread, NULL, body, argument);
    pthread_setaffinity_np(*thread, sizeof allowed, &allowed);
    return 0;
}
