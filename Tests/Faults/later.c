// Lets a program's clock be ten seconds ahead, for a program started with LD_PRELOAD set to this
// library: what was written a moment ago was written long enough ago, and nobody need wait until it
// was.
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
    const int code = (int)syscall(SYS_clock_gettime, clock, time);
    if (code == 0 && clock == CLOCK_REALTIME) time->tv_sec += 10;
    return code;
}
